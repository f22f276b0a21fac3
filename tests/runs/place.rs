//! A folder in which runs are interrupted and resumed.

use crate::support::{self, Ran, command};
use std::path::PathBuf;
use tempfile::TempDir;

/// A folder with an input, and runs that answer it in `out.txt`.
pub struct Place(pub TempDir);

impl Place {
    pub fn new(input: &str) -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        place.write("in.txt", input);
        place
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.file(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.file(name)).unwrap()
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        let mut command = command(args);
        let (input, output) = (self.file("in.txt"), self.file("out.txt"));
        support::run(command.arg(input).arg("-o").arg(output), "")
    }

    /// Leaves the answers to the first lines, as an error on the next line does.
    pub fn stopped_behind(&self, args: &[&str], lines: &str) {
        let whole = self.read("in.txt");
        self.write("in.txt", format!("{lines}wrong\n"));
        let ran = self.run(args);
        assert!(
            ran.stderr.contains("the answers so far are kept in"),
            "{}",
            ran.stderr
        );
        self.write("in.txt", whole);
    }

    /// Leaves the first bytes of the answers, as after a power failure.
    pub fn cut_at(&self, args: &[&str], bytes: usize) -> Vec<u8> {
        self.run(&[args, &["--resume"]].concat());
        let whole = self.read("out.txt");
        std::fs::remove_file(self.file("out.txt")).unwrap();
        self.write("out.txt.partial", &whole[..bytes]);
        whole
    }

    /// Resumes, which must be refused with this message and change no file.
    pub fn refused(&self, args: &[&str], says: &str) {
        let partial = self.file("out.txt.partial");
        let files = [
            partial,
            self.file("out.txt"),
            self.file("out.txt.resume.json"),
        ];
        let read = || files.clone().map(|file| std::fs::read(file).ok());
        let before = read();
        let ran = self.run(&[args, &["--resume"]].concat());
        assert!(ran.stderr.contains(says), "'{says}': {}", ran.stderr);
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        assert!(read() == before, "{says}");
    }
}
