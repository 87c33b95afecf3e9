//! Everything that can be on the screen, at any size: every view of the panel, the layers, every
//! prompt, help, lists and messages. `zoo.txt` has the cases.

use super::played;
use crate::app::App;

/// Columns and rows.
pub(super) type Size = (u16, u16);

/// The sizes of the design.
pub(super) const SIZES: [Size; 4] = [(60, 16), (80, 24), (120, 40), (200, 60)];

/// The description of a screen, and its app.
pub(super) type Case = (&'static str, App);

/// All cases.
pub(super) fn everything(size: Size) -> impl Iterator<Item = Case> {
    let panel = ["log", "methods", "why", "object", "signs", "answers"];
    let others = ["predict", "prompts", "help", "lists", "arena", "map"];
    panel.into_iter().chain(others).flat_map(move |subject| cases(subject, size))
}

/// The cases under a heading.
pub(super) fn cases(subject: &str, size: Size) -> impl Iterator<Item = Case> + use<> {
    lines(subject).map(move |(what, how)| (what, played(size, how)))
}

/// Their descriptions, and the steps that lead to them.
pub(super) fn lines(subject: &str) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let heading = format!("== {subject}: ");
    let mut lines =
        include_str!("zoo.txt").lines().skip_while(move |line| !line.starts_with(&heading));
    assert!(lines.next().is_some(), "{subject} is no heading");
    lines.take_while(|line| !line.is_empty()).map(|line| line.split_once(": ").expect(line))
}
