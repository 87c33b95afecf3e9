//! A teacher's screen: switching between the board and students' screens.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hitscan::seat::ratatui::buffer::Buffer;
use hitscan::seat::{
    CanvasEvent, Control, Desk, DeskFault, DeskFiles, KeyCode, KeyPress, LineSink, Look, Permits,
    PictureView, Proposed, RemoteCanvas, RemoteTerminal, Seat, Supervision,
};
use hitscan_core::lab::{Learning, Lesson};

use super::super::student::limits;
use super::Teacher;
use crate::audit::{Deed, Detail};
use crate::board::{About, Board, Prompt, Typed, Wish};
use crate::farewell::Farewell;
use crate::follow::ShownToAll;
use crate::live::{Here, Listening, Presence, Watching};
use crate::place::UserId;
use crate::user_commands::{Request, Role, WordFault};
use crate::watch_view::WatchedScreen;
use crate::{board, watch_view};

/// The shortest time between two pictures of a student's screen, and of the board.
const WATCH_PACE: Duration = Duration::from_millis(100);
const BOARD_PACE: Duration = Duration::from_millis(200);
/// The interval of refreshing the board, which shows the seconds since each student's last key.
const BOARD_AGE: Duration = Duration::from_secs(1);
/// The most time spent reading work before the board is drawn again.
const READING_TIME: Duration = Duration::from_millis(100);

/// What to show next.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Onward {
    Board,
    Watch(UserId),
    Follow,
    Leave,
}

impl Teacher<'_> {
    /// Shows what was asked for, and what the teacher switches to.
    pub(super) fn shows(
        &self,
        asked: Request,
        screen: &OwnedFd,
        look: Look,
    ) -> Result<(), Farewell> {
        let mut next = match asked {
            Request::Sandbox(scene) => {
                return self.plays(scene.as_deref(), self.terminal(screen)?, look);
            }
            Request::Watch(student) => {
                self.found(&student)?;
                Onward::Watch(student)
            }
            Request::Follow => Onward::Follow,
            _ => Onward::Board,
        };
        // A view that was opened by a command goes back to the shell, not to the board.
        let back = if next == Onward::Board { Onward::Board } else { Onward::Leave };
        let mut board = None;
        let mut told = None;
        loop {
            next = match next {
                Onward::Leave => return Ok(()),
                Onward::Follow => {
                    self.is_followed(screen, look)?;
                    told = Some("your sandbox is no longer shown");
                    back.clone()
                }
                Onward::Board | Onward::Watch(_) => {
                    let mut shown = self.on_screen(board.take(), screen, look)?;
                    if let Some(told) = told.take() {
                        shown.board.tell(told);
                    }
                    let next = shown.run(next, &back).map_err(|why| broken(&why));
                    // The client may have hung up.
                    let _ = shown.canvas.leave();
                    board = Some(shown.board);
                    next?
                }
            };
        }
    }

    fn on_screen(
        &self,
        board: Option<Board>,
        screen: &OwnedFd,
        look: Look,
    ) -> Result<OnScreen<'_>, Farewell> {
        let board = match board {
            Some(board) => board,
            None => Board::new(self.moment(Some(Duration::ZERO))?.0),
        };
        let terminal = self.terminal(screen)?;
        let control = terminal.control();
        let wake = control.clone();
        let listening = self.seats.live.listen(&self.class.id, move || wake.wake());
        let canvas = RemoteCanvas::new(terminal, look).map_err(|why| broken(&why))?;
        let looked = Instant::now();
        let (is_stale, fault) = (true, None);
        let teacher = self;
        Ok(OnScreen { teacher, canvas, control, board, looked, is_stale, fault, listening })
    }
}

fn broken(why: &io::Error) -> Farewell {
    Farewell::Refused(why.to_string())
}

/// The board and the screens of students, which share one canvas.
struct OnScreen<'t> {
    teacher: &'t Teacher<'t>,
    canvas: RemoteCanvas,
    control: Control,
    board: Board,
    /// When the snapshot of the class was taken.
    looked: Instant,
    /// Whether the class may have changed since.
    is_stale: bool,
    /// Why the last snapshot failed, until one succeeds.
    fault: Option<String>,
    /// Wakes the screen when the class changes.
    #[expect(dead_code, reason = "it wakes as long as it lives")]
    listening: Listening,
}

