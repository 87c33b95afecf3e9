//! Saves scenes to files: decides which file may be overwritten, and with which text.

use super::desk::{Desk, DeskFault, DeskFiles, is_plain};
use crate::host::disk::files::{self, PLAIN_NAMES, ReadFault};
use std::fs;
use std::path::{Path, PathBuf};

use crate::app::Clash;
use hitscan_core::engine::Overwrite;
use hitscan_core::scene::{self, Scene, SceneSource, printable};

/// Why a scene was not written. The file is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotWritten {
    /// The user must confirm first.
    Clash(Clash),
    /// It cannot be written: one line that starts with the file.
    Fault(String),
}

impl NotWritten {
    /// The reason, if the user cannot be asked: one line that starts with the file.
    pub fn message(&self, path: &Path) -> String {
        let path = printable(&path.to_string_lossy());
        let why = match self {
            Self::Fault(message) => return message.clone(),
            Self::Clash(Clash::Changed) => "another program has changed it since it was opened",
            Self::Clash(Clash::Gone) => "it is gone since it was opened",
            Self::Clash(Clash::Another) => "it is another scene",
        };
        format!("{path}: not saved: {why}; take another name")
    }
}

impl Desk {
    /// The file that a scene is saved to under a name: its own file, else one whose name has an
    /// ending.
    pub(in crate::host) fn file_to_save(&self, name: PathBuf, source: &SceneSource) -> PathBuf {
        match (source, self) {
            (SceneSource::File(own), _) if *own == name => name,
            (_, Self::Anywhere) => files::scene_path(&name),
            (_, Self::Of(_)) => files::with_ending(&name),
        }
    }

    /// Writes a scene to a file. `own` is the file that it came from, if any, and the scene that it
    /// held. Comments stay if the file is the scene's own, even if it has been changed since.
    ///
    /// # Errors
    /// Why it was not written, or what to confirm first.
    pub(in crate::host) fn write_scene(
        &self,
        path: &Path,
        scene: &Scene,
        own: Option<(&Path, &Scene)>,
        overwrite: Overwrite,
    ) -> Result<(), NotWritten> {
        match self {
            Self::Anywhere => {
                let text = text_for(path, scene, own, overwrite)?;
                files::save(path, &text).map_err(|fault| NotWritten::Fault(fault.to_string()))
            }
            Self::Of(desk) => {
                let said = own.filter(|(own, _)| *own == path).map(|(_, said)| said);
                write_on(&**desk, path, scene, said, overwrite)
            }
        }
    }

    /// Whether a file of this name exists.
    pub(in crate::host) fn holds(&self, path: &Path) -> bool {
        match self {
            Self::Anywhere => path.exists(),
            Self::Of(desk) => {
                let name = path.to_str().filter(|name| is_plain(name));
                name.is_some_and(|name| matches!(desk.read(name), Ok(Some(_))))
            }
        }
    }
}

/// Writes a scene on a desk; `said` is the scene that its own file held when it was opened.
fn write_on(
    desk: &dyn DeskFiles,
    path: &Path,
    scene: &Scene,
    said: Option<&Scene>,
    overwrite: Overwrite,
) -> Result<(), NotWritten> {
    let shown = printable(&path.to_string_lossy());
    let Some(name) = path.to_str().filter(|name| is_plain(name)) else {
        return Err(NotWritten::Fault(format!("{shown}: {PLAIN_NAMES}")));
    };
    let not_saved = |why: &DeskFault| NotWritten::Fault(format!("{shown}: not saved: {why}"));
    let old = desk.read(name).map_err(|why| not_saved(&why))?;
    let text = match &old {
        Some(old) => text_over(Some(old.clone()), scene, said, overwrite, &shown)?,
        None if said.is_some() && overwrite == Overwrite::Ask => {
            return Err(NotWritten::Clash(Clash::Gone));
        }
        None => scene.to_toml(),
    };
    if text.len() > Scene::MAX_BYTES {
        let (found, most) = (text.len(), Scene::MAX_BYTES);
        return Err(NotWritten::Fault(format!(
            "{shown}: not saved: it has {found} bytes; a scene file has at most {most}"
        )));
    }
    desk.write(name, &text, old.as_deref()).map_err(|why| match why {
        DeskFault::Conflict => NotWritten::Clash(Clash::Changed),
        why => not_saved(&why),
    })
}

