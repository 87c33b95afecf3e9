//! Which pairs are listed: in large scenes only those that say something, and in very large ones only
//! those that meet.

use std::io::{self, Write};

use super::{Blocks, Report};
use hitscan_core::engine::expect::Examined;
use hitscan_core::engine::{Event, Sandbox, Tell};
use hitscan_core::words::LeftOutPairs;
use hitscan_core::world::{CommandProgress, tests_of_pair};

/// Which pairs are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Listing {
    All,
    /// In scenes with more than [`MOST_PAIRS`] pairs, all but plain misses.
    Telling,
}

/// Up to this many pairs, all of them are listed: the pairs of 14 objects.
pub(in crate::cli) const MOST_PAIRS: u64 = 100;

/// With more pairs than this, those of 1 415 objects, methods run only on pairs that meet. Polygons
/// count by their pairs of edges, as in [`tests_of_pair`].
pub(in crate::cli) const MOST_EXAMINED: u64 = 1_000_000;

/// Reports the pairs of one moment, and how many were left out.
pub(super) fn list_pairs(
    sandbox: &Sandbox,
    listing: Listing,
    report: &mut dyn Report,
    (tell, out): (&mut Tell<'_>, &mut Blocks<impl Write>),
) -> io::Result<()> {
    let ids: Vec<_> = sandbox.world().objects().map(|(id, _)| id).collect();
    let objects = ids.len() as u64;
    let pairs = objects * objects.saturating_sub(1) / 2;
    let is_telling = listing == Listing::Telling && pairs > MOST_PAIRS;
    let boundary_rule = sandbox.world().settings().boundary_rule;
    if is_telling && is_too_much(sandbox) {
        let mut left_out = pairs;
        for [first, second] in sandbox.world().meeting_ids() {
            let Some(pair) = sandbox.pair(first, second) else { continue };
            report.pair(&Examined::of(pair, boundary_rule), &mut out.pending);
            out.write_if_full()?;
            left_out -= 1;
        }
        report.left_out(left_out, LeftOutPairs::Missed, &mut out.pending);
        return Ok(());
    }
    let (mut left_out, mut done) = (0, 0);
    for (index, &first) in ids.iter().enumerate() {
        for &second in &ids[index + 1..] {
            tell(Event::Working(CommandProgress { done, total: pairs }));
            done += 1;
            let Some(pair) = sandbox.pair(first, second) else { continue };
            let examined = Examined::of(pair, boundary_rule);
            if is_telling && examined.is_plain_miss() {
                left_out += 1;
            } else {
                report.pair(&examined, &mut out.pending);
                out.write_if_full()?;
            }
        }
    }
    if left_out > 0 {
        report.left_out(left_out, LeftOutPairs::Agreed, &mut out.pending);
    }
    Ok(())
}

/// Whether running all methods on all pairs would take too long.
fn is_too_much(sandbox: &Sandbox) -> bool {
    let shapes: Vec<_> = sandbox.world().objects().map(|(_, object)| &object.shape).collect();
    let mut tests = 0;
    shapes.iter().enumerate().any(|(index, one)| {
        // Each pair of a row counts as at least one test.
        tests += shapes[index + 1..].iter().map(|other| tests_of_pair(one, other)).sum::<u64>();
        tests > MOST_EXAMINED
    })
}
