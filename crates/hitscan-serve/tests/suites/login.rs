//! Tests of logging in.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use hitscan_serve::class::{ClassState, RosterRule};
use hitscan_serve::code::NewCode;
use hitscan_serve::store::Store as _;
use russh::MethodKind;
use russh::Signer;
use russh::client::AuthResult;
use russh::keys::agent::AgentIdentity;
use russh::keys::signature::Signer as _;
use russh::keys::{HashAlg, PrivateKey};
use tokio::task::JoinSet;

use crate::support::server::{TestServer, class, class_id, listed, new_key};
use crate::support::visitor::{Visitor, connect, prove, type_code};

/// Whether a failed attempt was a partial success; none if it succeeded.
fn partial(answer: &AuthResult) -> Option<bool> {
    match answer {
        AuthResult::Success => None,
        AuthResult::Failure { partial_success, remaining_methods } => {
            assert!(remaining_methods.contains(&MethodKind::KeyboardInteractive));
            Some(*partial_success)
        }
    }
}

#[tokio::test]
async fn the_code_of_the_class_claims_a_free_place_once() {
    let server = TestServer::start();
    let mut anna = connect(server.address).await;
    assert!(type_code(&mut anna, "anna", &server.code).await);
    let mut again = connect(server.address).await;
    assert!(!type_code(&mut again, "anna", &server.code).await, "the place is taken");
    let mut ben = connect(server.address).await;
    assert!(type_code(&mut ben, "3b/ben", &server.code.to_uppercase()).await);
}

#[tokio::test]
async fn a_key_proved_before_the_code_is_enough_from_then_on() {
    let server = TestServer::start();
    let (key, other) = (new_key(), new_key());
    let mut anna = connect(server.address).await;
    assert_eq!(partial(&prove(&mut anna, "anna", &key).await), Some(true));
    assert!(type_code(&mut anna, "anna", &server.code).await);

    let mut again = connect(server.address).await;
    assert!(prove(&mut again, "anna", &key).await.success());
    let mut elsewhere = connect(server.address).await;
    assert_eq!(partial(&prove(&mut elsewhere, "anna", &other).await), Some(true));
    assert!(!type_code(&mut elsewhere, "anna", &server.code).await);
    let mut ben = connect(server.address).await;
    assert!(!prove(&mut ben, "ben", &key).await.success(), "the key is anna's alone");
}

/// A client that offers another's key and signs with its own, or not at all.
struct Thief(Option<PrivateKey>);

/// No signature was made.
#[derive(Debug)]
struct NotSigned;

impl From<russh::SendError> for NotSigned {
    fn from(_: russh::SendError) -> Self {
        Self
    }
}

impl Signer for Thief {
    type Error = NotSigned;

    async fn auth_sign(
        &mut self,
        _: &AgentIdentity,
        _: Option<HashAlg>,
        to_sign: Vec<u8>,
    ) -> Result<Vec<u8>, NotSigned> {
        let own = self.0.as_ref().ok_or(NotSigned)?;
        let signature = own.try_sign(&to_sign).map_err(|_| NotSigned)?;
        let text = |bytes: &[u8]| {
            let length = u32::try_from(bytes.len()).expect("short").to_be_bytes();
            [length.as_slice(), bytes].concat()
        };
        let signed = [text(b"ssh-ed25519"), text(signature.as_bytes())].concat();
        Ok([to_sign, text(&signed)].concat())
    }
}

#[tokio::test]
async fn a_key_that_is_offered_but_not_proved_is_refused() {
    let ((server, of_ada), of_anna) = (TestServer::with_teacher(|_| ()), new_key());
    server.give_key("anna", &of_anna);
    for (user, key) in [("ada", &of_ada), ("anna", &of_anna)] {
        // With the right key, the same steps succeed.
        for (signs_with, enters) in
            [(Some(key.clone()), true), (Some(new_key()), false), (None, false)]
        {
            let mut client = connect(server.address).await;
            let mut signer = Thief(signs_with);
            let public = key.public_key().clone();
            let answer = client.authenticate_publickey_with(user, public, None, &mut signer).await;
            let has_entered = answer.is_ok_and(|answer| answer.success());
            assert_eq!(has_entered, enters, "{user}");
            if !enters {
                assert!(client.channel_open_session().await.is_err(), "{user}: no seat");
            }
        }
    }
}

