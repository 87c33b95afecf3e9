//! The expectations of the built-in scenes hold, and together the scenes show every case.

use std::collections::BTreeSet;

use hitscan_core::engine::check;
use hitscan_core::methods::{Method, Reason};
use hitscan_core::scene::{builtin, gallery};
use hitscan_core::world::Response;

#[test]
fn every_built_in_scene_meets_its_expectations() {
    for (name, _) in gallery() {
        let findings = check(builtin(name).expect(name)).expect("a world");
        assert!(!findings.is_empty(), "{name} expects nothing");
        for finding in findings {
            assert!(finding.holds(), "{name}: {finding:?}");
        }
    }
}

/// Together with the test above: for every reason, some method has it in some scene.
#[test]
fn every_reason_is_shown_by_some_built_in_scene() {
    let mut shown = BTreeSet::new();
    for (name, _) in gallery() {
        let expects = builtin(name).expect(name).expects;
        shown.extend(expects.into_iter().filter_map(|expect| expect.reasons).flatten());
    }
    // No scene has a frame with a polygon.
    let of_polygons = ["bounds-inside", "corner-unseen"];
    let reasons = Method::reasons().into_iter();
    let reasons = reasons.filter(|reason| !of_polygons.contains(&reason.code()));
    assert_eq!(shown, reasons.collect::<BTreeSet<Reason>>());
}

#[test]
fn every_response_and_every_side_method_is_used_by_some_built_in_scene() {
    let scenes: Vec<_> = gallery().iter().map(|(name, _)| builtin(name).expect(name)).collect();
    for response in Response::ALL {
        let shown = scenes.iter().any(|scene| scene.settings.response == response);
        assert!(shown, "{}", response.token());
    }
    for side in Method::side_methods() {
        assert!(scenes.iter().any(|scene| scene.settings.side == side), "{}", side.id());
    }
}

#[test]
fn there_are_enough_scenes_for_a_course() {
    assert!(gallery().len() >= 25);
    let names: BTreeSet<_> = gallery().iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), gallery().len(), "each name once");
}
