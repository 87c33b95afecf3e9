//! `help` in a course: short for the open step, and everything on request.

use std::collections::BTreeSet;

use super::{folder, learn};
use crate::lessons::{Way, ids, ways};

/// The output after the last step that opened.
fn lines_of_help(told: &str) -> Vec<String> {
    let mut lines: Vec<_> = told.lines().map(str::to_owned).collect();
    lines.pop();
    let step = lines.iter().rposition(|line| line.starts_with("STEP ")).unwrap_or_default();
    lines.split_off(step)
}

fn names(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.split([' ', ':']).next()).collect()
}

#[test]
fn help_is_short_and_names_the_commands_for_the_step() {
    let folder = folder();
    for (step, first) in [("box", "next"), ("edges", "answer"), ("hide", "skip")] {
        let lines = format!("lesson inside {step}\nhelp\n");
        let (told, _) = learn(folder.path(), &["--student", "anna"], &lines);
        let help = lines_of_help(&told);
        let begins = names(&help).iter().position(|name| *name == first).unwrap_or(usize::MAX);
        let told = help.get(begins..).unwrap_or_default();
        assert!(!told.is_empty() && told.len() <= 12, "{step}: {help:#?}");
        let more = "help all lists every command, help WORD explains one, quit leaves";
        assert_eq!(told.last().map(String::as_str), Some(more), "{step}");
    }
}

#[test]
fn short_help_has_every_command_that_solves_a_task() {
    let folder = folder();
    let mut missing = Vec::new();
    for id in ids() {
        for (step, way) in ways(&id, "anna") {
            let Way::Make(commands) = way else { continue };
            let lines = format!("lesson {id} {step}\nhelp\n");
            let (told, _) = learn(folder.path(), &["--student", "anna"], &lines);
            let help = lines_of_help(&told);
            let known: BTreeSet<_> = names(&help).into_iter().collect();
            let used = commands.iter().filter_map(|command| command.split(' ').next());
            let lacking = used.filter(|name| !known.contains(name));
            missing.extend(lacking.map(|name| format!("{id}/{step}: {name}")));
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn help_all_lists_each_command_once() {
    let folder = folder();
    let (told, _) = learn(folder.path(), &["--student", "anna"], "help all\nhelp skip\n");
    let lines = lines_of_help(&told);
    let begins = lines.iter().position(|line| line.starts_with("next:")).expect("the list");
    let ends = lines.len() - 1;
    let listed = names(&lines[begins..ends]);
    let once: BTreeSet<_> = listed.iter().collect();
    assert_eq!(once.len(), listed.len(), "{listed:?}");
    assert!(once.contains(&"skip") && once.contains(&"screenshot"), "{listed:?}");
    assert_eq!(lines[ends], "skip: pass this step without points");
}
