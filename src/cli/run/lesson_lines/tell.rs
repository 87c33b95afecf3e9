//! What is printed for a student line by line: lessons, steps, goals, hints.

use std::io::Write;
use std::sync::Arc;

use super::no_key;
use crate::cli::run::printer::Aside;
use crate::cli::run::session::Session;
use hitscan_core::command::{COMMANDS, CommandSpec};
use hitscan_core::lab::{
    Learning, Lesson, LessonQuestion, LessonState, ORDERS, OrderSpec, Shortfall, StepKind,
    StepState,
};
use hitscan_core::words::{object_line, settings_now};
use hitscan_core::world::{Object, Settings};
use hitscan_geom::Shape;

impl<W: Write> Session<W> {
    /// Prints `LESSON 9 of 16, inside: Four edges see no inside`, its goal and its objects.
    pub(super) fn tell_lesson(&mut self) {
        let Some(lab) = &self.lab else { return };
        let (number, of) = (lab.lesson_number(), lab.pack().lessons.len());
        let (id, title) = (&lab.lesson().id, lab.title(&no_key));
        let goal = lab.text("goal", &no_key).unwrap_or_default();
        self.printer.note(&format!("LESSON {number} of {of}, {id}: {title}"));
        let is_card = matches!(lab.step().kind, StepKind::Card);
        self.tell_text("GOAL ", &goal);
        // A question or a task prints the objects itself, after its text.
        self.told_objects.clear();
        if is_card {
            self.tell_objects();
        }
    }

    /// Prints the objects, unless they are those printed last. Numbers that an open question asks
    /// about are covered until it is answered; the ends of a laser give nothing away.
    fn tell_objects(&mut self) {
        let objects = self.object_lines(|_| false);
        if objects != self.told_objects {
            let lab = self.lab.as_ref();
            let told = self.object_lines(|object| {
                let is_laser = matches!(object.shape, Shape::Segment(_));
                !is_laser && lab.is_some_and(|lab| lab.hides_values(Some(&object.name)))
            });
            self.tell_lines(&told);
            self.told_objects = if told == objects { objects } else { Vec::new() };
        }
    }

    /// Forgets the objects printed last, if they have changed.
    pub(super) fn forget_changed_objects(&mut self) {
        if self.lab.is_some() && self.object_lines(|_| false) != self.told_objects {
            self.told_objects.clear();
        }
    }

    /// A line for each object.
    fn object_lines(&self, is_covered: impl Fn(&Object) -> bool) -> Vec<String> {
        let world = self.engine.world();
        let line = |object: &Object| {
            if !is_covered(object) {
                return object_line(object, world.settings());
            }
            format!("{} {}, covered until you answer", object.name, object.kind().token())
        };
        world.objects().map(|(_, object)| line(object)).collect()
    }

    /// Prints `STEP 3 of 8: question 1 of 3, 2 points`, and its text.
    pub(super) fn tell_step(&mut self) {
        let Some(lab) = &self.lab else { return };
        let step = Arc::clone(lab.step());
        let head = lab.lesson().head_of(&step);
        let (body, choices) = (lab.body(&no_key), choices_of(lab));
        let (moment, first_answer) = (lab.moment_asked(), first_answer(lab));
        let (is_at_end, is_takeaway) = (lab.is_at_end(), lab.is_takeaway());
        self.printer.note(&head);
        if is_takeaway {
            self.tell_end();
        }
        match step.kind {
            StepKind::Card => self.tell_text("", &body),
            StepKind::Task(_) => {
                self.tell_text("GOAL ", &body);
                self.tell_objects();
            }
            StepKind::Question(_) => {
                self.tell_text("", &body);
                self.tell_text("", moment.unwrap_or_default());
                self.tell_objects();
                self.tell_lines(&choices);
                self.tell_lines(first_answer.as_slice());
            }
        }
        if is_at_end && !is_takeaway {
            self.tell_end();
        }
    }

