//! The rows of every mode: keys, then the rank and the words in the key row, and after a colon the
//! words on the help page. `"="` takes the words of the action's own row; rank 9 puts a row at the
//! right of the key row. Sequences in one row are shown by the key that they start with.

use super::{Mode, ModeRow, ModeTable};
use crate::app::input::{ARROWS, FINE_ARROWS};
use crate::app::{
    Action as A, Arrow, Audience, EditMode, FormRow, Lab, Listed, Model, Overlay, Pane, Prompt,
    Stride, Tab,
};
use hitscan_core::command::CommandError;
use hitscan_core::lab::StepKind;
use hitscan_core::methods::Method;
use hitscan_core::world::{Response, TestResult};
use hitscan_geom::ShapeKind;

macro_rules! actions {
    ([$($action:ident $(($($what:expr),+))?),+]) => {
        (&[$(A::$action $(($($what),+))?),+], "")
    };
    ($named:ident) => {
        (&$named, "")
    };
    ($keys:literal) => {
        (&[], $keys)
    };
}

macro_rules! modes {
    ($($mode:ident $(($tab:ident))? $($title:literal)? => { $(
        $keys:tt $($rank:literal $hint:literal)? $(: $doc:literal)? $(if $when:ident)? $(unless $not:ident)?;
    )+ })+) => {
        &[$(ModeTable {
            mode: Mode::$mode $((Tab::$tab))?,
            title: [$($title,)? ""][0],
            rows: &[$({
                let (actions, keys): (&[A], &str) = actions!($keys);
                let (hint, doc) = ([$($hint,)? ""][0], [$($doc,)? ""][0]);
                let when: fn(Model<'_>) -> bool = [$($when,)? $(|model: Model<'_>| !$not(model),)? always][0];
                ModeRow { actions, keys, hint, doc, rank: [$($rank,)? ModeRow::HELP][0], when }
            }),+],
        }),+]
    };
}

