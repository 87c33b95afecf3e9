//! What was shown as answered or done, compared with grading.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::COURSE;
use crate::report::Fault;
use crate::stage::Stage;
use crate::tool;

/// The points that were shown, by lesson and step.
#[derive(Debug, Default)]
pub(super) struct Taken {
    points: BTreeMap<(&'static str, &'static str), u64>,
    /// The last lines before the program was killed: no chain link follows them.
    cuts: Vec<u64>,
}

/// A step of the course.
pub(super) type Place = (&'static str, &'static str);

/// The step with this number, if the lesson has `of` steps.
pub(super) fn numbered(lesson: &str, number: usize, of: usize) -> Option<Place> {
    let (lesson, steps) = COURSE.iter().find(|(id, steps)| id == lesson && steps.len() == of)?;
    let (step, _) = steps.get(number.checked_sub(1)?)?;
    Some((lesson, step))
}

impl Taken {
    /// Notes the points shown for a step.
    pub(super) fn note(&mut self, place: Place, points: u64) {
        let most = self.points.entry(place).or_default();
        *most = points.max(*most);
    }

    /// Notes that the program was killed: its output ends here.
    pub(super) fn cut(&mut self, file: &Path) {
        let lines = fs::read_to_string(file).unwrap_or_default().lines().count();
        self.cuts.push(u64::try_from(lines).unwrap_or(u64::MAX));
    }

    /// Whether a note only says that the program was killed there.
    fn is_cut(&self, note: &Value) -> bool {
        let line = note["line"].as_u64().unwrap_or_default();
        note["note"] == "open" && self.cuts.contains(&line)
    }

    /// Checks that grading finds these points in a file, and no fault. Returns how many there are.
    pub(super) fn check(&self, stage: &Stage<'_>, file: &str) -> Result<u64, Fault> {
        let arguments = ["grade", file, "--format", "ndjson"];
        let ran = tool::run(stage.binary, stage.scratch, &arguments)?;
        if ran.status != 0 {
            let (status, said) = (ran.status, ran.output);
            return Err(Fault(format!("grade ends with {status} on {file}: {said:.500}")));
        }
        let mut left = self.points.clone();
        for line in ran.output.lines() {
            let event: Value = serde_json::from_str(line)
                .map_err(|why| Fault(format!("grade says no JSON: {why}: {line:.200}")))?;
            let word = |name: &str| event[name].as_str().unwrap_or_default();
            match word("event") {
                "fault" => return Err(Fault(format!("grade finds a fault in {file}: {line}"))),
                "student" => {
                    let mut notes = event["notes"].as_array().into_iter().flatten();
                    if !notes.all(|note| self.is_cut(note)) {
                        return Err(Fault(format!("grade notes something of {file}: {line}")));
                    }
                }
                "item" => {
                    let found = event["points"].as_u64().unwrap_or_default();
                    let is_it =
                        |(lesson, step): &Place| *lesson == word("lesson") && *step == word("step");
                    left.retain(|place, shown| !is_it(place) || *shown > found);
                }
                _ => {}
            }
        }
        if !left.is_empty() {
            let all = self.points.len();
            return Err(Fault(format!("of {all} steps these are not graded as shown: {left:?}")));
        }
        Ok(u64::try_from(self.points.len()).unwrap_or(u64::MAX))
    }
}
