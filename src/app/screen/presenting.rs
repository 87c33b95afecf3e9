//! What the screen shows of a finished command, and where keys and the mouse turn it.

use super::{Connection, Pane, Screen, Tab};
use crate::app::intent::{Intent, ScreenChange};
use crate::app::log_view::{Jump, next_filter};
use crate::app::predict::{about_predict_mode, worth};
use crate::app::{
    Action, Arrow, CommandLine, CrowdCounts, EditMode, Effect, Help, Input, KeyMap, LogView,
    MapView, Needs, Overlay, OwnMethodSet, Prompt, SceneNote, why_rows,
};
use hitscan_core::command::{
    Command, CommandError, CommandKind, HistoryPlace, LogFilter, Topic, WhySubject, described,
};
use hitscan_core::engine::ndjson::write_query;
use hitscan_core::engine::{
    self, Engine, GameOver, LineId, LogQuery, Outcome, Sandbox, Saved, Show,
};
use hitscan_core::methods::Arithmetic;
use hitscan_core::scene::{SceneSource, printable};
use hitscan_core::words::lines::cells_of;
use hitscan_core::words::{self, broad_phase_counts, nothing_expected, ray_line, why};
use hitscan_core::world::{Change, Entered, ObjectId, OnEnter, TestResult};
use std::path::Path;

impl Screen {
    /// Notes after a command whether the last thing done was playing. Editing an object ends that;
    /// steering is part of playing. `before` is the history position before the command.
    pub(in crate::app) fn note_playing(
        &mut self,
        engine: &Engine,
        kind: CommandKind,
        before: usize,
    ) {
        let history = engine.history();
        if kind == CommandKind::Travel || history.position() == before {
            return;
        }
        match history.last_change() {
            Some(Change::Steer(..)) => self.has_played = true,
            Some(change) if change.object().is_none() && change.added() == 0 => {}
            Some(_) | None => self.has_played = false,
        }
    }

    /// Says what the command reported besides its answer. Mentions settings only if nothing else is
    /// said; while playing, the header shows the speed.
    pub(in crate::app) fn say_heard(&mut self, engine: &Engine) {
        let is_silent = self.message.is_none() && !engine.is_playing();
        if let Some(changed) = self.heard.settings.take().filter(|_| is_silent) {
            self.say(changed);
        }
        if self.heard.all_broken {
            self.say("nothing is left to break");
        }
        if let Some(changes) = self.heard.remade {
            let limit = engine.world().memory();
            self.say(format!(
                "{changes} changes were worked out again; more memory than {limit} would keep them"
            ));
        }
        // A sensor that a box entered in the last frame has stopped the clock.
        if let Some(Entered { sensor, by, action: Some(OnEnter::Pause), message, .. }) =
            engine.entered()
        {
            let said = message.as_ref().map(ToString::to_string);
            self.say(said.unwrap_or_else(|| format!("{by} is in {sensor}")));
        }
        // How a game ended, if the headline has no room for the whole message.
        let room = self.layout().map_or(0, |layout| layout.message_cols());
        let is_cut = |over: &&GameOver| cells_of(format_args!("{}", over.message)) > room.into();
        let over = engine.game_over_in_focus().filter(is_cut);
        if let Some(over) = over.filter(|_| self.message.is_none()) {
            self.say(over.line());
        }
    }

    /// Says what a save to this file changed, or which expectations no longer hold, and what the
    /// file lacks.
    pub fn say_saved(
        &mut self,
        engine: &Engine,
        path: &Path,
        saved: &Saved,
        state: words::SavedState,
    ) {
        let sentence = words::saved(&printable(&path.to_string_lossy()), state);
        let start = words::new_start(state);
        let broken = engine.broken_expectations();
        let what = match saved {
            Saved::Made => format!(": a new file{start}"),
            Saved::Written => start,
            // Expectations that no longer hold matter more than changes.
            Saved::Updated(_) if !broken.is_empty() => start,
            Saved::Updated(changes) if changes.is_empty() => ": nothing had changed".to_owned(),
            Saved::Updated(changes) => format!(": {}{start}", words::differences(changes)),
        };
        let broken = match broken.as_slice() {
            [] => String::new(),
            broken => format!("; {}", words::no_longer_hold(broken)),
        };
        self.say(format!("{sentence}{what}{broken}"));
    }

