//! What a student says to the lab beside the commands of the sandbox.

use crate::command::CommandError;

/// What a student says to the lab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Show where one is, or open a lesson, at its first step or another.
    Lesson(Option<String>, Option<String>),
    /// Open the next step.
    Next,
    /// Answer the open question; its id may come first.
    Answer(String),
    /// Pass the open step.
    Skip,
    /// Open the next hint.
    Hint,
    /// Show the goal of the step and how far along it is.
    Goal,
    /// Begin the open step again.
    Reset,
    /// List the lessons.
    Lessons,
}

/// A row of the table of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderSpec {
    /// The word that it begins with.
    pub name: &'static str,
    /// What may follow.
    pub syntax: &'static str,
    /// One line of help.
    pub doc: &'static str,
}

/// Every order, as help lists them.
pub const ORDERS: [OrderSpec; 8] = [
    OrderSpec { name: "next", syntax: "", doc: "go on to the next step" },
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
    OrderSpec { name: "lessons", syntax: "", doc: "list the lessons with their points" },
    OrderSpec {
        name: "lesson",
        syntax: "[ID [STEP]]",
        doc: "open a lesson by its id or number, or say where you are",
    },
];

impl OrderSpec {
    /// `answer [STEP] WORD - answer the question …`, as help has it.
    #[must_use]
    pub fn line(&self) -> String {
        let gap = if self.syntax.is_empty() { "" } else { " " };
        format!("{}{gap}{}: {}", self.name, self.syntax, self.doc)
    }
}

impl Order {
    /// Reads a line; nothing if it is no order.
    ///
    /// # Errors
    /// When words are missing or too many.
    #[must_use]
    pub fn parse(line: &str) -> Option<Result<Self, CommandError>> {
        let mut words = line.split_whitespace();
        let name = words.next()?;
        let rest: Vec<_> = words.map(str::to_owned).collect();
        let spec = ORDERS.iter().find(|spec| spec.name == name)?;
        let order = match (name, rest.as_slice()) {
            ("lesson", []) => Self::Lesson(None, None),
            ("lesson", [lesson]) => Self::Lesson(Some(lesson.clone()), None),
            ("lesson", [lesson, step]) => Self::Lesson(Some(lesson.clone()), Some(step.clone())),
            ("answer", [_] | [_, _]) => Self::Answer(rest.join(" ")),
            ("next", []) => Self::Next,
            ("skip", []) => Self::Skip,
            // That of predict mode names its pair.
            ("skip", [_, _]) => return None,
            ("hint", []) => Self::Hint,
            ("goal", []) => Self::Goal,
            ("reset", []) => Self::Reset,
            ("lessons", []) => Self::Lessons,
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
            ("skip", Order::Skip),
        ] {
            assert_eq!(Order::parse(line), Some(Ok(order)), "{line}");
        }
        for line in ["", "move L 1 0", "nex", "skip L A"] {
            assert_eq!(Order::parse(line), None, "{line}");
        }
        for line in ["next 2", "answer", "answer a b c", "lesson a b c", "skip L"] {
            assert!(matches!(Order::parse(line), Some(Err(_))), "{line}");
        }
    }
}
