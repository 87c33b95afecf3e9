//! Parsing `serve.toml`: every fault is reported, with its line and column.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hitscan_core::scene::read::{Dialect, Field, Given, Reader, Table, read_config};
use hitscan_core::scene::{Fault, excerpt};

#[cfg(feature = "nats")]
use super::{BusUrl, StorePlace};
use super::{Config, Limits, PublicAddress, SyncPolicy};
use crate::key::LoginKey;
use crate::place::UserId;

const CONFIG: Dialect =
    Dialect { what: "a configuration", example: "sync = \"answer\"", header: "[limits]" };

/// The settings and the tables below them.
const SETTINGS: [&str; 11] = [
    "listen", "address", "data", "store", "sync", "trusted", "bus", "node", "drain", "teachers",
    "limits",
];
/// The settings of `[limits]`.
const LIMITS: [&str; 13] = [
    "connections",
    "per_address",
    "half_open_per_address",
    "logins_per_minute",
    "wrong_codes",
    "grace",
    "login",
    "idle",
    "session_memory",
    "command_time",
    "desk_files",
    "desk_bytes",
    "frames",
];

pub(super) fn config(text: &str) -> Result<Config, Vec<Fault>> {
    read_config(&CONFIG, text, Config::MOST_BYTES, settings)
}

