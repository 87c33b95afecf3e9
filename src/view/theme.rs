//! The roles of styles on the screen, and the look of each.
//!
//! Colour says what a thing is; weight and marks show its state, so nothing is
//! lost without colour. Red and yellow belong to states and are never an
//! object's colour. The first theme uses the user's own sixteen colours and
//! assumes no background; the named ones are in [`themes`]. No theme paints the
//! background: blank cells stay blank.

mod themes;

use ratatui::style::{Color, Modifier, Style};

use crate::app::{Appearance, ColorDepth, ThemeName};
use hitscan_core::world::{Object, TestResult};
use hitscan_geom::{Shape, ShapeKind};

/// The style of each role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// What the screen is about.
    pub title: Style,
    /// Secondary parts: separators, rulers, labels.
    pub quiet: Style,
    /// The one colour that marks the current item.
    pub accent: Style,
    /// A word that says what the keys do now, such as the edit mode.
    pub badge: Style,
    /// The badge of an answer that is covered.
    pub covered: Style,
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
    /// The same where they only touch.
    pub touched: Style,
    /// An outline within an overlap, and its hatching.
    pub overlap: Style,
    /// A method that is wrong here.
    pub wrong: Style,
    /// A method that differs by convention.
    pub convention: Style,
    /// MISS, TOUCH and HIT in the log.
    words: [Style; 3],
    /// The same in the headline.
    badges: [Style; 3],
    /// The ground under the cells that two regions share.
    ground: Option<Color>,
    /// Boxes, lasers and polygons.
    kinds: [Style; 3],
}

impl Theme {
    /// The chosen theme, for the given number of colours.
    #[must_use]
    pub const fn of(appearance: Appearance) -> Self {
        match appearance.theme {
            ThemeName::Terminal => match appearance.depth() {
                ColorDepth::Sixteen => Self::SIXTEEN,
                ColorDepth::Indexed | ColorDepth::Rgb => Self::INDEXED,
            },
            ThemeName::Light => themes::light(appearance.depth()),
            ThemeName::Dark => themes::dark(appearance.depth()),
            ThemeName::HighContrast => Self::HIGH_CONTRAST,
            ThemeName::ColorBlind => themes::color_blind(appearance.depth()),
        }
    }

    /// The terminal's sixteen colours.
    pub const SIXTEEN: Self = Self::in_colors(ThemeColors {
        accent: Color::Cyan,
        hit: Color::Red,
        touch: Some(Color::Yellow),
        ground: None,
        kinds: [Color::LightBlue, Color::Magenta, Color::Green],
    });

    /// xterm's 256 colours. They do not depend on a palette, and all of these
    /// are readable on black and on white.
    pub const INDEXED: Self = Self::in_colors(ThemeColors {
        accent: Color::Indexed(30),
        hit: Color::Indexed(160),
        touch: Some(Color::Indexed(136)),
        ground: None,
        kinds: [Color::Indexed(33), Color::Indexed(134), Color::Indexed(29)],
    });

