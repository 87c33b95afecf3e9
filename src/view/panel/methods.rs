//! What every method says of the pair, each judged, and why the chosen one
//! differs.

use ratatui::style::Style;

use super::canvas::{Canvas, TEXT};
use crate::app::{Action, HitRegion, Model};
use crate::view::text::{cells_of, wrapped};
use hitscan_core::engine::Pair;
use hitscan_core::methods::{
    Agreement, AnyMethod, Arithmetic, FrameVerdicts, Method, Reason, SideMethod, Verdict,
    frame_verdicts, methods_for, verdicts,
};
use hitscan_core::words::{self, hit_word, short_fraction};
use hitscan_core::world::TestResult;
use hitscan_geom::{Relation, Side, Swept};

/// Where the answers stand.
const EXACT_COL: u16 = 19;
const F32_COL: u16 = 25;
/// Rows of the methods that say from which side, with their heading.
const SIDE_ROWS: usize = 4;
/// Rows of what the marks and keys mean.
const LEGEND_ROWS: u16 = 2;
/// Where sentences begin.
const SENTENCE_COL: u16 = 3;

pub(super) fn render(model: Model<'_>, canvas: &mut Canvas<'_>) {
    let Some(pair) = model.pair() else {
        canvas.put(1, 1, "Methods are compared on a pair.", TEXT);
        canvas.paragraph(2, 1, &model.input.keymap.how_to_add(), TEXT);
        return;
    };
    if model.session.covered().is_some() {
        return covered(model, canvas, &pair);
    }
    let contact = model.session.sandbox().world().settings().contact;
    let said = verdicts(&pair.a.shape, &pair.b.shape, &pair.pair_result.meeting, contact);
    let frame = pair.pair_result.frame.map(|[a, b]| frame_verdicts(&a, &b));
    let sentences = chosen_sentences(model, &pair, &said, frame.as_ref());
    let is_side = matches!(model.session.method(), Some(AnyMethod::SideTest(_)));
    let plan = Plan::of(
        canvas,
        said.iter().filter(|verdict| is_exact(**verdict)).count(),
        frame.is_some(),
        (&sentences, is_side),
    );
    let mut row = 0;
    if plan != Plan::Sides {
        row = whether(model, canvas, &pair, &said);
    }
    // What is said of a row stands under its table, lest the other be meant.
    if !is_side {
        row = write_all(&sentences, canvas, row);
    }
    if let Some(frame) = frame.as_ref().filter(|_| plan != Plan::OverlapTest) {
        let row_of_table = if plan == Plan::BothApart { row + 1 } else { row };
        row = from_which_side(model, canvas, row_of_table, frame);
    }
    if is_side {
        row = write_all(&sentences, canvas, row);
    }
    let last = canvas.rows();
    if row + LEGEND_ROWS <= last {
        canvas.put(last - 2, 1, "= agrees ~ convention ! wrong", canvas.theme.quiet);
        let choose = model.input.keymap.several(&[Action::NextMethod, Action::PreviousMethod]);
        let why = format!("{} why", model.input.keymap.named(Action::Enter));
        let keys = format!("{choose} choose  {why}");
        let fits = cells_of(format_args!("{keys}")) < usize::from(canvas.cols());
        canvas.put(last - 1, 1, if fits { &keys } else { &why }, canvas.theme.quiet);
    }
}

/// Which of the two tables there is room for, with all that is said of the
/// chosen method.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plan {
    /// Both, a blank row between them.
    BothApart,
    /// Both, one right under the other.
    Both,
    /// The methods that say whether.
    OverlapTest,
    /// The methods that say from which side.
    Sides,
}

impl Plan {
    fn of(
        canvas: &Canvas<'_>,
        methods: usize,
        has_sides: bool,
        (sentences, is_side): (&[Sentence], bool),
    ) -> Self {
        let said: usize = sentences.iter().map(|sentence| sentence.rows(canvas)).sum();
        let needed = 2 + methods + usize::from(has_sides) * SIDE_ROWS + said;
        let rows = usize::from(canvas.rows());
        match (needed < rows, needed == rows || sentences.is_empty(), is_side) {
            (true, ..) => Self::BothApart,
            (false, true, _) => Self::Both,
            (false, false, true) => Self::Sides,
            (false, false, false) => Self::OverlapTest,
        }
    }
}

