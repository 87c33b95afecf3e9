//! The event loop: wait, read all input, update, draw once.
//!
//! It sleeps until a key or a signal arrives; a clock wakes it only while
//! playing. What does not live here: what keys do (the app) and what effects do
//! (the host), except those on the terminal itself.

use std::io;
use std::mem;
use std::os::fd::AsFd;
use std::time::Instant;

use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};

use signal_hook::consts::SIGHUP;

use super::capabilities::{self, Capabilities, Colors, LineGlyphs};
use super::cast::Cast;
use super::cast_markers::CastMarkers;
use super::clock::Clock;
use super::frame_gate::FrameGate;
use super::guard::Guard;
use super::input::{Drained, Keyboard, Typed};
use super::probe;
use super::screen::Screen;
use super::signals::{Asked, Redraw, Signals};
use super::wire::is_gone;
use crate::app::{App, Effect, GlyphSet, KeyPress};
use crate::host::pictures::Coloring;
use crate::host::{self, Flow, ScreenFace, SessionFiles};

/// How a session on the screen ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The user quit.
    Quit,
    /// A signal ended it.
    Signal(i32),
    /// The terminal is gone.
    HungUp,
}

impl End {
    /// Whether the terminal is gone, so that questions about unsaved changes
    /// cannot be asked.
    #[must_use]
    pub const fn is_hang_up(self) -> bool {
        matches!(self, Self::HungUp | Self::Signal(SIGHUP))
    }
}

/// Runs the app on the terminal until the session ends, and always restores the
/// terminal. Calls `once_drawn` after the first picture. Records what is sent
/// in `cast`, if given.
///
/// # Errors
/// Errors of the terminal, other than that it is gone.
pub fn run(
    app: &mut App,
    files: &mut SessionFiles,
    capabilities: Capabilities,
    cast: Option<Cast>,
    once_drawn: impl FnOnce(),
) -> io::Result<End> {
    let session = || {
        // Before the guard: a signal must be caught from the guard's first byte
        // on.
        let signals = Signals::install()?;
        let guard = Guard::enter()?;
        let mut session = Session::begin(app, files, signals, &guard, (capabilities, cast))?;
        once_drawn();
        let end = session.until_end()?;
        if !end.is_hang_up() {
            session.await_answer()?;
        }
        guard.leave().map(|()| end)
    };
    session().or_else(|fault| if is_gone(&fault) { Ok(End::HungUp) } else { Err(fault) })
}

/// What the loop does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    GoOn,
    End(End),
}

struct Session<'a> {
    app: &'a mut App,
    files: &'a mut SessionFiles,
    signals: Signals,
    guard: &'a Guard,
    keyboard: Keyboard,
    /// Input that arrived before the first picture.
    typed_ahead: Vec<Typed>,
    clock: Clock,
    pace: FrameGate,
    screen: Screen,
    marks: CastMarkers,
    /// The colouring of pictures of the screen, the same as on screen.
    coloring: Coloring,
}

impl<'a> Session<'a> {
    fn begin(
        app: &'a mut App,
        files: &'a mut SessionFiles,
        signals: Signals,
        guard: &'a Guard,
        (capabilities, cast): (Capabilities, Option<Cast>),
    ) -> io::Result<Self> {
        let size = capabilities::size();
        app.resize(size.0, size.1);
        guard.set_mouse(app.input().mouse)?;
        let mut keyboard = Keyboard::new();
        let mut typed_ahead = Vec::new();
        if capabilities.line_glyphs == LineGlyphs::Doubtful {
            let found = probe::line_glyph(&mut keyboard, signals.as_fd())?;
            if found.columns.is_some_and(|columns| columns > 1) {
                app.draw_with(GlyphSet::Ascii);
            }
            typed_ahead = found.typed;
        }
        let mut screen = Screen::new(size, capabilities, cast)?;
        screen.draw(app.model())?;
        let (clock, pace) = (Clock::default(), FrameGate::new(capabilities.line));
        let marks = CastMarkers::from_now(app);
        let coloring = match capabilities.colors {
            Colors::None => Coloring::Uncolored,
            Colors::Sixteen | Colors::Indexed | Colors::Rgb => Coloring::Colored,
        };
        Ok(Self {
            app,
            files,
            signals,
            guard,
            keyboard,
            typed_ahead,
            clock,
            pace,
            screen,
            marks,
            coloring,
        })
    }

    fn until_end(&mut self) -> io::Result<End> {
        let mut typed = mem::take(&mut self.typed_ahead);
        if let Next::End(end) = self.obey_all(&mut typed)? {
            return Ok(end);
        }
        self.screen.draw(self.app.model())?;
        loop {
            let now = Instant::now();
            self.clock.set(self.app.model().frames_per_second(), now);
            let time = self.clock.left(now).map(|left| left.max(self.pace.left(now)));
            let ready = self.keyboard.wait(self.signals.as_fd(), time, &mut typed)?;
            if let Next::End(end) = self.obey_signals()? {
                return Ok(end);
            }
            if ready.keyboard
                && self.keyboard.drain(self.signals.as_fd(), &mut typed)? == Drained::Gone
            {
                return Ok(End::HungUp);
            }
            if let Next::End(end) = self.obey_all(&mut typed)? {
                return Ok(end);
            }
            self.play_and_draw()?;
            self.mark()?;
        }
    }