macro_rules! conditions {
    ($($name:ident: |$model:ident| $holds:expr;)+) => {
        $(fn $name($model: Model<'_>) -> bool { $holds })+
    };
}

/// Every mode that has rows.
pub const MODES: &[ModeTable] = modes![
    Search => { "letters" 0 "search all pages"; "Enter" 9 "done"; "Esc" 9 "no search"; }
    Help => {
        [NextMethod, PreviousMethod] 0 "next match" if searches_help;
        [Filter] 0 "search"; "{the lines}" 2 "scroll"; "{the pages} Tab" 1 "page";
        [Quit, Escape] 9 "close";
    }
    Picker => {
        "letters" 0 "find"; "Up Down" 0 "choose"; "Tab" 1 "group" unless lists_lessons;
        "Home" 1 "lessons" unless lists_lessons;
        "Enter" 9 "open" unless lists_lessons; "Enter" 9 "go on" if lists_lessons; "Esc" 9 "close";
    }
    Line => {
        "Tab" 1 "takes {the choice}" if has_choice; "Up Down" 2 "choose" if has_choice;
        "Tab" 1 "mends it" if mends; "Tab" 1 "completes" if completes;
        "Enter" 0 "runs it"; "Esc" 9 "close";
    }
    Always => {
        [Quit] 9 "stop showing" if is_shown;
        [CommandLine] 9 "cmd" if types_nothing; [Help] 9 "help" if types_nothing;
    }
    Lesson => {
        [Enter] 0 "on" if goes_on; [Hint] 0 "=" if is_in_task; [Open] 1 "lessons" if is_in_course;
    }
    Question "a question waits for you" => {
        [Enter] 0 "on" if goes_on; "{choices}" 0 "answer"; "{command}skip" 1 "pass, no points";
        [CommandLine]: "answer WORD; a digit alone fills it in";
        [ZoomIn, ZoomOut]: "zoom";
        [Open] 1 "lessons": "all lessons";
        [Previous]: "the step before";
    }
    Answered => { [Enter] 0 "on"; ARROWS 1 "try it"; [ShowWhy] 2 "why"; [Open] 1 "lessons"; }
    LessonEnd => { [Enter] 0 "next lesson" if has_next; [Open] 0 "lessons"; [Quit] 1 "leave"; }
    Covered "an answer is covered" => {
        [Predict(TestResult::Hit), Predict(TestResult::Touch), Predict(TestResult::Miss)] 0 "answer";
        [Predict(TestResult::Hit)]: "="; [Predict(TestResult::Touch)]: "="; [Predict(TestResult::Miss)]: "=";
        [SkipPrediction] 0 "=": "=";
        ARROWS 1 "move";
    }
    Probe => {
        ARROWS 0 "move the probe"; [Enter] 0 "put it there"; [NextWrong] 0 "="; [Escape] 0 "back";
    }
    ProbeFoot => { ARROWS 0 "move"; [NextWrong] 0 "="; [Enter] 0 "put it there"; [Escape] 0 "back"; }
    Map => {
        ARROWS 0 "{edit}"; [ShowMap] 0 "layer"; [NextWrong] 0 "="; [Enter] 0 "probe"; [ToggleMap] 1 "off";
        [StepForward] 2 "=" if edits_speed; [StepBack] 2 "=" if edits_speed;
        [ShowWhy] 2 "=" unless edits_speed; [Undo] 2 "=" unless edits_speed;
    }
    MapFoot => {
        [ShowMap] 0 "layer"; [NextWrong] 0 "next wrong"; [Enter] 0 "probe"; [ToggleMap] 0 "off";
    }
    MethodsFoot => { [NextMethod, PreviousMethod] 0 "method"; [ShowWhy] 0 "="; }
    WhyFoot => {
        ARROWS 0 "line" if is_inside; [Enter] 0 "line" if enters_panel;
        [NextMethod, PreviousMethod] 0 "page"; [NextMethod] 0 "page";
        [PageDown] 0 "more"; [PageUp] 0 "back"; [ShowLog] 0 "log"; [Toggle(Overlay::Construction)] 0 "draw it";
        [Toggle(Overlay::Construction)] 0 "draw";
    }
    Close => { [Escape] 0 "close" if is_over; }
    Record => {
        ARROWS 0 "line"; [Enter] 0 "go to frame {the frame}"; [PreviousHit, NextHit] 1 "hits" unless is_over;
        [NextWrong, PreviousWrong] 1 "wrong" unless is_over; [ShowWhy] 1 "=" unless is_over;
        [Escape] 2 "back to now" unless is_over;
    }
    Panel(Log) "{place}: Log" => {
        ARROWS 0 "line": "the next line, or previous" if is_inside;
        [Enter] 0 "go to its frame";
        [ShowLog]: "changes, hits or all";
        [Filter]: "only lines that name it";
        [PreviousHit, NextHit]: "HIT before, HIT after";
        [PreviousWrong, NextWrong]: "wrong before, wrong after";
        [Enter]: "go to that frame" if is_inside;
        [Enter]: "choose a line" unless is_inside;
    }
    Panel(Methods) "{place}: Methods" => {
        ARROWS 0 "method": "the next line, or previous" if is_inside;
        [Enter] 0 "why";
        [NextMethod, PreviousMethod]: "next, previous method";
        [ShowWhy]: "why it says so";
        [Toggle(Overlay::Construction)]: "draw what it computes";
    }
    Panel(Why) "{place}: Why" => {
        ARROWS: "the next line, or previous" if is_inside;
        [NextMethod, PreviousMethod] 0 "page": "next, previous method";
        [Enter] 0 "exact/f32";
        [Enter]: "exact, or f32" if is_inside;
        [Enter]: "choose a line: its part lights up" unless is_inside;
        [PageUp, PageDown]: "scroll";
    }
    Panel(Object) "{place}: Object" => {
        ARROWS 0 "value": "the next line, or previous" if is_inside;
        [Enter] 0 "type it": "type the values";
    }
    Panel(Lab) "{place}: Lab" => {
        ARROWS 0 "scroll": "the next line, or previous" if is_inside;
        [Enter] 0 "goes on" if goes_on;
        [Enter]: "go on to the next step";
        [Previous]: "back to the step before";
        [Hint]: "the next hint of a task";
        [Open]: "all lessons";
        [PageUp, PageDown]: "scroll";
    }
    Panel(Signs) "{place}: Signs" => {
        ARROWS 0 "scroll": "the next line, or previous" if is_inside;
        [Enter] 0 "";
        [PageUp, PageDown]: "scroll";
    }
    Panel(Map) "{place}: Map" => {
        ARROWS 0 "scroll": "the next line, or previous" if is_inside;
        [Enter] 0 "";
        [ShowMap]: "the next layer";
        [NextMethod, PreviousMethod]: "next, previous method";
        [NextWrong, PreviousWrong]: "to the next wrong, the one before";
        [Enter]: "look at a cell; again: go there";
        [ToggleMap]: "no map";
    }
    Views => {
        [ShowLog, ShowMethods, ShowWhy, ShowObject]: "log methods why object";
        [ShowSigns]: "what the signs mean";
        [ToggleMap, ShowMap]: "a map; its next layer";
        [PageUp, PageDown] 2 "scroll" unless is_over;
        [PageUp, PageDown]: "scroll" if is_inside;
        [Escape] 0 "back to the arena" unless is_over;
        [Escape]: "back to the arena" if is_inside;
        [Undo] 1 "=" unless is_over;
    }
    Form "typing values" => {
        ARROWS 0 "choose": "choose a value";
        "digits {enter}" 1 "type";
        [Enter]: "type it, or accept it";
        [NextField, PreviousField]: "accept; next, previous";
        [NextOrigin] 0 "=" if has_origin;
        [NextOrigin]: "give a box by its center";
        [Escape] 0 "back to the arena": "back to the arena";
        [Undo] 2 "=";
    }
    Typing => {
        "Enter" 0 "accept"; "Tab" 0 "use that" if is_mended; "Tab" 0 "accept, next value" unless is_mended;
        "Esc" 0 "cancel";
    }
    Nothing "nothing is selected" => {
        [AddBox, AddLaser, AddPolygon] 0 "add": "box, laser, polygon";
        [Open] 0 "open a scene": "open a scene";
        [Undo] 1 "="; [PlayPause] 0 "pause" if plays;
        [SelectNext]: "select an object";
    }
    Still "{EDIT MODE}: {the object} is selected" => {
        ARROWS 0 "move": "move {the object}";
        FINE_ARROWS: "a tenth of that";
        [SelectNext] 1 "="; [GripTurn] 2 "=";
        [GripTurn]: "turn it" if turns;
        [GripEnd] 2 "=": "move {an end}";
        [GripSpeed] 3 "=": "set its velocity";
        [ShowWhy] 3 "="; [Undo] 3 "=";
        [SelectNext, SelectPrevious]: "select another";
        [NextPartner] 5 "=": "compare with another";
        [EditObject]: "type its values";
        [Undo, Redo]: "undo, redo";
        [StepForward] 4 "="; [StepBack] 4 "="; [AddBox, AddLaser, AddPolygon] 4 "add"; [ToggleFine] 6 "="; [Open] 6 "=";
    }
    Moving => {
        ARROWS 0 "move"; [StepForward] 0 "="; [StepBack] 0 "="; [PlayPause] 0 "{play or pause}"; RESPONSES 1 "=";
        [GripSpeed] 1 "="; [ShowWhy] 2 "="; [SelectNext] 2 "="; [Undo] 2 "="; [ToggleFine] 3 "="; [GripTurn] 4 "=";
        [GripEnd] 4 "="; [AddBox, AddLaser, AddPolygon] 5 "add"; [Open] 5 "=";
    }
    Playing => {
        [PlayPause] 0 "{play or pause}"; [StepForward] 0 "="; [StepBack] 0 "="; [Slower, Faster] 1 "speed";
        [PreviousHit, NextHit] 1 "hits"; RESPONSES 2 "="; [ShowWhy] 3 "="; ARROWS 3 "move"; [SelectNext] 4 "=";
        [Undo] 4 "=";
    }
    Won => {
        [SeekStart] 0 "="; [StepBack] 0 "="; [PreviousHit, NextHit] 1 "hits"; [NextWrong, PreviousWrong] 1 "wrong";
        [Open] 0 "scenes";
    }
    Lost => {
        [StepBack] 0 "="; [StepForward] 1 "="; [SeekStart] 0 "="; [Escape] 1 "=" if steers;
    }
    Turn "{EDIT MODE}: {the object} is selected" => {
        ARROWS 0 "turn, stretch";
        [Arrow(Arrow::Left, Stride::Full), Arrow(Arrow::Right, Stride::Full)]: "turn {the object} by 15 degrees";
        [Arrow(Arrow::Up, Stride::Full), Arrow(Arrow::Down, Stride::Full)]: "longer, shorter" if stretches;
        FINE_ARROWS: "a tenth of that";
        [Escape] 0 "=": "back to MOVE";
        [SelectNext] 1 "="; [GripEnd] 2 "="; [GripSpeed] 3 "="; [ShowWhy] 3 "="; [Undo] 3 "="; [NextPartner] 5 "=";
        [StepForward] 4 "="; [StepBack] 4 "="; [AddBox, AddLaser, AddPolygon] 4 "add"; [ToggleFine] 6 "="; [Open] 6 "=";
    }
    End "{EDIT MODE}: {the object} is selected" => {
        ARROWS 0 "move the end": "move {an end}";
        [GripEnd] 0 "next end": "the next one";
        [Escape] 0 "="; [InsertVertex] 1 "insert" if has_vertices; [RemoveVertex] 1 "=" if has_vertices;
        [InsertVertex, RemoveVertex]: "add, remove a vertex" if has_vertices;
        FINE_ARROWS: "a tenth of that";
        [Escape]: "back to MOVE";
        [ToggleFine] 2 "="; [ShowWhy] 2 "="; [Undo] 1 "=";
    }
    Speed "{EDIT MODE}: {the object} is selected" => {
        ARROWS 0 "speed": "change {the object}'s velocity";
        FINE_ARROWS: "a tenth of that";
        [Respond(Response::Bounce)]: "boxes bounce at a hit";
        [RespondBy(Method::SWEPT)]: "by the exact side";
        [ToggleFine] 1 "="; [StepForward] 0 "="; [StepBack] 1 "="; [PlayPause] 0 "{play or pause}"; RESPONSES 2 "=";
        [Escape] 0 "=": "back to MOVE";
        [ShowWhy] 1 "=";
    }
    Steer "{EDIT MODE}: {the object} is selected" => {
        ARROWS 0 "steer": "steer {the object}; the opposite arrow stops it";
        [PlayPause] 0 "{play or pause}": "play, pause";
        [StepBack] 1 "=": "a frame back";
        [StepForward] 2 "="; [SeekStart] 1 "=";
        [GripMove] 2 "=": "move it";
        [Escape] 1 "=": "back to MOVE";
    }
    Time "time" => {
        [PlayPause]: "play, pause";
        [StepForward, StepBack]: "a frame on, one back";
        [SeekStart, SeekEnd]: "to the start, the end";
    }
];

/// What a hit does, starting with a bounce.
const RESPONSES: [A; 5] = [
    A::Respond(Response::Bounce),
    A::Respond(Response::Pass),
    A::Respond(Response::Stop),
    A::Respond(Response::Slide),
    A::Respond(Response::PushOut),
];

conditions! {
    always: |_model| true;
    searches_help: |model| model.screen.help.as_ref().is_some_and(|help| help.search.is_some());
    types_nothing: |model| model.input.editor.is_none();
    is_shown: |model| {
        model.input.editor.is_none() && model.screen.company.audience == Audience::All
    };
    is_mended: |model| {
        let fault = model.input.editor.as_ref().and_then(|editor| editor.fault());
        fault.is_some_and(CommandError::offers)
    };
    has_choice: |model| !mends(model) && model.input.chosen_row().is_some();
    mends: |model| match &model.input.prompt {
        Some(Prompt::Command(line)) => line.fault().is_some_and(CommandError::offers),
        _ => false,
    };
    completes: |model| !mends(model) && !has_choice(model);
    has_origin: |model| model.form_rows().contains(&FormRow::Origin);
    lists_lessons: |model| {
        model.input.picker().is_some_and(|picker| picker.listed != Listed::Scenes)
    };
    has_next: |model| model.has_next_lesson();
    is_in_course: |model| model.lab.is_some();
    is_in_task: |model| {
        model.lab.is_some_and(|lab| matches!(lab.learning.step().kind, StepKind::Task(_)))
    };
    goes_on: |model| model.lab.is_some_and(Lab::goes_on);
    edits_speed: |model| model.input.edit_mode == EditMode::Speed;
    steers: |model| model.input.edit_mode == EditMode::Steer;
    is_inside: |model| model.screen.pane == Pane::Panel;
    enters_panel: |model| {
        let has_step = |lab: &Lab| lab.goes_on() || lab.learning.is_asking();
        model.screen.pane == Pane::Arena && !model.lab.is_some_and(has_step)
    };
    is_over: |model| model.screen.has_panel_over();
    plays: |model| model.engine.is_playing();
    turns: |model| kind(model).is_some_and(|kind| kind != ShapeKind::Box);
    stretches: |model| kind(model) == Some(ShapeKind::Segment);
    has_vertices: |model| kind(model) == Some(ShapeKind::Polygon);
}

fn kind(model: Model<'_>) -> Option<ShapeKind> {
    model.engine.sandbox().selection().map(|(_, object)| object.shape.kind())
}
