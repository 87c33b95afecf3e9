//! How many progress messages a second a NATS server carries between machines.
//!
//! ```text
//! nats-server -a 127.0.0.1 -p 4222
//! cargo run --release -p hitscan-serve --features nats --example bus -- nats://127.0.0.1:4222 2 10
//! ```
//!
//! The arguments: the bus, the number of machines that subscribe, and the seconds to run. One more
//! machine publishes as fast as the bus accepts: messages about students' progress, as
//! `hitscan-serve` sends them.

use std::error::Error;
use std::time::{Duration, Instant};

use async_nats::HeaderMap;
use futures_util::StreamExt as _;
use tokio::time::timeout;

/// The payload published after a student's answer.
const TOLD: &str = r#"{"lesson":"inside","step":"ask edges","points":78,"most":212,"changes":4,"hints":1,"here":true,"at":"2026-11-27T10:30:00.123456789Z"}"#;
/// The number of messages published between flushes.
const AT_ONCE: u64 = 1000;
/// After this long without a message, no more are expected.
const QUIET: Duration = Duration::from_secs(1);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let [bus, machines, seconds] = &words[..] else {
        return Err(
            "three arguments: the bus, a number of machines, and a number of seconds".into()
        );
    };
    let (machines, seconds): (usize, u64) = (machines.parse()?, seconds.parse()?);
    let mut hearing = Vec::new();
    for _ in 0..machines {
        let client = async_nats::connect(bus.as_str()).await?;
        let mut messages = client.subscribe("hitscan.1.*.progress.*").await?;
        client.flush().await?;
        hearing.push(tokio::spawn(async move {
            let mut heard = 0_u64;
            while let Ok(Some(_)) = timeout(QUIET + Duration::from_secs(1), messages.next()).await {
                heard += 1;
            }
            heard
        }));
    }
    let client = async_nats::connect(bus.as_str()).await?;
    let mut headers = HeaderMap::new();
    headers.insert("Hitscan-Machine", "0123456789abcdef");
    let (begun, mut sent) = (Instant::now(), 0_u64);
    while begun.elapsed() < Duration::from_secs(seconds) {
        for _ in 0..AT_ONCE {
            let subject = format!("hitscan.1.3b.progress.s{}", sent % 1000);
            client.publish_with_headers(subject, headers.clone(), TOLD.into()).await?;
            sent += 1;
        }
        client.flush().await?;
    }
    let took = begun.elapsed().as_secs_f64();
    let mut heard = 0;
    for one in hearing {
        heard += one.await?;
    }
    #[expect(clippy::cast_precision_loss, reason = "few messages")]
    let rate = sent as f64 / took;
    println!(
        "{sent} messages in {took:.1} s, {rate:.0} a second; {machines} machines heard {heard}"
    );
    Ok(())
}
