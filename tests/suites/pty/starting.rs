//! Before there is a screen: broken scenes, terminals that cannot show one, and what
//! options choose.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::terminal::Start;

fn directory() -> TempDir {
    tempfile::tempdir().expect("there is room")
}

fn file(directory: &Path, name: &str, bytes: &[u8]) -> String {
    let path = directory.join(name);
    fs::write(&path, bytes).expect("there is room");
    path.to_str().expect("its name is text").to_owned()
}

/// Invalid scenes, each with a part of its message.
fn bad_scenes(directory: &Path) -> Vec<(String, &'static str)> {
    let path = |name: &str| directory.join(name).to_str().expect("it is text").to_owned();
    fs::create_dir(directory.join("folder.toml")).expect("there is room");
    vec![
        ("no-such-scene".to_owned(), "no such file"),
        (path("folder.toml"), "a directory"),
        ("/dev/null".to_owned(), "device"),
        ("\u{1b}[31mred".to_owned(), "no such file"),
        (file(directory, "binary.toml", b"\x7fELF\x02\x01\0\0\xff\xfe"), "UTF-8"),
        (file(directory, "huge.toml", &vec![b'#'; 32 << 20]), "too large"),
        (file(directory, "odd.toml", b"[[box]]\nname = \"A\"\nat = [0, 0]\nsize = 3\n"), ":4:"),
        (file(directory, "control.toml", b"title = \"\x1b[2J\"\n"), ":1:"),
    ]
}

#[test]
fn a_faulty_scene_never_touches_the_terminal() {
    let directory = directory();
    for (scene, part) in bad_scenes(directory.path()) {
        let mut terminal = Start::hitscan([&scene]).size(300, 24).run();
        assert_eq!(terminal.wait_for_clean_end(), 2, "{scene:?}");
        terminal.wait_for_text(part);
        let written = terminal.written();
        // Nothing but the first word is coloured.
        let after = written.strip_prefix(b"\x1b[1m\x1b[31merror:\x1b[0m").unwrap_or(&written);
        assert!(!after.contains(&0x1b), "{scene:?}: {}", written.escape_ascii());
    }
}

#[test]
fn a_terminal_that_cannot_move_its_cursor_gets_lines() {
    for term in ["dumb", ""] {
        let mut terminal = Start::hitscan([""; 0]).env("TERM", term).run();
        terminal.wait_for_text("this terminal cannot move its cursor");
        assert_eq!(terminal.shows("quit leaves").send("quit\n").wait_for_clean_end(), 0);
        assert!(!terminal.written().contains(&0x1b));
    }
}

#[test]
fn the_screen_takes_over_the_terminal() {
    let mut terminal = Start::hitscan([""; 0]).run();
    let screen = terminal.wait_for_text("start two boxes and a laser");
    assert!(screen.modes.alternate_screen);
    assert!(screen.modes.hidden_cursor);
    assert!(screen.modes.bracketed_paste);
    let (now, before) = terminal.line_disciplines();
    assert_ne!(now, before, "keys come one by one");
}

#[test]
fn a_scene_file_of_the_user_is_shown() {
    let directory = directory();
    let scene = "title = \"箱 of mine\"\n[[box]]\nname = \"Q\"\nat = [1, 2]\nsize = [9, 6]\n";
    file(directory.path(), "mine.toml", scene.as_bytes());
    let terminal = Start::hitscan(["mine.toml"]).cwd(directory.path()).run_to("箱 of mine");
    terminal.wait_for_text("Q");
}

#[test]
fn characters_that_the_locale_lacks_are_not_sent() {
    let plain = |start: Start| {
        let terminal = start.run_to("start two boxes");
        terminal.wait_for_text("+");
        terminal.written().is_ascii()
    };
    assert!(plain(Start::hitscan([""; 0]).env("LANG", "C")));
    assert!(plain(Start::hitscan([""; 0]).env("LC_ALL", "POSIX")));
    assert!(plain(Start::hitscan(["--glyphs", "ascii"])));
    Start::hitscan(["--glyphs", "lines"]).env("LANG", "C").run_to("┌");
}

