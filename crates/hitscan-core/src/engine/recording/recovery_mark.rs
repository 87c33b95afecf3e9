//! Comments in the recording of a session for resuming it after a crash: which file its scene
//! belongs to, and which command was running.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::scene::gallery;

/// The contents of such a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecoveryMark {
    /// The scene below comes from this file: `# file PATH`.
    From(PathBuf),
    /// The scene below is the built-in one of this name: `# scene NAME`.
    BuiltIn(&'static str),
    /// The scene was saved to this file here: `# saved PATH`. `None` for a path that cannot be
    /// written on a line.
    Saved(Option<PathBuf>),
    /// This command started here: `# begun LINE`. Its effects follow; if nothing follows, it
    /// was cut off.
    Begun(String),
}

const FROM: &str = "# file ";
const BUILT_IN: &str = "# scene ";
const SAVED: &str = "# saved";
const BEGUN: &str = "# begun ";

impl RecoveryMark {
    /// The mark for a scene from this file, unless its path cannot be written on a line.
    #[must_use]
    pub fn from_file(path: &Path) -> Option<Self> {
        sayable(path).map(Self::From)
    }

    /// The mark for the built-in scene of this name, if there is one.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        let mut names = gallery().iter().map(|(name, _)| *name);
        names.find(|known| *known == name).map(Self::BuiltIn)
    }

    /// The mark for a scene that was saved to this file.
    #[must_use]
    pub fn saved(path: &Path) -> Self {
        Self::Saved(sayable(path))
    }

    /// The mark on this line, if there is one.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        if let Some(path) = line.strip_prefix(FROM) {
            return Some(Self::From(path.into()));
        }
        if let Some(name) = line.strip_prefix(BUILT_IN) {
            return Self::built_in(name);
        }
        if let Some(line) = line.strip_prefix(BEGUN) {
            return Some(Self::Begun(line.to_owned()));
        }
        match line.strip_prefix(SAVED)? {
            "" => Some(Self::Saved(None)),
            rest => rest.strip_prefix(' ').map(|path| Self::Saved(Some(path.into()))),
        }
    }
}

fn sayable(path: &Path) -> Option<PathBuf> {
    let text = path.to_str().filter(|path| !path.contains(char::is_control))?;
    Some(text.into())
}

/// The line, without its end.
impl fmt::Display for RecoveryMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::From(path) => write!(f, "{FROM}{}", path.display()),
            Self::BuiltIn(name) => write!(f, "{BUILT_IN}{name}"),
            Self::Saved(Some(path)) => write!(f, "{SAVED} {}", path.display()),
            Self::Saved(None) => f.write_str(SAVED),
            Self::Begun(line) => write!(f, "{BEGUN}{line}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_parse_back_as_written() {
        let marks = [
            RecoveryMark::from_file(Path::new("/a b/#.toml")).expect("a line can say it"),
            RecoveryMark::saved(Path::new("/a.toml")),
            RecoveryMark::saved(Path::new("/a\n.toml")),
            RecoveryMark::Begun("step 100".to_owned()),
            RecoveryMark::built_in("tunnel").expect("a scene"),
        ];
        for mark in marks {
            assert_eq!(RecoveryMark::read(&mark.to_string()).as_ref(), Some(&mark));
        }
        for other in ["# saves", "# savedly", "# begun", "move A 1 0", "# filed a", "# scene x"] {
            assert_eq!(RecoveryMark::read(other), None, "{other}");
        }
        assert_eq!(RecoveryMark::from_file(Path::new("/\u{1b}")), None);
    }
}
