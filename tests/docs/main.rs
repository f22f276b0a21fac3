//! The program does what is written down: the examples in the READMEs, and the
//! recorded answers to some 680 command lines.
#![cfg(unix)]

mod corpus;
mod readme;
#[path = "../support/mod.rs"]
mod support;
