//! How a course treats each command.

use crate::command::Command;

/// How a course treats a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    /// It changes what is judged, and has to wait for an open question.
    Judged,
    /// It changes nothing that is judged, so grading skips it, since it could take long.
    Skipped,
    /// It leads out of the lesson.
    Refused,
    /// As [`Skipped`](Self::Skipped); it also reveals no answer, so it need not wait for
    /// an open question.
    FreeWhileAsked,
    /// As [`FreeWhileAsked`](Self::FreeWhileAsked); it also leaves the course, or helps to, so it
    /// works even if the file is full.
    Always,
}

/// How a course treats this command.
pub(super) const fn policy(command: &Command) -> Policy {
    match command {
        Command::Add(..)
        | Command::Crowd(_)
        | Command::Remove(_)
        | Command::Rename(..)
        | Command::Duplicate(..)
        | Command::Body(..)
        | Command::Select(_)
        | Command::Set(..)
        | Command::SetAttribute(..)
        | Command::Move(..)
        | Command::Turn(..)
        | Command::Length(..)
        | Command::End(..)
        | Command::Vertex(..)
        | Command::Velocity(..)
        | Command::Put(..)
        | Command::Point(..)
        | Command::Steer(..)
        | Command::Drop(_)
        | Command::Nudge(_)
        | Command::Step(_)
        | Command::Back(_)
        | Command::Undo(_)
        | Command::Redo(_)
        | Command::Seek(_)
        | Command::Response(_)
        | Command::Side(_)
        | Command::Gravity(_)
        | Command::Speed(_)
        | Command::BoundaryRule(_)
        | Command::Axes(_)
        | Command::BroadPhase(_)
        | Command::Title(_)
        | Command::Expect(_) => Policy::Judged,
        Command::Describe(_)
        | Command::Query(_)
        | Command::Ray(_)
        | Command::Why(..)
        | Command::Check
        | Command::Predict(..)
        | Command::PredictMode(_)
        | Command::Assert(_)
        | Command::Map(_)
        | Command::Play
        | Command::Save(_)
        | Command::SaveAndQuit(_) => Policy::Skipped,
        Command::Learn(_)
        | Command::New
        | Command::Open(_)
        | Command::Record(_)
        | Command::Recover(_) => Policy::Refused,
        Command::Log(_)
        | Command::Filter(_)
        | Command::Method(_)
        | Command::Pause
        | Command::Screenshot(_) => Policy::FreeWhileAsked,
        Command::Help(_) | Command::Quit | Command::QuitUnsaved => Policy::Always,
    }
}

/// Whether a command must be executed when a file is replayed.
pub(super) const fn changes_what_is_judged(command: &Command) -> bool {
    match policy(command) {
        Policy::Judged | Policy::Refused => true,
        Policy::Skipped | Policy::FreeWhileAsked | Policy::Always => false,
    }
}

/// Why a command leads out of a lesson, if it does.
pub(super) fn leaves_lesson(command: &Command) -> Option<&'static str> {
    let leaves = policy(command) == Policy::Refused;
    leaves.then_some("a lesson has its own scene and its own file; this works outside")
}
