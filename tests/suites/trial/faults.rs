//! Programs at fault: each ends with its words and status 3, and leaves nothing
//! running.

use std::thread;
use std::time::{Duration, Instant};

use super::{tried, tried_in};
use crate::languages::runs_or_skip;

#[test]
fn a_silent_program_is_given_up_and_killed_with_all_it_has_started() {
    let here = tempfile::tempdir().expect("a directory can be made");
    let begun = Instant::now();
    let silent = "sleep 300 & echo $! > child; echo $$ > parent; sleep 300";
    let report = tried_in(here.path(), &["--timeout", "1"], &["sh", "-c", silent]);
    assert_eq!(report.code, Some(3));
    let words = "hitscan: no answer for 1 s, though its input had ended; first without one: ";
    assert!(report.stderr.starts_with(words), "{}", report.stderr);
    assert!(begun.elapsed() < Duration::from_secs(60), "it waits for seconds, not minutes");
    for file in ["child", "parent"] {
        let id = std::fs::read_to_string(here.path().join(file)).expect("it has begun");
        let is_gone = || {
            let status = std::fs::read_to_string(format!("/proc/{}/stat", id.trim()));
            // A zombie waits for a parent that is not this program.
            status.map_or(true, |stat| stat.contains(") Z "))
        };
        // What was killed is gone a moment later.
        let killed = Instant::now();
        while !is_gone() {
            assert!(killed.elapsed() < Duration::from_secs(5), "{file} still runs");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn hostile_programs_cost_little_and_end() {
    let tries = &|program: &str| {
        let begun = Instant::now();
        let report = tried(&["--timeout", "1"], &["sh", "-c", program]);
        assert!(matches!(report.code, Some(1 | 3)), "{program}: {:?}", report.code);
        assert!(!report.stderr.contains('\u{1b}'), "{program}: {:?}", report.stderr);
        assert!(begun.elapsed() < Duration::from_secs(60), "{program} takes too long");
    };
    // Most are given up after a second of silence: all at once.
    thread::scope(|scope| {
        for program in include_str!("../../fixtures/own/hostile.txt").lines() {
            scope.spawn(move || tries(program));
        }
    });
}

/// The most memory that a trial ever held, in KiB, as the kernel saw it last.
#[cfg(target_os = "linux")]
fn peak_kib(script: &str) -> u64 {
    use std::process::{Command, Stdio};
    let mut command = Command::new(crate::program::HITSCAN);
    command.args(["try", "--timeout", "5", "--pairs", "0", "--", "sh", "-c", script]);
    let mut trial =
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it can be started");
    let mut most = 0;
    while trial.try_wait().expect("it runs").is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", trial.id()));
        let status = status.unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.trim().parse().ok());
        most = most.max(peak.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(1));
    }
    most
}

#[cfg(target_os = "linux")]
#[test]
fn no_program_makes_a_trial_hold_much_memory() {
    const MOST_MORE_KIB: u64 = 20 * 1024;
    let plain = peak_kib("while read l; do echo hit; done");
    assert!(plain > 0, "the kernel counts it");
    for script in [
        "head -c 1073741824 /dev/zero | tr '\\0' x",
        "head -c 40000000 /dev/zero >&2; while read l; do echo hit; done",
        "head -c 3000000 /dev/zero | tr '\\0' '\\n'; while read l; do echo hit; done",
        "head -c 1073741824 /dev/zero >&2",
        "head -c 20000000 /dev/zero | tr '\\0' '\\n' >&2; exit 3",
        "yes hit",
    ] {
        let peak = peak_kib(script);
        assert!(peak <= plain + MOST_MORE_KIB, "{script}: {peak} KiB, {plain} without");
    }
}

#[test]
fn a_program_that_reads_and_never_answers_is_given_up() {
    let begun = Instant::now();
    // A byte now and then, and always before the time is over.
    let reads = "while dd bs=1 count=1 2>/dev/null | read -r l; do sleep 0.5; done; \
                 while :; do dd bs=1 count=1 of=/dev/null 2>/dev/null; sleep 0.5; done";
    let report = tried(&["--timeout", "1"], &["sh", "-c", reads]);
    assert_eq!(report.code, Some(3));
    assert!(report.stderr.starts_with("hitscan: no answer for 1 s"), "{}", report.stderr);
    assert!(begun.elapsed() < Duration::from_secs(20), "it waits for answers alone");
}

#[test]
fn a_program_of_one_line_is_started_a_bounded_number_of_times() {
    let here = tempfile::tempdir().expect("a directory can be made");
    let once = "read -r l; echo >> starts; echo miss";
    // Not the time that it takes on a busy machine is what ends it.
    let options = ["--pairs", "20", "--shrink", "600"];
    let report = tried_in(here.path(), &options, &["sh", "-c", once]);
    assert_eq!(report.code, Some(1), "{}", report.stderr);
    let starts = std::fs::read_to_string(here.path().join("starts")).expect("it was started");
    // 47 pairs, the round that shows how it reads, 400 to simplify, and each example.
    assert!(starts.len() <= 47 + 1 + 400 + 10, "{} starts", starts.len());
    let sentence = "\nThere may be smaller ones: minimising ended after ";
    assert!(report.stdout.contains(sentence), "{}", report.stdout);
}

#[test]
fn a_program_that_takes_its_time_is_not_asked_for_hours() {
    let begun = Instant::now();
    let slow = "while read -r l; do sleep 0.02; echo miss; done";
    let options = ["--pairs", "0", "--shrink", "0.5"];
    let report = tried(&options, &["sh", "-c", slow]);
    assert_eq!(report.code, Some(1), "{}", report.stderr);
    let sentence = "\nThere may be smaller ones: minimising had 0.5 s; ";
    assert!(report.stdout.contains(sentence), "{}", report.stdout);
    assert!(begun.elapsed() < Duration::from_secs(60), "it has an end");
    let options = [&options[..], &["--format", "ndjson"]].concat();
    let lines = tried(&options, &["sh", "-c", slow]).stdout;
    let last = "{\"event\":\"cut-short\",\"message\":\"There may be smaller ones: ";
    assert!(lines.lines().last().is_some_and(|line| line.starts_with(last)), "{lines}");
}

#[test]
fn ctrl_c_while_examples_are_simplified_shows_what_there_is() {
    use std::process::{Command, Stdio};
    let here = tempfile::tempdir().expect("a directory can be made");
    let slow = "while read -r l; do sleep 0.1; echo >> lines; echo miss; done";
    let mut command = Command::new(crate::program::HITSCAN);
    command.current_dir(here.path()).args(["try", "--pairs", "0", "--", "sh", "-c", slow]);
    let trial = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let trial = trial.expect("it can be started");
    let asked = || std::fs::read_to_string(here.path().join("lines")).unwrap_or_default().len();
    let begun = Instant::now();
    // More than the named pairs.
    while asked() < 40 {
        assert!(begun.elapsed() < Duration::from_secs(60), "it is asked");
        thread::sleep(Duration::from_millis(5));
    }
    let id = rustix::process::Pid::from_child(&trial);
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it runs");
    let output = trial.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("it says miss, the truth is hit"), "{text}");
    assert!(!text.contains("unsteady"), "{text}");
}

