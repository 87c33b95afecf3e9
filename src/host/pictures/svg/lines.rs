//! Box-drawing lines (U+2500 to U+257F) as pixels: a light line is one pixel wide, a heavy one
//! three, a double one is two of one pixel with one between.
//!
//! A cell has up to four arms, from its borders to its middle. How far an arm reaches into the
//! middle depends on the other arms there, so that every corner is closed and no double line is
//! filled. Arms, not whole characters, are what continues from cell to cell.

use super::CELL;
use super::blocks::PixelRect;
use hitscan_geom::Axis;

/// The pixel in the middle of a cell, which every line runs through.
pub(super) const MIDDLE: (u32, u32) = (CELL.0 / 2, CELL.1 / 2);

/// The arms of the characters from U+2500 on, eight in a row: to the left, right, up and
/// down, by the numbers of [`LineWeight::of_digit`]. Dashes, arcs and diagonals have none.
const ARMS: [&str; 16] = [
    "1100 2200 0011 0022 .... .... .... ....",
    ".... .... .... .... 0101 0201 0102 0202",
    "1001 2001 1002 2002 0110 0210 0120 0220",
    "1010 2010 1020 2020 0111 0211 0121 0112",
    "0122 0221 0212 0222 1011 2011 1021 1012",
    "1022 2021 2012 2022 1101 2101 1201 2201",
    "1102 2102 1202 2202 1110 2110 1210 2210",
    "1120 2120 1220 2220 1111 2111 1211 2211",
    "1121 1112 1122 2121 1221 2112 1212 2221",
    "2212 2122 1222 2222 .... .... .... ....",
    "3300 0033 0301 0103 0303 3001 1003 3003",
    "0310 0130 0330 3010 1030 3030 0311 0133",
    "0333 3011 1033 3033 3301 1103 3303 3310",
    "1130 3330 3311 1133 3333 .... .... ....",
    ".... .... .... .... 1000 0010 0100 0001",
    "2000 0020 0200 0002 1200 0012 2100 0021",
];

/// The weight of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineWeight {
    Absent,
    Light,
    Heavy,
    Double,
}

impl LineWeight {
    const fn of_digit(digit: u8) -> Option<Self> {
        Some(match digit {
            b'0' => Self::Absent,
            b'1' => Self::Light,
            b'2' => Self::Heavy,
            b'3' => Self::Double,
            _ => return None,
        })
    }
}

/// A strip of a line in the direction of this axis: its pixels across (`lane`) and along the line.
const fn strip(axis: Axis, lane: [u32; 2], along: [u32; 2]) -> PixelRect {
    let ([x, right], [y, bottom]) = match axis {
        Axis::X => (along, lane),
        Axis::Y => (lane, along),
    };
    PixelRect { x, y, width: right - x, height: bottom - y }
}

/// The length of a cell along a line, and the position of its middle along and across.
const fn measures(axis: Axis) -> (u32, u32, u32) {
    match axis {
        Axis::X => (CELL.0, MIDDLE.0, MIDDLE.1),
        Axis::Y => (CELL.1, MIDDLE.1, MIDDLE.0),
    }
}

/// The pixels of a box-drawing character, within its cell; `None` for any other character. A bold
/// light line is two pixels wide: nothing else marks bold in a glyph set without heavy lines.
pub(super) fn lines(symbol: char, is_bold: bool) -> Option<Vec<PixelRect>> {
    let Some(arms) = arms(symbol) else { return dashes(symbol) };
    let rects = of_arms(arms);
    let is_light = |arm| matches!(arm, LineWeight::Absent | LineWeight::Light);
    if is_bold && arms.into_iter().all(is_light) {
        return Some(rects.into_iter().map(widened).collect());
    }
    Some(rects)
}

/// A light line, one pixel wider.
const fn widened(rect: PixelRect) -> PixelRect {
    let PixelRect { x, y, width, height } = rect;
    if height == 1 {
        PixelRect { y: y - 1, height: 2, ..rect }
    } else {
        PixelRect { x: x - 1, width: width + 1, ..rect }
    }
}

/// The arms of a cell: to the left, right, up and down.
fn arms(symbol: char) -> Option<[LineWeight; 4]> {
    let place = usize::try_from(u32::from(symbol).checked_sub(0x2500)?).ok()?;
    let digits = ARMS.get(place / 8)?.split(' ').nth(place % 8)?.as_bytes();
    let weight = |at: usize| digits.get(at).copied().and_then(LineWeight::of_digit);
    Some([weight(0)?, weight(1)?, weight(2)?, weight(3)?])
}

fn of_arms(arms: [LineWeight; 4]) -> Vec<PixelRect> {
    let [left, right, up, down] = arms;
    let mut rects = Vec::new();
    for (axis, [first, second], sides) in
        [(Axis::X, [left, right], [up, down]), (Axis::Y, [up, down], [left, right])]
    {
        let (length, middle, across) = measures(axis);
        for (lane, reach) in lanes(first, second, sides, across) {
            rects.push(strip(axis, lane, [0, middle + reach]));
        }
        for (lane, reach) in lanes(second, first, sides, across) {
            rects.push(strip(axis, lane, [middle + 1 - reach, length]));
        }
    }
    rects
}

