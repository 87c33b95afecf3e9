//! The broken files of `tests/fixtures/bad`, and the messages beside them.

use std::fs;
use std::path::Path;

use super::cases::Cases;

/// Every TOML file of a folder, in the order of the names: name and text.
pub(crate) fn corpus(folder: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/bad").join(folder);
    let mut files = Vec::new();
    for entry in fs::read_dir(path).expect("the corpus") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            files.push((name, fs::read_to_string(&path).expect("text")));
        }
    }
    files.sort();
    files
}

/// Compares the messages for each file of a folder with the snapshot beside it.
pub(crate) fn check_messages(folder: &str, messages_of: impl Fn(&str, &str) -> String) {
    let mut cases = Cases::in_folder(format!("../bad/{folder}"));
    for (name, text) in corpus(folder) {
        cases.check(&name, &messages_of(&name, &text));
    }
}
