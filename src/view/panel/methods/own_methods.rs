//! The rows of the user's own methods, and what the chosen one was asked.

use super::sentence::{Sentence, write_all};
use super::{AnswerColumns, Model, PanelCanvas, TEXT, mark, page_name};
use crate::app::OwnMethod;
use crate::view::text::wrapped;
use hitscan_core::command::WhySubject;
use hitscan_core::engine::Pair;
use hitscan_core::methods::{
    Agreement, Judgement, JudgingRules, OwnPair, OwnReply, OwnState, question_line,
};
use hitscan_core::words::{own_cause_of, own_fact_of, own_judgement};

/// The column of the line that was asked.
const ASKED_COL: u16 = 8;

/// The column where the second row of a method says what it is about.
const FRAME_COL: u16 = 12;

/// The answer of an own method to one pair, with its judgement.
pub(super) struct Judged<'a> {
    method: &'a OwnMethod,
    /// Whether it is about the frame.
    is_frame: bool,
    says: String,
    judgement: Option<Judgement>,
    why: Option<String>,
}

impl<'a> Judged<'a> {
    /// The answers of all own methods: a row for the positions, and one for the frame if that is
    /// answered.
    pub(super) fn all(model: Model<'a>, pair: &Pair) -> Vec<Self> {
        let rules = model.judging_rules;
        model.own_methods.iter().flat_map(|method| Self::of(method, pair, rules)).collect()
    }

    fn of(method: &'a OwnMethod, pair: &Pair, rules: JudgingRules) -> Vec<Self> {
        let row =
            |is_frame, says: String| Self { method, is_frame, says, judgement: None, why: None };
        let waiting = match &method.state {
            OwnState::Unasked => Some("-"),
            OwnState::Thinking => Some("..."),
            OwnState::Slow => Some("slow"),
            OwnState::Dead(_) => Some("dead"),
            OwnState::Answered(_) => None,
        };
        if let Some(word) = waiting {
            return vec![row(false, word.to_owned())];
        }
        let mut rows = Vec::new();
        for (asked, reply) in method.replies() {
            let is_frame = matches!(asked, OwnPair::Frame(..));
            match reply {
                Some(OwnReply::Answer(answer)) => {
                    let judgement = asked.judge(&answer, rules);
                    let names = pair.asked_names(asked);
                    let why = match judgement.cause {
                        Some(cause) => Some(own_cause_of(asked, names, cause)),
                        None if judgement.agreement == Agreement::Wrong => {
                            own_fact_of(asked, names, &answer)
                        }
                        None => None,
                    };
                    let says = if is_frame {
                        answer.to_string()
                    } else {
                        answer.says.word().to_uppercase()
                    };
                    rows.push(Self { judgement: Some(judgement), why, ..row(is_frame, says) });
                }
                Some(OwnReply::Unknown) if is_frame => {}
                Some(OwnReply::Unknown) | None => rows.push(row(is_frame, "-".to_owned())),
            }
        }
        rows
    }
}

/// Writes the rows, with the sentences below the chosen one, and returns the row after them.
pub(super) fn rows(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    mut row: u16,
    own: &[Judged<'_>],
    sentences: &[Sentence],
) -> u16 {
    for (index, judged) in own.iter().enumerate() {
        let page = WhySubject::Own(judged.method.name);
        let is_chosen = page_name(model, canvas, row, page, TEXT);
        // A long answer leaves no room for the word, and is not cut.
        let columns = AnswerColumns::of(canvas);
        let answer = columns.beginning(&judged.says);
        if judged.is_frame && answer > FRAME_COL + 5 {
            canvas.put(row, FRAME_COL, "frame", canvas.theme.quiet);
        }
        let agreement = judged.judgement.map_or(Agreement::NotApplicable, |it| it.agreement);
        let style = match judged.judgement {
            Some(_) => TEXT,
            None => canvas.theme.quiet,
        };
        let end = canvas.put(row, answer, &judged.says, style);
        mark(canvas, row, end + 1, agreement);
        if is_chosen {
            canvas.lay_bar(row);
        }
        row += 1;
        let is_last = own.get(index + 1).is_none_or(|next| next.method.name != judged.method.name);
        if is_last && model.engine.focus().page == page {
            row = write_all(sentences, canvas, row);
        }
    }
    row
}

/// Lists own methods without their answers, and returns the row after them.
pub(super) fn covered(model: Model<'_>, canvas: &mut PanelCanvas<'_>, mut row: u16) -> u16 {
    for method in model.own_methods {
        page_name(model, canvas, row, WhySubject::Own(method.name), TEXT);
        canvas.put(row, AnswerColumns::of(canvas).exact, "?", canvas.theme.accent);
        row += 1;
    }
    row
}

/// Why the chosen method differs or does not answer. That it agrees is shown by its mark, so that
/// the rows below stay in place when an answer comes late.
pub(super) fn sentences(model: Model<'_>, own: &[Judged<'_>]) -> Vec<Sentence> {
    let Some(chosen) = model.chosen_own_method() else { return Vec::new() };
    if let OwnState::Dead(why) = &chosen.state {
        return vec![Sentence::new(Agreement::Wrong, "no answer".to_owned(), Some(why.clone()))];
    }
    if let Some(unknown) = chosen.unknown() {
        return vec![Sentence::new(
            Agreement::NotApplicable,
            "no answer".to_owned(),
            Some(unknown),
        )];
    }
    let of_chosen = own.iter().filter(|judged| judged.method.name == chosen.name);
    let judged = of_chosen.filter_map(|judged| Some((judged.judgement?, judged.why.clone())));
    let judged = judged.filter(|(it, _)| it.agreement != Agreement::Agrees);
    judged.map(|(it, why)| Sentence::new(it.agreement, own_judgement(it), why)).collect()
}

/// Writes the first line that the chosen method was asked, and its answer, if everything fits above
/// the last row.
pub(super) fn asked(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16, last: u16) {
    let Some(chosen) = model.chosen_own_method() else { return };
    let Some((pair, reply)) = chosen.replies().next() else { return };
    let line = question_line(pair);
    let room = usize::from(canvas.cols().saturating_sub(ASKED_COL + 1));
    let rows = u16::try_from(wrapped(&line, room).count()).unwrap_or(u16::MAX);
    if row.saturating_add(rows).saturating_add(1) > last {
        return;
    }
    let quiet = canvas.theme.quiet;
    canvas.put(row, 1, "asked", quiet);
    let next = canvas.paragraph(row, ASKED_COL, &line, TEXT);
    canvas.put(next, 1, "said", quiet);
    let said = match (&chosen.state, reply) {
        (_, Some(reply)) => reply.to_string(),
        (OwnState::Dead(_), None) => "nothing".to_owned(),
        (_, None) => "...".to_owned(),
    };
    canvas.put(next, ASKED_COL, &said, TEXT);
}
