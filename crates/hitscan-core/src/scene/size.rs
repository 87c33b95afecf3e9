//! How long the text of a scene can become as its objects move and are renamed. A scene within
//! these bounds can always be written, recorded and read back. They apply to files as well as to
//! everything added later.

use super::write::keys_of_expect;
use super::{Expect, Scene};
use crate::world::{Behavior, Crowd, Name, Object, World};
use hitscan_geom::Shape;

impl Scene {
    /// The largest text of a scene, in bytes: 16 MiB. A file of up to 1 MiB can always be rewritten
    /// in our own, longer form, and so can [`World::MAX_OBJECTS`] boxes.
    pub const MAX_BYTES: usize = 16 << 20;
    /// The most values in a text, counted by what precedes them: `=`, `[` and commas. They
    /// determine how much memory parsing takes.
    pub const MAX_VALUES: usize = 2 << 20;
    /// The most bytes that all objects may need.
    pub const MAX_OBJECT_BYTES: usize = FRAME * World::MAX_OBJECTS;
    /// The most bytes that all expectations may need.
    pub const MAX_EXPECT_BYTES: usize = 3200 << 10;
    /// The most bytes that all objects and expectations may need together.
    pub const MAX_TABLE_BYTES: usize = Self::MAX_BYTES - HEAD_BYTES;
}

/// The most bytes of everything above the first header: a title, a note and a source made of
/// quotation marks only, each escaped with a backslash, the settings, and how it opens.
const HEAD_BYTES: usize = 6 * World::MAX_TITLE_BYTES + 2048;

/// A header, a name, two points, a velocity and a body, all at their longest.
const FRAME: usize = 160;

const _: () = assert!(
    Scene::MAX_OBJECT_BYTES <= Scene::MAX_TABLE_BYTES,
    "there is room for as many boxes as a world holds"
);

/// The most bytes that an object needs, wherever it is and however it moves.
#[must_use]
pub fn object_bytes(object: &Object) -> usize {
    shape_bytes(&object.shape) + behavior_bytes(&object.behavior)
}

/// The most bytes that a box's behavior needs.
fn behavior_bytes(behavior: &Behavior) -> usize {
    /// All keys except the message, at their longest.
    const KEYS: usize = 172;
    // The key, and each character escaped with a backslash.
    let of_message = |message: &str| "message = \"\"\n".len() + 2 * message.len();
    if *behavior == Behavior::default() {
        return 0;
    }
    KEYS + behavior.message.as_deref().map_or(0, of_message)
}

/// The most bytes that an object of this shape needs without a behavior.
fn shape_bytes(shape: &Shape) -> usize {
    /// `[-15999.999, -15999.999], ` and its share of the line.
    const VERTEX: usize = 27;
    match shape {
        Shape::Box(_) | Shape::Segment(_) => FRAME,
        Shape::Polygon(polygon) => FRAME + VERTEX * polygon.vertices().len(),
    }
}

/// The most bytes that the objects of a crowd need.
#[must_use]
pub const fn crowd_bytes(crowd: &Crowd) -> usize {
    crowd.count as usize * FRAME
}

/// The most bytes that an expectation needs, with the longest names.
#[must_use]
pub fn expect_bytes(expect: &Expect) -> usize {
    const HEADER: usize = "\n[[expect]]\n".len();
    let lines = keys_of_expect(expect).into_iter().map(|(key, value)| {
        let names = match key {
            "pair" | "object" => expect.subject.names(),
            "first" => expect.first.as_deref().unwrap_or_default(),
            _ => &[],
        };
        let longer: usize = names.iter().map(|name| Name::MAX_LEN - name.as_str().len()).sum();
        key.len() + " = ".len() + value.len() + longer + "\n".len()
    });
    HEADER + lines.sum::<usize>()
}

/// The number of values in a text.
pub(super) fn values(text: &str) -> usize {
    text.bytes().filter(|byte| matches!(byte, b'=' | b'[' | b',')).count()
}
