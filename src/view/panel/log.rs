//! The log: one line for each test; equal answers in a row share one line, with the frames from the
//! first to the last of them.
//!
//! ```text
//!  frame pair what  side   at
//! >  0-4 B>A  MISS
//!      5 B>A  TOUCH left   end  ~
//! ```
//!
//! | file | what lives there |
//! | --- | --- |
//! | `columns` | the positions of the columns |
//! | `counted` | the log of a crowd when it has no line of the selected object |
//! | `try_this` `key_list` | what to try first; the first keys to learn, at the foot |
//!
//! This file draws the lines, and calls the others for the rest.

mod columns;
mod counted;
mod key_list;
mod try_this;

use ratatui::style::Style;

use self::columns::Columns;
use super::canvas::{PanelCanvas, TEXT};
use super::{NoteRows, game_over};
use crate::app::{Action, CrowdCounts, HitRegion, LogFilter, Model};
use crate::view::text::{cells_of, pair_name};
use crate::view::theme::Theme;
use hitscan_core::engine::{LineId, LogLine, Pair};
use hitscan_core::methods::Agreement;
use hitscan_core::words::{in_text, short_fraction, written_order};
use hitscan_core::world::PairResult;
use hitscan_geom::{Approach, Direction, Fraction, Sides, Swept};

/// The fewest rows of a log that explains its signs.
const LEAST_ROWS_WITH_A_FOOT: u16 = 6;

/// What the log shows, if that is not every change: a filter, a text.
pub(super) fn caption(model: Model<'_>, cols: u16) -> String {
    let query = model.engine.log_query();
    let filter = match query.filter {
        LogFilter::Changes => "",
        LogFilter::Hits => "hits",
        LogFilter::Wrong => "wrong",
        LogFilter::All => "all",
        LogFilter::Selected => "selected",
    };
    let named = match query.text.as_str() {
        "" => String::new(),
        text => format!("/{}", cut(text, usize::from(cols / 3))),
    };
    [filter, &named].join(" ").trim().to_owned()
}

/// Whether what to try stands below the first lines of a scene without a note.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HasHint {
    Yes,
    No,
}

/// Draws the log in all of the panel's body below the note, with the first keys to learn at its
/// foot.
pub(super) fn render_whole(model: Model<'_>, canvas: &mut PanelCanvas<'_>, note: NoteRows) {
    let rows = canvas.rows();
    let is_over = model.engine.game_over_in_focus().is_some();
    // The same number of keys once the note has left.
    let keys = if is_over { 0 } else { key_list::count(model, rows + note.drawn, note.whole) };
    if keys == 0 {
        return render_above(model, canvas, 0, HasHint::Yes);
    }
    // A blank row is above the keys while the lines leave it, and that of the flags below them.
    let from = rows.saturating_sub(1 + keys);
    let free = free_rows(model, from.saturating_sub(2));
    let blank = u16::from(free.is_some());
    render_above(model, canvas, keys + blank, HasHint::Yes);
    key_list::render(model, canvas, from, keys);
    if free > Some(0) && try_this::hint_rows(model, canvas) == 0 {
        key_list::render_one_more(model, canvas, from, keys);
    }
    key_list::broken_lines(model, canvas);
}

/// How many of this many rows the lines leave free; `None` if there are more lines.
fn free_rows(model: Model<'_>, rows: u16) -> Option<usize> {
    let lines = if model.log().is_unfolded() { usize::MAX } else { model.log().lines().len() };
    usize::from(rows).checked_sub(if model.log().is_as_opened() {
        lines.min(usize::from(rows))
    } else {
        lines
    })
}

/// Draws the log with blocks below it.
pub(super) fn render_above_blocks(model: Model<'_>, canvas: &mut PanelCanvas<'_>, _: NoteRows) {
    render_above(model, canvas, 0, HasHint::Yes);
}

