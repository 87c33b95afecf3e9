//! The packing order: along a Hilbert curve through the centres of the boxes, so that neighbours in
//! the order are close together in the plane.

#![expect(clippy::inline_always, reason = "only inlined code gets wide vectors")]

use crate::kernel::dispatch;
use crate::{Aabb, Milli};

/// The curve visits a grid of 2^16 by 2^16 points.
const BITS: u32 = 16;

/// How many bits of a key one pass of the radix sort handles.
const DIGIT: u32 = 11;

/// The indices of the boxes, in the order of the curve; boxes at the same point of the curve keep
/// their order.
pub(super) fn along_curve(boxes: &[Aabb]) -> Vec<u32> {
    // Twice the centre: below 2^26.
    let middle = |one: Milli, other: Milli| one.thousandths() + other.thousandths();
    let mut xs: Vec<i32> = boxes.iter().map(|aabb| middle(aabb.left(), aabb.right())).collect();
    let mut ys: Vec<i32> = boxes.iter().map(|aabb| middle(aabb.top(), aabb.bottom())).collect();
    let reach = |at: &[i32]| {
        let (least, greatest) = (at.iter().min().copied(), at.iter().max().copied());
        least.zip(greatest).unwrap_or_default()
    };
    let ((left, right), (top, bottom)) = (reach(&xs), reach(&ys));
    let widest = right.abs_diff(left).max(bottom.abs_diff(top));
    // Shift until all centres are below 2^BITS.
    let shift = (u32::BITS - widest.leading_zeros()).saturating_sub(BITS);
    for (x, y) in xs.iter_mut().zip(&mut ys) {
        (*x, *y) = ((*x - left) >> shift, (*y - top) >> shift);
    }
    let mut keys = vec![0; boxes.len()];
    dispatch(
        #[inline(always)]
        || {
            for ((key, &x), &y) in keys.iter_mut().zip(&xs).zip(&ys) {
                *key = place_on_curve(x, y);
            }
        },
    );
    sorted(&keys)
}

/// How far along the curve the point (x, y) lies. Goes from the widest square to the smallest: at
/// each level, the quarter that holds the point, rotated so that the curve is continuous. Without
/// branches, so that the compiler computes several at once.
#[inline(always)]
fn place_on_curve(mut x: i32, mut y: i32) -> u32 {
    let mut place = 0_u32;
    for bit in (0..BITS).rev() {
        let (in_x, in_y) = ((x >> bit) & 1, (y >> bit) & 1);
        place = place << 2 | ((3 * in_x) ^ in_y).cast_unsigned();
        // Masks: all ones where the coordinates are swapped, or mirrored as well.
        let exchanged = in_y - 1;
        let mirrored = exchanged & -in_x;
        (x, y) = (x ^ mirrored, y ^ mirrored);
        let both = (x ^ y) & exchanged;
        (x, y) = (x ^ both, y ^ both);
    }
    place
}

/// The indices of the keys, sorted by key: a radix sort, from the lowest digit.
fn sorted(keys: &[u32]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..).take(keys.len()).collect();
    let mut next = vec![0; keys.len()];
    for shift in (0..u32::BITS).step_by(DIGIT as usize) {
        let digit = |id: u32| (keys[id as usize] >> shift) as usize & ((1 << DIGIT) - 1);
        let mut ends = [0_u32; 1 << DIGIT];
        for &id in &order {
            ends[digit(id)] += 1;
        }
        let mut end = 0;
        for start in &mut ends {
            let count = *start;
            *start = end;
            end += count;
        }
        for &id in &order {
            let place = &mut ends[digit(id)];
            next[*place as usize] = id;
            *place += 1;
        }
        std::mem::swap(&mut order, &mut next);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;

    #[test]
    fn the_curve_visits_each_place_once_and_goes_on_to_a_neighbour() {
        let mut places: Vec<(u32, i32, i32)> =
            (0..16).flat_map(|x| (0..16).map(move |y| (place_on_curve(x, y), x, y))).collect();
        places.sort_unstable();
        assert!(places.iter().map(|place| place.0).eq(0..256), "each once: {places:?}");
        for step in places.windows(2) {
            let [(_, x, y), (_, next_x, next_y)] = [step[0], step[1]];
            assert_eq!(x.abs_diff(next_x) + y.abs_diff(next_y), 1, "{step:?}");
        }
    }

    #[test]
    fn keys_are_sorted_and_equal_ones_keep_their_order() {
        let keys = [7, u32::MAX, 0, 7, 1 << 31, 2048, 7, 2047];
        assert_eq!(sorted(&keys), [2, 0, 3, 6, 7, 5, 4, 1]);
        assert_eq!(sorted(&[]), []);
    }

    #[test]
    fn boxes_over_the_whole_range_are_ordered() {
        let far = Milli::REACH;
        let near = far.checked_sub(Milli::from_units(1)).expect("in range");
        let corner = |x: Milli, y: Milli| Point::new(x, y);
        let made = |one, other| Aabb::from_corners(one, other).expect("a box");
        let boxes = [
            made(corner(near, near), corner(far, far)),
            made(corner(-far, -far), corner(-near, -near)),
            made(corner(near, -near), corner(far, -far)),
            made(corner(-far, far), corner(-near, near)),
        ];
        let order = along_curve(&boxes);
        let mut ids = order.clone();
        ids.sort_unstable();
        assert_eq!(ids, [0, 1, 2, 3]);
        assert_eq!(order[0], 1, "it begins in the corner of least x and y");
        assert_eq!(along_curve(&[]), []);
    }
}
