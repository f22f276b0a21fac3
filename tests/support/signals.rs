//! Signals to runs of the program.

use super::soon;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::process::Child;
use std::time::Duration;

pub fn send(child: &Child, signal: Signal) {
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap());
    kill(pid, signal).unwrap();
}

/// Waits until a run handles Ctrl-C, where nothing that it writes shows that it has begun. Only
/// Linux tells; elsewhere, some time must do.
pub fn await_handler(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let handles = || {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        caught.is_some_and(|mask| mask >> (Signal::SIGINT as i32 - 1) & 1 == 1)
    };
    match cfg!(target_os = "linux") {
        true => assert!(soon(handles), "Ctrl-C is not handled"),
        false => std::thread::sleep(Duration::from_secs(3)),
    }
}
