//! The objects that a crowd has placed so far, to find those that a new object would overlap.

use std::collections::HashMap;

use hitscan_geom::{Milli, Relation, Shape, relate};

/// The shapes placed so far, in grids of several sizes.
///
/// A shape is stored by its upper left corner in the grid of its own size and in all coarser grids,
/// so that a search for everything no larger than a cell looks into only a few cells.
pub(super) struct Placed {
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
    pub(super) fn new(longest: i64) -> Self {
        let longest = i32::try_from(longest).unwrap_or(i32::MAX / 2);
        let (up_to, of_size) = (HashMap::new(), HashMap::new());
        Self { coarsest: size_of_side(longest), shapes: Vec::new(), up_to, of_size }
    }

    /// Places a shape, unless its interior meets that of one placed earlier.
    pub(super) fn put(&mut self, shape: &Shape) -> bool {
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
