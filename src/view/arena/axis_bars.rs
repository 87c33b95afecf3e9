//! The ranges of the pair along x and y, as bars in place of the rulers' numbers: the first object,
//! the second, and what both share. If they are apart, the gap is shown between the bars.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::text::cells_of;
use crate::app::{ArenaModel, Explained, Viewport, cells_between, grains};
use crate::view::glyphs::Glyphs;
use crate::view::text::Pen;
use crate::view::theme::Theme;
use hitscan_core::words::why::Ranges;
use hitscan_core::world::{Participant, Settings};
use hitscan_geom::{Axis, Milli};

/// The column of the y ruler that holds the bars.
const BAR_COL: u16 = 3;
/// The columns of the letters that name the rulers.
const X_COL: u16 = 1;
const Y_COL: u16 = 2;

/// The cells of two ranges along one axis, first and last, and how far the ranges are apart.
#[derive(Clone, Copy)]
pub(super) struct Bars {
    /// Of the first object, then of the second.
    pub(super) cells: [[i64; 2]; 2],
    ranges: Ranges,
}

impl Bars {
    pub(super) fn of(view: &Viewport, axis: Axis, ranges: Ranges) -> Self {
        let (size, origin) = match axis {
            Axis::X => (view.column_grains(), view.origin().col),
            Axis::Y => (2 * view.column_grains(), view.origin().row),
        };
        let cells = ranges.map(|[low, high]| {
            let (first, last) = cells_between(grains(low), grains(high), size);
            [first + origin, last + origin]
        });
        Self { cells, ranges }
    }

    /// The gap between the ranges in thousandths; negative if they overlap.
    pub(super) fn gap(&self) -> i64 {
        let [[a_low, a_high], [b_low, b_high]] = self.ranges.map(|range| range.map(Milli::wide));
        a_low.max(b_low) - a_high.min(b_high)
    }

    /// The cells between the two ranges; if there are none, the last comes before the first.
    pub(super) fn between(&self) -> [i64; 2] {
        let [[a_first, a_last], [b_first, b_last]] = self.cells;
        [a_last.min(b_last) + 1, a_first.max(b_first) - 1]
    }

    /// The cells from the first to the last of both ranges.
    fn outer(&self) -> [i64; 2] {
        let [[a_first, a_last], [b_first, b_last]] = self.cells;
        [a_first.min(b_first), a_last.max(b_last)]
    }

    /// Where both ranges together begin and end.
    fn outer_ends(&self) -> [Milli; 2] {
        let [[a_low, a_high], [b_low, b_high]] = self.ranges;
        [a_low.min(b_low), a_high.max(b_high)]
    }

    /// Whose bar covers a cell: that of the first object, of the second, or of both.
    fn at(&self, cell: i64) -> Option<usize> {
        let [first, second] = self.cells.map(|[from, to]| (from..=to).contains(&cell));
        // Ranges that only touch share no cell: mark the one where the later range begins.
        let later = self.cells[0][0].max(self.cells[1][0]);
        match (first, second) {
            _ if self.gap() == 0 && cell == later => Some(2),
            (true, true) if self.gap() < 0 => Some(2),
            (true, _) => Some(0),
            (_, true) => Some(1),
            _ => None,
        }
    }
}

/// Both rulers, in these areas.
pub(super) struct Rulers<'a> {
    pub(super) view: &'a Viewport,
    pub(super) theme: &'a Theme,
    pub(super) glyphs: &'a Glyphs,
    pub(super) settings: &'a Settings,
    /// The row above the arena, and the columns left of it.
    pub(super) areas: [Rect; 2],
}

