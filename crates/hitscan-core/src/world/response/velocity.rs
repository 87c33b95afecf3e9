//! The velocity of a box or polygon after a contact with a polygon: exact first, then whole.
//!
//! Numbers are whole thousandths and quotients of them in `i128`; products stay below 2^127, apart
//! from the comparison of two slides, which has 192 bits.

use std::cmp::Ordering;

use crate::world::Response;
use hitscan_geom::inside::wide_product;
use hitscan_geom::{Milli, Normal, RegionContact, Vector};

/// How far a whole velocity or place may lie from the exact one along each axis, in thousandths.
pub(super) const NEAR: i64 = 2;

/// A place where a mover touches something: what it would go into, and how that moves.
#[derive(Clone, Debug)]
pub(super) struct TouchedPlace {
    pub(super) contact: RegionContact,
    /// The velocity of what is touched.
    pub(super) of: Vector,
}

/// An exact vector, in thousandths: both numerators and the denominator, above zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quotients {
    pub(super) over: [i128; 2],
    pub(super) under: i128,
}

/// A line of velocities: those without a part along a normal, as seen from what is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bound {
    n: Normal,
    /// The velocity of what is touched.
    s: Vector,
}

/// What a contact asks of the velocity after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit<'a> {
    pub(super) response: Response,
    /// The velocity before, and that of what was hit.
    pub(super) before: Vector,
    pub(super) of: Vector,
    /// The directions of the contacts that were gone into, clockwise from left.
    pub(super) normals: &'a [Normal],
    /// Those contacts.
    pub(super) entered: &'a [TouchedPlace],
    /// Everything that is touched.
    pub(super) touched: &'a [TouchedPlace],
}

/// Why there is no velocity after a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoVelocity {
    /// Every velocity goes into something.
    Crushed,
    /// No whole velocity is near enough.
    NoneNear,
}

impl Hit<'_> {
    /// The whole velocity after the contact.
    pub(super) fn velocity(&self) -> Result<Vector, NoVelocity> {
        let exact = match self.response {
            Response::Slide => self.slide().ok_or(NoVelocity::Crushed)?,
            Response::Bounce => self.bounce(),
            Response::Stop => return Ok(self.of),
            Response::Pass | Response::PushOut => return Ok(self.before),
        };
        let kept = if self.response == Response::Slide { self.touched } else { self.entered };
        let free = |velocity: &Vector| {
            kept.iter().all(|touch| !touch.contact.is_entered_by(minus(*velocity, touch.of)))
        };
        let most = square(self.before, self.of);
        let candidates = exact.near().into_iter().chain([self.of]);
        let fits = candidates.filter(|c| square(*c, self.of) <= most && free(c));
        fits.min_by(|one, other| self.order(&exact, *one, *other)).ok_or(NoVelocity::NoneNear)
    }

    fn order(&self, exact: &Quotients, one: Vector, other: Vector) -> Ordering {
        let key = |c: Vector| {
            let slow = (square(c, self.of), square(c, self.before));
            (exact.square_to(c), slow, c.x, c.y)
        };
        key(one).cmp(&key(other))
    }

    /// Mirrored at the normal, as seen from what was hit; sent back where there are two.
    fn bounce(&self) -> Quotients {
        let (v, s) = (self.before, self.of);
        if let [n] = self.normals {
            let (along, n_n) = (dot(*n, minus(v, s)), norm(*n));
            let over = [(v.x, n.x), (v.y, n.y)]
                .map(|(v, n)| i128::from(v.wide()) * n_n - 2 * along * i128::from(n));
            Quotients { over, under: n_n }
        } else {
            let over = [(v.x, s.x), (v.y, s.y)].map(|(v, s)| (2 * s.wide() - v.wide()).into());
            Quotients { over, under: 1 }
        }
    }

    /// Of all velocities that go into nothing that is touched the nearest.
    fn slide(&self) -> Option<Quotients> {
        let v = self.before;
        let unchanged = Quotients::whole(v);
        if self.is_free(&unchanged) {
            return Some(unchanged);
        }
        let mut lines: Vec<Bound> = Vec::new();
        for touch in self.touched {
            lines.extend(touch.contact.normals().map(|n| Bound { n, s: touch.of }));
        }
        lines.sort_by_key(|line| (line.n, line.s.x, line.s.y));
        lines.dedup();
        let mut nearest: Vec<Bound> = Vec::new();
        for &line in &lines {
            if !self.is_free(&projected(v, line)) {
                continue;
            }
            let order = nearest.first().map_or(Ordering::Less, |&best| nearer(v, line, best));
            if order == Ordering::Less {
                nearest.clear();
            }
            if order != Ordering::Greater {
                nearest.push(line);
            }
        }
        match nearest.as_slice() {
            [line] => return Some(projected(v, *line)),
            [one, other, ..] => {
                let at = meeting(*one, *other).filter(|at| self.is_free(at));
                if at.is_some() {
                    return at;
                }
            }
            [] => {}
        }
        let pairs = (0..lines.len()).flat_map(|i| (i + 1..lines.len()).map(move |j| (i, j)));
        let mut meetings = pairs.filter_map(|(i, j)| meeting(lines[i], lines[j]));
        meetings.find(|at| self.is_free(at))
    }

    fn is_free(&self, velocity: &Quotients) -> bool {
        self.touched.iter().all(|touch| {
            let s = [touch.of.x, touch.of.y].map(|s| i128::from(s.wide()) * velocity.under);
            let goes_in = |n: Normal| {
                let across = [(n.x, 0), (n.y, 1)]
                    .map(|(n, axis)| i128::from(n) * (velocity.over[axis] - s[axis]));
                across[0] + across[1] < 0
            };
            !touch.contact.normals().all(goes_in)
        })
    }
}

