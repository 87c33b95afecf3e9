//! Many boxes, packed once and asked often.

#![expect(clippy::inline_always, reason = "only inlined code gets wide vectors")]

mod beam;
mod order;
mod tree;

use super::{BroadPhase, Finder, Limits, SweptAabb, SweptAabbs};
use crate::kernel::dispatch;
use crate::{Aabb, Crossing, Fraction, Milli, Point, Segment, enter};
use beam::Beam;
use tree::{Group, Node, Tree, WIDTH, marked};

/// Boxes in a packed hierarchy of bounds, for questions about all of them: which one a
/// laser enters first, which ones meet a region, which one is nearest.
///
/// - Boxes are known by their places in the slice it was made from, their *indices*.
///   Every answer is that of a loop over all boxes, in an order that the documentation
///   names; how they are packed is never seen.
/// - It takes no errors: every box is in range.
/// - It is made in a few passes, faster than a sort. Boxes that move are
///   [updated](Self::update) in place.
///
/// For the pairs of a scene in which much moves, frame after frame, use a
/// [`Finder`]. For a few dozen boxes, a loop with [`enter`] is as fast.
///
/// Boxes are ordered along a Hilbert curve (Kamel and Faloutsos 1993) and packed in eights.
///
/// ```
/// use hitscan_geom::broad_phase::Index;
/// use hitscan_geom::{Aabb, Milli, Point, Segment};
///
/// let point = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
/// let at = |x| Aabb::from_corners(point(x, 0), point(x + 1, 2));
/// let mut index = Index::new(&[at(6)?, at(2)?, at(4)?]);
///
/// let laser = Segment::new(point(0, 1), point(8, 1))?;
/// let hit = index.first(&laser).expect("it enters three");
/// assert_eq!((hit.index, hit.entry.t.to_string().as_str()), (1, "1/4"));
/// assert!(index.along(&laser).map(|hit| hit.index).eq([1, 2, 0]));
///
/// index.update(1, at(5)?);
/// assert!(index.pairs().eq([[0, 1], [1, 2]]));
/// assert!(index.meets(&at(1)?).eq([]));
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Index {
    boxes: Vec<Aabb>,
    tree: Tree,
    /// How many updates went beyond the bounds of their group since all was packed.
    strays: usize,
}

/// Something that a segment enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hit {
    /// Its place in the slice that the index was made from.
    pub index: usize,
    /// Where the segment enters it.
    pub entry: Crossing,
}

/// The box nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nearest {
    /// Its place in the slice that the index was made from.
    pub index: usize,
    /// Its point nearest to the one asked for: that one itself, if it lies in the box.
    pub point: Point,
    /// The square of the distance, in square units.
    pub squared: Fraction,
}

impl Index {
    /// An index of these boxes.
    #[must_use]
    pub fn new(boxes: &[Aabb]) -> Self {
        Self::from(boxes.to_vec())
    }

    /// How many boxes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }

    /// The boxes, by index.
    #[must_use]
    pub fn as_slice(&self) -> &[Aabb] {
        &self.boxes
    }

