//! Which methods an answer is about, besides those that are always listed.

use super::boundary::BoundaryRule;
use super::registry::Method;
use super::row::{Question, Shown};
use super::verdict::{FrameVerdicts, Verdict};
use hitscan_geom::{Meeting, Moving, Shape, ShapeKind, swept};

/// The methods shown on request that are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Requested {
    /// None.
    #[default]
    Nothing,
    /// These, if they apply.
    These(Vec<Method>),
    /// All that apply.
    All,
}

impl Requested {
    /// Reads `all`, `listed`, or ids with commas between them.
    ///
    /// # Errors
    /// Names the id that no method has, and those there are.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text {
            "all" => return Ok(Self::All),
            "listed" => return Ok(Self::Nothing),
            _ => {}
        }
        let named = |id: &str| {
            Method::all().find(|method| method.id() == id).ok_or_else(|| {
                let ids: Vec<_> = Method::all().map(Method::id).collect();
                format!(
                    "no method has the id {id}; expected all, listed, or some of {}",
                    ids.join(", ")
                )
            })
        };
        text.split(',').map(named).collect::<Result<_, _>>().map(Self::These)
    }

    /// The same, and the readings of the articles.
    #[must_use]
    pub fn with_readings(self) -> Self {
        let on_request = |method: &Method| method.row().shown == Shown::OnRequest;
        let methods = match self {
            Self::Nothing => Vec::new(),
            Self::These(methods) => methods,
            Self::All => Method::all().filter(on_request).collect(),
        };
        Self::These(methods.into_iter().chain(Method::readings()).collect())
    }

    fn includes(&self, method: Method) -> bool {
        let is_asked_for = match self {
            Self::Nothing => false,
            Self::These(methods) => methods.contains(&method),
            Self::All => method.row().shown == Shown::OnRequest,
        };
        is_asked_for || method.row().shown == Shown::Always
    }

    /// The methods for such a pair, except [`Method::SWEPT`].
    fn methods(&self, a: ShapeKind, b: ShapeKind) -> impl Iterator<Item = Method> + '_ {
        let readings = match self {
            Self::These(methods) => methods.as_slice(),
            Self::Nothing | Self::All => &[],
        };
        let readings =
            readings.iter().copied().filter(|method| method.row().shown == Shown::AsPrinted);
        let listed = Method::all().filter(|&method| self.includes(method));
        listed
            .chain(readings)
            .filter(move |&method| method != Method::SWEPT && method.applies_to(a, b))
    }

    /// What the listed methods and those asked for answer about two shapes, in the
    /// order of the registry, each exact first and then in f32.
    #[must_use]
    pub fn verdicts(
        &self,
        a: &Shape,
        b: &Shape,
        meeting: &Meeting,
        boundary_rule: BoundaryRule,
    ) -> Vec<Verdict> {
        let mut verdicts = Vec::with_capacity(6);
        for method in self.methods(a.kind(), b.kind()) {
            verdicts.extend(method.verdicts(a, b, meeting, boundary_rule));
        }
        verdicts
    }

    /// What the listed side methods and those asked for answer about two boxes in
    /// one frame.
    #[must_use]
    pub fn frame_verdicts(&self, a: &Moving, b: &Moving) -> FrameVerdicts {
        let swept = swept(a, b);
        let sides = self
            .methods(ShapeKind::Box, ShapeKind::Box)
            .filter_map(|method| method.side_verdict(a, b, &swept))
            .collect();
        FrameVerdicts { swept, sides }
    }
}

/// What every listed method that applies to this pair answers, in the order of
/// the registry, each exact first and then in f32. `meeting` is the exact answer
/// for the same pair.
#[must_use]
pub fn verdicts(
    a: &Shape,
    b: &Shape,
    meeting: &Meeting,
    boundary_rule: BoundaryRule,
) -> Vec<Verdict> {
    Requested::Nothing.verdicts(a, b, meeting, boundary_rule)
}

/// What the listed side methods answer when `a` runs into `b` in one frame.
#[must_use]
pub fn frame_verdicts(a: &Moving, b: &Moving) -> FrameVerdicts {
    Requested::Nothing.frame_verdicts(a, b)
}

/// What a reading of an article answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingAnswer {
    /// Whether two shapes meet.
    Hit(bool),
    /// What it names.
    Named(&'static str),
}

/// What the readings of the articles answer about two shapes, and about two boxes
/// in a frame if there is one, in the order of their methods.
#[must_use]
pub fn readings(
    [a, b]: [&Shape; 2],
    meeting: &Meeting,
    frame: Option<&[Moving; 2]>,
) -> Vec<(Method, ReadingAnswer)> {
    let answer = |method: Method| match &method.row().question {
        Question::DoTheyMeet(_) => {
            let verdict = method.verdicts(a, b, meeting, BoundaryRule::Source).next()?;
            Some((method, ReadingAnswer::Hit(verdict.hit)))
        }
        Question::FromWhichSide(_) => {
            let [a, b] = frame?;
            Some((method, ReadingAnswer::Named(method.claim(a, b)?.label)))
        }
    };
    Method::readings().filter_map(answer).collect()
}
