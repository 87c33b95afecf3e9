//! What the notes of the built-in scenes promise comes true, key by key.

use std::fmt::Write;

use crossterm::event::KeyCode;
use hitscan::app::{App, Effect, KeyPress};
use hitscan_core::engine::expect::Examined;
use hitscan_core::methods::Requested;
use hitscan_core::scene::{builtin, gallery};

use crate::keyboard::built_in;

/// Presses keys as the key table writes them; `:a_b` types a line, `x*3` is
/// three times x, `Play*3` three frames of playing.
pub(super) fn press(app: &mut App, keys: &str) {
    for key in keys.split_whitespace() {
        if let Some(line) = key.strip_prefix(':') {
            app.press(KeyPress::plain(KeyCode::Char(':')));
            app.paste(&line.replace('_', " "));
            app.press(KeyPress::plain(KeyCode::Enter));
            assert!(
                app.input().prompt.as_ref().is_none(),
                "{line}: {:?}",
                app.input().prompt.as_ref()
            );
            continue;
        }
        let (key, times) = key.split_once('*').unwrap_or((key, "1"));
        let times: u32 = times.parse().expect("a number");
        if key == "Play" {
            app.press(KeyPress::plain(KeyCode::Char(' ')));
            (0..times).for_each(|_| app.tick());
            app.press(KeyPress::plain(KeyCode::Char(' ')));
            continue;
        }
        for _ in 0..times {
            let effects = app.press(KeyPress::parse(key).expect(key));
            assert_eq!(effects, [] as [Effect; 0], "{key}");
        }
    }
}

/// `B>A TOUCH touches center-distance touching`: the pair that is looked at,
/// and each method that has a reason, with it.
fn seen(app: &App, scene: &str) -> String {
    let pair = app.engine().pair_in_focus().expect("a pair");
    let contact = app.sandbox().world().settings().boundary_rule;
    // Of the methods shown on request, those that the scene is about.
    let expects = builtin(scene).expect(scene).expects;
    let wrong = expects.into_iter().filter_map(|expect| expect.wrong).flatten();
    let requested = Requested::These(wrong.collect());
    let examined = Examined::requested(pair, contact, &requested);
    let found = &examined.pair;
    let mut text = format!(
        "{}>{} {} {}",
        found.a.name,
        found.b.name,
        found.pair_result.outcome.word(),
        found.pair_result.meeting.relation.token()
    );
    for remark in examined.remarks() {
        let reason = remark.reason.map_or("", |reason| reason.code());
        write!(text, ", {} {reason}", remark.method.id()).expect("a String takes all");
    }
    text
}

fn place(app: &App, name: &str) -> String {
    let mut objects = app.sandbox().world().objects();
    let (_, object) = objects.find(|(_, object)| object.name.as_str() == name).expect(name);
    let (min, _) = object.shape.bounds();
    format!("{},{}", min.x, min.y)
}

