//! Tests that everything a student saw is in the file after the server is killed, and can be
//! graded.

use std::collections::BTreeMap;
use std::time::Duration;

use rand::RngExt as _;
use serde_json::Value;
use tokio::time::timeout;

use crate::support::course::{PointStep, Way, point_steps};
use crate::support::process::Installed;
use crate::support::server::new_key;
use crate::support::visitor::{Visitor, connect, prove, type_code};

/// The number of kills before the next student takes over.
const KILLS_A_STUDENT: usize = 8;
/// How the screen and the report show a finished step.
const RESULTS: [(&str, &str); 3] = [(" RIGHT", "right"), (" WRONG", "wrong"), ("[x] done", "done")];

/// The results of steps: `right`, `wrong`, `done`.
type Results = BTreeMap<(String, String), String>;

/// The command that goes to a step with nothing to do, and what the first row shows there.
const REST: &str = ":lesson apart idea\r";
const HEADER_OF_REST: [&str; 2] = ["lesson 1 ", "step 1 of"];

/// The result of the current step on the screen, if it is finished.
fn result_on(shown: &str) -> Option<&'static str> {
    RESULTS.into_iter().find(|(mark, _)| shown.contains(mark)).map(|(_, result)| result)
}

/// Whether the screen has returned to the resting step. Typed text covers results for a while, and
/// a picture may have arrived in part: its first row comes first.
fn is_at_rest(shown: &str) -> bool {
    let header = shown.lines().next().unwrap_or_default();
    HEADER_OF_REST.iter().all(|it| header.contains(it))
}

/// The results that grading finds in a student's work.
fn graded(installed: &Installed, student: &str) -> Results {
    let report = installed.grades(&[student]);
    let lines = report.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let items = lines.filter(|line| line["event"] == "item");
    let word = |item: &Value, name: &str| item[name].as_str().expect("a word").to_owned();
    let is_finished = |item: &Value| RESULTS.iter().any(|(_, result)| item["state"] == *result);
    items
        .filter(is_finished)
        .map(|item| ((word(&item, "lesson"), word(&item, "step")), word(&item, "state")))
        .collect()
}

/// Works through steps until the server is gone, and notes each result when it is seen.
async fn works(student: &mut Visitor, steps: &[PointStep], seen: &mut Results) {
    for step in steps {
        let mut typed = step.typed();
        if let Way::Say(_) = step.way
            && rand::rng().random_bool(0.3)
        {
            // Give the first answer, right or wrong.
            typed = format!(":lesson {} {}\r:answer 1\r", step.lesson, step.step);
        }
        if student.try_keys(&typed).await.is_err() {
            return;
        }
        let result = loop {
            let shown = student.shows();
            if let Some(result) = result_on(&shown).filter(|_| !is_at_rest(&shown)) {
                break result;
            }
            if !student.hears().await {
                return;
            }
        };
        seen.insert((step.lesson.clone(), step.step.clone()), result.to_owned());
        if student.try_keys(REST).await.is_err() {
            return;
        }
        while !is_at_rest(&student.shows()) || result_on(&student.shows()).is_some() {
            if !student.hears().await {
                return;
            }
        }
    }
}

/// Kills the server this often while a student works, and checks that all they saw is in the file.
async fn killed_at_random_moments(kills: usize) {
    let installed = Installed::new();
    let (mut key, mut student, mut steps) = (new_key(), String::new(), Vec::new());
    let mut counts = BTreeMap::<String, usize>::new();
    let mut seen = Results::new();
    for kill in 0..kills {
        let server = installed.starts();
        if kill % KILLS_A_STUDENT == 0 {
            (key, student, seen) =
                (new_key(), format!("s{}", kill / KILLS_A_STUDENT), BTreeMap::new());
            steps = point_steps(&student);
        }
        let mut client = connect(server.address).await;
        if !prove(&mut client, &student, &key).await.success() {
            assert!(type_code(&mut client, &student, &installed.code).await);
        }
        let mut visitor = Visitor::of(client).await.on_a_screen("learn apart").await;
        visitor.sees("step").await;
        visitor.press(REST).await;
        visitor.sees("step 1 of").await;
        let time = Duration::from_millis(rand::rng().random_range(50..900));
        let mut now = Results::new();
        let _ = timeout(time, works(&mut visitor, &steps, &mut now)).await;
        server.kill();
        let kept = graded(&installed, &student);
        for result in now.values() {
            *counts.entry(result.clone()).or_default() += 1;
        }
        seen.extend(now);
        for (step, result) in &seen {
            assert_eq!(kept.get(step), Some(result), "kill {kill}: {student} saw {step:?}");
        }
        // Skip steps that are in the file, even if their result was not seen.
        steps.retain(|it| !kept.contains_key(&(it.lesson.clone(), it.step.clone())));
    }
    println!("{kills} kills; seen: {counts:?}");
    assert!(counts.contains_key("done") && counts.contains_key("right"), "{counts:?}");
}

#[tokio::test]
async fn everything_a_student_saw_is_kept_when_the_server_is_killed() {
    killed_at_random_moments(4).await;
}

#[tokio::test]
#[ignore = "takes minutes: by hand"]
async fn two_hundred_kills_lose_nothing_that_a_student_saw() {
    killed_at_random_moments(200).await;
}
