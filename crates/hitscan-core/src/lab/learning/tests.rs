//! Live judging equals grading: random sessions, and steps across the limits.

use proptest::prelude::*;

use super::*;
use crate::command::Command;
use crate::engine::{Event, Flow, silent};
use crate::lab::{MOST_FRAMES, MOST_TESTS, OwnClaim, Pack, builtin_file};
use crate::world::{Name, Rules, Settings};

/// The lines of a session; X and Y are objects of the lesson, 7 is any small number.
const LINES: &str = "next; next; skip; hint; hint; reset; goal; answer 7; answer 7; hit; miss; \
    lesson LESSON; lesson LESSON 7; own p X Y hit; own p X Y miss; move X 7 7; move X 7 -7; \
    move X -7 0; set X.x1 7; set X.width 7; velocity X 7 7; velocity X -7 7 end; turn X 15; \
    length X 7; step; step 7; step 9; undo; undo 7; redo; redo 7; back 7; seek 7; \
    seek start; expect X Y; select X; remove X; rename X Z; box N7 7 7 9 9; \
    laser K7 7 0 9 7; duplicate X D7 7 0; response slide; crowd c 7 0 50 90 90; describe X";

/// A line, the lesson and objects in it, the number in it, and when a key stops it.
type Said = (usize, usize, i32, u32);

fn session_lines() -> impl Strategy<Value = Vec<Said>> {
    let one = (0..LINES.split("; ").count(), 0_usize..100, 1_i32..12, 1_u32..9);
    prop::collection::vec(one, 1..40)
}

fn course() -> (Arc<Course>, DrawnPack) {
    let pack = Pack::builtin().expect("another test reads it");
    let file = |path: &str| builtin_file(path).map(str::to_owned);
    let course = Course::read(pack, "en", &file).expect("another test reads it");
    let drawn = DrawnPack::new(&course.pack, "anna").expect("scenes");
    (Arc::new(course), drawn)
}

/// Anna at the first step of a lesson, with the engine of the step.
pub(super) fn anna_at(lesson: &str) -> (Learning, Engine) {
    let (course, drawn) = course();
    let [pack, seed, student, version] = ["collisions", "anna", "anna", "1"].map(str::to_owned);
    let header = Header { rules: Rules::default(), pack, student, seed, version };
    Learning::begin(course, drawn, header, "", Some(lesson)).expect("a lesson")
}

