//! Parsers for arguments that several commands share, or that take more than one line.

use std::fmt;

use super::args::{Args, Word, shown};
use super::{
    Assertion, Command, CommandError, HistoryPlace, Layer, MapRequest, Measure, Nudge, ObjectField,
    PredictMode, RayOf, Recover, VertexEdit, WhySubject, WrittenWords, attributes,
};
use crate::methods::Method;
use crate::words::nearest;
use crate::world::{Crowd, CrowdKind, CrowdLayout, Name, Settings, TestResult};
use hitscan_geom::{Aabb, Approach, Direction, Milli, Segment, Side};

/// `METHOD|truth`.
pub(super) fn page(args: &mut Args<'_>) -> Result<WhySubject, CommandError> {
    let choices: Vec<_> = WhySubject::catalogue().collect();
    args.one_of("METHOD|truth", &choices)
}

/// `METHOD|truth`, or the name of an own method. The engine knows which ones exist.
pub(super) fn page_or_own(args: &mut Args<'_>) -> Result<WhySubject, CommandError> {
    let is_listed = |text: &str| WhySubject::catalogue().any(|(token, _)| token == text);
    let [next] = args.next_texts();
    let name = next.filter(|text| !is_listed(text)).and_then(|text| Name::new(text).ok());
    let Some(name) = name else { return page(args) };
    args.need("METHOD|truth")?;
    Ok(WhySubject::Own(name))
}

/// `[NAME | X1 Y1 X2 Y2]`.
pub(super) fn ray(args: &mut Args<'_>) -> Result<Command, CommandError> {
    let is_number = |text: &str| !text.starts_with(|c: char| c.is_ascii_alphabetic());
    if !args.next_text().is_some_and(is_number) {
        return Ok(Command::Ray(RayOf::Object(args.last_name()?)));
    }
    let [start, end] = [args.point("X1", "Y1")?, args.point("X2", "Y2")?];
    Ok(Command::Ray(RayOf::Line(Segment::new(start, end)?)))
}

/// `SIDE-METHOD`.
pub(super) fn side_method(args: &mut Args<'_>) -> Result<Method, CommandError> {
    let methods: Vec<_> = Method::side_methods().collect();
    args.one_by_token("SIDE-METHOD", &methods, Method::id)
}

/// `hit|touch|miss`.
pub(super) fn test_result(args: &mut Args<'_>) -> Result<TestResult, CommandError> {
    args.one_by_token("hit|touch|miss", &TestResult::ALL, TestResult::token)
}

/// `[A B]` before a result. An object may be named `hit`, so the third word decides
/// before the first.
pub(super) fn pair_before_result(args: &mut Args<'_>) -> Result<Option<[Name; 2]>, CommandError> {
    let is_result = |text: &str| TestResult::ALL.into_iter().any(|known| known.token() == text);
    let is_omitted = match args.next_texts() {
        [_, _, Some(third)] if is_result(third) => false,
        [Some(first), Some(second), _] => is_result(first) || Direction::parse(second).is_some(),
        _ => true,
    };
    if is_omitted { Ok(None) } else { args.pair().map(Some) }
}

/// `[A B] RESULT [SIDE]`, `on` or `off`.
pub(super) fn predict(args: &mut Args<'_>) -> Result<Command, CommandError> {
    let pair = pair_before_result(args)?;
    let results = TestResult::ALL.map(|result| (result.token(), Ok(result)));
    let modes = PredictMode::ALL.map(|mode| (mode.token(), Err(mode)));
    let choices: Vec<_> = results.into_iter().chain(modes).collect();
    match args.one_of("hit|touch|miss|on|off", &choices)? {
        Ok(result) => Ok(Command::Predict(pair, Some((result, optional_side(args)?)))),
        Err(mode) => Ok(Command::PredictMode(mode)),
    }
}

/// `[A B]` only: it expects what is true, not what is typed.
pub(super) fn expect(args: &mut Args<'_>) -> Result<Command, CommandError> {
    let pair = args.optional_pair()?;
    match args.peek() {
        None => Ok(Command::Expect(pair)),
        Some(word) => {
            let why =
                "expect takes two names and notes what is true of them; assert takes a result";
            Err(CommandError::at(word.span.clone(), format!("{}: {why}", shown(&word.text))))
        }
    }
}

