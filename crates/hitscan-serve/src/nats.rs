//! What joins machines that share a database: a bus of NATS. Each tells the others what happens to
//! its students, at most once; what does not arrive is in the database.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `subject` `payload` `picture` | what a message is called, and what stands in it |
//! | `outbox` | what sessions want to be sent: they never wait for it |
//! | `client` | how it connects, what it sends and listens to |
//! | `link` | what is sent when, and what becomes of what comes |
//! | `leave` | a second login: the first screen ends at another machine |
//! | `watched_screens` | pictures of screens that are looked at from other machines, and of theirs |
//! | `reading` | records of classes that were changed elsewhere, read again |

mod client;
mod leave;
mod link;
mod outbox;
mod payload;
mod picture;
mod reading;
mod subject;
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

/// The most threads that wait at once for the store or for screens that end.
const WAITING_THREADS: usize = 16;

/// Who is here, joined to other machines by this bus. It may not be there yet, and may go and come.
///
/// # Errors
/// When the system has no thread for it, or gives no random numbers.
pub fn joined(url: &BusUrl, store: &Arc<dyn Store>) -> io::Result<Arc<Live>> {
    let mut first = [0; 8];
    getrandom::fill(&mut first).map_err(|why| io::Error::other(why.to_string()))?;
    let outbox = Arc::new(Outbox::default());
    let live = Live::new(Arc::new(NatsBus::new(&outbox)));
    let (weak, url, store) = (Arc::downgrade(&live), url.clone(), Arc::clone(store));
    let mut runtime = Builder::new_current_thread();
    let runtime = runtime.enable_all().max_blocking_threads(WAITING_THREADS).build()?;
    thread::Builder::new().name("bus".to_owned()).spawn(move || {
        runtime.block_on(Link::run((weak, outbox), store, (&url, u64::from_be_bytes(first))));
    })?;
    Ok(live)
}

/// Looks whether a bus can be reached.
///
/// # Errors
/// Says why not.
pub fn check(url: &BusUrl) -> Result<(), String> {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.map_err(|why| why.to_string())?.block_on(client::try_to_connect(url))
}
