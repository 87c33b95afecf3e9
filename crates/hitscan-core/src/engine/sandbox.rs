//! The sandbox: a world and its history, with a selection and expectations.
//!
//! | files | contents |
//! | --- | --- |
//! | `undo` | undo and redo, also of expectations that commands stored |
//! | `ask` | questions about it, and what the scene expects |
//! | `in_view` | the pair in view |
//! | `shown_records` | the lines of the log, and the marks of the timeline |
//! | `shapes` | shapes with a number or a vertex changed |
//!
//! `undo` calls `ask`; otherwise the files know only this one, which keeps the answers.
//!
//! It does not know about commands: [`super::Engine`] does.

mod ask;
mod in_view;
pub(super) mod shapes;
mod shown_records;
mod undo;

pub(super) use ask::StoredExpect;
use hitscan_geom::broad_phase::BroadPhase;
pub use in_view::End;
pub use shown_records::VisibleRecords;
use shown_records::{LineMarks, Listing, ShownRecords, UnrecordedTests};
use undo::NotedSteps;

use std::cell::RefCell;
use std::collections::HashMap;
use std::mem::take;
use std::sync::Arc;

use super::game::GameOver;
use super::judge::JudgeKey;
use super::log_lines::{LineId, LogQuery};
use super::outcome::{Event, Flow, Tell, silent};
use super::pair::Pair;
use crate::command::{CommandError, Nudge};
use crate::methods::OwnQuestion;
use crate::scene::{
    Expect, GameEnds, NoteStep, Opening, Scene, SceneText, crowd_bytes, object_bytes,
};
use crate::world::{
    Change, ChangeError, CommandProgress, Crowd, Entered, Happening, History, Log, LogEntry,
    MemoryLimit, Name, Object, ObjectId, Rules, World,
};

/// The key of the pair in view: the revision, the selected object, and the requested pair.
type Viewed = (u64, Option<ObjectId>, Option<[ObjectId; 2]>);

/// The key of the newest shown record of a pair: the revision and the greatest number it may have,
/// the query, the selected object and the judge if they matter, and the pair.
type NewestOf = ([u64; 2], LogQuery, Option<ObjectId>, Option<JudgeKey>, [ObjectId; 2]);

/// A world and its history, with a selection and expectations.
#[derive(Clone, Debug)]
pub struct Sandbox {
    history: History,
    selection: Option<ObjectId>,
    nudge: Nudge,
    /// The title that the scene has in each language; the world has the one that is shown.
    title: SceneText,
    note: SceneText,
    steps: Vec<NoteStep>,
    search: Vec<String>,
    source: String,
    opening: Opening,
    /// The object that is selected when the scene opens.
    selected_first: Option<ObjectId>,
    game_ends: GameEnds<ObjectId>,
    /// The first end of the game in the history, now or ahead.
    over: Option<Box<GameOver>>,
    counted: Memo<(u64, JudgeKey), [u64; 2]>,
    /// The crowds that came with the scene or were added.
    crowds: Vec<Crowd>,
    expects: Vec<StoredExpect>,
    noted: NotedSteps,
    /// Increases whenever the world changes.
    revision: u64,
    /// How many changes dropped others that lay ahead.
    branches: u64,
    shown_records: RefCell<ShownRecords>,
    newest_shown: Memo<NewestOf, Option<u64>>,
    first_tests: Memo<Listing, (Arc<[LogEntry]>, u64)>,
    first_tests_shown: Memo<(Listing, LogQuery, Option<JudgeKey>), Arc<[LogEntry]>>,
    /// First tests that were made again, by their lines, and how often history had been truncated then.
    made_again: RefCell<(u64, HashMap<LineId, Pair>)>,
    /// The world after as many changes, while history was truncated as often.
    world_then: Memo<(u64, usize), Arc<World>>,
    unanswered: Memo<(u64, JudgeKey), Arc<[OwnQuestion]>>,
    line_marks: RefCell<LineMarks>,
    unrecorded: RefCell<UnrecordedTests>,
    in_view: Memo<Viewed, Option<Pair>>,
    ends: Memo<(u64, ObjectId), Vec<End>>,
    /// The last sensor that was hit in the last command.
    entered: Option<Entered>,
}

