//! The table comes first, then the examples, in limited time; Ctrl-C shows the results so far.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::{Tried, tried, tried_in};
use crate::program::HITSCAN;

/// Far more than anything takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Answers the 27 named pairs, and then does this.
fn after_named(then: &str) -> String {
    format!("n=0; while read -r l; do n=$((n+1)); [ $n -gt 27 ] && {{ {then}; }}; echo miss; done")
}

/// A running trial, and its output.
struct Trial {
    child: Child,
    stdout: BufReader<ChildStdout>,
}

impl Trial {
    fn start(here: &Path, options: &[&str], script: &str) -> Self {
        let mut command = Command::new(HITSCAN);
        command.current_dir(here).arg("try").args(options).args(["--", "sh", "-c", script]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("it can be started");
        let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        Self { child, stdout }
    }

    /// Reads until a line with this beginning.
    fn read_to(&mut self, start: &str) {
        let mut line = String::new();
        while !line.starts_with(start) {
            line.clear();
            let read = self.stdout.read_line(&mut line).expect("it prints text");
            assert!(read > 0, "no line begins with {start}");
        }
    }

    fn interrupt(&self) {
        kill_process(Pid::from_child(&self.child), Signal::INT).expect("it runs");
    }

    /// The rest of its output, and how it ends.
    fn end(mut self) -> Tried {
        let (mut stdout, mut stderr) = (String::new(), String::new());
        self.stdout.read_to_string(&mut stdout).expect("it prints text");
        let mut errors = self.child.stderr.take().expect("it is piped");
        errors.read_to_string(&mut stderr).expect("it prints text");
        let code = self.child.wait().expect("it was started").code();
        Tried { code, stdout, stderr }
    }
}

/// Waits until a file has this many lines.
fn wait_for_lines(here: &Path, file: &str, lines: usize) {
    let begun = Instant::now();
    let written = || std::fs::read_to_string(here.join(file)).unwrap_or_default().len();
    while written() < lines {
        assert!(begun.elapsed() < PATIENCE, "{} of {lines} lines", written());
        thread::sleep(Duration::from_millis(5));
    }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room")
}

/// Checks that a stopped program is not accused of anything, and that its examples are shown.
#[track_caller]
fn assert_stopped(report: &Tried) {
    assert_eq!((report.code, report.stderr.as_str()), (Some(130), ""), "{}", report.stdout);
    for text in [
        "\nThe smallest pair for each reason, ",
        "  it says miss, the truth is hit\n",
        "\nThere may be smaller ones: Ctrl-C ended the trial.\n",
    ] {
        assert!(report.stdout.contains(text), "{text}\n{}", report.stdout);
    }
    assert!(!report.stdout.contains("unsteady"), "{}", report.stdout);
}

#[test]
fn the_table_is_printed_before_smaller_pairs_are_looked_for() {
    for (format, last_row) in [("table", "Touching"), ("ndjson", "{\"event\":\"touching\"")] {
        let here = folder();
        let options = [
            "--pairs",
            "0",
            "--timeout",
            "60",
            "--explain",
            "0",
            "--shrink",
            "60",
            "--format",
            format,
        ];
        let mut trial = Trial::start(here.path(), &options, &after_named("sleep 300"));
        trial.read_to(last_row);
        assert!(trial.child.try_wait().expect("it was started").is_none(), "it goes on");
        trial.interrupt();
        let rest = trial.end();
        if format == "table" {
            assert_stopped(&rest);
        } else {
            assert_eq!((rest.code, rest.stderr.as_str()), (Some(130), ""));
            assert!(rest.stdout.starts_with("{\"event\":\"example\""), "{}", rest.stdout);
        }
    }
}

#[test]
fn the_time_for_smaller_pairs_limits_all_of_minimising() {
    let here = folder();
    let options = ["--pairs", "0", "--explain", "0", "--shrink", "2"];
    let mut trial = Trial::start(here.path(), &options, &after_named("sleep 0.1"));
    trial.read_to("Touching");
    let begun = Instant::now();
    let rest = trial.end();
    // It takes 2 s on an idle machine.
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
    assert_eq!((rest.code, rest.stderr.as_str()), (Some(1), ""), "{}", rest.stdout);
    let sentence =
        "\nThere may be smaller ones: minimising had 2 s; --shrink SECONDS gives it more.\n";
    assert!(rest.stdout.contains(sentence), "{}", rest.stdout);
    assert!(!rest.stdout.contains("unsteady"), "{}", rest.stdout);
}

#[test]
fn without_time_for_smaller_pairs_the_original_ones_are_shown() {
    let here = folder();
    let options = ["--pairs", "0", "--explain", "0", "--shrink", "0"];
    let script = "while read -r l; do echo >> lines; echo miss; done";
    let report = tried_in(here.path(), &options, &["sh", "-c", script]);
    let lines = std::fs::read_to_string(here.path().join("lines")).expect("it was asked");
    assert_eq!((report.code, lines.len()), (Some(1), 27), "{}", report.stdout);
    assert!(report.stdout.contains("  it says miss, the truth is hit\n"), "{}", report.stdout);
    assert!(!report.stdout.contains("There may be smaller ones"), "{}", report.stdout);
}

#[test]
fn ctrl_c_while_pairs_are_asked_shows_the_answers_so_far() {
    let here = folder();
    let script = after_named("sleep 0.03").replace("echo miss", "echo >> lines; echo miss");
    let trial = Trial::start(here.path(), &["--pairs", "5000"], &script);
    wait_for_lines(here.path(), "lines", 27 + 40);
    trial.interrupt();
    let report = trial.end();
    assert_stopped(&report);
    let counts = report.stdout.split_once("27 named and ").map(|(_, rest)| rest);
    let random = counts.and_then(|counts| counts.split(' ').next()?.parse::<u64>().ok());
    // The last answers may still be on their way.
    assert!(random.is_some_and(|random| (35..5000).contains(&random)), "{}", report.stdout);
}

#[test]
fn ctrl_c_during_experiments_shows_what_they_found() {
    let here = folder();
    let options = ["--pairs", "0", "--timeout", "60", "--explain", "60"];
    let mut trial = Trial::start(here.path(), &options, &after_named("sleep 300"));
    trial.read_to("Touching");
    trial.interrupt();
    let rest = trial.end();
    assert_eq!((rest.code, rest.stderr.as_str()), (Some(130), ""), "{}", rest.stdout);
    assert!(
        rest.stdout.contains("\nwrong, always-miss: it says miss to every pair.\n"),
        "{}",
        rest.stdout
    );
}

#[test]
fn ctrl_c_during_the_search_for_a_crash_reports_no_fault() {
    let here = folder();
    let script = "n=0; while read -r l; do n=$((n+1)); echo >> lines
                  [ $n = 40 ] && exit 3; [ $n -gt 27 ] && sleep 0.05; echo miss; done";
    let trial = Trial::start(here.path(), &["--pairs", "200"], script);
    // The 40th line has crashed it, and half of the lines crash it again.
    wait_for_lines(here.path(), "lines", 50);
    trial.interrupt();
    assert_stopped(&trial.end());
}

#[test]
fn a_fault_after_the_table_keeps_the_examples() {
    let program = after_named("echo what");
    let report = tried(&["--pairs", "0", "--explain", "0"], &["sh", "-c", &program]);
    assert_eq!(report.code, Some(3), "{}", report.stdout);
    assert!(report.stderr.starts_with("hitscan: answer 1 is \"what\", to: "), "{}", report.stderr);
    assert!(report.stdout.contains("  it says miss, the truth is hit\n"), "{}", report.stdout);
}

#[test]
fn a_crash_after_the_table_keeps_the_examples() {
    let program = after_named("exit 3");
    let report = tried(&["--pairs", "0"], &["sh", "-c", &program]);
    assert_eq!((report.code, report.stderr.as_str()), (Some(1), ""), "{}", report.stdout);
    assert!(report.stdout.contains("  it says miss, the truth is hit\n"), "{}", report.stdout);
    let sentence = "There may be smaller ones: it crashed while they were looked for.";
    assert!(report.stdout.contains(sentence), "{}", report.stdout);
}
