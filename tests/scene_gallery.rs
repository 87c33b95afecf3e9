//! The built-in scenes expect what is true of them.

use hitscan::scene::{builtin, gallery};
use hitscan::script::check;

#[test]
fn every_built_in_scene_expects_what_is_true() {
    for (name, _) in gallery() {
        let findings = check(builtin(name).expect(name)).expect("a world");
        assert!(!findings.is_empty(), "{name} expects nothing");
        for finding in findings {
            assert!(finding.holds(), "{name}: {finding:?}");
        }
    }
}
