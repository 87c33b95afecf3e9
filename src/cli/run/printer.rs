//! Tests and answers as lines of text, or as one JSON object a line.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};

use super::{Format, Methods, Options, Talk};
use crate::cli::check;
use crate::cli::query::Flush;
use crate::methods::{Contact, frame_verdicts, verdicts};
use crate::scene::printable;
use crate::script::expect::Finding;
use crate::script::ndjson::{self, Test, write_object, write_query, write_test};
use crate::script::{LogFilter, Page, Pair, Prediction, Watch};
use crate::term::Charset;
use crate::words::why::{Page as WhyPage, Role};
use crate::words::{hit_word, line_names, object_line, test_line, worth};
use crate::world::{Axes, History, Object, ObjectId, Outcome, Record};

/// How much is gathered before it is written in blocks.
const BLOCK_BYTES: usize = 64 * 1024;

/// Writes what happens.
pub(super) struct Printer<W> {
    output: W,
    options: Options,
    pending: String,
    /// What went wrong with the writing while nobody could be told.
    fault: Option<io::Error>,
    pub(super) log: LogFilter,
    pub(super) filter: String,
    contact: Contact,
    /// The pairs of the records that are kept of the change being made.
    kept_now: Vec<[ObjectId; 2]>,
    /// Lines since a command began.
    told: u64,
}

impl<W: Write> Watch for Printer<W> {
    fn kept(&mut self, record: &Record) {
        if self.log == LogFilter::All {
            self.kept_now.push([record.a.id, record.b.id]);
        }
        if self.log != LogFilter::Hits || record.outcome != Outcome::Miss {
            self.test(&Test::from(record));
        }
    }

    fn made(&mut self, history: &History) {
        if self.log != LogFilter::All {
            return;
        }
        let frame = history.world().frame();
        let kept = std::mem::take(&mut self.kept_now);
        let is_kept = |a, b| kept.iter().any(|&pair| pair == [a, b] || pair == [b, a]);
        for (a, b, judgement) in history.judged_pairs().filter(|(a, b, _)| !is_kept(a.id, b.id)) {
            let (a, b, judgement) = (&a, &b, &judgement);
            self.test(&Test { seq: None, frame, a, b, judgement: *judgement });
        }
    }
}

impl<W: Write> Printer<W> {
    pub(super) fn new(output: W, options: Options) -> Self {
        Self {
            output,
            options,
            pending: String::new(),
            fault: None,
            log: options.log,
            filter: String::new(),
            contact: Contact::default(),
            kept_now: Vec::new(),
            told: 0,
        }
    }

    /// A command begins, under this setting of the two box methods.
    pub(super) fn begin(&mut self, contact: Contact) {
        self.contact = contact;
        self.told = 0;
    }

    /// Asks for a command: a text with no end of line.
    pub(super) fn prompt(&mut self, text: &str) -> io::Result<()> {
        self.pending.push_str(text);
        self.flush()
    }

    /// Whether somebody waits for an answer and has not got any yet.
    pub(super) fn owes_an_answer(&self) -> bool {
        self.options.talk == Talk::Answers && self.told == 0
    }

    /// Says what went wrong with the writing since it was last asked.
    pub(super) fn check(&mut self) -> io::Result<()> {
        self.fault.take().map_or(Ok(()), Err)
    }

