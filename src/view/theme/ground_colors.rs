//! Grounds: background colours under bodies, under the classes of the map, and under what is
//! chosen.

use ratatui::style::Color;

use crate::app::{Appearance, Background, ColorDepth, ThemeName, luminance};

/// What a ground is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundRole {
    /// A box.
    Box,
    /// The selected box.
    SelectedBox,
    /// A static body.
    Static,
    /// A kinematic body.
    Kinematic,
    /// A polygon.
    Polygon,
    /// The selected polygon.
    SelectedPolygon,
    /// A cell of a crowd where bodies meet.
    Overlap,
    /// On the map: where a method is wrong.
    MapWrong,
    /// On the map: overlaps, crosses, and a HIT that the method finds, too.
    MapOverlaps,
    /// On the map: within, contains, equals.
    MapWithin,
    /// On the map: touches, or a choice of the method's author.
    MapTouches,
    /// On the map: right by rounding.
    MapRounding,
    /// On the map: the left side.
    MapLeft,
    /// On the map: the top.
    MapTop,
    /// On the map: the right side.
    MapRightSide,
    /// On the map: the bottom.
    MapBottom,
    /// The chosen line or value.
    Chosen,
    /// A box to read or to press.
    Button,
}

impl GroundRole {
    /// All of them.
    #[cfg(test)]
    pub(in crate::view) const ALL: [Self; 18] = [
        Self::Box,
        Self::SelectedBox,
        Self::Static,
        Self::Kinematic,
        Self::Polygon,
        Self::SelectedPolygon,
        Self::Overlap,
        Self::MapWrong,
        Self::MapOverlaps,
        Self::MapWithin,
        Self::MapTouches,
        Self::MapRounding,
        Self::MapLeft,
        Self::MapTop,
        Self::MapRightSide,
        Self::MapBottom,
        Self::Chosen,
        Self::Button,
    ];

    /// Whether it is in the panel. Those grounds cost so few bytes that even a slow line gets them.
    const fn is_of_panel(self) -> bool {
        matches!(self, Self::Chosen | Self::Button)
    }

    /// Its colours: in 24 bits for dark, for light, and for dark with any colour vision; of xterm's
    /// 256 for dark and for light.
    #[expect(clippy::unreadable_literal, reason = "colours are written as rrggbb everywhere")]
    const fn colors(self) -> ([u32; 3], [u8; 2]) {
        match self {
            Self::Box => ([0x1b2a4a, 0xe3eafb, 0x16293a], [17, 189]),
            // Of the 256 colours, a lighter blue is garish; the heavy stroke tells it.
            Self::SelectedBox => ([0x27407a, 0xc8d8fa, 0x1c3f5c], [17, 153]),
            Self::Static => ([0x2b2e34, 0xe9e9e6, 0x2b2e34], [236, 254]),
            Self::Kinematic => ([0x33313d, 0xefe9f2, 0x33313d], [236, 254]),
            Self::Polygon => ([0x1a3524, 0xdef0dd, 0x113024], [22, 194]),
            Self::SelectedPolygon => ([0x265238, 0xc3e4c1, 0x163d2f], [22, 157]),
            Self::Overlap => ([0x521c26, 0xffd3d3, 0x452307], [52, 224]),
            Self::MapWrong => ([0x4a1748, 0xfadcf0, 0x4a1748], [53, 225]),
            Self::MapOverlaps => ([0x4c1c26, 0xffd9d6, 0x452307], [52, 224]),
            // About 2:1 from the ground of overlaps.
            Self::MapWithin => ([0xa03644, 0xf08a80, 0x86440f], [131, 210]),
            Self::MapTouches => ([0x4a3d14, 0xf6e9bd, 0x45400f], [58, 229]),
            Self::MapRounding => ([0x2a2d33, 0xececea, 0x2a2d33], [235, 254]),
            Self::MapLeft => ([0x1d3560, 0xd6e2fb, 0x1d3560], [17, 189]),
            Self::MapTop => ([0x134047, 0xcfeeee, 0x134047], [23, 195]),
            Self::MapRightSide => ([0x45224d, 0xf2dcf4, 0x402438], [53, 225]),
            Self::MapBottom => ([0x22451f, 0xdcefd3, 0x12352a], [22, 194]),
            Self::Chosen => ([0x173f47, 0xcdecec, 0x173f47], [23, 195]),
            Self::Button => ([0x22252b, 0xf1f1ee, 0x22252b], [235, 255]),
        }
    }
}

