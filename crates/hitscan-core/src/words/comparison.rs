//! The comparisons by which a method decides, one per row: `B.top < A.bottom`, `22 < 20`.

use super::format::{self, ROOM, plain};
use crate::methods::{Arithmetic, BoundaryRule, BoxEdge, Method, MethodStep, Operator};
use crate::world::{Axes, Participant};
use hitscan_geom::Axis;

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
#[must_use]
pub fn comparisons(
    [a, b]: [&Participant; 2],
    (method, arithmetic): (Method, Arithmetic),
    rule: BoundaryRule,
    axes: Axes,
) -> Vec<ComparisonRow> {
    let steps = method.overlap_steps(&a.shape, &b.shape, rule, arithmetic);
    steps.iter().filter_map(|step| compared([a, b], step, axes)).collect()
}

fn compared([a, b]: [&Participant; 2], step: &MethodStep, axes: Axes) -> Option<ComparisonRow> {
    match step {
        MethodStep::CompareEdges(found) => {
            let name =
                |of: &Participant, edge: BoxEdge| format!("{}.{}", of.name, edge.side.token());
            let at = |BoxEdge { side, at }| plain(format::read(axes, side.axis(), at), ROOM);
            let operator = format::read_operator(axes, found.a.side.axis(), found.operator);
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
    use crate::engine::{Sandbox, expect::examine};
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
        let rows = comparisons(
            [&pair.a, &pair.b],
            (method, Arithmetic::Exact),
            settings.boundary_rule,
            settings.axes,
        );
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
