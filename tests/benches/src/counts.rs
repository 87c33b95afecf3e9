//! Instructions, counted by valgrind's callgrind: the program runs itself with one pass and with
//! two, and the difference is the cost of a pass.

use std::process::{Command, ExitCode};

use crate::case::Case;
use crate::inputs::Set;
use crate::{batches, pairs};

/// Fewer than for timing: a count needs no repetition.
const INPUTS: usize = 2048;

fn builds() -> impl Iterator<Item = Box<dyn Fn() -> Case>> {
    let of_pairs = Set::ALL.into_iter().flat_map(|set| {
        pairs::ALL
            .iter()
            .map(move |build| Box::new(move || build(set, INPUTS)) as Box<dyn Fn() -> Case>)
    });
    of_pairs
        .chain(batches::ALL.iter().map(|build| Box::new(|| build(INPUTS)) as Box<dyn Fn() -> Case>))
}

/// The table, one line for each contender.
pub fn print() -> ExitCode {
    println!("{:44} {:28} {:>18}", "what", "who", "instructions each");
    for (number, build) in builds().enumerate() {
        let case = build();
        let names =
            std::iter::once(case.ours.name).chain(case.peers.iter().map(|peer| peer.op.name));
        for (op, name) in names.enumerate() {
            match (count(number, op, 1), count(number, op, 2)) {
                (Ok(one), Ok(two)) => {
                    let each = (two - one) as f64 / INPUTS as f64;
                    println!("{:44} {name:28} {each:18.1}", case.what);
                }
                (Err(fault), _) | (_, Err(fault)) => {
                    eprintln!("{fault}");
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    ExitCode::SUCCESS
}

/// The number of instructions of a run with this many passes.
fn count(case: usize, op: usize, passes: u32) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|fault| fault.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["pass".to_owned(), case.to_string(), op.to_string(), passes.to_string()])
        .output()
        .map_err(|fault| {
            format!("valgrind cannot be run ({fault}); it is in most package archives")
        })?;
    let said = String::from_utf8_lossy(&output.stderr);
    let collected =
        said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    collected.ok_or_else(|| format!("valgrind counted nothing:\n{said}"))
}

/// The measured part: runs one contender this many times.
pub fn pass(case: &str, op: &str, times: &str) {
    let number = |text: &str| text.parse::<usize>().expect("a number from `count`");
    let mut case = builds().nth(number(case)).expect("a case")();
    let op = match number(op) {
        0 => &mut case.ours,
        peer => &mut case.peers[peer - 1].op,
    };
    (0..number(times)).for_each(|_| op.pass());
}
