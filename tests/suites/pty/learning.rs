//! Lessons in a terminal: each is completed from its first step to its last, by keys on the screen
//! and line by line; one over a slow line in a small window.

use std::fs;

use hitscan_core::lab::builtin_file;
use rustix::process::Signal;
use tempfile::TempDir;

use crate::lessons::{Way, ids, ways};
use crate::program::HITSCAN;
use crate::remote::Server;
use crate::terminal::{Screen, Start, Terminal};

fn learn(folder: &TempDir, lesson: &str) -> Start {
    Start::hitscan(["learn", lesson, "--student", "anna"]).cwd(folder.path())
}

/// Types a line at the `:` prompt and enters it.
fn enter<'a>(terminal: &'a mut Terminal, line: &str) -> &'a mut Terminal {
    let in_the_line =
        |screen: &Screen| screen.rows.iter().rev().nth(1).is_some_and(|row| row.starts_with(':'));
    terminal.send(":").wait_for("the : line", in_the_line);
    let typed = terminal.send(&format!("{line}\r"));
    typed.wait_for("the keys at the foot", |screen| !in_the_line(screen));
    terminal
}

/// Completes a lesson by keys; `look` checks the picture at the end of every step.
fn walk_through(terminal: &mut Terminal, id: &str, look: impl Fn(&Screen)) {
    let steps = ways(id, "anna");
    let lesson = 1 + ids().iter().take_while(|other| *other != id).count();
    let lesson = format!("lesson {lesson} ");
    let texts = builtin_file(&format!("{id}/text.en.md")).expect("its texts");
    let title = texts.lines().nth(1).expect("a title");
    for (number, (step, way)) in (1..).zip(&steps) {
        let place = format!("step {number} of {} ", steps.len());
        terminal.wait_for(&format!("{id}/{step}"), |screen| {
            let header = screen.header();
            (header.starts_with(&lesson) || header.starts_with(title)) && header.contains(&place)
        });
        way.lines().iter().for_each(|line| _ = enter(terminal, line));
        let is_last = number == steps.len();
        look(&terminal.wait_for_text(if is_last { "DONE" } else { "Enter goes on" }));
        if number < steps.len() {
            terminal.keys("Enter");
        }
    }
}

fn points(told: &str) -> Option<&str> {
    told.split(" lessons done, ").nth(1)?.split(" of ").next()
}

#[test]
fn each_lesson_can_be_completed_by_keys() {
    let folder = TempDir::new().expect("a folder");
    for id in ids() {
        let mut terminal = learn(&folder, &id).run();
        walk_through(&mut terminal, &id, |_| {});
        assert_eq!(terminal.keys("q").wait_for_clean_end(), 0, "{id}");
    }
    let mut terminal = learn(&folder, "apart").run_to("Enter goes on");
    terminal.keys("o").shows("16 of 16 done").wait_for_text("212 of 212 points");
    terminal.keys("Esc q").wait_for_clean_end();
}

#[test]
fn learn_replaces_a_scene_and_saves_its_work() {
    let folder = TempDir::new().expect("a folder");
    let begin = || Start::hitscan(["start"]).cwd(folder.path()).env("USER", "anna").run();
    let mut terminal = begin();
    terminal.wait_for_text("scenes, 16 lessons");
    enter(&mut terminal, "learn insid");
    terminal.wait_for_text("insid: no such lesson; did you mean inside?");
    terminal.keys("x");
    enter(&mut terminal, "learn A box of four edges");
    terminal.shows("Begin the lessons without saving?").keys("y");
    terminal.wait_for_text("anna.hits keeps your work: 0 of 16 lessons done, 0 of 212 points");
    terminal.keys("Enter").wait_for_text("What will edges say?");
    assert_eq!(enter(&mut terminal, "miss").shows("2 of 2").keys("q").wait_for_clean_end(), 0);
    // It continues where it stopped, and the list of lessons shows the progress.
    let mut terminal = begin();
    terminal.shows("scenes, 16 lessons").keys("o").send("\x1b[H").shows("2/14").keys("Esc");
    enter(&mut terminal, "learn");
    terminal.wait_for_text("anna.hits keeps your work: 0 of 16 lessons done, 2 of 212 points");
    assert_eq!(terminal.keys("q").wait_for_clean_end(), 0);
    let kept = fs::read_to_string(folder.path().join("anna.hits")).expect("a file");
    assert!(kept.contains("answer edges miss"), "{kept}");
}

/// Whether these bytes switch a colour on.
fn colours(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let styles = text.split("\u{1b}[").filter_map(|sequence| sequence.split_once('m'));
    let numbers = styles.flat_map(|(style, _)| style.split(';'));
    numbers
        .filter_map(|number| number.parse().ok())
        .any(|number: u8| matches!(number, 30..=38 | 40..=48 | 90..=97 | 100..=107))
}

#[test]
fn over_a_slow_line_a_lesson_can_be_completed_in_a_small_window_without_colours() {
    let Some(server) = Server::start() else { return };
    let folder = TempDir::new().expect("a folder");
    let here = folder.path().display();
    let learn = format!("{HITSCAN} learn inside --student anna");
    let line = format!("cd {here} && LANG=C NO_COLOR=1 exec {learn}");
    let mut terminal = server.at_the_far_end(&line).size(60, 16).run();
    walk_through(&mut terminal, "inside", |screen| {
        assert!(screen.rows.iter().all(|row| row.is_ascii()), "{screen}");
        assert!(screen.contains("GOAL") || screen.contains("DONE"), "{screen}");
    });
    terminal.keys("o").shows("1 of 16 done").wait_for_text("14 of 212 points");
    assert_eq!(terminal.keys("Esc q").wait_for_clean_end(), 0);
    assert!(!colours(&terminal.written()));
}

