//! The network: visitors come over SSH, log in, and get a session.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `bridge` | between the thread of a session and the network |
//! | `channel` | what a visitor asks for, and the session that comes of it |
//! | `connection` `stream` | one connection; the line under it |
//! | `deadlines` | when connections have to get on |
//! | `handler` | what the SSH library asks |
//! | `limits` | how much one address may ask |
//! | `listen` | the sockets |
//! | `login` | who may come in |
//! | `proxy` | for whom a balancer comes |
//! | `serve` | serving until the process is asked to end |
//! | `visit` | a visit, from its first byte to its session |
//!
//! All of it is one thread, which never waits for a disk, a lock that is held for long, or a
//! visitor. Sessions are threads of their own, in [`crate::session`].

mod bridge;
mod channel;
mod connection;
mod deadlines;
mod handler;
mod limits;
mod listen;
mod login;
mod proxy;
mod serve;
mod stream;
mod visit;

use std::borrow::Cow;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use russh::keys::{Algorithm, EcdsaCurve, HashAlg, PrivateKey};
use russh::server::run_stream;
use russh::{MethodKind, MethodSet, Preferred, SshId, compression, kex};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{sleep, timeout};

pub use listen::{ListenFault, listen};
pub use serve::{ServeFault, serve};

use crate::audit::AuditEntry;
use crate::config::Config;
use crate::farewell::Farewell;
use crate::live::{Live, OneMachine};
use crate::session::Seats;
use crate::store::Store;
use connection::{Connection, Door, Purpose};
use deadlines::Deadlines;
use limits::{Doorkeeper, Welcome};
use login::Entrance;
use proxy::ComesFor;
use stream::Line;
use visit::Visit;

/// How long a refusal takes, whatever it is for.
const REFUSAL_TIME: Duration = Duration::from_millis(500);
/// What a visitor may send before it is read, and the most of one packet.
const WINDOW_BYTES: u32 = 64 << 10;
const PACKET_BYTES: u32 = 32 << 10;
/// How much waits in the queues between a session and its connection.
const QUEUE: usize = 4;
/// How long visitors have to take their last words when the server ends.
const PARTING_TIME: Duration = Duration::from_secs(3);
/// How long nothing is accepted where the process has no more descriptors.
const NO_DESCRIPTORS_TIME: Duration = Duration::from_millis(100);
/// The most connections of balancers that have not said yet for whom they come.
const MOST_UNNAMED: usize = 400;
/// How often it is said, at most, that a balancer says nothing of use.
const COMPLAINT_TIME: Duration = Duration::from_secs(60);
/// How often it is looked who is still here, while the server ends.
const ENDING_LOOK: Duration = Duration::from_millis(50);

/// What all visits share.
#[derive(Debug)]
struct House {
    config: Config,
    ssh: Arc<russh::server::Config>,
    entrance: Entrance,
    seats: Arc<Seats>,
    door: Door,
    deadlines: Deadlines,
    ending: Ending,
    /// Taken by each connection of a balancer until it has said for whom it comes.
    unnamed: Semaphore,
    /// When it was said last that a balancer says nothing of use.
    complained: Mutex<Option<Instant>>,
    /// Held by each session whose visitor has not been told its last words.
    unsaid: Arc<()>,
}

/// How often the server was asked to end.
#[derive(Debug, Default)]
struct Ending {
    asked: AtomicUsize,
    changed: Notify,
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    house: Arc<House>,
    listeners: Vec<TcpListener>,
}

/// Asks a server to end.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<House>);

impl Stopper {
    /// The first time: no one comes in any more, and those who are here are told when it ends.
    /// The second time it ends at once. Work is kept either way.
    pub fn stop(&self) {
        self.0.ending.asked.fetch_add(1, Ordering::SeqCst);
        self.0.ending.changed.notify_one();
    }
}

impl Server {
    /// A server on these sockets, in the runtime of the caller.
    #[must_use]
    pub fn new(
        config: Config,
        store: Arc<dyn Store>,
        host_key: PrivateKey,
        listeners: Vec<TcpListener>,
    ) -> Self {
        let seats = Seats {
            store: Arc::clone(&store),
            live: who_is_here(&config, &store),
            limits: config.limits.clone(),
            teachers: config.teachers.clone(),
            trouble: Arc::default(),
        };
        let house = House {
            ssh: Arc::new(ssh_config(host_key)),
            entrance: Entrance::new(store, config.teachers.clone()),
            seats: Arc::new(seats),
            door: Door::new(Doorkeeper::new(config.limits.clone())),
            deadlines: Deadlines::default(),
            ending: Ending::default(),
            unnamed: Semaphore::new(MOST_UNNAMED),
            complained: Mutex::default(),
            unsaid: Arc::default(),
            config,
        };
        Self { house: Arc::new(house), listeners }
    }

