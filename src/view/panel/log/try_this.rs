//! What to try first: shown when there is nothing to list, and below the tests that a scene starts
//! with.

use crate::app::{Action, Model, Setting};
use crate::view::panel::canvas::{PanelCanvas, TEXT};
use crate::view::text::{cells_of, wrapped};
use hitscan_core::lab::BUILTIN_LESSONS;
use hitscan_core::scene::{OPENING, SceneSource};
use hitscan_geom::{Relation, Shape};

/// The rows of the scene's note below the tests, including a blank one before it.
pub(super) fn note_rows(model: Model<'_>, canvas: &PanelCanvas<'_>) -> u16 {
    let room = usize::from(canvas.cols().saturating_sub(2));
    let rows = wrapped(&what_to_try(model), room).count();
    u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(1)
}

/// The columns before what a key does.
const KEYS_COLS: usize = 6;

/// Writes how to get a test at all.
pub(super) fn where_nothing_is_tested(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let theme = canvas.theme;
    let what = match model.engine.sandbox().world().len() {
        0 => "This scene is empty.",
        1 => "Add a second object.",
        _ => return below_the_first_tests(model, &mut canvas.below(1)),
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

/// Writes the scene's note and the first keys to learn.
pub(super) fn below_the_first_tests(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let theme = canvas.theme;
    let row = canvas.paragraph(0, 1, &what_to_try(model), TEXT) + 1;
    let hint = |action, text: String| (model.input.keymap.named(action), text);
    let selected = model.engine.sandbox().selection();
    let named = selected.map(|(_, object)| format!("map: what if {} were there?", object.name));
    let fits = |text: &String| KEYS_COLS + text.len() <= usize::from(canvas.cols());
    let there = named.filter(fits).unwrap_or_else(|| "map: what if elsewhere?".to_owned());
    let openable = match model.lab {
        Some(_) => "all lessons".to_owned(),
        None => format!("scenes and {BUILTIN_LESSONS} lessons"),
    };
    let row = keys(
        canvas,
        row,
        2,
        [
            hint(Action::ShowWhy, "why HIT, TOUCH or MISS?".to_owned()),
            hint(Action::ToggleMap, there),
            hint(Action::Open, openable),
            hint(Action::ShowSigns, "what the signs mean".to_owned()),
            hint(Action::Undo, "undo".to_owned()),
            hint(Action::CommandLine, "type a command".to_owned()),
            hint(Action::Help, "all keys".to_owned()),
            hint(Action::Quit, "quit".to_owned()),
        ],
    );
    // The opening scene is the very first screen.
    if matches!(model.engine.source(), SceneSource::BuiltIn(name) if name == OPENING) {
        let plain = model.input.keymap.named(Action::Next(Setting::Glyphs));
        canvas.paragraph(row, 1, &format!("Lines look broken? Type {plain}"), theme.quiet);
    }
}

/// The scene's note, or a general hint.
fn what_to_try(model: Model<'_>) -> String {
    let sandbox = model.engine.sandbox();
    if !sandbox.note().is_empty() {
        return model.note();
    }
    let push = sandbox.selection().map(|(_, object)| object).and_then(|object| {
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
