//! A game. While it is played or steered, the headline has a bar with how near its end is, and the
//! last contact. At its end there are a badge, a message and the contact that ended it; after a win,
//! the counts follow below, with the keys for what comes next.

use ratatui::style::Style;

use super::canvas::{PanelCanvas, TEXT};
use super::headline;
use crate::app::{Action, Layout, Model};
use crate::view::text::{bar_parts, shortened};
use crate::view::theme::Theme;
use hitscan_core::engine::{GameOver, GameResult, Pair};
use hitscan_core::methods::Method;
use hitscan_core::scene::EndCondition;
use hitscan_core::words;

/// The column of the badge.
const BADGE_COL: u16 = 0;
/// The column where counts end, and the column where the texts of keys begin.
const NUMBERS_END: u16 = 15;
const TEXT_COL: u16 = 5;
/// The fewest rows of a log with keys below it, including them and the two blank rows before.
const LEAST_ROWS_WITH_KEYS: u16 = 12;

/// The badge, in six columns.
const fn badge(theme: &Theme, result: GameResult) -> (&'static str, Style) {
    match result {
        GameResult::Won => (" WON  ", theme.won),
        GameResult::Lost => (" LOST ", theme.lost()),
    }
}

/// Writes badge and message into this row, and the contact that ended it into the next.
pub(super) fn headline(model: Model<'_>, canvas: &mut PanelCanvas<'_>, over: &GameOver, row: u16) {
    let (word, style) = badge(canvas.theme, over.result);
    canvas.put(row, BADGE_COL, word, style);
    message(canvas, over, row);
    if let Some(pair) = over.contact() {
        contact(model, canvas, &pair, row + 1);
    }
}

/// The cells of the bar.
const BAR_CELLS: u16 = 12;

/// Writes how near the game is to its end into this row, and its last contact into the next.
pub(super) fn in_play(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16) {
    let world = model.engine.world_in_focus();
    let mut ends = model.engine.sandbox().game_ends().all().map(|condition| match condition {
        EndCondition::Broken => Some(("bricks", world.bricks().map(saturated))),
        EndCondition::Frames(frames) => Some(("frames", [saturated(world.frame()), *frames])),
        EndCondition::Sensor(_) => None,
    });
    let cols = canvas.cols();
    if let Some((word, [reached, all])) = ends.by_ref().flatten().next() {
        let col = canvas.put(row, 1, word, TEXT) + 1;
        let styles = [canvas.theme.right, canvas.theme.quiet];
        let parts = bar_parts([reached, all], BAR_CELLS, canvas.glyphs, styles);
        parts.iter().fold(col, |col, (text, style)| canvas.put(row, col, text, *style));
        canvas.put_right(row, cols - 1, &format!("{reached} of {all}"), TEXT);
    } else {
        canvas.put(row, 1, "reach the goal", TEXT);
    }
    if let Some(pair) = model.engine.last_contact() {
        let room = usize::from(cols.saturating_sub(2));
        let said = words::happened(&headline::about(model, &pair), room, canvas.glyphs.cut);
        headline::sentence(model, canvas, &pair, [row + 1, 1], &said);
    }
}

/// A count for a bar.
fn saturated(count: impl TryInto<u32>) -> u32 {
    count.try_into().unwrap_or(u32::MAX)
}

/// Like [`headline`], in one row, on a small screen: without the contact.
pub(super) fn headline_row(canvas: &mut PanelCanvas<'_>, over: &GameOver) {
    let (word, style) = badge(canvas.theme, over.result);
    canvas.put(0, 0, word, style);
    message(canvas, over, 0);
}

fn message(canvas: &mut PanelCanvas<'_>, over: &GameOver, row: u16) {
    let room = usize::from(canvas.cols().saturating_sub(Layout::BEHIND_BADGE + 1));
    let text = shortened(&over.message, room, canvas.glyphs.cut);
    canvas.put_any_script(row, Layout::BEHIND_BADGE, &text, canvas.theme.title);
}

