//! The welcome screen of a student who joined with the code of the class: it shows their own code,
//! once.

use std::io;

use hitscan::seat::ratatui::buffer::Buffer;
use hitscan::seat::ratatui::style::{Modifier, Style};
use hitscan::seat::{CanvasEvent, KeyCode, Look, RemoteCanvas, RemoteTerminal};

use crate::class::Class;
use crate::code::NewCode;
use crate::paint::cells_of;
use crate::place::UserId;

/// The content of the screen.
pub(super) struct Joining<'j> {
    pub(super) class: &'j Class,
    pub(super) student: &'j UserId,
    pub(super) code: &'j NewCode,
    /// The arguments of `ssh` for a login: `-p 2222 anna@lab.example`.
    pub(super) destination: &'j str,
    /// What Enter starts: `lesson 1, Not apart`.
    pub(super) begins: &'j str,
}

/// Tells every student, once, that their work is kept.
pub(super) const KEPT: &str =
    "Everything you do here is kept for you and for your teacher, who may look on.";

/// A block of text.
struct Block {
    /// The empty rows above it, if there is room.
    gap: usize,
    indent: usize,
    text: String,
}

/// The rows between the first and the last of the screen.
struct Page {
    /// Rows that are always in view.
    fixed: Vec<String>,
    /// Rows below them that scroll, if they do not fit.
    rest: Vec<String>,
    /// How many of them fit.
    room: usize,
}

impl Page {
    /// How many rows are out of view.
    const fn hidden(&self) -> usize {
        self.rest.len().saturating_sub(self.room)
    }
}

impl Joining<'_> {
    /// Shows the screen until the student presses Enter or leaves. Returns whether they go on.
    pub(super) fn show(&self, terminal: RemoteTerminal, look: Look) -> io::Result<bool> {
        let mut canvas = RemoteCanvas::new(terminal, look)?;
        let (mut told, mut first) = (None, 0);
        let goes_on = loop {
            canvas.draw(|picture| self.paint(picture, first, told.as_deref()))?;
            let key = match canvas.next(None)? {
                CanvasEvent::Key(key) => key,
                CanvasEvent::End(_) => break false,
                CanvasEvent::Redraw | CanvasEvent::Nothing => {
                    told = canvas.said().or(told);
                    continue;
                }
            };
            told = canvas.said();
            let page = self.page(canvas.size().into());
            let (step, last) = (page.room.max(1), page.hidden());
            first = match (key.code, key.modifiers.is_empty()) {
                (KeyCode::Enter, _) => break true,
                (KeyCode::Char('c'), false) => break false,
                (KeyCode::Up | KeyCode::Char('k'), true) => first.min(last).saturating_sub(1),
                (KeyCode::Down | KeyCode::Char('j'), true) => first + 1,
                (KeyCode::PageUp, true) => first.min(last).saturating_sub(step),
                (KeyCode::PageDown | KeyCode::Char(' '), true) => first + step,
                _ => first,
            }
            .min(last);
        };
        canvas.leave()?;
        Ok(goes_on)
    }

    /// Paints the screen, with the rows that scroll from this one on; a message replaces the keys in
    /// the last row.
    fn paint(&self, picture: &mut Buffer, first: usize, told: Option<&str>) {
        let (columns, rows) = (picture.area.width, picture.area.height);
        let width = usize::from(columns.saturating_sub(2));
        let last = rows.saturating_sub(1);
        let header = format!("{}  {}", self.class.id, self.class.title);
        two_ends(picture, 0, ["hitscan", &header], Style::new().add_modifier(Modifier::BOLD));
        let page = self.page([columns, rows]);
        let first = first.min(page.hidden());
        let scrolled = page.rest.iter().skip(first).take(page.room);
        for (row, line) in (1..last).zip(page.fixed.iter().chain(scrolled)) {
            picture.set_stringn(1, row, line, width, Style::new());
        }
        if let Some(told) = told {
            two_ends(picture, last, [told, ""], Style::new().add_modifier(Modifier::BOLD));
            return;
        }
        let right = match (first > 0, first < page.hidden()) {
            (false, false) => "Ctrl-C leaves",
            (false, true) => "\u{25bc} more",
            (true, true) => "\u{25b2}\u{25bc} more",
            (true, false) => "\u{25b2} more",
        };
        let enter = [format!("Enter begins {}", self.begins), "Enter begins".to_owned()];
        let is_cut = page.hidden() > 0 && cells_of(&enter[0]) + 2 + cells_of(right) + 2 > columns;
        let left = &enter[usize::from(is_cut)];
        let is_narrow = is_cut && cells_of(left) + 2 + cells_of(right) + 2 > columns;
        let right = if is_narrow { right.trim_end_matches(" more") } else { right };
        two_ends(picture, last, [left, right], Style::new());
    }

    /// The rows between the first and the last. The gaps shrink if there are few rows; if there are
    /// still too few, the code comes first and stays in view.
    fn page(&self, [columns, rows]: [u16; 2]) -> Page {
        let width = usize::from(columns.saturating_sub(2));
        let rows = usize::from(rows.saturating_sub(2));
        let mut blocks = self.blocks();
        let gaps = [usize::MAX, 1, 0].into_iter();
        let fitting = gaps.map(|gap| laid_out(&blocks, gap, width)).find(|it| it.len() <= rows);
        if let Some(rest) = fitting {
            return Page { fixed: Vec::new(), rest, room: rows };
        }
        let code = blocks.remove(1).text;
        let short = format!("code {}", self.code.shown());
        let code = if code.chars().count() > width { short } else { code };
        let fixed: Vec<_> = wrapped(&code, width).collect();
        blocks.push(Block { gap: 0, indent: 0, text: "Ctrl-C leaves.".to_owned() });
        for block in &mut blocks {
            block.indent = block.indent.min(1);
        }
        let room = rows.saturating_sub(fixed.len());
        Page { fixed, rest: laid_out(&blocks, 0, width), room }
    }

    fn blocks(&self) -> Vec<Block> {
        let block = |gap, indent, text: &str| Block { gap, indent, text: text.to_owned() };
        let Self { student, destination, .. } = self;
        vec![
            block(1, 0, &format!("Welcome, {student}. This place in the class is yours now.")),
            block(3, 0, &format!("Your own code:      {}", self.code.shown())),
            block(
                2,
                0,
                "Write it down. Next time, ssh asks for it instead of the code of the class.",
            ),
            block(
                0,
                0,
                "It is shown only now. Your teacher can give you a new one, but not this one.",
            ),
            block(2, 0, "To enter without typing a code, make a key once on your computer:"),
            block(1, 4, "ssh-keygen -t ed25519"),
            block(0, 4, &format!("ssh {destination} key < ~/.ssh/id_ed25519.pub")),
            block(2, 0, KEPT),
        ]
    }
}

