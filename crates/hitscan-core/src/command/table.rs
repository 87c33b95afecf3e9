//! The table of commands. Each row has the command's aliases in `[]`, the words that only find
//! it in `{}`, its syntax, its help, its parser, and how it is written, with a line for each
//! kind of command that has this name. Longer parsers, and arguments that several commands
//! share, are in `parsers`.

use super::args::{quoted, shown};
use super::attributes::{attribute_value, attribute_values};
use super::{
    Anchor, Assertion, Command, CommandError, CommandSpec, HistoryPlace, LogFilter, MapRequest,
    Nudge, RayOf, Recover, VertexEdit, WhySubject, WrittenWords, attributes, parsers, split,
};
use crate::methods::{Article, BoundaryRule, FunctionPair, Method};
use crate::words::concepts::{Concept, concepts};
use crate::words::nearest;
use crate::world::{Axes, Body, Response};
use hitscan_geom::broad_phase::BroadPhase;
use hitscan_geom::{Approach, Shape, Side, Vector};

macro_rules! commands {
    ($($name:literal $([$($alias:literal),+])? $({$($synonym:literal),+})? $syntax:literal, $doc:literal, $parse:expr
        $(, $pattern:pat => |$line:tt| $write:expr)*;)+) => {
        /// Every command, in the order of help.
        pub const COMMANDS: &[CommandSpec] = &[$(CommandSpec {
            name: $name,
            aliases: &[$($($alias),+)?],
            synonyms: &[$($($synonym),+)?],
            syntax: $syntax,
            doc: $doc,
            parse: $parse,
            write: |command, line| {
                let _: (&Command, &WrittenWords<'_>) = (command, line);
                $(if let $pattern = command {
                    let $line = line;
                    $write;
                    return true;
                })*
                false
            },
        }),+];

        /// Never called: it makes the compiler report a command that no row writes.
        #[expect(dead_code, unused_variables)]
        const fn is_written(command: &Command) {
            match command {
                $($($pattern => {})*)+
            }
        }
    };
}

commands! {
    "box" {"rect", "rectangle", "aabb", "square", "wall"} "NAME [top-left|center|bottom-center] X Y WIDTH HEIGHT",
        "add a box; X Y is where its origin is, the top left corner unless named",
        |args| Ok(Command::Add(args.name("NAME")?, args.aabb()?)),
        Command::Add(name, Shape::Box(it)) => |line| line.word(name).point(it.min()).word(it.width()).word(it.height());
    "laser" {"line", "segment"} "NAME X1 Y1 X2 Y2", "add a laser from the first point to the second",
        |args| Ok(Command::Add(args.name("NAME")?, args.laser()?)),
        Command::Add(name, shape @ Shape::Segment(_)) => |line| line.word(name).points(&shape.vertices());
    "polygon" {"poly", "triangle", "shape"} "NAME X1 Y1 X2 Y2 X3 Y3 …", "add a polygon with these vertices",
        |args| Ok(Command::Add(args.name("NAME")?, args.polygon()?)),
        Command::Add(name, shape @ Shape::Polygon(_)) => |line| line.word(name).points(&shape.vertices());
    "crowd" {"many", "random", "stress"} "NAME COUNT [box|laser] X1 Y1 X2 Y2 [size MIN MAX] [grid G] [speed MIN MAX] [uniform|clusters|mixed-sizes] [apart] [seed N]",
        "add many objects NAME1, NAME2, … within an area, drawn from a seed", parsers::parse,
        Command::Crowd(it) => |line| parsers::write(it, line);
    "remove" {"delete", "del", "rm", "erase", "destroy"} "[NAME]", "remove an object",
        |args| Ok(Command::Remove(args.last_name()?)),
        Command::Remove(name) => |line| line.object(*name);
    "rename" {"name", "mv"} "NAME NEW", "give an object another name",
        |args| Ok(Command::Rename(args.name("NAME")?, args.ending_name("NEW")?)),
        Command::Rename(name, new) => |line| line.word(name).word(new);
    "duplicate" {"copy", "cp", "clone", "dup"} "NAME NEW [DX DY]", "add a copy of an object, in the same place or offset",
        |args| {
            let (name, new) = (args.name("NAME")?, args.name("NEW")?);
            let by = if args.may_end("DX") { Vector::ZERO } else { args.vector("DX", "DY")? };
            Ok(Command::Duplicate(name, new, by))
        },
        Command::Duplicate(name, new, Vector::ZERO) => |line| line.word(name).word(new),
        Command::Duplicate(name, new, by) => |line| line.word(name).word(new).vector(*by);
    "body" {"static", "kinematic", "dynamic", "immovable"} "NAME static|kinematic|dynamic", "what moves an object: nothing, its velocity alone, or also what it hits",
        |args| Ok(Command::Body(args.name("NAME")?, attributes::body(args)?)),
        Command::Body(name, body) => |line| line.word(name).word(body.token());
    "fixed" {"pin", "lock", "nail", "freeze"} "NAME on|off", "make an object static, or dynamic again",
        |args| Ok(Command::Body(
            args.name("NAME")?,
            args.one_of("on|off", &[("on", Body::Static), ("off", Body::Dynamic)])?,
        ));
    "select" {"pick", "choose", "focus"} "NAME", "choose the object that keys and commands act on",
        |args| Ok(Command::Select(args.name("NAME")?)),
        Command::Select(name) => |line| line.word(name);
    "set" {"edit", "change", "assign"} "NAME.FIELD VALUE|none", "change one value: A.left 3, L.x2 7.5, A.vx -1, A.response bounce, A.steer none",
        parsers::set,
        Command::Set(name, field, value) => |line| line.value(*name, *field, *value),
        Command::SetAttribute(name, it) => |line| line.word(format_args!("{name}.{}", it.key())).word(attribute_value(it));
    "move" {"translate", "shift", "push", "go"} "[NAME] DX DY", "move one object, in a frame of its own",
        |args| Ok(Command::Move(args.optional_name()?, args.vector("DX", "DY")?)),
        Command::Move(name, by) => |line| line.object(*name).vector(*by);
    "turn" {"rot", "rotate", "rotation", "spin", "angle"} "[NAME] DEGREES", "turn a laser or polygon clockwise on the screen; rounded to thousandths",
        |args| Ok(Command::Turn(args.optional_name()?, args.number("DEGREES")?)),
        Command::Turn(name, degrees) => |line| line.object(*name).word(degrees);
    "length" {"stretch", "longer", "shorter", "extend"} "[NAME] DELTA", "make a laser longer, keeping its middle",
        |args| Ok(Command::Length(args.optional_name()?, args.number("DELTA")?)),
        Command::Length(name, by) => |line| line.object(*name).word(by);
    "end" {"drag", "corner"} "[NAME] INDEX DX DY", "move one end, corner or vertex, counted from 1",
        |args| Ok(Command::End(args.optional_name()?, parsers::index(args, "INDEX")?, args.vector("DX", "DY")?)),
        Command::End(name, index, by) => |line| line.object(*name).word(index).vector(*by);
    "vertex" {"insert", "node"} "insert|remove [NAME] N [X Y]",
        "insert a vertex into a polygon after vertex N, or remove vertex N; counted from 1", parsers::vertex,
        Command::Vertex(VertexEdit::Insert(at), name, index) => |line| line.word("insert").object(*name).word(index).point(*at),
        Command::Vertex(VertexEdit::Remove, name, index) => |line| line.word("remove").object(*name).word(index);
    "velocity" {"vel", "v"} "[NAME] VX VY [end]",
        "how far an object moves in each step; with end, it is now at the end of that frame",
        |args| {
            let (name, velocity) = (args.optional_name()?, args.vector("VX", "VY")?);
            if args.may_end("end") {
                return Ok(Command::Velocity(name, velocity, Anchor::Start));
            }
            let anchor = args.optional_token(&[("end", Anchor::End)]).unwrap_or(Anchor::Start);
            Ok(Command::Velocity(name, velocity, anchor))
        },
        Command::Velocity(name, velocity, Anchor::Start) => |line| line.object(*name).vector(*velocity),
        Command::Velocity(name, velocity, Anchor::End) => |line| line.object(*name).vector(*velocity).word("end");
    "put" {"place", "teleport", "at"} "[NAME] X Y", "put an object somewhere without a motion: its top left corner, first end or vertex 1",
        |args| Ok(Command::Put(args.optional_name()?, args.point("X", "Y")?)),
        Command::Put(name, at) => |line| line.object(*name).point(*at);
    "point" {"aim", "direct", "dot", "spot"} "NAME X Y", "add a point; if NAME is a laser, turn it about its middle until end 2 is there",
        parsers::point,
        Command::Point(name, at) => |line| line.word(name).point(*at);
    "steer" {"arrow", "drive", "paddle"} "[NAME] left|right|up|down", "steer a box that has a steer or jump of its own, as an arrow key does",
        parsers::steer,
        Command::Steer(name, side) => |line| line.object(*name).word(parsers::arrow_of(*side));
    "one_way" {"jump-through", "platform"} "NAME top|left|right|bottom|off …", "the sides of a static or kinematic box or polygon that stop what comes in; all others let it pass",
        attributes::one_way;
    "drop" {"fall-through", "down"} "[NAME]", "let a box or polygon fall through the one-way ones that it touches",
        |args| Ok(Command::Drop(args.last_name()?)),
        Command::Drop(name) => |line| line.object(*name);
    "nudge" {"stepsize", "grid"} "cell|UNITS", "how far an arrow key moves an object", parsers::nudge,
        Command::Nudge(Nudge::Cell) => |line| line.word("cell"),
        Command::Nudge(Nudge::Units(units)) => |line| line.word(units);
    "step" {"frame", "next", "tick", "advance"} "[N]", "make N frames", |args| Ok(Command::Step(args.count()?)),
        Command::Step(n) => |line| line.count(*n);
    "back" {"previous", "prev", "rewind"} "[N]", "go back N frames", |args| Ok(Command::Back(args.count()?)),
        Command::Back(n) => |line| line.count(*n);
    "undo" {"revert"} "[N]", "undo the last N changes", |args| Ok(Command::Undo(args.count()?)),
        Command::Undo(n) => |line| line.count(*n);
    "redo" {"again"} "[N]", "redo N changes",
        |args| Ok(Command::Redo(args.count()?)),
        Command::Redo(n) => |line| line.count(*n);
    "seek" {"goto", "jump", "start"} "FRAME|#SEQ|start|end", "go to a frame, a line of the log, the start or the end", parsers::seek,
        Command::Seek(HistoryPlace::Start) => |line| line.word("start"),
        Command::Seek(HistoryPlace::End) => |line| line.word("end"),
        Command::Seek(HistoryPlace::Frame(frame)) => |line| line.word(frame),
        Command::Seek(HistoryPlace::Record(seq)) => |line| line.word(format_args!("#{seq}"));
    "play" {"run", "animate"} "", "play until paused", |_| Ok(Command::Play),
        Command::Play => |line| line.alone();
    "pause" {"halt"} "", "pause", |_| Ok(Command::Pause),
        Command::Pause => |line| line.alone();
    "speed" {"fps", "rate", "slow", "fast"} "FRAMES_PER_SECOND", "how many frames play makes a second, 1 to 240; velocity moves an object", parsers::speed,
        Command::Speed(speed) => |line| line.word(speed);
    "response" {"physics", "pass", "stop", "slide", "bounce", "collide"} "pass|stop|slide|push-out|bounce", "what boxes do when they hit each other; places round to thousandths",
        |args| args.one_by_token("pass|stop|slide|push-out|bounce", &Response::ALL, Response::token).map(Command::Response),
        Command::Response(response) => |line| line.word(response.token());
    "gravity" {"fall", "weight", "acceleration"} "GX GY", "what each step adds to the velocity of every dynamic box",
        |args| Ok(Command::Gravity(args.vector("GX", "GY")?)),
        Command::Gravity(by) => |line| line.vector(*by);
    "side" {"normal", "swept"} "SIDE-METHOD", "which side method they use",
        |args| Ok(Command::Side(parsers::side_method(args)?)),
        Command::Side(method) => |line| line.word(method.id());
    "contact" {"strict", "inclusive"} "source|inclusive|strict", "whether the two box methods count touching as a hit",
        |args| args.one_by_token("source|inclusive|strict", &BoundaryRule::ALL, BoundaryRule::token).map(Command::BoundaryRule),
        Command::BoundaryRule(rule) => |line| line.word(rule.token());
    "axes" {"y-up", "y-down", "flip"} "y-down|y-up", "which way y is read and written",
        |args| args.one_by_token("y-down|y-up", &Axes::ALL, Axes::token).map(Command::Axes),
        Command::Axes(axes) => |line| line.word(axes.token());
    "broad-phase" {"broadphase", "all-pairs", "sweep-and-prune", "culling"} "all-pairs|sweep|grid", "how the pairs are found that can meet; it changes no result",
        |args| args.one_by_token("all-pairs|sweep|grid", &BroadPhase::ALL, BroadPhase::token).map(Command::BroadPhase),
        Command::BroadPhase(which) => |line| line.word(which.token());
    "method" {"algorithm"} "METHOD|truth", "which method Why and the log's method column show",
        |args| Ok(Command::Method(parsers::page_or_own(args)?)),
        Command::Method(page) => |line| line.word(page.token());
    "log" {"history", "events"} "changes|hits|wrong|all|selected", "which tests to show: equal answers in one line, hits, wrong ones, every test, or the selected object's",
        |args| args.one_by_token("changes|hits|wrong|all|selected", &LogFilter::ALL, LogFilter::token).map(Command::Log),
        Command::Log(filter) => |line| line.word(filter.token());
    "filter" {"find", "search", "grep"} "[TEXT]", "show only tests that name this; all without it",
        |args| {
            let is_all = args.may_end("TEXT");
            Ok(Command::Filter(if is_all { String::new() } else { args.rest("TEXT")? }))
        },
        Command::Filter(text) => |line| line.optional(Some(text).filter(|text| !text.is_empty()).map(|text| quoted(text)));
    "map" {"heatmap", "regions"} "[off|relation|side|method|f32|f64|next CLASS]", "show what the answer would be elsewhere; next goes to the next cells of a class",
        parsers::map,
        Command::Map(MapRequest::On) => |line| line.alone(),
        Command::Map(MapRequest::Off) => |line| line.word("off"),
        Command::Map(MapRequest::Show(layer)) => |line| line.word(layer.token()),
        Command::Map(MapRequest::Next(class)) => |line| line.word("next").word(quoted(class));
    "title" {"caption"} "TEXT", "the title of the scene", |args| Ok(Command::Title(args.rest("TEXT")?)),
        Command::Title(title) => |line| line.word(quoted(title));
    "new" {"clear", "reset", "empty"} "", "start an empty scene", |_| Ok(Command::New),
        Command::New => |line| line.alone();
    "open" ["o", "e"] {"load", "scene"} "FILE", "open a scene file or a built-in scene",
        |args| Ok(Command::Open(args.file("open")?)),
        Command::Open(file) => |line| line.word(quoted(file));
    "learn" {"lesson", "lessons", "lab", "course", "tutorial", "study"} "[LESSON] [as NAME]", "begin a lesson by its id, number or title, or go on where you stopped",
        |args| Ok(Command::Learn(if args.may_end("LESSON") { None } else { Some(args.rest("LESSON")?) })),
        Command::Learn(lesson) => |line| line.optional(lesson.as_deref().map(quoted));
    "save" ["w"] {"write", "export"} "[FILE]", "save the scene",
        |args| Ok(Command::Save(if args.may_end("FILE") { None } else { Some(args.file("save")?) })),
        Command::Save(file) => |line| line.optional(file.as_deref().map(quoted));
    "record" {"capture", "macro"} "FILE", "record everything done since this scene was opened",
        |args| Ok(Command::Record(args.file("record")?)),
        Command::Record(file) => |line| line.word(quoted(file));
    "recover" {"restore"} "[drop|list|N] [all|N]", "resume a session that was cut off, or discard it",
        parsers::recover,
        Command::Recover(Recover::Take(number)) => |line| line.optional(*number),
        Command::Recover(Recover::Drop(number)) => |line| line.word("drop").optional(*number),
        Command::Recover(Recover::DropAll) => |line| line.word("drop all"),
        Command::Recover(Recover::List) => |line| line.word("list");
    "describe" {"info", "show", "print", "list", "ls"} "[NAME]", "show an object in exact numbers, or all of them",
        |args| Ok(Command::Describe(args.last_name()?)),
        Command::Describe(name) => |line| line.optional(*name);
    "query" {"json"} "[A B]", "show the pair as a line for hitscan query",
        |args| Ok(Command::Query(args.optional_pair()?)),
        Command::Query(pair) => |line| line.pair(*pair);
    "ray" {"raycast", "cast", "hitscan", "linecast"} "[NAME | X1 Y1 X2 Y2]", "list what a laser enters and touches, in order; any laser by its two ends", parsers::ray,
        Command::Ray(RayOf::Object(name)) => |line| line.object(*name),
        Command::Ray(RayOf::Line(laser)) => |line| line.point(laser.start()).point(laser.end());
    "why" {"explain", "reason", "because"} "A B [METHOD|truth]", "explain step by step why a pair hits, touches or misses",
        |args| {
            // Which names are missing says less than what to type.
            let is_begun = args.next_texts::<2>()[1].is_some();
            let pair = args.pair().map_err(|fault| {
                if is_begun { fault } else { CommandError::new("which pair? why A B") }
            })?;
            let page = if args.may_end("METHOD|truth") { None } else { Some(parsers::page(args)?) };
            Ok(Command::Why(pair, page))
        },
        Command::Why([a, b], page) => |line| line.word(a).word(b).optional(page.as_ref().map(WhySubject::token));
    "check" {"test", "verify"} "", "check the scene against its expectations", |_| Ok(Command::Check),
        Command::Check => |line| line.alone();
    "expect" {"expectation"} "[A B]", "note what is true of the pair now; check then finds out whether it still is",
        parsers::expect,
        Command::Expect(pair) => |line| line.pair(*pair);
    "predict" {"guess", "answer", "prediction"} "[A B] hit|touch|miss|on|off [SIDE]", "answer for a covered pair; on covers each answer until you predict it, off shows all",
        parsers::predict,
        Command::Predict(pair, Some((result, side))) => |line| line.pair(*pair).word(result.token()).optional(*side),
        Command::PredictMode(mode) => |line| line.word(mode.token());
    "skip" {"reveal", "uncover"} "[A B]", "show the truth of the pair without a prediction",
        |args| Ok(Command::Predict(args.optional_pair()?, None)),
        Command::Predict(pair, None) => |line| line.pair(*pair);
    "assert" {"ensure"} "A B hit|touch|miss [SIDE]", "fail unless this holds; or NAME.FIELD VALUE, or NAME gone",
        parsers::claim,
        Command::Assert(Assertion::Result([a, b], result, side)) => |line| line.word(a).word(b).word(result.token()).optional(*side),
        Command::Assert(Assertion::Gone(name)) => |line| line.word(name).word("gone"),
        Command::Assert(Assertion::Value(name, field, value)) => |line| line.value(*name, *field, *value);
    "screenshot" {"snapshot", "picture", "image", "svg"} "FILE", "save the screen as .svg, .txt or .ansi",
        |args| Ok(Command::Screenshot(args.need("FILE")?.text.clone())),
        Command::Screenshot(file) => |line| line.word(quoted(file));
    "help" {"man", "manual", "keys", "?"} "[WORD]", "list all keys and commands, or explain one command or word",
        |args| Ok(Command::Help(args.optional_text("WORD")?)),
        Command::Help(name) => |line| line.optional(name.as_deref().map(quoted));
    "quit" ["q"] {"exit", "bye", "leave", "close"} "", "quit", |_| Ok(Command::Quit),
        Command::Quit => |line| line.alone();
    "quit!" ["q!"] "", "quit without saving", |_| Ok(Command::QuitUnsaved),
        Command::QuitUnsaved => |line| line.alone();
    "wq" "[FILE]", "save the scene, then leave",
        |args| Ok(Command::SaveAndQuit(if args.may_end("FILE") { None } else { Some(args.file("wq")?) })),
        Command::SaveAndQuit(file) => |line| line.optional(file.as_deref().map(quoted));
}

// Completion of the word being typed: a command, a name, or a word of the
// command's syntax.

/// Where the word at the end of `line` begins, in bytes, and its completions. `names` are the names
/// of the objects.
pub fn completions(line: &str, names: &[String]) -> (usize, Vec<String>) {
    let words = split(line);
    let is_new = line.ends_with(char::is_whitespace) || line.is_empty();
    let (begins, typed) = match words.last() {
        Some(word) if !is_new => (word.span.start, word.text.as_str()),
        _ => (line.len(), ""),
    };
    let is_command = words.len() + usize::from(is_new) <= 1;
    let mut candidates: Vec<String> = if is_command {
        COMMANDS.iter().map(|spec| spec.name.to_owned()).collect()
    } else {
        let label = Command::typing(line, line.len()).and_then(|(_, label)| label);
        expected(label, names)
    };
    candidates.retain(|candidate| candidate.starts_with(typed));
    (begins, candidates)
}

/// The longest common prefix.
pub fn common_beginning<'t>(texts: impl IntoIterator<Item = &'t str>) -> &'t str {
    let common = texts.into_iter().reduce(|common, other| {
        let same = common.chars().zip(other.chars()).take_while(|(one, other)| one == other);
        &common[..same.map(|(c, _)| c.len_utf8()).sum::<usize>()]
    });
    common.unwrap_or_default()
}

