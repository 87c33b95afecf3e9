//! `y n`: the normal of each side that was hit, as an arrow that starts at the
//! contact.

use super::Sketch;
use crate::app::Cell;
use crate::view::arena::boxes::CellBox;
use crate::view::arena::canvas::ArenaCanvas;
use crate::view::arena::polygons;
use crate::view::arena::stroke::{GrainPoint, Stroke};
use hitscan_core::engine::Pair;
use hitscan_core::world::{ObjectId, PairResult, Participant};
use hitscan_geom::{Aabb, Direction, ExactPoint, Polygon, Shape, Side, Sides, Span, Swept, Vector};

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
