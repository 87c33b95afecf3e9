//! Where a student is, and how far: the state that a front end shows.

use std::fmt;
use std::sync::Arc;

use super::super::submission::{Chain, MOST_BYTES, MOST_LINES};
use super::feedback::moment_shown;
use super::needed::heading;
use super::{AnswerReport, CourseStanding, Feedback, Learning};
use crate::command::Command;
use crate::lab::course::StepName;
use crate::lab::expression::Expression;
use crate::lab::pack::{Lesson, LessonStep, Pack, StepKind};
use crate::lab::progress::{FirstReply, Reached};
use crate::lab::shortfall::Shortfall;
use crate::lab::task::Task;
use crate::lab::text::KeyOf;
use crate::scene::Scene;
use crate::world::Name;

/// The progress in the open step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepState {
    /// A card to read.
    Card,
    /// A question that waits for an answer.
    Asked {
        /// The points of an earlier answer, if it was answered or skipped once.
        points: Option<u32>,
    },
    /// A question that was answered.
    Answered {
        /// Whether the first answer was right; `None` if it was skipped.
        is_right: Option<bool>,
        /// The points.
        points: u32,
    },
    /// A task in progress.
    Task {
        /// How many of how many moments were reached, if it asks for several.
        reached: Option<(usize, usize)>,
        /// The points, once it is done.
        points: Option<u32>,
    },
}

/// A choice of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The word in files.
    pub word: &'static str,
    /// The displayed word: `above 0`.
    pub label: &'static str,
    /// Its description, if it has one.
    pub meaning: Option<&'static str>,
}

/// `hit`, `above 0`, `they only touch (touching)`.
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.meaning {
            Some(meaning) => write!(f, "{meaning} ({})", self.label),
            None => f.write_str(self.label),
        }
    }
}

impl Learning {
    /// The pack.
    pub fn pack(&self) -> &Pack {
        &self.course.pack
    }

    /// The open lesson.
    pub const fn lesson(&self) -> &Arc<Lesson> {
        &self.attempt.lesson
    }

    /// The open step.
    pub const fn step(&self) -> &Arc<LessonStep> {
        &self.attempt.step
    }

    /// The number of the open lesson, from 1.
    pub fn lesson_number(&self) -> usize {
        let before = |lesson: &&Arc<Lesson>| lesson.id != self.attempt.lesson.id;
        1 + self.course.pack.lessons.iter().take_while(before).count()
    }

    /// The number of the open step, from 1.
    pub fn step_number(&self) -> usize {
        1 + self
            .attempt
            .lesson
            .steps
            .iter()
            .take_while(|step| step.id != self.attempt.step.id)
            .count()
    }

    /// The report on the answer to the open question, if it was just answered.
    pub const fn told(&self) -> Option<&AnswerReport> {
        self.told.as_ref()
    }

    /// The feedback on the answer to the open question, if it was just answered.
    pub fn feedback(&self, key_of: KeyOf<'_>) -> Option<Feedback> {
        Feedback::of(self, key_of)
    }

