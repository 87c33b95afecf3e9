//! Encoding pictures of screens for the bus: the rows that changed since the last message, now and
//! then a whole picture, and never more than [`MOST_BYTES`].
//!
//! ```text
//! u8 1, u32 number, u16 columns, u16 rows, u8 whole, then rows: u16 row, u16 runs,
//! then runs: u16 style, u16 bytes, UTF-8                            (big-endian)
//! ```

use hitscan::seat::ratatui::buffer::{Buffer, Cell};
use hitscan::seat::ratatui::layout::Rect;
use hitscan::seat::ratatui::style::{Color, Modifier, Style};

use crate::paint::cells_of;

/// The most bytes of a message.
pub(super) const MOST_BYTES: usize = 64 << 10;
/// The version of the format, the first byte of a message.
const EDITION: u8 = 1;
/// The bytes of the header, and of the header of a row or a run.
const HEAD_BYTES: usize = 10;
const ROW_BYTES: usize = 4;
/// The size of the largest screen.
const MOST_COLUMNS: u16 = 500;
const MOST_ROWS: u16 = 200;

/// The side that sends the screen.
#[derive(Debug, Default)]
pub(super) struct PictureEncoder {
    number: u32,
    size: (u16, u16),
    /// The encoded runs of each row, as the other side has them.
    sent: Vec<Vec<u8>>,
}

impl PictureEncoder {
    /// Encodes the next message. Rows that do not fit follow in the next one.
    pub(super) fn encode(&mut self, picture: &Buffer, whole: bool) -> Vec<u8> {
        let size = (picture.area.width.min(MOST_COLUMNS), picture.area.height.min(MOST_ROWS));
        let whole = whole || self.size != size;
        if whole {
            self.size = size;
            let blank = runs_of(&Buffer::empty(Rect::new(0, 0, size.0, 1)), 0, size.0);
            self.sent = vec![blank; size.1.into()];
        }
        self.number = self.number.wrapping_add(1);
        let mut bytes = vec![EDITION];
        bytes.extend(self.number.to_be_bytes());
        bytes.extend([size.0, size.1].into_iter().flat_map(u16::to_be_bytes));
        bytes.push(whole.into());
        for (sent, row) in self.sent.iter_mut().zip(0..) {
            let runs = runs_of(picture, row, size.0);
            if runs == *sent {
                continue;
            }
            if bytes.len() + size_of::<u16>() + runs.len() > MOST_BYTES {
                break;
            }
            bytes.extend(row.to_be_bytes());
            bytes.extend(&runs);
            *sent = runs;
        }
        bytes
    }

    /// Whether the other side does not have all of this picture yet.
    pub(super) fn differs(&self, picture: &Buffer) -> bool {
        let (columns, rows) = self.size;
        let has_size = columns == picture.area.width.min(MOST_COLUMNS)
            && rows == picture.area.height.min(MOST_ROWS);
        !has_size
            || self.sent.iter().zip(0..).any(|(it, row)| *it != runs_of(picture, row, columns))
    }
}

/// The runs of a row, after their count. A row too large for any message becomes blank.
fn runs_of(picture: &Buffer, row: u16, columns: u16) -> Vec<u8> {
    let mut runs: Vec<(RunStyle, String)> = Vec::new();
    let mut column = 0;
    while column < columns {
        let cell = &picture[(column, row)];
        let (style, symbol) = (RunStyle::of(cell), shown(cell, columns - column));
        match runs.last_mut() {
            Some((last, text)) if *last == style => text.push_str(symbol),
            _ => runs.push((style, symbol.to_owned())),
        }
        column += cells_of(symbol).max(1);
    }
    let room = MOST_BYTES - HEAD_BYTES - ROW_BYTES;
    let bytes: usize = runs.iter().map(|(_, text)| ROW_BYTES + text.len()).sum();
    if bytes > room {
        runs = vec![(RunStyle::default(), " ".repeat(columns.into()))];
    }
    let mut encoded = u16::try_from(runs.len()).unwrap_or_default().to_be_bytes().to_vec();
    for (style, text) in runs {
        encoded.extend(style.bits().to_be_bytes());
        encoded.extend(u16::try_from(text.len()).unwrap_or_default().to_be_bytes());
        encoded.extend(text.as_bytes());
    }
    encoded
}

/// The symbol of a cell; a blank if its width is 0 or more than is left, or if it has control
/// characters.
fn shown(cell: &Cell, room: u16) -> &str {
    let symbol = cell.symbol();
    let fits = (1..=room).contains(&cells_of(symbol)) && !symbol.contains(char::is_control);
    if fits { symbol } else { " " }
}

