//! Input for a session without a screen, until it is read: a bounded queue with an end. A visitor
//! who sends more than fits is cut off. Sending never blocks, because the sender may itself be
//! waiting for output.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The most bytes in the queue: the largest file of `put`, plus a packet.
pub const MOST_WAITING: usize = (1 << 20) + (64 << 10);

/// The queue. Clones share it: one side sends, the other reads.
#[derive(Clone, Debug, Default)]
pub struct Inbox(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<u8>,
    is_closed: bool,
}

/// The queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than 1 MiB arrived before it was read")]
pub struct TooMuch;

impl Inbox {
    /// Appends bytes.
    ///
    /// # Errors
    /// When they do not fit; the queue is then closed, and what is in it can still be read.
    pub fn send(&self, bytes: &[u8]) -> Result<(), TooMuch> {
        let mut state = self.lock();
        if state.is_closed {
            return Ok(());
        }
        let fits = state.waiting.len() + bytes.len() <= MOST_WAITING;
        if fits {
            state.waiting.extend(bytes);
        } else {
            state.is_closed = true;
        }
        drop(state);
        self.0.changed.notify_all();
        if fits { Ok(()) } else { Err(TooMuch) }
    }

    /// Closes the queue: the reader gets what is in it, then the end of file.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.0.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Blocks until there are bytes to read or the queue is closed.
impl Read for Inbox {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut state = self.lock();
        while state.waiting.is_empty() && !state.is_closed {
            state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let bytes = state.waiting.read(buffer)?;
        if state.waiting.is_empty() {
            // Free the buffer: a `put` can leave a megabyte behind.
            state.waiting = VecDeque::new();
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn bytes_are_read_in_order_and_then_the_end_of_file() {
        let inbox = Inbox::default();
        let mut reads = inbox.clone();
        let read = thread::spawn(move || {
            let mut text = String::new();
            reads.read_to_string(&mut text).map(|_| text)
        });
        inbox.send(b"one ").expect("room");
        inbox.send(b"two").expect("room");
        inbox.close();
        assert_eq!(read.join().expect("no panic").expect("text"), "one two");
        assert_eq!(inbox.send(b"late"), Ok(()), "it goes nowhere");
    }

    #[test]
    fn input_that_does_not_fit_closes_the_queue_and_costs_no_memory() {
        let inbox = Inbox::default();
        inbox.send(&vec![b'x'; MOST_WAITING]).expect("room");
        assert_eq!(inbox.send(b"y"), Err(TooMuch));
        let mut all = Vec::new();
        inbox.clone().read_to_end(&mut all).expect("no fault");
        assert_eq!(all.len(), MOST_WAITING);
    }
}