    /// Prints `FINISHED inside; 14 of 14 points`, and what comes next.
    pub(super) fn tell_end(&mut self) {
        let Some(lab) = &self.lab else { return };
        let end = lab.end_of(lab.lesson(), &no_key);
        let word = if end.not_done.is_empty() { "FINISHED" } else { "END of" };
        let then = match &end.next {
            Some(next) => format!("next opens {next}"),
            None => format!("it was the last lesson; {}", lab.summary()),
        };
        let told = format!("{word} {}; {}", lab.lesson().id, end.result());
        self.tell_lines(&[told, then]);
    }

    /// Prints `END of inside; 12 of 14 points`, for a lesson whose last step was passed; otherwise
    /// that has been printed before.
    pub(super) fn tell_left(&mut self, lesson: &Lesson, is_passed: bool) {
        let Some(lab) = self.lab.as_ref().filter(|_| is_passed) else { return };
        let end = lab.end_of(lesson, &no_key);
        self.printer.note(&format!("END of {}; {}", lesson.id, end.result()));
    }

    /// Prints `DONE task 1; 4 of 4 points; next goes on`, and the text of the step for that.
    pub(super) fn tell_done(&mut self, points: u32) {
        let Some(lab) = &self.lab else { return };
        let (name, of) = (lab.step_name(), lab.most_points());
        let (after, is_at_end) = (lab.after_task(&no_key), lab.is_at_end());
        self.printer.note(&format!("DONE {name}; {points} of {of} points; next goes on"));
        self.tell_text("", &after.unwrap_or_default());
        if is_at_end {
            self.tell_end();
        }
    }

    /// Prints the result of an answer, and of the commands that follow it.
    pub(super) fn tell_answer(&mut self, follow_ups: Aside) {
        let Some(lab) = &self.lab else { return };
        let (feedback, is_at_end) = (lab.feedback(&no_key), lab.is_at_end());
        let Some(feedback) = feedback else { return };
        self.printer.note(&format!("{} {}", feedback.badge(), feedback.result()));
        self.printer.tell_aside(follow_ups);
        for text in feedback.texts() {
            self.tell_text("", text);
        }
        if is_at_end {
            self.tell_end();
        }
    }

    /// Prints a hint that was opened, but not how many remain.
    pub(super) fn tell_hint(&mut self, number: usize) {
        let Some(lab) = &self.lab else { return };
        let text = lab.hint_text(number, &no_key).unwrap_or_default();
        self.tell_text("HINT ", &text);
    }

    /// Prints which settings a command changed; in a course only.
    pub(in crate::cli::run) fn tell_settings(&mut self, before: &Settings) {
        let changed = settings_now(before, self.engine.world().settings());
        if self.lab.is_some() && !changed.is_empty() {
            self.printer.note(&changed);
        }
    }

