//! What the files of a session must be at any moment: scenes stay scenes, and no work is lost.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use hitscan_core::scene::Scene;

use crate::report::{Fault, Figures};
use crate::scratch::Scratch;
use crate::tool;

/// The last known state of the scene files.
#[derive(Default)]
pub(crate) struct SceneFiles {
    seen: BTreeMap<PathBuf, Seen>,
}

/// The last known state of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    kind: Kind,
    form: Form,
    version: Version,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Scene,
    /// A file that was never a scene is never overwritten.
    Other,
}

/// Attributes that stay the same when a file is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Form {
    is_link: bool,
    links: u64,
    mode: u32,
    owner: u32,
    group: u32,
}

/// Attributes that change whenever a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Version {
    inode: u64,
    bytes: u64,
    seconds: i64,
    nanoseconds: i64,
}

/// A file that is written in place is incomplete for a moment.
const MOMENT: Duration = Duration::from_millis(300);

impl SceneFiles {
    /// Accepts the current files: the driver has written them.
    pub(crate) fn take(&mut self, scratch: &Scratch) {
        for path in scene_files(scratch) {
            let Some((form, version)) = look_at(&path) else { continue };
            if self.seen.get(&path).is_none_or(|seen| seen.version != version) {
                let text = fs::read_to_string(&path);
                let is_scene = text.is_ok_and(|text| Scene::parse(&text).is_ok());
                let kind = if is_scene { Kind::Scene } else { Kind::Other };
                self.seen.insert(path, Seen { kind, form, version });
            }
        }
    }

    /// Whether this file is a scene.
    pub(crate) fn is_scene(&self, path: &Path) -> bool {
        self.seen.get(path).is_some_and(|seen| seen.kind == Kind::Scene)
    }

    /// Checks what has happened to the files.
    pub(crate) fn look(&mut self, binary: &str, scratch: &Scratch) -> Result<(), Fault> {
        for path in scene_files(scratch) {
            let Some((form, version)) = look_at(&path) else { continue };
            let seen = self.seen.get(&path);
            if seen.is_some_and(|seen| seen.version == version) {
                continue;
            }
            let shown = path.display();
            match seen {
                Some(seen) if seen.kind == Kind::Other => {
                    return Err(Fault(format!("{shown} was no scene, and was written over")));
                }
                Some(seen) if seen.form != form => {
                    let was = seen.form;
                    return Err(Fault(format!("{shown} was {was:?} and has become {form:?}")));
                }
                _ => {}
            }
            check_scene(&path, binary, scratch).or_else(|_| {
                thread::sleep(MOMENT);
                check_scene(&path, binary, scratch)
            })?;
            self.seen.insert(path, Seen { kind: Kind::Scene, form, version });
        }
        match self.seen.keys().find(|path| !path.is_file()) {
            Some(path) => Err(Fault(format!("{} is gone", path.display()))),
            None => Ok(()),
        }
    }
}

/// The current state of a file, if it is one.
fn look_at(path: &Path) -> Option<(Form, Version)> {
    let found = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let form = Form {
        is_link: fs::symlink_metadata(path).ok()?.is_symlink(),
        links: found.nlink(),
        mode: found.mode(),
        owner: found.uid(),
        group: found.gid(),
    };
    let version = Version {
        inode: found.ino(),
        bytes: found.len(),
        seconds: found.mtime(),
        nanoseconds: found.mtime_nsec(),
    };
    Some((form, version))
}

/// Checks that the program accepts a file as a scene.
fn check_scene(path: &Path, binary: &str, scratch: &Scratch) -> Result<(), Fault> {
    let ran = tool::run(binary, scratch, &["run", &path.to_string_lossy()])?;
    if ran.status != 0 {
        let (path, said) = (path.display(), ran.output.lines().next().unwrap_or_default());
        return Err(Fault(format!("{path} was written, and is no scene: {said}")));
    }
    Ok(())
}

fn scene_files(scratch: &Scratch) -> Vec<PathBuf> {
    let work = scratch.work();
    let folders = [work.clone(), work.join("small"), work.join("locked")];
    let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_scene = |path: &PathBuf| path.extension().is_some_and(|it| it == "toml");
    let is_own = |path: &PathBuf| {
        path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.'))
    };
    paths.filter(is_scene).filter(is_own).collect()
}

/// Replays the recovery files of crashed sessions.
pub(crate) fn check_kept(
    binary: &str,
    scratch: &Scratch,
    figures: &mut Figures,
) -> Result<(), Fault> {
    for path in files_below(&scratch.state()) {
        if path.extension().is_some_and(|extension| extension == "hits") {
            replay(binary, scratch, &path, Ending::Any)?;
            figures.kept_replayed += 1;
        }
    }
    Ok(())
}

/// How a recording ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With the digest of its records.
    Digest,
    /// Possibly where the program was killed.
    Any,
}

/// Replays a recording.
pub(crate) fn replay(
    binary: &str,
    scratch: &Scratch,
    path: &Path,
    ending: Ending,
) -> Result<(), Fault> {
    let path = path.to_string_lossy();
    let ran = tool::run(binary, scratch, &["run", "--check", "--replay", &path])?;
    // The exit status also covers the claims and checks in the recording.
    let ends_well = match ending {
        Ending::Digest => ran.output.contains("the digest is as recorded"),
        Ending::Any => ["the digest is as recorded", "has no digest"]
            .iter()
            .any(|said| ran.output.contains(said)),
    };
    if !ends_well {
        let said: Vec<_> = ran.output.lines().rev().take(3).collect();
        let said = said.join(" / ");
        return Err(Fault(format!("{path}: {ending:?}, but its replay says {said}")));
    }
    Ok(())
}

/// Checks that every line of a terminal recording is complete.
pub(crate) fn check_cast(path: &Path) -> Result<(), Fault> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let is_whole = |line: &&str| serde_json::from_str::<serde_json::Value>(line).is_ok();
    match text.lines().find(|line| !is_whole(line)) {
        Some(line) => Err(Fault(format!("{}: no line of a cast: {line:.200}", path.display()))),
        None => Ok(()),
    }
}

/// The names that no file contains any more.
pub(crate) fn lost(scratch: &Scratch, names: &[String]) -> Vec<String> {
    let files: Vec<_> = files_below(&scratch.state())
        .into_iter()
        .chain(files_below(&scratch.work()))
        .filter_map(|path| fs::read(path).ok())
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .collect();
    let holds = |text: &String, name: &String| {
        text.contains(&format!("box {name} ")) || text.contains(&format!("\"{name}\""))
    };
    names.iter().filter(|name| !files.iter().any(|text| holds(text, name))).cloned().collect()
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        match fs::symlink_metadata(&path) {
            Ok(it) if it.is_dir() => found.extend(files_below(&path)),
            Ok(it) if it.is_file() => found.push(path),
            _ => {}
        }
    }
    found.sort();
    found
}
