//! The themes with named colours, as opposed to the user's own.
//!
//! Each colour is given three times: as RGB, as the nearest of xterm's 256, and
//! as one of the sixteen. A terminal with fewer colours gets the best of those
//! it has.

use ratatui::style::Color;

use super::{Theme, ThemeColors};
use crate::app::ColorDepth;

/// A colour for every depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hue {
    pub(super) rgb: [u8; 3],
    pub(super) indexed: u8,
    pub(super) sixteen: Color,
}

impl Hue {
    const fn new(rgb: [u8; 3], indexed: u8, sixteen: Color) -> Self {
        Self { rgb, indexed, sixteen }
    }

    const fn color(self, depth: ColorDepth) -> Color {
        let [r, g, b] = self.rgb;
        match depth {
            ColorDepth::Sixteen => self.sixteen,
            ColorDepth::Indexed => Color::Indexed(self.indexed),
            ColorDepth::Rgb => Color::Rgb(r, g, b),
        }
    }
}

/// The colours of a theme.
pub(super) struct Hues {
    pub(super) accent: Hue,
    /// Errors, wrong methods and hits.
    pub(super) alarm: Hue,
    /// The ground of an overlap.
    pub(super) ground: Option<Hue>,
    /// Differences by convention.
    pub(super) convention: Option<Hue>,
    /// Boxes, lasers and polygons.
    pub(super) kinds: [Hue; 3],
    /// What is right.
    pub(super) right: Hue,
    /// The tints of solid boxes: as RGB, and of xterm's 256.
    pub(super) tints: [([u8; 3], u8); 6],
}

/// The tints of solid boxes in the terminal's own sixteen colours.
pub(super) const SIXTEEN_TINTS: [Color; 6] = [
    Color::LightBlue,
    Color::LightCyan,
    Color::Green,
    Color::Magenta,
    Color::LightMagenta,
    Color::DarkGray,
];

/// Those for a light background.
const DEEP_TINTS: [([u8; 3], u8); 6] = [
    ([0x3a, 0x66, 0xb8], 26),
    ([0x1f, 0x7a, 0x78], 30),
    ([0x3f, 0x7a, 0x2e], 28),
    ([0x6f, 0x52, 0xb8], 61),
    ([0xa0, 0x48, 0x7f], 132),
    ([0x80, 0x65, 0x38], 95),
];

/// Those for a dark background.
const SOFT_TINTS: [([u8; 3], u8); 6] = [
    ([0x6f, 0x9a, 0xe8], 68),
    ([0x4f, 0xb0, 0xae], 73),
    ([0x7f, 0xbf, 0x6f], 71),
    ([0xa5, 0x8b, 0xe6], 98),
    ([0xd0, 0x8c, 0xbc], 175),
    ([0xb8, 0xa0, 0x7a], 137),
];

/// Dark colours, for a light background.
pub(super) const LIGHT: Hues = Hues {
    accent: Hue::new([0x00, 0x5f, 0x5f], 23, Color::Cyan),
    alarm: Hue::new([0xaf, 0x00, 0x00], 124, Color::Red),
    ground: Some(Hue::new([0xff, 0xe0, 0xe0], 224, Color::Reset)),
    convention: Some(Hue::new([0x87, 0x5f, 0x00], 94, Color::Yellow)),
    kinds: [
        Hue::new([0x00, 0x00, 0xaf], 19, Color::Blue),
        Hue::new([0x87, 0x00, 0x87], 90, Color::Magenta),
        Hue::new([0x00, 0x5f, 0x00], 22, Color::Green),
    ],
    right: Hue::new([0x00, 0x5f, 0x00], 22, Color::Green),
    tints: DEEP_TINTS,
};

/// Light colours, for a dark background.
pub(super) const DARK: Hues = Hues {
    accent: Hue::new([0x5f, 0xd7, 0xd7], 80, Color::LightCyan),
    alarm: Hue::new([0xff, 0x5f, 0x5f], 203, Color::LightRed),
    ground: Some(Hue::new([0x3a, 0x1c, 0x22], 52, Color::Reset)),
    convention: Some(Hue::new([0xff, 0xd7, 0x5f], 221, Color::LightYellow)),
    kinds: [
        Hue::new([0x87, 0xaf, 0xff], 111, Color::LightBlue),
        Hue::new([0xd7, 0x87, 0xd7], 176, Color::LightMagenta),
        Hue::new([0x87, 0xd7, 0x87], 114, Color::LightGreen),
    ],
    right: Hue::new([0x87, 0xd7, 0x87], 114, Color::Green),
    tints: SOFT_TINTS,
};

/// The colours of Okabe and Ito (Color Universal Design, 2008) that are
/// readable on light and on dark: vermillion for states; blue, bluish green and
/// reddish purple for objects. Their yellow and orange vanish on white and
/// their sky blue almost does, so differences by convention are underlined
/// instead.
pub(super) const COLOR_BLIND: Hues = Hues {
    accent: Hue::new([0x00, 0x72, 0xb2], 25, Color::Blue),
    alarm: Hue::new([0xd5, 0x5e, 0x00], 166, Color::Red),
    ground: None,
    convention: None,
    kinds: [
        Hue::new([0x00, 0x72, 0xb2], 25, Color::Blue),
        Hue::new([0xcc, 0x79, 0xa7], 132, Color::LightMagenta),
        Hue::new([0x00, 0x9e, 0x73], 29, Color::Cyan),
    ],
    right: Hue::new([0x00, 0x9e, 0x73], 29, Color::Green),
    tints: SOFT_TINTS,
};

