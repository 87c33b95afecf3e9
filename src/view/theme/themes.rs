//! The themes with fixed colours, as opposed to the user's own.
//!
//! Each colour is given three times: as RGB, as the nearest of xterm's 256, and as one of the
//! sixteen. A terminal with fewer colours gets the best of those it has.

use ratatui::style::{Color, Style};

use super::{Theme, ThemeColors};
use crate::app::{Appearance, Background, ColorDepth, ThemeName};

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

/// The tints of solid boxes in the terminal's own sixteen colours.
pub(super) const SIXTEEN_TINTS: [Color; 6] = [
    Color::LightBlue,
    Color::LightCyan,
    Color::Green,
    Color::Magenta,
    Color::LightMagenta,
    Color::DarkGray,
];

/// Tints for a light background.
const DEEP_TINTS: [Hue; 6] = [
    Hue::new([0x3a, 0x66, 0xb8], 26, Color::LightBlue),
    Hue::new([0x1f, 0x7a, 0x78], 30, Color::LightCyan),
    Hue::new([0x3f, 0x7a, 0x2e], 28, Color::Green),
    Hue::new([0x6f, 0x52, 0xb8], 61, Color::Magenta),
    Hue::new([0xa0, 0x48, 0x7f], 132, Color::LightMagenta),
    Hue::new([0x80, 0x65, 0x38], 95, Color::DarkGray),
];

/// Tints for a dark background.
const SOFT_TINTS: [Hue; 6] = [
    Hue::new([0x6f, 0x9a, 0xe8], 68, Color::LightBlue),
    Hue::new([0x4f, 0xb0, 0xae], 73, Color::LightCyan),
    Hue::new([0x7f, 0xbf, 0x6f], 71, Color::Green),
    Hue::new([0xa5, 0x8b, 0xe6], 98, Color::Magenta),
    Hue::new([0xd0, 0x8c, 0xbc], 175, Color::LightMagenta),
    Hue::new([0xb8, 0xa0, 0x7a], 137, Color::DarkGray),
];

/// Dark colours, for a light background.
const LIGHT: ThemeColors<Hue> = ThemeColors {
    accent: Hue::new([0x00, 0x5f, 0x5f], 23, Color::Cyan),
    hit: Hue::new([0xaf, 0x00, 0x00], 124, Color::Red),
    wrong: Some(Hue::new([0xaf, 0x00, 0x5f], 125, Color::LightMagenta)),
    touch: Some(Hue::new([0x87, 0x5f, 0x00], 94, Color::Yellow)),
    right: Hue::new([0x00, 0x5f, 0x00], 22, Color::Green),
    kinds: [
        Hue::new([0x00, 0x00, 0xaf], 19, Color::Blue),
        Hue::new([0x87, 0x00, 0x87], 90, Color::Magenta),
        Hue::new([0x00, 0x5f, 0x00], 22, Color::Green),
    ],
    tints: DEEP_TINTS,
    quiet: Some(Hue::new([0x6c, 0x6c, 0x6c], 242, Color::DarkGray)),
    solid_static: Some(Hue::new([0xa0, 0xa3, 0xaa], 247, Color::DarkGray)),
    dim_kinds: Some([
        Hue::new([0x64, 0x64, 0xcc], 62, Color::Blue),
        Hue::new([0xb5, 0x64, 0xb4], 133, Color::Magenta),
        Hue::new([0x64, 0x9d, 0x63], 65, Color::Green),
    ]),
};

