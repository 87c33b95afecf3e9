//! The two rows that always show the pair in focus, as a sentence: what happened in the frame, or how
//! the two stand. On a small screen, one row.

use ratatui::style::Style;

use super::canvas::{PanelCanvas, TEXT};
use super::{game_over, lesson};
use crate::app::{Layout, Model};
use crate::view::text::{cells_of, style_of};
use crate::view::theme::Theme;
use hitscan_core::engine::Pair;
use hitscan_core::words::{self, HeadlinePart};
use hitscan_core::world::TestResult;

/// The row of the badge; the sentence goes on in the next one.
const ROW: u16 = 1;
/// The column of the badge.
const BADGE_COL: u16 = 0;
/// The badge of an answer that is covered.
pub(super) const COVERED: &str = " ?    ";

pub(super) fn render(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    if let Some(over) = model.engine.game_over_in_focus() {
        return game_over::headline(model, canvas, over, ROW);
    }
    if let Some(moment) = model.lesson_moment() {
        return lesson::headline(model, canvas, &moment, ROW);
    }
    let col = Layout::BEHIND_BADGE;
    let Some(pair) = model.engine.pair_in_focus() else {
        canvas.put(ROW, col, "no pair yet", TEXT);
        canvas.put(ROW + 1, col, "add two objects", canvas.theme.quiet);
        return;
    };
    if model.engine.covered_in_focus().is_some() {
        return covered(model, canvas, &pair);
    }
    if model.is_in_play() && !model.engine.focus().is_looking() {
        return game_over::in_play(model, canvas, ROW);
    }
    let more = other_hits(model);
    let room = room(canvas, col);
    let rooms = [room, room.saturating_sub(more.len())];
    let [first, second] =
        words::headline(&model.engine.headline_of(&pair), rooms, canvas.glyphs.cut);
    if model.engine.just_met(&pair) && !model.engine.is_playing() {
        let style = badge_of(canvas.theme, pair.pair_result.outcome).1;
        canvas.put(ROW, 0, &" ".repeat(canvas.cols().into()), style);
        let whole: String = first.iter().map(HeadlinePart::text).collect();
        canvas.put(ROW, col, &whole, style);
    } else {
        sentence(model, canvas, &pair, [ROW, col], &first);
    }
    badge(canvas, ROW, pair.pair_result.outcome);
    let end = sentence(model, canvas, &pair, [ROW + 1, col], &second);
    if usize::from(end) + more.len() < usize::from(canvas.cols()) {
        canvas.put(ROW + 1, end, &more, canvas.theme.quiet);
    }
}

/// Writes badge and sentence into the first row of a canvas, as far as they fit.
pub(super) fn render_row(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    if let Some(over) = model.engine.game_over_in_focus() {
        return game_over::headline_row(canvas, over);
    }
    if let Some(moment) = model.lesson_moment() {
        return lesson::headline_row(model, canvas, &moment);
    }
    let col = Layout::BEHIND_BADGE;
    let Some(pair) = model.engine.pair_in_focus() else {
        let add = canvas.put(0, col, "no pair yet", TEXT) + 2;
        canvas.put(0, add, "add two objects", canvas.theme.quiet);
        return;
    };
    if model.engine.covered_in_focus().is_some() {
        canvas.put(0, BADGE_COL, COVERED, canvas.theme.covered);
        let end = names_and(model, canvas, &pair, [0, col], ": what is it?") + 2;
        answers(model, canvas, 0, end);
        return;
    }
    badge(canvas, 0, pair.pair_result.outcome);
    let room = room(canvas, col);
    let [first, second] =
        words::headline(&model.engine.headline_of(&pair), [room; 2], canvas.glyphs.cut);
    let end = sentence(model, canvas, &pair, [0, col], &first);
    let cells: usize = second.iter().map(|part| cells_of(format_args!("{}", part.text()))).sum();
    if usize::from(end) + 2 + cells < usize::from(canvas.cols()) {
        sentence(model, canvas, &pair, [0, end + 2], &second);
    }
}

