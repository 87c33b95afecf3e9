//! Brings what the view draws to the terminal.

use std::ffi::{OsStr, OsString};
use std::io;
use std::time::Instant;

use hitscan_core::engine::Engine;
use hitscan_wire::{FrameBuffer, Rest, ThinBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::capabilities::{
    Capabilities, Charset, Colors, NoScreen, locale_charset, locale_is_wide, shifts,
};
use super::cast::Cast;
use super::control::ShownScreen;
use super::cover::PictureView;
use super::terminal_io::{Terminal, TerminalIo};
use crate::app::config::Config;
use crate::app::{App, ColorDepth, Connection, GlyphSet, HitRegions, Model};
use crate::view::{self, CursorRest};

/// The picture on the terminal.
#[derive(Debug)]
pub(super) struct TerminalScreen {
    frame_buffer: FrameBuffer<TerminalIo>,
    hit_regions: HitRegions,
    /// Whether a prompt is open in the picture.
    has_prompt: bool,
}

impl TerminalScreen {
    pub(super) fn new(
        columns: u16,
        rows: u16,
        capabilities: Capabilities,
        wire: TerminalIo,
    ) -> io::Result<Self> {
        let size = Size::new(columns, rows);
        let backend = ThinBackend::new(wire, size, capabilities.features());
        Ok(Self {
            frame_buffer: FrameBuffer::new(backend)?,
            hit_regions: HitRegions::default(),
            has_prompt: false,
        })
    }

    /// Draws the model, in one write, or in none if nothing changed.
    pub(super) fn draw(&mut self, model: Model<'_>) -> io::Result<()> {
        self.paint(model);
        self.frame_buffer.send()
    }

    /// Replaces a picture that shows the prompt in which the command was typed: without the prompt,
    /// this model's picture stays while the command runs.
    pub(super) fn close_prompt(&mut self, model: Model<'_>) {
        if self.has_prompt {
            self.paint(model);
        }
    }

    /// Draws a command's progress over the picture.
    pub(super) fn draw_progress(&mut self, text: &str) -> io::Result<()> {
        self.frame_buffer.paint_over(|picture| view::render_progress(text, picture));
        self.frame_buffer.send()
    }

    /// Draws the picture of another screen above a row that says whose it is.
    pub(super) fn draw_shown(
        &mut self,
        ShownScreen { picture, by }: &ShownScreen,
        view: PictureView,
    ) -> io::Result<()> {
        self.has_prompt = false;
        let more = view.more(picture, self.size());
        self.frame_buffer.paint(|own| {
            view.draw(picture, &[PictureView::KEYS, ["Esc", "back to your own screen"]], own);
            view::render_whose(by, &more, own);
        });
        self.frame_buffer.send()
    }

    /// The picture that was sent last.
    pub(super) const fn picture(&self) -> &Buffer {
        self.frame_buffer.picture()
    }

    fn paint(&mut self, model: Model<'_>) {
        self.has_prompt = model.input.prompt.is_some();
        let (columns, rows) = model.screen.size;
        let rest = view::cursor_rest(model, Rect::new(0, 0, columns, rows));
        self.frame_buffer.backend_mut().rest_at(rest.into());
        // What waits keeps the cells that were sent last.
        let waits = model.screen.panel.blocks_wait;
        let before = waits.then(|| self.frame_buffer.picture().clone());
        let hit_regions = &mut self.hit_regions;
        self.frame_buffer.paint(|picture| {
            *hit_regions = view::draw(model, picture);
            let Some(before) = before.filter(|before| before.area == picture.area) else { return };
            for place in hit_regions.can_wait().iter().flat_map(|part| part.positions()) {
                if let (Some(shown), Some(sent)) = (picture.cell_mut(place), before.cell(place)) {
                    shown.clone_from(sent);
                }
            }
        });
    }

    /// The way to the terminal.
    pub(super) fn wire_mut(&mut self) -> &mut TerminalIo {
        self.frame_buffer.backend_mut().out_mut()
    }

    /// The way to the terminal, while the terminal has not taken everything.
    pub(super) const fn stalled_wire(&self) -> Option<&TerminalIo> {
        let wire = self.frame_buffer.backend().out();
        if wire.is_stalled() { Some(wire) } else { None }
    }

    /// The recording of what is sent, if any.
    pub(super) fn cast(&mut self) -> &mut Option<Cast> {
        &mut self.wire_mut().cast
    }

    /// The regions of the current picture that react to the mouse.
    pub(super) const fn hit_regions(&self) -> &HitRegions {
        &self.hit_regions
    }

    /// Asks the terminal for an answer, which it gives once it has shown everything so far.
    pub(super) fn ask_for_answer(&mut self) -> io::Result<()> {
        // Not recorded: the terminal that plays the recording would answer to its shell.
        let cast = self.cast().take();
        let asked = self.frame_buffer.backend_mut().ask_for_position();
        *self.cast() = cast;
        asked
    }

    /// Columns and rows.
    pub(super) const fn size(&self) -> (u16, u16) {
        self.frame_buffer.size()
    }

    /// Takes a new size for the next picture, which is blank.
    pub(super) fn resize(&mut self, columns: u16, rows: u16) {
        if let Some(cast) = self.cast() {
            cast.resized([columns, rows], Instant::now());
        }
        self.frame_buffer.resize(Size::new(columns, rows));
    }

    /// Draws the next picture in full: what the terminal shows is unknown.
    pub(super) fn draw_anew(&mut self) -> io::Result<()> {
        self.frame_buffer.draw_anew()
    }
}

impl From<CursorRest> for Rest {
    fn from(rest: CursorRest) -> Self {
        match rest {
            CursorRest::InRow(from) => Self::InRow(from),
            CursorRest::At(place) => Self::At(place),
        }
    }
}

// How a screen looks on a terminal: what the terminal can do, and the characters and
// colours of the app that is drawn there.

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
    pub fn of_lines(lang: Option<&str>) -> Self {
        Self::by_name("vt", lang)
    }

    fn by_name(term: &str, lang: Option<&str>) -> Self {
        let variable = |name: &str| lang.filter(|_| name == "LANG").map(OsString::from);
        let charset = locale_charset(variable);
        let depth = depth_of(term);
        let capabilities = Capabilities {
            colors: depth.map_or(Colors::None, |_| Colors::Sixteen),
            charset,
            line: Connection::Remote,
            shifts: shifts(Some(OsStr::new(term))),
            doubts_line_glyphs: charset == Charset::Utf8 && locale_is_wide(variable),
            asks_background: false,
        };
        let glyphs = usual_glyphs(charset, OsStr::new(term));
        Self { capabilities, glyphs, depth: depth.unwrap_or(ColorDepth::Sixteen) }
    }

    /// An app that shows this engine on a terminal.
    pub(crate) fn app(self, engine: Engine, terminal: &Terminal, config: &Config) -> App {
        let depth = match self.capabilities.colors {
            Colors::None => ColorDepth::Sixteen,
            Colors::Sixteen | Colors::Indexed | Colors::Rgb => self.depth,
        };
        let app = App::showing(engine, terminal.size(), self.glyphs).with_config(config, depth);
        match self.capabilities.line {
            Connection::Remote => app.on_slow_line(),
            Connection::Local => app,
        }
    }
}

