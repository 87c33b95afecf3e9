//! The Object view as a form: the numbers of the selected object, one of them
//! chosen, and maybe being typed.
//!
//! Every value that is taken is a command (`set`, `rename`, `fixed`), carried
//! out as if it had been typed. Which numbers an object has is
//! [`hitscan_core::command::Field`]'s.

use crossterm::event::{KeyCode, KeyModifiers};
use tui_input::{Input, InputRequest};

use super::line_keys::request;
use super::{App, Arrow, Effect, Focus, KeyPress, Tab};
use hitscan_core::command::{Command, CommandError, Field};
use hitscan_core::world::{Fixing, Object};
use hitscan_geom::{Origin, Shape};

/// The form of the Object view.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// The number of the chosen row; beyond the last it is the last.
    chosen: usize,
    origin: Origin,
    editor: Option<Editor>,
}

/// What a row of the form is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FormRow {
    /// What the object is called.
    Name,
    /// By which of its points a box is given.
    Origin,
    /// One of its numbers.
    Number(Field),
    /// Whether it is nailed down.
    Fixed,
}

/// A value being typed.
#[derive(Clone, Debug)]
pub struct Editor {
    input: Input,
    fault: Option<CommandError>,
}

impl Editor {
    /// The most characters that are taken.
    const MAX_CHARS: usize = 64;

    fn starting_with(text: &str) -> Self {
        Self { input: Input::new(text.to_owned()), fault: None }
    }

    /// What has been typed.
    #[must_use]
    pub fn text(&self) -> &str {
        self.input.value()
    }

    /// Where the cursor stands, in characters.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.input.cursor()
    }

    /// Why it cannot be taken, with what would be right.
    #[must_use]
    pub const fn fault(&self) -> Option<&CommandError> {
        self.fault.as_ref()
    }

    fn type_in(&mut self, asked: InputRequest) {
        let is_full = self.text().chars().count() >= Self::MAX_CHARS;
        if !(is_full && matches!(asked, InputRequest::InsertChar(_))) {
            self.input.handle(asked);
        }
    }
}

impl Form {
    /// By which of its points a box is read and typed.
    #[must_use]
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// What is being typed into the chosen row.
    #[must_use]
    pub const fn editor(&self) -> Option<&Editor> {
        self.editor.as_ref()
    }
}

/// Which of an object's values stand in the form, from top to bottom.
fn rows_of(object: &Object, origin: Origin) -> Vec<FormRow> {
    let origins = matches!(object.shape, Shape::Box(_)).then_some(FormRow::Origin);
    let numbers = Field::all_of(object, origin).into_iter().map(FormRow::Number);
    let first = [FormRow::Name].into_iter().chain(origins);
    first.chain(numbers).chain([FormRow::Fixed]).collect()
}

impl App {
    /// The form of the Object view.
    #[must_use]
    pub const fn form(&self) -> &Form {
        &self.form
    }

    /// The rows of the form; none when nothing is selected.
    #[must_use]
    pub fn form_rows(&self) -> Vec<FormRow> {
        let selected = self.sandbox.selection();
        selected.map_or_else(Vec::new, |(_, object)| rows_of(object, self.form.origin))
    }

    /// The row of the form that is chosen, counted from 0.
    #[must_use]
    pub fn chosen_row(&self) -> usize {
        self.form.chosen.min(self.form_rows().len().saturating_sub(1))
    }

    /// What stands in a row of the form.
    #[must_use]
    pub fn form_value(&self, row: FormRow) -> String {
        let Some((_, object)) = self.sandbox.selection() else { return String::new() };
        let axes = self.sandbox.world().settings().axes;
        match row {
            FormRow::Name => object.name.to_string(),
            FormRow::Origin => self.form.origin.token().to_owned(),
            FormRow::Number(field) => {
                field.value(object, axes).map(|value| value.to_string()).unwrap_or_default()
            }
            FormRow::Fixed if object.fixed => "yes".to_owned(),
            FormRow::Fixed => "no".to_owned(),
        }
    }

    /// Into the form, at its first number.
    pub(super) fn open_form(&mut self) {
        self.show(Tab::Object);
        self.focus = Focus::Form;
        let first = self.form_rows().iter().position(|row| matches!(row, FormRow::Number(_)));
        self.form.chosen = first.unwrap_or_default();
    }

    /// Nothing is being typed any more, and nothing of it is taken.
    pub(super) fn close_editor(&mut self) {
        self.form.editor = None;
    }

    pub(super) fn choose_row(&mut self, arrow: Arrow, rows: usize) {
        let last = self.form_rows().len().saturating_sub(1);
        let at = self.chosen_row();
        self.form.chosen = match arrow {
            Arrow::Up => at.saturating_sub(rows),
            _ => at.saturating_add(rows).min(last),
        };
    }

    pub(super) fn choose_row_at(&mut self, row: usize) {
        self.form.chosen = row;
    }

    /// The next row or the one before, from the last on to the first.
    pub(super) fn step_row(&mut self, arrow: Arrow) {
        let count = self.form_rows().len().max(1);
        let by = if arrow == Arrow::Up { count - 1 } else { 1 };
        self.form.chosen = (self.chosen_row() + by) % count;
    }

    /// The box is read by the next origin, or the one before.
    pub(super) fn turn_origin(&mut self, arrow: Arrow) {
        if !self.form_rows().contains(&FormRow::Origin) {
            self.fail("only a box has an origin; ends and vertices say where the others are");
            return;
        }
        let at = Origin::ALL.iter().position(|&origin| origin == self.form.origin);
        let count = Origin::ALL.len();
        let by = if arrow == Arrow::Left { count - 1 } else { 1 };
        self.form.origin = Origin::ALL[(at.unwrap_or_default() + by) % count];
    }

