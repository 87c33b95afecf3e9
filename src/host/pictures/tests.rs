//! Compares pictures with the cells that they are made from.

use std::fs;
use std::num::NonZeroU16;

use proptest::prelude::*;
use ratatui::style::{Color, Modifier, Style};
use roxmltree::{Document, Node};

use super::svg::Palette;
use super::*;
use crate::app::config::Config;
use crate::app::{ColorDepth, GlyphSet, KeyPress, Message};
use hitscan_core::scene::{SceneSource, builtin};
use hitscan_wire::sixteen;

fn app(name: &str, keys: &str) -> App {
    let scene = builtin(name).expect("it is built in");
    let source = SceneSource::BuiltIn(name.to_owned());
    let mut app = App::new(scene, source, (80, 24), GlyphSet::Lines).expect("a world");
    for key in keys.split_whitespace() {
        app.press(KeyPress::parse(key).expect("a key"));
    }
    app
}

#[test]
fn a_map_at_a_terminal_has_rulers_and_no_empty_rim() {
    let mut app = app("start", "y a y a M");
    app.finish_map().expect("nothing stops it");
    let shown = map_at_terminal(&app, ArenaParts::Map, Coloring::Uncolored);
    let whole =
        arena_picture(&app, ArenaParts::Map, Format::Text, SvgGround::Dark, Coloring::Uncolored);
    let mut lines = shown.lines();
    let ruler = lines.next().expect("a ruler");
    assert!(ruler.trim_start().starts_with(|c: char| c.is_ascii_digit()), "{shown}");
    let first = lines.next().expect("a row");
    assert!(first.contains('o'), "the first row has cells: {shown}");
    assert!(shown.lines().any(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit())));
    assert!(shown.lines().count() < whole.lines().count() + 1, "{shown}");
    let cells = |text: &str| text.matches('i').count();
    assert_eq!(cells(&shown), cells(&whole), "nothing that is not blank is cropped: {shown}");
}

#[test]
fn characters_that_xml_forbids_are_replaced() {
    let mut screen = Buffer::empty(Rect::new(0, 0, 4, 1));
    screen[(1, 0)].set_symbol("\u{ffff}");
    let svg = svg::write(&screen, "a\u{fffe}b", Palette::of(SvgGround::Dark, Coloring::Colored));
    assert!(!svg.contains(['\u{fffe}', '\u{ffff}']), "{svg}");
    let document = Document::parse(&svg).expect("it is well-formed");
    let title = document.descendants().find(|node| node.has_tag_name("title"));
    assert_eq!(title.and_then(|node| node.text()), Some("hitscan: a\u{fffd}b"));
}

/// The text of a screen, cell by cell: a wide character is in its first cell.
fn grid(screen: &Buffer) -> Vec<Vec<String>> {
    let blank = vec![" ".to_owned(); usize::from(screen.area().width)];
    let mut grid = vec![blank; usize::from(screen.area().height)];
    for (row, glyphs) in grid.iter_mut().zip(cells::rows(screen)) {
        for glyph in glyphs {
            row[usize::from(glyph.column)] = glyph.symbol.into_owned();
        }
    }
    grid
}

/// Whether a symbol is drawn and needs no font.
fn is_drawn(symbol: &str) -> bool {
    let of_ranges = |c| matches!(c, '\u{2500}'..='\u{259f}' | '\u{2800}'..='\u{28ff}');
    let mut chars = symbol.chars();
    let is_it = chars.next().is_some_and(|c| of_ranges(c) || "●○·×◆►◄▲▼".contains(c));
    is_it && chars.next().is_none()
}

fn number(node: Node<'_, '_>, name: &str) -> usize {
    node.attribute(name).expect(name).parse().expect("a whole number")
}

/// The text elements of a drawing, cell by cell.
fn set_text(svg: &str, columns: usize, rows: usize) -> Vec<Vec<String>> {
    let document = Document::parse(svg).expect("it is well-formed");
    let mut grid = vec![vec![" ".to_owned(); columns]; rows];
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        let (x, y) = (number(text, "x"), number(text, "y"));
        assert_eq!((x % 9, y % 18), (0, 14), "in the middle of a cell");
        let content = text.text().expect("text");
        if content.is_ascii() {
            for (column, c) in (x / 9..).zip(content.chars()) {
                assert_eq!(std::mem::replace(&mut grid[y / 18][column], c.into()), " ");
            }
        } else {
            content.clone_into(&mut grid[y / 18][x / 9]);
        }
    }
    grid
}

