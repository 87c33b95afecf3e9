//! The roles of styles on the screen, and the look of each.
//!
//! Letters and colours identify; weight and marks show state, so nothing is
//! lost without colour. Red and yellow belong to states and are never an
//! object's colour. The first theme uses the user's own sixteen colours and
//! assumes no background; the named ones are in [`themes`]. No theme paints the
//! background: blank cells stay blank.

mod themes;

use ratatui::style::{Color, Modifier, Style};

use crate::app::{Appearance, ColorDepth, ThemeName};
use hitscan_core::world::TestResult;

/// The style of each role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// What the screen is about.
    pub title: Style,
    /// Secondary parts: separators, rulers, hints.
    pub quiet: Style,
    /// The one colour that marks the current item.
    pub accent: Style,
    /// A word that says what the keys do now, such as the edit mode.
    pub badge: Style,
    /// A key that can be pressed.
    pub key: Style,
    /// A chosen line.
    pub chosen: Style,
    /// An error.
    pub fault: Style,
    /// The part of a line with the error, or the cursor.
    pub marked: Style,
    /// A side that was hit, a contact point.
    pub contact: Style,
    /// A method that is wrong here.
    pub wrong: Style,
    /// A method that differs by convention.
    pub convention: Style,
    words: [Style; 3],
    overlap: Style,
    /// A side that was hit, or a contact point, on the overlap background.
    overlap_contact: Color,
    objects: [Style; 4],
}

impl Theme {
    /// The chosen theme, for the given number of colours.
    #[must_use]
    pub const fn of(appearance: Appearance) -> Self {
        match appearance.theme {
            ThemeName::Terminal => match appearance.depth() {
                ColorDepth::Sixteen => Self::SIXTEEN,
                ColorDepth::Indexed => Self::INDEXED,
                ColorDepth::Rgb => Self::RGB,
            },
            ThemeName::Light => themes::light(appearance.depth()),
            ThemeName::Dark => themes::dark(appearance.depth()),
            ThemeName::HighContrast => Self::HIGH_CONTRAST,
            ThemeName::ColorBlind => themes::color_blind(appearance.depth()),
        }
    }

    /// The terminal's sixteen colours.
    pub const SIXTEEN: Self = Self {
        accent: colour(Color::Cyan).add_modifier(Modifier::BOLD),
        fault: colour(Color::Red).add_modifier(Modifier::BOLD),
        contact: colour(Color::Red).add_modifier(Modifier::BOLD),
        wrong: colour(Color::Red).add_modifier(Modifier::BOLD),
        convention: colour(Color::Yellow),
        // Black and red are readable on light grey in any palette.
        overlap: Style::new().fg(Color::Black).bg(Color::Gray),
        overlap_contact: Color::Red,
        objects: [
            colour(Color::LightBlue),
            colour(Color::Green),
            colour(Color::Magenta),
            colour(Color::Reset),
        ],
        ..Self::PLAIN
    };

    /// xterm's 256 colours. They do not depend on a palette, and all of these
    /// are readable on black and on white.
    pub const INDEXED: Self = Self {
        accent: colour(Color::Indexed(30)).add_modifier(Modifier::BOLD),
        fault: colour(Color::Indexed(160)).add_modifier(Modifier::BOLD),
        contact: colour(Color::Indexed(160)).add_modifier(Modifier::BOLD),
        wrong: colour(Color::Indexed(160)).add_modifier(Modifier::BOLD),
        convention: colour(Color::Indexed(136)),
        overlap: Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(250)),
        overlap_contact: Color::Indexed(124),
        objects: [
            colour(Color::Indexed(33)),
            colour(Color::Indexed(29)),
            colour(Color::Indexed(134)),
            colour(Color::Reset),
        ],
        ..Self::PLAIN
    };

    /// Any colour, chosen by the same rule.
    pub const RGB: Self = Self {
        accent: colour(Color::Rgb(14, 148, 160)).add_modifier(Modifier::BOLD),
        fault: colour(Color::Rgb(220, 53, 69)).add_modifier(Modifier::BOLD),
        contact: colour(Color::Rgb(220, 53, 69)).add_modifier(Modifier::BOLD),
        wrong: colour(Color::Rgb(220, 53, 69)).add_modifier(Modifier::BOLD),
        convention: colour(Color::Rgb(168, 123, 0)),
        overlap: Style::new().fg(Color::Rgb(0, 0, 0)).bg(Color::Rgb(198, 198, 198)),
        overlap_contact: Color::Rgb(179, 32, 47),
        objects: [
            colour(Color::Rgb(59, 130, 246)),
            colour(Color::Rgb(46, 158, 91)),
            colour(Color::Rgb(168, 85, 247)),
            colour(Color::Reset),
        ],
        ..Self::PLAIN
    };

    /// No colour, only weight and reverse video.
    pub const PLAIN: Self = Self {
        title: BOLD,
        quiet: Style::new().add_modifier(Modifier::DIM),
        accent: BOLD,
        badge: REVERSED,
        key: BOLD,
        chosen: BOLD,
        fault: BOLD,
        marked: REVERSED,
        contact: BOLD,
        wrong: BOLD,
        convention: Style::new(),
        words: [Style::new(), BOLD, REVERSED],
        overlap: REVERSED,
        overlap_contact: Color::Reset,
        objects: [Style::new(); 4],
    };

    /// No colour and nothing dim.
    pub const HIGH_CONTRAST: Self = Self {
        title: UNDERLINED,
        quiet: Style::new(),
        accent: UNDERLINED,
        chosen: UNDERLINED,
        fault: REVERSED,
        contact: BOLD,
        wrong: REVERSED,
        convention: UNDERLINED,
        ..Self::PLAIN
    };

    /// The style of an outcome: HIT, TOUCH or MISS.
    #[must_use]
    pub const fn word(&self, outcome: TestResult) -> Style {
        match outcome {
            TestResult::Miss => self.words[0],
            TestResult::Touch => self.words[1],
            TestResult::Hit => self.words[2],
        }
    }

    /// The style of the `number`th object created.
    #[must_use]
    pub fn object(&self, number: u32) -> Style {
        let index = usize::try_from(number).unwrap_or_default() % self.objects.len();
        self.objects[index]
    }

    /// A cell shared by overlapping boxes.
    #[must_use]
    pub const fn overlap(&self) -> Style {
        self.overlap
    }

    /// `style` adapted to a cell shared by overlapping boxes. On that
    /// background only the state colours can be told apart.
    #[must_use]
    pub fn on_overlap(&self, style: Style) -> Style {
        let is_contact = style.fg.is_some() && style.fg == self.contact.fg;
        let fg = if is_contact { Some(self.overlap_contact) } else { self.overlap.fg };
        let modifiers = self.overlap.add_modifier | style.add_modifier;
        Style { fg, bg: self.overlap.bg, add_modifier: modifiers, ..style }
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self::SIXTEEN
    }
}

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const REVERSED: Style = Style::new().add_modifier(Modifier::REVERSED);

