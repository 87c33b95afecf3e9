//! Who may come in: by a key that the client has proved to have, or by a code. What is asked
//! of the store blocks, so all of it runs on threads for that.
//!
//! Every name that can be one is answered alike, so that nothing tells which there are: whoever
//! has no key of the place is asked for a code, and whoever has no code for it is refused. Where
//! no class is named, all that are held are looked at, whether the name is in them or not.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::class::{Class, ClassId, ClassState};
use crate::code::{OwnCode, TypedCode};
use crate::farewell::Farewell;
use crate::key::LoginKey;
use crate::place::{Claim, Claimed, Place};
use crate::session::Joined;
use crate::store::{Store, StoreError};
use crate::user::UserId;

/// Decides who comes in.
#[derive(Clone, Debug)]
pub(super) struct Entrance {
    store: Arc<dyn Store>,
    teachers: Arc<BTreeMap<UserId, Vec<LoginKey>>>,
}

/// What stands before the `@`: a name, and the class if more than one is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LoginName {
    /// The class, if it was named.
    pub(super) class: Option<ClassId>,
    /// The name.
    pub(super) user: UserId,
}

/// Who has come in.
#[derive(Debug)]
pub(super) enum Entered {
    /// A student, at their place.
    Student {
        /// The class.
        class: Class,
        /// The place.
        place: Place,
        /// How, if the place was taken just now.
        joined: Option<Joined>,
        /// As whom they come in again, whatever else they have a place in.
        login: LoginName,
    },
    /// A teacher. There may be no class yet.
    Teacher {
        /// The class that was named, or the only one.
        class: Option<Class>,
        /// The name.
        user: UserId,
    },
    /// Someone who is told why they do not come in. It is the same for all names, or they have
    /// shown what enters.
    ToBeTold(Farewell),
}

impl LoginName {
    /// `anna`, `3b/anna`. Nothing, where that can be no name.
    #[must_use]
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

/// How a place may be entered by a code that was typed.
enum Fit {
    /// By the student's own code.
    Taken(Place),
    /// By the code of the class, if the place is there, or can be made.
    Free,
}

impl Entrance {
    /// Of the classes in a store.
    #[must_use]
    pub(super) fn new(store: Arc<dyn Store>, teachers: BTreeMap<UserId, Vec<LoginKey>>) -> Self {
        Self { store, teachers: Arc::new(teachers) }
    }

    /// Who comes in by a key that was proved. Nothing, where it is no key of theirs.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(super) fn by_key(
        &self,
        name: &LoginName,
        key: &LoginKey,
    ) -> Result<Option<Entered>, StoreError> {
        let classes = self.store.classes()?;
        if let Some(keys) = self.teachers.get(&name.user) {
            let class = class_of_teacher(&classes, name).cloned();
            let user = name.user.clone();
            return Ok(keys.contains(key).then_some(Entered::Teacher { class, user }));
        }
        let mut fits = Vec::new();
        for class in classes_of_student(&classes, name) {
            let place = self.store.place(&class.id, &name.user)?;
            fits.extend(place.filter(|it| it.is_entered_by(key)).map(|place| (class, place)));
        }
        Ok(the_one(fits, &name.user).map(|found| match found {
            Ok((class, place)) => {
                let login = login_to(class, &classes, &name.user);
                Entered::Student { class: class.clone(), place, joined: None, login }
            }
            Err(which) => Entered::ToBeTold(which),
        }))
    }

