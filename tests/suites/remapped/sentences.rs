//! No sentence in the source and no note of a built-in scene contains a key.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hitscan::tested::app::Action;
use hitscan_core::scene::{StepKey, builtin, gallery};

use super::default_keys;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name() != Some("tests".as_ref()) {
            sources(&path, found);
        } else if path.extension() == Some("rs".as_ref()) && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

/// The string literals, up to the tests of the file.
fn literals(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = Vec::new();
    for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
        found.extend(line.split('"').skip(1).step_by(2).map(str::to_owned));
    }
    found
}

/// The walks cannot produce every sentence; this reads them all.
#[test]
fn no_sentence_contains_a_key() {
    // Where keys get their names, and hand-written texts for lists and lines, whose keys no
    // configuration changes.
    const KEY_NAMES: [&str; 2] = ["app/input/keymap.rs", "app/input/action/table.rs"];
    const FIXED: [(&str, &[&str]); 12] = [
        (
            "app/config/read.rs",
            &[
                "no such key; keys are written like x, X, Ctrl-X, Space, PgUp, F2 or \\",
                "terminals send Ctrl-I as Tab, Ctrl-M as Enter and Ctrl-[ as Esc",
            ],
        ),
        (
            "app/predict.rs",
            &["Enter", "Esc", "{key} marks no side; {NONE} answers without one, Esc goes back"],
        ),
        ("app/modes/table.rs", &["Esc", "Enter", "Tab", "Up Down", "Home", "{the pages} Tab"]),
        ("app/modes.rs", &["PgDn"]),
        ("app/model.rs", &["Esc"]),
        ("app/input/key_names.rs", &["arrows", "Shift-"]),
        ("view/command_line.rs", &["n", "w"]),
        ("command/fault.rs", &["{self} Tab puts it in", "{}. Tab puts in {text} (rounded)"]),
        (
            "view/shown.rs",
            &[
                "{by} shows you a screen; Esc comes back to yours{more}  ? keys",
                "{by} shows you a screen; Esc comes back to yours{more}",
                "{by} shows this; Esc comes back{more}",
                "{by} shows this; Esc back{more}",
                "Esc comes back{more}",
            ],
        ),
        ("view/panel/sides.rs", &["Enter", "Esc", "i inside"]),
        // Not a key: what the program should have answered.
        ("host/program/fault.rs", &[", to: {line}. Right is hit or miss alone on a line; \\"]),
        ("host.rs", &["not read yet, there being so much here; Enter opens it"]),
    ];
    // In these, letters are numbers, labels of words, or names.
    const NUMBERS: [&str; 6] =
        ["words/why", "words/formula", "words/concepts", "view/arena", "command", "engine/ndjson"];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    let core = ["world", "words", "scene", "command", "engine"];
    let core = core.map(|folder| root.join("crates/hitscan-core/src").join(folder));
    for folder in
        core.into_iter().chain(["app", "view", "host"].map(|it| root.join("src").join(it)))
    {
        sources(&folder, &mut files);
        files.push(folder.with_extension("rs"));
    }
    let exempt: Vec<(&str, &str)> =
        FIXED.iter().flat_map(|(file, all)| all.iter().map(|text| (*file, *text))).collect();
    let mut used = BTreeSet::new();
    let mut found = Vec::new();
    for path in files {
        let mut inside = ["crates/hitscan-core/src", "src"].iter();
        let inside = inside.find_map(|src| path.strip_prefix(root.join(src)).ok());
        let name = inside.expect("below").to_string_lossy().into_owned();
        if KEY_NAMES.contains(&name.as_str()) {
            continue;
        }
        let has_letters = NUMBERS.iter().any(|folder| name.starts_with(folder));
        for literal in literals(&std::fs::read_to_string(&path).expect("a file")) {
            let mut keys = default_keys(&literal);
            keys.retain(|key| !has_letters || key.len() > 1);
            if keys.is_empty() {
                continue;
            }
            match exempt.iter().find(|&&exempt| exempt == (&*name, &*literal)) {
                Some(exempt) => _ = used.insert(exempt),
                None => found.push(format!("{name}: {literal:?} names {keys:?}")),
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    let idle: Vec<_> = exempt.iter().filter(|exempt| !used.contains(exempt)).collect();
    assert!(idle.is_empty(), "these exemptions have no use any more: {idle:#?}");
}

/// A note has no keys in its prose, and its steps name actions.
#[test]
fn the_steps_of_the_built_in_notes_name_actions() {
    for (name, _) in gallery() {
        let scene = builtin(name).expect(name);
        assert!(!scene.note.shown().contains('{'), "{name}");
        for key in scene.steps.iter().flat_map(|step| &step.keys) {
            if let StepKey::Action { id, .. } = key {
                assert!(Action::of_id(id).is_some(), "{name}: {id}");
            }
        }
    }
}
