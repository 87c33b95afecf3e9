//! Carries out intents: the engine executes commands, the lab takes orders, and the screen presents
//! the outcome.

use super::intent::{Intent, Then};
use super::note::NoteKey;
use super::screen::{Heard, NO_COURSE, UntilKey, selected};
use super::{
    Action, App, EditMode, Effect, FOLLOW, GlyphSet, Lab, Screen, Setting, Tab, ThemeName,
};
use hitscan_core::command::{Command, CommandError, CommandKind, Topic, Word, split};
use hitscan_core::engine::{Engine, Event, Leaving, Outcome, Show, Tell, silent};
use hitscan_core::lab::{Learning, Order, Told};
use hitscan_core::scene::excerpt;
use hitscan_core::words::{any_of, nearest};
use hitscan_core::world::ObjectId;

impl App {
    /// Carries out an intent; a refusal becomes a status message.
    pub(super) fn carry_out(&mut self, intent: Intent) -> Vec<Effect> {
        let done = match intent {
            Intent::Run(command) => self.execute(&command),
            Intent::RunThen(command, then) => {
                let effects = self.carry_out(Intent::Run(command));
                then.follow(&mut self.screen, &mut self.input.edit_mode);
                Ok(effects)
            }
            Intent::Frame => self.make_a_frame(),
            Intent::Act(action) => {
                self.screen.message = None;
                Ok(self.act(action))
            }
            Intent::Key(action) => {
                self.input.pending.clear();
                Ok(self.noting(Some(NoteKey::Action(action)), |app| {
                    app.screen.turn_to(action, &mut app.engine);
                    app.act(action)
                }))
            }
            Intent::Order(order) => self.say_to_lab(order),
            Intent::Line(text) => self.obey_line(&text),
            Intent::Typed(line) => {
                self.screen.message = None;
                let key = Some(NoteKey::Line(line.text()));
                self.noting(key, |app| app.obey_line(line.text())).or_else(|fault| {
                    self.input.reopen_line(*line, fault);
                    Ok(Vec::new())
                })
            }
            Intent::Value(command, way) => {
                let done = self.execute(&command);
                let Self { engine, screen, input, .. } = self;
                Ok(input.value_entered(done, way, &mut screen.panel.form, engine.sandbox()))
            }
            Intent::Leave(leaving) => Ok(self.leave(leaving)),
            Intent::Choose(lesson) => {
                // The clock must not run unseen.
                self.engine.stop_playing();
                let picker = self.model().picker(lesson.as_deref());
                self.input.show_picker(picker, &self.engine, &self.screen);
                Ok(self.lab.is_none().then_some(Effect::ListScenes).into_iter().collect())
            }
            Intent::Grab(cell) => {
                self.input.grab(cell, self.engine.sandbox(), &self.screen.viewport);
                Ok(Vec::new())
            }
            Intent::ShowMap(layer, fits) => {
                self.show_map(layer, fits).map(|()| Vec::new()).map_err(CommandError::new)
            }
            Intent::Tour(way, wanted) => self.tour(way, &wanted),
            Intent::Show(change) => {
                self.screen.change(change, &mut self.engine);
                Ok(Vec::new())
            }
            Intent::Refused(why) => Err(CommandError::new(why)),
            Intent::Host(effect) => Ok(vec![effect]),
        };
        self.screen.effects_of(done)
    }

    /// Carries something out and tells the note, if it was one of its keys.
    fn noting<T>(&mut self, key: Option<NoteKey<'_>>, done: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.model().standing();
        let note = &mut self.screen.note;
        let finished = note.steps_done();
        note.begin();
        let result = done(self);
        let now = self.model().standing();
        let is_over = self.engine.is_playing() || self.engine.sandbox().game_over_now().is_some();
        let note = &mut self.screen.note;
        note.end(key, [before, now], is_over);
        if note.steps_done() > finished
            && let Some(scrolled) = self.model().place_of_what_is_said()
        {
            self.screen.panel.scrolled = scrolled;
        }
        result
    }

