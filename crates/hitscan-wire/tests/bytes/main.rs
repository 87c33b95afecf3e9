//! Feeds the bytes of the thin wire to a terminal emulator: it must show what ratatui meant.

use hitscan_wire::{Charset, Colors, Features, Rest, Shifts};
use proptest::prelude::*;
use ratatui_core::backend::Backend;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Position;
use ratatui_core::style::{Color, Modifier, Style};
use ratatui_core::terminal::Terminal;

mod pair;
mod pieces;

use pair::{Event, FULL, Pair, Placed, backend, put};

fn style() -> impl Strategy<Value = Style> {
    let color = || {
        proptest::sample::select(vec![
            Color::Reset,
            Color::Reset,
            Color::Red,
            Color::LightCyan,
            Color::Indexed(136),
            Color::Rgb(1, 22, 200),
        ])
    };
    // The emulator stores only one of bold and dim at a time.
    let weight = prop_oneof![Just(Modifier::BOLD), Just(Modifier::DIM)];
    let attributes = weight.prop_flat_map(|weight| {
        proptest::sample::subsequence(vec![weight, Modifier::UNDERLINED, Modifier::REVERSED], 0..=3)
    });
    (color(), color(), attributes).prop_map(|(foreground, background, attributes)| {
        let all = attributes.into_iter().fold(Modifier::empty(), |all, one| all | one);
        Style::new().fg(foreground).bg(background).add_modifier(all)
    })
}

type Cells = Vec<Placed>;

fn cells(columns: u16, rows: u16) -> impl Strategy<Value = Cells> {
    let symbol = proptest::sample::select(vec![" ", " ", "a", "|", "─", "┌", "░", "◆", "⡇", "⠉"]);
    proptest::collection::vec((0..columns, 0..rows, symbol, style()), 0..60)
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        8 => Just(Event::Nothing),
        1 => Just(Event::Scribbled),
        1 => (1_u16..14, 1_u16..9).prop_map(|(columns, rows)| Event::Resized(columns, rows)),
    ]
}

