//! The part of the pair that a line is about, as exact data: the view highlights it.

use std::cmp::Ordering;

use crate::methods::{Edge, Named};
use hitscan_geom::{Axis, ExactPoint, Milli, Operand, Point, Shape, Side, Sides};

/// A part of the pair: of the first, of the second, or between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairPart {
    /// The gap or the overlap of the two along an axis.
    Gap(Axis),
    /// The overlap of the two on both axes.
    Shared,
    /// A side of a box.
    Side(Operand, Side),
    /// Two sides of a box and the corner between them.
    Corner(Operand, Sides),
    /// An edge of a polygon: from the vertex with this index to the next one.
    Edge(Operand, usize),
    /// An end of a laser, 0 or 1.
    End(Operand, usize),
    /// A laser from end to end.
    Laser(Operand),
    /// A point: of a polygon, or where two cross.
    Point(ExactPoint),
    /// On which sides of a line two ends lie, according to a product.
    Signs([(Point, Ordering); 2]),
    /// When both overlap on an axis within the frame.
    Interval(Axis),
}

impl PairPart {
    /// An edge of a region.
    pub(super) const fn edge(of: Operand, edge: Edge, region: &Shape) -> Self {
        const CLOCKWISE: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];
        match (edge, region) {
            (Edge::Side(side), _) => Self::Side(of, side),
            (Edge::Index(index), Shape::Box(_)) if index < CLOCKWISE.len() => {
                Self::Side(of, CLOCKWISE[index])
            }
            (Edge::Index(index), _) => Self::Edge(of, index),
        }
    }

    /// The sides of a box that were met: one, or a corner. Two opposite sides stand for their axis;
    /// `None` without sides.
    pub(super) fn sides(of: Operand, sides: Sides) -> Option<Self> {
        let mut each = sides.iter();
        match (each.next(), each.next()) {
            (Some(side), None) => Some(Self::Side(of, side)),
            (Some(one), Some(other)) if one.axis() == other.axis() => Some(Self::Gap(one.axis())),
            (Some(_), Some(_)) => Some(Self::Corner(of, sides)),
            (None, _) => None,
        }
    }

    /// The part of the second box that a side method names.
    pub(super) fn named(named: Named) -> Option<Self> {
        match named {
            Named::Axis(axis) => Some(Self::Gap(axis)),
            named => Self::sides(Operand::B, named.sides()),
        }
    }
}

/// The ranges of both along one axis: the first, then the second.
pub type Ranges = [[Milli; 2]; 2];
