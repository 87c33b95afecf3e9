//! A connection up to its login: a name, a key or a code, and a place. The requests after that are
//! in [`super::channel`].

use std::sync::Arc;
use std::time::{Duration, Instant};

use russh::keys::{Algorithm, PublicKey};
use russh::server::Auth;
use russh::{MethodKind, MethodSet};
use tokio::task::spawn_blocking;

use super::ServerState;
use super::channel::Channel;
use super::connection::Connection;
use super::limits::{HELD_UP, MOST_TRIES};
use super::login::{Entrance, LoginName};
use crate::audit::{AuditEntry, Deed};
use crate::farewell::Farewell;
use crate::key::LoginKey;
use crate::locked;
use crate::session::{Joined, Seated};
use crate::store::StoreError;

/// The time that a client gets to disconnect after it closed its channel.
const PARTING_TIME: Duration = Duration::from_secs(2);
/// The prompt for a code.
const PROMPT: &str = "Code of the class, or your own: ";

/// The state of a connection.
pub(super) struct Visit {
    pub(super) state: Arc<ServerState>,
    pub(super) connection: Arc<Connection>,
    tries: Tries,
    /// The result of the login, until the session takes it.
    pub(super) entered: Option<Result<Seated, Farewell>>,
    /// The only channel.
    pub(super) channel: Option<Channel>,
}

/// The login attempts of a connection under one name.
#[derive(Debug, Default)]
struct Tries {
    user: String,
    name: Option<LoginName>,
    proved: Vec<LoginKey>,
    /// The number of codes tried, under all names.
    codes: usize,
    is_noted: bool,
}

impl Tries {
    /// Switches to this name; keys that were proved for another name do not count.
    fn under(&mut self, user: &str) -> Option<LoginName> {
        if self.user != user {
            user.clone_into(&mut self.user);
            self.name = LoginName::read(user);
            self.proved.clear();
        }
        self.name.clone()
    }
}

impl Visit {
    /// Starts with a new connection.
    pub(super) fn new(state: Arc<ServerState>, connection: Arc<Connection>) -> Self {
        let (tries, entered, channel) = (Tries::default(), None, None);
        Self { state, connection, tries, entered, channel }
    }

    /// Begins a login after the key exchange. False if there were too many, or this is a balancer's
    /// health check.
    pub(super) fn begins_to_log_in(&self) -> bool {
        let may = self.connection.may_log_in()
            && locked(&self.connection.limits).may_log_in(self.connection.address, Instant::now());
        if may {
            self.connection.gets_on_within(self.state.config.limits.login);
        }
        may
    }

    /// Whether the client may prove a key, no matter whose. A key that was proved and did not open
    /// the place is refused, so that the client tries its next one.
    pub(super) fn may_prove(&mut self, user: &str, key: &PublicKey, algorithm: &Algorithm) -> bool {
        let name = self.tries.under(user);
        let signs_with_sha_1 = matches!(algorithm, Algorithm::Rsa { hash: None });
        let Ok(key) = LoginKey::new(key) else { return false };
        name.is_some()
            && !signs_with_sha_1
            && self.tries.proved.len() < MOST_TRIES
            && !self.tries.proved.contains(&key)
    }

    /// Handles a key that the client has proved to hold.
    pub(super) async fn has_proved(
        &mut self,
        user: &str,
        key: &PublicKey,
        algorithm: &Algorithm,
    ) -> Auth {
        if !self.may_prove(user, key, algorithm) {
            return refused();
        }
        let (Some(name), Ok(key)) = (self.tries.under(user), LoginKey::new(key)) else {
            return refused();
        };
        let (of, proved) = (name.clone(), key.clone());
        match self.ask(move |entrance| entrance.by_key(&of, &proved)).await {
            Ok(Some(seated)) => self.comes_in(Ok(seated)),
            Ok(None) => {
                self.tries.proved.push(key);
                // The client goes on with a code, or with another key.
                let methods = [MethodKind::PublicKey, MethodKind::KeyboardInteractive];
                let proceed_with_methods = Some(MethodSet::from(&methods[..]));
                Auth::Reject { proceed_with_methods, partial_success: true }
            }
            Err(why) => self.comes_in(Err(why)),
        }
    }

