//! What an arena is drawn from: the open scene, or a scene that the picker previews.
//! [`crate::view`] draws it.

use std::cmp::Ordering;
use std::collections::{BTreeSet, VecDeque};

use super::screen::{UntilKey, cells_between};
use super::why_page::explained;
use super::{
    Aspect, Connection, Dragged, EditMode, GlyphSet, LessonMoment, MapView, Model, Overlay,
    Overlays, Preview, Viewport, grains,
};

pub use hitscan_core::engine::End;
use hitscan_core::engine::{Engine, LogLines, LogQuery, Pair, Sandbox};
use hitscan_core::methods::{Arithmetic, Method};
use hitscan_core::words::why::{PairPart, Ranges, WhyPage};
use hitscan_core::world::{Body, History, Object, ObjectId, Participant, TestResult, World};
use hitscan_geom::broad_phase::SweptAabb;
use hitscan_geom::{Aabb, Axis, Milli, Point, Sides};

/// Everything an arena is drawn from.
#[derive(Clone, Debug)]
pub struct ArenaModel<'a> {
    /// The objects.
    pub world: &'a World,
    /// The selected object.
    pub selected: Option<ObjectId>,
    /// What the arrows edit on it.
    pub edit_mode: EditMode,
    /// The part of the plane in view.
    pub viewport: &'a Viewport,
    /// The pair in focus.
    pub pair: Option<Pair>,
    history: &'a History,
    /// The keys that move the selected object, while a scene is new.
    pub arrows: Option<String>,
    /// What knows since when two boxes overlap; `None` in a preview.
    engine: Option<&'a Engine>,
    is_looking: bool,
    connection: Connection,
    /// Where the selected object was in the last frames, while playing.
    pub trail: &'a VecDeque<Point>,
    /// The preview of a drag.
    pub dragged: Option<Dragged>,
    /// The pair whose result predict mode covers.
    pub covered: Option<Pair>,
    covers_all: bool,
    overlays: Overlays,
    aspect: Aspect,
    /// Whether the picture shows how far the pair in focus is apart, or how deep: not while time
    /// runs, on a map, or before a question about the pair is answered.
    pub is_measured: bool,
    /// A detail of the pair in focus that is too fine to draw.
    pub too_fine: Option<TooFine>,
    /// The map, while it is on and there is something to map.
    pub map: Option<&'a MapView>,
    /// Cells of the map per cell of the arena, across and down.
    pub map_dots: [usize; 2],
    names: NamesShown,
    /// How a crowd of tiny bodies is drawn, if there is one.
    pub crowd: Option<CrowdLook>,
    /// What the layers about the pair in view show, if any of them is on.
    pub inspected: Option<Inspected>,
    /// What the Why page highlights in its pair, while the page is in view.
    pub explained: Option<Explained>,
}

static NO_TRAIL: VecDeque<Point> = VecDeque::new();

/// Which objects the arena names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NamesShown {
    /// All except hidden names.
    All,
    /// In a game: the same, but no solid boxes with a tint.
    OfGame,
    /// While a game is steered and time stands still: the pair in focus.
    OfFocus,
    /// While a game is played, and when it is over: none.
    None,
}

impl NamesShown {
    /// The names to show when nothing is steered.
    fn of(sandbox: &Sandbox) -> Self {
        if sandbox.game_ends().is_empty() { Self::All } else { Self::OfGame }
    }
}

/// What layers show of the pair in view.
#[derive(Clone, Debug)]
pub struct Inspected {
    /// The pair.
    pub pair: Pair,
    /// The method in view.
    pub method: Option<Method>,
    /// The arithmetic that Why computes in.
    pub arithmetic: Arithmetic,
    /// Where the moving box would have ended under each side method, if that layer is on.
    pub ends: Vec<End>,
}

/// What a Why page highlights in the arena.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The pair.
    pub pair: Pair,
    /// The ranges of both objects along x and y, if the page is about the axes.
    pub ranges: Option<[Ranges; 2]>,
    /// The part that its chosen line is about.
    pub part: Option<PairPart>,
    /// The page, which the panel also shows.
    pub page: WhyPage,
}

