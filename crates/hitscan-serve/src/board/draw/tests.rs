use hitscan::seat::ratatui::layout::Rect;
use hitscan::seat::{KeyCode, KeyPress};
use rstest::rstest;

use super::super::tests::samples::{CLASS_BOARD, class_of_28};
use super::*;
use crate::class::Class;

/// The drawn rows, without trailing blanks.
fn rows(board: &Board, (width, height): (u16, u16)) -> Vec<String> {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    draw(board, &mut buffer);
    let row = |y| {
        let cells = (0..width).map(|x| buffer[(x, y)].symbol());
        cells.collect::<String>().trim_end().to_owned()
    };
    (0..height).map(row).collect()
}

fn press(board: &mut Board, keys: &str) {
    for key in keys.chars() {
        board.press(KeyPress::plain(KeyCode::Char(key)));
    }
}

#[test]
fn the_board_of_28_is_drawn_cell_for_cell() {
    let board = Board::new(class_of_28());
    let expected: Vec<_> = CLASS_BOARD.lines().collect();
    for (drawn, expected) in rows(&board, (80, 24)).iter().zip(&expected) {
        assert_eq!(drawn, expected);
    }
    assert_eq!(expected.len(), 24);
}

#[test]
fn a_phone_shows_who_is_where_and_who_is_stuck() {
    let board = Board::new(class_of_28());
    let drawn = rows(&board, (40, 12));
    assert_eq!(drawn[0], " 3b  Collision…  24 of 28 here  3 stuck");
    assert_eq!(drawn[1], "   student       at       points   quiet");
    assert_eq!(drawn[3], "►! ben            9 3/6   71/212   6 min");
    assert_eq!(drawn[8], "   dora           - -       -      away");
    assert_eq!(drawn[9], " missed most: inside/edges 9…  1-6 of 28");
    assert_eq!(drawn[10], " ben  asked 3 times, last said hit; the…");
    assert_eq!(drawn[11], " Enter watch  s say  p pause  ? help");
}

#[test]
fn a_screen_of_60_by_16_leaves_out_steps_names_and_hints() {
    let board = Board::new(class_of_28());
    let drawn = rows(&board, (60, 16));
    assert_eq!(drawn[0], " 3b  Collisions, Mo…  24 of 28 here  3 stuck  due in 41 min");
    assert_eq!(drawn[1], "   student       lesson        step changes   points   quiet");
    assert_eq!(drawn[5], " ! raj          11 came-from   4/5       22   90/212     3 s");
    assert_eq!(drawn[13], " missed most: inside/edges 9 of 14 said hit       1-10 of 28");
    assert_eq!(drawn[15], " Enter watch  s say  p pause  f follow  g lessons  ? help");
}

#[test]
fn a_wide_screen_has_room_for_names_and_for_everyone() {
    let board = Board::new(class_of_28());
    let drawn = rows(&board, (120, 40));
    assert!(drawn[1].ends_with("quiet") && drawn[1].chars().count() == 120, "{}", drawn[1]);
    assert!(drawn[37].ends_with("1-28 of 28"), "{}", drawn[37]);
    assert!(drawn[30].starts_with("   zoe"), "{}", drawn[30]);
}

#[rstest]
#[case((1, 1))]
#[case((1, 24))]
#[case((500, 1))]
#[case((3, 3))]
#[case((10, 5))]
#[case((39, 6))]
#[case((500, 200))]
fn every_size_is_drawn(#[case] size: (u16, u16)) {
    let mut board = Board::new(class_of_28());
    for keys in ["", "?", "x", "s long long long long long", "\u{1b}"] {
        press(&mut board, keys);
        assert_eq!(rows(&board, size).len(), usize::from(size.1));
    }
}

#[test]
fn the_page_follows_the_cursor() {
    let mut board = Board::new(class_of_28());
    board.press(KeyPress::plain(KeyCode::End));
    let drawn = rows(&board, (80, 24));
    assert!(drawn[3 + 9].starts_with("►  zoe"), "{}", drawn[12]);
    assert!(drawn[21].ends_with("19-28 of 28"), "{}", drawn[21]);
}

