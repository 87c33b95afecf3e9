//! The log: one line for each test whose result changed.
//!
//! ```text
//!   fr what  pair    side     at!
//! >  5 TOUCH B>A     left      1~
//! ```

mod columns;
mod covered;
mod empty;
mod page;

use self::columns::Columns;
use super::canvas::{Canvas, TEXT};
use crate::app::{Action, HitRegion, LogFilter, Model};
use crate::view::names::pair_name;
use crate::view::text::cells_of;
use hitscan_core::engine::Pair;
use hitscan_core::methods::Agreement;
use hitscan_core::words::{short_fraction, written_order};
use hitscan_core::world::{PairResult, Record};
use hitscan_geom::{Approach, Direction, Fraction, Sides, Swept};

/// The method that the flags compare with, for the caption of the log; empty while
/// there are no lines.
pub(super) fn caption(model: Model<'_>) -> String {
    if model.log().is_empty() {
        return String::new();
    }
    model.method_in_view().map_or_else(String::new, |method| format!("! {}", method.id()))
}

pub(super) fn render(model: Model<'_>, canvas: &mut Canvas<'_>) {
    let view = model.engine.log_query();
    let has_unkept = || view.filter == LogFilter::All && !visible(model, 1).is_empty();
    if model.log().is_empty() && view.text.is_empty() && !has_unkept() {
        empty::render(model, canvas);
        if view.filter != LogFilter::Changes {
            foot(model, canvas);
        }
        return;
    }
    let is_plain = view.filter == LogFilter::Changes && view.text.is_empty();
    let footer = canvas.is_wide() || !is_plain;
    let rows = canvas.rows().saturating_sub(1 + u16::from(footer));
    let lines = visible(model, usize::from(rows));
    let columns = Columns::of(canvas, &lines);
    columns.head(canvas);
    let marked = model.log().marked().map(|record| record.seq);
    for (row, line) in (1..).zip(&lines) {
        let is_marked = is_marked(model, line, marked);
        write_line(model, canvas, &columns, row, (line, is_marked));
        if let Of::Record(seq) = line.of {
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
    } else if lines.is_empty() && view.filter == LogFilter::Wrong {
        let all = model.input.keymap.named(Action::ShowLog);
        let nothing = format!("The method in view is wrong nowhere. {all} shows all.");
        canvas.paragraph(2, 1, &nothing, TEXT);
    } else if lines.is_empty() && view.filter == LogFilter::Selected {
        let all = model.input.keymap.named(Action::ShowLog);
        let selected = model.engine.sandbox().selection();
        let name = selected.map_or_else(|| "nothing".to_owned(), |(_, it)| it.name.to_string());
        let nothing = format!("Only tests of {name} are shown. {all} shows all.");
        canvas.paragraph(2, 1, &nothing, TEXT);
    }
    if footer {
        foot(model, canvas);
    }
}

/// A line of the log.
struct Line {
    of: Of,
    frame: u64,
    position: usize,
    pair: Pair,
}

/// What a line stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// The record of this number.
    Record(u64),
    /// A test without a record.
    Unchanged,
    /// A frame that predict mode covers.
    Covered,
}