/// Draws the log below another view.
pub(super) fn render(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    render_above(model, canvas, 0, HasHint::No);
}

/// Writes this many of the first keys to learn, from this row on, and what helps if lines look
/// broken below them.
pub(super) fn first_keys(model: Model<'_>, canvas: &mut PanelCanvas<'_>, from: u16, count: u16) {
    key_list::render(model, canvas, from, count);
    key_list::broken_lines(model, canvas);
}

/// How many rows the log takes as a scene opens, with a blank one below.
pub(super) fn rows_at_opening(model: Model<'_>, canvas: &PanelCanvas<'_>) -> u16 {
    let lines = u16::try_from(model.log().lines().len()).unwrap_or(u16::MAX);
    lines.saturating_add(2 + try_this::hint_rows(model, canvas))
}

/// Draws the log, and keeps this many rows above the last one free.
fn render_above(model: Model<'_>, canvas: &mut PanelCanvas<'_>, kept: u16, has_hint: HasHint) {
    let above = match model.engine.game_over_in_focus() {
        Some(over) => game_over::above_the_log(model, canvas, over, &caption(model, canvas.cols())),
        None => 0,
    };
    let canvas = &mut canvas.below(above);
    let query = model.engine.log_query();
    let is_plain = query.filter == LogFilter::Changes && query.text.is_empty();
    if model.log().is_empty() && query.text.is_empty() {
        try_this::where_nothing_is_tested(model, canvas);
        if !is_plain {
            foot(model, canvas, &[]);
        }
        return;
    }
    if model.log().lacks_the_selected() {
        return counted::render(model, canvas);
    }
    // A small panel uses all its rows for lines.
    let has_foot = !is_plain || canvas.rows() >= LEAST_ROWS_WITH_A_FOOT;
    let opens = model.log().is_as_opened() && query.text.is_empty();
    let others = 1 + u16::from(has_foot) + kept;
    let room = canvas.rows().saturating_sub(others);
    let lines = if opens {
        at_opening(model, canvas, room, has_hint)
    } else {
        let lines = visible(model, usize::from(room));
        write_table(model, canvas, &lines);
        if lines.is_empty() {
            canvas.paragraph(2, 1, &nothing_shown(model), TEXT);
        }
        lines
    };
    if has_foot && !opens {
        foot(model, canvas, &lines);
    }
}

/// Draws the first lines, how many there are if that is not all, and what to try, in this many rows
/// below the headings.
fn at_opening(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    room: u16,
    has_hint: HasHint,
) -> Vec<LogLine> {
    let hint = try_this::hint_rows(model, canvas).min(room / 2);
    let has_hint = has_hint == HasHint::Yes && room >= LEAST_ROWS_WITH_A_FOOT;
    let below = if has_hint { hint } else { 0 };
    let rows = usize::from(room - below);
    let has_count = says_how_many(model, rows);
    let lines = first_lines(model, rows - usize::from(has_count));
    let columns = write_table(model, canvas, &lines);
    let after = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(1);
    if has_count {
        put_count(model, canvas, after, columns.pair);
    }
    if has_hint {
        let from = after + 1 + u16::from(has_count);
        let hint_rows = (room + 1).saturating_sub(from);
        try_this::below_the_first_tests(model, &mut canvas.part(from, hint_rows));
    }
    lines
}

/// Writes the headings and these lines below them.
fn write_table(model: Model<'_>, canvas: &mut PanelCanvas<'_>, lines: &[LogLine]) -> Columns {
    let columns = Columns::of(canvas, lines);
    columns.head(canvas);
    let marked = marked(model, lines);
    for (row, line) in (1..).zip(lines) {
        write_line(model, canvas, &columns, row, line, is_marked(model, line, marked));
        if let Some(id) = line.id {
            canvas.spot(row, 0, canvas.cols(), HitRegion::Line(id));
        }
    }
    columns
}