/// `[SIDE]`.
pub(super) fn optional_side(args: &mut Args<'_>) -> Result<Option<Direction>, CommandError> {
    if args.may_end("SIDE") {
        return Ok(None);
    }
    let word = args.need("SIDE")?;
    Direction::parse(&word.text).map(Some).ok_or_else(|| {
        let tokens = Side::ALL.map(Side::token).into_iter();
        let tokens = tokens.chain(Approach::ALL.map(Approach::token)).chain(["inside"]);
        let message = format!(
            "{}: a side is left, right, top, bottom or left+top of a box; from-left, \
             from-right or on-line of a laser; edge-2 or corner-1 of a polygon; or inside",
            shown(&word.text)
        );
        CommandError::at(word.span.clone(), message).meaning(nearest(&word.text, tokens))
    })
}

/// `A B RESULT [SIDE]`, `NAME.FIELD VALUE` or `NAME gone`.
pub(super) fn claim(args: &mut Args<'_>) -> Result<Command, CommandError> {
    if args.next_text().is_some_and(|text| text.contains('.')) {
        let (name, field, value) = value(args)?;
        return Ok(Command::Assert(Assertion::Value(name, field, value)));
    }
    if let [Some(_), Some("gone"), None] = args.next_texts() {
        let name = args.name("NAME")?;
        args.need("gone")?;
        return Ok(Command::Assert(Assertion::Gone(name)));
    }
    let (pair, result) = (args.pair()?, test_result(args)?);
    Ok(Command::Assert(Assertion::Result(pair, result, optional_side(args)?)))
}

/// `[drop|list|N] [all|N]`.
pub(super) fn recover(args: &mut Args<'_>) -> Result<Command, CommandError> {
    if args.may_end("drop|list|N") {
        return Ok(Command::Recover(Recover::Take(None)));
    }
    let word = args.need("drop|list|N")?;
    let number = |word: &Word, others: &str| {
        let number = word.text.parse().ok().filter(|&number| number > 0);
        number.ok_or_else(|| {
            let found = shown(&word.text);
            let message = format!("{found}: {others}, or the number of a session, from 1 on");
            CommandError::at(word.span.clone(), message)
        })
    };
    Ok(Command::Recover(match word.text.as_str() {
        "list" => Recover::List,
        "drop" if args.may_end("all|N") => Recover::Drop(None),
        "drop" => match args.need("all|N")? {
            word if word.text == "all" => Recover::DropAll,
            word => Recover::Drop(Some(number(word, "all")?)),
        },
        _ => Recover::Take(Some(number(word, "drop, list")?)),
    }))
}

pub(super) fn vertex(args: &mut Args<'_>) -> Result<Command, CommandError> {
    let inserts = args.one_of("insert|remove", &[("insert", true), ("remove", false)])?;
    let name = args.optional_name()?;
    let index = index(args, "N")?;
    let edit = if inserts { VertexEdit::Insert(args.point("X", "Y")?) } else { VertexEdit::Remove };
    Ok(Command::Vertex(edit, name, index))
}

pub(super) fn index(args: &mut Args<'_>, label: &'static str) -> Result<usize, CommandError> {
    let word = args.need(label)?;
    word.text.parse().ok().filter(|&index| index > 0).ok_or_else(|| {
        let text = shown(&word.text);
        CommandError::at(word.span.clone(), format!("{text}: {label} counts from 1"))
    })
}

pub(super) fn nudge(args: &mut Args<'_>) -> Result<Command, CommandError> {
    if args.optional_token(&[("cell", ())]).is_some() {
        return Ok(Command::Nudge(Nudge::Cell));
    }
    let units = args.number("cell|UNITS")?;
    if units <= Milli::ZERO {
        return Err(CommandError::new("a nudge is cell, or a number of units above 0"));
    }
    Ok(Command::Nudge(Nudge::Units(units)))
}

/// The sides of the screen as directions.
const ARROWS: [(&str, Side); 4] =
    [("left", Side::Left), ("right", Side::Right), ("up", Side::Top), ("down", Side::Bottom)];

/// The word in commands for an arrow key towards this side.
pub(super) fn arrow_of(side: Side) -> &'static str {
    ARROWS.iter().find(|(_, known)| *known == side).map_or("", |(token, _)| token)
}

/// `[NAME] left|right|up|down`. An object may be named `left`, so the second word
/// decides before the first.
pub(super) fn steer(args: &mut Args<'_>) -> Result<Command, CommandError> {
    let name = match args.next_texts() {
        [Some(_), Some(_)] => args.optional_name()?,
        _ => None,
    };
    Ok(Command::Steer(name, args.one_of("left|right|up|down", &ARROWS)?))
}

