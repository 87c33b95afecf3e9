//! Replays a file: everything in it is executed again, and none of its claims is trusted.

use std::sync::Arc;

use super::{BYTE_ORDER_MARK, Chain, Header, MOST_BYTES, MOST_LINES, SCENE_MARK, Unlinked};
use crate::command::{Command, lines};
use crate::engine::recording::{Journal, LAB_MARK, RECORDING, WORK};
use crate::engine::{Engine, Outcome, silent};
use crate::lab::attempt::{Attempt, LearnError, NotOpened};
use crate::lab::claim::OwnClaim;
use crate::lab::pack::{Drawn, Lesson, LessonStep, NoScene, Pack, StepKind};
use crate::lab::policy::changes_what_is_judged;
use crate::lab::progress::Progress;
use crate::scene::{Scene, excerpt};
use crate::world::Rules;

/// A pack with the numbers of one student.
#[derive(Clone, Debug)]
pub struct DrawnPack {
    lessons: Vec<(Arc<Lesson>, Arc<Drawn>)>,
}

/// The result of a file.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The student it belongs to.
    pub header: Header,
    /// What the student did in all steps.
    pub progress: Progress,
    /// The step that is open where the file ends.
    pub attempt: Option<Attempt>,
    /// The pairs tested in all steps, if none is open.
    pub tests: u64,
    /// The engine of the last opened step.
    pub engine: Option<Engine>,
    /// Notes about it, in the order of the lines.
    pub notes: Vec<Note>,
    /// The chain, to continue from: its next link is invalid if lines lost theirs.
    pub chain: Chain,
    /// The first line that proves that the file was changed outside: an invalid link, or a line
    /// where one is missing. What a crash leaves proves nothing.
    pub changed_at: Option<u64>,
    /// How many bytes are complete lines.
    pub bytes: usize,
    /// Where further lines would count.
    pub goes_on: GoesOn,
}

/// Where further lines of a file would count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoesOn {
    /// In the open step.
    Here,
    /// In a step that is opened again: the rest of this one is ignored.
    InANewStep,
    /// Nowhere: a limit was reached.
    Nowhere,
}

/// A note about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The kind of note.
    pub kind: NoteKind,
    /// The line, from 1.
    pub line: u64,
    /// The step concerned, as the file names it, if there is one.
    pub step: Option<StepId>,
}

/// A step as named in a file, safe to print: the pack may not contain it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepId {
    /// The id of the lesson.
    pub lesson: String,
    /// The id of the step.
    pub step: String,
}

/// `inside/hide`
impl std::fmt::Display for StepId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.lesson, self.step)
    }
}

/// The kinds of notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// A link does not match the lines before it, or lines lost theirs.
    Chain,
    /// The last commands have no link yet: the step was open when the file was copied, or the
    /// program was killed.
    Open,
    /// The file ends within a line, or within lines that are written together.
    Cut,
    /// The scene is not the drawn one; the work in the step is ignored.
    Scene,
    /// A line cannot be parsed or executed; the rest of its step is ignored.
    Line,
    /// A limit was reached; the rest of the file is ignored.
    Limit,
    /// The lesson was edited or is unknown; the step is ignored.
    Edited,
}

/// Why a file is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    /// It is too long.
    #[error("it has more than {MOST_BYTES} bytes")]
    TooLong,
    /// It is empty.
    #[error("it is empty")]
    Empty,
    /// It does not start like a recording.
    #[error("not a recording: the first line must be \"{0}\"")]
    NoRecording(String),
    /// It is a recording, but not a submission.
    #[error("{}, not {}; {}", RECORDING[0], WORK[0], RECORDING[1])]
    Recording,
    /// Its second line begins like that of a submission.
    #[error("{} whose # lab header is damaged", WORK[0])]
    NoHeader,
}

impl NotRead {
    /// The offending line, from 1.
    pub const fn line(&self) -> Option<u64> {
        match self {
            Self::TooLong | Self::Empty => None,
            Self::NoRecording(_) => Some(1),
            Self::Recording | Self::NoHeader => Some(2),
        }
    }
}

impl DrawnPack {
    /// Draws all lessons of a pack, by the current rules.
    ///
    /// # Errors
    /// When the example of a lesson does not make a valid scene; that of a parsed
    /// lesson always does.
    pub fn new(pack: &Pack, seed: &str) -> Result<Self, NoScene> {
        Self::by(Rules::default(), pack, seed)
    }

    /// Draws all lessons of a pack for the file with this header, by its rules.
    ///
    /// # Errors
    /// As [`DrawnPack::new`].
    pub fn of(pack: &Pack, header: &Header) -> Result<Self, NoScene> {
        Self::by(header.rules, pack, &header.seed)
    }

