//! Crowds: many objects generated from a seed, the same on every machine.
//!
//! A crowd draws its objects one after another from a single random generator. The order of the
//! draws is part of the scene format and never changes.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::{Name, Object};
use hitscan_geom::{Aabb, Milli, Point, Relation, Segment, Shape, ShapeKind, Vector, relate};

/// Many objects generated from a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crowd {
    /// The prefix of its objects' names: `c` for c1, c2, …
    pub name: Name,
    /// The number of objects.
    pub count: u32,
    /// Boxes or lasers.
    pub kind: CrowdKind,
    /// The area that contains them at the start.
    pub area: Aabb,
    /// The least and the greatest width and height.
    pub size: [Milli; 2],
    /// Sizes and positions are multiples of this.
    pub grid: Milli,
    /// The least and the greatest speed along each axis.
    pub speed: [Milli; 2],
    /// How they are distributed.
    pub layout: CrowdLayout,
    /// Whether none of them overlap at the start.
    pub apart: bool,
    /// The seed of the random generator.
    pub seed: u32,
}

/// What a crowd consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CrowdKind {
    /// Boxes.
    #[default]
    Box,
    /// Lasers, each the diagonal of such a box.
    Laser,
}

impl CrowdKind {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::Box, Self::Laser];

    /// The token in every format.
    pub const fn token(self) -> &'static str {
        self.shape().token()
    }

    /// The kind of its shapes.
    pub const fn shape(self) -> ShapeKind {
        match self {
            Self::Box => ShapeKind::Box,
            Self::Laser => ShapeKind::Segment,
        }
    }
}

/// How a crowd is distributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CrowdLayout {
    /// Evenly over the area.
    #[default]
    Uniform,
    /// In twenty clusters, with a few between them.
    Clusters,
    /// Evenly; some are twice, four times and up to 64 times as large.
    MixedSizes,
}

impl CrowdLayout {
    /// All layouts, the default first.
    pub const ALL: [Self; 3] = [Self::Uniform, Self::Clusters, Self::MixedSizes];

    /// The token in every format.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Clusters => "clusters",
            Self::MixedSizes => "mixed-sizes",
        }
    }
}

/// Why a crowd cannot be generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CrowdError {
    /// No objects, or more than a world holds.
    #[error("a crowd has 1 to {} objects", super::World::MAX_OBJECTS)]
    Count,
    /// The last name would be too long.
    #[error("{0} is too long a name; a name has at most {max} characters", max = Name::MAX_LEN)]
    LongName(String),
    /// The grid is not above zero.
    #[error("grid is a number above 0")]
    Grid,
    /// No multiple of the grid lies between the two sizes, or they are not positive.
    #[error(
        "size is two numbers above 0, the least first, with a multiple of grid from one to the other"
    )]
    Size,
    /// The speeds are negative, out of range or in the wrong order.
    #[error("speed is two numbers from 0 to {}, the least first", Milli::LIMIT)]
    Speed,
    /// An object is larger than the area.
    #[error("crowd {crowd}: {name} is {} wide and {} high, more than its area; a larger area or a smaller size", .size[0], .size[1])]
    DoesNotFit {
        /// The crowd.
        crowd: Name,
        /// The object.
        name: Name,
        /// Its width and height.
        size: [Milli; 2],
    },
    /// Every position tried overlaps an earlier object.
    #[error(
        "crowd {crowd}: no room for {name} after {MOST_TRIES} tries; a larger area or apart = false"
    )]
    NoRoom {
        /// The crowd.
        crowd: Name,
        /// The object.
        name: Name,
    },
}

/// How many positions are tried for an object of a crowd without overlaps. After that the
/// crowd is refused.
pub const MOST_TRIES: u32 = 1000;
/// The number of clusters of [`CrowdLayout::Clusters`].
const CLUSTERS: u64 = 20;
/// One object in this many lies outside the clusters.
const OUTLIERS: u64 = 50;
/// A cluster reaches three times this fraction of the area's side from its centre.
const CLUSTER_PART: i64 = 40;
/// The most doublings of [`CrowdLayout::MixedSizes`].
const MOST_DOUBLINGS: u32 = 6;

impl Crowd {
    /// The default sizes of a crowd.
    pub const SIZE: [Milli; 2] = [Milli::from_units(1), Milli::from_units(3)];
    /// The default grid of a crowd: a tenth of a unit.
    pub const GRID: Milli = hitscan_geom::milli!(100);

