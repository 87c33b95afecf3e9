//! Submissions made without the program: every line is spelled out as `hitscan learn` writes it.

use std::sync::LazyLock;

use hitscan_core::lab::{
    Attempt, Chain, Course, DrawnPack, Header, Pack, builtin_file, opening_lines,
};
use hitscan_core::world::Rules;

use crate::lessons::{Way, ways};

/// The built-in pack with its texts.
pub(crate) static COURSE: LazyLock<Course> = LazyLock::new(|| {
    let pack = Pack::builtin().expect("it reads");
    Course::read(pack, "en", &|path| builtin_file(path).map(str::to_owned)).expect("it reads")
});

/// A submission for the built-in lessons, in progress.
pub(crate) struct Submission {
    drawn: DrawnPack,
    seed: String,
    text: String,
    chain: Chain,
}

impl Submission {
    pub(crate) fn by(student: &str, seed: &str) -> Self {
        let [pack, student, seed] = ["collisions", student, seed].map(str::to_owned);
        let (rules, version) = (Rules::default(), "0.2.0".to_owned());
        let header = Header { rules, pack, student, seed, version };
        let drawn = DrawnPack::new(&COURSE.pack, &header.seed).expect("scenes");
        let (text, chain) = (String::new(), Chain::default());
        let mut file = Self { drawn, seed: header.seed.clone(), text, chain };
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
        let (_, engine) = Attempt::open(lesson, drawn, step).expect("it opens");
        let scene = engine.sandbox().scene();
        self.add(&opening_lines(lesson, step, Some(&scene)));
        for line in lines {
            self.add(&format!("{}\n", line.as_ref()));
        }
        self.text.push_str(&self.chain.link());
    }

    /// Opens the steps of a lesson that give points, with the lines that `lines` makes from the
    /// right ones.
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

    /// The lines for full points in each step of a lesson.
    pub(crate) fn right(&self, lesson: &str) -> Vec<(String, Vec<String>)> {
        let right = |(step, way): (String, Way)| match way {
            Way::Read => None,
            Way::Say(word) => Some((step.clone(), vec![format!("answer {step} {word}")])),
            Way::Make(lines) => Some((step, lines)),
        };
        ways(lesson, &self.seed).into_iter().filter_map(right).collect()
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

/// A submission in which everything is right.
pub(crate) fn perfect(student: &str, seed: &str) -> String {
    let mut file = Submission::by(student, seed);
    for lesson in lessons() {
        file.lesson(lesson, |_, right| right);
    }
    file.text()
}
