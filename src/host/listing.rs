//! Lists the scene files of a directory, and what is in them.

use std::fs;
use std::path::Path;

use super::disk::DeskFiles;
use super::files::{self, LoadError, Refusal};
use crate::app::SceneFile;
use hitscan_core::scene::Scene;

/// The most files to list: the first ones by name.
const MOST_FILES: usize = 500;
/// Once this many bytes have been read, further files are listed unread.
const MOST_BYTES: u64 = 4 << 20;

/// The `*.toml` files of a directory by name, without hidden ones, each with its content. Names
/// that are not UTF-8 cannot be typed, and are left out, too. Empty if the directory cannot be
/// read.
pub(super) fn scene_files(directory: &Path) -> Vec<SceneFile> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<_> = names.filter(|name| is_scene_name(name)).collect();
    names.sort_unstable();
    names.truncate(MOST_FILES);
    let mut read = 0_u64;
    let files = names.into_iter().filter_map(|name| {
        let path = directory.join(&name);
        let metadata = fs::metadata(&path).ok()?;
        if !metadata.is_file() {
            return None;
        }
        read = read.saturating_add(metadata.len());
        let scene = if read > MOST_BYTES {
            Err("not read yet, there being so much here; Enter opens it".to_owned())
        } else {
            files::load(&path)
                .map_err(|fault| LoadError { target: name.clone().into(), ..fault }.brief())
        };
        Some(SceneFile { name, scene })
    });
    files.collect()
}

/// The files of a desk by name, each with its content. Empty if the desk cannot be listed.
pub(super) fn scenes_of(desk: &dyn DeskFiles) -> Vec<SceneFile> {
    let mut names = desk.list().unwrap_or_default();
    names.truncate(MOST_FILES);
    let files = names.into_iter().filter_map(|name| {
        let scene = match desk.read(&name) {
            Ok(None) => return None,
            Ok(Some(text)) => Scene::parse(&text).map_err(|faults| {
                let refusal = Refusal::Faults(faults);
                LoadError { target: name.clone().into(), refusal }.brief()
            }),
            Err(why) => Err(format!("{name}: {why}")),
        };
        Some(SceneFile { name, scene })
    });
    files.collect()
}

fn is_scene_name(name: &str) -> bool {
    !name.starts_with('.')
        && Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scene_files_are_listed_by_name_with_their_content() {
        let directory = tempfile::tempdir().expect("there is room");
        let at = |name: &str| directory.path().join(name);
        fs::write(at("b.toml"), "title = \"two\"\n").expect("it can be written");
        fs::write(at("a.toml"), "titel = 3\n").expect("it can be written");
        fs::write(at(".c.toml"), "title = \"hidden\"\n").expect("it can be written");
        fs::write(at("d.txt"), "title = \"none\"\n").expect("it can be written");
        fs::create_dir(at("e.toml")).expect("there is room");
        let files = scene_files(directory.path());
        let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["a.toml", "b.toml"]);
        let fault = files[0].scene.as_ref().expect_err("there is no such key");
        assert!(fault.starts_with("a.toml:1:1: "), "{fault}");
        assert_eq!(files[1].scene.as_ref().map(|scene| scene.title.as_str()), Ok("two"));
        assert_eq!(scene_files(&at("nowhere")), []);
    }

    #[test]
    fn beyond_a_few_megabytes_files_are_listed_unread() {
        let directory = tempfile::tempdir().expect("there is room");
        let text = format!("#{}\n", "-".repeat(1_000_000));
        for name in ["a.toml", "b.toml", "c.toml", "d.toml", "e.toml"] {
            fs::write(directory.path().join(name), &text).expect("it can be written");
        }
        let read: Vec<_> =
            scene_files(directory.path()).iter().map(|file| file.scene.is_ok()).collect();
        assert_eq!(read, [true, true, true, true, false]);
    }
}
