//! The symbols of cells: what of them a terminal can show, and whose width is certain.

use unicode_width::UnicodeWidthStr;

use super::features::Charset;

/// The symbol as far as the terminal can show it. Control characters never get through, even if the
/// picture has some.
pub(super) fn showable(symbol: &str, charset: Charset) -> &str {
    if let [b' '..=b'~'] = symbol.as_bytes() {
        // The fast path for nearly all cells.
        return symbol;
    }
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
    if let [ascii] = symbol.as_bytes() {
        return Some(char::from(*ascii));
    }
    let mut characters = symbol.chars();
    let single = characters.next().filter(|_| characters.next().is_none())?;
    (symbol.width() == 1).then_some(single)
}

#[cfg(test)]
mod tests {
    use super::*;

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
