//! Queued input: bounded, with nothing dropped from the middle.

use std::collections::VecDeque;
use std::iter;
use std::time::{Duration, Instant};

use crossterm::event::KeyEvent;

use super::Typed;
use crate::app::KeyPress;

/// The most keys to queue, as many as a terminal sends at once. Further keys are dropped until the
/// input pauses, and the status row says how many.
pub const MAX_QUEUED_KEYS: usize = 4096;

/// How long the input must pause before keys count again after some were dropped. So a flood is
/// obeyed up to a point and ignored from there on, and dropping keys never turns the rest into
/// another command.
const PAUSE: Duration = Duration::from_millis(100);

/// How long the queue may stay non-empty before it counts as a backlog.
pub const BACKLOG_TIME: Duration = Duration::from_secs(2);
/// The most keys that a person types ahead of a slow command. After [`BACKLOG_TIME`], a longer
/// queue is dropped.
pub const MOST_TYPED_AHEAD: usize = 64;

/// Keys, pastes and mouse events in the order they came.
#[derive(Debug, Default)]
pub(in crate::term) struct Queue {
    waiting: VecDeque<Typed>,
    /// When input was last dropped, while dropping.
    dropping: Option<Instant>,
    /// How many inputs were dropped since the last pause.
    dropped: usize,
    /// Since when the queue has not been empty.
    busy_since: Option<Instant>,
}

impl Queue {
    pub(in crate::term) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Appends what fits. The rest is dropped, and so is everything that follows without a pause.
    pub(in crate::term) fn add(
        &mut self,
        typed: impl ExactSizeIterator<Item = Typed>,
        now: Instant,
    ) {
        self.add_but_keep(typed, now, |_| false);
    }

    /// Like [`Queue::add`], but a key that leads out always finds room: the last one is appended.
    pub(in crate::term) fn add_but_keep(
        &mut self,
        mut typed: impl ExactSizeIterator<Item = Typed>,
        now: Instant,
        leads_out: impl Fn(&KeyEvent) -> bool,
    ) {
        self.end_pause(now);
        let room = match self.dropping {
            Some(_) => 0,
            None => MAX_QUEUED_KEYS.saturating_sub(self.waiting.len()),
        };
        self.append(typed.by_ref().take(room));
        let count = typed.len();
        if count > 0 {
            self.dropping = Some(now);
            self.dropped += count;
            let way_out = typed.filter(|typed| is_key(typed, &leads_out)).last();
            self.keep_way_out(way_out, leads_out);
        }
    }

    /// Appends a key that leads out, unless the queue already ends with one.
    fn keep_way_out(&mut self, way_out: Option<Typed>, leads_out: impl Fn(&KeyEvent) -> bool) {
        let waits = self.waiting.back().is_some_and(|last| is_key(last, leads_out));
        if let Some(key) = way_out.filter(|_| !waits) {
            self.waiting.push_back(key);
            self.dropped -= 1;
        }
    }

    /// Appends what fits, as [`Queue::add`] does, and keys of this kind in any case.
    pub(in crate::term) fn add_urgent(
        &mut self,
        typed: Vec<Typed>,
        now: Instant,
        is_urgent: impl Fn(&KeyEvent) -> bool,
    ) {
        for typed in typed {
            if is_key(&typed, &is_urgent) {
                self.append(iter::once(typed));
            } else {
                self.add(iter::once(typed), now);
            }
        }
    }

    /// Appends text input, where a run of characters counts as one key. If that is too much, the
    /// whole queue is dropped, so that no text is cut, and so is everything that follows without a
    /// pause. The caller reads no more until the queue is handled.
    pub(in crate::term) fn add_text(
        &mut self,
        typed: impl ExactSizeIterator<Item = Typed>,
        now: Instant,
    ) {
        if self.dropping.is_some() {
            return self.add(typed, now);
        }
        self.append(typed);
        if self.strokes() > MAX_QUEUED_KEYS {
            self.drop_all(now);
        }
    }

    /// Appends all of it.
    pub(in crate::term) fn add_all(&mut self, typed: impl Iterator<Item = Typed>) {
        self.append(typed);
    }

    /// Appends input. Input into an empty queue starts the backlog timer anew: the queue may have
    /// been idle since the last one.
    fn append(&mut self, typed: impl Iterator<Item = Typed>) {
        if self.waiting.is_empty() {
            self.busy_since = None;
        }
        self.waiting.extend(typed);
    }

    /// Drops a backlog, unless it is as short as a person types ahead. One key that leads out is
    /// kept.
    pub(in crate::term) fn drop_backlog(
        &mut self,
        now: Instant,
        leads_out: impl Fn(&KeyEvent) -> bool,
    ) {
        if self.waiting.is_empty() {
            return;
        }
        let since = *self.busy_since.get_or_insert(now);
        let is_late = now.saturating_duration_since(since) >= BACKLOG_TIME;
        if is_late && self.strokes() > MOST_TYPED_AHEAD {
            let way_out = self.waiting.iter().rfind(|typed| is_key(typed, &leads_out)).cloned();
            self.drop_all(now);
            self.keep_way_out(way_out, leads_out);
        }
    }

