//! What an arena is drawn from: the open scene, or one that the picker
//! previews. How it looks is [`crate::view`]'s.

use super::{EditMode, Model, Overlay, Overlays, Preview, Viewport};
use hitscan_core::engine::Pair;
use hitscan_core::methods::{Arithmetic, Method};
use hitscan_core::world::{ObjectId, PairResult, Participant, Response, Settings, World};
use hitscan_geom::Aabb;

/// What an arena is drawn from.
#[derive(Clone, Debug)]
pub struct ArenaModel<'a> {
    /// The objects.
    pub world: &'a World,
    /// The selected object.
    pub selected: Option<ObjectId>,
    /// What of it the arrows edit.
    pub edit_mode: EditMode,
    /// The part of the plane in view.
    pub viewport: &'a Viewport,
    /// The pair whose result predict mode covers.
    pub covered: Option<Pair>,
    overlays: Overlays,
    /// The side method that Why explains, while it is open on one.
    pub explained: Option<Method>,
    /// What the layers about the pair in view show, while one of them is on.
    pub inspected: Option<Inspected>,
}

/// The pair in view, as layers show it.
#[derive(Clone, Debug)]
pub struct Inspected {
    /// The pair.
    pub pair: Pair,
    /// The method in view.
    pub method: Option<Method>,
    /// The arithmetic that Why computes in.
    pub arithmetic: Arithmetic,
    /// Where the moving box would have ended under each side method, while
    /// that layer is on.
    pub ends: Vec<End>,
}

/// Where a box would have ended the last frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The side method that would have been in force.
    pub method: Method,
    /// The box there.
    pub shape: Aabb,
}

impl ArenaModel<'_> {
    /// Whether a layer is shown.
    #[must_use]
    pub fn shows(&self, overlay: Overlay) -> bool {
        self.overlays.shows(overlay, self.explained)
    }

    /// The pairs that touch or overlap now, except the covered one.
    pub fn shown_meetings(&self) -> impl Iterator<Item = (Participant, Participant, PairResult)> {
        let meetings = self.world.meeting_pairs();
        meetings
            .filter(|(a, b, _)| !self.covered.as_ref().is_some_and(|pair| pair.is_of([a.id, b.id])))
    }
}

impl<'a> Model<'a> {
    /// What the arena of the open scene is drawn from.
    #[must_use]
    pub fn arena(self) -> ArenaModel<'a> {
        let sandbox = self.engine.sandbox();
        let covered = self.engine.covered();
        ArenaModel {
            world: sandbox.world(),
            selected: sandbox.selection().map(|(id, _)| id),
            edit_mode: self.input.edit_mode,
            viewport: &self.screen.viewport,
            overlays: self.screen.overlays,
            explained: self.explained(),
            // These layers would give a covered result away.
            inspected: if covered.is_none() { self.inspected() } else { None },
            covered,
        }
    }

    /// The pair in view, if a layer shows anything of it.
    fn inspected(self) -> Option<Inspected> {
        let layers = [Overlay::Construction, Overlay::Ghosts, Overlay::Ends];
        if !layers.into_iter().any(|layer| self.shows(layer)) {
            return None;
        }
        Some(Inspected {
            pair: self.engine.pair_in_focus()?,
            method: self.engine.focus().page.method(),
            arithmetic: self.engine.focus().arithmetic,
            ends: if self.shows(Overlay::Ends) { self.ends() } else { Vec::new() },
        })
    }

    /// Where the moving box of the pair in view would have ended the last frame
    /// under each side method, with the response in force (`bounce` if that is
    /// `pass`). Empty without such a box or a frame.
    ///
    /// Makes that frame once per side method.
    #[must_use]
    pub fn ends(self) -> Vec<End> {
        let Some(pair) = self.engine.pair_in_focus() else { return Vec::new() };
        let sandbox = self.engine.sandbox();
        let world = sandbox.world();
        let Some(mover) = moving_box(world, &pair) else { return Vec::new() };
        let response = match world.settings().response {
            Response::Pass => Response::Bounce,
            response => response,
        };
        let methods: Vec<_> = Method::side_methods().collect();
        let settings = |&side: &Method| Settings { response, side, ..*world.settings() };
        let ends = sandbox.history().last_frame_under(methods.iter().map(settings));
        let ends = methods.iter().zip(ends.into_iter().flatten());
        ends.filter_map(|(&method, world)| {
            let shape = *world?.object(mover)?.shape.as_box()?;
            Some(End { method, shape })
        })
        .collect()
    }
}

/// The one of the pair that hits move: the mover, which comes first, unless it
/// cannot be moved.
fn moving_box(world: &World, pair: &Pair) -> Option<ObjectId> {
    let can_be_moved = |&id: &ObjectId| {
        world.object(id).is_some_and(|object| !object.fixed && object.shape.as_box().is_some())
    };
    [pair.a.id, pair.b.id].into_iter().find(can_be_moved)
}

impl Preview {
    /// What the picture of the scene is drawn from.
    #[must_use]
    pub fn arena(&self) -> ArenaModel<'_> {
        ArenaModel {
            world: self.sandbox.world(),
            selected: self.sandbox.selection().map(|(id, _)| id),
            edit_mode: EditMode::Move,
            viewport: &self.viewport,
            covered: self.covered.clone(),
            overlays: Overlays::default(),
            explained: None,
            inspected: None,
        }
    }
}
