//! The pairs of `--pairs-from`: what a game has written down, as lines for programs or as queries.
//!
//! A line may end in what the game answered, `=> hit left 0.25`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::line;
use crate::cli::CliError;
use crate::cli::compare::ComparedPair;
use crate::cli::query::{TOO_FINE, pair_of};
use crate::host::program::Protocol;
use hitscan_core::command::lines::{InputLine, Lines};
use hitscan_core::methods::{
    AnyFault, AnyMeeting, AnyNumber, AnyPair, AnyShape, Case, InThousandths, Meets, OwnAnswer,
    OwnReply,
};
use hitscan_core::scene::printable;
use hitscan_geom::{Relation, Shape, ShapeKind, Swept};

/// The most lines that are read.
const MOST_LINES: u64 = 100_000;

/// The most bytes of all lines together: 64 MiB.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// How many faults of lines are told.
const MOST_FAULTS: usize = 10;

/// Pairs that were given instead of generated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GivenPairs {
    /// The name of the file.
    pub(super) name: String,
    /// The pairs of the kind, in order.
    pub(super) pairs: Vec<GivenPair>,
    /// How many lines have pairs of another kind, and the first of them.
    pub(super) of_other_kinds: Option<(usize, String)>,
    /// How many lines have polygons that are too fine for so many vertices, and the first of them.
    pub(super) too_fine: Option<(usize, String)>,
    /// How many lines have swapped boxes, and what is said of the first.
    pub(super) swapped: Option<(usize, String)>,
}

/// A pair of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GivenPair {
    /// What an answer about the pair is judged by.
    pub(super) exact: GivenExact,
    /// What the pair is.
    kind: ComparedPair,
    /// The pair in its own numbers, at the start of its frame, if the case is scaled.
    own: Option<Box<AnyPair>>,
    /// The number of the line, from 1.
    number: u64,
    /// What else the line says, as a JSON object.
    fields: Option<String>,
    /// What the game answered.
    pub(super) said: Option<OwnAnswer>,
}

/// What an answer about a given pair is judged by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GivenExact {
    /// The pair; scaled if its numbers are finer than thousandths.
    Case(Case),
    /// For numbers that fit no thousandths, at any scale: whether the two meet, and no more.
    Meets {
        /// How much of them meets.
        meets: Meets,
        /// Whether a touch is a hit, by the usual rule of the kind.
        is_hit: bool,
        /// Whether they are lasers that share a piece.
        is_parallel: bool,
    },
}

/// What a line is.
enum GivenLine {
    /// With what is said of a swapped box.
    Pair(Box<GivenPair>, Option<String>),
    OtherKind(String),
    TooFine,
}

/// A pair as a query in which points are lasers.
struct PairText {
    query: String,
    are_points: [bool; 2],
    fields: Option<String>,
}

impl GivenPair {
    /// Whether the case has the numbers of the line.
    pub(super) const fn is_as_given(&self) -> bool {
        self.own.is_none()
    }

    /// The pair, if it has the numbers of the line.
    pub(super) fn as_given(&self) -> Option<&Case> {
        match &self.exact {
            GivenExact::Case(case) if self.is_as_given() => Some(case),
            _ => None,
        }
    }

    /// The line that asks a program about the pair, in the numbers of the pair.
    pub(super) fn asked(&self, protocol: Protocol, number: usize) -> String {
        match (&self.own, &self.exact, protocol) {
            (Some(own), _, Protocol::Text) => self.own_line(own),
            (Some(own), _, Protocol::Ndjson) => self.own_query(own, number),
            (None, GivenExact::Case(case), _) => line::by_protocol(protocol, case, number),
            // Such a pair is never without its own numbers.
            (None, GivenExact::Meets { .. }, _) => String::new(),
        }
    }

    /// The line in the text protocol, and what else the game said about it, if the case is as given.
    pub(super) fn with_fields(&self) -> Option<(String, &str)> {
        Some((line::text(self.as_given()?), self.fields.as_deref()?))
    }

    fn own_line(&self, own: &AnyPair) -> String {
        let is_frame = self.kind == ComparedPair::Frame;
        let mut words = Vec::new();
        for (shape, motion) in own.shapes.iter().zip(&own.motions) {
            let (noun, points) = self.noun_and_points(shape);
            words.push(noun.to_owned());
            if let AnyShape::Polygon(vertices) = shape {
                words.push(vertices.len().to_string());
            }
            words.extend(points.into_iter().flatten().map(digits));
            if is_frame {
                words.push("move".to_owned());
                let zeros = || ["0", "0"].map(str::to_owned);
                words.extend(motion.as_ref().map_or_else(zeros, |by| by.each_ref().map(digits)));
            }
        }
        words.join(" ")
    }

