//! Presents the outcomes of commands in `hitscan run`.

use std::io::Write;
use std::ops::ControlFlow::{self, Continue};
use std::path::Path;

use super::session::{Questions, Session};
use crate::cli::ExitStatus;
use crate::host::{EffectReport, NotWritten, Presenter, Recovered, carry_out};
use hitscan_core::command::{COMMANDS, CommandError, PredictMode, WhySubject};
use hitscan_core::engine::{Effect, Engine, Finding, Leaving, Outcome, Pair, Show, Tell};
use hitscan_core::methods::Arithmetic;
use hitscan_core::words::why::{Medium, PageSubject, page};
use hitscan_core::words::{new_start, no_longer_hold, nothing_expected, saved};

/// The width of pages of Why.
const PAGE_COLS: usize = 80;

impl<W: Write> Session<W> {
    /// Presents the outcome of a command, and carries out its effect.
    pub(super) fn present(&mut self, outcome: Outcome) -> Result<ControlFlow<()>, CommandError> {
        match outcome {
            Outcome::Done | Outcome::Selected | Outcome::Emptied => {}
            Outcome::Stopped { why, .. } | Outcome::Interrupted(why) => {
                if self.interruption.is_raised() {
                    // The terminal has echoed the pressed key.
                    self.printer.end_line();
                    self.interruption.heed();
                }
                self.refuse(&why.to_string());
            }
            Outcome::Nothing(why) => self.printer.note(why),
            Outcome::Covered => {
                let why = "covered until you say what it is: predict hit, touch or miss; or skip";
                return Err(CommandError::new(why));
            }
            Outcome::NeedsFile(command) => {
                let why = format!("this scene has no file yet: {command} FILE.toml");
                return Err(CommandError::new(why));
            }
            // Line by line there are no confirmations.
            Outcome::Confirm(leaving) => {
                return self.engine.leave(leaving).and_then(|o| self.present(o));
            }
            Outcome::Show(show) => self.show(show),
            Outcome::Effect(effect) => {
                let mut files = std::mem::take(&mut self.files);
                let next = carry_out(effect, self, &mut files);
                self.files = files;
                return Ok(next);
            }
        }
        Ok(Continue(()))
    }

    fn show(&mut self, show: Show) {
        match show {
            Show::Objects(objects, counts) => {
                let settings = self.engine.sandbox().world().settings();
                for object in &objects {
                    self.printer.object(object, settings);
                }
                if let Some(counts) = counts {
                    self.printer.described_broad_phase(&counts);
                }
            }
            Show::Query(pair) => self.printer.query(&pair),
            Show::Ray(ray) => {
                self.printer.ray(&ray, self.engine.sandbox().world().settings());
            }
            Show::Why { pair, page } => self.show_why(&pair, page),
            Show::Findings(findings) => self.show_findings(&findings),
            Show::Expected(noted) if self.printer.owes_an_answer() => {
                self.printer.note(&format!("{noted}: the scene has it now; save keeps it"));
            }
            Show::PredictMode(mode, score) => {
                self.questions = Questions::default();
                self.printer.set_predict_mode(mode);
                let is_over = mode == PredictMode::Off && score.made > 0;
                if is_over && self.printer.owes_an_answer() {
                    self.printer.note(&score.line());
                }
            }
            // A session of lines has no map.
            Show::Expected(_) | Show::Method | Show::Map(_) => {}
            Show::Prediction(prediction) => {
                let frame = self.engine.sandbox().world().frame();
                self.printer.prediction(frame, &prediction);
            }
            Show::Log => self.printer.log = self.engine.log_query().clone(),
            Show::Help(topics) if topics.is_empty() => {
                for spec in COMMANDS {
                    self.printer.note(&spec.line());
                }
            }
            Show::Help(topics) => {
                for topic in topics {
                    self.printer.note(&topic.line());
                }
            }
        }
    }

    fn show_why(&mut self, pair: &Pair, about: WhySubject) {
        let settings = self.engine.sandbox().world().settings();
        let subject = PageSubject {
            a: &pair.a,
            b: &pair.b,
            pair_result: &pair.pair_result,
            about: about.method(),
            arithmetic: Arithmetic::Exact,
            settings,
            answers_by: settings.answers_by(),
            is_past: false,
            scene_source: self.engine.sandbox().source(),
            is_ascii: self.printer.is_ascii(),
            next_key: None,
        };
        self.printer.why(
            pair,
            about,
            &page(&subject, Medium::Lines(self.printer.page_cols(PAGE_COLS))),
        );
    }

    fn show_findings(&mut self, findings: &[Finding]) {
        for (number, finding) in (1..).zip(findings) {
            self.printer.finding(number, finding);
            if !finding.holds() {
                self.outcome = ExitStatus::Failure;
            }
        }
        if findings.is_empty() {
            self.printer.note(nothing_expected());
        }
    }
}

impl<W: Write> Presenter for Session<W> {
    fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    fn listener(&mut self, command: &str) -> Box<Tell<'static>> {
        let interruption = self.interruption.clone();
        let line = self.progress_of(&command);
        Box::new(move |event| {
            line.hear(event);
            interruption.flow()
        })
    }

    fn report(&mut self, report: EffectReport<'_>) {
        match report {
            EffectReport::Opened(target) => {
                self.cover_anew();
                if self.note_new_file() {
                    return;
                }
                let title = self.engine.sandbox().world().title();
                let opened = format!("opened {target}: {title}");
                self.printer.note(&opened);
            }
            EffectReport::Saved(path, _, state) => {
                let said = saved(&path.to_string_lossy(), state);
                self.printer.note(&format!("{said}{}", new_start(state)));
                let broken = self.engine.broken_expectations();
                if !broken.is_empty() {
                    self.printer.note(&no_longer_hold(&broken));
                }
            }
            EffectReport::Clash(path, clash) => {
                self.refuse(&NotWritten::Clash(clash).message(&path));
            }
            // Sessions of lines refuse to learn.
            EffectReport::Recording(_)
            | EffectReport::CourseBegun(_)
            | EffectReport::NeedsStudent(_) => {}
            EffectReport::Recovered(recovered) => {
                if let Recovered::Resumed { .. } = recovered {
                    self.cover_anew();
                }
                recovered.lines().iter().for_each(|line| self.printer.note(line));
            }
            EffectReport::Failed(why) => self.refuse(&why),
        }
    }

    fn leave(&mut self, leaving: Leaving) -> Option<Effect> {
        match self.engine.leave(leaving) {
            Ok(Outcome::Effect(effect)) => Some(effect),
            _ => None,
        }
    }

    fn screenshot(&mut self, _: &Path) {
        self.refuse("there is no screen here; hitscan render draws one");
    }

    fn set_clock(&mut self) {
        self.printer.note("frames are made by step here: step N makes N of them");
    }
}