/// `[off|relation|side|method|f32|f64|next CLASS]`.
pub(super) fn map(args: &mut Args<'_>) -> Result<Command, CommandError> {
    const LABEL: &str = "off|relation|side|method|f32|f64|next";
    if args.may_end(LABEL) {
        return Ok(Command::Map(MapRequest::On));
    }
    if args.next_text() == Some("next") {
        args.need(LABEL)?;
        return Ok(Command::Map(MapRequest::Next(args.need("CLASS")?.text.clone())));
    }
    let layers = Layer::ALL.map(|layer| (layer.token(), Some(layer)));
    let choices: Vec<_> = layers.into_iter().chain([("off", None), ("next", None)]).collect();
    let layer = args.one_of(LABEL, &choices)?;
    Ok(Command::Map(layer.map_or(MapRequest::Off, MapRequest::Show)))
}

/// `NAME X Y`.
pub(super) fn point(args: &mut Args<'_>) -> Result<Command, CommandError> {
    let name = args.name("NAME")?;
    let is_complete = args.next_texts::<2>().iter().all(Option::is_some);
    let at = args.point("X", "Y").map_err(|fault| {
        if is_complete { fault } else { CommandError::new("point: one x and one y") }
    })?;
    Ok(Command::Point(name, at))
}

pub(super) fn speed(args: &mut Args<'_>) -> Result<Command, CommandError> {
    let word = args.need("FRAMES_PER_SECOND")?;
    let speed = word.text.parse().ok().filter(|speed| Settings::SPEEDS.contains(speed));
    speed.map(Command::Speed).ok_or_else(|| {
        let text = shown(&word.text);
        CommandError::at(word.span.clone(), format!("{text}: a whole number from 1 to 240"))
    })
}

pub(super) fn seek(args: &mut Args<'_>) -> Result<Command, CommandError> {
    let word = args.need("FRAME|#SEQ|start|end")?;
    let text = word.text.as_str();
    let place = match (text, text.strip_prefix('#')) {
        ("start", _) => Some(HistoryPlace::Start),
        ("end", _) => Some(HistoryPlace::End),
        (_, Some(seq)) => seq.parse().ok().map(HistoryPlace::Record),
        (frame, None) => frame.parse().ok().map(HistoryPlace::Frame),
    };
    place.map(Command::Seek).ok_or_else(|| {
        let message = format!("{}: a frame number, start or end", shown(text));
        CommandError::at(word.span.clone(), message)
    })
}

pub(super) fn set(args: &mut Args<'_>) -> Result<Command, CommandError> {
    if let Some(command) = attributes::set(args)? {
        return Ok(command);
    }
    let (name, field, value) = value(args)?;
    Ok(Command::Set(name, field, value))
}

/// `NAME.FIELD VALUE`.
fn value(args: &mut Args<'_>) -> Result<(Name, ObjectField, Milli), CommandError> {
    let word = args.need("NAME.FIELD")?;
    let fault = |what: &str| {
        let text = shown(&word.text);
        CommandError::at(word.span.clone(), format!("{text}: {what}"))
    };
    let (name, field) = word
        .text
        .split_once('.')
        .ok_or_else(|| fault("a name, a dot and a field, such as A.left"))?;
    let name = Name::new(name).map_err(|why| fault(&why.to_string()))?;
    let field = ObjectField::parse(field).ok_or_else(|| {
        const WORDS: [&str; 8] = ["left", "top", "right", "bottom", "width", "height", "vx", "vy"];
        let near = nearest(field, WORDS).map(|field| format!("{name}.{field}"));
        fault(
            "fields are left top right bottom x y width height, center.x … bottom-center.height, \
             x1 y1 x2 y2 …, vx vy, body response breaks_after sensor on_enter message steer jump \
             name_shown tint beam",
        )
        .meaning(near.as_deref())
    })?;
    let value = match field {
        field if field.is_y() => args.y("VALUE")?,
        field if field.is_size() => args.size("VALUE")?,
        _ => args.number("VALUE")?,
    };
    Ok((name, field, value))
}

