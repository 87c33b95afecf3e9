//! The interactive sandbox: what keys mean, what is on the screen, what is
//! being typed.
//!
//! An [`App`] is an [`Engine`] (the world in time), a [`Screen`] (what is
//! looked at) and an [`Input`] (keys, the mouse and open prompts). A key stands
//! for an [`Action`], an action for a command; the engine executes it, and the
//! app presents the outcome. [`crate::view`] draws the [`Model`], a read-only
//! look at all three. Nothing here does input or output: what concerns files
//! and the terminal is returned as an [`Effect`].

mod act;
mod add;
mod arena;
pub mod config;
mod crowd;
mod cycle;
mod drag;
mod effect;
mod execute;
mod framing;
mod help;
mod input;
mod lab;
mod log_view;
mod map;
mod model;
mod modes;
mod monitor;
mod own;
mod permits;
mod pick;
mod point;
mod predict;
mod prefix_menu;
mod press;
mod prompts;
mod save;
mod screen;
#[cfg(test)]
mod tests;
mod timeline;
mod too_fine;
mod values;
mod why_page;

pub use arena::{ArenaModel, End, Explained, Inspected};
pub use crowd::{CrowdCounts, CrowdLook};
pub use drag::Dragged;
pub use effect::Effect;
pub use help::{HelpRole, LegendSign, PANEL_SIGNS, SIGNS};
pub use hitscan_core::command::LogFilter;
pub use hitscan_core::engine::Leaving;
pub use input::{
    ACTIONS, Action, ActionRow, Arrow, Clash, CommandLine, EditMode, Editor, Entry, Group,
    IN_NO_MODE, Input, KeyMap, KeyPress, LessonEntry, Listed, Lookup, MAX_FIELD_BYTES,
    MAX_LINE_BYTES, MAX_QUERY_BYTES, Mouse, MouseEvent, MouseKind, Needs, PaletteRow, Picker,
    Preview, Prompt, Question, Row, Run, SceneFile, SceneNames, Section, Snap, Stride,
};
pub use lab::{EndOfLesson, GoalMark, GoalRow, Lab, LabRow, LessonMoment};
pub use log_view::LogView;
pub use map::{MapSetup, MapView};
pub use model::Model;
pub use modes::{Hint, MODES, Mode};
pub use monitor::Monitor;
pub use own::{AtStart, OwnMethod};
pub use permits::{Asked, Permits};
pub use predict::{MOST_EDGE_KEYS, SidesAsked};
pub use prefix_menu::{PrefixGroup, PrefixMenu, PrefixRow};
pub use screen::{
    Answer, AnswerLasts, Appearance, Aspect, Background, Cell, ColorDepth, Connection, FormRow,
    GlyphSet, Help, HelpPage, HelpSearch, HitRegion, HitRegions, Layout, Message, Overlay,
    Overlays, Pane, PanelPlace, PickerLayout, Screen, SearchStage, Tab, ThemeName, Viewport,
    cells_between, grains, luminance,
};
pub use timeline::TimelinePlace;
pub use too_fine::TooFine;
pub use why_page::why_rows;

use std::rc::Rc;

use config::Config;
use hitscan_core::engine::{Engine, Event, Focus, LogQuery, Sandbox};
use hitscan_core::methods::JudgingRules;
use hitscan_core::scene::{Scene, Source};
use hitscan_core::world::ChangeError;
use monitor::Monitored;
use permits::Permitted;

/// A sandbox on one screen, driven by keys.
#[derive(Clone, Debug)]
pub struct App {
    engine: Engine,
    screen: Screen,
    input: Input,
    own_methods: Vec<OwnMethod>,
    /// Where a jump to a wrong answer goes on once a program has answered.
    waiting_jump: Option<Arrow>,
    /// How the answers of own methods are judged.
    judging_rules: JudgingRules,
    monitored: Monitored,
    permitted: Permitted,
    /// The student's course, if this is one.
    lab: Option<Box<Lab>>,
}

impl App {
    /// Opens a scene on a screen of `size` (columns, rows).
    ///
    /// # Errors
    /// When the objects make no world, which cannot happen to a scene that was
    /// parsed.
    pub fn new(
        scene: Scene,
        source: Source,
        size: (u16, u16),
        glyphs: GlyphSet,
    ) -> Result<Self, ChangeError> {
        Ok(Self::showing(Engine::new(scene, source)?, size, glyphs))
    }

    /// Shows what an engine has on a screen of `size` (columns, rows).
    #[must_use]
    pub fn showing(engine: Engine, size: (u16, u16), glyphs: GlyphSet) -> Self {
        let mut app = Self {
            engine: engine.on_screen(),
            screen: Screen::new(size, glyphs),
            input: Input::default(),
            own_methods: Vec::new(),
            waiting_jump: None,
            judging_rules: JudgingRules::default(),
            monitored: Monitored::default(),
            permitted: Permitted::default(),
            lab: None,
        };
        app.show_opening();
        app.update_filter();
        app
    }

    /// Applies a configuration. `found` is how many colours the terminal has,
    /// for a configuration that does not say. Its glyphs are the caller's.
    #[must_use]
    pub fn with_config(mut self, config: &Config, found: ColorDepth) -> Self {
        self.screen.appearance = Appearance {
            theme: config.theme.unwrap_or_default(),
            grounds: config.grounds,
            asked: config.color.map(config::ColorChoice::depth),
            found,
            ..self.screen.appearance
        };
        self.input.keymap = config.keys.clone();
        let (steps, log, mouse) = (config.steps, config.log, config.mouse);
        self.input.preferences = input::Preferences { steps, log, mouse };
        self.apply_preferences();
        self.choose_mouse();
        // Its keys may be others.
        self.open_note();
        self.engine.prefer_broad_phase(config.broad_phase);
        self.judging_rules.tolerance = config.tolerance;
        self
    }

