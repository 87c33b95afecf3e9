//! The keys of every mode: each with its rank in the key row, and after a colon if help lists it.
//! Rank 9 puts a row at the right of the key row. The words are those of the action's own row, or of
//! its help group if several keys share a hint. A text after the rank or the colon stands instead of
//! them where the keys mean something else, for the reason in the comment; what more than one mode
//! says so has a name. Sequences in one row are shown by the key that they start with.

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

macro_rules! words {
    ($($(#[doc = $reason:literal])+ $name:ident: [$($action:ident $(($($what:expr),+))?),+] $hint:literal;)+) => {
        $($(#[doc = $reason])+ const $name: (&[A], &str) = (&[$(A::$action $(($($what),+))?),+], $hint);)+
    };
}

macro_rules! keys {
    ([$($action:ident $(($($what:expr),+))?),+]) => {
        (&[$(A::$action $(($($what),+))?),+], "", ModeRow::OWN)
    };
    ($named:ident) => {
        ($named.0, "", $named.1)
    };
    ($keys:literal) => {
        (&[], $keys, "")
    };
}

macro_rules! modes {
    ($($mode:ident $(($tab:ident))? $($title:literal)? => { $(
        $keys:tt $($rank:literal $($hint:literal)?)? $(: $([$doc:literal])?)? $(if $when:ident)? $(unless $not:ident)?;
    )+ })+) => {
        &[$(ModeTable {
            mode: Mode::$mode $((Tab::$tab))?,
            title: [$($title,)? ""][0],
            rows: &[$({
                let (actions, keys, own): (&[A], &str, &str) = keys!($keys);
                let when: fn(Model<'_>) -> bool = [$($when,)? $(|model: Model<'_>| !$not(model),)? always][0];
                ModeRow {
                    actions,
                    keys,
                    hint: [$($($hint,)?)? own][0],
                    doc: doc!($(: $([$doc])?)?),
                    rank: [$($rank,)? ModeRow::HELP][0],
                    when,
                }
            }),+],
        }),+]
    };
}

macro_rules! doc {
    () => {
        ""
    };
    (:) => {
        ModeRow::OWN
    };
    (: [$doc:literal]) => {
        $doc
    };
}

macro_rules! conditions {
    ($($name:ident: |$model:ident| $holds:expr;)+) => {
        $(fn $name($model: Model<'_>) -> bool { $holds })+
    };
}

const MOVES: (&[A], &str) = (&ARROWS, ModeRow::OWN);
const FINE: (&[A], &str) = (&FINE_ARROWS, ModeRow::OWN);
const ADD: (&[A], &str) = (&[A::AddBox, A::AddLaser, A::AddPolygon], ModeRow::OWN);
const HITS: (&[A], &str) = (&[A::PreviousHit, A::NextHit], ModeRow::OWN);
const WRONG: (&[A], &str) = (&[A::NextWrong, A::PreviousWrong], ModeRow::OWN);
const METHODS: (&[A], &str) = (&[A::NextMethod, A::PreviousMethod], ModeRow::OWN);
const PAGES: (&[A], &str) = (&[A::PageUp, A::PageDown], ModeRow::OWN);
/// What a hit does, starting with a bounce.
const RESPONSES: (&[A], &str) = (
    &[
        A::Respond(Response::Bounce),
        A::Respond(Response::Pass),
        A::Respond(Response::Stop),
        A::Respond(Response::Slide),
        A::Respond(Response::PushOut),
    ],
    ModeRow::OWN,
);
/// The arrows where they move the object whatever they edit.
const MOVE: (&[A], &str) = (&ARROWS, "move");
/// The arrows where they choose one of several lines.
const LINE: (&[A], &str) = (&ARROWS, "line");
/// The arrows in a view without lines.
const SCROLL: (&[A], &str) = (&ARROWS, "scroll");

words! {
    /// In a course, Enter leads to the next step.
    ON: [Enter] "on";
    /// In a course, the scenes to open are lessons.
    LESSONS: [Open] "lessons";
    /// On a map, Enter begins to probe it, and then moves the object to the probe.
    PROBE: [Enter] "probe";
    /// See [`PROBE`].
    PUT: [Enter] "put it there";
    /// From the probe, Esc leads to the map, not to moving.
    BACK: [Escape] "back";
    /// On a map, its key turns it off.
    MAP_OFF: [ToggleMap] "off";
    /// In Why, the methods are pages.
    PAGE: [NextMethod, PreviousMethod] "page";
    /// Where Enter does nothing, its key stands there without a word.
    NOTHING: [Enter] "";
    /// From the panel, Esc leads to the arena, not to moving.
    TO_ARENA: [Escape] "back to the arena";
    /// While time runs, the key stops it.
    PLAY: [PlayPause] "{play or pause}";
}

/// Every mode that has rows.
pub const MODES: &[ModeTable] = modes![
    Search => { "letters" 0 "search all pages"; "Enter" 9 "done"; "Esc" 9 "no search"; }
    Help => {
        // Keys act on help while it is open.
        METHODS 0 "next match" if searches_help;
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
        // It ends the showing before the program.
        [Quit] 9 "stop showing" if is_shown;
        [CommandLine] 9 if types_nothing; [Help] 9 if types_nothing;
    }
    Lesson => { ON 0 if goes_on; [Hint] 0 if is_in_task; LESSONS 1 if is_in_course; }
    Question "a question waits for you" => {
        ON 0 if goes_on; "{choices}" 0 "answer"; "{command}skip" 1 "leaves it out";
        [CommandLine]: ["answer WORD; a digit alone fills it in"];
        [ZoomIn, ZoomOut]:;
        LESSONS 1: ["all lessons"];
        [Previous]:;
    }
    Answered => {
        // What was asked about may be changed now.
        ON 0; MOVES 1 "try it"; [ShowWhy] 2; LESSONS 1;
    }
    LessonEnd => {
        // Nothing is left of the lesson: its keys leave it.
        ON 0 "next lesson" if has_next; LESSONS 0; [Quit] 1 "leave";
    }
    Covered "an answer is covered" => {
        [Predict(TestResult::Hit), Predict(TestResult::Touch), Predict(TestResult::Miss)] 0;
        // In full, since nothing else explains them.
        [Predict(TestResult::Hit)]: ["=="]; [Predict(TestResult::Touch)]: ["=="]; [Predict(TestResult::Miss)]: ["=="];
        [SkipPrediction] 0:;
        MOVE 1;
    }
    Probe => {
        // The arrows move the probe, not the object.
        MOVES 0 "move the probe"; PUT 0; [NextWrong] 0; BACK 0;
    }
    Map => {
        MOVES 0; [ShowMap] 0; [NextWrong] 0; PROBE 0; MAP_OFF 1;
        [StepForward] 2 if edits_speed; [StepBack] 2 if edits_speed;
        [ShowWhy] 2 unless edits_speed; [Undo] 2 unless edits_speed;
    }
    MethodsFoot => { METHODS 0; [ShowWhy] 0; }
    WhyFoot => {
        // All of them act on the page in view.
        LINE 0 if is_inside; [Enter] 0 "line" if enters_panel;
        PAGE 0; [NextMethod] 0 "page";
        [PageDown] 0 "more"; [PageUp] 0 "back"; [ShowLog] 0; [Toggle(Overlay::Construction)] 0 "draw it";
        [Toggle(Overlay::Construction)] 0 "draw";
    }
    Close => {
        // Over the arena, Esc closes the panel.
        [Escape] 0 "close" if is_over;
        // In the panel, the arrows move in its lines.
        LINE: ["the next line, or previous"] if is_inside;
    }
    Record => {
        // At a line of the log, Enter and Esc change what frame is in view.
        LINE 0; [Enter] 0 "go to frame {the frame}"; HITS 1 unless is_over;
        WRONG 1 unless is_over; [ShowWhy] 1 unless is_over;
        [Escape] 2 "back to now" unless is_over;
    }
    Panel(Log) "{place}: Log" => {
        LINE 0 if is_inside;
        // Each view has its own use for Enter.
        [Enter] 0 "go to its frame";
        // Pressed again, the key of the log filters it.
        [ShowLog]: ["all, hits or wrong"];
        [Filter]:;
        HITS:;
        [PreviousWrong, NextWrong]:;
        [Enter]: ["go to that frame"] if is_inside;
        [Enter]: ["choose a line"] unless is_inside;
    }
    Panel(Methods) "{place}: Methods" => {
        // Each line is a method, and Enter asks why it says so.
        MOVES 0 "method" if is_inside;
        [Enter] 0 "why";
        METHODS: ["next, previous method"];
        [ShowWhy]: ["why it says so"];
        [Toggle(Overlay::Construction)]: ["draw what it computes"];
    }
    Panel(Why) "{place}: Why" => {
        PAGE 0: ["next, previous method"];
        // Enter switches between the two, or lights up a part of the page.
        [Enter] 0 "exact/f32";
        [Enter]: ["exact, f32; f64 if it differs"] if is_inside;
        [Enter]: ["choose a line: its part lights up"] unless is_inside;
        PAGES: ["scroll"];
    }
    Panel(Object) "{place}: Object" => {
        // Each line is a value, and Enter types it.
        MOVES 0 "value" if is_inside;
        [Enter] 0 "type it": ["type the values"];
    }
    Panel(Lab) "{place}: Lab" => {
        SCROLL 0 if is_inside;
        // The keys of a course, in words that name its steps.
        ON 0 "goes on" if goes_on;
        ON: ["go on to the next step"];
        [Previous]: ["back to the step before"];
        [Hint]: ["the next hint of a task"];
        LESSONS: ["all lessons"];
        PAGES: ["scroll"];
    }
    Panel(Signs) "{place}: Signs" => { SCROLL 0 if is_inside; NOTHING 0; PAGES: ["scroll"]; }
    Panel(Map) "{place}: Map" => {
        SCROLL 0 if is_inside;
        NOTHING 0;
        // Its keys act on the map.
        [ShowMap]: ["the next layer"];
        METHODS: ["next, previous method"];
        WRONG: ["to the next wrong, the one before"];
        PROBE: ["look at a cell; again: go there"];
        MAP_OFF: ["no map"];
    }
    Views => {
        [ShowLog, ShowMethods, ShowWhy, ShowObject]:;
        [ShowSigns]:;
        [ToggleMap, ShowMap]: ["a map; its next layer"];
        PAGES 2 unless is_over;
        PAGES: ["scroll"] if is_inside;
        TO_ARENA 0 unless is_over;
        TO_ARENA: ["back to the arena"] if is_inside;
        [Undo] 1 unless is_over;
    }
    Form "typing values" => {
        // Each line is a value.
        MOVES 0 "choose": ["choose a value"];
        "digits {enter}" 1 "type";
        [Enter]: ["type it, or accept it"];
        [NextField, PreviousField]: ["accept; next, previous"];
        [NextOrigin] 0 if has_origin;
        [NextOrigin]:;
        TO_ARENA 0: ["back to the arena"];
        [Undo] 2;
    }
    Typing => {
        "Enter" 0 "accept"; "Tab" 0 "use that" if is_mended; "Tab" 0 "accept, next value" unless is_mended;
        "Esc" 0 "cancel";
    }
    Nothing "nothing is selected" => {
        ADD 0: ["box, laser, polygon"];
        // The only other thing to do, so it says what is opened.
        [Open] 0 "open a scene": ["open a scene"];
        [Undo] 1; PLAY 0 if plays;
        [SelectNext]: ["select an object"];
    }
    Still "{EDIT MODE}: {the object} is selected" => {
        // On its page of help, what each key does to this object.
        MOVES 0: ["move {the object}"];
        FINE:;
        [SelectNext] 1; [GripTurn] 2;
        [GripTurn]: ["turn it"] if turns;
        [GripEnd] 2: ["move {an end}"];
        [GripSpeed] 3: ["set its velocity"];
        [ShowWhy] 3; [Undo] 3;
        [SelectNext, SelectPrevious]: ["select another"];
        [NextPartner] 5: ["compare with another"];
        [EditObject]: ["type its values"];
        [Undo, Redo]:;
        [StepForward] 4; [StepBack] 4; ADD 4; [ToggleFine] 6; [Open] 6;
    }
    Moving => {
        MOVES 0; [StepForward] 0; [StepBack] 0; PLAY 0; RESPONSES 1;
        [GripSpeed] 1; [ShowWhy] 2; [SelectNext] 2; [Undo] 2; [ToggleFine] 3; [GripTurn] 4;
        [GripEnd] 4; ADD 5; [Open] 5;
    }
    Playing => {
        PLAY 0; [StepForward] 0; [StepBack] 0; [Slower, Faster] 1;
        HITS 1; RESPONSES 2; [ShowWhy] 3; MOVES 3; [SelectNext] 4;
        [Undo] 4;
    }
    Won => {
        // Another scene comes next.
        [SeekStart] 0; [StepBack] 0; HITS 1; WRONG 1; [Open] 0 "scenes";
    }
    Lost => { [StepBack] 0; [StepForward] 1; [SeekStart] 0; [Escape] 1 if steers; }
    Turn "{EDIT MODE}: {the object} is selected" => {
        // The arrows do two things.
        MOVES 0;
        [Arrow(Arrow::Left, Stride::Full), Arrow(Arrow::Right, Stride::Full)]: ["turn {the object} by 15 degrees"];
        [Arrow(Arrow::Up, Stride::Full), Arrow(Arrow::Down, Stride::Full)]: ["longer, shorter"] if stretches;
        FINE:;
        [Escape] 0: ["back to MOVE"];
        [SelectNext] 1; [GripEnd] 2; [GripSpeed] 3; [ShowWhy] 3; [Undo] 3; [NextPartner] 5;
        [StepForward] 4; [StepBack] 4; ADD 4; [ToggleFine] 6; [Open] 6;
    }
    End "{EDIT MODE}: {the object} is selected" => {
        MOVES 0: ["move {an end}"];
        // Pressed again, it goes on to the next end.
        [GripEnd] 0 "next end": ["the next one"];
        // Beside the key that removes one, the other inserts one.
        [Escape] 0; [InsertVertex] 1 "insert" if has_vertices; [RemoveVertex] 1 if has_vertices;
        [InsertVertex, RemoveVertex]: ["add, remove a vertex"] if has_vertices;
        FINE:;
        [Escape]: ["back to MOVE"];
        [ToggleFine] 2; [ShowWhy] 2; [Undo] 1;
    }
    Speed "{EDIT MODE}: {the object} is selected" => {
        MOVES 0: ["change {the object}'s velocity"];
        FINE:;
        [Respond(Response::Bounce)]: ["boxes bounce at a hit"];
        [RespondBy(Method::SWEPT)]: ["by the exact side"];
        [ToggleFine] 1; [StepForward] 0; [StepBack] 1; PLAY 0; RESPONSES 2;
        [Escape] 0: ["back to MOVE"];
        [ShowWhy] 1;
    }
    Steer "{EDIT MODE}: {the object} is selected" => {
        MOVES 0: ["steer {the object}; the opposite arrow stops it"];
        PLAY 0:;
        [StepBack] 1: ["a frame back"];
        [StepForward] 2; [SeekStart] 1;
        [GripMove] 2: ["move it"];
        [Escape] 1: ["back to MOVE"];
    }
    Time "time" => {
        [PlayPause]:;
        [StepForward, StepBack]: ["a frame on, one back"];
        [SeekStart, SeekEnd]: ["to the start, the end"];
    }
];

conditions! {
    always: |_model| true;
    searches_help: |model| model.screen.help.as_ref().is_some_and(|help| help.search.is_some());
    types_nothing: |model| model.input.editor.is_none();
    is_shown: |model| {
        model.input.editor.is_none() && model.screen.audience == Audience::All
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
