//! The program does what is written down: the examples in the READMEs, and the
//! recorded answers to a few hundred command lines.
#![cfg(unix)]

mod corpus;
mod readme;
#[path = "../support/mod.rs"]
mod support;
