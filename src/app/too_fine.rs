//! Where the picture of two boxes is too coarse to show whether they are apart, touch or overlap.

use std::cmp::Ordering;

use super::screen::cells_between;
use super::{GlyphSet, Model, Viewport, grains};
use hitscan_core::engine::Pair;
use hitscan_geom::{Aabb, Axis, Milli, Point};

/// A gap between two boxes, or an overlap, that their picture does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFine {
    /// The axis of the gap or overlap.
    pub axis: Axis,
    /// How wide or deep it is; 0 if they touch.
    pub by: Milli,
    /// Where they meet, or nearly do.
    pub near: Point,
}

impl Model<'_> {
    /// What the picture of the pair in focus does not show. `None` for a covered pair, while
    /// playing, when it would come and go with every frame, and when a game is over.
    #[must_use]
    pub fn too_fine(self) -> Option<TooFine> {
        if self.engine.is_playing() || self.engine.covered_in_focus().is_some() {
            return None;
        }
        if self.engine.game_over_in_focus().is_some() {
            return None;
        }
        let Pair { a, b, .. } = self.engine.pair_in_focus()?;
        // A dot shows no border that could mislead.
        let bounds = [&a, &b].map(|of| of.shape.bounds());
        let is_dot = |&(min, max)| self.screen.viewport.is_under_a_cell(min, max);
        if bounds.iter().any(is_dot) && self.crowd().is_some() {
            return None;
        }
        let glyphs = self.screen.appearance.glyphs;
        TooFine::of([a.shape.as_box()?, b.shape.as_box()?], &self.screen.viewport, glyphs)
    }

    /// Whether a closer look is possible.
    #[must_use]
    pub const fn can_zoom_in(self) -> bool {
        self.screen.viewport.zoom() < *Viewport::ZOOMS.end()
    }
}

impl TooFine {
    /// What the picture of two boxes does not show, if anything.
    fn of([a, b]: [&Aabb; 2], view: &Viewport, glyphs: GlyphSet) -> Option<Self> {
        let column = view.column_grains();
        let sizes = match glyphs {
            GlyphSet::Braille => [column / 2; 2],
            GlyphSet::Lines | GlyphSet::Basic | GlyphSet::Ascii => [column, 2 * column],
        };
        let mut along = Vec::new();
        for (axis, size) in Axis::ALL.into_iter().zip(sizes) {
            let ranges = [a, b].map(|shape| axis.sides().map(|side| shape.edge(side)));
            along.push(Along { axis, gap: gap(ranges)?, cells: cells_apart(ranges, size) });
        }
        let widest = along.iter().map(|along| along.gap).max()?;
        let drawn = along.iter().map(|along| along.cells).max()?;
        // Both are below 0 for an overlap, 0 for a touch, above 0 for a gap.
        let stands = widest.cmp(&Milli::ZERO);
        if stands == drawn.cmp(&0) {
            return None;
        }
        // An overlap is misdrawn only along axes whose cells do not overlap.
        let is_at_fault = |along: &&Along| stands != Ordering::Less || along.cells >= 0;
        let at_fault = along.iter().filter(is_at_fault);
        let Along { axis, gap, .. } =
            at_fault.reduce(|one, other| if other.gap > one.gap { other } else { one })?;
        let near = Point::new(middle(a, b, Axis::X), middle(a, b, Axis::Y));
        Some(Self { axis: *axis, by: gap.abs(), near })
    }
}

/// How two boxes stand along one axis, and how they are drawn.
struct Along {
    axis: Axis,
    /// Below 0 if their ranges overlap.
    gap: Milli,
    /// The cells between them; below 0 if they share some.
    cells: i64,
}

/// The gap between two ranges; below 0 if they overlap.
fn gap([a, b]: [[Milli; 2]; 2]) -> Option<Milli> {
    Some(b[0].checked_sub(a[1])?.max(a[0].checked_sub(b[1])?))
}

/// The cells of this size between two ranges; below 0 if they share some.
fn cells_apart(ranges: [[Milli; 2]; 2], size: i64) -> i64 {
    let [a, b] = ranges.map(|[low, high]| cells_between(grains(low), grains(high), size));
    (b.0 - a.1).max(a.0 - b.1) - 1
}

/// The middle of the overlap of two boxes along an axis, or of the gap between them.
fn middle(a: &Aabb, b: &Aabb, axis: Axis) -> Milli {
    let [low, high] = axis.sides();
    let begins = a.edge(low).max(b.edge(low));
    begins.midpoint(a.edge(high).min(b.edge(high)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box by its left, top, right and bottom in thousandths.
    fn aabb([left, top, right, bottom]: [i32; 4]) -> Aabb {
        let point =
            |x, y| Point::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"));
        Aabb::from_corners(point(left, top), point(right, bottom)).expect("a box")
    }

    /// The axis and size found for this box and one from 24 to 36 and from 6 to 22.
    fn found(a: [i32; 4], zoom: i8, glyphs: GlyphSet) -> Option<(Axis, i32)> {
        let mut view = Viewport::new(80, 40);
        view.zoom_by(zoom);
        let boxes = [aabb(a), aabb([24_000, 6000, 36_000, 22_000])];
        let found = TooFine::of([&boxes[0], &boxes[1]], &view, glyphs);
        found.map(|found| (found.axis, found.by.thousandths()))
    }

    #[test]
    fn gaps_and_overlaps_that_cells_hide_are_found() {
        for (name, a, too_fine) in [
            ("an overlap", [16_300, 10_000, 24_300, 18_000], Some((Axis::X, 300))),
            ("one that shows", [16_600, 10_000, 24_600, 18_000], None),
            ("a gap", [15_700, 10_000, 23_700, 18_000], Some((Axis::X, 300))),
            ("one that shows", [15_000, 10_000, 23_000, 18_000], None),
            ("a touch", [16_000, 10_000, 24_000, 18_000], None),
            ("a touch between cells", [16_000, 1300, 24_000, 6000], None),
            ("an overlap in y", [26_000, 100, 30_000, 6900], Some((Axis::Y, 900))),
            ("the lesser depth of two", [16_300, 100, 24_300, 6200], Some((Axis::Y, 200))),
            ("the greater gap of two", [15_700, 100, 23_700, 5800], Some((Axis::X, 300))),
            ("a touch drawn as an overlap", [23_900, 10_000, 24_000, 18_000], None),
        ] {
            assert_eq!(found(a, 0, GlyphSet::Lines), too_fine, "{name}");
        }
    }

    #[test]
    fn a_closer_view_and_finer_dots_show_more() {
        let a = [16_300, 10_000, 24_300, 18_000];
        assert_eq!(found(a, 2, GlyphSet::Lines), None);
        assert_eq!(found(a, 0, GlyphSet::Braille), None);
        let far = [13_000, 10_000, 21_000, 18_000];
        assert_eq!(found(far, -3, GlyphSet::Lines), Some((Axis::X, 3000)));
    }
}
