//! The children that run now: started, waited for and ended one by one.

use super::{Ended, temporary, wait};
use crate::limits::Limits;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The environment variable by which a child, and what it starts, is known.
pub const MARK: &str = "SATOKU_RUN";

static LIVE: Mutex<Live> = Mutex::new(Live {
    runs: BTreeMap::new(),
    strangers: BTreeSet::new(),
    started: 0,
    prepared: false,
});

/// Whether this process has no other children, see [`take_charge`].
static IN_CHARGE: AtomicBool = AtomicBool::new(false);

/// Whether the process is about to end.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Who holds this lock may start and reap children.
struct Live {
    /// The marks of those that run, by process id.
    runs: BTreeMap<u32, String>,
    /// Children that were there before us.
    strangers: BTreeSet<u32>,
    started: u64,
    prepared: bool,
}

/// A child that runs. It ends when this is dropped.
pub struct Run {
    child: Child,
    mark: String,
    ended: bool,
}

/// Says that this process is a program of its own, whose children are those that it
/// starts here: from the first one on it adopts orphans, where the system can do
/// that, and has a guard that ends its children if it is killed.
pub fn take_charge() {
    IN_CHARGE.store(true, Ordering::Relaxed);
}

/// Ends all children and removes what is temporary; for the end of the process. No
/// child is started any more.
pub fn end_all() {
    ENDING.store(true, Ordering::SeqCst);
    let live = lock();
    for &pid in live.runs.keys() {
        kill_group(pid);
    }
    for mark in live.runs.values() {
        live.end_orphans(mark, live.runs.len() == 1);
    }
    drop(live);
    temporary::remove_all();
}

/// Sends the guard home, if there is one.
pub fn dismiss_guard() {
    #[cfg(unix)]
    super::guard::dismiss();
}

/// Whether [`end_all`] was called, which explains how children end.
pub fn is_ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// What marks the children of this process and of no other.
pub fn session() -> &'static str {
    static SESSION: OnceLock<String> = OnceLock::new();
    SESSION.get_or_init(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |now| now.as_nanos());
        format!("{}-{now}", std::process::id())
    })
}

impl Run {
    /// Starts a command in a process group of its own.
    ///
    /// # Errors
    /// What the system says.
    pub fn start(mut command: Command) -> io::Result<Run> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // Nobody may look at the children while one is not in the list.
        let mut live = lock();
        if is_ending() {
            return Err(io::Error::other("interrupted"));
        }
        live.prepare();
        live.started += 1;
        let mark = format!("{}/{}", session(), live.started);
        note_start(&mark);
        let child = match command.env(MARK, &mark).spawn() {
            Ok(child) => child,
            Err(error) => {
                note_end(&mark);
                return Err(error);
            }
        };
        note_group(&mark, child.id());
        live.runs.insert(child.id(), mark.clone());
        Ok(Run {
            child,
            mark,
            ended: false,
        })
    }

    /// Waits for the end of the child, or ends it when `stop` says so.
    ///
    /// # Errors
    /// If it cannot be waited for.
    pub fn wait(
        &mut self,
        limits: &Limits,
        stop: impl Fn() -> Option<Ended>,
    ) -> io::Result<Option<Ended>> {
        let pid = self.child.id();
        wait::until_end(&mut self.child, limits, stop, || kill_group(pid))
    }

    /// Ends what is left of the child and of what it started; how it ended, and the
    /// CPU time of all that.
    ///
    /// # Errors
    /// If it cannot be waited for.
    pub fn finish(mut self) -> io::Result<(ExitStatus, Option<Duration>)> {
        self.end()
    }

    fn end(&mut self) -> io::Result<(ExitStatus, Option<Duration>)> {
        self.ended = true;
        let pid = self.child.id();
        let mut live = lock();
        kill_group(pid);
        let before = wait::cpu_of_reaped();
        let _ = self.child.kill();
        let status = self.child.wait();
        live.end_orphans(&self.mark, live.runs.len() == 1);
        let after = wait::cpu_of_reaped();
        live.runs.remove(&pid);
        note_end(&self.mark);
        let cpu = after.zip(before);
        let cpu = cpu.map(|(after, before)| after.saturating_sub(before));
        Ok((status?, cpu))
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        if !self.ended {
            let _ = self.end();
        }
    }
}

impl Live {
    /// Makes ready for the first child.
    fn prepare(&mut self) {
        if self.prepared || !IN_CHARGE.load(Ordering::Relaxed) {
            return;
        }
        self.prepared = true;
        #[cfg(target_os = "linux")]
        {
            self.strangers = super::orphans::adopt();
        }
        #[cfg(unix)]
        self.strangers.extend(super::guard::start(session()));
    }

    /// Ends processes that left the group of a run; those of no known run, too, if it
    /// is the only one.
    fn end_orphans(&self, mark: &str, alone: bool) {
        #[cfg(target_os = "linux")]
        if self.prepared {
            let is_known = |pid| self.runs.contains_key(&pid) || self.strangers.contains(&pid);
            // The first process of a container adopts the orphans of others, too.
            let alone = alone && std::process::id() != 1;
            super::orphans::end(mark, alone, is_known);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = (mark, alone, &self.strangers);
    }
}

/// Ends a child and its process group.
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

fn lock() -> MutexGuard<'static, Live> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}
