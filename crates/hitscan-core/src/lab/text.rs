//! The texts of a lesson in one language: `text.LANG.md`, whose headings are keys.

use std::collections::BTreeMap;

use unicode_width::UnicodeWidthStr as _;

use super::expression::{Expression, ExpressionFault, NoValue, Scope, written, written_for_scene};
use super::pack::{Lesson, StepKind};
use super::question::can_come_of;
use crate::scene::{Fault, excerpt, is_forbidden};
use crate::words::nearest;
use hitscan_geom::Fraction;

/// The texts of a lesson in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonText {
    /// By their headings, each with the line of its heading, from 1.
    sections: BTreeMap<String, (usize, Template)>,
}

/// How many hints a task has.
pub const HINTS: std::ops::RangeInclusive<usize> = 2..=4;

/// The space for a text on the smallest screen, in cells and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The width of the first row.
    pub first: usize,
    /// The width of each further row.
    pub others: usize,
    /// The number of rows.
    pub rows: usize,
}

impl Room {
    /// A goal, after its word.
    pub const GOAL: Self = Self { first: 25, others: 30, rows: 2 };
    /// Any other text.
    pub const TEXT: Self = Self { first: 30, others: 30, rows: 12 };
    /// The id and the title of a lesson.
    pub const TITLE: Self = Self { first: 38, others: 0, rows: 1 };

    /// The space for the text under a heading.
    pub fn of(key: &str) -> Self {
        match key.split(' ').next() {
            Some("title") => Self::TITLE,
            Some("goal" | "win") => Self::GOAL,
            _ => Self::TEXT,
        }
    }

    /// The message about a text that does not fit: for a single row the cells, otherwise the rows.
    pub fn exceeded_by(self, text: &str) -> String {
        let most = self.first + self.others * (self.rows - 1);
        let cells: usize = text.lines().map(unicode_width::UnicodeWidthStr::width).sum();
        let rows = self.broken(text).len();
        if cells > most {
            format!("{cells} cells, {most} at most")
        } else if rows > self.rows {
            format!("{rows} rows, {} at most", self.rows)
        } else {
            "a word is wider than its row".to_owned()
        }
    }

    /// The rows of a text, broken between words. A word wider than a row gets its own row.
    pub fn broken(self, text: &str) -> Vec<String> {
        let mut rows: Vec<String> = Vec::new();
        for line in text.lines() {
            let mut row = String::new();
            for word in line.split_whitespace() {
                let width = if rows.is_empty() { self.first } else { self.others };
                if !row.is_empty() && row.width() + 1 + word.width() > width {
                    rows.push(std::mem::take(&mut row));
                }
                if !row.is_empty() {
                    row.push(' ');
                }
                row.push_str(word);
            }
            rows.push(row);
        }
        rows
    }

    /// Whether a text fits.
    pub fn fits(self, text: &str) -> bool {
        let rows = self.broken(text);
        let width = |index: usize| if index == 0 { self.first } else { self.others };
        rows.len() <= self.rows
            && rows.iter().enumerate().all(|(index, row)| row.width() <= width(index))
    }
}

impl LessonText {
    /// Parses the texts of a lesson.
    ///
    /// # Errors
    /// Every fault, at least one: duplicate, unknown, empty or missing headings, and
    /// faulty expressions.
    pub fn parse(text: &str, lesson: &Lesson) -> Result<Self, Vec<Fault>> {
        let (read, mut faults, missing) = Self::read(text, lesson);
        faults.extend(missing.into_iter().map(missing_fault));
        if faults.is_empty() { Ok(read) } else { Err(faults) }
    }

    /// Parses as much as possible; also returns the faults, and the missing headings.
    pub(super) fn read(text: &str, lesson: &Lesson) -> (Self, Vec<Fault>, Vec<String>) {
        let (mut sections, mut faults) = (BTreeMap::new(), Vec::new());
        for (line, key, body) in headed(text) {
            if let Some(fault) = heading_fault(line, &key, &body, lesson, &sections) {
                faults.push(fault);
            }
            let body = Template::parse(&body).unwrap_or_else(|fault| {
                let before = body.get(..fault.at).unwrap_or_default();
                let line = line + 1 + before.matches('\n').count();
                let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
                let (found, message) = (excerpt(&fault.found), fault.message);
                faults.push(Fault { line, column, found, message });
                Template::default()
            });
            sections.entry(key).or_insert((line, body));
        }
        let read = Self { sections };
        let mut missing = needed(lesson, &read);
        missing.retain(|key| !read.sections.contains_key(key));
        // A mistyped heading is reported only once.
        for fault in faults.iter_mut().filter(|fault| !is_known(&fault.found, lesson)) {
            let meant = nearest(&fault.found, missing.iter().map(String::as_str));
            if let Some(meant) = meant.map(str::to_owned) {
                fault.message = format!("{}; did you mean {meant}?", fault.message);
                missing.retain(|key| *key != meant);
            }
        }
        (read, faults, missing)
    }