impl Rulers<'_> {
    pub(super) fn draw(&self, model: &ArenaModel<'_>, explained: &Explained, buf: &mut Buffer) {
        let Some(ranges) = explained.ranges else { return };
        let pair = [&explained.pair.a, &explained.pair.b];
        for (axis, ranges) in Axis::ALL.into_iter().zip(ranges) {
            let bars = Bars::of(self.view, axis, ranges);
            let [first, second] = pair.map(|of| style_of(model, self.theme, of));
            let met = if bars.gap() == 0 { self.theme.touched } else { self.theme.contact };
            let styles = [first, second, met];
            match axis {
                Axis::X => self.draw_x(&bars, styles, buf),
                Axis::Y => self.draw_y(&bars, styles, buf),
            }
        }
    }

    fn draw_x(&self, bars: &Bars, styles: [Style; 3], buf: &mut Buffer) {
        let area = self.areas[0];
        write(area, 0, X_COL, "x", self.theme.quiet, buf);
        for col in 0..area.width {
            if let Some(of) = bars.at(col.into()) {
                let glyph = self.glyphs.ranges[0][of];
                write(area, 0, col, glyph.encode_utf8(&mut [0; 4]), styles[of], buf);
            }
        }
        let [first, last] = bars.outer();
        if bars.gap() <= 0 {
            let [low, high] = bars.outer_ends().map(|at| at.to_string());
            self.write_x(first - 1 - columns(&low), &low, self.theme.quiet, buf);
            self.write_x(last + 2, &high, self.theme.quiet, buf);
            return;
        }
        let text = decimal(bars.gap());
        let [from, to] = bars.between();
        match on_ruler(self.glyphs, Axis::X, &text, to - from + 1) {
            Some(arrow) => self.write_x(from, &arrow, self.theme.accent, buf),
            None => self.write_x(last + 2, &text, self.theme.accent, buf),
        }
    }

    /// Writes at a column of the arena, if the whole text is in view.
    fn write_x(&self, col: i64, text: &str, style: Style, buf: &mut Buffer) {
        let area = self.areas[0];
        if let Some(col) =
            u16::try_from(col).ok().filter(|_| col + columns(text) <= area.width.into())
        {
            write(area, 0, col, text, style, buf);
        }
    }

    fn draw_y(&self, bars: &Bars, styles: [Style; 3], buf: &mut Buffer) {
        let area = self.areas[1];
        write(area, 0, Y_COL, "y", self.theme.quiet, buf);
        for row in 0..area.height {
            if let Some(of) = bars.at(row.into()) {
                let glyph = self.glyphs.ranges[1][of];
                write(area, row, BAR_COL, glyph.encode_utf8(&mut [0; 4]), styles[of], buf);
            }
        }
        let [first, last] = bars.outer();
        if bars.gap() <= 0 {
            let ends = bars.outer_ends().map(|at| self.settings.read_y(at).to_string());
            self.write_y(first, &ends[0], self.theme.quiet, buf);
            if last > first {
                self.write_y(last, &ends[1], self.theme.quiet, buf);
            }
            return;
        }
        let [from, to] = bars.between();
        let accent = self.theme.accent;
        if let Some(arrow) = on_ruler(self.glyphs, Axis::Y, "", to - from + 1) {
            for (row, glyph) in (from..).zip(arrow.chars()) {
                if let Some(row) = u16::try_from(row).ok().filter(|row| *row < area.height) {
                    write(area, row, BAR_COL, glyph.encode_utf8(&mut [0; 4]), accent, buf);
                }
            }
        }
        self.write_y(from + (to - from).max(0) / 2, &decimal(bars.gap()), accent, buf);
    }

    /// Writes a number left of the bar, if there is room.
    fn write_y(&self, row: i64, text: &str, style: Style, buf: &mut Buffer) {
        let cols = columns(text);
        // A blank comes before the bar, unless the number needs its cell.
        let col = (i64::from(BAR_COL) - 1 - cols).max(0);
        if cols > i64::from(BAR_COL) {
            return;
        }
        if let (Ok(row), Ok(col)) = (u16::try_from(row), u16::try_from(col)) {
            write(self.areas[1], row, col, text, style, buf);
        }
    }
}

fn write(area: Rect, row: u16, col: u16, text: &str, style: Style, buf: &mut Buffer) {
    let mut pen = Pen::new(buf, area, row);
    pen.skip(col);
    pen.styled(style, text);
}