#[test]
fn a_student_continues_where_they_were_after_a_kill() {
    let folder = TempDir::new().expect("a folder");
    let mut terminal = learn(&folder, "floor").run_to("Enter goes on");
    enter(&mut terminal, "lesson floor three-lies").keys(". .").wait_for_text("[ ] 2 of 3");
    terminal.signal(Signal::KILL);
    drop(terminal);
    let mut terminal = learn(&folder, "floor").run();
    let screen = terminal.wait_for_text("[ ] 2 of 3");
    assert!(screen.header().contains("step 7 of 10 frame 2"), "{screen}");
    terminal.keys(".").wait_for_text("[x] done, 4 of 4; Enter goes on");
    terminal.quit();
}

#[test]
fn each_lesson_can_be_completed_line_by_line() {
    let folder = TempDir::new().expect("a folder");
    let mut total = 0;
    for id in ids() {
        let steps = ways(&id, "anna");
        let mut terminal = learn(&folder, &id).env("ACCESSIBLE", "1").run();
        terminal.wait_for_text("ACCESSIBLE is set: line by line");
        for (number, (_, way)) in (1..).zip(&steps) {
            let place = format!("STEP {number} of {}: ", steps.len());
            terminal.wait_for_bytes(place.as_bytes(), 1);
            let so_far = &steps[..number];
            match way {
                Way::Read => {}
                Way::Say(word) => {
                    // As at the prompt: only the word.
                    terminal.send(&format!("{word}\n"));
                    let questions = so_far.iter().filter(|(_, way)| matches!(way, Way::Say(_)));
                    terminal.wait_for_bytes(b"RIGHT ", questions.count());
                }
                Way::Make(commands) => {
                    terminal.send(&format!("{}\n", commands.join("\n")));
                    let tasks = so_far.iter().filter(|(_, way)| matches!(way, Way::Make(_)));
                    terminal.wait_for_bytes(b"DONE ", tasks.count());
                }
            }
            if number < steps.len() {
                terminal.send("next\n");
            }
        }
        assert_eq!(terminal.send("quit\n").wait_for_clean_end(), 0, "{id}");
        let written = String::from_utf8(terminal.written()).expect("text");
        assert!(!written.contains('\u{1b}'), "{id}: nothing is redrawn");
        let last = written.rsplit("anna.hits: ").next().unwrap_or_default();
        let now = points(last).and_then(|points| points.parse().ok()).unwrap_or(0);
        assert!(now > total, "{id}: {last}");
        total = now;
    }
    assert_eq!(total, 212);
}

#[test]
fn on_a_dumb_terminal_of_40_columns_no_word_is_broken() {
    let folder = TempDir::new().expect("a folder");
    let mut terminal = learn(&folder, "inside").env("TERM", "dumb").size(40, 24).run();
    terminal.wait_for_bytes(b"inside> ", 1);
    terminal.send("next\n").wait_for_bytes(b"question 1? ", 1).send("help all\n");
    assert_eq!(terminal.wait_for_bytes(b"question 1? ", 2).send("quit\n").wait_for_clean_end(), 0);
    let written = String::from_utf8(terminal.written()).expect("text");
    let too_long = |line: &&str| line.chars().count() > 40 && line.contains(' ');
    assert_eq!(written.lines().find(too_long), None, "{written}");
    assert!(written.lines().filter(|line| line.len() > 30).count() > 20, "{written}");
}

#[test]
fn enter_at_an_empty_prompt_says_how_to_continue() {
    let folder = TempDir::new().expect("a folder");
    let mut terminal = learn(&folder, "inside").env("TERM", "dumb").run();
    terminal.wait_for_bytes(b"inside> ", 1);
    terminal.send("\n").wait_for_bytes(b"next goes on; help lists what you can say", 1);
    terminal.send("next\n").wait_for_bytes(b"1 hit, 2 miss", 1).send("\n");
    terminal.wait_for_bytes(b"1 hit, 2 miss", 2);
    terminal.send("lesson inside hide\n").wait_for_bytes(b"inside> ", 3).send("\n");
    terminal.wait_for_bytes(b"hint helps; help lists what you can say", 1);
    assert_eq!(terminal.send("quit\n").wait_for_clean_end(), 0);
}

#[test]
fn the_screen_reports_a_replaced_file_and_the_end_names_the_work() {
    let folder = TempDir::new().expect("a folder");
    let [first, copy, second] =
        ["anna.hits", "copy", "anna-2.hits"].map(|name| folder.path().join(name));
    let mut terminal = learn(&folder, "inside").run_to("Enter goes on");
    fs::copy(&first, &copy).expect("copied");
    fs::rename(&copy, &first).expect("replaced");
    enter(&mut terminal, "lesson inside hide");
    terminal.wait_for_text("anna.hits was replaced by another file; all your work is now in");
    enter(&mut terminal, "move L 15 0").wait_for_text("[x] done, 4 of 4");
    // Changes after the last key are noticed at the end.
    fs::remove_file(&second).expect("removed");
    terminal.quit();
    let written = String::from_utf8_lossy(&terminal.written()).into_owned();
    let at_end = "anna-2.hits: 0 of 16 lessons done, 4 of 212 points; this file is what you hand in, \
                  not anna.hits";
    assert!(written.contains(at_end), "{written}");
    assert!(second.exists());
}