/// The characters of the arena unless the user chose some.
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
        for (depth, terms) in [
            (Some(ColorDepth::Rgb), "xterm-direct xterm-kitty foot-extra alacritty wezterm"),
            (Some(ColorDepth::Rgb), "xterm-ghostty"),
            (Some(ColorDepth::Indexed), "xterm-256color tmux-256color"),
            (Some(ColorDepth::Sixteen), "xterm unheard-of"),
            (None, "vt100 vt220-am"),
        ] {
            for term in terms.split(' ') {
                assert_eq!(depth_of(term), depth, "{term}");
                let colors = look(term, None).capabilities.colors;
                assert_eq!(colors == Colors::None, depth.is_none(), "{term}");
            }
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
        assert!(wide.doubts_line_glyphs);
    }

    #[test]
    fn a_remote_line_counts_as_slow_and_its_background_is_not_queried() {
        let capabilities = look("xterm-256color", Some("C.UTF-8")).capabilities;
        assert_eq!(capabilities.line, Connection::Remote);
        assert!(!capabilities.asks_background);
    }

    #[test]
    fn terminals_that_cannot_show_a_screen_are_refused() {
        for term in ["", "dumb", "xterm\u{1b}[2J", "xterm 256", "xt\u{e9}rm", &"x".repeat(65)] {
            assert!(Look::of(term, None).is_err(), "{term:?}");
        }
        assert!(Look::of(&"x".repeat(64), None).is_ok());
    }
}
