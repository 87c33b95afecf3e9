//! Help: its rows, and the keys while it is open. What matters most at the
//! moment stands first.

use std::borrow::Cow;

use crossterm::event::{KeyCode, KeyModifiers};

use super::input::TooLong;
use super::{
    ACTIONS, Action, ActionSpec, App, Arrow, EditMode, Group, Help, KeyMap, KeyPress,
    MAX_FIELD_BYTES, Model, Pane, Place, Stride,
};
use hitscan_core::command::COMMANDS;
use hitscan_core::methods::Method;
use hitscan_core::words::lines::{cells_of, wrapped};
use hitscan_core::world::Response;

/// Columns of keys, left of what they do.
const KEY_COLS: u16 = 20;

/// A row of help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpRow {
    /// A heading for the rows below.
    Heading(Cow<'static, str>),
    /// A key or command at the left, and text about it in column `at`.
    Entry {
        /// Keys, or a command.
        left: Cow<'static, str>,
        /// The column of the line.
        at: u16,
        /// The line, or a part of it.
        doc: &'static str,
    },
    /// Nothing.
    Blank,
}

impl Model<'_> {
    /// The rows of help, `width` cells wide: every key and command, from their
    /// tables, beginning with those that matter where keys go now.
    #[must_use]
    pub fn help_rows(self, help: &Help, width: u16) -> Vec<HelpRow> {
        let keys = &self.input.keymap;
        let mut rows = Vec::new();
        if help.search.as_deref().unwrap_or_default().is_empty() {
            let (what, actions) = self.here();
            rows.push(HelpRow::Heading(format!("Here: {what}").into()));
            for spec in actions.into_iter().map(Action::spec) {
                push(&mut rows, keys_of(keys, spec).into(), KEY_COLS, spec.doc, width);
            }
            rows.push(HelpRow::Blank);
        }
        for group in Group::ALL {
            let its = ACTIONS.iter().filter(|spec| spec.group == group);
            let entries: Vec<_> = its
                .map(|spec| (keys_of(keys, spec), spec))
                .filter(|(keys, spec)| {
                    [keys, spec.id, spec.doc].iter().any(|text| help.finds(text))
                })
                .collect();
            if entries.is_empty() {
                continue;
            }
            rows.push(HelpRow::Heading(group.title().into()));
            for (keys, spec) in entries {
                push(&mut rows, keys.into(), KEY_COLS, spec.doc, width);
            }
            rows.push(HelpRow::Blank);
        }
        let command_cols = (width / 5 * 2).clamp(24, 40);
        let title = match self.input.keymap.key_of(Action::CommandLine) {
            Some(key) => format!("Commands, after {key}"),
            None => "Commands".to_owned(),
        };
        let mut heading = Some(HelpRow::Heading(title.into()));
        for spec in COMMANDS {
            let names: Vec<_> = std::iter::once(&spec.name).chain(spec.aliases).copied().collect();
            let blank = if spec.syntax.is_empty() { "" } else { " " };
            let left = format!("{}{blank}{}", names.join(" or "), spec.syntax);
            if help.finds(&left) || help.finds(spec.doc) {
                rows.extend(heading.take());
                push(&mut rows, left.into(), command_cols, spec.doc, width);
            }
        }
        if rows.is_empty() {
            rows.push(HelpRow::Heading("No help for that.".into()));
            push(&mut rows, "Esc".into(), KEY_COLS, "show everything", width);
        }
        rows
    }

    /// Where keys go, in a word, and the actions that matter most there.
    #[must_use]
    pub fn here(self) -> (&'static str, Vec<Action>) {
        use Action as A;
        let arrows = [Arrow::Left, Arrow::Right, Arrow::Up, Arrow::Down];
        let arrows = arrows.map(|arrow| A::Arrow(arrow, Stride::Full));
        let (what, more): (_, &[Action]) = match (self.screen.pane, self.input.edit_mode) {
            _ if self.asks_for_prediction() => {
                let all = ACTIONS.iter().filter(|spec| spec.place == Place::Covered);
                return ("an answer is covered", all.map(|spec| spec.action).collect());
            }
            (Pane::Panel, _) => (
                "in the panel",
                &[A::Enter, A::NextMethod, A::PreviousMethod, A::PageUp, A::PageDown, A::Escape],
            ),
            (Pane::Form, _) => {
                let all = ACTIONS.iter().filter(|spec| spec.place == Place::Form);
                let all = all.map(|spec| spec.action).chain([A::Enter, A::Escape]);
                return ("typing values", all.collect());
            }
            (Pane::Arena, EditMode::Move) => (
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
            (Pane::Arena, EditMode::Turn) => ("TURN", &[A::ToggleFine, A::GripEnd, A::Escape]),
            (Pane::Arena, EditMode::End(_)) => ("END", &[A::GripEnd, A::ToggleFine, A::Escape]),
            (Pane::Arena, EditMode::Speed) => (
                "SPEED",
                &[
                    A::ToggleFine,
                    A::StepForward,
                    A::StepBack,
                    A::PlayPause,
                    A::Respond(Response::Bounce),
                    A::RespondBy(Method::SWEPT),
                    A::Escape,
                ],
            ),
        };
        (what, arrows.into_iter().chain(more.iter().copied()).collect())
    }
}

