//! What is made from the arguments: the manual page and the completions.

use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use super::Args;

/// Writes the manual page, for `man -l -`: one page with all subcommands, since
/// nothing installs pages of their own.
///
/// # Errors
/// When writing fails.
pub fn man(mut output: impl Write) -> io::Result<()> {
    let mut command = Args::command();
    command.build();
    let page = Man::new(command.clone()).manual("User Commands");
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    writeln!(text, ".SH COMMANDS")?;
    let is_shown = |each: &&Command| !each.is_hide_set() && each.get_name() != "help";
    for each in command.get_subcommands().filter(is_shown) {
        writeln!(text, ".SS hitscan {}", each.get_name())?;
        let part = Man::new(each.clone());
        write_part(&mut text, |section| part.render_description_section(section))?;
        write_part(&mut text, |section| part.render_options_section(section))?;
        write_lines(&mut text, |section| part.render_extra_section(section))?;
    }
    writeln!(text, ".SH EXAMPLES")?;
    write_lines(&mut text, |section| page.render_extra_section(section))?;
    page.render_version_section(&mut text)?;
    output.write_all(&text)?;
    output.flush()
}

/// Writes a section without its heading, and without the definitions that stand
/// at the beginning of the page already.
fn write_part(
    text: &mut Vec<u8>,
    render: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
) -> io::Result<()> {
    let mut section = Vec::new();
    render(&mut section)?;
    let is_said =
        |line: &&[u8]| [".SH", ".ie", ".el"].iter().any(|it| line.starts_with(it.as_bytes()));
    for line in section.split_inclusive(|byte| *byte == b'\n').filter(|line| !is_said(line)) {
        text.extend(line);
    }
    Ok(())
}

/// The same for what is not to be filled: examples in columns.
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
