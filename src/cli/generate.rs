//! `hitscan man` and `hitscan completions`, made from the arguments.

use std::io::{self, Write};

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use super::limits::{Limit, limits};
use super::{CliError, ExitStatus, print};

/// Writes the manual page, for `man -l -`: a single page with all subcommands,
/// since there is no installer for more.
///
/// # Errors
/// When writing fails.
pub(super) fn man(mut command: Command, output: impl Write) -> Result<ExitStatus, CliError> {
    command.build();
    let page = Man::new(command.clone()).manual("User Commands");
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    writeln!(text, ".SH COMMANDS")?;
    write_subcommands(&mut text, "hitscan", &command)?;
    write_limits(&mut text)?;
    writeln!(text, ".SH EXAMPLES")?;
    write_lines(&mut text, |section| page.render_extra_section(section))?;
    page.render_version_section(&mut text)?;
    print(text, output)
}

/// Writes every subcommand, each followed by its own.
fn write_subcommands(text: &mut Vec<u8>, of: &str, command: &Command) -> io::Result<()> {
    let is_shown = |each: &&Command| !each.is_hide_set() && each.get_name() != "help";
    for each in command.get_subcommands().filter(is_shown) {
        let name = format!("{of} {}", each.get_name());
        writeln!(text, ".SS {name}")?;
        let part = Man::new(each.clone());
        write_part(text, |section| part.render_description_section(section))?;
        write_part(text, |section| part.render_options_section(section))?;
        write_lines(text, |section| part.render_extra_section(section))?;
        write_subcommands(text, &name, each)?;
    }
    Ok(())
}

/// Writes the table of limits as tagged paragraphs.
fn write_limits(text: &mut Vec<u8>) -> io::Result<()> {
    writeln!(text, ".SH LIMITS")?;
    for Limit { of, most, beyond, change } in limits() {
        let tag = of.replace('`', "").replace('_', "\\_").replace('-', "\\-");
        writeln!(text, ".TP\n{tag}: {most}\nBeyond it: {beyond}.")?;
        if let Some(change) = change {
            writeln!(text, "To change it: {}.", change.replace('`', "").replace('-', "\\-"))?;
        }
    }
    Ok(())
}

/// Writes a section without its heading, and without the definitions that the
/// beginning of the page has already.
fn write_part(
    text: &mut Vec<u8>,
    render: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
) -> io::Result<()> {
    let mut section = Vec::new();
    render(&mut section)?;
    let is_repeated =
        |line: &&[u8]| [".SH", ".ie", ".el"].iter().any(|it| line.starts_with(it.as_bytes()));
    for line in section.split_inclusive(|byte| *byte == b'\n').filter(|line| !is_repeated(line)) {
        text.extend(line);
    }
    Ok(())
}

/// Writes a section line by line, unfilled: examples in columns.
fn write_lines(
    text: &mut Vec<u8>,
    render: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
) -> io::Result<()> {
    let mut lines = Vec::new();
    write_part(&mut lines, render)?;
    if !lines.is_empty() {
        text.extend(b".PP\n.nf\n");
        text.extend(lines);
        text.extend(b".fi\n");
    }
    Ok(())
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
    // `generate` panics when it cannot write, so it writes to memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "hitscan", &mut text);
    print(text, output)
}
