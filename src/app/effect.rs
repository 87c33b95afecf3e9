//! What an app cannot do itself: it does no input or output.

use std::path::PathBuf;

#[cfg(doc)]
use super::App;
use super::Mouse;
use hitscan_core::command::Recover;

/// What must be done outside: files and the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Leave.
    Quit,
    /// Give the terminal back and stop until continued.
    Suspend,
    /// Draw everything afresh.
    Repaint,
    /// Open this file or built-in scene; then [`App::opened`] or [`App::fail`].
    Open(String),
    /// List the scene files of the directory and read them; then
    /// [`App::scenes_listed`].
    ListScenes,
    /// From now on the terminal reports what the mouse does, or no more.
    Mouse(Mouse),
    /// Save the scene to this file; then [`App::saved`], [`App::fail`] or
    /// [`App::ask_before_saving`].
    Save(PathBuf),
    /// Record what is done in this file; then [`App::say`] or [`App::fail`].
    Record(PathBuf),
    /// See to the session that was cut off last; then [`App::taken_up`],
    /// [`App::say`] or [`App::fail`].
    Recover(Recover),
    /// The same, whatever the file says now: it has been asked.
    SaveOver(PathBuf),
    /// Write what is on the screen to this file; then [`App::say`] or
    /// [`App::fail`].
    Screenshot(PathBuf),
}