/// Light colours, for a dark background.
const DARK: ThemeColors<Hue> = ThemeColors {
    accent: Hue::new([0x5f, 0xd7, 0xd7], 80, Color::LightCyan),
    hit: Hue::new([0xff, 0x5f, 0x5f], 203, Color::LightRed),
    wrong: Some(Hue::new([0xff, 0x87, 0xff], 213, Color::LightMagenta)),
    touch: Some(Hue::new([0xff, 0xd7, 0x5f], 221, Color::LightYellow)),
    right: Hue::new([0x87, 0xd7, 0x87], 114, Color::LightGreen),
    kinds: [
        Hue::new([0x87, 0xaf, 0xff], 111, Color::LightBlue),
        Hue::new([0xd7, 0x87, 0xd7], 176, Color::LightMagenta),
        Hue::new([0x87, 0xd7, 0x87], 114, Color::LightGreen),
    ],
    tints: SOFT_TINTS,
    quiet: Some(Hue::new([0x94, 0x94, 0x94], 246, Color::DarkGray)),
    solid_static: Some(Hue::new([0x5c, 0x60, 0x69], 241, Color::DarkGray)),
    dim_kinds: Some([
        Hue::new([0x5f, 0x7d, 0xb8], 67, Color::LightBlue),
        Hue::new([0x9a, 0x64, 0x9a], 96, Color::LightMagenta),
        Hue::new([0x62, 0x98, 0x64], 65, Color::LightGreen),
    ]),
};

/// The colours of Okabe and Ito (Color Universal Design, 2008) that are
/// readable on light and on dark: vermillion for states; blue, bluish green and
/// reddish purple for objects. Their yellow and orange vanish on white and
/// their sky blue almost does, so differences by convention are underlined
/// instead.
const COLOR_BLIND: ThemeColors<Hue> = ThemeColors {
    accent: Hue::new([0x00, 0x72, 0xb2], 25, Color::Blue),
    hit: Hue::new([0xd5, 0x5e, 0x00], 166, Color::Red),
    wrong: None,
    touch: None,
    right: Hue::new([0x00, 0x9e, 0x73], 29, Color::Cyan),
    kinds: [
        Hue::new([0x00, 0x72, 0xb2], 25, Color::Blue),
        Hue::new([0xcc, 0x79, 0xa7], 132, Color::LightMagenta),
        Hue::new([0x00, 0x9e, 0x73], 29, Color::Cyan),
    ],
    tints: SOFT_TINTS,
    quiet: None,
    solid_static: None,
    dim_kinds: None,
};

/// The same colours for a background known to be dark, as light as they must be for 4.5:1 on their
/// grounds.
const COLOR_BLIND_ON_DARK: ThemeColors<Hue> = ThemeColors {
    accent: Hue::new([0x56, 0xb4, 0xe9], 74, Color::LightBlue),
    hit: Hue::new([0xf0, 0x70, 0x20], 202, Color::LightRed),
    wrong: None,
    touch: Some(Hue::new([0xf0, 0xe4, 0x42], 221, Color::LightYellow)),
    right: Hue::new([0x00, 0x9e, 0x73], 36, Color::Cyan),
    kinds: [
        Hue::new([0x56, 0xb4, 0xe9], 74, Color::LightBlue),
        Hue::new([0xcc, 0x79, 0xa7], 175, Color::LightMagenta),
        Hue::new([0x29, 0xb4, 0x8c], 36, Color::LightCyan),
    ],
    tints: SOFT_TINTS,
    quiet: Some(Hue::new([0x94, 0x94, 0x94], 246, Color::DarkGray)),
    solid_static: Some(Hue::new([0x5c, 0x60, 0x69], 241, Color::DarkGray)),
    dim_kinds: Some([
        Hue::new([0x41, 0x7f, 0xa3], 67, Color::LightBlue),
        Hue::new([0x90, 0x59, 0x7a], 96, Color::LightMagenta),
        Hue::new([0x22, 0x80, 0x64], 29, Color::LightCyan),
    ]),
};