impl OnScreen<'_> {
    fn run(&mut self, first: Onward, back: &Onward) -> io::Result<Onward> {
        let mut next = first;
        loop {
            next = match next {
                Onward::Board => self.shows_board()?,
                Onward::Watch(student) => self.shows_student(student, back)?,
                Onward::Follow | Onward::Leave => return Ok(next),
            };
        }
    }

    /// Shows the board, and returns what to show next.
    fn shows_board(&mut self) -> io::Result<Onward> {
        loop {
            self.board.screen = self.canvas.size().into();
            let board = &self.board;
            self.canvas.draw(|buffer| board::draw(board, buffer))?;
            let pace = if self.is_stale { BOARD_PACE } else { BOARD_AGE };
            match self.canvas.next(Some(pace.saturating_sub(self.looked.elapsed())))? {
                CanvasEvent::End(_) => return Ok(Onward::Leave),
                CanvasEvent::Key(key) => {
                    let wish = self.board.press(key);
                    if let Some(next) = wish.and_then(|wish| self.fulfils(wish)) {
                        return Ok(next);
                    }
                }
                CanvasEvent::Redraw | CanvasEvent::Nothing => self.is_stale = true,
            }
            if let Some(said) = self.canvas.said() {
                self.board.tell(&said);
            }
            if self.is_stale && self.looked.elapsed() >= BOARD_PACE {
                self.looks();
            }
        }
    }

    /// Takes a new snapshot of the class.
    fn looks(&mut self) {
        match self.teacher.moment(Some(READING_TIME)) {
            Ok((moment, is_part)) => {
                if let Some(fault) = self.fault.take() {
                    self.board.forget(&fault);
                }
                self.board.show(moment);
                self.is_stale = is_part;
            }
            Err(why) => {
                let why = why.to_string();
                self.board.tell(&why);
                (self.is_stale, self.fault) = (false, Some(why));
            }
        }
        self.looked = Instant::now();
    }

    /// Does what the teacher asks for; returns what to show next, if it is something else.
    fn fulfils(&mut self, wish: Wish) -> Option<Onward> {
        let asked = match wish {
            Wish::Leave => return Some(Onward::Leave),
            Wish::Watch(student) => return Some(Onward::Watch(student)),
            Wish::Say(text) => Ok(Request::Say(text)),
            Wish::Words(words) => Request::read(words.as_bytes(), Role::Teacher),
        };
        let done = match asked {
            Err(WordFault::Unknown(word)) => {
                Err(Farewell::Refused(format!("no such word: {word}; ? lists them")))
            }
            Err(why) => Err(Farewell::from(why)),
            Ok(Request::Follow) => return Some(Onward::Follow),
            Ok(Request::Watch(student)) => match self.teacher.found(&student) {
                Ok(_) => return Some(Onward::Watch(student)),
                Err(why) => Err(why),
            },
            Ok(asked) => self.teacher.orders(&asked),
        };
        if let Err(Farewell::Store(why)) = &done {
            self.teacher.seats.tells_journal(&self.teacher.class.id, why);
        }
        let told = done.unwrap_or_else(|why| why.to_string());
        self.board.tell(told.lines().next().unwrap_or_default());
        self.is_stale = true;
        None
    }

    /// Shows a student's screen, and returns what to show next.
    fn shows_student(&mut self, student: UserId, back: &Onward) -> io::Result<Onward> {
        self.board.choose_student(&student);
        let noted = self.teacher.notes(Deed::Watch, Some(Detail::User(student.clone())));
        let mut watch = Watch::new(student, noted.err().map(|why| why.to_string()));
        loop {
            watch.looks(self.teacher, &self.control);
            let typed = watch.prompt.as_ref().map(Prompt::shown);
            let seen = watch.seen(typed.as_deref());
            self.canvas.draw(|buffer| watch_view::draw(&seen, buffer))?;
            match self.canvas.next(None)? {
                CanvasEvent::End(_) => return Ok(Onward::Leave),
                CanvasEvent::Key(key) => match watch.press(key, self.canvas.size().into()) {
                    None => {}
                    Some(WatchKey::Onward) => {
                        self.looks();
                        let next = self.board.next_here(&watch.student);
                        return Ok(next.map_or_else(|| back.clone(), Onward::Watch));
                    }
                    Some(WatchKey::Say(text)) => {
                        let said = self.teacher.says(&text);
                        watch.told = Some(said.unwrap_or_else(|why| why.to_string()));
                    }
                    Some(WatchKey::Board) => return Ok(Onward::Board),
                    Some(WatchKey::Back) => return Ok(back.clone()),
                    Some(WatchKey::Leave) => return Ok(Onward::Leave),
                },
                // At most ten pictures a second; then draw the newest.
                CanvasEvent::Redraw | CanvasEvent::Nothing => std::thread::sleep(watch.rest()),
            }
            if let Some(said) = self.canvas.said() {
                watch.told = Some(said);
            }
        }
    }
}

/// The state of watching one student.
struct Watch {
    student: UserId,
    here: Option<Here>,
    watching: Option<Watching>,
    /// The last picture, which stays when the student has left.
    picture: Option<Arc<Buffer>>,
    view: PictureView,
    drawn: Instant,
    /// A message to the class that is being typed.
    prompt: Option<Prompt>,
    told: Option<String>,
}

/// What a key does while watching.
enum WatchKey {
    Onward,
    Board,
    Say(String),
    Back,
    Leave,
}

impl Watch {
    fn new(student: UserId, told: Option<String>) -> Self {
        let drawn = Instant::now();
        let (here, watching, picture, prompt) = (None, None, None, None);
        let view = PictureView::default();
        Self { student, here, watching, picture, view, drawn, prompt, told }
    }

