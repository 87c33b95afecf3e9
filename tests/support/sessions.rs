//! Sessions: text files with actions and the observations that must follow, in
//! `tests/fixtures/sessions`. `INSTA_UPDATE=always` updates the observations.
//!
//! ```text
//! == What holds, a section of its own
//! app start                    what is done stands at the margin
//! > Right Right
//!   place: B 13,10..21,18      what is then seen is indented;
//!   note has: whole steps      or it has, lacks, begins or ends with some words
//! | > || place |               a table: what stands above it is done anew for each row,
//! | f || B 11,10..19,18 |      the row is done, and the columns after || are seen
//! ```

#[path = "sessions/app.rs"]
pub(crate) mod app;
#[path = "sessions/shell.rs"]
pub(crate) mod shell;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use unicode_width::UnicodeWidthStr;

/// The subject of a session.
pub(crate) trait Subject: Default {
    /// Performs the action of a line: its first word, and the rest.
    fn act(&mut self, verb: &str, rest: &str);
    /// Observes the value with this name, in one or more lines.
    fn see(&mut self, name: &str) -> String;
}

/// Checks each section of a file; reports all that fail.
#[track_caller]
pub(crate) fn hold<S: Subject>(file: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/sessions");
    let path = root.join(file).with_extension("txt");
    let text = fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{file}: {fault}"));
    let (mut failed, mut written) = (Vec::new(), String::new());
    for section in sections(&text) {
        let held = catch_unwind(AssertUnwindSafe(|| Section::<S>::hold(section)));
        let (wrong, seen) = held.unwrap_or_else(|_| (vec!["it panics".into()], section.into()));
        let title = section.lines().next().unwrap_or_default();
        failed.extend(wrong.into_iter().map(|wrong| format!("{title}\n  {wrong}")));
        written += &seen;
    }
    if std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always") && written != text {
        fs::write(path, written).expect("it can be written");
    }
    assert!(failed.is_empty(), "in {file}:\n{}", failed.join("\n"));
}

/// The text before the first `==`, and from each `==` to the next.
fn sections(text: &str) -> Vec<&str> {
    let begins = text.match_indices("== ").map(|(at, _)| at);
    let begins = begins.filter(|&at| at == 0 || text[..at].ends_with('\n'));
    let mut ends: Vec<_> = [0].into_iter().chain(begins).chain([text.len()]).collect();
    ends.dedup();
    ends.windows(2).map(|ends| &text[ends[0]..ends[1]]).collect()
}

/// A section in progress.
struct Section<S> {
    subject: S,
    /// The actions so far, outside of tables.
    done: Vec<String>,
    wrong: Vec<String>,
    /// The section as observed.
    seen: String,
}

