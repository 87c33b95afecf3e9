//! The arguments of one command line, read word by word. Each word read, and the first missing one,
//! is stored with its name in the syntax, which the `:` line shows while typing.

use std::ops::Range;

use super::{CommandError, Fix};
use crate::methods::Arithmetic;
use crate::scene::is_forbidden;
use crate::scene::printable;
use crate::words::{nearest, no_size};
use crate::world::{Name, Settings};
use hitscan_geom::{
    Aabb, Milli, NumberError, Origin, Point, Polygon, Segment, Shape, ShapeError, Vector,
};

/// The words after a command's name.
pub(super) struct Args<'a> {
    words: &'a [Word],
    next: usize,
    settings: &'a Settings,
    /// The span of each word read, and its name in the syntax.
    taken: Vec<(Range<usize>, &'static str)>,
    missing: Option<&'static str>,
}

impl<'a> Args<'a> {
    pub(super) fn new(words: &'a [Word], settings: &'a Settings) -> Self {
        Self { words, next: 0, settings, taken: Vec::new(), missing: None }
    }

    /// The syntax name of the word at this byte of the line, or of the next word.
    pub(super) fn label_at(&self, at: usize) -> Option<&'static str> {
        let covering = self.taken.iter().find(|(span, _)| span.start <= at && at <= span.end);
        covering.map(|(_, label)| *label).or(self.missing)
    }

    /// The next word, with its position, without consuming it.
    pub(super) fn peek(&self) -> Option<&'a Word> {
        self.words.get(self.next)
    }

    fn take(&mut self, label: &'static str) -> Option<&'a Word> {
        let word = self.peek();
        match word {
            Some(word) => {
                self.next += 1;
                self.taken.push((word.span.clone(), label));
            }
            None => self.missing = self.missing.or(Some(label)),
        }
        word
    }

    pub(super) fn need(&mut self, label: &'static str) -> Result<&'a Word, CommandError> {
        self.take(label).ok_or_else(|| CommandError::new(format!("{label} is missing")))
    }

    /// Checks that nothing follows.
    pub(super) fn end(&mut self) -> Result<(), CommandError> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(CommandError::at(
                word.span.clone(),
                format!("{}: nothing more is expected here", shown(&word.text)),
            )),
        }
    }

    /// Whether the line ends here; stores the label of the optional word that could follow.
    pub(super) fn may_end(&mut self, label: &'static str) -> bool {
        let is_at_end = self.peek().is_none();
        if is_at_end {
            self.missing = self.missing.or(Some(label));
        }
        is_at_end
    }

    /// The rest of the line as one text, with single blanks between words.
    pub(super) fn rest(&mut self, label: &'static str) -> Result<String, CommandError> {
        let mut text = self.need(label)?.text.clone();
        while let Some(word) = self.take(label) {
            text.push(' ');
            text.push_str(&word.text);
        }
        self.missing = None;
        if text.contains(is_forbidden) {
            return Err(CommandError::new(format!("{label} holds a control character")));
        }
        Ok(text)
    }

    /// One word without control characters.
    pub(super) fn text(&mut self, label: &'static str) -> Result<String, CommandError> {
        let word = self.need(label)?;
        if word.text.contains(is_forbidden) {
            let text = shown(&word.text);
            let why = format!("{text}: {label} holds a control character");
            return Err(CommandError::at(word.span.clone(), why));
        }
        Ok(word.text.clone())
    }

    /// Like [`Args::text`], if there is another word.
    pub(super) fn optional_text(
        &mut self,
        label: &'static str,
    ) -> Result<Option<String>, CommandError> {
        if self.may_end(label) { Ok(None) } else { self.text(label).map(Some) }
    }

    /// The name of a file at the end of the line of this command; several words need quotes.
    pub(super) fn file(&mut self, command: &str) -> Result<String, CommandError> {
        let first = self.peek().map(|word| word.span.start);
        let file = self.text("FILE")?;
        let rest = self.words.get(self.next..).unwrap_or_default();
        let (Some(from), Some(last)) = (first, rest.last()) else { return Ok(file) };
        let all = rest.iter().fold(file, |all, word| all + " " + &word.text);
        let file = printable(&quoted(&all));
        let why = format!("quotes, or no blanks: {command} {file}");
        Err(CommandError::at(from..last.span.end, why))
    }

    pub(super) fn name(&mut self, label: &'static str) -> Result<Name, CommandError> {
        let word = self.need(label)?;
        Name::new(&word.text).map_err(|fault| {
            CommandError::at(word.span.clone(), format!("{}: {fault}", shown(&word.text)))
        })
    }

    /// A new name at the end of the line; several words count as one name.
    pub(super) fn ending_name(&mut self, label: &'static str) -> Result<Name, CommandError> {
        let rest = self.words.get(self.next..).unwrap_or_default();
        let texts: Vec<_> = rest.iter().map(|word| word.text.as_str()).collect();
        let joined = texts.join("-");
        match rest {
            [first, .., last] if Name::new(&joined).is_ok() => {
                let why = format!("{}: names have no blanks", texts.join(" "));
                Err(CommandError::at(first.span.start..last.span.end, why).meaning(Some(&joined)))
            }
            _ => self.name(label),
        }
    }

    /// A name, if the next word is one and not a number.
    pub(super) fn optional_name(&mut self) -> Result<Option<Name>, CommandError> {
        match self.peek() {
            Some(word) if word.text.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                self.name("NAME").map(Some)
            }
            _ => Ok(None),
        }
    }

    /// A name, or the end of the line.
    pub(super) fn last_name(&mut self) -> Result<Option<Name>, CommandError> {
        if self.may_end("NAME") { Ok(None) } else { self.name("NAME").map(Some) }
    }

    pub(super) fn number(&mut self, label: &'static str) -> Result<Milli, CommandError> {
        self.number_by(Milli::parse, label)
    }

    fn number_by(
        &mut self,
        parse: fn(&str) -> Result<Milli, NumberError>,
        label: &'static str,
    ) -> Result<Milli, CommandError> {
        let word = self.need(label)?;
        parse(&word.text).map_err(|fault| {
            let text = shown(&word.text);
            match fault {
                NumberError::TooFine { rounded } => CommandError {
                    span: Some(word.span.clone()),
                    message: format!("{text}: at most three decimals"),
                    fix: Some(Fix::Rounded(rounded.to_string())),
                },
                NumberError::NotDecimal => CommandError::at(
                    word.span.clone(),
                    format!("{text}: {label} is a number such as 12, -0.5 or 1/4"),
                ),
                NumberError::BetweenSteps { .. } => {
                    CommandError::at(word.span.clone(), format!("{text}: {fault}"))
                }
                NumberError::OutOfRange { limit } => CommandError::at(
                    word.span.clone(),
                    format!("{text}: {label} must be between -{limit} and {limit}"),
                ),
            }
        })
    }

    /// A width or a height.
    pub(super) fn size(&mut self, label: &'static str) -> Result<Milli, CommandError> {
        self.number_by(Milli::parse_size, label)
    }

    /// A y, converted to y down.
    pub(super) fn y(&mut self, label: &'static str) -> Result<Milli, CommandError> {
        self.number(label).map(|y| self.settings.read_y(y))
    }

    pub(super) fn vector(
        &mut self,
        x: &'static str,
        y: &'static str,
    ) -> Result<Vector, CommandError> {
        Ok(Vector::new(self.number(x)?, self.y(y)?))
    }

    pub(super) fn point(
        &mut self,
        x: &'static str,
        y: &'static str,
    ) -> Result<Point, CommandError> {
        Ok(Point::new(self.number(x)?, self.y(y)?))
    }

    /// Two names, or none at all.
    pub(super) fn optional_pair(&mut self) -> Result<Option<[Name; 2]>, CommandError> {
        if self.may_end("A") {
            return Ok(None);
        }
        self.pair().map(Some)
    }

    pub(super) fn pair(&mut self) -> Result<[Name; 2], CommandError> {
        Ok([self.name("A")?, self.name("B")?])
    }

    /// The next word, without consuming it.
    pub(super) fn next_text(&self) -> Option<&'a str> {
        self.peek().map(|word| word.text.as_str())
    }

    /// The next words, as far as there are any, without consuming them.
    pub(super) fn next_texts<const N: usize>(&self) -> [Option<&'a str>; N] {
        std::array::from_fn(|at| Some(self.words.get(self.next + at)?.text.as_str()))
    }

    /// A whole number from 1 to [`u32::MAX`]; 1 if there is none.
    pub(super) fn count(&mut self) -> Result<u32, CommandError> {
        if self.may_end("N") {
            return Ok(1);
        }
        let word = self.need("N")?;
        word.text.parse().ok().filter(|&n| n > 0).ok_or_else(|| {
            CommandError::at(
                word.span.clone(),
                format!("{}: N is a whole number from 1 to {}", shown(&word.text), u32::MAX),
            )
        })
    }

    /// One of a few tokens.
    pub(super) fn one_of<T: Copy>(
        &mut self,
        label: &'static str,
        choices: &[(&'static str, T)],
    ) -> Result<T, CommandError> {
        let word = self.need(label)?;
        if let Some((_, value)) = choices.iter().find(|(token, _)| *token == word.text) {
            return Ok(*value);
        }
        let tokens: Vec<_> = choices.iter().map(|(token, _)| *token).collect();
        let text = format!("{}: one of {}", shown(&word.text), tokens.join(", "));
        let near = nearest(&word.text, tokens.iter().copied());
        Err(CommandError::at(word.span.clone(), text).meaning(near))
    }

    /// One of these, by their tokens.
    pub(super) fn one_by_token<T: Copy>(
        &mut self,
        label: &'static str,
        all: &[T],
        token: fn(T) -> &'static str,
    ) -> Result<T, CommandError> {
        let choices: Vec<_> = all.iter().map(|&each| (token(each), each)).collect();
        self.one_of(label, &choices)
    }

    /// The word, if it is this token.
    pub(super) fn optional_token<T: Copy>(&mut self, choices: &[(&'static str, T)]) -> Option<T> {
        let word = self.peek()?;
        let value = choices.iter().find(|(token, _)| *token == word.text)?.1;
        self.take(choices[0].0);
        Some(value)
    }

    /// `[ORIGIN] X Y WIDTH HEIGHT`.
    pub(super) fn aabb(&mut self) -> Result<Shape, CommandError> {
        let origins = Origin::ALL.map(|origin| (origin.token(), origin));
        let origin = self.optional_token(&origins).unwrap_or_default();
        let at = self.point("X", "Y")?;
        let size = Vector::new(self.size("WIDTH")?, self.size("HEIGHT")?);
        let fault = match Aabb::from_size(at, size, origin) {
            Ok(made) => return Ok(Shape::Box(made)),
            Err(fault) => fault,
        };
        let label = match fault {
            ShapeError::NoWidth(_) | ShapeError::HalfWidth(_) => "WIDTH",
            ShapeError::NoHeight(_) | ShapeError::HalfHeight(_) => "HEIGHT",
            _ => "X",
        };
        let span = self.taken.iter().find(|(_, taken)| *taken == label).map(|(span, _)| span);
        let typed = |numbers: [Milli; 4]| numbers.map(|number| number.to_string()).join(" ");
        let no_size = match fault {
            ShapeError::NoWidth(_) | ShapeError::NoHeight(_) => {
                no_size(at, size, origin, |y| self.settings.read_y(y), typed)
            }
            _ => None,
        };
        let message = no_size.unwrap_or_else(|| fault.to_string());
        Err(CommandError { span: span.cloned(), message, fix: None })
    }

    /// `X1 Y1 X2 Y2`.
    pub(super) fn laser(&mut self) -> Result<Shape, CommandError> {
        Ok(Shape::Segment(Segment::new(self.point("X1", "Y1")?, self.point("X2", "Y2")?)?))
    }

    /// `X1 Y1 X2 Y2 X3 Y3 …`.
    pub(super) fn polygon(&mut self) -> Result<Shape, CommandError> {
        let mut vertices =
            vec![self.point("X1", "Y1")?, self.point("X2", "Y2")?, self.point("X3", "Y3")?];
        while !self.may_end("…") {
            vertices.push(self.point("X", "Y")?);
        }
        let polygon = Polygon::new(&vertices);
        polygon.map(Shape::Polygon).map_err(CommandError::from)
    }
}

/// A word for display: without control characters, and truncated if long.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 24;
    let clean = |c: char| if is_forbidden(c) { '?' } else { c };
    if text.chars().count() <= MOST {
        text.chars().map(clean).collect()
    } else {
        text.chars().take(MOST - 3).map(clean).chain("...".chars()).collect()
    }
}

/// Whether answers stay covered until they are predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PredictMode {
    /// Answers are covered.
    On,
    /// Answers are shown.
    Off,
}

impl PredictMode {
    /// Both.
    pub const ALL: [Self; 2] = [Self::On, Self::Off];

    /// The token in commands.
    pub const fn token(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

/// Which tests are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum LogFilter {
    /// Every test; consecutive equal answers of a pair are a single line with a count.
    #[default]
    Changes,
    /// Like [`LogFilter::Changes`], but only HIT and TOUCH.
    Hits,
    /// Like [`LogFilter::Changes`], but only those that the method in view gets wrong.
    Wrong,
    /// Every test, one line each.
    All,
    /// Like [`LogFilter::Changes`], but only those of the selected object.
    Selected,
}

impl LogFilter {
    /// All filters, the default first.
    pub const ALL: [Self; 5] = [Self::Changes, Self::Hits, Self::Wrong, Self::All, Self::Selected];

    /// The token in commands.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Changes => "changes",
            Self::Hits => "hits",
            Self::Wrong => "wrong",
            Self::All => "all",
            Self::Selected => "selected",
        }
    }
}

