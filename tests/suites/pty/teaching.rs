//! A teacher's way from an empty scene to a table of answers: the scene is typed and
//! saved, checked, played in class by three students who predict, and their
//! recordings are read.
//!
//! The pictures are those of the walkthrough, to the column, except for the header,
//! which has the settings on the right, and the brackets around the name of the
//! selected object.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::HITSCAN;
use crate::snapshots::assert_snapshot;
use crate::terminal::{Screen, Start, Terminal};

const EMPTY: &str = "
    0    ·    10   ·    20   ·    30   ·    40 │[1 Log] 2 Methods  3 Why  4 Obj
  0                                            │ no pair yet
                                               │ add two objects
                                               │────────────────────────────────
                                               │
                                               │ This scene is empty.
 10                                            │ a    then b l p: add a shape
                                               │ o    open a ready-made scene
                                               │
                                               │ or type exact values, such as
                                               │ :box A 10 4 16 8
 20                                            │
                                               │
                                               │
                                               │
                                               │
 30                                            │
                                               │
                                               │
                                               │
                                               │";

const TYPING: &str = "
 box NAME [top-left|center|bottom-center] X Y WIDTH HEIGHT          now: HEIGHT
:box A 10 4 16 8";

const TYPO: &str = "
 lazer: no such command. Did you mean laser? Tab puts it in, Esc closes
:lazer L 14 7 21.5 9";

const INSIDE: &str = "
    0    ·    10   ·    20   ·    30   ·    40 │ 1 Log [2 Methods] 3 Why  4 Obj
  0                                            │ L>A    HIT     within
                                               │ starts inside A: no side
              ┌A─[L]─────────┐                 │────────────────────────────────
              │   ●─\\        │                 │ do they meet?     exact f32
              │      ────►   │                 │ truth             HIT
 10           └──────────────┘                 │>edges             MISS! MISS!
                                               │   wrong: inside-unseen
                                               │   L lies inside A and meets no
                                               │   edge; this method tests only
                                               │   the four edges.
 20                                            │
                                               │
                                               │
                                               │
                                               │
 30                                            │
                                               │
                                               │
                                               │ = agrees ~ convention ! wrong
                                               │ n N choose  Enter why";

/// The command does not stand there any more: the last key was none.
const SELECTED: &str = "
 MOVE L laser  1 (14, 7)  2 (21.5, 9)  v 0,0  step 1 cell
arrows move  f fine  Tab select  t turn  e end  v speed  w why  u undo  : cmd  ?";

const NOTED: &str = "
 expect L A within, wrong edges: noted, saved with the scene   :save FILE next
arrows move  f fine  Tab select  t turn  e end  v speed  w why  u undo  : cmd  ?";

const COVERED: &str = "
    0    ·    10   ·    20   ·    30   ·    40 │ 1 Log [2 Methods] 3 Why  4 Obj
  0                                            │ L>A    ?       what is it?
                                               │ h hit  t touch  m miss
              ┌[A]L──────────┐                 │────────────────────────────────
              │   ●─\\        │                 │ do they meet?     exact f32
              │      ────►   │                 │ truth             ?
 10           └──────────────┘                 │ edges             ?     ?
                                               │
                                               │
                                               │
                                               │
 20                                            │
                                               │
                                               │ Your answer is recorded before
                                               │ the truth is shown. Enter
                                               │ skips.
 30                                            │
                                               │
                                               │
                                               │
                                               │
 PREDICT L>A: h hit  t touch  m miss  Enter skip                        covered
h t m answer  Enter skip  arrows move  w why (after the answer)  : cmd  ?";

/// Holds the rows under the header to a picture.
#[track_caller]
fn assert_shows(screen: &Screen, header: &str, parts: &[&str]) {
    assert_eq!(screen.header(), header, "{screen}");
    let expected: Vec<_> = parts.iter().flat_map(|part| part.lines().skip(1)).collect();
    assert_eq!(expected.len(), screen.rows.len() - 1, "{parts:?}");
    for (row, (seen, expected)) in screen.rows[1..].iter().zip(expected).enumerate() {
        assert_eq!(seen.trim_end(), expected, "row {}\n{screen}", row + 1);
    }
}

fn started(directory: &Path, arguments: &[&str]) -> Terminal {
    let terminal = Start::hitscan(arguments).cwd(directory).run();
    terminal.wait_for("the first picture", |screen| screen.contains("cmd ?"));
    terminal
}

