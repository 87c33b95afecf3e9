//! The two rows that always show the pair in focus: what happened in the frame, how
//! the two stand at its end, and where and when they met.

use super::canvas::{Canvas, TEXT};
use crate::app::Model;
use crate::view::theme::Theme;
use hitscan_core::engine::Pair;
use hitscan_core::words;
use hitscan_core::world::{Name, Participant, TestResult};

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
    let verdict = words::verdict(&pair.a, &pair.b, &pair.pair_result, room);
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
    let style = |of: &Participant| {
        let object = model.engine.sandbox().world().object(of.id);
        object.map_or(canvas.theme.kind(of.shape.kind()), |object| canvas.theme.object(object))
    };
    let x_style = Theme::selected(style(x));
    // Without a colour of its own, a name is bold.
    let y_style = if style(y) == TEXT { canvas.theme.title } else { style(y) };
    let mut col = canvas.put(ROW, PAIR_COL, &cut(&x.name, x_room, canvas.glyphs.cut), x_style);
    col = canvas.put(ROW, col, between, TEXT);
    col = canvas.put(ROW, col, &cut(&y.name, y_room, canvas.glyphs.cut), y_style);
    canvas.put(ROW, col + 2, after, TEXT);
}

/// `X>Y` in at most `room` columns; `sign` stands where a name is cut.
pub(super) fn pair_name([x, y]: [&Name; 2], room: usize, sign: &str) -> String {
    let (x_len, y_len) = (x.as_str().len(), y.as_str().len());
    let rest = room.saturating_sub(1);
    // The longer name gets the room that the shorter one leaves.
    let x_room = (rest / 2).max(rest - y_len.min(rest - rest / 2)).min(x_len);
    format!("{}>{}", cut(x, x_room, sign), cut(y, rest - x_room, sign))
}

/// A name in at most `room` columns: one that is too long is cut, with a sign that
/// says so, and a number at its end stays.
fn cut(name: &Name, room: usize, sign: &str) -> String {
    let name = name.as_str();
    if name.len() <= room {
        return name.to_owned();
    }
    let number = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let sign_cols = sign.chars().count();
    let number = if number + 1 + sign_cols <= room { &name[name.len() - number..] } else { "" };
    let beginning = &name[..room.saturating_sub(sign_cols + number.len())];
    format!("{beginning}{sign}{number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_room_are_cut_with_a_sign_and_keep_their_numbers() {
        let name = |text| Name::new(text).expect("a name");
        for (x, y, room, shown) in [
            ("B", "A", 7, "B>A"),
            ("player", "tile", 13, "player>tile"),
            ("player", "tile", 7, "pl…>ti…"),
            ("ball", "brick12", 11, "ball>bri…12"),
            ("ball-12", "A", 7, "ba…12>A"),
            ("A", "ball-12", 7, "A>ba…12"),
            ("A", "very-long-name", 7, "A>very…"),
        ] {
            let cut = pair_name([&name(x), &name(y)], room, "…");
            assert_eq!(cut, shown);
            assert!(cut.chars().count() <= room);
        }
    }
}
