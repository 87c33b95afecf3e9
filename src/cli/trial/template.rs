//! Programs to start from, one a language: each tests the edges of a box, which
//! is not right everywhere.

use clap::ValueEnum;

/// The language of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Template {
    /// `python3 my_hit.py`
    Python,
    /// `cc -o my_hit my_hit.c`
    C,
    /// `rustc -O my_hit.rs`
    Rust,
    /// `node my_hit.js`
    Javascript,
    /// `java MyHit.java`
    Java,
    /// `awk -f my_hit.awk`
    Awk,
    /// `sh my_hit.sh`
    Shell,
}

impl Template {
    /// The text of the program.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Python => include_str!("templates/my_hit.py"),
            Self::C => include_str!("templates/my_hit.c"),
            Self::Rust => include_str!("templates/my_hit.rs.txt"),
            Self::Javascript => include_str!("templates/my_hit.js"),
            Self::Java => include_str!("templates/MyHit.java"),
            Self::Awk => include_str!("templates/my_hit.awk"),
            Self::Shell => include_str!("templates/my_hit.sh"),
        }
    }
}
