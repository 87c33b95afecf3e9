//! The address of the server as students type it.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// A host and a port: `lab.example:2222`; the default port is 22.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicAddress {
    host: String,
    port: u16,
}

/// A text is not a host's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"\", or a host as students type it, such as \"lab.example:2222\"")]
pub struct NotAHost;

impl PublicAddress {
    /// The default port of SSH.
    pub(crate) const SSH: u16 = 22;
    /// The longest host name, in bytes.
    const MOST_HOST: usize = 253;

    /// An address from a host and a port.
    #[must_use]
    pub fn new(host: &str, port: u16) -> Self {
        Self { host: host.to_owned(), port }
    }

    /// The arguments of `ssh` for a login: `-p 2222 anna@lab.example`.
    #[must_use]
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
    type Err = NotAHost;

    fn from_str(text: &str) -> Result<Self, NotAHost> {
        if let Ok(address) = text.parse::<SocketAddr>() {
            return Ok(address.into());
        }
        if let Ok(ip) = text.parse::<IpAddr>() {
            return Ok(SocketAddr::new(ip, Self::SSH).into());
        }
        let (host, port) = match text.split_once(':') {
            Some((host, port)) => (host, port.parse().map_err(|_| NotAHost)?),
            None => (text, Self::SSH),
        };
        let is_host = (1..=Self::MOST_HOST).contains(&host.len())
            && host.starts_with(|c: char| c.is_ascii_alphanumeric())
            && host.chars().all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '-');
        if is_host && port != 0 { Ok(Self::new(host, port)) } else { Err(NotAHost) }
    }
}

#[cfg(test)]
mod tests {
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
            assert_eq!(wrong.parse::<PublicAddress>(), Err(NotAHost), "{wrong}");
        }
    }
}
