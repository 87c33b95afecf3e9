//! Students' files: complete, cut off, edited and hostile ones.

use std::sync::Arc;

use super::*;
use crate::engine::recording::Journal;
use crate::lab::{
    Answered, Attempt, Lesson, LessonAnswer, LessonText, Pack, Solutions, StepKind, builtin_file,
};
use crate::world::Rules;

fn pack() -> Pack {
    Pack::builtin().expect("another test reads it")
}

fn hints(lesson: &str, step: &str) -> usize {
    let pack = pack();
    let lesson = pack.lesson(lesson).expect("a lesson");
    let text = builtin_file(&format!("{}/text.en.md", lesson.id)).expect("it is there");
    LessonText::parse(text, lesson).expect("another test reads it").hints(step)
}

/// A file being written.
struct Written {
    text: String,
    chain: Chain,
}

impl Written {
    fn by(student: &str) -> Self {
        let header = format!("# lab collisions student {student} seed {student} version 0.2.0");
        let mut written = Self { text: String::new(), chain: Chain::default() };
        written.add(&Journal::header(Rules::default()));
        written.add(&format!("{header}\n# at 2026-11-22T09:14:02Z\n"));
        written
    }

    fn add(&mut self, lines: &str) {
        self.chain.add(lines.as_bytes());
        self.text.push_str(lines);
    }

    fn link(&mut self) {
        self.text.push_str(&self.chain.link());
    }

    /// Opens a step and executes these lines, ignoring the results.
    fn step(&mut self, drawn: &DrawnPack, lesson: &str, step: &str, lines: &[&str]) {
        let (lesson, drawn) = drawn.lesson(lesson).expect("a lesson");
        let step = lesson.step(step).expect("a step");
        let (_, engine) = Attempt::open(lesson, drawn, step).expect("it opens");
        let scene = engine.sandbox().scene();
        self.add(&opening_lines(lesson, step, Some(&scene)));
        self.link();
        for line in lines {
            self.add(&format!("{line}\n"));
        }
        self.link();
    }
}

fn drawn(pack: &Pack, seed: &str) -> [DrawnPack; 1] {
    [DrawnPack::new(pack, seed).expect("scenes")]
}

/// A file, replayed with anna's draws.
fn read(text: impl AsRef<[u8]>) -> Replayed {
    replay(text.as_ref(), &drawn(&pack(), "anna"), &hints).expect("it is a file of a student")
}

/// The points of a file, drawn for anna, and its notes.
fn graded(text: impl AsRef<[u8]>) -> (u32, Vec<(NoteKind, u64)>) {
    let read = read(text);
    let notes = read.notes.iter().map(|note| (note.kind, note.line)).collect();
    (read.progress.total(&pack()), notes)
}

/// Anna's work in three steps: 1, 2 and 4 points.
fn annas() -> String {
    let pack = pack();
    let [numbers] = drawn(&pack, "anna");
    let mut file = Written::by("anna");
    file.step(&numbers, "inside", "edges", &["answer edges hit"]);
    file.step(&numbers, "inside", "why", &["answer inside-unseen"]);
    file.step(&numbers, "inside", "hide", &["move L 1 0", "describe", "move L 14 0"]);
    file.text
}

fn line_of(text: &str, begins: &str) -> u64 {
    let index = text.lines().position(|line| line.starts_with(begins)).expect("it is there");
    u64::try_from(index + 1).expect("a small number")
}

#[test]
fn all_right_answers_and_solutions_are_worth_212_points() {
    let pack = pack();
    let [numbers] = drawn(&pack, "anna");
    let mut file = Written::by("anna");
    for lesson in &pack.lessons {
        let (_, draw) = numbers.lesson(&lesson.id).expect("drawn");
        let path =
            format!("{}/src/lab/lessons/{}/solutions.toml", env!("CARGO_MANIFEST_DIR"), lesson.id);
        let text = std::fs::read_to_string(&path).expect("the solutions are there");
        let solutions = Solutions::parse(&text, lesson).expect("another test reads it");
        let answers = crate::lab::answers(lesson, draw).expect("they have answers");
        let scope = crate::lab::Scope { values: &draw.values, sandbox: None };
        for step in &lesson.steps {
            let lines = match &step.kind {
                StepKind::Card => Vec::new(),
                StepKind::Question(_) => {
                    let right = answers.iter().find(|line| line.step == step.id).expect("a line");
                    vec![format!("answer {} {}", step.id, right.right)]
                }
                StepKind::Task(_) => {
                    let commands = &solutions.0[&step.id].commands;
                    commands.iter().map(|line| line.line(scope).expect("numbers")).collect()
                }
            };
            let lines: Vec<_> = lines.iter().map(String::as_str).collect();
            file.step(&numbers, &lesson.id, &step.id, &lines);
        }
    }
    assert_eq!(graded(&file.text), (212, Vec::new()));
}