/// The side that receives the screen.
#[derive(Debug, Default)]
pub(super) struct PictureDecoder {
    number: u32,
    picture: Option<Buffer>,
}

/// The result of a valid message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// The current picture.
    Shown(Buffer),
    /// A message before it is missing: ask for a whole picture.
    Gap,
}

impl PictureDecoder {
    /// Handles the next message. Invalid bytes change nothing, and result in none.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Option<Received> {
        let message = Message::read(bytes)?;
        let area = Rect::new(0, 0, message.size.0, message.size.1);
        let before = self
            .picture
            .take()
            .filter(|it| it.area == area && message.number == self.number.wrapping_add(1));
        let mut picture = match before {
            _ if message.is_whole => Buffer::empty(area),
            Some(before) => before,
            None => return Some(Received::Gap),
        };
        for (row, runs) in message.rows {
            let mut column = 0;
            for x in 0..area.width {
                picture[(x, row)].reset();
            }
            for (style, text) in runs {
                let room = usize::from(area.width - column);
                (column, _) = picture.set_stringn(column, row, text, room, style.style());
            }
        }
        self.number = message.number;
        self.picture = Some(picture.clone());
        Some(Received::Shown(picture))
    }
}

/// A parsed message.
struct Message<'b> {
    number: u32,
    size: (u16, u16),
    is_whole: bool,
    /// Its rows, each with its runs.
    rows: Vec<(u16, Vec<(RunStyle, &'b str)>)>,
}

impl<'b> Message<'b> {
    fn read(bytes: &'b [u8]) -> Option<Self> {
        let mut rest = Some(bytes).filter(|bytes| bytes.len() <= MOST_BYTES)?;
        let [EDITION] = array(&mut rest)? else { return None };
        let number = u32::from_be_bytes(array(&mut rest)?);
        let size = (short(&mut rest)?, short(&mut rest)?);
        let has_size = (1..=MOST_COLUMNS).contains(&size.0) && (1..=MOST_ROWS).contains(&size.1);
        let is_whole = match array(&mut rest)? {
            [0] if has_size => false,
            [1] if has_size => true,
            _ => return None,
        };
        let mut rows: Vec<(u16, Vec<_>)> = Vec::new();
        while !rest.is_empty() {
            let row = short(&mut rest)?;
            let is_next = rows.last().is_none_or(|(last, _)| *last < row);
            if row >= size.1 || !is_next {
                return None;
            }
            rows.push((row, runs(&mut rest, size.0)?));
        }
        Some(Self { number, size, is_whole, rows })
    }
}

/// Takes the next bytes.
fn array<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (array, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*array)
}

/// Takes the next number.
fn short(rest: &mut &[u8]) -> Option<u16> {
    array(rest).map(u16::from_be_bytes)
}

/// Takes the runs of a row, which together are no wider than the row.
fn runs<'b>(rest: &mut &'b [u8], columns: u16) -> Option<Vec<(RunStyle, &'b str)>> {
    let count = Some(short(rest)?).filter(|count| *count <= columns)?;
    let (mut runs, mut room) = (Vec::new(), columns);
    for _ in 0..count {
        let style = RunStyle::from_bits(short(rest)?)?;
        let length = short(rest)?.into();
        let (text, after) = rest.split_at_checked(length)?;
        *rest = after;
        let text = str::from_utf8(text).ok().filter(|text| !text.contains(char::is_control))?;
        room = room.checked_sub(cells_of(text))?;
        runs.push((style, text));
    }
    Some(runs)
}

// The style of a run in 16 bits: one of 16 text colours or none, one of 16 background colours or
// none, and five attributes.

/// The colours in order, with the RGB values that terminals commonly give them.
const COLOURS: [(Color, [u8; 3]); 16] = [
    (Color::Black, [0, 0, 0]),
    (Color::Red, [205, 0, 0]),
    (Color::Green, [0, 205, 0]),
    (Color::Yellow, [205, 205, 0]),
    (Color::Blue, [0, 0, 238]),
    (Color::Magenta, [205, 0, 205]),
    (Color::Cyan, [0, 205, 205]),
    (Color::Gray, [229, 229, 229]),
    (Color::DarkGray, [127, 127, 127]),
    (Color::LightRed, [255, 0, 0]),
    (Color::LightGreen, [0, 255, 0]),
    (Color::LightYellow, [255, 255, 0]),
    (Color::LightBlue, [92, 92, 255]),
    (Color::LightMagenta, [255, 0, 255]),
    (Color::LightCyan, [0, 255, 255]),
    (Color::White, [255, 255, 255]),
];
/// The attributes, lowest bit first.
const ATTRIBUTES: [Modifier; 5] =
    [Modifier::BOLD, Modifier::DIM, Modifier::ITALIC, Modifier::UNDERLINED, Modifier::REVERSED];
