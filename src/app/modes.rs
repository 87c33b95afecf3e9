//! What the keys are used for, and what they do there: the key row, the keys at the foot of the
//! panel and the first page of help all come from one table, with a part for each [`Mode`].
//!
//! | file | what lives there |
//! | --- | --- |
//! | `table` | the rows of every mode |
//!
//! This file chooses the mode and reads `table`; the key row, the panel and help call it.

mod table;

use super::input::{KeyMap, filled_by};
use super::{Action, Arrow, EditMode, HelpPage, Model, Pane, Stride, Tab};
use hitscan_core::engine::GameResult;
use hitscan_core::lab::Learning;
use hitscan_geom::Shape;
pub use table::MODES;

/// What the keys are used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Typing a search in help.
    Search,
    /// Help.
    Help,
    /// The picker of scenes.
    Picker,
    /// Typing a command.
    Line,
    /// Naming the side of a predicted hit.
    Side,
    /// Answering a question of a course.
    Question,
    /// A question was answered, and nothing has changed since.
    Answered,
    /// The end of a lesson.
    LessonEnd,
    /// Predicting a covered result.
    Covered,
    /// Moving the probe of the map.
    Probe,
    /// The map.
    Map,
    /// Looking at a log line or a frame in the panel.
    Record,
    /// A view of the panel.
    Panel(Tab),
    /// Choosing a value in the form.
    Form,
    /// Typing a value in the form.
    Typing,
    /// Nothing is selected.
    Nothing,
    /// Moving an object while nothing has a velocity.
    Still,
    /// Moving an object where something has a velocity.
    Moving,
    /// Time is playing.
    Playing,
    /// A game is won.
    Won,
    /// A game is lost.
    Lost,
    /// Turning an object.
    Turn,
    /// Moving an end of an object.
    End,
    /// Changing the velocity of an object.
    Speed,
    /// Steering an object.
    Steer,
    /// In every mode of a course, before the mode's own rows.
    Lesson,
    /// In every view of the panel, before the view's own rows.
    Close,
    /// In every view of the panel, after the view's own rows.
    Views,
    /// Time, on the help page.
    Time,
    /// The foot of Methods.
    MethodsFoot,
    /// The foot of Why.
    WhyFoot,
    /// In most modes, at the right of the key row.
    Always,
}

/// What to say about one or more keys in a mode.
#[derive(Clone, Copy, Debug)]
pub struct ModeRow {
    /// The actions of the keys.
    pub actions: &'static [Action],
    /// Keys that cannot be remapped, if there are no actions.
    pub keys: &'static str,
    /// What they do now, for the key row.
    pub hint: &'static str,
    /// What they do now, for the help page; empty to leave them out.
    pub doc: &'static str,
    /// If there is no room, rows with a higher rank leave the key row first.
    pub rank: u8,
    when: fn(Model<'_>) -> bool,
}

impl ModeRow {
    /// The rank of rows at the right of the key row.
    pub const RIGHT: u8 = 9;
    /// The rank of rows that are only on the help page.
    pub const HELP: u8 = u8::MAX;
    /// As a hint: the one in the action's row, or in its help group for several actions. As a doc:
    /// the text of the help group.
    const OWN: &str = "=";
    /// As a doc: the one in the action's row.
    const IN_FULL: &str = "==";

    /// The row with the words of its actions' own rows and groups where it has none itself.
    fn in_words(self) -> Self {
        let Self { actions, mut hint, mut doc, .. } = self;
        let [action, others @ ..] = actions else { return self };
        let (row, (group, _)) = (action.row(), action.row().groups[0]);
        if hint == Self::OWN {
            hint = if others.is_empty() { row.hint } else { group.hint() };
        }
        match doc {
            Self::OWN => doc = group.text(),
            Self::IN_FULL => doc = row.doc,
            _ => {}
        }
        Self { hint, doc, ..self }
    }
}

/// The rows of a mode, and its title on the help page.
#[derive(Debug)]
pub struct ModeTable {
    /// Which mode.
    pub mode: Mode,
    /// The title; empty if help has none.
    pub title: &'static str,
    /// The rows.
    pub rows: &'static [ModeRow],
}

impl Mode {
    fn table(self) -> Option<&'static ModeTable> {
        MODES.iter().find(|table| table.mode == self)
    }
}