    fn own_query(&self, own: &AnyPair, number: usize) -> String {
        let mut query = format!("{{\"id\":\"{number}\"");
        for ((key, shape), motion) in ["a", "b"].iter().zip(&own.shapes).zip(&own.motions) {
            let (noun, points) = self.noun_and_points(shape);
            let places: Vec<String> = if noun == "polygon" {
                points.into_iter().map(|[x, y]| format!("[{},{}]", json(x), json(y))).collect()
            } else {
                points.into_iter().flatten().map(json).collect()
            };
            // Writing to a String never fails.
            let _ = write!(query, ",\"{key}\":{{\"{noun}\":[{}]", places.join(","));
            if let Some([x, y]) = motion.as_ref().map(|by| by.each_ref().map(json)) {
                let _ = write!(query, ",\"velocity\":[{x},{y}]");
            }
            query.push('}');
        }
        query.push('}');
        query
    }

    /// The noun of a shape, and its points in order.
    fn noun_and_points<'a>(&self, shape: &'a AnyShape) -> (&'static str, Vec<[&'a AnyNumber; 2]>) {
        match shape {
            AnyShape::Laser([x, y, ..])
                if matches!(self.kind, ComparedPair::BoxPoint | ComparedPair::PolygonPoint) =>
            {
                ("point", vec![[x, y]])
            }
            AnyShape::Laser([x1, y1, x2, y2]) => ("laser", vec![[x1, y1], [x2, y2]]),
            AnyShape::Box([x1, y1, x2, y2]) => ("box", vec![[x1, y1], [x2, y2]]),
            AnyShape::Polygon(vertices) => {
                ("polygon", vertices.iter().map(|[x, y]| [x, y]).collect())
            }
        }
    }
}

/// A number as a decimal, or as a fraction if the decimal has no end.
fn digits(number: &AnyNumber) -> String {
    number.decimal().unwrap_or_else(|| number.written())
}

/// The same in JSON, where a fraction is a text.
fn json(number: &AnyNumber) -> String {
    number.decimal().unwrap_or_else(|| format!("\"{}\"", number.written()))
}

impl GivenPairs {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// When it cannot be read, a line is no pair (each is told, up to ten), there are too many, or
    /// there is none of the kind.
    pub(super) fn read(path: &Path, kind: ComparedPair) -> Result<Self, CliError> {
        let name = printable(&path.display().to_string());
        let failed = |why: io::Error| CliError::other(format!("{name}: {why}"));
        if path == Path::new("-") {
            return Self::read_lines(io::stdin().lock(), "standard input", kind);
        }
        let file = File::open(path).map_err(failed)?;
        Self::read_lines(BufReader::new(file), &name, kind)
    }

    fn read_lines(input: impl BufRead, name: &str, kind: ComparedPair) -> Result<Self, CliError> {
        let mut given = Self { name: name.to_owned(), ..Self::default() };
        let (mut faults, mut bytes) = (Vec::new(), 0);
        let mut lines = Lines::new(input);
        loop {
            let next =
                lines.next_line().map_err(|why| CliError::other(format!("{name}: {why}")))?;
            let Some((number, line)) = next else { break };
            let at = |why: String| format!("{name}:{number}: {why}");
            if let InputLine::Bytes(read) = &line {
                bytes += read.len();
            }
            if number > MOST_LINES {
                return Err(CliError::other(at(format!("more than {MOST_LINES} lines"))));
            }
            if bytes > MOST_BYTES {
                return Err(CliError::other(at(format!("more than {MOST_BYTES} bytes (64 MiB)"))));
            }
            if line.is_blank() {
                continue;
            }
            let read = line.text().map_err(str::to_owned);
            match read.and_then(|line| read_line(line, number, kind)) {
                Ok(GivenLine::Pair(pair, swapped)) => {
                    given.pairs.push(*pair);
                    if let Some(swapped) = swapped {
                        let first = || (0, format!("line {number}, {swapped}"));
                        given.swapped.get_or_insert_with(first).0 += 1;
                    }
                }
                Ok(GivenLine::OtherKind(other)) => {
                    let first = || (0, format!("line {number} is {other}"));
                    given.of_other_kinds.get_or_insert_with(first).0 += 1;
                }
                Ok(GivenLine::TooFine) => {
                    let first = || (0, format!("line {number}: {TOO_FINE}"));
                    given.too_fine.get_or_insert_with(first).0 += 1;
                }
                Err(why) => faults.push(at(why)),
            }
            if faults.len() == MOST_FAULTS {
                faults.push(format!("{name}: no further line was read"));
                break;
            }
        }
        if !faults.is_empty() {
            return Err(CliError::other(faults.join("\n")));
        }
        if given.pairs.is_empty() {
            let others = [given.of_other_kinds, given.too_fine].into_iter().flatten();
            let others: Vec<String> = others.map(|(_, first)| format!("; {first}")).collect();
            let others = others.concat();
            let why = format!("{name}: no {} pair{others}", kind.token());
            return Err(CliError::other(why));
        }
        Ok(given)
    }

