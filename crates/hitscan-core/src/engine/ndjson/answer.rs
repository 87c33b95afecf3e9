//! The keys of the answer to a query.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};

use super::regions::RegionFrameKeys;
use super::{Escaped, SideList, Text, Written};
use crate::methods::{
    AnswerKeys, AnyMeeting, AnyNumber, BoundaryRule, Doubles, FrameVerdicts, Method, MethodInput,
    MethodStep, Named, ReadingAnswer, Requested, Scale, SideVerdict, Verdict, readings,
};
use crate::words::formula::{Formula, Value};
use hitscan_geom::{
    Depth, Direction, ExactPoint, Fraction, Meeting, Moving, MovingRegion, Shape, ShapeKind,
    ShapeRef, Side, Sides, Span, Swept, relate, relate_traced,
};
use serde::ser::SerializeMap;

/// What an answer contains.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AnswerContents {
    /// Whether it contains the steps that led to it (`--explain`).
    pub steps: bool,
    /// Which methods, besides those that are always listed.
    pub requested: Requested,
    /// Whether it contains the readings of the articles (`--readings`).
    pub readings: bool,
    /// Whether it contains the answers of the methods in double precision (`--arithmetic f64`).
    pub doubles: bool,
}

impl AnswerContents {
    /// What the methods are given, for a pair whose own numbers are behind this scale.
    pub(super) fn given<'a>(&self, scale: Option<&'a Scale>) -> MethodInput<'a> {
        let doubles = if self.doubles { Doubles::All } else { Doubles::None };
        MethodInput { boundary_rule: BoundaryRule::Source, scale, doubles }
    }
}

/// The answer about two shapes, and about two boxes in a frame if there is one.
#[derive(Serialize)]
pub struct PairAnswerKeys<'a> {
    #[serde(flatten)]
    meeting: MeetingKeys,
    /// Its only key is `steps`: those that led to the exact answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<BTreeMap<&'static str, Vec<Formula>>>,
    methods: VerdictRows<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<FrameKeys<'a>>,
    /// The same key, for a frame with a polygon.
    #[serde(rename = "frame", skip_serializing_if = "Option::is_none")]
    regions: Option<RegionFrameKeys>,
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<Vec<ReadingKeys>>,
}

impl<'a> PairAnswerKeys<'a> {
    /// Judges two shapes, and two boxes from the start of a frame if there is one.
    pub fn new(
        shapes: [&Shape; 2],
        frame: Option<&[Moving; 2]>,
        contents: &AnswerContents,
    ) -> Self {
        Self::behind(None, shapes, frame, contents)
    }

    /// The answer for a pair whose own numbers are behind this scale: points and depths in those
    /// numbers, which the floating-point methods round. Steps, which would name the scaled numbers,
    /// and readings, which would round those, are left out.
    pub fn scaled(
        scale: &Scale,
        shapes: [&Shape; 2],
        frame: Option<&[Moving; 2]>,
        contents: &AnswerContents,
    ) -> Self {
        let contents = AnswerContents { steps: false, readings: false, ..contents.clone() };
        let mut answer = Self::behind(Some(scale), shapes, frame, &contents);
        answer.meeting.scale_back(scale);
        answer.methods.verdicts.to_mut().retain(|row| !row.method.is_reading());
        if let Some(frame) = &mut answer.frame {
            frame.verdicts.to_mut().sides.retain(|row| !row.method.is_reading());
        }
        answer
    }

    /// The same answer, with what happens to two regions in a frame, one of them a polygon.
    #[must_use]
    pub fn with_regions(mut self, [a, b]: &[MovingRegion; 2], contents: &AnswerContents) -> Self {
        let verdicts = contents.requested.region_verdicts(a, b);
        self.regions =
            Some(RegionFrameKeys { verdicts, of_box: matches!(b.start(), ShapeRef::Box(_)) });
        self
    }

