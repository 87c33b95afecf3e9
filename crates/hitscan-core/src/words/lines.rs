//! Lines of text: how many cells they take, and where to break them.

use std::borrow::Cow;
use std::fmt;

use unicode_linebreak::linebreaks;
use unicode_width::UnicodeWidthChar;

use crate::methods::Article;
use crate::world::Name;

/// The spelling of a typographic character that fonts may lack.
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
pub fn cells(c: char) -> usize {
    spelled(c).map_or_else(|| c.width().unwrap_or(0), str::len)
}

/// How many cells a text takes.
pub fn text_cells(text: &str) -> usize {
    text.chars().map(cells).sum()
}

/// How many cells a formatted text takes.
pub fn cells_of(text: fmt::Arguments<'_>) -> usize {
    struct Ruler(usize);
    impl fmt::Write for Ruler {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text_cells(text);
            Ok(())
        }
    }
    let mut ruler = Ruler(0);
    let _ = fmt::Write::write_fmt(&mut ruler, text);
    ruler.0
}

/// `text`, padded with blanks to this column.
pub(super) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text_cells(text))))
}

/// Words that must not end a line: they belong to the next word.
const OPERATORS: [&str; 11] = ["=", "<", "<=", ">", ">=", "≈", "+", "-", "*", "/", "->"];

/// The lines of a text, none wider than `width` cells.
///
/// A line breaks at a blank, but not after an operator, or beside a wide character where the
/// [line breaking of Unicode](https://www.unicode.org/reports/tr14/) allows it. If there is no such
/// place, it breaks at an operator or at a no-break space (U+00A0), else inside a word but
/// not inside a number or a name, and as a last resort anywhere.
pub fn wrapped(text: &str, width: usize) -> impl Iterator<Item = &str> {
    broken(text, width, |word| !OPERATORS.contains(&word))
}

/// [`wrapped`], except that a single letter stays with the next word: `v` with its value.
pub fn wrapped_values(text: &str, width: usize) -> impl Iterator<Item = &str> {
    broken(text, width, |word| {
        word.len() > 1 || !word.starts_with(|c: char| c.is_ascii_alphabetic())
    })
}

/// Lines that end only after words that may end one.
fn broken(text: &str, width: usize, may_end: impl Fn(&str) -> bool) -> impl Iterator<Item = &str> {
    let mut rest = text.trim();
    let all = rest;
    let breaks = breaks_beside_wide(all);
    std::iter::from_fn(move || {
        if rest.is_empty() || width == 0 {
            return None;
        }
        let begin = all.len() - rest.len();
        let breaks_at = |at: usize| breaks.binary_search(&(begin + at)).is_ok();
        let (line, after) = rest.split_at(line_end(rest, width, &may_end, &breaks_at));
        rest = after.trim_start_matches(' ');
        Some(line.trim_end())
    })
}

/// Where a line may break beside a wide character, in bytes and in order. Scripts with blanks break
/// only there.
fn breaks_beside_wide(text: &str) -> Vec<usize> {
    if text.is_ascii() {
        return Vec::new();
    }
    let is_wide = |c: Option<char>| c.and_then(UnicodeWidthChar::width) == Some(2);
    let beside =
        |at: usize| is_wide(text[..at].chars().next_back()) || is_wide(text[at..].chars().next());
    linebreaks(text).map(|(at, _)| at).filter(|&at| at < text.len() && beside(at)).collect()
}

/// Where the first line of `text` ends, in bytes: after at least one character. `breaks_at` tells
/// where it may break beside a wide character.
fn line_end(
    text: &str,
    width: usize,
    may_end: &impl Fn(&str) -> bool,
    breaks_at: &impl Fn(usize) -> bool,
) -> usize {
    let mut used = 0;
    let (mut end, mut emergency_end, mut token_end) = (None, None, None);
    let (mut before, mut word_start) = (None, 0);
    for (at, c) in text.char_indices() {
        let after_blank = before.is_none_or(is_blank);
        if is_blank(c) {
            emergency_end = Some(at);
            if c == ' ' && (after_blank || may_end(&text[word_start..at])) {
                end = Some(at);
            }
        } else if after_blank {
            word_start = at;
        } else if breaks_at(at) {
            end = Some(at);
        } else if used <= width && is_token_end(&text[word_start..at], c) {
            token_end = Some(at);
        }
        used += cells(c);
        if used > width && at > 0 && !is_blank(c) {
            let mut ends = [end, emergency_end, token_end].into_iter().flatten();
            return ends.find(|&end| end > 0).unwrap_or(at);
        }
        before = Some(c);
    }
    text.len()
}

const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}')
}

