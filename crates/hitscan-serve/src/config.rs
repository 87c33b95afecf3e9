//! The configuration, `serve.toml`.

#[cfg(feature = "nats")]
mod bus_url;
#[cfg(feature = "postgres")]
mod database_url;
mod public_address;
mod read;
mod units;

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use hitscan_core::scene::Fault;
use hitscan_core::world::MemoryLimit;

use crate::key::LoginKey;
use crate::user::UserId;

#[cfg(feature = "nats")]
pub(crate) use bus_url::BusLogin;
#[cfg(feature = "nats")]
pub use bus_url::BusUrl;
#[cfg(feature = "postgres")]
pub use database_url::DatabaseUrl;
pub use public_address::PublicAddress;

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

/// A text does not name a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotAStore(&'static str);

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
    type Err = NotAStore;

    fn from_str(text: &str) -> Result<Self, NotAStore> {
        if text == "files" {
            return Ok(Self::Files);
        }
        #[cfg(feature = "postgres")]
        return DatabaseUrl::read(text).map(Self::Postgres).map_err(NotAStore);
        #[cfg(not(feature = "postgres"))]
        Err(NotAStore(Self::RIGHT))
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
    #[must_use]
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

#[cfg(test)]
mod tests;
