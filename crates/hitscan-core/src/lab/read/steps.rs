//! Reads the steps of a lesson: cards, questions and tasks.

use std::sync::Arc;

use super::super::text::{Template, TemplatePart};
use super::LessonReader;
use crate::lab::expression::Expression;
use crate::lab::pack::{LessonStep, StepKind};
use crate::lab::question::{Ask, Belief, LessonQuestion, NamedBelief};
use crate::lab::task::{Count, Task};
use crate::scene::read::{Field, Given, Table};

const TASK_KEYS: [&str; 4] = ["ever", "now", "never", "count"];
const ASKS: [&str; 7] = ["result", "relation", "side", "says", "reason", "sign", "number"];

impl LessonReader<'_, '_> {
    pub(super) fn steps(&mut self, root: &Table<'_>) -> Vec<Arc<LessonStep>> {
        let mut steps: Vec<Arc<LessonStep>> = Vec::new();
        for table in self.tables(root, "step") {
            let Some(id) = self.id(&table) else { continue };
            if steps.iter().any(|step| step.id == id) {
                self.at(&table, "id", "another step has this id");
            }
            let begin = self.commands(&table, "begin");
            let is_task = TASK_KEYS.iter().any(|key| table.field(key).is_some());
            let kind = if table.field("ask").is_some() {
                self.question(&table).map(|question| StepKind::Question(Box::new(question)))
            } else if is_task {
                Some(StepKind::Task(Box::new(self.task(&table))))
            } else {
                self.known_keys(&table, &["id", "begin", "ask", "ever", "now", "never", "count"]);
                Some(StepKind::Card)
            };
            let place = self.place(table.span.start);
            steps.extend(kind.map(|kind| Arc::new(LessonStep { place, id, begin, kind })));
        }
        if steps.is_empty() && self.reader.source.count() == 0 {
            self.at(root, "step", "one step at least");
        }
        steps
    }

    fn question(&mut self, table: &Table<'_>) -> Option<LessonQuestion> {
        let ask = table.field("ask")?.given();
        let ask = self.reader.one_of(&ask, &ASKS, |ask| ask)?;
        let keys: &[&str] = match ask {
            "result" | "relation" | "side" => &["pair"],
            "says" | "reason" => &["pair", "method", "arithmetic"],
            _ => &["of"],
        };
        let all = ["id", "begin", "ask", "then", "beliefs"];
        self.known_keys(table, &all.iter().chain(keys).copied().collect::<Vec<_>>());
        let then = self.commands(table, "then");
        let ask = if keys == ["of"] {
            let of = self.needed(table, "of")?;
            let of = self.expression(&of)?;
            if ask == "sign" { Ask::Sign(of) } else { Ask::Number(of) }
        } else {
            let pair = self.needed(table, "pair").and_then(|given| self.pair(&given));
            let method = if keys.contains(&"method") { self.method(table) } else { None };
            let pair = pair?;
            match ask {
                "result" => Ask::Result(pair),
                "relation" => Ask::Relation(pair),
                "side" => Ask::Side(pair),
                "says" => method.map(|(method, arithmetic)| Ask::Says(pair, method, arithmetic))?,
                _ => method.map(|(method, arithmetic)| Ask::Reason(pair, method, arithmetic))?,
            }
        };
        let is_number = matches!(ask, Ask::Number(_));
        let beliefs = self.table(table, "beliefs");
        let beliefs = beliefs.iter().flat_map(Self::in_order).filter_map(|field| {
            let (belief, when) = self.belief(&field.given(), is_number)?;
            let place = self.place(field.key_span.start);
            Some(NamedBelief { id: field.key.to_owned(), place, belief, when })
        });
        let beliefs = beliefs.collect();
        Some(LessonQuestion { ask, then, beliefs })
    }

