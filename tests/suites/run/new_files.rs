//! Scenes that will be saved to a file that does not exist yet.

use crate::run::{run_in, sheet, text};

#[test]
fn a_missing_file_is_an_empty_scene_that_will_be_saved_there() {
    for (args, script) in [
        (&["new.toml", "--new"][..], "box A 0 0 4 4\nsave\n"),
        (&[], "box Z 0 0 9 9\nopen! new.toml\nbox A 0 0 4 4\nsave\n"),
    ] {
        let directory = tempfile::tempdir().expect("there is room");
        let script = script.replace("open!", "new\nopen");
        let output = run_in(directory.path(), args, &script);
        let said = text(&output.stdout);
        assert!(said.contains("new.toml is new; save saves it there\n"), "{}", sheet(&output));
        assert!(said.ends_with("saved new.toml\n"), "{}", sheet(&output));
        let again = run_in(directory.path(), &["new.toml"], "describe\n");
        assert_eq!(text(&again.stdout), "A box x 0..4 y 0..4 v 0,0\n");
    }
}

#[test]
fn a_name_saves_and_opens_the_same_file_with_or_without_its_ending() {
    let directory = tempfile::tempdir().expect("there is room");
    let at = |name: &str| directory.path().join(name);
    let script = "box A 0 0 4 4\nsave lab1\nopen lab1\ndescribe\n";
    let output = run_in(directory.path(), &[], script);
    let said = "saved lab1.toml\nopened lab1.toml: \nA box x 0..4 y 0..4 v 0,0\n";
    assert_eq!(text(&output.stdout), said, "{}", sheet(&output));
    assert!(at("lab1.toml").is_file() && !at("lab1").exists());
    let again = run_in(directory.path(), &["lab1"], "describe\n");
    assert_eq!(text(&again.stdout), "A box x 0..4 y 0..4 v 0,0\n", "{}", sheet(&again));
    // A file that has no ending stays as it is called.
    std::fs::write(at("old"), "title = \"old\"\n").expect("it can be written");
    let output = run_in(directory.path(), &["old"], "box A 0 0 4 4\nsave\nsave old\n");
    assert_eq!(text(&output.stdout), "saved old\nsaved old\n", "{}", sheet(&output));
    assert!(!at("old.toml").exists());
}

#[test]
fn a_directory_that_does_not_exist_is_refused() {
    let directory = tempfile::tempdir().expect("there is room");
    let why = "none/new.toml: no such file, and no directory none to save it in";
    for (args, script, status) in
        [(&["--new", "none/new.toml"][..], "", 2), (&[], "open none/new.toml\n", 1)]
    {
        let output = run_in(directory.path(), args, script);
        assert_eq!(output.status.code(), Some(status), "{}", sheet(&output));
        let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
        assert!(said.contains(why), "{}", sheet(&output));
    }
}

#[test]
fn a_recording_continues_with_the_empty_scene() {
    let directory = tempfile::tempdir().expect("there is room");
    let script = "step 2\nopen new.toml\nbox A 0 0 4 4\nbox B 6 0 4 4\nvelocity A 1 0\nstep 3\n";
    let recorded = run_in(directory.path(), &["time", "--record", "r.hits"], script);
    assert_eq!(recorded.status.code(), Some(0), "{}", sheet(&recorded));
    let replayed = run_in(directory.path(), &["--replay", "r.hits", "--check"], "");
    assert_eq!(replayed.status.code(), Some(0), "{}", sheet(&replayed));
    let said = text(&replayed.stdout);
    assert!(said.contains("the digest is as recorded, of 4 records"), "{}", sheet(&replayed));
}
