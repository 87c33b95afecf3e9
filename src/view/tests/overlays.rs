//! The layers of the arena: how each looks, and what none of them may do.

use proptest::prelude::*;
use ratatui::buffer::Buffer;

use super::cases::Cases;
use super::properties::{app, keys, scene};
use super::zoo::{self, Case};
use super::{LANDING, app_after, app_of, pressed, rows, screen, screen_in};
use crate::app::{Action, App, GlyphSet, Layout, Message, Overlay};
use crate::view::Theme;

const SIZE: (u16, u16) = (80, 24);

fn landing(more: &[&str], keys: &str) -> App {
    pressed(app_after(SIZE, &[LANDING, more].concat()), keys)
}

/// The rows of the arena with its rulers.
fn arena(app: &App) -> Vec<String> {
    let layout = app.screen.layout().expect("fits");
    let cols = usize::from(layout.arena_cols() + Layout::RULER_COLS);
    let rows = rows(&screen(app));
    let arena = rows[1..rows.len() - 2].iter();
    arena.map(|row| row.chars().take(cols).collect::<String>().trim_end().to_owned()).collect()
}

fn note(app: &App) -> &str {
    match app.screen.message.as_ref() {
        Some(Message::Note(text)) => text,
        other => panic!("no note: {other:?}"),
    }
}

/// Every method, each on a pair for which it has something to show, and every other layer.
fn shown() -> impl Iterator<Item = Case> {
    zoo::cases("constructions", SIZE).chain(zoo::cases("layers", SIZE))
}

#[test]
fn what_the_layers_look_like() {
    let mut cases = Cases::in_folder("view/overlays");
    for (set, more) in [("lines", ""), ("ascii", "y a y a")] {
        for (what, app) in shown() {
            let seen = arena(&pressed(app.clone(), more));
            let picture = seen.join("\n");
            let said = app.screen.message.as_ref().map_or("", |_| note(&app));
            let text = format!("{}\n[{said}]", picture.trim_end());
            cases.check(&format!("{what} {set}"), &text);
        }
    }
}

#[test]
fn the_note_on_a_layer_fits_in_one_row() {
    for (what, app) in shown() {
        let said = app.screen.message.as_ref().map_or("", |_| note(&app));
        assert!(said.chars().count() <= 78, "{what}: {said}");
    }
}

/// Half the summed widths on each side of A's centre gives the left edge of the frame. B's centre
/// is on it: no nearer, so no hit.
#[test]
fn center_distance_at_a_touch() {
    let app = app_of("start", SIZE, "Right Right Right Right Right w n n y c");
    let expected = "
     x           16 ▀▀▀▀▀▀▀▀█▄▄▄▄▄▄▄▄▄▄▄ 36
  y ·         ·         ·         ·         ·
                        ⡂⠂⠂⠂⠂⠂⠂⠂⠂⠂⠂⠂⠂⠂⠂⠂⠂⠂⠂⠂⡂
                        ⡂                   ⡂
 6 ▐                    ⡂   ╓(A)───────┐    ⡂
   ▐                    ⡂   ║ · · · · ·│    ⡂
   █·         ·     ┏[B]━━━┓║· · · · · │    ⡂
   █                ┃   ⡂  ┃║ 10<10 no │    ⡂
   █                ┃   +··┃║·····+· · │    ⡂
   █                ┗━━━━━━┛║ 0<12 yes │    ⡂
   ▐                    ⡂   ║· · · · · ×⣀⠤⠔⠒►
22 ▐·         ·         ⡂   ╙────×⡠⠤⠔⠒⠉┘    ⡂
                        ⡂  ⣀⡠⠤⠒⠊⠉           ⡂
                     ⣀⡠⠤⡒⠊⠉                 ⡂
              ⢀⣀⠤⠔⠒⠊⠉   ⠆⠄⠄⠄⠄⠄⠄⠄⠄⠄⠄⠄⠄⠄⠄⠄⠄⠄⠄⠄⠆
       L ●⠤⠔⠒⠉⠁
    ·         ·         ·         ·         ·";
    let seen = arena(&app);
    assert_eq!(seen.join("\n").trim_end(), &expected[1..]);
}

/// Each letter is on the outline of the end that it names.
#[test]
fn three_ends_at_once_differ() {
    let app = landing(&["response push-out", "velocity P 15 9", "step"], "y e");
    let seen = arena(&app).join("\n");
    for letter in ['s', 'r', 'p'] {
        assert!(seen.contains(letter), "{letter} in\n{seen}");
    }
    assert_eq!(app.model().ends().len(), 3);
}

