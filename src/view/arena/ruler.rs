//! The rulers: x above the arena, y to its left. Marks are at round numbers (a power of ten times
//! 1, 2 or 5), each in the cell that contains its number.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::{Viewport, grains};
use crate::view::glyphs::Glyphs;
use crate::view::text::{Pen, cells_of};
use crate::view::theme::Theme;
use hitscan_core::world::Settings;
use hitscan_geom::milli;

/// The minimum distance between two marks, in columns; half as many rows. Wider if that would leave
/// more than this many marks across.
const LEAST_COLUMNS: i64 = 8;
const MOST_MARKS: i64 = 8;
/// If marks are at least this many columns apart, none are written halfway.
const WIDE_COLUMNS: i64 = 16;

/// The smallest distance between two marks of this view.
fn least_columns(view: &Viewport) -> i64 {
    LEAST_COLUMNS.max(i64::from(view.cols()) / MOST_MARKS)
}

/// A coordinate in thousandths, which may lie outside the plane, as text.
fn mark(at: i64) -> String {
    let (whole, rest) = (at.abs() / 1000, at.abs() % 1000);
    let sign = if at < 0 { "-" } else { "" };
    match rest {
        0 => format!("{sign}{whole}"),
        // Marks are never closer than half a unit.
        _ => format!("{sign}{whole}.{}", rest / 100),
    }
}

/// The smallest round distance that spans this many columns, in thousandths.
pub(super) fn step(view: &Viewport, least_columns: i64) -> i64 {
    let least = least_columns * view.column_grains();
    let rounds = (0..).flat_map(|power| [1, 2, 5].map(|digit| 100 * digit * 10_i64.pow(power)));
    let per_thousandth = grains(milli!(1));
    { rounds }.find(|step| step * per_thousandth >= least).unwrap_or(i64::MAX)
}

/// The distance between marks of the x ruler, in thousandths; larger where the
/// numbers are long.
pub(super) fn step_x(view: &Viewport) -> i64 {
    let close = step(view, least_columns(view));
    step(view, least_columns(view).max(longest_number(view, close) + 2))
}

/// The distance between marks of the y ruler, in thousandths.
pub(super) fn step_y(view: &Viewport) -> i64 {
    step(view, LEAST_COLUMNS.max(2 * i64::from(view.rows()) / MOST_MARKS))
}

/// The width in cells of the longest number on the x ruler.
fn longest_number(view: &Viewport, step: i64) -> i64 {
    let (from, to) = (view.column_x(0), view.column_x(i64::from(view.cols())));
    let cells = |at| mark(thousandths(at)).len();
    i64::try_from(marks(from, to, step).map(cells).max().unwrap_or_default()).unwrap_or_default()
}

/// The marks within `from..to` grains.
pub(super) fn marks(from: i64, to: i64, step: i64) -> impl Iterator<Item = i64> {
    let step = step * grains(milli!(1));
    let first = -(-from).div_euclid(step);
    (first..).map(move |nth| nth * step).take_while(move |&at| at < to)
}

fn thousandths(grain: i64) -> i64 {
    grain / grains(milli!(1))
}

/// Writes the zoom into the corner of the rulers, unless it is 1.
pub(super) fn draw_zoom(
    view: &Viewport,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let text = match view.zoom() {
        0 => return,
        power @ 1.. => format!("{}", 1 << power),
        power => format!("1/{}", 1 << -power),
    };
    let mut pen = Pen::new(buf, area, 0);
    pen.style = theme.quiet;
    // Where there is no room for both, the number matters more than the sign.
    if text.len() < usize::from(area.width) {
        pen.any_script(glyphs.times.encode_utf8(&mut [0; 4]));
    }
    pen.any_script(&text);
}

/// Draws the x ruler in the row above `area`, the arena.
pub(super) fn draw_x(
    view: &Viewport,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    y: u16,
    buf: &mut Buffer,
) {
    let width = view.column_grains();
    let (from, to) = (view.column_x(0), view.column_x(i64::from(area.width)));
    let step = step_x(view);
    let longest = longest_number(view, step);
    let half = step * 8;
    let row = Rect { y, height: 1, ..area };
    // A number would continue the zoom that ends right before it: `×1/2` and `0`.
    let beside = area.x.checked_sub(1).and_then(|x| buf.cell((x, y)));
    let first = i64::from(beside.is_some_and(|cell| cell.symbol() != " "));
    let mut pen = Pen::new(buf, row, 0);
    pen.style = theme.quiet;
    // Starts one mark early, since its halfway dot may be in view.
    for at in marks(from - 2 * half, to, step) {
        let text = mark(thousandths(at));
        let cells = i64::try_from(cells_of(format_args!("{text}"))).unwrap_or_default();
        let col = (at - from).div_euclid(width);
        if let Some(column) =
            column(area, col).filter(|_| col >= first && col + cells <= i64::from(area.width))
        {
            pen.skip_to(column);
            pen.format(format_args!("{text}"));
        }
        let col = (at + half - from).div_euclid(width);
        let has_room = half / width > longest && least_columns(view) < WIDE_COLUMNS;
        if let Some(column) = column(area, col).filter(|_| has_room) {
            pen.skip_to(column);
            pen.styled(theme.quiet, glyphs.tick.encode_utf8(&mut [0; 4]));
        }
    }
}

