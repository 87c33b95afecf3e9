//! The built-in pack: it parses, its numbers can be drawn, and its tasks are completed by the
//! reference solutions and by nothing less.

mod made;
mod shortfall;

use std::sync::Arc;

use super::*;
use crate::command::{Command, CommandError};
use crate::engine::{Engine, silent};
use crate::world::{Name, Settings};

/// A step in progress, with its engine.
#[derive(Debug)]
struct Work {
    attempt: Attempt,
    engine: Engine,
}

impl Work {
    fn open(
        lesson: &Arc<Lesson>,
        drawn: &Arc<Drawn>,
        step: &Arc<LessonStep>,
    ) -> Result<Self, NotOpened> {
        Self::open_after(lesson, drawn, step, 0)
    }

    fn open_after(
        lesson: &Arc<Lesson>,
        drawn: &Arc<Drawn>,
        step: &Arc<LessonStep>,
        tests: u64,
    ) -> Result<Self, NotOpened> {
        let (attempt, engine) = Attempt::open_after(lesson, drawn, step, tests)?;
        Ok(Self { attempt, engine })
    }

    fn is_done(&self) -> bool {
        self.attempt.is_done()
    }

    fn tests(&self) -> u64 {
        self.attempt.tests
    }

    fn execute(&mut self, command: &Command) -> Result<(), CommandError> {
        let progress = &mut Progress::default();
        self.attempt.execute(command, &mut self.engine, &mut silent, progress).map(drop)
    }

    fn carry_out(&mut self, commands: &[Template]) -> Result<(), NotOpened> {
        self.attempt.carry_out(commands, &mut self.engine, &mut silent)
    }

    fn right(&self, question: &LessonQuestion) -> Result<LessonAnswer, NotOpened> {
        self.attempt.right(question, &self.engine)
    }

    fn beliefs_behind(&self, question: &LessonQuestion, said: &LessonAnswer) -> Vec<String> {
        self.attempt.beliefs_behind(question, said, &self.engine).expect("known")
    }
}

/// How many seeds every claim about the pack is tried with.
const SEEDS: usize = 100;

fn pack() -> Pack {
    Pack::builtin().unwrap_or_else(|faults| {
        let lines: Vec<_> = faults.iter().map(FileFault::to_string).collect();
        panic!("{}", lines.join("\n"))
    })
}

fn solutions(lesson: &Lesson) -> Solutions {
    let path =
        format!("{}/src/lab/lessons/{}/solutions.toml", env!("CARGO_MANIFEST_DIR"), lesson.id);
    let text = std::fs::read_to_string(&path).expect("the solutions are there");
    Solutions::parse(&text, lesson).unwrap_or_else(|faults| panic!("{path}: {faults:?}"))
}

fn text_of(lesson: &Lesson) -> LessonText {
    let text = builtin_file(&format!("{}/text.en.md", lesson.id)).expect("it is there");
    LessonText::parse(text, lesson).unwrap_or_else(|faults| panic!("{}: {faults:?}", lesson.id))
}

fn tasks(lesson: &Lesson) -> impl Iterator<Item = &Arc<LessonStep>> {
    lesson.steps.iter().filter(|step| matches!(step.kind, StepKind::Task(_)))
}

fn drawn(pack: &Pack, lesson: &Lesson, seed: &str) -> Arc<Drawn> {
    lesson.drawn(&pack.id, seed).unwrap_or_else(|why| panic!("{}: {why}", lesson.id))
}

