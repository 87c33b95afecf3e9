//! The log: one line for each test whose result changed.
//!
//! ```text
//!  frame what  pair    side     at
//! >   5 TOUCH B>A     left      1~
//! ```

mod empty;
mod page;

use super::canvas::{Canvas, TEXT};
use super::pair::pair_name;
use crate::app::{Action, HitRegion, LogFilter, Model, Pane};
use crate::view::text::cells_of;
use hitscan_core::engine::Pair;
use hitscan_core::methods::{Agreement, Arithmetic, BoundaryRule, Method};
use hitscan_core::words::{short_fraction, written_order};
use hitscan_core::world::{PairResult, Record};
use hitscan_geom::{Approach, Direction, Fraction, Sides, Swept, swept};

/// The positions and widths of a line's columns.
struct Columns {
    frame_end: u16,
    word: u16,
    pair: u16,
    pair_cols: usize,
    side: u16,
    at_end: u16,
    at_cols: usize,
}

const NARROW: Columns =
    Columns { frame_end: 5, word: 6, pair: 12, pair_cols: 7, side: 20, at_end: 31, at_cols: 4 };
const WIDE: Columns =
    Columns { frame_end: 6, word: 7, pair: 13, pair_cols: 13, side: 27, at_end: 45, at_cols: 5 };

pub(super) fn render(model: Model<'_>, canvas: &mut Canvas<'_>) {
    let view = model.engine.log_query();
    let has_unkept = || view.filter == LogFilter::All && !visible(model, 1).is_empty();
    if model.engine.sandbox().log().is_empty() && view.text.is_empty() && !has_unkept() {
        empty::render(model, canvas);
        if view.filter != LogFilter::Changes {
            foot(model, canvas, &[]);
        }
        return;
    }
    let columns = if canvas.is_wide() { &WIDE } else { &NARROW };
    let dim = canvas.theme.quiet;
    // In the narrow panel "frame" is one column wider than a frame number and
    // shifts the other headings.
    let pushed = 6 - columns.frame_end;
    canvas.put(0, 1, "frame", dim);
    canvas.put(0, columns.word + pushed, "what", dim);
    canvas.put(0, columns.pair + pushed, "pair", dim);
    canvas.put(0, columns.side + pushed, "side", dim);
    canvas.put_right(0, columns.at_end + pushed, "at", dim);
    let is_plain = view.filter == LogFilter::Changes && view.text.is_empty();
    let footer = canvas.is_wide() || !is_plain;
    let rows = canvas.rows().saturating_sub(1 + u16::from(footer));
    let lines = visible(model, usize::from(rows));
    let mut flags = Vec::new();
    for (row, line) in (1..).zip(&lines) {
        write_line(model, canvas, columns, row, line, &mut flags);
        if let Some(seq) = line.seq {
            canvas.spot(row, 0, canvas.cols(), HitRegion::Record(seq));
        }
    }
    if lines.is_empty() && !view.text.is_empty() {
        let back = model.input.keymap.named(Action::Escape);
        let nothing = format!("No match for {}. {back} shows all.", view.text);
        canvas.paragraph(2, 1, &nothing, TEXT);
    } else if lines.is_empty() && view.filter == LogFilter::Hits {
        // It does not say that there are none, which would give away a covered
        // one.
        let all = model.input.keymap.named(Action::ShowLog);
        let nothing = format!("Only hits and touches are shown. {all} shows all.");
        canvas.paragraph(2, 1, &nothing, TEXT);
    }
    if footer {
        foot(model, canvas, &flags);
    }
}

/// A line of the log.
struct Line {
    /// The number of the record; `None` for a test without one.
    seq: Option<u64>,
    frame: u64,
    position: usize,
    pair: Pair,
}

impl From<&Record> for Line {
    fn from(record: &Record) -> Self {
        let (a, b) = (record.a.clone(), record.b.clone());
        let pair = Pair { a, b, pair_result: record.pair_result() };
        let &Record { seq, frame, position, .. } = record;
        Self { seq: Some(seq), frame, position, pair }
    }
}