    /// Drops the queue, and everything that follows without a pause. Answers of the terminal stay.
    pub(in crate::term) fn drop_all(&mut self, now: Instant) {
        let count = self.waiting.len();
        self.waiting.retain(Typed::is_answer);
        self.dropping = Some(now);
        self.dropped += count - self.waiting.len();
    }

    /// How many keys wait; a run of characters counts as one.
    fn strokes(&self) -> usize {
        let goes_on = |at: &usize| *at > 0 && character(&self.waiting[*at - 1]).is_some();
        let is_run = |at: &usize| character(&self.waiting[*at]).is_some() && goes_on(at);
        (0..self.waiting.len()).filter(|at| !is_run(at)).count()
    }

    /// Stops dropping keys once the input has paused.
    fn end_pause(&mut self, now: Instant) {
        if self.left(now) == Some(Duration::ZERO) {
            (self.dropping, self.dropped) = (None, 0);
        }
    }

    /// Drops all keys up to the last one of this kind, and returns whether there was one. Answers
    /// of the terminal stay.
    pub(in crate::term) fn drop_through(&mut self, is_it: impl Fn(&KeyEvent) -> bool) -> bool {
        let Some(last) = self.waiting.iter().rposition(|typed| is_key(typed, &is_it)) else {
            return false;
        };
        let mut at = 0;
        self.waiting.retain(|typed| {
            at += 1;
            at > last + 1 || typed.is_answer()
        });
        true
    }

    /// Removes all keys of this kind, and returns whether there was one.
    pub(in crate::term) fn take_keys(&mut self, is_it: impl Fn(&KeyEvent) -> bool) -> bool {
        let count = self.waiting.len();
        self.waiting.retain(|typed| !is_key(typed, &is_it));
        self.waiting.len() < count
    }

    /// Removes the first input for which `found_in` finds something, and returns what it found.
    pub(in crate::term) fn take<T>(&mut self, found_in: impl Fn(&Typed) -> Option<T>) -> Option<T> {
        let found = |(at, typed)| Some((at, found_in(typed)?));
        let (at, found) = self.waiting.iter().enumerate().find_map(found)?;
        self.waiting.remove(at);
        Some(found)
    }

    pub(in crate::term) fn next(&mut self) -> Option<Typed> {
        self.waiting.pop_front()
    }

    /// Removes the characters at the front, if there are at least two.
    pub(in crate::term) fn next_run(&mut self) -> Option<String> {
        let run: String = self.waiting.iter().map_while(character).collect();
        let count = run.chars().count();
        if count < 2 {
            return None;
        }
        self.waiting.drain(..count);
        Some(run)
    }

    /// How many inputs have been dropped, while dropping.
    pub(in crate::term) fn dropped(&self) -> Option<usize> {
        self.dropping.map(|_| self.dropped)
    }

    /// How much longer the input must pause before it counts again.
    fn left(&self, now: Instant) -> Option<Duration> {
        self.dropping.map(|last| PAUSE.saturating_sub(now.saturating_duration_since(last)))
    }
}

fn is_key(typed: &Typed, is_it: impl Fn(&KeyEvent) -> bool) -> bool {
    matches!(typed, Typed::Key(key) if is_it(key))
}