    pub(super) fn carry_out_all(&mut self, meant: impl IntoIterator<Item = Intent>) -> Vec<Effect> {
        meant.into_iter().flat_map(|intent| self.carry_out(intent)).collect()
    }

    /// Executes a line: an order to the lab, a command or an action.
    fn obey_line(&mut self, text: &str) -> Result<Vec<Effect>, CommandError> {
        if self.screen.may_follow && text.trim() == FOLLOW {
            return Ok(vec![Effect::Follow]);
        }
        let lab = self.lab.as_ref();
        if let Some(order) = lab.and_then(|lab| lab.learning.order_in(text, &self.engine)) {
            return order.and_then(|order| self.say_to_lab(order));
        }
        let mut rounding = self.engine.rounding();
        let parsed = Command::parse(&rounding.line(text), self.engine.sandbox().world().settings());
        if let (Err(_), Some(action)) = (&parsed, Action::named_in(text)) {
            self.engine.stay();
            return Ok(self.act(action));
        }
        if parsed.is_err() && set_appearance(text, &mut self.screen)? {
            self.engine.stay();
            return Ok(Vec::new());
        }
        // The line may be the file name that a save is waiting for.
        if !matches!(parsed, Ok(Some(Command::Save(_))) | Err(_)) {
            self.engine.stay();
        }
        let effects = parsed?.map_or_else(|| Ok(Vec::new()), |command| self.execute(&command))?;
        if let Some(told) = rounding.told() {
            self.screen.say(told);
        }
        Ok(effects)
    }

    /// Makes one frame for the clock. If that fails, stops the clock and says why.
    pub fn tick(&mut self) {
        if self.engine.is_playing() {
            self.screen.leave_trail(self.engine.sandbox());
            // The status line keeps the command of the last key.
            let last_command = self.screen.last_command.take();
            let made = self.make_a_frame();
            // The clock, not a key, ended the game.
            let is_over = self.engine.sandbox().game_over_now().is_some();
            self.screen.last_command = last_command.filter(|_| !is_over);
            if let Err(why) = made {
                self.engine.stop_playing();
                self.screen.fail(why.to_string());
            }
        }
    }

    /// Makes one frame. After going back in history, if the next change is a frame, redoes that, so
    /// that everything ahead stays. Any other frame drops what lies ahead and says how much, since
    /// the user may not have meant to change anything.
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

    /// Executes a command and presents the outcome.
    ///
    /// # Errors
    /// Says why it was refused; nothing has changed then.
    pub fn execute(&mut self, command: &Command) -> Result<Vec<Effect>, CommandError> {
        self.noting(None, |app| app.execute_and_present(command))
    }

    fn execute_and_present(&mut self, command: &Command) -> Result<Vec<Effect>, CommandError> {
        let line = line_of(command, &self.engine);
        let selected = selected(&self.engine);
        if let Command::Help(Some(word)) = command
            && let Some(about) = self.input.about_action(word)
        {
            self.screen.say(about);
            return Ok(Vec::new());
        }
        if let Command::Help(Some(word)) = command
            && Topic::find(word).is_empty()
            && let Some(help) = self.model().help_searched(word)
        {
            self.screen.help = Some(help);
            return Ok(Vec::new());
        }
        let permitted = self.permitted.refuses(command);
        let refused = || self.lab.as_ref()?.learning.refuses(command, &self.engine);
        if let Some(why) = permitted.or_else(refused) {
            return Err(CommandError::new(why));
        }
        // The course file already has everything, so do not ask.
        let in_course = self.lab.is_some();
        let leave = Some(&Command::QuitUnsaved).filter(|_| in_course && *command == Command::Quit);
        let command = leave.unwrap_or(command);
        let before = self.engine.history().position();
        let was_over = self.engine.sandbox().game_over_now().is_some();
        let outcome = self.execute_monitored(command, &line)?;
        let is_over = self.engine.sandbox().game_over_now().is_some();
        if is_over && !was_over && command.kind() != CommandKind::Travel {
            self.screen.until_key = UntilKey::Ended;
        }
        self.screen.hold_counts(&self.engine, before);
        self.screen.note_playing(&self.engine, command.kind(), before);
        let effects = self.present(outcome, line, selected)?;
        if let Command::Log(filter) = command {
            self.screen.panel.chosen_filter = Some(*filter);
        }
        self.screen.filter_log(&mut self.engine, self.input.usual_log);
        self.screen.say_heard(&self.engine);
        Ok(effects)
    }

