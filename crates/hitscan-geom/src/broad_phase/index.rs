//! Many boxes, packed once and queried often.
//!
//! This file has the queries; `tree` is the hierarchy that they walk, and knows none of them.

#![expect(clippy::inline_always, reason = "only inlined code gets wide vectors")]

mod tree;

use super::{BroadPhase, Finder, Limits, SweptAabb, SweptAabbs};
use crate::kernel::{Entry, dispatch, segment_enters_box};
use crate::{Aabb, Crossing, Direction, Fraction, Milli, Point, Segment};
use tree::{Beam, Group, Tree, WIDTH};

/// Boxes in a packed bounding volume hierarchy, for queries over all of them: which box a laser
/// enters first, which boxes meet a region, which box is nearest.
///
/// - Boxes are identified by their positions in the slice that the index was made from, their
///   *indices*. Every query returns what a loop over all boxes would, in a documented order; the
///   packing never shows.
/// - No query fails: every box is in range.
/// - Building takes a few passes, faster than a sort. Boxes that move are [updated](Self::update)
///   in place.
/// - The number of boxes is fixed: to add or remove boxes, build a new index.
///
/// For the pairs of a scene in which much moves every frame, use a [`Finder`]. For a dozen boxes, a
/// loop with [`enter`](crate::enter) is as fast.
///
/// Boxes are ordered along a Hilbert curve (Kamel and Faloutsos 1993) and packed in groups of
/// sixteen.
///
/// ```
/// use hitscan_geom::broad_phase::Index;
/// use hitscan_geom::{Aabb, Point, Segment};
///
/// let point = Point::from_units;
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
#[doc(alias("Bvh", "RTree"))]
#[derive(Clone, Debug, Default)]
pub struct Index {
    boxes: Vec<Aabb>,
    tree: Tree,
    /// How many updates left the bounds of their group since the last packing.
    strays: usize,
}

/// An entry of a segment into a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hit {
    /// The index of the box, in the slice that the index was made from.
    pub index: usize,
    /// Where the segment enters the box.
    pub entry: Crossing,
}

