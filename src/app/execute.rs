//! Commands: the engine executes them, and their outcome is presented here.

use super::screen::Heard;
use super::{Action, AnswerLasts, App, EditMode, Effect, Help, Prompt, Tab};
use hitscan_core::command::{Command, CommandError, CommandKind, Place, Topic, described};
use hitscan_core::engine::ndjson::write_query;
use hitscan_core::engine::{self, Event, GameOver, Leaving, Outcome, Show, Tell};
use hitscan_core::scene::Source;
use hitscan_core::words::lines::cells_of;
use hitscan_core::words::{broad_phase_counts, nothing_expected};
use hitscan_core::world::{Change, Entered, ObjectId, OnEnter};
use hitscan_geom::Point;

impl App {
    /// Makes one frame by the clock. One that cannot be made stops the clock and
    /// says why.
    pub fn tick(&mut self) {
        if self.engine.is_playing() {
            if let Some((_, object)) = self.engine.sandbox().selection() {
                let (min, max) = object.shape.bounds();
                let middle = Point::new(min.x.midpoint(max.x), min.y.midpoint(max.y));
                self.screen.leave_trail(middle);
            }
            // What stands in the status is what the last key did.
            let last_command = self.screen.last_command.take();
            let made = self.make_a_frame();
            // The end of a game is what the clock did.
            let is_over = self.engine.sandbox().game_over_now().is_some();
            self.screen.last_command = last_command.filter(|_| !is_over);
            if made.is_err() {
                self.engine.stop_playing();
            }
            self.or_fail(made);
        }
    }

    /// Makes one frame; a refusal is a status message.
    pub(super) fn run_a_frame(&mut self) -> Vec<Effect> {
        let made = self.make_a_frame();
        self.or_fail(made)
    }

    /// Makes one frame. In the past, a frame that comes next anyway is made again, so
    /// that all that lies ahead stays; any other drops it, and how much that is is
    /// said: people do not always mean to change anything here.
    fn make_a_frame(&mut self) -> Result<Vec<Effect>, CommandError> {
        let sandbox = self.engine.sandbox();
        let ahead = sandbox.history().len() - sandbox.history().position();
        if sandbox.world().is_empty() && ahead > 0 {
            let end = self.input.keymap.named(Action::SeekEnd);
            let why = format!("nothing is here yet; {end} goes back to what you built");
            return Err(CommandError::new(why));
        }
        let again = sandbox.redo_steps_to_next_frame();
        let effects = self.execute(&again.map_or(Command::Step(1), Command::Redo))?;
        self.screen.has_played = true;
        let lost = self.screen.heard.dropped;
        if lost > 0 && self.engine.entered().is_none() {
            let [changes, them] = if lost == 1 { ["change", "it"] } else { ["changes", "them"] };
            let redo = self.input.keymap.named(Action::Redo);
            self.screen
                .say(format!("dropped {lost} {changes} ahead; {redo} would have redone {them}"));
        }
        Ok(effects)
    }

    /// Where the beginning is: frame 0 with all that was built there; from there, before
    /// it was.
    pub(super) fn beginning(&self) -> Place {
        let history = self.engine.history();
        let built = history.at_frame(0).unwrap_or_default();
        if history.position() > built { Place::Frame(0) } else { Place::Start }
    }

    /// Shows the message of a sensor that a box came into in the last frame, which has
    /// stopped the clock.
    fn show_entered(&mut self) {
        let Some(Entered { sensor, by, action: Some(OnEnter::Pause), message, .. }) =
            self.engine.entered()
        else {
            return;
        };
        let said =
            message.as_ref().map_or_else(|| format!("{by} is in {sensor}"), ToString::to_string);
        self.screen.say(said);
    }

    /// Says how a game ended where the headline has no room for all of it.
    fn show_game_over(&mut self) {
        let room = self.screen.layout().map_or(0, |layout| layout.message_cols());
        let is_cut = |over: &&GameOver| cells_of(format_args!("{}", over.message)) > room.into();
        let over = self.engine.game_over_in_focus().filter(is_cut);
        let message = over.filter(|_| self.screen.message.is_none()).map(GameOver::line);
        if let Some(message) = message {
            self.screen.say(message);
        }
    }

