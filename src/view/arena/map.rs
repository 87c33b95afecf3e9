//! The map: a sign in each cell, or a dot, under all that the objects draw.

use ratatui::buffer::Cell as ScreenCell;
use ratatui::style::Style;

use super::canvas::Canvas;
use crate::app::{Cell, MapView};
use crate::view::theme::Theme;
use hitscan_core::engine::map::{Class, Map};

/// The dots of a braille character, from the top left, as bits after U+2800.
const DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// Draws the map with its marks. `ground` is the picture before any object was drawn:
/// what has been drawn since stays. A cell of the arena has `dots` cells of the map.
pub(super) fn draw(
    view: &MapView,
    dots: [usize; 2],
    canvas: &mut Canvas<'_>,
    ground: &[ScreenCell],
) {
    draw_cells(view, dots, canvas, ground);
    let Some(map) = view.map() else { return };
    let on_screen = |[column, row]: [usize; 2]| {
        let at = |index: usize, dots: usize| i64::try_from(index / dots).unwrap_or(i64::MAX);
        Cell { col: at(column, dots[0]), row: at(row, dots[1]) }
    };
    if let Some(cell) = map.present_cell() {
        canvas.put(on_screen(cell), canvas.glyphs.grip, canvas.theme.accent);
    }
    if let Some(cell) = view.probe() {
        canvas.reverse(on_screen(cell));
    }
}

/// Draws the cells alone.
pub(super) fn draw_cells(
    view: &MapView,
    dots: [usize; 2],
    canvas: &mut Canvas<'_>,
    ground: &[ScreenCell],
) {
    let Some(map) = view.map() else { return };
    let last = canvas.last();
    let cells = (0..=last.row).flat_map(|row| (0..=last.col).map(move |col| Cell { col, row }));
    for (cell, before) in cells.zip(ground) {
        if canvas.looks_like(cell, before) {
            let (glyph, style) = glyph_of(map, dots, cell, canvas.theme);
            // A dot of the grid would look like an answer.
            if glyph != ' ' || before.symbol() != " " {
                canvas.put(cell, glyph, style);
            }
        }
    }
}

fn glyph_of(map: &Map, dots: [usize; 2], cell: Cell, theme: &Theme) -> (char, Style) {
    let [Ok(column), Ok(row)] = [cell.col, cell.row].map(usize::try_from) else {
        return (' ', Style::new());
    };
    if dots == [1, 1] {
        let class = map.class([column, row]).unwrap_or(Class::None);
        return match class.sign() {
            ' ' => (' ', Style::new()),
            sign => (sign, style_of(theme, class)),
        };
    }
    let mut set = 0;
    let mut first = None;
    for (down, bits) in DOTS.iter().enumerate() {
        for (across, bit) in bits.iter().enumerate() {
            let class = map.class([column * dots[0] + across, row * dots[1] + down]);
            if let Some(class) = class.filter(|class| !class.is_miss()) {
                set |= bit;
                first = first.max(Some(class));
            }
        }
    }
    match (char::from_u32(0x2800 + set), first) {
        (Some(glyph), Some(class)) => (glyph, style_of(theme, class)),
        _ => (' ', Style::new()),
    }
}

/// How a class looks: what is wrong or a choice as in the list of methods, all else dim,
/// in a colour that only repeats what its sign says.
pub(in crate::view) fn style_of(theme: &Theme, class: Class) -> Style {
    use hitscan_geom::Side;
    let style = match class {
        Class::Wrong(_) => return theme.wrong,
        Class::Convention(_) => return theme.convention,
        Class::Side(side) => theme.side(match side {
            Side::Left => 0,
            Side::Top => 1,
            Side::Right => 2,
            Side::Bottom => 3,
        }),
        _ => Style::new(),
    };
    theme.dimmed(style)
}
