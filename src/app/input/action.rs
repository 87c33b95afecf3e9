//! The one table of actions: what a key can do, where, and what help says of it.
//!
//! Key dispatch, the key row, help and the README's table are made from
//! [`ACTIONS`].

mod table;

pub use table::ACTIONS;

use crate::app::{Overlay, Pane};
use hitscan_core::methods::Method;
use hitscan_core::world::{Response, TestResult};

/// What a key can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// An arrow, acting on what is gripped, or on the line in the panel.
    Arrow(Arrow, Stride),
    /// Fine steps on and off.
    ToggleFine,
    /// The next object.
    SelectNext,
    /// The previous object.
    SelectPrevious,
    /// An object by its name.
    SelectByName,
    /// The next partner of the selection.
    NextPartner,
    /// The arrows move the object.
    GripMove,
    /// The arrows turn and stretch it.
    GripTurn,
    /// The arrows change its velocity.
    GripSpeed,
    /// The arrows move one of its ends; again, the next one.
    GripEnd,
    /// Back to moving, out of the panel.
    Escape,
    /// A new box.
    AddBox,
    /// A new laser.
    AddLaser,
    /// A new polygon.
    AddPolygon,
    /// A vertex after the one that is gripped.
    InsertVertex,
    /// The vertex that is gripped goes.
    RemoveVertex,
    /// The selection is called something else.
    Rename,
    /// The selection is nailed down, or let go.
    ToggleFixed,
    /// Moves land on the grid, or anywhere.
    ToggleSnap,
    /// A copy of the selection.
    Duplicate,
    /// The selection goes.
    Remove,
    /// Boxes answer hits like this.
    Respond(Response),
    /// Boxes respond by this side method.
    RespondBy(Method),
    /// Frames by themselves, or no more.
    PlayPause,
    /// Fewer frames a second.
    Slower,
    /// More frames a second.
    Faster,
    /// One frame of motion.
    StepForward,
    /// To before the last frame.
    StepBack,
    /// To the beginning of history.
    SeekStart,
    /// To the end of history.
    SeekEnd,
    /// The last change is taken back.
    Undo,
    /// And made again.
    Redo,
    /// The panel shows the log; again, hits only, all, changes.
    ShowLog,
    /// The panel shows what all methods say.
    ShowMethods,
    /// The panel says step by step why.
    ShowWhy,
    /// The panel shows the selected object in numbers.
    ShowObject,
    /// The same, and they can be typed.
    EditObject,
    /// The next value of the object.
    NextField,
    /// The value before.
    PreviousField,
    /// The box by another of its points.
    NextOrigin,
    /// The next method.
    NextMethod,
    /// The previous method.
    PreviousMethod,
    /// Into the panel; there, whatever the line stands for.
    Enter,
    /// Half a panel up.
    PageUp,
    /// Half a panel down.
    PageDown,
    /// The first line.
    First,
    /// The last line.
    Last,
    /// Closer.
    ZoomIn,
    /// Further away.
    ZoomOut,
    /// The view moves.
    Pan(Arrow),
    /// Everything in sight.
    Fit,
    /// Where the pair meets in the middle.
    ShowContact,
    /// One column a unit, the origin in the corner.
    ZoomReset,
    /// The next set of glyphs.
    NextGlyphs,
    /// The next set of colours.
    NextTheme,
    /// A layer of the arena on and off.
    Toggle(Overlay),
    /// What somebody says of the covered pair.
    Predict(TestResult),
    /// Nothing is said of it, and it is uncovered.
    SkipPrediction,
    /// The mouse on and off.
    ToggleMouse,
    /// Only tests that name something are listed.
    Filter,
    /// Another scene.
    Open,
    /// Save this one.
    Save,
    /// A command line.
    CommandLine,
    /// All keys and commands.
    Help,
    /// Leave.
    Quit,
    /// Leave, or close what is open.
    Interrupt,
    /// Stop and give the terminal back for a while.
    Suspend,
    /// Draw everything afresh.
    Repaint,
}

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

/// How far an arrow goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Stride {
    /// A whole step.
    #[default]
    Full,
    /// A tenth of it.
    Fine,
}

/// Where an action applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In the arena only.
    Arena,
    /// In the arena and in the panel.
    ArenaAndPanel,
    /// Wherever an answer is covered; there before anything else.
    Covered,
    /// In the form of the Object view only.
    Form,
}

impl Place {
    /// Whether keys that go there find it.
    #[must_use]
    pub const fn holds(self, focus: Pane) -> bool {
        match self {
            Self::Arena => matches!(focus, Pane::Arena),
            Self::ArenaAndPanel => true,
            Self::Form => matches!(focus, Pane::Form),
            // They are looked up apart.
            Self::Covered => false,
        }
    }

    /// Whether there is a place where both hold.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        let mut shared = [Pane::Arena, Pane::Panel, Pane::Form].iter();
        self == other || shared.any(|&at| self.holds(at) && other.holds(at))
    }
}

/// What help lists together.
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
    /// Saying what a covered pair is.
    Predict,
    /// The picture.
    View,
    /// Everything else.
    General,
}

impl Group {
    /// All, in the order of help.
    pub const ALL: [Self; 7] = [
        Self::Change,
        Self::Select,
        Self::Time,
        Self::Panel,
        Self::View,
        Self::Predict,
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
            Self::General => "General",
        }
    }
}

/// A row of the action table.
#[derive(Debug)]
pub struct ActionSpec {
    /// Which action.
    pub action: Action,
    /// The name in configuration and help's search.
    pub id: &'static str,
    /// Its keys, the first one shown in hints. A blank parts a prefix from the
    /// key that follows.
    pub keys: &'static [&'static str],
    /// Where it applies.
    pub place: Place,
    /// What help lists it under.
    pub group: Group,
    /// A word or two for the key row.
    pub hint: &'static str,
    /// One line for help.
    pub doc: &'static str,
}

impl Action {
    /// Its row in the table.
    ///
    /// # Panics
    /// Never: a test holds that every action has a row.
    #[must_use]
    pub fn spec(self) -> &'static ActionSpec {
        ACTIONS.iter().find(|spec| spec.action == self).expect("every action has a row")
    }
}
