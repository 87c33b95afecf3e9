//! Steps as text: their formulas, and the names of their values.
//!
//! Formulas are only written here, and never parsed.

use std::borrow::Cow;

use super::number;
use super::number::{ROOM, plain};
use crate::methods::{
    Arithmetic, BoxEdge, CentreDistance, CompareEdges, Edge, EdgeAtLevel, FrameStep, Method,
    MethodStep, Number, Operator, PointEdge, PointSum, PointTest, Projection, Segments, SlabAxis,
    SlabTimes, Straddle,
};
use crate::world::{Participant, Settings};
use hitscan_geom::{
    Axis, Fraction, Milli, Operand, Passage, Side, Sides, Step as ExactStep, Swept, Vector,
};

/// A step as formats print it.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// The formula, in the notation of the catalogue; never translated.
    pub text: Cow<'static, str>,
    /// The input values, by name.
    pub values: Vec<(&'static str, Value)>,
    /// The result.
    pub value: Value,
    /// Whether this step alone determines the answer.
    pub decides: bool,
}

/// A value of a step. Lengths are in units, times in frames, areas in square
/// units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(Number),
    /// Whether something holds.
    Truth(bool),
    /// A token: a relation, a side, a label.
    Token(&'static str),
    /// The index of an edge, or a count.
    Count(usize),
    /// Sides of a box.
    Sides(Sides),
}

macro_rules! values {
    ($($from:ty: $found:pat => $value:expr;)+) => {
        $(impl From<$from> for Value {
            fn from($found: $from) -> Self {
                $value
            }
        })+
    };
}

values! {
    Number: number => Self::Number(number);
    Fraction: number => Self::Number(number.into());
    Milli: length => Self::Number(length.into());
    bool: holds => Self::Truth(holds);
    &'static str: token => Self::Token(token);
    Axis: axis => Self::Token(axis.token());
    Side: side => Self::Token(side.token());
    usize: count => Self::Count(count);
    Sides: sides => Self::Sides(sides);
    Edge: edge => match edge {
        Edge::Side(side) => side.into(),
        Edge::Index(index) => index.into(),
    };
}

/// A formula that gives `value`.
fn formula(text: impl Into<Cow<'static, str>>, value: impl Into<Value>) -> Formula {
    Formula {
        text: text.into(),
        values: Vec::with_capacity(8),
        value: value.into(),
        decides: false,
    }
}

impl Formula {
    /// Adds an input value.
    fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    /// Adds a value if there is one.
    fn with_any(self, name: &'static str, value: Option<impl Into<Value>>) -> Self {
        value.into_iter().fold(self, |formula, value| formula.with(name, value))
    }

