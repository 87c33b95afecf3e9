//! The method that a step is about, which Why then opens with.

use super::Learning;
use crate::command::Page;
use crate::engine::Engine;
use crate::lab::condition::{Condition, Setting};
use crate::lab::pack::StepKind;
use crate::lab::question::Ask;
use crate::lab::task::Task;
use crate::methods::{Arithmetic, Method};

impl Learning {
    /// Turns the engine of a face to the method that the open step is about, if its data
    /// name one.
    pub fn turn_to_method(&self, engine: &mut Engine) {
        if let Some((method, arithmetic)) = self.method() {
            let focus = engine.focus_mut();
            (focus.page, focus.arithmetic) = (Page::Method(method), arithmetic);
        }
    }

    /// The method that the open step is about.
    fn method(&self) -> Option<(Method, Arithmetic)> {
        match &self.at.2.kind {
            StepKind::Card => None,
            StepKind::Question(question) => match &question.ask {
                Ask::Says(_, method, arithmetic) | Ask::Reason(_, method, arithmetic) => {
                    Some((*method, *arithmetic))
                }
                Ask::Result(_)
                | Ask::Relation(_)
                | Ask::Side(_)
                | Ask::Sign(_)
                | Ask::Number(_) => None,
            },
            StepKind::Task(task) => task.method(),
        }
    }
}

impl Task {
    /// The first method that a condition names.
    fn method(&self) -> Option<(Method, Arithmetic)> {
        self.conditions().find_map(Condition::method)
    }
}

impl Condition {
    /// The method whose answer is asked for, or that must name the sides.
    fn method(&self) -> Option<(Method, Arithmetic)> {
        match self {
            Self::Pair(pair) => pair.method.as_ref().map(|it| (it.method, it.arithmetic)),
            Self::Setting(Setting::Side(method)) => Some((*method, Arithmetic::Exact)),
            Self::Any(lists) => lists.iter().flatten().find_map(Self::method),
            Self::Not(condition) => condition.method(),
            Self::Value { .. }
            | Self::Setting(Setting::Response(_) | Setting::Contact(_))
            | Self::Commands(_)
            | Self::Frames(_)
            | Self::Same(_)
            | Self::Still(_)
            | Self::Check
            | Self::Own(..) => None,
        }
    }
}
