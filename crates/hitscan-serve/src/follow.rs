//! Following: all students of a class see one screen, until they come back from it or its owner
//! leaves. It is watching turned round: one watcher hands the newest picture on to all, each of
//! whom draws it at their own speed.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use hitscan::seat::ShownScreen;

use crate::class::ClassId;
use crate::live::{Here, Live, Picture, SessionId, Watching};
use crate::user::UserId;
use crate::words::Role;

/// How long a picture stays, all in all: ten a second for a class, four for a crowd.
const PACE: Duration = Duration::from_millis(100);
const PACE_OF_A_CROWD: Duration = Duration::from_millis(250);
/// How many students are a crowd.
const CROWD: usize = 60;
/// Deep enough to hand on pictures.
const STACK_BYTES: usize = 256 << 10;

/// A screen that is shown to all students of a class, until this is dropped.
#[derive(Debug)]
pub struct ShownToAll {
    /// Dropped first, which ends the thread.
    wake: Option<SyncSender<Woken>>,
    thread: Option<JoinHandle<()>>,
}

/// Why the thread wakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Woken {
    /// There may be another picture, or another student.
    Look,
    /// It is over.
    End,
}

/// Who shows what to whom.
struct Showing {
    live: Arc<Live>,
    class: ClassId,
    note: String,
    watching: Watching,
}

impl ShownToAll {
    /// Shows the screen of a session from now on. Students who come later see it, too.
    ///
    /// # Errors
    /// When the session has ended, or the system has no more threads.
    pub fn begin(
        live: &Arc<Live>,
        class: &ClassId,
        (by, session): (&UserId, SessionId),
    ) -> io::Result<Self> {
        // One that waits is enough: it looks at all there is.
        let (wake, woken) = sync_channel(1);
        let look = |wake: SyncSender<Woken>| {
            move || {
                let _ = wake.try_send(Woken::Look);
            }
        };
        let watching = live.watch(session, look(wake.clone()));
        let watching = watching.ok_or(io::ErrorKind::NotConnected)?;
        let listening = live.listen(class, look(wake.clone()));
        let note = format!("{by} shows you a screen; Esc comes back to yours");
        let showing = Showing { live: Arc::clone(live), class: class.clone(), note, watching };
        let name = format!("{class}/follow");
        let builder = thread::Builder::new().name(name).stack_size(STACK_BYTES);
        let thread = builder.spawn(move || {
            showing.run(&woken);
            drop(listening);
        })?;
        Ok(Self { wake: Some(wake), thread: Some(thread) })
    }
}

impl Drop for ShownToAll {
    fn drop(&mut self) {
        if let Some(wake) = self.wake.take() {
            // It takes what waits, and then this.
            let _ = wake.send(Woken::End);
        }
        if let Some(thread) = self.thread.take() {
            // One that has panicked has told it.
            let _ = thread.join();
        }
    }
}

impl Showing {
    fn run(&self, woken: &Receiver<Woken>) {
        let mut last: Option<Arc<Picture>> = None;
        let mut have_it = BTreeSet::new();
        let mut next = Instant::now();
        while woken.recv() == Ok(Woken::Look) {
            // What is looked at after that is the newest.
            thread::sleep(next.saturating_duration_since(Instant::now()));
            let Some(picture) = self.watching.picture() else { continue };
            if last.as_ref().is_none_or(|last| !Arc::ptr_eq(last, &picture)) {
                have_it.clear();
                last = Some(Arc::clone(&picture));
            }
            let students = self.students();
            for student in students.iter().filter(|it| !have_it.contains(&it.session)) {
                let shown = ShownScreen { picture: Arc::clone(&picture), note: self.note.clone() };
                student.handle.show(Some(shown));
            }
            have_it = students.iter().map(|student| student.session).collect();
            // One that came late holds up no other.
            next += if students.len() > CROWD { PACE_OF_A_CROWD } else { PACE };
            next = next.max(Instant::now());
        }
        self.students().iter().for_each(|student| student.handle.show(None));
    }

    fn students(&self) -> Vec<Here> {
        let here = self.live.here(Some(&self.class));
        here.into_iter().filter(|here| here.visitor.role == Role::Student).collect()
    }
}
