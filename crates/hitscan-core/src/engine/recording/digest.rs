//! The digest of the records of a run.

use std::fmt::{self, Write};

use sha2::{Digest as _, Sha256};

use crate::engine::ndjson::{Methods, Test, write_test};
use crate::world::Record;

/// SHA-256 over the lines of all records so far.
#[derive(Clone, Debug, Default)]
pub struct Digest {
    state: Sha256,
    line: String,
}

impl Digest {
    /// Adds the next record, and returns its line.
    pub fn add(&mut self, record: &Record) -> &str {
        self.line.clear();
        write_test(&Test::from(record), Methods::Omitted, &mut self.line);
        self.state.update(self.line.as_bytes());
        &self.line
    }
}

/// 64 hexadecimal digits, as in the last line of a recording.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.state.clone().finalize();
        let hex = bytes.iter().try_fold(String::with_capacity(64), |mut hex, byte| {
            write!(hex, "{byte:02x}").map(|()| hex)
        });
        f.write_str(&hex?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_records_have_the_digest_of_the_empty_message() {
        // From FIPS 180-4's own examples: the empty message.
        let of_nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Digest::default().to_string(), of_nothing);
    }
}
