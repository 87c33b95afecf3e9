//! The address of a database. There may be a password in it, so that it is never shown.

use std::fmt;

use tokio_postgres::config::SslMode;

use super::StorePlace;

/// The address of a database of `PostgreSQL`: `postgresql:///hitscan?host=/run/postgresql`.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(Box<tokio_postgres::Config>);

/// What asks for TLS. The certificate of the database is verified with both.
const ENCRYPTED: [&str; 2] = ["require", "verify-full"];

impl DatabaseUrl {
    /// The longest address.
    const MOST_BYTES: usize = 1000;
    /// What is wrong with an address that leaves it to the database whether all is encrypted.
    pub(super) const MODES: &str = "sslmode is \"disable\", or \"verify-full\", which encrypts what \
                                    goes to the database, and verifies that it is the right one";

    /// Reads an address. Without `sslmode` nothing is encrypted.
    ///
    /// # Errors
    /// Says what would be right.
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

    /// As the client of the database has it.
    pub(crate) fn config(&self) -> &tokio_postgres::Config {
        &self.0
    }

    /// Whether what goes there is encrypted.
    pub(crate) fn is_encrypted(&self) -> bool {
        self.0.get_ssl_mode() == SslMode::Require
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DatabaseUrl(…)")
    }
}