/// The lines to show, oldest first. If the filter shows all tests, unchanged
/// ones follow the records up to now, as far as there is room; records get at
/// least half of it.
fn visible(model: Model<'_>, rows: usize) -> Vec<Line> {
    let sandbox = model.engine.sandbox();
    let (now, frame) = (sandbox.history().position(), sandbox.world().frame());
    let asked_about = model.engine.asked_about();
    let is_shown =
        |pair: &Pair| !model.engine.hides(frame, [pair.a.id, pair.b.id], asked_about.as_ref());
    let unchanged = model.log().unchanged().filter(is_shown).take(rows);
    let unchanged = unchanged.map(|pair| Line { seq: None, frame, position: now, pair });
    let mut unchanged: Vec<_> = unchanged.collect();
    let records = page::records(model, (rows - unchanged.len()).max(rows / 2));
    unchanged.truncate(rows - records.len());
    let until_now = records.partition_point(|record| record.position <= now);
    let (before, after) = records.split_at(until_now);
    let lines = before.iter().copied().map(Line::from).chain(unchanged);
    lines.chain(after.iter().copied().map(Line::from)).collect()
}

fn write_line(
    model: Model<'_>,
    canvas: &mut Canvas<'_>,
    columns: &Columns,
    row: u16,
    line: &Line,
    flags: &mut Vec<(&'static str, Method)>,
) {
    let now = model.engine.sandbox().history().position();
    let is_later = line.position > now;
    let marked = model.log().marked().map(|record| record.seq);
    let marked = line.seq.is_some() && line.seq == marked;
    let (text, quiet) = (TEXT, canvas.theme.quiet);
    let is_quiet = is_later || line.seq.is_none();
    let style = if is_quiet { quiet } else { text };
    let gutter = match (marked, is_later) {
        (true, _) => ">",
        (false, true) => ".",
        (false, false) => " ",
    };
    // The same style as the line, since a separate colour costs bytes on every
    // line.
    canvas.put(row, 0, gutter, style);
    canvas.put_right(row, columns.frame_end, &line.frame.to_string(), style);
    let Pair { a, b, pair_result } = &line.pair;
    let outcome = pair_result.outcome;
    let word = if is_quiet { quiet } else { canvas.theme.word(outcome) };
    canvas.put(row, columns.word, outcome.word(), word);
    let (x, y) = written_order(a, b);
    canvas.put(row, columns.pair, &pair_name(&x.name, &y.name, columns.pair_cols), style);
    canvas.put(row, columns.side, &side(pair_result, canvas.is_wide()), style);
    canvas.put_right(row, columns.at_end, &at(pair_result, columns.at_cols), style);
    if let Some((flag, method)) = flag(model, &line.pair) {
        // Differences by convention are common and not errors, so they do not
        // stand out.
        let style = if flag == "!" { canvas.theme.wrong } else { style };
        canvas.put(row, columns.at_end, flag, style);
        if !flags.contains(&(flag, method)) {
            flags.push((flag, method));
        }
    }
    if marked && model.screen.pane == Pane::Panel {
        canvas.mark_row(row, canvas.theme.chosen);
    }
}

/// Writes the meaning of the flags and the number of tests.
fn foot(model: Model<'_>, canvas: &mut Canvas<'_>, flags: &[(&'static str, Method)]) {
    let row = canvas.rows().saturating_sub(1);
    let filter = match model.engine.log_query().filter {
        LogFilter::Changes => "changes",
        LogFilter::Hits => "hits only",
        LogFilter::All => "all",
    };
    let shown = page::shown_of_first(model, model.engine.sandbox().log_len_now());
    let named = match model.engine.log_query().text.as_str() {
        "" => String::new(),
        text => format!(" /{}", cut(text, usize::from(canvas.cols() / 3))),
    };
    let counts = format!("{shown} of {}", model.engine.sandbox().world().tested());
    // The numbers change with every test, and plain text costs fewer bytes.
    canvas.put_right(row, canvas.cols() - 1, &counts, TEXT);
    let filter = format!("{filter}{named}:");
    let filter_end = usize::from(canvas.cols()).saturating_sub(counts.len() + 2);
    canvas.put_right(row, u16::try_from(filter_end).unwrap_or(0), &filter, canvas.theme.quiet);
    let meaning = |&(flag, method): &(&'static str, Method)| {
        let says = if flag == "!" { "is wrong" } else { "differs by convention" };
        format!("{flag} {} {says}", method.id())
    };
    let room = filter_end.saturating_sub(cells_of(format_args!("{filter}")) + 2);
    let legend = flags.iter().max_by_key(|(flag, _)| *flag == "!").map(meaning);
    if let Some(legend) = legend.filter(|legend| legend.len() <= room) {
        canvas.put(row, 1, &legend, canvas.theme.quiet);
    }
}

/// The text, cut to `room` cells.
fn cut(text: &str, room: usize) -> String {
    if cells_of(format_args!("{text}")) <= room {
        return text.to_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(['~']).collect()
}

/// The side that was hit, the direction a laser comes from, or nothing.
fn side(pair_result: &PairResult, wide: bool) -> String {
    match (pair_result.swept, pair_result.meeting.direction) {
        (Some(_), _) => sides(pair_result.sides(), wide),
        (None, Direction::Sides(hit)) => sides(hit, wide),
        (None, Direction::Approach(approach)) => match (approach, wide) {
            (Approach::OnLine, _) | (_, true) => approach.token().to_owned(),
            (Approach::FromLeft, false) => "from-L".to_owned(),
            (Approach::FromRight, false) => "from-R".to_owned(),
        },
        (None, Direction::Edges(edge, None)) => format!("edge {edge}"),
        (None, Direction::Edges(edge, Some(other))) => format!("e {edge}+{other}"),
        (None, Direction::Inside) => "inside".to_owned(),
        (None, Direction::None) => String::new(),
    }
}

fn sides(sides: Sides, wide: bool) -> String {
    let names: Vec<_> = sides.iter().map(hitscan_geom::Side::token).collect();
    match (names.as_slice(), wide) {
        ([one], _) => (*one).to_owned(),
        (all, true) => all.join("+"),
        (all, false) => {
            all.iter().map(|name| name[..1].to_uppercase()).collect::<Vec<_>>().join("+")
        }
    }
}

/// The time in the frame, or the fraction along the laser; `in` if boxes
/// already overlapped before.
fn at(pair_result: &PairResult, room: usize) -> String {
    let short = |t: Fraction| short_fraction(t, room);
    match pair_result.swept {
        Some(Swept::Overlap { .. }) if pair_result.meeting.relation.is_hit() => "in".to_owned(),
        Some(Swept::Hit { t, .. }) => short(t),
        Some(Swept::Graze { t: Some(t), .. }) if t > Fraction::ZERO => short(t),
        Some(_) => String::new(),
        None => pair_result
            .meeting
            .span
            .and_then(|span| span.t)
            .map_or(String::new(), |[first, _]| short(first)),
    }
}

/// How the chosen method differs here: `!` wrong, `~` by convention. If none is
/// chosen, it is the first method listed for such a pair.
fn flag(model: Model<'_>, pair: &Pair) -> Option<(&'static str, Method)> {
    let methods = pair.methods(model.engine.focus().page.method());
    let method = match model.engine.focus().page.method() {
        Some(method) => *methods.iter().find(|&&known| known == method)?,
        None => *methods.first()?,
    };
    let settings = model.engine.sandbox().world().settings();
    match agreement(pair, method, settings.boundary_rule)? {
        Agreement::Wrong => Some(("!", method)),
        Agreement::Convention => Some(("~", method)),
        Agreement::Agrees | Agreement::NotApplicable => None,
    }
}

fn agreement(pair: &Pair, method: Method, boundary_rule: BoundaryRule) -> Option<Agreement> {
    if method.side_test().is_some() {
        let [a, b] = pair.pair_result.frame?;
        return method.side_verdict(&a, &b, &swept(&a, &b)).map(|verdict| verdict.agreement);
    }
    let (a, b) = (&pair.a.shape, &pair.b.shape);
    let mut verdicts = method.verdicts(a, b, &pair.pair_result.meeting, boundary_rule);
    let exact = verdicts.find(|verdict| verdict.arithmetic == Arithmetic::Exact);
    exact.map(|verdict| verdict.agreement)
}