    /// Checks everything that can be checked without drawing.
    ///
    /// # Errors
    /// The rule that the crowd breaks.
    pub fn check(&self) -> Result<(), CrowdError> {
        if !(1..=super::World::MAX_OBJECTS).contains(&(self.count as usize)) {
            return Err(CrowdError::Count);
        }
        self.name_of(self.count)?;
        if self.grid <= Milli::ZERO {
            return Err(CrowdError::Grid);
        }
        let [least, greatest] = self.size.map(Milli::wide);
        if least <= 0 || multiples(least..=greatest, self.grid.wide()).is_empty() {
            return Err(CrowdError::Size);
        }
        let [slowest, fastest] = self.speed;
        let is_speed = Milli::ZERO <= slowest && slowest <= fastest && fastest.in_range();
        if is_speed { Ok(()) } else { Err(CrowdError::Speed) }
    }

    /// The name of an object, counted from 1.
    fn name_of(&self, number: u32) -> Result<Name, CrowdError> {
        let text = format!("{}{number}", self.name);
        Name::new(&text).map_err(|_| CrowdError::LongName(text))
    }

    /// Whether one of its objects has this name.
    pub fn has(&self, name: &Name) -> bool {
        let number = name.as_str().strip_prefix(self.name.as_str());
        let number = number.and_then(|digits| digits.parse().ok());
        number.is_some_and(|number| {
            (1..=self.count).contains(&number) && self.name_of(number).as_ref() == Ok(name)
        })
    }

    /// Its objects, one after another. The iterator ends after an error.
    ///
    /// # Errors
    /// As [`Crowd::check`], and if there is no room for an object.
    pub fn objects(&self) -> impl Iterator<Item = Result<Object, CrowdError>> + '_ {
        let mut draws = self.check().map(|()| Draws::new(self));
        let mut number = 0;
        std::iter::from_fn(move || {
            if number == self.count {
                return None;
            }
            number += 1;
            let drawn = match &mut draws {
                Ok(draws) => draws.object(number),
                Err(error) => Err(error.clone()),
            };
            if drawn.is_err() {
                number = self.count;
            }
            Some(drawn)
        })
    }

    /// Whether this is its first object, judging by the name.
    pub fn begins_with(&self, object: &Object) -> bool {
        let name = object.name.as_str();
        name.strip_prefix(self.name.as_str()) == Some("1")
    }

    /// The range of its objects among others, if all of them are there, consecutive and unchanged.
    pub fn place_among(&self, objects: &[Object]) -> Option<std::ops::Range<usize>> {
        let start = objects.iter().position(|object| self.begins_with(object))?;
        let end = start + self.count as usize;
        let found = objects.get(start..end)?;
        let is_as_drawn =
            |(drawn, found): (Result<Object, _>, &Object)| drawn.as_ref() == Ok(found);
        self.objects().zip(found).all(is_as_drawn).then_some(start..end)
    }
}

/// The multiples of `grid` in a range, divided by `grid`.
fn multiples(range: RangeInclusive<i64>, grid: i64) -> RangeInclusive<i64> {
    let (least, greatest) = range.into_inner();
    -(-least).div_euclid(grid)..=greatest.div_euclid(grid)
}

/// The draws of a valid crowd.
struct Draws<'a> {
    crowd: &'a Crowd,
    random: SplitMix64,
    /// Left, top, right and bottom of the area.
    area: [i64; 4],
    centres: Vec<[i64; 2]>,
    placed: Placed,
}

impl<'a> Draws<'a> {
    fn new(crowd: &'a Crowd) -> Self {
        let Crowd { area, seed, layout, .. } = crowd;
        let area = [area.left(), area.top(), area.right(), area.bottom()].map(Milli::wide);
        let random = SplitMix64::new((*seed).into());
        let doublings = if *layout == CrowdLayout::MixedSizes { MOST_DOUBLINGS } else { 0 };
        let placed = Placed::new(crowd.size[1].wide() << doublings);
        let mut draws = Self { crowd, random, area, centres: Vec::new(), placed };
        if *layout == CrowdLayout::Clusters {
            let [left, top, right, bottom] = area;
            for _ in 0..CLUSTERS {
                // An area without a multiple of the grid cannot hold an object either.
                let x = draws.multiple(left..=right).unwrap_or(left);
                let y = draws.multiple(top..=bottom).unwrap_or(top);
                draws.centres.push([x, y]);
            }
        }
        draws
    }

