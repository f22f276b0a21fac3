//! A guard process, which kills the children and removes temporary files if the process
//! that started them is killed.
//!
//! It has a process group of its own and reads messages from a pipe, whose end it sees
//! however the writer ends. The kernel can end children with their parent as well, but
//! only a child can ask for it: that would take `unsafe` between fork and exec, or
//! another program before each solver, whose time would count as the solver's; and the
//! signal reaches the child alone.

use super::temporary;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::io::{self, BufRead, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The first argument of a guard; the second is the session.
pub const ARGUMENT: &str = "--guard-children-of";

static GUARD: Mutex<Option<Child>> = Mutex::new(None);

/// A message to the guard: a byte, then text, then a zero byte.
pub enum GuardMessage<'m> {
    /// A child with this mark is about to start.
    Start(&'m str),
    /// It has this process group.
    Group(&'m str, u32),
    /// It has ended.
    End(&'m str),
    /// A temporary file or folder was made.
    Path(&'m Path),
    /// It was removed.
    PathGone(&'m Path),
}

impl GuardMessage<'_> {
    fn bytes(&self) -> Vec<u8> {
        let (kind, text) = match self {
            GuardMessage::Start(mark) => (b's', mark.as_bytes().to_vec()),
            GuardMessage::Group(mark, group) => (b'g', format!("{mark} {group}").into_bytes()),
            GuardMessage::End(mark) => (b'e', mark.as_bytes().to_vec()),
            GuardMessage::Path(path) => (b'p', path.as_os_str().as_bytes().to_vec()),
            GuardMessage::PathGone(path) => (b'x', path.as_os_str().as_bytes().to_vec()),
        };
        [&[kind], &text[..], &[0]].concat()
    }
}

/// Starts the guard and returns its process id. Without a guard, children outlive a
/// process that is killed.
pub fn start(session: &str) -> Option<u32> {
    // The running file, even if it was renamed.
    let program = match cfg!(target_os = "linux") {
        true => PathBuf::from("/proc/self/exe"),
        false => std::env::current_exe().ok()?,
    };
    let mut command = Command::new(program);
    command
        // Another name, so that `killall satoku` does not kill it.
        .arg0("solver-guard")
        .args([ARGUMENT, session])
        .env_remove(super::MARK)
        .current_dir("/")
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut guard = lock();
    let child = command.spawn().ok()?;
    let pid = child.id();
    *guard = Some(child);
    drop(guard);
    temporary::each(|path| send(&GuardMessage::Path(path)));
    Some(pid)
}

/// Sends a message to the guard, if there is one.
pub fn send(message: &GuardMessage<'_>) {
    if let Some(mut pipe) = lock().as_ref().and_then(|guard| guard.stdin.as_ref()) {
        let _ = pipe.write_all(&message.bytes());
    }
}

/// Ends the guard and waits for it.
pub fn dismiss() {
    if let Some(mut guard) = lock().take() {
        drop(guard.stdin.take());
        let _ = guard.wait();
    }
}

pub(super) fn note_start(mark: &str) {
    send(&GuardMessage::Start(mark));
}

pub(super) fn note_group(mark: &str, group: u32) {
    send(&GuardMessage::Group(mark, group));
}

pub(super) fn note_end(mark: &str) {
    send(&GuardMessage::End(mark));
}

/// What must be cleaned up, according to the messages so far.
#[derive(Default)]
struct Leftovers {
    groups: BTreeMap<Vec<u8>, Option<i32>>,
    paths: BTreeSet<PathBuf>,
}

/// The guard of a session: reads messages until the other process ends, then cleans up
/// what that left behind.
pub fn serve(session: &str) {
    let mut leftovers = Leftovers::default();
    for message in io::stdin().lock().split(0) {
        match message {
            Ok(message) => leftovers.update(&message),
            Err(_) => break,
        }
    }
    leftovers.clean_up(session);
}

impl Leftovers {
    fn update(&mut self, message: &[u8]) {
        let Some((kind, text)) = message.split_first() else {
            return;
        };
        let path = || PathBuf::from(OsStr::from_bytes(text));
        match kind {
            b's' => {
                self.groups.insert(text.to_vec(), None);
            }
            b'g' => {
                let mut words = text.split(|&byte| byte == b' ');
                let (mark, group) = (words.next(), words.next());
                let group = group.and_then(|group| std::str::from_utf8(group).ok()?.parse().ok());
                self.groups.insert(mark.unwrap_or_default().to_vec(), group);
            }
            b'e' => {
                self.groups.remove(text);
            }
            b'p' => {
                self.paths.insert(path());
            }
            b'x' => {
                self.paths.remove(&path());
            }
            _ => {}
        }
    }

    fn clean_up(self, session: &str) {
        for group in self.groups.values().flatten() {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(*group), Signal::SIGKILL);
        }
        if !self.groups.is_empty() {
            #[cfg(target_os = "linux")]
            super::orphans::end_session(session);
            #[cfg(not(target_os = "linux"))]
            let _ = session;
        }
        for path in &self.paths {
            temporary::remove(path);
        }
    }
}

fn lock() -> MutexGuard<'static, Option<Child>> {
    GUARD.lock().unwrap_or_else(PoisonError::into_inner)
}
