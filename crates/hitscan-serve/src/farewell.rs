//! The last message of a session, or the reason why there is none, and the exit status.

use std::time::Duration;

use crate::class::ClassId;
use crate::place::UserId;
use crate::store::StoreError;
use crate::user_commands::WordFault;

/// Why the server ended a session or refused one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Farewell {
    /// The class is closed.
    #[error("{0} is closed")]
    ClassClosed(ClassId),
    /// No class is open.
    #[error("no class is open here")]
    NoClass,
    /// No class was named, and the login fits more than one.
    #[error("which class? log in as {}", logins(classes, user))]
    WhichClass {
        /// The classes that it fits.
        classes: Vec<ClassId>,
        /// The user.
        user: UserId,
    },
    /// A screen was asked for without a terminal.
    #[error("hitscan needs a terminal: ssh -t, or ssh -T … lines")]
    NoTerminal,
    /// The terminal cannot show a screen.
    #[error("this terminal cannot move its cursor: ssh -T … lines")]
    NoCursor,
    /// The class has no place left.
    #[error("the class is full: {0} places")]
    ClassFull(u32),
    /// The server has too many sessions.
    #[error("the server is full; try again in a minute")]
    ServerFull,
    /// The student logged in again.
    #[error("{0} is at another screen now")]
    AnotherScreen(UserId),
    /// The student's previous session has not ended yet.
    #[error("your other screen is still closing; try again")]
    StillClosing,
    /// Another machine wrote to the student's work.
    #[error("your work goes on at another screen")]
    ElsewhereNow,
    /// The place was freed, or the work was reset.
    #[error("your teacher has ended this screen; your work is kept")]
    Removed,
    /// No key was pressed for too long.
    #[error("{} without a key: your work is kept", spelled(*.0))]
    Idle(Duration),
    /// The server is shutting down.
    #[error("the server restarts; your work is kept; ssh again in a moment")]
    Restart,
    /// The command is not valid.
    #[error("{0}")]
    Words(#[from] WordFault),
    /// The store failed.
    #[error("{}", .0.for_student())]
    Store(#[from] StoreError),
    /// The request cannot be fulfilled, for this reason.
    #[error("{0}")]
    Refused(String),
    /// The session ended while a student was shown their own code, which they may not have written
    /// down yet.
    #[error("{told}\n{why}")]
    WithCode {
        /// The code, in a sentence.
        told: String,
        /// Why it ended.
        why: Box<Farewell>,
    },
    /// A remark on a request that succeeded.
    #[error("{0}")]
    Beside(String),
    /// The program has a bug.
    #[error("something went wrong here; your work up to the last key is kept")]
    Broken,
}

impl Farewell {
    /// The exit status of `ssh`.
    pub fn status(&self) -> u32 {
        match self {
            Self::WithCode { why, .. } => why.status(),
            Self::AnotherScreen(_)
            | Self::Removed
            | Self::Idle(_)
            | Self::Restart
            | Self::Beside(_) => 0,
            Self::Words(_) => 2,
            Self::Broken => 70,
            _ => 1,
        }
    }
}

/// `3b/ada or 3c/ada`.
fn logins(classes: &[ClassId], user: &UserId) -> String {
    let logins: Vec<_> = classes.iter().map(|class| format!("{class}/{user}")).collect();
    logins.join(" or ")
}

/// `two hours`, `90 minutes`.
fn spelled(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60, seconds % 3600, seconds % 60) {
        (1, _, 0, _) => "an hour".to_owned(),
        (2, _, 0, _) => "two hours".to_owned(),
        (hours, _, 0, _) if hours > 0 => format!("{hours} hours"),
        (_, 1, _, 0) => "a minute".to_owned(),
        (_, minutes, _, 0) if minutes > 0 => format!("{minutes} minutes"),
        _ => format!("{seconds} seconds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_farewell_has_its_sentence_and_its_status() {
        let anna: UserId = "anna".parse().expect("a name");
        let class: ClassId = "3b".parse().expect("an id");
        for (farewell, status, said) in [
            (Farewell::ClassClosed(class), 1, "3b is closed"),
            (Farewell::ClassFull(40), 1, "the class is full: 40 places"),
            (Farewell::AnotherScreen(anna), 0, "anna is at another screen now"),
            (
                Farewell::Idle(Duration::from_secs(7200)),
                0,
                "two hours without a key: your work is kept",
            ),
            (
                Farewell::Words(WordFault::Unknown("id".to_owned())),
                2,
                "no such word: id; ssh HOST help lists them",
            ),
            (
                Farewell::Broken,
                70,
                "something went wrong here; your work up to the last key is kept",
            ),
        ] {
            assert_eq!((farewell.status(), farewell.to_string().as_str()), (status, said));
        }
    }

    #[test]
    fn a_time_is_spelled_as_people_say_it() {
        for (seconds, told) in [
            (7200, "two hours"),
            (3600, "an hour"),
            (10800, "3 hours"),
            (5400, "90 minutes"),
            (60, "a minute"),
            (61, "61 seconds"),
            (3, "3 seconds"),
            (0, "0 seconds"),
        ] {
            assert_eq!(spelled(Duration::from_secs(seconds)), told);
        }
    }
}
