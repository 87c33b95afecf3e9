//! What effects do beyond the app: scenes are listed, read and written, what is
//! done is recorded, and pictures of the screen are made.
//!
//! No terminal lives here, and nothing is decided here: the app says what is
//! wanted, and is told what came of it.

mod listing;
pub mod pictures;
mod recorder;

use std::fs;
use std::path::{Path, PathBuf};

pub use recorder::{Recorder, records_beside};

use crate::app::{App, Effect};
use crate::scene::{self, Scene, Source, printable};

/// Opens a scene, from the gallery or from a file; the app shows it, or why
/// not.
pub fn open(app: &mut App, target: &str) {
    let opened = match scene::find(target) {
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

/// Saves the scene to a file; the app is told, and says what is to be done
/// next. Only the file that the scene came from is written over.
pub fn save(app: &mut App, path: PathBuf) -> Vec<Effect> {
    match write_scene(&path, &app.sandbox().scene_to_save(), app.source()) {
        Ok(()) => app.saved(path),
        Err(why) => {
            app.fail(why);
            Vec::new()
        }
    }
}

/// Writes a scene to a file. Only the file that it came from is written over.
///
/// # Errors
/// Says why not.
pub fn write_scene(path: &Path, scene: &Scene, source: &Source) -> Result<(), String> {
    let text = text_for(path, scene, source)?;
    scene::save(path, &text).map_err(|fault| fault.to_string())
}

/// What the file is to say: the scene, with the comments it had where it is the
/// scene's own.
fn text_for(path: &Path, scene: &Scene, source: &Source) -> Result<String, String> {
    if !path.is_file() {
        return Ok(scene.to_toml());
    }
    if !matches!(source, Source::File(own) if is_same_file(own, path)) {
        let path = printable(&path.to_string_lossy());
        return Err(format!(
            "{path}: not saved: another file has this name; take another, or remove it first"
        ));
    }
    Ok(fs::read_to_string(path)
        .map_or_else(|_| scene.to_toml(), |old| scene::update_toml(&old, scene)))
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other
        || matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{GlyphSet, Message};

    fn app(target: &str) -> App {
        let (scene, source) = scene::find(target).expect("it can be read");
        App::new(scene, source, (80, 24), GlyphSet::Lines).expect("it makes a world")
    }

    fn fault(app: &App) -> &str {
        match app.message() {
            Some(Message::Fault(why)) => why,
            other => panic!("a fault was expected, not {other:?}"),
        }
    }

    #[test]
    fn a_built_in_scene_is_saved_to_a_file_and_opens_as_the_same() {
        let directory = tempfile::tempdir().expect("there is room");
        let path = directory.path().join("mine.toml");
        let mut app = app("start");
        assert_eq!(save(&mut app, path.clone()), []);
        assert_eq!(app.source(), &Source::File(path.clone()));
        let (again, _) = scene::find(&path.to_string_lossy()).expect("it can be read");
        assert_eq!(again, app.sandbox().scene());
    }

    #[test]
    fn comments_stay_when_a_scene_is_saved_over_its_own_file() {
        let directory = tempfile::tempdir().expect("there is room");
        let path = directory.path().join("mine.toml");
        let text = "# what the class found\n[[box]]\nname = \"A\"\nat = [1, 2]\nsize = [3, 4]\n";
        fs::write(&path, text).expect("it can be written");
        let mut app = app(&path.to_string_lossy());
        app.press(crate::app::KeyPress::plain(ratatui::crossterm::event::KeyCode::Right));
        save(&mut app, path.clone());
        let saved = fs::read_to_string(&path).expect("it is there");
        assert!(saved.starts_with("# what the class found\n"), "{saved}");
        assert!(saved.contains("[2, 2]"), "{saved}");
    }

    #[test]
    fn a_file_of_somebody_else_is_not_written_over() {
        let directory = tempfile::tempdir().expect("there is room");
        let path = directory.path().join("other.toml");
        fs::write(&path, "something else").expect("it can be written");
        let mut app = app("start");
        save(&mut app, path.clone());
        assert!(fault(&app).ends_with("take another, or remove it first"), "{}", fault(&app));
        save(&mut app, directory.path().to_owned());
        assert!(fault(&app).contains("it is a directory"), "{}", fault(&app));
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "something else");
    }

    #[test]
    fn what_cannot_be_opened_or_saved_is_said_and_nothing_changes() {
        let mut app = app("start");
        let before = app.sandbox().scene();
        open(&mut app, "no-such.toml");
        assert!(fault(&app).contains("no such file"), "{}", fault(&app));
        save(&mut app, PathBuf::from("no/such/\u{1b}[31mplace.toml"));
        assert!(fault(&app).contains("not saved"), "{}", fault(&app));
        assert!(!fault(&app).contains('\u{1b}'), "nothing is shown raw");
        assert_eq!(app.sandbox().scene(), before);
    }

    #[test]
    fn opening_takes_the_place_of_the_scene() {
        let mut app = app("start");
        open(&mut app, "tunnel");
        assert_eq!(app.source(), &Source::BuiltIn("tunnel".to_owned()));
    }
}
