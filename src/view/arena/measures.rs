//! The number that the headline names, in the picture of two boxes: how far they are apart, or how
//! deep one is in the other. Nothing is drawn where it would cover a shape.

use super::axis_bars::{Bars, columns, decimal};
use super::boxes::CellBox;
use super::canvas::ArenaCanvas;
use crate::app::Cell;
use hitscan_core::engine::Pair;
use hitscan_core::words::written_order;
use hitscan_geom::{Aabb, Axis, Depth, Relation, Side};

/// From this many cells on there are blanks around the number.
const LEAST_WITH_BLANKS: i64 = 10;
/// From this many free cells on, a depth says that it is one.
const LEAST_FOR_DEEP: i64 = 14;

/// Draws what the headline measures of the pair in view.
pub(super) fn draw(canvas: &mut ArenaCanvas<'_>, pair: &Pair) {
    let (x, y) = written_order(&pair.a, &pair.b);
    let (Some(x), Some(y)) = (x.shape.as_box(), y.shape.as_box()) else { return };
    match (pair.pair_result.meeting.relation, pair.pair_result.meeting.depth) {
        (Relation::Disjoint, _) => draw_gap(canvas, x, y),
        (_, Some(depth)) => {
            draw_depth(canvas, [x, y].map(|of| CellBox::of(&canvas.view, of)), depth);
        }
        _ => {}
    }
}

/// An arrow across the gap of boxes that are apart along one axis only, where their ranges along
/// the other one share their middle.
fn draw_gap(canvas: &mut ArenaCanvas<'_>, a: &Aabb, b: &Aabb) {
    let bars = Axis::ALL.map(|axis| {
        let range = |of: &Aabb| match axis {
            Axis::X => [of.left(), of.right()],
            Axis::Y => [of.top(), of.bottom()],
        };
        Bars::of(&canvas.view, axis, [range(a), range(b)])
    });
    let [x, y] = &bars;
    let (axis, along, across) = match (x.gap() > 0, y.gap() > 0) {
        (true, false) => (Axis::X, x, y),
        (false, true) => (Axis::Y, y, x),
        _ => return,
    };
    let ([from, to], [[a_from, a_to], [b_from, b_to]]) = (along.between(), across.cells);
    let middle = i64::midpoint(a_from.max(b_from), a_to.min(b_to));
    let text = decimal(along.gap());
    let cells = match axis {
        Axis::X => in_a_row(canvas, &text, from, to, middle),
        Axis::Y => in_a_column(canvas, &text, from, to, middle),
    };
    put_if_free(canvas, &cells);
}

/// `◄─5─►`, with blanks from ten cells on; the number alone in one or two.
fn in_a_row(
    canvas: &ArenaCanvas<'_>,
    text: &str,
    from: i64,
    to: i64,
    row: i64,
) -> Vec<(Cell, char)> {
    let cells = to - from + 1;
    let [left, right, ..] = canvas.glyphs.heads;
    let spaced = if cells >= LEAST_WITH_BLANKS { format!(" {text} ") } else { text.to_owned() };
    let spare = cells - 2 - columns(&spaced);
    let whole = if cells > 2 && spare >= 0 {
        let shaft = |cells: i64| {
            let cells = usize::try_from(cells).unwrap_or_default();
            std::iter::repeat_n(canvas.glyphs.horizontal, cells).collect::<String>()
        };
        format!("{left}{}{spaced}{}{right}", shaft(spare - spare / 2), shaft(spare / 2))
    } else if columns(text) <= cells {
        text.to_owned()
    } else {
        return Vec::new();
    };
    let first = from + (cells - columns(&whole)) / 2;
    (first..).zip(whole.chars()).map(|(col, glyph)| (Cell { col, row }, glyph)).collect()
}

