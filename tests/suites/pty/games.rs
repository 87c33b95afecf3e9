//! The games of the gallery, played in the real program by a script: it reads the positions from a
//! second copy of the scene, and presses arrows and the step key.

use hitscan::tested::app::{App, GlyphSet, KeyPress};
use hitscan_core::scene::{SceneSource, builtin};
use hitscan_core::world::TestResult;
use hitscan_geom::{Milli, Point, Side, Sides};

use crate::terminal::{Start, Terminal};

/// A built-in scene in the terminal, and a second copy of it.
struct Game {
    terminal: Terminal,
    app: App,
}

impl Game {
    fn of(name: &str) -> Self {
        let scene = builtin(name).expect(name);
        let source = SceneSource::BuiltIn(name.to_owned());
        let app = App::new(scene, source, (80, 24), GlyphSet::Lines).expect("a world");
        let terminal = Start::hitscan([name]).size(80, 24).run_to("STEER");
        Self { terminal, app }
    }

    /// Presses a key in both.
    fn press(&mut self, key: &str) {
        self.app.press(KeyPress::parse(key).expect(key));
        self.terminal.keys(key);
    }

    /// Waits until the terminal shows the frame of the copy.
    fn settle(&self) {
        let frame = self.app.engine.sandbox().world().frame();
        self.terminal.wait_for("the last frame", |screen| {
            screen.header().contains(&format!("frame {frame}"))
        });
    }

    /// The corners of an object, if it still exists.
    fn bounds(&self, name: &str) -> Option<(Point, Point)> {
        let mut objects = self.app.engine.sandbox().world().objects();
        let found = objects.find(|(_, object)| object.name.as_str() == name);
        found.map(|(_, object)| object.shape.bounds())
    }

    /// Twice the x coordinate of the centre of an object.
    fn middle(&self, name: &str) -> i64 {
        let (min, max) = self.bounds(name).expect(name);
        min.x.wide() + max.x.wide()
    }

    fn speed(&self) -> Milli {
        self.app.engine.sandbox().selection().expect("something is selected").1.velocity.x
    }

    /// Moves left, right or stops (-1, 1, 0): an arrow starts, the opposite one stops.
    fn steer(&mut self, way: i64) {
        for _ in 0..2 {
            let now = self.speed().wide().signum();
            if now < way {
                self.press("Right");
            } else if now > way {
                self.press("Left");
            }
        }
    }
}

/// How many bricks are left.
fn bricks(game: &Game) -> usize {
    let world = game.app.engine.sandbox().world();
    world.objects().filter(|(_, object)| object.behavior.breaks_after.is_some()).count()
}

#[test]
fn breakout_is_won_by_a_script_that_follows_the_ball() {
    let mut game = Game::of("breakout");
    assert_eq!(bricks(&game), 12);
    let mut frames = 0;
    while bricks(&game) > 0 {
        let ahead = game.middle("ball") - game.middle("paddle");
        game.steer(if ahead.abs() <= 4000 { 0 } else { ahead.signum() });
        game.press(".");
        frames += 1;
        assert!(frames < 1000, "{} bricks are left", bricks(&game));
        if frames % 50 == 0 {
            game.settle();
        }
    }
    game.settle();
    game.terminal.wait_for_text("WON 12 of 12 bricks broken");
    assert!(!game.app.engine.is_unsaved(), "breaking is motion");
    for brick in 1..=12 {
        game.terminal.send(&format!(":assert b{brick} gone\r"));
    }
    let screen = game.terminal.wait_for_text(":assert b12 gone");
    assert!(!screen.contains("b1 is there"), "{:?}", screen.rows);
}

#[test]
fn breakout_is_lost_when_the_ball_passes_the_paddle_and_continues_after_a_step_back() {
    let mut game = Game::of("breakout");
    game.steer(1);
    game.terminal.keys("Space");
    game.terminal.wait_for_text("LOST the ball is down");
    game.terminal.keys(",");
    game.terminal.wait_for("no end", |screen| !screen.contains("LOST"));
    // It starts again with all bricks.
    game.terminal.keys("g");
    game.terminal.wait_for("the beginning", |screen| screen.header().contains("frame 0 of"));
    game.terminal.wait_for_text("0 of 12");
    game.terminal.keys("Space");
    game.terminal.wait_for_text("LOST the ball is down");
}

/// What the hero hit according to the log, and on which sides.
fn landings(game: &Game) -> Vec<(String, Sides)> {
    let records = game.app.engine.sandbox().log().records();
    let hits = records
        .filter(|record| record.a.name.as_str() == "hero" && record.outcome == TestResult::Hit);
    let landings = hits.map(|record| {
        let sides = record.pair_result().contact.map_or(Sides::NONE, |contact| contact.sides);
        (record.b.name.to_string(), sides)
    });
    landings.collect()
}

#[test]
fn the_hero_walks_over_the_seams_jumps_and_rides_the_lift_to_the_ledge() {
    let mut game = Game::of("platform");
    let steps = |game: &mut Game, count| (0..count).for_each(|_| game.press("."));
    steps(&mut game, 3);
    game.press("Up");
    steps(&mut game, 5);
    game.press("Up");
    game.terminal.wait_for_text("hero is in the air");
    // Up and down again, with one foot on the floor.
    steps(&mut game, 20);
    let floor = game.bounds("floor1").expect("it is there").0.y;
    assert_eq!(game.bounds("hero").expect("it is there").1.y, floor);
    game.steer(1);
    steps(&mut game, 14);
    game.steer(0);
    // Over two seams, without getting caught.
    assert_eq!(game.bounds("hero").expect("it is there").0.x, Milli::from_units(19));
    // The log has each landing, two of them on the first floor, and nothing else.
    let on_top = |floors: &[&str]| {
        floors.iter().map(|&floor| (floor.to_owned(), Side::Top.into())).collect::<Vec<_>>()
    };
    assert_eq!(landings(&game), on_top(&["floor1", "floor1", "floor2", "floor3"]));
    // Onto the lift once it is below the floor, and off at the ledge.
    let top = |game: &Game| game.bounds("lift").expect("it is there").0.y;
    while top(&game) < Milli::from_units(34) {
        steps(&mut game, 1);
    }
    game.steer(1);
    steps(&mut game, 9);
    game.steer(0);
    while top(&game) > Milli::from_units(12) {
        steps(&mut game, 1);
    }
    assert_eq!(landings(&game)[4..], on_top(&["lift"]), "it rides without landing again");
    game.steer(1);
    steps(&mut game, 5);
    game.steer(0);
    steps(&mut game, 4);
    game.settle();
    let ledge = game.bounds("ledge").expect("it is there").0.y;
    assert_eq!(game.bounds("hero").expect("it is there").1.y, ledge);
    // Into the goal.
    game.steer(1);
    game.terminal.keys("Space");
    game.terminal.wait_for_text("WON you made it");
}
