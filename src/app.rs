//! The interactive state around a sandbox: what keys mean, what is looked at,
//! what is being typed.
//!
//! The screen is a pure function of an [`App`] (see [`crate::view`]), and an
//! `App` changes only through [`App::press`] and its few siblings. Nothing here
//! does input or output: what concerns files and the terminal comes back as an
//! [`Effect`].

pub mod action;
mod adding;
mod asked;
mod carry_out;
mod completion;
pub mod config;
mod dispatch;
mod edit_mode;
mod effect;
mod form;
mod framing;
mod help;
mod hints;
mod hit_regions;
mod keeping;
mod key;
mod keymap;
mod layout;
mod line_keys;
mod log_view;
mod look;
mod mouse;
mod naming;
mod overlay;
mod palette;
mod picker;
mod predict;
mod prompt;
mod session;
mod settled;
mod snap;
mod typing;
mod viewport;
mod why;

pub use action::{ACTIONS, Action, ActionSpec, Arrow, Group, Stride};
pub use asked::Answer;
pub use completion::SceneNames;
pub use edit_mode::EditMode;
pub use effect::Effect;
pub use form::{Editor, Form, FormRow};
pub use help::{Help, HelpRow};
pub use hints::Hint;
pub use hit_regions::{HitRegion, HitRegions};
pub use hitscan_core::command::LogFilter;
pub use keeping::{Clash, Question};
pub use key::KeyPress;
pub use keymap::{KeyMap, Lookup};
pub use layout::{Layout, PickerLayout};
pub use log_view::LogView;
pub use look::{ColorDepth, GlyphSet, Look, ThemeName};
pub use mouse::{Mouse, MouseEvent, MouseKind};
pub use overlay::{End, Overlay};
pub use palette::{Meant, PaletteRow};
pub use picker::{Entry, Picker, Row, SceneFile};
pub use prompt::{CommandLine, Leaving, Prompt};
pub use snap::Snap;
pub use viewport::{Cell, Viewport, grains};

use settled::Settled;

use hitscan_core::command::CommandError;
use hitscan_core::engine::predict::Predictions;
use hitscan_core::engine::recording::Journal;
use hitscan_core::engine::{Pair, Sandbox};
use hitscan_core::methods::{AnyMethod, Arithmetic};
use hitscan_core::scene::{Scene, Source};
use hitscan_core::world::{ChangeError, ObjectId, Record};

/// Where the keys go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Focus {
    /// To the selected object.
    #[default]
    Arena,
    /// To the panel.
    Panel,
    /// To the form of the Object view in the panel.
    Form,
}

/// Which view the panel shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, clap::ValueEnum)]
pub enum Tab {
    /// Every test whose answer changed.
    #[default]
    Log,
    /// What every method says about the pair.
    Methods,
    /// The steps of one method, or of the truth.
    Why,
    /// The selected object in numbers.
    Object,
}

/// A sentence in the status row, until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Something that was done.
    Note(String),
    /// Something that was refused, and why.
    Fault(String),
}

/// A sequence of keys that has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending<'a> {
    /// The keys so far.
    pub typed: &'a [KeyPress],
    /// Each key that may follow, and what it does.
    pub following: Vec<(KeyPress, Action)>,
}

/// The interactive state of one sandbox on one screen.
#[derive(Clone, Debug)]
pub struct App {
    sandbox: Sandbox,
    /// What has been done, for recordings.
    journal: Journal,
    source: Source,
    kept: keeping::Kept,
    keymap: KeyMap,
    settled: Settled,
    /// Keys of a sequence that has begun.
    pending: Vec<KeyPress>,
    grip: EditMode,
    stride: Stride,
    focus: Focus,
    tab: Tab,
    log_view: LogView,
    partner: Option<ObjectId>,
    method: Option<AnyMethod>,
    arithmetic: Arithmetic,
    /// The first line of a view that is longer than the panel.
    scrolled: usize,
    form: Form,
    /// What stands in the panel in the place of its view.
    answer: Option<Answer>,
    prompt: Option<Prompt>,
    message: Option<Message>,
    last_command: Option<String>,
    help: Option<Help>,
    viewport: Viewport,
    glyphs: GlyphSet,
    overlays: overlay::Overlays,
    /// What has been uncovered, in predict mode.
    predictions: Option<Predictions>,
    snap: Snap,
    mouse: Mouse,
    drag: Option<mouse::Drag>,
    size: (u16, u16),
    /// Frames are made by the clock.
    playing: bool,
    /// What is to be done once the scene has been saved.
    when_saved: Option<Leaving>,
}

impl App {
    /// The screen of this scene, in a terminal of so many columns and rows.
    ///
    /// # Errors
    /// When the objects make no world, which a scene that was read never does.
    pub fn new(
        scene: Scene,
        source: Source,
        size: (u16, u16),
        glyphs: GlyphSet,
    ) -> Result<Self, ChangeError> {
        let journal = Journal::new(&scene);
        Ok(Self::with((Sandbox::new(scene)?, journal), source, size, glyphs))
    }

