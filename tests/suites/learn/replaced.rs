//! Another program replaces or removes the file while a student is at work.

use super::*;

/// Sends the last line, and returns the exit status and the output since.
fn end(mut course: AtWork, line: &str) -> (i32, Vec<String>) {
    writeln!(course.lines, "{line}\nquit").expect("it listens");
    let mut told = String::new();
    course.told.read_to_string(&mut told).expect("text");
    let status = course.child.wait().expect("it ends").code().expect("no signal");
    (status, told.lines().map(str::to_owned).collect())
}

#[test]
fn if_the_file_was_replaced_that_is_reported_and_the_work_is_complete_in_another() {
    let folder = folder();
    let [first, second] = ["anna.hits", "anna-2.hits"].map(|name| folder.path().join(name));
    let mut course = AtWork::begin(folder.path());
    course.say("lesson inside hide");
    fs::copy(&first, folder.path().join("copy")).expect("copied");
    fs::rename(folder.path().join("copy"), &first).expect("replaced");
    let left = fs::read(&first).expect("it reads");
    let (status, told) = end(course, "move L 15 0");
    let replaced = "anna.hits was replaced by another file; all your work is now in anna-2.hits";
    assert_eq!(told.iter().filter(|line| *line == replaced).count(), 1, "{told:?}");
    let at_end = "anna-2.hits: 0 of 16 lessons done, 4 of 212 points; this file is what you hand \
                  in, not anna.hits; learn --file anna-2.hits goes on with it";
    assert_eq!((status, told.last().map(String::as_str)), (0, Some(at_end)));
    assert_eq!(fs::read(&first).expect("it reads"), left, "it is another program's");
    assert_eq!(judged(&fs::read(second).expect("it reads"), "anna"), (4, 0));
    let arguments = ["--student", "anna", "--file", "anna-2.hits"];
    let (told, _) = learn(folder.path(), &arguments, "undo\n");
    assert_eq!(last(&told), at_end.split(", not").next().expect("a part"));
}

#[test]
fn if_the_file_was_removed_the_work_is_complete_in_another() {
    let folder = folder();
    let mut course = AtWork::begin(folder.path());
    course.say("lesson inside hide");
    course.say("move L 15 0");
    fs::remove_file(folder.path().join("anna.hits")).expect("removed");
    let (status, told) = end(course, "goal");
    let gone = "anna.hits is gone; all your work is now in anna-2.hits";
    assert!(status == 0 && told.iter().any(|line| line == gone), "{told:?}");
    let work = fs::read(folder.path().join("anna-2.hits")).expect("it reads");
    assert_eq!(judged(&work, "anna"), (4, 0));
}

#[test]
fn it_is_a_failure_if_the_work_is_in_no_file_at_the_end() {
    let folder = folder();
    let inside = folder.path().join("inside");
    fs::create_dir(&inside).expect("a folder");
    let mut course = AtWork::begin(&inside);
    course.say("goal");
    fs::remove_dir_all(&inside).expect("removed");
    let (status, told) = end(course, "move L 1 0");
    assert_eq!(status, 2);
    assert!(!told.iter().any(|line| line.contains("hand in")), "{told:?}");
}