#[test]
fn an_svg_sets_the_text_of_the_screen_and_draws_the_rest() {
    let apps = vec![
        app("start", "Right Right Right Right Right Right"),
        app("inside", "w n y c"),
        app("tunnel", ". 2"),
        app("in-line", "?"),
    ];
    for app in apps {
        let area = Rect::new(0, 0, 80, 24);
        let mut screen = Buffer::empty(area);
        view::render(app.model(), &Theme::default(), area, &mut screen);
        let mut expected = grid(&screen);
        for cell in expected.iter_mut().flatten().filter(|cell| is_drawn(cell)) {
            " ".clone_into(cell);
        }
        let svg = picture(&app, Format::Svg, SvgGround::Light, Coloring::Colored);
        assert_eq!(set_text(&svg, 80, 24), expected);
        let document = Document::parse(&svg).expect("it is well-formed");
        let text_of = |name| {
            let node = document.descendants().find(|node| node.has_tag_name(name));
            node.and_then(|node| node.text()).expect("it is there").to_owned()
        };
        let title = app.engine.sandbox().world().title();
        assert_eq!(text_of("title"), format!("hitscan: {title}"));
        assert_eq!(
            text_of("desc").trim_start_matches('\n'),
            picture(&app, Format::Text, SvgGround::Dark, Coloring::Colored)
        );
        assert!(!svg.contains("<script") && !svg.contains(" id="));
    }
}

#[test]
fn in_colour_each_line_is_self_contained() {
    let mut screen = Buffer::empty(Rect::new(0, 0, 8, 3));
    screen.set_string(0, 0, "ab", Style::new().fg(Color::Red).add_modifier(Modifier::BOLD));
    screen.set_string(2, 0, "c", Style::new().fg(Color::LightBlue));
    screen.set_string(0, 1, "  ", Style::new().bg(Color::Gray));
    screen.set_string(0, 2, "d", Style::new());
    let expected = "\u{1b}[1;31mab\u{1b}[0;94mc\u{1b}[m\n\u{1b}[47m  \u{1b}[m\nd\n";
    assert_eq!(cells::as_ansi(&screen), expected);
}

/// What a terminal shows after these lines.
fn shown(lines: &str, (columns, rows): (u16, u16)) -> vt100::Parser {
    let size = |cells| NonZeroU16::new(cells).expect("a terminal has a size");
    let mut terminal = vt100::Parser::new(size(rows), size(columns), 0);
    terminal.process(lines.trim_end_matches('\n').replace('\n', "\r\n").as_bytes());
    terminal
}

fn symbols() -> impl Strategy<Value = String> {
    let some = ["a", "Z", "&", "<", ">", "\"", "'", "]", "─", "│", "┌", "░", "·", "箱", "é", "≈"];
    let unfit = ["", "\u{1b}", "\u{7}", "\u{0}", "\u{85}", "\u{202e}", "\u{ffff}", "\u{fffe}"];
    prop_oneof![
        6 => prop::sample::select(some.to_vec()).prop_map(str::to_owned),
        4 => Just(" ".to_owned()),
        2 => prop::sample::select(unfit.to_vec()).prop_map(str::to_owned),
        1 => any::<char>().prop_map(|c| c.to_string()),
    ]
}

fn styles() -> impl Strategy<Value = Style> {
    let color = prop_oneof![
        4 => Just(Color::Reset),
        4 => (0_u8..16).prop_map(Color::Indexed),
        1 => prop::sample::select(vec![Color::Red, Color::Gray, Color::LightBlue, Color::White]),
        1 => any::<u8>().prop_map(Color::Indexed),
    ];
    let attributes = [
        Modifier::empty(),
        Modifier::BOLD,
        Modifier::DIM,
        Modifier::REVERSED,
        Modifier::UNDERLINED,
        Modifier::BOLD.union(Modifier::REVERSED),
    ];
    let attributes = prop::sample::select(attributes.to_vec());
    (color.clone(), color, attributes)
        .prop_map(|(ink, ground, modifier)| Style::new().fg(ink).bg(ground).add_modifier(modifier))
}

