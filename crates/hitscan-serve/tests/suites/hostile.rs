//! A test with a client that sends any requests in any order.

use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use russh::Sig;

use crate::support::server::{TestServer, new_key};
use crate::support::visitor::{Visitor, connect, prove};

/// Words of all kinds: known, unknown, long, with control characters.
const WORDS: &str = ", help, points, hits, lines, learn, sandbox, sandbox none.toml, put a.toml, \
    file a.toml, key, board, say hi, \u{1b}]0;x\u{7}, a\0b, x y z q r s t u v w, sh";

/// Sends a random request, whether it makes sense or not, and does not wait for a reply.
async fn asks_anything(visitor: &Visitor, dice: &mut SmallRng) {
    let channel = &visitor.channel;
    let number = |dice: &mut SmallRng| [0, 1, 80, 65_535, u32::MAX][dice.random_range(0..5)];
    let words = WORDS.split(", ").collect::<Vec<_>>();
    let words = words[dice.random_range(0..words.len())];
    let wants_reply = dice.random_bool(0.5);
    // Sending fails if the server has closed the channel.
    let _ = match dice.random_range(0..11) {
        0 => {
            let (columns, rows) = (number(dice), number(dice));
            let terms = ["xterm", "", "dumb", "\u{1b}[2J", &"x".repeat(70_000)];
            let term = terms[dice.random_range(0..5)];
            channel.request_pty(wants_reply, term, columns, rows, number(dice), 0, &[]).await
        }
        1 => channel.window_change(number(dice), number(dice), 0, number(dice)).await,
        2 => channel.request_shell(wants_reply).await,
        3 => channel.exec(wants_reply, words).await,
        4 => channel.request_subsystem(wants_reply, words).await,
        5 => channel.set_env(wants_reply, words, "C.UTF-8").await,
        6 => channel.set_env(wants_reply, "LANG", words).await,
        7 => {
            channel
                .signal([Sig::TERM, Sig::HUP, Sig::KILL, Sig::INT][dice.random_range(0..4)].clone())
                .await
        }
        8 => channel.eof().await,
        9 => channel.extended_data(dice.random_range(0..9), words.as_bytes()).await,
        _ => {
            let bytes: Vec<u8> = (0..dice.random_range(0..300)).map(|_| dice.random()).collect();
            channel.data(&bytes[..]).await
        }
    };
}

/// Requests in any order neither crash the server nor lock a student out.
#[tokio::test]
async fn any_order_of_requests_is_survived() {
    let server = TestServer::start();
    let keys = [new_key(), new_key()];
    server.give_key("anna", &keys[0]);
    server.give_key("ben", &keys[1]);
    let seed: u64 = rand::rng().random();
    let mut dice = SmallRng::seed_from_u64(seed);
    println!("seed {seed}");
    for _ in 0..40 {
        let mut client = connect(server.address).await;
        assert!(prove(&mut client, "anna", &keys[0]).await.success(), "seed {seed}");
        let anna = Visitor::of(client).await;
        for _ in 0..dice.random_range(1..12) {
            asks_anything(&anna, &mut dice).await;
        }
    }
    let mut ben = server.at_lessons("ben", &keys[1]).await;
    ben.press(":q!\r").await;
    assert_eq!(ben.ends().await, (Some(0), String::new()), "seed {seed}");
}
