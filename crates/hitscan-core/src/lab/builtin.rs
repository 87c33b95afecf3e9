//! The pack that is part of the program.

use super::pack::Pack;
use super::read::FileFault;

/// The files of a lesson, by their paths in the folder of the pack.
macro_rules! lesson {
    ($id:literal) => {
        [
            (concat!($id, "/lesson.toml"), include_str!(concat!("lessons/", $id, "/lesson.toml"))),
            (concat!($id, "/text.en.md"), include_str!(concat!("lessons/", $id, "/text.en.md"))),
        ]
    };
}

const PACK: &str = include_str!("lessons/pack.toml");
/// How many lessons the built-in pack has.
pub const BUILTIN_LESSONS: usize = 16;
const LESSONS: [[(&str, &str); 2]; BUILTIN_LESSONS] = [
    lesson!("apart"),
    lesson!("centres"),
    lesson!("strict"),
    lesson!("origins"),
    lesson!("sign"),
    lesson!("halves"),
    lesson!("zeros"),
    lesson!("parallel"),
    lesson!("inside"),
    lesson!("polygons"),
    lesson!("came-from"),
    lesson!("floor"),
    lesson!("corner"),
    lesson!("diagonal"),
    lesson!("tunnel"),
    lesson!("single"),
];

/// The ids of the built-in lessons, in order.
pub fn builtin_lessons() -> impl Iterator<Item = &'static str> {
    LESSONS.iter().filter_map(|[(path, _), _]| path.strip_suffix("/lesson.toml"))
}

/// The text of a file of the built-in pack.
#[must_use]
pub fn builtin_file(path: &str) -> Option<&'static str> {
    if path == "pack.toml" {
        return Some(PACK);
    }
    LESSONS.iter().flatten().find(|(known, _)| *known == path).map(|(_, text)| *text)
}

impl Pack {
    /// The built-in pack.
    ///
    /// # Errors
    /// Never: a test parses it.
    pub fn builtin() -> Result<Self, Vec<FileFault>> {
        Self::read(&|path| builtin_file(path).map(str::to_owned))
    }
}
