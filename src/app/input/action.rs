//! The one table of actions: what a key can do, where, and what help says about
//! it.
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
    /// Moves what the arrows edit, or the line in the panel.
    Arrow(Arrow, Stride),
    /// Switches fine steps on or off.
    ToggleFine,
    /// Selects the next object.
    SelectNext,
    /// Selects the previous object.
    SelectPrevious,
    /// Selects an object by its name.
    SelectByName,
    /// Pins the next partner of the selected object.
    NextPartner,
    /// Lets the arrows move the object.
    GripMove,
    /// Lets the arrows turn and stretch it.
    GripTurn,
    /// Lets the arrows change its velocity.
    GripSpeed,
    /// Lets the arrows steer it.
    GripSteer,
    /// Lets the arrows move one of its ends; again: the next one.
    GripEnd,
    /// Goes back to moving, or out of the panel.
    Escape,
    /// Adds a box.
    AddBox,
    /// Adds a laser.
    AddLaser,
    /// Adds a polygon.
    AddPolygon,
    /// Inserts a vertex after the selected one.
    InsertVertex,
    /// Removes the selected vertex.
    RemoveVertex,
    /// Renames the selected object.
    Rename,
    /// Makes the selected object static or dynamic.
    ToggleFixed,
    /// Gives the selected object the next body: static, kinematic, dynamic.
    NextBody,
    /// Lets moves land on the grid, or anywhere.
    ToggleSnap,
    /// Lets the box methods count touching as a hit, or not, or as their sources do.
    NextStrictness,
    /// Copies the selected object.
    Duplicate,
    /// Removes the selected object.
    Remove,
    /// Sets how boxes respond to hits.
    Respond(Response),
    /// Sets the side method of the responses.
    RespondBy(Method),
    /// Starts or stops the clock.
    PlayPause,
    /// Makes fewer frames a second.
    Slower,
    /// Makes more frames a second.
    Faster,
    /// Makes one frame.
    StepForward,
    /// Goes to before the last frame.
    StepBack,
    /// Looks at the next HIT of the log.
    NextHit,
    /// Looks at the previous HIT.
    PreviousHit,
    /// Looks at the next test where the method in view is wrong.
    NextWrong,
    /// Looks at the previous such test.
    PreviousWrong,
    /// Goes to the beginning of history.
    SeekStart,
    /// Goes to the end of history.
    SeekEnd,
    /// Undoes the last change.
    Undo,
    /// Redoes it.
    Redo,
    /// Shows the log; again: hits only, all, changes.
    ShowLog,
    /// Shows what every method says.
    ShowMethods,
    /// Shows why, step by step.
    ShowWhy,
    /// Shows the selected object in numbers.
    ShowObject,
    /// Shows what the signs of the arena mean.
    ShowSigns,
    /// Shows what the map shows; again: its next layer.
    ShowMap,
    /// Shows the open step of a lesson.
    ShowLab,
    /// Opens the next hint of a task.
    Hint,
    /// Maps what the answer would be elsewhere, or stops.
    ToggleMap,
    /// Shows what the scene's author says to try.
    ShowNote,
    /// Shows them to be typed.
    EditObject,
    /// Goes to the next value of the object.
    NextField,
    /// Goes to the previous value.
    PreviousField,
    /// Gives a box by another of its points.
    NextOrigin,
    /// Chooses the next method.
    NextMethod,
    /// Chooses the previous method.
    PreviousMethod,
    /// Goes into the panel; there, does what the line is for.
    Enter,
    /// Scrolls the panel up.
    PageUp,
    /// Scrolls the panel down.
    PageDown,
    /// Goes to the first line.
    First,
    /// Goes to the last line.
    Last,
    /// Zooms in.
    ZoomIn,
    /// Zooms out.
    ZoomOut,
    /// Moves the view.
    Pan(Arrow),
    /// Shows everything.
    Fit,
    /// Centers the place where the pair meets.
    ShowContact,
    /// Shows one unit per column, the origin in the corner.
    ZoomReset,
    /// Chooses the next set of glyphs.
    NextGlyphs,
    /// Chooses the next colours.
    NextTheme,
    /// Switches a layer of the arena on or off.
    Toggle(Overlay),
    /// Predicts the covered result.
    Predict(TestResult),
    /// Uncovers it without a prediction.
    SkipPrediction,
    /// Switches the mouse on or off.
    ToggleMouse,
    /// Lists only tests that name something.
    Filter,
    /// Opens another scene.
    Open,
    /// Saves the scene.
    Save,
    /// Opens the command line.
    CommandLine,
    /// Opens help.
    Help,
    /// Quits.
    Quit,
    /// Closes what is open, or quits.
    Interrupt,
    /// Gives the terminal back until continued.
    Suspend,
    /// Redraws the screen.
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
    /// The fine part of a step.
    Fine,
}

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
    /// All, in the order of help.
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

/// A row of the action table.
#[derive(Debug)]
pub struct ActionSpec {
    /// Which action.
    pub action: Action,
    /// The name in configuration and help's search.
    pub id: &'static str,
    /// Its keys; hints show the first. A space separates a prefix from the key
    /// that follows.
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
    /// Whether it chooses what is in view.
    #[must_use]
    pub const fn frames(self) -> bool {
        matches!(
            self,
            Self::ZoomIn | Self::ZoomOut | Self::Pan(_) | Self::ShowContact | Self::ZoomReset
        )
    }

    /// Whether it only shows something else, so that it works while a question is open.
    #[must_use]
    pub const fn only_shows(self) -> bool {
        matches!(
            self,
            Self::ShowLog
                | Self::ShowMethods
                | Self::ShowWhy
                | Self::ShowObject
                | Self::ShowSigns
                | Self::PageUp
                | Self::PageDown
                | Self::ZoomIn
                | Self::ZoomOut
                | Self::Help
        )
    }

    /// Whether it is about the selected object, so that keys go to the arena again.
    #[must_use]
    pub const fn leads_to_the_arena(self) -> bool {
        matches!(
            self,
            Self::GripMove
                | Self::GripTurn
                | Self::GripEnd
                | Self::GripSpeed
                | Self::GripSteer
                | Self::SelectNext
                | Self::SelectPrevious
                | Self::SelectByName
                | Self::AddBox
                | Self::AddLaser
                | Self::AddPolygon
                | Self::Duplicate
                | Self::Remove
        )
    }

    /// Its row in the table.
    ///
    /// # Panics
    /// Never: a test holds that every action has a row.
    #[must_use]
    pub fn spec(self) -> &'static ActionSpec {
        ACTIONS.iter().find(|spec| spec.action == self).expect("every action has a row")
    }
}