    /// The number of the first line that does not say what the game answered. If there is none, no
    /// program is needed.
    pub(super) fn first_unanswered(&self) -> Option<u64> {
        self.pairs.iter().find(|pair| pair.said.is_none()).map(|pair| pair.number)
    }
}

/// What a line is, or what is wrong with it.
fn read_line(line: &str, number: u64, kind: ComparedPair) -> Result<GivenLine, String> {
    let line = line.trim();
    let (text, said) = if line.starts_with('{') {
        let (object, said) = object_and_answer(line)?;
        (of_query(object)?, said)
    } else {
        match line.rsplit_once("=>") {
            Some((pair, said)) => (of_words(pair)?, Some(said)),
            None => (of_words(line)?, None),
        }
    };
    let said = said.map(answer).transpose()?;
    let PairText { query, mut are_points, fields } = text;
    let raw = RawValue::from_string(query).map_err(|why| why.to_string())?;
    let (mut own, mut found, swapped) = pair_of(&raw)?;
    if are_points == [true, false] {
        are_points.swap(0, 1);
        own.shapes.swap(0, 1);
        if let Some(found) = &mut found {
            found.shapes.swap(0, 1);
        }
    }
    if !is_of(&own, are_points, kind) {
        return Ok(GivenLine::OtherKind(kinds_of(&own, are_points)));
    }
    let is_scaled = found.as_ref().is_none_or(|found| found.scale.is_some());
    let exact = match found.map(|found| case_of(found, are_points)) {
        Some(Some(case)) => GivenExact::Case(case),
        Some(None) => return Ok(GivenLine::OtherKind(kinds_of(&own, are_points))),
        None => match AnyMeeting::of(&own) {
            Ok(meeting) => meets_of(&meeting, kind),
            Err((_, AnyFault::TooMany)) => return Ok(GivenLine::TooFine),
            Err((which, fault)) => return Err(format!("{}: {fault}", ["a", "b"][which])),
        },
    };
    let own = is_scaled.then(|| Box::new(at_start(own)));
    let pair = GivenPair { exact, kind, own, number, fields, said };
    Ok(GivenLine::Pair(Box::new(pair), swapped))
}

/// The pair in thousandths.
fn case_of(found: InThousandths, are_points: [bool; 2]) -> Option<Case> {
    let [a, b] = found.shapes;
    match (found.frame, are_points) {
        (Some(frame), _) => Some(Case::Frame(frame)),
        (None, [false, false]) => Some(Case::Still([a, b])),
        (None, _) => beside_point(a, &b),
    }
}

/// Whether two shapes meet, in numbers of any length.
fn meets_of(meeting: &AnyMeeting, kind: ComparedPair) -> GivenExact {
    let meets = match (&meeting.swept, meeting.relation) {
        (Some(Swept::Miss), _) | (None, Relation::Disjoint) => Meets::Apart,
        (Some(Swept::Graze { .. }), _) | (None, Relation::Touches) => Meets::Touching,
        (Some(Swept::Overlap { .. }), _) => Meets::Before,
        // Boxes that meet as the frame ends have no time to go on.
        (Some(Swept::Hit { .. }), _)
            if meeting.swept_at.as_ref().is_some_and(|at| at.written() == "1") =>
        {
            Meets::Touching
        }
        _ => Meets::Truly,
    };
    let is_hit = match &meeting.swept {
        Some(swept) => matches!(swept, Swept::Hit { .. } | Swept::Overlap { .. }),
        None => meeting.relation.is_hit(),
    };
    let is_parallel = kind == ComparedPair::LaserLaser && meeting.relation == Relation::Overlaps;
    GivenExact::Meets { meets, is_hit, is_parallel }
}