    /// Says where a scene will be saved if its file does not exist yet.
    pub fn say_if_new(&mut self, engine: &Engine, keys: &KeyMap) {
        if let (SceneSource::File(path), None) = (engine.source(), engine.own_file()) {
            let path = printable(&path.to_string_lossy());
            self.say(words::file_is_new(&path, &keys.named(Action::Save)));
        }
    }

    /// Filters the log as the user chose since the scene was opened, or as the configuration
    /// prefers, or as suits the size of the world; in a game, where nearly all is MISS, it lists
    /// hits and touches.
    pub(in crate::app) fn filter_log(&self, engine: &mut Engine, preferred: Option<LogFilter>) {
        let is_large = engine.world().len() > LogQuery::MOST_LISTED_TOGETHER;
        let usual = match () {
            () if LogView::of(engine).is_of_a_game() => LogFilter::Hits,
            () if is_large => LogFilter::Selected,
            () => LogFilter::default(),
        };
        let asked = self.panel.chosen_filter.or(preferred);
        engine.log_query_mut().filter = asked.unwrap_or(usual);
    }

    /// Goes to the next or previous log line that is HIT, or where the method in view is wrong. The
    /// latter waits for answers that a program still owes.
    pub(in crate::app) fn jump(
        &mut self,
        way: Arrow,
        to: Jump,
        engine: &mut Engine,
        own_methods: &mut OwnMethodSet,
        keys: &KeyMap,
    ) {
        if to == Jump::Wrong
            && let Some(waits) = own_methods.let_jump_wait(way, engine)
        {
            return self.tell(waits);
        }
        let found = LogView::of(engine).jump(way, to);
        let Some(line) = found.or_else(|| self.jump_beyond_selected(engine, way, to)) else {
            return self.say(LogView::of(engine).no_jump(way, to, keys));
        };
        // A view over the arena would hide the frame.
        if !self.has_panel_over() {
            self.pane = Pane::Panel;
        }
        engine.look_at(line);
        // Why should explain the wrong answer, not the truth.
        if to == Jump::Wrong {
            let in_view = engine.pair_in_focus();
            let method = in_view.and_then(|pair| engine.compared().for_shapes(&pair));
            let page = engine.focus().page;
            let is_told = page != WhySubject::Truth;
            engine.choose_page(if is_told { page } else { method.into() });
            self.page_is_turned(engine);
        }
    }

    /// If the log has no line of the selected object, jumps through all lines, and lists them from
    /// then on.
    fn jump_beyond_selected(
        &mut self,
        engine: &mut Engine,
        way: Arrow,
        to: Jump,
    ) -> Option<LineId> {
        if !LogView::of(engine).lacks_the_selected() {
            return None;
        }
        let before = engine.log_query().filter;
        engine.log_query_mut().filter = LogFilter::Changes;
        let log = LogView::of(engine);
        // The walk starts at the newest line, which may itself match.
        let newest = log.newest(|line| to == Jump::Hit && line.outcome == TestResult::Hit);
        let found = newest.filter(|_| way == Arrow::Up).or_else(|| log.jump(way, to));
        match found {
            Some(_) => self.panel.chosen_filter = Some(LogFilter::Changes),
            None => engine.log_query_mut().filter = before,
        }
        found
    }

    /// The most objects whose counts are sent with every frame while they play.
    const FEW_OBJECTS: usize = 6;

