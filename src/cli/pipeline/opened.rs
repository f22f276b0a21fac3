//! Paths of files that the shell opened before the program began, such as `/dev/stdout`.

use anyhow::Result;
use std::fs::File;
use std::path::Path;

/// Paths of what the shell opened.
const OPENED: [&str; 5] = [
    "/dev/stdout",
    "/dev/stderr",
    "/dev/stdin",
    "/dev/fd",
    "/proc/self/fd",
];

/// Whether this is the path of something that the shell opened.
pub fn is_path(path: &Path) -> bool {
    OPENED.iter().any(|opened| path.starts_with(opened))
}

/// Standard output or error, if the path says so: what is written follows what others wrote
/// there. Opening a file once more would begin at its start, and renaming another file would
/// replace it.
///
/// # Errors
/// The path of another regular file that the shell opened.
#[cfg(unix)]
pub fn output(path: &Path) -> Result<Option<File>> {
    use anyhow::{Context, bail};
    use std::io;
    use std::os::fd::AsFd;

    let is_one_of = |names: [&str; 3]| names.iter().any(|name| path == Path::new(name));
    let cannot = || format!("{}: cannot be written", path.display());
    if is_one_of(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) {
        let file = io::stdout().as_fd().try_clone_to_owned();
        return Ok(Some(file.with_context(cannot)?.into()));
    }
    if is_one_of(["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"]) {
        let file = io::stderr().as_fd().try_clone_to_owned();
        return Ok(Some(file.with_context(cannot)?.into()));
    }
    if is_path(path) && std::fs::metadata(path).is_ok_and(|data| data.is_file()) {
        bail!(
            "{}: is a regular file that the shell opened, expected its own name; or write to \
             standard output, with '-o -'",
            path.display()
        );
    }
    Ok(None)
}

/// There are no such paths.
#[cfg(not(unix))]
pub fn output(_: &Path) -> Result<Option<File>> {
    Ok(None)
}
