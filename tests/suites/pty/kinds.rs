//! Terminals of every kind: their names, what they can show and answer, and the position of their
//! cursor.

use std::time::{Duration, Instant};

use crate::terminal::{Screen, Start, Terminal};

/// The position of the verdict.
const VERDICT_ROW: u16 = 3;
const PANEL: u16 = 48;

const ASKED: &[u8] = b"\x1b[6n";

fn started(start: Start) -> Terminal {
    let terminal = start.run();
    terminal.wait_for("the first picture", |screen| {
        screen.contains("q quit") && screen.status().starts_with("MOVE B")
    });
    terminal
}

/// The screen after some keys of every kind, in a theme that depends on no answer.
fn picture(term: &str) -> (Terminal, Screen) {
    let mut terminal = started(Start::hitscan(["--theme", "terminal"]).env("TERM", term));
    terminal.keys("Right Right Right Right Right Right Left w 1");
    let done = |screen: &Screen| screen.header().contains("7/7") && screen.contains("┤1 Log├");
    let screen = terminal.wait_for("the keys to be done", done);
    (terminal, screen)
}

#[test]
fn every_terminal_shows_the_same_without_queries() {
    let (_, expected) = picture("xterm-256color");
    for term in ["xterm", "screen-256color", "tmux-256color", "linux", "vt100", "unheard-of"] {
        let (mut terminal, screen) = picture(term);
        // The Linux console has neither dots nor heavy lines.
        if term != "linux" {
            assert_eq!(screen, expected, "{term}");
        }
        assert_eq!(terminal.keys("q").wait_for_clean_end(), 0, "{term}");
        let written = terminal.written();
        let sequences = written.windows(2).filter(|pair| pair[0] == 0x1b);
        // No string sequences, which old terminals print: the VT100 knows CSI sequences, saving and
        // restoring the cursor, and reverse index.
        let is_known = |pair: &[u8]| matches!(pair[1], b'[' | b'7' | b'8' | b'M');
        assert!(sequences.clone().all(is_known), "{term}");
        for question in [&b"c"[..], b"n", b"$p", b"?u"] {
            let asks = written.split(|&byte| byte == 0x1b).any(|rest| {
                let number =
                    |byte: &u8| byte.is_ascii_digit() || matches!(byte, b';' | b'>' | b'?');
                rest.strip_prefix(b"[").is_some_and(|rest| {
                    let digits = rest.iter().take_while(|byte| number(byte)).count();
                    rest[digits..].starts_with(question)
                })
            });
            assert!(!asks, "{term} was asked {}", question.escape_ascii());
        }
        // Presses and drags of the mouse, but not its every move.
        let mouse = [&b"\x1b[?1000h"[..], b"\x1b[?1002h", b"\x1b[?1003h", b"\x1b[?1006h"];
        assert_eq!(mouse.map(|mode| terminal.times_written(mode)), [0, 1, 0, 1], "{term}");
    }
}

/// The VT100 itself could not delete and insert cells.
#[test]
fn an_old_terminal_gets_no_sequence_it_does_not_know() {
    let edits = |term: &str| {
        let mut terminal = started(Start::hitscan([""; 0]).env("TERM", term));
        terminal.keys("Right").wait_for_text("frame 1");
        terminal.times_written(b"\x1b[P") + terminal.times_written(b"\x1b[@")
    };
    assert_eq!(edits("vt100"), 0);
    assert!(edits("xterm") > 0);
}

#[test]
fn more_colours_are_sent_on_request() {
    let sent = |color: &str, code: &[u8]| {
        let mut terminal = started(Start::hitscan(["--color", color]));
        terminal.keys("Right Right Right Right Right Right").wait_for_text("HIT");
        terminal.times_written(code)
    };
    assert_eq!(sent("16", b"38;") + sent("never", b"38;"), 0);
    assert!(sent("256", b"38;5;33m") > 0);
    // The terminal's own theme has only these additional colours, which suit any background.
    assert!(sent("true", b"38;5;33m") > 0);
}

#[test]
fn the_cursor_rests_at_the_verdict_and_in_the_line_being_typed() {
    let mut terminal = started(Start::hitscan([""; 0]));
    for keys in ["", "Right", "Right Right Right", "w", "Tab", "1", "Right"] {
        terminal.keys(keys);
        rests(&terminal, "at the verdict", |(row, column)| row == VERDICT_ROW && column >= PANEL);
    }
    terminal.keys("Colon m o v e");
    rests(&terminal, "after what is typed", |cursor| cursor == (22, 5));
    terminal.keys("Left Left");
    rests(&terminal, "between the letters", |cursor| cursor == (22, 3));
    terminal.keys("Esc");
    rests(&terminal, "at the verdict", |(row, column)| row == VERDICT_ROW && column >= PANEL);
    assert!(terminal.screen().modes.hidden_cursor);
}

#[track_caller]
fn rests(terminal: &Terminal, what: &str, is_there: impl Fn((u16, u16)) -> bool) {
    let begun = Instant::now();
    while !is_there(terminal.cursor()) {
        let late = begun.elapsed() > Duration::from_secs(20);
        assert!(!late, "{what}: it is at {:?}\n{}", terminal.cursor(), terminal.screen());
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn in_japanese(arguments: &[&str]) -> Terminal {
    Start::hitscan(arguments).env("LANG", "ja_JP.UTF-8").run()
}

#[test]
fn if_lines_may_be_wide_the_terminal_is_asked_once_and_its_answer_applies() {
    for (answer, shown, not_shown) in [("\x1b[2;3R", "+", "┌"), ("\x1b[2;2R", "┌", "+-")] {
        let mut terminal = in_japanese(&[]);
        terminal.wait_for_bytes(ASKED, 1);
        // Typed in the meantime, and not lost.
        let screen = terminal.send(&format!("\x1b[C{answer}\x1b[C")).wait_for_text("frame 2");
        assert!(screen.contains(shown) && !screen.contains(not_shown), "{answer:?}\n{screen}");
        assert_eq!(terminal.times_written(ASKED), 1);
        terminal.quit();
    }
}

#[test]
fn a_terminal_that_does_not_answer_gets_lines_after_a_short_wait() {
    let mut terminal = in_japanese(&[]);
    terminal.wait_for_bytes(ASKED, 1);
    let screen = terminal.wait_for_text("start two boxes");
    assert!(screen.contains("┌"), "{screen}");
}

#[test]
fn a_chosen_glyph_set_needs_no_query() {
    for set in ["lines", "ascii"] {
        let terminal = in_japanese(&["--glyphs", set]);
        terminal.wait_for_text("start two boxes");
        assert_eq!(terminal.times_written(ASKED), 0, "{set}");
    }
    let plain = Start::hitscan([""; 0]).env("LANG", "ja_JP.eucJP").run_to("start two boxes");
    assert_eq!(plain.times_written(ASKED), 0);
}

#[test]
fn a_signal_ends_it_while_it_waits_for_the_answer() {
    let mut terminal = in_japanese(&[]);
    terminal.wait_for_bytes(ASKED, 1);
    terminal.signal(rustix::process::Signal::TERM);
    assert_eq!(terminal.wait_for_clean_end(), 143);
}
