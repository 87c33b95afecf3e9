//! What is on the screen besides the scene: the part of the plane in view, the panel, layers,
//! colours, messages. What keys do is not here.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `layout` | where everything is, in cells |
//! | `viewport` `framing` | the part of the plane in view, and how it is chosen |
//! | `panel` | which view it shows, and how far it is scrolled |
//! | `overlays` `appearance` | which layers are on; colours and glyphs |
//! | `presenting` | what is shown of a finished command |
//!
//! This file holds the parts. `presenting` and `framing` call all others, which know nothing of
//! each other but for `layout`.

mod appearance;
mod framing;
mod layout;
mod overlays;
mod panel;
mod presenting;
mod viewport;

pub use appearance::{
    Appearance, Background, ColorDepth, Connection, GlyphSet, ThemeName, luminance,
};
pub(super) use layout::PanelWidth;
pub use layout::{HitRegion, HitRegions, Layout, PanelPlace, PickerLayout};
pub use overlays::{Aspect, Overlay, Overlays};
pub(super) use panel::Form;
use panel::Panel;
pub use panel::{Answer, FormRow, Tab};
pub(super) use presenting::{NO_COURSE, construction, selected};
pub use viewport::{Cell, Viewport, cells_between, grains};

use std::collections::VecDeque;

use super::{Action, Arrow, Effect, KeyMap, MapView, SceneNote};
use hitscan_core::command::CommandError;
use hitscan_core::engine::{Engine, Event, Sandbox};
use hitscan_core::words::settings_now;
use hitscan_geom::Point;

/// The part of the screen that receives keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// The arena: keys change the selected object.
    #[default]
    Arena,
    /// The panel.
    Panel,
    /// The form of the panel's Object view.
    Form,
}

/// A sentence in the status row, shown until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Something was done.
    Note(String),
    /// Whether an answer is right, and what is true.
    Judged(bool, String),
    /// Something was refused, and why.
    Fault(String),
}

/// Who else sees a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Audience {
    /// No one.
    #[default]
    None,
    /// Others watch what its user does.
    Watchers,
    /// Its user shows it to all.
    All,
}

impl Audience {
    /// Whether anyone else sees the screen.
    pub fn is_any(self) -> bool {
        self != Self::None
    }
}

/// What is on the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// Columns and rows.
    pub size: (u16, u16),
    /// Colours and glyphs.
    pub appearance: Appearance,
    /// The part of the plane in view.
    pub viewport: Viewport,
    /// The layers of the arena.
    pub overlays: Overlays,
    /// How wide the panel is when there is room for more.
    pub(super) panel_width: PanelWidth,
    /// Which part receives keys.
    pub pane: Pane,
    /// The panel beside the arena.
    pub panel: Panel,
    /// The map of the arena, while it is on. Boxed, because screens are moved.
    pub(super) map: Option<Box<MapView>>,
    /// Help, while it is open.
    pub help: Option<Help>,
    /// Who chose what is in view.
    pub(super) framing: Framing,
    /// The middle of the selected object in the last frames of playing, oldest first.
    pub trail: VecDeque<Point>,
    /// The status message.
    pub message: Option<Message>,
    /// The command of the last key, as it would be typed.
    pub last_command: Option<String>,
    /// What can be recovered, and how, until it is; help shows it.
    pub recoverable: Option<String>,
    /// The last announcement from others.
    pub(super) announced: Option<String>,
    /// Who else sees this screen.
    pub audience: Audience,
    /// Whether the user has left a screen that is still shown to everyone.
    pub may_follow: bool,
    /// Whether every view has the goal of a lesson below it.
    pub(super) has_goal: bool,
    /// The note of the scene.
    pub note: SceneNote,
    /// What the last command reported.
    pub(super) heard: Heard,
    /// Frames per second, if fewer are played than the speed says.
    pub pace: Option<u16>,
    /// Whether the last frames were played, one by one or by the clock, and no object was edited
    /// since.
    pub(super) has_played: bool,
    /// What the next key takes away.
    pub(super) until_key: UntilKey,
    /// How many powers of two farther out the view is than the user chose, for both of a pair to be
    /// in view.
    pub(super) zoomed_out: i8,
}

/// Who chose what is in view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Framing {
    /// The scene, by what it opens with, and again when the size changes. A scene that does not say
    /// shows everything.
    #[default]
    Opened,
    /// The program, to show everything, and again when the size changes.
    Fitted,
    /// The user, by zooming or panning.
    Chosen,
}

