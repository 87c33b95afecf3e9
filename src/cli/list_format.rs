//! The formats of lists.

use clap::ValueEnum;

/// How lists are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Lines for people, at most 80 columns wide
    Table,
    /// One JSON object a line
    Ndjson,
}
