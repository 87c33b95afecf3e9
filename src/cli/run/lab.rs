//! A course line by line: what a student says to the lab, and what is told of it.
//!
//! What counts is decided in [`hitscan_core::lab`].

use std::io::{self, Write};
use std::sync::Arc;

use super::Options;
use super::session::{Lab, Next, Session};
use crate::host::{Ending, SubmissionFile};
use hitscan_core::command::Command;
use hitscan_core::lab::{LessonState, ORDERS, Order, Question, Reached, StepKind, StepState, Told};
use hitscan_core::scene::{Scene, Source};
use hitscan_core::words::object_line;
use hitscan_core::world::ChangeError;

/// Line by line there are no keys: texts name commands.
const fn no_key(_: &str) -> Option<String> {
    None
}

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
        for line in greeting.into_iter().chain([summary.as_str()]) {
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
    pub(super) fn obey_student(&mut self, line: &str) -> io::Result<Option<Next>> {
        let Some(lab) = &self.lab else { return Ok(None) };
        let line = line.trim();
        let axes = self.engine.world().settings().axes;
        let is_help = |name: &str| ORDERS.iter().any(|spec| spec.name == name.trim());
        let order = match Order::parse(line) {
            Some(order) => order,
            None if line.strip_prefix("help ").is_some_and(is_help) => {
                self.tell_orders(line.trim_start_matches("help "));
                return Ok(Some(Next::GoOn));
            }
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
        Ok(Some(Next::GoOn))
    }

    /// Lists what can be said to the lab; with a name, that alone.
    pub(super) fn tell_orders(&mut self, name: &str) {
        for spec in ORDERS.iter().filter(|spec| name.is_empty() || spec.name == name.trim()) {
            self.printer.note(&spec.line());
        }
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
                let is_asking = lab.is_asking();
                let skipped = lab.skip();
                if is_asking {
                    let reached = lab.progress().step(&lesson.id, &step.id);
                    let reached = reached.map_or(0, Reached::points);
                    let told = format!("SKIPPED {}; {reached} of {points} points", step.id);
                    self.write_submission();
                    self.printer.note(&told);
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
                    let hint = lab.hint_text(number, &no_key).unwrap_or_default();
                    self.write_submission();
                    return self.tell_text("HINT ", &hint);
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
        let Some(lab) = &mut self.lab else { return };
        let Some(engine) = lab.engine() else { return };
        let log = self.engine.log_query().clone();
        self.engine = engine.clone();
        *self.engine.log_query_mut() = log;
        lab.caught_up_with(&self.engine);
    }

    /// Why a command is refused in a course, if it is.
    pub(super) fn lab_refusal(&self, command: &Command) -> Option<String> {
        self.lab.as_ref()?.refusal(command)
    }

    /// Lets the judge follow what was done, and tells what it found.
    pub(super) fn follow_by_judge(&mut self) {
        let Some(lab) = &mut self.lab else { return };
        let points = |lab: &Lab| match lab.state() {
            StepState::Task { points, .. } => points,
            StepState::Card | StepState::Asked { .. } | StepState::Answered { .. } => None,
        };
        let before = points(lab);
        let followed = lab.follow(&self.engine);
        let (now, after) = (points(lab), lab.after_task(&no_key));
        let (id, of) = (lab.step().id.clone(), lab.most_points());
        self.write_submission();
        if let Err(why) = followed {
            self.refuse(&why.to_string());
            self.take_world_of_judge();
        }
        if let (None, Some(points)) = (before, now) {
            self.printer.note(&format!("DONE {id}; {points} of {of} points; next goes on"));
            self.tell_text("", &after.unwrap_or_default());
        }
    }

    /// Writes what the student did into the file.
    fn write_submission(&mut self) {
        let Some(lab) = &mut self.lab else { return };
        if let Err(why) = self.files.update_submission(lab) {
            self.refuse(&why);
        }
    }

    /// Finishes the file, and says what it is.
    pub(super) fn finish_submission(&mut self, ending: Ending) {
        let Some(lab) = &mut self.lab else { return };
        let finished = self.files.finish_submission(lab);
        match (finished, self.files.about_submission(lab)) {
            (Err(why), _) => self.refuse(&why),
            (Ok(()), Some(said)) if ending == Ending::ByChoice => self.printer.note(&said),
            (Ok(()), _) => {}
        }
    }

    fn obey_command(&mut self, command: &Command) {
        let (printer, engine) = (&mut self.printer, &mut self.engine);
        if let Err(why) = engine.execute_observed(command, printer) {
            self.refuse(&why.to_string());
        }
        self.follow_by_judge();
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
                Some(_) => self.engine.execute(&command),
                None => self.engine.execute_observed(&command, &mut self.printer),
            };
            if let Err(why) = done {
                self.printer.note(&why.to_string());
            }
        }
        lab.caught_up_with(&self.engine);
        let afterwords = lab.afterwords(&no_key);
        for text in told.explanation.iter().chain(&afterwords) {
            self.tell_text("", text);
        }
    }

    /// `LESSON 9 of 16, inside: Four edges see no inside`, its goal and its objects.
    fn tell_lesson(&mut self) {
        let Some(lab) = &self.lab else { return };
        let (number, of) = (lab.lesson_number(), lab.pack().lessons.len());
        let (id, title) = (&lab.lesson().id, lab.title(&no_key));
        let goal = lab.text("goal", &no_key).unwrap_or_default();
        self.printer.note(&format!("LESSON {number} of {of}, {id}: {title}"));
        let is_task = matches!(lab.step().kind, StepKind::Task(_));
        self.tell_text("GOAL ", &goal);
        if !is_task {
            // A task tells them itself.
            self.tell_objects();
        }
    }

    fn tell_objects(&mut self) {
        let world = self.engine.world();
        let axes = world.settings().axes;
        for (_, object) in world.objects() {
            self.printer.note(&object_line(object, axes));
        }
    }

    /// `STEP 3 of 6, question edges`, and what it says.
    fn tell_step(&mut self) {
        let Some(lab) = &self.lab else { return };
        let step = lab.step();
        let kind = match step.kind {
            StepKind::Card => "card",
            StepKind::Question(_) => "question",
            StepKind::Task(_) => "task",
        };
        let (number, of) = (lab.step_number(), lab.lesson().steps.len());
        let head = format!("STEP {number} of {of}, {kind} {}", step.id);
        let (body, choices) = (lab.body(&no_key), choices_of(lab));
        self.printer.note(&head);
        match step.kind {
            StepKind::Card => self.tell_text("", &body),
            StepKind::Task(_) => {
                self.tell_text("GOAL ", &body);
                self.tell_objects();
            }
            StepKind::Question(_) => {
                self.tell_text("", &body);
                self.tell_lines(&choices);
            }
        }
    }

    /// Tells the goal and how far along the student is.
    fn tell_goal(&mut self) {
        let Some(lab) = &self.lab else { return };
        let of = lab.most_points();
        let counts = |points: u32| format!("{points} of {of} points");
        let state = match lab.state() {
            StepState::Card => None,
            StepState::Asked { points: None } => Some(format!("NOT YET; {}", Question::worth())),
            StepState::Asked { points: Some(points) }
            | StepState::Answered { points, .. }
            | StepState::Task { points: Some(points), .. } => {
                Some(format!("DONE; {}", counts(points)))
            }
            StepState::Task { reached: Some((some, all)), .. } => {
                Some(format!("NOT YET, {some} of {all}"))
            }
            StepState::Task { .. } => Some("NOT YET".to_owned()),
        };
        let (goal, choices) = (lab.goal(&no_key), choices_of(lab));
        let asked = lab.is_asking().then(|| lab.body(&no_key));
        match asked {
            Some(asked) => {
                self.tell_text("", &asked);
                self.tell_lines(&choices);
            }
            None => self.tell_text("GOAL ", &goal),
        }
        self.tell_lines(state.as_slice());
    }

    /// `9 inside begun 9 of 14`, a line for each lesson.
    fn tell_lessons(&mut self) {
        let Some(lab) = &self.lab else { return };
        let lines = (1..).zip(&lab.pack().lessons).map(|(number, lesson)| {
            let state = match lab.progress().state(lesson) {
                LessonState::New => "new",
                LessonState::Begun => "begun",
                LessonState::Done => "done",
            };
            let (points, of) = (lab.progress().points(lesson), lesson.points());
            format!("{number} {} {state} {points} of {of}", lesson.id)
        });
        let lines: Vec<_> = lines.collect();
        self.tell_lines(&lines);
    }

    fn tell_lines(&mut self, lines: &[String]) {
        for line in lines {
            self.printer.note(line);
        }
    }

    /// Tells a text, a line for each of its lines; the terminal breaks them.
    fn tell_text(&mut self, word: &str, text: &str) {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        for (index, line) in lines.enumerate() {
            let word = if index == 0 { word } else { "" };
            self.printer.note(&format!("{word}{line}"));
        }
    }
}

/// `1 hit, 2 miss`; with meanings a line for each choice.
fn choices_of(lab: &Lab) -> Vec<String> {
    let choices = lab.choices();
    if choices.is_empty() {
        let asks = matches!(lab.step().kind, StepKind::Question(_));
        return asks.then(|| "a number, such as 3, 0.25 or 1/3".to_owned()).into_iter().collect();
    }
    let lines = (1..).zip(&choices).map(|(number, choice)| match choice.meaning {
        None => format!("{number} {}", choice.word),
        Some(meaning) => format!("{number} {}: {meaning}", choice.word),
    });
    let lines: Vec<_> = lines.collect();
    if choices.iter().any(|choice| choice.meaning.is_some()) {
        return lines;
    }
    vec![lines.join(", ")]
}
