//! The roles of styles on the screen, and the look of each.
//!
//! Colour says what a thing is; weight and marks show its state, so that nothing is lost without
//! colour. Red and yellow belong to states and are never an object's colour. The first theme uses
//! the user's own sixteen colours and assumes no background; the named ones are in [`themes`]. If
//! the terminal's background is known, bodies and chosen lines have grounds, which are background
//! colours of their own ([`ground_colors`]); everything else stays on the terminal's background.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `themes` | the themes with fixed colours |
//! | `ground_colors` | background colours under bodies, the map and what is chosen |
//!
//! This file has the roles and the first theme; it looks the others up in `themes`.

mod ground_colors;
mod themes;

pub(super) use ground_colors::GroundRole;

use ratatui::style::{Color, Modifier, Style};

use self::ground_colors::{BLACK, Grounds, LIGHTEST_DARK, is_legible, is_readable};
use crate::app::{Appearance, ColorDepth, ThemeName};
use hitscan_core::world::{Body, Object, TestResult, Tint};
use hitscan_geom::{Shape, ShapeKind};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

/// The style of each role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// What the screen is mainly about.
    pub title: Style,
    /// Secondary parts: separators, rulers, labels.
    pub quiet: Style,
    /// The one colour that marks the current item.
    pub accent: Style,
    /// A word that says what the keys do now, such as the edit mode.
    pub badge: Style,
    /// The badge of a covered answer.
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
    /// The same for a touch.
    pub touched: Style,
    /// The outline of a polygon within an overlap.
    pub overlap: Style,
    /// A cell that two regions share: the ground of a hit, or reversed where the background is not
    /// known or colours are few.
    pub shared: Style,
    /// A method that is wrong here.
    pub wrong: Style,
    /// A method that differs by convention.
    pub convention: Style,
    /// Something right.
    pub right: Style,
    /// The badge of a won game.
    pub won: Style,
    /// MISS, TOUCH and HIT in the log.
    words: [Style; 3],
    /// The same in the headline.
    pub(super) badges: [Style; 3],
    /// A static body without room for a border, if bodies have grounds.
    pub(super) solid_static: Style,
    /// The grounds, if they are distinguishable from the background.
    grounds: Option<Grounds>,
    /// Boxes, lasers and polygons.
    pub(super) kinds: [Style; 3],
    /// The same for less important objects; dim if the theme has no colours for them.
    dim_kinds: Option<[Style; 3]>,
    /// The tints of solid boxes; `None` without colours.
    pub(super) tints: Option<[Color; 6]>,
}

impl Theme {
    /// The chosen theme, for the given number of colours.
    pub fn of(appearance: Appearance) -> Self {
        let depth = appearance.depth();
        let theme = match appearance.theme {
            ThemeName::Terminal => match depth {
                ColorDepth::Sixteen => Self::SIXTEEN,
                ColorDepth::Indexed | ColorDepth::Rgb => Self::INDEXED,
            },
            ThemeName::Light => themes::light(depth),
            ThemeName::Dark => themes::dark(depth),
            ThemeName::HighContrast => Self::HIGH_CONTRAST,
            ThemeName::ColorBlind => themes::color_blind(appearance.background, depth),
        };
        let shared = themes::shared(appearance).unwrap_or(theme.shared);
        Self { grounds: Grounds::of(appearance), shared, ..theme }
    }

    /// The terminal's sixteen colours.
    pub const SIXTEEN: Self = Self::in_colors(ThemeColors {
        accent: Color::Cyan,
        hit: Color::Red,
        wrong: Some(Color::LightMagenta),
        // The user's background may be white, where no yellow is readable.
        touch: None,
        quiet: None,
        dim_kinds: None,
        solid_static: None,
        kinds: [Color::LightBlue, Color::Magenta, Color::Green],
        right: Color::Green,
        tints: themes::SIXTEEN_TINTS,
    });

