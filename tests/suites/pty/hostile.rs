//! Hostile programs as methods of the sandbox: the terminal is unaffected, keys keep working,
//! memory is bounded, and no process is left behind.
#![cfg(target_os = "linux")]

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use tempfile::TempDir;

use crate::languages::runs_or_skip;
use crate::terminal::{Start, Terminal};

/// How much more memory a session may use than with a program that obeys the protocol.
const MOST_MORE_KIB: usize = 20 * 1024;

/// A session that lists the answers of this shell script.
fn answering(folder: &TempDir, script: &str) -> Terminal {
    fs::write(folder.path().join("own.sh"), script).expect("there is room");
    let start = Start::hitscan(["inside", "--no-config", "--method=own=sh own.sh"]);
    let mut terminal = start.cwd(folder.path()).size(80, 24).run();
    terminal.shows("frame 0").keys("2");
    terminal
}

/// Waits until the row of the method ends in this text.
#[track_caller]
fn wait_for_row(terminal: &Terminal, says: &str) {
    terminal.wait_for(says, |screen| {
        screen.rows.iter().any(|row| row.contains("►own") && row.contains(says))
    });
}

/// A process: its parent, its group, and whether it has ended.
struct Process {
    parent: String,
    group: String,
    is_zombie: bool,
}

fn processes() -> Vec<Process> {
    let entries = fs::read_dir("/proc").expect("Linux has it").filter_map(Result::ok);
    let stats = entries.filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok());
    let process = |stat: String| {
        // After the name: state, parent, group.
        let mut fields = stat.rsplit(") ").next()?.split(' ').map(str::to_owned);
        let is_zombie = fields.next()? == "Z";
        Some(Process { parent: fields.next()?, group: fields.next()?, is_zombie })
    };
    stats.filter_map(process).collect()
}

/// Waits until no process satisfies a condition: killed processes take a moment to end.
#[track_caller]
fn wait_for_none(what: &str, is_such: impl Fn(&Process) -> bool) {
    let begun = Instant::now();
    while processes().iter().any(&is_such) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The groups of the programs that a session has started.
fn groups_of(session: &str) -> Vec<String> {
    let started = processes().into_iter().filter(|process| process.parent == session);
    started.map(|process| process.group).collect()
}

/// Runs a session with the script until its row shows this, moves an object, and quits.
fn survives(script: &str, says: &str, most_kib: usize) -> usize {
    let folder = tempfile::tempdir().expect("there is room");
    let mut terminal = answering(&folder, script);
    let id = terminal.pid().as_raw_nonzero().to_string();
    let mut groups = groups_of(&id);
    wait_for_row(&terminal, says);
    groups.extend(groups_of(&id));
    let modes = terminal.screen().modes;
    terminal.wait_for("the screen to be whole", |screen| {
        screen.header().contains("a laser within a box")
            && screen.contains("truth HIT")
            && screen.contains("arrows move Tab select")
    });
    terminal.send("\x1b[C").shows("frame 1").keys("1").wait_for_text("┤1 Log├");
    assert_eq!(terminal.screen().modes, modes, "{script}");
    let written = terminal.written();
    for forbidden in [&b"\x1b]0;"[..], b"\x1bc", b"\x1b[?1000h"] {
        let found = written.windows(forbidden.len()).any(|bytes| bytes == forbidden);
        assert!(!found, "{script}: {}", forbidden.escape_ascii());
    }
    wait_for_none(&format!("{script}: a zombie"), |process| {
        process.is_zombie && process.parent == id
    });
    let most = terminal.most_memory_kib();
    assert!(most <= most_kib, "{script}: {most} KiB, at most {most_kib}");
    terminal.keys("q").send("n").wait_for_clean_end();
    wait_for_none(&format!("{script}: something still runs"), |process| {
        !process.is_zombie && groups.contains(&process.group)
    });
    most
}

#[test]
fn no_program_affects_the_terminal_or_stays_behind() {
    let plain = survives("while read -r l; do echo hit; done", "HIT =", usize::MAX);
    let most = plain + MOST_MORE_KIB;
    let acts = "printf '\\033[2J\\033]0;evil\\007\\033[?1000h\\033c\\n'";
    let ends = ["exec <&-", "exec >&-", "exec 2>&-"];
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let closing = orders.map(|order| {
        let steps = order.map(|end| ends[end]).join("; ");
        (format!("{steps}; sleep 100"), "dead")
    });
    let scripts = [
        (acts.to_owned(), "dead"),
        (format!("{acts} >&2; read -r l; {acts} >&2; exit 3"), "dead"),
        (format!("{acts} >&2; while read -r l; do echo hit; done"), "HIT ="),
        ("yes hit".to_owned(), "dead"),
        ("yes ''".to_owned(), "dead"),
        ("yes evil >&2".to_owned(), "dead"),
        ("cat /dev/zero".to_owned(), "dead"),
        ("kill -STOP $$".to_owned(), "dead"),
        ("(trap '' TERM HUP INT; sleep 100) & exit 0".to_owned(), "dead"),
        ("(trap '' TERM HUP INT; yes evil) & exit 0".to_owned(), "dead"),
        ("read -r l; (sleep 100; echo hit) & echo hit; exit 0".to_owned(), "HIT ="),
        ("head -c 1073741824 /dev/zero >&2; while read -r l; do echo hit; done".to_owned(), ""),
    ];
    // Some are given up on only after seconds of silence, so they run at the same time.
    let scripts: Vec<_> = scripts.into_iter().chain(closing).collect();
    thread::scope(|scope| {
        let running: Vec<_> = scripts
            .iter()
            .map(|(script, says)| scope.spawn(move || survives(script, says, most)))
            .collect();
        for one in running {
            one.join().expect("it survives");
        }
    });
}

/// The process id that a program has written, once it exists.
#[track_caller]
fn id(folder: &TempDir) -> String {
    let begun = Instant::now();
    loop {
        let id = fs::read_to_string(folder.path().join("id")).unwrap_or_default();
        if id.ends_with('\n') {
            return id.trim().to_owned();
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "it has begun");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Whatever the program is doing: reading, computing, with its pipes closed, or in the process
/// group of its parent.
#[test]
fn a_session_ends_at_once_with_its_program() {
    const AT_ONCE: Duration = Duration::from_secs(5);
    let joins = "exec python3 -c 'import os, time; os.setpgid(0, os.getpgid(os.getppid())); \
                 print(\"hit\", flush=True); time.sleep(300)'";
    let joins = runs_or_skip("python3").then_some(joins);
    let others = ["sleep 300", "exec >&-; sleep 300", "while :; do :; done"];
    for script in others.into_iter().chain(joins) {
        for end in [None, Some(Signal::TERM), Some(Signal::HUP), Some(Signal::KILL)] {
            let what = format!("{script} after {end:?}");
            let folder = tempfile::tempdir().expect("there is room");
            let mut terminal = answering(&folder, &format!("echo $$ > id; {script}"));
            let id = id(&folder);
            let begun = Instant::now();
            match end {
                None => _ = terminal.keys("q"),
                Some(signal) => terminal.signal(signal),
            }
            terminal.wait_until_ended();
            assert!(begun.elapsed() < AT_ONCE, "{what}: {:?}", begun.elapsed());
            let runs = || {
                let stat = fs::read_to_string(format!("/proc/{id}/stat"));
                stat.is_ok_and(|stat| !stat.contains(") Z "))
            };
            let ended = Instant::now();
            while runs() {
                assert!(ended.elapsed() < AT_ONCE, "{what}: it still runs");
                thread::sleep(Duration::from_millis(2));
            }
        }
    }
}
