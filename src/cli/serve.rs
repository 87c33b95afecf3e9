//! `hitscan serve`: starts the separate program that serves classes over SSH.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::{CliError, ExitStatus};
use crate::host::program::become_program;

/// The name of the program.
const PROGRAM: &str = "hitscan-serve";

/// What it is given.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct ServeArgs {
    /// Its arguments; `hitscan serve --help` lists them
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<OsString>,
}

impl ServeArgs {
    /// Becomes the serving program: the one beside this program, or the first in `PATH`.
    ///
    /// # Errors
    /// When there is none, or it does not start.
    pub fn run(&self) -> Result<ExitStatus, CliError> {
        let here = env::current_exe().ok();
        let found = found(here.as_deref(), env::var_os("PATH").as_deref());
        let Some(program) = found else {
            return Err(CliError::other(format_args!(
                "hitscan serve is a program of its own: install {PROGRAM}"
            )));
        };
        let why = become_program(&program, &self.arguments);
        Err(CliError::other(format_args!("{PROGRAM}: {why}")))
    }
}

/// The path of the program.
fn found(here: Option<&Path>, path: Option<&OsStr>) -> Option<PathBuf> {
    let beside = here.and_then(Path::parent).map(|folder| folder.join(PROGRAM));
    let folders = path.map(|path| env::split_paths(path).collect::<Vec<_>>()).unwrap_or_default();
    let in_path = folders.into_iter().map(|folder| folder.join(PROGRAM));
    beside.into_iter().chain(in_path).find(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_program_in_the_same_directory_comes_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let [beside, other] = ["beside", "other"].map(|name| folder.path().join(name));
        for folder in [&beside, &other] {
            fs::create_dir(folder).expect("there is room");
        }
        let here = beside.join("hitscan");
        let path = env::join_paths([folder.path(), &other]).expect("a path");
        assert_eq!(found(Some(&here), Some(&path)), None);
        fs::write(other.join(PROGRAM), "").expect("there is room");
        assert_eq!(found(Some(&here), Some(&path)), Some(other.join(PROGRAM)));
        assert_eq!(found(Some(&here), None), None);
        fs::write(beside.join(PROGRAM), "").expect("there is room");
        assert_eq!(found(Some(&here), Some(&path)), Some(beside.join(PROGRAM)));
    }
}
