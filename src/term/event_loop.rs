//! The event loop: wait, read all input, update, draw once.
//!
//! It sleeps until a key or a request arrives; a clock wakes it only while playing. What keys do
//! lives in the app, and what effects do in the host, except for effects on the terminal itself.

use std::cell::RefCell;
use std::io;
use std::ops::ControlFlow::{self, Break, Continue};
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::capabilities::{Capabilities, Colors};
use super::cast::{Cast, CastMarkers};
use super::control::Oversight;
use super::cover::Cover;
use super::frame_gate::{Clock, CrowdPace, FrameGate};
use super::guard::Guard;
use super::incoming::{self, Incoming, Overflow};
use super::input::{Pasted, Typed};
use super::monitor::{TerminalMonitor, time_beside, work_beside};
use super::screen::TerminalScreen;
use super::signals::{SignalRequest, is_in_foreground, stop_the_job};
use super::terminal_io::{LEAVING_TIME, Ready, Terminal, TerminalIo};
use super::{End, Ended, end_of, ending};
use crate::app::{App, Effect, FOLLOW, GlyphSet, KeyPress};
use crate::host::pictures::Coloring;
use crate::host::{self, DeskFault, OwnPrograms, ScreenFace, SessionFiles, Submitted, Unsubmitted};

/// The longest time to handle queued keys without drawing a frame.
const BATCH_TIME: Duration = Duration::from_millis(50);

/// How long keys and frames must rest before deferred updates are sent over a slow line.
const REST: Duration = Duration::from_millis(300);
/// The same for what a large panel shows below the log and beside it.
const REST_OF_BLOCKS: Duration = Duration::from_millis(150);

/// Runs the app on the terminal until the session ends, finishes its files, and always restores the
/// terminal. Calls `once_drawn` after the first picture. Records the output in `cast`, if given.
pub fn run(
    app: &mut App,
    files: &mut SessionFiles,
    programs: &mut OwnPrograms,
    terminal: Terminal,
    capabilities: Capabilities,
    cast: Option<Cast>,
    once_drawn: impl FnOnce(),
) -> Ended {
    let mut kept = None;
    let session = || {
        // Before the guard: signals must be caught before the guard writes its first byte.
        let oversight = terminal.oversight();
        let (source, requests, output) = terminal.open()?;
        let mut wire = TerminalIo::new(output.clone(), cast);
        let guard = Guard::enter(&output, app.input.mouse, &mut wire)?;
        let incoming = Incoming::new(source, requests, app.input.keymap.clone())
            .within(oversight.command_time);
        let mut session =
            ScreenSession::begin(app, files, programs, incoming, &guard, capabilities, wire)?;
        session.oversight = oversight;
        once_drawn();
        let end = end_of(session.until_end());
        // The files first: the terminal may never take another byte.
        kept = Some(host::finish(session.app, session.files, ending(&end)));
        if end.as_ref().is_ok_and(|end| !end.is_hang_up()) {
            session.await_answers()?;
            session.screen.borrow_mut().wire_mut().finish_within(LEAVING_TIME)?;
        }
        guard.leave()?;
        end
    };
    let end = end_of(session());
    let kept = kept.unwrap_or_else(|| host::finish(app, files, ending(&end)));
    Ended { end, kept }
}

struct ScreenSession<'a> {
    app: &'a mut App,
    files: &'a mut SessionFiles,
    programs: &'a mut OwnPrograms,
    guard: &'a Guard,
    /// Shared with the app's monitor, as is the screen.
    incoming: Rc<RefCell<Incoming>>,
    clock: Clock,
    frame_gate: FrameGate,
    crowd_pace: CrowdPace,
    /// When the last key was obeyed or the last frame made.
    busy: Instant,
    screen: Rc<RefCell<TerminalScreen>>,
    cast_markers: CastMarkers,
    /// The colours of exported pictures of the screen, the same as on screen.
    coloring: Coloring,
    /// How many dropped keys the status row reports.
    dropped: Option<usize>,
    /// Whether a key has asked to draw the next picture from scratch. However often it is asked for
    /// between two pictures, it is drawn once.
    repaints: bool,
    oversight: Oversight,
    cover: Cover,
    /// Why the session ends, once the loop itself ends it.
    end: Option<End>,
}

