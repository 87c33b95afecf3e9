//! Asking a program, round by round.
//!
//! A program may answer line by line as it reads (live), read all lines before
//! it answers (a batch), or answer one line and end (single). The first round
//! shows which; every later one is asked that way.

use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use super::fault::{Fault, how_it_ended};
use super::{EndOfInput, Exchange, Program, Remarks, Stop, Stopped, Words};
use hitscan_core::methods::Reply;
use hitscan_core::scene::excerpt;
use serde_json::Value;

/// How long the first round is watched for answers to nothing.
const LINGER: Duration = Duration::from_millis(50);

/// What lines and answers look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Protocol {
    /// Words and numbers
    Text,
    /// Lines for `hitscan query`, and answers like its own
    Ndjson,
}

/// How a program takes lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Not known before the first round.
    Unknown,
    /// It answers as it reads.
    Live,
    /// It answers at the end of its input.
    Batch,
    /// It answers one line, and ends.
    Single,
}

/// Hears each answer when it comes.
pub type Listener<'a> = &'a dyn Fn(Reply);

/// A program that is asked.
pub struct Asker<'a> {
    words: &'a Words,
    protocol: Protocol,
    patience: Duration,
    stop: Stop<'a>,
    mode: Mode,
    running: Option<Program>,
    /// What earlier runs have said on standard error.
    remarks: Remarks,
    listener: Option<Listener<'a>>,
}

/// How a round ended.
#[derive(Debug)]
pub enum Asked {
    /// With an answer to each line.
    Answered(Vec<Reply>),
    /// With a crash, lines unanswered.
    Crashed {
        /// The last line on its standard error, else the signal that ended it, if one did.
        last: String,
        /// How it ended: `status 1`, `SIGSEGV`.
        how: String,
    },
    /// By the user, or because its time was over.
    Interrupted,
}

impl Protocol {
    /// The longest answer in bytes.
    #[must_use]
    pub const fn longest_answer(self) -> usize {
        match self {
            Self::Text => 200,
            // An answer of `hitscan query` for polygons of many vertices.
            Self::Ndjson => 64 << 10,
        }
    }

    fn reply(self, answer: &str, number: usize) -> Option<Reply> {
        match self {
            Self::Text => Reply::from_text(answer),
            Self::Ndjson => Reply::from_json(answer, &number.to_string()),
        }
    }

    /// What is wrong with a line that is no answer.
    fn refusal(self, number: usize, answer: String, line: String) -> Fault {
        let json = serde_json::from_str::<Value>(&answer).ok().filter(Value::is_object);
        match (self, json) {
            (Self::Text, Some(_)) => Fault::OtherProtocol { number, answer, other: "ndjson" },
            (Self::Text, None) => Fault::NoAnswer { number, answer, line },
            (Self::Ndjson, None) if Reply::from_text(&answer).is_some() => {
                Fault::OtherProtocol { number, answer, other: "text" }
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
                Fault::NoJsonAnswer { number, what }
            }
        }
    }
}

impl<'a> Asker<'a> {
    /// A program that has not been started yet.
    #[must_use]
    pub fn new(words: &'a Words, protocol: Protocol, patience: Duration, stop: Stop<'a>) -> Self {
        let remarks = Remarks::default();
        let (mode, running, listener) = (Mode::Unknown, None, None);
        Self { words, protocol, patience, stop, mode, running, remarks, listener }
    }

    /// Tells each answer to a listener, too, when it comes.
    #[must_use]
    pub const fn heard_by(mut self, listener: Listener<'a>) -> Self {
        self.listener = Some(listener);
        self
    }

    /// How the program takes lines, as far as is known.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// What it has said on standard error so far.
    #[must_use]
    pub fn remarks(&self) -> Remarks {
        let mut all = self.remarks.clone();
        if let Some(running) = &self.running {
            all.add(running.remarks());
        }
        all
    }

