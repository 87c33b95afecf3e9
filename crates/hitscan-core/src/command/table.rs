//! The table of commands.

use super::args::{Args, shown};
use super::ask;
use super::{
    Anchor, Command, CommandError, CommandSpec, Field, LogFilter, Measure, Nudge, Place, Recover,
    VertexEdit,
};
use crate::methods::{BoundaryRule, SideMethod};
use crate::words::nearest;
use crate::world::{Axes, Fixing, Name, Response, Settings};
use hitscan_geom::{Milli, Origin, Side, Vector};

macro_rules! commands {
    ($($name:literal $([$($alias:literal),+])? $syntax:literal, $doc:literal, $parse:expr;)+) => {
        &[$(CommandSpec {
            name: $name,
            aliases: &[$($($alias),+)?],
            syntax: $syntax,
            doc: $doc,
            parse: $parse,
        }),+]
    };
}

/// Every command there is, in the order in which help lists them.
pub const COMMANDS: &[CommandSpec] = commands![
    "box" "NAME [top-left|center|bottom-center] X Y WIDTH HEIGHT",
        "add a box; X Y is where its origin is, the top left corner unless named",
        |args| Ok(Command::Add(args.name("NAME")?, args.aabb()?));
    "laser" "NAME X1 Y1 X2 Y2", "add a laser from the first point to the second",
        |args| Ok(Command::Add(args.name("NAME")?, args.laser()?));
    "polygon" "NAME X1 Y1 X2 Y2 X3 Y3 …", "add a polygon with these vertices",
        |args| Ok(Command::Add(args.name("NAME")?, args.polygon()?));
    "remove" "[NAME]", "remove an object",
        |args| Ok(Command::Remove(args.last_name()?));
    "rename" "NAME NEW", "call an object something else",
        |args| Ok(Command::Rename(args.name("NAME")?, args.name("NEW")?));
    "duplicate" "NAME NEW [DX DY]", "add a copy of an object, where that is or so far off",
        |args| {
            let (name, new) = (args.name("NAME")?, args.name("NEW")?);
            let by = if args.may_end("DX") { Vector::ZERO } else { args.vector("DX", "DY")? };
            Ok(Command::Duplicate(name, new, by))
        };
    "fixed" "NAME on|off", "nail an object down, or let it go",
        |args| Ok(Command::Fixed(
            args.name("NAME")?,
            args.one_of("on|off", &[("on", Fixing::Fixed), ("off", Fixing::Free)])?,
        ));
    "select" "NAME", "choose the object that keys and commands act on",
        |args| Ok(Command::Select(args.name("NAME")?));
    "set" "NAME.FIELD VALUE", "change one number: A.left 3, A.center.x 5, L.x2 7.5, A.vx -1",
        set;
    "move" "[NAME] DX DY", "a frame in which one object moves by that much",
        |args| Ok(Command::Move(args.optional_name()?, args.vector("DX", "DY")?));
    "turn" "[NAME] DEGREES", "turn a laser or polygon clockwise on the screen",
        |args| Ok(Command::Turn(args.optional_name()?, args.number("DEGREES")?));
    "length" "[NAME] DELTA", "make a laser longer, keeping its middle",
        |args| Ok(Command::Length(args.optional_name()?, args.number("DELTA")?));
    "end" "[NAME] INDEX DX DY", "move one end, corner or vertex, counted from 1",
        |args| Ok(Command::End(args.optional_name()?, index(args, "INDEX")?, args.vector("DX", "DY")?));
    "vertex" "insert|remove [NAME] N [X Y]",
        "put a vertex into a polygon after vertex N, counted from 1, or take vertex N out", vertex;
    "velocity" "[NAME] VX VY [end]",
        "the motion in each step; with end, it stands where that frame ends",
        |args| {
            let (name, velocity) = (args.optional_name()?, args.vector("VX", "VY")?);
            if args.may_end("end") {
                return Ok(Command::Velocity(name, velocity, Anchor::Start));
            }
            let anchor = args.optional_token(&[("end", Anchor::End)]).unwrap_or(Anchor::Start);
            Ok(Command::Velocity(name, velocity, anchor))
        };
    "nudge" "cell|UNITS", "how far an arrow key moves things", nudge;
    "step" "[N]", "make N frames of motion", |args| Ok(Command::Step(args.count()?));
    "back" "[N]", "go back to N frames earlier", |args| Ok(Command::Back(args.count()?));
    "undo" "[N]", "take the last N changes back", |args| Ok(Command::Undo(args.count()?));
    "redo" "[N]", "make N changes again that were taken back",
        |args| Ok(Command::Redo(args.count()?));
    "seek" "FRAME|#SEQ|start|end", "go to a frame, a line of the log, the start or the end", seek;
    "play" "", "make frames of motion until paused", |_| Ok(Command::Play);
    "pause" "", "make no more frames", |_| Ok(Command::Pause);
    "speed" "FRAMES_PER_SECOND", "how fast play goes, 1 to 240", speed;
    "response" "pass|stop|slide|push-out|bounce", "what boxes do when they hit each other",
        |args| {
            let choices = Response::ALL.map(|response| (response.token(), response));
            Ok(Command::Response(args.one_of("pass|stop|slide|push-out|bounce", &choices)?))
        };
    "side" "swept|relative-velocity|predict-corner", "by which side method they do it",
        |args| {
            let choices = SideMethod::ALL.map(|method| (method.id(), method));
            let label = "swept|relative-velocity|predict-corner";
            Ok(Command::Side(args.one_of(label, &choices)?))
        };
    "contact" "source|inclusive|strict", "whether the two box methods count touching",
        |args| {
            let choices = BoundaryRule::ALL.map(|contact| (contact.token(), contact));
            Ok(Command::BoundaryRule(args.one_of("source|inclusive|strict", &choices)?))
        };
    "axes" "y-down|y-up", "which way y is read and written",
        |args| {
            let choices = [Axes::YDown, Axes::YUp].map(|axes| (axes.token(), axes));
            Ok(Command::Axes(args.one_of("y-down|y-up", &choices)?))
        };
    "method" "METHOD|truth", "what Why and the log's column of a method show",
        |args| Ok(Command::Method(ask::page(args)?));
    "log" "changes|hits|all", "which tests are shown: new answers, hits only, or all",
        |args| {
            let choices = LogFilter::ALL.map(|filter| (filter.token(), filter));
            Ok(Command::Log(args.one_of("changes|hits|all", &choices)?))
        };
    "filter" "[TEXT]", "show only tests that name this; all again without it",
        |args| {
            let is_all = args.may_end("TEXT");
            Ok(Command::Filter(if is_all { String::new() } else { args.rest("TEXT")? }))
        };
    "title" "TEXT", "what the scene is called", |args| Ok(Command::Title(args.rest("TEXT")?));
    "new" "", "begin with an empty scene", |_| Ok(Command::New);
    "open" ["o", "e"] "FILE", "open a scene file or a built-in scene",
        |args| Ok(Command::Open(args.text("FILE")?));
    "save" ["w"] "[FILE]", "save the scene",
        |args| Ok(Command::Save(args.optional_text("FILE")?));
    "record" "FILE", "record what is done, from the opening of this scene on",
        |args| Ok(Command::Record(args.text("FILE")?));
    "recover" "[drop]", "take up a session that was cut off; or throw it away",
        |args| {
            let drop = [("drop", Recover::Drop)];
            let asked = if args.may_end("drop") { None } else { Some(args.one_of("drop", &drop)?) };
            Ok(Command::Recover(asked.unwrap_or(Recover::Take)))
        };
    "describe" "[NAME]", "an object in exact numbers, or all of them",
        |args| Ok(Command::Describe(args.last_name()?));
    "query" "[A B]", "the pair as a line for hitscan query",
        |args| Ok(Command::Query(args.optional_pair()?));
    "why" "A B [METHOD|truth]", "why they hit, touch or miss, step by step",
        |args| {
            let pair = args.pair()?;
            let page = if args.may_end("METHOD|truth") { None } else { Some(ask::page(args)?) };
            Ok(Command::Why(pair, page))
        };
    "check" "", "is everything as the scene expects?", |_| Ok(Command::Check);
    "expect" "[A B]", "from now on the scene expects what is true of the pair",
        |args| Ok(Command::Expect(args.optional_pair()?));
    "predict" "[A B] hit|touch|miss [SIDE]", "say what the pair does, before the truth is shown",
        |args| {
            let pair = ask::pair_before_outcome(args)?;
            let said = (ask::outcome(args)?, ask::optional_side(args)?);
            Ok(Command::Predict(pair, Some(said)))
        };
    "skip" "[A B]", "show the truth of the pair without saying what it does",
        |args| Ok(Command::Predict(args.optional_pair()?, None));
    "assert" "A B hit|touch|miss [SIDE]", "stop the show if this is not so; or NAME.FIELD VALUE",
        ask::claim;
    "screenshot" "FILE", "write what is on the screen as .svg, .txt or .ansi",
        |args| Ok(Command::Screenshot(args.need("FILE")?.text.clone()));
    "help" "[COMMAND]", "all keys and commands, or one command",
        |args| Ok(Command::Help(args.optional_text("COMMAND")?));
    "quit" ["q"] "", "leave", |_| Ok(Command::Quit);
    "quit!" ["q!"] "", "leave, whatever is not saved", |_| Ok(Command::QuitUnsaved);
    "wq" "[FILE]", "save the scene, then leave",
        |args| Ok(Command::SaveAndQuit(args.optional_text("FILE")?));
];

