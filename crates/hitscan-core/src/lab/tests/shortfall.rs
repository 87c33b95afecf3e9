//! The messages about tasks that are not done: every sentence, and the tasks of the pack one
//! command before completion.

use std::sync::Arc;

use super::made::{claimed_or_carried_out, opened};
use super::{SEEDS, Work, drawn, pack, solutions, tasks};
use crate::lab::{Drawn, Lesson, LessonStep, Shortfall, Template};

/// The tasks of the pack for which there is no sentence one command before completion, and what
/// they ask for there.
const NOT_TOLD: [(&str, &str); 5] = [
    ("apart/two", "how many of four comparisons hold"),
    ("origins/repair", "what the scene expects"),
    ("halves/other-half", "the sign of a product"),
    ("floor/quiet", "how far B has come"),
    ("floor/thrown", "which edge lies on which"),
];

/// The sentence for the line interface and the one for a narrow row, after these commands.
fn messages(work: &Work) -> Option<[String; 2]> {
    let shortfall = work.attempt.shortfall(&work.engine)?;
    Some([shortfall.sentence(&|_| None), shortfall.brief(&|_| None)])
}

/// A task just before the command of its solution that completes it.
fn before_the_end(
    lesson: &Arc<Lesson>,
    step: &Arc<LessonStep>,
    drawn: &Arc<Drawn>,
    commands: &[Template],
) -> Work {
    let mut work = Work::open(lesson, drawn, step).expect("it opens");
    for command in commands {
        let before = Work { attempt: work.attempt.clone(), engine: work.engine.clone() };
        work.carry_out(std::slice::from_ref(command)).expect("carried out");
        if work.is_done() {
            return before;
        }
    }
    panic!("{} is not done", step.id)
}

#[test]
fn one_command_before_completion_a_task_of_the_pack_says_what_is_missing() {
    let pack = pack();
    for lesson in &pack.lessons {
        let solutions = solutions(lesson);
        for step in tasks(lesson) {
            let id = format!("{}/{}", lesson.id, step.id);
            let is_told = !NOT_TOLD.iter().any(|(task, _)| *task == id);
            for seed in (1..=SEEDS).map(|number| format!("s{number}")) {
                let drawn = drawn(&pack, lesson, &seed);
                let work = before_the_end(lesson, step, &drawn, &solutions.0[&step.id].commands);
                let told = messages(&work);
                assert_eq!(told.is_some(), is_told, "{id}, seed {seed}: {told:?}");
            }
        }
    }
}

/// The messages about a task at the opening and after each of these lines.
fn sentences(task: &str, lines: &[&str]) -> Vec<Option<[String; 2]>> {
    let mut work = opened(task);
    let mut sentences = vec![messages(&work)];
    for line in lines {
        claimed_or_carried_out(&mut work, line);
        sentences.push(messages(&work));
    }
    sentences
}

/// The last message.
fn last(task: &str, lines: &[&str]) -> Option<[String; 2]> {
    sentences(task, lines).pop().flatten()
}

fn tells(task: &str, lines: &[&str], sentence: &str, brief: &str) {
    assert_eq!(last(task, lines), Some([sentence, brief].map(str::to_owned)), "{task} {lines:?}");
}

/// Rows of what is asked in the task, the lines and the two messages.
fn each_tells(task: &str, rows: &str) {
    for row in rows.trim().lines() {
        let columns: Vec<_> = row.split('|').map(str::trim).collect();
        let [asked, lines, sentence, brief] = columns[..] else { panic!("{row}") };
        let lines: Vec<_> = lines.split_terminator(", ").collect();
        tells(&task.replace("ASKED", asked), &lines, sentence, brief);
    }
}

fn tells_nothing(task: &str, lines: &[&str]) {
    assert_eq!(last(task, lines), None, "{task} {lines:?}");
}

#[test]
fn a_forbidden_state_is_reported_with_its_frame_until_it_is_undone() {
    let task = r#"now = [{ value = "B.left", is = 90 }]
never = [{ pair = ["B", "A"], relation = "overlaps" }]"#;
    let lines = ["velocity B -6 0", "step", "step", "step"];
    tells(task, &lines, "broken in frame 2; undo mends it", "broken; undo mends it");
    let mended = [&lines[..], &["undo 2"]].concat();
    tells(task, &mended, "B.left is 14; wanted 90", "14; wanted 90");
    tells(task, &["put B 8 5"], "broken in frame 0; undo mends it", "broken; undo mends it");
}

