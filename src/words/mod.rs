//! Every sentence shown to a person, in one place, so that a second language is
//! a second column.
//!
//! Tokens (HIT, sides, ids, commands, keys) are no sentences: they are the same
//! in every language and live with what they name.

mod nearest;

pub use nearest::nearest;
