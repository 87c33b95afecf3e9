//! A test as one JSON object: `hitscan run` writes it, and the digest of a recording is computed
//! from these lines.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use super::answer::{FrameKeys, MeetingKeys, SweptKeys, VerdictRows};
use super::regions::{BlockedKeys, RegionFrameKeys};
use super::{Escaped, SideList, Text, write_answer};
use crate::methods::{BoundaryRule, RegionVerdicts, Requested};
use crate::world::{self, ContactReply, Name, PairResult, Participant, Record};
use hitscan_geom::{Fraction, Swept, Vector};

/// A test: a record that is kept, or a test with the same answer as before.
#[derive(Clone, Debug)]
pub struct Test<'a> {
    /// Its number in the log, if it is kept.
    pub seq: Option<u64>,
    /// The frame at whose end it was made.
    pub frame: u64,
    /// The mover.
    pub a: &'a Participant,
    /// The other one, which sides refer to.
    pub b: &'a Participant,
    /// The result.
    pub pair_result: PairResult,
}

impl<'a> From<&'a Record> for Test<'a> {
    fn from(record: &'a Record) -> Self {
        let Record { seq, frame, a, b, .. } = record;
        Self { seq: Some(*seq), frame: *frame, a, b, pair_result: record.pair_result() }
    }
}

/// The JSON size that covers nearly every test with the answers of all methods.
const LINE_BYTES: usize = 1024;

/// Writes a test with a line feed. The answers of the methods are written if `methods` says whether
/// the two box methods count touching, and which methods are added to the listed ones.
///
/// # Panics
/// Never: writing to a `String` cannot fail.
pub fn write_test(test: &Test<'_>, methods: Option<(BoundaryRule, &Requested)>, out: &mut String) {
    let mut line = Vec::with_capacity(LINE_BYTES);
    write_answer(&TestKeys::of(test, methods), &mut line);
    out.push_str(std::str::from_utf8(&line).expect("JSON is UTF-8"));
    out.push('\n');
}

#[derive(Serialize)]
#[serde(tag = "event", rename = "test")]
struct TestKeys<'a> {
    seq: Option<u64>,
    frame: u64,
    a: Escaped<'a>,
    b: Escaped<'a>,
    result: Escaped<'static>,
    /// What the response took it for, if that is not the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    responded: Option<Escaped<'static>>,
    /// The region that stops a beam before it reaches the other object.
    #[serde(skip_serializing_if = "Option::is_none")]
    behind: Option<String>,
    #[serde(flatten)]
    meeting: MeetingKeys,
    #[serde(skip_serializing_if = "Option::is_none")]
    methods: Option<VerdictRows<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    motion: Option<Motion>,
    #[serde(flatten)]
    contact: Option<ContactKeys>,
    #[serde(skip_serializing_if = "Option::is_none")]
    passes: Option<PassKeys>,
}

impl<'a> TestKeys<'a> {
    fn of(test: &Test<'a>, methods: Option<(BoundaryRule, &Requested)>) -> Self {
        let Test { seq, frame, a, b, pair_result } = test;
        let meeting = &pair_result.meeting;
        let (methods, requested) = match methods {
            None => (None, &Requested::Nothing),
            // No method is judged on a region that a beam does not reach.
            Some((_, requested)) if pair_result.behind.is_some() => (None, requested),
            Some((contact, requested)) => {
                let rows = a.verdicts(b, requested, meeting, contact);
                (Some(VerdictRows::of(Cow::Owned(rows))), requested)
            }
        };
        Self {
            seq: *seq,
            frame: *frame,
            a: Escaped::token(a.name.as_str()),
            b: Escaped::token(b.name.as_str()),
            result: Escaped::token(pair_result.outcome.token()),
            responded: pair_result.responded().map(|taken_for| Escaped::token(taken_for.token())),
            behind: pair_result.behind.as_ref().map(Name::as_str).map(str::to_owned),
            meeting: MeetingKeys::of([a.shape.kind(), b.shape.kind()], meeting),
            methods,
            motion: Motion::of(pair_result, requested),
            contact: ContactKeys::of(pair_result),
            passes: pair_result.passes.as_deref().map(PassKeys::of),
        }
    }
}

