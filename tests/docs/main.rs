//! What is written down is what the program does: the examples of the READMEs, and
//! the recorded answers to a few hundred command lines.
#![cfg(unix)]

mod corpus;
mod readme;
