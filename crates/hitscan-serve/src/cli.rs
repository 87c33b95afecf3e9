//! The command line.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `run` | `run`: serves |
//! | `look` | `check`: tries everything and changes nothing |
//! | `class` | `class`: makes, lists, closes and opens classes |
//! | `teachers` | `teacher`: edits the teachers in the configuration |
//! | `import` | `import`: submissions from a folder; all classes into another store |
//! | `operation` | the operations that a running server carries out; without one, the command line does |
//! | `control` | the socket that carries an operation to the running server |
//!
//! This file calls one of the first five. `class` makes an `operation`, which goes through `control`;
//! `run` listens there, and carries it out.

mod class;
pub mod control;
mod import;
mod look;
pub mod operation;
mod run;
mod teachers;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ArgAction, Parser, Subcommand};
use hitscan_core::scene::printable;

use crate::class::ClassId;
use crate::config::{Config, DEFAULT, StorePlace};
use crate::host_key;

/// Written by hand, because the lines list the subcommands' arguments; a test compares it with the
/// commands.
const HELP: &str = "\
{name} {version}: classes of hitscan over SSH

{usage-heading} {usage}

Commands:
  run        Serve until SIGTERM
  check      Try the configuration, the store, the host key and the packs; change nothing
  status     Say who is here, from the running server
  class      new ID --title TEXT [--roster FILE] [--pack DIR] | list | close ID | open ID | code ID
  teacher    add NAME KEYFILE | list | remove NAME
  host-key   Print the fingerprint, to be told to the class; --new makes another
  import     Take over a folder of submissions: import ID DIR; --to STORE copies between stores
  migrate    Bring the schema of PostgreSQL up to date
  config     Print the default configuration with comments

Options:
{options}

Exit status: 0; 1 if something cannot be used; 2 if the command line is wrong.
";

/// The arguments.
#[derive(Clone, Debug, PartialEq, Eq, Parser)]
#[command(
    name = "hitscan-serve",
    version,
    help_template = HELP,
    disable_help_flag = true,
    disable_version_flag = true,
    disable_help_subcommand = true
)]
pub struct Args {
    #[arg(
        short,
        long,
        value_name = "FILE",
        help = "[default: /etc/hitscan/serve.toml]",
        global = true
    )]
    config: Option<PathBuf>,

    #[arg(short, long, action = ArgAction::Help, help = "", global = true)]
    help: Option<bool>,

    #[arg(short = 'V', long, action = ArgAction::Version, help = "")]
    version: Option<bool>,

    /// What to do.
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
enum Command {
    /// Serve until SIGTERM
    Run {
        /// Serve one demo class, on 127.0.0.1:2222; nothing is kept
        #[arg(long)]
        demo: bool,
    },

    /// Try the configuration, the store, the host key and the packs; change nothing
    Check,
    /// Say who is here, from the running server
    Status,
    /// new ID --title TEXT [--roster FILE] [--pack DIR] | list | close ID | open ID | code ID
    Class {
        #[command(subcommand)]
        task: class::ClassTask,
    },
    /// add NAME KEYFILE | list | remove NAME
    Teacher {
        #[command(subcommand)]
        task: teachers::TeacherTask,
    },
    /// Print the fingerprint, to be told to the class; --new makes another
    HostKey {
        /// Make another key: every student will be warned of it
        #[arg(long)]
        new: bool,
    },
    /// Take over a folder of submissions: import ID DIR; --to STORE copies between stores
    Import {
        /// The class, which must exist
        #[arg(value_name = "ID", required_unless_present = "to")]
        id: Option<ClassId>,

        /// The folder with the submissions; folders below it count, too
        #[arg(value_name = "DIR", required_unless_present = "to")]
        folder: Option<PathBuf>,

        /// Copy everything to another store
        #[arg(long, value_name = "STORE", conflicts_with_all = ["id", "folder"])]
        to: Option<String>,
    },
    /// Bring the schema of `PostgreSQL` up to date
    #[command(about = "Bring the schema of PostgreSQL up to date")]
    Migrate,
    /// Print the default configuration with comments
    Config,
}

