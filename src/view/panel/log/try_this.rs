//! What to try first: shown when there is nothing to list, and the keys at the foot of the log.

use crate::app::{Action, Model, Setting};
use crate::view::panel::canvas::{PanelCanvas, TEXT};
use crate::view::text::cells_of;
use hitscan_core::lab::BUILTIN_LESSONS;
use hitscan_core::scene::{OPENING, SceneSource, gallery};
use hitscan_geom::{Relation, Shape};

/// The column of the keys that hang at the panel's foot, and of what they do.
const HUNG_COL: u16 = 1;
const WHAT_COL: u16 = 4;
/// The fewest rows of a log above them, with its heads.
const LEAST_LOG_ROWS: u16 = 4;

/// A key that hangs at the panel's foot, and what it does; or several beside each other.
pub(super) type HungRow = Vec<(String, String)>;

/// Writes how to get a test at all.
pub(super) fn where_nothing_is_tested(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let theme = canvas.theme;
    let what = match model.engine.sandbox().world().len() {
        0 => "This scene is empty.",
        1 => "Add a second object.",
        _ => return general_hint(model, &mut canvas.below(1)),
    };
    canvas.put(1, 1, what, TEXT);
    let (add, then) = match model.input.keymap.adding() {
        (Some(first), then) => (first, format!("then {}: add a shape", then.join(" "))),
        (None, all) => (all.join(", "), "add a shape".to_owned()),
    };
    let open = (model.input.keymap.named(Action::Open), "open a ready-made scene".to_owned());
    let row = keys(canvas, 2, 1, [(add, then), open]);
    canvas.put(row + 1, 1, "or type exact values, such as", TEXT);
    canvas.put(row + 2, 1, &model.input.keymap.line("box A 10 4 16 8"), theme.accent);
}

/// The keys to learn first, from the first row to drop to the last. Which of the last three are
/// there depends on the height of the log alone; the others give way to lines.
fn all_keys(model: Model<'_>, canvas: &PanelCanvas<'_>) -> Vec<HungRow> {
    let named = |action| model.input.keymap.named(action);
    let room = usize::from(canvas.cols().saturating_sub(WHAT_COL + 1));
    let selected = model.engine.sandbox().selection();
    let there = selected.map(|(_, object)| format!("map: what if {} were there?", object.name));
    let fits = |text: &String| cells_of(format_args!("{text}")) <= room;
    let there = there.filter(fits).unwrap_or_else(|| "map: what if elsewhere?".to_owned());
    let open = match model.lab {
        Some(_) => "all lessons".to_owned(),
        None => format!("{} scenes, {BUILTIN_LESSONS} lessons", gallery().len()),
    };
    let why = match model.engine.pair_in_focus() {
        Some(pair) if model.engine.covered_in_focus().is_none() => {
            format!("why {}?", pair.pair_result.outcome.word())
        }
        _ => "why HIT, TOUCH or MISS?".to_owned(),
    };
    let row = |action, text: &str| vec![(named(action), text.to_owned())];
    vec![
        row(Action::CommandLine, "type a command"),
        row(Action::ShowWhy, &why),
        row(Action::ShowMethods, "what each method says"),
        row(Action::ToggleMap, &there),
        row(Action::Open, &open),
        [(Action::Help, "all keys"), (Action::ShowSigns, "signs"), (Action::Quit, "quit")]
            .map(|(action, text)| (named(action), text.to_owned()))
            .into(),
    ]
}

/// The keys that hang at the foot of a log with this room: none where lines need it.
pub(super) fn hung_keys(model: Model<'_>, canvas: &PanelCanvas<'_>) -> Vec<HungRow> {
    /// How many rows stay whatever the log has.
    const STAYING: usize = 3;
    let all = all_keys(model, canvas);
    // The last row is left to the flags; a blank one is above the keys.
    let room = usize::from(canvas.rows().saturating_sub(LEAST_LOG_ROWS + 2));
    if room < STAYING || model.engine.is_covering() || model.lab.is_some() {
        return Vec::new();
    }
    let lines = model.log().lines().len().saturating_add(1);
    let free = usize::from(canvas.rows()).saturating_sub(lines.saturating_add(2));
    let count = free.clamp(STAYING, all.len()).min(room.max(STAYING));
    all.into_iter().rev().take(count).rev().collect()
}

/// The rows that keys at the foot take, with the blank one above them.
pub(super) fn rows_of(hung: &[HungRow]) -> u16 {
    if hung.is_empty() {
        0
    } else {
        u16::try_from(hung.len()).unwrap_or(u16::MAX).saturating_add(1)
    }
}

/// Writes them above the last row.
pub(super) fn hang(canvas: &mut PanelCanvas<'_>, hung: &[HungRow]) {
    let rows = u16::try_from(hung.len()).unwrap_or(u16::MAX);
    let first = canvas.rows().saturating_sub(1).saturating_sub(rows);
    for (row, keys) in (first..).zip(hung) {
        let mut col = HUNG_COL;
        for (at, (key, what)) in keys.iter().enumerate() {
            let after = canvas.put(row, col, key, canvas.theme.key);
            let from = if at == 0 { WHAT_COL.max(after + 1) } else { after + 1 };
            col = canvas.put(row, from, what, TEXT) + 2;
        }
    }
}

/// Asks on the very first screen whether the lines look broken, in place of the flags, until the
/// first key.
pub(super) fn asks_of_lines(model: Model<'_>, canvas: &mut PanelCanvas<'_>) -> bool {
    let is_first = matches!(model.engine.source(), SceneSource::BuiltIn(name) if name == OPENING);
    if !is_first || canvas.rows() < LEAST_LOG_ROWS + 2 {
        return false;
    }
    let plain = model.input.keymap.named(Action::Next(Setting::Glyphs));
    let row = canvas.rows().saturating_sub(1);
    canvas.put(row, 1, &format!("Lines look broken? {plain}"), canvas.theme.quiet);
    true
}

/// Writes a general hint where no pair is tested.
fn general_hint(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    if !model.engine.sandbox().note().is_empty() {
        return;
    }
    canvas.paragraph(0, 1, &what_to_try(model), TEXT);
}

/// What to try in a scene without a note.
fn what_to_try(model: Model<'_>) -> String {
    let selected = model.engine.sandbox().selection();
    let push = selected.map(|(_, object)| object).and_then(|object| {
        let pair = model.engine.pair_in_focus().filter(|_| !object.is_static())?;
        let other = if pair.a.name == object.name { pair.b.name } else { pair.a.name };
        let both = [&pair.a.shape, &pair.b.shape];
        let boxes = both.iter().all(|shape| matches!(shape, Shape::Box(_)));
        let apart = pair.pair_result.meeting.relation == Relation::Disjoint;
        let (verb, way) = match (apart, boxes) {
            (true, true) => ("Push", "into"),
            (true, false) => ("Move", "into"),
            (false, _) => ("Move", "away from"),
        };
        let arrows = model.input.keymap.filled("{arrows}");
        Some(format!("{verb} {} {way} {other} with {arrows}; every", object.name))
    });
    format!("{} test is listed.", push.as_deref().unwrap_or("Every"))
}

/// Writes keys from a row and column on, with what they do beside them, or below a long key;
/// returns the row after them.
fn keys<const N: usize>(
    canvas: &mut PanelCanvas<'_>,
    mut row: u16,
    col: u16,
    keys: [(String, String); N],
) -> u16 {
    let text_col = col + 4;
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