/// A region and a point, which was read as a laser.
fn beside_point(region: Shape, point: &Shape) -> Option<Case> {
    match point {
        Shape::Segment(laser) => Case::point(region, laser.start()),
        _ => None,
    }
}

/// The kind of a pair: `box-point`.
fn kinds_of(own: &AnyPair, are_points: [bool; 2]) -> String {
    if own.motions.iter().any(Option::is_some) {
        return ComparedPair::Frame.token().to_owned();
    }
    let token =
        |side: usize| if are_points[side] { "point" } else { own.shapes[side].kind().token() };
    format!("{}-{}", token(0), token(1))
}

/// The same pair with its boxes where they are at the start of the frame.
fn at_start(mut own: AnyPair) -> AnyPair {
    if std::mem::take(&mut own.at_end) {
        for (shape, motion) in own.shapes.iter_mut().zip(&own.motions) {
            if let (AnyShape::Box(corners), Some([x, y])) = (shape, motion) {
                for (corner, by) in corners.iter_mut().zip([x, y, x, y]) {
                    *corner = corner.minus(by);
                }
            }
        }
    }
    own
}

/// Whether a pair is of the kind.
fn is_of(own: &AnyPair, are_points: [bool; 2], kind: ComparedPair) -> bool {
    let is_region = |shape: &AnyShape| shape.kind() != ShapeKind::Segment;
    let is_still = own.motions.iter().all(Option::is_none);
    match kind {
        ComparedPair::RegionRegion => is_still && own.shapes.iter().all(is_region),
        _ => kinds_of(own, are_points) == kind.token(),
    }
}

fn answer(said: &str) -> Result<OwnAnswer, String> {
    if let Some(OwnReply::Answer(answer)) = OwnReply::from_text(said.trim()) {
        return Ok(answer);
    }
    let said = printable(said.trim());
    Err(format!("the answer is \"{said}\"; expected hit, miss or touch, sides and a time"))
}

/// The members of an object as they are written: a float would round their numbers.
type Members<'a> = BTreeMap<String, &'a RawValue>;

/// The object that a line begins with, and what follows it after `=>`, which may stand in a text of
/// the object, too.
fn object_and_answer(line: &str) -> Result<(&RawValue, Option<&str>), String> {
    let mut values = serde_json::Deserializer::from_str(line).into_iter::<&RawValue>();
    let object = match values.next() {
        Some(Ok(object)) => object,
        Some(Err(why)) => return Err(format!("column {}: no JSON object", why.column())),
        None => return Err("no JSON object".to_owned()),
    };
    let rest = line[values.byte_offset()..].trim();
    match rest.strip_prefix("=>") {
        None if rest.is_empty() => Ok((object, None)),
        None => {
            let rest = printable(rest);
            Err(format!("\"{rest}\" follows the pair; expected => and an answer, or nothing"))
        }
        Some(said) => Ok((object, Some(said))),
    }
}

/// A query with the keys that say what the pair is; the game may have more.
fn of_query(object: &RawValue) -> Result<PairText, String> {
    let object: Members<'_> = serde_json::from_str(object.get()).map_err(|why| why.to_string())?;
    let mut are_points = [false; 2];
    let (mut pair, mut others) = (Vec::new(), Vec::new());
    for (key, value) in object {
        let written = Value::from(key.as_str());
        let side = match key.as_str() {
            "a" => 0,
            "b" => 1,
            "frame" => {
                pair.push(format!("{written}:{value}"));
                continue;
            }
            _ => {
                others.push(format!("{written}:{value}"));
                continue;
            }
        };
        match point_as_laser(value).map_err(|why| format!("{key}: {why}"))? {
            Some(laser) => {
                are_points[side] = true;
                pair.push(format!("{written}:{laser}"));
            }
            None => pair.push(format!("{written}:{value}")),
        }
    }
    let fields = (!others.is_empty()).then(|| format!("{{{}}}", others.join(",")));
    Ok(PairText { query: format!("{{{}}}", pair.join(",")), are_points, fields })
}

