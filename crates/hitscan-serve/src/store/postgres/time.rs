//! Converting times to and from the database, which stores microseconds.

use std::time::SystemTime;

use jiff::Timestamp;

use crate::store::StoreError;

/// Converts a time for the database.
pub(super) fn to_database(time: Timestamp) -> Result<SystemTime, StoreError> {
    SystemTime::try_from(time).map_err(|why| StoreError::Refused(format!("{time}: {why}")))
}

/// Converts a time from the database.
pub(super) fn from_database(time: SystemTime) -> Result<Timestamp, StoreError> {
    let read = Timestamp::try_from(time);
    read.map_err(|why| StoreError::Faulty(format!("a time in the database: {why}")))
}
