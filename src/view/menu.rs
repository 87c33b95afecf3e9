//! What the menus over the lower rows of the screen have in common: a rule with a title and a count
//! above them, the bar of the chosen row, and a sign where a text is cut.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs::Glyphs;
use super::status::clear_row;
use super::text::{Pen, cells, cells_of};
use super::theme::{GroundRole, Theme, lay};

/// Columns of the rule before its title, and after its count.
const RULE_BEFORE: u16 = 2;
const RULE_AFTER: u16 = 3;

/// The rule above a menu.
pub(super) struct Head<'a> {
    /// The title, in parts.
    pub(super) title: &'a [(&'a str, Style)],
    /// How many rows there are, shown at the right; empty if the menu shows all of them.
    pub(super) count: &'a str,
    /// The column in which a separator meets the rule.
    pub(super) separator: Option<u16>,
}

/// Clears the lower rows of the screen from row `top` of `area` on, and draws the rule there.
pub(super) fn open(
    head: &Head<'_>,
    area: Rect,
    top: u16,
    theme: &Theme,
    glyphs: &Glyphs,
    buf: &mut Buffer,
) {
    for y in top..area.height {
        clear_row(area, y, buf);
    }
    let row = Rect { y: area.y + top, height: 1, ..area };
    rule(row, head.separator.map(|x| (x, glyphs.tees[1])), theme, glyphs, buf);
    let count_cols = match head.count {
        "" => 0,
        count => RULE_AFTER + 2 + cols_of(count),
    };
    let count_at = area.right().saturating_sub(count_cols);
    let mut pen = Pen::new(buf, area, top);
    pen.skip(RULE_BEFORE);
    pen.end_at(count_at.saturating_sub(1));
    pen.text(" ");
    for (text, style) in head.title {
        pen.style = *style;
        pen.any_script(&cut(text, usize::from(pen.room().saturating_sub(1)), glyphs.cut));
    }
    pen.styled(Style::new(), " ");
    if count_cols > 0 {
        let mut pen = Pen::new(buf, area, top);
        pen.skip_to(count_at);
        pen.style = theme.quiet;
        pen.format(format_args!(" {} ", head.count));
    }
}

/// Draws a rule over `row`, with this branch in one column of the screen.
pub(super) fn rule(
    row: Rect,
    branch: Option<(u16, char)>,
    theme: &Theme,
    glyphs: &Glyphs,
    buf: &mut Buffer,
) {
    for position in row.intersection(*buf.area()).positions() {
        let glyph = branch.filter(|(x, _)| *x == position.x).map_or(glyphs.horizontal, |it| it.1);
        if let Some(cell) = buf.cell_mut(position) {
            cell.set_char(glyph).set_style(theme.quiet);
        }
    }
}

/// Marks a row as the chosen one: an arrow head before it, and the bar.
pub(super) fn choose(row: Rect, theme: &Theme, glyphs: &Glyphs, buf: &mut Buffer) {
    mark(row, glyphs.heads[1], Style::new(), buf);
    lay(row, GroundRole::Chosen, theme, buf);
}

/// Like [`choose`], with a bar from the second column to the one before `cols`.
pub(super) fn choose_within(
    row: Rect,
    cols: u16,
    theme: &Theme,
    glyphs: &Glyphs,
    buf: &mut Buffer,
) {
    mark(row, glyphs.heads[1], Style::new(), buf);
    let bar = Rect { x: row.x + 1, width: cols.saturating_sub(1), ..row };
    lay(bar, GroundRole::Chosen, theme, buf);
}

/// Marks a row as the current setting: a dot before it, and the bar.
pub(super) fn set(row: Rect, theme: &Theme, glyphs: &Glyphs, buf: &mut Buffer) {
    mark(row, glyphs.start, theme.accent, buf);
    lay(row, GroundRole::Chosen, theme, buf);
}

fn mark(row: Rect, glyph: char, style: Style, buf: &mut Buffer) {
    let mut pen = Pen::new(buf, row, 0);
    pen.style = style;
    pen.any_script(glyph.encode_utf8(&mut [0; 4]));
}

/// Text in at most `room` cells, with a sign if it is cut.
pub(super) fn cut<'a>(text: &'a str, room: usize, sign: &str) -> Cow<'a, str> {
    if cells_of(format_args!("{text}")) <= room {
        return Cow::Borrowed(text);
    }
    let mut left = room.saturating_sub(sign.chars().count());
    let fits = |c: &char| {
        left.checked_sub(cells(*c)).is_some_and(|rest| {
            left = rest;
            true
        })
    };
    let beginning: String = text.chars().take_while(fits).collect();
    Cow::Owned(beginning + sign)
}

/// The width of a text in columns.
pub(super) fn cols_of(text: &str) -> u16 {
    u16::try_from(cells_of(format_args!("{text}"))).unwrap_or(u16::MAX)
}