    /// Sends the prompt for a code.
    pub(super) async fn asks_for_the_prompt(&mut self, user: &str) -> Auth {
        let Some(name) = self.tries.under(user) else { return refused() };
        if self.connection.finds_no_room() {
            return self.comes_in(Err(Farewell::ServerFull));
        }
        match self.ask(move |entrance| entrance.turns_away(&name)).await {
            Ok(()) => Auth::Partial {
                name: "".into(),
                instructions: "".into(),
                prompts: vec![(PROMPT.into(), false)].into(),
            },
            Err(why) => self.comes_in(Err(why)),
        }
    }

    /// Handles a code.
    pub(super) async fn has_typed(&mut self, user: &str, typed: &[u8]) -> Auth {
        self.tries.codes += 1;
        let Some(name) = self.tries.under(user) else { return refused() };
        if self.tries.codes > MOST_TRIES || self.connection.finds_no_room() {
            return refused();
        }
        // Delay right codes as well, or the delay would give away wrong ones.
        let address = self.connection.address;
        if locked(&self.connection.limits).holds_up_codes(address, Instant::now()) {
            tokio::time::sleep(HELD_UP).await;
        }
        let typed = String::from_utf8_lossy(typed).into_owned();
        let proved = self.tries.proved.first().cloned();
        let of = name.clone();
        match self.ask(move |entrance| entrance.by_code(&of, &typed, proved.as_ref())).await {
            Ok(Some(seated)) => self.comes_in(Ok(seated)),
            Ok(None) => {
                locked(&self.connection.limits).wrong_code(address, Instant::now());
                self.note_refusal(&name);
                refused()
            }
            Err(why) => self.comes_in(Err(why)),
        }
    }

    /// Starts the session for a command or a shell. False if it cannot start.
    pub(super) fn begins(&mut self, words: &[u8]) -> bool {
        let Some(channel) = &mut self.channel else { return false };
        channel.begins(&self.state, &self.connection, self.entered.take(), words)
    }

    /// Handles the end of the channel, after which nothing more follows.
    pub(super) fn leaves(&mut self) {
        if let Some(channel) = &mut self.channel {
            channel.is_left();
        }
        self.connection.parts_within(PARTING_TIME);
    }

    /// Runs a query on a thread that can block on the store.
    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Entrance) -> Result<T, Farewell> + Send + 'static,
    ) -> Result<T, Farewell> {
        let entrance = self.state.entrance.clone();
        let answer = spawn_blocking(move || question(&entrance)).await;
        answer.unwrap_or_else(|_| Err(StoreError::NotAnswering.into()))
    }

    /// Accepts the login, if only to tell the user why they cannot log in: they have shown valid
    /// credentials, or the reason is the same for all names.
    fn comes_in(&mut self, entered: Result<Seated, Farewell>) -> Auth {
        let entered = match entered {
            Err(Farewell::Store(why)) => {
                self.state.seats.tells_journal(&"a login", &why);
                Err(why.into())
            }
            _ if self.connection.finds_no_room() => Err(Farewell::ServerFull),
            entered => entered,
        };
        if let Ok(seated) = &entered {
            self.note_entry(seated);
        }
        self.entered = Some(entered);
        Auth::Accept
    }

    fn note_entry(&self, seated: &Seated) {
        let note = |deed| self.state.note(seated.entry(deed).from(self.connection.address));
        if let Seated::Student { joined: Some(joined), .. } = seated {
            note(Deed::Claimed);
            note(match joined {
                Joined::ByKey => Deed::Key,
                Joined::ByCode(_) => Deed::Code,
            });
        }
        note(Deed::Login);
    }

    /// Writes an audit entry for a refusal: one per connection, so that guessing cannot fill the
    /// disk.
    fn note_refusal(&mut self, name: &LoginName) {
        if std::mem::replace(&mut self.tries.is_noted, true) {
            return;
        }
        let entry = AuditEntry::now(Deed::Refused).by(&name.user).from(self.connection.address);
        self.state.note(match &name.class {
            Some(class) => entry.in_class(class),
            None => entry,
        });
    }
}

/// The same answer for all names, keys and codes.
pub(super) fn refused() -> Auth {
    let methods = [MethodKind::PublicKey, MethodKind::KeyboardInteractive];
    Auth::Reject {
        proceed_with_methods: Some(MethodSet::from(&methods[..])),
        partial_success: false,
    }
}
