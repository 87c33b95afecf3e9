//! A test with a full disk under the database while a student works.

use std::sync::Arc;

use super::nodes::{Nodes, at_a_screen, goes_on, has_result};
use crate::support::postgres::Postgres;
use crate::support::skips::say_skipped;

const FULL: &str = "not kept: the disk is full; nothing counts until it is";
/// Appends another student's lines until the disk is full.
const FILL: &str = "DO $$ BEGIN FOR number IN 0..1000000 LOOP
        INSERT INTO work (class, student, name, at, bytes)
            VALUES ('3b', 'ben', 'ben.hits', number, 'x');
        COMMIT;
    END LOOP; END $$";

#[tokio::test]
async fn a_student_sees_that_the_disk_is_full_and_goes_on_once_there_is_room() {
    let small = Postgres::on_a_small_disk("16m", false);
    let Some((postgres, disk)) = small else { return say_skipped("no disk can be made") };
    let nodes: Arc<Nodes<1>> = Arc::new(Nodes::with(&postgres, ""));
    let space = disk.to_str().and_then(|it| it.split_once("/root")).expect("a path").1;
    postgres.sql("postgres", &format!("CREATE TABLESPACE small LOCATION '{space}/space'"));
    nodes.sql(&postgres, "ALTER TABLE work SET TABLESPACE small");
    nodes.sql(&postgres, "ALTER INDEX work_pkey SET TABLESPACE small");
    let _running = nodes.starts();
    let mut anna = at_a_screen(nodes.addresses[0], "anna", &nodes.code).await;
    anna.press(":next\r").await;
    anna.sees("question 1 of 2").await;
    let filled = disk.join("filled");
    std::fs::write(&filled, vec![7; 14 << 20]).expect("there is room");
    nodes.sql(&postgres, "INSERT INTO student (class, id, seed) VALUES ('3b', 'ben', 'ben')");
    let full = nodes.psql(&postgres).args(["-c", FILL]).output().expect("it runs");
    let said = String::from_utf8_lossy(&full.stderr).into_owned();
    assert!(said.contains("No space left on device"), "{said}");
    let before = nodes.work_of("anna").await;
    anna.press("1\r").await;
    anna.sees(FULL).await;
    assert!(!has_result(&anna), "{}", anna.shows());
    assert_eq!(nodes.work_of("anna").await, before);
    std::fs::remove_file(filled).expect("a file");
    goes_on(&mut anna, FULL).await;
    assert!(nodes.work_of("anna").await.contains("\nanswer "), "the answer is kept");
}