/// The same for a light background. No yellow is readable there, so touches are underlined.
const COLOR_BLIND_ON_LIGHT: ThemeColors<Hue> = ThemeColors {
    accent: Hue::new([0x00, 0x5a, 0x8e], 24, Color::Blue),
    hit: Hue::new([0xa8, 0x43, 0x00], 124, Color::Red),
    wrong: None,
    touch: None,
    right: Hue::new([0x00, 0x68, 0x4b], 23, Color::Cyan),
    kinds: [
        Hue::new([0x00, 0x5a, 0x8e], 24, Color::Blue),
        Hue::new([0x9a, 0x3d, 0x75], 126, Color::Magenta),
        Hue::new([0x00, 0x68, 0x4b], 23, Color::Cyan),
    ],
    tints: DEEP_TINTS,
    quiet: Some(Hue::new([0x6c, 0x6c, 0x6c], 242, Color::DarkGray)),
    solid_static: Some(Hue::new([0xa0, 0xa3, 0xaa], 247, Color::DarkGray)),
    dim_kinds: Some([
        Hue::new([0x64, 0x99, 0xb9], 67, Color::Blue),
        Hue::new([0xc0, 0x86, 0xaa], 139, Color::Magenta),
        Hue::new([0x64, 0xa3, 0x91], 72, Color::Cyan),
    ]),
};

pub(super) fn light(depth: ColorDepth) -> Theme {
    theme(&LIGHT, depth)
}

pub(super) fn dark(depth: ColorDepth) -> Theme {
    theme(&DARK, depth)
}

pub(super) fn color_blind(background: Option<Background>, depth: ColorDepth) -> Theme {
    let hues = match background {
        None => &COLOR_BLIND,
        Some(Background::Dark) => &COLOR_BLIND_ON_DARK,
        Some(Background::Light) => &COLOR_BLIND_ON_LIGHT,
    };
    theme(hues, depth)
}

/// Black and white, which no palette changes and which take few bytes in 24 bits, too.
const BLACK: Color = Color::Indexed(16);
const WHITE: Color = Color::Indexed(231);

/// The ground of shared cells on light, which white is readable on.
const SHARED_ON_LIGHT: Hue = Hue::new([0xd7, 0x00, 0x00], 160, Color::Red);

/// Letters on the full colour of a hit; `None` where the background is not known, or colours are
/// few.
pub(super) fn shared(appearance: Appearance) -> Option<Style> {
    let (letter, ground) = match (appearance.theme, appearance.background) {
        (ThemeName::Dark, _) => (BLACK, DARK.hit),
        (ThemeName::Light, _) => (WHITE, SHARED_ON_LIGHT),
        (ThemeName::ColorBlind, Some(Background::Dark)) => (BLACK, COLOR_BLIND_ON_DARK.hit),
        (ThemeName::ColorBlind, Some(Background::Light)) => (WHITE, COLOR_BLIND_ON_LIGHT.hit),
        _ => return None,
    };
    match appearance.depth() {
        ColorDepth::Sixteen => None,
        depth => Some(Style::new().fg(letter).bg(ground.color(depth))),
    }
}

fn theme(hues: &ThemeColors<Hue>, depth: ColorDepth) -> Theme {
    let color = |hue: Hue| hue.color(depth);
    // None of the sixteen is reliably weaker than another, so SGR 2 has to do.
    let weak = |hue: &Hue| (depth != ColorDepth::Sixteen).then(|| color(*hue));
    Theme::in_colors(ThemeColors {
        accent: color(hues.accent),
        hit: color(hues.hit),
        wrong: hues.wrong.map(color),
        touch: hues.touch.map(color),
        right: color(hues.right),
        quiet: hues.quiet.as_ref().and_then(weak),
        kinds: hues.kinds.map(color),
        dim_kinds: hues.dim_kinds.filter(|_| depth != ColorDepth::Sixteen).map(|it| it.map(color)),
        solid_static: hues.solid_static.as_ref().and_then(weak),
        tints: hues.tints.map(color),
    })
}

#[cfg(test)]
mod tests {
    use super::super::ground_colors::contrast;
    use super::*;
    use crate::app::luminance;

    fn hues(hues: &ThemeColors<Hue>) -> impl Iterator<Item = Hue> {
        let always = [hues.accent, hues.hit, hues.right];
        let some = [hues.touch, hues.wrong, hues.quiet].into_iter().flatten();
        always.into_iter().chain(some).chain(hues.kinds)
    }

