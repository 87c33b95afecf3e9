//! Completion of the word being typed: a command, a name, or a word of the
//! command's syntax.

use super::attributes::attribute_values;
use super::{COMMANDS, Command, split};
use crate::methods::Method;
use crate::words::concepts::concepts;
use hitscan_geom::{Approach, Side};

/// Where the word at the end of `line` begins, in bytes, and its completions. `names` are the names
/// of the objects.
#[must_use]
pub fn completions(line: &str, names: &[String]) -> (usize, Vec<String>) {
    let words = split(line);
    let is_new = line.ends_with(char::is_whitespace) || line.is_empty();
    let (begins, typed) = match words.last() {
        Some(word) if !is_new => (word.span.start, word.text.as_str()),
        _ => (line.len(), ""),
    };
    let is_command = words.len() + usize::from(is_new) <= 1;
    let mut candidates: Vec<String> = if is_command {
        COMMANDS.iter().map(|spec| spec.name.to_owned()).collect()
    } else {
        let label = Command::typing(line, line.len()).and_then(|(_, label)| label);
        expected(label, names)
    };
    candidates.retain(|candidate| candidate.starts_with(typed));
    (begins, candidates)
}

/// The longest common prefix.
#[must_use]
pub fn common_beginning<'t>(texts: impl IntoIterator<Item = &'t str>) -> &'t str {
    let common = texts.into_iter().reduce(|common, other| {
        let same = common.chars().zip(other.chars()).take_while(|(one, other)| one == other);
        &common[..same.map(|(c, _)| c.len_utf8()).sum::<usize>()]
    });
    common.unwrap_or_default()
}

/// The completions for a label of the syntax: its tokens, the words of help, or names.
fn expected(label: Option<&str>, names: &[String]) -> Vec<String> {
    match label {
        Some("WORD") => {
            let commands = COMMANDS.iter().map(|spec| spec.name);
            // Skip rows that explain several words at once: users do not type those.
            let terms = { concepts().into_iter().map(|concept| concept.term) }
                .filter(|term| !term.contains([',', '~']));
            let mut words: Vec<_> = commands.chain(terms).map(str::to_owned).collect();
            words.sort_unstable();
            words.dedup();
            return words;
        }
        Some("NAME.FIELD") => return names.iter().map(|name| format!("{name}.")).collect(),
        Some("VALUE|none") => return attribute_values().map(str::to_owned).collect(),
        Some("METHOD|truth") => {
            return super::WhySubject::catalogue().map(|(token, _)| token.to_owned()).collect();
        }
        Some("SIDE-METHOD") => {
            return Method::side_methods().map(|method| method.id().to_owned()).collect();
        }
        Some("SIDE") => {
            let sides = Side::ALL.map(Side::token).into_iter();
            let approaches = Approach::ALL.map(Approach::token).into_iter();
            return sides.chain(approaches).chain(["inside"]).map(str::to_owned).collect();
        }
        _ => {}
    }
    let tokens = label.into_iter().flat_map(|label| label.split('|'));
    let is_token = |token: &&str| token.starts_with(|c: char| c.is_ascii_lowercase());
    tokens.filter(is_token).map(str::to_owned).chain(names.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_names_and_tokens_are_completed_where_they_belong() {
        let names = ["ball".to_owned(), "wall".to_owned()];
        let candidates = |line| completions(line, &names);
        assert_eq!(candidates("vel"), (0, vec!["velocity".to_owned()]));
        assert_eq!(candidates("move b"), (5, vec!["ball".to_owned()]));
        assert_eq!(candidates("response push"), (9, vec!["push-out".to_owned()]));
        assert_eq!(candidates("move "), (5, names.to_vec()));
        assert_eq!(candidates("set w"), (4, vec!["wall.".to_owned()]));
        assert_eq!(candidates("method center-a"), (7, vec!["center-angle".to_owned()]));
        assert_eq!(candidates("predict hit ins"), (12, vec!["inside".to_owned()]));
        assert_eq!(candidates("help ren"), (5, vec!["rename".to_owned()]));
        assert_eq!(candidates("").1.len(), COMMANDS.len());
    }
}
