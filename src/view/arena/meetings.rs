//! The contacts of the marked pairs: shared cells, sides that were hit and contact
//! points.

use std::collections::BTreeSet;

use ratatui::style::Style;

use super::boxes::{Borders, CellBox};
use super::canvas::ArenaCanvas;
use super::polygons::draw_hit_edge;
use super::{ShownObject, boxes, dots, draw_polygon, lasers, polygons};
use crate::app::{ArenaModel, Cell};
use crate::view::glyphs::{KINEMATIC, Outline};
use crate::view::theme::Theme;
use hitscan_core::engine::Pair;
use hitscan_core::world::{Participant, TestResult};
use hitscan_geom::{
    Aabb, Direction, Fraction, Meeting, Point, Polygon, Relation, Segment, Shape, Side, Sides,
    Swept, orient,
};

/// The cells in view that the regions of a pair share.
pub(super) struct SharedCells {
    cells: Vec<Cell>,
    /// Whether outlines within it would leave no room for its hatching.
    is_small: bool,
}

impl SharedCells {
    /// From this many columns and rows on, outlines within it stay.
    const ROOMY: [i64; 2] = [4, 3];

    /// Those of all marked pairs that overlap.
    pub(super) fn of_all(
        canvas: &ArenaCanvas<'_>,
        model: &ArenaModel<'_>,
        marked: &[Pair],
    ) -> Vec<Self> {
        let pairs = marked.iter().filter(|pair| overlaps(pair) && !model.fills_in_game(pair));
        let of_pair = |Pair { a, b, .. }: &Pair| {
            let cells = polygons::shared_cells(canvas, &a.shape, &b.shape);
            // By the whole of it, so that scrolling changes nothing.
            let [one, other] = [a, b].map(|of| {
                let (min, max) = of.shape.bounds();
                CellBox::between(&canvas.view, min, max)
            });
            let is_small = one.shared(&other).is_none_or(|shared| {
                let cols = shared.right - shared.left + 1;
                let rows = shared.bottom - shared.top + 1;
                cols < Self::ROOMY[0] || rows < Self::ROOMY[1]
            });
            Self { cells, is_small }
        };
        pairs.map(of_pair).collect()
    }

    /// Hatches what holds no more than grid or stipple, before the shapes are drawn.
    pub(super) fn draw_under(&self, canvas: &mut ArenaCanvas<'_>) {
        for &cell in &self.cells {
            if canvas.is_free(cell) || canvas.glyph_at(cell) == Some(KINEMATIC) {
                canvas.hatch(cell);
            }
        }
    }

    /// Lays the ground under all of them, after the shapes are drawn. Where the cells are few, and
    /// on solid bodies, the hatching covers everything.
    pub(super) fn draw_over(&self, canvas: &mut ArenaCanvas<'_>) {
        let solid = [canvas.glyphs.block, canvas.glyphs.shade];
        for &cell in &self.cells {
            let is_solid = canvas.glyph_at(cell).is_some_and(|glyph| solid.contains(&glyph));
            if self.is_small || is_solid {
                canvas.hatch(cell);
            } else {
                canvas.share(cell);
            }
        }
    }
}

fn overlaps(pair: &Pair) -> bool {
    !matches!(pair.pair_result.meeting.relation, Relation::Disjoint | Relation::Touches)
}

