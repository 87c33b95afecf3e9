//! Tests of TLS to the database and to the bus: if it is asked for, nothing is sent without it.

use std::net::IpAddr;
use std::path::Path;

use super::bus::row_with;
use super::nodes::{answers, at_a_screen};
use crate::support::certificates::Certificates;
use crate::support::nats::Nats;
use crate::support::postgres::{Postgres, address_of};
use crate::support::process::Installed;
use crate::support::server::new_key;
use crate::support::visitor::Visitor;

/// Runs a command on a machine that trusts these certificates; returns its status and its output.
fn told(node: &Installed, words: &[&str], authority: Option<&Path>) -> (Option<i32>, String) {
    let mut command = node.command(words);
    if let Some(authority) = authority {
        command.env("SSL_CERT_FILE", authority);
    }
    let output = command.output().expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// A loopback address that no other program uses.
fn own_address() -> IpAddr {
    let [.., high, middle, low] = std::process::id().to_be_bytes();
    [127, high, middle, low].into()
}

#[tokio::test]
async fn the_database_connection_uses_tls_if_its_url_says_so() {
    let address = own_address();
    let Some(certificates) = Certificates::of(address) else { return };
    let folder = certificates.folder().to_str().expect("text");
    let settings = [("CERTIFICATES", folder), ("ADDRESS", &address.to_string())];
    let Some(postgres) = Postgres::with(&settings, None) else { return };
    let name = postgres.new_database("migrated");
    let place = format!("postgresql://hitscan@{address}/{name}");
    let node = |mode: &str| {
        Installed::with(&format!("listen = [\"127.0.0.1:0\"]\nstore = \"{place}{mode}\"\n"))
    };
    let authority = certificates.authority();
    for mode in ["?sslmode=verify-full", "?sslmode=require"] {
        let stranger = node(mode);
        for word in ["check", "run", "migrate"] {
            let (status, said) = told(&stranger, &[word], None);
            assert_eq!(status, Some(1), "{word}: {said}");
            assert!(said.contains("invalid peer certificate: UnknownIssuer"), "{word}: {said}");
        }
        let (status, said) = told(&stranger, &["migrate"], Some(&authority));
        assert_eq!((status, &*said), (Some(0), "the schema is 3, as it should be\n"));
    }
    // The database refuses unencrypted connections.
    assert_eq!(told(&node(""), &["check"], Some(&authority)).0, Some(1));
    let trusting = node("?sslmode=verify-full");
    let (status, said) =
        told(&trusting, &["class", "new", "3b", "--title", "Monday"], Some(&authority));
    assert_eq!(status, Some(0), "{said}");
    let code = said.trim().rsplit(' ').next().expect("a code").to_owned();
    let running = trusting.starts_trusting(&authority);
    let mut anna = at_a_screen(running.address, "anna", &code).await;
    answers(&mut anna).await;
    let sql = "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
               WHERE application_name LIKE 'hitscan-serve%'";
    assert_eq!(postgres.sql(&name, sql), "t");
}

#[test]
fn a_database_without_tls_is_refused_if_its_url_requires_it() {
    let Some(postgres) = Postgres::shared() else { return };
    let address = address_of(postgres.folder(), &postgres.new_database("migrated"));
    let node = Installed::with(&format!("store = \"{address}&sslmode=require\"\n"));
    for word in ["check", "run", "migrate"] {
        let (status, said) = told(&node, &[word], None);
        assert_eq!(status, Some(1), "{word}: {said}");
        assert!(said.contains("TLS"), "{word}: {said}");
    }
}

#[tokio::test]
async fn the_bus_connection_uses_tls_if_its_url_says_so() {
    let address = [127, 0, 0, 1].into();
    let (Some(postgres), Some(certificates)) = (Postgres::shared(), Certificates::of(address))
    else {
        return;
    };
    let (Some(encrypted), Some(plain)) = (Nats::encrypted(certificates.folder()), Nats::start())
    else {
        return;
    };
    let ada = new_key();
    let key = ada.public_key().to_openssh().expect("a key");
    let lines =
        |bus: &Nats| format!("bus = \"tls://{}\"\nteachers.ada = [\"{key}\"]\n", bus.socket());
    let nodes = super::nodes::Nodes::<2>::with(postgres, &lines(&encrypted));
    let authority = certificates.authority();
    let (status, said) = told(&nodes.installed[0], &["check"], Some(&authority));
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("bus: it answers\n"), "{said}");
    let (status, said) = told(&nodes.installed[0], &["check"], None);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("invalid peer certificate: UnknownIssuer"), "{said}");
    let of_plain = super::nodes::Nodes::<1>::with(postgres, &lines(&plain));
    let (status, said) = told(&of_plain.installed[0], &["check"], Some(&authority));
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("error: bus: "), "{said}");
    let _running = [0, 1].map(|node| nodes.installed[node].starts_trusting(&authority));
    let board = Visitor::by_key(nodes.addresses[0], "ada", &ada).await;
    let mut board = board.on_a_screen("").await;
    let _anna = at_a_screen(nodes.addresses[1], "anna", &nodes.code).await;
    row_with(&mut board, "anna", &["1/8 card", " s"], std::time::Duration::from_secs(10)).await;
}
