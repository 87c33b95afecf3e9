//! Which keys matter now, for the key row; and what to say about a key that
//! does nothing.

use std::borrow::Cow;

use ratatui::crossterm::event::KeyCode;

use super::{Action, App, Arrow, Focus, FormRow, Grip, KeyPress, Stride, Tab};
use crate::geom::Vector;
use crate::script::CommandFault;
use crate::world::Response;

/// A key and a word or two on what it does now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The key, or keys.
    pub keys: Cow<'static, str>,
    /// What it does; empty where the key says it all.
    pub label: &'static str,
    /// The lower, the longer it stays when there is no room for all.
    pub rank: u8,
}

impl Hint {
    const fn new(keys: &'static str, label: &'static str, rank: u8) -> Self {
        Self { keys: Cow::Borrowed(keys), label, rank }
    }
}

impl App {
    /// The first key of an action, with its word from the table.
    fn hint(&self, action: Action, rank: u8) -> Hint {
        let keys = Cow::Owned(self.keymap.key_of(action).unwrap_or_default());
        Hint { keys, label: action.spec().hint, rank }
    }

    /// The key that an action's keys begin with.
    fn begins(&self, action: Action, rank: u8) -> Hint {
        let keys = Cow::Owned(self.keymap.prefix_of(action).unwrap_or_default());
        Hint { keys, label: action.spec().hint, rank }
    }

    /// The keys of the arrows: `arrows` in a word, unless others were given.
    fn arrows(&self, label: &'static str, rank: u8) -> Hint {
        let all = [Arrow::Left, Arrow::Right, Arrow::Up, Arrow::Down];
        let keys = all.map(|arrow| self.keymap.key_of(Action::Arrow(arrow, Stride::Full)));
        let is_usual = |(arrow, key): (Arrow, &Option<String>)| {
            key.as_deref() == Action::Arrow(arrow, Stride::Full).spec().keys.first().copied()
        };
        if all.into_iter().zip(&keys).all(is_usual) {
            return Hint::new("arrows", label, rank);
        }
        let keys: Vec<_> = keys.into_iter().flatten().collect();
        Hint { keys: Cow::Owned(keys.join(" ")), label, rank }
    }

    /// The keys that matter now, in the order in which they are shown.
    #[must_use]
    pub fn hints(&self) -> Vec<Hint> {
        if self.help.is_some() {
            return vec![
                Hint::new("letters", "search", 0),
                Hint::new("arrows", "scroll", 0),
                Hint::new("PgDn", "more", 1),
                Hint::new("Esc", if self.is_searching_help() { "all again" } else { "close" }, 0),
            ];
        }
        if self.picker().is_some() {
            return vec![
                Hint::new("letters", "search", 0),
                Hint::new("Up Down", "choose", 0),
                self.hint(Action::PageDown, 1),
                Hint::new("Enter", "open", 0),
                Hint::new("Esc", "close", 0),
            ];
        }
        if self.covered().is_some() && self.focus != Focus::Form {
            return self.covered_hints();
        }
        match (self.focus, self.grip) {
            (Focus::Panel, _) => self.panel_hints(),
            (Focus::Form, _) => self.form_hints(),
            (Focus::Arena, Grip::Speed) => vec![
                self.arrows("speed", 0),
                self.hint(Action::ToggleFine, 1),
                self.hint(Action::StepForward, 0),
                self.hint(Action::StepBack, 1),
                self.play_hint(),
                self.begins(Action::Respond(Response::Bounce), 2),
                self.hint(Action::Escape, 0),
                self.hint(Action::ShowWhy, 1),
                Hint::new(": ?", "", 0),
            ],
            (Focus::Arena, Grip::Move) if self.is_moving() => self.time_hints(),
            (Focus::Arena, grip) => self.arena_hints(grip),
        }
    }

    fn is_moving(&self) -> bool {
        self.sandbox.world().objects().any(|(_, object)| object.velocity != Vector::ZERO)
    }

    fn play_hint(&self) -> Hint {
        let label = if self.playing { "pause" } else { "play" };
        Hint { label, ..self.hint(Action::PlayPause, 0) }
    }

    fn time_hints(&self) -> Vec<Hint> {
        vec![
            self.arrows("move", 0),
            self.hint(Action::StepForward, 0),
            self.hint(Action::StepBack, 0),
            self.play_hint(),
            Hint::new("< >", "speed", 1),
            self.begins(Action::Respond(Response::Bounce), 1),
            self.hint(Action::GripSpeed, 1),
            self.hint(Action::ShowWhy, 1),
            self.hint(Action::SelectNext, 2),
            self.hint(Action::Undo, 2),
            self.hint(Action::ToggleFine, 3),
            self.hint(Action::GripTurn, 4),
            self.hint(Action::GripEnd, 4),
            Hint { label: "add", ..self.begins(Action::AddBox, 5) },
            self.hint(Action::Open, 5),
            Hint::new(":?", "", 0),
        ]
    }