/// Scene, keys, and the pair that is then looked at.
const PAIRS: &[(&str, &str, &str)] = &[
    ("start", "Right*6", "B>A HIT overlaps"),
    ("touch", "", "A>B TOUCH touches, center-distance touching"),
    ("touch", "L", "B>A HIT overlaps"),
    ("inner", "", "A>B HIT contains, edges inside-unseen"),
    ("halves", "", "L>K HIT crosses"),
    ("halves", "p", "L>M MISS disjoint"),
    ("ends", "", "L>K TOUCH touches, proper touching"),
    ("ends", "K", "K>L HIT crosses"),
    ("parallel", "", "L>K HIT overlaps, proper parallel"),
    ("parallel", "J", "K>L MISS disjoint"),
    ("in-line", "", "L>K MISS disjoint, straddle collinear-apart"),
    ("in-line", "J", "L>K MISS disjoint"),
    ("point", "", "P>A MISS disjoint, edges zero-length"),
    ("point", "J", "P>A MISS disjoint"),
    ("entry", "", "A>L HIT crosses"),
    ("entry", "Tab", "A>M HIT crosses"),
    ("entry", "Tab Tab", "A>N HIT crosses"),
    ("inside", "", "A>L HIT within, edges inside-unseen"),
    ("inside", "Right*5", "A>L HIT crosses"),
    ("edge-line", "", "L>A MISS disjoint, edges collinear-apart"),
    ("edge-line", "J", "L>A MISS disjoint"),
    ("corner", "", "A>L TOUCH touches"),
    ("corner", "J", "L>A HIT crosses"),
    ("corner", "J K K", "L>A MISS disjoint"),
    ("sweep", "t", "L>C HIT crosses"),
    ("sweep", "t Right*24", "L>C HIT crosses"),
    ("sweep", "t Right*2", "L>D HIT crosses"),
    ("concave", "", "L>U MISS disjoint"),
    ("concave", "Tab", "U>M HIT crosses"),
    ("vertex", "", "P>L HIT crosses"),
    ("vertex", "K", "L>P HIT crosses"),
    ("slit", "", "L>C MISS disjoint"),
    ("slit", ":nudge_0.001 Right", "L>C TOUCH touches"),
    ("slit", ":nudge_0.001 Right Right", "L>C HIT crosses"),
    ("polygons", "", "P>Q HIT contains, edges inside-unseen"),
    ("polygons", "p", "P>R MISS disjoint, edges collinear-apart"),
    ("rounding", "", "P>L HIT within, edges rounding"),
    (
        "sums",
        "",
        "A>B TOUCH touches, center-distance touching, center-distance rounding, edge-relations rounding",
    ),
    ("y-up", "", "A>L HIT crosses"),
    ("time", ".", "B>A HIT overlaps"),
    ("graze", ".", "B>A TOUCH disjoint"),
    ("graze", ". , K .", "B>A MISS disjoint"),
    (
        "tunnel",
        ".",
        "ball>wall HIT disjoint, relative-velocity tunnelled, predict-corner tunnelled",
    ),
    ("tunnel", ". , v Left*8 .", "ball>wall HIT touches, center-distance touching"),
    (
        "bullet",
        ".",
        "bullet>one HIT disjoint, relative-velocity tunnelled, predict-corner tunnelled",
    ),
    (
        "bullet",
        ". , b s .",
        "bullet>one HIT touches, center-distance touching, relative-velocity tunnelled, predict-corner tunnelled",
    ),
    (
        "corridor",
        ".",
        "walker>floor TOUCH touches, center-distance touching, relative-velocity flush, predict-corner flush",
    ),
    (
        "corridor",
        ". b s .",
        "walker>floor HIT touches, center-distance touching, relative-velocity flush, predict-corner flush",
    ),
    ("landing", ".*3", "B>floor HIT touches, center-distance touching"),
    ("landing", ".*3 g b l .*3", "B>floor HIT touches, center-distance touching"),
    ("seam", "Play*12", "B>left MISS disjoint, edges collinear-apart"),
    (
        "seam",
        "Play*12 g b c Play*12",
        "B>right HIT disjoint, edges collinear-apart, relative-velocity flush, predict-corner flush",
    ),
    ("diagonal", ".", "B>A HIT overlaps, relative-velocity corner-tie"),
    ("off-45", ".", "B>A HIT overlaps, predict-corner labels-swapped"),
    ("square", ".", "B>A HIT overlaps, predict-corner square-overlap"),
    ("shallow", ".", "B>A HIT overlaps, predict-corner axis-guess"),
    (
        "convoy",
        ".",
        "A>B TOUCH touches, center-distance touching, relative-velocity no-motion, predict-corner touching",
    ),
    ("push-out", ".*4", "W>A HIT touches, center-distance touching"),
    ("mirror", ".*16", "ball>N HIT disjoint, predict-corner axis-guess"),
    ("cradle", "Play*3", "A>B HIT touches, center-distance touching"),
    ("three-ways", ".", "B>A HIT disjoint, edges collinear-apart, predict-corner labels-swapped"),
    ("demo-turn", "", "L>K MISS disjoint"),
    ("demo-turn", "t Right*5", "L>K MISS disjoint"),
    ("demo-turn", "t Right*5 Up*2", "K>L HIT crosses"),
    ("demo-turn", "t Right*9 Up*2", "L>K MISS disjoint"),
    ("two-boxes", "", "A>B HIT overlaps"),
    ("two-boxes", ":nudge_20 Right*2", "B>A HIT overlaps"),
    ("two-boxes", ":nudge_20 Right*3", "B>A TOUCH touches, center-distance touching"),
    ("origins", "", "top-left>center HIT overlaps"),
    ("strict", "", "A>B TOUCH touches, center-distance touching"),
    ("strict", "c t", "A>B TOUCH touches"),
    ("strict", "c t c t", "A>B TOUCH touches, center-distance touching, edge-relations touching"),
    ("strict", "c t c t c t", "A>B TOUCH touches, center-distance touching"),
    ("mover-two", ".", "a>b HIT overlaps, predict-corner labels-swapped"),
    ("mover-two", ". , Tab v Up*4 .", "a>b HIT overlaps, predict-corner labels-swapped"),
    ("breakout-45", "Play*6", "ball>paddle HIT disjoint"),
    ("breakout-swept", "Play*13", "ball>b5 MISS disjoint"),
    ("breakout", "Play*4", "ball>paddle HIT touches, center-distance touching"),
    (
        "landing-gravity",
        ".*9",
        "A>left HIT touches, center-distance touching, predict-corner axis-guess",
    ),
    ("platform", ".*3", "hero>floor1 HIT touches, center-distance touching"),
    ("plus-sign", "", "A>B HIT overlaps, corners-inside no-corner-inside"),
    ("bounds", "", "P>L MISS disjoint, bounding-boxes bounds-only"),
    ("notch", "", "P>A MISS disjoint, sat concave"),
    ("on-the-edge", "", "A>L TOUCH touches"),
    (
        "moments",
        ".",
        "bullet>wall HIT disjoint, relative-velocity tunnelled, predict-corner tunnelled, sampled tunnelled",
    ),
    ("through", ".", "A>floor HIT overlaps, least-overlap far-side"),
    ("centred", ".", "A>B HIT within, edges inside-unseen, center-angle no-side"),
    (
        "two-gaps",
        ".",
        "A>B HIT overlaps, predict-corner labels-swapped, previous-frame corner-guess",
    ),
    ("around", ".", "A>B MISS disjoint, axis-by-axis phantom"),
    (
        "four-looks",
        ".",
        "bullet>wall HIT disjoint, relative-velocity tunnelled, predict-corner tunnelled, substeps tunnelled",
    ),
    (
        "breakout-relative",
        "Play*13",
        "ball>b5 HIT disjoint, relative-velocity tunnelled, predict-corner tunnelled",
    ),
    (
        "breakout-relative",
        "Play*15 ;",
        "ball>b6 HIT disjoint, relative-velocity tunnelled, predict-corner tunnelled",
    ),
    ("int-halves", ".", "ball>brick HIT overlaps, predict-corner labels-swapped"),
    ("breakout-corner", "Play*9", "ball>b1 HIT within, predict-corner axis-guess"),
    ("crowd", ":broad-phase_sweep .", "c1>c1128 MISS disjoint"),
    ("crowd-clusters", ":broad-phase_all-pairs .", "c1>c1799 MISS disjoint"),
    ("crowd-sizes", ":broad-phase_grid .", "c1>c30 MISS disjoint"),
];