impl ArenaModel<'_> {
    /// The most objects in view that all show their names. If there are more, only the pair in
    /// focus and the objects that met in the last change do, and these only if they are no more
    /// than this. More bodies than this that are smaller than a cell are a crowd.
    pub const MOST_NAMED: usize = 40;
    /// The most pairs to mark. If more changed at once, the first in the log are marked.
    pub const MOST_MARKED: usize = 1000;
    /// The most meeting pairs that are all marked. If there are more, only the pair in focus and
    /// the pairs that the last change altered are: a picture full of marks says nothing, and each
    /// mark costs a test per frame.
    pub const MOST_MEETING: usize = 40;

    /// Whether a layer is shown.
    pub fn shows(&self, overlay: Overlay) -> bool {
        self.overlays.shows(overlay, self.aspect)
    }

    /// The pairs to mark where they touch or overlap, in scene order: all of them if they are few,
    /// otherwise the pair in focus and those whose answer the last change altered. Leaves out the
    /// covered pair, and pairs of which neither object `is_in_view`.
    pub fn marked_pairs(&self, is_in_view: impl Fn(ObjectId) -> bool) -> Vec<Pair> {
        if self.covers_all {
            return Vec::new();
        }
        let in_focus = self.pair.as_ref().map(|pair| [pair.a.id, pair.b.id]);
        let changed = self.history.last_records().map(|record| [record.a.id, record.b.id]);
        // The latest changes say nothing about the frame in focus.
        let changed = changed.filter(|_| !self.is_looking);
        let mut meeting: Vec<_> = self.world.meeting_ids().take(Self::MOST_MEETING + 1).collect();
        if meeting.len() > Self::MOST_MEETING {
            meeting.clear();
        }
        let mut marked = BTreeSet::new();
        for [one, other] in in_focus.into_iter().chain(changed).chain(meeting) {
            if marked.len() == Self::MOST_MARKED {
                break;
            }
            if is_in_view(one) || is_in_view(other) {
                marked.insert([one.min(other), one.max(other)]);
            }
        }
        let is_covered = |ids| self.covered.as_ref().is_some_and(|pair| pair.is_of(ids));
        let pairs = marked.into_iter().filter(|&ids| !is_covered(ids));
        let found = pairs.filter_map(|[one, other]| self.world.pair(one, other));
        found.filter(|pair| pair.pair_result.outcome != TestResult::Miss).collect()
    }

    /// The pairs that touch or overlap now, except covered ones.
    pub fn contacts(&self) -> impl Iterator<Item = [ObjectId; 2]> {
        let is_covered = |ids| self.covered.as_ref().is_some_and(|pair| pair.is_of(ids));
        let met = (!self.covers_all).then(|| contacts(self.world)).into_iter().flatten();
        met.filter(move |&ids| !is_covered(ids))
    }

    /// The objects of pairs that began to meet in the last change, in scene order; none while
    /// another frame is in focus or results are covered.
    pub fn met_now(&self) -> BTreeSet<ObjectId> {
        if self.covers_all || self.covered.is_some() || self.is_looking {
            return BTreeSet::new();
        }
        let met = self.history.last_records().filter(|record| record.outcome != TestResult::Miss);
        met.flat_map(|record| [record.a.id, record.b.id]).collect()
    }

    /// The objects of the pair in focus.
    pub fn pair_ids(&self) -> Option<[ObjectId; 2]> {
        self.pair.as_ref().map(|pair| [pair.a.id, pair.b.id])
    }

    /// The sides by which two boxes that still overlap entered each other, if they did in an earlier
    /// frame.
    pub fn entered(&self, pair: &Pair) -> Sides {
        let entry = self.engine.and_then(|engine| engine.entry_of(pair));
        entry.map_or(Sides::NONE, |entry| entry.sides)
    }

    /// Whether a pair is in focus or contains the selected object.
    pub fn is_watched(&self, pair: &Pair) -> bool {
        let of_selected = self.selected.is_some_and(|id| [pair.a.id, pair.b.id].contains(&id));
        of_selected || self.pair_ids().is_some_and(|ids| pair.is_of(ids))
    }

    /// Whether the scene is a game.
    fn is_game(&self) -> bool {
        self.names != NamesShown::All
    }

    /// Whether a body is drawn solid whatever its size: one with a tint and, in a game, one that is
    /// steered or moves freely.
    pub fn fills(&self, object: &Object) -> bool {
        let is_played = object.behavior.is_steered() || matches!(object.body, Body::Dynamic);
        object.behavior.tint.is_some() || self.is_game() && is_played && !object.behavior.sensor
    }

    /// Whether a body of this pair is drawn solid in a game, so that neither may vanish where the two
    /// meet.
    pub fn fills_in_game(&self, pair: &Pair) -> bool {
        let fills = |of: &Participant| self.world.object(of.id).is_some_and(|it| self.fills(it));
        self.is_game() && [&pair.a, &pair.b].into_iter().any(fills)
    }

    /// Whether the arena shows an object's name. The selected object and those of the log line in
    /// focus keep their names, unless a game is steered.
    pub fn names(&self, id: ObjectId, object: &Object, is_solid: bool) -> bool {
        let is_in_focus = self.pair_ids().is_some_and(|ids| ids.contains(&id));
        let is_wanted = self.selected == Some(id) || self.is_looking && is_in_focus;
        let behavior = &object.behavior;
        match self.names {
            NamesShown::None => false,
            NamesShown::OfFocus => is_in_focus,
            NamesShown::OfGame if is_solid && behavior.tint.is_some() => is_wanted,
            NamesShown::All | NamesShown::OfGame => is_wanted || !behavior.name_hidden,
        }
    }

    /// Whether an object is outside the pair whose ranges Why shows. On a slow line nothing is
    /// dimmed.
    pub fn is_beside_explained(&self, id: ObjectId) -> bool {
        let explained = self.explained.as_ref().filter(|it| it.ranges.is_some());
        self.connection == Connection::Local
            && explained.is_some_and(|it| ![it.pair.a.id, it.pair.b.id].contains(&id))
    }

    /// Whether an object is dimmed because it has no part in what the user is looking at.
    pub fn is_aside(&self, id: ObjectId) -> bool {
        self.is_looking
            && self.connection == Connection::Local
            && self.pair_ids().is_some_and(|ids| !ids.contains(&id))
    }
}

