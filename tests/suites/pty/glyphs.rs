//! One long session through every view: `--glyphs ascii` sends only ASCII, and `basic` only the
//! glyphs of old fonts. Titles may be in any script.

use std::collections::BTreeSet;

use hitscan_core::methods::Method;

use crate::terminal::{Start, Terminal};

/// The glyphs besides ASCII that the design allows.
const BASIC: &str = "─│┌┐└┘├┤┬┴┼═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬░▐█▌▀▄●○×►◄▲▼◆·≈…½¼";

/// Input, and what must then be on the screen: every view, layers, lists, prompts, help, errors,
/// other scenes.
const SESSION: &[(&str, &str)] = &[
    ("\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C", "5 B>A TOUCH left end ~"),
    ("2n", "on the way"),
    ("wnnn", "left 16 <="),
    ("4", "width"),
    ("1y", "g grid"),
    ("cynydygybysye", "three ends if it bounced"),
    ("\x1b[C", "6 B>A HIT left start"),
    ("z", "z all"),
    ("z\t", "MOVE L laser"),
    ("t\x1b[C", "TURN L laser"),
    ("e", "END 2 L laser"),
    ("v\x1b[C", "SPEED L"),
    ("m  ", "MOVE L laser"),
    ("Z", "Caps Lock?"),
    (":polygon", "add a polygon with these vertices"),
    (" P 1 2", "next: Y1"),
    ("\r", "X2"),
    ("\x1b", "MOVE L laser"),
    (":set L.left 3\r", "a laser has the fields"),
    ("\x1b", "MOVE L laser"),
    ("ab", "MOVE C box"),
    ("i1.2345\r", "1.2345: at most three"),
    ("\x1b", "VALUES C box"),
    ("\x1b", "MOVE C box"),
    ("?", "HELP Here"),
    ("/these vert", "X2 Y2 X3 Y3"),
    ("\x1b", "HELP Commands"),
    ("\x1b", "MOVE C box"),
    (":describe\r", ":describe"),
    (":query\r", ":query"),
    (":expect\r", "the scene has it now"),
    ("q", "Not saved:"),
    ("n", "MOVE C box"),
    (":open rounding\r", "Open rounding"),
    ("y", "MOVE L laser"),
    ("wn\r\r", "edges f32"),
    ("\x1b", "MOVE L laser"),
    ("o", "Rectangle and segment"),
    ("three-ways", "1 of 1"),
    ("\r", "MOVE B box"),
    (".ye2", "on the way"),
    (":method predict-corner\r", "left-right !"),
    ("wynyd", "no depth"),
];

fn play(terminal: &mut Terminal) {
    terminal.wait_for("the first picture", |screen| screen.status().starts_with("MOVE B"));
    for (typed, wanted) in SESSION {
        terminal.send(typed);
        let found = |row: &String| {
            row.split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .to_lowercase()
                .contains(&wanted.to_lowercase())
        };
        terminal.wait_for(wanted, |screen| screen.rows.iter().any(found));
    }
    assert_eq!(terminal.send(":quit\r").wait_for_clean_end(), 0);
}

/// The characters sent that are neither ASCII nor among these.
fn strangers(written: &[u8], allowed: &str) -> BTreeSet<char> {
    let text = std::str::from_utf8(written).expect("no character is torn");
    text.chars().filter(|c| !c.is_ascii() && !allowed.contains(*c)).collect()
}

/// Titles of the articles that the methods come from, and quotes from them.
fn titles() -> String {
    let titles = Method::all().filter_map(Method::source).map(|source| source.title);
    titles.chain(["小さい", "以下"]).collect()
}

#[test]
fn ascii_sends_nothing_of_ours_outside_ascii() {
    for size in [(80, 24), (120, 40)] {
        let mut terminal = Start::hitscan(["--glyphs", "ascii"]).size(size.0, size.1).run();
        play(&mut terminal);
        assert_eq!(strangers(&terminal.written(), &titles()), BTreeSet::new());
    }
}

/// Characters without any replacement become question marks.
#[test]
fn a_locale_without_utf_8_gets_only_ascii() {
    let mut terminal = Start::hitscan([""; 0]).env("LANG", "C").run();
    play(&mut terminal);
    assert!(terminal.written().is_ascii());
}

#[test]
fn basic_sends_only_the_glyphs_of_old_fonts() {
    let mut terminal = Start::hitscan(["--glyphs", "basic"]).run();
    play(&mut terminal);
    let allowed = titles() + BASIC;
    assert_eq!(strangers(&terminal.written(), &allowed), BTreeSet::new());
}
