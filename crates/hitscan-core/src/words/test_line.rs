//! A test in one line of ASCII, starting with the result: `hitscan run` prints it and a screen
//! reader reads it aloud.

use std::fmt::Write as _;

use super::all_of;
use super::number::short_fraction;
use super::verdict::{in_words, written_order};
use crate::world::{
    Body, ContactReply, Entered, Name, Object, PairResult, Participant, PassReason, Passes, RayHit,
    RayMeets, Settings, TestResult, sides_of,
};
use hitscan_geom::{Blocked, Crossing, Direction, Fraction, Shape, Side, Swept, Vector};

/// `HIT A into B left t=1/2`, `TOUCH L into A top`, `MISS A B`, for a beam `MISS L C behind A`: the
/// two objects, the side, and for two boxes the time in the frame. `responded-hit` follows where a
/// response took for a HIT what is none.
pub fn test_line(a: &Participant, b: &Participant, pair_result: &PairResult) -> String {
    let (x, y) = written_order(a, b);
    let (x, y) = (x.name, y.name);
    let word = pair_result.outcome.word();
    let responded = if pair_result.responded().is_some() { " responded-hit" } else { "" };
    if pair_result.outcome == TestResult::Miss {
        let behind = pair_result.behind.map_or_else(String::new, |name| format!(" behind {name}"));
        return format!("{word} {x} {y}{behind}{responded}");
    }
    let mut line = format!("{word} {x} into {y}");
    match (pair_result.blocked(), pair_result.named()) {
        (Some((blocked, of_box)), _) => {
            let _ = write!(line, " {}", in_the_way(blocked, of_box));
        }
        (None, Direction::None) => {}
        (None, named) => {
            let _ = write!(line, " {named}");
        }
    }
    if let Some(t) = pair_result.time() {
        let _ = write!(line, " t={t}");
    }
    line.push_str(responded);
    let reply = pair_result.contact.as_ref().map(|contact| contact.reply);
    line.push_str(match reply {
        Some(ContactReply::GaveUp) => " gave-up",
        Some(ContactReply::Crushed) => " crushed",
        Some(ContactReply::Wedged) => " wedged",
        Some(ContactReply::Responded) | None => "",
    });
    if pair_result.contact.as_ref().is_some_and(|contact| contact.broken != [false; 2]) {
        line.push_str(" broke");
    }
    if let Some(passes) = pair_result.passes.as_deref() {
        let _ = write!(line, ", passes: {}", passed_because(passes));
    }
    line
}

/// Why something passes what is one-way: `came from below`, `was inside`, `dropped through`.
pub fn passed_because(passes: &Passes) -> String {
    let normal = match passes.why {
        PassReason::Inside => return "was inside".to_owned(),
        PassReason::Dropped => return "dropped through".to_owned(),
        PassReason::Side => passes.normals.first(),
    };
    let token = normal.map_or("", |normal| normal.token());
    match (token, passes.edge) {
        ("left" | "right", _) => format!("came from the {token}"),
        ("top", _) => "came from above".to_owned(),
        ("bottom", _) => "came from below".to_owned(),
        (_, Some(edge)) => format!("through edge-{edge} ({token})"),
        _ => format!("came in {token}"),
    }
}

/// What of the second of two regions is in the way: `edge-2 (up-left)`, `corner-1 (top)`, `top`.
pub(super) fn in_the_way(blocked: &Blocked, of_box: bool) -> String {
    const CORNERS: [&str; 4] = ["left-top", "right-top", "right-bottom", "left-bottom"];
    let mut names: Vec<String> = if of_box {
        sides_of(blocked).iter().map(|side| side.token().to_owned()).collect()
    } else {
        blocked.edges.iter().map(|edge| format!("edge-{edge}")).collect()
    };
    let only_sides = of_box && blocked.corners.is_empty();
    names.extend(blocked.corners.iter().map(|&corner| {
        let of_box = CORNERS.get(corner).filter(|_| of_box);
        of_box.map_or_else(|| format!("corner-{corner}"), |&name| name.to_owned())
    }));
    if only_sides {
        return names.join("+");
    }
    let directions: Vec<_> = blocked.normals.iter().map(|normal| normal.token()).collect();
    let directions = format!("({})", directions.join(", "));
    names.push(directions);
    names.join(" ")
}

/// The message when a sensor was hit: its own, or which box entered it.
pub fn entered_line(Entered { sensor, by, message, .. }: &Entered) -> String {
    message.as_deref().map_or_else(|| format!("{by} entered {sensor}"), str::to_owned)
}

/// Whether a test's line matches everything in `filter`: each word of the filter must be a word of
/// the line, ignoring case, or a side of a corner.
pub fn line_names(line: &str, filter: &str) -> bool {
    let words = || line.split([' ', '+']);
    filter.split_whitespace().all(|asked| words().any(|word| word.eq_ignore_ascii_case(asked)))
}

