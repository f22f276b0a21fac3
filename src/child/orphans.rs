//! Processes that a child leaves behind outside its group, on Linux.
//!
//! This process adopts them when their parents end. A mark in their environment says
//! which child they belong to.

use super::live::MARK;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;
use std::collections::BTreeSet;
use std::time::Duration;

/// Give up after this many rounds on processes that start others as fast as they are
/// killed.
const ROUNDS: usize = 100;

/// Makes this process adopt orphans. Returns the children it has already.
pub fn adopt() -> BTreeSet<u32> {
    // If that is refused, only process groups are killed.
    let _ = nix::sys::prctl::set_child_subreaper(true);
    children().collect()
}

/// Orphans that are to end.
#[derive(Clone, Copy)]
pub enum Orphans<'m> {
    /// Those of the child with this mark.
    Marked(&'m str),
    /// All: there is one child, so that they are its own.
    AllUnknown,
}

impl Orphans<'_> {
    fn contain(self, pid: u32) -> bool {
        match self {
            Orphans::Marked(mark) => belongs(pid, mark),
            Orphans::AllUnknown => true,
        }
    }
}

/// Kills orphans, apart from processes that are known, and what they started.
pub fn end(orphans: Orphans<'_>, is_known: impl Fn(u32) -> bool) {
    let mut spared = BTreeSet::new();
    for _ in 0..ROUNDS {
        let found = children()
            .filter(|&pid| !is_known(pid) && !spared.contains(&pid) && orphans.contain(pid));
        let found: Vec<u32> = found.collect();
        if found.is_empty() {
            return;
        }
        for pid in found {
            let Ok(raw) = i32::try_from(pid) else {
                continue;
            };
            let process = Pid::from_raw(raw);
            // Once it has ended its children are ours, and are killed next.
            if kill(process, Signal::SIGKILL).is_err() || waitpid(process, None).is_err() {
                spared.insert(pid);
            }
        }
    }
}

/// Whether a process has this mark, or has ended, which clears its environment.
fn belongs(pid: u32, mark: &str) -> bool {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    let marked = format!("{MARK}={mark}");
    environment.is_empty() || variables(&environment).any(|each| each == marked.as_bytes())
}

/// Kills all processes with a mark of this session, whatever their parents are.
pub fn end_session(session: &str) {
    // A process in the middle of exec shows no environment.
    const EMPTY_ROUNDS: usize = 5;
    const PAUSE: Duration = Duration::from_millis(10);
    let start = format!("{MARK}={session}/");
    let mut empty = 0;
    for _ in 0..ROUNDS {
        let mut found = false;
        for pid in processes() {
            let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            if variables(&environment).any(|variable| variable.starts_with(start.as_bytes())) {
                found |= kill(Pid::from_raw(pid), Signal::SIGKILL).is_ok();
            }
        }
        empty = if found { 0 } else { empty + 1 };
        if empty == EMPTY_ROUNDS {
            return;
        }
        std::thread::sleep(PAUSE);
    }
}

fn variables(environment: &[u8]) -> impl Iterator<Item = &[u8]> {
    environment.split(|&byte| byte == 0)
}

/// The children of this process, of all its threads.
fn children() -> impl Iterator<Item = u32> {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten();
    let lists = threads.filter_map(|thread| {
        let list = thread.ok()?.path().join("children");
        std::fs::read_to_string(list).ok()
    });
    let pids = lists.map(|list| {
        let pids = list.split_whitespace().filter_map(|pid| pid.parse().ok());
        pids.collect::<Vec<u32>>()
    });
    pids.flatten()
}

/// All processes.
fn processes() -> impl Iterator<Item = i32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}