/// Says that nothing passes the filter, and which key shows everything.
fn nothing_shown(model: Model<'_>) -> String {
    let query = model.engine.log_query();
    let all = model.input.keymap.named(Action::ShowLog);
    match query.filter {
        _ if !query.text.is_empty() => {
            let back = model.input.keymap.named(Action::Escape);
            format!("No match for {}. {back} shows all.", query.text)
        }
        // It does not say that there are none, which would give a covered one away.
        LogFilter::Hits => format!("Only hits and touches are shown. {all} shows all."),
        LogFilter::Wrong => match model.own_method_asked_about_the_log() {
            Some(name) => format!("Asking {name} about the log. {all} shows all."),
            None => format!("The method in view is wrong nowhere. {all} shows all."),
        },
        LogFilter::Selected => {
            let selected = model.engine.sandbox().selection();
            let name = selected.map_or_else(|| "nothing".to_owned(), |(_, it)| it.name.to_string());
            format!("Only tests of {name} are shown. {all} shows all.")
        }
        LogFilter::Changes | LogFilter::All => String::new(),
    }
}

/// The frames of a line: `0-4`, `5`, and `0-` while the answer holds because neither of the two has
/// moved since; without the last frame if there is no room for it.
fn frames(line: &LogLine, room: usize) -> String {
    let LogLine { frame, last_frame, .. } = line;
    if line.id.is_none() || !line.rests && last_frame == frame {
        return frame.to_string();
    }
    let open = format!("{frame}-");
    let whole = format!("{open}{last_frame}");
    if line.rests || whole.len() > room { open } else { whole }
}

/// The lines to show, oldest first.
fn visible(model: Model<'_>, rows: usize) -> Vec<LogLine> {
    if let Some(pair) = model.engine.asked_about() {
        return counted::page(model, &pair, rows);
    }
    if model.log().is_unfolded() {
        columns::every_test(model, rows)
    } else {
        columns::lines(model, rows)
    }
}

/// The first lines, while nothing has happened yet.
fn first_lines(model: Model<'_>, rows: usize) -> Vec<LogLine> {
    model.log().lines().page(0, rows, None)
}

/// Says how many lines there are, and how many pairs have none.
fn put_count(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16, col: u16) {
    let room = usize::from(canvas.cols().saturating_sub(col));
    let fits = |text: &String| cells_of(format_args!("{text}")) < room;
    if let Some(text) = counts(model).into_iter().find(fits) {
        canvas.put(row, col, &text, canvas.theme.quiet);
    }
}

/// Whether this many rows are too few for all tested pairs, but enough for some and a count.
fn says_how_many(model: Model<'_>, rows: usize) -> bool {
    let are_too_few = model.log().lines().len() > rows || pairs_left_out(model) > 0;
    are_too_few && rows >= usize::from(LEAST_ROWS_WITH_A_FOOT)
}

/// How many pairs have no line, where the log shows whatever has one.
fn pairs_left_out(model: Model<'_>) -> u64 {
    let query = model.engine.log_query();
    let is_whole = matches!(query.filter, LogFilter::Changes | LogFilter::Wrong);
    if is_whole && query.text.is_empty() { model.log().lines().pairs_left_out } else { 0 }
}

/// The line with the cursor: the chosen one, or the newest one up to now of the pair in focus.
fn marked(model: Model<'_>, lines: &[LogLine]) -> Option<LineId> {
    if !model.log().is_unfolded() || model.engine.chosen_line().is_some() {
        return model.log().marked();
    }
    let (pair, now) = (model.engine.pair_in_focus()?, model.engine.history().position());
    let is_it =
        |line: &&LogLine| line.position <= now && pair.is_of([line.pair.a.id, line.pair.b.id]);
    lines.iter().rev().find(is_it)?.id
}

