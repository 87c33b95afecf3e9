//! What a row of the table of actions says.

use super::Action;
use crate::app::Pane;

/// Where an action applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In the arena only.
    Arena,
    /// In the arena and in the panel.
    ArenaAndPanel,
    /// Where a result is covered, before anything else.
    Covered,
    /// In the form of the Object view only.
    Form,
}

impl Place {
    /// Whether keys that go to this pane find it.
    #[must_use]
    pub const fn holds(self, focus: Pane) -> bool {
        match self {
            // In the panel, too: only what it needs for its lines means something else.
            Self::Arena => matches!(focus, Pane::Arena | Pane::Panel),
            Self::ArenaAndPanel => true,
            Self::Form => matches!(focus, Pane::Form),
            // These are looked up separately.
            Self::Covered => false,
        }
    }

    /// Whether both apply in some pane.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        let mut shared = [Pane::Arena, Pane::Panel, Pane::Form].iter();
        self == other || shared.any(|&at| self.holds(at) && other.holds(at))
    }
}

/// What the page of keys and the configuration list together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
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

impl Group {
    /// All, in their order there.
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

    /// The heading.
    #[must_use]
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

/// A part of the page of keys in help, and the place in it: rows go from the least place
/// on, actions of one place in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Changing the selected object.
    Change(u8),
    /// Frames and history.
    Time(u8),
    /// Choosing objects.
    Select(u8),
    /// The panel.
    Panel(u8),
    /// The picture.
    View(u8),
    /// What has no heading.
    General(u8),
    /// What follows below the overview.
    More(u8),
    /// While values are typed.
    Typing(u8),
    /// While an answer is covered, in predict mode.
    Covered(u8),
}

impl Section {
    /// The heading.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Change(_) => "change",
            Self::Time(_) => "time",
            Self::Select(_) => "select",
            Self::Panel(_) => "panel",
            Self::View(_) => "view",
            Self::General(_) => "",
            Self::More(_) => "more keys",
            Self::Typing(_) => "while typing values",
            Self::Covered(_) => "while an answer is covered",
        }
    }
}

/// What an action needs, or how it goes together with what is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// A selected object.
    Object,
    /// No open question: it would change something, or show what is covered.
    NoQuestion,
    /// The keys in the arena: it is about the selected object.
    ToArena,
    /// A view that is chosen from now on: it says what is in view.
    Frames,
    /// Nothing: it only shows something else, so that it works while a side is asked for.
    OnlyShows,
}

/// A row of the action table.
#[derive(Debug)]
pub struct ActionRow {
    /// Which action.
    pub action: Action,
    /// The name in configuration and help's search.
    pub id: &'static str,
    /// Its keys; hints show the first. A space separates a prefix from the key
    /// that follows.
    pub keys: &'static [&'static str],
    /// Where it applies.
    pub place: Place,
    /// What it is listed under.
    pub group: Group,
    /// A word or two for the key row.
    pub hint: &'static str,
    /// One line for help.
    pub doc: &'static str,
    /// Where the page of keys has it, and its words there. Actions with the same words
    /// share a row; hidden ones have none.
    pub overview: &'static [(Section, &'static str)],
    /// What it needs.
    pub needs: &'static [Needs],
}
