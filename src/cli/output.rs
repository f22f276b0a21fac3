//! Where answers go: stdout, or a file that appears only when it is complete.

use crate::escape;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Answers wait no longer than this for more of them to come.
const PATIENCE: Duration = Duration::from_millis(50);

/// An output, shared with the input that flushes it before it waits, and with
/// the handler of Ctrl-C.
#[derive(Clone)]
pub struct Output {
    shared: Arc<Mutex<Shared>>,
    terminal: bool,
}

struct Shared {
    writer: BufWriter<Box<dyn Write + Send>>,
    file: Option<Destination>,
    flushed: Instant,
    failed: Option<io::Error>,
}

/// A file in the making.
struct Destination {
    path: PathBuf,
    partial: PathBuf,
}

/// The output of the running verb, for the handler of Ctrl-C.
static CURRENT: Mutex<Weak<Mutex<Shared>>> = Mutex::new(Weak::new());

impl Output {
    /// Standard output, or the file. Until [`Output::finish`] the answers to a
    /// file stand in `FILE.partial` beside it. Pipes and devices are written to
    /// as they are.
    pub fn open(path: Option<&Path>) -> Result<Output> {
        let path = path.filter(|path| path.as_os_str() != "-");
        let (sink, file) = match path {
            None => (Box::new(io::stdout()) as Box<dyn Write + Send>, None),
            Some(path) => open_file(path)?,
        };
        let terminal = path.is_none() && io::stdout().is_terminal();
        Ok(Output::with(sink, file, terminal))
    }

    fn with(sink: Box<dyn Write + Send>, file: Option<Destination>, terminal: bool) -> Output {
        let shared = Arc::new(Mutex::new(Shared {
            writer: BufWriter::with_capacity(1 << 16, sink),
            file,
            flushed: Instant::now(),
            failed: None,
        }));
        *lock(&CURRENT) = Arc::downgrade(&shared);
        Output { shared, terminal }
    }

    /// What an interrupted run left behind in `FILE.partial`, or a complete run in
    /// the file itself, to be gone on with: `each` sees the whole lines, and a line
    /// without an end is cut off. Without either a run starts.
    pub fn resume(path: &Path, each: &mut dyn FnMut(&[u8])) -> Result<Output> {
        let (target, partial) = partial_of(path);
        let cannot = || format!("{}: cannot be resumed", partial.display());
        for file in [&target, &partial] {
            if std::fs::metadata(file).is_ok_and(|data| !data.is_file()) {
                bail!(
                    "{}: is no file, expected one to be gone on with",
                    file.display()
                );
            }
        }
        if !partial.exists() {
            if !target.exists() {
                return Output::open(Some(path));
            }
            std::fs::copy(&target, &partial).with_context(cannot)?;
        }
        let whole = read_lines(&partial, each).with_context(cannot)?;
        let file = File::options().append(true).open(&partial);
        let file = file.with_context(cannot)?;
        file.set_len(whole).with_context(cannot)?;
        let destination = Destination {
            path: target,
            partial,
        };
        Ok(Output::with(Box::new(file), Some(destination), false))
    }

    /// Whether a person reads it.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Hands on what was written; an error shows up at the next write.
    pub fn flush_quietly(&self) {
        lock(&self.shared).flush_quietly();
    }

    /// An answer is complete: it goes out at once to a terminal, and to others
    /// when the last went out a while ago.
    pub fn answer_done(&self) {
        let mut shared = lock(&self.shared);
        if self.terminal || shared.flushed.elapsed() >= PATIENCE {
            shared.flush_quietly();
        }
    }

    /// Flushes, and gives a file its name.
    pub fn finish(&self) -> Result<()> {
        let mut shared = lock(&self.shared);
        shared.flush()?;
        if let Some(file) = &shared.file {
            std::fs::rename(&file.partial, &file.path)
                .with_context(|| format!("{}: cannot be written", file.path.display()))?;
            shared.file = None;
        }
        Ok(())
    }

    /// Flushes, and tells where the answers so far are kept.
    pub fn abandon(self) {
        lock(&self.shared).abandon();
    }
}