    /// Draws a multiple of the grid in a range; `None`, without drawing, if there is none.
    fn multiple(&mut self, range: RangeInclusive<i64>) -> Option<i64> {
        let grid = self.crowd.grid.wide();
        let multiples = multiples(range, grid);
        if multiples.is_empty() {
            return None;
        }
        Some(self.random.within(multiples) * grid)
    }

    fn object(&mut self, number: u32) -> Result<Object, CrowdError> {
        let (crowd, name) = (self.crowd.name, self.crowd.name_of(number)?);
        let [width, height] = self.size();
        let shape = (0..=MOST_TRIES).find_map(|tries| {
            if tries == MOST_TRIES {
                return Some(Err(CrowdError::NoRoom { crowd, name }));
            }
            let Some([left, top]) = self.place([width, height]) else {
                let size = [width, height].map(|side| milli(side).unwrap_or(Milli::MAX));
                return Some(Err(CrowdError::DoesNotFit { crowd, name, size }));
            };
            let shape = self.shape([left, top, left + width, top + height])?;
            (!self.crowd.apart || self.placed.put(&shape)).then_some(Ok(shape))
        });
        let shape = shape.unwrap_or(Err(CrowdError::NoRoom { crowd, name }))?;
        let velocity = Vector::new(self.velocity(), self.velocity());
        Ok(Object { velocity, ..Object::new(name, shape) })
    }

    fn size(&mut self) -> [i64; 2] {
        let doublings = match self.crowd.layout {
            CrowdLayout::MixedSizes => self.random.next().trailing_zeros().min(MOST_DOUBLINGS),
            CrowdLayout::Uniform | CrowdLayout::Clusters => 0,
        };
        let [least, greatest] = self.crowd.size.map(Milli::wide);
        // The check has made sure that this range has a multiple.
        [(); 2].map(|()| self.multiple(least..=greatest).unwrap_or(least) << doublings)
    }

    /// Draws the left and top of an object of this size within the area, if it fits.
    fn place(&mut self, [width, height]: [i64; 2]) -> Option<[i64; 2]> {
        let [left, top, right, bottom] = self.area;
        let ranges = [left..=right - width, top..=bottom - height];
        let is_in_heap =
            self.crowd.layout == CrowdLayout::Clusters && self.random.below(OUTLIERS) != 0;
        if !is_in_heap {
            let [across, down] = ranges;
            return Some([self.multiple(across)?, self.multiple(down)?]);
        }
        let heap = usize::try_from(self.random.below(CLUSTERS)).unwrap_or_default();
        let centre = self.centres[heap];
        let sides = [right - left, bottom - top];
        let grid = self.crowd.grid.wide();
        let mut place = [0; 2];
        for axis in 0..2 {
            let part = sides[axis].div_euclid(CLUSTER_PART);
            let mut at = centre[axis];
            for _ in 0..3 {
                at += self.multiple(-part..=part).unwrap_or_default();
            }
            let multiples = multiples(ranges[axis].clone(), grid);
            if multiples.is_empty() {
                return None;
            }
            place[axis] = at.clamp(multiples.start() * grid, multiples.end() * grid);
        }
        Some(place)
    }

    fn velocity(&mut self) -> Milli {
        let [slowest, fastest] = self.crowd.speed.map(Milli::wide);
        let magnitude = self.random.within(slowest..=fastest);
        let is_negative = self.random.below(2) == 1;
        milli(if is_negative { -magnitude } else { magnitude }).unwrap_or(Milli::ZERO)
    }

    /// A shape with these edges, which lie in the area.
    fn shape(&self, edges: [i64; 4]) -> Option<Shape> {
        let [left, top, right, bottom] = edges.map(milli);
        let (from, to) = (Point::new(left?, top?), Point::new(right?, bottom?));
        match self.crowd.kind {
            CrowdKind::Box => Aabb::from_corners(from, to).ok().map(Shape::Box),
            CrowdKind::Laser => Segment::new(from, to).ok().map(Shape::Segment),
        }
    }
}

fn milli(thousandths: i64) -> Option<Milli> {
    i32::try_from(thousandths).ok().and_then(|thousandths| Milli::new(thousandths).ok())
}

/// The shapes placed so far, in grids of several sizes.
///
/// A shape is stored by its upper left corner in the grid of its own size and in all coarser grids,
/// so that a search for everything no larger than a cell looks into only a few cells.
struct Placed {
    /// The cell size of the largest shape.
    coarsest: i32,
    shapes: Vec<Shape>,
    /// The shapes no larger than a cell of this size: by size, column and row.
    up_to: HashMap<[i32; 3], Vec<usize>>,
    /// The shapes of exactly this size class.
    of_size: HashMap<[i32; 3], Vec<usize>>,
}

