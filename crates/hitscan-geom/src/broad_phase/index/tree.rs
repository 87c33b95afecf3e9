//! A packed hierarchy of bounds, sixteen to a group.

#![expect(clippy::needless_bitwise_bool, reason = "a lazy `&&` is a branch on the data")]
#![expect(clippy::inline_always, reason = "only inlined code gets wide vectors")]

use crate::kernel::dispatch;
use crate::{Aabb, Milli, Segment};

/// How many bounds a group holds: one full vector of `i32` where vectors are widest. Testing more
/// at once costs less than testing more groups in sequence.
pub(super) const WIDTH: usize = 16;

/// The edges of an empty lane: beyond all coordinates, and so far away that every box is nearer to
/// every point. Differences stay below 2^31.
const NOTHING: [i32; 4] = [1 << 30, 1 << 30, -(1 << 30), -(1 << 30)];

/// Sixteen bounds, stored by edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) left: [i32; WIDTH],
    pub(super) top: [i32; WIDTH],
    pub(super) right: [i32; WIDTH],
    pub(super) bottom: [i32; WIDTH],
}

/// All boxes in groups; each level above holds the bounds of the groups below, sixteen to a group,
/// up to a single root. A group's position determines its children, so there are no pointers, and
/// boxes close in the plane are close in memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    /// Level by level, starting with the boxes.
    groups: Vec<Group>,
    /// Where each level begins.
    starts: Vec<usize>,
    /// The box in each lane of the lowest level.
    ids: Vec<u32>,
    /// The lane of each box.
    lanes: Vec<u32>,
}

/// One group of a level, in 32 bits: its index within the level and, in the bits above, the level.
/// With 2^32 boxes the lowest level has 2^28 groups, and there are eight levels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node(pub(super) u32);

/// The level is stored in the bits above the index.
const LEVEL: u32 = 28;

impl Node {
    /// Whether its lanes are boxes rather than groups.
    #[inline(always)]
    pub(super) const fn holds_boxes(self) -> bool {
        self.0 >> LEVEL == 0
    }

    const fn at(self) -> u32 {
        self.0 & ((1 << LEVEL) - 1)
    }

    /// The child group of one of its lanes.
    #[inline(always)]
    pub(super) const fn below(self, lane: u32) -> Self {
        Self((((self.0 >> LEVEL) - 1) << LEVEL) | (self.at() * 16 + lane))
    }
}

impl Group {
    const EMPTY: Self = Self {
        left: [NOTHING[0]; WIDTH],
        top: [NOTHING[1]; WIDTH],
        right: [NOTHING[2]; WIDTH],
        bottom: [NOTHING[3]; WIDTH],
    };

    /// Left, top, right and bottom of a lane.
    #[inline(always)]
    pub(super) fn edges(&self, lane: usize) -> [i32; 4] {
        [self.left[lane], self.top[lane], self.right[lane], self.bottom[lane]]
    }

    fn set(&mut self, lane: usize, [left, top, right, bottom]: [i32; 4]) {
        self.left[lane] = left;
        self.top[lane] = top;
        self.right[lane] = right;
        self.bottom[lane] = bottom;
    }

    /// The bounds of all lanes.
    fn around(&self) -> [i32; 4] {
        let least = |edges: &[i32; WIDTH]| edges.iter().fold(i32::MAX, |a, &b| a.min(b));
        let greatest = |edges: &[i32; WIDTH]| edges.iter().fold(i32::MIN, |a, &b| a.max(b));
        [least(&self.left), least(&self.top), greatest(&self.right), greatest(&self.bottom)]
    }
}

fn edges(aabb: &Aabb) -> [i32; 4] {
    [aabb.left(), aabb.top(), aabb.right(), aabb.bottom()].map(Milli::thousandths)
}

impl Tree {
    pub(super) fn new(boxes: &[Aabb]) -> Self {
        let ids = along_curve(boxes);
        let mut lanes = vec![0; ids.len()];
        for (lane, &id) in (0..).zip(&ids) {
            lanes[id as usize] = lane;
        }
        let mut groups: Vec<Group> = ids
            .chunks(WIDTH)
            .map(|chunk| {
                let mut group = Group::EMPTY;
                for (lane, &id) in chunk.iter().enumerate() {
                    group.set(lane, edges(&boxes[id as usize]));
                }
                group
            })
            .collect();
        let mut starts = Vec::new();
        let mut below = 0..groups.len();
        while !below.is_empty() {
            starts.push(below.start);
            if below.len() == 1 {
                break;
            }
            for from in below.clone().step_by(WIDTH) {
                let mut group = Group::EMPTY;
                for (lane, at) in (from..below.end.min(from + WIDTH)).enumerate() {
                    group.set(lane, groups[at].around());
                }
                groups.push(group);
            }
            below = below.end..groups.len();
        }
        Self { groups, starts, ids, lanes }
    }

