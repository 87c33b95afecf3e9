//! What every method says of the pair, each judged, and why the chosen one
//! differs.

use ratatui::style::Style;

use super::canvas::{Canvas, TEXT};
use crate::app::{Action, App, Spot};
use crate::geom::{Relation, Swept};
use crate::methods::{
    Against, AnyMethod, Arithmetic, FrameVerdicts, Method, Reason, SideMethod, Verdict,
    frame_verdicts, methods_for, verdicts,
};
use crate::script::Pair;
use crate::view::text::cells_of;
use crate::words::{self, hit_word, short_fraction};
use crate::world::Outcome;

/// Where the answers stand.
const EXACT_COL: u16 = 19;
const F32_COL: u16 = 25;

pub(super) fn render(app: &App, canvas: &mut Canvas<'_>) {
    let Some(pair) = app.pair() else {
        canvas.put(1, 1, "Methods are compared on a pair.", TEXT);
        canvas.paragraph(2, 1, &app.how_to_add(), TEXT);
        return;
    };
    if app.covered().is_some() {
        return covered(app, canvas, &pair);
    }
    let contact = app.sandbox().world().settings().contact;
    let said = verdicts(&pair.a.shape, &pair.b.shape, &pair.judgement.meeting, contact);
    let frame = pair.judgement.frame.map(|[a, b]| frame_verdicts(&a, &b));
    let mut row = whether(app, canvas, &pair, &said);
    if let Some(frame) = &frame {
        row = from_which_side(app, canvas, row + 1, frame);
    }
    chosen_sentences(app, canvas, row, &pair, &said, frame.as_ref());
    let last = canvas.rows();
    canvas.put(last.saturating_sub(2), 1, "= agrees ~ convention ! wrong", canvas.theme.quiet);
    let choose = app.keymap().several(&[Action::NextMethod, Action::PreviousMethod]);
    let why = format!("{} why", app.key(Action::Enter));
    let keys = format!("{choose} choose  {why}");
    let fits = cells_of(format_args!("{keys}")) < usize::from(canvas.cols());
    let keys = if fits { keys } else { why };
    canvas.put(last.saturating_sub(1), 1, &keys, canvas.theme.quiet);
}

