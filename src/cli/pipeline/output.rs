//! Where answers go: stdout, or a file that appears only when it is complete.

use crate::cli::exit::OutputFault;
use crate::cli::pipeline::destination::Destination;
use crate::cli::pipeline::journal::{Checkpoint, Mark};
use crate::cli::pipeline::packed::{Packing, Target, target};
use crate::cli::pipeline::partial::{Sink, open_sink};
use crate::cli::pipeline::run_identity::RunIdentity;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// Answers wait no longer than this for more of them to come.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long the end of the program waits for an output that is in use.
const LAST_WAIT: Duration = Duration::from_millis(100);

/// What standard output is called in messages.
const STDOUT: &str = "standard output";

/// An output, shared with the input that flushes it before it waits, and with
/// the handler of Ctrl-C.
#[derive(Clone)]
pub struct Output {
    shared: Arc<Mutex<Shared>>,
    terminal: bool,
}

struct Shared {
    writer: BufWriter<Box<dyn Target>>,
    /// For messages.
    name: String,
    file: Option<Destination>,
    flushed: Instant,
    /// When the journal was written.
    saved: Instant,
    /// Whether something was written since it was flushed.
    waiting: bool,
    /// An error that nobody was told yet.
    failed: Option<io::Error>,
    /// Why nothing can be written, if that is so.
    broken: Option<(io::ErrorKind, OutputFault)>,
}

/// The output of the running verb, for the handler of Ctrl-C.
static CURRENT: Mutex<Weak<Mutex<Shared>>> = Mutex::new(Weak::new());

impl Output {
    /// Standard output, or the file. Until [`Output::finish`] the answers to a
    /// file stand in `FILE.partial` beside it. Pipes and devices are written to
    /// as they are.
    pub fn open(path: Option<&Path>) -> Result<Output> {
        Output::open_for(path, None)
    }

    /// Like [`Output::open`]; a file gets a journal of this run, so that another
    /// can go on with it. Nobody can go on with a packed one.
    pub fn open_for(path: Option<&Path>, identity: Option<RunIdentity>) -> Result<Output> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            let terminal = io::stdout().is_terminal();
            return Ok(Output::with(Box::new(io::stdout()), STDOUT, None, terminal));
        };
        let packing = Packing::of_output(path)?;
        let identity = identity.filter(|_| packing.is_none());
        let name = path.display().to_string();
        let partial = match open_sink(path)? {
            Sink::Direct(file) => {
                return Ok(Output::with(target(file, packing)?, &name, None, false));
            }
            Sink::Partial(partial) => partial,
        };
        let destination = Destination::begin(partial, identity)?;
        Output::to_file(destination, packing, &name)
    }

    fn to_file(destination: Destination, packing: Option<Packing>, name: &str) -> Result<Output> {
        let file = destination.partial.file().try_clone();
        let target = file.and_then(|file| target(file, packing));
        let target = target.with_context(|| format!("{name}: cannot be written"))?;
        Ok(Output::with(target, name, Some(destination), false))
    }

    fn with(
        sink: Box<dyn Target>,
        name: &str,
        file: Option<Destination>,
        terminal: bool,
    ) -> Output {
        let now = Instant::now();
        let shared = Arc::new(Mutex::new(Shared {
            writer: BufWriter::with_capacity(1 << 16, sink),
            name: name.to_owned(),
            file,
            flushed: now,
            saved: now,
            waiting: false,
            failed: None,
            broken: None,
        }));
        *lock(&CURRENT) = Arc::downgrade(&shared);
        if !terminal {
            let shared = Arc::downgrade(&shared);
            // Without this thread an answer waits for the next.
            let _ = thread::Builder::new().spawn(move || flush_in_time(&shared));
        }
        Output { shared, terminal }
    }

    /// What an interrupted run left behind in `FILE.partial`, or a complete run in
    /// the file itself, to be gone on with, and how far it goes. What is behind that
    /// stays until [`Output::keep`]. Without either a run starts.
    pub fn resume(path: &Path, identity: RunIdentity) -> Result<(Output, Option<Checkpoint>)> {
        if let Some(packing) = Packing::of_output(path)? {
            bail!(
                "{}: --resume cannot go on with a file that is packed with {packing}",
                path.display()
            );
        }
        let (destination, kept) = Destination::resume(path, identity)?;
        let name = path.display().to_string();
        Ok((Output::to_file(destination, None, &name)?, kept))
    }

    /// The partial file from its start, and where its answers stood at first.
    pub fn kept_answers(&self) -> Result<(PathBuf, File)> {
        let shared = lock(&self.shared);
        let Some(file) = &shared.file else {
            bail!("{}: holds no answers", shared.name);
        };
        let path = file.partial.path();
        let opened =
            File::open(path).with_context(|| format!("{}: cannot be read", path.display()))?;
        Ok((file.found().to_owned(), opened))
    }

    /// Goes on behind the answers that are there; what follows them is cut off.
    pub fn keep(&self, answers: &Checkpoint) -> Result<()> {
        let mut shared = lock(&self.shared);
        let Some(file) = &mut shared.file else {
            return Ok(());
        };
        match file.keep(answers)? {
            Ok(()) => Ok(()),
            Err(error) => Err(shared.fault(&error).into()),
        }
    }

    /// The answers to these puzzles are written.
    pub fn mark(&self, mark: Mark) {
        let mut shared = lock(&self.shared);
        if let Some(journal) = shared.file.as_mut().and_then(|file| file.journal.as_mut()) {
            journal.mark(mark);
            shared.waiting = true;
        }
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
        let flushed = shared.flush(Saving::Now);
        flushed.map_err(|error| shared.blame(error))?;
        let ended = shared.writer.get_mut().finish();
        ended.map_err(|error| shared.fault(&error))?;
        let Some(file) = &shared.file else {
            return Ok(());
        };
        let completed = file.partial.complete();
        completed.map_err(|error| shared.fault(&error))?;
        if let Some(file) = shared.file.take() {
            file.completed();
        }
        Ok(())
    }

    /// The error, or that nothing can be written, where that is the reason.
    pub fn blame(&self, error: anyhow::Error) -> anyhow::Error {
        lock(&self.shared).blame(error)
    }

    /// Flushes, and tells where the answers so far are kept.
    pub fn abandon(self) {
        lock(&self.shared).abandon();
    }
}

