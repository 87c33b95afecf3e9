//! `y g`: a dot at the crossings of round numbers.

use super::Sketch;
use crate::app::Cell;
use crate::view::arena::canvas::Canvas;
use crate::view::arena::ruler::{marks, step, step_x, step_y};

/// The zoom from which the dots are closer, as an exponent of 2.
const CLOSE: i8 = 2;
/// The least columns between dots there.
const CLOSE_COLUMNS: i64 = 16;
/// The least distance between dots farther away, in thousandths.
const LEAST: i64 = 10_000;

pub(super) fn draw(canvas: &Canvas<'_>, sketch: &mut Sketch) {
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
