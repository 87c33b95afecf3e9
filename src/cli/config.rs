//! `hitscan config` and `hitscan keys`: what can be settled, and what is.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::app::config::{Config, template};
use crate::app::{ACTIONS, Group};
use crate::host::{Wanted, own_config_path};
use hitscan_core::words::listed;

/// Which configuration is read.
#[derive(Clone, Debug, PartialEq, Eq, Default, clap::Args)]
pub struct ConfigFrom {
    /// Read this configuration in the place of your own
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Read no configuration
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,
}

impl ConfigFrom {
    /// What is asked for.
    #[must_use]
    pub fn wanted(&self) -> Wanted<'_> {
        match &self.config {
            Some(path) => Wanted::File(path),
            None if self.no_config => Wanted::Nothing,
            None => Wanted::Own,
        }
    }
}

/// What is said of the configuration.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct ConfigArgs {
    /// Say where your configuration is looked for instead
    #[arg(long)]
    pub path: bool,
}

/// What `hitscan config` prints; nothing when a path is asked for and there is
/// no home to look in.
#[must_use]
pub fn config(args: &ConfigArgs) -> Option<String> {
    if !args.path {
        return Some(template());
    }
    own_config_path().map(|path| format!("{}\n", path.display()))
}

/// The keys as they are now, with a mark at those that are not the usual ones.
#[must_use]
pub fn keys(config: &Config) -> String {
    let mut text = String::new();
    let mut changed = 0;
    for group in Group::ALL {
        let blank = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{blank}{}", group.title());
        for spec in ACTIONS.iter().filter(|spec| spec.group == group) {
            let keys: Vec<_> = config.keys.keys_of(spec.action).collect();
            let is_usual = keys.iter().eq(spec.keys.iter());
            changed += usize::from(!is_usual);
            let mark = if is_usual { ' ' } else { '*' };
            let keys = if keys.is_empty() { "(none)".to_owned() } else { listed(keys) };
            let _ = writeln!(text, "{mark} {keys:<20} {:<22} {}", spec.id, spec.doc);
        }
    }
    if changed > 0 {
        let _ = writeln!(text, "\n* as your configuration has it");
    }
    text
}
