//! How often each side method is right, wrong and silent, by speed and angle: a table for choosing
//! a method.
//!
//! Each frame has a box four units wide that hits a stationary box on one side. Speeds are along
//! the axis in which the box is faster.

use std::fmt;

use serde::Serialize;

use super::generator::Random;
use super::plan::Angle;
use crate::cli::report::{ndjson, write_columns};
use hitscan_core::methods::{Agreement, Method, Reason, Requested};
use hitscan_geom::{Aabb, Milli, Moving, Point, Swept, Vector};

/// The width of the moving box, in tenths of a unit, the unit of all random numbers here.
const WIDTH: i32 = 40;
/// The minimum and maximum size of the other box.
const SIZES: [i32; 2] = [20, 120];
/// Thousandths in a tenth of a unit.
const STEP: i32 = 100;

/// A speed, in box widths a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Speed {
    name: &'static str,
    /// In tenths of a unit.
    way: i32,
}

const SPEEDS: [Speed; 3] = [
    Speed { name: "1/4", way: WIDTH / 4 },
    Speed { name: "1", way: WIDTH },
    Speed { name: "3", way: 3 * WIDTH },
];
const ANGLES: [Angle; 2] = [Angle::Diagonal, Angle::Any];

/// The speed and the angle of each column.
fn columns() -> impl Iterator<Item = (Speed, Angle)> {
    SPEEDS.into_iter().flat_map(|speed| ANGLES.map(|angle| (speed, angle)))
}

/// The answers of a side method in the frames of one speed and angle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Counts {
    /// It names the side or the axis that was hit.
    right: u64,
    /// It names another one, or a corner, or finds none.
    wrong: u64,
    /// It says that nothing was hit.
    silent: u64,
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speeds {
    pairs: u64,
    seed: u64,
    /// Each method with its counts, by speed and then by angle.
    rows: Vec<(Method, [Counts; SPEEDS.len() * ANGLES.len()])>,
}

impl Speeds {
    /// Counts this many frames of each speed and angle.
    pub fn count(pairs: u64, seed: u64) -> Self {
        let methods = Method::side_methods().filter(|&method| method != Method::SWEPT);
        let mut rows: Vec<_> = methods.map(|method| (method, Default::default())).collect();
        for (column, (speed, angle)) in (0_u64..).zip(columns()) {
            for number in 0..pairs {
                let random = &mut Random::of_pair(seed.wrapping_add(column), number);
                let frame = hit_on_one_side(speed, angle, random);
                let index = usize::try_from(column).unwrap_or(usize::MAX);
                add(&mut rows, index, &frame);
            }
        }
        Self { pairs, seed, rows }
    }

    /// A line of JSON for each method, speed and angle.
    pub fn ndjson(&self) -> String {
        #[derive(Serialize)]
        #[serde(tag = "event", rename = "speeds")]
        struct SpeedsLine {
            method: &'static str,
            speed: &'static str,
            angle: &'static str,
            pairs: u64,
            #[serde(flatten)]
            counts: Counts,
        }
        let lines = self.rows.iter().flat_map(|(method, counts)| {
            columns().zip(counts).map(|((speed, angle), &counts)| {
                let (speed, angle, pairs) = (speed.name, angle.token(), self.pairs);
                SpeedsLine { method: method.id(), speed, angle, pairs, counts }
            })
        });
        ndjson(lines)
    }
}

fn add(rows: &mut [(Method, [Counts; 6])], column: usize, [a, b]: &[Moving; 2]) {
    let verdicts = Requested::All.frame_verdicts(a, b);
    for (method, counts) in rows {
        let Some(verdict) = verdicts.of(*method) else { continue };
        let counts = &mut counts[column];
        match (verdict.agreement, verdict.reason) {
            (Agreement::Agrees, _) => counts.right += 1,
            (_, Some(Reason::Tunnelled)) => counts.silent += 1,
            _ => counts.wrong += 1,
        }
    }
}

/// A frame in which the first box hits the second on one side.
fn hit_on_one_side(speed: Speed, angle: Angle, random: &mut Random) -> [Moving; 2] {
    loop {
        if let Some(frame) = frame(speed, angle, random)
            && matches!(hitscan_geom::swept(&frame[0], &frame[1]), Swept::Hit { sides, .. } if sides.len() == 1)
        {
            return frame;
        }
    }
}

/// A frame in which the two boxes may hit each other; `None` if they do not move relative to each
/// other.
fn frame(speed: Speed, angle: Angle, random: &mut Random) -> Option<[Moving; 2]> {
    let way = speed.way;
    let other = match angle {
        Angle::Diagonal => way,
        Angle::Any => random.between(-way, way),
    };
    let [fast, slow] = [way, other].map(|way| if random.coin() { way } else { -way });
    let [x, y] = if random.coin() { [fast, slow] } else { [slow, fast] };
    let size = [(); 2].map(|()| random.between(SIZES[0], SIZES[1]));
    // Start positions from which the moving box can still reach the other one.
    let start = [0, 1].map(|axis| random.between(-WIDTH - way, size[axis] + way));
    let a = boxed(start, [WIDTH; 2])?;
    let b = boxed([0; 2], size)?;
    let motion = Vector::new(length(x)?, length(y)?);
    Some([Moving::new(a, motion).ok()?, Moving::at_rest(b)])
}

fn boxed([x, y]: [i32; 2], [width, height]: [i32; 2]) -> Option<Aabb> {
    let corner = |x, y| Some(Point::new(length(x)?, length(y)?));
    Aabb::from_corners(corner(x, y)?, corner(x + width, y + height)?).ok()
}

fn length(tenths: i32) -> Option<Milli> {
    Milli::new(tenths * STEP).ok()
}

/// The table for people: percent right, wrong and silent.
impl fmt::Display for Speeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "Of {} frames each in which a box hits another on one side, seed {}:\n\
             percent right / wrong / silent, by box widths moved a frame\n",
            self.pairs, self.seed
        )?;
        let mut heads = vec!["method".to_owned()];
        heads
            .extend(columns().map(|(speed, angle)| format!("{} at {}", speed.name, angle.token())));
        let rows = self.rows.iter().map(|(method, counts)| {
            let shares = counts.iter().map(|counts| {
                let [right, wrong, silent] = [counts.right, counts.wrong, counts.silent]
                    .map(|count| whole_percent(count, self.pairs));
                format!("{right}/{wrong}/{silent}")
            });
            [method.id().to_owned()].into_iter().chain(shares).collect::<Vec<_>>()
        });
        let mut text = String::new();
        write_columns("<>>>>>>", &heads, rows, &mut text);
        f.write_str(&text)
    }
}

/// A share in whole percent; 0 and 100 are only used for none and all.
fn whole_percent(part: u64, whole: u64) -> String {
    let rounded = (200 * part + whole) / (2 * whole.max(1));
    match rounded {
        0 if part > 0 => "<1".to_owned(),
        100 if part < whole => ">99".to_owned(),
        rounded => rounded.to_string(),
    }
}