/// Applies the contact style to lasers that cross something.
pub(super) fn restyle_crossing_lasers(
    theme: &Theme,
    shown: &mut [ShownObject<'_>],
    marked: &[Pair],
) {
    let crosses = |pair: &Pair| {
        let found = &pair.pair_result;
        found.meeting.relation == Relation::Crosses && found.outcome == TestResult::Hit
    };
    let crossing: BTreeSet<_> = marked
        .iter()
        .filter(|pair| crosses(pair))
        .flat_map(|pair| [pair.a.id, pair.b.id])
        .collect();
    for shown in shown.iter_mut().filter(|shown| crossing.contains(&shown.id)) {
        if matches!(shown.object.shape, Shape::Segment(_)) {
            let style = theme.contact;
            shown.style = if shown.is_selected { Theme::selected(style) } else { style };
        }
    }
}

/// Applies the overlap style to the parts of outlines that are within another region: of polygons, and
/// of boxes in dots. The cells of a border there are shared cells.
pub(super) fn restyle_outlines(canvas: &mut ArenaCanvas<'_>, marked: &[Pair]) {
    let (style, glyphs) = (canvas.theme.overlap, canvas.glyphs);
    for (shape, within) in outlines_within(canvas.theme, marked) {
        let within = polygons::cells_inside(canvas, within);
        canvas.within(within, |canvas| match shape {
            Shape::Polygon(polygon) => draw_polygon(canvas, polygon, style),
            Shape::Box(shape) if glyphs.boxes == Outline::Dots => {
                dots::draw_border(canvas, shape, style);
            }
            Shape::Box(_) | Shape::Segment(_) => {}
        });
    }
}

/// The regions that overlap, each with the region that it overlaps. None without colours, where an
/// outline keeps its weight.
fn outlines_within<'a>(
    theme: &Theme,
    marked: &'a [Pair],
) -> impl Iterator<Item = (&'a Shape, &'a Shape)> {
    let has_colours = theme.overlap.fg.is_some();
    let overlapping = marked.iter().filter(move |pair| has_colours && overlaps(pair));
    let shapes = overlapping.map(|pair| (&pair.a.shape, &pair.b.shape));
    shapes.flat_map(|(a, b)| [(a, b), (b, a)])
}

/// Doubles the sides of boxes that were hit.
pub(super) fn hit_borders(
    canvas: &ArenaCanvas<'_>,
    borders: &mut Borders,
    model: &ArenaModel<'_>,
    marked: &[Pair],
) {
    for hit in hit_sides(canvas, model, marked).iter().filter(|hit| !hit.is_solid) {
        let cells = CellBox::of(&canvas.view, hit.shape);
        borders.hit(canvas, &cells, hit.side, hit.style);
    }
}

/// Like [`hit_borders`], for boxes without a border: sensors, or all others.
pub(super) fn hit_solids(
    canvas: &mut ArenaCanvas<'_>,
    model: &ArenaModel<'_>,
    marked: &[Pair],
    is_sensor: bool,
) {
    let sides = hit_sides(canvas, model, marked);
    for hit in sides.iter().filter(|hit| hit.is_solid && hit.is_sensor == is_sensor) {
        let cells = CellBox::of(&canvas.view, hit.shape);
        boxes::draw_solid_hit(canvas, &cells, hit.side, hit.style);
    }
}

/// Like [`hit_borders`], in dots.
pub(super) fn draw_sides_in_dots(
    canvas: &mut ArenaCanvas<'_>,
    model: &ArenaModel<'_>,
    marked: &[Pair],
) {
    for hit in hit_sides(canvas, model, marked) {
        dots::draw_hit_side(canvas, hit.shape, hit.side, hit.style);
    }
}

/// A side of a box that was hit.
struct HitSide<'a> {
    shape: &'a Aabb,
    side: Side,
    style: Style,
    /// Whether the box has no outline.
    is_solid: bool,
    is_sensor: bool,
}

/// The sides of boxes that were hit, and quiet those by which others entered that are still in. A
/// laser's hit is shown by its contact points; the side it enters
/// through is drawn only in the pair in focus and while the laser or the box is selected, since many
/// lasers would highlight every side.
fn hit_sides<'a>(
    canvas: &ArenaCanvas<'_>,
    model: &ArenaModel<'_>,
    marked: &'a [Pair],
) -> Vec<HitSide<'a>> {
    let mut hit = Vec::new();
    for pair in marked {
        let of = match (&pair.a.shape, &pair.b.shape) {
            (Shape::Box(_) | Shape::Segment(_), Shape::Box(_)) => &pair.b,
            (Shape::Box(_), Shape::Segment(_)) => &pair.a,
            _ => continue,
        };
        let is_of_laser = [&pair.a, &pair.b].into_iter().any(|it| it.shape.as_box().is_none());
        let Some(shape) = of.shape.as_box().filter(|_| !is_of_laser || model.is_watched(pair))
        else {
            continue;
        };
        let object = model.world.object(of.id);
        let is_solid = boxes::is_flat(&CellBox::of(&canvas.view, shape))
            || object.is_some_and(|object| model.fills(object));
        let is_sensor = object.is_some_and(|object| object.behavior.sensor);
        let of_now = pair.pair_result.sides();
        let is_still_in = of_now == Sides::NONE && !is_of_laser && overlaps(pair);
        let (sides, style) = if is_still_in && !is_solid {
            (model.entered(pair), canvas.theme.quiet)
        } else {
            (of_now, style_of(canvas.theme, pair))
        };
        let of_side = |side| HitSide { shape, side, style, is_solid, is_sensor };
        hit.extend(sides.iter().map(of_side));
    }
    hit
}