impl<'a> Model<'a> {
    /// What the arena of the open scene is drawn from.
    pub fn arena(self) -> ArenaModel<'a> {
        let sandbox = self.engine.sandbox();
        let (covered, pair) = (self.engine.covered_in_focus(), self.engine.pair_in_focus());
        ArenaModel {
            world: self.engine.world_in_focus(),
            history: sandbox.history(),
            selected: sandbox.selection().map(|(id, _)| id),
            edit_mode: self.input.edit_mode,
            viewport: &self.screen.viewport,
            overlays: self.screen.overlays,
            aspect: self.screen.aspect(self.engine),
            // These layers would reveal a covered result.
            inspected: pair.clone().filter(|_| covered.is_none()).and_then(|it| self.inspected(it)),
            explained: pair
                .clone()
                .filter(|_| covered.is_none())
                .and_then(|it| explained(self, it)),
            pair,
            is_measured: !self.engine.is_playing()
                && self.input.edit_mode != EditMode::Steer
                && self.map().is_none()
                && covered.is_none()
                && !matches!(self.lesson_moment(), Some(LessonMoment::Asking(_))),
            too_fine: self.too_fine(),
            map: self.map().filter(|view| view.map().is_some()),
            map_dots: self.map_dots(),
            crowd: self.crowd(),
            arrows: self.arrows_to_show(),
            engine: Some(self.engine),
            is_looking: self.engine.focus().is_looking(),
            connection: self.screen.appearance.connection,
            trail: if self.engine.is_playing() { &self.screen.trail } else { &NO_TRAIL },
            dragged: self.input.dragged(self.engine.sandbox()),
            covers_all: self.engine.covers_all(),
            covered,
            names: self.names_shown(),
        }
    }

    /// The names of the arrow keys, until the first key in a scene: they are what to press first.
    fn arrows_to_show(self) -> Option<String> {
        let is_new =
            self.screen.until_key == UntilKey::Opened && self.engine.world_in_focus().frame() == 0;
        let moves = matches!(self.input.edit_mode, EditMode::Move | EditMode::Steer);
        let is_asked = self.is_lab_asking() || self.engine.covers_all();
        let is_shown = is_new && moves && !is_asked && self.map().is_none();
        is_shown.then(|| self.input.keymap.arrows())
    }

    fn names_shown(self) -> NamesShown {
        let is_steering = self.input.edit_mode == EditMode::Steer;
        let is_over = || self.engine.game_over_in_focus().is_some();
        match NamesShown::of(self.engine.sandbox()) {
            NamesShown::OfGame if is_over() => NamesShown::None,
            NamesShown::OfGame if is_steering && self.engine.is_playing() => NamesShown::None,
            NamesShown::OfGame if is_steering => NamesShown::OfFocus,
            others => others,
        }
    }

    /// This pair, if a layer shows anything about it.
    fn inspected(self, pair: Pair) -> Option<Inspected> {
        let layers = [Overlay::Construction, Overlay::Ghosts, Overlay::Ends];
        if !layers.into_iter().any(|layer| self.shows(layer)) {
            return None;
        }
        Some(Inspected {
            method: self.engine.focus().page.method(),
            arithmetic: self.engine.focus().arithmetic,
            ends: if self.shows(Overlay::Ends) { self.ends() } else { Vec::new() },
            pair,
        })
    }

    /// Where the moving box of the pair in view would have ended the last frame under each side
    /// method. Empty without such a box or frame, and while an earlier frame is in focus.
    pub fn ends(self) -> Vec<End> {
        // The last frame is not the one in focus.
        let in_focus = self.engine.pair_in_focus().filter(|_| !self.engine.focus().is_looking());
        let Some(pair) = in_focus else { return Vec::new() };
        let sandbox = self.engine.sandbox();
        moving_box(sandbox.world(), &pair).map_or_else(Vec::new, |mover| sandbox.ends(mover))
    }
}

