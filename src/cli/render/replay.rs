//! A recording gone through on a screen, up to a frame of it.

use std::path::Path;

use super::RenderError;
use crate::app::{App, Message};
use crate::cli::run::opened;
use hitscan_core::command::{Command, Place};
use hitscan_core::engine::recording::{Item, Kind, Reader};
use hitscan_core::scene::{Source, printable};

/// Brings the app to where the recording ends, or to the end of that frame.
///
/// # Errors
/// When it is no recording, when a line of it cannot be carried out, or when it
/// has no such frame.
pub(super) fn go_through(
    app: &mut App,
    path: &Path,
    frame: Option<u64>,
) -> Result<(), RenderError> {
    let recording = opened(path).map_err(|fault| RenderError::Refused(fault.to_string()))?;
    let mut reader = Reader::new(recording, Kind::Recording);
    while let Some((number, item)) = reader.next_item()? {
        let done = match item {
            Ok(Item::Line(line)) => line_of(app, line),
            Ok(Item::Scene(scene)) => {
                let source = Source::File(path.to_owned());
                app.opened(scene, source).map_err(|fault| fault.to_string())
            }
            Ok(Item::Digest(_)) => Ok(()),
            Err(fault) => Err(fault.to_string()),
        };
        done.map_err(|why| {
            let path = printable(&path.to_string_lossy());
            RenderError::Refused(format!("{path}:{number}: {why}"))
        })?;
    }
    if let Some(frame) = frame {
        app.carry_out(&Command::Seek(Place::Frame(frame)))?;
    }
    // All of it is in the file: nothing is left to be saved, or to be done then.
    let effects = app.saved(path.to_owned());
    debug_assert!(effects.is_empty(), "nobody was about to leave");
    Ok(())
}

fn line_of(app: &mut App, line: &str) -> Result<(), String> {
    let axes = app.sandbox().world().settings().axes;
    let Some(command) = Command::parse(line, axes).map_err(|fault| fault.to_string())? else {
        return Ok(());
    };
    if !command.is_recorded() {
        return Err("this command has no place in a recording".to_owned());
    }
    app.hush();
    app.carry_out(&command).map_err(|fault| fault.to_string())?;
    match app.message() {
        Some(Message::Fault(why)) => Err(why.clone()),
        Some(Message::Note(_)) | None => Ok(()),
    }
}
