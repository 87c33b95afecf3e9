//! The page of the log in predict mode: each covered frame has one line, so that its events move no
//! other line.

use super::Line;
use crate::app::Model;
use hitscan_core::engine::{LineId, Pair};

/// The lines on the page with the cursor, oldest first.
pub(super) fn page(model: Model<'_>, asked_about: &Pair, rows: usize) -> Vec<Line> {
    let engine = model.engine;
    let (frame, now) = (engine.world().frame(), engine.history().position());
    let looked_at = engine.chosen_line().zip(engine.chosen_frame());
    let mut lines = around_the_cursor(model, looked_at.map(|(id, _)| id), rows);
    let least = looked_at.map_or(frame, |(_, frame)| frame);
    let covered = engine.covered_frames().skip_while(|&frame| {
        rows < usize::try_from(least.saturating_sub(frame)).unwrap_or(usize::MAX)
    });
    lines.extend(covered.take(2 * rows).map(|of_frame| Line {
        id: None,
        frame: of_frame,
        position: if of_frame > frame { now + 1 } else { now },
        pair: asked_about.clone(),
        tests: None,
    }));
    lines.sort_by_key(|line| (line.frame, line.id.is_none()));
    let up_to_cursor = match looked_at {
        Some((id, _)) => lines.iter().position(|line| line.id == Some(id)),
        None => lines.iter().rposition(|line| line.position <= now),
    };
    let up_to_cursor = up_to_cursor.map_or(0, |at| at + 1);
    let skipped = lines.len().saturating_sub(rows).min(up_to_cursor.saturating_sub(rows / 2));
    lines.into_iter().skip(skipped).take(rows).collect()
}

/// The uncovered lines up to the cursor and after it, up to `rows` of each; more are never shown.
fn around_the_cursor(model: Model<'_>, looked_at: Option<LineId>, rows: usize) -> Vec<Line> {
    if model.log().is_unfolded() {
        let tests = model.log().every_test();
        let mut lines = tests.up_to(looked_at, rows);
        lines.extend(tests.after(looked_at, rows));
        return lines.into_iter().map(Line::from).collect();
    }
    let (all, counted_to) = (model.log().lines(), model.screen.panel.counted_to);
    let cursor = match looked_at {
        Some(id) => all.through(id),
        None => all.up_to(model.engine.position_in_focus()),
    };
    // Covered lines leave gaps: there may be few before the cursor.
    let mut before = Vec::new();
    let mut from = cursor;
    while from > 0 && before.len() < rows {
        let first = from.saturating_sub(rows);
        let mut earlier = all.page(first, from - first, counted_to);
        earlier.append(&mut before);
        (before, from) = (earlier, first);
    }
    let extra = before.len().saturating_sub(rows);
    let after = all.page(cursor, 2 * rows, counted_to).into_iter().take(rows);
    before.into_iter().skip(extra).chain(after).map(Line::from).collect()
}