impl ObjectField {
    /// Parses the name of a field.
    pub fn parse(text: &str) -> Option<Self> {
        if let Ok(side) = text.parse() {
            return Some(Self::Side(side));
        }
        if let Some((origin, measure)) = text.split_once('.') {
            let origin = origin.parse().ok()?;
            let measure = Measure::ALL.into_iter().find(|known| known.token() == measure)?;
            return Some(Self::about(origin, measure));
        }
        let vertex = |text: &str| text.parse().ok().filter(|&index| index > 0);
        match text {
            "x" => Some(Self::X),
            "y" => Some(Self::Y),
            "width" => Some(Self::Width),
            "height" => Some(Self::Height),
            "vx" => Some(Self::VelocityX),
            "vy" => Some(Self::VelocityY),
            _ => match text.split_at_checked(1)? {
                ("x", index) => vertex(index).map(Self::VertexX),
                ("y", index) => vertex(index).map(Self::VertexY),
                _ => None,
            },
        }
    }

    /// Whether its value is a y, which the axes may flip.
    pub const fn is_y(self) -> bool {
        matches!(
            self,
            Self::Side(Side::Top | Side::Bottom)
                | Self::Y
                | Self::About(_, Measure::Y)
                | Self::VertexY(_)
                | Self::VelocityY
        )
    }

    /// Whether its value is a width or height, which may be twice as large as a coordinate.
    pub const fn is_size(self) -> bool {
        matches!(
            self,
            Self::Width | Self::Height | Self::About(_, Measure::Width | Measure::Height)
        )
    }
}

impl fmt::Display for ObjectField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side(side) => f.write_str(side.token()),
            Self::X => f.write_str("x"),
            Self::Y => f.write_str("y"),
            Self::Width => f.write_str("width"),
            Self::Height => f.write_str("height"),
            Self::About(origin, measure) => write!(f, "{}.{}", origin.token(), measure.token()),
            Self::VertexX(index) => write!(f, "x{index}"),
            Self::VertexY(index) => write!(f, "y{index}"),
            Self::VelocityX => f.write_str("vx"),
            Self::VelocityY => f.write_str("vy"),
        }
    }
}

/// The options that may follow the area.
const OPTIONS: &str = "size|grid|speed|uniform|clusters|mixed-sizes|apart|seed";

/// `NAME COUNT [box|laser] X1 Y1 X2 Y2`, and the options in any order.
pub(super) fn parse(args: &mut Args<'_>) -> Result<Command, CommandError> {
    let name = args.name("NAME")?;
    let count = whole(args, "COUNT")?;
    let kinds = CrowdKind::ALL.map(|kind| (kind.token(), kind));
    let kind = args.optional_token(&kinds).unwrap_or_default();
    let area = Aabb::from_corners(args.point("X1", "Y1")?, args.point("X2", "Y2")?)?;
    let mut crowd = Crowd {
        name,
        count,
        kind,
        area,
        size: Crowd::SIZE,
        grid: Crowd::GRID,
        speed: [Milli::ZERO; 2],
        layout: CrowdLayout::default(),
        apart: false,
        seed: 0,
    };
    let options: Vec<_> = OPTIONS.split('|').map(|option| (option, option)).collect();
    let layout_of = |token| CrowdLayout::ALL.into_iter().find(|layout| layout.token() == token);
    while !args.may_end(OPTIONS) {
        match args.one_of(OPTIONS, &options)? {
            "size" => crowd.size = [args.size("MIN")?, args.size("MAX")?],
            "grid" => crowd.grid = args.size("G")?,
            "speed" => crowd.speed = [args.number("MIN")?, args.number("MAX")?],
            "apart" => crowd.apart = true,
            "seed" => crowd.seed = whole(args, "N")?,
            layout => crowd.layout = layout_of(layout).unwrap_or_default(),
        }
    }
    crowd.check().map_err(|error| CommandError::new(error.to_string()))?;
    Ok(Command::Crowd(crowd))
}

fn whole(args: &mut Args<'_>, label: &'static str) -> Result<u32, CommandError> {
    let word = args.need(label)?;
    word.text.parse().map_err(|_| {
        let message =
            format!("{}: {label} is a whole number, at most {}", shown(&word.text), u32::MAX);
        CommandError::at(word.span.clone(), message)
    })
}

/// Writes a crowd with all its options.
pub(super) fn write(crowd: &Crowd, line: &mut WrittenWords<'_>) {
    let Crowd { name, count, kind, area, size, grid, speed, layout, apart, seed } = crowd;
    line.word(name).word(count).word(kind.token());
    line.word(area.left()).y(area.top()).word(area.right()).y(area.bottom());
    line.word("size").word(size[0]).word(size[1]).word("grid").word(grid);
    line.word("speed").word(speed[0]).word(speed[1]).word(layout.token());
    line.optional(apart.then_some("apart")).word("seed").word(seed);
}
