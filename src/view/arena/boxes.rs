//! Boxes: the cells they cover, their borders, shared cells and sides that were
//! hit.

use ratatui::style::Style;

use super::super::theme::GroundRole;
use super::canvas::ArenaCanvas;
use super::stroke::{GrainPoint, first_middle};
use super::{ShownObject, draw_polygon, polygons};
use crate::app::{Cell, Viewport, cells_between, grains};
use hitscan_core::world::Body;
use hitscan_geom::{Aabb, Fraction, Moving, Point, Shape, Side};

/// The cells of a box, all four bounds inclusive; always at least one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellBox {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) right: i64,
    pub(super) bottom: i64,
}

impl CellBox {
    /// The cells whose centres lie in a box (left ≤ x < right, top ≤ y < bottom), so boxes that
    /// touch lie side by side and boxes that are apart never share a cell. If the box contains no
    /// cell centre along an axis, it is the cell where the box begins.
    pub(super) fn of(view: &Viewport, shape: &Aabb) -> Self {
        Self::between(view, shape.min(), shape.max())
    }

    /// Like [`Self::of`], for bounds that may have no width.
    pub(super) fn between(view: &Viewport, min: Point, max: Point) -> Self {
        let (width, origin) = (view.column_grains(), view.origin());
        let (left, right) = cells_between(grains(min.x), grains(max.x), width);
        let (top, bottom) = cells_between(grains(min.y), grains(max.y), 2 * width);
        Self {
            left: left + origin.col,
            top: top + origin.row,
            right: right + origin.col,
            bottom: bottom + origin.row,
        }
    }

    /// Like [`Self::of`], for a moving box at time `t` of the frame.
    pub(super) fn at(view: &Viewport, moving: &Moving, t: Fraction) -> Self {
        let end = moving.end();
        let [min, max] = moving.at(t).unwrap_or([end.min().into(), end.max().into()]);
        let (begin, first) = (view.cell_of_exact(&min), first_middle(view, &min));
        let end = first_middle(view, &max);
        let (left, right) = span(begin.col, first.col, || end.col);
        let (top, bottom) = span(begin.row, first.row, || end.row);
        Self { left, top, right, bottom }
    }

    /// The corners, in the order of [`Aabb::vertices`].
    pub(super) const fn corners(&self) -> [Cell; 4] {
        let Self { left, top, right, bottom } = *self;
        [
            Cell { col: left, row: top },
            Cell { col: right, row: top },
            Cell { col: right, row: bottom },
            Cell { col: left, row: bottom },
        ]
    }

    pub(super) const fn contains(&self, cell: Cell) -> bool {
        self.left <= cell.col
            && cell.col <= self.right
            && self.top <= cell.row
            && cell.row <= self.bottom
    }

    /// Whether a cell lies on its border.
    pub(super) fn has_on_border(&self, cell: Cell) -> bool {
        let is_edge = [self.left, self.right].contains(&cell.col)
            || [self.top, self.bottom].contains(&cell.row);
        is_edge && self.contains(cell)
    }

    /// The cell of this box nearest to `cell`.
    pub(super) fn nearest(&self, cell: Cell) -> Cell {
        Cell {
            col: cell.col.clamp(self.left, self.right),
            row: cell.row.clamp(self.top, self.bottom),
        }
    }

    /// The cell in the middle.
    pub(super) const fn middle_cell(&self) -> Cell {
        Cell {
            col: (self.left + self.right + 1).div_euclid(2),
            row: (self.top + self.bottom + 1).div_euclid(2),
        }
    }

    /// A point in the middle cell.
    pub(super) fn middle(&self, view: &Viewport) -> GrainPoint {
        GrainPoint::in_middle(view, self.middle_cell())
    }

    /// The cells in both boxes, if any.
    pub(super) fn shared(&self, other: &Self) -> Option<Self> {
        let shared = Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        (shared.left <= shared.right && shared.top <= shared.bottom).then_some(shared)
    }

    /// The part in view, if any.
    pub(super) fn in_view(&self, canvas: &ArenaCanvas<'_>) -> Option<Self> {
        let last = canvas.last();
        self.shared(&Self { left: 0, top: 0, right: last.col, bottom: last.row })
    }
}

