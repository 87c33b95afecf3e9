//! Commands carried out: by the sandbox, or here where they concern the screen,
//! or as an effect where they concern files.

use std::path::PathBuf;

use super::session::Baseline;
use super::{Action, App, EditMode, Effect, Help, Leaving, Prompt, Tab};
use hitscan_core::command::{Command, CommandError, CommandSpec};
use hitscan_core::engine::{Applied, Observer};
use hitscan_core::scene::{Scene, Source};
use hitscan_core::world::{History, Record};

/// The frames of one command. While they are made no key is read, so there is an
/// end to them; who wants more asks again, or `hitscan run`.
struct AtOnce {
    left: u32,
}

impl Default for AtOnce {
    fn default() -> Self {
        Self { left: 100_000 }
    }
}

impl Observer for AtOnce {
    fn kept(&mut self, _: &Record) {}

    fn made(&mut self, _: &History) {
        self.left = self.left.saturating_sub(1);
    }

    fn is_interrupted(&self) -> bool {
        self.left == 0
    }
}

impl App {
    /// The time for one frame has come, while playing. What cannot be made
    /// ends the playing and says why.
    pub fn tick(&mut self) {
        if self.screen.playing {
            self.screen.playing = false;
            self.run_a_frame();
            self.screen.playing = !self.screen.has_failed();
        }
    }

    /// One frame forward. What lay ahead goes, as with every command, and here
    /// people did not always mean to change anything.
    pub(super) fn run_a_frame(&mut self) -> Vec<Effect> {
        let lost = self.session.sandbox.history().len() - self.session.sandbox.history().position();
        let effects = self.run(&Command::Step(1));
        if lost > 0 && !self.screen.has_failed() {
            let changes = if lost == 1 { "change" } else { "changes" };
            let along = self.input.keymap.named(Action::Redo);
            self.screen
                .say(format!("{lost} {changes} ahead dropped; {along} would have gone along"));
        }
        effects
    }

    /// Carries out a command as if it had been typed, and says so.
    pub(super) fn run(&mut self, command: &Command) -> Vec<Effect> {
        match self.carry_out(command) {
            Ok(effects) => effects,
            Err(fault) => {
                self.screen.fail(fault.to_string());
                Vec::new()
            }
        }
    }

    /// Carries out a command; what concerns the screen or files is done here
    /// or comes back as an effect.
    ///
    /// # Errors
    /// Says why not; then nothing has changed.
    pub fn carry_out(&mut self, command: &Command) -> Result<Vec<Effect>, CommandError> {
        let axes = self.session.sandbox.world().settings().axes;
        let before = self.session.sandbox.selection().map(|(id, _)| id);
        self.check_covered(command)?;
        let command = &self.with_names(command);
        match self.session.journal.apply(
            &mut self.session.sandbox,
            command,
            &mut AtOnce::default(),
        )? {
            Applied::Nothing(why) => {
                self.screen.say(why);
                return Ok(Vec::new());
            }
            Applied::Elsewhere => {
                let effects = self.carry_out_elsewhere(command)?;
                if command.is_recorded() {
                    let written = command.written(axes).to_string();
                    // A prediction is noted with the truth, where that is known.
                    if !matches!(command, Command::Predict(..)) {
                        self.session.journal.note(&written);
                    }
                    self.screen.last_command = Some(written);
                }
                return Ok(effects);
            }
            Applied::Stopped(_, why) => self.screen.fail(why.to_string()),
            Applied::Done => {}
        }
        if matches!(command, Command::Undo(_) | Command::Back(_) | Command::Seek(_) | Command::New)
        {
            self.screen.playing = false;
        }
        self.screen.last_command = Some(command.written(axes).to_string());
        self.screen.panel.log_view.choose_none();
        let after = self.session.sandbox.selection().map(|(id, _)| id);
        if before != after || matches!(command, Command::Select(_) | Command::New) {
            self.input.edit_mode = EditMode::Move;
            self.session.partner = None;
        }
        // Vertices come and go, and with undo come back.
        let vertices =
            self.session.sandbox.selection().map(|(_, object)| object.shape.vertices().len());
        if let (EditMode::End(index), Some(count)) = (self.input.edit_mode, vertices) {
            self.input.edit_mode = EditMode::End(index.min(count - 1));
        }
        if *command == Command::New {
            self.session.source = Source::New;
            self.session.baseline = Baseline::opened(&Scene::default());
            self.show_all();
        }
        if let Command::Expect(names) = command
            && let Some(noted) = self.session.sandbox.noted(names.as_ref())
        {
            let next = match self.session.source {
                Source::File(_) => ":save next",
                Source::New | Source::BuiltIn(_) => ":save FILE next",
            };
            self.screen.say(format!("{noted}: noted, saved with the scene   {next}"));
        }
        self.follow_selection();
        Ok(Vec::new())
    }

