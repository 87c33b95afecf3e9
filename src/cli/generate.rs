//! `hitscan man` and `hitscan completions`, generated from the arguments.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use hitscan_core::scene::printable;

use super::limits::{Limit, limits};
use super::{CliError, ExitStatus, print};
use crate::host::files::{reason_not_written, replace_file};

/// Writes the manual page, for `man -l -`: a single page with all subcommands, since the program
/// may not be installed with its pages. With a folder, writes that page and one for each subcommand
/// into it, as an installer needs them, and lists the files.
///
/// # Errors
/// When writing fails.
pub(super) fn man(
    mut command: Command,
    folder: Option<&Path>,
    output: impl Write,
) -> Result<ExitStatus, CliError> {
    command.build();
    let Some(folder) = folder else { return print(whole_page(&command)?, output) };
    let parts: Vec<_> = command.get_subcommands().filter(|each| is_shown(each)).collect();
    let mut whole = whole_page(&command)?;
    let others = parts.iter().map(|part| reference(part)).collect::<Vec<_>>();
    writeln!(whole, ".SH SEE ALSO\n{}", others.join(",\n"))?;
    let mut pages = vec![(page_name(&command), whole)];
    for part in parts {
        pages.push((page_name(part), part_page(part, &command)?));
    }
    let mut made = String::new();
    for (name, text) in pages {
        let file = folder.join(format!("{name}.1"));
        let shown = printable(&file.to_string_lossy());
        fs::create_dir_all(folder).and_then(|()| replace_file(&file, &text)).map_err(|error| {
            CliError::in_file(format!("{shown}: {}", reason_not_written(&error)))
        })?;
        made = made + &shown + "\n";
    }
    print(made, output)
}

/// Excludes `help`, which only repeats the pages.
fn is_shown(command: &Command) -> bool {
    !command.is_hide_set() && command.get_name() != "help"
}

/// `hitscan-query`, the usual name for the manual page of a subcommand.
fn page_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// How a page refers to another.
fn reference(command: &Command) -> String {
    format!("\\fB{}\\fR(1)", page_name(command).replace('-', "\\-"))
}

/// The page with everything.
fn whole_page(command: &Command) -> io::Result<Vec<u8>> {
    let page = Man::new(command.clone()).manual("User Commands");
    let mut text = beginning(&page)?;
    writeln!(text, ".SH COMMANDS")?;
    write_subcommands(&mut text, "hitscan", command)?;
    write_limits(&mut text)?;
    writeln!(text, ".SH EXAMPLES")?;
    write_lines(&mut text, |section| page.render_extra_section(section))?;
    page.render_version_section(&mut text)?;
    Ok(text)
}

/// The page of a subcommand, which refers to the whole page.
fn part_page(part: &Command, whole: &Command) -> io::Result<Vec<u8>> {
    let version = whole.get_version().unwrap_or_default();
    let source = format!("{} {version}", whole.get_name());
    let page = Man::new(part.clone()).source(source).manual("User Commands");
    let mut text = beginning(&page)?;
    if part.get_subcommands().any(is_shown) {
        writeln!(text, ".SH COMMANDS")?;
        write_subcommands(&mut text, part.get_bin_name().unwrap_or_default(), part)?;
    }
    if part.get_after_help().is_some() {
        writeln!(text, ".SH EXAMPLES")?;
        write_lines(&mut text, |section| page.render_extra_section(section))?;
    }
    writeln!(text, ".SH SEE ALSO\n{}", reference(whole))?;
    Ok(text)
}

/// The beginning of every page.
fn beginning(page: &Man) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    Ok(text)
}

/// Writes every subcommand, each followed by its own subcommands.
fn write_subcommands(text: &mut Vec<u8>, of: &str, command: &Command) -> io::Result<()> {
    for each in command.get_subcommands().filter(|each| is_shown(each)) {
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
    for (group, limits) in limits() {
        writeln!(text, ".SS {group}")?;
        for Limit { of, most, beyond } in limits {
            let [of, beyond] =
                [of, beyond].map(|it| it.replace('`', "").replace('_', "\\_").replace('-', "\\-"));
            writeln!(text, ".TP\n{of}: {most}\nBeyond it: {beyond}.")?;
        }
    }
    Ok(())
}

/// Writes a section without its heading, and without the definitions that the beginning of the page
/// already has.
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

/// Writes a section line by line, without filling: examples in columns.
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
    // `generate` panics if it cannot write, so it writes to memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "hitscan", &mut text);
    print(text, output)
}
