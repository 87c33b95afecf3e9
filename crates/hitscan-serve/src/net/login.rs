//! Authentication, by a key that the client has proved to hold or by a code. It blocks on the
//! store, so all of it runs on threads for blocking work.
//!
//! All valid names are answered alike, so that the answer does not tell which names exist: without
//! a key of the place, the client is asked for a code, and a wrong code is refused. If no class is
//! named, every open class is checked, whether it has the name or not.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::class::{Class, ClassId, ClassState};
use crate::code::{NewCode, TypedCode};
use crate::farewell::Farewell;
use crate::key::LoginKey;
use crate::place::{Claim, Claimed, Place, UserId};
use crate::session::{Joined, Seated};
use crate::store::{Store, StoreError};

/// Authenticates logins.
#[derive(Clone, Debug)]
pub(super) struct Entrance {
    store: Arc<dyn Store>,
    teachers: Arc<BTreeMap<UserId, Vec<LoginKey>>>,
}

/// The part before the `@`: a name, and the class if more than one is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LoginName {
    /// The class, if it was named.
    pub(super) class: Option<ClassId>,
    /// The name.
    pub(super) user: UserId,
}

impl LoginName {
    /// Parses `anna` or `3b/anna`. None if it is not a valid login name.
    pub(super) fn read(user: &str) -> Option<Self> {
        let (class, user) = match user.split_once('/') {
            Some((class, user)) => (Some(class.parse().ok()?), user),
            None => (None, user),
        };
        Some(Self { class, user: user.parse().ok()? })
    }
}

impl fmt::Display for LoginName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.class {
            Some(class) => write!(f, "{class}/{}", self.user),
            None => self.user.fmt(f),
        }
    }
}

impl Entrance {
    /// Authenticates for the classes of a store.
    pub(super) fn new(store: Arc<dyn Store>, teachers: BTreeMap<UserId, Vec<LoginKey>>) -> Self {
        Self { store, teachers: Arc::new(teachers) }
    }

    /// Logs in with a proved key. None if the key is not one of the user's.
    ///
    /// # Errors
    /// Why this user cannot log in; and when the store does not answer.
    pub(super) fn by_key(
        &self,
        name: &LoginName,
        key: &LoginKey,
    ) -> Result<Option<Seated>, Farewell> {
        let classes = self.store.classes()?;
        if let Some(keys) = self.teachers.get(&name.user) {
            let class = class_of_teacher(&classes, name).cloned();
            let user = name.user.clone();
            return Ok(keys.contains(key).then_some(Seated::Teacher { class, user }));
        }
        let mut fits = Vec::new();
        for class in classes_of_student(&classes, name) {
            let place = self.store.place(&class.id, &name.user)?;
            fits.extend(place.filter(|it| it.is_entered_by(key)).map(|place| (class, place)));
        }
        let found = the_one(fits, &name.user)?;
        Ok(found.map(|(class, place)| seated(class, &classes, place, None)))
    }

    /// Whether the user is asked for a code.
    ///
    /// # Errors
    /// The message that every user gets instead; and when the store does not answer.
    pub(super) fn turns_away(&self, name: &LoginName) -> Result<(), Farewell> {
        let classes = self.store.classes()?;
        let is_closed = |class: &&Class| class.state == ClassState::Closed;
        let why = match (&name.class, &classes[..]) {
            (Some(id), all) => {
                let named = all.iter().find(|class| class.id == *id);
                named.filter(is_closed).map(|class| Farewell::ClassClosed(class.id.clone()))
            }
            (None, [only]) if is_closed(&only) => Some(Farewell::ClassClosed(only.id.clone())),
            (None, all) if all.iter().all(|class| is_closed(&class)) => Some(Farewell::NoClass),
            (None, _) => None,
        };
        why.map_or(Ok(()), Err)
    }

