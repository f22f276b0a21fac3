//! The running children: how they are started, waited for and ended.

use super::{Termination, temporary, wait};
use crate::limits::Limits;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The environment variable that marks a child and everything it starts.
pub const MARK: &str = "SATOKU_RUN";

static REGISTRY: Mutex<Registry> = Mutex::new(Registry {
    marks: BTreeMap::new(),
    foreign: BTreeSet::new(),
    started: 0,
    prepared: false,
});

/// Whether all children of this process are started here, see [`take_charge`].
static IN_CHARGE: AtomicBool = AtomicBool::new(false);

/// Whether the process is about to end.
static ENDING: AtomicBool = AtomicBool::new(false);

/// All running children. Children are started and reaped only under its lock.
struct Registry {
    /// The mark of each child by process id.
    marks: BTreeMap<u32, String>,
    /// Children that were not started here.
    foreign: BTreeSet<u32>,
    started: u64,
    prepared: bool,
}

/// A running child. It is killed when this is dropped.
pub struct RunningChild {
    child: Child,
    mark: String,
    ended: bool,
}

/// Declares that this process has no other children than those started here. From the
/// first one on it adopts orphans, if the system supports that, and a guard ends its
/// children if it is killed.
pub fn take_charge() {
    IN_CHARGE.store(true, Ordering::Relaxed);
}

/// Kills all children and removes temporary files, before the process exits. No child
/// can be started after that.
pub fn end_all() {
    ENDING.store(true, Ordering::SeqCst);
    let registry = lock();
    for &pid in registry.marks.keys() {
        kill_group(pid);
    }
    for mark in registry.marks.values() {
        registry.end_orphans(mark);
    }
    drop(registry);
    temporary::remove_all();
}

/// Ends the guard, if there is one.
pub fn dismiss_guard() {
    #[cfg(unix)]
    super::guard::dismiss();
}

/// Whether [`end_all`] was called, which is why children end.
pub fn is_ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// A mark for the children of this process and of no other.
pub fn session() -> &'static str {
    static SESSION: OnceLock<String> = OnceLock::new();
    SESSION.get_or_init(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |now| now.as_nanos());
        format!("{}-{now}", std::process::id())
    })
}

/// The error; where the system says "not found", with both of its possible causes.
fn with_other_cause(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::NotFound => {
            let text = format!("{error}: the program, or the interpreter in its first line");
            io::Error::new(error.kind(), text)
        }
        _ => error,
    }
}

impl RunningChild {
    /// Starts a command in a process group of its own.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(mut command: Command) -> io::Result<RunningChild> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // No child may be missing from the registry while others look at it.
        let mut registry = lock();
        if is_ending() {
            return Err(io::Error::other("interrupted"));
        }
        registry.prepare();
        registry.started += 1;
        let mark = format!("{}/{}", session(), registry.started);
        note_start(&mark);
        let child = match command.env(MARK, &mark).spawn() {
            Ok(child) => child,
            Err(error) => {
                note_end(&mark);
                return Err(with_other_cause(error));
            }
        };
        note_group(&mark, child.id());
        registry.marks.insert(child.id(), mark.clone());
        Ok(RunningChild {
            child,
            mark,
            ended: false,
        })
    }

    /// Waits for the end of the child, or kills it when `stop` says so.
    ///
    /// # Errors
    /// If it cannot be waited for.
    pub fn wait(
        &mut self,
        limits: &Limits,
        stop: impl Fn() -> Option<Termination>,
    ) -> io::Result<Option<Termination>> {
        let pid = self.child.id();
        wait::until_end(&mut self.child, limits, stop, || kill_group(pid))
    }

    /// Kills what is left of the child and of what it started. Returns how it ended, and
    /// the CPU time of all of it.
    ///
    /// # Errors
    /// If it cannot be waited for.
    pub fn finish(mut self) -> io::Result<(ExitStatus, Option<Duration>)> {
        self.end()
    }

    fn end(&mut self) -> io::Result<(ExitStatus, Option<Duration>)> {
        self.ended = true;
        let pid = self.child.id();
        let mut registry = lock();
        kill_group(pid);
        let before = wait::cpu_of_reaped();
        let _ = self.child.kill();
        let status = self.child.wait();
        registry.end_orphans(&self.mark);
        let after = wait::cpu_of_reaped();
        registry.marks.remove(&pid);
        note_end(&self.mark);
        let cpu = after.zip(before);
        let cpu = cpu.map(|(after, before)| after.saturating_sub(before));
        Ok((status?, cpu))
    }
}

impl Drop for RunningChild {
    fn drop(&mut self) {
        if !self.ended {
            let _ = self.end();
        }
    }
}

impl Registry {
    /// Prepares for the first child.
    fn prepare(&mut self) {
        if self.prepared || !IN_CHARGE.load(Ordering::Relaxed) {
            return;
        }
        self.prepared = true;
        #[cfg(target_os = "linux")]
        {
            self.foreign = super::orphans::adopt();
        }
        #[cfg(unix)]
        self.foreign.extend(super::guard::start(session()));
    }

    /// Kills processes that left the group of a child. If it is the only child, all
    /// unknown processes are taken for its own.
    fn end_orphans(&self, mark: &str) {
        #[cfg(target_os = "linux")]
        if self.prepared {
            use super::orphans::{self, Orphans};
            let is_known = |pid| self.marks.contains_key(&pid) || self.foreign.contains(&pid);
            // The first process of a container adopts the orphans of others as well.
            let ended = match self.marks.len() == 1 && std::process::id() != 1 {
                true => Orphans::AllUnknown,
                false => Orphans::Marked(mark),
            };
            orphans::end(ended, is_known);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = (mark, &self.foreign);
    }
}

/// Kills a child and its process group.
fn kill_group(pid: u32) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(pid) {
        use nix::sys::signal::{Signal, killpg};
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    let _ = pid;
}

#[cfg(unix)]
use super::guard::{note_end, note_group, note_start};

#[cfg(not(unix))]
fn note_start(_: &str) {}
#[cfg(not(unix))]
fn note_group(_: &str, _: u32) {}
#[cfg(not(unix))]
fn note_end(_: &str) {}

fn lock() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}
