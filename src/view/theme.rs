//! The roles that styles play on the screen, and what each looks like.
//!
//! Identity is a letter and a colour; state is weight and marks, so that
//! nothing is lost without colour. Red and yellow belong to states and are
//! never the colour of an object. Colours are the sixteen that people choose
//! for themselves; nothing here assumes a dark or a light background.

use ratatui::style::{Color, Modifier, Style};

use crate::world::Outcome;

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
    objects: [Style; 4],
}

impl Theme {
    /// With the sixteen colours of the terminal.
    pub const SIXTEEN: Self = Self {
        accent: colour(Color::Cyan).add_modifier(Modifier::BOLD),
        fault: colour(Color::Red).add_modifier(Modifier::BOLD),
        contact: colour(Color::Red).add_modifier(Modifier::BOLD),
        wrong: colour(Color::Red).add_modifier(Modifier::BOLD),
        convention: colour(Color::Yellow),
        // Black on light grey can be read whatever the palette is, and so can red.
        overlap: Style::new().fg(Color::Black).bg(Color::Gray),
        objects: [
            colour(Color::LightBlue),
            colour(Color::Green),
            colour(Color::Magenta),
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
        objects: [Style::new(); 4],
    };

    /// The word of a test: HIT, TOUCH or MISS.
    #[must_use]
    pub const fn word(&self, outcome: Outcome) -> Style {
        match outcome {
            Outcome::Miss => self.words[0],
            Outcome::Touch => self.words[1],
            Outcome::Hit => self.words[2],
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
        let keeps = style.fg == self.contact.fg;
        let fg = if keeps { style.fg } else { self.overlap.fg };
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

const fn colour(colour: Color) -> Style {
    Style::new().fg(colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn red_and_yellow_are_no_object_colours() {
        for style in (0..8).map(|number| Theme::SIXTEEN.object(number)) {
            let states = [Color::Red, Color::LightRed, Color::Yellow, Color::LightYellow];
            assert!(!states.contains(&style.fg.expect("an object has a colour")));
        }
    }

    #[test]
    fn nothing_depends_on_colour_alone() {
        let plain = Theme::PLAIN;
        let words = [Outcome::Hit, Outcome::Touch, Outcome::Miss].map(|word| plain.word(word));
        assert!(words[0] != words[1] && words[1] != words[2] && words[0] != words[2]);
        assert_ne!(plain.overlap(), Style::new());
        assert_ne!(plain.contact, plain.object(0));
        let styles = [plain.title, plain.quiet, plain.fault, plain.overlap(), plain.object(1)];
        assert!(styles.iter().all(|style| style.fg.is_none() && style.bg.is_none()));
    }
}