/// Writes `ball hit floor's top side`, the contact that ended the game.
fn contact(model: Model<'_>, canvas: &mut PanelCanvas<'_>, pair: &Pair, row: u16) {
    let room = usize::from(canvas.cols().saturating_sub(Layout::BEHIND_BADGE + 1));
    let said = words::happened(&headline::about(model, pair), room, canvas.glyphs.cut);
    headline::sentence(model, canvas, pair, [row, Layout::BEHIND_BADGE], &said);
}

/// Writes the counts of a game that is won, and the keys to continue.
pub(super) fn counted(model: Model<'_>, canvas: &mut PanelCanvas<'_>, over: &GameOver) {
    let method = model.name_of_judge();
    let is_known = model.engine.unanswered().is_empty();
    let [hits, wrong] = model.engine.counted_up_to_now();
    let mut row = 1;
    let said_wrong = if is_known { wrong.to_string() } else { "...".to_owned() };
    let numbers = [
        Some(("frames", over.frame.to_string())),
        Some(("hits", hits.to_string())),
        method.as_ref().map(|_| ("wrong", said_wrong)),
    ];
    for (word, number) in numbers.into_iter().flatten() {
        canvas.put(row, 1, word, canvas.theme.quiet);
        canvas.put_right(row, NUMBERS_END, &number, TEXT);
        row += 1;
    }
    if let Some(method) = method.filter(|_| is_known) {
        let side = model.engine.world().settings().side;
        let said = was_wrong(&method, wrong, side);
        row = canvas.paragraph(row + 1, 1, &said, TEXT);
    }
    let wrong_ones = (Action::PreviousWrong, "the wrong ones");
    let keys = [
        Some((Action::PreviousHit, "the hits, one by one")),
        Some(wrong_ones).filter(|_| wrong > 0),
        Some((Action::SeekStart, "again from the start")),
        Some((Action::Open, "another scene")),
    ];
    write_keys(model, canvas, row + 1, keys.into_iter().flatten());
}

/// `relative-velocity was wrong 9 times; the truth played.`
fn was_wrong(method: &str, wrong: u64, side: Method) -> String {
    let wrong = match wrong {
        0 => "was never wrong".to_owned(),
        1 => "was wrong once".to_owned(),
        times => format!("was wrong {times} times"),
    };
    match side {
        side if side == Method::SWEPT => format!("{method} {wrong}; the truth played."),
        side if side.id() == method => format!("{method} played, and {wrong}."),
        side => format!("{method} {wrong}; {} played.", side.id()),
    }
}

/// The rows that the keys below the log of a lost game take; 0 if there is no room.
pub(super) fn rows_below_the_log(model: Model<'_>, canvas: &PanelCanvas<'_>) -> u16 {
    let is_lost = lost(model).is_some();
    if is_lost && canvas.rows() >= LEAST_ROWS_WITH_KEYS { 4 } else { 0 }
}

/// Writes the keys to continue after a game that is lost.
pub(super) fn below_the_log(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16) {
    let selection = model.engine.sandbox().selection();
    let is_steered = selection.is_some_and(|(_, object)| object.behavior.is_steered());
    let back = if is_steered { "a frame back, steer again" } else { "a frame back" };
    let keys = [(Action::StepBack, back), (Action::SeekStart, "from the start")];
    write_keys(model, canvas, row, keys.into_iter());
}

/// The end of a game that is lost, if that is the state now.
fn lost(model: Model<'_>) -> Option<&GameOver> {
    model.engine.game_over_in_focus().filter(|over| over.result == GameResult::Lost)
}

/// The end of a game that is won, if that is the state now.
pub(super) fn won(model: Model<'_>) -> Option<&GameOver> {
    model.engine.game_over_in_focus().filter(|over| over.result == GameResult::Won)
}

fn write_keys<'k>(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    mut row: u16,
    keys: impl Iterator<Item = (Action, &'k str)>,
) {
    for (action, what) in keys {
        let end = canvas.put(row, 1, &model.input.keymap.named(action), canvas.theme.key);
        canvas.put(row, TEXT_COL.max(end + 1), what, canvas.theme.quiet);
        row += 1;
    }
}
