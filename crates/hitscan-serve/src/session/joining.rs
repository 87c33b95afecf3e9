//! The welcome screen of a student who joined with the code of the class: it shows their own code,
//! once.

use std::io;

use hitscan::seat::ratatui::buffer::Buffer;
use hitscan::seat::ratatui::style::{Modifier, Style};
use hitscan::seat::{Came, KeyCode, Look, RemoteCanvas, RemoteTerminal};

use crate::class::Class;
use crate::code::OwnCode;
use crate::user::UserId;

/// The content of the screen.
pub(super) struct Joining<'j> {
    pub(super) class: &'j Class,
    pub(super) student: &'j UserId,
    pub(super) code: &'j OwnCode,
    /// The arguments of `ssh` for a login: `-p 2222 anna@lab.example`.
    pub(super) destination: &'j str,
    /// What Enter starts: `lesson 1, Not apart`.
    pub(super) begins: &'j str,
}

/// Tells every student, once, that their work is kept.
pub(super) const KEPT: &str =
    "Everything you do here is kept for you and for your teacher, who may look on.";

/// What the student does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    GoOn,
    Leave,
}

/// A block of text.
struct Block {
    /// The empty rows above it, if there is room.
    gap: usize,
    indent: usize,
    text: String,
}

impl Joining<'_> {
    /// Shows the screen until the student presses Enter or leaves.
    pub(super) fn show(&self, terminal: RemoteTerminal, look: Look) -> io::Result<Next> {
        let mut canvas = RemoteCanvas::new(terminal, look)?;
        let mut told = None;
        let next = loop {
            canvas.draw(|picture| self.paint(picture, told.as_deref()))?;
            let came = canvas.next(None)?;
            told = canvas.said().or(told);
            match came {
                Came::Key(key) if key.code == KeyCode::Enter => break Next::GoOn,
                Came::Key(key) if key.code == KeyCode::Char('c') && !key.modifiers.is_empty() => {
                    break Next::Leave;
                }
                Came::End(_) => break Next::Leave,
                Came::Key(_) | Came::Redraw | Came::Nothing => (),
            }
        };
        canvas.leave()?;
        Ok(next)
    }

    /// Paints the screen; a message replaces the keys in the last row.
    fn paint(&self, picture: &mut Buffer, told: Option<&str>) {
        let (columns, rows) = (picture.area.width, picture.area.height);
        let width = usize::from(columns.saturating_sub(2));
        let last = rows.saturating_sub(1);
        let header = format!("{}  {}", self.class.id, self.class.title);
        two_ends(picture, 0, ("hitscan", &header), Style::new().add_modifier(Modifier::BOLD));
        for (row, line) in (1..last).zip(self.lines(width, usize::from(last.saturating_sub(1)))) {
            picture.set_stringn(1, row, line, width, Style::new());
        }
        if let Some(told) = told {
            two_ends(picture, last, (told, ""), Style::new().add_modifier(Modifier::BOLD));
            return;
        }
        let enter = format!("Enter begins {}", self.begins);
        two_ends(picture, last, (&enter, "Ctrl-C leaves"), Style::new());
    }

    /// The rows between the first and the last. The gaps shrink if there are few rows.
    fn lines(&self, width: usize, rows: usize) -> Vec<String> {
        let mut blocks = self.blocks();
        let laid_out = |blocks: &[Block], most_gap: usize| {
            let mut lines = Vec::new();
            for block in blocks {
                lines.extend(vec![String::new(); block.gap.min(most_gap)]);
                let wrapped = wrapped(&block.text, width.saturating_sub(block.indent));
                lines.extend(
                    wrapped.map(|line| format!("{:indent$}{line}", "", indent = block.indent)),
                );
            }
            lines
        };
        let gaps = [usize::MAX, 1, 0].into_iter();
        let fitting = gaps.map(|gap| laid_out(&blocks, gap)).find(|lines| lines.len() <= rows);
        fitting.unwrap_or_else(|| {
            // The rest is cut off, so the code comes first.
            blocks[..2].reverse();
            laid_out(&blocks, 0)
        })
    }

    fn blocks(&self) -> [Block; 8] {
        let block = |gap, indent, text: String| Block { gap, indent, text };
        let Self { student, destination, .. } = self;
        [
            block(1, 0, format!("Welcome, {student}. This place in the class is yours now.")),
            block(3, 0, format!("Your own code:      {}", self.code.shown())),
            block(
                2,
                0,
                "Write it down. Next time, ssh asks for it instead of the code of the class."
                    .to_owned(),
            ),
            block(
                0,
                0,
                "It is shown only now. Your teacher can give you a new one, but not this one."
                    .to_owned(),
            ),
            block(
                2,
                0,
                "To enter without typing a code, make a key once on your computer:".to_owned(),
            ),
            block(1, 4, "ssh-keygen -t ed25519".to_owned()),
            block(0, 4, format!("ssh {destination} key < ~/.ssh/id_ed25519.pub")),
            block(2, 0, KEPT.to_owned()),
        ]
    }
}

