//! Parsing a pack: `pack.toml` and the `lesson.toml` of each lesson. The parser is strict: anything
//! unknown is a fault, with its line and column.
//!
//! | files | contents |
//! | --- | --- |
//! | `steps` | cards, questions and tasks |
//! | `conditions` | the conditions of tasks and draws |
//! | `numbers` | the numbers to draw, those computed from them, and the example |
//!
//! This file reads a whole lesson and calls these, each of which adds to its reader; `steps` calls
//! `conditions`. `tests` has one faulty file for each message.
//!
//! Not here: the texts ([`super::text`]), and files.

mod conditions;
mod numbers;
mod steps;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::expression::Expression;
use super::pack::{FileFault, FilePlace, Lesson, NoScene, Pack, Solution, StepKind, Where};
use super::task::Solutions;
use super::text::Template;
use crate::scene::read::{Dialect, Field, Given, Reader, SourceText, Table, read_toml};
use crate::scene::{Fault, excerpt};
use crate::words::nearest;

const LESSON: Dialect =
    Dialect { what: "a lesson", example: "id = \"inside\"", header: "[[step]]" };
const PACK: Dialect = Dialect { what: "a pack", example: "id = \"collisions\"", header: "[pack]" };
const SOLUTIONS: Dialect =
    Dialect { what: "a file of solutions", example: "hide = [\"move L 15 0\"]", header: "[hide]" };
/// The file that names the lessons.
const HEAD: &str = "pack.toml";
/// The only format.
const FORMAT: u32 = 1;
const WORDS: &str = "a list of words, such as [\"en\"]";
const EXPRESSION: &str = "a number, or an expression such as \"ax + 2\"";

/// Reads a lesson, given what is known of its file so far.
struct LessonReader<'r, 't> {
    reader: &'r mut Reader<'t>,
    /// The names of drawn numbers, and of those computed from them.
    names: Vec<String>,
}

impl Pack {
    /// Parses a pack; `file` returns the text of a file by its path in the folder.
    ///
    /// # Errors
    /// Every fault of every file.
    pub fn read(file: &dyn Fn(&str) -> Option<String>) -> Result<Self, Vec<FileFault>> {
        let in_file = |path: &str, faults: Vec<Fault>| -> Vec<FileFault> {
            faults.into_iter().map(|fault| FileFault { path: path.to_owned(), fault }).collect()
        };
        let missing = |path: &str| {
            let (found, message) = (path.to_owned(), "there is no such file".to_owned());
            in_file(path, vec![Fault { line: 1, column: 1, found, message }])
        };
        let text = file(HEAD).ok_or_else(|| missing(HEAD))?;
        let (id, languages, order) = head(&text).map_err(|faults| in_file(HEAD, faults))?;
        let (mut lessons, mut faults) = (Vec::new(), Vec::new());
        for id in order {
            let path = format!("{id}/lesson.toml");
            match file(&path).map(|text| Lesson::parse(&text)) {
                None => faults.extend(missing(&path)),
                Some(Err(found)) => faults.extend(in_file(&path, found)),
                Some(Ok(lesson)) if lesson.id != id => {
                    let message = format!("the folder is called {id}, and so is the lesson");
                    let fault = Fault { line: 1, column: 1, found: lesson.id, message };
                    faults.extend(in_file(&path, vec![fault]));
                }
                Some(Ok(lesson)) => lessons.push(std::sync::Arc::new(lesson)),
            }
        }
        if faults.is_empty() { Ok(Self { id, languages, lessons }) } else { Err(faults) }
    }
}

/// The id, the languages and the lessons listed in `pack.toml`.
fn head(text: &str) -> Result<(String, Vec<String>, Vec<String>), Vec<Fault>> {
    let head = read_toml(&PACK, text, |reader, root| {
        let mut reader = LessonReader { reader, names: Vec::new() };
        reader.known_keys(root, &["format", "id", "languages", "lessons"]);
        reader.format(root);
        let id = reader.id(root);
        let mut words = |key| {
            let given = reader.needed(root, key)?;
            reader.reader.set(&given, WORDS, |reader, each| {
                let text = reader.line_of_text(each)?;
                if is_id(&text) { Some(text) } else { reader.refused(each, ID) }
            })
        };
        let [languages, lessons] = ["languages", "lessons"].map(&mut words);
        if let (Some(_), Some([])) = (root.field("languages"), languages.as_deref()) {
            reader.at(root, "languages", "one language at least");
        }
        Some((id?, languages?, lessons?))
    });
    head?.ok_or_else(Vec::new)
}