/// The new text of the file: the scene, with the comments of the file if it is the scene's own.
fn text_for(
    path: &Path,
    scene: &Scene,
    own: Option<(&Path, &Scene)>,
    overwrite: Overwrite,
) -> Result<String, NotWritten> {
    let said = own.filter(|(own, _)| is_same_file(own, path)).map(|(_, said)| said);
    if !path.is_file() {
        // Saving reports any other problem.
        if said.is_some() && !path.exists() && folder_exists(path) {
            ask_about(Clash::Gone, overwrite)?;
        }
        return Ok(scene.to_toml());
    }
    let shown = printable(&path.to_string_lossy());
    let old = match files::read_text(path, &files::SCENE) {
        Err(ReadFault::Unreadable(why)) => {
            return Err(NotWritten::Fault(format!(
                "{shown}: not saved: it cannot be read: {why}; take another name"
            )));
        }
        read => read.ok(),
    };
    text_over(old, scene, said, overwrite, &shown)
}

/// The new text of an existing file, whose old text is `old` if it can be read.
fn text_over(
    old: Option<String>,
    scene: &Scene,
    said: Option<&Scene>,
    overwrite: Overwrite,
    shown: &str,
) -> Result<String, NotWritten> {
    let old_scene = old.as_deref().and_then(|old| Scene::parse(old).ok());
    match (said, old_scene) {
        (Some(said), Some(old_scene)) if old_scene == *said => {}
        (Some(_), _) => ask_about(Clash::Changed, overwrite)?,
        (None, Some(_)) => ask_about(Clash::Another, overwrite)?,
        (None, None) => {
            return Err(NotWritten::Fault(format!(
                "{shown}: not saved: this file is not a scene; take another name, or remove it first"
            )));
        }
    }
    let comments = old.filter(|_| said.is_some());
    Ok(comments.map_or_else(|| scene.to_toml(), |old| scene::update_toml(&old, scene)))
}

fn ask_about(clash: Clash, overwrite: Overwrite) -> Result<(), NotWritten> {
    match overwrite {
        Overwrite::Ask => Err(NotWritten::Clash(clash)),
        Overwrite::Yes => Ok(()),
    }
}