    /// Puts another box in the place of one, and returns that one; `None`, and nothing
    /// changes, where there is none.
    ///
    /// Takes some steps for each of the few levels. When half as many updates as there
    /// are boxes went beyond the bounds around them, all are packed anew.
    ///
    /// ```
    /// use hitscan_geom::broad_phase::Index;
    /// use hitscan_geom::{Aabb, Point, milli};
    ///
    /// let to = |x| Aabb::from_corners(Point::default(), Point::new(x, x));
    /// let (small, large) = (to(milli!(1))?, to(milli!(2))?);
    /// let mut index = Index::new(&[small]);
    /// assert_eq!(index.update(0, large), Some(small));
    /// assert_eq!((index.as_slice(), index.update(1, large)), (&[large][..], None));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    pub fn update(&mut self, index: usize, aabb: Aabb) -> Option<Aabb> {
        let known = std::mem::replace(self.boxes.get_mut(index)?, aabb);
        self.strays += usize::from(self.tree.update(index, &aabb));
        if self.strays > WIDTH + self.len() / 2 {
            self.tree = Tree::new(&self.boxes);
            self.strays = 0;
        }
        Some(known)
    }

    /// The pairs of boxes that meet, touching included, in ascending order, the lesser
    /// index first.
    ///
    /// A search of its own, with a [`Grid`](super::Grid): a [`Finder`] keeps the
    /// memory for it from frame to frame, and knows what moved.
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let each = self.boxes.iter().map(|aabb| (SweptAabb::from(aabb), true));
        let scene: SweptAabbs = each.collect();
        let mut pairs = Vec::new();
        let found =
            Finder::default().find(BroadPhase::Grid, &scene, &mut Limits::none(), &mut pairs);
        debug_assert!(found.is_ok(), "no limits stop it");
        pairs.into_iter()
    }

    /// The boxes that meet `region`, touching included, in ascending order.
    pub fn meets(&self, region: &Aabb) -> impl Iterator<Item = usize> + use<> {
        let edges = [region.left(), region.top(), region.right(), region.bottom()];
        let [left, top, right, bottom] = edges.map(Milli::thousandths);
        let mut found = Vec::new();
        dispatch(
            #[inline(always)]
            || {
                self.for_each(
                    #[inline(always)]
                    |group| {
                        let mut meets = [false; WIDTH];
                        for k in 0..WIDTH {
                            meets[k] = (group.left[k] <= right)
                                & (group.right[k] >= left)
                                & (group.top[k] <= bottom)
                                & (group.bottom[k] >= top);
                        }
                        meets
                    },
                    #[inline(always)]
                    |_, index| found.push(index),
                );
            },
        );
        found.sort_unstable();
        found.into_iter()
    }

    /// The box that `segment` enters first, as [`enter`] says: a touch is no entry. Of
    /// several that it enters at once, the one of the least index; [`along`](Self::along) lists them all.
    ///
    /// `None` if it enters none. For shapes of which these are the bounds, use
    /// [`first_by`](Self::first_by).
    ///
    /// ```
    /// use hitscan_geom::broad_phase::Index;
    /// use hitscan_geom::{Aabb, Milli, Point, Segment};
    ///
    /// let point = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
    /// let boxes = [(4, 1), (4, 3), (8, 0)].map(|(x, y)| {
    ///     Aabb::from_corners(point(x, y), point(x + 2, y + 2)).expect("a box")
    /// });
    /// let index = Index::new(&boxes);
    /// // Along the edge that two boxes share: it enters neither, and goes on to the third.
    /// let level = |y| Segment::new(point(0, y), point(9, y));
    /// assert_eq!(index.first(&level(3)?), None);
    /// assert_eq!(index.first(&level(1)?).map(|hit| hit.index), Some(2));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn first(&self, segment: &Segment) -> Option<Hit> {
        let beam = Beam::new(segment);
        let mut best = (f64::INFINITY, usize::MAX);
        dispatch(
            #[inline(always)]
            || {
                self.front_to_back(
                    &beam,
                    #[inline(always)]
                    |t, index| {
                        if t < best.0 || (t <= best.0 && index < best.1) {
                            best = (t, index);
                        }
                        best.0
                    },
                );
            },
        );
        self.hit(segment, best.1)
    }

    /// All boxes that `segment` enters, as [`enter`] says, by t; those entered at once by
    /// index.
    pub fn along(&self, segment: &Segment) -> impl Iterator<Item = Hit> + use<'_> {
        let beam = Beam::new(segment);
        let mut found = Vec::new();
        dispatch(
            #[inline(always)]
            || {
                self.for_each(
                    #[inline(always)]
                    |group| beam.enters(group),
                    #[inline(always)]
                    |edges, index| found.push((beam.entry(edges), index)),
                );
            },
        );
        found.sort_unstable_by(|(t, index), (other_t, other)| {
            t.total_cmp(other_t).then(index.cmp(other))
        });
        let segment = *segment;
        found.into_iter().filter_map(move |(_, index)| self.hit(&segment, index))
    }

    /// The first entry into shapes of which these boxes are the bounds: `entry` is asked
    /// for each whose box is entered, nearer boxes first, and no more than it takes.
    ///
    /// Ties as in [`first`](Self::first). An entry that `entry` invents outside of the box
    /// may be missed.
    ///
    /// ```
    /// use hitscan_geom::broad_phase::Index;
    /// use hitscan_geom::{Aabb, Milli, Point, Polygon, Segment, enter};
    ///
    /// let point = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
    /// let wedge = |x| Polygon::new(&[point(x, 0), point(x + 4, 0), point(x + 4, 4)]);
    /// let wedges = [wedge(8)?, wedge(2)?];
    /// let index: Index = wedges.iter().map(Aabb::from).collect();
    /// let laser = Segment::new(point(0, 2), point(16, 2))?;
    /// let hit = index.first_by(&laser, |at| enter(&laser, &wedges[at])).expect("a hit");
    /// assert_eq!((hit.index, hit.entry.t.to_string().as_str()), (1, "1/4"));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    pub fn first_by(
        &self,
        segment: &Segment,
        mut entry: impl FnMut(usize) -> Option<Crossing>,
    ) -> Option<Hit> {
        let mut best: Option<Hit> = None;
        let mut latest = f64::INFINITY;
        self.front_to_back(&Beam::new(segment), |t, index| {
            // Both are rounded, which keeps their order: what is later here is later.
            if t > latest {
                return latest;
            }
            if let Some(entry) = entry(index) {
                let is_first =
                    best.is_none_or(|best| (entry.t, index) < (best.entry.t, best.index));
                if is_first {
                    best = Some(Hit { index, entry });
                    latest = entry.t.to_f64();
                }
            }
            latest
        });
        best
    }

    /// All entries into shapes of which these boxes are the bounds, by t; those at once by
    /// index. `entry` is asked for each whose box is entered.
    pub fn along_by(
        &self,
        segment: &Segment,
        mut entry: impl FnMut(usize) -> Option<Crossing>,
    ) -> std::vec::IntoIter<Hit> {
        let beam = Beam::new(segment);
        let mut found = Vec::new();
        self.for_each(
            |group| beam.enters(group),
            |_, index| found.extend(entry(index).map(|entry| Hit { index, entry })),
        );
        found.sort_unstable_by_key(|hit| (hit.entry.t, hit.index));
        found.into_iter()
    }

    /// The box nearest to `point`, of several the one of the least index; `None` only if
    /// there are no boxes.
    ///
    /// A box that holds the point is at distance 0. For the nearest points of other
    /// shapes, see [`closest`](crate::closest).
    ///
    /// ```
    /// use hitscan_geom::broad_phase::Index;
    /// use hitscan_geom::{Aabb, Milli, Point};
    ///
    /// let point = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
    /// let at = |x| Aabb::from_corners(point(x, 0), point(x + 1, 1));
    /// let index = Index::new(&[at(9)?, at(2)?]);
    /// let found = index.nearest(point(5, 4)).expect("there are boxes");
    /// assert_eq!((found.index, found.point, found.squared), (1, point(3, 1), 13.into()));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn nearest(&self, point: Point) -> Option<Nearest> {
        let (squared, index) = self.nearest_box([point.x, point.y].map(Milli::thousandths))?;
        let aabb = &self.boxes[index];
        let on_box = Point::new(
            point.x.clamp(aabb.left(), aabb.right()),
            point.y.clamp(aabb.top(), aabb.bottom()),
        );
        let squared = Fraction::reduced(squared.into(), 1_000_000);
        Some(Nearest { index, point: on_box, squared })
    }

    fn hit(&self, segment: &Segment, index: usize) -> Option<Hit> {
        let entry = enter(segment, self.boxes.get(index)?)?;
        Some(Hit { index, entry })
    }
}

