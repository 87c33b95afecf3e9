//! A second login: the machine with the first session ends it, and answers when its files are
//! closed. Without an answer the second session proceeds, and the database decides which one can
//! write.

use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use async_nats::{Message, StatusCode};
use futures_util::StreamExt as _;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::client::Sender;
use super::payload::{SessionMessage, Topic, flag, flag_in, read, written};
use crate::farewell::Farewell;
use crate::live::{Leave, Live, Visitor};
use crate::place::StudentOf;
use crate::user_commands::Role;

/// The time to wait for answers: if another machine reported that it has the student, and if none
/// did.
const EXPECTED_TIME: Duration = Duration::from_millis(2500);
const UNEXPECTED_TIME: Duration = Duration::from_millis(300);

/// Whether the student's files are closed: the key in an answer.
const CLOSED: &str = "closed";

/// Asks the other machines to end a student's sessions, and sends the result to `answer`.
pub(super) fn ask(
    sender: Sender,
    leave: Leave,
    machines: usize,
    answer: SyncSender<Result<(), Farewell>>,
) {
    tokio::spawn(async move {
        let time = if leave.is_expected { EXPECTED_TIME } else { UNEXPECTED_TIME };
        let is_open = timeout(time, is_left_open(&sender, &leave, machines.max(1))).await;
        let is_open = matches!(is_open, Ok(Some(true)));
        let _ = answer.send(if is_open { Err(Farewell::StillClosing) } else { Ok(()) });
    });
}

/// Whether a machine answers that the student's files are still open there.
async fn is_left_open(sender: &Sender, leave: &Leave, machines: usize) -> Option<bool> {
    let client = &sender.client;
    let inbox = client.new_inbox();
    let mut answers = client.subscribe(inbox.clone()).await.ok()?;
    let topic = Topic::Leave(leave.class.clone(), leave.student.clone());
    let session = leave.next.map(|next| format!("{:016x}-{next}", sender.machine.0));
    let payload = written(&SessionMessage { session }).into();
    let (subject, headers) = (topic.to_string(), sender.headers(None));
    client.publish_with_reply_and_headers(subject, inbox, headers, payload).await.ok()?;
    for _ in 0..machines {
        let answer = answers.next().await?;
        if answer.status == Some(StatusCode::NO_RESPONDERS) {
            break;
        }
        if flag_in(&answer.payload, CLOSED) == Some(false) {
            return Some(true);
        }
    }
    Some(false)
}

/// Ends the sessions of a student here, and answers when their files are closed.
pub(super) fn answer(
    live: &Arc<Live>,
    sender: Sender,
    (class, student): StudentOf,
    message: Message,
) -> Option<()> {
    let next = read::<SessionMessage>(&message.payload)?.session;
    let reply = message.reply?;
    let why = match next {
        Some(_) => Farewell::AnotherScreen(student.clone()),
        None => Farewell::Removed,
    };
    let is_here = live.screen_here(&class, &student).is_some();
    let (live, visitor) =
        (Arc::clone(live), Visitor { class: Some(class), user: student, role: Role::Student });
    tokio::spawn(async move {
        let ends = move || live.dismiss_here(&visitor, &why).is_ok();
        let closed = !is_here || spawn_blocking(ends).await.unwrap_or(false);
        let payload = flag(CLOSED, closed).into();
        // The other machine proceeds without an answer.
        let _ = sender.client.publish(reply, payload).await;
    });
    Some(())
}
