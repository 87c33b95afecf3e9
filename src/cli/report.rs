//! What the reports of subcommands share.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `columns` | tables for people |
//! | `tap` `junit` | reports for build servers |

pub(super) mod columns;
pub(super) mod junit;
pub(super) mod tap;

use clap::ValueEnum;
use serde::Serialize;

use hitscan_core::engine::ndjson::write_line;

/// How lists are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Lines for people, at most 80 columns wide
    Table,
    /// One JSON object a line
    Ndjson,
}

/// One JSON object a line.
pub(super) fn ndjson<T: Serialize>(lines: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    for line in lines {
        write_line(&line, &mut text);
    }
    text
}
