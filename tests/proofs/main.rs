//! Certificates: good ones are accepted, forged ones are rejected.

mod archives;
mod certificates;
mod cubes;
mod engines;
mod foreign_text;
mod forged;
mod lrat;
mod mutated;
mod plain;
mod prices;
#[path = "../support/mod.rs"]
mod support;
#[cfg(unix)]
mod unwritten;
mod variants;
