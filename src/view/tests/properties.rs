//! Properties of every screen, for any world and any view of it.

use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::glyph_sets::titles;
use super::{pressed, rows, screen_in};
use crate::app::{App, GlyphSet, KeyPress, Layout, Viewport};
use crate::view::{Glyphs, Theme, arena};
use hitscan_core::scene::{Scene, SceneSource};
use hitscan_core::words::verdict;
use hitscan_core::world::{Axes, Body, Name, Object, Response, Settings};
use hitscan_geom::{Aabb, Milli, Point, Polygon, Segment, Shape, Vector};

/// Near the origin on the grid, near it off the grid, and at the limits of the plane.
fn coordinate() -> impl Strategy<Value = Milli> {
    let thousandths = prop_oneof![
        4 => (-10..50).prop_map(|units| units * 1000),
        4 => -10_000..50_000,
        1 => prop_oneof![Just(-16_000_000), Just(16_000_000), -16_000_000..=16_000_000],
    ];
    thousandths.prop_map(|thousandths| Milli::new(thousandths).expect("in range"))
}

fn point() -> impl Strategy<Value = Point> {
    (coordinate(), coordinate()).prop_map(|(x, y)| Point::new(x, y))
}

fn shape() -> impl Strategy<Value = Shape> {
    let corners = (point(), point());
    let boxes = corners.prop_filter_map("a flat box", |(one, other)| {
        Aabb::from_corners(one, other).ok().map(Shape::Box)
    });
    let lasers = (point(), point())
        .prop_map(|(from, to)| Shape::Segment(Segment::new(from, to).expect("in range")));
    let vertices = prop::collection::vec(point(), 3..6);
    let polygons = vertices.prop_filter_map("no simple polygon", |vertices| {
        Polygon::new(&vertices).ok().map(Shape::Polygon)
    });
    prop_oneof![3 => boxes, 2 => lasers, 1 => polygons]
}

prop_compose! {
    pub(super) fn scene()(
        shapes in prop::collection::vec((shape(), 0..4_u8, point()), 0..7),
        axes in prop_oneof![Just(Axes::YDown), Just(Axes::YUp)],
        title in prop_oneof![Just(String::new()), Just("矩形と矩形の当たり判定をする".to_owned())],
        names in prop_oneof![Just("N"), Just("a-long-long-nam")],
        response in prop::sample::select(Response::ALL.to_vec()),
    ) -> Scene {
        let objects = shapes.into_iter().enumerate().map(|(at, (shape, kind, v))| {
            let object = Object::new(Name::new(&format!("{names}{at}")).expect("a name"), shape);
            match kind {
                1 => Object { velocity: Vector::new(v.x, v.y), ..object },
                2 => Object { body: Body::Static, ..object },
                _ => object,
            }
        });
        let settings = Settings { response, axes, ..Settings::default() };
        Scene { title: title.into(), settings, objects: objects.collect(), ..Scene::default() }
    }
}

/// Keys that change the view, and text to type.
pub(super) fn keys() -> impl Strategy<Value = Vec<&'static str>> {
    let keys = "Right Down Left Up l J f Tab Shift-Tab p m t e v Esc a b d x . , g G u r 1 2 w n Enter + - z \
                y : ? PgDn End q Backspace Space Ctrl-C Z 矩";
    let one = prop::sample::select(keys.split_whitespace().collect::<Vec<_>>());
    prop::collection::vec(one, 0..12)
}

