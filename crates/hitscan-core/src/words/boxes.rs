//! What is said of numbers that make no box, or one whose corners are swapped.

use hitscan_geom::{Milli, Origin, Point, Vector};

/// Why left, top, right and bottom make no box: `its width is 0; a laser has that shape: laser 1 0 1
/// 4`. `None` if it has a width and a height.
pub fn flat_box(edges: &[String; 4]) -> Option<String> {
    let [left, top, right, bottom] = edges;
    let which = match (left == right, top == bottom) {
        (false, false) => return None,
        (true, false) => "width is",
        (false, true) => "height is",
        (true, true) => {
            let why = "its width and its height are 0; a point has that shape";
            return Some(format!("{why}: point {left} {top}"));
        }
    };
    Some(format!("its {which} 0; a laser has that shape: laser {left} {top} {right} {bottom}"))
}

/// `its left is right of its right; swapped it is box 1 0 4 2.`, for a box that is swapped from left
/// to right, from top to bottom, or both; and what libraries do with it.
pub fn swapped_box([is_x, is_y]: [bool; 2], swapped: &str) -> String {
    let which = match (is_x, is_y) {
        (true, true) => "its left is right of its right, and its top is below its bottom",
        (true, false) => "its left is right of its right",
        (false, _) => "its top is below its bottom",
    };
    format!(
        "{which}; swapped it is {swapped}. Libraries differ: pygame keeps it and misses, others \
         swap."
    )
}

/// Why a place and a size that is not above 0 make no box. `read_y` reads a y as it is typed, and
/// `form` writes x, y, width and height as they are typed. `None` if an edge is no coordinate.
pub fn no_size(
    at: Point,
    size: Vector,
    origin: Origin,
    read_y: impl Fn(Milli) -> Milli,
    form: impl Fn([Milli; 4]) -> String,
) -> Option<String> {
    let end = |start: Milli, length: Milli| {
        i32::try_from(start.wide() + length.wide()).ok().and_then(|end| Milli::new(end).ok())
    };
    let left = match origin {
        Origin::TopLeft => at.x,
        Origin::Center | Origin::BottomCenter => end(at.x, -size.x.half()?)?,
    };
    let top = match origin {
        Origin::TopLeft => at.y,
        Origin::Center => end(at.y, -size.y.half()?)?,
        Origin::BottomCenter => end(at.y, -size.y)?,
    };
    let (right, bottom) = (end(left, size.x)?, end(top, size.y)?);
    let edges = [left, read_y(top), right, read_y(bottom)];
    if let Some(flat) = flat_box(&edges.map(|edge| edge.to_string())) {
        return Some(flat);
    }
    let (x, y) = match origin {
        Origin::TopLeft => (left.min(right), top.min(bottom)),
        Origin::Center => (at.x, at.y),
        Origin::BottomCenter => (at.x, top.max(bottom)),
    };
    let swapped = form([x, read_y(y), size.x.abs(), size.y.abs()]);
    Some(swapped_box([left > right, top > bottom], &swapped))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said([width, height]: [i16; 2], origin: Origin, is_y_up: bool) -> String {
        let size = Point::from_units(width, height);
        let read_y = |y: Milli| if is_y_up { -y } else { y };
        let typed = |numbers: [Milli; 4]| numbers.map(|number| number.to_string()).join(" ");
        let at = Point::from_units(4, 10);
        let why = no_size(at, Vector::new(size.x, size.y), origin, read_y, typed);
        why.expect("its edges are in range")
    }

    #[test]
    fn a_flat_box_has_the_shape_of_a_laser() {
        for (size, origin, is_y_up, why) in [
            ([0, 2], Origin::TopLeft, false, "width is 0; a laser has that shape: laser 4 10 4 12"),
            (
                [0, 2],
                Origin::TopLeft,
                true,
                "width is 0; a laser has that shape: laser 4 -10 4 -12",
            ),
            ([6, 0], Origin::Center, false, "height is 0; a laser has that shape: laser 1 10 7 10"),
        ] {
            assert_eq!(said(size, origin, is_y_up), format!("its {why}"));
        }
        let why = "its width and its height are 0; a point has that shape: point 4 10";
        assert_eq!(said([0, 0], Origin::TopLeft, false), why);
    }

    #[test]
    fn a_swapped_box_is_told_as_it_would_be_typed() {
        let differ = "Libraries differ: pygame keeps it and misses, others swap.";
        let (left, top) = ("its left is right of its right", "its top is below its bottom");
        for (size, origin, is_y_up, why, swapped) in [
            ([-3, 2], Origin::TopLeft, false, left.to_owned(), "1 10 3 2"),
            ([-3, 2], Origin::Center, true, left.to_owned(), "4 -10 3 2"),
            ([4, -2], Origin::TopLeft, true, top.to_owned(), "4 -8 4 2"),
            ([4, -2], Origin::BottomCenter, false, top.to_owned(), "4 12 4 2"),
            ([-4, -2], Origin::TopLeft, false, format!("{left}, and {top}"), "0 8 4 2"),
        ] {
            let swapped = format!("{why}; swapped it is {swapped}. {differ}");
            assert_eq!(said(size, origin, is_y_up), swapped, "{size:?}");
        }
    }
}
