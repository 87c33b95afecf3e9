//! The URL of the database. It may contain a password, so it is never shown.

use std::fmt;

use tokio_postgres::config::SslMode;

use super::StorePlace;

/// The URL of a `PostgreSQL` database, such as `postgresql:///hitscan?host=/run/postgresql`.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(Box<tokio_postgres::Config>);

/// The values of `sslmode` that require TLS. Both verify the database's certificate.
const ENCRYPTED: [&str; 2] = ["require", "verify-full"];

impl DatabaseUrl {
    /// The longest URL, in bytes.
    const MOST_BYTES: usize = 1000;
    /// The fault of any other `sslmode`: `prefer` and `allow` would let the database decide.
    pub(super) const MODES: &str = "sslmode is \"disable\", or \"verify-full\", which encrypts the \
                                    connection and verifies the database's certificate";

    /// Parses a URL. Without `sslmode` the connection is not encrypted.
    ///
    /// # Errors
    /// Says what would be valid.
    pub(super) fn read(text: &str) -> Result<Self, &'static str> {
        let has_scheme = ["postgresql://", "postgres://"].iter().any(|it| text.starts_with(it));
        if !has_scheme || text.len() > Self::MOST_BYTES {
            return Err(StorePlace::RIGHT);
        }
        let (place, settings) = text.split_once('?').unwrap_or((text, ""));
        let (modes, settings): (Vec<_>, Vec<_>) =
            settings.split('&').partition(|it| it.starts_with("sslmode="));
        let mode = match modes[..] {
            [] | ["sslmode=disable"] => SslMode::Disable,
            [mode] if ENCRYPTED.contains(&&mode["sslmode=".len()..]) => SslMode::Require,
            _ => return Err(Self::MODES),
        };
        let parsed = format!("{place}?{}", settings.join("&")).parse();
        let mut config: tokio_postgres::Config = parsed.map_err(|_| StorePlace::RIGHT)?;
        config.ssl_mode(mode);
        Ok(Self(Box::new(config)))
    }

    /// The configuration of the database client.
    pub(crate) fn config(&self) -> &tokio_postgres::Config {
        &self.0
    }

    /// Whether the connection requires TLS.
    pub(crate) fn is_encrypted(&self) -> bool {
        self.0.get_ssl_mode() == SslMode::Require
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DatabaseUrl(…)")
    }
}
