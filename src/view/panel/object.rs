//! The selected object in numbers.

use super::canvas::{Canvas, TEXT};
use crate::app::App;
use crate::geom::{Milli, Shape};
use crate::world::Axes;

pub(super) fn render(app: &App, canvas: &mut Canvas<'_>) {
    let Some((_, object)) = app.sandbox().selection() else {
        canvas.put(1, 1, "Nothing is selected.", TEXT);
        canvas.put(2, 1, "a then b l p: add a shape", TEXT);
        return;
    };
    let axes = app.sandbox().world().settings().axes;
    let y = |y: Milli| axes.read_y(y).to_string();
    let fixed = if object.fixed { ", fixed" } else { "" };
    let head = format!("{} {}{fixed}", object.shape.kind().token(), object.name);
    canvas.put(0, 1, &head, canvas.theme.title);
    let mut row = 2;
    let mut field = |canvas: &mut Canvas<'_>, name: &str, value: &str| {
        canvas.put(row, 1, name, canvas.theme.quiet);
        canvas.put_right(row, 20, value, TEXT);
        row += 1;
    };
    match &object.shape {
        Shape::Box(shape) => {
            field(canvas, "left", &shape.left().to_string());
            field(canvas, "top", &y(shape.top()));
            field(canvas, "right", &shape.right().to_string());
            field(canvas, "bottom", &y(shape.bottom()));
            field(canvas, "width", &shape.width().to_string());
            field(canvas, "height", &shape.height().to_string());
        }
        Shape::Laser(_) | Shape::Polygon(_) => {
            for (index, vertex) in (1..).zip(object.shape.vertices()) {
                field(canvas, &format!("x{index}"), &vertex.x.to_string());
                field(canvas, &format!("y{index}"), &y(vertex.y));
            }
        }
    }
    field(canvas, "vx", &object.velocity.x.to_string());
    field(canvas, "vy", &y(object.velocity.y));
    let grows = if axes == Axes::YDown { "y grows down" } else { "y grows up" };
    canvas.put(row, 1, grows, canvas.theme.quiet);
    let example = if matches!(object.shape, Shape::Box(_)) { "left" } else { "x1" };
    let how = format!(":set {}.{example} 3", object.name);
    canvas.put(row + 2, 1, "to change one, for example", TEXT);
    canvas.put(row + 3, 1, &how, canvas.theme.accent);
}
