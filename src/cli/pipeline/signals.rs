//! Signals that ask the program to end: Ctrl-C, and on Unix SIGTERM, SIGHUP and the limit on
//! processor time; and two whose handlers do nothing.

use crate::child;
use crate::cli::exit::{Exit, SIGNAL};
use crate::cli::pipeline::output;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a verb has to end after a signal before the process exits.
const GRACE: Duration = Duration::from_millis(700);

static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The flag that a signal sets. A verb that does not see it in time, because it waits
/// for input, is ended after its answers are flushed.
pub fn stop_flag() -> Arc<AtomicBool> {
    let install = || {
        let flag = Arc::new(AtomicBool::new(false));
        handle(flag.clone());
        flag
    };
    STOP.get_or_init(install).clone()
}

/// Handles signals from now on, for work that may wait or write before it has limits.
pub fn listen() {
    stop_flag();
}

/// Exits now: ends child processes, flushes the answers, removes temporary files. Answers that
/// cannot be flushed are a fault, but a signal is still told as such.
pub fn leave(exit: Exit) -> ! {
    child::end_all();
    let is_written = output::abandon_current();
    let exit = match exit {
        Exit::Interrupted => exit,
        _ if is_written => exit,
        _ => Exit::Fault,
    };
    child::dismiss_guard();
    std::process::exit(i32::from(exit.code()))
}

/// Sets the flag, and exits if the verb has not ended soon after.
fn end_gracefully(signal: u8, flag: &AtomicBool) {
    SIGNAL.store(signal, Ordering::Relaxed);
    flag.store(true, Ordering::Relaxed);
    std::thread::sleep(GRACE);
    leave(Exit::Interrupted)
}

/// Without a handler a signal still ends the program, but less gracefully.
#[cfg(unix)]
fn handle(flag: Arc<AtomicBool>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXCPU};
    use signal_hook::iterator::Signals;
    use std::sync::mpsc::channel;
    let ignored = Ignored::at_start();
    let mut wanted = vec![SIGINT, SIGTERM, SIGXCPU];
    wanted.retain(|&signal| !ignored.may_have(signal, false));
    // Under `nohup` it must stay ignored, also where the system does not tell.
    if !ignored.may_have(SIGHUP, true) {
        wanted.push(SIGHUP);
    }
    // The thread first: with handlers and without a thread, nothing would end the program.
    let (send, receive) = channel::<Signals>();
    let thread = std::thread::Builder::new().name("signals".into());
    let started = thread.spawn(move || {
        let signals = receive.recv();
        if let Some(signal) = signals
            .ok()
            .and_then(|mut signals| signals.forever().next())
        {
            end_gracefully(u8::try_from(signal).unwrap_or(2), &flag);
        }
    });
    if let (Ok(_), Ok(signals)) = (started, Signals::new(wanted)) {
        let _ = send.send(signals);
    }
}

/// Installs handlers that do nothing. Without that of SIGXFSZ, a write beyond the limit on the size
/// of files would end the program without a message instead of failing; without that of SIGCHLD,
/// how children end would be lost if the parent process ignores this signal.
pub fn install_idle_handlers() {
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGXFSZ, signal_hook::consts::SIGCHLD] {
        let unread = Arc::new(AtomicBool::new(false));
        let _ = signal_hook::flag::register(signal, unread);
    }
}

/// The signals that whoever started the program ignores: shells do so for what runs in the
/// background of a script, and `nohup` does. `None` where the system does not tell.
#[cfg(unix)]
struct Ignored(Option<u64>);

#[cfg(unix)]
impl Ignored {
    /// Before any handler is installed.
    fn at_start() -> Ignored {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        Ignored(mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()))
    }

    /// Whether it has this signal; `unknown` where the system does not tell.
    fn may_have(&self, signal: i32, unknown: bool) -> bool {
        self.0
            .map_or(unknown, |mask| mask & (1 << (signal - 1)) != 0)
    }
}

#[cfg(not(unix))]
fn handle(flag: Arc<AtomicBool>) {
    const CTRL_C: u8 = 2;
    let _ = ctrlc::set_handler(move || end_gracefully(CTRL_C, &flag));
}
