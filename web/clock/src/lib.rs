//! std's clock and, on `wasm32-unknown-unknown`, where that one panics, a clock that the
//! loader of the module provides: the import `satoku.now`, in milliseconds.
//!
//! Stands in for the crate `web-time`, which reads the browser's clock by wasm-bindgen, and
//! has as much of its interface as satoku and microlp use.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod imported;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::{Duration, Instant};

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use {imported::Instant, std::time::Duration};
