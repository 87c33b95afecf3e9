//! The regions that a laser meets, in order, and where a beam ends.

use crate::world::{Name, RayHit, RayMeets};
use hitscan_geom::{Crossing, Direction, Side};

use super::all_of;

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
#[must_use]
pub fn ray_line(hits: &[RayHit]) -> String {
    ray_in_short(hits, hits.len())
}

/// [`ray_line`] with at most this many regions, and how many more there are.
#[must_use]
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
#[must_use]
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
