//! Memory: anything that needs more than the limit is refused before it is built, and changes
//! nothing.

use std::fmt::Write as _;

use hitscan_core::command::Command;
use hitscan_core::engine::{Engine, Event, Flow, Outcome, silent};
use hitscan_core::scene::{Scene, SceneSource};
use hitscan_core::world::{ChangeError, EDGE_PAIRS_OF_A_TEST, MemoryLimit};
use hitscan_geom::{Milli, Vector};

use crate::combs::scene_of_combs;
use crate::responses::scenes::attempt;

fn limit(text: &str) -> MemoryLimit {
    text.parse().expect("a limit")
}

fn in_16_mb(scene: Scene) -> Engine {
    Engine::within(limit("16 MB"), scene, SceneSource::New).expect("it fits")
}

/// Everything that a refused or stopped change must leave as it is.
fn state(engine: &Engine) -> impl PartialEq + std::fmt::Debug + use<> {
    let digest = engine.journal().digest().map(ToString::to_string);
    let selected = engine.sandbox().selection().map(|(id, _)| id);
    let lengths = [engine.history().len(), engine.log().len()];
    (format!("{:?}", engine.world()), lengths, selected, digest)
}

/// Boxes in one place, or each in its own.
fn boxes(count: usize, apart: usize) -> Scene {
    let mut text = String::new();
    for index in 0..count {
        let (x, y) = (index % 100 * apart, index / 100 * apart);
        let _ = writeln!(text, "[[box]]\nname = \"b{index}\"\nat = [{x}, {y}]\nsize = [9, 9]");
        if apart > 0 {
            // All arrive at one place after ten frames.
            let back = |at: usize| format!("-{}.{}", at / 10, at % 10);
            let _ = writeln!(text, "velocity = [{}, {}]", back(x), back(y));
        }
    }
    Scene::parse(&text).expect("a scene")
}

#[test]
fn a_scene_of_too_many_pairs_is_refused() {
    for count in [900, 3_000, 10_000] {
        let refused = Engine::new(boxes(count, 0), SceneSource::New).expect_err("too many");
        let why = refused.to_string();
        let expected =
            "more than 352 941 pairs meet, all that fit into 256 MB, the memory setting; ";
        assert!(why.starts_with(expected), "{why}");
    }
    let pairs = |count: usize| count * (count - 1) / 2;
    let most = (1..10_000).take_while(|&count| pairs(count) <= limit("16 MB").pairs()).last();
    let most = most.expect("some fit");
    let within = |count| Engine::within(limit("16 MB"), boxes(count, 0), SceneSource::New);
    assert!(within(most).is_ok());
    assert!(within(most + 1).is_err());
}

fn combs(pairs: usize) -> Scene {
    Scene::parse(&scene_of_combs(pairs)).expect("a scene")
}

#[test]
fn opening_a_scene_counts_pairs_of_edges_and_can_be_stopped_at_each_test() {
    let mut heard = Vec::new();
    let mut tell = |event: Event<'_>| {
        if let Event::Working(progress) = event {
            heard.push(progress);
        }
        Flow::GoOn
    };
    let scene = (combs(2), SceneSource::New);
    Engine::begun(limit("16 MB"), scene.clone(), &mut tell).expect("six pairs");
    // Two pairs are the same comb twice, and all have about as many pairs of edges.
    assert_eq!(heard.len(), 6, "{heard:?}");
    let total = 6 * 994_u64.pow(2).div_ceil(EDGE_PAIRS_OF_A_TEST);
    for (test, progress) in (0..).zip(&heard) {
        assert_eq!((progress.done, progress.total), (test * total / 6, total));
    }
    let stopped = Engine::begun(limit("16 MB"), scene, &mut |_| Flow::Stop);
    assert_eq!(stopped.expect_err("stopped"), ChangeError::Interrupted);
}

#[test]
fn an_edit_that_is_stopped_changes_nothing() {
    let mut engine = Engine::new(combs(1), SceneSource::New).expect("a world");
    engine.keep_records(None, &mut silent).expect("what was done can be done again");
    let before = state(&engine);
    for line in [
        "duplicate A0 C 0 0",
        "crowd c 90000 box 0 0 9000 9000",
        "crowd c 90000 box 0 0 9000 9000 apart",
        "put A0 20 20",
        "turn B0 1",
    ] {
        let command =
            Command::parse(line, engine.world().settings()).expect("a command").expect("one");
        let outcome = engine.execute(&command, &mut |_| Flow::Stop).expect("no fault");
        let Outcome::Interrupted(why) = outcome else { panic!("{line}: {outcome:?}") };
        assert_eq!(why.to_string(), "interrupted; nothing has changed", "{line}");
        assert_eq!(state(&engine), before, "{line}");
    }
    attempt(&mut engine, "duplicate A0 C 0 0").expect("it can be done");
}

#[test]
fn a_step_that_brings_too_many_boxes_together_is_refused() {
    let mut engine = in_16_mb(boxes(900, 10));
    engine.keep_records(None, &mut silent).expect("what was done can be done again");
    let mut before = state(&engine);
    let why = loop {
        match attempt(&mut engine, "step") {
            Ok(_) => before = state(&engine),
            Err(why) => break why,
        }
    };
    assert!(why.contains("pairs meet, all that fit into 16 MB"), "{why}");
    assert!((1..10).contains(&engine.world().frame()), "{}", engine.world().frame());
    assert_eq!(state(&engine), before);
    // Undo and other commands still work.
    attempt(&mut engine, "undo").expect("a way back");
    attempt(&mut engine, "move b0 1 1").expect("an edit");
}

