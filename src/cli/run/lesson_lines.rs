//! A course line by line: a student's commands to the lab, and its replies.
//!
//! [`hitscan_core::lab`] decides what counts.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `tell` | what is printed: lessons, steps, goals, hints |
//!
//! This file takes a line to the lab and calls `tell` for the reply.

mod tell;

use std::io::{self, Write};
use std::ops::ControlFlow::{self, Continue};

use super::RunOptions;
use super::printer::Aside;
use super::session::Session;
use crate::app::{order_refusal_of, refusal_of};
use crate::host::{Ending, SessionFiles, Submitted, Unsubmitted};
use hitscan_core::command::Command;
use hitscan_core::engine::{Engine, Flow};
use hitscan_core::lab::{Learning, Order, Shortfall, StepKind, Told};

/// Line by line there are no keys, so texts name commands.
const fn no_key(_: &str) -> Option<String> {
    None
}

impl<W: Write> Session<W> {
    /// A session of a student in a course, with the files that have their work.
    pub(super) fn learning(
        (lab, engine): (Learning, Engine),
        files: SessionFiles,
        output: W,
        options: RunOptions,
    ) -> Self {
        let mut session = Self::of(engine, output, options);
        session.files = files;
        session.lab = Some(Box::new(lab));
        session.says_headline = true;
        session
    }

    /// What to tell the student about their work.
    pub(super) fn about_work(&self) -> Option<String> {
        self.files.about_submission(self.lab.as_ref()?)
    }

    /// The prompt in a course: the open question, or the lesson.
    pub(super) fn lab_prompt(&self) -> Option<String> {
        let lab = self.lab.as_ref()?;
        Some(if lab.is_asking() {
            format!("{}? ", lab.step_name())
        } else {
            format!("{}> ", lab.lesson().id)
        })
    }

    /// Tells the student where they are, at the start.
    ///
    /// # Errors
    /// When writing fails.
    pub(super) fn greet_student(&mut self, greeting: Option<&str>, first: &str) -> io::Result<()> {
        let Some(lab) = &self.lab else { return Ok(()) };
        let about_changes = lab.about_changes();
        for line in greeting.into_iter().chain([first]).chain(about_changes.as_deref()) {
            self.printer.note(line);
        }
        let is_new = lab.progress.is_empty() && matches!(lab.step().kind, StepKind::Card);
        self.tell_lesson();
        self.tell_step();
        if is_new {
            self.printer.note("next goes on; help lists what else you can say");
        }
        self.printer.check()
    }

    /// Says how to continue, when a student types only Enter at a prompt.
    ///
    /// # Errors
    /// When writing fails.
    pub(super) fn answer_enter(&mut self, line: &str) -> io::Result<()> {
        let Some(lab) = self.lab.as_ref().filter(|_| line.trim().is_empty()) else {
            return Ok(());
        };
        // Enter skips a question about a pair.
        if self.questions.asked().is_some() {
            return Ok(());
        }
        if lab.state().is_settled() {
            self.printer.note("next goes on; help lists what you can say");
        } else if lab.is_asking() {
            self.tell_choices();
        } else {
            self.printer.note("hint helps; help lists what you can say");
        }
        self.printer.check()
    }

    /// Runs a line as a command to the lab, if it is one.
    ///
    /// # Errors
    /// When writing fails.
    pub(super) fn obey_student(&mut self, line: &str) -> io::Result<Option<ControlFlow<()>>> {
        let line = line.trim();
        if self.tell_help(line) {
            self.printer.check()?;
            return Ok(Some(Continue(())));
        }
        let Some(order) = self.lab.as_ref().and_then(|lab| lab.order_in(line, &self.engine)) else {
            return Ok(None);
        };
        match order {
            Ok(order) => self.say_to_lab(order),
            Err(why) => self.printer.note(&why.to_string()),
        }
        self.write_submission();
        self.printer.check()?;
        Ok(Some(Continue(())))
    }

