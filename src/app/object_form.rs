//! The form of the Object view: choosing a row, and typing its value.
//!
//! Every value is set by a command (`set`, `rename`, `fixed`), as if it had been typed.

use crossterm::event::KeyCode;

use super::act::{next_body, toggle_fixed};
use super::input::request;
use super::intent::{Intent, ScreenChange};
use super::screen::Form;
use super::{Arrow, Editor, Effect, FormRow, Input, KeyPress, Screen};
use hitscan_core::command::{Command, CommandError};
use hitscan_core::engine::Sandbox;
use hitscan_geom::Origin;

impl Form {
    fn chosen_row(self, sandbox: &Sandbox) -> Option<FormRow> {
        self.rows_in(sandbox).get(self.place_in(sandbox)).copied()
    }

    pub(super) fn choose(&mut self, arrow: Arrow, rows: usize, sandbox: &Sandbox) {
        let last = self.rows_in(sandbox).len().saturating_sub(1);
        let at = self.place_in(sandbox);
        self.chosen = match arrow {
            Arrow::Up => at.saturating_sub(rows),
            _ => at.saturating_add(rows).min(last),
        };
    }

    pub(super) fn choose_first_number(&mut self, sandbox: &Sandbox) {
        let is_number = |row: &FormRow| matches!(row, FormRow::Number(_));
        self.chosen = self.rows_in(sandbox).iter().position(is_number).unwrap_or_default();
    }

    /// Chooses the next or previous row, wrapping around.
    pub(super) fn step(&mut self, arrow: Arrow, sandbox: &Sandbox) {
        let count = self.rows_in(sandbox).len().max(1);
        let by = if arrow == Arrow::Up { count - 1 } else { 1 };
        self.chosen = (self.place_in(sandbox) + by) % count;
    }

    /// Switches to the next or previous point that a box is given by.
    pub(super) fn turn_origin(&mut self, arrow: Arrow, sandbox: &Sandbox) -> Result<(), String> {
        if !self.rows_in(sandbox).contains(&FormRow::Origin) {
            return Err("only boxes have an origin".to_owned());
        }
        let at = Origin::ALL.iter().position(|&origin| origin == self.origin);
        let count = Origin::ALL.len();
        let by = if arrow == Arrow::Left { count - 1 } else { 1 };
        self.origin = Origin::ALL[(at.unwrap_or_default() + by) % count];
        Ok(())
    }

    /// Switches to the next or previous value in a row with a choice of values.
    pub(super) fn turn_row(self, arrow: Arrow, sandbox: &Sandbox) -> Option<Intent> {
        match (self.chosen_row(sandbox)?, sandbox.selection()?) {
            (FormRow::Origin, _) => Some(Intent::Show(ScreenChange::Origin(arrow))),
            (FormRow::Body, (_, object)) => Some(next_body(object)),
            (FormRow::Fixed, (_, object)) => Some(toggle_fixed(object)),
            (FormRow::Name | FormRow::Number(_) | FormRow::Attribute(_), _) => None,
        }
    }

    /// The command that a typed value stands for.
    fn command(self, text: &str, sandbox: &Sandbox) -> Option<Result<Command, CommandError>> {
        let (_, object) = sandbox.selection()?;
        let (name, text) = (object.name, text.trim());
        let line = match self.chosen_row(sandbox)? {
            FormRow::Name => format!("rename {name} {text}"),
            FormRow::Number(field) => format!("set {name}.{field} {text}"),
            FormRow::Attribute(key) => format!("set {name}.{key} {text}"),
            FormRow::Origin | FormRow::Body | FormRow::Fixed => return None,
        };
        Command::parse(&line, sandbox.world().settings()).transpose()
    }
}

impl Input {
    /// Handles Enter in the form: switches to the next choice, or starts typing the value.
    pub(super) fn enter_row(&mut self, form: Form, sandbox: &Sandbox) -> Option<Intent> {
        match form.chosen_row(sandbox) {
            Some(FormRow::Origin | FormRow::Body | FormRow::Fixed) => {
                return form.turn_row(Arrow::Right, sandbox);
            }
            Some(row) => self.editor = Some(Editor::starting_with(&form.value(row, sandbox))),
            None => return Some(Intent::Refused("nothing is selected".to_owned())),
        }
        None
    }

