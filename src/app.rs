//! The interactive sandbox: what keys mean, what is on the screen, and what is being typed.
//!
//! An [`App`] is an [`Engine`] (the world and its history), a [`Screen`] (what is shown) and an
//! [`Input`] (keys, the mouse and open prompts). A key stands for an [`Action`]. Each part carries
//! out its share of it; the rest is an `Intent`, usually a command. The app then obeys: the engine
//! executes, and the screen presents the outcome. [`crate::view`] draws the [`Model`], a read-only
//! view of all three. Nothing here does input or output: work on files and the terminal is returned
//! as an [`Effect`].
//!
//! | file | what lives there |
//! | --- | --- |
//! | `press` `mouse` `prompts` | what a key, a click or a drag means; the same while a prompt is open |
//! | `input` `config` | the key map and what is being typed |
//! | `modes` `key_row` `prefix_menu` `help` | which keys do what now, and where that is listed |
//! | `act` `add` | what an action means, and what it does |
//! | `intent` `execute` | what follows: a command, a change of the screen, work for the host; and who may refuse it |
//! | `screen` `log_view` `object_form` `why_page` `timeline` | what is shown, and moving in it |
//! | `note` | the steps of the scene's note: which are done, and what of it is shown |
//! | `map` `predict` `own_methods` `lab` | the map, predict mode, the user's programs, a course |
//! | `model` `arena` | what the view draws |
//! | `tests` | what keys and the mouse do to the state |
//!
//! `press` asks `mouse`, `prompts` and `help` what an input means; `execute` carries the intents
//! out. It calls `act` for an action, which asks `add`, and tells the `screen`, which presents the
//! outcome. `intent` and `input` know none of these.

mod act;
mod add;
mod arena;
pub mod config;
mod execute;
mod help;
mod input;
mod intent;
mod key_row;
mod lab;
mod log_view;
mod map;
mod model;
mod modes;
mod mouse;
mod note;
mod object_form;
mod own_methods;
mod predict;
mod prefix_menu;
mod press;
mod prompts;
mod screen;
#[cfg(test)]
mod tests;
mod timeline;
mod why_page;

pub use arena::{ArenaModel, CrowdCounts, CrowdLook, End, Explained, Inspected, TooFine};
pub use help::{HelpRole, LegendSign, PANEL_SIGNS, SIGNS};
pub use hitscan_core::command::LogFilter;
pub use hitscan_core::engine::Leaving;
pub use input::{
    ACTIONS, Action, ActionGroup, ActionRow, Arrow, Clash, CommandLine, EditMode, Editor, Entry,
    HelpGroup, Input, KeyMap, KeyPress, LessonEntry, Listed, Lookup, MAX_FIELD_BYTES,
    MAX_LINE_BYTES, MAX_QUERY_BYTES, Mouse, MouseEvent, MouseKind, Needs, PaletteRow, Picker,
    PickerRow, Preview, Prompt, SceneFile, Section, Setting, Steps, Stride, Switch,
};
pub use intent::{Effect, FOLLOW, Permits, Permitted, Proposed, order_refusal_of, refusal_of};
pub use key_row::Hint;
pub use lab::{EndOfLesson, GoalMark, GoalRow, Lab, LabRow, LessonMoment};
pub use log_view::LogView;
pub use map::{MapSetup, MapView};
pub use model::{Model, Monitor, Monitored};
pub use modes::{MODES, Mode};
pub use mouse::Dragged;
pub use note::{Chip, NoteRow, SceneNote, StepMark};
pub use own_methods::{OwnMethod, OwnMethodSet, ProgramEvent};
pub use predict::{MOST_EDGE_KEYS, SidesAsked};
pub use prefix_menu::{PrefixGroup, PrefixMenu, PrefixRow};
pub use screen::{
    Answer, Appearance, Aspect, Audience, Background, Cell, ColorDepth, Connection, FormRow,
    GlyphSet, Help, HelpPage, HelpSearch, HitRegion, HitRegions, Layout, Message, Overlay,
    Overlays, Pane, PanelPlace, PickerLayout, Screen, Tab, ThemeName, Viewport, cells_between,
    grains, luminance,
};
pub use timeline::TimelinePlace;
pub use why_page::{truth_page, why_page, why_rows};

use config::Config;
use hitscan_core::command::WhySubject;
use hitscan_core::engine::{Engine, Focus, LogQuery};
use hitscan_core::scene::{Scene, SceneSource};
use hitscan_core::world::{ChangeError, Name};
use log_view::Jump;

/// A sandbox on one screen, driven by keys.
#[derive(Clone, Debug)]
pub struct App {
    /// The world and its history, and what the user is looking at.
    pub engine: Engine,
    /// What is on the screen.
    pub screen: Screen,
    /// Keys, the mouse and open prompts.
    pub input: Input,
    /// Methods that are answered by the user's own programs.
    pub own_methods: OwnMethodSet,
    /// Follows what commands do, and can stop them.
    pub monitored: Monitored,
    /// Decides whether a change is allowed.
    pub permitted: Permitted,
    /// The student's course, if one is open.
    pub lab: Option<Box<Lab>>,
}

