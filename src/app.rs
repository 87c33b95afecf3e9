//! The interactive sandbox: what keys mean, what is on the screen, what is
//! being typed.
//!
//! An [`App`] is an [`Engine`] (the world in time), a [`Screen`] (what is
//! looked at) and an [`Input`] (keys, the mouse and open prompts). A key stands
//! for an [`Action`], and what is left to do of that once each part has done its own is an
//! `Intent`, a command mostly. The app obeys: the engine executes, and the screen presents
//! the outcome. [`crate::view`] draws the [`Model`], a read-only
//! look at all three. Nothing here does input or output: what concerns files
//! and the terminal is returned as an [`Effect`].

mod act;
mod add;
mod arena;
pub mod config;
mod crowd;
mod cycle;
mod effect;
mod execute;
mod help;
mod input;
mod intent;
mod lab;
mod log_view;
mod map;
mod meaning;
mod model;
mod modes;
mod monitor;
mod mouse;
mod object_at;
mod own;
mod permits;
mod predict;
mod prefix_menu;
mod press;
mod prompts;
mod screen;
#[cfg(test)]
mod tests;
mod timeline;
mod too_fine;
mod values;
mod why_page;

pub use arena::{ArenaModel, End, Explained, Inspected};
pub use crowd::{CrowdCounts, CrowdLook};
pub use effect::{Effect, FOLLOW};
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
pub use monitor::{Monitor, Monitored};
pub use mouse::Dragged;
pub use own::{AtStart, OwnMethod, OwnMethodSet, ProgramEvent};
pub use permits::{Permits, Permitted, Proposed, order_refusal_of, refusal_of};
pub use predict::{MOST_EDGE_KEYS, SidesAsked};
pub use prefix_menu::{PrefixGroup, PrefixMenu, PrefixRow};
pub use screen::{
    Answer, AnswerLasts, Appearance, Aspect, Background, Cell, ColorDepth, Company, Connection,
    FormRow, GlyphSet, Help, HelpPage, HelpSearch, HitRegion, HitRegions, Layout, Message, Overlay,
    Overlays, Pane, PanelPlace, PickerLayout, Screen, SearchStage, Tab, ThemeName, Viewport,
    cells_between, grains, luminance,
};
pub use timeline::TimelinePlace;
pub use too_fine::TooFine;
pub use why_page::why_rows;

use config::Config;
use hitscan_core::command::Page;
use hitscan_core::engine::{Engine, Focus, LogQuery};
use hitscan_core::scene::{Scene, Source};
use hitscan_core::world::{ChangeError, Name};
use log_view::Jump;

/// A sandbox on one screen, driven by keys.
#[derive(Clone, Debug)]
pub struct App {
    /// The world in time, and what is looked at of it.
    pub engine: Engine,
    /// What is on the screen.
    pub screen: Screen,
    /// Keys, the mouse and open prompts.
    pub input: Input,
    /// The methods that programs answer for.
    pub own_methods: OwnMethodSet,
    /// Who hears what commands do, and stops them.
    pub monitored: Monitored,
    /// Who is asked before anything is changed.
    pub permitted: Permitted,
    /// The student's course, if this is one.
    pub lab: Option<Box<Lab>>,
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
            own_methods: OwnMethodSet::default(),
            monitored: Monitored::default(),
            permitted: Permitted::default(),
            lab: None,
        };
        app.show_opening();
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
        self.screen.filter_log(&mut self.engine, log);
        self.engine.set_nudge(steps.nudge);
        self.input.choose_mouse(self.screen.appearance.connection);
        // Its keys may be others.
        self.screen.open_note(&self.engine, &self.input.keymap);
        self.engine.prefer_broad_phase(config.broad_phase);
        self.own_methods.rules.tolerance = config.tolerance;
        self
    }

    /// Spares a slow line between the program and the screen.
    #[must_use]
    pub fn on_slow_line(mut self) -> Self {
        self.screen.appearance.connection = Connection::Remote;
        self.input.choose_mouse(Connection::Remote);
        self.screen.reframe(self.engine.sandbox(), false);
        self
    }

    /// Turns on predict mode: results stay covered until they are predicted.
    #[must_use]
    pub fn predicting(mut self) -> Self {
        self.engine = self.engine.predicting();
        self.screen.note = None;
        self
    }

    /// A read-only look at everything there is to draw.
    #[must_use]
    pub const fn model(&self) -> Model<'_> {
        Model {
            engine: &self.engine,
            screen: &self.screen,
            input: &self.input,
            own_methods: self.own_methods.methods.as_slice(),
            judging_rules: self.own_methods.rules,
            permitted: &self.permitted,
            lab: match &self.lab {
                Some(lab) => Some(lab),
                None => None,
            },
        }
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
        self.engine.set_nudge(self.input.preferences.steps.nudge);
    }

    /// Shows what the scene opens with.
    fn show_opening(&mut self) {
        let Self { engine, screen, input, .. } = self;
        screen.show_opening(engine, &input.keymap);
        if let Err(why) = input.edit_as_opened(engine.sandbox()) {
            screen.fail(why);
        }
        screen.filter_log(engine, input.preferences.log);
    }

    /// Resizes the screen to `cols` by `rows`. A view that showed everything does so
    /// again; in another, the selected object stays in view if it was.
    pub fn resize(&mut self, cols: u16, rows: u16) {
        let Self { engine, screen, input, .. } = self;
        let was_in_view = screen.has_selection_in_view(engine.sandbox());
        if screen.resize(cols, rows) {
            screen.reframe(engine.sandbox(), was_in_view);
        }
        input.resize_picker(engine, screen);
    }

    /// Reports that an effect failed. What was to follow a save is dropped.
    pub fn fail(&mut self, why: impl Into<String>) {
        self.engine.stay();
        self.screen.fail(why);
    }

    /// Adds methods that programs answer for; the last of those that are chosen is
    /// the one in view.
    #[must_use]
    pub fn with_own_methods(mut self, methods: &[(Name, AtStart)]) -> Self {
        let names: Vec<_> = methods.iter().map(|(name, _)| *name).collect();
        self.own_methods.methods = names.iter().copied().map(OwnMethod::new).collect();
        self.engine = self.engine.with_own_methods(names);
        let chosen = methods.iter().rev().find(|(_, at_start)| *at_start == AtStart::Chosen);
        if let Some((name, _)) = chosen {
            self.engine.focus_mut().page = Page::Own(*name);
        }
        self
    }

    /// Hears of one of the programs that answer for own methods.
    pub fn hear_program(&mut self, index: usize, event: ProgramEvent) {
        let is_mapped = self.model().own_method_of_map() == Some(index);
        if let Some(view) = self.screen.map.as_mut().filter(|_| is_mapped) {
            view.hear(&event);
        }
        let goes_on = matches!(event, ProgramEvent::LogAnswered(_));
        if let Some(said) = self.own_methods.hear(index, event, &mut self.engine) {
            self.screen.tell(said);
        }
        if let Some(way) = goes_on.then(|| self.own_methods.waiting_jump.take()).flatten() {
            self.screen.message = None;
            let Self { engine, screen, input, own_methods, .. } = self;
            screen.jump((way, Jump::Wrong), engine, own_methods, &input.keymap);
        }
    }
}
