//! The log: a line for every test whose answer changed.
//!
//! ```text
//!  frame what  pair    side     at
//! >   5 TOUCH B>A     left      1~
//! ```

use super::canvas::{Canvas, TEXT};
use super::pair::pair_name;
use crate::app::{Action, App, Focus, LogFilter, Spot};
use crate::geom::{Approach, Direction, Fraction, Relation, Shape, Sides, Swept};
use crate::methods::{
    Against, AnyMethod, Arithmetic, Contact, SideMethod, frame_verdicts, verdicts,
};
use crate::script::Pair;
use crate::view::text::cells_of;
use crate::words::{short_fraction, written_order};
use crate::world::{Judgement, Record};

/// Where the columns of a line begin and how wide they are.
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

pub(super) fn render(app: &App, canvas: &mut Canvas<'_>) {
    if app.sandbox().log().is_empty() && app.log_view().text.is_empty() {
        return empty(app, canvas);
    }
    let columns = if canvas.is_wide() { &WIDE } else { &NARROW };
    let dim = canvas.theme.quiet;
    // "frame" is a column wider than a frame number in the narrow panel, and
    // pushes the other headings along.
    let pushed = 6 - columns.frame_end;
    canvas.put(0, 1, "frame", dim);
    canvas.put(0, columns.word + pushed, "what", dim);
    canvas.put(0, columns.pair + pushed, "pair", dim);
    canvas.put(0, columns.side + pushed, "side", dim);
    canvas.put_right(0, columns.at_end + pushed, "at", dim);
    let view = app.log_view();
    let is_plain = view.filter == LogFilter::Changes && view.text.is_empty();
    let footer = canvas.is_wide() || !is_plain;
    let rows = canvas.rows().saturating_sub(1 + u16::from(footer));
    let lines = visible(app, usize::from(rows));
    let mut flags = Vec::new();
    for (row, line) in (1..).zip(&lines) {
        write_line(app, canvas, columns, row, line, &mut flags);
        if let Some(seq) = line.seq {
            canvas.spot(row, 0, canvas.cols(), Spot::Record(seq));
        }
    }
    if lines.is_empty() && !view.text.is_empty() {
        let back = app.key(Action::Escape);
        let nothing = format!("No test names {}. {back} lists all.", view.text);
        canvas.paragraph(2, 1, &nothing, TEXT);
    }
    if footer {
        foot(app, canvas, &flags);
    }
}

/// A line of the log.
struct Line {
    /// The number of the record; none of a test that is not kept.
    seq: Option<u64>,
    frame: u64,
    position: usize,
    pair: Pair,
}

impl From<&Record> for Line {
    fn from(record: &Record) -> Self {
        let (a, b) = (record.a.clone(), record.b.clone());
        let pair = Pair { a, b, judgement: record.judgement() };
        let &Record { seq, frame, position, .. } = record;
        Self { seq: Some(seq), frame, position, pair }
    }
}

/// The lines to show, oldest first. Tests that said the same as before follow
/// the records of their change, where all are shown, as far as there is room;
/// records have half of it at least.
fn visible(app: &App, rows: usize) -> Vec<Line> {
    let sandbox = app.sandbox();
    let (now, frame) = (sandbox.history().position(), sandbox.world().frame());
    let asked_about = app.asked_about();
    let is_shown = |pair: &Pair| !app.hides(frame, [&pair.a, &pair.b], asked_about.as_ref());
    let unchanged = app.log_view().unchanged(sandbox).filter(is_shown).take(rows);
    let unchanged = unchanged.map(|pair| Line { seq: None, frame, position: now, pair });
    let mut unchanged: Vec<_> = unchanged.collect();
    let records = kept(app, (rows - unchanged.len()).max(rows / 2));
    unchanged.truncate(rows - records.len());
    let until_now = records.partition_point(|record| record.position <= now);
    let (before, after) = records.split_at(until_now);
    let lines = before.iter().copied().map(Line::from).chain(unchanged);
    lines.chain(after.iter().copied().map(Line::from)).collect()
}

