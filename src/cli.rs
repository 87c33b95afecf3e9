//! The command line: arguments, and the subcommands that run without a screen.
//!
//! Each subcommand has its own module, and its arguments run themselves. Not here: what happens on
//! the screen ([`crate::app`], [`crate::view`]).
//!
//! | file | what lives there |
//! | --- | --- |
//! | `args` `options` `map_options` | the arguments; options that several subcommands share |
//! | `environment` `exit` | what the environment says; how a subcommand ends |
//! | `screen` `learn` | the screen, and a course on it or line by line |
//! | `run` `query` `check` `render` `map` | a scene without a screen: commands, answers, reports, pictures |
//! | `compare` `try_program` | methods and programs against the exact answer; the simplest example |
//! | `grade` `lesson` `pack_files` | for teachers: work handed in, and packs of lessons |
//! | `import` | scenes of the maps of level editors |
//! | `config` `generate` `guide` `limits` `scenes` `stats` | what prints pages, lists and measurements |
//! | `report` `progress` `paper` | what reports share; the progress of long work; text at a terminal |
//!
//! `args` calls every subcommand. `learn` calls `screen` and `run`, `screen` and `render` call
//! `run`, and `run` the writers of `query`; `try_program` takes its pairs from `compare`. None
//! calls back.

mod args;
pub mod check;
pub mod compare;
pub mod config;
mod environment;
mod exit;
mod generate;
pub mod grade;
pub mod guide;
pub mod import;
pub mod learn;
pub mod lesson;
pub mod limits;
pub mod map;
pub mod map_options;
pub mod options;
pub(crate) mod pack_files;
mod paper;
mod progress;
pub mod query;
pub mod render;
mod report;
pub mod run;
pub mod scenes;
mod screen;
pub mod stats;
pub mod try_program;

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

pub use args::{Args, CliTask};
pub use environment::{Environment, require_stack};
pub use exit::{CliError, ExitStatus};
use exit::{NEVER_FAILS, print};
pub use options::Deferred;

use super::host::program::become_program;
use hitscan_core::methods::{Method, Reason};
use hitscan_core::words::in_general;
pub use report::{ListFormat, ReportFormat};

/// Every reason code that a method's answer can have.
fn reasons() -> String {
    let line = |reason| {
        let (code, words) = (Reason::code(reason), in_general(reason).trim_end_matches('.'));
        format!("\n  {code:<15}  {words}")
    };
    let lines: Vec<_> = Method::reasons().into_iter().map(line).collect();
    let lines = lines.concat();
    format!("Reason codes, which say why a method differs from the exact answer:{lines}")
}

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