fn settings(reader: &mut Reader<'_>, root: &Table<'_>) -> Config {
    reader.refuse_unknown(root, &SETTINGS, "setting", "there are");
    let mut config = Config::default();
    let given = |key| root.field(key).map(|field: Field<'_>| field.given());
    if let Some(listen) = given("listen") {
        config.listen = addresses(reader, &listen).unwrap_or_default();
    }
    if let Some(address) = given("address").filter(|address| !address.is("")) {
        config.address = public_address(reader, &address);
    }
    if let Some(data) = given("data") {
        config.data = folder(reader, &data).unwrap_or_default();
    }
    if let Some(store) = root.field("store") {
        match store.given().as_text().unwrap_or_default().parse() {
            Ok(place) => config.store = place,
            // Leave out the value: it may contain a password.
            Err(why) => reader.fault(&store.key_span, "store".to_owned(), why),
        }
    }
    if let Some(sync) = given("sync") {
        let sync = reader.one_of(&sync, &SyncPolicy::ALL, SyncPolicy::token);
        config.sync = sync.unwrap_or(SyncPolicy::Answer);
    }
    if let Some(trusted) = given("trusted") {
        config.trusted = trusted_addresses(reader, &trusted).unwrap_or_default();
    }
    read_bus(reader, root, &mut config);
    if let Some(node) = given("node") {
        config.node = word(reader, &node).unwrap_or_default();
    }
    if let Some(drain) = given("drain") {
        let most = Duration::from_secs(10 * 60);
        config.drain = time_within(reader, &drain, Duration::ZERO, most).unwrap_or_default();
    }
    if let Some(teachers) = given("teachers") {
        match teachers.as_table() {
            Some(table) => read_teachers(reader, &table, &mut config),
            None => reader.refuse(&teachers, "a table under the header [teachers]"),
        }
    }
    if let Some(limits) = given("limits") {
        match limits.as_table() {
            Some(table) => config.limits = read_limits(reader, &table),
            None => reader.refuse(&limits, "a table under the header [limits]"),
        }
    }
    config
}

#[cfg(feature = "nats")]
fn read_bus(reader: &mut Reader<'_>, root: &Table<'_>, config: &mut Config) {
    let Some(bus) = root.field("bus").filter(|bus| !bus.given().is("")) else { return };
    config.bus = bus.given().as_text().and_then(BusUrl::read);
    let fault = match (&config.bus, &config.store) {
        (None, _) => BusUrl::RIGHT,
        (Some(_), StorePlace::Files) => {
            "a bus connects machines that share a database, but the store is \"files\""
        }
        (Some(_), StorePlace::Postgres(_)) => return,
    };
    // Leave out the value: it may contain a password.
    reader.fault(&bus.key_span, "bus".to_owned(), fault);
}

#[cfg(not(feature = "nats"))]
fn read_bus(reader: &mut Reader<'_>, root: &Table<'_>, _: &mut Config) {
    let given = root.field("bus").map(|field: Field<'_>| field.given());
    if let Some(bus) = given.filter(|bus| !bus.is("")) {
        reader.refuse(&bus, "\"\"; this hitscan-serve was built without the feature nats");
    }
}

fn addresses(reader: &mut Reader<'_>, given: &Given<'_>) -> Option<Vec<SocketAddr>> {
    const RIGHT: &str = "a list of addresses with ports, such as [\"[::]:2222\"]";
    let listen = reader.set(given, RIGHT, |reader, each| {
        let address = each.as_text().and_then(|text| text.parse().ok());
        let right = "an address and a port, such as \"[::]:2222\" or \"192.0.2.7:2222\"";
        if address.is_none() { reader.refused(each, right) } else { address }
    })?;
    if listen.is_empty() { reader.refused(given, RIGHT) } else { Some(listen) }
}

fn public_address(reader: &mut Reader<'_>, given: &Given<'_>) -> Option<PublicAddress> {
    match given.as_text().unwrap_or_default().parse() {
        Ok(address) => Some(address),
        Err(why) => reader.refused(given, why),
    }
}

fn trusted_addresses(reader: &mut Reader<'_>, given: &Given<'_>) -> Option<Vec<IpAddr>> {
    reader.set(given, "a list of addresses, such as [\"10.0.0.2\"]", |reader, each| {
        let address = each.as_text().and_then(|text| text.parse().ok());
        let right = "an address without a port, such as \"10.0.0.2\"";
        if address.is_none() { reader.refused(each, right) } else { address }
    })
}

fn folder(reader: &mut Reader<'_>, given: &Given<'_>) -> Option<PathBuf> {
    let folder = given.as_text().map(Path::new).filter(|path| path.is_absolute());
    let right = "the folder by its full path, such as \"/var/lib/hitscan\"";
    if folder.is_none() { reader.refused(given, right) } else { folder.map(Path::to_owned) }
}

/// The name of a machine.
fn word(reader: &mut Reader<'_>, given: &Given<'_>) -> Option<String> {
    const MOST: usize = 32;
    let is_word = |text: &&str| {
        (1..=MOST).contains(&text.len())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let found = given.as_text().filter(is_word);
    let right = "up to 32 letters, digits and -, between quotation marks";
    if found.is_none() { reader.refused(given, right) } else { found.map(str::to_owned) }
}

fn time_within(
    reader: &mut Reader<'_>,
    given: &Given<'_>,
    least: Duration,
    most: Duration,
) -> Option<Duration> {
    let Some(found) = given.as_text().and_then(time) else {
        return reader.refused(given, A_TIME);
    };
    if (least..=most).contains(&found) {
        return Some(found);
    }
    let [least, most] = [least, most].map(written_time);
    reader.refused(given, format!("from {least} to {most}"))
}

fn read_teachers(reader: &mut Reader<'_>, table: &Table<'_>, config: &mut Config) {
    for field in table.fields() {
        let Ok(name) = field.key.parse::<UserId>() else {
            let message = "a teacher has a name of up to 64 letters, digits and . _ @ + -, \
                           beginning with a letter or digit";
            reader.fault(&field.key_span, excerpt(field.key), message);
            continue;
        };
        let right = format!(
            "a list of 1 to {} public keys, such as [\"ssh-ed25519 AAAA… ada@school\"]",
            Config::MOST_KEYS
        );
        let given = field.given();
        let keys = reader.set(&given, &right, |reader, each| {
            let Some(text) = each.as_text() else { return reader.refused(each, &*right) };
            match text.parse::<LoginKey>() {
                Ok(key) => Some(key),
                Err(why) => reader.refused(each, why),
            }
        });
        let Some(keys) = keys else { continue };
        if keys.is_empty() || keys.len() > Config::MOST_KEYS {
            reader.refuse(&given, &*right);
        } else if config.teachers.len() == Config::MOST_TEACHERS {
            let message = format!("there are at most {} teachers", Config::MOST_TEACHERS);
            reader.fault(&field.key_span, excerpt(field.key), message);
        } else {
            config.teachers.insert(name, keys);
        }
    }
}

fn read_limits(reader: &mut Reader<'_>, table: &Table<'_>) -> Limits {
    reader.refuse_unknown(table, &LIMITS, "setting", "there are");
    let mut limits = Limits::default();
    let given = |key| table.field(key).map(|field: Field<'_>| field.given());
    for (key, most, limit) in [
        ("connections", 100_000, &mut limits.connections),
        ("per_address", 100_000, &mut limits.per_address),
        ("half_open_per_address", 100_000, &mut limits.half_open_per_address),
        ("logins_per_minute", 1_000_000, &mut limits.logins_per_minute),
        ("wrong_codes", 1_000_000, &mut limits.wrong_codes),
        ("desk_files", 10_000, &mut limits.desk_files),
        ("frames", 240, &mut limits.frames),
    ] {
        let right = format!("a whole number from 1 to {most}");
        let read = given(key).and_then(|given| reader.whole(&given, 1..=most, &right));
        *limit = read.unwrap_or(*limit);
    }
    for (key, least, most, limit) in [
        ("grace", 1, 600, &mut limits.grace),
        ("login", 5, 3_600, &mut limits.login),
        ("idle", 60, 30 * 86_400, &mut limits.idle),
        ("command_time", 1, 600, &mut limits.command_time),
    ] {
        let [least, most] = [least, most].map(Duration::from_secs);
        let read = given(key).and_then(|given| time_within(reader, &given, least, most));
        *limit = read.unwrap_or(*limit);
    }
    if let Some(memory) = given("session_memory") {
        match memory.as_text().unwrap_or_default().parse() {
            Ok(limit) => limits.session_memory = limit,
            Err(why) => reader.refuse(&memory, why),
        }
    }
    if let Some(bytes) = given("desk_bytes") {
        match bytes.as_text().and_then(size) {
            Some(bytes) => limits.desk_bytes = bytes,
            None => reader.refuse(&bytes, A_SIZE),
        }
    }
    limits
}

/// The units of times, the longest first.
const TIMES: [(&str, u64); 4] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)];
/// The units of sizes, the largest first.
const SIZES: [(&str, u64); 2] = [("MB", 1_000_000), ("KB", 1_000)];

/// A valid time, for faults.
pub(super) const A_TIME: &str = "a number of s, m, h or d between quotation marks, such as \"20s\"";
/// A valid size, for faults.
pub(super) const A_SIZE: &str = "a number of KB or MB between quotation marks, such as \"4 MB\"";

/// Parses a time.
pub(super) fn time(text: &str) -> Option<Duration> {
    amount(text, &TIMES).map(Duration::from_secs)
}

/// Parses a size, in bytes.
pub(super) fn size(text: &str) -> Option<u64> {
    amount(text, &SIZES)
}

/// Formats a time: `2m`, `90s`.
pub(super) fn written_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let units = TIMES.iter().filter(|(_, unit)| seconds.is_multiple_of(*unit));
    let (name, unit) = units.max_by_key(|(_, unit)| *unit).unwrap_or(&("s", 1));
    format!("{}{name}", seconds / unit)
}

fn amount(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, name) = text.split_at(digits);
    let (_, unit) = units.iter().find(|(unit, _)| *unit == name.trim_start())?;
    number.parse::<u64>().ok()?.checked_mul(*unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_numbers_with_a_unit() {
        for (text, seconds) in [("0s", 0), ("20s", 20), ("2m", 120), ("2 h", 7200), ("7d", 604_800)]
        {
            assert_eq!(time(text), Some(Duration::from_secs(seconds)), "{text}");
        }
        for (text, bytes) in [("4 MB", 4_000_000), ("64KB", 64_000)] {
            assert_eq!(size(text), Some(bytes), "{text}");
        }
        for wrong in ["", "s", "20", "-1s", "1.5h", "1 week", "99999999999999999d", "1s1s", "é"] {
            assert_eq!(time(wrong), None, "{wrong}");
            assert_eq!(size(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_time_is_formatted_in_its_longest_unit() {
        for (seconds, text) in [(20, "20s"), (90, "90s"), (120, "2m"), (7200, "2h"), (86_400, "1d")]
        {
            assert_eq!(written_time(Duration::from_secs(seconds)), text);
        }
    }
}
