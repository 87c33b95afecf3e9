//! Keys while something is open over the screen: the `:` line, the question
//! before a scene is left, help. (Those of the picker stand with it.)

use crossterm::event::KeyCode;

use super::palette::Whole;
use super::prompt::Typed;
use super::{
    Action, App, Arrow, CommandLine, Effect, Focus, KeyPress, Leaving, Lookup, Prompt, Stride,
};
use hitscan_core::command::{Command, CommandError};

impl App {
    /// Text was pasted: typed where something is being typed, else ignored, so
    /// that no pasted text is ever taken for keys.
    pub fn paste(&mut self, text: &str) -> Vec<Effect> {
        match &mut self.prompt {
            Some(Prompt::Command(line)) => line.paste(text),
            Some(Prompt::Scenes(_)) => self.paste_into_picker(text),
            _ if self.form.editor().is_some() => self.paste_into_form(text),
            _ => self.fail("pasted text is taken where something is being typed only"),
        }
        Vec::new()
    }

    pub(super) fn press_in_prompt(&mut self, key: KeyPress) -> Vec<Effect> {
        let interrupt = self.is_interrupt(key);
        match self.prompt.take() {
            Some(Prompt::Command(line)) if !interrupt => self.press_in_line(line, key),
            Some(Prompt::Leave(leaving)) => self.answer_leave(leaving, key),
            Some(Prompt::SaveOver(question)) if !interrupt => self.answer_save_over(question, key),
            Some(Prompt::Scenes(picker)) => self.press_in_picker(*picker, key),
            _ => {
                self.when_saved = None;
                Vec::new()
            }
        }
    }

    /// What a key does in a list that is open over the screen. The keys that
    /// lists have everywhere have it here too, whatever they are remapped to,
    /// so that they can be named.
    pub(super) fn action_over(&self, key: KeyPress, focus: Focus) -> Option<Action> {
        let arrow = |arrow| Some(Action::Arrow(arrow, Stride::Full));
        let everywhere = match key.code {
            KeyCode::Esc => Some(Action::Escape),
            KeyCode::Enter => Some(Action::Enter),
            KeyCode::Up => arrow(Arrow::Up),
            KeyCode::Down => arrow(Arrow::Down),
            KeyCode::Tab => Some(Action::SelectNext),
            KeyCode::BackTab => Some(Action::SelectPrevious),
            KeyCode::PageUp => Some(Action::PageUp),
            KeyCode::PageDown => Some(Action::PageDown),
            KeyCode::Home => Some(Action::First),
            KeyCode::End => Some(Action::Last),
            _ => None,
        };
        everywhere.filter(|_| key.modifiers.is_empty()).or_else(|| {
            match self.keymap.look_up(&[key], focus) {
                Lookup::Action(action) => Some(action),
                Lookup::Prefix | Lookup::Nothing => None,
            }
        })
    }

    /// Whether a key closes whatever is open.
    pub(super) fn is_interrupt(&self, key: KeyPress) -> bool {
        self.keymap.look_up(&[key], Focus::Arena) == Lookup::Action(Action::Interrupt)
    }

    pub(super) fn press_in_line(&mut self, mut line: CommandLine, key: KeyPress) -> Vec<Effect> {
        let choosing = match key.code {
            KeyCode::Tab if line.chosen().is_none() && self.complete(&mut line) => None,
            KeyCode::Tab | KeyCode::Down => Some(Arrow::Down),
            KeyCode::BackTab | KeyCode::Up => Some(Arrow::Up),
            KeyCode::Enter | KeyCode::Char(' ') if line.chosen().is_some() => {
                return self.take_chosen(line, key);
            }
            _ => return self.type_in_line(line, key),
        };
        if let Some(arrow) = choosing {
            self.step_palette(&mut line, arrow);
        }
        self.prompt = Some(Prompt::Command(line));
        Vec::new()
    }

    fn complete(&self, line: &mut CommandLine) -> bool {
        let objects = self.sandbox.world().objects();
        let names: Vec<_> = objects.map(|(_, object)| object.name.to_string()).collect();
        line.complete(&names)
    }

    /// The chosen row of the palette: done, if it can be done as it is and Enter
    /// was pressed, else its name is put in for more to be typed.
    pub(super) fn take_chosen(&mut self, mut line: CommandLine, key: KeyPress) -> Vec<Effect> {
        let Some(row) = self.chosen_in_palette(&line) else {
            line.choose(None);
            return self.type_in_line(line, key);
        };
        match row.meant.whole().filter(|_| key.code == KeyCode::Enter) {
            Some(Whole::Action(action)) => {
                self.message = None;
                return self.act(action);
            }
            Some(Whole::Line(text)) => {
                return self.type_in_line(CommandLine::starting_with(text), key);
            }
            None => {}
        }
        self.open_line(&format!("{} ", row.name));
        Vec::new()
    }

    fn type_in_line(&mut self, mut line: CommandLine, key: KeyPress) -> Vec<Effect> {
        let text = match line.press(key) {
            Typed::Editing => {
                self.prompt = Some(Prompt::Command(line));
                return Vec::new();
            }
            Typed::Closed => {
                self.when_saved = None;
                return Vec::new();
            }
            Typed::Entered(text) => text,
        };
        self.message = None;
        let axes = self.sandbox.world().settings().axes;
        let parsed = Command::parse(&text, axes);
        if let (Err(_), Some(action)) = (&parsed, Action::named_in(&text)) {
            return self.act(action);
        }
        // The name that a save was waiting for is not what is being typed.
        if !matches!(parsed, Ok(Some(Command::Save(_))) | Err(_)) {
            self.when_saved = None;
        }
        let done = parsed.and_then(|command| match command {
            // Undo does not bring a scene back that was left.
            Some(Command::New) => Ok(self.leave_for(Leaving::New)),
            Some(command) => self.carry_out(&command),
            None => Ok(Vec::new()),
        });
        done.unwrap_or_else(|fault| {
            line.set_fault(fault);
            self.prompt = Some(Prompt::Command(line));
            Vec::new()
        })
    }

    pub(super) fn answer_leave(&mut self, leaving: Leaving, key: KeyPress) -> Vec<Effect> {
        use crossterm::event::KeyCode::{Char, Enter, Esc};
        match key.code {
            Char('y') => return self.leave_now(leaving),
            Char('q' | 'c') if leaving == Leaving::Quit => return vec![Effect::Quit],
            Char('w') => {
                self.when_saved = Some(leaving.clone());
                let effects = self.run(&Command::Save(None));
                if effects.is_empty() {
                    // It has no file yet: ask for one, and go on after that.
                    self.when_saved = Some(leaving);
                    self.message = None;
                    self.open_line("save ");
                }
                return effects;
            }
            Char('n') | Esc | Enter => {}
            _ => self.prompt = Some(Prompt::Leave(leaving)),
        }
        Vec::new()
    }

    /// A line that has to be finished, and why.
    pub(super) fn open_line_at_fault(&mut self, text: &str, why: CommandError) {
        let mut line = CommandLine::starting_with(text);
        line.set_fault(why);
        self.prompt = Some(Prompt::Command(line));
    }

    pub(super) fn open_line(&mut self, text: &str) {
        self.prompt = Some(Prompt::Command(CommandLine::starting_with(text)));
    }
}
