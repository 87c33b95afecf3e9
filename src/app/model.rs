//! Everything that the screen is drawn from, read-only.

use std::fmt;
use std::rc::Rc;

use super::intent::Permitted;
use super::screen::UntilKey;
use super::{
    Action, Connection, CrowdLook, EditMode, FormRow, Input, KeyPress, Lab, Mouse, Overlay,
    OwnMethod, Pane, Screen, Setting, Steps, Switch,
};
use hitscan_core::engine::{Engine, Event, Flow, GameOver, Pair};
use hitscan_core::methods::{JudgingRules, Method};
use hitscan_core::words;
use hitscan_core::world::{RayHit, along};
use hitscan_geom::Shape;

/// A read-only view of an app. It answers questions that need more than one part of the app.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// The world and its history, and what the user is looking at.
    pub engine: &'a Engine,
    /// What is on the screen.
    pub screen: &'a Screen,
    /// Keys, the mouse and open prompts.
    pub input: &'a Input,
    /// Methods that are answered by the user's own programs.
    pub own_methods: &'a [OwnMethod],
    /// How their answers are judged.
    pub judging_rules: JudgingRules,
    pub(super) permitted: &'a Permitted,
    /// The student's course, if one is open.
    pub lab: Option<&'a Lab>,
}

impl<'a> Model<'a> {
    /// How far arrows move now.
    pub const fn steps(self) -> Steps {
        self.input.steps(self.engine.sandbox().nudge())
    }

    /// Frames per second that the clock makes while playing, each by a call of
    /// [`super::App::tick`].
    pub fn frames_per_second(self) -> Option<u16> {
        self.engine.is_playing().then(|| self.engine.sandbox().world().settings().speed)
    }

    /// Frames per second that are really played: the speed, or less on a slow line or if a frame
    /// takes long.
    pub fn frames_played(self) -> Option<u16> {
        let speed = self.frames_per_second()?;
        Some(self.screen.pace.map_or(speed, |pace| pace.min(speed)))
    }

    /// How the arena shows a crowd, if there is one.
    pub fn crowd(self) -> Option<CrowdLook> {
        CrowdLook::of(self.engine.world_in_focus(), &self.screen.viewport)
    }

    /// Whether a crowd is playing.
    pub fn plays_a_crowd(self) -> bool {
        self.engine.is_playing() && self.crowd().is_some()
    }

    /// Whether to skip drawing this frame while a crowd plays: on a slow line every second frame,
    /// since most of the picture changes.
    pub fn skips_this_frame(self) -> bool {
        let is_slow = self.screen.appearance.connection == Connection::Remote;
        is_slow && !self.engine.world().frame().is_multiple_of(2)
    }

    /// The method in view: the one for the pair in focus that is compared with the truth.
    pub fn method_in_view(self) -> Option<Method> {
        let pair = self.engine.pair_in_focus()?;
        self.engine.compared().for_shapes(&pair)
    }

    /// Whether a game goes on: it is played or steered, and has not ended.
    pub fn is_in_play(self) -> bool {
        let is_moved = self.engine.is_playing() || self.input.edit_mode == EditMode::Steer;
        let is_game = !self.engine.sandbox().game_ends().is_empty();
        is_game && is_moved && self.engine.game_over_in_focus().is_none()
    }

