//! Certificates: made, verified, forged and found out.

mod certificates;
mod engines;
mod foreign_text;
mod forged;
mod lrat;
#[path = "../support/mod.rs"]
mod support;
