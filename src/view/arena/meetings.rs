//! The contacts of the marked pairs: shared cells, sides that were hit and
//! contact points.

use super::boxes::{CellBox, draw_hit_side, shade_shared};
use super::canvas::Canvas;
use super::polygons::draw_hit_edge;
use super::{boxes, dots, lasers};
use crate::app::Cell;
use crate::view::glyphs::Outline;
use hitscan_core::engine::Pair;
use hitscan_core::world::{ObjectId, PairResult, Participant, TestResult};
use hitscan_geom::{
    Direction, Fraction, Meeting, Point, Polygon, Relation, Segment, Shape, orient,
};

/// Shades the cells that overlapping boxes share.
pub(super) fn shade_overlaps(canvas: &mut Canvas<'_>, marked: &[Pair]) {
    for Pair { a, b, pair_result } in marked {
        let apart = matches!(pair_result.meeting.relation, Relation::Disjoint | Relation::Touches);
        if let (Shape::Box(a), Shape::Box(b), false) = (&a.shape, &b.shape, apart) {
            let [a, b] = [a, b].map(|shape| CellBox::of(&canvas.view, shape));
            shade_shared(canvas, &a, &b);
        }
    }
}

/// Draws the sides that were hit. A laser's hit is shown by its contact points;
/// the side it enters through is drawn only while the laser or the region is
/// selected, since many lasers would highlight every side.
pub(super) fn draw_sides(canvas: &mut Canvas<'_>, selected: Option<ObjectId>, marked: &[Pair]) {
    for Pair { a, b, pair_result } in marked {
        let is_selected = [a.id, b.id].into_iter().any(|id| Some(id) == selected);
        match (&a.shape, &b.shape) {
            (Shape::Box(_), Shape::Box(b)) => draw_box_sides(canvas, b, pair_result),
            (Shape::Segment(_), Shape::Box(region)) | (Shape::Box(region), Shape::Segment(_))
                if is_selected =>
            {
                draw_box_sides(canvas, region, pair_result);
            }
            (Shape::Segment(_), Shape::Polygon(region))
            | (Shape::Polygon(region), Shape::Segment(_))
                if is_selected =>
            {
                draw_edges(canvas, region, pair_result.meeting.direction);
            }
            _ => {}
        }
    }
}

fn draw_box_sides(canvas: &mut Canvas<'_>, shape: &hitscan_geom::Aabb, pair_result: &PairResult) {
    let cells = CellBox::of(&canvas.view, shape);
    for side in pair_result.sides().iter() {
        match canvas.glyphs.outline {
            Outline::Cells => draw_hit_side(canvas, &cells, side),
            Outline::Dots => dots::draw_hit_side(canvas, shape, side),
        }
    }
}

fn draw_edges(canvas: &mut Canvas<'_>, polygon: &Polygon, direction: Direction) {
    if let Direction::Edges(one, other) = direction {
        for edge in [Some(one), other].into_iter().flatten() {
            match canvas.glyphs.outline {
                Outline::Cells => draw_hit_edge(canvas, polygon, edge),
                Outline::Dots => dots::draw_edge(canvas, polygon, edge, canvas.theme.contact),
            }
        }
    }
}

/// Marks the points where lasers cross a border, but not laser ends inside a
/// region.
pub(super) fn draw_contacts(canvas: &mut Canvas<'_>, marked: &[Pair]) {
    for Pair { a, b, pair_result } in marked {
        let glyph = match pair_result.outcome {
            TestResult::Hit => canvas.glyphs.hit,
            TestResult::Touch => canvas.glyphs.touch,
            TestResult::Miss => continue,
        };
        for cell in contact_cells(canvas, a, b, &pair_result.meeting).into_iter().flatten() {
            canvas.put(cell, glyph, canvas.theme.contact);
        }
    }
}

fn contact_cells(
    canvas: &Canvas<'_>,
    a: &Participant,
    b: &Participant,
    meeting: &Meeting,
) -> [Option<Cell>; 2] {
    let Some(span) = meeting.span else { return [None; 2] };
    let view = &canvas.view;
    let ((Shape::Segment(laser), other) | (other, Shape::Segment(laser))) = (&a.shape, &b.shape)
    else {
        return [None; 2];
    };
    [0, 1].map(|which| {
        let point = &span.points[which];
        if let Some(t) = span.t
            && ends_inside(laser, t[which], other)
        {
            return None;
        }
        Some(match other {
            Shape::Box(region) => {
                boxes::CellBox::of(view, region).nearest(view.cell_of_exact(point))
            }
            Shape::Segment(_) | Shape::Polygon(_) => {
                lasers::stroke(view, laser).cell_at(view, point)
            }
        })
    })
}

/// Whether the common point at `t` is a laser end strictly inside the region.
/// Between the laser's ends, the first and last common points always lie on the
/// border.
fn ends_inside(laser: &Segment, t: Fraction, region: &Shape) -> bool {
    let end = match t {
        Fraction::ZERO => laser.start(),
        Fraction::ONE => laser.end(),
        _ => return false,
    };
    match region {
        Shape::Box(region) => {
            region.left() < end.x
                && end.x < region.right()
                && region.top() < end.y
                && end.y < region.bottom()
        }
        Shape::Polygon(region) => !is_on_outline(region, end),
        Shape::Segment(_) => false,
    }
}

fn is_on_outline(polygon: &Polygon, point: Point) -> bool {
    let vertices = polygon.vertices();
    (0..vertices.len()).any(|index| {
        let (from, to) = (vertices[index], vertices[(index + 1) % vertices.len()]);
        orient(from, to, point) == 0
            && (from.x.min(to.x)..=from.x.max(to.x)).contains(&point.x)
            && (from.y.min(to.y)..=from.y.max(to.y)).contains(&point.y)
    })
}
