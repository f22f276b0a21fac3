//! A run that is stopped again and again, in every possible way, ends with the same
//! bytes as an uninterrupted one.
//!
//! `SATOKU_SOAK_SECONDS=3600 cargo test --release --test runs soak` takes an hour;
//! without the variable it takes some seconds. `SATOKU_SOAK_SEED` chooses another
//! order of events, and `SATOKU_SOAK_FOLDER` another folder for the files, such as
//! one on a small or unusual file system.

use crate::support::{heed_signals, mixed, signals::send};
use nix::sys::signal::Signal;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The default duration.
const SECONDS: u64 = 6;

/// Ways to stop a run, of which some are the same.
const STOPS: u32 = 11;

/// Ways to stop a run.
#[derive(Clone, Copy, Debug)]
enum Stop {
    By(Signal),
    /// No file may grow beyond this many blocks of 512 bytes.
    FullDisk(u64),
    /// Power failure: the end of the answers is lost, or reads as zeros.
    PowerLoss,
    /// A second run tries to write to the same file.
    SecondWriter,
}

/// Counts of what happened.
#[derive(Default, Debug)]
struct Tally {
    runs: u32,
    stopped_in_the_middle: u32,
    completed: u32,
}

struct Soak {
    folder: TempDir,
    random: SmallRng,
    verb: &'static [&'static str],
    /// The output and exit code of an uninterrupted run.
    expected: Vec<u8>,
    code: i32,
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

impl Soak {
    fn new(verb: &'static [&'static str], seed: u64) -> Soak {
        let folder = match std::env::var_os("SATOKU_SOAK_FOLDER") {
            Some(place) => tempfile::tempdir_in(place).unwrap(),
            None => tempfile::tempdir().unwrap(),
        };
        let list = mixed().replace("puzzle,note\n", "");
        std::fs::write(folder.path().join("in.txt"), list.repeat(80)).unwrap();
        let mut soak = Soak {
            folder,
            random: SmallRng::seed_from_u64(seed),
            verb,
            expected: Vec::new(),
            code: 0,
        };
        let ended = soak.start(None).wait().unwrap();
        soak.code = ended.code().unwrap();
        soak.expected = std::fs::read(soak.file("out.txt")).unwrap();
        soak.clear();
        soak
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Starts a run on a disk with this much space.
    fn start(&self, blocks: Option<u64>) -> Child {
        let limit = blocks.map_or(String::new(), |blocks| {
            format!("trap '' XFSZ; ulimit -f {blocks};")
        });
        heed_signals();
        let mut command = Command::new("sh");
        command
            .arg("-c")
            .arg(format!("{limit} exec \"$@\""))
            .arg("sh");
        command.arg(env!("CARGO_BIN_EXE_satoku")).args(self.verb);
        command.args(["in.txt", "-o", "out.txt", "--resume"]);
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    }

    /// Starts over, with or without the files of the last run.
    fn clear(&mut self) {
        std::fs::remove_file(self.file("out.txt")).unwrap();
        if self.random.random_bool(0.5) {
            std::fs::remove_file(self.file("out.txt.resume.json")).unwrap();
        }
    }

    fn wait_a_while(&mut self) {
        let longest = if self.random.random_bool(0.5) {
            20
        } else {
            400
        };
        let wait = self.random.random_range(0..longest);
        std::thread::sleep(Duration::from_millis(wait));
    }

    /// Runs once, and stops the run.
    fn run(&mut self, stop: Stop, tally: &mut Tally) {
        let blocks = match stop {
            Stop::FullDisk(blocks) => Some(blocks),
            _ => None,
        };
        let mut child = self.start(blocks);
        let ended = match stop {
            Stop::By(signal) => {
                self.wait_a_while();
                send(&child, signal);
                child.wait().unwrap()
            }
            Stop::PowerLoss => {
                self.wait_a_while();
                child.kill().unwrap();
                let ended = child.wait().unwrap();
                self.lose_the_end();
                ended
            }
            Stop::FullDisk(_) => child.wait().unwrap(),
            Stop::SecondWriter => self.second_writer(&mut child),
        };
        tally.runs += 1;
        // It may be stopped when everything but its exit is done.
        let is_late = matches!(stop, Stop::By(_) | Stop::PowerLoss)
            && is_expected(stop, ended)
            && self.file("out.txt").exists();
        if is_late || ended.code() == Some(self.code) {
            self.completed(tally);
            return;
        }
        assert!(is_expected(stop, ended), "{stop:?}: {ended:?}");
        assert!(!self.file("out.txt").exists(), "{stop:?}");
        let kept = std::fs::metadata(self.file("out.txt.partial"));
        tally.stopped_in_the_middle += u32::from(kept.is_ok_and(|data| data.len() > 0));
    }

    /// Of two simultaneous runs one is refused, unless the other had ended.
    fn second_writer(&mut self, first: &mut Child) -> ExitStatus {
        self.wait_a_while();
        let mut second = self.start(None);
        let (first, second) = (first.wait().unwrap(), second.wait().unwrap());
        let mut codes = [first.code(), second.code()];
        codes.sort_by_key(|code| *code != Some(self.code));
        let done = Some(self.code);
        assert!(
            [[done, done], [done, Some(2)]].contains(&codes),
            "{codes:?}"
        );
        if first.code() == done { first } else { second }
    }

    fn lose_the_end(&mut self) {
        let partial = File::options()
            .write(true)
            .open(self.file("out.txt.partial"));
        // The run may not have begun yet, or may be over.
        let Ok(partial) = partial else { return };
        let length = partial.metadata().unwrap().len();
        partial
            .set_len(self.random.random_range(0..=length))
            .unwrap();
        let zeros = self.random.random_range(0..=length);
        partial
            .set_len(zeros.max(partial.metadata().unwrap().len()))
            .unwrap();
    }

    fn completed(&mut self, tally: &mut Tally) {
        tally.completed += 1;
        assert!(std::fs::read(self.file("out.txt")).unwrap() == self.expected);
        assert!(!self.file("out.txt.partial").exists());
        self.clear();
    }

    /// The way of this number, below [`STOPS`].
    fn stop(&mut self, number: u32) -> Stop {
        let blocks = self.expected.len() as u64 / 512;
        match number {
            10 => Stop::PowerLoss,
            0..=2 => Stop::By(Signal::SIGKILL),
            3 | 4 => Stop::By(Signal::SIGTERM),
            5 | 6 => Stop::By(Signal::SIGINT),
            7 => Stop::By(Signal::SIGHUP),
            8 => Stop::FullDisk(self.random.random_range(0..blocks)),
            _ => Stop::SecondWriter,
        }
    }
}

