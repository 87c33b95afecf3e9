//! Prints tests and answers as lines of text, or as one JSON object a line.

use std::fmt::Write as _;
use std::io;
use std::io::Write;

use super::line_width::NO_BREAK;
use super::{Format, RunOptions};
use crate::cli::query::Flush;
use crate::term::Charset;
use hitscan_core::command::{LogFilter, PredictMode, WhySubject, described};
use hitscan_core::engine::expect::Finding;
use hitscan_core::engine::ndjson::{Test, write_line, write_query, write_test};
use hitscan_core::engine::{
    Compared, Engine, Event, GameOver, LogQuery, Pair, Prediction, Ray, ndjson,
};
use hitscan_core::methods::{Agreement, BoundaryRule, Requested};
use hitscan_core::scene::printable;
use hitscan_core::words;
use hitscan_core::words::lines::without_japanese;
use hitscan_core::words::why::{Mark, WhyPage};
use hitscan_core::words::{agreement, broad_phase_counts, hit_word, test_line, written_order};
use hitscan_core::world::{
    BroadPhaseCounts, Change, Entered, History, Object, ObjectId, Record, Settings,
};
use serde::Serialize;

/// How much output to collect before it is written, in block mode.
const BLOCK_BYTES: usize = 64 * 1024;

/// Prints what happens.
pub(super) struct Printer<W> {
    output: W,
    options: RunOptions,
    pending: String,
    /// The first write error, until it can be returned.
    fault: Option<io::Error>,
    pub(super) log: LogQuery,
    boundary_rule: BoundaryRule,
    selected: Option<ObjectId>,
    /// The pairs with records in the change being made.
    kept_now: Vec<[ObjectId; 2]>,
    /// The number of lines since the command began.
    told: u64,
    /// Tests that may not be printed yet, in order; only if answers are covered.
    held: Vec<CoveredTest>,
    /// Whether output is being set aside.
    is_aside: bool,
}

/// Output that was set aside.
#[derive(Default)]
pub(super) struct Aside {
    text: String,
    held: Vec<CoveredTest>,
}

/// A test, formatted to be printed later.
struct CoveredTest {
    frame: u64,
    ids: [ObjectId; 2],
    text: String,
}

