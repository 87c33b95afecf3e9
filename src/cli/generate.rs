//! What is made from the arguments: the manual page and the completions.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use super::Args;

/// Writes the manual page, for `man -l -`.
///
/// # Errors
/// When writing fails.
pub fn man(mut output: impl Write) -> io::Result<()> {
    clap_mangen::Man::new(Args::command()).render(&mut output)?;
    output.flush()
}

/// Writes what a shell needs to complete a command line.
///
/// # Errors
/// When writing fails.
pub fn completions(shell: Shell, mut output: impl Write) -> io::Result<()> {
    // It panics where it cannot write, and so writes to memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "hitscan", &mut text);
    output.write_all(&text)?;
    output.flush()
}
