//! Which keys matter now, for the key row.

use std::borrow::Cow;

use super::{
    Action, Arrow, EditMode, FormRow, Help, HelpPage, Lab, Model, Overlay, Pane, SearchStage,
    Stride, Tab,
};
use hitscan_core::command::CommandError;
use hitscan_core::words::why::Window;
use hitscan_core::world::{Response, TestResult};
use hitscan_geom::Shape;

/// A key and a word or two about what it does now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The key, or keys.
    pub keys: Cow<'static, str>,
    /// What it does; empty if the key is enough.
    pub label: Cow<'static, str>,
    /// Hints with a higher rank are dropped first when there is no room.
    pub rank: u8,
}

impl Hint {
    const fn new(keys: &'static str, label: &'static str, rank: u8) -> Self {
        Self { keys: Cow::Borrowed(keys), label: Cow::Borrowed(label), rank }
    }

    pub(super) const fn of(keys: String, label: &'static str, rank: u8) -> Self {
        Self { keys: Cow::Owned(keys), label: Cow::Borrowed(label), rank }
    }
}

impl Model<'_> {
    /// The key of an action, with its word from the table.
    pub(super) fn hint(self, action: Action, rank: u8) -> Hint {
        self.labelled(action, action.spec().hint, rank)
    }

    /// The key of an action with another word. If it has no key, rank 0 shows
    /// how to type it; others show nothing.
    pub(super) fn labelled(self, action: Action, label: &'static str, rank: u8) -> Hint {
        let keys = match self.input.keymap.key_of(action) {
            None if rank > 0 => String::new(),
            key => key.unwrap_or_else(|| self.input.keymap.named(action)),
        };
        Hint::of(keys, label, rank)
    }

    /// The key that an action's keys begin with.
    fn begins(self, action: Action, rank: u8) -> Hint {
        let keys = self.input.keymap.prefix_of(action).unwrap_or_default();
        Hint::of(keys, action.spec().hint, rank)
    }

    /// The keys of several actions with one word for all; actions without a key
    /// are left out.
    pub(super) fn several(self, actions: &[Action], label: &'static str, rank: u8) -> Hint {
        let keys: Vec<_> = actions.iter().filter_map(|&it| self.input.keymap.key_of(it)).collect();
        Hint::of(keys.join(" "), label, rank)
    }

    /// The keys of the arrows: `arrows`, unless they were remapped.
    pub(super) fn arrows(self, label: &'static str, rank: u8) -> Hint {
        Hint::of(self.input.keymap.arrows(), label, rank)
    }

    /// The keys that always lead on, at the right of [`Model::hints`]: the command
    /// line and help, or those that close what is open over the arena. None while a
    /// value is typed.
    #[must_use]
    pub fn ways_on(self) -> Vec<Hint> {
        if let Some(help) = &self.screen.help {
            return self.ways_out_of_help(help);
        }
        if self.input.picker().is_some() {
            return vec![Hint::new("Enter", "open", 0), Hint::new("Esc", "close", 0)];
        }
        if self.input.editor.is_some() || self.side_asked().is_some() {
            return Vec::new();
        }
        let ways_on =
            [self.labelled(Action::CommandLine, "cmd", 0), self.labelled(Action::Help, "help", 0)];
        ways_on.into_iter().filter(|hint| !hint.keys.is_empty()).collect()
    }

    /// The keys that matter now, in the order in which they are shown.
    #[must_use]
    pub fn hints(self) -> Vec<Hint> {
        let mut hints = self.all_hints();
        hints.retain(|hint| !hint.keys.is_empty());
        hints
    }

    fn all_hints(self) -> Vec<Hint> {
        let hints = self.hints_of_mode();
        let is_open = self.screen.help.is_some() || self.input.picker().is_some();
        if is_open || self.is_lab_asking() || self.screen.pane == Pane::Form {
            return hints;
        }
        // In a course its own keys come first.
        self.lab_hints().into_iter().chain(hints).collect()
    }

    fn hints_of_mode(self) -> Vec<Hint> {
        if let Some(help) = &self.screen.help {
            return self.help_hints(help);
        }
        if self.input.picker().is_some() {
            return vec![
                Hint::new("letters", "find", 0),
                Hint::new("Up Down", "choose", 0),
                Hint::new("PgDn", "page", 1),
            ];
        }
        if self.side_asked().is_some() {
            return self.side_hints();
        }
        if self.is_lab_asking() {
            return self.question_hints();
        }
        if self.asks_for_prediction() {
            return self.covered_hints();
        }
        if self.screen.pane == Pane::Arena
            && self.screen.panel.tab == Tab::Map
            && self.map().is_some()
        {
            return self.map_hints();
        }
        match (self.screen.pane, self.input.edit_mode) {
            (Pane::Panel, _) => self.panel_hints(),
            (Pane::Form, _) => self.form_hints(),
            _ if self.screen.pane == Pane::Arena && self.engine.sandbox().selection().is_none() => {
                self.nothing_hints()
            }
            (Pane::Arena, EditMode::End(_)) => self.end_hints(),
            (Pane::Arena, EditMode::Speed) => vec![
                self.arrows("speed", 0),
                self.hint(Action::ToggleFine, 1),
                self.hint(Action::StepForward, 0),
                self.hint(Action::StepBack, 1),
                self.play_hint(),
                self.begins(Action::Respond(Response::Bounce), 2),
                self.hint(Action::Escape, 0),
                self.hint(Action::ShowWhy, 1),
            ],
            (Pane::Arena, EditMode::Steer) => vec![
                self.arrows("steer", 0),
                self.play_hint(),
                self.hint(Action::StepBack, 1),
                self.hint(Action::StepForward, 2),
                self.hint(Action::SeekStart, 1),
                self.hint(Action::GripMove, 2),
                self.hint(Action::Escape, 1),
            ],
            (Pane::Arena, EditMode::Move) if self.engine.is_playing() => self.playing_hints(),
            (Pane::Arena, EditMode::Move) if self.is_moving() => self.time_hints(),
            (Pane::Arena, mode) => self.arena_hints(mode),
        }
    }

    /// The keys while help is open.
    fn help_hints(self, help: &Help) -> Vec<Hint> {
        match &help.search {
            Some(search) if search.stage == SearchStage::Typing => {
                vec![Hint::new("letters", "search all pages", 0)]
            }
            search => {
                let short = |action| self.input.keymap.shortest_of(action).unwrap_or_default();
                let [down, up] =
                    [Arrow::Down, Arrow::Up].map(|arrow| short(Action::Arrow(arrow, Stride::Full)));
                let scroll =
                    [down, up, "PgDn".to_owned(), short(Action::SeekStart), short(Action::SeekEnd)];
                let pages = HelpPage::ALL.map(|page| page.key(&self.input.keymap));
                let pages: Vec<_> = pages.into_iter().flatten().collect();
                let pages = match pages.as_slice() {
                    [first, .., last] if pages.concat() == "12345" => format!("{first}-{last}"),
                    _ => pages.join(" "),
                };
                let matches = [Action::NextMethod, Action::PreviousMethod];
                let found = search.as_ref().map(|_| self.several(&matches, "next match", 0));
                let all = [
                    self.labelled(Action::Filter, "search", 0),
                    Hint::of(scroll.join(" "), "scroll", 2),
                    Hint::of(format!("{pages} Tab"), "page", 1),
                ];
                found.into_iter().chain(all).collect()
            }
        }
    }

    /// The keys that close help, or end the typing of a search.
    fn ways_out_of_help(self, help: &Help) -> Vec<Hint> {
        if help.search.as_ref().is_some_and(|search| search.stage == SearchStage::Typing) {
            return vec![Hint::new("Enter", "done", 0), Hint::new("Esc", "no search", 0)];
        }
        vec![self.several(&[Action::Quit, Action::Escape], "close", 0)]
    }

    fn play_hint(self) -> Hint {
        let label = if self.engine.is_playing() { "pause" } else { "play" };
        self.labelled(Action::PlayPause, label, 0)
    }

    /// The keys while time plays.
    fn playing_hints(self) -> Vec<Hint> {
        vec![
            self.play_hint(),
            self.hint(Action::StepForward, 0),
            self.hint(Action::StepBack, 0),
            self.several(&[Action::Slower, Action::Faster], "speed", 1),
            self.several(&[Action::PreviousHit, Action::NextHit], "hits", 1),
            self.begins(Action::Respond(Response::Bounce), 2),
            self.hint(Action::ShowWhy, 3),
            self.arrows("move", 3),
            self.hint(Action::SelectNext, 4),
            self.hint(Action::Undo, 4),
        ]
    }

    /// The keys for a scene in which something moves.
    fn time_hints(self) -> Vec<Hint> {
        vec![
            self.arrows("move", 0),
            self.hint(Action::StepForward, 0),
            self.hint(Action::StepBack, 0),
            self.play_hint(),
            self.begins(Action::Respond(Response::Bounce), 1),
            self.hint(Action::GripSpeed, 1),
            self.hint(Action::ShowWhy, 2),
            self.hint(Action::SelectNext, 2),
            self.hint(Action::Undo, 2),
            self.hint(Action::ToggleFine, 3),
            self.hint(Action::GripTurn, 4),
            self.hint(Action::GripEnd, 4),
            Hint { label: "add".into(), ..self.begins(Action::AddBox, 5) },
            self.hint(Action::Open, 5),
        ]
    }

    /// The keys that work on the list of methods.
    #[must_use]
    pub fn methods_hints(self) -> [Hint; 2] {
        let choose = self.several(&[Action::NextMethod, Action::PreviousMethod], "method", 0);
        [choose, self.hint(Action::ShowWhy, 0)]
    }

    /// The keys that work on a page of Why, of which this window shows.
    #[must_use]
    pub fn page_hints(self, window: &Window<'_>) -> [Hint; 2] {
        let turn = self.several(&[Action::NextMethod, Action::PreviousMethod], "page", 0);
        let shows_log = self.screen.layout().is_some_and(|layout| layout.has_room_for_log());
        let other = match () {
            () if window.scrolled < window.most_scrolled => {
                self.labelled(Action::PageDown, "more", 0)
            }
            () if window.most_scrolled > 0 => self.labelled(Action::PageUp, "back", 0),
            () if self.engine.focus().is_looking() && !shows_log => {
                self.labelled(Action::ShowLog, "log", 0)
            }
            () => self.labelled(Action::Toggle(Overlay::Construction), "draw it", 0),
        };
        [turn, other]
    }

    fn panel_hints(self) -> Vec<Hint> {
        if let Some(record) = self.engine.chosen_record() {
            let enter = Hint {
                label: format!("go to frame {}", record.frame).into(),
                ..self.labelled(Action::Enter, "", 0)
            };
            let hits = [Action::PreviousHit, Action::NextHit];
            let wrong = [Action::NextWrong, Action::PreviousWrong];
            if self.screen.has_panel_over() {
                let close = self.labelled(Action::Escape, "close", 0);
                return vec![close, self.arrows("line", 1), Hint { rank: 2, ..enter }];
            }
            return vec![
                self.arrows("line", 0),
                enter,
                self.several(&hits, "hits", 1),
                self.several(&wrong, "wrong", 1),
                self.hint(Action::ShowWhy, 1),
                self.labelled(Action::Escape, "back to now", 2),
            ];
        }
        let pages = [Action::NextMethod, Action::PreviousMethod];
        let (line, enter) = match self.screen.panel.tab {
            Tab::Log => (self.arrows("line", 0), "go to its frame"),
            Tab::Methods => (self.arrows("method", 0), "why"),
            Tab::Why => (self.several(&pages, "page", 0), "exact/f32"),
            Tab::Object => (self.arrows("value", 0), "type it"),
            Tab::Signs | Tab::Map => (self.arrows("scroll", 0), ""),
            Tab::Lab => (self.arrows("scroll", 0), "goes on"),
        };
        // A step of a course that is not done goes nowhere.
        let leads = self.screen.panel.tab != Tab::Lab || self.lab().is_some_and(Lab::goes_on);
        let enter = |rank| leads.then(|| self.labelled(Action::Enter, enter, rank));
        // Over the arena, closing it comes first.
        if self.screen.has_panel_over() {
            let close = self.labelled(Action::Escape, "close", 0);
            let line = Hint { rank: 1, ..line };
            return [close, line].into_iter().chain(enter(2)).collect();
        }
        let rest = [
            self.several(&[Action::PageUp, Action::PageDown], "scroll", 2),
            self.labelled(Action::Escape, "back to the arena", 0),
            self.hint(Action::Undo, 1),
        ];
        [line].into_iter().chain(enter(0)).chain(rest).collect()
    }

    /// The keys while a result is covered.
    fn covered_hints(self) -> Vec<Hint> {
        let answers = [TestResult::Hit, TestResult::Touch, TestResult::Miss].map(Action::Predict);
        vec![
            self.several(&answers, "answer", 0),
            self.hint(Action::SkipPrediction, 0),
            self.arrows("move", 1),
        ]
    }

    /// The keys while nothing is selected.
    fn nothing_hints(self) -> Vec<Hint> {
        let first = [
            Hint { label: "add".into(), ..self.begins(Action::AddBox, 0) },
            self.labelled(Action::Open, "open a scene", 0),
            self.hint(Action::Undo, 1),
        ];
        let pause = self.engine.is_playing().then(|| self.play_hint());
        first.into_iter().chain(pause).collect()
    }

    /// The keys while the arrows move an end.
    fn end_hints(self) -> Vec<Hint> {
        let selected = self.engine.sandbox().selection().map(|(_, object)| &object.shape);
        let is_polygon = matches!(selected, Some(Shape::Polygon(_)));
        let vertices = [(Action::InsertVertex, "insert"), (Action::RemoveVertex, "remove vertex")];
        let vertices = vertices.map(|(action, label)| self.labelled(action, label, 1));
        let first = [
            self.arrows("move the end", 0),
            self.labelled(Action::GripEnd, "next end", 0),
            self.hint(Action::Escape, 0),
        ];
        let rest = [
            self.hint(Action::ToggleFine, 2),
            self.hint(Action::ShowWhy, 2),
            self.hint(Action::Undo, 1),
        ];
        let vertices = vertices.into_iter().filter(|_| is_polygon);
        first.into_iter().chain(vertices).chain(rest).collect()
    }

    /// The keys for a scene without motion.
    fn arena_hints(self, mode: EditMode) -> Vec<Hint> {
        let arrows = if mode == EditMode::Turn { "turn, stretch" } else { "move" };
        let back = (mode != EditMode::Move).then(|| self.hint(Action::Escape, 0));
        let all = [
            Some(self.arrows(arrows, 0)),
            back,
            Some(self.hint(Action::SelectNext, 1)),
            (mode != EditMode::Turn).then(|| self.hint(Action::GripTurn, 2)),
            Some(self.hint(Action::GripEnd, 2)),
            Some(self.hint(Action::GripSpeed, 3)),
            Some(self.hint(Action::ShowWhy, 3)),
            Some(self.hint(Action::Undo, 3)),
            Some(self.hint(Action::NextPartner, 5)),
            Some(self.hint(Action::StepForward, 4)),
            Some(self.hint(Action::StepBack, 4)),
            Some(Hint { label: "add".into(), ..self.begins(Action::AddBox, 4) }),
            Some(self.hint(Action::ToggleFine, 6)),
            Some(self.hint(Action::Open, 6)),
        ];
        all.into_iter().flatten().collect()
    }

    fn form_hints(self) -> Vec<Hint> {
        let Some(editor) = &self.input.editor else {
            let is_box = self.form_rows().contains(&FormRow::Origin);
            let type_keys = format!("digits {}", self.input.keymap.named(Action::Enter));
            let hints = [
                Some(self.arrows("choose", 0)),
                Some(Hint::of(type_keys, "type", 1)),
                is_box.then(|| self.hint(Action::NextOrigin, 0)),
                Some(self.labelled(Action::Escape, "back to the arena", 0)),
                Some(self.hint(Action::Undo, 2)),
            ];
            return hints.into_iter().flatten().collect();
        };
        // These keys cannot be remapped.
        let is_mended = editor.fault().is_some_and(CommandError::offers);
        vec![
            Hint::new("Enter", "accept", 0),
            Hint::new("Tab", if is_mended { "use that" } else { "accept, next value" }, 0),
            Hint::new("Esc", "cancel", 0),
        ]
    }
}