/// What the arena shows until the next key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum UntilKey {
    /// The scene is new: which keys move the selected object.
    #[default]
    Opened,
    /// A game has ended: how.
    Ended,
    /// Nothing.
    Pressed,
}

impl Screen {
    /// The most points in the trail.
    const MOST_TRAIL: usize = 7;

    /// Adds the middle of the selected object to the trail.
    pub(super) fn leave_trail(&mut self, sandbox: &Sandbox) {
        let Some((_, object)) = sandbox.selection() else { return };
        let (min, max) = object.shape.bounds();
        let middle = Point::new(min.x.midpoint(max.x), min.y.midpoint(max.y));
        if self.trail.len() == Self::MOST_TRAIL {
            self.trail.pop_front();
        }
        self.trail.push_back(middle);
    }

    pub(super) fn new(cols: u16, rows: u16, glyphs: GlyphSet) -> Self {
        let mut screen = Self {
            size: (0, 0),
            appearance: Appearance { glyphs, ..Appearance::default() },
            viewport: Viewport::new(0, 0),
            overlays: Overlays::default(),
            panel_width: PanelWidth::default(),
            pane: Pane::default(),
            panel: Panel::default(),
            map: None,
            help: None,
            framing: Framing::default(),
            trail: VecDeque::new(),
            message: None,
            last_command: None,
            recoverable: None,
            announced: None,
            audience: Audience::default(),
            may_follow: false,
            has_goal: false,
            note: SceneNote::default(),
            heard: Heard::default(),
            pace: None,
            has_played: false,
            until_key: UntilKey::default(),
            zoomed_out: 0,
        };
        screen.resize(cols, rows);
        screen
    }

    /// Resets what depends on the scene; size, colours and layers stay.
    pub(super) fn start_over(&mut self) {
        let Self { appearance, overlays, audience, may_follow, has_goal, .. } = *self;
        let announced = self.announced.take();
        let anew = Self::new(self.size.0, self.size.1, appearance.glyphs);
        *self = Self { appearance, overlays, announced, audience, may_follow, has_goal, ..anew };
    }

    /// Applies the background that the terminal reports: the theme follows it, unless the user
    /// chose one.
    pub(crate) const fn set_background(&mut self, background: Background) {
        let appearance = &mut self.appearance;
        appearance.background = Some(background);
        if matches!(appearance.theme, ThemeName::Terminal) {
            appearance.theme = match background {
                Background::Dark => ThemeName::Dark,
                Background::Light => ThemeName::Light,
            };
        }
    }

    /// Resizes the screen; returns whether the arena has room on it.
    pub(super) fn resize(&mut self, cols: u16, rows: u16) -> bool {
        self.size = (cols, rows);
        let layout = self.layout();
        if let Some(layout) = layout {
            self.viewport.resize(layout.arena_cols(), layout.arena_rows());
        }
        layout.is_some()
    }

    /// The greatest zoom that fitting chooses.
    pub(super) fn most_fitted(&self) -> i8 {
        match self.appearance.connection {
            Connection::Local => Viewport::MOST_FITTED,
            Connection::Remote => Viewport::MOST_FITTED_SPARING,
        }
    }

    /// Gives the panel this width, and the arena the rest.
    pub(super) fn set_panel_width(&mut self, width: PanelWidth) {
        self.panel_width = width;
        if let Some(layout) = self.layout() {
            self.viewport.resize(layout.arena_cols(), layout.arena_rows());
        }
    }

    /// The layout at this size; `None` if the screen is too small.
    pub fn layout(&self) -> Option<Layout> {
        self.layout_of(self.size.0, self.size.1)
    }

    /// The layout at another size.
    pub fn layout_of(&self, cols: u16, rows: u16) -> Option<Layout> {
        let layout = Layout::of(cols, rows)?.with_panel(self.panel_width);
        if self.has_goal {
            // Lessons were made for one column.
            return Some(layout.with_goal());
        }
        // The log has the whole note at its head.
        let has_foot = matches!(self.panel.tab, Tab::Methods | Tab::Why | Tab::Object | Tab::Map);
        let rows = self.note.foot_rows(usize::from(layout.panel_cols.saturating_sub(2)));
        if !has_foot || rows == 0 {
            return Some(layout);
        }
        Some(layout.with_note(u16::try_from(rows).unwrap_or(u16::MAX / 2)))
    }

    /// Whether the panel lies over the arena.
    pub(super) fn has_panel_over(&self) -> bool {
        self.layout().is_some_and(|layout| layout.panel == PanelPlace::Over)
    }

    /// Whether a view of the panel is visible, beside the arena or over it.
    pub fn shows_panel(&self) -> bool {
        !self.has_panel_over() || self.pane != Pane::Arena || self.panel.answer.is_some()
    }

