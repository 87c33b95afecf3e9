//! The note of a scene: which of its steps are done, and what of it is shown.
//!
//! A step is done when its keys were pressed one after another, each where the one before it led: in
//! the same world, with the same object selected and the same view. What a step says is shown only in
//! the world in which it ended, so that it is true of what else is on the screen.

use super::{Action, EditMode, KeyMap, Model, Stride, Tab, why_page, why_rows};
use hitscan_core::command::WhySubject;
use hitscan_core::scene::{NoteStep, StepKey};
use hitscan_core::words::lines::wrapped;
use hitscan_core::words::why::{Mark, Role};
use hitscan_core::world::ObjectId;

/// A place in the history: how many changes led to the world, and to the one that is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WorldPlace {
    position: usize,
    in_focus: usize,
    /// How many changes dropped others that lay ahead.
    branches: u64,
}

impl WorldPlace {
    fn is_at(self, other: Self) -> bool {
        (self.position, self.in_focus) == (other.position, other.in_focus)
    }
}

/// What a key does depends on this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NoteState {
    world: WorldPlace,
    selected: Option<ObjectId>,
    edit_mode: EditMode,
    stride: Stride,
    page: WhySubject,
    tab: Tab,
}

impl NoteState {
    fn equals(self, other: Self) -> bool {
        let world = other.world;
        self.world.is_at(world) && Self { world, ..self } == other
    }
}

/// What was pressed.
#[derive(Clone, Copy, Debug)]
pub(super) enum NoteKey<'k> {
    /// The key of an action.
    Action(Action),
    /// A line and Enter.
    Line(&'k str),
}

impl NoteKey<'_> {
    fn is(self, key: &StepKey) -> bool {
        match (self, key) {
            (Self::Action(action), StepKey::Action { id, .. }) => Action::of_id(id) == Some(action),
            (Self::Line(line), StepKey::Line(wanted)) => line.trim() == wanted,
            _ => false,
        }
    }
}

/// The note of the open scene.
#[derive(Clone, Debug, Default)]
pub struct SceneNote {
    idea: String,
    steps: Vec<NoteStep>,
    /// Where the first key was pressed, and where each key led so far; `None` where another change
    /// took its place in the history.
    stood: Vec<Option<NoteState>>,
    /// How many steps are done.
    finished: usize,
    now: NoteState,
    /// Whether time runs, or a game has ended.
    is_over: bool,
    /// Whether it was closed, or has left.
    is_gone: bool,
    /// Whether something is being done that it hears of; a note that opens meanwhile does not.
    is_told: bool,
}

/// A row of the note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteRow {
    /// A line of the idea.
    Idea(String),
    /// A line of what a step says.
    Said(String),
    /// A step: its number from 1, its keys, and the key that leads back to where it goes on.
    Step(usize, StepMark, Vec<Chip>, Option<Chip>),
    /// Steps that are done, in one row.
    Done(usize),
    /// Later steps, in one row.
    More(usize),
}

/// The room for a note: its columns, and the most rows before steps share one.
#[derive(Clone, Copy, Debug)]
struct NoteRoom {
    cols: usize,
    most: usize,
}

impl NoteRoom {
    const fn of(cols: usize, body: usize) -> Self {
        Self { cols, most: body / 2 }
    }
}

/// How far a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepMark {
    /// It is done.
    Done,
    /// It is the next one.
    Next,
    /// It comes later.
    Later,
}

/// A key as it is drawn, and how often it is pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// Its name: `Right`, `b l`, `:step 13`.
    pub key: String,
    /// How often.
    pub times: usize,
}

impl SceneNote {
    /// The most rows of a text below a view other than the log.
    const FOOT_ROWS: usize = 3;

    /// The note of a scene that has just opened.
    pub(super) fn opened(idea: &str, steps: &[NoteStep]) -> Self {
        let is_gone = idea.is_empty() && steps.is_empty();
        Self { idea: idea.to_owned(), steps: steps.to_vec(), is_gone, ..Self::default() }
    }

