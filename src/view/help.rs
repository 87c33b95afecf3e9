//! Help: every key and every command, from their tables; first what matters
//! where the keys go.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::text::{Pen, cells_of, wrapped};
use super::theme::Theme;
use crate::app::{ACTIONS, Action, ActionSpec, App, Group, Help};
use crate::script::commands::COMMANDS;

/// Columns of keys, left of what they do.
const KEY_COLS: u16 = 20;

/// A row of help.
enum Row {
    /// What follows is about this.
    Heading(Cow<'static, str>),
    /// A key or a command at the left, and a line about it this far right.
    Entry {
        left: Cow<'static, str>,
        at: u16,
        doc: &'static str,
    },
    Blank,
}

/// Draws help into `area`, scrolled as far as it goes; gives the lines seen,
/// counted from 1, and how many there are.
pub(super) fn render(
    app: &App,
    help: &Help,
    theme: &Theme,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize, usize) {
    let rows = rows(app, help, area.width);
    let height = usize::from(area.height);
    let top = help.top.min(rows.len().saturating_sub(height));
    for (row, y) in rows.iter().skip(top).zip(0..area.height) {
        let mut pen = Pen::new(buf, area, y);
        pen.skip(1);
        match row {
            Row::Heading(text) => pen.styled(theme.title, text),
            Row::Entry { left, at, doc } => {
                pen.skip(2);
                pen.styled(theme.key, left);
                pen.skip_to(area.x + at);
                pen.text(doc);
            }
            Row::Blank => {}
        }
    }
    (rows.len().min(top + 1), rows.len().min(top + height), rows.len())
}

/// The foot of help: what is searched for, or which lines are seen.
pub(super) fn foot(help: &Help, lines: (usize, usize, usize), theme: &Theme, pen: &mut Pen<'_>) {
    let (first, last, count) = lines;
    pen.styled(theme.badge, " HELP ");
    let Some(search) = &help.search else {
        pen.format(format_args!("lines {first} to {last} of {count}"));
        return;
    };
    pen.text("search: ");
    pen.any_script(search);
    pen.mark(theme.marked);
    pen.skip(2);
    pen.style = theme.quiet;
    pen.whole(format_args!("lines {first} to {last} of {count}"));
}

fn rows(app: &App, help: &Help, width: u16) -> Vec<Row> {
    let mut rows = Vec::new();
    if help.search.as_deref().unwrap_or_default().is_empty() {
        let (what, actions) = app.here();
        rows.push(Row::Heading(format!("Here: {what}").into()));
        for spec in actions.into_iter().map(Action::spec) {
            push(&mut rows, keys_of(app, spec).into(), KEY_COLS, spec.doc, width);
        }
        rows.push(Row::Blank);
    }
    for group in Group::ALL {
        let its = ACTIONS.iter().filter(|spec| spec.group == group);
        let entries: Vec<_> = its
            .map(|spec| (keys_of(app, spec), spec))
            .filter(|(keys, spec)| [keys, spec.id, spec.doc].iter().any(|text| help.finds(text)))
            .collect();
        if entries.is_empty() {
            continue;
        }
        rows.push(Row::Heading(group.title().into()));
        for (keys, spec) in entries {
            push(&mut rows, keys.into(), KEY_COLS, spec.doc, width);
        }
        rows.push(Row::Blank);
    }
    let command_cols = (width / 5 * 2).clamp(24, 40);
    let title = match app.keymap().key_of(Action::CommandLine) {
        Some(key) => format!("Commands, after {key}"),
        None => "Commands".to_owned(),
    };
    let mut heading = Some(Row::Heading(title.into()));
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
        rows.push(Row::Heading("Nothing here is called that.".into()));
        push(&mut rows, "Esc".into(), KEY_COLS, "show everything again", width);
    }
    rows
}

/// The keys of an action as they are now.
fn keys_of(app: &App, spec: &ActionSpec) -> String {
    let keys: Vec<_> = app.keymap().keys_of(spec.action).collect();
    if keys.is_empty() { app.key(spec.action) } else { keys.join("  ") }
}

/// An entry: beside each other if there is room left of `at`, else below each
/// other.
fn push(rows: &mut Vec<Row>, left: Cow<'static, str>, at: u16, doc: &'static str, width: u16) {
    let beside = cells_of(format_args!("   {left}  ")) <= usize::from(at);
    let mut lines = wrapped(doc, usize::from(width.saturating_sub(at + 1)));
    let first = if beside { lines.next() } else { None };
    rows.push(Row::Entry { left, at, doc: first.unwrap_or_default() });
    rows.extend(lines.map(|doc| Row::Entry { left: Cow::Borrowed(""), at, doc }));
}
