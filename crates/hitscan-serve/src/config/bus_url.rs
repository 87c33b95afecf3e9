//! The URL of the bus. It may contain a password, so it is never shown.

use std::fmt;

use async_nats::ServerAddr;
use percent_encoding::percent_decode_str;

/// The URL of a NATS server: `nats://10.0.0.5:4222`, or `tls://…` to require TLS.
#[derive(Clone, PartialEq, Eq)]
pub struct BusUrl {
    address: ServerAddr,
    login: Option<BusLogin>,
}

/// The credentials for a bus that requires them.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum BusLogin {
    /// `nats://USER:PASSWORD@…`
    Password { user: String, password: String },
    /// `nats://TOKEN@…`
    Token(String),
}

impl BusUrl {
    /// What the setting `bus` accepts.
    pub(super) const RIGHT: &str = "\"\", or the URL of a NATS server, such as \
                                    \"nats://10.0.0.5:4222\"";
    /// The longest URL, in bytes.
    const MOST_BYTES: usize = 1000;

    /// Parses a URL; none if it is not valid.
    pub fn read(text: &str) -> Option<Self> {
        let has_scheme = ["nats://", "tls://"].iter().any(|it| text.starts_with(it));
        if !has_scheme || text.len() > Self::MOST_BYTES {
            return None;
        }
        let address: ServerAddr = text.parse().ok()?;
        let login = match (address.username(), address.password()) {
            (None, _) => None,
            (Some(token), None) => Some(BusLogin::Token(decoded(token)?)),
            (Some(user), Some(password)) => {
                Some(BusLogin::Password { user: decoded(user)?, password: decoded(password)? })
            }
        };
        Some(Self { address, login })
    }

    /// Whether to require TLS, also to other servers of the cluster.
    pub(crate) fn is_encrypted(&self) -> bool {
        self.address.scheme() == "tls"
    }

    /// The address for the NATS client.
    pub(crate) fn address(&self) -> ServerAddr {
        self.address.clone()
    }

    /// The credentials in the URL, if any. The NATS client does not read them from the address.
    pub(crate) fn login(&self) -> Option<&BusLogin> {
        self.login.as_ref()
    }
}

/// Decodes percent-encoding, such as `%40` for `@`.
fn decoded(part: &str) -> Option<String> {
    percent_decode_str(part).decode_utf8().ok().map(Into::into)
}

impl fmt::Debug for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BusUrl(…)")
    }
}

impl fmt::Debug for BusLogin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BusLogin(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_percent_decoded() {
        let password = |user: &str, password: &str| BusLogin::Password {
            user: user.into(),
            password: password.into(),
        };
        for (text, login) in [
            ("nats://10.0.0.5:4222", None),
            ("nats://hitscan:secret@10.0.0.5", Some(password("hitscan", "secret"))),
            ("tls://a%40b:p%2Fw%3A%C3%A9@10.0.0.5", Some(password("a@b", "p/w:é"))),
            ("nats://s3cr%65t@10.0.0.5:4222", Some(BusLogin::Token("s3cret".to_owned()))),
        ] {
            let url = BusUrl::read(text).expect(text);
            assert!(url.login() == login.as_ref(), "{text}");
        }
        assert_eq!(BusUrl::read("nats://a:%ff@10.0.0.5"), None);
    }
}
