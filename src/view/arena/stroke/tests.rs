//! Properties of every line in every view.

use proptest::prelude::*;

use super::*;
use hitscan_geom::{Fraction, Milli, Segment};

fn point(x: i32, y: i32) -> Point {
    Point::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"))
}

fn laser(view: &Viewport, from: Point, to: Point) -> Stroke {
    Stroke::new(view, from.into(), to.into())
}

fn drawn(stroke: Stroke) -> Vec<(i64, i64)> {
    stroke.cells().map(|(cell, _)| (cell.col, cell.row)).collect()
}

/// Coordinates on cell borders, off them, and at the limits of the plane.
fn coordinate() -> impl Strategy<Value = i32> {
    prop_oneof![
        (-40..40).prop_map(|units| units * 1000),
        -40_000..40_000,
        prop_oneof![Just(-16_000_000), Just(16_000_000), -16_000_000..=16_000_000],
    ]
}

prop_compose! {
    fn any_point()(x in coordinate(), y in coordinate()) -> Point {
        point(x, y)
    }
}

prop_compose! {
    fn any_view()(
        (cols, rows) in (0..200_u16, 0..60_u16),
        zoom in Viewport::ZOOMS,
        (left, top) in (-300..300_i64, -150..150_i64),
    ) -> Viewport {
        let mut view = Viewport::new(cols, rows);
        view.zoom_by(zoom);
        view.pan(left, top);
        view
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_view_shows_what_a_larger_view_shows_there(
        view in any_view(), from in any_point(), to in any_point(),
    ) {
        let seen = drawn(laser(&view, from, to));
        let mut larger = view;
        larger.pan(-50, -50);
        larger.resize(view.cols() + 100, view.rows() + 100);
        let (cols, rows) = (i64::from(view.cols()), i64::from(view.rows()));
        let cut: Vec<_> = drawn(laser(&larger, from, to))
            .into_iter()
            .map(|(col, row)| (col - 50, row - 50))
            .filter(|(col, row)| (0..cols).contains(col) && (0..rows).contains(row))
            .collect();
        prop_assert_eq!(seen, cut);
    }

    #[test]
    fn a_line_has_no_gaps_and_its_steps_are_where_it_changes_rows(
        view in any_view(), from in any_point(), to in any_point(),
    ) {
        let stroke = laser(&view, from, to);
        let cells: Vec<_> = stroke.cells().collect();
        for pair in cells.windows(2) {
            let (across, along) = (pair[1].0.row - pair[0].0.row, pair[1].0.col - pair[0].0.col);
            prop_assert!(across.abs() <= 1 && along.abs() <= 1);
            let steps = across != 0 && along != 0;
            prop_assert_eq!(pair[0].1 == StrokeRun::Step, steps);
        }
    }

    /// Every drawn cell, borders included, is crossed by the line.
    #[test]
    fn a_line_passes_through_the_cells_it_is_drawn_in(
        view in any_view(), from in any_point(), to in any_point(),
    ) {
        let stroke = laser(&view, from, to);
        for (cell, _) in stroke.cells() {
            let (left, top) = (view.column_x(cell.col), view.row_y(cell.row));
            let (right, bottom) = (view.column_x(cell.col + 1), view.row_y(cell.row + 1));
            prop_assert!(meets(GrainPoint::from(from), GrainPoint::from(to), (left, top), (right, bottom)));
        }
    }

    /// From one edge of the view to the other, without the line's own cells.
    #[test]
    fn the_line_beyond_its_ends_goes_on_through_the_view(
        view in any_view(), from in any_point(), to in any_point(),
    ) {
        let stroke = laser(&view, from, to);
        let own: Vec<_> = stroke.cells().map(|(cell, _)| cell).collect();
        let beyond: Vec<_> = stroke.beyond().collect();
        for cell in &beyond {
            prop_assert!(!own.contains(cell));
            let (left, top) = (view.column_x(cell.col), view.row_y(cell.row));
            let (right, bottom) = (view.column_x(cell.col + 1), view.row_y(cell.row + 1));
            prop_assert!(straddles(GrainPoint::from(from), GrainPoint::from(to), (left, top), (right, bottom)));
        }
        let mut all: Vec<_> = own.into_iter().chain(beyond).collect();
        // In the direction of the line: forwards along it, then across it.
        let [x, y] = stroke.senses();
        all.sort_unstable_by_key(|cell| match stroke.axis() {
            Axis::X => (x * cell.col, y * cell.row),
            Axis::Y => (y * cell.row, x * cell.col),
        });
        let is_joined = |pair: &[Cell]| {
            (pair[1].col - pair[0].col).abs() <= 1 && (pair[1].row - pair[0].row).abs() <= 1
        };
        prop_assert!(all.windows(2).all(is_joined));
        if from != to && !all.is_empty() {
            let (cols, rows) = (i64::from(view.cols()), i64::from(view.rows()));
            let at_edge = |cell: &Cell| {
                [0, cols - 1].contains(&cell.col) || [0, rows - 1].contains(&cell.row)
            };
            prop_assert!(at_edge(&all[0]) && at_edge(&all[all.len() - 1]));
        }
    }

    #[test]
    fn ends_are_drawn_in_a_cell_that_holds_them(
        view in any_view(), from in any_point(), to in any_point(),
    ) {
        let stroke = laser(&view, from, to);
        for (cell, at) in [(stroke.start(), from), (stroke.end(), to)] {
            let at = GrainPoint::from(at);
            prop_assert!((view.column_x(cell.col)..=view.column_x(cell.col + 1)).contains(&at.x));
            prop_assert!((view.row_y(cell.row)..=view.row_y(cell.row + 1)).contains(&at.y));
        }
    }

    #[test]
    fn a_point_of_a_line_has_a_cell_that_is_drawn(
        view in any_view(), from in any_point(), to in any_point(), t in 0..=12_i128,
    ) {
        let stroke = laser(&view, from, to);
        let at = Segment::new(from, to).expect("in range").at(Fraction::new(t, 12).expect("in range")).expect("in range");
        let cell = stroke.cell_at(&view, &at);
        let in_view = (0..i64::from(view.cols())).contains(&cell.col)
            && (0..i64::from(view.rows())).contains(&cell.row);
        prop_assert_eq!(drawn(stroke).contains(&(cell.col, cell.row)), in_view);
    }
}

/// Whether the closed box from `min` to `max` intersects the segment: its
/// corners do not all lie on one side of the line, and the extents overlap.
fn meets(from: GrainPoint, to: GrainPoint, min: (i64, i64), max: (i64, i64)) -> bool {
    let apart = from.x.max(to.x) < min.0
        || from.x.min(to.x) > max.0
        || from.y.max(to.y) < min.1
        || from.y.min(to.y) > max.1;
    !apart && straddles(from, to, min, max)
}

/// Whether the closed box from `min` to `max` intersects the line through two
/// points.
fn straddles(from: GrainPoint, to: GrainPoint, min: (i64, i64), max: (i64, i64)) -> bool {
    let hand = |x: i64, y: i64| {
        let turn = i128::from(to.x - from.x) * i128::from(y - from.y)
            - i128::from(to.y - from.y) * i128::from(x - from.x);
        turn.signum()
    };
    let hands = [hand(min.0, min.1), hand(max.0, min.1), hand(min.0, max.1), hand(max.0, max.1)];
    hands.iter().any(|&hand| hand <= 0) && hands.iter().any(|&hand| hand >= 0)
}

#[test]
fn a_border_belongs_to_the_cell_the_line_comes_from() {
    let view = Viewport::new(20, 10);
    for (from, to, cells) in [
        // Along a border between rows: the row below it.
        ((0, 4), (3, 4), &[(0, 2), (1, 2), (2, 2)][..]),
        ((3, 4), (0, 4), &[(2, 2), (1, 2), (0, 2)]),
        // Along a border between columns: the column to its right.
        ((5, 0), (5, 6), &[(5, 0), (5, 1), (5, 2)]),
        ((5, 6), (5, 0), &[(5, 2), (5, 1), (5, 0)]),
        // Through corners of cells.
        ((0, 0), (3, 6), &[(0, 0), (1, 1), (2, 2)]),
        ((3, 6), (0, 0), &[(2, 2), (1, 1), (0, 0)]),
        ((0, 6), (3, 0), &[(0, 2), (1, 1), (2, 0)]),
        ((3, 0), (0, 6), &[(2, 0), (1, 1), (0, 2)]),
        // A point.
        ((3, 4), (3, 4), &[(3, 2)]),
    ] {
        let units = |(x, y): (i32, i32)| point(x * 1000, y * 1000);
        assert_eq!(drawn(laser(&view, units(from), units(to))), cells, "{from:?} to {to:?}");
    }
}

/// From one end of the plane to the other, at the highest zoom.
#[test]
fn the_longest_line_costs_no_more_than_what_is_in_view() {
    let mut view = Viewport::new(0, 0);
    view.zoom_by(4);
    view.resize(200, 60);
    let stroke = laser(&view, point(-16_000_000, -15_999_998), point(16_000_000, 16_000_000));
    assert!((1..=200).contains(&stroke.cells().count()));
}

/// Regression, found by the property above: the line ends in one column and
/// leaves the row through another, two columns before that of the next row.
#[test]
fn a_line_that_ends_within_a_row_continues_beside_its_end() {
    let mut view = Viewport::new(0, 0);
    view.zoom_by(2);
    view.pan(-2, -54);
    view.resize(50, 9);
    let stroke = laser(&view, point(10_990, 0), point(0, -22_501));
    let beyond: Vec<_> = stroke.beyond().map(|cell| (cell.col, cell.row)).collect();
    assert_eq!(drawn(stroke), [(2, 8)]);
    assert_eq!(beyond, [(1, 8), (0, 7)]);
}