    /// Which moment the picture shows, if the open question asks about a later one.
    pub fn moment_shown(&self) -> Option<&'static str> {
        moment_shown(self)
    }

    /// The name of the open step: `task 1`.
    pub fn step_name(&self) -> StepName {
        self.attempt.lesson.name_of(&self.attempt.step)
    }

    /// Whether a question waits for its answer: the world stands still, and every pair is covered.
    pub fn is_asking(&self) -> bool {
        self.attempt.question().is_some()
    }

    /// The progress in the open step.
    pub fn state(&self) -> StepState {
        let (lesson, step) = (self.lesson(), self.step());
        let reached = self.progress.step(&lesson.id, &step.id);
        match &step.kind {
            StepKind::Card => StepState::Card,
            StepKind::Question(_) => {
                let given = reached.and_then(|reached| reached.answer.as_ref());
                let points = given.and(reached).map(Reached::points);
                if self.is_asking() {
                    return StepState::Asked { points };
                }
                let is_right = given.and_then(|given| match given {
                    FirstReply::Said(answered) => Some(answered.is_right),
                    FirstReply::Skipped => None,
                });
                StepState::Answered { is_right, points: points.unwrap_or_default() }
            }
            StepKind::Task(task) => {
                let moments = self
                    .attempt
                    .task()
                    .and_then(|(task, progress)| progress.reached(task, self.attempt.position));
                StepState::Task {
                    reached: moments.or_else(|| task.several().map(|of| (0, of))),
                    points: reached.and_then(|reached| reached.done),
                }
            }
        }
    }

    /// What is missing in the open task, if it is not done and there is a sentence for it.
    pub const fn shortfall(&self) -> Option<&Shortfall> {
        self.shortfall.as_ref()
    }

    /// The choices of the open question; empty if it asks for a number.
    pub fn choices(&self) -> Vec<Choice> {
        let StepKind::Question(question) = &self.attempt.step.kind else { return Vec::new() };
        let words = question.choices(&self.attempt.opening);
        let choice = |word| {
            let (label, meaning) = (question.label(word), question.meaning(word));
            Choice { word, label, meaning }
        };
        words.into_iter().map(choice).collect()
    }

    /// The moment that the open question asks about, if a frame is made after the answer.
    pub fn moment_asked(&self) -> Option<&'static str> {
        let makes_frames = self.follow_ups().iter().any(|it| matches!(it, Command::Step(_)));
        self.attempt.step.question().filter(|_| makes_frames)?.moment()
    }

    /// Explains some answers to the open question, if needed.
    pub fn answers_note(&self) -> Option<&'static str> {
        self.attempt.step.question()?.answers_note()
    }

    /// Whether the numbers of an object, or of any object, would give the answer away.
    pub fn hides_values(&self, name: Option<&Name>) -> bool {
        self.attempt.hides_values(name)
    }

    /// The title of the lesson.
    pub fn title(&self, key_of: KeyOf<'_>) -> String {
        self.text("title", key_of).unwrap_or_default()
    }

    /// The text of the open step: that of a card, or the question.
    pub fn body(&self, key_of: KeyOf<'_>) -> String {
        self.text(&heading(&self.attempt.step), key_of).unwrap_or_default()
    }

    /// The goal of the open step: of a task its own, otherwise that of the lesson.
    pub fn goal(&self, key_of: KeyOf<'_>) -> String {
        match &self.attempt.step.kind {
            StepKind::Task(_) => self.body(key_of),
            StepKind::Card | StepKind::Question(_) => self.text("goal", key_of).unwrap_or_default(),
        }
    }

    /// The text after the open task is done.
    pub fn after_task(&self, key_of: KeyOf<'_>) -> Option<String> {
        self.text(&format!("after {}", self.attempt.step.id), key_of)
    }

    /// A hint of the open task, from 1. The number of remaining hints is not revealed.
    pub fn hint_text(&self, number: usize, key_of: KeyOf<'_>) -> Option<String> {
        self.text(&format!("hint {} {number}", self.attempt.step.id), key_of)
    }

    /// How many hints of the open task were opened.
    pub fn hints_opened(&self) -> usize {
        let reached = self.progress.step(&self.attempt.lesson.id, &self.attempt.step.id);
        reached.map_or(0, |reached| reached.hints.opened())
    }

    /// Whether the world has to change before the next hint of the open task opens.
    pub fn hint_needs_change(&self) -> bool {
        let reached = self.progress.step(&self.attempt.lesson.id, &self.attempt.step.id);
        reached.is_some_and(|reached| reached.hints.needs_change())
    }

    /// Whether the last hint of the open task was opened, which halves its points.
    pub fn is_last_hint_open(&self) -> bool {
        self.hints_opened() == self.hints()
    }

    /// How many hints the open task has.
    pub(super) fn hints(&self) -> usize {
        self.course.hints(&self.attempt.lesson.id, &self.attempt.step.id)
    }

    /// The maximum points of a step.
    pub fn most_points(&self) -> u32 {
        self.attempt.step.points()
    }

    /// `8 of 16 lessons done, 99 of 212 points`.
    pub fn summary(&self) -> String {
        let CourseStanding { lessons: [done, lessons], points: [points, of] } =
            self.progress.standing(self.pack());
        format!("{done} of {lessons} lessons done, {points} of {of} points")
    }

    /// The scene of a lesson, and its goal, for a list of lessons.
    pub fn preview(&self, lesson: &Lesson, key_of: KeyOf<'_>) -> Option<(Scene, String)> {
        let (_, drawn) = self.drawn.lesson(&lesson.id)?;
        Some((drawn.scene.clone(), self.text_of(lesson, "goal", key_of)?))
    }

    /// The text of a lesson under a heading that refers to no objects.
    pub fn text_of(&self, lesson: &Lesson, heading: &str, key_of: KeyOf<'_>) -> Option<String> {
        let (_, drawn) = self.drawn.lesson(&lesson.id)?;
        self.course.shown(lesson, drawn, heading, key_of)
    }
}