    /// All that was told leaves.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.leave();
        self.check()?;
        self.output.flush()
    }

    fn leave(&mut self) {
        if self.fault.is_none() {
            self.fault = self.output.write_all(self.pending.as_bytes()).err();
        }
        self.pending.clear();
    }

    /// The line that was written is whole.
    fn told(&mut self) {
        self.told += 1;
        if self.options.flush == Flush::EachLine {
            self.leave();
            if self.fault.is_none() {
                self.fault = self.output.flush().err();
            }
        } else if self.pending.len() >= BLOCK_BYTES {
            self.leave();
        }
    }

    fn test(&mut self, test: &Test<'_>) {
        let line = || test_line(test.a, test.b, &test.judgement);
        if !self.filter.is_empty() && !line_names(&line(), &self.filter) {
            return;
        }
        match (self.options.format, self.options.methods) {
            (Format::Ndjson, Methods::Omitted) => {
                write_test(test, ndjson::Methods::Omitted, &mut self.pending);
            }
            (Format::Ndjson, Methods::Said) => {
                let methods = ndjson::Methods::Said(self.contact);
                write_test(test, methods, &mut self.pending);
            }
            (Format::Text, methods) => {
                self.pending.push_str(&line());
                self.pending.push('\n');
                if methods == Methods::Said {
                    self.methods(test);
                }
            }
        }
        self.told();
    }

    /// What every method says, a line each.
    fn methods(&mut self, test: &Test<'_>) {
        let Test { a, b, judgement, .. } = test;
        let mut row = |id: &str, arithmetic: &str, says: &str, worth: &str| {
            let _ = writeln!(self.pending, "  {id} {arithmetic}{says} {worth}");
        };
        for found in verdicts(&a.shape, &b.shape, &judgement.meeting, self.contact) {
            let arithmetic = format!("{} ", found.arithmetic.token());
            let worth = worth(found.against, found.reason);
            row(found.method.id(), &arithmetic, hit_word(found.hit), &worth);
        }
        if let Some([a, b]) = judgement.frame.filter(|[a, b]| a.motion != b.motion) {
            let found = frame_verdicts(&a, &b);
            let (velocity, corner) = (found.relative_velocity, found.predict_corner);
            let worth_of = worth(velocity.against, velocity.reason);
            row("relative-velocity", "", velocity.named.token(), &worth_of);
            let worth_of = worth(corner.against, corner.reason);
            row("predict-corner", "", corner.named.token(), &worth_of);
        }
    }

    /// A line of text, or an event with a message.
    pub(super) fn note(&mut self, message: &str) {
        match self.options.format {
            Format::Text => self.line(message),
            Format::Ndjson => self.event("note", None, message),
        }
    }

    /// What is wrong with a command, and in which line it stands.
    pub(super) fn error(&mut self, line: Option<u64>, message: &str) {
        match (self.options.format, line) {
            (Format::Text, Some(line)) => self.line(&format!("ERROR line {line}: {message}")),
            (Format::Text, None) => self.line(&format!("ERROR {message}")),
            (Format::Ndjson, line) => self.event("error", line, message),
        }
    }

    fn event(&mut self, event: &str, line: Option<u64>, message: &str) {
        let _ = write!(self.pending, "{{\"event\":\"{event}\"");
        if let Some(line) = line {
            let _ = write!(self.pending, ",\"line\":{line}");
        }
        self.pending.push_str(",\"message\":");
        check::json_text(message, &mut self.pending);
        self.pending.push_str("}\n");
        self.told();
    }

    fn line(&mut self, text: &str) {
        let text = printable(text);
        match self.options.charset {
            Charset::Utf8 => self.pending.push_str(&text),
            Charset::Ascii => self.pending.extend(text.chars().map(ascii)),
        }
        self.pending.push('\n');
        self.told();
    }

    pub(super) fn object(&mut self, object: &Object, axes: Axes) {
        match self.options.format {
            Format::Ndjson => {
                write_object(object, axes, &mut self.pending);
                self.told();
            }
            Format::Text => self.line(&object_line(object, axes)),
        }
    }

    pub(super) fn query(&mut self, pair: &Pair) {
        write_query(pair, &mut self.pending);
        self.told();
    }

    pub(super) fn why(&mut self, pair: &Pair, about: Page, page: &WhyPage) {
        let lines = page.lines.iter().filter(|line| line.role != Role::Keys);
        match self.options.format {
            Format::Text => {
                for line in lines {
                    let mark = if line.role == Role::Deciding { ">" } else { " " };
                    self.line(format!("{mark}{}", line.text).trim_end());
                }
            }
            Format::Ndjson => {
                let (a, b) = (pair.a.name, pair.b.name);
                let about = about.token();
                let _ = write!(
                    self.pending,
                    "{{\"event\":\"why\",\"a\":\"{a}\",\"b\":\"{b}\",\"about\":\"{about}\",\"lines\":["
                );
                for (index, line) in lines.enumerate() {
                    self.pending.push_str(if index == 0 { "" } else { "," });
                    check::json_text(line.text.trim_end(), &mut self.pending);
                }
                self.pending.push_str("]}\n");
                self.told();
            }
        }
    }

    pub(super) fn finding(&mut self, number: usize, finding: &Finding) {
        match self.options.format {
            Format::Text => {
                for line in finding.lines(number) {
                    self.line(&line);
                }
            }
            Format::Ndjson => {
                self.pending.push_str("{\"event\":\"expect\"");
                check::write_finding(finding, &mut self.pending);
                self.told();
            }
        }
    }

    pub(super) fn prediction(&mut self, prediction: &Prediction) {
        let Prediction { pair, said: (outcome, side), is_right } = prediction;
        let (a, b) = (pair.a.name, pair.b.name);
        let (said, truth) = (outcome.token(), pair.judgement.outcome.token());
        let named = pair.judgement.named();
        match self.options.format {
            Format::Text => {
                let right = if *is_right { "RIGHT" } else { "WRONG" };
                let truth = test_line(&pair.a, &pair.b, &pair.judgement);
                self.line(&format!("{right} {truth}"));
            }
            Format::Ndjson => {
                let quoted = |side: &dyn Display| format!("\"{side}\"");
                let side = side.as_ref().map_or("null".to_owned(), |side| quoted(side));
                let _ = writeln!(
                    self.pending,
                    "{{\"event\":\"predict\",\"a\":\"{a}\",\"b\":\"{b}\",\"said\":\"{said}\",\
                     \"side\":{side},\"result\":\"{truth}\",\"named\":{},\"right\":{is_right}}}",
                    quoted(&named)
                );
                self.told();
            }
        }
    }
}

/// What stands for a character where there is nothing but ASCII.
const fn ascii(c: char) -> char {
    match c {
        '≈' => '~',
        '°' => 'd',
        '≤' => '<',
        '…' => '.',
        c if c.is_ascii() => c,
        _ => '?',
    }
}
