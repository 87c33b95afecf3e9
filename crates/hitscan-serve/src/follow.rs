//! Following: all students of a class see one screen until they press Esc or its owner stops. It is
//! watching in reverse: one thread passes the newest picture on to every student's session, which
//! draws it at its own pace.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{io, thread};

use hitscan::seat::ShownScreen;
use hitscan::seat::ratatui::buffer::Buffer;

use crate::class::ClassId;
use crate::live::{Here, Live, SessionId, Watching};
use crate::place::UserId;

/// The time between pictures: ten a second for a class, four for a crowd.
const PACE: Duration = Duration::from_millis(100);
const PACE_OF_A_CROWD: Duration = Duration::from_millis(250);
/// More students than this are a crowd.
const CROWD: usize = 60;
/// The thread's stack size: it only passes pictures on.
const STACK_BYTES: usize = 256 << 10;

/// Shows a screen to all students of a class until it is dropped.
#[derive(Debug)]
pub struct ShownToAll {
    /// Dropped first, to end the thread.
    wake: Option<SyncSender<Woken>>,
    thread: Option<JoinHandle<()>>,
}

/// Why the thread wakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Woken {
    /// There may be a new picture or a new student.
    Look,
    /// Stop.
    End,
}

impl ShownToAll {
    /// Begins to show the screen of a session. Students who log in later see it, too.
    ///
    /// # Errors
    /// When the session has ended, or the system has no more threads.
    pub fn begin(
        live: &Arc<Live>,
        class: &ClassId,
        by: &UserId,
        session: SessionId,
    ) -> io::Result<Self> {
        // One pending wake-up is enough: each wake-up handles everything that is new.
        let (wake, woken) = sync_channel(1);
        let look = |wake: SyncSender<Woken>| {
            move || {
                let _ = wake.try_send(Woken::Look);
            }
        };
        let watching = live.watch(session, look(wake.clone()));
        let watching = watching.ok_or(io::ErrorKind::NotConnected)?;
        let listening = live.listen(class, look(wake.clone()));
        let (live, class, by) = (Arc::clone(live), class.clone(), by.clone());
        let name = format!("{class}/follow");
        let builder = thread::Builder::new().name(name).stack_size(STACK_BYTES);
        let thread = builder.spawn(move || {
            pass_on(&live, &class, &by, &watching, &woken);
            drop(listening);
        })?;
        Ok(Self { wake: Some(wake), thread: Some(thread) })
    }
}

impl Drop for ShownToAll {
    fn drop(&mut self) {
        if let Some(wake) = self.wake.take() {
            // This blocks until the thread has taken the pending wake-up.
            let _ = wake.send(Woken::End);
        }
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was already reported by the panic hook.
            let _ = thread.join();
        }
    }
}

/// Passes each new picture on to all students of the class, until it is woken to end.
fn pass_on(
    live: &Live,
    class: &ClassId,
    by: &UserId,
    watching: &Watching,
    woken: &Receiver<Woken>,
) {
    let students = || live.here(Some(class)).into_iter().filter(Here::is_student);
    let mut last: Option<Arc<Buffer>> = None;
    let mut have_it = BTreeSet::new();
    let mut next = Instant::now();
    while woken.recv() == Ok(Woken::Look) {
        // Take the picture after the pause, so that it is the newest.
        thread::sleep(next.saturating_duration_since(Instant::now()));
        let Some(picture) = watching.picture() else { continue };
        if last.as_ref().is_none_or(|last| !Arc::ptr_eq(last, &picture)) {
            have_it.clear();
            last = Some(Arc::clone(&picture));
        }
        let students: Vec<_> = students().collect();
        for student in students.iter().filter(|it| !have_it.contains(&it.session)) {
            let shown = ShownScreen { picture: Arc::clone(&picture), by: by.to_string() };
            student.handle.show(Some(shown));
        }
        have_it = students.iter().map(|student| student.session).collect();
        // A late picture does not delay the ones after it.
        next += if students.len() > CROWD { PACE_OF_A_CROWD } else { PACE };
        next = next.max(Instant::now());
    }
    students().for_each(|student| student.handle.show(None));
}
