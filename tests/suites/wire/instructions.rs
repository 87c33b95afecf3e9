//! Instructions of a frame, counted by valgrind where it is installed: the program
//! runs with few keys and with more, and the difference is their cost.
//!
//! Processors count instructions too, but virtual machines seldom let them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use super::rows::make_lines;
use super::session::{Session, Size};
use super::table::{Must, Table};
use super::walks;
use crate::program::HITSCAN;

const BUDGET: usize = 5_000_000;
const SHORT_LOG: usize = 100;
const LONG_LOG: usize = 10_000;
const FEW_KEYS: usize = 8;
const MORE_KEYS: usize = 40;

/// Counts the instructions of a nudge, with its frame, at the larger size.
pub(crate) fn measure(size: Size, table: &mut Table) {
    if size.0 < 200 {
        return;
    }
    if cfg!(debug_assertions) {
        println!("instructions: counted in optimised builds only (cargo test --release)");
        return;
    }
    if !has_valgrind() {
        println!("instructions: not counted, there is no valgrind here");
        return;
    }
    let (after_short, after_long) = (each(size, SHORT_LOG), each(size, LONG_LOG));
    table.count("a nudge: instructions", after_short, BUDGET, Must::Keep);
    let percent = after_long * 100 / after_short.max(1);
    let what = format!("the same, log of {LONG_LOG} for {SHORT_LOG}: %");
    table.count(&what, percent, 105, Must::Keep);
}

fn has_valgrind() -> bool {
    let mut command = Command::new("valgrind");
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The instructions of a key that changes the picture, when the log has so many
/// lines.
fn each(size: Size, lines: usize) -> usize {
    let few = count(size, lines, FEW_KEYS);
    let more = count(size, lines, MORE_KEYS);
    more.saturating_sub(few) / (MORE_KEYS - FEW_KEYS)
}

fn count(size: Size, lines: usize, keys: usize) -> usize {
    let report = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("wire-instructions-{}", std::process::id()));
    let log = format!("--log-file={}", report.display());
    let arguments = ["--tool=callgrind", "--callgrind-out-file=/dev/null", &log, HITSCAN];
    let valgrind = which("valgrind").expect("it was found before");
    let mut session = Session::start(&valgrind, &arguments, size);
    session.wait_for_bytes(1);
    make_lines(&mut session, lines);
    // Away from the other box: from there on nothing is logged.
    session.type_and_settle(&walks::bytes("Left").repeat(4));
    for key in walks::free().into_iter().take(keys) {
        session.type_and_settle(walks::bytes(key));
    }
    session.send("q");
    session.wait_for_end();
    let said = fs::read_to_string(&report).expect("valgrind has written it");
    // It is only rubbish by now.
    let _ = fs::remove_file(&report);
    let number =
        said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    number.expect("valgrind counts")
}

fn which(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| is_there(file))
}

fn is_there(file: &Path) -> bool {
    file.is_file()
}
