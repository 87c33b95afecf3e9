//! What is kept of a session at a prompt that is cut off, and taken up again: the
//! same that the screen keeps, in the same place.

use std::io::{self, Write};

use super::engine::Engine;
use crate::host::{CrashRecovery, Leaving};
use hitscan_core::command::{CommandError, Recover};

impl<W: Write> Engine<W> {
    /// From now on what was done is kept there if the session is cut off.
    pub(super) fn keep_in(&mut self, left: CrashRecovery) {
        self.left = Some(left);
    }

    /// Says that a session was cut off, if one was.
    pub(super) fn offer(&mut self) {
        if let Some(age) = self.left.as_ref().and_then(CrashRecovery::age) {
            self.printer.note(&format!(
                "a session was cut off {age}: recover takes it up, recover drop throws it away"
            ));
        }
    }

    /// Says how to leave, to somebody who has tried otherwise.
    pub(super) fn say_how_to_leave(&mut self) -> io::Result<()> {
        self.printer.note("Ctrl-D or quit leaves");
        self.printer.check()
    }

    /// Sees to the session that was cut off last.
    pub(super) fn recover(&mut self, what: Recover) -> Result<(), CommandError> {
        let is_unsaved = self.sandbox.is_unsaved_in(&self.source);
        let is_recorded = self.is_recorded();
        let Some(left) = &mut self.left else {
            let why = "only a prompt or a screen takes that up; here: hitscan run --replay FILE";
            return Err(CommandError::new(why));
        };
        match what {
            Recover::Drop => {
                left.drop_newest().map_err(CommandError::new)?;
                self.printer.note("thrown away");
                return Ok(());
            }
            Recover::Take if is_recorded => {
                let why = "a recording goes on here; take it up in a session of its own";
                return Err(CommandError::new(why));
            }
            Recover::Take if is_unsaved => {
                let why = "this scene has changes; save it first, or take it up from another";
                return Err(CommandError::new(why));
            }
            Recover::Take => {}
        }
        let ((sandbox, journal), source) = left.take().map_err(CommandError::new)?;
        self.on_file = sandbox.scene();
        (self.sandbox, self.journal, self.source) = (sandbox, journal, source);
        self.cover_anew();
        self.printer.note("taken up where it was cut off");
        Ok(())
    }

    /// The session ends: where nobody could be asked, what was done is left for
    /// the next one.
    pub(super) fn leave(&mut self, how: Leaving) {
        let Some(left) = self.left.take() else { return };
        let kept = match how {
            Leaving::ByChoice => {
                left.forget_taken();
                Ok(())
            }
            Leaving::CutOff if self.sandbox.is_worth_keeping() => {
                left.keep(&self.journal.recording(), &self.sandbox, &self.source)
            }
            Leaving::CutOff => Ok(()),
        };
        if let Err(why) = kept {
            self.refuse(None, &why);
        }
    }
}