/// Why a command failed, in one or more lines.
#[allow(clippy::needless_pass_by_value, reason = "it stands behind `map_err`")]
fn said(why: impl ToString) -> String {
    why.to_string()
}

impl Args {
    /// Runs the command and prints its result.
    pub fn run(self) -> ExitCode {
        match self.carry_out() {
            Ok(done) => match io::stdout().write_all(done.as_bytes()) {
                Ok(()) => ExitCode::SUCCESS,
                // Standard output is gone, so the error cannot be printed.
                Err(_) => ExitCode::FAILURE,
            },
            Err(why) => {
                for line in why.trim_end().lines() {
                    let _ = writeln!(io::stderr(), "error: {line}");
                }
                ExitCode::FAILURE
            }
        }
    }

    fn carry_out(self) -> Result<String, String> {
        let file = self.config.as_deref();
        match self.command {
            Command::Run { demo: true } => run::demo(),
            Command::Run { demo: false } => run::run(|| read(file)),
            Command::Config => Ok(DEFAULT.to_owned()),
            Command::Check => look::check(&read(file)?),
            Command::Status => operation::Operation::Status.ask(&read(file)?.data),
            Command::Class { task } => task.carry_out(&read(file)?),
            Command::Teacher { task } => {
                let path = file.unwrap_or(Path::new(Config::FILE));
                let is_new = task.makes_file() && !path.exists();
                let config = if is_new { Config::default() } else { read(file)? };
                task.carry_out(path, &config)
            }
            Command::HostKey { new } => host_key_of(&read(file)?, new),
            Command::Import { id, folder, to } => {
                import::import(&read(file)?, id.as_ref(), folder.as_deref(), to.as_deref())
            }
            Command::Migrate => migrate(&read(file)?),
        }
    }
}

/// Reads the configuration. Without `--config`, a missing default file means the defaults.
fn read(file: Option<&Path>) -> Result<Config, String> {
    let path = file.unwrap_or(Path::new(Config::FILE));
    let shown = printable(&path.to_string_lossy());
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(why) if why.kind() == io::ErrorKind::NotFound && file.is_none() => String::new(),
        Err(why) => return Err(format!("{shown}: {why}")),
    };
    Config::parse(&text).map_err(|faults| {
        let lines: Vec<_> = faults.iter().map(|fault| format!("{shown}:{fault}")).collect();
        lines.join("\n")
    })
}

fn migrate(config: &Config) -> Result<String, String> {
    match &config.store {
        StorePlace::Files => Err("classes are kept in files, which have no schema".to_owned()),
        #[cfg(feature = "postgres")]
        StorePlace::Postgres(url) => {
            let [from, to] = crate::store::postgres::migrate(url).map_err(said)?;
            Ok(match from {
                0 => format!("the tables are made; their schema is {to}\n"),
                from if from == to => format!("the schema is {to}, as it should be\n"),
                from => format!("the schema was {from}, and is {to} now\n"),
            })
        }
    }
}

fn host_key_of(config: &Config, makes_another: bool) -> Result<String, String> {
    let path = host_key::path_in(&config.data);
    std::fs::create_dir_all(&config.data)
        .map_err(|why| format!("{}: {why}", printable(&config.data.to_string_lossy())))?;
    let key = if makes_another { host_key::renew(&path) } else { host_key::open_or_make(&path) };
    let fingerprint = host_key::fingerprint(&key?);
    if makes_another {
        return Ok(format!(
            "{fingerprint}\nRestart hitscan-serve. Each student is warned that the host has \
             changed: tell them this fingerprint, and to type ssh-keygen -R HOST first.\n"
        ));
    }
    Ok(format!("{fingerprint}\n"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn every_command_has_its_line_in_the_help() {
        for command in Args::command().get_subcommands() {
            let about = command.get_about().expect("a line").to_string();
            let line = format!("\n  {:<10} {about}\n", command.get_name());
            assert!(HELP.contains(&line), "{line}");
        }
    }
}