#[test]
fn too_many_commands_or_frames_are_reported_with_their_limit() {
    let commands = r#"now = [{ value = "B.left", is = 90 }, { commands = 2 }]"#;
    let lines = ["move B 1 0", "move B 1 0", "move B 1 0"];
    let sentence = "3 commands made, 2 at most; reset begins again";
    tells(commands, &lines, sentence, "3 commands, 2 at most");
    tells(commands, &lines[1..], "B.left is 22; wanted 90", "22; wanted 90");
    let frames = r#"now = [{ value = "B.left", is = 90 }, { frames = 0 }]"#;
    let sentence = "1 frame made, 0 at most; reset begins again";
    tells(frames, &["velocity B 1 0", "step"], sentence, "1 frame, 0 at most");
}

#[test]
fn an_object_that_was_changed_moved_or_removed_is_named() {
    let task = r#"now = [{ value = "L.y1", is = 6 }, { same = ["B"] }, { still = ["A"] }]"#;
    tells(task, &["move B 1 0"], "L.y1 is 5; wanted 6", "5; wanted 6");
    tells(task, &["set B.width 5"], "B was changed; undo undoes it", "changed; undo undoes it");
    tells(task, &["move A 1 0"], "A was moved; undo undoes it", "moved; undo undoes it");
    tells(task, &["remove B"], "B is gone; undo brings it back", "gone; undo brings it back");
    tells(task, &["remove L"], "L is gone; undo brings it back", "gone; undo brings it back");
    let new = r#"now = [{ pair = ["C", "A"], relation = "touches" }]"#;
    tells(new, &[], "there is no C yet", "there is no C yet");
}

#[test]
fn several_moments_are_counted_before_the_next_obstacle_is_named() {
    let both = r#"ever = [
  [{ value = "B.left", is = 30 }],
  [{ pair = ["B", "A"], result = "touch" }],
]"#;
    let first = "0 of 2 reached; B.left is 20; wanted 30";
    tells(both, &[], first, "0 of 2; 20; wanted 30");
    let second = "1 of 2 reached; B and A miss; wanted touch";
    tells(both, &["put B 30 0"], second, "1 of 2; miss; wanted touch");
    let thrice = r#"count = { least = 3, of = [{ value = "B.left", from = 30 }] }"#;
    tells(thrice, &["put B 30 0", "move B 1 0"], "2 of 3 reached", "2 of 3");
    let lacks = "1 of 3 reached; B.left is 20; wanted at least 30";
    tells(thrice, &["put B 30 0", "put B 20 0"], lacks, "1 of 3; 20; wanted at least 30");
}

#[test]
fn a_pair_is_reported_as_it_is_and_as_it_should_be() {
    each_tells(
        "now = [{ pair = ASKED }]",
        r#"
["B", "A"], relation = "overlaps" | move B -10 0 | B and A touch; wanted overlaps | touching; wanted overlaps
["B", "A"], relation = "overlaps" | put B 3 3 | B lies inside A; wanted overlaps | inside; wanted overlaps
["A", "B"], relation = "equals" | put B 3 3 | B lies inside A; wanted equals | around it; wanted equals
["B", "A"], result = "hit" | | B and A miss; wanted hit | miss; wanted hit
["B", "A"], outcome = "hit" | velocity B -10 10, step | B and A graze; wanted hit | graze; wanted hit
["B", "A"], sides = ["left", "bottom"] | velocity B -12 0, step | A is hit at right; wanted left+bottom | right; wanted left+bottom
["B", "A"], sides = ["left"] | | A is not hit; wanted left | not hit; wanted left
["L", "A"], direction = ["left"] | move L -32 0 | the laser starts inside A; wanted left | inside; wanted left
["L", "A"], direction = ["left"] | laser L2 5 -5 5 5 | A is not hit; wanted left | not hit; wanted left
["B", "A"], t = "1/2" | velocity B -18 0, step | t is 5/9; wanted 1/2 | t 5/9; wanted 1/2
["B", "A"], t = "1/3..1/2" | | there is no t; wanted 1/3 to 1/2 | no t; wanted 1/3 to 1/2"#,
    );
}

