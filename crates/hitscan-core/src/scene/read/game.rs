//! Reads what ends a game.

use super::fields::{Given, Reader, Table};
use super::objects::Declared;
use crate::scene::game::{CONDITIONS, EndCondition, GameEnds};
use crate::words::nearest;
use crate::world::Name;

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
