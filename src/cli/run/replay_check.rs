//! Checks a replay against its recording: the digest, and the records if they are stored beside it.

use std::io::{self, BufRead};

use crate::cli::ExitStatus;
use hitscan_core::command::lines::{InputLine, Lines};

/// What a replay is checked against.
pub enum Reference<'a> {
    /// Nothing.
    Not,
    /// Only the digest.
    Digest,
    /// The digest, and the records, one per line.
    Records(Lines<&'a mut dyn BufRead>),
}

/// Compares records with the stored ones as they are made.
pub(super) struct ReplayCheck<'a> {
    reference: Reference<'a>,
    /// The number of records so far.
    count: u64,
    first: Option<Difference>,
    /// Why stored records could not be read, until it can be returned.
    fault: Option<io::Error>,
}

/// The first record that differs.
pub(super) struct Difference {
    /// Its number among all records, from 1.
    number: u64,
    /// The stored record; `None` if there were no more.
    stored: Option<String>,
    /// The record that was made; `None` if no more were made.
    came: Option<String>,
}

/// The next stored record.
enum Stored {
    /// This record.
    Line(String),
    /// There are no more.
    End,
    /// Nothing is stored, or a difference has already been found.
    Unknown,
}

/// Shown in place of a stored line that is longer than any record.
const TOO_LONG: &str = "a line that is too long to be a record";

impl<'a> ReplayCheck<'a> {
    pub(super) fn new(reference: Reference<'a>) -> Self {
        Self { reference, count: 0, first: None, fault: None }
    }

    /// Whether anything is compared.
    pub(super) fn compares(&self) -> bool {
        !matches!(self.reference, Reference::Not)
    }

    /// Compares the next record.
    pub(super) fn take(&mut self, line: &str) {
        let line = line.trim_end_matches('\n');
        self.count += 1;
        let stored = match self.stored() {
            Ok(Stored::Unknown) => return,
            Ok(Stored::Line(stored)) if stored == line => return,
            Ok(Stored::Line(stored)) => Some(stored),
            Ok(Stored::End) => None,
            Err(fault) => {
                self.fault = self.fault.take().or(Some(fault));
                return;
            }
        };
        let came = Some(line.to_owned());
        self.first = Some(Difference { number: self.count, stored, came });
    }

    fn stored(&mut self) -> io::Result<Stored> {
        let Reference::Records(records) = &mut self.reference else { return Ok(Stored::Unknown) };
        if self.first.is_some() || self.fault.is_some() {
            return Ok(Stored::Unknown);
        }
        Ok(match records.next_line()? {
            Some((_, InputLine::Bytes(line))) => {
                Stored::Line(String::from_utf8_lossy(line).trim_end_matches('\r').to_owned())
            }
            Some((_, InputLine::TooLong)) => Stored::Line(TOO_LONG.to_owned()),
            None => Stored::End,
        })
    }

    /// The result in sentences, given both digests.
    pub(super) fn finish(
        mut self,
        came: &str,
        recorded: Option<&str>,
    ) -> io::Result<(ExitStatus, Vec<String>)> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let count = self.count;
        let mut goes_on = false;
        if let Stored::Line(stored) = self.stored()? {
            // Records are written before their command if that takes long.
            goes_on = recorded.is_none();
            let more = Difference { number: count + 1, stored: Some(stored), came: None };
            self.first = Some(more).filter(|_| !goes_on);
        }
        let mut said = match recorded {
            Some(recorded) if recorded == came && self.first.is_none() => {
                let said = format!("the digest is as recorded, of {count} records: {came}");
                return Ok((ExitStatus::Success, vec![said]));
            }
            Some(recorded) if recorded == came => {
                vec![format!("the digest is as recorded, but the stored records are not: {came}")]
            }
            Some(recorded) => {
                vec![format!("the digest differs: recorded {recorded}, replayed {came}")]
            }
            None => vec![format!(
                "the recording is unfinished and has no digest; replayed {count} records: {came}"
            )],
        };
        match (self.first, &self.reference) {
            (Some(Difference { number, stored, came }), _) => {
                let or_none = |line: Option<String>| line.unwrap_or_else(|| "none".to_owned());
                said.push(format!("record {number} is the first that differs"));
                said.push(format!("recorded: {}", or_none(stored)));
                said.push(format!("replayed: {}", or_none(came)));
            }
            (None, Reference::Records(_)) if goes_on => said.push(format!(
                "the first {count} stored records are the same; those after them are of a \
                 command that was cut off"
            )),
            (None, Reference::Records(_)) => {
                said.push(format!("the stored records are the same, all {count} of them"));
            }
            (None, _) => said.push(
                "no records are stored beside the recording to say which one differs".to_owned(),
            ),
        }
        Ok((ExitStatus::Failure, said))
    }
}