    fn behind(
        scale: Option<&Scale>,
        [a, b]: [&Shape; 2],
        frame: Option<&[Moving; 2]>,
        contents: &AnswerContents,
    ) -> Self {
        let kinds = [a.kind(), b.kind()];
        let (given, requested) = (contents.given(scale), &contents.requested);
        let (meeting, exact, methods, of_frame) = if contents.steps {
            let mut steps = Vec::new();
            let meeting = relate_traced(a, b, &mut steps);
            let rows = requested.verdicts(a, b, &meeting, given);
            let frame = frame.map(|[a, b]| {
                let verdicts = requested.frame_verdicts(a, b);
                let methods = verdicts.sides.iter().map(|verdict| verdict.method);
                let methods = std::iter::once(Method::SWEPT).chain(methods);
                let steps = methods.map(|method| method.side_steps(a, b)).collect();
                FrameKeys { verdicts: Cow::Owned(verdicts), steps: Some(steps) }
            });
            let rows = VerdictRows::explained(rows, [a, b]);
            let steps = steps.iter().map(Formula::from).collect();
            (meeting, Some(BTreeMap::from([("steps", steps)])), rows, frame)
        } else {
            let meeting = relate(a, b);
            let rows = requested.verdicts(a, b, &meeting, given);
            let frame =
                frame.map(|[a, b]| FrameKeys::of(Cow::Owned(requested.frame_verdicts(a, b))));
            (meeting, None, VerdictRows::of(Cow::Owned(rows)), frame)
        };
        let said = contents.readings.then(|| reading_keys(&readings([a, b], &meeting, frame)));
        Self {
            meeting: MeetingKeys::of(kinds, &meeting),
            exact,
            methods,
            frame: of_frame,
            regions: None,
            readings: said.filter(|rows| !rows.is_empty()),
        }
    }

    /// The answer for a pair that has been judged already.
    pub fn of_found(
        [a, b]: [&Shape; 2],
        meeting: &Meeting,
        rows: &'a [Verdict],
        frame: Option<&'a FrameVerdicts>,
    ) -> Self {
        Self {
            meeting: MeetingKeys::of([a.kind(), b.kind()], meeting),
            exact: None,
            methods: VerdictRows::of(Cow::Borrowed(rows)),
            frame: frame.map(|frame| FrameKeys::of(Cow::Borrowed(frame))),
            regions: None,
            readings: None,
        }
    }
}

/// What stands for the rows of the methods about numbers that fit no thousandths.
pub(super) const TOO_FINE: &str = "too fine";

/// The answer in fractions of any length, for two shapes that fit no thousandths.
#[derive(Serialize)]
pub struct AnyAnswerKeys {
    #[serde(flatten)]
    meeting: MeetingKeys,
    methods: &'static str,
    /// Its only key is `swept`.
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<BTreeMap<&'static str, SweptKeys<Text<Shown>>>>,
}

impl AnyAnswerKeys {
    /// Writes down what the slow answer says; methods have none.
    pub fn new(kinds: [ShapeKind; 2], meeting: AnyMeeting) -> Self {
        let text = |number| Text(Shown::Own(number));
        let mut points: Vec<_> = meeting.points.into_iter().flatten().collect();
        points.dedup();
        let along_laser = kinds.contains(&ShapeKind::Segment).then(|| LaserKeys {
            points: points.into_iter().map(|point| point.map(text)).collect(),
            t: meeting.t.map(|both| both.map(text)),
            direction: meeting.direction,
        });
        let depth = meeting.depth.map(|depth| {
            let [left, top, right, bottom] = depth.map(text);
            DepthKeys { left, top, right, bottom }
        });
        let relation = meeting.relation;
        let at = meeting.swept_at;
        let frame = meeting.swept.map(|swept| {
            let sides = match swept {
                Swept::Miss | Swept::Graze { .. } => Sides::NONE,
                Swept::Overlap { sides } | Swept::Hit { sides, .. } => sides,
            };
            let outcome = Escaped::token(swept.token());
            let keys = SweptKeys { outcome, sides: SideList(sides), t: at.map(text) };
            BTreeMap::from([(Method::SWEPT.id(), keys)])
        });
        let meeting = MeetingKeys {
            pair: Escaped::token(pair(kinds[0], kinds[1])),
            relation: Escaped::token(relation.token()),
            hit: relation.is_hit(),
            along_laser,
            depth,
        };
        Self { meeting, methods: TOO_FINE, frame }
    }
}