impl Quotients {
    fn whole(v: Vector) -> Self {
        Self { over: [v.x, v.y].map(|part| part.wide().into()), under: 1 }
    }

    /// The whole vectors near it.
    pub(super) fn near(&self) -> Vec<Vector> {
        let near = i128::from(NEAR);
        let [xs, ys] = self.over.map(|over| {
            // From the least whole number that is near to the greatest.
            let most = over.div_euclid(self.under) + near;
            let least = -(-over).div_euclid(self.under) - near;
            (least..=most).filter_map(|at| Milli::try_from(at).ok())
        });
        let all = xs.flat_map(|x| ys.clone().map(move |y| Vector::new(x, y)));
        all.collect()
    }

    /// The square of the distance to a whole vector, in parts of the squared denominator. What is
    /// not near is only known to be farther than all that is.
    pub(super) fn square_to(&self, whole: Vector) -> i128 {
        let [x, y] = [(whole.x, 0), (whole.y, 1)]
            .map(|(at, axis)| i128::from(at.wide()) * self.under - self.over[axis]);
        let is_near = |part: i128| part.abs() <= (i128::from(NEAR) + 1) * self.under;
        if is_near(x) && is_near(y) { x * x + y * y } else { i128::MAX }
    }
}

/// A velocity without its part across a line, as seen from what the line belongs to.
fn projected(v: Vector, Bound { n, s }: Bound) -> Quotients {
    let (along, n_n) = (dot(n, minus(v, s)), norm(n));
    let over =
        [(v.x, n.x), (v.y, n.y)].map(|(v, n)| i128::from(v.wide()) * n_n - along * i128::from(n));
    Quotients { over, under: n_n }
}

/// Which of two lines is nearer to a velocity: the only products that need more than 128 bits.
fn nearer(v: Vector, one: Bound, other: Bound) -> Ordering {
    let (Bound { n, s: of_n }, Bound { n: m, s: of_m }) = (one, other);
    let square = |n: Normal, s: Vector| dot(n, minus(v, s)).unsigned_abs().pow(2);
    let whole = |n: Normal| u64::try_from(norm(n)).unwrap_or(u64::MAX);
    wide_product(square(n, of_n), whole(m)).cmp(&wide_product(square(m, of_m), whole(n)))
}

/// The velocity that lies on two lines; `None` if they are parallel.
fn meeting(one: Bound, other: Bound) -> Option<Quotients> {
    let (Bound { n, s: of_n }, Bound { n: m, s: of_m }) = (one, other);
    let [nx, ny, mx, my] = [n.x, n.y, m.x, m.y].map(i128::from);
    let (b, c) = (dot(n, of_n), dot(m, of_m));
    let (over, under) = ([b * my - c * ny, nx * c - mx * b], nx * my - ny * mx);
    match under.signum() {
        0 => None,
        sign => Some(Quotients { over: over.map(|part| sign * part), under: sign * under }),
    }
}

/// Below 2^51.
pub(super) fn dot(n: Normal, v: Vector) -> i128 {
    let along = i64::from(n.x) * v.x.wide() + i64::from(n.y) * v.y.wide();
    along.into()
}

pub(super) fn norm(n: Normal) -> i128 {
    (i64::from(n.x) * i64::from(n.x) + i64::from(n.y) * i64::from(n.y)).into()
}

/// The square of the distance of two whole vectors.
pub(super) fn square(u: Vector, v: Vector) -> i64 {
    let (x, y) = (u.x.wide() - v.x.wide(), u.y.wide() - v.y.wide());
    x * x + y * y
}

/// A relative velocity: below 2^26 along each axis.
pub(super) fn minus(u: Vector, v: Vector) -> Vector {
    let part = |u: Milli, v: Milli| u.checked_sub(v).unwrap_or(Milli::MAX);
    Vector::new(part(u.x, v.x), part(u.y, v.y))
}
