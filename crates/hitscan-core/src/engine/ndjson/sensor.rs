//! A sensor that was hit, as an event.

use serde::Serialize;

use super::write_line;
use crate::world::Entered;

#[derive(Serialize)]
#[serde(tag = "event", rename = "sensor")]
struct SensorKeys<'a> {
    frame: u64,
    sensor: &'a str,
    by: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
}

/// Writes that a dynamic box started to hit a sensor, with a line feed.
///
/// # Panics
/// Never: writing to a `String` cannot fail.
pub fn write_entered(entered: &Entered, out: &mut String) {
    let Entered { frame, sensor, by, message, .. } = entered;
    let (sensor, by) = (sensor.as_str(), by.as_str());
    write_line(&SensorKeys { frame: *frame, sensor, by, message: message.as_deref() }, out);
}
