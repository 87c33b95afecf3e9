//! Broken scenes, each next to its exact messages.

use hitscan_core::scene::Scene;

use crate::corpus::{check_messages, corpus};

#[test]
fn every_broken_scene_has_its_exact_messages() {
    check_messages("scenes", |name, text| {
        let faults = Scene::parse(text).expect_err(name);
        faults.iter().map(|fault| format!("{fault}\n")).collect::<Vec<_>>().concat()
    });
}

#[test]
fn no_message_contains_a_control_character() {
    for (name, text) in corpus("scenes") {
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
