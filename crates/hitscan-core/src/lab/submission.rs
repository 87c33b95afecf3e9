//! The file that a student hands in, and from which `learn` continues: a recording of what was done
//! in each step, with a chain of hashes.
//!
//! ```text
//! # hitscan recording 3
//! # lab collisions student anna seed anna version 0.2.0
//! # at 2026-11-22T09:14:02Z
//! lesson inside hide 5c1e09ab
//! | [[box]]
//! | …
//! move L 15 0
//! # chain 8f0c…
//! ```
//!
//! A `lesson` line opens a step; its number is the start of the SHA-256 of the `lesson.toml`. The
//! scene below it is that of the step, if the step starts fresh. Points are never read from a file:
//! everything is replayed.
//!
//! | files | contents |
//! | --- | --- |
//! | `replay` | replaying a file |
//!
//! This file has the header, the chain of hashes, whether a crash explains the lines after the last
//! link, and removing steps from a file. `replay` reads all of these; `tests` has hostile files.
//!
//! Nothing here opens a file.

mod replay;

use std::fmt;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

pub use replay::{DrawnPack, GoesOn, NotRead, Note, NoteKind, Replayed, StepId, header_of, replay};

use super::pack::{Lesson, LessonStep};
use crate::engine::recording::Journal;
use crate::scene::Scene;
use crate::world::Rules;

/// The largest file; a larger one is rejected.
pub const MOST_BYTES: usize = 4 << 20;
/// The most lines; further lines are ignored.
pub const MOST_LINES: u64 = 200_000;
/// The start of every line of a scene.
const SCENE_MARK: &str = "|";
/// The byte order mark that some editors put before a text. It is ignored.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The lines that open a step, including the scene if the step starts fresh.
pub fn opening_lines(lesson: &Lesson, step: &LessonStep, afresh: Option<&Scene>) -> String {
    let mut lines = format!("lesson {} {} {}\n", lesson.id, step.id, lesson.edition);
    for line in afresh.map(Scene::to_toml).unwrap_or_default().lines() {
        lines.push_str(SCENE_MARK);
        lines.push(' ');
        lines.push_str(line);
        lines.push('\n');
    }
    lines
}

/// Whose work a file is, and the seed of its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The rules by which it is replayed.
    pub rules: Rules,
    /// The id of the pack.
    pub pack: String,
    /// The id of the student.
    pub student: String,
    /// The seed of the numbers.
    pub seed: String,
    /// The version of the program that wrote it.
    pub version: String,
}

/// The most characters of a student's id or a seed; a longer one is rejected.
const MOST: usize = 64;

/// Whether a word can be the id of a student, or a seed.
pub fn is_student(word: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "._@+-".contains(c);
    word.len() <= MOST
        && word.starts_with(|c: char| c.is_ascii_alphanumeric())
        && word.chars().all(allowed)
}

impl Header {
    /// Parses the second line of a file by these rules; `None` if it is not a header.
    pub fn parse(rules: Rules, line: &str) -> Option<Self> {
        let words: Vec<_> = line.split(' ').collect();
        let ["#", "lab", pack, "student", student, "seed", seed, "version", version] =
            words.as_slice()
        else {
            return None;
        };
        let are_words = [pack, student, seed, version].into_iter().all(|word| is_student(word));
        are_words.then(|| Self {
            rules,
            pack: (*pack).to_owned(),
            student: (*student).to_owned(),
            seed: (*seed).to_owned(),
            version: (*version).to_owned(),
        })
    }
}

/// Both lines, without the last line feed.
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rules, pack, student, seed, version } = self;
        let first = Journal::header(*rules);
        write!(f, "{first}# lab {pack} student {student} seed {seed} version {version}")
    }
}

/// The start of a link line.
const MARK: &str = "# chain ";

/// The chain of a file, up to some line of it.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    hash: Sha256,
    /// Whether there are bytes since the last link.
    pub is_loose: bool,
    /// Whether the next link marks the lines before it as changed outside.
    is_broken: bool,
}

impl Chain {
    /// Adds bytes of the file, except links.
    pub fn add(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.is_loose |= !bytes.is_empty();
    }

    /// Adds a line of the file. Mail and version control may change its end to CR LF, which does
    /// not affect the work.
    fn add_line(&mut self, line: &[u8]) {
        match line.strip_suffix(b"\r\n") {
            Some(line) => [line, b"\n"].into_iter().for_each(|bytes| self.add(bytes)),
            None => self.add(line),
        }
    }

    /// The line that links all bytes so far, or that permanently marks them as changed outside.
    pub fn link(&mut self) -> String {
        let held = self.digits();
        // The hash of the valid link: it can never equal a valid link.
        let digits = if self.is_broken { hexadecimal(&Sha256::digest(held)) } else { held };
        self.go_on_from(&digits);
        format!("{MARK}{digits}\n")
    }

    /// Makes the next link invalid. Further links build on it, so the mark stays
    /// however many follow.
    pub const fn break_next_link(&mut self) {
        self.is_broken = true;
    }

    /// Whether a line is a link, valid or not.
    fn is_link(line: &str) -> bool {
        line.starts_with(MARK)
    }

