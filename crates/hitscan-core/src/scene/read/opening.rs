//! Reads how the scene opens.

use super::fields::{Given, Reader, Table};
use super::objects::Declared;
use crate::methods::Method;
use crate::scene::opening::{Opening, OpeningEdit, Overlay, PanelView, View};
use hitscan_geom::{Milli, Point, ShapeKind};

const SELECT: &str = "the name of an object, such as \"A\"";
const OVERLAYS: &str = "a list of layers, such as [\"ghosts\", \"normals\"]";
const VIEW: &str = "x and y of the middle, and the zoom, such as [20, 10, 2]";
const ZOOM: &str = "a zoom of 0.125, 0.25, 0.5, 1, 2, 4, 8 or 16";

impl Reader<'_> {
    /// Reads how the scene opens. Faulty parts are omitted, and the file is refused.
    pub(super) fn opening(&mut self, root: &Table<'_>, declared: &Declared) -> Opening {
        let given = |key| root.field(key).map(|field| field.given());
        let methods: Vec<_> = Method::all().collect();
        let select = given("select").and_then(|given| self.declared(&given, SELECT, declared));
        Opening {
            select: select.map(|(name, _)| name),
            panel: given("panel")
                .and_then(|given| self.one_of(&given, &PanelView::ALL, PanelView::token)),
            method: given("method").and_then(|given| self.one_of(&given, &methods, Method::id)),
            edit: given("edit").and_then(|given| self.edit(&given, select.map(|(_, kind)| kind))),
            overlays: given("overlays")
                .and_then(|given| {
                    self.set(&given, OVERLAYS, |reader, each| {
                        reader.one_of(each, &Overlay::ALL, Overlay::token)
                    })
                })
                .unwrap_or_default(),
            view: given("view").and_then(|given| self.view(&given)),
        }
    }

    /// What the arrow keys edit: something that an object of this kind has.
    fn edit(&mut self, given: &Given<'_>, selected: Option<ShapeKind>) -> Option<OpeningEdit> {
        let edit = self.one_of(given, &OpeningEdit::ALL, OpeningEdit::token)?;
        match (edit, selected) {
            (OpeningEdit::Turn, Some(ShapeKind::Box)) => {
                self.refused(given, "boxes do not turn, and the selected object is one")
            }
            (OpeningEdit::Steer, Some(ShapeKind::Segment | ShapeKind::Polygon)) => {
                self.refused(given, "boxes alone are steered, and the selected object is none")
            }
            _ => Some(edit),
        }
    }

    fn view(&mut self, given: &Given<'_>) -> Option<View> {
        let elements = given.elements().filter(|elements| elements.len() == 3);
        let Some([x, y, zoom]) = elements.as_deref() else {
            return self.refused(given, VIEW);
        };
        let [x, y] = [x, y].map(|each| self.number(each, VIEW, Milli::parse));
        let factor = self.number(zoom, ZOOM, Milli::parse)?;
        let Some(zoom) = View::zoom_of(factor) else {
            return self.refused(zoom, ZOOM);
        };
        let middle = Point::new(x?, self.axes.unwrap_or_default().read_y(y?));
        Some(View { middle, zoom })
    }
}
