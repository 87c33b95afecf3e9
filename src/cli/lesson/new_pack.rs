//! A new pack to start from: one lesson with two cards, two questions and a task, free of faults.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::cli::CliError;
use crate::host::files::{reason_not_written, write_new};
use hitscan_core::scene::printable;

/// The files, by their paths in the folder.
const FILES: [(&str, &str); 4] = [
    ("pack.toml", include_str!("new/pack.toml")),
    ("gap/lesson.toml", include_str!("new/gap/lesson.toml")),
    ("gap/text.en.md", include_str!("new/gap/text.en.md")),
    ("gap/solutions.toml", include_str!("new/gap/solutions.toml")),
];
/// Placeholder for the id of the pack.
const PACK_ID: &str = "PACK";

/// Creates the files of a pack in a folder that is new or empty, and lists them.
pub(super) fn new_pack(folder: &Path) -> Result<String, CliError> {
    let shown = printable(&folder.to_string_lossy());
    let refused = |reason: &str| CliError::in_file(format!("{shown}: {reason}"));
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(false) => {}
        Ok(true) => return Err(refused("there is something in it; name a new folder")),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            return Err(refused("it is a file; name a new folder"));
        }
        Err(error) => return Err(refused(&printable(&error.to_string()))),
    }
    let id = id_of(folder);
    let mut made = String::new();
    for (number, (path, text)) in FILES.iter().enumerate() {
        let file = folder.join(path);
        write(&file, &text.replace(PACK_ID, &id)).map_err(|error| {
            unmake(folder, number);
            refused(&reason_not_written(&error))
        })?;
        made = made + &printable(&file.to_string_lossy()) + "\n";
    }
    Ok(format!("{made}Next: hitscan lesson check {shown}\n"))
}

/// Removes the first files of a pack that could not be written whole, and their folders as far as
/// they are empty then: the next attempt begins anew.
fn unmake(folder: &Path, files: usize) {
    for (path, _) in &FILES[..files] {
        let _ = fs::remove_file(folder.join(path));
    }
    for folder in [folder.join("gap"), folder.to_owned()] {
        let _ = fs::remove_dir(folder);
    }
}

fn write(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    write_new(file, text.as_bytes())
}

/// The part of the folder's name that is valid as an id.
fn id_of(folder: &Path) -> String {
    const MOST: usize = 16;
    let name = folder.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let name = name.unwrap_or_default();
    let plain = |c: &char| c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '-';
    let is_letter = |c: &char| c.is_ascii_lowercase();
    let id: String = name.chars().filter(plain).skip_while(|c| !is_letter(c)).take(MOST).collect();
    if id.is_empty() { "lessons".to_owned() } else { id }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_is_named_after_its_folder_as_far_as_possible() {
        for (folder, id) in [
            ("my-pack", "my-pack"),
            ("/tmp/Physics 2b/", "physics2b"),
            ("2026-lab", "lab"),
            ("..", "lessons"),
            ("課題", "lessons"),
            ("a-name-that-is-too-long", "a-name-that-is-t"),
        ] {
            assert_eq!(id_of(Path::new(folder)), id);
        }
    }
}