/// The box nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nearest {
    /// The index of the box, in the slice that the index was made from.
    pub index: usize,
    /// The point of the box nearest to the query point; the query point itself, if it lies in the
    /// box.
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

    /// The boxes, in index order.
    #[must_use]
    pub fn as_slice(&self) -> &[Aabb] {
        &self.boxes
    }

    /// Replaces one box and returns the previous one; `None`, with no change, if there is no box at
    /// this index.
    ///
    /// Takes a few steps for each level of the tree, of which there are few. Once the updates that
    /// left their bounds number about half the boxes, everything is repacked.
    ///
    /// ```
    /// use hitscan_geom::broad_phase::Index;
    /// use hitscan_geom::{Aabb, Point, milli};
    ///
    /// let to = |x| Aabb::from_corners(Point::default(), Point::new(x, x));
    /// let (small, large) = (to(milli!(1))?, to(milli!(2))?);
    /// let mut index = Index::new(&[small]);
    /// assert_eq!(index.update(0, large), Some(small));
    /// assert_eq!(index.update(1, large), None);
    /// assert_eq!(index.as_slice(), [large]);
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

    /// The pairs of boxes that meet, touching included, in ascending order, the lower index first.
    ///
    /// This is a separate search, with a [`Grid`](super::Grid). A [`Finder`] keeps the memory for
    /// it from frame to frame, and takes into account what moved.
    ///
    /// ```
    /// use hitscan_geom::broad_phase::Index;
    /// use hitscan_geom::{Aabb, Point};
    ///
    /// let point = Point::from_units;
    /// let at = |x| Aabb::from_corners(point(x, 0), point(x + 2, 2));
    /// let index = Index::new(&[at(6)?, at(2)?, at(4)?, at(5)?]);
    /// assert!(index.pairs().eq([[0, 2], [0, 3], [1, 2], [2, 3]]));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let each = self.boxes.iter().map(|aabb| (SweptAabb::from(aabb), true));
        let scene: SweptAabbs = each.collect();
        let mut pairs = Vec::new();
        let found =
            Finder::default().find(BroadPhase::Grid, &scene, &mut Limits::none(), &mut pairs);
        debug_assert!(found.is_ok(), "no limits stop it");
        pairs.into_iter()
    }

    /// The boxes that meet `region`, touching included, in ascending order. The region is a
    /// reference to a box, a point, the swept AABB of a reference to a [`Moving`](crate::Moving),
    /// or a [`SweptAabb`] of your own.
    ///
    /// - `region` may reach ±[`Milli::MAX`], beyond all boxes.
    /// - A moving box may miss boxes that lie in the corners of its swept AABB: check each with
    ///   [`swept`](crate::swept).
    /// - To learn whether a point lies inside a box or on its boundary, use
    ///   [`locate`](crate::locate).
    ///
    /// ```
    /// use hitscan_geom::broad_phase::Index;
    /// use hitscan_geom::{Aabb, Moving, Point, Vector};
    ///
    /// let point = Point::from_units;
    /// let at = |x| Aabb::from_corners(point(x, 0), point(x + 2, 2));
    /// let index = Index::new(&[at(6)?, at(2)?, at(4)?]);
    /// assert!(index.meets(&at(5)?).eq([0, 2]));
    /// // The corner that two boxes share.
    /// assert!(index.meets(point(4, 2)).eq([1, 2]));
    /// let moving = Moving::new(at(-1)?, Vector::from_units(4, 0))?;
    /// assert!(index.meets(&moving).eq([1, 2]));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    pub fn meets(&self, region: impl Into<SweptAabb>) -> std::vec::IntoIter<usize> {
        self.meeting(region.into().edges())
    }

    fn meeting(&self, [left, top, right, bottom]: [i32; 4]) -> std::vec::IntoIter<usize> {
        let mut found = Vec::with_capacity(ROOM);
        dispatch(
            #[inline(always)]
            || {
                self.tree.for_each(
                    #[inline(always)]
                    |group| {
                        let mut meets = 0_u32;
                        for k in 0..WIDTH {
                            let apart = (right - group.left[k])
                                | (group.right[k] - left)
                                | (bottom - group.top[k])
                                | (group.bottom[k] - top);
                            meets |= u32::from(apart >= 0) << k;
                        }
                        u64::from(meets)
                    },
                    #[inline(always)]
                    |_, id| found.push(id as usize),
                );
            },
        );
        found.sort_unstable();
        found.into_iter()
    }

    /// The box that `segment` enters first, as [`enter`](crate::enter) defines it: touching is not
    /// entering. If the segment enters several boxes at the same t, the one with the lowest index;
    /// [`along`](Self::along) lists them all.
    ///
    /// `None` if it enters no box. If these boxes are the bounds of other shapes, use
    /// [`first_by`](Self::first_by).
    ///
    /// ```
    /// use hitscan_geom::broad_phase::Index;
    /// use hitscan_geom::{Aabb, Point, Segment};
    ///
    /// let point = Point::from_units;
    /// let boxes = [(4, 1), (4, 3), (8, 0)].map(|(x, y)| {
    ///     Aabb::from_corners(point(x, y), point(x + 2, y + 2)).expect("a box")
    /// });
    /// let index = Index::new(&boxes);
    /// let level = |y| Segment::new(point(0, y), point(9, y));
    /// // Along the edge that boxes 0 and 1 share, it enters neither, and there is no other box.
    /// assert_eq!(index.first(&level(3)?), None);
    /// // Along the top of box 0 is a touch: the first box entered is 2.
    /// assert_eq!(index.first(&level(1)?).map(|hit| hit.index), Some(2));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    ///
    /// To skip some boxes (the shooter, a layer):
    ///
    /// ```
    /// # use hitscan_geom::broad_phase::Index;
    /// # use hitscan_geom::{Aabb, Segment, enter};
    /// # let at = |x: f32| Aabb::try_from([x, 0.0, x + 2.0, 2.0]);
    /// # let (index, me) = (Index::new(&[at(0.0)?, at(4.0)?]), 0);
    /// # let laser = Segment::try_from([1.0, 1.0, 9.0, 1.0])?;
    /// let boxes = index.as_slice();
    /// let hit = index.first_by(&laser, |i| if i == me { None } else { enter(&laser, &boxes[i]) });
    /// # assert_eq!(hit.map(|hit| hit.index), Some(1));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn first(&self, segment: &Segment) -> Option<Hit> {
        let beam = Beam::new(segment);
        let mut best = (f64::INFINITY, u32::MAX);
        dispatch(
            #[inline(always)]
            || {
                self.tree.nearer_first(
                    #[inline(always)]
                    |group, latest| beam.reaches(group, latest),
                    #[inline(always)]
                    |edges, id| {
                        if let Some(t) = beam.enters(edges)
                            && (t, id) < best
                        {
                            best = (t, id);
                        }
                        best.0
                    },
                );
            },
        );
        self.hit(segment, best.1)
    }

    /// All boxes that `segment` enters, as [`enter`](crate::enter) defines it, ordered by t, then
    /// by index.
    ///
    /// The call runs the whole search; the iterator computes each exact entry on demand.
    ///
    /// ```
    /// use hitscan_geom::broad_phase::Index;
    /// use hitscan_geom::{Aabb, Segment};
    ///
    /// let boxes = [[6.0, 0.0, 8.0, 2.0], [2.0, 0.0, 4.0, 2.0], [6.0, 1.0, 7.0, 3.0]];
    /// let index: Index = boxes.into_iter().map(Aabb::try_from).collect::<Result<_, _>>()?;
    /// let laser = Segment::try_from([0.0, 1.5, 8.0, 1.5])?;
    /// let hits = index.along(&laser).map(|hit| (hit.index, hit.entry.t.to_string()));
    /// assert!(hits.eq([(1, "1/4".into()), (0, "3/4".into()), (2, "3/4".into())]));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    pub fn along(&self, segment: &Segment) -> impl Iterator<Item = Hit> + use<'_> {
        let mut found = Vec::with_capacity(ROOM);
        self.for_each_entered(segment, |t, id| found.push((t, id)));
        found
            .sort_unstable_by(|(t, id), (other_t, other)| t.total_cmp(other_t).then(id.cmp(other)));
        let segment = *segment;
        found.into_iter().filter_map(move |(_, id)| self.hit(&segment, id))
    }

    /// Calls `found` with the time and the index of each box that the segment enters.
    fn for_each_entered(&self, segment: &Segment, mut found: impl FnMut(f64, u32)) {
        let beam = Beam::new(segment);
        dispatch(
            #[inline(always)]
            || {
                self.tree.for_each(
                    #[inline(always)]
                    |group| beam.reaches(group, 1.0).1,
                    #[inline(always)]
                    |edges, id| {
                        if let Some(t) = beam.enters(edges) {
                            found(t, id);
                        }
                    },
                );
            },
        );
    }

    /// The first entry into shapes whose bounds are these boxes. `entry` is called for shapes whose
    /// box is entered, nearer boxes first, and only as long as one could be nearer than the best.
    ///
    /// Ties are resolved as in [`first`](Self::first). An entry that lies outside the shape's box
    /// may be missed.
    ///
    /// ```
    /// use hitscan_geom::broad_phase::Index;
    /// use hitscan_geom::{Aabb, Point, Polygon, Segment, enter};
    ///
    /// let point = Point::from_units;
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
        let beam = Beam::new(segment);
        let mut best: Option<Hit> = None;
        let mut latest = f64::INFINITY;
        self.tree.nearer_first(
            |group, latest| beam.reaches(group, latest),
            |edges, id| {
                // Times are rounded, but rounding keeps their order.
                if beam.enters(edges).is_some_and(|t| t <= latest)
                    && let Some(entry) = entry(id as usize)
                {
                    let hit = Hit { index: id as usize, entry };
                    if best.is_none_or(|best| (entry.t, hit.index) < (best.entry.t, best.index)) {
                        best = Some(hit);
                        latest = entry.t.to_f64();
                    }
                }
                latest
            },
        );
        best
    }

    /// All entries into shapes whose bounds are these boxes, ordered by t, then by index. `entry`
    /// is called for each shape whose box is entered.
    ///
    /// ```
    /// use hitscan_geom::broad_phase::Index;
    /// use hitscan_geom::{Aabb, Point, Polygon, Segment, enter};
    ///
    /// let point = Point::from_units;
    /// let wedge = |x| Polygon::new(&[point(x, 0), point(x + 4, 0), point(x + 4, 4)]);
    /// let wedges = [wedge(8)?, wedge(2)?];
    /// let index: Index = wedges.iter().map(Aabb::from).collect();
    /// let laser = Segment::new(point(0, 2), point(16, 2))?;
    /// let hits = index.along_by(&laser, |at| enter(&laser, &wedges[at]));
    /// assert!(hits.map(|hit| hit.index).eq([1, 0]));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    pub fn along_by(
        &self,
        segment: &Segment,
        mut entry: impl FnMut(usize) -> Option<Crossing>,
    ) -> std::vec::IntoIter<Hit> {
        let mut found = Vec::new();
        self.for_each_entered(segment, |_, id| {
            found.extend(entry(id as usize).map(|entry| Hit { index: id as usize, entry }));
        });
        found.sort_unstable_by_key(|hit| (hit.entry.t, hit.index));
        found.into_iter()
    }

    /// The box nearest to `point`; of several at the same distance, the one with the lowest index.
    /// `None` only if there are no boxes.
    ///
    /// A box that holds the point is at distance 0. For the nearest points of other
    /// shapes, see [`closest`](crate::closest).
    ///
    /// ```
    /// use hitscan_geom::broad_phase::Index;
    /// use hitscan_geom::{Aabb, Point};
    ///
    /// let point = Point::from_units;
    /// let at = |x| Aabb::from_corners(point(x, 0), point(x + 1, 1));
    /// let index = Index::new(&[at(9)?, at(2)?]);
    /// let found = index.nearest(point(5, 4)).expect("there are boxes");
    /// assert_eq!((found.index, found.point, found.squared), (1, point(3, 1), 13.into()));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn nearest(&self, point: Point) -> Option<Nearest> {
        let at = [point.x, point.y].map(Milli::thousandths);
        let mut best = (u64::MAX, u32::MAX);
        let mut reach = f64::INFINITY;
        dispatch(
            #[inline(always)]
            || {
                self.tree.nearer_first(
                    #[inline(always)]
                    |group, reach| squares_at_least(group, at, reach),
                    #[inline(always)]
                    |edges, id| {
                        let [x, y] = gaps(edges, at);
                        let squared = x * x + y * y;
                        if (squared, id) < best {
                            best = (squared, id);
                            reach = square_at_least(edges, at) * (1.0 + 4.0 * MARGIN);
                        }
                        reach
                    },
                );
            },
        );
        let (squared, id) = best;
        let index = id as usize;
        let aabb = self.boxes.get(index)?;
        let on_box = Point::new(
            point.x.clamp(aabb.left(), aabb.right()),
            point.y.clamp(aabb.top(), aabb.bottom()),
        );
        let squared = Fraction::reduced(squared.into(), 1_000_000);
        Some(Nearest { index, point: on_box, squared })
    }

    /// The hit on a box that the segment is known to enter.
    fn hit(&self, segment: &Segment, id: u32) -> Option<Hit> {
        let index = id as usize;
        let entry = match segment_enters_box(segment, self.boxes.get(index)?).unpack() {
            Entry::Miss => return None,
            Entry::Inside => Crossing { t: Fraction::ZERO, through: Direction::Inside },
            Entry::Through { t, sides } => Crossing { t, through: Direction::Sides(sides) },
        };
        Some(Hit { index, entry })
    }
}

