//! The structure of a drawing: runs in one piece, whole pixels, and shapes instead of a font where
//! possible.

use proptest::prelude::*;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use roxmltree::{Document, Node};

use super::super::{Coloring, SvgGround};
use super::*;
use crate::app::GlyphSet;
use crate::view::Glyphs;

fn palette() -> &'static Palette {
    Palette::of(SvgGround::Dark, Coloring::Colored)
}

fn screen(rows: &[&str], style: Style) -> Buffer {
    let columns = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let size = |count: usize| u16::try_from(count).expect("small");
    let mut screen = Buffer::empty(Rect::new(0, 0, size(columns), size(rows.len())));
    for (y, row) in (0..).zip(rows) {
        screen.set_string(0, y, row, style);
    }
    screen
}

fn drawing(rows: &[&str], style: Style) -> String {
    write(&screen(rows, style), "", palette())
}

/// The elements of this name, without the background of the whole.
fn elements<'a>(document: &'a Document<'a>, name: &str) -> Vec<Node<'a, 'a>> {
    let named = document.descendants().filter(|node| node.has_tag_name(name));
    named.filter(|node| node.attribute("rx").is_none()).collect()
}

/// The paths of lines and blocks.
fn paths(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).expect("it is well-formed");
    let paths = elements(&document, "path").into_iter();
    let of_pixels = paths.filter(|path| path.attribute("shape-rendering").is_some());
    of_pixels.map(|path| path.attribute("d").expect("a path").to_owned()).collect()
}

#[test]
fn a_run_of_equal_lines_is_one_piece_of_one_path() {
    let rims = [
        // Left, top, right and bottom edge; a heavy line is three pixels wide.
        (["┌──┐", "│  │", "└──┘"], "M4 9h28v1h-28zM4 9h1v37h-1zM31 9h1v37h-1zM4 45h28v1h-28z"),
        (["┏━━┓", "┃  ┃", "┗━━┛"], "M3 8h30v3h-30zM3 8h3v39h-3zM30 8h3v39h-3zM3 44h30v3h-30z"),
        // A line that joins another does not split it.
        (["──┬─", "  │ ", "──┼─"], "M0 9h36v1h-36zM22 10h1v44h-1zM0 45h36v1h-36z"),
    ];
    for (rows, expected) in rims {
        assert_eq!(paths(&drawing(&rows, Style::new())), [expected], "{rows:?}");
    }
    let double = paths(&drawing(&["╔══╗", "╚══╝"], Style::new()));
    assert_eq!(double.iter().map(|path| path.matches('M').count()).collect::<Vec<_>>(), [8]);
    // A body of blocks is one piece, from half a cell to half a cell.
    assert_eq!(paths(&drawing(&["███", "███"], Style::new())), ["M0 0h27v36h-27z"]);
    let body = paths(&drawing(&["▐█▌"], Style::new()));
    assert_eq!(body, ["M4 0h19v18h-19z"]);
    // So is an underlined run of words and blanks.
    let underlined = Style::new().add_modifier(Modifier::UNDERLINED);
    assert_eq!(paths(&drawing(&["so is"], underlined)), ["M0 16h45v1h-45z"]);
}

#[test]
fn lines_of_two_colours_are_two_paths_that_meet() {
    let mut screen = screen(&["────"], Style::new());
    screen.set_style(Rect::new(2, 0, 2, 1), Style::new().fg(Color::Rgb(1, 2, 3)));
    let svg = write(&screen, "", palette());
    assert_eq!(paths(&svg), ["M0 9h18v1h-18z", "M18 9h18v1h-18z"]);
    assert!(svg.contains("<path fill=\"#010203\" shape-rendering=\"crispEdges\""), "{svg}");
}

#[test]
fn a_background_is_one_rectangle_whatever_is_drawn_on_it() {
    let ground = Style::new().bg(Color::Rgb(0x27, 0x40, 0x7a));
    let rows = ["┏[B]━┓", "┃ ×  ┃", "┗━●━━┛"];
    let mut screen = screen(&rows, ground.fg(Color::Blue));
    screen.set_style(Rect::new(1, 0, 3, 1), Style::new().add_modifier(Modifier::BOLD));
    let svg = write(&screen, "", palette());
    let document = Document::parse(&svg).expect("it is well-formed");
    let [rect] = elements(&document, "rect")[..] else { panic!("one rectangle: {svg}") };
    let told = ["x", "y", "width", "height"].map(|name| rect.attribute(name).expect("a number"));
    assert_eq!(told, ["0", "0", "54", "54"]);
    let group = rect.parent().expect("a group");
    assert_eq!(group.attribute("fill"), Some("#27407a"));
    assert_eq!(group.attribute("shape-rendering"), Some("crispEdges"));
    // Another background in the middle leaves the part above and the part below in one piece each.
    screen.set_style(Rect::new(2, 1, 2, 1), Style::new().bg(Color::Red));
    let svg = write(&screen, "", palette());
    let document = Document::parse(&svg).expect("it is well-formed");
    assert_eq!(elements(&document, "rect").len(), 5, "{svg}");
}

#[test]
fn dim_bold_and_reversed_text_differs_by_colour_and_weight() {
    let (ink, ground) = (palette().ink, palette().ground);
    let all = [
        (Modifier::empty(), format!("<g fill=\"{ink}\">\n")),
        (Modifier::BOLD, format!("<g fill=\"{ink}\" font-weight=\"bold\">\n")),
        (Modifier::DIM, format!("<g fill=\"{}\">\n", ink.dimmed_to(ground))),
        (Modifier::REVERSED, format!("<g fill=\"{ground}\">\n")),
        (Modifier::ITALIC, format!("<g fill=\"{ink}\" font-style=\"italic\">\n")),
    ];
    for (modifier, group) in all {
        let svg = drawing(&["so"], Style::new().add_modifier(modifier));
        let text = "<text x=\"0\" y=\"14\" textLength=\"18\">so</text>\n";
        assert!(svg.contains(&format!("{group}{text}")), "{modifier:?}: {svg}");
        let patch = format!("<g fill=\"{ink}\" shape-rendering=\"crispEdges\">\n<rect ");
        assert_eq!(svg.contains(&patch), modifier == Modifier::REVERSED, "{svg}");
    }
}

