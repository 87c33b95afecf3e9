//! What to try first: shown when there is nothing to list, and below the tests that a scene without
//! a note starts with.

use crate::app::{Action, Model};
use crate::view::panel::canvas::{PanelCanvas, TEXT};
use crate::view::text::{cells_of, wrapped};
use hitscan_geom::{Relation, Shape};

/// The rows of the hint below the tests of a scene without a note, with a blank one before it.
pub(super) fn hint_rows(model: Model<'_>, canvas: &PanelCanvas<'_>) -> u16 {
    let room = usize::from(canvas.cols().saturating_sub(2));
    let rows = |hint: String| u16::try_from(wrapped(&hint, room).count()).unwrap_or(u16::MAX);
    what_to_try(model).map_or(0, |hint| rows(hint).saturating_add(1))
}

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

/// Writes a hint in a scene without a note.
pub(super) fn below_the_first_tests(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    if let Some(hint) = what_to_try(model) {
        canvas.paragraph(0, 1, &hint, TEXT);
    }
}

/// What to try in a scene without a note.
fn what_to_try(model: Model<'_>) -> Option<String> {
    let sandbox = model.engine.sandbox();
    if !sandbox.note().is_empty() {
        return None;
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
    Some(format!("{} test is listed.", push.as_deref().unwrap_or("Every")))
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