impl Task {
    /// How many moments it asks for, if several.
    fn several(&self) -> Option<usize> {
        let ever = (self.ever.len() > 1).then_some(self.ever.len());
        self.count.as_ref().map(|count| count.least).or(ever)
    }
}

impl Expression {
    /// The objects whose numbers it uses.
    pub(in crate::lab) fn objects(&self) -> Vec<Name> {
        match self {
            Self::Number(_) | Self::Drawn(_) => Vec::new(),
            Self::Field(name, _) | Self::Edges(name) => vec![*name],
            Self::Cross(laser, object, _) => vec![*laser, *object],
            Self::Time(a, b) => vec![*a, *b],
            Self::Negated(of) => of.objects(),
            Self::Binary(_, of) => of.iter().flat_map(Self::objects).collect(),
            Self::Function(_, of) => of.iter().flat_map(Self::objects).collect(),
        }
    }
}

/// The size of a final link: `# chain `, 64 digits and a line feed.
const LINK_BYTES: usize = 8 + 64 + 1;

/// The lines on their way to the file.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenLines {
    chain: Chain,
    /// The lines.
    pub(super) pending: String,
    /// The size of the file including them.
    bytes: usize,
    lines: u64,
    /// The line that proves that the file was changed outside.
    pub(super) changed_at: Option<u64>,
}

impl WrittenLines {
    /// Continues after complete lines that were read.
    pub(super) fn after(read: &[u8], chain: Chain, changed_at: Option<u64>) -> Self {
        let lines = read.split_inclusive(|&byte| byte == b'\n').count();
        let lines = u64::try_from(lines).unwrap_or(u64::MAX);
        Self { chain, pending: String::new(), bytes: read.len(), lines, changed_at }
    }

    /// Adds complete lines.
    pub(super) fn add(&mut self, lines: &str) {
        self.chain.add(lines.as_bytes());
        self.push(lines);
    }

    /// Adds a link, if there are lines since the last one.
    pub(super) fn link(&mut self) {
        if self.chain.is_loose {
            let link = self.chain.link();
            self.push(&link);
        }
    }

    fn push(&mut self, lines: &str) {
        self.pending.push_str(lines);
        self.bytes = self.bytes.saturating_add(lines.len());
        let count = u64::try_from(lines.matches('\n').count()).unwrap_or(u64::MAX);
        self.lines = self.lines.saturating_add(count);
    }

    /// Whether the file has space for this line, and for a link at its end.
    pub(super) fn has_room(&self, line: &str) -> bool {
        // Everything other than a command is short: an answer, a hint, a step with its scene.
        const LEAST: usize = 64 << 10;
        let bytes = self.bytes.saturating_add(line.len().max(LEAST) + 1 + LINK_BYTES);
        let lines = self.lines.saturating_add(u64::try_from(LEAST / 64).unwrap_or(u64::MAX));
        bytes <= MOST_BYTES && lines <= MOST_LINES
    }

    pub(super) fn is_full(&self) -> bool {
        !self.has_room("")
    }

    /// Accepts no more lines.
    pub(super) fn fill(&mut self) {
        self.bytes = usize::MAX;
    }
}
