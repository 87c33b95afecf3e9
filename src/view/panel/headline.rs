//! The two rows that always show the pair in focus: what happened in the frame, how
//! the two stand at its end, and where and when they met.

use super::canvas::{Canvas, TEXT};
use crate::app::Model;
use crate::view::names::{cut, style_of};
use hitscan_core::engine::Pair;
use hitscan_core::words;
use hitscan_core::world::TestResult;

/// The badge's row; the sentence is in the next one.
const ROW: u16 = 1;
/// The columns of the badge and of the names.
const BADGE_COL: u16 = 1;
const PAIR_COL: u16 = 9;

pub(super) fn render(model: Model<'_>, canvas: &mut Canvas<'_>) {
    let Some(pair) = model.engine.pair_in_focus() else {
        canvas.put(ROW, 1, "no pair yet", TEXT);
        canvas.put(ROW + 1, 1, "add two objects", canvas.theme.quiet);
        return;
    };
    if model.engine.covered_in_focus().is_some() {
        canvas.put(ROW, BADGE_COL, "   ?   ", canvas.theme.covered);
        names(model, canvas, &pair, "what is it?");
        let mut col = 1;
        for (key, word) in model.answers() {
            col = canvas.put(ROW + 1, col, &key, canvas.theme.accent);
            col = canvas.put(ROW + 1, col + 1, word, TEXT) + 2;
        }
        return;
    }
    let outcome = pair.pair_result.outcome;
    canvas.put(ROW, BADGE_COL, badge(outcome), canvas.theme.outcome_badge(outcome));
    let standing = words::standing(pair.pair_result.meeting.relation);
    let when = if model.engine.focus().is_looking() { "then" } else { "now" };
    names(model, canvas, &pair, &format!("{when} {standing}"));
    // How many more HITs the frame has, at the end of the sentence.
    let more = match model.engine.other_hits_in_focus() {
        0 => String::new(),
        others => format!(" +{others}"),
    };
    let room = usize::from(canvas.cols() - 2).saturating_sub(more.len());
    let frame = model.engine.world_in_focus().frame();
    let verdict = words::verdict((&pair.a, &pair.b), &pair.pair_result, frame, room);
    let end = canvas.put(ROW + 1, 1, &verdict, TEXT);
    canvas.put(ROW + 1, end, &more, canvas.theme.quiet);
}

/// The word of an outcome in the middle of seven columns.
const fn badge(outcome: TestResult) -> &'static str {
    match outcome {
        TestResult::Hit => "  HIT  ",
        TestResult::Touch => " TOUCH ",
        TestResult::Miss => " MISS  ",
    }
}

/// Writes `X > Y  now apart`; where there is no room, `X>Y`, then less of the
/// words after it.
fn names(model: Model<'_>, canvas: &mut Canvas<'_>, pair: &Pair, after: &str) {
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
    let mut col = canvas.put(ROW, PAIR_COL, &cut(&x.name, x_room, sign), x_style);
    col = canvas.put(ROW, col, between, TEXT);
    col = canvas.put(ROW, col, &cut(&y.name, y_room, sign), y_style);
    canvas.put(ROW, col + 2, after, TEXT);
}
