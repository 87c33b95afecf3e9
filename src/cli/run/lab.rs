//! A course line by line: what a student says to the lab, and what is told of it.
//!
//! What counts is decided in [`hitscan_core::lab`].

mod help;
mod tell;

use std::io::{self, Write};
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use super::Options;
use super::printer::Printer;
use super::session::{Lab, Session};
use crate::host::{Ending, SubmissionFile, Submitted};
use hitscan_core::command::Command;
use hitscan_core::engine::{Event, Flow, silent};
use hitscan_core::lab::{Order, Reached, StepKind, StepState, Told};
use hitscan_core::scene::{Scene, Source};
use hitscan_core::world::ChangeError;

/// Line by line there are no keys: texts name commands.
const fn no_key(_: &str) -> Option<String> {
    None
}

/// Prints what a command does, and never stops it.
fn printing<W: Write>(printer: &mut Printer<W>) -> impl FnMut(Event<'_>) -> Flow {
    |event| {
        printer.hear(event);
        Flow::GoOn
    }
}

/// The points of a task that is done, and how many of how many moments were reached.
type TaskState = (Option<u32>, Option<(usize, usize)>);

impl<W: Write> Session<W> {
    /// A session of a student in a course, whose work goes to this file.
    ///
    /// # Errors
    /// When the objects make no world, which the judge has found that they do.
    pub(super) fn learning(
        lab: Lab,
        file: SubmissionFile,
        output: W,
        options: Options,
    ) -> Result<Self, ChangeError> {
        let mut session = Self::new((Scene::default(), Source::New), output, options)?;
        session.files.hand_in(file);
        session.lab = Some(Box::new(lab));
        session.take_world_of_judge();
        Ok(session)
    }

    /// What stands before the cursor in a course: the question that waits, else the lesson.
    pub(super) fn lab_prompt(&self) -> Option<String> {
        let lab = self.lab.as_ref()?;
        let (id, sign) =
            if lab.is_asking() { (&lab.step().id, "?") } else { (&lab.lesson().id, ">") };
        Some(format!("{id}{sign} "))
    }

    /// Says where a student is, at the start.
    ///
    /// # Errors
    /// When writing fails.
    pub(super) fn greet_student(&mut self, greeting: Option<&str>, file: &str) -> io::Result<()> {
        let Some(lab) = &self.lab else { return Ok(()) };
        let summary = format!("{file}: {}", lab.summary());
        let about_changes = lab.about_changes();
        for line in greeting.into_iter().chain([summary.as_str()]).chain(about_changes.as_deref()) {
            self.printer.note(line);
        }
        let is_new = lab.progress().is_empty() && matches!(lab.step().kind, StepKind::Card);
        self.tell_lesson();
        self.tell_step();
        if is_new {
            self.printer.note("next goes on; help lists what else you can say");
        }
        self.printer.check()
    }

    /// Does what a line says to the lab, if it says something to it.
    ///
    /// # Errors
    /// When writing fails.
    pub(super) fn obey_student(&mut self, line: &str) -> io::Result<Option<ControlFlow<()>>> {
        let line = line.trim();
        if self.tell_help(line) {
            self.printer.check()?;
            return Ok(Some(Continue(())));
        }
        let Some(lab) = &self.lab else { return Ok(None) };
        let axes = self.engine.world().settings().axes;
        let order = match Order::parse(line) {
            Some(order) => order,
            None if lab.is_answer(line) => Ok(Order::Answer(line.to_owned())),
            None if lab.is_asking() && Command::parse(line, axes).is_err() => {
                Ok(Order::Answer(line.to_owned()))
            }
            None => return Ok(None),
        };
        match order {
            Ok(order) => self.obey_order(order),
            Err(why) => self.printer.note(&why.to_string()),
        }
        self.write_submission();
        self.printer.check()?;
        Ok(Some(Continue(())))
    }

    fn obey_order(&mut self, order: Order) {
        let Some(lab) = &mut self.lab else { return };
        let (lesson, step, points) =
            (Arc::clone(lab.lesson()), Arc::clone(lab.step()), lab.most_points());
        let done = match order {
            Order::Lesson(None, _) => {
                self.tell_lesson();
                return self.tell_step();
            }
            Order::Goal => return self.tell_goal(),
            Order::Lessons => return self.tell_lessons(),
            Order::Lesson(Some(lesson), step) => lab.open(&lesson, step.as_deref()),
            Order::Next => lab.go_on(),
            Order::Skip => {
                let (is_asking, was_last) = (lab.is_asking(), lab.is_at_last_step());
                let skipped = lab.skip();
                let ended = lab.end_of(&lesson, &no_key);
                if is_asking {
                    let reached = lab.progress().step(&lesson.id, &step.id);
                    let reached = reached.map_or(0, Reached::points);
                    let told = format!("SKIPPED {}; {reached} of {points} points", step.id);
                    self.write_submission();
                    self.printer.note(&told);
                }
                if was_last && skipped.is_ok() {
                    self.printer.note(&format!("END of {}; {}", lesson.id, ended.result()));
                }
                skipped
            }
            Order::Reset => match lab.reset() {
                Ok(None) => Ok(()),
                Ok(Some(undo)) => {
                    self.obey_command(&undo);
                    return self.tell_step();
                }
                Err(why) => Err(why),
            },
            Order::Answer(said) => match lab.answer(&said) {
                Ok(told) => return self.tell_answer(&told),
                Err(why) => Err(why),
            },
            Order::Hint => match lab.hint() {
                Ok(number) => {
                    self.write_submission();
                    return self.tell_hint(number);
                }
                Err(why) => Err(why),
            },
        };
        match done {
            Ok(()) => self.show_opened(&lesson.id),
            // It was passed, and nothing follows.
            Err(why) => self.printer.note(&why.to_string()),
        }
    }