    /// Makes counts wait if they would otherwise be sent with every key or frame: on a slow line
    /// until the next line, while many objects play until a pause. `before` is the history position
    /// before the command.
    pub(in crate::app) fn hold_counts(&mut self, engine: &Engine, before: usize) {
        let is_slow = self.appearance.connection == Connection::Remote;
        let plays_many = engine.is_playing() && engine.world().len() > Self::FEW_OBJECTS;
        let waits = plays_many || is_slow && !self.heard.has_lines;
        let plays = plays_many || is_slow && engine.is_playing();
        let panel = &mut self.panel;
        panel.blocks_wait |= is_slow && engine.history().position() != before;
        panel.held_counts = (plays && LogView::of(engine).lacks_the_selected())
            .then(|| panel.held_counts.unwrap_or_else(|| CrowdCounts::of(engine)));
        if !waits {
            panel.counted_to = None;
        } else if engine.history().position() != before {
            panel.counted_to.get_or_insert(before);
        }
    }

    /// Shows the log; if it is already shown, switches to the next filter.
    pub(in crate::app) fn show_log(&mut self, engine: &mut Engine, preferred: Option<LogFilter>) {
        if self.panel.tab == Tab::Log && self.shows_panel() && self.panel.answer.is_none() {
            let is_large = engine.world().len() > LogQuery::MOST_LISTED_TOGETHER;
            // What a game does not show at first comes first.
            let is_first = self.panel.chosen_filter.is_none() && LogView::of(engine).is_of_a_game();
            let from = if is_first { LogFilter::Selected } else { engine.log_query().filter };
            let (filter, said) = next_filter(from, is_large && !is_first);
            self.panel.chosen_filter = Some(filter);
            self.filter_log(engine, preferred);
            self.say(said);
        }
        self.show(Tab::Log);
    }

    /// Presents the outcome of a command: `line` is how it would be typed, and
    /// `selected` was selected before it.
    pub(in crate::app) fn present(
        &mut self,
        outcome: Outcome,
        line: String,
        selected: Option<ObjectId>,
        engine: &Engine,
        input: &mut Input,
    ) -> Result<Vec<Effect>, CommandError> {
        match outcome {
            Outcome::Interrupted(why) => return Err(why),
            Outcome::Nothing(why) => self.say(why),
            Outcome::Covered if engine.covers_all() => {
                return Err(CommandError::new("covered until you answer the question"));
            }
            Outcome::Covered => {
                let [hit, touch, miss] = input.keymap.answers().map(|(key, _)| key);
                let why = format!("covered until you predict it: {hit}, {touch} or {miss}");
                return Err(CommandError::new(why));
            }
            Outcome::NeedsFile(command) => {
                let why = format!("this scene has no file yet: {command} FILE.toml");
                let why = CommandError::new(why);
                if command == "save" {
                    return Err(why);
                }
                let line = CommandLine::starting_with(&format!("{command} "));
                input.open_line_at_fault(line, why);
            }
            Outcome::Confirm(leaving) => input.prompt = Some(Prompt::Leave(leaving)),
            Outcome::Effect(effect) => return Ok(self.pass_on(effect, engine, &input.keymap)),
            Outcome::Show(Show::Help(topics)) if topics.is_empty() => {
                self.help = Some(Help::default());
            }
            Outcome::Show(Show::Help(topics)) => {
                let lines: Vec<_> = topics.iter().map(Topic::line).collect();
                self.say(lines.join(". "));
            }
            Outcome::Show(Show::Expected(noted)) => {
                self.panel.drop_outdated_answer();
                self.present_change(line, selected, engine, input);
                let save = match engine.source() {
                    SceneSource::File(_) => ":save",
                    SceneSource::New | SceneSource::BuiltIn(_) => ":save FILE",
                };
                self.say(format!("{noted}: the scene has it now; {save} keeps it"));
            }
            Outcome::Show(show) => {
                self.show_what_was_asked(show, &line, engine, input);
                self.last_command = Some(line);
            }
            Outcome::Done => {
                self.panel.drop_outdated_answer();
                self.present_change(line, selected, engine, input);
            }
            Outcome::Stopped { why, .. } => {
                self.fail(why.to_string());
                self.panel.drop_outdated_answer();
                self.present_change(line, selected, engine, input);
            }
            // Resets the edit mode even if the same object is selected again.
            Outcome::Selected => self.present_change(line, None, engine, input),
            Outcome::Emptied => {
                self.panel.answer = None;
                self.present_change(line, None, engine, input);
                self.show_all(engine.world());
            }
        }
        Ok(Vec::new())
    }

