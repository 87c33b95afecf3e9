//! What `help WORD` explains: commands, and the words of the field.

use super::args::shown;
use super::{COMMANDS, CommandError, CommandSpec};
use crate::words::concepts::{Concept, concepts};
use crate::words::nearest;

/// Something that `help WORD` explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Topic {
    /// A command.
    Command(&'static CommandSpec),
    /// A word.
    Word(Concept),
}

impl Topic {
    /// What a word names: a command, a concept, or both; else the command that
    /// it is a synonym of. Empty if it names nothing.
    #[must_use]
    pub fn find(word: &str) -> Vec<Self> {
        let command = CommandSpec::find(word).map(Self::Command);
        let concept = Concept::find(word).map(Self::Word);
        let named: Vec<_> = command.into_iter().chain(concept).collect();
        if named.is_empty() {
            return CommandSpec::meant_by(word).map(Self::Command).into_iter().collect();
        }
        named
    }

    /// The same.
    ///
    /// # Errors
    /// Says that the word names nothing, and which word is nearest.
    pub fn named(word: &str) -> Result<Vec<Self>, CommandError> {
        let found = Self::find(word);
        if !found.is_empty() {
            return Ok(found);
        }
        let concepts = concepts();
        let terms = concepts.iter().flat_map(|it| it.also.iter().copied().chain([it.term]));
        let commands = COMMANDS.iter().flat_map(|it| it.synonyms.iter().copied().chain([it.name]));
        let near =
            nearest(word, COMMANDS.iter().map(|spec| spec.name).chain(commands).chain(terms));
        let word = shown(word);
        let message = match near {
            Some(_) => format!("{word}: no command or word of help"),
            None => format!("{word}: no command or word of help. \"help\" lists them"),
        };
        Err(CommandError::new(message).meaning(near))
    }

    /// What it is, in a line: `TOUCH: edges meet, insides do not`.
    #[must_use]
    pub fn line(&self) -> String {
        match self {
            Self::Command(spec) => spec.line(),
            Self::Word(concept) => concept.line(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(word: &str) -> Vec<String> {
        Topic::named(word).unwrap_or_default().iter().map(Topic::line).collect()
    }

    #[test]
    fn a_word_is_a_command_a_concept_or_both() {
        assert_eq!(lines("touch"), ["TOUCH: edges meet, insides do not"]);
        assert_eq!(lines("undo"), ["undo [N]: undo the last N changes"]);
        assert_eq!(lines("side").len(), 2);
        assert_eq!(lines("rot"), lines("turn"), "a synonym");
        assert_eq!(lines("!"), lines("flag"));
    }

    #[test]
    fn what_is_no_word_says_so_with_the_nearest() {
        let refused = |word| Topic::named(word).expect_err(word).to_string();
        assert_eq!(refused("tuch"), "tuch: no command or word of help. Did you mean TOUCH?");
        assert_eq!(refused("spinn"), "spinn: no command or word of help. Did you mean spin?");
        assert_eq!(refused("xyzzy"), "xyzzy: no command or word of help. \"help\" lists them");
    }

    #[test]
    fn a_synonym_finds_one_command_and_is_the_name_of_none() {
        let mut seen = std::collections::BTreeSet::new();
        for spec in COMMANDS {
            for word in spec.synonyms {
                assert!(CommandSpec::find(word).is_none(), "{word} is a command");
                assert!(seen.insert(*word), "{word} means two commands");
            }
        }
    }
}
