//! How fast the flat kernels decide, beside `geo` and `parry` on the same
//! inputs in the same run.
//!
//! ```text
//! cargo run --release --manifest-path tests/benches/Cargo.toml             ratios, with their budgets
//! cargo run --release --manifest-path tests/benches/Cargo.toml -- maps     maps, with their budget
//! cargo run --release --manifest-path tests/benches/Cargo.toml -- counts   instructions, by valgrind
//! ```
//!
//! Times are of this machine and this minute, and nothing is asserted of them;
//! ratios travel better, and instruction counts do not move at all.

mod batches;
mod case;
mod counts;
mod geo_peer;
mod inputs;
mod maps;
mod measure;
mod pairs;
mod parry_peer;

use std::process::ExitCode;
use std::time::Duration;

use case::Case;
use inputs::Set;

/// How long all contenders of one case are timed.
const TIME: Duration = Duration::from_millis(1500);
const PAIRS: usize = 16_384;
const BATCHES: [usize; 2] = [1_000, 100_000];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => ratios(),
        ["maps"] => maps::print(),
        ["counts"] => return counts::print(),
        ["pass", case, op, times] => counts::pass(case, op, times),
        _ => {
            eprintln!("usage: nothing for ratios, `maps`, or `counts`");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn ratios() {
    println!(
        "{:44} {:>8}  {:28} {:>8} {:>7} {:>7}      {:>7}",
        "what", "ours ns", "peer", "peer ns", "ratio", "budget", "differs"
    );
    for set in Set::ALL {
        pairs::ALL.iter().for_each(|build| print_ratios(build(set, PAIRS)));
    }
    for count in BATCHES {
        batches::ALL.iter().for_each(|build| print_ratios(build(count)));
    }
    maps::print();
}

fn print_ratios(mut case: Case) {
    let differ: Vec<usize> = case.peers.iter().map(|peer| case.differences(peer)).collect();
    let hits = 100 * case.hits() / case.ours.verdicts.len();
    let what = format!("{} ({hits} % hits)", case.what);
    let mut ops = vec![&mut case.ours];
    ops.extend(case.peers.iter_mut().map(|peer| &mut peer.op));
    let times = measure::fastest(&mut ops, TIME);
    for ((peer, &time), differ) in case.peers.iter().zip(&times[1..]).zip(differ) {
        let ratio = time / times[0];
        let (budget, verdict) = match peer.budget {
            Some(budget) if ratio >= budget => (format!("{budget:.1}x"), "ok"),
            Some(budget) => (format!("{budget:.1}x"), "short"),
            None => (String::new(), ""),
        };
        println!(
            "{what:44} {:8.2}  {:28} {time:8.2} {ratio:6.1}x {budget:>7} {verdict:5} {differ:7}",
            times[0], peer.op.name
        );
    }
}