    /// How many steps are done.
    pub const fn steps_done(&self) -> usize {
        self.finished
    }

    /// Whether it is shown at all.
    pub const fn is_shown(&self) -> bool {
        !self.is_gone
    }

    /// Takes it away.
    pub(super) fn close(&mut self) {
        self.is_gone = true;
    }

    /// How many keys the first steps have.
    fn keys_of(&self, steps: usize) -> usize {
        let presses = |key: &StepKey| match key {
            StepKey::Action { times, .. } => *times,
            StepKey::Line(_) => 1,
        };
        self.steps.iter().take(steps).flat_map(|step| &step.keys).map(presses).sum()
    }

    /// The key that comes after `pressed` others.
    fn key_after(&self, pressed: usize) -> Option<&StepKey> {
        let keys = self.steps.iter().flat_map(|step| &step.keys);
        let mut all = keys.flat_map(|key| {
            let times = if let StepKey::Action { times, .. } = key { *times } else { 1 };
            std::iter::repeat_n(key, times)
        });
        all.nth(pressed)
    }

    /// Something begins that it hears of at its end.
    pub(super) fn begin(&mut self) {
        self.is_told = true;
    }

    /// Something has ended, perhaps a key's work, which led from the first of these states to the
    /// other. `is_over` tells whether time runs, or a game has ended. A note that was opened
    /// meanwhile did not hear of the beginning.
    pub(super) fn end(&mut self, key: Option<NoteKey<'_>>, led: [NoteState; 2], is_over: bool) {
        if self.is_told {
            self.is_over = is_over;
            self.pressed(key, led);
        }
    }

    fn pressed(&mut self, key: Option<NoteKey<'_>>, [before, now]: [NoteState; 2]) {
        if self.stood.is_empty() {
            self.stood.push(Some(before));
        }
        if now.world.branches != before.world.branches {
            for stood in &mut self.stood {
                stood.take_if(|it| it.world.position > before.world.position);
            }
        }
        let from = self.keys_of(self.finished);
        let pressed = (from..self.stood.len())
            .rev()
            .find(|&at| self.stood[at].is_some_and(|it| it.equals(before)));
        if let (Some(pressed), Some(key)) = (pressed, key)
            && self.key_after(pressed).is_some_and(|next| key.is(next))
        {
            self.stood.truncate(pressed + 1);
            self.stood.push(Some(now));
            self.finished += usize::from(pressed + 1 == self.keys_of(self.finished + 1));
        }
        self.now = now;
        self.leave_when_done();
    }

    /// It leaves when all its steps are done and the world changes again.
    fn leave_when_done(&mut self) {
        let is_done = self.finished == self.steps.len();
        self.is_gone |= is_done && !self.is_at_the_last_end();
    }

    /// Whether the world is the one in which the last step ended, or the first one.
    fn is_at_the_last_end(&self) -> bool {
        self.has_stood(self.keys_of(self.finished))
    }

    fn has_stood(&self, at: usize) -> bool {
        if self.stood.is_empty() {
            return at == 0;
        }
        let stood = self.stood.get(at).copied().flatten();
        stood.is_some_and(|it| it.world.is_at(self.now.world))
    }

    /// Whether the world is on the way of the next step.
    fn is_on_the_way(&self) -> bool {
        if self.stood.is_empty() {
            return true;
        }
        (self.keys_of(self.finished)..self.stood.len()).any(|at| self.has_stood(at))
    }

    /// The action that leads back to where the note goes on, if one does.
    fn leads_back(&self) -> Option<Action> {
        if self.is_on_the_way() {
            return None;
        }
        let end = self.stood.get(self.keys_of(self.finished)).copied().flatten()?;
        let is_before = self.now.world.position < end.world.position;
        Some(if is_before { Action::Redo } else { Action::Undo })
    }

    /// What the last step that was done says, if it is still true.
    fn said(&self) -> Option<&NoteStep> {
        let last = self.finished.checked_sub(1)?;
        self.steps.get(last).filter(|_| self.is_at_the_last_end())
    }