    /// Presents a change of the world or of the selection.
    fn present_change(
        &mut self,
        line: String,
        before: Option<ObjectId>,
        engine: &Engine,
        input: &mut Input,
    ) {
        self.last_command = Some(line);
        let sandbox = engine.sandbox();
        if before.is_none() || selected(engine) != before {
            input.begin_edit_mode(sandbox);
        }
        // The number of vertices may have changed.
        let vertices = sandbox.selection().map(|(_, object)| object.shape.vertices().len());
        if let (EditMode::End(index), Some(count)) = (input.edit_mode, vertices) {
            input.edit_mode = EditMode::End(index.min(count - 1));
        }
        self.follow_selection(sandbox);
        self.keep_pair_in_view(engine);
    }

    /// Shows the answer to a command; `line` is how it would be typed.
    fn show_what_was_asked(&mut self, show: Show, line: &str, engine: &Engine, input: &mut Input) {
        let settings = engine.sandbox().world().settings();
        match show {
            Show::Objects(objects, counts) => {
                let mut lines: Vec<_> =
                    objects.iter().map(|object| described(object, settings)).collect();
                if lines.is_empty() {
                    lines.push("This scene is empty.".to_owned());
                }
                lines.extend(counts.as_ref().map(broad_phase_counts));
                self.panel.show_answer_for_now(line, lines);
            }
            Show::Query(pair) => {
                let mut answer = String::new();
                write_query(&pair, &mut answer);
                let answer = vec![answer.trim_end().to_owned()];
                self.panel.show_answer_for_now(line, answer);
            }
            Show::Ray(ray) => {
                self.panel.show_answer_for_now(line, vec![ray_line(&ray.hits)]);
            }
            Show::Findings(findings) => {
                let mut lines: Vec<_> = (1..)
                    .zip(&findings)
                    .flat_map(|(number, finding)| finding.lines(number))
                    .collect();
                if lines.is_empty() {
                    lines.push(nothing_expected().to_owned());
                }
                self.panel.show_answer_for_now(line, lines);
            }
            Show::Why { .. } => {
                input.edit_mode = EditMode::Move;
                self.follow_selection(engine.sandbox());
                self.show(Tab::Why);
            }
            Show::Prediction(prediction) => self.message = Some(worth(&prediction)),
            Show::PredictMode(mode, score) => {
                input.side_question = None;
                self.say(about_predict_mode(mode, score, &input.keymap));
            }
            Show::Log => self.show(Tab::Log),
            Show::Method => {
                self.panel.start_page();
                self.note_construction(engine);
            }
            // The app shows the map.
            Show::Expected(_) | Show::Help(_) | Show::Map(_) => {}
        }
    }

    /// Passes an effect of the engine to the host.
    pub(in crate::app) fn pass_on(
        &mut self,
        effect: engine::Effect,
        engine: &Engine,
        keys: &KeyMap,
    ) -> Vec<Effect> {
        match effect {
            engine::Effect::Play => {
                self.trail.clear();
                self.pace = None;
                self.last_command = Some("play".to_owned());
                if !engine.world().is_moving() {
                    let [speed, pause] =
                        [Action::GripSpeed, Action::PlayPause].map(|action| keys.named(action));
                    self.say(format!("nothing has a velocity: {speed} gives one, {pause} pauses"));
                }
                Vec::new()
            }
            engine::Effect::Pause => {
                self.last_command = Some("pause".to_owned());
                Vec::new()
            }
            other => vec![Effect::Engine(other)],
        }
    }

