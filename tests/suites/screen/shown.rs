//! The text on the screen after keys.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use hitscan::tested::app::{App, Effect, Model, Monitor};

use crate::keyboard::{fault, press, pressed, rows, start, type_line};

/// An app after these keys, and its screen.
fn screen_after(keys: &str) -> (App, Vec<String>) {
    screen_of(start(), keys)
}

fn screen_of(app: App, keys: &str) -> (App, Vec<String>) {
    let app = pressed(app, keys);
    let rows = rows(&app);
    (app, rows)
}

/// Stops a command at its tenth question, and stores its messages.
#[derive(Default)]
struct StopsSoon {
    asked: Cell<usize>,
    shown: Rc<RefCell<Vec<String>>>,
}

impl Monitor for StopsSoon {
    fn begins(&self, model: Model<'_>) {
        assert!(model.input.prompt.is_none(), "the line is closed by then");
        self.asked.set(0);
    }

    fn asks_to_stop(&self, progress: &dyn Fn() -> String) -> bool {
        self.shown.borrow_mut().push(progress());
        self.asked.replace(self.asked.get() + 1) == 9
    }
}

/// The frames that were made stay.
#[test]
fn a_long_step_stops_on_request_and_says_where() {
    let mut app = start();
    let monitor = StopsSoon::default();
    let shown = Rc::clone(&monitor.shown);
    app.monitored.monitor = Some(Rc::new(monitor));
    type_line(&mut app, "step 4000000000");
    let frame = app.engine.sandbox().world().frame();
    assert!((1..100_000).contains(&frame), "{frame}");
    assert_eq!(fault(&app), format!("interrupted after {frame} of 4000000000 frames"));
    let shown = shown.borrow();
    assert!(shown.iter().all(|text| text.starts_with("step ")), "{shown:?}");
    assert!(shown.iter().all(|text| text.ends_with("of 4 000 000 000   Esc stops")), "{shown:?}");
    assert!(shown.is_sorted_by(|a, b| a != b), "it goes on: {shown:?}");
}

/// Drawing costs as much as is visible, however long the log is.
#[test]
fn drawing_an_unchanged_log_filters_no_record_again() {
    let mut app = start();
    for line in ["response bounce", "box W 60 0 2 99", "box V 40 0 2 99", "box M 50 40 2 2"] {
        type_line(&mut app, line);
    }
    for line in ["fixed V on", "fixed W on", "velocity M 8 0", "step 2000"] {
        type_line(&mut app, line);
    }
    assert!(app.engine.sandbox().log().len() > 900, "{}", app.engine.sandbox().log().len());
    for line in ["log hits", "log wrong", "filter M", "filter nothing"] {
        type_line(&mut app, line);
        (app, _) = screen_of(app, "");
        let before = app.engine.sandbox().records_examined();
        (app, _) = screen_of(app, "");
        assert_eq!(app.engine.sandbox().records_examined(), before, "{line}: drawn again");
        (app, _) = screen_of(app, ".");
        let made = app.engine.sandbox().history().last_records().count() as u64;
        assert_eq!(app.engine.sandbox().records_examined(), before + made, "{line}: after a frame");
    }
}

/// The key table has these keys everywhere.
#[test]
fn the_screen_can_be_suspended_or_repainted_whatever_is_open() {
    for keys in ["", "Enter", "?", "? b", ": m", "o", "o b", "i", "i Enter 1", "z", "W", "a b q"] {
        for (key, effect) in [("Ctrl-Z", Effect::Suspend), ("Ctrl-L", Effect::Repaint)] {
            let (_, before) = screen_after(keys);
            let mut app = pressed(start(), keys);
            assert_eq!(press(&mut app, key), [effect], "{keys} {key}");
            assert_eq!(screen_of(app, "").1, before, "{keys} {key}");
        }
    }
}