/// The grounds of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grounds {
    column: Column,
    depth: ColorDepth,
    /// Whether bodies and the map have them.
    in_arena: bool,
    /// Whether things must not differ by hue alone.
    pub(super) is_color_blind: bool,
}

/// The background that a set of grounds is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Dark,
    Light,
    ColorBlindOnDark,
}

impl Grounds {
    /// The grounds of the chosen theme; `None` if they would not be distinguishable from the
    /// background, or there are too few colours.
    pub(super) const fn of(appearance: Appearance) -> Option<Self> {
        let column = match (appearance.theme, appearance.background) {
            (ThemeName::Dark, _) => Column::Dark,
            (ThemeName::Light, _) | (ThemeName::ColorBlind, Some(Background::Light)) => {
                Column::Light
            }
            (ThemeName::ColorBlind, Some(Background::Dark)) => Column::ColorBlindOnDark,
            (ThemeName::Terminal | ThemeName::HighContrast, _) | (ThemeName::ColorBlind, None) => {
                return None;
            }
        };
        match appearance.depth() {
            ColorDepth::Sixteen => None,
            depth => Some(Self {
                column,
                depth,
                in_arena: appearance.shows_grounds(),
                is_color_blind: matches!(appearance.theme, ThemeName::ColorBlind),
            }),
        }
    }

    pub(super) const fn color(self, role: GroundRole) -> Option<Color> {
        if !self.in_arena && !role.is_of_panel() {
            return None;
        }
        if self.has_dotted_polygons()
            && matches!(role, GroundRole::Polygon | GroundRole::SelectedPolygon)
        {
            return None;
        }
        let ([dark, light, color_blind], [indexed_dark, indexed_light]) = role.colors();
        Some(match (self.depth, self.column) {
            (ColorDepth::Rgb, Column::Dark) => Color::from_u32(dark),
            (ColorDepth::Rgb, Column::Light) => Color::from_u32(light),
            (ColorDepth::Rgb, Column::ColorBlindOnDark) => Color::from_u32(color_blind),
            (_, Column::Dark | Column::ColorBlindOnDark) => Color::Indexed(indexed_dark),
            (_, Column::Light) => Color::Indexed(indexed_light),
        })
    }
}

impl Grounds {
    /// Whether polygons have dots instead of a ground: the only dark green of the 256 colours is
    /// garish.
    pub(super) const fn has_dotted_polygons(self) -> bool {
        matches!(self.column, Column::Dark | Column::ColorBlindOnDark)
            && matches!(self.depth, ColorDepth::Indexed)
            && self.in_arena
    }
}

/// The minimum contrast of letters, by WCAG 2.
const LEAST: f64 = 4.5;
/// That of large and bold ones.
const LEAST_BOLD: f64 = 3.0;

/// The darkest of the 256 colours on which none of our colours is legible in practice, whatever the
/// formula says: 22, 23, 58, 88 and 124.
const NO_COLOUR_IS_CLEAR: [u8; 5] = [22, 23, 58, 88, 124];

/// Of the grounds for a dark background, the one on which letters are black.
pub(super) const LIGHTEST_DARK: Color = Color::Indexed(131);
/// Black that no palette changes.
pub(super) const BLACK: Color = Color::Indexed(16);

/// Whether letters of a colour are readable on a ground. Colours from a palette have an unknown
/// look, and are accepted.
pub(super) fn is_readable(color: Color, ground: Color) -> bool {
    if matches!(ground, Color::Indexed(index) if NO_COLOUR_IS_CLEAR.contains(&index)) {
        return false;
    }
    contrast(color, ground).is_none_or(|contrast| contrast >= LEAST)
}

/// Whether a bold word of a colour can be told on a ground.
pub(super) fn is_legible(color: Color, ground: Color) -> bool {
    contrast(color, ground).is_none_or(|contrast| contrast >= LEAST_BOLD)
}

/// The contrast of two colours, from 1 to 21; `None` if a palette decides.
pub(super) fn contrast(one: Color, other: Color) -> Option<f64> {
    let [one, other] = [one, other].map(|color| components(color).map(luminance));
    let (one, other) = (one?, other?);
    Some((one.max(other) + 0.05) / (one.min(other) + 0.05))
}

