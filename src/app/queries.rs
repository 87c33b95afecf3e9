//! What the `:` line asks and the panel answers: objects in numbers, a pair as a
//! query, what a check finds, why.

use super::{App, Tab};
use hitscan_core::command::{Command, CommandError, Page};
use hitscan_core::engine::ndjson::write_query;
use hitscan_core::words::why::pages;
use hitscan_core::words::{nothing_expected, object_line};
use hitscan_core::world::Name;

impl App {
    fn answer_with(&mut self, command: &Command, lines: Vec<String>) {
        let asked = command.written(self.session.sandbox.world().settings().axes).to_string();
        self.screen.panel.show_answer(asked, lines);
    }

    /// The command with the names that were left out: those of the pair that is
    /// looked at, which may be another than the one that keys act on.
    pub(super) fn with_names(&self, command: &Command) -> Command {
        let pair = || {
            let pair = self.model().pair()?;
            let name = |id| self.session.sandbox.world().object(id).map(|object| object.name);
            Some([name(pair.a.id)?, name(pair.b.id)?])
        };
        match command {
            Command::Query(None) => Command::Query(pair()),
            Command::Expect(None) => Command::Expect(pair()),
            other => other.clone(),
        }
    }

    pub(super) fn describe(&mut self, name: Option<&Name>) -> Result<(), CommandError> {
        let axes = self.session.sandbox.world().settings().axes;
        let objects = self.session.sandbox.described(name)?;
        let mut lines: Vec<_> = objects.iter().map(|object| object_line(object, axes)).collect();
        if lines.is_empty() {
            lines.push("This scene is empty.".to_owned());
        }
        self.answer_with(&Command::Describe(name.copied()), lines);
        Ok(())
    }

    pub(super) fn query(&mut self, names: Option<&[Name; 2]>) -> Result<(), CommandError> {
        let pair = self.session.sandbox.found(names)?;
        let mut line = String::new();
        write_query(&pair, &mut line);
        self.answer_with(&Command::Query(names.copied()), vec![line.trim_end().to_owned()]);
        Ok(())
    }

    pub(super) fn check(&mut self) {
        let findings = self.session.sandbox.findings();
        let mut lines: Vec<_> =
            (1..).zip(&findings).flat_map(|(number, finding)| finding.lines(number)).collect();
        if lines.is_empty() {
            lines.push(nothing_expected().to_owned());
        }
        self.answer_with(&Command::Check, lines);
    }

    /// The pair is looked at, and Why opens at that page.
    pub(super) fn ask_why(
        &mut self,
        names: &[Name; 2],
        about: Option<Page>,
    ) -> Result<(), CommandError> {
        let pair = self.session.sandbox.pair_for(names, about.unwrap_or_default())?;
        let [_, partner] = self.session.sandbox.pair_of(Some(names))?;
        self.carry_out(&Command::Select(names[0]))?;
        self.session.partner = Some(partner);
        match about {
            Some(page) => self.session.method = page.method(),
            None => {
                let method = self.session.method;
                let pages = pages(&pair.a, &pair.b, &pair.pair_result, method);
                self.session.method = method.filter(|_| pages.contains(&method));
            }
        }
        self.screen.show(Tab::Why);
        Ok(())
    }
}