    /// No colour, only weight and reverse video.
    pub const PLAIN: Self = Self {
        title: BOLD,
        quiet: Style::new().add_modifier(Modifier::DIM),
        accent: BOLD,
        badge: REVERSED,
        covered: REVERSED,
        key: BOLD,
        chosen: BOLD,
        fault: BOLD,
        marked: REVERSED,
        contact: BOLD,
        touched: BOLD,
        overlap: Style::new(),
        wrong: BOLD,
        convention: Style::new(),
        words: [Style::new(), UNDERLINED, REVERSED],
        badges: [Style::new(), UNDERLINED, REVERSED],
        ground: None,
        kinds: [Style::new(); 3],
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

    const fn in_colors(colors: ThemeColors) -> Self {
        let hit = colour(colors.hit).add_modifier(Modifier::BOLD);
        // A theme without a colour for touches underlines them.
        let (touch, touched) = match colors.touch {
            Some(touch) => (colour(touch), colour(touch).add_modifier(Modifier::BOLD)),
            None => (Style::new().add_modifier(Modifier::UNDERLINED), UNDERLINED),
        };
        let accent = colour(colors.accent).add_modifier(Modifier::BOLD);
        let [boxes, lasers, polygons] = colors.kinds;
        Self {
            accent,
            key: accent,
            covered: accent.add_modifier(Modifier::REVERSED),
            fault: hit,
            contact: hit,
            touched,
            overlap: colour(colors.hit),
            wrong: hit,
            convention: touch,
            words: [Self::PLAIN.quiet, touch, hit],
            badges: [
                BOLD,
                touched.add_modifier(Modifier::REVERSED),
                hit.add_modifier(Modifier::REVERSED),
            ],
            ground: colors.ground,
            kinds: [colour(boxes), colour(lasers), colour(polygons)],
            ..Self::PLAIN
        }
    }

    /// The style of an outcome: HIT, TOUCH or MISS.
    #[must_use]
    pub const fn word(&self, outcome: TestResult) -> Style {
        match outcome {
            TestResult::Miss => self.words[0],
            TestResult::Touch => self.words[1],
            TestResult::Hit => self.words[2],
        }
    }

    /// The badge of an outcome, in the headline.
    #[must_use]
    pub const fn outcome_badge(&self, outcome: TestResult) -> Style {
        match outcome {
            TestResult::Miss => self.badges[0],
            TestResult::Touch => self.badges[1],
            TestResult::Hit => self.badges[2],
        }
    }

    /// The style of the true outcome, at the head of what methods answer.
    #[must_use]
    pub const fn truth(&self, outcome: TestResult) -> Style {
        match outcome {
            TestResult::Miss => self.outcome_badge(outcome),
            TestResult::Touch | TestResult::Hit => self.word(outcome),
        }
    }

    /// The style of an object's name: colour says what it is. Static boxes keep the
    /// colour of text.
    #[must_use]
    pub const fn object(&self, object: &Object) -> Style {
        match &object.shape {
            Shape::Box(_) if object.is_static() => Style::new(),
            shape => self.kind(shape.kind()),
        }
    }

    /// The style of an object in the arena. Static regions, which are scenery, keep the
    /// colour of text.
    #[must_use]
    pub const fn in_arena(&self, object: &Object) -> Style {
        match &object.shape {
            Shape::Polygon(_) if object.is_static() => Style::new(),
            _ => self.object(object),
        }
    }

    /// The style of a kind of object.
    #[must_use]
    pub const fn kind(&self, kind: ShapeKind) -> Style {
        match kind {
            ShapeKind::Box => self.kinds[0],
            ShapeKind::Segment => self.kinds[1],
            ShapeKind::Polygon => self.kinds[2],
        }
    }

    /// The style of a side of a box, in the order left, top, right, bottom: blue, cyan,
    /// magenta and green.
    #[must_use]
    pub const fn side(&self, index: usize) -> Style {
        match index {
            0 => self.kinds[0],
            1 => Self::unselected(self.accent),
            2 => self.kinds[1],
            _ => self.kinds[2],
        }
    }

    /// The look of the selected object: its own, heavier.
    #[must_use]
    pub const fn selected(style: Style) -> Style {
        style.add_modifier(Modifier::BOLD)
    }

    /// The look of what belongs to an object, selected or not.
    #[must_use]
    pub const fn unselected(style: Style) -> Style {
        style.remove_modifier(Modifier::BOLD)
    }

    /// The ground under cells that two regions share, if it has a colour.
    #[must_use]
    pub const fn ground(&self) -> Option<Color> {
        self.ground
    }

    /// The dots of a crowd where bodies meet: red alone, since weight would cost bytes with
    /// each of them; on a ground bold. Without colours reversed.
    #[must_use]
    pub const fn crowd_contact(&self) -> Style {
        match (self.ground, self.overlap.fg) {
            (Some(_), _) => self.contact,
            (None, Some(_)) => self.overlap,
            (None, None) => self.word(TestResult::Hit),
        }
    }

    /// A style for what matters less: weaker, where the theme dims at all.
    #[must_use]
    pub fn dimmed(&self, style: Style) -> Style {
        match self.quiet {
            quiet if quiet == Style::new() => style,
            quiet if style == Style::new() => quiet,
            _ => style.add_modifier(Modifier::DIM),
        }
    }
}

/// The colours of a theme.
#[derive(Clone, Copy)]
struct ThemeColors {
    accent: Color,
    /// Hits, errors and wrong methods.
    hit: Color,
    /// Touches and differences by convention.
    touch: Option<Color>,
    /// The ground of an overlap.
    ground: Option<Color>,
    /// Boxes, lasers and polygons.
    kinds: [Color; 3],
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
        for theme in [Theme::SIXTEEN, Theme::INDEXED] {
            for style in theme.kinds {
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
        let theme = Theme::INDEXED;
        let states = [theme.accent, theme.fault, theme.contact, theme.wrong, theme.convention];
        for color in theme.kinds.into_iter().chain(states).filter_map(|style| style.fg) {
            let light = luminance(components(color).expect("no palette decides")) + 0.05;
            let (on_black, on_white) = (light / 0.05, 1.05 / light);
            assert!(on_black > 3.0 && on_white > 3.0, "{color:?}: {on_black} {on_white}");
        }
    }

    #[test]
    fn what_stands_on_an_overlap_can_be_read() {
        let looks = ThemeName::ALL.into_iter().flat_map(|theme| {
            [ColorDepth::Indexed, ColorDepth::Rgb].map(|depth| (theme, Some(depth), depth))
        });
        for (theme, asked, found) in looks {
            let theme = Theme::of(Appearance { theme, asked, found, ..Appearance::default() });
            let Some(ground) = theme.ground else { continue };
            let ground = luminance(components(ground).expect("no palette decides")) + 0.05;
            for style in [theme.contact, theme.touched, theme.kinds[0], theme.kinds[2]] {
                let color = style.fg.expect("a colour of its own");
                let light = luminance(components(color).expect("nor here")) + 0.05;
                let contrast = light.max(ground) / light.min(ground);
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
        assert_ne!(plain.contact, plain.kinds[0]);
        let styles = [plain.title, plain.quiet, plain.fault, plain.overlap, plain.kinds[1]];
        assert!(styles.iter().all(|style| style.fg.is_none() && style.bg.is_none()));
    }
}
