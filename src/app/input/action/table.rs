//! Every action and its row, in the order of help.

use super::Arrow::{Down, Left, Right, Up};
use super::Stride::{Fine, Full};
use super::{ActionGroup, ActionPlace, ActionRow, Arrow, Needs, Section, Setting, Stride, Switch};
use crate::app::Overlay;
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
    /// Lets the arrows move one of its ends; pressed again, the next end.
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
    /// Makes a laser end at the first thing it enters, or go on.
    ToggleBeam,
    /// Gives the selected object the next side through which nothing comes in.
    NextOneWay,
    /// Lets the selected object drop through what is one-way.
    DropThrough,
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
    /// Goes back to before the last frame.
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
    /// Redoes the last undone change.
    Redo,
    /// Shows the log; pressed again: hits only, all, changes.
    ShowLog,
    /// Shows what every method says.
    ShowMethods,
    /// Shows why, step by step.
    ShowWhy,
    /// Shows the selected object in numbers.
    ShowObject,
    /// Shows what the signs of the arena mean.
    ShowSigns,
    /// Shows the map's view; pressed again, the map's next layer.
    ShowMap,
    /// Shows the open step of a lesson.
    ShowLab,
    /// Opens the next hint of a task.
    Hint,
    /// Opens the step before.
    Previous,
    /// Maps the answers at other places, or stops.
    ToggleMap,
    /// Shows the note of the scene's author.
    ShowNote,
    /// Opens the form to type the object's values.
    EditObject,
    /// Goes to the next value of the object.
    NextField,
    /// Goes to the previous value.
    PreviousField,
    /// Changes which point a box is given by.
    NextOrigin,
    /// Chooses the next method.
    NextMethod,
    /// Chooses the previous method.
    PreviousMethod,
    /// Moves the keys into the panel; there, does what the current line is for.
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
    /// Chooses the next value of a setting.
    Next(Setting),
    /// Switches something on or off.
    Switch(Switch),
    /// Switches a layer of the arena on or off.
    Toggle(Overlay),
    /// Predicts the covered result.
    Predict(TestResult),
    /// Uncovers it without a prediction.
    SkipPrediction,
    /// Lists only the tests that contain a text.
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

use Action as A;

/// Defines the help groups from a table, in the order of help: for each its words, and the hint of
/// its actions in the key row if modes list several at once.
macro_rules! help_groups {
    ($($section:ident => { $($group:ident $text:literal $($hint:literal)?;)+ })+) => {
        /// Actions that share a row in help, and its words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum HelpGroup {
            $($(#[doc = $text] $group,)+)+
        }

        impl HelpGroup {
            /// The section of help's page of keys that it stands in.
            pub const fn section(self) -> Section {
                match self {
                    $($(Self::$group => Section::$section,)+)+
                }
            }

            /// What its keys do, in help.
            pub const fn text(self) -> &'static str {
                match self {
                    $($(Self::$group => $text,)+)+
                }
            }

            /// What its keys do, in the key row; empty if they never share a hint there.
            pub const fn hint(self) -> &'static str {
                match self {
                    $($(Self::$group => [$($hint,)? ""][0],)+)+
                }
            }
        }
    };
}

help_groups! {
    Change => {
        Move "move it, or its end" "{edit}";
        Fine "a tenth of that";
        Steps "fine steps, on and off";
        Grips "move it, turn, end, speed";
        Back "back, one thing a time";
        Add "add box, laser, polygon" "add";
        Properties "name, body, snap";
        Copies "copy, remove";
        History "undo, redo";
    }
    Time => {
        Play "play, pause";
        Frames "one frame on, one back";
        Pace "slower, faster" "speed";
        Ends "to the start, to the end";
        Hits "HIT before, HIT after" "hits";
        Wrong "wrong before, wrong after" "wrong";
        Responses "what a hit does, and how" "bounce";
    }
    Select => {
        Neighbours "next object, one before";
        ByName "by name";
        Partner "pin the next partner";
    }
    Panel => {
        Views "log methods why object";
        Signs "what the signs mean";
        In "in; there: go, open";
        Methods "next method, one before" "method";
        Filter "only lines that name it";
    }
    View => {
        Zoom "zoom";
        Pan "pan, fit, to the contact";
        Layers "layers, glyphs, colours";
    }
    General => {
        Program "open save type help quit";
    }
    More => {
        Steer "steer it at its own speeds";
        Values "type exact values";
        Why "why, step by step";
        Vertex "remove the selected vertex";
        Map "a map of elsewhere, its layers";
        Lesson "the lesson, its next hint";
        StepBefore "the step before";
        Scroll "scroll the panel" "scroll";
        Close "close what is open, or quit";
        Shell "to the shell, redraw";
    }
    Typing => {
        Fields "next, previous value";
        Origin "give a box by its center";
    }
    Covered => {
        Predict "HIT, TOUCH, MISS" "answer";
        Skip "skip: see the answer";
    }
}