    /// Adds several.
    fn with_all<const N: usize>(
        self,
        names: [&'static str; N],
        values: [impl Into<Value>; N],
    ) -> Self {
        names.into_iter().zip(values).fold(self, |formula, (name, value)| formula.with(name, value))
    }
}

impl From<&MethodStep> for Formula {
    fn from(step: &MethodStep) -> Self {
        Self { decides: step.decides(), ..of_step(step) }
    }
}

impl From<&ExactStep> for Formula {
    fn from(step: &ExactStep) -> Self {
        Self { decides: step.decides(), ..of_exact_step(step) }
    }
}

/// The formula of a method's step.
fn of_step(step: &MethodStep) -> Formula {
    match step {
        MethodStep::Exact(step) => of_exact_step(step),
        MethodStep::Straddle(straddle) => of_straddle(straddle),
        MethodStep::Directions { cross, parallel } => {
            formula("cross(a2 - a1, b2 - b1) = 0", *parallel)
                .with("cross(a2 - a1, b2 - b1)", *cross)
        }
        MethodStep::AnyEdge { straddles } => formula("any edge straddles", *straddles),
        MethodStep::PairStraddles => formula("any pair of edges straddles", true),
        MethodStep::NoPairStraddles { pairs } => {
            formula("any pair of edges straddles", false).with("pairs", *pairs)
        }
        MethodStep::CentreDistance(distance) => of_centre_distance(distance),
        MethodStep::CompareEdges(edges) => of_edges(edges),
        MethodStep::CornerRegion { distance, half_sizes, inside } => {
            formula("start.x > s.x and start.y > s.y", *inside)
                .with_all(["start.x", "start.y"], *distance)
                .with_all(["s.x", "s.y"], *half_sizes)
        }
        MethodStep::AfterMove { velocity, distance, half_sizes, meet } => {
            formula("n.x <= s.x and n.y <= s.y", *meet)
                .with_all(["v.x", "v.y"], *velocity)
                .with_all(["n.x", "n.y"], *distance)
                .with_all(["s.x", "s.y"], *half_sizes)
        }
        MethodStep::Depths { depth, claim } => {
            formula("p = s - n", claim.label).with_all(["p.x", "p.y"], *depth)
        }
        MethodStep::FrameEnd { a, b, meet } => {
            formula("the four edge relations, at the end of the frame", *meet)
                .with_all(edges(Operand::A), Side::ALL.map(|side| a.edge(side)))
                .with_all(edges(Operand::B), Side::ALL.map(|side| b.edge(side)))
        }
        MethodStep::OneAxis { velocity, claim } => {
            formula("v.x = 0 or v.y = 0", claim.label).with_all(["v.x", "v.y"], both(*velocity))
        }
        MethodStep::Overshoot { overshoot, velocity, cross } => formula("z = cross(r, v)", *cross)
            .with_all(["r.x", "r.y"], *overshoot)
            .with_all(["v.x", "v.y"], both(*velocity)),
        MethodStep::PrintedProduct { overshoot, velocity, product } => {
            formula("z = r.x * v.x - r.y * v.y", *product)
                .with_all(["r.x", "r.y"], *overshoot)
                .with_all(["v.x", "v.y"], both(*velocity))
        }
        MethodStep::PrintedHalf { factors, product, holds, .. } => {
            formula("cross(a1 - b1, b2 - b1) * cross(b2 - b1, a2 - b1) < 0", *holds)
                .with_all(["cross(a1 - b1, b2 - b1)", "cross(b2 - b1, a2 - b1)"], *factors)
                .with("product", *product)
        }
        MethodStep::Projection(projection) => of_projection(projection),
        MethodStep::SlabAxis(slab) => of_slab(slab),
        MethodStep::SlabOrder { times, hit } => {
            formula("tmin <= tmax", *hit).with_all(["tmin", "tmax"], *times)
        }
        MethodStep::Frame(step) => of_frame_step(step),
        MethodStep::PointTest(test) => of_point_test(test),
        MethodStep::PointEdge(found) => of_point_edge(found),
        MethodStep::PointSum(sum) => of_point_sum(*sum),
        MethodStep::LastEntered { operator, x_last, side } => {
            let text = format!("z {} 0", operator.token());
            formula(text, *x_last).with("side", *side)
        }
    }
}

fn of_point_test(PointTest { formula: text, point, holds, .. }: &PointTest) -> Formula {
    let text = text.replace("{a}", "a").replace("{b}", "b").replace("{point} ", "");
    formula(text, *holds).with_all(["x", "y"], *point)
}

/// What all edges add up to about a point.
fn of_point_sum(sum: PointSum) -> Formula {
    match sum {
        PointSum::Crossings { count, hit } => {
            formula("the number of crossings is odd", hit).with("crossings", Fraction::from(count))
        }
        PointSum::Turns { sum, hit } => {
            formula("the sum is not 0", hit).with("sum", Fraction::from(sum))
        }
    }
}

/// An edge and a point: does it cross the level of the point, and where?
fn of_point_edge(found: &PointEdge) -> Formula {
    let holds = found.adds != 0;
    let step = match found.found {
        EdgeAtLevel::Elsewhere => formula("(yi > y) != (yj > y)", false),
        EdgeAtLevel::Crossing(x) => {
            formula("x < (xj - xi) * (y - yi) / (yj - yi) + xi", holds).with("crossing", x)
        }
        EdgeAtLevel::Beside => formula("a.y <= y < b.y or b.y <= y < a.y", false),
        EdgeAtLevel::Down(turn) => {
            formula("down: cross(b - a, p - a) > 0", holds).with("cross(b - a, p - a)", turn)
        }
        EdgeAtLevel::Up(turn) => {
            formula("up: cross(b - a, p - a) < 0", holds).with("cross(b - a, p - a)", turn)
        }
        EdgeAtLevel::On => formula("cross(b - a, p - a) = 0 and p between a and b", true),
    };
    let step = step.with("edge", found.edge).with_all(["x", "y"], found.point);
    step.with("adds", Fraction::from(found.adds))
}

fn both(vector: Vector) -> [Milli; 2] {
    Axis::ALL.map(|axis| vector.along(axis))
}

/// The names of the orientations of the two ends.
const fn orientations(of: Operand) -> [&'static str; 2] {
    match of {
        Operand::A => ["orient(b1,b2,a1)", "orient(b1,b2,a2)"],
        Operand::B => ["orient(a1,a2,b1)", "orient(a1,a2,b2)"],
    }
}

/// The product of the orientations of the two ends, compared with 0.
fn product(of: Operand, operator: Operator) -> String {
    format!("{} {} 0", orientations(of).join(" * "), operator.token())
}

fn of_straddle(straddle: &Straddle) -> Formula {
    let formula = formula(product(straddle.ends_of, straddle.operator), straddle.holds);
    let formula = match straddle.segments {
        Segments::Lasers => formula,
        Segments::EdgeAndLaser(edge) => formula.with("edge", edge),
        Segments::Edges([a, b]) => formula.with_all(["b.edge", "a.edge"], [b, a]),
    };
    formula
        .with_all(orientations(straddle.ends_of), straddle.orientations)
        .with("product", straddle.product)
}

fn of_projection(found: &Projection) -> Formula {
    let owner = match found.of {
        Operand::A => "a",
        Operand::B => "b",
    };
    formula("apart along the normal of an edge", found.apart)
        .with("edge of", owner)
        .with("edge", found.edge)
        .with_all(["a from", "a to"], found.a)
        .with_all(["b from", "b to"], found.b)
}

fn of_slab(found: &SlabAxis) -> Formula {
    let of_axis = |text, holds: bool| {
        formula(text, holds)
            .with("axis", found.axis)
            .with_all(["low", "high"], found.edges)
            .with_all(["origin", "d"], [found.origin, found.way])
    };
    match found.times {
        SlabTimes::Times(times) => {
            of_axis("t = (edge - origin) * (1 / d)", true).with_all(["t1", "t2"], times)
        }
        SlabTimes::Always => of_axis("d = 0: low <= origin <= high", true),
        SlabTimes::Never => of_axis("d = 0: low <= origin <= high", false),
    }
}

fn of_centre_distance(found: &CentreDistance) -> Formula {
    let (axis, operator) = (found.axis.token(), found.operator.token());
    let (size, sizes) = match found.axis {
        Axis::X => ("width", ["a.width", "b.width"]),
        Axis::Y => ("height", ["a.height", "b.height"]),
    };
    let text =
        format!("abs(b.center.{axis} - a.center.{axis}) {operator} (a.{size} + b.{size}) / 2");
    formula(text, found.holds)
        .with_all(["a.center", "b.center"], found.centres)
        .with("distance", found.distance)
        .with("half sizes", found.half_sizes)
        .with_all(sizes, found.sizes)
}

/// The lesser of the two edges comes first among the values.
fn of_edges(found: &CompareEdges) -> Formula {
    let (a, b) = (edge(Operand::A, found.a.side), edge(Operand::B, found.b.side));
    let formula = formula(format!("{a} {} {b}", found.operator.token()), found.holds);
    match found.operator {
        Operator::Less | Operator::LessOrEqual => formula.with(a, found.a.at).with(b, found.b.at),
        Operator::Greater | Operator::GreaterOrEqual => {
            formula.with(b, found.b.at).with(a, found.a.at)
        }
    }
}

/// The names of the edges of one of two boxes, in the order of [`Side::ALL`].
const fn edges(of: Operand) -> [&'static str; 4] {
    match of {
        Operand::A => ["a.left", "a.top", "a.right", "a.bottom"],
        Operand::B => ["b.left", "b.top", "b.right", "b.bottom"],
    }
}

/// The name of an edge of one of two boxes.
fn edge(of: Operand, side: Side) -> &'static str {
    let [left, top, right, bottom] = edges(of);
    match side {
        Side::Left => left,
        Side::Top => top,
        Side::Right => right,
        Side::Bottom => bottom,
    }
}