#[test]
fn a_file_is_replayed_to_where_it_stops() {
    let text = annas();
    let read = read(&text);
    let Attempt { lesson, step, .. } = read.attempt.expect("a step is open");
    assert_eq!((lesson.id.as_str(), step.id.as_str()), ("inside", "hide"));
    assert_eq!(read.engine.map(|it| it.history().position()), Some(2));
    assert_eq!((read.header.student.as_str(), read.bytes), ("anna", text.len()));
    let given = read.progress.step("inside", "edges").and_then(|it| it.answer.clone());
    let [said, right] = ["hit", "miss"].map(|word| LessonAnswer::Word(word.to_owned()));
    let beliefs = vec!["truth".to_owned()];
    let answered = Answered { said, right, is_right: false, beliefs };
    assert_eq!(given, Some(crate::lab::FirstReply::Said(answered)));
    assert_eq!(graded(&text), (7, Vec::new()));
}

#[test]
fn a_file_that_was_cut_off_anywhere_can_be_continued() {
    let pack = pack();
    let packs = drawn(&pack, "anna");
    let text = annas();
    let first_step = text.find("lesson ").expect("a step");
    let mut before = 0;
    for cut in (first_step..text.len()).step_by(11) {
        let read = replay(&text.as_bytes()[..cut], &packs, &hints).expect("it reads");
        let whole = text[..cut].rfind('\n').map_or(0, |at| at + 1);
        assert_eq!((read.bytes, read.changed_at), (whole, None), "{cut}");
        let points = read.progress.total(&pack);
        assert!(points >= before, "{cut}: {points} after {before}");
        before = points;
        // The rest, continuing the chain of what was there.
        let mut chain = read.chain;
        let mut rest = String::new();
        for line in text[whole..].split_inclusive('\n') {
            if line.starts_with("# chain ") {
                rest.push_str(&chain.link());
            } else {
                chain.add(line.as_bytes());
                rest.push_str(line);
            }
        }
        assert_eq!(format!("{}{rest}", &text[..whole]), text, "{cut}");
    }
    assert_eq!(before, 7);
}

#[test]
fn an_edit_is_noted_and_its_effects_count() {
    let text = annas();
    let (points, notes) = graded(text.replace("09:14:02Z", "10:14:02Z"));
    assert_eq!((points, notes), (7, vec![(NoteKind::Chain, line_of(&text, "# chain"))]));
    let claims = format!("{text}# score 999\n");
    let last = u64::try_from(claims.lines().count()).expect("few");
    assert_eq!(graded(&claims), (7, vec![(NoteKind::Chain, last)]));
    let (points, notes) = graded(text.replace("answer edges hit", "answer edges miss"));
    assert_eq!((points, notes.len()), (8, 1), "what anyone can do with the program");
}

/// A file without its links.
fn unlinked(text: &str) -> String {
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("# chain "));
    lines.collect()
}

/// A file continued with these lines, each with a link after it.
fn gone_on(text: &str, lines: &[&str]) -> String {
    let mut read = read(text);
    let mut text = text.to_owned();
    for line in lines {
        read.chain.add(line.as_bytes());
        text = text + line + &read.chain.link();
    }
    text
}

#[test]
fn line_ends_changed_by_mail_are_not_an_edit() {
    let text = annas();
    let mailed = text.replace('\n', "\r\n");
    assert_eq!(graded(&mailed), graded(&text));
    let further = gone_on(&mailed, &["hint\n"]);
    assert_eq!(graded(&further).1, [], "{further:?}");
}