    /// The root group, if there are any boxes.
    #[inline(always)]
    pub(super) fn root(&self) -> Option<Node> {
        let level = u32::try_from(self.starts.len().checked_sub(1)?).ok()?;
        Some(Node(level << LEVEL))
    }

    #[inline(always)]
    pub(super) fn group(&self, node: Node) -> &Group {
        &self.groups[self.starts[(node.0 >> LEVEL) as usize] + node.at() as usize]
    }

    /// The box in a lane of a group of boxes.
    #[inline(always)]
    pub(super) fn id(&self, node: Node, lane: u32) -> u32 {
        self.ids[(node.at() * 16 + lane) as usize]
    }

    /// Replaces the bounds of one box and updates those of the groups above it. Returns whether the
    /// box left the previous bounds of its group.
    pub(super) fn update(&mut self, id: usize, aabb: &Aabb) -> bool {
        let mut around = edges(aabb);
        let mut lane = self.lanes[id] as usize;
        let mut strays = false;
        for (level, start) in self.starts.iter().enumerate() {
            let group = &mut self.groups[start + lane / WIDTH];
            if level == 1 {
                let [left, top, right, bottom] = group.edges(lane % WIDTH);
                let [new_left, new_top, new_right, new_bottom] = around;
                strays =
                    new_left < left || new_top < top || new_right > right || new_bottom > bottom;
            }
            group.set(lane % WIDTH, around);
            around = group.around();
            lane /= WIDTH;
        }
        strays
    }
}

/// The positions of the set bits, ascending.
#[inline(always)]
pub(super) fn lanes(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lane = (bits != 0).then(|| bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        lane
    })
}

// The packing order: along a Hilbert curve through the centres of the boxes, so that neighbours in
// the order are close together in the plane.

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

/// The most groups that can be waiting: fifteen for each of the eight levels but the last.
const MOST_WAITING: usize = 128;

/// The lower half of a waiting entry's key is the group; the upper half is the upper half of its
/// distance, a non-negative `f64`. Such keys are ordered as the distances are, and the truncated
/// distance is a lower bound.
const GROUP: u64 = u32::MAX as u64;

impl Tree {
    /// Calls `found` with the edges and the index of each box that `meets` marks, descending only
    /// into bounds that it marks.
    #[inline(always)]
    pub(super) fn for_each(
        &self,
        meets: impl Fn(&Group) -> u64,
        mut found: impl FnMut([i32; 4], u32),
    ) {
        let Some(root) = self.root() else { return };
        let mut waiting = [root; MOST_WAITING];
        let mut len = 1;
        while len > 0 {
            len -= 1;
            let node = waiting[len];
            let group = self.group(node);
            for lane in lanes(meets(group)) {
                if node.holds_boxes() {
                    found(group.edges(lane as usize), self.id(node, lane));
                } else {
                    waiting[len] = node.below(lane);
                    len += 1;
                }
            }
        }
    }

    /// Calls `found` with the edges and the index of each box that may be the nearest, roughly from
    /// near to far. `reaches` returns a lower bound of each lane's distance, with a bit for each
    /// lane worth visiting; `found` returns an upper bound of the best distance so far.
    #[inline(always)]
    pub(super) fn nearer_first(
        &self,
        reaches: impl Fn(&Group, f64) -> ([f64; WIDTH], u64),
        mut found: impl FnMut([i32; 4], u32) -> f64,
    ) {
        let Some(mut node) = self.root() else { return };
        let mut waiting = [0; MOST_WAITING];
        let mut len = 0;
        let mut best = f64::INFINITY;
        loop {
            let group = self.group(node);
            let (reaches, bits) = reaches(group, best);
            let mut next = u64::MAX;
            if node.holds_boxes() {
                for lane in lanes(bits) {
                    if reaches[lane as usize] <= best {
                        best = found(group.edges(lane as usize), self.id(node, lane));
                    }
                }
            } else {
                // Visit the nearest lane next; push the others so that nearer ones are popped
                // first.
                let base = len;
                for lane in lanes(bits) {
                    let reach = reaches[lane as usize].to_bits() & !GROUP;
                    let key = reach | u64::from(node.below(lane).0);
                    let later = next.max(key);
                    next = next.min(key);
                    if later != u64::MAX {
                        let mut at = len;
                        while at > base && waiting[at - 1] < later {
                            waiting[at] = waiting[at - 1];
                            at -= 1;
                        }
                        waiting[at] = later;
                        len += 1;
                    }
                }
            }
            while next == u64::MAX || f64::from_bits(next & !GROUP) > best {
                if len == 0 {
                    return;
                }
                len -= 1;
                next = waiting[len];
            }
            node = Node(u32::try_from(next & GROUP).unwrap_or_default());
        }
    }
}

