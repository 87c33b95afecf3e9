//! `edges`: of each edge two questions; only what meets an edge is seen.

use super::figures;
use super::lasers;
use super::paper::{Paper, padded};
use super::steps::{Steps, holds, role_of, value};
use super::truth_regions::edge_name;
use super::{Role, Subject};
use hitscan_geom::{Shape, Step, Value};

/// In the steps about one edge, a is the edge and b the laser or other edge.
const ITS_ENDS: [&str; 2] = ["orient(b1,b2,a1)", "orient(b1,b2,a2)"];
const OTHER_ENDS: [&str; 2] = ["orient(a1,a2,b1)", "orient(a1,a2,b2)"];
/// A region with more edges has only those listed that say something.
const MOST_EDGES: usize = 8;
/// More are counted, not listed.
const MOST_HITS: usize = 12;

pub(super) fn write(subject: &Subject<'_>, steps: Steps<'_>, paper: &mut Paper) {
    match (&subject.a.shape, &subject.b.shape) {
        (Shape::Segment(_), region) => {
            with_laser(subject.a.name.as_str(), (subject.b.name.as_str(), region), steps, paper);
        }
        (region, Shape::Segment(_)) => {
            with_laser(subject.b.name.as_str(), (subject.a.name.as_str(), region), steps, paper);
        }
        _ => two_regions(subject, steps, paper),
    }
}

/// What the two questions found of one edge.
struct Asked<'a> {
    edge: Value,
    /// Does the edge's line part the laser's ends?
    first: &'a Step,
    /// Does the laser's line part the edge's ends?
    second: &'a Step,
}

impl Asked<'_> {
    fn meets(&self) -> bool {
        holds(self.first.value) && holds(self.second.value)
    }
}

fn with_laser(laser: &str, (region, shape): (&str, &Shape), steps: Steps<'_>, paper: &mut Paper) {
    let asked = asked(steps);
    paper.text(&format!("Two questions to each edge of\u{a0}{region}:"));
    paper.text(&format!("1 does its line part {laser}'s ends?"));
    paper.text(&format!("2 does {laser}'s line part its ends?"));
    paper.row(Role::Dim, &row("edge", "1", "2", "meets"));
    let lists_all = asked.len() <= MOST_EDGES;
    let hits = asked.iter().filter(|edge| edge.meets()).count();
    let listed = asked.iter().filter(|edge| lists_all || edge.meets());
    for edge in listed.take(MOST_HITS) {
        let line = row(
            &edge_name(edge.edge, shape),
            &answer(edge.first, OTHER_ENDS),
            &answer(edge.second, ITS_ENDS),
            if edge.meets() { "yes" } else { "-" },
        );
        paper.row(if edge.meets() { Role::Deciding } else { Role::Text }, &line);
    }
    if !lists_all {
        let unlisted = asked.len() - hits.min(MOST_HITS);
        paper.text(&format!("of {} edges; {unlisted} are not listed", asked.len()));
    }
    match hits {
        0 => paper.deciding("No edge has yes twice: no hit."),
        1 => paper.deciding("One edge has yes twice: a hit."),
        hits => paper.deciding(&format!("{hits} edges have yes twice: a hit.")),
    }
    paper.say(Role::Dim, "+- is parted, ++ and -- are not; 0 is on the line and counts as parted.");
}

fn row(edge: &str, first: &str, second: &str, meets: &str) -> String {
    padded(edge, 9) + &padded(first, 8) + &padded(second, 8) + meets
}

/// Both questions of each edge, in the order in which they were asked.
fn asked(steps: Steps<'_>) -> Vec<Asked<'_>> {
    let of = |ends: [&'static str; 2]| {
        steps.0.iter().filter(move |step| step.formula.starts_with(ends[0]))
    };
    of(OTHER_ENDS)
        .zip(of(ITS_ENDS))
        .map(|(first, second)| Asked { edge: value(first, "edge"), first, second })
        .collect()
}

/// `+- yes`: on which sides of the line the two ends lie.
fn answer(step: &Step, ends: [&'static str; 2]) -> String {
    let sign = |name| match figures::sign(value(step, name)) {
        std::cmp::Ordering::Less => "-",
        std::cmp::Ordering::Equal => "0",
        std::cmp::Ordering::Greater => "+",
    };
    let answer = if holds(step.value) { "yes" } else { "no" };
    format!("{}{} {answer}", sign(ends[0]), sign(ends[1]))
}

fn two_regions(subject: &Subject<'_>, steps: Steps<'_>, paper: &mut Paper) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    let counts = [subject.a, subject.b].map(|party| party.shape.vertices().len());
    paper.text(&format!(
        "Each of {a}'s {} edges is held against each of {b}'s {}.",
        counts[0], counts[1]
    ));
    if let Some(step) = steps.find("any pair of edges").filter(|step| step.decides) {
        let pairs = value(step, "pairs");
        paper.deciding(&format!("None of the {pairs} pairs of edges meets: no hit."));
        return;
    }
    let halves = [OTHER_ENDS, ITS_ENDS].map(|ends| steps.find(ends[0]));
    let [Some(first), Some(second)] = halves else { return };
    let edges = [("a.edge", subject.a), ("b.edge", subject.b)];
    let [of_a, of_b] = edges.map(|(name, party)| edge_name(value(first, name), &party.shape));
    paper.text(&format!("{a}'s {of_a} against {b}'s {of_b}:"));
    paper.text("1 does its line part the other's ends?");
    paper.say_as(role_of(first), &lasers::product(first));
    paper.text("2 does the other's line part its ends?");
    paper.say_as(role_of(second), &lasers::product(second));
    paper.text("Both yes: they meet. The first pair that does ends the search.");
}
