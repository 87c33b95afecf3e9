//! The velocity arrow of an object: it points to where the leading edge or
//! corner will be after the next step.

use ratatui::style::Style;

use super::boxes::CellBox;
use super::canvas::ArenaCanvas;
use super::dots;
use super::lasers::head;
use super::stroke::{GrainPoint, Stroke};
use crate::app::{Cell, Viewport, grains};
use crate::view::glyphs::Outline;
use hitscan_core::world::Object;
use hitscan_geom::{Point, Shape, Vector};

/// The arrow of one object.
#[derive(Clone, Copy, Debug)]
pub(super) struct MotionArrow {
    stroke: Stroke,
    ends: [GrainPoint; 2],
    /// The cells the object covers; the shaft is not drawn there.
    own: Option<CellBox>,
    /// The cell of the head.
    pub(super) tip: Cell,
}

impl MotionArrow {
    /// The arrow of `object`. Without a velocity it is only a tip in the
    /// middle.
    pub(super) fn of(view: &Viewport, object: &Object) -> Self {
        let v = object.velocity;
        let (min, max) = match &object.shape {
            Shape::Polygon(polygon) if v != Vector::ZERO => foremost(polygon.vertices(), v),
            shape => shape.bounds(),
        };
        let is_line = matches!(object.shape, Shape::Segment(_));
        let own = (!is_line).then(|| CellBox::between(view, min, max));
        let rest = own.map(|own| own.middle(view));
        let x = lead(grains(min.x), grains(max.x), grains(v.x), rest.map(|rest| rest.x));
        let y = lead(grains(min.y), grains(max.y), grains(v.y), rest.map(|rest| rest.y));
        let (from, to) = (GrainPoint { x: x.0, y: y.0 }, GrainPoint { x: x.1, y: y.1 });
        let (stroke, tip) = (Stroke::entering(view, from, to), tip(view, to, v, own));
        Self { stroke, ends: [from, to], own, tip }
    }

    /// Draws the shaft from the object to the tip.
    pub(super) fn draw_shaft(&self, canvas: &mut ArenaCanvas<'_>, style: Style) {
        let glyphs = canvas.glyphs;
        if self.stroke.senses() == [0, 0] {
            return;
        }
        if glyphs.lines == Outline::Dots {
            return dots::draw_sparse(canvas, self.ends, style);
        }
        for (cell, run) in self.stroke.cells() {
            if cell != self.tip && self.own.is_none_or(|own| !own.contains(cell)) {
                canvas.put(cell, self.stroke.glyph(glyphs, run), style);
            }
        }
    }

    /// Draws the head, if the object moves.
    pub(super) fn draw_head(&self, canvas: &mut ArenaCanvas<'_>, style: Style) {
        let senses = self.stroke.senses();
        if senses != [0, 0] {
            canvas.put(self.tip, head(canvas.glyphs, self.stroke.heading(), senses), style);
        }
    }
}

/// The bounds of the foremost vertices in direction `v`: one corner, or a
/// leading side.
fn foremost(vertices: &[Point], v: Vector) -> (Point, Point) {
    let ahead = |p: &Point| p.x.wide() * v.x.wide() + p.y.wide() * v.y.wide();
    let most = vertices.iter().map(ahead).max();
    let foremost = vertices.iter().filter(|vertex| Some(ahead(vertex)) == most).copied();
    let bounds = foremost.map(|p| (p, p)).reduce(|(min, max), (p, _)| {
        (Point::new(min.x.min(p.x), min.y.min(p.y)), Point::new(max.x.max(p.x), max.y.max(p.y)))
    });
    bounds.unwrap_or_default()
}

/// The cell in the middle of a shape, which is its pivot.
pub(super) fn middle(view: &Viewport, shape: &Shape) -> Cell {
    let (min, max) = shape.bounds();
    let half = |min, max| i64::midpoint(grains(min), grains(max));
    tip(view, GrainPoint { x: half(min.x, max.x), y: half(min.y, max.y) }, Vector::ZERO, None)
}

/// The start and end of the arrow along one axis. It starts at the leading side, or in the middle
/// of the drawn cells if there is no motion along this axis. A laser has no cells of its own, so
/// its arrow begins at its midpoint.
const fn lead(min: i64, max: i64, way: i64, middle: Option<i64>) -> (i64, i64) {
    let from = match middle {
        None => i64::midpoint(min, max),
        Some(middle) if way == 0 => middle,
        Some(_) if way < 0 => min,
        Some(_) => max,
    };
    (from, from + way)
}

/// The cell that the edge moves into; on a boundary, the one beyond it. It is never one of the
/// object's own cells, which would hide a small velocity.
fn tip(view: &Viewport, to: GrainPoint, v: Vector, own: Option<CellBox>) -> Cell {
    let origin = view.cell_of(Point::default());
    let width = view.column_grains();
    let beyond = |at: i64, size: i64, way: i64| {
        if way < 0 { -(-at).div_euclid(size) - 1 } else { at.div_euclid(size) }
    };
    let (vx, vy) = (v.x.wide().signum(), v.y.wide().signum());
    let mut tip = Cell {
        col: beyond(to.x, width, vx) + origin.col,
        row: beyond(to.y, 2 * width, vy) + origin.row,
    };
    if let Some(own) = own.filter(|own| own.contains(tip)) {
        tip.col = [own.left - 1, tip.col, own.right + 1][index(vx)];
        tip.row = [own.top - 1, tip.row, own.bottom + 1][index(vy)];
    }
    tip
}

const fn index(sense: i64) -> usize {
    match sense {
        0 => 1,
        _ if sense < 0 => 0,
        _ => 2,
    }
}