/// The relation of two shapes.
#[derive(Serialize)]
pub(super) struct MeetingKeys {
    pair: Escaped<'static>,
    relation: Escaped<'static>,
    hit: bool,
    #[serde(flatten)]
    along_laser: Option<LaserKeys>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<DepthKeys>,
}

/// Additional keys for a pair with a laser.
#[derive(Serialize)]
struct LaserKeys {
    /// The common points: none, one, or the first and the last.
    points: Vec<[Text<Shown>; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<[Text<Shown>; 2]>,
    #[serde(serialize_with = "write_direction")]
    direction: Direction,
}

/// How far the first shape would have to move out through each side.
#[derive(Serialize)]
struct DepthKeys {
    left: Text<Shown>,
    top: Text<Shown>,
    right: Text<Shown>,
    bottom: Text<Shown>,
}

/// A number in units, or in the pair's own numbers.
pub(super) enum Shown {
    Units(Fraction),
    Own(AnyNumber),
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Units(number) => number.fmt(f),
            Self::Own(number) => number.fmt(f),
        }
    }
}

impl Shown {
    fn scale_back(&mut self, scale: &Scale) {
        if let Self::Units(length) = *self {
            *self = Self::Own(scale.length(length));
        }
    }
}

impl MeetingKeys {
    pub(super) fn of(kinds: [ShapeKind; 2], meeting: &Meeting) -> Self {
        let points = match &meeting.span {
            None => &[][..],
            Some(Span { points: [first, last], .. }) if first == last => &[*first],
            Some(Span { points, .. }) => &points[..],
        };
        let of_laser = || LaserKeys {
            points: points
                .iter()
                .map(|point| [point.x, point.y].map(|n| Text(Shown::Units(n))))
                .collect(),
            t: meeting.span.and_then(|span| span.t).map(|both| both.map(|t| Text(Shown::Units(t)))),
            direction: meeting.direction,
        };
        Self {
            pair: Escaped::token(pair(kinds[0], kinds[1])),
            relation: Escaped::token(meeting.relation.token()),
            hit: meeting.relation.is_hit(),
            along_laser: kinds.contains(&ShapeKind::Segment).then(of_laser),
            depth: meeting.depth.map(DepthKeys::from),
        }
    }

    fn scale_back(&mut self, scale: &Scale) {
        for point in self.along_laser.iter_mut().flat_map(|laser| &mut laser.points) {
            if let [Text(Shown::Units(x)), Text(Shown::Units(y))] = *point {
                *point = scale.point(ExactPoint { x, y }).map(|n| Text(Shown::Own(n)));
            }
        }
        if let Some(DepthKeys { left, top, right, bottom }) = &mut self.depth {
            for Text(depth) in [left, top, right, bottom] {
                depth.scale_back(scale);
            }
        }
    }
}

impl From<Depth> for DepthKeys {
    fn from(depth: Depth) -> Self {
        let through = |side| Text(Shown::Units(depth.through(side).into()));
        Self {
            left: through(Side::Left),
            top: through(Side::Top),
            right: through(Side::Right),
            bottom: through(Side::Bottom),
        }
    }
}

const fn pair(a: ShapeKind, b: ShapeKind) -> &'static str {
    use ShapeKind::{Box, Polygon, Segment};
    match (a, b) {
        (Segment, Segment) => "laser-laser",
        (Box, Segment) | (Segment, Box) => "box-laser",
        (Polygon, Segment) | (Segment, Polygon) => "polygon-laser",
        (Box, Box) => "box-box",
        (Box, Polygon) | (Polygon, Box) => "box-polygon",
        (Polygon, Polygon) => "polygon-polygon",
    }
}

