//! A test of concurrent changes to the record of a class.

use std::sync::Arc;

use russh::keys::PrivateKey;
use tokio::task::{JoinSet, spawn_blocking};

use crate::support::process::Installed;
use crate::support::server::new_key;
use crate::support::visitor::Visitor;

/// Makes a class with two teachers; returns their keys.
fn with_teachers() -> (Installed, [PrivateKey; 2]) {
    let keys = [new_key(), new_key()];
    let [ada, bea] = [0, 1].map(|it| keys[it].public_key().to_openssh().expect("a key"));
    let mut installed = Installed::with(&format!(
        "listen = [\"127.0.0.1:0\"]\nteachers.ada = [\"{ada}\"]\nteachers.bea = [\"{bea}\"]\n"
    ));
    installed.makes_a_class();
    (installed, keys)
}

#[tokio::test]
async fn concurrent_changes_by_teachers_and_the_operator_are_not_lost() {
    let (installed, keys) = with_teachers();
    let server = installed.starts();
    let (installed, address) = (Arc::new(installed), server.address);
    let mut anna = Visitor::by_code(address, "anna", &installed.code).await.on_a_screen("").await;
    anna.begins_lessons().await;
    for round in 0..8 {
        let (state, word) = if round % 2 == 0 { ("paused", "pause") } else { ("open", "go") };
        let lesson = ["centres", "origins", "zeros"][round % 3];
        let due = format!("2027-01-0{} 10:30", round + 1);
        let mut all = JoinSet::new();
        for (name, key, words) in [
            ("ada", &keys[0], word.to_owned()),
            ("ada", &keys[0], format!("lessons apart {lesson}")),
            ("bea", &keys[1], format!("due {due}")),
        ] {
            let key = key.clone();
            all.spawn(async move {
                let mut teacher = Visitor::by_key(address, name, &key).await;
                teacher.asks(&words).await;
                teacher.channel.eof().await.expect("sent");
                let (status, said) = teacher.ends().await;
                assert_eq!(status, Some(0), "{words}: {said}");
                String::new()
            });
        }
        let at_the_server = Arc::clone(&installed);
        all.spawn(async move {
            let asked = move || at_the_server.command(&["class", "code", "3b"]).output();
            let said = spawn_blocking(asked).await.expect("no panic").expect("it runs");
            assert!(said.status.success(), "{said:?}");
            String::from_utf8(said.stdout).expect("text").trim_end().to_owned()
        });
        let code: String = all.join_all().await.concat();
        let record = installed.record();
        for kept in [
            format!("state = \"{state}\""),
            format!("lessons = [\"apart\", \"{lesson}\"]"),
            format!("due = \"2027-01-0{}T", round + 1),
        ] {
            assert!(record.contains(&kept), "round {round}: {kept}: {record}");
        }
        // The sessions of the class see the same record.
        let mut ada = Visitor::by_key(address, "ada", &keys[0]).await;
        ada.asks("board --format ndjson").await;
        let board = ada.gets().await;
        assert!(board.contains(&format!("\"state\":\"{state}\"")), "round {round}: {board}");
        assert!(board.contains(&format!("\"due\":\"2027-01-0{}T", round + 1)), "{round}: {board}");
        anna.press(":lesson inside\r").await;
        anna.sees(if state == "paused" { "paused by ada" } else { "not open yet" }).await;
        anna.press("\u{1b}").await;
        Visitor::by_code(address, &format!("s{round}"), &code).await;
    }
}