#[test]
fn colours_are_sent_unless_the_user_declines_them() {
    let colored = |start: Start| {
        let mut terminal = start.run_to("start two boxes");
        // A hit, so that everything with a colour is shown.
        terminal.keys("Right Right Right Right Right Right q").wait_for_clean_end();
        let written = terminal.written();
        let codes = written.split(|&byte| byte == 0x1b).filter_map(|rest| {
            let code = std::str::from_utf8(rest.strip_prefix(b"[")?).ok()?;
            code.split_once('m').map(|(numbers, _)| numbers.to_owned())
        });
        let is_color =
            |number: &str| matches!(number.parse(), Ok(30..=38 | 40..=48 | 90..=97 | 100..=107_u8));
        codes.flat_map(|numbers| numbers.split(';').map(is_color).collect::<Vec<_>>()).any(|is| is)
    };
    let start = || Start::hitscan([""; 0]);
    assert!(colored(start()));
    assert!(!colored(start().env("NO_COLOR", "1")));
    assert!(colored(start().env("NO_COLOR", "")), "an empty NO_COLOR says nothing");
    assert!(!colored(Start::hitscan(["--color", "never"])));
    assert!(colored(Start::hitscan(["--color", "16"]).env("NO_COLOR", "1")));
}

const BACKGROUND_QUESTION: &str = "\x1b]11;?\x1b\\\x1b[c";
/// The ground of a static box on a dark background, in 256 colours.
const DARK_GROUND: &[u8] = b"48;5;236";

#[test]
fn a_local_terminal_is_queried_for_its_background_and_the_theme_follows() {
    let start = || Start::hitscan([""; 0]).env("TERM", "xterm-256color");
    let mut terminal = start().run();
    terminal.wait_for_bytes(BACKGROUND_QUESTION.as_bytes(), 1);
    terminal.send("\x1b]11;rgb:1616/1818/1d1d\x1b\\\x1b[?62;22c");
    terminal.wait_for_text("start two boxes");
    assert!(terminal.times_written(DARK_GROUND) > 0);
    terminal.quit();

    // Only the second query is answered in time; the first answer comes late, when nothing waits
    // for it.
    let mut terminal = start().run();
    terminal.wait_for_bytes(BACKGROUND_QUESTION.as_bytes(), 1).send("\x1b[?1;2c");
    terminal.shows("start two boxes").send("\x1b]11;rgb:1616/1818/1d1d\x07");
    terminal.keys("Right Right").wait_for_text("x 13..21");
    assert_eq!(terminal.times_written(DARK_GROUND), 0);
    terminal.quit();
}

#[test]
fn the_background_is_queried_only_if_the_answer_matters_and_arrives_at_once() {
    let start = |arguments: &[&str], term| Start::hitscan(arguments).env("TERM", term);
    let unasked = [
        start(&[], "xterm-256color").env("SSH_TTY", "/dev/pts/0"),
        start(&[], "xterm-256color").env("SSH_CONNECTION", "192.0.2.1 1 192.0.2.2 22"),
        start(&[], "xterm-256color").env("NO_COLOR", "1"),
        start(&[], "screen-256color"),
        start(&[], "linux").env("COLORTERM", "truecolor"),
        start(&[], "xterm"),
        start(&["--theme", "light"], "xterm-256color"),
    ];
    for unasked in unasked {
        let mut terminal = unasked.run_to("start two boxes");
        assert_eq!(terminal.times_written(b"\x1b]"), 0);
        terminal.quit();
    }
    let mut asked = start(&["--theme", "color-blind"], "xterm-256color").run();
    asked.wait_for_bytes(BACKGROUND_QUESTION.as_bytes(), 1);
    asked.shows("start two boxes").quit();
}
