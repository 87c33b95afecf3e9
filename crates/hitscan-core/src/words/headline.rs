//! The headline: what happened to a pair, or how it stands, as a sentence in two rows.
//!
//! Each row has forms, the longest first, and takes the first one that fits. In a form the names
//! stand as `{X}`, the first as written, and `{Y}`, which sides refer to.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `lasers` | the forms for a laser and another shape |
//!
//! This file has those for boxes and polygons, and chooses the form.

use super::lines::cut_name;
use super::number::short_fraction;
use super::test_line::{in_the_way, passed_because};
use super::verdict::{reaction, written_order};
use crate::world::{Contact, Name, PairResult, Participant, TestResult};
use hitscan_geom::{
    Aabb, Axis, Fraction, Milli, Relation, Shape, Side, Sides, Swept, Vector, swept,
};

/// Forms of one row, the longest first, with `{X}` and `{Y}` for the names.
macro_rules! forms {
    ($($text:literal),+ $(,)?) => {
        vec![$(format!($text)),+]
    };
}

mod lasers;

use self::lasers::{laser_and_region, lasers};

const X: &str = "{X}";
const Y: &str = "{Y}";

/// Fractions longer than this are shown as decimals.
const FRACTION_COLS: usize = 7;
/// A cut name keeps this many cells before the sign that it was cut.
const LEAST_NAME: usize = 4;

/// What the headline is about.
#[derive(Clone, Copy, Debug)]
pub struct HeadlineOf<'a> {
    /// The two, in either order, and their result.
    pub a: &'a Participant,
    /// The other one.
    pub b: &'a Participant,
    /// Their result, with the sides of `b`.
    pub pair_result: &'a PairResult,
    /// The frame that it belongs to.
    pub frame: u64,
    /// When and where the two began to overlap, if they still do and it is known.
    pub entry: Option<OverlapEntry>,
    /// Whether it is an earlier frame that is looked at.
    pub is_past: bool,
}

/// Where a box entered another one that it still overlaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverlapEntry {
    /// The frame.
    pub frame: u64,
    /// The sides of the second; two at a corner.
    pub sides: Sides,
}

/// A part of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeadlinePart {
    /// Words, sides and numbers.
    Text(String),
    /// The name of the first of the two, as written.
    First(String),
    /// The name of the second.
    Second(String),
}

/// The forms of both rows.
struct Forms {
    rows: [Vec<String>; 2],
    /// From this form of the first row on, the second row has these forms: the first one no longer
    /// says the side or the distance.
    after: Option<(usize, Vec<String>)>,
}

impl Forms {
    fn new(first: Vec<String>, second: Vec<String>) -> Self {
        Self { rows: [first, second], after: None }
    }

    fn with_second_after(self, form: usize, second: Vec<String>) -> Self {
        Self { after: Some((form, second)), ..self }
    }
}

/// The two rows, each in as many cells as `room` says. `sign` marks a name that is cut.
pub fn headline(about: &HeadlineOf<'_>, room: [usize; 2], sign: &str) -> [Vec<HeadlinePart>; 2] {
    let Forms { rows: [first, mut second], after } = about.forms();
    let names = about.names();
    let chosen = chosen(&first, names, room[0]);
    if let Some(passes) = about.pair_result.passes.as_deref() {
        let because = passed_because(passes);
        second = forms!["passes: {because}", "passes"];
    } else if let Some((_, instead)) = after.filter(|&(from, _)| chosen >= from) {
        second = instead;
    }
    [(first, room[0]), (second, room[1])].map(|(forms, room)| fitted(&forms, names, room, sign))
}

/// Word and both rows as one line, for whoever reads line by line.
///
/// `HIT: B hit A's left side, at the start, now 1 deep`
pub fn headline_line(about: &HeadlineOf<'_>) -> String {
    const ROOM: usize = 1000;
    let rows = headline(about, [ROOM; 2], "...");
    let rows = rows.map(|parts| parts.iter().map(HeadlinePart::text).collect::<String>());
    let said = rows.iter().filter(|row| !row.is_empty()).map(String::as_str).collect::<Vec<_>>();
    format!("{}: {}", about.pair_result.outcome.word(), said.join(", "))
}

