//! Two regions of which one at least is a polygon.

use super::super::{Direction, Meeting, Operand, Point, Relation, Step, Trace};
use super::cut::{Ground, cut, edges};

/// What the boundary of one region runs through in the other.
#[derive(Clone, Copy, Default)]
struct Course {
    meets_boundary: bool,
    meets_interior: bool,
    meets_exterior: bool,
}

/// Decides by what each boundary runs through in the other region.
///
/// A simple polygon has no holes, so a boundary that stays in the other closed
/// region holds its own region there too; and where neither boundary meets the
/// other interior, the interiors are either the same or apart.
pub(super) fn relate(a: &[Point], b: &[Point], trace: &mut impl Trace) -> Meeting {
    let of_a = course(a, b);
    let of_b = course(b, a);
    let relation = match (of_a.meets_exterior, of_b.meets_exterior) {
        (false, _) if !of_a.meets_interior => Relation::Equals,
        (false, _) => Relation::Within,
        (_, false) => Relation::Contains,
        _ if of_a.meets_interior || of_b.meets_interior => Relation::Overlaps,
        _ if of_a.meets_boundary || of_b.meets_boundary => Relation::Touches,
        _ => Relation::Disjoint,
    };
    for (of, course) in [(Operand::A, of_a), (Operand::B, of_b)] {
        let Course { meets_boundary, meets_interior, meets_exterior } = course;
        trace.step(|| Step::Boundary { of, meets_boundary, meets_interior, meets_exterior });
    }
    Meeting { relation, span: None, direction: Direction::None, depth: None }
}

fn course(boundary: &[Point], region: &[Point]) -> Course {
    edges(boundary).map(|edge| cut(&edge, region)).fold(Course::default(), |course, cut| Course {
        meets_boundary: course.meets_boundary || !cut.contacts.is_empty(),
        meets_interior: course.meets_interior || cut.meets(Ground::Interior),
        meets_exterior: course.meets_exterior || cut.meets(Ground::Exterior),
    })
}