#[test]
fn lines_that_lost_their_links_are_noted_for_good() {
    let text = annas().replace("answer edges hit", "answer edges miss");
    let changed_at = |text: &str| read(text).changed_at;
    let broken = line_of(&text, "# chain") + 2;
    assert_eq!(changed_at(&text), Some(broken), "a link does not hold");
    let unlinked = unlinked(&text);
    let missing = line_of(&unlinked, "answer edges");
    assert_eq!(changed_at(&unlinked), Some(missing), "none stands before the answer");
    let mut further = gone_on(&unlinked, &["move L 1 0\n"]);
    let noted = |text: &str| (NoteKind::Chain, u64::try_from(text.lines().count()).expect("few"));
    let note = noted(&further);
    for lines in [&["hint\n"][..], &["undo\n", "hint\n"]] {
        assert_eq!(graded(&further), (8, vec![note]));
        assert_eq!(changed_at(&further), Some(note.1));
        further = gone_on(&further, lines);
    }
    // Without the link that says so, links are missing again.
    let (before, after) = further.rsplit_once("# chain ").expect("links");
    let last_gone = format!("{before}{}", after.split_once('\n').expect("a line").1);
    for text in [self::unlinked(&further), gone_on(&self::unlinked(&last_gone), &["goal\n"])] {
        assert!(graded(&text).1.iter().any(|(kind, _)| *kind == NoteKind::Chain), "{text}");
    }
}

#[test]
fn lines_that_learn_never_writes_are_noted_for_good() {
    let text = annas();
    for added in ["mve L 1 0\n", "# score 999\n", "\n", "answer why agrees\nhint\n"] {
        let changed = format!("{text}{added}");
        let further = gone_on(&changed, &["lesson inside truth 0\n", "skip\n"]);
        let (_, notes) = graded(&further);
        assert!(notes.iter().any(|(kind, _)| *kind == NoteKind::Chain), "{added}: {notes:?}");
    }
    // Lines that a crash may leave are linked as if nothing had happened.
    let further = gone_on(&format!("{text}move L 1 0\nhint\n"), &["undo\n"]);
    assert_eq!(graded(further), (7, Vec::new()));
}

#[test]
fn a_byte_order_mark_is_ignored() {
    let text = annas();
    let marked = format!("\u{feff}{text}");
    assert_eq!(graded(&marked), (7, Vec::new()));
    let read = read(&marked);
    assert_eq!((read.bytes, read.changed_at), (marked.len(), None));
    assert!(header_of("\u{feff}\u{feff}# hitscan".as_bytes()).is_err());
}

#[test]
fn a_scene_that_was_not_drawn_leaves_its_step_out() {
    let text = annas();
    let of_hide = text.find("lesson inside hide").expect("a step");
    let (before, hide) = text.split_at(of_hide);
    let thinner = hide.replacen("18", "17", 1);
    assert_ne!(hide, thinner);
    let (points, notes) = graded(format!("{before}{thinner}"));
    let scene = line_of(&text, "lesson inside hide") + 1;
    assert_eq!((points, notes[0]), (3, (NoteKind::Scene, scene)));
    let ben = pack();
    let bens = drawn(&ben, "ben");
    let read = replay(text.as_bytes(), &bens, &hints).expect("it reads");
    assert_eq!(read.progress.total(&ben), 0, "anna's scenes are not ben's");
    assert_eq!(read.notes.iter().filter(|note| note.kind == NoteKind::Scene).count(), 3);
}

#[test]
fn a_faulty_line_leaves_out_the_rest_of_its_step() {
    let text = annas();
    for fault in ["mve L 1 0", "move Z 1 0", "answer hit", "own p L", "skip", "open start"] {
        let (points, notes) = graded(text.replace("describe\n", &format!("{fault}\n")));
        let line = line_of(&text, "describe");
        assert_eq!((points, notes[0]), (3, (NoteKind::Line, line)), "{fault}");
    }
    let mut bytes = text.replace("describe\n", "\u{7f}\n").into_bytes();
    let at = bytes.iter().position(|&byte| byte == 0x7f).expect("it is there");
    bytes[at] = 0xff;
    let (points, notes) = graded(bytes);
    assert_eq!((points, notes[0]), (3, (NoteKind::Line, line_of(&text, "describe"))));
    let early = text.replace("answer edges hit", "answer edges perhaps");
    assert_eq!(graded(early).0, 6, "the next steps count");
}

#[test]
fn an_edited_lesson_counts_if_it_draws_the_same_scene() {
    let text = annas();
    let edition = pack().lesson("inside").expect("a lesson").edition.clone();
    let older = text.replace(&edition, "00000000");
    let (points, notes) = graded(&older);
    assert_eq!(points, 7);
    assert!(notes.iter().all(|(kind, _)| *kind == NoteKind::Chain), "{notes:?}");
    let (points, notes) = graded(older.replacen("size = [18", "size = [17", 1));
    assert_eq!(points, 6);
    assert!(notes.iter().any(|(kind, _)| *kind == NoteKind::Edited), "{notes:?}");
    let (points, notes) = graded(text.replace("lesson inside", "lesson outside"));
    assert_eq!(points, 0);
    assert_eq!(notes.iter().filter(|(kind, _)| *kind == NoteKind::Edited).count(), 3);
}