impl Sandbox {
    /// A sandbox at the start of this scene. The object that it opens with is selected, or else the
    /// first that can move.
    ///
    /// # Errors
    /// When the objects do not make a world; a parsed scene always does.
    pub fn new(scene: Scene) -> Result<Self, ChangeError> {
        Self::begun(MemoryLimit::default(), scene, &mut silent)
    }

    /// [`Sandbox::new`] with a memory limit, which reports its progress and can be stopped.
    ///
    /// # Errors
    /// As [`Sandbox::new`], when more pairs meet than there is memory for, and when `tell` stops it.
    pub fn begun(
        memory: MemoryLimit,
        mut scene: Scene,
        tell: &mut Tell<'_>,
    ) -> Result<Self, ChangeError> {
        let Scene { title, settings, objects, .. } = &mut scene;
        let (title, settings, objects) = (title.shown().to_owned(), *settings, take(objects));
        let mut is_stopped = |progress| tell(Event::Working(progress)) == Flow::Stop;
        let world = World::begun(memory, title, settings, objects, &mut is_stopped)?;
        Ok(Self::of(world, scene))
    }

    /// [`Sandbox::new`] for drawing a picture: pairs are tested only on request.
    ///
    /// # Errors
    /// As [`Sandbox::new`].
    pub fn untested(mut scene: Scene) -> Result<Self, ChangeError> {
        let Scene { title, settings, objects, .. } = &mut scene;
        let world = World::untested(title.shown().to_owned(), *settings, take(objects))?;
        Ok(Self::of(world, scene))
    }

    /// A world, and everything else in its scene.
    fn of(world: World, scene: Scene) -> Self {
        let Scene {
            title, note, steps, search, source, opening, game_ends, crowds, expects, ..
        } = scene;
        let selected_first = opening.select.and_then(|name| world.find(&name));
        let selection = selected_first.or_else(|| usual_selection(&world));
        let ends = game_ends.mapped(|sensor| world.find(sensor));
        let expects = expects.into_iter().map(|expect| StoredExpect::new(expect, &world));
        Self {
            crowds,
            expects: expects.collect(),
            noted: NotedSteps::default(),
            history: History::new(world),
            selection,
            nudge: Nudge::default(),
            title,
            note,
            steps,
            search,
            source,
            opening,
            selected_first,
            game_ends: ends,
            over: None,
            counted: Memo::default(),
            revision: 0,
            branches: 0,
            shown_records: RefCell::default(),
            newest_shown: Memo::default(),
            first_tests: Memo::default(),
            first_tests_shown: Memo::default(),
            made_again: RefCell::default(),
            world_then: Memo::default(),
            unanswered: Memo::default(),
            line_marks: RefCell::default(),
            unrecorded: RefCell::default(),
            in_view: Memo::default(),
            ends: Memo::default(),
            entered: None,
        }
    }

    pub(crate) fn set_rules(&mut self, rules: Rules) {
        self.history.set_rules(rules);
    }

    /// Sets the broad phase for settings that name none.
    pub fn set_usual_broad_phase(&mut self, which: BroadPhase) {
        self.history.set_usual_broad_phase(which);
    }

    pub(super) fn forget_entered(&mut self) {
        self.entered = None;
    }

    /// The scene's expectations, by object.
    pub(super) fn expects(&self) -> &[StoredExpect] {
        &self.expects
    }

    pub(super) const fn set_nudge(&mut self, nudge: Nudge) {
        self.nudge = nudge;
    }

    pub(super) const fn select(&mut self, id: Option<ObjectId>) {
        self.selection = id;
    }

    /// Remembers a crowd that was added, to save it as one.
    pub(super) fn remember(&mut self, crowd: Crowd) {
        self.crowds.retain(|earlier| earlier.name != crowd.name);
        self.crowds.push(crowd);
    }