impl<'a> ScreenSession<'a> {
    fn begin(
        app: &'a mut App,
        files: &'a mut SessionFiles,
        programs: &'a mut OwnPrograms,
        mut incoming: Incoming,
        guard: &'a Guard,
        capabilities: Capabilities,
        mut wire: TerminalIo,
    ) -> io::Result<Self> {
        let size = incoming.size();
        app.resize(size.0, size.1);
        if capabilities.asks_background
            && let Some(background) = incoming::background(&mut incoming, &mut wire)?
        {
            app.screen.set_background(background);
        }
        if capabilities.doubts_line_glyphs {
            let columns = incoming::line_glyph(&mut incoming, &mut wire)?;
            if columns.is_some_and(|columns| columns > 1) {
                app.screen.appearance.glyphs = GlyphSet::Ascii;
            }
        }
        let mut screen = TerminalScreen::new(size.0, size.1, capabilities, wire)?;
        programs.ask(app);
        screen.draw(app.model())?;
        let (clock, frame_gate) = (Clock::default(), FrameGate::new(capabilities.line));
        let cast_markers = CastMarkers::from_now(app);
        let coloring = match capabilities.colors {
            Colors::None => Coloring::Uncolored,
            Colors::Sixteen | Colors::Indexed | Colors::Rgb => Coloring::Colored,
        };
        let incoming = Rc::new(RefCell::new(incoming));
        let screen = Rc::new(RefCell::new(screen));
        let monitor = TerminalMonitor::new(Rc::clone(&incoming), Rc::clone(&screen));
        app.monitored.monitor = Some(Rc::new(monitor));
        Ok(Self {
            app,
            files,
            programs,
            guard,
            incoming,
            clock,
            frame_gate,
            crowd_pace: CrowdPace::new(capabilities.line),
            busy: Instant::now(),
            screen,
            cast_markers,
            coloring,
            dropped: None,
            repaints: false,
            oversight: Oversight::default(),
            cover: Cover::default(),
            end: None,
        })
    }

    fn until_end(&mut self) -> io::Result<End> {
        loop {
            let ready = self.wait()?;
            if let Break(end) = self.obey_requests()? {
                return Ok(end);
            }
            self.screen.borrow_mut().wire_mut().send_queue()?;
            if ready.keyboard && self.read()? {
                return Ok(End::HungUp);
            }
            if let Break(end) = self.obey_queue()? {
                return Ok(end);
            }
            if self.end.is_none() && self.cover.retry_in(Instant::now()) == Some(Duration::ZERO) {
                // Saving may work again, and the user is waiting.
                self.record();
            }
            if self.end.is_none() {
                self.play_and_draw()?;
                self.mark()?;
            }
            if let Some(end) = self.end {
                return Ok(end);
            }
        }
    }

    /// Waits until there is something to do.
    fn wait(&mut self) -> io::Result<Ready> {
        let now = Instant::now();
        self.clock.set(self.frames_per_second(), now);
        self.app.screen.pace = self.clock.pace();
        let screen = self.screen.borrow();
        let stalled = screen.stalled_wire();
        // While the terminal does not read, no frame is due.
        let frame = self.clock.left(now).filter(|_| stalled.is_none());
        let frame = frame.map(|left| left.max(self.frame_gate.left(now)));
        let rested = now.saturating_duration_since(self.busy);
        let beside = stalled.is_none().then(|| time_beside(self.app, self.programs, now, rested));
        let answers = self.programs.waker().filter(|_| stalled.is_none());
        let blocks = Some(self.rest_of_blocks(now)).filter(|_| self.app.screen.panel.blocks_wait);
        let counts = Some(self.rest(now)).filter(|_| self.app.screen.holds_counts());
        let rest = blocks.or(counts).filter(|_| stalled.is_none());
        let retry = self.cover.retry_in(now).filter(|_| stalled.is_none());
        let time = [frame, beside.flatten(), rest, retry].into_iter().flatten().min();
        self.incoming.borrow_mut().wait(stalled, answers, time)
    }

    /// The frame rate: the speed of the scene, up to the limit for this screen.
    fn frames_per_second(&self) -> Option<u16> {
        let speed = self.app.model().frames_per_second()?;
        Some(self.oversight.frames.map_or(speed, |most| most.min(speed)))
    }

