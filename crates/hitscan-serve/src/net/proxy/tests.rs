//! Tests of valid headers, and of other bytes.

use std::net::SocketAddr;

use proptest::prelude::*;

use super::*;

/// A header with these bytes after the fixed part.
fn written(command: u8, family: u8, rest: &[u8]) -> Vec<u8> {
    let length = u16::try_from(rest.len()).expect("short").to_be_bytes();
    [&SIGNATURE[..], &[command, family], &length, rest].concat()
}

/// The header that a balancer sends for a client.
fn of_visitor(from: SocketAddr, to: SocketAddr, more: &[u8]) -> Vec<u8> {
    let ports = [from.port().to_be_bytes(), to.port().to_be_bytes()].concat();
    match (from.ip(), to.ip()) {
        (IpAddr::V4(from), IpAddr::V4(to)) => {
            written(0x21, 0x11, &[&from.octets()[..], &to.octets(), &ports, more].concat())
        }
        (IpAddr::V6(from), IpAddr::V6(to)) => {
            written(0x21, 0x21, &[&from.octets()[..], &to.octets(), &ports, more].concat())
        }
        _ => panic!("{from} and {to} are of one family"),
    }
}

/// The parsed header, and the bytes left for SSH.
fn read_from(bytes: &[u8]) -> (Result<ComesFor, NoHeader>, Vec<u8>) {
    let mut stream = bytes;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let read = runtime.expect("a runtime").block_on(header(&mut stream));
    (read, stream.to_vec())
}

#[test]
fn bytes_after_a_header_are_left() {
    let [from, to] = ["192.0.2.7:1024", "10.0.0.2:2222"].map(|it| it.parse().expect("an address"));
    let header = [of_visitor(from, to, b""), b"SSH-2.0-x\r\n".to_vec()].concat();
    let visitor = Ok(ComesFor::Visitor { from: from.ip(), reached: Some(to) });
    assert_eq!(read_from(&header), (visitor.clone(), b"SSH-2.0-x\r\n".to_vec()));
    // An extension of an unknown type.
    let header = of_visitor(from, to, b"\x04\x00\x03abc");
    assert_eq!(read_from(&header), (visitor, Vec::new()));
}

#[test]
fn an_ipv4_mapped_address_becomes_ipv4() {
    let [from, to] = ["[::ffff:192.0.2.7]:1", "[::1]:2"].map(|it| it.parse().expect("an address"));
    let header = of_visitor(from, to, b"");
    let v4 = "192.0.2.7".parse().expect("an address");
    assert_eq!(read_from(&header).0, Ok(ComesFor::Visitor { from: v4, reached: Some(to) }));
}

#[test]
fn a_health_check_is_recognised() {
    for rest in [&b""[..], &[7; 12]] {
        assert_eq!(read_from(&written(0x20, 0x00, rest)).0, Ok(ComesFor::ItsOwn));
    }
}

#[test]
fn other_bytes_are_refused_with_the_reason() {
    let v4 = [1; 12];
    for (bytes, why) in [
        (Vec::new(), NoHeader::Late),
        (b"SSH-2.0-OpenSSH_9.9\r\n".to_vec(), NoHeader::NotOne),
        (b"PROXY TCP4 192.0.2.7 10.0.0.2 1024 2222\r\n".to_vec(), NoHeader::NotOne),
        (written(0x11, 0x11, &v4), NoHeader::Command(0x11)),
        (written(0x2f, 0x11, &v4), NoHeader::Command(0x2f)),
        (written(0x21, 0x00, b""), NoHeader::Family(0x00)),
        (written(0x21, 0x31, &[0; 91]), NoHeader::Family(0x31)),
        (written(0x21, 0x12, &v4), NoHeader::Family(0x12)),
        (written(0x21, 0x11, &v4[1..]), NoHeader::Short(11)),
        (written(0x21, 0x21, &[0; 35]), NoHeader::Short(35)),
        (written(0x21, 0x11, &[0; 92]), NoHeader::Long(108)),
        (written(0x20, 0x00, &vec![0; 0xffff]), NoHeader::Long(16 + 0xffff)),
        (written(0x21, 0x11, &v4)[..27].to_vec(), NoHeader::Late),
    ] {
        assert_eq!(read_from(&bytes).0, Err(why), "{bytes:?}");
    }
}

#[tokio::test]
async fn waiting_for_a_header_times_out() {
    let (mut far, mut near) = tokio::io::duplex(64);
    tokio::io::AsyncWriteExt::write_all(&mut far, &SIGNATURE).await.expect("room");
    assert_eq!(header(&mut near).await, Err(NoHeader::Late));
}

proptest! {
    /// Any bytes get a result, and no more of them are read than a header may have.
    #[test]
    fn any_bytes_get_a_result(
        is_signed in any::<bool>(),
        mut bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        if is_signed {
            bytes.splice(..0, SIGNATURE);
        }
        let (_, left) = read_from(&bytes);
        prop_assert!(bytes.len() - left.len() <= MOST_BYTES);
        prop_assert!(bytes.ends_with(&left));
    }

    /// Each address round-trips, whatever extensions follow.
    #[test]
    fn addresses_round_trip(
        from in any::<[u8; 16]>(),
        port in any::<u16>(),
        is_v4 in any::<bool>(),
        more in prop::collection::vec(any::<u8>(), 0..50),
    ) {
        let v4 = |bytes: [u8; 16]| Ipv4Addr::from([bytes[0], bytes[1], bytes[2], bytes[3]]).into();
        let address: IpAddr = if is_v4 { v4(from) } else { Ipv6Addr::from(from).into() };
        let to: IpAddr = if is_v4 { v4([9; 16]) } else { Ipv6Addr::from([9; 16]).into() };
        let header = of_visitor((address, port).into(), (to, 22).into(), &more);
        let read = read_from(&header).0;
        let reached = Some((to.to_canonical(), 22).into());
        prop_assert_eq!(read, Ok(ComesFor::Visitor { from: address.to_canonical(), reached }));
    }
}
