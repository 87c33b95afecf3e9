//! `teacher`: edits the teachers and their keys in the configuration. Comments and order are kept.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use hitscan_core::scene::printable;
use toml_edit::{Array, DocumentMut, Item, Table, Value};

use super::look::classes_of_student;
use crate::config::Config;
use crate::key::LoginKey;
use crate::place::UserId;

/// What to do with teachers.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub(super) enum TeacherTask {
    /// Let someone teach, who logs in with the keys of a file such as `id_ed25519.pub`
    #[command(
        about = "Let someone teach, who logs in with the keys of a file such as id_ed25519.pub"
    )]
    Add {
        /// The name
        name: UserId,
        /// The file with the public keys, one per line
        #[arg(value_name = "KEYFILE")]
        keys: PathBuf,
    },
    /// List the teachers with the fingerprints of their keys
    List,
    /// Remove a teacher
    Remove {
        /// The name
        name: UserId,
    },
}

impl TeacherTask {
    /// Whether it creates a missing configuration file.
    pub(super) const fn makes_file(&self) -> bool {
        matches!(self, Self::Add { .. })
    }

    pub(super) fn carry_out(self, file: &Path, config: &Config) -> Result<String, String> {
        match self {
            Self::List => Ok(list(config)),
            Self::Add { name, keys } => {
                let lines = key_lines(&keys)?;
                if let [class, ..] = &*classes_of_student(config, &name) {
                    return Err(format!("{name}: a student of {class} has that name"));
                }
                change(file, |teachers| {
                    let known = teachers.get(name.as_str()).and_then(Item::as_array).cloned();
                    let mut all = known.unwrap_or_else(Array::new);
                    for line in &lines {
                        if !all.iter().any(|known| known.as_str() == Some(line)) {
                            all.push(line.as_str());
                        }
                    }
                    teachers.insert(name.as_str(), Item::Value(Value::Array(all)));
                })?;
                Ok(format!("{name} can teach after a restart of hitscan-serve\n"))
            }
            Self::Remove { name } => {
                if !config.teachers.contains_key(&name) {
                    return Err(format!("{name}: no such teacher"));
                }
                change(file, |teachers| drop(teachers.remove(name.as_str())))?;
                Ok(format!("{name} can teach until the next restart of hitscan-serve\n"))
            }
        }
    }
}

fn list(config: &Config) -> String {
    let lines = config.teachers.iter().flat_map(|(name, keys)| {
        keys.iter().map(move |key| format!("{name:<12}  {}\n", key.fingerprint()))
    });
    let lines: String = lines.collect();
    if lines.is_empty() {
        return "no teachers yet: hitscan-serve teacher add NAME KEYFILE\n".to_owned();
    }
    lines
}

/// The key lines of a file, checked, without blank lines and comments.
fn key_lines(path: &Path) -> Result<Vec<String>, String> {
    let shown = printable(&path.to_string_lossy());
    let text = fs::read_to_string(path).map_err(|why| format!("{shown}: {why}"))?;
    let lines = text.lines().map(str::trim).zip(1..);
    let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let keys = lines.map(|(line, number)| match line.parse::<LoginKey>() {
        Ok(_) => Ok(printable(line)),
        Err(why) => Err(format!("{shown}:{number}: {why}")),
    });
    let keys: Vec<_> = keys.collect::<Result<_, _>>()?;
    if keys.is_empty() { Err(format!("{shown}: there is no key in it")) } else { Ok(keys) }
}

/// Edits the table of teachers in the configuration and leaves the rest as it is. Refuses an edit
/// that would make the configuration invalid.
fn change(file: &Path, edit: impl FnOnce(&mut Table)) -> Result<(), String> {
    let shown = printable(&file.to_string_lossy());
    let refused = |why: &dyn std::fmt::Display| format!("{shown}: {why}");
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(why) if why.kind() == ErrorKind::NotFound => String::new(),
        Err(why) => return Err(refused(&why)),
    };
    let mut document: DocumentMut = text.parse().map_err(|why| refused(&why))?;
    let teachers = document.entry("teachers").or_insert(Item::Table(Table::new()));
    let teachers = teachers.as_table_mut();
    edit(teachers.ok_or_else(|| refused(&"[teachers] is expected under a header of its own"))?);
    let text = document.to_string();
    Config::parse(&text).map_err(|faults| {
        let lines: Vec<_> = faults.iter().map(|fault| format!("{shown}:{fault}")).collect();
        lines.join("\n")
    })?;
    write(file, &text).map_err(|why| refused(&why))
}

fn write(file: &Path, text: &str) -> std::io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut new = tempfile::NamedTempFile::new_in(folder)?;
    new.write_all(text.as_bytes())?;
    if let Ok(about) = file.metadata() {
        new.as_file().set_permissions(about.permissions())?;
    } else {
        use std::os::unix::fs::PermissionsExt as _;
        new.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    new.as_file().sync_all()?;
    new.persist(file).map(drop).map_err(|why| why.error)
}
