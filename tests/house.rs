//! The house keeps its order: imports run one way.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders from the ground up. Each may use those before it.
const FLOORS: &[&str] =
    &["geom", "methods", "world", "words", "scene", "script", "app", "view", "host", "term", "cli"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("src can be read");
    let mut files = Vec::new();
    for entry in entries.map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            files.extend(sources(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
    files.sort();
    files
}

/// The folders of the crate that a source text names, by `crate::` or
/// `hitscan::` paths, comments left out.
fn used_folders(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: Vec<_> = code.collect();
    let code = code.join(" ");
    let mut found = Vec::new();
    for marker in ["crate::", "hitscan::"] {
        for (at, _) in code.match_indices(marker) {
            let rest = &code[at + marker.len()..];
            match rest.strip_prefix('{') {
                Some(list) => found.extend(list_heads(list)),
                None => found.push(identifier(rest)),
            }
        }
    }
    found
}

fn identifier(text: &str) -> String {
    text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
}

/// The first names of the entries of a braced list.
fn list_heads(list: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let mut heads = vec![identifier(list.trim_start())];
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(identifier(list[at + 1..].trim_start())),
            _ => {}
        }
    }
    heads
}

fn floor_of(folder: &str) -> Option<usize> {
    FLOORS.iter().position(|&floor| floor == folder)
}

#[test]
fn imports_run_one_way() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for file in sources(&src) {
        let inside = file.strip_prefix(&src).expect("a file of src");
        let folder = inside.components().next().expect("a name").as_os_str().to_string_lossy();
        let Some(floor) = floor_of(&folder) else { continue };
        let text = fs::read_to_string(&file).expect("a source file");
        for used in used_folders(&text) {
            if floor_of(&used).is_some_and(|used| used > floor) {
                wrong.push(format!("{} uses {used}", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "against the direction of imports:\n{}", wrong.join("\n"));
}

#[test]
fn every_folder_has_its_floor() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folders = fs::read_dir(src).expect("src can be read").map(|entry| entry.expect("an entry"));
    for folder in folders.filter(|entry| entry.path().is_dir()) {
        let name = folder.file_name().into_string().expect("an ASCII name");
        assert!(floor_of(&name).is_some(), "src/{name} is no part of the house");
    }
}

#[test]
fn the_plane_uses_the_standard_library_only() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/geom");
    for file in sources(&src) {
        let text = fs::read_to_string(&file).expect("a source file");
        let uses = text.lines().filter_map(|line| line.trim_start().strip_prefix("use "));
        for used in uses {
            let root = identifier(used);
            let known = ["std", "core", "crate", "super", "self", "proptest"];
            let local = root.chars().next().is_some_and(char::is_uppercase);
            let module = src.join(format!("{root}.rs")).exists();
            assert!(
                known.contains(&root.as_str()) || local || module,
                "{}: use {used}",
                file.display()
            );
        }
    }
}

#[test]
fn used_folders_are_found_in_every_form() {
    let text = "use crate::geom::{Aabb, Laser};\nuse crate::{app::App, view::{a, b}, words};\n\
                let x = crate::host::run();\n// use crate::cli;\n";
    let mut found = used_folders(text);
    found.sort();
    assert_eq!(found, ["app", "geom", "host", "view", "words"]);
}
