//! The two rows that always show the pair and its verdict.

use super::canvas::{Canvas, TEXT};
use crate::app::Model;
use hitscan_core::words;
use hitscan_core::world::Name;

/// The pair's row; the verdict is in the next one.
const ROW: u16 = 1;
const WORD_COLS: u16 = 8;

pub(super) fn render(model: Model<'_>, canvas: &mut Canvas<'_>) {
    let Some(pair) = model.engine.pair_in_focus() else {
        canvas.put(ROW, 1, "no pair yet", TEXT);
        canvas.put(ROW + 1, 1, "add two objects", canvas.theme.quiet);
        return;
    };
    let (x, y) = words::written_order(&pair.a, &pair.b);
    let covered = model.engine.covered().is_some_and(|covered| covered == pair);
    let name_cols = if canvas.is_wide() { 14 } else { 7 };
    let names = pair_name(&x.name, &y.name, usize::from(name_cols) - 1);
    canvas.put(ROW, 1, &names, canvas.theme.title);
    if covered {
        canvas.put(ROW, 1 + name_cols, "?", canvas.theme.accent);
        canvas.put(ROW, 1 + name_cols + WORD_COLS, "what is it?", TEXT);
        let answers = model.answers().map(|(key, word)| format!("{key} {word}")).join("  ");
        canvas.put(ROW + 1, 1, &answers, TEXT);
        return;
    }
    let outcome = pair.pair_result.outcome;
    canvas.put(ROW, 1 + name_cols, outcome.word(), canvas.theme.word(outcome));
    let relation = pair.pair_result.meeting.relation.token();
    canvas.put(ROW, 1 + name_cols + WORD_COLS, relation, TEXT);
    let room = usize::from(canvas.cols() - 1);
    let verdict = words::verdict(&pair.a, &pair.b, &pair.pair_result, room);
    canvas.put(ROW + 1, 1, &verdict, TEXT);
}

/// `X>Y` in at most `room` columns. Names that are too long keep their
/// beginnings and last characters, which tell `ball-1` from `ball-2`.
pub(super) fn pair_name(x: &Name, y: &Name, room: usize) -> String {
    let (x, y) = (x.as_str(), y.as_str());
    if x.len() + 1 + y.len() <= room {
        return format!("{x}>{y}");
    }
    let each = (room - 1) / 2;
    // The longer name gets the room that the shorter one leaves.
    let x_room = each.max(room - 1 - y.len().min(each));
    let x_room = x_room.min(x.len());
    let y_room = (room - 1 - x_room).min(y.len());
    format!("{}>{}", both_ends(x, x_room), both_ends(y, y_room))
}

/// A name cut to `room` columns: its beginning and its last character.
fn both_ends(name: &str, room: usize) -> String {
    match room.checked_sub(1) {
        Some(beginning) if name.len() > room => {
            format!("{}{}", &name[..beginning], &name[name.len() - 1..])
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_pair_keeps_the_ends_of_both_names() {
        let name = |text| Name::new(text).expect("a name");
        for (x, y, room, shown) in [
            ("B", "A", 7, "B>A"),
            ("player", "tile", 13, "player>tile"),
            ("player", "tile", 7, "plr>tie"),
            ("ball-12", "A", 7, "ball2>A"),
            ("A", "ball-12", 7, "A>ball2"),
        ] {
            assert_eq!(pair_name(&name(x), &name(y), room), shown);
        }
    }
}
