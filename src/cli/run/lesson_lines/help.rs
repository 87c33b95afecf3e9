//! `help` in a course: a short list for the open step, and everything on request.

use std::io::Write;

use crate::cli::run::session::Session;
use hitscan_core::command::{COMMANDS, CommandSpec};
use hitscan_core::lab::{Learning, ORDERS, OrderSpec};

/// The word after `help` that asks for everything.
const ALL: &str = "all";

impl<W: Write> Session<W> {
    /// Prints help if a line asks for one of the course's own topics: the short list, the whole
    /// list, or a command to the lab.
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

/// The commands for the open step.
fn short(lab: &Learning) -> Vec<String> {
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

/// All commands: those to the lab, and the others.
fn whole() -> Vec<String> {
    let names = ORDERS.map(|spec| spec.name);
    let commands = COMMANDS.iter().filter(|spec| !names.contains(&spec.name));
    orders(&names).into_iter().chain(commands.map(CommandSpec::line)).collect()
}

/// The lines for these commands.
fn orders(names: &[&str]) -> Vec<String> {
    ORDERS.iter().filter(|spec| names.contains(&spec.name)).map(OrderSpec::line).collect()
}
