//! Which keys matter now, for the key row; and what to say about a key that
//! does nothing.

use ratatui::crossterm::event::KeyCode;

use super::{Action, App, Focus, FormRow, Grip, KeyPress, Tab};
use crate::geom::Vector;
use crate::script::CommandFault;

/// A key and a word or two on what it does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The key, or keys.
    pub keys: &'static str,
    /// What it does; empty where the key says it all.
    pub label: &'static str,
    /// The lower, the longer it stays when there is no room for all.
    pub rank: u8,
}

impl Hint {
    const fn new(keys: &'static str, label: &'static str, rank: u8) -> Self {
        Self { keys, label, rank }
    }

    /// The first key of an action, with its word from the table.
    fn of(action: Action, rank: u8) -> Self {
        let spec = action.spec();
        Self::new(spec.keys[0], spec.hint, rank)
    }
}

impl App {
    /// The keys that matter now, in the order in which they are shown.
    #[must_use]
    pub fn hints(&self) -> Vec<Hint> {
        if self.help.is_some() {
            return vec![
                Hint::new("arrows", "scroll", 0),
                Hint::new("PgDn", "more", 1),
                Hint::new("Esc", "close", 0),
            ];
        }
        if self.picker().is_some() {
            return vec![
                Hint::new("letters", "search", 0),
                Hint::new("Up Down", "choose", 0),
                Hint::of(Action::PageDown, 1),
                Hint::new("Enter", "open", 0),
                Hint::new("Esc", "close", 0),
            ];
        }
        if self.covered().is_some() && self.focus != Focus::Form {
            return covered_hints();
        }
        match (self.focus, self.grip) {
            (Focus::Panel, _) => self.panel_hints(),
            (Focus::Form, _) => self.form_hints(),
            (Focus::Arena, Grip::Speed) => vec![
                Hint::new("arrows", "speed", 0),
                Hint::of(Action::ToggleFine, 1),
                Hint::of(Action::StepForward, 0),
                Hint::of(Action::StepBack, 1),
                self.play_hint(),
                Hint::new("b", "bounce", 2),
                Hint::of(Action::Escape, 0),
                Hint::of(Action::ShowWhy, 1),
                Hint::new(": ?", "", 0),
            ],
            (Focus::Arena, Grip::Move) if self.is_moving() => self.time_hints(),
            (Focus::Arena, grip) => arena_hints(grip),
        }
    }

    fn is_moving(&self) -> bool {
        self.sandbox.world().objects().any(|(_, object)| object.velocity != Vector::ZERO)
    }

    fn play_hint(&self) -> Hint {
        let label = if self.playing { "pause" } else { "play" };
        Hint::new(Action::PlayPause.spec().keys[0], label, 0)
    }

    fn time_hints(&self) -> Vec<Hint> {
        vec![
            Hint::new("arrows", "move", 0),
            Hint::of(Action::StepForward, 0),
            Hint::of(Action::StepBack, 0),
            self.play_hint(),
            Hint::new("< >", "speed", 1),
            Hint::new("b", "bounce", 1),
            Hint::of(Action::GripSpeed, 1),
            Hint::of(Action::ShowWhy, 1),
            Hint::of(Action::SelectNext, 2),
            Hint::of(Action::Undo, 2),
            Hint::of(Action::ToggleFine, 3),
            Hint::of(Action::GripTurn, 4),
            Hint::of(Action::GripEnd, 4),
            Hint::new("a", "add", 5),
            Hint::of(Action::Open, 5),
            Hint::new(":?", "", 0),
        ]
    }

    fn panel_hints(&self) -> Vec<Hint> {
        let line = match self.tab {
            Tab::Log => [Hint::new("arrows", "line", 0), Hint::new("Enter", "go to its frame", 0)],
            Tab::Methods => [Hint::new("arrows", "method", 0), Hint::new("Enter", "why", 0)],
            Tab::Why => [Hint::new("n N", "page", 0), Hint::new("Enter", "exact/f32", 0)],
            Tab::Object => [Hint::new("arrows", "value", 0), Hint::new("Enter", "type it", 0)],
        };
        let rest = [
            Hint::new("PgUp PgDn", "scroll", 2),
            Hint::new("Esc", "back to the arena", 0),
            Hint::of(Action::Undo, 1),
            Hint::of(Action::CommandLine, 0),
            Hint::new("?", "", 0),
        ];
        line.into_iter().chain(rest).collect()
    }
}

/// The keys while an answer is covered.
fn covered_hints() -> Vec<Hint> {
    vec![
        Hint::new("h t m", "answer", 0),
        Hint::of(Action::SkipPrediction, 0),
        Hint::new("arrows", "move", 1),
        Hint::new("w", "why (after the answer)", 1),
        Hint::of(Action::CommandLine, 0),
        Hint::new("?", "", 0),
    ]
}

impl App {
    fn form_hints(&self) -> Vec<Hint> {
        let Some(editor) = self.form().editor() else {
            let is_box = self.form_rows().contains(&FormRow::Origin);
            let hints = [
                Some(Hint::new("arrows", "choose", 0)),
                Some(Hint::new("digits Enter", "type", 1)),
                is_box.then(|| Hint::of(Action::NextOrigin, 0)),
                Some(Hint::new("Esc", "back to the arena", 0)),
                Some(Hint::of(Action::Undo, 2)),
                Some(Hint::of(Action::CommandLine, 2)),
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

/// The keys for a scene in which nothing moves by itself.
fn arena_hints(grip: Grip) -> Vec<Hint> {
    let arrows = match grip {
        Grip::Turn => "turn, stretch",
        Grip::End(_) => "move the end",
        Grip::Move | Grip::Speed => "move",
    };
    let back = (grip != Grip::Move).then(|| Hint::of(Action::Escape, 0));
    let all = [
        Some(Hint::new("arrows", arrows, 0)),
        back,
        Some(Hint::of(Action::ToggleFine, 2)),
        Some(Hint::of(Action::SelectNext, 1)),
        Some(Hint::of(Action::NextPartner, 5)),
        Some(Hint::of(Action::GripTurn, 3)),
        Some(Hint::of(Action::GripEnd, 3)),
        Some(Hint::of(Action::GripSpeed, 2)),
        Some(Hint::of(Action::ShowWhy, 2)),
        Some(Hint::of(Action::StepForward, 4)),
        Some(Hint::of(Action::StepBack, 4)),
        Some(Hint::of(Action::Undo, 1)),
        Some(Hint::new("a", "add", 4)),
        Some(Hint::of(Action::Open, 5)),
        Some(Hint::of(Action::CommandLine, 0)),
        Some(Hint::new("?", "", 0)),
    ];
    all.into_iter().flatten().collect()
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
