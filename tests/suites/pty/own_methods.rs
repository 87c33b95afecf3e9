//! Own methods in a terminal: a program that answers, a slow one, and one that dies and is replaced
//! by saving its file. None is left running.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::terminal::{Start, Terminal};

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room")
}

/// The Methods view of the scene `inside` with an own method, which is this shell script.
fn answering(folder: &TempDir, script: &str) -> Terminal {
    write(folder.path(), script);
    let method = "--method=own=sh own.sh";
    let start = Start::hitscan(["inside", "--no-config", method]).cwd(folder.path());
    start.size(80, 24).run_to("frame 0")
}

fn write(folder: &Path, script: &str) {
    fs::write(folder.join("own.sh"), script).expect("there is room");
}

/// Waits until the row of the method shows this.
#[track_caller]
fn wait_for_row(terminal: &Terminal, says: &str) {
    terminal.wait_for(says, |screen| {
        screen.rows.iter().any(|row| row.contains("►own") && row.contains(says))
    });
}

#[track_caller]
fn is_gone(folder: &TempDir) {
    let id = fs::read_to_string(folder.path().join("pid")).expect("it has begun");
    let stat = fs::read_to_string(format!("/proc/{}/stat", id.trim()));
    // A zombie waits for a parent that is not this program.
    assert!(stat.map_or(true, |stat| stat.contains(") Z ")), "the program still runs");
}

#[test]
fn a_program_answers_when_the_pair_changes_and_ends_with_the_session() {
    let folder = folder();
    let hits = "echo $$ > pid; while read -r l; do echo hit; done";
    let mut terminal = answering(&folder, hits);
    wait_for_row(terminal.keys("2"), "HIT =");
    // Outside of the box the same answer is wrong.
    wait_for_row(terminal.send(":move L 30 0\r"), "HIT !");
    terminal.keys("q").send("n").wait_for_clean_end();
    is_gone(&folder);
}

#[test]
fn a_slow_program_is_called_slow_and_keys_keep_working() {
    let folder = folder();
    let mut terminal =
        answering(&folder, "echo $$ > pid; while read -r l; do sleep 3; echo miss; done");
    wait_for_row(terminal.keys("2"), "slow");
    wait_for_row(terminal.keys("3").shows("It is slow").keys("2"), "MISS !");
    terminal.keys("q").wait_for_clean_end();
    is_gone(&folder);
}

#[test]
fn a_dead_program_says_why_and_restarts_when_its_file_is_saved() {
    let folder = folder();
    let mut terminal = answering(&folder, "echo $$ > pid; echo 'no\x1b[2J luck' >&2; exit 3");
    wait_for_row(terminal.keys("2"), "dead");
    terminal.keys("3").wait_for_text("it crashed: no\\u{1b}[2J");
    write(folder.path(), "echo $$ > pid; while read -r l; do echo hit; done");
    wait_for_row(terminal.keys("2"), "HIT =");
    terminal.keys("q").wait_for_clean_end();
    is_gone(&folder);
}

/// Waits until the panel shows this.
#[track_caller]
fn wait_for_panel(terminal: &Terminal, says: &str) {
    terminal.wait_for(says, |screen| {
        let squeezed =
            |row: &String| row.split_whitespace().collect::<Vec<_>>().join(" ").contains(says);
        screen.rows.iter().any(squeezed)
    });
}

#[test]
fn a_map_shows_the_answer_of_a_program_for_each_cell_and_follows_its_file() {
    let folder = folder();
    let hits = "echo $$ > pid; while read -r l; do echo hit; done";
    let mut terminal = answering(&folder, hits);
    terminal.keys("M66");
    wait_for_panel(&terminal, "! wrong 731 85.0%");
    wait_for_panel(&terminal, "here 18,8 right: HIT");
    terminal.keys("!");
    wait_for_panel(&terminal, "wrong !");
    // Only two cells are asked about again.
    terminal.send("\x1b[C");
    wait_for_panel(&terminal, "! wrong 731 85.0%");
    write(folder.path(), &hits.replace("hit", "miss"));
    terminal.keys("m");
    wait_for_panel(&terminal, "right: MISS 731 85.0%");
    terminal.keys("q").send("n").wait_for_clean_end();
    is_gone(&folder);
}

#[test]
fn a_program_that_reads_one_line_is_dead_and_not_restarted_for_each_cell() {
    let folder = folder();
    let once = "echo $$ > pid; echo >> starts; read -r l; echo hit";
    let mut terminal = answering(&folder, once);
    terminal.keys("M66");
    wait_for_panel(&terminal, "it answered one line");
    wait_for_row(terminal.keys("2"), "dead");
    let starts = fs::read_to_string(folder.path().join("starts")).expect("it was started");
    assert!(starts.len() <= 4, "{} starts", starts.len());
    terminal.keys("q").wait_for_clean_end();
    is_gone(&folder);
}

