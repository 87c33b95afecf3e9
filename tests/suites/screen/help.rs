//! Help: its pages, its keys and the search in it; `help WORD`; the legend and
//! the note in the panel.

use hitscan::app::{App, ColorDepth, HelpPage, KeyPress, Message, Tab, config::Config};
use hitscan_core::methods::Method;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keyboard::{built_in, empty, fault, press, start, type_line, type_text};

fn rows(app: &App) -> Vec<String> {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    hitscan::view::draw(app.model(), &mut buffer);
    let row = |y| (0..80).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..24).map(|y| row(y).trim_end().to_owned()).collect()
}

/// The page, and its first visible row; `None` where help is closed.
fn at(app: &App) -> Option<(&'static str, usize)> {
    app.screen().help.as_ref().map(|help| (help.page.title(), help.top))
}

/// What the status row says.
fn said(app: &App) -> &str {
    match app.screen().message.as_ref() {
        Some(Message::Note(text) | Message::Fault(text)) => text,
        None => "",
    }
}

#[test]
fn keys_turn_the_pages_scroll_them_and_close_help() {
    for (before, keys, after) in [
        ("", "?", Some(("Here", 0))),
        ("", "F1", Some(("Here", 0))),
        ("?", "2", Some(("Keys", 0))),
        ("?", "3", Some(("Commands", 0))),
        ("?", "4", Some(("Words", 0))),
        ("?", "5", Some(("Signs", 0))),
        ("? 5", "1", Some(("Here", 0))),
        ("?", "Tab Tab", Some(("Commands", 0))),
        ("? 5", "Tab", Some(("Here", 0))),
        ("?", "Shift-Tab", Some(("Signs", 0))),
        ("? 4", "j j k", Some(("Words", 1))),
        ("? 4", "Down Down Up", Some(("Words", 1))),
        ("? 4", "PgDn", Some(("Words", 18))),
        ("? 4", "PgDn PgUp", Some(("Words", 0))),
        ("? 4", "G g", Some(("Words", 0))),
        ("? 4", "End Home", Some(("Words", 0))),
        ("? 4 G", "2", Some(("Keys", 0))),
        ("?", "x", Some(("Here", 0))),
        ("?", "q", None),
        ("?", "Esc", None),
        ("?", "?", None),
        ("? 4 G", "Ctrl-C", None),
        ("? / x", "Ctrl-C", None),
    ] {
        let mut app = start();
        press(&mut app, before);
        press(&mut app, keys);
        assert_eq!(at(&app), after, "{before}, then {keys}");
    }
}

/// At either end, the next key in the other direction scrolls back at once.
#[test]
fn help_scrolls_back_from_its_ends_at_once() {
    let top = |keys: &str| {
        let mut app = start();
        press(&mut app, &format!("? 4 {keys}"));
        at(&app).expect("it is open").1
    };
    let last = top("End");
    assert_eq!((top("G"), top("End Down PgDn j")), (last, last));
    assert_eq!(
        (top("End Up"), top("End PgUp"), top("End Down Up")),
        (last - 1, last - 18, last - 1)
    );
    assert_eq!(top("Up PgUp Down"), 1);
}

#[test]
fn the_first_page_says_what_keys_do_here() {
    for (scene, keys, first) in [
        ("start", "", " MOVE: B is selected"),
        ("start", "v", " SPEED: B is selected"),
        ("start", "e", " END: B is selected"),
        ("start", "Tab t", " TURN: L is selected"),
        ("start", "Enter", " in the panel: Log"),
        ("start", "w Enter", " in the panel: Why"),
        ("start", "i", " typing values"),
        ("start", "x x x", " nothing is selected"),
    ] {
        let mut app = built_in(scene);
        press(&mut app, keys);
        press(&mut app, "?");
        let shown = rows(&app);
        assert!(shown[3].starts_with(first), "{keys}: {}", shown[3]);
    }
    let mut app = start();
    press(&mut app, "?");
    assert!(!rows(&app).iter().any(|row| row.contains("turn")), "boxes do not turn");
    assert!(rows(&app).iter().any(|row| row.contains("Push B into A")), "the scene's note");
}

