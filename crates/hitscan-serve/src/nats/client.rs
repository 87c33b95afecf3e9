//! The NATS client: connecting, sending and subscribing.

use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, HeaderMap, Message};
use futures_util::StreamExt as _;
use hitscan_core::scene::printable;
use tokio::sync::{mpsc, watch};
use tokio::task::AbortHandle;
use tokio::time::timeout;

use super::outbox::Outbox;
use super::payload::Topic;
use crate::config::{BusLogin, BusUrl};
use crate::live::Machine;
use crate::place::UserId;
use crate::trouble::Trouble;

/// The time allowed to hand a message to the connection.
pub(super) const SENDING_TIME: Duration = Duration::from_secs(1);
/// The longest delay between reconnects, and the interval of pings on a silent connection.
const LONGEST_BREAK: Duration = Duration::from_secs(1);
const PING: Duration = Duration::from_secs(10);
/// The time allowed for a trial connection.
const TRYING_TIME: Duration = Duration::from_secs(5);
/// The most unread messages, per subscription and in all.
pub(super) const MOST_UNREAD: usize = 4096;
/// The headers that name the machine that sent a message, and the teacher on whose behalf.
const MACHINE: &str = "Hitscan-Machine";
const BY: &str = "Hitscan-By";

/// Sends messages with this machine's name in their headers.
#[derive(Clone, Debug)]
pub(super) struct Sender {
    pub(super) client: Client,
    pub(super) machine: Machine,
    pub(super) outbox: Arc<Outbox>,
}

impl Sender {
    pub(super) async fn send(&self, topic: &Topic, payload: Vec<u8>, by: Option<&UserId>) {
        let headers = self.headers(by);
        let sent = self.client.publish_with_headers(topic.to_string(), headers, payload.into());
        if !matches!(timeout(SENDING_TIME, sent).await, Ok(Ok(()))) {
            self.outbox.leaves_out();
        }
    }

    pub(super) fn headers(&self, by: Option<&UserId>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(MACHINE, format!("{:016x}", self.machine.0));
        if let Some(by) = by {
            headers.insert(BY, by.as_str());
        }
        headers
    }
}

/// The machine that sent a message.
pub(super) fn machine_of(message: &Message) -> Option<Machine> {
    let word = message.headers.as_ref()?.get(MACHINE)?.as_str();
    u64::from_str_radix(word, 16).ok().map(Machine)
}

/// The teacher on whose behalf it was sent.
pub(super) fn by_of(message: &Message) -> Option<UserId> {
    message.headers.as_ref()?.get(BY)?.as_str().parse().ok()
}

/// The connection options. If TLS is required, it is required of every server of the cluster.
fn options(url: &BusUrl) -> ConnectOptions {
    let options = ConnectOptions::new().name("hitscan-serve").require_tls(url.is_encrypted());
    match url.login() {
        None => options,
        Some(BusLogin::Password { user, password }) => {
            options.user_and_password(user.clone(), password.clone())
        }
        Some(BusLogin::Token(token)) => options.token(token.clone()),
    }
}

/// Connects a client, which keeps trying until the bus is reachable.
pub(super) async fn connected(
    url: &BusUrl,
    is_there: watch::Sender<bool>,
) -> Result<Client, async_nats::ConnectError> {
    let options = options(url).retry_on_initial_connect();
    let options = options.no_echo().ping_interval(PING).subscription_capacity(MOST_UNREAD);
    let options = options.reconnect_delay_callback(|tries| {
        let tries = u32::try_from(tries.min(8)).unwrap_or(8);
        (Duration::from_millis(10) * 2_u32.pow(tries)).min(LONGEST_BREAK)
    });
    let trouble = Trouble::default();
    let options = options.event_callback(move |event| {
        match event {
            Event::Connected => {
                is_there.send_replace(true);
                trouble.is_over("bus: connected again");
            }
            Event::Disconnected => {
                is_there.send_replace(false);
                trouble.say("bus: away; this machine sees and reaches only its own students");
            }
            Event::Closed => drop(is_there.send_replace(false)),
            Event::ClientError(why) => trouble.say(format_args!("bus: {why}")),
            Event::ServerError(why) => trouble.say(format_args!("bus: {why}")),
            _ => (),
        }
        async {}
    });
    options.connect(url.address()).await
}

/// Connects once, to check that it works.
pub(super) async fn try_to_connect(url: &BusUrl) -> Result<(), String> {
    match timeout(TRYING_TIME, options(url).connect(url.address())).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(why)) => Err(printable(&why.to_string())),
        Err(_) => Err("it does not answer".to_owned()),
    }
}

/// Subscribes to a subject until the task is aborted.
pub(super) async fn listen(
    client: &Client,
    subject: String,
    unread: mpsc::Sender<Message>,
) -> Option<AbortHandle> {
    let mut subscriber = client.subscribe(subject).await.ok()?;
    let task = tokio::spawn(async move {
        while let Some(message) = subscriber.next().await {
            if unread.send(message).await.is_err() {
                return;
            }
        }
    });
    Some(task.abort_handle())
}