/// Set if there is a colour; its number is in the bits below.
const HAS_COLOUR: u16 = 1 << 4;
/// The first bit of the background colour, and of the attributes.
const GROUND: u32 = 5;
const FIRST_ATTRIBUTE: u32 = 10;
/// The bits that are used.
const ALL: u16 = (1 << 15) - 1;

/// The style of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RunStyle(u16);

impl RunStyle {
    /// The closest style to that of a cell.
    fn of(cell: &Cell) -> Self {
        let attributes = ATTRIBUTES.iter().zip(FIRST_ATTRIBUTE..);
        let attributes = attributes.filter(|(attribute, _)| cell.modifier.contains(**attribute));
        let attributes: u16 = attributes.map(|(_, bit)| 1 << bit).sum();
        Self(attributes | nearest(cell.fg) | nearest(cell.bg) << GROUND)
    }

    const fn bits(self) -> u16 {
        self.0
    }

    /// None if unused bits are set.
    const fn from_bits(bits: u16) -> Option<Self> {
        if bits & !ALL == 0 { Some(Self(bits)) } else { None }
    }

    fn style(self) -> Style {
        let attributes = ATTRIBUTES.iter().zip(FIRST_ATTRIBUTE..);
        let attributes = attributes.filter(|(_, bit)| self.0 >> bit & 1 == 1);
        let attributes = attributes.fold(Modifier::empty(), |all, (one, _)| all | *one);
        let style = Style::new().fg(colour(self.0)).bg(colour(self.0 >> GROUND));
        style.add_modifier(attributes)
    }
}

/// Decodes a colour.
fn colour(bits: u16) -> Color {
    let (colour, _) = COLOURS[usize::from(bits & (HAS_COLOUR - 1))];
    if bits & HAS_COLOUR == 0 { Color::Reset } else { colour }
}

/// Encodes a colour: the nearest one, if it is not one of the 16.
fn nearest(colour: Color) -> u16 {
    let numbered = COLOURS.iter().zip(HAS_COLOUR..);
    let [red, green, blue] = match colour {
        Color::Reset => return 0,
        Color::Rgb(red, green, blue) => [red, green, blue],
        Color::Indexed(index) if index < 16 => return HAS_COLOUR + u16::from(index),
        Color::Indexed(index) => rgb_of(index),
        named => {
            let mut numbered = numbered;
            return numbered.find(|((colour, _), _)| *colour == named).map_or(0, |(_, bits)| bits);
        }
    };
    let distance = |(_, of): &(Color, [u8; 3])| {
        let parts = of.iter().zip([red, green, blue]);
        parts.map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum::<u32>()
    };
    numbered.min_by_key(|(one, _)| distance(one)).map_or(0, |(_, bits)| bits)
}

/// The RGB value of one of the 240 indexed colours above the 16: a cube of 6 steps, then 24 greys.
fn rgb_of(index: u8) -> [u8; 3] {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match index.checked_sub(16) {
        Some(cube @ 0..216) => [cube / 36, cube / 6 % 6, cube % 6].map(|it| STEPS[usize::from(it)]),
        Some(grey) => [8 + (grey - 216) * 10; 3],
        None => [0; 3],
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod run_style_tests {
    use super::*;

    #[test]
    fn every_style_of_15_bits_round_trips_and_no_other_is_valid() {
        for bits in 0..=u16::MAX {
            let Some(style) = RunStyle::from_bits(bits) else {
                assert!(bits > ALL);
                continue;
            };
            let mut cell = Cell::EMPTY;
            cell.set_style(style.style());
            let without = |from: u16| if from & HAS_COLOUR == 0 { 0 } else { from & 0b1_1111 };
            let [text, ground] = [without(bits), without(bits >> GROUND)];
            let meant = bits & !((1 << FIRST_ATTRIBUTE) - 1) | text | ground << GROUND;
            assert_eq!(RunStyle::of(&cell).bits(), meant, "{bits:b}");
        }
    }

    #[test]
    fn other_colours_become_the_nearest_one() {
        for (colour, is_near) in [
            (Color::Indexed(9), Color::LightRed),
            (Color::Indexed(196), Color::LightRed),
            (Color::Indexed(244), Color::DarkGray),
            (Color::Indexed(255), Color::Gray),
            (Color::Rgb(10, 0, 20), Color::Black),
            (Color::Rgb(0, 0, 200), Color::Blue),
        ] {
            let mut cell = Cell::EMPTY;
            cell.set_fg(colour);
            assert_eq!(RunStyle::of(&cell).style().fg, Some(is_near), "{colour:?}");
        }
    }
}
