//! A test as one JSON object: `hitscan run` writes it, and the digest of a
//! recording is made of these lines.

use std::fmt::{self, Write};

use super::NEVER_FAILS;
use super::answer::{
    write_frame, write_meeting, write_number, write_sides, write_swept, write_token, write_verdicts,
};
use crate::methods::{BoundaryRule, frame_verdicts, verdicts};
use crate::world::{self, PairResult, Participant, Record};
use hitscan_geom::{Fraction, Vector};

/// A test: a record that is kept, or one that says the same as before.
#[derive(Clone, Copy, Debug)]
pub struct Test<'a> {
    /// Its number in the log, if it is kept.
    pub seq: Option<u64>,
    /// The frame at whose end it was made.
    pub frame: u64,
    /// The mover.
    pub a: &'a Participant,
    /// The other. Sides are its.
    pub b: &'a Participant,
    /// What was found.
    pub pair_result: PairResult,
}

/// Whether what the methods say is written too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Methods {
    /// It is not.
    #[default]
    Omitted,
    /// It is, the two box methods counting touching or not.
    Said(BoundaryRule),
}

impl<'a> From<&'a Record> for Test<'a> {
    fn from(record: &'a Record) -> Self {
        let Record { seq, frame, a, b, .. } = record;
        Self { seq: Some(*seq), frame: *frame, a, b, pair_result: record.pair_result() }
    }
}

/// Writes a test with a line feed.
///
/// # Panics
/// Never: a `String` takes whatever is written to it.
pub fn write_test(test: &Test<'_>, methods: Methods, out: &mut String) {
    write(test, methods, out).expect(NEVER_FAILS);
}

fn write(test: &Test<'_>, methods: Methods, out: &mut String) -> fmt::Result {
    let Test { seq, frame, a, b, pair_result } = test;
    out.push_str("{\"event\":\"test\",\"seq\":");
    match seq {
        Some(seq) => write!(out, "{seq}")?,
        None => out.push_str("null"),
    }
    let result = pair_result.outcome.token();
    write!(
        out,
        ",\"frame\":{frame},\"a\":\"{}\",\"b\":\"{}\",\"result\":\"{result}\",",
        a.name, b.name
    )?;
    write_meeting([&a.shape, &b.shape], &pair_result.meeting, out)?;
    if let Methods::Said(contact) = methods {
        write_verdicts(&verdicts(&a.shape, &b.shape, &pair_result.meeting, contact), out)?;
    }
    write_motion(pair_result, out)?;
    if let Some(contact) = &pair_result.contact {
        write_contact(contact, out)?;
    }
    out.push_str("}\n");
    Ok(())
}

/// What happened to two boxes from the start of the frame to its end: what a
/// query's answer has under `frame`, which is a number here. Where the way was
/// bent there is no one motion that a side method could be asked about.
fn write_motion(pair_result: &PairResult, out: &mut String) -> fmt::Result {
    match (pair_result.swept, &pair_result.frame) {
        (Some(_), Some([a, b])) if a.motion != b.motion => {
            write_frame("motion", &frame_verdicts(a, b), None, out)
        }
        (Some(swept), None) => {
            out.push_str(",\"motion\":{\"swept\":{");
            write_swept(&swept, out)?;
            out.push_str("}}");
            Ok(())
        }
        _ => Ok(()),
    }
}

fn write_contact(contact: &world::Contact, out: &mut String) -> fmt::Result {
    write!(out, ",\"contact\":{}", contact.number)?;
    if let Some(t) = contact.t {
        out.push_str(",\"t\":");
        write_number(t, out)?;
    }
    write_sides("sides", contact.sides.iter(), out)?;
    write_velocities("before", contact.before, out)?;
    write_velocities("after", contact.after, out)?;
    if contact.gave_up() {
        out.push(',');
        write_token("outcome", "gave-up", out);
    }
    Ok(())
}

fn write_velocities(name: &str, both: [Vector; 2], out: &mut String) -> fmt::Result {
    let [a, b] = both.map(|v| [Fraction::from(v.x), Fraction::from(v.y)]);
    write!(out, ",\"{name}\":[[\"{}\",\"{}\"],[\"{}\",\"{}\"]]", a[0], a[1], b[0], b[1])
}