    /// Prints the goal and the student's progress.
    pub(super) fn tell_goal(&mut self) {
        let Some(lab) = &self.lab else { return };
        let of = lab.most_points();
        let counts = |points: u32| format!("{points} of {of} points");
        let state = match lab.state() {
            StepState::Card => None,
            StepState::Asked { points: None } => {
                Some(format!("NOT YET; {}", LessonQuestion::worth()))
            }
            StepState::Asked { points: Some(points) }
            | StepState::Answered { points, .. }
            | StepState::Task { points: Some(points), .. } => {
                Some(format!("DONE; {}", counts(points)))
            }
            StepState::Task { points: None, .. } => Some(Shortfall::line(lab.shortfall())),
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

    /// Prints the choices of the open question.
    pub(super) fn tell_choices(&mut self) {
        let choices = self.lab.as_deref().map(choices_of).unwrap_or_default();
        self.tell_lines(&choices);
    }

    /// Prints `9 inside begun 9 of 14`, a line for each lesson.
    pub(super) fn tell_lessons(&mut self) {
        let Some(lab) = &self.lab else { return };
        let lines = (1..).zip(&lab.pack().lessons).map(|(number, lesson)| {
            let state = match lab.progress.state(lesson) {
                LessonState::New => "new",
                LessonState::Begun => "begun",
                LessonState::Done => "done",
            };
            let (points, of) = (lab.progress.points(lesson), lesson.points());
            format!("{number} {} {state} {points} of {of}", lesson.id)
        });
        let lines: Vec<_> = lines.collect();
        self.tell_lines(&lines);
    }

    /// Prints `LESSON 9 of 16, inside: A box of four edges; 13 of 14 points`, and its takeaway, or
    /// else its goal.
    pub(super) fn tell_about(&mut self, lesson: &Lesson) {
        let Some(lab) = &self.lab else { return };
        let lessons = &lab.pack().lessons;
        let number = 1 + lessons.iter().take_while(|known| known.id != lesson.id).count();
        let title = lab.text_of(lesson, "title", &no_key).unwrap_or_default();
        let (points, of) = (lab.progress.points(lesson), lesson.points());
        let (id, all) = (&lesson.id, lessons.len());
        let head = format!("LESSON {number} of {all}, {id}: {title}; {points} of {of} points");
        let kept = lab.takeaway(lesson, &no_key);
        let goal = lab.text_of(lesson, "goal", &no_key).filter(|_| kept.is_none());
        self.printer.note(&head);
        self.tell_text("", &kept.unwrap_or_default());
        self.tell_text("GOAL ", &goal.unwrap_or_default());
    }

    pub(super) fn tell_lines(&mut self, lines: &[String]) {
        for line in lines {
            self.printer.note(line);
        }
    }

    /// Prints a text, line by line; the terminal breaks long lines.
    pub(super) fn tell_text(&mut self, word: &str, text: &str) {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        for (index, line) in lines.enumerate() {
            let word = if index == 0 { word } else { "" };
            self.printer.note(&format!("{word}{line}"));
        }
    }
}

/// `your first answer: 1 of 2`, for a question that is asked again.
fn first_answer(lab: &Learning) -> Option<String> {
    match lab.state() {
        StepState::Asked { points: Some(points) } => {
            Some(format!("your first answer: {points} of {}", lab.most_points()))
        }
        _ => None,
    }
}

/// `1 hit, 2 miss`; sentences have a line each. Then notes on them.
fn choices_of(lab: &Learning) -> Vec<String> {
    if !matches!(lab.step().kind, StepKind::Question(_)) {
        return Vec::new();
    }
    let choices = lab.choices();
    let lines = (1..).zip(&choices).map(|(number, choice)| format!("{number} {choice}"));
    let lines: Vec<_> = lines.collect();
    let lines = if choices.is_empty() {
        vec!["a number, such as 3, 0.25 or 1/3".to_owned()]
    } else if choices.iter().any(|choice| choice.meaning.is_some()) {
        lines
    } else {
        vec![lines.join(", ")]
    };
    lines.into_iter().chain(lab.answers_note().map(str::to_owned)).collect()
}

/// The word after `help` that asks for everything.
const ALL: &str = "all";

impl<W: Write> Session<W> {
    /// Prints help if a line asks for one of the course's own topics: the short list, the whole
    /// list, or a command to the lab.
    pub(super) fn tell_help(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        let Some(lab) = self.lab.as_ref().filter(|_| words.next() == Some("help")) else {
            return false;
        };
        let lines = match (words.next(), words.next()) {
            (None, _) => short(lab),
            (Some(ALL), None) => whole(),
            (Some(name), None) => orders(&[name]),
            _ => Vec::new(),
        };
        for line in &lines {
            self.printer.note(line);
        }
        !lines.is_empty()
    }
}

/// The commands for the open step.
fn short(lab: &Learning) -> Vec<String> {
    let names: &[&str] = if lab.state().is_settled() {
        &["next", "goal", "reset", "lessons"]
    } else if lab.is_asking() {
        &["answer", "goal", "skip"]
    } else {
        &["goal", "hint", "reset", "skip"]
    };
    let commands = lab.needed_commands().into_iter().map(CommandSpec::line);
    let more = "help all lists every command, help WORD explains one, quit leaves".to_owned();
    orders(names).into_iter().chain(commands).chain([more]).collect()
}

/// All commands: those to the lab, and the others.
fn whole() -> Vec<String> {
    let names = ORDERS.map(|spec| spec.name);
    let commands = COMMANDS.iter().filter(|spec| !names.contains(&spec.name));
    orders(&names).into_iter().chain(commands.map(CommandSpec::line)).collect()
}

/// The lines for these commands.
fn orders(names: &[&str]) -> Vec<String> {
    ORDERS.iter().filter(|spec| names.contains(&spec.name)).map(OrderSpec::line).collect()
}
