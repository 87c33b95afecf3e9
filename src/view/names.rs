//! The names of objects in the panel and the status: their style, and how they are cut if there is
//! no room.

use ratatui::style::Style;

use super::theme::Theme;
use crate::app::Model;
use hitscan_core::world::{Name, Participant};

/// The style of a name: bold, in the colour of its object.
pub(super) fn style_of(model: Model<'_>, theme: &Theme, of: &Participant) -> Style {
    let object = model.engine.sandbox().world().object(of.id);
    let style = object.map_or(theme.kind(of.shape.kind()), |object| theme.object(object));
    Theme::selected(style)
}

/// `X>Y` in at most `room` columns; `sign` marks where a name is cut.
pub(super) fn pair_name([x, y]: [&Name; 2], room: usize, sign: &str) -> String {
    let (x_len, y_len) = (x.as_str().len(), y.as_str().len());
    let rest = room.saturating_sub(1);
    // The longer name gets the room that the shorter one leaves.
    let x_room = (rest / 2).max(rest - y_len.min(rest - rest / 2)).min(x_len);
    format!("{}>{}", cut(x, x_room, sign), cut(y, rest - x_room, sign))
}

/// A name in at most `room` columns. One that is too long is cut, with a sign for that, but keeps a
/// number at its end.
pub(super) fn cut(name: &Name, room: usize, sign: &str) -> String {
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
    fn names_that_are_too_long_are_cut_with_a_sign_and_keep_their_numbers() {
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
