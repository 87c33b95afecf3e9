//! What people did, as it is noted: who, where from, what. No code, no key and nothing that
//! was typed is in it: an entry cannot hold them.

use std::fmt;
use std::net::IpAddr;

use jiff::Timestamp;

use crate::class::ClassId;
use crate::user::UserId;

/// Something that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// When.
    pub at: Timestamp,
    /// In which class, if in one.
    pub class: Option<ClassId>,
    /// By whom, if by someone with a name that can be one.
    pub who: Option<UserId>,
    /// Where from, if over the network.
    pub address: Option<IpAddr>,
    /// What.
    pub what: Deed,
    /// To whom, or to what.
    pub detail: Option<Detail>,
}

impl AuditEntry {
    /// Something that is done now.
    #[must_use]
    pub fn now(what: Deed) -> Self {
        let at = Timestamp::now();
        Self { at, class: None, who: None, address: None, what, detail: None }
    }

    /// In this class.
    #[must_use]
    pub fn in_class(self, class: &ClassId) -> Self {
        Self { class: Some(class.clone()), ..self }
    }

    /// By this one.
    #[must_use]
    pub fn by(self, who: &UserId) -> Self {
        Self { who: Some(who.clone()), ..self }
    }

    /// From this address.
    #[must_use]
    pub fn from(self, address: IpAddr) -> Self {
        Self { address: Some(address), ..self }
    }

    /// With this detail.
    #[must_use]
    pub fn with(self, detail: Detail) -> Self {
        Self { detail: Some(detail), ..self }
    }
}

/// What an entry says beside the deed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A word of the program.
    Word(&'static str),
    /// A person.
    User(UserId),
    /// How many.
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
        /// The kinds of deeds that are noted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Deed { $($(#[$doc])* $name,)* }

        impl Deed {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// As the audit says it.
            #[must_use]
            pub const fn token(self) -> &'static str {
                match self { $(Self::$name => $token,)* }
            }
        }
    };
}

deeds! {
    /// Someone came in.
    Login = "login",
    /// Someone left.
    Logout = "logout",
    /// Someone was not let in.
    Refused = "refused",
    /// A student took a place.
    Claimed = "claimed",
    /// A key was added to a place.
    Key = "key",
    /// A student got a code of their own.
    Code = "code",
    /// A teacher looks on.
    Watch = "watch",
    /// A teacher shows a screen to all.
    Follow = "follow",
    /// A line was said to all.
    Say = "say",
    /// The class pauses.
    Pause = "pause",
    /// The class goes on.
    Go = "go",
    /// Other lessons are open.
    Lessons = "lessons",
    /// Work is due at another time.
    Due = "due",
    /// The class has another code.
    ClassCode = "class-code",
    /// A class was made.
    ClassNew = "class-new",
    /// A class was closed.
    ClassClosed = "class-closed",
    /// A class has another roster.
    Roster = "roster",
    /// A class has another pack.
    Pack = "pack",
    /// The work of a student begins afresh.
    Reset = "reset",
    /// A place is free again.
    Freed = "freed",
    /// A place is free again, and what was in it is gone.
    Erased = "erased",
    /// The work of all was handed out.
    Collect = "collect",
    /// The work of all was graded.
    Grade = "grade",
    /// Submissions were taken over from a folder.
    Import = "import",
    /// A teacher was added.
    TeacherNew = "teacher-new",
    /// A teacher was removed.
    TeacherGone = "teacher-gone",
    /// The host has another key.
    HostKey = "host-key",
    /// The server began.
    Start = "start",
    /// The server ended.
    Stop = "stop",
}
