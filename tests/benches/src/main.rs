//! The costs of this project compared with other libraries, on the same inputs in the same run.
//!
//! ```text
//! cargo run --release --manifest-path tests/benches/Cargo.toml             every budget, with its ratio
//! cargo run --release --manifest-path tests/benches/Cargo.toml -- PART     one part of it
//! cargo run --release --manifest-path tests/benches/Cargo.toml -- counts   instructions, by valgrind
//! ```
//!
//! Parts are `broad-phases`, `queries`, `frames`, `kernels` and `maps`; and `degenerate`, which has
//! no budgets: the kernels on degenerate pairs and short batches.
//!
//! Times depend on the machine and its load, so nothing about them is asserted. All contenders of a
//! row take turns, and a ratio is the median over these turns: a busy machine slows all of them.
//! Instruction counts do not vary at all. Answers are compared, too, and if they differ the row
//! says on how many inputs.

mod batches;
mod broad_phases;
mod case;
mod counts;
mod crowds;
mod frames;
mod geo_peer;
mod inputs;
mod maps;
mod measure;
mod pairs;
mod parry_peer;
mod queries;
mod table;

use std::process::ExitCode;
use std::time::Duration;

use inputs::Set;

/// How long all contenders of one row are timed.
const TIME: Duration = Duration::from_millis(1500);
const PAIRS: usize = 16_384;
const BATCHES: [usize; 2] = [1_000, 100_000];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => budgets(),
        ["broad-phases"] => broad_phases::print(TIME),
        ["queries"] => queries::print(TIME),
        ["frames"] => frames::print(TIME),
        ["kernels"] => kernels(),
        ["degenerate"] => degenerate(),
        ["maps"] => maps::print(),
        ["counts"] => return counts::print(),
        ["pass", case, op, times] => counts::pass(case, op, times),
        [frames::MEMORY] => frames::print_own_memory(),
        _ => {
            eprintln!(
                "usage: nothing for every budget, or one of `broad-phases`, `queries`, `frames`, \
                 `kernels`, `maps`, `degenerate`, `counts`"
            );
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn budgets() {
    println!("{}", processor());
    table::head();
    broad_phases::print(TIME);
    queries::print(TIME);
    frames::print(TIME);
    kernels();
    maps::print();
}

fn kernels() {
    pairs::ALL.iter().for_each(|build| build(Set::Shuffled, PAIRS).print(TIME));
    batches::ALL.iter().for_each(|build| build(BATCHES[1]).print(TIME));
}

fn degenerate() {
    table::head();
    pairs::ALL.iter().for_each(|build| build(Set::Degenerate, PAIRS).print(TIME));
    batches::ALL.iter().for_each(|build| build(BATCHES[0]).print(TIME));
}

/// The name of the processor, if the system provides it.
fn processor() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = told.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let [name, family, model] = ["model name", "cpu family", "model\t"].map(field);
    let unknown = || "unknown".to_owned();
    format!(
        "processor: {}, family {}, model {}",
        name.unwrap_or_else(unknown),
        family.unwrap_or_else(unknown),
        model.unwrap_or_else(unknown)
    )
}
