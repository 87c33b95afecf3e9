//! Keys while a prompt is open: the `:` line, and the question before a scene
//! is left. The picker's are in `pick`, those of saving in `save`.

use crossterm::event::KeyCode;

use super::input::{ReadyToRun, TooLong, Typed};
use super::{
    Action, App, Arrow, CommandLine, Effect, Input, KeyPress, Leaving, MAX_FIELD_BYTES,
    MAX_LINE_BYTES, Prompt, Run,
};
use hitscan_core::command::{Command, CommandError};
use hitscan_core::engine::{self, Outcome};

const NOTHING_TO_PASTE_INTO: &str = "pasting works only while you are typing";

impl App {
    /// Types pasted text where something is being typed, and ignores it
    /// elsewhere, so that pasted text never acts as keys.
    pub fn paste(&mut self, text: &str) -> Vec<Effect> {
        match &mut self.input.prompt {
            Some(Prompt::Command(line)) => line.paste(text),
            Some(Prompt::Scenes(_)) => self.paste_into_picker(text),
            _ if self.input.editor.is_some() => self.paste_into_form(text),
            _ => self.screen.fail(NOTHING_TO_PASTE_INTO),
        }
        Vec::new()
    }

    /// Types several characters at once where something is being typed, in time
    /// that grows with the text once and not with each of them.
    pub fn type_run(&mut self, text: &str) -> (Run, Vec<Effect>) {
        match &mut self.input.prompt {
            Some(Prompt::Command(line)) if line.chosen().is_none() => {
                (line.type_run(text), Vec::new())
            }
            // The first character lets go of the chosen row, or takes it.
            Some(Prompt::Command(_)) => {
                let mut rest = text.chars();
                let mut effects: Vec<_> =
                    rest.next().into_iter().flat_map(|c| self.press_char(c)).collect();
                let (run, more) = self.type_run(rest.as_str());
                effects.extend(more);
                (run, effects)
            }
            _ if text.len() > MAX_FIELD_BYTES => {
                let (length, limit) = (text.len(), MAX_FIELD_BYTES);
                self.refuse_input(TooLong { length, limit }.to_string());
                (Run::Refused, Vec::new())
            }
            _ => (Run::Typed, text.chars().flat_map(|c| self.press_char(c)).collect()),
        }
    }

    fn press_char(&mut self, c: char) -> Vec<Effect> {
        self.press(KeyPress::plain(KeyCode::Char(c)))
    }

    /// Refuses a paste that is longer than any line. What is being typed stays
    /// as it is.
    pub fn refuse_paste(&mut self, length: usize) -> Vec<Effect> {
        self.refuse_input(if self.input.is_text() {
            format!("that is {length} bytes, and a line has {MAX_LINE_BYTES}; nothing was pasted")
        } else {
            NOTHING_TO_PASTE_INTO.to_owned()
        });
        Vec::new()
    }

    /// Refuses a paste whose end never came.
    pub fn refuse_torn_paste(&mut self) -> Vec<Effect> {
        self.refuse_input("the end of the pasted text never came; nothing was pasted".to_owned());
        Vec::new()
    }

    /// Reports that keys were dropped.
    pub fn refuse_keys(&mut self, count: usize) {
        self.refuse_input(format!("dropped {count} keys: they came too fast to be obeyed"));
    }

    fn refuse_input(&mut self, why: String) {
        match &mut self.input.prompt {
            Some(Prompt::Command(line)) => line.set_fault(CommandError::new(why)),
            _ => self.screen.fail(why),
        }
    }

    pub(super) fn press_in_prompt(&mut self, key: KeyPress) -> Vec<Effect> {
        let interrupt = self.input.is_interrupt(key);
        match self.input.prompt.take() {
            Some(Prompt::Command(line)) if !interrupt => self.press_in_line(line, key),
            Some(Prompt::Leave(leaving)) => self.answer_leave(leaving, key),
            Some(Prompt::SaveOver(question)) if !interrupt => self.answer_save_over(question, key),
            Some(Prompt::Scenes(picker)) => self.press_in_picker(*picker, key),
            _ => {
                self.engine.stay();
                Vec::new()
            }
        }
    }

    fn press_in_line(&mut self, mut line: CommandLine, key: KeyPress) -> Vec<Effect> {
        let is_chosen = line.chosen().is_some();
        let is_answer = self.order_in(line.text()).is_some();
        let choosing = match key.code {
            _ if self.input.order_in(&line).is_some() => return self.type_in_line(line, key),
            KeyCode::Tab if line.fault().is_some_and(CommandError::offers) => {
                self.complete(&mut line);
                None
            }
            KeyCode::Tab if line.chosen_row(&self.input.keymap).is_some() => {
                return self.take_chosen(line, key);
            }
            KeyCode::Tab => {
                self.complete(&mut line);
                None
            }
            KeyCode::Down => Some(Arrow::Down),
            KeyCode::BackTab | KeyCode::Up => Some(Arrow::Up),
            KeyCode::Enter if is_chosen || !(line.is_whole() || is_answer) => {
                return self.take_chosen(line, key);
            }
            _ if is_chosen && key.typed() == Some(' ') => return self.take_chosen(line, key),
            _ => return self.type_in_line(line, key),
        };
        if let Some(arrow) = choosing {
            line.step_palette(arrow, &self.input.keymap);
        }
        self.input.prompt = Some(Prompt::Command(line));
        Vec::new()
    }

