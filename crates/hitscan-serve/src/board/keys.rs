//! The keys of the board.

use hitscan::seat::ratatui::buffer::Buffer;
use hitscan::seat::ratatui::style::{Modifier, Style};
use hitscan::seat::{KeyCode, KeyPress};
use hitscan_core::words::lines::wrapped;

use super::prompt::{About, Prompt, Typed};
use super::{Board, Focus};
use crate::class::ClassState;
use crate::paint::put;
use crate::place::UserId;

/// What a teacher asks for that the board cannot do itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To leave.
    Leave,
    /// To watch a student's screen.
    Watch(UserId),
    /// To run this command, as after `ssh HOST`.
    Words(String),
    /// To send this message to the class.
    Say(String),
}

/// The rows that `PageUp` and `PageDown` skip.
const PAGE: usize = 10;

impl Board {
    /// Handles a key; returns what the teacher asks for, if the board cannot do it itself.
    pub fn press(&mut self, key: KeyPress) -> Option<Wish> {
        self.told = None;
        match &mut self.focus {
            Focus::Help(first) => {
                let first = press_on_help(*first, key, self.screen);
                self.focus = first.map_or(Focus::Rows, Focus::Help);
                None
            }
            Focus::Typing(prompt) => match prompt.press(key) {
                Typed::On => {
                    self.find_as_typed();
                    None
                }
                Typed::GivenUp => {
                    self.focus = Focus::Rows;
                    None
                }
                Typed::Done => self.typed(),
            },
            Focus::Rows => self.press_on_rows(key),
        }
    }

    fn press_on_rows(&mut self, key: KeyPress) -> Option<Wish> {
        let is_control = key.typed().is_none() && matches!(key.code, KeyCode::Char(_));
        if is_control {
            return matches!(key.code, KeyCode::Char('c' | 'd')).then_some(Wish::Leave);
        }
        let at = self.chosen_at().unwrap_or_default();
        match key.code {
            KeyCode::Enter => return self.watches(),
            KeyCode::Char('p') => return Some(self.pauses()),
            KeyCode::Char('f') => return Some(Wish::Words("follow".to_owned())),
            KeyCode::Char('q') => return Some(Wish::Leave),
            KeyCode::Char('s') => self.types(About::Say, ""),
            KeyCode::Char('g') => {
                let open = self.moment.class.lessons.as_ref().map(|open| open.join(" "));
                self.types(About::Lessons, &open.unwrap_or_default());
            }
            KeyCode::Char('/') => self.types(About::Find, &self.found.clone()),
            KeyCode::Char(':') => self.types(About::Word, ""),
            KeyCode::Char('?') | KeyCode::F(1) => self.focus = Focus::Help(0),
            KeyCode::Esc => self.found.clear(),
            KeyCode::Char('o') => {
                self.sorting = self.sorting.next();
                self.sort();
                self.tell(self.sorting.sentence());
            }
            KeyCode::Up | KeyCode::Char('k') => self.choose(at.saturating_sub(1)),
            KeyCode::Down | KeyCode::Char('j') => self.choose(at.saturating_add(1)),
            KeyCode::PageUp => self.choose(at.saturating_sub(PAGE)),
            KeyCode::PageDown => self.choose(at.saturating_add(PAGE)),
            KeyCode::Home => self.choose(0),
            KeyCode::End => self.choose(usize::MAX),
            _ => {}
        }
        None
    }

    fn watches(&mut self) -> Option<Wish> {
        let row = self.chosen()?;
        let student = row.student.clone();
        if row.is_here() {
            return Some(Wish::Watch(student));
        }
        self.tell(&format!("{student} is not here"));
        None
    }

    fn pauses(&self) -> Wish {
        let is_paused = self.moment.class.state == ClassState::Paused;
        Wish::Words(if is_paused { "go" } else { "pause" }.to_owned())
    }

    fn types(&mut self, about: About, typed: &str) {
        self.focus = Focus::Typing(Prompt::new(about, typed));
    }

    /// Filters the rows while the text to find is being typed.
    fn find_as_typed(&mut self) {
        if let Focus::Typing(Prompt { about: About::Find, typed }) = &self.focus {
            self.found = typed.trim().to_lowercase();
            if self.chosen().is_none() {
                self.choose(0);
            }
        }
    }

    fn typed(&mut self) -> Option<Wish> {
        let Focus::Typing(Prompt { about, typed }) =
            std::mem::replace(&mut self.focus, Focus::Rows)
        else {
            return None;
        };
        let typed = typed.trim();
        match about {
            About::Find => None,
            _ if typed.is_empty() => None,
            About::Say => Some(Wish::Say(typed.to_owned())),
            About::Lessons => Some(Wish::Words(format!("lessons {typed}"))),
            About::Word if ["q", "quit"].contains(&typed) => Some(Wish::Leave),
            About::Word => Some(match typed.strip_prefix("say ") {
                Some(said) => Wish::Say(said.trim().to_owned()),
                None => Wish::Words(typed.to_owned()),
            }),
        }
    }
}

