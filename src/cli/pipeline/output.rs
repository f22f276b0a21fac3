//! Where answers go: standard output, or a file that appears when it is complete.

mod current;
mod scoped;

pub use current::abandon_current;
pub use scoped::{complete, with_output, with_output_for, with_whole_output};

use crate::cli::exit::OutputFault;
use crate::cli::pipeline::destination::Destination;
use crate::cli::pipeline::journal::{Checkpoint, Mark};
use crate::cli::pipeline::packed::{ByteSink, Packing, byte_sink};
use crate::cli::pipeline::partial::{Leftover, OpenedOutput, open_output};
use crate::cli::pipeline::pictures::{NoStream, Pictures};
use crate::cli::pipeline::run_identity::RunIdentity;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// Answers are buffered no longer than this.
const MAX_BUFFERED: Duration = Duration::from_millis(50);

/// What standard output is called in messages.
const STDOUT: &str = "standard output";

/// An output, shared with the input, which flushes it before it waits, and with the
/// handler of signals.
#[derive(Clone)]
pub struct Output {
    shared: Arc<Mutex<Shared>>,
    target: Target,
}

/// Where an output leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    /// Standard output, on a terminal.
    Terminal,
    /// Standard output, elsewhere.
    Stdout,
    /// A file, a pipe, or a device, by its name.
    Named,
}

struct Shared {
    writer: BufWriter<Box<dyn ByteSink>>,
    /// For messages.
    name: String,
    file: Option<Destination>,
    pictures: Pictures,
    flushed: Instant,
    /// When the journal was written.
    saved: Instant,
    /// Whether something was written since it was flushed.
    waiting: bool,
    /// An error not reported yet.
    failed: Option<io::Error>,
    /// Why nothing can be written any more, if so.
    broken: Option<(io::ErrorKind, OutputFault)>,
}

impl Output {
    /// Standard output, or the file. Until [`Output::finish`], answers for a file are in
    /// `FILE.partial` beside it. Pipes and devices are written to directly.
    pub fn open(path: Option<&Path>) -> Result<Output> {
        Output::open_for(path, None)
    }

    /// Like [`Output::open`], with a journal beside a file, so that another run can
    /// continue it. A compressed file cannot be continued.
    pub fn open_for(path: Option<&Path>, identity: Option<RunIdentity>) -> Result<Output> {
        Output::open_over(path, identity, Leftover::Keep)
    }

    /// Like [`Output::open`] for a file that is of no use unless it is whole: of an incomplete
    /// one, nothing is kept.
    pub fn open_whole(path: Option<&Path>) -> Result<Output> {
        let output = Output::open_over(path, None, Leftover::Replace)?;
        if let Some(file) = &mut lock(&output.shared).file {
            file.keep_only_whole();
        }
        Ok(output)
    }