/// `A box x 24..36 y 6..22 v 0,0 static`, `L laser 6,32 to 40,24 v 0,0`, `P point 3,4`.
pub fn object_line(object: &Object, settings: &Settings) -> String {
    let Object { name, shape, velocity, body, behavior: _, is_point } = object;
    let kind = object.kind().token();
    let at = |v: Vector| format!("{},{}", v.x, settings.read_y(v.y));
    if *is_point {
        let (spot, _) = shape.bounds();
        return format!("{name} {kind} {}", at(Vector::new(spot.x, spot.y)));
    }
    let place = match shape {
        Shape::Box(shape) => {
            let (top, bottom) = (settings.read_y(shape.top()), settings.read_y(shape.bottom()));
            format!("x {}..{} y {top}..{bottom}", shape.left(), shape.right())
        }
        Shape::Segment(laser) => {
            let [from, to] = [laser.start(), laser.end()].map(|p| at(Vector::new(p.x, p.y)));
            format!("{from} to {to}")
        }
        Shape::Polygon(polygon) => {
            let vertices = polygon.vertices().iter().map(|p| at(Vector::new(p.x, p.y)));
            vertices.collect::<Vec<_>>().join(" ")
        }
    };
    let body = match body {
        Body::Dynamic => "",
        Body::Static => " static",
        Body::Kinematic => " kinematic",
    };
    format!("{name} {kind} {place} v {}{body}", at(*velocity))
}

/// The separator between the regions that a laser meets.
const BETWEEN_HITS: &str = " · ";

/// `7/12 C top, out 3/4 right`, `1 P edge 2 touches`: where it enters and, if it does,
/// where it exits.
fn ray_hit(hit: &RayHit) -> String {
    let RayHit { name, meets, .. } = hit;
    match meets {
        RayMeets::Enters(pass) => {
            let Crossing { t, through } = pass.entry;
            let entry = format!("{t} {name} {}", through_words(through));
            match pass.exit {
                // The laser ends inside.
                Crossing { through: Direction::Inside, .. } => entry,
                Crossing { t, through } => format!("{entry}, out {t} {}", through_words(through)),
            }
        }
        RayMeets::Touches(Crossing { t, through }) => {
            format!("{t} {name} {} touches", through_words(*through))
        }
    }
}

/// The regions that a laser meets, in order: `1/4 A left · 1 P edge 2 touches`.
pub fn ray_line(hits: &[RayHit]) -> String {
    ray_in_short(hits, hits.len())
}

/// [`ray_line`] with at most this many regions, and how many more there are.
pub fn ray_in_short(hits: &[RayHit], most: usize) -> String {
    if hits.is_empty() {
        return "no region".to_owned();
    }
    let left_out = hits.len().saturating_sub(most);
    let more = (left_out > 0).then(|| format!("{left_out} more"));
    let all: Vec<_> = hits.iter().take(most).map(ray_hit).chain(more).collect();
    all.join(BETWEEN_HITS)
}

/// Why no method is judged on a region that a beam does not reach.
pub fn beam_ends_before(first: Name) -> String {
    format!("The beam ends at {first}, before they meet. No method is judged on what is not lit.")
}

/// `left`, `left and top`, `edge 2`, `edges 1 and 2`, `inside`.
fn through_words(through: Direction) -> String {
    match through {
        Direction::Sides(sides) => all_of(sides.iter().map(Side::token)),
        Direction::Edges(edge, None) => format!("edge {edge}"),
        Direction::Edges(one, Some(other)) => format!("edges {one} and {other}"),
        other => other.to_string(),
    }
}

/// How many of the breakable boxes have broken: `12 of 12 bricks broken`.
pub fn bricks_broken(broken: usize, all: usize) -> String {
    let bricks = if all == 1 { "brick" } else { "bricks" };
    format!("{broken} of {all} {bricks} broken")
}

/// How many frames were made: `600 frames made`.
pub fn frames_made(frames: u32) -> String {
    format!("{frames} {} made", if frames == 1 { "frame" } else { "frames" })
}

/// Where and when the second of a pair was hit, to go after their names: `: bottom, t 1/3`; empty
/// if no side was hit.
pub fn contact_in_short(pair_result: &PairResult) -> String {
    let sides = pair_result.sides();
    if sides.is_empty() {
        return String::new();
    }
    let side = in_words(sides);
    match pair_result.swept {
        Some(Swept::Hit { t, .. }) if t == Fraction::ZERO => format!(": {side}, at once"),
        Some(Swept::Hit { t, .. }) => format!(": {side}, t {}", short_fraction(t, T_COLS)),
        _ => format!(": {side}"),
    }
}

/// The most columns of a time.
const T_COLS: usize = 5;
