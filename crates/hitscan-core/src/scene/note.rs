//! What a scene says about itself: texts in one language or several, and the steps of its note.

use std::fmt;

/// A text of a scene: in a single language that is not named, or in several by their tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SceneText {
    /// `"a wall"`.
    Plain(String),
    /// `{ en = "a wall", ja = "..." }`: tag and text, in the order of the file.
    ByLanguage(Vec<(String, String)>),
}

impl SceneText {
    /// The most languages of a text.
    pub const MOST_LANGUAGES: usize = 8;
    /// The language that is shown if a text has it.
    const SHOWN: &'static str = "en";

    /// The text to show: the English one, or else the first.
    pub fn shown(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::ByLanguage(all) => {
                let english = all.iter().find(|(language, _)| language == Self::SHOWN);
                english.or(all.first()).map_or("", |(_, text)| text)
            }
        }
    }

    /// The text in every language.
    pub fn in_all(&self) -> impl Iterator<Item = &str> {
        let (plain, all) = match self {
            Self::Plain(text) => (Some(text), [].as_slice()),
            Self::ByLanguage(all) => (None, all.as_slice()),
        };
        plain.into_iter().chain(all.iter().map(|(_, text)| text)).map(String::as_str)
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.shown().is_empty()
    }
}

impl Default for SceneText {
    fn default() -> Self {
        Self::Plain(String::new())
    }
}

impl From<String> for SceneText {
    fn from(text: String) -> Self {
        Self::Plain(text)
    }
}

impl From<&str> for SceneText {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// A step of a note: keys to press, and what is on the screen then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteStep {
    /// In the order in which they are pressed; at least one.
    pub keys: Vec<StepKey>,
    /// What is on the screen after them.
    pub text: SceneText,
}

impl NoteStep {
    /// The most steps of a note.
    pub const MOST: usize = 32;
    /// The most keys of a step.
    pub const MOST_KEYS: usize = 32;

    /// The keys as a scene file has them: `{grip-speed} {left*8} {:step 3}`.
    pub fn written_keys(&self) -> String {
        let keys: Vec<_> = self.keys.iter().map(ToString::to_string).collect();
        keys.join(" ")
    }
}

/// A key of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKey {
    /// The key of an action, by the id of the action, and how often it is pressed.
    Action {
        /// The id; whether there is such an action is not known here.
        id: String,
        /// From 1 to [`StepKey::MOST_TIMES`].
        times: usize,
    },
    /// A command that is typed, and Enter.
    Line(String),
}

impl StepKey {
    /// How often a key is pressed at most.
    pub const MOST_TIMES: usize = 99;
    /// The most bytes of a typed line.
    pub const MOST_LINE_BYTES: usize = 200;

    /// Parses the keys of a step.
    ///
    /// # Errors
    /// Says what stands where a key should, and what would be right.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, String> {
        let (mut keys, mut rest) = (Vec::new(), text.trim());
        while !rest.is_empty() {
            let inner = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
            let Some((inner, after)) = inner else {
                let word = rest.split_whitespace().next().unwrap_or_default();
                return Err(format!("{} is no key: {RIGHT}", super::excerpt(word)));
            };
            let key = Self::parse(inner).ok_or_else(|| {
                format!("{} is no key: {RIGHT}", super::excerpt(&format!("{{{inner}}}")))
            })?;
            keys.push(key);
            if keys.len() > NoteStep::MOST_KEYS {
                return Err(format!("a step has at most {} keys", NoteStep::MOST_KEYS));
            }
            rest = after.trim_start();
        }
        if keys.is_empty() {
            Err(format!("a step has at least one key: {RIGHT}"))
        } else {
            Ok(keys)
        }
    }

    /// Parses what stands between braces.
    fn parse(inner: &str) -> Option<Self> {
        if let Some(line) = inner.strip_prefix(':') {
            let line = line.trim();
            let fits = !line.is_empty() && line.len() <= Self::MOST_LINE_BYTES;
            return (fits && !line.contains('{')).then(|| Self::Line(line.to_owned()));
        }
        let (id, times) = match inner.split_once('*') {
            Some((id, times)) if times.bytes().all(|byte| byte.is_ascii_digit()) => {
                (id, times.parse().ok()?)
            }
            Some(_) => return None,
            None => (inner, 1),
        };
        let is_id = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let is_right = !id.is_empty() && id.len() <= 32 && id.bytes().all(is_id);
        let fits = (1..=Self::MOST_TIMES).contains(&times);
        (is_right && fits).then(|| Self::Action { id: id.to_owned(), times })
    }
}