/// What happened, in one row: the hit, if there was one, wherever the two are now.
pub fn happened(about: &HeadlineOf<'_>, room: usize, sign: &str) -> Vec<HeadlinePart> {
    let forms = match about.pair_result.swept {
        Some(Swept::Hit { sides, .. }) if about.pair_result.outcome == TestResult::Hit => {
            hit_on(sides)
        }
        _ => about.forms().rows.into_iter().next().unwrap_or_default(),
    };
    fitted(&forms, about.names(), room, sign)
}

impl HeadlinePart {
    /// What is written.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::First(text) | Self::Second(text) => text,
        }
    }
}

/// The first of these forms that fits, with the names at `{X}` and `{Y}`, else the last one as it
/// is.
pub fn first_fitting(forms: &[String], names: [&Name; 2], room: usize) -> Vec<HeadlinePart> {
    let written = names.map(|name| name.as_str().to_owned());
    let form = forms.get(chosen(forms, names, room));
    form.map_or_else(Vec::new, |form| parts_of(form, written))
}

/// The cells of a form with these names.
fn cells(form: &str, [x, y]: [&Name; 2]) -> usize {
    let named = |mark: &str, name: &Name| form.matches(mark).count() * name.as_str().len();
    let marks = form.matches(X).count() * X.len() + form.matches(Y).count() * Y.len();
    form.chars().count() - marks + named(X, x) + named(Y, y)
}

/// The first form that fits, else the last one.
fn chosen(forms: &[String], names: [&Name; 2], room: usize) -> usize {
    let fits = forms.iter().position(|form| cells(form, names) <= room);
    fits.unwrap_or(forms.len().saturating_sub(1))
}

/// The first form that fits; the last one with the names cut, the second first, if none does.
fn fitted(forms: &[String], names: [&Name; 2], room: usize, sign: &str) -> Vec<HeadlinePart> {
    let Some(form) = forms.get(chosen(forms, names, room)) else { return Vec::new() };
    let mut left_over = cells(form, names).saturating_sub(room);
    let mut written = names.map(|name| name.as_str().to_owned());
    // In a row of thirty columns even the shortest beginnings may not do.
    for beginning in [LEAST_NAME, 2] {
        for (at, mark) in [(1, Y), (0, X)] {
            let times = form.matches(mark).count();
            if left_over == 0 || times == 0 {
                continue;
            }
            let shown = written[at].chars().count();
            let least = shown.min(beginning + sign.chars().count());
            let kept = shown.saturating_sub(left_over.div_ceil(times)).max(least);
            written[at] = cut_name(names[at], kept, sign);
            left_over = left_over.saturating_sub(times * (shown - kept));
        }
    }
    parts_of(form, written)
}

/// The parts of a form, with the names as they are written.
fn parts_of(form: &str, [x, y]: [String; 2]) -> Vec<HeadlinePart> {
    let mut parts = Vec::new();
    let mut rest = form;
    while let Some(at) = [X, Y].iter().filter_map(|mark| rest.find(mark)).min() {
        let (before, from) = rest.split_at(at);
        if !before.is_empty() {
            parts.push(HeadlinePart::Text(before.to_owned()));
        }
        parts.push(if from.starts_with(X) {
            HeadlinePart::First(x.clone())
        } else {
            HeadlinePart::Second(y.clone())
        });
        rest = &from[X.len()..];
    }
    if !rest.is_empty() {
        parts.push(HeadlinePart::Text(rest.to_owned()));
    }
    parts
}

fn short(t: Fraction) -> String {
    short_fraction(t, FRACTION_COLS)
}

/// Two sides of a corner, the one along x first: `left`, `top`.
fn corner(sides: Sides) -> Option<[&'static str; 2]> {
    let along = |axis| sides.iter().find(|side| side.axis() == axis).map(Side::token);
    Some([along(Axis::X)?, along(Axis::Y)?])
}

/// `left+top` at a corner, else the side; `side` if there is none.
fn joined(sides: Sides) -> String {
    match corner(sides) {
        Some([h, v]) => format!("{h}+{v}"),
        None => sides.iter().next().map_or("side", Side::token).to_owned(),
    }
}

impl<'a> HeadlineOf<'a> {
    fn written(&self) -> [&'a Participant; 2] {
        let (x, y) = written_order(self.a, self.b);
        [x, y]
    }