/// The records to show: full pages that overlap by half, so that the lines stay
/// where they are until the last row is full. The page is turned before the next
/// line comes, if a key without one does: turning it and telling of a hit are the
/// two dearest things that a key can do, and seldom have to happen at once.
fn kept(app: &App, rows: usize) -> Vec<&Record> {
    let view = app.log_view();
    let sandbox = app.sandbox();
    let half = (rows / 2).max(1);
    let log = sandbox.log();
    let marked = view.marked(sandbox);
    let newest = marked.map_or(0, |record| record.seq);
    let after = log.records().rev().take_while(|record| record.seq > newest).count();
    let now = sandbox.history().position();
    let is_past = marked.is_some_and(|record| record.position < now);
    let line = shown_of_first(app, log.len() - after) + usize::from(is_past);
    let skipped = if line <= rows { 0 } else { (line - rows).div_ceil(half) * half };
    let mut lines: Vec<&Record> = if view.is_everything() {
        // A long log is not gone through when all of it is shown.
        (skipped..log.len()).take(rows).filter_map(|at| log.get(at)).collect()
    } else {
        view.records(sandbox).skip(skipped).take(rows).collect()
    };
    let asked_about = app.asked_about();
    let hides =
        |record: &Record| app.hides(record.frame, [&record.a, &record.b], asked_about.as_ref());
    lines.retain(|record| !hides(record));
    lines
}

/// How many of the oldest `count` records the filter shows.
fn shown_of_first(app: &App, count: usize) -> usize {
    let view = app.log_view();
    if view.is_everything() {
        return count;
    }
    app.sandbox().log().records().take(count).filter(|record| view.shows(record)).count()
}

fn write_line(
    app: &App,
    canvas: &mut Canvas<'_>,
    columns: &Columns,
    row: u16,
    line: &Line,
    flags: &mut Vec<(&'static str, AnyMethod)>,
) {
    let now = app.sandbox().history().position();
    let is_later = line.position > now;
    let marked = app.log_view().marked(app.sandbox()).map(|record| record.seq);
    let marked = line.seq.is_some() && line.seq == marked;
    let (text, quiet) = (TEXT, canvas.theme.quiet);
    let is_quiet = is_later || line.seq.is_none();
    let style = if is_quiet { quiet } else { text };
    let gutter = match (marked, is_later) {
        (true, _) => ">",
        (false, true) => ".",
        (false, false) => " ",
    };
    // In the look of its line: a colour of its own costs bytes with every line.
    canvas.put(row, 0, gutter, style);
    canvas.put_right(row, columns.frame_end, &line.frame.to_string(), style);
    let Pair { a, b, judgement } = &line.pair;
    let outcome = judgement.outcome;
    let word = if is_quiet { quiet } else { canvas.theme.word(outcome) };
    canvas.put(row, columns.word, outcome.word(), word);
    let (x, y) = written_order(a, b);
    canvas.put(row, columns.pair, &pair_name(&x.name, &y.name, columns.pair_cols), style);
    canvas.put(row, columns.side, &side(judgement, canvas.is_wide()), style);
    canvas.put_right(row, columns.at_end, &at(judgement, columns.at_cols), style);
    if let Some((flag, method)) = flag(app, &line.pair) {
        // What differs by convention is common and no fault: it does not stand out.
        let style = if flag == "!" { canvas.theme.wrong } else { style };
        canvas.put(row, columns.at_end, flag, style);
        if !flags.contains(&(flag, method)) {
            flags.push((flag, method));
        }
    }
    if marked && app.focus() == Focus::Panel {
        canvas.mark_row(row, canvas.theme.chosen);
    }
}

/// What the flags mean and how much was tested.
fn foot(app: &App, canvas: &mut Canvas<'_>, flags: &[(&'static str, AnyMethod)]) {
    let row = canvas.rows().saturating_sub(1);
    let filter = match app.log_view().filter {
        LogFilter::Changes => "changes",
        LogFilter::Hits => "hits only",
        LogFilter::All => "all",
    };
    let shown = shown_of_first(app, app.sandbox().log_len_now());
    let named = match app.log_view().text.as_str() {
        "" => String::new(),
        text => format!(" /{}", cut(text, usize::from(canvas.cols() / 3))),
    };
    let counts = format!("{shown} of {}", app.sandbox().world().judged());
    // The numbers change with every test, and plain ones cost less to write.
    canvas.put_right(row, canvas.cols() - 1, &counts, TEXT);
    let filter = format!("{filter}{named}:");
    let filter_end = usize::from(canvas.cols()).saturating_sub(counts.len() + 2);
    canvas.put_right(row, u16::try_from(filter_end).unwrap_or(0), &filter, canvas.theme.quiet);
    let meaning = |&(flag, method): &(&'static str, AnyMethod)| {
        let says = if flag == "!" { "is wrong" } else { "differs by convention" };
        format!("{flag} {} {says}", method.id())
    };
    let room = filter_end.saturating_sub(cells_of(format_args!("{filter}")) + 2);
    let legend = flags.iter().max_by_key(|(flag, _)| *flag == "!").map(meaning);
    if let Some(legend) = legend.filter(|legend| legend.len() <= room) {
        canvas.put(row, 1, &legend, canvas.theme.quiet);
    }
}

