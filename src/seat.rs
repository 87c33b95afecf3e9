//! A seat is one of many screens in a process, each for one user at the far end of a stream, as at
//! a seat in a classroom. This is the API of this crate for a program that hosts them.
//!
//! It is the sandbox, or a student in a course, ready to run on a terminal. Each runs on a thread of its own and sleeps until a key comes. It reaches no file but
//! those of its [`Desk`], starts no program, and touches nothing that belongs to the process: no
//! signals, no panic hook, no environment.
//!
//! ```no_run
//! use std::os::unix::net::UnixStream;
//! use std::thread;
//!
//! use hitscan::seat::{Desk, Limits, Look, RemoteTerminal, Seat, Unsupervised};
//!
//! let (near, far) = UnixStream::pair()?;
//! let terminal = RemoteTerminal::new(near, (80, 24))?;
//! let control = terminal.control();
//! let look = Look::of("xterm-256color", Some("C.UTF-8"))?;
//! let screen = thread::spawn(move || {
//!     let desk = Desk::folder("/srv/class/anna");
//!     let seat = Seat::sandbox(None, desk, look, &Limits::default());
//!     seat.map(|seat| seat.run(terminal, Box::new(Unsupervised)))
//! });
//! // Keys go into `far`, pictures come out of it.
//! control.end();
//! # drop((far, screen));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Anything else, such as the list of a class, is drawn on a [`RemoteCanvas`].
//!
//! | file | what lives there |
//! | --- | --- |
//! | `lines` | a seat line by line, without a terminal |
//! | `course` | a course that many share, and the work of one student in it |

use std::io::{BufReader, Read, Write};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::cli::pack_files::PackFiles;
use super::cli::run::{AttendedLines, attend_lines};
use super::host::{Student, open_kept};
use crate::app::config::Config;
use crate::cli::run::engine_of;
use crate::host::{OwnPrograms, SessionFiles};
use crate::term::{Oversight, Terminal};
use crate::{host, term};
use hitscan_core::engine::{Engine, Event, Flow};
use hitscan_core::lab::{Course, Learning, header_of, is_student};
use hitscan_core::scene::{OPENING, Rounding, Scene, SceneSource, printable};
use hitscan_core::world::MemoryLimit;

pub use crate::app::{Audience, KeyPress, Permits, Proposed};
pub use crate::host::{
    CrashRecovery, Desk, DeskFault, DeskFiles, DeskLimits, FolderDesk, LineSink, OpenedCourse,
    Syncer, Urgency, is_plain,
};
pub use crate::term::{
    CanvasEvent, Control, End, Ended, Look, NoScreen, PictureView, RemoteCanvas, RemoteTerminal,
    ShownScreen, Supervision, Unsupervised,
};
pub use crossterm::event::KeyCode;
pub use ratatui;
pub use ratatui::buffer::Buffer;

/// Limits of one seat, which shares the machine with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most memory for a scene and its history.
    pub memory: MemoryLimit,
    /// The longest time for a command. After that it is stopped, as by Esc.
    pub command_time: Duration,
    /// The most frames a second while playing.
    pub frames: u16,
}

/// 16 MB, 5 seconds, 30 frames a second.
impl Default for Limits {
    fn default() -> Self {
        Self { memory: MemoryLimit::LEAST, command_time: Duration::from_secs(5), frames: 30 }
    }
}

/// A screen ready to run. Create it on the thread that runs it.
#[derive(Debug)]
pub struct Seat {
    engine: Engine,
    course: Option<(Learning, Engine)>,
    files: SessionFiles,
    look: Look,
    limits: Limits,
}

impl Seat {
    /// A student in a course. Scenes that the student saves go to the desk.
    ///
    /// # Errors
    /// When there is not enough memory for the world.
    pub fn learning(
        opened: OpenedCourse,
        desk: Desk,
        look: Look,
        limits: &Limits,
    ) -> Result<Self, String> {
        let engine = Engine::within(limits.memory, Scene::default(), SceneSource::New);
        let engine = engine.map_err(|why| why.to_string())?;
        let mut files = SessionFiles::on(desk);
        files.hand_in(opened.work);
        Ok(Self { course: Some(opened.course), ..Self::of(engine, files, look, limits) })
    }

