//! Help: how far it is scrolled, what is searched for in it, and what of it
//! matters most where the keys go.

mod rows;

use crossterm::event::{KeyCode, KeyModifiers};

use super::action::Place;
use super::{Action, App, Arrow, EditMode, Focus, KeyPress, Layout, Stride};
use hitscan_core::methods::SideMethod;
use hitscan_core::world::Response;

pub use rows::HelpRow;

/// Help as it is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Help {
    /// The first line that is shown.
    pub top: usize,
    /// What is searched for, while anything is: only what has this in it is
    /// shown.
    pub search: Option<String>,
}

impl Help {
    /// The longest text that is searched for.
    const MAX_CHARS: usize = 40;

    /// Whether a text has in it what is searched for; large and small letters
    /// are the same.
    #[must_use]
    pub fn finds(&self, text: &str) -> bool {
        let wanted = self.search.as_deref().unwrap_or_default();
        text.to_lowercase().contains(&wanted.to_lowercase())
    }
}

impl App {
    /// Help, while it is open.
    #[must_use]
    pub const fn help(&self) -> Option<&Help> {
        self.help.as_ref()
    }

    pub(super) fn is_searching_help(&self) -> bool {
        self.help.as_ref().is_some_and(|help| help.search.is_some())
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
            (Focus::Arena, EditMode::Move) => (
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
            (Focus::Arena, EditMode::Turn) => ("TURN", &[A::ToggleFine, A::GripEnd, A::Escape]),
            (Focus::Arena, EditMode::End(_)) => ("END", &[A::GripEnd, A::ToggleFine, A::Escape]),
            (Focus::Arena, EditMode::Speed) => (
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

    /// A letter begins a search, and so does the key that filters; the keys that
    /// close help are searched for after that one.
    pub(super) fn press_in_help(&mut self, key: KeyPress) {
        let Some(mut help) = self.help.take() else { return };
        let typed = match key.code {
            KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => Some(c),
            _ => None,
        };
        let action = self.action_over(key, Focus::Panel);
        match (&mut help.search, key.code, typed) {
            (Some(search), KeyCode::Backspace, _) => {
                if search.pop().is_none() {
                    help.search = None;
                }
                help.top = 0;
            }
            (Some(search), _, Some(c)) => {
                if search.chars().count() < Help::MAX_CHARS {
                    search.push(c);
                }
                help.top = 0;
            }
            (Some(_), KeyCode::Esc, _) => help = Help::default(),
            (None, ..) if action == Some(Action::Filter) => help.search = Some(String::new()),
            (None, _, Some(c))
                if !c.is_whitespace() && !matches!(action, Some(Action::Help | Action::Quit)) =>
            {
                help = Help { top: 0, search: Some(c.to_string()) };
            }
            _ => match self.scrolled_help(&help, key) {
                Some(top) => help.top = top,
                None => return,
            },
        }
        self.help = Some(help);
    }

    /// The first line after this key; `None` when it closes help.
    fn scrolled_help(&self, help: &Help, key: KeyPress) -> Option<usize> {
        let Some(action) = self.action_over(key, Focus::Panel) else { return Some(help.top) };
        let (cols, rows) = self.size;
        // The arena's rows, and that of its ruler.
        let shown = Layout::of(cols, rows).map_or(1, |layout| usize::from(layout.arena_rows()) + 1);
        // As far as there is something to be seen: the way back begins at once.
        let last = self.help_rows(help, cols).len().saturating_sub(shown);
        let top = help.top.min(last);
        // A line of the page before stays, to go on reading from.
        let page = shown.saturating_sub(1).max(1);
        Some(match action {
            Action::Arrow(Arrow::Up, _) => top.saturating_sub(1),
            Action::Arrow(Arrow::Down, _) => last.min(top + 1),
            Action::PageUp => top.saturating_sub(page),
            Action::PageDown => last.min(top + page),
            Action::First => 0,
            Action::Last => last,
            Action::Escape | Action::Help | Action::Quit | Action::Interrupt => return None,
            _ => top,
        })
    }
}