    fn obey_all(&mut self, typed: &mut Vec<Typed>) -> io::Result<Next> {
        for one in typed.drain(..) {
            let effects = self.obey(one);
            self.look_for_marks();
            let next = self.carry_out_all(effects)?;
            self.record();
            if let end @ Next::End(_) = next {
                return Ok(end);
            }
        }
        Ok(Next::GoOn)
    }

    fn obey(&mut self, typed: Typed) -> Vec<Effect> {
        match typed {
            Typed::Key(key) => self.app.press(KeyPress::from(key)),
            Typed::Paste(text) => self.app.paste(&text),
            Typed::Mouse(event) => self.app.point(event, self.screen.spots()),
            Typed::Position { .. } => {
                self.pace.answered();
                Vec::new()
            }
        }
    }

    fn play_and_draw(&mut self) -> io::Result<()> {
        let now = Instant::now();
        let may_go = self.pace.left(now).is_zero();
        if !may_go || !self.clock.strike(self.app.model().frames_per_second(), now) {
            return self.screen.draw(self.app.model());
        }
        self.app.tick();
        self.look_for_marks();
        self.record();
        self.screen.draw(self.app.model())?;
        if self.pace.sent(Instant::now()) { self.screen.ask_for_answer() } else { Ok(()) }
    }

    fn look_for_marks(&mut self) {
        if self.screen.cast().is_some() {
            self.marks.look(self.app);
        }
    }

    /// Marks the recording after the picture, so that jumping to a marker shows
    /// what it marks. Reports a recording that ended.
    fn mark(&mut self) -> io::Result<()> {
        let Some(cast) = self.screen.cast() else { return Ok(()) };
        for label in self.marks.take() {
            cast.mark(&label, Instant::now());
        }
        let Some(why) = cast.fault() else { return Ok(()) };
        *self.screen.cast() = None;
        self.app.fail(why);
        self.screen.draw(self.app.model())
    }

    /// Reads the answer that is on its way, so that it does not end up in the
    /// shell. Keys typed meanwhile are lost; they were not meant for the shell
    /// either.
    fn await_answer(&mut self) -> io::Result<()> {
        let mut typed = Vec::new();
        loop {
            let left = self.pace.left(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            let ready = self.keyboard.wait(self.signals.as_fd(), Some(left), &mut typed)?;
            if ready.signals {
                // A second request to leave does not wait.
                return Ok(());
            }
            if ready.keyboard
                && self.keyboard.drain(self.signals.as_fd(), &mut typed)? == Drained::Gone
            {
                return Ok(());
            }
            if typed.drain(..).any(|one| matches!(one, Typed::Position { .. })) {
                self.pace.answered();
            }
        }
    }

    fn obey_signals(&mut self) -> io::Result<Next> {
        match self.signals.take()? {
            Asked::Nothing => {}
            Asked::End(signal) => return Ok(Next::End(End::Signal(signal))),
            Asked::Stop => self.suspend()?,
            Asked::Redraw(Redraw::Resized) => self.measure_and_draw_anew()?,
            Asked::Redraw(Redraw::Continued) => {
                self.guard.enter_again()?;
                self.measure_and_draw_anew()?;
            }
        }
        Ok(Next::GoOn)
    }

    fn measure_and_draw_anew(&mut self) -> io::Result<()> {
        let size = capabilities::size();
        self.app.resize(size.0, size.1);
        self.screen.resize(size);
        self.screen.draw_anew()
    }

    /// Records what has been done.
    fn record(&mut self) {
        if let Err(why) = self.files.update(self.app.engine_mut()) {
            self.app.fail(why);
        }
    }

    fn carry_out_all(&mut self, effects: Vec<Effect>) -> io::Result<Next> {
        for effect in effects {
            if let end @ Next::End(_) = self.carry_out(effect)? {
                return Ok(end);
            }
        }
        Ok(Next::GoOn)
    }

    fn carry_out(&mut self, effect: Effect) -> io::Result<Next> {
        match effect {
            Effect::Engine(effect) => {
                let mut face = ScreenFace { app: self.app, coloring: self.coloring };
                if host::carry_out(effect, &mut face, self.files) == Flow::Quit {
                    return Ok(Next::End(End::Quit));
                }
            }
            Effect::ListScenes => host::list_scenes(self.app),
            Effect::Suspend => self.suspend()?,
            Effect::Mouse(mouse) => self.guard.set_mouse(mouse)?,
            Effect::Repaint => self.screen.draw_anew()?,
        }
        Ok(Next::GoOn)
    }

    /// Stops until the shell continues the program. Does nothing without a
    /// shell to return to.
    fn suspend(&mut self) -> io::Result<()> {
        if !has_a_shell() {
            return Ok(());
        }
        self.await_answer()?;
        // The whole process group, as the terminal itself would do it: a parent
        // that waits for this program must stop, too. Our own handler catches
        // the terminal's signal, which therefore stops nothing.
        self.guard.step_aside(|| Ok(kill_current_process_group(Signal::STOP)?))?;
        self.signals.forget_redraws();
        self.measure_and_draw_anew()
    }
}

/// Whether a shell could continue the program after it stops, that is, one that
/// gives each job a process group. In the session leader's own group there is
/// none, and a stop would be final.
fn has_a_shell() -> bool {
    getsid(None).is_ok_and(|session| session != getpgrp())
}
