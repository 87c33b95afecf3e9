//! A soak: the real program in a terminal, under random keys, commands, files, resizes, signals,
//! stalls, full disks and kills; in lessons, on maps, and with programs that answer for a method.
//!
//! ```text
//! cargo test --release --test soak -- --minutes 5
//! cargo test --release --test soak -- --seed 7 --session 12
//! ```
//!
//! After each event the program must respond, send nothing harmful to the terminal, and stay within
//! its memory limit; every scene file must stay a scene. After each end the terminal must be
//! restored, recordings must replay, and no work may be lost unless it was dropped on purpose. What
//! a lesson has shown as answered or done must be graded accordingly, and no program that was
//! started may live on.
//!
//! Time limits do not include the time that the machine takes away, because others use it or it
//! stalls: that is measured.
//!
//! A session is generated from the seed and its number before it begins, so that these two
//! reproduce it except for its timing. Without arguments a few short sessions are played, as a test
//! of the driver.

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("only Linux shows how much memory a process has taken");
}

#[cfg(target_os = "linux")]
mod answering;
#[cfg(target_os = "linux")]
#[path = "../support/combs.rs"]
mod combs;
#[path = "../support/command_lines.rs"]
mod command_lines;
#[cfg(target_os = "linux")]
mod course;
#[cfg(target_os = "linux")]
#[path = "../support/program.rs"]
mod default_program;
#[cfg(target_os = "linux")]
mod events;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod happening;
#[cfg(target_os = "linux")]
#[path = "../support/lessons.rs"]
mod lessons;
#[cfg(target_os = "linux")]
mod machine;
#[cfg(target_os = "linux")]
mod maps;
#[cfg(target_os = "linux")]
mod own;
#[cfg(target_os = "linux")]
mod plan;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
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
mod stage;
#[cfg(target_os = "linux")]
mod tool;
#[cfg(target_os = "linux")]
mod trials;
#[cfg(target_os = "linux")]
mod window;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    run::run()
}