fn vertex(args: &mut Args<'_>) -> Result<Command, CommandError> {
    #[derive(Clone, Copy)]
    enum Way {
        In,
        Out,
    }
    let way = args.one_of("insert|remove", &[("insert", Way::In), ("remove", Way::Out)])?;
    let name = args.optional_name()?;
    let index = index(args, "N")?;
    let edit = match way {
        Way::In => VertexEdit::Insert(args.point("X", "Y")?),
        Way::Out => VertexEdit::Remove,
    };
    Ok(Command::Vertex(edit, name, index))
}

fn index(args: &mut Args<'_>, label: &'static str) -> Result<usize, CommandError> {
    let word = args.need(label)?;
    word.text.parse().ok().filter(|&index| index > 0).ok_or_else(|| {
        let text = shown(&word.text);
        CommandError::at(word.span.clone(), format!("{text}: {label} counts from 1"))
    })
}

fn nudge(args: &mut Args<'_>) -> Result<Command, CommandError> {
    if args.optional_token(&[("cell", ())]).is_some() {
        return Ok(Command::Nudge(Nudge::Cell));
    }
    let units = args.number("cell|UNITS")?;
    if units <= Milli::ZERO {
        return Err(CommandError::new("a nudge is cell, or a number of units above 0"));
    }
    Ok(Command::Nudge(Nudge::Units(units)))
}

