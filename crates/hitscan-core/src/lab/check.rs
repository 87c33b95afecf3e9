//! Automates the checks that an author would otherwise do by hand: the texts of a pack, and every
//! step with the numbers of many seeds.
//!
//! Not here: faults of parsing alone ([`super::read`], [`super::text`]).

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::attempt::Attempt;
use super::condition::Condition;
use super::expression::Scope;
use super::order::Order;
use super::pack::{Drawn, FilePlace, Lesson, LessonStep, Pack, Solution, StepKind};
use super::policy::leaves_lesson;
use super::progress::Progress;
use super::question::{LessonQuestion, NamedBelief};
use super::task::Solutions;
use super::text::{LessonText, Room, missing_fault};
use crate::command::{Command, CommandSpec};
use crate::engine::expect::examine;
use crate::engine::{Engine, Sandbox, silent};
use crate::scene::{Fault, printable};
use crate::words::nearest;
use crate::world::Settings;

/// How many seeds the author's check tries for each lesson.
pub const SEEDS: usize = 100;
/// The most rounds of drawing; needing more is a fault, since `where` accepts too little.
const MOST_ROUNDS: u32 = 500;

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Faults that must be fixed, by file, then in the order of the lesson.
    pub faults: Vec<CheckFault>,
    /// Possible mistakes: a question with one answer for all seeds, or a lesson without
    /// a takeaway card.
    pub warnings: Vec<CheckFault>,
}

/// The id of the card that sums up what a student takes away from a lesson.
const TAKEAWAY: &str = "takeaway";

/// A fault of a file, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckFault {
    /// The path of the file within the pack.
    pub path: String,
    /// The position in it, if known.
    pub place: Option<FilePlace>,
    /// What is wrong.
    pub message: String,
}

/// `inside/lesson.toml:31:1  hide: solved at the start, seed s4`
impl fmt::Display for CheckFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        match self.place {
            // Faults in texts have lines but no columns.
            Some(FilePlace { line, column: 0 }) => write!(f, ":{line}")?,
            Some(place) => write!(f, ":{place}")?,
            None => {}
        }
        write!(f, "  {}", printable(&self.message))
    }
}

/// Checks a parsed pack, each lesson with this many seeds. `file` returns the text of a file by its
/// path in the folder, and `actions` are the ids that name a key.
pub fn check(
    pack: &Pack,
    actions: &[&str],
    seeds: usize,
    file: &dyn Fn(&str) -> Option<String>,
) -> Checked {
    let mut checked = Checked::default();
    let mut named = BTreeSet::new();
    for lesson in &pack.lessons {
        let mut checking = Checking { lesson, seeds, checked: &mut checked };
        let texts = checking.texts(pack, file);
        let solutions = checking.solutions(file);
        checking.keys(&texts, actions);
        checking.takeaway();
        checking.commands(&mut named, &texts, solutions.as_ref());
        checking.steps(pack, &texts, solutions.as_ref());
    }
    checked
}

/// A message without the parts that differ from seed to seed: everything after the seed, and the
/// numbers before it.
fn without_seed(message: &str) -> String {
    match message.split_once(", seed ") {
        None => message.to_owned(),
        Some((before, _)) => {
            before.chars().filter(|c| !c.is_ascii_digit() && !"-./".contains(*c)).collect()
        }
    }
}

/// Why a task is not done: `L A touches, never within`.
fn other_end(attempt: &Attempt, engine: &Engine) -> Option<String> {
    let (task, progress) = attempt.task()?;
    let sandbox = engine.sandbox();
    let ever = progress.not_reached(task).flatten().map(|condition| ("never", condition));
    let now = task.now.iter().map(|condition| ("not", condition));
    ever.chain(now).find_map(|(never, condition)| {
        let Condition::Pair(of) = condition else { return None };
        let [a, b] = of.expect.pair()?;
        let [Some(first), Some(second)] = [a, b].map(|name| sandbox.world().find(&name)) else {
            return Some(format!("{a} and {b} are not both there"));
        };
        let found = examine(sandbox, first, second)?.pair.pair_result;
        let relation =
            of.expect.relation.map(|asked| (found.meeting.relation.token(), asked.token()));
        let result = of.expect.result.map(|asked| (found.outcome.token(), asked.token()));
        let (found, asked) =
            [relation, result].into_iter().flatten().find(|(is, asked)| is != asked)?;
        Some(format!("{a} {b} {found}, {never} {asked}"))
    })
}

