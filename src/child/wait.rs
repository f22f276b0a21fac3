//! Waiting for the end of a child, and the CPU time it took.

use super::Termination;
use crate::limits::Limits;
use std::io;
use std::process::Child;
use std::time::Duration;

/// How often to check stop flags and file sizes.
const TICK: Duration = Duration::from_millis(10);

/// How long to wait until the next check.
fn pause(limits: &Limits) -> Duration {
    // A little longer than the deadline, so that it has passed then.
    let left = limits
        .remaining()
        .map(|left| left + Duration::from_micros(100));
    left.map_or(TICK, |left| left.min(TICK))
}

/// Waits for the end of a child without reaping it. Calls `kill` if `stop` returns a
/// reason, and returns that reason.
///
/// A second thread waits for the child and wakes this one, so that the end is noticed
/// at once.
#[cfg(all(unix, not(target_os = "openbsd")))]
pub fn until_end(
    child: &mut Child,
    limits: &Limits,
    stop: impl Fn() -> Option<Termination>,
    kill: impl Fn(),
) -> io::Result<Option<Termination>> {
    use std::sync::mpsc::{RecvTimeoutError, channel};
    let pid = child.id();
    let (signal, ended) = channel::<()>();
    std::thread::scope(|scope| {
        let waiter = std::thread::Builder::new().name("waits for a child".into());
        waiter
            .stack_size(64 << 10)
            .spawn_scoped(scope, move || {
                block(pid);
                drop(signal);
            })
            .inspect_err(|_| kill())?;
        loop {
            match ended.recv_timeout(pause(limits)) {
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(why) = stop() {
                        kill();
                        return Ok(Some(why));
                    }
                }
            }
        }
    })
}

/// Blocks until a child has ended, and leaves it to be reaped.
#[cfg(all(unix, not(target_os = "openbsd")))]
fn block(pid: u32) {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else {
        return;
    };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while let Err(rustix::io::Errno::INTR) = waitid(WaitId::Pid(pid), options) {}
}

/// Waits for the end of a child where the system cannot do so without reaping.
#[cfg(not(all(unix, not(target_os = "openbsd"))))]
pub fn until_end(
    child: &mut Child,
    limits: &Limits,
    stop: impl Fn() -> Option<Termination>,
    kill: impl Fn(),
) -> io::Result<Option<Termination>> {
    const INTERVAL: Duration = Duration::from_millis(1);
    loop {
        if child.try_wait()?.is_some() {
            return Ok(None);
        }
        if let Some(why) = stop() {
            kill();
            let _ = child.kill();
            return Ok(Some(why));
        }
        std::thread::sleep(pause(limits).min(INTERVAL));
    }
}

/// The CPU time, user and system, of all children reaped so far and of their children.
/// Its increase while a single child is reaped is the time of that child.
#[cfg(unix)]
pub fn cpu_of_reaped() -> Option<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let times = [usage.user_time(), usage.system_time()];
    let times = times.map(|time| {
        let seconds = u64::try_from(time.tv_sec()).unwrap_or(0);
        let micros = u64::try_from(time.tv_usec()).unwrap_or(0);
        Duration::from_secs(seconds) + Duration::from_micros(micros)
    });
    Some(times.iter().sum())
}

/// Not available on this system.
#[cfg(not(unix))]
pub fn cpu_of_reaped() -> Option<Duration> {
    None
}
