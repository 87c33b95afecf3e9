//! The first keys to learn, at the foot of the log. Which of them there is room for follows from the
//! scene and the size alone, so that none moves while the log grows; one more stands above them
//! until the log needs its row.

use crate::app::{Action, Model, Setting};
use crate::view::panel::canvas::{PanelCanvas, TEXT};
use crate::view::text::cells_of;
use hitscan_core::lab::BUILTIN_LESSONS;
use hitscan_core::scene::{OPENING, SceneSource, gallery};

/// How many rows the log keeps for its lines, at least.
const LEAST_LINES: u16 = 4;
/// The row of the headings, the blank one above the keys, and the one of the flags below them.
const OTHER_ROWS: u16 = 3;
/// The columns of a key, and the blanks before its text.
const KEY_COLS: u16 = 3;

/// A row of the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyRow {
    Why,
    Methods,
    Map,
    Open,
    Line,
    Help,
}

/// All rows from top to bottom, and in the order in which they give way.
const ROWS: [KeyRow; 6] =
    [KeyRow::Why, KeyRow::Methods, KeyRow::Map, KeyRow::Open, KeyRow::Line, KeyRow::Help];
const GIVE_WAY: [KeyRow; 3] = [KeyRow::Line, KeyRow::Why, KeyRow::Methods];

/// The rows of the list below a log with this many rows for everything, of which the scene's note
/// takes `note_rows`; empty without room for the essential ones.
fn rows(room: u16, note_rows: u16) -> impl Iterator<Item = KeyRow> {
    let gone = gone(room, note_rows);
    let has_any = gone <= GIVE_WAY.len();
    let is_gone = move |row| GIVE_WAY.iter().take(gone).any(|&it| it == row);
    ROWS.into_iter().filter(move |&row| has_any && !is_gone(row))
}

/// How many rows of the list have no room there.
fn gone(room: u16, note_rows: u16) -> usize {
    let spare = usize::from(room.saturating_sub(OTHER_ROWS + LEAST_LINES + note_rows));
    ROWS.len().saturating_sub(spare)
}

/// The row that would stand right above a list of `count` rows, if there is one.
fn row_above(count: u16) -> Option<KeyRow> {
    let gone = ROWS.len().checked_sub(usize::from(count))?;
    let last_gone = *GIVE_WAY.get(gone.checked_sub(1)?)?;
    let stays =
        |row: &KeyRow| GIVE_WAY.iter().skip(gone).any(|it| it == row) || !GIVE_WAY.contains(row);
    let above = ROWS.iter().position(|&row| row == last_gone)?;
    (!ROWS[..above].iter().any(stays)).then_some(last_gone)
}

/// Writes one more row, right above a list of `count` rows that begins in row `from`.
pub(super) fn render_one_more(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    from: u16,
    count: u16,
) {
    if let (Some(row), Some(of)) = (from.checked_sub(1), row_above(count)) {
        write(model, canvas, row, of);
    }
}

/// How many rows the list takes at the foot of a log, without the blank row above it and the row of
/// the flags below it.
pub(super) fn count(model: Model<'_>, room: u16, note_rows: u16) -> u16 {
    let log = model.log();
    let has_pairs = model.engine.world().len() > 1;
    if !has_pairs || model.lab.is_some() || log.is_of_a_game() || log.lacks_the_selected() {
        return 0;
    }
    u16::try_from(rows(room, note_rows).count()).unwrap_or_default()
}

/// Writes the last `count` of these rows, from this row on.
pub(in crate::view::panel) fn render(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    from: u16,
    count: u16,
) {
    let least = usize::from(OTHER_ROWS + LEAST_LINES + count);
    let shown = rows(u16::try_from(least).unwrap_or(u16::MAX), 0);
    for (row, of) in (from..).zip(shown) {
        write(model, canvas, row, of);
    }
}

