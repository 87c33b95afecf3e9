//! Keys in the form of the Object view: choosing a row, and typing its value.
//!
//! Every value is set by a command (`set`, `rename`, `fixed`), executed as if
//! it had been typed.

use crossterm::event::KeyCode;

use super::input::{TooLong, request};
use super::{App, Arrow, Editor, Effect, FormRow, KeyPress, Pane, Tab};
use hitscan_core::command::{Command, CommandError};
use hitscan_core::world::Body;
use hitscan_geom::Origin;

impl App {
    /// Goes into the form, to its first number.
    pub(super) fn open_form(&mut self) {
        self.screen.show(Tab::Object);
        self.screen.pane = Pane::Form;
        let first =
            self.model().form_rows().iter().position(|row| matches!(row, FormRow::Number(_)));
        self.screen.panel.form.chosen = first.unwrap_or_default();
    }

    /// Stops typing a value, and drops it.
    pub(super) fn close_editor(&mut self) {
        self.input.editor = None;
    }

    pub(super) fn choose_row(&mut self, arrow: Arrow, rows: usize) {
        let last = self.model().form_rows().len().saturating_sub(1);
        let at = self.model().chosen_row();
        self.screen.panel.form.chosen = match arrow {
            Arrow::Up => at.saturating_sub(rows),
            _ => at.saturating_add(rows).min(last),
        };
    }

    pub(super) fn choose_row_at(&mut self, row: usize) {
        self.screen.panel.form.chosen = row;
    }

    /// Chooses the next row or the previous one, wrapping around.
    pub(super) fn step_row(&mut self, arrow: Arrow) {
        let count = self.model().form_rows().len().max(1);
        let by = if arrow == Arrow::Up { count - 1 } else { 1 };
        self.screen.panel.form.chosen = (self.model().chosen_row() + by) % count;
    }

    /// Gives a box by the next of its points, or the previous one.
    pub(super) fn turn_origin(&mut self, arrow: Arrow) {
        if !self.model().form_rows().contains(&FormRow::Origin) {
            self.screen.fail("only boxes have an origin");
            return;
        }
        let at = Origin::ALL.iter().position(|&origin| origin == self.screen.panel.form.origin);
        let count = Origin::ALL.len();
        let by = if arrow == Arrow::Left { count - 1 } else { 1 };
        self.screen.panel.form.origin = Origin::ALL[(at.unwrap_or_default() + by) % count];
    }

    /// Handles left and right in a row with a choice of values.
    pub(super) fn turn_row(&mut self, arrow: Arrow) -> Vec<Effect> {
        match self.model().form_rows().get(self.model().chosen_row()) {
            Some(FormRow::Origin) => self.turn_origin(arrow),
            Some(FormRow::Body) => return self.next_body(),
            Some(FormRow::Fixed) => return self.toggle_fixed(),
            _ => {}
        }
        Vec::new()
    }

    /// Handles Enter in the form: the next choice, or typing the value.
    pub(super) fn enter_row(&mut self) -> Vec<Effect> {
        match self.model().form_rows().get(self.model().chosen_row()) {
            Some(FormRow::Origin | FormRow::Body | FormRow::Fixed) => {
                return self.turn_row(Arrow::Right);
            }
            Some(&row) => {
                self.input.editor = Some(Editor::starting_with(&self.model().form_value(row)));
            }
            None => self.screen.fail("nothing is selected"),
        }
        Vec::new()
    }

    /// Makes the selected object static or dynamic.
    pub(super) fn toggle_fixed(&mut self) -> Vec<Effect> {
        let Some((_, object)) = self.engine.sandbox().selection() else {
            self.screen.fail("nothing is selected");
            return Vec::new();
        };
        let body = if object.is_static() { Body::Dynamic } else { Body::Static };
        self.give_body(object.name, body)
    }