    /// What ends it.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.house))
    }

    /// Who is here.
    #[must_use]
    pub fn live(&self) -> Arc<Live> {
        Arc::clone(&self.house.seats.live)
    }

    /// Where it listens.
    #[must_use]
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.listeners.iter().filter_map(|listener| listener.local_addr().ok()).collect()
    }

    /// Serves until it is stopped, and everyone has left.
    pub async fn run(self) {
        let house = self.house;
        let mut doors = JoinSet::new();
        for listener in self.listeners {
            doors.spawn(Arc::clone(&house).accept(listener));
        }
        let deadlines = house.deadlines.clone();
        let timer = tokio::spawn(async move { deadlines.run().await });
        house.ending.changed.notified().await;
        // Connections that wait for a socket of systemd's come to the next server.
        doors.shutdown().await;
        house.drain().await;
        timer.abort();
        let seats = Arc::clone(&house.seats);
        let closes = move || {
            seats.live.bus().close();
            seats.store.close();
        };
        let _ = spawn_blocking(closes).await;
    }
}

impl House {
    async fn accept(self: Arc<Self>, listener: TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, from)) => self.meets(stream, from),
                Err(_) => sleep(NO_DESCRIPTORS_TIME).await,
            }
        }
    }

    /// A connection has come.
    fn meets(self: &Arc<Self>, stream: TcpStream, from: SocketAddr) {
        let address = from.ip().to_canonical();
        if self.config.trusted.iter().any(|trusted| trusted.to_canonical() == address) {
            tokio::spawn(Arc::clone(self).asks_for_whom(stream, address));
        } else {
            let reached = stream.local_addr().ok();
            self.receives(stream, (address, ComesFor::Visitor { from: address, reached }));
        }
    }

    /// A connection of a balancer, which has to say first for whom it comes.
    async fn asks_for_whom(self: Arc<Self>, mut stream: TcpStream, balancer: IpAddr) {
        let Ok(_unnamed) = self.unnamed.try_acquire() else { return };
        match proxy::header(&mut stream).await {
            Ok(whom) => self.receives(stream, (balancer, whom)),
            Err(why) => self.complains(balancer, &why),
        }
    }

    /// Says that a balancer says nothing of use: seldom, since it comes all the time.
    fn complains(&self, balancer: IpAddr, why: &proxy::NoHeader) {
        let mut last = self.complained.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|last| last.elapsed() >= COMPLAINT_TIME) {
            *last = Some(Instant::now());
            eprintln!("{balancer} is trusted, and sends no PROXY header of version 2: {why}");
        }
    }

    /// A visitor is there, or a balancer that looks whether the server is well.
    fn receives(self: &Arc<Self>, stream: TcpStream, (from, whom): (IpAddr, ComesFor)) {
        let (address, reached) = match whom {
            ComesFor::Visitor { from, reached } => (from, reached),
            ComesFor::ItsOwn => (from, None),
        };
        let welcome = self.door.keeper().comes(address, Instant::now());
        if welcome == Welcome::No {
            return;
        }
        let Ok(line) = Line::new(stream) else {
            self.door.keeper().leaves(address, false);
            return;
        };
        let purpose = match (whom, welcome) {
            (ComesFor::ItsOwn, _) => Purpose::LookOnly,
            (ComesFor::Visitor { .. }, Welcome::ToBeToldFull) => Purpose::ToBeToldFull,
            (ComesFor::Visitor { .. }, _) => Purpose::LogIn,
        };
        let shared = (&self.door, &self.deadlines);
        let connection = Arc::new(Connection::new(line, (address, reached), shared, purpose));
        connection.gets_on_within(self.config.limits.grace);
        let visit = Visit::new(Arc::clone(self), Arc::clone(&connection));
        let ssh = Arc::clone(&self.ssh);
        tokio::spawn(async move {
            let line = connection.line.clone();
            // What is wrong with a visitor's client is told to nobody: anyone may send anything.
            if let Ok(session) = run_stream(ssh, line.clone(), visit).await {
                let _ = session.await;
            }
            line.shut();
        });
    }

    /// Whether nobody comes in any more.
    fn is_ending(&self) -> bool {
        self.ending.asked.load(Ordering::SeqCst) > 0
    }

    /// Notes a deed, on a thread that may wait for the disk.
    fn note(&self, entry: AuditEntry) {
        let store = Arc::clone(&self.seats.store);
        spawn_blocking(move || {
            if let Err(why) = store.note(&entry) {
                eprintln!("audit: {why}");
            }
        });
    }

    /// Waits until everyone has left, and ends those who have not.
    async fn drain(&self) {
        let live = &self.seats.live;
        let time = self.config.drain;
        for here in live.at_this_machine() {
            let seconds = time.as_secs();
            here.handle.say(&format!("the server restarts in {seconds} s; your work is kept"));
        }
        let left = async {
            while !live.at_this_machine().is_empty() && self.ending.asked.load(Ordering::SeqCst) < 2
            {
                sleep(ENDING_LOOK).await;
            }
        };
        let _ = timeout(time, left).await;
        for here in live.at_this_machine() {
            here.handle.end(Farewell::Restart);
        }
        let said = async {
            while Arc::strong_count(&self.unsaid) > 1 {
                sleep(ENDING_LOOK).await;
            }
        };
        let _ = timeout(PARTING_TIME, said).await;
        // What was said is still on its way out of the process.
        sleep(ENDING_LOOK).await;
    }
}

