//! The layers of the arena, each on or off. What they look like is not here.
//! No layer is part of the sandbox: none is saved, recorded or undone.

/// A layer of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overlay {
    /// The construction of the method in view, for the pair in view.
    Construction,
    /// An arrow for each velocity.
    Velocities,
    /// An arrow out of each side that was hit.
    Normals,
    /// The shortest way out of each overlap.
    Depth,
    /// Dots at the round numbers of the rulers.
    Grid,
    /// The bounding box of each laser and polygon.
    Bounds,
    /// Where the pair in view was in the last frame.
    Ghosts,
    /// Where the last frame ends under each side method.
    Ends,
    /// Where the selected object was while playing.
    Trail,
}

impl Overlay {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Construction,
        Self::Velocities,
        Self::Normals,
        Self::Depth,
        Self::Grid,
        Self::Bounds,
        Self::Ghosts,
        Self::Ends,
        Self::Trail,
    ];

    /// What it shows, for the status row.
    pub(in crate::app) const fn meaning(self) -> &'static str {
        match self {
            Self::Construction => "construction",
            Self::Velocities => "velocities: the way of each object in the next step",
            Self::Normals => "normals: out of each side that was hit",
            Self::Depth => "depth: the shortest way out of each overlap",
            Self::Grid => "grid: the round numbers of the rulers",
            Self::Bounds => "AABBs: the least box around each laser and polygon",
            Self::Ghosts => "ghosts: where it started, and where it hit",
            Self::Trail => "trail: where the selected object was while playing",
            Self::Ends => "three ends: s swept, r relative-velocity, p predict-corner",
        }
    }

    /// Its name.
    pub(in crate::app) fn name(self) -> &'static str {
        self.meaning().split(':').next().unwrap_or_default()
    }
}

/// Which layers are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlays {
    /// One bit per layer.
    shown: u16,
    ghosts: Ghosts,
}

/// What of the pair in focus the panel is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// How it stands at the end of the frame.
    Standing,
    /// How it moved in the frame.
    Motion,
}

/// When ghosts are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ghosts {
    /// While the panel is about the motion of the pair in focus.
    WithMotion,
    /// Always.
    Shown,
    /// Never.
    Hidden,
}

impl Default for Overlays {
    fn default() -> Self {
        Self {
            shown: Overlay::Velocities.bit() | Overlay::Grid.bit() | Overlay::Trail.bit(),
            ghosts: Ghosts::WithMotion,
        }
    }
}

impl Overlay {
    const fn bit(self) -> u16 {
        1 << self as u8
    }
}

impl Overlays {
    /// Whether a layer is shown, for what the panel is about.
    #[must_use]
    pub(in crate::app) fn shows(self, overlay: Overlay, aspect: Aspect) -> bool {
        match (overlay, self.ghosts) {
            (Overlay::Ghosts, Ghosts::WithMotion) => aspect == Aspect::Motion,
            (Overlay::Ghosts, ghosts) => ghosts == Ghosts::Shown,
            _ => self.shown & overlay.bit() != 0,
        }
    }

    /// Shows a layer or hides it; returns whether it is shown now.
    pub(in crate::app) fn toggle(&mut self, overlay: Overlay, aspect: Aspect) -> bool {
        let shown = !self.shows(overlay, aspect);
        if overlay == Overlay::Ghosts {
            self.ghosts = match (shown, aspect) {
                (true, Aspect::Motion) | (false, Aspect::Standing) => Ghosts::WithMotion,
                (true, Aspect::Standing) => Ghosts::Shown,
                (false, Aspect::Motion) => Ghosts::Hidden,
            };
        } else {
            self.shown ^= overlay.bit();
        }
        shown
    }
}
