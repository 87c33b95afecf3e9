//! The connection to the bus, on a thread of its own: decides when to send what, and handles
//! messages. The bus may come and go; no session waits for it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use async_nats::Message;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::{Notify, mpsc, watch};
use tokio::task::spawn_blocking;
use tokio::time::{sleep, sleep_until, timeout};

use super::client::{MOST_UNREAD, SENDING_TIME, Sender, by_of, connected, listen, machine_of};
use super::leave;
use super::outbox::{Errand, Outbox, Untold};
use super::payload::{PATTERNS, ProgressMessage, SaidMessage, Topic, flag, flag_in, read, written};
use super::watched_screens::SharedScreens;
use crate::class::ClassId;
use crate::config::BusUrl;
use crate::live::{Hearing, Live, Machine, Notice, SeenElsewhere};
use crate::locked;
use crate::place::{StudentOf, UserId};
use crate::store::Store;
use crate::user_commands::Role;

/// The shortest time between two reports about a student.
const STUDENT_PACE: Duration = Duration::from_secs(1);

/// The connection.
pub(super) struct Link {
    live: Weak<Live>,
    sender: Sender,
    is_there: bool,
    /// The other machines, and when each was last heard.
    machines: BTreeMap<Machine, Instant>,
    /// The students reported within `STUDENT_PACE`, and when.
    told: BTreeMap<StudentOf, Instant>,
    next_beat: Instant,
    screens: SharedScreens,
    reading: Arc<Reading>,
}

impl Link {
    /// Runs until `Live` is dropped.
    pub(super) async fn run(
        live: Weak<Live>,
        outbox: Arc<Outbox>,
        store: Arc<dyn Store>,
        url: &BusUrl,
        first: u64,
    ) {
        outbox.hears(Hearing::Away);
        let (is_there, mut state) = watch::channel(false);
        let client = match connected(url, is_there).await {
            Ok(client) => client,
            Err(why) => return eprintln!("bus: {why}"),
        };
        let (unread, mut messages) = mpsc::channel(MOST_UNREAD);
        for pattern in PATTERNS {
            listen(&client, pattern.to_owned(), unread.clone()).await;
        }
        let reading = Arc::<Reading>::default();
        tokio::spawn(Arc::clone(&reading).run(live.clone(), store));
        let sender = Sender { client, machine: Machine(first), outbox: Arc::clone(&outbox) };
        let mut link = Self {
            live,
            sender,
            is_there: false,
            machines: BTreeMap::new(),
            told: BTreeMap::new(),
            next_beat: Instant::now(),
            screens: SharedScreens::new(unread),
            reading,
        };
        while let Some(next) = link.sends().await {
            tokio::select! {
                () = outbox.rung() => {}
                Some(message) = messages.recv() => link.receives(message),
                Ok(()) = state.changed() => {
                    let is_there = *state.borrow_and_update();
                    link.comes_or_goes(is_there);
                }
                () = sleep_until(next.into()) => {}
            }
        }
    }

    /// The bus was connected, perhaps again, or disconnected.
    fn comes_or_goes(&mut self, is_there: bool) {
        let Some(live) = self.live.upgrade() else { return };
        self.is_there = is_there;
        if !is_there {
            self.sender.outbox.hears(Hearing::Away);
            return live.tell_all();
        }
        // Messages were missed in the meantime, by this machine and by the others. Under a new
        // number, this machine is new to the others, so they report all their students.
        self.sender.machine = Machine(self.sender.machine.0.wrapping_add(1));
        self.machines.clear();
        self.told.clear();
        live.loses(None);
        self.sender.outbox.hears(Hearing::Others(0));
        live.reads_all_again();
        live.classes_held().into_iter().for_each(|class| self.reading.put(class, None));
        self.next_beat = Instant::now();
        self.tells_of_all(&live);
    }

    /// Queues a report about every student at this machine.
    fn tells_of_all(&self, live: &Live) {
        for here in live.at_this_machine() {
            if let (Some(class), Role::Student) = (here.visitor.class, here.visitor.role) {
                let untold = Untold { standing: here.standing, is_here: true, quiet: here.quiet };
                self.sender.outbox.put_student((class, here.visitor.user), untold);
            }
        }
    }

