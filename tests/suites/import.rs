//! `hitscan import` as a program: its output, its files and its exit status.

use std::fs;
use std::path::{Path, PathBuf};

use crate::printed::{hitscan, printed, refused, text};

fn sample(name: &str) -> String {
    fixture(name).to_string_lossy().into_owned()
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/import").join(name)
}

fn expected(name: &str) -> String {
    fs::read_to_string(fixture("expected").join(name)).expect(name)
}

#[test]
fn the_samples_are_printed_with_their_notes_on_standard_error() {
    for (name, options) in [
        ("tiles", &["tiles.tmx"][..]),
        ("tiles.keep", &["tiles.tmx", "--seams", "keep"]),
        ("objects", &["objects.tmx", "--skip"]),
        ("infinite", &["infinite.tmj"]),
        ("templates", &["templates.tmx"]),
        ("level", &["level.ldtk", "--one-way", "platform=top"]),
    ] {
        let file = sample(options[0]);
        let mut command = hitscan(&[&["import", &file], &options[1..]].concat());
        let output = command.assert().success().get_output().clone();
        assert_eq!(text(&output.stdout), expected(&format!("{name}.toml")), "{name}");
        assert_eq!(text(&output.stderr), expected(&format!("{name}.stderr")), "{name}");
    }
}

#[test]
fn faults_are_listed_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = folder.path().join("a.toml");
    let scene = scene.to_string_lossy();
    let file = sample("objects.tmx");
    let said = refused(&mut hitscan(&["import", &file, "--output", &scene]), 1);
    let fault = "error: objects.tmx:37:3: object 9 \"coin\" in layer \"things\": an ellipse; \
        hitscan has boxes, polygons, lasers and points\n";
    assert_eq!(said, fault);
    assert!(!Path::new(&*scene).exists());
    let said = refused(&mut hitscan(&["import", &sample("blocks.tsx")]), 2);
    assert!(said.ends_with(".tmx, .tmj, .json and .ldtk can\n"), "{said}");
    let said = refused(&mut hitscan(&["import", "missing.tmx"]), 2);
    assert_eq!(said, "error: missing.tmx: no such map\n");
    for option in ["--units-per-pixel=0", "--units-per-pixel=-1", "--one-way=a=up", "--seams=x"] {
        refused(&mut hitscan(&["import", &file, option]), 2);
    }
}

#[test]
fn a_file_is_written_over_only_if_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = folder.path().join("a.toml");
    let map = folder.path().join("level.ldtk");
    fs::copy(fixture("level.ldtk"), &map).expect("there is room");
    let [output, file] = [&scene, &map].map(|path| path.to_string_lossy().into_owned());
    let import = |more: &[&str]| hitscan(&[&["import", &file], more].concat());
    assert_eq!(printed(&mut import(&["--output", &output])), "");
    let first = fs::read_to_string(&scene).expect("it is there");
    assert!(first.starts_with("title = \"level.ldtk\"\n"), "{first}");
    let said = refused(&mut import(&["--output", &output]), 2);
    assert_eq!(said, format!("error: --output {output}: it exists; --force writes over it\n"));
    let scaled = ["--units-per-pixel", "1/2", "--output", &output, "--force"];
    assert_eq!(printed(&mut import(&scaled)), "");
    let second = fs::read_to_string(&scene).expect("it is there");
    assert!(second.contains("at = [0, 12]\nsize = [32, 4]\n"), "{second}");
    let said = refused(&mut import(&["--output", &file, "--force"]), 2);
    assert_eq!(said, format!("error: --output {file}: this is the map itself\n"));
    // It would do nothing without a file.
    refused(&mut import(&["--force"]), 2);
}
