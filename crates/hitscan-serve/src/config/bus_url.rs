//! The address of a bus. There may be a password in it, so that it is never shown.

use std::fmt;

use async_nats::ServerAddr;
use percent_encoding::percent_decode_str;

/// The address of a server of NATS: `nats://10.0.0.5:4222`, or `tls://…` where all is encrypted.
#[derive(Clone, PartialEq, Eq)]
pub struct BusUrl {
    address: ServerAddr,
    login: Option<BusLogin>,
}

/// What a machine shows to the bus, which takes in no one else.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum BusLogin {
    /// `nats://USER:PASSWORD@…`
    Password { user: String, password: String },
    /// `nats://TOKEN@…`
    Token(String),
}

impl BusUrl {
    /// What names a bus.
    pub(super) const RIGHT: &str = "\"\", or the address of a server of NATS, such as \
                                    \"nats://10.0.0.5:4222\"";
    /// The longest address.
    const MOST_BYTES: usize = 1000;

    /// Reads an address; none where it is another text.
    #[must_use]
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

    /// Whether what goes there is encrypted, and to whichever server the bus leads on.
    pub(crate) fn is_encrypted(&self) -> bool {
        self.address.scheme() == "tls"
    }

    /// As the client of the bus has it.
    pub(crate) fn address(&self) -> ServerAddr {
        self.address.clone()
    }

    /// What is shown to the bus, if the address has it. The client does not look for it there.
    pub(crate) fn login(&self) -> Option<&BusLogin> {
        self.login.as_ref()
    }
}

/// A part of an address, where `%40` stands for `@`.
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
    fn a_name_with_a_password_or_a_token_is_read_as_it_was_before_it_was_encoded() {
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