impl Lesson {
    /// Parses a `lesson.toml`.
    ///
    /// # Errors
    /// Every fault, at least one, in the order of the file.
    pub fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        if text.len() > Self::MAX_BYTES {
            let found = format!("{} bytes", text.len());
            let message = format!("a lesson has at most {}", Self::MAX_BYTES);
            return Err(vec![Fault { line: 1, column: 1, found, message }]);
        }
        let lesson = read_toml(&LESSON, text, |reader, root| {
            LessonReader { reader, names: Vec::new() }.lesson(root)
        });
        let mut lesson = lesson?.ok_or_else(Vec::new)?;
        let hash: [u8; 32] = Sha256::digest(text).into();
        lesson.edition = hash.iter().take(4).fold(String::new(), |mut hex, byte| {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        example_faults(text, &lesson).map_or(Ok(lesson), Err)
    }
}

impl Solutions {
    /// Parses a `solutions.toml`.
    ///
    /// # Errors
    /// Every fault: values that are not lists of commands, unknown tasks, and tasks
    /// without a solution.
    pub fn parse(text: &str, lesson: &Lesson) -> Result<Self, Vec<Fault>> {
        let drawn = lesson.draws.iter().map(|draw| &draw.name);
        let names = drawn.chain(lesson.lets.iter().map(|(name, _)| name)).cloned().collect();
        let tasks = lesson.steps.iter().filter(|step| matches!(step.kind, StepKind::Task(_)));
        let tasks: Vec<_> = tasks.map(|step| step.id.as_str()).collect();
        read_toml(&SOLUTIONS, text, |reader, root| {
            let mut reader = LessonReader { reader, names };
            reader.known_keys(root, &tasks);
            let mut solutions = BTreeMap::new();
            for task in tasks {
                if let Some(given) = reader.needed(root, task) {
                    let place = reader.place(given.span.start);
                    let commands = reader.commands(root, task);
                    solutions.insert(task.to_owned(), Solution { place, commands });
                }
            }
            Self(solutions)
        })
    }
}

/// The faults of the scene made from the example.
fn example_faults(text: &str, lesson: &Lesson) -> Option<Vec<Fault>> {
    let Err(why) = lesson.with(lesson.example.clone()) else { return None };
    let mut source = SourceText::new(text, &LESSON);
    match why {
        NoScene::Scene(faults) => {
            for (at, fault) in faults {
                source.report(&(at..at + 1), fault.found, fault.message);
            }
        }
        NoScene::Value(why) => source.report(&(0..1), "example".to_owned(), why.to_string()),
    }
    Some(source.into_faults())
}

const ID: &str = "small letters, digits and - only, beginning with a letter, 16 at most";

fn is_id(text: &str) -> bool {
    const MOST: usize = 16;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    text.len() <= MOST
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(plain)
}

impl LessonReader<'_, '_> {
    fn place(&self, offset: usize) -> FilePlace {
        let (line, column) = self.reader.source.place(offset);
        FilePlace { line, column }
    }

    /// Reports every key that is not one of these.
    fn known_keys(&mut self, table: &Table<'_>, keys: &[&str]) {
        self.reader.refuse_unknown(table, keys, "key", "here are");
    }

    /// Reports a fault of a key's value, or of the table if the key is missing.
    fn at(&mut self, table: &Table<'_>, key: &str, message: impl Into<String>) {
        let message = message.into();
        match table.field(key) {
            Some(field) => self.reader.refuse(&field.given(), message),
            None => self.reader.fault(&table.span, key.to_owned(), message),
        }
    }

