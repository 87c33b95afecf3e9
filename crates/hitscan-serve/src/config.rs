//! The configuration, `serve.toml`.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `read` | parsing the file; all faults are reported, each with its place |
//! | `bus_url` `database_url` | the URLs of the bus and the database, each with its feature |
//! | `default` | the default file, with comments; a test reads it back |
//! | `tests` | tests of `read` |
//!
//! `read` makes the [`Config`] that is defined here; all else only reads its fields.

#[cfg(feature = "nats")]
mod bus_url;
#[cfg(feature = "postgres")]
mod database_url;
mod read;

use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use hitscan_core::scene::Fault;
use hitscan_core::world::MemoryLimit;

use crate::key::LoginKey;
use crate::place::UserId;
#[cfg(feature = "nats")]
pub(crate) use bus_url::BusLogin;
#[cfg(feature = "nats")]
pub use bus_url::BusUrl;
#[cfg(feature = "postgres")]
pub use database_url::DatabaseUrl;

/// The default configuration as a file, with comments.
pub const DEFAULT: &str = include_str!("config/default.toml");

/// The configuration of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The addresses to listen on.
    pub listen: Vec<SocketAddr>,
    /// The host and port that students type, if they differ from the address they reached.
    pub address: Option<PublicAddress>,
    /// The folder for all data.
    pub data: PathBuf,
    /// Where classes are kept.
    pub store: StorePlace,
    /// When work is synced to disk.
    pub sync: SyncPolicy,
    /// The addresses of proxies, which send a PROXY header with the client's address.
    pub trusted: Vec<IpAddr>,
    /// The message bus that connects this machine with others, if any.
    #[cfg(feature = "nats")]
    pub bus: Option<BusUrl>,
    /// The name of this machine among several.
    pub node: String,
    /// The time that sessions get to end when the server stops.
    pub drain: Duration,
    /// The teachers and their keys.
    pub teachers: BTreeMap<UserId, Vec<LoginKey>>,
    /// The limits.
    pub limits: Limits,
}

impl Config {
    /// The default path of the file.
    pub const FILE: &str = "/etc/hitscan/serve.toml";
    /// The most bytes of a file.
    pub const MOST_BYTES: usize = 1 << 20;
    /// The most teachers.
    pub const MOST_TEACHERS: usize = 1000;
    /// The most keys per teacher.
    pub const MOST_KEYS: usize = 16;

    /// Parses the text of a file.
    ///
    /// # Errors
    /// Every fault, with its line and column.
    pub fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        read::config(text)
    }
}

/// The limits of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Concurrent connections.
    pub connections: u32,
    /// Concurrent connections per address.
    pub per_address: u32,
    /// Concurrent connections per address that have not logged in yet.
    pub half_open_per_address: u32,
    /// Login attempts per address and minute.
    pub logins_per_minute: u32,
    /// Wrong codes per address and minute; beyond this, codes are answered slowly.
    pub wrong_codes: u32,
    /// The time allowed for the key exchange.
    pub grace: Duration,
    /// The time allowed for the login.
    pub login: Duration,
    /// The time without a key after which a session ends.
    pub idle: Duration,
    /// The memory that a session may use.
    pub session_memory: MemoryLimit,
    /// The time after which a command is stopped.
    pub command_time: Duration,
    /// The most scenes on a desk.
    pub desk_files: u32,
    /// The most bytes of scenes on a desk.
    pub desk_bytes: u64,
    /// The most frames a second while a scene plays.
    pub frames: u32,
}

/// Where classes are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorePlace {
    /// In files, in the data folder.
    Files,
    /// In a `PostgreSQL` database.
    #[cfg(feature = "postgres")]
    Postgres(DatabaseUrl),
}

impl StorePlace {
    /// What the setting `store` accepts.
    #[cfg(feature = "postgres")]
    pub const RIGHT: &str = "\"files\", or the URL of a PostgreSQL database, such as \
                             \"postgresql:///hitscan?host=/run/postgresql\"";
    /// What the setting `store` accepts.
    #[cfg(not(feature = "postgres"))]
    pub const RIGHT: &str = "\"files\"; this hitscan-serve knows no other store";
}

