//! Help: how far it is scrolled, what is searched for in it, and what of it
//! matters most where the keys go.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::action::Place;
use super::{Action, App, Arrow, Focus, Grip, KeyPress, Lookup, Stride};
use crate::methods::SideMethod;
use crate::world::Response;

/// Help as it is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Help {
    /// The first line that is shown.
    pub top: usize,
    /// Only what has this in it is shown.
    pub search: String,
}

impl Help {
    /// The longest text that is searched for.
    const MAX_CHARS: usize = 40;

    /// Whether a text has in it what is searched for; large and small letters
    /// are the same.
    #[must_use]
    pub fn finds(&self, text: &str) -> bool {
        text.to_lowercase().contains(&self.search.to_lowercase())
    }
}

impl App {
    /// Help, while it is open.
    #[must_use]
    pub const fn help(&self) -> Option<&Help> {
        self.help.as_ref()
    }

    pub(super) fn is_searching_help(&self) -> bool {
        self.help.as_ref().is_some_and(|help| !help.search.is_empty())
    }

    /// Where the keys go, in a word, and the actions that matter most there.
    #[must_use]
    pub fn here(&self) -> (&'static str, Vec<Action>) {
        use Action as A;
        let arrows = [Arrow::Left, Arrow::Right, Arrow::Up, Arrow::Down];
        let arrows = arrows.map(|arrow| A::Arrow(arrow, Stride::Full));
        let (what, more): (_, &[Action]) = match (self.focus, self.grip) {
            _ if self.covered().is_some() && self.focus != Focus::Form => {
                let all = super::ACTIONS.iter().filter(|spec| spec.place == Place::Covered);
                return ("an answer is covered", all.map(|spec| spec.action).collect());
            }
            (Focus::Panel, _) => (
                "in the panel",
                &[A::Enter, A::NextMethod, A::PreviousMethod, A::PageUp, A::PageDown, A::Escape],
            ),
            (Focus::Form, _) => {
                let all = super::ACTIONS.iter().filter(|spec| spec.place == Place::Form);
                let all = all.map(|spec| spec.action).chain([A::Enter, A::Escape]);
                return ("typing values", all.collect());
            }
            (Focus::Arena, Grip::Move) => (
                "MOVE",
                &[
                    A::ToggleFine,
                    A::SelectNext,
                    A::GripTurn,
                    A::GripEnd,
                    A::GripSpeed,
                    A::StepForward,
                    A::ShowWhy,
                    A::Undo,
                ],
            ),
            (Focus::Arena, Grip::Turn) => ("TURN", &[A::ToggleFine, A::GripEnd, A::Escape]),
            (Focus::Arena, Grip::End(_)) => ("END", &[A::GripEnd, A::ToggleFine, A::Escape]),
            (Focus::Arena, Grip::Speed) => (
                "SPEED",
                &[
                    A::ToggleFine,
                    A::StepForward,
                    A::StepBack,
                    A::PlayPause,
                    A::Respond(Response::Bounce),
                    A::RespondBy(SideMethod::Swept),
                    A::Escape,
                ],
            ),
        };
        (what, arrows.into_iter().chain(more.iter().copied()).collect())
    }

    pub(super) fn press_in_help(&mut self, key: KeyPress) {
        let Some(mut help) = self.help.take() else { return };
        let is_searching = !help.search.is_empty();
        let typed = match key.code {
            KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => Some(c),
            _ => None,
        };
        match (key.code, typed) {
            (KeyCode::Backspace, _) => {
                help.search.pop();
                help.top = 0;
            }
            (_, Some(c)) if is_searching || !self.closes_help(key) => {
                if help.search.chars().count() < Help::MAX_CHARS {
                    help.search.extend(Some(c).filter(|&c| is_searching || !c.is_whitespace()));
                }
                help.top = 0;
            }
            (KeyCode::Esc, _) if is_searching => help = Help::default(),
            _ => match self.scrolled_help(&help, key) {
                Some(top) => help.top = top,
                None => return,
            },
        }
        self.help = Some(help);
    }

    /// Keys that have closed help at all times, unless they are searched for.
    fn closes_help(&self, key: KeyPress) -> bool {
        matches!(
            self.keymap.look_up(&[key], Focus::Panel),
            Lookup::Action(Action::Help | Action::Quit)
        )
    }

    /// The first line after this key; `None` when it closes help.
    fn scrolled_help(&self, help: &Help, key: KeyPress) -> Option<usize> {
        let Some(action) = self.action_over(key, Focus::Panel) else { return Some(help.top) };
        Some(match action {
            Action::Arrow(Arrow::Up, _) => help.top.saturating_sub(1),
            Action::Arrow(Arrow::Down, _) => help.top + 1,
            Action::PageUp => help.top.saturating_sub(self.half_page()),
            Action::PageDown => help.top + self.half_page(),
            Action::First => 0,
            Action::Last => usize::MAX / 2,
            Action::Escape | Action::Help | Action::Quit | Action::Interrupt => return None,
            _ => help.top,
        })
    }
}
