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
use crate::code::{OwnCode, TypedCode};
use crate::farewell::Farewell;
use crate::key::LoginKey;
use crate::place::{Claim, Claimed, Place, UserId};
use crate::session::Joined;
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

/// The result of a login.
#[derive(Debug)]
pub(super) enum Entered {
    /// A student, at their place.
    Student {
        /// The class.
        class: Class,
        /// The place.
        place: Place,
        /// How the place was claimed, if it was just now.
        joined: Option<Joined>,
        /// The login name that leads back to this place.
        login: LoginName,
    },
    /// A teacher, perhaps without a class.
    Teacher {
        /// The class that was named, or the only one.
        class: Option<Class>,
        /// The name.
        user: UserId,
    },
    /// A user who is only told why they cannot log in. The reason is the same for all names, unless
    /// they have shown valid credentials.
    ToBeTold(Farewell),
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

/// How a typed code fits a place.
enum Fit {
    /// The student's own code.
    Taken(Place),
    /// The code of the class, for a place that is free or could be made.
    Free,
}

impl Entrance {
    /// Authenticates for the classes of a store.
    pub(super) fn new(store: Arc<dyn Store>, teachers: BTreeMap<UserId, Vec<LoginKey>>) -> Self {
        Self { store, teachers: Arc::new(teachers) }
    }

    /// Logs in with a proved key. None if the key is not one of the user's.
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

    /// The message that every user gets instead of being asked for a code, if any.
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

    /// Logs in with a code. The code of the class claims a free place; if a key was proved before,
    /// that key then opens the place. None if the code is wrong.
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
            // Check both codes in any case, so that timing does not tell whether the place is free,
            // taken or missing.
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

/// The class that the credentials open; if they open several, the message that lists these classes.
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

/// The login name for a student of this class: with the class if several are open.
fn login_to(class: &Class, classes: &[Class], user: &UserId) -> LoginName {
    let class = Some(class.id.clone()).filter(|_| held(classes).nth(1).is_some());
    LoginName { class, user: user.clone() }
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