pub(super) const fn light(depth: ColorDepth) -> Theme {
    theme(&LIGHT, depth)
}

pub(super) const fn dark(depth: ColorDepth) -> Theme {
    theme(&DARK, depth)
}

pub(super) const fn color_blind(depth: ColorDepth) -> Theme {
    theme(&COLOR_BLIND, depth)
}

const fn theme(hues: &Hues, depth: ColorDepth) -> Theme {
    let [boxes, lasers, polygons] = hues.kinds;
    Theme::in_colors(ThemeColors {
        accent: hues.accent.color(depth),
        hit: hues.alarm.color(depth),
        touch: match hues.convention {
            Some(hue) => Some(hue.color(depth)),
            None => None,
        },
        ground: match (hues.ground, depth) {
            (None, _) | (_, ColorDepth::Sixteen) => None,
            (Some(ground), _) => Some(ground.color(depth)),
        },
        kinds: [boxes.color(depth), lasers.color(depth), polygons.color(depth)],
        right: hues.right.color(depth),
        tints: tints(&hues.tints, depth),
    })
}

const fn tints(all: &[([u8; 3], u8); 6], depth: ColorDepth) -> [Color; 6] {
    let mut colors = SIXTEEN_TINTS;
    let mut at = 0;
    while at < colors.len() {
        let (rgb, indexed) = all[at];
        colors[at] = Hue::new(rgb, indexed, colors[at]).color(depth);
        at += 1;
    }
    colors
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The linear light of a colour, by the sRGB formula.
    fn linear(rgb: [u8; 3]) -> [f64; 3] {
        rgb.map(|channel| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// The WCAG 2 contrast of two colours, 1 to 21.
    fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
        let luminance = |rgb| {
            let [r, g, b] = linear(rgb);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn hues(hues: &Hues) -> impl Iterator<Item = Hue> {
        [hues.accent, hues.alarm, hues.right].into_iter().chain(hues.convention).chain(hues.kinds)
    }

    /// One of xterm's 256 colours: 16 to 231 form a cube with six steps a side.
    fn xterm(index: u8) -> [u8; 3] {
        let step = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
        let cube = index - 16;
        [step(cube / 36), step(cube / 6 % 6), step(cube % 6)]
    }

    const BLACK: [u8; 3] = [0; 3];
    const WHITE: [u8; 3] = [255; 3];

    #[test]
    fn every_colour_can_be_read_on_the_background_it_is_for() {
        for (theme, backgrounds, least) in [
            (&LIGHT, &[WHITE, [0xee; 3]][..], 4.5),
            (&DARK, &[BLACK, [0x26; 3]], 4.5),
            // WCAG asks for 3 in graphics; reddish purple has 2.95 on white.
            (&COLOR_BLIND, &[BLACK, WHITE], 2.9),
        ] {
            for hue in hues(theme) {
                for &background in backgrounds {
                    for rgb in [hue.rgb, xterm(hue.indexed)] {
                        let found = contrast(rgb, background);
                        assert!(found >= least, "{rgb:x?} on {background:x?}: {found:.2}");
                    }
                }
            }
        }
    }

    /// The colours as seen without one kind of cone, by the matrices of
    /// Machado, Oliveira and Fernandes (2009) in linear light.
    const BLINDNESS: [[[f64; 3]; 3]; 3] = [
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    #[test]
    fn colours_for_the_colour_blind_stay_apart() {
        let [a, b, c] = COLOR_BLIND.kinds;
        let all = [COLOR_BLIND.alarm, a, b, c].map(|hue| linear(hue.rgb));
        for matrix in BLINDNESS {
            let seen = all.map(|rgb| {
                matrix
                    .map(|row| row.iter().zip(rgb).map(|(m, c)| m * c).sum::<f64>().clamp(0.0, 1.0))
            });
            for (i, one) in seen.iter().enumerate() {
                for other in &seen[..i] {
                    let distance: f64 =
                        one.iter().zip(other).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt();
                    assert!(distance > 0.1, "{one:.2?} {other:.2?}: {distance:.2}");
                }
            }
        }
    }

    #[test]
    fn every_depth_has_its_own_colours() {
        for (depth, is_kind) in [
            (ColorDepth::Indexed, (|c| matches!(c, Color::Indexed(_))) as fn(Color) -> bool),
            (ColorDepth::Rgb, |c| matches!(c, Color::Rgb(..))),
            (ColorDepth::Sixteen, |c| !matches!(c, Color::Indexed(_) | Color::Rgb(..))),
        ] {
            for theme in [light(depth), dark(depth), color_blind(depth)] {
                for style in [theme.accent, theme.contact, theme.kinds[0], theme.kinds[2]] {
                    assert!(style.fg.is_some_and(is_kind), "{style:?}");
                }
            }
        }
    }
}
