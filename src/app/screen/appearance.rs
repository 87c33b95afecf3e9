//! The chosen colours and glyphs. How they look is defined elsewhere.

/// A set of characters to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, clap::ValueEnum)]
pub enum GlyphSet {
    /// Lines that join, and dots for lasers and polygons.
    #[default]
    Lines,
    /// Only what the fonts of old terminals have.
    Basic,
    /// Outlines in finer dots; the rest as with lines.
    Braille,
    /// Nothing beyond ASCII.
    Ascii,
}

impl GlyphSet {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Lines, Self::Basic, Self::Ascii, Self::Braille];

    /// Its name in the configuration and on the command line.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Lines => "lines",
            Self::Basic => "basic",
            Self::Braille => "braille",
            Self::Ascii => "ascii",
        }
    }

    /// What it draws with, in a few words.
    pub(in crate::app) const fn meaning(self) -> &'static str {
        match self {
            Self::Lines => "lines, and fine dots for lasers",
            Self::Basic => "what the fonts of old terminals have",
            Self::Braille => "fine dots for everything",
            Self::Ascii => "plain ASCII",
        }
    }
}

/// A set of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, clap::ValueEnum)]
pub enum ThemeName {
    /// The terminal's own sixteen.
    #[default]
    Terminal,
    /// For a light background.
    Light,
    /// For a dark background.
    Dark,
    /// No colours and nothing dim.
    HighContrast,
    /// For any kind of colour vision.
    ColorBlind,
}

impl ThemeName {
    /// All of them, in the order that a key cycles through them.
    pub const ALL: [Self; 5] =
        [Self::Terminal, Self::Light, Self::Dark, Self::HighContrast, Self::ColorBlind];

    /// Its name in the configuration and on the command line.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Terminal => "terminal",
            Self::Light => "light",
            Self::Dark => "dark",
            Self::HighContrast => "high-contrast",
            Self::ColorBlind => "color-blind",
        }
    }

    /// What it is for.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Terminal => "the terminal's own sixteen colours",
            Self::Light => "for a light background",
            Self::Dark => "for a dark background",
            Self::HighContrast => "no colours and nothing dim",
            Self::ColorBlind => "colours for any kind of colour vision",
        }
    }

    pub(in crate::app) fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&theme| theme == self).unwrap_or_default();
        Self::ALL[(at + 1) % Self::ALL.len()]
    }
}

/// How many colours are available.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum ColorDepth {
    /// The terminal's own sixteen.
    #[default]
    Sixteen,
    /// The 256 of xterm.
    Indexed,
    /// Any, in 24 bits.
    Rgb,
}

/// The glyphs and colours of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Appearance {
    /// The characters to draw with.
    pub glyphs: GlyphSet,
    /// The colour theme.
    pub theme: ThemeName,
    /// How many colours to use, if the user asked for a number.
    pub asked: Option<ColorDepth>,
    /// How many colours the environment says there are.
    pub found: ColorDepth,
    /// The connection to the screen.
    pub connection: Connection,
    /// The background that the terminal reported.
    pub background: Option<Background>,
    /// Whether bodies and the map have grounds, if the user chose.
    pub grounds: Option<bool>,
    /// Whether the panel keeps to one column where there is room for two.
    pub has_narrow_panel: bool,
}

/// The connection between the program and the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Connection {
    /// No slow line in between.
    #[default]
    Local,
    /// Possibly a slow line. Objects outside the pair being looked at are not dimmed: that would
    /// send most of the arena again.
    Remote,
}

impl Appearance {
    /// How many colours the theme can use. The terminal's own sixteen are replaced only on request.
    pub const fn depth(self) -> ColorDepth {
        match (self.asked, self.theme) {
            (Some(asked), _) => asked,
            (None, ThemeName::Terminal) => ColorDepth::Sixteen,
            (None, _) => self.found,
        }
    }
}

impl Appearance {
    /// Whether bodies and the map have grounds, if the theme has any. On a slow line they have none
    /// unless the user asks for them.
    pub const fn shows_grounds(self) -> bool {
        match (self.grounds, self.connection) {
            (Some(chosen), _) => chosen,
            (None, Connection::Local) => true,
            (None, Connection::Remote) => false,
        }
    }

    /// Whether bodies and the map have grounds now.
    pub fn has_grounds(self) -> bool {
        self.can_have_grounds() && self.shows_grounds()
    }

    /// Whether there are enough colours for grounds, and the background is one that they stand out
    /// from.
    pub fn can_have_grounds(self) -> bool {
        let is_known = match self.theme {
            ThemeName::Dark | ThemeName::Light => true,
            ThemeName::ColorBlind => self.background.is_some(),
            ThemeName::Terminal | ThemeName::HighContrast => false,
        };
        is_known && self.depth() != ColorDepth::Sixteen
    }
}

/// The brightness of a terminal's background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Background {
    /// Black, or nearly.
    Dark,
    /// White, or nearly.
    Light,
}

impl Background {
    /// Classifies a background by its red, green and blue; `None` for one in between, where neither
    /// dark nor light grounds would be visible.
    pub fn of(rgb: [u8; 3]) -> Option<Self> {
        match luminance(rgb) {
            light if light < 0.18 => Some(Self::Dark),
            light if light > 0.4 => Some(Self::Light),
            _ => None,
        }
    }
}

/// The relative luminance of a colour in sRGB, from 0 for black to 1 for white, as
/// [WCAG 2](https://www.w3.org/TR/WCAG22/#dfn-relative-luminance) defines it.
pub fn luminance(rgb: [u8; 3]) -> f64 {
    let [r, g, b] = rgb.map(linear);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// The linear light of an sRGB channel.
fn linear(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backgrounds_are_dark_or_light_or_in_between() {
        let of = |grey: u8| Background::of([grey; 3]);
        assert_eq!([of(0), of(0x1e)], [Some(Background::Dark); 2]);
        assert_eq!([of(0xff), of(0xcc)], [Some(Background::Light); 2]);
        assert_eq!(of(0x80), None);
        // Solarized.
        assert_eq!(Background::of([0x00, 0x2b, 0x36]), Some(Background::Dark));
        assert_eq!(Background::of([0xfd, 0xf6, 0xe3]), Some(Background::Light));
    }
}
