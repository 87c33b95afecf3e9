//! The symbols of cells: what of them a terminal can show, and whose width is certain.

use unicode_width::UnicodeWidthStr;

use super::features::Charset;

/// A character that is in most pictures, and one column wide on every terminal that can show it:
/// printable ASCII, lines, blocks, braille and the dots of a grid. The fast path for nearly all
/// cells.
#[inline]
pub(super) fn common(symbol: &str) -> Option<char> {
    let c = match symbol.as_bytes() {
        [ascii @ b' '..=b'~'] => return Some(char::from(*ascii)),
        [0xc2, 0xb7] => return Some('·'),
        [0xe2, 0x94..=0x96 | 0xa0..=0xa3, _] => symbol.chars().next()?,
        _ => return None,
    };
    matches!(c, '\u{2500}'..='\u{259f}' | '\u{2800}'..='\u{28ff}').then_some(c)
}

/// The symbol as far as the terminal can show it. Control characters never get through, even if the
/// picture has some.
pub(super) fn showable(symbol: &str, charset: Charset) -> &str {
    let is_unfit = |c: char| c.is_control() || (charset == Charset::Ascii && !c.is_ascii());
    match (symbol, symbol.chars().any(is_unfit)) {
        ("", _) => " ",
        (fit, false) => unjoined(fit),
        (wide, true) if wide.width() == 2 => "??",
        (sign, true) => in_ascii(sign),
    }
}

/// The first of several joined characters, such as flags and families: terminals rarely agree on
/// the width of the whole.
fn unjoined(symbol: &str) -> &str {
    let joins = |c: char| matches!(c, '\u{200d}' | '\u{fe0f}' | '\u{1f1e6}'..='\u{1f1ff}');
    if !symbol.chars().any(joins) {
        return symbol;
    }
    let first = symbol.chars().next().map_or(0, char::len_utf8);
    match (&symbol[..first], symbol.width()) {
        (first, width) if first.width() == width && !first.chars().any(joins) => first,
        (_, 2) => "??",
        _ => "?",
    }
}

/// The ASCII replacement for a glyph, for a terminal with ASCII only that shows a picture made for
/// another.
fn in_ascii(sign: &str) -> &'static str {
    match sign.chars().next().unwrap_or_default() {
        '─' | '━' | '═' => "-",
        '│' | '┃' | '║' => "|",
        '\u{2504}'..='\u{257f}' => "+",
        '\u{2580}'..='\u{259f}' => "#",
        '\u{2801}'..='\u{28ff}' | '·' => ".",
        '×' => "x",
        '●' | '○' => "o",
        '►' => ">",
        '◄' => "<",
        '▲' => "^",
        '▼' => "v",
        '◆' => "*",
        '≈' => "~",
        _ => "?",
    }
}

/// A single character of one column. Terminals agree on the width of these only.
pub(super) fn narrow(symbol: &str) -> Option<char> {
    let mut characters = symbol.chars();
    let single = characters.next().filter(|_| characters.next().is_none())?;
    (symbol.width() == 1).then_some(single)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_characters_are_narrow_and_shown_as_they_are() {
        let of_all = (0..=char::MAX as u32).filter_map(char::from_u32).map(String::from);
        for symbol in of_all.filter(|symbol| common(symbol).is_some()) {
            assert_eq!(common(&symbol), narrow(&symbol), "{symbol:?}");
            assert_eq!(showable(&symbol, Charset::Utf8), symbol);
        }
        assert_eq!(["a", "·", "─", "⣿"].map(common), ['a', '·', '─', '⣿'].map(Some));
        assert_eq!(["é", "→", "箱", "\x1b", "ab", ""].map(common), [None; 6]);
    }

    #[test]
    fn control_and_unsupported_characters_become_question_marks() {
        let all = |symbol| showable(symbol, Charset::Utf8);
        let few = |symbol| showable(symbol, Charset::Ascii);
        assert_eq!([all("\x1b"), all("\u{9b}"), all("─")], ["?", "?", "─"]);
        assert_eq!(
            [all("👨‍👩‍👧"), all("🇯🇵"), all("❤️"), all("e\u{301}")],
            ["👨", "??", "??", "e\u{301}"]
        );
        assert_eq!([few("─"), few("é"), few("箱"), few("a")], ["-", "?", "??", "a"]);
    }
}
