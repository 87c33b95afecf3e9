//! The PROXY header, version 2, in which a load balancer names the client. It is read from trusted
//! addresses, and required of them. SSH follows it, so exactly the header's bytes are read.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::time::timeout;

/// The most bytes of a header, the limit of version 1. Addresses take 52 at most.
const MOST_BYTES: usize = 107;
/// The time allowed for it to arrive: balancers send it first.
const TIME: Duration = Duration::from_secs(2);
/// The signature at the start of each header.
const SIGNATURE: [u8; 12] = *b"\r\n\r\n\0\r\nQUIT\n";
/// The bytes of the fixed part.
const START: usize = 16;

/// The origin of a balancer's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ComesFor {
    /// A client.
    Visitor {
        /// Its address.
        from: IpAddr,
        /// The address that it connected to, if known.
        reached: Option<SocketAddr>,
    },
    /// The balancer itself: a health check.
    ItsOwn,
}

/// Why a header is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoHeader {
    /// It has another signature.
    #[error("found other bytes; HAProxy sends one with send-proxy-v2 and check-send-proxy")]
    NotOne,
    /// It has an unknown version or command.
    #[error("found version and command {0:#04x}; 0x20 and 0x21 are known")]
    Command(u8),
    /// It has no TCP address.
    #[error("found family and protocol {0:#04x}; TCP over IPv4 is 0x11, and over IPv6 0x21")]
    Family(u8),
    /// It is too short for its family of addresses.
    #[error("found {0} bytes of addresses; IPv4 has 12, and IPv6 36")]
    Short(usize),
    /// It is too long.
    #[error("found {0} bytes; a header has at most {MOST_BYTES}")]
    Long(usize),
    /// It did not arrive in full.
    #[error("found no complete header within {} s", TIME.as_secs())]
    Late,
}

/// Parses the origin from the bytes after the fixed part. Extensions after the addresses are ignored.
fn comes_for(command: u8, family: u8, rest: &[u8]) -> Result<ComesFor, NoHeader> {
    const LOCAL: u8 = 0x20;
    const PROXY: u8 = 0x21;
    match command {
        LOCAL => return Ok(ComesFor::ItsOwn),
        PROXY => {}
        other => return Err(NoHeader::Command(other)),
    }
    let addresses = match family {
        0x11 => addresses::<4, Ipv4Addr>(rest),
        0x21 => addresses::<16, Ipv6Addr>(rest),
        other => return Err(NoHeader::Family(other)),
    };
    let (from, reached) = addresses.ok_or(NoHeader::Short(rest.len()))?;
    Ok(ComesFor::Visitor { from, reached: Some(reached) })
}

/// The source and destination addresses, then the ports of both.
fn addresses<const N: usize, A: From<[u8; N]> + Into<IpAddr>>(
    bytes: &[u8],
) -> Option<(IpAddr, SocketAddr)> {
    let (from, rest) = bytes.split_first_chunk::<N>()?;
    let (to, ports) = rest.split_first_chunk::<N>()?;
    let [_, _, high, low] = *ports.first_chunk()?;
    let ip = |bytes: [u8; N]| A::from(bytes).into().to_canonical();
    Some((ip(*from), (ip(*to), u16::from_be_bytes([high, low])).into()))
}

/// Reads the header of a new connection.
///
/// # Errors
/// When it does not arrive in time, or is not valid.
pub(super) async fn header(stream: &mut (impl AsyncRead + Unpin)) -> Result<ComesFor, NoHeader> {
    timeout(TIME, read(stream)).await.unwrap_or(Err(NoHeader::Late))
}

async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Result<ComesFor, NoHeader> {
    let mut bytes = [0; START];
    // Reject a wrong signature at once: a client that sends less than this may be waiting for an
    // answer.
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = stream.read_u8().await.map_err(|_| NoHeader::Late)?;
        if SIGNATURE.get(at).is_some_and(|expected| byte != expected) {
            return Err(NoHeader::NotOne);
        }
    }
    let [.., command, family, high, low] = bytes;
    let length = usize::from(u16::from_be_bytes([high, low]));
    let mut rest = [0; MOST_BYTES - START];
    let rest = rest.get_mut(..length).ok_or(NoHeader::Long(START + length))?;
    stream.read_exact(rest).await.map_err(|_| NoHeader::Late)?;
    comes_for(command, family, rest)
}

#[cfg(test)]
mod tests;
