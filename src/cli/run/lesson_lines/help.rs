//! `help` in a course: a short list for the open step, and on request all of it.

use std::io::Write;

use crate::cli::run::session::{Lab, Session};
use hitscan_core::command::{COMMANDS, CommandSpec};
use hitscan_core::lab::{ORDERS, OrderSpec};

/// The word after `help` that asks for everything.
const ALL: &str = "all";

impl<W: Write> Session<W> {
    /// Tells help, if a line asks for what a course has of its own: the short list, the
    /// whole one, or what is said to the lab.
    pub(super) fn tell_help(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        let Some(lab) = self.lab.as_ref().filter(|_| words.next() == Some("help")) else {
            return false;
        };
        let lines = match (words.next(), words.next()) {
            (None, _) => short(lab),
            (Some(ALL), None) => whole(),
            (Some(name), None) => orders(&[name]),
            _ => Vec::new(),
        };
        for line in &lines {
            self.printer.note(line);
        }
        !lines.is_empty()
    }
}

/// What the open step needs.
fn short(lab: &Lab) -> Vec<String> {
    let names: &[&str] = if lab.state().is_settled() {
        &["next", "goal", "reset", "lessons"]
    } else if lab.is_asking() {
        &["answer", "goal", "skip"]
    } else {
        &["goal", "hint", "reset", "skip"]
    };
    let commands = lab.needed_commands().into_iter().map(CommandSpec::line);
    let more = "help all lists every command, help WORD explains one, quit leaves".to_owned();
    orders(names).into_iter().chain(commands).chain([more]).collect()
}

/// Everything that can be said: orders, and the commands of other names.
fn whole() -> Vec<String> {
    let names = ORDERS.map(|spec| spec.name);
    let commands = COMMANDS.iter().filter(|spec| !names.contains(&spec.name));
    orders(&names).into_iter().chain(commands.map(CommandSpec::line)).collect()
}

/// The lines of these orders.
fn orders(names: &[&str]) -> Vec<String> {
    ORDERS.iter().filter(|spec| names.contains(&spec.name)).map(OrderSpec::line).collect()
}
