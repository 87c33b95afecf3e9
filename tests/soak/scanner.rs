//! Scans the program's output for its effects on a terminal: the modes it switches, the queries it
//! sends, and bytes that no terminal should get.

use std::collections::BTreeSet;

use crate::plan::Parent;

/// Reads the output byte by byte, however it is split.
#[derive(Debug, Default)]
pub(crate) struct Scanner {
    state: State,
    parameters: Vec<u8>,
    /// The last bytes of text, for multi-byte characters.
    text: [u8; 3],
    /// The private modes that differ from those of an idle terminal.
    changed: BTreeSet<u16>,
    /// How many times the whole screen was erased: every full redraw starts with that.
    pub(crate) erasures: u64,
    /// Cursor position queries that have not been answered yet.
    pub(crate) questions: u64,
    /// Whether a shell writes to the same terminal.
    has_shell: bool,
    /// The first byte or sequence that should not have been sent.
    pub(crate) fault: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Text,
    Escape,
    Sequence,
    /// A query to the terminal, and the Esc that ends it.
    String,
    StringEnd,
}

/// The only string sequence that is sent: the background query.
const BACKGROUND_QUESTION: &[u8] = b"11;?";

/// On an idle terminal the cursor is visible, and other modes are off.
const SHOWN_CURSOR: u16 = 25;
/// Cursor keys, automatic wrapping and the like are the same for all programs.
const WRAPPING: u16 = 7;

impl Scanner {
    /// A scanner for a program with this parent, which may write, too.
    pub(crate) fn beside(parent: Parent) -> Self {
        Self { has_shell: parent == Parent::Shell, ..Self::default() }
    }

    /// Reads more output.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.state = match (self.state, byte) {
                (State::String, 0x1b) => State::StringEnd,
                // Even in the middle of a sequence: a frame that is abandoned ends there, and
                // terminals discard an incomplete sequence.
                (_, 0x1b) => State::Escape,
                // The program was stopped or killed in the middle of a sequence, and the shell
                // reports that on a new line.
                (State::Escape | State::Sequence, b'\r' | b'\n') if self.has_shell => State::Text,
                (State::Text, _) => {
                    self.text(byte);
                    State::Text
                }
                (State::Escape, b'[') => {
                    self.parameters.clear();
                    State::Sequence
                }
                // Every terminal since the VT100 supports these three.
                (State::Escape, b'7' | b'8' | b'M') => State::Text,
                (State::Escape, b']') => {
                    self.parameters.clear();
                    State::String
                }
                (State::String, _) => {
                    self.parameters.push(byte);
                    State::String
                }
                (State::StringEnd, _) => {
                    if byte != b'\\' || self.parameters != BACKGROUND_QUESTION {
                        self.refuse("a string");
                    }
                    State::Text
                }
                (State::Escape, _) => {
                    self.refuse(&format!("the sequence Esc {}", byte.escape_ascii()));
                    State::Text
                }
                (State::Sequence, 0x40..=0x7e) => {
                    self.obey(byte);
                    State::Text
                }
                (State::Sequence, 0x20..=0x3f) => {
                    self.parameters.push(byte);
                    State::Sequence
                }
                (State::Sequence, _) => {
                    self.refuse(&format!("the byte {byte:#04x} in a sequence"));
                    State::Text
                }
            };
        }
    }

    /// The private modes that are not as on an idle terminal.
    pub(crate) fn changed_modes(&self) -> Vec<u16> {
        self.changed.iter().copied().collect()
    }

    fn text(&mut self, byte: u8) {
        self.text = [self.text[1], self.text[2], byte];
        match self.text {
            [.., 0x00..=0x07 | 0x0b..=0x0c | 0x0e..=0x1f | 0x7f] => {
                self.refuse(&format!("the control character {byte:#04x}"));
            }
            [_, 0xc2, 0x80..=0x9f] => self.refuse(&format!("the control character U+{byte:04X}")),
            [0xe2, 0x80, 0xaa..=0xae] | [0xe2, 0x81, 0xa6..=0xa9] => {
                self.refuse("a character that reverses text");
            }
            _ => {}
        }
    }

    fn obey(&mut self, last: u8) {
        match (self.parameters.as_slice(), last) {
            (b"2", b'J') => self.erasures += 1,
            (b"6", b'n') => self.questions += 1,
            ([b'?', modes @ ..], b'h' | b'l') => {
                for mode in String::from_utf8_lossy(modes).split(';') {
                    let Ok(mode) = mode.parse() else { continue };
                    let at_rest = mode == SHOWN_CURSOR || mode == WRAPPING;
                    if (last == b'h') == at_rest {
                        self.changed.remove(&mode);
                    } else {
                        self.changed.insert(mode);
                    }
                }
            }
            _ => {}
        }
    }

    fn refuse(&mut self, what: &str) {
        self.fault.get_or_insert_with(|| format!("{what} was sent to the terminal"));
    }
}