// A segment tested against whole groups of bounds at a time.
//
// # Groups
// For a group, the beam computes a conservative time before which the segment enters nothing in
// it. Times are products of a gap with the reciprocal of the segment's displacement along that
// axis (its *way*). For the near side the reciprocal is made smaller by a relative 2^-50, for the
// far side greater; the reciprocal, that adjustment and the product are each rounded by a relative
// 2^-53 at most. So the segment never reaches the near side before the computed time and never
// leaves the far side after it: if the computed exit comes before the computed entry, the segment
// misses the group.
//
// # Boxes
// A segment meets an open box unless a separating axis exists, and two convex sets in the plane
// are separated along a normal of one of their sides. So the candidates are x, y, and the normal
// of the segment. The first two compare coordinates. For the third, the outermost corners must lie
// on both sides of the segment's line. Gaps and ways are below 2^26, their products below 2^52 and
// differences of these below 2^53: an `f64` holds each without loss, so this test is exact.
//
// The entry time is a quotient of such numbers, and [`f64` preserves their order](crate::kernel):
// different quotients round to different numbers, in the same order.

/// 2^-50: the relative amount by which the reciprocal of a way is made smaller or greater.
const MARGIN: f64 = f64::EPSILON * 4.0;

pub(super) struct Beam {
    start: [i32; 2],
    /// The displacement from start to end.
    way: [f64; 2],
    /// Slightly less than the reciprocal of the way (`near`), and slightly more (`far`).
    near: [f64; 2],
    far: [f64; 2],
    /// The direction of the segment's line. For a segment of zero length it is horizontal, which
    /// adds no condition to those on the coordinates.
    along: [f64; 2],
}

impl Beam {
    pub(super) fn new(segment: &Segment) -> Self {
        let start = [segment.start.x, segment.start.y].map(Milli::thousandths);
        let end = [segment.end.x, segment.end.y].map(Milli::thousandths);
        let way = [0, 1].map(|axis| f64::from(end[axis] - start[axis]));
        let once = way.map(|way| 1.0 / way);
        Self {
            start,
            way,
            near: once.map(|once| once * (1.0 - MARGIN)),
            far: once.map(|once| once * (1.0 + MARGIN)),
            along: if segment.is_point() { [1.0, 0.0] } else { way },
        }
    }

    /// For each lane, a time before which the segment enters nothing in it, and a bit for each lane
    /// that it may enter until `latest`.
    #[inline(always)]
    pub(super) fn reaches(&self, group: &Group, latest: f64) -> ([f64; WIDTH], u64) {
        let Group { left, top, right, bottom } = group;
        let [start_x, start_y] = self.start;
        let (near_x, far_x) = if self.way[0] >= 0.0 { (left, right) } else { (right, left) };
        let (near_y, far_y) = if self.way[1] >= 0.0 { (top, bottom) } else { (bottom, top) };
        let (mut reaches, mut bits) = ([0.0; WIDTH], 0);
        for k in 0..WIDTH {
            let time = |edge: i32, start: i32, by: f64| f64::from(edge - start) * by;
            // On an axis without displacement, times are infinite, or NaN along an edge, which sets
            // no bound.
            let entry_x = time(near_x[k], start_x, self.near[0]);
            let entry_y = time(near_y[k], start_y, self.near[1]);
            let exit_x = time(far_x[k], start_x, self.far[0]);
            let exit_y = time(far_y[k], start_y, self.far[1]);
            let entry = greater(entry_x, greater(entry_y, 0.0));
            let exit = lesser(exit_x, lesser(exit_y, lesser(latest, 1.0)));
            reaches[k] = entry;
            bits |= u64::from(entry <= exit) << k;
        }
        (reaches, bits)
    }

    /// The time at which the segment enters the box with these edges, rounded but in exact order;
    /// `None` if it does not enter.
    #[inline(always)]
    pub(super) fn enters(&self, [left, top, right, bottom]: [i32; 4]) -> Option<f64> {
        let [way_x, way_y] = self.way;
        let gap = |edge: i32, start: i32| f64::from(edge - start);
        let (left, right) = (gap(left, self.start[0]), gap(right, self.start[0]));
        let (top, bottom) = (gap(top, self.start[1]), gap(bottom, self.start[1]));
        let [along_x, along_y] = self.along;
        // The corners farthest to the right and to the left of the line.
        let (right_y, left_y) = if along_x >= 0.0 { (bottom, top) } else { (top, bottom) };
        let (right_x, left_x) = if along_y >= 0.0 { (left, right) } else { (right, left) };
        let meets = (left < greater(way_x, 0.0))
            & (right > lesser(way_x, 0.0))
            & (top < greater(way_y, 0.0))
            & (bottom > lesser(way_y, 0.0))
            & (along_x * right_y - along_y * right_x > 0.0)
            & (along_x * left_y - along_y * left_x < 0.0);
        let near_x = if way_x >= 0.0 { left } else { right };
        let near_y = if way_y >= 0.0 { top } else { bottom };
        // On an axis without displacement, the segment starts beyond the near edge: the quotient is
        // −∞.
        meets.then(|| greater(near_x / way_x, greater(near_y / way_y, 0.0)))
    }
}

/// The greater of two; the second if the first is NaN.
#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The lesser of two; the second if the first is NaN.
#[inline(always)]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
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
