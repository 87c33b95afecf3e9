//! `edges`: two questions about each edge; only edges are tested.

use std::cmp::Ordering;

use super::lasers::{product, straddles};
use super::page::{Role, Subject};
use super::page_writer::PageWriter;
use super::phrases::{edge_name, role};
use crate::methods::{Edge, Segments, Step, Straddle};
use crate::words::format;
use crate::words::lines::padded;
use crate::world::{Axes, Name};
use hitscan_geom::{Operand, Shape};

/// A region with more edges has only the edges listed that hit.
const MOST_EDGES: usize = 8;
/// More hits are counted, not listed.
const MOST_HITS: usize = 12;

pub(super) fn write(subject: &Subject<'_>, steps: &[Step], page: &mut PageWriter) {
    match (&subject.a.shape, &subject.b.shape) {
        (Shape::Segment(_), region) => {
            let names = [&subject.a.name, &subject.b.name];
            with_laser(subject.axes, names, region, steps, page);
        }
        (region, Shape::Segment(_)) => {
            let names = [&subject.b.name, &subject.a.name];
            with_laser(subject.axes, names, region, steps, page);
        }
        _ => two_regions(subject, steps, page),
    }
}

/// What the two questions found of one edge.
struct Asked<'a> {
    edge: Edge,
    /// Are the laser's ends on opposite sides of the edge's line?
    first: &'a Straddle,
    /// Are the edge's ends on opposite sides of the laser's line?
    second: &'a Straddle,
}

impl Asked<'_> {
    fn meets(&self) -> bool {
        self.first.holds && self.second.holds
    }
}

fn with_laser(
    axes: Axes,
    [laser, region]: [&Name; 2],
    shape: &Shape,
    steps: &[Step],
    page: &mut PageWriter,
) {
    let asked = asked(steps);
    page.say(Role::Dim, &format!("Asked of each edge of\u{a0}{region}:"));
    page.text(&format!("1 are {laser}'s ends on opposite sides of this edge's line?"));
    page.text(&format!("2 and its ends, of {laser}'s line?"));
    page.row(Role::Dim, &row("edge", "1", "2", "meets"));
    let lists_all = asked.len() <= MOST_EDGES;
    let hits = asked.iter().filter(|edge| edge.meets()).count();
    let listed = asked.iter().filter(|edge| lists_all || edge.meets());
    for edge in listed.take(MOST_HITS) {
        let line = row(
            &edge_name(edge.edge, shape),
            &answer(axes, edge.first),
            &answer(axes, edge.second),
            if edge.meets() { "yes" } else { "-" },
        );
        page.row(role(edge.meets()), &line);
    }
    if !lists_all {
        let unlisted = asked.len() - hits.min(MOST_HITS);
        page.text(&format!("of {} edges; {unlisted} are not listed", asked.len()));
    }
    match hits {
        0 => page.deciding("No edge has yes twice: no hit."),
        1 => page.deciding("One edge has yes twice: a hit."),
        hits => page.deciding(&format!("{hits} edges have yes twice: a hit.")),
    }
    page.say(Role::Dim, "+- is opposite sides, ++ and -- one side; 0, on the line: yes.");
}

fn row(edge: &str, first: &str, second: &str, meets: &str) -> String {
    padded(edge, 9) + &padded(first, 8) + &padded(second, 8) + meets
}

/// Both questions about each edge, in the order of the edges.
fn asked(steps: &[Step]) -> Vec<Asked<'_>> {
    let ends_of = |of| straddles(steps).filter(move |half| half.ends_of == of);
    let pairs = ends_of(Operand::B).zip(ends_of(Operand::A));
    let asked = pairs.filter_map(|(first, second)| match first.segments {
        Segments::EdgeAndLaser(edge) => Some(Asked { edge, first, second }),
        Segments::Lasers | Segments::Edges(_) => None,
    });
    asked.collect()
}

/// `+- yes`: on which sides of the line the two ends lie.
fn answer(axes: Axes, half: &Straddle) -> String {
    let read = |orientation| format::read_area(axes, orientation);
    let [start, end] = half.orientations.map(|orientation| match read(orientation).sign() {
        Ordering::Less => "-",
        Ordering::Equal => "0",
        Ordering::Greater => "+",
    });
    format!("{start}{end} {}", if half.holds { "yes" } else { "no" })
}

fn two_regions(subject: &Subject<'_>, steps: &[Step], page: &mut PageWriter) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    let counts = [subject.a, subject.b].map(|participant| participant.shape.vertices().len());
    let all =
        format!("Each of {a}'s {} edges is tested against each of {b}'s {}.", counts[0], counts[1]);
    page.say(Role::Dim, &all);
    match steps {
        [Step::NoPairStraddles { pairs }] => {
            page.deciding(&format!("None of the {pairs} pairs of edges meets: no hit."));
        }
        [Step::Straddle(of_edge), Step::Straddle(of_other), Step::PairStraddles] => {
            if let Segments::Edges([edge, other]) = of_edge.segments {
                let edge = edge_name(Edge::Index(edge), &subject.a.shape);
                let other = edge_name(Edge::Index(other), &subject.b.shape);
                page.text(&format!("{a}'s {edge} against {b}'s {other}:"));
            }
            page.text("1 are the other's ends on opposite sides of its line?");
            page.say(role(of_other.decides), &product(of_other));
            page.text("2 and its ends, of the other's line?");
            page.say(role(of_edge.decides), &product(of_edge));
            page.text("Both yes: they meet. The first pair that meets ends the search.");
        }
        _ => {}
    }
}
