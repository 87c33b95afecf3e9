//! Watching a student's screen: their picture, with the last row replaced by the watcher's own.
//!
//! Permission to watch and the delivery of pictures are elsewhere ([`crate::live::Watching`]).

use hitscan::seat::PictureView;
use hitscan::seat::ratatui::buffer::Buffer;
use hitscan::seat::ratatui::style::{Modifier, Style};

use hitscan_core::scene::printable;

use crate::live::Standing;
use crate::paint::{cells_of, fitted, put};
use crate::place::UserId;

/// The keys of the last row, the least important first.
const KEYS: [&str; 4] = ["n next", "b board", "s say", "Esc back"];
/// The same while there is more of the picture than fits.
const KEYS_OF_A_PART: [&str; 5] = ["n next", "b board", "s say", "? keys", "Esc back"];
/// What `?` lists.
const HELP: [[&str; 2]; 6] = [
    PictureView::KEYS,
    ["n", "the next student"],
    ["s", "say a line to all"],
    ["b", "the board"],
    ["Esc q", "back"],
    ["", "no key reaches the student"],
];
const GAP: &str = "  ";
/// The column where the student's name begins, and the column where the keys begin if there is room.
const NAME_COLUMN: u16 = 7;
const KEYS_COLUMN: u16 = 40;
/// The cells that the student's name keeps next to a message.
const LEAST_NAME: u16 = 8;
/// The fewest cells for how far they are, which is cut if there are too few for all of it.
const LEAST_PLACE: u16 = 6;
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
    /// How the watcher looks at it.
    pub view: PictureView,
    /// Whether their session has ended.
    pub is_over: bool,
    /// A message in place of the keys, until the next key.
    pub told: Option<&'a str>,
}

/// Draws the part of the student's picture in view; the last row names the student.
pub fn draw(seen: &WatchedScreen<'_>, buffer: &mut Buffer) {
    let [width, height] = [buffer.area.width, buffer.area.height];
    if width == 0 || height == 0 {
        return;
    }
    if seen.picture.is_none() && !seen.is_over {
        put(buffer, [1, 0], "their screen appears with its next change", width, PLAIN);
    }
    seen.view.draw(seen.picture.unwrap_or(&Buffer::default()), &HELP, buffer);
    last_row(seen, buffer);
}

/// ` WATCH anna  9 inside  5/6  78/212      n next  b board  s say  Esc back`
fn last_row(seen: &WatchedScreen<'_>, buffer: &mut Buffer) {
    let [width, y] = [buffer.area.width, buffer.area.height - 1];
    put(buffer, [1, y], "WATCH", width, BOLD);
    let place = match (seen.is_over, seen.standing) {
        (true, _) => "  has left".to_owned(),
        (false, None) => String::new(),
        (false, Some(it)) => {
            let ([step, steps], [points, most]) = (it.step_number, it.points);
            let (number, lesson) = (it.lesson_number, &it.lesson);
            format!("  {number} {lesson}  {step}/{steps}  {points}/{most}")
        }
    };
    let more = seen.picture.map(|picture| seen.view.more(picture, (width, buffer.area.height)));
    let more = more.filter(|more| !more.is_empty()).map(|more| format!("  more {more}"));
    let mut keys = if more.is_some() { &KEYS_OF_A_PART[..] } else { &KEYS };
    let more = more.unwrap_or_default();
    let name = cells_of(seen.student.as_str()) + cells_of(&more);
    let fits = |whose: u16, keys: &[&str]| {
        NAME_COLUMN + whose + cells_of(GAP) + cells_of(&keys.join(GAP)) <= width
    };
    while keys.len() > 2 && !fits(name + cells_of(&place), keys) {
        keys = &keys[1..];
    }
    if !fits(name, keys) {
        keys = &keys[keys.len() - 1..];
    }
    let told = seen.told.map_or_else(|| keys.join(GAP), printable);
    // A message shortens the student's name and place, down to a few cells.
    let room = width.saturating_sub(NAME_COLUMN + cells_of(GAP) + cells_of(&told)).max(LEAST_NAME);
    let name = fitted(seen.student.as_str(), room.saturating_sub(cells_of(&more)).max(1));
    // Too little of the place says nothing.
    let left = room.saturating_sub(cells_of(&name) + cells_of(&more));
    let place = if left < LEAST_PLACE { "" } else { &place };
    let whose = format!("{name}{more}{place}");
    put(buffer, [NAME_COLUMN, y], &whose, room, PLAIN);
    let after = NAME_COLUMN + cells_of(&whose).min(room) + cells_of(GAP);
    let begin = KEYS_COLUMN.min(width.saturating_sub(cells_of(&told))).max(after);
    put(buffer, [begin, y], &told, width, PLAIN);
}

