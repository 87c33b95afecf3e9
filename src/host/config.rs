//! The configuration file: where it is looked for, and what it says.

use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use etcetera::base_strategy::Xdg;

use crate::app::config::Config;
use hitscan_core::scene::{Fault, printable};

/// Which configuration is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted<'a> {
    /// That of the person, if there is one.
    Own,
    /// This file, which has to be there.
    File(&'a Path),
    /// None.
    Nothing,
}

/// Why a configuration is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// It cannot be read: the file, and why.
    Unreadable(PathBuf, String),
    /// It is at fault: the file, and every fault.
    Faults(PathBuf, Vec<Fault>),
}

/// One line for each fault, `config.toml:3:9: ...`, and for the person's own
/// file how to do without it.
impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(path, why) => {
                write!(f, "{}: it cannot be read: {why}", printable(&path.to_string_lossy()))
            }
            Self::Faults(path, faults) => {
                let path = printable(&path.to_string_lossy());
                for fault in faults {
                    writeln!(f, "{path}:{fault}")?;
                }
                f.write_str("hitscan: nothing of it is taken; --no-config starts without it")
            }
        }
    }
}

impl std::error::Error for ConfigError {}

/// Where the person's own configuration is looked for: `hitscan/config.toml`
/// under `$XDG_CONFIG_HOME`, which is `~/.config` when it is not set. Nowhere
/// for somebody without a home.
#[must_use]
pub fn own_config_path() -> Option<PathBuf> {
    let base = Xdg::new().ok()?;
    Some(base.config_dir().join("hitscan").join("config.toml"))
}

/// Reads the configuration that is asked for; the default where there is none.
///
/// # Errors
/// When it cannot be read, or is at fault.
pub fn load_config(wanted: Wanted<'_>) -> Result<Config, ConfigError> {
    let (path, may_be_missing) = match wanted {
        Wanted::Nothing => return Ok(Config::default()),
        Wanted::File(path) => (path.to_owned(), false),
        Wanted::Own => match own_config_path() {
            Some(path) => (path, true),
            None => return Ok(Config::default()),
        },
    };
    let unreadable =
        |why: &dyn fmt::Display| ConfigError::Unreadable(path.clone(), printable(&why.to_string()));
    let mut bytes = Vec::new();
    let most = u64::try_from(Config::MAX_BYTES).unwrap_or(u64::MAX);
    match File::open(&path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound && may_be_missing => {
            return Ok(Config::default());
        }
        Err(error) => {
            return Err(match error.kind() {
                ErrorKind::NotFound => unreadable(&"there is no such file"),
                ErrorKind::PermissionDenied => unreadable(&"no permission"),
                ErrorKind::IsADirectory => unreadable(&"it is a directory"),
                _ => unreadable(&error),
            });
        }
    }
    let text = String::from_utf8(bytes).map_err(|_| unreadable(&"it is not UTF-8 text"))?;
    Config::parse(&text).map_err(|faults| ConfigError::Faults(path.clone(), faults))
}