#[test]
fn a_method_is_reported_with_its_answer_its_agreement_and_its_reason() {
    each_tells(
        r#"now = [{ pair = ["B", "A"], method = "relative-velocity", ASKED }]"#,
        r#"
says = "left" | velocity B -12 0, step | relative-velocity says right; wanted left | right; wanted left
says = "left" | | relative-velocity says nothing; wanted left | nothing; wanted left
against = "wrong" | velocity B -12 0, step | relative-velocity agrees; wanted wrong | agrees; wanted wrong
against = "agrees" | velocity B -40 0, step | relative-velocity is wrong; wanted agrees | wrong; wanted agrees
reason = "flush" | velocity B -40 0, step | wrong by tunnelled; wanted flush | tunnelled; wanted flush
reason = "flush" | velocity B -12 0, step | relative-velocity agrees; wanted flush | agrees; wanted flush"#,
    );
    let single =
        r#"now = [{ pair = ["L", "A"], method = "edges", arithmetic = "f32", says = "hit" }]"#;
    tells(single, &[], "edges in f32 says miss; wanted hit", "miss; wanted hit");
    let touching =
        r#"now = [{ pair = ["B", "A"], method = "center-distance", against = "wrong" }]"#;
    let convention = "center-distance differs by convention; wanted wrong";
    tells(touching, &["move B -10 0"], convention, "convention; wanted wrong");
}

#[test]
fn a_setting_is_reported_without_the_wanted_value_and_a_field_with_it() {
    each_tells(
        "now = [{ ASKED }]",
        r#"
setting = "response", is = "stop" | | the response is pass | response pass
setting = "side", is = "predict-corner" | | the side method is swept | side swept
setting = "contact", is = "strict" | | the contact rule is source | contact source
value = "B.left", is = 18 | | B.left is 20; wanted 18 | 20; wanted 18
value = "B.left", to = 18 | | B.left is 20; wanted at most 18 | 20; wanted at most 18
value = "B.left", from = 20.5 | | B.left is 20; wanted at least 20.5 | 20; wanted at least 20.5
value = "B.left", from = 3, to = 5 | | B.left is 20; wanted 3 to 5 | 20; wanted 3 to 5"#,
    );
}

#[test]
fn obstacles_without_a_sentence_and_completed_tasks_are_not_reported() {
    for asked in [
        r#"value = "B.left - A.right", is = 3"#,
        r#"any = [{ value = "B.left", is = 3 }, { value = "B.left", is = 4 }]"#,
        r#"not = { same = ["A"] }"#,
        r#"own = ["B", "A"], against = "agrees""#,
        r#"pair = ["B", "A"], wrong = ["edges"]"#,
    ] {
        tells_nothing(&format!("now = [{{ {asked} }}]"), &[]);
    }
    tells_nothing(r#"now = [{ value = "B.left", is = 18 }]"#, &["put B 18 0"]);
    // Only the first obstacle is reported, or none.
    let first = r#"now = [{ value = "B.left - 1", is = 3 }, { value = "B.left", is = 4 }]"#;
    tells_nothing(first, &[]);
}

#[test]
fn keys_replace_commands_if_there_are_keys() {
    let task = r#"now = [{ value = "B.left", is = 90 }, { commands = 1 }, { still = ["A"] }]"#;
    let mut work = opened(task);
    let key_of = |action: &str| (action == "undo").then(|| "u".to_owned());
    let on_screen = |work: &Work| {
        work.attempt.shortfall(&work.engine).map(|it| it.sentence(&key_of)).unwrap_or_default()
    };
    super::carry_out(&mut work, &["move A 1 0"]);
    assert_eq!(on_screen(&work), "A was moved; u undoes it");
    super::carry_out(&mut work, &["move A 1 0"]);
    assert_eq!(on_screen(&work), "2 commands made, 1 at most; :reset begins again");
    let line = Shortfall::line(work.attempt.shortfall(&work.engine).as_ref());
    assert_eq!(line, "NOT YET: 2 commands made, 1 at most; reset begins again");
    assert_eq!(Shortfall::line(None), "NOT YET");
}
