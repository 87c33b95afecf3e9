//! What an app cannot do itself: it does no input or output.

#[cfg(doc)]
use super::App;
use super::Mouse;
use hitscan_core::engine;

/// What the terminal and the host do for an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// An effect of the engine.
    Engine(engine::Effect),
    /// List and read the scene files of the directory; then
    /// [`App::scenes_listed`].
    ListScenes,
    /// Give the terminal back and stop until continued.
    Suspend,
    /// Draw everything again.
    Repaint,
    /// Show the other screen again that all were to see.
    Follow,
    /// Let the terminal report the mouse from now on, or no longer.
    Mouse(Mouse),
}

/// The word that [`Effect::Follow`] is typed as. It is no command: it means something only after
/// a screen that was shown to all, and says nothing to the engine.
pub const FOLLOW: &str = "follow";

impl From<engine::Effect> for Effect {
    fn from(effect: engine::Effect) -> Self {
        Self::Engine(effect)
    }
}
