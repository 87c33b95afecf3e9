//! The help: the keys that its pages name, and keys that do nothing in it.

use hitscan::tested::app::{App, ColorDepth, HelpPage, KeyPress, Message, config::Config};
use hitscan_core::methods::Method;

use crate::keyboard::{press, pressed, rows, start, type_line};

/// The page, and its first visible row; `None` if the help is closed.
fn at(app: &App) -> Option<(&'static str, usize)> {
    app.screen.help.as_ref().map(|help| (help.page.title(), help.top))
}

/// The pages name every key as the key map has it.
#[test]
fn pages_name_the_current_keys() {
    let keys = "undo = \"F5\"\nhelp = \"F2\"\nlog = \"F3\"\nadd-box = \"F4\"\nfilter = \"F6\"\n";
    let config = Config::parse(&format!("[keys]\n{keys}")).expect("a configuration");
    let mut app = pressed(start().with_config(&config, ColorDepth::Sixteen), "F2");
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
fn help_for_a_method_starts_with_its_id() {
    for method in Method::all() {
        let mut app = start();
        type_line(&mut app, &format!("help {}", method.id()));
        let Some(Message::Note(said)) = &app.screen.message else { panic!("{method:?}") };
        assert!(said.starts_with(method.id()), "{said}");
    }
}

/// With Alt and the like a key is a different one, which is unbound.
#[test]
fn keys_with_other_modifiers_do_nothing() {
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    let with = |modifiers, c| KeyPress::from(KeyEvent::new(KeyCode::Char(c), modifiers));
    let seen = |app: &App| (rows(app), at(app), app.engine.sandbox().world().len());
    let (alt, ctrl) = (KeyModifiers::ALT, KeyModifiers::CONTROL);
    for before in ["", ":", "o", "? /", "i", "a b q", "? 2", "Enter"] {
        let mut app = pressed(start(), before);
        let was = seen(&app);
        for modifiers in [alt, KeyModifiers::SUPER, KeyModifiers::META, alt | ctrl] {
            for c in ('a'..='z').chain("0123456789?:/.,".chars()) {
                assert_eq!(app.press(with(modifiers, c)), [], "{before} {modifiers:?} {c}");
            }
        }
        assert_eq!(seen(&app), was, "{before}");
    }
    // A question is answered only by plain letters.
    let mut app = pressed(start(), "a b q");
    for c in ['y', 'w', 'n', 'q'] {
        assert_eq!(app.press(with(ctrl, c)), [], "{c}");
    }
    assert!(app.input.prompt.is_some());
}

#[test]
fn there_is_a_page_for_each_view_of_the_panel() {
    let app = start();
    let keys = HelpPage::ALL.map(|page| page.key(&app.input.keymap).expect("a key"));
    assert_eq!(keys.concat(), "123456");
}