#[tokio::test]
async fn a_key_proved_for_one_name_counts_for_no_other() {
    let server = TestServer::start();
    let key = new_key();
    let mut visitor = connect(server.address).await;
    prove(&mut visitor, "ben", &key).await;
    assert!(type_code(&mut visitor, "anna", &server.code).await);
    let place = server.store.place(&class_id(), &"anna".parse().expect("a name"));
    let place = place.expect("an answer").expect("a place");
    assert!(place.keys.is_empty() && place.code.is_some(), "{place:?}");
}

#[tokio::test]
async fn a_client_with_many_keys_logs_in_with_the_right_one() {
    let server = TestServer::start();
    let (first, second, right) = (new_key(), new_key(), new_key());
    server.give_key("anna", &right);
    let mut anna = connect(server.address).await;
    assert_eq!(partial(&prove(&mut anna, "anna", &first).await), Some(true));
    // OpenSSH's client starts again with its first key after each partial success.
    assert_eq!(partial(&prove(&mut anna, "anna", &first).await), Some(false));
    assert_eq!(partial(&prove(&mut anna, "anna", &second).await), Some(true));
    assert!(prove(&mut anna, "anna", &right).await.success());
}

#[tokio::test]
async fn a_teacher_logs_in_only_by_key() {
    let (server, key) = TestServer::with_teacher(|class| class.roster = RosterRule::Open);
    let other = new_key();
    let mut ada = connect(server.address).await;
    assert!(prove(&mut ada, "ada", &key).await.success());
    let mut thief = connect(server.address).await;
    assert_eq!(partial(&prove(&mut thief, "ada", &other).await), Some(true));
    assert!(!type_code(&mut thief, "ada", &server.code).await);
}

#[tokio::test]
async fn an_open_roster_takes_any_free_name_until_it_is_full() {
    let server = TestServer::with(
        |_| (),
        |class| (class.roster, class.most_students) = (RosterRule::Open, 4),
    );
    Visitor::by_code(server.address, "dora", &server.code).await;
    let mut emil = Visitor::by_code(server.address, "emil", &server.code).await;
    emil.asks("").await;
    let told = (Some(1), "the class is full: 4 places".to_owned());
    assert_eq!(emil.ends().await, told);
}

#[tokio::test]
async fn malformed_codes_are_refused() {
    let server = TestServer::start();
    for code in ["", " ", "\0", "\u{1b}[2J", &"x".repeat(100_000)] {
        let mut anna = connect(server.address).await;
        assert!(!type_code(&mut anna, "anna", code).await, "{}", code.len());
    }
    // A packet of a megabyte exceeds the protocol's limit: the connection ends.
    let mut anna = connect(server.address).await;
    let huge = "x".repeat(1 << 20);
    let started = anna.authenticate_keyboard_interactive_start("anna", None).await;
    started.expect("a prompt");
    let answer = anna.authenticate_keyboard_interactive_respond(vec![huge]).await;
    assert!(!matches!(answer, Ok(russh::client::KeyboardInteractiveAuthResponse::Success)));
    let mut anna = connect(server.address).await;
    assert!(type_code(&mut anna, "anna", &server.code).await, "the place is still free");
}

/// Makes another class, `3c`, with these places, and returns its code.
fn other_class(server: &TestServer, students: &[&str]) -> String {
    let code = NewCode::of_class().expect("a code");
    server.store.make_class(&class("3c"), &code.hashed().expect("a hash")).expect("a class");
    let roster: Vec<_> = students.iter().copied().map(listed).collect();
    server.store.set_roster(&"3c".parse().expect("an id"), &roster).expect("a roster");
    code.shown().to_owned()
}