#[test]
fn an_edit_that_brings_too_many_boxes_together_changes_nothing() {
    let mut engine = in_16_mb(boxes(900, 10));
    let most = limit("16 MB").pairs();
    let mut refused = None;
    for index in 0..900 {
        let before = format!("{:?}", engine.world());
        // Over all others, which it then meets.
        for line in [format!("set b{index}.width 2000"), format!("set b{index}.height 2000")] {
            if let Err(why) = attempt(&mut engine, &line) {
                refused = Some((why, line));
                break;
            }
        }
        if let Some((why, line)) = &refused {
            assert!(why.contains("pairs meet, all that fit into 16 MB"), "{line}: {why}");
            if line.contains("width") {
                assert_eq!(format!("{:?}", engine.world()), before);
            }
            break;
        }
    }
    assert!(refused.is_some(), "{most} pairs fit");
    assert!(engine.world().meeting_pairs().count() <= most);
}

/// Each change of a large polygon is stored, so that a history of them eventually fills up.
#[test]
fn a_full_history_says_so_and_stays() {
    let mut line = "polygon P".to_owned();
    for index in 0..500 {
        let _ = write!(line, " {index} {}", index * index % 7);
    }
    for index in (0..500).rev() {
        let _ = write!(line, " {index} 99");
    }
    let mut engine = in_16_mb(Scene::default());
    attempt(&mut engine, &line).expect("a polygon");
    let mut made = 0;
    let why = loop {
        match attempt(&mut engine, "end P 1 0 -0.001") {
            Ok(_) => made += 1,
            Err(why) => break why,
        }
        assert!(made < 10_000, "it takes more than there is");
    };
    assert!(why.contains("save the scene and open it again"), "{why}");
    assert!(made > 100, "{made}");
    assert_eq!(engine.history().len(), made + 1);
    attempt(&mut engine, "undo 50").expect("a way back");
    attempt(&mut engine, "end P 1 0 -0.001").expect("room again");
}

#[test]
fn states_that_memory_does_not_hold_are_recomputed_exactly() {
    const FRAMES: usize = 1200;
    let mut scene = boxes(400, 10);
    for (object, x) in scene.objects.iter_mut().zip((-3..=3).cycle()) {
        object.velocity = Vector::new(Milli::new(x).expect("in range"), Milli::ZERO);
    }
    let mut engine = in_16_mb(scene.clone());
    attempt(&mut engine, &format!("step {FRAMES}")).expect("it is done");
    let mut fresh = in_16_mb(scene);
    let (mut most, mut at) = (0, 0);
    for frame in [3, 77, 640, 1003, FRAMES - 1] {
        attempt(&mut engine, &format!("seek {frame}")).expect("it is done");
        attempt(&mut fresh, &format!("step {}", frame - at)).expect("it is done");
        let scenes = [&engine, &fresh].map(|engine| engine.sandbox().scene().to_toml());
        assert_eq!(scenes[0], scenes[1], "frame {frame}");
        most = most.max(engine.history().made_again_for_memory().unwrap_or_default());
        at = frame;
    }
    assert!((40..FRAMES / 4).contains(&most), "{most} changes were made again");
    attempt(&mut engine, "seek 3").expect("it is done");
    assert_eq!(engine.history().made_again_for_memory(), None, "the beginning is kept");
}

/// A thousand boxes that bounce off each other.
fn bouncing() -> Scene {
    let text = "response = \"bounce\"\n[[crowd]]\nname = \"c\"\ncount = 1000\n\
                area = [-150, -150, 150, 150]\nspeed = [0, 0.9]\nseed = 7\n";
    Scene::parse(text).expect("a scene")
}

/// With little memory, snapshots are dropped and more is recomputed, with the same results.
#[test]
fn every_state_of_a_crowd_is_restored_however_few_snapshots_fit() {
    const FRAMES: usize = 160;
    let mut made_again = Vec::new();
    for memory in ["16 MB", "256 MB"] {
        let mut engine =
            Engine::within(limit(memory), bouncing(), SceneSource::New).expect("apart");
        let state = |engine: &Engine| format!("{:?}", engine.world());
        let mut states = vec![state(&engine)];
        for _ in 0..FRAMES {
            attempt(&mut engine, "step").expect("room to move");
            states.push(state(&engine));
        }
        assert_eq!(engine.history().made_again_for_memory(), None, "no way through history yet");
        let mut most = 0;
        // Frames far from each other, all over the history.
        for frame in (0..=16).map(|turn| turn * 67 % (FRAMES + 1)) {
            attempt(&mut engine, &format!("seek {frame}")).expect("a frame of this history");
            assert!(state(&engine) == states[frame], "{memory}: frame {frame} is another");
            most = most.max(engine.history().made_again_for_memory().unwrap_or_default());
        }
        attempt(&mut engine, "seek end").expect("the end");
        attempt(&mut engine, "undo 3").expect("a way back");
        assert!(state(&engine) == states[FRAMES - 3], "{memory}: undo");
        made_again.push(most);
    }
    let [with_little, with_enough] = made_again[..] else { panic!("two limits") };
    assert_eq!(with_enough, 0, "never more than between two snapshots");
    assert!((17..=128).contains(&with_little), "{with_little} frames made again at most");
}
