//! A game. While it is played or steered, the headline has a bar with how near its end is, and the
//! last contact. At its end there are a badge, a message and the contact that ended it; the bar and
//! the keys for what comes next follow above the log.

use ratatui::style::Style;

use super::canvas::{PanelCanvas, TEXT};
use super::headline;
use crate::app::{Action, Layout, Model};
use crate::view::text::shortened;
use crate::view::theme::Theme;
use hitscan_core::engine::{GameOver, GameResult, Pair};
use hitscan_core::methods::Method;
use hitscan_core::scene::EndCondition;
use hitscan_core::words;

/// The column of the badge.
const BADGE_COL: u16 = 0;
/// The column where the texts of keys begin.
const TEXT_COL: u16 = 6;
/// The fewest rows of a log with bar and keys above it, including them.
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
    bar(model, canvas, row);
    if let Some(pair) = model.engine.last_contact() {
        let room = usize::from(canvas.cols().saturating_sub(2));
        let said = words::happened(&model.engine.headline_of(&pair), room, canvas.glyphs.cut);
        headline::sentence(model, canvas, &pair, [row + 1, 1], &said);
    }
}

/// Writes how near the game is to its end: ` bricks █░░░  1 of 4`.
fn bar(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16) {
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
        let parts = [u64::from(reached) * u64::from(BAR_CELLS), u64::from(all.max(1))];
        // Only a game that is won fills it, and any progress is visible.
        let filled = (parts[0] / parts[1]).max(u64::from(reached > 0)).min(BAR_CELLS.into());
        let filled = u16::try_from(filled).unwrap_or(BAR_CELLS);
        let [part, rest] = canvas.glyphs.meter.map(|glyph| glyph.to_string());
        let parts = [part.repeat(filled.into()), rest.repeat((BAR_CELLS - filled).into())];
        let col = canvas.put(row, col, &parts[0], styles[0]);
        canvas.put(row, col, &parts[1], styles[1]);
        canvas.put_right(row, cols - 1, &format!("{reached} of {all}"), TEXT);
    } else {
        canvas.put(row, 1, "reach goal", TEXT);
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
    let said = words::happened(&model.engine.headline_of(pair), room, canvas.glyphs.cut);
    headline::sentence(model, canvas, pair, [row, Layout::BEHIND_BADGE], &said);
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

/// Writes above the log of a game that is over: the bar, the keys to continue and the rule of the
/// log, with this caption. Returns how many rows that takes; none where they would leave no room.
pub(super) fn above_the_log(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    over: &GameOver,
    caption: &str,
) -> u16 {
    if canvas.rows() < LEAST_ROWS_WITH_KEYS {
        return 0;
    }
    bar(model, canvas, 0);
    let mut row = 2;
    let hits = Some((Action::PreviousHit, "the hits, one by one"));
    let selection = model.engine.sandbox().selection();
    let keys = match over.result {
        GameResult::Lost => {
            let is_steered = selection.is_some_and(|(_, object)| object.behavior.is_steered());
            let back = if is_steered { "a frame back: steer again" } else { "a frame back" };
            let again = (Action::SeekStart, "from the start");
            [Some((Action::StepBack, back)), Some(again), hits, None]
        }
        GameResult::Won => {
            let is_known = model.engine.unanswered().is_empty();
            let wrong = model.engine.counted_up_to_now()[1];
            if let Some(method) = model.name_of_judge().filter(|_| is_known) {
                let said = was_wrong(&method, wrong, model.engine.world().settings().side);
                row = canvas.paragraph(row, 1, &said, TEXT) + 1;
            }
            let wrong_ones = (Action::PreviousWrong, "the wrong ones");
            let again = (Action::SeekStart, "again from the start");
            [Some(again), hits, Some(wrong_ones).filter(|_| wrong > 0), None]
        }
    };
    let other = (Action::Open, "another scene");
    for (action, what) in keys.into_iter().flatten().chain([other]) {
        let end = canvas.chip(row, 1, &model.input.keymap.named(action));
        canvas.put(row, TEXT_COL.max(end + 1), what, TEXT);
        row += 1;
    }
    let branch = canvas.glyphs.border[1];
    canvas.rule(row + 1, branch, [caption, ""]);
    row + 2
}