    /// Selects the object that was added last.
    pub(super) fn select_newest(&mut self) {
        let newest = self.world().objects().next_back().map(|(id, _)| id);
        self.selection = newest;
    }

    /// What to select when an object is removed: the next one, or else the previous one.
    pub(super) fn selection_without(&self, id: ObjectId) -> Option<ObjectId> {
        let after = self.world().objects().find(|&(other, _)| other > id);
        let before = self.world().objects().rev().find(|&(other, _)| other < id);
        after.or(before).map(|(id, _)| id)
    }

    /// Makes frames of motion.
    ///
    /// # Errors
    /// How many were made, and what prevented the next one.
    pub fn step(&mut self, count: u32, tell: &mut Tell<'_>) -> Result<(), (u32, ChangeError)> {
        for done in 0..count {
            let progress = CommandProgress { done: done.into(), total: count.into() };
            let made = self.apply_change(Change::Step, Some(progress), tell);
            match made.map_err(|why| (done, why))? {
                Flow::Stop if done + 1 < count => {
                    return Err((done + 1, ChangeError::Interrupted));
                }
                Flow::GoOnWithin(tests) => self.allow_tests(tests),
                Flow::GoOn | Flow::Stop => {}
            }
        }
        Ok(())
    }

    /// The current world.
    pub const fn world(&self) -> &World {
        self.history.world()
    }

    /// The records of all changes, including those ahead of the current position.
    pub const fn log(&self) -> &Log {
        self.history.log()
    }

    /// How many of the log's records were made up to the current position.
    pub fn log_len_now(&self) -> usize {
        self.history.log().len_at(self.history.position())
    }

    /// The history.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// What the scene is about, in its author's words.
    pub fn note(&self) -> &str {
        self.note.shown()
    }

    /// The steps of the note: what to do, and what is seen then.
    pub fn steps_of_note(&self) -> &[NoteStep] {
        &self.steps
    }

    /// How many changes dropped others that lay ahead of them in the history.
    pub const fn branches(&self) -> u64 {
        self.branches
    }

    /// Where the scene comes from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// How the scene opens.
    pub const fn opening(&self) -> &Opening {
        &self.opening
    }

    /// How far an arrow key moves things.
    pub const fn nudge(&self) -> Nudge {
        self.nudge
    }

    /// The selected object, if there is any object at all.
    pub fn selection(&self) -> Option<(ObjectId, &Object)> {
        let id = self.selection?;
        self.world().object(id).map(|object| (id, object))
    }

    /// The current state as a scene, for a file.
    pub fn scene(&self) -> Scene {
        self.scene_of(self.world())
    }

    /// The scene before the most recent run of steps, and how many steps those were: after that
    /// many steps it becomes the current one. (If there are more steps than an expectation may ask
    /// for, the result is the current scene and 0.)
    pub fn scene_before_steps(&self) -> (Scene, u32) {
        let steps = self.steps_before();
        let back = usize::try_from(steps).unwrap_or(usize::MAX);
        let position = self.history.position().saturating_sub(back);
        let before = (steps > 0).then(|| self.scene_of(&self.history.world_at(position)));
        (before.unwrap_or_else(|| self.scene()), steps)
    }

    /// The length of the most recent run of steps; 0 if that is more than an expectation
    /// may ask for.
    fn steps_before(&self) -> u32 {
        let steps = u32::try_from(self.history.steps_to_here()).ok();
        steps.filter(|&steps| steps <= Expect::MOST_FRAMES).unwrap_or(0)
    }

    fn scene_of(&self, world: &World) -> Scene {
        let objects: Vec<_> = world.objects().map(|(_, object)| object.clone()).collect();
        let is_whole = |crowd: &&Crowd| crowd.place_among(&objects).is_some();
        let crowds = self.crowds.iter().filter(is_whole).cloned().collect();
        Scene {
            title: self.title_in(world),
            note: self.note.clone(),
            steps: self.steps.clone(),
            search: self.search.clone(),
            source: self.source.clone(),
            opening: self.opening_in(world),
            game_ends: self.game_ends_in(world),
            settings: *world.settings(),
            objects,
            crowds,
            expects: self.expects.iter().filter_map(|one| one.in_world(world)).collect(),
        }
    }