    /// Ends rounds from then on, until told otherwise.
    pub const fn end_rounds_at(&mut self, deadline: Option<Instant>) {
        self.stop.deadline = deadline;
    }

    /// Whether the user wants no more answers.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_asked_for()
    }

    /// Asks lines, the ids of which count from 1 where the protocol has ids.
    ///
    /// # Errors
    /// When the program does not keep to the protocol.
    pub fn ask(&mut self, lines: &[String]) -> Result<Asked, Fault> {
        match self.ask_in_one_round(lines)? {
            Some(asked) => Ok(asked),
            None => self.ask_each(lines),
        }
    }

    /// Asks lines, unless the program would have to be started for each; then it gives
    /// none.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub fn ask_in_one_round(&mut self, lines: &[String]) -> Result<Option<Asked>, Fault> {
        match self.mode {
            Mode::Single => Ok(None),
            Mode::Unknown | Mode::Live | Mode::Batch => self.ask_together(lines),
        }
    }

    /// Asks one line of a program that has read nothing else.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub fn ask_alone(&mut self, line: &str) -> Result<Asked, Fault> {
        self.end();
        let mode = self.mode;
        if mode != Mode::Single {
            self.mode = Mode::Batch;
        }
        let asked = self.ask(&[line.to_owned()]);
        self.mode = mode;
        asked
    }

    /// The line that the program crashes on when it is asked alone, if there is
    /// one: the lines are halved until one is left.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub fn crashes_on(&mut self, lines: &[String]) -> Result<Option<usize>, Fault> {
        let mut range = 0..lines.len();
        while range.len() > 1 {
            let middle = range.start + range.len() / 2;
            let halves = [range.start..middle, middle..range.end];
            let mut crashing = None;
            for half in halves {
                self.end();
                if let Asked::Crashed { .. } = self.ask(&lines[half.clone()])? {
                    crashing = Some(half);
                    break;
                }
            }
            match crashing {
                Some(half) => range = half,
                None => return Ok(None),
            }
        }
        let crashes = matches!(self.ask_alone(&lines[range.start])?, Asked::Crashed { .. });
        Ok(crashes.then_some(range.start))
    }

    /// Keeps these remarks alone: what later runs have said was the same again.
    pub fn keep_remarks(&mut self, remarks: Remarks) {
        self.running = None;
        self.remarks = remarks;
    }

    /// Ends the program that runs, and gives the last line of its standard error.
    pub fn end(&mut self) -> String {
        let Some(program) = self.running.take() else { return String::new() };
        self.remarks.add(program.remarks());
        program.remarks().last().to_owned()
    }

    /// One round; none if the program has answered one line of several, and ended.
    fn ask_together(&mut self, lines: &[String]) -> Result<Option<Asked>, Fault> {
        let mut running = match self.running.take() {
            Some(running) if !running.has_ended_input() => running,
            _ => match self.start()? {
                Some(running) => running,
                None => return Ok(Some(Asked::Interrupted)),
            },
        };
        let end_of_input =
            if self.mode == Mode::Batch { EndOfInput::AtOnce } else { EndOfInput::WhenSilent };
        let round = self.round(&mut running, lines, end_of_input)?;
        self.running = Some(running);
        match round {
            RoundEnd::Ended { replies, .. } if replies.len() == lines.len() => {
                self.end();
                self.mode = Mode::Batch;
                Ok(Some(Asked::Answered(replies)))
            }
            RoundEnd::Ended { replies, status } => {
                let last = self.end();
                let is_success = status.is_some_and(|status| status.success());
                let may_be_single = self.mode != Mode::Live && lines.len() > 1;
                if may_be_single && replies.len() == 1 && is_success {
                    self.mode = Mode::Single;
                    return Ok(None);
                }
                unanswered(lines, replies.len(), status, last).map(Some)
            }
            RoundEnd::Answered(replies) => {
                self.mode = Mode::Live;
                Ok(Some(Asked::Answered(replies)))
            }
            RoundEnd::Interrupted => Ok(Some(Asked::Interrupted)),
        }
    }

    /// Starts the program for each line.
    fn ask_each(&mut self, lines: &[String]) -> Result<Asked, Fault> {
        let mut all = Vec::with_capacity(lines.len());
        for (index, line) in lines.iter().enumerate() {
            let Some(mut running) = self.start()? else { return Ok(Asked::Interrupted) };
            let line = std::slice::from_ref(line);
            let round = self.round_from(&mut running, line, index + 1, EndOfInput::AtOnce)?;
            self.remarks.add(running.remarks());
            match round {
                RoundEnd::Answered(replies) => all.extend(replies),
                RoundEnd::Ended { replies, .. } if !replies.is_empty() => all.extend(replies),
                RoundEnd::Ended { status, .. } => {
                    let last = running.remarks().last().to_owned();
                    return unanswered(line, 0, status, last);
                }
                RoundEnd::Interrupted => return Ok(Asked::Interrupted),
            }
        }
        Ok(Asked::Answered(all))
    }

    /// Starts the program, unless no answers are wanted any more.
    fn start(&self) -> Result<Option<Program>, Fault> {
        if self.stop.is_set() {
            return Ok(None);
        }
        match self.words.start() {
            Ok(program) => Ok(Some(program)),
            // Ctrl-C reaches a program that has not begun.
            Err(_) if self.stop.is_set() => Ok(None),
            Err(error) => Err(not_started(self.words, &error)),
        }
    }

    fn round(
        &self,
        running: &mut Program,
        lines: &[String],
        end_of_input: EndOfInput,
    ) -> Result<RoundEnd, Fault> {
        self.round_from(running, lines, 1, end_of_input)
    }

    /// One round, whose first line has this number.
    fn round_from(
        &self,
        running: &mut Program,
        lines: &[String],
        first: usize,
        end_of_input: EndOfInput,
    ) -> Result<RoundEnd, Fault> {
        let linger = if self.mode == Mode::Unknown { LINGER } else { Duration::ZERO };
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
            Stopped::TooMany => Fault::TooMany { lines: lines.len() },
            Stopped::Refused => self.protocol.refusal(number, refused.unwrap_or_default(), next()),
            Stopped::TooLong(start) => {
                Fault::TooLong { number, longest: asked.longest_answer, start }
            }
            Stopped::Silent { input_ended } => {
                Fault::Silent { seconds: seconds(self.patience), input_ended, next: next() }
            }
        })
    }
}

