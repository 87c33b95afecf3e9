//! `hitscan man` and `hitscan completions`.

use std::fs;
use std::io::Write;
use std::path::Path;

use clap::Command;
use clap_complete::Shell;
use hitscan_core::scene::printable;

use super::{CliError, ExitStatus, print};
use crate::host::files::{reason_not_written, replace_file};

/// The manual page with all subcommands. A test compares it with the arguments.
const PAGE: &str = include_str!("../../docs/hitscan.1");

/// Writes the manual page, for `man -l -`: a single page with all subcommands, since the program
/// may not be installed with its pages. With a folder, writes it into a file there, and says where
/// the pages of the subcommands are.
///
/// # Errors
/// When writing fails.
pub(super) fn man(
    folder: Option<&Path>,
    output: impl Write,
    mut errors: impl Write,
) -> Result<ExitStatus, CliError> {
    let Some(folder) = folder else { return print(PAGE, output) };
    let file = folder.join("hitscan.1");
    let shown = printable(&file.to_string_lossy());
    fs::create_dir_all(folder)
        .and_then(|()| replace_file(&file, PAGE.as_bytes()))
        .map_err(|error| CliError::in_file(format!("{shown}: {}", reason_not_written(&error))))?;
    // If standard error is closed, nobody waits for it.
    let _ = writeln!(errors, "A page for each subcommand comes with the archive and the package.");
    print(format!("{shown}\n"), output)
}

/// Writes the completions of a shell.
///
/// # Errors
/// When writing fails.
pub(super) fn completions(
    mut command: Command,
    shell: Shell,
    output: impl Write,
) -> Result<ExitStatus, CliError> {
    // `generate` panics if it cannot write, so it writes to memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "hitscan", &mut text);
    print(text, output)
}