fn screens() -> impl Strategy<Value = Buffer> {
    (3_u16..12, 1_u16..5).prop_flat_map(|(columns, rows)| {
        let count = usize::from(columns) * usize::from(rows);
        prop::collection::vec((symbols(), styles()), count).prop_map(move |cells| {
            let mut screen = Buffer::empty(Rect::new(0, 0, columns, rows));
            for (at, (symbol, style)) in screen.content.iter_mut().zip(cells) {
                at.set_symbol(&symbol).set_style(style);
            }
            // No wide character is cut off at the edge.
            for row in 0..rows {
                screen[(columns - 1, row)].set_symbol("x");
            }
            screen
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_in_a_cell_the_pictures_are_sound(screen in screens(), title in "\\PC{0,8}") {
        let columns = usize::from(screen.area().width);
        let rows = usize::from(screen.area().height);
        let mut expected = grid(&screen);
        let text = cells::as_text(&screen);
        let lines: Vec<_> = expected.iter().map(|row| row.concat()).collect();
        prop_assert_eq!(text.lines().count(), rows);
        prop_assert!(!text.contains(|c: char| c.is_control() && c != '\n'));
        prop_assert!(lines.iter().all(|line| !line.is_empty()));

        for cell in expected.iter_mut().flatten().filter(|cell| is_drawn(cell)) {
            " ".clone_into(cell);
        }
        for ground in [SvgGround::Dark, SvgGround::Light] {
            let svg = svg::write(&screen, &title, Palette::of(ground, Coloring::Colored));
            prop_assert_eq!(set_text(&svg, columns, rows), expected.clone());
            let document = Document::parse(&svg).expect("it is well-formed");
            let desc = document.descendants().find(|node| node.has_tag_name("desc"));
            let desc = desc.and_then(|node| node.text()).expect("text");
            prop_assert_eq!(desc.strip_prefix('\n'), Some(text.as_str()));
        }
    }

    #[test]
    fn a_terminal_shows_what_is_in_colour(screen in screens()) {
        // Symbols that terminals treat differently are not the subject of this test.
        let mut screen = screen;
        for cell in &mut screen.content {
            if !cell.symbol().chars().all(|c| c.is_ascii() && !c.is_control()) || cell.symbol().len() != 1 {
                cell.set_symbol("─");
            }
        }
        let size = (screen.area().width, screen.area().height);
        let terminal = shown(&cells::as_ansi(&screen), size);
        for position in screen.area().positions() {
            let cell = &screen[position];
            let seen = terminal.screen().cell(position.y, position.x).expect("a cell");
            let contents = if seen.has_contents() { seen.contents() } else { " " };
            prop_assert_eq!(contents, cell.symbol());
            let is = |attribute| cell.modifier.contains(attribute);
            prop_assert_eq!(seen.inverse(), is(Modifier::REVERSED));
            if cell.symbol() != " " {
                prop_assert_eq!(seen.bold(), is(Modifier::BOLD));
                prop_assert_eq!(seen.dim(), is(Modifier::DIM));
                prop_assert_eq!(seen.fgcolor(), color(cell.fg));
            }
            prop_assert_eq!(seen.bgcolor(), color(cell.bg));
        }
    }
}

fn color(color: Color) -> vt100::Color {
    match (sixteen(color), color) {
        (Some(index), _) | (None, Color::Indexed(index)) => vt100::Color::Idx(index),
        _ => vt100::Color::Default,
    }
}

/// WCAG 2.2, relative luminance and contrast ratio.
fn contrast(one: super::svg::Rgb, other: super::svg::Rgb) -> f64 {
    let luminance = |color: super::svg::Rgb| {
        let linear = color.0.map(|value| {
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn every_colour_can_be_read_on_its_ground() {
    for ground in [SvgGround::Dark, SvgGround::Light] {
        let palette = Palette::of(ground, Coloring::Colored);
        assert!(contrast(palette.ink, palette.ground) >= 7.0);
        assert!(contrast(palette.ink.dimmed_to(palette.ground), palette.ground) >= 4.5);
        // All except black and the light greys, which are backgrounds themselves.
        for index in [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14] {
            let found = contrast(palette.sixteen[index], palette.ground);
            assert!(found >= 4.5, "{ground:?}: {index} has {found:.2}");
        }
        assert!(contrast(palette.sixteen[0], palette.sixteen[7]) >= 7.0, "where boxes overlap");
    }
}

#[test]
fn a_screenshot_is_a_new_file_in_the_format_of_its_name() {
    let directory = tempfile::tempdir().expect("there is room");
    let mut app = app("start", "");
    let text = picture(&app, Format::Text, SvgGround::Dark, Coloring::Colored);
    for (name, begins) in [("a.txt", " start  two"), ("a.ansi", "\u{1b}[1m"), ("a.SVG", "<svg ")] {
        let path = directory.path().join(name);
        screenshot(&mut app, &path, Coloring::Colored);
        let Some(Message::Note(note)) = &app.screen.message else { panic!("{name}: no note") };
        assert!(note.starts_with("wrote "), "{note}");
        app.screen.clear_message();
        let written = fs::read_to_string(&path).expect("it was written");
        assert!(written.contains(begins), "{written}");
    }
    assert_eq!(fs::read_to_string(directory.path().join("a.txt")).expect("it is there"), text);
}

#[test]
fn a_screenshot_has_the_background_that_its_theme_is_for() {
    let directory = tempfile::tempdir().expect("there is room");
    for (theme, ground) in [(ThemeName::Light, "#fcfcfa"), (ThemeName::Dark, "#16191f")] {
        let config = Config { theme: Some(theme), ..Config::default() };
        let mut app = app("start", "").with_config(&config, ColorDepth::Rgb);
        let path = directory.path().join(format!("{}.svg", &ground[1..]));
        screenshot(&mut app, &path, Coloring::Colored);
        let svg = fs::read_to_string(&path).expect("it was written");
        assert!(svg.contains(&format!("rx=\"6\" fill=\"{ground}\"")), "{svg}");
    }
}

#[test]
fn a_screenshot_that_cannot_be_written_is_refused_with_a_reason() {
    let directory = tempfile::tempdir().expect("there is room");
    let mut app = app("start", "");
    let taken = directory.path().join("notes.txt");
    fs::write(&taken, "mine").expect("it can be written");
    let mut why = |path: &Path| {
        screenshot(&mut app, path, Coloring::Colored);
        match app.screen.message.as_ref() {
            Some(Message::Fault(why)) => why.clone(),
            other => panic!("a fault was expected, not {other:?}"),
        }
    };
    assert!(why(&taken).ends_with("take another name, or remove it first"));
    assert_eq!(fs::read_to_string(&taken).expect("it is there"), "mine");
    assert!(why(Path::new("a.png")).ends_with("ends in .svg, .txt or .ansi"));
    assert!(why(Path::new("shot")).ends_with("ends in .svg, .txt or .ansi"));
    let nowhere = why(&directory.path().join("no/\u{1b}[31m.svg"));
    assert!(nowhere.ends_with("there is no such directory"), "{nowhere}");
    assert!(!nowhere.contains('\u{1b}'), "nothing is shown raw");
}

/// Whether all three components of a colour are equal: black, white or grey.
fn is_grey(color: &str) -> bool {
    let parts = color.strip_prefix('#').expect("a colour");
    parts[..2] == parts[2..4] && parts[2..4] == parts[4..]
}

/// A screen conveys nothing by colour alone, and neither does a picture.
#[test]
fn without_colours_an_svg_is_black_and_white_and_marks_keep_their_weight() {
    let app = app("start", "Right Right Right Right Right Right");
    for ground in [SvgGround::Dark, SvgGround::Light] {
        let svg = picture(&app, Format::Svg, ground, Coloring::Uncolored);
        let document = Document::parse(&svg).expect("it is well-formed");
        let named = document.descendants().flat_map(|node| {
            ["fill", "stroke"].into_iter().filter_map(move |name| node.attribute(name))
        });
        let colors: Vec<_> = named.filter(|color| *color != "none").collect();
        assert!(colors.iter().all(|color| is_grey(color)), "{colors:?}");
        assert!(colors.contains(&"#000000") && colors.contains(&"#ffffff"));
        assert!(svg.contains("font-weight=\"bold\""));
        // The crosses of a hit are as thick as in colour.
        let is_thick = |svg: &str| {
            let mut crosses = svg.lines().filter(|line| line.contains("l6 6m0-6l-6 6"));
            crosses.any(|line| line.contains("stroke-width=\"2\""))
        };
        assert!(is_thick(&svg), "{svg}");
        assert!(is_thick(&picture(&app, Format::Svg, ground, Coloring::Colored)));
    }
}

#[test]
fn without_colours_text_keeps_its_weight() {
    let app = app("start", "Right Right Right Right Right Right");
    let ansi = picture(&app, Format::Ansi, SvgGround::Dark, Coloring::Uncolored);
    let codes = ansi.split('\u{1b}').skip(1).filter_map(|text| text[1..].split('m').next());
    let mut codes: Vec<_> = codes.flat_map(|codes| codes.split(';')).collect();
    codes.sort_unstable();
    codes.dedup();
    // None, reset, bold, dim, underlined keys, reversed.
    assert_eq!(codes, ["", "0", "1", "2", "4", "7"]);
    let coloured = picture(&app, Format::Ansi, SvgGround::Dark, Coloring::Colored);
    assert!(coloured.contains(";31m") && !ansi.contains("31m"));
    let plain = |text: &str| {
        let pieces = text.split('\u{1b}').enumerate();
        pieces
            .map(|(at, text)| if at == 0 { text } else { text.split_once('m').expect("SGR").1 })
            .collect::<String>()
    };
    // The reversed row of a hit goes on to the end of its row.
    let trimmed: String = plain(&ansi).lines().flat_map(|row| [row.trim_end(), "\n"]).collect();
    let text = picture(&app, Format::Text, SvgGround::Dark, Coloring::Colored);
    assert_eq!(trimmed.trim_end(), text.trim_end());
}
