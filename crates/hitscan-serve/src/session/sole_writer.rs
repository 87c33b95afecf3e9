//! Work to which another machine may write, too. When it does, this session ends.

use std::sync::Arc;

use hitscan::seat::{DeskFault, LineSink, Urgency};

use crate::farewell::Farewell;
use crate::live::SessionHandle;
use crate::trouble::Trouble;

/// The work of a session, which ends when another writer gets in first.
#[derive(Debug)]
pub(super) struct SoleWriter {
    work: Box<dyn LineSink>,
    session: Arc<SessionHandle>,
    /// The student, for reports of failed writes to the system log.
    whose: String,
    trouble: Arc<Trouble>,
}

impl SoleWriter {
    /// Wraps the work of a session.
    pub(super) fn of(
        work: Box<dyn LineSink>,
        session: &Arc<SessionHandle>,
        (whose, trouble): (String, &Arc<Trouble>),
    ) -> Box<dyn LineSink> {
        let (session, trouble) = (Arc::clone(session), Arc::clone(trouble));
        Box::new(Self { work, session, whose, trouble })
    }

    fn looked_at<T>(&self, done: Result<T, DeskFault>) -> Result<T, DeskFault> {
        if matches!(done, Err(DeskFault::Conflict)) {
            self.session.end(Farewell::ElsewhereNow);
        }
        if let Err(why @ (DeskFault::Full | DeskFault::Refused(_))) = &done {
            self.trouble.say(format_args!("{}: not kept: {why}", self.whose));
        }
        done
    }
}

impl LineSink for SoleWriter {
    fn held(&mut self) -> Result<Vec<u8>, DeskFault> {
        self.work.held()
    }

    fn append(&mut self, lines: &str, urgency: Urgency) -> Result<(), DeskFault> {
        let appended = self.work.append(lines, urgency);
        self.looked_at(appended)
    }

    fn truncate(&mut self, bytes: u64) -> Result<(), DeskFault> {
        let cut = self.work.truncate(bytes);
        self.looked_at(cut)
    }
}