/// An upright arrow with the number in its middle; nothing in less than three rows.
fn in_a_column(
    canvas: &ArenaCanvas<'_>,
    text: &str,
    from: i64,
    to: i64,
    col: i64,
) -> Vec<(Cell, char)> {
    if to - from < 2 {
        return Vec::new();
    }
    let [_, _, up, down] = canvas.glyphs.heads;
    let middle = i64::midpoint(from, to);
    let glyph = |row| match row {
        _ if row == from => up,
        _ if row == to => down,
        _ => canvas.glyphs.vertical,
    };
    let shaft = (from..=to).filter(|&row| row != middle);
    let mut cells: Vec<_> = shaft.map(|row| (Cell { col, row }, glyph(row))).collect();
    let first = col - (columns(text) - 1) / 2;
    let number = (first..).zip(text.chars());
    cells.extend(number.map(|(col, glyph)| (Cell { col, row: middle }, glyph)));
    cells
}

/// The shortest way out, on the far side of the overlap: `◄1`, from fourteen free cells on
/// `◄─ 1 deep`.
fn draw_depth(canvas: &mut ArenaCanvas<'_>, [x, y]: [CellBox; 2], depth: Depth) {
    let (side, way) = depth.least();
    let text = decimal(way.wide());
    let shared = CellBox {
        left: x.left.max(y.left),
        top: x.top.max(y.top),
        right: x.right.min(y.right),
        bottom: x.bottom.min(y.bottom),
    };
    if shared.left > shared.right || shared.top > shared.bottom {
        return;
    }
    let middle_col = i64::midpoint(shared.left, shared.right);
    let [left, right, up, down] = canvas.glyphs.heads;
    match side {
        Side::Left | Side::Right => beside(canvas, &shared, side, &text, [left, right]),
        Side::Top => put_text(canvas, Cell { col: middle_col, row: shared.bottom + 1 }, up, &text),
        Side::Bottom => {
            put_text(canvas, Cell { col: middle_col, row: shared.top - 1 }, down, &text);
        }
    }
}

fn put_text(canvas: &mut ArenaCanvas<'_>, at: Cell, head: char, text: &str) {
    let text = format!("{head}{text}");
    let cells: Vec<_> =
        (at.col..).zip(text.chars()).map(|(col, glyph)| (Cell { col, ..at }, glyph)).collect();
    put_if_free(canvas, &cells);
}

/// Writes the depth to the right of the overlap if the way out is to the left, and the other way
/// round: in the row with room that is nearest to the middle.
fn beside(
    canvas: &mut ArenaCanvas<'_>,
    shared: &CellBox,
    side: Side,
    text: &str,
    [left, right]: [char; 2],
) {
    let is_left = side == Side::Left;
    let shaft = canvas.glyphs.horizontal;
    let (brief, whole) = if is_left {
        (format!("{left}{text}"), format!("{left}{shaft} {text} deep"))
    } else {
        (format!("{text}{right}"), format!("{text} deep {shaft}{right}"))
    };
    let middle = i64::midpoint(shared.top, shared.bottom);
    let mut rows: Vec<i64> = (shared.top..=shared.bottom).collect();
    rows.sort_by_key(|row| (row - middle).abs());
    let cells_of = |cells: i64, row: i64| {
        let from = if is_left { shared.right + 1 } else { shared.left - cells };
        (from..from + cells).map(move |col| Cell { col, row })
    };
    let has_room = |cells: i64, row: i64| cells_of(cells, row).all(|cell| canvas.is_free(cell));
    let said = match rows.iter().find(|&&row| has_room(columns(&brief), row)) {
        None => return,
        Some(&row) if has_room(LEAST_FOR_DEEP, row) => (row, whole),
        Some(&row) => (row, brief),
    };
    let cells = cells_of(columns(&said.1), said.0);
    let cells: Vec<_> = cells.zip(said.1.chars()).collect();
    put_if_free(canvas, &cells);
}

/// Writes the glyphs, unless one of their cells holds more than grid or stipple.
fn put_if_free(canvas: &mut ArenaCanvas<'_>, cells: &[(Cell, char)]) {
    if cells.iter().all(|&(cell, _)| canvas.is_free(cell)) {
        let accent = canvas.theme.accent;
        for &(cell, glyph) in cells {
            canvas.put(cell, glyph, accent);
        }
    }
}
