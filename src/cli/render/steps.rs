//! `--after` and `--press`: commands and keys that lead to what the picture shows, as far
//! as a picture can follow them.

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
/// Where one is no command, fails, or would open, write or leave something.
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
/// Where one would open, write or leave something.
pub(super) fn press(app: &mut App, keys: &PressedKeys) -> Result<(), CliError> {
    for &key in &keys.0 {
        let effects = app.press(key);
        follow(app, effects, &format!("--press {key}"))?;
    }
    Ok(())
}

/// Carries out the effects that show in a picture, and refuses the others.
fn follow(app: &mut App, effects: Vec<Effect>, option: &str) -> Result<(), CliError> {
    for effect in effects {
        match effect {
            // What else is in the directory is no part of a picture.
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
