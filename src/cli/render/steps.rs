//! `--after` and `--press`: commands and keys that lead to the picture, as far as a picture can
//! follow them.

use super::args::PressedKeys;
use super::refused;
use crate::app::{App, Effect};
use crate::cli::CliError;
use hitscan_core::command::Command;
use hitscan_core::engine::Effect as EngineEffect;
use hitscan_core::scene::printable;

/// Runs these commands, one after the other.
///
/// # Errors
/// When one is not a command, fails, or would open, write or leave something.
pub(super) fn run(app: &mut App, commands: &[String]) -> Result<(), CliError> {
    for text in commands {
        let axes = app.engine.world().settings().axes;
        let option = format!("--after '{}'", printable(text));
        let fault = |why: &dyn std::fmt::Display| refused(format!("{option}: {why}"));
        let Some(command) = Command::parse(text, axes).map_err(|why| fault(&why))? else {
            continue;
        };
        let effects = app.execute(&command).map_err(|why| fault(&why))?;
        follow(app, effects, &option)?;
    }
    Ok(())
}

/// Presses these keys, one after the other.
///
/// # Errors
/// When one would open, write or leave something.
pub(super) fn press(app: &mut App, keys: &PressedKeys) -> Result<(), CliError> {
    for &key in &keys.0 {
        let effects = app.press(key);
        follow(app, effects, &format!("--press {key}"))?;
    }
    Ok(())
}

/// Carries out effects that a picture can show, and refuses the others.
fn follow(app: &mut App, effects: Vec<Effect>, option: &str) -> Result<(), CliError> {
    for effect in effects {
        match effect {
            // Other files in the directory are not part of a picture.
            Effect::ListScenes => {
                app.input.scenes_listed((Vec::new(), None), &app.engine, &app.screen);
            }
            Effect::Engine(EngineEffect::Play | EngineEffect::Pause)
            | Effect::Mouse(_)
            | Effect::Repaint
            | Effect::Follow => {}
            Effect::Engine(_) | Effect::Suspend => {
                return Err(refused(format!(
                    "{option}: a picture opens no scene, writes no other file and does not quit"
                )));
            }
        }
    }
    Ok(())
}