/// The formula of a step of the exact answer.
fn of_exact_step(step: &ExactStep) -> Formula {
    match *step {
        ExactStep::Relation(relation) => formula("relation", relation.token()),
        ExactStep::Gap { axis, a, b, gap, .. } => {
            let ([low, high], axis) = (axis.sides().map(Side::token), axis.token());
            let text = format!("gap in {axis} = max(b.{low} - a.{high}, a.{low} - b.{high})");
            formula(text, gap).with_all(["a from", "a to"], a).with_all(["b from", "b to"], b)
        }
        ExactStep::AlongSlab { axis, low, start, high, inside } => {
            formula("low <= start <= high, way = 0", inside)
                .with("axis", axis)
                .with_all(["low", "start", "high"], [low, start, high])
        }
        ExactStep::Slab { axis, passage, edge, start, way, t } => {
            let text = match passage {
                Passage::Entry => "entry = (near edge - start) / way",
                Passage::Exit => "exit = (far edge - start) / way",
            };
            formula(text, t)
                .with("axis", axis)
                .with_all(["edge", "start", "way"], [edge, start, way])
        }
        ExactStep::Clip { passage: Passage::Entry, t } => formula("first = max(0, entries)", t),
        ExactStep::Clip { passage: Passage::Exit, t } => formula("last = min(1, exits)", t),
        ExactStep::ClipOrder { ordered } => formula("first <= last", ordered),
        ExactStep::Interior { met, within, edges_met } => {
            let formula = formula("meets(interior)", met).with_any("edges met", edges_met);
            formula.with("all inside", within)
        }
        ExactStep::EdgeContact { edge, first, last } => {
            formula("t on edge", first).with("edge", edge).with("until", last)
        }
        ExactStep::Boundary { of, meets_boundary, meets_interior, meets_exterior } => {
            let text = match of {
                Operand::A => "boundary(a) in b",
                Operand::B => "boundary(b) in a",
            };
            let found = [meets_boundary, meets_interior, meets_exterior];
            formula(text, meets_boundary || meets_interior)
                .with_all(["boundary", "interior", "exterior"], found)
        }
        ExactStep::Ends { of, orientations: found, one_side, .. } => {
            formula(product(of, Operator::Greater), one_side)
                .with_all(orientations(of), found.map(Number::area))
        }
        ExactStep::Crossing { orientations: found, t } => {
            formula("t = orient(b1,b2,a1) / (orient(b1,b2,a1) - orient(b1,b2,a2))", t)
                .with_all(orientations(Operand::A), found.map(Number::area))
        }
        ExactStep::Approach { orientation, approach } => {
            formula("direction by the sign of orient(b1,b2,a1)", approach.token())
                .with("orient(b1,b2,a1)", Number::area(orientation))
        }
        ExactStep::InLine { low, high, meet } => {
            formula("max(a.low, b.low) <= min(a.high, b.high)", meet)
                .with_all(["low.x", "low.y"], [low.x, low.y])
                .with_all(["high.x", "high.y"], [high.x, high.y])
        }
        ExactStep::AxisTime { axis, passage, gap, velocity, side, t } => {
            let text = match passage {
                Passage::Entry => "entry = gap to b / v",
                Passage::Exit => "exit = gap past b / v",
            };
            formula(text, t)
                .with("axis", axis)
                .with_all(["gap", "v"], [gap, velocity])
                .with("side", side)
        }
        ExactStep::AxisAtRest { axis, gap, meets } => {
            formula("meets, v = 0", meets.token()).with("axis", axis).with("gap", gap)
        }
        ExactStep::FrameTime { passage: Passage::Entry, t } => formula("t_in = max(entries)", t),
        ExactStep::FrameTime { passage: Passage::Exit, t } => formula("t_out = min(exits)", t),
        ExactStep::Outcome(swept) => {
            let sides = match swept {
                Swept::Overlap { sides } | Swept::Hit { sides, .. } => Some(sides),
                Swept::Miss | Swept::Graze { .. } => None,
            };
            formula("outcome", swept.token()).with_any("sides", sides)
        }
    }
}