    fn by(rules: Rules, pack: &Pack, seed: &str) -> Result<Self, NoScene> {
        let drawn = |lesson: &Arc<Lesson>| {
            Ok((Arc::clone(lesson), lesson.drawn_by(rules, &pack.id, seed)?))
        };
        let lessons = pack.lessons.iter().map(drawn).collect::<Result<_, NoScene>>()?;
        Ok(Self { lessons })
    }

    /// A lesson with its numbers.
    pub fn lesson(&self, id: &str) -> Option<&(Arc<Lesson>, Arc<Drawn>)> {
        self.lessons.iter().find(|(lesson, _)| lesson.id == id)
    }
}

/// Parses the header, which says whose numbers to draw.
///
/// # Errors
/// When the file is too long, or starts differently.
pub fn header_of(file: &[u8]) -> Result<Header, NotRead> {
    if file.len() > MOST_BYTES {
        return Err(NotRead::TooLong);
    }
    if unmarked(file).is_empty() {
        return Err(NotRead::Empty);
    }
    let mut lines = whole_lines(unmarked(file)).map(|line| text(line).unwrap_or_default());
    let rules = lines.next().and_then(Journal::rules_of).ok_or_else(|| {
        NotRead::NoRecording(Journal::header(Rules::default()).trim_end().to_owned())
    })?;
    let second = lines.next().unwrap_or_default();
    let is_damaged = second.starts_with(LAB_MARK);
    Header::parse(rules, second).ok_or(if is_damaged {
        NotRead::NoHeader
    } else {
        NotRead::Recording
    })
}

/// Replays a file by its rules, which must be those of the packs; edited lessons use the first of
/// them. A last line without its line feed was cut off, and is ignored. `hints` says how many a task
/// has, by the ids of lesson and step.
///
/// # Errors
/// As [`header_of`].
pub fn replay(
    file: &[u8],
    packs: &[DrawnPack],
    hints: &dyn Fn(&str, &str) -> usize,
) -> Result<Replayed, NotRead> {
    let header = header_of(file)?;
    let mut replaying = Replaying::new(packs, hints);
    let lines = unmarked(file);
    let (mut chain, mut bytes, mut number) = (Chain::default(), file.len() - lines.len(), 0);
    let (mut unlinked, mut first_broken) = (Unlinked::at_start(), None);
    for line in whole_lines(lines) {
        number += 1;
        bytes += line.len();
        let words = text(line);
        if let Some(holds) = words.and_then(|words| chain.read(words)) {
            unlinked = Unlinked::after_link();
            if !holds {
                first_broken.get_or_insert(number);
                replaying.note_whole(NoteKind::Chain, number);
            }
            continue;
        }
        chain.add_line(line);
        unlinked.take(number, words);
        replaying.take(number, words);
        let is_fault = |note: &Note| (note.kind, note.line) == (NoteKind::Line, number);
        if replaying.notes.last().is_some_and(is_fault) {
            unlinked.refuse(number);
        }
    }
    let is_loose = chain.is_loose;
    if let Some(line) = unlinked.changed_at.filter(|_| is_loose) {
        replaying.note_whole(NoteKind::Chain, line);
    } else if bytes < file.len() {
        replaying.note_whole(NoteKind::Cut, number + 1);
    } else if is_loose {
        let kind = if unlinked.is_cut() { NoteKind::Cut } else { NoteKind::Open };
        replaying.note_whole(kind, number);
    }
    if unlinked.changed_at.is_some() {
        chain.break_next_link();
    }
    let goes_on = replaying.goes_on();
    let Replaying { progress, attempt, tests, engine, mut notes, .. } = replaying;
    // A scene is compared only after its last line, so notes can be out of order.
    notes.sort_by_key(|note| (note.line, note.kind));
    Ok(Replayed {
        header,
        progress,
        attempt,
        tests,
        engine,
        notes,
        chain,
        changed_at: first_broken.or(unlinked.changed_at),
        bytes,
        goes_on,
    })
}

/// A file without its byte order mark.
fn unmarked(file: &[u8]) -> &[u8] {
    file.strip_prefix(BYTE_ORDER_MARK).unwrap_or(file)
}

/// The lines with their line feeds, without a last one that was cut off.
fn whole_lines(file: &[u8]) -> impl Iterator<Item = &[u8]> {
    file.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"))
}

fn text(line: &[u8]) -> Option<&str> {
    lines::InputLine::Bytes(line.strip_suffix(b"\n")?).text().ok()
}