    /// Colours of xterm's 256. They do not depend on a palette, and are all readable on black and
    /// on white.
    pub const INDEXED: Self = Self::in_colors(ThemeColors {
        accent: Color::Indexed(30),
        hit: Color::Indexed(160),
        wrong: Some(Color::Indexed(163)),
        touch: None,
        quiet: None,
        dim_kinds: None,
        solid_static: None,
        kinds: [Color::Indexed(33), Color::Indexed(134), Color::Indexed(29)],
        right: Color::Indexed(29),
        // The user's own colours, which are visible on the user's own background.
        tints: themes::SIXTEEN_TINTS,
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
        shared: REVERSED,
        wrong: REVERSED,
        convention: Style::new(),
        right: BOLD,
        won: REVERSED,
        words: [Style::new(), UNDERLINED, REVERSED],
        badges: [Style::new(), UNDERLINED, REVERSED],
        solid_static: Style::new().add_modifier(Modifier::DIM),
        grounds: None,
        kinds: [Style::new(); 3],
        dim_kinds: None,
        tints: None,
    };

    /// No colour, and nothing dim.
    pub const HIGH_CONTRAST: Self = Self {
        title: UNDERLINED,
        quiet: Style::new(),
        accent: UNDERLINED,
        chosen: UNDERLINED,
        fault: REVERSED,
        contact: BOLD,
        convention: UNDERLINED,
        ..Self::PLAIN
    };

    const fn in_colors(colors: ThemeColors) -> Self {
        let hit = colour(colors.hit).add_modifier(Modifier::BOLD);
        // A theme without a colour for touches underlines them.
        let (touch, touched) = match colors.touch {
            Some(touch) => (colour(touch), colour(touch).add_modifier(Modifier::BOLD)),
            None => (UNDERLINED, UNDERLINED),
        };
        let accent = colour(colors.accent).add_modifier(Modifier::BOLD);
        let quiet = match colors.quiet {
            Some(quiet) => colour(quiet),
            None => Self::PLAIN.quiet,
        };
        let right = colour(colors.right).add_modifier(Modifier::BOLD);
        Self {
            quiet,
            accent,
            key: accent,
            covered: accent.add_modifier(Modifier::REVERSED),
            fault: hit,
            contact: hit,
            touched,
            overlap: colour(colors.hit),
            shared: colour(colors.hit).add_modifier(Modifier::REVERSED),
            wrong: match colors.wrong {
                Some(wrong) => colour(wrong).add_modifier(Modifier::BOLD),
                None => REVERSED,
            },
            convention: touch,
            words: [quiet, touch, hit],
            badges: [
                BOLD,
                touched.add_modifier(Modifier::REVERSED),
                hit.add_modifier(Modifier::REVERSED),
            ],
            right,
            won: right.add_modifier(Modifier::REVERSED),
            tints: Some(colors.tints),
            solid_static: match colors.solid_static {
                Some(grey) => colour(grey),
                None => Self::PLAIN.solid_static,
            },
            kinds: colours(colors.kinds),
            dim_kinds: match colors.dim_kinds {
                Some(dim) => Some(colours(dim)),
                None => None,
            },
            ..Self::PLAIN
        }
    }

    /// Whether it has colours besides those of text and ground.
    pub const fn has_colors(&self) -> bool {
        self.tints.is_some()
    }

    /// A key in brackets, in a text. Without colours it is underlined too, so that `[w]` is not
    /// taken for the name of an object.
    pub const fn chip(&self) -> Style {
        let chip = self.accent.add_modifier(Modifier::BOLD);
        if self.has_colors() { chip } else { chip.add_modifier(Modifier::UNDERLINED) }
    }

    /// The style of an outcome: HIT, TOUCH or MISS.
    pub const fn word(&self, outcome: TestResult) -> Style {
        match outcome {
            TestResult::Miss => self.words[0],
            TestResult::Touch => self.words[1],
            TestResult::Hit => self.words[2],
        }
    }

    /// The badge of an outcome, in the headline.
    pub const fn outcome_badge(&self, outcome: TestResult) -> Style {
        match outcome {
            TestResult::Miss => self.badges[0],
            TestResult::Touch => self.badges[1],
            TestResult::Hit => self.badges[2],
        }
    }

    /// The style of the true outcome, above the answers of methods.
    pub const fn truth(&self, outcome: TestResult) -> Style {
        match outcome {
            TestResult::Miss => self.outcome_badge(outcome),
            TestResult::Touch | TestResult::Hit => self.word(outcome),
        }
    }

    /// The style of an object's name: colour says what it is. Static boxes keep the
    /// colour of text.
    pub const fn object(&self, object: &Object) -> Style {
        match &object.shape {
            Shape::Box(_) if object.is_static() => Style::new(),
            shape => self.kind(shape.kind()),
        }
    }

    /// The style of an object in the arena. Static regions, which are scenery, keep the
    /// colour of text.
    pub const fn in_arena(&self, object: &Object) -> Style {
        match &object.shape {
            Shape::Polygon(_) if object.is_static() => Style::new(),
            _ => self.object(object),
        }
    }

    /// The style of a kind of object.
    pub const fn kind(&self, kind: ShapeKind) -> Style {
        match kind {
            ShapeKind::Box => self.kinds[0],
            ShapeKind::Segment => self.kinds[1],
            ShapeKind::Polygon => self.kinds[2],
        }
    }

    /// The badge of a lost game.
    pub const fn lost(&self) -> Style {
        self.outcome_badge(TestResult::Hit)
    }

    /// The style of a solid box of this tint, if the theme has colours.
    pub fn tint(&self, tint: Tint) -> Option<Style> {
        let place = usize::from(tint.number() - Tint::NUMBERS.start());
        self.tints?.get(place).map(|&of_tint| colour(of_tint))
    }

    /// The style of a tinted object that is drawn solid, if the theme has colours.
    pub fn tint_of(&self, object: &Object) -> Option<Style> {
        object.behavior.tint.and_then(|tint| self.tint(tint))
    }

    /// The style of a side of a box, in the order left, top, right, bottom: blue, cyan,
    /// magenta and green.
    pub const fn side(&self, index: usize) -> Style {
        match index {
            0 => self.kinds[0],
            1 => Self::unselected(self.accent),
            2 => self.kinds[1],
            _ => self.kinds[2],
        }
    }

    /// The look of the selected object: its own, heavier.
    pub const fn selected(style: Style) -> Style {
        style.add_modifier(Modifier::BOLD)
    }

    /// The style without the weight of a selection.
    pub const fn unselected(style: Style) -> Style {
        style.remove_modifier(Modifier::BOLD)
    }

    /// The colour of a ground, if the theme has one for it.
    pub const fn ground(&self, role: GroundRole) -> Option<Color> {
        match self.grounds {
            Some(grounds) => grounds.color(role),
            None => None,
        }
    }

    /// Whether a cell has a letter in the colour of hits.
    fn is_hit_red(&self, cell: &Cell) -> bool {
        let hit = self.word(TestResult::Hit).fg;
        cell.symbol() != " " && hit == Some(cell.fg)
    }

    /// Whether things must not differ by hue alone.
    pub const fn is_color_blind(&self) -> bool {
        match self.grounds {
            Some(grounds) => grounds.is_color_blind,
            None => false,
        }
    }

    /// Whether bodies have grounds. Then they need no stipple, and the grid does not show through.
    pub const fn has_body_grounds(&self) -> bool {
        self.ground(GroundRole::Static).is_some()
    }

    /// Whether polygons are dotted, although bodies have grounds.
    pub const fn has_dotted_polygons(&self) -> bool {
        match self.grounds {
            Some(grounds) => grounds.has_dotted_polygons(),
            None => false,
        }
    }

    /// The style of a letter on a ground: its own if that is readable there, otherwise without
    /// colour.
    pub fn letter_on(&self, style: Style, ground: Color) -> Style {
        let is_on_box = self.ground(GroundRole::Button) == Some(ground);
        let is_quiet = style == self.quiet && !is_on_box;
        match style.fg {
            _ if ground == LIGHTEST_DARK => Style { fg: Some(BLACK), ..style },
            Some(color) if is_quiet || !is_readable(color, ground) => {
                Style { fg: Some(Color::Reset), ..style }
            }
            _ => style,
        }
    }

    /// The style of the outline of a body with this style: quiet if only its ground tells a
    /// kinematic one from a dynamic one.
    pub fn stroke(&self, object: &Object, style: Style) -> Style {
        let is_selected = style.add_modifier.contains(Modifier::BOLD);
        match object.body {
            Body::Kinematic if self.has_body_grounds() && !is_selected => self.quiet,
            _ => style,
        }
    }

    /// The style of a body without room for a border: its own, except for a static one if bodies
    /// have grounds.
    pub const fn solid(&self, object: &Object, style: Style) -> Style {
        if object.is_static() && self.has_body_grounds() { self.solid_static } else { style }
    }

    /// The style of a crowd's dots where bodies meet: only red, since weight would cost bytes with
    /// each dot; bold on a ground. Reversed without colours.
    pub const fn crowd_contact(&self) -> Style {
        match (self.ground(GroundRole::Overlap), self.overlap.fg) {
            (Some(_), _) => self.contact,
            (None, Some(_)) => self.overlap,
            (None, None) => self.word(TestResult::Hit),
        }
    }

    /// A style for something less important: weaker, if the theme dims at all.
    pub fn dimmed(&self, style: Style) -> Style {
        if self.quiet == Style::new() {
            return style;
        }
        if style == Style::new() {
            return self.quiet;
        }
        let Some(dim_kinds) = self.dim_kinds else { return style.add_modifier(Modifier::DIM) };
        let kind = self.kinds.iter().position(|kind| kind.fg == style.fg);
        kind.map_or(style, |kind| Style { fg: dim_kinds[kind].fg, ..style })
    }
}

/// The colours of a theme, at one depth of colours or, as hues, at all.
#[derive(Clone, Copy)]
struct ThemeColors<C = Color> {
    accent: C,
    /// Hits and errors.
    hit: C,
    /// Wrong methods; the colour of text, reversed, if `None`.
    wrong: Option<C>,
    /// Touches and differences by convention.
    touch: Option<C>,
    /// Something as it should be.
    right: C,
    /// Secondary parts; dim if `None`. No other colour below is for text that must be read.
    quiet: Option<C>,
    /// Boxes, lasers and polygons.
    kinds: [C; 3],
    /// The same for less important objects; dim if `None`.
    dim_kinds: Option<[C; 3]>,
    /// Static bodies without room for a border; dim if `None`.
    solid_static: Option<C>,
    /// The tints of solid boxes.
    tints: [C; 6],
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

const fn colours([boxes, lasers, polygons]: [Color; 3]) -> [Style; 3] {
    [colour(boxes), colour(lasers), colour(polygons)]
}

// Lays grounds (background colours) under cells that are already drawn: for what is chosen, and
// for boxes to read or press.

/// Lays a ground under all cells of `area`; letters that would be unreadable there turn plain.
/// Without grounds in the theme, the bar of what is chosen is reversed, and all other grounds are
/// left out.
pub(super) fn lay(area: Rect, role: GroundRole, theme: &Theme, buf: &mut Buffer) {
    let ground = theme.ground(role);
    for position in area.intersection(*buf.area()).positions() {
        let Some(cell) = buf.cell_mut(position) else { continue };
        match ground {
            // On the bar a HIT keeps its red, or is a red badge where the red would not be readable.
            Some(ground) if role == GroundRole::Chosen && theme.is_hit_red(cell) => {
                lay_under_hit(cell, ground);
            }
            Some(ground) => lay_in_cell(cell, ground, theme),
            None if role == GroundRole::Chosen && theme.is_hit_red(cell) => {
                cell.modifier.insert(Modifier::REVERSED);
            }
            None if role == GroundRole::Chosen => reverse(cell),
            None => {}
        }
    }
}

/// Reversed cells stay as they are: they already have a background.
fn lay_in_cell(cell: &mut Cell, ground: Color, theme: &Theme) {
    if cell.modifier.contains(Modifier::REVERSED) {
        return;
    }
    let own = Style {
        fg: Some(cell.fg).filter(|&color| color != Color::Reset),
        add_modifier: cell.modifier,
        ..Style::new()
    };
    cell.fg = theme.letter_on(own, ground).fg.unwrap_or(Color::Reset);
    cell.bg = ground;
}

/// Lays a ground under a letter in the colour of hits.
fn lay_under_hit(cell: &mut Cell, ground: Color) {
    if is_legible(cell.fg, ground) {
        cell.bg = ground;
    } else {
        cell.modifier.insert(Modifier::REVERSED);
    }
}

/// Reverses a cell for a bar of uniform colour, where bold words stay bold.
fn reverse(cell: &mut Cell) {
    cell.fg = Color::Reset;
    cell.modifier.remove(Modifier::DIM);
    cell.modifier.insert(Modifier::REVERSED);
}

#[cfg(test)]
mod tests {
    use super::ground_colors::contrast;
    use super::*;

