//! Reads the texts of a scene, and the steps of its note.

use super::fields::{Given, Reader, Table};
use super::objects::TablePlace;
use crate::scene::{NoteStep, SceneText, StepKey, excerpt};

const TEXT: &str = "text between quotation marks, or a table by language, { en = \"...\" }";
const LANGUAGE: &str = "the tag of a language, such as en or ja";
const WORDS: &str = "a list of words to search by, such as [\"wall\", \"tunnel\"]";
const KEYS: &str = "a step has keys, such as keys = \"{right*5}\"";
const SAID: &str = "a step has a text: what is on the screen after its keys";
/// The most words to search by.
const MOST_WORDS: usize = 64;

impl Reader<'_> {
    /// A text, or a text by language.
    pub(super) fn scene_text(&mut self, given: &Given<'_>) -> Option<SceneText> {
        let Some(table) = given.as_table() else {
            if given.as_text().is_none() {
                return self.refused(given, TEXT);
            }
            return self.line_of_text(given).map(SceneText::Plain);
        };
        let mut fields: Vec<_> = table.fields().collect();
        fields.sort_by_key(|field| field.key_span.start);
        let most = SceneText::MOST_LANGUAGES;
        if fields.is_empty() || fields.len() > most {
            return self.refused(given, format!("at least one language, and at most {most}"));
        }
        let mut all = Vec::new();
        for field in fields {
            if !is_language(field.key) {
                self.fault(&field.key_span, excerpt(field.key), LANGUAGE);
            }
            let text = self.line_of_text(&field.given());
            all.push((field.key.to_owned(), text.unwrap_or_default()));
        }
        Some(SceneText::ByLanguage(all))
    }

    /// The words that a scene is found by, besides its title.
    pub(super) fn search_words(&mut self, root: &Table<'_>) -> Vec<String> {
        let Some(given) = root.field("search").map(|field| field.given()) else {
            return Vec::new();
        };
        if given.elements().is_some_and(|words| words.len() > MOST_WORDS) {
            self.refuse(&given, format!("at most {MOST_WORDS} words"));
        }
        self.set(&given, WORDS, Self::line_of_text).unwrap_or_default()
    }

    /// The steps of the note in this part of the file, after `before` others.
    pub(super) fn steps(&mut self, root: &Table<'_>, before: usize) -> Vec<NoteStep> {
        let tables = self.tables_of(root, &[TablePlace::Step]);
        let mut steps = Vec::new();
        for (_, table) in &tables {
            if before + steps.len() == NoteStep::MOST {
                let message = format!("a note has at most {} steps", NoteStep::MOST);
                self.fault(&table.span, "[[step]]".to_owned(), message);
                break;
            }
            steps.extend(self.step(table));
        }
        steps
    }

    fn step(&mut self, table: &Table<'_>) -> Option<NoteStep> {
        self.check_keys(table, TablePlace::Step);
        let given = |key| table.field(key).map(|field| field.given());
        let keys = if let Some(given) = given("keys") {
            self.step_keys(&given)
        } else {
            self.missing(table, "a step", "keys", KEYS);
            None
        };
        let text = if let Some(given) = given("text") {
            self.scene_text(&given)
        } else {
            self.missing(table, "a step", "text", SAID);
            None
        };
        Some(NoteStep { keys: keys?, text: text? })
    }

    fn step_keys(&mut self, given: &Given<'_>) -> Option<Vec<StepKey>> {
        let text = self.line_of_text(given)?;
        match StepKey::parse_all(&text) {
            Ok(keys) => Some(keys),
            Err(why) => self.refused(given, why),
        }
    }
}

/// Whether this is the tag of a language: `en`, `pt-br`.
fn is_language(tag: &str) -> bool {
    let is_part = |part: &str| {
        (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    tag.split('-').count() <= 3 && tag.split('-').all(is_part)
}