/// A file being replayed.
struct Replaying<'d, 'h> {
    packs: &'d [DrawnPack],
    /// How many hints a task has, by the ids of lesson and step.
    hints: &'h dyn Fn(&str, &str) -> usize,
    progress: Progress,
    /// The open step.
    attempt: Option<Attempt>,
    /// The pairs tested in the steps before, if none is open.
    tests: u64,
    /// The engine of the last opened step.
    engine: Option<Engine>,
    notes: Vec<Note>,
    /// The last opened step.
    step: Option<StepId>,
    /// The scene being read, and its first line.
    scene: Option<(String, u64)>,
    state: ReplayState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReplayState {
    /// A step was opened; its scene may follow.
    Opened {
        /// The note for a different scene, if a scene must follow.
        other: Option<NoteKind>,
    },
    /// The step is running.
    Runs,
    /// Lines are ignored up to the next step.
    LeftOut,
    /// All further lines are ignored.
    Over,
}

impl<'d, 'h> Replaying<'d, 'h> {
    fn new(packs: &'d [DrawnPack], hints: &'h dyn Fn(&str, &str) -> usize) -> Self {
        Self {
            packs,
            hints,
            progress: Progress::default(),
            attempt: None,
            tests: 0,
            engine: None,
            notes: Vec::new(),
            step: None,
            scene: None,
            state: ReplayState::LeftOut,
        }
    }
}

impl Replaying<'_, '_> {
    /// Adds a note, unless there are enough of its kind already.
    fn note(&mut self, kind: NoteKind, line: u64, step: Option<StepId>) {
        const MOST_OF_A_KIND: usize = 100;
        if self.notes.iter().filter(|note| note.kind == kind).count() < MOST_OF_A_KIND {
            self.notes.push(Note { kind, line, step });
        }
    }

    /// Adds a note about the whole file.
    fn note_whole(&mut self, kind: NoteKind, line: u64) {
        self.note(kind, line, None);
    }

    fn end(&mut self, line: u64) {
        self.note_whole(NoteKind::Limit, line);
        self.state = ReplayState::Over;
    }

    /// Adds a note about the last opened step, and ignores the rest of it.
    fn leave_out(&mut self, kind: NoteKind, line: u64) {
        self.note(kind, line, self.step.clone());
        self.state = ReplayState::LeftOut;
    }

    /// Where lines after the last would count.
    fn goes_on(&self) -> GoesOn {
        match self.state {
            ReplayState::Over => GoesOn::Nowhere,
            ReplayState::LeftOut => GoesOn::InANewStep,
            // The scene may be incomplete.
            ReplayState::Opened { other: Some(_) } if !self.is_scene_of_step() => {
                GoesOn::InANewStep
            }
            ReplayState::Opened { .. } | ReplayState::Runs => GoesOn::Here,
        }
    }

    /// Handles a line that is not a link.
    fn take(&mut self, number: u64, words: Option<&str>) {
        if self.state == ReplayState::Over {
            return;
        }
        if number > MOST_LINES {
            self.end(number);
        } else if number > 2 {
            self.line(number, words);
        }
    }

    fn line(&mut self, number: u64, words: Option<&str>) {
        if let (ReplayState::Opened { .. }, Some(words)) = (self.state, words)
            && let Some(of_scene) = words.strip_prefix(SCENE_MARK)
        {
            let (scene, _) = self.scene.get_or_insert_with(|| (String::new(), number));
            scene.push_str(of_scene.strip_prefix(' ').unwrap_or(of_scene));
            scene.push('\n');
            return;
        }
        if let ReplayState::Opened { other } = self.state {
            self.compare_scenes(number, other);
        }
        let Some(words) = words else {
            if self.state == ReplayState::Runs {
                self.leave_out(NoteKind::Line, number);
            }
            return;
        };
        if let Some(step) = words.strip_prefix("lesson ") {
            self.open(number, step);
        } else if self.state == ReplayState::Runs {
            self.run(number, words);
        }
    }

    /// Compares the scene in the file with that of the step.
    fn compare_scenes(&mut self, number: u64, other: Option<NoteKind>) {
        self.state = ReplayState::Runs;
        let line = self.scene.as_ref().map_or(number, |(_, line)| *line);
        let is_same = self.is_scene_of_step();
        self.scene = None;
        if let Some(other) = other.filter(|_| !is_same) {
            self.leave_out(other, line);
        }
    }

    /// Whether the scene in the file is that of the step.
    fn is_scene_of_step(&self) -> bool {
        let drawn = self.engine.as_ref().map(|engine| engine.sandbox().scene().to_toml());
        let in_file = self.scene.as_ref().and_then(|(text, _)| Scene::parse(text).ok());
        in_file.map(|scene| scene.to_toml()) == drawn
    }

