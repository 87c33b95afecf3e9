//! Crowds: drawn as the format says, saved as they were written, added by a command.

use hitscan_core::command::{Command, CommandError};
use hitscan_core::engine::{Engine, Outcome, silent};
use hitscan_core::scene::{Scene, Source, builtin, update_toml};
use hitscan_core::world::{Axes, Object};
use hitscan_geom::Shape;

fn scene(text: &str) -> Scene {
    Scene::parse(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

fn engine(text: &str) -> Engine {
    Engine::new(scene(text), Source::New).expect("a world")
}

fn execute(engine: &mut Engine, line: &str) -> Result<Outcome, CommandError> {
    let command = Command::parse(line, engine.world().settings().axes)?;
    engine.execute(&command.expect("a command"), &mut silent)
}

fn crowd_of(count: u32, area: &str, layout: &str) -> String {
    format!(
        "[[crowd]]\nname = \"c\"\ncount = {count}\narea = {area}\nspeed = [0, 0.9]\n\
         layout = \"{layout}\"\napart = true\nseed = 7\n"
    )
}

/// Left, top, right, bottom and velocity, in thousandths.
fn numbers(object: &Object) -> String {
    let (min, max) = object.shape.bounds();
    let numbers = [min.x, min.y, max.x, max.y, object.velocity.x, object.velocity.y];
    numbers.map(|number| number.thousandths().to_string()).join(" ") + "\n"
}

/// The fixtures were drawn by a program of its own, from the description of the format.
#[test]
fn a_crowd_is_drawn_as_the_format_says() {
    for (area, layout, drawn) in [
        ("[-40, -30, 40, 30]", "uniform", include_str!("../../fixtures/crowds/uniform.txt")),
        ("[-200, -150, 200, 150]", "clusters", include_str!("../../fixtures/crowds/clusters.txt")),
        (
            "[-400, -400, 400, 400]",
            "mixed-sizes",
            include_str!("../../fixtures/crowds/mixed-sizes.txt"),
        ),
    ] {
        let scene = scene(&crowd_of(60, area, layout));
        assert_eq!(scene.objects.iter().map(numbers).collect::<String>(), drawn, "{layout}");
        assert_eq!(scene.objects[59].name.as_str(), "c60");
    }
}

#[test]
fn lasers_are_the_diagonals_of_the_boxes_and_cross_none() {
    let boxes = scene(&crowd_of(9, "[0, 0, 900, 900]", "uniform"));
    let lasers =
        crowd_of(9, "[0, 0, 900, 900]", "uniform").replace("count", "kind = \"laser\"\ncount");
    let lasers = scene(&lasers);
    for (one, other) in boxes.objects.iter().zip(&lasers.objects) {
        assert!(matches!(other.shape, Shape::Segment(_)));
        assert_eq!(numbers(one), numbers(other));
    }
    let crowded =
        crowd_of(400, "[0, 0, 60, 60]", "uniform").replace("count", "kind = \"laser\"\ncount");
    let engine = engine(&crowded);
    for (a, b, result) in engine.world().meeting_pairs() {
        assert_eq!(result.meeting.relation.token(), "touches", "{} {}", a.name, b.name);
    }
}

#[test]
fn boxes_that_are_apart_have_no_interior_in_common() {
    for layout in ["uniform", "clusters", "mixed-sizes"] {
        let objects = scene(&crowd_of(500, "[0, 0, 2400, 2400]", layout)).objects;
        let boxes: Vec<_> = objects.iter().filter_map(|object| object.shape.as_box()).collect();
        assert_eq!(boxes.len(), 500);
        for (place, one) in boxes.iter().enumerate() {
            assert!(!boxes[..place].iter().any(|other| one.overlaps(other)), "{layout} {one:?}");
        }
    }
    let close = crowd_of(500, "[0, 0, 60, 60]", "uniform").replace("apart = true", "apart = false");
    let objects = scene(&close).objects;
    let boxes: Vec<_> = objects.iter().filter_map(|object| object.shape.as_box()).collect();
    let overlaps = (1..500).any(|k| boxes[..k].iter().any(|one| one.overlaps(boxes[k])));
    assert!(overlaps, "these are not apart");
}

#[test]
fn a_crowd_is_saved_as_it_was_written_until_it_is_edited_or_has_moved() {
    let text = format!(
        "title = \"t\"\n\n[[box]]\nname = \"A\"\nat = [0, 500]\nsize = [2, 2]\n\n# many\n{}\n\
         [[laser]]\nname = \"L\"\nfrom = [0, 400]\nto = [9, 400]\n",
        crowd_of(30, "[0, 0, 90, 90]", "uniform").replace("speed = [0, 0.9]", "speed = [0, 0.90]")
    );
    let saved = |engine: &Engine| update_toml(&text, &engine.scene_to_save());
    let mut engine = engine(&text);
    assert_eq!(saved(&engine), text);
    assert_eq!(Scene::parse(&engine.scene_to_save().to_toml()), Ok(scene(&text)));
    // Other objects may change.
    execute(&mut engine, "set A.x 3").expect("done");
    assert_eq!(saved(&engine), text.replace("at = [0, 500]", "at = [3, 500]"));
    execute(&mut engine, "undo").expect("done");
    for change in ["step", "set c7.width 9", "remove c30", "rename c2 other", "fixed c3 on"] {
        execute(&mut engine, change).expect(change);
        let now = saved(&engine);
        assert!(!now.contains("[[crowd]]"), "{change}: {now}");
        let objects = engine.world().objects().map(|(_, object)| object.clone());
        assert_eq!(scene(&now).objects, objects.collect::<Vec<_>>(), "{change}");
        execute(&mut engine, "undo").expect("done");
        assert_eq!(saved(&engine), text, "{change}");
    }
}

#[test]
fn the_command_adds_a_crowd_as_one_step_and_a_recording_embeds_crowds() {
    let text = crowd_of(20, "[0, 0, 90, 90]", "clusters");
    let mut by_command = engine("");
    let line = "crowd c 20 0 0 90 90 speed 0 0.9 seed 7 clusters apart";
    execute(&mut by_command, line).expect("done");
    assert_eq!(by_command.scene_to_save(), scene(&text));
    let full = "crowd c 20 box 0 0 90 90 size 1 3 grid 0.1 speed 0 0.9 clusters apart seed 7\n";
    assert!(by_command.journal().text().ends_with(full), "{}", by_command.journal().text());
    let again = execute(&mut by_command, line).expect_err("the names are taken");
    assert_eq!(again.to_string(), "there is an object c1 already; take another name");
    assert_eq!(by_command.world().len(), 20);
    execute(&mut by_command, "undo").expect("done");
    assert!(by_command.world().is_empty());
    execute(&mut by_command, "redo").expect("done");
    assert_eq!(by_command.scene_to_save(), scene(&text));

    let opened = engine(&text);
    let journal = opened.journal().text();
    assert!(journal.contains("| [[crowd]]\n") && !journal.contains("[[box]]"), "{journal}");
}

#[test]
fn a_crowd_in_a_plane_with_y_up_lies_where_its_file_says() {
    let text = format!("axes = \"y-up\"\n{}", crowd_of(5, "[0, 10, 90, 60]", "uniform"));
    let scene = scene(&text);
    for object in &scene.objects {
        let (min, max) = object.shape.bounds();
        let [bottom, top] = [max.y, min.y].map(|y| Axes::YUp.read_y(y).thousandths());
        assert!(10_000 <= bottom && top <= 60_000, "{object:?}");
    }
    assert_eq!(Scene::parse(&scene.to_toml()), Ok(scene));
}

#[test]
fn a_crowd_without_room_is_refused_and_changes_nothing() {
    let mut engine = engine("[[box]]\nname = \"A\"\nat = [0, 0]\nsize = [1, 1]\n");
    let why = execute(&mut engine, "crowd c 900 0 0 30 30 apart").expect_err("no room");
    let why = why.to_string();
    assert!(why.starts_with("crowd c: no room for c"), "{why}");
    assert!(why.ends_with(" after 1000 tries; a larger area or apart = false"), "{why}");
    assert_eq!(engine.world().len(), 1);
    execute(&mut engine, "box B 5 5 1 1").expect("ids go on");
    execute(&mut engine, "move B 0 -5").expect("done");
    assert_eq!(engine.log().records().count(), 0, "apart still");
}

#[test]
fn one_object_more_than_a_world_holds_is_refused() {
    let mut engine = engine("");
    execute(&mut engine, "crowd c 100000 -8000 -8000 8000 8000").expect("so many");
    assert_eq!(engine.world().len(), 100_000);
    let why = execute(&mut engine, "box A 0 0 1 1").expect_err("one more");
    assert_eq!(why.to_string(), "a scene holds at most 100000 objects");
    let why = execute(&mut engine, "crowd d 1 0 0 9 9").expect_err("one more");
    assert_eq!(why.to_string(), "a scene holds at most 100000 objects");
    let why = execute(&mut engine, "crowd d 100001 0 0 9 9").expect_err("too many");
    assert_eq!(why.to_string(), "a crowd has 1 to 100000 objects");
}

#[test]
fn the_crowds_of_the_gallery_are_as_large_as_they_say() {
    for name in ["crowd", "crowd-clusters", "crowd-sizes"] {
        let scene = builtin(name).expect(name);
        assert_eq!((scene.objects.len(), scene.crowds.len()), (2000, 1), "{name}");
    }
}