    #[test]
    fn every_colour_is_readable_on_its_background() {
        for (theme, backgrounds, least) in [
            (&LIGHT, &[WHITE, Color::Rgb(0xee, 0xee, 0xee)][..], 4.5),
            (&DARK, &[BLACK, Color::Rgb(0x26, 0x26, 0x26)], 4.5),
            (&COLOR_BLIND_ON_LIGHT, &[WHITE, Color::Rgb(0xee, 0xee, 0xee)], 4.5),
            (&COLOR_BLIND_ON_DARK, &[BLACK, Color::Rgb(0x26, 0x26, 0x26)], 4.4),
            // WCAG asks for 3 in graphics; reddish purple has 2.95 on white.
            (&COLOR_BLIND, &[BLACK, WHITE], 2.9),
        ] {
            for hue in hues(theme) {
                for &background in backgrounds {
                    for depth in [ColorDepth::Rgb, ColorDepth::Indexed] {
                        let color = hue.color(depth);
                        let found = contrast(color, background).expect("no palette decides");
                        assert!(found >= least, "{color:?} on {background:?}: {found:.2}");
                    }
                }
            }
        }
    }

    #[test]
    fn shared_cells_have_a_readable_hatch_on_the_colour_of_a_hit() {
        for (theme, background) in [
            (ThemeName::Dark, Background::Dark),
            (ThemeName::Light, Background::Light),
            (ThemeName::ColorBlind, Background::Dark),
            (ThemeName::ColorBlind, Background::Light),
        ] {
            for found in [ColorDepth::Indexed, ColorDepth::Rgb] {
                let background = Some(background);
                let look = Appearance { theme, found, background, ..Appearance::default() };
                let Style { fg, bg, .. } = Theme::of(look).shared;
                let found = contrast(fg.expect("a letter"), bg.expect("a ground"));
                assert!(found > Some(4.5), "{theme:?} {found:?}");
            }
        }
        let few = Appearance { theme: ThemeName::Dark, ..Appearance::default() };
        assert_eq!(Theme::of(few).shared.bg, None, "reversed instead");
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
    fn colours_for_the_colour_blind_stay_distinguishable() {
        // The darker they are, the closer: without blue cones, blue and green on light.
        let themes =
            [(&COLOR_BLIND, 0.1), (&COLOR_BLIND_ON_DARK, 0.1), (&COLOR_BLIND_ON_LIGHT, 0.03)];
        for (hues, least) in themes {
            let [a, b, c] = hues.kinds;
            let all = [hues.hit, a, b, c].map(|hue| hue.rgb.map(linear));
            for matrix in BLINDNESS {
                let seen = all.map(|rgb| as_seen(rgb, matrix));
                for (i, one) in seen.iter().enumerate() {
                    for other in &seen[..i] {
                        let squares = one.iter().zip(other).map(|(x, y)| (x - y).powi(2));
                        let distance = squares.sum::<f64>().sqrt();
                        assert!(distance > least, "{one:.2?} {other:.2?}: {distance:.2}");
                    }
                }
            }
        }
    }

    /// The linear light of a channel: the luminance of its grey.
    fn linear(channel: u8) -> f64 {
        luminance([channel; 3])
    }

    fn as_seen(rgb: [f64; 3], matrix: [[f64; 3]; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(rgb).map(|(m, c)| m * c).sum::<f64>().clamp(0.0, 1.0))
    }

    #[test]
    fn every_depth_has_its_own_colours() {
        for (depth, is_kind) in [
            (ColorDepth::Indexed, (|c| matches!(c, Color::Indexed(_))) as fn(Color) -> bool),
            (ColorDepth::Rgb, |c| matches!(c, Color::Rgb(..))),
            (ColorDepth::Sixteen, |c| !matches!(c, Color::Indexed(_) | Color::Rgb(..))),
        ] {
            for theme in [light(depth), dark(depth), color_blind(None, depth)] {
                for style in [theme.accent, theme.contact, theme.kinds[0], theme.kinds[2]] {
                    assert!(style.fg.is_some_and(is_kind), "{style:?}");
                }
            }
        }
    }
}
