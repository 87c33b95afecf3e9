//! The contacts of the marked pairs: shared cells, sides that were hit and contact
//! points.

use std::collections::BTreeSet;

use ratatui::style::Style;

use super::boxes::{Borders, CellBox};
use super::canvas::ArenaCanvas;
use super::polygons::draw_hit_edge;
use super::{ShownObject, boxes, dots, draw_polygon, lasers, polygons};
use crate::app::{ArenaModel, Cell};
use crate::view::glyphs::Outline;
use crate::view::theme::Theme;
use hitscan_core::engine::Pair;
use hitscan_core::world::{Participant, TestResult};
use hitscan_geom::{
    Aabb, Direction, Fraction, Meeting, Point, Polygon, Relation, Segment, Shape, Side, Swept,
    orient,
};

/// Marks the cells that two regions share.
pub(super) fn share(canvas: &mut ArenaCanvas<'_>, marked: &[Pair]) {
    for pair in marked.iter().filter(|pair| overlaps(pair)) {
        polygons::share(canvas, &pair.a.shape, &pair.b.shape);
    }
}

fn overlaps(pair: &Pair) -> bool {
    !matches!(pair.pair_result.meeting.relation, Relation::Disjoint | Relation::Touches)
}

/// Applies the overlap style to the parts of borders that are within another region.
pub(super) fn restyle_borders(canvas: &ArenaCanvas<'_>, borders: &mut Borders, marked: &[Pair]) {
    for (shape, within) in outlines_within(canvas.theme, marked) {
        if let Shape::Box(shape) = shape {
            let (cells, within) =
                (CellBox::of(&canvas.view, shape), polygons::cells_inside(canvas, within));
            borders.restyle_within(canvas, &cells, &within, canvas.theme.overlap);
        }
    }
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

/// Like [`restyle_borders`], for outlines that are not borders: of polygons, and of boxes in dots.
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
    for (shape, side, style) in hit_sides(canvas.theme, model, marked) {
        let cells = CellBox::of(&canvas.view, shape);
        if !boxes::is_solid(&cells) {
            borders.hit(canvas, &cells, side, style);
        }
    }
}

/// Like [`hit_borders`], for boxes without a border.
pub(super) fn hit_solids(canvas: &mut ArenaCanvas<'_>, model: &ArenaModel<'_>, marked: &[Pair]) {
    for (shape, side, style) in hit_sides(canvas.theme, model, marked) {
        let cells = CellBox::of(&canvas.view, shape);
        if boxes::is_solid(&cells) {
            boxes::draw_solid_hit(canvas, &cells, side, style);
        }
    }
}

/// Like [`hit_borders`], in dots.
pub(super) fn draw_sides_in_dots(
    canvas: &mut ArenaCanvas<'_>,
    model: &ArenaModel<'_>,
    marked: &[Pair],
) {
    for (shape, side, style) in hit_sides(canvas.theme, model, marked) {
        dots::draw_hit_side(canvas, shape, side, style);
    }
}

/// The sides of boxes that were hit, each with its style. A laser's hit is shown by
/// its contact points; the side it enters through is drawn only in the pair in focus
/// and while the laser or the box is selected, since many lasers would highlight every
/// side.
fn hit_sides<'a>(
    theme: &'a Theme,
    model: &'a ArenaModel<'_>,
    marked: &'a [Pair],
) -> impl Iterator<Item = (&'a Aabb, Side, Style)> {
    marked.iter().flat_map(move |pair| {
        let region = match (&pair.a.shape, &pair.b.shape) {
            (Shape::Box(_), Shape::Box(region)) => Some(region),
            (Shape::Segment(_), Shape::Box(region)) | (Shape::Box(region), Shape::Segment(_))
                if model.is_watched(pair) =>
            {
                Some(region)
            }
            _ => None,
        };
        let style = style_of(theme, pair);
        let sides = pair.pair_result.sides();
        region.into_iter().flat_map(move |region| {
            sides.iter().map(move |side| (region, side, style)).collect::<Vec<_>>()
        })
    })
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
