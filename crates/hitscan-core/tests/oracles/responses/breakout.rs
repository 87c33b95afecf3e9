//! Breakout games from the gallery, under random steering.

use hitscan_core::engine::Engine;
use hitscan_core::scene::{SceneSource, builtin};
use hitscan_core::world::{ContactReply, Record};
use proptest::prelude::*;

use crate::responses::scenes::{attempt, box_of, config, meet, of_frame, run, typed, word_of};

/// What a player does before a frame.
#[derive(Clone, Copy, Debug)]
enum Steering {
    Nothing,
    Left,
    Right,
    /// Moves towards the ball.
    Chase,
}

/// Players that chase the ball more or less well, and sometimes press a random arrow.
fn player() -> impl Strategy<Value = Vec<Steering>> {
    (0..=12_u32, 0..=4_u32).prop_flat_map(|(chases, arrows)| {
        let steering = prop_oneof![
            2 => Just(Steering::Nothing),
            chases => Just(Steering::Chase),
            arrows => Just(Steering::Left),
            arrows => Just(Steering::Right),
        ];
        prop::collection::vec(steering, 200)
    })
}

/// Presses the arrow that moves the centre of the paddle towards that of the ball.
fn chase(engine: &mut Engine) {
    let middle = |name| {
        let ([left, _, right, _], _) = box_of(engine, name);
        left + right
    };
    let ahead = middle("ball") - middle("paddle");
    let wanted = if ahead.abs() <= 4000 { 0 } else { ahead.signum() };
    let now = box_of(engine, "paddle").1[0].signum();
    if now != wanted {
        let arrow = if now < wanted { "right" } else { "left" };
        attempt(engine, &format!("steer paddle {arrow}")).expect("it is steered");
    }
}

fn steer(engine: &mut Engine, steering: Steering) {
    match steering {
        Steering::Nothing => {}
        Steering::Chase => chase(engine),
        Steering::Left => drop(attempt(engine, "steer paddle left").expect("it is steered")),
        Steering::Right => drop(attempt(engine, "steer paddle right").expect("it is steered")),
    }
}

/// Whether the ball and the paddle are as a player expects: apart, the paddle between the walls,
/// and nothing squeezed until it gives up.
fn is_fair(engine: &Engine) -> Result<(), String> {
    let [(ball, _), (paddle, _)] = ["ball", "paddle"].map(|name| box_of(engine, name));
    let squeezed = |record: &&Record| {
        let contact = record.pair_result().contact;
        contact.is_some_and(|it| matches!(it.reply, ContactReply::Crushed | ContactReply::GaveUp))
    };
    let fault = if meet(ball, paddle) {
        "the paddle lies over the ball"
    } else if paddle[0] < 500 || paddle[2] > 41_500 {
        "the paddle is in a wall"
    } else if of_frame(engine).iter().any(squeezed) {
        "the ball is squeezed"
    } else {
        return Ok(());
    };
    Err(format!("{fault}: {ball:?} {paddle:?}"))
}

fn new_game() -> Engine {
    let scene = builtin("breakout").expect("it is in the gallery");
    Engine::new(scene, SceneSource::New).expect("a world")
}

/// The ball at 45 degrees wins: the commands end by asserting that each brick is gone.
#[test]
fn the_square_ball_at_45_degrees_breaks_all_twelve_bricks() {
    let lines = include_str!("../../fixtures/notes/bricks-45-win.txt");
    let mut engine =
        Engine::new(builtin("bricks-45").expect("built in"), SceneSource::New).expect("a world");
    let bricks = |engine: &Engine| {
        let names = engine.world().objects().map(|(_, object)| object.name);
        names.filter(|name| name.as_str().starts_with('b') && name.as_str() != "ball").count()
    };
    assert_eq!(bricks(&engine), 12);
    run(&mut engine, &lines.lines().filter(|line| *line != "quit").collect::<Vec<_>>());
    assert_eq!((engine.world().frame(), bricks(&engine)), (508, 0));
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn the_paddle_never_swallows_the_ball_and_stops_at_the_walls(player in player()) {
        let mut engine = new_game();
        let mut frames_left = player.len();
        for steering in player {
            steer(&mut engine, steering);
            attempt(&mut engine, "step").expect("a frame");
            prop_assert_eq!(is_fair(&engine), Ok(()));
            // A lost ball falls past the paddle in the next frames.
            if word_of(&engine, "ball", "floor") == "hit" {
                frames_left = frames_left.min(3);
            }
            frames_left -= 1;
            if frames_left == 0 {
                break;
            }
        }
    }
}

/// Positions of the left end of the paddle near the left wall, coming from its start and from
/// either wall.
const PADDLE: [i64; 12] = [8000, 6000, 4000, 2000, 500, 2500, 4500, 6500, 7500, 5500, 3500, 1500];

#[test]
fn a_ball_beside_the_paddle_is_not_squeezed_into_a_wall() {
    for (ball, paddle) in (0..51 * 3).flat_map(|ball| PADDLE.map(|paddle| (ball, paddle))) {
        let mut engine = new_game();
        let lines = [
            format!("set ball.x {}", typed(3000 + 100 * (ball % 51))),
            format!("set ball.y {}", typed(31_000 - 700 * (ball / 51))),
            format!("set paddle.x {}", typed(paddle)),
            "steer paddle left".to_owned(),
        ];
        run(&mut engine, &lines);
        for _ in 0..3 {
            attempt(&mut engine, "step").expect("a frame");
            assert_eq!(is_fair(&engine), Ok(()), "{lines:?}");
        }
    }
}
