//! The output of the running verb, for the handler of signals.

use super::{Shared, lock};
use crate::cli::exit;
use std::sync::{Arc, Mutex, TryLockError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for a busy output before exiting.
const LAST_WAIT: Duration = Duration::from_millis(100);

static CURRENT: Mutex<Weak<Mutex<Shared>>> = Mutex::new(Weak::new());

/// Makes this the output of the running verb.
pub(super) fn set(output: &Arc<Mutex<Shared>>) {
    *lock(&CURRENT) = Arc::downgrade(output);
}

/// Keeps the answers of the running verb before the program exits. An output that is
/// locked by a blocked write is left as it is. Returns whether all could be written, as far as it
/// is known; what could not is reported.
pub fn abandon_current() -> bool {
    let start = Instant::now();
    while start.elapsed() < LAST_WAIT {
        let current = match CURRENT.try_lock() {
            Ok(current) => current.upgrade(),
            Err(_) => None,
        };
        let Some(shared) = current else {
            return true;
        };
        let abandoned = match shared.try_lock() {
            Ok(mut shared) => shared.abandon(),
            Err(TryLockError::Poisoned(shared)) => shared.into_inner().abandon(),
            Err(TryLockError::WouldBlock) => {
                thread::sleep(Duration::from_millis(2));
                continue;
            }
        };
        let is_written = abandoned.is_ok();
        if let Err(fault) = abandoned {
            exit::report(&fault.into());
        }
        return is_written;
    }
    true
}
