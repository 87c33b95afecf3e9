//! The end of a game: what it depends on, whatever was done, and who is notified.

use hitscan_core::command::Command;
use hitscan_core::engine::{Engine, Event, Flow, GameResult, silent};
use hitscan_core::scene::{EndCondition, GameEnds, Scene, SceneSource};
use hitscan_core::world::{Body, History, Name, ObjectId, TestResult, World};
use proptest::prelude::*;

use crate::responses::scenes::{attempt, config};

/// A ball between two bricks, a floor and a goal.
const GAME: &str = r#"
win = ["broken", "sensor goal"]
lose = ["sensor floor", "frames 12"]
response = "bounce"

[[box]]
name = "ball"
at = [4, 4]
size = [2, 2]
velocity = [1, 2]

[[box]]
name = "one"
corners = [[0, 12], [8, 14]]
body = "static"
breaks_after = 1

[[box]]
name = "two"
corners = [[8, 12], [16, 14]]
body = "static"
breaks_after = 2

[[box]]
name = "floor"
corners = [[0, 16], [20, 18]]
sensor = true
on_enter = "pause"
message = "down"

[[box]]
name = "goal"
corners = [[18, 0], [20, 12]]
sensor = true
"#;

fn game() -> Engine {
    let scene = Scene::parse(GAME).expect("a scene");
    Engine::new(scene, SceneSource::New).expect("a world")
}

fn line() -> impl Strategy<Value = String> {
    let lines = "step|step|step|step 3|step 8|back|back 2|undo|undo 3|redo|redo 2|redo 4|seek start|\
        seek end|seek 2|seek 5|velocity ball 1 2|velocity ball 2 -1|velocity ball 0 3|put ball 4 10|\
        put ball 14 4|put ball 10 15|move ball 0 2|move ball 2 1|rename floor ground|\
        rename ground floor|set goal.sensor false|set goal.sensor true|remove one|remove two|\
        set two.breaks_after 1|box new 9 9 1 1|select ball|step 2";
    prop::sample::select(lines.split('|').map(str::trim).collect::<Vec<_>>())
        .prop_map(str::to_owned)
}

/// How the game has ended by now, computed from all states on the way.
fn ended(history: &History, ends: &GameEnds<ObjectId>) -> Option<(u64, GameResult)> {
    (1..=history.position()).find_map(|position| {
        let [before, after] = [position - 1, position].map(|at| history.world_at(at));
        let holds = |all: &[EndCondition<ObjectId>]| {
            all.iter().any(|condition| holds(&before, &after, *condition))
        };
        let result = match (holds(&ends.win), holds(&ends.lose)) {
            (true, _) => GameResult::Won,
            (_, true) => GameResult::Lost,
            _ => return None,
        };
        // Only a frame can end it.
        (after.frame() > before.frame()).then(|| (after.frame(), result))
    })
}

fn holds(before: &World, after: &World, condition: EndCondition<ObjectId>) -> bool {
    let breaks = |world: &World| {
        world.objects().filter(|(_, object)| object.behavior.breaks_after.is_some()).count()
    };
    match condition {
        EndCondition::Broken => after.broken() > 0 && breaks(after) == 0,
        EndCondition::Frames(frames) => after.frame() >= frames.into(),
        EndCondition::Sensor(sensor) => {
            let is_sensor = after.object(sensor).is_some_and(|object| object.behavior.sensor);
            let is_hit = |world: &World, by: ObjectId| {
                let found = world.pair(by, sensor);
                found.is_some_and(|pair| pair.pair_result.outcome == TestResult::Hit)
            };
            let mut boxes = after
                .objects()
                .filter(|(_, object)| object.body == Body::Dynamic && !object.behavior.sensor);
            is_sensor && boxes.any(|(by, _)| is_hit(after, by) && !is_hit(before, by))
        }
    }
}

/// Executes a command. Returns the events about the end.
fn told(engine: &mut Engine, line: &str) -> Vec<String> {
    let settings = engine.world().settings();
    let command = Command::parse(line, settings).expect(line).expect("a command");
    let mut told = Vec::new();
    let _ = engine.execute(&command, &mut |event| {
        match event {
            Event::GameOver(over) => told.push(over.line()),
            Event::Entered(entered) => told.push(format!("{} entered", entered.sensor)),
            Event::AllBroken => told.push("all broken".to_owned()),
            _ => {}
        }
        Flow::GoOn
    });
    told
}

