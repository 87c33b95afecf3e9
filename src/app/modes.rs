//! Which keys matter now: the key row, the keys at the foot of the panel and the first page of help
//! all come from one table, with a part for each [`Mode`].

mod table;

use super::input::{ARROWS, filled_by};
use super::model::is_moving;
use super::{
    Action, Arrow, EditMode, HelpPage, LessonMoment, Model, Pane, SearchStage, Stride, Tab,
};
use hitscan_core::engine::GameResult;
use hitscan_core::lab::Learning;
use hitscan_core::words::why::Window;
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
    /// The foot of the map's view.
    MapFoot,
    /// The foot of the map's view while the probe is out.
    ProbeFoot,
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
    /// As a hint or doc: use the one in the action's row.
    const OWN: &str = "=";
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

/// A key and a word or two about what it does now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The key, or keys.
    pub keys: String,
    /// What it does; empty if the key says enough.
    pub label: String,
    /// If there is no room, hints with a higher rank are dropped first.
    pub rank: u8,
}

impl Hint {
    pub(super) fn new(keys: impl Into<String>, label: &str, rank: u8) -> Self {
        Self { keys: keys.into(), label: label.to_owned(), rank }
    }
}

impl Mode {
    fn table(self) -> Option<&'static ModeTable> {
        MODES.iter().find(|table| table.mode == self)
    }
}

