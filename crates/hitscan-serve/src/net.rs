//! The network: users connect over SSH, log in, and get a session.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `serve` | the listening sockets; serving until the process is told to stop |
//! | `proxy` | PROXY headers of load balancers |
//! | `limits` `deadlines` | limits for each address; timeouts of connections |
//! | `connection` `stream` | one connection; its TCP stream |
//! | `handler` | the callbacks of the SSH library |
//! | `visit` `login` | a connection from its first byte to its session; authentication |
//! | `channel` | the SSH channel: its requests, and the session they start, with its bytes |
//!
//! `serve` opens the sockets and starts the server, which is in this file: it accepts, asks `proxy`
//! and `limits`, and makes a `visit`. `handler` calls `visit` and `channel`, and these call `login`,
//! `connection` and `stream`.
//!
//! All of it runs on one thread, which never blocks on a disk, a contended lock or a user. Sessions
//! have threads of their own, in [`crate::session`].

mod channel;
mod connection;
mod deadlines;
mod handler;
mod limits;
mod login;
mod proxy;
mod serve;
mod stream;
mod visit;

use std::borrow::Cow;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use russh::keys::{Algorithm, EcdsaCurve, HashAlg, PrivateKey};
use russh::server::run_stream;
use russh::{MethodKind, MethodSet, Preferred, SshId, compression, kex};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{sleep, timeout};

pub use serve::{listen, serve};

use crate::audit::AuditEntry;
use crate::config::Config;
use crate::farewell::Farewell;
use crate::live::{Live, OneMachine};
use crate::locked;
use crate::session::Seats;
use crate::store::Store;
use connection::Connection;
use deadlines::Deadlines;
use limits::{ConnectionLimits, Purpose};
use login::Entrance;
use proxy::ComesFor;
use stream::Line;
use visit::Visit;

/// The time that every refusal takes, whatever its reason.
const REFUSAL_TIME: Duration = Duration::from_millis(500);
/// The bytes that a user can send before they are read, and the most bytes of a packet.
const WINDOW_BYTES: u32 = 64 << 10;
const PACKET_BYTES: u32 = 32 << 10;
/// The length of the queues between a session and its connection.
const QUEUE: usize = 4;
/// The time that clients get to receive their last message when the server stops.
const PARTING_TIME: Duration = Duration::from_secs(3);
/// The pause in accepting connections when the process has no file descriptors left.
const NO_DESCRIPTORS_TIME: Duration = Duration::from_millis(100);
/// The most balancer connections whose PROXY header has not arrived yet.
const MOST_UNNAMED: usize = 400;
/// The shortest time between two warnings about bad PROXY headers.
const COMPLAINT_TIME: Duration = Duration::from_secs(60);
/// The interval of checking for remaining sessions while the server stops.
const ENDING_LOOK: Duration = Duration::from_millis(50);

/// The state that all connections share.
struct ServerState {
    config: Config,
    ssh: Arc<russh::server::Config>,
    entrance: Entrance,
    seats: Arc<Seats>,
    limits: Arc<Mutex<ConnectionLimits>>,
    deadlines: Deadlines,
    /// How often the server was asked to stop.
    asked_to_stop: AtomicUsize,
    stopping: Notify,
    /// Permits for balancer connections whose PROXY header has not arrived yet.
    unnamed: Semaphore,
    /// When the last warning about a bad PROXY header was written.
    complained: Mutex<Option<Instant>>,
    /// Cloned by each session whose client has not received its last message yet.
    unsaid: Arc<()>,
}

/// A server that listens.
pub struct Server {
    state: Arc<ServerState>,
    listeners: Vec<TcpListener>,
}

/// Stops a server.
#[derive(Clone)]
pub struct Stopper(Arc<ServerState>);

impl Stopper {
    /// The first call refuses new logins, announces the end to users, and lets sessions end. The
    /// second ends them at once. Work is kept either way.
    pub fn stop(&self) {
        self.0.asked_to_stop.fetch_add(1, Ordering::SeqCst);
        self.0.stopping.notify_one();
    }
}

impl Server {
    /// Makes a server on these sockets, in the caller's runtime.
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
        let state = ServerState {
            ssh: Arc::new(ssh_config(host_key)),
            entrance: Entrance::new(store, config.teachers.clone()),
            seats: Arc::new(seats),
            limits: Arc::new(Mutex::new(ConnectionLimits::new(config.limits.clone()))),
            deadlines: Deadlines::default(),
            asked_to_stop: AtomicUsize::default(),
            stopping: Notify::default(),
            unnamed: Semaphore::new(MOST_UNNAMED),
            complained: Mutex::default(),
            unsaid: Arc::default(),
            config,
        };
        Self { state: Arc::new(state), listeners }
    }

    /// A handle that stops the server.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.state))
    }

    /// The sessions of the server.
    pub fn live(&self) -> Arc<Live> {
        Arc::clone(&self.state.seats.live)
    }

    /// The addresses it listens on.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.listeners.iter().filter_map(|listener| listener.local_addr().ok()).collect()
    }

    /// Serves until it is stopped and all sessions have ended.
    pub async fn run(self) {
        let state = self.state;
        let mut accepting = JoinSet::new();
        for listener in self.listeners {
            accepting.spawn(Arc::clone(&state).accept(listener));
        }
        let deadlines = state.deadlines.clone();
        let timer = tokio::spawn(async move { deadlines.run().await });
        state.stopping.notified().await;
        // With a socket of systemd's, pending connections go to the next server.
        accepting.shutdown().await;
        state.drain().await;
        timer.abort();
        let seats = Arc::clone(&state.seats);
        let closes = move || {
            seats.live.bus().close();
            seats.store.close();
        };
        let _ = spawn_blocking(closes).await;
    }
}