/// What happened to two boxes from the start of the frame to its end: a query's answer has this
/// under `frame`, which is a number here.
enum Motion {
    /// The answers of all side methods.
    Straight(FrameKeys<'static>),
    /// Only the exact answer: after a contact deflected the path, there is no single motion to run
    /// a side method on.
    Bent(Swept),
    /// The answers about two regions of which one is a polygon.
    Regions(RegionFrameKeys),
}

impl Motion {
    fn of(pair_result: &PairResult, requested: &Requested) -> Option<Self> {
        if let Some(met) = pair_result.regions.as_deref() {
            let verdicts = match &met.frame {
                Some([a, b]) => requested.region_verdicts(a, b),
                None => RegionVerdicts { swept: met.swept.clone(), methods: Vec::new() },
            };
            return Some(Self::Regions(RegionFrameKeys { verdicts, of_box: met.of_box }));
        }
        match (pair_result.swept, &pair_result.frame) {
            (Some(_), Some([a, b])) if a.motion() != b.motion() => {
                Some(Self::Straight(FrameKeys::of(Cow::Owned(requested.frame_verdicts(a, b)))))
            }
            (Some(swept), None) => Some(Self::Bent(swept)),
            _ => None,
        }
    }
}

impl Serialize for Motion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Straight(frame) => frame.serialize(serializer),
            Self::Regions(frame) => frame.serialize(serializer),
            Self::Bent(swept) => serializer.collect_map([("swept", SweptKeys::of(swept))]),
        }
    }
}

/// Why one passes the other, which is one-way.
#[derive(Serialize)]
struct PassKeys {
    why: Escaped<'static>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    normals: Vec<[i32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<Text<Fraction>>,
}

impl PassKeys {
    fn of(passes: &world::Passes) -> Self {
        let normals = passes.normals.iter().map(|normal| [normal.x, normal.y]).collect();
        Self { why: Escaped::token(passes.why.token()), normals, t: passes.t.map(Text) }
    }
}

/// The contact that a response acted on.
#[derive(Serialize)]
struct ContactKeys {
    contact: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<Text<Fraction>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sides: Option<SideList>,
    #[serde(flatten)]
    blocked: Option<BlockedKeys>,
    before: [[Text<Fraction>; 2]; 2],
    after: [[Text<Fraction>; 2]; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Escaped<'static>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    broken: Option<bool>,
}

impl ContactKeys {
    fn of(pair_result: &PairResult) -> Option<Self> {
        let contact = pair_result.contact.as_ref()?;
        let mut keys = Self::from(contact);
        if let Some(met) = pair_result.regions.as_deref() {
            let blocked = pair_result.blocked().filter(|_| contact.t.is_some());
            keys.blocked = blocked.map(|(blocked, _)| BlockedKeys::of(blocked, met.of_box));
            keys.sides = None;
        }
        Some(keys)
    }
}

impl From<&world::Contact> for ContactKeys {
    fn from(contact: &world::Contact) -> Self {
        let velocity = |v: Vector| [v.x, v.y].map(|n| Text(Fraction::from(n)));
        Self {
            contact: contact.number,
            t: contact.t.map(Text),
            sides: Some(SideList(contact.sides)),
            blocked: None,
            before: contact.before.map(velocity),
            after: contact.after.map(velocity),
            outcome: match contact.reply {
                ContactReply::Responded => None,
                ContactReply::GaveUp => Some(Escaped::token("gave-up")),
                ContactReply::Crushed => Some(Escaped::token("crushed")),
                ContactReply::Wedged => Some(Escaped::token("wedged")),
            },
            broken: (contact.broken != [false; 2]).then_some(true),
        }
    }
}
