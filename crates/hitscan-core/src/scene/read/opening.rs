//! Reads how the scene opens.

use super::super::opening::{CONDITIONS, EndCondition, GameEnds};
use super::fields::{Given, Reader, Table};
use super::objects::Declared;
use crate::methods::Method;
use crate::scene::opening::{Opening, OpeningEdit, Overlay, PanelView, View};
use crate::words::nearest;
use crate::world::{Name, ObjectKind};
use hitscan_geom::{Milli, Point};

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
    fn edit(&mut self, given: &Given<'_>, selected: Option<ObjectKind>) -> Option<OpeningEdit> {
        let edit = self.one_of(given, &OpeningEdit::ALL, OpeningEdit::token)?;
        match (edit, selected) {
            (OpeningEdit::Turn, Some(ObjectKind::Box)) => {
                self.refused(given, "boxes do not turn, and the selected object is one")
            }
            (OpeningEdit::Steer, Some(ObjectKind::Laser | ObjectKind::Polygon)) => {
                self.refused(given, "boxes alone are steered, and the selected object is none")
            }
            (OpeningEdit::Move, _) | (_, None) => Some(edit),
            (_, Some(ObjectKind::Point)) => {
                self.refused(given, "a point is only moved, and the selected object is one")
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
        let middle = Point::new(x?, self.read_y(y?));
        Some(View { middle, zoom })
    }
}

const CONDITION: &str = "\"broken\", \"sensor NAME\" or \"frames N\"";
const FRAMES: &str = "a whole number of frames from 1 to 4294967295, such as \"frames 600\"";

impl Reader<'_> {
    /// Reads what wins and what loses. Faulty conditions are omitted, and the file is refused.
    pub(super) fn game_ends(&mut self, root: &Table<'_>, declared: &Declared) -> GameEnds {
        let mut conditions = |key| {
            let given = root.field(key).map(|field| field.given());
            given.and_then(|given| self.end_conditions(&given, declared)).unwrap_or_default()
        };
        GameEnds { win: conditions("win"), lose: conditions("lose") }
    }

    /// One condition, or a list of them.
    fn end_conditions(
        &mut self,
        given: &Given<'_>,
        declared: &Declared,
    ) -> Option<Vec<EndCondition>> {
        let right = format!("{CONDITION}, or a list of these");
        let Some(elements) = given.elements() else {
            return Some(vec![self.end_condition(given, &right, declared)?]);
        };
        let most = GameEnds::<Name>::MOST;
        if elements.len() > most {
            let found = elements.len();
            return self.refused(given, format!("{found} conditions; there are at most {most}"));
        }
        self.set(given, &right, |reader, each| reader.end_condition(each, CONDITION, declared))
    }

    fn end_condition(
        &mut self,
        given: &Given<'_>,
        right: &str,
        declared: &Declared,
    ) -> Option<EndCondition> {
        let text = self.text_of(given, right)?;
        let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
        let rest = rest.trim();
        let [broken, sensor, frames] = CONDITIONS;
        if word == broken && rest.is_empty() {
            return Some(EndCondition::Broken);
        }
        if word == frames {
            let count = rest.parse().ok().filter(|&count| count > 0);
            return count.map(EndCondition::Frames).or_else(|| self.refused(given, FRAMES));
        }
        if word == sensor && !rest.is_empty() {
            return self.sensor(given, rest, declared).map(EndCondition::Sensor);
        }
        let meant = nearest(word, CONDITIONS).filter(|&meant| meant != word);
        let meant = meant.map(|word| format!("; did you mean \"{word}\"?")).unwrap_or_default();
        self.refused(given, format!("{right}{meant}"))
    }

    /// The name of a sensor of this file.
    fn sensor(&mut self, given: &Given<'_>, name: &str, declared: &Declared) -> Option<Name> {
        let (name, _) = self.declared_as(given, name, declared)?;
        if !declared.sensors.contains(&name) && self.source.is_intact() {
            return self.refused(given, format!("{name} is no sensor; sensor = true makes it one"));
        }
        Some(name)
    }
}