    fn needed<'d>(&mut self, table: &Table<'d>, key: &str) -> Option<Given<'d>> {
        let given = table.field(key).map(|field| field.given());
        if given.is_none() {
            self.reader.fault(&table.span, key.to_owned(), "this key is missing");
        }
        given
    }

    fn format(&mut self, root: &Table<'_>) {
        let right = format!("{FORMAT}, the only format there is");
        if let Some(given) = self.needed(root, "format") {
            self.reader.whole(&given, FORMAT..=FORMAT, &right);
        }
    }

    fn id(&mut self, table: &Table<'_>) -> Option<String> {
        let given = self.needed(table, "id")?;
        let text = self.reader.line_of_text(&given)?;
        if is_id(&text) { Some(text) } else { self.reader.refused(&given, ID) }
    }

    /// The fields in the order of the file.
    fn in_order<'d>(table: &Table<'d>) -> Vec<Field<'d>> {
        let mut fields: Vec<_> = table.fields().collect();
        fields.sort_by_key(|field| field.key_span.start);
        fields
    }

    fn lesson(&mut self, root: &Table<'_>) -> Option<Lesson> {
        self.known_keys(
            root,
            &["format", "id", "source", "where", "draw", "let", "example", "scene", "step"],
        );
        self.format(root);
        let id = self.id(root);
        let source = root.field("source").map(|field| field.given());
        let source = source.and_then(|given| self.reader.list(&given, WORDS, Reader::line_of_text));
        let draws = self.draws(root);
        let lets = self.lets(root);
        let example = self.example(root, &draws);
        let scene = self.scene(root);
        let wheres = self.wheres(root);
        let steps = self.steps(root);
        Some(Lesson {
            id: id?,
            source: source.unwrap_or_default(),
            draws,
            lets,
            example,
            wheres,
            scene,
            steps,
            edition: String::new(),
        })
    }

    fn table<'d>(&mut self, root: &Table<'d>, key: &str) -> Option<Table<'d>> {
        let given = root.field(key)?.given();
        let table = given.as_table();
        if table.is_none() {
            self.reader.refuse(&given, format!("a table, [{key}]"));
        }
        table
    }

    /// A number, or an expression in quotation marks.
    fn expression(&mut self, given: &Given<'_>) -> Option<Expression> {
        let (text, before) = match given.as_text() {
            Some(text) => (text.to_owned(), 1),
            None => (self.reader.text(&given.span).to_owned(), 0),
        };
        if given.elements().is_some() || given.as_table().is_some() {
            return self.reader.refused(given, EXPRESSION);
        }
        match Expression::parse(&text) {
            Ok(expression) => {
                self.drawn_names(given, std::iter::once(&expression));
                Some(expression)
            }
            Err(fault) => {
                let at = given.span.start + before + fault.at;
                self.reader.fault(&(at..at + 1), fault.found, fault.message);
                None
            }
        }
    }

    /// Commands with expressions in braces.
    fn commands(&mut self, table: &Table<'_>, key: &str) -> Vec<Template> {
        let Some(given) = table.field(key).map(|field| field.given()) else { return Vec::new() };
        let right = "a list of commands, such as [\"move L {in} 0\"]";
        let Some(elements) = given.elements() else {
            self.reader.refuse(&given, right);
            return Vec::new();
        };
        elements.iter().filter_map(|each| self.command(each, right)).collect()
    }

    fn command(&mut self, given: &Given<'_>, right: &str) -> Option<Template> {
        let text = self.reader.text_of(given, right)?;
        match Template::parse(&text) {
            Ok(template) if template.keys().next().is_some() => {
                self.reader.refused(given, "a command, without the key of an action")
            }
            Ok(template) => {
                self.drawn_names(given, template.expressions());
                Some(template)
            }
            Err(fault) => {
                let at = given.span.start + 1 + fault.at;
                self.reader.fault(&(at..at + 1), fault.found, fault.message);
                None
            }
        }
    }

    /// Reports names that are not drawn.
    fn drawn_names<'e>(
        &mut self,
        given: &Given<'_>,
        expressions: impl Iterator<Item = &'e Expression>,
    ) {
        for expression in expressions {
            let unknown = |name: &&str| !self.names.iter().any(|known| known == name);
            if let Some(name) = expression.drawn().into_iter().find(unknown) {
                let meant = nearest(name, self.names.iter().map(String::as_str));
                let meant = meant.map(|meant| format!("; did you mean {meant}?"));
                let message =
                    format!("{} is not drawn{}", excerpt(name), meant.unwrap_or_default());
                self.reader.refuse(given, message);
            }
        }
    }

    fn wheres(&mut self, root: &Table<'_>) -> Vec<Where> {
        const MOST_FRAMES: u32 = 1000;
        let mut wheres = Vec::new();
        for table in self.tables(root, "where") {
            let frames = table.field("after_frames").and_then(|field| {
                let right = format!("a whole number of frames, 0 to {MOST_FRAMES}");
                self.reader.whole(&field.given(), 0..=MOST_FRAMES, &right)
            });
            let condition = self.condition(&table, &["after_frames"]);
            let after_frames = frames.unwrap_or_default();
            wheres.extend(condition.map(|condition| Where { condition, after_frames }));
        }
        wheres
    }

    /// The tables under one key, with headers or inline.
    fn tables<'d>(&mut self, root: &Table<'d>, key: &str) -> Vec<Table<'d>> {
        let Some(given) = root.field(key).map(|field| field.given()) else { return Vec::new() };
        let right = format!("a list of tables: [[{key}]], or tables in braces");
        let tables = given
            .elements()
            .map(|elements| elements.iter().map(Given::as_table).collect::<Option<Vec<_>>>());
        if let Some(Some(tables)) = tables {
            return tables;
        }
        self.reader.refuse(&given, right);
        Vec::new()
    }
}