/// What a map shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// The relation that the two would have.
    #[default]
    Relation,
    /// The side from which one would meet the other.
    Side,
    /// Whether a method would be right.
    Method,
    /// [`Layer::Method`] in single precision.
    F32,
    /// [`Layer::Method`] in double precision.
    F64,
}

impl Layer {
    /// All layers, in the order of the key that selects the next.
    pub const ALL: [Self; 5] = [Self::Relation, Self::Side, Self::Method, Self::F32, Self::F64];

    /// The token in every format.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Relation => "relation",
            Self::Side => "side",
            Self::Method => "method",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// The arithmetic of the method, if the layer is about one.
    pub const fn arithmetic(self) -> Option<Arithmetic> {
        match self {
            Self::Relation | Self::Side => None,
            Self::Method => Some(Arithmetic::Exact),
            Self::F32 => Some(Arithmetic::F32),
            Self::F64 => Some(Arithmetic::F64),
        }
    }
}

/// What `map` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapRequest {
    /// Turns the map on.
    On,
    /// Turns the map off.
    Off,
    /// Turns the map on with this layer.
    Show(Layer),
    /// Moves the object to the next cells of the class with this token.
    Next(String),
}

// Splits a command line into words, each with its position in the line, so that an error can point
// at the word.

/// One word of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its text, without quotation marks.
    pub text: String,
    /// Its bytes in the line, quotation marks included.
    pub span: Range<usize>,
}

