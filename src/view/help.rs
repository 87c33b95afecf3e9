//! Draws the help page. Its text lives elsewhere.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::text::Pen;
use super::theme::Theme;
use crate::app::{Help, HelpRow as Row, Model};

/// Draws help into `area` and returns the first and last visible line, counted
/// from 1, and the number of lines.
pub(super) fn render(
    model: Model<'_>,
    help: &Help,
    theme: &Theme,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize, usize) {
    let rows = model.help_rows(help, area.width);
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

/// The foot of help: the search text, or the visible lines.
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