/// Where it started and where it hit.
#[test]
fn ghosts_are_shown_for_methods_that_use_the_frame() {
    let is_dot = |c: &char| ('\u{2801}'..='\u{28ff}').contains(c);
    let dots = |app: &App| arena(app)[1..].join("").chars().filter(is_dot).count();
    let app = landing(&["move 15 9"], "");
    assert_eq!(dots(&app), 0, "none in the log");
    let why = pressed(app.clone(), "w");
    assert_eq!(dots(&why), 0, "the truth is about where they stand");
    let swept = pressed(why, "n");
    assert!(dots(&swept) > 4, "an outline at the start, one at the hit");
    let relative = pressed(swept, "n n n n n n n");
    assert!(dots(&relative) > 4, "outlines too");
    assert_eq!(dots(&pressed(relative.clone(), "y s")), 0, "hidden");
    assert!(dots(&pressed(relative.clone(), "y s y s")) > 4, "as before");
    assert_eq!(dots(&pressed(relative, "y s 1")), 0, "and in the log too");
    assert!(dots(&pressed(app, "y s w")) > 4, "shown stays shown");
}

/// The cells of the arena that have the colour of hits.
fn cells_in_hit_color(app: &App) -> usize {
    let layout = Layout::of(80, 24).expect("fits");
    let arena = ratatui::layout::Rect::new(4, 2, layout.arena_cols(), layout.arena_rows());
    let (buf, hit) = (screen(app), Theme::SIXTEEN.contact.fg);
    arena.positions().filter(|&at| buf.cell(at).is_some_and(|cell| hit == Some(cell.fg))).count()
}

/// Apart, no cell has it. Crossing, both whole lines have it; without the layer, only the contact
/// point.
#[test]
fn crossing_lasers_are_entirely_in_the_color_of_hits() {
    assert_eq!(cells_in_hit_color(&app_of("demo-turn", (80, 24), "")), 0);
    let crossing = app_of("demo-turn", (80, 24), "Right Right Right Right Right Up Up");
    assert!(cells_in_hit_color(&crossing) > 30, "{}", cells_in_hit_color(&crossing));
    assert_eq!(cells_in_hit_color(&pressed(crossing, "y r")), 1);
}

fn with_all_layers(mut app: App) -> App {
    for layer in Overlay::ALL.into_iter().filter(|&layer| layer != Overlay::Velocities) {
        if !app.model().shows(layer) {
            let effects = app.act(Action::Toggle(layer));
            assert!(effects.is_empty());
        }
    }
    app
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn layers_are_drawn_in_the_arena_and_change_nothing_else(
        scene in scene(),
        size in prop_oneof![Just(SIZE), (60..=130_u16, 16..=45_u16)],
        keys in keys(),
        methods in 0..8_usize,
        glyphs in prop_oneof![Just(GlyphSet::Lines), Just(GlyphSet::Ascii)],
    ) {
        let mut plain = app(scene, size, glyphs, &keys);
        // A list of layers shows which are on.
        if plain.input.following().is_some() {
            plain = pressed(plain, "Esc");
        }
        plain.act(Action::ShowWhy);
        (0..methods).for_each(|_| { plain.act(Action::NextMethod); });
        // The first row counts the pairs of the broad phase while its layer is on.
        if !plain.model().shows(Overlay::BroadPhase) {
            plain.act(Action::Toggle(Overlay::BroadPhase));
        }
        let layered = with_all_layers(plain.clone());
        prop_assert_eq!(layered.engine.sandbox().scene(), plain.engine.sandbox().scene());
        let place = |app: &App| {
            let history = app.engine.sandbox().history();
            (history.position(), history.len(), app.engine.sandbox().log().len())
        };
        prop_assert_eq!(place(&layered), place(&plain));
        prop_assert_eq!(layered.engine.is_unsaved(), plain.engine.is_unsaved());
        prop_assert_eq!(layered.screen.last_command.as_deref(), plain.screen.last_command.as_deref());
        let [with, without] = [&layered, &plain].map(|app| screen_in(app, &Theme::PLAIN));
        if plain.screen.help.as_ref().is_none() {
            prop_assert_eq!(beside_arena(&layered, with.clone()), beside_arena(&plain, without));
        }
        if glyphs == GlyphSet::Ascii && layered.screen.appearance.glyphs == GlyphSet::Ascii {
            let rows = arena(&layered);
            prop_assert!(rows.iter().flat_map(|row| row.chars()).all(|c| c == ' ' || c.is_ascii_graphic() || !c.is_ascii()));
            // The help mentions signs, the picker has the titles of articles, and a line what was
            // typed.
            let has_own_words =
                plain.screen.help.as_ref().is_some() || plain.input.prompt.as_ref().is_some();
            prop_assert!(has_own_words || rows.iter().all(|row| row.is_ascii()), "{rows:#?}");
        }
    }
}

/// A screen without its arena, and without the rows at the foot, which mention layers.
fn beside_arena(app: &App, mut buf: Buffer) -> Buffer {
    let (cols, height) = app.screen.size;
    let layout = app.screen.layout().expect("fits");
    for y in 2..height - 2 {
        for x in Layout::RULER_COLS..Layout::RULER_COLS + layout.arena_cols() {
            buf.cell_mut((x, y)).expect("on the screen").reset();
        }
    }
    for (x, y) in (height.saturating_sub(6)..height).flat_map(|y| (0..cols).map(move |x| (x, y))) {
        buf.cell_mut((x, y)).expect("on the screen").reset();
    }
    buf
}
