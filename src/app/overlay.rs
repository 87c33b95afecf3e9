//! What the arena shows beside the objects, each layer on or off.
//!
//! Which layers there are and what turns them on is here; what they look like
//! is not. No layer is part of the sandbox: none is saved, recorded or undone.

use super::{Action, App, GlyphSet, Message, Mouse, Snap, Tab};
use hitscan_core::engine::Pair;
use hitscan_core::methods::{AnyMethod, SideMethod};
use hitscan_core::words;
use hitscan_core::world::{ObjectId, Response, Settings, World};
use hitscan_geom::Aabb;

/// A layer of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overlay {
    /// What the method in view computes with, of the pair in view.
    Construction,
    /// An arrow for each velocity.
    Velocities,
    /// An arrow out of each side that was hit.
    Normals,
    /// The shortest way out of each overlap.
    Depth,
    /// The round numbers of the rulers.
    Grid,
    /// The least box around each laser and polygon.
    Bounds,
    /// Where the pair in view was in the last frame.
    Ghosts,
    /// Where the last frame ends under each side method.
    Ends,
}

impl Overlay {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Construction,
        Self::Velocities,
        Self::Normals,
        Self::Depth,
        Self::Grid,
        Self::Bounds,
        Self::Ghosts,
        Self::Ends,
    ];

    /// Whether it shows what was found of the pair in view, which predict mode
    /// covers.
    #[must_use]
    pub const fn tells_answers(self) -> bool {
        matches!(self, Self::Construction | Self::Ghosts | Self::Ends)
    }

    /// What is seen, in the words of the status row.
    const fn meaning(self) -> &'static str {
        match self {
            Self::Construction => "construction",
            Self::Velocities => "velocities: the way of each object in the next step",
            Self::Normals => "normals: out of each side that was hit",
            Self::Depth => "depth: the shortest way out of each overlap",
            Self::Grid => "grid: the round numbers of the rulers",
            Self::Bounds => "AABBs: the least box around each laser and polygon",
            Self::Ghosts => "ghosts: corners where it started, outline where it hit",
            Self::Ends => "three ends: s swept, r relative-velocity, p predict-corner",
        }
    }

    /// The word for it when it is gone.
    fn name(self) -> &'static str {
        self.meaning().split(':').next().unwrap_or_default()
    }
}

/// Which layers are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overlays {
    /// One bit a layer.
    shown: u8,
    ghosts: Ghosts,
}

/// When ghosts are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ghosts {
    /// While Why explains a method that looks at the whole frame.
    WhenExplained,
    /// Always.
    Shown,
    /// Never.
    Hidden,
}

impl Default for Overlays {
    fn default() -> Self {
        Self { shown: Overlay::Velocities.bit(), ghosts: Ghosts::WhenExplained }
    }
}

impl Overlay {
    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Where a box would have ended the last frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Had this side method been in force.
    pub method: SideMethod,
    /// There.
    pub shape: Aabb,
}

impl App {
    /// Whether a layer of the arena is shown.
    #[must_use]
    pub fn shows(&self, overlay: Overlay) -> bool {
        match (overlay, self.overlays.ghosts) {
            (Overlay::Ghosts, Ghosts::WhenExplained) => self.explains_a_frame(),
            (Overlay::Ghosts, ghosts) => ghosts == Ghosts::Shown,
            _ => self.overlays.shown & overlay.bit() != 0,
        }
    }

    /// What an action that switches something finds now: `on`, `off`, or which
    /// of several it is. Nothing of all other actions.
    #[must_use]
    pub fn state_of(&self, action: Action) -> Option<&'static str> {
        let is_on = match action {
            Action::Toggle(overlay) => self.shows(overlay),
            Action::ToggleMouse => self.mouse == Mouse::On,
            Action::ToggleSnap => self.snap == Snap::On,
            Action::ToggleFixed => self.sandbox.selection().is_some_and(|(_, object)| object.fixed),
            Action::NextGlyphs => {
                return Some(match self.glyphs {
                    GlyphSet::Lines => "lines",
                    GlyphSet::Braille => "braille",
                    GlyphSet::Ascii => "ascii",
                });
            }
            _ => return None,
        };
        Some(if is_on { "on" } else { "off" })
    }

    /// Why is open on a method that looks at the whole frame.
    fn explains_a_frame(&self) -> bool {
        self.tab == Tab::Why && matches!(self.method, Some(AnyMethod::SideTest(_)))
    }

    /// Shows a layer or hides it, and says what is seen.
    pub(super) fn toggle(&mut self, overlay: Overlay) {
        let shown = !self.shows(overlay);
        if overlay == Overlay::Ghosts {
            self.overlays.ghosts = match (shown, self.explains_a_frame()) {
                (true, true) | (false, false) => Ghosts::WhenExplained,
                (true, false) => Ghosts::Shown,
                (false, true) => Ghosts::Hidden,
            };
        } else {
            self.overlays.shown ^= overlay.bit();
        }
        let note = if shown { self.meaning(overlay) } else { format!("no {}", overlay.name()) };
        self.message = Some(Message::Note(note));
    }

    fn meaning(&self, overlay: Overlay) -> String {
        match overlay {
            Overlay::Construction => self.construction(),
            Overlay::Ends if self.ends().is_empty() => {
                format!(
                    "three ends: a box has to move first; {} makes a frame",
                    self.key(Action::StepForward)
                )
            }
            Overlay::Ends if self.sandbox.world().settings().response == Response::Pass => {
                "three ends if it bounced: s swept, r relative-velocity, p predict-corner"
                    .to_owned()
            }
            _ => overlay.meaning().to_owned(),
        }
    }

    /// Says what is drawn of the method in view, while it is drawn.
    pub(super) fn note_construction(&mut self) {
        if self.shows(Overlay::Construction) {
            self.message = Some(Message::Note(self.construction()));
        }
    }

    fn construction(&self) -> String {
        match self.pair() {
            Some(pair) => {
                let method = (self.method, self.arithmetic);
                words::construction(&pair.a, &pair.b, &pair.pair_result, method)
            }
            None => "construction: there is no pair yet".to_owned(),
        }
    }

    /// Where the moving box of the pair in view would have ended the last frame
    /// under each side method, with the response in force (`bounce` if that is
    /// `pass`). Nothing without such a box or a frame.
    ///
    /// Makes that frame three times, so this is for when somebody looks.
    #[must_use]
    pub fn ends(&self) -> Vec<End> {
        let Some(pair) = self.pair() else { return Vec::new() };
        let world = self.sandbox.world();
        let Some(mover) = moving_box(world, &pair) else { return Vec::new() };
        let response = match world.settings().response {
            Response::Pass => Response::Bounce,
            response => response,
        };
        let settings = SideMethod::ALL.map(|side| Settings { response, side, ..*world.settings() });
        let ends = self.sandbox.history().last_frame_under(settings);
        let ends = SideMethod::ALL.into_iter().zip(ends.into_iter().flatten());
        ends.filter_map(|(method, world)| {
            let shape = *world?.object(mover)?.shape.as_box()?;
            Some(End { method, shape })
        })
        .collect()
    }
}

/// The one of the pair that is moved by hits: the mover, which comes first,
/// unless it is none that can be.
fn moving_box(world: &World, pair: &Pair) -> Option<ObjectId> {
    let can_be_moved = |&id: &ObjectId| {
        world.object(id).is_some_and(|object| !object.fixed && object.shape.as_box().is_some())
    };
    [pair.a.id, pair.b.id].into_iter().find(can_be_moved)
}
