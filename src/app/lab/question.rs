//! The rows of the Lab view for a question, for the answer to it, and for the end of a
//! lesson.

use super::rows::LabRow;
use crate::app::Model;
use hitscan_core::lab::{AnswerReport, Choice, Learning};

/// The most words to choose from that stand below each other: few are read more easily so.
const MOST_BELOW: usize = 4;

impl Model<'_> {
    pub(super) fn question_rows(self, learning: &Learning) -> Vec<LabRow> {
        let key_of = |action: &str| self.key_in_text(action);
        if learning.is_asking() {
            return asking_rows(learning, &learning.body(&key_of));
        }
        let Some(told) = learning.told() else {
            let asked = LabRow::Text(learning.body(&key_of));
            let answered = LabRow::Quiet("You have answered this.".to_owned());
            return vec![asked, LabRow::Blank, answered];
        };
        self.answered_rows(learning, told)
    }

    /// What an answer taught: what is new comes first, since in a small window the rest is
    /// below the last row.
    fn answered_rows(self, learning: &Learning, told: &AnswerReport) -> Vec<LabRow> {
        let key_of = |action: &str| self.key_in_text(action);
        let mut rows = vec![LabRow::Gap];
        if let Some(after) = learning.after_task(&key_of) {
            rows.push(LabRow::heading("WHAT YOU JUST LEARNED"));
            rows.push(LabRow::Learned(after));
        }
        for text in told.texts() {
            rows.extend([LabRow::Blank, LabRow::Text(text.clone())]);
        }
        if !told.compared.is_empty() {
            rows.extend([LabRow::Blank, LabRow::Compared(told.compared.clone())]);
        }
        for belief in learning.beliefs_told(&key_of) {
            rows.extend([LabRow::Blank, LabRow::Quiet(belief)]);
        }
        rows.push(LabRow::Before(format!("Asked: {}", learning.body(&key_of))));
        rows
    }

    /// The end of a lesson: what to keep of it, and its steps with their points.
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
        let steps = learning.progress().steps(learning.lesson());
        rows.extend(steps.into_iter().map(LabRow::Step));
        rows
    }
}

/// A question that waits: its text, in which what is asked stands out, and the choices.
fn asking_rows(learning: &Learning, body: &str) -> Vec<LabRow> {
    let [number, of] = learning.lesson().place_in_kind(learning.step());
    let points = format!("{} points", learning.most_points());
    let heading = format!("{number} of {of}");
    let mut rows = vec![LabRow::Gap, LabRow::Heading("QUESTION", heading, points), LabRow::Gap];
    for (is_asked, text) in parts(body) {
        if is_asked && rows.last() != Some(&LabRow::Gap) {
            rows.push(LabRow::Blank);
        }
        rows.push(if is_asked { LabRow::Asked(text) } else { LabRow::Text(text) });
    }
    rows.push(LabRow::Blank);
    let choices = learning.choices();
    if choices.is_empty() {
        rows.push(LabRow::Quiet("Type a number: 3, 0.25 or 1/3.".to_owned()));
    }
    rows.extend(choice_rows(&choices));
    let notes = learning.moment_asked().into_iter().chain(learning.answers_note());
    rows.extend(notes.flat_map(|it| [LabRow::Blank, LabRow::Quiet(it.to_owned())]));
    rows
}

/// A text in parts: the sentences that ask, and the others between them.
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

/// The sentences of a line: each ends with a point or a question mark before a blank, or
/// with the line.
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

/// Choices with meanings and few words below each other, others side by side.
fn choice_rows(choices: &[Choice]) -> Vec<LabRow> {
    let has_meanings = choices.iter().any(|choice| choice.meaning.is_some());
    let numbered = (1..).zip(choices);
    if !has_meanings && choices.len() > MOST_BELOW {
        return vec![LabRow::Choices(numbered.map(|(number, it)| (number, it.word)).collect())];
    }
    let row = |(number, choice): (usize, &Choice)| {
        let meaning = choice.meaning.map(|meaning| format!(": {meaning}"));
        LabRow::Choice(number, format!("{}{}", choice.word, meaning.unwrap_or_default()))
    };
    let rows = numbered.map(row).flat_map(|row| [LabRow::Gap, row]);
    rows.skip(1).collect()
}