    /// The end of a game that has just ended, until the next key.
    pub fn end_in_box(self) -> Option<&'a GameOver> {
        self.engine.game_over_in_focus().filter(|_| self.screen.until_key == UntilKey::Ended)
    }

    /// The name of the method that judges the log: an own one, or the one in view.
    pub fn name_of_judge(self) -> Option<String> {
        let own = self.engine.judge().own_name().map(|name| name.to_string());
        own.or_else(|| self.method_in_view().map(|method| method.id().to_owned()))
    }

    /// The methods for a pair. While the answer is covered, only the shapes decide which.
    pub(super) fn methods_of(self, pair: &Pair) -> Vec<Method> {
        if self.engine.covered_in_focus().is_some() {
            return pair.methods_for_shapes();
        }
        pair.methods()
    }

    /// Whether a layer of the arena is shown.
    pub fn shows(self, overlay: Overlay) -> bool {
        self.screen.shows(overlay, self.engine)
    }

    /// Whether something is switched on.
    pub fn is_on(self, switch: Switch) -> bool {
        match switch {
            Switch::Snap => self.input.snaps,
            Switch::Grounds => self.screen.appearance.has_grounds(),
            Switch::Columns => !self.screen.appearance.has_narrow_panel,
            Switch::Mouse => self.input.mouse == Mouse::On,
        }
    }

    /// The value of a setting.
    pub fn value_of(self, setting: Setting) -> &'static str {
        match setting {
            Setting::BoundaryRule => self.engine.sandbox().world().settings().boundary_rule.token(),
            Setting::Glyphs => self.screen.appearance.glyphs.token(),
            Setting::Theme => self.screen.appearance.theme.token(),
        }
    }

    /// Whether keys go to a covered result: everywhere except in the form, where values are typed.
    pub fn asks_for_prediction(self) -> bool {
        self.screen.pane != Pane::Form
            && !self.engine.covers_all()
            && self.engine.covered_in_focus().is_some()
    }

    /// The action that a key has while a result is covered.
    pub(super) fn covered_action(self, key: KeyPress) -> Option<Action> {
        let begins = self.input.pending.is_empty();
        let action = self.input.keymap.look_up_covered(key).filter(|_| begins)?;
        self.asks_for_prediction().then_some(action)
    }

    /// The scene's note, with the current keys.
    pub fn note(self) -> String {
        self.input.keymap.filled(self.engine.sandbox().note())
    }

    /// The rows of the form; empty if nothing is selected.
    pub fn form_rows(self) -> Vec<FormRow> {
        self.screen.panel.form.rows_in(self.engine.sandbox())
    }

    /// What the selected laser meets, in order; `None` if no laser is selected, or while an answer
    /// is covered.
    pub fn ray_hits(self) -> Option<Vec<RayHit>> {
        let (_, object) = self.engine.sandbox().selection()?;
        let Shape::Segment(laser) = &object.shape else { return None };
        let is_covered = self.engine.covers_all() || self.engine.covered().is_some();
        (!is_covered).then(|| along(self.engine.world(), laser))
    }

    /// The chosen row of the form, counted from 0.
    pub fn chosen_row(self) -> usize {
        self.screen.panel.form.place_in(self.engine.sandbox())
    }

    /// The value in a row of the form.
    pub fn form_value(self, row: FormRow) -> String {
        self.screen.panel.form.value(row, self.engine.sandbox())
    }
}

/// Shows the progress of a command, and decides whether to stop it.
///
/// Drawing and keys wait while a command runs, so only this can handle them.
pub trait Monitor {
    /// A command is about to run; `model` is what the screen shows until it ends.
    fn begins(&self, model: Model<'_>);

    /// Whether to stop the command; called about once a millisecond. `progress` writes how far the
    /// command is.
    fn asks_to_stop(&self, progress: &dyn Fn() -> String) -> bool;

    /// The key that stops a command here.
    fn key_that_stops(&self) -> &'static str {
        "Esc"
    }
}

/// The monitor of an app, if there is one, and a listener for its commands. Without a user, as in
/// `hitscan render`, nothing is shown and nothing is stopped.
#[derive(Clone, Default)]
pub struct Monitored {
    /// Shows the progress of long commands, and stops them.
    pub monitor: Option<Rc<dyn Monitor>>,
    /// Hears what commands do.
    pub hear: Option<Rc<Hear>>,
}

/// Hears what commands do.
type Hear = dyn Fn(Event<'_>);

impl Monitored {
    pub(super) fn begins(&self, model: Model<'_>) {
        if let Some(monitor) = &self.monitor {
            monitor.begins(model);
        }
    }

    /// A listener that shows how far the command of this line is, says whether to stop it, and
    /// passes every event on.
    pub(super) fn listener(&self, line: &str) -> impl FnMut(Event<'_>) -> Flow + use<> {
        let command = line.split(' ').next().unwrap_or_default().to_owned();
        let Self { monitor, hear } = self.clone();
        move |event| {
            if let Some(hear) = &hear {
                hear(event);
            }
            match (event, &monitor) {
                (Event::Working(progress), Some(monitor)) => {
                    let key = monitor.key_that_stops();
                    let text = || words::progress(&command, progress, key);
                    if monitor.asks_to_stop(&text) { Flow::Stop } else { Flow::GoOn }
                }
                _ => Flow::GoOn,
            }
        }
    }
}

impl fmt::Debug for Monitored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Monitored").field(&self.monitor.is_some()).finish()
    }
}