    /// Executes a command of a key; a refusal is a status message.
    pub(super) fn run(&mut self, command: &Command) -> Vec<Effect> {
        let done = self.execute(command);
        self.or_fail(done)
    }

    /// Executes a command and presents what came of it.
    ///
    /// # Errors
    /// Says why it was refused; then nothing has changed.
    pub fn execute(&mut self, command: &Command) -> Result<Vec<Effect>, CommandError> {
        let line = self.line_of(command);
        let selected = self.selected();
        if let Some(about) = self.about_action(command) {
            self.screen.say(about);
            return Ok(Vec::new());
        }
        let refusal = self.permitted.refuses(command).or_else(|| self.lab_refusal(command));
        if let Some(why) = refusal {
            return Err(CommandError::new(why));
        }
        // The file of a course has everything.
        let in_course = self.model().lab().is_some();
        let leave = Some(&Command::QuitUnsaved).filter(|_| in_course && *command == Command::Quit);
        let command = leave.unwrap_or(command);
        let before = self.engine.history().position();
        let outcome = self.execute_monitored(command, &line)?;
        self.hold_counts(before);
        self.note_playing((command.kind(), before));
        self.screen.note = None;
        let effects = self.present(outcome, line, selected)?;
        if let Command::Log(filter) = command {
            self.screen.panel.chosen_filter = Some(*filter);
        }
        self.update_filter();
        self.say_heard();
        self.show_entered();
        self.show_game_over();
        Ok(effects)
    }

    /// Notes after a command whether what was done last is playing. Where an object is edited,
    /// it is not; to steer one is a part of it.
    fn note_playing(&mut self, (kind, before): (CommandKind, usize)) {
        let history = self.engine.history();
        if kind != CommandKind::Edit || history.position() == before {
            return;
        }
        match history.last_change() {
            Some(Change::Steer(..)) => self.screen.has_played = true,
            Some(Change::Step | Change::SetSettings(_) | Change::SetTitle(_)) => {}
            _ => self.screen.has_played = false,
        }
    }

    /// Says what the command told beside its answer. Settings only if nothing else is
    /// said; while playing, the header shows the speed.
    fn say_heard(&mut self) {
        let is_silent = self.screen.message.is_none() && !self.engine.is_playing();
        if let Some(changed) = self.screen.heard.settings.take().filter(|_| is_silent) {
            self.screen.say(changed);
        }
        if self.screen.heard.all_broken {
            self.screen.say("nothing is left to break");
        }
        if let Some(changes) = self.screen.heard.remade {
            let limit = self.engine.world().memory();
            self.screen.say(format!(
                "{changes} changes were worked out again; more memory than {limit} would keep them"
            ));
        }
    }

    /// What help says about an action that is no command: `zoom-in: +. zoom in`.
    fn about_action(&self, command: &Command) -> Option<String> {
        let Command::Help(Some(word)) = command else { return None };
        let action = Action::of_id(word).filter(|_| Topic::find(word).is_empty())?;
        let doc = action.row().doc;
        Some(match self.input.keymap.key_of(action) {
            Some(key) => format!("{word}, by {key}: {doc}"),
            None => format!("{word}: {doc}"),
        })
    }

    /// Executes a command of a recording, which asks nothing.
    ///
    /// # Errors
    /// Says why it was refused, or that it does not belong in a recording.
    pub fn replay(&mut self, command: &Command) -> Result<(), CommandError> {
        let line = self.line_of(command);
        let selected = self.selected();
        let mut outcome = self.execute_monitored(command, &line)?;
        if let Outcome::Confirm(leaving) = outcome {
            outcome = self.engine.leave(leaving)?;
        }
        let is_nothing = matches!(outcome, Outcome::Nothing(_));
        if !command.kind().is_recorded() && !is_nothing {
            return Err(CommandError::new("this command does not belong in a recording"));
        }
        self.present(outcome, line, selected).map(|_| ())
    }

