//! Why the verdict is HIT, TOUCH or MISS: a page of steps, with a mark at the
//! deciding one.

use ratatui::style::Style;

use super::canvas::{PanelCanvas, TEXT};
use crate::app::{HitRegion, Model, truth_page, why_page, why_rows};
use crate::view::text::style_of;
use hitscan_core::methods::Agreement;
use hitscan_core::words::why::{Mark, PageLine, Role, WhyPage};
use hitscan_core::world::TestResult;
use hitscan_geom::{Axis, Fraction, Operand};

/// Draws the page of Why: the one that the arena was drawn from, if any.
pub(super) fn render(model: Model<'_>, of_arena: Option<WhyPage>, canvas: &mut PanelCanvas<'_>) {
    if model.engine.covered_in_focus().is_some() {
        canvas.paragraph(0, 1, "Covered until you answer.", TEXT);
        return;
    }
    let Some(page) = of_arena.or_else(|| why_page(model, canvas.cols())) else {
        canvas.put(1, 1, "No pair to explain.", TEXT);
        canvas.paragraph(2, 1, &model.input.keymap.how_to_add(), TEXT);
        return;
    };
    let rows = canvas.rows();
    let window = page.window(why_rows(rows), model.screen.panel.scrolled);
    let chosen = page.chosen(model.screen.panel.chosen_sentence).map(|line| line.sentence);
    for (row, line) in (0..).zip(&window.lines) {
        // The mark of a row looks as in Methods, and that of a sentence as in the log.
        if line.mark != Mark::None {
            canvas.put(row, 0, "►", TEXT);
        }
        match (line.role, page.intervals) {
            (Role::Interval(axis), Some(intervals)) => {
                canvas.put(row, 1, &line.text, TEXT);
                let of_axis = intervals.each[usize::from(axis == Axis::Y)];
                draw_interval(canvas, row, of_axis, intervals.both);
            }
            (Role::Object(of), _) => write_object(model, canvas, row, line, of),
            _ => write_line(canvas, row, line),
        }
        if line.part.is_some() {
            canvas.spot(row, 0, canvas.cols(), HitRegion::Sentence(line.sentence));
            if chosen == Some(line.sentence) {
                canvas.lay_bar(row);
            }
        }
    }
    let has_parts = page.next_with_part(None, false).is_some();
    let hints = model.page_hints(&window, has_parts, canvas.cols());
    canvas.keys(rows.saturating_sub(1), &hints);
}

/// Writes the table and the sentences that decide, as far as they fit.
pub(super) fn in_brief(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let Some(page) = truth_page(model, canvas.cols()) else { return };
    let lines = brief_lines(&page);
    let rows = usize::from(canvas.rows());
    let is_deciding = |line: &&PageLine| line.role == Role::Deciding;
    let from = lines.iter().position(is_deciding).unwrap_or(lines.len());
    let decides = lines[from..].iter().take_while(|line| is_deciding(line)).count();
    // The end of a table too long for the rows gives way to the decision.
    let head = from.min(rows.saturating_sub(decides));
    let shown = lines[..head].iter().chain(&lines[from..]).take(rows);
    for (row, line) in (0..).zip(shown) {
        match line.role {
            Role::Object(of) => write_object(model, canvas, row, line, of),
            Role::Deciding => {
                canvas.put(row, 1, &line.text, TEXT);
            }
            _ => write_line(canvas, row, line),
        }
    }
}

/// How many rows [`in_brief`] takes in a panel this wide.
pub(super) fn rows_in_brief(model: Model<'_>, cols: u16) -> u16 {
    let page = truth_page(model, cols);
    let rows = page.map_or(0, |page| brief_lines(&page).len());
    u16::try_from(rows).unwrap_or(u16::MAX)
}

/// The lines of a page that say what decides, and on what: without the title, and for the axes
/// without the steps between table and decision.
fn brief_lines(page: &WhyPage) -> Vec<&PageLine> {
    let of_axes = page.ranges.is_some();
    let place = |of: fn(&Role) -> bool| page.lines.iter().position(|line| of(&line.role));
    let first = place(|role| matches!(role, Role::Object(_)));
    let decision = place(|role| *role == Role::Deciding).unwrap_or(usize::MAX);
    let is_told = |(at, line): &(usize, &PageLine)| match line.role {
        Role::Title => false,
        // Of the axes, the table and what follows from it; not the steps in between.
        Role::Text if of_axes && *at < decision => {
            line.text.is_empty() || line.text.starts_with("gap ")
        }
        Role::Dim if of_axes => first == Some(at + 1),
        _ => true,
    };
    let mut lines: Vec<_> = { page.lines.iter().enumerate() }
        .filter(is_told)
        .map(|(_, line)| line)
        .skip_while(|line| line.text.is_empty())
        .collect();
    lines.dedup_by(|one, other| one.text.is_empty() && other.text.is_empty());
    while lines.last().is_some_and(|line| line.text.is_empty()) {
        lines.pop();
    }
    lines
}

/// Writes a row about one of the two objects, its name in its colour.
fn write_object(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    row: u16,
    line: &PageLine,
    of: Operand,
) {
    write_line(canvas, row, line);
    let Some(pair) = model.engine.pair_in_focus() else { return };
    let participant = match of {
        Operand::A => &pair.a,
        Operand::B => &pair.b,
    };
    let name = line.text.split(' ').next().unwrap_or_default();
    canvas.put(row, 1, name, style_of(model, canvas.theme, participant));
}

