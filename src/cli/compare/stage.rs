//! An example put into a sandbox: what it says there, and the scene of it.

use super::{Case, Example};
use crate::geom::ShapeKind;
use crate::methods::{
    Against, AnyMethod, Contact, FrameVerdicts, Reason, SideMethod, Verdict, frame_verdicts,
    verdicts,
};
use crate::scene::{Expect, ExpectedTime, Scene};
use crate::script::{Command, Pair, Sandbox};
use crate::words::{side_reason, whether_reason};
use crate::world::{Name, Object};

/// An example as it stands in a sandbox once its frame is made.
pub(super) struct Staged<'a> {
    example: &'a Example,
    objects: Vec<Object>,
    pair: Pair,
    whether: Vec<Verdict>,
    /// Of a frame.
    sides: Option<FrameVerdicts>,
}

impl<'a> Staged<'a> {
    pub(super) fn of(example: &'a Example) -> Self {
        let objects = objects(&example.case);
        let scene = Scene { objects: objects.clone(), ..Scene::default() };
        let mut sandbox = Sandbox::new(scene).expect("two names, on the plane");
        if example.case.as_frame().is_some() {
            sandbox
                .apply(&Command::Step(1))
                .expect("a frame that is drawn ends on the plane, and so do simpler ones");
        }
        let [a, b] = [0, 1].map(|at| sandbox.world().find(&objects[at].name));
        let pair = a.zip(b).and_then(|(a, b)| sandbox.pair(a, b)).expect("both are there");
        let whether =
            verdicts(&pair.a.shape, &pair.b.shape, &pair.judgement.meeting, Contact::Source);
        let moving = pair.a.moving().zip(pair.b.moving());
        let moving = moving.filter(|(a, b)| a.motion != b.motion);
        let sides = moving.map(|(a, b)| frame_verdicts(&a, &b));
        Self { example, objects, pair, whether, sides }
    }

    /// Why the method differs here, in words.
    pub(super) fn sentence(&self) -> String {
        let Pair { a, b, judgement } = &self.pair;
        let Example { method, reason, .. } = *self.example;
        if let (AnyMethod::FromWhichSide(_), Some(frame)) = (method, &judgement.frame) {
            return side_reason(a, b, frame, reason);
        }
        let is_it =
            |row: &&Verdict| AnyMethod::Whether(row.method) == method && row.reason == Some(reason);
        let row = self.whether.iter().find(is_it);
        row.and_then(|row| whether_reason(a, b, row)).unwrap_or_default()
    }

    /// The scene that shows it, with all that is true of it expected.
    pub(super) fn scene(&self) -> Scene {
        let Example { method, reason, .. } = self.example;
        let (id, code) = (method.id(), reason.code());
        let title = match self.example.against() {
            Against::Wrong => format!("{id} is wrong: {code}"),
            Against::Convention => format!("{id} differs by convention: {code}"),
            Against::Agrees | Against::NotApplicable => {
                format!("{id} is right in f32 only: {code}")
            }
        };
        let first = if self.sides.is_some() { "Make one step (.), then open" } else { "Open" };
        let f32 = if *reason == Reason::Rounding { ", to f32 with Enter" } else { "" };
        let sentence = self.sentence();
        let note = format!("{first} Why (w) and turn to {id} with n{f32}: {sentence}");
        let expects = vec![self.expect()];
        Scene { title, note, objects: self.objects.clone(), expects, ..Scene::default() }
    }

    fn expect(&self) -> Expect {
        let Pair { a, b, judgement } = &self.pair;
        let meeting = judgement.meeting;
        let has_laser = [a, b].iter().any(|party| party.shape.kind() == ShapeKind::Laser);
        let swept = judgement.swept.filter(|_| self.sides.is_some());
        let laser_times = meeting.span.and_then(|span| span.t).map(ExpectedTime::Laser);
        let frame_time = judgement.time().map(ExpectedTime::Frame);
        Expect {
            after_frames: u32::from(swept.is_some()),
            relation: Some(meeting.relation),
            result: Some(judgement.outcome),
            direction: has_laser.then_some(meeting.direction),
            outcome: swept.map(Into::into),
            sides: swept.map(|_| judgement.sides()),
            t: if swept.is_some() { frame_time } else { laser_times },
            reasons: Some(self.reasons()),
            wrong: Some(self.wrong()),
            ..Expect::nothing_of([a.name, b.name])
        }
    }

    /// What every method says: those of the end of the frame too, since they
    /// are asked there as well.
    fn answers(&self) -> Vec<(AnyMethod, Against, Option<Reason>)> {
        let whether = self.whether.iter();
        let mut answers: Vec<_> =
            whether.map(|row| (AnyMethod::Whether(row.method), row.against, row.reason)).collect();
        if let Some(FrameVerdicts { relative_velocity, predict_corner, .. }) = self.sides {
            let of = AnyMethod::FromWhichSide;
            let (velocity, corner) = (relative_velocity, predict_corner);
            answers.push((of(SideMethod::RelativeVelocity), velocity.against, velocity.reason));
            answers.push((of(SideMethod::PredictCorner), corner.against, corner.reason));
        }
        answers
    }

    fn reasons(&self) -> Vec<Reason> {
        let mut reasons: Vec<_> =
            self.answers().into_iter().filter_map(|(_, _, reason)| reason).collect();
        reasons.sort_unstable();
        reasons.dedup();
        reasons
    }

    fn wrong(&self) -> Vec<AnyMethod> {
        let wrong = self.answers().into_iter().filter(|(_, against, _)| *against == Against::Wrong);
        let mut methods: Vec<_> = wrong.map(|(method, ..)| method).collect();
        methods.dedup();
        methods
    }
}

/// The two with names that tell their kinds.
fn objects(case: &Case) -> Vec<Object> {
    let shapes = case.shapes();
    let mut names = shapes.each_ref().map(|shape| names(shape.kind())[0]);
    if names[0] == names[1] {
        names[1] = self::names(shapes[1].kind())[1];
    }
    let named = names.into_iter().zip(shapes).zip(case.motions());
    let object = |((name, shape), velocity)| {
        let name = Name::new(name).expect("a letter");
        Object { name, shape, velocity, fixed: false }
    };
    named.map(object).collect()
}

/// What the first of a kind is called, and the second.
const fn names(kind: ShapeKind) -> [&'static str; 2] {
    match kind {
        ShapeKind::Box => ["A", "B"],
        ShapeKind::Laser => ["L", "M"],
        ShapeKind::Polygon => ["P", "Q"],
    }
}
