//! The keys of the board.

use hitscan::seat::{KeyCode, KeyPress};

use super::help::HelpPage;
use super::prompt::{About, Prompt, Typed};
use super::{Board, Focus};
use crate::class::ClassState;
use crate::user::UserId;

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

/// What a key does while the rows have the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyAction {
    Watch,
    Say,
    Pause,
    Follow,
    Lessons,
    Sort,
    Find,
    Word,
    Help,
    Back,
    Leave,
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
}

/// A key, and what it does.
struct KeyRow {
    code: KeyCode,
    action: KeyAction,
}

const fn row(code: KeyCode, action: KeyAction) -> KeyRow {
    KeyRow { code, action }
}

const KEYS: &[KeyRow] = &[
    row(KeyCode::Enter, KeyAction::Watch),
    row(KeyCode::Char('s'), KeyAction::Say),
    row(KeyCode::Char('p'), KeyAction::Pause),
    row(KeyCode::Char('f'), KeyAction::Follow),
    row(KeyCode::Char('g'), KeyAction::Lessons),
    row(KeyCode::Char('o'), KeyAction::Sort),
    row(KeyCode::Char('/'), KeyAction::Find),
    row(KeyCode::Char(':'), KeyAction::Word),
    row(KeyCode::Char('?'), KeyAction::Help),
    row(KeyCode::F(1), KeyAction::Help),
    row(KeyCode::Esc, KeyAction::Back),
    row(KeyCode::Char('q'), KeyAction::Leave),
    row(KeyCode::Up, KeyAction::Up),
    row(KeyCode::Char('k'), KeyAction::Up),
    row(KeyCode::Down, KeyAction::Down),
    row(KeyCode::Char('j'), KeyAction::Down),
    row(KeyCode::PageUp, KeyAction::PageUp),
    row(KeyCode::PageDown, KeyAction::PageDown),
    row(KeyCode::Home, KeyAction::First),
    row(KeyCode::End, KeyAction::Last),
];

/// The rows that `PageUp` and `PageDown` skip.
const PAGE: usize = 10;

impl Board {
    /// Handles a key; returns what the teacher asks for, if the board cannot do it itself.
    pub fn press(&mut self, key: KeyPress) -> Option<Wish> {
        self.told = None;
        match &mut self.focus {
            Focus::Help(page) => {
                let page = page.press(key, self.screen);
                self.focus = page.map_or(Focus::Rows, Focus::Help);
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
        let row = KEYS.iter().find(|row| row.code == key.code)?;
        self.does(row.action)
    }

    fn does(&mut self, action: KeyAction) -> Option<Wish> {
        let at = self.chosen_at().unwrap_or_default();
        match action {
            KeyAction::Watch => return self.watches(),
            KeyAction::Pause => return Some(self.pauses()),
            KeyAction::Follow => return Some(Wish::Words("follow".to_owned())),
            KeyAction::Leave => return Some(Wish::Leave),
            KeyAction::Say => self.types(About::Say, ""),
            KeyAction::Lessons => {
                let open = self.moment.class.lessons.as_ref().map(|open| open.join(" "));
                self.types(About::Lessons, &open.unwrap_or_default());
            }
            KeyAction::Find => self.types(About::Find, &self.found.clone()),
            KeyAction::Word => self.types(About::Word, ""),
            KeyAction::Help => self.focus = Focus::Help(HelpPage::default()),
            KeyAction::Back => self.found.clear(),
            KeyAction::Sort => {
                self.sorting = self.sorting.next();
                self.sort();
                self.tell(self.sorting.sentence());
            }
            KeyAction::Up => self.choose(at.saturating_sub(1)),
            KeyAction::Down => self.choose(at.saturating_add(1)),
            KeyAction::PageUp => self.choose(at.saturating_sub(PAGE)),
            KeyAction::PageDown => self.choose(at.saturating_add(PAGE)),
            KeyAction::First => self.choose(0),
            KeyAction::Last => self.choose(usize::MAX),
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::samples::class_of_28;
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
    fn each_key_does_one_thing() {
        for (index, row) in KEYS.iter().enumerate() {
            assert!(KEYS[..index].iter().all(|other| other.code != row.code), "{:?}", row.code);
        }
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
        assert_eq!(board.focus, Focus::Help(HelpPage::default()));
        assert_eq!(press(&mut board, &[KeyCode::Char('q')]), None);
        assert_eq!(board.focus, Focus::Rows);
    }
}