    /// Handles a key that types a value or starts to; `None` for other keys.
    pub(super) fn press_in_form(&mut self, key: KeyPress) -> Option<Vec<Effect>> {
        if self.input.editor.is_some() {
            return Some(self.press_in_editor(key));
        }
        let c = key.typed()?;
        let begins = match self.model().form_rows().get(self.model().chosen_row())? {
            FormRow::Number(_) => c.is_ascii_digit() || c == '-' || c == '+',
            // Letters are keys; Enter begins a name or a word.
            FormRow::Name
            | FormRow::Origin
            | FormRow::Body
            | FormRow::Fixed
            | FormRow::Attribute(_) => false,
        };
        if !begins {
            return None;
        }
        self.screen.message = None;
        self.screen.last_command = None;
        self.input.editor = Some(Editor::starting_with(""));
        Some(self.press_in_editor(key))
    }

    fn press_in_editor(&mut self, key: KeyPress) -> Vec<Effect> {
        match key.code {
            KeyCode::Esc => self.close_editor(),
            _ if self.input.is_interrupt(key) => self.close_editor(),
            KeyCode::Enter => return self.take_value().0,
            KeyCode::Tab if self.put_in_fix() => {}
            KeyCode::Tab | KeyCode::Down => return self.take_and_step(Arrow::Down),
            KeyCode::BackTab | KeyCode::Up => return self.take_and_step(Arrow::Up),
            _ => {
                if let (Some(asked), Some(editor)) = (request(key), &mut self.input.editor) {
                    let typed = editor.edit(asked);
                    self.look_ahead(typed);
                }
            }
        }
        Vec::new()
    }

    /// Types pasted text into the value.
    pub(super) fn paste_into_form(&mut self, text: &str) {
        let Some(editor) = &mut self.input.editor else { return };
        let pasted = editor.paste(text);
        self.look_ahead(pasted);
    }

    /// Shows a fault at once if the text was refused or has a fix, such as a
    /// fourth decimal. Other faults wait for Enter.
    fn look_ahead(&mut self, typed: Result<(), TooLong>) {
        let fault = match typed {
            Ok(()) => self.typed_command().and_then(Result::err).filter(CommandError::offers),
            Err(why) => Some(CommandError::new(why.to_string())),
        };
        if let Some(editor) = &mut self.input.editor {
            editor.fault = fault;
        }
    }

    fn put_in_fix(&mut self) -> bool {
        let Some(editor) = &mut self.input.editor else { return false };
        let offer = editor.fault.take_if(|fault| fault.offers()).and_then(|fault| fault.fix);
        let Some(fix) = offer else { return false };
        *editor = Editor::starting_with(fix.text());
        true
    }

    fn take_and_step(&mut self, arrow: Arrow) -> Vec<Effect> {
        let (effects, taken) = self.take_value();
        if taken == Taken::Yes {
            self.step_row(arrow);
        }
        effects
    }

    /// Accepts the typed value. If it cannot be accepted, it stays open with
    /// the reason.
    fn take_value(&mut self) -> (Vec<Effect>, Taken) {
        let Some(row) = self.model().form_rows().get(self.model().chosen_row()).copied() else {
            self.close_editor();
            return (Vec::new(), Taken::No);
        };
        let is_same = |editor: &Editor| editor.text().trim() == self.model().form_value(row);
        if self.input.editor.as_ref().is_none_or(is_same) {
            self.close_editor();
            return (Vec::new(), Taken::Yes);
        }
        let Some(typed) = self.typed_command() else { return (Vec::new(), Taken::No) };
        match typed.and_then(|command| self.execute(&command)) {
            Ok(effects) => {
                self.close_editor();
                (effects, Taken::Yes)
            }
            Err(fault) => {
                if let Some(editor) = &mut self.input.editor {
                    editor.fault = Some(fault);
                }
                (Vec::new(), Taken::No)
            }
        }
    }

    /// The command that the typed value stands for.
    fn typed_command(&self) -> Option<Result<Command, CommandError>> {
        let text = self.input.editor.as_ref()?.text().trim();
        let (_, object) = self.engine.sandbox().selection()?;
        let line = match self.model().form_rows().get(self.model().chosen_row())? {
            FormRow::Name => format!("rename {} {text}", object.name),
            FormRow::Number(field) => format!("set {}.{field} {text}", object.name),
            FormRow::Attribute(key) => format!("set {}.{key} {text}", object.name),
            FormRow::Origin | FormRow::Body | FormRow::Fixed => return None,
        };
        let axes = self.engine.sandbox().world().settings().axes;
        Command::parse(&line, axes).transpose()
    }
}

/// Whether a value was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    Yes,
    No,
}