/// The lines of these blocks at this width, with gaps of at most so many rows.
fn laid_out(blocks: &[Block], most_gap: usize, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for block in blocks {
        lines.extend(vec![String::new(); block.gap.min(most_gap)]);
        let wrapped = wrapped(&block.text, width.saturating_sub(block.indent));
        lines.extend(wrapped.map(|line| format!("{:indent$}{line}", "", indent = block.indent)));
    }
    lines
}

/// The same in one line, for sessions without a screen.
pub(super) fn in_a_line(code: &NewCode) -> String {
    let code = code.shown();
    format!(
        "Your own code: {code}. Write it down: ssh asks for it from now on, and it is shown only now."
    )
}

/// Draws a text at the left of a row and, if there is room, one at the right.
fn two_ends(picture: &mut Buffer, row: u16, [left, right]: [&str; 2], style: Style) {
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

    fn painted((columns, rows): (u16, u16), first: usize) -> Vec<String> {
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
        let code = NewCode::own().expect("a code");
        let joining = Joining {
            class: &class,
            student: &"anna".parse().expect("a name"),
            code: &code,
            destination: "-p 2222 anna@lab.example",
            begins: "lesson 1, Not apart",
        };
        let mut picture = Buffer::empty(Rect::new(0, 0, columns, rows));
        joining.paint(&mut picture, first, None);
        let row = |y| (0..columns).map(|x| picture[(x, y)].symbol()).collect::<String>();
        let rows = (0..rows).map(row).map(|row| row.trim_end().to_owned());
        rows.map(|row| row.replace(code.shown(), "K7QM2XTB94")).collect()
    }

    #[test]
    fn the_welcome_screen_looks_like_this() {
        assert_eq!(
            painted((80, 24), 0).join("\n"),
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
    fn the_code_is_in_view_on_small_screens_and_the_rest_scrolls() {
        let words = [
            "Welcome, anna.",
            "Write it down.",
            "shown only now",
            "ssh-keygen -t",
            "anna@lab.example key",
            ".ssh/id_ed25519.pub",
            "who may look",
        ];
        for size in [(40, 24), (40, 16), (60, 12), (30, 10), (30, 8), (20, 5)] {
            let mut seen = String::new();
            for first in 0..60 {
                let rows = painted(size, first);
                let shown = rows.iter().any(|row| row.contains("K7QM2XTB94"));
                assert!(shown, "{size:?}: {rows:#?}");
                let last = rows.last().expect("a row");
                assert!(last.contains("Enter begins"), "{size:?}: {last}");
                let is_end = !last.contains('\u{25bc}');
                seen.push_str(rows[1..rows.len() - 1].join("\n").as_str());
                seen.push('\n');
                if is_end {
                    assert_eq!(painted(size, first + 1), rows, "there is no more");
                    break;
                }
            }
            let on_one_line = seen.split_whitespace().collect::<Vec<_>>().join(" ");
            for word in words {
                // A longer word is split.
                let mut words = word.split(' ').filter(|it| it.len() + 3 < usize::from(size.0));
                assert!(words.all(|it| on_one_line.contains(it)), "{size:?}: {word}: {seen}");
            }
        }
        for size in [(1, 1), (2, 2), (500, 200)] {
            painted(size, 0);
        }
    }

    #[test]
    fn a_small_screen_says_where_there_is_more() {
        let lasts = [0, 1, 50].map(|first| painted((30, 10), first).pop().expect("a row"));
        assert_eq!(
            lasts.each_ref().map(String::as_str),
            [
                " Enter begins          \u{25bc} more",
                " Enter begins         \u{25b2}\u{25bc} more",
                " Enter begins          \u{25b2} more"
            ]
        );
        assert_eq!(painted((20, 5), 0)[4], " Enter begins     \u{25bc}");
    }
}
