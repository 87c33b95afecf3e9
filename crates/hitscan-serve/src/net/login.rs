//! Who may come in: by a key that the client has proved to have, or by a code. What is asked
//! of the store blocks, so all of it runs on threads for that.
//!
//! Every name that can be one is answered alike, so that nothing tells which there are: whoever
//! has no key of the place is asked for a code, and whoever has no code for it is refused.

use std::collections::BTreeMap;
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
    },
    /// A teacher. There may be no class yet.
    Teacher {
        /// The class that was named, or the only one.
        class: Option<Class>,
        /// The name.
        user: UserId,
    },
    /// Someone who is told why they do not come in. It is the same for all names.
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
        let Some(class) = class_of_student(&classes, name) else { return Ok(None) };
        let place = self.store.place(&class.id, &name.user)?;
        let place = place.filter(|place| place.is_entered_by(key));
        Ok(place.map(|place| Entered::Student { class: class.clone(), place, joined: None }))
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
        let class = class_of_student(&classes, name).filter(|_| !is_teacher);
        let (Some(class), Some(code)) = (class, TypedCode::new(typed)) else { return Ok(None) };
        // Both are looked at, whether the place is free or taken or not there.
        let is_of_class = self.store.class_code_matches(&class.id, &code)?;
        let is_own = self.store.own_code_matches(&class.id, &name.user, &code)?;
        let place = self.store.place(&class.id, &name.user)?;
        match place {
            Some(place) if place.is_taken() && is_own => {
                Ok(Some(Entered::Student { class: class.clone(), place, joined: None }))
            }
            Some(place) if place.is_taken() => Ok(None),
            Some(_) | None if is_of_class => self.claim(class, &name.user, proved),
            Some(_) | None => Ok(None),
        }
    }

    fn claim(
        &self,
        class: &Class,
        student: &UserId,
        proved: Option<&LoginKey>,
    ) -> Result<Option<Entered>, StoreError> {
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
                let entered =
                    |place| Entered::Student { class: class.clone(), place, joined: Some(joined) };
                Ok(place.map(entered))
            }
            Claimed::Taken | Claimed::NoSuchPlace => Ok(None),
            Claimed::Full => Ok(Some(Entered::ToBeTold(Farewell::ClassFull(class.most_students)))),
        }
    }
}

/// The class that a student enters: the one that is named, or the only one that is held.
fn class_of_student<'c>(classes: &'c [Class], name: &LoginName) -> Option<&'c Class> {
    let mut held = classes.iter().filter(|class| class.state != ClassState::Closed);
    match &name.class {
        Some(id) => held.find(|class| class.id == *id),
        None => held.next().filter(|_| held.next().is_none()),
    }
}

/// The class that a teacher looks at: the one that is named, the only one that is held, or the
/// only one.
fn class_of_teacher<'c>(classes: &'c [Class], name: &LoginName) -> Option<&'c Class> {
    match (&name.class, classes) {
        (Some(id), _) => classes.iter().find(|class| class.id == *id),
        (None, [only]) => Some(only),
        (None, _) => class_of_student(classes, name),
    }
}
