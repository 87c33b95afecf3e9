//! What effects do beyond the app: scenes are listed, read and written, what is
//! done is recorded, and pictures of the screen are made.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `recorder` | the file that a recording goes to |
//! | `keeper` | what is kept of a session at the screen |
//! | `left` | what sessions leave behind that were cut off |
//!
//! No terminal lives here, and nothing is decided here: the app says what is
//! wanted, and is told what came of it.

mod config;
mod crash_recovery;
mod effects;
pub mod files;
mod keeper;
mod listing;
pub mod pictures;
mod recorder;
mod saving;
mod session_files;

use std::path::Path;

pub use config::{ConfigError, Wanted, load_config, own_config_path};
pub use crash_recovery::CrashRecovery;
pub use effects::{Flow, Presenter, Report, carry_out};
pub use keeper::{Keeper, Leaving};
pub use recorder::{Recorder, records_beside};
pub use saving::{Manner, NotWritten, own_file, save, write_scene};
pub use session_files::{Ending, SessionFiles};

use crate::app::App;

/// Opens a scene, from the gallery or from a file; the app shows it, or why
/// not.
pub fn open(app: &mut App, target: &str) {
    let opened = match files::find(target) {
        Ok((scene, source)) => app.opened(scene, source).map_err(|fault| fault.to_string()),
        Err(fault) => Err(fault.brief()),
    };
    if let Err(why) = opened {
        app.fail(why);
    }
}

/// Lists the scene files of the directory that the program runs in, and tells
/// the app.
pub fn list_scenes(app: &mut App) {
    app.scenes_listed(listing::scene_files(Path::new(".")));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{GlyphSet, Message};
    use hitscan_core::scene::Source;

    fn app(target: &str) -> App {
        let (scene, source) = files::find(target).expect("it can be read");
        App::new(scene, source, (80, 24), GlyphSet::Lines).expect("it makes a world")
    }

    #[test]
    fn what_cannot_be_opened_is_said_and_nothing_changes() {
        let mut app = app("start");
        let before = app.sandbox().scene();
        open(&mut app, "no-such.toml");
        let said = match app.screen().message.as_ref() {
            Some(Message::Fault(why)) => why,
            other => panic!("a fault was expected, not {other:?}"),
        };
        assert!(said.contains("no such file"), "{said}");
        assert_eq!(app.sandbox().scene(), before);
    }

    #[test]
    fn opening_takes_the_place_of_the_scene() {
        let mut app = app("start");
        open(&mut app, "tunnel");
        assert_eq!(app.session().source(), &Source::BuiltIn("tunnel".to_owned()));
    }
}
