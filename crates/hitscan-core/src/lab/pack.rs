//! The contents of a pack: lessons in order, their steps and their scenes.

use std::sync::Arc;

use hitscan_geom::Fraction;
use sha2::{Digest as _, Sha256};

use super::claim::Claims;
use super::condition::Condition;
use super::expression::{Expression, NoValue, Scope, Values};
use super::question::LessonQuestion;
use super::task::Task;
use super::text::Template;
use crate::engine::{Sandbox, silent};
use crate::scene::{Fault, Scene};
use crate::world::{Rules, World};

/// A list of lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// Its id.
    pub id: String,
    /// The languages of its texts, the default first.
    pub languages: Vec<String>,
    /// The lessons.
    pub lessons: Vec<Arc<Lesson>>,
}

/// A lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Its id, unique in a pack.
    pub id: String,
    /// The titles of the articles that it is about.
    pub source: Vec<String>,
    /// The numbers to draw, in the order of the file.
    pub draws: Vec<Draw>,
    /// Numbers computed from those, in the order of the file.
    pub lets: Vec<(String, Expression)>,
    /// Numbers to use if no drawn ones fit.
    pub example: Values,
    /// The conditions on drawn numbers.
    pub wheres: Vec<Where>,
    /// The lines of the scene, with expressions in place of numbers; each has its line number in the
    /// file of the lesson.
    pub scene: Vec<(usize, Template)>,
    /// The steps.
    pub steps: Vec<Arc<LessonStep>>,
    /// The first eight digits of the SHA-256 of its file.
    pub edition: String,
}

/// A condition on the start, or on a frame after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Where {
    /// The condition.
    pub condition: Condition,
    /// How many frames to make first.
    pub after_frames: u32,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonStep {
    /// Its position in the file.
    pub place: FilePlace,
    /// Its id, unique in a lesson.
    pub id: String,
    /// Commands that are executed before it opens.
    pub begin: Vec<Template>,
    /// What the student does in it.
    pub kind: StepKind,
}

/// What a student does in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Something to read.
    Card,
    /// A question to answer.
    Question(Box<LessonQuestion>),
    /// A task to complete.
    Task(Box<Task>),
}

impl StepKind {
    /// The word for such a step.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Question(_) => "question",
            Self::Task(_) => "task",
        }
    }
}

/// The reference solution of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Its position in the file.
    pub place: FilePlace,
    /// The commands.
    pub commands: Vec<Template>,
}

/// A lesson with the numbers of one student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The drawn numbers, and those computed from them.
    pub values: Values,
    /// The scene.
    pub scene: Scene,
    /// How many rounds of drawing it took; `None` if none fit and the example is used.
    pub rounds: Option<u32>,
    /// The rules that its engines follow.
    pub rules: Rules,
}

/// Why a lesson has no scene with certain numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoScene {
    /// An expression has no value.
    #[error(transparent)]
    Value(#[from] NoValue),
    /// The scene is faulty; each fault has the line number in the file of the lesson.
    #[error("{}", .0.first().map(|(_, fault)| fault.to_string()).unwrap_or_default())]
    Scene(Vec<(usize, Fault)>),
}

impl Pack {
    /// The lesson with this id.
    pub fn lesson(&self, id: &str) -> Option<&Arc<Lesson>> {
        self.lessons.iter().find(|lesson| lesson.id == id)
    }

    /// The lesson with this id, or number from 1.
    pub fn lesson_called(&self, name: &str) -> Option<&Arc<Lesson>> {
        let by_number = || self.lessons.get(name.parse::<usize>().ok()?.checked_sub(1)?);
        self.lesson(name).or_else(by_number)
    }
}

impl Lesson {
    /// The largest `lesson.toml`; a larger one is refused.
    pub const MAX_BYTES: usize = 1 << 20;
    /// How many rounds numbers are drawn before the example is used.
    pub const MOST_ROUNDS: u32 = 1000;

    /// The step with this id.
    pub fn step(&self, id: &str) -> Option<&Arc<LessonStep>> {
        self.steps.iter().find(|step| step.id == id)
    }

    /// The takeaway card, which is the last step and has this id.
    pub fn takeaway(&self) -> Option<&Arc<LessonStep>> {
        const ID: &str = "takeaway";
        self.steps.last().filter(|step| step.id == ID && matches!(step.kind, StepKind::Card))
    }

    /// The lesson with the numbers of this seed in this pack, by the current rules.
    ///
    /// # Errors
    /// When the example does not make a valid scene.
    pub fn drawn(&self, pack: &str, seed: &str) -> Result<Arc<Drawn>, NoScene> {
        self.drawn_by(Rules::default(), pack, seed)
    }