impl<W: Write> Printer<W> {
    /// Prints an event of a command.
    pub(super) fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::Tested(record, _) => self.record(record),
            Event::Entered(entered) => self.entered(entered),
            Event::GameOver(over) => self.game_over(over),
            Event::Changed(sandbox) => {
                self.unchanged(sandbox.history());
                self.frame_stats(sandbox.history());
            }
            Event::Working(_)
            | Event::DroppedAhead(_)
            | Event::Travelled(_)
            | Event::SettingsChanged(_)
            | Event::AllBroken
            | Event::RemadeForMemory(_)
            | Event::Begins(..)
            | Event::Noted(..) => {}
        }
    }

    fn record(&mut self, record: &Record) {
        if self.log.filter == LogFilter::All {
            self.kept_now.push([record.a.id, record.b.id]);
        }
        let is_wrong = |record: &Record| {
            Pair::from(record).agreement(Compared::default(), self.boundary_rule)
                == Some(Agreement::Wrong)
        };
        if self.log.shows(record, self.selected, is_wrong) {
            self.test(&Test::from(record));
        }
    }

    fn entered(&mut self, entered: &Entered) {
        match self.options.format {
            Format::Text => self.line(&words::entered_line(entered)),
            Format::Ndjson => self.written(|out| ndjson::write_entered(entered, out)),
        }
    }

    fn game_over(&mut self, over: &GameOver) {
        match self.options.format {
            Format::Text => self.line(&format!("note {}", over.line())),
            Format::Ndjson => self.written(|out| ndjson::write_game_over(over, out)),
        }
    }

    /// Prints tests of a change without records, and contacts that merely continue.
    fn unchanged(&mut self, history: &History) {
        if self.log.filter != LogFilter::All {
            return;
        }
        let frame = history.world().frame();
        let kept = std::mem::take(&mut self.kept_now);
        let is_kept = |[a, b]: [ObjectId; 2]| kept.contains(&[a, b]) || kept.contains(&[b, a]);
        for pair in history.unrecorded(is_kept) {
            if self.log.names_test(&pair) {
                let Pair { a, b, pair_result } = pair;
                self.test(&Test { seq: None, frame, a: &a, b: &b, pair_result });
            }
        }
    }

    pub(super) fn new(output: W, options: RunOptions, log: &LogQuery) -> Self {
        Self {
            output,
            options,
            pending: String::new(),
            fault: None,
            log: log.clone(),
            boundary_rule: BoundaryRule::default(),
            selected: None,
            kept_now: Vec::new(),
            told: 0,
            held: Vec::new(),
            is_aside: false,
        }
    }

    /// Sets aside what `print` prints, so that it can be printed later or not at all.
    pub(super) fn aside<T>(&mut self, print: impl FnOnce(&mut Self) -> T) -> (T, Aside) {
        let (before, held) = (std::mem::take(&mut self.pending), self.held.len());
        self.is_aside = true;
        let done = print(self);
        self.is_aside = false;
        let text = std::mem::replace(&mut self.pending, before);
        // A new frame may have released some of them.
        let held = self.held.split_off(held.min(self.held.len()));
        (done, Aside { text, held })
    }

    /// Prints what was set aside.
    pub(super) fn tell_aside(&mut self, aside: Aside) {
        self.pending.push_str(&aside.text);
        self.held.extend(aside.held);
        self.told();
    }

    /// The maximum width of a page, whose rows begin with a mark.
    pub(super) fn page_cols(&self, most: usize) -> usize {
        const LEAST: usize = 30;
        let cells = self.options.width.cells();
        cells.map_or(most, |cells| cells.saturating_sub(1).clamp(LEAST, most))
    }

    /// Notes that a command begins.
    pub(super) fn begin(&mut self, engine: &Engine) {
        self.boundary_rule = engine.world().settings().boundary_rule;
        self.selected = engine.sandbox().selection().map(|(id, _)| id);
        self.told = 0;
    }

    /// Prints a prompt, without a line feed.
    pub(super) fn prompt(&mut self, text: &str) -> io::Result<()> {
        self.pending.push_str(text);
        self.flush()
    }

    /// Ends a line that the terminal has begun.
    pub(super) fn end_line(&mut self) {
        self.pending.push('\n');
    }

    /// Whether the user waits for an answer and has had none yet.
    pub(super) fn owes_an_answer(&self) -> bool {
        self.options.talks && self.is_silent()
    }

    /// Whether nothing was printed since the command began.
    pub(super) const fn is_silent(&self) -> bool {
        self.told == 0
    }

    /// Whether people read the output, not programs.
    pub(super) fn is_text(&self) -> bool {
        self.options.format == Format::Text
    }

    /// Returns the first write error since the last call.
    pub(super) fn check(&mut self) -> io::Result<()> {
        self.fault.take().map_or(Ok(()), Err)
    }

    /// Writes all pending output, and flushes.
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

    /// Notes that a line is complete, and writes it if it is time to.
    fn told(&mut self) {
        self.told += 1;
        if self.is_aside {
            return;
        }
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
        if !self.options.predicts {
            let mut pending = std::mem::take(&mut self.pending);
            self.write_test(test, &mut pending);
            self.pending = pending;
            self.told();
            return;
        }
        // A new frame ends the question about the previous one.
        if self.held.last().is_some_and(|held| held.frame < test.frame) {
            self.tell_held(|held| held.frame >= test.frame);
        }
        let mut text = String::new();
        self.write_test(test, &mut text);
        let ids = [test.a.id, test.b.id];
        self.held.push(CoveredTest { frame: test.frame, ids, text });
    }

    fn write_test(&self, test: &Test<'_>, out: &mut String) {
        let methods = self.options.methods.as_ref();
        match self.options.format {
            Format::Ndjson => {
                let methods = methods.map(|requested| (self.boundary_rule, requested));
                write_test(test, methods, out);
            }
            Format::Text => {
                let start = out.len();
                out.push_str(&test_line(test.a, test.b, &test.pair_result));
                out.push('\n');
                if let Some(methods) = methods {
                    write(test, methods, self.boundary_rule, out);
                }
                self.options.width.break_from(start, out);
            }
        }
    }

    /// Prints tests that were held back, except those of this frame and pair, and of later frames.
    pub(super) fn uncover(&mut self, frame: u64, covered: Option<&Pair>) {
        self.tell_held(|held| {
            let is_covered = covered.is_some_and(|pair| pair.is_of(held.ids));
            held.frame > frame || held.frame == frame && is_covered
        });
    }

    /// Holds tests back from now on, or prints all.
    pub(super) fn set_predict_mode(&mut self, mode: PredictMode) {
        self.uncover_all();
        self.options.predicts = mode == PredictMode::On;
    }

    /// Prints all tests that were held back.
    pub(super) fn uncover_all(&mut self) {
        self.tell_held(|_| false);
    }

    fn tell_held(&mut self, is_kept: impl Fn(&CoveredTest) -> bool) {
        for held in std::mem::take(&mut self.held) {
            if is_kept(&held) {
                self.held.push(held);
            } else {
                self.pending.push_str(&held.text);
                self.told();
            }
        }
    }

    /// Asks for a prediction about a covered pair.
    pub(super) fn question(&mut self, frame: u64, pair: &Pair) {
        match self.options.format {
            Format::Text => {
                let (x, y) = written_order(&pair.a, &pair.b);
                self.line(&format!(
                    "frame {frame}: what is {}>{}? predict hit, touch or miss, and the side; or skip",
                    x.name, y.name
                ));
            }
            Format::Ndjson => {
                let (a, b) = (pair.a.name.as_str(), pair.b.name.as_str());
                self.event(&RunLine::Covered { frame, a, b });
            }
        }
    }

    /// A line of text, or an event with a message.
    pub(super) fn note(&mut self, message: &str) {
        match self.options.format {
            Format::Text => self.line(message),
            Format::Ndjson => {
                self.event(&RunLine::Note { message: &message.replace(NO_BREAK, " ") });
            }
        }
    }

    /// Prints what is wrong with a command, and in which line it is.
    pub(super) fn error(&mut self, line: Option<u64>, message: &str) {
        match (self.options.format, line) {
            (Format::Text, Some(line)) => self.line(&format!("ERROR line {line}: {message}")),
            (Format::Text, None) => self.line(&format!("ERROR {message}")),
            (Format::Ndjson, line) => self.event(&RunLine::Error { line, message }),
        }
    }

    /// Whether lines are in ASCII alone.
    pub(super) const fn is_ascii(&self) -> bool {
        matches!(self.options.charset, Charset::Ascii)
    }

    fn event(&mut self, event: &RunLine<'_>) {
        self.written(|out| write_line(event, out));
    }

    fn written(&mut self, write: impl FnOnce(&mut String)) {
        write(&mut self.pending);
        self.told();
    }

    fn line(&mut self, text: &str) {
        let text = printable(text);
        let text = match self.options.charset {
            Charset::Utf8 => text,
            Charset::Ascii => without_japanese(&text).chars().map(ascii).collect(),
        };
        self.options.width.write(&text, &mut self.pending);
        self.told();
    }

    pub(super) fn object(&mut self, object: &Object, settings: &Settings) {
        match self.options.format {
            Format::Ndjson => self.written(|out| ndjson::write_object(object, settings, out)),
            Format::Text => self.line(&described(object, settings)),
        }
    }

    pub(super) fn query(&mut self, pair: &Pair) {
        self.written(|out| write_query(pair, out));
    }

    pub(super) fn ray(&mut self, ray: &Ray, settings: &Settings) {
        match self.options.format {
            Format::Ndjson => self.written(|out| ndjson::write_ray(ray, settings, out)),
            Format::Text => self.line(&words::ray_line(&ray.hits)),
        }
    }

    pub(super) fn why(&mut self, pair: &Pair, about: WhySubject, page: &WhyPage) {
        match self.options.format {
            Format::Text => {
                for line in page.all_lines() {
                    let mark = if line.mark == Mark::None { " " } else { ">" };
                    self.line(format!("{mark}{}", line.text).trim_end());
                }
            }
            Format::Ndjson => {
                let (a, b) = (pair.a.name.as_str(), pair.b.name.as_str());
                let lines = page.all_lines().map(|line| line.text.trim_end()).collect();
                self.event(&RunLine::Why { a, b, about: about.token(), lines });
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
            Format::Ndjson => self.event(&RunLine::Expect(finding)),
        }
    }

    /// Prints a prediction and the truth.
    pub(super) fn prediction(&mut self, frame: u64, prediction: &Prediction) {
        if self.options.format == Format::Text {
            self.line(&prediction.worth());
            return;
        }
        let Prediction { pair, said, is_right } = prediction;
        self.event(&RunLine::Predict {
            frame,
            a: pair.a.name.as_str(),
            b: pair.b.name.as_str(),
            said: said.map(|(word, _)| word.token()),
            side: said.and_then(|(_, side)| side).map(|side| side.to_string()),
            result: pair.pair_result.outcome.token(),
            named: pair.pair_result.named().to_string(),
            right: said.map(|_| *is_right),
        });
    }
}