/// The lanes of an arm, each with how far it reaches: up to the middle (0), across it (1), or
/// across the whole width of the crossing line (2).
fn lanes(
    arm: LineWeight,
    opposite: LineWeight,
    sides: [LineWeight; 2],
    middle: u32,
) -> Vec<([u32; 2], u32)> {
    let reach = reach(arm, opposite, sides);
    match arm {
        LineWeight::Absent => Vec::new(),
        LineWeight::Light => vec![([middle, middle + 1], reach)],
        LineWeight::Heavy => vec![([middle - 1, middle + 2], reach)],
        LineWeight::Double => {
            // The inside of a double line that turns off is not filled.
            let reaches = sides.map(|side| if side == LineWeight::Double { 0 } else { reach });
            let lanes = [[middle - 1, middle], [middle + 1, middle + 2]];
            lanes.into_iter().zip(reaches).collect()
        }
    }
}

fn reach(arm: LineWeight, opposite: LineWeight, sides: [LineWeight; 2]) -> u32 {
    let turns = sides[0] != sides[1];
    if sides.contains(&LineWeight::Heavy) {
        2
    } else if turns || arm == opposite {
        if sides.contains(&LineWeight::Double) { 2 } else { 1 }
    } else {
        u32::from(sides[0] == LineWeight::Absent)
    }
}

/// Lines of two, three or four dashes a cell.
fn dashes(symbol: char) -> Option<Vec<PixelRect>> {
    let (axis, count, is_heavy) = match symbol {
        '┄' => (Axis::X, 3, false),
        '┅' => (Axis::X, 3, true),
        '┆' => (Axis::Y, 3, false),
        '┇' => (Axis::Y, 3, true),
        '┈' => (Axis::X, 4, false),
        '┉' => (Axis::X, 4, true),
        '┊' => (Axis::Y, 4, false),
        '┋' => (Axis::Y, 4, true),
        '╌' => (Axis::X, 2, false),
        '╍' => (Axis::X, 2, true),
        '╎' => (Axis::Y, 2, false),
        '╏' => (Axis::Y, 2, true),
        _ => return None,
    };
    let (length, _, middle) = measures(axis);
    let lane = if is_heavy { [middle - 1, middle + 2] } else { [middle, middle + 1] };
    let step = length / count;
    let gap = (step / 3).max(1);
    let dash = |at: u32| {
        let from = at * length / count;
        strip(axis, lane, [from, from + step - gap])
    };
    Some((0..count).map(dash).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cell as text, pixel by pixel, of the rows around its middle.
    fn drawn(symbol: char, is_bold: bool) -> Vec<String> {
        let rects = lines(symbol, is_bold).expect("a line");
        let is_on = |x: u32, y: u32| {
            let holds = |rect: &PixelRect| {
                (rect.x..rect.x + rect.width).contains(&x)
                    && (rect.y..rect.y + rect.height).contains(&y)
            };
            rects.iter().any(holds)
        };
        let row = |y| (0..CELL.0).map(|x| if is_on(x, y) { '#' } else { '.' }).collect();
        (MIDDLE.1 - 2..=MIDDLE.1 + 2).map(row).collect()
    }

    #[test]
    fn lines_are_as_wide_as_their_weight_and_meet_in_the_middle() {
        for (symbol, rows) in [
            ('─', [".........", ".........", "#########", ".........", "........."]),
            ('━', [".........", "#########", "#########", "#########", "........."]),
            ('═', [".........", "#########", ".........", "#########", "........."]),
            ('┌', [".........", ".........", "....#####", "....#....", "....#...."]),
            ('┛', ["...###...", "######...", "######...", "######...", "........."]),
            ('┼', ["....#....", "....#....", "#########", "....#....", "....#...."]),
            ('┿', ["....#....", "#########", "#########", "#########", "....#...."]),
            ('╔', [".........", "...######", "...#.....", "...#.####", "...#.#..."]),
            ('╬', ["...#.#...", "####.####", ".........", "####.####", "...#.#..."]),
            ('╢', ["...#.#...", "...#.#...", "####.#...", "...#.#...", "...#.#..."]),
            ('╓', [".........", ".........", "...######", "...#.#...", "...#.#..."]),
            ('╾', [".........", "#####....", "#########", "#####....", "........."]),
        ] {
            assert_eq!(drawn(symbol, false), rows, "{symbol}");
        }
    }

    #[test]
    fn bold_widens_only_light_lines() {
        let corner = [".........", "....#####", "...######", "...##....", "...##...."];
        assert_eq!(drawn('┌', true), corner);
        for symbol in "━╔╢┿┊┉".chars() {
            assert_eq!(drawn(symbol, true), drawn(symbol, false), "{symbol}");
        }
    }

    #[test]
    fn all_lines_but_arcs_and_diagonals_are_pixels_of_their_cell() {
        for symbol in '\u{2500}'..='\u{257f}' {
            let Some(rects) = lines(symbol, false) else {
                assert!("╭╮╯╰╱╲╳".contains(symbol), "{symbol}");
                continue;
            };
            let fits = |rect: &PixelRect| {
                rect.width > 0
                    && rect.height > 0
                    && rect.x + rect.width <= CELL.0
                    && rect.y + rect.height <= CELL.1
            };
            assert!(!rects.is_empty() && rects.iter().all(fits), "{symbol}: {rects:?}");
        }
        assert_eq!(lines('a', false), None);
        assert_eq!(lines('\u{2580}', false), None);
    }
}
