//! The individual numbers of an object: which ones it has, their values, and changing one measure
//! of a box.
//!
//! A box can be given in three ways: by its top left corner, its centre, or the middle of its
//! bottom side. Each way has its own `x`, `y`, `width` and `height`; changing one of them keeps the
//! other three of that way.

use super::CommandError;
use crate::words::in_halves;
use crate::world::{Object, Settings};
use hitscan_geom::{Aabb, Fraction, Milli, Origin, Point, Shape, ShapeError, Side};

/// One number of an object that `set` can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectField {
    /// One side of a box; the other sides stay.
    Side(Side),
    /// The left edge of a box; moves the whole box.
    X,
    /// The top edge of a box; moves the whole box.
    Y,
    /// The width of a box; the left edge stays.
    Width,
    /// The height of a box; the top edge stays.
    Height,
    /// One measure of a box relative to an origin other than its top left corner: `center.x`,
    /// `bottom-center.height`. The other three measures relative to that origin stay.
    About(Origin, Measure),
    /// The x of an end or vertex, counted from 1.
    VertexX(usize),
    /// The y of an end or vertex, counted from 1.
    VertexY(usize),
    /// The x of the velocity.
    VelocityX,
    /// The y of the velocity.
    VelocityY,
}

/// One of the four numbers that specify a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The x of the origin.
    X,
    /// The y of the origin.
    Y,
    /// The width of the box.
    Width,
    /// The height of the box.
    Height,
}

impl Measure {
    /// All measures, in the order of the commands.
    pub const ALL: [Self; 4] = [Self::X, Self::Y, Self::Width, Self::Height];

    /// The token in every format.
    pub const fn token(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Width => "width",
            Self::Height => "height",
        }
    }
}

impl ObjectField {
    /// The position or the size of a box relative to this origin.
    pub const fn about(origin: Origin, measure: Measure) -> Self {
        match (origin, measure) {
            (Origin::TopLeft, Measure::X) => Self::X,
            (Origin::TopLeft, Measure::Y) => Self::Y,
            (Origin::TopLeft, Measure::Width) => Self::Width,
            (Origin::TopLeft, Measure::Height) => Self::Height,
            (origin, measure) => Self::About(origin, measure),
        }
    }

    /// Every number of an object, its position and size relative to this origin first.
    pub fn all_of(object: &Object, origin: Origin) -> Vec<Self> {
        let mut fields = match &object.shape {
            Shape::Box(_) => {
                let about = Measure::ALL.map(|measure| Self::about(origin, measure));
                about.into_iter().chain(Side::ALL.map(Self::Side)).collect()
            }
            _ if object.is_point => return vec![Self::X, Self::Y],
            shape => (1..=shape.vertices().len())
                .flat_map(|index| [Self::VertexX(index), Self::VertexY(index)])
                .collect::<Vec<_>>(),
        };
        fields.extend([Self::VelocityX, Self::VelocityY]);
        fields
    }

    /// The exact value for this object, as users read it; `None` if the object has no such field. The
    /// centre of a box may lie half way between two thousandths.
    pub fn value(self, object: &Object, settings: &Settings) -> Option<Fraction> {
        let value = self.in_plane(object)?;
        Some(if self.is_y() { settings.read_y(value) } else { value })
    }

    fn in_plane(self, object: &Object) -> Option<Fraction> {
        let vertex = |index: usize| object.shape.vertices().get(index.checked_sub(1)?).copied();
        if object.is_point {
            let at = vertex(1)?;
            return match self {
                Self::X => Some(at.x.into()),
                Self::Y => Some(at.y.into()),
                _ => None,
            };
        }
        let value = match (self, &object.shape) {
            (Self::VelocityX, _) => object.velocity.x,
            (Self::VelocityY, _) => object.velocity.y,
            (Self::Side(side), Shape::Box(shape)) => shape.edge(side),
            (Self::X, Shape::Box(shape)) => shape.left(),
            (Self::Y, Shape::Box(shape)) => shape.top(),
            (Self::Width | Self::About(_, Measure::Width), Shape::Box(shape)) => shape.width(),
            (Self::Height | Self::About(_, Measure::Height), Shape::Box(shape)) => shape.height(),
            (Self::About(origin, Measure::X), Shape::Box(shape)) => {
                return Span::across(shape).at(Fixed::across(origin));
            }
            (Self::About(origin, Measure::Y), Shape::Box(shape)) => {
                return Span::down(shape).at(Fixed::down(origin));
            }
            (Self::VertexX(index), Shape::Segment(_) | Shape::Polygon(_)) => vertex(index)?.x,
            (Self::VertexY(index), Shape::Segment(_) | Shape::Polygon(_)) => vertex(index)?.y,
            _ => return None,
        };
        Some(value.into())
    }
}

