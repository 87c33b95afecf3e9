//! The keys of the answer about a frame with a polygon.

use serde::{Serialize, Serializer};

use super::answer::ROW_BYTES;
use super::{Escaped, Text, Written};
use crate::methods::{Method, NamedNormals, NormalsVerdict, RegionVerdicts};
use hitscan_geom::{Blocked, Normal, SweptRegions};

/// What the exact answer and the methods say.
pub(super) struct RegionFrameKeys {
    pub(super) verdicts: RegionVerdicts,
    /// Whether the second is a box, whose edges and corners have names.
    pub(super) of_box: bool,
}

/// The sides of a box in the order in which they are listed, as edges between its vertices.
const SIDES: [(usize, &str); 4] = [(3, "left"), (0, "top"), (1, "right"), (2, "bottom")];

const CORNERS: [(usize, &str); 4] =
    [(0, "left-top"), (1, "right-top"), (2, "right-bottom"), (3, "left-bottom")];

impl Serialize for RegionFrameKeys {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RegionVerdicts { swept, methods } = &self.verdicts;
        let mut json = Written::with_room_for((1 + methods.len()) * ROW_BYTES);
        json.token("{\"", Method::SWEPT.id());
        json.token(":{\"outcome\":\"", swept.token());
        match swept {
            SweptRegions::Miss | SweptRegions::Overlap | SweptRegions::Graze { t: None } => {}
            SweptRegions::Graze { t: Some(t) } => json.value(",\"t\":", &Text(t)),
            SweptRegions::Hit { t, blocked } => {
                json.value(",\"t\":", &Text(t));
                let keys = BlockedKeys::of(blocked, self.of_box);
                json.value(",\"edges\":", &keys.edges);
                json.value(",\"corners\":", &keys.corners);
                json.value(",\"normals\":", &keys.normals);
            }
        }
        json.text("}");
        for verdict in methods {
            json.token(",\"", verdict.method.id());
            json.text(":{");
            write_verdict(verdict, &mut json);
            json.text("}");
        }
        json.text("}");
        json.serialize(serializer)
    }
}

/// The keys of a contact: what of the second is in the way, by number or, for a box, by name.
#[derive(Serialize)]
pub(super) struct BlockedKeys {
    edges: NamedParts,
    corners: NamedParts,
    normals: Vec<[i32; 2]>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum NamedParts {
    Numbers(Vec<usize>),
    Names(Vec<Escaped<'static>>),
}

impl BlockedKeys {
    pub(super) fn of(blocked: &Blocked, of_box: bool) -> Self {
        let Blocked { edges, corners, normals } = blocked;
        let named = |found: &[usize], names: [(usize, &'static str); 4]| {
            if !of_box {
                return NamedParts::Numbers(found.to_vec());
            }
            let named = names.iter().filter(|(index, _)| found.contains(index));
            NamedParts::Names(named.map(|&(_, name)| Escaped::token(name)).collect())
        };
        let (edges, corners) = (named(edges, SIDES), named(corners, CORNERS));
        Self { edges, corners, normals: pairs(normals) }
    }
}

fn pairs(normals: &[Normal]) -> Vec<[i32; 2]> {
    normals.iter().map(|normal| [normal.x, normal.y]).collect()
}

fn write_verdict(verdict: &NormalsVerdict, json: &mut Written) {
    match &verdict.claim.named {
        NamedNormals::Meets(meet) => json.value("\"hit\":", meet),
        NamedNormals::Normals(normals) if normals.is_empty() => json.token("\"named\":\"", "none"),
        NamedNormals::Normals(normals) => json.value("\"named\":", &pairs(normals)),
    }
    json.token(",\"against\":\"", verdict.agreement.token());
    if let Some(reason) = verdict.reason {
        json.token(",\"reason\":\"", reason.code());
    }
}
