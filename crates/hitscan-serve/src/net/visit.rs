//! A connection up to its login: a name, a key or a code, and a place. The requests after that are
//! in [`super::channel`].

use std::sync::Arc;
use std::time::{Duration, Instant};

use russh::keys::{Algorithm, PublicKey};
use russh::server::Auth;
use russh::{MethodKind, MethodSet};
use tokio::task::spawn_blocking;

use super::House;
use super::channel::Channel;
use super::connection::Connection;
use super::limits::{HELD_UP, MOST_TRIES};
use super::login::{Entered, Entrance, LoginName};
use crate::audit::{AuditEntry, Deed};
use crate::farewell::Farewell;
use crate::key::LoginKey;
use crate::session::Joined;
use crate::store::StoreError;

/// The time that a client gets to disconnect after it closed its channel.
const PARTING_TIME: Duration = Duration::from_secs(2);
/// The prompt for a code.
const PROMPT: &str = "Code of the class, or your own: ";

/// The state of a connection.
pub(super) struct Visit {
    pub(super) house: Arc<House>,
    pub(super) connection: Arc<Connection>,
    tries: Tries,
    /// The result of the login, until the session takes it.
    pub(super) entered: Option<Entered>,
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
    pub(super) fn new(house: Arc<House>, connection: Arc<Connection>) -> Self {
        let (tries, entered, channel) = (Tries::default(), None, None);
        Self { house, connection, tries, entered, channel }
    }

    /// Begins a login after the key exchange. False if there were too many, or this is a balancer's
    /// health check.
    pub(super) fn begins_to_log_in(&self) -> bool {
        let may = self.connection.may_log_in()
            && self.connection.limits().may_log_in(self.connection.address, Instant::now());
        if may {
            self.connection.gets_on_within(self.house.config.limits.login);
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
            Ok(Some(entered)) => self.comes_in(entered),
            Ok(None) => {
                self.tries.proved.push(key);
                // The client goes on with a code, or with another key.
                let methods = [MethodKind::PublicKey, MethodKind::KeyboardInteractive];
                let proceed_with_methods = Some(MethodSet::from(&methods[..]));
                Auth::Reject { proceed_with_methods, partial_success: true }
            }
            Err(why) => self.is_told_of_store(why),
        }
    }

    /// Sends the prompt for a code.
    pub(super) async fn asks_for_the_prompt(&mut self, user: &str) -> Auth {
        let Some(name) = self.tries.under(user) else { return refused() };
        if self.connection.finds_no_room() {
            return self.is_told(Farewell::ServerFull);
        }
        match self.ask(move |entrance| entrance.turns_away(&name)).await {
            Ok(None) => Auth::Partial {
                name: "".into(),
                instructions: "".into(),
                prompts: vec![(PROMPT.into(), false)].into(),
            },
            Ok(Some(why)) => self.is_told(why),
            Err(why) => self.is_told_of_store(why),
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
        if self.connection.limits().holds_up_codes(address, Instant::now()) {
            tokio::time::sleep(HELD_UP).await;
        }
        let typed = String::from_utf8_lossy(typed).into_owned();
        let proved = self.tries.proved.first().cloned();
        let of = name.clone();
        match self.ask(move |entrance| entrance.by_code(&of, &typed, proved.as_ref())).await {
            Ok(Some(entered)) => self.comes_in(entered),
            Ok(None) => {
                self.connection.limits().wrong_code(address, Instant::now());
                self.note_refusal(&name);
                refused()
            }
            Err(why) => self.is_told_of_store(why),
        }
    }

    /// Starts the session for a command or a shell. False if it cannot start.
    pub(super) fn begins(&mut self, words: &[u8]) -> bool {
        let Some(channel) = &mut self.channel else { return false };
        channel.begins(&self.house, &self.connection, self.entered.take(), words)
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
        question: impl FnOnce(&Entrance) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let entrance = self.house.entrance.clone();
        let answer = spawn_blocking(move || question(&entrance)).await;
        answer.unwrap_or(Err(StoreError::NotAnswering))
    }

    fn comes_in(&mut self, entered: Entered) -> Auth {
        let full = self.connection.finds_no_room();
        let entered = if full { Entered::ToBeTold(Farewell::ServerFull) } else { entered };
        self.note_entry(&entered);
        self.entered = Some(entered);
        Auth::Accept
    }

    /// Accepts the login only to tell the user why they cannot log in.
    fn is_told(&mut self, why: Farewell) -> Auth {
        self.entered = Some(Entered::ToBeTold(why));
        Auth::Accept
    }

    /// The same for a failure of the store, which is also logged.
    fn is_told_of_store(&mut self, why: StoreError) -> Auth {
        self.house.seats.tells_journal(&"a login", &why);
        self.is_told(why.into())
    }

    fn note_entry(&self, entered: &Entered) {
        match entered {
            Entered::Student { class, place, joined, .. } => {
                let entry = |deed| AuditEntry::now(deed).in_class(&class.id).by(&place.student);
                if let Some(joined) = joined {
                    self.house.note(entry(Deed::Claimed).from(self.connection.address));
                    let deed = match joined {
                        Joined::ByKey => Deed::Key,
                        Joined::ByCode(_) => Deed::Code,
                    };
                    self.house.note(entry(deed).from(self.connection.address));
                }
                self.house.note(entry(Deed::Login).from(self.connection.address));
            }
            Entered::Teacher { class, user } => {
                let entry = AuditEntry::now(Deed::Login).by(user).from(self.connection.address);
                self.house.note(match class {
                    Some(class) => entry.in_class(&class.id),
                    None => entry,
                });
            }
            Entered::ToBeTold(_) => (),
        }
    }

    /// Writes an audit entry for a refusal: one per connection, so that guessing cannot fill the
    /// disk.
    fn note_refusal(&mut self, name: &LoginName) {
        if std::mem::replace(&mut self.tries.is_noted, true) {
            return;
        }
        let entry = AuditEntry::now(Deed::Refused).by(&name.user).from(self.connection.address);
        self.house.note(match &name.class {
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