    /// Opens a step: `inside hide 5c1e09ab`.
    fn open(&mut self, number: u64, step: &str) {
        if self.state == ReplayState::LeftOut
            && let Some(attempt) = self.attempt.take()
        {
            // Its rest was ignored, so it cannot be continued.
            self.tests = attempt.tests;
        }
        self.step = None;
        let words: Vec<_> = step.split(' ').collect();
        let [lesson, step, edition] = words.as_slice() else {
            return self.leave_out(NoteKind::Line, number);
        };
        self.step = Some(StepId { lesson: excerpt(lesson), step: excerpt(step) });
        let known = self.packs.iter().filter_map(|pack| pack.lesson(lesson));
        let same = known.clone().find(|(lesson, _)| lesson.edition == *edition);
        let first = self.packs.first().and_then(|pack| pack.lesson(lesson));
        let other = if same.is_some() { NoteKind::Scene } else { NoteKind::Edited };
        let Some((lesson, drawn)) = same.or(first) else {
            return self.leave_out(NoteKind::Edited, number);
        };
        let Some(step) = lesson.step(step) else {
            return self.leave_out(NoteKind::Edited, number);
        };
        match self.opened(lesson, drawn, step) {
            Ok(afresh) => {
                let is_afresh = afresh.is_some();
                self.engine = afresh.or(self.engine.take());
                // The scene of a card changes no points.
                let is_card = matches!(step.kind, StepKind::Card);
                self.state =
                    ReplayState::Opened { other: (is_afresh && !is_card).then_some(other) };
            }
            Err(_) => self.leave_out(NoteKind::Line, number),
        }
    }

    fn opened(
        &mut self,
        lesson: &Arc<Lesson>,
        drawn: &Arc<Drawn>,
        step: &Arc<LessonStep>,
    ) -> Result<Option<Engine>, NotOpened> {
        if let Some(attempt) = &mut self.attempt {
            return attempt.go_to(lesson, drawn, step);
        }
        let (attempt, engine) = Attempt::open_after(lesson, drawn, step, self.tests)?;
        self.attempt = Some(attempt);
        Ok(Some(engine))
    }

    /// Executes a line of a step.
    fn run(&mut self, number: u64, words: &str) {
        let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
        let (Some(attempt), Some(engine)) = (&mut self.attempt, &mut self.engine) else { return };
        let progress = &mut self.progress;
        let done = match word {
            "answer" => {
                // `edges hit` or `hit`, if `edges` is the open step.
                let said = rest.strip_prefix(attempt.step.id.as_str());
                let said = said.and_then(|said| said.strip_prefix(' ')).unwrap_or(rest);
                attempt.answer(said, engine, &mut silent, progress).map(drop)
            }
            "skip" if rest.is_empty() => attempt.skip(progress),
            "hint" => {
                let of = (self.hints)(&attempt.lesson.id, &attempt.step.id);
                // A hint that did not open was refused at the time, too.
                match attempt.hint(of, progress) {
                    Err(LearnError::Hint(..)) | Ok(_) => Ok(()),
                    Err(why) => Err(why),
                }
            }
            _ => match OwnClaim::parse(words) {
                Some(claim) => claim
                    .and_then(|claim| attempt.claim(&claim, engine, progress))
                    .map_err(LearnError::from),
                None => return self.command(number, words),
            },
        };
        if done.is_err() {
            self.leave_out(NoteKind::Line, number);
        }
    }

    fn command(&mut self, number: u64, words: &str) {
        let (Some(attempt), Some(engine)) = (&mut self.attempt, &mut self.engine) else { return };
        match Command::parse(words, engine.world().settings()) {
            Ok(None) => {}
            Ok(Some(command)) if attempt.beyond_limit(&command, engine).is_some() => {
                self.end(number);
            }
            // A course refuses to recover, so that changes nothing either.
            Ok(Some(command))
                if !changes_what_is_judged(&command) || matches!(command, Command::Recover(_)) => {}
            Ok(Some(command)) => {
                let before = engine.history().effort();
                let done = attempt.execute(&command, engine, &mut silent, &mut self.progress);
                if done.is_err() {
                    // A student's own file never contains such a line, and it may take as long
                    // as any other.
                    attempt.count(engine.history().effort() - before);
                }
                let is_used_up = attempt.is_used_up();
                match done {
                    Err(_) | Ok(Outcome::Stopped { .. }) if is_used_up => self.end(number),
                    Err(_) => self.leave_out(NoteKind::Line, number),
                    Ok(_) => {}
                }
            }
            Err(_) => self.leave_out(NoteKind::Line, number),
        }
    }
}