/// Draws the time interval during which the two overlap on an axis; the part where they overlap on
/// both axes is drawn as a contact.
fn draw_interval(
    canvas: &mut PanelCanvas<'_>,
    row: u16,
    shared: Option<[Fraction; 2]>,
    both: Option<[Fraction; 2]>,
) {
    let quiet = canvas.theme.quiet;
    let end = canvas.cols().saturating_sub(3);
    let from = canvas.put(row, 3, "0", quiet) + 1;
    canvas.put(row, end + 1, "1", quiet);
    let [of_it, rest] = canvas.glyphs.bar;
    let cells = end.saturating_sub(from);
    let is_in = |interval: Option<[Fraction; 2]>, nth: u16| {
        interval.is_some_and(|times| {
            let [first, last] = cells_of_interval(times, cells.into());
            (first..=last).contains(&i128::from(nth))
        })
    };
    for nth in 0..cells {
        let (glyph, style) = match () {
            () if is_in(both, nth) => (of_it, canvas.theme.contact),
            () if is_in(shared, nth) => (of_it, TEXT),
            () => (rest, quiet),
        };
        canvas.put(row, from + nth, glyph.encode_utf8(&mut [0; 4]), style);
    }
}

/// The first and last of `cells` cells that an interval within 0 to 1 covers, at least one.
fn cells_of_interval([from, until]: [Fraction; 2], cells: i128) -> [i128; 2] {
    let at = |t: Fraction| (t.numerator() * cells).div_euclid(t.denominator());
    // A cell that the interval only touches is not covered.
    let reached = -(-until.numerator() * cells).div_euclid(until.denominator()) - 1;
    let first = at(from).min(cells - 1);
    [first, reached.max(first)]
}

fn write_line(canvas: &mut PanelCanvas<'_>, row: u16, line: &PageLine) {
    let theme = canvas.theme;
    let style = match line.role {
        Role::Title => return write_title(canvas, row, &line.text),
        Role::Answer(agreement) => return write_answer(canvas, row, &line.text, agreement),
        Role::Gaps(axis) => return write_gaps(canvas, row, &line.text, axis),
        Role::Shared(TestResult::Touch) => theme.touched,
        Role::Shared(_) => theme.contact,
        Role::Text | Role::Object(_) | Role::Interval(_) => TEXT,
        Role::Deciding => theme.title,
        Role::Dim => theme.quiet,
        Role::Wrong => theme.wrong,
        Role::Convention => theme.convention,
    };
    canvas.put(row, 1, &line.text, style);
}

/// Writes a row of gaps, including the deciding one, which the arena shows, too.
fn write_gaps(canvas: &mut PanelCanvas<'_>, row: u16, text: &str, axis: Axis) {
    let accent = canvas.theme.accent;
    let label = text.split(' ').next().unwrap_or_default();
    let after = text.strip_prefix(label).unwrap_or_default();
    let lead = after.len() - after.trim_start().len();
    let x = after.trim_start().split(' ').next().unwrap_or_default();
    let between = label.len() + lead + x.len();
    let (x, y) = text.split_at(between);
    let [x_style, y_style] = match axis {
        Axis::X => [accent, TEXT],
        Axis::Y => [TEXT, accent],
    };
    let end = canvas.put(row, 1, x, x_style);
    canvas.put(row, end, y, y_style);
    canvas.put(row, 1, label, accent);
}

/// Writes the name of the page, and less prominently what follows it.
fn write_title(canvas: &mut PanelCanvas<'_>, row: u16, text: &str) {
    let (name, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
    let end = canvas.put(row, 1, name, canvas.theme.title);
    canvas.put(row, end, rest, canvas.theme.quiet);
}

/// Writes `-> top`, followed by a sign if that does not agree.
fn write_answer(canvas: &mut PanelCanvas<'_>, row: u16, text: &str, agreement: Agreement) {
    let (sign, sign_style): (&str, Style) = match agreement {
        Agreement::Agrees | Agreement::NotApplicable => ("", TEXT),
        Agreement::Convention => ("~", canvas.theme.convention),
        Agreement::Wrong => ("!", canvas.theme.wrong),
    };
    let answer_style = if agreement == Agreement::Wrong { canvas.theme.wrong } else { TEXT };
    canvas.put(row, 1, text, TEXT);
    // The text after the arrow.
    let Some((arrow, answer)) = text.split_once(' ') else { return };
    let (answer, rest) = answer.split_once(' ').unwrap_or((answer, ""));
    let from = canvas.put(row, 1, arrow, TEXT);
    let end = canvas.put(row, from + 1, answer, answer_style);
    // `(code 2)` belongs to the answer; text farther away leaves room for the sign.
    let end = if rest.is_empty() || rest.starts_with(' ') {
        end
    } else {
        canvas.put(row, end + 1, rest, TEXT)
    };
    canvas.put(row, end + 1, sign, sign_style);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_ten(from: (i128, i128), until: (i128, i128)) -> [i128; 2] {
        let at = |(above, below)| Fraction::new(above, below).expect("below is above 0");
        cells_of_interval([at(from), at(until)], 10)
    }

    #[test]
    fn an_interval_covers_its_cells_and_at_least_one() {
        assert_eq!(of_ten((0, 1), (1, 1)), [0, 9]);
        assert_eq!(of_ten((1, 2), (1, 1)), [5, 9]);
        assert_eq!(of_ten((0, 1), (1, 2)), [0, 4], "the cell that it only reaches is not covered");
        assert_eq!(of_ten((1, 3), (2, 3)), [3, 6]);
        assert_eq!(of_ten((1, 3), (1, 3)), [3, 3], "a moment");
        assert_eq!(of_ten((1, 1), (1, 1)), [9, 9], "the end of the frame");
    }
}