/// Which methods will speak, and nothing of what they say.
fn covered(model: Model<'_>, canvas: &mut Canvas<'_>, pair: &Pair) {
    headings(canvas);
    canvas.put(1, 1, "truth", TEXT);
    canvas.put(1, EXACT_COL, "?", canvas.theme.accent);
    let mut row = 2;
    for method in methods_for(&pair.a.shape, &pair.b.shape) {
        name(model, canvas, row, AnyMethod::OverlapTest(*method));
        canvas.put(row, EXACT_COL, "?", TEXT);
        canvas.put(row, F32_COL, "?", TEXT);
        row += 1;
    }
    let skip = model.input.keymap.named(Action::SkipPrediction);
    let words =
        format!("Your answer is kept in the recording before the truth is shown. {skip} skips.");
    // With room about it, but whole where there is little.
    let top = (row + 6).min(canvas.rows().saturating_sub(3)).max(row + 1);
    canvas.paragraph(top, 1, &words, canvas.theme.quiet);
}

fn headings(canvas: &mut Canvas<'_>) {
    let dim = canvas.theme.quiet;
    canvas.put(0, 1, "do they meet?", dim);
    canvas.put(0, EXACT_COL, "exact", dim);
    canvas.put(0, F32_COL, "f32", dim);
}

/// What integers make of it.
const fn is_exact(verdict: Verdict) -> bool {
    matches!(verdict.arithmetic, Arithmetic::Exact)
}

/// The methods that say whether; gives the row after them.
fn whether(model: Model<'_>, canvas: &mut Canvas<'_>, pair: &Pair, said: &[Verdict]) -> u16 {
    headings(canvas);
    // Where they stand at the end, not what happened on the way there.
    let outcome = match pair.pair_result.meeting.relation {
        Relation::Disjoint => TestResult::Miss,
        Relation::Touches => TestResult::Touch,
        _ => TestResult::Hit,
    };
    canvas.put(1, 1, "truth", TEXT);
    canvas.put(1, EXACT_COL, outcome.word(), canvas.theme.word(outcome));
    let mut row = 2;
    for exact in said.iter().filter(|verdict| is_exact(**verdict)) {
        name(model, canvas, row, AnyMethod::OverlapTest(exact.method));
        for verdict in said.iter().filter(|verdict| verdict.method == exact.method) {
            let col = match verdict.arithmetic {
                Arithmetic::Exact => EXACT_COL,
                Arithmetic::F32 => F32_COL,
            };
            let end = canvas.put(row, col, hit_word(verdict.hit), TEXT);
            mark(canvas, row, end, verdict.against);
        }
        row += 1;
    }
    row
}

/// The methods that say from which side; gives the row after them.
fn from_which_side(
    model: Model<'_>,
    canvas: &mut Canvas<'_>,
    row: u16,
    frame: &FrameVerdicts,
) -> u16 {
    let dim = canvas.theme.quiet;
    canvas.put(row, 1, "from which side?", dim);
    canvas.put(row, EXACT_COL, "says", dim);
    canvas.put(row + 1, 1, "swept", TEXT);
    let room = usize::from(canvas.cols().saturating_sub(EXACT_COL));
    canvas.put(row + 1, EXACT_COL, &fitted(swept_says(frame.swept), room), canvas.theme.title);
    let velocity = &frame.relative_velocity;
    let corner = &frame.predict_corner;
    let rows = [
        (SideMethod::RelativeVelocity, velocity.named.token(), velocity.against),
        (SideMethod::PredictCorner, corner.named.token(), corner.against),
    ];
    for (row, (method, says, against)) in (row + 2..).zip(rows) {
        name(model, canvas, row, AnyMethod::SideTest(method));
        // The mark behind it matters most.
        let end = canvas.put(row, EXACT_COL, &fitted(says.to_owned(), room - 1), TEXT);
        mark(canvas, row, end, against);
    }
    row + 4
}

/// A name of sides, or one with their first letters where it would be cut off:
/// `corner-L-R`.
fn fitted(says: String, room: usize) -> String {
    if says.len() <= room {
        return says;
    }
    Side::ALL.into_iter().fold(says, |says, side| {
        let token = side.token();
        says.replace(token, &token[..1].to_uppercase())
    })
}