#[test]
fn a_search_goes_through_all_pages() {
    let mut app = start();
    press(&mut app, "? /");
    type_text(&mut app, "PENETRAT");
    assert_eq!(at(&app).map(|(page, _)| page), Some("Words"), "a word that only finds it");
    assert!(rows(&app)[22].starts_with(" HELP  search: PENETRAT   1 of 1"), "{}", rows(&app)[22]);
    let marked =
        |app: &App| rows(app).into_iter().filter(|row| row.contains('>')).collect::<Vec<_>>();
    assert!(marked(&app).iter().any(|row| row.contains(">way out")), "{:?}", marked(&app));

    // Letters that are keys of help are typed, too.
    let mut app = start();
    press(&mut app, "? /");
    type_text(&mut app, "quit q");
    assert!(rows(&app)[22].contains("search: quit q"));
    assert!(rows(&app)[22].contains("not in help"), "{}", rows(&app)[22]);

    let mut app = start();
    press(&mut app, "? / u n d o Enter");
    let mut pages = Vec::new();
    for _ in 0..3 {
        pages.push(at(&app).expect("open").0);
        press(&mut app, "n");
    }
    assert_eq!(pages, ["Here", "Keys", "Commands"]);
    assert_eq!(at(&app).expect("open").0, "Here", "around the end");
    press(&mut app, "N");
    assert_eq!(at(&app).expect("open").0, "Commands");

    for (keys, is_searched) in
        [("/ a Esc", false), ("/ Backspace", false), ("/ Enter", false), ("/ a Backspace", true)]
    {
        let mut app = start();
        press(&mut app, &format!("? {keys}"));
        let help = app.screen().help.as_ref().expect("open");
        assert_eq!(help.search.is_some(), is_searched, "{keys}");
    }
}

/// Every key on the pages is that of the key map.
#[test]
fn pages_name_the_keys_of_now() {
    let keys = "undo = \"F5\"\nhelp = \"F2\"\nlog = \"F3\"\nadd-box = \"F4\"\nfilter = \"F6\"\n";
    let config = Config::parse(&format!("[keys]\n{keys}")).expect("a configuration");
    let mut app = start().with_config(&config, ColorDepth::Sixteen);
    press(&mut app, "F2");
    let here = rows(&app);
    assert!(here[0].ends_with("F2 closes") && here[1].contains("F3 Here"), "{here:#?}");
    assert!(here.iter().any(|row| row.contains("F5 r")), "{here:#?}");
    assert!(here[23].starts_with(" F6 search"), "{here:#?}");
    press(&mut app, "2");
    assert!(rows(&app).iter().any(|row| row.starts_with(" F4 a l a p a v")), "{:#?}", rows(&app));
    press(&mut app, "F3");
    assert_eq!(at(&app), Some(("Here", 0)));
    press(&mut app, "F2");
    assert_eq!(at(&app), None);
}