fn span(begin: i64, first: i64, end: impl Fn() -> i64) -> (i64, i64) {
    let last = end() - 1;
    if first <= last { (first, last) } else { (begin, begin) }
}

/// Whether every edge lies on a cell border.
pub(super) fn is_on_grid(view: &Viewport, shape: &Aabb) -> bool {
    let width = view.column_grains();
    let fits = |point: Point| grains(point.x) % width == 0 && grains(point.y) % (2 * width) == 0;
    fits(shape.min()) && fits(shape.max())
}

/// Whether a box has no room for a border: one row, or one column.
pub(super) const fn is_solid(cells: &CellBox) -> bool {
    cells.top == cells.bottom || cells.left == cells.right
}

/// Draws a box that has no room for a border, with these glyphs between its ends and without ends.
pub(super) fn draw_solid(
    canvas: &mut ArenaCanvas<'_>,
    cells: &CellBox,
    style: Style,
    fill: [char; 2],
) {
    let Some(seen) = cells.in_view(canvas) else { return };
    let glyphs = canvas.glyphs;
    let [middle, block] = fill;
    let has_ends = cells.top == cells.bottom && cells.right - cells.left >= 2;
    for row in seen.top..=seen.bottom {
        for col in seen.left..=seen.right {
            let glyph = match (has_ends, col) {
                (false, _) => block,
                (true, col) if col == cells.left => glyphs.solid[0],
                (true, col) if col == cells.right => glyphs.solid[2],
                (true, _) => middle,
            };
            canvas.put(Cell { col, row }, glyph, style);
        }
    }
}

/// Draws a side that was hit, of a box without a border: one end, or the whole row.
pub(super) fn draw_solid_hit(
    canvas: &mut ArenaCanvas<'_>,
    cells: &CellBox,
    side: Side,
    style: Style,
) {
    let Some(seen) = cells.in_view(canvas) else { return };
    let (cols, rows, glyph) = match side {
        Side::Left => (cells.left..=cells.left, seen.top..=seen.bottom, canvas.glyphs.hit_vertical),
        Side::Right => {
            (cells.right..=cells.right, seen.top..=seen.bottom, canvas.glyphs.hit_vertical)
        }
        Side::Top => (seen.left..=seen.right, cells.top..=cells.top, canvas.glyphs.hit_horizontal),
        Side::Bottom => {
            (seen.left..=seen.right, cells.bottom..=cells.bottom, canvas.glyphs.hit_horizontal)
        }
    };
    for row in rows {
        for col in cols.clone() {
            canvas.put(Cell { col, row }, glyph, style);
        }
    }
}

/// Lays the ground of each body in drawing order, so that later ones and the selected one are on
/// top.
pub(super) fn lay_all(canvas: &mut ArenaCanvas<'_>, shown: &[ShownObject<'_>]) {
    for body in shown {
        if let Some(role) = role_of(body) {
            canvas.lay(role, |canvas| cover(canvas, &body.object.shape));
        }
    }
}

/// The ground of a body; `None` for a laser.
const fn role_of(shown: &ShownObject<'_>) -> Option<GroundRole> {
    Some(match (&shown.object.shape, shown.object.body, shown.is_selected) {
        (Shape::Segment(_), ..) => return None,
        (_, Body::Static, _) => GroundRole::Static,
        (_, Body::Kinematic, _) => GroundRole::Kinematic,
        (Shape::Box(_), Body::Dynamic, false) => GroundRole::Box,
        (Shape::Box(_), Body::Dynamic, true) => GroundRole::SelectedBox,
        (Shape::Polygon(_), Body::Dynamic, false) => GroundRole::Polygon,
        (Shape::Polygon(_), Body::Dynamic, true) => GroundRole::SelectedPolygon,
    })
}