#[cfg(test)]
mod tests {
    use hitscan::seat::ratatui::layout::Rect;
    use hitscan::seat::{KeyCode, KeyPress};
    use rstest::rstest;

    use super::*;
    use crate::board::tests::samples::standing;

    const WATCHED: &str = include_str!("watch_view/watched.txt");

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
        let standing = standing(9, "inside", "5/6 task hide", 78, 4, 1);
        let seen = WatchedScreen {
            student: &anna,
            standing: Some(&standing),
            picture: Some(&of_student),
            view: PictureView::default(),
            is_over: false,
            told: None,
        };
        assert_eq!(rows(&seen, (80, 24)), expected);
    }

    #[rstest]
    #[case((30, 10), " WATCH anna  more ►▼  Esc back")]
    #[case((40, 10), " WATCH anna  more ►▼    ? keys  Esc back")]
    #[case((60, 10), " WATCH anna  more ►▼  9 inside  5/6  78/2…  ? keys  Esc back")]
    #[case((120, 40), " WATCH anna  more ►▼  9 inside  5/6  78/212  n next  b board  s say  ? keys  Esc back")]
    #[case((200, 50), " WATCH anna  9 inside  5/6  78/212      n next  b board  s say  Esc back")]
    fn keys_make_room_for_the_student(#[case] size: (u16, u16), #[case] last: &str) {
        let anna = "anna".parse().expect("a name");
        let standing = standing(9, "inside", "5/6 task hide", 78, 4, 1);
        let picture = picture(&[&*"x".repeat(200); 50], 200);
        let seen = WatchedScreen {
            student: &anna,
            standing: Some(&standing),
            picture: Some(&picture),
            view: PictureView::default(),
            is_over: false,
            told: None,
        };
        let drawn = rows(&seen, size);
        let rest: Vec<_> = drawn[..drawn.len() - 1].iter().collect();
        assert!(rest.iter().all(|row| row.len() == usize::from(size.0)), "{rest:?}");
        assert_eq!(drawn.last().map(String::as_str), Some(last));
    }

    #[test]
    fn the_last_row_says_if_more_than_one_row_is_out_of_view() {
        let anna = "anna".parse().expect("a name");
        let picture = picture(&["x"; 24], 80);
        let seen = WatchedScreen {
            student: &anna,
            standing: None,
            picture: Some(&picture),
            view: PictureView::default(),
            is_over: false,
            told: None,
        };
        let last = |size| rows(&seen, size).pop().expect("a row");
        for (size, more) in
            [((79, 24), " more ►  "), ((80, 23), " more ▼  "), ((40, 16), " more ►▼  ")]
        {
            assert!(last(size).contains(more), "{}", last(size));
        }
        assert!(!last((80, 24)).contains("more"), "{}", last((80, 24)));
    }

    #[test]
    fn a_question_mark_lists_the_keys_on_every_screen_before_and_after_the_first_picture() {
        let anna = "anna".parse().expect("a name");
        let picture = picture(&["x"; 24], 80);
        for (size, of) in [((80, 24), None), ((40, 16), Some(&picture)), ((30, 10), Some(&picture))]
        {
            let mut view = PictureView::default();
            let key = KeyPress::plain(KeyCode::Char('?'));
            assert!(view.press(key, of.unwrap_or(&Buffer::default()), size));
            let seen = WatchedScreen {
                student: &anna,
                standing: None,
                picture: of,
                view,
                is_over: false,
                told: None,
            };
            let drawn = rows(&seen, size).join("\n");
            for told in ["arrows", " Esc q   back", "no key reaches the"] {
                assert!(drawn.contains(told), "{told}:\n{drawn}");
            }
        }
    }

    #[test]
    fn the_last_row_says_that_the_student_has_left_at_every_size() {
        let anna = "anna".parse().expect("a name");
        let picture = picture(&["the last picture"], 80);
        let seen = WatchedScreen {
            student: &anna,
            standing: None,
            picture: Some(&picture),
            view: PictureView::default(),
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
