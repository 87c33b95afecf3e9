//! A soak: the real program in a terminal, under random keys, commands, files,
//! resizes, signals, stalls, full disks and kills.
//!
//! ```text
//! cargo test --release --test soak -- --minutes 5
//! cargo test --release --test soak -- --seed 7 --session 12
//! ```
//!
//! After each event the program must answer, show nothing that terminals should
//! not get, and stay under its bound of memory; every scene file must stay a
//! scene. After each end the terminal must be as before, recordings must replay,
//! and work must be found again, unless it was dropped on purpose.
//!
//! Bounds are times. What the machine itself takes, because others use it or it
//! stands still, is measured and does not count.
//!
//! A session is drawn from the seed and its number before it begins, so that
//! both replay it but for its timing. Without arguments one short
//! session is played, as a test of the driver.

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("only Linux shows how much memory a process has taken");
}

#[cfg(target_os = "linux")]
#[path = "../support/command_lines.rs"]
mod command_lines;
#[cfg(target_os = "linux")]
#[path = "../support/program.rs"]
mod default_program;
#[cfg(target_os = "linux")]
mod events;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod machine;
#[cfg(target_os = "linux")]
mod plan;
#[cfg(target_os = "linux")]
mod process;
mod program;
#[cfg(target_os = "linux")]
#[path = "../support/pty.rs"]
mod pty;
#[cfg(target_os = "linux")]
mod report;
#[cfg(target_os = "linux")]
mod run;
#[cfg(target_os = "linux")]
mod scanner;
#[cfg(target_os = "linux")]
mod scratch;
#[cfg(target_os = "linux")]
mod session;
#[cfg(target_os = "linux")]
mod tool;
#[cfg(target_os = "linux")]
mod window;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    run::run()
}