/// Draws on all cells of a region, for a ground. A solid box fills its cells itself.
fn cover(canvas: &mut ArenaCanvas<'_>, shape: &Shape) {
    match shape {
        Shape::Box(shape) => {
            let cells = CellBox::of(&canvas.view, shape);
            let seen = cells.in_view(canvas).filter(|_| !is_solid(&cells));
            let Some(seen) = seen else { return };
            for row in seen.top..=seen.bottom {
                for col in seen.left..=seen.right {
                    canvas.put(Cell { col, row }, ' ', Style::new());
                }
            }
        }
        Shape::Polygon(polygon) => {
            for cell in polygons::cells_inside(canvas, shape).iter() {
                canvas.put(cell, ' ', Style::new());
            }
            draw_polygon(canvas, polygon, Style::new());
        }
        Shape::Segment(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use hitscan_geom::{Milli, Relation, Shape, Vector, relate};

    fn aabb(left: i32, top: i32, width: i32, height: i32) -> Aabb {
        let [left, top, width, height] = [left, top, width, height]
            .map(|thousandths| Milli::new(thousandths).expect("in range"));
        let at = Point::new(left, top);
        Aabb::from_corners(at, at.checked_add(Vector::new(width, height)).expect("in range"))
            .expect("a box")
    }

    prop_compose! {
        /// Boxes at least one cell wide and high, on the grid and off it.
        fn any_box()(
            unit in prop_oneof![Just(1), Just(250), Just(1000)],
            (left, top) in (-20..20_i32, -20..20_i32),
            (width, height) in (0..12_i32, 0..12_i32),
        ) -> Aabb {
            let size = |extra: i32, least: i32| least + extra * unit;
            aabb(left * unit, top * unit, size(width, 1000), size(height, 2000))
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// Holds at zoom 1 and closer, for boxes of at least one cell.
        #[test]
        fn boxes_whose_insides_do_not_meet_share_no_cell(
            one in any_box(), other in any_box(), zoom in 0..=4_i8,
        ) {
            let mut view = Viewport::new(80, 40);
            view.zoom_by(zoom);
            let relation = relate(&Shape::Box(one), &Shape::Box(other)).relation;
            let [a, b] = [one, other].map(|shape| CellBox::of(&view, &shape));
            if matches!(relation, Relation::Disjoint | Relation::Touches) {
                prop_assert_eq!(a.shared(&b), None);
            }
        }

        /// A moving box is drawn like a stationary box at the same position.
        #[test]
        fn a_moving_box_has_the_cells_of_a_stationary_one_at_its_position(
            start in any_box(), (x, y) in (-40..40_i32, -40..40_i32), n in 0..=4_i32, zoom in Viewport::ZOOMS,
        ) {
            let mut view = Viewport::new(80, 40);
            view.zoom_by(zoom);
            let way = |n: i32| Vector::new(Milli::new(x * 250 * n).expect("in range"), Milli::new(y * 250 * n).expect("in range"));
            let moving = Moving::new(start, way(4)).expect("in range");
            let t = Fraction::new(n.into(), 4).expect("in range");
            prop_assert_eq!(CellBox::at(&view, &moving, t), CellBox::of(&view, &start.translated(way(n)).expect("in range")));
        }

        #[test]
        fn boxes_that_touch_side_by_side_have_no_gap(one in any_box(), zoom in 0..=4_i8) {
            let mut view = Viewport::new(80, 40);
            view.zoom_by(zoom);
            let beside = Aabb::from_corners(
                Point::new(one.right(), one.top()),
                Point::new(one.right().checked_add(one.width()).expect("in range"), one.bottom()),
            );
            let [a, b] = [one, beside.expect("a box")].map(|shape| CellBox::of(&view, &shape));
            prop_assert_eq!((a.right + 1, a.top, a.bottom), (b.left, b.top, b.bottom));
        }
    }

    #[test]
    fn a_box_without_a_cell_centre_has_the_cell_where_it_begins() {
        let view = Viewport::new(80, 40);
        let cells = CellBox::of(&view, &aabb(10_600, 5100, 300, 100));
        assert_eq!(cells, CellBox { left: 10, top: 2, right: 10, bottom: 2 });
    }

    #[test]
    fn edges_between_cells_are_off_the_grid() {
        let view = Viewport::new(80, 40);
        assert!(is_on_grid(&view, &aabb(3000, -4000, 1000, 2000)));
        assert!(!is_on_grid(&view, &aabb(3000, -3000, 1000, 2000)));
        assert!(!is_on_grid(&view, &aabb(3000, -4000, 1001, 2000)));
        let mut closer = view;
        closer.zoom_by(1);
        assert!(is_on_grid(&closer, &aabb(500, -3000, 1000, 2000)));
    }
}