/// Where a laser enters: tokens, or the numbers of edges.
pub(super) fn write_direction<S: Serializer>(
    direction: &Direction,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match *direction {
        Direction::None => serializer.collect_seq::<[&str; 0]>([]),
        Direction::Approach(approach) => serializer.collect_seq([Escaped::token(approach.token())]),
        Direction::Inside => serializer.collect_seq([Escaped::token("inside")]),
        Direction::Corner(corner) => serializer.collect_seq([corner]),
        Direction::Sides(sides) => SideList(sides).serialize(serializer),
        Direction::Edges(one, other) => serializer.collect_seq(std::iter::once(one).chain(other)),
    }
}

/// The verdicts of the overlap tests, one object each.
pub(super) struct VerdictRows<'a> {
    verdicts: Cow<'a, [Verdict]>,
    /// The steps to each of them, if requested.
    steps: Option<Vec<Vec<MethodStep>>>,
}

impl<'a> VerdictRows<'a> {
    pub(super) const fn of(verdicts: Cow<'a, [Verdict]>) -> Self {
        Self { verdicts, steps: None }
    }
}

impl VerdictRows<'static> {
    /// The verdicts about two shapes, with their steps.
    pub(super) fn explained(verdicts: Vec<Verdict>, [a, b]: [&Shape; 2]) -> Self {
        let rule = BoundaryRule::Source;
        let steps = verdicts.iter().map(|row| row.method.overlap_steps(a, b, rule, row.arithmetic));
        let steps = Some(steps.collect());
        Self { verdicts: Cow::Owned(verdicts), steps }
    }
}

impl Serialize for VerdictRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut json = Written::with_room_for(self.verdicts.len() * ROW_BYTES);
        json.text("[");
        for (index, row) in self.verdicts.iter().enumerate() {
            json.text(if index == 0 { "{\"id\":\"" } else { ",{\"id\":\"" });
            json.text(row.method.id());
            json.text("\",\"arithmetic\":\"");
            json.text(row.arithmetic.token());
            json.text(if row.hit { "\",\"hit\":true" } else { "\",\"hit\":false" });
            if let Some(edges) = row.edges {
                let hits = TEST_ORDER.into_iter().filter(|&side| edges.contains(side));
                let hits: Vec<_> = hits.map(|side| Escaped::token(side.token())).collect();
                json.value(",\"edges\":", &hits);
            }
            json.token(",\"against\":\"", row.agreement.token());
            if let Some(reason) = row.reason {
                json.token(",\"reason\":\"", reason.code());
            }
            if let Some(steps) = own_steps(self.steps.as_deref(), index) {
                json.value(",\"steps\":", &steps);
            }
            json.text("}");
        }
        json.text("]");
        json.serialize(serializer)
    }
}

/// The size of a verdict as JSON, without edges and steps.
pub(super) const ROW_BYTES: usize = 128;

fn own_steps(steps: Option<&[Vec<MethodStep>]>, index: usize) -> Option<Vec<Formula>> {
    Some(steps?.get(index)?.iter().map(Formula::from).collect())
}

/// The order in which `edges` tests the sides of a box.
const TEST_ORDER: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];

/// The answer of each side method for two boxes in a frame.
pub(super) struct FrameKeys<'a> {
    verdicts: Cow<'a, FrameVerdicts>,
    /// The steps to `swept` and then to each verdict, if requested.
    steps: Option<Vec<Vec<MethodStep>>>,
}

impl<'a> FrameKeys<'a> {
    pub(super) const fn of(verdicts: Cow<'a, FrameVerdicts>) -> Self {
        Self { verdicts, steps: None }
    }
}