#[test]
fn the_guide_for_teachers_says_how_a_trial_of_a_wrong_program_ends() {
    let report = tried(&["--pairs", "0"], &["awk", "{ print \"hit\"; fflush() }"]);
    let status = report.code.expect("it ends by itself");
    let guide =
        assert_cmd::Command::new(crate::program::HITSCAN).args(["guide", "teachers"]).output();
    let guide = String::from_utf8(guide.expect("it runs").stdout).expect("UTF-8");
    let says = format!("It ends with status {status} while the program is wrong");
    assert!(guide.contains(&says), "{says}");
}

#[test]
fn a_program_that_never_answers_before_it_dies_is_at_fault() {
    if runs_or_skip("python3") {
        let here = tempfile::tempdir().expect("a directory can be made");
        std::fs::write(here.path().join("my_hit.py"), "def hit(:\n").expect("it can be written");
        let report = tried_in(here.path(), &[], &["python3", "my_hit.py"]);
        assert_eq!((report.code, report.stdout.as_str()), (Some(3), ""), "{}", report.stderr);
        let words = "hitscan: my_hit ended before its first answer, status 1; it says:\n| ";
        assert!(report.stderr.starts_with(words), "{}", report.stderr);
        assert_eq!(report.stderr.matches("SyntaxError").count(), 1, "{}", report.stderr);
    }
    let killed = tried(&[], &["sh", "-c", "kill -9 $$"]);
    assert_eq!(killed.code, Some(3));
    let words = "hitscan: sh ended before its first answer, SIGKILL\n";
    assert!(killed.stderr.starts_with(words), "{}", killed.stderr);
}

#[test]
fn a_crash_on_one_pair_is_a_finding_and_names_its_signal() {
    let crashes = "{ if ($7 > 7) system(\"kill -8 $PPID\"); print \"miss\"; fflush() }";
    let report = tried(&["--pairs", "0"], &["awk", crashes]);
    assert_eq!(report.code, Some(1), "{}{}", report.stdout, report.stderr);
    let words = "wrong, crash: it crashed: SIGFPE, a division by zero.";
    assert!(report.stdout.contains(words), "{}{}", report.stdout, report.stderr);
}

#[test]
fn answers_in_the_other_protocol_are_told() {
    let says = |protocol: &str, answer: &str| {
        let program = format!("while read -r l; do echo '{answer}'; done");
        let report = tried(&["--protocol", protocol], &["sh", "-c", &program]);
        assert_eq!(report.code, Some(3), "{}", report.stdout);
        report.stderr
    };
    let told = says("text", r#"{"hit":true}"#);
    assert_eq!(told, "hitscan: answer 1 is {\"hit\":true}: --protocol ndjson reads that\n");
    assert_eq!(says("ndjson", "hit"), "hitscan: answer 1 is hit: --protocol text reads that\n");
    let right = r#"right is {"id":"1","hit":true}"#;
    for (answer, what) in [
        (r#"{"hit":true}"#, r#"has no "id""#),
        (r#"{"id":"7","hit":true}"#, r#"has the id "7""#),
        (r#"{"id":"1"}"#, r#"says no hit: {"id":"1"}"#),
    ] {
        assert_eq!(says("ndjson", answer), format!("hitscan: answer 1 {what}; {right}\n"));
    }
}

#[test]
fn a_program_that_knows_no_such_pairs_has_no_map() {
    let program = "own=sh -c 'while read -r l; do echo \"?\"; done'";
    let mut command = std::process::Command::new(crate::program::HITSCAN);
    let output = command.args(["map", "start", "--layer", "method", "--method", program]).output();
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors, "hitscan: it does not know box-box pairs\n");
}