    /// Sends what is due, and returns when the next message is. None once `Live` is dropped.
    async fn sends(&mut self) -> Option<Instant> {
        let live = self.live.upgrade()?;
        while let Some(errand) = self.sender.outbox.take_errand() {
            self.runs(&live, errand).await;
        }
        let now = Instant::now();
        self.loses_silent(&live, now);
        let next_screen = self.screens.sends(&live, &self.sender, self.is_there).await;
        if !self.is_there {
            return Some(now + BEAT);
        }
        if self.next_beat <= now {
            self.next_beat = now + BEAT;
            self.sender.send(&Topic::Beat, flag(HERE, true), None).await;
        }
        self.told.retain(|_, at| *at + STUDENT_PACE > now);
        for (student, untold) in self.sender.outbox.take_students(&self.told) {
            let quiet = SignedDuration::try_from(untold.quiet).unwrap_or_default();
            let at = Timestamp::now().saturating_sub(quiet).unwrap_or_default();
            let message = ProgressMessage::new(untold.standing.as_ref(), untold.is_here, at);
            let topic = Topic::Progress(student.0.clone(), student.1.clone());
            self.sender.send(&topic, written(&message), None).await;
            self.told.insert(student, now);
        }
        let next_student = self.told.values().min().map(|at| *at + STUDENT_PACE);
        let next_silence = self.machines.values().min().map(|heard| *heard + SILENCE);
        [Some(self.next_beat), next_silence, next_student, next_screen].into_iter().flatten().min()
    }

    async fn runs(&mut self, live: &Arc<Live>, errand: Errand) {
        let sender = &self.sender;
        match errand {
            Errand::Leave(_, answer) if !self.is_there => {
                // Without the bus, the database decides which session can write.
                let _ = answer.send(Ok(()));
            }
            Errand::Leave(leave, answer) => {
                leave::ask(sender.clone(), leave, self.machines.len(), answer);
            }
            Errand::Watch((class, student), is_watched) => {
                self.screens.looks(sender, (class, student), is_watched).await;
            }
            Errand::Close(answer) => {
                if self.is_there {
                    sender.send(&Topic::Beat, flag(HERE, false), None).await;
                    let _ = timeout(SENDING_TIME, sender.client.flush()).await;
                }
                let _ = answer.send(());
            }
            Errand::Tell(class, Notice::Follow { by, session }) => {
                self.screens.is_followed(live, sender, class, by, session);
            }
            Errand::Tell(class, Notice::FollowOver { by }) => {
                self.screens.is_followed_no_more(sender, &class, &by).await;
            }
            Errand::Tell(class, Notice::ClassChanged { by }) if self.is_there => {
                sender.send(&Topic::ClassRecord(class), Vec::new(), by.as_ref()).await;
            }
            Errand::Tell(class, Notice::Said { by, text }) if self.is_there => {
                let said = written(&SaidMessage::new(&by, &text));
                sender.send(&Topic::Say(class), said, None).await;
            }
            // Reports about students are queued separately, and the rest is in the store.
            Errand::Tell(..) => {}
        }
    }

    /// Drops machines that have been silent for too long.
    fn loses_silent(&mut self, live: &Live, now: Instant) {
        let silent = self.machines.extract_if(.., |_, heard| *heard + SILENCE <= now);
        for (machine, _) in silent.collect::<Vec<_>>() {
            self.loses(live, machine);
        }
    }

    fn loses(&mut self, live: &Live, machine: Machine) {
        self.machines.remove(&machine);
        self.tells_hearing();
        self.screens.loses(machine);
        live.loses(Some(machine));
    }

    fn tells_hearing(&self) {
        if self.is_there {
            let others = u32::try_from(self.machines.len()).unwrap_or(u32::MAX);
            self.sender.outbox.hears(Hearing::Others(others));
        }
    }

