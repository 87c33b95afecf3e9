//! Watching a student's screen: their picture, with the last row replaced by the watcher's own.
//!
//! Permission to watch and the delivery of pictures are elsewhere ([`crate::live::Watching`]).

use hitscan::seat::ratatui::buffer::Buffer;
use hitscan::seat::ratatui::style::{Modifier, Style};

use hitscan_core::scene::printable;

use crate::live::Standing;
use crate::paint::{cells_of, put};
use crate::user::UserId;

/// The keys of the last row, the least important first.
const KEYS: [&str; 4] = ["n next", "b board", "s say", "Esc back"];
const GAP: &str = "  ";
/// The column where they begin, if there is room.
const KEYS_COLUMN: u16 = 40;
/// The cells that the student's name keeps next to a message.
const LEAST_NAME: u16 = 8;
const PLAIN: Style = Style::new();
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// What a watcher sees.
#[derive(Clone, Copy, Debug)]
pub struct WatchedScreen<'a> {
    /// The student.
    pub student: &'a UserId,
    /// How far they are; none in the sandbox.
    pub standing: Option<&'a Standing>,
    /// Their newest picture; none before the first one.
    pub picture: Option<&'a Buffer>,
    /// Whether their session has ended.
    pub is_over: bool,
    /// A message in place of the keys, until the next key.
    pub told: Option<&'a str>,
}

/// Draws the student's picture without its last row, cut to fit; the last row names the student.
pub fn draw(seen: &WatchedScreen<'_>, buffer: &mut Buffer) {
    let [width, height] = [buffer.area.width, buffer.area.height];
    if width == 0 || height == 0 {
        return;
    }
    match seen.picture {
        Some(picture) => copy(picture, buffer),
        None if seen.is_over => {}
        None => put(buffer, (1, 0), ("their screen appears with its next change", width), PLAIN),
    }
    last_row(seen, buffer);
}

/// Copies the picture into all rows but the last. Leaves out a wide character that does not fit at
/// the edge.
fn copy(picture: &Buffer, buffer: &mut Buffer) {
    let width = picture.area.width.min(buffer.area.width);
    let height = picture.area.height.min(buffer.area.height - 1);
    for y in 0..height {
        for x in 0..width {
            let cell = &picture[(x, y)];
            let fits = x + cells_of(cell.symbol()).max(1) <= width;
            if fits {
                buffer[(x, y)] = cell.clone();
            }
        }
    }
}

/// Whether more of the picture is cut off than its last row.
fn is_cut(picture: &Buffer, buffer: &Buffer) -> bool {
    picture.area.width > buffer.area.width || picture.area.height > buffer.area.height
}

/// ` WATCH anna  9 inside  5/6  78/212      n next  b board  s say  Esc back`
fn last_row(seen: &WatchedScreen<'_>, buffer: &mut Buffer) {
    let [width, y] = [buffer.area.width, buffer.area.height - 1];
    put(buffer, (1, y), ("WATCH", width), BOLD);
    let place = match (seen.is_over, seen.standing) {
        (true, _) => "  has left".to_owned(),
        (false, None) => String::new(),
        (false, Some(it)) => {
            let ([step, steps], [points, most]) = (it.step_number, it.points);
            let (number, lesson) = (it.lesson_number, &it.lesson);
            format!("  {number} {lesson}  {step}/{steps}  {points}/{most}")
        }
    };
    let cut = seen.picture.filter(|picture| is_cut(picture, buffer));
    let cut = cut.map(|it| format!("  cut from {}x{}", it.area.width, it.area.height));
    let whose = format!("{}{}{place}", seen.student, cut.unwrap_or_default());
    let is_narrow = |told: &str| 7 + cells_of(&whose) + 2 + cells_of(told) > width;
    let mut keys = KEYS.as_slice();
    while keys.len() > 1 && is_narrow(&keys.join(GAP)) {
        keys = &keys[1..];
    }
    let told = seen.told.map_or_else(|| keys.join(GAP), printable);
    // A message shortens the student's name and place, down to a few cells.
    let room = width.saturating_sub(7 + 2 + cells_of(&told)).max(LEAST_NAME);
    put(buffer, (7, y), (&whose, room), PLAIN);
    let after = 7 + cells_of(&whose).min(room) + 2;
    let begin = KEYS_COLUMN.min(width.saturating_sub(cells_of(&told))).max(after);
    put(buffer, (begin, y), (&told, width), PLAIN);
}

#[cfg(test)]
mod tests {
    use hitscan::seat::ratatui::layout::Rect;
    use rstest::rstest;

