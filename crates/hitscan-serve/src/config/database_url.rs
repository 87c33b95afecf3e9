//! The address of a database. There may be a password in it, so that it is never shown.

use std::fmt;

use tokio_postgres::config::SslMode;

/// The address of a database of `PostgreSQL`: `postgresql:///hitscan?host=/run/postgresql`.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(Box<tokio_postgres::Config>);

impl DatabaseUrl {
    /// The longest address.
    const MOST_BYTES: usize = 1000;

    /// Reads an address; none where it is another text, or asks for TLS, which is not known here.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let has_scheme = ["postgresql://", "postgres://"].iter().any(|it| text.starts_with(it));
        if !has_scheme || text.len() > Self::MOST_BYTES {
            return None;
        }
        let config: tokio_postgres::Config = text.parse().ok()?;
        let asks_for_tls = !matches!(config.get_ssl_mode(), SslMode::Disable | SslMode::Prefer);
        (!asks_for_tls).then(|| Self(Box::new(config)))
    }

    /// As the client of the database has it.
    pub(crate) fn config(&self) -> &tokio_postgres::Config {
        &self.0
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DatabaseUrl(…)")
    }
}