    /// The sandbox with the named scene, from the desk or built in, or with the first built-in one.
    ///
    /// # Errors
    /// When there is no such scene, or it has faults.
    pub fn sandbox(
        scene: Option<&str>,
        desk: Desk,
        look: Look,
        limits: &Limits,
    ) -> Result<Self, String> {
        let shown = desk.find_or_new(scene.unwrap_or(OPENING), &mut Rounding::default());
        let shown = shown.map_err(|why| why.to_string())?;
        let begun = Instant::now();
        let mut within_time = |_: Event<'_>| {
            if begun.elapsed() > limits.command_time { Flow::Stop } else { Flow::GoOn }
        };
        let engine = engine_of(shown, limits.memory, &mut within_time);
        let engine = engine.map_err(|why| why.to_string())?;
        Ok(Self::of(engine, SessionFiles::on(desk), look, limits))
    }

    fn of(engine: Engine, files: SessionFiles, look: Look, limits: &Limits) -> Self {
        Self { engine, course: None, files, look, limits: *limits }
    }

    /// Runs the seat on a terminal until the user leaves, or the owner of the stream ends it.
    pub fn run(mut self, terminal: RemoteTerminal, supervision: Box<dyn Supervision>) -> Ended {
        let supervision: Rc<dyn Supervision> = supervision.into();
        let Limits { command_time, frames, .. } = self.limits;
        let (command_time, frames) = (Some(command_time), Some(frames));
        let by = Rc::clone(&supervision);
        let terminal = Terminal::Supervised(terminal, Oversight { by, command_time, frames });
        let mut app = self.look.app(self.engine, &terminal, &Config::default());
        match self.course {
            None => {
                app.screen.say_if_new(&app.engine, &app.input.keymap);
                if let Some(recovery) = self.files.desk().recovery() {
                    self.files.recover_in(recovery);
                    app.monitored.hear = Some(Rc::new(self.files.listener()));
                    host::offer_recovery(&mut app, &self.files);
                }
            }
            Some((learning, engine)) => {
                let about_changes = learning.about_changes();
                app.begin_course(learning, engine);
                if let Some(said) = about_changes {
                    app.fail(said);
                }
            }
        }
        app.permitted.0 = Some(supervision);
        let mut programs = OwnPrograms::none();
        let capabilities = self.look.capabilities;
        term::run(&mut app, &mut self.files, &mut programs, terminal, capabilities, None, || ())
    }
}

/// Reads the pack in a folder, or the built-in one, with its texts in a language if it has them.
///
/// # Errors
/// Every fault of the pack, one per line.
pub fn course(pack: Option<&Path>, language: Option<&str>) -> Result<Course, String> {
    PackFiles::at(pack).course(language).map_err(|faults| faults.to_string())
}

/// Opens a course where a student's work ends, or at the lesson named by its id, number or title.
/// New work draws its numbers from this seed; existing work keeps its own.
///
/// # Errors
/// In one line: the student or lesson name is invalid, the work is not the student's, or it cannot
/// be read or written.
pub fn open_course(
    course: Arc<Course>,
    student: &str,
    seed: &str,
    mut work: Box<dyn LineSink>,
    lesson: Option<&str>,
) -> Result<OpenedCourse, String> {
    if !is_student(student) || !is_student(seed) {
        return Err(format!("{}: no name of a student", printable(student)));
    }
    let lesson = lesson.map(|lesson| course.known_lesson(lesson)).transpose();
    let lesson = lesson.map_err(|why| why.message(&|_| None))?.map(|lesson| lesson.id.clone());
    let is_begun = header_of(&work.held().map_err(|why| why.to_string())?).is_ok();
    let student = Student { id: student, seed: Some(seed).filter(|_| !is_begun) };
    open_kept(course, student, work, lesson.as_deref())
}

impl Seat {
    /// Obeys the lines of `input` until it ends or the user leaves, and writes the results to
    /// `output`. The owner of the streams ends it by closing them.
    ///
    /// # Errors
    /// In one line, for the user: why the work cannot be saved, after which nothing more is done;
    /// or that a stream cannot be read or written.
    pub fn run_lines(
        self,
        input: impl Read,
        output: impl Write,
        supervision: Box<dyn Supervision>,
    ) -> Result<(), String> {
        let lines = AttendedLines {
            engine: self.engine,
            course: self.course,
            files: self.files,
            charset: self.look.capabilities.charset,
            command_time: Some(self.limits.command_time),
            supervision,
        };
        attend_lines(lines, BufReader::new(input), output)
    }
}
