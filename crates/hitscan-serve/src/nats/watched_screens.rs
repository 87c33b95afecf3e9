//! Pictures of screens on the bus: screens here that are watched from other machines, screens there
//! that are watched here, and teachers' screens that whole classes follow.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::Message;
use hitscan::seat::ratatui::buffer::Buffer;
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, spawn_blocking};

use super::client::{Sender, listen};
use super::payload::{SessionMessage, Topic, written};
use super::picture::{PictureDecoder, PictureEncoder, Received};
use crate::class::ClassId;
use crate::follow::ShownToAll;
use crate::live::{Live, Machine, SessionId, Watching};
use crate::place::{StudentOf, UserId};

/// The shortest time between two pictures.
const PACE: Duration = Duration::from_millis(100);
/// The interval at which whole pictures are sent, and requests for pictures renewed.
const WHOLE_EVERY: Duration = Duration::from_secs(5);
/// A watcher or a followed screen that is silent for this long is forgotten.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(15);
/// The shortest time between two requests for a whole picture after a gap.
const ASKING_PACE: Duration = Duration::from_millis(500);

/// The screens shared between machines.
pub(super) struct SharedScreens {
    unread: mpsc::Sender<Message>,
    sent: BTreeMap<Topic, SentScreen>,
    looked_at: BTreeMap<StudentOf, LookedAtScreen>,
    shown: BTreeMap<ClassId, FollowedScreen>,
}

/// A screen of this machine, sent to others.
struct SentScreen {
    watching: Watching,
    encoder: PictureEncoder,
    last: Option<Arc<Buffer>>,
    /// When it was last sent, and last sent whole.
    at: Option<Instant>,
    whole_at: Option<Instant>,
    is_part: bool,
    /// When to stop, unless watchers ask again. None for a followed screen.
    until: Option<Instant>,
    /// The teacher, if it is a followed screen.
    by: Option<UserId>,
}

/// A student's screen at another machine, watched here.
struct LookedAtScreen {
    decoder: PictureDecoder,
    asked: Option<Instant>,
    listening: Option<AbortHandle>,
}

impl Drop for LookedAtScreen {
    fn drop(&mut self) {
        self.listening.iter().for_each(AbortHandle::abort);
    }
}

/// A teacher's screen at another machine, followed by the class here.
struct FollowedScreen {
    by: UserId,
    machine: Machine,
    session: SessionId,
    live: Arc<Live>,
    decoder: PictureDecoder,
    heard: Instant,
    /// Whether a message is missing, and when a whole picture was last asked for.
    is_gap: bool,
    asked: Option<Instant>,
    shown: Option<ShownToAll>,
}

impl Drop for FollowedScreen {
    fn drop(&mut self) {
        self.live.left_elsewhere(self.session);
        // Dropping it joins a thread, so do that on a thread that can block.
        drop(spawn_blocking({
            let shown = self.shown.take();
            move || drop(shown)
        }));
    }
}

impl SharedScreens {
    pub(super) fn new(unread: mpsc::Sender<Message>) -> Self {
        let (sent, looked_at, shown) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { unread, sent, looked_at, shown }
    }

    /// Another machine watches a screen here, or asks for a whole picture.
    pub(super) fn is_asked_for(
        &mut self,
        live: &Arc<Live>,
        sender: &Sender,
        (class, user): StudentOf,
    ) {
        let follow = self.sent.get_mut(&Topic::Follow(class.clone()));
        if let Some(followed) = follow.filter(|it| it.by.as_ref() == Some(&user)) {
            followed.whole_at = None;
            return;
        }
        let Some(session) = live.screen_here(&class, &user) else { return };
        let until = Some(Instant::now() + FORGOTTEN_AFTER);
        let topic = Topic::Picture(class, user);
        if let Some(sent) = self.sent.get_mut(&topic).filter(|it| !it.watching.is_over()) {
            (sent.until, sent.whole_at) = (until, None);
        } else if let Some(sent) = SentScreen::new(live, sender, session, until, None) {
            self.sent.insert(topic, sent);
        }
    }

    /// Begins to send a teacher's screen, which students at other machines follow.
    pub(super) fn is_followed(
        &mut self,
        live: &Arc<Live>,
        sender: &Sender,
        class: ClassId,
        by: UserId,
        session: SessionId,
    ) {
        if let Some(sent) = SentScreen::new(live, sender, session, None, Some(by)) {
            self.sent.insert(Topic::Follow(class), sent);
        }
    }

    pub(super) async fn is_followed_no_more(
        &mut self,
        sender: &Sender,
        class: &ClassId,
        by: &UserId,
    ) {
        let topic = Topic::Follow(class.clone());
        if self.sent.get(&topic).is_some_and(|it| it.by.as_ref() == Some(by)) {
            self.sent.remove(&topic);
            sender.send(&topic, Vec::new(), Some(by)).await;
        }
    }

    /// A watcher here starts or stops watching a student at another machine.
    pub(super) async fn looks(&mut self, sender: &Sender, student: StudentOf, is_watched: bool) {
        self.looked_at.remove(&student);
        if is_watched {
            let topic = Topic::Picture(student.0.clone(), student.1.clone());
            let unread = self.unread.clone();
            let listening = listen(&sender.client, topic.to_string(), unread).await;
            let decoder = PictureDecoder::default();
            self.looked_at.insert(student, LookedAtScreen { decoder, asked: None, listening });
        }
    }

