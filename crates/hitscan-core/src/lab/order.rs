//! The orders that a student gives to the lab, besides the commands of the sandbox.

use crate::command::{CommandError, split};

/// An order to the lab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Show the current position, or open a lesson, at its first step or another one. The last of
    /// several words may be the step, or the end of a title.
    Lesson(Option<String>, Option<String>),
    /// Open the next step.
    Next,
    /// Open the previous step.
    Previous,
    /// Answer the open question; its id may come first.
    Answer(String),
    /// Pass the open step.
    Skip,
    /// Open the next hint.
    Hint,
    /// Show the goal of the step and the progress towards it.
    Goal,
    /// Restart the open step.
    Reset,
    /// List the lessons, or show the takeaway of one.
    Lessons(Option<String>),
}

/// A row of the table of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderSpec {
    /// Its first word.
    pub name: &'static str,
    /// The arguments.
    pub syntax: &'static str,
    /// One line of help.
    pub doc: &'static str,
}

/// Every order, in the order of help.
pub const ORDERS: [OrderSpec; 9] = [
    OrderSpec { name: "next", syntax: "", doc: "go on to the next step" },
    OrderSpec {
        name: "previous",
        syntax: "",
        doc: "go back to the step before; your first answer still counts",
    },
    OrderSpec {
        name: "answer",
        syntax: "[STEP] WORD",
        doc: "a word, its number, or a number such as 3, 0.25 or 1/3",
    },
    OrderSpec { name: "skip", syntax: "", doc: "pass this step without points" },
    OrderSpec {
        name: "hint",
        syntax: "",
        doc: "open the next hint of a task; only the last costs points",
    },
    OrderSpec { name: "goal", syntax: "", doc: "show the goal and how far along you are" },
    OrderSpec { name: "reset", syntax: "", doc: "begin the step again; points stay" },
    OrderSpec {
        name: "lessons",
        syntax: "[LESSON]",
        doc: "list the lessons with their points, or tell what to keep of one",
    },
    OrderSpec {
        name: "lesson",
        syntax: "[LESSON [STEP]]",
        doc: "open a lesson by its id, number or title, or say where you are",
    },
];

/// The command that starts the lessons; within a lesson it means `lesson`.
const LEARN: &str = "learn";

impl OrderSpec {
    /// The order that starts with this word.
    pub fn named(word: &str) -> Option<&'static Self> {
        let name = if word == LEARN { "lesson" } else { word };
        ORDERS.iter().find(|spec| spec.name == name)
    }

    /// `answer [STEP] WORD - answer the question …`, as in help.
    pub fn line(&self) -> String {
        let gap = if self.syntax.is_empty() { "" } else { " " };
        format!("{}{gap}{}: {}", self.name, self.syntax, self.doc)
    }
}

impl Order {
    /// Parses a line; `None` if it is not an order.
    ///
    /// # Errors
    /// When words are missing or too many.
    pub fn parse(line: &str) -> Option<Result<Self, CommandError>> {
        let words: Vec<_> = split(line).into_iter().map(|word| word.text).collect();
        let (name, rest) = words.split_first()?;
        let spec = OrderSpec::named(name)?;
        let order = match (spec.name, rest) {
            ("lesson", []) => Self::Lesson(None, None),
            ("lesson", [lesson]) => Self::Lesson(Some(lesson.clone()), None),
            ("lesson", [lesson @ .., step]) => {
                Self::Lesson(Some(lesson.join(" ")), Some(step.clone()))
            }
            ("answer", [_] | [_, _]) => Self::Answer(rest.join(" ")),
            ("next", []) => Self::Next,
            ("previous", []) => Self::Previous,
            ("skip", []) => Self::Skip,
            // The `skip` of predict mode names a pair.
            ("skip", [_, _]) => return None,
            ("hint", []) => Self::Hint,
            ("goal", []) => Self::Goal,
            ("reset", []) => Self::Reset,
            ("lessons", []) => Self::Lessons(None),
            ("lessons", lesson) => Self::Lessons(Some(lesson.join(" "))),
            _ => {
                let usage = spec.line();
                return Some(Err(CommandError::new(format!("as in {usage}"))));
            }
        };
        Some(Ok(order))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_order_by_its_first_word_alone() {
        let step = |id: &str| Some(id.to_owned());
        for (line, order) in [
            ("next", Order::Next),
            ("answer  hit", Order::Answer("hit".to_owned())),
            ("answer edges hit", Order::Answer("edges hit".to_owned())),
            ("lesson", Order::Lesson(None, None)),
            ("lesson inside hide ", Order::Lesson(step("inside"), step("hide"))),
            ("lesson Not apart", Order::Lesson(step("Not"), step("apart"))),
            ("lesson \"Not apart\"", Order::Lesson(step("Not apart"), None)),
            ("lesson a box of four edges 3", Order::Lesson(step("a box of four edges"), step("3"))),
            ("learn", Order::Lesson(None, None)),
            ("learn 9", Order::Lesson(step("9"), None)),
            ("previous", Order::Previous),
            ("lessons", Order::Lessons(None)),
            ("lessons not apart", Order::Lessons(step("not apart"))),
            ("skip", Order::Skip),
        ] {
            assert_eq!(Order::parse(line), Some(Ok(order)), "{line}");
        }
        for line in ["", "move L 1 0", "nex", "skip L A"] {
            assert_eq!(Order::parse(line), None, "{line}");
        }
        for line in ["next 2", "answer", "answer a b c", "previous 2", "skip L"] {
            assert!(matches!(Order::parse(line), Some(Err(_))), "{line}");
        }
    }
}