    /// The rows at the head of the log in columns `cols`, at most about half of `body` rows; with
    /// blank rows up to the height that it has with any of its steps done.
    pub fn rows(&self, keys: &KeyMap, cols: usize, body: usize) -> Vec<NoteRow> {
        if self.is_gone {
            return Vec::new();
        }
        self.rows_with(
            self.finished,
            self.said(),
            self.leads_back(),
            keys,
            NoteRoom::of(cols, body),
        )
    }

    /// How many rows it takes at most while it is shown; 0 when it has left.
    pub fn height(&self, keys: &KeyMap, cols: usize, body: usize) -> usize {
        if self.is_gone { 0 } else { self.whole_height(keys, cols, body) }
    }

    /// How many rows it takes at most, whether it is shown or has left.
    pub fn whole_height(&self, keys: &KeyMap, cols: usize, body: usize) -> usize {
        let with = |finished: usize| {
            let said = finished.checked_sub(1).and_then(|last| self.steps.get(last));
            self.rows_with(finished, said, None, keys, NoteRoom::of(cols, body)).len()
        };
        (0..=self.steps.len()).map(with).max().unwrap_or_default()
    }

    fn rows_with(
        &self,
        finished: usize,
        said: Option<&NoteStep>,
        back: Option<Action>,
        keys: &KeyMap,
        room: NoteRoom,
    ) -> Vec<NoteRow> {
        let NoteRoom { cols, most } = room;
        let idea = if finished == 0 { self.idea.as_str() } else { "" };
        let mut rows: Vec<_> =
            wrapped(idea, cols).map(|line| NoteRow::Idea(line.to_owned())).collect();
        let text = said.map_or("", |step| step.text.shown());
        let text: Vec<_> = wrapped(text, cols.saturating_sub(2)).collect();
        let said = || text.iter().map(|line| NoteRow::Said((*line).to_owned()));
        let step = |at: usize| self.step_row(at, finished, back, keys);
        let all = self.steps.len();
        let is_long = rows.len() + text.len() + all > most;
        if is_long && finished > 1 {
            rows.push(NoteRow::Done(finished));
        } else {
            rows.extend((0..finished).map(step));
        }
        rows.extend(said());
        let later = all - finished;
        let room = most.saturating_sub(rows.len()).max(2);
        let shown = if later > room { room - 1 } else { later };
        rows.extend((finished..finished + shown).map(step));
        if later > shown {
            rows.push(NoteRow::More(later - shown));
        }
        rows
    }

    fn step_row(&self, at: usize, finished: usize, back: Option<Action>, keys: &KeyMap) -> NoteRow {
        let mark = match at {
            _ if at < finished => StepMark::Done,
            _ if at == finished => StepMark::Next,
            _ => StepMark::Later,
        };
        let chips = self.steps.get(at).map_or_else(Vec::new, |step| chips(step, keys));
        let back = back.filter(|_| mark == StepMark::Next);
        let back = back.map(|action| Chip { key: keys.named(action), times: 1 });
        NoteRow::Step(at + 1, mark, chips, back)
    }

    /// What fits at the head of a small log: what the last step says, or at first the idea, and the
    /// next step; nothing where only a way back leads to it.
    pub fn brief_rows(&self, keys: &KeyMap, cols: usize) -> Vec<NoteRow> {
        if self.is_gone || self.is_over || self.leads_back().is_some() {
            return Vec::new();
        }
        let text = self.brief_text(self.said().map(|step| step.text.shown()), cols);
        let mut rows: Vec<_> = text.into_iter().map(NoteRow::Idea).collect();
        if self.finished < self.steps.len() {
            rows.push(self.step_row(self.finished, self.finished, None, keys));
        }
        rows
    }

    fn brief_text(&self, said: Option<&str>, cols: usize) -> Vec<String> {
        let idea = if self.finished == 0 { self.idea.as_str() } else { "" };
        let lines: Vec<_> = wrapped(said.unwrap_or(idea), cols).map(str::to_owned).collect();
        // Half a sentence helps nobody.
        if lines.len() > Self::FOOT_ROWS { Vec::new() } else { lines }
    }

