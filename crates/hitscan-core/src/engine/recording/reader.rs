//! Reads a recording, or a script, item by item: lines, scenes, the digest.

use std::fmt;
use std::io::{self, BufRead};
use std::ops::ControlFlow;

use super::{DIGEST, FORMATS, HEADER, LAB_MARK, SCENE_MARK, WORK};
use crate::command::lines::{InputLine, Lines};
use crate::scene::{Fault, Scene, printable};
use crate::words::all_of;
use crate::world::Rules;

/// The kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A recording, which starts with its header.
    Recording,
    /// Plain lines of the command language.
    Script,
}

/// One item of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<'a> {
    /// The rules by which a recording replays; its first item.
    Rules(Rules),
    /// A line of the command language, possibly blank.
    Line(&'a str),
    /// A scene that replaces the world.
    Scene(Box<Scene>),
}

/// How a recording ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordingEnd {
    /// The digest that the records must have; `None` if the recording is unfinished.
    pub digest: Option<String>,
    /// The number of the last line, if it has no line feed: it is incomplete, and could be mistaken
    /// for another command. It is ignored, as [`CUT_OFF`] tells the user.
    pub cut_off: Option<u64>,
}

/// The message for a last line that is cut off.
pub const CUT_OFF: &str = "the last line is cut off: it has no line end, and is left out";

/// What is wrong with the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// This line is invalid; later lines may be valid.
    Line(String),
    /// Nothing after this can be trusted: the input is not a recording, or its scene is not valid.
    Whole(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Line(message) | Self::Whole(message)) = self;
        f.write_str(message)
    }
}

