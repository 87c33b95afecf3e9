//! Faults of lessons, packs and texts: where, what was found, what would be right.

use crate::lab::{LessonText, builtin_file};

use super::*;

/// A lesson without faults.
const WHOLE: &str = r#"format = 1
id = "l"
draw = { a = [1, 3] }
let = { b = "a + 1" }
example = { a = 2 }
[[scene.box]]
name = "A"
at = ["a", 0]
size = [4, "b"]
[[scene.laser]]
name = "L"
from = [0, 9]
to = [9, 9]
[[step]]
id = "c"
[[step]]
id = "q"
ask = "number"
of = "A.right"
[[step]]
id = "t"
now = [{ pair = ["L", "A"], relation = "touches" }]
"#;

fn faults(text: &str) -> Vec<String> {
    let read = Lesson::parse(text);
    read.err().unwrap_or_default().iter().map(Fault::to_string).collect()
}

#[test]
fn a_lesson_parses_with_its_numbers() {
    let lesson = Lesson::parse(WHOLE).expect("it is whole");
    assert_eq!(lesson.edition.len(), 8);
    assert_eq!((lesson.steps.len(), lesson.points()), (3, 6));
    let drawn = lesson.with(lesson.example.clone()).expect("a scene");
    let shapes: Vec<_> = drawn.scene.objects.iter().map(|object| object.shape.bounds()).collect();
    let [(min, max), _] = shapes.as_slice() else { panic!("two objects") };
    assert_eq!([min.x, min.y, max.x, max.y].map(|it| it.to_string()), ["2", "0", "6", "3"]);
}

#[test]
fn a_fault_of_a_lesson_says_where_and_what_would_be_right() {
    // The text, what stands there instead, and the fault.
    let cases = r#"
format = 1 | format = 2 | 1:10: format 2: 1, the only format there is
id = "l" | id = "L" | 2:6: id "L": small letters, digits and - only, beginning with a letter, 16 at most
draw = | drw = | 3:1: drw: no such key; did you mean draw?
[1, 3] | [3, 1] | 3:14: a [3, 1]: the greatest must be the least and a multiple of the step
[1, 3] | [1, 4, 2] | 3:14: a [1, 4, 2]: the greatest must be the least and a multiple of the step
"a + 1" | "a + d" | 4:13: b "a + d": d is not drawn
"a + 1" | "a + " | 4:18: the end: a number, a name or a function
{ a = 2 } | { a = 4 } | 5:17: a 4: a number that can be drawn
{ a = 2 } | { c = 2 } | 5:17: c 2: the name of a number to draw
size = [4, "b"] | size = [4, "b - 3"] | 9:1: size [4, 0]: its height is 0; a laser has that shape: laser 2 0 6 0
name = "A" | nam = "A" | 7:1: nam: no such key; did you mean name?
of = "A.right" | pair = ["A", "L"] | 19:1: pair: no such key; here are id, begin, ask, then, beliefs and of
ask = "number" | ask = "nmber" | 18:7: ask "nmber": "result", "relation", "side", "says", "reason", "sign" or "number"; did you mean "number"?
id = "q" | id = "c" | 17:6: id "c": another step has this id
relation = "touches" | relation = "touch" | 22:40: relation "touch": "disjoint", "touches", "crosses", "overlaps", "within", "contains" or "equals"; did you mean "touches"?
, relation = "touches" |  | 22:17: pair ["L", "A"]: nothing is asked of the pair
relation = "touches" | says = "hit" | 22:36: says "hit": of which method? method is missing"#;
    let mut wrong = Vec::new();
    for case in cases.trim().lines() {
        let columns: Vec<_> = case.split('|').map(str::trim).collect();
        let [right, fault, expected] = columns[..] else { panic!("{case}") };
        assert_eq!(WHOLE.matches(right).count(), 1, "{right}");
        let found = faults(&WHOLE.replace(right, fault));
        if !found.iter().any(|line| line == expected) {
            wrong.push(format!("{fault}\n  expected {expected}\n  found    {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_text_makes_the_parser_of_lessons_panic() {
    let text = builtin_file("came-from/lesson.toml").expect("built in");
    for end in (0..text.len()).step_by(7).filter(|&end| text.is_char_boundary(end)) {
        let _ = Lesson::parse(&text[..end]);
        let _ = Lesson::parse(&text[end..]);
    }
}

#[test]
fn a_lesson_over_the_size_limit_is_rejected() {
    let text = " ".repeat(Lesson::MAX_BYTES + 1);
    assert_eq!(faults(&text), ["1:1: 1048577 bytes: a lesson has at most 1048576"]);
}

#[test]
fn a_fault_of_a_pack_names_its_file() {
    let head = "format = 1\nid = \"p\"\nlanguages = [\"en\"]\nlessons = [\"l\", \"m\", \"n\"]\n";
    let files = |path: &str| match path {
        "pack.toml" => Some(head.to_owned()),
        "l/lesson.toml" => Some(WHOLE.to_owned()),
        "m/lesson.toml" => Some(WHOLE.replace("format = 1", "")),
        _ => None,
    };
    let faults = Pack::read(&files).expect_err("two lessons are at fault");
    let lines: Vec<_> = faults.iter().map(FileFault::to_string).collect();
    let missing = "m/lesson.toml:1:1: format: this key is missing";
    assert_eq!(lines, [missing, "n/lesson.toml:1:1: n/lesson.toml: there is no such file"]);
}

#[test]
fn a_fault_of_a_text_says_where() {
    let lesson = Lesson::parse(WHOLE).expect("it is whole");
    let whole = "## title\nT\n## goal\nG\n## card c\nC\n## ask q\nQ {a}\n## win t\nW\n## hint t 1\nH\n## hint t 2\nH\n";
    assert!(LessonText::parse(whole, &lesson).is_ok());
    let cases = [
        ("## goal\nG\n", "", "1:1: goal: this text is missing"),
        ("## card c\nC", "## card c\n", "5:4: card c: it is empty"),
        ("## card c", "## crd c", "5:4: crd c: l has no such text; did you mean card c?"),
        ("Q {a}", "Q {a", "8:3: {: a closing } is missing"),
        ("Q {a}", "Q\nthen {a a}", "9:9: a: an operation, or nothing more"),
        ("## hint t 2\n", "## hint t 3\n", "1:1: hint t 2: this text is missing"),
        ("## win t\nW\n", "## win t\nW\n## win t\nW\n", "11:4: win t: it stands on line 9 already"),
    ];
    let mut wrong = Vec::new();
    for (right, fault, expected) in cases {
        let found =
            LessonText::parse(&whole.replace(right, fault), &lesson).err().unwrap_or_default();
        let found: Vec<_> = found.iter().map(Fault::to_string).collect();
        if !found.iter().any(|line| line == expected) {
            wrong.push(format!("{fault}\n  expected {expected}\n  found    {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