/// The completions for a label of the syntax: its tokens, the words of help, or names.
fn expected(label: Option<&str>, names: &[String]) -> Vec<String> {
    match label {
        Some("WORD") => {
            let commands = COMMANDS.iter().map(|spec| spec.name);
            // Skip rows that explain several words at once: users do not type those.
            let terms = { concepts().into_iter().map(|concept| concept.term) }
                .filter(|term| !term.contains([',', '~']));
            let mut words: Vec<_> = commands.chain(terms).map(str::to_owned).collect();
            words.sort_unstable();
            words.dedup();
            return words;
        }
        Some("NAME.FIELD") => return names.iter().map(|name| format!("{name}.")).collect(),
        Some("VALUE|none") => return attribute_values().map(str::to_owned).collect(),
        Some("METHOD|truth") => {
            return super::WhySubject::catalogue().map(|(token, _)| token.to_owned()).collect();
        }
        Some("SIDE-METHOD") => {
            return Method::side_methods().map(|method| method.id().to_owned()).collect();
        }
        Some("SIDE") => {
            let sides = Side::ALL.map(Side::token).into_iter();
            let approaches = Approach::ALL.map(Approach::token).into_iter();
            return sides.chain(approaches).chain(["inside"]).map(str::to_owned).collect();
        }
        _ => {}
    }
    let tokens = label.into_iter().flat_map(|label| label.split('|'));
    let is_token = |token: &&str| token.starts_with(|c: char| c.is_ascii_lowercase());
    tokens.filter(is_token).map(str::to_owned).chain(names.iter().cloned()).collect()
}

