//! Queries a program, round by round.
//!
//! A program may answer line by line as it reads (live), or read all lines before it answers
//! (batch). The first round shows which; later rounds rely on it. A program that answers one line
//! and exits is at fault.

use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use super::fault::{ProgramFault, how_it_ended};
use super::frames::PairsRead;
use super::{CommandWords, Crash, EndOfInput, Exchange, Program, Remarks, Stop, Stopped};
use hitscan_core::methods::OwnReply;
use hitscan_core::scene::excerpt;
use serde_json::Value;

/// How long to watch the first round for surplus answers.
const LINGER: Duration = Duration::from_millis(50);

/// What lines and answers look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Protocol {
    /// Words and numbers
    Text,
    /// Lines for `hitscan query`, and answers like its own
    Ndjson,
}

/// How a program reads lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingMode {
    /// Unknown before the first round.
    Unknown,
    /// It answers as it reads.
    Live,
    /// It answers at the end of its input.
    Batch,
}

/// A program that is queried.
pub struct Asker<'a> {
    words: &'a CommandWords,
    protocol: Protocol,
    patience: Duration,
    stop: Stop<'a>,
    mode: ReadingMode,
    running: Option<Program>,
    /// How many answers it has given since its start, and the latest one.
    given: (usize, Option<OwnReply>),
    /// Whether it has ever answered more than one line in a run.
    reads_on: bool,
    /// How often it was started.
    starts: usize,
    /// What earlier runs have written to standard error.
    remarks: Remarks,
    /// Called with each answer as it arrives.
    listener: Option<&'a dyn Fn(OwnReply)>,
    pub(super) pairs_read: PairsRead,
}

/// How a round ended.
#[derive(Debug)]
pub enum Asked {
    /// With an answer to each line.
    Answered(Vec<OwnReply>),
    /// With a crash that left lines unanswered.
    Crashed(Crash),
    /// By the user, or because its time was up.
    Interrupted,
}

impl Protocol {
    /// The longest valid answer, in bytes.
    pub const fn longest_answer(self) -> usize {
        match self {
            Self::Text => 200,
            // Long enough for an answer of `hitscan query` about polygons with many vertices.
            Self::Ndjson => 64 << 10,
        }
    }

    fn reply(self, answer: &str, number: usize) -> Option<OwnReply> {
        match self {
            Self::Text => OwnReply::from_text(answer),
            Self::Ndjson => OwnReply::from_json(answer, &number.to_string()),
        }
    }

    /// The fault for a line that is not an answer.
    fn refusal(self, number: usize, answer: String, line: String) -> ProgramFault {
        let json = serde_json::from_str::<Value>(&answer).ok().filter(Value::is_object);
        match (self, json) {
            (Self::Text, Some(_)) => {
                ProgramFault::OtherProtocol { number, answer, other: "ndjson" }
            }
            (Self::Text, None) => ProgramFault::NoAnswer { number, answer, line },
            (Self::Ndjson, None) if OwnReply::from_text(&answer).is_some() => {
                ProgramFault::OtherProtocol { number, answer, other: "text" }
            }
            (Self::Ndjson, json) => {
                let id = json.as_ref().map(|json| json.get("id"));
                let what = match id {
                    Some(None) => "has no \"id\"".to_owned(),
                    Some(Some(id)) if id.as_str() != Some(&number.to_string()) => {
                        format!("has the id {}", excerpt(&id.to_string()))
                    }
                    Some(Some(_)) => format!("says no hit: {}", excerpt(&answer)),
                    None => format!("is \"{}\", to: {line}", excerpt(&answer)),
                };
                ProgramFault::NoJsonAnswer { number, what }
            }
        }
    }
}

impl<'a> Asker<'a> {
    /// A program that has not been started yet.
    pub fn new(
        words: &'a CommandWords,
        protocol: Protocol,
        patience: Duration,
        stop: Stop<'a>,
    ) -> Self {
        Self {
            words,
            protocol,
            patience,
            stop,
            mode: ReadingMode::Unknown,
            running: None,
            given: (0, None),
            reads_on: false,
            starts: 0,
            remarks: Remarks::default(),
            listener: None,
            pairs_read: PairsRead::AsAsked,
        }
    }

    /// How often the program was started.
    pub const fn starts(&self) -> usize {
        self.starts
    }

    /// Also passes each answer to a listener as it arrives.
    pub const fn heard_by(mut self, listener: &'a dyn Fn(OwnReply)) -> Self {
        self.listener = Some(listener);
        self
    }

    /// How the program reads lines, as far as known.
    pub const fn mode(&self) -> ReadingMode {
        self.mode
    }

