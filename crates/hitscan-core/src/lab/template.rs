//! Text with braces: `{ax + 2}` shows a number, `{why|why L A}` the key of an action on a screen
//! and the command in the line interface.

use super::expression::{Expression, ExpressionFault, NoValue, Scope};
use super::rational::written;

/// A parsed text with braces.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Template {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Value(Expression),
    Key { action: String, command: String },
}

/// Returns the key of an action, if there are keys.
pub type KeyOf<'k> = &'k dyn Fn(&str) -> Option<String>;

impl Template {
    /// Parses a text.
    ///
    /// # Errors
    /// Where a brace is not closed, or contains no valid expression.
    pub fn parse(text: &str) -> Result<Self, ExpressionFault> {
        let mut parts = Vec::new();
        let mut at = 0;
        while let Some(open) = text[at..].find('{').map(|found| at + found) {
            let inner = text[open + 1..].find(['{', '}']).map(|found| open + 1 + found);
            let close = inner.filter(|&end| text[end..].starts_with('}'));
            let close = close.ok_or_else(|| ExpressionFault {
                at: open,
                found: "{".to_owned(),
                message: "a closing } is missing".to_owned(),
            })?;
            parts.push(Part::Text(text[at..open].to_owned()));
            let inner = &text[open + 1..close];
            parts.push(match inner.split_once('|') {
                Some((action, command)) => {
                    Part::Key { action: action.to_owned(), command: command.to_owned() }
                }
                None => Part::Value(
                    Expression::parse(inner)
                        .map_err(|fault| ExpressionFault { at: fault.at + open + 1, ..fault })?,
                ),
            });
            at = close + 1;
        }
        parts.push(Part::Text(text[at..].to_owned()));
        Ok(Self { parts })
    }

    /// The expressions in it.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.parts.iter().filter_map(|part| match part {
            Part::Value(of) => Some(of),
            Part::Text(_) | Part::Key { .. } => None,
        })
    }

    /// The actions whose keys it shows, each with the command for the line interface.
    pub fn keys(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parts.iter().filter_map(|part| match part {
            Part::Key { action, command } => Some((action.as_str(), command.as_str())),
            Part::Text(_) | Part::Value(_) => None,
        })
    }

    /// The text with its numbers, and with keys, or with commands whose words are joined
    /// by no-break spaces.
    ///
    /// # Errors
    /// When an expression has no value.
    pub fn shown(&self, scope: Scope<'_>, key_of: KeyOf<'_>) -> Result<String, NoValue> {
        self.filled(scope, &|action, command| {
            key_of(action).unwrap_or_else(|| command.replace(' ', "\u{a0}"))
        })
    }

    /// The text with its numbers, and with the result of `show` for actions and their commands.
    fn filled(
        &self,
        scope: Scope<'_>,
        show: &dyn Fn(&str, &str) -> String,
    ) -> Result<String, NoValue> {
        let mut shown = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => shown.push_str(text),
                Part::Value(of) => shown.push_str(&written(of.value(scope)?)),
                Part::Key { action, command } => shown.push_str(&show(action, command)),
            }
        }
        Ok(shown)
    }

    /// The text with its numbers, and with commands as they are typed.
    ///
    /// # Errors
    /// When an expression has no value.
    pub fn line(&self, scope: Scope<'_>) -> Result<String, NoValue> {
        self.filled(scope, &|_, command| command.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::expression::Values;
    use hitscan_geom::Fraction;

    #[test]
    fn braces_show_numbers_and_keys_or_commands() {
        let template = Template::parse("Look with {why|why L A}: {n / 2} of {n}.").expect("read");
        let values = Values::from([("n".to_owned(), Fraction::from(5))]);
        let scope = Scope { values: &values, sandbox: None };
        let line = template.line(scope).expect("it has values");
        assert_eq!(line, "Look with why L A: 2.5 of 5.");
        let held = template.shown(scope, &|_| None).expect("it has values");
        assert_eq!(held, "Look with why\u{a0}L\u{a0}A: 2.5 of 5.");
        let keys = |action: &str| (action == "why").then(|| "w".to_owned());
        let screen = template.shown(scope, &keys).expect("it has values");
        assert_eq!(screen, "Look with w: 2.5 of 5.");
    }

    #[test]
    fn a_brace_at_fault_says_where() {
        let fault = |text| Template::parse(text).map_err(|fault| (fault.at, fault.message));
        assert_eq!(fault("a {n"), Err((2, "a closing } is missing".to_owned())));
        assert_eq!(fault("a {n n}"), Err((5, "an operation, or nothing more".to_owned())));
    }
}