/// Something that `help WORD` explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Topic {
    /// A command.
    Command(&'static CommandSpec),
    /// A term.
    Word(Concept),
    /// A function of an article: its name, the pair it is for, and the method that it belongs to.
    Function(&'static str, FunctionPair, Method),
    /// An article.
    Article(&'static Article),
}

impl Topic {
    /// The topics of a word: a command, a concept, or both; otherwise the command that has it as a
    /// synonym. Empty if the word is unknown.
    pub fn find(word: &str) -> Vec<Self> {
        let command = CommandSpec::find(word).map(Self::Command);
        let concept = Concept::find(word).map(Self::Word);
        let function = functions().find(|(name, ..)| name.eq_ignore_ascii_case(word));
        let function = function.map(|(name, pair, method)| Self::Function(name, pair, method));
        let is_about = |article: &&Article| {
            let mut words = article.variables.iter().chain(article.ideas);
            article.title() == word || words.any(|it| it.eq_ignore_ascii_case(word))
        };
        // A variable such as HIT is first what the program calls so.
        let is_known = command.is_some()
            || concept.is_some()
            || function.is_some()
            || CommandSpec::meant_by(word).is_some();
        let articles = Article::all().iter().filter(is_about);
        let article = articles.filter(|_| !is_known).map(Self::Article);
        let named: Vec<_> =
            command.into_iter().chain(concept).chain(function).chain(article).collect();
        if named.is_empty() {
            return CommandSpec::meant_by(word).map(Self::Command).into_iter().collect();
        }
        named
    }

    /// [`Topic::find`] with an error.
    ///
    /// # Errors
    /// If the word names nothing; the error names the nearest word.
    pub fn named(word: &str) -> Result<Vec<Self>, CommandError> {
        let found = Self::find(word);
        if !found.is_empty() {
            return Ok(found);
        }
        let concepts = concepts();
        let terms = concepts.iter().flat_map(|it| it.also.iter().copied().chain([it.term]));
        let commands = COMMANDS.iter().flat_map(|it| it.synonyms.iter().copied().chain([it.name]));
        let functions = functions().map(|(name, ..)| name);
        let names = COMMANDS.iter().map(|spec| spec.name).chain(commands).chain(terms);
        let near = nearest(word, names.chain(functions));
        let word = shown(word);
        let message = match near {
            Some(_) => format!("{word}: no command or word of help"),
            None => format!("{word}: no command or word of help. \"help\" lists them"),
        };
        Err(CommandError::new(message).meaning(near))
    }

    /// Its explanation in a line: `TOUCH: edges meet, insides do not`.
    pub fn line(&self) -> String {
        match self {
            Self::Command(spec) => spec.line(),
            Self::Word(concept) => concept.line(),
            Self::Function(name, pair, method) => {
                let title = method.source().map_or("", |source| source.title);
                format!("{name}: {} of {}, in {title}", method.id(), pair.words())
            }
            Self::Article(article) => format!("{}: {}", article.title(), article.credit),
        }
    }
}

/// The functions of the articles: the pair that each is for, and the method that it belongs to.
fn functions() -> impl Iterator<Item = (&'static str, FunctionPair, Method)> {
    Article::all().iter().flat_map(Article::functions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_names_and_tokens_are_completed_where_they_belong() {
        let names = ["ball".to_owned(), "wall".to_owned()];
        let candidates = |line| completions(line, &names);
        assert_eq!(candidates("vel"), (0, vec!["velocity".to_owned()]));
        assert_eq!(candidates("move b"), (5, vec!["ball".to_owned()]));
        assert_eq!(candidates("response push"), (9, vec!["push-out".to_owned()]));
        assert_eq!(candidates("move "), (5, names.to_vec()));
        assert_eq!(candidates("set w"), (4, vec!["wall.".to_owned()]));
        assert_eq!(candidates("method center-a"), (7, vec!["center-angle".to_owned()]));
        assert_eq!(candidates("predict hit ins"), (12, vec!["inside".to_owned()]));
        assert_eq!(candidates("help ren"), (5, vec!["rename".to_owned()]));
        assert_eq!(candidates("").1.len(), COMMANDS.len());
    }
}

#[cfg(test)]
mod topic_tests {
    use super::*;

    fn lines(word: &str) -> Vec<String> {
        Topic::named(word).unwrap_or_default().iter().map(Topic::line).collect()
    }

    #[test]
    fn a_word_is_a_command_a_concept_or_both() {
        assert_eq!(lines("touch"), ["TOUCH: edges meet, insides do not"]);
        assert_eq!(lines("undo"), ["undo [N]: undo the last N changes"]);
        assert_eq!(lines("side").len(), 2);
        assert_eq!(lines("rot"), lines("turn"), "a synonym");
        assert_eq!(lines("!"), lines("flag"));
    }

    #[test]
    fn an_unknown_word_is_an_error_that_names_the_nearest() {
        let refused = |word| Topic::named(word).expect_err(word).to_string();
        assert_eq!(refused("tuch"), "tuch: no command or word of help. Did you mean TOUCH?");
        assert_eq!(refused("spinn"), "spinn: no command or word of help. Did you mean spin?");
        assert_eq!(refused("xyzzy"), "xyzzy: no command or word of help. \"help\" lists them");
    }

    #[test]
    fn a_synonym_finds_one_command_and_is_the_name_of_none() {
        let mut seen = std::collections::BTreeSet::new();
        for spec in COMMANDS {
            for word in spec.synonyms {
                assert!(CommandSpec::find(word).is_none(), "{word} is a command");
                assert!(seen.insert(*word), "{word} means two commands");
            }
        }
    }
}
