//! `--desk`: a student on a class account has their own scenes and work, and access to nothing
//! else.

use std::fs;
use std::os::unix::fs::symlink;

use tempfile::TempDir;

use crate::remote::Server;
use crate::terminal::{Start, Terminal};

/// Types a line at the `:` prompt and enters it.
fn enter<'a>(terminal: &'a mut Terminal, line: &str) -> &'a mut Terminal {
    terminal.send(":");
    terminal.wait_for("the : line", |screen| screen.rows.iter().any(|row| row.starts_with(':')));
    terminal.send(&format!("{line}\r"));
    terminal
}

/// A desk in a folder of its own, with a symbolic link that leads outside.
fn desk() -> (TempDir, String) {
    let folder = TempDir::new().expect("a folder");
    let desk = folder.path().join("desk");
    fs::create_dir(&desk).expect("there is room");
    symlink("/etc/passwd", desk.join("link.toml")).expect("a link");
    let desk = desk.to_str().expect("text").to_owned();
    (folder, desk)
}

/// Tries to access a file that is not on the desk.
fn look_around(terminal: &mut Terminal) {
    for (name, said) in [
        ("/etc/passwd", "/etc/passwd: here a file has a plain name, such as mine.toml"),
        ("../../etc/passwd", "here a file has a plain name, such as mine.toml"),
        ("link.toml", "link.toml: it cannot be read: a symbolic link, not a scene file"),
    ] {
        enter(terminal, &format!("open {name}"));
        terminal.wait_for_text(said);
    }
    let written = String::from_utf8_lossy(&terminal.written()).into_owned();
    assert!(!written.contains("root:"), "{written}");
}

#[test]
fn the_sandbox_stays_within_its_desk() {
    let (_folder, desk) = desk();
    let start = |further: &[&str]| {
        let words = ["--desk", &desk].into_iter().chain(further.iter().copied());
        Start::hitscan(words).run()
    };
    let mut terminal = start(&[]);
    terminal.wait_for_text("frame 0");
    look_around(&mut terminal);
    enter(&mut terminal, "save mine.toml").wait_for_text("mine.toml: a new file");
    enter(&mut terminal, "record mine.hits").wait_for_text("not here: your work is kept for you");
    assert_eq!(terminal.keys("q").wait_for_clean_end(), 0);
    let mut terminal = start(&["mine.toml"]);
    terminal.shows("mine.toml").quit();
    for (words, said) in [
        (["--desk", &desk, "/etc/passwd", ""], "here a file has a plain name, such as mine.toml"),
        (["--desk", &desk, "link.toml", ""], "a symbolic link, not a scene file"),
        (["--desk", &desk, "--cast", "a.cast"], "--cast: not here: your work is kept for you"),
        (["--desk", &desk, "--record", "a.hits"], "--record: not here"),
        (["--desk", &desk, "--config", "/etc/passwd"], "--config: not here"),
        (["--desk", &desk, "--method", "me=cat /etc/passwd"], "--method NAME=COMMAND: not here"),
        (["--desk", "/nonexistent", "", ""], "--desk /nonexistent: there is no such folder"),
    ] {
        let mut terminal = Start::hitscan(words.into_iter().filter(|word| !word.is_empty())).run();
        terminal.wait_for_bytes(said.as_bytes(), 1);
        assert_eq!(terminal.wait_for_end(), 2, "{words:?}");
    }
}

#[test]
fn a_student_stays_within_the_desk_on_the_screen_and_line_by_line() {
    let (_folder, desk) = desk();
    let learn = || Start::hitscan(["learn", "inside", "--desk", &desk, "--student", "anna"]);
    let mut terminal = learn().run_to("Enter goes on");
    enter(&mut terminal, "save /etc/anna.toml");
    terminal.wait_for_text("here a file has a plain name, such as mine.toml");
    terminal.keys("Enter").wait_for_text("What will edges say?");
    assert_eq!(enter(&mut terminal, "miss").shows("2 of 2").keys("q").wait_for_clean_end(), 0);
    let mut terminal = learn().env("ACCESSIBLE", "1").run();
    terminal.shows("0 of 16 lessons done, 2 of 212 points").send("save /etc/anna.toml\n");
    terminal.wait_for_text("here a file has a plain name, such as mine.toml");
    assert_eq!(terminal.send("quit\n").wait_for_clean_end(), 0);
    let kept = fs::read_to_string(format!("{desk}/anna.hits")).expect("her work");
    assert!(kept.contains("answer edges miss"), "{kept}");
}

#[test]
fn a_key_gives_access_only_to_its_desk() {
    let Some(server) = Server::start() else { return };
    let (_folder, desk) = desk();
    let program = crate::program::HITSCAN;
    let begins = |words: &str| {
        let command = format!("LANG=C.UTF-8 {program} {words}");
        server.restrict(&format!("restrict,pty,command=\"{command}\""));
        // Whatever command is requested, the key starts the same program.
        server.at_the_far_end("cat /etc/passwd").run()
    };
    let mut terminal = begins(&format!("learn inside --desk {desk} --student anna"));
    assert_eq!(terminal.shows("Enter goes on").keys("q").wait_for_clean_end(), 0);
    assert!(fs::exists(format!("{desk}/anna.hits")).expect("it can be looked at"));
    let mut terminal = begins(&format!("--desk {desk}"));
    terminal.wait_for_text("frame 0");
    look_around(&mut terminal);
    assert_eq!(terminal.keys("q").wait_for_clean_end(), 0);
}
