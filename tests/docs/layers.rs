//! The layers of the command line are those that its first lines name.

use std::path::{Path, PathBuf};

/// The names between backticks in the first lines of `text`, in their order.
fn layers(text: &str) -> Vec<&str> {
    let lines = text.lines().take_while(|line| line.starts_with("//!"));
    let names = lines.flat_map(|line| line.split('`').skip(1).step_by(2));
    names.collect()
}

/// The files of a module, which is a file or a folder.
fn files(module: PathBuf) -> Vec<PathBuf> {
    let Ok(folder) = std::fs::read_dir(&module) else {
        return vec![module.with_extension("rs")];
    };
    let paths = folder.map(|entry| entry.unwrap().path());
    let sources = paths.filter(|path| path.is_dir() || path.extension().is_some_and(|e| e == "rs"));
    let inside = |path: PathBuf| match path.is_dir() {
        true => files(path),
        false => vec![path],
    };
    sources.flat_map(inside).collect()
}

#[test]
fn each_layer_of_the_command_line_uses_only_those_after_it() {
    let cli = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
    let main = std::fs::read_to_string(cli.join("mod.rs")).unwrap();
    let layers = layers(&main);
    let modules = main.lines().filter_map(|line| line.strip_prefix("mod "));
    for module in modules.map(|module| module.trim_end_matches(';')) {
        assert!(layers.contains(&module), "{module} is in no layer");
    }
    for (place, layer) in layers.iter().enumerate() {
        for file in files(cli.join(layer)) {
            let text = std::fs::read_to_string(&file).unwrap();
            for path in text.split("crate::cli::").skip(1) {
                let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_'));
                let used = &path[..end.unwrap_or(path.len())];
                let below = layers.iter().position(|name| *name == used);
                let file = file.display();
                assert!(below >= Some(place), "{file} uses {used}");
            }
        }
    }
}
