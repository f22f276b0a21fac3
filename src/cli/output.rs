//! Where answers go: stdout, or a file that appears only when it is complete.

use anyhow::{Context, Result};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// An output, shared with the input that flushes it before it waits.
#[derive(Clone)]
pub struct Output {
    writer: Rc<RefCell<BufWriter<Box<dyn Write>>>>,
    file: Option<PathBuf>,
}

impl Output {
    /// Standard output, or the file. Until [`Output::finish`] the answers to a
    /// file stand in `FILE.partial` beside it.
    pub fn open(path: Option<&Path>) -> Result<Output> {
        let path = path.filter(|path| path.as_os_str() != "-");
        let sink: Box<dyn Write> = match path {
            None => Box::new(io::stdout()),
            Some(path) => {
                if path.is_dir() {
                    anyhow::bail!("{}: is a folder, expected a file to write", path.display());
                }
                let partial = partial_path(path);
                let file = File::create(&partial);
                Box::new(file.with_context(|| format!("{}: cannot be written", partial.display()))?)
            }
        };
        Ok(Output {
            writer: Rc::new(RefCell::new(BufWriter::with_capacity(1 << 16, sink))),
            file: path.map(Path::to_owned),
        })
    }

    /// Whether a person reads it.
    pub fn is_terminal(&self) -> bool {
        self.file.is_none() && io::stdout().is_terminal()
    }

    /// Hands on what was written. Errors show up at the next write.
    pub fn flush_quietly(&self) {
        let _ = self.writer.borrow_mut().flush();
    }

    /// Flushes, and gives a file its name.
    pub fn finish(self) -> Result<()> {
        self.writer.borrow_mut().flush()?;
        if let Some(path) = &self.file {
            std::fs::rename(partial_path(path), path)
                .with_context(|| format!("{}: cannot be written", path.display()))?;
        }
        Ok(())
    }

    /// Flushes, and tells where the answers so far are kept.
    pub fn abandon(self) {
        self.flush_quietly();
        if let Some(path) = &self.file {
            let partial = partial_path(path);
            match std::fs::metadata(&partial) {
                Ok(data) if data.len() == 0 => {
                    let _ = std::fs::remove_file(&partial);
                }
                _ => eprintln!(
                    "satoku: {} was not written; the answers so far are kept in {}",
                    path.display(),
                    partial.display()
                ),
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.borrow_mut().flush()
    }
}

fn partial_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

/// Runs `work` with the output and completes it, or keeps what is there.
pub fn with_output<T>(
    path: Option<&Path>,
    work: impl FnOnce(&mut Output) -> Result<T>,
) -> Result<T> {
    let mut output = Output::open(path)?;
    match work(&mut output) {
        Ok(value) => {
            output.finish()?;
            Ok(value)
        }
        Err(error) => {
            output.abandon();
            Err(error)
        }
    }
}
