//! The NATS bus between machines that share a database. Machines report what their students do to
//! each other, at most once; whatever gets lost is in the database.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `payload` `picture` | the subject and the content of messages; the encoding of pictures |
//! | `outbox` | what sessions want to send; they never wait for it |
//! | `client` | connecting, sending and subscribing |
//! | `link` | when to send what, and handling messages; which machines are gone, which records changed |
//! | `leave` | a second login ends the first session, at another machine |
//! | `watched_screens` | pictures of watched screens, sent to and received from other machines |
//!
//! Sessions put into `outbox`; `link` takes from it, calls `leave` and `watched_screens`, and all of
//! these send through `client` what `payload` writes.

mod client;
mod leave;
mod link;
mod outbox;
mod payload;
mod picture;
mod watched_screens;

use std::io;
use std::sync::Arc;
use std::thread;

use tokio::runtime::Builder;

use crate::config::BusUrl;
use crate::live::Live;
use crate::store::Store;
use link::Link;
use outbox::{NatsBus, Outbox};

/// The most threads that block at once on the store or on sessions that end.
const WAITING_THREADS: usize = 16;

/// Makes the [`Live`] of this machine, connected to the others by this bus. The bus may be
/// unreachable at first, and may come and go.
///
/// # Errors
/// When the system has no more threads or no random numbers.
pub fn joined(url: &BusUrl, store: &Arc<dyn Store>) -> io::Result<Arc<Live>> {
    let mut first = [0; 8];
    getrandom::fill(&mut first).map_err(|why| io::Error::other(why.to_string()))?;
    let outbox = Arc::new(Outbox::default());
    let live = Live::new(Arc::new(NatsBus(Arc::clone(&outbox))));
    let (weak, url, store) = (Arc::downgrade(&live), url.clone(), Arc::clone(store));
    let mut runtime = Builder::new_current_thread();
    let runtime = runtime.enable_all().max_blocking_threads(WAITING_THREADS).build()?;
    thread::Builder::new().name("bus".to_owned()).spawn(move || {
        runtime.block_on(Link::run(weak, outbox, store, &url, u64::from_be_bytes(first)));
    })?;
    Ok(live)
}

/// Checks that the bus can be reached.
///
/// # Errors
/// Says why it cannot.
pub fn check(url: &BusUrl) -> Result<(), String> {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.map_err(|why| why.to_string())?.block_on(client::try_to_connect(url))
}