/// How a round ended that keeps to the protocol.
enum RoundEnd {
    Answered(Vec<Reply>),
    Ended { replies: Vec<Reply>, status: Option<ExitStatus> },
    Interrupted,
}

/// A program that ended with lines unanswered: a crash if its status says so.
fn unanswered(
    lines: &[String],
    answers: usize,
    status: Option<ExitStatus>,
    last: String,
) -> Result<Asked, Fault> {
    if let Some(failed) = status.filter(|status| !status.success()) {
        let how = how_it_ended(status);
        let last = if last.is_empty() && failed.code().is_none() { how.clone() } else { last };
        return Ok(Asked::Crashed { last, how });
    }
    let next = lines.get(answers).cloned().unwrap_or_default();
    Err(Fault::Ended { answers, lines: lines.len(), status, next })
}

/// `5`, `0.5`.
fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn not_started(words: &Words, error: &io::Error) -> Fault {
    let all: Vec<String> =
        words.iter().map(|word| hitscan_core::scene::printable(&word.to_string_lossy())).collect();
    let why = match error.kind() {
        io::ErrorKind::NotFound => "no such program".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => hitscan_core::scene::printable(&error.to_string()),
    };
    let program = all.first().cloned().unwrap_or_default();
    let instead = interpreter(&program).map(|with| format!("{with} {}", all.join(" ")));
    Fault::NotStarted { program, why, instead }
}

/// What runs files with this ending, which are no programs themselves.
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