/// The text, or its beginning where there is no room for more.
fn cut(text: &str, room: usize) -> String {
    if cells_of(format_args!("{text}")) <= room {
        return text.to_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(['~']).collect()
}

/// The side that was hit, the direction a laser comes from, or nothing.
fn side(judgement: &Judgement, wide: bool) -> String {
    match (judgement.swept, judgement.meeting.direction) {
        (Some(_), _) => sides(judgement.sides(), wide),
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
    let names: Vec<_> = sides.iter().map(crate::geom::Side::token).collect();
    match (names.as_slice(), wide) {
        ([one], _) => (*one).to_owned(),
        (all, true) => all.join("+"),
        (all, false) => {
            all.iter().map(|name| name[..1].to_uppercase()).collect::<Vec<_>>().join("+")
        }
    }
}

/// The time in the frame, or the fraction along the laser; `in` where boxes
/// were inside each other before.
fn at(judgement: &Judgement, room: usize) -> String {
    let short = |t: Fraction| short_fraction(t, room);
    match judgement.swept {
        Some(Swept::Overlap { .. }) if judgement.meeting.relation.is_hit() => "in".to_owned(),
        Some(Swept::Hit { t, .. }) => short(t),
        Some(Swept::Graze { t: Some(t), .. }) if t > Fraction::ZERO => short(t),
        Some(_) => String::new(),
        None => judgement
            .meeting
            .span
            .and_then(|span| span.t)
            .map_or(String::new(), |[first, _]| short(first)),
    }
}

/// Whether the chosen method differs here: `!` wrong, `~` by convention. With
/// none chosen it is the first of the catalogue for such a pair.
fn flag(app: &App, pair: &Pair) -> Option<(&'static str, AnyMethod)> {
    let methods = pair.methods();
    let method = match app.method() {
        Some(method) => *methods.iter().find(|&&known| known == method)?,
        None => *methods.first()?,
    };
    let settings = app.sandbox().world().settings();
    match against(pair, method, settings.contact)? {
        Against::Wrong => Some(("!", method)),
        Against::Convention => Some(("~", method)),
        Against::Agrees | Against::NotApplicable => None,
    }
}

fn against(pair: &Pair, method: AnyMethod, contact: Contact) -> Option<Against> {
    match method {
        AnyMethod::Whether(method) => {
            let meeting = &pair.judgement.meeting;
            let all = verdicts(&pair.a.shape, &pair.b.shape, meeting, contact);
            let found = all.iter().find(|verdict| {
                verdict.method == method && verdict.arithmetic == Arithmetic::Exact
            });
            found.map(|verdict| verdict.against)
        }
        AnyMethod::FromWhichSide(method) => {
            let [a, b] = pair.judgement.frame?;
            let said = frame_verdicts(&a, &b);
            match method {
                SideMethod::Swept => None,
                SideMethod::RelativeVelocity => Some(said.relative_velocity.against),
                SideMethod::PredictCorner => Some(said.predict_corner.against),
            }
        }
    }
}

/// What would fill the log.
fn empty(app: &App, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let objects = app.sandbox().world().len();
    if objects < 2 {
        let what = if objects == 0 { "This scene is empty." } else { "One object meets nothing." };
        canvas.put(1, 1, what, TEXT);
        let (add, then) = match app.keymap().adding() {
            (Some(first), then) => (first, format!("then {}: add a shape", then.join(" "))),
            (None, all) => (all.join(", "), "add a shape".to_owned()),
        };
        let open = (app.key(Action::Open), "open a ready-made scene".to_owned());
        let row = keys(canvas, (2, 1), [(add, then), open]);
        canvas.put(row + 1, 1, "or type exactly, for example", TEXT);
        canvas.put(row + 2, 1, &app.keymap().line("box A 10 4 16 8"), theme.accent);
        return;
    }
    let row = canvas.paragraph(1, 1, &what_to_try(app), TEXT) + 1;
    let hint = |action, text: &str| (app.key(action), text.to_owned());
    let leave = app.key(Action::Quit);
    let row = keys(
        canvas,
        (row, 2),
        [
            hint(Action::ShowWhy, "why HIT, TOUCH or MISS?"),
            hint(Action::Undo, "take the last key back"),
            hint(Action::CommandLine, "type a command"),
            hint(Action::Help, &format!("all keys      {leave}  leave")),
        ],
    );
    let plain = format!("Lines look broken? Type  {}", app.key(Action::NextGlyphs));
    let row = canvas.paragraph(row + 1, 1, &plain, theme.quiet);
    canvas.put(row, 1, "for plain ASCII.", theme.quiet);
}

/// What the scene's author says to try, or else what can be tried anywhere.
fn what_to_try(app: &App) -> String {
    // A note may give the answer away.
    if app.covered().is_some() {
        return "The log and the scene's note show after your answer.".to_owned();
    }
    let sandbox = app.sandbox();
    let nothing_meets = sandbox.world().meeting_pairs().next().is_none();
    let so_far = if nothing_meets { "Nothing has met yet. " } else { "" };
    if !sandbox.note().is_empty() {
        return format!("{so_far}{}", app.note());
    }
    let push = sandbox.selection().map(|(_, object)| object).and_then(|object| {
        let pair = app.pair().filter(|_| !object.fixed)?;
        let other = if pair.a.name == object.name { pair.b.name } else { pair.a.name };
        let both = [&pair.a.shape, &pair.b.shape];
        let boxes = both.iter().all(|shape| matches!(shape, Shape::Box(_)));
        let apart = pair.judgement.meeting.relation == Relation::Disjoint;
        let (verb, way) = match (apart, boxes) {
            (true, true) => ("Push", "into"),
            (true, false) => ("Move", "into"),
            (false, _) => ("Move", "away from"),
        };
        let arrows = app.keymap().filled("{arrows}");
        Some(format!("{verb} {} {way} {other} with {arrows}; every", object.name))
    });
    format!("{so_far}{} change is listed here.", push.as_deref().unwrap_or("Every"))
}

/// Keys from a row and column on, what they do beside them, or below those that
/// are long; gives the row after them.
fn keys<const N: usize>(
    canvas: &mut Canvas<'_>,
    (mut row, col): (u16, u16),
    keys: [(String, String); N],
) -> u16 {
    let text_col = col + 5;
    for (key, what) in keys {
        let after = canvas.put(row, col, &key, canvas.theme.accent);
        let fits = |from: u16| {
            usize::from(from) + cells_of(format_args!("{what}")) <= usize::from(canvas.cols())
        };
        let from = text_col.max(after + 1);
        if fits(from) {
            canvas.put(row, from, &what, TEXT);
        } else {
            row += 1;
            canvas.put(row, text_col, &what, TEXT);
        }
        row += 1;
    }
    row
}