/// Red, green and blue of a colour; `None` if a palette decides.
pub(super) const fn components(color: Color) -> Option<[u8; 3]> {
    match color {
        Color::Rgb(r, g, b) => Some([r, g, b]),
        Color::Indexed(index @ 16..=231) => {
            let cube = index - 16;
            Some([level(cube / 36), level(cube / 6 % 6), level(cube % 6)])
        }
        Color::Indexed(index @ 232..) => Some([8 + 10 * (index - 232); 3]),
        _ => None,
    }
}

/// One of the six levels of xterm's colour cube.
const fn level(digit: u8) -> u8 {
    if digit == 0 { 0 } else { 55 + 40 * digit }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Style;

    use super::super::Theme;
    use super::contrast;
    use super::*;

    /// All looks with grounds, each with the default text colour.
    fn looks() -> impl Iterator<Item = (Appearance, Color)> {
        let known = [
            (ThemeName::Dark, Background::Dark),
            (ThemeName::Light, Background::Light),
            (ThemeName::ColorBlind, Background::Dark),
            (ThemeName::ColorBlind, Background::Light),
        ];
        known.into_iter().flat_map(|(theme, background)| {
            [ColorDepth::Indexed, ColorDepth::Rgb].map(|found| {
                let text = match background {
                    Background::Dark => Color::Rgb(0xd8, 0xda, 0xe0),
                    Background::Light => Color::Rgb(0x24, 0x26, 0x2b),
                };
                let background = Some(background);
                (Appearance { theme, found, background, ..Appearance::default() }, text)
            })
        })
    }

    #[test]
    fn letters_are_readable_on_every_ground() {
        for (look, text) in looks() {
            let theme = Theme::of(look);
            let roles = [theme.title, theme.quiet, theme.accent, theme.key, theme.wrong];
            let more = [theme.convention, theme.right, theme.contact, theme.touched];
            for ground in GroundRole::ALL {
                let Some(color) = theme.ground(ground) else { continue };
                for style in roles.into_iter().chain(more).chain(theme.kinds) {
                    let letter = match theme.letter_on(style, color).fg {
                        None | Some(Color::Reset) => text,
                        Some(color) => color,
                    };
                    let found = contrast(letter, color).expect("no palette decides");
                    assert!(found >= 4.5, "{look:?}: {style:?} on {ground:?}: {found:.2}");
                }
            }
        }
    }

    #[test]
    fn names_of_boxes_and_polygons_keep_their_colour_on_their_own_ground() {
        for (look, _) in looks().filter(|(look, _)| look.theme != ThemeName::ColorBlind) {
            let theme = Theme::of(look);
            let on = |role| theme.ground(role).expect("all have one");
            assert_eq!(theme.letter_on(theme.kinds[0], on(GroundRole::Box)), theme.kinds[0]);
            assert_eq!(
                theme.letter_on(theme.kinds[0], on(GroundRole::SelectedBox)),
                theme.kinds[0]
            );
        }
    }

    #[test]
    fn a_ground_needs_a_known_background_and_enough_colours() {
        let look = Appearance { found: ColorDepth::Rgb, ..Appearance::default() };
        let has = |look| Theme::of(look).has_body_grounds();
        assert!(!has(look));
        assert!(has(Appearance { theme: ThemeName::Dark, ..look }));
        let dark = Appearance { theme: ThemeName::Dark, ..look };
        assert!(!has(Appearance { found: ColorDepth::Sixteen, ..dark }));
        assert!(!has(Appearance { theme: ThemeName::ColorBlind, ..look }));
        let background = Some(Background::Dark);
        assert!(has(Appearance { theme: ThemeName::ColorBlind, background, ..look }));
        assert!(!has(Appearance { theme: ThemeName::Terminal, background, ..look }));
        let remote = Appearance { connection: crate::app::Connection::Remote, ..dark };
        assert!(!has(remote));
        assert!(Theme::of(remote).ground(GroundRole::Chosen).is_some());
        assert!(has(Appearance { grounds: Some(true), ..remote }));
        assert!(!has(Appearance { grounds: Some(false), ..dark }));
    }

    #[test]
    fn quiet_letters_stay_quiet_only_on_a_button() {
        let look =
            Appearance { found: ColorDepth::Rgb, theme: ThemeName::Dark, ..Default::default() };
        let theme = Theme::of(look);
        let on = |role| theme.letter_on(theme.quiet, theme.ground(role).expect("all have one"));
        assert_eq!(on(GroundRole::Button), theme.quiet);
        assert_eq!(on(GroundRole::Box), Style::new().fg(Color::Reset));
    }
}
