//! `edges`: two questions about each edge; only edges are tested.

use std::cmp::Ordering;

use super::lasers::{product, straddles};
use super::page::{PageSubject, Role};
use super::page_writer::PageWriter;
use super::part::PairPart;
use super::part_of;
use super::phrases::{edge_name, role};
use crate::methods::{Edge, MethodStep, Segments, Straddle};
use crate::words::format::{self, yes_no};
use crate::words::written_order;
use crate::world::{Axes, Participant};
use hitscan_geom::{Operand, Shape};

/// For a region with more edges than this, only the edges that hit are listed.
const MOST_EDGES: usize = 8;
/// More hits than this are counted, not listed.
const MOST_HITS: usize = 12;

pub(super) fn write(subject: &PageSubject<'_>, steps: &[MethodStep], page: &mut PageWriter) {
    let (x, y) = written_order(subject.a, subject.b);
    match x.shape {
        Shape::Segment(_) => with_laser(subject, [x, y], steps, page),
        _ => two_regions(subject, steps, page),
    }
}

/// Both questions about an edge: are the laser's ends on opposite sides of the edge's line, and the
/// edge's ends on opposite sides of the laser's line?
type Asked = (Edge, [Straddle; 2]);

fn meets((_, halves): &Asked) -> bool {
    halves.iter().all(|half| half.holds)
}

fn with_laser(
    subject: &PageSubject<'_>,
    [laser, region]: [&Participant; 2],
    steps: &[MethodStep],
    page: &mut PageWriter,
) {
    let axes = subject.axes;
    let of = if subject.a.id == region.id { Operand::A } else { Operand::B };
    let asked = asked(steps);
    page.say(Role::Dim, &format!("Asked of each edge of\u{a0}{}:", region.name));
    page.text(&format!("1 are {}'s ends on opposite sides of this edge's line?", laser.name));
    page.text(&format!("2 and its ends, of {}'s line?", laser.name));
    page.row(Role::Dim, &format!("{:9}{:8}{:8}meets", "edge", "1", "2"));
    let lists_all = asked.len() <= MOST_EDGES;
    let hits = asked.iter().filter(|edge| meets(edge)).count();
    for asked in asked.iter().filter(|edge| lists_all || meets(edge)).take(MOST_HITS) {
        let (edge, meets) = (edge_name(asked.0, &region.shape), meets(asked));
        let [first, second] = asked.1.map(|half| answer(axes, half));
        let meet = if meets { "yes" } else { "-" };
        page.about(PairPart::edge(of, asked.0, &region.shape))
            .row(role(meets), &format!("{edge:9}{first:8}{second:8}{meet}"));
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

/// Both questions about each edge, in the order of the edges.
fn asked(steps: &[MethodStep]) -> Vec<Asked> {
    let ends_of = |of| straddles(steps).filter(move |half| half.ends_of == of);
    let pairs = ends_of(Operand::B).zip(ends_of(Operand::A));
    let asked = pairs.filter_map(|(first, second)| match first.segments {
        Segments::EdgeAndLaser(edge) => Some((edge, [first, second])),
        Segments::Lasers | Segments::Edges(_) => None,
    });
    asked.collect()
}

/// `+- yes`: on which sides of the line the two ends lie.
fn answer(axes: Axes, half: Straddle) -> String {
    let [start, end] = half.orientations.map(|found| match format::read_area(axes, found).sign() {
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
            page.about(part_of::signs(subject, of_other))
                .say(role(of_other.decides), &product(of_other));
            page.text("2 and its ends, of the other's line?");
            page.about(part_of::signs(subject, of_edge))
                .say(role(of_edge.decides), &product(of_edge));
            page.text("Both yes: they meet. The first pair that meets ends the search.");
        }
        _ => {}
    }
}