fn column(area: Rect, col: i64) -> Option<u16> {
    u16::try_from(col).ok().filter(|&col| col < area.width).map(|col| area.x + col)
}

/// Draws the y ruler into `area`, left of the arena.
pub(super) fn draw_y(
    view: &Viewport,
    theme: &Theme,
    settings: &Settings,
    area: Rect,
    buf: &mut Buffer,
) {
    let height = 2 * view.column_grains();
    let (from, to) = (view.row_y(0), view.row_y(i64::from(area.height)));
    for at in marks(from, to, step_y(view)) {
        let Ok(row) = u16::try_from((at - from).div_euclid(height)) else { continue };
        draw_y_mark(settings.read_y(thousandths(at)), theme, area, row, buf);
    }
}

/// Writes a number, split if it is too wide for the ruler: a fractional number
/// shows only its decimals, since its whole part is beside it; a large one
/// shows its thousands in the row above.
fn draw_y_mark(value: i64, theme: &Theme, area: Rect, row: u16, buf: &mut Buffer) {
    let room = usize::from(area.width);
    let sign = if value < 0 { "-" } else { "" };
    let (whole, rest) = (value.abs() / 1000, value.abs() % 1000);
    let mut write = |text: std::fmt::Arguments<'_>, row: u16| {
        if row < area.height {
            let mut pen = Pen::new(buf, area, row);
            pen.style = theme.quiet;
            let blank = (room - 1).saturating_sub(cells_of(text));
            pen.skip(u16::try_from(blank).unwrap_or_default());
            pen.format(text);
        }
    };
    let text = mark(value);
    if cells_of(format_args!("{text}")) <= room {
        write(format_args!("{text}"), row);
    } else if rest != 0 {
        write(format_args!("{sign}.{}", rest / 100), row);
    } else {
        write(format_args!("{sign}{}k", whole / 1000), row);
        if whole % 1000 != 0 {
            write(format_args!("{:03}", whole % 1000), row + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::view::glyphs::Glyphs;

    /// The numbers in a row, in thousandths, with the columns where they begin.
    fn numbers(row: &str) -> Vec<(i64, i64)> {
        let mut found = Vec::new();
        let mut word = (0, String::new());
        for (at, c) in (0..).zip(row.chars().chain([' '])) {
            if c.is_ascii_digit() || c == '.' || c == '-' {
                word.0 = if word.1.is_empty() { at } else { word.0 };
                word.1.push(c);
            } else if !word.1.is_empty() {
                let (start, text) = std::mem::take(&mut word);
                // Rulers continue beyond the plane.
                let (whole, tenths) = text.split_once('.').unwrap_or((&text, "0"));
                let number = |text: &str| text.parse::<i64>().expect("a ruler has numbers only");
                let size = 1000 * number(whole).abs() + 100 * number(tenths);
                found.push((start, if text.starts_with('-') { -size } else { size }));
            }
        }
        found
    }

    fn row(buf: &Buffer, y: u16) -> String {
        (0..buf.area().width).map(|x| buf[(x, y)].symbol()).collect()
    }

    proptest! {
        /// At every position and zoom, each number is in the cell that contains it, and some marks
        /// are always in view.
        #[test]
        fn numbers_stand_where_they_are(
            zoom in Viewport::ZOOMS,
            (cols, rows) in (23..160_u16, 12..56_u16),
            (across, down) in (-300..300_i64, -150..150_i64),
        ) {
            let mut view = Viewport::new(cols, rows);
            let towards = zoom.signum();
            (0..zoom.abs()).for_each(|_| { view.zoom_by(towards); });
            view.pan(across, down);
            let area = Rect::new(0, 0, cols, 1);
            let mut buf = Buffer::empty(area);
            draw_x(&view, &Theme::PLAIN, &Glyphs::LINES, area, 0, &mut buf);
            let seen = numbers(&row(&buf, 0));
            prop_assert!(!seen.is_empty(), "{:?}", row(&buf, 0));
            for (col, value) in seen {
                let at = value * grains(milli!(1));
                prop_assert!(view.column_x(col) <= at && at < view.column_x(col + 1), "{value} at {col}");
            }
            let area = Rect::new(0, 0, 4, rows);
            let mut buf = Buffer::empty(area);
            draw_y(&view, &Theme::PLAIN, &Settings::default(), area, &mut buf);
            let mut marks = 0;
            for y in 0..rows {
                let text = row(&buf, y);
                // Longer numbers are split in two.
                if text.contains('k') || text.trim_start().starts_with(['.', '0']) && text.trim() != "0" {
                    return Ok(());
                }
                for (_, value) in numbers(&text) {
                    let at = value * grains(milli!(1));
                    let (from, to) = (view.row_y(i64::from(y)), view.row_y(i64::from(y) + 1));
                    prop_assert!(text.contains("-.") || from <= at && at < to, "{value} in {y}");
                    marks += 1;
                }
            }
            prop_assert!(marks > 0);
        }
    }
}