/// Initial capacity, enough for most searches.
const ROOM: usize = 32;

/// 2^-50: more than the relative error that four roundings of 2^-53 each can add to a square.
const MARGIN: f64 = f64::EPSILON * 4.0;

/// The distance from a point to the bounds along each axis; 0 where the point lies within them.
#[inline(always)]
fn gaps([left, top, right, bottom]: [i32; 4], [x, y]: [i32; 2]) -> [u64; 2] {
    let gap = |low: i32, at: i32, high: i32| (low - at).max(at - high).max(0).cast_unsigned();
    [gap(left, x, right).into(), gap(top, y, bottom).into()]
}

/// The squared distance to the bounds, or slightly less: the exact square may not fit an `f64`.
#[inline(always)]
fn square_at_least([left, top, right, bottom]: [i32; 4], [x, y]: [i32; 2]) -> f64 {
    let gap = |low: i32, at: i32, high: i32| f64::from((low - at).max(at - high).max(0));
    let (x, y) = (gap(left, x, right), gap(top, y, bottom));
    (x * x + y * y) * (1.0 - MARGIN)
}

/// The squared distance to the farthest corner, or slightly more.
#[inline(always)]
fn square_at_most([left, top, right, bottom]: [i32; 4], [x, y]: [i32; 2]) -> f64 {
    let gap = |low: i32, at: i32, high: i32| f64::from((at - low).max(high - at));
    let (x, y) = (gap(left, x, right), gap(top, y, bottom));
    (x * x + y * y) * (1.0 + MARGIN)
}

/// For each lane, a lower bound of its squared distance, and a bit for each lane within `reach`
/// that is not certainly farther than the whole of another lane.
#[inline(always)]
fn squares_at_least(group: &Group, at: [i32; 2], reach: f64) -> ([f64; WIDTH], u64) {
    // 2^57: less than the distance of an empty lane, more than that of any box.
    let reach = reach.min(144_115_188_075_855_872.0);
    let Group { left, top, right, bottom } = group;
    let mut squares = [0.0; WIDTH];
    let mut surely = reach.to_bits();
    for k in 0..WIDTH {
        let edges = [left[k], top[k], right[k], bottom[k]];
        squares[k] = square_at_least(edges, at);
        // Non-negative floats are ordered as their bits are.
        surely = surely.min(square_at_most(edges, at).to_bits());
    }
    let surely = f64::from_bits(surely);
    let mut bits = 0;
    for (k, square) in squares.iter().enumerate() {
        bits |= u64::from(*square <= surely) << k;
    }
    (squares, bits)
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
