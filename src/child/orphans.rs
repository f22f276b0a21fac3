//! Processes that a child left behind outside of its group, on Linux.
//!
//! This process adopts them when their parents end. Which run they belong to stands
//! in their environment.

use super::live::MARK;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;
use std::collections::BTreeSet;
use std::time::Duration;

/// Processes that start others as fast as they are ended are given up after so many
/// rounds.
const ROUNDS: usize = 100;

/// From now on orphans become children of this process. Returns the children that
/// it has already.
pub fn adopt() -> BTreeSet<u32> {
    // Where that is refused, only process groups are ended.
    let _ = nix::sys::prctl::set_child_subreaper(true);
    children().collect()
}

/// Ends the orphans of the run with this mark, and what they started. With `alone`
/// whatever is not known belongs to that run.
pub fn end(mark: &str, alone: bool, is_known: impl Fn(u32) -> bool) {
    let mut spared = BTreeSet::new();
    for _ in 0..ROUNDS {
        let found = children().filter(|&pid| {
            !is_known(pid) && !spared.contains(&pid) && (alone || belongs(pid, mark))
        });
        let found: Vec<u32> = found.collect();
        if found.is_empty() {
            return;
        }
        for pid in found {
            let Ok(raw) = i32::try_from(pid) else {
                continue;
            };
            let process = Pid::from_raw(raw);
            // Its children are ours when it has ended: they are next.
            if kill(process, Signal::SIGKILL).is_err() || waitpid(process, None).is_err() {
                spared.insert(pid);
            }
        }
    }
}

/// Whether a process has this mark, or has ended: its environment is gone then.
fn belongs(pid: u32, mark: &str) -> bool {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environment.is_empty() || has(&environment, &format!("{MARK}={mark}"), Whole::Yes)
}

/// Ends all processes that carry a mark of this session, whoever their parents are.
pub fn end_session(session: &str) {
    // A process that is about to run another program shows no environment.
    const EMPTY_ROUNDS: usize = 5;
    const PAUSE: Duration = Duration::from_millis(10);
    let start = format!("{MARK}={session}/");
    let mut empty = 0;
    for _ in 0..ROUNDS {
        let mut found = false;
        for pid in processes() {
            let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            if has(&environment, &start, Whole::No) {
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

/// Whether a variable is all that is looked for, or begins with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whole {
    Yes,
    No,
}

fn has(environment: &[u8], text: &str, whole: Whole) -> bool {
    let mut variables = environment.split(|&byte| byte == 0);
    variables.any(|variable| match whole {
        Whole::Yes => variable == text.as_bytes(),
        Whole::No => variable.starts_with(text.as_bytes()),
    })
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
