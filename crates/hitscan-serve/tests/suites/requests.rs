//! Tests of requests: whatever a client asks for, it gets nothing but a session.

use russh::{ChannelMsg, Sig};

use crate::support::server::{TestServer, class_id};
use crate::support::visitor::{Visitor, cells};

/// The next reply to a channel request: whether it was accepted.
async fn answered(visitor: &mut Visitor) -> bool {
    loop {
        match visitor.channel.wait().await.expect("an answer") {
            ChannelMsg::Success => return true,
            ChannelMsg::Failure => return false,
            _ => (),
        }
    }
}

#[tokio::test]
async fn every_request_that_a_session_does_not_need_fails() {
    let server = TestServer::start();
    let mut anna = Visitor::by_code(server.address, "anna", &server.code).await;
    anna.channel.request_subsystem(true, "sftp").await.expect("sent");
    assert!(!answered(&mut anna).await, "sftp");
    anna.channel.request_x11(true, false, "MIT-MAGIC-COOKIE-1", "00", 0).await.expect("sent");
    assert!(!answered(&mut anna).await, "x11");
    anna.channel.agent_forward(true).await.expect("sent");
    assert!(!answered(&mut anna).await, "agent");
    for (name, value, is_taken) in [
        ("PATH", "/bin", false),
        ("LD_PRELOAD", "/tmp/x.so", false),
        ("LANG", "C.UTF-8", true),
        ("LANG", &"x".repeat(65), false),
        ("LC_ALL", "C.UTF-8", false),
        ("HITSCAN_CONFIG", "/etc/passwd", false),
    ] {
        anna.channel.set_env(true, name, value).await.expect("sent");
        assert_eq!(answered(&mut anna).await, is_taken, "{name}");
    }
    assert!(anna.client.channel_open_session().await.is_err(), "a second channel");
    assert!(anna.client.channel_open_direct_tcpip("127.0.0.1", 22, "127.0.0.1", 1).await.is_err());
    assert!(anna.client.channel_open_direct_streamlocal("/run/x").await.is_err());
    assert!(anna.client.tcpip_forward("127.0.0.1", 0).await.is_err());
    assert!(anna.client.streamlocal_forward("/tmp/x").await.is_err());
    // A session is still possible.
    let mut anna = anna.on_a_screen("").await;
    anna.sees("Your own code").await;
    anna.channel.request_shell(true).await.expect("sent");
    anna.channel.exec(true, "points").await.expect("sent");
    assert!(!answered(&mut anna).await, "a second session");
}

#[tokio::test]
async fn unknown_commands_never_reach_a_shell() {
    let (server, key) = TestServer::with_anna();
    for (words, told) in [
        ("id", "no such word: id; ssh HOST help lists them"),
        ("sh -c 'touch /tmp/x'", "no such word: sh; ssh HOST help lists them"),
        ("help; id", "no such word: help;; ssh HOST help lists them"),
        ("$(id)", "no such word: $(id); ssh HOST help lists them"),
        ("scp -t /tmp", "no such word: scp; ssh HOST help lists them"),
        ("board", "no such word: board; ssh HOST help lists them"),
        ("file", "file: expected file NAME"),
    ] {
        let mut anna = server.asked_by_anna(&key, words).await;
        assert_eq!(anna.ends().await, (Some(2), told.to_owned()), "{words}");
        assert!(anna.out.is_empty(), "{words}");
    }
}

#[tokio::test]
async fn file_and_put_cannot_leave_the_desk() {
    let (server, key) = TestServer::with_anna();
    let long = format!("{}.toml", "a".repeat(100));
    for name in ["a\0.toml", "../a\0.toml", &format!("{}.toml", "a".repeat(300))] {
        for word in ["file", "put"] {
            let mut anna = server.asked_by_anna(&key, &format!("{word} {name}")).await;
            anna.channel.eof().await.expect("sent");
            let (status, said) = anna.ends().await;
            assert!(status == Some(2) && anna.out.is_empty() && !said.contains('\0'), "{said:?}");
        }
    }
    let fault = "here a file has a plain name, such as mine.toml";
    for name in ["/etc/passwd", "../ben/mine.toml", "~/mine.toml", ".toml", "a/b.toml", &long] {
        for word in ["file", "put"] {
            let mut anna = server.asked_by_anna(&key, &format!("{word} {name}")).await;
            anna.channel.eof().await.expect("sent");
            assert_eq!(anna.ends().await, (Some(1), format!("{name}: {fault}")), "{word}");
        }
    }
    let work = server.data.path().join("classes").join(class_id().as_str()).join("work/anna");
    std::fs::create_dir_all(&work).expect("a folder");
    std::os::unix::fs::symlink("/etc/passwd", work.join("link.toml")).expect("a link");
    let mut anna = server.asked_by_anna(&key, "file link.toml").await;
    let got = anna.gets().await;
    assert!(!got.contains("root:") && anna.status == Some(1), "{got}{}", anna.said);
}

