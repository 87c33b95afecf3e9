//! Tests with OpenSSH's client, if it is installed.

use std::os::unix::net::UnixListener;
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::support::process::key_file;
use crate::support::server::{TestServer, new_key};
use crate::support::skips::say_skipped;

/// Runs `ssh` with these options and this command; none if it is not installed.
fn ssh(server: &TestServer, options: &[&str], words: &[&str]) -> Option<Output> {
    let folder = tempfile::tempdir().expect("a folder");
    let key = new_key();
    server.give_key("anna", &key);
    let key = key_file(folder.path(), &key);
    let mut ssh = Command::new("ssh");
    ssh.args(["-F", "none", "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no"])
        .args(["-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR"])
        .args(["-o", "IdentitiesOnly=yes", "-i"])
        .arg(key)
        .args(["-p", &server.address.port().to_string()])
        .args(options)
        .arg("anna@127.0.0.1")
        .args(words)
        .stdin(Stdio::null());
    let output = ssh.output().ok();
    if output.is_none() {
        say_skipped("no ssh");
    }
    output
}

fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn ssh_has_the_servers_exit_statuses_and_messages() {
    let server = TestServer::start();
    let Some(help) = ssh(&server, &[], &["help"]) else { return };
    let (status, out, said) = told(&help);
    assert!(status == Some(0) && out.contains("put NAME"), "{out}{said}");
    for (options, words, status, sentence) in [
        (&["-T"][..], &["id"][..], 2, "no such word: id; ssh HOST help lists them\n"),
        (&["-T"], &[], 1, "hitscan needs a terminal: ssh -t, or ssh -T \u{2026} lines\n"),
        (
            &["-T"],
            &["file", "/etc/passwd"],
            1,
            "/etc/passwd: here a file has a plain name, such as mine.toml\n",
        ),
    ] {
        let server = TestServer::start();
        let output = ssh(&server, options, words).expect("it is there");
        assert_eq!(told(&output), (Some(status), String::new(), sentence.to_owned()));
    }
}

#[test]
fn ssh_can_forward_no_ports_and_use_no_subsystems() {
    for options in [
        &["-s"][..],
        &["-R", "0:127.0.0.1:9", "-o", "ExitOnForwardFailure=yes"],
        // What `-L` and `-D` request when a connection is made.
        &["-W", "127.0.0.1:9"],
    ] {
        let server = TestServer::start();
        let words = if options[0] == "-W" { &[][..] } else { &["sftp"] };
        let Some(output) = ssh(&server, options, words) else { return };
        let (status, out, said) = told(&output);
        assert!(status != Some(0) && out.is_empty(), "{options:?}: {status:?} {said}");
    }
}

#[test]
fn ssh_forwards_no_agent_and_no_display() {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = folder.path().join("agent");
    let agent = UnixListener::bind(&socket).expect("a socket");
    // An agent that drops every request. The thread runs until the test program ends.
    thread::spawn(move || {
        for asked in agent.incoming() {
            drop(asked);
        }
    });
    let agent_option = format!("IdentityAgent={}", socket.display());
    for options in [
        &["-A", "-o", &agent_option, "-o", "IdentitiesOnly=yes"][..],
        &["-X", "-o", "ForwardX11Trusted=yes"],
    ] {
        let server = TestServer::start();
        let Some(output) = ssh(&server, options, &["help"]) else { return };
        let (status, out, said) = told(&output);
        assert!(status == Some(0) && out.contains("put NAME"), "{options:?}: {out}{said}");
    }
}

/// Runs `scp` or `sftp` against the server, and checks that it copied nothing.
fn copies(program: &str, words: &[&str]) -> Option<Output> {
    let server = TestServer::start();
    let folder = tempfile::tempdir().expect("a folder");
    let key = new_key();
    server.give_key("anna", &key);
    let key = key_file(folder.path(), &key);
    let mut copy = Command::new(program);
    copy.args(["-F", "none", "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no"])
        .args(["-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-o"])
        .arg(format!("IdentityFile={}", key.display()))
        .args(["-P", &server.address.port().to_string()])
        .args(words)
        .current_dir(folder.path())
        .stdin(Stdio::null());
    let output = copy.output().ok();
    if output.is_none() {
        say_skipped(&format!("no {program}"));
    }
    assert!(!folder.path().join("passwd").exists(), "{program} {words:?}");
    output
}

#[test]
fn scp_and_sftp_copy_no_files() {
    for (program, words) in [
        ("scp", &["anna@127.0.0.1:/etc/passwd", "passwd"][..]),
        ("scp", &["-O", "anna@127.0.0.1:/etc/passwd", "passwd"]),
        ("sftp", &["anna@127.0.0.1:/etc/passwd", "passwd"]),
    ] {
        let Some(output) = copies(program, words) else { return };
        assert_ne!(output.status.code(), Some(0), "{program} {words:?}");
    }
}
