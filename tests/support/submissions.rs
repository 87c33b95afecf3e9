//! Files as students hand them in, made without the program: every line stands here
//! as `hitscan learn` writes it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use hitscan_core::engine::recording::Journal;
use hitscan_core::lab::{
    Chain, Course, DrawnPack, Header, Lesson, Pack, Scope, Session, Solutions, Step, StepKind,
    answers, builtin_file, opening_lines,
};
use hitscan_core::world::Rules;

/// The built-in pack, with its solutions.
pub(crate) const PACK: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/crates/hitscan-core/src/lab/lessons");

/// The built-in pack with its texts.
pub(crate) static COURSE: LazyLock<Course> = LazyLock::new(|| {
    let pack = Pack::builtin().expect("it reads");
    Course::read(pack, "en", &|path| builtin_file(path).map(str::to_owned)).expect("it reads")
});

static SOLUTIONS: LazyLock<BTreeMap<String, Solutions>> = LazyLock::new(|| {
    let read = |lesson: &Arc<Lesson>| {
        let path = Path::new(PACK).join(&lesson.id).join("solutions.toml");
        let text = fs::read_to_string(path).expect("the solutions are there");
        (lesson.id.clone(), Solutions::parse(&text, lesson).expect("they read"))
    };
    COURSE.pack.lessons.iter().map(read).collect()
});

/// A file of the built-in lessons while it is written.
pub(crate) struct Submission {
    drawn: DrawnPack,
    text: String,
    chain: Chain,
}

impl Submission {
    pub(crate) fn by(student: &str, seed: &str) -> Self {
        let [pack, student, seed] = ["collisions", student, seed].map(str::to_owned);
        let header = Header { pack, student, seed, version: "0.2.0".to_owned() };
        let drawn = DrawnPack::new(&COURSE.pack, &header.seed).expect("scenes");
        let mut file = Self { drawn, text: String::new(), chain: Chain::default() };
        file.add(&Journal::header(Rules::default()));
        file.add(&format!("{header}\n# at 2026-11-22T09:14:02Z\n"));
        file
    }

    fn add(&mut self, lines: &str) {
        self.chain.add(lines.as_bytes());
        self.text.push_str(lines);
    }

    /// Opens a step and writes these lines.
    pub(crate) fn step(&mut self, lesson: &str, step: &str, lines: &[impl AsRef<str>]) {
        let (lesson, drawn) = self.drawn.lesson(lesson).expect("a lesson");
        let step = lesson.step(step).expect("a step");
        let mut session = Session::default();
        let opened = session.open(lesson, drawn, step).expect("it opens");
        let scene = opened.expect("it is afresh").sandbox().scene();
        self.add(&opening_lines(lesson, step, Some(&scene)));
        for line in lines {
            self.add(&format!("{}\n", line.as_ref()));
        }
        self.text.push_str(&self.chain.link());
    }

    /// Opens the steps of a lesson that give points, with the lines that `lines` makes
    /// of the right ones.
    pub(crate) fn lesson(
        &mut self,
        id: &str,
        mut lines: impl FnMut(&str, Vec<String>) -> Vec<String>,
    ) {
        for (step, right) in self.right(id) {
            self.step(id, &step, &lines(&step, right));
        }
    }

    /// Whether a lesson has this step.
    pub(crate) fn has(&self, lesson: &str, step: &str) -> bool {
        self.drawn.lesson(lesson).is_some_and(|(lesson, _)| lesson.step(step).is_some())
    }

    /// The lines of each step of a lesson that give all its points.
    pub(crate) fn right(&self, lesson: &str) -> Vec<(String, Vec<String>)> {
        let (lesson, drawn) = self.drawn.lesson(lesson).expect("a lesson");
        let answers = answers(lesson, drawn).expect("they have answers");
        let scope = Scope { values: &drawn.values, sandbox: None };
        let right = |step: &Arc<Step>| match step.kind {
            StepKind::Card => None,
            StepKind::Question(_) => {
                let right = answers.iter().find(|line| line.step == step.id).expect("an answer");
                Some((step.id.clone(), vec![format!("answer {} {}", step.id, right.right)]))
            }
            StepKind::Task(_) => {
                let commands = &SOLUTIONS[&lesson.id].0[&step.id].commands;
                let lines = commands.iter().map(|line| line.line(scope).expect("numbers"));
                Some((step.id.clone(), lines.collect()))
            }
        };
        lesson.steps.iter().filter_map(right).collect()
    }

    /// The file so far.
    pub(crate) fn text(self) -> String {
        self.text
    }
}

/// The ids of the built-in lessons, in order.
pub(crate) fn lessons() -> impl Iterator<Item = &'static str> {
    COURSE.pack.lessons.iter().map(|lesson| lesson.id.as_str())
}

/// A file in which everything is right.
pub(crate) fn perfect(student: &str, seed: &str) -> String {
    let mut file = Submission::by(student, seed);
    for lesson in lessons() {
        file.lesson(lesson, |_, right| right);
    }
    file.text()
}
