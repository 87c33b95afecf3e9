//! Tests that a panic ends only one session: its student gets their terminal back and keeps their
//! work, and other sessions miss no key.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use hitscan::classroom::GradeFormat;
use hitscan_serve::teaching::{Teaching, grade};
use rstest::rstest;

use crate::support::server::{TestServer, class_id, new_key};
use crate::support::visitor::Visitor;

/// When the program panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mistake {
    /// In a command that is already stored.
    InACommand,
    /// After drawing.
    InDrawing,
    /// After drawing, while a scene plays.
    WhilePlaying,
}

/// Presses keys until it is told to stop, and returns how many were answered: all of them.
async fn presses_until(mut ben: Visitor, is_over: Arc<AtomicBool>) -> usize {
    let mut answered = 0;
    while !is_over.load(Ordering::SeqCst) {
        let before = ben.out.len();
        ben.press(if answered % 2 == 0 { "l" } else { "h" }).await;
        while ben.out.len() == before {
            assert!(ben.hears().await, "ben stays");
        }
        answered += 1;
    }
    ben.press(":q!\r").await;
    assert_eq!(ben.ends().await, (Some(0), String::new()));
    answered
}

#[rstest]
#[case(Mistake::InACommand)]
#[case(Mistake::InDrawing)]
#[case(Mistake::WhilePlaying)]
#[tokio::test]
async fn a_panic_ends_one_session_whose_work_is_kept(#[case] mistake: Mistake) {
    let server = TestServer::start();
    let keys = [new_key(), new_key()];
    server.give_key("anna", &keys[0]);
    server.give_key("ben", &keys[1]);
    let ben = Visitor::by_key(server.address, "ben", &keys[1]).await;
    let mut ben = ben.on_a_screen("sandbox").await;
    ben.sees("arrows move").await;
    let is_over = Arc::new(AtomicBool::new(false));
    let ben = tokio::spawn(presses_until(ben, Arc::clone(&is_over)));

    let mut anna = server.at_lessons("anna", &keys[0]).await;
    anna.press(":next\r:answer 1\r").await;
    anna.sees("WHAT YOU JUST LEARNED").await;
    anna.press(":lesson apart two\r:velocity B 0.01 0\r").await;
    anna.sees("v 0.01,0").await;
    let is_wrong = Arc::new(AtomicBool::new(false));
    let of_panic = Arc::clone(&is_wrong);
    let panics = move || {
        let is_anna = thread::current().name() == Some("3b/anna");
        assert!(!is_anna || !of_panic.swap(false, Ordering::SeqCst), "a mistake in the program");
    };
    let here = server.live.here(None);
    let here = here.iter().find(|it| it.visitor.user.as_str() == "anna").expect("anna is here");
    let (mut listening, mut watching) = (None, None);
    match mistake {
        Mistake::InACommand => listening = Some(server.live.listen(&class_id(), panics)),
        Mistake::InDrawing | Mistake::WhilePlaying => {
            watching = server.live.watch(here.session, panics);
            anna.sees("watched").await;
        }
    }
    if mistake == Mistake::WhilePlaying {
        anna.press(":play\r").await;
        anna.sees("Space pause").await;
    }
    is_wrong.store(true, Ordering::SeqCst);
    if mistake != Mistake::WhilePlaying {
        anna.press(":move B 0 1\r").await;
    }
    let told = "something went wrong here; your work up to the last key is kept".to_owned();
    assert_eq!(anna.ends().await, (Some(70), told));
    let left = String::from_utf8_lossy(&anna.out).into_owned();
    assert!(left.contains("\u{1b}[?1049l"), "the terminal leaves the alternate screen");
    drop((listening, watching));

    let teaching = Teaching { store: &*server.store, class: &class_id(), by: None };
    let (report, is_whole) =
        grade(&teaching, &BTreeSet::new(), GradeFormat::Ndjson).expect("it is graded");
    assert!(is_whole && !report.contains("\"note\":\"cut\""), "{report}");
    assert!(!report.contains("\"note\":\"chain\""), "{report}");
    let answered =
        report.lines().find(|line| line.contains("\"anna\"") && line.contains("one-axis"));
    let answered = answered.expect("an item");
    assert!(["right", "wrong"].iter().any(|it| answered.contains(it)), "{answered}");
    let mut again = Visitor::by_key(server.address, "anna", &keys[0]).await.on_a_screen("").await;
    again.sees("v 0.01,0").await;
    is_over.store(true, Ordering::SeqCst);
    assert!(ben.await.expect("every key of ben is answered") > 0);
}
