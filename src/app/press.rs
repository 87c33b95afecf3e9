//! What key presses and the mouse mean: input for what is open, or an action.
//!
//! Every change to the world is a command, as if typed.

use std::ops::ControlFlow::{Break, Continue};

use crossterm::event::KeyCode;

use super::input::too_long;
use super::intent::Intent;
use super::mouse::WHEEL_LINES;
use super::screen::UntilKey;
use super::{
    Action, App, Arrow, Effect, HitRegion, HitRegions, Input, KeyPress, Lookup, MAX_FIELD_BYTES,
    Message, MouseEvent, MouseKind, Pane, Prompt, Screen, TimelinePlace,
};

impl App {
    /// Handles a key press; returns the effects for the host.
    pub fn press(&mut self, key: KeyPress) -> Vec<Effect> {
        if key.is_unbindable() {
            return Vec::new();
        }
        self.own_methods.waiting_jump = None;
        if self.input.about_the_screen(key).is_none() {
            self.screen.until_key = UntilKey::Pressed;
        }
        // A drag ends before a key does anything else.
        let Self { engine, screen, input, .. } = self;
        let is_escape = Lookup::Action(Action::Escape) == input.keymap.look_up(&[key], Pane::Arena);
        if is_escape && input.drag_command(engine.sandbox()).is_some() {
            (input.drag, screen.message) = (None, None);
            return Vec::new();
        }
        let dropped = input.drop_dragged(engine.sandbox(), screen);
        let mut effects = self.carry_out_all(dropped);
        let intents = self.press_after_drag(key);
        effects.extend(self.carry_out_all(intents));
        effects
    }

    fn press_after_drag(&mut self, key: KeyPress) -> Vec<Intent> {
        if let Some(lab) = &mut self.lab {
            lab.note_state();
        }
        // These work in every mode and close nothing.
        if let Some(effect) = self.input.about_the_screen(key) {
            return vec![Intent::Host(effect)];
        }
        let is_order = self.model().is_order();
        let Self { engine, screen, input, .. } = self;
        if input.prompt.is_some() {
            return input.press_in_prompt(key, is_order, engine, screen);
        }
        if let Some(mut help) = screen.help.take() {
            screen.message = None;
            match help.press(key, self.model()) {
                Ok(Break(())) => return Vec::new(),
                Ok(Continue(())) => {}
                Err(why) => self.screen.fail(why),
            }
            self.screen.help = Some(help);
            return Vec::new();
        }
        if screen.pane == Pane::Form
            && input.pending.is_empty()
            && let Some(intents) = input.press_in_form(key, screen, engine.sandbox())
        {
            return intents;
        }
        screen.message = None;
        if self.model().side_asked().is_some() {
            let (question, intent) = self.model().side_answer(key);
            self.input.side_question = question;
            return intent.into_iter().collect();
        }
        if self.input.pending.is_empty()
            && let Some(answered) = self.lab.as_ref().and_then(|lab| lab.answer_by_digit(key))
        {
            match answered {
                Ok(line) => self.input.open_line(&line),
                Err(why) => self.screen.fail(why),
            }
            return Vec::new();
        }
        // In the form, Enter starts typing a value.
        if self.screen.pane != Pane::Form
            && let Some(action) = self.model().covered_action(key)
        {
            self.screen.last_command = None;
            return vec![Intent::Act(action)];
        }
        action_of(key, &mut self.input, &mut self.screen)
    }

