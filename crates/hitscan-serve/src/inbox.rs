//! Input for a session without a screen, until it is read: a bounded queue with an end. A visitor
//! who sends more than fits is cut off. Sending never blocks, because the sender may itself be
//! waiting for output.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::locked;

/// The most bytes in the queue: the largest file of `put`, plus a packet.
pub const MOST_WAITING: usize = (1 << 20) + (64 << 10);

/// The queue. Clones share it: one side sends, the other reads.
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    unread: Arc<Mutex<Unread>>,
    changed: Arc<Condvar>,
}

#[derive(Debug, Default)]
struct Unread {
    bytes: VecDeque<u8>,
    is_closed: bool,
}

impl Inbox {
    /// Appends bytes. False if they do not fit: the queue is then closed, and what is in it can still
    /// be read.
    #[must_use]
    pub fn send(&self, bytes: &[u8]) -> bool {
        let mut waiting = locked(&self.unread);
        if waiting.is_closed {
            return true;
        }
        let fits = waiting.bytes.len() + bytes.len() <= MOST_WAITING;
        if fits {
            waiting.bytes.extend(bytes);
        } else {
            waiting.is_closed = true;
        }
        drop(waiting);
        self.changed.notify_all();
        fits
    }

    /// Closes the queue: the reader gets what is in it, then the end of file.
    pub fn close(&self) {
        locked(&self.unread).is_closed = true;
        self.changed.notify_all();
    }
}

/// Blocks until there are bytes to read or the queue is closed.
impl Read for Inbox {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut waiting = locked(&self.unread);
        while waiting.bytes.is_empty() && !waiting.is_closed {
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        let bytes = waiting.bytes.read(buffer)?;
        if waiting.bytes.is_empty() {
            // Free the buffer: a `put` can leave a megabyte behind.
            waiting.bytes = VecDeque::new();
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
        assert!(inbox.send(b"one "));
        assert!(inbox.send(b"two"));
        inbox.close();
        assert_eq!(read.join().expect("no panic").expect("text"), "one two");
        assert!(inbox.send(b"late"), "it goes nowhere");
    }

    #[test]
    fn input_that_does_not_fit_closes_the_queue_and_costs_no_memory() {
        let inbox = Inbox::default();
        assert!(inbox.send(&vec![b'x'; MOST_WAITING]));
        assert!(!inbox.send(b"y"));
        let mut all = Vec::new();
        inbox.clone().read_to_end(&mut all).expect("no fault");
        assert_eq!(all.len(), MOST_WAITING);
    }
}