    /// What it has written to standard error so far.
    pub fn remarks(&self) -> Remarks {
        let mut all = self.remarks.clone();
        if let Some(running) = &self.running {
            all.add(running.remarks());
        }
        all
    }

    /// Ends rounds at this time, until changed again.
    pub const fn end_rounds_at(&mut self, deadline: Option<Instant>) {
        self.stop.deadline = deadline;
    }

    /// Whether the user has stopped it.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_asked_for()
    }

    /// Asks lines; if the protocol has ids, they count from 1.
    ///
    /// # Errors
    /// When the program violates the protocol.
    pub fn ask(&mut self, lines: &[String]) -> Result<Asked, ProgramFault> {
        match self.pairs_read {
            PairsRead::Unknown => self.ask_and_find_out(lines),
            PairsRead::AsAsked => self.ask_as_they_are(lines),
            PairsRead::FramesAlone => self.ask_frames_alone(lines),
        }
    }

    pub(super) fn ask_as_they_are(&mut self, lines: &[String]) -> Result<Asked, ProgramFault> {
        let mut running = match self.running.take() {
            Some(running) if !running.has_ended_input() => running,
            _ => match self.start()? {
                Some(running) => running,
                None => return Ok(Asked::Interrupted),
            },
        };
        let end_of_input = if self.mode == ReadingMode::Batch {
            EndOfInput::AtOnce
        } else {
            EndOfInput::WhenSilent
        };
        let round = self.round(&mut running, lines, 1, end_of_input)?;
        self.running = Some(running);
        match round {
            RoundEnd::Answered(replies) => {
                self.count(&replies);
                self.mode = ReadingMode::Live;
                Ok(Asked::Answered(replies))
            }
            RoundEnd::Ended { replies, status } => {
                self.count(&replies);
                let (before, last) = (self.given.1, self.end());
                let ended = ProgramEnd { lines, answers: replies.len(), status, last, before };
                if self.answers_one_line(&ended) {
                    return Err(ProgramFault::OneLine);
                }
                if replies.len() == lines.len() {
                    self.mode = ReadingMode::Batch;
                    return Ok(Asked::Answered(replies));
                }
                ended.with_lines_unanswered()
            }
            RoundEnd::Interrupted => Ok(Asked::Interrupted),
        }
    }

    /// Asks one line of a freshly started program.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub fn ask_alone(&mut self, line: &str) -> Result<Asked, ProgramFault> {
        self.ask_anew(&[line.to_owned()])
    }

    /// Asks lines of a freshly started program, and closes its input.
    pub(super) fn ask_anew(&mut self, lines: &[String]) -> Result<Asked, ProgramFault> {
        self.end();
        let mode = std::mem::replace(&mut self.mode, ReadingMode::Batch);
        let asked = self.ask(lines);
        self.mode = mode;
        asked
    }

    /// Replaces the remarks: later runs only repeated them.
    pub fn keep_remarks(&mut self, remarks: Remarks) {
        self.running = None;
        self.remarks = remarks;
    }

    /// Ends the running program, and returns the last line of its standard error.
    pub fn end(&mut self) -> String {
        let Some(program) = self.running.take() else { return String::new() };
        self.remarks.add(program.remarks());
        program.remarks().last().to_owned()
    }

    fn count(&mut self, replies: &[OwnReply]) {
        let (given, last) = &mut self.given;
        *given += replies.len();
        *last = replies.last().copied().or(*last);
        self.reads_on |= *given > 1;
    }

    /// Whether a program that exited after its first answer is one that reads a single line. To
    /// find out, starts it again with the next line, given twice: it must again exit after one
    /// answer.
    fn answers_one_line(&mut self, ended: &ProgramEnd<'_>) -> bool {
        if self.reads_on || self.given.0 != 1 || !ended.is_in_order() {
            return false;
        }
        let at = ended.answers.min(ended.lines.len().saturating_sub(1));
        let (Some(line), Ok(Some(mut running))) = (ended.lines.get(at), self.start()) else {
            return false;
        };
        let twice = [line.clone(), line.clone()];
        let round = self.round(&mut running, &twice, at + 1, EndOfInput::AtOnce);
        let Ok(RoundEnd::Ended { replies, status }) = round else { return false };
        self.reads_on = replies.len() > 1;
        replies.len() == 1 && status.is_some_and(|status| status.code().is_some())
    }

    /// Starts the program, unless it has been stopped.
    fn start(&mut self) -> Result<Option<Program>, ProgramFault> {
        if self.stop.is_set() {
            return Ok(None);
        }
        self.given = (0, None);
        match self.words.start() {
            Ok(program) => {
                self.starts += 1;
                Ok(Some(program))
            }
            // Ctrl-C may reach a program while it is starting.
            Err(_) if self.stop.is_set() => Ok(None),
            Err(error) => Err(not_started(self.words, &error)),
        }
    }

    /// Runs one round, whose first line has this number.
    fn round(
        &self,
        running: &mut Program,
        lines: &[String],
        first: usize,
        end_of_input: EndOfInput,
    ) -> Result<RoundEnd, ProgramFault> {
        let linger = if self.mode == ReadingMode::Unknown { LINGER } else { Duration::ZERO };
        let text = lines.iter().fold(String::new(), |text, line| text + line + "\n");
        let asked = Exchange {
            lines: &text,
            answers: lines.len(),
            longest_answer: self.protocol.longest_answer(),
            end_of_input,
            patience: self.patience,
            linger,
            stop: self.stop,
        };
        let mut replies = Vec::with_capacity(lines.len());
        let mut refused = None;
        let stopped = running.exchange(asked, &mut |answer| {
            let reply = self.protocol.reply(answer, first + replies.len());
            match reply {
                Some(reply) => {
                    replies.push(reply);
                    self.listener.inspect(|listener| listener(reply));
                }
                None => refused = Some(answer.to_owned()),
            }
            reply.is_some()
        })?;
        let next = || lines.get(replies.len()).cloned().unwrap_or_default();
        let number = first + replies.len();
        Err(match stopped {
            Stopped::Answered => return Ok(RoundEnd::Answered(replies)),
            Stopped::Ended(status) => return Ok(RoundEnd::Ended { replies, status }),
            Stopped::Interrupted => return Ok(RoundEnd::Interrupted),
            Stopped::TooMany => ProgramFault::TooMany { lines: lines.len() },
            Stopped::Refused => self.protocol.refusal(number, refused.unwrap_or_default(), next()),
            Stopped::TooLong(start) => {
                ProgramFault::TooLong { number, longest: asked.longest_answer, start }
            }
            Stopped::Silent { input_ended } => {
                ProgramFault::Silent { seconds: seconds(self.patience), input_ended, next: next() }
            }
        })
    }
}

