//! A process that ends the children, and removes what is temporary, if the process
//! that started them is killed and cannot do it.
//!
//! It reads notes from a pipe, whose end it sees whatever became of the writer, and
//! sits in a process group of its own. The kernel could be asked to end children with
//! their parent, too, but only by a child about itself: that would take `unsafe`
//! between fork and exec, or another program before each solver, whose time would be
//! counted as the solver's; and it is a signal to the child alone.

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

/// What the guard is told. A note is a byte, then text, then a zero byte.
pub enum Note<'n> {
    /// A child is about to be started; its mark.
    Start(&'n str),
    /// It has this process group.
    Group(&'n str, u32),
    /// It has ended.
    End(&'n str),
    /// Something temporary is there.
    Path(&'n Path),
    /// It is gone.
    PathGone(&'n Path),
}

impl Note<'_> {
    fn bytes(&self) -> Vec<u8> {
        let (kind, text) = match self {
            Note::Start(mark) => (b's', mark.as_bytes().to_vec()),
            Note::Group(mark, group) => (b'g', format!("{mark} {group}").into_bytes()),
            Note::End(mark) => (b'e', mark.as_bytes().to_vec()),
            Note::Path(path) => (b'p', path.as_os_str().as_bytes().to_vec()),
            Note::PathGone(path) => (b'x', path.as_os_str().as_bytes().to_vec()),
        };
        [&[kind], &text[..], &[0]].concat()
    }
}

/// Starts the guard; its process id. Without one, children outlive a process that is
/// killed.
pub fn start(session: &str) -> Option<u32> {
    // The file itself, under whatever name it has by now.
    let program = match cfg!(target_os = "linux") {
        true => PathBuf::from("/proc/self/exe"),
        false => std::env::current_exe().ok()?,
    };
    let mut command = Command::new(program);
    command
        // Not to be ended together with this process because of its name.
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
    temporary::each(|path| tell(&Note::Path(path)));
    Some(pid)
}

/// Tells the guard something, if there is one.
pub fn tell(note: &Note<'_>) {
    if let Some(mut pipe) = lock().as_ref().and_then(|guard| guard.stdin.as_ref()) {
        let _ = pipe.write_all(&note.bytes());
    }
}

/// Lets the guard end, and waits for that.
pub fn dismiss() {
    if let Some(mut guard) = lock().take() {
        drop(guard.stdin.take());
        let _ = guard.wait();
    }
}

pub(super) fn note_start(mark: &str) {
    tell(&Note::Start(mark));
}

pub(super) fn note_group(mark: &str, group: u32) {
    tell(&Note::Group(mark, group));
}

pub(super) fn note_end(mark: &str) {
    tell(&Note::End(mark));
}

/// What is open, as far as the guard was told.
#[derive(Default)]
struct Open {
    groups: BTreeMap<Vec<u8>, Option<i32>>,
    paths: BTreeSet<PathBuf>,
}

/// Is the guard of this session: reads notes up to the end of the other process,
/// then ends what that left behind.
pub fn serve(session: &str) {
    let mut open = Open::default();
    for note in io::stdin().lock().split(0) {
        match note {
            Ok(note) => open.take(&note),
            Err(_) => break,
        }
    }
    open.end(session);
}

impl Open {
    fn take(&mut self, note: &[u8]) {
        let Some((kind, text)) = note.split_first() else {
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

    fn end(self, session: &str) {
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