#[tokio::test]
async fn paths_typed_on_a_screen_cannot_leave_the_desk() {
    let server = TestServer::start();
    let keys = [crate::support::server::new_key(), crate::support::server::new_key()];
    server.give_key("anna", &keys[0]);
    server.give_key("ben", &keys[1]);
    let mut ben = Visitor::by_key(server.address, "ben", &keys[1]).await;
    ben.asks("put mine.toml").await;
    ben.sends("[[box]]\nname = \"Secret\"\nat = [0, 0]\nsize = [4, 4]\n").await;
    assert_eq!(ben.ends().await.0, Some(0), "{}", ben.said);
    let work = server.data.path().join("classes").join(class_id().as_str()).join("work");
    std::fs::create_dir_all(work.join("anna")).expect("a folder");
    let target = server.data.path().join("target.toml");
    std::fs::write(&target, "as before\n").expect("a file");
    std::os::unix::fs::symlink(&target, work.join("anna/link.toml")).expect("a link");

    let mut anna =
        Visitor::by_key(server.address, "anna", &keys[0]).await.on_a_screen("sandbox").await;
    anna.sees("arrows move").await;
    let long = format!("{}.toml", "a".repeat(300));
    for command in ["open", "save"] {
        let names = "/etc/passwd ../ben/mine.toml ~/mine.toml .toml a/b.toml link.toml";
        for name in names.split(' ').chain([&*long]) {
            anna.press(&format!(":{command} {name}\r")).await;
            let begins: String = name.chars().take(20).collect();
            let is_link = name == "link.toml";
            let told = match name {
                "link.toml" => name,
                // The message fills all rows.
                name if name.len() > 80 => ".toml: here",
                _ => "here a file has a plain name",
            };
            let shown = anna.sees(told).await;
            assert!(is_link || shown.contains(&begins), "{command} {name}: {shown}");
            anna.press("\u{1b}").await;
            anna.press(":help\r").await;
            anna.sees("HELP").await;
            anna.press("q").await;
            while anna.shows().contains("HELP") {
                assert!(anna.hears().await);
            }
        }
    }
    let got = String::from_utf8_lossy(&anna.out).into_owned();
    assert!(!got.contains("root:") && !got.contains("Secret"), "{got}");
    assert_eq!(std::fs::read_to_string(&target).expect("it is there"), "as before\n");
    let mut of_anna = std::fs::read_dir(work.join("anna")).expect("a folder");
    let only_link = of_anna.all(|it| it.expect("an entry").file_name() == "link.toml");
    assert!(only_link, "nothing was saved");
}

#[tokio::test]
async fn scenes_and_work_can_be_transferred_without_a_terminal() {
    let (server, key) = TestServer::with_anna();
    let scene =
        "version = 1\n\n[[object]]\nkind = \"box\"\nname = \"A\"\ncenter = [5, 5]\nsize = [4, 4]\n";
    let mut anna = server.asked_by_anna(&key, "put mine.toml").await;
    anna.sends(scene).await;
    let said = anna.gets().await;
    assert_eq!(said, "mine.toml is on your desk: ssh -t HOST sandbox mine.toml\n", "{}", anna.said);
    let mut anna = server.asked_by_anna(&key, "file mine.toml").await;
    assert_eq!(anna.gets().await, scene);
    let mut anna = server.asked_by_anna(&key, "put big.toml").await;
    anna.sends(&"x".repeat((1 << 20) + 1)).await;
    let told = "big.toml: a scene is text in UTF-8, 1 MiB at most".to_owned();
    assert_eq!(anna.ends().await, (Some(1), told));
    for (word, begins) in [("help", "learn"), ("points", "apart      0 of 12 points"), ("hits", "")]
    {
        let mut anna = server.asked_by_anna(&key, word).await;
        let got = anna.gets().await;
        assert!(got.trim_start().starts_with(begins), "{word}: {got}{}", anna.said);
        assert_eq!(anna.status, Some(0), "{word}");
    }
}