const fn style_of(theme: &Theme, pair: &Pair) -> Style {
    match pair.pair_result.outcome {
        TestResult::Touch => theme.touched,
        TestResult::Hit | TestResult::Miss => theme.contact,
    }
}

/// Redraws the edges of polygons that a laser enters through, in the pair in focus and
/// while the laser or the polygon is selected.
pub(super) fn draw_edges(canvas: &mut ArenaCanvas<'_>, model: &ArenaModel<'_>, marked: &[Pair]) {
    for pair in marked.iter().filter(|pair| model.is_watched(pair)) {
        if let (Shape::Segment(_), Shape::Polygon(region))
        | (Shape::Polygon(region), Shape::Segment(_)) = (&pair.a.shape, &pair.b.shape)
            && pair.pair_result.behind.is_none()
            && let Direction::Edges(one, other) = pair.pair_result.meeting.direction
        {
            let style = style_of(canvas.theme, pair);
            for edge in [Some(one), other].into_iter().flatten() {
                match canvas.glyphs.lines {
                    Outline::Cells => draw_hit_edge(canvas, region, edge, style),
                    Outline::Dots => dots::draw_hit_edge(canvas, region, edge, style),
                }
            }
        }
    }
}

/// Marks the points where lasers cross a border, except for laser ends inside a region.
pub(super) fn draw_contacts(canvas: &mut ArenaCanvas<'_>, model: &ArenaModel<'_>, marked: &[Pair]) {
    // Beyond the end of its light a beam meets nothing.
    let is_stopped = |of: &Participant| model.world.beam(of.id).is_some_and(|it| it.end.is_some());
    for pair in marked {
        let glyph = match pair.pair_result.outcome {
            TestResult::Hit => canvas.glyphs.hit,
            TestResult::Touch => canvas.glyphs.touch,
            TestResult::Miss => continue,
        };
        let style = style_of(canvas.theme, pair);
        let cells = contact_cells(canvas, &pair.a, &pair.b, &pair.pair_result.meeting);
        let shown = if [&pair.a, &pair.b].into_iter().any(is_stopped) { 1 } else { 2 };
        for cell in cells.into_iter().take(shown).flatten() {
            canvas.put(cell, glyph, style);
        }
    }
}

/// Marks where a box was hit that broke and is gone.
pub(super) fn draw_break(canvas: &mut ArenaCanvas<'_>, model: &ArenaModel<'_>) {
    let Some(Pair { a, b, pair_result }) = &model.pair else { return };
    let is_gone = |of: &Participant| model.world.object(of.id).is_none();
    let (gone, by) = match [a, b].map(is_gone) {
        [true, false] => (a, b),
        [false, true] => (b, a),
        _ => return,
    };
    let (Some(shape), Some(moving)) = (gone.shape.as_box(), by.moving()) else { return };
    let t = match pair_result.swept {
        Some(Swept::Hit { t, .. }) => t,
        _ => Fraction::ONE,
    };
    let by = CellBox::at(&canvas.view, &moving, t).middle_cell();
    let cell = CellBox::of(&canvas.view, shape).nearest(by);
    canvas.put(cell, canvas.glyphs.hit, canvas.theme.contact);
}

fn contact_cells(
    canvas: &ArenaCanvas<'_>,
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