    fn names(&self) -> [&'a Name; 2] {
        self.written().map(|of| &of.name)
    }

    fn forms(&self) -> Forms {
        let [x, y] = self.written();
        let meeting = &self.pair_result.meeting;
        if let Some(first) = self.pair_result.behind {
            return Forms::new(
                forms!["{X} does not reach {Y}"],
                forms!["its light ends at {first}", "its light ends before"],
            );
        }
        match (&x.shape, &y.shape) {
            (Shape::Box(xs), Shape::Box(ys)) => self.boxes(xs, ys),
            (Shape::Segment(xs), Shape::Segment(ys)) => lasers(xs, ys, meeting),
            (Shape::Segment(laser), region) => laser_and_region(laser, region, meeting),
            (xs, ys) => match self.pair_result.blocked() {
                Some((blocked, of_box)) => self.regions_hit(&in_the_way(blocked, of_box)),
                None => regions(xs, ys, meeting.relation),
            },
        }
    }

    /// Two regions, one a polygon, that hit each other on what is in the way.
    fn regions_hit(&self, place: &str) -> Forms {
        let brief = place.split(" (").next().unwrap_or(place);
        let first = forms!["{X} hit {Y}'s {place}", "{X} hit {Y}'s {brief}", "{X} hit {Y}"];
        let (t, frame) = (self.pair_result.time(), self.frame);
        let response =
            self.pair_result.contact.as_ref().map(|it| reaction(it, self.pair_result)[1]);
        let is_at_start = t == Some(Fraction::ZERO);
        let t = t.map_or_else(String::new, short);
        let second = match (response, is_at_start) {
            (Some(response), true) => forms!["at the start: {response}", "{response}"],
            (Some(response), false) => {
                forms!["at {t} of frame {frame}: {response}", "at {t}: {response}", "{response}"]
            }
            (None, true) => forms!["at the start"],
            (None, false) => forms!["at {t} of frame {frame}", "at {t}"],
        };
        Forms::new(first, second)
    }

    /// Two boxes: what a response did comes first, then what happened, then how they stand.
    fn boxes(&self, xs: &Aabb, ys: &Aabb) -> Forms {
        let found = self.pair_result;
        match &found.contact {
            Some(contact) => self.contact(contact, xs, ys),
            None => self.without_contact(found.swept, xs, ys),
        }
    }

    fn contact(&self, contact: &Contact, xs: &Aabb, ys: &Aabb) -> Forms {
        let [_, response] = reaction(contact, self.pair_result);
        if contact.mistaken_by.is_some() {
            // A side method took for a hit what is none: the truth stays the truth.
            let truth = self.pair_result.frame.map(|[a, b]| swept(&a, &b));
            let Forms { rows: [first, _], .. } = self.without_contact(truth, xs, ys);
            return Forms::new(first, vec![response.to_owned()]);
        }
        // Some side methods have no notion of time: then it is the one of the frame.
        let (t, of_frame) = match self.pair_result.swept {
            Some(Swept::Hit { t, sides }) => (Some(t), sides),
            _ => (contact.t, Sides::NONE),
        };
        let sides = if contact.sides.is_empty() { of_frame } else { contact.sides };
        let second = match (t, corner(sides)) {
            (None, _) => forms!["{response}"],
            (Some(Fraction::ZERO), _) => forms!["at the start: {response}", "{response}"],
            (Some(Fraction::ONE), _) => forms!["at the end: {response}", "{response}"],
            (Some(t), Some([h, v])) => {
                let t = short(t);
                forms!["{h}+{v}, at {t}: {response}", "{response}"]
            }
            (Some(t), None) => {
                let (t, frame) = (short(t), self.frame);
                forms!["at {t} of frame {frame}: {response}", "at {t}: {response}", "{response}"]
            }
        };
        Forms::new(hit_on(sides), second)
    }