    /// What everyone is told in place of being asked for a code, if anything.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(super) fn turns_away(&self, name: &LoginName) -> Result<Option<Farewell>, StoreError> {
        let classes = self.store.classes()?;
        let is_closed = |class: &&Class| class.state == ClassState::Closed;
        Ok(match (&name.class, &classes[..]) {
            (Some(id), all) => {
                let named = all.iter().find(|class| class.id == *id);
                named.filter(is_closed).map(|class| Farewell::ClassClosed(class.id.clone()))
            }
            (None, [only]) if is_closed(&only) => Some(Farewell::ClassClosed(only.id.clone())),
            (None, all) if all.iter().all(|class| is_closed(&class)) => Some(Farewell::NoClass),
            (None, _) => None,
        })
    }

    /// Who comes in by a code, and perhaps takes a free place by it: with a key that was proved
    /// before, the place is entered by that from then on. Nothing, where the code is wrong.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(super) fn by_code(
        &self,
        name: &LoginName,
        typed: &str,
        proved: Option<&LoginKey>,
    ) -> Result<Option<Entered>, StoreError> {
        let classes = self.store.classes()?;
        let is_teacher = self.teachers.contains_key(&name.user);
        let Some(code) = TypedCode::new(typed).filter(|_| !is_teacher) else { return Ok(None) };
        let mut fits = Vec::new();
        for class in classes_of_student(&classes, name) {
            // Both are looked at, whether the place is free or taken or not there.
            let is_of_class = self.store.class_code_matches(&class.id, &code)?;
            let is_own = self.store.own_code_matches(&class.id, &name.user, &code)?;
            let fit = match self.store.place(&class.id, &name.user)? {
                Some(place) if place.is_taken() => is_own.then_some(Fit::Taken(place)),
                Some(_) | None => is_of_class.then_some(Fit::Free),
            };
            fits.extend(fit.map(|fit| (class, fit)));
        }
        let (class, fit) = match the_one(fits, &name.user) {
            None => return Ok(None),
            Some(Err(which)) => return Ok(Some(Entered::ToBeTold(which))),
            Some(Ok(found)) => found,
        };
        let login = login_to(class, &classes, &name.user);
        match fit {
            Fit::Taken(place) => {
                Ok(Some(Entered::Student { class: class.clone(), place, joined: None, login }))
            }
            Fit::Free => self.claim(class, login, proved),
        }
    }

    fn claim(
        &self,
        class: &Class,
        login: LoginName,
        proved: Option<&LoginKey>,
    ) -> Result<Option<Entered>, StoreError> {
        let student = &login.user;
        let no_code = |why: crate::code::NoRandomness| StoreError::Refused(why.to_string());
        let (claim, joined) = if let Some(key) = proved {
            (Claim::Key(key.clone()), Joined::ByKey)
        } else {
            let own = OwnCode::random().map_err(no_code)?;
            (Claim::Code(own.hashed().map_err(no_code)?), Joined::ByCode(own))
        };
        match self.store.claim(&class.id, student, &claim)? {
            Claimed::Yes => {
                let place = self.store.place(&class.id, student)?;
                let class = class.clone();
                let joined = Some(joined);
                Ok(place.map(|place| Entered::Student { class, place, joined, login }))
            }
            Claimed::Taken | Claimed::NoSuchPlace => Ok(None),
            Claimed::Full => Ok(Some(Entered::ToBeTold(Farewell::ClassFull(class.most_students)))),
        }
    }
}

/// The classes that students come into now.
fn held(classes: &[Class]) -> impl Iterator<Item = &Class> {
    classes.iter().filter(|class| class.state != ClassState::Closed)
}

/// The classes that a student may mean: the one that is named, or all that are held.
fn classes_of_student<'c>(
    classes: &'c [Class],
    name: &LoginName,
) -> impl Iterator<Item = &'c Class> {
    held(classes).filter(|class| name.class.as_ref().is_none_or(|id| class.id == *id))
}

/// The class in which what was shown enters; of several, which they are. Whoever is told has shown
/// what enters each of them.
fn the_one<'c, T>(
    mut fits: Vec<(&'c Class, T)>,
    user: &UserId,
) -> Option<Result<(&'c Class, T), Farewell>> {
    let last = fits.pop()?;
    if fits.is_empty() {
        return Some(Ok(last));
    }
    let classes = fits.iter().chain([&last]).map(|(class, _)| class.id.clone()).collect();
    Some(Err(Farewell::WhichClass { classes, user: user.clone() }))
}

/// As whom a student of this class comes in again: the class is named where several are held.
fn login_to(class: &Class, classes: &[Class], user: &UserId) -> LoginName {
    let class = Some(class.id.clone()).filter(|_| held(classes).nth(1).is_some());
    LoginName { class, user: user.clone() }
}

/// The class that a teacher looks at: the one that is named, the only one that is held, or the
/// only one.
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