/// Why a student cannot type a command shown in a text, if so. Words in it may stand for names.
fn not_to_be_said(line: &str) -> Option<String> {
    if Order::parse(line).is_some() {
        return None;
    }
    if let Ok(command) = Command::parse(line, &Settings::default()) {
        return command.and_then(|command| leaves_lesson(&command)).map(str::to_owned);
    }
    let word = line.split_whitespace().next().unwrap_or_default();
    CommandSpec::named(word).err().map(|why| why.message)
}

/// A lesson being checked.
struct Checking<'c> {
    lesson: &'c Arc<Lesson>,
    seeds: usize,
    checked: &'c mut Checked,
}

impl Checking<'_> {
    fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.lesson.id)
    }

    fn fault(&mut self, path: String, place: Option<FilePlace>, message: impl Into<String>) {
        let fault = CheckFault { path, place, message: message.into() };
        // Report it for one seed only.
        let is_same = |known: &CheckFault| {
            known.path == fault.path
                && known.place == fault.place
                && without_seed(&known.message) == without_seed(&fault.message)
        };
        if !self.checked.faults.iter().any(is_same) {
            self.checked.faults.push(fault);
        }
    }

    fn of_reading(&mut self, path: &str, faults: Vec<Fault>) {
        for Fault { line, column, found, message } in faults {
            self.fault(
                path.to_owned(),
                Some(FilePlace { line, column }),
                format!("{found}: {message}"),
            );
        }
    }

    /// Parses the texts in every language, and compares their headings with those of the first.
    fn texts(
        &mut self,
        pack: &Pack,
        file: &dyn Fn(&str) -> Option<String>,
    ) -> Vec<(String, LessonText)> {
        let mut texts: Vec<(String, LessonText)> = Vec::new();
        for language in &pack.languages {
            let name = format!("text.{language}.md");
            let path = self.path(&name);
            let Some(text) = file(&path) else {
                self.fault(path, None, "there is no such file");
                continue;
            };
            let (read, faults, missing) = LessonText::read(&text, self.lesson);
            self.of_reading(&path, faults);
            // Faults of the first language are reported below.
            let first = texts.first().map(|(_, text)| text);
            let nowhere = missing
                .into_iter()
                .filter(|key| first.is_none_or(|first| first.get(key).is_none()));
            self.of_reading(&path, nowhere.map(missing_fault).collect());
            texts.push((path, read));
        }
        let Some(((first_path, first), others)) = texts.split_first() else { return texts };
        let first_name = first_path.rsplit('/').next().unwrap_or_default();
        for (path, other) in others {
            for (key, ..) in first.all().filter(|(key, ..)| other.get(key).is_none()) {
                self.fault(path.clone(), None, format!("{key} is missing; {first_name} has it"));
            }
        }
        texts
    }

    fn solutions(&mut self, file: &dyn Fn(&str) -> Option<String>) -> Option<Solutions> {
        let path = self.path("solutions.toml");
        let Some(text) = file(&path) else {
            self.fault(path, None, "there is no such file");
            return None;
        };
        match Solutions::parse(&text, self.lesson) {
            Ok(solutions) => Some(solutions),
            Err(faults) => {
                self.of_reading(&path, faults);
                None
            }
        }
    }

    /// Every key named in a text must be that of an action, and the command shown in the line
    /// interface must work there.
    fn keys(&mut self, texts: &[(String, LessonText)], actions: &[&str]) {
        for (path, text) in texts {
            for (key, line, template) in text.all() {
                let unknown = template.keys().filter(|(action, _)| !actions.contains(action));
                let unknown = unknown.map(|(action, _)| {
                    let meant = nearest(action, actions.iter().copied());
                    let meant = meant.map(|meant| format!("; did you mean {meant}?"));
                    format!("{key}: {action}: no such action{}", meant.unwrap_or_default())
                });
                let refused = template.keys().filter_map(|(_, command)| {
                    not_to_be_said(command).map(|why| format!("{key}: {command}: {why}"))
                });
                for message in unknown.chain(refused) {
                    self.fault(path.clone(), Some(FilePlace { line, column: 0 }), message);
                }
            }
        }
    }

    /// The takeaway card must come last.
    fn takeaway(&mut self) {
        let is_there =
            |step: &Arc<LessonStep>| step.id == TAKEAWAY && matches!(step.kind, StepKind::Card);
        if !self.lesson.steps.last().is_some_and(is_there) {
            let message = format!("the last step must be a card {TAKEAWAY}: what a student keeps");
            let (path, place) = (self.path("lesson.toml"), None);
            self.checked.warnings.push(CheckFault { path, place, message });
        }
    }

    /// Every command of a solution must be named in a text up to there: in `named`, or
    /// in this lesson.
    fn commands(
        &mut self,
        named: &mut BTreeSet<String>,
        texts: &[(String, LessonText)],
        solutions: Option<&Solutions>,
    ) {
        let Some((_, text)) = texts.first() else { return };
        let Ok(drawn) = self.lesson.with(self.lesson.example.clone()) else { return };
        let Ok(sandbox) = Sandbox::new(drawn.scene.clone()) else { return };
        let scope = Scope { values: &drawn.values, sandbox: Some(&sandbox) };
        for (_, _, template) in text.all() {
            let shown = template.line(scope).unwrap_or_default();
            named.extend(shown.split(|c: char| !c.is_alphanumeric()).map(str::to_owned));
        }
        let path = self.path("solutions.toml");
        for solution in solutions.iter().flat_map(|solutions| solutions.0.values()) {
            for line in solution.commands.iter().filter_map(|line| line.line(scope).ok()) {
                let command = match line.split_whitespace().next().unwrap_or_default() {
                    // Claims of programs are recorded by `hitscan try`.
                    "own" => "try",
                    command => command,
                };
                if !named.contains(command) {
                    let message = format!("{command}: no text so far names this command");
                    self.fault(path.clone(), Some(solution.place), message);
                }
            }
        }
    }

    /// Tries everything with every seed.
    fn steps(
        &mut self,
        pack: &Pack,
        texts: &[(String, LessonText)],
        solutions: Option<&Solutions>,
    ) {
        let path = self.path("lesson.toml");
        let example = self.lesson.with(self.lesson.example.clone());
        if example.is_ok_and(|example| !self.lesson.fits(&example)) {
            self.fault(path.clone(), None, "example: where does not hold of it");
        }
        let mut answers: BTreeMap<&str, (bool, String)> = BTreeMap::new();
        for seed in (1..=self.seeds).map(|number| format!("s{number}")) {
            let drawn = match self.lesson.drawn(&pack.id, &seed) {
                Ok(drawn) => drawn,
                Err(why) => {
                    self.fault(path.clone(), None, format!("{why}, seed {seed}"));
                    continue;
                }
            };
            if drawn.rounds.is_none_or(|rounds| rounds > MOST_ROUNDS) {
                let message = format!("where: more than {MOST_ROUNDS} rounds, seed {seed}");
                self.fault(path.clone(), None, message);
            }
            self.rooms(texts, &drawn, &seed);
            for step in &self.lesson.steps {
                match &step.kind {
                    StepKind::Card => {}
                    StepKind::Question(question) => {
                        let Some(right) = self.question(step, question, &drawn, &seed) else {
                            continue;
                        };
                        let known = answers.entry(&step.id).or_insert((true, right.clone()));
                        known.0 &= known.1 == right;
                    }
                    StepKind::Task(_) => self.task(step, &drawn, &seed, solutions),
                }
            }
        }
        for step in &self.lesson.steps {
            if let Some((true, right)) = answers.get(step.id.as_str()) {
                self.one_answer(step, right);
            }
        }
    }

    /// If one answer is right for all seeds, no belief may lead to it.
    fn one_answer(&mut self, step: &LessonStep, right: &str) {
        let path = self.path("lesson.toml");
        let beliefs = step.question().map(|question| question.beliefs.as_slice());
        let leads_to_it = |named: &&NamedBelief| named.is_bare_word_of(right);
        for named in beliefs.unwrap_or_default().iter().filter(leads_to_it) {
            self.right_belief(step, named, "s1");
        }
        let message = format!("{}: {right} is right for all seeds", step.id);
        self.checked.warnings.push(CheckFault { path, place: Some(step.place), message });
    }

    fn right_belief(&mut self, step: &LessonStep, named: &NamedBelief, seed: &str) {
        let (id, belief) = (&step.id, &named.id);
        let message = format!("{id}: belief {belief} is the right answer, seed {seed}");
        self.fault(self.path("lesson.toml"), Some(named.place), message);
    }

    /// Every text must fit its room.
    fn rooms(&mut self, texts: &[(String, LessonText)], drawn: &Arc<Drawn>, seed: &str) {
        let Ok(sandbox) = Sandbox::new(drawn.scene.clone()) else { return };
        let scope = Scope { values: &drawn.values, sandbox: Some(&sandbox) };
        for (path, text) in texts {
            for (key, line, template) in text.all() {
                let shown = match template.line(scope) {
                    Ok(shown) if key == "title" => format!("{}: {shown}", self.lesson.id),
                    Ok(shown) => shown,
                    Err(why) => {
                        let place = Some(FilePlace { line, column: 0 });
                        self.fault(path.clone(), place, format!("{key}: {why}, seed {seed}"));
                        continue;
                    }
                };
                let room = Room::of(key);
                if !room.fits(&shown) {
                    let message = format!("{key}: {}", room.exceeded_by(&shown));
                    self.fault(path.clone(), Some(FilePlace { line, column: 0 }), message);
                }
            }
        }
    }

    /// Gives the right answer; no belief may lead to it.
    fn question(
        &mut self,
        step: &Arc<LessonStep>,
        question: &LessonQuestion,
        drawn: &Arc<Drawn>,
        seed: &str,
    ) -> Option<String> {
        let found = Attempt::open(self.lesson, drawn, step).and_then(|(attempt, engine)| {
            let right = attempt.right(question, &engine)?;
            let beliefs = attempt.beliefs_behind(question, &right, &engine)?;
            let can_be_said = question.read(&right.to_string(), engine.world()).is_some();
            Ok((right.to_string(), beliefs, can_be_said))
        });
        let path = self.path("lesson.toml");
        match found {
            Ok((right, beliefs, can_be_said)) => {
                if !can_be_said {
                    let message = format!("{}: {right} cannot be said, seed {seed}", step.id);
                    self.fault(path.clone(), Some(step.place), message);
                }
                // A bare word is ignored for seeds where it is right.
                let counts = |own: &&NamedBelief| beliefs.contains(&own.id) && !own.is_bare_word();
                for named in question.beliefs.iter().filter(counts) {
                    self.right_belief(step, named, seed);
                }
                Some(right)
            }
            Err(why) => {
                let message = format!("{}: {why}, seed {seed}", step.id);
                self.fault(path, Some(step.place), message);
                None
            }
        }
    }

    /// A task must not be done at the start, and its solution must complete it, not its steps alone.
    fn task(
        &mut self,
        step: &Arc<LessonStep>,
        drawn: &Arc<Drawn>,
        seed: &str,
        solutions: Option<&Solutions>,
    ) {
        let id = &step.id;
        let path = self.path("lesson.toml");
        let (mut attempt, mut engine) = match Attempt::open(self.lesson, drawn, step) {
            Ok(opened) => opened,
            Err(why) => {
                return self.fault(path, Some(step.place), format!("{id}: {why}, seed {seed}"));
            }
        };
        if attempt.is_done() {
            let message = format!("{id}: solved at the start, seed {seed}");
            return self.fault(path, Some(step.place), message);
        }
        let Some(solution) = solutions.and_then(|solutions| solutions.0.get(id)) else { return };
        let path = self.path("solutions.toml");
        let done = attempt.carry_out(&solution.commands, &mut engine, &mut silent);
        let why = match done {
            Err(why) => why.to_string(),
            Ok(()) if !attempt.is_done() => other_end(&attempt, &engine)
                .unwrap_or_else(|| "the solution does not complete the task".to_owned()),
            Ok(()) => return self.steps_alone(step, drawn, seed, solution),
        };
        let message = format!("{id}: not solved, seed {seed}: {why}");
        self.fault(path, Some(solution.place), message);
    }

    /// If a solution has any other command, its steps alone, at least one, must not complete the
    /// task. A solution of nothing but steps says that waiting is what the task wants.
    fn steps_alone(
        &mut self,
        step: &Arc<LessonStep>,
        drawn: &Arc<Drawn>,
        seed: &str,
        solution: &Solution,
    ) {
        let Ok((mut attempt, mut engine)) = Attempt::open(self.lesson, drawn, step) else { return };
        let mut steps = attempt.commands(&solution.commands);
        steps.retain(|command| matches!(command, Command::Step(_)));
        if steps.len() == solution.commands.len() {
            return;
        }
        if steps.is_empty() {
            steps.push(Command::Step(1));
        }
        for made in &steps {
            // A step that is refused completes nothing.
            let _ = attempt.execute(made, &mut engine, &mut silent, &mut Progress::default());
        }
        if attempt.is_done() {
            let message = format!("{}: solved by stepping alone, seed {seed}", step.id);
            self.fault(self.path("lesson.toml"), Some(step.place), message);
        }
    }
}
