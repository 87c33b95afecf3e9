//! The map: a ground for each class of cells, with a letter here and there; without grounds, a sign
//! or a dot in each cell. All of it is under what the objects draw.

use std::ops::Range;

use ratatui::buffer::Cell as ScreenCell;
use ratatui::style::{Color, Modifier, Style};

use super::canvas::ArenaCanvas;
use crate::app::{Cell, MapView};
use crate::view::theme::{GroundRole, Theme};
use hitscan_core::engine::map::{CellClass, Map};
use hitscan_geom::{Approach, Relation, Side};

/// The dots of a braille character, from the top left, as bits after U+2800.
const DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// A run of cells on one ground has letters this far apart, shifted by half of it from row to row;
/// a shorter run has one letter in its middle.
const LETTERS_EVERY: i64 = 6;
/// A class with at most this many cells has its letter in each of them.
const FEW: usize = 2;

/// Lays the grounds of the classes, over those of bodies. A cell of the arena has `dots` cells of
/// the map; if only some of them meet, dots show which.
pub(super) fn lay_grounds(view: &MapView, dots: [usize; 2], canvas: &mut ArenaCanvas<'_>) {
    let Some(map) = view.map().filter(|_| canvas.theme.has_body_grounds()) else { return };
    if map.question().names_no_side() {
        return;
    }
    for cell in canvas.cells() {
        if let Some(role) = class_at(map, dots, cell).and_then(ground_of) {
            canvas.lay(role, |canvas| canvas.put(cell, ' ', Style::new()));
        }
    }
}

/// Draws letters or dots. `ground` is the picture before any object was drawn: what has been drawn
/// since stays.
pub(super) fn draw(
    view: &MapView,
    dots: [usize; 2],
    canvas: &mut ArenaCanvas<'_>,
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
    if let Some(cell) = view.probe {
        canvas.reverse(on_screen(cell));
    }
}

/// Draws only the cells.
pub(super) fn draw_cells(
    view: &MapView,
    dots: [usize; 2],
    canvas: &mut ArenaCanvas<'_>,
    ground: &[ScreenCell],
) {
    let Some(map) = view.map() else { return };
    // One class everywhere would say nothing, and hide the two.
    if map.question().names_no_side() {
        return;
    }
    let few = few_of(map);
    // The row and the columns of the run that the last cell belongs to.
    let mut run = (0, 0..0);
    let is_filled = canvas.theme.has_body_grounds();
    for (cell, before) in canvas.cells().zip(ground) {
        let class = class_at(map, dots, cell);
        let (glyph, style) = match class {
            Some(class) if is_filled && (dots == [1, 1] || ground_of(class).is_some()) => {
                if run.0 != cell.row || !run.1.contains(&cell.col) {
                    run = (cell.row, run_of(map, dots, cell, class, canvas.last().col));
                }
                let has_letter = few.contains(&class) || has_letter_in(&run.1, cell);
                let sign = if has_letter { class.sign() } else { ' ' };
                (sign, letter_style(canvas.theme, class))
            }
            _ if dots != [1, 1] => dots_at(map, dots, cell, canvas.theme),
            Some(class) => (class.sign(), style_of(canvas.theme, class)),
            None => (' ', Style::new()),
        };
        // A dot of the grid would look like an answer.
        let is_free = canvas.looks_like(cell, before);
        if is_free && (glyph != ' ' || before.symbol() != " ") {
            canvas.put(cell, glyph, style);
        }
    }
}

/// The class whose ground a cell of the arena gets: the class of its cells of the map, if they
/// agree. If they differ, but all have grounds, the most notable one: touches, corners, a choice,
/// or wrong. Otherwise `None`.
fn class_at(map: &Map, [across, down]: [usize; 2], cell: Cell) -> Option<CellClass> {
    let [Ok(column), Ok(row)] = [cell.col, cell.row].map(usize::try_from) else { return None };
    let (column, row) = (column * across, row * down);
    let mut found = map.class([column, row])?;
    for at in 1..across * down {
        let class = map.class([column + at % across, row + at / across])?;
        if class == found {
            continue;
        }
        if ground_of(class).is_none() || ground_of(found).is_none() {
            return None;
        }
        found = match class {
            CellClass::Relation(_) => found.min(class),
            _ => found.max(class),
        };
    }
    Some(found)
}

/// The classes with so few cells that each cell is marked; there are few such classes.
fn few_of(map: &Map) -> Vec<CellClass> {
    let few = map.counts().filter(|(_, count)| *count <= FEW);
    few.map(|(class, _)| class).collect()
}

/// The columns of the run of adjacent cells in a row with the same class that begins in a cell.
fn run_of(map: &Map, dots: [usize; 2], cell: Cell, class: CellClass, last: i64) -> Range<i64> {
    let goes_on = |col: &i64| class_at(map, dots, Cell { col: *col, ..cell }) == Some(class);
    let length = (cell.col..=last).take_while(goes_on).count();
    cell.col..cell.col.saturating_add(i64::try_from(length).unwrap_or(i64::MAX))
}

