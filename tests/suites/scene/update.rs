//! Saving a scene over its own file keeps everything a user wrote as it is.

use hitscan_core::scene::{ExpectSubject, Scene, update_toml};
use hitscan_core::world::{Axes, Body, Name, Object};
use hitscan_geom::{Aabb, Milli, Point, Segment, Shape, Vector, milli};

const FILE: &str = r#"# Lesson 3: the wall

# what it is called
title = 'a wall'   # short
speed = 20

# the wall itself
[[box]] # nailed down
name = "wall"
corners = [[24.0, 22], [36, 6.50]] # from below
fixed = true

[[laser]]
name = "L"
to = [ 40, 24 ]
from = [6, 32]

# the ball
[[box]]
name = "ball"
origin = "center"
at = [15, 14] # its middle
size = [8, 8]

# what must be found
[[expect]]
pair = ["L", "wall"]
t = [0.5, 1] # by hand
# the last line
"#;

fn point(x: i32, y: i32) -> Point {
    Point::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"))
}

fn rectangle(a: Point, b: Point) -> Shape {
    Shape::Box(Aabb::from_corners(a, b).expect("a box"))
}

/// The file after a change: it must read back as the changed scene.
fn saved(old: &str, change: impl FnOnce(&mut Scene)) -> String {
    let mut scene = Scene::parse(old).expect("a scene");
    change(&mut scene);
    let text = update_toml(old, &scene);
    assert_eq!(Scene::parse(&text), Ok(scene), "{text}");
    text
}

#[test]
fn a_moved_object_changes_only_its_own_numbers() {
    let text = saved(FILE, |scene| {
        scene.objects[0].shape = rectangle(point(25_000, 6500), point(36_000, 22_000));
        scene.objects[2].shape = rectangle(point(12_000, 10_500), point(20_000, 18_500));
    });
    let expected = FILE.replace("[24.0, 22]", "[25, 22]").replace("[15, 14]", "[16, 14.5]");
    assert_eq!(text, expected);
}

#[test]
fn a_fraction_stays_a_fraction_until_its_number_changes() {
    let file = "[[laser]]\nname = \"L\"\nfrom = [\"1/4\", \"-3/2\"]\nto = [9, 9]\n";
    assert_eq!(saved(file, |_| ()), file);
    let laser = Segment::new(point(250, 0), point(9000, 9000)).expect("in range");
    let moved = saved(file, |scene| scene.objects[0].shape = Shape::Segment(laser));
    assert_eq!(moved, file.replace("\"-3/2\"", "0"));
    let faults = Scene::parse(&file.replace("1/4", "1/3")).expect_err("it is between two");
    let fault = faults.first().expect("a fault").to_string();
    let nearest = "a whole number of thousandths; the nearest are 0.333 and 0.334";
    assert_eq!(fault, format!("3:9: from \"1/3\": {nearest}; --round rounds it"));
}

#[test]
fn a_box_whose_centre_is_off_the_lattice_is_saved_by_its_corner() {
    let text = saved(FILE, |scene| {
        scene.objects[2].shape = rectangle(point(0, 0), point(1001, 8000));
    });
    let expected = FILE
        .replace("\"center\"", "\"top-left\"")
        .replace("[15, 14]", "[0, 0]")
        .replace("size = [8, 8]", "size = [1.001, 8]");
    assert_eq!(text, expected);
}

#[test]
fn settings_change_in_place_and_new_ones_follow() {
    let text = saved(FILE, |scene| {
        scene.settings.speed = 30;
        scene.title = "the \"wall\"".into();
        scene.note = "push".into();
    });
    let expected = FILE
        .replace("'a wall'", "'the \"wall\"'")
        .replace("speed = 20\n", "speed = 30\nnote = \"push\"\n");
    assert_eq!(text, expected);
}

#[test]
fn a_new_object_is_written_after_its_predecessor() {
    let shape = Shape::Segment(Segment::new(point(0, 0), point(1500, 0)).expect("in range"));
    let velocity = Vector::new(Milli::from_units(1), Milli::ZERO);
    let laser = Object { velocity, ..Object::new(Name::new("M").expect("a name"), shape) };
    let block = "[[laser]]\nname = \"M\"\nfrom = [0, 0]\nto = [1.5, 0]\nvelocity = [1, 0]\n\n";
    for (index, before) in
        [(0, "# the wall itself"), (1, "[[laser]]\nname = \"L\""), (3, "# what must be found")]
    {
        let text = saved(FILE, |scene| scene.objects.insert(index, laser.clone()));
        let cut = FILE.find(before).expect("in the file");
        assert_eq!(text, format!("{}{block}{}", &FILE[..cut], &FILE[cut..]), "{before}");
    }
}

