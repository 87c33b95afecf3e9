//! A pack with its texts in one language: what a student works through.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::expression::{Scope, Values};
use super::pack::{Drawn, FileFault, Lesson, LessonStep, Pack, StepKind};
use super::text::{KeyOf, LessonText};
use crate::scene::Fault;

/// A pack with its texts in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The lessons.
    pub pack: Pack,
    texts: BTreeMap<String, LessonText>,
}

impl Course {
    /// Reads the texts of a pack in the requested language if it has that one, or else in its
    /// first; `file` returns the text of a file by its path in the folder.
    ///
    /// # Errors
    /// Every fault of every text.
    pub fn read(
        pack: Pack,
        language: &str,
        file: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, Vec<FileFault>> {
        let known = pack.languages.iter().find(|known| *known == language);
        let language = known.or(pack.languages.first()).map_or("en", String::as_str);
        let (mut texts, mut faults) = (BTreeMap::new(), Vec::new());
        for lesson in &pack.lessons {
            let path = format!("{}/text.{language}.md", lesson.id);
            let read = file(&path).ok_or_else(|| {
                let message = "there is no such file".to_owned();
                vec![Fault { line: 1, column: 1, found: path.clone(), message }]
            });
            match read.and_then(|text| LessonText::parse(&text, lesson)) {
                Ok(text) => drop(texts.insert(lesson.id.clone(), text)),
                Err(found) => faults
                    .extend(found.into_iter().map(|fault| FileFault { path: path.clone(), fault })),
            }
        }
        if faults.is_empty() { Ok(Self { pack, texts }) } else { Err(faults) }
    }

    /// The texts of a lesson.
    pub fn text(&self, lesson: &Lesson) -> Option<&LessonText> {
        self.texts.get(&lesson.id)
    }

    /// The text of a lesson under a heading that refers to no objects, with these numbers.
    pub fn shown(
        &self,
        lesson: &Lesson,
        drawn: &Drawn,
        heading: &str,
        key_of: KeyOf<'_>,
    ) -> Option<String> {
        let scope = Scope { values: &drawn.values, sandbox: None };
        self.text(lesson)?.get(heading)?.shown(scope, key_of).ok()
    }

    /// The title of a lesson, if it refers to no numbers.
    pub fn title(&self, lesson: &Lesson) -> Option<String> {
        let scope = Scope { values: &Values::default(), sandbox: None };
        self.text(lesson)?.get("title")?.line(scope).ok()
    }

    /// The lesson with this id or title, or number from 1.
    pub fn lesson_named(&self, name: &str) -> Option<&Arc<Lesson>> {
        let lessons = &self.pack.lessons;
        let titled = || lessons.iter().find(|lesson| self.is_titled(lesson, name));
        self.pack.lesson_called(name).or_else(titled)
    }

    /// Whether this is the title of a lesson, as a user may type it.
    pub(super) fn is_titled(&self, lesson: &Lesson, title: &str) -> bool {
        self.title(lesson).is_some_and(|it| plain(&it) == plain(title))
    }

    /// The only lesson with this part in its title, starting at the beginning of a word.
    pub(super) fn only_lesson_with(&self, part: &str) -> Option<&Arc<Lesson>> {
        const FEWEST_LETTERS: usize = 3;
        let part = plain(part);
        if part.chars().filter(|c| c.is_alphanumeric()).count() < FEWEST_LETTERS {
            return None;
        }
        let part = format!(" {part}");
        let has_it = |lesson: &&Arc<Lesson>| {
            self.title(lesson).is_some_and(|title| format!(" {}", plain(&title)).contains(&part))
        };
        let mut with_it = self.pack.lessons.iter().filter(has_it);
        with_it.next().filter(|_| with_it.next().is_none())
    }

    /// How many hints a task has, by the ids of lesson and step.
    pub fn hints(&self, lesson: &str, step: &str) -> usize {
        self.texts.get(lesson).map_or(0, |text| text.hints(step))
    }
}

/// A title as a user may type it: without punctuation, in lower case.
fn plain(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

// The names of steps that students see: `task 1`, `question 2`. Ids are used in files, and
// may be typed.

/// The name of a step: its kind, and its number among the steps of that kind in its lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepName {
    word: &'static str,
    number: usize,
    of: usize,
    points: u32,
}

impl Lesson {
    /// The name of a step of this lesson.
    pub fn name_of(&self, step: &LessonStep) -> StepName {
        let word = step.kind.word();
        let alike = || self.steps.iter().filter(|other| other.kind.word() == word);
        let before = alike().take_while(|other| other.id != step.id).count();
        StepName { word, number: before + 1, of: alike().count(), points: step.points() }
    }

    /// `STEP 3 of 8: question 1 of 3, 2 points`, `STEP 1 of 8: to read`.
    pub fn head_of(&self, step: &LessonStep) -> String {
        let number = 1 + self.steps.iter().take_while(|other| other.id != step.id).count();
        let steps = self.steps.len();
        match step.kind {
            StepKind::Card => format!("STEP {number} of {steps}: to read"),
            StepKind::Question(_) | StepKind::Task(_) => {
                format!("STEP {number} of {steps}: {}", self.name_of(step).with_points())
            }
        }
    }
}

impl StepName {
    /// `1 of 3`.
    pub fn place(self) -> String {
        format!("{} of {}", self.number, self.of)
    }

    /// `question 1 of 3`.
    pub fn counted(self) -> String {
        format!("{} {}", self.word, self.place())
    }

    /// `question 1 of 3, 2 points`.
    pub fn with_points(self) -> String {
        format!("{}, {} points", self.counted(), self.points)
    }
}

/// `question 1`.
impl fmt::Display for StepName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.word, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Pack;

    #[test]
    fn steps_are_numbered_among_those_of_their_kind() {
        let pack = Pack::builtin().expect("it reads");
        let lesson = pack.lesson("inside").expect("a lesson");
        for (id, name, head) in [
            ("box", "card 1", "STEP 1 of 8: to read"),
            ("edges", "question 1", "STEP 2 of 8: question 1 of 3, 2 points"),
            ("again", "question 2", "STEP 3 of 8: question 2 of 3, 2 points"),
            ("hide", "task 1", "STEP 6 of 8: task 1 of 2, 4 points"),
            ("seen", "task 2", "STEP 7 of 8: task 2 of 2, 4 points"),
        ] {
            let step = lesson.step(id).expect("a step");
            assert_eq!(lesson.name_of(step).to_string(), name);
            assert_eq!(lesson.head_of(step), head);
        }
        let first = lesson.step("edges").expect("a step");
        assert_eq!(lesson.name_of(first).counted(), "question 1 of 3");
    }
}