    /// The answer that a belief leads to, and where it applies: an expression, a word, or `{ word =
    /// "hit", when = "v < 2" }`.
    fn belief(
        &mut self,
        given: &Given<'_>,
        is_number: bool,
    ) -> Option<(Belief, Option<Expression>)> {
        if is_number {
            return Some((Belief::Value(self.expression(given)?), None));
        }
        let Some(table) = given.as_table() else {
            return Some((Belief::Word(self.reader.line_of_text(given)?), None));
        };
        self.known_keys(&table, &["word", "when"]);
        let word = self.needed(&table, "word");
        let word = word.and_then(|given| self.reader.line_of_text(&given));
        let when = self.needed(&table, "when").and_then(|given| self.expression(&given));
        Some((Belief::Word(word?), Some(when?)))
    }

    fn task(&mut self, table: &Table<'_>) -> Task {
        let all = ["id", "begin", "ever", "now", "never", "count"];
        self.known_keys(table, &all);
        let given = |key: &str| table.field(key).map(|field| field.given());
        let ever = given("ever").map(|given| {
            let elements = given.elements().unwrap_or_default();
            let is_nested =
                !elements.is_empty() && elements.iter().all(|each| each.elements().is_some());
            if is_nested {
                elements.iter().map(|list| self.conditions(list)).collect()
            } else {
                vec![self.conditions(&given)]
            }
        });
        let mut list = |key| given(key).map(|given| self.conditions(&given)).unwrap_or_default();
        let (now, never) = (list("now"), list("never"));
        let count = given("count").and_then(|given| self.count(&given));
        Task { ever: ever.unwrap_or_default(), now, never, count }
    }

    fn count(&mut self, given: &Given<'_>) -> Option<Count> {
        let Some(table) = given.as_table() else {
            return self.reader.refused(given, "such as { least = 3, of = [{ … }] }");
        };
        self.known_keys(&table, &["least", "of"]);
        let least = self.needed(&table, "least");
        let right = "a whole number, 1 to 1000";
        let least = least.and_then(|given| self.reader.whole(&given, 1..=1000, right));
        let of = self.needed(&table, "of").map(|given| self.conditions(&given));
        Some(Count { least: usize::try_from(least?).ok()?, of: of? })
    }
}

// Reads the scene of a lesson: a scene file with expressions in place of numbers. It is stored as
// lines of such a file, each with its position.

/// The keys whose values are numbers, so that text is an expression.
const NUMBERS: [&str; 8] = ["at", "size", "corners", "from", "to", "points", "velocity", "gravity"];

impl LessonReader<'_, '_> {
    pub(super) fn scene(&mut self, root: &Table<'_>) -> Vec<(usize, Template)> {
        let Some(scene) = self.table(root, "scene") else {
            self.at(root, "scene", "this table is missing");
            return Vec::new();
        };
        let mut lines = Vec::new();
        let mut tables = Vec::new();
        for field in Self::in_order(&scene) {
            if field.holds_tables() {
                let found = self.tables(&scene, field.key);
                tables.extend(found.into_iter().map(|table| (field.key.to_owned(), table)));
            } else {
                lines.push((field.key_span.start, self.line(&field)));
            }
        }
        // Objects of all kinds keep the order of the file.
        tables.sort_by_key(|(_, table)| table.span.start);
        for (key, table) in tables {
            let header = TemplatePart::Text(format!("[[{key}]]"));
            lines.push((table.span.start, Template { parts: vec![header] }));
            for field in Self::in_order(&table) {
                lines.push((field.key_span.start, self.line(&field)));
            }
        }
        lines
    }

    fn line(&mut self, field: &Field<'_>) -> Template {
        let mut parts = vec![TemplatePart::Text(format!("{} = ", field.key))];
        let given = field.given();
        if NUMBERS.contains(&field.key) {
            self.numbers(&given, &mut parts);
        } else {
            parts.push(TemplatePart::Text(self.reader.text(&given.span).to_owned()));
        }
        Template { parts }
    }

    fn numbers(&mut self, given: &Given<'_>, parts: &mut Vec<TemplatePart>) {
        let Some(elements) = given.elements() else {
            parts.extend(self.expression(given).map(TemplatePart::Value));
            return;
        };
        parts.push(TemplatePart::Text("[".to_owned()));
        for (index, element) in elements.iter().enumerate() {
            if index > 0 {
                parts.push(TemplatePart::Text(", ".to_owned()));
            }
            self.numbers(element, parts);
        }
        parts.push(TemplatePart::Text("]".to_owned()));
    }
}