    /// The screen of this sandbox, and of what has been done to it.
    fn with(
        (sandbox, journal): (Sandbox, Journal),
        source: Source,
        size: (u16, u16),
        glyphs: GlyphSet,
    ) -> Self {
        let mut app = Self {
            kept: keeping::Kept::opened(&sandbox.scene()),
            sandbox,
            journal,
            source,
            keymap: KeyMap::default(),
            settled: Settled::default(),
            pending: Vec::new(),
            grip: EditMode::default(),
            stride: Stride::Full,
            focus: Focus::default(),
            tab: Tab::default(),
            log_view: LogView::default(),
            partner: None,
            method: None,
            arithmetic: Arithmetic::Exact,
            scrolled: 0,
            form: Form::default(),
            answer: None,
            prompt: None,
            message: None,
            last_command: None,
            help: None,
            viewport: Viewport::new(0, 0),
            glyphs,
            overlays: overlay::Overlays::default(),
            predictions: None,
            snap: Snap::default(),
            mouse: Mouse::default(),
            drag: None,
            size,
            playing: false,
            when_saved: None,
        };
        app.resize(size.0, size.1);
        app.show_everything();
        app
    }

    /// The sandbox on the screen.
    #[must_use]
    pub const fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Whether the scene has changes that a file would keep. A built-in scene
    /// has no file and is there to be played with: only building counts there.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.sandbox.is_unsaved_in(&self.source)
    }

    /// Where the scene came from.
    #[must_use]
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// What the arrows act on.
    #[must_use]
    pub const fn grip(&self) -> EditMode {
        self.grip
    }

    /// Whether arrows go the whole step or a tenth.
    #[must_use]
    pub const fn stride(&self) -> Stride {
        self.stride
    }

    /// Where the keys go.
    #[must_use]
    pub const fn focus(&self) -> Focus {
        self.focus
    }

    /// Which view the panel shows.
    #[must_use]
    pub const fn tab(&self) -> Tab {
        self.tab
    }

    /// The log as it is looked at.
    #[must_use]
    pub const fn log_view(&self) -> &LogView {
        &self.log_view
    }

    /// The method that has been chosen, if any.
    #[must_use]
    pub const fn method(&self) -> Option<AnyMethod> {
        self.method
    }

    /// What the steps in Why are computed in.
    #[must_use]
    pub const fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// How many lines of a view longer than the panel are scrolled away; the
    /// view takes no more than there are.
    #[must_use]
    pub const fn scrolled(&self) -> usize {
        self.scrolled
    }

    /// How many frames a second are to be made by the clock, while playing; for
    /// each of them [`App::tick`] is called.
    #[must_use]
    pub fn frames_per_second(&self) -> Option<u16> {
        self.playing.then(|| self.sandbox.world().settings().speed)
    }

    /// What is open at the foot of the screen.
    #[must_use]
    pub const fn prompt(&self) -> Option<&Prompt> {
        self.prompt.as_ref()
    }

    /// What is to be said.
    #[must_use]
    pub const fn message(&self) -> Option<&Message> {
        self.message.as_ref()
    }

    /// The command that the last key stood for, as it would be typed.
    #[must_use]
    pub fn last_command(&self) -> Option<&str> {
        self.last_command.as_deref()
    }

    /// The part of the plane that is shown.
    #[must_use]
    pub const fn viewport(&self) -> &Viewport {
        &self.viewport
    }

    /// What is used to draw with.
    #[must_use]
    pub const fn glyphs(&self) -> GlyphSet {
        self.glyphs
    }

    /// Draws with this set from now on.
    pub const fn draw_with(&mut self, glyphs: GlyphSet) {
        self.glyphs = glyphs;
    }

    /// Columns and rows of the screen.
    #[must_use]
    pub const fn size(&self) -> (u16, u16) {
        self.size
    }

    /// The keys of a sequence that has begun, with what may follow.
    #[must_use]
    pub fn pending(&self) -> Option<Pending<'_>> {
        let following = || self.keymap.following(&self.pending);
        (!self.pending.is_empty()).then(|| Pending { typed: &self.pending, following: following() })
    }

    /// The pair that is looked at: that of the chosen line of the log, else the
    /// selection and its partner.
    #[must_use]
    pub fn pair(&self) -> Option<Pair> {
        let asked_about = self.asked_about();
        let is_shown = |record: &&Record| {
            !self.hides(record.frame, [&record.a, &record.b], asked_about.as_ref())
        };
        if let Some(record) = self.log_view.chosen(&self.sandbox).filter(is_shown) {
            let (a, b) = (record.a.clone(), record.b.clone());
            return Some(Pair { a, b, pair_result: record.pair_result() });
        }
        self.selected_pair()
    }

    /// The selection and its partner.
    fn selected_pair(&self) -> Option<Pair> {
        self.sandbox.pair_in_view(self.partner)
    }

    /// Nothing is said any more of what was done last, as after the next key.
    pub fn hush(&mut self) {
        self.message = None;
        self.last_command = None;
    }

    fn refuse(&mut self, fault: &CommandError) {
        self.message = Some(Message::Fault(fault.to_string()));
    }
}