/// Whether a cell of a run has its letter.
const fn has_letter_in(run: &Range<i64>, cell: Cell) -> bool {
    if run.end - run.start >= LETTERS_EVERY {
        (cell.col + LETTERS_EVERY / 2 * cell.row) % LETTERS_EVERY == 0
    } else {
        cell.row % 2 == 0 && cell.col == (run.start + run.end - 1) / 2
    }
}

/// The map's cells in a cell of the arena as dots, in the style of the last class.
fn dots_at(map: &Map, dots: [usize; 2], cell: Cell, theme: &Theme) -> (char, Style) {
    let [Ok(column), Ok(row)] = [cell.col, cell.row].map(usize::try_from) else {
        return (' ', Style::new());
    };
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
        (Some(glyph), Some(class)) => (glyph, swatch_style(theme, class)),
        _ => (' ', Style::new()),
    }
}

/// The ground of a class; `None` if the two do not meet.
pub(in crate::view) fn ground_of(class: CellClass) -> Option<GroundRole> {
    const HUES: [GroundRole; 4] =
        [GroundRole::MapLeft, GroundRole::MapTop, GroundRole::MapRightSide, GroundRole::MapBottom];
    Some(match class {
        CellClass::Relation(Relation::Touches) | CellClass::Graze | CellClass::Convention(_) => {
            GroundRole::MapTouches
        }
        // A hit has the ground of a hit in every layer.
        CellClass::Relation(Relation::Overlaps | Relation::Crosses)
        | CellClass::NoSide
        | CellClass::RightHit => GroundRole::MapOverlaps,
        CellClass::Relation(Relation::Within | Relation::Contains | Relation::Equals)
        | CellClass::Inside => GroundRole::MapWithin,
        CellClass::Side(side) => HUES[index_of(side)],
        CellClass::Corner(sides) => match sides.iter().next() {
            Some(first) => HUES[index_of(first)],
            None => GroundRole::MapWithin,
        },
        CellClass::Edge(edge) => HUES[edge.saturating_sub(1) % 4],
        CellClass::Approach(Approach::FromLeft) => GroundRole::MapLeft,
        CellClass::Approach(Approach::FromRight) => GroundRole::MapRightSide,
        CellClass::Approach(Approach::OnLine) | CellClass::RightByRounding => {
            GroundRole::MapRounding
        }
        CellClass::Wrong(_) => GroundRole::MapWrong,
        CellClass::Relation(Relation::Disjoint)
        | CellClass::Miss
        | CellClass::RightMiss
        | CellClass::NotApplicable
        | CellClass::None => return None,
    })
}

const fn index_of(side: Side) -> usize {
    match side {
        Side::Left => 0,
        Side::Top => 1,
        Side::Right => 2,
        Side::Bottom => 3,
    }
}

/// The style of a class without grounds: wrong ones and choices as in the list of methods, all
/// others dim, in a colour that only repeats what the sign says.
fn style_of(theme: &Theme, class: CellClass) -> Style {
    let style = match class {
        CellClass::Wrong(_) => return theme.wrong,
        CellClass::Convention(_) => return theme.convention,
        CellClass::Side(side) => theme.side(index_of(side)),
        _ => Style::new(),
    };
    theme.dimmed(style)
}

/// The style of a class's letter on its ground: in the colour of its meaning if that is readable
/// there, otherwise plain.
fn letter_style(theme: &Theme, class: CellClass) -> Style {
    let style = match ground_of(class) {
        None => return Style::new(),
        Some(GroundRole::MapTouches) if matches!(class, CellClass::Convention(_)) => {
            theme.convention
        }
        Some(GroundRole::MapTouches) => theme.touched,
        Some(GroundRole::MapOverlaps) if class == CellClass::RightHit => theme.right,
        Some(GroundRole::MapWrong) => theme.wrong,
        Some(GroundRole::MapRounding) => theme.quiet,
        // Sides, edges and approaches differ by hue, which their grounds already have.
        Some(_) => match class {
            CellClass::Corner(_) => return theme.title,
            CellClass::Side(_) | CellClass::Edge(_) | CellClass::Approach(_) => {
                return Style::new();
            }
            _ => theme.contact,
        },
    };
    let ground = ground_of(class).and_then(|role| theme.ground(role));
    let readable = ground.map_or(style, |ground| theme.letter_on(style, ground));
    let is_colored = readable.fg.is_some_and(|color| color != Color::Reset);
    let is_reversed = readable.add_modifier.contains(Modifier::REVERSED);
    if is_colored && !theme.is_color_blind() || is_reversed { readable } else { Style::new() }
}

/// The style of a class's sign in a list.
pub(in crate::view) fn swatch_style(theme: &Theme, class: CellClass) -> Style {
    if theme.has_body_grounds() { letter_style(theme, class) } else { style_of(theme, class) }
}
