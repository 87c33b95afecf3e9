//! A sitting on the screen.

use std::thread;
use std::time::Duration;

use super::hand_in::Replacement;
use super::student::Student;
use super::taken::{Place, numbered};
use super::{COURSE, Move, Sitting, Visit};
use crate::happening::happen;
use crate::plan::End;
use crate::program::{BOUND, Life, Program};
use crate::report::Fault;
use hitscan_core::lab::builtin_file;

/// How long the rest of a picture may take once it has begun.
const PICTURE: Duration = Duration::from_millis(100);

/// Plays the sitting.
pub(super) fn sit(
    student: &mut Student<'_>,
    sitting: &Sitting,
    arguments: &[String],
) -> Result<(), Fault> {
    let Student { stage, .. } = student;
    let program = Program::begin(stage.binary, arguments, &sitting.start, stage.scratch)?;
    let mut seat = Seat { student, program };
    if seat.program.was_refused() {
        let rows = seat.program.window.state().rows().join(" ");
        return Err(Fault(format!("learn was refused: {}", rows.trim())));
    }
    seat.look()?;
    for it in &sitting.moves {
        if seat.program.life() == Life::Ended {
            break;
        }
        seat.make(it)?;
    }
    seat.end(sitting)
}

/// A student at their screen.
struct Seat<'s, 'a> {
    student: &'s mut Student<'a>,
    program: Program,
}

impl Seat<'_, '_> {
    fn make(&mut self, it: &Move) -> Result<(), Fault> {
        match it {
            Move::Happens(event) => {
                self.student.stage.happens(event.kind(), &event.to_string());
                happen(&mut self.program, event);
                self.look()
            }
            Move::Visit(visit) => {
                self.student.stage.happens(visit.kind(), &visit.to_string());
                self.open(visit)?;
                for line in visit.lines() {
                    self.program.enter(line.as_bytes());
                }
                self.look()
            }
            Move::Replace(how, visit) => {
                let what = format!("{how:?}; {}", visit.opening());
                self.student.stage.happens("files of students replaced", &what);
                self.replace(*how, visit)
            }
        }
    }

    fn open(&mut self, visit: &Visit) -> Result<(), Fault> {
        self.program.enter(visit.opening().as_bytes());
        self.look()
    }

    /// Replaces or removes the file. The next write then reports it.
    fn replace(&mut self, how: Replacement, visit: &Visit) -> Result<(), Fault> {
        let (columns, rows) = super::ROOMY;
        self.program.window.resize(columns, rows);
        // Clears earlier messages about the file.
        self.program.close_prompts();
        self.look()?;
        if self.student.file.take_away(how).is_err() || self.program.life() == Life::Ended {
            self.student.stage.tell("which failed");
            return Ok(());
        }
        self.student.stage.figures.replaced += 1;
        self.program.enter(visit.opening().as_bytes());
        if how.is_of_folder() {
            self.look()?;
            self.student.file.bring_back(how).expect("the folder can be there again");
            // Any key causes a write; the next key clears the message about it.
            self.program.send(b"\x1b");
        }
        self.await_told(how)?;
        if how.is_of_folder() { self.open(visit) } else { self.look() }
    }

    /// Waits until the program reports what has happened to the file.
    fn await_told(&mut self, how: Replacement) -> Result<(), Fault> {
        let file = &mut self.student.file;
        let told = self.program.window.wait(BOUND, |state| {
            let rows = state.rows();
            let is_named = rows.iter().filter(|row| file.hear(row)).count() > 0;
            // If the folder was moved away, the file comes back with it, which needs no report.
            let is_told = if how.is_of_folder() { file.is_there() } else { is_named };
            is_told.then_some(())
        });
        told.ok_or_else(|| {
            Fault(format!("the file was replaced ({how:?}), and nothing is said of it"))
        })
    }