    /// Executes a command that can be stopped; `line` is how it would be typed.
    fn execute_monitored(
        &mut self,
        command: &Command,
        line: &str,
    ) -> Result<Outcome, CommandError> {
        let mut asks = self.listener(line);
        self.screen.heard = Heard::default();
        let heard = &mut self.screen.heard;
        let mut tell = |event: Event<'_>| {
            heard.hear(event);
            asks(event)
        };
        match &mut self.lab {
            Some(lab) => lab.execute(command, &mut self.engine, &mut tell),
            None => self.engine.execute(command, &mut tell),
        }
    }

    /// Shows how far the command of this line has come from now on, and can stop it.
    #[must_use]
    pub fn listener(&self, line: &str) -> Box<Tell<'static>> {
        self.monitored.begins(self.model());
        Box::new(self.monitored.listener(line))
    }

    /// A command as it would be typed.
    fn line_of(&self, command: &Command) -> String {
        let axes = self.engine.world().settings().axes;
        // The pair in view may not be the selected one, so it is named.
        if matches!(command, Command::Query(None) | Command::Expect(None)) {
            command.written_for(axes, &self.engine).to_string()
        } else {
            command.written(axes).to_string()
        }
    }

    /// Leaves the scene without asking.
    pub fn leave(&mut self, leaving: Leaving) -> Vec<Effect> {
        let selected = self.selected();
        let left = self.engine.leave(leaving);
        let left = left.and_then(|outcome| self.present(outcome, "new".to_owned(), selected));
        self.or_fail(left)
    }

    pub(super) fn or_fail(&mut self, done: Result<Vec<Effect>, CommandError>) -> Vec<Effect> {
        done.unwrap_or_else(|why| {
            self.screen.fail(why.to_string());
            Vec::new()
        })
    }

    fn selected(&self) -> Option<ObjectId> {
        self.engine.sandbox().selection().map(|(id, _)| id)
    }

    /// Presents the outcome of a command: `line` is how it would be typed, and
    /// `selected` was selected before it.
    fn present(
        &mut self,
        outcome: Outcome,
        line: String,
        selected: Option<ObjectId>,
    ) -> Result<Vec<Effect>, CommandError> {
        match outcome {
            Outcome::Interrupted(why) => return Err(why),
            Outcome::Nothing(why) => self.screen.say(why),
            Outcome::Covered => {
                if self.engine.covers_all() {
                    return Err(CommandError::new("covered until you answer the question"));
                }
                let [hit, touch, miss] = self.model().answers().map(|(key, _)| key);
                let why = format!("covered until you predict it: {hit}, {touch} or {miss}");
                return Err(CommandError::new(why));
            }
            Outcome::NeedsFile(command) => {
                let why = format!("this scene has no file yet: {command} FILE.toml");
                let why = CommandError::new(why);
                if command == "save" {
                    return Err(why);
                }
                self.open_line_at_fault(&format!("{command} "), why);
            }
            Outcome::Confirm(leaving) => self.input.prompt = Some(Prompt::Leave(leaving)),
            Outcome::Effect(effect) => return Ok(self.pass_on(effect)),
            Outcome::Show(Show::Help(topics)) if topics.is_empty() => {
                self.screen.help = Some(Help::default());
            }
            Outcome::Show(Show::Help(topics)) => {
                let lines: Vec<_> = topics.iter().map(Topic::line).collect();
                self.screen.say(lines.join(". "));
            }
            Outcome::Show(Show::Expected(noted)) => {
                self.screen.panel.drop_outdated_answer();
                self.present_change(line, selected);
                let save = match self.engine.source() {
                    Source::File(_) => ":save",
                    Source::New | Source::BuiltIn(_) => ":save FILE",
                };
                self.screen.say(format!("{noted}: the scene has it now; {save} keeps it"));
            }
            Outcome::Show(show) => {
                self.show(show, &line);
                self.screen.last_command = Some(line);
            }
            Outcome::Done => {
                self.screen.panel.drop_outdated_answer();
                self.present_change(line, selected);
            }
            Outcome::Stopped { why, .. } => {
                self.screen.fail(why.to_string());
                self.screen.panel.drop_outdated_answer();
                self.present_change(line, selected);
            }
            // Resets the edit mode even if the same object is selected again.
            Outcome::Selected => self.present_change(line, None),
            Outcome::Emptied => {
                self.screen.panel.answer = None;
                self.present_change(line, None);
                self.show_all();
            }
        }
        Ok(Vec::new())
    }

    /// Lets the arrows do what they do first for the selected object.
    pub(super) fn begin_edit_mode(&mut self) {
        let selection = self.engine.sandbox().selection();
        let first = selection.map(|(_, object)| EditMode::first(object));
        self.input.edit_mode = first.unwrap_or_default();
    }

    /// Presents a change of the world or of the selection.
    fn present_change(&mut self, line: String, selected: Option<ObjectId>) {
        self.screen.last_command = Some(line);
        if selected.is_none() || self.selected() != selected {
            self.begin_edit_mode();
        }
        // Vertices come and go, and with undo come back.
        let selection = self.engine.sandbox().selection();
        let vertices = selection.map(|(_, object)| object.shape.vertices().len());
        if let (EditMode::End(index), Some(count)) = (self.input.edit_mode, vertices) {
            self.input.edit_mode = EditMode::End(index.min(count - 1));
        }
        self.follow_selection();
    }

    /// Shows what a command answers; `line` is how it would be typed.
    fn show(&mut self, show: Show, line: &str) {
        let lasts = AnswerLasts::UntilAChange;
        let axes = self.engine.sandbox().world().settings().axes;
        match show {
            Show::Objects(objects, counts) => {
                let mut lines: Vec<_> =
                    objects.iter().map(|object| described(object, axes)).collect();
                if lines.is_empty() {
                    lines.push("This scene is empty.".to_owned());
                }
                lines.extend(counts.as_ref().map(broad_phase_counts));
                self.screen.panel.show_answer(line, lines, lasts);
            }
            Show::Query(pair) => {
                let mut answer = String::new();
                write_query(&pair, &mut answer);
                let answer = vec![answer.trim_end().to_owned()];
                self.screen.panel.show_answer(line, answer, lasts);
            }
            Show::Findings(findings) => {
                let mut lines: Vec<_> = (1..)
                    .zip(&findings)
                    .flat_map(|(number, finding)| finding.lines(number))
                    .collect();
                if lines.is_empty() {
                    lines.push(nothing_expected().to_owned());
                }
                self.screen.panel.show_answer(line, lines, lasts);
            }
            Show::Why { .. } => {
                self.input.edit_mode = EditMode::Move;
                self.follow_selection();
                self.screen.show(Tab::Why);
            }
            Show::Prediction(prediction) => self.say_prediction(&prediction),
            Show::PredictMode(mode, score) => self.say_predict_mode(mode, score),
            Show::Map(request) => self.obey_map_request(request),
            Show::Log => self.screen.show(Tab::Log),
            Show::Method => {
                self.screen.panel.start_page();
                self.note_construction();
            }
            Show::Expected(_) | Show::Help(_) => {}
        }
    }

    /// Hands an effect of the engine to the host.
    fn pass_on(&mut self, effect: engine::Effect) -> Vec<Effect> {
        match effect {
            engine::Effect::Play => {
                self.screen.trail.clear();
                self.screen.pace = None;
                self.screen.last_command = Some("play".to_owned());
                if !self.model().is_moving() {
                    let [speed, pause] = [Action::GripSpeed, Action::PlayPause]
                        .map(|action| self.input.keymap.named(action));
                    self.screen
                        .say(format!("nothing has a velocity: {speed} gives one, {pause} pauses"));
                }
                Vec::new()
            }
            engine::Effect::Pause => {
                self.screen.last_command = Some("pause".to_owned());
                Vec::new()
            }
            other => vec![Effect::Engine(other)],
        }
    }
}
