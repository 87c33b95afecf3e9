//! What the wire carries, counted: bytes, writes, wake-ups and frames of the real program in a
//! terminal, with their budgets.
//!
//! Counts are asserted; times are printed, because they depend on the machine. `cargo test --test
//! wire -- parts` shows where the bytes of each frame go, `-- bytes` the frames themselves. `--
//! costs` counts only instructions and memory, which is meaningful in an optimised build.

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("only Linux counts what a process writes and how often it wakes");
}

#[cfg(target_os = "linux")]
#[path = "../../support/program.rs"]
mod program;
#[cfg(target_os = "linux")]
#[path = "../../support/pty.rs"]
mod pty;

#[cfg(target_os = "linux")]
mod instructions;
#[cfg(target_os = "linux")]
mod parts;
#[cfg(target_os = "linux")]
mod quiet;
#[cfg(target_os = "linux")]
mod rows;
#[cfg(target_os = "linux")]
mod session;
#[cfg(target_os = "linux")]
mod table;
#[cfg(target_os = "linux")]
mod walks;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;

    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = |word: &str| arguments.iter().any(|argument| argument == word);
    if asked("--list") {
        return ExitCode::SUCCESS;
    }
    let detail = match (asked("parts"), asked("bytes")) {
        (_, true) => Some(rows::Detail::Bytes),
        (true, false) => Some(rows::Detail::Parts),
        (false, false) => None,
    };
    if let Some(detail) = detail {
        for size in rows::SIZES {
            rows::print_frames(size, detail);
        }
        return ExitCode::SUCCESS;
    }
    if asked("costs") {
        let mut table = table::Table::default();
        for size in rows::SIZES {
            table::Table::head(&format!("{}x{}", size.0, size.1));
            rows::costs(size, &mut table);
        }
        return if table.close() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let (mut table, mut quiet) = (table::Table::default(), quiet::Quiet::default());
    for size in rows::SIZES {
        rows::measure(size, &mut table, &mut quiet);
    }
    quiet.measure(&mut table);
    if table.close() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
