//! The address of a bus. There may be a password in it, so that it is never shown.

use std::fmt;

use async_nats::ServerAddr;

/// The address of a server of NATS: `nats://10.0.0.5:4222`, or `tls://…` where all is encrypted.
#[derive(Clone, PartialEq, Eq)]
pub struct BusUrl(ServerAddr);

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
        text.parse().ok().map(Self)
    }

    /// Whether what goes there is encrypted, and to whichever server the bus leads on.
    pub(crate) fn is_encrypted(&self) -> bool {
        self.0.scheme() == "tls"
    }

    /// As the client of the bus has it.
    pub(crate) fn address(&self) -> ServerAddr {
        self.0.clone()
    }
}

impl fmt::Debug for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BusUrl(…)")
    }
}