/// Whether this is a valid end of a run that was stopped early.
fn is_expected(stop: Stop, ended: ExitStatus) -> bool {
    match stop {
        // It exits with the code of the signal, or is killed: by SIGKILL, or before it
        // handles signals.
        Stop::By(signal) => {
            let by_itself = ended.code() == Some(128 + signal as i32);
            by_itself && signal != Signal::SIGKILL || ended.signal() == Some(signal as i32)
        }
        Stop::FullDisk(_) => ended.code() == Some(4),
        Stop::PowerLoss => ended.signal() == Some(Signal::SIGKILL as i32),
        Stop::SecondWriter => false,
    }
}

#[test]
fn soak() {
    let seconds = number("SATOKU_SOAK_SECONDS").unwrap_or(SECONDS);
    let seed = number("SATOKU_SOAK_SEED").unwrap_or(1);
    let verbs: [&'static [&'static str]; 3] = [
        &["solve", "--on-error", "report"],
        &["solve", "--unique"],
        &["count", "--limit", "100"],
    ];
    for (verb, seed) in verbs.into_iter().zip(seed..) {
        let mut soak = Soak::new(verb, seed);
        let mut tally = Tally::default();
        let end = Instant::now() + Duration::from_secs(seconds) / 3;
        let mut first: Vec<u32> = (0..STOPS).collect();
        first.shuffle(&mut soak.random);
        while Instant::now() < end
            || !first.is_empty()
            || tally.completed == 0
            || tally.stopped_in_the_middle == 0
        {
            // Each of them once, then any.
            let stop = first.pop();
            let stop = stop.unwrap_or_else(|| soak.random.random_range(0..STOPS));
            let stop = soak.stop(stop);
            soak.run(stop, &mut tally);
        }
        println!("seed {seed}: {verb:?}: {tally:?}");
    }
}