/// Whether a number, a name or a joining sign ends before `c`: `12..`, `1,`, `(`.
fn is_token_end(word: &str, c: char) -> bool {
    let joins = |c: char| matches!(c, ',' | ';' | ':' | '/' | '*' | '(' | ')' | '>');
    (word.ends_with("..") || word.ends_with(joins)) && !joins(c) && c != '.'
}

/// A text for a terminal that shows no Japanese: titles of articles are in English, and dots stand
/// for what else is quoted from them.
pub fn without_japanese(text: &str) -> Cow<'_, str> {
    /// The first character of the scripts of East Asia, and of their punctuation.
    const FIRST: char = '\u{2e80}';
    /// The sign for a union, which one of them prints.
    const UNION: char = '∪';
    if !text.chars().any(|c| c >= FIRST || c == UNION) {
        return Cow::Borrowed(text);
    }
    let titled = Article::all().iter().fold(text.to_owned(), |text, article| {
        let [title, english] = article.headings;
        text.replace(title, english)
    });
    let mut shown = String::new();
    for c in titled.chars() {
        match c {
            UNION => shown.push_str("the sign of a union"),
            _ if c < FIRST => shown.push(c),
            _ if shown.ends_with("...") => {}
            _ => shown.push_str("..."),
        }
    }
    Cow::Owned(shown)
}

/// A name in at most `room` columns. One that is too long is cut, with a sign for that, but keeps a
/// number at its end.
pub fn cut_name(name: &Name, room: usize, sign: &str) -> String {
    let name = name.as_str();
    if name.len() <= room {
        return name.to_owned();
    }
    let number = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let sign_cols = sign.chars().count();
    let number = if number + 1 + sign_cols <= room { &name[name.len() - number..] } else { "" };
    let beginning = &name[..room.saturating_sub(sign_cols + number.len())];
    format!("{beginning}{sign}{number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_in_english_and_quotes_left_out_where_japanese_cannot_be_shown() {
        for (text, shown) in [
            (
                "edges of a box, in 矩形と線分の当たり判定",
                "edges of a box, in Rectangle and segment",
            ),
            ("its prose: 負になっていれば, if negative.", "its prose: ..., if negative."),
            ("(小さい or 以下)", "(... or ...)"),
            ("printed: ∪, which is or", "printed: the sign of a union, which is or"),
            ("Übung ≈ 3", "Übung ≈ 3"),
        ] {
            assert_eq!(without_japanese(text), shown);
        }
    }

    #[test]
    fn lines_break_at_blanks_if_there_are_any() {
        let lines = |text, width| wrapped(text, width).collect::<Vec<_>>();
        assert_eq!(lines("one two three", 7), ["one two", "three"]);
        assert_eq!(lines("one two three", 8), ["one two", "three"]);
        assert_eq!(lines("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(lines("矩形と矩形", 5), ["矩形", "と矩", "形"]);
        assert_eq!(lines("so z < 0 holds", 6), ["so z", "< 0", "holds"]);
        assert_eq!(lines("on x\u{a0}(3/4 = .75) too", 9), ["on x\u{a0}(3/4", "= .75)", "too"]);
        assert_eq!(lines("last, x\u{a0}(1)", 8), ["last,", "x\u{a0}(1)"]);
        assert_eq!(lines("abcdefghij k", 4), ["abcd", "efgh", "ij k"]);
        assert_eq!(lines("-12.345..67.89: apart", 14), ["-12.345..", "67.89: apart"]);
        assert_eq!(lines("17/1234567", 8), ["17/", "1234567"]);
        assert_eq!(lines("(1.25,-2.5)", 7), ["(1.25,", "-2.5)"]);
        let values = |text, width| wrapped_values(text, width).collect::<Vec<_>>();
        assert_eq!(values("A box x 1..2 v 0,0", 14), ["A box x 1..2", "v 0,0"]);
        assert_eq!(values("v 1000,1000", 5), ["v", "1000,", "1000"], "there must be a break");
        assert_eq!(
            lines("source: DirectX「線分と線分の交差判定」で外積", 31),
            ["source: DirectX「線分と線分の交", "差判定」で外積"]
        );
        assert_eq!(lines("矩形「線", 6), ["矩形", "「線"], "an opening bracket ends no line");
        assert_eq!(lines("矩形線」", 6), ["矩形", "線」"], "a closing one begins none");
        assert_eq!(lines("跳ねた。次に", 7), ["跳ね", "た。次", "に"], "nor does a full stop");
        assert_eq!(lines("ボックスと", 4), ["ボッ", "クス", "と"], "nor a small letter");
        assert_eq!(lines("キーw を押す", 6), ["キーw", "を押す"]);
        assert_eq!(lines("", 5), [""; 0]);
        assert_eq!(lines("abc", 0), [""; 0]);
    }
}
