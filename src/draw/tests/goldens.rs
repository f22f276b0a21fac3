//! Recorded pictures: `SATOKU_RECORD=1 cargo test --lib draw` records them again.

use super::cases;
use std::path::PathBuf;

#[test]
fn pictures_are_as_recorded() {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", "svg"]
        .iter()
        .collect();
    let is_recording = std::env::var_os("SATOKU_RECORD").is_some();
    let mut wrong = Vec::new();
    for (name, picture) in cases::all() {
        let path = folder.join(format!("{name}.svg"));
        let svg = picture.to_svg() + "\n";
        if is_recording {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &svg).unwrap();
        } else if std::fs::read_to_string(&path).ok().as_ref() != Some(&svg) {
            wrong.push(name);
        }
    }
    assert!(
        wrong.is_empty(),
        "{wrong:?} differ from tests/data/svg; if that is right: SATOKU_RECORD=1 cargo test --lib draw"
    );
}
