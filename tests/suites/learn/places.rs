//! Moving around in a course: by titles, to the previous step, and to the takeaways.

use assert_cmd::Command as Ran;

use super::{folder, learn};
use crate::program::HITSCAN;

/// The output for these lines, line by line.
fn told(lines: &str) -> Vec<String> {
    let folder = folder();
    let (told, errors) = learn(folder.path(), &["inside", "--student", "anna"], lines);
    assert_eq!(errors, "");
    told.lines().map(str::to_owned).collect()
}

fn place(told: &[String], line: &str) -> Option<usize> {
    told.iter().position(|told| told.starts_with(line))
}

#[test]
fn a_lesson_opens_by_its_title_in_any_case() {
    for line in [
        "lesson Not apart",
        "lesson \"Not apart\"",
        "lesson not apart",
        "lesson NOT APART 1",
        "lesson apart",
        "lesson 1 idea",
        "learn Not apart",
        "learn 1",
    ] {
        let told = told(line);
        assert!(place(&told, "LESSON 1 of 16, apart: Not apart").is_some(), "{line}: {told:#?}");
    }
    let with_signs = told("lesson where is x y");
    assert!(place(&with_signs, "LESSON 4 of 16, origins").is_some(), "{with_signs:#?}");
    let third = told("lesson Not apart 3");
    assert!(place(&third, "STEP 3 of ").is_some(), "{third:#?}");
}

#[test]
fn a_part_of_a_title_opens_the_only_lesson_that_has_it() {
    for line in ["lesson faster", "lesson than thick", "lesson FAST", "learn faster"] {
        let told = told(line);
        let lesson = place(&told, "LESSON 15 of 16, tunnel: Faster than thick");
        assert!(lesson.is_some(), "{line}: {told:#?}");
    }
    // Several titles contain it, it is too short, or it starts within a word.
    for name in ["edge", "to", "aster"] {
        let told = told(&format!("lesson {name}"));
        let refused = format!("{name}: no such lesson");
        assert!(place(&told, &refused).is_some(), "{name}: {told:#?}");
    }
}

#[test]
fn an_unknown_name_is_compared_with_ids_and_titles() {
    for (line, expected) in [
        ("lesson insid", "insid: no such lesson; did you mean inside?"),
        ("lesson insid hide", "insid: no such lesson; did you mean inside?"),
        ("lesson Not aprt", "Not aprt: no such lesson; did you mean Not apart?"),
        (
            "lessons Edge agianst edge",
            "Edge agianst edge: no such lesson; did you mean Edge against edge?",
        ),
        ("lesson inside hid", "hid: no such step; did you mean hide?"),
        ("lesson x y z", "x y z: no such lesson"),
    ] {
        let told = told(line);
        assert!(place(&told, expected).is_some(), "{line}: {told:#?}");
    }
}

#[test]
fn a_title_on_the_command_line_opens_its_lesson() {
    let folder = folder();
    let (told, errors) = learn(folder.path(), &["Not apart", "--student", "anna"], "");
    assert_eq!(errors, "");
    assert!(told.contains("LESSON 1 of 16, apart: Not apart"), "{told}");
}

#[test]
fn the_previous_step_asks_again_and_the_first_answer_counts() {
    let told = told("previous\nnext\nhit\nprevious\nnext\nmiss\ngoal");
    assert_eq!(told.iter().filter(|line| line.starts_with("STEP 1 of 8")).count(), 2);
    assert_eq!(told.iter().filter(|line| line.starts_with("STEP 2 of 8")).count(), 2);
    let refused = place(&told, "this is the first step").expect("there is none before");
    let wrong = place(&told, "WRONG ").expect("wrong");
    let again = place(&told, "your first answer: 1 of 2").expect("it is asked again");
    let right = place(&told, "RIGHT miss").expect("right");
    assert!(refused < wrong && wrong < again && again < right, "{told:#?}");
    assert!(told[right].contains("1 of 2 points"), "{told:#?}");
}

#[test]
fn takeaways_are_printed_at_the_end_and_for_every_lesson() {
    let kept = "To keep: a box is more than its four edges";
    let at_the_end = told("lesson inside takeaway");
    let step = place(&at_the_end, "STEP 8 of 8").expect("a step");
    let end = place(&at_the_end, "END of inside").expect("an end");
    let text = place(&at_the_end, kept).expect("a text");
    assert!(step < end && end < text, "{at_the_end:#?}");
    assert_eq!(at_the_end.iter().filter(|line| line.starts_with("END of")).count(), 1);
    for line in ["lessons inside", "lessons 9", "lessons A box of four edges"] {
        let told = told(line);
        let head = "LESSON 9 of 16, inside: A box of four edges; 0 of 14 points";
        let head = place(&told, head).expect("its points");
        assert!(told[head + 1].starts_with(kept), "{line}: {told:#?}");
    }
}

#[test]
fn a_script_is_told_where_lessons_are() {
    for line in ["learn", "learn inside"] {
        let run = Ran::new(HITSCAN).args(["run"]).write_stdin(line).assert().failure();
        let told = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        let why = "learn has no place in a script or a recording; hitscan learn opens the lessons";
        assert!(told.contains(why), "{told}");
    }
}
