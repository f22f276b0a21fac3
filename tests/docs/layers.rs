//! Modules use only those that come before them in `src/lib.rs`; the layers of the command
//! line, those that come after them in its first lines.

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

/// The modules that a text declares, in its order; `is_test` chooses those of tests.
fn declared(text: &str, is_test: bool) -> Vec<&str> {
    let mut names = Vec::new();
    let mut before = "";
    for line in text.lines() {
        let name = line
            .strip_suffix(';')
            .and_then(|line| line.split_once("mod "));
        if let Some((_, name)) = name.filter(|(visibility, _)| {
            let visibility = visibility.trim_end();
            visibility.is_empty() || visibility.starts_with("pub")
        }) && (before == "#[cfg(test)]") == is_test
        {
            names.push(name);
        }
        before = line;
    }
    names
}

/// Whether a file is compiled for tests alone: it, or a folder around it, is declared so.
fn is_of_tests(file: &Path, source: &Path) -> bool {
    let mut path = file.with_extension("");
    while path != source {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        path.pop();
        let parents = [
            path.join("mod.rs"),
            path.with_extension("rs"),
            path.join("lib.rs"),
        ];
        for parent in parents
            .iter()
            .filter_map(|parent| std::fs::read_to_string(parent).ok())
        {
            if declared(&parent, true).contains(&&*name) {
                return true;
            }
        }
    }
    false
}

#[test]
fn each_module_of_the_library_uses_only_those_before_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let library = std::fs::read_to_string(source.join("lib.rs")).unwrap();
    let modules = declared(&library, false);
    assert!(
        modules.contains(&"grid") && modules.contains(&"cli"),
        "{modules:?}"
    );
    for (place, module) in modules.iter().enumerate() {
        let module = source.join(module);
        let mut all = files(module.clone());
        if module.is_dir() && module.with_extension("rs").exists() {
            all.push(module.with_extension("rs"));
        }
        for file in all.iter().filter(|file| !is_of_tests(file, &source)) {
            let text = std::fs::read_to_string(file).unwrap();
            let (code, _) = text
                .split_once("#[cfg(test)]\nmod tests {")
                .unwrap_or((&text, ""));
            let lines = code
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            for path in lines.flat_map(|line| line.split("crate::").skip(1)) {
                let path = path.trim_start_matches('{');
                let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_'));
                let used = &path[..end.unwrap_or(path.len())];
                let above = modules.iter().position(|name| *name == used);
                let file = file.display();
                assert!(
                    above.is_none_or(|above| above <= place),
                    "{file} uses {used}"
                );
            }
        }
    }
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
