//! Every row of the table of responses, and the other behaviour of bodies: scenes and commands in
//! `tests/fixtures/bodies`, each with the resulting records.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use hitscan_core::command::{Command, described};
use hitscan_core::engine::{Engine, Event, Flow, Outcome, Show};
use hitscan_core::scene::{Scene, SceneSource};
use hitscan_core::words::{test_line, verdict};
use hitscan_core::world::Entered;

use crate::cases::Cases;
use crate::responses::scenes::{of_frame, sandbox};

/// Writes the records, one per line.
fn hear(event: Event<'_>, told: &mut String) {
    if let Event::Tested(record, _) = event {
        let pair_result = record.pair_result();
        let line = test_line(&record.a, &record.b, &pair_result);
        let _ = write!(told, "{}: {line}", record.frame);
        if let Some(contact) = pair_result.contact {
            let both = |both: [hitscan_geom::Vector; 2]| {
                both.map(|v| format!("{},{}", v.x, v.y)).join(" ")
            };
            let _ = write!(told, " | {} -> {}", both(contact.before), both(contact.after));
        }
        told.push('\n');
    }
    if let Event::Entered(Entered { frame, sensor, by, message, .. }) = event {
        let _ = writeln!(told, "{frame}: {by} entered {sensor}: {message:?}");
    }
    if let Event::GameOver(over) = event {
        let _ = writeln!(told, "{}: {}", over.frame, over.line());
    }
}

fn told(case: &str) -> String {
    let (scene, commands) = case.split_once("---\n").expect("a scene and commands");
    let scene = Scene::parse(scene).expect("a scene");
    let mut engine = Engine::new(scene, SceneSource::New).expect("a world");
    let mut told = String::new();
    for line in commands.lines() {
        let _ = writeln!(told, "> {line}");
        let settings = *engine.world().settings();
        let command = Command::parse(line, &settings).expect(line).expect("a command");
        let done = engine.execute(&command, &mut |event| {
            hear(event, &mut told);
            Flow::GoOn
        });
        match done {
            Ok(Outcome::Show(Show::Objects(objects, _))) => {
                for object in objects {
                    let _ = writeln!(told, "{}", described(&object, &settings));
                }
            }
            Ok(Outcome::Stopped { frames, why }) => {
                let _ = writeln!(told, "stopped after {frames}: {why}");
            }
            Ok(_) => {}
            Err(why) => {
                let _ = writeln!(told, "refused: {why}");
            }
        }
    }
    told
}

#[test]
fn each_row_of_the_table_yields_its_records() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/bodies");
    let mut cases = Cases::in_folder("bodies");
    let mut files: Vec<_> = fs::read_dir(folder).expect("fixtures").flatten().collect();
    files.sort_by_key(fs::DirEntry::file_name);
    for file in files {
        let name = file.path().file_stem().expect("a name").to_string_lossy().into_owned();
        cases.check(&name, &told(&fs::read_to_string(file.path()).expect("text")));
    }
}

#[test]
fn the_sentence_of_a_contact_says_what_the_mover_did_about_it() {
    let pushed = "box K 0 0 2 2; body K kinematic; velocity K 3 0; box D 4 0 2 2";
    let met = "box D 4 0 2 2; velocity D 0 1; box K 0 -4 2 20; body K kinematic; velocity K 3 0";
    let wall = "box D 0 0 2 2; velocity D 3 1; box W 4 -9 2 20; body W static";
    for (scene, response, said) in [
        (pushed, "bounce", "pushed it"),
        (pushed, "slide", "pushed it"),
        (pushed, "push-out", "put back out"),
        (met, "slide", "carried along"),
        (met, "stop", "carried along"),
        (met, "bounce", "bounced off"),
        (wall, "slide", "slid"),
        (wall, "stop", "stopped"),
        (wall, "bounce", "bounced off"),
        (wall, "push-out", "put back out"),
    ] {
        let response_line = format!("response {response}");
        let lines = scene.split("; ").chain([&*response_line, "step"]);
        let engine = sandbox(&lines.collect::<Vec<_>>());
        let records = of_frame(&engine);
        let [record] = records.as_slice() else { panic!("{records:?}") };
        let (a, b) = (&record.a, &record.b);
        let sentence = verdict(a, b, &record.pair_result(), record.frame, 80);
        assert!(sentence.ends_with(&format!("; {said}")), "{scene}, {response}: {sentence}");
    }
}