    /// The title in every language, unless it was changed.
    fn title_in(&self, world: &World) -> SceneText {
        let is_same = self.title.shown() == world.title();
        if is_same { self.title.clone() } else { world.title().into() }
    }

    /// How the scene opens, using the current name in this world of its first selected object, if
    /// that still exists.
    fn opening_in(&self, world: &World) -> Opening {
        let selected = self.selected_first.and_then(|id| world.object(id));
        Opening { select: selected.map(|object| object.name), ..self.opening.clone() }
    }

    /// The current result for two objects. If nothing has moved, `first` comes first.
    pub fn pair(&self, first: ObjectId, second: ObjectId) -> Option<Pair> {
        Some(self.world().pair(first, second)?.with_first(first))
    }

    /// Moves to another position in history.
    ///
    /// # Errors
    /// When it is stopped; then the position does not change.
    pub(super) fn go_to(
        &mut self,
        position: usize,
        tell: &mut Tell<'_>,
    ) -> Result<(), ChangeError> {
        let mut entered = Vec::new();
        // Those events have been reported before.
        let mut hear = |happening: Happening<'_>| match happening {
            Happening::Working(progress) => tell(Event::Working(progress)),
            Happening::Tested(_) => Flow::GoOn,
            Happening::Entered(sensor) => {
                entered.push(sensor.clone());
                Flow::GoOn
            }
        };
        self.history.go_to(position, &mut hear)?;
        self.remember_entered(&entered);
        self.revision += 1;
        self.keep_selection();
        tell(Event::Travelled(self));
        Ok(())
    }

    /// Selects the newest object if the selected one does not exist at this position.
    fn keep_selection(&mut self) {
        if self.selection().is_none() {
            self.select_newest();
        }
    }

    /// The expectations about objects that exist or have existed up to now.
    fn known_expects(&self) -> Vec<StoredExpect> {
        let known = |expected: &&StoredExpect| expected.is_known_to(self.world());
        self.expects.iter().filter(known).cloned().collect()
    }

    /// Applies a change to the world. With `progress` it can be stopped.
    pub(super) fn apply_change(
        &mut self,
        change: Change,
        progress: Option<CommandProgress>,
        tell: &mut Tell<'_>,
    ) -> Result<Flow, ChangeError> {
        self.check_room(&change)?;
        // A change drops the objects that lie ahead. Their expectations go too, since new objects
        // will get their ids.
        let position = self.history.position();
        let ahead = self.history.len() - position;
        let known = (ahead > 0).then(|| self.known_expects());
        let (is_frame, mut entered) = (change.is_frame(), Vec::new());
        let mut hear = |happening: Happening<'_>| match happening {
            Happening::Working(progress) => tell(Event::Working(progress)),
            Happening::Tested(record) => tell(Event::Tested(record, None)),
            Happening::Entered(sensor) => {
                entered.push(sensor.clone());
                Flow::GoOn
            }
        };
        self.history.apply(change, progress, &mut hear)?;
        self.revision += 1;
        self.drop_game_over_after(position);
        self.report_entered(&entered, is_frame, tell);
        if let Some(selected) = self.selection.filter(|&id| self.world().object(id).is_none()) {
            let by = self.history.broken_by(selected);
            self.selection = by.filter(|&by| self.world().object(by).is_some());
            self.keep_selection();
        }
        self.noted.branch_at(position);
        if let Some(known) = known {
            self.expects = known;
            self.branches += 1;
            tell(Event::DroppedAhead(ahead));
        }
        Ok(tell(Event::Changed(self)))
    }

    pub(super) fn named(&self, name: &Name) -> Result<ObjectId, CommandError> {
        self.world().find(name).ok_or_else(|| self.no_such_object(name))
    }

    fn no_such_object(&self, name: &Name) -> CommandError {
        let names = self.world().objects().map(|(_, object)| object.name.as_str());
        let near = crate::words::nearest(name.as_str(), names);
        CommandError::new(format!("{name}: no such object")).meaning(near)
    }

    pub(super) fn target(&self, name: Option<&Name>) -> Result<(ObjectId, &Object), CommandError> {
        match name {
            Some(name) => {
                let id = self.named(name)?;
                let object = self.world().object(id);
                object.map(|object| (id, object)).ok_or_else(|| self.no_such_object(name))
            }
            None => self.selection().ok_or_else(|| {
                CommandError::new(
                    "nothing is selected; add an object first, such as box A 10 4 16 8",
                )
            }),
        }
    }
}