impl Model<'_> {
    /// What the keys are used for now.
    #[must_use]
    pub fn mode(self) -> Mode {
        let searches = |stage| stage == Some(SearchStage::Typing);
        match &self.screen.help {
            Some(help) if searches(help.search.as_ref().map(|it| it.stage)) => return Mode::Search,
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
                    if map.probe().is_some() {
                        Mode::Probe
                    } else {
                        Mode::Map
                    }
                }
                _ if at_rest != Mode::Still => at_rest,
                _ if self.engine.is_playing() => Mode::Playing,
                _ if is_moving(self.engine.world()) => Mode::Moving,
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
    #[must_use]
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
        for row in &mut rows {
            let [action, ..] = row.actions else { continue };
            if row.hint == ModeRow::OWN {
                row.hint = action.row().hint;
            }
            if row.doc == ModeRow::OWN {
                row.doc = action.row().doc;
            }
        }
        rows
    }

    /// What keys do in a mode, in words: the title, and the text of each row.
    pub(super) fn docs(self, mode: Mode) -> (String, Vec<(&'static [Action], String)>) {
        let title = mode.table().map_or("", |table| table.title);
        let rows = self.rows(mode).into_iter().filter(|row| !row.doc.is_empty());
        (self.filled(title), rows.map(|row| (row.actions, self.filled(row.doc))).collect())
    }

    /// The keys that matter now, in display order.
    #[must_use]
    pub fn hints(self) -> Vec<Hint> {
        let mode = self.mode();
        // In a course, its own keys come first.
        let first = match mode {
            Mode::Search | Mode::Help | Mode::Picker | Mode::Line | Mode::Form | Mode::Typing => {
                Vec::new()
            }
            _ if self.is_lab_asking() => Vec::new(),
            _ => match self.lesson_moment() {
                Some(LessonMoment::Answered(_)) => return self.hints_of(Mode::Answered),
                Some(LessonMoment::End(_)) => return self.hints_of(Mode::LessonEnd),
                _ => self.lesson_hints(),
            },
        };
        let sides = if mode == Mode::Side { self.side_hints() } else { Vec::new() };
        let mut own = self.hints_of(mode);
        own.retain(|hint| first.iter().all(|known| known.keys != hint.keys));
        let mut hints: Vec<_> = first.into_iter().chain(own).chain(sides).collect();
        hints.retain(|hint| hint.rank != ModeRow::RIGHT && !hint.keys.is_empty());
        hints
    }

    /// The keys of a course, with those that its texts have named right after the ones that go on
    /// and help.
    fn lesson_hints(self) -> Vec<Hint> {
        let mut hints = self.hints_of(Mode::Lesson);
        let first = hints.iter().take_while(|hint| hint.rank == 0).count();
        hints.splice(first..first, self.hints_of_step());
        hints
    }

    /// The keys that always lead on, at the right of [`Model::hints`]: the command line and help,
    /// or those that close what is open over the arena. None while a value is typed.
    #[must_use]
    pub fn ways_on(self) -> Vec<Hint> {
        let mode = match self.mode() {
            open @ (Mode::Search | Mode::Help | Mode::Picker | Mode::Line) => open,
            // On a small screen the answer keys need all the room.
            Mode::Side if self.screen.size.0 < Self::LEAST_COLS_BESIDE_ANSWERS => {
                return Vec::new();
            }
            _ => Mode::Always,
        };
        let mut hints = self.hints_of(mode);
        hints.retain(|hint| hint.rank == ModeRow::RIGHT && !hint.keys.is_empty());
        hints
    }

    /// The fewest columns with room for the keys that lead on beside the answer keys.
    const LEAST_COLS_BESIDE_ANSWERS: u16 = 48;

    /// The keys for the list of methods.
    #[must_use]
    pub fn methods_hints(self) -> Vec<Hint> {
        self.hints_of(Mode::MethodsFoot)
    }

    /// The keys for the part of a Why page in this window, in a panel this wide. Includes the keys
    /// that lead to a line only if a line highlights a part.
    #[must_use]
    pub fn page_hints(self, window: &Window<'_>, has_parts: bool, cols: u16) -> Vec<Hint> {
        /// How many rows of the mode follow those that lead to a line.
        const OTHERS: usize = 7;
        /// The fewest columns for long words beside the keys that lead to a line.
        const LONG_FROM: u16 = 40;
        let shows_log = self.screen.layout().is_some_and(|layout| layout.has_room_for_log());
        let mut hints = self.hints_of(Mode::WhyFoot);
        let others = hints.split_off(hints.len().saturating_sub(OTHERS));
        if !has_parts {
            hints.clear();
        }
        let is_short = usize::from(!hints.is_empty() && cols < LONG_FROM);
        let other = match () {
            () if window.scrolled < window.most_scrolled => 2,
            () if window.most_scrolled > 0 => 3,
            () if self.engine.focus().is_looking() && !shows_log => 4,
            () => 5 + is_short,
        };
        hints.extend([is_short, other].into_iter().filter_map(|at| others.get(at).cloned()));
        hints
    }

    /// The keys at the foot of the map's view, in two rows.
    #[must_use]
    pub fn map_panel_hints(self) -> [Vec<Hint>; 2] {
        let is_probing = self.map().is_some_and(|map| map.probe().is_some());
        let mut first = self.hints_of(if is_probing { Mode::ProbeFoot } else { Mode::MapFoot });
        let second = first.split_off(first.len() - 2);
        [first, second]
    }

    fn hints_of(self, mode: Mode) -> Vec<Hint> {
        let rows = self.rows(mode).into_iter().filter(|row| row.rank != ModeRow::HELP);
        let hint = |row: ModeRow| Hint {
            keys: self.keys(&row),
            label: self.filled(row.hint),
            rank: row.rank,
        };
        rows.map(hint).collect()
    }

    /// The keys of a row. Actions without a key are left out, except an important one, which shows
    /// what to type.
    fn keys(self, row: &ModeRow) -> String {
        let map = &self.input.keymap;
        let is_sequence = |action: &Action| action.row().keys[0].contains(' ');
        match row.actions {
            [] => self.filled(row.keys),
            all if *all == ARROWS => map.arrows(),
            [one] if matches!(row.rank, 0 | ModeRow::RIGHT) => map.named(*one),
            // All start with the same key.
            [first, _, ..] if row.actions.iter().all(is_sequence) => {
                map.prefix_of(*first).unwrap_or_default()
            }
            all => all.iter().filter_map(|&it| map.key_of(it)).collect::<Vec<_>>().join(" "),
        }
    }

    fn filled(self, text: &str) -> String {
        filled_by(text, |id| self.word(id).or_else(|| self.input.keymap.word(id)))
    }

    /// The word that a placeholder in a text about keys stands for now.
    fn word(self, id: &str) -> Option<String> {
        let selected = self.engine.sandbox().selection().map(|(_, object)| object);
        Some(match id {
            "the object" => selected?.name.to_string(),
            "an end" => end_word(&selected?.shape).to_owned(),
            "EDIT MODE" => self.input.edit_mode.word().to_owned(),
            "edit" => edit_word(self.input.edit_mode).to_owned(),
            "play or pause" => if self.engine.is_playing() { "pause" } else { "play" }.to_owned(),
            "place" if self.screen.pane == Pane::Panel => "in the panel".to_owned(),
            "place" => "panel".to_owned(),
            "the frame" => self.engine.chosen_frame()?.to_string(),
            "choices" => choices(&self.lab?.learning),
            "the lines" => self.scrolling_keys(),
            "the choice" => self.input.chosen_row()?.name.to_owned(),
            "the pages" => self.page_keys(),
            _ => return None,
        })
    }

    /// The keys that scroll help.
    fn scrolling_keys(self) -> String {
        let [down, up] = [Arrow::Down, Arrow::Up].map(|arrow| Action::Arrow(arrow, Stride::Full));
        let [down, up, start, end] = [down, up, Action::SeekStart, Action::SeekEnd]
            .map(|action| self.input.keymap.shortest_of(action).unwrap_or_default());
        [&down, &up, "PgDn", &start, &end].join(" ")
    }

    /// The keys of the pages of help.
    fn page_keys(self) -> String {
        let pages = HelpPage::ALL.map(|page| page.key(&self.input.keymap));
        let pages: Vec<_> = pages.into_iter().flatten().collect();
        match pages.as_slice() {
            [first, .., last] if pages.concat() == "12345" => format!("{first}-{last}"),
            _ => pages.join(" "),
        }
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