    /// Another machine sent a message. A new machine is sent reports about all students here.
    fn hears(&mut self, live: &Live, machine: Machine) {
        if self.machines.insert(machine, Instant::now()).is_none() {
            self.tells_hearing();
            self.next_beat = Instant::now();
            // It has no reports yet.
            self.told.clear();
            self.tells_of_all(live);
            live.tell_all();
        }
    }

    fn receives(&mut self, message: Message) {
        let Some(live) = self.live.upgrade() else { return };
        if self.takes(&live, message).is_none() {
            self.sender.outbox.leaves_out();
        }
    }

    /// Handles a message. None if it is malformed.
    fn takes(&mut self, live: &Arc<Live>, message: Message) -> Option<()> {
        let (topic, machine) = (Topic::read(&message.subject)?, machine_of(&message)?);
        if machine == self.sender.machine {
            return Some(());
        }
        if topic == Topic::Beat && !flag_in(&message.payload, HERE)? {
            self.loses(live, machine);
            return Some(());
        }
        self.hears(live, machine);
        match topic {
            Topic::Beat => {}
            Topic::Progress(class, student) => {
                let told: ProgressMessage = read(&message.payload)?;
                let quiet = Timestamp::now().duration_since(told.at);
                live.hears_of(SeenElsewhere {
                    machine,
                    class,
                    student,
                    is_here: told.here,
                    quiet: Duration::try_from(quiet).unwrap_or_default(),
                    progress: told.progress(),
                });
            }
            Topic::ClassRecord(class) => self.reading.put(class, by_of(&message)),
            Topic::Say(class) => {
                let (by, text) = read::<SaidMessage>(&message.payload)?.said()?;
                live.say_here(&class, &by, &text);
            }
            Topic::Leave(class, student) => {
                leave::answer(live, self.sender.clone(), (class, student), message)?;
            }
            Topic::Watch(class, student) => {
                self.screens.is_asked_for(live, &self.sender, (class, student));
            }
            Topic::Picture(class, student) => {
                self.screens.comes(live, &(class, student), &message.payload)?;
            }
            Topic::Follow(class) => {
                self.screens.shows(live, &class, machine, by_of(&message)?, &message.payload)?;
            }
        }
        Some(())
    }
}

/// Whether a machine is here, or shuts down: the key in a heartbeat.
const HERE: &str = "here";
/// The interval of a machine's heartbeat.
const BEAT: Duration = Duration::from_millis(1500);
/// The silence after which a machine counts as gone.
const SILENCE: Duration = Duration::from_millis(3500);

// Reads class records again after another machine changed them: once per class, however many
// messages arrive meanwhile.

/// The most classes in the queue.
const MOST_CLASSES: usize = 1000;
/// The pause before trying a store again that does not answer.
const REST: Duration = Duration::from_secs(1);

/// The classes to read again, and the teacher who changed each.
#[derive(Debug, Default)]
pub(super) struct Reading {
    classes: Mutex<BTreeMap<ClassId, Option<UserId>>>,
    changed: Notify,
}

impl Reading {
    pub(super) fn put(&self, class: ClassId, by: Option<UserId>) {
        let mut classes = locked(&self.classes);
        if classes.len() < MOST_CLASSES || classes.contains_key(&class) {
            // Keep the teacher's name if a later change has none.
            let known = classes.entry(class).or_default();
            *known = by.or_else(|| known.take());
            self.changed.notify_one();
        }
    }

    pub(super) async fn run(self: Arc<Self>, live: Weak<Live>, store: Arc<dyn Store>) {
        loop {
            let first = locked(&self.classes).pop_first();
            let Some((class, by)) = first else {
                self.changed.notified().await;
                continue;
            };
            let Some(live) = live.upgrade() else { return };
            let (of_store, id, who) = (Arc::clone(&store), class.clone(), by.clone());
            let read = spawn_blocking(move || live.changed_elsewhere(&id, who, &*of_store)).await;
            if let Ok(Err(_)) = read {
                self.put(class, by);
                sleep(REST).await;
            }
        }
    }
}