/// The same in one line, for sessions without a screen.
pub(super) fn in_a_line(code: &OwnCode) -> String {
    let code = code.shown();
    format!(
        "Your own code: {code}. Write it down: ssh asks for it from now on, and it is shown only now."
    )
}

/// Draws a text at the left of a row and, if there is room, one at the right.
fn two_ends(picture: &mut Buffer, row: u16, (left, right): (&str, &str), style: Style) {
    let columns = picture.area.width;
    let width = usize::from(columns.saturating_sub(2));
    let (after, _) = picture.set_stringn(1, row, left, width, style);
    let Ok(long) = u16::try_from(unicode_width::UnicodeWidthStr::width(right)) else { return };
    let at = columns.saturating_sub(1).saturating_sub(long);
    if at > after {
        picture.set_stringn(at, row, right, width, style);
    }
}

/// Wraps a text to this width. A longer word is split.
fn wrapped(text: &str, width: usize) -> impl Iterator<Item = String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let signs: Vec<_> = word.chars().collect();
        for (part, signs) in signs.chunks(width).enumerate() {
            let line = lines.last_mut().filter(|line| {
                part == 0 && (line.is_empty() || line.chars().count() + 1 + signs.len() <= width)
            });
            match line {
                Some(line) if line.is_empty() => line.extend(signs),
                Some(line) => {
                    line.push(' ');
                    line.extend(signs);
                }
                None => lines.push(signs.iter().collect()),
            }
        }
        if signs.is_empty() && lines.last().is_some_and(|line| line.chars().count() < width) {
            lines.last_mut().into_iter().for_each(|line| line.push(' '));
        }
    }
    lines.into_iter()
}

#[cfg(test)]
mod tests {
    use hitscan::seat::ratatui::layout::Rect;

    use super::*;
    use crate::class::{ClassState, PackVersion, RosterRule};

    fn painted(columns: u16, rows: u16) -> Vec<String> {
        let class = Class {
            id: "3b".parse().expect("an id"),
            title: "Collisions, Monday".to_owned(),
            pack: PackVersion::BuiltIn,
            languages: Vec::new(),
            state: ClassState::Open,
            lessons: None,
            due: None,
            most_students: 40,
            roster: RosterRule::Closed,
        };
        let code = OwnCode::random().expect("a code");
        let joining = Joining {
            class: &class,
            student: &"anna".parse().expect("a name"),
            code: &code,
            destination: "-p 2222 anna@lab.example",
            begins: "lesson 1, Not apart",
        };
        let mut picture = Buffer::empty(Rect::new(0, 0, columns, rows));
        joining.paint(&mut picture, None);
        let row = |y| (0..columns).map(|x| picture[(x, y)].symbol()).collect::<String>();
        let rows = (0..rows).map(row).map(|row| row.trim_end().to_owned());
        rows.map(|row| row.replace(code.shown(), "K7QM2XTB94")).collect()
    }

    #[test]
    fn the_welcome_screen_looks_like_this() {
        assert_eq!(
            painted(80, 24).join("\n"),
            "\u{20}hitscan                                                 3b  Collisions, Monday

 Welcome, anna. This place in the class is yours now.



 Your own code:      K7QM2XTB94


 Write it down. Next time, ssh asks for it instead of the code of the class.
 It is shown only now. Your teacher can give you a new one, but not this one.


 To enter without typing a code, make a key once on your computer:

     ssh-keygen -t ed25519
     ssh -p 2222 anna@lab.example key < ~/.ssh/id_ed25519.pub


 Everything you do here is kept for you and for your teacher, who may look on.



 Enter begins lesson 1, Not apart                                 Ctrl-C leaves"
        );
    }

    #[test]
    fn the_code_is_shown_on_small_screens() {
        for size in [(40, 24), (40, 20), (60, 12), (30, 8), (20, 5)] {
            let rows = painted(size.0, size.1);
            let shown = rows.iter().any(|row| row.contains("K7QM2XTB94"));
            assert!(shown, "{size:?}: {rows:#?}");
            assert!(rows.last().is_some_and(|row| row.contains("Enter")), "{size:?}");
        }
        for size in [(1, 1), (2, 2), (500, 200)] {
            painted(size.0, size.1);
        }
    }
}