    /// Handles a picture of a student's screen.
    pub(super) fn comes(&mut self, live: &Live, student: &StudentOf, bytes: &[u8]) -> Option<()> {
        // It may have been in flight when watching stopped.
        let Some(look) = self.looked_at.get_mut(student) else { return Some(()) };
        match look.decoder.take(bytes)? {
            Received::Shown(picture) => {
                if let Some(session) = live.watched_elsewhere(&student.0, &student.1) {
                    live.draws_elsewhere(session, picture);
                }
            }
            Received::Gap if look.asked.is_some_and(|at| at.elapsed() >= ASKING_PACE) => {
                look.asked = None;
            }
            Received::Gap => {}
        }
        Some(())
    }

    /// Handles a picture of a followed screen; an empty one ends following.
    pub(super) fn shows(
        &mut self,
        live: &Arc<Live>,
        class: &ClassId,
        machine: Machine,
        by: UserId,
        bytes: &[u8],
    ) -> Option<()> {
        if bytes.is_empty() {
            self.shown.retain(|of, it| of != class || it.by != by);
            return Some(());
        }
        let known = self.shown.get(class).filter(|it| it.by == by && it.machine == machine);
        if known.is_none() {
            let session = live.teacher_elsewhere(machine, class, &by)?;
            let shown = ShownToAll::begin(live, class, &by, session).ok();
            let followed = FollowedScreen {
                by,
                machine,
                session,
                live: Arc::clone(live),
                decoder: PictureDecoder::default(),
                heard: Instant::now(),
                is_gap: false,
                asked: None,
                shown,
            };
            self.shown.insert(class.clone(), followed);
        }
        let followed = self.shown.get_mut(class)?;
        followed.heard = Instant::now();
        match followed.decoder.take(bytes)? {
            Received::Shown(picture) => {
                followed.is_gap = false;
                live.draws_elsewhere(followed.session, picture);
            }
            Received::Gap => followed.is_gap = true,
        }
        Some(())
    }

    /// Drops the screens of a machine that is gone.
    pub(super) fn loses(&mut self, machine: Machine) {
        self.shown.retain(|_, it| it.machine != machine);
    }

    /// Sends pictures and requests that are due, and returns when the next one is.
    pub(super) async fn sends(
        &mut self,
        live: &Live,
        sender: &Sender,
        is_there: bool,
    ) -> Option<Instant> {
        let now = Instant::now();
        self.sent.retain(|_, it| !it.watching.is_over() && it.until.is_none_or(|at| at > now));
        self.shown.retain(|_, it| it.heard + FORGOTTEN_AFTER > now);
        self.looked_at.retain(|(class, user), _| live.watched_elsewhere(class, user).is_some());
        if !is_there {
            return None;
        }
        let mut next = Vec::new();
        for (topic, screen) in &mut self.sent {
            let (bytes, later) = screen.due(now);
            next.extend(later);
            if let Some(bytes) = bytes {
                sender.send(topic, bytes, screen.by.as_ref()).await;
            }
        }
        let ask = async |(class, user): StudentOf| {
            let session = Some(format!("{:016x}", sender.machine.0));
            let asked = written(&SessionMessage { session });
            sender.send(&Topic::Watch(class, user), asked, None).await;
        };
        for (student, look) in &mut self.looked_at {
            if look.asked.is_none_or(|at| at + WHOLE_EVERY <= now) {
                look.asked = Some(now);
                ask(student.clone()).await;
            }
            next.extend(look.asked.map(|at| at + WHOLE_EVERY));
        }
        for (class, followed) in &mut self.shown {
            if followed.is_gap && followed.asked.is_none_or(|at| at + ASKING_PACE <= now) {
                followed.asked = Some(now);
                ask((class.clone(), followed.by.clone())).await;
            }
            next.push(followed.heard + FORGOTTEN_AFTER);
        }
        next.into_iter().min()
    }
}

impl SentScreen {
    fn new(
        live: &Arc<Live>,
        sender: &Sender,
        session: SessionId,
        until: Option<Instant>,
        by: Option<UserId>,
    ) -> Option<Self> {
        let outbox = Arc::clone(&sender.outbox);
        let watching = live.watch(session, move || outbox.ring())?;
        let encoder = PictureEncoder::default();
        let (last, at, whole_at) = (None, None, None);
        Some(Self { watching, encoder, last, at, whole_at, is_part: false, until, by })
    }

    /// The message that is due, if any, and when to check again.
    fn due(&mut self, now: Instant) -> (Option<Vec<u8>>, Option<Instant>) {
        let Some(picture) = self.watching.picture() else { return (None, self.until) };
        let is_whole = self.whole_at.is_none_or(|at| at + WHOLE_EVERY <= now);
        let is_new = self.last.as_ref().is_none_or(|last| !Arc::ptr_eq(last, &picture));
        if !(is_whole || is_new || self.is_part) {
            return (None, self.whole_at.map(|at| at + WHOLE_EVERY));
        }
        if let Some(free) = self.at.map(|at| at + PACE).filter(|free| *free > now) {
            return (None, Some(free));
        }
        let bytes = self.encoder.encode(&picture, is_whole);
        self.is_part = self.encoder.differs(&picture);
        if is_whole {
            self.whole_at = Some(now);
        }
        (self.at, self.last) = (Some(now), Some(picture));
        (Some(bytes), Some(now + if self.is_part { PACE } else { WHOLE_EVERY }))
    }
}
