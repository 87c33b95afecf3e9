//! The two methods of lasers: `straddle` and `proper`.

use std::cmp::Ordering;

use hitscan_geom::{Operand, Shape};

use super::super::{number, written_order};
use super::page;
use super::page::{PageSubject, PageWriter, PairPart, Role, edge_name, ends_rows, role};
use super::reading::{ZERO_OF_STRADDLE, has_product_of_0};
use crate::methods::{Arithmetic, Edge, MethodStep, Operator, Segments, Straddle};
use crate::words::number::{ROOM, equals, plain, yes_no};
use crate::world::Participant;

/// The meaning of the signs in `straddle`, for y downwards and for y upwards.
pub(super) const SIGNS_OF_STRADDLE: [&str; 2] = [
    "As in the article: above 0 is right (正なら右側).",
    "The article: above 0 is right (正なら右側), as with y down. Here y is up: above 0 is left.",
];

/// The same in `proper`.
pub(super) const SIGNS_OF_PROPER: [&str; 2] = [
    "below 0 is left, above 0 right. The article: left is above 0 (左側…0よりも大きい), as with y up; here y is down.",
    "As in the article: left is above 0.",
];

pub(super) fn write(
    subject: &PageSubject<'_>,
    steps: &[MethodStep],
    meet: &str,
    [down, up]: [&str; 2],
    page: &mut PageWriter,
) {
    parallel(subject, steps, page);
    let halves = questions(subject, steps, page);
    if halves.is_empty() {
        return;
    }
    if halves.iter().all(|half| half.holds) {
        page.text(&format!("Both say yes: they {meet}."));
    } else {
        page.text("One no is enough: no hit.");
    }
    if has_product_of_0(steps) {
        let counts_it = halves.iter().any(|half| half.operator == Operator::LessOrEqual);
        page.text(if counts_it { ZERO_OF_STRADDLE } else { "A product of 0 counts as no." });
    }
    page.say(Role::Dim, if subject.settings.y_grows_up() { up } else { down });
}

/// Whether their directions are parallel, if the method tests that.
pub(super) fn parallel(subject: &PageSubject<'_>, steps: &[MethodStep], page: &mut PageWriter) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    for step in steps {
        let MethodStep::Directions { cross, parallel } = *step else { continue };
        let meaning = match (parallel, subject.arithmetic) {
            (false, _) => ". Not 0, so not parallel.",
            // With rounding, the products may still be below 0.
            (true, Arithmetic::F32 | Arithmetic::F64) => ": parallel, a miss.",
            (true, Arithmetic::Exact) => {
                ": parallel, a miss. Without this check it would be a miss, too: no product is \
                 below 0."
            }
        };
        let cross = equals(number::read_area(subject.settings, cross));
        page.say(role(parallel), &format!("cross({a}, {b}) {cross}{meaning}"));
    }
}

/// The two questions, each about one line and the ends of the other laser.
pub(super) fn questions(
    subject: &PageSubject<'_>,
    steps: &[MethodStep],
    page: &mut PageWriter,
) -> Vec<Straddle> {
    let halves: Vec<_> = straddles(steps).collect();
    for half in &halves {
        let [of, line] = subject.names(half.ends_of);
        page.text(&format!("Are {of}'s ends on opposite sides of {line}'s line?"));
        ends_rows(subject, half.ends_of, half.orientations, page);
        page.about(page::signs(subject, half)).say(role(half.decides), &product(half));
    }
    halves
}

pub(super) fn straddles(steps: &[MethodStep]) -> impl Iterator<Item = Straddle> {
    found!(steps, MethodStep::Straddle(half) => half)
}

/// `product -192 <= 0   yes`.
pub(super) fn product(half: &Straddle) -> String {
    let (product, operator) = (plain(half.product, ROOM), half.operator.token());
    format!("product {product} {operator} 0\u{a0}\u{a0} {}", yes_no(half.holds))
}

/// For a region with more edges than this, only the edges that hit are listed.
const MOST_EDGES: usize = 8;
/// More hits than this are counted, not listed.
const MOST_HITS: usize = 12;

pub(super) fn write_edges(subject: &PageSubject<'_>, steps: &[MethodStep], page: &mut PageWriter) {
    let (x, y) = written_order(subject.a, subject.b);
    match x.shape {
        Shape::Segment(_) => with_laser(subject, [x, y], steps, page),
        _ => two_regions(subject, steps, page),
    }
}

