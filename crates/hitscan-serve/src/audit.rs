//! The audit log: who did what, and from where. An entry cannot hold a code, a key or anything that
//! was typed.

use std::fmt;
use std::net::IpAddr;

use jiff::Timestamp;

use crate::class::ClassId;
use crate::place::UserId;

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// When it was done.
    pub at: Timestamp,
    /// The class it concerns, if any.
    pub class: Option<ClassId>,
    /// Who did it, if their name is a valid one.
    pub who: Option<UserId>,
    /// The address they came from, if over the network.
    pub address: Option<IpAddr>,
    /// What was done.
    pub what: Deed,
    /// More about it, such as the student concerned.
    pub detail: Option<Detail>,
}

impl AuditEntry {
    /// An entry with the current time.
    pub fn now(what: Deed) -> Self {
        let at = Timestamp::now();
        Self { at, class: None, who: None, address: None, what, detail: None }
    }

    /// The same entry, about this class.
    pub fn in_class(self, class: &ClassId) -> Self {
        Self { class: Some(class.clone()), ..self }
    }

    /// The same entry, done by this user.
    pub fn by(self, who: &UserId) -> Self {
        Self { who: Some(who.clone()), ..self }
    }

    /// The same entry, from this address.
    pub fn from(self, address: IpAddr) -> Self {
        Self { address: Some(address), ..self }
    }

    /// The same entry, with this detail.
    pub fn with(self, detail: Detail) -> Self {
        Self { detail: Some(detail), ..self }
    }
}

/// More about a deed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A fixed word of the program's own.
    Word(&'static str),
    /// A person.
    User(UserId),
    /// A number, such as of files or students.
    Count(u64),
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::User(user) => user.fmt(f),
            Self::Count(count) => count.fmt(f),
        }
    }
}

macro_rules! deeds {
    ($($(#[$doc:meta])* $name:ident = $token:literal,)*) => {
        /// What can be done, as the audit log records it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Deed { $($(#[$doc])* $name,)* }

        impl Deed {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Its name in the audit log.
            pub const fn token(self) -> &'static str {
                match self { $(Self::$name => $token,)* }
            }
        }
    };
}

deeds! {
    /// A user logged in.
    Login = "login",
    /// A user logged out.
    Logout = "logout",
    /// A login was refused.
    Refused = "refused",
    /// A student claimed a place.
    Claimed = "claimed",
    /// A key was added to a place.
    Key = "key",
    /// A student got their own code.
    Code = "code",
    /// A teacher watches a student.
    Watch = "watch",
    /// A teacher shows their screen to the class.
    Follow = "follow",
    /// A teacher sent a message to the class.
    Say = "say",
    /// A class was paused.
    Pause = "pause",
    /// A class was resumed.
    Go = "go",
    /// The open lessons of a class changed.
    Lessons = "lessons",
    /// The due time of a class changed.
    Due = "due",
    /// A class got a new code.
    ClassCode = "class-code",
    /// A class was made.
    ClassNew = "class-new",
    /// A class was closed.
    ClassClosed = "class-closed",
    /// A class got a new roster.
    Roster = "roster",
    /// A class got a new pack.
    Pack = "pack",
    /// A student's work was reset.
    Reset = "reset",
    /// A place was freed.
    Freed = "freed",
    /// A place was freed, and its work erased.
    Erased = "erased",
    /// A teacher collected the submissions of a class.
    Collect = "collect",
    /// A teacher graded the submissions of a class.
    Grade = "grade",
    /// Submissions were imported from a folder.
    Import = "import",
    /// A teacher was added.
    TeacherNew = "teacher-new",
    /// A teacher was removed.
    TeacherGone = "teacher-gone",
    /// The host key was replaced.
    HostKey = "host-key",
    /// The server started.
    Start = "start",
    /// The server stopped.
    Stop = "stop",
}