/// The box of the pair that a hit moves: the mover, which comes first, unless it cannot be
/// moved.
fn moving_box(world: &World, pair: &Pair) -> Option<ObjectId> {
    let can_be_moved = |&id: &ObjectId| {
        world
            .object(id)
            .is_some_and(|object| !object.is_static() && object.shape.as_box().is_some())
    };
    [pair.a.id, pair.b.id].into_iter().find(can_be_moved)
}

impl Preview {
    /// What the picture of the scene is drawn from.
    pub fn arena(&self) -> ArenaModel<'_> {
        ArenaModel {
            world: self.sandbox.world(),
            history: self.sandbox.history(),
            // A preview has no focus.
            pair: None,
            selected: None,
            edit_mode: EditMode::Move,
            viewport: &self.viewport,
            arrows: None,
            engine: None,
            is_looking: false,
            connection: Connection::Local,
            trail: &NO_TRAIL,
            dragged: None,
            covered: self.covered.clone(),
            covers_all: false,
            overlays: self.overlays,
            aspect: Aspect::Standing,
            is_measured: false,
            too_fine: None,
            map: None,
            map_dots: [1, 1],
            names: NamesShown::of(&self.sandbox),
            crowd: CrowdLook::of(self.sandbox.world(), &self.viewport),
            inspected: None,
            explained: None,
        }
    }
}

// Crowds: many bodies in view that are smaller than a cell, each drawn as a dot. [`crate::view`]
// draws them.

/// What the dots of a crowd mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrowdLook {
    /// Each dot marks the middle of a body.
    Dots,
    /// More dots in a cell mean more bodies there.
    Density,
}

impl CrowdLook {
    /// Dots per cell. With more bodies per cell than this on average, dots show density.
    pub const DOTS: usize = 8;

    /// The look of the bodies in view that are smaller than a cell; `None` if they are too few for
    /// a crowd. Costs a few comparisons per body.
    pub fn of(world: &World, view: &Viewport) -> Option<Self> {
        let (cols, rows) = (usize::from(view.cols()), usize::from(view.rows()));
        let mut is_taken = Vec::new();
        let (mut bodies, mut cells) = (0, 0);
        for bounds in world.bounds() {
            let (min, max) = (bounds.min(), bounds.max());
            if !view.is_under_a_cell(min, max) {
                continue;
            }
            let (cell, _) = view.middle_dot(min, max);
            let Some(place) = view.place_of(cell) else { continue };
            if is_taken.is_empty() {
                is_taken.resize(cols * rows, false);
            }
            bodies += 1;
            cells += usize::from(!std::mem::replace(&mut is_taken[place], true));
        }
        match bodies {
            ..=ArenaModel::MOST_NAMED => None,
            _ if bodies > Self::DOTS * cells => Some(Self::Density),
            _ => Some(Self::Dots),
        }
    }
}

