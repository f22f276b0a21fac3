//! Many items in parallel, results in the order of the items, in constant memory.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum number of items in the queue of one worker; it keeps memory constant.
const QUEUE: usize = 16;

/// How long a worker collects results before it announces them. Waking another thread
/// takes some microseconds, as long as an easy puzzle.
const COLLECTING: Duration = Duration::from_micros(500);

/// How often results are fetched from a worker that is busy with a hard item.
const POLL: Duration = Duration::from_millis(20);

/// Processes every item with one of `jobs` workers and passes the results on in the
/// order of the items.
///
/// `feed` runs in a thread of its own and passes items to its argument until that
/// breaks. `worker` makes a worker inside each thread. `take` receives the results in
/// the calling thread; a break ends everything.
pub fn ordered<I: Send, O: Send, W: FnMut(I) -> O>(
    jobs: usize,
    feed: impl FnOnce(&mut dyn FnMut(I) -> ControlFlow<()>) + Send,
    worker: impl Fn() -> W + Sync,
    take: impl FnMut(O) -> ControlFlow<()>,
) {
    let whole = || {
        let mut work = worker();
        move |item, _: &mut Emit<'_, O>| work(item)
    };
    in_parts(jobs, feed, whole, take);
}

/// How many workers there are, and how far each may get ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Workers {
    /// Their number.
    pub count: usize,
    /// Parts of results that a worker whose turn has not come keeps without waiting.
    pub kept: usize,
}

impl From<usize> for Workers {
    /// Workers that wait after some milliseconds' worth of parts.
    fn from(count: usize) -> Workers {
        Workers { count, kept: 0 }
    }
}

/// Receives a part of a result; a break says that no more are wanted.
pub type Emit<'e, O> = dyn FnMut(O) -> ControlFlow<()> + 'e;

/// Like [`ordered`], for results too long to be held in memory: a worker may emit any
/// number of parts before it returns the last one. Parts keep their order, and a worker
/// whose turn has not come waits after some milliseconds' worth of them, unless it may
/// keep more.
pub fn in_parts<I: Send, O: Send, W: FnMut(I, &mut Emit<'_, O>) -> O>(
    workers: impl Into<Workers>,
    feed: impl FnOnce(&mut dyn FnMut(I) -> ControlFlow<()>) + Send,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(O) -> ControlFlow<()>,
) {
    let Workers { count, kept } = workers.into();
    // The thread that feeds the workers takes it: one of its own, or this one if no other could be
    // started.
    let feed = Mutex::new(Some(feed));
    let feed = || feed.lock().unwrap_or_else(PoisonError::into_inner).take();
    thread::scope(|scope| {
        let (hand_over, handed) = sync_channel::<Vec<SyncSender<I>>>(1);
        let feeder = move || {
            let Ok(queues) = handed.recv() else { return };
            if let Some(feed) = feed() {
                distribute(feed, &queues);
            }
        };
        let is_fed = thread::Builder::new().spawn_scoped(scope, feeder).is_ok();
        let mut queues = Vec::new();
        let mut results: Vec<Results<O>> = Vec::new();
        while is_fed && queues.len() < count.max(1) {
            let (queue, items) = sync_channel(QUEUE);
            let (ready, announced) = sync_channel(1);
            let done = Waiting::default();
            let mine = Results::of(done.clone(), announced);
            let worker = &worker;
            let run = move || serve(&items, Outbox::new(done, ready, kept), worker());
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                // The system gives no more threads: those that run will do.
                break;
            }
            queues.push(queue);
            results.push(mine);
        }
        if queues.is_empty() || hand_over.send(queues).is_err() {
            drop(hand_over);
            if let Some(feed) = feed() {
                process_here(feed, worker(), &mut take);
            }
            return;
        }
        let mut turn = 0;
        while let Some(piece) = results[turn].next() {
            let (part, next) = match piece {
                Piece::Part(part) => (part, turn),
                Piece::Last(part) => (part, (turn + 1) % results.len()),
            };
            if take(part).is_break() {
                return;
            }
            turn = next;
        }
    });
}