/// Who is here: alone, or joined to other machines.
fn who_is_here(config: &Config, store: &Arc<dyn Store>) -> Arc<Live> {
    #[cfg(feature = "nats")]
    if let Some(url) = &config.bus {
        match crate::nats::joined(url, store) {
            Ok(live) => return live,
            Err(why) => eprintln!("bus: {why}; this machine goes on without it"),
        }
    }
    let _ = (config, store);
    Live::new(Arc::new(OneMachine))
}

/// What is agreed on with clients: nothing that is known to be weak, and nothing that takes long
/// to compute, since everyone may ask for it.
fn ssh_config(host_key: PrivateKey) -> russh::server::Config {
    const KEX: &[kex::Name] = &[
        kex::MLKEM768X25519_SHA256,
        kex::CURVE25519,
        kex::CURVE25519_PRE_RFC_8731,
        kex::EXTENSION_SUPPORT_AS_SERVER,
        kex::EXTENSION_OPENSSH_STRICT_KEX_AS_SERVER,
    ];
    const KEYS: &[Algorithm] = &[
        Algorithm::Ed25519,
        Algorithm::SkEd25519,
        Algorithm::Ecdsa { curve: EcdsaCurve::NistP256 },
        Algorithm::SkEcdsaSha2NistP256,
        Algorithm::Rsa { hash: Some(HashAlg::Sha512) },
        Algorithm::Rsa { hash: Some(HashAlg::Sha256) },
    ];
    let methods = [MethodKind::PublicKey, MethodKind::KeyboardInteractive];
    russh::server::Config {
        server_id: SshId::Standard(Cow::Borrowed(concat!(
            "SSH-2.0-hitscan_",
            env!("CARGO_PKG_VERSION")
        ))),
        methods: MethodSet::from(&methods[..]),
        auth_rejection_time: REFUSAL_TIME,
        // The first question of every client, which is refused to all.
        auth_rejection_time_initial: Some(Duration::ZERO),
        keys: vec![host_key],
        window_size: WINDOW_BYTES,
        maximum_packet_size: PACKET_BYTES,
        channel_buffer_size: QUEUE,
        event_buffer_size: QUEUE,
        // By bytes alone, as OpenSSH does: a timer would wake everyone who is idle.
        limits: russh::Limits::new(1 << 30, 1 << 30, Duration::MAX),
        preferred: Preferred {
            kex: Cow::Borrowed(KEX),
            key: Cow::Borrowed(KEYS),
            compression: Cow::Borrowed(&[compression::NONE]),
            ..Preferred::DEFAULT
        },
        max_auth_attempts: 20,
        inactivity_timeout: None,
        ..russh::server::Config::default()
    }
}

impl fmt::Debug for Visit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Visit").field("from", &self.connection.address).finish_non_exhaustive()
    }
}