/// The pairs that met in the last change and still touch or overlap after it, by their bounds,
/// which are all that a dot shows.
pub(super) fn contacts(world: &World) -> impl Iterator<Item = [ObjectId; 2]> {
    let bounds = |id| {
        let (min, max) = world.object(id)?.shape.bounds();
        Some(SweptAabb::around(min, max))
    };
    world.meeting_ids().filter(move |&[one, other]| {
        bounds(one).zip(bounds(other)).is_some_and(|(one, other)| one.meets(&other))
    })
}

/// The counts of a crowd and of its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrowdCounts {
    /// Bodies that touch or overlap another.
    pub in_contact: u64,
    /// Tests so far, including those of frame 0.
    pub tests: u64,
    /// Log lines so far, whatever the filter.
    pub lines: u64,
}

impl CrowdCounts {
    /// The current counts.
    pub fn of(engine: &Engine) -> Self {
        let mut met: Vec<_> = contacts(engine.world()).flatten().collect();
        met.sort_unstable();
        met.dedup();
        let lines = LogLines::under(engine, &LogQuery::default());
        Self {
            in_contact: met.len() as u64,
            tests: Self::tests_in_all(engine),
            lines: lines.up_to(engine.history().position()) as u64,
        }
    }

    /// How many tests there were so far, including those of frame 0.
    pub fn tests_in_all(engine: &Engine) -> u64 {
        let objects = engine.history().first_world().len() as u64;
        engine.world().tested() + objects * objects.saturating_sub(1) / 2
    }
}

/// A gap between two boxes, or an overlap, that their picture does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFine {
    /// The axis of the gap or overlap.
    pub axis: Axis,
    /// How wide or deep it is; 0 if they touch.
    pub by: Milli,
    /// Where they meet, or nearly do.
    pub near: Point,
}

impl Model<'_> {
    /// What the picture of the pair in focus does not show. `None` for a covered pair, while
    /// playing, when it would come and go with every frame, and when a game is over.
    pub fn too_fine(self) -> Option<TooFine> {
        if self.engine.is_playing() || self.engine.covered_in_focus().is_some() {
            return None;
        }
        if self.engine.game_over_in_focus().is_some() {
            return None;
        }
        let Pair { a, b, .. } = self.engine.pair_in_focus()?;
        // A dot shows no border that could mislead.
        let bounds = [&a, &b].map(|of| of.shape.bounds());
        let is_dot = |&(min, max)| self.screen.viewport.is_under_a_cell(min, max);
        if bounds.iter().any(is_dot) && self.crowd().is_some() {
            return None;
        }
        let glyphs = self.screen.appearance.glyphs;
        TooFine::of([a.shape.as_box()?, b.shape.as_box()?], &self.screen.viewport, glyphs)
    }

    /// Whether a closer look is possible.
    pub const fn can_zoom_in(self) -> bool {
        self.screen.viewport.zoom() < *Viewport::ZOOMS.end()
    }
}