    /// Executes a command from a recording, without asking anything.
    ///
    /// # Errors
    /// Says why it was refused, or that it does not belong in a recording.
    pub fn replay(&mut self, command: &Command) -> Result<(), CommandError> {
        let line = line_of(command, &self.engine);
        let selected = selected(&self.engine);
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
        let Some(lab) = &mut self.lab else { return self.engine.execute(command, &mut tell) };
        let was_settled = lab.goes_on();
        let done = lab.learning.execute(command, &mut self.engine, &mut tell);
        if !was_settled && lab.goes_on() {
            lab.told_at = self.engine.history().position();
        }
        done
    }

    /// Shows the progress of this line's command from now on, and can stop it.
    pub fn listener(&self, line: &str) -> Box<Tell<'static>> {
        self.monitored.begins(self.model());
        Box::new(self.monitored.listener(line))
    }

    /// Leaves the scene without asking.
    pub fn leave(&mut self, leaving: Leaving) -> Vec<Effect> {
        let selected = selected(&self.engine);
        let left = self.engine.leave(leaving);
        let left = left.and_then(|outcome| self.present(outcome, "new".to_owned(), selected));
        self.screen.effects_of(left)
    }

    /// Presents the outcome of a command: `line` is how it would be typed, and
    /// `selected` was selected before it.
    fn present(
        &mut self,
        outcome: Outcome,
        line: String,
        selected: Option<ObjectId>,
    ) -> Result<Vec<Effect>, CommandError> {
        if let Outcome::Show(Show::Map(request)) = outcome {
            let effects = self.obey_map_request(request);
            self.screen.last_command = Some(line);
            return Ok(effects);
        }
        self.screen.present(outcome, line, selected, &self.engine, &mut self.input)
    }

    /// Carries out an order to the lab, and shows what it leads to.
    fn say_to_lab(&mut self, order: Order) -> Result<Vec<Effect>, CommandError> {
        let Some(lab) = &mut self.lab else { return Err(CommandError::new(NO_COURSE)) };
        if let Some(why) = self.permitted.refuses_order(&order, &lab.learning) {
            return Err(CommandError::new(why));
        }
        let told = lab.learning.carry_out(order, &mut self.engine, &mut silent);
        let told = told.map_err(|why| self.model().lab_error(&why))?;
        let mut left = None;
        for told in told {
            let Some(lab) = &mut self.lab else { break };
            match told {
                Told::Opened => {
                    lab.note_state();
                    self.show_step_afresh();
                }
                Told::Kept => {
                    lab.note_state();
                    lab.settle(&mut self.engine);
                    self.screen.show_what_is_out_of_view(self.engine.world());
                }
                Told::Again => self.show_step_afresh(),
                Told::Undo(command) => return self.execute(&command),
                Told::Lessons => return Ok(self.carry_out(Intent::Choose(None))),
                Told::Refused(why) => return Err(self.model().lab_error(&why)),
                Told::About(lesson) => {
                    return Ok(self.carry_out(Intent::Choose(Some(lesson.id.clone()))));
                }
                Told::Answered(_) => {
                    // Uncover what the question covered, after the commands that follow its answer.
                    lab.settle(&mut self.engine);
                    if let Some(command) = lab.learning.follow_ups().pop() {
                        let settings = self.engine.world().settings();
                        self.screen.last_command = Some(command.written(settings));
                    }
                    self.screen.show(Tab::Lab);
                }
                Told::Step | Told::Goal => self.screen.show(Tab::Lab),
                Told::Hint(_) => {
                    self.screen.show(Tab::Lab);
                    self.screen.panel.scrolled = self.model().scrolled_to_newest_hint();
                }
                Told::Left { lesson, .. } => left = Some(lesson),
                // The Lab view shows them.
                Told::Lesson | Told::Skipped { .. } | Told::Done(_) | Told::NotYet(..) => {}
            }
        }
        // This stays in the status line over the first step of the next lesson.
        if let Some(said) = left.and_then(|lesson| self.model().end_of(&lesson)) {
            self.screen.say(said);
        }
        Ok(Vec::new())
    }

    /// Opens a course, and leaves the previous scene.
    pub fn begin_course(&mut self, learning: Learning, engine: Engine) {
        // The course file keeps what the student does.
        self.monitored.hear = None;
        self.screen.recoverable = None;
        self.screen.map = None;
        self.screen.has_goal = true;
        self.screen.note.close();
        self.input.in_course = true;
        self.lab = Some(Box::new(Lab::new(learning)));
        self.engine = engine;
        self.show_step_afresh();
    }

    /// Shows the engine of a new step, with the Lab view. Within a lesson, the panel's width and
    /// the viewport stay as they are, unless the scene has its own view.
    fn show_step_afresh(&mut self) {
        let own = self.own_methods.methods.iter().map(|method| method.name).collect();
        self.engine = self.engine.clone().on_screen().with_own_methods(own);
        let is_same = self.lab.as_mut().is_some_and(|lab| lab.keeps_in_view());
        let has_own = self.engine.sandbox().opening().view.is_some();
        let (width, viewport, framing) = self.screen.view();
        self.start_over();
        if is_same && !has_own {
            self.screen.set_view(width, viewport, framing);
        }
        self.screen.show_what_is_out_of_view(self.engine.world());
        self.screen.show(Tab::Lab);
        if let Some(lab) = &mut self.lab {
            lab.settle(&mut self.engine);
        }
    }
}