    /// The text under this heading.
    pub fn get(&self, key: &str) -> Option<&Template> {
        self.sections.get(key).map(|(_, body)| body)
    }

    /// All headings with their lines and texts, in the order of the headings.
    pub fn all(&self) -> impl Iterator<Item = (&str, usize, &Template)> {
        self.sections.iter().map(|(key, (line, body))| (key.as_str(), *line, body))
    }

    /// How many hints a task has.
    pub fn hints(&self, task: &str) -> usize {
        let has = |number: &usize| self.sections.contains_key(&format!("hint {task} {number}"));
        (1..=*HINTS.end()).take_while(has).count()
    }

    /// A hint of a task, from 1.
    pub fn hint(&self, task: &str, number: usize) -> Option<&Template> {
        self.get(&format!("hint {task} {number}"))
    }
}

/// The texts with their headings and lines; a text without a heading has an empty one.
fn headed(text: &str) -> Vec<(usize, String, String)> {
    let mut sections: Vec<(usize, String, String)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(key) = line.strip_prefix("## ") {
            sections.push((index + 1, key.trim().to_owned(), String::new()));
        } else if let Some((.., body)) = sections.last_mut() {
            body.push_str(line.trim_end());
            body.push('\n');
        } else if !line.trim().is_empty() {
            sections.push((index + 1, String::new(), format!("{line}\n")));
        }
    }
    for (.., body) in &mut sections {
        let trimmed = body.trim_matches('\n').len();
        let start = body.len() - body.trim_start_matches('\n').len();
        *body = body.get(start..start + trimmed).unwrap_or_default().to_owned();
    }
    sections
}

/// The fault of a heading or the text under it.
fn heading_fault(
    line: usize,
    key: &str,
    body: &str,
    lesson: &Lesson,
    sections: &BTreeMap<String, (usize, Template)>,
) -> Option<Fault> {
    let at = |column, found: &str, message: String| {
        Some(Fault { line, column, found: excerpt(found), message })
    };
    if key.is_empty() {
        let message = "text stands under a heading, such as ## title";
        at(1, body.trim(), message.to_owned())
    } else if let Some(c) = body.chars().find(|&c| c != '\n' && is_forbidden(c)) {
        at(4, &c.to_string(), "no control and bidirectional characters".to_owned())
    } else if !is_known(key, lesson) {
        at(4, key, format!("{} has no such text", lesson.id))
    } else if let Some((first, _)) = sections.get(key) {
        at(4, key, format!("it stands on line {first} already"))
    } else if body.is_empty() {
        at(4, key, "it is empty".to_owned())
    } else {
        None
    }
}

/// The fault of a missing heading.
pub(super) fn missing_fault(key: String) -> Fault {
    Fault { line: 1, column: 1, found: key, message: "this text is missing".to_owned() }
}

/// Whether a lesson can have a text under this heading.
fn is_known(key: &str, lesson: &Lesson) -> bool {
    let words: Vec<_> = key.split(' ').collect();
    let kind = |id: &str| lesson.step(id).map(|step| &step.kind);
    match words.as_slice() {
        ["title" | "goal"] => true,
        ["card", id] => matches!(kind(id), Some(StepKind::Card)),
        ["ask", id] => matches!(kind(id), Some(StepKind::Question(_))),
        ["win", id] => matches!(kind(id), Some(StepKind::Task(_))),
        ["after", id] => matches!(kind(id), Some(StepKind::Question(_) | StepKind::Task(_))),
        ["hint", id, number] => {
            let number = number.parse().ok().filter(|number| (1..=*HINTS.end()).contains(number));
            matches!(kind(id), Some(StepKind::Task(_))) && number.is_some()
        }
        ["belief", id] => can_come_of(id, lesson),
        _ => false,
    }
}

/// The headings that a lesson must have.
fn needed(lesson: &Lesson, read: &LessonText) -> Vec<String> {
    let mut needed = vec!["title".to_owned(), "goal".to_owned()];
    for step in &lesson.steps {
        let id = &step.id;
        match step.kind {
            StepKind::Card => needed.push(format!("card {id}")),
            StepKind::Question(_) => needed.push(format!("ask {id}")),
            StepKind::Task(_) => {
                needed.push(format!("win {id}"));
                let last = read.sections.keys().filter_map(|key| {
                    key.strip_prefix(&format!("hint {id} "))?.parse::<usize>().ok()
                });
                let last = last.max().unwrap_or_default().max(*HINTS.start());
                needed.extend((1..=last).map(|number| format!("hint {id} {number}")));
            }
        }
    }
    needed
}

// Text with braces: `{ax + 2}` shows a number, `{why|why L A}` the key of an action on a screen
// and the command in the line interface.