/// How many groups wait to be looked at, at most: seven of each level but the last, and
/// 2^32 boxes have eleven levels.
const MOST_WAITING: usize = 96;

/// The groups still to be looked at, with what is known of each, the next one last.
struct Waiting<T> {
    nodes: [(T, Node); MOST_WAITING],
    len: usize,
}

impl<T: Copy + Default + PartialOrd> Waiting<T> {
    #[inline(always)]
    fn new() -> Self {
        Self { nodes: [(T::default(), Node::default()); MOST_WAITING], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, of: T, node: Node) {
        self.nodes[self.len] = (of, node);
        self.len += 1;
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<(T, Node)> {
        self.len = self.len.checked_sub(1)?;
        Some(self.nodes[self.len])
    }

    /// Puts one in its place among those from `base` on, the least last.
    #[inline(always)]
    fn insert(&mut self, base: usize, of: T, node: Node) {
        let mut at = self.len;
        while at > base && self.nodes[at - 1].0 < of {
            self.nodes[at] = self.nodes[at - 1];
            at -= 1;
        }
        self.nodes[at] = (of, node);
        self.len += 1;
    }
}

/// The ways through the tree.
impl Index {
    /// Calls `found` with the edges and the index of each box that `meets` marks, where it marks the
    /// bounds around it too.
    #[inline(always)]
    fn for_each(
        &self,
        meets: impl Fn(&Group) -> [bool; WIDTH],
        mut found: impl FnMut([i32; 4], usize),
    ) {
        let mut waiting = Waiting::<u8>::new();
        self.tree.root().into_iter().for_each(|root| waiting.push(0, root));
        while let Some((_, node)) = waiting.pop() {
            let group = self.tree.group(node);
            for lane in marked(meets(group)) {
                if node.holds_boxes() {
                    found(group.edges(lane as usize), self.tree.id(node, lane));
                } else {
                    waiting.push(0, node.below(lane));
                }
            }
        }
    }

    /// Calls `found` with the boxes that the beam enters, roughly nearer ones first, and leaves
    /// out what it enters later than the time that `found` returned last.
    #[inline(always)]
    fn front_to_back(&self, beam: &Beam, mut found: impl FnMut(f64, usize) -> f64) {
        let mut latest = f64::INFINITY;
        let mut waiting = Waiting::<f64>::new();
        self.tree.root().into_iter().for_each(|root| waiting.push(0.0, root));
        while let Some((t, node)) = waiting.pop() {
            if t > latest {
                continue;
            }
            let group = self.tree.group(node);
            let base = waiting.len;
            for lane in marked(beam.enters(group)) {
                let t = beam.entry(group.edges(lane as usize));
                if t > latest {
                    continue;
                }
                if node.holds_boxes() {
                    latest = found(t, self.tree.id(node, lane));
                } else {
                    waiting.insert(base, t, node.below(lane));
                }
            }
        }
    }

    /// The square of the distance to the nearest box, in square thousandths, and its
    /// index.
    fn nearest_box(&self, [x, y]: [i32; 2]) -> Option<(u64, usize)> {
        // Below what a lane that holds nothing has, above what every box has.
        let mut best = (1 << 58, usize::MAX);
        let mut waiting = Waiting::<u64>::new();
        waiting.push(0, self.tree.root()?);
        while let Some((least, node)) = waiting.pop() {
            if least > best.0 {
                continue;
            }
            let group = self.tree.group(node);
            let base = waiting.len;
            for (lane, squared) in (0..).zip(squares(group, [x, y])) {
                if squared > best.0 {
                    continue;
                }
                if node.holds_boxes() {
                    best = best.min((squared, self.tree.id(node, lane)));
                } else {
                    waiting.insert(base, squared, node.below(lane));
                }
            }
        }
        Some(best)
    }
}

/// The squares of the distances from a point to the bounds of each lane. Differences are
/// below 2^31, so the sums fit.
#[inline(always)]
fn squares(group: &Group, [x, y]: [i32; 2]) -> [u64; WIDTH] {
    let mut squares = [0; WIDTH];
    for k in 0..WIDTH {
        let of_x = (group.left[k] - x).max(x - group.right[k]).max(0);
        let of_y = (group.top[k] - y).max(y - group.bottom[k]).max(0);
        let square = |gap: i32| u64::from(gap.cast_unsigned()) * u64::from(gap.cast_unsigned());
        squares[k] = square(of_x) + square(of_y);
    }
    squares
}

impl From<Vec<Aabb>> for Index {
    fn from(boxes: Vec<Aabb>) -> Self {
        let tree = Tree::new(&boxes);
        Self { boxes, tree, strays: 0 }
    }
}

impl FromIterator<Aabb> for Index {
    fn from_iter<I: IntoIterator<Item = Aabb>>(boxes: I) -> Self {
        boxes.into_iter().collect::<Vec<_>>().into()
    }
}
