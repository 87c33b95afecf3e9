//! Object names: on the top border of boxes, beside the start of lasers and
//! polygons.

use ratatui::style::{Modifier, Style};

use super::Shown;
use super::boxes::{CellBox, is_on_grid};
use super::canvas::Canvas;
use super::lasers;
use super::polygons::vertex_cell;
use crate::app::Cell;
use hitscan_core::engine::Pair;
use hitscan_geom::{Aabb, Axis, Polygon, Segment, Shape};

/// The most objects in view that all show their names. Of more, only the pair
/// in focus does.
const MOST_NAMED: usize = 40;

/// The objects that show their names.
pub(super) fn named<'a, 'b>(
    shown: &'a [Shown<'b>],
    pair: Option<&Pair>,
) -> impl Iterator<Item = &'a Shown<'b>> {
    let all = shown.len() <= MOST_NAMED;
    let in_focus = pair.map(|pair| [pair.a.id, pair.b.id]);
    let is_in_focus = move |id| in_focus.is_some_and(|ids| ids.contains(&id));
    shown.iter().filter(move |it| all || it.is_selected || is_in_focus(it.id))
}

/// Writes an object's name, in brackets if it is selected.
pub(super) fn draw(canvas: &mut Canvas<'_>, shown: &Shown<'_>) {
    match &shown.object.shape {
        Shape::Box(shape) => on_box(canvas, shown, shape),
        Shape::Segment(laser) => beside_laser(canvas, shown, laser),
        Shape::Polygon(polygon) => beside_polygon(canvas, shown, polygon),
    }
}

/// Writes the name on the visible part of the top border, between the corners
/// and clipped to the box. `~` marks a box that is not exactly where it is
/// drawn. If the box is too narrow, the name goes above it.
fn on_box(canvas: &mut Canvas<'_>, shown: &Shown<'_>, shape: &Aabb) {
    let cells = CellBox::of(&canvas.view, shape);
    let needed = shown.object.name.as_str().len() + if shown.is_selected { 2 } else { 0 };
    let inner = cells.right - cells.left - 1;
    if inner < 3 && usize::try_from(inner).unwrap_or_default() < needed {
        let corner = cells.corners()[0];
        if canvas.shows(corner) {
            beside(canvas, shown, corner, -1);
        }
        return;
    }
    let at = Cell { col: (cells.left + 1).max(0), row: cells.top.max(0) };
    let right = (cells.right - 1).min(canvas.last().col);
    if !canvas.shows(at) || right < at.col || cells.bottom < at.row {
        return;
    }
    let room = usize::try_from(right - at.col + 1).unwrap_or_default();
    let mark = if is_on_grid(&canvas.view, shape) { "" } else { "~" };
    write(canvas, shown, at, room, mark);
}

/// Writes the name one row above the start, or below where a steep laser runs
/// upwards.
fn beside_laser(canvas: &mut Canvas<'_>, shown: &Shown<'_>, laser: &Segment) {
    let stroke = lasers::stroke(&canvas.view, laser);
    let start = stroke.start();
    let anchor =
        if canvas.shows(start) { Some(start) } else { stroke.cells().map(|(cell, _)| cell).next() };
    let rises_steeply = stroke.axis() == Axis::Y && stroke.senses().1 < 0;
    if let Some(anchor) = anchor {
        beside(canvas, shown, anchor, if rises_steeply { 1 } else { -1 });
    }
}

fn beside_polygon(canvas: &mut Canvas<'_>, shown: &Shown<'_>, polygon: &Polygon) {
    let count = polygon.vertices().len();
    let vertices = (0..count).map(|index| vertex_cell(&canvas.view, polygon, index));
    let anchor = { vertices }.find(|&cell| canvas.shows(cell));
    if let Some(anchor) = anchor {
        beside(canvas, shown, anchor, -1);
    }
}

/// Writes the name `below` rows under `anchor`, or as many above if that is out
/// of view. The brackets of a selected object go outside, so that its name does
/// not move.
fn beside(canvas: &mut Canvas<'_>, shown: &Shown<'_>, anchor: Cell, below: i64) {
    let last = canvas.last();
    let is_in_view = (0..=last.row).contains(&(anchor.row + below));
    let row = if is_in_view { anchor.row + below } else { anchor.row - below };
    let col = if shown.is_selected { (anchor.col - 1).max(0) } else { anchor.col };
    let room = usize::try_from(last.col - col + 1).unwrap_or_default();
    write(canvas, shown, Cell { col, row }, room, "");
}

/// Writes as much of the name as fits: with brackets if three characters fit,
/// with the `~` if everything fits.
fn write(canvas: &mut Canvas<'_>, shown: &Shown<'_>, at: Cell, room: usize, mark: &str) {
    let name = shown.object.name.as_str();
    let mut style: Style = shown.style;
    let (open, close) = if shown.is_selected && room >= 3 { ("[", "]") } else { ("", "") };
    if shown.is_selected {
        style = style.add_modifier(Modifier::BOLD);
    }
    let name = &name[..name.len().min(room - open.len() - close.len())];
    let whole = open.len() + shown.object.name.as_str().len() + close.len() + mark.len();
    let mark = if whole <= room { mark } else { "" };
    let mut col = at.col;
    for part in [open, name, close, mark] {
        canvas.put_text(Cell { col, ..at }, part, style);
        col += i64::try_from(part.len()).unwrap_or_default();
    }
}
