//! Help: every key and every command, from their tables.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::text::{Pen, cells_of, wrapped};
use super::theme::Theme;
use crate::app::{ACTIONS, Group};
use crate::script::commands::COMMANDS;

/// Columns of keys, left of what they do.
const KEY_COLS: u16 = 20;

/// A row of help.
enum Row {
    /// What follows is about this.
    Heading(&'static str),
    /// A key or a command at the left, and a line about it this far right.
    Entry {
        left: Cow<'static, str>,
        at: u16,
        doc: &'static str,
    },
    Blank,
}

/// Draws help into `area`, beginning with line `top` or, where that is too far
/// down, so that the last line is the last row; gives the lines seen, counted
/// from 1, and how many there are.
pub(super) fn render(
    top: usize,
    theme: &Theme,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize, usize) {
    let rows = rows(area.width);
    let height = usize::from(area.height);
    let top = top.min(rows.len().saturating_sub(height));
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
    (top + 1, rows.len().min(top + height), rows.len())
}

fn rows(width: u16) -> Vec<Row> {
    let mut rows = Vec::new();
    for group in Group::ALL {
        rows.push(Row::Heading(group.title()));
        for spec in ACTIONS.iter().filter(|spec| spec.group == group) {
            push(&mut rows, spec.keys.join("  ").into(), KEY_COLS, spec.doc, width);
        }
        rows.push(Row::Blank);
    }
    rows.push(Row::Heading("Commands, after :"));
    let command_cols = (width / 5 * 2).clamp(24, 40);
    for spec in COMMANDS {
        let names: Vec<_> = std::iter::once(&spec.name).chain(spec.aliases).copied().collect();
        let blank = if spec.syntax.is_empty() { "" } else { " " };
        let left = format!("{}{blank}{}", names.join(" or "), spec.syntax);
        push(&mut rows, left.into(), command_cols, spec.doc, width);
    }
    rows
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