fn of_frame_step(step: &FrameStep) -> Formula {
    match step {
        FrameStep::PartEnd { part, gaps, meet, .. } => {
            let text = format!("the four edge relations, at t = {part}/{}", FrameStep::PARTS);
            formula(text, *meet).with_all(["gap in x", "gap in y"], *gaps)
        }
        FrameStep::WaysOut { depths, claim } => formula("the least depth at the end", claim.label)
            .with_all(Side::ALL.map(Side::token), *depths),
        FrameStep::CentreAngle { offset, half_sizes, products, claim } => {
            formula("abs(d.x) * H against abs(d.y) * W", claim.label)
                .with_all(["d.x", "d.y"], *offset)
                .with_all(["W", "H"], *half_sizes)
                .with_all(["abs(d.x) * H", "abs(d.y) * W"], *products)
        }
        FrameStep::ApartAtStart { gaps, velocity, claim } => {
            formula("apart at the start", claim.label)
                .with_all(["gap in x", "gap in y"], *gaps)
                .with_all(["v.x", "v.y"], both(*velocity))
        }
        FrameStep::AxisMove { axis, way, gaps, side } => {
            let (text, name) = match axis {
                Axis::X => ("v.x != 0 and the interiors meet after (v.x, 0)", "v.x"),
                Axis::Y => ("v.y != 0 and the interiors meet after (0, v.y)", "v.y"),
            };
            formula(text, side.is_some())
                .with(name, *way)
                .with_all(["gap in x", "gap in y"], *gaps)
                .with_any("side", *side)
        }
    }
}