/// A line for this course, as it would be typed.
fn typed((line, which, number, _): Said, course: &Course, engine: &Engine) -> String {
    let lessons = &course.pack.lessons;
    let names: Vec<_> = engine.world().objects().map(|(_, object)| object.name).collect();
    let name =
        |at: usize| names.get(at % names.len().max(1)).map_or("A".to_owned(), Name::to_string);
    let line = LINES.split("; ").nth(line).expect("one of them");
    let words = line.split(' ').map(|word| match word {
        "LESSON" => lessons[which % lessons.len()].id.clone(),
        "X" => name(which),
        "Y" => name(which + 1),
        word if word.starts_with("X.") => word.replacen('X', &name(which), 1),
        word => word.replace('7', &number.to_string()),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Stops a command at one of its checks for an interrupt, as a key would, within a frame
/// or between two.
fn stopped_after(times: u32) -> impl FnMut(Event<'_>) -> Flow {
    let mut asked = 0;
    move |event| {
        asked += u32::from(matches!(event, Event::Changed(_) | Event::Working(_)));
        if asked >= times { Flow::Stop } else { Flow::GoOn }
    }
}

/// Handles a line like a front end.
fn live(learning: &mut Learning, engine: &mut Engine, line: &str, times: u32) {
    if let Some(claim) = OwnClaim::parse(line) {
        // Refused if the object does not exist.
        let _ = claim.is_ok_and(|claim| learning.claim(&claim, engine).is_ok());
    } else if let Some(order) = learning.order_in(line, engine) {
        let told = learning.carry_out(order.expect("an order"), engine, &mut silent);
        for told in told.unwrap_or_default() {
            if let Told::Undo(command) = told {
                learning.execute(&command, engine, &mut silent).expect("it was done");
            }
        }
    } else if let Ok(Some(command)) = Command::parse(line, &Settings::default())
        && learning.refuses(&command, engine).is_none()
    {
        // A refused command has no effect.
        let _ = learning.execute(&command, engine, &mut stopped_after(times));
    }
}

/// Everything judged about a step, without the state of the command in progress.
fn judged(attempt: &Attempt) -> String {
    let text = format!("{attempt:?}");
    text.split(", running: ").next().expect("split has a first part").to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn live_judging_equals_grading(said in session_lines(), first in 0_usize..16) {
        let (course, drawn) = course();
        let lesson = course.pack.lessons[first].id.clone();
        let header = "# hitscan recording 3\n# lab collisions student anna seed anna version 1\n";
        let id = |word: &str| word.to_owned();
        let of = Header {
            rules: Rules::default(),
            pack: id("collisions"), student: id("anna"), seed: id("anna"), version: id("1")
        };
        let begun = Learning::begin(Arc::clone(&course), drawn.clone(), of, header, Some(&lesson));
        let (mut learning, mut engine) = begun.expect("it begins");
        let mut lines = Vec::new();
        for said in said {
            let line = typed(said, &course, &engine);
            live(&mut learning, &mut engine, &line, said.3);
            lines.push(line);
        }
        learning.end();
        let hints = |lesson: &str, step: &str| course.hints(lesson, step);
        let graded = replay(learning.unwritten().as_bytes(), &[drawn], &hints).expect("a file");
        prop_assert_eq!(&graded.notes, &Vec::new(), "{:#?}", lines);
        prop_assert_eq!(&graded.progress, &learning.progress, "{:#?}", lines);
        prop_assert_eq!(graded.attempt.as_ref().map(judged), Some(judged(&learning.attempt)), "{:#?}", lines);
        let world = |engine: &Engine| format!("{:?}", engine.sandbox().scene());
        prop_assert_eq!(graded.engine.as_ref().map(world), Some(world(&engine)), "{:#?}", lines);
    }
}

/// A step in progress with few tests left, and the lines that were noted.
struct Limited {
    attempt: Attempt,
    progress: Progress,
    engine: Engine,
    noted: Vec<String>,
}

impl Limited {
    fn open([lesson, step]: [&str; 2], left: u64) -> Self {
        let (_, drawn) = course();
        let (lesson, drawn) = drawn.lesson(lesson).expect("a lesson");
        let step = lesson.step(step).expect("a step");
        let (mut attempt, engine) = Attempt::open(lesson, drawn, step).expect("it opens");
        attempt.tests = MOST_TESTS - left;
        Self { attempt, progress: Progress::default(), engine, noted: Vec::new() }
    }

    /// Executes a line, and returns why it is refused or stopped.
    fn execute(&mut self, line: &str) -> Result<(), String> {
        let command =
            Command::parse(line, &Settings::default()).expect("a command").expect("not blank");
        let noted = &mut self.noted;
        let mut tell = |event: Event<'_>| {
            if let Event::Noted(line, ..) = event {
                noted.push(line.to_owned());
            }
            Flow::GoOn
        };
        let progress = &mut self.progress;
        let done = self.attempt.execute(&command, &mut self.engine, &mut tell, progress);
        match done {
            Err(why) | Ok(crate::engine::Outcome::Stopped { why, .. }) => Err(why.to_string()),
            Ok(_) => Ok(()),
        }
    }

    fn frame(&self) -> u64 {
        self.engine.world().frame()
    }
}

#[test]
fn a_step_stops_at_the_frame_where_the_tests_are_used_up() {
    const STEP: [&str; 2] = ["floor", "three-lies"];
    let mut stopped = 0;
    for left in 0..150 {
        // One frame per command, as far as that goes.
        let mut one_by_one = Limited::open(STEP, left);
        while one_by_one.frame() < 12 && one_by_one.execute("step").is_ok() {}
        let mut at_once = Limited::open(STEP, left);
        let done = at_once.execute("step 12");
        assert_eq!(at_once.frame(), one_by_one.frame(), "{left}");
        assert_eq!(at_once.attempt.tests, one_by_one.attempt.tests, "{left}");
        // Its file gives the same result.
        let mut graded = Limited::open(STEP, left);
        for line in &at_once.noted {
            graded.execute(line).expect("it was done");
        }
        assert_eq!(graded.progress, at_once.progress, "{left}");
        assert_eq!(graded.frame(), at_once.frame(), "{left}");
        if let Err(why) = done {
            assert!(why.starts_with("a file of lessons has at most 10000000 tests"), "{why}");
            let why = at_once.execute("move B 0 -0.1").expect_err("nothing is left");
            assert!(why.starts_with("a file of lessons has at most"), "{why}");
            assert_eq!(at_once.noted.len(), usize::from(at_once.frame() > 0), "{left}");
            stopped += 1;
        }
    }
    assert!((20..150).contains(&stopped), "{stopped} of them are stopped");
}

#[test]
fn a_step_of_a_lesson_makes_exactly_the_allowed_number_of_frames() {
    let mut at_work = Limited::open(["inside", "hide"], MOST_TESTS / 2);
    at_work.execute(&format!("step {}", MOST_FRAMES - 3)).expect("it is done");
    assert_eq!(
        at_work.execute("step 4"),
        Err("a step of a lesson has at most 20000 frames".into())
    );
    at_work.execute("step 3").expect("it is done");
    assert_eq!(at_work.frame(), MOST_FRAMES);
    assert!(at_work.execute("step").is_err());
    at_work.execute("undo 5").expect("it is done");
    assert!(at_work.execute("step").is_err(), "what was undone was made");
}

#[test]
fn refusals_name_steps_as_students_see_them() {
    let (mut learning, mut engine) = anna_at("inside");
    let mut refused = |line: &str| {
        let order = learning.order_in(line, &engine).expect("an order").expect("it reads");
        learning.carry_out(order, &mut engine, &mut silent).err().map(|why| why.to_string())
    };
    for (line, why) in [
        ("hint", Some("this step is to read; only tasks have hints")),
        ("next", None),
        ("next", Some("answer first: hit or miss; :skip leaves it out")),
        ("answer edges maybe", Some("maybe: not an answer; hit or miss")),
        ("answer again hit", Some("again is not open; lesson inside again opens it")),
        ("answer edges hit", None),
        ("answer hit", Some("question 1 is answered; next goes on")),
        ("lesson inside seen", None),
        ("next", Some("task 2 is not done: L and A are apart; wanted within; :skip leaves it out")),
        ("lesson sign sign", None),
        ("next", Some("answer first: above 0, 0 or below 0; :skip leaves it out")),
        ("answer below 0", None),
        ("lesson centres half", None),
        ("next", Some("answer first: a number; :skip leaves it out")),
    ] {
        assert_eq!(refused(line).as_deref(), why, "{line}");
    }
}

#[test]
fn the_end_of_a_lesson_names_the_steps_that_are_not_done() {
    let (mut learning, mut engine) = anna_at("inside");
    let end = |learning: &Learning| learning.end_of(learning.lesson(), &|_| None).result();
    let all = "question 1, question 2, question 3, task 1, task 2";
    assert_eq!(end(&learning), format!("0 of 14 points; not done: {all}"));
    for line in ["lesson inside edges", "miss", "lesson inside again", "skip", "hit"] {
        live(&mut learning, &mut engine, line, u32::MAX);
    }
    assert_eq!(end(&learning), "2 of 14 points; not done: question 3, task 1, task 2");
    assert_eq!(learning.next_step().as_deref(), Some("step 5 of 8, to read"));
    live(&mut learning, &mut engine, "lesson inside box", u32::MAX);
    assert_eq!(learning.next_step().as_deref(), Some("step 2 of 8, question 1"));
}