impl Placed {
    /// An empty set for shapes whose sides are no longer than this.
    fn new(longest: i64) -> Self {
        let longest = i32::try_from(longest).unwrap_or(i32::MAX / 2);
        let (up_to, of_size) = (HashMap::new(), HashMap::new());
        Self { coarsest: size_of_side(longest), shapes: Vec::new(), up_to, of_size }
    }

    /// Places a shape, unless its interior meets that of one placed earlier.
    fn put(&mut self, shape: &Shape) -> bool {
        let edges @ [left, top, ..] = edges(shape);
        let own = size(edges);
        let meets = |&other: &usize| interiors_meet(shape, &self.shapes[other]);
        if near(&self.up_to, edges, own).any(|others| others.iter().any(meets)) {
            return false;
        }
        let coarser = own + 1..=self.coarsest;
        if coarser.flat_map(|size| near(&self.of_size, edges, size)).flatten().any(meets) {
            return false;
        }
        let at = |size: i32| [size, left >> (2 * size), top >> (2 * size)];
        for size in own..=self.coarsest {
            self.up_to.entry(at(size)).or_default().push(self.shapes.len());
        }
        self.of_size.entry(at(own)).or_default().push(self.shapes.len());
        self.shapes.push(shape.clone());
        true
    }
}

/// The cells of this size in which shapes that can meet one with these edges start.
fn near(
    cells: &HashMap<[i32; 3], Vec<usize>>,
    [left, top, right, bottom]: [i32; 4],
    size: i32,
) -> impl Iterator<Item = &Vec<usize>> {
    let (shift, side) = (2 * size, 1 << (2 * size));
    let columns = (left - side) >> shift..=right >> shift;
    let rows = (top - side) >> shift..=bottom >> shift;
    columns.flat_map(move |x| rows.clone().filter_map(move |y| cells.get(&[size, x, y])))
}

fn size([left, top, right, bottom]: [i32; 4]) -> i32 {
    size_of_side((right - left).max(bottom - top))
}

/// The power of four above a side.
fn size_of_side(side: i32) -> i32 {
    let side = side.cast_unsigned();
    (i32::BITS - side.leading_zeros()).div_ceil(2).cast_signed()
}

fn edges(shape: &Shape) -> [i32; 4] {
    let (min, max) = shape.bounds();
    [min.x, min.y, max.x, max.y].map(Milli::thousandths)
}

/// Whether two shapes share more than edges and ends.
fn interiors_meet(one: &Shape, other: &Shape) -> bool {
    match (one, other) {
        (Shape::Box(one), Shape::Box(other)) => one.overlaps(other),
        _ => !matches!(relate(one, other).relation, Relation::Disjoint | Relation::Touches),
    }
}

/// The generator of Steele, Lea and Flood, as published.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The generator from a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A uniform number below `n`: values in the last, incomplete round of `n` are rejected.
    pub const fn below(&mut self, n: u64) -> u64 {
        // 2^64 modulo n, in 64 bits.
        let incomplete = (u64::MAX % n + 1) % n;
        loop {
            let drawn = self.next();
            if incomplete == 0 || drawn < u64::MAX - incomplete + 1 {
                return drawn % n;
            }
        }
    }

    /// A number in a range, which must not be empty.
    pub fn within(&mut self, range: RangeInclusive<i64>) -> i64 {
        let (least, greatest) = range.into_inner();
        let drawn = self.below(least.abs_diff(greatest) + 1);
        least.wrapping_add_unsigned(drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers from seed 1234567, as published with the generator.
    #[test]
    fn it_draws_the_published_numbers() {
        let mut random = SplitMix64::new(1_234_567);
        let drawn: Vec<u64> = (0..5).map(|_| random.next()).collect();
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(drawn, published);
    }

    #[test]
    fn below_returns_every_smaller_number_and_no_other() {
        let mut random = SplitMix64::new(7);
        let mut seen = [false; 5];
        for _ in 0..200 {
            let at = usize::try_from(random.below(5)).expect("small");
            seen[at] = true;
            assert!((-3..=4).contains(&random.within(-3..=4)));
        }
        assert_eq!(seen, [true; 5]);
        assert_eq!(random.below(1), 0);
        assert_eq!(random.within(6..=6), 6);
    }
}
