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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Lines for people
    #[default]
    #[value(alias = "table")]
    Text,
    /// One JSON object a line
    Ndjson,
}

/// How reports are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Lines for people, 80 columns wide
    #[default]
    #[value(alias = "table")]
    Text,
    /// One JSON object a line
    Ndjson,
    /// XML for build servers
    Junit,
    /// Test Anything Protocol 14
    Tap,
}

/// One JSON object a line.
pub(super) fn ndjson<T: Serialize>(lines: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    for line in lines {
        write_line(&line, &mut text);
    }
    text
}
