//! Work that another machine may write, too: who finds that it did, ends.

use std::sync::Arc;

use hitscan::seat::{DeskFault, LineSink, Urgency};

use crate::farewell::Farewell;
use crate::live::SessionHandle;

/// The work of a session, which ends when another writer was first.
#[derive(Debug)]
pub(super) struct SoleWriter {
    work: Box<dyn LineSink>,
    session: Arc<SessionHandle>,
}

impl SoleWriter {
    /// Of this session.
    pub(super) fn of(work: Box<dyn LineSink>, session: &Arc<SessionHandle>) -> Box<dyn LineSink> {
        Box::new(Self { work, session: Arc::clone(session) })
    }

    fn looked_at<T>(&self, done: Result<T, DeskFault>) -> Result<T, DeskFault> {
        if matches!(done, Err(DeskFault::Conflict)) {
            self.session.end(Farewell::ElsewhereNow);
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