    fn without_contact(&self, swept: Option<Swept>, xs: &Aabb, ys: &Aabb) -> Forms {
        let meeting = &self.pair_result.meeting;
        let [x, y] = self.written();
        let is_moving = x.motion != y.motion;
        let is_apart = meeting.relation == Relation::Disjoint;
        let overlaps =
            meeting.depth.is_some() && !is_apart && meeting.relation != Relation::Touches;
        match swept {
            Some(Swept::Hit { t, sides }) if overlaps => self.hit_and_overlaps(t, sides),
            Some(Swept::Hit { t: Fraction::ONE, sides }) => {
                let second = forms!["met at the frame's end"];
                let side = joined(sides);
                touches_on(xs, ys, second, forms!["{side} side, at the end"])
            }
            Some(Swept::Hit { t, sides }) => self.passed_through(t, sides),
            Some(Swept::Graze { t: Some(t), flush }) if t > Fraction::ZERO || !is_apart => {
                grazed(t, flush, xs, ys)
            }
            Some(Swept::Overlap { .. }) if is_moving && !is_apart => self.still(xs, ys),
            _ if is_apart => boxes_apart(xs, ys, before(swept, is_moving)),
            _ => self.standing(xs, ys),
        }
    }

    /// `now`, or `then` in an earlier frame.
    const fn now(&self) -> &'static str {
        if self.is_past { "then" } else { "now" }
    }

    /// How deep the first is in the second, by the way back out of these sides: at a corner the
    /// shorter one.
    fn depth(&self, sides: Sides) -> Option<Milli> {
        let depth = self.pair_result.meeting.depth?;
        sides.iter().map(|side| depth.through(side)).min()
    }

    /// A hit from outside; their insides meet at the end of the frame.
    fn hit_and_overlaps(&self, t: Fraction, sides: Sides) -> Forms {
        let (now, frame) = (self.now(), self.frame);
        let depth = self.depth(sides).unwrap_or(Milli::ZERO);
        let (first, is_nested) = match self.nested() {
            Some(nested) => (nested, true),
            None => (hit_on(sides), false),
        };
        let at = short(t);
        if let Some([h, v]) = corner(sides) {
            let second = if t == Fraction::ZERO {
                forms!["both from the start"]
            } else {
                forms![
                    "{h} and {v} both at {at}, {now} {depth} deep",
                    "{h} and {v} both at {at}",
                    "{h}+{v} both at {at}",
                    "{h}+{v}, at {at}",
                ]
            };
            return Forms::new(first, second);
        }
        let side = joined(sides);
        if t == Fraction::ZERO {
            let second = forms![
                "at the start, {now} {depth} deep",
                "at start, {now} {depth} deep",
                "at the start",
            ];
            return Forms::new(first, second);
        }
        let second = forms![
            "at {at} of frame {frame}, {now} {depth} deep",
            "at {at}, {now} {depth} deep",
            "{side} side, at {at}",
        ];
        let forms = Forms::new(first, second);
        // The first row no longer says the side.
        let from = if is_nested { usize::MAX } else { 2 };
        forms.with_second_after(from, forms!["{side} side, at {at}"])
    }

    /// A hit from outside that is over: apart again, or touching.
    fn passed_through(&self, t: Fraction, sides: Sides) -> Forms {
        let first = forms!["{X} passed through {Y}", "{X} crossed {Y}"];
        let (at, frame) = (short(t), self.frame);
        let (is_corner, side) = (corner(sides).is_some(), joined(sides));
        let second = match (t == Fraction::ZERO, is_corner) {
            (true, true) => forms!["a corner, at the start"],
            (true, false) => forms!["{side} side, at the start", "{side}, at the start"],
            (false, true) => forms!["hit its corner at {at}"],
            (false, false) => forms![
                "hit its {side} side at {at} of frame {frame}",
                "hit its {side} side at {at}",
                "hit its {side} at {at}",
                "{side} side, at {at}",
            ],
        };
        Forms::new(first, second)
    }

    /// They overlapped when the frame began, have moved, and still meet.
    fn still(&self, xs: &Aabb, ys: &Aabb) -> Forms {
        if self.pair_result.meeting.relation == Relation::Touches {
            let second = forms!["they overlapped before"];
            return touches_on(xs, ys, second.clone(), second);
        }
        let first = self.nested().unwrap_or_else(|| forms!["{X} still overlaps {Y}"]);
        let Some(OverlapEntry { frame, sides }) = self.entry else {
            return Forms::new(first, self.way_out());
        };
        let side = joined(sides);
        let depth = self.depth(sides).unwrap_or(Milli::ZERO);
        let second = match corner(sides) {
            Some(_) => forms!["entered {side}, frame {frame}"],
            None => forms![
                "entered by the {side} in frame {frame}, {depth} deep",
                "entered by the {side} in frame {frame}",
                "entered {side} in frame {frame}",
                "entered {side}, frame {frame}",
                "entered {side}",
            ],
        };
        Forms::new(first, second)
    }

    /// Two boxes that meet, without motion between them.
    fn standing(&self, xs: &Aabb, ys: &Aabb) -> Forms {
        if self.pair_result.meeting.relation == Relation::Touches {
            let meeting_in = touching_side(xs, ys);
            let second = match meeting_in {
                Some(_) => forms!["only the edges meet"],
                None => forms!["only the corners meet"],
            };
            let side = meeting_in.map_or("corner", Side::token);
            let without = match meeting_in {
                Some(_) => forms!["{side} side, edges only"],
                None => second.clone(),
            };
            return touches_on(xs, ys, second, without);
        }
        match self.nested() {
            Some(first) => Forms::new(first, self.way_out()),
            None => Forms::new(forms!["{X} overlaps {Y}"], self.way_out()),
        }
    }

    /// How one lies in the other, if it does.
    fn nested(&self) -> Option<Vec<String>> {
        nested(self.pair_result.meeting.relation)
    }

    fn way_out(&self) -> Vec<String> {
        let Some(depth) = self.pair_result.meeting.depth else { return Vec::new() };
        let (side, way) = depth.least();
        let side = side.token();
        forms!["shortest way out: {side} {way}", "way out: {side} {way}", "out: {side} {way}"]
    }
}

