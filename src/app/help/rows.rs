//! What stands in help, row by row.

use std::borrow::Cow;

use crate::app::{ACTIONS, Action, ActionSpec, App, Group, Help};
use hitscan_core::command::COMMANDS;
use hitscan_core::words::lines::{cells_of, wrapped};

/// Columns of keys, left of what they do.
const KEY_COLS: u16 = 20;

/// A row of help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpRow {
    /// What follows is about this.
    Heading(Cow<'static, str>),
    /// A key or a command at the left, and a line about it this far right.
    Entry {
        /// Keys, or a command.
        left: Cow<'static, str>,
        /// The column of the line.
        at: u16,
        /// The line, or a part of it.
        doc: &'static str,
    },
    /// Nothing.
    Blank,
}

impl App {
    /// What stands in help, in rows of so many cells: every key and every command,
    /// from their tables; first what matters where the keys go.
    #[must_use]
    pub fn help_rows(&self, help: &Help, width: u16) -> Vec<HelpRow> {
        let mut rows = Vec::new();
        if help.search.as_deref().unwrap_or_default().is_empty() {
            let (what, actions) = self.here();
            rows.push(HelpRow::Heading(format!("Here: {what}").into()));
            for spec in actions.into_iter().map(Action::spec) {
                push(&mut rows, keys_of(self, spec).into(), KEY_COLS, spec.doc, width);
            }
            rows.push(HelpRow::Blank);
        }
        for group in Group::ALL {
            let its = ACTIONS.iter().filter(|spec| spec.group == group);
            let entries: Vec<_> = its
                .map(|spec| (keys_of(self, spec), spec))
                .filter(|(keys, spec)| {
                    [keys, spec.id, spec.doc].iter().any(|text| help.finds(text))
                })
                .collect();
            if entries.is_empty() {
                continue;
            }
            rows.push(HelpRow::Heading(group.title().into()));
            for (keys, spec) in entries {
                push(&mut rows, keys.into(), KEY_COLS, spec.doc, width);
            }
            rows.push(HelpRow::Blank);
        }
        let command_cols = (width / 5 * 2).clamp(24, 40);
        let title = match self.keymap().key_of(Action::CommandLine) {
            Some(key) => format!("Commands, after {key}"),
            None => "Commands".to_owned(),
        };
        let mut heading = Some(HelpRow::Heading(title.into()));
        for spec in COMMANDS {
            let names: Vec<_> = std::iter::once(&spec.name).chain(spec.aliases).copied().collect();
            let blank = if spec.syntax.is_empty() { "" } else { " " };
            let left = format!("{}{blank}{}", names.join(" or "), spec.syntax);
            if help.finds(&left) || help.finds(spec.doc) {
                rows.extend(heading.take());
                push(&mut rows, left.into(), command_cols, spec.doc, width);
            }
        }
        if rows.is_empty() {
            rows.push(HelpRow::Heading("Nothing here is called that.".into()));
            push(&mut rows, "Esc".into(), KEY_COLS, "show everything again", width);
        }
        rows
    }
}

/// The keys of an action as they are now.
fn keys_of(app: &App, spec: &ActionSpec) -> String {
    let keys: Vec<_> = app.keymap().keys_of(spec.action).collect();
    if keys.is_empty() { app.key(spec.action) } else { keys.join("  ") }
}

/// An entry: beside each other if there is room left of `at`, else below each
/// other.
fn push(rows: &mut Vec<HelpRow>, left: Cow<'static, str>, at: u16, doc: &'static str, width: u16) {
    let beside = cells_of(format_args!("   {left}  ")) <= usize::from(at);
    let mut lines = wrapped(doc, usize::from(width.saturating_sub(at + 1)));
    let first = if beside { lines.next() } else { None };
    rows.push(HelpRow::Entry { left, at, doc: first.unwrap_or_default() });
    rows.extend(lines.map(|doc| HelpRow::Entry { left: Cow::Borrowed(""), at, doc }));
}
