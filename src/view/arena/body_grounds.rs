//! The grounds of bodies: a background colour under all their cells, including borders.

use super::boxes::{self, CellBox};
use super::canvas::ArenaCanvas;
use super::{Shown, draw_polygon, inside};
use crate::app::Cell;
use crate::view::theme::GroundRole;
use hitscan_core::world::Body;
use hitscan_geom::Shape;
use ratatui::style::Style;

/// Lays the ground of each body in drawing order, so that later ones and the selected one are on
/// top.
pub(super) fn lay_all(canvas: &mut ArenaCanvas<'_>, shown: &[Shown<'_>]) {
    for body in shown {
        if let Some(role) = role_of(body) {
            canvas.lay(role, |canvas| cover(canvas, &body.object.shape));
        }
    }
}

/// The ground of a body; `None` for a laser.
const fn role_of(shown: &Shown<'_>) -> Option<GroundRole> {
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
            let seen = cells.in_view(canvas).filter(|_| !boxes::is_solid(&cells));
            let Some(seen) = seen else { return };
            for row in seen.top..=seen.bottom {
                for col in seen.left..=seen.right {
                    canvas.put(Cell { col, row }, ' ', Style::new());
                }
            }
        }
        Shape::Polygon(polygon) => {
            for cell in inside::cells(canvas, shape).iter() {
                canvas.put(cell, ' ', Style::new());
            }
            draw_polygon(canvas, polygon, Style::new());
        }
        Shape::Segment(_) => {}
    }
}
