//! Faulty programs: each ends with its message and status 3, and leaves no process running.

use std::thread;
use std::time::{Duration, Instant};

use super::{tried, tried_in};
use crate::languages::runs_or_skip;

#[test]
fn a_silent_program_is_killed_with_everything_it_has_started() {
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
        // A killed process is gone a moment later.
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
    // Most are given up on after a second of silence, so they run at the same time.
    thread::scope(|scope| {
        for program in include_str!("../../fixtures/own/hostile.txt").lines() {
            scope.spawn(move || tries(program));
        }
    });
}

/// The peak memory of a trial, in KiB, according to the kernel.
#[cfg(target_os = "linux")]
fn peak_kib(script: &str) -> u64 {
    use std::process::{Command, Stdio};
    let mut command = Command::new(crate::program::HITSCAN);
    command.args(["try", "--timeout", "5", "--pairs", "0", "--", "sh", "-c", script]);
    let mut trial =
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it can be started");
    let mut peak = 0;
    while trial.try_wait().expect("it runs").is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", trial.id()));
        let status = status.unwrap_or_default();
        let seen = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        // The last value counts: the first may be the memory of this process, which a new process
        // shares for a moment.
        peak = seen
            .and_then(|seen| seen.trim().strip_suffix(" kB")?.trim().parse().ok())
            .unwrap_or(peak);
        std::thread::sleep(Duration::from_millis(1));
    }
    peak
}

#[cfg(target_os = "linux")]
#[test]
fn no_program_makes_a_trial_use_much_memory() {
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
fn a_program_that_reads_and_never_answers_is_killed() {
    let begun = Instant::now();
    // Reads a byte now and then, always before the time is up.
    let reads = "while dd bs=1 count=1 2>/dev/null | read -r l; do sleep 0.5; done; \
                 while :; do dd bs=1 count=1 of=/dev/null 2>/dev/null; sleep 0.5; done";
    let report = tried(&["--timeout", "1"], &["sh", "-c", reads]);
    assert_eq!(report.code, Some(3));
    assert!(report.stderr.starts_with("hitscan: no answer for 1 s"), "{}", report.stderr);
    assert!(begun.elapsed() < Duration::from_secs(20), "it waits for answers alone");
}

#[test]
fn a_program_that_answers_one_line_and_exits_is_advised_to_keep_reading() {
    let fault = "it answered one line and ended; read lines until the end of input \
                 (--template python shows how)\n";
    // The exit status may also be the answer.
    for answer in ["echo miss", "echo miss; exit 1", "sleep 0.2; echo miss; sleep 0.2"] {
        let here = tempfile::tempdir().expect("a directory can be made");
        let once = format!("echo >> starts; read -r l; {answer}");
        let report = tried_in(here.path(), &[], &["sh", "-c", &once]);
        assert_eq!((report.code, report.stdout.as_str()), (Some(3), ""), "{answer}");
        assert_eq!(report.stderr, format!("hitscan: {fault}"), "{answer}");
        let starts = std::fs::read_to_string(here.path().join("starts")).expect("it was started");
        // It is started again to see whether it exits again.
        assert_eq!(starts.len(), 2, "{answer}");
    }
    // These keep reading, and exit early for another reason: at the second line, or the third.
    for (rule, answers) in [("$7 == 0 && $9 == 4", 1), ("NR == 3", 2)] {
        let program = format!("{rule} {{ exit }} {{ print \"miss\"; fflush() }}");
        let report = tried(&[], &["awk", &program]);
        let fault = format!("hitscan: ended after {answers} of 27 answers, status 0; next was: ");
        assert!(report.stderr.starts_with(&fault), "{}", report.stderr);
    }
}

#[test]
fn a_program_that_reads_one_line_is_also_at_fault_on_a_map() {
    let here = tempfile::tempdir().expect("a directory can be made");
    let mut command = std::process::Command::new(crate::program::HITSCAN);
    command.current_dir(here.path()).args(["map", "inside", "--layer", "method", "--method"]);
    let output = command.arg("own=sh -c 'echo >> starts; read -r l; echo hit'").output();
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.starts_with("error: it answered one line and ended; read "), "{errors}");
    let starts = std::fs::read_to_string(here.path().join("starts")).expect("it was started");
    assert!(starts.len() <= 4, "{} starts", starts.len());
}

