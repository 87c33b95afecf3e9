//! A laser and a box, by slabs.

use super::super::{
    Aabb, Axis, Direction, Meeting, Relation, Segment, Side, Sides, Step, Trace, Within,
    ratio::Ratio,
};

/// How the laser's line runs through the slab between two opposite sides.
enum Slab {
    /// It runs along, strictly between the sides.
    Between,
    /// It runs along one of the sides.
    Along,
    /// It runs along outside.
    Outside,
    /// It enters and leaves at these parameters.
    Across { entry: Ratio, exit: Ratio },
}

/// Decides by the last entry and the first exit. A start in the open interior
/// is [`Direction::Inside`]; at a corner both sides are named.
pub(super) fn relate(laser: &Segment, region: &Aabb, trace: &mut impl Trace) -> Meeting {
    let (mut entry, mut exit) = (None::<Ratio>, None::<Ratio>);
    let mut meets_interior = true;
    for axis in Axis::ALL {
        let mut sink =
            Within { sink: &mut *trace, part: "axis", which: axis.token().into(), decides: true };
        match slab(laser, region, axis, &mut sink) {
            Slab::Outside => return Meeting::DISJOINT,
            Slab::Between => {}
            Slab::Along => meets_interior = false,
            Slab::Across { entry: enters, exit: leaves } => {
                entry = Some(entry.map_or(enters, |known| known.max(enters)));
                exit = Some(exit.map_or(leaves, |known| known.min(leaves)));
            }
        }
    }
    // A point has no entry and no exit: it is where it is, at t = 0.
    let first = entry.map_or(Ratio::ZERO, |t| t.max(Ratio::ZERO));
    let last = exit.map_or(Ratio::ZERO, |t| t.min(Ratio::ONE));
    trace.step(|| Step::new("first = max(0, entries)", first));
    trace.step(|| Step::new("last = min(1, exits)", last));
    trace.step(|| Step::new("first <= last", first <= last).deciding(first > last));
    if first > last {
        return Meeting::DISJOINT;
    }
    let starts_before = |t: Option<Ratio>| t.is_none_or(|t| t < Ratio::ONE);
    let ends_after = |t: Option<Ratio>| t.is_none_or(|t| t > Ratio::ZERO);
    meets_interior &= entry.is_none() || entry < exit;
    meets_interior &= starts_before(entry) && ends_after(exit);
    let relation = if !meets_interior {
        Relation::Touches
    } else if entry.is_none_or(|t| t <= Ratio::ZERO) && exit.is_none_or(|t| t >= Ratio::ONE) {
        Relation::Within
    } else {
        Relation::Crosses
    };
    trace.step(|| {
        let inside = relation == Relation::Within;
        Step::new("meets(interior)", meets_interior).with("all inside", inside).deciding(true)
    });
    let starts_inside = meets_interior && entry.is_none_or(|t| t < Ratio::ZERO);
    let direction = if starts_inside {
        Direction::Inside
    } else {
        Direction::Sides(sides_at(laser, region, first))
    };
    super::laser_meets(laser, relation, [first, last], direction)
}

fn slab(laser: &Segment, region: &Aabb, axis: Axis, trace: &mut impl Trace) -> Slab {
    let start = laser.start.along(axis);
    let way = laser.direction().along(axis).wide();
    let [low, high] = axis.sides().map(|side| region.edge(side));
    if way == 0 {
        let inside = low <= start && start <= high;
        trace.step(|| {
            Step::new("low <= start <= high, way = 0", inside)
                .with("low", low)
                .with("start", start)
                .with("high", high)
                .deciding(!inside)
        });
        return match (inside, start == low || start == high) {
            (false, _) => Slab::Outside,
            (true, true) => Slab::Along,
            (true, false) => Slab::Between,
        };
    }
    let (near, far) = if way > 0 { (low, high) } else { (high, low) };
    let entry = Ratio::new((near - start).wide(), way);
    let exit = Ratio::new((far - start).wide(), way);
    let step = |formula, t: Ratio, edge| {
        Step::new(formula, t)
            .with("edge", edge)
            .with("start", start)
            .with("way", laser.direction().along(axis))
    };
    trace.step(|| step("entry = (near edge - start) / way", entry, near));
    trace.step(|| step("exit = (far edge - start) / way", exit, far));
    Slab::Across { entry, exit }
}

/// The sides on which the point at `t` lies.
fn sides_at(laser: &Segment, region: &Aabb, t: Ratio) -> Sides {
    Side::ALL
        .into_iter()
        .filter(|&side| {
            let axis = side.axis();
            let reach = region.edge(side) - laser.start.along(axis);
            t.is_part(reach.wide(), laser.direction().along(axis).wide())
        })
        .collect()
}
