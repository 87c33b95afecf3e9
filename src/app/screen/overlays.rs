//! Which layers of the arena are on. How they look is defined elsewhere. Layers are not part of the
//! sandbox: they are neither recorded nor undone.

pub use hitscan_core::scene::Overlay;

/// Which layers are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlays {
    /// One bit per layer.
    shown: u16,
    /// The layers that the scene opened with, until they are switched off.
    of_scene: u16,
    ghosts: Ghosts,
}

/// Which aspect of the pair in focus the panel shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// Its state at the end of the frame.
    Standing,
    /// Its motion in the frame.
    Motion,
}

/// When ghosts are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ghosts {
    /// While the panel shows the motion of the pair in focus.
    WithMotion,
    /// Always.
    Shown,
    /// Never.
    Hidden,
}

impl Default for Overlays {
    fn default() -> Self {
        Self {
            shown: bit(Overlay::Velocities) | bit(Overlay::Grid) | bit(Overlay::Trail),
            of_scene: 0,
            ghosts: Ghosts::WithMotion,
        }
    }
}

const fn bit(overlay: Overlay) -> u16 {
    1 << overlay as u8
}

impl Overlays {
    /// The layers of a preview: no grid.
    pub(in crate::app) fn of_pictures() -> Self {
        let usual = Self::default();
        Self { shown: usual.shown & !bit(Overlay::Grid), ..usual }
    }

    /// The same layers, with those of a new scene in place of those that the previous scene opened
    /// with.
    pub(in crate::app) fn opened_with(self, overlays: &[Overlay]) -> Self {
        Self { of_scene: overlays.iter().fold(0, |bits, &each| bits | bit(each)), ..self }
    }

    /// Whether a layer is shown, given what the panel shows.
    pub(in crate::app) fn shows(self, overlay: Overlay, aspect: Aspect) -> bool {
        let is_of_scene = self.of_scene & bit(overlay) != 0;
        is_of_scene
            || match (overlay, self.ghosts) {
                (Overlay::Ghosts, Ghosts::WithMotion) => aspect == Aspect::Motion,
                (Overlay::Ghosts, ghosts) => ghosts == Ghosts::Shown,
                _ => self.shown & bit(overlay) != 0,
            }
    }

    /// Toggles a layer; returns whether it is shown now.
    pub(in crate::app) fn toggle(&mut self, overlay: Overlay, aspect: Aspect) -> bool {
        let shown = !self.shows(overlay, aspect);
        self.of_scene &= !bit(overlay);
        if overlay == Overlay::Ghosts {
            self.ghosts = match (shown, aspect) {
                (true, Aspect::Motion) | (false, Aspect::Standing) => Ghosts::WithMotion,
                (true, Aspect::Standing) => Ghosts::Shown,
                (false, Aspect::Motion) => Ghosts::Hidden,
            };
        } else if shown {
            self.shown |= bit(overlay);
        } else {
            self.shown &= !bit(overlay);
        }
        shown
    }
}