impl App {
    /// Opens a scene on a screen of `size` (columns, rows).
    ///
    /// # Errors
    /// When the objects make no world, which cannot happen to a parsed scene.
    pub fn new(
        scene: Scene,
        source: SceneSource,
        size: (u16, u16),
        glyphs: GlyphSet,
    ) -> Result<Self, ChangeError> {
        Ok(Self::showing(Engine::new(scene, source)?, size, glyphs))
    }

    /// Shows an engine on a screen of `size` (columns, rows).
    pub fn showing(engine: Engine, size: (u16, u16), glyphs: GlyphSet) -> Self {
        let mut app = Self {
            engine: engine.on_screen(),
            screen: Screen::new(size.0, size.1, glyphs),
            input: Input::default(),
            own_methods: OwnMethodSet::default(),
            monitored: Monitored::default(),
            permitted: Permitted::default(),
            lab: None,
        };
        app.show_opening();
        app
    }

    /// Applies a configuration. `found` is how many colours the terminal has, in case the
    /// configuration does not say. The caller chooses the glyphs.
    pub fn with_config(mut self, config: &Config, found: ColorDepth) -> Self {
        self.screen.appearance = Appearance {
            theme: config.theme.unwrap_or_default(),
            grounds: config.grounds,
            asked: config.color.map(config::ColorChoice::depth),
            found,
            has_narrow_panel: config.has_narrow_panel,
            ..self.screen.appearance
        };
        self.input.keymap = config.keys.clone();
        self.input.usual_steps = config.steps;
        self.input.usual_log = config.log;
        self.input.usual_mouse = config.mouse;
        self.screen.filter_log(&mut self.engine, config.log);
        self.engine.set_nudge(config.steps.nudge);
        self.input.choose_mouse(self.screen.appearance.connection);
        // The note may name remapped keys.
        self.screen.open_note(&self.engine, &self.input.keymap);
        self.engine.prefer_broad_phase(config.broad_phase);
        self.own_methods.rules.tolerance = config.tolerance;
        if config.has_narrow_panel {
            self.screen.reframe(self.engine.sandbox(), false);
        }
        self
    }

    /// Saves bytes on a slow line between the program and the screen.
    pub fn on_slow_line(mut self) -> Self {
        self.screen.appearance.connection = Connection::Remote;
        self.input.choose_mouse(Connection::Remote);
        self.screen.reframe(self.engine.sandbox(), false);
        self
    }

    /// Turns on predict mode: results stay covered until the user predicts them.
    pub fn predicting(mut self) -> Self {
        self.engine = self.engine.predicting();
        self.screen.note.close();
        self
    }

    /// A read-only view of everything there is to draw.
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
    pub fn open(&mut self, scene: Scene, source: SceneSource) -> Result<(), ChangeError> {
        self.engine.opened(scene, source)?;
        self.start_over();
        Ok(())
    }

    /// Resets what depends on the scene, once the engine has another one.
    pub fn start_over(&mut self) {
        *self.engine.focus_mut() = Focus::default();
        *self.engine.log_query_mut() = LogQuery::default();
        self.screen.start_over();
        self.input.start_over();
        self.show_opening();
        self.engine.set_nudge(self.input.usual_steps.nudge);
    }

    /// Shows what the scene opens with: view, panel, edit mode and log.
    fn show_opening(&mut self) {
        let Self { engine, screen, input, .. } = self;
        screen.show_opening(engine, &input.keymap);
        if let Err(why) = input.edit_as_opened(engine.sandbox()) {
            screen.fail(why);
        }
        screen.filter_log(engine, input.usual_log);
    }

    /// Resizes the screen to `cols` by `rows`. A view that showed everything still does; in any
    /// other, the selected object stays in view if it was.
    pub fn resize(&mut self, cols: u16, rows: u16) {
        let Self { engine, screen, input, .. } = self;
        let was_in_view = screen.has_selection_in_view(engine.sandbox());
        if screen.resize(cols, rows) {
            screen.reframe(engine.sandbox(), was_in_view);
        }
        input.resize_picker(engine, screen);
    }

    /// Reports that an effect failed, and drops what was to follow a save.
    pub fn fail(&mut self, why: impl Into<String>) {
        self.engine.stay();
        self.screen.fail(why);
    }

    /// Adds methods that are answered by programs; the `chosen` one is in view.
    pub fn with_own_methods(mut self, names: &[Name], chosen: Option<Name>) -> Self {
        self.own_methods.methods = names.iter().copied().map(OwnMethod::new).collect();
        self.engine = self.engine.with_own_methods(names.to_vec());
        if let Some(name) = chosen {
            self.engine.focus_mut().open_with(WhySubject::Own(name));
        }
        self
    }

    /// Handles an event of a program that answers for an own method.
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
            screen.jump(way, Jump::Wrong, engine, own_methods, &input.keymap);
        }
    }
}
