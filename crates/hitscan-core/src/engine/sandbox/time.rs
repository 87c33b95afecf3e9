//! Going back and forth in the history of a sandbox. No record is made by it:
//! they are there.

use super::{Applied, Sandbox};
use crate::command::{CommandError, Place};
use crate::world::History;

impl Sandbox {
    /// Goes to another place in history.
    pub(in crate::engine) fn go_to(&mut self, position: usize) {
        self.history.go_to(position);
        self.keep_selection();
    }

    /// Goes back so many times, as far as there is a way back.
    pub(in crate::engine) fn go_back(&mut self, count: u32, before: fn(&History) -> Option<usize>) {
        for _ in 0..count {
            let Some(position) = before(&self.history) else { break };
            self.history.go_to(position);
        }
        self.keep_selection();
    }

    pub(super) fn rewind(
        &mut self,
        n: u32,
        before: fn(&History) -> Option<usize>,
        nothing: &'static str,
    ) -> Applied {
        for done in 0..n {
            match before(&self.history) {
                Some(position) => self.history.go_to(position),
                None if done == 0 => return Applied::Nothing(nothing),
                None => break,
            }
        }
        self.keep_selection();
        Applied::Done
    }

    pub(super) fn redo(&mut self, n: u32) -> Applied {
        if self.history.position() == self.history.len() {
            return Applied::Nothing("nothing to redo");
        }
        let n = usize::try_from(n).unwrap_or(usize::MAX);
        self.history.go_to(self.history.position().saturating_add(n));
        self.keep_selection();
        Applied::Done
    }

    pub(super) fn seek(&mut self, place: Place) -> Result<Applied, CommandError> {
        let position = match place {
            Place::Start => 0,
            Place::End => self.history.len(),
            Place::Frame(frame) => self.history.at_frame(frame).ok_or_else(|| {
                let last = self.history.last_frame();
                CommandError::new(format!("{frame}: this history ends with frame {last}"))
            })?,
            Place::Record(seq) => {
                let record = self.log().records().find(|record| record.seq == seq);
                record.map(|record| record.position).ok_or_else(|| {
                    CommandError::new(format!("#{seq}: the log has no line of that number"))
                })?
            }
        };
        self.history.go_to(position);
        self.keep_selection();
        Ok(Applied::Done)
    }

    /// The selection may have come into being only later, or be gone.
    fn keep_selection(&mut self) {
        if self.selection().is_none() {
            let last = self.world().objects().next_back().map(|(id, _)| id);
            self.selection = last;
        }
    }
}