/// Two numbers that a method compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparisonRow {
    /// The operands on the left and on the right.
    pub names: [String; 2],
    /// The operator between the two: `<`.
    pub sign: &'static str,
    /// Their numbers.
    pub values: [String; 2],
    /// Whether it holds.
    pub holds: bool,
}

/// The comparisons of a method for a pair; empty if it decides in another way.
pub fn comparisons(
    [a, b]: [&Participant; 2],
    method: Method,
    arithmetic: Arithmetic,
    settings: &Settings,
) -> Vec<ComparisonRow> {
    let steps = method.overlap_steps(&a.shape, &b.shape, settings.boundary_rule, arithmetic);
    steps.iter().filter_map(|step| compared([a, b], step, settings)).collect()
}

fn compared(
    [a, b]: [&Participant; 2],
    step: &MethodStep,
    settings: &Settings,
) -> Option<ComparisonRow> {
    match step {
        MethodStep::CompareEdges(found) => {
            let name =
                |of: &Participant, edge: BoxEdge| format!("{}.{}", of.name, edge.side.token());
            let at = |BoxEdge { side, at }| plain(number::read(settings, side.axis(), at), ROOM);
            let operator = number::read_operator(settings, found.a.side.axis(), found.operator);
            let (mut names, mut values) =
                ([name(a, found.a), name(b, found.b)], [at(found.a), at(found.b)]);
            // The lesser operand goes on the left, whichever the method looks at first.
            let is_greater = matches!(operator, Operator::Greater | Operator::GreaterOrEqual);
            if is_greater {
                names.reverse();
                values.reverse();
            }
            let operator = if is_greater { operator.reversed() } else { operator };
            Some(ComparisonRow { names, sign: operator.token(), values, holds: found.holds })
        }
        MethodStep::CentreDistance(found) => {
            let [distance, half] = match found.axis {
                Axis::X => ["distance x", "half"],
                Axis::Y => ["distance y", "half"],
            };
            Some(ComparisonRow {
                names: [distance, half].map(str::to_owned),
                sign: found.operator.token(),
                values: [found.distance, found.half_sizes].map(|it| plain(it, ROOM)),
                holds: found.holds,
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Sandbox;
    use crate::engine::expect::examine;
    use crate::scene::builtin;
    use crate::world::Name;

    fn rows(method: &str) -> Vec<String> {
        let sandbox = Sandbox::new(builtin("start").expect("a scene")).expect("a world");
        let [a, b] = ["A", "B"].map(|name| {
            let name = Name::new(name).expect("a name");
            sandbox.world().find(&name).expect("an object")
        });
        let pair = examine(&sandbox, a, b).expect("a pair").pair;
        let settings = sandbox.world().settings();
        let method = Method::find(method).expect("a method");
        let rows = comparisons([&pair.a, &pair.b], method, Arithmetic::Exact, settings);
        let row = |it: &ComparisonRow| {
            let ([left, right], [one, other]) = (&it.names, &it.values);
            let holds = if it.holds { "yes" } else { "no" };
            format!("{left} {0} {right}: {one} {0} {other} {holds}", it.sign)
        };
        rows.iter().map(row).collect()
    }

    #[test]
    fn edges_are_compared_four_times_and_centres_once_per_axis() {
        let edges = [
            "A.left <= B.right: 24 <= 19 no",
            "B.left <= A.right: 11 <= 36 yes",
            "A.top <= B.bottom: 6 <= 18 yes",
            "B.top <= A.bottom: 10 <= 22 yes",
        ];
        assert_eq!(rows("edge-relations"), edges);
        let centres = rows("center-distance");
        assert_eq!(centres.len(), 2, "{centres:?}");
        assert!(centres[0].ends_with(" no") && centres[1].ends_with(" yes"), "{centres:?}");
        assert_eq!(rows("swept"), Vec::<String>::new());
    }
}
