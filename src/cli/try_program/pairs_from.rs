//! The pairs of `--pairs-from`: what a game has written down, as lines for programs or as queries.
//!
//! A line may end in what the game answered, `=> hit left 0.25`.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::cli::CliError;
use crate::cli::compare::ComparedPair;
use crate::cli::query::pair_of;
use hitscan_core::command::lines::Lines;
use hitscan_core::methods::{Case, InThousandths, OwnAnswer, OwnReply};
use hitscan_core::scene::printable;
use hitscan_geom::{Segment, Shape, ShapeKind};

/// The most pairs that are read.
const MOST_PAIRS: usize = 100_000;

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
}

/// A pair of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GivenPair {
    /// The pair; scaled if its numbers are finer than thousandths.
    pub(super) case: Case,
    /// Whether the case has the numbers of the line.
    pub(super) is_as_given: bool,
    /// The line, without the answer.
    pub(super) line: String,
    /// What the game answered.
    pub(super) said: Option<OwnAnswer>,
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
        let mut faults = Vec::new();
        let mut lines = Lines::new(input);
        loop {
            let next =
                lines.next_line().map_err(|why| CliError::other(format!("{name}: {why}")))?;
            let Some((number, line)) = next else { break };
            if line.is_blank() {
                continue;
            }
            let at = |why: String| format!("{name}:{number}: {why}");
            let read = line.text().map_err(str::to_owned).and_then(|line| read_line(line, kind));
            match read {
                Ok(Ok(pair)) => given.pairs.push(pair),
                Ok(Err(other)) => {
                    let first = || (0, format!("line {number} is {other}"));
                    given.of_other_kinds.get_or_insert_with(first).0 += 1;
                }
                Err(why) => faults.push(at(why)),
            }
            if faults.len() == MOST_FAULTS {
                faults.push(format!("{name}: no further line was read"));
                break;
            }
            if given.pairs.len() > MOST_PAIRS {
                return Err(CliError::other(at(format!("more than {MOST_PAIRS} pairs"))));
            }
        }
        if !faults.is_empty() {
            return Err(CliError::other(faults.join("\n")));
        }
        if given.pairs.is_empty() {
            let other =
                given.of_other_kinds.map_or_else(String::new, |(_, first)| format!("; {first}"));
            let why = format!("{name}: no {} pair{other}", kind.token());
            return Err(CliError::other(why));
        }
        Ok(given)
    }

    /// Whether the game answered every pair, so that no program is needed.
    pub(super) fn are_answered(&self) -> bool {
        self.pairs.iter().all(|pair| pair.said.is_some())
    }
}

/// The pair of a line, or of which other kind it is.
fn read_line(line: &str, kind: ComparedPair) -> Result<Result<GivenPair, String>, String> {
    let (pair, said) = match line.rsplit_once("=>") {
        Some((pair, said)) => (pair.trim(), Some(answer(said)?)),
        None => (line.trim(), None),
    };
    let query = if pair.starts_with('{') { of_query(pair)? } else { of_words(pair)? };
    let raw = RawValue::from_string(query).map_err(|why| why.to_string())?;
    let found = pair_of(&raw)?;
    let InThousandths { shapes: [a, b], frame, scale } = found;
    let is_point = |shape: &Shape| matches!(shape, Shape::Segment(laser) if laser.is_point());
    let kinds = format!("{}-{}", a.kind().token(), b.kind().token());
    let case = match (kind, frame, a, b) {
        (ComparedPair::Frame, Some([a, b]), ..) => Some(Case::Frame([a, b])),
        (ComparedPair::BoxPoint | ComparedPair::PolygonPoint, None, a, b) if is_point(&b) => {
            let at: Option<&Segment> =
                if let Shape::Segment(laser) = &b { Some(laser) } else { None };
            at.and_then(|laser| Case::point(a, laser.start()))
        }
        (_, None, a, b) => Some(Case::Still([a, b])),
        (_, Some(_), ..) => None,
    };
    let Some(case) = case.filter(|case| is_of(case, kind)) else {
        return Ok(Err(kinds));
    };
    let line = printable(pair);
    Ok(Ok(GivenPair { case, is_as_given: scale.is_none(), line, said }))
}

/// Whether a case is a pair of the kind.
fn is_of(case: &Case, kind: ComparedPair) -> bool {
    let (Case::Still([a, b]) | Case::Point([a, b])) = case else {
        return kind == ComparedPair::Frame;
    };
    let is_region = |shape: &Shape| shape.kind() != ShapeKind::Segment;
    match (kind, a.kind(), b.kind()) {
        (ComparedPair::LaserLaser, ShapeKind::Segment, ShapeKind::Segment)
        | (ComparedPair::BoxLaser | ComparedPair::BoxPoint, ShapeKind::Box, ShapeKind::Segment)
        | (ComparedPair::BoxBox, ShapeKind::Box, ShapeKind::Box)
        | (
            ComparedPair::PolygonLaser | ComparedPair::PolygonPoint,
            ShapeKind::Polygon,
            ShapeKind::Segment,
        ) => true,
        (ComparedPair::RegionRegion, ..) => is_region(a) && is_region(b),
        _ => false,
    }
}

fn answer(said: &str) -> Result<OwnAnswer, String> {
    if let Some(OwnReply::Answer(answer)) = OwnReply::from_text(said.trim()) {
        return Ok(answer);
    }
    let said = printable(said.trim());
    Err(format!("the answer is \"{said}\"; expected hit, miss or touch, sides and a time"))
}

/// A query with the keys that say what the pair is; the game may have more.
fn of_query(text: &str) -> Result<String, String> {
    let object: Map<String, Value> = serde_json::from_str(text).map_err(|why| why.to_string())?;
    let keys = ["a", "b", "frame"].into_iter().filter_map(|key| {
        object.get(key).map(|value| (key.to_owned(), with_points_as_lasers(value)))
    });
    Ok(Value::Object(keys.collect()).to_string())
}

/// `{"point":[x,y]}` as a laser from there to there.
fn with_points_as_lasers(shape: &Value) -> Value {
    match shape.get("point").and_then(Value::as_array) {
        Some(at) => {
            let ends = Value::from([at.clone(), at.clone()].concat());
            Value::Object([("laser".to_owned(), ends)].into_iter().collect())
        }
        None => shape.clone(),
    }
}

/// The words of a line as a query whose numbers are texts, so that they stay as they are written.
fn of_words(line: &str) -> Result<String, String> {
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
    Ok(query)
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
            box 0x1p-3 0 0.30000000000000004 1e0 laser -1/3 0.5 2 0.5 => hit left 0.25\n\
            \n\
            {\"id\":7,\"a\":{\"box\":[4,0,1,2]},\"b\":{\"laser\":[0,0,5,5]},\"frame_count\":12}\n";
        let given = read(lines, ComparedPair::BoxLaser).expect("pairs");
        assert_eq!(given.pairs.len(), 2);
        assert!(!given.pairs[0].is_as_given && given.pairs[1].is_as_given);
        assert_eq!(
            given.pairs[0].said.map(|said| said.to_string()).as_deref(),
            Some("hit left 0.25")
        );
        assert!(!given.are_answered());
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
}