/// A slow map does not hold up the row of the pair.
#[test]
fn a_newer_pair_is_asked_before_the_rest_of_a_map() {
    let folder = folder();
    // A second for each cell after the first, so minutes for all of them.
    let script = "echo $$ > pid; read -r l; echo hit; while read -r l; do \
                  case $l in *' 15 7 22.5 9'*) echo hit;; *) sleep 1; echo miss;; esac; done";
    let mut terminal = answering(&folder, script);
    terminal.keys("M66");
    wait_for_panel(&terminal, "here 18,8 slow");
    wait_for_row(terminal.send(":move L 1 0\r").keys("2"), "HIT =");
    terminal.keys("q").send("n").wait_for_clean_end();
    is_gone(&folder);
}

/// Always answers that nothing is hit, which is wrong wherever something is.
#[test]
fn the_log_flags_the_answers_of_a_program_and_keys_go_to_the_wrong_ones() {
    let folder = folder();
    let script = "echo $$ > pid; while read -r l; do echo \"$l\" >> asked; echo miss; done";
    let mut terminal = answering(&folder, script);
    terminal.shows("L→A").send(":move L 30 0\r");
    wait_for_flags(&terminal, ["!", ""]);
    terminal.keys(";");
    terminal.wait_for("a line in focus", |screen| {
        screen.rows.iter().any(|row| row.contains("►    0 L→A"))
    });
    // Each position is asked about once, either as the pair in focus or for its line.
    let asked = fs::read_to_string(folder.path().join("asked")).expect("it was asked");
    let mut lines: Vec<_> = asked.lines().collect();
    let count = lines.len();
    lines.sort_unstable();
    lines.dedup();
    assert!(count <= 2 * lines.len(), "{asked}");
    terminal.keys("q").send("n").wait_for_clean_end();
    is_gone(&folder);
}

/// Waits until the lines of the log end in these flags.
#[track_caller]
fn wait_for_flags(terminal: &Terminal, flags: [&str; 2]) {
    terminal.wait_for("flags", |screen| {
        let lines = screen.rows.iter().filter(|row| row.contains("L→A"));
        let lines: Vec<_> =
            lines.filter(|row| row.contains("HIT") || row.contains("MISS")).collect();
        let lines = lines.get(lines.len().saturating_sub(2)..).unwrap_or_default();
        lines.len() == 2
            && lines.iter().zip(flags).all(|(row, flag)| row.ends_with('!') == (flag == "!"))
    });
}

#[test]
fn a_watch_clears_before_the_build_and_keeps_the_output_of_build_and_run() {
    let folder = folder();
    let right = "while read -r l; do echo ?; done";
    let save = |name: &str, script: &str| {
        fs::write(folder.path().join(name), script).expect("there is room");
    };
    let hits = "#\nwhile read -r l; do echo hit; done";
    save("own.sh", hits);
    save("build.sh", "echo compiling");
    let words = ["try", "--watch", "own.sh", "--build", "sh build.sh", "--pairs", "9", "--name"];
    let program = ["it", "--", "sh", "own.sh"];
    let start = Start::hitscan(words.into_iter().chain(program)).cwd(folder.path());
    let mut terminal = start.size(100, 50).run();
    let first = terminal.wait_for_text("wrong, always-hit: it says hit to every pair.");
    assert!(first.contains("compiling"), "{first:?}");
    // A build that fails: its output stays, and the previous table is gone.
    save("build.sh", "echo 'line 7: no such name' >&2; exit 1");
    save("own.sh", &format!("{hits} # changed"));
    let failed = terminal.wait_for_text("--build ended with status 1");
    assert!(failed.contains("line 7: no such name"), "{failed:?}");
    assert!(!failed.contains("always-hit"), "{failed:?}");
    // A faulty program, then a working one: a warning of its build is above its table.
    save("build.sh", "echo 'line 8: never used' >&2");
    save("own.sh", right);
    let at_fault = terminal.wait_for_text("it does not know box-laser pairs");
    assert!(at_fault.contains("line 8: never used"), "{at_fault:?}");
    save("own.sh", &format!("{hits} # good again"));
    let good = terminal.wait_for_text("wrong, always-hit: it says hit to every pair.");
    assert!(good.contains("line 8: never used"), "{good:?}");
    assert!(!good.contains("it does not know"), "{good:?}");
    terminal.send("\x03").wait_until_ended();
}

#[test]
fn a_program_in_view_is_tried_in_the_background_and_why_names_its_mistake() {
    let folder = folder();
    let hits = "echo $$ > pid; while read -r l; do echo hit; done";
    let mut terminal = answering(&folder, hits);
    wait_for_row(terminal.keys("2"), "HIT =");
    wait_for_panel(terminal.keys("3"), "wrong, always-hit");
    // A program that dies of a pair that nobody asked about still answers for the others.
    write(folder.path(), "echo $$ > pid; read -r l; echo miss; while read -r l; do exit 1; done");
    wait_for_row(terminal.keys("2"), "MISS !");
    write(folder.path(), &hits.replace("hit", "miss"));
    // The mistake itself is further down the page.
    wait_for_panel(terminal.keys("3"), "Of 2000 random pairs, it");
    terminal.keys("q").wait_for_clean_end();
    is_gone(&folder);
}