const UNDERLINED: Style = BOLD.add_modifier(Modifier::UNDERLINED);

const fn colour(colour: Color) -> Style {
    Style::new().fg(colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red, green and blue of a colour that does not depend on a palette.
    fn components(color: Color) -> Option<[u8; 3]> {
        match color {
            Color::Rgb(r, g, b) => Some([r, g, b]),
            Color::Indexed(index @ 16..=231) => {
                let level = |digit: u8| if digit == 0 { 0 } else { 55 + 40 * digit };
                let cube = index - 16;
                Some([level(cube / 36), level(cube / 6 % 6), level(cube % 6)])
            }
            Color::Indexed(index @ 232..) => Some([8 + 10 * (index - 232); 3]),
            _ => None,
        }
    }

    /// The hue in degrees; not for greys.
    fn hue(parts: [u8; 3]) -> f64 {
        let most = parts.into_iter().max();
        let strongest = parts.into_iter().position(|part| Some(part) == most).unwrap_or(0);
        let [r, g, b] = parts.map(f64::from);
        let spread = r.max(g).max(b) - r.min(g).min(b);
        let sixths = match strongest {
            0 => ((g - b) / spread).rem_euclid(6.0),
            1 => (b - r) / spread + 2.0,
            _ => (r - g) / spread + 4.0,
        };
        sixths * 60.0
    }

    /// The relative luminance, as used for text contrast.
    fn luminance(color: [u8; 3]) -> f64 {
        let linear = color.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.039_28 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    #[test]
    fn red_and_yellow_are_no_object_colours() {
        for theme in [Theme::SIXTEEN, Theme::INDEXED, Theme::RGB] {
            for style in (0..8).map(|number| theme.object(number)) {
                let states = [Color::Red, Color::LightRed, Color::Yellow, Color::LightYellow];
                let color = style.fg.expect("an object has a colour");
                assert!(!states.contains(&color));
                if let Some(color) = components(color) {
                    let hue = hue(color);
                    assert!((80.0..330.0).contains(&hue), "{color:?} is {hue} degrees");
                }
            }
        }
    }

    #[test]
    fn colours_that_do_not_follow_the_palette_can_be_read_on_black_and_on_white() {
        for theme in [Theme::INDEXED, Theme::RGB] {
            let objects = (0..4).map(|number| theme.object(number));
            let states = [theme.accent, theme.fault, theme.contact, theme.wrong, theme.convention];
            for color in objects.chain(states).filter_map(|style| style.fg) {
                let Some(color) = components(color) else {
                    assert_eq!(color, Color::Reset, "a palette decides");
                    continue;
                };
                let light = luminance(color) + 0.05;
                let (on_black, on_white) = (light / 0.05, 1.05 / light);
                assert!(on_black > 3.0 && on_white > 3.0, "{color:?}: {on_black} {on_white}");
            }
        }
    }

    #[test]
    fn what_stands_on_an_overlap_can_be_read() {
        let looks = ThemeName::ALL.into_iter().flat_map(|theme| {
            [ColorDepth::Indexed, ColorDepth::Rgb].map(|depth| (theme, Some(depth), depth))
        });
        for (theme, asked, found) in looks {
            let theme = Theme::of(Appearance { theme, asked, found, ..Appearance::default() });
            let Some(ground) = theme.overlap.bg else { continue };
            let ground = luminance(components(ground).expect("no palette decides")) + 0.05;
            for style in [theme.on_overlap(theme.contact), theme.on_overlap(theme.object(0))] {
                let color = style.fg.expect("a colour of its own");
                let contrast = ground / (luminance(components(color).expect("nor here")) + 0.05);
                assert!(contrast > 3.0, "{color:?}: {contrast}");
            }
        }
    }

    #[test]
    fn nothing_depends_on_colour_alone() {
        let plain = Theme::PLAIN;
        let words =
            [TestResult::Hit, TestResult::Touch, TestResult::Miss].map(|word| plain.word(word));
        assert!(words[0] != words[1] && words[1] != words[2] && words[0] != words[2]);
        assert_ne!(plain.overlap(), Style::new());
        assert_ne!(plain.contact, plain.object(0));
        let styles = [plain.title, plain.quiet, plain.fault, plain.overlap(), plain.object(1)];
        assert!(styles.iter().all(|style| style.fg.is_none() && style.bg.is_none()));
    }
}