impl Serialize for FrameKeys<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let FrameVerdicts { swept, sides } = self.verdicts.as_ref();
        let steps = |index| own_steps(self.steps.as_deref(), index);
        let mut json = Written::with_room_for((1 + sides.len()) * ROW_BYTES);
        json.token("{\"", Method::SWEPT.id());
        json.token(":{\"outcome\":\"", swept.token());
        let SweptKeys { sides: of_swept, t, .. } = SweptKeys::of(swept);
        json.value(",\"sides\":", &of_swept);
        if let Some(t) = t {
            json.value(",\"t\":", &t);
        }
        if let Some(steps) = steps(0) {
            json.value(",\"steps\":", &steps);
        }
        json.text("}");
        for (index, verdict) in (1..).zip(sides) {
            json.token(",\"", verdict.method.id());
            json.text(":{");
            write_side(verdict, steps(index), &mut json);
            json.text("}");
        }
        json.text("}");
        json.serialize(serializer)
    }
}

/// Writes the answer of one side method, with the keys of its row.
fn write_side(verdict: &SideVerdict, steps: Option<Vec<Formula>>, json: &mut Written) {
    let SideVerdict { method, claim, agreement, reason } = verdict;
    if let Some(code) = claim.code {
        json.value("\"code\":", &code);
        json.text(",");
    }
    let keys = method.side_test().map_or(AnswerKeys::Named, |test| test.keys);
    match (keys, claim.named) {
        (AnswerKeys::Label(key), _) => {
            json.token("\"", key);
            json.token(":\"", claim.label);
        }
        (AnswerKeys::Hit, named) => json.value("\"hit\":", &(named == Named::Meets)),
        (AnswerKeys::Named, Named::Nothing | Named::NoSide) => {
            json.token("\"named\":\"", claim.label);
        }
        (AnswerKeys::Named, named) => json.value("\"named\":", &SideList(named.sides())),
    }
    json.token(",\"against\":\"", agreement.token());
    if let Some(reason) = reason {
        json.token(",\"reason\":\"", reason.code());
    }
    if let Some(steps) = steps {
        json.value(",\"steps\":", &steps);
    }
}

/// The exact answer about a frame.
#[derive(Serialize)]
pub(super) struct SweptKeys<T = Text<Fraction>> {
    outcome: Escaped<'static>,
    sides: SideList,
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<T>,
}

impl SweptKeys {
    pub(super) fn of(swept: &Swept) -> Self {
        let (sides, t) = match *swept {
            Swept::Miss => (Sides::NONE, None),
            Swept::Graze { t, .. } => (Sides::NONE, t),
            Swept::Overlap { sides } => (sides, None),
            Swept::Hit { t, sides } => (sides, Some(t)),
        };
        Self { outcome: Escaped::token(swept.token()), sides: SideList(sides), t: t.map(Text) }
    }
}

/// The answer of a reading of an article.
#[derive(Serialize)]
struct ReadingKeys {
    id: Escaped<'static>,
    reading: Escaped<'static>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hit: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    named: Option<Escaped<'static>>,
}

fn reading_keys(answers: &[(Method, ReadingAnswer)]) -> Vec<ReadingKeys> {
    let rows = answers.iter().filter_map(|&(method, answer)| {
        let reading = method.row().reading?;
        let (hit, named) = match answer {
            ReadingAnswer::Hit(hit) => (Some(hit), None),
            ReadingAnswer::Named(label) => (None, Some(Escaped::token(label))),
        };
        let [id, reading] = [reading.of, reading.name].map(Escaped::token);
        Some(ReadingKeys { id, reading, hit, named })
    });
    rows.collect()
}

/// A step of a computation.
impl Serialize for Formula {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("formula", &Escaped::token(&self.text))?;
        map.serialize_entry("values", &FormulaValues(&self.values))?;
        map.serialize_entry("value", &self.value)?;
        map.serialize_entry("decides", &self.decides)?;
        map.end()
    }
}

/// The values in a formula, by name.
struct FormulaValues<'a>(&'a [(&'static str, Value)]);

impl Serialize for FormulaValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Numbers and tokens become strings; booleans, counts and lists of sides do not.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Value::Number(number) => serializer.collect_str(&number),
            Value::Token(token) => Escaped::token(token).serialize(serializer),
            Value::Truth(holds) => holds.serialize(serializer),
            Value::Count(count) => count.serialize(serializer),
            Value::Sides(sides) => SideList(sides).serialize(serializer),
        }
    }
}