    /// The time left until keys and frames count as resting.
    fn rest_of_blocks(&self, now: Instant) -> Duration {
        REST_OF_BLOCKS.saturating_sub(now.saturating_duration_since(self.busy))
    }

    fn rest(&self, now: Instant) -> Duration {
        REST.saturating_sub(now.saturating_duration_since(self.busy))
    }

    fn read(&mut self) -> io::Result<bool> {
        self.incoming.borrow_mut().read(Overflow::of(self.app))
    }

    fn report_dropped(&mut self) {
        let dropped = self.incoming.borrow().dropped();
        if let Some(count) = dropped.filter(|_| dropped != self.dropped) {
            let why = format!("dropped {count} keys: they came too fast");
            self.app.input.refuse(why, &mut self.app.screen);
        }
        self.dropped = dropped;
    }

    /// Handles input until it is time for a frame or a request.
    fn obey_queue(&mut self) -> io::Result<ControlFlow<End>> {
        let begun = Instant::now();
        self.incoming.borrow_mut().drop_backlog(Overflow::of(self.app));
        self.report_dropped();
        while begun.elapsed() < BATCH_TIME && !self.incoming.borrow().is_asked() {
            let Some(effects) = self.obey_next() else { break };
            self.busy = Instant::now();
            self.look_for_markers();
            let next = self.carry_out_all(effects)?;
            self.record();
            if let Some(time) = self.incoming.borrow_mut().take_ran_out() {
                let seconds = time.as_secs();
                self.app.fail(format!("stopped: a command may take {seconds} s here"));
            }
            if let end @ Break(_) = next {
                return Ok(end);
            }
            if self.end.is_some() {
                break;
            }
        }
        Ok(Continue(()))
    }

    fn obey_next(&mut self) -> Option<Vec<Effect>> {
        if self.app.input.is_text() && !self.cover.is_on() {
            let run = self.incoming.borrow_mut().next_run();
            if let Some(text) = run {
                return Some(self.obey_run(&text));
            }
        }
        let typed = self.incoming.borrow_mut().next()?;
        Some(self.act_on(typed))
    }

    /// Types characters at once: one by one, each would cost as much as the text is long. When they
    /// are refused, the input that follows is dropped.
    fn obey_run(&mut self, text: &str) -> Vec<Effect> {
        let (had_room, effects) = self.app.type_run(text);
        if !had_room {
            self.incoming.borrow_mut().drop_all();
            self.dropped = self.incoming.borrow().dropped();
        }
        effects
    }

    fn act_on(&mut self, typed: Typed) -> Vec<Effect> {
        match typed {
            // The keys of a cover are its own; each one also retries saving.
            Typed::Key(key) if self.cover.is_on() => {
                let leads_out = self.incoming.borrow().leads_out(key);
                let size = self.screen.borrow().size();
                let effects = self.cover.press(key, leads_out, size).into_iter().collect();
                self.offer_to_follow();
                effects
            }
            Typed::Paste(_) | Typed::Mouse(_) if self.cover.is_on() => Vec::new(),
            Typed::Key(key) => self.app.press(KeyPress::from(key)),
            Typed::Paste(pasted) => {
                let App { engine, screen, input, .. } = &mut *self.app;
                match pasted {
                    Pasted::Text(text) => input.paste(&text, engine, screen),
                    Pasted::TooLong(length) => input.refuse_paste(length, screen),
                    Pasted::Unfinished => {
                        let why = "the end of the pasted text never came; nothing was pasted";
                        input.refuse(why.to_owned(), screen);
                    }
                }
                Vec::new()
            }
            Typed::Mouse(event) => {
                // A click may run a command, which draws its progress.
                let hit_regions = self.screen.borrow().hit_regions().clone();
                self.app.point(event, &hit_regions)
            }
            Typed::Position { .. } => {
                self.frame_gate.answered();
                Vec::new()
            }
            // These answers are too late to change anything.
            Typed::Background(_) | Typed::Attributes => Vec::new(),
        }
    }