    /// Logs in with a code. The code of the class claims a free place; if a key was proved before,
    /// that key then opens the place. None if the code is wrong.
    ///
    /// # Errors
    /// Why this user cannot log in; and when the store does not answer.
    pub(super) fn by_code(
        &self,
        name: &LoginName,
        typed: &str,
        proved: Option<&LoginKey>,
    ) -> Result<Option<Seated>, Farewell> {
        let classes = self.store.classes()?;
        let is_teacher = self.teachers.contains_key(&name.user);
        let Some(code) = TypedCode::new(typed).filter(|_| !is_teacher) else { return Ok(None) };
        // The classes that the code opens, with the student's place, or none if it is free or could be
        // made.
        let mut fits = Vec::new();
        for class in classes_of_student(&classes, name) {
            // Check both codes in any case, so that timing does not tell whether the place is free,
            // taken or missing.
            let is_of_class = self.store.class_code_matches(&class.id, &code)?;
            let is_own = self.store.own_code_matches(&class.id, &name.user, &code)?;
            let place = self.store.place(&class.id, &name.user)?.filter(Place::is_taken);
            let is_right = if place.is_some() { is_own } else { is_of_class };
            fits.extend(is_right.then_some((class, place)));
        }
        match the_one(fits, &name.user)? {
            None => Ok(None),
            Some((class, Some(place))) => Ok(Some(seated(class, &classes, place, None))),
            Some((class, None)) => self.claim(class, &classes, &name.user, proved),
        }
    }

    fn claim(
        &self,
        class: &Class,
        classes: &[Class],
        student: &UserId,
        proved: Option<&LoginKey>,
    ) -> Result<Option<Seated>, Farewell> {
        let no_code = |why: &str| StoreError::Refused(why.to_owned());
        let (claim, joined) = if let Some(key) = proved {
            (Claim::Key(key.clone()), Joined::ByKey)
        } else {
            let own = NewCode::own().map_err(no_code)?;
            (Claim::Code(own.hashed().map_err(no_code)?), Joined::ByCode(own))
        };
        match self.store.claim(&class.id, student, &claim)? {
            Claimed::Yes => {
                let place = self.store.place(&class.id, student)?;
                Ok(place.map(|place| seated(class, classes, place, Some(joined))))
            }
            Claimed::Taken | Claimed::NoSuchPlace => Ok(None),
            Claimed::Full => Err(Farewell::ClassFull(class.most_students)),
        }
    }
}

/// A student at this place. They log in again with the class in their name if several are open.
fn seated(class: &Class, classes: &[Class], place: Place, joined: Option<Joined>) -> Seated {
    let named = Some(class.id.clone()).filter(|_| held(classes).nth(1).is_some());
    let login = LoginName { class: named, user: place.student.clone() }.to_string();
    Seated::Student { class: class.clone(), place, joined, login }
}

/// The classes that are not closed.
fn held(classes: &[Class]) -> impl Iterator<Item = &Class> {
    classes.iter().filter(|class| class.state != ClassState::Closed)
}

/// The classes that a student may mean: the named one, or all that are not closed.
fn classes_of_student<'c>(
    classes: &'c [Class],
    name: &LoginName,
) -> impl Iterator<Item = &'c Class> {
    held(classes).filter(|class| name.class.as_ref().is_none_or(|id| class.id == *id))
}

/// The class that the credentials open, if any.
///
/// # Errors
/// If they open several, the message that lists these classes.
fn the_one<'c, T>(
    mut fits: Vec<(&'c Class, T)>,
    user: &UserId,
) -> Result<Option<(&'c Class, T)>, Farewell> {
    if fits.len() > 1 {
        let classes = fits.iter().map(|(class, _)| class.id.clone()).collect();
        return Err(Farewell::WhichClass { classes, user: user.clone() });
    }
    Ok(fits.pop())
}

/// The class of a teacher's session: the named one, the only open one, or the only one.
fn class_of_teacher<'c>(classes: &'c [Class], name: &LoginName) -> Option<&'c Class> {
    match (&name.class, classes) {
        (Some(id), _) => classes.iter().find(|class| class.id == *id),
        (None, [only]) => Some(only),
        (None, _) => {
            let mut held = held(classes);
            held.next().filter(|_| held.next().is_none())
        }
    }
}