/// Reads a recording, or a script, and passes each item with its number to `take`, until
/// it returns `Break`. Returns how the recording ends.
///
/// # Errors
/// When reading fails, and the errors of `take`.
pub fn replay<E: From<io::Error>>(
    input: impl BufRead,
    kind: Kind,
    mut take: impl FnMut(u64, Result<Item<'_>, ReadError>) -> Result<ControlFlow<()>, E>,
) -> Result<RecordingEnd, E> {
    let mut reader = ItemReader::new(input, kind);
    while let Some((number, item)) = reader.next_item()? {
        if take(number, item)?.is_break() {
            break;
        }
    }
    Ok(reader.end)
}

/// Reads item by item.
#[derive(Debug)]
struct ItemReader<R> {
    lines: Lines<R>,
    line: String,
    /// The result of reading `line`, until it is used.
    pending: Option<LineRead>,
    number: u64,
    kind: Kind,
    state: ReaderState,
    end: RecordingEnd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReaderState {
    /// The header is expected.
    Begins,
    /// Any item is allowed.
    Runs,
    /// The digest has been read; only comments may follow.
    Digested,
    /// Nothing more can be read.
    Over,
}

/// The result of reading one line.
#[derive(Clone, Copy, Debug)]
enum LineRead {
    Line,
    Fault(&'static str),
    /// The line is cut off; `in_scene` says whether it starts like a line of a scene.
    CutOff {
        in_scene: bool,
    },
    End,
}

impl<R: BufRead> ItemReader<R> {
    fn new(input: R, kind: Kind) -> Self {
        let state = match kind {
            Kind::Recording => ReaderState::Begins,
            Kind::Script => ReaderState::Runs,
        };
        Self {
            lines: Lines::new(input),
            line: String::new(),
            pending: None,
            number: 0,
            kind,
            state,
            end: RecordingEnd::default(),
        }
    }

    /// The next item with the number of its first line; `None` at the end.
    fn next_item(&mut self) -> io::Result<Option<(u64, Result<Item<'_>, ReadError>)>> {
        if self.state == ReaderState::Over {
            return Ok(None);
        }
        let read = self.read_line()?;
        if self.state == ReaderState::Begins {
            let rules = self.header(read);
            self.state = if rules.is_ok() { ReaderState::Runs } else { ReaderState::Over };
            return Ok(Some((1, rules.map(Item::Rules))));
        }
        let number = self.number;
        let item = match read {
            LineRead::End => return Ok(None),
            LineRead::Fault(why) => Err(ReadError::Line(why.to_owned())),
            LineRead::CutOff { in_scene: true } => Err(scene_cut_off()),
            LineRead::CutOff { in_scene: false } => {
                self.end.cut_off = Some(number);
                return Ok(None);
            }
            LineRead::Line if self.is_work_in_lessons() => {
                self.state = ReaderState::Over;
                let [found, readers] = WORK;
                Err(ReadError::Whole(format!("{found}, not a recording; {readers}")))
            }
            LineRead::Line
                if self.state == ReaderState::Runs && self.line.starts_with(SCENE_MARK) =>
            {
                return self.scene().map(Some);
            }
            LineRead::Line => match self.take_digest() {
                Ok(true) => return self.next_item(),
                Ok(false) => Ok(Item::Line(&self.line)),
                Err(why) => Err(ReadError::Line(why.to_owned())),
            },
        };
        Ok(Some((number, item)))
    }

    /// Whether the current line is the second one of a student's work in lessons.
    fn is_work_in_lessons(&self) -> bool {
        self.kind == Kind::Recording && self.number == 2 && self.line.starts_with(LAB_MARK)
    }

    /// Whether the current line was the digest. After it only comments may follow.
    fn take_digest(&mut self) -> Result<bool, &'static str> {
        let digest = self.line.strip_prefix(DIGEST).filter(|_| self.kind == Kind::Recording);
        let is_comment = self.line.trim_start().is_empty() || self.line.starts_with('#');
        if self.state == ReaderState::Digested && (digest.is_some() || !is_comment) {
            return Err("nothing may follow the digest; it is the last line");
        }
        let Some(digest) = digest.map(str::trim_end) else { return Ok(false) };
        let is_hex = |c: char| matches!(c, '0'..='9' | 'a'..='f');
        if digest.len() != 64 || !digest.chars().all(is_hex) {
            return Err(
                "a digest has 64 digits 0-9 a-f; without a digest a recording is unfinished",
            );
        }
        self.end.digest = Some(digest.to_owned());
        self.state = ReaderState::Digested;
        Ok(true)
    }

    /// Reads one line, without its end, unless there is an unused one.
    fn read_line(&mut self) -> io::Result<LineRead> {
        if let Some(read) = self.pending.take() {
            return Ok(read);
        }
        self.line.clear();
        let Some((number, line)) = self.lines.next_line()? else { return Ok(LineRead::End) };
        self.number = number;
        if let (InputLine::TooLong, Err(why)) = (line, line.text()) {
            return Ok(LineRead::Fault(why));
        }
        let in_scene =
            matches!(line, InputLine::Bytes(bytes) if bytes.starts_with(SCENE_MARK.as_bytes()));
        let read = line.text().map_or_else(LineRead::Fault, |text| {
            self.line.push_str(text);
            LineRead::Line
        });
        let is_cut_off = self.kind == Kind::Recording && self.lines.is_cut_off();
        Ok(if is_cut_off { LineRead::CutOff { in_scene } } else { read })
    }

    /// The rules that the first line names.
    fn header(&self, read: LineRead) -> Result<Rules, ReadError> {
        let format = match read {
            LineRead::End => Err("it is empty: the first line"),
            LineRead::Fault(_) => Err("the first line is not text: it"),
            LineRead::CutOff { .. } => Err("the first line is cut off: it"),
            LineRead::Line => self.line.strip_prefix(HEADER).ok_or("the first line"),
        };
        let format = format.map_err(no_header)?.trim_end();
        let known = FORMATS.iter().find(|(number, _)| *number == format);
        known.map(|(_, rules)| *rules).ok_or_else(|| {
            let numbers = all_of(FORMATS.map(|(number, _)| number));
            let format = cut(format);
            ReadError::Whole(format!(
                "a recording of format {format}; this program reads formats {numbers}"
            ))
        })
    }

    /// Reads all lines of the scene that starts with the current line.
    fn scene(&mut self) -> io::Result<(u64, Result<Item<'_>, ReadError>)> {
        let first = self.number;
        // Blank lines before it make the scene's line numbers those of the recording. Far into a
        // recording there would be too many.
        let before = usize::try_from(first - 1).ok().filter(|&lines| lines <= MOST_BLANK_LINES);
        let mut text = "\n".repeat(before.unwrap_or_default());
        loop {
            let rest = &self.line[SCENE_MARK.len()..];
            text.push_str(rest.strip_prefix(' ').unwrap_or(rest));
            text.push('\n');
            if text.len() - before.unwrap_or_default() > Scene::MAX_BYTES {
                self.state = ReaderState::Over;
                let message = format!("the scene has more than {} bytes", Scene::MAX_BYTES);
                return Ok((first, Err(ReadError::Whole(message))));
            }
            let read = self.read_line()?;
            if matches!(read, LineRead::CutOff { in_scene: true }) {
                self.state = ReaderState::Over;
                return Ok((self.number, Err(scene_cut_off())));
            }
            if !matches!(read, LineRead::Line) || !self.line.starts_with(SCENE_MARK) {
                self.pending = Some(read);
                break;
            }
        }
        match Scene::parse(&text) {
            Ok(scene) => Ok((first, Ok(Item::Scene(Box::new(scene))))),
            Err(faults) => {
                self.state = ReaderState::Over;
                let line = faults.first().map_or(0, |fault| fault.line.saturating_sub(1));
                let line = u64::try_from(line).unwrap_or_default();
                let line = if before.is_some() { line + 1 } else { first + line };
                Ok((line, Err(ReadError::Whole(of_scene(&faults)))))
            }
        }
    }
}

/// The most blank lines put before a scene.
const MOST_BLANK_LINES: usize = 10_000;

fn no_header(found: &str) -> ReadError {
    let (newest, _) = FORMATS[FORMATS.len() - 1];
    ReadError::Whole(format!("not a recording: {found} must be \"{HEADER}{newest}\""))
}

fn scene_cut_off() -> ReadError {
    ReadError::Whole("the recording is cut off in the middle of its scene".to_owned())
}

/// The faults of a scene, in one line.
fn of_scene(faults: &[Fault]) -> String {
    let Some(first) = faults.first() else { return "the scene is none".to_owned() };
    let found = if first.found.is_empty() { String::new() } else { format!("{}: ", first.found) };
    let more = match faults.len() {
        1 => String::new(),
        more => format!("; {} more in this scene", more - 1),
    };
    format!("{found}{}{more}", first.message)
}

fn cut(text: &str) -> String {
    printable(&text.chars().take(20).collect::<String>())
}
