//! Lists of words in a sentence.

use std::fmt::{Display, Write};

/// `a`, `a or b`, `a, b or c`.
#[must_use]
pub fn any_of<T: Display>(words: impl IntoIterator<Item = T>) -> String {
    joined(words, " or ")
}

/// `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn all_of<T: Display>(words: impl IntoIterator<Item = T>) -> String {
    joined(words, " and ")
}

/// `a`, `a, b`, `a, b, c`.
#[must_use]
pub fn listed<T: Display>(words: impl IntoIterator<Item = T>) -> String {
    joined(words, ", ")
}

fn joined<T: Display>(words: impl IntoIterator<Item = T>, last: &str) -> String {
    let mut words = words.into_iter().peekable();
    let mut text = words.next().map_or_else(String::new, |word| word.to_string());
    while let Some(word) = words.next() {
        let between = if words.peek().is_some() { ", " } else { last };
        let _ = write!(text, "{between}{word}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_like_speech() {
        assert_eq!(any_of(["a"]), "a");
        assert_eq!(any_of(["a", "b", "c"]), "a, b or c");
        assert_eq!(all_of(["a", "b"]), "a and b");
        assert_eq!(listed(["a", "b", "c"]), "a, b, c");
    }
}