    pub(super) fn carry_out_elsewhere(
        &mut self,
        command: &Command,
    ) -> Result<Vec<Effect>, CommandError> {
        match command {
            Command::Help(None) => self.screen.help = Some(Help::default()),
            Command::Help(Some(name)) => {
                let spec = CommandSpec::named(name)?;
                let text = format!("{} {}: {}", spec.name, spec.syntax, spec.doc);
                self.screen.say(text);
            }
            Command::Open(target) => return Ok(self.leave_for(Leaving::Open(target.clone()))),
            Command::Save(file) => {
                return Ok(vec![Effect::Save(self.place_to_save(file.as_deref())?)]);
            }
            Command::Record(file) => return Ok(vec![Effect::Record(PathBuf::from(file))]),
            Command::Recover(what) => return Ok(vec![Effect::Recover(*what)]),
            Command::Method(page) => {
                self.session.method = page.method();
                self.screen.panel.scrolled = 0;
                self.note_construction();
            }
            Command::Log(filter) => {
                self.screen.panel.log_view.filter = *filter;
                self.screen.show(Tab::Log);
            }
            Command::Filter(text) => {
                self.screen.panel.log_view.text.clone_from(text);
                self.screen.show(Tab::Log);
            }
            Command::Describe(name) => self.describe(name.as_ref())?,
            Command::Query(names) => self.query(names.as_ref())?,
            Command::Check => self.check(),
            Command::Why(names, about) => self.ask_why(names, *about)?,
            Command::Predict(names, said) => self.predict(names.as_ref(), *said)?,
            Command::Screenshot(file) => {
                return Ok(vec![Effect::Screenshot(PathBuf::from(file))]);
            }
            Command::Play => {
                self.screen.playing = true;
                self.screen.last_command = Some("play".to_owned());
                if !self.session.is_moving() {
                    self.say_that_nothing_moves();
                }
            }
            Command::Pause => {
                self.screen.playing = false;
                self.screen.last_command = Some("pause".to_owned());
            }
            Command::SaveAndQuit(None) if !self.session.has_file() => {
                let why = CommandError::new("this scene has no file yet: wq FILE.toml");
                self.open_line_at_fault("wq ", why);
            }
            Command::SaveAndQuit(file) => {
                let path = self.place_to_save(file.as_deref())?;
                self.input.after_save = Some(Leaving::Quit);
                return Ok(vec![Effect::Save(path)]);
            }
            Command::Quit => return Ok(self.leave_for(Leaving::Quit)),
            Command::QuitUnsaved => return Ok(vec![Effect::Quit]),
            _ => {}
        }
        Ok(Vec::new())
    }

    /// Frames go by, and without this one would not know why nothing else does.
    fn say_that_nothing_moves(&mut self) {
        let [speed, pause] =
            [Action::GripSpeed, Action::PlayPause].map(|action| self.input.keymap.named(action));
        self.screen.say(format!("nothing has a velocity: {speed} gives one, {pause} pauses"));
    }

    /// What is to be done to leave the scene for something else: nothing yet
    /// where changes would be lost, but a question.
    pub(super) fn leave_for(&mut self, leaving: Leaving) -> Vec<Effect> {
        let is_nothing =
            matches!(self.session.source, Source::New) && self.session.sandbox.world().is_empty();
        if self.session.is_unsaved() && !is_nothing {
            self.input.prompt = Some(Prompt::Leave(leaving));
            return Vec::new();
        }
        self.leave_now(leaving)
    }

    pub(super) fn leave_now(&mut self, leaving: Leaving) -> Vec<Effect> {
        match leaving {
            Leaving::Quit => vec![Effect::Quit],
            Leaving::Open(target) => vec![Effect::Open(target)],
            Leaving::New => self.run(&Command::New),
        }
    }

    fn place_to_save(&self, file: Option<&str>) -> Result<PathBuf, CommandError> {
        match (file, &self.session.source) {
            (Some(file), _) => Ok(PathBuf::from(file)),
            (None, Source::File(path)) => Ok(path.clone()),
            (None, Source::BuiltIn(_) | Source::New) => {
                Err(CommandError::new("this scene has no file yet: save FILE.toml"))
            }
        }
    }
}