    /// Left and right in a row that has a choice of values.
    pub(super) fn turn_row(&mut self, arrow: Arrow) -> Vec<Effect> {
        match self.form_rows().get(self.chosen_row()) {
            Some(FormRow::Origin) => self.turn_origin(arrow),
            Some(FormRow::Fixed) => return self.toggle_fixed(),
            _ => {}
        }
        Vec::new()
    }

    /// Enter in the form: the next choice, or the value to be typed over.
    pub(super) fn enter_row(&mut self) -> Vec<Effect> {
        match self.form_rows().get(self.chosen_row()) {
            Some(FormRow::Origin | FormRow::Fixed) => return self.turn_row(Arrow::Right),
            Some(&row) => self.form.editor = Some(Editor::starting_with(&self.form_value(row))),
            None => self.fail("nothing is selected"),
        }
        Vec::new()
    }

    /// Nails the selected object down, or lets it go.
    pub(super) fn toggle_fixed(&mut self) -> Vec<Effect> {
        let Some((_, object)) = self.sandbox.selection() else {
            self.fail("nothing is selected");
            return Vec::new();
        };
        let fixing = if object.fixed { Fixing::Free } else { Fixing::Fixed };
        self.run(&Command::Fixed(object.name, fixing))
    }

    /// A key in the form that is typing, or would begin it; gives whether it
    /// was, and what must be done outside.
    pub(super) fn press_in_form(&mut self, key: KeyPress) -> Option<Vec<Effect>> {
        if self.form.editor.is_some() {
            return Some(self.press_in_editor(key));
        }
        let KeyCode::Char(c) = key.code else { return None };
        let begins = match self.form_rows().get(self.chosen_row())? {
            FormRow::Number(_) => c.is_ascii_digit() || c == '-' || c == '+',
            // Letters are keys; Enter begins a name.
            FormRow::Name | FormRow::Origin | FormRow::Fixed => false,
        };
        if !begins || key.modifiers != KeyModifiers::NONE {
            return None;
        }
        self.message = None;
        self.last_command = None;
        self.form.editor = Some(Editor::starting_with(""));
        Some(self.press_in_editor(key))
    }

    fn press_in_editor(&mut self, key: KeyPress) -> Vec<Effect> {
        match key.code {
            KeyCode::Esc => self.close_editor(),
            _ if self.is_interrupt(key) => self.close_editor(),
            KeyCode::Enter => return self.take_value().0,
            KeyCode::Tab if self.put_in_fix() => {}
            KeyCode::Tab | KeyCode::Down => return self.take_and_step(Arrow::Down),
            KeyCode::BackTab | KeyCode::Up => return self.take_and_step(Arrow::Up),
            _ => {
                if let (Some(asked), Some(editor)) = (request(key), &mut self.form.editor) {
                    editor.type_in(asked);
                    self.look_ahead();
                }
            }
        }
        Vec::new()
    }

    /// Text that was pasted into a value.
    pub(super) fn paste_into_form(&mut self, text: &str) {
        let Some(editor) = &mut self.form.editor else { return };
        for c in text.chars().filter(|c| !c.is_control()) {
            editor.type_in(InputRequest::InsertChar(c));
        }
        self.look_ahead();
    }

    /// Says at once what would be right where there is a good guess: a fourth
    /// decimal is seen while it is typed. All else waits for the end.
    fn look_ahead(&mut self) {
        let fault = self.typed_command().and_then(Result::err).filter(CommandError::offers);
        if let Some(editor) = &mut self.form.editor {
            editor.fault = fault;
        }
    }

    fn put_in_fix(&mut self) -> bool {
        let Some(editor) = &mut self.form.editor else { return false };
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

    /// Takes what has been typed; it stays open with the reason when it cannot
    /// be taken.
    fn take_value(&mut self) -> (Vec<Effect>, Taken) {
        let Some(row) = self.form_rows().get(self.chosen_row()).copied() else {
            self.close_editor();
            return (Vec::new(), Taken::No);
        };
        let is_same = |editor: &Editor| editor.text().trim() == self.form_value(row);
        if self.form.editor.as_ref().is_none_or(is_same) {
            self.close_editor();
            return (Vec::new(), Taken::Yes);
        }
        let Some(typed) = self.typed_command() else { return (Vec::new(), Taken::No) };
        match typed.and_then(|command| self.carry_out(&command)) {
            Ok(effects) => {
                self.close_editor();
                (effects, Taken::Yes)
            }
            Err(fault) => {
                if let Some(editor) = &mut self.form.editor {
                    editor.fault = Some(fault);
                }
                (Vec::new(), Taken::No)
            }
        }
    }

    /// The command that what has been typed stands for.
    fn typed_command(&self) -> Option<Result<Command, CommandError>> {
        let text = self.form.editor.as_ref()?.text().trim();
        let (_, object) = self.sandbox.selection()?;
        let line = match self.form_rows().get(self.chosen_row())? {
            FormRow::Name => format!("rename {} {text}", object.name),
            FormRow::Number(field) => format!("set {}.{field} {text}", object.name),
            FormRow::Origin | FormRow::Fixed => return None,
        };
        let axes = self.sandbox.world().settings().axes;
        Command::parse(&line, axes).transpose()
    }
}

/// Whether a value was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    Yes,
    No,
}
