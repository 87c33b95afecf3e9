//! The rows: every action with its keys, in the order of help.

use super::Action as A;
use super::Arrow::{Down, Left, Right, Up};
use super::Stride::{Fine, Full};
use super::{ActionSpec, Group, Place};
use crate::app::Overlay;
use hitscan_core::methods::Method;
use hitscan_core::world::{Response, TestResult};

macro_rules! actions {
    ($($group:ident => { $($action:expr, $id:literal, [$($key:literal),+], $place:ident, $hint:literal, $doc:literal;)+ })+) => {
        &[$($(ActionSpec {
            action: $action,
            id: $id,
            keys: &[$($key),+],
            place: Place::$place,
            group: Group::$group,
            hint: $hint,
            doc: $doc,
        }),+),+]
    };
}

/// Every action there is, in the order of help.
pub const ACTIONS: &[ActionSpec] = actions![
    Change => {
        A::Arrow(Left, Full), "left", ["Left", "h"], ArenaAndPanel, "left", "move the object (or its end) left";
        A::Arrow(Right, Full), "right", ["Right", "l"], ArenaAndPanel, "right", "move the object (or its end) right";
        A::Arrow(Up, Full), "up", ["Up", "k"], ArenaAndPanel, "up", "move the object (or its end) up; in the panel, a line up";
        A::Arrow(Down, Full), "down", ["Down", "j"], ArenaAndPanel, "down", "move the object (or its end) down; in the panel, a line down";
        A::Arrow(Left, Fine), "left-fine", ["H", "Shift-Left"], Arena, "left", "move by a tenth of a step";
        A::Arrow(Right, Fine), "right-fine", ["L", "Shift-Right"], Arena, "right", "move by a tenth of a step";
        A::Arrow(Up, Fine), "up-fine", ["K", "Shift-Up"], Arena, "up", "move by a tenth of a step";
        A::Arrow(Down, Fine), "down-fine", ["J", "Shift-Down"], Arena, "down", "move by a tenth of a step";
        A::ToggleFine, "fine", ["f"], Arena, "fine", "fine steps on and off";
        A::GripMove, "grip-move", ["m"], Arena, "move", "the arrows move the object";
        A::GripTurn, "grip-turn", ["t"], Arena, "turn", "the arrows turn the object and make it longer or shorter";
        A::GripEnd, "grip-end", ["e"], Arena, "end", "the arrows move an end, corner or vertex; again: the next one";
        A::GripSpeed, "grip-speed", ["v"], Arena, "speed", "the arrows change its velocity";
        A::GripSteer, "grip-steer", ["T"], Arena, "steer", "the arrows steer the box: each gives it its speed that way, the opposite one stops it";
        A::Escape, "escape", ["Esc"], ArenaAndPanel, "move", "back to moving, or out of the panel";
        A::AddBox, "add-box", ["a b"], Arena, "box", "add a box in the middle, or beside other objects";
        A::AddLaser, "add-laser", ["a l"], Arena, "laser", "add a laser in the middle, or beside other objects";
        A::AddPolygon, "add-polygon", ["a p"], Arena, "polygon", "add a polygon in the middle, or beside other objects";
        A::InsertVertex, "insert-vertex", ["a v"], Arena, "vertex", "insert a vertex after the selected one";
        A::RemoveVertex, "remove-vertex", ["X"], Arena, "remove vertex", "remove the selected vertex";
        A::Rename, "rename", ["c n"], Arena, "name", "rename";
        A::ToggleFixed, "fixed", ["c f"], Arena, "fix", "make it static or dynamic";
        A::NextBody, "body", ["c b"], Arena, "body", "the next body: static, kinematic, dynamic";
        A::ToggleSnap, "snap", ["c s"], Arena, "snap", "moves land on whole cells, or on multiples of the step";
        A::NextStrictness, "strictness", ["c t"], Arena, "contact", "box methods count touching as their sources do, always, or never";
        A::Duplicate, "duplicate", ["d"], Arena, "copy", "add a copy of the object";
        A::Remove, "remove", ["x"], Arena, "remove", "remove the object";
    }
    Select => {
        A::SelectNext, "select-next", ["Tab"], Arena, "select", "the next object";
        A::SelectPrevious, "select-previous", ["Shift-Tab"], Arena, "back", "the previous object";
        A::SelectByName, "select-by-name", ["s"], Arena, "name", "an object by its name";
        A::NextPartner, "next-partner", ["p"], Arena, "partner", "next partner for this object";
    }
    Time => {
        A::PlayPause, "play", ["Space"], ArenaAndPanel, "play", "play; pause";
        A::Slower, "slower", ["<"], ArenaAndPanel, "slower", "fewer frames a second";
        A::Faster, "faster", [">"], ArenaAndPanel, "faster", "more frames a second";
        A::StepForward, "step", ["."], ArenaAndPanel, "step", "one frame forward";
        A::StepBack, "back", [","], ArenaAndPanel, "back", "one frame back";
        A::NextHit, "next-hit", [")"], ArenaAndPanel, "next HIT", "look at the next HIT of the log";
        A::PreviousHit, "previous-hit", ["("], ArenaAndPanel, "HIT before", "look at the HIT before";
        A::NextWrong, "next-wrong", ["!"], ArenaAndPanel, "next wrong", "look at the next test where the method in view is wrong; on a map: go to the next such cells";
        A::PreviousWrong, "previous-wrong", [";"], ArenaAndPanel, "wrong before", "look at the test before where it is wrong; on a map: go to the cells before";
        A::SeekStart, "beginning", ["g"], ArenaAndPanel, "start", "to frame 0, and from there to before it was built";
        A::SeekEnd, "end", ["G"], ArenaAndPanel, "end", "to the end";
        A::Respond(Response::Pass), "response-pass", ["b p"], Arena, "pass", "boxes go through each other";
        A::Respond(Response::Stop), "response-stop", ["b s"], Arena, "stop", "boxes stop where they hit";
        A::Respond(Response::Slide), "response-slide", ["b l"], Arena, "slide", "boxes slide along what they hit";
        A::Respond(Response::PushOut), "response-push-out", ["b u"], Arena, "push", "boxes are pushed out";
        A::Respond(Response::Bounce), "response-bounce", ["b b"], Arena, "bounce", "boxes bounce off what they hit";
        A::RespondBy(Method::SWEPT), "side-swept", ["b v"], Arena, "swept", "responses use swept (exact)";
        A::RespondBy(Method::RELATIVE_VELOCITY), "side-relative-velocity", ["b r"], Arena, "relative", "responses use relative-velocity";
        A::RespondBy(Method::PREDICT_CORNER), "side-predict-corner", ["b c"], Arena, "corner", "responses use predict-corner";
        A::Undo, "undo", ["u"], ArenaAndPanel, "undo", "undo";
        A::Redo, "redo", ["r", "Ctrl-R"], ArenaAndPanel, "redo", "redo";
    }
    Panel => {
        A::ShowLog, "log", ["1"], ArenaAndPanel, "log", "the log of tests; again: hits only, all";
        A::ShowMethods, "methods", ["2"], ArenaAndPanel, "methods", "what every method says about the pair";
        A::ShowWhy, "why", ["w", "3"], ArenaAndPanel, "why", "why HIT, TOUCH or MISS, step by step";
        A::ShowObject, "object", ["4"], ArenaAndPanel, "values", "the exact values of the object";
        A::ShowSigns, "signs", ["5"], ArenaAndPanel, "signs", "what the signs of the arena mean";
        A::ShowMap, "map-panel", ["6"], ArenaAndPanel, "layer", "what the map shows; again: its next layer";
        A::EditObject, "edit-object", ["i"], ArenaAndPanel, "values", "type the exact values of the object";
        A::NextField, "next-field", ["Tab"], Form, "next", "while typing values: accept, go to the next";
        A::PreviousField, "previous-field", ["Shift-Tab"], Form, "back", "while typing values: accept, go to the previous";
        A::NextOrigin, "origin", ["o"], Form, "origin", "while typing values: give a box by its top left corner, center or bottom center";
        A::NextMethod, "next-method", ["n"], ArenaAndPanel, "next", "the next method";
        A::PreviousMethod, "previous-method", ["N"], ArenaAndPanel, "previous", "the previous method";
        A::Enter, "enter", ["Enter"], ArenaAndPanel, "panel", "into the panel; there: log, go to the frame; methods, why; why, exact or f32; object, type the value";
        A::PageUp, "page-up", ["PgUp"], ArenaAndPanel, "page up", "scroll the panel up";
        A::PageDown, "page-down", ["PgDn"], ArenaAndPanel, "page down", "scroll the panel down";
        A::Filter, "filter", ["/"], ArenaAndPanel, "filter", "list only tests that name this; no word: all";
        A::First, "first", ["Home"], ArenaAndPanel, "first", "the first line of the panel";
        A::Last, "last", ["End"], ArenaAndPanel, "last", "the last line of the panel";
    }
    View => {
        A::ToggleMap, "map", ["M"], ArenaAndPanel, "map", "map what the answer would be elsewhere; again: no map";
        A::ZoomIn, "zoom-in", ["+", "="], Arena, "zoom in", "zoom in";
        A::ZoomOut, "zoom-out", ["-"], Arena, "zoom out", "zoom out";
        A::Pan(Left), "pan-left", ["z Left", "z h"], Arena, "left", "move the view left";
        A::Pan(Right), "pan-right", ["z Right", "z l"], Arena, "right", "move the view right";
        A::Pan(Up), "pan-up", ["z Up", "z k"], Arena, "up", "move the view up";
        A::Pan(Down), "pan-down", ["z Down", "z j"], Arena, "down", "move the view down";
        A::Fit, "fit", ["z z"], Arena, "all", "show everything";
        A::ShowContact, "contact", ["z c"], Arena, "to the contact", "center the place where the pair meets, or is nearest";
        A::ZoomReset, "zoom-reset", ["z 1"], Arena, "1:1", "one unit per column, the origin in the corner";
        A::NextGlyphs, "glyphs", ["y a"], ArenaAndPanel, "glyphs", "lines, plain ASCII or dots";
        A::NextTheme, "theme", ["y t"], ArenaAndPanel, "theme", "the next colours: terminal, light, dark, high contrast, color-blind";
        A::Toggle(Overlay::Construction), "construction", ["y c"], ArenaAndPanel, "method", "draw the construction of the method in view";
        A::Toggle(Overlay::Velocities), "velocities", ["y v"], ArenaAndPanel, "speed", "an arrow for each velocity";
        A::Toggle(Overlay::Normals), "normals", ["y n"], ArenaAndPanel, "normal", "an arrow out of each side that was hit";
        A::Toggle(Overlay::Depth), "depth", ["y d"], ArenaAndPanel, "depth", "the shortest way out of each overlap";
        A::Toggle(Overlay::Grid), "grid", ["y g"], ArenaAndPanel, "grid", "dots at the round numbers of the rulers";
        A::Toggle(Overlay::Bounds), "bounds", ["y b"], ArenaAndPanel, "AABB", "the bounding box of each laser and polygon";
        A::Toggle(Overlay::Ghosts), "ghosts", ["y s"], ArenaAndPanel, "ghost", "where the pair started and hit in the last frame";
        A::Toggle(Overlay::Ends), "three-ends", ["y e"], ArenaAndPanel, "ends", "where the last frame ends under each of the three side methods";
        A::Toggle(Overlay::Trail), "trail", ["y p"], ArenaAndPanel, "trail", "where the selected object was, while playing";
        A::Toggle(Overlay::Crossings), "crossings", ["y r"], ArenaAndPanel, "crossing", "a laser that crosses something, wholly in the color of hits";
        A::Toggle(Overlay::BroadPhase), "broad-phase", ["y P"], ArenaAndPanel, "pairs", "what the broad phase looks at, and what it compares the selected object with";
        A::ShowNote, "note", ["y i"], ArenaAndPanel, "note", "what the scene's author says to try";
        A::ToggleMouse, "mouse", ["y m"], ArenaAndPanel, "mouse", "a click selects, a drag moves, the wheel zooms and scrolls";
    }
    Predict => {
        A::Predict(TestResult::Hit), "predict-hit", ["h"], Covered, "hit", "in predict mode, while an answer is covered: it is a HIT; then the side";
        A::Predict(TestResult::Touch), "predict-touch", ["t"], Covered, "touch", "it is a TOUCH; then the side";
        A::Predict(TestResult::Miss), "predict-miss", ["m"], Covered, "miss", "it is a MISS";
        A::SkipPrediction, "predict-skip", ["Enter"], Covered, "skip", "skip: see the answer";
    }
    Lesson => {
        A::ShowLab, "lab", ["7"], ArenaAndPanel, "lab", "in a lesson: what the open step says";
        A::Hint, "hint", ["I"], ArenaAndPanel, "hint", "in a lesson: the next hint of a task";
    }
    General => {
        A::Open, "open", ["o"], Arena, "open", "open a built-in scene or a file from here";
        A::Save, "save", ["W"], Arena, "save", "save the scene";
        A::CommandLine, "command", [":"], ArenaAndPanel, "cmd", "type a command";
        A::Help, "help", ["?", "F1"], ArenaAndPanel, "help", "what keys do here; all keys, commands, words and signs";
        A::Quit, "quit", ["q"], ArenaAndPanel, "quit", "quit";
        A::Interrupt, "interrupt", ["Ctrl-C"], ArenaAndPanel, "quit", "close what is open, or exit";
        A::Suspend, "suspend", ["Ctrl-Z"], ArenaAndPanel, "suspend", "back to the shell; fg returns";
        A::Repaint, "repaint", ["Ctrl-L"], ArenaAndPanel, "repaint", "redraw the screen";
    }
];