#[test]
fn help_for_a_word_says_what_it_is_or_what_is_nearest() {
    for (line, says) in [
        ("help undo", "undo [N]: undo the last N changes"),
        ("help rot", "turn [NAME] DEGREES: "),
        ("help Touch", "TOUCH: edges meet, insides do not"),
        ("help labels-swapped", "labels-swapped: it names the axis"),
        ("help zoom-in", "zoom-in, by +: zoom in"),
        ("help side", "side SIDE-METHOD: "),
    ] {
        let mut app = start();
        type_line(&mut app, line);
        assert!(said(&app).starts_with(says), "{line}: {}", said(&app));
    }
    for method in Method::all() {
        let mut app = start();
        type_line(&mut app, &format!("help {}", method.id()));
        assert!(said(&app).starts_with(method.id()), "{}", said(&app));
    }
    let line_fault = |line: &str| {
        let mut app = start();
        type_line(&mut app, line);
        match &app.input().prompt {
            Some(hitscan::app::Prompt::Command(line)) => {
                line.fault().map(ToString::to_string).unwrap_or_default()
            }
            _ => String::new(),
        }
    };
    for (line, why) in [
        ("help tuch", "tuch: no command or word of help. Did you mean TOUCH?"),
        ("help xyzzy", "xyzzy: no command or word of help. \"help\" lists them"),
        ("rot 15", "rot: no such command. Did you mean turn?"),
        ("spin 15", "spin: no such command. Did you mean turn?"),
        ("xyzzy", "xyzzy: no such command. \"help\" lists them"),
    ] {
        assert_eq!(line_fault(line), why, "{line}");
    }
}

#[test]
fn the_palette_finds_commands_by_synonyms() {
    for (word, command) in
        [("rot", "turn"), ("spin", "turn"), ("delete", "remove"), ("copy", "duplicate")]
    {
        let mut app = start();
        press(&mut app, ":");
        type_text(&mut app, word);
        let found: Vec<_> = app.input().palette().iter().map(|row| row.name).collect();
        assert_eq!(found.first(), Some(&command), "{word}: {found:?}");
    }
}

#[test]
fn the_legend_and_the_note_are_views_of_the_panel() {
    let mut app = start();
    press(&mut app, "5");
    assert_eq!(app.screen().panel.tab, Tab::Signs);
    let shown = rows(&app);
    assert!(shown[4].ends_with("─ signs ─"), "{}", shown[4]);
    assert!(shown.iter().any(|row| row.contains("this side was hit")));

    for keys in ["y i", ": n o t e Enter"] {
        let mut app = start();
        press(&mut app, &format!("Right {keys}"));
        let answer = app.screen().panel.answer.as_ref().expect("the note");
        assert_eq!(answer.asked, "note");
        assert!(answer.lines[0].starts_with("Push B into A"), "{:?}", answer.lines);
    }
    let mut app = empty();
    press(&mut app, "y i");
    assert_eq!(said(&app), "this scene has no note");
    let mut app = built_in("inside").predicting();
    press(&mut app, "y i");
    assert_eq!(fault(&app), "the note appears after your answer");
}

/// Alt and the like make a key another one, which is bound to nothing.
#[test]
fn keys_with_other_modifiers_do_nothing() {
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    let with = |modifiers, c| KeyPress::from(KeyEvent::new(KeyCode::Char(c), modifiers));
    let seen = |app: &App| (rows(app), at(app), app.sandbox().world().len());
    let (alt, ctrl) = (KeyModifiers::ALT, KeyModifiers::CONTROL);
    for before in ["", ":", "o", "? /", "i", "a b q", "? 2", "Enter"] {
        let mut app = start();
        press(&mut app, before);
        let was = seen(&app);
        for modifiers in [alt, KeyModifiers::SUPER, KeyModifiers::META, alt | ctrl] {
            for c in ('a'..='z').chain("0123456789?:/.,".chars()) {
                assert_eq!(app.press(with(modifiers, c)), [], "{before} {modifiers:?} {c}");
            }
        }
        assert_eq!(seen(&app), was, "{before}");
    }
    // The answers to a question are letters alone.
    let mut app = start();
    press(&mut app, "a b q");
    for c in ['y', 'w', 'n', 'q'] {
        assert_eq!(app.press(with(ctrl, c)), [], "{c}");
    }
    assert!(app.input().prompt.is_some());
}

#[test]
fn there_is_a_page_for_each_view_of_the_panel() {
    let app = start();
    let keys = HelpPage::ALL.map(|page| page.key(&app.input().keymap).expect("a key"));
    assert_eq!(keys.concat(), "12345");
}
