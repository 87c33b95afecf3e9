//! The log: one line for each test; equal answers in a row share one line with a count.
//!
//! ```text
//!   fr what  pair    side     at!
//! >  5 TOUCH B>A x2  left      1~
//! ```
//!
//! | file | what lives there |
//! | --- | --- |
//! | `columns` | the positions of the columns |
//! | `counted` | the log of a crowd when it has no line of the selected object |
//! | `try_this` | what to try first |
//!
//! This file draws the lines, and calls the others for the rest.

mod columns;
mod counted;
mod try_this;

use ratatui::style::Style;

use self::columns::Columns;
use super::canvas::{PanelCanvas, TEXT};
use super::game_over;
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

/// The method that the flags compare with, for the caption of the log: with a word before it if
/// that fits into this many columns; empty while there are no lines.
pub(super) fn caption(model: Model<'_>, cols: u16) -> String {
    if model.log().is_empty() || game_over::won(model).is_some() {
        return String::new();
    }
    let Some(id) = model.name_of_judge() else { return String::new() };
    let whole = format!("compared: {id}");
    // The rule must show before and after it.
    if whole.len() + 4 <= usize::from(cols) { whole } else { id }
}

pub(super) fn render(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    if let Some(over) = game_over::won(model) {
        return game_over::counted(model, canvas, over);
    }
    let keys_rows = game_over::rows_below_the_log(model, canvas);
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
    let note = try_this::note_rows(model, canvas).min(canvas.rows() / 2);
    let below = if canvas.rows() < LEAST_ROWS_WITH_A_FOOT { 0 } else { note };
    let rows = usize::from(canvas.rows().saturating_sub(1 + below));
    let has_count = opens && says_how_many(model, rows);
    let lines = if opens {
        first_lines(model, rows - usize::from(has_count))
    } else {
        let others = 1 + u16::from(has_foot) + keys_rows;
        visible(model, usize::from(canvas.rows().saturating_sub(others)))
    };
    let columns = Columns::of(canvas, &lines);
    columns.head(canvas);
    let marked = marked(model, &lines);
    for (row, line) in (1..).zip(&lines) {
        write_line(model, canvas, &columns, row, line, is_marked(model, line, marked));
        if let Some(id) = line.id {
            canvas.spot(row, 0, canvas.cols(), HitRegion::Line(id));
        }
    }
    if lines.is_empty() {
        canvas.paragraph(2, 1, &nothing_shown(model), TEXT);
    }
    if keys_rows > 0 {
        let after = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(3);
        game_over::below_the_log(model, canvas, after);
    }
    if opens {
        let after = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(1);
        if has_count {
            put_count(model, canvas, after, columns.pair);
        }
        try_this::below_the_first_tests(model, &mut canvas.below(after + 1 + u16::from(has_count)));
    } else if has_foot && keys_rows == 0 {
        foot(model, canvas, &lines);
    }
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

/// A line's count and its meaning; spelled out if no other sign is explained.
fn explained(line: &LogLine, is_alone: bool) -> Option<(String, String)> {
    let tests = line.tests.filter(|&tests| tests > 1)?;
    Some(match (tests, is_alone) {
        (2, _) | (_, false) => ("×2".to_owned(), "twice".to_owned()),
        (_, true) => (count(line), format!("the same {tests} times in a row")),
    })
}

/// Whether nothing comes after the pair: neither a side nor a time.
fn ends_with_pair(line: &LogLine) -> bool {
    let result = &line.pair.pair_result;
    line.id.is_none() || side(result, SideWords::Letters).is_empty() && at(result, 1).is_empty()
}

/// `×12`: how many tests a line represents, if there are several.
fn count(line: &LogLine) -> String {
    match line.tests {
        Some(0 | 1) | None => String::new(),
        Some(tests) => format!("×{tests}"),
    }
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
    canvas.put_right(row, columns.frame_end, &line.frame.to_string(), style);
    let Pair { a, b, pair_result } = &line.pair;
    let (x, y) = written_order(a, b);
    let count = count(line);
    let count_cols = if count.is_empty() { 0 } else { cells_of(format_args!(" {count}")) };
    let room = columns.room_of_pair(line).saturating_sub(count_cols);
    let name = pair_name([&x.name, &y.name], room, canvas.glyphs.cut);
    let name_end = canvas.put(row, columns.pair, &name, style);
    if line.id.is_none() {
        let style = if is_quiet { quiet } else { canvas.theme.accent };
        canvas.put(row, columns.word, "?", style);
        return;
    }
    if !count.is_empty() {
        canvas.put(row, name_end + 1, &count, quiet);
    }
    let outcome = pair_result.outcome;
    let word = if is_quiet { quiet } else { canvas.theme.word(outcome) };
    canvas.put(row, columns.word, outcome.word(), word);
    let at = at(pair_result, columns.at_cols);
    let side_cols = columns.side_cols(cells_of(format_args!("{at}")));
    canvas.put(row, columns.side, &side_within(pair_result, columns.sides, side_cols), style);
    canvas.put_right(row, columns.at_end, &at, style);
    if let Some(flag) = flag(model, &line.pair) {
        let style = flag_style(canvas.theme, flag);
        canvas.put(row, columns.at_end, &in_glyphs(canvas, flag), style);
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

/// Explains the signs in view, names the filter and, if there is room, says how many tests the
/// lines represent.
fn foot(model: Model<'_>, canvas: &mut PanelCanvas<'_>, lines: &[LogLine]) {
    let row = canvas.rows().saturating_sub(1);
    let has_flag = |sign: &str| {
        lines.iter().any(|line| line.id.is_some() && flag(model, &line.pair) == Some(sign))
    };
    let (theme, quiet) = (canvas.theme, canvas.theme.quiet);
    let [choice, wrong, waits] = ["~", "!", UNANSWERED].map(has_flag);
    let is_alone = !(choice || wrong || waits);
    let (count, times) =
        lines.iter().find_map(|line| explained(line, is_alone)).unwrap_or_default();
    let signs = [
        (count.as_str(), quiet, times.as_str()),
        (if choice { "~" } else { "" }, flag_style(theme, "~"), "choice"),
        (if wrong { "!" } else { "" }, flag_style(theme, "!"), "wrong"),
        (if waits { UNANSWERED } else { "" }, quiet, "no answer yet"),
    ];
    let mut end = 0;
    for (sign, style, meaning) in signs.into_iter().filter(|(sign, ..)| !sign.is_empty()) {
        let gap = if end == 0 { 1 } else { 2 };
        end = canvas.put(row, end + gap, &in_glyphs(canvas, sign), style);
        end = canvas.put(row, end + 1, meaning, quiet);
    }
    let end = end.max(1);
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
    let fits = |text: &String| {
        usize::from(end) + 1 + cells_of(format_args!("{text}")) < usize::from(canvas.cols())
    };
    let filter = [filter, &named].join(" ").trim().to_owned();
    // What is left out is said in a narrow panel, too.
    let skipped = if canvas.is_wide() || pairs_left_out(model) > 0 { 0 } else { usize::MAX };
    let counts = counts(model).into_iter().skip(skipped);
    let mut texts = counts.map(|counts| format!("{filter}  {counts}").trim().to_owned());
    if let Some(text) = texts.find(fits).or_else(|| Some(filter.clone()).filter(fits)) {
        canvas.put_right(row, canvas.cols() - 1, &text, canvas.theme.quiet);
    }
}

/// `6 lines of 24 tests`, up to now, or with pairs that have no line
/// `464 tests: 100 lines, 335 more pairs`, and shorter forms of that; `?` while an answer is
/// covered.
fn counts(model: Model<'_>) -> Vec<String> {
    if model.engine.covered().is_some() {
        return vec!["?".to_owned()];
    }
    let counted = |count: u64, word: &str| {
        format!("{} {word}{}", in_text(count), if count == 1 { "" } else { "s" })
    };
    let tests = counted(CrowdCounts::tests_in_all(model.engine), "test");
    if model.log().is_unfolded() {
        return vec![tests];
    }
    let lines = model.log().lines().up_to(model.engine.history().position());
    let lines = counted(lines as u64, "line");
    match pairs_left_out(model) {
        0 => vec![format!("{lines} of {tests}")],
        more => {
            let more = counted(more, "more pair");
            let short = format!("{lines}, {more}");
            vec![format!("{tests}: {short}"), short, more]
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

/// The side in as many words as fit.
fn side_within(pair_result: &PairResult, most: SideWords, room: usize) -> String {
    let all = [SideWords::Two, SideWords::One, SideWords::Letters];
    let first = all.iter().position(|&words| words == most).unwrap_or(0);
    let mut texts = all[first..].iter().map(|&words| side(pair_result, words));
    let fits = |text: &String| cells_of(format_args!("{text}")) <= room;
    texts.find(fits).unwrap_or_else(|| side(pair_result, SideWords::Letters))
}

/// The side that was hit, the direction a laser comes from, or nothing.
fn side(pair_result: &PairResult, words: SideWords) -> String {
    let text = |texts: [&str; 3]| match words {
        SideWords::Two => texts[0].to_owned(),
        SideWords::One => texts[1].to_owned(),
        SideWords::Letters => texts[2].to_owned(),
    };
    match (pair_result.swept, pair_result.named()) {
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
        // It has no time: it is beyond the light of the beam.
        None if pair_result.behind.is_some() => String::new(),
        None => pair_result
            .meeting
            .span
            .and_then(|span| span.t)
            .map_or(String::new(), |[first, _]| short(first)),
    }
}

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