/// Passes item k to queue k modulo their number, so that answers which are taken in turn
/// keep the order of the items.
fn distribute<I>(
    feed: impl FnOnce(&mut dyn FnMut(I) -> ControlFlow<()>),
    queues: &[SyncSender<I>],
) {
    let mut turn = 0;
    feed(&mut |item| {
        let sent = queues[turn].send(item);
        turn = (turn + 1) % queues.len();
        match sent {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
}

/// Processes every item in this thread.
fn process_here<I, O>(
    feed: impl FnOnce(&mut dyn FnMut(I) -> ControlFlow<()>),
    mut work: impl FnMut(I, &mut Emit<'_, O>) -> O,
    take: &mut Emit<'_, O>,
) {
    feed(&mut |item| {
        let mut flow = ControlFlow::Continue(());
        let last = work(item, &mut |part| {
            flow = take(part);
            flow
        });
        flow?;
        take(last)
    });
}

/// A part of a result.
enum Piece<O> {
    Part(O),
    /// The last one of its result.
    Last(O),
}

/// Pieces that are finished and were not taken yet.
struct Waiting<O>(Arc<Mutex<Vec<Piece<O>>>>);

impl<O> Waiting<O> {
    /// Adds a piece; returns how many there are.
    fn add(&self, piece: Piece<O>) -> usize {
        let mut done = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        done.push(piece);
        done.len()
    }

    fn take(&self) -> Vec<Piece<O>> {
        let mut done = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *done)
    }
}

impl<O> Clone for Waiting<O> {
    fn clone(&self) -> Waiting<O> {
        Waiting(self.0.clone())
    }
}

impl<O> Default for Waiting<O> {
    fn default() -> Waiting<O> {
        Waiting(Arc::new(Mutex::new(Vec::new())))
    }
}

/// Where a worker puts its results.
struct Outbox<O> {
    done: Waiting<O>,
    ready: SyncSender<()>,
    announced: Instant,
    /// Parts that may be there before they are announced.
    kept: usize,
}

impl<O> Outbox<O> {
    fn new(done: Waiting<O>, ready: SyncSender<()>, kept: usize) -> Outbox<O> {
        Outbox {
            done,
            ready,
            kept,
            announced: Instant::now(),
        }
    }

    /// Adds a piece, and announces those that are there from time to time.
    fn put(&mut self, piece: Piece<O>) -> ControlFlow<()> {
        let is_last = matches!(piece, Piece::Last(_));
        let there = self.done.add(piece);
        if self.announced.elapsed() < COLLECTING {
            return ControlFlow::Continue(());
        }
        match !is_last && there <= self.kept {
            true => self.announce_without_waiting(),
            false => self.announce(),
        }
    }

    /// A break if the receiver is gone.
    fn announce_without_waiting(&mut self) -> ControlFlow<()> {
        self.announced = Instant::now();
        match self.ready.try_send(()) {
            Err(TrySendError::Disconnected(())) => ControlFlow::Break(()),
            Ok(()) | Err(TrySendError::Full(())) => ControlFlow::Continue(()),
        }
    }

    /// Waits while the previous announcement has not been received; breaks if the receiver is gone.
    fn announce(&mut self) -> ControlFlow<()> {
        let sent = self.ready.send(());
        self.announced = Instant::now();
        match sent {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// Processes items until there are no more, or the receiver is gone.
fn serve<I, O>(
    items: &Receiver<I>,
    mut outbox: Outbox<O>,
    mut work: impl FnMut(I, &mut Emit<'_, O>) -> O,
) {
    while let Ok(first) = items.recv() {
        outbox.announced = Instant::now();
        let waiting: Vec<I> = items.try_iter().take(QUEUE).collect();
        for item in std::iter::once(first).chain(waiting) {
            let last = work(item, &mut |part| outbox.put(Piece::Part(part)));
            if outbox.put(Piece::Last(last)).is_break() {
                return;
            }
        }
        if outbox.announce().is_break() {
            return;
        }
    }
}

/// The results of one worker, in order.
struct Results<O> {
    done: Waiting<O>,
    announced: Receiver<()>,
    here: VecDeque<Piece<O>>,
}

impl<O> Results<O> {
    fn of(done: Waiting<O>, announced: Receiver<()>) -> Results<O> {
        Results {
            done,
            announced,
            here: VecDeque::new(),
        }
    }

    /// The next piece; waits for it. `None` if the worker has ended.
    fn next(&mut self) -> Option<Piece<O>> {
        while self.here.is_empty() {
            let ended = self.announced.recv_timeout(POLL) == Err(RecvTimeoutError::Disconnected);
            self.here.extend(self.done.take());
            if ended && self.here.is_empty() {
                return None;
            }
        }
        self.here.pop_front()
    }
}

#[cfg(test)]
mod tests;