    /// Applies a change of the screen, or of what the user looks at.
    pub(in crate::app) fn change(&mut self, to: ScreenChange, engine: &mut Engine) {
        match to {
            ScreenChange::Say(said) => self.say(said),
            ScreenChange::Page(page) => self.turn_to_page(engine, page),
            ScreenChange::Line(line) => engine.look_at(line),
            ScreenChange::Scroll(arrow, lines) => {
                self.panel.scroll(arrow, lines, engine.sandbox());
            }
            ScreenChange::Read(page, arrow, lines) => self.read_on(&page, arrow, lines),
            ScreenChange::Origin(arrow) => {
                if let Err(why) = self.panel.form.turn_origin(arrow, engine.sandbox()) {
                    self.fail(why);
                }
            }
            ScreenChange::Probe(arrow) => {
                if let Some(view) = &mut self.map {
                    view.move_probe(arrow);
                }
            }
        }
    }

    /// Moves the keys into the panel; if they are there, does what the current line is for.
    pub(in crate::app) fn enter(
        &mut self,
        engine: &mut Engine,
        input: &mut Input,
    ) -> Option<Intent> {
        match (self.pane, self.panel.tab, engine.chosen_frame()) {
            (Pane::Arena, Tab::Object, _) => self.open_form(engine.sandbox()),
            (Pane::Arena, ..) => self.pane = Pane::Panel,
            (_, _, Some(frame)) => {
                let place = match engine.chosen_line() {
                    Some(LineId::Record(seq)) => HistoryPlace::Record(seq),
                    Some(LineId::Test(..)) | None => HistoryPlace::Frame(frame),
                };
                return Some(Intent::Run(Command::Seek(place)));
            }
            (_, Tab::Methods, None) => self.show(Tab::Why),
            (_, Tab::Why, None) => {
                let rule = engine.world().settings().boundary_rule;
                let in_view = engine.focus().page.method().zip(engine.pair_in_focus());
                let doubles_differ =
                    in_view.is_some_and(|(method, pair)| pair.differs_in_double(method, rule));
                let focus = engine.focus_mut();
                focus.arithmetic = match focus.arithmetic {
                    Arithmetic::Exact => Arithmetic::F32,
                    Arithmetic::F32 if doubles_differ => Arithmetic::F64,
                    Arithmetic::F32 | Arithmetic::F64 => Arithmetic::Exact,
                };
            }
            (_, Tab::Object, None) => return input.enter_row(self.panel.form, engine.sandbox()),
            (_, Tab::Log | Tab::Signs | Tab::Map | Tab::Lab, None) => {}
        }
        None
    }

    /// Whether keys go to a view of the panel other than the lesson, in a course.
    pub(in crate::app) fn reads_beside_the_lesson(&self) -> bool {
        self.has_goal && self.pane == Pane::Panel && self.panel.tab != Tab::Lab
    }

    /// Says what is drawn for the method in view, while it is drawn.
    pub(in crate::app) fn note_construction(&mut self, engine: &Engine) {
        if self.shows(Overlay::Construction, engine) {
            self.say(construction(engine));
        }
    }

    /// Whether arrows move the probe.
    pub(in crate::app) fn is_probing(&self) -> bool {
        self.pane == Pane::Arena && self.map.as_ref().is_some_and(|view| view.probe.is_some())
    }

    /// Closes what is open or clears what is chosen: one thing at a time, innermost first.
    pub(in crate::app) fn escape(&mut self, engine: &mut Engine, input: &mut Input) {
        let pane = self.pane;
        let leaves_probe = |view: &mut Box<MapView>| pane == Pane::Arena && view.leave_probe();
        if self.panel.answer.take().is_some() || self.map.as_mut().is_some_and(leaves_probe) {
            return;
        }
        let is_at_rest = self.pane == Pane::Panel || input.edit_mode == EditMode::Move;
        if is_at_rest && self.panel.tab == Tab::Log && !engine.log_query().text.is_empty() {
            engine.log_query_mut().text.clear();
            return;
        }
        match self.pane {
            Pane::Panel | Pane::Form => self.pane = Pane::Arena,
            Pane::Arena if engine.focus().is_looking() => {}
            Pane::Arena if input.edit_mode != EditMode::Move => input.edit_mode = EditMode::Move,
            Pane::Arena => {
                engine.pin(None);
                self.tell_how_to_stop_showing(&input.keymap);
            }
        }
        engine.end_look();
    }

