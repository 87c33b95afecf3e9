//! Runs sittings one after the other, with the file that the last one has named.

use super::hand_in::HandIn;
use super::taken::Taken;
use super::{Face, Sitting, lines, screen};
use crate::plan::End;
use crate::report::Fault;
use crate::stage::Stage;

/// A student and their file.
pub(crate) struct Student<'a> {
    pub(super) stage: Stage<'a>,
    pub(super) taken: Taken,
    pub(super) file: HandIn,
}

impl<'a> Student<'a> {
    /// A student who has not started yet.
    pub(crate) fn new(stage: Stage<'a>) -> Self {
        let file = HandIn::new(&stage.scratch.work());
        Self { stage, taken: Taken::default(), file }
    }

    /// Plays the sittings.
    pub(crate) fn learn(&mut self, sittings: &[Sitting]) -> Result<(), Fault> {
        sittings.iter().try_for_each(|sitting| self.sit(sitting))
    }

    fn sit(&mut self, sitting: &Sitting) -> Result<(), Fault> {
        self.stage.figures.starts += 1;
        let arguments = self.arguments();
        let Sitting { face, start, .. } = sitting;
        self.stage.tell(&format!("hitscan {} {face:?} {start:?}", arguments.join(" ")));
        match face {
            Face::Screen => screen::sit(self, sitting, &arguments)?,
            Face::Lines => lines::sit(self, sitting, &arguments)?,
        }
        self.stage.scratch.check_left()?;
        self.file.settle()?;
        // Only line-by-line sittings at a terminal end cleanly on a signal.
        let is_cut = match face {
            Face::Screen => start.end == End::AtOnce,
            Face::Lines => matches!(start.end, End::AtOnce | End::Signal(_)),
        };
        if is_cut {
            self.taken.cut(&self.file.path());
        }
        self.stage.figures.taken += self.taken.check(&self.stage, &self.file.argument())?;
        self.stage.figures.graded += 1;
        Ok(())
    }

    fn arguments(&self) -> Vec<String> {
        let file = self.file.argument();
        ["learn", "--student", super::STUDENT, "--file", &file].map(str::to_owned).to_vec()
    }

    /// Counts the end of a sitting.
    pub(super) fn ends(&mut self, how: &str) {
        self.stage.tell(how);
        self.stage.figures.ended(how.to_owned());
    }
}
