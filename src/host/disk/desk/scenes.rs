//! Opens scenes from a desk. Built-in names come first; any other name is a file on the desk, with
//! `.toml` added if it has no ending.

use std::path::{Path, PathBuf};

use super::{Desk, DeskFiles, is_plain};
use crate::host::disk::files::{self, LoadError, ReadFault, Refusal, ShownTarget};
use hitscan_core::scene::{ReadOptions, Rounding, SceneSource, gallery};
use hitscan_core::words::nearest;

impl Desk {
    /// Opens the scene named by a target, or an empty one with a new file.
    ///
    /// # Errors
    /// When there is no such scene and the name cannot be that of a new file, or the scene has
    /// faults.
    pub fn find_or_new(
        &self,
        target: &str,
        rounding: &mut Rounding,
    ) -> Result<ShownTarget, LoadError> {
        match self {
            Self::Anywhere => files::find_or_new(target, rounding),
            Self::Of(desk) => find_on(&**desk, target, rounding),
        }
    }
}

fn find_on(
    desk: &dyn DeskFiles,
    target: &str,
    rounding: &mut Rounding,
) -> Result<ShownTarget, LoadError> {
    let refused = |refusal| Err(LoadError { target: target.into(), refusal });
    if gallery().iter().any(|(name, _)| *name == target) {
        let (scene, source) = files::find_built_in(target)?;
        return Ok(ShownTarget::Found(Box::new(scene), source));
    }
    let whole = files::with_ending(Path::new(target)).to_string_lossy().into_owned();
    let is_there = || is_plain(&whole) && matches!(desk.read(&whole), Ok(Some(_)));
    let target = if !is_plain(target) && is_there() { &*whole } else { target };
    if !is_plain(target) {
        let is_word = target.chars().all(|char| char.is_ascii_alphanumeric() || char == '-');
        let names = gallery().iter().map(|(name, _)| *name);
        return refused(match nearest(target, names).filter(|_| is_word) {
            Some(meant) => Refusal::NotFound(Some(meant)),
            None => Refusal::NotPlain,
        });
    }
    let path = PathBuf::from(target);
    let mut reading = ReadOptions { rounding: *rounding, own_methods: None };
    let parsed = match desk.read(target) {
        Ok(None) => return Ok(ShownTarget::New(path)),
        Ok(Some(text)) => files::parse(&text, &mut reading),
        Err(why) => return refused(Refusal::Unread(ReadFault::Unreadable(why.to_string()))),
    };
    *rounding = reading.rounding;
    match parsed {
        Ok(scene) => Ok(ShownTarget::Found(Box::new(scene), SceneSource::File(path))),
        Err(why) => refused(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_on_a_desk_finds_the_file_with_its_ending() {
        let folder = tempfile::tempdir().expect("there is room");
        let desk = Desk::folder(folder.path());
        let found = |name: &str| desk.find_or_new(name, &mut Rounding::default());
        assert!(matches!(found("lab1"), Err(LoadError { refusal: Refusal::NotPlain, .. })));
        let saved = desk.file_to_save("lab1".into(), &SceneSource::New);
        std::fs::write(folder.path().join(&saved), "").expect("it can be written");
        let lab = SceneSource::File("lab1.toml".into());
        assert!(matches!(found("lab1"), Ok(ShownTarget::Found(_, source)) if source == lab));
    }
}