    /// Turns to what a key does: to the arena, if it is about the selected object.
    pub(in crate::app) fn turn_to(&mut self, action: Action, engine: &mut Engine) {
        self.last_command = None;
        if action.needs(Needs::ToArena) && self.pane == Pane::Panel {
            self.pane = Pane::Arena;
            engine.end_look();
        }
    }

    /// Opens the form at its first number.
    pub(in crate::app) fn open_form(&mut self, sandbox: &Sandbox) {
        self.show(Tab::Object);
        self.pane = Pane::Form;
        self.panel.form.choose_first_number(sandbox);
    }

    /// Shows the open step of a lesson.
    pub(in crate::app) fn show_lab(&mut self) {
        if self.has_goal {
            self.show(Tab::Lab);
        } else {
            self.fail(NO_COURSE);
        }
    }

    /// Takes the scene's note away, or shows all of it in the panel until that shows something else.
    pub(in crate::app) fn show_note(&mut self, engine: &Engine, keys: &KeyMap) {
        let sandbox = engine.sandbox();
        let lines = SceneNote::opened(&keys.filled(sandbox.note()), sandbox.steps_of_note())
            .all_lines(keys);
        if engine.covered_in_focus().is_some() {
            self.fail("the note appears after your answer");
        } else if lines.is_empty() {
            self.say("this scene has no note");
        } else if self.note.is_shown() {
            self.note.close();
            let key = keys.named(Action::ShowNote);
            self.say(format!("{key} shows the note again"));
        } else {
            self.panel.show_answer(Action::ShowNote.typed(), lines);
        }
    }

    /// Reads on in a page of Why: line by line to the next line that names a part, otherwise by
    /// scrolling within the page.
    pub(in crate::app) fn read_on(&mut self, page: &why::WhyPage, arrow: Arrow, lines: usize) {
        let Some(layout) = self.layout() else { return };
        let (panel, rows) = (&mut self.panel, why_rows(layout.view_rows()));
        let chosen = page.chosen(panel.chosen_sentence).map(|line| line.sentence);
        let next = page.next_with_part(chosen, matches!(arrow, Arrow::Up | Arrow::Left));
        if let Some(next) = next.filter(|_| lines == 1) {
            panel.chosen_sentence = Some(next);
            panel.scrolled = page.scrolled_to(next, rows, panel.scrolled);
            return;
        }
        let window = page.window(rows, panel.scrolled);
        panel.scrolled = match arrow {
            Arrow::Up => window.scrolled.saturating_sub(lines),
            _ => window.scrolled.saturating_add(lines).min(window.most_scrolled),
        };
    }
}

/// Why an order to the lab is refused.
pub(in crate::app) const NO_COURSE: &str = "no lesson is open; :learn begins the first";

/// What is drawn for the method in view.
pub(in crate::app) fn construction(engine: &Engine) -> String {
    match engine.pair_in_focus() {
        Some(_) if engine.covered_in_focus().is_some() => {
            "construction: covered until you answer".to_owned()
        }
        Some(pair) => {
            let (method, arithmetic) = (engine.focus().page.method(), engine.focus().arithmetic);
            let settings = engine.sandbox().world().settings();
            words::construction(&pair.a, &pair.b, &pair.pair_result, settings, method, arithmetic)
        }
        None => "construction: there is no pair yet".to_owned(),
    }
}

/// The selected object.
pub(in crate::app) fn selected(engine: &Engine) -> Option<ObjectId> {
    engine.sandbox().selection().map(|(id, _)| id)
}
