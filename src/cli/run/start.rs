//! `hitscan run` from its options to the exit status.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use super::super::options::{DeskArg, MethodsArg, RoundArg, SessionArgs};
use super::interactive::attend;
use super::prompt::Prompts;
use super::session::Session;
use super::{LineWidth, Reference, RunOptions, prompt};
use crate::cli::environment::is_at_terminal;
use crate::cli::options::{WidthArg, tell};
use crate::cli::progress::TerminalProgress;
use crate::cli::query::Flush;
use crate::cli::{CliError, Environment, ExitStatus};
use crate::host::files::{ReadFault, ShownTarget};
use crate::host::{Desk, Ending, SessionFiles, Submission, files, records_beside};
use crate::term::{Charset, Supervision};
use hitscan_core::command::LogFilter;
use hitscan_core::command::lines::Lines;
use hitscan_core::engine::{Engine, Tell};
use hitscan_core::lab::Learning;
use hitscan_core::scene::{Scene, SceneSource};
use hitscan_core::world::{ChangeError, MemoryLimit};

pub use super::super::ListFormat as Format;

/// Where commands come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// A file or a pipe.
    Piped,
    /// A user at a terminal, with line editing.
    Edited,
    /// A user at a terminal, line by line.
    Plain,
}

impl RunArgs {
    /// Runs the commands of standard input, or replays a recording. `greeting`
    /// comes first at a terminal.
    ///
    /// # Errors
    /// When a file cannot be used, or reading or writing fails.
    pub fn run(
        &self,
        environment: &Environment,
        greeting: Option<&str>,
    ) -> Result<ExitStatus, CliError> {
        let manner = match (is_at_terminal(), environment.wants_lines()) {
            (false, _) => Manner::Piped,
            (true, Some(_)) => Manner::Plain,
            (true, None) => Manner::Edited,
        };
        let options = self.options(manner, environment.charset);
        if self.width.width.is_some() && self.format == Format::Ndjson {
            return Err(CliError::other("--width: lines of --format ndjson are never broken"));
        }
        let shown = self.shown()?;
        let replayed = self.replay.as_deref().map(opened).transpose()?;
        let mut engine =
            TerminalProgress::during("open", |tell| engine_of(shown, options.memory, tell))?;
        engine.set_rounding(self.rounding.begun());
        let mut session = Session::of(engine, io::stdout(), options);
        session.files = SessionFiles::on(self.desk.desk()?);
        session.note_new_file();
        if let (Some(path), None) = (&self.session.record, &self.replay) {
            session.record(path).map_err(CliError::InFile)?;
        }
        match (replayed, &self.replay, manner) {
            (Some(recording), Some(path), _) => {
                let mut records = if self.check { opened_records(path)? } else { None };
                let reference = match (&mut records, self.check) {
                    (_, false) => Reference::Not,
                    (Some(records), true) => Reference::Records(Lines::new(records)),
                    (None, true) => Reference::Digest,
                };
                session.replay(recording, reference, self.session.record.as_deref())?;
            }
            (_, _, Manner::Piped) => session.read(io::stdin().lock())?,
            (_, _, Manner::Edited | Manner::Plain) => {
                if let Some(recovery) = session.files.desk().recovery() {
                    session.recover_in(recovery);
                }
                session.is_at_terminal = true;
                session.says_headline = self.format == Format::Text;
                session.greet(greeting)?;
                return Ok(attend(session, manner)?);
            }
        }
        Ok(session.finish(Ending::ByChoice)?)
    }

    /// The scene to start with.
    fn shown(&self) -> Result<ShownTarget, CliError> {
        let Some(target) = &self.scene else {
            return Ok(ShownTarget::Found(Box::default(), SceneSource::New));
        };
        if !self.new {
            let (scene, source) = self.rounding.find(target)?;
            return Ok(ShownTarget::Found(Box::new(scene), source));
        }
        let mut rounding = self.rounding.begun();
        let desk = self.desk.desk()?;
        let shown = desk.find_or_new(target, &mut rounding)?;
        tell(&rounding);
        Ok(shown)
    }