/// The code and the command that the welcome screen tells a student to use.
async fn welcomed(mut visitor: Visitor) -> (String, String) {
    visitor = visitor.on_a_screen("").await;
    let shown = visitor.sees("Your own code:").await;
    let own = shown.lines().find_map(|line| line.trim().strip_prefix("Your own code:"));
    let line = shown.lines().find(|line| line.contains(" key < ")).expect("a line");
    (own.expect("a code").trim().to_owned(), line.trim().to_owned())
}

#[tokio::test]
async fn with_several_open_classes_a_student_need_not_name_their_own() {
    let (server, key) = TestServer::with_anna();
    let other = other_class(&server, &["anna", "dora"]);
    // With the key of the place.
    let mut anna = connect(server.address).await;
    assert!(prove(&mut anna, "anna", &key).await.success());
    // With the code of the class, then with the student's own.
    let ben = Visitor::by_code(server.address, "ben", &server.code).await;
    let (own, line) = welcomed(ben).await;
    let port = server.address.port();
    assert!(line.starts_with(&format!("ssh -p {port} 3b/ben@127.0.0.1 key < ")), "{line}");
    Visitor::by_code(server.address, "ben", &own).await;
    let dora = Visitor::by_code(server.address, "dora", &other).await;
    let (own, line) = welcomed(dora).await;
    assert!(line.starts_with(&format!("ssh -p {port} 3c/dora@127.0.0.1 key < ")), "{line}");
    Visitor::by_code(server.address, "dora", &own).await;
    // Codes of another place or class are refused.
    for (user, code) in [("cleo", &*other), ("cleo", &*own), ("dora", &*server.code)] {
        let mut wrong = connect(server.address).await;
        assert!(!type_code(&mut wrong, user, code).await, "{user}");
    }
}

#[tokio::test]
async fn a_student_whose_key_opens_several_classes_is_told_what_to_type() {
    let (server, key) = TestServer::with_anna();
    let other = other_class(&server, &["anna"]);
    let mut anna = connect(server.address).await;
    prove(&mut anna, "3c/anna", &key).await;
    assert!(type_code(&mut anna, "3c/anna", &other).await);
    let mut anna = server.asked_by_anna(&key, "hits").await;
    let told = (Some(1), "which class? log in as 3b/anna or 3c/anna".to_owned());
    assert_eq!(anna.ends().await, told);
    // Once one class is closed, only one is left.
    let id = "3c".parse().expect("an id");
    server.store.change_class(&id, &|class| class.state = ClassState::Closed).expect("closed");
    let mut anna = server.asked_by_anna(&key, "points").await;
    assert_eq!(anna.ends().await.0, Some(0));
}

#[tokio::test]
async fn the_command_that_adds_a_key_has_the_configured_address() {
    let server = TestServer::with(
        |config| config.address = Some("lab.example:2222".parse().expect("an address")),
        |_| (),
    );
    let (_, line) = welcomed(Visitor::by_code(server.address, "anna", &server.code).await).await;
    assert_eq!(line, "ssh -p 2222 anna@lab.example key < ~/.ssh/id_ed25519.pub");
}

#[tokio::test]
async fn refusals_do_not_tell_which_names_exist() {
    assert_refusals_are_alike(&TestServer::start()).await;
}

#[tokio::test]
async fn refusals_do_not_tell_which_names_exist_in_several_classes() {
    let server = TestServer::start();
    other_class(&server, &["anna", "dora"]);
    assert_refusals_are_alike(&server).await;
}

/// The least and the most rounds of refusals, and how far their times may be apart.
const ROUNDS: RangeInclusive<usize> = 5..=40;
const ALIKE: Duration = Duration::from_millis(20);

