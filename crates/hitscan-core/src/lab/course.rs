//! A pack with its texts in one language: what a student works through.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::expression::{Scope, Values};
use super::pack::{Drawn, Lesson, Pack};
use super::read::FileFault;
use super::template::KeyOf;
use super::text::LessonText;
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
    #[must_use]
    pub fn text(&self, lesson: &Lesson) -> Option<&LessonText> {
        self.texts.get(&lesson.id)
    }

    /// The text of a lesson under a heading that refers to no objects, with these numbers.
    #[must_use]
    pub fn shown(
        &self,
        (lesson, drawn): (&Lesson, &Drawn),
        heading: &str,
        key_of: KeyOf<'_>,
    ) -> Option<String> {
        let scope = Scope { values: &drawn.values, sandbox: None };
        self.text(lesson)?.get(heading)?.shown(scope, key_of).ok()
    }

    /// The title of a lesson, if it refers to no numbers.
    #[must_use]
    pub fn title(&self, lesson: &Lesson) -> Option<String> {
        let scope = Scope { values: &Values::default(), sandbox: None };
        self.text(lesson)?.get("title")?.line(scope).ok()
    }

    /// The lesson with this id or title, or number from 1.
    #[must_use]
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
    #[must_use]
    pub fn hints(&self, lesson: &str, step: &str) -> usize {
        self.texts.get(lesson).map_or(0, |text| text.hints(step))
    }
}

/// A title as a user may type it: without punctuation, in lower case.
fn plain(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}
