//! The sides to choose from while predicting one: all of them, possible or not, with the bar on the
//! marked one. Below, the score so far.

use super::canvas::{PanelCanvas, TEXT};
use crate::app::{MOST_EDGE_KEYS, Model, SidesAsked};
use crate::view::theme::GroundRole;
use hitscan_core::engine::Score;
use hitscan_geom::{Approach, Direction, Side};

/// The fewest rows with blank rows between the sides, and words below them.
const ROOMY_ROWS: u16 = 12;
/// The fewest rows with the score at the foot.
const ROWS_WITH_SCORE: u16 = 16;
/// Rows of the score, including the rule above it.
const SCORE_ROWS: u16 = 4;
/// The column of the score's bar, and its width.
const BAR_COL: u16 = 23;
const BAR_COLS: usize = 8;

pub(super) fn render(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    asked: SidesAsked,
    marked: Option<Direction>,
) {
    let is_roomy = canvas.rows() >= ROOMY_ROWS;
    let row_of = |nth: u16| if is_roomy { 2 + 2 * nth } else { nth };
    draw_choices(canvas, asked, marked, row_of);
    let end = canvas.put(row_of(1), NONE_COL, "none", canvas.theme.quiet);
    canvas.lay(row_of(1), NONE_COL - 1, end + 1, GroundRole::Button);
    if !is_roomy {
        return;
    }
    keys(model, canvas, asked);
    if canvas.rows() >= ROWS_WITH_SCORE
        && let Some(score) = model.engine.score()
    {
        write_score(canvas, score);
    }
}

const NONE_COL: u16 = 14;

/// Draws the sides to choose, in the rows that the first three have.
fn draw_choices(
    canvas: &mut PanelCanvas<'_>,
    asked: SidesAsked,
    marked: Option<Direction>,
    row_of: impl Fn(u16) -> u16,
) {
    let [left, right, up, down] = canvas.glyphs.heads;
    let mut draw = |nth: u16, col: u16, text: &str, is_marked: bool| {
        let row = row_of(nth);
        let end = canvas.put(row, col, text, canvas.theme.accent);
        let ground = if is_marked { GroundRole::Chosen } else { GroundRole::Button };
        canvas.lay(row, col - 1, end + 1, ground);
    };
    match asked {
        SidesAsked::Box { of_laser } => {
            let is = |side| matches!(marked, Some(Direction::Sides(sides)) if sides.contains(side));
            draw(0, 13, &format!("{up} top"), is(Side::Top));
            draw(1, 3, &format!("{left} left"), is(Side::Left));
            draw(1, 22, &format!("right {right}"), is(Side::Right));
            draw(2, 13, &format!("{down} bottom"), is(Side::Bottom));
            if of_laser {
                draw(2, 24, "i inside", marked == Some(Direction::Inside));
            }
        }
        SidesAsked::Line => {
            let is = |approach| marked == Some(Direction::Approach(approach));
            draw(0, 10, &format!("{up} on its line"), is(Approach::OnLine));
            draw(1, 1, &format!("{left} from left"), is(Approach::FromLeft));
            draw(1, 19, &format!("from right {right}"), is(Approach::FromRight));
        }
        SidesAsked::Edges(edges) => {
            let edge = match marked {
                Some(Direction::Edges(edge, _)) => Some(edge),
                _ => None,
            };
            let keys = format!("1-{}", edges.min(MOST_EDGE_KEYS));
            let text = edge.map_or_else(|| format!("{keys} edge"), |edge| format!("edge {edge}"));
            draw(0, 13, &text, edge.is_some());
            draw(2, 13, "i inside", marked == Some(Direction::Inside));
        }
    }
}

/// Says what the keys do.
fn keys(model: Model<'_>, canvas: &mut PanelCanvas<'_>, asked: SidesAsked) {
    let (key, quiet) = (canvas.theme.key, canvas.theme.quiet);
    let arrows = model.input.keymap.arrows();
    match asked {
        SidesAsked::Box { .. } => {
            let end = canvas.put(9, 1, &arrows, key);
            canvas.put(9, end + 1, "mark a side; a second,", quiet);
            canvas.put(10, 1, "across it, marks a corner", quiet);
        }
        SidesAsked::Line => {
            let end = canvas.put(9, 1, &arrows, key);
            canvas.put(9, end + 1, "mark a side", quiet);
        }
        SidesAsked::Edges(_) => {
            canvas.put(9, 1, "its number marks an edge", quiet);
        }
    }
    let end = canvas.put(11, 1, "Enter", key);
    let end = canvas.put(11, end + 1, "answers", quiet);
    let end = canvas.put(11, end + 2, "Esc", key);
    canvas.put(11, end + 1, "back", quiet);
}

/// Writes how many predictions were right, with a bar, and the longest streak.
fn write_score(canvas: &mut PanelCanvas<'_>, Score { right, made, longest, .. }: Score) {
    let quiet = canvas.theme.quiet;
    let row = canvas.rows() - SCORE_ROWS;
    let branch = canvas.glyphs.border[1];
    canvas.rule(row, branch, ["", ""]);
    let mut col = canvas.put(row + 1, 1, "so far ", quiet);
    for (text, style) in
        [(right.to_string(), TEXT), (" right of ".to_owned(), quiet), (made.to_string(), TEXT)]
    {
        col = canvas.put(row + 1, col, &text, style);
    }
    let [full, rest] = canvas.glyphs.bar;
    let halves = (right * 2 * BAR_COLS).checked_div(made).unwrap_or_default();
    for (nth, col) in (0..BAR_COLS).zip(BAR_COL..) {
        let (glyph, style) = match halves.saturating_sub(2 * nth) {
            0 => (rest, quiet),
            1 => (canvas.glyphs.half_bar, canvas.theme.right),
            _ => (full, canvas.theme.right),
        };
        canvas.put(row + 1, col, glyph.encode_utf8(&mut [0; 4]), style);
    }
    let end = canvas.put(row + 2, 1, "longest row ", quiet);
    canvas.put(row + 2, end, &longest.to_string(), TEXT);
}