/// What the keys of a step are written like.
const RIGHT: &str = "keys are actions in braces, {right*5} {step}, or a line to type, {:step 13}";

impl fmt::Display for StepKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action { id, times: 1 } => write!(f, "{{{id}}}"),
            Self::Action { id, times } => write!(f, "{{{id}*{times}}}"),
            Self::Line(line) => write!(f, "{{:{line}}}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Scene, update_toml};

    const TEXT: &str = "\
title = { ja = \"壁\", en = \"a wall\" }
note.fr = \"Un mur.\"
search = [\"wall\", \"壁\"]

[[step]]
keys = \"{back} {right*5}{:step 13}\"
text = \"It stops.\"

# The wall.
[[box]]
name = \"A\"
at = [0, 0]
size = [2, 2]

[[step]]
keys = \"{why}\"
text.en = \"Why.\"
";

    #[test]
    fn texts_by_language_and_steps_are_read_and_written() {
        let scene = Scene::parse(TEXT).expect("a scene");
        assert_eq!((scene.title.shown(), scene.note.shown()), ("a wall", "Un mur."));
        assert_eq!(scene.search, ["wall", "壁"]);
        let written: Vec<_> = scene.steps.iter().map(NoteStep::written_keys).collect();
        assert_eq!(written, ["{back} {right*5} {:step 13}", "{why}"]);
        assert_eq!(Scene::parse(&scene.to_toml()), Ok(scene.clone()), "{}", scene.to_toml());
        let mut moved = scene.clone();
        moved.objects[0].velocity.x = hitscan_geom::Milli::from_units(3);
        let updated = update_toml(TEXT, &moved);
        let expected = TEXT.replace("size = [2, 2]\n", "size = [2, 2]\nvelocity = [3, 0]\n");
        assert_eq!(updated, expected, "steps and comments stay where they are");
    }

    #[test]
    fn other_steps_are_written_too() {
        let mut other = Scene::parse(TEXT).expect("a scene");
        other.steps.pop();
        assert_eq!(Scene::parse(&update_toml(TEXT, &other)), Ok(other));
    }

    #[test]
    fn faults_of_notes_have_their_place() {
        for (line, place, said) in [
            ("title = 5", (1, 9), "text between quotation marks, or a table by language"),
            ("title = {}", (1, 9), "at least one language"),
            ("note = { English = \"x\" }", (1, 10), "the tag of a language"),
            ("note = { en = 5 }", (1, 15), "text between quotation marks"),
            ("search = \"x\"", (1, 10), "a list of words"),
            ("[[step]]\ntext = \"x\"", (1, 1), "keys"),
            ("[[step]]\nkeys = \"{why}\"", (1, 1), "text"),
            ("[[step]]\ntext = \"x\"\nkeys = \"press w\"", (3, 8), "press is no key"),
            ("[[step]]\ntext = \"x\"\nkeys = \"{right*0}\"", (3, 8), "{right*0} is no key"),
            ("[[step]]\ntext = \"x\"\nkeys = \"{right*100}\"", (3, 8), "is no key"),
            ("[[step]]\ntext = \"x\"\nkeys = \"\"", (3, 8), "at least one key"),
            ("[[step]]\ntext = \"x\"\nkey = \"{why}\"", (3, 1), "did you mean keys?"),
            ("keys = \"{why}\"", (1, 1), "stands under [[step]]"),
        ] {
            let faults = Scene::parse(line).expect_err(line);
            assert_eq!((faults[0].line, faults[0].column), place, "{line}: {faults:?}");
            assert!(faults[0].message.contains(said), "{line}: {faults:?}");
        }
        let many = "[[step]]\nkeys = \"{why}\"\ntext = \"x\"\n".repeat(NoteStep::MOST + 1);
        let faults = Scene::parse(&many).expect_err("too many");
        assert_eq!(faults.len(), 1, "{faults:?}");
    }
}
