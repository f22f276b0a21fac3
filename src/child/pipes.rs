//! The output of a child, copied from pipes to files.
//!
//! A child may open `/dev/stdout`, as in `minisat {cnf} /dev/stdout`. That opens whatever its
//! standard output is, and would empty a file of what was printed before.

use std::fs::File;
use std::io;
use std::process::Command;

#[cfg(unix)]
pub use unix::Copying;

/// A file for an output, and the largest size that it may have.
pub struct Destination {
    /// The file.
    pub file: File,
    /// The limit in bytes; a little more is copied, so that the size shows it.
    #[cfg_attr(not(unix), expect(dead_code, reason = "files are not copied there"))]
    pub most: u64,
}

#[cfg(unix)]
mod unix {
    use super::{Command, Destination, io};
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::{Errno, ioctl_fionbio};
    use std::io::{ErrorKind, PipeReader, PipeWriter, Read, Write};
    use std::thread::{Builder, JoinHandle};

    /// A pipe holds this much on most systems.
    const BUFFER: usize = 64 << 10;

    /// A thread that copies until [`Copying::finish`].
    pub struct Copying {
        /// Closed to say that the child has ended.
        alive: PipeWriter,
        thread: JoinHandle<io::Result<()>>,
    }

    struct Source {
        /// `None` once it has ended.
        pipe: Option<PipeReader>,
        to: Destination,
        copied: u64,
    }

    impl Copying {
        /// Directs standard output and standard error of a command to these files.
        ///
        /// # Errors
        /// If there are no more pipes or threads.
        pub fn start(command: &mut Command, to: [Destination; 2]) -> io::Result<Copying> {
            let (stdout, stdout_writer) = io::pipe()?;
            let (stderr, stderr_writer) = io::pipe()?;
            let (ended, alive) = io::pipe()?;
            let [first, second] = to;
            let mut sources = [(stdout, first), (stderr, second)].map(|(pipe, to)| Source {
                pipe: Some(pipe),
                to,
                copied: 0,
            });
            let thread = Builder::new().name("copies output".into());
            let thread = thread
                .stack_size(BUFFER)
                .spawn(move || copy(&mut sources, &ended))?;
            command.stdout(stdout_writer).stderr(stderr_writer);
            Ok(Copying { alive, thread })
        }

        /// Copies what is left in the pipes of a child that has ended, even if another
        /// process keeps them open.
        ///
        /// # Errors
        /// If a file could not be written.
        pub fn finish(self) -> io::Result<()> {
            drop(self.alive);
            let copied = self.thread.join();
            copied.unwrap_or_else(|_| Err(io::Error::other("its output was not copied")))
        }
    }

    fn copy(sources: &mut [Source; 2], ended: &PipeReader) -> io::Result<()> {
        let mut buffer = vec![0; BUFFER];
        loop {
            let open = sources.iter().filter_map(|source| source.pipe.as_ref());
            let mut waiting: Vec<PollFd<'_>> = open
                .chain([ended])
                .map(|pipe| PollFd::new(pipe, PollFlags::IN))
                .collect();
            match poll(&mut waiting, None) {
                Err(Errno::INTR) => continue,
                polled => polled?,
            };
            let mut is_ready = waiting.iter().map(|each| !each.revents().is_empty());
            let ready = [&sources[0], &sources[1]]
                .map(|source| source.pipe.is_some() && is_ready.next() == Some(true));
            let has_ended = is_ready.next() == Some(true);
            if has_ended {
                return sources
                    .iter_mut()
                    .try_for_each(|source| source.drain(&mut buffer));
            }
            for (source, _) in sources.iter_mut().zip(ready).filter(|(_, ready)| *ready) {
                source.read(&mut buffer)?;
            }
        }
    }

    impl Source {
        /// Copies what the pipe holds, once. The pipe is closed at its end and where the
        /// file has become too large.
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<()> {
            let Some(pipe) = &mut self.pipe else {
                return Ok(());
            };
            let read = match pipe.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(()),
                read => read?,
            };
            self.to.file.write_all(&buffer[..read])?;
            self.copied += read as u64;
            if read == 0 || self.copied > self.to.most {
                self.pipe = None;
            }
            Ok(())
        }

        /// Copies until the pipe is empty.
        fn drain(&mut self, buffer: &mut [u8]) -> io::Result<()> {
            if let Some(pipe) = &self.pipe {
                ioctl_fionbio(pipe, true)?;
            }
            while self.pipe.is_some() {
                match self.read(buffer) {
                    Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                    read => read?,
                }
            }
            Ok(())
        }
    }
}

/// Nothing needs to be copied where no file stands for the output of a process.
#[cfg(not(unix))]
pub struct Copying;

#[cfg(not(unix))]
impl Copying {
    /// Directs standard output and standard error of a command to these files.
    ///
    /// # Errors
    /// Never.
    pub fn start(command: &mut Command, to: [Destination; 2]) -> io::Result<Copying> {
        let [stdout, stderr] = to;
        command.stdout(stdout.file).stderr(stderr.file);
        Ok(Copying)
    }

    /// Does nothing.
    ///
    /// # Errors
    /// Never.
    pub fn finish(self) -> io::Result<()> {
        Ok(())
    }
}
