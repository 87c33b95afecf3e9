//! The cost of the program while no key is pressed: nothing. All sessions are left idle at the same
//! time, after everything else has been measured.

use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use super::session::{Counts, Session, Size};
use super::table::{Must, Table};

const A_WHILE: Duration = Duration::from_secs(5);

/// Idle sessions, and what each shows.
#[derive(Default)]
pub(crate) struct Quiet {
    sessions: Vec<(String, Session)>,
    /// The files that they read and write.
    folders: Vec<TempDir>,
}

impl Quiet {
    /// Leaves a session idle.
    pub(crate) fn leave(&mut self, size: Size, what: &str, session: Session) {
        self.sessions.push((format!("{what}, {}x{}", size.0, size.1), session));
    }

    /// Keeps a folder as long as the sessions.
    pub(crate) fn keep(&mut self, folder: TempDir) {
        self.folders.push(folder);
    }

    /// Measures all of them.
    pub(crate) fn measure(self, table: &mut Table) {
        Table::head(&format!("idle for {} s", A_WHILE.as_secs()));
        let asleep = |(_, session): &(_, Session)| session.counts_when_asleep(|_| true);
        let before: Vec<Counts> = self.sessions.iter().map(asleep).collect();
        thread::sleep(A_WHILE);
        for ((what, session), before) in self.sessions.iter().zip(before) {
            let after = session.counts();
            let [bytes, naps] = [after.bytes - before.bytes, after.naps - before.naps];
            table.count(&format!("{what}: bytes"), bytes, 0, Must::Keep);
            table.count(&format!("{what}: wake-ups"), naps, 0, Must::Keep);
        }
    }
}