    /// Types several characters at once into an open prompt or field, in time linear in the length
    /// of the text. Returns whether there was room for them; if not, the text is unchanged, and the
    /// reason is shown.
    pub fn type_run(&mut self, text: &str) -> (bool, Vec<Effect>) {
        let chars = match &mut self.input.prompt {
            Some(Prompt::Command(line)) if line.chosen.is_none() => {
                return (line.type_run(text), Vec::new());
            }
            // The first character drops the chosen row, or fills it in.
            Some(Prompt::Command(_)) => text.chars().take(1),
            _ if text.len() > MAX_FIELD_BYTES => {
                self.input.refuse(too_long(text.len(), MAX_FIELD_BYTES), &mut self.screen);
                return (false, Vec::new());
            }
            _ => text.chars().take(usize::MAX),
        };
        let rest = &text[chars.clone().map(char::len_utf8).sum()..];
        let plain = |c| KeyPress::plain(KeyCode::Char(c));
        let mut effects: Vec<_> = chars.flat_map(|c| self.press(plain(c))).collect();
        if rest.is_empty() {
            return (true, effects);
        }
        let (had_room, more) = self.type_run(rest);
        effects.extend(more);
        (had_room, effects)
    }

    /// Handles a mouse event; `hit_regions` are those of the last picture. Returns the effects for
    /// the host.
    pub fn point(&mut self, event: MouseEvent, hit_regions: &HitRegions) -> Vec<Effect> {
        let turns = event.kind.turns();
        if let Some(help) = &mut self.screen.help {
            match turns {
                Some(Arrow::Up) => help.top = help.top.saturating_sub(WHEEL_LINES),
                Some(_) => help.top += WHEEL_LINES,
                None => {}
            }
            return Vec::new();
        }
        let spot = hit_regions.at(event.col, event.row);
        let is_order = self.model().is_order();
        let place = TimelinePlace::on_screen(self.model());
        let Self { engine, screen, input, .. } = self;
        if input.prompt.is_some() {
            let intents = input.point_in_prompt(event.kind, spot, is_order, engine, screen);
            return self.carry_out_all(intents);
        }
        if let (MouseKind::Press, Some(HitRegion::Following(action))) = (event.kind, spot) {
            return self.carry_out(Intent::Key(action));
        }
        // A press ends a drag if its release was lost.
        let dropped = match event.kind {
            MouseKind::Press | MouseKind::Release => input.drop_dragged(engine.sandbox(), screen),
            MouseKind::Drag | MouseKind::WheelUp | MouseKind::WheelDown => None,
        };
        let mut effects = self.carry_out_all(dropped);
        let Self { engine, screen, input, .. } = self;
        if input.point_at_time(event, place, engine, screen) {
            return effects;
        }
        let cell = screen.arena_cell(event);
        let intents = match (event.kind, turns, cell) {
            (_, Some(arrow), Some(cell)) => {
                screen.zoom_about(if arrow == Arrow::Up { 1 } else { -1 }, cell);
                Vec::new()
            }
            (_, Some(arrow), None) => {
                self.model().scrolled(arrow, WHEEL_LINES).into_iter().collect()
            }
            (MouseKind::Press, None, Some(cell)) => input.press_in_arena(cell, engine, screen),
            (MouseKind::Press, None, None) => {
                let intents = spot.and_then(|spot| input.press_spot(spot, engine, screen));
                intents.into_iter().collect()
            }
            (MouseKind::Drag, None, Some(cell)) => {
                input.drag_to(cell, engine.sandbox(), screen);
                Vec::new()
            }
            // Outside the arena, the drag stays where it was last shown.
            _ => Vec::new(),
        };
        effects.extend(self.carry_out_all(intents));
        effects
    }
}

/// The action of a key, after the keys before it; says if it has none.
fn action_of(key: KeyPress, input: &mut Input, screen: &mut Screen) -> Vec<Intent> {
    input.pending.push(key);
    let found = match input.keymap.look_up(&input.pending, screen.pane) {
        Lookup::Prefix => return Vec::new(),
        Lookup::Action(action) => return vec![Intent::Key(action)],
        Lookup::Nothing => std::mem::take(&mut input.pending),
    };
    let escaped = found.len() > 1
        && Lookup::Action(Action::Escape) == input.keymap.look_up(&[key], screen.pane);
    if !escaped {
        screen.message = input.about_unbound(key).map(Message::Fault);
    }
    Vec::new()
}
