//! Two regions of which one at least is a polygon.

use super::super::ratio::Ratio;
use super::super::{Direction, Meeting, Operand, Point, Relation, Segment, Step, Trace};
use super::cut::{Ground, contact, cut, edges, ground_of};
use super::edge_tree::EdgeTree;

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
    let of_a = course(a, &EdgeTree::new(b));
    let of_b = course(b, &EdgeTree::new(a));
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

impl Course {
    fn add(&mut self, ground: Ground) {
        match ground {
            Ground::Interior => self.meets_interior = true,
            Ground::Boundary => self.meets_boundary = true,
            Ground::Exterior => self.meets_exterior = true,
        }
    }

    /// Whether there is nothing more to find.
    const fn is_complete(self) -> bool {
        self.meets_boundary && self.meets_interior && self.meets_exterior
    }
}

fn course(boundary: &[Point], region: &EdgeTree<'_>) -> Course {
    let mut course = Course::default();
    if boundary == region.vertices {
        course.meets_boundary = true;
        return course;
    }
    // The ground on which the edge starts, if that is known.
    let mut ground = None;
    for edge in edges(boundary) {
        match meets(&edge, region) {
            // All of it has one ground, and so has the start of the next.
            Meets::Nothing => {
                course.add(*ground.get_or_insert_with(|| ground_of(edge.start, region.vertices)));
            }
            Meets::Throughout => {
                course.meets_boundary = true;
                ground = None;
            }
            Meets::InPlaces => {
                course.meets_boundary = true;
                cut(&edge, region.vertices).pieces.into_iter().for_each(|piece| course.add(piece));
                ground = None;
            }
        }
        if course.is_complete() {
            break;
        }
    }
    course
}

/// How much of an edge meets the boundary of a region.
#[derive(Clone, Copy)]
enum Meets {
    Nothing,
    InPlaces,
    /// It runs along one edge.
    Throughout,
}

fn meets(edge: &Segment, region: &EdgeTree<'_>) -> Meets {
    let mut meets = Meets::Nothing;
    region.near(edge, &mut |number, side| {
        if let (Some(contact), false) = (contact(edge, number, &side), is_throughout(meets)) {
            let is_all = contact.first == Ratio::ZERO && contact.last == Ratio::ONE;
            meets = if is_all { Meets::Throughout } else { Meets::InPlaces };
        }
    });
    meets
}

const fn is_throughout(meets: Meets) -> bool {
    matches!(meets, Meets::Throughout)
}