    /// [`Lesson::drawn`] by these rules.
    ///
    /// # Errors
    /// As [`Lesson::drawn`].
    pub fn drawn_by(&self, rules: Rules, pack: &str, seed: &str) -> Result<Arc<Drawn>, NoScene> {
        let mut source = RandomSource::new(pack, &self.id, seed);
        for round in 1..=Self::MOST_ROUNDS {
            let draw = |draw: &Draw| Some((draw.name.clone(), draw.draw(&mut source)?));
            let drawn: Option<Values> = self.draws.iter().map(draw).collect();
            let Some(made) = drawn.and_then(|values| self.made(values).ok()) else { continue };
            let made = Drawn { rounds: Some(round), rules, ..made };
            if self.fits(&made) {
                return Ok(Arc::new(made));
            }
        }
        self.made(self.example.clone()).map(|made| Arc::new(Drawn { rules, ..made }))
    }

    /// The lesson with these numbers.
    ///
    /// # Errors
    /// When they do not make a valid scene.
    pub fn with(&self, values: Values) -> Result<Arc<Drawn>, NoScene> {
        self.made(values).map(Arc::new)
    }

    fn made(&self, mut values: Values) -> Result<Drawn, NoScene> {
        for (name, of) in &self.lets {
            let value = of.value(Scope { values: &values, sandbox: None })?;
            values.insert(name.clone(), value);
        }
        let scene = self.scene_with(&values)?;
        Ok(Drawn { values, scene, rounds: None, rules: Rules::default() })
    }

    fn scene_with(&self, values: &Values) -> Result<Scene, NoScene> {
        let mut text = String::new();
        for (_, line) in &self.scene {
            text.push_str(&line.line_of_scene(Scope { values, sandbox: None })?);
            text.push('\n');
        }
        Scene::parse(&text).map_err(|faults| {
            let placed = |fault: Fault| {
                let line = fault.line.checked_sub(1).and_then(|line| self.scene.get(line));
                (line.map_or(0, |(at, _)| *at), fault)
            };
            NoScene::Scene(faults.into_iter().map(placed).collect())
        })
    }

    /// Whether all `where` conditions hold.
    pub fn fits(&self, drawn: &Drawn) -> bool {
        let Ok(mut sandbox) = Sandbox::new(drawn.scene.clone()) else { return false };
        sandbox.set_rules(drawn.rules);
        let mut wheres: Vec<_> = self.wheres.iter().collect();
        wheres.sort_by_key(|each| each.after_frames);
        let opening: World = sandbox.world().clone();
        wheres.iter().all(|each| {
            while sandbox.world().frame() < u64::from(each.after_frames) {
                if sandbox.step(1, &mut silent).is_err() {
                    return false;
                }
            }
            each.condition.holds(super::condition::Moment {
                values: &drawn.values,
                sandbox: &sandbox,
                opening: &opening,
                expects: &drawn.scene.expects,
                claims: &Claims::default(),
                position: 0,
                commands: 0,
                frames: 0,
            })
        })
    }
}

impl LessonStep {
    /// The question, if it is one.
    pub const fn question(&self) -> Option<&LessonQuestion> {
        match &self.kind {
            StepKind::Question(question) => Some(question),
            StepKind::Card | StepKind::Task(_) => None,
        }
    }
}

/// The files of a lesson, by their paths in the folder of the pack.
macro_rules! lesson {
    ($id:literal) => {
        [
            (concat!($id, "/lesson.toml"), include_str!(concat!("lessons/", $id, "/lesson.toml"))),
            (concat!($id, "/text.en.md"), include_str!(concat!("lessons/", $id, "/text.en.md"))),
        ]
    };
}

const PACK: &str = include_str!("lessons/pack.toml");
/// How many lessons the built-in pack has.
pub const BUILTIN_LESSONS: usize = 16;
const LESSONS: [[(&str, &str); 2]; BUILTIN_LESSONS] = [
    lesson!("apart"),
    lesson!("centres"),
    lesson!("strict"),
    lesson!("origins"),
    lesson!("sign"),
    lesson!("halves"),
    lesson!("zeros"),
    lesson!("parallel"),
    lesson!("inside"),
    lesson!("polygons"),
    lesson!("came-from"),
    lesson!("floor"),
    lesson!("corner"),
    lesson!("diagonal"),
    lesson!("tunnel"),
    lesson!("single"),
];