/// The columns from `col` to the last one, which stays blank.
fn room(canvas: &PanelCanvas<'_>, col: u16) -> usize {
    usize::from(canvas.cols().saturating_sub(col + 1))
}

/// How many more HITs the frame has: ` +2`.
fn other_hits(model: Model<'_>) -> String {
    match model.engine.other_hits_in_focus() {
        0 => String::new(),
        others => format!(" +{others}"),
    }
}

/// Writes a row of the sentence, the names in their colours. Returns the column after it.
pub(super) fn sentence(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    pair: &Pair,
    [row, col]: [u16; 2],
    parts: &[HeadlinePart],
) -> u16 {
    let (x, y) = words::written_order(&pair.a, &pair.b);
    let [x_style, y_style] = [x, y].map(|of| style_of(model, canvas.theme, of));
    parts.iter().fold(col, |col, part| match part {
        HeadlinePart::Text(text) => canvas.put(row, col, text, TEXT),
        HeadlinePart::First(name) => canvas.put(row, col, name, x_style),
        HeadlinePart::Second(name) => canvas.put(row, col, name, y_style),
    })
}

/// The question about a covered pair, and the keys that answer it; sides are chosen below.
fn covered(model: Model<'_>, canvas: &mut PanelCanvas<'_>, pair: &Pair) {
    canvas.put(ROW, BADGE_COL, COVERED, canvas.theme.covered);
    names_and(model, canvas, pair, [ROW, Layout::BEHIND_BADGE], ": what is it?");
    if let Some(outcome) = model.side_asked() {
        let (_, second) = words::written_order(&pair.a, &pair.b);
        let (word, second) = (outcome.word(), &second.name);
        let whole = format!("{word}; and on which side of {second}?");
        let fits = cells_of(format_args!("{whole}")) <= room(canvas, 1);
        let asked = if fits { whole } else { format!("{word}; on which side?") };
        canvas.put(ROW + 1, 1, &asked, TEXT);
        return;
    }
    answers(model, canvas, ROW + 1, 1);
}

/// Writes the keys that answer what a pair is, as far as they fit.
fn answers(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16, mut col: u16) {
    for (key, word) in model.input.keymap.answers() {
        let cells = cells_of(format_args!("[{key}] {word}"));
        if usize::from(col) + cells > usize::from(canvas.cols()) {
            return;
        }
        col = canvas.chip(row, col, &key);
        col = canvas.put(row, col + 1, word, TEXT) + 1;
    }
}

/// Writes `B and A: what is it?`, or the words alone if there is no room for the names: what
/// follows the names begins with `: ` or with a blank. Returns the column after it.
pub(super) fn names_and(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    pair: &Pair,
    place: [u16; 2],
    after: &str,
) -> u16 {
    let alone = after.trim_start_matches([':', ' ']);
    let alone = alone.strip_prefix("are ").unwrap_or(alone).to_owned();
    let forms = [format!("{{X}} and {{Y}}{after}"), alone];
    let (x, y) = words::written_order(&pair.a, &pair.b);
    let parts = words::first_fitting(&forms, [&x.name, &y.name], room(canvas, place[1]));
    sentence(model, canvas, pair, place, &parts)
}

/// Writes the word for an outcome in the first six columns; without colours, brackets tell a HIT
/// from the rest.
fn badge(canvas: &mut PanelCanvas<'_>, row: u16, outcome: TestResult) {
    let (text, style) = badge_of(canvas.theme, outcome);
    canvas.put(row, BADGE_COL, text, style);
}

fn badge_of(theme: &Theme, outcome: TestResult) -> (&'static str, Style) {
    let style = theme.outcome_badge(outcome);
    let text = match outcome {
        TestResult::Hit if !theme.has_colors() => "[HIT]",
        TestResult::Hit => " HIT  ",
        TestResult::Touch => " TOUCH",
        TestResult::Miss => " MISS ",
    };
    (text, style)
}
