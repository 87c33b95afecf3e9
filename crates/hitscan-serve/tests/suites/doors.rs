//! Tests of connections that do not log in, and of too many connections.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::support::server::TestServer;
use crate::support::visitor::{connect, type_code};

const GRACE: Duration = Duration::from_millis(600);
const LOGIN: Duration = Duration::from_millis(1500);

/// How long the server keeps a connection that sends this, one byte at a time.
async fn kept_for(address: SocketAddr, sent: &[u8], pause: Duration) -> Duration {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let begun = Instant::now();
    let (mut reading, mut writing) = stream.split();
    let sending = async {
        for turn in 0..10_000 {
            // Repeat the text; send nothing if it is empty.
            let byte = sent.get(turn % sent.len().max(1)).map(std::slice::from_ref);
            if writing.write_all(byte.unwrap_or_default()).await.is_err() {
                break;
            }
            sleep(pause).await;
        }
    };
    let ending = async {
        let mut buffer = [0; 4096];
        while matches!(reading.read(&mut buffer).await, Ok(bytes) if bytes > 0) {}
    };
    tokio::select! { () = sending => (), () = ending => () }
    begun.elapsed()
}

#[tokio::test]
async fn a_connection_that_does_not_log_in_is_closed() {
    let server = TestServer::with(
        |config| (config.limits.grace, config.limits.login) = (GRACE, LOGIN),
        |_| (),
    );
    let pause = Duration::from_millis(50);
    let (silent, slow, banner, exchanged) = tokio::join!(
        kept_for(server.address, b"", pause),
        kept_for(server.address, b"xxxxxxxxxxx", pause),
        kept_for(server.address, b"SSH-2.0-OpenSSH_9.2\r\n", pause),
        async {
            let client = connect(server.address).await;
            let begun = Instant::now();
            while !client.is_closed() {
                sleep(pause).await;
            }
            begun.elapsed()
        },
    );
    for (what, kept) in [("silent", silent), ("slow", slow), ("a banner", banner)] {
        assert!(kept + pause >= GRACE && kept < 4 * GRACE, "{what}: {kept:?}");
    }
    assert!(exchanged < LOGIN + GRACE, "a key exchange only: {exchanged:?}");
}

#[tokio::test]
async fn a_client_that_begins_a_login_gets_more_time() {
    let server = TestServer::with(
        |config| (config.limits.grace, config.limits.login) = (GRACE, LOGIN),
        |_| (),
    );
    let mut anna = connect(server.address).await;
    let begun = Instant::now();
    anna.authenticate_none("anna").await.expect("an answer");
    while !anna.is_closed() {
        sleep(Duration::from_millis(20)).await;
    }
    let kept = begun.elapsed();
    assert!(kept > GRACE + Duration::from_millis(300) && kept < 2 * LOGIN, "{kept:?}");
}

#[tokio::test]
async fn half_open_connections_leave_room_for_a_student() {
    let server = TestServer::with(|config| config.limits.grace = Duration::from_secs(5), |_| ());
    let mut silent = Vec::new();
    for _ in 0..1000 {
        // Connections over the limit are closed at once.
        if let Ok(stream) = TcpStream::connect(server.address).await {
            silent.push(stream);
        }
    }
    let mut buffer = [0; 64];
    let mut kept = 0;
    for stream in &mut silent {
        let read = timeout(Duration::from_millis(200), stream.read(&mut buffer)).await;
        kept += usize::from(matches!(read, Ok(Ok(bytes)) if bytes > 0));
    }
    assert_eq!(kept, 200, "half-open connections of one address");
    drop(silent.pop());
    let entered = timeout(Duration::from_secs(20), async {
        loop {
            let config = std::sync::Arc::default();
            let visitor = crate::support::visitor::AnyHost;
            if let Ok(mut anna) = russh::client::connect(config, server.address, visitor).await {
                return type_code(&mut anna, "anna", &server.code).await;
            }
            sleep(Duration::from_millis(200)).await;
        }
    });
    assert!(entered.await.expect("room, once the grace is over"));
}

#[tokio::test]
async fn the_last_connections_are_told_that_the_server_is_full() {
    use crate::support::visitor::Visitor;
    let server = TestServer::with(|config| config.limits.connections = 4, |_| ());
    let code = &server.code;
    let mut anna = Visitor::by_code(server.address, "anna", code).await.on_a_screen("").await;
    anna.sees("Your own code").await;
    let mut ben = Visitor::by_code(server.address, "ben", code).await.on_a_screen("").await;
    ben.sees("Your own code").await;
    let mut cleo = Visitor::by_code(server.address, "cleo", code).await;
    cleo.asks("").await;
    let told = "the server is full; try again in a minute".to_owned();
    assert_eq!(cleo.ends().await, (Some(1), told));
}

#[tokio::test]
async fn logins_per_address_are_limited() {
    let server = TestServer::with(|config| config.limits.logins_per_minute = 2, |_| ());
    for _ in 0..2 {
        let mut anna = connect(server.address).await;
        assert!(!type_code(&mut anna, "anna", "blue-otter-42").await);
    }
    let mut anna = connect(server.address).await;
    let _ = anna.authenticate_none("anna").await;
    let begun = Instant::now();
    while !anna.is_closed() {
        assert!(begun.elapsed() < Duration::from_secs(5), "a third login is let in");
        sleep(Duration::from_millis(20)).await;
    }
}
