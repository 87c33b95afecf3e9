//! The page of the log in predict mode: each covered frame has one line, so
//! that what happened in it moves no other line.

use super::{Line, Of};
use crate::app::Model;
use hitscan_core::engine::Pair;

/// The lines on the page with the cursor, oldest first.
pub(super) fn page(
    model: Model<'_>,
    asked_about: &Pair,
    unchanged: Vec<Line>,
    rows: usize,
) -> Vec<Line> {
    let engine = model.engine;
    let (frame, now) = (engine.world().frame(), engine.history().position());
    let looked_at = engine.chosen_record();
    let is_before = |line: &Line| match (looked_at, line.of) {
        (Some(record), Of::Record(seq)) => seq <= record.seq,
        _ => line.position <= now,
    };
    let records = || model.log().records().map(Line::from);
    // More than these around the cursor are not shown.
    let mut lines: Vec<_> = records().rev().filter(is_before).take(rows).collect();
    lines.reverse();
    lines.extend(records().filter(|line| !is_before(line)).take(rows));
    lines.extend(unchanged);
    let least = looked_at.map_or(frame, |record| record.frame);
    let covered = engine.covered_frames().skip_while(|&frame| {
        rows < usize::try_from(least.saturating_sub(frame)).unwrap_or(usize::MAX)
    });
    lines.extend(covered.take(2 * rows).map(|of_frame| Line {
        of: Of::Covered,
        frame: of_frame,
        position: if of_frame > frame { now + 1 } else { now },
        pair: asked_about.clone(),
    }));
    lines.sort_by_key(|line| (line.frame, line.of == Of::Covered));
    let up_to_cursor = match looked_at {
        Some(record) => lines.iter().position(|line| line.of == Of::Record(record.seq)),
        None => lines.iter().rposition(|line| line.position <= now),
    };
    let up_to_cursor = up_to_cursor.map_or(0, |at| at + 1);
    let skipped = lines.len().saturating_sub(rows).min(up_to_cursor.saturating_sub(rows / 2));
    lines.into_iter().skip(skipped).take(rows).collect()
}
