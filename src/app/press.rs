//! What a key press means: something for what is open, or an action.

use crossterm::event::KeyCode;

use super::input::request;
use super::{Action, App, Effect, KeyPress, Lookup, Message, Needs, Pane};

impl App {
    /// Handles a key press; returns what must be done outside.
    pub fn press(&mut self, key: KeyPress) -> Vec<Effect> {
        if key.is_unbindable() {
            return Vec::new();
        }
        self.waiting_jump = None;
        let (is_over, mut effects) = self.end_drag(key);
        if !is_over {
            effects.extend(self.press_after_drag(key));
        }
        effects
    }

    fn press_after_drag(&mut self, key: KeyPress) -> Vec<Effect> {
        self.note_lab_state();
        // These work in any mode and close nothing.
        if let Some(effect) = self.about_the_screen(key) {
            return vec![effect];
        }
        if self.input.prompt.is_some() {
            return self.press_in_prompt(key);
        }
        if self.screen.help.is_some() {
            self.press_in_help(key);
            return Vec::new();
        }
        if self.screen.pane == Pane::Form
            && self.input.pending.is_empty()
            && let Some(effects) = self.press_in_form(key)
        {
            return effects;
        }
        self.screen.message = None;
        if let Some(outcome) = self.model().side_asked() {
            return self.press_side(outcome, key);
        }
        if self.input.pending.is_empty() && self.answer_by_digit(key) {
            return Vec::new();
        }
        // In the form, Enter is for typing values.
        if self.screen.pane != Pane::Form
            && let Some(action) = self.covered_action(key)
        {
            self.screen.last_command = None;
            return self.act(action);
        }
        self.input.pending.push(key);
        let found = match self.input.keymap.look_up(&self.input.pending, self.screen.pane) {
            Lookup::Prefix => return Vec::new(),
            Lookup::Action(action) => Some(action),
            Lookup::Nothing => None,
        };
        let keys = std::mem::take(&mut self.input.pending);
        if let Some(action) = found {
            return self.act_by_key(action);
        }
        let escaped = keys.len() > 1
            && Lookup::Action(Action::Escape)
                == self.input.keymap.look_up(&[key], self.screen.pane);
        if !escaped {
            self.screen.message = self.about_unbound(key).map(Message::Fault);
        }
        Vec::new()
    }

    /// Carries out an action as its key does.
    pub(super) fn act_by_key(&mut self, action: Action) -> Vec<Effect> {
        self.input.pending.clear();
        self.screen.last_command = None;
        if action.needs(Needs::ToArena) && self.screen.pane == Pane::Panel {
            self.screen.pane = Pane::Arena;
            self.engine.end_look();
        }
        self.act(action)
    }

    /// The effect of a key that suspends or redraws, unless the key edits text.
    fn about_the_screen(&self, key: KeyPress) -> Option<Effect> {
        let found = request(key).is_none().then(|| self.input.keymap.look_up(&[key], Pane::Arena));
        match found? {
            Lookup::Action(Action::Suspend) => Some(Effect::Suspend),
            Lookup::Action(Action::Repaint) => Some(Effect::Repaint),
            _ => None,
        }
    }

    /// The action of a key while a result is covered.
    fn covered_action(&self, key: KeyPress) -> Option<Action> {
        let begins = self.input.pending.is_empty();
        let action = self.input.keymap.look_up_covered(key).filter(|_| begins)?;
        self.model().asks_for_prediction().then_some(action)
    }

    /// What to say about a key that does nothing, if anything can help.
    fn about_unbound(&self, key: KeyPress) -> Option<String> {
        match key.code {
            // The remains of an escape sequence torn on a slow line.
            KeyCode::Char('[' | 'O' | 'A'..='D') => None,
            KeyCode::Char(c) if c.is_ascii_uppercase() => {
                Some(format!("{key} does nothing here. Caps Lock?"))
            }
            KeyCode::Char(c) if !c.is_ascii() => {
                Some("not a key here. Is an input method on?".to_owned())
            }
            KeyCode::Char(_) => {
                let help = self.input.keymap.named(Action::Help);
                Some(format!("{key} does nothing here. {help} lists the keys"))
            }
            _ => None,
        }
    }
}