/// The keys, and what they do.
const HELP: &[[&str; 2]] = &[
    ["Up Down", "choose a student; also k j, PageUp PageDown, Home End"],
    ["Enter", "watch the student's screen; ? there lists its keys"],
    ["s", "say a line to all students"],
    ["p", "pause the class, or go on: screens stay, nothing can be changed"],
    ["f", "follow: your own sandbox, shown to all until you press q there"],
    ["g", "which lessons are open"],
    ["o", "sort: stuck, name, lesson, points, last key"],
    ["/", "find a name, a lesson or a step; Esc shows all"],
    [":", "a command, as after ssh HOST: say pause go lessons due code"],
    ["", "watch follow reset free"],
    ["q", "leave; the class goes on without you; also Ctrl-C"],
    ["!", "stuck: nothing finished for 6 minutes despite 5 tries,"],
    ["", "or 10 quiet minutes"],
];

/// The columns where the keys and what they do begin.
const KEY_COLUMN: u16 = 2;
const DOES_COLUMN: u16 = 11;

/// Handles a key on the help page, whose first row in view this is, on a screen of these columns and
/// rows. Returns the next first row; none if it closes the page, as any key does that does not
/// scroll.
fn press_on_help(first: usize, key: KeyPress, screen: [u16; 2]) -> Option<usize> {
    let (hidden, page) = (hidden(screen), usize::from(screen[1] / 2).max(1));
    let first = match (key.code, key.modifiers.is_empty()) {
        (KeyCode::Down | KeyCode::Char('j'), true) => first + 1,
        (KeyCode::Up | KeyCode::Char('k'), true) => first.saturating_sub(1),
        (KeyCode::PageDown | KeyCode::Char(' '), true) => first + page,
        (KeyCode::PageUp, true) => first.saturating_sub(page),
        _ => return None,
    };
    (hidden > 0).then_some(first.min(hidden))
}

/// Draws the help page from this row on, between the title and the last row.
pub(super) fn draw_help(first: usize, buffer: &mut Buffer) {
    let screen = [buffer.area.width, buffer.area.height];
    let (lines, width) = (lines(screen[0]), screen[0]);
    let rows = first_row(screen)..screen[1].saturating_sub(1);
    for ((key, does), y) in lines.iter().skip(first.min(hidden(screen))).zip(rows) {
        put(buffer, [KEY_COLUMN, y], key, width, Style::new().add_modifier(Modifier::BOLD));
        put(buffer, [DOES_COLUMN, y], does, width, Style::new());
    }
}

/// The keys of the page itself.
pub(super) fn keys(screen: [u16; 2]) -> &'static str {
    if hidden(screen) > 0 { "arrows scroll; Esc goes back" } else { "any key goes back" }
}

/// The rows of the page at this width.
fn lines(width: u16) -> Vec<(&'static str, &'static str)> {
    let room = usize::from(width.saturating_sub(DOES_COLUMN + 1));
    let rows = HELP.iter().flat_map(|[key, does]| {
        let keys = std::iter::once(*key).chain(std::iter::repeat(""));
        keys.zip(wrapped(does, room))
    });
    rows.collect()
}

/// The first row of the screen that the page takes: below a gap if there is room for one.
fn first_row([width, height]: [u16; 2]) -> u16 {
    let fits = lines(width).len() + 3 <= usize::from(height);
    if fits { 2 } else { 1 }
}

