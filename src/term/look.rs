//! How a screen looks on a terminal: what the terminal can do, and the characters and
//! colours of the app that is drawn there.

use std::ffi::{OsStr, OsString};

use super::capabilities::{
    BackgroundProbe, Capabilities, Charset, Colors, LineGlyphs, NoScreen, TerminalLine,
    locale_charset, locale_is_wide, shifts,
};
use crate::app::config::Config;
use crate::app::{App, ColorDepth, GlyphSet};
use hitscan_core::engine::Engine;

/// How a screen looks on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// What frames are made for.
    pub(crate) capabilities: Capabilities,
    /// The characters of the arena.
    pub(crate) glyphs: GlyphSet,
    /// How many colours the terminal has, for a configuration that does not say.
    pub(crate) depth: ColorDepth,
}

/// The longest name of a terminal.
const MOST_TERM_BYTES: usize = 64;

impl Look {
    /// For a remote terminal, from what the user's client reports: `TERM`, and `LANG` if it was
    /// sent. Without UTF-8 in `LANG`, only ASCII is sent. The line counts as slow.
    ///
    /// # Errors
    /// When the terminal cannot move its cursor, or has no name.
    pub fn of(term: &str, lang: Option<&str>) -> Result<Self, NoScreen> {
        let is_name = term.len() <= MOST_TERM_BYTES && term.bytes().all(|it| it.is_ascii_graphic());
        if !is_name {
            return Err(NoScreen::Unnamed);
        }
        if ["", "dumb"].contains(&term) {
            return Err(NoScreen::Dumb(term.to_owned()));
        }
        Ok(Self::by_name(term, lang))
    }

    /// For remote lines of text, which need no terminal.
    #[must_use]
    pub fn of_lines(lang: Option<&str>) -> Self {
        Self::by_name("vt", lang)
    }

    fn by_name(term: &str, lang: Option<&str>) -> Self {
        let variable = |name: &str| lang.filter(|_| name == "LANG").map(OsString::from);
        let charset = locale_charset(variable);
        let line_glyphs = match charset {
            Charset::Utf8 if locale_is_wide(variable) => LineGlyphs::Doubtful,
            Charset::Utf8 | Charset::Ascii => LineGlyphs::Narrow,
        };
        let depth = depth_of(term);
        let capabilities = Capabilities {
            colors: depth.map_or(Colors::None, |_| Colors::Sixteen),
            charset,
            line: TerminalLine::Remote,
            shifts: shifts(Some(OsStr::new(term))),
            line_glyphs,
            background: BackgroundProbe::Omit,
        };
        let glyphs = usual_glyphs(charset, OsStr::new(term));
        Self { capabilities, glyphs, depth: depth.unwrap_or(ColorDepth::Sixteen) }
    }

    /// An app that shows this engine on a terminal of this size.
    pub(crate) fn app(self, engine: Engine, size: (u16, u16), config: &Config) -> App {
        let depth = match self.capabilities.colors {
            Colors::None => ColorDepth::Sixteen,
            Colors::Sixteen | Colors::Indexed | Colors::Rgb => self.depth,
        };
        let app = App::showing(engine, size, self.glyphs).with_config(config, depth);
        match self.capabilities.line {
            TerminalLine::Remote => app.on_slow_line(),
            TerminalLine::Local => app,
        }
    }
}

/// The characters of the arena unless the user chose some.
#[must_use]
pub fn usual_glyphs(charset: Charset, term: &OsStr) -> GlyphSet {
    match charset {
        // The Linux console has neither dots nor heavy lines.
        Charset::Utf8 if term == "linux" => GlyphSet::Basic,
        Charset::Utf8 => GlyphSet::Lines,
        Charset::Ascii => GlyphSet::Ascii,
    }
}

/// The colour depth of a terminal by its name; `None` without colours.
fn depth_of(term: &str) -> Option<ColorDepth> {
    const RGB: [&str; 5] = ["kitty", "foot", "alacritty", "wezterm", "ghostty"];
    let term = term.to_ascii_lowercase();
    let name = term.strip_prefix("xterm-").unwrap_or(&term);
    match () {
        () if term.ends_with("-direct") => Some(ColorDepth::Rgb),
        () if RGB.iter().any(|known| name.starts_with(known)) => Some(ColorDepth::Rgb),
        () if term.ends_with("-256color") => Some(ColorDepth::Indexed),
        () if term.starts_with("vt") => None,
        () => Some(ColorDepth::Sixteen),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(term: &str, lang: Option<&str>) -> Look {
        Look::of(term, lang).expect("a screen")
    }

    #[test]
    fn a_remote_terminal_is_recognized_by_its_name() {
        for (term, depth) in [
            ("xterm-direct", Some(ColorDepth::Rgb)),
            ("xterm-kitty", Some(ColorDepth::Rgb)),
            ("foot-extra", Some(ColorDepth::Rgb)),
            ("alacritty", Some(ColorDepth::Rgb)),
            ("wezterm", Some(ColorDepth::Rgb)),
            ("xterm-ghostty", Some(ColorDepth::Rgb)),
            ("xterm-256color", Some(ColorDepth::Indexed)),
            ("tmux-256color", Some(ColorDepth::Indexed)),
            ("xterm", Some(ColorDepth::Sixteen)),
            ("unheard-of", Some(ColorDepth::Sixteen)),
            ("vt100", None),
            ("vt220-am", None),
        ] {
            assert_eq!(depth_of(term), depth, "{term}");
            let colors = look(term, None).capabilities.colors;
            assert_eq!(colors == Colors::None, depth.is_none(), "{term}");
        }
    }

    #[test]
    fn the_locale_decides_which_characters_are_sent() {
        for (lang, charset, glyphs) in [
            (Some("de_DE.UTF-8"), Charset::Utf8, GlyphSet::Lines),
            (Some("C.utf8"), Charset::Utf8, GlyphSet::Lines),
            (Some("de_DE.ISO-8859-1"), Charset::Ascii, GlyphSet::Ascii),
            (Some(""), Charset::Ascii, GlyphSet::Ascii),
            (None, Charset::Ascii, GlyphSet::Ascii),
        ] {
            let look = look("xterm", lang);
            assert_eq!((look.capabilities.charset, look.glyphs), (charset, glyphs), "{lang:?}");
        }
        assert_eq!(look("linux", Some("C.UTF-8")).glyphs, GlyphSet::Basic);
        let wide = look("xterm", Some("ja_JP.UTF-8")).capabilities;
        assert_eq!(wide.line_glyphs, LineGlyphs::Doubtful);
    }

    #[test]
    fn a_remote_line_counts_as_slow_and_its_background_is_not_queried() {
        let capabilities = look("xterm-256color", Some("C.UTF-8")).capabilities;
        assert_eq!(capabilities.line, TerminalLine::Remote);
        assert_eq!(capabilities.background, BackgroundProbe::Omit);
    }

    #[test]
    fn terminals_that_cannot_show_a_screen_are_refused() {
        for term in ["", "dumb", "xterm\u{1b}[2J", "xterm 256", "xt\u{e9}rm", &"x".repeat(65)] {
            assert!(Look::of(term, None).is_err(), "{term:?}");
        }
        assert!(Look::of(&"x".repeat(64), None).is_ok());
    }
}