#[test]
fn what_the_notes_say_to_press_shows_what_they_say() {
    for &(name, keys, expected) in PAIRS {
        let mut app = built_in(name);
        press(&mut app, keys);
        assert_eq!(seen(&app, name), expected, "{name} after {keys}");
    }
}

#[test]
fn every_scene_has_its_note_tried() {
    for (name, _) in gallery() {
        assert!(PAIRS.iter().any(|(tried, _, _)| tried == name), "{name}");
    }
}

/// Scene, keys, an object, and where its top left corner then is.
const PLACES: &[(&str, &str, &str, &str)] = &[
    ("sweep", "t Right*24", "L", "21,4"),
    ("corridor", ". b s .", "walker", "2,18"),
    ("landing", ".*3", "B", "17.333,22"),
    ("landing", ".*4", "B", "17.333,22"),
    ("landing", ".*3 g b l .*4", "B", "24,22"),
    // Past the seam at 22, and short of it.
    ("seam", "Play*12", "B", "28,20"),
    ("seam", "Play*12 g b c Play*12", "B", "14,20"),
    ("bullet", ".", "bullet", "40,18"),
    ("bullet", ". , b s .", "bullet", "10,18"),
    ("push-out", ".*4", "W", "9,20"),
    ("push-out", ".*4", "N", "21,10"),
    ("mirror", ".*16", "ball", "12,8"),
];

