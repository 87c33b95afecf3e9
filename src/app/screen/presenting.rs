//! What the screen shows of a command once it is done, and of what keys and the mouse turn to.

use super::{Cell, Connection, Framing, Pane, Screen, Tab};
use crate::app::log_view::Jump;
use crate::app::model::is_moving;
use crate::app::{
    Action, AnswerLasts, Arrow, CrowdCounts, EditMode, Effect, Input, KeyMap, LogView, MapView,
    Overlay, why_rows,
};
use hitscan_core::command::{CommandKind, LogFilter, Page};
use hitscan_core::engine::{self, Engine, GameOver, LineId, Sandbox};
use hitscan_core::words::lines::cells_of;
use hitscan_core::words::{self, why};
use hitscan_core::world::{Change, Entered, History, OnEnter, TestResult};

impl Screen {
    /// Notes after a command whether what was done last is playing. Where an object is edited,
    /// it is not; to steer one is a part of it. `before` is how many changes had led to now.
    pub(in crate::app) fn note_playing(
        &mut self,
        engine: &Engine,
        (kind, before): (CommandKind, usize),
    ) {
        let history = engine.history();
        if kind != CommandKind::Edit || history.position() == before {
            return;
        }
        match history.last_change() {
            Some(Change::Steer(..)) => self.has_played = true,
            Some(Change::Step | Change::SetSettings(_) | Change::SetTitle(_)) => {}
            Some(
                Change::Add(_)
                | Change::AddCrowd(_)
                | Change::Remove(_)
                | Change::Rename(..)
                | Change::Reshape(..)
                | Change::Turn(..)
                | Change::Stretch(..)
                | Change::SetVelocity(..)
                | Change::SetBody(..)
                | Change::SetBehavior(..)
                | Change::Move(..),
            )
            | None => self.has_played = false,
        }
    }

