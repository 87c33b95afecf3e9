//! `hitscan guide`: pages to read in the terminal.
//!
//! The pages are those of `docs/`, compiled in: code hosts show the file and the terminal prints
//! it, so there is a single text to maintain. Pages that other commands print from the program's
//! tables (keys, limits), that only matter with the source (dependencies), or that are about
//! another program (serve), are only in `docs/`.

use std::io::Write;

use clap::ValueEnum;

use super::{CliError, ExitStatus, print};
use hitscan_core::command::Topic;
use hitscan_core::methods::Method;

/// The pages: the name, the variant and the subject of each.
macro_rules! pages {
    ($($(#[$attribute:meta])* $page:ident $file:literal),+ $(,)?) => {
        /// A page.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
        pub enum Page {
            $($(#[$attribute])* $page,)+
        }

        impl Page {
            /// The page, as `docs/` has it.
            pub const fn source(self) -> &'static str {
                match self {
                    $(Self::$page => include_str!(concat!("../../docs/", $file, ".md")),)+
                }
            }
        }
    };
}

pages! {
    /// The first five minutes with the sandbox
    #[default]
    Tour "tour",
    /// Sixteen lessons: how to go through them
    Learn "learn",
    /// Each method: who uses it, where it fails, what to use instead; the articles
    Methods "methods",
    /// Each reason why a method or a program differs from the exact answer
    Reasons "reasons",
    /// The usual mistakes that `try` finds in a program
    Mistakes "mistakes",
    /// Test your own collision code against the exact answer
    Own "own",
    /// Write scenes and games, and check what they expect
    Scenes "scenes",
    /// Scenes from maps of Tiled and LDtk
    Import "import",
    /// Scripts, exact answers for programs, recordings, pictures
    Scripts "scripts",
    /// Colours, settings, the mouse, slow lines
    Terminal "terminal",
    /// A lab of sixteen lessons: what students do, and how to grade it
    Teachers "teachers",
    /// Write your own lesson, step by step
    Lessons "lessons",
    /// Where each part of the program lives, and how to change it
    House "house",
}

/// Which page to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::Args)]
pub struct GuideArgs {
    /// Which page
    #[arg(default_value = "tour")]
    pub page: Page,
}

/// Where a word is explained that names no scene, if it is a page, or a word that `help` knows.
pub(super) fn explained(word: &str) -> Option<String> {
    if Page::from_str(word, false).is_ok() {
        return Some(format!("hitscan guide {word} prints that page"));
    }
    let topics = Topic::find(word);
    let method = Method::find(word).is_some();
    let is_in_guide = |topic: &Topic| matches!(topic, Topic::Function(..) | Topic::Article(_));
    let page = "hitscan guide methods tells of it, and ";
    let page = if method || topics.iter().any(is_in_guide) { page } else { "" };
    let has_help = !topics.is_empty();
    let function = topics.iter().find(|topic| matches!(topic, Topic::Function(..)));
    let line = function.map(|topic| format!(": {}", topic.line())).unwrap_or_default();
    has_help.then(|| format!("{page}:help {word} on the screen explains it{line}"))
}

impl Page {
    /// Prints the page.
    ///
    /// # Errors
    /// When writing fails.
    pub fn run(self, output: impl Write) -> Result<ExitStatus, CliError> {
        print(self.text(), output)
    }

    /// The page for a terminal, in Markdown that is readable as it is: without pictures, and
    /// without the markers around generated parts.
    pub fn text(self) -> String {
        let mut text = String::new();
        for line in self.source().split_inclusive('\n') {
            let is_left_out = line.starts_with("![") || line.starts_with("<!--");
            let is_second_blank = line == "\n" && text.ends_with("\n\n");
            if !is_left_out && !is_second_blank {
                text.push_str(line);
            }
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;
    use hitscan_core::command::Command;
    use hitscan_core::methods::{Cause, Reason};
    use hitscan_core::scene::builtin;
    use hitscan_core::words::GENERAL_CLAIMS;
    use hitscan_core::world::Settings;

    #[test]
    fn every_command_in_a_page_is_one() {
        for page in Page::value_variants() {
            for line in page.text().lines().filter_map(|line| line.strip_prefix(':')) {
                let parsed = Command::parse(line, &Settings::default());
                assert!(matches!(parsed, Ok(Some(_))), "{line}: {parsed:?}");
            }
        }
    }

    #[test]
    fn every_scene_mentioned_to_teachers_exists() {
        let page = Page::Teachers.source();
        let pointed = page.split("(`").skip(1);
        let names = pointed.filter_map(|rest| rest.split_once('`')).map(|(name, _)| name);
        let names: Vec<_> = names.filter(|name| !name.starts_with("--")).collect();
        assert!(names.len() >= 5, "{names:?}");
        for name in names {
            assert!(builtin(name).is_some(), "{name}");
        }
    }

    #[test]
    fn every_method_is_in_the_page_of_methods() {
        for method in Method::all() {
            let row = format!("\n| `{}` |", method.id());
            assert!(Page::Methods.source().contains(&row), "{}", method.id());
        }
    }

    #[test]
    fn every_reason_is_in_the_page_of_reasons() {
        let of_methods = Method::reasons().into_iter().map(Reason::code);
        for code in of_methods
            .chain(GENERAL_CLAIMS.map(|(code, _)| code))
            .chain(Cause::OF_PROGRAMS.map(Cause::code))
        {
            let heading = format!("\n## {code}\n");
            assert_eq!(Page::Reasons.source().matches(&heading).count(), 1, "{code}");
        }
    }

    #[test]
    fn pages_are_plain_text_of_at_most_a_hundred_columns_except_tables() {
        for page in Page::value_variants() {
            for line in page.text().lines().filter(|line| !line.starts_with('|')) {
                // Quotes from articles are verbatim.
                let is_plain = line.is_ascii() || *page == Page::Methods;
                let has_control = line.chars().any(char::is_control);
                assert!(is_plain && !has_control && line.width() <= 100, "{line}");
            }
        }
    }

    #[test]
    fn a_page_is_printed_without_pictures_and_markers() {
        let text = Page::Methods.text();
        assert!(Page::Methods.source().contains("\n![") && !text.contains("!["));
        assert!(!text.contains("<!--") && !text.contains("\n\n\n"), "{text}");
        assert!(text.ends_with("|\n"), "{text}");
    }
}