impl From<&Record> for Line {
    fn from(record: &Record) -> Self {
        let &Record { seq, frame, position, .. } = record;
        Self { of: Of::Record(seq), frame, position, pair: record.into() }
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
    let unchanged = unchanged.map(|pair| Line { of: Of::Unchanged, frame, position: now, pair });
    let mut unchanged: Vec<_> = unchanged.collect();
    if let Some(pair) = asked_about {
        return covered::page(model, &pair, unchanged, rows);
    }
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
    (line, is_marked): (&Line, bool),
) {
    let now = model.engine.sandbox().history().position();
    let is_later = line.position > now;
    let (text, quiet) = (TEXT, canvas.theme.quiet);
    let is_quiet = is_later || line.of == Of::Unchanged;
    let style = if is_quiet { quiet } else { text };
    if is_marked {
        // The same style as the line, since a separate colour costs bytes on every
        // line.
        canvas.put(row, 0, "►", style);
    }
    canvas.put_right(row, columns.frame_end, &line.frame.to_string(), style);
    let Pair { a, b, pair_result } = &line.pair;
    let (x, y) = written_order(a, b);
    let name = pair_name([&x.name, &y.name], columns.pair_cols, canvas.glyphs.cut);
    canvas.put(row, columns.pair, &name, style);
    if line.of == Of::Covered {
        let style = if is_quiet { quiet } else { canvas.theme.accent };
        canvas.put(row, columns.word, "?", style);
        return;
    }
    let outcome = pair_result.outcome;
    let word = if is_quiet { quiet } else { canvas.theme.word(outcome) };
    canvas.put(row, columns.word, outcome.word(), word);
    canvas.put(row, columns.side, &side(pair_result, columns.sides), style);
    canvas.put_right(row, columns.at_end, &at(pair_result, columns.at_cols), style);
    if let Some(flag) = flag(model, &line.pair) {
        // Differences by convention are common and not errors, so they do not
        // stand out.
        let style = if flag == "!" { canvas.theme.wrong } else { style };
        canvas.put(row, columns.at_end, flag, style);
    }
}

/// Whether the cursor stands at a line: that of the covered frame of now, else the one
/// of the `marked` record.
fn is_marked(model: Model<'_>, line: &Line, marked: Option<u64>) -> bool {
    let is_covered = model.engine.covered_in_focus().is_some();
    match line.of {
        Of::Record(seq) => !is_covered && marked == Some(seq),
        Of::Covered => is_covered && line.frame == model.engine.world().frame(),
        Of::Unchanged => false,
    }
}

/// Writes the meaning of the flags and the number of tests.
fn foot(model: Model<'_>, canvas: &mut Canvas<'_>) {
    const FLAGS: &str = "~ its author may choose   ! wrong";
    let row = canvas.rows().saturating_sub(1);
    let filter = match model.engine.log_query().filter {
        LogFilter::Changes => "",
        LogFilter::Hits => "hits",
        LogFilter::Wrong => "wrong",
        LogFilter::All => "every test",
        LogFilter::Selected => "selected",
    };
    let named = match model.engine.log_query().text.as_str() {
        "" => String::new(),
        text => format!("/{}", cut(text, usize::from(canvas.cols() / 3))),
    };
    let counts = if model.engine.covered().is_some() {
        "?".to_owned()
    } else {
        let shown = model.log().shown().up_to(model.engine.sandbox().last_number_now());
        format!("{shown} of {}", model.engine.sandbox().world().tested())
    };
    canvas.put_right(row, canvas.cols() - 1, &counts, canvas.theme.quiet);
    let filter = [filter, &named].join(" ");
    let counts_at = canvas.cols().saturating_sub(u16::try_from(counts.len()).unwrap_or(0) + 1);
    canvas.put_right(row, counts_at.saturating_sub(1), filter.trim(), canvas.theme.quiet);
    let room = usize::from(counts_at).saturating_sub(cells_of(format_args!("{filter}")) + 3);
    if FLAGS.len() <= room && !model.log().is_empty() {
        canvas.put(row, 1, FLAGS, canvas.theme.quiet);
    }
}

/// The text, cut to `room` cells.
fn cut(text: &str, room: usize) -> String {
    if cells_of(format_args!("{text}")) <= room {
        return text.to_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(['~']).collect()
}

/// How much room there is for sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SideWords {
    /// For two in words: `left+top`.
    Two,
    /// For one: `left`, `L+T`.
    One,
    /// For letters: `L`, `L+T`.
    Letters,
}

/// The side that was hit, the direction a laser comes from, or nothing.
fn side(pair_result: &PairResult, words: SideWords) -> String {
    let text = |texts: [&str; 3]| match words {
        SideWords::Two => texts[0].to_owned(),
        SideWords::One => texts[1].to_owned(),
        SideWords::Letters => texts[2].to_owned(),
    };
    match (pair_result.swept, pair_result.meeting.direction) {
        (Some(_), _) => sides(pair_result.sides(), words),
        (None, Direction::Sides(hit)) => sides(hit, words),
        (None, Direction::Approach(Approach::OnLine)) => text(["on-line", "on-line", "on"]),
        (None, Direction::Approach(Approach::FromLeft)) => text(["from-left", "from-L", "fL"]),
        (None, Direction::Approach(Approach::FromRight)) => text(["from-right", "from-R", "fR"]),
        (None, Direction::Edges(edge, None)) if words == SideWords::Letters => format!("e{edge}"),
        (None, Direction::Edges(edge, None)) => format!("edge {edge}"),
        (None, Direction::Edges(edge, Some(other))) if words == SideWords::Letters => {
            format!("{edge}+{other}")
        }
        (None, Direction::Edges(edge, Some(other))) => format!("e {edge}+{other}"),
        (None, Direction::Inside) => text(["inside", "inside", "in"]),
        (None, Direction::None) => String::new(),
    }
}

fn sides(sides: Sides, words: SideWords) -> String {
    let names: Vec<_> = sides.iter().map(hitscan_geom::Side::token).collect();
    match (names.as_slice(), words) {
        ([one], SideWords::Two | SideWords::One) => (*one).to_owned(),
        (all, SideWords::Two) => all.join("+"),
        (all, SideWords::One | SideWords::Letters) => {
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

/// How the method that is compared differs here: `!` wrong, `~` by convention.
fn flag(model: Model<'_>, pair: &Pair) -> Option<&'static str> {
    let settings = model.engine.sandbox().world().settings();
    match pair.agreement(model.engine.compared(), settings.boundary_rule)? {
        Agreement::Wrong => Some("!"),
        Agreement::Convention => Some("~"),
        Agreement::Agrees | Agreement::NotApplicable => None,
    }
}