/// Changes one measure of a box relative to an origin and keeps the other three.
///
/// # Errors
/// If the box would be empty or leave the plane, or an edge would lie between two thousandths.
pub fn with_measure(
    shape: &Aabb,
    origin: Origin,
    measure: Measure,
    value: Milli,
) -> Result<Aabb, CommandError> {
    let (mut x, mut y) = (Span::across(shape), Span::down(shape));
    match measure {
        Measure::X => {
            x = x
                .moved(Fixed::across(origin), value)
                .ok_or_else(|| halves("width", shape.width()))?;
        }
        Measure::Y => {
            y = y
                .moved(Fixed::down(origin), value)
                .ok_or_else(|| halves("height", shape.height()))?;
        }
        Measure::Width if value <= Milli::ZERO => return Err(refused(&ShapeError::NoWidth(value))),
        Measure::Height if value <= Milli::ZERO => {
            return Err(refused(&ShapeError::NoHeight(value)));
        }
        Measure::Width => {
            let sized = x.sized(Fixed::across(origin), value);
            x = sized.ok_or_else(|| x.between("width", value))?;
        }
        Measure::Height => {
            let sized = y.sized(Fixed::down(origin), value);
            y = sized.ok_or_else(|| y.between("height", value))?;
        }
    }
    let corners = [Point::new(x.low, y.low), Point::new(x.high, y.high)];
    Aabb::from_corners(corners[0], corners[1]).map_err(|fault| refused(&fault))
}

fn halves(what: &str, size: Milli) -> CommandError {
    CommandError::new(format!(
        "a {what} of {size} about a middle on a whole thousandth puts both edges between two \
         thousandths; make the third decimal of the {what} even first"
    ))
}

fn refused(fault: &ShapeError) -> CommandError {
    CommandError::new(fault.to_string())
}

/// The point of a span that stays in place along one axis, given by the origin.
#[derive(Clone, Copy)]
enum Fixed {
    Low,
    Middle,
    High,
}

impl Fixed {
    const fn across(origin: Origin) -> Self {
        match origin {
            Origin::TopLeft => Self::Low,
            Origin::Center | Origin::BottomCenter => Self::Middle,
        }
    }

    const fn down(origin: Origin) -> Self {
        match origin {
            Origin::TopLeft => Self::Low,
            Origin::Center => Self::Middle,
            Origin::BottomCenter => Self::High,
        }
    }
}

/// The extent of a box along one axis.
#[derive(Clone, Copy)]
struct Span {
    low: Milli,
    high: Milli,
}

impl Span {
    const fn across(shape: &Aabb) -> Self {
        Self { low: shape.left(), high: shape.right() }
    }

    const fn down(shape: &Aabb) -> Self {
        Self { low: shape.top(), high: shape.bottom() }
    }

    fn at(self, anchor: Fixed) -> Option<Fraction> {
        match anchor {
            Fixed::Low => Some(self.low.into()),
            Fixed::High => Some(self.high.into()),
            Fixed::Middle => Fraction::new(self.halves().into(), 2000),
        }
    }

    /// Its middle, in half thousandths.
    fn halves(self) -> i64 {
        self.low.wide() + self.high.wide()
    }

    /// The same length with its anchor moved to `to`; `None` if that falls between two thousandths.
    fn moved(self, anchor: Fixed, to: Milli) -> Option<Self> {
        let size = self.high.checked_sub(self.low)?;
        let low = match anchor {
            Fixed::Low => to,
            Fixed::Middle => to.checked_sub(size.half()?)?,
            Fixed::High => to.checked_sub(size)?,
        };
        Some(Self { low, high: low.checked_add(size)? })
    }

