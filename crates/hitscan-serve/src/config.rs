//! `serve.toml`: what the server is told.

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

/// What the server is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The addresses that it listens on.
    pub listen: Vec<SocketAddr>,
    /// Where students reach it, as the lines say that they are to type.
    pub address: Option<PublicAddress>,
    /// The folder of everything that it keeps.
    pub data: PathBuf,
    /// Where classes are kept.
    pub store: StorePlace,
    /// When work reaches the disk.
    pub sync: SyncPolicy,
    /// The addresses that say in a PROXY header for whom they come.
    pub trusted: Vec<IpAddr>,
    /// What joins this machine to others, if anything does.
    #[cfg(feature = "nats")]
    pub bus: Option<BusUrl>,
    /// What this machine is called among others.
    pub node: String,
    /// How long screens have to end when the server does.
    pub drain: Duration,
    /// Who may teach, by their keys.
    pub teachers: BTreeMap<UserId, Vec<LoginKey>>,
    /// How much is too much.
    pub limits: Limits,
}

impl Config {
    /// Where it is read unless another file is named.
    pub const FILE: &str = "/etc/hitscan/serve.toml";
    /// The largest file.
    pub const MOST_BYTES: usize = 1 << 20;
    /// The most teachers.
    pub const MOST_TEACHERS: usize = 1000;
    /// The most keys of a teacher.
    pub const MOST_KEYS: usize = 16;

    /// Reads the text of a file.
    ///
    /// # Errors
    /// Every fault, with its place.
    pub fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        read::config(text)
    }
}

/// How much is too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// All connections at once.
    pub connections: u32,
    /// Connections of one address at once.
    pub per_address: u32,
    /// Connections of one address that are not logged in, at once.
    pub half_open_per_address: u32,
    /// Logins of one address a minute.
    pub logins_per_minute: u32,
    /// Wrong codes of one address a minute, after which codes are answered slowly.
    pub wrong_codes: u32,
    /// The time to the end of the key exchange.
    pub grace: Duration,
    /// The time to the login.
    pub login: Duration,
    /// The time without a key after which a screen ends.
    pub idle: Duration,
    /// The memory of a session.
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
    /// In files, in the folder of everything.
    Files,
    /// In a database of `PostgreSQL`.
    #[cfg(feature = "postgres")]
    Postgres(DatabaseUrl),
}

/// A text that names no store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotAStore(&'static str);

impl StorePlace {
    /// What names a store.
    #[cfg(feature = "postgres")]
    pub const RIGHT: &str = "\"files\", or the address of a database of PostgreSQL, such as \
                             \"postgresql:///hitscan?host=/run/postgresql\"";
    /// What names a store.
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

/// When work reaches the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncPolicy {
    /// Before an answer, a hint or a finished task is shown; within a second for the rest.
    Answer,
    /// Within a second.
    Second,
    /// When the system sees fit.
    Never,
}

impl SyncPolicy {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Answer, Self::Second, Self::Never];

    /// As the configuration says it.
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