#[tokio::test]
async fn an_added_key_opens_the_place() {
    let server = TestServer::start();
    let (key, more) = (crate::support::server::new_key(), crate::support::server::new_key());
    server.give_key("anna", &key);
    let line = more.public_key().to_openssh().expect("a line");
    let mut anna = server.asked_by_anna(&key, "key").await;
    anna.sends(&format!("{line} \u{1b}[2J\n")).await;
    let said = anna.gets().await;
    assert!(said.starts_with("this key logs you in from now on: SHA256:"), "{said}{}", anna.said);
    assert!(!said.contains('\u{1b}'));
    Visitor::by_key(server.address, "anna", &more).await;
    for (told, why) in [
        ("nonsense", "not a public key"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----", "this is a private key"),
        ("", "not a public key"),
    ] {
        let mut anna = server.asked_by_anna(&key, "key").await;
        anna.sends(told).await;
        let (status, said) = anna.ends().await;
        assert!(status == Some(1) && said.starts_with(why), "{told}: {said}");
    }
}

#[tokio::test]
async fn a_screen_needs_a_terminal_that_moves_its_cursor() {
    let (server, key) = TestServer::with_anna();
    let mut anna = server.asked_by_anna(&key, "").await;
    let told = "hitscan needs a terminal: ssh -t, or ssh -T \u{2026} lines".to_owned();
    assert_eq!(anna.ends().await, (Some(1), told));
    for term in ["dumb", "", "xterm\u{1b}[2J", &"x".repeat(65), &"x".repeat(10_000)] {
        let anna = Visitor::by_key(server.address, "anna", &key).await;
        anna.channel.request_pty(false, term, 80, 24, 0, 0, &[]).await.expect("sent");
        let mut anna = anna;
        anna.asks("").await;
        let told = "this terminal cannot move its cursor: ssh -T \u{2026} lines".to_owned();
        assert_eq!(anna.ends().await, (Some(1), told), "{term:?}");
    }
}

#[tokio::test]
async fn any_size_is_safe() {
    let (server, key) = TestServer::with_anna();
    for (columns, rows) in [(0, 0), (1, 1), (65_535, 65_535), (u32::MAX, u32::MAX)] {
        let mut anna = Visitor::by_key(server.address, "anna", &key).await;
        anna.screen.screen_mut().set_size(cells(200), cells(500));
        let pty = anna.channel.request_pty(false, "xterm-256color", columns, rows, 0, 0, &[]);
        pty.await.expect("sent");
        anna.asks("sandbox").await;
        anna.hears().await;
        for (columns, rows) in [(u32::MAX, 0), (0, 0), (2, 2), (80, 24)] {
            anna.channel.window_change(columns, rows, 0, 0).await.expect("sent");
        }
        anna.press(":q!\r").await;
        assert_eq!(anna.ends().await, (Some(0), String::new()), "{columns}x{rows}");
    }
    let mut anna = Visitor::by_key(server.address, "anna", &key).await.on_a_screen("sandbox").await;
    for step in 0..1000 {
        anna.channel.window_change(20 + step % 100, 10 + step % 40, 0, 0).await.expect("sent");
    }
    anna.channel.window_change(80, 24, 0, 0).await.expect("sent");
    anna.press(":q!\r").await;
    assert_eq!(anna.ends().await, (Some(0), String::new()));
}

#[tokio::test]
async fn signals_end_a_session_that_keeps_its_work() {
    let (server, key) = TestServer::with_anna();
    for signal in [Sig::TERM, Sig::HUP] {
        let mut anna = server.at_lessons("anna", &key).await;
        anna.channel.signal(Sig::USR1).await.expect("sent");
        anna.channel.signal(signal).await.expect("sent");
        assert_eq!(anna.ends().await, (Some(0), String::new()));
    }
}
