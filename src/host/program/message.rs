//! Messages between hitscan and a supervisor: a few bytes over a socket.

use std::ffi::OsStr;

/// The streams that a program gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Streams {
    /// Three pipes.
    Piped,
    /// No input, and hitscan's own standard output and error.
    Shared,
}

/// A message from a supervisor. It receives none: when its socket closes, it kills the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SupervisorMessage {
    /// The pipes of the program are attached to this message.
    Pipes,
    /// The program has started.
    Started,
    /// The program cannot be started; this is the error number.
    NotStarted(i32),
    /// The program has exited; this is its raw wait status.
    Ended(i32),
}

impl Streams {
    const ALL: [Self; 2] = [Self::Piped, Self::Shared];

    /// The hidden option that starts this program as a supervisor.
    pub(super) const fn option(self) -> &'static str {
        match self {
            Self::Piped => "--supervise-piped",
            Self::Shared => "--supervise-shared",
        }
    }

    pub(super) fn of_option(option: &OsStr) -> Option<Self> {
        Self::ALL.into_iter().find(|streams| option == streams.option())
    }
}

impl SupervisorMessage {
    /// The length of each message, in bytes.
    pub(super) const LENGTH: usize = 5;

    pub(super) fn bytes(self) -> [u8; Self::LENGTH] {
        let (kind, number) = match self {
            Self::Pipes => (b'p', [0; 4]),
            Self::Started => (b's', [0; 4]),
            Self::NotStarted(error) => (b'n', error.to_le_bytes()),
            Self::Ended(status) => (b'e', status.to_le_bytes()),
        };
        let [a, b, c, d] = number;
        [kind, a, b, c, d]
    }

    pub(super) fn read([kind, number @ ..]: [u8; Self::LENGTH]) -> Option<Self> {
        match kind {
            b'p' => Some(Self::Pipes),
            b's' => Some(Self::Started),
            b'n' => Some(Self::NotStarted(i32::from_le_bytes(number))),
            b'e' => Some(Self::Ended(i32::from_le_bytes(number))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_round_trip() {
        use SupervisorMessage::{Ended, NotStarted, Pipes, Started};
        for message in [Pipes, Started, NotStarted(2), Ended(-1), Ended(9)] {
            assert_eq!(SupervisorMessage::read(message.bytes()), Some(message));
        }
        assert_eq!(SupervisorMessage::read(*b"hello"), None);
    }

    #[test]
    fn supervisor_options_round_trip() {
        for streams in Streams::ALL {
            assert_eq!(Streams::of_option(OsStr::new(streams.option())), Some(streams));
        }
        assert_eq!(Streams::of_option(OsStr::new("start")), None);
    }
}