fn swept_says(swept: Swept) -> String {
    match swept {
        Swept::Hit { t, sides } => {
            let sides: Vec<_> = sides.iter().map(hitscan_geom::Side::token).collect();
            format!("{} {}", sides.join("+"), short_fraction(t, 4))
        }
        other => other.token().to_owned(),
    }
}

fn name(model: Model<'_>, canvas: &mut Canvas<'_>, row: u16, method: AnyMethod) {
    let chosen = model.session.method() == Some(method);
    if chosen {
        canvas.put(row, 0, ">", canvas.theme.accent);
    }
    let style = if chosen { canvas.theme.title } else { TEXT };
    canvas.put(row, 1, method.id(), style);
    canvas.spot(row, 0, canvas.cols(), HitRegion::Method(method));
}

fn mark(canvas: &mut Canvas<'_>, row: u16, col: u16, against: Agreement) {
    let (mark, style) = mark_of(canvas, against);
    canvas.put(row, col, mark, style);
}

fn mark_of(canvas: &Canvas<'_>, against: Agreement) -> (&'static str, Style) {
    match against {
        Agreement::Agrees => ("=", canvas.theme.quiet),
        Agreement::Convention => ("~", canvas.theme.convention),
        Agreement::Wrong => ("!", canvas.theme.wrong),
        Agreement::NotApplicable => (" ", canvas.theme.quiet),
    }
}

/// What an answer is worth, and why it differs.
struct Sentence {
    against: Agreement,
    worth: String,
    why: Option<String>,
}

impl Sentence {
    fn of(against: Agreement, reason: Option<Reason>, why: Option<String>) -> Self {
        Self { against, worth: words::agreement(against, reason), why }
    }

    fn rows(&self, canvas: &Canvas<'_>) -> usize {
        let room = usize::from(canvas.cols().saturating_sub(SENTENCE_COL));
        1 + self.why.as_deref().map_or(0, |why| wrapped(why, room).count())
    }

    /// Writes it from this row on; gives the row after it.
    fn write(&self, canvas: &mut Canvas<'_>, row: u16) -> u16 {
        let (_, style) = mark_of(canvas, self.against);
        canvas.put(row, SENTENCE_COL, &self.worth, style);
        let why = self.why.as_deref().unwrap_or_default();
        canvas.paragraph(row + 1, SENTENCE_COL, why, TEXT)
    }
}

/// Writes them from this row on; gives the row after them.
fn write_all(sentences: &[Sentence], canvas: &mut Canvas<'_>, row: u16) -> u16 {
    sentences.iter().fold(row, |row, sentence| sentence.write(canvas, row))
}

/// What the chosen method's answers are worth, and why they differ.
fn chosen_sentences(
    model: Model<'_>,
    pair: &Pair,
    said: &[Verdict],
    frame: Option<&FrameVerdicts>,
) -> Vec<Sentence> {
    match model.session.method() {
        Some(AnyMethod::OverlapTest(method)) => whether_sentences(pair, said, method),
        Some(AnyMethod::SideTest(method)) => {
            side_sentence(pair, frame, method).into_iter().collect()
        }
        None => Vec::new(),
    }
}

fn side_sentence(
    pair: &Pair,
    frame: Option<&FrameVerdicts>,
    method: SideMethod,
) -> Option<Sentence> {
    let frame = frame?;
    let (against, reason) = match method {
        SideMethod::Swept => return None,
        SideMethod::RelativeVelocity => {
            (frame.relative_velocity.against, frame.relative_velocity.reason)
        }
        SideMethod::PredictCorner => (frame.predict_corner.against, frame.predict_corner.reason),
    };
    let why = reason
        .zip(pair.pair_result.frame.as_ref())
        .map(|(reason, frame)| words::side_reason(&pair.a, &pair.b, frame, reason));
    Some(Sentence::of(against, reason, why))
}

fn whether_sentences(pair: &Pair, said: &[Verdict], method: Method) -> Vec<Sentence> {
    let of_method = said.iter().filter(|verdict| verdict.method == method);
    // The f32 line only has something to say where it differs.
    let speaks =
        |verdict: &&Verdict| is_exact(**verdict) || verdict.reason == Some(Reason::Rounding);
    of_method
        .filter(speaks)
        .map(|verdict| {
            let why = words::whether_reason(&pair.a, &pair.b, verdict);
            Sentence::of(verdict.against, verdict.reason, why)
        })
        .collect()
}
