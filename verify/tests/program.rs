//! The program `satoku-verify` as its users see it.

use std::process::Command;

#[test]
fn the_version_and_the_help_are_printed() {
    let version = concat!("satoku-verify ", env!("CARGO_PKG_VERSION"), "\n");
    for (option, says) in [
        ("--version", version),
        ("-V", version),
        ("--help", "Usage:\n  satoku-verify FOLDER "),
        ("-h", "Usage:\n  satoku-verify FOLDER "),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_satoku-verify"))
            .arg(option)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{option}");
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.contains(says), "{option}: {told}");
    }
}
