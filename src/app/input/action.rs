//! The action table: what a key can do, where, and what help says about it.
//!
//! Key dispatch, the key row, help and the page of keys are all made from [`ACTIONS`].
//!
//! | file | what lives there |
//! | --- | --- |
//! | `table` | every action and its row, in the order of help |
//!
//! This file has the kinds of actions and their places; `table` uses them.

mod table;

use super::super::Pane;

pub use table::{ACTIONS, Action, HelpGroup};

/// One of the four directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrow {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// How far an arrow moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Stride {
    /// A full step.
    #[default]
    Full,
    /// A fine step.
    Fine,
}

/// What a key switches on or off, besides the layers of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    /// Whether moves land on the grid.
    Snap,
    /// The grounds of bodies and of the map.
    Grounds,
    /// Whether the panel has a second column where there is room.
    Columns,
    /// Whether the program reads the mouse.
    Mouse,
}

/// What has one of several values, which a key goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// Whether the box methods count touching: as a hit, not at all, or as their sources do.
    BoundaryRule,
    /// The set of glyphs.
    Glyphs,
    /// The colours.
    Theme,
}

impl Action {
    /// Whether its row lists this need.
    pub fn needs(self, what: Needs) -> bool {
        self.row().needs.contains(&what)
    }

    /// Its row in the table.
    ///
    /// # Panics
    /// Never: a test checks that every action has a row.
    pub fn row(self) -> &'static ActionRow {
        ACTIONS.iter().find(|row| row.action == self).expect("every action has a row")
    }
}

/// Where an action applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionPlace {
    /// In the arena only.
    Arena,
    /// In the arena and in the panel.
    ArenaAndPanel,
    /// While a result is covered, before anything else.
    Covered,
    /// In the form of the Object view only.
    Form,
}

impl ActionPlace {
    /// Whether the action works while keys go to this pane.
    pub const fn holds(self, focus: Pane) -> bool {
        match self {
            // Also in the panel, where only the keys that its lines need mean something else.
            Self::Arena => matches!(focus, Pane::Arena | Pane::Panel),
            Self::ArenaAndPanel => true,
            Self::Form => matches!(focus, Pane::Form),
            // These are looked up separately.
            Self::Covered => false,
        }
    }

    /// Whether the two share a pane.
    pub fn meets(self, other: Self) -> bool {
        let mut shared = [Pane::Arena, Pane::Panel, Pane::Form].iter();
        self == other || shared.any(|&at| self.holds(at) && other.holds(at))
    }
}

/// Groups of actions in the page of keys and the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionGroup {
    /// Moving and changing the selected object.
    Change,
    /// Choosing objects.
    Select,
    /// Frames and history.
    Time,
    /// The panel.
    Panel,
    /// Predicting covered results.
    Predict,
    /// Lessons.
    Lesson,
    /// The picture.
    View,
    /// Everything else.
    General,
}

impl ActionGroup {
    /// All groups, in order.
    pub const ALL: [Self; 8] = [
        Self::Change,
        Self::Select,
        Self::Time,
        Self::Panel,
        Self::View,
        Self::Predict,
        Self::Lesson,
        Self::General,
    ];

    /// Its heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Change => "Change",
            Self::Select => "Select",
            Self::Time => "Time",
            Self::Panel => "Panel",
            Self::View => "View",
            Self::Predict => "Predict",
            Self::Lesson => "Lesson",
            Self::General => "General",
        }
    }
}

/// A section of help's page of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Changing the selected object.
    Change,
    /// Frames and history.
    Time,
    /// Choosing objects.
    Select,
    /// The panel.
    Panel,
    /// The picture.
    View,
    /// Actions without a heading.
    General,
    /// Actions below the overview.
    More,
    /// Typing values.
    Typing,
    /// Predicting a covered answer.
    Covered,
}

impl Section {
    /// Its heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Change => "change",
            Self::Time => "time",
            Self::Select => "select",
            Self::Panel => "panel",
            Self::View => "view",
            Self::General => "",
            Self::More => "more keys",
            Self::Typing => "while typing values",
            Self::Covered => "while an answer is covered",
        }
    }
}

/// What an action needs, or how it goes together with what is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// A selected object.
    Object,
    /// No open question: the action would change something or reveal what is covered.
    NoQuestion,
    /// The keys in the arena: the action is about the selected object.
    ToArena,
    /// A view chosen by the user: the action changes what is in view.
    Frames,
    /// Nothing: the action only shows something else, so it works while a side is asked for.
    OnlyShows,
}

/// A row of the action table.
#[derive(Debug)]
pub struct ActionRow {
    /// The action.
    pub action: Action,
    /// Its name in the configuration and in the search of help.
    pub id: &'static str,
    /// Its keys; hints show the first. A space separates a prefix from the key that follows it.
    pub keys: &'static [&'static str],
    /// Where it works.
    pub place: ActionPlace,
    /// Its group.
    pub group: ActionGroup,
    /// A word or two for the key row.
    pub hint: &'static str,
    /// One line for help.
    pub doc: &'static str,
    /// The rows that it shares in help, and its place in each; those with the same place are in
    /// table order.
    pub groups: &'static [(HelpGroup, u8)],
    /// What it needs.
    pub needs: &'static [Needs],
}