/// How many rows do not fit.
fn hidden(screen: [u16; 2]) -> usize {
    let room = screen[1].saturating_sub(1 + first_row(screen));
    lines(screen[0]).len().saturating_sub(room.into())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::tests::samples::class_of_28;
    use super::super::{Board, Moment};
    use super::*;
    use crate::class::Class;

    /// Presses these keys and returns what the last one asked for.
    fn press(board: &mut Board, keys: &[KeyCode]) -> Option<Wish> {
        keys.iter().map(|&code| board.press(KeyPress::plain(code))).last().flatten()
    }

    fn type_in(board: &mut Board, line: &str) -> Option<Wish> {
        let keys: Vec<_> = line.chars().map(KeyCode::Char).chain([KeyCode::Enter]).collect();
        press(board, &keys)
    }

    fn chosen(board: &Board) -> Option<&str> {
        board.chosen().map(|row| row.student.as_str())
    }

    #[test]
    fn the_cursor_moves_and_stays_on_the_rows() {
        let mut board = Board::new(class_of_28());
        press(&mut board, &[KeyCode::Up]);
        assert_eq!(chosen(&board), Some("ben"));
        press(&mut board, &[KeyCode::Down, KeyCode::Char('j')]);
        assert_eq!(chosen(&board), Some("raj"));
        press(&mut board, &[KeyCode::End, KeyCode::Down]);
        assert_eq!(chosen(&board), Some("zoe"));
        press(&mut board, &[KeyCode::PageUp, KeyCode::PageUp, KeyCode::Char('k')]);
        assert_eq!(chosen(&board), Some("emil"));
        press(&mut board, &[KeyCode::Home]);
        assert_eq!(chosen(&board), Some("ben"));
    }

    #[test]
    fn enter_watches_a_student_who_is_here() {
        let mut board = Board::new(class_of_28());
        let ben = "ben".parse().expect("a name");
        assert_eq!(press(&mut board, &[KeyCode::Enter]), Some(Wish::Watch(ben)));
        board.choose_student(&"dora".parse().expect("a name"));
        assert_eq!(press(&mut board, &[KeyCode::Enter]), None);
        assert_eq!(board.told.as_deref(), Some("dora is not here"));
    }

    #[test]
    fn a_colon_begins_a_command_and_a_message_is_not_split() {
        let mut board = Board::new(class_of_28());
        let words = |words: &str| Some(Wish::Words(words.to_owned()));
        assert_eq!(type_in(&mut board, ":due 14:30"), words("due 14:30"));
        assert_eq!(type_in(&mut board, ":q"), Some(Wish::Leave));
        assert_eq!(type_in(&mut board, ":"), None);
        let said = Some(Wish::Say("look  up, please".to_owned()));
        assert_eq!(type_in(&mut board, "slook  up, please"), said);
        assert_eq!(type_in(&mut board, ":say look  up, please"), said);
        assert_eq!(
            press(&mut board, &[KeyCode::Char('s'), KeyCode::Char('x'), KeyCode::Esc]),
            None
        );
        assert_eq!(board.focus, Focus::Rows);
        assert_eq!(press(&mut board, &[KeyCode::Char('f')]), words("follow"));
    }

    #[test]
    fn p_pauses_and_resumes_and_g_offers_the_open_lessons() {
        let mut board = Board::new(class_of_28());
        let words = |words: &str| Some(Wish::Words(words.to_owned()));
        assert_eq!(press(&mut board, &[KeyCode::Char('p')]), words("pause"));
        let class = Class {
            state: ClassState::Paused,
            lessons: Some(vec!["apart".to_owned(), "inside".to_owned()]),
            ..(*class_of_28().class).clone()
        };
        board.show(Moment { class: Arc::new(class), ..class_of_28() });
        assert_eq!(press(&mut board, &[KeyCode::Char('p')]), words("go"));
        assert_eq!(type_in(&mut board, "g zeros"), words("lessons apart inside zeros"));
    }

    #[test]
    fn finding_filters_rows_while_typing_and_esc_shows_all() {
        let mut board = Board::new(class_of_28());
        for (keys, names) in [("/", 28), ("TWO-", 1)] {
            press(&mut board, &keys.chars().map(KeyCode::Char).collect::<Vec<_>>());
            assert_eq!(board.shown().len(), names, "{keys}");
        }
        assert_eq!(chosen(&board), Some("raj"), "its step is two-doors");
        press(&mut board, &[KeyCode::Enter]);
        assert_eq!(board.shown().len(), 1);
        press(&mut board, &[KeyCode::Esc]);
        assert_eq!(board.shown().len(), 28);
        assert_eq!(chosen(&board), Some("raj"));
    }

    #[test]
    fn a_typed_line_has_a_maximum_length_and_no_control_characters() {
        let mut board = Board::new(class_of_28());
        press(&mut board, &[KeyCode::Char('s')]);
        for _ in 0..1000 {
            board.press(KeyPress::plain(KeyCode::Char('x')));
            board.press(KeyPress::plain(KeyCode::Char('\u{1b}')));
        }
        let said = press(&mut board, &[KeyCode::Enter]);
        assert_eq!(said, Some(Wish::Say("x".repeat(200))));
    }

    #[test]
    fn any_key_leaves_help_and_does_nothing_else() {
        let mut board = Board::new(class_of_28());
        press(&mut board, &[KeyCode::Char('?')]);
        assert_eq!(board.focus, Focus::Help(0));
        assert_eq!(press(&mut board, &[KeyCode::Char('q')]), None);
        assert_eq!(board.focus, Focus::Rows);
    }
}