#[test]
fn a_slow_program_is_not_queried_for_hours() {
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
fn ctrl_c_during_minimising_shows_the_results_so_far() {
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
    let words = "wrong, crash: it crashed: SIGFPE, a division by zero. Next was: \
                 box 2 2 6 6 laser 8 4 4 4; the answer before: miss.\n";
    assert!(report.stdout.contains(words), "{}{}", report.stdout, report.stderr);
}

/// A program that looks for three kinds of lines, and crashes once it has read one of each.
const CRASHES_ON_THREE: &str = "\
/laser 0 / { a = 1 } /laser 1 / { b = 1 } /laser 2 / { c = 1 }
a && b && c { system(\"kill -11 $PPID\") } { print \"hit\"; fflush() }";

#[test]
fn a_crash_of_several_lines_shows_the_fewest_that_crash_together() {
    let here = tempfile::tempdir().expect("a directory can be made");
    let program = format!("BEGIN {{ print >> \"starts\"; close(\"starts\") }} {CRASHES_ON_THREE}");
    let report = tried_in(here.path(), &["--pairs", "500"], &["awk", &program]);
    assert_eq!((report.code, report.stdout.as_str()), (Some(3), ""), "{}", report.stderr);
    let (said, lines) = report.stderr.split_once(":\n").expect("lines follow");
    assert!(said.starts_with("hitscan: it crashed: SIGSEGV. Next was: box "), "{said}");
    assert!(said.contains("; the answer before: hit. Not on that line alone: "), "{said}");
    assert!(said.ends_with(" it crashes on these 3 lines together"), "{said}");
    let lines: Vec<_> = lines.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    for of in ["laser 0 ", "laser 1 ", "laser 2 "] {
        assert_eq!(lines.iter().filter(|line| line.contains(of)).count(), 1, "{lines:?}");
    }
    let starts = std::fs::read_to_string(here.path().join("starts")).expect("it was started");
    // The first round, three single lines, and the search.
    assert!(starts.len() <= 1 + 3 + 64, "{} starts", starts.len());
}

#[test]
fn the_lines_of_a_crash_are_found_by_either_protocol() {
    let program = "import json, sys\n\
                   seen = set()\n\
                   for line in sys.stdin:\n    \
                       asked = json.loads(line)\n    \
                       seen.add(asked['b']['laser'][0])\n    \
                       if {3, 8} <= seen: raise ValueError('both')\n    \
                       print(json.dumps({'id': asked['id'], 'hit': True}), flush=True)\n";
    let here = tempfile::tempdir().expect("a directory can be made");
    std::fs::write(here.path().join("own.py"), program).expect("it can be written");
    let report = tried_in(here.path(), &["--protocol", "ndjson"], &["python3", "own.py"]);
    assert_eq!(report.code, Some(3), "{}", report.stderr);
    let lines = "it crashes on these 2 lines together:\n  {\"id\":\"1\",\"a\":";
    assert!(report.stderr.contains(lines), "{}", report.stderr);
    assert!(report.stderr.contains("\n  {\"id\":\"2\",\"a\":"), "{}", report.stderr);
    let crash = "hitscan: it crashed: ValueError: both. Next was: {\"id\":\"7\",";
    assert!(report.stderr.starts_with(crash), "{}", report.stderr);
    assert_eq!(report.stderr.matches("Traceback").count(), 1, "{}", report.stderr);
}

#[test]
fn a_crash_that_cannot_be_reproduced_is_reported_as_such() {
    let here = tempfile::tempdir().expect("a directory can be made");
    let once = "while read -r l; do n=$((n + 1)); \
                if [ $n = 9 ] && [ ! -e been ]; then touch been; kill -11 $$; fi; echo hit; done";
    let report = tried_in(here.path(), &[], &["sh", "-c", once]);
    assert_eq!((report.code, report.stdout.as_str()), (Some(3), ""), "{}", report.stderr);
    let ends = "; the answer before: hit. Asked the same again, it does not crash.\n";
    assert!(report.stderr.ends_with(ends), "{}", report.stderr);
}

#[test]
fn answers_in_the_other_protocol_are_reported() {
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
fn a_program_that_does_not_support_the_pair_has_no_map() {
    let program = "own=sh -c 'while read -r l; do echo \"?\"; done'";
    let mut command = std::process::Command::new(crate::program::HITSCAN);
    let output = command.args(["map", "start", "--layer", "method", "--method", program]).output();
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors, "error: it does not know box-box pairs\n");
}