/// B slides along the floor, and meets the side of its second part only in a point of the seam.
const SEAM: &str = r#"format = 1
id = "seam"
[scene]
response = "slide"
side = "previous-frame"
[[scene.box]]
name = "B"
at = [14, 20]
size = [6, 6]
velocity = [2, 0]
[[scene.box]]
name = "right"
at = [22, 26]
size = [20, 8]
fixed = true
[[step]]
id = "task"
now = [{ pair = ["B", "right"], result = "touch" }]
"#;

#[test]
fn a_file_is_graded_and_continued_by_the_rules_it_was_begun_under() {
    let lesson = Arc::new(Lesson::parse(SEAM).unwrap_or_else(|faults| panic!("{faults:?}")));
    let (id, lessons) = ("made".to_owned(), vec![Arc::clone(&lesson)]);
    let pack = Pack { id, languages: vec!["en".to_owned()], lessons };
    for (rules, points) in [(Rules::V1, 0), (Rules::V2, 0), (Rules::V3, 4)] {
        let first = Journal::header(rules);
        let header = format!("{first}# lab made student anna seed anna version 1\n");
        let of = header_of(header.as_bytes()).expect("a header");
        let drawn = DrawnPack::of(&pack, &of).expect("scenes");
        let (_, draw) = drawn.lesson("seam").expect("drawn");
        let opening = opening_lines(&lesson, &lesson.steps[0], Some(&draw.scene));
        let text = format!("{header}# at 2026-11-22T09:14:02Z\n{opening}step\n");
        let read = replay(text.as_bytes(), &[drawn], &hints).expect("it reads");
        assert_eq!(read.progress.total(&pack), points, "{rules:?}");
        let engine = read.engine.expect("the step is open");
        assert_eq!((engine.rules(), engine.world().rules()), (rules, rules));
    }
}

#[test]
fn work_with_numbers_that_are_no_longer_drawn_is_graded_by_its_own_edition() {
    let is_new = "[[where]]                       # otherwise a bare step meets the corner at t = 1/2\n\
                  value = \"abs(d - k)\"\nfrom = 1\n\n";
    let before = |path: &str| {
        let text = builtin_file(path)?;
        assert_eq!(text.contains(is_new), path == "corner/lesson.toml", "{path}");
        Some(text.replace(is_new, ""))
    };
    let packs = [pack(), Pack::read(&before).expect("the earlier edition")];
    let mut edited = 0;
    for seed in (1..=40).map(|number| format!("s{number}")) {
        let [now, then] = [&packs[0], &packs[1]].map(|pack| drawn(pack, &seed)[0].clone());
        let mut file = Written::by(&seed);
        file.step(&then, "corner", "half-time", &["step"]);
        let graded = |packs: &[DrawnPack]| {
            let read = replay(file.text.as_bytes(), packs, &hints).expect("a student's file");
            let is_edited = read.notes.iter().any(|note| note.kind == NoteKind::Edited);
            (read.progress.total(&pack()), is_edited)
        };
        let scene = |of: &DrawnPack| of.lesson("corner").expect("drawn").1.scene.clone();
        let is_same = scene(&now) == scene(&then);
        edited += u32::from(!is_same);
        let of_its_own = if is_same { (0, false) } else { (4, false) };
        assert_eq!(graded(&[now.clone(), then]), of_its_own, "{seed}");
        assert_eq!(graded(&[now]), (0, !is_same), "{seed}");
    }
    assert!(edited > 5, "{edited}");
}