/// The default selection of a scene: the first object that can move, or else the first.
fn usual_selection(world: &World) -> Option<ObjectId> {
    let free = world.objects().find(|(_, object)| !object.is_static());
    free.or_else(|| world.objects().next()).map(|(id, _)| id)
}

impl From<ChangeError> for CommandError {
    fn from(fault: ChangeError) -> Self {
        match fault {
            ChangeError::Polygon(fault) => fault.into(),
            other => Self::new(other.to_string()),
        }
    }
}

/// The last answer to a question. The key contains everything that the answer depends on.
#[derive(Clone, Debug)]
pub(super) struct Memo<K, V>(RefCell<Option<(K, V)>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(RefCell::new(None))
    }
}

impl<K: PartialEq, V: Clone> Memo<K, V> {
    /// The answer for this key: the cached one, or else `answer`, which then replaces it.
    pub(super) fn get(&self, key: K, answer: impl FnOnce() -> V) -> V {
        if let Some((known, kept)) = &*self.0.borrow()
            && *known == key
        {
            return kept.clone();
        }
        let answer = answer();
        self.0.replace(Some((key, answer.clone())));
        answer
    }
}

impl Sandbox {
    /// Changes whenever objects are placed anew: the number of edits, and how often history was
    /// truncated.
    pub(super) const fn placement(&self) -> (u64, u64) {
        (self.world().edits(), self.branches)
    }
}

// Size limits: whether a scene can still be written and read back, and how many tests of
// pairs are allowed.

impl Sandbox {
    /// Allows this many further tests of pairs.
    pub(super) const fn allow_tests(&mut self, most: u64) {
        self.history.allow_tests(most);
    }

    /// Checks that the scene can still be written and read back after a change.
    fn check_room(&self, change: &Change) -> Result<(), ChangeError> {
        let resized = change.resized(|id| self.world().object(id));
        let (new, without) = match (change.crowd(), &resized) {
            (Some(crowd), _) => (crowd_bytes(crowd), None),
            (None, Some(object)) => (object_bytes(object), change.object()),
            // An object counts with the longest numbers and names that other changes can give it.
            (None, None) => return Ok(()),
        };
        if self.world().len() + change.added() as usize > World::MAX_OBJECTS {
            // The world refuses it, with a reason.
            return Ok(());
        }
        let others = self.world().objects().filter(|&(id, _)| Some(id) != without);
        let objects = new + others.map(|(_, object)| object_bytes(object)).sum::<usize>();
        let expects: usize = self.expects.iter().map(|one| one.bytes).sum();
        let most = Scene::MAX_OBJECT_BYTES.min(Scene::MAX_TABLE_BYTES - expects);
        if objects <= most { Ok(()) } else { Err(ChangeError::NoRoom(most)) }
    }

    /// The most bytes for expectations, given the current objects.
    fn room_for_expects(&self) -> usize {
        let objects: usize = self.world().objects().map(|(_, object)| object_bytes(object)).sum();
        Scene::MAX_EXPECT_BYTES.min(Scene::MAX_TABLE_BYTES.saturating_sub(objects))
    }
}
