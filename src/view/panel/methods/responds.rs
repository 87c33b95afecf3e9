//! The side method that the scene responds by: its row is always listed, and marked.

use super::{MARK_COL, Model, PanelCanvas, SAYS_END, SideVerdict, TEXT, side_row};
use hitscan_core::methods::Method;

/// The mark in its row.
const WORD: &str = "responds";

/// The method that the scene uses for responses between boxes.
pub(super) fn method(model: Model<'_>) -> Option<Method> {
    model.engine.world().settings().answers_by()
}

/// Its verdict.
pub(super) fn verdict<'v>(model: Model<'_>, sides: &'v [SideVerdict]) -> Option<&'v SideVerdict> {
    let responding = method(model)?;
    sides.iter().find(|verdict| verdict.method == responding)
}

/// Writes its row, over the previous content.
pub(super) fn write(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    row: u16,
    verdict: &SideVerdict,
) {
    canvas.put(row, 0, &" ".repeat(canvas.cols().into()), TEXT);
    side_row(model, canvas, row, verdict);
}

/// The column where the answer of a side method ends; if the scene responds by it, writes that
/// after it.
pub(super) fn says_end(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    row: u16,
    of: Method,
) -> u16 {
    // The mark and the blanks around it come before the word.
    said_behind(model, canvas, row, (of, SAYS_END, 3))
}

/// Like [`says_end`], for `swept`, which has no mark.
pub(super) fn swept_end(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16) -> u16 {
    said_behind(model, canvas, row, (Method::SWEPT, MARK_COL + 1, 1))
}

/// The column where an answer ends: `usual`, unless the word must follow it after `gap` cells.
fn said_behind(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    row: u16,
    (of, usual, gap): (Method, u16, u16),
) -> u16 {
    if method(model) != Some(of) {
        return usual;
    }
    let cells = u16::try_from(WORD.len()).unwrap_or_default();
    let end = usual.min(canvas.cols().saturating_sub(cells + gap));
    canvas.put(row, end + gap, WORD, canvas.theme.quiet);
    end
}

/// Cuts the name in a row, so that a blank is left before an answer of `cells` cells that ends at
/// `end`.
pub(super) fn cut_name(canvas: &mut PanelCanvas<'_>, row: u16, (end, cells): (u16, usize)) {
    let sign = canvas.glyphs.cut;
    let rest = sign.chars().count() + 1 + cells;
    let col = end.saturating_sub(u16::try_from(rest).unwrap_or(end));
    canvas.put(row, col, &format!("{sign}{}", " ".repeat(1 + cells)), TEXT);
}