    /// The rows below a view other than the log: what the last step says, and the next step; none
    /// while time runs or after the end of a game.
    pub fn foot(&self, keys: &KeyMap, cols: usize) -> Vec<NoteRow> {
        if self.is_gone || self.is_over {
            return Vec::new();
        }
        let mut rows: Vec<_> = self.foot_text(cols).into_iter().map(NoteRow::Said).collect();
        if self.finished < self.steps.len() {
            rows.push(self.step_row(self.finished, self.finished, self.leads_back(), keys));
        }
        rows
    }

    /// How many rows [`SceneNote::foot`] has.
    pub fn foot_rows(&self, cols: usize) -> usize {
        if self.is_gone || self.is_over {
            return 0;
        }
        self.foot_text(cols).len() + usize::from(self.finished < self.steps.len())
    }

    fn foot_text(&self, cols: usize) -> Vec<String> {
        let text = self.said().map_or("", |step| step.text.shown());
        wrapped(text, cols).take(Self::FOOT_ROWS).map(str::to_owned).collect()
    }

    /// What the last step says, while it is shown.
    pub fn text(&self) -> Option<&str> {
        let step = self.said().filter(|_| !self.is_gone && !self.is_over)?;
        Some(step.text.shown())
    }

    /// Everything that it says, line by line.
    pub fn all_lines(&self, keys: &KeyMap) -> Vec<String> {
        let mut lines = vec![self.idea.clone()];
        for (number, step) in (1..).zip(&self.steps) {
            let chips = chips(step, keys).into_iter().map(|Chip { key, times }| match times {
                1 => format!("[{key}]"),
                _ => format!("[{key}] {times}×"),
            });
            lines.push(format!("{number} {}", chips.collect::<Vec<_>>().join(" ")));
            lines.push(step.text.shown().to_owned());
        }
        lines.retain(|line| !line.is_empty());
        lines
    }
}

/// The keys of a step, by their current names.
fn chips(step: &NoteStep, keys: &KeyMap) -> Vec<Chip> {
    let chip = |key: &StepKey| match key {
        StepKey::Action { id, times } => {
            let key = Action::of_id(id).map_or_else(|| id.clone(), |it| keys.named(it));
            Chip { key, times: *times }
        }
        StepKey::Line(line) => Chip { key: keys.line(line), times: 1 },
    };
    step.keys.iter().map(chip).collect()
}

/// The words and numbers of a text that say what it is about, without the signs around them.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    const LITTLE: [&str; 12] =
        ["the", "and", "for", "says", "are", "not", "its", "both", "row", "Row", "that", "so"];
    let is_sign = |c: char| matches!(c, ',' | '.' | ':' | ';' | '(' | ')' | '!' | '?');
    let words = text.split_whitespace().map(move |word| word.trim_matches(is_sign));
    words.filter(|word| {
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        (is_number || word.len() > 2) && !LITTLE.contains(word)
    })
}

impl Model<'_> {
    /// What the next key of a note depends on.
    pub(super) fn standing(self) -> NoteState {
        let (engine, sandbox) = (self.engine, self.engine.sandbox());
        NoteState {
            world: WorldPlace {
                position: engine.history().position(),
                in_focus: engine.position_in_focus(),
                branches: sandbox.branches(),
            },
            selected: sandbox.selection().map(|(id, _)| id),
            edit_mode: self.input.edit_mode,
            stride: self.input.stride,
            page: engine.focus().page,
            tab: self.screen.panel.tab,
        }
    }

    /// Where to scroll a page of Why to show the lines that the note speaks of.
    pub(super) fn place_of_what_is_said(self) -> Option<usize> {
        /// How many words a deciding sentence counts for.
        const DECISION: usize = 4;
        let screen = self.screen;
        if screen.panel.tab != Tab::Why || screen.panel.answer.is_some() {
            return None;
        }
        let (layout, text) = (screen.layout()?, screen.note.text()?);
        let page = why_page(self, layout.panel_cols)?;
        let rows = why_rows(layout.view_rows());
        let said: Vec<_> = words_of(text).collect();
        let shared = |line: &str| words_of(line).filter(|word| said.contains(word)).count();
        let most = page.window(rows, usize::MAX).most_scrolled;
        let in_view = |scrolled: usize| {
            page.window(rows, scrolled)
                .lines
                .iter()
                .map(|line| {
                    // What it ends in counts, too, and above all what decides.
                    let decides = if line.mark == Mark::Sentence { DECISION } else { 0 };
                    shared(&line.text) + usize::from(matches!(line.role, Role::Answer(_))) + decides
                })
                .sum::<usize>()
        };
        // Of several places that show as much, the first.
        (0..=most).rev().max_by_key(|&scrolled| in_view(scrolled))
    }
}