impl TooFine {
    /// What the picture of two boxes does not show, if anything.
    fn of([a, b]: [&Aabb; 2], view: &Viewport, glyphs: GlyphSet) -> Option<Self> {
        let column = view.column_grains();
        let sizes = match glyphs {
            GlyphSet::Braille => [column / 2; 2],
            GlyphSet::Lines | GlyphSet::Basic | GlyphSet::Ascii => [column, 2 * column],
        };
        let ranges =
            Axis::ALL.map(|axis| [a, b].map(|shape| axis.sides().map(|side| shape.edge(side))));
        // Along each axis, the gap, and the cells between the two; below 0 if they overlap.
        let gaps = [gap(ranges[0])?, gap(ranges[1])?];
        let cells = [0, 1].map(|at| cells_apart(ranges[at], sizes[at]));
        let (widest, drawn) = (gaps[0].max(gaps[1]), cells[0].max(cells[1]));
        // Both are below 0 for an overlap, 0 for a touch, above 0 for a gap.
        let stands = widest.cmp(&Milli::ZERO);
        if stands == drawn.cmp(&0) {
            return None;
        }
        // An overlap is misdrawn only along axes whose cells do not overlap.
        let at_fault = [0, 1].into_iter().filter(|&at| stands != Ordering::Less || cells[at] >= 0);
        let at = at_fault.reduce(|one, other| if gaps[other] > gaps[one] { other } else { one })?;
        let near = Point::new(middle(a, b, Axis::X), middle(a, b, Axis::Y));
        Some(Self { axis: Axis::ALL[at], by: gaps[at].abs(), near })
    }
}

/// The gap between two ranges; below 0 if they overlap.
fn gap([a, b]: [[Milli; 2]; 2]) -> Option<Milli> {
    Some(b[0].checked_sub(a[1])?.max(a[0].checked_sub(b[1])?))
}

/// The cells of this size between two ranges; below 0 if they share some.
fn cells_apart(ranges: [[Milli; 2]; 2], size: i64) -> i64 {
    let [a, b] = ranges.map(|[low, high]| cells_between(grains(low), grains(high), size));
    (b.0 - a.1).max(a.0 - b.1) - 1
}

/// The middle of the overlap of two boxes along an axis, or of the gap between them.
fn middle(a: &Aabb, b: &Aabb, axis: Axis) -> Milli {
    let [low, high] = axis.sides();
    let begins = a.edge(low).max(b.edge(low));
    begins.midpoint(a.edge(high).min(b.edge(high)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box by its left, top, right and bottom in thousandths.
    fn aabb([left, top, right, bottom]: [i32; 4]) -> Aabb {
        let point =
            |x, y| Point::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"));
        Aabb::from_corners(point(left, top), point(right, bottom)).expect("a box")
    }

    /// The axis and size found for this box and one from 24 to 36 and from 6 to 22.
    fn found(a: [i32; 4], zoom: i8, glyphs: GlyphSet) -> Option<(Axis, i32)> {
        let mut view = Viewport::new(80, 40);
        view.zoom_by(zoom);
        let boxes = [aabb(a), aabb([24_000, 6000, 36_000, 22_000])];
        let found = TooFine::of([&boxes[0], &boxes[1]], &view, glyphs);
        found.map(|found| (found.axis, found.by.thousandths()))
    }

    #[test]
    fn gaps_and_overlaps_that_cells_hide_are_found() {
        for (name, a, too_fine) in [
            ("an overlap", [16_300, 10_000, 24_300, 18_000], Some((Axis::X, 300))),
            ("one that shows", [16_600, 10_000, 24_600, 18_000], None),
            ("a gap", [15_700, 10_000, 23_700, 18_000], Some((Axis::X, 300))),
            ("one that shows", [15_000, 10_000, 23_000, 18_000], None),
            ("a touch", [16_000, 10_000, 24_000, 18_000], None),
            ("a touch between cells", [16_000, 1300, 24_000, 6000], None),
            ("an overlap in y", [26_000, 100, 30_000, 6900], Some((Axis::Y, 900))),
            ("the lesser depth of two", [16_300, 100, 24_300, 6200], Some((Axis::Y, 200))),
            ("the greater gap of two", [15_700, 100, 23_700, 5800], Some((Axis::X, 300))),
            ("a touch drawn as an overlap", [23_900, 10_000, 24_000, 18_000], None),
        ] {
            assert_eq!(found(a, 0, GlyphSet::Lines), too_fine, "{name}");
        }
    }

    #[test]
    fn a_closer_view_and_finer_dots_show_more() {
        let a = [16_300, 10_000, 24_300, 18_000];
        assert_eq!(found(a, 2, GlyphSet::Lines), None);
        assert_eq!(found(a, 0, GlyphSet::Braille), None);
        let far = [13_000, 10_000, 21_000, 18_000];
        assert_eq!(found(far, -3, GlyphSet::Lines), Some((Axis::X, 3000)));
    }
}