    fn panel_hints(&self) -> Vec<Hint> {
        let line = match self.tab {
            Tab::Log => [self.arrows("line", 0), Hint::new("Enter", "go to its frame", 0)],
            Tab::Methods => [self.arrows("method", 0), Hint::new("Enter", "why", 0)],
            Tab::Why => [Hint::new("n N", "page", 0), Hint::new("Enter", "exact/f32", 0)],
            Tab::Object => [self.arrows("value", 0), Hint::new("Enter", "type it", 0)],
        };
        let rest = [
            Hint::new("PgUp PgDn", "scroll", 2),
            Hint::new("Esc", "back to the arena", 0),
            self.hint(Action::Undo, 1),
            self.hint(Action::CommandLine, 0),
            Hint::new("?", "", 0),
        ];
        line.into_iter().chain(rest).collect()
    }
}

impl App {
    /// The keys while an answer is covered.
    fn covered_hints(&self) -> Vec<Hint> {
        vec![
            Hint::new("h t m", "answer", 0),
            self.hint(Action::SkipPrediction, 0),
            self.arrows("move", 1),
            Hint::new("w", "why (after the answer)", 1),
            self.hint(Action::CommandLine, 0),
            Hint::new("?", "", 0),
        ]
    }

    /// The keys for a scene in which nothing moves by itself.
    fn arena_hints(&self, grip: Grip) -> Vec<Hint> {
        let arrows = match grip {
            Grip::Turn => "turn, stretch",
            Grip::End(_) => "move the end",
            Grip::Move | Grip::Speed => "move",
        };
        let back = (grip != Grip::Move).then(|| self.hint(Action::Escape, 0));
        let all = [
            Some(self.arrows(arrows, 0)),
            back,
            Some(self.hint(Action::ToggleFine, 2)),
            Some(self.hint(Action::SelectNext, 1)),
            Some(self.hint(Action::NextPartner, 5)),
            Some(self.hint(Action::GripTurn, 3)),
            Some(self.hint(Action::GripEnd, 3)),
            Some(self.hint(Action::GripSpeed, 2)),
            Some(self.hint(Action::ShowWhy, 2)),
            Some(self.hint(Action::StepForward, 4)),
            Some(self.hint(Action::StepBack, 4)),
            Some(self.hint(Action::Undo, 1)),
            Some(Hint { label: "add", ..self.begins(Action::AddBox, 4) }),
            Some(self.hint(Action::Open, 5)),
            Some(self.hint(Action::CommandLine, 0)),
            Some(Hint::new("?", "", 0)),
        ];
        all.into_iter().flatten().collect()
    }

    fn form_hints(&self) -> Vec<Hint> {
        let Some(editor) = self.form().editor() else {
            let is_box = self.form_rows().contains(&FormRow::Origin);
            let hints = [
                Some(self.arrows("choose", 0)),
                Some(Hint::new("digits Enter", "type", 1)),
                is_box.then(|| self.hint(Action::NextOrigin, 0)),
                Some(Hint::new("Esc", "back to the arena", 0)),
                Some(self.hint(Action::Undo, 2)),
                Some(self.hint(Action::CommandLine, 2)),
                Some(Hint::new("?", "", 0)),
            ];
            return hints.into_iter().flatten().collect();
        };
        let is_mended = editor.fault().is_some_and(CommandFault::offers);
        vec![
            Hint::new("Enter", "take it", 0),
            Hint::new("Tab", if is_mended { "put that in" } else { "take it, next value" }, 0),
            Hint::new("Esc", "leave it as it was", 0),
        ]
    }
}

/// What to say about a key that does nothing, if anything helps.
pub(super) fn about_unbound(key: KeyPress) -> Option<String> {
    match key.code {
        // The remains of an escape sequence torn on a slow line.
        KeyCode::Char('[' | 'O' | 'A'..='D') => None,
        KeyCode::Char(c) if c.is_ascii_uppercase() => {
            Some(format!("{key} does nothing here. Caps Lock?"))
        }
        KeyCode::Char(c) if !c.is_ascii() => {
            Some("that is no key here. Input method on?".to_owned())
        }
        KeyCode::Char(_) => Some(format!("{key} does nothing here. ? lists the keys")),
        _ => None,
    }
}