    /// Shows the step that was opened; `before` was the lesson before it.
    fn show_opened(&mut self, before: &str) {
        self.take_world_of_judge();
        self.write_submission();
        let is_other = self.lab.as_ref().is_some_and(|lab| lab.lesson().id != before);
        if is_other {
            self.tell_lesson();
        }
        self.tell_step();
    }

    /// Shows the world of the judge from now on.
    pub(super) fn take_world_of_judge(&mut self) {
        let Some(engine) = self.lab.as_ref().map(|lab| lab.engine()) else { return };
        let log = self.engine.log_query().clone();
        self.engine = engine.clone();
        *self.engine.log_query_mut() = log;
    }

    /// Why a command is refused in a course, if it is.
    pub(super) fn lab_refusal(&self, command: &Command) -> Option<String> {
        self.lab.as_ref()?.refusal(command)
    }

    /// How far the open task is.
    pub(super) fn task(&self) -> TaskState {
        match self.lab.as_ref().map(|lab| lab.state()) {
            Some(StepState::Task { points, reached }) => (points, reached),
            _ => (None, None),
        }
    }

    /// Tells what the judge has found in what was done; the open task was this far before.
    pub(super) fn heed_judge(&mut self, before: TaskState) {
        let now = self.task();
        let Some(lab) = &mut self.lab else { return };
        let judged = lab.judged();
        let after = lab.after_task(&no_key);
        let (id, of) = (lab.step().id.clone(), lab.most_points());
        let is_at_end = lab.is_at_end();
        self.write_submission();
        if let Err(why) = judged {
            self.refuse(&why.to_string());
            self.take_world_of_judge();
        }
        if let ((None, _), (Some(points), _)) = (before, now) {
            self.printer.note(&format!("DONE {id}; {points} of {of} points; next goes on"));
            self.tell_text("", &after.unwrap_or_default());
            if is_at_end {
                self.tell_end();
            }
        } else if let (None, Some((some, all))) = now
            && before.1 != now.1
        {
            self.printer.note(&format!("NOT YET, {some} of {all}"));
        }
    }

    /// Writes what the student did into the file.
    fn write_submission(&mut self) {
        let Some(lab) = &mut self.lab else { return };
        match self.files.update_submission(lab) {
            Ok(Submitted::InPlace) => {}
            Ok(Submitted::Anew(said)) => self.printer.note(&said),
            Err(why) => self.refuse(&why),
        }
    }

    /// Finishes the file, and says what it is.
    ///
    /// # Errors
    /// When the work is not in a file.
    pub(super) fn finish_submission(&mut self, ending: Ending) -> io::Result<()> {
        let Some(lab) = &mut self.lab else { return Ok(()) };
        let submitted = self.files.finish_submission(lab).map_err(io::Error::other)?;
        let moved = match submitted {
            Submitted::InPlace => None,
            Submitted::Anew(said) => Some(said),
        };
        let about = self.files.about_submission(lab).filter(|_| ending == Ending::ByChoice);
        for said in moved.into_iter().chain(about) {
            self.printer.note(&said);
        }
        Ok(())
    }

    fn obey_command(&mut self, command: &Command) {
        let before = self.task();
        let (printer, mut lab) = (&mut self.printer, self.lab.as_deref_mut());
        let done = self.engine.execute(command, &mut |event| {
            printer.hear(event);
            if let Some(lab) = &mut lab {
                lab.hear(event);
            }
            Flow::GoOn
        });
        if let Err(why) = done {
            self.refuse(&why.to_string());
        }
        self.heed_judge(before);
    }

    /// Tells what came of an answer. What follows it happens in this world, too.
    fn tell_answer(&mut self, told: &Told) {
        self.write_submission();
        let Some(lab) = &mut self.lab else { return };
        let (said, points, of) = (&told.answered.said, told.answered.points, lab.most_points());
        self.printer.note(&match &told.correction {
            None => format!("RIGHT {said}; {points} of {of} points"),
            Some(correction) => format!("WRONG {correction}; {points} of {of} points"),
        });
        for command in lab.follow_ups() {
            // A sentence says more than the tests that lead to it.
            let done = match told.explanation {
                Some(_) => self.engine.execute(&command, &mut silent),
                None => self.engine.execute(&command, &mut printing(&mut self.printer)),
            };
            if let Err(why) = done {
                self.printer.note(&why.to_string());
            }
        }
        let afterwords = lab.afterwords(&no_key);
        let is_at_end = lab.is_at_end();
        for text in told.texts().chain(&afterwords) {
            self.tell_text("", text);
        }
        if is_at_end {
            self.tell_end();
        }
    }
}
