//! What the system tells of processes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::Pid;

/// The most memory that a process has had.
pub(crate) fn peak_kilobytes(pid: Pid) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The processes of this program that work below this directory.
pub(crate) fn left_running(binary: &Path, directory: &Path) -> Vec<String> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let is_ours = |process: &PathBuf| {
        let link = |name: &str| fs::read_link(process.join(name));
        link("exe").is_ok_and(|exe| exe == binary)
            && link("cwd").is_ok_and(|cwd| cwd.starts_with(directory))
    };
    let paths = processes.filter_map(|process| Some(process.ok()?.path()));
    paths.filter(is_ours).map(|process| process.display().to_string()).collect()
}

/// Whether a process runs: one that has ended may wait to be asked how.
pub(crate) fn is_running(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    let state = stat.ok().and_then(|stat| stat.rsplit_once(") ").map(|(_, rest)| rest.to_owned()));
    state.is_some_and(|state| !state.starts_with('Z'))
}

/// How long a process has waited for a processor since it began.
pub(crate) fn waited(process: Pid) -> Option<Duration> {
    let path = format!("/proc/{}/schedstat", process.as_raw_nonzero());
    let text = fs::read_to_string(path).ok()?;
    Some(Duration::from_nanos(text.split(' ').nth(1)?.parse().ok()?))
}