/// `{"point":[x,y]}` as a laser from there to there; `None` if it is no point.
fn point_as_laser(shape: &RawValue) -> Result<Option<String>, String> {
    // What is no object is told by who reads the query.
    let Ok(members) = serde_json::from_str::<Members<'_>>(shape.get()) else { return Ok(None) };
    let Some(at) = members.get("point") else { return Ok(None) };
    let beside = ["box", "laser", "polygon", "velocity"];
    if let Some(other) = beside.into_iter().find(|key| members.contains_key(*key)) {
        return Err(format!("a point has no {other}"));
    }
    let Ok([x, y]) = serde_json::from_str::<[&RawValue; 2]>(at.get()) else {
        return Err("point is no list of 2 numbers".to_owned());
    };
    Ok(Some(format!("{{\"laser\":[{x},{y},{x},{y}]}}")))
}

/// The words of a line as a query whose numbers are texts, so that they stay as they are written.
fn of_words(line: &str) -> Result<PairText, String> {
    let mut words = line.split_ascii_whitespace().peekable();
    let mut shapes = Vec::new();
    while let Some(noun) = words.next() {
        let count = match noun {
            "box" | "laser" => 4,
            "point" => 2,
            "polygon" => {
                let count = words.next().and_then(|word| word.parse::<usize>().ok());
                let count = count.filter(|count| (3..=65_536).contains(count));
                2 * count.ok_or("a polygon begins with its number of vertices, 3 or more")?
            }
            other => {
                let other = printable(other);
                return Err(format!("\"{other}\"; expected box, laser, polygon or point"));
            }
        };
        let numbers: Vec<&str> = words.by_ref().take(count).collect();
        if numbers.len() < count {
            let found = numbers.len();
            return Err(format!("{noun} has {found} numbers; expected {count}"));
        }
        shapes.push((noun, numbers, motion(&mut words)?));
    }
    let [a, b] = <[_; 2]>::try_from(shapes)
        .map_err(|shapes| format!("{} shapes; expected two", shapes.len()))?;
    let are_points = [a.0, b.0].map(|noun| noun == "point");
    let mut query = String::new();
    for (key, (noun, numbers, motion)) in [("a", a), ("b", b)] {
        // Writing to a String never fails.
        let _ = write!(
            query,
            "{}\"{key}\":{}",
            if key == "a" { '{' } else { ',' },
            shape(noun, &numbers, &motion)
        );
    }
    query.push('}');
    Ok(PairText { query, are_points, fields: None })
}

/// The velocity that follows a shape, if one does.
fn motion<'a>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
) -> Result<Vec<&'a str>, String> {
    if words.next_if_eq(&"move").is_none() {
        return Ok(Vec::new());
    }
    let motion: Vec<&str> = words.by_ref().take(2).collect();
    if motion.len() == 2 {
        Ok(motion)
    } else {
        Err("move has too few numbers; expected 2".to_owned())
    }
}

