//! Which methods an answer covers, besides those that are always listed.

use super::registry::Method;
use super::row::{BoundaryRule, ListedWhen, MethodInput, MethodQuestion};
use super::verdict::{FrameVerdicts, RegionVerdicts, Verdict};
use hitscan_geom::{Meeting, Moving, MovingRegion, Shape, ShapeKind, swept, swept_regions};

/// The requested methods among those shown only on request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Requested {
    /// None.
    #[default]
    Nothing,
    /// These, where they apply.
    These(Vec<Method>),
    /// All that apply.
    All,
}

impl Requested {
    /// Parses `all`, `listed`, or ids separated by commas.
    ///
    /// # Errors
    /// The message names the unknown id, and lists the known ones.
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

    /// The same request, plus the readings of the articles.
    pub fn with_readings(self) -> Self {
        let on_request = |method: &Method| method.row().shown == ListedWhen::OnRequest;
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
            Self::All => method.row().shown == ListedWhen::OnRequest,
        };
        is_asked_for || method.row().shown == ListedWhen::Always
    }

    /// The methods for such a pair, except [`Method::SWEPT`].
    fn methods(&self, a: ShapeKind, b: ShapeKind) -> impl Iterator<Item = Method> + '_ {
        let readings = match self {
            Self::These(methods) => methods.as_slice(),
            Self::Nothing | Self::All => &[],
        };
        let readings =
            readings.iter().copied().filter(|method| method.row().shown == ListedWhen::AsPrinted);
        let listed = Method::all().filter(|&method| self.includes(method));
        listed
            .chain(readings)
            .filter(move |&method| method != Method::SWEPT && method.applies_to(a, b))
    }

    /// The answers of the listed and the requested methods for two shapes, in registry order, each
    /// exact first and then in f32 and f64.
    pub fn verdicts<'g>(
        &self,
        a: &Shape,
        b: &Shape,
        meeting: &Meeting,
        given: impl Into<MethodInput<'g>>,
    ) -> Vec<Verdict> {
        let given = given.into();
        let mut verdicts = Vec::with_capacity(6);
        for method in self.methods(a.kind(), b.kind()) {
            verdicts.extend(method.verdicts(a, b, meeting, given));
        }
        verdicts
    }

    /// The answers of the methods for a region and a point, given as a laser of no length, in
    /// either order.
    pub fn point_verdicts<'g>(
        &self,
        a: &Shape,
        b: &Shape,
        meeting: &Meeting,
        given: impl Into<MethodInput<'g>>,
    ) -> Vec<Verdict> {
        let given = given.into();
        let methods = Method::all().filter(|&it| it.point_test().is_some() && self.includes(it));
        methods.flat_map(|method| method.verdicts(a, b, meeting, given)).collect()
    }

    /// The answers of the listed and the requested side methods for two boxes in one frame.
    pub fn frame_verdicts(&self, a: &Moving, b: &Moving) -> FrameVerdicts {
        let swept = swept(a, b);
        let sides = self
            .methods(ShapeKind::Box, ShapeKind::Box)
            .filter_map(|method| method.side_verdict(a, b, &swept))
            .collect();
        FrameVerdicts { swept, sides }
    }

    /// The answers of the requested methods for two regions in one frame, one of them a polygon.
    pub fn region_verdicts(&self, a: &MovingRegion, b: &MovingRegion) -> RegionVerdicts {
        let swept = swept_regions(a, b);
        let methods = Method::all().filter(|&method| self.includes(method));
        let methods = methods.filter_map(|method| method.normals_verdict(a, b, &swept)).collect();
        RegionVerdicts { swept, methods }
    }
}

/// The answers of every listed method that applies to this pair, in registry order, each exact
/// first and then in f32. `meeting` is the exact answer for the same pair.
pub fn verdicts(
    a: &Shape,
    b: &Shape,
    meeting: &Meeting,
    boundary_rule: BoundaryRule,
) -> Vec<Verdict> {
    Requested::Nothing.verdicts(a, b, meeting, boundary_rule)
}

/// The answers of the listed side methods when `a` runs into `b` in one frame.
pub fn frame_verdicts(a: &Moving, b: &Moving) -> FrameVerdicts {
    Requested::Nothing.frame_verdicts(a, b)
}

/// The answer of a reading of an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingAnswer {
    /// Whether two shapes meet.
    Hit(bool),
    /// What it names.
    Named(&'static str),
}

/// The answers of the readings of the articles for two shapes, and for two boxes in a frame if
/// there is one, in the order of their methods.
pub fn readings(
    [a, b]: [&Shape; 2],
    meeting: &Meeting,
    frame: Option<&[Moving; 2]>,
) -> Vec<(Method, ReadingAnswer)> {
    let answer = |method: Method| match &method.row().question {
        MethodQuestion::DoTheyMeet(_) | MethodQuestion::IsPointIn(_) => {
            let verdict = method.verdicts(a, b, meeting, BoundaryRule::Source).next()?;
            Some((method, ReadingAnswer::Hit(verdict.hit)))
        }
        MethodQuestion::FromWhichSide(_) => {
            let [a, b] = frame?;
            Some((method, ReadingAnswer::Named(method.claim(a, b)?.label)))
        }
        MethodQuestion::AcrossWhichNormals(_) => None,
    };
    Method::readings().filter_map(answer).collect()
}
