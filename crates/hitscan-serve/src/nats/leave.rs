//! A second login: the first screen ends at the machine where it is, which answers when its files
//! are closed. Without an answer the second goes on, and the database decides who writes.

use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use async_nats::{Message, StatusCode};
use futures_util::StreamExt as _;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::client::Sender;
use super::outbox::StudentOf;
use super::payload::{LeftMessage, SessionMessage, read, written};
use super::subject::Topic;
use crate::farewell::Farewell;
use crate::live::{Leave, Live, Visitor};
use crate::words::Role;

/// How long is waited for the answers: of machines one of which has the student, and of those of
/// which that is not known.
const EXPECTED_TIME: Duration = Duration::from_millis(2500);
const UNEXPECTED_TIME: Duration = Duration::from_millis(300);

/// Asks the other machines, so many as are heard, and hands on what comes of it.
pub(super) fn ask(
    sender: Sender,
    leave: Leave,
    (machines, answer): (usize, SyncSender<Result<(), Farewell>>),
) {
    tokio::spawn(async move {
        let time = if leave.is_expected { EXPECTED_TIME } else { UNEXPECTED_TIME };
        let is_open = timeout(time, is_left_open(&sender, &leave, machines.max(1))).await;
        let is_open = matches!(is_open, Ok(Some(true)));
        let _ = answer.send(if is_open { Err(Farewell::StillClosing) } else { Ok(()) });
    });
}

/// Whether a machine says that the files of the student are still open there.
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
        if read::<LeftMessage>(&answer.payload).is_some_and(|it| !it.closed) {
            return Some(true);
        }
    }
    Some(false)
}

/// Ends the screens of a student here, and answers when their files are closed.
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
        let payload = written(&LeftMessage { closed }).into();
        // The other machine goes on without it.
        let _ = sender.client.publish(reply, payload).await;
    });
    Some(())
}