    /// Whether the arena is visible.
    pub fn shows_arena(&self) -> bool {
        !self.has_panel_over() || !self.shows_panel()
    }

    /// Whether a layer of the arena is shown.
    pub(super) fn shows(&self, overlay: Overlay, engine: &Engine) -> bool {
        self.overlays.shows(overlay, self.aspect(engine))
    }

    /// Which aspect of the pair in focus the panel shows: its motion, if a past frame is in focus
    /// or Methods or Why shows a method that gives a side.
    pub(super) fn aspect(&self, engine: &Engine) -> Aspect {
        let focus = engine.focus();
        let is_open = matches!(self.panel.tab, Tab::Methods | Tab::Why);
        let tells_side = focus.page.method().is_some_and(|method| method.side_test().is_some());
        if focus.is_looking() || is_open && tells_side { Aspect::Motion } else { Aspect::Standing }
    }

    /// Whether counts, or the blocks beside the log, wait until no key is pressed.
    pub const fn holds_counts(&self) -> bool {
        let panel = &self.panel;
        panel.counted_to.is_some() || panel.held_counts.is_some() || panel.blocks_wait
    }

    /// Shows the counts that were waiting.
    pub const fn show_counts(&mut self) {
        self.panel.counted_to = None;
        self.panel.held_counts = None;
        self.panel.blocks_wait = false;
    }

    /// Shows an announcement from others: until the next key, and in help.
    pub fn announce(&mut self, said: String) {
        self.say(said.clone());
        self.announced = Some(said);
    }

    /// Clears the status message and the last command.
    pub fn clear_message(&mut self) {
        self.message = None;
        self.last_command = None;
    }

    /// Sets the status message.
    pub fn say(&mut self, what: impl Into<String>) {
        self.message = Some(Message::Note(what.into()));
    }

    /// Tells a user who shows the screen to all how to stop.
    fn tell_how_to_stop_showing(&mut self, keys: &KeyMap) {
        if self.audience == Audience::All {
            let quit = keys.named(Action::Quit);
            self.say(format!("all still see this sandbox; {quit} stops showing it"));
        }
    }

    /// Sets the status message to the reason of a failure.
    pub fn fail(&mut self, why: impl Into<String>) {
        self.message = Some(Message::Fault(why.into()));
    }

    /// The effects of what was done; none, if it failed, but the reason.
    pub(super) fn effects_of(&mut self, done: Result<Vec<Effect>, CommandError>) -> Vec<Effect> {
        done.unwrap_or_else(|why| {
            self.fail(why.to_string());
            Vec::new()
        })
    }

    /// Says what was done or why it failed.
    pub(super) fn tell(&mut self, what: Result<String, String>) {
        match what {
            Ok(said) => self.say(said),
            Err(why) => self.fail(why),
        }
    }

    /// Whether the status message reports a failure.
    pub(super) const fn has_failed(&self) -> bool {
        matches!(self.message, Some(Message::Fault(_)))
    }

    /// Shows a view of the panel.
    pub(super) fn show(&mut self, tab: Tab) {
        self.panel.show(tab);
        if self.pane != Pane::Arena || self.has_panel_over() {
            self.pane = if tab == Tab::Object { Pane::Form } else { Pane::Panel };
        }
    }

    /// Computes map cells as long as `may_go_on`; the first picture of boxes and lasers is computed
    /// at once.
    pub fn work_on_map(&mut self, may_go_on: impl FnMut() -> bool) {
        if let Some(view) = &mut self.map {
            view.work(may_go_on);
        }
    }

    /// What to ask the program that the map is about; `None` if there is nothing to ask, or it was
    /// already asked.
    pub fn map_lines_to_ask(&mut self) -> Option<Vec<String>> {
        self.map.as_mut()?.lines_to_ask()
    }

    /// Shows the answer to a command in the panel until the user closes it.
    pub fn show_answer(&mut self, asked: &str, lines: Vec<String>) {
        self.panel.show_answer(asked, lines);
    }

    /// Half the rows of the panel's view, at least one.
    pub(super) fn half_page(&self) -> usize {
        self.layout().map_or(1, |layout| usize::from(layout.panel_body_rows() / 2).max(1))
    }

    /// Moves the view by a quarter of its size.
    pub(super) fn pan(&mut self, arrow: Arrow) {
        let across = i64::from(self.viewport.cols() / 4).max(1);
        let down = i64::from(self.viewport.rows() / 4).max(1);
        match arrow {
            Arrow::Left => self.viewport.pan(-across, 0),
            Arrow::Right => self.viewport.pan(across, 0),
            Arrow::Up => self.viewport.pan(0, -down),
            Arrow::Down => self.viewport.pan(0, down),
        }
    }