    /// Handles a key that types a value or starts to; `None` for other keys.
    pub(super) fn press_in_form(
        &mut self,
        key: KeyPress,
        screen: &mut Screen,
        sandbox: &Sandbox,
    ) -> Option<Vec<Intent>> {
        let form = &mut screen.panel.form;
        if self.editor.is_none() {
            let c = key.typed()?;
            // In other rows letters are keys; Enter starts typing a name or a word.
            let is_number = matches!(form.chosen_row(sandbox)?, FormRow::Number(_));
            if !is_number || !(c.is_ascii_digit() || c == '-' || c == '+') {
                return None;
            }
            (screen.message, screen.last_command) = (None, None);
            self.editor = Some(Editor::starting_with(""));
        }
        match key.code {
            KeyCode::Esc => self.editor = None,
            _ if self.is_interrupt(key) => self.editor = None,
            KeyCode::Enter => return Some(self.take_value(None, form, sandbox)),
            KeyCode::Tab if self.put_in_fix() => {}
            KeyCode::Tab | KeyCode::Down => {
                return Some(self.take_value(Some(Arrow::Down), form, sandbox));
            }
            KeyCode::BackTab | KeyCode::Up => {
                return Some(self.take_value(Some(Arrow::Up), form, sandbox));
            }
            _ => {
                if let (Some(asked), Some(editor)) = (request(key), &mut self.editor) {
                    let typed = editor.edit(asked);
                    self.look_ahead(typed, *form, sandbox);
                }
            }
        }
        Some(Vec::new())
    }

    /// Types pasted text into the value.
    pub(super) fn paste_into_form(&mut self, text: &str, form: Form, sandbox: &Sandbox) {
        let Some(editor) = &mut self.editor else { return };
        let pasted = editor.paste(text);
        self.look_ahead(pasted, form, sandbox);
    }

    /// Shows a fault at once if the text was refused or the fault has a fix, such as a fourth
    /// decimal. Other faults wait for Enter.
    fn look_ahead(&mut self, typed: Result<(), String>, form: Form, sandbox: &Sandbox) {
        let Some(editor) = &mut self.editor else { return };
        editor.fault = match typed {
            Ok(()) => { form.command(editor.text(), sandbox) }
                .and_then(Result::err)
                .filter(CommandError::offers),
            Err(why) => Some(CommandError::new(why)),
        };
    }

    fn put_in_fix(&mut self) -> bool {
        let Some(editor) = &mut self.editor else { return false };
        let offer = editor.fault.take_if(|fault| fault.offers()).and_then(|fault| fault.fix);
        let Some(fix) = offer else { return false };
        *editor = Editor::starting_with(fix.text());
        true
    }

    /// What a typed value led to: if it was accepted, goes on to the next row in this direction; if
    /// not, keeps it open with the reason.
    pub(super) fn value_entered(
        &mut self,
        done: Result<Vec<Effect>, CommandError>,
        way: Option<Arrow>,
        form: &mut Form,
        sandbox: &Sandbox,
    ) -> Vec<Effect> {
        match done {
            Ok(effects) => {
                self.close_value(way, form, sandbox);
                effects
            }
            Err(fault) => {
                if let Some(editor) = &mut self.editor {
                    editor.fault = Some(fault);
                }
                Vec::new()
            }
        }
    }

    /// Ends typing a value, and goes on to the next row in this direction.
    fn close_value(&mut self, way: Option<Arrow>, form: &mut Form, sandbox: &Sandbox) {
        self.editor = None;
        if let Some(way) = way {
            form.step(way, sandbox);
        }
    }

    /// Accepts the typed value, and goes on to the next row in this direction. A value that cannot
    /// be accepted stays open with the reason.
    fn take_value(
        &mut self,
        way: Option<Arrow>,
        form: &mut Form,
        sandbox: &Sandbox,
    ) -> Vec<Intent> {
        let (Some(editor), Some(row)) = (&mut self.editor, form.chosen_row(sandbox)) else {
            self.editor = None;
            return Vec::new();
        };
        if editor.text().trim() == form.value(row, sandbox) {
            self.close_value(way, form, sandbox);
            return Vec::new();
        }
        match form.command(editor.text(), sandbox) {
            Some(Ok(command)) => return vec![Intent::Value(command, way)],
            Some(Err(fault)) => editor.fault = Some(fault),
            None => {}
        }
        Vec::new()
    }
}
