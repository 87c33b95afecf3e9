//! The result of each command, through the engine alone.

use hitscan_core::command::{COMMANDS, Command};
use hitscan_core::engine::{
    Effect, Engine, Event, Flow, Leaving, Outcome, Overwrite, Show, silent,
};
use hitscan_core::scene::{Scene, SceneSource};
use hitscan_core::world::{MemoryLimit, Settings};

fn engine() -> Engine {
    Engine::new(Scene::default(), SceneSource::New).expect("an empty world")
}

fn parsed(line: &str) -> Command {
    Command::parse(line, &Settings::default()).expect(line).expect("a command")
}

fn run(engine: &mut Engine, line: &str) -> Outcome {
    engine.execute(&parsed(line), &mut silent).unwrap_or_else(|why| panic!("{line}: {why}"))
}

fn after(engine: Engine, lines: &[&str]) -> Engine {
    let mut engine = engine;
    for line in lines {
        run(&mut engine, line);
    }
    engine
}

/// Two boxes, the first of which runs into the second in the next frame.
const PAIR: [&str; 3] = ["box A 0 0 4 4", "box B 6 0 4 4", "velocity A 3 0"];

#[test]
fn every_command_has_an_outcome() {
    let word = |outcome: &Outcome| match outcome {
        Outcome::Done => "done",
        Outcome::Selected => "selected",
        Outcome::Emptied => "emptied",
        Outcome::Stopped { .. } => "stopped",
        Outcome::Interrupted(_) => "interrupted",
        Outcome::Nothing(_) => "nothing",
        Outcome::Covered => "covered",
        Outcome::NeedsFile(_) => "needs file",
        Outcome::Confirm(_) => "confirm",
        Outcome::Show(_) => "show",
        Outcome::Effect(_) => "effect",
    };
    let cases = [
        (
            "done",
            "box C 0 0 1 1; laser L 0 0 1 1; point Q 1 2; polygon P 0 0 4 0 4 4; crowd c 3 0 0 90 90; \
             remove A; rename A C; duplicate A C; body B kinematic; fixed B on; gravity 0 1; \
             set A.left -1; move A 1 0; end A 1 -1 0; put A 1 2; velocity A 1 0 end; nudge 2; \
             step; undo 2; seek start; speed 9; response stop; side swept; broad-phase sweep; \
             contact strict; axes y-up; title x; assert A B miss",
        ),
        ("selected", "select B"),
        ("stopped", "step 100000"),
        ("nothing", "back; redo"),
        (
            "effect",
            "play; pause; record x.hits; recover; open start; save x.toml; screenshot x.svg; \
             quit; quit!; wq x.toml",
        ),
        (
            "show",
            "method truth; log hits; filter A; describe; query; ray 0 0 9 0; why A B; check; \
             expect; predict miss; skip; help",
        ),
        ("emptied", "new"),
        ("needs file", "save; wq"),
    ];
    let cases: Vec<_> = cases
        .iter()
        .flat_map(|(word, lines)| lines.split("; ").map(move |line| (line, *word)))
        .collect();
    let mut wrong = Vec::new();
    for &(line, expected) in &cases {
        let outcome = run(&mut after(engine(), &PAIR), line);
        if word(&outcome) != expected {
            wrong.push(format!("{line}: {outcome:?}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let is_tried = |name: &str| cases.iter().any(|(line, _)| line.split(' ').next() == Some(name));
    let untried = COMMANDS.iter().map(|spec| spec.name).filter(|name| !is_tried(name));
    // The rest need a laser, a polygon, a steered or static box, a screen or a student.
    assert_eq!(
        untried.collect::<Vec<_>>(),
        ["turn", "length", "vertex", "steer", "one_way", "drop", "map", "learn"]
    );
}

#[test]
fn gone_objects_are_known_even_from_a_crowd() {
    let mut engine =
        after(engine(), &["crowd c 12 0 0 90 90", "remove c7", "rename c8 old", "remove old"]);
    for (line, is_so) in [
        ("assert c7 gone", true),
        ("assert old gone", true),
        ("assert c12 gone", false),
        ("assert c13 gone", false),
        ("assert c07 gone", false),
        ("assert c gone", false),
    ] {
        assert_eq!(engine.execute(&parsed(line), &mut silent).is_ok(), is_so, "{line}");
    }
}

#[test]
fn the_journal_fills_in_omitted_names_and_omits_commands_without_effect() {
    let lines = ["move 1 0", "redo", "query", "help", "play", "step", "undo 9"];
    let mut engine = after(engine(), &PAIR);
    for line in lines {
        run(&mut engine, line);
    }
    run(&mut engine, "new");
    run(&mut engine, "box Z 0 0 1 1");
    let noted: Vec<_> =
        engine.journal().text().lines().skip_while(|l| l.starts_with('|')).collect();
    let expected = "box A 0 0 4 4; box B 6 0 4 4; velocity A 3 0; move B 1 0; query B A; step; \
                    undo 9; new; box Z 0 0 1 1";
    assert_eq!(noted, expected.split("; ").collect::<Vec<_>>());
    let present = &engine.journal().text()[engine.journal().scene_at()..];
    assert_eq!(present, "new\nbox Z 0 0 1 1\n");
}

#[test]
fn a_refused_command_changes_nothing() {
    let mut engine = after(engine(), &PAIR);
    let before = engine.journal().text().to_owned();
    for line in ["remove Z", "move Z 1 0", "assert A B hit", "seek 9", "velocity B -15999 0 end"] {
        assert!(engine.execute(&parsed(line), &mut silent).is_err(), "{line}");
    }
    assert_eq!(engine.journal().text(), before);
}

#[test]
fn a_screen_asks_before_changes_are_dropped_and_lines_do_not() {
    let leaving = [
        ("quit", Leaving::Quit, Outcome::Effect(Effect::Quit)),
        (
            "open start",
            Leaving::Open("start".into()),
            Outcome::Effect(Effect::Open("start".into())),
        ),
        ("new", Leaving::New, Outcome::Emptied),
    ];
    for (line, leaving, outcome) in leaving {
        assert_eq!(run(&mut after(engine(), &PAIR), line), outcome, "{line}");
        let mut screen = after(engine().on_screen(), &PAIR);
        assert_eq!(run(&mut screen, line), Outcome::Confirm(leaving.clone()), "{line}");
        assert_eq!(screen.leave(leaving), Ok(outcome), "{line}");
    }
    // Only a screen can show lessons in place of a scene.
    let learn = Leaving::Learn(Some("Not apart".into()));
    let mut screen = after(engine().on_screen(), &PAIR);
    assert_eq!(run(&mut screen, "learn Not apart"), Outcome::Confirm(learn.clone()));
    let begun = Outcome::Effect(Effect::Learn(Some("Not apart".into())));
    assert_eq!(screen.leave(learn), Ok(begun));
    assert!(engine().execute(&parsed("learn"), &mut silent).is_err());
    // An empty scene is no loss.
    for lines in [&["box A 0 0 1 1", "remove"][..], &["new"], &["new", "box A 0 0 1 1", "remove"]] {
        let mut emptied = after(engine().on_screen(), lines);
        assert_eq!(run(&mut emptied, "quit"), Outcome::Effect(Effect::Quit), "{lines:?}");
    }
}

#[test]
fn leaving_waits_for_the_save() {
    let mut engine = after(engine().on_screen(), &PAIR);
    assert_eq!(engine.save_then(Leaving::Quit), Outcome::NeedsFile("save"));
    let path = std::path::PathBuf::from("x.toml");
    let save = Outcome::Effect(Effect::Save(path.clone(), Overwrite::Ask));
    assert_eq!(run(&mut engine, "save x.toml"), save);
    assert!(engine.is_unsaved());
    assert_eq!(engine.saved(path).1, Some(Leaving::Quit));
    assert!(!engine.is_unsaved());
    run(&mut engine, "move A 1 0");
    assert!(!engine.is_unsaved(), "frames of motion alone do not count");
}

#[test]
fn covered_answers_wait_for_the_prediction() {
    let mut engine = after(engine().predicting(), &PAIR);
    for line in ["check", "expect", "assert A B miss", "why A B", "why B A"] {
        assert_eq!(run(&mut engine, line), Outcome::Covered, "{line}");
    }
    assert!(matches!(run(&mut engine, "predict miss"), Outcome::Show(Show::Prediction(_))));
    assert!(matches!(run(&mut engine, "why A B"), Outcome::Show(Show::Why { .. })));
    run(&mut engine, "step");
    assert_eq!(run(&mut engine, "check"), Outcome::Covered);
    assert!(engine.journal().text().contains("predict B A miss # B A miss, right\n"));
}

#[test]
fn why_brings_a_pair_into_focus_on_a_screen() {
    let mut screen = after(engine().on_screen(), &PAIR);
    run(&mut screen, "box C 50 0 1 1");
    run(&mut screen, "why A B center-distance");
    let pair = screen.pair_in_focus().expect("a pair");
    assert_eq!([pair.a.name.as_str(), pair.b.name.as_str()], ["A", "B"]);
    assert_eq!(screen.focus().page.token(), "center-distance");
    assert!(screen.focus().is_pinned());
    assert!(screen.journal().text().ends_with("select A\nwhy A B center-distance\n"));
    run(&mut screen, "select C");
    assert!(!screen.focus().is_pinned());
}

#[test]
fn a_session_resumes_where_its_recording_ends() {
    let engine = after(engine(), &[&PAIR[..], &["step 2", "undo", "select B"]].concat());
    let mut again = after(self::engine(), &["box Q 0 0 1 1"]);
    again.resume(engine.journal().recording().as_bytes(), &mut silent).expect("a recording");
    assert_eq!(again.sandbox().scene(), engine.sandbox().scene());
    assert_eq!(run(&mut again, "redo"), Outcome::Done);
    assert_eq!(again.sandbox().world().frame(), 2);
    let before = again.sandbox().scene();
    assert!(again.resume("# hitscan recording 1\nremove Z\n".as_bytes(), &mut silent).is_err());
    assert_eq!(again.sandbox().scene(), before);
}

#[test]
fn interrupting_a_resume_or_a_recording_changes_nothing() {
    let engine = after(engine(), &[&PAIR[..], &["step 2"]].concat());
    let recording = engine.journal().recording();
    let mut again = after(self::engine(), &["box Q 0 0 1 1"]);
    let before = again.sandbox().scene();
    let why =
        again.resume(recording.as_bytes(), &mut |_| Flow::Stop).expect_err("it is interrupted");
    assert!(why.ends_with("interrupted; nothing has changed"), "{why}");
    assert_eq!(again.sandbox().scene(), before);

    let mut engine = engine;
    engine.keep_records(None, &mut |_| Flow::Stop).expect_err("it is interrupted");
    assert!(!engine.journal().keeps_records());
}

#[test]
fn a_command_that_was_cut_off_is_named_and_not_executed() {
    let engine = after(engine(), &PAIR);
    let recording = engine.journal().recording();
    let mut again = self::engine();
    let mut resume = |more: &str| {
        let text = format!("{recording}{more}");
        let cut_off = again.resume(text.as_bytes(), &mut silent).expect("a recording");
        (cut_off, again.sandbox().world().frame())
    };
    assert_eq!(resume("# begun step 9\n"), (Some("step 9".to_owned()), 0));
    assert_eq!(resume("# begun step 9\nstep 4\n"), (None, 4));
    assert_eq!(resume("# begun step 9\nstep 4\n# begun step 2\n").0.as_deref(), Some("step 2"));
    // Without its line end it may be a part of another line.
    assert_eq!(resume("# begun step 9"), (None, 0));
}

#[test]
fn long_commands_are_reported_before_they_run_and_noted_after() {
    let mut heard = Vec::new();
    let mut engine = after(engine(), &PAIR);
    for line in ["step 3", "step", "undo 2", "check", "help", "redo 9", "redo", "step 2"] {
        let command = parsed(line);
        let done = engine.execute(&command, &mut |event| {
            match event {
                Event::Begins(line, engine) => {
                    heard.push(format!("{line} begins at {}", engine.world().frame()));
                }
                Event::Noted(line, of, engine) => {
                    assert_eq!(of, &command);
                    assert!(engine.journal().text().ends_with(&format!("{line}\n")));
                    heard.push(format!("{line} at {}", engine.world().frame()));
                }
                _ => {}
            }
            Flow::GoOn
        });
        assert!(done.is_ok(), "{line}");
    }
    let told = ["step 3 begins at 0", "step 3 at 3", "step at 4", "undo 2 at 2", "check at 2"];
    let then = ["redo 9 at 4", "step 2 begins at 4", "step 2 at 6"];
    assert_eq!(heard, [&told[..], &then].concat());
}

#[test]
fn a_stopped_step_is_noted_with_the_frames_it_made() {
    let mut noted = Vec::new();
    let (mut engine, mut made) = (after(engine(), &PAIR), 0);
    let done = engine.execute(&Command::Step(10), &mut |event| match event {
        Event::Noted(line, ..) => {
            noted.push(line.to_owned());
            Flow::GoOn
        }
        Event::Changed(_) => {
            made += 1;
            if made == 3 { Flow::Stop } else { Flow::GoOn }
        }
        _ => Flow::GoOn,
    });
    assert!(matches!(done, Ok(Outcome::Stopped { frames: 3, .. })), "{done:?}");
    assert_eq!(noted, ["step 3"]);
}

/// The events of the command on this line.
fn heard(
    engine: &mut Engine,
    line: &str,
    mut of: impl FnMut(&Event<'_>) -> Option<String>,
) -> Vec<String> {
    let mut heard = Vec::new();
    let done = engine.execute(&parsed(line), &mut |event| {
        heard.extend(of(&event));
        Flow::GoOn
    });
    done.unwrap_or_else(|why| panic!("{line}: {why}"));
    heard
}

#[test]
fn a_box_enters_a_sensor_but_a_sensor_enters_nothing() {
    let entered = |event: &Event<'_>| match event {
        Event::Entered(entered) => Some(format!("{} by {}", entered.sensor, entered.by)),
        _ => None,
    };
    let pauses = ["set A.on_enter pause", "set B.on_enter pause"];
    let scene = [&PAIR[..], &pauses, &["set B.sensor true"]].concat();
    assert_eq!(heard(&mut after(engine(), &scene), "step", entered), ["B by A"]);
    for other in ["set A.sensor true", "set A.body static", "set A.body kinematic"] {
        let mut engine = after(after(engine(), &scene), &[other]);
        assert_eq!(heard(&mut engine, "step", entered), [""; 0], "{other}");
    }
}

#[test]
fn a_long_replay_for_lack_of_memory_is_reported_once() {
    let remade = |event: &Event<'_>| match event {
        Event::RemadeForMemory(changes) => Some(changes.to_string()),
        _ => None,
    };
    let mut engine = Engine::within(MemoryLimit::LEAST, Scene::default(), SceneSource::New)
        .expect("an empty world");
    for line in ["crowd c 20000 0 0 9000 9000", "step 6"] {
        run(&mut engine, line);
    }
    assert_eq!(heard(&mut engine, "undo 2", remade), ["5"]);
    assert_eq!(heard(&mut engine, "step", remade), [""; 0], "a change makes nothing again");
}

/// With one box, a snapshot is kept every few hundred frames.
#[test]
fn states_ahead_of_a_change_are_never_restored() {
    let course = ["box A 0 0 4 4", "velocity A 1 0", "step 1500", "seek 100", "velocity A 0 1"];
    let there_and_back = after(engine(), &[&course[..], &["step 1500", "seek 900"]].concat());
    let straight = ["box A 0 0 4 4", "velocity A 1 0", "step 100", "velocity A 0 1", "step 800"];
    let straight = after(engine(), &straight);
    let placed = |engine: &Engine| engine.world().placed().collect::<Vec<_>>();
    assert_eq!(placed(&there_and_back), placed(&straight));
}

#[test]
fn the_pair_in_focus_is_the_earliest_hit_of_the_frame_or_else_the_earliest_touch() {
    let partner = |lines: &[&str]| {
        let scene = ["box A 0 0 2 2", "velocity A 9 0"];
        let engine = after(after(engine(), &scene), lines);
        let pair = after(engine, &["select A", "step"]).pair_in_focus().expect("a pair");
        pair.b.name.to_string()
    };
    // The later one comes first in the scene.
    assert_eq!(partner(&["box Far 8 0 2 2", "box Near 4 0 2 2"]), "Near");
    assert_eq!(partner(&["box Far 8 0 2 2", "box Below 3 2 2 2"]), "Far", "Below is only touched");
    assert_eq!(partner(&["box Late 8 2 2 2", "box Below 3 2 2 2"]), "Below");
}
