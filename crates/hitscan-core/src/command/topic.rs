//! What `help WORD` explains: commands, and technical terms.

use super::args::shown;
use super::{COMMANDS, CommandError, CommandSpec};
use crate::methods::{Article, FunctionPair, Method};
use crate::words::concepts::{Concept, concepts};
use crate::words::nearest;

/// Something that `help WORD` explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Topic {
    /// A command.
    Command(&'static CommandSpec),
    /// A term.
    Word(Concept),
    /// A function of an article: its name, the pair it is for, and the method that it belongs to.
    Function(&'static str, FunctionPair, Method),
    /// An article.
    Article(&'static Article),
}

impl Topic {
    /// The topics of a word: a command, a concept, or both; otherwise the command that has it as a
    /// synonym. Empty if the word is unknown.
    #[must_use]
    pub fn find(word: &str) -> Vec<Self> {
        let command = CommandSpec::find(word).map(Self::Command);
        let concept = Concept::find(word).map(Self::Word);
        let function = functions().find(|(name, ..)| name.eq_ignore_ascii_case(word));
        let function = function.map(|(name, pair, method)| Self::Function(name, pair, method));
        let article = Article::with_title(word).map(Self::Article);
        let named: Vec<_> =
            command.into_iter().chain(concept).chain(function).chain(article).collect();
        if named.is_empty() {
            return CommandSpec::meant_by(word).map(Self::Command).into_iter().collect();
        }
        named
    }

    /// [`Topic::find`] with an error.
    ///
    /// # Errors
    /// If the word names nothing; the error names the nearest word.
    pub fn named(word: &str) -> Result<Vec<Self>, CommandError> {
        let found = Self::find(word);
        if !found.is_empty() {
            return Ok(found);
        }
        let concepts = concepts();
        let terms = concepts.iter().flat_map(|it| it.also.iter().copied().chain([it.term]));
        let commands = COMMANDS.iter().flat_map(|it| it.synonyms.iter().copied().chain([it.name]));
        let functions = functions().map(|(name, ..)| name);
        let names = COMMANDS.iter().map(|spec| spec.name).chain(commands).chain(terms);
        let near = nearest(word, names.chain(functions));
        let word = shown(word);
        let message = match near {
            Some(_) => format!("{word}: no command or word of help"),
            None => format!("{word}: no command or word of help. \"help\" lists them"),
        };
        Err(CommandError::new(message).meaning(near))
    }

    /// Its explanation in a line: `TOUCH: edges meet, insides do not`.
    #[must_use]
    pub fn line(&self) -> String {
        match self {
            Self::Command(spec) => spec.line(),
            Self::Word(concept) => concept.line(),
            Self::Function(name, pair, method) => {
                let title = method.source().map_or("", |source| source.title);
                format!("{name}: {} of {}, in {title}", method.id(), pair.words())
            }
            Self::Article(article) => format!("{}: {}", article.title(), article.credit),
        }
    }
}

/// The functions of the articles: the pair that each is for, and the method that it belongs to.
fn functions() -> impl Iterator<Item = (&'static str, FunctionPair, Method)> {
    let with_source = Method::all().filter_map(|method| Some((method, method.source()?)));
    with_source.flat_map(|(method, source)| {
        source.functions.iter().map(move |&(name, pair)| (name, pair, method))
    })
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
    fn an_unknown_word_is_an_error_that_names_the_nearest() {
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