/// Whether the journal is written in any case, or only if that was long ago.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Saving {
    Now,
    Sometimes,
}

impl Shared {
    fn flush_quietly(&mut self) {
        if let Err(error) = self.flush(Saving::Sometimes) {
            self.failed.get_or_insert(error);
        }
    }

    fn flush(&mut self, saving: Saving) -> io::Result<()> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        self.flushed = Instant::now();
        self.waiting = false;
        let flushed = self.writer.flush().and_then(|()| self.save(saving));
        flushed.inspect_err(|error| self.broke(error))
    }

    /// Writes the journal, which may speak only of what was flushed.
    fn save(&mut self, saving: Saving) -> io::Result<()> {
        let journal = self.file.as_mut().and_then(|file| file.journal.as_mut());
        let Some(journal) = journal.filter(|journal| journal.is_behind()) else {
            return Ok(());
        };
        if saving == Saving::Sometimes && self.saved.elapsed() < PATIENCE {
            self.waiting = true;
            return Ok(());
        }
        journal
            .save()
            .map_err(|error| io::Error::other(format!("{error:#}")))?;
        self.saved = Instant::now();
        Ok(())
    }

    /// Remembers why nothing can be written.
    fn broke(&mut self, error: &io::Error) {
        let fault = self.fault(error);
        self.broken.get_or_insert((error.kind(), fault));
    }

    fn fault(&self, error: &io::Error) -> OutputFault {
        OutputFault::new(&self.name, error)
    }

    fn blame(&self, error: impl Into<anyhow::Error>) -> anyhow::Error {
        match &self.broken {
            Some((io::ErrorKind::BrokenPipe, _)) => {
                io::Error::from(io::ErrorKind::BrokenPipe).into()
            }
            Some((_, fault)) => fault.clone().into(),
            None => error.into(),
        }
    }

    fn abandon(&mut self) {
        let flushed = self.flush(Saving::Now);
        if let Err(error) = flushed.and_then(|()| self.writer.get_mut().finish()) {
            self.failed.get_or_insert(error);
        }
        if let Some(file) = self.file.take() {
            file.abandon();
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut shared = lock(&self.shared);
        if let Some(error) = shared.failed.take() {
            return Err(error);
        }
        let written = shared.writer.write(bytes);
        let count = written.inspect_err(|error| shared.broke(error))?;
        shared.waiting = true;
        if let Some(journal) = shared.file.as_mut().and_then(|file| file.journal.as_mut()) {
            journal.wrote(&bytes[..count]);
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        lock(&self.shared).flush(Saving::Now)
    }
}

/// Flushes answers that have waited long enough, until the output is gone.
fn flush_in_time(output: &Weak<Mutex<Shared>>) {
    loop {
        thread::sleep(PATIENCE);
        let Some(shared) = output.upgrade() else {
            return;
        };
        let mut shared = lock(&shared);
        if shared.waiting && shared.flushed.elapsed() >= PATIENCE {
            shared.flush_quietly();
        }
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps what the running verb has answered; for the end of the program. An
/// output that is held by a write which does not come back is left as it is.
pub fn abandon_current() {
    let start = Instant::now();
    while start.elapsed() < LAST_WAIT {
        let current = match CURRENT.try_lock() {
            Ok(current) => current.upgrade(),
            Err(_) => None,
        };
        let Some(shared) = current else {
            return;
        };
        match shared.try_lock() {
            Ok(mut shared) => return shared.abandon(),
            Err(TryLockError::Poisoned(shared)) => return shared.into_inner().abandon(),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(2)),
        }
    }
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
    let worked = work(&mut output).map_err(|error| output.blame(error));
    let worked = worked.and_then(|value| output.finish().map(|()| value));
    if worked.is_err() {
        output.abandon();
    }
    worked
}
