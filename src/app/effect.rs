//! What an app asks others to do: it does no input or output itself.

use super::Mouse;
use hitscan_core::engine;

/// What the terminal and the host do for an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// An effect of the engine.
    Engine(engine::Effect),
    /// List and read the scene files of the directory, for `Input::scenes_listed`.
    ListScenes,
    /// Give the terminal back and stop until continued.
    Suspend,
    /// Draw everything again.
    Repaint,
    /// Return to the screen that is shown to everyone.
    Follow,
    /// Make the terminal report the mouse, or stop that.
    Mouse(Mouse),
}

/// What the user types for [`Effect::Follow`]. It is not a command: it works only after a screen
/// was shown to everyone, and the engine never sees it.
pub const FOLLOW: &str = "follow";

impl From<engine::Effect> for Effect {
    fn from(effect: engine::Effect) -> Self {
        Self::Engine(effect)
    }
}
