//! The log of a crowd when it has no line of the selected object: how much there is, and which keys
//! lead on.

use crate::app::{Action, CrowdCounts, CrowdLook, Model};
use crate::view::glyphs::Outline;
use crate::view::panel::canvas::{PanelCanvas, TEXT};
use crate::view::text::cells_of;
use hitscan_core::engine::{LineId, LogLine, Pair, tests_after, tests_up_to};
use hitscan_core::words::grouped;
use hitscan_core::world::TestResult;
use hitscan_geom::ShapeKind;

/// Where the counts end, at most, and the texts of the keys begin.
const COUNTS_END: u16 = 27;
const KEYS_COLS: u16 = 5;
/// The rows of the legend, and of what is below it.
const LEGEND_ROWS: u16 = 3;

/// Writes the page.
pub(super) fn render(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let Some((_, selected)) = model.engine.sandbox().selection() else { return };
    let end = COUNTS_END.min(canvas.cols().saturating_sub(1));
    let of_selected = format!("of {}", selected.name);
    let mut row = 1;
    for (what, count) in counts(model).into_iter().chain([(of_selected.as_str(), 0)]) {
        canvas.put(row, 2, what, canvas.theme.quiet);
        canvas.put_right(row, end, &grouped(count), TEXT);
        row += 1;
    }
    row += 1;
    for (key, text) in keys(model, selected.name.as_str()) {
        let after = canvas.put(row, 2, &key, canvas.theme.key);
        canvas.put(row, (after + 1).max(2 + KEYS_COLS), &text, canvas.theme.quiet);
        row += 1;
    }
    let first = canvas.rows().saturating_sub(LEGEND_ROWS);
    if let (Some(look), true) = (model.crowd(), row < first) {
        legend(canvas, first, look);
        let block = canvas.glyphs.block;
        let style = crate::view::Theme::selected(canvas.theme.in_arena(selected));
        let after = canvas.put(first + 1, 2, &format!("{block} [{}]", selected.name), style);
        let said = fitting(canvas, after, [" selected, always in sight", " selected"]);
        canvas.put(first + 1, after, said, canvas.theme.quiet);
    }
}

/// What there is, with its count.
fn counts(model: Model<'_>) -> [(&'static str, u64); 5] {
    let bodies = model.engine.world().len() as u64;
    let held = model.screen.panel.held_counts;
    let CrowdCounts { in_contact, tests, lines } =
        held.unwrap_or_else(|| CrowdCounts::of(model.engine));
    [
        ("bodies", bodies),
        ("in contact", in_contact),
        ("pairs", bodies * bodies.saturating_sub(1) / 2),
        ("tests in all", tests),
        ("lines in the log", lines),
    ]
}

/// The keys that lead on from here.
fn keys(model: Model<'_>, selected: &str) -> Vec<(String, String)> {
    let mut keys = vec![(model.input.keymap.line("log changes"), "all lines".to_owned())];
    let key = |action| model.input.keymap.named(action);
    if model.engine.pair_in_focus().is_some() {
        keys.push((key(Action::ShowContact), format!("close up on {selected}")));
    }
    let log = model.engine.log();
    let now = log.len_at(model.engine.history().position());
    let is_hit = |&at: &usize| log.get(at).is_some_and(|it| it.outcome == TestResult::Hit);
    if (now..log.len()).any(|at| is_hit(&at)) {
        keys.push((key(Action::NextHit), "the next HIT".to_owned()));
    } else if (0..now).rev().any(|at| is_hit(&at)) {
        keys.push((key(Action::PreviousHit), "the HIT before".to_owned()));
    }
    keys
}

/// The meaning of the dots in the arena.
fn legend(canvas: &mut PanelCanvas<'_>, row: u16, look: CrowdLook) {
    let (one, many) = match (canvas.glyphs.lines, canvas.glyphs.density) {
        (Outline::Dots, _) => ('⠂', '⣿'),
        (Outline::Cells, [one, _, many]) => (one, many),
    };
    let texts = match look {
        CrowdLook::Dots => [[" a body", " eight or more"], [" body", " 8+"]],
        CrowdLook::Density => [[" few bodies", " the most"], [" few", " most"]],
    };
    let contact = [" in contact", " contact"];
    let cols = |at: usize| {
        3 + 4 + cells_of(format_args!("{}{}{}", texts[at][0], texts[at][1], contact[at]))
    };
    let fits = cols(0) + 3 <= usize::from(canvas.cols());
    let at = usize::from(!fits);
    let shape = canvas.theme.kind(ShapeKind::Box);
    let mut col = 2;
    for (sign, style, text) in [
        (one, shape, texts[at][0]),
        (many, shape, texts[at][1]),
        (one, canvas.theme.crowd_contact(), contact[at]),
    ] {
        let after = canvas.put(row, col, sign.encode_utf8(&mut [0; 4]), style);
        col = canvas.put(row, after, text, canvas.theme.quiet) + 2;
    }
}

/// The first of the texts that ends before the last column.
fn fitting(canvas: &PanelCanvas<'_>, from: u16, texts: [&'static str; 2]) -> &'static str {
    let fits = usize::from(from) + texts[0].len() < usize::from(canvas.cols());
    texts[usize::from(!fits)]
}

// The page of the log in predict mode: each covered frame has one line, so that its events move no
// other line.

/// The lines on the page with the cursor, oldest first.
pub(super) fn page(model: Model<'_>, asked_about: &Pair, rows: usize) -> Vec<LogLine> {
    let engine = model.engine;
    let (frame, now) = (engine.world().frame(), engine.history().position());
    let looked_at = engine.chosen_line().zip(engine.chosen_frame());
    let mut lines = around_the_cursor(model, looked_at.map(|(id, _)| id), rows);
    let least = looked_at.map_or(frame, |(_, frame)| frame);
    let covered = engine.covered_frames().skip_while(|&frame| {
        rows < usize::try_from(least.saturating_sub(frame)).unwrap_or(usize::MAX)
    });
    lines.extend(covered.take(2 * rows).map(|of_frame| LogLine {
        id: None,
        frame: of_frame,
        position: if of_frame > frame { now + 1 } else { now },
        pair: asked_about.clone(),
        tests: None,
        last_frame: of_frame,
        rests: false,
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
fn around_the_cursor(model: Model<'_>, looked_at: Option<LineId>, rows: usize) -> Vec<LogLine> {
    if model.log().is_unfolded() {
        let mut lines = tests_up_to(model.engine, looked_at, rows);
        lines.extend(tests_after(model.engine, looked_at, rows));
        return lines;
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
    before.into_iter().skip(extra).chain(after).collect()
}
