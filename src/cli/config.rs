//! `hitscan config` and `hitscan keys`: the default settings, and the user's
//! keys.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use super::{CliError, ExitStatus, print};
use crate::app::config::{Config, template};
use crate::app::{ACTIONS, ActionGroup};
use crate::host::{Wanted, load_config, own_config_path};
use hitscan_core::methods::Tolerance;
use hitscan_core::words::listed;

/// Which configuration to use.
#[derive(Clone, Debug, PartialEq, Eq, Default, clap::Args)]
pub struct ConfigFrom {
    /// Use this file instead of your config
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Use no config
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,
}

impl ConfigFrom {
    /// Reads the configuration, and prints its notice, if any, to standard error; returns both.
    ///
    /// # Errors
    /// When the file cannot be read or has errors.
    pub fn load(&self) -> Result<(Config, Option<String>), CliError> {
        let wanted = match &self.config {
            Some(path) => Wanted::File(path),
            None if self.no_config => Wanted::Nothing,
            None => Wanted::Own,
        };
        let loaded = load_config(wanted)?;
        if let Some(notice) = &loaded.1 {
            // If standard error is closed, the screen still shows it.
            let _ = writeln!(io::stderr(), "hitscan: {notice}");
        }
        Ok(loaded)
    }
}

/// The tolerance for times: from the option, or from the user's configuration.
///
/// # Errors
/// When the configuration has errors.
pub(super) fn tolerance_of(option: Option<Tolerance>) -> Result<Tolerance, CliError> {
    match option {
        Some(tolerance) => Ok(tolerance),
        None => Ok(load_config(Wanted::Own)?.0.tolerance),
    }
}

/// What to print of the configuration.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct ConfigArgs {
    /// Print the path of your config instead
    #[arg(long)]
    pub path: bool,
}

impl ConfigArgs {
    /// Prints the default configuration, or the path of the user's own.
    ///
    /// # Errors
    /// When writing fails, or when there is no home directory.
    pub fn run(&self, output: impl Write) -> Result<ExitStatus, CliError> {
        if !self.path {
            return print(template(), output);
        }
        let path =
            own_config_path().ok_or_else(|| CliError::other("there is no home directory"))?;
        print(format!("{}\n", path.display()), output)
    }
}

/// Whose keys to print.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct KeysArgs {
    /// Which configuration is read.
    #[command(flatten)]
    pub config: ConfigFrom,
}

impl KeysArgs {
    /// Prints the keys of every action.
    ///
    /// # Errors
    /// When the configuration cannot be used or writing fails.
    pub fn run(&self, output: impl Write) -> Result<ExitStatus, CliError> {
        print(keys(&self.config.load()?.0), output)
    }
}

/// The keys of every action, with a mark if they are not the default.
fn keys(config: &Config) -> String {
    let mut text = String::new();
    let mut changed = 0;
    for group in ActionGroup::ALL {
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
        let _ = writeln!(text, "\n* set by your config");
    }
    text
}