fn nested(relation: Relation) -> Option<Vec<String>> {
    match relation {
        Relation::Within => Some(forms!["{X} is inside {Y}"]),
        Relation::Contains => Some(forms!["{X} contains {Y}"]),
        Relation::Equals => Some(forms!["{X} lies exactly on {Y}"]),
        _ => None,
    }
}

fn hit_on(sides: Sides) -> Vec<String> {
    if let Some([h, v]) = corner(sides) {
        return forms!["{X} hit {Y}'s {v} {h} corner", "{X} hit {Y}'s corner", "{X} hit {Y}"];
    }
    match sides.iter().next().map(Side::token) {
        Some(side) => forms!["{X} hit {Y}'s {side} side", "{X} hit {Y}'s {side}", "{X} hit {Y}"],
        None => forms!["{X} hit {Y}"],
    }
}

/// The side of the second along which two boxes touch; `None` at a corner.
fn touching_side(xs: &Aabb, ys: &Aabb) -> Option<Side> {
    let meets = |side: Side| xs.edge(side.opposite()) == ys.edge(side);
    let mut sides = Side::ALL.into_iter().filter(|&side| meets(side));
    let first = sides.next()?;
    sides.next().is_none().then_some(first)
}

/// Two boxes that touch. `without_side` is the second row where the first one does not name the side.
fn touches_on(xs: &Aabb, ys: &Aabb, second: Vec<String>, without_side: Vec<String>) -> Forms {
    match touching_side(xs, ys).map(Side::token) {
        Some(side) => {
            let first = forms![
                "{X} touches {Y}'s {side} side",
                "{X} touches {Y}'s {side}",
                "{X} touches {Y}",
            ];
            Forms::new(first, second).with_second_after(2, without_side)
        }
        None => Forms::new(forms!["{X} touches {Y}'s corner", "{X} touches {Y}"], second),
    }
}

/// Boxes that only touched on their way.
fn grazed(t: Fraction, flush: Option<Axis>, xs: &Aabb, ys: &Aabb) -> Forms {
    if t == Fraction::ONE {
        let second = forms!["met at the frame's end"];
        return touches_on(xs, ys, second.clone(), second);
    }
    let at = short(t);
    let Some(axis) = flush else {
        return match t {
            // They left the corner that they touched at the start.
            Fraction::ZERO => touches_on(xs, ys, forms!["they touched before"], Vec::new()),
            _ => Forms::new(
                forms!["{X} passed {Y}'s corner", "{X} passed {Y}"],
                forms!["touched it at {at}, no hit", "touched it at {at}"],
            ),
        };
    };
    let touches = |&side: &Side| side.axis() == axis && xs.edge(side.opposite()) == ys.edge(side);
    let first = match Side::ALL.iter().find(|side| touches(side)) {
        Some(side) => {
            let side = side.token();
            forms!["{X} slid along {Y}'s {side} side", "{X} slid along {Y}"]
        }
        None => forms!["{X} slid along {Y}"],
    };
    let second = match t {
        Fraction::ZERO => forms!["only the edges met"],
        _ => forms!["only the edges met, at {at}", "only the edges met"],
    };
    Forms::new(first, second)
}

