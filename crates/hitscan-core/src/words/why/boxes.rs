//! The two methods of boxes where they stand: `center-distance` and
//! `edge-relations`.

use super::figures::{self, ROOM, plain, yes_no};
use super::paper::{Paper, cells, padded};
use super::steps::{Steps, holds, value};
use super::table::{NOTHING, Spacing, Table};
use super::truth::ending;
use super::{Role, Subject};
use crate::world::Axes;
use hitscan_geom::{Axis, Step, Value};

/// Columns from one answer to that of the next axis.
const ANSWER_COLUMNS: usize = 6;
/// Where answers stand, unless a comparison is longer.
const LEAST_ANSWER: usize = 11;

pub(super) fn center_distance(subject: &Subject<'_>, steps: Steps<'_>, paper: &mut Paper) {
    let axes = [
        (Axis::X, "abs(b.centre.x", ["a.width", "b.width"]),
        (Axis::Y, "abs(b.centre.y", ["a.height", "b.height"]),
    ];
    let found = axes.map(|(axis, formula, sizes)| (axis, steps.find(formula), sizes));
    let row = |name: &'static str| {
        found.map(|(axis, step, _)| {
            let number = step.map_or(Value::Token("missing"), |step| value(step, name));
            let centre = name.ends_with("centre");
            plain(if centre { figures::read(subject.axes, axis, number) } else { number }, ROOM)
        })
    };
    let mut table = Table::new(Spacing::NUMBERS);
    for (party, name) in [(subject.a, "a.centre"), (subject.b, "b.centre")] {
        let labels = [format!("{} centre", party.name), format!("{} centre", ending(&party.name))];
        table.row(labels, row(name));
    }
    table.row(["distance"; 2], row("distance"));
    let [half_x, half_y] = row("half sizes");
    let sums = found.map(|(_, step, sizes)| {
        let [one, other] =
            sizes.map(|size| step.map_or(String::new(), |s| plain(value(s, size), ROOM)));
        format!("({one}+{other})/2")
    });
    table.row([sums[0].as_str(), "half width"], [half_x, NOTHING.to_owned()]);
    table.row([sums[1].as_str(), "half height"], [NOTHING.to_owned(), half_y]);
    table.write(paper);
    let answers: Vec<Answer> =
        found.iter().filter_map(|(_, step, _)| step.map(centre_answer)).collect();
    write_answers(&answers, paper);
}

/// One comparison and whether it holds.
struct Answer {
    comparison: String,
    holds: bool,
    decides: bool,
}

fn centre_answer(step: &Step) -> Answer {
    let operator = if step.formula.contains("<=") { "<=" } else { "<" };
    let [distance, half] = ["distance", "half sizes"].map(|name| plain(value(step, name), ROOM));
    Answer {
        comparison: format!("{distance} {operator} {half}"),
        holds: holds(step.value),
        decides: step.decides,
    }
}

/// `10 < 10    no   <- decides`: the answer for y stands a little further right.
fn write_answers(answers: &[Answer], paper: &mut Paper) {
    let widest = answers.iter().map(|answer| cells(&answer.comparison)).max().unwrap_or(0);
    let first = LEAST_ANSWER.max(widest + 2);
    let one_decides = answers.iter().filter(|answer| answer.decides).count() == 1;
    for (index, answer) in answers.iter().enumerate() {
        let column = first + index * ANSWER_COLUMNS;
        let mut line = padded(&answer.comparison, column) + yes_no(answer.holds);
        if answer.decides && one_decides {
            let arrow = ["   ", "  ", " "].map(|gap| format!("{line}{gap}<- decides"));
            let fits = arrow.into_iter().find(|text| cells(text) <= paper.width);
            line = fits.unwrap_or(line);
        }
        paper.row(if answer.decides { Role::Deciding } else { Role::Text }, &line);
    }
}

pub(super) fn edge_relations(subject: &Subject<'_>, steps: Steps<'_>, paper: &mut Paper) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    let relations: Vec<_> =
        steps.0.iter().filter_map(|step| EdgeRelation::of(step, subject.axes)).collect();
    let left = relations.iter().map(|relation| cells(&relation.left)).max().unwrap_or(0) + 1;
    let right = relations.iter().map(|relation| cells(&relation.right)).max().unwrap_or(0);
    let gap = if left + right + 2 + "yes".len() <= paper.width { 2 } else { 1 };
    let (right, one_line) = (right + gap, left + right + gap + "yes".len() <= paper.width);
    if one_line && cells(ending(a)).max(4) + 2 <= left {
        let column = left.max(ending(a).len() + 5);
        paper.row(
            Role::Dim,
            &format!("{}of {}", padded(&format!("of {}", ending(a)), column), ending(b)),
        );
    } else {
        paper.text(&format!("{a}'s edges against {b}'s:"));
    }
    for relation in &relations {
        let role = if relation.decides { Role::Deciding } else { Role::Text };
        let answer = yes_no(relation.holds);
        if one_line {
            let line = padded(&relation.left, left) + &padded(&relation.right, right) + answer;
            paper.row(role, &line);
        } else {
            paper.row(role, &relation.left);
            paper.row(Role::Text, &format!("  {}  {answer}", relation.right));
        }
    }
    let failing = relations.iter().any(|relation| !relation.holds);
    paper.text(if failing { "One no is enough: they are apart." } else { "All four hold." });
}

/// `left 16` and `<= right 36`.
struct EdgeRelation {
    left: String,
    right: String,
    holds: bool,
    decides: bool,
}

impl EdgeRelation {
    /// Out of a formula like `a.left <= b.right`.
    fn of(step: &Step, axes: Axes) -> Option<Self> {
        let (one, rest) = step.formula.split_once(' ')?;
        let (operator, other) = rest.split_once(' ')?;
        let (one_side, other_side) = (one.strip_prefix("a.")?, other.strip_prefix("b.")?);
        let axis = if matches!(one_side, "left" | "right") { Axis::X } else { Axis::Y };
        let number = |name| {
            let value = step.values.iter().find(|(known, _)| *known == name).map(|&(_, v)| v);
            value.map(|value| plain(figures::read(axes, axis, value), ROOM))
        };
        // Read y-up, what was below is above.
        let operator = match (axes, axis, operator) {
            (Axes::YUp, Axis::Y, "<") => ">",
            (Axes::YUp, Axis::Y, "<=") => ">=",
            (Axes::YUp, Axis::Y, ">") => "<",
            (Axes::YUp, Axis::Y, ">=") => "<=",
            (_, _, operator) => operator,
        };
        let padded_side = |side: &str| padded(side, "bottom ".len());
        Some(Self {
            left: padded_side(one_side) + &number(one)?,
            right: format!("{operator:<2} {}{}", padded_side(other_side), number(other)?),
            holds: holds(step.value),
            decides: step.decides,
        })
    }
}
