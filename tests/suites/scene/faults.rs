//! Broken scenes, each with its exact messages beside it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use hitscan_core::scene::Scene;

/// Every file of the corpus, in the order of their names: name and text.
fn corpus() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/bad/scenes");
    let files =
        fs::read_dir(folder).expect("the corpus").map(|entry| entry.expect("an entry").path());
    let scenes = files.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let read = |path: std::path::PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(path).expect("text"))
    };
    let mut corpus: Vec<_> = scenes.map(read).collect();
    corpus.sort();
    corpus
}

#[test]
fn every_broken_scene_has_its_exact_messages() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../fixtures/bad/scenes");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for (name, text) in corpus() {
        let faults = Scene::parse(&text).expect_err(&name);
        let messages = faults.iter().fold(String::new(), |mut all, fault| {
            let _ = writeln!(all, "{fault}");
            all
        });
        settings.bind(|| insta::assert_snapshot!(name.as_str(), messages));
    }
}

#[test]
fn no_message_shows_a_character_that_a_terminal_acts_on() {
    for (name, text) in corpus() {
        for fault in Scene::parse(&text).expect_err(&name) {
            let shown = fault.to_string();
            assert_eq!(shown, hitscan_core::scene::printable(&shown), "{name}");
        }
    }
}

#[test]
fn five_faults_of_one_file_are_all_reported_with_line_and_column() {
    let text = include_str!("../../fixtures/bad/scenes/five-faults.toml");
    let faults = Scene::parse(text).expect_err("faults");
    let places: Vec<_> = faults.iter().map(|fault| (fault.line, fault.column)).collect();
    assert_eq!(places, [(2, 9), (7, 8), (11, 7), (12, 1), (15, 8)]);
}