    /// Says what the command told beside its answer. Settings only if nothing else is
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
        // A sensor that a box came into in the last frame has stopped the clock.
        if let Some(Entered { sensor, by, action: Some(OnEnter::Pause), message, .. }) =
            engine.entered()
        {
            let said = message.as_ref().map(ToString::to_string);
            self.say(said.unwrap_or_else(|| format!("{by} is in {sensor}")));
        }
        // How a game ended, where the headline has no room for all of it.
        let room = self.layout().map_or(0, |layout| layout.message_cols());
        let is_cut = |over: &&GameOver| cells_of(format_args!("{}", over.message)) > room.into();
        let over = engine.game_over_in_focus().filter(is_cut);
        if let Some(over) = over.filter(|_| self.message.is_none()) {
            self.say(over.line());
        }
    }

    /// Lists the tests that were asked for since the scene was opened, else those that
    /// the configuration prefers, else what suits the size of the world.
    pub(in crate::app) fn filter_log(&self, engine: &mut Engine, preferred: Option<LogFilter>) {
        let is_large = engine.world().len() > LogView::MOST_LISTED_TOGETHER;
        let usual = if is_large { LogFilter::Selected } else { LogFilter::default() };
        let asked = self.panel.chosen_filter.or(preferred);
        engine.log_query_mut().filter = asked.unwrap_or(usual);
    }

    /// Where the log has no line of the selected object: what all lines lead to, which are
    /// listed from then on.
    pub(in crate::app) fn jump_beyond_selected(
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
        // The newest line is where this begins, and may be it.
        let newest = log.newest(|line| to == Jump::Hit && line.outcome() == TestResult::Hit);
        let found = newest.filter(|_| way == Arrow::Up).or_else(|| log.jump(way, to));
        match found {
            Some(_) => self.panel.chosen_filter = Some(LogFilter::Changes),
            None => engine.log_query_mut().filter = before,
        }
        found
    }

    /// Where counts would be sent with every key or frame they wait: on a slow line for the
    /// next line, and while many objects play for a rest. `before` is how many changes had
    /// led to now.
    pub(in crate::app) fn hold_counts(&mut self, engine: &Engine, before: usize) {
        let is_slow = self.appearance.connection == Connection::Remote;
        let plays_many = engine.is_playing() && engine.world().len() > History::MOST_FOR_EVERY_PAIR;
        let waits = plays_many || is_slow && !self.heard.has_lines;
        let plays = plays_many || is_slow && engine.is_playing();
        let panel = &mut self.panel;
        panel.held_counts = (plays && LogView::of(engine).lacks_the_selected())
            .then(|| panel.held_counts.unwrap_or_else(|| CrowdCounts::of(engine)));
        if !waits {
            panel.counted_to = None;
        } else if engine.history().position() != before {
            panel.counted_to.get_or_insert(before);
        }
    }

    /// Shows the log; where it is shown, with the next filter.
    pub(in crate::app) fn show_log(&mut self, engine: &mut Engine, preferred: Option<LogFilter>) {
        if self.panel.tab == Tab::Log && self.shows_panel() && self.panel.answer.is_none() {
            let (filter, said) = match engine.log_query().filter {
                LogFilter::Changes => (LogFilter::Hits, "log: hits and touches alone"),
                LogFilter::Hits => (LogFilter::Wrong, "log: where the method in view is wrong"),
                LogFilter::Wrong => (LogFilter::All, "log: every test, a line for each"),
                LogFilter::All => (LogFilter::Selected, "log: what the selected object did"),
                LogFilter::Selected => {
                    (LogFilter::Changes, "log: equal answers in a row are one line")
                }
            };
            self.panel.chosen_filter = Some(filter);
            self.filter_log(engine, preferred);
            self.say(said);
        }
        self.show(Tab::Log);
    }

    /// Hands an effect of the engine to the host.
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
                if !is_moving(engine.world()) {
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

    /// Chooses what Methods and Why are about.
    pub(in crate::app) fn turn_to_page(&mut self, engine: &mut Engine, page: Page) {
        engine.focus_mut().page = page;
        self.panel.start_page();
        self.note_construction(engine);
    }

    /// Says what is drawn of the method in view, while it is drawn.
    pub(in crate::app) fn note_construction(&mut self, engine: &Engine) {
        if self.shows(Overlay::Construction, engine) {
            self.say(construction(engine));
        }
    }

    /// Whether arrows move the probe.
    pub(in crate::app) fn is_probing(&self) -> bool {
        self.pane == Pane::Arena && self.map.as_ref().is_some_and(|view| view.probe().is_some())
    }

    /// Leaves what is open or chosen: one thing at a time, from the inside.
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
            Pane::Arena => engine.pin(None),
        }
        engine.end_look();
    }

    /// Goes into the form, to its first number.
    pub(in crate::app) fn open_form(&mut self, sandbox: &Sandbox) {
        self.show(Tab::Object);
        self.pane = Pane::Form;
        self.panel.form.choose_first_number(sandbox);
    }

    /// Shows the open step of a lesson.
    pub(in crate::app) fn show_lab(&mut self, is_open: bool) {
        if is_open {
            self.show(Tab::Lab);
        } else {
            self.fail(NO_COURSE);
        }
    }

    /// Shows the scene's note: at the foot of a view with room for it, until the next
    /// command; else in the panel, until that shows something else.
    pub(in crate::app) fn show_note(&mut self, engine: &Engine, keys: &KeyMap) {
        let note = keys.filled(engine.sandbox().note());
        if engine.covered_in_focus().is_some() {
            self.fail("the note appears after your answer");
        } else if note.is_empty() {
            self.say("this scene has no note");
        } else {
            self.note = Some(note.clone());
            if self.panel.answer.is_none()
                && self.layout().is_some_and(|layout| layout.note_rows > 0)
            {
                return;
            }
            self.note = None;
            let lasts = AnswerLasts::UntilClosed;
            self.panel.show_answer(Action::ShowNote.typed(), vec![note], lasts);
        }
    }

    /// Goes on in a page of Why: line by line to the next one that names a part, else
    /// within its length.
    pub(in crate::app) fn read_on(&mut self, page: &why::Page, arrow: Arrow, lines: usize) {
        let Some(layout) = self.layout() else { return };
        let (panel, rows) = (&mut self.panel, why_rows(layout.view_rows()));
        let chosen = page.chosen(panel.chosen_sentence).map(|line| line.sentence);
        let next = page.next_with_part(chosen, matches!(arrow, Arrow::Up | Arrow::Left));
        if let Some(next) = next.filter(|_| lines == 1) {
            panel.chosen_sentence = Some(next);
            panel.scrolled = page.scrolled_to(next, (rows, panel.scrolled));
            return;
        }
        let window = page.window(rows, panel.scrolled);
        panel.scrolled = match arrow {
            Arrow::Up => window.scrolled.saturating_sub(lines),
            _ => window.scrolled.saturating_add(lines).min(window.most_scrolled),
        };
    }

    /// Zooms by the wheel, about a cell, or by a key, and then the selected object stays in
    /// view.
    pub(in crate::app) fn zoom(&mut self, powers: i8, sandbox: &Sandbox) {
        if self.viewport.zoom_by(powers) {
            self.follow_selection(sandbox);
        } else {
            self.fail(ENDS_OF_ZOOM);
        }
    }

    pub(in crate::app) fn zoom_about(&mut self, powers: i8, cell: Cell) {
        self.framing = Framing::Chosen;
        if !self.viewport.zoom_about(powers, cell) {
            self.fail(ENDS_OF_ZOOM);
        }
    }
}

const ENDS_OF_ZOOM: &str = "zoom goes from 1/64 to 16";

/// Why nothing can be said to a lab.
pub(in crate::app) const NO_COURSE: &str = "no lesson is open; :learn begins the first";

/// What is drawn of the method in view.
pub(in crate::app) fn construction(engine: &Engine) -> String {
    match engine.pair_in_focus() {
        Some(_) if engine.covered_in_focus().is_some() => {
            "construction: covered until you answer".to_owned()
        }
        Some(pair) => {
            let method = (engine.focus().page.method(), engine.focus().arithmetic);
            let axes = engine.sandbox().world().settings().axes;
            words::construction(&pair.a, &pair.b, &pair.pair_result, axes, method)
        }
        None => "construction: there is no pair yet".to_owned(),
    }
}
