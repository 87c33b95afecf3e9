//! Lines of text: how many cells they take, and where they are broken.

use std::fmt;

use unicode_width::UnicodeWidthChar;

/// How a typographic sign is written where fonts may lack it.
pub const fn spelled(c: char) -> Option<&'static str> {
    match c {
        '…' => Some("..."),
        '±' => Some("+-"),
        '–' | '—' => Some("-"),
        '‘' | '’' => Some("'"),
        '“' | '”' => Some("\""),
        _ => None,
    }
}

/// How many cells a character takes.
#[must_use]
pub fn cells(c: char) -> usize {
    spelled(c).map_or_else(|| c.width().unwrap_or(0), str::len)
}

/// How many cells a text takes.
#[must_use]
pub fn cells_of(text: fmt::Arguments<'_>) -> usize {
    struct Ruler(usize);
    impl fmt::Write for Ruler {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text.chars().map(cells).sum::<usize>();
            Ok(())
        }
    }
    let mut ruler = Ruler(0);
    let _ = fmt::Write::write_fmt(&mut ruler, text);
    ruler.0
}

/// The lines of a text that is broken at blanks so as to be at most `width`
/// cells wide; a word that is wider is broken where it must be.
pub fn wrapped(text: &str, width: usize) -> impl Iterator<Item = &str> {
    broken(text, width, |_| true)
}

/// The same, but a letter alone stays with what follows: `v` with its value.
pub fn wrapped_values(text: &str, width: usize) -> impl Iterator<Item = &str> {
    broken(text, width, |line| {
        let word = line.rsplit(' ').next().unwrap_or_default();
        word.len() > 1 || !word.starts_with(|c: char| c.is_ascii_alphabetic())
    })
}

/// Lines that end at the blanks before which this may be the line.
fn broken(text: &str, width: usize, may_end: impl Fn(&str) -> bool) -> impl Iterator<Item = &str> {
    let mut rest = text.trim();
    std::iter::from_fn(move || {
        if rest.is_empty() || width == 0 {
            return None;
        }
        let (line, after) = rest.split_at(line_end(rest, width, &may_end));
        rest = after.trim_start();
        Some(line.trim_end())
    })
}

/// Where the first line of `text` ends, in bytes: after at least one character.
fn line_end(text: &str, width: usize, may_end: &impl Fn(&str) -> bool) -> usize {
    let mut used = 0;
    let mut blank = None;
    for (at, c) in text.char_indices() {
        if c == ' ' && may_end(&text[..at]) {
            blank = Some(at);
        }
        used += cells(c);
        if used > width && at > 0 && c != ' ' {
            return blank.filter(|&blank| blank > 0).unwrap_or(at);
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks_where_there_are_any() {
        let lines = |text, width| wrapped(text, width).collect::<Vec<_>>();
        assert_eq!(lines("one two three", 7), ["one two", "three"]);
        assert_eq!(lines("one two three", 8), ["one two", "three"]);
        assert_eq!(lines("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(lines("矩形と矩形", 5), ["矩形", "と矩", "形"]);
        let values = |text, width| wrapped_values(text, width).collect::<Vec<_>>();
        assert_eq!(values("A box x 1..2 v 0,0", 14), ["A box x 1..2", "v 0,0"]);
        assert_eq!(values("v 1000,1000", 5), ["v 100", "0,100", "0"], "there must be a break");
        assert_eq!(lines("", 5), [""; 0]);
        assert_eq!(lines("abc", 0), [""; 0]);
    }
}
