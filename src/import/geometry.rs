//! Shapes in exact pixels.

use hitscan_core::methods::AnyNumber;
use hitscan_core::scene::excerpt;

/// A place or a size, in exact pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) x: AnyNumber,
    pub(super) y: AnyNumber,
}

/// A whole number.
pub(super) fn whole(number: i64) -> AnyNumber {
    // Digits with a sign are always read.
    AnyNumber::parse(&number.to_string()).unwrap_or_else(|_| zero())
}

/// 0.
pub(super) fn zero() -> AnyNumber {
    AnyNumber::default()
}

/// A decimal number, with or without an exponent, as maps have it.
///
/// # Errors
/// What was found instead.
pub(super) fn decimal(text: &str) -> Result<AnyNumber, String> {
    let text = text.trim();
    let is_part = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    let number = Some(text).filter(|text| text.bytes().all(is_part));
    let number = number.and_then(|text| AnyNumber::parse(text).ok());
    number.ok_or_else(|| format!("\"{}\" is not a decimal number", excerpt(text)))
}

impl Spot {
    pub(super) fn zero() -> Self {
        Self { x: zero(), y: zero() }
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        Self { x: self.x.plus(&other.x), y: self.y.plus(&other.y) }
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        Self { x: self.x.minus(&other.x), y: self.y.minus(&other.y) }
    }

    /// Each coordinate times that of `by`.
    pub(super) fn scaled(&self, by: &Self) -> Self {
        Self { x: self.x.times(&by.x), y: self.y.times(&by.y) }
    }

    /// Each coordinate over that of `by`; `None` where that is 0.
    pub(super) fn over(&self, by: &Self) -> Option<Self> {
        Some(Self { x: self.x.over(&by.x)?, y: self.y.over(&by.y)? })
    }

    /// The coordinates exchanged.
    pub(super) fn transposed(&self) -> Self {
        Self { x: self.y.clone(), y: self.x.clone() }
    }
}

/// A turn about a point, clockwise on the screen.
#[derive(Clone, Debug)]
pub(super) enum Rotation {
    /// By this many quarters of a circle, 0 to 3.
    Quarters(i64),
    /// By another angle: its sine and cosine, and the angle in words.
    Angle { sin: AnyNumber, cos: AnyNumber, degrees: String },
}

impl Rotation {
    /// The turn by this many degrees.
    ///
    /// # Errors
    /// When that is no number.
    pub(super) fn of(degrees: &str) -> Result<Self, String> {
        let exact = decimal(degrees)?;
        let quarters = exact.over(&whole(90)).filter(AnyNumber::is_whole);
        if let Some(quarters) = quarters {
            let full = quarters.to_even().ok_or("rotation: too many turns")?;
            return Ok(Self::Quarters(full.rem_euclid(4)));
        }
        // Sines have no end of digits: those of a double are far below what is rounded.
        let of_float = |value: f64| decimal(&format!("{value:e}"));
        let parsed = degrees.trim().parse::<f64>();
        let angle = parsed.map_err(|_| format!("rotation {}: not a number", excerpt(degrees)))?;
        let radians = (angle % 360.0).to_radians();
        let [sin, cos] = [libm::sin(radians), libm::cos(radians)];
        Ok(Self::Angle {
            sin: of_float(sin)?,
            cos: of_float(cos)?,
            degrees: excerpt(degrees.trim()),
        })
    }

    /// The angle, if corners that it turns have no end of digits.
    pub(super) fn angle(&self) -> Option<&str> {
        match self {
            Self::Quarters(_) => None,
            Self::Angle { degrees, .. } => Some(degrees),
        }
    }

    /// A point, turned about the origin.
    fn turned(&self, at: &Spot) -> Spot {
        let [sin, cos] = match self {
            Self::Quarters(0) => return at.clone(),
            Self::Quarters(1) => [whole(1), zero()],
            Self::Quarters(2) => [zero(), whole(-1)],
            Self::Quarters(_) => [whole(-1), zero()],
            Self::Angle { sin, cos, .. } => [sin.clone(), cos.clone()],
        };
        Spot {
            x: at.x.times(&cos).minus(&at.y.times(&sin)),
            y: at.x.times(&sin).plus(&at.y.times(&cos)),
        }
    }
}

/// A shape, in exact pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Geometry {
    Box {
        at: Spot,
        size: Spot,
    },
    Polygon(Vec<Spot>),
    /// Each of its edges is a laser.
    Polyline(Vec<Spot>),
    Point(Spot),
}

impl Geometry {
    /// With each point replaced; boxes must stay boxes.
    fn with_points(&self, map: impl Fn(&Spot) -> Spot) -> Self {
        let all = |points: &[Spot]| points.iter().map(&map).collect();
        match self {
            Self::Box { at, size } => {
                let (one, other) = (map(at), map(&at.plus(size)));
                let at =
                    Spot { x: (&one.x).min(&other.x).clone(), y: (&one.y).min(&other.y).clone() };
                let far = Spot { x: one.x.max(other.x), y: one.y.max(other.y) };
                Self::Box { size: far.minus(&at), at }
            }
            Self::Polygon(points) => Self::Polygon(all(points)),
            Self::Polyline(points) => Self::Polyline(all(points)),
            Self::Point(at) => Self::Point(map(at)),
        }
    }

    /// Moved by pixels.
    pub(super) fn moved(&self, by: &Spot) -> Self {
        match self {
            Self::Box { at, size } => Self::Box { at: at.plus(by), size: size.clone() },
            other => other.with_points(|point| point.plus(by)),
        }
    }

    /// Larger or smaller, seen from the origin.
    pub(super) fn scaled(&self, by: &Spot) -> Self {
        self.with_points(|point| point.scaled(by))
    }

    /// Turned about the origin. A box at an angle is a polygon.
    pub(super) fn turned(&self, by: &Rotation) -> Self {
        match (self, by) {
            (_, Rotation::Quarters(0)) => self.clone(),
            (Self::Box { at, size }, Rotation::Angle { .. }) => {
                let far = at.plus(size);
                let corners = [
                    at.clone(),
                    Spot { x: far.x.clone(), y: at.y.clone() },
                    far.clone(),
                    Spot { x: at.x.clone(), y: far.y },
                ];
                Self::Polygon(corners.iter().map(|corner| by.turned(corner)).collect())
            }
            _ => self.with_points(|point| by.turned(point)),
        }
    }

    /// Mirrored as a tile of this size is: along its diagonal, from left to right, upside down.
    pub(super) fn flipped(&self, flips: Flips, size: &Spot) -> Self {
        let mut shape = self.clone();
        if flips.diagonal {
            shape = shape.with_points(Spot::transposed);
        }
        let size = flips.size(size);
        if flips.horizontal {
            let mirror = |p: &Spot| Spot { x: size.x.minus(&p.x), y: p.y.clone() };
            shape = shape.with_points(mirror);
        }
        if flips.vertical {
            let mirror = |p: &Spot| Spot { x: p.x.clone(), y: size.y.minus(&p.y) };
            shape = shape.with_points(mirror);
        }
        shape
    }
}

/// How a tile is mirrored, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flips {
    pub(super) diagonal: bool,
    pub(super) horizontal: bool,
    pub(super) vertical: bool,
}

impl Flips {
    /// The size of a tile that is mirrored like this.
    pub(super) fn size(self, size: &Spot) -> Spot {
        if self.diagonal { size.transposed() } else { size.clone() }
    }
}
