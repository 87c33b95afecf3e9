//! The frames of the app, in every glyph set and colour depth, as a terminal shows them.

use hitscan::tested::app::{App, Appearance, ColorDepth, GlyphSet, KeyPress, ThemeName};
use hitscan::tested::view::{self, Theme};
use hitscan_core::scene;
use hitscan_wire::{Colors, Features, Shifts};
use proptest::prelude::*;
use ratatui::layout::{Position, Rect, Size};

#[path = "../../../crates/hitscan-wire/tests/bytes/pair.rs"]
#[allow(dead_code, reason = "the tests of the wire use all of it")]
mod pair;

use pair::{FULL, Pair};

/// The view follows a box that leaves it: everything but the box moves sideways.
#[test]
fn a_picture_that_moves_sideways_is_mostly_not_rewritten() {
    let cost = |shifts| {
        let size = (80, 24);
        let mut app = app(size, GlyphSet::Lines);
        let mut pair = Pair::new(size.0, size.1, Features { shifts, ..FULL });
        let mut draw = |app: &App| {
            pair.draw_frame(|picture| {
                view::render(app.model(), &Theme::SIXTEEN, picture.area, picture);
            })
        };
        draw(&app);
        let before = app.screen.viewport;
        loop {
            app.press(KeyPress::parse("Right").expect("a key of the table"));
            let bytes = draw(&app).len();
            if app.screen.viewport != before {
                return bytes;
            }
        }
    };
    let (shifted, written) = (cost(Shifts::Known), cost(Shifts::Unknown));
    assert!(shifted * 5 < written * 3, "{shifted} of {written} bytes");
}

const KEYS: &str = "Right Right Right Right Left Left Up Down Down Tab Shift-Tab t v e m Esc p w 1 1 2 3 4 n N u r \
    + - 0 . , f d x a b l y c g n s : Enter ? PgDn i";

fn keys() -> impl Strategy<Value = Vec<&'static str>> {
    proptest::collection::vec(proptest::sample::select(KEYS.split(' ').collect::<Vec<_>>()), 1..25)
}

/// A scene with a title in a two-column script, and many kinds of contact.
const SCENE: &str = "title = \"箱 and 상자\"\n\
    [[box]]\nname = \"A\"\nat = [20, 6]\nsize = [12, 9]\n\
    [[box]]\nname = \"B\"\nat = [5, 8]\nsize = [8.5, 5]\nvelocity = [3, 0.5]\n\
    [[laser]]\nname = \"L\"\nfrom = [2, 2]\nto = [40, 30]\n\
    [[polygon]]\nname = \"P\"\npoints = [[30, 20], [42, 22], [33, 34]]\n";

fn app(size: (u16, u16), glyphs: GlyphSet) -> App {
    let scene = scene::Scene::parse(SCENE).expect("it is sound");
    App::new(scene, scene::SceneSource::New, size, glyphs).expect("it makes a world")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn the_frames_of_the_app_are_what_the_terminal_shows(
        keys in keys(),
        size in proptest::sample::select(vec![(80_u16, 24_u16), (60, 16), (120, 40), (59, 9)]),
        glyphs in proptest::sample::select(
            vec![GlyphSet::Lines, GlyphSet::Braille, GlyphSet::Ascii],
        ),
        colors in proptest::sample::select(
            vec![Colors::None, Colors::Sixteen, Colors::Indexed, Colors::Rgb],
        ),
    ) {
        let theme = match colors {
            Colors::None | Colors::Sixteen => Theme::SIXTEEN,
            Colors::Indexed => Theme::INDEXED,
            Colors::Rgb => Theme::of(Appearance {
                theme: ThemeName::Dark,
                asked: Some(ColorDepth::Rgb),
                ..Appearance::default()
            }),
        };
        let mut app = app(size, glyphs);
        let mut pair = Pair::new(size.0, size.1, Features { colors, ..FULL });
        let mut draw = |app: &App| {
            let area = Rect::from((Position::ORIGIN, Size::from(size)));
            pair.rest_at(view::cursor_rest(app.model(), area).into());
            pair.draw_frame(|picture| {
                view::render(app.model(), &theme, picture.area, picture);
            })
        };
        draw(&app);
        for key in keys {
            app.press(KeyPress::parse(key).expect("a key of the table"));
            draw(&app);
            prop_assert_eq!(draw(&app), b"", "nothing has changed");
        }
    }
}