/// Checks that all refusals take equally long. A busy machine can only delay them: so each counts
/// with its shortest time, and there are more rounds until these are alike. If one kind took
/// longer, no number of rounds would help.
async fn assert_refusals_are_alike(server: &TestServer) {
    server.give_key("anna", &new_key());
    let mut users = ["anna", "ben", "dora", "nobody", "3b/ben", "4c/ben", "x;y", "../ben", ""];
    let mut shortest = BTreeMap::<(&str, &str), Duration>::new();
    for round in 1..=*ROUNDS.end() {
        // No user always comes first.
        users.rotate_left(2);
        for (user, times) in refused_at_once(server, users).await {
            for (by, time) in times {
                let before = shortest.entry((by, user)).or_insert(time);
                *before = time.min(*before);
            }
        }
        let spread = ["key", "code"].map(|by| spread_of(&shortest, by));
        if round >= *ROUNDS.start() && spread.iter().all(|&spread| spread <= ALIKE) {
            return;
        }
    }
    panic!("after {ROUNDS:?} rounds: {shortest:?}");
}

/// The difference between the longest and the shortest of these times, each of which must be half a
/// second.
fn spread_of(shortest: &BTreeMap<(&str, &str), Duration>, by: &str) -> Duration {
    let of_kind = shortest.iter().filter(|((kind, _), _)| *kind == by);
    let times: Vec<_> = of_kind.map(|(_, time)| *time).collect();
    let (least, most) = (times.iter().min().expect("some"), times.iter().max().expect("some"));
    assert!(*least >= Duration::from_millis(495), "{by}: {shortest:?}");
    most.saturating_sub(*least)
}

/// Tries a key and a code under each name at the same time; returns how long each refusal took.
async fn refused_at_once(
    server: &TestServer,
    users: [&'static str; 9],
) -> Vec<(&'static str, [(&'static str, Duration); 2])> {
    let address = server.address;
    let mut visits = JoinSet::new();
    for user in users {
        visits.spawn(async move {
            let mut visitor = connect(address).await;
            let begun = Instant::now();
            let by_key = partial(&prove(&mut visitor, user, &new_key()).await);
            let key_time = begun.elapsed();
            let begun = Instant::now();
            assert!(!type_code(&mut visitor, user, "blue-otter-42").await, "{user}");
            let code_time = begun.elapsed();
            let is_name = !["x;y", "../ben", ""].contains(&user);
            assert_eq!(by_key, Some(is_name), "{user}: only a valid name may go on to a code");
            (user, [("key", key_time), ("code", code_time)])
        });
    }
    visits.join_all().await
}

#[tokio::test]
async fn a_closed_class_says_so_to_every_name() {
    let server = TestServer::with(|_| (), |class| class.state = ClassState::Closed);
    let key = new_key();
    server.give_key("anna", &key);
    for user in ["anna", "nobody", "3b/anna"] {
        let mut client = connect(server.address).await;
        assert!(!prove(&mut client, user, &key).await.success());
        assert!(type_code(&mut client, user, "anything").await);
        let mut visitor = Visitor::of(client).await;
        visitor.asks("hits").await;
        assert_eq!(visitor.ends().await, (Some(1), "3b is closed".to_owned()));
        assert!(visitor.out.is_empty());
    }
}

#[tokio::test]
async fn too_many_wrong_codes_slow_down_only_codes() {
    let server = TestServer::with(|config| config.limits.wrong_codes = 4, |_| ());
    let key = new_key();
    server.give_key("anna", &key);
    let mut guesser = connect(server.address).await;
    for _ in 0..4 {
        assert!(!type_code(&mut guesser, "ben", "blue-otter-42").await);
    }
    let mut ben = connect(server.address).await;
    let begun = Instant::now();
    let code = server.code.clone();
    let slow = tokio::spawn(async move { type_code(&mut ben, "ben", &code).await });
    let mut anna = connect(server.address).await;
    let by_key = Instant::now();
    assert!(prove(&mut anna, "anna", &key).await.success());
    assert!(by_key.elapsed() < Duration::from_secs(2), "keys are not delayed");
    assert!(slow.await.expect("no panic"), "the right code enters, later");
    assert!(begun.elapsed() >= Duration::from_secs(5));
}

#[tokio::test]
async fn a_connection_may_try_six_codes() {
    let server = TestServer::start();
    let mut visitor = connect(server.address).await;
    for _ in 0..6 {
        assert!(!type_code(&mut visitor, "anna", "blue-otter-42").await);
    }
    assert!(!type_code(&mut visitor, "anna", &server.code).await);
}
