//! The keys of predict mode.

use super::{App, Effect};
use hitscan_core::command::Command;
use hitscan_core::world::TestResult;

impl App {
    /// Predicts the covered result; of a hit or touch, the `:` line asks for the
    /// side.
    pub(super) fn predict(&mut self, result: TestResult) -> Vec<Effect> {
        match result {
            TestResult::Miss => self.run(&Command::Predict(None, Some((result, None)))),
            TestResult::Hit | TestResult::Touch => {
                self.input.open_line(&format!("predict {} ", result.token()));
                Vec::new()
            }
        }
    }
}
