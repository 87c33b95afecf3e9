//! Many files: the same bytes on every run and with any number of threads, and the cost of grading.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hitscan::tested::cli::grade::GradeFormat;

use super::{HandIn, threads};
use crate::program::HITSCAN;
use crate::submissions::{Submission, lessons, perfect};

/// A class of `count` files, alternately perfect, half done, tampered with, and hostile. Each makes
/// `moves` further moves in every lesson.
fn class_of(count: usize, moves: usize) -> HandIn {
    let folder = HandIn::new();
    let mut roster = "student,seed\n".to_owned();
    for number in 0..count {
        let id = format!("s{number}");
        let name = format!("group-{}/{id}.hits", number % 7);
        let text = match number % 4 {
            0 => long(&id, moves, lessons().count()),
            1 => long(&id, moves, lessons().count() / 2),
            2 => perfect(&id, &id).replacen("09:14", "10:14", 1).replacen("answer", "anwser", 2),
            _ => hostile(number, &id),
        };
        folder.file(&name, text);
        roster = roster + &id + ",\n";
    }
    folder.file("roster.csv", roster);
    folder
}

/// The first lessons with full points, after some moves back and forth.
fn long(id: &str, moves: usize, first: usize) -> String {
    let mut file = Submission::by(id, id);
    for lesson in lessons().take(first) {
        // Moves on a card have no effect on tasks.
        let card = ["idea", "box"].into_iter().find(|card| file.has(lesson, card));
        let lines: Vec<_> = ["step", "undo"].into_iter().cycle().take(moves).collect();
        file.step(lesson, card.expect("its first card"), &lines);
        file.lesson(lesson, |_, right| right);
    }
    file.text()
}

fn hostile(number: usize, id: &str) -> String {
    let text = perfect(id, id);
    match number % 5 {
        0 => text.chars().take(text.len() / 3).collect(),
        1 => text.replace("move ", "step 1000000\nmove "),
        2 => format!("no recording\n{text}"),
        3 => text.replace(&format!("seed {id}"), "seed s0"),
        _ => text.replace("| ", "| \u{1b}[2J"),
    }
}

/// Checks that every format with lines is the same twice and with two threads.
fn all_the_same(folder: &HandIn) {
    for format in [GradeFormat::Text, GradeFormat::Csv, GradeFormat::Ndjson] {
        let report = |count| folder.args(format).report(threads(count)).expect("a report").0;
        let first = report(1);
        assert!(first.lines().count() > 20, "{first}");
        assert_eq!(first, report(1), "{format:?}");
        assert_eq!(first, report(2), "{format:?}");
    }
}

#[test]
fn the_same_files_yield_the_same_bytes_on_any_number_of_threads() {
    all_the_same(&class_of(24, 10));
}

/// `cargo test --release --test suites three_hundred -- --ignored --nocapture`
#[test]
#[ignore = "takes a minute; prints what grading costs"]
fn three_hundred_submissions_yield_the_same_bytes_and_print_their_cost() {
    let folder = class_of(300, 100);
    all_the_same(&folder);
    let roster = folder.path().join("roster.csv");
    let start = Instant::now();
    let mut program = Command::new(HITSCAN)
        .arg("grade")
        .arg(folder.path())
        .arg("--roster")
        .arg(roster)
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let status = format!("/proc/{}/status", program.id());
    let mut peak = String::new();
    while program.try_wait().expect("it can be asked").is_none() {
        let said = fs::read_to_string(&status).unwrap_or_default();
        if let Some(line) = said.lines().find(|line| line.starts_with("VmHWM")) {
            line.clone_into(&mut peak);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    println!("300 submissions: {:?} of 60 s, {peak} of 65536 kB", start.elapsed());
}