/// The character that a key types, if any.
fn character(typed: &Typed) -> Option<char> {
    match typed {
        Typed::Key(key) => KeyPress::from(*key).typed(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyEvent};

    use super::*;

    fn keys(count: usize) -> std::vec::IntoIter<Typed> {
        vec![Typed::Key(KeyEvent::from(KeyCode::Right)); count].into_iter()
    }

    fn none(_: &KeyEvent) -> bool {
        false
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
    fn an_urgent_key_finds_room_in_a_flood() {
        let (mut queue, start) = (Queue::default(), Instant::now());
        let escape = KeyEvent::from(KeyCode::Esc);
        let is_urgent = |key: &KeyEvent| *key == escape;
        let flood: Vec<_> = keys(MAX_QUEUED_KEYS + 9).chain([Typed::Key(escape)]).collect();
        queue.add_urgent(flood, start, is_urgent);
        assert_eq!(queue.dropped(), Some(9));
        let behind = [Typed::Key(KeyEvent::from(KeyCode::Tab)), Typed::Key(escape)];
        queue.add_urgent(behind.to_vec(), start, is_urgent);
        assert_eq!((handle_all(&mut queue), queue.dropped()), (MAX_QUEUED_KEYS + 2, Some(10)));
    }

    #[test]
    fn one_key_that_leads_out_survives_dropping() {
        let escape = KeyEvent::from(KeyCode::Esc);
        let leads_out = |key: &KeyEvent| *key == escape;
        let out = vec![Typed::Key(escape); 3];
        let is_out = |typed: Option<Typed>| matches!(typed, Some(Typed::Key(key)) if key == escape);

        let (mut queue, start) = (Queue::default(), Instant::now());
        queue.add_but_keep(keys(MAX_QUEUED_KEYS + 9), start, leads_out);
        queue.add_but_keep(out.clone().into_iter(), start, leads_out);
        queue.add_but_keep(out.clone().into_iter(), start, leads_out);
        queue.add_but_keep(keys(2), start, leads_out);
        assert_eq!(queue.dropped(), Some(9 + 2 + 3 + 2));
        (0..MAX_QUEUED_KEYS).for_each(|_| drop(queue.next()));
        assert!(is_out(queue.next()) && queue.is_empty());

        let mut queue = Queue::default();
        queue.add(keys(MOST_TYPED_AHEAD), start);
        queue.add(out.into_iter(), start);
        queue.add(keys(MOST_TYPED_AHEAD), start);
        queue.drop_backlog(start, leads_out);
        queue.drop_backlog(start + BACKLOG_TIME, leads_out);
        assert_eq!(queue.dropped(), Some(2 * MOST_TYPED_AHEAD + 2));
        assert!(is_out(queue.next()) && queue.is_empty());
    }

    #[test]
    fn a_run_of_characters_in_a_text_is_one_and_never_dropped() {
        let (mut queue, start) = (Queue::default(), Instant::now());
        let letters = vec![Typed::Key(KeyEvent::from(KeyCode::Char('x'))); MAX_QUEUED_KEYS * 2];
        queue.add_text(letters.into_iter(), start);
        queue.add_text(keys(1), start);
        queue.drop_backlog(start, none);
        queue.drop_backlog(start + BACKLOG_TIME * 2, none);
        assert_eq!(queue.dropped(), None);
        assert_eq!(queue.next_run(), Some("x".repeat(MAX_QUEUED_KEYS * 2)));
        assert_eq!((queue.next_run(), handle_all(&mut queue)), (None, 1));
    }

    #[test]
    fn text_that_overflows_the_queue_is_dropped_whole() {
        let (mut queue, start) = (Queue::default(), Instant::now());
        queue.add_text(keys(MAX_QUEUED_KEYS), start);
        assert_eq!(queue.dropped(), None);
        queue.add_text(keys(1), start);
        assert_eq!((handle_all(&mut queue), queue.dropped()), (0, Some(MAX_QUEUED_KEYS + 1)));
        queue.add_text(keys(2), start + PAUSE / 2);
        assert_eq!(handle_all(&mut queue), 0);
        queue.add_text(keys(2), start + PAUSE * 2);
        assert_eq!((handle_all(&mut queue), queue.dropped()), (2, None));
    }

    #[test]
    fn a_backlog_is_dropped_unless_a_person_typed_it() {
        let (mut queue, start) = (Queue::default(), Instant::now());
        queue.add(keys(MOST_TYPED_AHEAD + 1), start);
        queue.drop_backlog(start, none);
        queue.drop_backlog(start + BACKLOG_TIME / 2, none);
        assert_eq!(queue.dropped(), None);
        queue.drop_backlog(start + BACKLOG_TIME, none);
        assert_eq!(queue.dropped(), Some(MOST_TYPED_AHEAD + 1));
        let later = start + BACKLOG_TIME + PAUSE;
        queue.add(keys(MOST_TYPED_AHEAD), later);
        queue.drop_backlog(later, none);
        queue.drop_backlog(later + BACKLOG_TIME * 2, none);
        assert_eq!(handle_all(&mut queue), MOST_TYPED_AHEAD);
    }

    #[test]
    fn input_after_an_idle_time_is_not_a_backlog() {
        type Add = fn(&mut Queue, usize, Instant);
        let (mut queue, start) = (Queue::default(), Instant::now());
        let much = MOST_TYPED_AHEAD + 1;
        let ways: [Add; 4] = [
            |queue, count, now| queue.add(keys(count), now),
            |queue, count, now| queue.add_text(keys(count), now),
            |queue, count, now| queue.add_urgent(keys(count).collect(), now, |_| true),
            |queue, count, _| queue.add_all(keys(count)),
        ];
        for (spell, add) in (1..).zip(ways) {
            // One key, which is handled; then nothing for a long time.
            queue.add(keys(1), start);
            queue.drop_backlog(start, none);
            assert_eq!(handle_all(&mut queue), 1);
            let later = start + BACKLOG_TIME * 2 * spell;
            add(&mut queue, much, later);
            queue.drop_backlog(later, none);
            assert_eq!((handle_all(&mut queue), queue.dropped()), (much, None), "way {spell}");
        }
    }
}
