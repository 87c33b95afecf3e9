//! The two rows that always show the pair in focus: what happened in the frame, how the two relate
//! at its end, and where and when they met. On a small screen, one row.

use super::canvas::{PanelCanvas, TEXT};
use super::{game_over, lesson};
use crate::app::Model;
use crate::view::text::{cells_of, cut, style_of};
use hitscan_core::engine::Pair;
use hitscan_core::words;
use hitscan_core::world::{Name, TestResult};

/// The badge's row; the sentence is in the next one.
const ROW: u16 = 1;
/// The columns of the badge and of the names.
const BADGE_COL: u16 = 1;
const PAIR_COL: u16 = 9;

/// The question about a covered pair, and the keys that answer it; sides are chosen below.
fn covered(model: Model<'_>, canvas: &mut PanelCanvas<'_>, pair: &Pair) {
    names(model, canvas, ROW, pair, "what is it?");
    if let Some(outcome) = model.side_asked() {
        let (word, [_, second]) = (outcome.word(), names_of(pair));
        let whole = format!("{word}; and on which side of {second}?");
        let fits = cells_of(format_args!("{whole}")) <= usize::from(canvas.cols() - 2);
        let asked = if fits { whole } else { format!("{word}; on which side?") };
        canvas.put(ROW + 1, 1, &asked, TEXT);
        return;
    }
    let mut col = 1;
    for (key, word) in model.input.keymap.answers() {
        col = canvas.put(ROW + 1, col, &key, canvas.theme.accent);
        col = canvas.put(ROW + 1, col + 1, word, TEXT) + 2;
    }
}

/// The names of a pair as they are written.
fn names_of(pair: &Pair) -> [&Name; 2] {
    let (x, y) = words::written_order(&pair.a, &pair.b);
    [&x.name, &y.name]
}

pub(super) fn render(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    if let Some(over) = model.engine.game_over_in_focus() {
        return game_over::headline(model, canvas, over, ROW);
    }
    if let Some(moment) = model.lesson_moment() {
        return lesson::headline(model, canvas, &moment, ROW);
    }
    let Some(pair) = model.engine.pair_in_focus() else {
        canvas.put(ROW, 1, "no pair yet", TEXT);
        canvas.put(ROW + 1, 1, "add two objects", canvas.theme.quiet);
        return;
    };
    if model.engine.covered_in_focus().is_some() {
        canvas.put(ROW, BADGE_COL, "   ?   ", canvas.theme.covered);
        return covered(model, canvas, &pair);
    }
    let outcome = pair.pair_result.outcome;
    canvas.put(ROW, BADGE_COL, badge(outcome), canvas.theme.outcome_badge(outcome));
    let standing = words::standing(pair.pair_result.meeting.relation);
    let when = if model.engine.focus().is_looking() { "then" } else { "now" };
    let how = match pair.pair_result.behind {
        // The sentence names the object in front of it.
        Some(_) => "not lit".to_owned(),
        None => format!("{when} {standing}"),
    };
    names(model, canvas, ROW, &pair, &how);
    let room = usize::from(canvas.cols() - 2);
    sentence(model, canvas, &pair, ROW + 1, 1, room);
}

/// Writes where and when the pair met, at a row and column, in this many columns; nothing if no
/// wording fits.
fn sentence(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    pair: &Pair,
    row: u16,
    col: u16,
    room: usize,
) {
    // How many more HITs the frame has, at the end of the row.
    let more = match model.engine.other_hits_in_focus() {
        0 => String::new(),
        others => format!(" +{others}"),
    };
    let frame = model.engine.world_in_focus().frame();
    let room = room.saturating_sub(more.len());
    let verdict = words::verdict(&pair.a, &pair.b, &pair.pair_result, frame, room);
    if cells_of(format_args!("{verdict}")) > room {
        return;
    }
    let end = canvas.put(row, col, &verdict, TEXT);
    canvas.put(row, end, &more, canvas.theme.quiet);
}

/// Writes badge, pair and sentence into the first row of a canvas.
pub(super) fn render_row(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    if let Some(over) = model.engine.game_over_in_focus() {
        return game_over::headline_row(canvas, over);
    }
    if let Some(moment) = model.lesson_moment() {
        return lesson::headline_row(model, canvas, &moment);
    }
    let Some(pair) = model.engine.pair_in_focus() else {
        let add = canvas.put(0, 1, "no pair yet", TEXT) + 2;
        canvas.put(0, add, "add two objects", canvas.theme.quiet);
        return;
    };
    if model.engine.covered_in_focus().is_some() {
        canvas.put(0, 0, "   ?   ", canvas.theme.covered);
        let mut col = names(model, canvas, 0, &pair, "") + 2;
        for (key, word) in model.input.keymap.answers() {
            if usize::from(col) + key.len() + 1 + word.len() > usize::from(canvas.cols()) {
                break;
            }
            col = canvas.put(0, col, &key, canvas.theme.accent);
            col = canvas.put(0, col + 1, word, TEXT) + 2;
        }
        return;
    }
    let outcome = pair.pair_result.outcome;
    canvas.put(0, 0, badge(outcome), canvas.theme.outcome_badge(outcome));
    let col = names(model, canvas, 0, &pair, "") + 2;
    let room = usize::from(canvas.cols().saturating_sub(col + 1));
    sentence(model, canvas, &pair, 0, col, room);
}

/// The word for an outcome, centred in seven columns.
const fn badge(outcome: TestResult) -> &'static str {
    match outcome {
        TestResult::Hit => "  HIT  ",
        TestResult::Touch => " TOUCH ",
        TestResult::Miss => " MISS  ",
    }
}

/// Writes `X > Y  now apart`; if there is no room, `X>Y`, then fewer of the words after it. Returns
/// the column after the names.
fn names(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    row: u16,
    pair: &Pair,
    after: &str,
) -> u16 {
    let (x, y) = words::written_order(&pair.a, &pair.b);
    let room = usize::from(canvas.cols() - PAIR_COL);
    let last_word = after.split_once(' ').map_or(after, |(_, rest)| rest);
    let wordings = [(" > ", after), (">", after), (">", last_word), (">", "")];
    let cols = |(between, after): &(&str, &str)| {
        let gap = if after.is_empty() { 0 } else { 2 };
        x.name.as_str().len() + between.len() + y.name.as_str().len() + gap + after.len()
    };
    let fits = wordings.iter().find(|wording| cols(wording) <= room);
    let (between, after) = *fits.unwrap_or(&wordings[3]);
    let each = (room - between.len()) / 2;
    let y_room = each.max((room - between.len()).saturating_sub(x.name.as_str().len()));
    let x_room = room - between.len() - y.name.as_str().len().min(y_room);
    let sign = canvas.glyphs.cut;
    let [x_style, y_style] = [x, y].map(|of| style_of(model, canvas.theme, of));
    let mut col = canvas.put(row, PAIR_COL, &cut(&x.name, x_room, sign), x_style);
    col = canvas.put(row, col, between, TEXT);
    col = canvas.put(row, col, &cut(&y.name, y_room, sign), y_style);
    canvas.put(row, col + 2, after, TEXT);
    col
}
