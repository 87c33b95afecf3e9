//! The house keeps its order: imports run one way.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders from the ground up. Each may use those before it.
const FLOORS: &[&str] = &[
    "geom", "methods", "world", "words", "scene", "command", "engine", "app", "view", "host",
    "term", "cli",
];

/// The sources of each crate, and what other crates call it.
const CRATES: &[(&str, &str)] = &[
    ("crates/hitscan-geom/src", "hitscan_geom"),
    ("crates/hitscan-core/src", "hitscan_core"),
    ("src", "hitscan"),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
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

/// The folders that a source text names, by paths from the root of its crate or
/// of another one, comments left out.
fn used_folders(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: Vec<_> = code.collect();
    let code = code.join(" ");
    let mut found = Vec::new();
    if code.contains("hitscan_geom::") {
        found.push("geom".to_owned());
    }
    for marker in ["crate::", "hitscan::", "hitscan_core::"] {
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

/// The folder of a file, which is the first part of its path in its crate.
fn folder_of(file: &Path) -> Option<String> {
    let inside = CRATES.iter().find_map(|(src, _)| file.strip_prefix(root().join(src)).ok())?;
    let first = Path::new(inside.components().next()?.as_os_str());
    Some(first.file_stem()?.to_string_lossy().into_owned())
}

#[test]
fn imports_run_one_way() {
    let mut wrong = Vec::new();
    for (src, name) in CRATES {
        for file in sources(&root().join(src)) {
            let folder = folder_of(&file).expect("a file of a crate");
            let floor = if *name == "hitscan_geom" { Some(0) } else { floor_of(&folder) };
            let Some(floor) = floor else { continue };
            let text = fs::read_to_string(&file).expect("a source file");
            for used in used_folders(&text) {
                if floor_of(&used).is_some_and(|used| used > floor) {
                    wrong.push(format!("{} uses {used}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "against the direction of imports:\n{}", wrong.join("\n"));
}

#[test]
fn every_folder_has_its_floor() {
    for (src, name) in CRATES {
        let folders = fs::read_dir(root().join(src)).expect("the folder can be read");
        for folder in folders.map(|entry| entry.expect("an entry")) {
            let name_of = folder.file_name().into_string().expect("an ASCII name");
            if folder.path().is_dir() && *name != "hitscan_geom" {
                assert!(floor_of(&name_of).is_some(), "{src}/{name_of} is no part of the house");
            }
        }
    }
}

#[test]
fn the_plane_uses_the_standard_library_only() {
    let src = root().join(CRATES[0].0);
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
    let text = "use hitscan_geom::{Aabb, Segment};\nuse crate::{app::App, view::{a, b}, words};\n\
                let x = crate::host::run();\n// use crate::cli;\nuse hitscan_core::world::World;\n";
    let mut found = used_folders(text);
    found.sort();
    assert_eq!(found, ["app", "geom", "host", "view", "words", "world"]);
}
