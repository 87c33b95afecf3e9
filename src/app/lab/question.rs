//! The rows of the Lab view for a question, its answer, and the end of a lesson.

use super::rows::LabRow;
use crate::app::Model;
use hitscan_core::lab::{Choice, Feedback, Learning};

/// The most choices to list below each other: a few are easier to read that way.
const MOST_BELOW: usize = 4;

impl Model<'_> {
    pub(super) fn question_rows(self, learning: &Learning) -> Vec<LabRow> {
        let key_of = |action: &str| self.key_in_text(action);
        if learning.is_asking() {
            return asking_rows(learning, &learning.body(&key_of));
        }
        let Some(feedback) = learning.feedback(&key_of) else {
            let answered = LabRow::Quiet("You have answered this.".to_owned());
            let mut rows = vec![LabRow::Text(learning.body(&key_of))];
            rows.extend(moment_row(learning));
            rows.extend([LabRow::Blank, answered]);
            return rows;
        };
        self.answered_rows(learning, feedback)
    }

    /// What an answer taught, with the new things first: in a small window the rest is out of view.
    /// The headline has the truth.
    fn answered_rows(self, learning: &Learning, feedback: Feedback) -> Vec<LabRow> {
        let key_of = |action: &str| self.key_in_text(action);
        let mut rows = vec![LabRow::Gap];
        rows.extend(moment_row(learning));
        rows.extend(feedback.truth.map(LabRow::Text));
        if let Some(after) = feedback.after {
            rows.push(LabRow::heading("WHAT YOU JUST LEARNED"));
            rows.push(LabRow::Learned(after));
        }
        if !feedback.compared.is_empty() {
            rows.extend([LabRow::Blank, LabRow::Compared(feedback.compared)]);
        }
        rows.extend(feedback.reason.into_iter().flat_map(|it| [LabRow::Blank, LabRow::Text(it)]));
        for belief in feedback.beliefs {
            rows.extend([LabRow::Blank, LabRow::Quiet(belief)]);
        }
        rows.push(LabRow::Before(format!("Asked: {}", learning.body(&key_of))));
        rows
    }

    /// The end of a lesson: what to remember, and its steps with their points.
    pub(super) fn ended_rows(self, learning: &Learning) -> Vec<LabRow> {
        let kept = learning.kept(&|action| self.key_in_text(action)).unwrap_or_default();
        let (first, rest) = kept.split_once("\n\n").unwrap_or((&kept, ""));
        let mut rows = vec![LabRow::Gap];
        if !kept.is_empty() {
            rows.push(LabRow::heading("WHAT YOU LEARNED"));
            rows.push(LabRow::Kept(first.to_owned()));
        }
        if !rest.is_empty() {
            rows.extend([LabRow::Blank, LabRow::Text(rest.to_owned())]);
        }
        rows.push(LabRow::Blank);
        let steps = learning.progress.steps(learning.lesson());
        rows.extend(steps.into_iter().map(LabRow::Step));
        rows
    }
}

/// An open question: its text, with the sentences that ask set apart, and the choices.
fn asking_rows(learning: &Learning, body: &str) -> Vec<LabRow> {
    let points = format!("{} points", learning.most_points());
    let heading = learning.step_name().place();
    let mut rows = vec![LabRow::Gap, LabRow::Heading("QUESTION", heading, points), LabRow::Gap];
    for (is_asked, text) in parts(body) {
        if is_asked && rows.last() != Some(&LabRow::Gap) {
            rows.push(LabRow::Blank);
        }
        rows.push(if is_asked { LabRow::Asked(text) } else { LabRow::Text(text) });
    }
    rows.extend(learning.moment_shown().map(LabRow::Moment));
    rows.push(LabRow::Blank);
    let choices = learning.choices();
    if choices.is_empty() {
        rows.push(LabRow::Quiet("Type a number: 3, 0.25 or 1/3.".to_owned()));
    }
    rows.extend(choice_rows(&choices));
    let notes = learning.moment_asked().into_iter().chain(learning.answers_note());
    rows.extend(notes.map(LabRow::Note));
    rows
}

/// A text in parts: sentences that ask, and the others between them.
fn parts(body: &str) -> Vec<(bool, String)> {
    let mut parts: Vec<(bool, String)> = Vec::new();
    for line in body.lines() {
        if let Some((_, text)) = parts.last_mut().filter(|_| line.is_empty()) {
            text.push('\n');
        }
        for (nth, sentence) in sentences(line).enumerate() {
            let is_asked = sentence.ends_with('?');
            let between = if nth == 0 { "\n" } else { " " };
            match parts.last_mut() {
                Some((before, text)) if *before == is_asked => {
                    text.push_str(between);
                    text.push_str(sentence);
                }
                _ => parts.push((is_asked, sentence.to_owned())),
            }
        }
    }
    parts
}

/// The sentences of a line: each ends at a full stop or question mark before a space, or at the end
/// of the line.
fn sentences(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line.trim();
    std::iter::from_fn(move || {
        let ends = ['.', '?'].into_iter();
        let end = ends.filter_map(|sign| rest.find(&format!("{sign} "))).min();
        let (sentence, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        rest = after.trim_start();
        (!sentence.is_empty()).then_some(sentence)
    })
}

/// Puts sentences and short lists of words below each other, other choices side by side.
fn choice_rows(choices: &[Choice]) -> Vec<LabRow> {
    let are_sentences = choices.iter().any(|choice| choice.meaning.is_some());
    let numbered = (1..).zip(choices);
    if !are_sentences && choices.len() > MOST_BELOW {
        return vec![LabRow::Choices(numbered.map(|(number, it)| (number, it.label)).collect())];
    }
    let row = |(number, choice): (usize, &Choice)| LabRow::Choice {
        number,
        text: choice.to_string(),
        plain: choice.meaning.unwrap_or(choice.label),
    };
    let rows = numbered.map(row).flat_map(|row| [LabRow::Gap, row]);
    rows.skip(1).collect()
}

/// Which moment the picture shows, if the question asks about a later one.
fn moment_row(learning: &Learning) -> Option<LabRow> {
    learning.moment_shown().map(|moment| LabRow::Quiet(moment.to_owned()))
}