/// A parsed text with braces.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Template {
    pub(super) parts: Vec<TemplatePart>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TemplatePart {
    Text(String),
    Value(Expression),
    Key { action: String, command: String },
}

/// Returns the key of an action, if there are keys.
pub type KeyOf<'k> = &'k dyn Fn(&str) -> Option<String>;

impl Template {
    /// Parses a text.
    ///
    /// # Errors
    /// Where a brace is not closed, or contains no valid expression.
    pub fn parse(text: &str) -> Result<Self, ExpressionFault> {
        let mut parts = Vec::new();
        let mut at = 0;
        while let Some(open) = text[at..].find('{').map(|found| at + found) {
            let inner = text[open + 1..].find(['{', '}']).map(|found| open + 1 + found);
            let close = inner.filter(|&end| text[end..].starts_with('}'));
            let close = close.ok_or_else(|| ExpressionFault {
                at: open,
                found: "{".to_owned(),
                message: "a closing } is missing".to_owned(),
            })?;
            parts.push(TemplatePart::Text(text[at..open].to_owned()));
            let inner = &text[open + 1..close];
            parts.push(match inner.split_once('|') {
                Some((action, command)) => {
                    TemplatePart::Key { action: action.to_owned(), command: command.to_owned() }
                }
                None => TemplatePart::Value(
                    Expression::parse(inner)
                        .map_err(|fault| ExpressionFault { at: fault.at + open + 1, ..fault })?,
                ),
            });
            at = close + 1;
        }
        parts.push(TemplatePart::Text(text[at..].to_owned()));
        Ok(Self { parts })
    }

    /// The expressions in it.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.parts.iter().filter_map(|part| match part {
            TemplatePart::Value(of) => Some(of),
            TemplatePart::Text(_) | TemplatePart::Key { .. } => None,
        })
    }

    /// The actions whose keys it shows, each with the command for the line interface.
    pub fn keys(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parts.iter().filter_map(|part| match part {
            TemplatePart::Key { action, command } => Some((action.as_str(), command.as_str())),
            TemplatePart::Text(_) | TemplatePart::Value(_) => None,
        })
    }

    /// The text with its numbers, and with keys, or with commands whose words are joined
    /// by no-break spaces.
    ///
    /// # Errors
    /// When an expression has no value.
    pub fn shown(&self, scope: Scope<'_>, key_of: KeyOf<'_>) -> Result<String, NoValue> {
        self.filled(scope, written, &|action, command| {
            key_of(action).unwrap_or_else(|| command.replace(' ', "\u{a0}"))
        })
    }

    /// The text with its numbers, as `number` writes them, and with the result of `show` for actions
    /// and their commands.
    fn filled(
        &self,
        scope: Scope<'_>,
        number: fn(Fraction) -> String,
        show: &dyn Fn(&str, &str) -> String,
    ) -> Result<String, NoValue> {
        let mut shown = String::new();
        for part in &self.parts {
            match part {
                TemplatePart::Text(text) => shown.push_str(text),
                TemplatePart::Value(of) => shown.push_str(&number(of.value(scope)?)),
                TemplatePart::Key { action, command } => shown.push_str(&show(action, command)),
            }
        }
        Ok(shown)
    }

    /// The text with its numbers, and with commands as they are typed.
    ///
    /// # Errors
    /// When an expression has no value.
    pub fn line(&self, scope: Scope<'_>) -> Result<String, NoValue> {
        self.filled(scope, written, &|_, command| command.to_owned())
    }

    /// The same as a line of a scene file.
    ///
    /// # Errors
    /// When an expression has no value.
    pub(super) fn line_of_scene(&self, scope: Scope<'_>) -> Result<String, NoValue> {
        self.filled(scope, written_for_scene, &|_, command| command.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::super::expression::Values;
    use super::*;

    #[test]
    fn braces_show_numbers_and_keys_or_commands() {
        let template = Template::parse("Look with {why|why L A}: {n / 2} of {n}.").expect("read");
        let values = Values::from([("n".to_owned(), Fraction::from(5))]);
        let scope = Scope { values: &values, sandbox: None };
        let line = template.line(scope).expect("it has values");
        assert_eq!(line, "Look with why L A: 2.5 of 5.");
        let held = template.shown(scope, &|_| None).expect("it has values");
        assert_eq!(held, "Look with why\u{a0}L\u{a0}A: 2.5 of 5.");
        let keys = |action: &str| (action == "why").then(|| "w".to_owned());
        let screen = template.shown(scope, &keys).expect("it has values");
        assert_eq!(screen, "Look with w: 2.5 of 5.");
    }

    #[test]
    fn a_brace_at_fault_says_where() {
        let fault = |text| Template::parse(text).map_err(|fault| (fault.at, fault.message));
        assert_eq!(fault("a {n"), Err((2, "a closing } is missing".to_owned())));
        assert_eq!(fault("a {n n}"), Err((5, "an operation, or nothing more".to_owned())));
    }
}
