//! The same with OpenSSH's client, where it is installed.

use std::process::{Command, Output, Stdio};

use crate::support::process::key_file;
use crate::support::server::{TestServer, new_key};
use crate::support::skips::say_skipped;

/// What `ssh` says with these options and words; nothing where there is no `ssh`.
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
fn its_statuses_and_sentences_are_those_of_the_server() {
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
fn it_forwards_nothing() {
    for options in [&["-s"][..], &["-R", "0:127.0.0.1:9", "-o", "ExitOnForwardFailure=yes"]] {
        let server = TestServer::start();
        let Some(output) = ssh(&server, options, &["sftp"]) else { return };
        let (status, out, said) = told(&output);
        assert!(status != Some(0) && out.is_empty(), "{options:?}: {status:?} {said}");
    }
}