#[test]
fn every_glyph_of_every_set_is_drawn_or_placed_at_its_own_column() {
    for set in GlyphSet::ALL {
        for glyph in Glyphs::of(set).all() {
            for (modifier, at) in [(Modifier::empty(), 0), (Modifier::BOLD, 2)] {
                let row = format!("{}{glyph}", " ".repeat(at));
                let svg = drawing(&[&row], Style::new().add_modifier(modifier));
                let document = Document::parse(&svg).expect("it is well-formed");
                let texts = elements(&document, "text");
                if glyph.is_ascii() || "≈…←→✓".contains(glyph) {
                    let [text] = texts[..] else { panic!("{glyph}: {svg}") };
                    assert_eq!(text.text(), Some(glyph.to_string().as_str()));
                    assert_eq!(text.attribute("x"), Some((at * 9).to_string().as_str()));
                } else {
                    assert!(texts.is_empty(), "{glyph}: {svg}");
                    assert_eq!(elements(&document, "path").len(), 1, "{glyph}: {svg}");
                }
            }
        }
    }
}

#[test]
fn diagonals_that_go_on_are_one_line() {
    let svg = drawing(&["  ╱╲  ", " ╱  ╲ ", "╱    ╲"], Style::new());
    assert!(svg.contains("d=\"M27 0l-27 54M27 0l27 54\""), "{svg}");
    let crossed = drawing(&["╳"], Style::new());
    assert!(crossed.contains("d=\"M9 0l-9 18M0 0l9 18\""), "{crossed}");
}

#[test]
fn a_dot_of_braille_is_where_it_is_in_every_font() {
    let dots = |row: &str| {
        let svg = drawing(&[row], Style::new());
        let line = svg.lines().find(|line| line.contains("stroke-linecap=\"round\""));
        line.map(|line| line.split(" d=\"").nth(1).expect("a path").to_owned())
    };
    assert_eq!(dots("⠁").as_deref(), Some("M2.25 2.25h0\"/>"));
    assert_eq!(dots("⢀").as_deref(), Some("M6.75 15.75h0\"/>"));
    assert_eq!(dots("·").as_deref(), Some("M4.5 9.5h0\"/>"));
    assert_eq!(dots("⣿").expect("dots").matches("h0").count(), 8);
    assert_eq!(dots("\u{2800}"), None);
}

fn styles() -> impl Strategy<Value = Style> {
    let colors = [Color::Reset, Color::Red, Color::Indexed(17), Color::Rgb(1, 2, 3)];
    let colors = || prop::sample::select(colors.to_vec());
    let modifiers = [
        Modifier::empty(),
        Modifier::BOLD,
        Modifier::DIM,
        Modifier::REVERSED,
        Modifier::UNDERLINED,
        Modifier::CROSSED_OUT,
    ];
    let modifiers = prop::sample::select(modifiers.to_vec());
    (colors(), colors(), modifiers)
        .prop_map(|(ink, ground, modifier)| Style::new().fg(ink).bg(ground).add_modifier(modifier))
}

fn symbols() -> impl Strategy<Value = char> {
    prop_oneof![
        Just(' '),
        prop::char::range('\u{2500}', '\u{259f}'),
        prop::char::range('\u{2800}', '\u{28ff}'),
        prop::sample::select("aZ&<●○·×◆►◄▲▼≈…".chars().collect::<Vec<_>>()),
    ]
}

/// The number of an attribute.
fn number(node: Node<'_, '_>, name: &str) -> u32 {
    node.attribute(name).expect(name).parse().expect("a whole number")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    /// However runs are joined, each cell keeps its background, and everything on the pixel grid
    /// has integer coordinates.
    #[test]
    fn every_cell_has_its_ground_and_lines_are_whole_pixels(
        cells in prop::collection::vec((symbols(), styles()), 24),
    ) {
        let mut screen = Buffer::empty(Rect::new(0, 0, 6, 4));
        for (cell, (symbol, style)) in screen.content.iter_mut().zip(&cells) {
            cell.set_char(*symbol).set_style(*style);
        }
        let svg = write(&screen, "", palette());
        let document = Document::parse(&svg).expect("it is well-formed");
        let rects = elements(&document, "rect");
        let layers = Layers::new(palette());
        for (row, glyphs) in (0..).zip(cells::rows(&screen)) {
            for glyph in glyphs {
                let expected = layers.ink(glyph.look).ground();
                let (x, y) = (u32::from(glyph.column) * 9 + 4, row * 18 + 9);
                let holds = |rect: &&Node<'_, '_>| {
                    (number(**rect, "x")..number(**rect, "x") + number(**rect, "width")).contains(&x)
                        && (number(**rect, "y")..number(**rect, "y") + number(**rect, "height"))
                            .contains(&y)
                };
                let under: Vec<_> = rects.iter().filter(holds).collect();
                prop_assert!(under.len() <= 1, "{}", svg);
                let found = under.first().map_or_else(
                    || palette().ground.to_string(),
                    |rect| rect.parent().and_then(|it| it.attribute("fill")).expect("a colour").to_owned(),
                );
                prop_assert_eq!(found, expected.to_string());
            }
        }
        for path in paths(&svg) {
            prop_assert!(!path.contains('.'), "{}", path);
        }
    }
}
