//! The program does what is written down: the examples in the READMEs, and the
//! recorded answers to hundreds of command lines; and what ships may ship.
#![cfg(unix)]

mod corpus;
mod json;
mod kernels;
mod layers;
mod licences;
mod readme;
#[path = "../support/mod.rs"]
mod support;
