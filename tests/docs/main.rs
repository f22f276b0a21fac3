//! The program does what is written down: the examples in the READMEs, and the
//! recorded answers to some 680 command lines; and what ships may ship.
#![cfg(unix)]

mod corpus;
mod licences;
mod readme;
#[path = "../support/mod.rs"]
mod support;
