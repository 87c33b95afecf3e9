//! Block elements (U+2580 to U+259F) as pixels: parts of a cell, and shades of a whole one.

use super::CELL;
use super::pixels::PixelRect;

/// Which part of a cell is filled, and with how much of the ink.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) rects: Vec<PixelRect>,
    /// How much ink, in quarters; the rest is the background.
    pub(super) quarters: u8,
}

/// The block for this character; `None` if it is not a block element.
pub(super) fn block(symbol: char) -> Option<Block> {
    let quarters = match symbol {
        '░' => 1,
        '▒' => 2,
        '▓' => 3,
        _ => 4,
    };
    let rects = match symbol {
        '▀' => vec![upper(4)],
        '▁'..='█' => vec![lower(eighths_from('▁', symbol) + 1)],
        '▉'..='▏' => vec![left(7 - eighths_from('▉', symbol))],
        '▐' => vec![right(4)],
        '░' | '▒' | '▓' => vec![lower(8)],
        '▔' => vec![upper(1)],
        '▕' => vec![right(1)],
        '▖'..='▟' => quadrants(symbol),
        _ => return None,
    };
    Some(Block { rects, quarters })
}

fn eighths_from(first: char, symbol: char) -> u32 {
    u32::from(symbol).saturating_sub(u32::from(first))
}

/// This many eighths of a length, to the nearest pixel. If the length is odd, both halves include
/// the middle pixel, so that a body between half blocks is even.
const fn part(length: u32, eighths: u32) -> u32 {
    (length * eighths + 4) / 8
}

const fn lower(eighths: u32) -> PixelRect {
    let height = part(CELL.1, eighths);
    PixelRect { x: 0, y: CELL.1 - height, width: CELL.0, height }
}

const fn upper(eighths: u32) -> PixelRect {
    PixelRect { x: 0, y: 0, width: CELL.0, height: part(CELL.1, eighths) }
}

const fn left(eighths: u32) -> PixelRect {
    PixelRect { x: 0, y: 0, width: part(CELL.0, eighths), height: CELL.1 }
}

const fn right(eighths: u32) -> PixelRect {
    let width = part(CELL.0, eighths);
    PixelRect { x: CELL.0 - width, y: 0, width, height: CELL.1 }
}

fn quadrants(symbol: char) -> Vec<PixelRect> {
    let [upper_left, upper_right, lower_left, lower_right] = [
        PixelRect { height: upper(4).height, ..left(4) },
        PixelRect { height: upper(4).height, ..right(4) },
        PixelRect { width: left(4).width, ..lower(4) },
        PixelRect { x: right(4).x, width: right(4).width, ..lower(4) },
    ];
    match symbol {
        '▖' => vec![lower_left],
        '▗' => vec![lower_right],
        '▘' => vec![upper_left],
        '▙' => vec![upper_left, lower(4)],
        '▚' => vec![upper_left, lower_right],
        '▛' => vec![upper(4), lower_left],
        '▜' => vec![upper(4), lower_right],
        '▝' => vec![upper_right],
        '▞' => vec![upper_right, lower_left],
        _ => vec![upper_right, lower(4)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_fill_their_part_of_the_cell() {
        for (symbol, x, y, width, height) in [
            ('█', 0, 0, 9, 18),
            ('▀', 0, 0, 9, 9),
            ('▄', 0, 9, 9, 9),
            ('▌', 0, 0, 5, 18),
            ('▐', 4, 0, 5, 18),
            ('▁', 0, 16, 9, 2),
            ('▇', 0, 2, 9, 16),
            ('▏', 0, 0, 1, 18),
            ('▕', 8, 0, 1, 18),
            ('▔', 0, 0, 9, 2),
            ('▗', 4, 9, 5, 9),
        ] {
            let block = block(symbol).expect("a block");
            assert_eq!(block.rects, [PixelRect { x, y, width, height }], "{symbol}");
            assert_eq!(block.quarters, 4, "{symbol}");
        }
    }

    #[test]
    fn every_block_is_within_its_cell_and_shades_are_lighter() {
        for symbol in '\u{2580}'..='\u{259f}' {
            let block = block(symbol).unwrap_or_else(|| panic!("{symbol} is a block"));
            let fits =
                |rect: &PixelRect| rect.x + rect.width <= CELL.0 && rect.y + rect.height <= CELL.1;
            assert!(block.rects.iter().all(fits), "{symbol}");
            assert_eq!(block.quarters < 4, "░▒▓".contains(symbol), "{symbol}");
        }
        assert!(block('\u{257f}').is_none() && block('\u{25a0}').is_none());
    }
}