    use super::*;
    use crate::board::samples::standing;

    const WATCHED: &str = include_str!("watch/watched.txt");

    /// A picture of these lines.
    fn picture(lines: &[&str], width: u16) -> Buffer {
        let height = u16::try_from(lines.len()).expect("few");
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        for (line, y) in lines.iter().zip(0..) {
            buffer.set_string(0, y, line, PLAIN);
        }
        buffer
    }

    fn rows(seen: &WatchedScreen<'_>, (width, height): (u16, u16)) -> Vec<String> {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        draw(seen, &mut buffer);
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(|y| row(y).trim_end().to_owned()).collect()
    }

    #[test]
    fn the_watched_screen_is_drawn_cell_for_cell_with_the_watchers_own_last_row() {
        let expected: Vec<_> = WATCHED.lines().collect();
        let status = " L laser is selected; the student's own last row";
        let of_student: Vec<_> = expected[..23].iter().copied().chain([status]).collect();
        let of_student = picture(&of_student, 80);
        let anna = "anna".parse().expect("a name");
        let standing = standing(9, "inside", "5/6 task hide", (78, 4, 1));
        let seen = WatchedScreen {
            student: &anna,
            standing: Some(&standing),
            picture: Some(&of_student),
            is_over: false,
            told: None,
        };
        assert_eq!(rows(&seen, (80, 24)), expected);
    }

    #[rstest]
    #[case((40, 10), " WATCH anna  cut from 200x50 …  Esc back")]
    #[case((60, 10), " WATCH anna  cut from 200x50  9 inside  5/6  78/2…  Esc back")]
    #[case((120, 40), " WATCH anna  cut from 200x50  9 inside  5/6  78/212  n next  b board  s say  Esc back")]
    #[case((200, 50), " WATCH anna  9 inside  5/6  78/212      n next  b board  s say  Esc back")]
    fn keys_make_room_for_the_student(#[case] size: (u16, u16), #[case] last: &str) {
        let anna = "anna".parse().expect("a name");
        let standing = standing(9, "inside", "5/6 task hide", (78, 4, 1));
        let picture = picture(&[&*"x".repeat(200); 50], 200);
        let seen = WatchedScreen {
            student: &anna,
            standing: Some(&standing),
            picture: Some(&picture),
            is_over: false,
            told: None,
        };
        let drawn = rows(&seen, size);
        let rest: Vec<_> = drawn[..drawn.len() - 1].iter().collect();
        assert!(rest.iter().all(|row| row.len() == usize::from(size.0)), "{rest:?}");
        assert_eq!(drawn.last().map(String::as_str), Some(last));
    }

    #[test]
    fn the_last_row_says_if_more_than_one_row_is_cut_off() {
        let anna = "anna".parse().expect("a name");
        let picture = picture(&["x"; 24], 80);
        let seen = WatchedScreen {
            student: &anna,
            standing: None,
            picture: Some(&picture),
            is_over: false,
            told: None,
        };
        let last = |size| rows(&seen, size).pop().expect("a row");
        for size in [(79, 24), (80, 23)] {
            assert!(last(size).contains(" anna  cut from 80x24  "), "{}", last(size));
        }
        assert!(!last((80, 24)).contains("cut"), "{}", last((80, 24)));
    }

    #[test]
    fn a_wide_character_at_the_edge_is_left_out() {
        let anna = "anna".parse().expect("a name");
        let picture = picture(&["ab\u{77e9}\u{5f62}"], 6);
        let seen = |picture| WatchedScreen {
            student: &anna,
            standing: None,
            picture,
            is_over: false,
            told: None,
        };
        assert_eq!(rows(&seen(Some(&picture)), (5, 2))[0], "ab\u{77e9}");
    }

    #[test]
    fn the_last_row_says_that_the_student_has_left_at_every_size() {
        let anna = "anna".parse().expect("a name");
        let picture = picture(&["the last picture"], 80);
        let seen = WatchedScreen {
            student: &anna,
            standing: None,
            picture: Some(&picture),
            is_over: true,
            told: Some("a\u{1b}b"),
        };
        let drawn = rows(&seen, (80, 3));
        assert_eq!(drawn[0], "the last picture");
        assert!(drawn[2].starts_with(" WATCH anna  has left "), "{}", drawn[2]);
        assert!(drawn[2].ends_with("a\\u{1b}b"), "{}", drawn[2]);
        for size in [(1, 1), (3, 1), (1, 3), (7, 2), (500, 200)] {
            assert_eq!(rows(&seen, size).len(), usize::from(size.1));
        }
    }
}