/// Collects the faults of every lesson with the numbers of every seed: there must be none.
fn each_draw(
    pack: &Pack,
    mut tried: impl FnMut(&Arc<Lesson>, &Arc<Drawn>, &str, &mut Vec<String>),
) {
    let mut faults = Vec::new();
    for lesson in &pack.lessons {
        for seed in (1..=SEEDS).map(|number| format!("s{number}")) {
            tried(lesson, &drawn(pack, lesson, &seed), &seed, &mut faults);
        }
    }
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn the_built_in_pack_has_sixteen_lessons_of_212_points() {
    let pack = pack();
    let steps = || pack.lessons.iter().flat_map(|lesson| &lesson.steps);
    let questions = steps().filter(|step| matches!(step.kind, StepKind::Question(_))).count();
    let tasks = steps().filter(|step| matches!(step.kind, StepKind::Task(_))).count();
    assert_eq!((pack.lessons.len(), questions, tasks, pack.points()), (16, 38, 34, 212));
}

#[test]
fn anna_draws_the_example_of_inside() {
    let pack = pack();
    let lesson = pack.lesson("inside").expect("a lesson");
    let anna = drawn(&pack, lesson, "anna");
    let example = lesson.with(lesson.example.clone()).expect("a scene");
    assert_eq!(anna.values, example.values);
    assert_eq!(anna.rounds, Some(1));
    let scene = format!("{:?}", anna.scene.objects);
    assert_eq!(scene, format!("{:?}", example.scene.objects));
    let names: Vec<Name> = anna.scene.objects.iter().map(|object| object.name).collect();
    assert_eq!(names.iter().map(Name::as_str).collect::<Vec<_>>(), ["A", "L"]);
}

#[test]
fn anna_s_answers_in_inside_match_the_key() {
    let pack = pack();
    let lesson = pack.lesson("inside").expect("a lesson");
    let anna = drawn(&pack, lesson, "anna");
    let right = |id: &str| {
        let step = lesson.step(id).expect("a step");
        let StepKind::Question(question) = &step.kind else { panic!("{id} is no question") };
        let attempt = Work::open(lesson, &anna, step).expect("it opens");
        let wrong = question.read("hit", attempt.engine.world());
        let beliefs = wrong.map(|wrong| attempt.beliefs_behind(question, &wrong));
        (attempt.right(question).expect("an answer").to_string(), beliefs.unwrap_or_default())
    };
    assert_eq!(right("edges"), ("miss".to_owned(), vec![TRUTH.to_owned()]));
    assert_eq!(right("again").0, "hit");
    assert_eq!(right("why").0, "inside-unseen");
}

#[test]
fn the_key_has_the_scene_the_answers_and_the_beliefs_behind_wrong_ones() {
    let pack = pack();
    let of = |id: &str| {
        let lesson = pack.lesson(id).expect("a lesson");
        let anna = lesson.with(lesson.example.clone()).expect("a scene");
        let anna = Arc::new(Drawn { rounds: Some(1), ..(*anna).clone() });
        key(lesson, "T", &anna, "anna").expect("it has answers")
    };
    let inside = [
        "inside: T   seed anna, drawn at the first try",
        "A box x 18..36 y 14..28 v 0,0 static",
        "L laser 5,18 to 15,16 v 0,0",
        "edges  miss           hit: truth",
        "again  hit",
        "why    inside-unseen  collinear-apart: one-line, zero-length: a-point",
    ];
    assert_eq!(of("inside"), inside);
    let centres = [
        "half      11.5  23: whole-sum, 11: cut-halves, 6.5: one-half",
        "distance  18.5  17: corners, 7: gap, 11.5: half-sum",
    ];
    assert_eq!(of("centres")[3..], centres);
    let diagonal = of("diagonal");
    assert_eq!(diagonal[3], "says  corner          corner-left-right: truth, left-right: truth");
}

#[test]
fn every_draw_and_every_example_fits() {
    let pack = pack();
    for lesson in &pack.lessons {
        let example = lesson.with(lesson.example.clone()).expect("a scene");
        assert!(lesson.fits(&example), "the example of {}", lesson.id);
    }
    each_draw(&pack, |lesson, drawn, seed, faults| {
        if drawn.rounds.is_none_or(|rounds| rounds > 500) {
            faults.push(format!("{} {seed}: {:?}", lesson.id, drawn.rounds));
        }
    });
}

#[test]
fn no_task_is_done_at_the_start_and_every_solution_completes_its_task() {
    let pack = pack();
    let solved: Vec<_> =
        pack.lessons.iter().map(|lesson| (lesson.id.clone(), solutions(lesson))).collect();
    each_draw(&pack, |lesson, drawn, seed, faults| {
        let (_, solutions) = solved.iter().find(|(id, _)| *id == lesson.id).expect("read above");
        for step in tasks(lesson) {
            let at = format!("{} {} {seed}", lesson.id, step.id);
            let mut attempt = match Work::open(lesson, drawn, step) {
                Ok(attempt) => attempt,
                Err(why) => {
                    faults.push(format!("{at}: {why}"));
                    continue;
                }
            };
            if attempt.is_done() {
                faults.push(format!("{at}: done at the start"));
            }
            if let Err(why) = attempt.carry_out(&solutions.0[&step.id].commands) {
                faults.push(format!("{at}: {why}"));
            }
            if !attempt.is_done() {
                faults.push(format!("{at}: not done"));
            }
        }
    });
}

#[test]
fn every_question_has_a_right_answer_among_its_choices_and_no_belief_is_right() {
    let pack = pack();
    each_draw(&pack, |lesson, drawn, seed, faults| {
        for step in &lesson.steps {
            let StepKind::Question(question) = &step.kind else { continue };
            let at = format!("{} {} {seed}", lesson.id, step.id);
            let attempt =
                Work::open(lesson, drawn, step).unwrap_or_else(|why| panic!("{at}: {why}"));
            let world = attempt.engine.world();
            let right = attempt.right(question).unwrap_or_else(|why| panic!("{at}: {why}"));
            let said = question.read(&right.to_string(), world);
            if !said.is_some_and(|said| said.matches(&right)) {
                faults.push(format!("{at}: {right} cannot be said"));
            }
            let beliefs = attempt.beliefs_behind(question, &right);
            let own = beliefs.iter().find(|id| question.beliefs.iter().any(|own| own.id == **id));
            if let Some(belief) = own {
                faults.push(format!("{at}: belief {belief} is the right answer"));
            }
        }
    });
}

#[test]
fn every_text_fits_its_room_with_every_number() {
    let pack = pack();
    let texts: Vec<_> =
        pack.lessons.iter().map(|lesson| (lesson.id.clone(), text_of(lesson))).collect();
    each_draw(&pack, |lesson, drawn, seed, faults| {
        let (_, text) = texts.iter().find(|(id, _)| *id == lesson.id).expect("read above");
        let sandbox = crate::engine::Sandbox::new(drawn.scene.clone()).expect("a world");
        let scope = Scope { values: &drawn.values, sandbox: Some(&sandbox) };
        for (key, line, template) in text.all() {
            let shown = template.line(scope).unwrap_or_else(|why| panic!("{}: {why}", lesson.id));
            let is_title = key == "title";
            let shown = if is_title { format!("{}: {shown}", lesson.id) } else { shown };
            if !Room::of(key).fits(&shown) {
                faults.push(format!("{} line {line} {key} {seed}: {shown}", lesson.id));
            }
        }
    });
}

/// The commands in a last hint.
fn commands_in(hint: &str) -> Vec<String> {
    let hint = hint.replace('\n', " ");
    let (_, told) = hint.split_once("ype ").expect("a last hint says what to type");
    let told = told.split(" at the start").next().expect("split has a first part");
    let told = told.trim_end_matches('.').replace(", then ", ", ");
    told.split(", ").map(str::to_owned).collect()
}

#[test]
fn the_last_hint_of_every_task_gives_a_working_solution() {
    let pack = pack();
    let texts: Vec<_> =
        pack.lessons.iter().map(|lesson| (lesson.id.clone(), text_of(lesson))).collect();
    each_draw(&pack, |lesson, drawn, seed, faults| {
        let (_, text) = texts.iter().find(|(id, _)| *id == lesson.id).expect("read above");
        let scope = Scope { values: &drawn.values, sandbox: None };
        for step in tasks(lesson) {
            let last = text.hint(&step.id, text.hints(&step.id)).expect("tasks have hints");
            let hint = last.line(scope).expect("hints need no objects");
            let commands: Vec<_> = commands_in(&hint)
                .iter()
                .map(|line| Template::parse(line).expect("a command has no braces"))
                .collect();
            let mut attempt = Work::open(lesson, drawn, step).expect("another test opens it");
            if let Err(why) = attempt.carry_out(&commands) {
                faults.push(format!("{} {} {seed}: {why}", lesson.id, step.id));
            } else if !attempt.is_done() {
                faults.push(format!("{} {} {seed}: {hint}", lesson.id, step.id));
            }
        }
    });
}

#[test]
fn every_command_that_stands_for_a_key_can_be_executed() {
    let pack = pack();
    let mut tried = 0;
    for lesson in &pack.lessons {
        let text = text_of(lesson);
        let example = lesson.with(lesson.example.clone()).expect("a scene");
        for (_, _, template) in text.all() {
            for (_, line) in template.keys() {
                let mut attempt = attempt_of(&example, lesson, &lesson.steps[0].id);
                carry_out(&mut attempt, &[line]);
                tried += 1;
            }
        }
    }
    assert!(tried > 10, "most lessons point to Why or to the methods");
}

fn attempt_of(drawn: &Arc<Drawn>, lesson: &Arc<Lesson>, step: &str) -> Work {
    Work::open(lesson, drawn, lesson.step(step).expect("a step")).expect("it opens")
}

/// A step of a lesson with the numbers that Anna draws.
fn annas(lesson: &str, step: &str) -> Work {
    let pack = pack();
    let lesson = pack.lesson(lesson).expect("a lesson");
    attempt_of(&drawn(&pack, lesson, "anna"), lesson, step)
}

fn carry_out(attempt: &mut Work, lines: &[&str]) {
    for line in lines {
        let command = Command::parse(line, &Settings::default());
        let command = command.expect("a command").expect("not blank");
        attempt.execute(&command).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
}

#[test]
fn a_completed_task_stays_done_when_its_changes_are_undone() {
    let mut attempt = annas("inside", "seen");
    carry_out(&mut attempt, &["move L 15 0"]);
    assert!(!attempt.is_done(), "edges misses there");
    carry_out(&mut attempt, &["move L -2 0"]);
    assert!(attempt.is_done());
    carry_out(&mut attempt, &["undo 2", "box Z 0 0 1 1"]);
    assert!(attempt.is_done());
}

#[test]
fn undoing_a_forbidden_state_repairs_the_task() {
    let mut attempt = annas("floor", "quiet");
    carry_out(&mut attempt, &["step", "move B 0 -0.1", "step 4"]);
    assert!(!attempt.is_done(), "the first step was told to be a hit");
    carry_out(&mut attempt, &["undo 6", "move B 0 -0.1", "step 4"]);
    assert!(attempt.is_done());
}

#[test]
fn redoing_restores_the_moments_of_a_task() {
    let mut attempt = annas("floor", "three-lies");
    let reached = |attempt: &Work| {
        let (task, progress) = attempt.attempt.task().expect("a task");
        progress.reached(task, attempt.engine.history().position())
    };
    carry_out(&mut attempt, &["step 2"]);
    assert_eq!(reached(&attempt), Some((2, 3)));
    carry_out(&mut attempt, &["undo"]);
    assert_eq!(reached(&attempt), Some((1, 3)));
    carry_out(&mut attempt, &["redo"]);
    assert_eq!(reached(&attempt), Some((2, 3)));
    carry_out(&mut attempt, &["undo 2", "step 2"]);
    assert!(!attempt.is_done(), "what was undone does not count");
    carry_out(&mut attempt, &["step"]);
    assert!(attempt.is_done());
}

#[test]
fn added_objects_change_nothing() {
    let mut attempt = annas("inside", "hide");
    carry_out(&mut attempt, &["laser K 20 18 30 16", "box C 0 0 9 9"]);
    assert!(!attempt.is_done());
    carry_out(&mut attempt, &["move L 15 0"]);
    assert!(attempt.is_done());
}

#[test]
fn a_changed_or_recreated_object_is_not_the_same() {
    let mut attempt = annas("inside", "hide");
    carry_out(&mut attempt, &["length L -2", "move L 15 0"]);
    assert!(!attempt.is_done(), "L is shorter");
    let mut attempt = annas("inside", "hide");
    carry_out(&mut attempt, &["remove L", "laser L 21 19 27 18"]);
    assert!(!attempt.is_done(), "it is another L");
}

#[test]
fn the_command_limit_counts_commands_that_changed_something() {
    let pack = pack();
    let lesson = pack.lesson("halves").expect("a lesson");
    let example = lesson.with(lesson.example.clone()).expect("a scene");
    let mut attempt = attempt_of(&example, lesson, "both");
    carry_out(&mut attempt, &["move K 1 0", "move K -1 0", "move K -17 0"]);
    assert!(!attempt.is_done(), "three commands");
    carry_out(&mut attempt, &["undo 2", "describe", "move K -18 0"]);
    assert!(attempt.is_done(), "two on the way");
}

#[test]
fn a_step_makes_no_more_frames_than_its_limit() {
    let mut attempt = annas("floor", "three-lies");
    let refused = attempt.execute(&Command::Step(1_000_000));
    let message = refused.expect_err("it is refused").message;
    assert_eq!(message, "a step of a lesson has at most 20000 frames");
    assert_eq!(attempt.engine.world().frame(), 0);
}
