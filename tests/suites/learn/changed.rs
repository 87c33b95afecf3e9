//! Work continues in a file that was changed outside of hitscan, but the change stays noted for
//! good.

use super::*;

/// The row of `grade` for anna.
fn row(folder: &Path) -> String {
    let graded = Ran::new(HITSCAN).current_dir(folder).args(["grade", "anna.hits"]).assert();
    let output = String::from_utf8_lossy(&graded.get_output().stdout).into_owned();
    output.lines().nth(1).unwrap_or_default().to_owned()
}

/// The lines about the change.
fn said(told: &str) -> Vec<&str> {
    told.lines().filter(|line| line.contains("outside of hitscan")).collect()
}

fn edit(path: &Path, with: impl Fn(String) -> String) {
    let text = fs::read_to_string(path).expect("a file");
    fs::write(path, with(text)).expect("written");
}

fn without_links(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.starts_with("# chain ")).collect()
}

#[test]
fn an_edit_stays_noted_when_its_links_are_deleted_and_the_course_continues() {
    let folder = folder();
    let path = folder.path().join("anna.hits");
    let arguments = ["--student", "anna"];
    let lines = "lesson inside edges\nanswer hit\nlesson inside why\n";
    learn(folder.path(), &arguments, lines);
    assert_eq!(row(folder.path()), "anna          1  212     0");
    edit(&path, |text| text.replacen("answer edges hit", "answer edges miss", 1));
    let edited = "anna          2  212     0  edited by hand at line 29 of anna.hits";
    assert_eq!(row(folder.path()), edited);
    let (told, _) = learn(folder.path(), &arguments, "goal\n");
    let expected = "this file was changed outside of hitscan at line 29; grade will say so";
    assert_eq!(said(&told), [expected]);
    assert_eq!(told.lines().nth(1), Some(expected), "at the start");
    assert_eq!(row(folder.path()), edited);
    for _ in 0..3 {
        edit(&path, |text| without_links(&text));
        for _ in 0..2 {
            let (told, _) = learn(folder.path(), &arguments, "goal\nskip\nlesson inside truth\n");
            assert_eq!(said(&told).len(), 1, "{told}");
            let row = row(folder.path());
            assert!(
                row.starts_with("anna          2  212     0  edited by hand at line "),
                "{row}"
            );
        }
    }
}

#[test]
fn an_unchanged_file_is_continued_without_a_note() {
    let folder = folder();
    let path = folder.path().join("anna.hits");
    let mut course = AtWork::begin(folder.path());
    course.say("lesson inside hide");
    course.say("move L 1 0");
    // Its last command has no link yet.
    course.kill();
    let cut = fs::read_to_string(&path).expect("a file");
    assert!(cut.ends_with("\nmove L 1 0\n"), "{cut}");
    for lines in ["move L 14 0\n", "goal\n", "next\n"] {
        let (told, _) = learn(folder.path(), &["--student", "anna"], lines);
        assert_eq!(said(&told), [""; 0], "{told}");
    }
    let work = fs::read_to_string(&path).expect("a file");
    assert!(work.starts_with(&cut));
    assert_eq!(judged(work.as_bytes(), "anna"), (4, 0));
    edit(&path, |text| format!("\u{feff}{text}"));
    let (told, _) = learn(folder.path(), &["--student", "anna"], "next\nmove L 13 0\n");
    assert_eq!(said(&told), [""; 0], "{told}");
    let marked = fs::read_to_string(&path).expect("a file");
    assert!(marked.strip_prefix('\u{feff}').expect("its mark").starts_with(&work));
    assert_eq!(judged(marked.as_bytes(), "anna").1, 0);
}