/// The ASCII replacement for a character.
const fn ascii(c: char) -> char {
    match c {
        '≈' => '~',
        '°' => 'd',
        '≤' => '<',
        '…' => '.',
        '·' => '|',
        // [`LineWidth`](super::LineWidth) handles it.
        NO_BREAK => NO_BREAK,
        c if c.is_ascii() => c,
        _ => '?',
    }
}

/// The NDJSON lines other than tests, objects and queries.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(super) enum RunLine<'a> {
    Covered {
        frame: u64,
        a: &'a str,
        b: &'a str,
    },
    Note {
        message: &'a str,
    },
    Error {
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<u64>,
        message: &'a str,
    },
    Why {
        a: &'a str,
        b: &'a str,
        about: &'a str,
        lines: Vec<&'a str>,
    },
    Expect(&'a Finding),
    Frame {
        frame: u64,
        pairs: u64,
        candidates: u64,
        meet: usize,
    },
    Predict {
        frame: u64,
        a: &'a str,
        b: &'a str,
        said: Option<&'static str>,
        side: Option<String>,
        result: &'static str,
        named: String,
        right: Option<bool>,
    },
}

impl<W: Write> Printer<W> {
    /// Prints a line after each frame, if requested.
    fn frame_stats(&mut self, history: &History) {
        let is_frame = history.last_change().is_some_and(Change::is_frame);
        if !self.options.prints_stats || !is_frame {
            return;
        }
        let frame = history.world().frame();
        let Some(counts) = history.world().broad_phase_counts() else { return };
        match self.options.format {
            Format::Text => self.line(&format!("frame {frame}: {}", broad_phase_counts(&counts))),
            Format::Ndjson => {
                let hitscan_geom::broad_phase::Counts { pairs, candidates, meet } = counts.counts;
                self.event(&RunLine::Frame { frame, pairs, candidates, meet });
            }
        }
    }

    /// Prints a line below the objects of a scene. In NDJSON `describe` prints only objects.
    pub(super) fn described_broad_phase(&mut self, counts: &BroadPhaseCounts) {
        if self.options.format == Format::Text {
            self.line(&broad_phase_counts(counts));
        }
    }
}

/// Writes the answer of every listed or requested method, one per line.
fn write(test: &Test<'_>, requested: &Requested, boundary_rule: BoundaryRule, out: &mut String) {
    let Test { a, b, pair_result, .. } = test;
    for found in a.verdicts(b, requested, &pair_result.meeting, boundary_rule) {
        let (id, arithmetic) = (found.method.id(), found.arithmetic.token());
        let (answer, compared) = (hit_word(found.hit), agreement(found.agreement, found.reason));
        let _ = writeln!(out, "  {id} {arithmetic} {answer} {compared}");
    }
    if let Some([a, b]) = pair_result.frame.filter(|[a, b]| a.motion() != b.motion()) {
        for found in requested.frame_verdicts(&a, &b).sides {
            let (id, answer) = (found.method.id(), found.claim.label);
            let _ = writeln!(out, "  {id} {answer} {}", agreement(found.agreement, found.reason));
        }
    }
}
