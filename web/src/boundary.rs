//! The module's exports.
//!
//! The loader writes a request at the address that `allocate` returns, calls `answer` with
//! that address, and reads the answer at the address and with the length that are the high
//! and the low half of the result; `release` frees it. Requests and answers are UTF-8.
//!
//! `unsafe` is needed to export functions by name, and to hand bytes to a caller outside
//! of Rust. An address that does not come from this module is the caller's mistake.

#![allow(unsafe_code)]

use std::panic;
use std::sync::Once;

#[link(wasm_import_module = "satoku")]
unsafe extern "C" {
    /// Tells the loader why the module is about to trap.
    fn report(address: *const u8, length: usize);
}

/// Bytes for a request of this length.
#[unsafe(no_mangle)]
extern "C" fn allocate(length: usize) -> *mut u8 {
    let bytes = vec![0_u8; length].into_boxed_slice();
    Box::into_raw(bytes).cast()
}

/// Answers the request at this address, which it frees.
///
/// # Safety
/// The address is one that `allocate` returned for this length, and is not used again.
#[unsafe(no_mangle)]
unsafe extern "C" fn answer(address: *mut u8, length: usize) -> u64 {
    report_panics();
    // SAFETY: `allocate` made a box of this length, and nothing else has it any more.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(address, length)) };
    let answer = crate::ask(&String::from_utf8_lossy(&request)).into_bytes();
    let bytes = Box::leak(answer.into_boxed_slice());
    (bytes.as_ptr() as u64) << 32 | bytes.len() as u64
}

/// Frees an answer.
///
/// # Safety
/// The address and the length are those of an answer, which is not used again.
#[unsafe(no_mangle)]
unsafe extern "C" fn release(address: *mut u8, length: usize) {
    // SAFETY: `answer` leaked a box of this length, and nothing else has it any more.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(address, length)) });
}

/// A panic ends the module with a trap that says nothing: its message goes ahead.
fn report_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        panic::set_hook(Box::new(|info| {
            let message = info.to_string();
            // SAFETY: the loader reads the bytes before the call returns.
            unsafe { report(message.as_ptr(), message.len()) };
        }));
    });
}
