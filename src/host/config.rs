//! The configuration file: where it is looked for, and how it is loaded.

use std::fmt;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use etcetera::base_strategy::Xdg;

use super::files::{self, ReadFault};
use crate::app::config::Config;
use hitscan_core::scene::{Fault, printable};

/// Which configuration to load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted<'a> {
    /// The user's own, if there is one.
    Own,
    /// This file, which must exist.
    File(&'a Path),
    /// None: the defaults.
    Nothing,
}

/// Why a configuration was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// It cannot be read: the file, and why.
    Unread(PathBuf, ReadFault),
    /// It has faults: the file, and all of them.
    Faults(PathBuf, Vec<Fault>),
}

/// One line for each fault, `config.toml:3:9: ...`; for the user's own file also how to start
/// without it.
impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread(path, fault) => f.write_str(&fault.message(path, &files::CONFIG)),
            Self::Faults(path, faults) => {
                let path = printable(&path.to_string_lossy());
                for fault in faults {
                    writeln!(f, "{path}:{fault}")?;
                }
                f.write_str("ignored; --no-config skips it")
            }
        }
    }
}

impl std::error::Error for ConfigError {}

/// The path of the user's own configuration: `hitscan/config.toml` under `$XDG_CONFIG_HOME`, which
/// is `~/.config` when it is not set. `None` for a user without a home.
pub fn own_config_path() -> Option<PathBuf> {
    let base = Xdg::new().ok()?;
    Some(base.config_dir().join("hitscan").join("config.toml"))
}

/// Loads the wanted configuration, or the defaults if the user has none. If the user's own file
/// cannot be read, loads the defaults, and says so in a line: the home directory may be missing, or
/// belong to another user.
///
/// # Errors
/// When a named file cannot be read, or any file has faults.
pub fn load_config(wanted: Wanted<'_>) -> Result<(Config, Option<String>), ConfigError> {
    let own;
    let path = match wanted {
        Wanted::Nothing => return Ok(Default::default()),
        Wanted::File(path) => path,
        Wanted::Own => match own_config_path() {
            Some(path) => {
                own = path;
                own.as_path()
            }
            None => return Ok(Default::default()),
        },
    };
    let text = match (files::read_text(path, &files::CONFIG), wanted) {
        (Ok(text), _) => text,
        (Err(ReadFault::NotFound), Wanted::Own) => return Ok(Default::default()),
        (Err(fault), Wanted::Own) => {
            let why = fault.message(path, &files::CONFIG);
            return Ok((Config::default(), Some(format!("default settings: {why}"))));
        }
        (Err(fault), _) => return Err(ConfigError::Unread(path.to_owned(), fault)),
    };
    let config =
        Config::parse(&text).map_err(|faults| ConfigError::Faults(path.to_owned(), faults))?;
    Ok((config, None))
}