#[test]
fn things_move_to_where_the_notes_say() {
    for &(name, keys, object, expected) in PLACES {
        let mut app = built_in(name);
        press(&mut app, keys);
        assert_eq!(place(&app, object), expected, "{name} after {keys}");
    }
}

/// What a student sees of the ball, frame by frame, for the first ten seconds:
/// `.` in the room below the bricks, `^` above them, `#` in something.
fn ball(name: &str) -> String {
    let mut app = built_in(name);
    let frames = 10 * u32::from(app.sandbox().world().settings().speed);
    let mut seen = String::new();
    for _ in 0..frames {
        app.press(KeyPress::plain(KeyCode::Char('.')));
        let world = app.sandbox().world();
        let bounds = |name: &str| {
            let mut objects = world.objects();
            let found = objects.find(|(_, object)| object.name.as_str() == name);
            found.expect(name).1.shape.bounds()
        };
        let ((min, max), (bricks, _)) = (bounds("ball"), bounds("b1"));
        let is_in = |(other_min, other_max): (hitscan_geom::Point, hitscan_geom::Point)| {
            min.x < other_max.x && max.x > other_min.x && min.y < other_max.y && max.y > other_min.y
        };
        let others = world.objects().filter(|(_, object)| object.name.as_str() != "ball");
        let stuck = others.map(|(_, object)| object.shape.bounds()).any(is_in);
        seen.push(if stuck {
            '#'
        } else if max.y <= bricks.y {
            '^'
        } else {
            '.'
        });
    }
    seen
}

#[test]
fn the_three_breakouts_differ_within_ten_seconds_for_all_to_see() {
    let [exact, relative, corner] =
        ["breakout-swept", "breakout-relative", "breakout-corner"].map(ball);
    assert_eq!(exact, ".".repeat(80), "the wall holds");
    assert_eq!(relative.find('^'), Some(12), "through the bricks within two seconds: {relative}");
    assert!(!relative.contains('#'), "but between two frames: {relative}");
    assert_eq!(corner.find('#'), Some(3), "into the paddle within half a second: {corner}");
    assert!(corner.matches('#').count() > 10 && corner.contains('^'), "{corner}");
}

/// They are one scene, but for what is in the name.
#[test]
fn the_three_breakouts_differ_in_the_side_method_alone() {
    let scenes = ["breakout-swept", "breakout-relative", "breakout-corner"]
        .map(|name| builtin(name).expect(name));
    for other in &scenes[1..] {
        assert_eq!(other.objects, scenes[0].objects);
        let settings =
            hitscan_core::world::Settings { side: scenes[0].settings.side, ..other.settings };
        assert_eq!(settings, scenes[0].settings);
        assert_ne!(other.settings, scenes[0].settings);
    }
}