    fn say_to_lab(&mut self, order: Order) {
        self.forget_changed_objects();
        let Some(lab) = &mut self.lab else { return };
        let refused = self.supervision.as_ref();
        if let Some(why) = refused.and_then(|it| order_refusal_of(&**it, &order, lab)) {
            return self.printer.note(&why);
        }
        let log = self.engine.log_query().clone();
        let engine = &mut self.engine;
        // The tests that follow an answer are printed after its result.
        let (told, follow_ups) = self.printer.aside(|printer| {
            lab.carry_out(order, engine, &mut |event| {
                printer.hear(event);
                Flow::GoOn
            })
        });
        *self.engine.log_query_mut() = log;
        self.write_submission();
        if self.not_kept.is_some() {
            return;
        }
        match told {
            Ok(told) => self.tell(told, follow_ups),
            Err(why) => self.printer.note(&why.to_string()),
        }
    }

    /// Prints the results of a command to the lab, and of the commands that follow an answer.
    fn tell(&mut self, told: Vec<Told>, follow_ups: Aside) {
        let mut follow_ups = Some(follow_ups);
        for told in told {
            match told {
                // The text of the step says so.
                Told::Opened | Told::Kept | Told::Again => {}
                Told::Undo(command) => self.obey_command(&command),
                Told::Lesson => self.tell_lesson(),
                Told::Step => self.tell_step(),
                Told::Goal => self.tell_goal(),
                Told::Lessons => self.tell_lessons(),
                Told::About(lesson) => self.tell_about(&lesson),
                Told::Answered(_) => self.tell_answer(follow_ups.take().unwrap_or_default()),
                Told::Skipped { name, points } => {
                    let [points, of] = points;
                    self.printer.note(&format!("SKIPPED {name}; {points} of {of} points"));
                }
                Told::Left { lesson, is_passed } => self.tell_left(&lesson, is_passed),
                Told::Hint(number) => self.tell_hint(number),
                Told::Done(points) => self.tell_done(points),
                Told::NotYet(shortfall) => {
                    self.printer.note(&Shortfall::line(shortfall.as_ref()));
                }
                Told::Refused(why) => self.printer.note(&why.to_string()),
            }
        }
    }

    /// Why the course refuses a command, if it does.
    pub(super) fn lab_refusal(&self, command: &Command) -> Option<String> {
        self.lab.as_ref()?.refuses(command, &self.engine)
    }

    /// Why the class refuses a command, if it does.
    pub(super) fn class_refusal(&self, command: &Command) -> Option<String> {
        refusal_of(&**self.supervision.as_ref()?, command)
    }

    /// Saves the work, and prints progress in the open task.
    pub(super) fn tell_found(&mut self) {
        let Some(found) = self.lab.as_mut().map(|lab| lab.found()) else { return };
        self.write_submission();
        if self.not_kept.is_none() {
            self.tell(found.into_iter().collect(), Aside::default());
        }
    }

    /// Saves what the student did. Work that cannot be saved does not count, and its results are
    /// not printed.
    fn write_submission(&mut self) {
        let Some(lab) = self.lab.as_mut().filter(|_| self.not_kept.is_none()) else { return };
        let has_work = !lab.unwritten().is_empty();
        match self.files.update_submission(lab) {
            Ok(submitted) => {
                if let Submitted::Anew(said) = submitted {
                    self.printer.note(&said);
                }
                if let Some(supervision) = self.supervision.as_ref().filter(|_| has_work) {
                    supervision.kept(lab);
                }
            }
            Err(Unsubmitted::Said(why)) => self.refuse(&why),
            Err(Unsubmitted::Withheld(why)) => {
                let why = why.about_work();
                self.printer.note(&why);
                self.not_kept = Some(why);
            }
        }
    }

    /// Finishes the file, and says what it is.
    ///
    /// # Errors
    /// When the work is not in a file.
    pub(super) fn finish_submission(&mut self, ending: Ending) -> io::Result<()> {
        let Some(lab) = self.lab.as_mut().filter(|_| self.not_kept.is_none()) else {
            return Ok(());
        };
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
        let Some(lab) = &mut self.lab else { return };
        let printer = &mut self.printer;
        let done = lab.execute(command, &mut self.engine, &mut |event| {
            printer.hear(event);
            Flow::GoOn
        });
        if let Err(why) = done {
            self.refuse(&why.to_string());
        }
        self.tell_found();
    }
}
