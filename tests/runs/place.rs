//! A folder in which runs are interrupted and resumed.

use crate::support::{self, Ran, command};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
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

    fn command(&self, args: &[&str]) -> Command {
        let mut command = command(args);
        let (input, output) = (self.file("in.txt"), self.file("out.txt"));
        command.arg(input).arg("-o").arg(output);
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        support::run(&mut self.command(args), "")
    }

    /// Removes these files, where they exist.
    fn remove(&self, names: &[&str]) {
        for name in names {
            let _ = std::fs::remove_file(self.file(name));
        }
    }

    /// Kills some runs in the middle, and expects the next one to end like one that was not
    /// killed, with the same bytes.
    pub fn is_resumed_after_kills(&self, args: &[&str]) {
        let start = Instant::now();
        let whole = self.run(args);
        let took = start.elapsed();
        let expected = self.read("out.txt");
        self.remove(&["out.txt"]);
        let args = [args, &["--resume"]].concat();
        let mut killed = 0;
        for tenths in [1, 3, 5, 7, 2, 4, 6, 8].repeat(5) {
            self.kill_after(took * tenths / 10, &args);
            if self.file("out.txt").exists() {
                // That came too late.
                self.remove(&["out.txt", "out.txt.resume.json"]);
                continue;
            }
            let written = std::fs::metadata(self.file("out.txt.partial"));
            killed += u32::from(written.is_ok_and(|data| data.len() > 0));
            if killed == 3 {
                break;
            }
        }
        assert!(killed > 0, "{args:?}: no run was killed in the middle");
        let resumed = self.run(&args);
        assert_eq!(resumed.code, whole.code, "{args:?}: {}", resumed.stderr);
        assert!(self.read("out.txt") == expected, "{args:?}");
        self.remove(&["out.txt", "out.txt.resume.json"]);
    }

    fn kill_after(&self, time: Duration, args: &[&str]) {
        let mut command = self.command(args);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        std::thread::sleep(time);
        child.kill().unwrap();
        child.wait().unwrap();
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
