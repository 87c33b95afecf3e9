//! A remote terminal for any picture, without an app: a list of students, or the picture of one of
//! their screens.

use std::io;
use std::time::{Duration, Instant};

use hitscan_wire::{FrameBuffer, ThinBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Size;

use super::End;
use super::guard::Guard;
use super::incoming::{Incoming, Overflow};
use super::input::Typed;
use super::screen::Look;
use super::signals::SignalRequest;
use super::terminal_io::{LEAVING_TIME, RemoteTerminal, Terminal, TerminalIo, is_gone};
use crate::app::{KeyMap, KeyPress, Mouse};

/// A remote terminal that anything may be drawn on. Dropping it restores the terminal.
#[derive(Debug)]
pub struct RemoteCanvas {
    incoming: Incoming,
    frame_buffer: FrameBuffer<TerminalIo>,
    guard: Guard,
    /// Whether a picture was left out because the terminal had not taken the previous one.
    owes_a_picture: bool,
}

/// What [`RemoteCanvas::next`] waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CanvasEvent {
    /// A key.
    Key(KeyPress),
    /// It is time to draw: the size has changed, someone woke it, or the terminal is ready for a
    /// picture again.
    Redraw,
    /// The time is up.
    Nothing,
    /// The end: nothing more will come.
    End(End),
}

impl RemoteCanvas {
    /// Takes over a terminal and clears it.
    ///
    /// # Errors
    /// When it cannot be written to.
    pub fn new(terminal: RemoteTerminal, look: Look) -> io::Result<Self> {
        let terminal = Terminal::Remote(terminal);
        let (columns, rows) = terminal.size();
        let (source, requests, output) = terminal.open()?;
        let mut wire = TerminalIo::new(output.clone(), None);
        let guard = Guard::enter(&output, Mouse::Off, &mut wire)?;
        let backend =
            ThinBackend::new(wire, Size::new(columns, rows), look.capabilities.features());
        let incoming = Incoming::new(source, requests, KeyMap::default());
        let frame_buffer = FrameBuffer::new(backend)?;
        Ok(Self { incoming, frame_buffer, guard, owes_a_picture: false })
    }

    /// Columns and rows.
    pub const fn size(&self) -> (u16, u16) {
        self.frame_buffer.size()
    }

    /// Paints a picture on a blank one and sends what differs from the previous one. While the
    /// terminal has not taken the previous one, the picture is left out; [`CanvasEvent::Redraw`]
    /// says when to draw again.
    ///
    /// # Errors
    /// When it cannot be sent.
    pub fn draw(&mut self, paint: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        self.owes_a_picture = self.frame_buffer.backend().out().is_stalled();
        if self.owes_a_picture {
            return Ok(());
        }
        self.frame_buffer.paint(paint);
        self.frame_buffer.send()
    }

    /// Waits for what comes next, for at most this time.
    ///
    /// # Errors
    /// When the terminal cannot be read. A terminal that is gone is an end, not an error.
    pub fn next(&mut self, time: Option<Duration>) -> io::Result<CanvasEvent> {
        match self.wait(time) {
            Err(fault) if is_gone(&fault) => Ok(CanvasEvent::End(End::HungUp)),
            came => came,
        }
    }

    fn wait(&mut self, time: Option<Duration>) -> io::Result<CanvasEvent> {
        let deadline = time.map(|time| Instant::now() + time);
        loop {
            if let Some(came) = self.asked()? {
                return Ok(came);
            }
            while let Some(typed) = self.incoming.next() {
                if let Typed::Key(key) = typed {
                    return Ok(CanvasEvent::Key(KeyPress::from(key)));
                }
            }
            if self.owes_a_picture && !self.frame_buffer.backend().out().is_stalled() {
                self.owes_a_picture = false;
                return Ok(CanvasEvent::Redraw);
            }
            let left = deadline.map(|at| at.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Ok(CanvasEvent::Nothing);
            }
            let wire = self.frame_buffer.backend().out();
            let stalled = wire.is_stalled().then_some(wire);
            let ready = self.incoming.wait(stalled, None, left)?;
            self.frame_buffer.backend_mut().out_mut().send_queue()?;
            if ready.keyboard && self.incoming.read(Overflow::Dropped)? {
                return Ok(CanvasEvent::End(End::HungUp));
            }
        }
    }

    /// What the owner of the stream has said to the user since the last call.
    pub fn said(&self) -> Option<String> {
        self.incoming.notices().said
    }

    /// What the owner of the stream asks for.
    fn asked(&mut self) -> io::Result<Option<CanvasEvent>> {
        Ok(match self.incoming.take_request()? {
            SignalRequest::End(end) => Some(CanvasEvent::End(end)),
            SignalRequest::Resized => {
                let (columns, rows) = self.incoming.size();
                self.frame_buffer.resize(Size::new(columns, rows));
                self.frame_buffer.draw_anew()?;
                Some(CanvasEvent::Redraw)
            }
            SignalRequest::Notice => Some(CanvasEvent::Redraw),
            // Signals, which a stream does not have.
            SignalRequest::Nothing | SignalRequest::Stop | SignalRequest::Continued => None,
        })
    }

    /// Restores the terminal, once it has taken everything sent.
    ///
    /// # Errors
    /// When it cannot be written to.
    pub fn leave(mut self) -> io::Result<()> {
        self.frame_buffer.backend_mut().out_mut().finish_within(LEAVING_TIME)?;
        self.guard.leave()
    }
}