    fn open_over(
        path: Option<&Path>,
        identity: Option<RunIdentity>,
        leftover: Leftover,
    ) -> Result<Output> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            let target = match io::stdout().is_terminal() {
                true => Target::Terminal,
                false => Target::Stdout,
            };
            return Ok(Output::with(Box::new(io::stdout()), STDOUT, None, target));
        };
        let packing = Packing::of_output(path)?;
        let identity = identity.filter(|_| packing.is_none());
        let name = path.display().to_string();
        let partial = match open_output(path, leftover)? {
            OpenedOutput::Direct(file) => {
                return Ok(Output::with(
                    byte_sink(file, packing)?,
                    &name,
                    None,
                    Target::Named,
                ));
            }
            OpenedOutput::Partial(partial) => partial,
        };
        let destination = Destination::begin(partial, identity)?;
        Output::to_file(destination, packing, &name)
    }

    /// Like [`Output::open`] for pictures, which have files of their own in a folder or by
    /// a pattern of names.
    pub fn open_pictures(path: Option<&Path>) -> Result<Output> {
        let Some(path) = path else {
            return Output::open(None);
        };
        let Some(pictures) = Pictures::in_files(path)? else {
            return Output::open_whole(Some(path));
        };
        let name = path.display().to_string();
        let output = Output::with(Box::new(NoStream), &name, None, Target::Named);
        lock(&output.shared).pictures = pictures;
        Ok(output)
    }

    /// Writes a picture: the only one, or one with a file of its own.
    pub fn picture(&mut self, document: &[u8]) -> Result<()> {
        let written = {
            let mut shared = lock(&self.shared);
            let name = shared.name.clone();
            shared.pictures.take(document, &name)?
        };
        Ok(written.map_or(Ok(()), |document| self.write_all(document))?)
    }

    /// Skips a number, because this puzzle has no picture.
    pub fn skip_picture(&mut self) {
        lock(&self.shared).pictures.skip();
    }

    fn to_file(destination: Destination, packing: Option<Packing>, name: &str) -> Result<Output> {
        let file = destination.partial.file().try_clone();
        let sink = file.and_then(|file| byte_sink(file, packing));
        let sink = sink.with_context(|| format!("{name}: cannot be written"))?;
        Ok(Output::with(sink, name, Some(destination), Target::Named))
    }

    fn with(
        sink: Box<dyn ByteSink>,
        name: &str,
        file: Option<Destination>,
        target: Target,
    ) -> Output {
        let now = Instant::now();
        let shared = Arc::new(Mutex::new(Shared {
            writer: BufWriter::with_capacity(1 << 16, sink),
            name: name.to_owned(),
            file,
            pictures: Pictures::default(),
            flushed: now,
            saved: now,
            waiting: false,
            failed: None,
            broken: None,
        }));
        current::set(&shared);
        if target != Target::Terminal {
            let shared = Arc::downgrade(&shared);
            // Without this thread, an answer is flushed with the next one.
            let _ = thread::Builder::new().spawn(move || flush_in_time(&shared));
        }
        Output { shared, target }
    }

    /// The answers to continue, and how far they go: what an interrupted run left in
    /// `FILE.partial`, or a complete run in the file itself. Anything after them stays
    /// until [`Output::keep`]. If there is neither file, a new run starts.
    pub fn resume(path: &Path, identity: RunIdentity) -> Result<(Output, Option<Checkpoint>)> {
        if let Some(packing) = Packing::of_output(path)? {
            bail!(
                "{}: --resume cannot continue a file that is compressed with {packing}",
                path.display()
            );
        }
        let (destination, kept) = Destination::resume(path, identity)?;
        let name = path.display().to_string();
        Ok((Output::to_file(destination, None, &name)?, kept))
    }

    /// The partial file from its start, and the file where its answers were found.
    pub fn kept_answers(&self) -> Result<(PathBuf, File)> {
        let shared = lock(&self.shared);
        let Some(file) = &shared.file else {
            bail!("{}: holds no answers", shared.name);
        };
        let path = file.partial.path();
        let opened = file.partial.rewound();
        let opened = opened.with_context(|| format!("{}: cannot be read", path.display()))?;
        Ok((file.found().to_owned(), opened))
    }

    /// Continues after these answers; what follows them is cut off.
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

    /// Records that the answers to these puzzles are written.
    pub fn mark(&self, mark: Mark) {
        let mut shared = lock(&self.shared);
        if let Some(journal) = shared.file.as_mut().and_then(|file| file.journal.as_mut()) {
            journal.mark(mark);
            shared.waiting = true;
        }
    }

    /// Whether it is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.target == Target::Terminal
    }

    /// Whether it is standard output, on a terminal or not.
    pub fn is_stdout(&self) -> bool {
        self.target != Target::Named
    }

    /// Flushes; an error is returned by the next write.
    pub fn flush_quietly(&self) {
        lock(&self.shared).flush_quietly();
    }

    /// Called when an answer is complete: flushes immediately to a terminal, and elsewhere
    /// if the last flush was a while ago.
    pub fn answer_done(&self) {
        let mut shared = lock(&self.shared);
        if self.is_terminal() || shared.flushed.elapsed() >= MAX_BUFFERED {
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
        let completed = file.complete_on_disk();
        completed.map_err(|error| shared.fault(&error))?;
        if let Some(file) = shared.file.take() {
            file.completed();
        }
        Ok(())
    }

    /// The error, or the failure of the output that caused it.
    pub fn blame(&self, error: anyhow::Error) -> anyhow::Error {
        lock(&self.shared).blame(error)
    }

    /// Flushes, and reports where the answers so far are kept.
    ///
    /// # Errors
    /// They could not be written to the end, which was not known before.
    pub fn abandon(self) -> Result<(), OutputFault> {
        lock(&self.shared).abandon()
    }
}

/// Whether to write the journal now, or only if it was last written a while ago.
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

    /// Writes the journal, which may describe only what was flushed.
    fn save(&mut self, saving: Saving) -> io::Result<()> {
        let journal = self.file.as_mut().and_then(|file| file.journal.as_mut());
        let Some(journal) = journal.filter(|journal| journal.is_behind()) else {
            return Ok(());
        };
        if saving == Saving::Sometimes && self.saved.elapsed() < MAX_BUFFERED {
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

    fn abandon(&mut self) -> Result<(), OutputFault> {
        let was_broken = self.broken.is_some();
        let flushed = self.flush(Saving::Now);
        let ended = flushed.and_then(|()| self.writer.get_mut().finish());
        if let Some(file) = self.file.take() {
            file.abandon();
        }
        match ended {
            Err(error) if !was_broken && error.kind() != io::ErrorKind::BrokenPipe => {
                Err(self.fault(&error))
            }
            _ => Ok(()),
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

/// Flushes answers that were buffered for long enough, until the output is dropped.
fn flush_in_time(output: &Weak<Mutex<Shared>>) {
    loop {
        thread::sleep(MAX_BUFFERED);
        let Some(shared) = output.upgrade() else {
            return;
        };
        let mut shared = lock(&shared);
        if shared.waiting && shared.flushed.elapsed() >= MAX_BUFFERED {
            shared.flush_quietly();
        }
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
