//! The empty log: how to fill it, and the first keys to know.

use crate::app::{Action, Model};
use crate::view::panel::canvas::{Canvas, TEXT};
use crate::view::text::cells_of;
use hitscan_core::scene::{OPENING, Source};
use hitscan_geom::{Relation, Shape};

/// Writes how to fill the log.
pub(super) fn render(model: Model<'_>, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let objects = model.engine.sandbox().world().len();
    if objects < 2 {
        let what = if objects == 0 { "This scene is empty." } else { "Add a second object." };
        canvas.put(1, 1, what, TEXT);
        let (add, then) = match model.input.keymap.adding() {
            (Some(first), then) => (first, format!("then {}: add a shape", then.join(" "))),
            (None, all) => (all.join(", "), "add a shape".to_owned()),
        };
        let open = (model.input.keymap.named(Action::Open), "open a ready-made scene".to_owned());
        let row = keys(canvas, (2, 1), [(add, then), open]);
        canvas.put(row + 1, 1, "or type exact values, such as", TEXT);
        canvas.put(row + 2, 1, &model.input.keymap.line("box A 10 4 16 8"), theme.accent);
        return;
    }
    let row = canvas.paragraph(1, 1, &what_to_try(model), TEXT) + 1;
    let hint = |action, text: &str| (model.input.keymap.named(action), text.to_owned());
    let row = keys(
        canvas,
        (row, 2),
        [
            hint(Action::ShowWhy, "why HIT, TOUCH or MISS?"),
            hint(Action::ShowSigns, "what the signs mean"),
            hint(Action::Undo, "undo"),
            hint(Action::CommandLine, "type a command"),
            hint(Action::Help, "all keys"),
            hint(Action::Quit, "quit"),
        ],
    );
    // The first screen there is.
    if matches!(model.engine.source(), Source::BuiltIn(name) if name == OPENING) {
        let plain = model.input.keymap.named(Action::NextGlyphs);
        canvas.paragraph(row + 1, 1, &format!("Lines look broken? Type {plain}"), theme.quiet);
    }
}

/// The scene's note, or a general hint.
fn what_to_try(model: Model<'_>) -> String {
    let sandbox = model.engine.sandbox();
    let nothing_meets = sandbox.world().meeting_pairs().next().is_none();
    let so_far = if nothing_meets { "No collisions yet. " } else { "" };
    if !sandbox.note().is_empty() {
        return format!("{so_far}{}", model.note());
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
    format!("{so_far}{} change is listed here.", push.as_deref().unwrap_or("Every"))
}

/// Writes keys from a row and column with what they do beside them, or below a
/// long key; returns the row after them.
fn keys<const N: usize>(
    canvas: &mut Canvas<'_>,
    (mut row, col): (u16, u16),
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
