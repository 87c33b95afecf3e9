//! `y g`: a dot wherever two ruler marks cross, and halfway between.

use super::Sketch;
use crate::app::Cell;
use crate::view::arena::canvas::Canvas;
use crate::view::arena::ruler::{marks, step_x, step_y};

pub(super) fn draw(canvas: &Canvas<'_>, sketch: &mut Sketch) {
    let view = &canvas.view;
    let (cols, rows) = (i64::from(view.cols()), i64::from(view.rows()));
    let (left, top) = (view.column_x(0), view.row_y(0));
    let dot = canvas.glyphs.tick;
    let row = |at: i64| (at - top).div_euclid(2 * view.column_grains());
    let col = |at: i64| (at - left).div_euclid(view.column_grains());
    let down: Vec<_> = marks(top, view.row_y(rows), step_y(view)).map(row).collect();
    for col in marks(left, view.column_x(cols), step_x(view) / 2).map(col) {
        for &row in &down {
            sketch.glyph(Cell { col, row }, dot, canvas.theme.quiet);
        }
    }
}
