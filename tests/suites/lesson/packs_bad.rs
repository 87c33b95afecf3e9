//! Packs with one fault each: just its message, and where it is.

use std::fs;
use std::path::Path;

use super::lesson;

/// A fault made in the pack of `lesson new`: the file, what is replaced by what, and
/// the one line that `lesson check` says of it.
type Case = (&'static str, &'static str, &'static str, &'static str);

/// Faults of `lesson.toml`.
const OF_LESSONS: [Case; 23] = [
    (
        "gap/lesson.toml",
        r#"result = "touch" }"#,
        r#"result = "miss" }"#,
        "gap/lesson.toml:47:1  touch: solved at the start, seed s1",
    ),
    (
        "gap/lesson.toml",
        r#""A.left - B.left""#,
        r#""A.left - B.right""#,
        "gap/lesson.toml:39:13  how-far: belief left-to-left is the right answer, seed s1",
    ),
    (
        "gap/lesson.toml",
        "gap = 5\n",
        "gap = 15\n",
        "gap/lesson.toml:14:7: gap 15: a number that can be drawn",
    ),
    (
        "gap/lesson.toml",
        r#"relation = "disjoint""#,
        "relation = \"disjoint\"\n[[where]]\nvalue = \"gap\"\nfrom = 6",
        "gap/lesson.toml  example: where does not hold of it",
    ),
    (
        "gap/lesson.toml",
        r#"relation = "disjoint""#,
        "relation = \"disjoint\"\n[[where]]\nvalue = \"abs(ax-22) + abs(width-6) + abs(gap-5) + abs(over)\"\nis = 0",
        "gap/lesson.toml  where: more than 500 rounds, seed s",
    ),
    (
        "gap/lesson.toml",
        r#"id = "verdict""#,
        r#"id = "sides""#,
        "gap/lesson.toml:42:6: id \"sides\": another step has this id",
    ),
    (
        "gap/lesson.toml",
        r#"id = "gap""#,
        r#"id = "gup""#,
        "gap/lesson.toml:1:1: gup: the folder is called gap, and so is the lesson",
    ),
    (
        "gap/lesson.toml",
        "fixed = true",
        "fixd = true",
        "gap/lesson.toml:25:1: fixd: no such key; did you mean fixed?",
    ),
    (
        "gap/lesson.toml",
        "size = [10, 12]",
        "size = [10, 0]",
        "gap/lesson.toml:24:1: size [10, 0]: the height is 0; it must be above 0",
    ),
    (
        "gap/lesson.toml",
        "ask = \"result\"\npair = [\"B\", \"A\"]",
        "ask = \"result\"\npair = [\"B\", \"Z\"]",
        "gap/lesson.toml:41:1  verdict: B and Z have no such answer here, seed s1",
    ),
    (
        "gap/lesson.toml",
        r#"then = ["move B"#,
        r#"then = ["move Z"#,
        "gap/lesson.toml:41:1  verdict: move Z 6 0: Z: no such object, seed s1",
    ),
    (
        "gap/lesson.toml",
        r#"then = ["move B"#,
        r#"then = ["mvoe B"#,
        "gap/lesson.toml:41:1  verdict: mvoe B 6 0: mvoe: no such command, seed s1",
    ),
    (
        "gap/lesson.toml",
        r#"then = ["move B {gap + over} 0"]"#,
        r#"then = ["open start"]"#,
        "gap/lesson.toml:41:1  verdict: open start: a lesson has its own scene and its own file; this works outside, seed s1",
    ),
    (
        "gap/lesson.toml",
        r#"id = "verdict""#,
        "id = \"verdict\"\nbegin = [\"new\"]",
        "gap/lesson.toml:41:1  verdict: new: a lesson has its own scene and its own file; this works outside, seed s1",
    ),
    (
        "gap/lesson.toml",
        r#"id = "verdict""#,
        "id = \"verdict\"\nbegin = [\"step 20001\"]",
        "gap/lesson.toml:41:1  verdict: step 20001: a step of a lesson has at most 20000 frames, seed s1",
    ),
    (
        "gap/lesson.toml",
        r#"of = "A.left - B.right""#,
        r#"of = "A.left - C.right""#,
        "gap/lesson.toml:35:1  how-far: there is no object C, seed s1",
    ),
    (
        "gap/lesson.toml",
        r#"of = "A.left - B.right""#,
        r#"of = "A.left - gop""#,
        "gap/lesson.toml:38:6: of \"A.left - gop\": gop is not drawn; did you mean gap?",
    ),
    (
        "gap/lesson.toml",
        r#"of = "A.left - B.right""#,
        r#"of = "A.left -""#,
        "gap/lesson.toml:38:15: the end: a number, a name or a function",
    ),
    (
        "gap/lesson.toml",
        "{ same =",
        "{ sme =",
        "gap/lesson.toml:51:5: sme: no such key; did you mean same?",
    ),
    (
        "gap/lesson.toml",
        r#"ask = "number""#,
        r#"ask = "numbr""#,
        r#"gap/lesson.toml:37:7: ask "numbr": "result", "relation", "side", "says", "reason", "sign" or "number"; did you mean "number"?"#,
    ),
    (
        "gap/lesson.toml",
        "gap = [3, 9]",
        "gap = [9, 3]",
        "gap/lesson.toml:8:7: gap [9, 3]: the greatest must be the least and a multiple of the step",
    ),
    (
        "gap/lesson.toml",
        "format = 1",
        "format = 7",
        "gap/lesson.toml:2:10: format 7: 1, the only format there is",
    ),
    (
        "gap/lesson.toml",
        "fixed = true",
        "fixed = true\nvelocity = [0, \"1 / (gap - gap)\"]",
        "gap/lesson.toml:1:1: example: a division by 0, or a number of more than 127 bits",
    ),
];

