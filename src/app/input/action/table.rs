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
        A::Arrow(Left, Full), "left", ["Left", "h"], ArenaAndPanel, "left", "move what is gripped left";
        A::Arrow(Right, Full), "right", ["Right", "l"], ArenaAndPanel, "right", "move what is gripped right";
        A::Arrow(Up, Full), "up", ["Up", "k"], ArenaAndPanel, "up", "move what is gripped up; a line up in the panel";
        A::Arrow(Down, Full), "down", ["Down", "j"], ArenaAndPanel, "down", "move what is gripped down; a line down in the panel";
        A::Arrow(Left, Fine), "left-fine", ["H", "Shift-Left"], Arena, "left", "the same, a tenth";
        A::Arrow(Right, Fine), "right-fine", ["L", "Shift-Right"], Arena, "right", "the same, a tenth";
        A::Arrow(Up, Fine), "up-fine", ["K", "Shift-Up"], Arena, "up", "the same, a tenth";
        A::Arrow(Down, Fine), "down-fine", ["J", "Shift-Down"], Arena, "down", "the same, a tenth";
        A::ToggleFine, "fine", ["f"], Arena, "fine", "fine steps on and off";
        A::GripMove, "grip-move", ["m"], Arena, "move", "the arrows move the object";
        A::GripTurn, "grip-turn", ["t"], Arena, "turn", "the arrows turn it, and make it longer or shorter";
        A::GripEnd, "grip-end", ["e"], Arena, "end", "the arrows move an end, corner or vertex; again: the next one";
        A::GripSpeed, "grip-speed", ["v"], Arena, "speed", "the arrows change its velocity";
        A::Escape, "escape", ["Esc"], ArenaAndPanel, "move", "back to moving; out of the panel";
        A::AddBox, "add-box", ["a b"], Arena, "box", "add a box in the middle, or beside what is there";
        A::AddLaser, "add-laser", ["a l"], Arena, "laser", "add a laser in the middle, or beside what is there";
        A::AddPolygon, "add-polygon", ["a p"], Arena, "polygon", "add a polygon in the middle, or beside what is there";
        A::InsertVertex, "insert-vertex", ["a v"], Arena, "vertex", "put a vertex into the polygon, after the one that is gripped";
        A::RemoveVertex, "remove-vertex", ["X"], Arena, "remove vertex", "take the vertex that is gripped out of the polygon";
        A::Rename, "rename", ["c n"], Arena, "name", "call the object something else";
        A::ToggleFixed, "fixed", ["c f"], Arena, "fixed", "nail the object down; let it go";
        A::ToggleSnap, "snap", ["c s"], Arena, "snap", "what is moved lands on whole cells, or on multiples of the step";
        A::Duplicate, "duplicate", ["d"], Arena, "copy", "add a copy of the object";
        A::Remove, "remove", ["x"], Arena, "remove", "remove the object";
    }
    Select => {
        A::SelectNext, "select-next", ["Tab"], Arena, "select", "the next object";
        A::SelectPrevious, "select-previous", ["Shift-Tab"], Arena, "back", "the previous object";
        A::SelectByName, "select-by-name", ["s"], Arena, "name", "an object by its name";
        A::NextPartner, "next-partner", ["p"], Arena, "partner", "look at the object and the next other one";
    }
    Time => {
        A::PlayPause, "play", ["Space"], ArenaAndPanel, "play", "play; pause";
        A::Slower, "slower", ["<"], ArenaAndPanel, "slower", "fewer frames a second";
        A::Faster, "faster", [">"], ArenaAndPanel, "faster", "more frames a second";
        A::StepForward, "step", ["."], ArenaAndPanel, "step", "one frame forward";
        A::StepBack, "back", [","], ArenaAndPanel, "back", "one frame back";
        A::SeekStart, "beginning", ["g"], ArenaAndPanel, "start", "to the beginning";
        A::SeekEnd, "end", ["G"], ArenaAndPanel, "end", "to the end";
        A::Respond(Response::Pass), "response-pass", ["b p"], Arena, "pass", "boxes go through each other";
        A::Respond(Response::Stop), "response-stop", ["b s"], Arena, "stop", "boxes stop where they hit";
        A::Respond(Response::Slide), "response-slide", ["b l"], Arena, "slide", "boxes slide along what they hit";
        A::Respond(Response::PushOut), "response-push-out", ["b u"], Arena, "push", "boxes are put back out of what they hit";
        A::Respond(Response::Bounce), "response-bounce", ["b b"], Arena, "bounce", "boxes bounce off what they hit";
        A::RespondBy(Method::SWEPT), "side-swept", ["b v"], Arena, "swept", "responses use swept (exact)";
        A::RespondBy(Method::RELATIVE_VELOCITY), "side-relative-velocity", ["b r"], Arena, "relative", "responses use relative-velocity";
        A::RespondBy(Method::PREDICT_CORNER), "side-predict-corner", ["b c"], Arena, "corner", "responses use predict-corner";
        A::Undo, "undo", ["u"], ArenaAndPanel, "undo", "take the last change back";
        A::Redo, "redo", ["r", "Ctrl-R"], ArenaAndPanel, "redo", "make it again";
    }
    Panel => {
        A::ShowLog, "log", ["1"], ArenaAndPanel, "log", "the log of tests; again: hits only, all";
        A::ShowMethods, "methods", ["2"], ArenaAndPanel, "methods", "what every method says of the pair";
        A::ShowWhy, "why", ["w", "3"], ArenaAndPanel, "why", "why HIT, TOUCH or MISS, step by step";
        A::ShowObject, "object", ["4"], ArenaAndPanel, "values", "the exact values of the object";
        A::EditObject, "edit-object", ["i"], ArenaAndPanel, "values", "type the exact values of the object";
        A::NextField, "next-field", ["Tab"], Form, "next", "while values are typed: take it, go to the next";
        A::PreviousField, "previous-field", ["Shift-Tab"], Form, "back", "while values are typed: take it, go to the one before";
        A::NextOrigin, "origin", ["o"], Form, "origin", "while values are typed: a box by its top left corner, centre or bottom centre";
        A::NextMethod, "next-method", ["n"], ArenaAndPanel, "next", "the next method";
        A::PreviousMethod, "previous-method", ["N"], ArenaAndPanel, "previous", "the previous method";
        A::Enter, "enter", ["Enter"], ArenaAndPanel, "panel", "into the panel; there: log, go to the frame; methods, why; why, exact or f32; object, type the value";
        A::PageUp, "page-up", ["PgUp"], ArenaAndPanel, "page up", "scroll the panel up";
        A::PageDown, "page-down", ["PgDn"], ArenaAndPanel, "page down", "scroll the panel down";
        A::Filter, "filter", ["/"], ArenaAndPanel, "filter", "list only tests that name this; without a word, all again";
        A::First, "first", ["Home"], ArenaAndPanel, "first", "the first line of the panel";
        A::Last, "last", ["End"], ArenaAndPanel, "last", "the last line of the panel";
    }
    View => {
        A::ZoomIn, "zoom-in", ["+", "="], Arena, "zoom in", "zoom in";
        A::ZoomOut, "zoom-out", ["-"], Arena, "zoom out", "zoom out";
        A::Pan(Left), "pan-left", ["z Left", "z h"], Arena, "left", "show what is left of the picture";
        A::Pan(Right), "pan-right", ["z Right", "z l"], Arena, "right", "show what is right of the picture";
        A::Pan(Up), "pan-up", ["z Up", "z k"], Arena, "up", "show what is above the picture";
        A::Pan(Down), "pan-down", ["z Down", "z j"], Arena, "down", "show what is below the picture";
        A::Fit, "fit", ["z z"], Arena, "all", "bring everything into sight";
        A::ShowContact, "contact", ["z c"], Arena, "to the contact", "where the pair meets, or comes nearest, to the middle";
        A::ZoomReset, "zoom-reset", ["z 1"], Arena, "1:1", "one column a unit, the origin in the corner";
        A::NextGlyphs, "glyphs", ["y a"], ArenaAndPanel, "glyphs", "lines, plain ASCII or dots";
        A::NextTheme, "theme", ["y t"], ArenaAndPanel, "theme", "the next colours: terminal, light, dark, high contrast, color-blind";
        A::Toggle(Overlay::Construction), "construction", ["y c"], ArenaAndPanel, "method", "draw what the method in view computes with";
        A::Toggle(Overlay::Velocities), "velocities", ["y v"], ArenaAndPanel, "speed", "an arrow for each velocity";
        A::Toggle(Overlay::Normals), "normals", ["y n"], ArenaAndPanel, "normal", "an arrow out of each side that was hit";
        A::Toggle(Overlay::Depth), "depth", ["y d"], ArenaAndPanel, "depth", "the shortest way out of each overlap";
        A::Toggle(Overlay::Grid), "grid", ["y g"], ArenaAndPanel, "grid", "the round numbers of the rulers";
        A::Toggle(Overlay::Bounds), "bounds", ["y b"], ArenaAndPanel, "AABB", "the least box around each laser and polygon";
        A::Toggle(Overlay::Ghosts), "ghosts", ["y s"], ArenaAndPanel, "ghost", "where the pair started and hit in the last frame";
        A::Toggle(Overlay::Ends), "three-ends", ["y e"], ArenaAndPanel, "ends", "where the last frame ends under each of the three side methods";
        A::ToggleMouse, "mouse", ["y m"], ArenaAndPanel, "mouse", "a click selects, a drag moves, the wheel zooms and scrolls";
    }
    Predict => {
        A::Predict(TestResult::Hit), "predict-hit", ["h"], Covered, "hit", "with --predict, while an answer is covered: it is a HIT; then the side";
        A::Predict(TestResult::Touch), "predict-touch", ["t"], Covered, "touch", "it is a TOUCH; then the side";
        A::Predict(TestResult::Miss), "predict-miss", ["m"], Covered, "miss", "it is a MISS";
        A::SkipPrediction, "predict-skip", ["Enter"], Covered, "skip", "say nothing and see the answer";
    }
    General => {
        A::Open, "open", ["o"], Arena, "open", "choose a scene: those that come along, and the files here";
        A::Save, "save", ["W"], Arena, "save", "save the scene";
        A::CommandLine, "command", [":"], ArenaAndPanel, "cmd", "type a command";
        A::Help, "help", ["?", "F1"], ArenaAndPanel, "help", "all keys and commands";
        A::Quit, "quit", ["q"], ArenaAndPanel, "leave", "leave";
        A::Interrupt, "interrupt", ["Ctrl-C"], ArenaAndPanel, "leave", "close what is open, else leave";
        A::Suspend, "suspend", ["Ctrl-Z"], ArenaAndPanel, "suspend", "back to the shell; fg returns";
        A::Repaint, "repaint", ["Ctrl-L"], ArenaAndPanel, "repaint", "draw everything afresh";
    }
];
