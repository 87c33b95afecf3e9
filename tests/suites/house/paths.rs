//! The files that the documentation sends readers to are there.

use std::fs;

use super::{none_of, root};

/// The words in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether there is such a file or folder in one of these folders.
fn is_in(folders: &[&str], name: &str) -> bool {
    folders.iter().any(|folder| {
        let path = root().join(folder).join(name);
        path.exists() || path.with_extension("rs").exists()
    })
}

#[test]
fn the_paths_through_the_code_are_those_of_the_files() {
    let text = fs::read_to_string(root().join("src/lib.rs")).expect("it reads");
    let start = text.find("# Three paths").expect("a heading");
    let paths = &text[start..start + text[start..].find("# What").expect("the next heading")];
    let folders =
        ["src", "crates/hitscan-core/src", "src/host/program", "src/cli/try_program", "crates"];
    let named = quoted(paths).filter(|name| !name.contains(' '));
    let lost: Vec<_> = named.filter(|name| !is_in(&folders, name)).map(str::to_owned).collect();
    none_of(&lost, "files that are not there");
}

/// Each table of `docs/house.md` follows a line that names its folder: `The core is in crates/…:`.
#[test]
fn the_places_to_start_in_are_there() {
    let text = fs::read_to_string(root().join("docs/house.md")).expect("it reads");
    let (mut folder, mut lost, mut count) = ("", Vec::new(), 0);
    for line in text.lines() {
        if let Some((_, named)) = line.strip_suffix(':').and_then(|line| line.split_once(" is in "))
        {
            folder = named;
        }
        let Some(places) = line.split('|').nth(2).filter(|_| !folder.is_empty()) else { continue };
        for place in quoted(places) {
            count += 1;
            if !is_in(&[folder, "."], place) {
                lost.push(format!("{folder}/{place}"));
            }
        }
    }
    assert!(count > 30, "{count}");
    none_of(&lost, "files that are not there");
}