/// Faults of the other files.
const OF_OTHERS: [Case; 24] = [
    (
        "gap/solutions.toml",
        "move B {gap} 0",
        "move B {gap + 1} 0",
        "gap/solutions.toml:2:9  touch: not solved, seed s1: B A hit, not touch",
    ),
    (
        "gap/solutions.toml",
        "move B {gap} 0",
        "move Z {gap} 0",
        "gap/solutions.toml:2:9  touch: not solved, seed s1: move Z 5 0: Z: no such object",
    ),
    (
        "gap/solutions.toml",
        "move B {gap} 0",
        "put B {ax - width} 12",
        "gap/solutions.toml:2:9  put: no text so far names this command",
    ),
    (
        "gap/solutions.toml",
        "touch = [",
        "touch = [\"record my.hits\", ",
        "gap/solutions.toml:2:9  record: no text so far names this command\ngap/solutions.toml:2:9  touch: not solved, seed s1: record my.hits: a lesson has its own scene and its own file; this works outside",
    ),
    (
        "gap/text.en.md",
        "B lies to the left of A.",
        "B is left of A: {help|open start}.",
        "gap/text.en.md:5  card sides: open start: a lesson has its own scene and its own file; this works outside",
    ),
    (
        "gap/text.en.md",
        "B lies to the left of A.",
        "B is left of A: {why|wyh B A}.",
        "gap/text.en.md:5  card sides: wyh B A: wyh: no such command",
    ),
    (
        "gap/solutions.toml",
        "touch = ",
        "# touch = ",
        "gap/solutions.toml:1:1  touch: this key is missing",
    ),
    (
        "gap/solutions.toml",
        "touch = ",
        "tap = []\ntouch = ",
        "gap/solutions.toml:2:1  tap: no such key; here are touch",
    ),
    (
        "gap/text.en.md",
        "and does not overlap it.",
        "and it does not overlap it anywhere at all, not one bit.",
        "gap/text.en.md:15  win touch: 69 cells, 55 at most",
    ),
    (
        "gap/text.en.md",
        "Mind the gap",
        "Mind the gap between the two boxes, always",
        "gap/text.en.md:1  title: 47 cells, 38 at most",
    ),
    (
        "gap/text.en.md",
        "B lies to the left of A.",
        "B lies to the left of A, which is very-much-farther-than-a-row-is-wide away.",
        "gap/text.en.md:5  card sides: a word is wider than its row",
    ),
    (
        "gap/text.en.md",
        "## hint touch 2\nType move B {gap} 0 at the start.\n",
        "",
        "gap/text.en.md:1:1  hint touch 2: this text is missing",
    ),
    (
        "gap/text.en.md",
        "## goal\n",
        "## gaol\n",
        "gap/text.en.md:3:4  gaol: gap has no such text; did you mean goal?",
    ),
    (
        "gap/text.en.md",
        "B touches A, and does not overlap it.\n",
        "",
        "gap/text.en.md:15:4  win touch: it is empty",
    ),
    (
        "gap/text.en.md",
        "## goal\n",
        "## title\nAgain\n## goal\n",
        "gap/text.en.md:3:4  title: it stands on line 1 already",
    ),
    (
        "gap/text.en.md",
        "{ax - gap}",
        "{ax / (gap - gap)}",
        "gap/text.en.md:7  ask how-far: a division by 0, or a number of more than 127 bits, seed s1",
    ),
    (
        "gap/text.en.md",
        "{ax - gap}",
        "{ax - gop}",
        "gap/text.en.md:7  ask how-far: gop is not drawn, seed s1",
    ),
    ("gap/text.en.md", "{ax - gap}", "{ax - gap", "gap/text.en.md:8:24  {: a closing } is missing"),
    (
        "gap/text.en.md",
        "Mind the gap",
        "Mind\u{202e} the gap",
        "gap/text.en.md:1:4  \\u{202e}: no control and bidirectional characters",
    ),
    (
        "gap/text.en.md",
        "## title\n",
        "Hello\n## title\n",
        "gap/text.en.md:1:1  Hello: text stands under a heading, such as ## title",
    ),
    (
        "pack.toml",
        r#"["gap"]"#,
        r#"["gap", "gap"]"#,
        "pack.toml:5:19: lessons \"gap\": named twice in this list",
    ),
    (
        "pack.toml",
        r#"["gap"]"#,
        r#"["gap", "far"]"#,
        "far/lesson.toml:1:1: far/lesson.toml: there is no such file",
    ),
    (
        "pack.toml",
        r#"languages = ["en"]"#,
        r#"languages = ["en", "ja"]"#,
        "gap/text.ja.md  hint touch 2 is missing; text.en.md has it",
    ),
    (
        "pack.toml",
        r#"languages = ["en"]"#,
        r#"languages = ["en", "de"]"#,
        "gap/text.de.md  there is no such file",
    ),
];