fn write_line(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    columns: &Columns,
    row: u16,
    line: &LogLine,
    is_marked: bool,
) {
    let now = model.engine.sandbox().history().position();
    let (text, quiet) = (TEXT, canvas.theme.quiet);
    let changes_nothing = matches!(line.id, Some(LineId::Test(position, _)) if position > 0);
    let is_quiet = line.position > now || changes_nothing && model.log().is_unfolded();
    let style = if is_quiet { quiet } else { text };
    if is_marked {
        // The same style as the line, since a separate colour costs bytes on every line.
        canvas.put(row, 0, "►", style);
    }
    let frame_cols = usize::from(columns.frame_end - 1);
    canvas.put_right(row, columns.frame_end, &frames(line, frame_cols), style);
    let Pair { a, b, pair_result } = &line.pair;
    let (x, y) = written_order(a, b);
    let name = pair_name([&x.name, &y.name], usize::from(columns.pair_cols), canvas.glyphs.cut);
    canvas.put(row, columns.pair, &name, style);
    if line.id.is_none() {
        let style = if is_quiet { quiet } else { canvas.theme.accent };
        canvas.put(row, columns.word, "?", style);
        return;
    }
    let outcome = pair_result.outcome;
    let word = if is_quiet { quiet } else { canvas.theme.word(outcome) };
    canvas.put(row, columns.word, outcome.word(), word);
    canvas.put(row, columns.side, &side(pair_result, columns.side_cols), style);
    canvas.put(row, columns.at, &at(pair_result, columns.at_cols), style);
    if let Some(flag) = flag(model, &line.pair) {
        let style = flag_style(canvas.theme, flag);
        canvas.put(row, columns.flag(), &in_glyphs(canvas, flag), style);
    }
}

/// A flag in the glyphs of the screen.
fn in_glyphs(canvas: &PanelCanvas<'_>, flag: &str) -> String {
    if flag == UNANSWERED { canvas.glyphs.tick.to_string() } else { flag.to_owned() }
}

/// The style of a flag, beside a line and in its explanation.
fn flag_style(theme: &Theme, flag: &str) -> Style {
    match flag {
        "!" => theme.wrong,
        "~" => theme.convention,
        _ => theme.quiet,
    }
}

/// Whether a line has the cursor: the covered frame of now, or the `marked` line.
fn is_marked(model: Model<'_>, line: &LogLine, marked: Option<LineId>) -> bool {
    let is_covered = model.engine.covered_in_focus().is_some();
    match line.id {
        None => is_covered && line.frame == model.engine.world().frame(),
        id => !is_covered && marked == id,
    }
}

/// Says what the worst flag in view means and, if there is room, how many tests were made.
fn foot(model: Model<'_>, canvas: &mut PanelCanvas<'_>, lines: &[LogLine]) {
    let row = canvas.rows().saturating_sub(1);
    let flags = lines.iter().filter(|line| line.id.is_some());
    let flags: Vec<_> = flags.filter_map(|line| Some((flag(model, &line.pair)?, line))).collect();
    let mut kinds = ["!", "~", UNANSWERED]
        .into_iter()
        .filter_map(|sign| flags.iter().find(|(of_line, _)| *of_line == sign));
    let mut end = 1;
    if let Some(&(sign, line)) = kinds.next() {
        let more = match kinds.count() {
            0 => String::new(),
            more => format!("  +{more}"),
        };
        let by = judge_of(model, line);
        // How many pairs have no line is said in any case.
        let counted = counts(model).pop().filter(|_| pairs_left_out(model) > 0);
        let kept = counted.map_or(0, |text| cells_of(format_args!(" {text}")));
        let room = usize::from(canvas.cols().saturating_sub(2)).saturating_sub(kept);
        let why = model.input.keymap.named(Action::ShowWhy);
        let meaning = meaning_of(sign, &by, &why, room.saturating_sub(2 + more.len()));
        end = canvas.put(row, end, &in_glyphs(canvas, sign), flag_style(canvas.theme, sign));
        end = canvas.put(row, end + 1, &meaning, TEXT);
        end = canvas.put(row, end, &more, canvas.theme.quiet);
    }
    let fits = |text: &String| {
        usize::from(end) + 1 + cells_of(format_args!("{text}")) < usize::from(canvas.cols())
    };
    // What is left out is said in a narrow panel, too.
    let is_partial = pairs_left_out(model) > 0 || model.log().is_of_the_selected();
    let is_said = canvas.is_wide() || is_partial;
    let mut counts = counts(model).into_iter().filter(|_| is_said);
    if let Some(text) = counts.find(fits) {
        canvas.put_right(row, canvas.cols() - 1, &text, canvas.theme.quiet);
    }
}