/// How an object is drawn.
fn style_of(model: &ArenaModel<'_>, theme: &Theme, of: &Participant) -> Style {
    let object = model.world.object(of.id);
    let style = object.map_or(theme.kind(of.shape.kind()), |object| theme.in_arena(object));
    if model.selected == Some(of.id) { Theme::selected(style) } else { style }
}

/// The fewest cells in which an arrow is drawn.
const LEAST_COLUMNS: i64 = 3;
const LEAST_ROWS: i64 = 2;

/// The arrow between the bars of a ruler, one character a cell: `◄──8───►`; only the number if
/// there are too few cells for both. `None` if not even that fits.
pub(super) fn on_ruler(glyphs: &Glyphs, along: Axis, text: &str, cells: i64) -> Option<String> {
    let inner = cells - 2;
    let spare = inner - columns(text);
    match along {
        Axis::Y if cells >= LEAST_ROWS => Some(arrow(glyphs, along, "", [0, inner])),
        Axis::X if cells >= LEAST_COLUMNS && spare >= 0 => {
            Some(arrow(glyphs, along, text, [spare / 2, spare - spare / 2]))
        }
        Axis::X if cells >= columns(text) => Some(text.to_owned()),
        Axis::X | Axis::Y => None,
    }
}

/// The arrow in the arena, with blanks around its number: `◄── 8 ─►`. `None` if there is no room.
pub(super) fn in_arena(glyphs: &Glyphs, along: Axis, text: &str, cells: i64) -> Option<String> {
    if along == Axis::Y {
        return on_ruler(glyphs, along, "", cells);
    }
    let spaced = format!(" {text} ");
    let spare = cells - 2 - columns(&spaced);
    if cells < LEAST_COLUMNS {
        return None;
    }
    match spare {
        0.. => Some(arrow(glyphs, along, &spaced, [spare - spare / 2, spare / 2])),
        _ => on_ruler(glyphs, along, text, cells),
    }
}

fn arrow(glyphs: &Glyphs, along: Axis, text: &str, shafts: [i64; 2]) -> String {
    let [left, right, up, down] = glyphs.heads;
    let (heads, shaft) = match along {
        Axis::X => ([left, right], glyphs.horizontal),
        Axis::Y => ([up, down], glyphs.vertical),
    };
    let [before, after] = shafts.map(|cells| {
        let cells = usize::try_from(cells).unwrap_or_default();
        std::iter::repeat_n(shaft, cells).collect::<String>()
    });
    format!("{}{before}{text}{after}{}", heads[0], heads[1])
}

/// A length in thousandths as a decimal number, without trailing zeros.
pub(super) fn decimal(thousandths: i64) -> String {
    let (whole, rest) = (thousandths / 1000, thousandths % 1000);
    if rest == 0 {
        return whole.to_string();
    }
    format!("{whole}.{rest:03}").trim_end_matches('0').to_owned()
}

/// The width of one of our own texts in cells.
pub(super) fn columns(text: &str) -> i64 {
    i64::try_from(cells_of(format_args!("{text}"))).unwrap_or(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_fills_its_cells_around_its_number_or_only_the_number_is_shown() {
        let glyphs = &Glyphs::LINES;
        for (cells, text, ruler, arena) in [
            (8, "8", Some("◄──8───►"), Some("◄── 8 ─►")),
            (9, "8", Some("◄───8───►"), Some("◄── 8 ──►")),
            (5, "8", Some("◄─8─►"), Some("◄ 8 ►")),
            (3, "3", Some("◄3►"), Some("◄3►")),
            (2, "2", Some("2"), None),
            (1, "1", Some("1"), None),
            (0, "0.25", None, None),
        ] {
            assert_eq!(on_ruler(glyphs, Axis::X, text, cells).as_deref(), ruler, "{cells}");
            assert_eq!(in_arena(glyphs, Axis::X, text, cells).as_deref(), arena, "{cells}");
        }
        assert_eq!(on_ruler(glyphs, Axis::Y, "", 2).as_deref(), Some("▲▼"));
        assert_eq!(on_ruler(glyphs, Axis::Y, "", 1), None);
    }
}