/// What `lesson check` says of a pack with this fault, without the count at its end.
fn said((file, from, to, _): &Case) -> String {
    let folder = tempfile::TempDir::new().expect("a folder");
    let pack = folder.path().join("p");
    let made = lesson(&["new", &pack.to_string_lossy()]);
    assert_eq!((made.0, made.2.as_str()), (0, ""));
    let text = fs::read_to_string(pack.join(file)).expect("it reads");
    assert_eq!(text.matches(from).count(), 1, "{file}: {from}");
    fs::write(pack.join(file), text.replace(from, to)).expect("written");
    second_language(&pack);
    let (status, report, errors) = lesson(&["check", &pack.to_string_lossy()]);
    assert_eq!(status, 1, "{file}: {to}");
    let lines = report.lines().chain(errors.lines());
    let faults = lines.filter(|line| !line.ends_with(" (a warning)") && !line.contains(" seeds: "));
    faults.collect::<Vec<_>>().join("\n")
}

/// A text in a language that only one case names, without the last hint.
fn second_language(pack: &Path) {
    let text = fs::read_to_string(pack.join("gap/text.en.md")).expect("it reads");
    let cut = text.split("## hint touch 2").next().expect("a part");
    fs::write(pack.join("gap/text.ja.md"), cut).expect("written");
}

#[test]
fn each_fault_of_a_pack_has_just_its_message() {
    let mut wrong = Vec::new();
    for case in OF_LESSONS.iter().chain(&OF_OTHERS) {
        let (said, expected) = (said(case), case.3);
        // Which seed takes so long is up to chance.
        let is_right = match expected.strip_suffix(" s") {
            Some(_) => said.starts_with(expected) && said.lines().count() == 1,
            None => said == expected,
        };
        if !is_right {
            wrong.push(format!("{}\n  expected {expected}\n  said     {said}", case.2));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_file_that_is_too_large_or_no_text_is_told_by_its_path() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let pack = folder.path().join("p");
    assert_eq!(lesson(&["new", &pack.to_string_lossy()]).0, 0);
    fs::write(pack.join("gap/text.en.md"), "x".repeat((1 << 20) + 1)).expect("written");
    fs::write(pack.join("gap/solutions.toml"), b"touch = \xff").expect("written");
    let (status, report, _) = lesson(&["check", &pack.to_string_lossy()]);
    assert_eq!(status, 1);
    let too_large = "gap/text.en.md: too large; a file of a lesson has at most 1048576 bytes";
    let no_text = "gap/solutions.toml:1:9: a byte that is not UTF-8; a file of a lesson is UTF-8";
    assert!(report.contains(too_large) && report.contains(no_text), "{report}");
}