    /// Looks at the screen, and notes what it says about the step and the file.
    fn look(&mut self) -> Result<(), Fault> {
        let life = self.program.life();
        let life = if life == Life::Running {
            self.program.probe(self.student.stage.figures)
        } else {
            Ok(life)
        };
        let shown = self.program.window.wait(PICTURE, |state| shown(&state.rows()));
        self.hear();
        life?;
        if let Some((place, Some(points))) = shown {
            self.student.taken.note(place, points);
        }
        Ok(())
    }

    fn hear(&mut self) {
        let rows = self.program.window.state().rows();
        for row in &rows {
            self.student.file.hear(row);
        }
        *self.student.stage.screen = rows;
    }

    fn end(&mut self, sitting: &Sitting) -> Result<(), Fault> {
        if self.program.life() == Life::Ended {
            self.student.ends("by a key");
            return Ok(());
        }
        let end = sitting.start.end;
        let in_a_visit = match end {
            End::AtOnce => self.begin_last(&sitting.last)?,
            _ => None,
        };
        self.student.ends(&end.to_string());
        let ended = self.program.end();
        self.note_last(in_a_visit);
        self.hear();
        ended
    }

    /// Begins something that is to be interrupted. Returns the place, if it has not been passed
    /// yet.
    fn begin_last(&mut self, (visit, milliseconds): &(Visit, u64)) -> Result<Option<Place>, Fault> {
        self.student.stage.happens(visit.kind(), &format!("{visit}, cut off"));
        self.open(visit)?;
        let before = shown(&self.program.window.state().rows());
        for line in visit.lines() {
            self.program.send(format!(":{line}\r").as_bytes());
        }
        thread::sleep(Duration::from_millis(*milliseconds));
        Ok(before.filter(|(_, points)| points.is_none()).map(|(place, _)| place))
    }

    /// Whatever was shown at the very end counts. No other step has been opened since, so half a
    /// picture will do, except for its numbers.
    fn note_last(&mut self, place: Option<Place>) {
        let Some(place) = place else { return };
        let is_taken = |(there, points): (Place, Option<u64>)| {
            (there == place && points.is_some()).then_some(())
        };
        let shown = self.program.window.wait(PICTURE, |it| shown(&it.rows()).and_then(is_taken));
        if shown.is_some() {
            self.student.stage.tell("which was shown as taken");
            self.student.taken.note(place, 1);
        }
    }
}

/// The lesson of a title row: `lesson 9  A box of four edges`, or only the title if there is no
/// room for both.
fn lesson_named(named: &str) -> Option<&'static str> {
    if let Some(rest) = named.strip_prefix("lesson ") {
        let number: usize = rest.split(' ').next()?.parse().ok()?;
        return COURSE.get(number.checked_sub(1)?).map(|(id, _)| id.as_str());
    }
    let is_it = |id: &str| {
        let text = builtin_file(&format!("{id}/text.en.md")).unwrap_or_default();
        text.lines().nth(1).is_some_and(|title| title == named.trim_end())
    };
    COURSE.iter().map(|(id, _)| id.as_str()).find(|id| is_it(id))
}

/// The step that the rows show, and its points so far.
fn shown(rows: &[String]) -> Option<(Place, Option<u64>)> {
    let header = rows.first()?.trim_start();
    let (lesson, rest) = header.split_once(" step ")?;
    let mut counts = rest.split(' ').filter(|word| *word != "of");
    let [number, of] = [counts.next()?, counts.next()?];
    let place = numbered(lesson_named(lesson)?, number.parse().ok()?, of.parse().ok()?)?;
    let points = rows.iter().find_map(|row| {
        let (_, state) = row.split_once("[x] ").or_else(|| row.split_once("[-] "))?;
        let counts =
            ["done, ", "right ", "wrong "].into_iter().find_map(|it| state.strip_prefix(it));
        counts?.split(' ').next()?.parse().ok()
    });
    Some((place, points))
}
