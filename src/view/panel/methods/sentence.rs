//! The sentences about the chosen method: whether its answers agree, and why they differ.

use super::{
    AnswerColumns, Model, PanelCanvas, SENTENCE_COL, TEXT, TablesShown, Verdicts, mark_of,
};
use crate::view::text::wrapped;
use hitscan_core::engine::Pair;
use hitscan_core::methods::{Agreement, Arithmetic, Method, Reason};
use hitscan_core::words;
use hitscan_core::world::TestResult;
use hitscan_geom::Relation;

/// Whether an answer agrees, and why it differs.
pub(super) struct Sentence {
    agreement: Agreement,
    head: String,
    why: Option<String>,
}

impl Sentence {
    /// A sentence with its own head.
    pub(super) fn new(agreement: Agreement, head: String, why: Option<String>) -> Self {
        // The word of the legend below.
        let head = match head.strip_prefix(Agreement::Convention.token()) {
            Some(reason) => format!("a choice{reason}"),
            None => head,
        };
        Self { agreement, head, why }
    }

    fn of(agreement: Agreement, reason: Option<Reason>, why: Option<String>) -> Self {
        Self::new(agreement, words::agreement(agreement, reason), why)
    }

    pub(super) fn rows(&self, canvas: &PanelCanvas<'_>) -> usize {
        let room = usize::from(canvas.cols().saturating_sub(SENTENCE_COL + 1));
        1 + self.why.as_deref().map_or(0, |why| wrapped(why, room).count())
    }

    /// Writes the sentence from this row and returns the row after it.
    fn write(&self, canvas: &mut PanelCanvas<'_>, row: u16) -> u16 {
        let (_, style) = mark_of(canvas, self.agreement);
        canvas.put(row, SENTENCE_COL, &self.head, style);
        let why = self.why.as_deref().unwrap_or_default();
        canvas.paragraph(row + 1, SENTENCE_COL, why, TEXT)
    }
}

/// Writes the sentences from this row and returns the row after them.
pub(super) fn write_all(sentences: &[Sentence], canvas: &mut PanelCanvas<'_>, row: u16) -> u16 {
    sentences.iter().fold(row, |row, sentence| sentence.write(canvas, row))
}

/// Whether the chosen method's answers agree, and why they differ.
pub(super) fn chosen_sentences(
    model: Model<'_>,
    pair: &Pair,
    verdicts: [&Verdicts; 2],
) -> Vec<Sentence> {
    let in_view = model.engine.focus().page.method().map(Method::as_coded);
    let Some(method) = in_view else { return Vec::new() };
    // Those in floating-point numbers are mentioned only if they differ.
    let all = verdicts.into_iter().flat_map(|verdicts| &verdicts.overlap);
    let of_method = all.filter(|verdict| verdict.method == method);
    let speaks = of_method.filter(|verdict| {
        verdict.arithmetic == Arithmetic::Exact || verdict.reason == Some(Reason::Rounding)
    });
    let overlap = speaks.map(|verdict| {
        let why = words::overlap_reason(&pair.a, &pair.b, verdict);
        Sentence::of(verdict.agreement, verdict.reason, why)
    });
    let sides = verdicts.into_iter().flat_map(Verdicts::sides);
    let side = sides.filter(|verdict| verdict.method == method).map(|verdict| {
        let frame = pair.pair_result.frame.as_ref();
        let why = verdict.reason.zip(frame);
        let why =
            why.map(|(reason, frame)| words::side_reason(&pair.a, &pair.b, frame, method, reason));
        Sentence::of(verdict.agreement, verdict.reason, why)
    });
    overlap.chain(side).collect()
}

/// The heading of the first table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    /// The table is about the end of the frame.
    AtTheEnd,
    /// The two met and are apart at the end, which explains a MISS below a HIT: in rows of its own,
    /// above the headings of the columns.
    Apart,
    /// The same in short, beside the headings.
    ShortApart,
}

impl Heading {
    const WHOLE_APART: &str = "they met on the way and are apart at the end";

    /// The heading for this pair. There are `rows` rows, of which the first table needs `of_first`
    /// with a heading of one row, and the whole plan `needed`.
    pub(super) fn of(
        pair: &Pair,
        plan: TablesShown,
        canvas: &PanelCanvas<'_>,
        of_first: usize,
        needed: usize,
    ) -> Self {
        let found = &pair.pair_result;
        let is_apart =
            found.outcome == TestResult::Hit && found.meeting.relation == Relation::Disjoint;
        if !is_apart {
            return Self::AtTheEnd;
        }
        let room = usize::from(canvas.cols().saturating_sub(2));
        let more = wrapped(Self::WHOLE_APART, room).count();
        let needed = match plan {
            TablesShown::OverlapTests => of_first,
            TablesShown::BothApart => needed + 1,
            TablesShown::Both | TablesShown::Sides | TablesShown::InGames => needed,
        };
        if needed + more <= usize::from(canvas.rows()) { Self::Apart } else { Self::ShortApart }
    }

    /// The heading in one row.
    pub(super) fn brief(pair: &Pair) -> Self {
        let found = &pair.pair_result;
        let is_hit = found.outcome == TestResult::Hit;
        let is_apart = is_hit && found.meeting.relation == Relation::Disjoint;
        if is_apart { Self::ShortApart } else { Self::AtTheEnd }
    }

    /// Writes the heading, and returns the row after it.
    pub(super) fn write(self, canvas: &mut PanelCanvas<'_>) -> u16 {
        let (title, quiet) = (canvas.theme.title, canvas.theme.quiet);
        let row = match self {
            Self::Apart => canvas.paragraph(0, 1, Self::WHOLE_APART, title),
            Self::AtTheEnd => {
                canvas.put(0, 1, "at the end", title);
                0
            }
            Self::ShortApart => {
                canvas.put(0, 1, "apart at the end", title);
                0
            }
        };
        let columns = AnswerColumns::of(canvas);
        canvas.put(row, columns.exact, "exact", quiet);
        canvas.put(row, columns.f32, "f32", quiet);
        row + 1
    }
}
