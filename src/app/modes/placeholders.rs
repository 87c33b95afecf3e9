//! The words that placeholders in the table of modes stand for.

use crate::app::input::{KeyMap, filled_by};
use crate::app::{Action, Arrow, EditMode, HelpPage, Model, Pane, Stride};
use hitscan_core::lab::Learning;
use hitscan_geom::Shape;

/// A text of the table, with its placeholders filled in.
pub(in crate::app) fn filled(model: Model<'_>, text: &str) -> String {
    filled_by(text, |id| word(model, id).or_else(|| model.input.keymap.word(id)))
}

/// The word that a placeholder in a text about keys stands for now.
fn word(model: Model<'_>, id: &str) -> Option<String> {
    let selected = model.engine.sandbox().selection().map(|(_, object)| object);
    Some(match id {
        "the object" => selected?.name.to_string(),
        "an end" => end_word(&selected?.shape).to_owned(),
        "EDIT MODE" => model.input.edit_mode.word().to_owned(),
        "edit" => edit_word(model.input.edit_mode).to_owned(),
        "play or pause" => if model.engine.is_playing() { "pause" } else { "play" }.to_owned(),
        "place" if model.screen.pane == Pane::Panel => "in the panel".to_owned(),
        "place" => "panel".to_owned(),
        "the frame" => model.engine.chosen_frame()?.to_string(),
        "choices" => choices(&model.lab?.learning),
        "the lines" => scrolling_keys(&model.input.keymap),
        "the choice" => model.input.chosen_row()?.name.to_owned(),
        "the pages" => page_keys(&model.input.keymap),
        _ => return None,
    })
}

/// The keys that scroll help.
fn scrolling_keys(map: &KeyMap) -> String {
    let [down, up] = [Arrow::Down, Arrow::Up].map(|arrow| Action::Arrow(arrow, Stride::Full));
    let [down, up, start, end] = [down, up, Action::SeekStart, Action::SeekEnd]
        .map(|action| map.shortest_of(action).unwrap_or_default());
    [&down, &up, "PgDn", &start, &end].join(" ")
}

/// The keys of the pages of help.
fn page_keys(map: &KeyMap) -> String {
    let pages = HelpPage::ALL.map(|page| page.key(map));
    let pages: Vec<_> = pages.into_iter().flatten().collect();
    match pages.as_slice() {
        [first, .., last] if pages.concat() == "12345" => format!("{first}-{last}"),
        _ => pages.join(" "),
    }
}

/// What the arrows do.
const fn edit_word(mode: EditMode) -> &'static str {
    match mode {
        EditMode::Move => "move",
        EditMode::End(_) => "move the end",
        EditMode::Turn => "turn, stretch",
        EditMode::Speed => "speed",
        EditMode::Steer => "steer",
    }
}

/// What `END` moves on a shape.
const fn end_word(shape: &Shape) -> &'static str {
    match shape {
        Shape::Box(_) => "a corner",
        Shape::Segment(_) => "an end",
        Shape::Polygon(_) => "a vertex",
    }
}

/// The keys that answer the open course question.
fn choices(learning: &Learning) -> String {
    match learning.choices().len() {
        0 => "0-9".to_owned(),
        few @ 1..=3 => (1..=few).map(|n| n.to_string()).collect::<Vec<_>>().join(" "),
        many => format!("1-{}", many.min(9)),
    }
}
