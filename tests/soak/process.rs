//! Information about processes from the system.

use std::fs;
use std::time::Duration;

use rustix::process::Pid;

/// The peak memory of a process.
pub(crate) fn peak_kilobytes(pid: Pid) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The processes with this text in their environment, and their command lines.
pub(crate) fn started_with(text: &str) -> Vec<(Pid, String)> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let read = |pid: Pid, what: &str| {
        let bytes = fs::read(format!("/proc/{}/{what}", pid.as_raw_nonzero())).ok()?;
        Some(String::from_utf8_lossy(&bytes).replace('\0', " "))
    };
    let pids = processes.filter_map(|process| {
        let name = process.ok()?.file_name();
        name.to_str()?.parse().ok().and_then(Pid::from_raw)
    });
    let has_it = |pid: &Pid| read(*pid, "environ").is_some_and(|it| it.contains(text));
    let with_words = |pid| (pid, read(pid, "cmdline").unwrap_or_default());
    pids.filter(has_it).map(with_words).collect()
}

/// Whether a process is running: one that has ended may be a zombie.
pub(crate) fn is_running(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    let state = stat.ok().and_then(|stat| stat.rsplit_once(") ").map(|(_, rest)| rest.to_owned()));
    state.is_some_and(|state| !state.starts_with('Z'))
}

/// How long the threads of a process, taken together, have waited for a processor since they began.
pub(crate) fn waited(process: Pid) -> Option<Duration> {
    let threads = fs::read_dir(format!("/proc/{}/task", process.as_raw_nonzero())).ok()?;
    let of_each = threads.filter_map(|thread| {
        let text = fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        text.split(' ').nth(1)?.parse().ok().map(Duration::from_nanos)
    });
    Some(of_each.sum())
}