    fn options(&self, manner: Manner, charset: Charset) -> RunOptions {
        let talks = manner != Manner::Piped && self.replay.is_none();
        RunOptions {
            format: self.format,
            log: if self.all { LogFilter::All } else { LogFilter::default() },
            methods: self.methods.methods.clone(),
            prints_stats: self.stats,
            width: LineWidth::of(self.width.width, talks),
            // A program that predicts also waits for answers.
            flush: if talks || self.predict { Flush::EachLine } else { Flush::Blocks },
            talks,
            charset,
            predicts: self.predict,
            memory: self.session.memory.unwrap_or_default(),
        }
    }
}

/// Lets a student work in a course line by line, with lines of this width, after a line that says
/// where the work is saved. Their scenes are on the desk.
///
/// # Errors
/// When reading or writing fails.
pub(in crate::cli) fn learn_by_lines(
    lab: (Learning, Engine),
    work: Submission,
    desk: Desk,
    first_line: &str,
    width: WidthArg,
    environment: &Environment,
) -> Result<ExitStatus, CliError> {
    let greeting = environment.wants_lines();
    let manner = if greeting.is_some() { Manner::Plain } else { Manner::Piped };
    let args = RunArgs { width, ..RunArgs::default() };
    let options = args.options(manner, environment.charset);
    let options = RunOptions { flush: Flush::EachLine, ..options };
    let mut files = SessionFiles::on(desk);
    files.hand_in(work);
    let mut session = Session::learning(lab, files, io::stdout(), options);
    let greeting =
        greeting.map(|why| format!("{why}: line by line; help lists the commands, quit leaves"));
    session.greet_student(greeting.as_deref(), first_line)?;
    let outcome = if manner == Manner::Plain {
        attend(session, manner)?
    } else {
        let session = Mutex::new(session);
        prompt::plain(&session, io::stdin().lock(), Prompts::LeftOut)?;
        let mut session = prompt::lock(&session);
        session.finish(Ending::ByChoice)?
    };
    Ok(match outcome {
        // A student's mistake is not a failure of the program.
        ExitStatus::Failure => ExitStatus::Success,
        outcome => outcome,
    })
}

/// A sandbox or a course for one of many users who are served line by line.
pub(crate) struct AttendedLines {
    /// The sandbox.
    pub(crate) engine: Engine,
    /// The course that replaces it, and the engine of the open step.
    pub(crate) course: Option<(Learning, Engine)>,
    pub(crate) files: SessionFiles,
    pub(crate) charset: Charset,
    /// How long a command may run.
    pub(crate) command_time: Option<Duration>,
    pub(crate) supervision: Box<dyn Supervision>,
}

/// Obeys lines until they end.
///
/// # Errors
/// Why work cannot be saved, or a stream cannot be read or written.
pub(crate) fn attend_lines(
    lines: AttendedLines,
    input: impl BufRead,
    output: impl Write,
) -> Result<(), String> {
    let options = RunArgs::default().options(Manner::Piped, lines.charset);
    let talks = lines.course.is_none() || options.talks;
    let options = RunOptions { flush: Flush::EachLine, talks, ..options };
    let mut session = match lines.course {
        Some(course) => Session::learning(course, lines.files, output, options),
        None => Session { files: lines.files, ..Session::of(lines.engine, output, options) },
    };
    session.supervision = Some(lines.supervision);
    session.says_headline = true;
    session.command_time = lines.command_time;
    let greeted = match &session.lab {
        Some(_) => {
            let first = session.about_work().unwrap_or_default();
            session.greet_student(None, &first)
        }
        None => session.greet(None),
    };
    let session = Mutex::new(session);
    let read = greeted.and_then(|()| prompt::plain(&session, input, Prompts::LeftOut));
    let mut session = prompt::lock(&session);
    let ending = if read.is_ok() { Ending::ByChoice } else { Ending::CutOff };
    let finished = session.finish(ending);
    match session.not_kept.take() {
        Some(why) => Err(why),
        None => read.and(finished).map(drop).map_err(|why| why.to_string()),
    }
}