    /// A new length around the same anchor; `None` if that falls between two thousandths.
    fn sized(self, anchor: Fixed, size: Milli) -> Option<Self> {
        let low = match anchor {
            Fixed::Low => self.low,
            Fixed::Middle => self.low.checked_add(self.high)?.checked_sub(size)?.half()?,
            Fixed::High => self.high.checked_sub(size)?,
        };
        Some(Self { low, high: low.checked_add(size)? })
    }

    fn between(self, what: &str, size: Milli) -> CommandError {
        let middle = self.halves();
        let even = if middle % 2 == 0 { "even" } else { "odd" };
        let middle = in_halves(middle);
        CommandError::new(format!(
            "a {what} of {size} about {middle} puts both edges between two thousandths; the third \
             decimal of the {what} must be {even}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::words::in_units;
    use crate::world::Name;

    fn aabb(left: i32, top: i32, width: i32, height: i32) -> Aabb {
        let point =
            |x, y| Point::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"));
        let corner = point(left + width, top + height);
        Aabb::from_corners(point(left, top), corner).expect("it has a size")
    }

    fn object(shape: Aabb) -> Object {
        let name = Name::new("A").expect("a name");
        Object::new(name, Shape::Box(shape))
    }

    fn read(shape: Aabb, origin: Origin) -> [String; 4] {
        Measure::ALL.map(|measure| {
            let field = ObjectField::about(origin, measure);
            let value = field.value(&object(shape), &Settings::default());
            in_units(value.expect("a box has it"))
        })
    }

    /// The three ways that the articles give a box.
    #[test]
    fn one_box_is_read_three_ways() {
        let shape = aabb(60_000, 10_000, 80_000, 40_000);
        assert_eq!(read(shape, Origin::TopLeft), ["60", "10", "80", "40"]);
        assert_eq!(read(shape, Origin::Center), ["100", "30", "80", "40"]);
        assert_eq!(read(shape, Origin::BottomCenter), ["100", "50", "80", "40"]);
    }

    #[test]
    fn a_middle_between_two_thousandths_is_read_exactly() {
        assert_eq!(read(aabb(0, 0, 1, 3), Origin::Center), ["0.0005", "0.0015", "0.001", "0.003"]);
        assert_eq!(read(aabb(-2, -1, 1, 1), Origin::Center)[..2], ["-0.0015", "-0.0005"]);
    }

    #[test]
    fn a_size_that_splits_a_thousandth_says_what_would_be_right() {
        let said = |shape: Aabb, measure, value| {
            let value = Milli::new(value).expect("in range");
            let made = with_measure(&shape, Origin::Center, measure, value);
            made.expect_err("it is refused").message
        };
        let even = aabb(0, 0, 4, 4);
        assert!(said(even, Measure::Width, 3).ends_with("width must be even"));
        let odd = aabb(0, 0, 3, 3);
        assert!(said(odd, Measure::Height, 4).ends_with("height must be odd"));
        assert!(said(odd, Measure::X, 5).ends_with("of the width even first"));
        assert_eq!(said(odd, Measure::Width, 0), "the width is 0; it must be above 0");
    }

    proptest! {
        /// Reading a measure returns what was typed, and nothing else changes.
        #[test]
        fn changing_a_measure_keeps_the_other_three(
            (left, top) in (-9000..9000_i32, -9000..9000_i32),
            (width, height) in (1..9000_i32, 1..9000_i32),
            origin in prop::sample::select(&Origin::ALL[..]),
            measure in prop::sample::select(&Measure::ALL[..]),
            value in 1..9000_i32,
        ) {
            let shape = aabb(left, top, width, height);
            let value = Milli::new(value).expect("in range");
            let Ok(made) = with_measure(&shape, origin, measure, value) else {
                prop_assert_ne!(origin, Origin::TopLeft, "nothing is halved there");
                return Ok(());
            };
            let (before, after) = (read(shape, origin), read(made, origin));
            for (at, one) in Measure::ALL.into_iter().enumerate() {
                let expected = if one == measure { value.to_string() } else { before[at].clone() };
                prop_assert_eq!(&after[at], &expected);
            }
        }
    }
}
