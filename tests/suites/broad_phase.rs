//! The broad phase as a setting: it changes what is compared, but never an answer.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use hitscan_core::engine::{Engine, silent};
use hitscan_core::scene::{Scene, SceneSource};
use hitscan_geom::broad_phase::BroadPhase;

use crate::run::{run_in, sheet, text};
use crate::sandboxes;

#[test]
fn every_recording_replays_to_its_digest_under_every_broad_phase() {
    let recordings = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recordings");
    let directory = tempfile::tempdir().expect("there is room");
    let mut replayed = 0;
    for entry in fs::read_dir(recordings).expect("there are recordings") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "hits") {
            continue;
        }
        let recording = fs::read_to_string(&path).expect("it is text");
        let (header, rest) = recording.split_once('\n').expect("a header");
        for broad_phase in BroadPhase::ALL {
            let key = format!("| broad_phase = \"{}\"", broad_phase.token());
            fs::write(directory.path().join("a.hits"), format!("{header}\n{key}\n{rest}"))
                .expect("written");
            let output = run_in(directory.path(), &["--replay", "a.hits", "--check"], "");
            let said = text(&output.stdout);
            let is_same = said.contains("the digest is as recorded, of ");
            assert!(is_same, "{} {key}: {}", path.display(), sheet(&output));
            replayed += 1;
        }
    }
    assert!(replayed >= 30, "{replayed}");
}

/// Boxes of several sizes that collide with each other.
fn hall(count: i32, broad_phase: BroadPhase) -> Engine {
    let mut text = format!("response = \"bounce\"\nbroad_phase = \"{}\"\n", broad_phase.token());
    for index in 0..count {
        let (x, y, size) = (index % 12 * 9, index / 12 * 9, 1 + index % 7);
        let (vx, vy) = (index * 7919 % 5 - 2, index * 104_729 % 5 - 2);
        let _ = write!(
            text,
            "[[box]]\nname = \"b{index}\"\nat = [{x}, {y}]\nsize = [{size}, {size}]\n\
             velocity = [{vx}.25, {vy}.125]\n"
        );
    }
    Engine::new(Scene::parse(&text).expect("a scene"), SceneSource::New).expect("a world")
}

#[test]
fn every_broad_phase_gives_the_same_records_and_counts_its_own_candidates() {
    let told = BroadPhase::ALL.map(|broad_phase| {
        let mut engine = hall(80, broad_phase);
        sandboxes::run(&mut engine, &["step 40"]);
        let records = engine.log().records().map(|record| format!("{record:?}")).collect();
        let counts = engine.world().broad_phase_counts().expect("of the last frame");
        assert_eq!(counts.broad_phase, broad_phase);
        (records, counts.counts)
    });
    let [(all, of_all), (sweep, of_sweep), (grid, of_grid)]: [(Vec<String>, _); 3] = told;
    assert!(all.len() > 100, "{}", all.len());
    assert!(all == sweep && all == grid, "the records differ");
    assert_eq!((of_all.pairs, of_all.candidates), (80 * 79 / 2, 80 * 79 / 2));
    assert_eq!([of_sweep.pairs, of_grid.pairs], [of_all.pairs; 2]);
    assert_eq!([of_sweep.meet, of_grid.meet], [of_all.meet; 2]);
    for fewer in [of_sweep, of_grid] {
        assert!(fewer.candidates < of_all.candidates / 4, "{fewer:?}");
    }
}

#[test]
fn each_frame_reports_what_was_compared() {
    let directory = tempfile::tempdir().expect("there is room");
    let lines = "box A 0 0 2 2\nbox B 9 0 2 2\nbox C 30 0 2 2\nvelocity A 8 0\ndescribe\n\
                 broad-phase sweep\nstep\nmove C 0 1\ndescribe\nback\nstep\nvelocity A 0 0\nstep\n";
    let output = run_in(directory.path(), &["--format", "ndjson", "--stats"], lines);
    let said = text(&output.stdout);
    let frames: Vec<_> = said.lines().filter(|line| line.contains("\"frame\",\"frame\"")).collect();
    let wanted = [
        r#"{"event":"frame","frame":1,"pairs":2,"candidates":1,"meet":1}"#,
        r#"{"event":"frame","frame":2,"pairs":2,"candidates":0,"meet":0}"#,
        r#"{"event":"frame","frame":2,"pairs":2,"candidates":1,"meet":1}"#,
        r#"{"event":"frame","frame":3,"pairs":0,"candidates":0,"meet":0}"#,
    ];
    assert_eq!(frames, wanted, "{said}");

    let output = run_in(directory.path(), &["--stats"], lines);
    let said = text(&output.stdout);
    assert!(said.contains("frame 1: broad phase sweep: 2 pairs, 1 candidates, 1 meet\n"), "{said}");
    // Before the first frame there is nothing to report.
    assert_eq!(said.matches("\nbroad phase ").count(), 1, "{said}");
    let plain = run_in(directory.path(), &[], "box A 0 0 2 2\nvelocity A 1 0\nstep\n");
    assert!(!text(&plain.stdout).contains("broad phase"), "only where it is asked for");
}

#[test]
fn the_setting_is_saved_with_the_scene_and_undone() {
    let mut engine = sandboxes::sandbox(&["box A 0 0 2 2", "broad-phase all-pairs"]);
    assert_eq!(engine.world().settings().broad_phase, Some(BroadPhase::AllPairs));
    let text = engine.sandbox().scene().to_toml();
    assert!(text.starts_with("broad_phase = \"all-pairs\"\n"), "{text}");
    assert_eq!(Scene::parse(&text).map(|scene| scene.settings), Ok(*engine.world().settings()));
    sandboxes::run(&mut engine, &["undo"]);
    assert!(!engine.sandbox().scene().to_toml().contains("broad_phase"));
}

/// The digest of a crowd after bouncing for this many frames.
fn crowd_digest(count: u32, frames: u32, layout: &str, broad_phase: BroadPhase) -> String {
    let text = format!(
        "response = \"bounce\"\nbroad_phase = \"{}\"\n[[crowd]]\nname = \"c\"\ncount = {count}\n\
         area = [-400, -400, 400, 400]\nspeed = [0, 0.9]\nlayout = \"{layout}\"\nseed = 7\n",
        broad_phase.token()
    );
    let scene = Scene::parse(&text).expect("a scene");
    let mut engine = Engine::new(scene, SceneSource::New).expect("a world");
    engine.keep_records(None, &mut silent).expect("they are kept");
    sandboxes::run(&mut engine, &[format!("step {frames}")]);
    engine.journal().digest().expect("records are kept").to_string()
}

fn same_digests(count: u32, frames: u32) {
    for layout in ["uniform", "clusters", "mixed-sizes"] {
        let digests = BroadPhase::ALL.map(|it| crowd_digest(count, frames, layout, it));
        assert!(digests.iter().all(|digest| *digest == digests[0]), "{layout}: {digests:?}");
    }
}

#[test]
fn a_crowd_has_the_same_digest_under_every_broad_phase() {
    same_digests(200, 20);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a minute in a release build, an hour in a debug build")]
fn two_thousand_boxes_have_the_same_digest_for_two_hundred_frames() {
    same_digests(2000, 200);
}
