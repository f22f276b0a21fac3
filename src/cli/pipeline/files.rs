//! What file systems do differently on Unix and elsewhere: permission bits, links,
//! identity of files. Elsewhere there are no bits and no check for links.

#[cfg(not(unix))]
pub use elsewhere::*;
#[cfg(unix)]
pub use unix::*;

#[cfg(unix)]
mod unix {
    use nix::fcntl::OFlag;
    use std::fs::{File, Metadata, OpenOptions, Permissions};
    use std::io;
    use std::os::fd::AsFd;
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};

    /// The bits that let the owner write the file.
    pub const OWNER: u32 = 0o600;

    /// The bits of a new file, subject to the user's umask.
    pub const NEW: u32 = 0o666;

    /// The permission bits.
    pub fn mode(data: &Metadata) -> u32 {
        data.permissions().mode() & 0o777
    }

    /// Changes the permission bits.
    pub fn set_mode(file: &File, mode: u32) -> io::Result<()> {
        file.set_permissions(Permissions::from_mode(mode))
    }

    /// Opens no links, and makes files with these bits.
    pub fn without_links(options: &mut OpenOptions, mode: u32) -> &mut OpenOptions {
        let flags = OFlag::O_NOFOLLOW.bits();
        options.mode(mode).custom_flags(flags)
    }

    /// Opens no links, and does not wait for the other end of a pipe.
    pub fn without_links_or_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
        let flags = OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK;
        options.custom_flags(flags.bits())
    }

    /// Whether both describe one file.
    pub fn are_same(one: &Metadata, other: &Metadata) -> bool {
        number(one) == number(other)
    }

    /// What no two files share, whatever their names.
    pub fn number(data: &Metadata) -> Option<(u64, u64)> {
        Some((data.dev(), data.ino()))
    }

    /// What standard input reads, if it is open.
    pub fn standard_input() -> Option<Metadata> {
        let input = io::stdin().as_fd().try_clone_to_owned().ok()?;
        File::from(input).metadata().ok()
    }

    /// Where standard output goes, if it is open.
    pub fn standard_output() -> Option<Metadata> {
        let output = io::stdout().as_fd().try_clone_to_owned().ok()?;
        File::from(output).metadata().ok()
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::fs::{File, Metadata, OpenOptions};
    use std::io;

    /// There are no bits.
    pub const OWNER: u32 = 0;

    /// There are no bits.
    pub const NEW: u32 = 0;

    /// There are no bits.
    pub fn mode(_: &Metadata) -> u32 {
        0
    }

    /// There are no bits to change.
    pub fn set_mode(_: &File, _: u32) -> io::Result<()> {
        Ok(())
    }

    /// Opens links, too.
    pub fn without_links(options: &mut OpenOptions, _: u32) -> &mut OpenOptions {
        options
    }

    /// Opens links, too.
    pub fn without_links_or_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
        options
    }

    /// An open file keeps its name.
    pub fn are_same(_: &Metadata, _: &Metadata) -> bool {
        true
    }

    /// Files have no numbers.
    pub fn number(_: &Metadata) -> Option<(u64, u64)> {
        None
    }

    /// Without numbers, nobody can tell which file it is.
    pub fn standard_input() -> Option<Metadata> {
        None
    }

    /// Without numbers, nobody can tell which file it is.
    pub fn standard_output() -> Option<Metadata> {
        None
    }
}
