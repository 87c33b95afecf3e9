//! The rules that simplify a case. Those that keep shapes aligned come before those that change
//! single numbers.

use super::case::{Case, Numbers, ROUND, Slot, SlotRole, next_numbers, simpler_numbers};
use hitscan_geom::{Axis, Milli, Polygon, Segment, Shape, Vector};

/// All rules, in the order they are tried. A rule yields candidates, which may or may not be simpler.
pub(super) const ALL: [fn(&Numbers<'_>) -> Vec<Case>; 14] = [
    without_a_vertex,
    with_one_mover,
    in_ranks,
    in_other_units,
    on_a_coarser_grid,
    mirrored,
    sheared,
    along_a_laser,
    nearer_to_the_origin,
    with_a_gap_closed,
    with_a_motion_changed,
    with_a_shorter_way,
    with_one_number_changed,
    with_two_numbers_changed,
];

/// Removes one vertex of a polygon.
fn without_a_vertex(numbers: &Numbers<'_>) -> Vec<Case> {
    let (Case::Still(shapes) | Case::Point(shapes)) = numbers.case else { return Vec::new() };
    let mut fewer = Vec::new();
    for of in [0, 1] {
        let Shape::Polygon(polygon) = &shapes[of] else { continue };
        for gone in 0..polygon.vertices().len() {
            let mut vertices = polygon.vertices().to_vec();
            vertices.remove(gone);
            if let Ok(polygon) = Polygon::new(&vertices) {
                let mut shapes = shapes.clone();
                shapes[of] = Shape::Polygon(polygon);
                fewer.push(numbers.case.with_shapes(shapes));
            }
        }
    }
    fewer
}

/// Replaces the coordinates of one axis, or both, by their ranks, which keeps their order and equal
/// coordinates equal.
fn in_ranks(numbers: &Numbers<'_>) -> Vec<Case> {
    let places = Axis::ALL.map(|axis| numbers.places(axis));
    let rank = |slot: Slot, n: i32, unit: i32| {
        let of_axis = &places[usize::from(slot.axis == Axis::Y)];
        let rank = of_axis.partition_point(|&place| place < n);
        i32::try_from(rank).map_or(n, |rank| rank * unit)
    };
    let mut ranked = Vec::new();
    for unit in ROUND {
        for replaced in [&Axis::ALL[..], &Axis::ALL[..1], &Axis::ALL[1..]] {
            ranked.extend(numbers.map(|slot, n| {
                let is_ranked = slot.role == SlotRole::Place && replaced.contains(&slot.axis);
                if is_ranked { rank(slot, n, unit) } else { n }
            }));
        }
    }
    ranked
}

/// Scales everything so that the greatest common divisor becomes round.
fn in_other_units(numbers: &Numbers<'_>) -> Vec<Case> {
    let divisor = numbers.values.iter().fold(0, |divisor, &n| gcd(divisor, n.unsigned_abs()));
    let Ok(divisor @ 1..) = i32::try_from(divisor) else { return Vec::new() };
    let scaled = ROUND.into_iter().filter(|&unit| unit != divisor).filter_map(|unit| {
        let fits = numbers.values.iter().all(|&n| (n / divisor).checked_mul(unit).is_some());
        fits.then(|| numbers.map(|_, n| n / divisor * unit)).flatten()
    });
    scaled.collect()
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Scales everything by 1 to 5 and rounds to units or tenths, all up or all
/// down.
fn on_a_coarser_grid(numbers: &Numbers<'_>) -> Vec<Case> {
    let mut coarser = Vec::new();
    for unit in [1000, 100] {
        for times in 1..=5 {
            coarser.extend(numbers.map(|_, n| (n * times).div_euclid(unit) * unit));
            coarser.extend(numbers.map(|_, n| -(-n * times).div_euclid(unit) * unit));
        }
    }
    coarser
}

/// Swaps left and right, top and bottom, or x and y.
fn mirrored(numbers: &Numbers<'_>) -> Vec<Case> {
    let reflected = |axis| {
        let places = numbers.places(axis);
        let (first, last) = (*places.first()?, *places.last()?);
        numbers.map(|slot, n| match slot.role {
            _ if slot.axis != axis => n,
            SlotRole::Place => first + (last - n),
            SlotRole::Motion => -n,
        })
    };
    let exchanged = || {
        let values: Vec<i32> =
            numbers.values.chunks_exact(2).flat_map(|pair| [pair[1], pair[0]]).collect();
        numbers.case.with_numbers(&values)
    };
    Axis::ALL.into_iter().filter_map(reflected).chain(exchanged()).collect()
}

/// Shears everything, which keeps lines straight, and moves it back to the origin. Does not apply
/// to boxes.
fn sheared(numbers: &Numbers<'_>) -> Vec<Case> {
    if numbers.case.shapes().iter().any(|shape| shape.as_box().is_some()) {
        return Vec::new();
    }
    let mut sheared = Vec::new();
    for axis in Axis::ALL {
        for part in [-1, 1, -2, 2] {
            let lean = |pair: &[i32]| match axis {
                Axis::X => [pair[0] + part * pair[1], pair[1]],
                Axis::Y => [pair[0], pair[1] + part * pair[0]],
            };
            let points: Vec<[i32; 2]> = numbers.values.chunks_exact(2).map(lean).collect();
            let least = |of: usize| points.iter().map(|point| point[of]).min().unwrap_or(0);
            let [x, y] = [least(0), least(1)];
            let moved: Vec<i32> =
                points.iter().flat_map(|point| [point[0] - x, point[1] - y]).collect();
            sheared.extend(numbers.case.with_numbers(&moved));
        }
    }
    sheared
}

/// Shortens a laser as far as its direction allows, from either end, or moves the
/// other shape along it.
fn along_a_laser(numbers: &Numbers<'_>) -> Vec<Case> {
    let Case::Still(shapes) = numbers.case else { return Vec::new() };
    let mut moved = Vec::new();
    for of in [0, 1] {
        let Shape::Segment(laser) = shapes[of] else { continue };
        let way = laser.direction();
        let [x, y] = [way.x, way.y].map(Milli::thousandths);
        let Ok(divisor @ 1..) = i32::try_from(gcd(x.unsigned_abs(), y.unsigned_abs())) else {
            continue;
        };
        let with = |shape: Shape, of: usize| {
            let mut shapes = shapes.clone();
            shapes[of] = shape;
            Case::Still(shapes)
        };
        for unit in ROUND {
            let along = |n: i32| Milli::new((n / divisor).checked_mul(unit)?).ok();
            let (Some(x), Some(y)) = (along(x), along(y)) else { continue };
            let step = Vector::new(x, y);
            if !step.in_range() {
                continue;
            }
            let (start, end) = (laser.start(), laser.end());
            let from_start = start.checked_add(step).map(|end| Segment::new(start, end));
            let from_end = end.checked_add(-step).map(|start| Segment::new(start, end));
            for short in [from_start, from_end].into_iter().flatten().flatten() {
                moved.push(with(Shape::Segment(short), of));
            }
            for shape in [step, -step].into_iter().flat_map(|by| shapes[1 - of].translated(by)) {
                moved.push(with(shape, 1 - of));
            }
        }
    }
    moved
}

/// Moves everything, or one shape, to the origin or nearer to it.
fn nearer_to_the_origin(numbers: &Numbers<'_>) -> Vec<Case> {
    let mut nearer = Vec::new();
    for axis in Axis::ALL {
        for whose in [&[0, 1][..], &[0], &[1]] {
            let is_moved = |slot: &Slot| {
                slot.axis == axis && slot.role == SlotRole::Place && whose.contains(&slot.of)
            };
            let moved = numbers.slots.iter().zip(&numbers.values);
            let least = moved.filter(|(slot, _)| is_moved(slot)).map(|(_, &n)| n).min();
            for to in least.into_iter().flat_map(simpler_numbers) {
                let by = to - least.unwrap_or_default();
                nearer.extend(numbers.map(|slot, n| if is_moved(&slot) { n + by } else { n }));
            }
        }
    }
    nearer
}

/// Closes or narrows a gap between neighbouring coordinates.
fn with_a_gap_closed(numbers: &Numbers<'_>) -> Vec<Case> {
    let mut closed = Vec::new();
    for axis in Axis::ALL {
        for pair in numbers.places(axis).windows(2) {
            let (before, beyond) = (pair[0], pair[1]);
            let gap = beyond - before;
            for less in simpler_numbers(gap).into_iter().filter(|less| (0..gap).contains(less)) {
                let by = gap - less;
                closed.extend(numbers.map_places(axis, |n| if n >= beyond { n - by } else { n }));
            }
        }
    }
    closed
}

/// Puts the second box at rest and keeps the relative motion.
fn with_one_mover(numbers: &Numbers<'_>) -> Vec<Case> {
    let [_, b] = numbers.case.motions();
    let taken = numbers.map(|slot, n| match (slot.role, slot.of) {
        (SlotRole::Motion, 0) => n - b.along(slot.axis).thousandths(),
        (SlotRole::Motion, _) => 0,
        (SlotRole::Place, _) => n,
    });
    taken.into_iter().collect()
}

/// Changes both components of a motion at once, which keeps 45°.
fn with_a_motion_changed(numbers: &Numbers<'_>) -> Vec<Case> {
    let mut changed = Vec::new();
    for (of, motion) in numbers.case.motions().into_iter().enumerate() {
        let [xs, ys] = [motion.x, motion.y].map(|n| simpler_numbers(n.thousandths()));
        for (x, y) in xs.into_iter().zip(ys) {
            changed.extend(numbers.map(|slot, n| match (slot.role, slot.axis) {
                (SlotRole::Motion, Axis::X) if slot.of == of => x,
                (SlotRole::Motion, Axis::Y) if slot.of == of => y,
                _ => n,
            }));
        }
    }
    changed
}

/// Shortens a motion by the same amount on both axes, and a gap on each axis with it.
fn with_a_shorter_way(numbers: &Numbers<'_>) -> Vec<Case> {
    let [motion, _] = numbers.case.motions();
    if motion == Vector::ZERO {
        return Vec::new();
    }
    // The last candidate is beyond every coordinate and closes no gap.
    let [xs, ys] = Axis::ALL.map(|axis| {
        let mut ends = numbers.places(axis);
        ends.push(i32::MAX);
        ends
    });
    let mut shorter = Vec::new();
    for by in ROUND {
        for x in &xs {
            for y in &ys {
                shorter.extend(numbers.map(|slot, n| match (slot.role, slot.axis) {
                    (SlotRole::Motion, _) if slot.of == 0 && n.abs() >= by => n - n.signum() * by,
                    (SlotRole::Place, Axis::X) if n >= *x => n - by,
                    (SlotRole::Place, Axis::Y) if n >= *y => n - by,
                    _ => n,
                }));
            }
        }
    }
    shorter
}

fn with_one_number_changed(numbers: &Numbers<'_>) -> Vec<Case> {
    let mut changed = Vec::new();
    let mut values = numbers.values.clone();
    for at in 0..values.len() {
        let value = values[at];
        for simpler in simpler_numbers(value) {
            values[at] = simpler;
            changed.extend(numbers.case.with_numbers(&values));
        }
        values[at] = value;
    }
    changed
}

/// Changes two numbers at once, for shapes that must stay level or aligned.
fn with_two_numbers_changed(numbers: &Numbers<'_>) -> Vec<Case> {
    let mut changed = Vec::new();
    let mut values = numbers.values.clone();
    for first in 0..values.len() {
        for second in first + 1..values.len() {
            let pair = (values[first], values[second]);
            for one in next_numbers(pair.0) {
                for other in next_numbers(pair.1) {
                    (values[first], values[second]) = (one, other);
                    changed.extend(numbers.case.with_numbers(&values));
                }
            }
            (values[first], values[second]) = pair;
        }
    }
    changed
}
