//! `--press`: keys as on the screen, as far as a picture can follow them.

use super::args::Keys;
use super::refused;
use crate::app::{App, Effect};
use crate::cli::CliError;
use hitscan_core::engine::Effect as EngineEffect;

/// Presses these keys, one after the other.
///
/// # Errors
/// Where a key would open, write or leave something: a picture touches no files.
pub(super) fn press(app: &mut App, keys: &Keys) -> Result<(), CliError> {
    for &key in &keys.0 {
        for effect in app.press(key) {
            match effect {
                // What else is in the directory is no part of a picture.
                Effect::ListScenes => app.scenes_listed(Vec::new()),
                Effect::Engine(EngineEffect::Play | EngineEffect::Pause)
                | Effect::Mouse(_)
                | Effect::Repaint => {}
                Effect::Engine(_) | Effect::Suspend => {
                    return Err(refused(format!(
                        "--press {key}: for a picture nothing is opened, written or left"
                    )));
                }
            }
        }
    }
    Ok(())
}
