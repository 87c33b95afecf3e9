//! Reads the scene of a lesson: a scene file with expressions in place of numbers. It is stored as
//! lines of such a file, each with its position.

use super::LessonReader;
use crate::lab::pack::{Piece, SceneTemplate};
use crate::scene::read::{Given, Table};

/// The keys whose values are numbers, so that text is an expression.
const NUMBERS: [&str; 8] = ["at", "size", "corners", "from", "to", "points", "velocity", "gravity"];

impl LessonReader<'_> {
    pub(super) fn scene(&mut self, root: &Table<'_>) -> SceneTemplate {
        let Some(scene) = self.table(root, "scene") else {
            self.at(root, "scene", "this table is missing");
            return SceneTemplate::default();
        };
        let mut template = SceneTemplate::default();
        let mut tables = Vec::new();
        for field in Self::in_order(&scene) {
            if field.holds_tables() {
                let found = self.tables(&scene, field.key);
                tables.extend(found.into_iter().map(|table| (field.key.to_owned(), table)));
            } else {
                self.line(&mut template, field.key, (field.key_span.start, &field.given()));
            }
        }
        // Objects of all kinds keep the order of the file.
        tables.sort_by_key(|(_, table)| table.span.start);
        for (key, table) in tables {
            let header = Piece::Text(format!("[[{key}]]"));
            template.lines.push((table.span.start, vec![header]));
            for field in Self::in_order(&table) {
                self.line(&mut template, field.key, (field.key_span.start, &field.given()));
            }
        }
        template
    }

    fn line(&mut self, template: &mut SceneTemplate, key: &str, (at, given): (usize, &Given<'_>)) {
        let mut pieces = vec![Piece::Text(format!("{key} = "))];
        if NUMBERS.contains(&key) {
            self.numbers(given, &mut pieces);
        } else {
            pieces.push(Piece::Text(self.reader.text(&given.span).to_owned()));
        }
        template.lines.push((at, pieces));
    }

    fn numbers(&mut self, given: &Given<'_>, pieces: &mut Vec<Piece>) {
        let Some(elements) = given.elements() else {
            pieces.extend(self.expression(given).map(Piece::Value));
            return;
        };
        pieces.push(Piece::Text("[".to_owned()));
        for (index, element) in elements.iter().enumerate() {
            if index > 0 {
                pieces.push(Piece::Text(", ".to_owned()));
            }
            self.numbers(element, pieces);
        }
        pieces.push(Piece::Text("]".to_owned()));
    }
}
