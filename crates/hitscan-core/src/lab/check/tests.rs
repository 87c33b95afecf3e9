//! A pack with one change, and the faults reported for it.

use super::*;
use crate::lab::builtin_file;

/// The actions that the pack names.
const ACTIONS: &str = "why methods undo next-method step grip-speed grip-turn response-stop \
    response-push-out side-relative-velocity";
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/lab/lessons/");

/// The pack of one lesson, after one change of one file.
fn checked(lesson: &str, [name, from, to]: [&str; 3]) -> Checked {
    let head = format!(
        "format = 1\nid = \"collisions\"\nlanguages = [\"en\"]\nlessons = [\"{lesson}\"]\n"
    );
    let file = |path: &str| {
        if path == "pack.toml" {
            return Some(head.clone());
        }
        let text = std::fs::read_to_string(format!("{ROOT}{path}")).ok()?;
        if path.ends_with(name) && !name.is_empty() {
            assert!(text.contains(from), "{path} has no {from}");
            return Some(text.replacen(from, to, 1));
        }
        Some(text)
    };
    let pack = Pack::read(&file).unwrap_or_else(|faults| panic!("{faults:?}"));
    check(&pack, &ACTIONS.split(' ').collect::<Vec<_>>(), SEEDS, &file)
}

fn faults(lesson: &str, change: [&str; 3]) -> Vec<String> {
    checked(lesson, change).faults.iter().map(CheckFault::to_string).collect()
}

#[test]
fn the_built_in_pack_has_no_faults() {
    let file = |path: &str| {
        builtin_file(path)
            .map(str::to_owned)
            .or_else(|| std::fs::read_to_string(format!("{ROOT}{path}")).ok())
    };
    let pack = Pack::builtin().expect("another test reads it");
    assert_eq!(
        check(&pack, &ACTIONS.split(' ').collect::<Vec<_>>(), SEEDS, &file).faults,
        Vec::new()
    );
}

#[test]
fn each_fault_names_its_position_and_its_seed() {
    assert_eq!(faults("inside", ["", "", ""]), [""; 0]);
    let unsolved = faults("inside", ["solutions.toml", "move L", "move A"]);
    assert!(
        unsolved.iter().any(|line| line.starts_with("inside/solutions.toml:")
            && line.contains("not solved, seed s1: ")),
        "{unsolved:?}"
    );
    let done = faults(
        "inside",
        [
            "lesson.toml",
            "relation = \"within\", method = \"edges\", reason = \"inside-unseen\"",
            "relation = \"disjoint\"",
        ],
    );
    assert_eq!(done.len(), 1, "{done:?}");
    assert!(done[0].ends_with("  hide: solved at the start, seed s1"), "{done:?}");
    let belief = faults(
        "centres",
        ["lesson.toml", "beliefs = {", "beliefs = { own = \"(A.width + B.width) / 2\","],
    );
    assert_eq!(belief.len(), 1, "{belief:?}");
    assert!(belief[0].contains("belief own is the right answer, seed s1"), "{belief:?}");
}

#[test]
fn no_task_is_solved_by_stepping_alone_unless_its_solution_is_steps_alone() {
    // The numbers of the lesson as it was: where the speed is twice the gap, a step is enough.
    let unlike = "value = \"abs(d - k)\"\nfrom = 1";
    let often = faults("corner", ["lesson.toml", unlike, "value = \"1\"\nfrom = 1"]);
    assert_eq!(often.len(), 1, "{often:?}");
    assert!(often[0].contains("  half-time: solved by stepping alone, seed s"), "{often:?}");
    let waiting = |solution: &str| {
        let solution = ["solutions.toml", "[\"step\", \"step\", \"step\"]", solution];
        faults("floor", solution)
    };
    assert_eq!(waiting("[\"step 3\"]"), [""; 0]);
    let more = waiting("[\"step\", \"velocity B {vx} 0\", \"step\", \"step\"]");
    assert_eq!(more.len(), 1, "{more:?}");
    assert!(more[0].ends_with("  three-lies: solved by stepping alone, seed s1"), "{more:?}");
}

