//! Which keys belong where, and the faults of misplaced ones.

use super::fields::{Field, Reader, Table};
use crate::scene::excerpt;
use crate::words::{all_of, any_of, nearest};
use hitscan_geom::ShapeKind;

/// A place in the file that has keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TablePlace {
    /// Above the first header.
    Scene,
    /// Under the header of an object.
    Object(ShapeKind),
    /// Under `[[crowd]]`.
    Crowd,
    /// Under `[[expect]]`.
    Expect,
}

impl TablePlace {
    const ALL: [Self; 6] = [
        Self::Scene,
        Self::Object(ShapeKind::Box),
        Self::Object(ShapeKind::Segment),
        Self::Object(ShapeKind::Polygon),
        Self::Crowd,
        Self::Expect,
    ];

    /// The tables that declare objects, in the order in which people read them.
    pub(super) const DECLARATIONS: [Self; 4] = [
        Self::Object(ShapeKind::Box),
        Self::Object(ShapeKind::Segment),
        Self::Object(ShapeKind::Polygon),
        Self::Crowd,
    ];

    /// All places that have a header.
    pub(super) fn tables() -> impl Iterator<Item = Self> {
        Self::DECLARATIONS.into_iter().chain([Self::Expect])
    }

    pub(super) const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Scene => &[
                "title",
                "note",
                "source",
                "axes",
                "response",
                "side",
                "contact",
                "gravity",
                "broad_phase",
                "speed",
                "select",
                "panel",
                "method",
                "edit",
                "overlays",
                "view",
                "win",
                "lose",
                "box",
                "laser",
                "polygon",
                "crowd",
                "expect",
            ],
            Self::Object(ShapeKind::Box) => &[
                "name",
                "at",
                "size",
                "origin",
                "corners",
                "velocity",
                "body",
                "fixed",
                "response",
                "breaks_after",
                "sensor",
                "on_enter",
                "message",
                "steer",
                "jump",
                "name_shown",
                "tint",
            ],
            Self::Object(ShapeKind::Segment) => {
                &["name", "from", "to", "velocity", "fixed", "beam"]
            }
            Self::Object(ShapeKind::Polygon) => &["name", "points", "velocity", "fixed"],
            Self::Crowd => &[
                "name", "count", "kind", "area", "size", "grid", "speed", "layout", "apart", "seed",
            ],
            Self::Expect => &[
                "pair",
                "object",
                "relation",
                "result",
                "responded",
                "direction",
                "outcome",
                "sides",
                "t",
                "reasons",
                "wrong",
                "says",
                "first",
                "after_frames",
                "after",
            ],
        }
    }

    /// The word in its header.
    pub(super) const fn header(self) -> &'static str {
        match self {
            Self::Scene => "scene",
            Self::Object(kind) => kind.token(),
            Self::Crowd => "crowd",
            Self::Expect => "expect",
        }
    }

    fn named(self) -> String {
        match self {
            Self::Expect => "an expect".to_owned(),
            other => format!("a {}", other.header()),
        }
    }
}

impl Reader<'_> {
    /// Reports every key that does not belong here.
    pub(super) fn check_keys(&mut self, table: &Table<'_>, place: TablePlace) {
        let unknown = |field: &Field<'_>| !place.keys().contains(&field.key);
        for field in table.fields().filter(unknown) {
            let message = unknown_key(field.key, place);
            self.fault(&field.key_span, excerpt(field.key), message);
        }
    }

    /// Reports a missing key, unless it may be in a part that could not be parsed, or is misspelt
    /// and has been reported already.
    pub(super) fn missing(&mut self, table: &Table<'_>, who: &str, key: &str, message: &str) {
        if !self.is_lost(table, key) {
            self.fault(&table.span, who.to_owned(), message);
        }
    }

    /// Whether a key that was not found may be in a part that could not be parsed, or is misspelt.
    pub(super) fn is_lost(&self, table: &Table<'_>, key: &str) -> bool {
        let is_misspelt = |field: Field<'_>| nearest(field.key, [key]).is_some();
        self.source.is_damaged(&table.extent) || table.fields().any(is_misspelt)
    }
}

fn unknown_key(key: &str, here: TablePlace) -> String {
    let elsewhere: Vec<_> =
        TablePlace::ALL.into_iter().filter(|place| place.keys().contains(&key)).collect();
    match (here, elsewhere.as_slice()) {
        (_, [TablePlace::Scene] | [TablePlace::Scene, TablePlace::Crowd]) => {
            "holds for the whole scene; it stands above the first [[...]]".to_owned()
        }
        (TablePlace::Scene, [_, ..]) => {
            let headers = elsewhere.iter().map(|place| format!("[[{}]]", place.header()));
            format!("stands under {}", any_of(headers))
        }
        _ => match nearest(key, here.keys().iter().copied()) {
            Some(meant) => format!("no such key; did you mean {meant}?"),
            None => {
                format!("no such key; {} has {}", here.named(), all_of(here.keys().iter()))
            }
        },
    }
}
