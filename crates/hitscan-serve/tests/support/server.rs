//! A server that runs on a thread of its own until the test ends.

use std::net::SocketAddr;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};

use hitscan_serve::class::{Class, ClassId, ClassState, PackVersion, RosterRule};
use hitscan_serve::code::NewCode;
use hitscan_serve::config::Config;
use hitscan_serve::key::LoginKey;
use hitscan_serve::live::Live;
use hitscan_serve::net::{Server, Stopper, listen};
use hitscan_serve::place::Listed;
use hitscan_serve::store::Store;
use hitscan_serve::store::files::FileStore;
use russh::keys::{Algorithm, PrivateKey};
use tempfile::TempDir;

use super::visitor::Visitor;

/// A server with one class, `3b`, whose roster is anna, ben and cleo.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) store: Arc<FileStore>,
    pub(crate) live: Arc<Live>,
    /// The code of the class.
    pub(crate) code: String,
    pub(crate) stopper: Stopper,
    /// The data folder.
    pub(crate) data: TempDir,
    thread: Option<JoinHandle<()>>,
}

pub(crate) fn class_id() -> ClassId {
    "3b".parse().expect("an id")
}

pub(crate) fn class(id: &str) -> Class {
    Class {
        id: id.parse().expect("an id"),
        title: "Collisions, Monday".to_owned(),
        pack: PackVersion::BuiltIn,
        languages: Vec::new(),
        state: ClassState::Open,
        lessons: None,
        due: None,
        most_students: 40,
        roster: RosterRule::Closed,
    }
}

pub(crate) fn listed(student: &str) -> Listed {
    Listed { id: student.to_owned(), seed: student.to_owned() }
}

pub(crate) fn new_key() -> PrivateKey {
    PrivateKey::random(&mut rand::rng(), Algorithm::Ed25519).expect("a key")
}

impl TestServer {
    pub(crate) fn start() -> Self {
        Self::with(|_| (), |_| ())
    }

    /// Starts a server with changes to its configuration or class.
    pub(crate) fn with(
        configure: impl FnOnce(&mut Config),
        change: impl FnOnce(&mut Class),
    ) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let listen_on = vec![([127, 0, 0, 1], 0).into()];
        let here = data.path().to_owned();
        let mut config = Config { listen: listen_on, data: here, ..Config::default() };
        configure(&mut config);
        let store = Arc::new(FileStore::open(&config).expect("a store"));
        let code = NewCode::of_class().expect("a code");
        let mut class = class("3b");
        change(&mut class);
        store.make_class(&class, &code.hashed().expect("a hash")).expect("a class");
        let roster = ["anna", "ben", "cleo"].map(listed);
        store.set_roster(&class_id(), &roster).expect("a roster");
        let (told, begun) = mpsc::channel();
        let of_server = Arc::clone(&store);
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let listeners = listen(&config.listen).expect("an address");
                let server = Server::new(config, of_server, new_key(), listeners);
                let address = server.addresses()[0];
                told.send((address, server.stopper(), server.live())).expect("the test waits");
                server.run().await;
            });
        });
        let (address, stopper, live) = begun.recv().expect("it begins");
        let code = code.shown().to_owned();
        Self { address, store, live, code, stopper, data, thread: Some(thread) }
    }

    /// Starts a server with the teacher Ada; returns her key.
    pub(crate) fn with_teacher(change: impl FnOnce(&mut Class)) -> (Self, PrivateKey) {
        let key = new_key();
        let (ada, login_key) = ("ada".parse().expect("a name"), LoginKey::new(key.public_key()));
        let keys = vec![login_key.expect("a good key")];
        (Self::with(|config| drop(config.teachers.insert(ada, keys)), change), key)
    }

    /// Starts a server at which Anna has a place; returns her key.
    pub(crate) fn with_anna() -> (Self, PrivateKey) {
        let (server, key) = (Self::start(), new_key());
        server.give_key("anna", &key);
        (server, key)
    }

    /// Logs in a student who has been in the lessons before.
    pub(crate) async fn at_lessons(&self, student: &str, key: &PrivateKey) -> Visitor {
        let mut student = Visitor::by_key(self.address, student, key).await.on_a_screen("").await;
        student.sees("step 1 of").await;
        student
    }

    /// Runs a command of Anna without a terminal.
    pub(crate) async fn asked_by_anna(&self, key: &PrivateKey, words: &str) -> Visitor {
        let mut anna = Visitor::by_key(self.address, "anna", key).await;
        anna.asks(words).await;
        anna
    }

    /// Claims a student's place with this key.
    pub(crate) fn give_key(&self, student: &str, key: &PrivateKey) {
        let key = LoginKey::new(key.public_key()).expect("a good key");
        let student = student.parse().expect("a name");
        let claim = hitscan_serve::place::Claim::Key(key);
        let _ = self.store.claim(&class_id(), &student, &claim).expect("a place");
    }
}

impl TestServer {
    /// Stops the server, and waits until it has ended.
    pub(crate) fn stop(&mut self) {
        self.stopper.stop();
        self.stopper.stop();
        let ended = self.thread.take().map(JoinHandle::join);
        if let Some(ended) = ended.filter(|_| !thread::panicking()) {
            ended.expect("no panic");
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop();
    }
}