#[test]
fn the_rows_found_and_the_line_typed_are_shown() {
    let mut board = Board::new(class_of_28());
    press(&mut board, "/polygons");
    let drawn = rows(&board, (80, 24));
    assert_eq!(drawn[23], " /polygons");
    assert!(drawn[21].ends_with("1-3 of 3 with polygons"), "{}", drawn[21]);
    press(&mut board, "zzz");
    assert!(rows(&board, (80, 24))[21].ends_with("0 of 28 with polygonszzz"));
}

#[test]
fn a_paused_class_says_so_and_offers_to_go_on() {
    let class = Class { state: ClassState::Paused, ..(*class_of_28().class).clone() };
    let mut board = Board::new(Moment { class: class.into(), ..class_of_28() });
    let drawn = rows(&board, (80, 24));
    assert!(drawn[0].contains("  paused  24 of 28 here"), "{}", drawn[0]);
    assert!(drawn[23].contains("  p go  "), "{}", drawn[23]);
    board.tell("said to 24 students");
    assert_eq!(rows(&board, (80, 24))[23], " said to 24 students");
}

#[test]
fn help_explains_every_key_of_the_last_row() {
    let mut board = Board::new(class_of_28());
    press(&mut board, "?");
    let drawn = rows(&board, (80, 24)).join("\n");
    for [key, _] in KEYS.iter().filter(|[key, _]| *key != "?") {
        assert!(drawn.contains(&format!("\n  {key} ")), "{key}: {drawn}");
    }
}

#[test]
fn help_scrolls_on_a_small_screen_until_all_of_it_was_in_view() {
    for size in [(40, 16), (30, 10)] {
        let mut board = Board::new(class_of_28());
        board.screen = size.into();
        press(&mut board, "?");
        let mut seen = String::new();
        for _ in 0..60 {
            let drawn = rows(&board, size);
            assert_eq!(drawn.last().map(String::as_str), Some(" arrows scroll; Esc goes back"));
            seen.push_str(&drawn[1..].join("\n"));
            press(&mut board, "j");
        }
        let end = rows(&board, size);
        press(&mut board, "j");
        assert_eq!(rows(&board, size), end, "it ends");
        assert!(!seen.contains('\u{2026}'), "{size:?}: nothing is cut: {seen}");
        for told in ["Up Down", "  !  ", "or 10 quiet"] {
            assert!(seen.contains(told), "{size:?}: {told}: {seen}");
        }
        press(&mut board, "kk");
        assert_ne!(rows(&board, size), end);
        board.press(KeyPress::plain(KeyCode::Esc));
        assert_eq!(board.focus, Focus::Rows);
    }
}

#[test]
fn no_control_character_is_drawn() {
    let mut moment = class_of_28();
    let evil = "a\u{1b}[2J\u{7}\u{9b}31m\r\nb\u{202e}c\u{7f}";
    moment.class = Class { title: evil.to_owned(), ..(*moment.class).clone() }.into();
    for row in &mut moment.rows {
        if let Some(standing) = &mut row.standing {
            standing.lesson = evil.to_owned();
            standing.step = format!("task {evil}");
            standing.effort.said = Some(evil.to_owned());
            standing.effort.belief = Some(evil.to_owned());
        }
    }
    for missed in &mut moment.missed {
        missed.question = evil.to_owned();
        missed.said = Some(evil.to_owned());
    }
    let mut board = Board::new(moment);
    for keys in ["", "s", evil, "\u{1b}"] {
        press(&mut board, keys);
        board.tell(evil);
        for size in [(80, 24), (40, 12), (60, 16), (200, 60)] {
            for row in rows(&board, size) {
                assert!(!row.contains(|c: char| c.is_control() || c == '\u{202e}'), "{row:?}");
            }
        }
    }
}