/// Splits a line at blanks. Inside `"…"`, blanks and `#` are text. Elsewhere a `#` at the start of
/// a word begins a comment, except in `seek #12`. An unclosed quotation ends with the line.
pub fn split(line: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = line.char_indices().peekable();
    while let Some(&(start, first)) = rest.peek() {
        if first.is_whitespace() {
            rest.next();
            continue;
        }
        if first == '#' && !names_a_record(&words, &line[start..]) {
            break;
        }
        let mut text = String::new();
        let mut end = start;
        let mut quoted = false;
        while let Some(&(at, c)) = rest.peek() {
            if c.is_whitespace() && !quoted {
                break;
            }
            rest.next();
            end = at + c.len_utf8();
            if c == '"' {
                quoted = !quoted;
            } else {
                text.push(c);
            }
        }
        words.push(Word { text, span: start..end });
    }
    words
}

/// A text as one word of the language.
pub(super) fn quoted(text: &str) -> String {
    let plain = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == '#');
    if plain { text.to_owned() } else { format!("\"{text}\"") }
}

/// Whether this word is a record number: `#12` after `seek`.
fn names_a_record(before: &[Word], text: &str) -> bool {
    let is_seek = matches!(before, [only] if only.text == "seek");
    is_seek && text[1..].starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_positions_and_comments_are_skipped() {
        let words = split("  save \"my file#1.toml\" # for later");
        let seen: Vec<_> = words.iter().map(|w| (w.text.as_str(), w.span.clone())).collect();
        assert_eq!(seen, [("save", 2..6), ("my file#1.toml", 7..23)]);
        assert!(split("# box A").is_empty());
        assert_eq!(split("seek #12 # twelve").len(), 2);
        assert_eq!(split("seek # twelve").len(), 1);
        assert_eq!(split("step #3").len(), 1);
        assert_eq!(split("open \"a b").last().map(|w| w.text.as_str()), Some("a b"));
    }
}
