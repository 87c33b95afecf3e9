//! The methods from games when only they fit: as many as there is room for around the chosen one.

use super::{
    AnswerColumns, Model, PanelCanvas, Sentence, SideVerdict, TEXT, Verdicts, overlap_rows,
    side_row, side_rows,
};
use hitscan_core::methods::{Arithmetic, Method};

fn heading(canvas: &mut PanelCanvas<'_>, row: u16, verdicts: &Verdicts) {
    let (dim, columns) = (canvas.theme.quiet, AnswerColumns::of(canvas));
    canvas.put(row, 1, "used in games", dim);
    if !verdicts.overlap.is_empty() {
        canvas.put(row, columns.exact, "exact", dim);
        let is_float = |verdict: &super::Verdict| verdict.arithmetic != Arithmetic::Exact;
        if verdicts.overlap.iter().any(is_float) {
            canvas.put(row, columns.f32, "f32", dim);
        }
    }
}

/// Writes the heading, the rows around the chosen method, the sentences about it, and the row of
/// the method that the scene responds by.
pub(super) fn scrolled(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    verdicts: &Verdicts,
    responding: Option<&SideVerdict>,
    sentences: &[Sentence],
) {
    let chosen = model.engine.focus().page.method();
    let sentence_rows: usize = sentences.iter().map(|sentence| sentence.rows(canvas)).sum();
    let in_f64 = verdicts.overlap_rows() - verdicts.exact().count();
    let below = 1 + usize::from(responding.is_some()) + in_f64;
    let room = usize::from(canvas.rows()).saturating_sub(1 + sentence_rows + below).max(1);
    let methods: Vec<Method> = verdicts
        .exact()
        .map(|verdict| verdict.method)
        .chain(verdicts.sides().iter().map(|verdict| verdict.method))
        .collect();
    let at = methods.iter().position(|&method| Some(method) == chosen).unwrap_or(0);
    // The chosen one is in the middle if there are rows on both sides.
    let first = at.saturating_sub(room / 2).min(methods.len().saturating_sub(room));
    let shown = &methods[first..methods.len().min(first + room)];
    heading(canvas, 0, verdicts);
    let overlap: Vec<_> =
        verdicts.overlap.iter().filter(|it| shown.contains(&it.method)).copied().collect();
    let sides: Vec<_> =
        verdicts.sides().iter().filter(|it| shown.contains(&it.method)).copied().collect();
    let row = overlap_rows(model, canvas, 1, &overlap, sentences);
    side_rows(model, canvas, row, &sides, sentences);
    let last = canvas.rows().saturating_sub(1);
    if let Some(verdict) = responding {
        write(model, canvas, last.saturating_sub(1), verdict);
    }
    canvas.keys(last, &model.methods_hints());
    say_left_out(canvas, last, methods.len() - shown.len());
}

/// Writes at the right of a row how many methods are not shown.
pub(super) fn say_left_out(canvas: &mut PanelCanvas<'_>, row: u16, count: usize) {
    if count > 0 {
        let style = canvas.theme.quiet;
        canvas.put_right(row, canvas.cols() - 1, &format!("+{count} more"), style);
    }
}

/// The mark in its row.
const WORD: &str = "responds";

/// The method that the scene uses for responses between boxes.
pub(super) fn method(model: Model<'_>) -> Option<Method> {
    model.engine.world().settings().answers_by()
}

/// Its verdict.
pub(super) fn verdict<'v>(model: Model<'_>, sides: &'v [SideVerdict]) -> Option<&'v SideVerdict> {
    let responding = method(model)?;
    sides.iter().find(|verdict| verdict.method == responding)
}

/// Writes its row, over the previous content.
pub(super) fn write(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    row: u16,
    verdict: &SideVerdict,
) {
    canvas.put(row, 0, &" ".repeat(canvas.cols().into()), TEXT);
    side_row(model, canvas, row, verdict);
}

/// What stands behind the mark of a method: that the scene responds by it, if it does.
pub(super) fn says_that_it_responds(model: Model<'_>, of: Method) -> &'static str {
    if method(model) == Some(of) { WORD } else { "" }
}