impl FromStr for StorePlace {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        if text == "files" {
            return Ok(Self::Files);
        }
        #[cfg(feature = "postgres")]
        return DatabaseUrl::read(text).map(Self::Postgres);
        #[cfg(not(feature = "postgres"))]
        Err(Self::RIGHT)
    }
}

/// When work is synced to disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncPolicy {
    /// Before an answer, a hint or a finished task is shown; within a second for the rest.
    Answer,
    /// Within a second.
    Second,
    /// When the operating system decides.
    Never,
}

impl SyncPolicy {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Answer, Self::Second, Self::Never];

    /// Its name in the configuration.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Second => "second",
            Self::Never => "never",
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: vec![SocketAddr::from((Ipv6Addr::UNSPECIFIED, 2222))],
            address: None,
            data: PathBuf::from("/var/lib/hitscan"),
            store: StorePlace::Files,
            sync: SyncPolicy::Answer,
            trusted: Vec::new(),
            #[cfg(feature = "nats")]
            bus: None,
            node: "a".to_owned(),
            drain: Duration::from_secs(30),
            teachers: BTreeMap::new(),
            limits: Limits::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 1000,
            per_address: 400,
            half_open_per_address: 200,
            logins_per_minute: 600,
            wrong_codes: 200,
            grace: Duration::from_secs(20),
            login: Duration::from_secs(2 * 60),
            idle: Duration::from_secs(2 * 60 * 60),
            session_memory: MemoryLimit::LEAST,
            command_time: Duration::from_secs(5),
            desk_files: 64,
            desk_bytes: 4_000_000,
            frames: 30,
        }
    }
}

/// A host and a port: `lab.example:2222`; the default port is 22.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicAddress {
    host: String,
    port: u16,
}

impl PublicAddress {
    /// What the setting `address` accepts.
    const RIGHT: &str = "\"\", or a host as students type it, such as \"lab.example:2222\"";
    /// The default port of SSH.
    pub(crate) const SSH: u16 = 22;
    /// The longest host name, in bytes.
    const MOST_HOST: usize = 253;

    /// An address from a host and a port.
    pub fn new(host: &str, port: u16) -> Self {
        Self { host: host.to_owned(), port }
    }

    /// The arguments of `ssh` for a login: `-p 2222 anna@lab.example`.
    pub fn destination(&self, login: &dyn fmt::Display) -> String {
        let Self { host, port } = self;
        match *port {
            Self::SSH => format!("{login}@{host}"),
            port => format!("-p {port} {login}@{host}"),
        }
    }
}

impl From<SocketAddr> for PublicAddress {
    fn from(address: SocketAddr) -> Self {
        Self { host: address.ip().to_canonical().to_string(), port: address.port() }
    }
}

impl FromStr for PublicAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        if let Ok(address) = text.parse::<SocketAddr>() {
            return Ok(address.into());
        }
        if let Ok(ip) = text.parse::<IpAddr>() {
            return Ok(SocketAddr::new(ip, Self::SSH).into());
        }
        let (host, port) = match text.split_once(':') {
            Some((host, port)) => (host, port.parse().map_err(|_| Self::RIGHT)?),
            None => (text, Self::SSH),
        };
        let is_host = (1..=Self::MOST_HOST).contains(&host.len())
            && host.starts_with(|c: char| c.is_ascii_alphanumeric())
            && host.chars().all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '-');
        if is_host && port != 0 { Ok(Self::new(host, port)) } else { Err(Self::RIGHT) }
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod public_address_tests {
    use super::*;

    #[test]
    fn the_destination_names_any_port_but_22() {
        for (text, line) in [
            ("lab.example:2222", "-p 2222 3b/anna@lab.example"),
            ("lab.example", "3b/anna@lab.example"),
            ("192.0.2.7:22", "3b/anna@192.0.2.7"),
            ("[2001:db8::7]:2222", "-p 2222 3b/anna@2001:db8::7"),
            ("2001:db8::7", "3b/anna@2001:db8::7"),
        ] {
            let address: PublicAddress = text.parse().expect(text);
            assert_eq!(address.destination(&"3b/anna"), line);
        }
        for wrong in
            ["", ":2222", "lab.example:", "lab.example:0", "a b", "-oProxy", "a@b", "\u{1b}"]
        {
            assert!(wrong.parse::<PublicAddress>().is_err(), "{wrong}");
        }
    }
}