/// The method that a flag is about: the one that responded if its answer is flagged, else the one
/// that the log compares with.
fn judge_of(model: Model<'_>, line: &LogLine) -> String {
    let is_flagged =
        |agreement| matches!(agreement, Some(Agreement::Wrong | Agreement::Convention));
    if is_flagged(model.engine.judge().agreement(&line.pair)) {
        return model.name_of_judge().unwrap_or_default();
    }
    let responded = line.pair.pair_result.contact.as_ref().and_then(|contact| contact.mistaken_by);
    match responded.filter(|_| is_flagged(line.pair.agreement_of_response())) {
        Some(method) => method.id().to_owned(),
        None => model.name_of_judge().unwrap_or_default(),
    }
}

/// What a flag says of a method, in at most `room` cells if that is possible, and where there is
/// more the key that shows the reason.
fn meaning_of(sign: &str, by: &str, why: &str, room: usize) -> String {
    let [whole, brief] = match sign {
        "!" => [format!("{by} is wrong"), "wrong".to_owned()],
        "~" => [format!("{by}: a choice"), "a choice".to_owned()],
        _ => [format!("{by} has not answered"), "no answer yet".to_owned()],
    };
    let with_key = if sign == UNANSWERED { whole.clone() } else { format!("{whole}: {why} shows") };
    let fits = |text: &String| cells_of(format_args!("{text}")) <= room;
    [with_key, whole].into_iter().find(fits).unwrap_or(brief)
}

/// `24 tests`, up to now, or with pairs that have no line `335 more`, with the key that shows all;
/// `?` while an answer is covered.
fn counts(model: Model<'_>) -> Vec<String> {
    if model.engine.covered().is_some() {
        return vec!["?".to_owned()];
    }
    let selected = model.engine.sandbox().selection();
    if let Some((_, object)) = selected.filter(|_| model.log().is_of_the_selected()) {
        return vec![format!("tests of {} only", object.name)];
    }
    let tests = CrowdCounts::tests_in_all(model.engine);
    let tests = format!("{} test{}", in_text(tests), if tests == 1 { "" } else { "s" });
    match pairs_left_out(model) {
        0 => vec![tests],
        more => {
            let more = format!("{} more", in_text(more));
            let all = model.input.keymap.named(Action::ShowLog);
            vec![format!("{tests}, {more}: {all} all"), format!("{more}: {all} all"), more]
        }
    }
}

