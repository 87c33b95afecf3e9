//! Special features of a pair that no reason covers.

use crate::methods::{Meets, OwnPair};
use hitscan_geom::{Axis, Fraction, Milli, Relation, Shape, Swept, relate};

/// A sentence about the pair, if there is anything special about it.
pub(super) fn special(pair: OwnPair<'_>, names: [&str; 2]) -> Option<String> {
    let truth = pair.truth();
    match (pair, truth.meets) {
        (_, Meets::Apart) => one_range_is_shared(pair),
        (OwnPair::Still(a, b), _) => how_they_lie([a, b], names),
        (OwnPair::Frame(..), _) => match truth.swept? {
            Swept::Hit { t: Fraction::ZERO, .. } => {
                Some("they touch as the frame begins, and go on into each other.".to_owned())
            }
            Swept::Hit { sides, .. } if sides.len() == 2 => {
                Some("they meet at a corner.".to_owned())
            }
            _ => None,
        },
    }
}

/// `the range in x is shared, in y apart by 1.`
fn one_range_is_shared(pair: OwnPair<'_>) -> Option<String> {
    let gap = pair.gap()?;
    let gaps = Axis::ALL.map(|axis| gap.along(axis));
    let (shared, apart) = match gaps.map(|gap| gap > Milli::ZERO) {
        [false, true] => (Axis::X, Axis::Y),
        [true, false] => (Axis::Y, Axis::X),
        [true, true] | [false, false] => return None,
    };
    let by = if apart == Axis::X { gaps[0] } else { gaps[1] };
    let (shared, apart) = (shared.token(), apart.token());
    Some(format!("the range in {shared} is shared, in {apart} apart by {by}."))
}

fn how_they_lie([a, b]: [&Shape; 2], names: [&str; 2]) -> Option<String> {
    let point = [a, b]
        .into_iter()
        .zip(names)
        .find(|(shape, _)| matches!(shape, Shape::Segment(laser) if laser.is_point()));
    if let Some((_, name)) = point {
        return Some(format!("{name} is a point."));
    }
    let inside = |[inner, outer]: [&str; 2]| format!("{inner} lies inside {outer}.");
    let is_laser = |shape: &Shape| matches!(shape, Shape::Segment(_));
    match relate(a, b).relation {
        Relation::Equals => Some("the two are equal.".to_owned()),
        // `Within` refers to the laser, whichever comes first in the pair.
        Relation::Within if is_laser(b) => Some(inside([names[1], names[0]])),
        Relation::Within => Some(inside(names)),
        Relation::Contains => Some(inside([names[1], names[0]])),
        Relation::Disjoint | Relation::Touches | Relation::Crosses | Relation::Overlaps => None,
    }
}