impl Shared {
    fn flush_quietly(&mut self) {
        if let Err(error) = self.flush() {
            self.failed.get_or_insert(error);
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.writer.flush(),
        }
    }

    fn abandon(&mut self) {
        self.flush_quietly();
        let Some(file) = self.file.take() else {
            return;
        };
        match std::fs::metadata(&file.partial) {
            Ok(data) if data.len() == 0 => {
                let _ = std::fs::remove_file(&file.partial);
            }
            _ => tell(format_args!(
                "{} was not written; the answers so far are kept in {}",
                file.path.display(),
                file.partial.display()
            )),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut shared = lock(&self.shared);
        match shared.failed.take() {
            Some(error) => Err(error),
            None => shared.writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        lock(&self.shared).flush()
    }
}

fn open_file(path: &Path) -> Result<(Box<dyn Write + Send>, Option<Destination>)> {
    let cannot = |path: &Path| format!("{}: cannot be written", path.display());
    match std::fs::metadata(path) {
        Ok(data) if data.is_dir() => {
            bail!("{}: is a folder, expected a file to write", path.display())
        }
        Ok(data) if !data.is_file() => {
            let file = File::options().write(true).open(path);
            let file = file.with_context(|| cannot(path))?;
            return Ok((Box::new(file), None));
        }
        _ => {}
    }
    let (path, partial) = partial_of(path);
    let file = File::create(&partial).with_context(|| cannot(&partial))?;
    Ok((Box::new(file), Some(Destination { path, partial })))
}

/// Writes a file at once: whole or not at all. Links keep pointing where they
/// point; pipes and devices are written to as they are.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let cannot = || format!("{}: cannot be written", path.display());
    let (mut sink, file) = open_file(path)?;
    let written = sink.write_all(bytes).and_then(|()| sink.flush());
    if let Some(file) = file {
        if let Err(error) = written.and_then(|()| std::fs::rename(&file.partial, &file.path)) {
            let _ = std::fs::remove_file(&file.partial);
            return Err(error).with_context(cannot);
        }
        return Ok(());
    }
    written.with_context(cannot)
}

/// The file itself, and where its answers stand until it is complete.
fn partial_of(path: &Path) -> (PathBuf, PathBuf) {
    // A link keeps pointing where it points.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    (path, PathBuf::from(partial))
}

/// Shows the lines that have an end, and returns their bytes.
fn read_lines(path: &Path, each: &mut dyn FnMut(&[u8])) -> io::Result<u64> {
    let mut input = BufReader::with_capacity(1 << 16, File::open(path)?);
    let (mut whole, mut line) = (0, Vec::new());
    loop {
        line.clear();
        input.read_until(b'\n', &mut line)?;
        let Some(text) = line.strip_suffix(b"\n") else {
            return Ok(whole);
        };
        whole += line.len() as u64;
        each(text);
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps what the running verb has answered; for the end of the program. An
/// output that is held by a write which does not come back is left as it is.
pub fn abandon_current() {
    let current = CURRENT
        .try_lock()
        .ok()
        .and_then(|current| current.upgrade());
    if let Some(shared) = current
        && let Ok(mut shared) = shared.try_lock()
    {
        shared.abandon();
    }
}

/// Says something on stderr, on one line and with what a terminal would obey
/// escaped; if nobody listens there, that is no error.
pub fn tell(text: impl std::fmt::Display) {
    let text = text.to_string();
    let _ = writeln!(io::stderr(), "satoku: {}", escape::line(&text));
}

/// Runs `work` with the output and completes it, or keeps what is there.
pub fn with_output<T>(
    path: Option<&Path>,
    work: impl FnOnce(&mut Output) -> Result<T>,
) -> Result<T> {
    complete(Output::open(path)?, work)
}

/// Runs `work` with an open output and completes it, or keeps what is there.
pub fn complete<T>(mut output: Output, work: impl FnOnce(&mut Output) -> Result<T>) -> Result<T> {
    let worked = work(&mut output).and_then(|value| output.finish().map(|()| value));
    if worked.is_err() {
        output.abandon();
    }
    worked
}
