//! The arrow across a gap, with its length: `◄── 8 ──►`.

use crate::view::glyphs::Glyphs;
use crate::view::text::cells_of;

/// The direction of an arrow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// Along x.
    Level,
    /// Along y.
    Upright,
}

/// The fewest cells in which an arrow is drawn.
const LEAST_COLUMNS: i64 = 3;
const LEAST_ROWS: i64 = 2;

/// The arrow between the bars of a ruler, one character a cell: `◄──8───►`; only the number if
/// there are too few cells for both. `None` if not even that fits.
pub(super) fn on_ruler(glyphs: &Glyphs, turn: Turn, text: &str, cells: i64) -> Option<String> {
    let inner = cells - 2;
    let spare = inner - columns(text);
    match turn {
        Turn::Upright if cells >= LEAST_ROWS => Some(arrow(glyphs, turn, "", [0, inner])),
        Turn::Level if cells >= LEAST_COLUMNS && spare >= 0 => {
            Some(arrow(glyphs, turn, text, [spare / 2, spare - spare / 2]))
        }
        Turn::Level if cells >= columns(text) => Some(text.to_owned()),
        Turn::Level | Turn::Upright => None,
    }
}

/// The arrow in the arena, with blanks around its number: `◄── 8 ─►`. `None` if there is no room.
pub(super) fn in_arena(glyphs: &Glyphs, turn: Turn, text: &str, cells: i64) -> Option<String> {
    if turn == Turn::Upright {
        return on_ruler(glyphs, turn, "", cells);
    }
    let spaced = format!(" {text} ");
    let spare = cells - 2 - columns(&spaced);
    if cells < LEAST_COLUMNS {
        return None;
    }
    match spare {
        0.. => Some(arrow(glyphs, turn, &spaced, [spare - spare / 2, spare / 2])),
        _ => on_ruler(glyphs, turn, text, cells),
    }
}

fn arrow(glyphs: &Glyphs, turn: Turn, text: &str, shafts: [i64; 2]) -> String {
    let [left, right, up, down] = glyphs.heads;
    let (heads, shaft) = match turn {
        Turn::Level => ([left, right], glyphs.horizontal),
        Turn::Upright => ([up, down], glyphs.vertical),
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
            assert_eq!(on_ruler(glyphs, Turn::Level, text, cells).as_deref(), ruler, "{cells}");
            assert_eq!(in_arena(glyphs, Turn::Level, text, cells).as_deref(), arena, "{cells}");
        }
        assert_eq!(on_ruler(glyphs, Turn::Upright, "", 2).as_deref(), Some("▲▼"));
        assert_eq!(on_ruler(glyphs, Turn::Upright, "", 1), None);
    }
}