/// How a round ended without a violation of the protocol.
enum RoundEnd {
    Answered(Vec<OwnReply>),
    Ended { replies: Vec<OwnReply>, status: Option<ExitStatus> },
    Interrupted,
}

/// How a program ended during a round.
struct ProgramEnd<'a> {
    lines: &'a [String],
    /// How many of them it has answered.
    answers: usize,
    status: Option<ExitStatus>,
    /// The last line of its standard error.
    last: String,
    /// Its last answer.
    before: Option<OwnReply>,
}

impl ProgramEnd<'_> {
    /// Whether it may have exited on purpose. An exit status other than 0 may be its answer, if it
    /// wrote nothing to standard error.
    fn is_in_order(&self) -> bool {
        let is_silent = self.last.is_empty();
        let is_so = |it: ExitStatus| it.success() || (is_silent && it.code().is_some());
        self.status.is_some_and(is_so)
    }

    /// A crash if its status says so, otherwise a fault.
    fn with_lines_unanswered(self) -> Result<Asked, ProgramFault> {
        let Self { lines, answers, status, last, before } = self;
        if let Some(failed) = status.filter(|status| !status.success()) {
            let crash = Crash::new(how_it_ended(status), &last, failed.code().is_none());
            return Ok(Asked::Crashed(Crash { answers, before, ..crash }));
        }
        let next = lines.get(answers).cloned().unwrap_or_default();
        Err(ProgramFault::Ended { answers, lines: lines.len(), status, next })
    }
}

/// `5`, `0.5`.
fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn not_started(words: &CommandWords, error: &io::Error) -> ProgramFault {
    let all: Vec<String> =
        words.iter().map(|word| hitscan_core::scene::printable(&word.to_string_lossy())).collect();
    let why = match error.kind() {
        io::ErrorKind::NotFound => "no such program".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => hitscan_core::scene::printable(&error.to_string()),
    };
    let program = all.first().cloned().unwrap_or_default();
    let instead = interpreter(&program).map(|with| format!("{with} {}", all.join(" ")));
    ProgramFault::NotStarted { program, why, instead }
}

/// The interpreter for files with this extension, which are not executable themselves.
fn interpreter(program: &str) -> Option<&'static str> {
    const INTERPRETERS: [(&str, &str); 6] = [
        (".py", "python3"),
        (".js", "node"),
        (".java", "java"),
        (".sh", "sh"),
        (".awk", "awk -f"),
        (".rb", "ruby"),
    ];
    INTERPRETERS.iter().find(|(ending, _)| program.ends_with(ending)).map(|(_, with)| *with)
}