fn speed(args: &mut Args<'_>) -> Result<Command, CommandError> {
    let word = args.need("FRAMES_PER_SECOND")?;
    let speed = word.text.parse().ok().filter(|speed| Settings::SPEEDS.contains(speed));
    speed.map(Command::Speed).ok_or_else(|| {
        let text = shown(&word.text);
        CommandError::at(word.span.clone(), format!("{text}: a whole number from 1 to 240"))
    })
}

fn seek(args: &mut Args<'_>) -> Result<Command, CommandError> {
    let word = args.need("FRAME|#SEQ|start|end")?;
    let text = word.text.as_str();
    let place = match (text, text.strip_prefix('#')) {
        ("start", _) => Some(Place::Start),
        ("end", _) => Some(Place::End),
        (_, Some(seq)) => seq.parse().ok().map(Place::Record),
        (frame, None) => frame.parse().ok().map(Place::Frame),
    };
    place.map(Command::Seek).ok_or_else(|| {
        let message = format!("{}: a frame number, start or end", shown(text));
        CommandError::at(word.span.clone(), message)
    })
}

fn set(args: &mut Args<'_>) -> Result<Command, CommandError> {
    let (name, field, value) = value(args)?;
    Ok(Command::Set(name, field, value))
}

/// `NAME.FIELD VALUE`.
pub(super) fn value(args: &mut Args<'_>) -> Result<(Name, Field, Milli), CommandError> {
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
    let field = Field::parse(field).ok_or_else(|| {
        const WORDS: [&str; 8] = ["left", "top", "right", "bottom", "width", "height", "vx", "vy"];
        let near = nearest(field, WORDS).map(|field| format!("{name}.{field}"));
        fault(
            "fields are left top right bottom x y width height, center.x … bottom-center.height, \
             x1 y1 x2 y2 …, vx vy",
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

impl Field {
    /// The field of this name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(side) = Side::ALL.into_iter().find(|side| side.token() == text) {
            return Some(Self::Side(side));
        }
        if let Some((origin, measure)) = text.split_once('.') {
            let origin = Origin::ALL.into_iter().find(|known| known.token() == origin)?;
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

    /// Whether its value is a y, which the axes may turn round.
    #[must_use]
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

    /// Whether its value is a width or a height, which may be twice as great as
    /// a coordinate.
    #[must_use]
    pub const fn is_size(self) -> bool {
        matches!(
            self,
            Self::Width | Self::Height | Self::About(_, Measure::Width | Measure::Height)
        )
    }
}