proptest! {
    #![proptest_config(config(192))]

    /// Going back before the end, forward again, and along another path.
    #[test]
    fn the_end_follows_from_the_place_in_history_alone(
        lines in prop::collection::vec(line(), 1..24),
    ) {
        let mut engine = game();
        let ends = engine.sandbox().game_ends().clone();
        for line in lines {
            let _ = attempt(&mut engine, &line);
            let found = engine.sandbox().game_over().map(|over| (over.frame, over.result));
            prop_assert_eq!(found, ended(engine.history(), &ends), "{}", line);
            let now = engine.sandbox().game_over_now().map(|over| over.frame);
            let frame = engine.world().frame();
            prop_assert_eq!(now, found.map(|(of, _)| of).filter(|&of| of == frame), "{}", line);
        }
    }

    #[test]
    fn what_ends_it_can_always_be_saved_and_read(lines in prop::collection::vec(line(), 1..16)) {
        let mut engine = game();
        for line in lines {
            let _ = attempt(&mut engine, &line);
            let scene = engine.sandbox().scene();
            prop_assert_eq!(Scene::parse(&scene.to_toml()), Ok(scene.clone()), "{}", line);
        }
    }
}

#[test]
fn the_end_is_reported_once_instead_of_its_sensor() {
    let mut engine = game();
    told(&mut engine, "put ball 2 12");
    told(&mut engine, "remove one");
    assert_eq!(told(&mut engine, "step 2"), ["lost: down"]);
    // The game is over: later events are reported as without an end.
    told(&mut engine, "put ball 0 4");
    told(&mut engine, "velocity ball 0 12");
    assert_eq!(told(&mut engine, "step"), ["floor entered"]);
    assert_eq!(told(&mut engine, "back 3"), Vec::<String>::new());
    assert_eq!(told(&mut engine, "step"), Vec::<String>::new(), "on another way");
    assert_eq!(told(&mut engine, "step"), ["lost: down"]);
}

#[test]
fn a_renamed_sensor_still_ends_the_game() {
    let mut engine = game();
    told(&mut engine, "rename goal home");
    told(&mut engine, "put ball 15 4");
    told(&mut engine, "velocity ball 4 0");
    let win = engine.sandbox().scene().game_ends.win;
    let home = Name::new("home").expect("a name");
    assert_eq!(win, [EndCondition::Broken, EndCondition::Sensor(home)]);
    assert_eq!(told(&mut engine, "step"), ["won: ball entered home"]);
}

#[test]
fn if_both_ends_happen_in_one_frame_the_game_is_won() {
    let mut engine = game();
    told(&mut engine, "set goal.left 0");
    told(&mut engine, "set goal.bottom 30");
    told(&mut engine, "set floor.top 0");
    told(&mut engine, "put ball -4 4");
    told(&mut engine, "velocity ball 6 0");
    // The other sensor is reported as usual.
    assert_eq!(told(&mut engine, "step"), ["floor entered", "won: ball entered goal"]);
}

#[test]
fn the_clock_stops_at_the_end_and_can_continue_from_there() {
    let mut engine = game();
    attempt(&mut engine, "play").expect("it plays");
    let mut frames = 0;
    while engine.is_playing() {
        attempt(&mut engine, "step").expect("a frame");
        frames += 1;
    }
    let over = engine.sandbox().game_over().expect("it ended").clone();
    assert_eq!((over.frame, frames), (engine.world().frame(), engine.world().frame()));
    attempt(&mut engine, "play").expect("it plays on");
    attempt(&mut engine, "step").expect("a frame");
    assert!(engine.is_playing());
    // Back, and played again to the same point.
    attempt(&mut engine, "back 3").expect("there are three");
    attempt(&mut engine, "play").expect("it plays");
    attempt(&mut engine, "redo").expect("a frame");
    assert!(engine.is_playing() && engine.sandbox().game_over().is_none());
    attempt(&mut engine, "redo").expect("the end");
    assert!(!engine.is_playing());
    assert_eq!(engine.sandbox().game_over_now(), Some(&over));
}

/// Scenes that differ only in their end are the same world.
#[test]
fn what_ends_a_game_changes_no_record_and_no_digest() {
    let lines = ["step 5", "move ball 1 0", "back 2", "step 9", "undo", "step 20"];
    let digest = |text: &str| {
        let scene = Scene::parse(text).expect("a scene");
        let mut engine = Engine::new(scene, SceneSource::New).expect("a world");
        engine.keep_records(None, &mut silent).expect("they are kept");
        for line in lines {
            attempt(&mut engine, line).expect(line);
        }
        engine.journal().digest().expect("records are counted in").to_string()
    };
    let (_, without) = GAME.split_once("response").expect("the ends stand first");
    assert_eq!(digest(GAME), digest(&format!("response{without}")));
}