#[test]
fn texts_fit_their_rooms_and_have_all_headings() {
    let long = format!("## win hide\n{}", "word ".repeat(20));
    let wide = faults("inside", ["text.en.md", "## win hide\n", &long]);
    assert_eq!(wide.len(), 1, "{wide:?}");
    assert!(wide[0].contains("  win hide: ") && wide[0].ends_with("55 at most"), "{wide:?}");
    let missing = faults("inside", ["text.en.md", "## goal", "## gaol"]);
    let meant = "gaol: inside has no such text; did you mean goal?";
    assert!(missing.len() == 1 && missing[0].ends_with(meant), "{missing:?}");
}

#[test]
fn a_solution_uses_commands_that_a_text_names() {
    let unnamed = faults("inside", ["solutions.toml", "move L {in} 0", "put L 20 18"]);
    let expected = "inside/solutions.toml:1:8  put: no text so far names this command";
    assert!(unnamed.iter().any(|line| line == expected), "{unnamed:?}");
}

#[test]
fn one_answer_for_all_seeds_is_a_warning() {
    let checked = checked("inside", ["lesson.toml", "\nv = [0, 1]", "\nv = [0, 0]"]);
    let lines: Vec<_> = checked.warnings.iter().map(CheckFault::to_string).collect();
    let right = "edges: miss is right for all seeds";
    assert!(lines.iter().any(|line| line.ends_with(right)), "{lines:?}");
}

#[test]
fn a_key_must_belong_to_an_action() {
    let unknown = faults("tunnel", ["text.en.md", "{grip-speed|", "{grip-sped|"]);
    assert_eq!(unknown.len(), 1, "{unknown:?}");
    let why = "  card keys: grip-sped: no such action; did you mean grip-speed?";
    let (begins, ends) = (unknown[0].starts_with("tunnel/text.en.md:"), unknown[0].ends_with(why));
    assert!(begins && ends, "{unknown:?}");
    let unlike = faults("tunnel", ["text.en.md", "{grip-speed|", "{quux|"]);
    assert!(unlike.len() == 1 && unlike[0].ends_with("quux: no such action"), "{unlike:?}");
}

#[test]
fn a_bare_word_is_ignored_for_seeds_where_it_is_right() {
    let with = |beliefs: &str| {
        let beliefs = format!("second}} 0\"]\nbeliefs = {{ {beliefs} }}");
        faults("inside", ["lesson.toml", "second} 0\"]", &beliefs])
    };
    assert_eq!(with("either = \"hit\""), [""; 0]);
    assert_eq!(with("either = { word = \"hit\", when = \"0\" }"), [""; 0]);
    let wrong = with("either = { word = \"hit\", when = \"1\" }");
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert!(wrong[0].contains("  again: belief either is the right answer, seed s"), "{wrong:?}");
}

#[test]
fn a_word_that_is_right_for_all_seeds_is_not_a_belief() {
    let from = "{first} 0\"]";
    let told = |belief: &str| {
        let to = format!("{{in}} 0\"]\nbeliefs = {{ {belief} }}");
        faults("inside", ["lesson.toml", from, &to])
    };
    assert_eq!(told("always = \"hit\""), [""; 0]);
    let right = told("always = \"miss\"");
    assert_eq!(right.len(), 1, "{right:?}");
    let why = "  edges: belief always is the right answer, seed s1";
    assert!(right[0].ends_with(why), "{right:?}");
}

#[test]
fn a_lesson_without_a_takeaway_is_a_warning() {
    let warnings = |change| -> Vec<String> {
        checked("inside", change).warnings.iter().map(CheckFault::to_string).collect()
    };
    assert_eq!(warnings(["", "", ""]), [""; 0]);
    let other = warnings(["lesson.toml", "id = \"takeaway\"", "id = \"end\""]);
    let why = "inside/lesson.toml  the last step must be a card takeaway: what a student keeps";
    assert_eq!(other, [why]);
}