    /// Switches to the next glyphs, starting with those that help if lines look broken.
    pub(super) fn next_glyphs(&mut self) {
        let next = match self.appearance.glyphs {
            GlyphSet::Lines => GlyphSet::Basic,
            GlyphSet::Basic => GlyphSet::Ascii,
            GlyphSet::Ascii => GlyphSet::Braille,
            GlyphSet::Braille => GlyphSet::Lines,
        };
        self.set_glyphs(next);
    }

    /// Switches to these glyphs.
    pub(super) fn set_glyphs(&mut self, glyphs: GlyphSet) {
        self.appearance.glyphs = glyphs;
        self.say(format!("glyphs {}: {}", glyphs.token(), glyphs.meaning()));
    }

    /// Switches to the next colours.
    pub(super) fn next_theme(&mut self) {
        self.set_theme(self.appearance.theme.next());
    }

    /// Switches to these colours.
    pub(super) fn set_theme(&mut self, theme: ThemeName) {
        self.appearance.theme = theme;
        self.say(format!("theme {}: {}", theme.token(), theme.meaning()));
    }

    /// Turns the grounds on or off, in a theme that can have them.
    pub(super) fn toggle_grounds(&mut self) {
        if !self.appearance.can_have_grounds() {
            return self.fail("grounds need 256 colours and the theme dark or light");
        }
        let shown = !self.appearance.shows_grounds();
        self.appearance.grounds = Some(shown);
        self.say(if shown { "grounds on" } else { "grounds off: lines alone" });
    }
}

/// The reports of a command that are worth a sentence.
#[derive(Clone, Debug, Default)]
pub(super) struct Heard {
    /// The settings that changed, with their new values.
    pub(super) settings: Option<String>,
    /// Whether the last breakable box broke.
    pub(super) all_broken: bool,
    /// How many changes were computed again because the memory limit had not kept them.
    pub(super) remade: Option<usize>,
    /// How many changes ahead were dropped.
    pub(super) dropped: usize,
    /// Whether the log lines have changed.
    pub(super) has_lines: bool,
}

impl Heard {
    pub(super) fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::SettingsChanged([before, now]) => {
                self.settings = Some(settings_now(before, now)).filter(|said| !said.is_empty());
            }
            Event::AllBroken => self.all_broken = true,
            Event::RemadeForMemory(changes) => self.remade = Some(changes),
            Event::DroppedAhead(changes) => self.dropped += changes,
            Event::Tested(..) | Event::Travelled(_) => self.has_lines = true,
            Event::Working(_)
            | Event::Entered(_)
            | Event::GameOver(_)
            | Event::Changed(_)
            | Event::Begins(..)
            | Event::Noted(..) => {}
        }
    }
}

/// A page of help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum HelpPage {
    /// What keys do now.
    #[default]
    Here,
    /// All keys.
    Keys,
    /// All commands.
    Commands,
    /// The terms of the field.
    Words,
    /// What the arena draws.
    Signs,
    /// The articles: their functions, variables, ideas and scenes.
    Articles,
}

impl HelpPage {
    /// All of them, in the order of their tabs.
    pub const ALL: [Self; 6] =
        [Self::Here, Self::Keys, Self::Commands, Self::Words, Self::Signs, Self::Articles];

    /// The name on its tab.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Here => "Here",
            Self::Keys => "Keys",
            Self::Commands => "Commands",
            Self::Words => "Words",
            Self::Signs => "Signs",
            Self::Articles => "Articles",
        }
    }

    /// The page `by` tabs to the right, wrapping around.
    pub(super) fn neighbour(self, by: usize) -> Self {
        let at = Self::ALL.iter().position(|&page| page == self).unwrap_or(0);
        Self::ALL[(at + by) % Self::ALL.len()]
    }
}

/// The state of help while it is open.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Help {
    /// The page.
    pub page: HelpPage,
    /// The first visible line; a number past the end means the last page.
    pub top: usize,
    /// The search.
    pub search: Option<HelpSearch>,
}

/// A search in all pages of help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpSearch {
    /// The text.
    pub text: String,
    /// Whether keys still type the text, rather than go from match to match.
    pub is_typing: bool,
    /// The number of the match in view, counted from 0.
    pub current: usize,
}

impl HelpSearch {
    pub(super) const fn begun() -> Self {
        Self { text: String::new(), is_typing: true, current: 0 }
    }
}