    /// Advances a frame if the clock says so, and draws. While the terminal does not read, the
    /// frame waits.
    fn play_and_draw(&mut self) -> io::Result<()> {
        if self.screen.borrow().stalled_wire().is_some() {
            return Ok(());
        }
        if self.screen.borrow().size() != self.app.model().screen.size {
            // The window was resized during a long command.
            self.measure_and_draw_anew()?;
        }
        if std::mem::take(&mut self.repaints) {
            self.screen.borrow_mut().draw_anew()?;
        }
        let rested = self.busy.elapsed();
        work_beside(self.app, self.programs, &self.incoming.borrow(), rested);
        let now = Instant::now();
        if self.rest(now).is_zero() {
            self.app.screen.show_counts();
        } else if self.rest_of_blocks(now).is_zero() {
            self.app.screen.panel.blocks_wait = false;
        }
        let may_go = self.frame_gate.left(now).is_zero();
        if self.cover.is_on() || !may_go || !self.clock.strike(self.frames_per_second(), now) {
            return self.draw();
        }
        self.incoming.borrow_mut().command_begins();
        self.app.tick();
        self.busy = now;
        work_beside(self.app, self.programs, &self.incoming.borrow(), Duration::ZERO);
        self.look_for_markers();
        self.record();
        if self.end.is_some() {
            return Ok(());
        }
        let plays_a_crowd = self.app.model().plays_a_crowd();
        let is_room = self.crowd_pace.has_room(now);
        if plays_a_crowd && (self.app.model().skips_this_frame() || !is_room) {
            return Ok(());
        }
        let before = self.screen.borrow_mut().wire_mut().bytes_sent;
        self.draw()?;
        let mut screen = self.screen.borrow_mut();
        if plays_a_crowd {
            self.crowd_pace.sent(screen.wire_mut().bytes_sent - before, now);
        }
        // In the middle of a paste the answer would become part of it.
        let asks = self.frame_gate.sent(Instant::now()) && !self.incoming.borrow().is_pasting();
        if asks { screen.ask_for_answer() } else { Ok(()) }
    }

    /// Draws the app, or what covers it.
    fn draw(&mut self) -> io::Result<()> {
        let mut screen = self.screen.borrow_mut();
        if let Some(why) = self.cover.withheld() {
            return screen.draw_progress(why);
        }
        if let Some((shown, view)) = self.cover.shown() {
            return screen.draw_shown(shown, view);
        }
        let before = screen.wire_mut().bytes_sent;
        screen.draw(self.app.model())?;
        if self.app.screen.audience.is_any() && screen.wire_mut().bytes_sent != before {
            self.oversight.by.drew(screen.picture());
        }
        Ok(())
    }

    fn look_for_markers(&mut self) {
        if self.screen.borrow_mut().cast().is_some() {
            self.cast_markers.look(self.app);
        }
    }

    /// Writes markers to the recording after the picture, so that jumping to a marker shows what it
    /// marks. Reports a recording that failed.
    fn mark(&mut self) -> io::Result<()> {
        let mut screen = self.screen.borrow_mut();
        let Some(cast) = screen.cast() else { return Ok(()) };
        for label in self.cast_markers.take() {
            cast.mark(&label, Instant::now());
        }
        let Some(why) = cast.fault() else { return Ok(()) };
        *screen.cast() = None;
        drop(screen);
        self.app.fail(why);
        self.play_and_draw()
    }

    /// Reads the answers that are on their way, so that they do not end up in the
    /// shell. A request ends the wait.
    fn await_answers(&mut self) -> io::Result<()> {
        loop {
            let left = self.frame_gate.patience(Instant::now());
            if left.is_zero() || self.incoming.borrow_mut().await_position(left)?.is_none() {
                return Ok(());
            }
            self.frame_gate.answered();
        }
    }

    fn obey_requests(&mut self) -> io::Result<ControlFlow<End>> {
        loop {
            let asked = self.incoming.borrow_mut().take_request()?;
            match asked {
                SignalRequest::Nothing => return Ok(Continue(())),
                SignalRequest::End(end) => return Ok(Break(end)),
                SignalRequest::Stop => return self.suspend(),
                SignalRequest::Resized => self.measure_and_draw_anew()?,
                SignalRequest::Continued => return self.come_back(),
                SignalRequest::Notice => self.take_notices(),
            }
        }
    }

