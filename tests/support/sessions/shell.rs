//! The program in a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use tempfile::TempDir;

use super::{Subject, some};
use crate::program::HITSCAN;

/// A folder, and the command that is run in it when its result is first observed.
pub(crate) struct InFolder {
    folder: TempDir,
    variables: Vec<(String, String)>,
    command: Option<Vec<String>>,
    input: String,
    output: Option<Output>,
    /// The content of a file that was remembered for comparison.
    kept: String,
}

impl Default for InFolder {
    fn default() -> Self {
        Self {
            folder: tempfile::tempdir().expect("there is room"),
            variables: Vec::new(),
            command: None,
            input: String::new(),
            output: None,
            kept: String::new(),
        }
    }
}

impl Subject for InFolder {
    fn act(&mut self, verb: &str, rest: &str) {
        if verb == "<" {
            self.input.extend([rest, "\n"]);
            return;
        }
        self.run();
        let (name, text) = rest.split_once('\n').unwrap_or((rest, ""));
        match verb {
            "$" => {
                let rest = rest.replace("FIXTURES", FIXTURES).replace("HITSCAN", HITSCAN);
                self.command = Some(words(&rest));
            }
            "env" => {
                let (name, value) = rest.split_once('=').expect("a variable");
                self.variables.push((name.to_owned(), value.to_owned()));
            }
            "file" => self.write(name, &block(text)),
            "append" => self.write(name, &(self.read(name) + &block(text))),
            "copy" => {
                let (from, to) = rest.split_once(' ').expect("two files");
                let from = Path::new(FIXTURES).join(from);
                fs::copy(from, self.path(to)).expect("copied");
            }
            // Replaces the rest of a line by another text, once.
            "edit" => {
                let (name, change) = rest.split_once(' ').expect("a file");
                let (from, to) = change.split_once(" => ").expect("two texts");
                let before = self.read(name);
                assert!(before.contains(from), "{name} has no {from}");
                self.write(name, &before.replacen(from, to, 1));
            }
            "keep-out" => self.kept = self.see("out"),
            "keep" => self.kept = self.read(rest),
            "remove" => fs::remove_file(self.path(rest)).expect("it was there"),
            "pipe" => {
                Command::new("mkfifo").arg(self.path(rest)).assert().success();
            }
            _ => panic!("{verb}: nothing that is done in a folder"),
        }
    }

    fn see(&mut self, name: &str) -> String {
        self.run();
        let (word, which) = name.split_once(' ').unwrap_or((name, ""));
        if word == "file" {
            return self.shown(&self.read(which));
        }
        // The answers in a recording.
        if word == "noted" {
            let text = self.read(which);
            let is_answer = |line: &&str| line.contains(" # ") && !line.starts_with('|');
            return text.lines().filter(is_answer).collect::<Vec<_>>().join("\n");
        }
        if word == "kept" {
            return (self.read(which) == self.kept).to_string();
        }
        if word == "files" {
            let entries = fs::read_dir(self.path(which)).expect("a folder");
            let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
            let mut names: Vec<_> = entries.map(|entry| name(entry.expect("an entry"))).collect();
            names.sort();
            return names.join(", ");
        }
        let output = self.output.as_ref().expect("something was run");
        let lines = |bytes: &[u8]| {
            let text = self.shown(std::str::from_utf8(bytes).expect("people read it"));
            text.lines().map(str::to_owned).collect::<Vec<_>>()
        };
        match word {
            "status" => output.status.code().expect("it ended by itself").to_string(),
            "err" => lines(&output.stderr).join("\n"),
            "ascii" => output.stdout.is_ascii().to_string(),
            "out-kept" => (lines(&output.stdout).join("\n") == self.kept).to_string(),
            "out" if which == "count" => lines(&output.stdout).len().to_string(),
            "out" if which == "last" => lines(&output.stdout).pop().unwrap_or_default(),
            "out" => some(&lines(&output.stdout), which),
            // The lines that contain this text.
            "lines" => {
                let lines = lines(&output.stdout);
                lines.into_iter().filter(|line| line.contains(which)).collect::<Vec<_>>().join("\n")
            }
            _ => panic!("{name}: nothing that is seen of a program"),
        }
    }
}

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");

impl InFolder {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|fault| panic!("{name}: {fault}"))
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("it can be written");
    }

    /// Runs the command with the input lines collected so far.
    fn run(&mut self) {
        let Some(words) = self.command.take() else { return };
        let program = if words[0] == "hitscan" { HITSCAN } else { words[0].as_str() };
        let mut command = Command::new(program);
        command.args(&words[1..]).current_dir(self.folder.path());
        command.env("HOME", self.folder.path()).env("LANG", "C.UTF-8").env("COLUMNS", "80");
        command.env_remove("XDG_CONFIG_HOME").env_remove("NO_COLOR");
        command.envs(std::mem::take(&mut self.variables));
        command.write_stdin(std::mem::take(&mut self.input));
        self.output = Some(command.output().expect("it runs"));
    }

    /// The output without folder names that differ between machines, and without control
    /// characters.
    fn shown(&self, text: &str) -> String {
        let folder = self.folder.path().to_string_lossy();
        text.replace(&*folder, "HERE").replace(FIXTURES, "FIXTURES").replace('\u{1b}', "␛")
    }
}

/// The text of a block, each line of which follows a bar.
fn block(text: &str) -> String {
    let line = |line: &str| {
        let line = line.trim_start().strip_prefix('|').expect("a bar");
        format!("{}\n", line.replace('␛', "\u{1b}"))
    };
    text.lines().map(line).collect()
}

/// Words separated by blanks; `'` encloses a word with blanks.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate().flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.replace('␛', "\u{1b}")],
    });
    parts.collect()
}
