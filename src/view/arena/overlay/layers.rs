//! Draws the active overlays into one [`Sketch`]; the larger ones have their own files.

use super::super::polygons;
use super::super::stroke::{GrainPoint, Stroke};
use super::{Sketch, construction};
use crate::app::{ArenaModel, Cell, Dragged, End, Inspected, Overlay};
use crate::view::arena::boxes::{self, CellBox};
use crate::view::arena::canvas::ArenaCanvas;
use crate::view::arena::ruler::{marks, step, step_x, step_y};
use crate::view::arena::{ShownObject, lasers};
use crate::view::theme::Theme;
use hitscan_core::engine::Pair;
use hitscan_core::methods::Method;
use hitscan_core::world::{ObjectId, PairResult, Participant};
use hitscan_geom::{
    Aabb, Direction, ExactPoint, Point, Polygon, Segment, Shape, Side, Sides, Span, Swept, Vector,
};

/// The zoom from which on the dots are closer together, as an exponent of 2.
const CLOSE: i8 = 2;
/// The minimum distance between dots there, in columns.
const CLOSE_COLUMNS: i64 = 16;
/// The minimum distance between dots at smaller zooms, in thousandths.
const LEAST: i64 = 10_000;

/// Collects what the active overlays add to the picture of the objects in view
/// and of the marked pairs.
pub(in crate::view::arena) fn sketch(
    model: &ArenaModel<'_>,
    shown: &[ShownObject<'_>],
    marked: &[Pair],
    canvas: &ArenaCanvas<'_>,
) -> Sketch {
    let mut sketch = Sketch::new(canvas);
    if let Some(dragged) = &model.dragged {
        draw_dragged(dragged, canvas, &mut sketch);
    }
    for layer in Overlay::ALL.into_iter().filter(|&layer| model.shows(layer)) {
        match layer {
            Overlay::Construction => construction::draw(model, canvas, &mut sketch),
            Overlay::Normals => draw(model.selected, marked, canvas, &mut sketch),
            Overlay::Depth => draw_depth(marked, canvas, &mut sketch),
            // In a crowd, the dots of a grid would be taken for bodies.
            Overlay::Grid if model.crowd.is_some() => {}
            Overlay::Grid => draw_grid(canvas, &mut sketch),
            Overlay::Bounds => draw_bounds(shown, canvas, &mut sketch),
            Overlay::BroadPhase => draw_broad_phase(model, canvas, &mut sketch),
            Overlay::Ghosts => draw_ghosts(model, canvas, &mut sketch),
            Overlay::Ends => draw_ends(model, canvas, &mut sketch),
            Overlay::Trail => draw_trail(model, shown, canvas, &mut sketch),
            // Drawn with the objects.
            Overlay::Velocities | Overlay::Crossings => {}
        }
    }
    sketch
}

/// Where a drag would move what it holds.
fn draw_dragged(dragged: &Dragged, canvas: &ArenaCanvas<'_>, sketch: &mut Sketch) {
    match dragged {
        Dragged::Box(shape) => {
            sketch.outline_in(CellBox::of(&canvas.view, shape), canvas.theme.accent);
        }
        Dragged::Path(points) => {
            for ends in points.windows(2) {
                if let Ok(line) = Segment::new(ends[0], ends[1]) {
                    sketch.line(lasers::stroke(&canvas.view, &line));
                }
            }
        }
    }
}

/// `y b`: the AABB of each laser and polygon.
fn draw_bounds(shown: &[ShownObject<'_>], canvas: &ArenaCanvas<'_>, sketch: &mut Sketch) {
    for ShownObject { object, .. } in shown {
        if !matches!(object.shape, Shape::Box(_)) {
            let (min, max) = object.shape.bounds();
            sketch.outline(CellBox::between(&canvas.view, min, max));
        }
    }
}

/// `y P`: the occupied cells of the grid, or the interval of the selected object in the
/// sweep, and a mark on each object that the selected one is compared with.
fn draw_broad_phase(model: &ArenaModel<'_>, canvas: &ArenaCanvas<'_>, sketch: &mut Sketch) {
    let (regions, candidates) = model.world.inspect_broad_phase(model.selected);
    for [min, max] in regions {
        let cells = CellBox::between(&canvas.view, min, max);
        if cells.in_view(canvas).is_some() {
            sketch.outline(cells);
        }
    }
    for id in candidates {
        let Some(object) = model.world.object(id) else { continue };
        let (min, max): (Point, Point) = object.shape.bounds();
        let cell = CellBox::between(&canvas.view, min, max).middle_cell();
        if canvas.shows(cell) {
            sketch.mark(cell, canvas.theme.accent);
        }
    }
}

/// `y d`: how deep two boxes overlap: the minimum translation that moves the first out of the
/// second, and its length.
fn draw_depth(marked: &[Pair], canvas: &ArenaCanvas<'_>, sketch: &mut Sketch) {
    for Pair { a, b, pair_result } in marked {
        let (Shape::Box(a), Shape::Box(b)) = (&a.shape, &b.shape) else { continue };
        let Some(depth) = pair_result.meeting.depth else { continue };
        let [a, b] = [a, b].map(|shape| CellBox::of(&canvas.view, shape));
        let (side, way) = depth.least();
        // From a's side that is deepest in b to b's side, where it would end
        // up.
        let row = off_borders([a.top, b.top], [a.bottom, b.bottom]);
        let col = off_borders([a.left, b.left], [a.right, b.right]);
        let (from, length) = match side {
            Side::Left => (Cell { col: a.right, row }, a.right - b.left + 1),
            Side::Top => (Cell { col, row: a.bottom }, a.bottom - b.top + 1),
            Side::Right => (Cell { col: a.left, row }, b.right - a.left + 1),
            Side::Bottom => (Cell { col, row: a.top }, b.bottom - a.top + 1),
        };
        sketch.arrow_to(canvas, from, side, length);
        sketch.label_beside(from, way.to_string());
    }
}

/// The middle of the range two boxes share, or the next cell if a border there
/// would hide an arrow along it.
fn off_borders(firsts: [i64; 2], lasts: [i64; 2]) -> i64 {
    let (first, last) = (firsts[0].max(firsts[1]), lasts[0].min(lasts[1]));
    let middle = i64::midpoint(first, last);
    let is_off = |at: &i64| !firsts.contains(at) && !lasts.contains(at);
    let near =
        [middle, middle + 1, middle - 1].into_iter().filter(|at| (first..=last).contains(at));
    { near }.find(is_off).unwrap_or(middle)
}

/// `y e`: where the pair's moving box would have ended the last frame by each of the three side
/// methods: s for swept, r for relative-velocity, p for predict-corner. Equal ends share one
/// outline with all their letters.
fn draw_ends(model: &ArenaModel<'_>, canvas: &ArenaCanvas<'_>, sketch: &mut Sketch) {
    let mut ends: Vec<(CellBox, String)> = Vec::new();
    for End { method, shape } in model.inspected.iter().flat_map(|inspected| &inspected.ends) {
        let cells = CellBox::of(&canvas.view, shape);
        match ends.iter_mut().find(|(known, _)| *known == cells) {
            Some((_, letters)) => letters.push(letter(*method)),
            None => ends.push((cells, letter(*method).to_string())),
        }
    }
    for (cells, letters) in ends {
        sketch.outline(cells);
        // Below, since the box's name is at its top.
        let at = Cell { col: cells.left + 1, row: cells.bottom };
        sketch.tag(at, out_of_view(canvas, &cells), letters);
    }
}

/// The direction of a box that is out of view.
fn out_of_view(canvas: &ArenaCanvas<'_>, cells: &CellBox) -> Option<char> {
    let last = canvas.last();
    let [left, right, up, down] = canvas.glyphs.heads;
    match cells {
        _ if cells.right < 0 => Some(left),
        _ if cells.left > last.col => Some(right),
        _ if cells.bottom < 0 => Some(up),
        _ if cells.top > last.row => Some(down),
        _ => None,
    }
}

/// The first letter of the method's id.
fn letter(method: Method) -> char {
    method.id().chars().next().unwrap_or(' ')
}

/// `y s`: where the pair's boxes were in the frame: an outline at the start, and one at the hit;
/// for a solid body a sign at the start. The boxes themselves are drawn at the end.
fn draw_ghosts(model: &ArenaModel<'_>, canvas: &ArenaCanvas<'_>, sketch: &mut Sketch) {
    let Some(Inspected { pair, .. }) = &model.inspected else { return };
    let at_hit = at_hit(&pair.pair_result, canvas);
    for (party, at_hit) in [&pair.a, &pair.b].into_iter().zip(at_hit) {
        let Some(end) = party.shape.as_box().filter(|_| party.motion != Vector::ZERO) else {
            continue;
        };
        let Ok(start) = end.translated(-party.motion) else { continue };
        let style = canvas.theme.dimmed(canvas.theme.kind(party.shape.kind()));
        let start = CellBox::of(&canvas.view, &start);
        if boxes::is_flat(&start) {
            // At the hit, the sign would hide the side beside it.
            sketch.glyph(start.middle_cell(), canvas.glyphs.trail, style);
            continue;
        }
        sketch.outline_in(start, style);
        if let Some(cells) = at_hit {
            sketch.outline_in(cells, style);
        }
    }
}

/// `y g`: a dot at each crossing of round coordinates.
fn draw_grid(canvas: &ArenaCanvas<'_>, sketch: &mut Sketch) {
    let view = &canvas.view;
    let least = if view.zoom() < CLOSE { LEAST } else { step(view, CLOSE_COLUMNS) };
    let (cols, rows) = (i64::from(view.cols()), i64::from(view.rows()));
    let (left, top) = (view.column_x(0), view.row_y(0));
    let row = |at: i64| (at - top).div_euclid(2 * view.column_grains());
    let col = |at: i64| (at - left).div_euclid(view.column_grains());
    let down: Vec<_> = marks(top, view.row_y(rows), step_y(view).max(least)).map(row).collect();
    for col in marks(left, view.column_x(cols), step_x(view).max(least)).map(col) {
        for &row in &down {
            sketch.grid_dot(Cell { col, row });
        }
    }
}

/// `y p`: where the selected object was.
fn draw_trail(
    model: &ArenaModel<'_>,
    shown: &[ShownObject<'_>],
    canvas: &ArenaCanvas<'_>,
    sketch: &mut Sketch,
) {
    let selected = shown.last().filter(|shown| shown.is_selected);
    let style = selected
        .map_or(canvas.theme.quiet, |shown| canvas.theme.dimmed(Theme::unselected(shown.style)));
    for &at in model.trail {
        sketch.glyph(canvas.view.cell_of(at), canvas.glyphs.trail, style);
    }
}

// `y n`: the normal of each side that was hit, as an arrow that starts at the
// contact.

/// The length of an arrow in columns; it is half as many rows.
const COLUMNS: i64 = 4;

/// As with the sides themselves, laser entry sides are drawn only while the
/// laser or the region is selected.
pub(super) fn draw(
    selected: Option<ObjectId>,
    marked: &[Pair],
    canvas: &ArenaCanvas<'_>,
    sketch: &mut Sketch,
) {
    for Pair { a, b, pair_result } in marked {
        match (&a.shape, &b.shape) {
            (Shape::Box(mover), Shape::Box(region)) => {
                let mover = at_hit(pair_result, canvas)[0]
                    .unwrap_or_else(|| CellBox::of(&canvas.view, mover));
                of_sides(canvas, region, pair_result.sides(), &mover, sketch);
            }
            (Shape::Segment(_), region) | (region, Shape::Segment(_)) if holds(selected, a, b) => {
                of_region(canvas, region, pair_result, sketch);
            }
            _ => {}
        }
    }
}

/// The cells of each moving box at the hit.
pub(super) fn at_hit(pair_result: &PairResult, canvas: &ArenaCanvas<'_>) -> [Option<CellBox>; 2] {
    let (Some(frame), Some(Swept::Hit { t, .. })) = (pair_result.frame, pair_result.swept) else {
        return [None; 2];
    };
    frame.map(|moving| {
        (moving.motion() != Vector::ZERO).then(|| CellBox::at(&canvas.view, &moving, t))
    })
}

fn holds(selected: Option<ObjectId>, a: &Participant, b: &Participant) -> bool {
    [a.id, b.id].into_iter().any(|id| Some(id) == selected)
}

/// Draws the normal where a laser enters a region.
fn of_region(
    canvas: &ArenaCanvas<'_>,
    region: &Shape,
    pair_result: &PairResult,
    sketch: &mut Sketch,
) {
    let Some(Span { points: [first, _], .. }) = &pair_result.meeting.span else { return };
    match (region, pair_result.meeting.direction) {
        (Shape::Box(region), Direction::Sides(sides)) => {
            let Cell { col, row } = canvas.view.cell_of_exact(first);
            let cells = CellBox { left: col, top: row, right: col, bottom: row };
            of_sides(canvas, region, sides, &cells, sketch);
        }
        (Shape::Polygon(region), Direction::Edges(one, other)) => {
            for edge in [Some(one), other].into_iter().flatten() {
                of_edge(canvas, region, edge, first, sketch);
            }
        }
        _ => {}
    }
}

/// Draws the normals of a box's sides, each from the middle of the part that
/// `met` covers.
fn of_sides(
    canvas: &ArenaCanvas<'_>,
    region: &Aabb,
    sides: Sides,
    met: &CellBox,
    sketch: &mut Sketch,
) {
    let cells = CellBox::of(&canvas.view, region);
    let [from, to] = [(met.left, met.top), (met.right, met.bottom)]
        .map(|(col, row)| cells.nearest(Cell { col, row }));
    let (col, row) = (i64::midpoint(from.col, to.col), i64::midpoint(from.row, to.row));
    for side in sides.iter() {
        let (outside, length) = match side {
            Side::Left => (Cell { col: cells.left - 1, row }, COLUMNS),
            Side::Top => (Cell { col, row: cells.top - 1 }, COLUMNS / 2),
            Side::Right => (Cell { col: cells.right + 1, row }, COLUMNS),
            Side::Bottom => (Cell { col, row: cells.bottom + 1 }, COLUMNS / 2),
        };
        sketch.arrow_to(canvas, outside, side, length);
    }
}

/// Draws the normal of a polygon edge from the point of contact.
fn of_edge(
    canvas: &ArenaCanvas<'_>,
    polygon: &Polygon,
    edge: usize,
    met: &ExactPoint,
    sketch: &mut Sketch,
) {
    let out = polygons::outward(polygon, edge);
    let (x, y) = (out.x.wide(), out.y.wide());
    let most = x.abs().max(y.abs());
    let length = COLUMNS * canvas.view.column_grains();
    let from = GrainPoint::of(met);
    let to = GrainPoint { x: from.x + x * length / most, y: from.y + y * length / most };
    sketch.arrow(canvas, Stroke::new(&canvas.view, from, to));
}