/// Mostly the same row, so that the cursor often returns to the saved position.
fn rest() -> impl Strategy<Value = Rest> {
    let place = || (0_u16..14, 0_u16..9).prop_map(|(x, y)| Position::new(x, y));
    prop_oneof![
        6 => Just(Rest::InRow(Position::new(2, 1))),
        1 => place().prop_map(Rest::InRow),
        1 => place().prop_map(Rest::At),
        1 => Just(Rest::Anywhere),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn whatever_is_drawn_is_what_the_terminal_shows(
        size in (1_u16..14, 1_u16..9),
        frames in proptest::collection::vec((event(), rest(), cells(14, 9)), 1..8),
    ) {
        let mut pair = Pair::new(size.0, size.1, FULL);
        for (event, rest, cells) in &frames {
            pair.suffer(*event);
            pair.rest_at(*rest);
            let area = pair.drawn.backend().size().expect("nothing fails");
            let fits = |cell: &&Placed| cell.0 < area.width && cell.1 < area.height;
            let cells: Cells = cells.iter().filter(fits).copied().collect();
            pair.draw(&cells);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// ratatui's own `Terminal`, which compares two buffers and passes on only what differs, yields
    /// the same bytes.
    #[test]
    fn ratatuis_own_terminal_yields_the_same_bytes(
        frames in proptest::collection::vec(cells(12, 4), 1..6),
    ) {
        let (backend, writes) = backend(12, 4, FULL);
        let mut terminal = Terminal::new(backend).expect("nothing fails");
        let mut pair = Pair::new(12, 4, FULL);
        for cells in &frames {
            let bytes = pair.draw(cells);
            terminal.draw(|frame| put(cells, frame.buffer_mut())).expect("nothing fails");
            prop_assert_eq!(writes.0.take().concat(), bytes);
        }
    }
}

#[test]
fn a_frame_that_looks_the_same_is_not_written() {
    let mut pair = Pair::new(20, 4, FULL);
    let frame = [(3, 1, "a", Style::new().fg(Color::Red)), (4, 1, "b", Style::new())];
    assert!(!pair.draw(&frame).is_empty());
    assert_eq!(pair.draw(&frame), b"");
}

#[test]
fn the_rest_of_a_row_is_erased_by_three_bytes() {
    let mut pair = Pair::new(40, 4, FULL);
    let hint = |text: &'static str| {
        let letters = text.char_indices().map(|(at, _)| &text[at..=at]);
        (4..).zip(letters).map(|(x, letter)| (x, 1, letter, Style::new())).collect::<Vec<_>>()
    };
    pair.draw(&hint("push B into A"));
    assert_eq!(pair.draw(&hint("push")), b"\x1b[8D\x1b[K");
    assert_eq!(pair.draw(&hint("pu")), b"\x08\x08\x08  ", "two blanks are less");
}

#[test]
fn a_coloured_rest_of_a_row_is_not_erased() {
    let mut pair = Pair::new(6, 1, FULL);
    let red = Style::new().bg(Color::Red);
    let row = |symbol| [0, 1, 2, 3, 4, 5].map(|x| (x, 0, symbol, red));
    pair.draw(&row("a"));
    assert_eq!(pair.draw(&row(" ")), b"\x1b[H      ");
}

#[test]
fn unchanged_text_between_two_changes_is_rewritten_when_that_is_shorter() {
    let mut pair = Pair::new(20, 1, FULL);
    let row = |first, last| {
        let middle = [(1, 0, "b", Style::new()), (2, 0, "c", Style::new())];
        let ends = [(0, 0, first, Style::new()), (3, 0, last, Style::new())];
        [ends, middle].concat()
    };
    pair.draw(&row("a", "d"));
    assert_eq!(pair.draw(&row("x", "y")), b"\rxbcy");
}

#[test]
fn a_line_straight_down_costs_three_bytes_a_row() {
    let mut pair = Pair::new(20, 8, FULL);
    let down = [1, 2, 3, 4].map(|y| (5, y, "|", Style::new()));
    assert_eq!(pair.draw(&down), b"\x1b[2;6H|\n\x08|\n\x08|\n\x08|");
}

#[test]
fn the_pen_is_kept_from_frame_to_frame() {
    let red = Style::new().fg(Color::Red);
    let mut pair = Pair::new(20, 4, FULL);
    assert_eq!(pair.draw(&[(0, 0, "a", red)]), b"\x1b[H\x1b[31ma");
    assert_eq!(pair.draw(&[(0, 0, "a", red), (1, 0, "b", red)]), b"b");
}

#[test]
fn a_coloured_line_beside_another_is_drawn_in_one_go() {
    let (green, red) = (Style::new().bg(Color::LightCyan), Style::new().fg(Color::Red));
    let mut pair = Pair::new(20, 5, FULL);
    let rows = [1, 2, 3].map(|y| [(5, y, "|", green), (6, y, "#", red)]).concat();
    let bytes = pair.draw(&rows);
    let text = String::from_utf8(bytes).expect("all of it is ASCII");
    assert_eq!(text.matches('m').count(), 2, "each pen is taken once: {text:?}");
}

#[test]
fn erasing_a_red_letter_needs_no_pen_change() {
    let mut pair = Pair::new(20, 4, FULL);
    pair.draw(&[(0, 0, "a", Style::new().fg(Color::Red))]);
    assert_eq!(pair.draw(&[]), b"\x08 ");
}

#[test]
fn after_the_last_column_the_cursor_move_is_absolute() {
    let mut pair = Pair::new(3, 2, FULL);
    let corner = [(2, 0, "x", Style::new()), (0, 1, "y", Style::new())];
    assert_eq!(pair.draw(&corner), b"\x1b[;3Hx\x1b[2Hy");
}

#[test]
fn without_colours_the_attributes_remain() {
    let plain = Features { colors: Colors::None, ..FULL };
    let style = Style::new().fg(Color::Red).bg(Color::Red).add_modifier(Modifier::REVERSED);
    let mut pair = Pair::new(9, 2, plain);
    assert_eq!(pair.draw(&[(0, 0, "a", style)]), b"\x1b[H\x1b[7ma");
}

/// Two question marks stand in for a character of two columns.
#[test]
fn the_replacement_of_a_wide_character_is_erased_with_it() {
    let mut pair = Pair::new(12, 1, Features { charset: Charset::Ascii, ..FULL });
    let mut shown = |text: &str| {
        let paint = |picture: &mut Buffer| picture.set_string(0, 0, text, Style::new());
        pair.drawn.paint(paint);
        pair.drawn.send().expect("nothing fails");
        pair.shown.process(&pair.writes.0.take().concat());
        pair.shown.screen().contents().trim_end().to_owned()
    };
    assert_eq!(shown("a 箱箱 b"), "a ???? b");
    assert_eq!(shown("a      b"), "a      b");
    assert_eq!(shown("箱 b 箱"), "?? b ??");
    assert_eq!(shown("x"), "x");
}

#[test]
fn wide_characters_leave_their_neighbours_alone() {
    let mut pair = Pair::new(8, 1, FULL);
    let bytes = pair.draw(&[(0, 0, "箱", Style::new()), (2, 0, "b", Style::new())]);
    assert_eq!(bytes, "\x1b[H箱\x1b[;3Hb".as_bytes());
}

#[test]
fn a_resized_terminal_is_cleared_and_drawn_whole() {
    let mut pair = Pair::new(8, 2, FULL);
    let frame = [(1, 1, "a", Style::new())];
    pair.draw(&frame);
    // The terminal was smaller for a moment, and dropped what did not fit.
    pair.suffer(Event::Resized(2, 1));
    pair.suffer(Event::Resized(8, 2));
    assert!(pair.draw(&frame).ends_with(b"\x1b[2J\x1b[2;2Ha"));
}

/// Terminals that erase with the pen's background would keep it.
#[test]
fn a_screen_that_another_program_wrote_on_is_cleared_with_the_plain_pen() {
    let mut pair = Pair::new(8, 2, FULL);
    pair.draw(&[(1, 1, "a", Style::new().bg(Color::Red))]);
    pair.drawn.draw_anew().expect("nothing fails");
    assert!(pair.draw(&[]).starts_with(b"\x1b[m\x1b[2J"));
}

#[test]
fn returning_the_cursor_to_its_rest_position_takes_four_bytes() {
    let mut pair = Pair::new(20, 4, FULL);
    pair.rest_at(Rest::InRow(Position::new(9, 1)));
    let red = Style::new().fg(Color::Red);
    let frame = |symbol| [(0, 3, symbol, red)];
    assert_eq!(pair.draw(&frame("a")), b"\x1b[4H\x1b[31ma\x1b[2;10H\x1b[m\x1b7");
    assert_eq!(pair.draw(&frame("b")), b"\n\n\r\x1b[31mb\x1b8\x1b7");
    let word = [(9, 1, "c", Style::new()), (0, 3, "b", red)];
    assert_eq!(pair.draw(&word), b"c", "it is in that row already");
}

#[test]
fn the_cursor_shows_where_the_frame_puts_it_and_hides_again() {
    let (backend, writes) = backend(20, 4, FULL);
    let mut terminal = Terminal::new(backend).expect("nothing fails");
    let mut draw = |cursor: Option<(u16, u16)>| {
        let drawn = terminal.draw(|frame| {
            if let Some(at) = cursor {
                frame.set_cursor_position(at);
            }
        });
        drawn.expect("nothing fails");
        writes.0.take().concat()
    };
    assert_eq!(draw(Some((7, 3))), b"\x1b[?25h\x1b[4;8H");
    assert_eq!(draw(Some((7, 3))), b"");
    assert_eq!(draw(None), b"\x1b[?25l");
    assert_eq!(draw(None), b"");
}
