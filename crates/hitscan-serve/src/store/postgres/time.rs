//! Times as the database has them: to the microsecond.

use std::time::SystemTime;

use jiff::Timestamp;

use crate::store::StoreError;

/// A time as it is sent.
pub(super) fn to_database(time: Timestamp) -> Result<SystemTime, StoreError> {
    SystemTime::try_from(time).map_err(|why| StoreError::Refused(format!("{time}: {why}")))
}

/// A time as it came.
pub(super) fn from_database(time: SystemTime) -> Result<Timestamp, StoreError> {
    let read = Timestamp::try_from(time);
    read.map_err(|why| StoreError::Faulty(format!("a time in the database: {why}")))
}