/// What boxes did that are apart now.
fn before(swept: Option<Swept>, is_moving: bool) -> Option<&'static str> {
    match swept {
        Some(Swept::Overlap { .. }) if is_moving => Some("they overlapped before"),
        Some(Swept::Graze { .. }) if is_moving => Some("they touched before"),
        _ => None,
    }
}

fn boxes_apart(xs: &Aabb, ys: &Aabb, before: Option<&'static str>) -> Forms {
    let (xs, ys) = (Shape::Box(*xs), Shape::Box(*ys));
    ranges_apart(&xs, &ys, before, |axis, gap| {
        let axis = axis.token();
        if gap == Milli::ZERO {
            format!("in {axis} they only meet")
        } else {
            format!("in {axis} they overlap")
        }
    })
}

/// Two shapes whose ranges are apart along an axis. `in_other` says how they stand along the other
/// axis, whose gap it is given, if that is not above 0.
fn ranges_apart(
    xs: &Shape,
    ys: &Shape,
    before: Option<&'static str>,
    in_other: impl Fn(Axis, Milli) -> String,
) -> Forms {
    let Vector { x: gap_x, y: gap_y } = xs.gap_to(ys);
    let ((x_min, _), (y_min, _)) = (xs.bounds(), ys.bounds());
    let [h, v] = [
        if x_min.x < y_min.x { "left" } else { "right" },
        if x_min.y < y_min.y { "above" } else { "below" },
    ];
    let before = before.map(str::to_owned);
    if gap_x > Milli::ZERO && gap_y > Milli::ZERO {
        let first = forms![
            "{X} is {gap_x} {h} of and {gap_y} {v} {Y}",
            "{X} is {gap_x} {h}, {gap_y} {v} {Y}",
            "{X} and {Y} are apart",
        ];
        let gaps = || forms!["gap {gap_x} in x, {gap_y} in y", "{gap_x} in x, {gap_y} in y"];
        let second = before.map_or_else(gaps, |before| vec![before]);
        return Forms::new(first, second);
    }
    let (along, gap, where_is, other, other_gap) = if gap_x > Milli::ZERO {
        (Axis::X, gap_x, format!("{h} of"), Axis::Y, gap_y)
    } else {
        (Axis::Y, gap_y, v.to_owned(), Axis::X, gap_x)
    };
    let along = along.token();
    let first = forms!["{X} is {gap} {where_is} {Y}", "{X} and {Y} are apart"];
    let second = vec![before.unwrap_or_else(|| in_other(other, other_gap))];
    Forms::new(first, second).with_second_after(1, forms!["gap {gap} in {along}"])
}

/// How the ranges of shapes stand along an axis in which they are not apart.
fn ranges_meet(axis: Axis, gap: Milli) -> String {
    let how = if gap == Milli::ZERO { "only meet" } else { "overlap" };
    format!("their {} ranges {how}", axis.token())
}

fn regions(xs: &Shape, ys: &Shape, relation: Relation) -> Forms {
    if let Some(first) = nested(relation) {
        let second = match relation {
            Relation::Within => forms!["all of {X} lies in {Y}"],
            Relation::Contains => forms!["all of {Y} lies in {X}"],
            _ => forms!["the same outline"],
        };
        return Forms::new(first, second);
    }
    match relation {
        Relation::Touches => Forms::new(forms!["{X} touches {Y}"], forms!["only the edges meet"]),
        Relation::Disjoint => {
            let gap = xs.gap_to(ys);
            if gap.x > Milli::ZERO || gap.y > Milli::ZERO {
                ranges_apart(xs, ys, None, ranges_meet)
            } else {
                Forms::new(forms!["{X} and {Y} are apart"], forms!["no point in common"])
            }
        }
        _ => Forms::new(forms!["{X} overlaps {Y}"], forms!["their insides meet"]),
    }
}