/// The keys of an action as they are now.
fn keys_of(map: &KeyMap, spec: &ActionSpec) -> String {
    let keys: Vec<_> = map.keys_of(spec.action).collect();
    if keys.is_empty() { map.named(spec.action) } else { keys.join("  ") }
}

/// Adds an entry: side by side if the key fits left of `at`, otherwise on two
/// rows.
fn push(rows: &mut Vec<HelpRow>, left: Cow<'static, str>, at: u16, doc: &'static str, width: u16) {
    let beside = cells_of(format_args!("   {left}  ")) <= usize::from(at);
    let mut lines = wrapped(doc, usize::from(width.saturating_sub(at + 1)));
    let first = if beside { lines.next() } else { None };
    rows.push(HelpRow::Entry { left, at, doc: first.unwrap_or_default() });
    rows.extend(lines.map(|doc| HelpRow::Entry { left: Cow::Borrowed(""), at, doc }));
}

impl App {
    /// Handles a key while help is open. A letter starts a search, and so does
    /// the filter key, after which even the keys that close help are searched
    /// for.
    pub(super) fn press_in_help(&mut self, key: KeyPress) {
        let Some(mut help) = self.screen.help.take() else { return };
        self.screen.message = None;
        let typed = match key.code {
            KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => Some(c),
            _ => None,
        };
        let action = self.input.action_over(key, Pane::Panel);
        match (&mut help.search, key.code, typed) {
            (Some(search), KeyCode::Backspace, _) => {
                if search.pop().is_none() {
                    help.search = None;
                }
                help.top = 0;
            }
            (Some(search), _, Some(c)) => {
                let length = search.len() + c.len_utf8();
                if length <= MAX_FIELD_BYTES {
                    search.push(c);
                } else {
                    self.screen.fail(TooLong { length, limit: MAX_FIELD_BYTES }.to_string());
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
        self.screen.help = Some(help);
    }

    /// The first line after this key; `None` when it closes help.
    fn scrolled_help(&self, help: &Help, key: KeyPress) -> Option<usize> {
        let Some(action) = self.input.action_over(key, Pane::Panel) else { return Some(help.top) };
        // The arena's rows, and that of its ruler.
        let layout = self.screen.layout();
        let shown = layout.map_or(1, |layout| usize::from(layout.arena_rows()) + 1);
        // No further than the last row, so that scrolling back works at once.
        let last = self.model().help_rows(help, self.screen.size.0).len().saturating_sub(shown);
        let top = help.top.min(last);
        // One line of the previous page stays in view.
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