#[cfg(test)]
mod tests {
    use crate::app::tests::pressed;
    use crate::app::{App, GlyphSet};
    use hitscan_core::scene::{Scene, SceneSource};

    const TEXT: &str = "note = \"Push it.\"\n[[step]]\nkeys = \"{right*3}\"\ntext = \"It is there.\"\n\
        [[step]]\nkeys = \"{step}\"\ntext = \"A frame.\"\n\
        [[box]]\nname = \"A\"\nat = [0, 0]\nsize = [4, 4]\n\
        [[box]]\nname = \"B\"\nat = [20, 0]\nsize = [4, 4]\n";

    fn after(keys: &str) -> App {
        let scene = Scene::parse(TEXT).expect("a scene");
        let app = App::new(scene, SceneSource::New, (80, 24), GlyphSet::Lines);
        pressed(app.expect("a world"), keys)
    }

    #[track_caller]
    fn assert_note(keys: &str, done: usize, text: Option<&str>) {
        let app = after(keys);
        assert_eq!((app.screen.note.steps_done(), app.screen.note.text()), (done, text), "{keys}");
    }

    #[test]
    fn keys_count_in_their_order_and_in_the_world_that_the_one_before_led_to() {
        const THERE: Option<&str> = Some("It is there.");
        assert_note("Right Right", 0, None);
        assert_note("Right Right Right", 1, THERE);
        assert_note("Right Right Right Right", 1, None);
        assert_note("Right Right Right Right u", 1, THERE);
        assert_note("Right Right Right Right u .", 2, Some("A frame."));
        assert_note("Right Right Right Right .", 1, None);
        assert_note("Left Right Right Right", 0, None);
        assert_note("Left u Right Right Right", 1, THERE);
        assert_note("Tab Right Right Right", 0, None);
        assert_note("f Right Right Right", 0, None);
        assert_note("Right 2 Right Right", 0, None);
        assert_note("Right 2 1 y g Right Right", 1, THERE);
    }

    #[test]
    fn going_back_ticks_nothing_off_and_takes_nothing_away() {
        assert_note("Right Right u Right Right", 1, Some("It is there."));
        assert_note("Right Right u u u u u", 0, None);
        assert_note("Right Right Right g", 1, None);
        // Another change took the place of the second key.
        assert_note("Right Right u Left r Right Right", 0, None);
        assert_note("Right Right u Left u Right Right", 1, Some("It is there."));
    }

    #[test]
    fn the_note_leaves_when_all_is_done_and_the_world_changes() {
        assert!(after("Right Right Right .").screen.note.is_shown());
        assert!(after("Right Right Right . 2 w").screen.note.is_shown());
        assert!(!after("Right Right Right . .").screen.note.is_shown());
        assert!(!after("y i").screen.note.is_shown());
        let bare = Scene::parse(
            &TEXT.replace("[[step]]", "#").replace("keys =", "#").replace("text =", "#"),
        );
        let app = App::new(bare.expect("a scene"), SceneSource::New, (80, 24), GlyphSet::Lines);
        let app = app.expect("a world");
        assert!(app.screen.note.is_shown());
        assert!(!pressed(app, "Right").screen.note.is_shown());
    }
}