/// A shape of a query.
fn shape(noun: &str, numbers: &[&str], motion: &[&str]) -> Value {
    let texts = |words: &[&str]| Value::from(words.to_vec());
    let (key, places) = match noun {
        "polygon" => ("polygon", Value::from(numbers.chunks(2).map(texts).collect::<Vec<_>>())),
        "point" => ("laser", texts(&[numbers, numbers].concat())),
        other => (other, texts(numbers)),
    };
    let mut shape = Map::new();
    shape.insert(key.to_owned(), places);
    if !motion.is_empty() {
        shape.insert("velocity".to_owned(), texts(motion));
    }
    Value::Object(shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, kind: ComparedPair) -> Result<GivenPairs, String> {
        GivenPairs::read_lines(text.as_bytes(), "dump", kind).map_err(|why| why.to_string())
    }

    #[test]
    fn doubles_rings_and_swapped_boxes_are_pairs() {
        let lines = "\
            box 0x1p-3 0 3e-1 1e0 laser -1/3 0.5 2 0.5 => hit left 0.25\n\
            \n\
            {\"id\":7,\"a\":{\"box\":[4,0,1,2]},\"b\":{\"laser\":[0,0,5,5]},\"frame_count\":12}\n";
        let given = read(lines, ComparedPair::BoxLaser).expect("pairs");
        assert_eq!(given.pairs.len(), 2);
        assert!(!given.pairs[0].is_as_given() && given.pairs[1].is_as_given());
        assert_eq!(
            given.pairs[0].said.map(|said| said.to_string()).as_deref(),
            Some("hit left 0.25")
        );
        assert_eq!(given.first_unanswered(), Some(3));
        let swapped = "line 3, box 4 0 1 2: its left is right of its right; swapped it is box 1 0 \
                       4 2. Libraries differ: pygame keeps it and misses, others swap.";
        assert_eq!(given.swapped, Some((1, swapped.to_owned())));
        let ring = "polygon 4 0 0 6 0 0 6 0 0 point 1 1\n";
        let given = read(ring, ComparedPair::PolygonPoint).expect("a pair");
        assert_eq!(given.pairs.len(), 1);
    }

    #[test]
    fn each_line_that_is_no_pair_is_told_with_its_place() {
        let lines = "box 1 0 1 4 laser 0 0 1 1\nbox 0 0 2 laser\nlaser NaN 0 1 1 laser 0 0 1 1\n\
                     box 0 0 1 1\nhit me\nbox 0 0 1 1 laser 0 0 1 1 => perhaps\n";
        let why = read(lines, ComparedPair::BoxLaser).expect_err("faults");
        for part in [
            "dump:1: a.box: its width is 0; a laser has that shape: laser 1 0 1 4",
            "dump:2: ",
            "dump:3: ",
            "dump:4: 1 shapes; expected two",
            "dump:5: \"hit\"; expected box, laser, polygon or point",
            "dump:6: the answer is \"perhaps\"; expected hit, miss or touch, sides and a time",
        ] {
            assert!(why.contains(part), "{part}\nnot in\n{why}");
        }
    }

    #[test]
    fn lines_of_other_kinds_are_counted_and_the_first_is_named() {
        let lines =
            "laser 0 0 1 1 laser 0 1 1 0\nbox 0 0 1 1 laser 0 0 1 1\nbox 0 0 1 1 box 0 0 1 1\n";
        let given = read(lines, ComparedPair::BoxLaser).expect("a pair");
        assert_eq!(given.of_other_kinds, Some((2, "line 1 is laser-laser".to_owned())));
        let why = read("laser 0 0 1 1 laser 0 1 1 0\n", ComparedPair::BoxBox).expect_err("none");
        assert_eq!(why, "dump: no box-box pair; line 1 is laser-laser");
    }

    fn asked(text: &str, kind: ComparedPair) -> [String; 2] {
        let given = read(text, kind).expect("a pair");
        [Protocol::Text, Protocol::Ndjson].map(|protocol| given.pairs[0].asked(protocol, 1))
    }

    #[test]
    fn a_program_reads_its_own_format_in_the_numbers_of_the_pair() {
        let [line, query] = asked(
            "{\"a\":{\"box\":[4,0x1p-21,1e0,2]},\"b\":{\"laser\":[0,0,\"1/3\",5]}}\n"
                .replace("0x1p-21", "\"0x1p-21\"")
                .as_str(),
            ComparedPair::BoxLaser,
        );
        assert_eq!(line, "box 1 0.000000476837158203125 4 2 laser 0 0 1/3 5");
        assert_eq!(
            query,
            "{\"id\":\"1\",\"a\":{\"box\":[1,0.000000476837158203125,4,2]},\
             \"b\":{\"laser\":[0,0,\"1/3\",5]}}"
        );
        let [line, _] = asked("box 4e0 0 1 2 laser 0 0 5 +5.50\n", ComparedPair::BoxLaser);
        assert_eq!(line, "box 1 0 4 2 laser 0 0 5 5.5");
        let [line, query] =
            asked("polygon 4 0 0 6 0 0 6 0 0 point 1 1e-6\n", ComparedPair::PolygonPoint);
        assert_eq!(line, "polygon 3 0 0 6 0 0 6 point 1 0.000001");
        assert!(
            query.ends_with("{\"polygon\":[[0,0],[6,0],[0,6]]},\"b\":{\"point\":[1,0.000001]}}")
        );
        let [line, _] = asked(
            "{\"a\":{\"box\":[1,0,3,2],\"velocity\":[1e-6,0]},\"b\":{\"box\":[4,0,6,2]},\
             \"frame\":\"end\"}",
            ComparedPair::Frame,
        );
        assert_eq!(line, "box 0.999999 0 2.999999 2 move 0.000001 0 box 4 0 6 2 move 0 0");
    }

    #[test]
    fn numbers_of_queries_stay_as_they_are_written() {
        let text = "{\"a\":{\"point\":[9007199254740993.5,0]},\
                    \"b\":{\"box\":[9007199254740993,0,9007199254740994,1]}}";
        let [line, _] = asked(text, ComparedPair::BoxPoint);
        assert_eq!(line, "box 9007199254740993 0 9007199254740994 1 point 9007199254740993.5 0");
    }

    #[test]
    fn an_arrow_in_a_text_is_no_answer() {
        let text = "{\"note\":\"a => b\",\"a\":{\"box\":[0,0,1,1]},\"b\":{\"laser\":[0,0,5,5]}}";
        let given = read(text, ComparedPair::BoxLaser).expect("a pair");
        assert_eq!(given.pairs[0].said, None);
        let given = read(&format!("{text} => hit"), ComparedPair::BoxLaser).expect("a pair");
        assert!(given.pairs[0].said.is_some());
        let why = read(&format!("{text} hit"), ComparedPair::BoxLaser).expect_err("a fault");
        assert_eq!(why, "dump:1: \"hit\" follows the pair; expected => and an answer, or nothing");
    }

    #[test]
    fn a_point_is_no_laser_and_a_laser_is_no_point() {
        let lines = "box 0 0 2 2 point 1 1\nbox 0 0 2 2 laser 1 1 1 1\n\
                     {\"a\":{\"box\":[0,0,2,2]},\"b\":{\"point\":[1,1]}}\n";
        let given = read(lines, ComparedPair::BoxPoint).expect("pairs");
        assert_eq!(given.pairs.len(), 2);
        assert_eq!(given.of_other_kinds, Some((1, "line 2 is box-laser".to_owned())));
        let given = read(lines, ComparedPair::BoxLaser).expect("a pair");
        assert_eq!(given.of_other_kinds, Some((2, "line 1 is box-point".to_owned())));
    }

    #[test]
    fn lines_that_are_too_fine_are_counted() {
        let places: Vec<String> = (0..40).map(|at| format!(" {at} {}", at * at)).collect();
        let places = places.concat();
        let lines = format!(
            "polygon 40{places} point 0.30000000000000004 1\npolygon 3 0 0 6 0 0 6 point 1 1\n"
        );
        let given = read(&lines, ComparedPair::PolygonPoint).expect("a pair");
        assert_eq!(given.too_fine, Some((1, format!("line 1: {TOO_FINE}"))));
    }

    #[test]
    fn every_line_counts_towards_the_limit() {
        let most = usize::try_from(MOST_LINES).expect("a size");
        let lines = "\n".repeat(most) + "laser 0 0 1 1 laser 0 1 1 0\n";
        let why = read(&lines, ComparedPair::LaserLaser).expect_err("a fault");
        assert_eq!(why, "dump:100001: more than 100000 lines");
    }

    #[test]
    fn what_else_a_line_says_is_kept() {
        let text = "{\"id\":7,\"a\":{\"box\":[0,0,1,1]},\"b\":{\"laser\":[0,0,5,5]},\"tick\":1e3}";
        let given = read(text, ComparedPair::BoxLaser).expect("a pair");
        let fields = given.pairs[0].with_fields();
        let line = "box 0 0 1 1 laser 0 0 5 5".to_owned();
        assert_eq!(fields, Some((line, "{\"id\":7,\"tick\":1e3}")));
    }

    #[test]
    fn pairs_that_fit_no_thousandths_are_judged_by_whether_they_meet() {
        for (line, kind, meets) in [
            ("box 0 0 0.30000000000000004 2 point 0.3 1", ComparedPair::BoxPoint, Meets::Truly),
            ("box 0 0 0.3 2 point 0.3 1e-17", ComparedPair::BoxPoint, Meets::Touching),
            ("box 0 0 0.3 2 point 0.30000000000000004 1", ComparedPair::BoxPoint, Meets::Apart),
            (
                "box 0 0 1 1 move 1 0 box 2.00000000000001 0 3 1 move 0 0",
                ComparedPair::Frame,
                Meets::Apart,
            ),
            (
                "box 0 0 1 1 move 1.00000000000001 0 box 2.00000000000001 0 3 1 move 0 0",
                ComparedPair::Frame,
                Meets::Touching,
            ),
        ] {
            let given = read(line, kind).expect(line);
            let exact = &given.pairs[0].exact;
            assert!(matches!(exact, GivenExact::Meets { meets: it, .. } if *it == meets), "{line}");
            assert_eq!(
                given.pairs[0].asked(Protocol::Text, 1),
                line.replace("1e-17", "0.00000000000000001")
            );
        }
    }
}