impl Then {
    /// Does it, once the command is done.
    fn follow(self, screen: &mut Screen, edit_mode: &mut EditMode) {
        match self {
            Self::Quietly => screen.last_command = None,
            Self::Say(_) | Self::GripEnd(_) if screen.has_failed() => {}
            Self::Say(said) => screen.say(said),
            Self::GripEnd(index) => *edit_mode = EditMode::End(index),
        }
    }
}

/// Carries out `theme NAME` and `glyphs NAME`, and returns whether the line is one of them.
fn set_appearance(text: &str, screen: &mut Screen) -> Result<bool, CommandError> {
    let words = split(text);
    let [setting, name] = words.as_slice() else { return Ok(false) };
    match Action::named_in(&setting.text) {
        Some(Action::Next(Setting::Theme)) => {
            screen.set_theme(named(name, &ThemeName::ALL, ThemeName::token)?);
        }
        Some(Action::Next(Setting::Glyphs)) => {
            screen.set_glyphs(named(name, &GlyphSet::ALL, GlyphSet::token)?);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// The value that a word names.
fn named<T: Copy>(
    word: &Word,
    all: &[T],
    token: impl Fn(T) -> &'static str,
) -> Result<T, CommandError> {
    let tokens = || all.iter().map(|&value| token(value));
    let found = all.iter().find(|&&value| token(value) == word.text);
    found.copied().ok_or_else(|| {
        let near = nearest(&word.text, tokens());
        let why = format!("{}: expected {}", excerpt(&word.text), any_of(tokens()));
        CommandError::at(word.span.clone(), why).meaning(near)
    })
}

/// A command as it would be typed.
fn line_of(command: &Command, engine: &Engine) -> String {
    let settings = engine.world().settings();
    // The pair in view may not be the selected one, so it is named.
    if matches!(command, Command::Query(None) | Command::Expect(None)) {
        command.written_for(settings, engine)
    } else {
        command.written(settings)
    }
}