pub(super) fn app(scene: Scene, size: (u16, u16), glyphs: GlyphSet, keys: &[&str]) -> App {
    let source = SceneSource::BuiltIn("some".to_owned());
    let mut app = App::new(scene, source, size, glyphs).expect("no name occurs twice");
    for key in keys {
        app.press(KeyPress::parse(key).expect(key));
    }
    app
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn every_screen_is_drawn_and_always_the_same(
        scene in scene(),
        size in prop_oneof![(1..=60_u16, 1..=16_u16), (60..=130_u16, 16..=45_u16)],
        keys in keys(),
        glyphs in prop_oneof![
            Just(GlyphSet::Lines), Just(GlyphSet::Braille), Just(GlyphSet::Ascii)
        ],
    ) {
        let app = app(scene, size, glyphs, &keys);
        prop_assert_eq!(screen_in(&app, &Theme::SIXTEEN), screen_in(&app, &Theme::SIXTEEN));
        let plain = screen_in(&app, &Theme::PLAIN);
        let no_colour = |cell: &ratatui::buffer::Cell| {
            cell.fg == ratatui::style::Color::Reset && cell.bg == ratatui::style::Color::Reset
        };
        prop_assert!(plain.content().iter().all(no_colour));
    }

    #[test]
    fn no_glyph_is_ours_that_the_set_does_not_have(scene in scene(), keys in keys()) {
        let scene = Scene { title: "".into(), ..scene };
        // Titles of articles, and quotes from them, are as their authors wrote them.
        let theirs = titles();
        let joins = || ('\u{2500}'..='\u{257f}').collect::<Vec<_>>();
        let dots = || ('\u{2801}'..='\u{28ff}').collect::<Vec<_>>();
        for glyphs in GlyphSet::ALL {
            let app = app(scene.clone(), (80, 24), glyphs, &keys);
            let zooms = || vec!['×'];
            let beyond_ascii = match app.screen.appearance.glyphs {
                GlyphSet::Basic => [Glyphs::BASIC.all(), joins(), zooms()].concat(),
                GlyphSet::Lines => [Glyphs::LINES.all(), joins(), dots(), zooms()].concat(),
                GlyphSet::Braille => [Glyphs::BRAILLE.all(), dots(), zooms()].concat(),
                GlyphSet::Ascii => Vec::new(),
            };
            // The last row of a prompt has the text that was typed, which is not checked.
            let typed = app.input.prompt.as_ref().map_or(24, |_| 23);
            for c in rows(&screen_in(&app, &Theme::PLAIN))[..typed].iter().flat_map(|row| row.chars()) {
                prop_assert!(c == ' ' || c.is_ascii_graphic() || beyond_ascii.contains(&c) || theirs.contains(c), "{c:?}");
            }
        }
    }

    #[test]
    fn a_verdict_is_never_cut_off_in_the_narrowest_panel(scene in scene(), keys in keys()) {
        let app = app(scene, Layout::LEAST_BESIDE, GlyphSet::Lines, &keys);
        let room = usize::from(Layout::of(60, 16).expect("fits").panel_cols - 1);
        let records = app.engine.sandbox().log().records().map(|record| {
            verdict(&record.a, &record.b, &record.pair_result(), record.frame, room)
        });
        let frame = app.engine.world_in_focus().frame();
        let pair = { app.engine.pair_in_focus() }
            .map(|pair| verdict(&pair.a, &pair.b, &pair.pair_result, frame, room));
        for text in records.chain(pair) {
            prop_assert!(text.chars().count() <= room, "{text}");
        }
    }

    #[test]
    fn what_a_view_shows_is_part_of_what_a_larger_view_shows(
        scene in scene(),
        zoom in Viewport::ZOOMS,
        (left, top) in (-60..60_i64, -30..30_i64),
    ) {
        // Names move into view, and arrows at the edge point to objects out of view. So with any of
        // them a picture is not simply a cut-out of a larger one.
        let app = app(scene, (80, 24), GlyphSet::Lines, &[]);
        let picture = |cols: u16, rows: u16, by: i64| {
            let mut view = Viewport::new(0, 0);
            view.zoom_by(zoom);
            view.pan(left - by, top - by);
            view.resize(cols, rows);
            let area = Rect::new(0, 0, cols + 4, rows + 1);
            let mut buf = Buffer::empty(area);
            let mut model = app.model().arena();
            model.viewport = &view;
            // What is not wholly in view is not measured.
            model.is_measured = false;
            // They stand below the selected object, which may be out of view.
            model.arrows = None;
            arena::render(&model, &Theme::PLAIN, &Glyphs::LINES, area, &mut buf);
            buf
        };
        let (small, large) = (picture(40, 15, 0), picture(60, 35, 10));
        let is_name = |symbol: &str| symbol.chars().all(|c| c.is_ascii_alphanumeric() || "[]()~-◄►▲▼".contains(c));
        // A laser hides a border that it runs along for two cells, the second of which may be out
        // of view.
        for (x, y) in (1..39).flat_map(|x| (1..14).map(move |y| (x, y))) {
            let seen = small.cell((x + 4, y + 1)).expect("inside").symbol();
            let there = large.cell((x + 14, y + 11)).expect("inside").symbol();
            // Next to a name there is no dot of the grid or a stipple.
            let is_dot = [seen, there].iter().all(|symbol| [" ", "·"].contains(symbol));
            prop_assert!(
                seen == there || is_name(seen) || is_name(there) || is_dot,
                "{seen} {there}"
            );
        }
    }
}

#[test]
fn ten_thousand_objects_out_of_view_are_drawn_quickly() {
    let objects = (0..10_000_i16).map(|at| {
        let end = |y| Point::new(Milli::from_units(at), Milli::from_units(y));
        let segment = Segment::new(end(-16_000), end(-10)).expect("in range");
        Object::new(Name::new(&format!("N{at}")).expect("a name"), Shape::Segment(segment))
    });
    let scene = Scene { objects: objects.collect(), ..Scene::default() };
    let app = pressed(app(scene, (80, 24), GlyphSet::Lines, &[]), "z 1 y g");
    let rows = rows(&screen_in(&app, &Theme::SIXTEEN));
    // The selected one, two counts at the edges, and nothing else.
    let arena = rows[2..22].iter().flat_map(|row| row.chars().skip(4).take(43));
    let seen: String = arena.filter(|c| *c != ' ').collect();
    assert_eq!(seen, "▲N042▲9957►", "{rows:#?}");
}