    /// Takes the newest picture; switches to the student's next session when the last one has
    /// ended.
    fn looks(&mut self, teacher: &Teacher<'_>, control: &Control) {
        self.here = teacher.student_here(&self.student);
        if self.watching.as_ref().is_none_or(Watching::is_over) {
            let wake = control.clone();
            let session = self.here.as_ref().map(|here| here.session);
            self.watching =
                session.and_then(|session| teacher.seats.live.watch(session, move || wake.wake()));
        }
        let picture = self.watching.as_ref().and_then(Watching::picture);
        self.picture = picture.or_else(|| self.picture.take());
        self.drawn = Instant::now();
    }

    /// What is drawn, with a line being typed.
    fn seen<'w>(&'w self, typed: Option<&'w str>) -> WatchedScreen<'w> {
        WatchedScreen {
            student: &self.student,
            standing: self.here.as_ref().and_then(|here| here.standing.as_ref()),
            picture: self.picture.as_deref(),
            view: self.view,
            is_over: self.here.is_none(),
            told: typed.or(self.told.as_deref()),
        }
    }

    /// The time until the next picture may be drawn.
    fn rest(&self) -> Duration {
        WATCH_PACE.saturating_sub(self.drawn.elapsed())
    }

    /// Handles a key on a screen of this size.
    fn press(&mut self, key: KeyPress, screen: [u16; 2]) -> Option<WatchKey> {
        self.told = None;
        if let Some(prompt) = &mut self.prompt {
            let typed = prompt.press(key);
            if typed == Typed::On {
                return None;
            }
            let line = self.prompt.take().filter(|_| typed == Typed::Done)?;
            let said = line.typed.trim();
            return (!said.is_empty()).then(|| WatchKey::Say(said.to_owned()));
        }
        let nothing = Buffer::default();
        if self.view.press(key, self.picture.as_deref().unwrap_or(&nothing), screen.into()) {
            return None;
        }
        match (key.code, key.typed().is_some()) {
            (KeyCode::Char('c' | 'd'), false) => Some(WatchKey::Leave),
            (KeyCode::Char('n'), true) => Some(WatchKey::Onward),
            (KeyCode::Char('b'), true) => Some(WatchKey::Board),
            (KeyCode::Esc, _) | (KeyCode::Char('q'), true) => Some(WatchKey::Back),
            (KeyCode::Char('s'), true) => {
                self.prompt = Some(Prompt::new(About::Say, ""));
                None
            }
            _ => None,
        }
    }
}

/// Permits everything, and publishes the screen to its watchers.
struct OwnScreen(Arc<Presence>);

impl Permits for OwnScreen {
    fn refuses(&self, _: Proposed<'_>) -> Option<String> {
        None
    }

    fn closes(&self, _: &Lesson) -> Option<String> {
        None
    }
}

impl Supervision for OwnScreen {
    fn kept(&self, _: &Learning) {}

    fn drew(&self, picture: &Buffer) {
        self.0.drew(picture);
    }
}

impl Teacher<'_> {
    /// Runs the sandbox.
    pub(super) fn plays(
        &self,
        scene: Option<&str>,
        terminal: RemoteTerminal,
        look: Look,
    ) -> Result<(), Farewell> {
        let desk = Desk::Of(Arc::new(BareDesk));
        let seat = Seat::sandbox(scene, desk, look, &limits(&self.seats.limits));
        let seat = seat.map_err(Farewell::Refused)?;
        let ended = seat.run(terminal, Box::new(OwnScreen(Arc::clone(&self.presence))));
        match (ended.end, ended.kept) {
            (_, Err(lost)) => Err(Farewell::Refused(lost)),
            (Err(fault), Ok(())) => Err(Farewell::Refused(fault.to_string())),
            (Ok(_), Ok(())) => Ok(()),
        }
    }

    /// Runs the sandbox, shown to all students until the teacher leaves it.
    pub(super) fn is_followed(&self, screen: &OwnedFd, look: Look) -> Result<(), Farewell> {
        // Make the terminal before anyone watches the screen.
        let terminal = self.terminal(screen)?;
        let (live, class, session) = (&self.seats.live, &self.class.id, self.presence.id);
        let shown = ShownToAll::begin(live, class, self.user, session);
        let _shown = shown.map_err(|why| Farewell::Refused(why.to_string()))?;
        let _elsewhere = live.shows_elsewhere(class, self.user, session);
        self.notes(Deed::Follow, None)?;
        self.handle.say("all students see this sandbox; q stops showing it");
        self.plays(None, terminal, look)
    }
}

/// An empty desk: a teacher has no place in a class, so there is nowhere to keep scenes.
#[derive(Debug)]
struct BareDesk;

impl DeskFiles for BareDesk {
    fn list(&self) -> Result<Vec<String>, DeskFault> {
        Ok(Vec::new())
    }

    fn read(&self, _: &str) -> Result<Option<String>, DeskFault> {
        Ok(None)
    }

    fn write(&self, _: &str, _: &str, _: Option<&str>) -> Result<(), DeskFault> {
        Err(DeskFault::Refused("teachers have no desk here; put scenes into a pack".to_owned()))
    }

    fn lines(&self, _: &str) -> Result<Box<dyn LineSink>, DeskFault> {
        Err(DeskFault::Refused("teachers hand in no work".to_owned()))
    }
}
