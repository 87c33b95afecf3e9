//! Comments by which the recording of a session says which file its scene belongs
//! to, so that the session can be resumed after a crash.

use std::fmt;
use std::path::{Path, PathBuf};

/// A comment about the file of the scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileMark {
    /// The scene below comes from this file: `# file PATH`.
    From(PathBuf),
    /// Here the scene was saved to this file: `# saved PATH`. `None` for a path
    /// that no line can say.
    Saved(Option<PathBuf>),
}

const FROM: &str = "# file ";
const SAVED: &str = "# saved";

impl FileMark {
    /// The mark for a scene from this file, unless no line can say its path.
    #[must_use]
    pub fn from_file(path: &Path) -> Option<Self> {
        sayable(path).map(Self::From)
    }

    /// The mark for a scene that was saved to this file.
    #[must_use]
    pub fn saved(path: &Path) -> Self {
        Self::Saved(sayable(path))
    }

    /// The mark that this line is, if it is one.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        if let Some(path) = line.strip_prefix(FROM) {
            return Some(Self::From(path.into()));
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
impl fmt::Display for FileMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::From(path) => write!(f, "{FROM}{}", path.display()),
            Self::Saved(Some(path)) => write!(f, "{SAVED} {}", path.display()),
            Self::Saved(None) => f.write_str(SAVED),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_read_back_as_they_were_written() {
        let marks = [
            FileMark::from_file(Path::new("/a b/#.toml")).expect("a line can say it"),
            FileMark::saved(Path::new("/a.toml")),
            FileMark::saved(Path::new("/a\n.toml")),
        ];
        for mark in marks {
            assert_eq!(FileMark::read(&mark.to_string()).as_ref(), Some(&mark));
        }
        for other in ["# saves", "# savedly", "move A 1 0", "# filed a"] {
            assert_eq!(FileMark::read(other), None, "{other}");
        }
        assert_eq!(FileMark::from_file(Path::new("/\u{1b}")), None);
    }
}
