//! Brings what the view draws to the terminal.

use std::io;
use std::time::Instant;

use hitscan_wire::{FrameBuffer, Rest, ThinBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::capabilities::Capabilities;
use super::cast::Cast;
use super::control::ShownScreen;
use super::picture_view::PictureView;
use super::terminal_io::TerminalIo;
use crate::app::{HitRegions, Model};
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
        (columns, rows): (u16, u16),
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
        let hit_regions = &mut self.hit_regions;
        self.frame_buffer.paint(|picture| *hit_regions = view::draw(model, picture));
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
    pub(super) fn resize(&mut self, (columns, rows): (u16, u16)) {
        if let Some(cast) = self.cast() {
            cast.resized((columns, rows), Instant::now());
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