impl Model<'_> {
    /// What the keys are used for now.
    pub fn mode(self) -> Mode {
        match &self.screen.help {
            Some(help) if help.search.as_ref().is_some_and(|it| it.is_typing) => {
                return Mode::Search;
            }
            Some(_) => return Mode::Help,
            None if self.input.picker().is_some() => return Mode::Picker,
            None if self.input.is_line() => return Mode::Line,
            None if self.side_asked().is_some() => return Mode::Side,
            None => {}
        }
        match self.mode_in_help() {
            asked @ (Mode::Question | Mode::Covered) => asked,
            Mode::Panel(_) if self.engine.chosen_frame().is_some() => Mode::Record,
            Mode::Form if self.input.editor.is_some() => Mode::Typing,
            at_rest if self.screen.pane == Pane::Arena => match self.map() {
                None if let Some(over) = self.engine.game_over_in_focus() => match over.result {
                    GameResult::Won => Mode::Won,
                    GameResult::Lost => Mode::Lost,
                },
                Some(map) if self.screen.panel.tab == Tab::Map => {
                    if map.probe.is_some() {
                        Mode::Probe
                    } else {
                        Mode::Map
                    }
                }
                _ if at_rest != Mode::Still => at_rest,
                _ if self.engine.is_playing() => Mode::Playing,
                _ if self.engine.world().is_moving() => Mode::Moving,
                _ => Mode::Still,
            },
            at_rest => at_rest,
        }
    }

    /// The mode as the help page describes it, without passing states.
    pub(super) fn mode_in_help(self) -> Mode {
        if self.is_lab_asking() {
            return Mode::Question;
        }
        if self.asks_for_prediction() {
            return Mode::Covered;
        }
        match (self.screen.pane, self.input.edit_mode) {
            (Pane::Panel, _) => Mode::Panel(self.screen.panel.tab),
            (Pane::Form, _) => Mode::Form,
            _ if self.engine.sandbox().selection().is_none() => Mode::Nothing,
            (Pane::Arena, EditMode::Move) => Mode::Still,
            (Pane::Arena, EditMode::Turn) => Mode::Turn,
            (Pane::Arena, EditMode::End(_)) => Mode::End,
            (Pane::Arena, EditMode::Speed) => Mode::Speed,
            (Pane::Arena, EditMode::Steer) => Mode::Steer,
        }
    }

    /// The rows of a mode, in display order.
    pub fn rows(self, mode: Mode) -> Vec<ModeRow> {
        let parts: &[Mode] = match mode {
            Mode::Panel(_) => &[Mode::Close, mode, Mode::Views],
            Mode::Record => &[Mode::Close, mode],
            _ => &[mode],
        };
        let all = parts.iter().filter_map(|part| part.table()).flat_map(|table| table.rows);
        let mut rows: Vec<_> = all.filter(|row| (row.when)(self)).copied().collect();
        if parts.len() > 1 && self.screen.has_panel_over() {
            // Over the arena, the key that closes the panel comes first.
            let in_key_row = rows.iter_mut().filter(|row| row.rank != ModeRow::HELP);
            in_key_row.zip(0..).for_each(|(row, rank)| row.rank = rank);
        }
        rows.into_iter().map(ModeRow::in_words).collect()
    }

    /// What keys do in a mode, in words: the title, and the text of each row.
    pub(super) fn docs(self, mode: Mode) -> (String, Vec<(&'static [Action], String)>) {
        let title = mode.table().map_or("", |table| table.title);
        let rows = self.rows(mode).into_iter().filter(|row| !row.doc.is_empty());
        (filled(self, title), rows.map(|row| (row.actions, filled(self, row.doc))).collect())
    }
}

/// A text of the table, with its placeholders filled in.
pub(super) fn filled(model: Model<'_>, text: &str) -> String {
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
        [first, .., last] if pages.concat() == "123456" => format!("{first}-{last}"),
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