/// The text, cut to `room` cells.
fn cut(text: &str, room: usize) -> String {
    if cells_of(format_args!("{text}")) <= room {
        return text.to_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(['~']).collect()
}

/// The widths of the column of sides that have room for two in words, and for one.
const CORNER_COLS: u16 = 10;
const WORD_COLS: u16 = 6;

/// The side that was hit, `inside` where boxes overlapped when the frame began, the direction a
/// laser comes from, or nothing: in as many words as fit into the column.
fn side(pair_result: &PairResult, cols: u16) -> String {
    let fitting = |texts: &[String]| {
        let fits = |text: &&String| cells_of(format_args!("{text}")) <= usize::from(cols);
        texts.iter().find(fits).or(texts.last()).cloned().unwrap_or_default()
    };
    let words =
        |texts: &[&str]| fitting(&texts.iter().map(|&it| it.to_owned()).collect::<Vec<_>>());
    let is_hit = pair_result.meeting.relation.is_hit();
    match (pair_result.swept, pair_result.named()) {
        (Some(Swept::Overlap { .. }), _) if is_hit => words(&["inside", "in"]),
        (Some(_), _) => sides(pair_result.sides(), cols),
        (None, Direction::Sides(hit)) => sides(hit, cols),
        (None, Direction::Approach(Approach::OnLine)) => words(&["along", "on"]),
        (None, Direction::Approach(Approach::FromLeft)) => words(&["from-left", "from-L", "fL"]),
        (None, Direction::Approach(Approach::FromRight)) => words(&["from-right", "from-R", "fR"]),
        (None, Direction::Edges(edge, None)) => {
            fitting(&[format!("edge {edge}"), format!("e{edge}")])
        }
        (None, Direction::Edges(edge, Some(other))) => {
            fitting(&[format!("edges {edge}+{other}"), format!("{edge}+{other}")])
        }
        (None, Direction::Corner(corner)) => {
            fitting(&[format!("corner {corner}"), format!("c{corner}")])
        }
        (None, Direction::Inside) => words(&["inside", "in"]),
        (None, Direction::None) => String::new(),
    }
}

/// One side, or the two at a corner.
fn sides(sides: Sides, cols: u16) -> String {
    let names: Vec<_> = sides.iter().map(hitscan_geom::Side::token).collect();
    let letters = names.iter().map(|name| name[..1].to_uppercase()).collect::<Vec<_>>().join("+");
    match names.as_slice() {
        [one] if cols >= WORD_COLS => (*one).to_owned(),
        [_, _] if cols >= CORNER_COLS => format!("corner {letters}"),
        [_, _] if cols >= WORD_COLS => "corner".to_owned(),
        _ => letters,
    }
}

/// The time in the frame, or the fraction along the laser; nothing if boxes already overlapped
/// before.
fn at(pair_result: &PairResult, cols: u16) -> String {
    let room = usize::from(cols);
    let short = |t: Fraction| match t {
        Fraction::ZERO if room >= START.len() => START.to_owned(),
        Fraction::ONE => "end".to_owned(),
        t => short_fraction(t, room),
    };
    match pair_result.swept {
        Some(Swept::Hit { t, .. }) => short(t),
        Some(Swept::Graze { t: Some(t), .. }) if t > Fraction::ZERO => short(t),
        Some(_) => String::new(),
        // It has no time: it is beyond the light of the beam.
        None if pair_result.behind.is_some() => String::new(),
        None if pair_result.regions.is_some() => {
            let is_hit = pair_result.blocked().is_some();
            let t = pair_result.time().filter(|&t| is_hit || t > Fraction::ZERO);
            t.map_or(String::new(), short)
        }
        None => pair_result
            .meeting
            .span
            .and_then(|span| span.t)
            .map_or(String::new(), |[first, _]| short(first)),
    }
}

/// The time 0, where there is room for the word.
const START: &str = "start";

/// The flag of a line that a program has not answered yet.
const UNANSWERED: &str = "·";

/// How the compared method differs here, or the one that responded: `!` wrong, `~` by convention,
/// `·` if not yet known.
fn flag(model: Model<'_>, pair: &Pair) -> Option<&'static str> {
    let judge = model.engine.judge();
    let compared = match judge.agreement(pair) {
        Some(Agreement::Wrong) => return Some("!"),
        Some(Agreement::Convention) => Some("~"),
        Some(Agreement::Agrees | Agreement::NotApplicable) => None,
        None => judge.unanswered(pair).map(|_| UNANSWERED),
    };
    let of_response = match pair.agreement_of_response() {
        Some(Agreement::Convention) => Some("~"),
        Some(Agreement::Wrong) => Some("!"),
        Some(Agreement::Agrees | Agreement::NotApplicable) | None => None,
    };
    of_response.or(compared)
}
