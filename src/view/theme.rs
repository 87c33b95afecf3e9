//! The roles that styles play on the screen, and what each looks like.
//!
//! Identity is a letter and a colour; state is weight and marks, so that
//! nothing is lost without colour. Red and yellow belong to states and are
//! never the colour of an object. The first theme has the sixteen colours that
//! people choose for themselves and assumes no background; the others stand in
//! [`themes`]. No theme paints the background: blank cells stay blank.

mod themes;

use ratatui::style::{Color, Modifier, Style};

use crate::app::{Appearance, ColorDepth, ThemeName};
use hitscan_core::world::TestResult;

/// What each role looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// What the screen is about.
    pub title: Style,
    /// What frames, divides or can wait: separators, rulers, hints.
    pub quiet: Style,
    /// The one colour that says *here*.
    pub accent: Style,
    /// A word that says what the keys do now, such as the grip.
    pub badge: Style,
    /// A key that can be pressed.
    pub key: Style,
    /// A line that is chosen.
    pub chosen: Style,
    /// What was refused.
    pub fault: Style,
    /// The part of a line that is at fault, or where the cursor stands.
    pub marked: Style,
    /// A side that was hit, a point of contact.
    pub contact: Style,
    /// A method that is wrong here.
    pub wrong: Style,
    /// A method that differs by convention.
    pub convention: Style,
    words: [Style; 3],
    overlap: Style,
    /// A side that was hit, or a point of contact, on that background.
    overlap_contact: Color,
    objects: [Style; 4],
}

impl Theme {
    /// The theme that was chosen, in as many colours as there are.
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

    /// With the sixteen colours of the terminal.
    pub const SIXTEEN: Self = Self {
        accent: colour(Color::Cyan).add_modifier(Modifier::BOLD),
        fault: colour(Color::Red).add_modifier(Modifier::BOLD),
        contact: colour(Color::Red).add_modifier(Modifier::BOLD),
        wrong: colour(Color::Red).add_modifier(Modifier::BOLD),
        convention: colour(Color::Yellow),
        // Black on light grey can be read whatever the palette is, and so can red.
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

    /// With the 256 colours of xterm: what each is does not depend on a palette,
    /// and all can be read on black as on white.
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

    /// With any colour, chosen likewise.
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

    /// Without colour: weight and reverse video only.
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

    /// Without colour and without anything dim.
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

    /// The word of a test: HIT, TOUCH or MISS.
    #[must_use]
    pub const fn word(&self, outcome: TestResult) -> Style {
        match outcome {
            TestResult::Miss => self.words[0],
            TestResult::Touch => self.words[1],
            TestResult::Hit => self.words[2],
        }
    }

    /// The object that was made as the `number`th.
    #[must_use]
    pub fn object(&self, number: u32) -> Style {
        let index = usize::try_from(number).unwrap_or_default() % self.objects.len();
        self.objects[index]
    }

    /// A cell that overlapping boxes share.
    #[must_use]
    pub const fn overlap(&self) -> Style {
        self.overlap
    }

    /// `style` as it must be in a cell that overlapping boxes share: on that
    /// background no colour but that of states can be told from the others.
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

    /// The hue in degrees, of a colour that has one.
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

    /// The relative luminance, as the contrast of texts is reckoned with.
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
