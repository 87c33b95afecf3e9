//! `hitscan run` at a terminal: with line editing, or with plain lines.

use crate::terminal::{Start, Terminal};

fn at_prompt() -> Terminal {
    let terminal = Start::hitscan(["run", "start"]).run_to("quit leaves");
    terminal.wait_for_text(">");
    terminal
}

/// Waits until the last non-blank row is an empty prompt.
fn wait_for_empty_prompt(terminal: &Terminal) {
    terminal.wait_for("an empty prompt", |screen| {
        let mut rows = screen.rows.iter().rev().map(|row| row.trim());
        rows.find(|row| !row.is_empty()) == Some(">")
    });
}

#[test]
fn a_line_can_be_edited_and_an_earlier_one_recalled() {
    let mut terminal = at_prompt();
    // Inserts the "o" of "mve", starting from the left.
    terminal.send("mve B 6 0\x01\x1b[Co\r").wait_for_text("HIT B into A left t=5/6");
    terminal.keys("Up Enter").shows("> move B 6 0").wait_for_text("HIT B into A");
    terminal.send("assert B.left 23\r").shows("> assert B.left 23").send("velo\tB 1 0\r");
    terminal.wait_for_text("> velocity B 1 0");
    // The unfinished line is dropped, and the session continues.
    wait_for_empty_prompt(&terminal);
    terminal.send("nonsense\x03").wait_for_text("> nonsense");
    wait_for_empty_prompt(&terminal);
    assert_eq!(terminal.send("step\r").shows("> step").send("quit\r").wait_for_clean_end(), 0);
}

#[test]
fn the_end_of_input_quits_and_an_error_makes_the_status_1() {
    let mut terminal = at_prompt();
    assert_eq!(terminal.send("\x04").wait_for_clean_end(), 0);
    let mut terminal = at_prompt();
    terminal.send("mvoe B 1 0\r").wait_for_text("ERROR mvoe: no such command. Did you mean move?");
    wait_for_empty_prompt(&terminal);
    assert_eq!(terminal.send("\x04").wait_for_clean_end(), 1);
}

#[test]
fn plain_lines_on_dumb_terminals_and_for_screen_readers() {
    for (name, value) in [("TERM", "dumb"), ("ACCESSIBLE", "1")] {
        for arguments in [&["start"][..], &["run", "start"]] {
            let mut terminal = Start::hitscan(arguments).env(name, value).run_to("quit leaves");
            for (line, answer) in [
                ("move B 6 0", "HIT B into A left t=5/6"),
                ("move B 1 0", "HIT B into A"),
                ("move B 1 0", "frame 3: B box x "),
                ("describe B", "B box x 19..27 y 10..18 v 0,0"),
                ("why B A center-distance", ">"),
                ("mvoe", "ERROR mvoe: no such command. Did you mean move?"),
                ("check", "expect"),
            ] {
                terminal.send(&format!("{line}\n")).wait_for_text(answer);
            }
            assert_eq!(terminal.send("quit\n").wait_for_clean_end(), 1, "a command was at fault");
            let written = String::from_utf8(terminal.written()).expect("it is text");
            // The terminal itself turns each \n into \r\n; nothing else may move the cursor back.
            let plain = written.replace("\r\n", "\n");
            assert!(!plain.contains(|c: char| c.is_control() && c != '\n'), "{plain:?}");
        }
    }
}

#[test]
fn a_prediction_is_asked_for_at_the_prompt_and_enter_skips_it() {
    let at_prompt = |listens: &str| {
        let arguments = if listens == "1" {
            &["--predict", "inside"][..]
        } else {
            &["run", "--predict", "inside"]
        };
        let terminal = Start::hitscan(arguments).env("ACCESSIBLE", listens).run();
        terminal.wait_for_text("frame 0: what is L>A? predict hit, touch or miss");
        terminal
    };
    for listens in ["0", "1"] {
        let mut terminal = at_prompt(listens);
        let asked = |terminal: &Terminal| {
            terminal.wait_for("the question", |screen| {
                let mut rows = screen.rows.iter().rev().map(|row| row.trim());
                rows.find(|row| !row.is_empty()) == Some("L>A?")
            });
        };
        asked(&terminal);
        // The author's note would give the answer away.
        assert!(!terminal.screen().contains("asks only about"), "{}", terminal.screen());
        terminal.send("predict miss\r").wait_for_text("wrong: you said MISS, L>A is HIT inside");
        terminal.wait_for_text("asks only about the four edges, so it does not see a laser");
        wait_for_empty_prompt(&terminal);
        terminal.send("\r").send("move A 1 0\r");
        asked(&terminal);
        terminal.send("\r").shows("skipped: L>A is HIT inside").send("quit\r");
        assert_eq!(terminal.wait_for_clean_end(), 0, "to be wrong is no fault");
    }
}

#[test]
fn input_typed_ahead_or_pasted_is_not_lost() {
    let mut terminal = at_prompt();
    terminal.send("move B 1 0\rmove B 2 0\rmove B 1 0\rdescribe B\r");
    terminal.wait_for_text("B box x 15..23 y 10..18 v 0,0");
    terminal.send("\x1b[200~move B -1 0\ndescribe B\n\x1b[201~\r");
    terminal.wait_for_text("B box x 14..22 y 10..18 v 0,0");
    assert_eq!(terminal.send("quit\r").wait_for_clean_end(), 0);
}

/// Pasted, or typed after Ctrl-V, such characters would otherwise act on the terminal.
#[test]
fn echoed_input_has_no_control_or_bidirectional_characters() {
    let mut terminal = at_prompt();
    terminal.wait_for_bytes(b"\x1b[?2004h", 1);
    terminal.send("\x1b[200~move \u{7}B\u{202e}x\x1b[201~").wait_for_text("> move ?Bx");
    terminal.send("\x16\x1b]0;title");
    terminal.wait_for_text("> move ?Bx]0;title");
    let written = terminal.written();
    assert!(!written.contains(&7), "{}", written.escape_ascii());
    let written = String::from_utf8_lossy(&written);
    assert!(!written.contains('\u{202e}') && !written.contains("\x1b]"), "{written:?}");
}
