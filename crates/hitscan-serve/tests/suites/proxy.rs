//! Tests of clients behind a load balancer, whose PROXY header is used if it is trusted.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use russh::client::{self, Handle};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

use crate::support::balancer::Balancer;
use crate::support::server::TestServer;
use crate::support::visitor::{AnyHost, Visitor, connect, type_code};

/// A generous timeout.
const PATIENCE: Duration = Duration::from_secs(20);
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// The PROXY header of a balancer, with this command and client address.
fn header(command: u8, from: [u8; 4]) -> Vec<u8> {
    let start = b"\r\n\r\n\0\r\nQUIT\n";
    [&start[..], &[command, 0x11, 0, 12], &from, &[127, 0, 0, 1, 4, 0, 8, 174]].concat()
}

fn behind_a_balancer() -> TestServer {
    TestServer::with(|config| config.trusted = vec![HERE], |_| ())
}

/// Sends these bytes, and returns the response up to its first line or the end.
async fn answer(server: &TestServer, first: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    stream.write_all(first).await.expect("sent");
    let mut said = Vec::new();
    let heard = timeout(PATIENCE, async {
        while !said.ends_with(b"\n") && stream.read_buf(&mut said).await.is_ok_and(|it| it > 0) {}
    });
    heard.await.expect("an end or a line");
    String::from_utf8_lossy(&said).into_owned()
}

async fn connect_by(stream: TcpStream) -> Handle<AnyHost> {
    client::connect_stream(Arc::default(), stream, AnyHost).await.expect("a connection")
}

/// A client with this address, behind a balancer.
async fn visitor_from(server: &TestServer, from: [u8; 4]) -> Handle<AnyHost> {
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    stream.write_all(&header(0x21, from)).await.expect("sent");
    connect_by(stream).await
}

/// The audit log, once it has a login.
async fn audit(server: &TestServer) -> String {
    let path = server.data.path().join("audit.ndjson");
    let noted = timeout(PATIENCE, async {
        loop {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            if text.contains("\"login\"") {
                return text;
            }
            sleep(Duration::from_millis(10)).await;
        }
    });
    noted.await.expect("a note in time")
}

#[tokio::test]
async fn the_audit_log_has_the_address_from_a_trusted_balancer() {
    let server = behind_a_balancer();
    let mut anna = visitor_from(&server, [192, 0, 2, 7]).await;
    assert!(type_code(&mut anna, "anna", &server.code).await);
    let noted = audit(&server).await;
    assert!(noted.contains("192.0.2.7") && !noted.contains("127.0.0.1"), "{noted}");
}

#[tokio::test]
async fn the_command_that_adds_a_key_has_the_address_of_the_balancer() {
    let server = behind_a_balancer();
    let mut anna = visitor_from(&server, [192, 0, 2, 7]).await;
    assert!(type_code(&mut anna, "anna", &server.code).await);
    let mut anna = Visitor::of(anna).await.on_a_screen("").await;
    // The header names the address that the client connected to.
    anna.sees("ssh -p 2222 anna@127.0.0.1 key < ").await;
}

#[tokio::test]
async fn the_limits_count_the_address_from_a_trusted_balancer() {
    let server = TestServer::with(
        |config| (config.trusted, config.limits.per_address) = (vec![HERE], 1),
        |_| (),
    );
    let _first = visitor_from(&server, [192, 0, 2, 7]).await;
    assert_eq!(answer(&server, &header(0x21, [192, 0, 2, 7])).await, "");
    let other = answer(&server, &header(0x21, [192, 0, 2, 8])).await;
    assert!(other.starts_with("SSH-2.0-"), "{other}");
}

#[tokio::test]
async fn a_header_is_required_of_a_trusted_balancer() {
    let server = behind_a_balancer();
    for first in [
        &b"SSH-2.0-OpenSSH_9.9\r\n"[..],
        b"PROXY TCP4 192.0.2.7 10.0.0.2 1024 2222\r\n",
        // Nothing, until the timeout.
        b"",
    ] {
        assert_eq!(answer(&server, first).await, "", "{first:?}");
    }
}

#[tokio::test]
async fn a_header_from_another_address_is_not_believed() {
    let balancer = "192.0.2.99".parse().expect("an address");
    let server = TestServer::with(|config| config.trusted = vec![balancer], |_| ());
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    stream.write_all(&header(0x21, [192, 0, 2, 7])).await.expect("sent");
    // The library may skip these bytes, as lines before the client's version, or refuse the client.
    let tried = timeout(PATIENCE, async {
        if let Ok(mut client) = client::connect_stream(Arc::default(), stream, AnyHost).await {
            type_code(&mut client, "anna", "wrong").await;
        }
    });
    tried.await.expect("the server closes the connection");
    let mut ben = connect(server.address).await;
    assert!(type_code(&mut ben, "ben", &server.code).await);
    let noted = audit(&server).await;
    assert!(noted.contains("127.0.0.1") && !noted.contains("192.0.2.7"), "{noted}");
}

#[tokio::test]
async fn a_health_check_is_answered_and_not_logged() {
    let server = behind_a_balancer();
    let well = answer(&server, &header(0x20, [0; 4])).await;
    assert!(well.starts_with("SSH-2.0-"), "{well}");
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    stream.write_all(&header(0x20, [0; 4])).await.expect("sent");
    let mut client = connect_by(stream).await;
    let code = server.code.clone();
    let login = tokio::spawn(async move {
        client.authenticate_keyboard_interactive_start("anna", None).await.map(|_| code)
    });
    let login = timeout(PATIENCE, login).await.expect("an end").expect("no panic");
    assert!(login.is_err(), "it does not log in");
    let mut ben = visitor_from(&server, [192, 0, 2, 7]).await;
    assert!(type_code(&mut ben, "ben", &server.code).await);
    let noted = audit(&server).await;
    assert!(!noted.contains("anna") && !noted.contains("127.0.0.1"), "{noted}");
}

/// A connection through a balancer from this local address, if the balancer considers the server
/// healthy.
async fn reached_from(balancer: &Balancer, from: Ipv4Addr) -> Option<Handle<AnyHost>> {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((from, 0).into()).ok()?;
    let stream = socket.connect(balancer.address).await.ok()?;
    client::connect_stream(Arc::default(), stream, AnyHost).await.ok()
}

#[tokio::test]
async fn clients_behind_haproxy_keep_their_own_addresses() {
    let server = behind_a_balancer();
    let Some(balancer) = Balancer::start(&[server.address]) else { return };
    let from = Ipv4Addr::new(127, 0, 0, 5);
    let mut reached = None;
    let tried = timeout(PATIENCE, async {
        while reached.is_none() {
            sleep(Duration::from_millis(50)).await;
            reached = reached_from(&balancer, from).await;
        }
    });
    tried.await.expect("the health check succeeds in time");
    let mut anna = reached.expect("a connection");
    assert!(type_code(&mut anna, "anna", &server.code).await);
    let noted = audit(&server).await;
    assert!(noted.contains("127.0.0.5") && !noted.contains("127.0.0.1"), "{noted}");
}
