//! The style of a run in 16 bits: one of 16 text colours or none, one of 16 background colours or
//! none, and five attributes.

use hitscan::seat::ratatui::buffer::Cell;
use hitscan::seat::ratatui::style::{Color, Modifier, Style};

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
pub(super) struct RunStyle(u16);

impl RunStyle {
    /// The closest style to that of a cell.
    pub(super) fn of(cell: &Cell) -> Self {
        let attributes = ATTRIBUTES.iter().zip(FIRST_ATTRIBUTE..);
        let attributes = attributes.filter(|(attribute, _)| cell.modifier.contains(**attribute));
        let attributes: u16 = attributes.map(|(_, bit)| 1 << bit).sum();
        Self(attributes | nearest(cell.fg) | nearest(cell.bg) << GROUND)
    }

    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// None if unused bits are set.
    pub(super) const fn from_bits(bits: u16) -> Option<Self> {
        if bits & !ALL == 0 { Some(Self(bits)) } else { None }
    }

    pub(super) fn style(self) -> Style {
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
mod tests {
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
