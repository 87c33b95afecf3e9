//! The user's own methods, as the configuration and the command line name them.

use hitscan_core::command::WhySubject;
use hitscan_core::scene::printable;
use hitscan_core::scene::read::{Reader, Table};
use hitscan_core::world::Name;

/// An own method: its name, and the command line of its program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMethodSpec {
    /// Its name.
    pub name: Name,
    /// The program and its arguments: words and quotes, no shell.
    pub command: String,
}

impl OwnMethodSpec {
    /// The most own methods in a session; with more it does not start.
    pub const MOST: usize = 4;

    /// An own method with this name and command.
    ///
    /// # Errors
    /// When the name or the command cannot be used; says what would be right.
    pub fn new(name: &str, command: &str) -> Result<Self, String> {
        let known = Name::new(name).map_err(|why| format!("{}: {why}", printable(name)))?;
        if WhySubject::catalogue().any(|(token, _)| token == name) {
            return Err(format!("{name}: a method of hitscan has that name; choose another"));
        }
        if command.trim().is_empty() {
            return Err(format!("{name}: expected a program and its arguments"));
        }
        Ok(Self { name: known, command: command.to_owned() })
    }

    /// Reads `NAME=COMMAND`.
    ///
    /// # Errors
    /// As [`Self::new`], and when there is no `=`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, command) = text
            .split_once('=')
            .ok_or("expected NAME=COMMAND, such as my_hit='python3 my_hit.py'")?;
        Self::new(name, command)
    }
}

/// The methods of `[own-methods]`.
pub(super) fn own_methods(reader: &mut Reader<'_>, table: &Table<'_>) -> Vec<OwnMethodSpec> {
    const RIGHT: &str = "a program and its arguments between quotation marks";
    let mut methods = Vec::new();
    for field in table.fields() {
        let given = field.given();
        let Some(command) = reader.text_of(&given, RIGHT) else { continue };
        match OwnMethodSpec::new(field.key, &command) {
            Ok(_) if methods.len() == OwnMethodSpec::MOST => {
                let message = format!("there are at most {} own methods", OwnMethodSpec::MOST);
                reader.fault(&field.key_span, field.key.to_owned(), message);
            }
            Ok(method) => methods.push(method),
            Err(why) => reader.refuse(&given, why),
        }
    }
    methods
}
