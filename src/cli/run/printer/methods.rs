//! The methods' answers to a test, as lines of text.

use std::fmt::Write as _;

use hitscan_core::engine::ndjson::Test;
use hitscan_core::methods::{BoundaryRule, Requested};
use hitscan_core::words::{agreement, hit_word};

/// Writes the answer of every listed or requested method, one per line.
pub(super) fn write(
    test: &Test<'_>,
    requested: &Requested,
    boundary_rule: BoundaryRule,
    out: &mut String,
) {
    let Test { a, b, pair_result, .. } = test;
    for found in requested.verdicts(&a.shape, &b.shape, &pair_result.meeting, boundary_rule) {
        let (id, arithmetic) = (found.method.id(), found.arithmetic.token());
        let (answer, compared) = (hit_word(found.hit), agreement(found.agreement, found.reason));
        let _ = writeln!(out, "  {id} {arithmetic} {answer} {compared}");
    }
    if let Some([a, b]) = pair_result.frame.filter(|[a, b]| a.motion() != b.motion()) {
        for found in requested.frame_verdicts(&a, &b).sides {
            let (id, answer) = (found.method.id(), found.claim.label);
            let _ = writeln!(out, "  {id} {answer} {}", agreement(found.agreement, found.reason));
        }
    }
}
