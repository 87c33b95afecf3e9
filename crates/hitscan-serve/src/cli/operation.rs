//! The operations on a store that a running server may hold: the server carries them out if one is
//! running, otherwise the command line does.

use std::net::SocketAddr;
use std::path::Path;

use hitscan_core::scene::printable;
use serde::{Deserialize, Serialize};

use super::control::{self, NoServer};
use super::said;
use crate::class::{Class, ClassId, ClassState, RosterRule};
use crate::code::NewCode;
use crate::config::{Config, PublicAddress};
use crate::store;
use crate::store::{Store, StoreError};
use crate::teaching::Teaching;

/// An operation of the command line.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Operation {
    /// Say who is here.
    Status,
    /// Make a class.
    ClassNew {
        /// Its ID.
        id: String,
        /// Its title.
        title: String,
        /// The bytes of a roster; without one the roster is open.
        roster: Option<Vec<u8>>,
        /// The most places of an open roster; none means the default.
        #[serde(default)]
        places: Option<u32>,
        /// The tar archive of a pack.
        pack: Option<Vec<u8>>,
    },
    /// List the classes.
    ClassList,
    /// Close a class.
    ClassClose {
        /// Its ID.
        id: String,
    },
    /// Open a class again.
    ClassOpen {
        /// Its ID.
        id: String,
    },
    /// Give a class a new code.
    ClassCode {
        /// Its ID.
        id: String,
    },
}

/// What operations work on.
pub struct Surroundings<'p> {
    /// The store with the classes.
    pub store: &'p dyn Store,
    /// The configuration, for its teachers and addresses.
    pub config: &'p Config,
    /// Lists who is here, one line each; empty if there is no one.
    pub who_is_here: &'p dyn Fn() -> String,
    /// Called with each class whose record changed.
    pub changed: &'p dyn Fn(&Class),
}

impl Operation {
    /// Carries out the operation.
    ///
    /// # Errors
    /// Explains in one or more lines why it failed.
    pub fn carry_out(&self, around: &Surroundings<'_>) -> Result<String, String> {
        match self {
            Self::Status => Ok((around.who_is_here)()),
            Self::ClassNew { id, title, roster, places, pack } => {
                let mut class = Class::new(id_of(id)?, printable(title.trim()));
                if roster.is_none() {
                    class.roster = RosterRule::Open;
                    class.most_students = places.unwrap_or(class.most_students);
                }
                new_class(around, &class, roster.as_deref(), pack.as_deref())
            }
            Self::ClassList => list(around.store),
            Self::ClassClose { id } => {
                let id = set_state(around, id, ClassState::Closed)?;
                Ok(format!("{id} is closed; its work stays; class open {id} opens it again\n"))
            }
            Self::ClassOpen { id } => {
                let id = set_state(around, id, ClassState::Open)?;
                Ok(format!("{id} is open\n"))
            }
            Self::ClassCode { id } => {
                let id = id_of(id)?;
                let code = teaching(around, &id).new_code().map_err(said)?;
                Ok(format!("{}\n", code.shown()))
            }
        }
    }
}

fn teaching<'p>(around: &Surroundings<'p>, class: &'p ClassId) -> Teaching<'p> {
    Teaching { store: around.store, class, by: None }
}

fn set_state(around: &Surroundings<'_>, id: &str, state: ClassState) -> Result<ClassId, String> {
    let id = id_of(id)?;
    let class = teaching(around, &id).set_state(state);
    (around.changed)(&class.map_err(said)?);
    Ok(id)
}

fn id_of(id: &str) -> Result<ClassId, String> {
    id.parse().map_err(|why| format!("{}: {why}", printable(id)))
}

fn new_class(
    around: &Surroundings<'_>,
    class: &Class,
    roster: Option<&[u8]>,
    pack: Option<&[u8]>,
) -> Result<String, String> {
    let id = &class.id;
    let code = NewCode::of_class().map_err(said)?;
    let hash = code.hashed().map_err(said)?;
    around.store.make_class(class, &hash).map_err(said)?;
    let teaching = teaching(around, id);
    let is_teacher = |user: &_| around.config.teachers.contains_key(user);
    let mut report = String::new();
    let filled = (|| {
        if let Some(roster) = roster {
            report.push_str(&teaching.set_roster(roster, &is_teacher)?);
        }
        if let Some(pack) = pack {
            report.push_str(&teaching.set_pack(pack)?);
        }
        teaching.record().map_err(crate::teaching::NotDone::from)
    })();
    match filled {
        Ok(class) => (around.changed)(&class),
        Err(why) => {
            // Do not keep a class without its students or lessons.
            let _ = around.store.remove_class(id);
            return Err(why.to_string());
        }
    }
    teaching.made().map_err(said)?;
    let line = line_for_students(around, id).map_err(said)?;
    Ok(format!("{report}students type: {line}\ncode of {id}: {}\n", code.shown()))
}

/// `ssh -p 2222 3b/NAME@your.host`: with the class if others are open, too.
fn line_for_students(around: &Surroundings<'_>, id: &ClassId) -> Result<String, StoreError> {
    let classes = around.store.classes()?;
    let is_other = |class: &Class| class.id != *id && class.state != ClassState::Closed;
    let login = if classes.iter().any(is_other) { format!("{id}/NAME") } else { "NAME".to_owned() };
    let port = around.config.listen.first().map_or(PublicAddress::SSH, SocketAddr::port);
    let here = || PublicAddress::new("your.host", port);
    let address = around.config.address.clone().unwrap_or_else(here);
    Ok(format!("ssh {}", address.destination(&login)))
}

/// One line for each class.
fn list(store: &dyn Store) -> Result<String, String> {
    let mut lines = Vec::new();
    for class in store.classes().map_err(said)? {
        let places = store.places(&class.id).map_err(said)?;
        let taken = places.iter().filter(|place| place.is_taken()).count();
        let (id, state, title) = (&class.id, class.state.token(), printable(&class.title));
        let of = places.len();
        lines.push(format!("{id:<12}  {state:<6}  {taken:>4} of {of:<4} taken  {title}"));
    }
    if lines.is_empty() {
        lines.push("no classes yet: hitscan-serve class new ID --title TEXT".to_owned());
    }
    Ok(lines.join("\n") + "\n")
}

impl Operation {
    /// Sends the operation to the running server.
    pub(super) fn ask(&self, data: &Path) -> Result<String, String> {
        match control::ask(data, self) {
            Ok(answer) => answer,
            Err(NoServer::None) => Err(format!(
                "{}: no hitscan-serve is running on it",
                printable(&data.to_string_lossy())
            )),
            Err(NoServer::Silent(why)) => Err(why),
        }
    }

    /// Sends the operation to the running server, or carries it out here if none is running.
    pub(super) fn ask_or_do(&self, config: &Config) -> Result<String, String> {
        match control::ask(&config.data, self) {
            Ok(answer) => return answer,
            Err(NoServer::None) => {}
            Err(NoServer::Silent(why)) => return Err(why),
        }
        let store = store::open(config).map_err(|why| match why {
            StoreError::InUse(_) => format!("{why}, and does not answer yet; try again"),
            why => why.to_string(),
        })?;
        let around =
            Surroundings { store: &*store, config, who_is_here: &String::new, changed: &|_| () };
        self.carry_out(&around)
    }
}
