//! What a student has tried in the current step, and their first answer to each question. This
//! shows a teacher who is stuck, and on what.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hitscan_core::lab::{
    FirstReply, Learning, Lesson, LessonStep, Pack, Progress, StepKind, TRUTH,
};
use hitscan_core::methods::Method;

/// A student's tries in the current step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Changes and wrong answers since the last step was settled.
    pub tries: u32,
    /// How often the current question was answered since the student came to it.
    pub answers: u32,
    /// The last answer, as it is displayed.
    pub said: Option<String>,
    /// The belief behind that answer, as a sentence, if it is wrong and the lesson names one.
    pub belief: Option<String>,
    /// Whether the answer is still on the screen, so that it is counted only once.
    pub is_shown: bool,
}

/// A student's first answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstAnswer {
    /// `inside/edges`
    pub question: String,
    /// The answer, if it was wrong.
    pub wrong: Option<String>,
}

impl Effort {
    /// Counts an answer that was given just now.
    pub(super) fn look(&mut self, learning: &Learning) {
        let report = learning.told();
        if let Some(report) = report.filter(|_| !self.is_shown) {
            let answered = &report.answered;
            self.answers = self.answers.saturating_add(1);
            self.said = Some(report.said.clone());
            self.tries = self.tries.saturating_add((!answered.is_right).into());
            self.belief = answered.beliefs.first().and_then(|id| sentence_of(learning, id));
        }
        self.is_shown = report.is_some();
    }

    /// Reads from the student's work how often they answered the current question, and what they
    /// said last.
    pub fn in_file(file: &[u8], learning: &Learning) -> Self {
        let (lesson, step) = (learning.lesson(), learning.step());
        let Some(question) = step.question() else { return Self::default() };
        let (mut effort, mut is_there) = (Self::default(), false);
        for line in file.split(|&byte| byte == b'\n').filter_map(|line| str::from_utf8(line).ok()) {
            if let Some(opened) = line.strip_prefix("lesson ") {
                is_there = opened.split(' ').take(2).eq([&lesson.id, &step.id]);
                if !is_there {
                    effort = Self::default();
                }
            } else if let Some(said) = answer_in(line, &step.id).filter(|_| is_there) {
                effort.answers = effort.answers.saturating_add(1);
                effort.said = Some(question.label(said).to_owned());
            }
        }
        effort.belief = effort.said.as_ref().and_then(|said| belief_behind(said, learning));
        effort
    }
}

/// `hit` of `answer edges hit`.
fn answer_in<'l>(line: &'l str, step: &str) -> Option<&'l str> {
    line.strip_prefix("answer ")?.strip_prefix(step)?.strip_prefix(' ')
}

/// The belief behind a wrong answer to the current question, if it was the first answer.
fn belief_behind(said: &str, learning: &Learning) -> Option<String> {
    let (lesson, step) = (learning.lesson(), learning.step());
    let first = learning.progress.step(&lesson.id, &step.id)?.answer.as_ref()?;
    let FirstReply::Said(first) = first else { return None };
    let is_the_same = step.question()?.read_aloud(&first.said) == said;
    sentence_of(learning, first.beliefs.first().filter(|_| is_the_same)?)
}

/// The first sentence that the lesson says about a belief, without its full stop.
fn sentence_of(learning: &Learning, id: &str) -> Option<String> {
    if let Some(text) = learning.text(&format!("belief {id}"), &|_| None) {
        let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
        let sentence = line.find(". ").map_or(line, |end| &line[..end]);
        return Some(sentence.trim_end_matches('.').to_owned());
    }
    match id {
        TRUTH => Some("the method tells the truth".to_owned()),
        _ => Method::find(id).map(|method| format!("as {} says", method.id())),
    }
}

/// The first answer to each question, in the order of the pack; shares the list of `before` if
/// nothing was added.
pub(super) fn first_answers(
    pack: &Pack,
    progress: &Progress,
    before: Option<&Arc<[FirstAnswer]>>,
) -> Arc<[FirstAnswer]> {
    let steps =
        pack.lessons.iter().flat_map(|lesson| lesson.steps.iter().map(move |it| (lesson, it)));
    let first =
        |(lesson, step): (&Arc<Lesson>, &Arc<LessonStep>)| first_answer(progress, lesson, step);
    // First answers never change, so the same count means the same answers.
    let is_answered = |(lesson, step): &(&Arc<Lesson>, &Arc<LessonStep>)| {
        let reached = progress.step(&lesson.id, &step.id);
        matches!(reached.and_then(|it| it.answer.as_ref()), Some(FirstReply::Said(_)))
    };
    let count = steps.clone().filter(is_answered).count();
    let same = before.filter(|before| before.len() == count);
    same.map_or_else(|| steps.filter_map(first).collect(), Arc::clone)
}

fn first_answer(progress: &Progress, lesson: &Lesson, step: &LessonStep) -> Option<FirstAnswer> {
    let StepKind::Question(question) = &step.kind else { return None };
    let given = progress.step(&lesson.id, &step.id)?.answer.as_ref()?;
    let FirstReply::Said(given) = given else { return None };
    let wrong = (!given.is_right).then(|| question.read_aloud(&given.said));
    Some(FirstAnswer { question: format!("{}/{}", lesson.id, step.id), wrong })
}

/// The longest idle time that is tracked for users at other machines.
const MOST_QUIET: Duration = Duration::from_secs(86_400);

/// The time of a user's last key.
#[derive(Debug)]
pub struct Activity {
    begun: Instant,
    /// Milliseconds since `begun`.
    last: AtomicU64,
}

impl Activity {
    /// Starts with a key press now.
    pub fn new() -> Self {
        Self::begun_at(Instant::now())
    }

    /// Starts for a user at another machine, who may already have been idle for long.
    pub(super) fn elsewhere() -> Self {
        let now = Instant::now();
        Self::begun_at(now.checked_sub(MOST_QUIET).unwrap_or(now))
    }

    fn begun_at(begun: Instant) -> Self {
        Self { begun, last: AtomicU64::new(0) }
    }

    /// Records a key press now.
    pub fn touch(&self) {
        let since = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last.store(since, Ordering::Relaxed);
    }

    /// Records that the last key press was this long ago.
    pub(super) fn was_quiet_for(&self, quiet: Duration) {
        let since = self.begun.elapsed().saturating_sub(quiet).as_millis();
        self.last.store(u64::try_from(since).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// The time of the last key.
    pub fn last(&self) -> Instant {
        self.begun + Duration::from_millis(self.last.load(Ordering::Relaxed))
    }

    /// The time since the last key.
    pub fn quiet(&self) -> Duration {
        self.last().elapsed()
    }
}

impl Default for Activity {
    fn default() -> Self {
        Self::new()
    }
}
