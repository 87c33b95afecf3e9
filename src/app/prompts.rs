//! Keys while a prompt is open: the `:` line, and the questions before a scene is left and
//! before a file is overwritten. The picker's are in `pick`.

use crossterm::event::KeyCode;

use super::input::{ReadyToRun, Typed};
use super::intent::Intent;
use super::{Arrow, Clash, CommandLine, Input, KeyPress, Leaving, Prompt, Question};
use hitscan_core::command::CommandError;
use hitscan_core::engine::{self, Engine, Outcome, Overwrite};

impl Input {
    /// A key while the `:` line or a question is open. `is_order` tells whether the line is
    /// said to a lab.
    pub(super) fn press_in_prompt(
        &mut self,
        (prompt, key): (Prompt, KeyPress),
        engine: &mut Engine,
        is_order: bool,
    ) -> Vec<Intent> {
        let interrupt = self.is_interrupt(key);
        match prompt {
            Prompt::Command(line) if !interrupt => self.press_in_line(line, key, engine, is_order),
            Prompt::Leave(leaving) => self.answer_leave(leaving, key, engine),
            Prompt::SaveOver(question) if !interrupt => {
                self.answer_save_over(question, key, engine)
            }
            Prompt::Command(_) | Prompt::SaveOver(_) | Prompt::Scenes(_) => {
                engine.stay();
                Vec::new()
            }
        }
    }

    fn press_in_line(
        &mut self,
        mut line: CommandLine,
        key: KeyPress,
        engine: &mut Engine,
        is_order: bool,
    ) -> Vec<Intent> {
        let is_chosen = line.chosen().is_some();
        let offers = line.fault().is_some_and(CommandError::offers);
        match key.code {
            _ if self.order_in(&line).is_some() => return self.type_in_line(line, key, engine),
            KeyCode::Tab if !offers && line.chosen_row(&self.keymap).is_some() => {
                return self.take_chosen(line, key, engine);
            }
            KeyCode::Tab => {
                let objects = engine.sandbox().world().objects();
                let names: Vec<_> = objects.map(|(_, object)| object.name.to_string()).collect();
                line.complete(&names);
            }
            KeyCode::Down => line.step_palette(Arrow::Down, &self.keymap),
            KeyCode::BackTab | KeyCode::Up => line.step_palette(Arrow::Up, &self.keymap),
            KeyCode::Enter if is_chosen || !(line.is_whole() || is_order) => {
                return self.take_chosen(line, key, engine);
            }
            _ if is_chosen && key.typed() == Some(' ') => {
                return self.take_chosen(line, key, engine);
            }
            _ => return self.type_in_line(line, key, engine),
        }
        self.prompt = Some(Prompt::Command(line));
        Vec::new()
    }

    /// Takes the chosen row of the palette: Enter runs it if it is complete, otherwise and by
    /// Tab its name is put into the line.
    fn take_chosen(
        &mut self,
        mut line: CommandLine,
        key: KeyPress,
        engine: &mut Engine,
    ) -> Vec<Intent> {
        let Some(row) = line.chosen_row(&self.keymap) else {
            line.choose(None);
            return self.type_in_line(line, key, engine);
        };
        match row.target.ready().filter(|_| key.code == KeyCode::Enter) {
            Some(ReadyToRun::Action(action)) => return vec![Intent::Act(action)],
            Some(ReadyToRun::Line(text)) => {
                return self.type_in_line(CommandLine::starting_with(text), key, engine);
            }
            None => {}
        }
        let gap = if row.syntax().is_empty() { "" } else { " " };
        self.open_line(&format!("{}{gap}", row.name));
        Vec::new()
    }

    fn type_in_line(
        &mut self,
        mut line: CommandLine,
        key: KeyPress,
        engine: &mut Engine,
    ) -> Vec<Intent> {
        match line.press(key) {
            Typed::Editing => self.prompt = Some(Prompt::Command(line)),
            Typed::Closed => engine.stay(),
            Typed::Entered => return vec![Intent::Typed(Box::new(line))],
        }
        Vec::new()
    }

    fn answer_leave(
        &mut self,
        leaving: Leaving,
        key: KeyPress,
        engine: &mut Engine,
    ) -> Vec<Intent> {
        let interrupts = self.is_interrupt(key);
        match (key.typed(), key.code) {
            (Some('y'), _) => return vec![Intent::Leave(leaving)],
            // A second q would be one too many after the first, and lose what is not saved.
            _ if interrupts && leaving == Leaving::Quit => {
                return vec![Intent::Host(engine::Effect::Quit.into())];
            }
            (Some('w'), _) => match engine.save_then(leaving) {
                Outcome::Effect(effect) => return vec![Intent::Host(effect.into())],
                // There is no file yet: ask for its name, and go on after that.
                _ => self.open_line("save "),
            },
            (Some('n'), _) | (_, KeyCode::Esc | KeyCode::Enter) => {}
            _ => self.prompt = Some(Prompt::Leave(leaving)),
        }
        Vec::new()
    }

    fn answer_save_over(
        &mut self,
        question: Question,
        key: KeyPress,
        engine: &mut Engine,
    ) -> Vec<Intent> {
        let effect = match (key.typed(), key.code, question.clash) {
            (Some('y'), ..) => engine::Effect::Save(question.path, Overwrite::Yes),
            (Some('r'), _, Clash::Changed) => {
                engine.stay();
                engine::Effect::Open(question.path.to_string_lossy().into_owned())
            }
            (Some('n'), ..) | (_, KeyCode::Esc | KeyCode::Enter, _) => {
                engine.stay();
                return vec![Intent::Say("not saved".to_owned())];
            }
            _ => {
                self.prompt = Some(Prompt::SaveOver(question));
                return Vec::new();
            }
        };
        vec![Intent::Host(effect.into())]
    }

    /// Opens a line to be completed, with the reason.
    pub(super) fn open_line_at_fault(&mut self, mut line: CommandLine, why: CommandError) {
        line.set_fault(why);
        self.prompt = Some(Prompt::Command(line));
    }

    /// Turns the palette by the wheel.
    pub(super) fn turn_palette(&mut self, arrow: Arrow) {
        if let Some(Prompt::Command(line)) = &mut self.prompt {
            line.step_palette(arrow, &self.keymap);
        }
    }

    /// A click on a row of the palette chooses it; whether it was chosen.
    pub(super) fn click_palette(&mut self, row: usize) -> bool {
        let Some(Prompt::Command(line)) = &mut self.prompt else { return false };
        let is_again = line.choice() == row;
        line.choose(Some(row));
        is_again
    }
}