    fn complete(&self, line: &mut CommandLine) {
        let objects = self.engine.sandbox().world().objects();
        let names: Vec<_> = objects.map(|(_, object)| object.name.to_string()).collect();
        line.complete(&names);
    }

    /// Takes the chosen row of the palette: Enter runs it if it is complete, otherwise and by
    /// Tab its name is put into the line.
    fn take_chosen(&mut self, mut line: CommandLine, key: KeyPress) -> Vec<Effect> {
        let Some(row) = line.chosen_row(&self.input.keymap) else {
            line.choose(None);
            return self.type_in_line(line, key);
        };
        match row.target.ready().filter(|_| key.code == KeyCode::Enter) {
            Some(ReadyToRun::Action(action)) => {
                self.screen.message = None;
                return self.act(action);
            }
            Some(ReadyToRun::Line(text)) => {
                return self.type_in_line(CommandLine::starting_with(text), key);
            }
            None => {}
        }
        let gap = if row.syntax().is_empty() { "" } else { " " };
        self.input.open_line(&format!("{}{gap}", row.name));
        Vec::new()
    }

    fn type_in_line(&mut self, mut line: CommandLine, key: KeyPress) -> Vec<Effect> {
        let text = match line.press(key) {
            Typed::Editing => {
                self.input.prompt = Some(Prompt::Command(line));
                return Vec::new();
            }
            Typed::Closed => {
                self.engine.stay();
                return Vec::new();
            }
            Typed::Entered(text) => text,
        };
        self.screen.message = None;
        let done = self.obey_line(&text);
        done.unwrap_or_else(|fault| {
            line.set_fault(fault);
            self.input.prompt = Some(Prompt::Command(line));
            Vec::new()
        })
    }

    /// Does what a line says that needs no typing: faults stand in the row above the keys.
    pub(super) fn run_line(&mut self, text: &str) -> Vec<Effect> {
        let done = self.obey_line(text);
        self.or_fail(done)
    }

    /// Does what a line says to the lab, as a command or as an action.
    fn obey_line(&mut self, text: &str) -> Result<Vec<Effect>, CommandError> {
        if let Some(order) = self.order_in(text) {
            return order.and_then(|order| self.say_to_lab(order));
        }
        let axes = self.engine.sandbox().world().settings().axes;
        let mut rounding = self.engine.rounding();
        let parsed = Command::parse(&rounding.line(text), axes);
        if let (Err(_), Some(action)) = (&parsed, Action::named_in(text)) {
            self.engine.stay();
            return Ok(self.act(action));
        }
        // The line may be the name that a save waits for.
        if !matches!(parsed, Ok(Some(Command::Save(_))) | Err(_)) {
            self.engine.stay();
        }
        let effects = parsed.and_then(|command| {
            command.map_or_else(|| Ok(Vec::new()), |command| self.execute(&command))
        })?;
        if let Some(told) = rounding.told() {
            self.say(told);
        }
        Ok(effects)
    }

    fn answer_leave(&mut self, leaving: Leaving, key: KeyPress) -> Vec<Effect> {
        use crossterm::event::KeyCode::{Enter, Esc};
        let quits = key.typed() == Some('q') || self.input.is_interrupt(key);
        match (key.typed(), key.code) {
            (Some('y'), _) => return self.leave(leaving),
            _ if quits && leaving == Leaving::Quit => return vec![engine::Effect::Quit.into()],
            (Some('w'), _) => match self.engine.save_then(leaving) {
                Outcome::Effect(effect) => return vec![effect.into()],
                // There is no file yet: ask for its name, and go on after that.
                _ => self.input.open_line("save "),
            },
            (Some('n'), _) | (_, Esc | Enter) => {}
            _ => self.input.prompt = Some(Prompt::Leave(leaving)),
        }
        Vec::new()
    }

    /// Opens a line to be completed, with the reason.
    pub(super) fn open_line_at_fault(&mut self, text: &str, why: CommandError) {
        let mut line = CommandLine::starting_with(text);
        line.set_fault(why);
        self.input.prompt = Some(Prompt::Command(line));
    }

    /// Turns the palette by the wheel.
    pub(super) fn turn_palette(&mut self, arrow: Arrow) {
        let Input { prompt, keymap, .. } = &mut self.input;
        if let Some(Prompt::Command(line)) = prompt {
            line.step_palette(arrow, keymap);
        }
    }

    /// A click on a row of the palette chooses it, or runs it if it was chosen.
    pub(super) fn click_palette(&mut self, row: usize) -> Vec<Effect> {
        let Some(Prompt::Command(line)) = &mut self.input.prompt else { return Vec::new() };
        let is_again = line.choice() == row;
        line.choose(Some(row));
        if is_again {
            return self.press_in_prompt(KeyPress::plain(KeyCode::Enter));
        }
        Vec::new()
    }
}