/// The ids of the built-in lessons, in order.
pub fn builtin_lessons() -> impl Iterator<Item = &'static str> {
    LESSONS.iter().filter_map(|[(path, _), _]| path.strip_suffix("/lesson.toml"))
}

/// The text of a file of the built-in pack.
pub fn builtin_file(path: &str) -> Option<&'static str> {
    if path == "pack.toml" {
        return Some(PACK);
    }
    LESSONS.iter().flatten().find(|(known, _)| *known == path).map(|(_, text)| *text)
}

impl Pack {
    /// The built-in pack.
    ///
    /// # Errors
    /// Never: a test parses it.
    pub fn builtin() -> Result<Self, Vec<FileFault>> {
        Self::read(&|path| builtin_file(path).map(str::to_owned))
    }
}

/// A position in a file, both numbers from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FilePlace {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// `31:1`
impl std::fmt::Display for FilePlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A fault of a file of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFault {
    /// The path of the file within the pack.
    pub path: String,
    /// The fault.
    pub fault: Fault,
}

/// `inside/lesson.toml:3:1: …`
impl std::fmt::Display for FileFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.path, self.fault)
    }
}

// The random numbers of a student: drawn from pack, lesson and seed by SHA-256, the same
// everywhere and forever.

/// A number to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Its name.
    pub name: String,
    /// The least possible value.
    pub from: i32,
    /// How many values are possible.
    pub count: u64,
    /// The distance between two neighbouring values.
    pub step: i32,
}

/// The stream of random numbers for one student in one lesson.
#[derive(Clone, Debug)]
pub struct RandomSource {
    key: [u8; 32],
    next_block: u64,
}

impl Draw {
    /// The value with this index, from 0.
    fn at(&self, index: u64) -> Option<Fraction> {
        let offset = i128::from(index).checked_mul(self.step.into())?;
        Fraction::new(offset.checked_add(self.from.into())?, 1)
    }

    /// Draws the number.
    pub(super) fn draw(&self, source: &mut RandomSource) -> Option<Fraction> {
        self.at(source.below(self.count))
    }

    /// Whether this value can be drawn.
    pub fn allows(&self, value: Fraction) -> bool {
        let offset = value.numerator() - i128::from(self.from);
        let (step, count) = (i128::from(self.step.max(1)), i128::from(self.count));
        value.denominator() == 1 && offset % step == 0 && (0..count).contains(&(offset / step))
    }
}

impl RandomSource {
    /// The random source for a student in a lesson.
    pub fn new(pack: &str, lesson: &str, seed: &str) -> Self {
        let text = ["hitscan lab 1", pack, lesson, seed].join("\n");
        Self { key: Sha256::digest(text).into(), next_block: 0 }
    }

    /// A uniform number below `count`; 0 if `count` is 0.
    fn below(&mut self, count: u64) -> u64 {
        // Reject values in the last, incomplete round, which would favour small numbers.
        let uneven = (u64::MAX % count.max(1) + 1) % count.max(1);
        loop {
            let block = self.block();
            if block <= u64::MAX - uneven {
                return block % count.max(1);
            }
        }
    }

    fn block(&mut self) -> u64 {
        let hash = Sha256::new().chain_update(self.key).chain_update(self.next_block.to_le_bytes());
        self.next_block += 1;
        let bytes: [u8; 32] = hash.finalize().into();
        bytes.iter().take(8).rev().fold(0, |block, &byte| block << 8 | u64::from(byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_a_range_is_drawn_and_no_other() {
        let draw = Draw { name: "a".to_owned(), from: -2, count: 3, step: 2 };
        let mut source = RandomSource::new("pack", "lesson", "seed");
        let drawn: Vec<_> = (0..60).filter_map(|_| draw.draw(&mut source)).collect();
        assert_eq!(drawn.len(), 60);
        for expected in [-2, 0, 2] {
            assert!(drawn.contains(&expected.into()) && draw.allows(expected.into()));
        }
        assert!(drawn.iter().all(|&value| draw.allows(value)));
        assert!(!draw.allows(1.into()) && !draw.allows(4.into()) && !draw.allows((-4).into()));
    }

    #[test]
    fn any_different_word_draws_different_numbers() {
        let row = |pack, lesson, seed| {
            let mut source = RandomSource::new(pack, lesson, seed);
            [source.below(1 << 60), source.below(1 << 60)]
        };
        let first = row("p", "l", "s");
        assert_eq!(first, row("p", "l", "s"));
        for other in [row("q", "l", "s"), row("p", "m", "s"), row("p", "l", "t")] {
            assert_ne!(first, other);
        }
    }
}