impl ServerState {
    async fn accept(self: Arc<Self>, listener: TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, from)) => self.meets(stream, from),
                Err(_) => sleep(NO_DESCRIPTORS_TIME).await,
            }
        }
    }

    /// Handles a new connection.
    fn meets(self: &Arc<Self>, stream: TcpStream, from: SocketAddr) {
        let address = from.ip().to_canonical();
        if self.config.trusted.iter().any(|trusted| trusted.to_canonical() == address) {
            tokio::spawn(Arc::clone(self).asks_for_whom(stream, address));
        } else {
            let reached = stream.local_addr().ok();
            self.receives(stream, address, ComesFor::Visitor { from: address, reached });
        }
    }

    /// Reads the PROXY header of a balancer's connection.
    async fn asks_for_whom(self: Arc<Self>, mut stream: TcpStream, balancer: IpAddr) {
        let Ok(_unnamed) = self.unnamed.try_acquire() else { return };
        match proxy::header(&mut stream).await {
            Ok(whom) => self.receives(stream, balancer, whom),
            Err(why) => self.complains(balancer, &why),
        }
    }

    /// Warns about a bad PROXY header. Rarely, because a misconfigured balancer sends them all the
    /// time.
    fn complains(&self, balancer: IpAddr, why: &proxy::NoHeader) {
        let mut last = locked(&self.complained);
        if last.is_none_or(|last| last.elapsed() >= COMPLAINT_TIME) {
            *last = Some(Instant::now());
            eprintln!("{balancer} is trusted but sent no PROXY header of version 2: {why}");
        }
    }

    /// Serves a user's connection, or a balancer's health check.
    fn receives(self: &Arc<Self>, stream: TcpStream, from: IpAddr, whom: ComesFor) {
        let (address, reached) = match whom {
            ComesFor::Visitor { from, reached } => (from, reached),
            ComesFor::ItsOwn => (from, None),
        };
        let Some(purpose) = locked(&self.limits).admit(address, Instant::now()) else { return };
        let Ok(line) = Line::new(stream) else {
            locked(&self.limits).leaves(address, false);
            return;
        };
        let purpose = if whom == ComesFor::ItsOwn { Purpose::LookOnly } else { purpose };
        let (limits, deadlines) = (&self.limits, &self.deadlines);
        let connection = Connection::new(line, address, reached, limits, deadlines, purpose);
        let connection = Arc::new(connection);
        connection.gets_on_within(self.config.limits.grace);
        let visit = Visit::new(Arc::clone(self), Arc::clone(&connection));
        let ssh = Arc::clone(&self.ssh);
        tokio::spawn(async move {
            let line = connection.line.clone();
            // Do not log protocol errors: any client can cause them.
            if let Ok(session) = run_stream(ssh, line.clone(), visit).await {
                let _ = session.await;
            }
            line.shut();
        });
    }

    /// Whether the server is stopping and refuses new sessions.
    fn is_ending(&self) -> bool {
        self.asked_to_stop.load(Ordering::SeqCst) > 0
    }

    /// Writes an audit entry, on a thread that can block on the disk.
    fn note(&self, entry: AuditEntry) {
        let store = Arc::clone(&self.seats.store);
        spawn_blocking(move || {
            if let Err(why) = store.note(&entry) {
                eprintln!("audit: {why}");
            }
        });
    }

    /// Waits until all sessions have ended, and ends those that have not.
    async fn drain(&self) {
        let live = &self.seats.live;
        let time = self.config.drain;
        for here in live.at_this_machine() {
            let seconds = time.as_secs();
            here.handle.say(&format!("the server restarts in {seconds} s; your work is kept"));
        }
        let left = async {
            while !live.at_this_machine().is_empty()
                && self.asked_to_stop.load(Ordering::SeqCst) < 2
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
        // The last bytes are still on their way out of the process.
        sleep(ENDING_LOOK).await;
    }
}

/// Makes the [`Live`] of this machine, connected to the bus if there is one.
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

/// The SSH parameters: nothing that is known to be weak, and nothing that is expensive to compute,
/// because anyone can request it.
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
        // Every client first tries `none`, which is always refused.
        auth_rejection_time_initial: Some(Duration::ZERO),
        keys: vec![host_key],
        window_size: WINDOW_BYTES,
        maximum_packet_size: PACKET_BYTES,
        channel_buffer_size: QUEUE,
        event_buffer_size: QUEUE,
        // Rekey by bytes only, as OpenSSH does: a timer would wake idle sessions.
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