/// An engine for a scene that was found, or for an empty one with a new file.
pub(crate) fn engine_of(
    shown: ShownTarget,
    memory: MemoryLimit,
    tell: &mut Tell<'_>,
) -> Result<Engine, ChangeError> {
    match shown {
        ShownTarget::Found(scene, source) => Engine::begun(memory, (*scene, source), tell),
        ShownTarget::New(path) => {
            let source = SceneSource::File(path);
            Ok(Engine::within(memory, Scene::default(), source)?.not_saved_yet())
        }
    }
}

/// Opens a recording.
pub(in crate::cli) fn opened(path: &Path) -> Result<impl BufRead + use<>, CliError> {
    let refused = |fault: ReadFault| CliError::InFile(fault.message(path, &files::RECORDING));
    Ok(BufReader::with_capacity(64 * 1024, files::open(path).map_err(refused)?))
}

/// Opens the records beside a recording, if there are any.
fn opened_records(recording: &Path) -> Result<Option<BufReader<File>>, CliError> {
    let path = records_beside(recording);
    match files::open(&path) {
        Ok(file) => Ok(Some(BufReader::new(file))),
        Err(ReadFault::NotFound) => Ok(None),
        Err(fault) => Err(CliError::InFile(fault.message(&path, &files::RECORDS))),
    }
}

/// What to run, and what to print.
#[expect(clippy::struct_excessive_bools, reason = "each is an option that is given or not")]
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct RunArgs {
    /// A scene file, or the name of a built-in scene [default: an empty scene]
    pub scene: Option<String>,

    /// Which scenes there are for those who asked for a screen.
    #[arg(skip)]
    pub desk: DeskArg,

    /// Begin with an empty scene if the file is not there yet; `save` makes it
    #[arg(long, requires = "scene")]
    pub new: bool,

    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Leave nothing out. Every test is printed, even unchanged ones
    #[arg(long)]
    pub all: bool,

    /// Which methods answer.
    #[command(flatten)]
    pub methods: MethodsArg,

    /// After each frame, print how many pairs the broad phase compared and found
    ///
    /// In NDJSON, {"event":"frame","frame":F,"pairs":P,"candidates":C,"meet":M}: the
    /// pairs there are, those whose bounding boxes were compared, and those whose
    /// bounding boxes meet.
    #[arg(long)]
    pub stats: bool,

    /// Hide each answer until you have predicted it
    ///
    /// Hidden is the answer for one pair: the selected object and its
    /// partner. At the start and after each frame, a line asks for a prediction. Answer `predict hit left`: hit,
    /// touch or miss, and optionally the side; `predict A B hit left` names the
    /// pair as it was asked, and sides are those of the second object. `skip`, or an
    /// empty line at a prompt, shows the answer without a prediction. Tests of that
    /// pair and frame are printed after the answer, or when a later frame begins.
    /// With --record, the prediction is recorded together with the truth, as on the
    /// screen; hitscan check --replay lists it.
    ///
    /// In NDJSON, {"event":"covered","frame":F,"a":"A","b":"B"} asks, and
    /// {"event":"predict","frame":F,"a":"A","b":"B","said":"hit",
    /// "side":"left","result":"hit","named":"left","right":true} is the answer. If
    /// the question was skipped, said, side and right are null; without a side, side
    /// is null. A test of a hidden pair and frame comes after its predict event, or
    /// after a later frame has begun. Every line is flushed at once, so that a
    /// program can answer.
    #[arg(long, conflicts_with = "replay")]
    pub predict: bool,

    /// Replay a recording instead of a scene. No commands are read
    #[arg(long, value_name = "FILE", conflicts_with = "scene")]
    pub replay: Option<PathBuf>,

    /// Verify the replay against its recorded digest
    #[arg(long, requires = "replay", conflicts_with = "record")]
    pub check: bool,

    /// What is kept.
    #[command(flatten)]
    pub session: SessionArgs,

    /// How wide lines are.
    #[command(flatten)]
    pub width: WidthArg,

    /// Numbers from elsewhere.
    #[command(flatten)]
    pub rounding: RoundArg,
}
