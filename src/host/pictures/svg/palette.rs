//! The colours of an SVG: our own values for the sixteen colours that each terminal defines for
//! itself.

use std::fmt;

use ratatui::style::Color;

use super::super::{Coloring, SvgGround};
use hitscan_wire::sixteen;

/// A colour, as an SVG writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Rgb(pub(in super::super) [u8; 3]);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

impl Rgb {
    const fn hex(value: u32) -> Self {
        let [_, r, g, b] = value.to_be_bytes();
        Self([r, g, b])
    }

    /// Two parts of this colour and one of the other.
    pub(in super::super) fn dimmed_to(self, other: Self) -> Self {
        self.mixed(2, 3, other)
    }

    /// This many quarters of this colour, the rest of the other.
    pub(super) fn mixed_with(self, other: Self, quarters: u8) -> Self {
        self.mixed(quarters.min(4), 4, other)
    }

    fn mixed(self, parts: u8, of: u8, other: Self) -> Self {
        let mix = |(one, other): (u8, u8)| {
            let sum = u16::from(parts) * u16::from(one) + u16::from(of - parts) * u16::from(other);
            u8::try_from(sum / u16::from(of)).unwrap_or(u8::MAX)
        };
        Self([0, 1, 2].map(|at| mix((self.0[at], other.0[at]))))
    }
}

/// The colours of a drawing.
#[derive(Debug)]
pub(in super::super) struct Palette {
    /// The background of everything.
    pub(in super::super) ground: Rgb,
    /// The default colour of text.
    pub(in super::super) ink: Rgb,
    /// The sixteen colours, by number.
    pub(in super::super) sixteen: [Rgb; 16],
}

const DARK: Palette = Palette {
    ground: Rgb::hex(0x0016_191f),
    ink: Rgb::hex(0x00d6_dae0),
    sixteen: [
        Rgb::hex(0x0010_1216),
        Rgb::hex(0x00f0_505a),
        Rgb::hex(0x0062_c370),
        Rgb::hex(0x00e0_b341),
        Rgb::hex(0x0067_9bf5),
        Rgb::hex(0x00cf_7fe0),
        Rgb::hex(0x0045_c1d0),
        Rgb::hex(0x00c3_c8d0),
        Rgb::hex(0x008b_929e),
        Rgb::hex(0x00ff_8a8a),
        Rgb::hex(0x0087_dd92),
        Rgb::hex(0x00f2_cf6e),
        Rgb::hex(0x0072_b0ff),
        Rgb::hex(0x00e2_a0ee),
        Rgb::hex(0x0078_dbe6),
        Rgb::hex(0x00f4_f6f8),
    ],
};

const LIGHT: Palette = Palette {
    ground: Rgb::hex(0x00fc_fcfa),
    ink: Rgb::hex(0x0024_282e),
    sixteen: [
        Rgb::hex(0x0010_1216),
        Rgb::hex(0x00c0_1f2e),
        Rgb::hex(0x001a_7436),
        Rgb::hex(0x0086_5a00),
        Rgb::hex(0x001b_4fb5),
        Rgb::hex(0x008a_2fa3),
        Rgb::hex(0x0000_6c7c),
        Rgb::hex(0x00c9_cdd4),
        Rgb::hex(0x0066_6d78),
        Rgb::hex(0x00d1_2c3c),
        Rgb::hex(0x001f_7d3c),
        Rgb::hex(0x008f_6200),
        Rgb::hex(0x0014_62d0),
        Rgb::hex(0x0098_3ab2),
        Rgb::hex(0x0000_7586),
        Rgb::hex(0x00ee_eff1),
    ],
};

const BLACK: Rgb = Rgb::hex(0x0000_0000);
const WHITE: Rgb = Rgb::hex(0x00ff_ffff);
const ON_BLACK: Palette = Palette { ground: BLACK, ink: WHITE, sixteen: [WHITE; 16] };
const ON_WHITE: Palette = Palette { ground: WHITE, ink: BLACK, sixteen: [BLACK; 16] };

impl Palette {
    /// The colours for this background.
    pub(in super::super) const fn of(ground: SvgGround, coloring: Coloring) -> &'static Self {
        match (ground, coloring) {
            (SvgGround::Dark, Coloring::Colored) => &DARK,
            (SvgGround::Light, Coloring::Colored) => &LIGHT,
            (SvgGround::Dark, Coloring::Uncolored) => &ON_BLACK,
            (SvgGround::Light, Coloring::Uncolored) => &ON_WHITE,
        }
    }

    /// The colour, or `own` for the default.
    pub(super) fn rgb(&self, color: Color, own: Rgb) -> Rgb {
        match (sixteen(color), color) {
            (Some(index), _) => self.sixteen[usize::from(index)],
            (None, Color::Rgb(r, g, b)) => Rgb([r, g, b]),
            (None, Color::Indexed(index)) => beyond_sixteen(index),
            (None, _) => own,
        }
    }
}

/// The colours from 16 on, which terminals agree on: a cube of six steps a
/// side, then greys.
fn beyond_sixteen(index: u8) -> Rgb {
    if index >= 232 {
        return Rgb([8 + 10 * (index - 232); 3]);
    }
    let step = |digit: u8| if digit == 0 { 0 } else { 55 + 40 * digit };
    let index = index.saturating_sub(16);
    Rgb([index / 36, index / 6 % 6, index % 6].map(step))
}
