//! Completion in the `:` line: built-in scenes after `open`, and lessons after `learn`.

use hitscan_core::command::{CommandSpec, common_beginning};
use hitscan_core::lab::builtin_lessons;
use hitscan_core::scene::gallery;

/// The scenes or lessons that a word being typed can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneNames {
    /// Where the word starts in the line, in bytes.
    at: usize,
    /// The names that start with it, in gallery or lesson order.
    pub names: Vec<&'static str>,
}

impl SceneNames {
    /// The names that complete the line; `None` if it names no scene and no lesson, or if no name
    /// fits.
    pub(in crate::app) fn of(line: &str) -> Option<Self> {
        let word = line.trim_start();
        let (command, _) = word.split_once(' ')?;
        let is = |name| {
            let spec = CommandSpec::find(name);
            spec.is_some_and(|spec| command == spec.name || spec.aliases.contains(&command))
        };
        let known: Vec<_> = match () {
            () if is("open") => gallery().iter().map(|(name, _)| *name).collect(),
            () if is("learn") => builtin_lessons().collect(),
            () => return None,
        };
        let at = line.len() - word[command.len()..].trim_start().len();
        let typed = &line[at..];
        let names: Vec<_> = known.into_iter().filter(|name| name.starts_with(typed)).collect();
        (!names.is_empty()).then_some(Self { at, names })
    }

    /// The line, completed as far as all names agree.
    pub(in crate::app) fn completed(&self, line: &str) -> String {
        let common = common_beginning(self.names.iter().copied());
        format!("{}{common}", &line[..self.at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(line: &str) -> Option<String> {
        SceneNames::of(line).map(|names| names.completed(line))
    }

    #[test]
    fn a_scene_name_is_completed_as_far_as_all_names_agree() {
        for (line, expected) in [
            ("open tunn", Some("open tunnel")),
            ("  o  break", Some("  o  breakout")),
            ("e breakout-", Some("e breakout-")),
            ("open breakout-r", Some("open breakout-relative")),
            ("open ", Some("open ")),
            ("open my.toml", None),
            ("open tunnel x", None),
            ("opentunn", None),
            ("save tunn", None),
            ("learn ins", Some("learn inside")),
            ("learn 9", None),
            ("open", None),
        ] {
            assert_eq!(completed(line).as_deref(), expected, "{line}");
        }
        let names = SceneNames::of("open breakout").expect("some").names;
        assert_eq!(
            names,
            ["breakout-relative", "breakout-45", "breakout-corner", "breakout-swept", "breakout"]
        );
    }
}
