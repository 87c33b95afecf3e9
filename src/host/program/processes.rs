//! Lists the processes of this machine from `/proc`; elsewhere the list is empty.

use std::fs;
use std::io;

use rustix::process::Pid;

/// A process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Process {
    pub(super) id: Pid,
    pub(super) parent: Option<Pid>,
    pub(super) session: Option<Pid>,
}

/// All processes that have not ended.
pub(super) fn processes() -> impl Iterator<Item = Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(read).filter(|(_, state)| *state != 'Z').map(|(process, _)| process)
}

/// A process, and the letter of its state.
fn read(entry: io::Result<fs::DirEntry>) -> Option<(Process, char)> {
    let entry = entry.ok()?;
    let id = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
    let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
    // After the name, which may contain anything: state, parent, group, session.
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ');
    let state = fields.next()?.chars().next()?;
    let mut ids = fields.map(|field| field.parse().ok().and_then(Pid::from_raw));
    let (parent, _group, session) = (ids.next()?, ids.next()?, ids.next()?);
    Some((Process { id, parent, session }, state))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::process::{getpid, getppid};

    use super::*;

    // The session is not checked: in a container it may be 0, which rustix rejects.
    #[test]
    fn this_process_is_among_them_with_its_parent() {
        let own = processes().find(|process| process.id == getpid()).expect("it runs");
        assert_eq!(own.parent, getppid());
    }
}
