//! The queue of what sessions want to send. They never wait: when it is full, messages are dropped
//! and counted. The newest report about each student always has room.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::class::ClassId;
use crate::farewell::Farewell;
use crate::live::{Bus, Hearing, Leave, Notice, Standing};
use crate::locked;
use crate::place::{StudentOf, UserId};

/// The most queued errands; reports about students do not count.
const MOST_WAITING: usize = 1024;
/// The time that a session waits for an answer, and that shutdown waits for the last message.
const ANSWER_TIME: Duration = Duration::from_secs(4);
const CLOSING_TIME: Duration = Duration::from_secs(1);
/// The shortest time between two warnings about dropped messages.
const COMPLAINT_TIME: Duration = Duration::from_secs(60);

/// Something for the connection to send or do.
#[derive(Debug)]
pub(super) enum Errand {
    Tell(ClassId, Notice),
    Leave(Leave, SyncSender<Result<(), Farewell>>),
    Watch(StudentOf, bool),
    Close(SyncSender<()>),
}

/// A report about a student that was not sent yet.
#[derive(Clone, Debug)]
pub(super) struct Untold {
    pub(super) standing: Option<Standing>,
    pub(super) is_here: bool,
    /// The time since their last key.
    pub(super) quiet: Duration,
}

#[derive(Debug, Default)]
struct Unsent {
    errands: VecDeque<Errand>,
    students: BTreeMap<StudentOf, Untold>,
    hearing: Hearing,
    left_out: u64,
    complained: Option<Instant>,
}

/// The queue.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    waiting: Mutex<Unsent>,
    changed: Notify,
}

impl Outbox {
    /// Wakes the connection.
    pub(super) fn ring(&self) {
        self.changed.notify_one();
    }

    /// Waits until it is woken.
    pub(super) async fn rung(&self) {
        self.changed.notified().await;
    }

    fn put(&self, errand: Errand) {
        let mut waiting = locked(&self.waiting);
        if waiting.errands.len() < MOST_WAITING {
            waiting.errands.push_back(errand);
            drop(waiting);
            self.ring();
        } else {
            drop(waiting);
            self.leaves_out();
        }
    }

    pub(super) fn take_errand(&self) -> Option<Errand> {
        locked(&self.waiting).errands.pop_front()
    }

    /// Queues a report about a student, replacing an older one.
    pub(super) fn put_student(&self, student: StudentOf, untold: Untold) {
        locked(&self.waiting).students.insert(student, untold);
        self.ring();
    }

    /// Takes the reports that are due: those about students who were not just reported.
    pub(super) fn take_students(
        &self,
        just_told: &BTreeMap<StudentOf, Instant>,
    ) -> Vec<(StudentOf, Untold)> {
        let may_be_told = |student: &StudentOf, _: &mut Untold| !just_told.contains_key(student);
        locked(&self.waiting).students.extract_if(.., may_be_told).collect()
    }

    /// Sets how many machines can be heard.
    pub(super) fn hears(&self, hearing: Hearing) {
        locked(&self.waiting).hearing = hearing;
    }

    /// Counts a message that was malformed or had no room, and warns now and then.
    pub(super) fn leaves_out(&self) {
        let mut waiting = locked(&self.waiting);
        waiting.left_out += 1;
        if waiting.complained.is_none_or(|at| at.elapsed() >= COMPLAINT_TIME) {
            waiting.complained = Some(Instant::now());
            let count = waiting.left_out;
            drop(waiting);
            eprintln!("bus: {count} messages dropped so far: no room, or malformed");
        }
    }
}

/// The bus, as sessions use it.
pub(super) struct NatsBus(pub(super) Arc<Outbox>);

impl Bus for NatsBus {
    fn publish(&self, class: &ClassId, notice: Notice) {
        match notice {
            Notice::Student { student, standing, is_here } => {
                let untold = Untold { standing, is_here, quiet: Duration::ZERO };
                self.0.put_student((class.clone(), student), untold);
            }
            other => self.0.put(Errand::Tell(class.clone(), other)),
        }
    }

    fn dismiss(&self, leave: Leave) -> Result<(), Farewell> {
        let (answer, answered) = sync_channel(1);
        self.0.put(Errand::Leave(leave, answer));
        // Without an answer, the database decides which session can write.
        answered.recv_timeout(ANSWER_TIME).unwrap_or(Ok(()))
    }

    fn watch(&self, class: &ClassId, student: &UserId, is_watched: bool) {
        self.0.put(Errand::Watch((class.clone(), student.clone()), is_watched));
    }

    fn hearing(&self) -> Hearing {
        locked(&self.0.waiting).hearing
    }

    fn close(&self) {
        let (answer, answered) = sync_channel(1);
        self.0.put(Errand::Close(answer));
        let _ = answered.recv_timeout(CLOSING_TIME);
    }
}

impl Drop for NatsBus {
    fn drop(&mut self) {
        // Wake the connection, which sees that `Live` is gone, and ends.
        self.0.ring();
    }
}

impl fmt::Debug for NatsBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NatsBus({:?})", self.hearing())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_report_per_student_is_queued_and_errands_are_bounded() {
        let outbox = Arc::new(Outbox::default());
        let bus = NatsBus(Arc::clone(&outbox));
        let class: ClassId = "3b".parse().expect("an id");
        let anna: UserId = "anna".parse().expect("a name");
        for is_here in [true, false] {
            let student = anna.clone();
            bus.publish(&class, Notice::Student { student, standing: None, is_here });
        }
        let just_told = [((class.clone(), anna), Instant::now())].into();
        assert!(outbox.take_students(&just_told).is_empty());
        let taken = outbox.take_students(&BTreeMap::new());
        assert!(matches!(&taken[..], [(_, Untold { is_here: false, .. })]), "{taken:?}");
        for _ in 0..2 * MOST_WAITING {
            bus.publish(&class, Notice::ClassChanged { by: None });
        }
        let errands = std::iter::from_fn(|| outbox.take_errand()).count();
        assert_eq!((errands, locked(&outbox.waiting).left_out), (MOST_WAITING, 1024));
    }
}