impl<S: Subject> Section<S> {
    /// What is wrong with a section, and its text with all observations updated.
    fn hold(text: &str) -> (Vec<String>, String) {
        let (subject, done) = (S::default(), Vec::new());
        let mut section = Self { subject, done, wrong: Vec::new(), seen: String::new() };
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let is_more =
                |next: &&str| next.starts_with(if line.starts_with('|') { "|" } else { "    |" });
            let mut more = Vec::new();
            while let Some(next) = lines.next_if(is_more) {
                more.push(next);
            }
            section.line(line, &more);
        }
        (section.wrong, section.seen)
    }

    fn line(&mut self, line: &str, more: &[&str]) {
        if line.starts_with('|') {
            return self.table(line, more);
        }
        let begin = self.seen.len();
        self.seen.extend([line, "\n"]);
        if let Some(seen) = line.strip_prefix("  ") {
            let (name, one) = seen.split_once(':').unwrap_or_else(|| panic!("{line}: no colon"));
            let several = more.iter().map(|line| &line["    |".len()..]).collect::<Vec<_>>();
            let expected = if more.is_empty() { one.trim().to_owned() } else { several.join("\n") };
            let found = self.see(name, &expected);
            self.seen.truncate(begin);
            let (between, value) = match found.as_str() {
                "" => ("", found),
                _ if found.contains('\n') => ("\n    |", found.replace('\n', "\n    |")),
                _ => (" ", found),
            };
            return self.seen.extend(["  ", name, ":", between, &value, "\n"]);
        }
        self.seen.extend(more.iter().flat_map(|line| [line, "\n"]));
        if !line.is_empty() && !line.starts_with("== ") && !line.starts_with("# ") {
            let done = [&[line], more].concat().join("\n");
            self.act(&done);
            self.done.push(done);
        }
    }

    fn act(&mut self, line: &str) {
        let (verb, rest) = line.split_once([' ', '\n']).unwrap_or((line, ""));
        self.subject.act(verb, rest);
    }

    /// The observed value, or the expectation in its own words if that holds.
    fn see(&mut self, name: &str, expected: &str) -> String {
        let (name, how) = match name.rsplit_once(' ') {
            Some((name, how @ ("has" | "lacks" | "begins" | "ends"))) => (name, how),
            _ => (name, "is"),
        };
        assert!(how == "is" || !expected.is_empty(), "{name} {how}: nothing is said to be there");
        let found = self.subject.see(name).trim_end().to_owned();
        let found = if found.contains('\n') { found } else { found.trim_start().to_owned() };
        let holds = match how {
            "has" => found.contains(expected),
            "lacks" => !found.contains(expected),
            "begins" => found.starts_with(expected),
            "ends" => found.ends_with(expected),
            _ => found == expected,
        };
        if !holds {
            self.wrong.push(format!("{name} {how} not {expected:?} but\n{found}"));
        }
        if how == "is" { found } else { expected.to_owned() }
    }

    /// Repeats the actions so far for each row, followed by the row.
    fn table(&mut self, head: &str, rows: &[&str]) {
        let [verbs, names] = halves(head);
        let mut table = vec![[verbs.clone(), names.clone()]];
        for row in rows {
            let [told, mut seen] = halves(row);
            self.subject = S::default();
            for line in self.done.clone() {
                self.act(&line);
            }
            for (verb, rest) in verbs.iter().zip(&told) {
                self.subject.act(verb, rest);
            }
            let before = self.wrong.len();
            seen.resize(names.len(), String::new());
            for (name, seen) in names.iter().zip(&mut seen) {
                // In a cell, `⏎` ends a line.
                *seen = self.see(name, &seen.replace(" ⏎ ", "\n")).replace('\n', " ⏎ ");
            }
            for wrong in &mut self.wrong[before..] {
                *wrong = format!("{row}: {wrong}");
            }
            table.push([told, seen]);
        }
        self.seen += &drawn(&table);
    }
}

/// The cells of a row before and after `||`.
fn halves(row: &str) -> [Vec<String>; 2] {
    let (told, seen) = row.split_once("||").unwrap_or_else(|| panic!("{row}: no ||"));
    let cells = |half: &str| half.split('|').map(|cell| cell.trim().to_owned()).collect();
    let (told, seen) = (told.trim(), seen.trim());
    [cells(told.strip_prefix('|').unwrap_or(told)), cells(seen.strip_suffix('|').unwrap_or(seen))]
}

/// A table with its columns aligned.
fn drawn(table: &[[Vec<String>; 2]]) -> String {
    let width = |half: usize, column: usize| {
        table.iter().map(|row| row[half].get(column).map_or(0, |cell| cell.width())).max()
    };
    let mut text = String::new();
    for row in table {
        let [told, seen] = [0, 1].map(|half| {
            let cells = row[half].iter().enumerate().map(|(column, cell)| {
                let rest = width(half, column).unwrap_or_default() - cell.width();
                format!("{cell}{:rest$}", "")
            });
            cells.collect::<Vec<_>>().join(" | ")
        });
        text.extend(["| ", &told, " || ", &seen, " |\n"]);
    }
    text
}

/// Some of these rows: `7`, `3..9`, or all.
fn some(rows: &[String], which: &str) -> String {
    let number = |text: &str| text.parse::<usize>().expect("a row");
    match which.split_once("..") {
        Some((from, to)) => {
            let (from, to) = (number(from), number(to));
            rows.iter().take(to).skip(from).cloned().collect::<Vec<_>>().join("\n")
        }
        None if which.is_empty() => rows.join("\n"),
        None => rows.get(number(which)).cloned().unwrap_or_default(),
    }
}