    /// The hue in degrees, which greys do not have.
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

    #[test]
    fn red_and_yellow_are_no_object_colours() {
        for theme in [Theme::SIXTEEN, Theme::INDEXED] {
            for style in theme.kinds {
                let states = [Color::Red, Color::LightRed, Color::Yellow, Color::LightYellow];
                let color = style.fg.expect("an object has a colour");
                assert!(!states.contains(&color));
                if let Some(color) = ground_colors::components(color) {
                    let hue = hue(color);
                    assert!((80.0..330.0).contains(&hue), "{color:?} is {hue} degrees");
                }
            }
        }
    }

    #[test]
    fn colours_independent_of_the_palette_are_readable_on_black_and_on_white() {
        let theme = Theme::INDEXED;
        let states = [theme.accent, theme.fault, theme.contact, theme.wrong, theme.convention];
        for color in theme.kinds.into_iter().chain(states).filter_map(|style| style.fg) {
            for ground in [Color::Rgb(0, 0, 0), Color::Rgb(255, 255, 255)] {
                let found = contrast(color, ground).expect("no palette decides");
                assert!(found > 3.0, "{color:?} on {ground:?}: {found}");
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

#[cfg(test)]
mod ground_tests {
    use super::*;
    use crate::app::Appearance;
    use crate::app::ColorDepth;
    use crate::app::ThemeName;

    const BAR: Rect = Rect::new(1, 0, 3, 1);

    /// A row with a plain, a quiet and a bold cell between two blank ones, and a ground under those
    /// three.
    fn row(theme: &Theme, role: GroundRole) -> Vec<Cell> {
        let mut buf = Buffer::empty(Rect::new(0, 0, 5, 1));
        buf.set_string(1, 0, "a", Style::new());
        buf.set_string(2, 0, "b", theme.quiet);
        buf.set_string(3, 0, "c", theme.accent);
        lay(BAR, role, theme, &mut buf);
        buf.content().to_vec()
    }

    #[test]
    fn a_bar_has_one_ground_and_readable_letters() {
        let look =
            Appearance { theme: ThemeName::Dark, found: ColorDepth::Rgb, ..Default::default() };
        let theme = Theme::of(look);
        let bar = theme.ground(GroundRole::Chosen).expect("a ground");
        let cells = row(&theme, GroundRole::Chosen);
        assert_eq!(cells[0], Cell::default());
        assert_eq!(cells[4], Cell::default());
        assert!(cells[1..4].iter().all(|cell| cell.bg == bar));
        assert_eq!([cells[1].fg, cells[2].fg], [Color::Reset; 2], "quiet turns plain");
        assert_eq!(Some(cells[3].fg), theme.accent.fg);
        let button = row(&theme, GroundRole::Button);
        assert_eq!(Some(button[2].fg), theme.quiet.fg, "and may stay quiet there");
    }

    #[test]
    fn a_hit_keeps_its_red_on_the_bar() {
        let dark =
            |found| Theme::of(Appearance { theme: ThemeName::Dark, found, ..Default::default() });
        for theme in [dark(ColorDepth::Rgb), dark(ColorDepth::Indexed), Theme::SIXTEEN] {
            let hit = theme.word(TestResult::Hit);
            let mut buf = Buffer::empty(Rect::new(0, 0, 5, 1));
            buf.set_string(1, 0, "HIT", hit);
            lay(BAR, GroundRole::Chosen, &theme, &mut buf);
            for cell in &buf.content()[1..4] {
                assert_eq!(Some(cell.fg), hit.fg);
                let is_badge = cell.modifier.contains(Modifier::REVERSED);
                let bar = theme.ground(GroundRole::Chosen).filter(|bar| *bar == cell.bg);
                let readable = bar.is_some_and(|bar| is_legible(cell.fg, bar));
                assert!(is_badge != readable, "{cell:?}");
            }
        }
    }

    #[test]
    fn without_grounds_only_the_chosen_line_is_reversed() {
        for theme in [Theme::SIXTEEN, Theme::PLAIN, Theme::HIGH_CONTRAST] {
            let cells = row(&theme, GroundRole::Chosen);
            let is_bar = |cell: &Cell| {
                cell.fg == Color::Reset
                    && cell.modifier.contains(Modifier::REVERSED)
                    && !cell.modifier.contains(Modifier::DIM)
            };
            assert!(cells[1..4].iter().all(is_bar));
            assert!(cells[3].modifier.contains(Modifier::BOLD | Modifier::REVERSED));
            let button = row(&theme, GroundRole::Button);
            let reversed = |cell: &Cell| cell.modifier.contains(Modifier::REVERSED);
            assert!(!button.iter().any(reversed));
        }
    }
}
