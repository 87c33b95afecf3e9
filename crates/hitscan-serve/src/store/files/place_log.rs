//! `places.ndjson`: the events of places, one per line. Replaying them from the first to the last
//! gives the current places.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::code::CodeHash;
use crate::key::LoginKey;
use crate::place::{Claim, Place, UserId};

/// An event of a place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PlaceEvent {
    at: Timestamp,
    student: String,
    #[serde(flatten)]
    what: What,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "lowercase")]
enum What {
    /// It was claimed.
    Claimed {
        seed: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        code: Option<String>,
    },
    /// A key was added.
    Key { key: String },
    /// The student's own code was replaced.
    Code { code: String },
    /// It was freed.
    Freed,
}

impl PlaceEvent {
    pub(super) fn claimed(place: &Place, at: Timestamp, by: &Claim) -> Self {
        let (key, code) = match by {
            Claim::Key(key) => (Some(key.to_string()), None),
            Claim::Code(code) => (None, Some(code.to_string())),
        };
        let what = What::Claimed { seed: place.seed.clone(), key, code };
        Self { at, student: place.student.to_string(), what }
    }

    /// The events that lead to a claimed place.
    pub(super) fn of_taken(place: &Place) -> Vec<Self> {
        let Some(at) = place.claimed else { return Vec::new() };
        let code = place.code.as_ref().map(ToString::to_string);
        let mut keys = place.keys.iter();
        // It was claimed with a key or with a code.
        let key = if code.is_none() { keys.next().map(ToString::to_string) } else { None };
        let what = What::Claimed { seed: place.seed.clone(), key, code };
        let claimed = Self { at, student: place.student.to_string(), what };
        let others = keys.map(|key| Self::key(&place.student, at, key));
        std::iter::once(claimed).chain(others).collect()
    }

    pub(super) fn key(student: &UserId, at: Timestamp, key: &LoginKey) -> Self {
        Self { at, student: student.to_string(), what: What::Key { key: key.to_string() } }
    }

    pub(super) fn code(student: &UserId, at: Timestamp, code: &CodeHash) -> Self {
        Self { at, student: student.to_string(), what: What::Code { code: code.to_string() } }
    }

    pub(super) fn freed(student: &UserId, at: Timestamp) -> Self {
        Self { at, student: student.to_string(), what: What::Freed }
    }

    /// Formats it as a line of the file.
    pub(super) fn line(&self) -> String {
        // Strings and a time always serialize.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Applies the event to the claimed places.
    pub(super) fn apply(&self, taken: &mut BTreeMap<UserId, Place>) -> Result<(), String> {
        let student: UserId = self.student.parse().map_err(|why| format!("student: {why}"))?;
        let key_of = |key: &str| key.parse::<LoginKey>().map_err(|why| format!("key: {why}"));
        let code_of = |code: &str| code.parse::<CodeHash>().map_err(|why| format!("code: {why}"));
        match &self.what {
            What::Claimed { seed, key, code } => {
                let seed: UserId = seed.parse().map_err(|why| format!("seed: {why}"))?;
                let mut place = Place::free(student.clone(), seed.to_string());
                place.claimed = Some(self.at);
                place.keys.extend(key.as_deref().map(key_of).transpose()?);
                place.code = code.as_deref().map(code_of).transpose()?;
                taken.insert(student, place);
            }
            What::Key { key } => {
                let key = key_of(key)?;
                let place = taken.get_mut(&student).ok_or("the place is not taken")?;
                if !place.is_entered_by(&key) {
                    place.keys.push(key);
                }
            }
            What::Code { code } => {
                let code = code_of(code)?;
                taken.get_mut(&student).ok_or("the place is not taken")?.code = Some(code);
            }
            What::Freed => drop(taken.remove(&student)),
        }
        Ok(())
    }
}

/// Replays a file: the claimed places, and the length of all complete lines in bytes. A crash may have
/// left a partial line after them, which was never acknowledged.
///
/// # Errors
/// The first invalid line, and why.
pub(super) fn read(file: &[u8]) -> Result<(BTreeMap<UserId, Place>, usize), String> {
    let (mut taken, mut bytes) = (BTreeMap::new(), 0);
    let lines = file.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    for (index, line) in lines.enumerate() {
        let at_line = |why: String| format!("{}: {why}", index + 1);
        let event: PlaceEvent =
            serde_json::from_slice(line).map_err(|why| at_line(why.to_string()))?;
        event.apply(&mut taken).map_err(at_line)?;
        bytes += line.len();
    }
    Ok((taken, bytes))
}
