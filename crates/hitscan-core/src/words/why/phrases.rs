//! Words and rows that several pages share.

use std::cmp::Ordering;

use super::page::Role;
use super::page_writer::PageWriter;
use super::part::PairPart;
use crate::methods::{Edge, Number};
use crate::words::format::{self, ROOM, plain};
use crate::words::lines::{padded, text_cells};
use crate::words::verdict::in_words;
use crate::world::{Axes, Name, TestResult};
use hitscan_geom::{ExactPoint, Operand, Relation, Shape, Side, Sides};

/// The result for two shapes at their current positions, without motion.
pub(super) const fn standing(relation: Relation) -> TestResult {
    match relation {
        Relation::Disjoint => TestResult::Miss,
        Relation::Touches => TestResult::Touch,
        _ => TestResult::Hit,
    }
}

/// The end of a long name, which is where related names differ.
pub(super) fn ending(name: &Name) -> &str {
    const LONGEST: usize = 6;
    let name = name.as_str();
    &name[name.len().saturating_sub(LONGEST)..]
}

/// The role of a line that decides or does not.
pub(super) const fn role(decides: bool) -> Role {
    if decides { Role::Deciding } else { Role::Text }
}

/// `left`, or a corner with top or bottom first: `top left corner`.
pub(super) fn place(sides: Sides) -> String {
    in_words(sides) + if sides.len() == 2 { " corner" } else { "" }
}

/// The name of an edge: `top`, `edge 3`. A box counts its edges clockwise from the top.
pub(super) fn edge_name(edge: Edge, region: &Shape) -> String {
    const CLOCKWISE: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];
    match (edge, region) {
        (Edge::Side(side), _) => side.token().to_owned(),
        (Edge::Index(index), Shape::Box(_)) if index < CLOCKWISE.len() => {
            CLOCKWISE[index].token().to_owned()
        }
        (Edge::Index(index), _) => format!("edge {index}"),
    }
}

/// A point as displayed: `(1.5, -3)`.
pub(super) fn point(axes: Axes, point: &ExactPoint) -> String {
    const COORDINATE_ROOM: usize = 9;
    format::point(axes, [point.x, point.y], COORDINATE_ROOM)
}

/// The meaning of an orientation's sign on the screen.
pub(super) const fn legend(axes: Axes) -> &'static str {
    match axes {
        Axes::YDown => "below 0 is left, above 0 right",
        Axes::YUp => "below 0 is right, above 0 left",
    }
}

/// The side of a line on which something lies, by its orientation.
pub(super) const fn side_of_line(sign: Ordering) -> &'static str {
    match sign {
        Ordering::Less => "left",
        Ordering::Equal => "on it",
        Ordering::Greater => "right",
    }
}

/// `L.1    -12       left`: where the two ends of `name` lie.
pub(super) fn ends_rows(
    axes: Axes,
    orientations: [Number; 2],
    (of, name): (Operand, &Name),
    page: &mut PageWriter,
) {
    for ((end, orientation), part) in (1..).zip(orientations).zip([0, 1]) {
        let part = PairPart::End(of, part);
        let number = plain(format::read_area(axes, orientation), ROOM);
        let label = padded(&format!("{name}.{end}"), 7.max(name.as_str().len() + 4));
        let column = if text_cells(&number) < 9 { 10 } else { ROOM + 2 };
        let side = side_of_line(orientation.sign());
        let line = format!("{label}{}{side}", padded(&number, column));
        if text_cells(&line) <= page.width {
            page.about(part).row(Role::Text, &line);
        } else {
            page.about(part).row(Role::Text, &format!("{name}.{end}  {side}"));
            page.row(Role::Text, &format!("  {number}"));
        }
    }
}

/// How to get to a page from the first one: `n n`, `n x5`, or its number.
pub(super) fn place_of_page(after_first: usize, next_key: Option<char>) -> String {
    match (next_key, after_first) {
        (Some(key), 1..=3) => [key.to_string().as_str()].repeat(after_first).join(" "),
        (Some(key), _) => format!("{key} x{after_first}"),
        (None, _) => format!("page\u{a0}{}", after_first + 1),
    }
}