fn meets(halves: &[Straddle; 2]) -> bool {
    halves.iter().all(|half| half.holds)
}

fn with_laser(
    subject: &PageSubject<'_>,
    [laser, region]: [&Participant; 2],
    steps: &[MethodStep],
    page: &mut PageWriter,
) {
    let of = if subject.a.id == region.id { Operand::A } else { Operand::B };
    let asked = asked(steps);
    page.say(Role::Dim, &format!("Asked of each edge of\u{a0}{}:", region.name));
    page.text(&format!("1 are {}'s ends on opposite sides of this edge's line?", laser.name));
    page.text(&format!("2 and its ends, of {}'s line?", laser.name));
    page.row(Role::Dim, &format!("{:9}{:8}{:8}meets", "edge", "1", "2"));
    let lists_all = asked.len() <= MOST_EDGES;
    let hits = asked.iter().filter(|(_, halves)| meets(halves)).count();
    let listed = asked.iter().filter(|(_, halves)| lists_all || meets(halves));
    for (edge, halves) in listed.take(MOST_HITS) {
        let (name, meets) = (edge_name(*edge, &region.shape), meets(halves));
        let [first, second] = halves.map(|half| answer(subject, half));
        let meet = if meets { "yes" } else { "-" };
        page.about(PairPart::edge(of, *edge, &region.shape))
            .row(role(meets), &format!("{name:9}{first:8}{second:8}{meet}"));
    }
    if !lists_all {
        let unlisted = asked.len() - hits.min(MOST_HITS);
        page.text(&format!("of {} edges; {unlisted} are not listed", asked.len()));
    }
    page.deciding(&match hits {
        0 => "No edge has yes twice: no hit.".to_owned(),
        1 => "One edge has yes twice: a hit.".to_owned(),
        hits => format!("{hits} edges have yes twice: a hit."),
    });
    page.say(Role::Dim, "+- is opposite sides, ++ and -- one side; 0, on the line: yes.");
}

/// Both questions about each edge, in the order of the edges: are the laser's ends on opposite sides
/// of the edge's line, and the edge's ends on opposite sides of the laser's line?
fn asked(steps: &[MethodStep]) -> Vec<(Edge, [Straddle; 2])> {
    let ends_of = |of| straddles(steps).filter(move |half| half.ends_of == of);
    let pairs = ends_of(Operand::B).zip(ends_of(Operand::A));
    let asked = pairs.filter_map(|(first, second)| match first.segments {
        Segments::EdgeAndLaser(edge) => Some((edge, [first, second])),
        Segments::Lasers | Segments::Edges(_) => None,
    });
    asked.collect()
}

/// `+- yes`: on which sides of the line the two ends lie.
fn answer(subject: &PageSubject<'_>, half: Straddle) -> String {
    let [start, end] =
        half.orientations.map(|found| match number::read_area(subject.settings, found).sign() {
            Ordering::Less => "-",
            Ordering::Equal => "0",
            Ordering::Greater => "+",
        });
    format!("{start}{end} {}", yes_no(half.holds))
}

fn two_regions(subject: &PageSubject<'_>, steps: &[MethodStep], page: &mut PageWriter) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    let [of_a, of_b] = [subject.a, subject.b].map(|participant| participant.shape.vertices().len());
    page.say(
        Role::Dim,
        &format!("Each of {a}'s {of_a} edges is tested against each of {b}'s {of_b}."),
    );
    match steps {
        [MethodStep::NoPairStraddles { pairs }] => {
            page.deciding(&format!("None of the {pairs} pairs of edges meets: no hit."));
        }
        [
            MethodStep::Straddle(of_edge),
            MethodStep::Straddle(of_other),
            MethodStep::PairStraddles,
        ] => {
            if let Segments::Edges([edge, other]) = of_edge.segments {
                let edge = edge_name(Edge::Index(edge), &subject.a.shape);
                let other = edge_name(Edge::Index(other), &subject.b.shape);
                page.text(&format!("{a}'s {edge} against {b}'s {other}:"));
            }
            page.text("1 are the other's ends on opposite sides of its line?");
            page.about(page::signs(subject, of_other))
                .say(role(of_other.decides), &product(of_other));
            page.text("2 and its ends, of the other's line?");
            page.about(page::signs(subject, of_edge)).say(role(of_edge.decides), &product(of_edge));
            page.text("Both yes: they meet. The first pair that meets ends the search.");
        }
        _ => {}
    }
}