/// Matches any value: the catalogue has more methods than there are keys.
macro_rules! any {
    ($value:path) => {
        _
    };
}

macro_rules! actions {
    ($($group:ident => { $(A::$action:ident $(($($of:path),+))? $([$value:path])?, $id:literal, [$($key:literal),+], $place:ident, $hint:literal, $doc:literal, [$($help:ident $($at:literal)?),+] $(, $needs:ident)*;)+ })+) => {
        /// Every action there is, in the order of help.
        pub const ACTIONS: &[ActionRow] = &[$($(ActionRow {
            action: A::$action $(($($of),+))? $(($value))?,
            id: $id,
            keys: &[$($key),+],
            place: ActionPlace::$place,
            group: ActionGroup::$group,
            hint: $hint,
            doc: $doc,
            groups: &[$((HelpGroup::$help, [$($at,)? 0][0])),+],
            needs: &[$(Needs::$needs),*],
        }),+),+];

        /// Never called: the compiler names an action that has no row.
        #[expect(dead_code, unreachable_patterns)]
        const fn has_row(action: Action) {
            match action {
                $($(A::$action $(($($of),+))? $((any!($value)))? => {})+)+
            }
        }
    };
}

actions! {
    Change => {
        A::Arrow(Left, Full), "left", ["Left", "h"], ArenaAndPanel, "left", "move the object (or its end) left", [Move];
        A::Arrow(Right, Full), "right", ["Right", "l"], ArenaAndPanel, "right", "move the object (or its end) right", [Move];
        A::Arrow(Up, Full), "up", ["Up", "k"], ArenaAndPanel, "up", "move the object (or its end) up; in the panel, a line up", [Move];
        A::Arrow(Down, Full), "down", ["Down", "j"], ArenaAndPanel, "down", "move the object (or its end) down; in the panel, a line down", [Move];
        A::Arrow(Left, Fine), "left-fine", ["H", "Shift-Left"], Arena, "left", "move by a tenth of a step", [Fine];
        A::Arrow(Right, Fine), "right-fine", ["L", "Shift-Right"], Arena, "right", "move by a tenth of a step", [Fine 2];
        A::Arrow(Up, Fine), "up-fine", ["K", "Shift-Up"], Arena, "up", "move by a tenth of a step", [Fine 1];
        A::Arrow(Down, Fine), "down-fine", ["J", "Shift-Down"], Arena, "down", "move by a tenth of a step", [Fine];
        A::ToggleFine, "fine", ["f"], Arena, "fine", "fine steps on and off", [Steps];
        A::GripMove, "grip-move", ["m"], Arena, "move", "the arrows move the object", [Grips], Object, ToArena;
        A::GripTurn, "grip-turn", ["t"], Arena, "turn", "the arrows turn the object and make it longer or shorter", [Grips], Object, ToArena;
        A::GripEnd, "grip-end", ["e"], Arena, "end", "the arrows move an end, corner or vertex; again: the next one", [Grips], Object, ToArena;
        A::GripSpeed, "grip-speed", ["v"], Arena, "speed", "the arrows change its velocity", [Grips], Object, ToArena;
        A::GripSteer, "grip-steer", ["T"], Arena, "steer", "the arrows steer the box: each gives it its speed that way, the opposite one stops it", [Steer], Object, ToArena;
        A::Escape, "escape", ["Esc"], ArenaAndPanel, "move", "back to moving, or out of the panel", [Back];
        A::AddBox, "add-box", ["a b"], Arena, "box", "add a box in the middle, or beside other objects", [Add], ToArena, NoQuestion;
        A::AddLaser, "add-laser", ["a l"], Arena, "laser", "add a laser in the middle, or beside other objects", [Add], ToArena, NoQuestion;
        A::AddPolygon, "add-polygon", ["a p"], Arena, "polygon", "add a polygon in the middle, or beside other objects", [Add], ToArena, NoQuestion;
        A::InsertVertex, "insert-vertex", ["a v"], Arena, "vertex", "insert a vertex after the selected one", [Add];
        A::RemoveVertex, "remove-vertex", ["X"], Arena, "remove vertex", "remove the selected vertex", [Vertex];
        A::Rename, "rename", ["c n"], Arena, "name", "rename", [Properties], NoQuestion;
        A::ToggleFixed, "fixed", ["c f"], Arena, "fix", "make it static or dynamic", [Properties];
        A::NextBody, "body", ["c b"], Arena, "body", "the next body: static, kinematic, dynamic", [Properties];
        A::ToggleBeam, "beam", ["c l"], Arena, "beam", "a laser ends at what it enters first, or goes on", [Properties];
        A::NextOneWay, "one-way", ["c o"], Arena, "one-way", "stop what comes in through the top, left, right or bottom alone, or everything", [Properties];
        A::DropThrough, "drop", ["c d"], Arena, "drop", "fall through the one-way things that it touches", [Properties];
        A::Switch(Switch::Snap), "snap", ["c s"], Arena, "snap", "moves land on whole cells, or on multiples of the step", [Properties];
        A::Next(Setting::BoundaryRule), "strictness", ["c t"], Arena, "contact", "box methods count touching as their sources do, always, or never", [Properties];
        A::Duplicate, "duplicate", ["d"], Arena, "copy", "add a copy of the object", [Copies], ToArena;
        A::Remove, "remove", ["x"], Arena, "remove", "remove the object", [Copies], ToArena;
    }
    Select => {
        A::SelectNext, "select-next", ["Tab"], Arena, "select", "the next object", [Neighbours], ToArena;
        A::SelectPrevious, "select-previous", ["Shift-Tab"], Arena, "back", "the previous object", [Neighbours], ToArena;
        A::SelectByName, "select-by-name", ["s"], Arena, "name", "an object by its name", [ByName], ToArena;
        A::NextPartner, "next-partner", ["p"], Arena, "partner", "next partner for this object", [Partner];
    }
    Time => {
        A::PlayPause, "play", ["Space"], ArenaAndPanel, "play", "play; pause", [Play];
        A::Slower, "slower", ["<"], ArenaAndPanel, "slower", "fewer frames a second", [Pace];
        A::Faster, "faster", [">"], ArenaAndPanel, "faster", "more frames a second", [Pace];
        A::StepForward, "step", ["."], ArenaAndPanel, "step", "one frame forward", [Frames];
        A::StepBack, "back", [","], ArenaAndPanel, "back", "one frame back", [Frames];
        A::NextHit, "next-hit", [")"], ArenaAndPanel, "next HIT", "look at the next HIT of the log", [Hits 1];
        A::PreviousHit, "previous-hit", ["("], ArenaAndPanel, "HIT before", "look at the HIT before", [Hits];
        A::NextWrong, "next-wrong", ["!"], ArenaAndPanel, "next wrong", "look at the next test where the method in view is wrong; on a map: go to the next such cells", [Wrong 1];
        A::PreviousWrong, "previous-wrong", [";"], ArenaAndPanel, "wrong before", "look at the test before where it is wrong; on a map: go to the cells before", [Wrong];
        A::SeekStart, "beginning", ["g"], ArenaAndPanel, "start", "to frame 0, and from there to before it was built", [Ends];
        A::SeekEnd, "end", ["G"], ArenaAndPanel, "end", "to the end", [Ends];
        A::Respond(Response::Pass), "response-pass", ["b p"], Arena, "pass", "boxes go through each other", [Responses];
        A::Respond(Response::Stop), "response-stop", ["b s"], Arena, "stop", "boxes stop where they hit", [Responses];
        A::Respond(Response::Slide), "response-slide", ["b l"], Arena, "slide", "boxes slide along what they hit", [Responses];
        A::Respond(Response::PushOut), "response-push-out", ["b u"], Arena, "push", "boxes are pushed out", [Responses];
        A::Respond(Response::Bounce), "response-bounce", ["b b"], Arena, "bounce", "boxes bounce off what they hit", [Responses];
        A::RespondBy[Method::SWEPT], "side-swept", ["b v"], Arena, "swept", "responses use swept (exact)", [Responses];
        A::RespondBy[Method::RELATIVE_VELOCITY], "side-relative-velocity", ["b r"], Arena, "relative", "responses use relative-velocity", [Responses];
        A::RespondBy[Method::PREDICT_CORNER], "side-predict-corner", ["b c"], Arena, "corner", "responses use predict-corner", [Responses];
        A::RespondBy[Method::LEAST_OVERLAP], "side-least-overlap", ["b o"], Arena, "depth", "responses use least-overlap", [Responses];
        A::RespondBy[Method::CENTER_ANGLE], "side-center-angle", ["b a"], Arena, "angle", "responses use center-angle", [Responses];
        A::RespondBy[Method::PREVIOUS_FRAME], "side-previous-frame", ["b f"], Arena, "before", "responses use previous-frame", [Responses];
        A::RespondBy[Method::AXIS_BY_AXIS], "side-axis-by-axis", ["b x"], Arena, "axes", "responses use axis-by-axis", [Responses];
        A::RespondBy[Method::SUBSTEPS], "side-substeps", ["b t"], Arena, "substeps", "responses use substeps", [Responses];
        A::Undo, "undo", ["u"], ArenaAndPanel, "undo", "undo", [History];
        A::Redo, "redo", ["r", "Ctrl-R"], ArenaAndPanel, "redo", "redo", [History];
    }
    Panel => {
        A::ShowLog, "log", ["1"], ArenaAndPanel, "log", "the log of tests; again: every test, hits, wrong ones, one object's", [Views], OnlyShows;
        A::ShowMethods, "methods", ["2"], ArenaAndPanel, "methods", "what every method says about the pair", [Views], OnlyShows;
        A::ShowWhy, "why", ["w", "3"], ArenaAndPanel, "why", "why HIT, TOUCH or MISS, step by step", [Views, Why], OnlyShows;
        A::ShowObject, "object", ["4"], ArenaAndPanel, "values", "the exact values of the object", [Views], OnlyShows;
        A::ShowSigns, "signs", ["5"], ArenaAndPanel, "signs", "what the signs of the arena mean", [Signs], OnlyShows;
        A::ShowMap, "map-panel", ["6"], ArenaAndPanel, "layer", "what the map shows; again: its next layer", [Map 1];
        A::EditObject, "edit-object", ["i"], ArenaAndPanel, "values", "type the exact values of the object", [Values], NoQuestion;
        A::NextField, "next-field", ["Tab"], Form, "next", "while typing values: accept, go to the next", [Fields];
        A::PreviousField, "previous-field", ["Shift-Tab"], Form, "back", "while typing values: accept, go to the previous", [Fields];
        A::NextOrigin, "origin", ["o"], Form, "origin", "while typing values: give a box by its top left corner, center or bottom center", [Origin];
        A::NextMethod, "next-method", ["n"], ArenaAndPanel, "next", "the next method", [Methods];
        A::PreviousMethod, "previous-method", ["N"], ArenaAndPanel, "previous", "the previous method", [Methods];
        A::Enter, "enter", ["Enter"], ArenaAndPanel, "panel", "into the panel; there: log, go to the frame; methods, why; why, exact, f32 or f64; object, type the value", [In];
        A::PageUp, "page-up", ["PgUp"], ArenaAndPanel, "page up", "scroll the panel up", [Scroll], OnlyShows;
        A::PageDown, "page-down", ["PgDn"], ArenaAndPanel, "page down", "scroll the panel down", [Scroll], OnlyShows;
        A::Filter, "filter", ["/"], ArenaAndPanel, "filter", "list only tests that name this; no word: all", [Filter];
        A::First, "first", ["Home"], ArenaAndPanel, "first", "the first line of the panel", [Scroll];
        A::Last, "last", ["End"], ArenaAndPanel, "last", "the last line of the panel", [Scroll];
    }
    View => {
        A::ToggleMap, "map", ["M"], ArenaAndPanel, "map", "map what the answer would be elsewhere; again: no map", [Map], NoQuestion;
        A::ZoomIn, "zoom-in", ["+", "="], Arena, "zoom in", "zoom in", [Zoom], Frames, OnlyShows;
        A::ZoomOut, "zoom-out", ["-"], Arena, "zoom out", "zoom out", [Zoom], Frames, OnlyShows;
        A::Pan(Left), "pan-left", ["z Left", "z h"], Arena, "left", "move the view left", [Pan 1], Frames;
        A::Pan(Right), "pan-right", ["z Right", "z l"], Arena, "right", "move the view right", [Pan 1], Frames;
        A::Pan(Up), "pan-up", ["z Up", "z k"], Arena, "up", "move the view up", [Pan 1], Frames;
        A::Pan(Down), "pan-down", ["z Down", "z j"], Arena, "down", "move the view down", [Pan 1], Frames;
        A::Fit, "fit", ["z z"], Arena, "all", "show everything", [Pan];
        A::ShowContact, "show-contact", ["z c"], Arena, "to the contact", "center the place where the pair meets, or is nearest", [Pan], Frames;
        A::ZoomReset, "zoom-reset", ["z 1"], Arena, "1:1", "one unit per column, the origin in the corner", [Pan], Frames;
        A::Next(Setting::Glyphs), "glyphs", ["y a"], ArenaAndPanel, "glyphs", "lines, plain ASCII or dots", [Layers];
        A::Next(Setting::Theme), "theme", ["y t"], ArenaAndPanel, "theme", "the next colours: terminal, light, dark, high contrast, color-blind", [Layers];
        A::Switch(Switch::Grounds), "grounds", ["y f"], ArenaAndPanel, "grounds", "fill bodies and the map, or draw lines alone", [Layers];
        A::Switch(Switch::Columns), "columns", ["y 2"], ArenaAndPanel, "columns", "one column of the panel, or two from 160x40 on", [Layers];
        A::Toggle(Overlay::Construction), "construction", ["y c"], ArenaAndPanel, "method", "draw the construction of the method in view", [Layers 1];
        A::Toggle(Overlay::Velocities), "velocities", ["y v"], ArenaAndPanel, "speed", "an arrow for each velocity", [Layers 1];
        A::Toggle(Overlay::Normals), "normals", ["y n"], ArenaAndPanel, "normal", "an arrow out of each side that was hit", [Layers 1];
        A::Toggle(Overlay::Depth), "depth", ["y d"], ArenaAndPanel, "depth", "the shortest way out of each overlap", [Layers 1];
        A::Toggle(Overlay::Grid), "grid", ["y g"], ArenaAndPanel, "grid", "dots at the round numbers of the rulers", [Layers 1];
        A::Toggle(Overlay::Bounds), "bounds", ["y b"], ArenaAndPanel, "AABB", "the bounding box of each laser and polygon", [Layers 1];
        A::Toggle(Overlay::Ghosts), "ghosts", ["y s"], ArenaAndPanel, "ghost", "where the pair started and hit in the last frame", [Layers 1];
        A::Toggle(Overlay::Ends), "three-ends", ["y e"], ArenaAndPanel, "ends", "where the last frame ends under each of the three side methods", [Layers 1];
        A::Toggle(Overlay::Trail), "trail", ["y p"], ArenaAndPanel, "trail", "where the selected object was, while playing", [Layers 1];
        A::Toggle(Overlay::Crossings), "crossings", ["y r"], ArenaAndPanel, "crossing", "a laser that crosses something, wholly in the color of hits", [Layers 1];
        A::Toggle(Overlay::BroadPhase), "broad-phase", ["y P"], ArenaAndPanel, "pairs", "what the broad phase looks at, and what it compares the selected object with", [Layers 1];
        A::ShowNote, "note", ["y i"], ArenaAndPanel, "note", "what the scene's author says to try", [Layers];
        A::Switch(Switch::Mouse), "mouse", ["y m"], ArenaAndPanel, "mouse", "a click selects, a drag moves, the wheel zooms and scrolls; on the timeline all three choose a frame", [Layers 1];
    }
    Predict => {
        A::Predict(TestResult::Hit), "predict-hit", ["h"], Covered, "hit", "in predict mode, while an answer is covered: it is a HIT; then the side", [Predict];
        A::Predict(TestResult::Touch), "predict-touch", ["t"], Covered, "touch", "it is a TOUCH; then the side", [Predict];
        A::Predict(TestResult::Miss), "predict-miss", ["m"], Covered, "miss", "it is a MISS", [Predict];
        A::SkipPrediction, "predict-skip", ["Enter"], Covered, "skip", "skip: see the answer", [Skip];
    }
    Lesson => {
        A::ShowLab, "lab", ["7"], ArenaAndPanel, "lab", "in a lesson: what the open step says", [Lesson];
        A::Hint, "hint", ["I"], ArenaAndPanel, "hint", "in a lesson: the next hint of a task", [Lesson];
        A::Previous, "previous", ["Backspace"], Arena, "back", "in a lesson: the step before", [StepBefore];
    }
    General => {
        A::Open, "open", ["o"], Arena, "open", "open a built-in scene or a file from here", [Program];
        A::Save, "save", ["W"], Arena, "save", "save the scene", [Program];
        A::CommandLine, "command", [":"], ArenaAndPanel, "cmd", "type a command", [Program];
        A::Help, "help", ["?", "F1"], ArenaAndPanel, "help", "what keys do here; all keys, commands, words and signs", [Program], OnlyShows;
        A::Quit, "quit", ["q"], ArenaAndPanel, "quit", "quit", [Program];
        A::Interrupt, "interrupt", ["Ctrl-C"], ArenaAndPanel, "quit", "close what is open, or exit", [Close];
        A::Suspend, "suspend", ["Ctrl-Z"], ArenaAndPanel, "suspend", "back to the shell; fg returns", [Shell];
        A::Repaint, "repaint", ["Ctrl-L"], ArenaAndPanel, "repaint", "redraw the screen", [Shell];
    }
}