/// Types a line behind `:`, and gives the screen that shows it.
#[track_caller]
fn type_line(terminal: &mut Terminal, line: &str) -> Screen {
    terminal.send(":");
    terminal.wait_for("the : line", |screen| screen.rows[23].starts_with(':'));
    terminal.send(line);
    let typed = format!(":{line}");
    terminal.wait_for(&typed, |screen| screen.rows[23].trim_end() == typed)
}

/// The same, and enters it.
#[track_caller]
fn enter(terminal: &mut Terminal, line: &str) {
    type_line(terminal, line);
    terminal.keys("Enter");
    wait_for_keys(terminal);
}

/// Until nothing is being typed any more.
#[track_caller]
fn wait_for_keys(terminal: &Terminal) -> Screen {
    terminal.wait_for("the keys at the foot", |screen| screen.contains("cmd ?"))
}

/// The scene, from nothing to a file.
fn prepare(directory: &Path) {
    let new = "new* frame 0/0 pass swept";
    let mut teacher = started(directory, &[]);
    enter(&mut teacher, "new");
    type_line(&mut teacher, "box A 10 4 16 8");
    let b1 = teacher.wait_for_text("now: HEIGHT");
    assert_shows(&b1, new, &[EMPTY, TYPING]);
    assert_eq!(teacher.cursor(), (23, 16), "behind what is typed");

    teacher.keys("Esc");
    wait_for_keys(&teacher);
    type_line(&mut teacher, "lazer L 14 7 21.5 9");
    teacher.keys("Enter");
    let b2 = teacher.wait_for_text("Did you mean laser?");
    assert_shows(&b2, new, &[EMPTY, TYPO]);
    teacher.keys("Esc");
    wait_for_keys(&teacher);

    // One shape by a command, the other by the form, value by value.
    enter(&mut teacher, "box A 10 4 16 8");
    teacher.keys("a l");
    teacher.wait_for_text("[L]");
    teacher.keys("i");
    teacher.wait_for_text(">x1");
    for (value, next) in [("14", ">y1"), ("7", ">x2"), ("21.5", ">y2")] {
        teacher.send(value);
        teacher.keys("Tab");
        teacher.wait_for_text(next);
    }
    teacher.send("9");
    teacher.keys("Enter");
    teacher.wait_for_text(":set L.y2 9");
    teacher.keys("Esc");
    teacher.wait_for("the arena", |screen| screen.status().starts_with("MOVE L"));
    teacher.keys("2 n");
    let b3 = teacher.wait_for_text(">edges MISS! MISS!");
    assert_shows(&b3, new, &[INSIDE, SELECTED]);

    enter(&mut teacher, "expect");
    let b4 = teacher.wait_for_text("noted, saved with the scene");
    // What has not changed is left out in the picture.
    assert_shows(&b4, new, &[INSIDE, NOTED]);

    enter(&mut teacher, "title what do four edge tests see?");
    enter(&mut teacher, "save inside.toml");
    teacher.wait_for_text("saved inside.toml");
    teacher.keys("q");
    assert_eq!(teacher.wait_for_clean_end(), 0);
}

/// What somebody does in class: the answer to each frame, and the way to the
/// next one.
fn play(directory: &Path, who: &str, answers: [Option<&str>; 3]) {
    let file = format!("{who}.hits");
    let mut student = started(directory, &["inside.toml", "--predict", "--record", &file]);
    student.keys("2");
    let b5 = student.wait_for_text("┤2 Methods├");
    let header = "inside.toml: what do four edge tests se PREDICT frame 0/0 pass swept";
    assert_shows(&b5, header, &[COVERED]);
    for (frame, answer) in answers.into_iter().enumerate() {
        let now = format!("frame {frame}/{frame} ");
        student.wait_for("the question", |screen| {
            screen.header().contains(&now) && screen.status().starts_with("PREDICT L>A")
        });
        match answer {
            // m is a whole answer, h and t ask for the side.
            Some("miss") => student.keys("m"),
            Some(answer) => {
                let (word, side) = answer.split_once(' ').unwrap_or((answer, ""));
                student.keys(&word[..1]);
                student.wait_for_text(&format!(":predict {word}"));
                student.send(side);
                student.keys("Enter");
            }
            None => student.keys("Enter"),
        }
        student.wait_for("the truth", |screen| !screen.status().starts_with("PREDICT"));
        wait_for_keys(&student);
        match frame {
            0 => enter(&mut student, "move A 6 0"),
            1 => enter(&mut student, "move A 0 -8"),
            _ => {}
        }
    }
    student.keys("q");
    assert_eq!(student.wait_for_clean_end(), 0);
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
    assert_snapshot!(
        "pty",
        "teaching_scene",
        fs::read_to_string(directory.join("inside.toml")).expect("it is saved")
    );
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
