//! What the methods say in a few rows: the wrong ones first, then those that differ by choice, then
//! the rest.

use super::{
    HEAD_ROWS, Heading, LEGEND_ROWS, Model, PanelCanvas, SIDE_HEAD_ROWS, TablesShown, Verdicts,
    at_the_end, chosen_sentences, legend, on_the_way, own_methods, rank,
};
use crate::view::panel::methods::in_games::say_left_out;
use hitscan_core::engine::Pair;
use hitscan_core::methods::Method;
use hitscan_geom::Swept;

/// The rows of the first table's headings with the truth below them, in brief.
const BRIEF_HEAD_ROWS: usize = 2;

/// Writes as many methods as fit, and how many are left out.
pub(in crate::view::panel) fn in_brief(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let Some(pair) = model.engine.pair_in_focus() else { return };
    canvas.marks_choice = false;
    let (mut all, mut in_games) = Verdicts::of(model, &pair);
    all.take_from(&mut in_games, usize::MAX, &[]);
    // Of two boxes that rest beside each other, no side is in question.
    all.frame.take_if(|(swept, _)| *swept == Swept::Miss && rests(&pair));
    let side_head = if all.frame.is_some() { usize::from(SIDE_HEAD_ROWS) } else { 0 };
    let rows = usize::from(canvas.rows());
    let room = rows.saturating_sub(BRIEF_HEAD_ROWS + side_head + 1);
    // Of those that agree, the ones about the motion come first: there is more to see.
    let sides = all.sides().iter().map(|it| (it.method, rank(it.agreement)));
    let tests = all.overlap.chunk_by(|one, other| one.method == other.method);
    let tests = tests.map(|of_one| {
        (of_one[0].method, of_one.iter().map(|it| rank(it.agreement)).min().unwrap_or(u8::MAX))
    });
    let mut methods: Vec<(Method, u8)> = sides.chain(tests).collect();
    methods.sort_by_key(|(_, rank)| *rank);
    let count = methods.len();
    methods.truncate(room);
    let is_shown = |method: Method| methods.iter().any(|(shown, _)| *shown == method);
    let overlap: Vec<_> = all.overlap.iter().filter(|it| is_shown(it.method)).copied().collect();
    let mut row = at_the_end(model, canvas, &pair, &overlap, &[], Heading::brief(&pair));
    if let Some((swept, sides)) = &all.frame {
        let sides: Vec<_> = sides.iter().filter(|it| is_shown(it.method)).copied().collect();
        (row, _) = on_the_way(model, canvas, row, pair.pair_result.outcome, *swept, &sides, &[]);
    }
    let last = canvas.rows().saturating_sub(1);
    if row <= last {
        legend(canvas, last);
        say_left_out(canvas, last, count.saturating_sub(methods.len()));
    }
}

/// Whether neither moves against the other in the frame in focus.
fn rests(pair: &Pair) -> bool {
    pair.pair_result.frame.is_some_and(|[a, b]| a.motion() == b.motion())
}

/// How many rows all methods take, with the sentences about the chosen one, a legend and keys.
pub(in crate::view::panel) fn rows_of_all(model: Model<'_>, canvas: &PanelCanvas<'_>) -> u16 {
    let Some(pair) = model.engine.pair_in_focus() else { return HEAD_ROWS };
    let (mut all, mut in_games) = Verdicts::of(model, &pair);
    let own = own_methods::Judged::all(model, &pair);
    let mut sentences = chosen_sentences(model, &pair, [&all, &in_games]);
    sentences.extend(own_methods::sentences(model, &own));
    all.take_from(&mut in_games, usize::MAX, &[]);
    let rows = TablesShown::rows(canvas, &all, own.len(), &sentences);
    let rows = u16::try_from(rows).unwrap_or(u16::MAX);
    // A blank row between the tables, one above the legend, and one below it.
    rows.saturating_add(LEGEND_ROWS + 3)
}
