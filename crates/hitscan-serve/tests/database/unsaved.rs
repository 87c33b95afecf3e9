//! Tests of how unsaved sandboxes are copied to the database.

use hitscan::seat::CrashRecovery;
use hitscan_core::command::Command;
use hitscan_core::engine::{Engine, silent};
use hitscan_core::scene::{Scene, SceneSource};
use hitscan_core::world::Settings;
use hitscan_serve::store::Store as _;

use super::cases::{class_of, user};
use super::{becomes, shared};

/// A sandbox and its crash recovery.
struct Played {
    engine: Engine,
    recovery: CrashRecovery,
}

impl Played {
    fn new(recovery: Option<CrashRecovery>) -> Self {
        let engine = Engine::new(Scene::default(), SceneSource::New).expect("an empty world");
        Self { engine, recovery: recovery.expect("the database answers") }
    }

    fn types(&mut self, line: &str) {
        let command = Command::parse(line, &Settings::default()).expect(line).expect("a command");
        self.engine.execute(&command, &mut silent).expect(line);
        self.recovery.update(&self.engine).expect("the command is recorded");
    }
}

#[test]
fn sandboxes_are_copied_together_and_a_failing_one_does_not_stop_the_others() {
    let Some((postgres, name, store, _folder)) = shared() else { return };
    let students = ["anna", "ben", "cleo", "dora", "emil", "frida", "gina", "hugo"];
    let (id, _) = class_of(&store, &students);
    let desks = students.map(|student| store.desk(&id, &user(student)).expect("a desk"));
    let mut played = desks.each_ref().map(|desk| Played::new(desk.recovery()));
    let kept = |of: &str, line: &str| {
        let sql = format!(
            "SELECT count(*) FROM work WHERE student = '{of}' \
             AND position('{line}'::bytea IN bytes) > 0"
        );
        postgres.sql(&name, &sql) == "1"
    };
    for it in &mut played {
        it.types("box A 1 1 2 2");
    }
    becomes("all sandboxes are copied", || {
        students.iter().all(|student| kept(student, "box A 1 1 2 2"))
    });
    let transactions = "SELECT count(DISTINCT xmin::text) <= 2 FROM work";
    assert_eq!(postgres.sql(&name, transactions), "t", "eight students in one or two transactions");
    // Ben's place is deleted while the others go on.
    postgres.sql(&name, "DELETE FROM student WHERE id = 'ben'");
    for it in &mut played {
        it.types("box B 5 5 2 2");
    }
    becomes("the other sandboxes are copied", || {
        ["anna", "cleo"].iter().all(|it| kept(it, "box B 5 5 2 2"))
    });
    assert!(!kept("ben", "box A 1 1 2 2"));
}

#[test]
fn a_sandbox_is_copied_again_when_the_database_has_unexpected_rows() {
    let Some((postgres, name, store, _folder)) = shared() else { return };
    let (id, _) = class_of(&store, &["anna"]);
    let desk = store.desk(&id, &user("anna")).expect("a desk");
    let mut played = Played::new(desk.recovery());
    let all = || {
        let sql = "SELECT convert_from(string_agg(bytes, '' ORDER BY at), 'UTF8') FROM work";
        postgres.sql(&name, sql)
    };
    played.types("box A 1 1 2 2");
    becomes("the sandbox is copied", || all().contains("box A 1 1 2 2"));
    // As if a transaction had committed, but the connection was lost before its reply.
    let sql =
        "INSERT INTO work SELECT class, student, name, at + length(bytes), 'in doubt' FROM work";
    postgres.sql(&name, sql);
    played.types("box B 5 5 2 2");
    becomes("the sandbox is copied again", || all().contains("box B 5 5 2 2"));
    assert_eq!(all().matches("box A 1 1 2 2").count(), 1);
    assert!(!all().contains("in doubt"));
    drop((played, desk));
    assert!(all().contains("box B 5 5 2 2"), "the copy outlives a session that is cut off");
}
