//! Replaying a recording on a screen, up to a frame.

use std::io::{self, Write};
use std::path::Path;

use crate::app::{App, Message};
use crate::cli::CliError;
use crate::cli::run::opened;
use hitscan_core::command::{Command, Place};
use hitscan_core::engine::recording::{CUT_OFF, Item, Kind, Reader};
use hitscan_core::scene::{Source, printable};

/// Brings the app to the end of a recording, or to the end of one of its frames.
///
/// # Errors
/// When the file is not a recording, a line of it fails, or the frame does not
/// exist.
pub(super) fn go_through(app: &mut App, path: &Path, frame: Option<u64>) -> Result<(), CliError> {
    let mut reader = Reader::new(opened(path)?, Kind::Recording);
    while let Some((number, item)) = reader.next_item()? {
        let done = match item {
            Ok(Item::Line(line)) => line_of(app, line),
            Ok(Item::Scene(scene)) => {
                let source = Source::File(path.to_owned());
                app.open(scene, source).map_err(|fault| fault.to_string())
            }
            Ok(Item::Digest(_)) => Ok(()),
            Ok(Item::CutOff) => {
                let path = printable(&path.to_string_lossy());
                // The picture is of all the rest, whether this is read or not.
                let _ = writeln!(io::stderr(), "{path}:{number}: {CUT_OFF}");
                Ok(())
            }
            Err(fault) => Err(fault.to_string()),
        };
        done.map_err(|why| {
            let path = printable(&path.to_string_lossy());
            CliError::InFile(format!("{path}:{number}: {why}"))
        })?;
    }
    if let Some(frame) = frame {
        app.execute(&Command::Seek(Place::Frame(frame))).map_err(CliError::in_file)?;
    }
    // Everything is in the file: there is nothing to save.
    app.engine_mut().saved(path.to_owned());
    Ok(())
}

fn line_of(app: &mut App, line: &str) -> Result<(), String> {
    let axes = app.sandbox().world().settings().axes;
    let Some(command) = Command::parse(line, axes).map_err(|fault| fault.to_string())? else {
        return Ok(());
    };
    app.clear_message();
    app.replay(&command).map_err(|fault| fault.to_string())?;
    match app.screen().message.as_ref() {
        Some(Message::Fault(why)) => Err(why.clone()),
        Some(Message::Note(_)) | None => Ok(()),
    }
}
