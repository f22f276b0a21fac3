//! Answers requests from standard input, one a line, without a browser.
//!
//! ```text
//! echo '{"ask":"solve","puzzle":"1..............."}' | cargo run -p satoku-web --example ask
//! ```

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for request in io::stdin().lock().lines() {
        writeln!(out, "{}", satoku_web::ask(&request?))?;
    }
    Ok(())
}
