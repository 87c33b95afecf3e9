//! Whatever opens, and whatever is made of it, can always be written and read back: files and
//! commands are refused before a scene becomes too large for its own form.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use hitscan::tested::host::files::{load, save};
use hitscan_core::command::Command as Line;
use hitscan_core::engine::{Engine, silent};
use hitscan_core::scene::{Scene, SceneSource, object_bytes};
use hitscan_core::world::World;

use crate::program::HITSCAN;

/// The polygon with this number, 100 units wide and 4 high, with 200 vertices, written as shortly
/// as possible.
fn comb(number: usize) -> String {
    let mut text = format!("[[polygon]]\nname=\"P{number}\"\npoints=[");
    let (left, top) = (number % 5 * 100, number / 5 * 6);
    for (x, y) in (0..100).map(|x| (x, top)).chain((0..100).rev().map(|x| (x, top + 3))) {
        let _ = write!(text, "[{},{}],", left + x, y + x % 2);
    }
    text + "]\n"
}

/// A file of less than a mebibyte that would be longer than one in our own form.
fn dense() -> String {
    let text: String = (0..500).map(comb).collect();
    assert!(text.len() < 1 << 20, "{}", text.len());
    text
}

fn engine(text: &str) -> Engine {
    let scene = Scene::parse(text).expect("a scene");
    Engine::new(scene, SceneSource::New).expect("a world")
}

fn execute(engine: &mut Engine, line: &str) -> Result<(), String> {
    let command = Line::parse(line, engine.world().settings()).expect(line).expect(line);
    engine.execute(&command, &mut silent).map(drop).map_err(|fault| fault.to_string())
}

#[test]
fn a_dense_file_can_be_saved_recovered_and_read_back() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("own.toml");
    let mut engine = engine(&dense());
    execute(&mut engine, "move P499 0.125 0.125").expect("there is room above it");
    let text = engine.scene_to_save().to_toml();
    assert!(text.len() > 1 << 20, "{}", text.len());
    save(&path, &text).expect("saved");
    assert_eq!(load(&path), Ok(engine.scene_to_save()));
    let recording = engine.journal().recording();
    let mut again = self::engine("");
    again.resume(recording.as_bytes(), &mut silent).expect("it can be resumed");
    assert_eq!(again.scene_to_save(), engine.scene_to_save());
}

#[test]
fn the_program_records_and_saves_a_dense_file_and_reads_both_back() {
    let folder = tempfile::tempdir().expect("there is room");
    fs::write(folder.path().join("dense.toml"), dense()).expect("written");
    fs::write(folder.path().join("script"), "move P499 0.125 0.125\nsave own.toml\n")
        .expect("written");
    let run = |arguments: &[&str], input: &Path| {
        let input = fs::File::open(input).expect("it is there");
        let mut command = Command::new(HITSCAN);
        let command = command.args(arguments).current_dir(folder.path()).stdin(input);
        let output = command.stderr(Stdio::piped()).output().expect("it runs");
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(output.status.success(), "{arguments:?}: {said}");
    };
    run(&["run", "dense.toml", "--record", "a.hits"], &folder.path().join("script"));
    run(&["run", "--replay", "a.hits", "--check"], Path::new("/dev/null"));
    run(&["run", "own.toml"], Path::new("/dev/null"));
}

#[test]
fn an_object_is_refused_before_the_scene_cannot_be_read_back() {
    let mut engine = engine(&comb(0));
    let mut count = 1;
    let refusal = loop {
        let (dx, dy) = (count / 2000 * 200, count % 2000 * 6);
        let line = format!("duplicate P0 P{count} {dx} {dy}");
        if let Err(why) = execute(&mut engine, &line) {
            break why;
        }
        count += 1;
    };
    let expected = "no room: in a file all objects, with all their decimals, have at most 16000000 \
                    bytes";
    assert_eq!(refusal, expected);
    let scene = engine.scene_to_save();
    let bytes: usize = scene.objects.iter().map(object_bytes).sum();
    assert!((1..object_bytes(&scene.objects[0])).contains(&(Scene::MAX_OBJECT_BYTES - bytes)));
    assert_eq!(Scene::parse(&scene.to_toml()), Ok(scene));
}

#[test]
fn a_file_with_too_many_objects_values_or_bytes_for_its_own_form_is_refused() {
    let all: String = (0..2900).map(comb).collect();
    let vertices = 2900 * object_bytes(&Scene::parse(&comb(0)).expect("one").objects[0]);
    for (text, expected) in [
        (
            all,
            format!(
                "1:1: {vertices} bytes for all objects: as hitscan writes them, with all their \
                 decimals, at most 16000000"
            ),
        ),
        (
            "#".to_owned() + &",".repeat(Scene::MAX_VALUES + 1),
            "1:1: 2097153 values: a scene has at most 2097152".to_owned(),
        ),
    ] {
        let faults = Scene::parse(&text).expect_err("refused");
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].to_string(), expected);
    }
}

#[test]
fn a_title_too_long_for_a_line_is_refused() {
    let longest = "é".repeat(World::MAX_TITLE_BYTES / 2);
    let mut engine = engine("");
    execute(&mut engine, &format!("title {longest}")).expect("it fits");
    let scene = engine.scene_to_save();
    assert_eq!(Scene::parse(&scene.to_toml()), Ok(scene));
    let refusal = execute(&mut engine, &format!("title {longest}x")).expect_err("refused");
    assert_eq!(refusal, "a title has at most 16384 bytes");
    // Each gets a backslash in our own form.
    let longest = "'\"".repeat(World::MAX_TITLE_BYTES / 2);
    let note =
        |note: &str| Scene::parse(&format!("note = \"\"\"{}\"\"\"\n", note.replace('"', "\\\"")));
    let scene = note(&longest).expect("it fits");
    assert_eq!(scene.note.shown(), longest);
    assert_eq!(Scene::parse(&scene.to_toml()), Ok(scene));
    let faults = note(&(longest + "x")).expect_err("refused");
    assert!(faults[0].to_string().ends_with(": at most 16384 bytes"), "{}", faults[0]);
}
