//! Cursor moves, and the shortest one between two positions.
//!
//! In raw mode, which the guard switches on, a line feed goes straight down.

use std::io::Write;

use ratatui_core::layout::{Position, Size};

/// A move from one position to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CursorMove {
    /// To an absolute position.
    Straight(Position),
    /// By this number of rows and columns; negative goes back.
    Relative { rows: i32, columns: i32 },
    /// To the left edge, then by this number of rows and columns.
    FromTheEdge { rows: i32, columns: i32 },
}

impl CursorMove {
    /// The shortest move. It must be absolute if the cursor position is
    /// unknown.
    pub(super) fn shortest(from: Option<Position>, to: Position, size: Size) -> Self {
        let straight = Self::Straight(to);
        let Some(from) = from else { return straight };
        if to.y >= size.height {
            // A line feed in the last row would scroll.
            return straight;
        }
        let rows = i32::from(to.y) - i32::from(from.y);
        let columns = i32::from(to.x) - i32::from(from.x);
        let relative = Self::Relative { rows, columns };
        let from_the_edge = Self::FromTheEdge { rows, columns: to.x.into() };
        [relative, from_the_edge, straight]
            .into_iter()
            .min_by_key(|way| way.cost_bytes())
            .unwrap_or(straight)
    }

    /// Its length in bytes.
    pub(super) fn cost_bytes(self) -> usize {
        match self {
            Self::Straight(Position { x: 0, y: 0 }) => 3,
            Self::Straight(Position { x: 0, y }) => 3 + digits(u32::from(y) + 1),
            Self::Straight(Position { x, y: 0 }) => 4 + digits(u32::from(x) + 1),
            Self::Straight(Position { x, y }) => {
                4 + digits(u32::from(y) + 1) + digits(u32::from(x) + 1)
            }
            Self::Relative { rows, columns } => {
                vertical(rows).cost_bytes() + horizontal(columns).cost_bytes()
            }
            Self::FromTheEdge { rows, columns } => {
                vertical(rows).cost_bytes() + 1 + horizontal(columns).cost_bytes()
            }
        }
    }

    /// Writes it.
    pub(super) fn write(self, out: &mut Vec<u8>) {
        match self {
            Self::Straight(Position { x, y }) => {
                let (row, column) = (u32::from(y) + 1, u32::from(x) + 1);
                match (row, column) {
                    (1, 1) => out.extend_from_slice(b"\x1b[H"),
                    (_, 1) => sequence(out, format_args!("{row}H")),
                    (1, _) => sequence(out, format_args!(";{column}H")),
                    _ => sequence(out, format_args!("{row};{column}H")),
                }
            }
            Self::Relative { rows, columns } => {
                vertical(rows).write(out);
                horizontal(columns).write(out);
            }
            Self::FromTheEdge { rows, columns } => {
                vertical(rows).write(out);
                out.push(b'\r');
                horizontal(columns).write(out);
            }
        }
    }
}

/// The part of a move along one axis.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// A control character, repeated.
    Repeated { control: u8, times: u32 },
    /// A sequence with a number, which is omitted when it is 1.
    Counted { end: char, number: u32 },
    /// One row up, a byte shorter. It would scroll in the first row, but no
    /// move leaves the screen.
    ReverseIndex,
}

/// Up to this many control characters are shorter than a sequence.
const FEW: u32 = 3;

fn vertical(rows: i32) -> Part {
    let number = rows.unsigned_abs();
    match rows {
        0.. if number <= FEW => Part::Repeated { control: b'\n', times: number },
        0.. => Part::Counted { end: 'B', number },
        -1 => Part::ReverseIndex,
        _ => Part::Counted { end: 'A', number },
    }
}

fn horizontal(columns: i32) -> Part {
    let number = columns.unsigned_abs();
    match columns {
        1.. => Part::Counted { end: 'C', number },
        _ if number <= FEW => Part::Repeated { control: b'\x08', times: number },
        _ => Part::Counted { end: 'D', number },
    }
}

impl Part {
    fn cost_bytes(self) -> usize {
        match self {
            Self::Repeated { times, .. } => usize::try_from(times).unwrap_or(usize::MAX),
            Self::ReverseIndex => 2,
            Self::Counted { number: 1, .. } => 3,
            Self::Counted { number, .. } => 3 + digits(number),
        }
    }

    fn write(self, out: &mut Vec<u8>) {
        match self {
            Self::Repeated { control, times } => out.extend((0..times).map(|_| control)),
            Self::ReverseIndex => out.extend_from_slice(b"\x1bM"),
            Self::Counted { end, number: 1 } => sequence(out, format_args!("{end}")),
            Self::Counted { end, number } => sequence(out, format_args!("{number}{end}")),
        }
    }
}

fn digits(number: u32) -> usize {
    match number {
        0..=9 => 1,
        10..=99 => 2,
        100..=999 => 3,
        1000..=9999 => 4,
        _ => 5,
    }
}

fn sequence(out: &mut Vec<u8>, rest: std::fmt::Arguments<'_>) {
    write!(out, "\x1b[{rest}").expect("a Vec takes all bytes");
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::num::NonZeroU16;

    const SIZE: Size = Size { width: 300, height: 100 };

    fn said(way: CursorMove) -> Vec<u8> {
        let mut out = Vec::new();
        way.write(&mut out);
        out
    }

    fn shortest(from: (u16, u16), to: (u16, u16)) -> Vec<u8> {
        said(CursorMove::shortest(Some(from.into()), to.into(), SIZE))
    }

    #[test]
    fn common_moves() {
        assert_eq!(shortest((5, 5), (5, 5)), b"");
        assert_eq!(shortest((5, 5), (4, 6)), b"\n\x08");
        assert_eq!(shortest((5, 5), (6, 5)), b"\x1b[C");
        assert_eq!(shortest((5, 5), (5, 4)), b"\x1bM");
        assert_eq!(shortest((5, 5), (5, 3)), b"\x1b[2A");
        assert_eq!(shortest((5, 5), (0, 6)), b"\n\r");
        assert_eq!(shortest((100, 5), (1, 5)), b"\r\x1b[C");
        assert_eq!(shortest((5, 5), (0, 0)), b"\x1b[H");
        assert_eq!(shortest((5, 50), (90, 0)), b"\x1b[;91H");
    }

    #[test]
    fn no_line_feed_goes_below_the_last_row() {
        let below = CursorMove::shortest(Some((5, 99).into()), (5, 100).into(), SIZE);
        assert_eq!(said(below), b"\x1b[101;6H");
    }

    proptest! {
        #[test]
        fn every_way_leads_there_at_its_price_and_none_is_longer_than_the_straight_one(
            from in (0_u16..300, 0_u16..100), to in (0_u16..300, 0_u16..100),
        ) {
            let way = CursorMove::shortest(Some(from.into()), to.into(), SIZE);
            let straight = CursorMove::Straight(to.into());
            for way in [way, straight] {
                prop_assert_eq!(said(way).len(), way.cost_bytes());
            }
            prop_assert!(way.cost_bytes() <= straight.cost_bytes());
            let cells = |count| NonZeroU16::new(count).expect("screens have cells");
            let mut shown = vt100::Parser::new(cells(100), cells(300), 0);
            shown.process(&said(CursorMove::Straight(from.into())));
            shown.process(&said(way));
            prop_assert_eq!(shown.screen().cursor_position(), (to.1, to.0));
        }
    }
}