    /// Spares a slow line between the program and the screen.
    #[must_use]
    pub fn on_slow_line(mut self) -> Self {
        self.screen.appearance.connection = Connection::Remote;
        self.choose_mouse();
        self.reframe(false);
        self
    }

    /// Takes what the terminal says its background is: the theme follows, unless one was
    /// chosen.
    pub(crate) fn on_background(&mut self, background: Background) {
        let appearance = &mut self.screen.appearance;
        appearance.background = Some(background);
        if appearance.theme == ThemeName::Terminal {
            appearance.theme = match background {
                Background::Dark => ThemeName::Dark,
                Background::Light => ThemeName::Light,
            };
        }
    }

    /// Reads the mouse if the configuration says so, else where nothing is slow: there it
    /// answers at once.
    fn choose_mouse(&mut self) {
        let usual = match self.screen.appearance.connection {
            Connection::Local => Mouse::On,
            Connection::Remote => Mouse::Off,
        };
        self.input.mouse = self.input.preferences.mouse.unwrap_or(usual);
    }

    /// Turns on predict mode: results stay covered until they are predicted.
    #[must_use]
    pub fn predicting(mut self) -> Self {
        self.engine = self.engine.predicting();
        self.screen.note = None;
        self
    }

    /// From now on this shows how far long commands have come, and stops them.
    pub fn monitor_by(&mut self, monitor: impl Monitor + 'static) {
        self.monitored.monitor = Some(Rc::new(monitor));
    }

    /// From now on what commands do is told here, too.
    pub fn tell_also(&mut self, hear: impl Fn(Event<'_>) + 'static) {
        self.monitored.hear = Some(Rc::new(hear));
    }

    /// A read-only look at everything there is to draw.
    #[must_use]
    pub const fn model(&self) -> Model<'_> {
        Model {
            engine: &self.engine,
            screen: &self.screen,
            input: &self.input,
            own_methods: self.own_methods.as_slice(),
            judging_rules: self.judging_rules,
            lab: match &self.lab {
                Some(lab) => Some(lab),
                None => None,
            },
        }
    }

    /// The sandbox.
    #[must_use]
    pub const fn sandbox(&self) -> &Sandbox {
        self.engine.sandbox()
    }

    /// The engine.
    #[must_use]
    pub const fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The engine, for the host to report to.
    pub const fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// What is on the screen.
    #[must_use]
    pub const fn screen(&self) -> &Screen {
        &self.screen
    }

    /// Keys, the mouse and open prompts.
    #[must_use]
    pub const fn input(&self) -> &Input {
        &self.input
    }

    /// Opens another scene; keys, colours and layers stay as they are.
    ///
    /// # Errors
    /// When the objects make no world; the old scene then stays open.
    pub fn open(&mut self, scene: Scene, source: Source) -> Result<(), ChangeError> {
        self.engine.opened(scene, source)?;
        self.start_over();
        Ok(())
    }

    /// Resets what depends on the scene, after the engine has another one.
    pub fn start_over(&mut self) {
        *self.engine.focus_mut() = Focus::default();
        *self.engine.log_query_mut() = LogQuery::default();
        self.screen.start_over();
        self.input.start_over();
        self.show_opening();
        self.apply_preferences();
    }

    /// Gives a scene that was just opened the preferred log filter and step.
    fn apply_preferences(&mut self) {
        self.update_filter();
        self.engine.set_nudge(self.input.preferences.steps.nudge);
    }

    /// Resizes the screen to `cols` by `rows`. A view that showed everything does so
    /// again; in another, the selected object stays in view if it was.
    pub fn resize(&mut self, cols: u16, rows: u16) {
        let was_in_view = self.selection_is_in_view();
        if self.screen.resize(cols, rows) {
            self.reframe(was_in_view);
        }
        self.resize_picker();
    }

    /// Draws with these glyphs from now on.
    pub const fn draw_with(&mut self, glyphs: GlyphSet) {
        self.screen.appearance.glyphs = glyphs;
    }

    /// Shows how many frames a second are played, where these are fewer than the speed.
    pub const fn show_pace(&mut self, frames_per_second: Option<u16>) {
        self.screen.pace = frames_per_second;
    }

    /// Clears the status message and the last command.
    pub fn clear_message(&mut self) {
        self.screen.message = None;
        self.screen.last_command = None;
    }

    /// Reports that an effect is done.
    pub fn say(&mut self, what: impl Into<String>) {
        self.screen.say(what);
    }

    /// Tells what others have to say: until the next key, and in help.
    pub fn announce(&mut self, said: String) {
        self.screen.say(said.clone());
        self.screen.announced = Some(said);
    }

    /// Whether others look on.
    pub const fn set_watched(&mut self, is_watched: bool) {
        self.screen.is_watched = is_watched;
    }

    /// Help tells from now on what can be recovered, and how.
    pub fn set_recoverable(&mut self, offer: Option<String>) {
        self.screen.recoverable = offer;
    }

    /// Shows the answer to a command in the panel.
    pub fn show_answer(&mut self, asked: &str, lines: Vec<String>) {
        self.screen.panel.show_answer(asked, lines, AnswerLasts::UntilClosed);
    }

    /// Reports that an effect failed. What was to follow a save is dropped.
    pub fn fail(&mut self, why: impl Into<String>) {
        self.engine.stay();
        self.screen.fail(why);
    }
}