#[test]
fn removing_an_object_keeps_comments_that_are_not_about_it() {
    let without_keys = "# all boxes\n\n# the first\n[[box]]\nname = \"A\"\nat = [0, 0]\nsize = [1, 1]\n\n# the second\n[[box]]\nname = \"B\"\nat = [0, 0]\nsize = [1, 1]\n";
    let text = saved(without_keys, |scene| drop(scene.objects.remove(0)));
    assert_eq!(
        text,
        "# all boxes\n\n# the second\n[[box]]\nname = \"B\"\nat = [0, 0]\nsize = [1, 1]\n"
    );
    let text = saved(without_keys, |scene| scene.objects.clear());
    assert_eq!(text, "# all boxes\n\n");
}

#[test]
fn renaming_keeps_the_comments_of_the_object() {
    let text = saved(FILE, |scene| {
        scene.objects[0].name = Name::new("tower").expect("a name");
        let [a, _] = scene.expects[0].pair().expect("of a pair");
        scene.expects[0].subject = ExpectSubject::Pair([a, scene.objects[0].name]);
    });
    assert_eq!(text, FILE.replace("\"wall\"", "\"tower\""));
}

#[test]
fn flipping_the_axes_changes_every_number_and_keeps_every_comment() {
    let text = saved(FILE, |scene| scene.settings.axes = Axes::YUp);
    for kept in ["# from below", "# its middle", "at = [15, -14] ", "from = [6, -32]", "# short"] {
        assert!(text.contains(kept), "{kept} in {text}");
    }
}

#[test]
fn scene_order_is_kept_if_it_differs_from_that_of_the_file() {
    let text = saved(FILE, |scene| scene.objects.swap(0, 2));
    assert!(text.contains("# the wall itself") && text.contains("# the ball"), "{text}");
}

#[test]
fn line_endings_of_other_systems_stay() {
    let text = saved(&FILE.replace('\n', "\r\n"), |scene| scene.settings.speed = 5);
    assert_eq!(text, FILE.replace('\n', "\r\n").replace("speed = 20", "speed = 5"));
}

#[test]
fn inline_tables_are_read_and_written_as_tables() {
    let braces =
        "laser = []\nbox = [{ name = \"A\", at = [0, 0], size = [1, 1] }]\ntitle = \"t\" # kept\n";
    let text = saved(braces, |scene| scene.objects[0].body = Body::Static);
    assert_eq!(
        text,
        "title = \"t\" # kept\n\n[[box]]\nname = \"A\"\nat = [0, 0]\nsize = [1, 1]\nbody = \"static\"\n"
    );
}

#[test]
fn a_file_that_is_not_a_scene_is_replaced() {
    let scene = Scene::parse(FILE).expect("a scene");
    assert_eq!(update_toml("title = ", &scene), scene.to_toml());
    assert_eq!(update_toml("", &scene), scene.to_toml());
}

#[test]
fn a_scene_is_written_as_by_hand() {
    let scene = Scene::parse(FILE).expect("a scene");
    assert_eq!(
        scene.to_toml(),
        r#"title = "a wall"
speed = 20

[[box]]
name = "wall"
at = [24, 6.5]
size = [12, 15.5]
body = "static"

[[laser]]
name = "L"
from = [6, 32]
to = [40, 24]

[[box]]
name = "ball"
at = [11, 10]
size = [8, 8]

[[expect]]
pair = ["L", "wall"]
t = ["1/2", "1"]
"#
    );
}

#[test]
fn in_a_large_file_only_the_lines_of_changed_objects_are_rewritten() {
    let boxes = (0..4000).map(|number| {
        let (x, y) = (number % 100 * 4, number / 100 * 4);
        let at = format!("at = [{x}, {y}] # here");
        format!("\n# Number {number}.\n[[box]]\nname = \"b{number}\"\n{at}\nsize = [2, 2.0]\n")
    });
    let text = "# A crowd by hand.\nspeed = 12\n".to_owned() + &boxes.collect::<String>();
    let mut scene = Scene::parse(&text).expect("a scene");
    for place in [0, 1999, 3999] {
        scene.objects[place].velocity.x = milli!(1500);
    }
    let updated = update_toml(&text, &scene);
    let line = "velocity = [1.5, 0]";
    assert_eq!(updated.lines().filter(|found| *found == line).count(), 3);
    let others: Vec<_> = updated.lines().filter(|found| *found != line).collect();
    assert_eq!(others, text.lines().collect::<Vec<_>>());
    assert_eq!(Scene::parse(&updated), Ok(scene));
}