#[test]
fn a_file_that_is_not_a_student_s_is_rejected() {
    let not_read = |file: &[u8]| {
        let why = header_of(file).expect_err("it is none");
        why.line().map(|line| format!("line {line}: ")).unwrap_or_default() + &why.to_string()
    };
    let first = Journal::header(Rules::default());
    let recording = first.trim_end();
    let none = format!("line 1: not a recording: the first line must be \"{recording}\"");
    for file in [&b"hello\n"[..], b"\xff\n", recording.as_bytes(), b"# hitscan recording 9\n"] {
        assert_eq!(not_read(file), none);
    }
    for file in ["", "\u{feff}"] {
        assert_eq!(not_read(file.as_bytes()), "it is empty");
    }
    let no_header = not_read(format!("{first}move L 1 0\n").as_bytes());
    assert!(no_header.starts_with("line 2: a recording, not work in lessons; "), "{no_header}");
    let damaged = not_read(format!("{first}# lab collisions student anna\n").as_bytes());
    assert_eq!(damaged, "line 2: work in lessons whose # lab header is damaged");
    let mut long = annas().into_bytes();
    long.resize(MOST_BYTES + 1, b'\n');
    assert_eq!(not_read(&long), "it has more than 4194304 bytes");
}

#[test]
fn the_limits_leave_out_the_rest_of_a_file() {
    let text = annas();
    for (line, least) in [("step 1000000", 3), ("step 20001", 3)] {
        let (points, notes) = graded(text.replace("describe\n", &format!("{line}\n")));
        assert_eq!((points, notes[0]), (least, (NoteKind::Limit, line_of(&text, "describe"))));
    }
    let lines = usize::try_from(MOST_LINES).expect("it fits");
    let of_hide = text.find("lesson inside hide").expect("a step");
    let mut long = text[..of_hide].to_owned();
    long.push_str(&"\n".repeat(lines - long.lines().count()));
    long.push_str(&text[of_hide..]);
    let (points, notes) = graded(&long);
    assert_eq!((points, notes[0]), (3, (NoteKind::Limit, MOST_LINES + 1)));
}

#[test]
fn slow_commands_are_replayed_up_to_the_same_line_everywhere() {
    let text = annas();
    let first = line_of(&text, "describe");
    // Up to a thousand tries for each of the boxes.
    let crowd = "crowd c 190 0 300 400 700 apart\n";
    let with = |lines: &str| {
        let (points, notes) = graded(text.replace("describe\n", lines));
        let limit = notes.into_iter().find(|(kind, _)| *kind == NoteKind::Limit);
        (points, limit.map(|(_, line)| line - first))
    };
    let crowds = |count: usize| format!("{crowd}undo\n").repeat(count);
    assert_eq!(with(&crowds(40)), (7, None));
    assert_eq!(with(&crowds(60)), (3, Some(2 * 47)));
    // Frames that cannot all be made are also noted where they are.
    assert_eq!(with(&format!("{}{crowd}step 9000\n", crowds(46))), (3, Some(2 * 46 + 1)));
}

#[test]
fn no_bytes_make_a_replay_panic() {
    let pack = pack();
    let packs = drawn(&pack, "anna");
    let text = annas().into_bytes();
    let head = text.iter().position(|&byte| byte == b'l').expect("a header");
    for at in (head..text.len()).step_by(13) {
        for byte in [0, 0x1b, b'\n', b'|', b' ', 0xff] {
            let mut hostile = text.clone();
            hostile[at] = byte;
            let _ = replay(&hostile, &packs, &hints);
        }
    }
}

#[test]
fn a_step_or_a_lesson_starts_fresh_and_everything_else_stays() {
    let text = annas();
    let left = |leaves_out: &dyn Fn(&str, &str) -> bool| {
        let kept = without_steps(text.as_bytes(), false, leaves_out).expect("it is anna's");
        graded(kept)
    };
    for (fresh, points) in [("none", 7), ("edges", 6), ("hide", 3), ("inside", 0)] {
        let is_fresh =
            |lesson: &str, step: &str| fresh == lesson || (lesson, step) == ("inside", fresh);
        assert_eq!(left(&is_fresh), (points, Vec::new()), "{fresh}");
    }
    let all = without_steps(text.as_bytes(), false, &|_, _| false).expect("it is anna's");
    assert_eq!(String::from_utf8(all), Ok(text.clone()));
    assert!(without_steps(b"hello\n", false, &|_, _| true).is_err());
}

#[test]
fn a_file_changed_outside_stays_marked_when_a_step_starts_fresh() {
    let text = annas().replace("answer edges hit", "answer edges miss");
    assert!(read(&text).changed_at.is_some());
    let kept = without_steps(text.as_bytes(), true, &|_, step| step == "hide").expect("anna's");
    let (points, notes) = graded(kept);
    assert_eq!(points, 4);
    assert!(notes.iter().any(|(kind, _)| *kind == NoteKind::Chain), "{notes:?}");
}
