//! `hitscan guide`: pages to read in the terminal.

use std::io::Write;

use clap::ValueEnum;

use super::{CliError, ExitStatus, print};

/// A page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Page {
    /// Two minutes with the sandbox
    #[default]
    Tour,
    /// A lab of sixteen lessons: what students do, and how to grade it
    Teachers,
    /// Write your own lesson, step by step
    Lessons,
    /// Each method: who uses it, when it is good enough, what to use instead
    Methods,
    /// Each reason why a method or a program differs from the exact answer
    Reasons,
    /// A program of your own: what it reads, what it answers, and what can go wrong
    Own,
    /// Where each part of the program lives, and how to change it
    House,
}

impl Page {
    /// Prints the page.
    ///
    /// # Errors
    /// When writing fails.
    pub fn run(self, output: impl Write) -> Result<ExitStatus, CliError> {
        print(self.text(), output)
    }

    /// The page, in Markdown that reads well as it is.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Tour => include_str!("guide/tour.md"),
            Self::Teachers => include_str!("guide/teachers.md"),
            Self::Lessons => include_str!("guide/lessons.md"),
            Self::Methods => include_str!("guide/methods.md"),
            Self::Reasons => include_str!("guide/reasons.md"),
            Self::Own => include_str!("guide/own.md"),
            Self::House => include_str!("guide/house.md"),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use unicode_width::UnicodeWidthStr;

    use super::*;
    use crate::cli::Args;
    use hitscan_core::command::Command;
    use hitscan_core::methods::{Cause, Method, Reason};
    use hitscan_core::scene::builtin;
    use hitscan_core::world::Axes;

    #[test]
    fn every_command_line_in_a_page_is_one() {
        for &page in Page::value_variants() {
            for line in page.text().lines().filter(|line| line.starts_with("hitscan ")) {
                if let Err(fault) = Args::try_parse_from(line.split_whitespace()) {
                    panic!("{line}: {fault}");
                }
            }
        }
    }

    #[test]
    fn every_command_in_a_page_is_one() {
        for &page in Page::value_variants() {
            for line in page.text().lines().filter_map(|line| line.strip_prefix(':')) {
                let parsed = Command::parse(line, Axes::YDown);
                assert!(matches!(parsed, Ok(Some(_))), "{line}: {parsed:?}");
            }
        }
    }

    #[test]
    fn every_scene_that_a_teacher_is_pointed_to_is_there() {
        let pointed = Page::Teachers.text().split("(`").skip(1);
        let names = pointed.filter_map(|rest| rest.split_once('`')).map(|(name, _)| name);
        let names: Vec<_> = names.filter(|name| !name.starts_with("--")).collect();
        assert!(names.len() >= 5, "{names:?}");
        for name in names {
            assert!(builtin(name).is_some(), "{name}");
        }
    }

    #[test]
    fn every_method_has_its_place_in_the_page_of_methods() {
        for method in Method::all() {
            assert!(Page::Methods.text().contains(method.id()), "{}", method.id());
        }
    }

    #[test]
    fn every_reason_has_its_place_in_the_page_of_reasons() {
        let of_methods = Method::reasons().into_iter().map(Reason::code);
        for code in of_methods.chain(Cause::OF_PROGRAMS.map(Cause::code)) {
            let heading = format!("\n## {code}\n");
            assert_eq!(Page::Reasons.text().matches(&heading).count(), 1, "{code}");
        }
    }

    #[test]
    fn pages_are_plain_text_of_at_most_a_hundred_columns_beside_tables() {
        for &page in Page::value_variants() {
            for line in page.text().lines().filter(|line| !line.starts_with('|')) {
                // What articles say is quoted as they say it.
                let is_plain = line.is_ascii() || page == Page::Methods;
                let has_control = line.chars().any(char::is_control);
                assert!(is_plain && !has_control && line.width() <= 100, "{line}");
            }
        }
    }
}
