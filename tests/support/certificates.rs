//! Helpers for the tests of certificates.

#[cfg(unix)]
use super::script;
use super::{Ran, command, satoku};
use satoku::certify::manifest::{Entry, Manifest};
use std::fs::File;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Givens of the pyramid problem.
pub const PYRAMID: &str =
    "700900001100005900000200080005020003000000648413000000007002090201060804080504012";

/// The per-house bound equals its optimum.
pub const SETTLED: &str =
    "096000040301000000000000900000000000000000070000000000000900000000000000050000090";

/// Three solutions.
pub const SMALL: &str = "1.......3......2";

/// A temporary folder for certificates.
pub struct Place(pub TempDir);

impl Place {
    pub fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    pub fn folder(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Proves a claim and returns the folder.
    pub fn prove(&self, claim: &[&str], puzzle: &str, options: &[&str]) -> PathBuf {
        let count = std::fs::read_dir(self.0.path()).unwrap().count();
        let folder = self.folder(&format!("certificate{count}"));
        let mut args = vec!["prove"];
        args.extend(claim);
        args.extend(["-", "-o", &folder]);
        args.extend(options);
        let ran = satoku(&args, puzzle);
        assert_eq!(
            (ran.code, ran.stderr.as_str()),
            (0, ""),
            "{claim:?} {}",
            ran.stdout
        );
        assert!(ran.stdout.starts_with("proven: The "), "{}", ran.stdout);
        folder.into()
    }

    /// Writes a shell script and returns the command that runs it.
    #[cfg(unix)]
    pub fn script(&self, name: &str, text: &str) -> String {
        script(self.0.path(), name, text)
    }
}

/// The manifest of a certificate.
pub fn manifest(folder: &Path) -> Manifest {
    let text = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Rewrites the manifest with correct sizes and hashes, then applies this change.
pub fn agree(folder: &Path, change: impl FnOnce(&mut Manifest)) {
    let mut manifest = manifest(folder);
    for entry in &mut manifest.files {
        let mut file = File::open(folder.join(&entry.name)).unwrap();
        *entry = Entry::read(&entry.name, &mut file).unwrap();
    }
    change(&mut manifest);
    let text = serde_json::to_string(&manifest).unwrap();
    std::fs::write(folder.join("manifest.json"), text).unwrap();
}

/// Verifies with our own checker alone.
pub fn verify(folder: &Path) -> Ran {
    verify_with(folder, "")
}

/// Verifies with our own checker and those in these folders.
pub fn verify_with(folder: &Path, path: &str) -> Ran {
    let folder = folder.display().to_string();
    let mut command = command(&["verify", &folder]);
    let output = command.env("PATH", path).output().unwrap();
    Ran {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

/// The last line of a verification that must fail.
pub fn rejection(ran: &Ran) -> &str {
    let last = ran.stdout.lines().last().unwrap_or_default();
    let said = format!("{}{}", ran.stdout, ran.stderr);
    assert!(last.starts_with("rejected: "), "{said}");
    assert_eq!(ran.code, 1, "{said}");
    last
}

pub fn assert_verified(folder: &Path) {
    let ran = verify(folder);
    let last = ran.stdout.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("verified: The "),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    assert_eq!(ran.code, 0);
}

pub fn assert_rejected(folder: &Path, says: &str) {
    let ran = verify(folder);
    let last = rejection(&ran);
    assert!(last.contains(says), "expected '{says}': {last}");
}

/// Changes a file and updates the manifest to match.
pub fn forge(folder: &Path, file: &str, change: impl FnOnce(String) -> String) {
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = change(text.clone());
    assert_ne!(text, changed, "{file}");
    std::fs::write(&path, changed).unwrap();
    agree(folder, |_| {});
}

/// Changes a file of a copy of the certificate, and expects the copy to be rejected.
pub fn assert_change_is_rejected(
    folder: &Path,
    file: &str,
    change: impl FnOnce(String) -> String,
    says: &str,
) {
    let copy = copy(folder);
    forge(copy.path(), file, change);
    assert_rejected(copy.path(), says);
}

pub fn copy(folder: &Path) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    copy
}

/// Applies `change` to the lines of a text.
pub fn lines(text: String, change: impl FnOnce(&mut Vec<String>)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    lines.join("\n") + "\n"
}
