//! Input that waits to be handled: bounded, and never thinned out in the middle.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::Typed;

/// The most keys that wait, as many as a terminal holds in one piece. Keys
/// beyond them are dropped until the input pauses, and the status row says how
/// many.
pub const MAX_QUEUED_KEYS: usize = 4096;

/// How long the input has to pause before keys count again after some were
/// dropped. So a flood is obeyed up to a point and dropped from there on; what
/// is dropped never makes another command of what is left.
const PAUSE: Duration = Duration::from_millis(100);

/// Keys, pastes and mouse events in the order they came.
#[derive(Debug, Default)]
pub(in crate::term) struct Queue {
    waiting: VecDeque<Typed>,
    /// When input was last dropped, while it is.
    dropping: Option<Instant>,
    /// How much was dropped since the last pause.
    dropped: usize,
}

impl Queue {
    pub(in crate::term) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Appends what fits; the rest, and all that follows without a pause, is
    /// dropped.
    pub(in crate::term) fn add(
        &mut self,
        typed: impl ExactSizeIterator<Item = Typed>,
        now: Instant,
    ) {
        if self.left(now) == Some(Duration::ZERO) {
            (self.dropping, self.dropped) = (None, 0);
        }
        let count = typed.len();
        let room = match self.dropping {
            Some(_) => 0,
            None => MAX_QUEUED_KEYS.saturating_sub(self.waiting.len()),
        };
        self.waiting.extend(typed.take(room));
        if count > room {
            self.dropping = Some(now);
            self.dropped += count - room;
        }
    }

    /// Appends all of it: text being typed is never dropped. The caller reads no
    /// more until it is handled.
    pub(in crate::term) fn add_all(&mut self, typed: impl Iterator<Item = Typed>) {
        self.waiting.extend(typed);
    }

    /// Drops everything up to the last input of this kind; gives whether there
    /// was one.
    pub(in crate::term) fn drop_through(&mut self, is_it: impl Fn(&Typed) -> bool) -> bool {
        let Some(last) = self.waiting.iter().rposition(is_it) else { return false };
        self.waiting.drain(..=last);
        true
    }

    /// Takes the first answer to the question where the cursor is, and gives its
    /// column.
    pub(in crate::term) fn take_position(&mut self) -> Option<u16> {
        let (at, column) = self.waiting.iter().enumerate().find_map(|(at, typed)| match typed {
            Typed::Position { column } => Some((at, *column)),
            _ => None,
        })?;
        self.waiting.remove(at);
        Some(column)
    }

    pub(in crate::term) fn next(&mut self) -> Option<Typed> {
        self.waiting.pop_front()
    }

    /// How much has been dropped, while it goes on.
    pub(in crate::term) fn dropped(&self) -> Option<usize> {
        self.dropping.map(|_| self.dropped)
    }

    /// How long the input has to pause yet before it counts again.
    fn left(&self, now: Instant) -> Option<Duration> {
        self.dropping.map(|last| PAUSE.saturating_sub(now.saturating_duration_since(last)))
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyEvent};

    use super::*;

    fn keys(count: usize) -> std::vec::IntoIter<Typed> {
        vec![Typed::Key(KeyEvent::from(KeyCode::Right)); count].into_iter()
    }

    fn handle_all(queue: &mut Queue) -> usize {
        std::iter::from_fn(|| queue.next()).count()
    }

    #[test]
    fn a_flood_is_obeyed_up_to_the_limit_and_dropped_until_it_pauses() {
        let (mut queue, start) = (Queue::default(), Instant::now());
        queue.add(keys(MAX_QUEUED_KEYS), start);
        assert_eq!(queue.dropped(), None);
        queue.add(keys(3), start);
        assert_eq!(queue.dropped(), Some(3));
        assert_eq!(handle_all(&mut queue), MAX_QUEUED_KEYS);
        queue.add(keys(5), start + PAUSE / 2);
        assert_eq!((handle_all(&mut queue), queue.dropped()), (0, Some(8)));
        queue.add(keys(2), start + PAUSE * 2);
        assert_eq!((handle_all(&mut queue), queue.dropped()), (2, None));
    }

    #[test]
    fn text_is_not_dropped() {
        let mut queue = Queue::default();
        queue.add_all(keys(MAX_QUEUED_KEYS * 2));
        assert_eq!(handle_all(&mut queue), MAX_QUEUED_KEYS * 2);
    }
}