fn folder_exists(path: &Path) -> bool {
    path.parent().is_none_or(|folder| folder.as_os_str().is_empty() || folder.is_dir())
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other
        || matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyCode;

    use super::*;
    use crate::app::{App, Effect, GlyphSet, KeyPress, Message, Prompt};
    use crate::host::pictures::Coloring;
    use crate::host::{ScreenFace, SessionFiles, effects};
    use hitscan_core::engine;

    const LAB: &str = "# what the class found\n[[box]]\nname = \"A\"\nat = [1, 2]\nsize = [3, 4]\n";

    fn app(target: &str) -> App {
        let (scene, source) = files::find(target).expect("it can be read");
        App::new(scene, source, (80, 24), GlyphSet::Lines).expect("it makes a world")
    }

    fn lab() -> (tempfile::TempDir, PathBuf, App) {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("lab.toml");
        fs::write(&path, LAB).expect("it can be written");
        let app = app(&path.to_string_lossy());
        (folder, path, app)
    }

    fn press(app: &mut App, key: char) -> Vec<Effect> {
        app.press(KeyPress::plain(KeyCode::Char(key)))
    }

    /// Saves as the event loop does.
    fn save_now(app: &mut App, path: &Path) {
        carry_out(app, vec![engine::Effect::Save(path.to_owned(), Overwrite::Ask).into()]);
    }

    fn carry_out(app: &mut App, effects: Vec<Effect>) {
        for effect in effects {
            let Effect::Engine(effect) = effect else { panic!("not expected: {effect:?}") };
            let mut face = ScreenFace { app, coloring: Coloring::Colored };
            let _ = effects::carry_out(effect, &mut face, &mut SessionFiles::default());
        }
    }

    fn clash(app: &App) -> Option<Clash> {
        match app.input.prompt.as_ref() {
            Some(Prompt::SaveOver(_, clash)) => Some(*clash),
            _ => None,
        }
    }

    fn fault(app: &App) -> &str {
        match app.screen.message.as_ref() {
            Some(Message::Fault(why)) => why,
            other => panic!("a fault was expected, not {other:?}"),
        }
    }

    fn note(app: &App) -> &str {
        match app.screen.message.as_ref() {
            Some(Message::Note(text)) => text,
            other => panic!("a note was expected, not {other:?}"),
        }
    }

    #[test]
    fn a_built_in_scene_is_saved_to_a_file_and_opens_as_the_same() {
        let directory = tempfile::tempdir().expect("there is room");
        let path = directory.path().join("mine.toml");
        let mut app = app("start");
        save_now(&mut app, &path);
        assert_eq!(app.engine.source(), &SceneSource::File(path.clone()));
        let (again, _) = files::find(&path.to_string_lossy()).expect("it can be read");
        assert_eq!(again, app.engine.sandbox().scene());
    }

    #[test]
    fn a_new_file_is_announced_and_saved_without_a_question() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("new.toml");
        let source = SceneSource::File(path.clone());
        let engine = engine::Engine::new(Scene::default(), source).expect("an empty world");
        let mut app = App::showing(engine.not_saved_yet(), (80, 24), GlyphSet::Lines);
        app.screen.say_if_new(&app.engine, &app.input.keymap);
        assert!(note(&app).ends_with("new.toml is new; W saves it there"), "{}", note(&app));
        let effects = press(&mut app, 'W');
        carry_out(&mut app, effects);
        assert!(path.is_file() && clash(&app).is_none());
        assert!(!app.engine.is_unsaved());
    }

    #[test]
    fn comments_stay_when_a_scene_is_saved_over_its_own_file() {
        let (_folder, path, mut app) = lab();
        press(&mut app, 'l');
        save_now(&mut app, &path);
        let saved = fs::read_to_string(&path).expect("it is there");
        assert!(saved.starts_with("# what the class found\n"), "{saved}");
        assert!(saved.contains("[2, 2]"), "{saved}");
        let said = "lab.toml: A moved; the scene now starts as it stands at frame 1";
        assert!(note(&app).ends_with(said), "{}", note(&app));
        save_now(&mut app, &path);
        assert!(note(&app).ends_with("lab.toml: nothing had changed"), "{}", note(&app));
    }

    #[test]
    fn a_new_file_is_called_new_and_an_unplayed_scene_has_no_frame() {
        let (folder, _, mut app) = lab();
        let copy = folder.path().join("copy.toml");
        save_now(&mut app, &copy);
        assert!(note(&app).ends_with("copy.toml: a new file"), "{}", note(&app));
        save_now(&mut app, &copy);
        assert!(note(&app).ends_with("copy.toml: nothing had changed"), "{}", note(&app));
        press(&mut app, 'l');
        press(&mut app, 'l');
        save_now(&mut app, &folder.path().join("moved.toml"));
        let said = "moved.toml: a new file; the scene now starts as it stands at frame 2";
        assert!(note(&app).ends_with(said), "{}", note(&app));
    }

    #[test]
    fn a_file_changed_elsewhere_is_overwritten_only_on_request() {
        let (_folder, path, mut app) = lab();
        let theirs = format!("{LAB}fixed = true\n# their comment\n");
        fs::write(&path, &theirs).expect("it can be written");
        press(&mut app, 'l');
        save_now(&mut app, &path);
        assert_eq!(clash(&app), Some(Clash::Changed));
        assert_eq!(press(&mut app, 'n'), []);
        assert_eq!((clash(&app), note(&app)), (None, "not saved"));
        assert_eq!(fs::read_to_string(&path).expect("it is there"), theirs);
        save_now(&mut app, &path);
        let effects = press(&mut app, 'y');
        carry_out(&mut app, effects);
        let saved = fs::read_to_string(&path).expect("it is there");
        assert!(
            saved.contains("# their comment") && saved.contains("body = \"dynamic\""),
            "{saved}"
        );
    }

    #[test]
    fn the_version_written_elsewhere_can_be_opened_instead() {
        let (_folder, path, mut app) = lab();
        fs::write(&path, format!("title = \"theirs\"\n{LAB}")).expect("it can be written");
        press(&mut app, 'l');
        save_now(&mut app, &path);
        let effects = press(&mut app, 'r');
        carry_out(&mut app, effects);
        assert_eq!(app.engine.sandbox().world().title(), "theirs");
        save_now(&mut app, &path);
        assert_eq!(clash(&app), None);
    }

    #[test]
    fn comments_written_elsewhere_stay_and_need_no_question() {
        let (_folder, path, mut app) = lab();
        fs::write(&path, format!("# theirs\n{LAB}")).expect("it can be written");
        press(&mut app, 'l');
        save_now(&mut app, &path);
        assert_eq!(clash(&app), None);
        let saved = fs::read_to_string(&path).expect("it is there");
        assert!(saved.starts_with("# theirs\n# what the class found\n"), "{saved}");
    }

    #[test]
    fn a_file_that_is_gone_is_recreated_only_on_request() {
        let (_folder, path, mut app) = lab();
        fs::remove_file(&path).expect("it can be removed");
        save_now(&mut app, &path);
        assert_eq!(clash(&app), Some(Clash::Gone));
        assert_eq!(press(&mut app, 'r'), [], "there is nothing to be read again");
        assert!(!path.exists());
        let effects = press(&mut app, 'y');
        carry_out(&mut app, effects);
        assert!(path.is_file());
    }

    #[test]
    fn without_its_folder_a_file_cannot_be_recreated() {
        let (folder, path, mut app) = lab();
        folder.close().expect("it can be removed");
        save_now(&mut app, &path);
        assert!(fault(&app).ends_with("not saved: there is no such directory"), "{}", fault(&app));
    }

    #[test]
    fn another_scene_is_overwritten_only_on_request_and_other_files_never() {
        let (folder, _, mut app) = lab();
        let other = folder.path().join("other.toml");
        fs::write(&other, "title = \"other\"\n").expect("it can be written");
        save_now(&mut app, &other);
        assert_eq!(clash(&app), Some(Clash::Another));
        let effects = press(&mut app, 'y');
        carry_out(&mut app, effects);
        assert_eq!(app.engine.source(), &SceneSource::File(other.clone()));
        let notes = folder.path().join("notes.txt");
        fs::write(&notes, "something else").expect("it can be written");
        save_now(&mut app, &notes);
        assert!(fault(&app).ends_with("take another name, or remove it first"), "{}", fault(&app));
        save_now(&mut app, &folder.path().join(""));
        assert!(fault(&app).contains("it is a directory"), "{}", fault(&app));
        assert_eq!(fs::read_to_string(&notes).expect("it is there"), "something else");
    }

    #[test]
    fn a_failed_save_is_reported_and_changes_nothing() {
        let mut app = app("start");
        let before = app.engine.sandbox().scene();
        save_now(&mut app, Path::new("no/such/\u{1b}[31mplace.toml"));
        assert!(fault(&app).contains("not saved"), "{}", fault(&app));
        assert!(!fault(&app).contains('\u{1b}'), "nothing is shown raw");
        assert_eq!(app.engine.sandbox().scene(), before);
    }
}