    /// Parses a link line, and continues the chain from it; `None` for any other line. Returns
    /// whether the link matches the bytes before it.
    fn read(&mut self, line: &str) -> Option<bool> {
        let digits = line.strip_prefix(MARK)?;
        let holds = digits == self.digits();
        // Continue from the file's own link, so that the bytes after an edit are
        // checked against it.
        self.go_on_from(digits);
        Some(holds)
    }

    fn digits(&self) -> String {
        hexadecimal(&self.hash.clone().finalize())
    }

    fn go_on_from(&mut self, digits: &str) {
        *self = Self { hash: Sha256::new().chain_update(digits), ..Self::default() };
    }
}

fn hexadecimal(hash: &[u8]) -> String {
    hash.iter().fold(String::new(), |mut digits, byte| {
        // Writing to a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

/// The file without the work in the steps for which `leaves_out` returns true, given lesson
/// and step. Linked lines are linked again; if `is_changed_outside`, the file stays marked
/// as changed outside.
///
/// # Errors
/// When it is not a student's file.
pub fn without_steps(
    file: &[u8],
    is_changed_outside: bool,
    leaves_out: &dyn Fn(&str, &str) -> bool,
) -> Result<Vec<u8>, NotRead> {
    header_of(file)?;
    let file = file.strip_prefix(BYTE_ORDER_MARK).unwrap_or(file);
    let (mut kept, mut chain, mut is_left_out) = (Vec::new(), Chain::default(), false);
    if is_changed_outside {
        chain.break_next_link();
    }
    for line in file.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")) {
        let words = std::str::from_utf8(line).unwrap_or_default().trim_end();
        if Chain::is_link(words) {
            if chain.is_loose {
                kept.extend_from_slice(chain.link().as_bytes());
            }
            continue;
        }
        if let Some(opened) = words.strip_prefix("lesson ") {
            let mut ids = opened.split(' ');
            let [lesson, step] = [ids.next(), ids.next()].map(Option::unwrap_or_default);
            is_left_out = leaves_out(lesson, step);
        }
        if !is_left_out {
            chain.add_line(line);
            kept.extend_from_slice(line);
        }
    }
    if chain.is_loose {
        kept.extend_from_slice(chain.link().as_bytes());
    }
    Ok(kept)
}

// Whether the lines after the last link of a file can be what `learn` left there.
//
// `learn` links orders to the lab as it writes them, and commands together with the next order, or
// at the end. So after a crash, the last link is followed by some commands, and then at most by
// the beginning of one order. Any other line without a link lost it outside.

/// The lines since the last link, or since the start of the file.
#[derive(Clone, Copy, Debug)]
struct Unlinked {
    state: SinceLink,
    /// The first line that proves that links are missing.
    changed_at: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SinceLink {
    /// The lines before the first step.
    Header,
    /// Commands, which are linked with the next order.
    Commands,
    /// A step was opened: its scene may follow, then its link.
    Opening,
    /// An order was written: its link follows.
    Said,
}

/// The number of header lines, including the one with the time.
const HEADER_LINES: u64 = 3;

impl Unlinked {
    /// The state at the start of a file.
    const fn at_start() -> Self {
        Self { state: SinceLink::Header, changed_at: None }
    }

    /// The state after a link.
    const fn after_link() -> Self {
        Self { state: SinceLink::Commands, changed_at: None }
    }

    /// Accepts a line that is not a link; `None` for bytes that are not text.
    fn take(&mut self, number: u64, words: Option<&str>) {
        let next = words.and_then(|words| self.state.after(number, words));
        match next {
            Some(state) => self.state = state,
            None => self.refuse(number),
        }
    }

    /// Notes that a line cannot be executed: `learn` does not write such a line.
    fn refuse(&mut self, number: u64) {
        self.changed_at.get_or_insert(number);
    }

    /// Whether the lines end within something that `learn` writes at once, so that a
    /// part is missing.
    const fn is_cut(&self) -> bool {
        !matches!(self.state, SinceLink::Commands)
    }
}

impl SinceLink {
    /// The state after a line; `None` if `learn` does not write such a line here.
    fn after(self, number: u64, words: &str) -> Option<Self> {
        let first = words.split(' ').next().unwrap_or_default();
        match self {
            Self::Header if first == "#" && number <= HEADER_LINES => Some(Self::Header),
            Self::Header => (first == "lesson").then_some(Self::Opening),
            Self::Opening => (first == SCENE_MARK).then_some(Self::Opening),
            Self::Said => None,
            Self::Commands => match first {
                "lesson" => Some(Self::Opening),
                "answer" | "hint" | "own" => Some(Self::Said),
                // The `skip` of predict mode names a pair.
                "skip" if words == first => Some(Self::Said),
                "" | "#" | SCENE_MARK => None,
                _ => Some(Self::Commands),
            },
        }
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod header_tests {
    use super::*;

    #[test]
    fn a_header_parses_back_and_no_other_line_is_a_header() {
        let line = "# lab collisions student anna.b@x seed cleo-7f version 0.2.0";
        for (rules, first) in [
            (Rules::V1, "# hitscan recording 1\n"),
            (Rules::V2, "# hitscan recording 2\n"),
            (Rules::V3, "# hitscan recording 3\n"),
        ] {
            let header = Header::parse(rules, line).expect("a header");
            assert_eq!(header.to_string(), format!("{first}{line}"));
        }
        for other in [
            "",
            "# lab collisions student anna seed anna",
            "# lab collisions student  seed anna version 1",
            "# lab collisions student -anna seed anna version 1",
            "# lab collisions student an\u{e9}a seed anna version 1",
            "# lab collisions student a/../b seed anna version 1",
            "# lab collisions student anna seed anna version 1 2",
        ] {
            assert_eq!(Header::parse(Rules::V3, other), None, "{other}");
        }
        assert!(is_student(&"a".repeat(64)) && !is_student(&"a".repeat(65)));
    }
}

#[cfg(test)]
mod chain_tests {
    use super::*;

    #[test]
    fn a_link_is_the_hash_of_the_link_before_and_the_bytes_since() {
        let mut chain = Chain::default();
        chain.add(b"ab");
        chain.add(b"c");
        // SHA-256 of "abc".
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(chain.link(), format!("# chain {abc}\n"));
        chain.add(b"x\n");
        let second: [u8; 32] = Sha256::digest(format!("{abc}x\n")).into();
        let begins = format!("# chain {:02x}{:02x}", second[0], second[1]);
        assert!(chain.link().starts_with(&begins));
    }

    #[test]
    fn a_deliberately_broken_link_never_holds_but_later_links_do() {
        let mut written = Chain::default();
        written.add(b"one\n");
        written.break_next_link();
        let broken = written.link();
        written.add(b"two\n");
        let next = written.link();
        let mut read = Chain::default();
        read.add(b"one\n");
        assert_eq!(read.read(broken.trim_end()), Some(false));
        read.add(b"two\n");
        assert_eq!(read.read(next.trim_end()), Some(true));
    }

    #[test]
    fn an_edit_breaks_the_next_link_alone() {
        let mut written = Chain::default();
        let links = [b"one\n", b"two\n", b"six\n"].map(|bytes| {
            written.add(bytes);
            written.link()
        });
        let mut read = Chain::default();
        let held = [(b"one\n", 0), (b"tow\n", 1), (b"six\n", 2)].map(|(bytes, index)| {
            read.add(bytes);
            read.read(links[index].trim_end())
        });
        assert_eq!(held, [Some(true), Some(false), Some(true)]);
        assert_eq!(read.read("# at 2026"), None);
    }
}

#[cfg(test)]
mod unlinked_tests {
    use super::*;

    #[test]
    fn lines_written_together_can_be_cut_and_commands_can_be_unlinked() {
        let is_cut = |lines: &[&str]| {
            let mut unlinked = Unlinked::after_link();
            for (number, line) in (1..).zip(lines) {
                unlinked.take(number, Some(line));
            }
            unlinked.is_cut()
        };
        for (lines, expected) in [
            (&["move L 1 0"][..], false),
            (&["move L 1 0", "undo"], false),
            (&["move L 1 0", "answer a hit"], true),
            (&["lesson a b 0"], true),
            (&["lesson a b 0", "| x = 1"], true),
        ] {
            assert_eq!(is_cut(lines), expected, "{lines:?}");
        }
        assert!(Unlinked::at_start().is_cut());
    }

    #[test]
    fn a_crash_leaves_commands_and_the_beginning_of_one_order() {
        let changed_at = |mut unlinked: Unlinked, lines: &[&str]| {
            for (number, line) in (1..).zip(lines) {
                unlinked.take(number, Some(line));
            }
            unlinked.changed_at
        };
        let head = ["# hitscan recording 3", "# lab", "# at 2026", "lesson a b 0", "| x = 1"];
        for whole in 0..=head.len() {
            assert_eq!(changed_at(Unlinked::at_start(), &head[..whole]), None, "{whole}");
        }
        for (lines, expected) in [
            (&["move L 1 0", "undo", "skip L A", "answer a hit"][..], None),
            (&["step", "lesson a b 0", "| x = 1", "|"], None),
            (&["hint", "move L 1 0"], Some(2)),
            (&["skip", "lesson a b 0"], Some(2)),
            (&["own p L A hit", "own p L B hit"], Some(2)),
            (&["lesson a b 0", "| x = 1", "move L 1 0", "hint", "hint"], Some(3)),
            (&["move L 1 0", "# score 999"], Some(2)),
            (&["move L 1 0", ""], Some(2)),
            (&["| x = 1"], Some(1)),
        ] {
            assert_eq!(changed_at(Unlinked::after_link(), lines), expected, "{lines:?}");
        }
        let no_text = |mut unlinked: Unlinked| {
            unlinked.take(7, None);
            unlinked.changed_at
        };
        assert_eq!(no_text(Unlinked::after_link()), Some(7));
        let five = ["# hitscan recording 3", "# lab", "# at 2026", "# score 999", "lesson a b 0"];
        assert_eq!(changed_at(Unlinked::at_start(), &five), Some(4));
    }
}