    fn take_notices(&mut self) {
        let notices = self.incoming.borrow().notices();
        if let Some(said) = notices.said {
            self.app.screen.announce(said);
        }
        self.cover.show(notices.shown, notices.was_taken_back);
        self.app.screen.audience = notices.audience;
        self.app.screen.may_follow = self.cover.has_come_back;
    }

    /// Tells a user who has dismissed another screen's picture how to see it again.
    fn offer_to_follow(&mut self) {
        if self.cover.has_come_back {
            let screen = &mut self.app.screen;
            screen.may_follow = true;
            screen.say(format!("back at your own screen; :{FOLLOW} shows the other again"));
        }
    }

    fn measure_and_draw_anew(&mut self) -> io::Result<()> {
        let size = self.incoming.borrow().size();
        self.app.resize(size.0, size.1);
        let mut screen = self.screen.borrow_mut();
        screen.resize(size.0, size.1);
        screen.draw_anew()
    }

    /// Records what has been done. If the work cannot be saved, a cover hides its results.
    fn record(&mut self) {
        let lab = self.app.model().lab;
        let has_work = lab.is_some_and(|lab| !lab.learning.unwritten().is_empty());
        match host::update(self.app, self.files) {
            Ok(submitted) => {
                self.cover.withhold(None);
                if let Submitted::Anew(said) = submitted {
                    self.app.fail(said);
                }
                if let Some(lab) = self.app.model().lab.filter(|_| has_work) {
                    self.oversight.by.kept(&lab.learning);
                }
            }
            Err(Unsubmitted::Said(why)) => self.app.fail(why),
            Err(Unsubmitted::Withheld(DeskFault::Conflict)) => {
                self.end = Some(End::WrittenElsewhere);
            }
            Err(Unsubmitted::Withheld(why)) => {
                self.app.engine.stop_playing();
                self.cover.withhold(Some(why.about_work()));
            }
        }
    }

    fn carry_out_all(&mut self, effects: Vec<Effect>) -> io::Result<ControlFlow<End>> {
        for effect in effects {
            if let end @ Break(_) = self.carry_out(effect)? {
                return Ok(end);
            }
        }
        Ok(Continue(()))
    }

    fn carry_out(&mut self, effect: Effect) -> io::Result<ControlFlow<End>> {
        match effect {
            Effect::Engine(effect) => {
                let mut face = ScreenFace { app: self.app, coloring: self.coloring };
                if host::carry_out(effect, &mut face, self.files).is_break() {
                    return Ok(Break(End::Quit));
                }
            }
            Effect::ListScenes => host::list_scenes(self.app, self.files),
            Effect::Suspend => return self.suspend(),
            Effect::Mouse(mouse) => {
                self.guard.set_mouse(mouse, self.screen.borrow_mut().wire_mut())?;
            }
            Effect::Repaint => self.repaints = true,
            Effect::Follow => {
                self.cover.follow();
                self.take_notices();
            }
        }
        Ok(Continue(()))
    }

    /// Stops until the shell continues the program. Does nothing without a
    /// shell to return to.
    fn suspend(&mut self) -> io::Result<ControlFlow<End>> {
        if !self.guard.has_a_shell() {
            return Ok(Continue(()));
        }
        self.await_answers()?;
        self.screen.borrow_mut().wire_mut().finish_within(LEAVING_TIME)?;
        self.guard.step_aside()?;
        stop_the_job()?;
        self.come_back()
    }

    /// Takes the terminal back after a stop, once the program is in the foreground. A job that was
    /// continued in the background stops again, unless a signal asks it to end: then it ends
    /// without touching the terminal.
    fn come_back(&mut self) -> io::Result<ControlFlow<End>> {
        loop {
            if let SignalRequest::End(end) = self.incoming.borrow_mut().take_request()? {
                return Ok(Break(end));
            }
            if is_in_foreground() || !self.guard.has_a_shell() {
                break;
            }
            stop_the_job()?;
        }
        self.guard.enter_again(self.screen.borrow_mut().wire_mut())?;
        self.incoming.borrow_mut().forget_redraws();
        self.measure_and_draw_anew()?;
        Ok(Continue(()))
    }
}