/// Which methods will speak, and nothing of what they say.
fn covered(app: &App, canvas: &mut Canvas<'_>, pair: &Pair) {
    headings(canvas);
    canvas.put(1, 1, "truth", TEXT);
    canvas.put(1, EXACT_COL, "?", canvas.theme.accent);
    let mut row = 2;
    for method in methods_for(&pair.a.shape, &pair.b.shape) {
        name(app, canvas, row, AnyMethod::Whether(*method));
        canvas.put(row, EXACT_COL, "?", TEXT);
        canvas.put(row, F32_COL, "?", TEXT);
        row += 1;
    }
    let skip = app.key(Action::SkipPrediction);
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

/// The methods that say whether; gives the row after them.
fn whether(app: &App, canvas: &mut Canvas<'_>, pair: &Pair, said: &[Verdict]) -> u16 {
    headings(canvas);
    // Where they stand at the end, not what happened on the way there.
    let outcome = match pair.judgement.meeting.relation {
        Relation::Disjoint => Outcome::Miss,
        Relation::Touches => Outcome::Touch,
        _ => Outcome::Hit,
    };
    canvas.put(1, 1, "truth", TEXT);
    canvas.put(1, EXACT_COL, outcome.word(), canvas.theme.word(outcome));
    let mut row = 2;
    for exact in said.iter().filter(|verdict| verdict.arithmetic == Arithmetic::Exact) {
        name(app, canvas, row, AnyMethod::Whether(exact.method));
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
fn from_which_side(app: &App, canvas: &mut Canvas<'_>, row: u16, frame: &FrameVerdicts) -> u16 {
    let dim = canvas.theme.quiet;
    canvas.put(row, 1, "from which side?", dim);
    canvas.put(row, EXACT_COL, "says", dim);
    canvas.put(row + 1, 1, "swept", TEXT);
    canvas.put(row + 1, EXACT_COL, &swept_says(frame.swept), canvas.theme.title);
    let velocity = &frame.relative_velocity;
    let corner = &frame.predict_corner;
    let rows = [
        (SideMethod::RelativeVelocity, velocity.named.token(), velocity.against),
        (SideMethod::PredictCorner, corner.named.token(), corner.against),
    ];
    for (row, (method, says, against)) in (row + 2..).zip(rows) {
        name(app, canvas, row, AnyMethod::FromWhichSide(method));
        let end = canvas.put(row, EXACT_COL, says, TEXT);
        mark(canvas, row, end, against);
    }
    row + 4
}

fn swept_says(swept: Swept) -> String {
    match swept {
        Swept::Hit { t, sides } => {
            let sides: Vec<_> = sides.iter().map(crate::geom::Side::token).collect();
            format!("{} {}", sides.join("+"), short_fraction(t, 4))
        }
        other => other.token().to_owned(),
    }
}

fn name(app: &App, canvas: &mut Canvas<'_>, row: u16, method: AnyMethod) {
    let chosen = app.method() == Some(method);
    if chosen {
        canvas.put(row, 0, ">", canvas.theme.accent);
    }
    let style = if chosen { canvas.theme.title } else { TEXT };
    canvas.put(row, 1, method.id(), style);
    canvas.spot(row, 0, canvas.cols(), Spot::Method(method));
}

fn mark(canvas: &mut Canvas<'_>, row: u16, col: u16, against: Against) {
    let (mark, style) = mark_of(canvas, against);
    canvas.put(row, col, mark, style);
}

fn mark_of(canvas: &Canvas<'_>, against: Against) -> (&'static str, Style) {
    match against {
        Against::Agrees => ("=", canvas.theme.quiet),
        Against::Convention => ("~", canvas.theme.convention),
        Against::Wrong => ("!", canvas.theme.wrong),
        Against::NotApplicable => (" ", canvas.theme.quiet),
    }
}

/// What the chosen method's answer is worth, and why it differs.
fn chosen_sentences(
    app: &App,
    canvas: &mut Canvas<'_>,
    row: u16,
    pair: &Pair,
    said: &[Verdict],
    frame: Option<&FrameVerdicts>,
) {
    let row = match app.method() {
        Some(AnyMethod::Whether(method)) => whether_sentences(canvas, row, pair, said, method),
        Some(AnyMethod::FromWhichSide(method)) => {
            let worth = frame.and_then(|frame| match method {
                SideMethod::Swept => None,
                SideMethod::RelativeVelocity => {
                    Some((frame.relative_velocity.against, frame.relative_velocity.reason))
                }
                SideMethod::PredictCorner => {
                    Some((frame.predict_corner.against, frame.predict_corner.reason))
                }
            });
            let Some((against, reason)) = worth else { return };
            let why = reason
                .zip(pair.judgement.frame.as_ref())
                .map(|(reason, frame)| words::side_reason(&pair.a, &pair.b, frame, reason));
            sentences(canvas, row, against, reason, why.as_deref())
        }
        None => row,
    };
    debug_assert!(row > 0, "sentences stand under a table");
}

fn whether_sentences(
    canvas: &mut Canvas<'_>,
    row: u16,
    pair: &Pair,
    said: &[Verdict],
    method: Method,
) -> u16 {
    let mut row = row;
    let of_method = said.iter().filter(|verdict| verdict.method == method);
    for verdict in of_method {
        // The f32 line only has something to say where it differs.
        let differs = verdict.reason == Some(Reason::Rounding);
        if verdict.arithmetic == Arithmetic::F32 && !differs {
            continue;
        }
        let why = words::whether_reason(&pair.a, &pair.b, verdict);
        row = sentences(canvas, row, verdict.against, verdict.reason, why.as_deref());
    }
    row
}

fn sentences(
    canvas: &mut Canvas<'_>,
    row: u16,
    against: Against,
    reason: Option<Reason>,
    why: Option<&str>,
) -> u16 {
    let (_, style) = mark_of(canvas, against);
    canvas.put(row, 3, &words::worth(against, reason), style);
    match why {
        Some(why) => canvas.paragraph(row + 1, 3, why, TEXT),
        None => row + 1,
    }
}
