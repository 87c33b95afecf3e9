//! The manual pages, made from the arguments. `docs/hitscan.1` is the one with everything, which the
//! program has compiled in; `cargo run --example manual_pages DIR` makes all.

use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use hitscan::tested::cli::Args;
use hitscan::tested::cli::limits::{Limit, limits};

/// The page with everything, for `man -l -`: the program may not be installed with its pages.
pub(crate) fn single_page() -> io::Result<Vec<u8>> {
    whole_page(&command())
}

/// The names and texts of the pages of an installation: the same page, which refers to the others,
/// and one for each subcommand.
pub(crate) fn all_pages() -> io::Result<Vec<(String, Vec<u8>)>> {
    let command = command();
    let parts: Vec<_> = command.get_subcommands().filter(|each| is_shown(each)).collect();
    let mut whole = whole_page(&command)?;
    let others = parts.iter().map(|part| reference(part)).collect::<Vec<_>>();
    writeln!(whole, ".SH SEE ALSO\n{}", others.join(",\n"))?;
    let mut pages = vec![(page_name(&command).to_owned(), whole)];
    for part in parts {
        pages.push((page_name(part).to_owned(), part_page(part, &command)?));
    }
    Ok(pages)
}

fn command() -> Command {
    let mut command = Args::command();
    command.build();
    command
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
