//! A teacher's path from an empty scene to a table of answers: the scene is entered and saved,
//! checked, played in class by three students who predict, and their recordings are listed.
//!
//! The screens are those of the walkthroughs.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::HITSCAN;
use crate::snapshots::assert_snapshot;
use crate::terminal::{Screen, Start, Terminal};

/// Compares the header of the screen and parts of its rows; the walkthroughs compare whole
/// pictures.
#[track_caller]
fn assert_shows(screen: &Screen, header: &str, parts: &[&str]) {
    assert_eq!(screen.header(), header, "{screen}");
    for part in parts {
        assert!(screen.contains(part), "{part:?} is missing on\n{screen}");
    }
}

fn started(directory: &Path, arguments: &[&str]) -> Terminal {
    let terminal = Start::hitscan(arguments).cwd(directory).run();
    terminal.wait_for("the first picture", |screen| screen.contains("cmd ?"));
    terminal
}

/// Types a line at the `:` prompt, and returns the screen that shows it.
#[track_caller]
fn type_line(terminal: &mut Terminal, line: &str) -> Screen {
    terminal.send(":").wait_for("the : line", |screen| screen.rows[22].starts_with(':'));
    terminal.send(line);
    let typed = format!(":{line}");
    terminal.wait_for(&typed, |screen| screen.rows[22].trim_end() == typed)
}

/// The same, and enters it.
#[track_caller]
fn enter<'a>(terminal: &'a mut Terminal, line: &str) -> &'a mut Terminal {
    type_line(terminal, line);
    terminal.keys("Enter");
    wait_for_keys(terminal);
    terminal
}

/// Waits until nothing is being typed any more.
#[track_caller]
fn wait_for_keys(terminal: &Terminal) -> Screen {
    terminal.wait_for("the keys at the foot", |screen| screen.contains("cmd ?"))
}

/// Creates the scene, from nothing to a file.
fn prepare(directory: &Path) {
    let new = "new* frame 0 boxes pass through";
    let mut teacher = started(directory, &[]);
    enter(&mut teacher, "new");
    type_line(&mut teacher, "box A 10 4 16 8");
    let b1 = teacher.wait_for_text("next: HEIGHT");
    assert_shows(
        &b1,
        new,
        &["This scene is empty.", "X Y WIDTH HEIGHT next: HEIGHT", ":box A 10 4 16 8"],
    );
    assert_eq!(teacher.cursor(), (22, 16), "behind what is typed");

    wait_for_keys(teacher.keys("Esc"));
    type_line(&mut teacher, "lazer L 14 7 21.5 9");
    let b2 = teacher.keys("Enter").wait_for_text("Did you mean laser?");
    assert_shows(
        &b2,
        new,
        &["This scene is empty.", "lazer: no such command. Did you mean laser?"],
    );
    wait_for_keys(teacher.keys("Esc"));

    // One shape by a command, the other in the form, value by value.
    enter(&mut teacher, "box A 10 4 16 8");
    teacher.keys("a l").shows("[L]").keys("i").wait_for_text("►x1");
    for (value, next) in [("14", "►y1"), ("7", "►x2"), ("21.5", "►y2")] {
        teacher.send(value).keys("Tab").wait_for_text(next);
    }
    teacher.send("9").keys("Enter").shows(":set L.y2 9").keys("Esc");
    teacher.wait_for("the arena", |screen| screen.status().starts_with("MOVE L"));
    let b3 = teacher.keys("2 n").wait_for_text("►edges MISS ! MISS !");
    assert_shows(
        &b3,
        new,
        &["HIT L lies inside A", "►edges MISS ! MISS !", "wrong: inside-unseen"],
    );

    enter(&mut teacher, "expect");
    let b4 = teacher.wait_for_text("the scene has it now");
    // The picture omits unchanged parts.
    assert_shows(&b4, new, &["►edges MISS ! MISS !", "the scene has it now"]);

    enter(&mut teacher, "title what do four edge tests see?");
    enter(&mut teacher, "save inside.toml");
    teacher.shows("saved inside.toml").quit();
}

/// A student in class: answers in each frame, and goes to the next one.
fn play(directory: &Path, who: &str, answers: [Option<&str>; 3]) {
    let file = format!("{who}.hits");
    let mut student = started(directory, &["inside.toml", "--predict", "--record", &file]);
    let b5 = student.keys("2").wait_for_text("┤2 Methods├");
    let header = "inside.toml what do four edge tests… PREDICT frame 0 boxes pass through";
    assert_shows(&b5, header, &["? L and A: what is it?", "truth ?", "are covered"]);
    for (frame, answer) in answers.into_iter().enumerate() {
        let now = format!("frame {frame} ");
        student.wait_for("the question", |screen| {
            screen.header().contains(&now) && screen.status().starts_with("PREDICT L>A")
        });
        match answer {
            // m is a complete answer; h and t ask for the side, which an arrow marks.
            Some("miss") => _ = student.keys("m"),
            Some(answer) => {
                let (word, side) = answer.split_once(' ').unwrap_or((answer, "none"));
                student.keys(&word[..1]);
                match side {
                    "left" => student.keys("Left"),
                    "top" => student.keys("Up"),
                    "right" => student.keys("Right"),
                    "bottom" => student.keys("Down"),
                    other => student.keys(&other[..1]),
                };
                // n is also an answer.
                if side != "none" {
                    student.keys("Enter");
                }
            }
            None => _ = student.keys("Enter"),
        }
        student.wait_for("the truth", |screen| !screen.status().starts_with("PREDICT"));
        wait_for_keys(&student);
        match frame {
            0 => _ = enter(&mut student, "move A 6 0"),
            1 => _ = enter(&mut student, "move A 0 -8"),
            _ => {}
        }
    }
    student.quit();
}

fn hitscan(directory: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(HITSCAN).args(arguments).current_dir(directory).output();
    let output = output.expect("it runs");
    (output.status.code(), String::from_utf8(output.stdout).expect("it is text"))
}

#[test]
fn a_scene_is_typed_checked_played_by_three_and_their_answers_are_read() {
    let directory = tempfile::tempdir().expect("there is room");
    let directory = directory.path();
    prepare(directory);
    let scene = fs::read_to_string(directory.join("inside.toml")).expect("it is saved");
    assert_snapshot!("pty", "teaching_scene", scene);
    let (status, said) = hitscan(directory, &["check", "inside.toml"]);
    assert_eq!(status, Some(0), "{said}");
    assert_snapshot!("pty", "teaching_check", said);

    play(directory, "anna", [Some("hit inside"), Some("hit left"), Some("miss")]);
    play(directory, "ben", [Some("miss"), Some("touch left"), Some("hit")]);
    play(directory, "cleo", [None, Some("hit"), None]);
    let (status, table) =
        hitscan(directory, &["check", "--replay", "anna.hits", "ben.hits", "cleo.hits"]);
    assert_eq!(status, Some(0), "{table}");
    assert_snapshot!("pty", "teaching_table", table);

    // Every answer can be looked at again.
    for who in ["anna", "ben", "cleo"] {
        let file = format!("{who}.hits");
        let (status, said) = hitscan(directory, &["run", "--replay", &file, "--check"]);
        assert_eq!(status, Some(0), "{said}");
    }
}