/// Writes how to draw lines that look broken into the last row: the opening scene is the very first
/// screen.
pub(in crate::view::panel) fn broken_lines(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let is_first = matches!(model.engine.source(), SceneSource::BuiltIn(name) if name == OPENING);
    if is_first && model.log().is_as_opened() {
        let (row, quiet) = (canvas.rows().saturating_sub(1), canvas.theme.quiet);
        let end = canvas.put(row, 1, "Lines look broken? ", quiet);
        let key = model.input.keymap.named(Action::Next(Setting::Glyphs));
        canvas.put(row, end, &key, canvas.theme.key);
    }
}

fn write(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16, of: KeyRow) {
    let (action, text) = match of {
        KeyRow::Why => (Action::ShowWhy, why(model)),
        KeyRow::Methods => (Action::ShowMethods, "what each method says".to_owned()),
        KeyRow::Map => (Action::ToggleMap, map(model, canvas)),
        KeyRow::Open => {
            let scenes = gallery().len();
            (Action::Open, format!("{scenes} scenes, {BUILTIN_LESSONS} lessons"))
        }
        KeyRow::Line => (Action::CommandLine, "type a command".to_owned()),
        KeyRow::Help => (Action::Help, "all keys".to_owned()),
    };
    let key = model.input.keymap.named(action);
    let after = canvas.put(row, 1, &key, canvas.theme.key);
    let end = canvas.put(row, (after + 1).max(1 + KEY_COLS), &text, TEXT);
    if of == KeyRow::Help {
        let others = [(Action::ShowSigns, "signs"), (Action::Quit, "quit")];
        others.iter().fold(end, |end, &(action, text)| {
            let key = model.input.keymap.named(action);
            let cells = cells_of(format_args!("  {key} {text}"));
            if usize::from(end) + cells >= usize::from(canvas.cols()) {
                return end;
            }
            let end = canvas.put(row, end + 2, &key, canvas.theme.key);
            canvas.put(row, end + 1, text, TEXT)
        });
    }
}

/// `why HIT?`, of the pair in view.
fn why(model: Model<'_>) -> String {
    let pair = model.engine.pair_in_focus();
    let open = pair.filter(|_| model.engine.covered_in_focus().is_none());
    open.map_or_else(
        || "why?".to_owned(),
        |pair| format!("why {}?", pair.pair_result.outcome.word()),
    )
}

/// `map: what if B were there?`, of the selected object.
fn map(model: Model<'_>, canvas: &PanelCanvas<'_>) -> String {
    let selected = model.engine.sandbox().selection();
    let named = selected.map(|(_, object)| format!("map: what if {} were there?", object.name));
    let room = usize::from(canvas.cols().saturating_sub(2 + KEY_COLS));
    let fits = |text: &String| cells_of(format_args!("{text}")) <= room;
    named.filter(fits).unwrap_or_else(|| "map: what if elsewhere?".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{KeyRow, row_above, rows};

    #[test]
    fn rows_give_way_in_order_and_the_essential_ones_together() {
        let shown = |room| rows(room, 2).collect::<Vec<_>>();
        let all =
            [KeyRow::Why, KeyRow::Methods, KeyRow::Map, KeyRow::Open, KeyRow::Line, KeyRow::Help];
        assert!(shown(15) == all && shown(60) == all);
        assert!(shown(14) == [&all[..4], &all[5..]].concat(), "the command line goes first");
        assert!(shown(13) == [&all[1..4], &all[5..]].concat(), "then why");
        assert!(shown(12) == [&all[2..4], &all[5..]].concat(), "then the methods");
        assert!(shown(11).is_empty(), "then all");
    }

    #[test]
    fn the_row_that_went_last_stands_above_the_others_if_it_is_the_first_of_them() {
        assert!(row_above(3) == Some(KeyRow::Methods));
        assert!(row_above(4) == Some(KeyRow::Why));
        assert!(row_above(5).is_none(), "the command line stands between others");
        assert!(row_above(6).is_none(), "all are there");
        assert!(row_above(0).is_none(), "none is there");
    }
}
