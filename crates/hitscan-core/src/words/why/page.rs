//! A Why page as data, and its subject.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::super::lines::{padded, text_cells, without_japanese, wrapped};
use super::super::number;
use super::super::number::{ROOM, plain};
use super::super::verdict::in_words;
use crate::methods::{Agreement, Arithmetic, Edge, Method, Named, Number, Segments, Straddle};
use crate::world::{Name, PairResult, Participant, Settings, TestResult};
use hitscan_geom::{
    Axis, ExactPoint, Fraction, Milli, Operand, Point, Relation, Shape, Side, Sides,
};

/// The subject of a page, and how it is displayed.
#[derive(Clone, Copy, Debug)]
pub struct PageSubject<'a> {
    /// The mover.
    pub a: &'a Participant,
    /// The other object, which sides refer to.
    pub b: &'a Participant,
    /// The result of their test.
    pub pair_result: &'a PairResult,
    /// The method, or the truth.
    pub about: Option<Method>,
    /// The arithmetic of an overlap test; side tests are exact.
    pub arithmetic: Arithmetic,
    /// Whether the two box methods count touching, and which way y grows for the reader.
    pub settings: &'a Settings,
    /// The side method by which boxes respond to each other; `None` if they do not respond.
    pub answers_by: Option<Method>,
    /// Whether the page is about an earlier frame.
    pub is_past: bool,
    /// Where the scene comes from: the title of its article, if it is about one.
    pub scene_source: &'a str,
    /// Whether the reader sees ASCII alone: what is Japanese is then in English, or left out.
    pub is_ascii: bool,
    /// The key for the next page, if it is a single character. Pages are then referred to by how
    /// often to press it, otherwise by number.
    pub next_key: Option<char>,
}

impl Role {
    /// The role of a sentence about how an answer compares with the truth.
    pub(super) const fn of(agreement: Agreement) -> Self {
        match agreement {
            Agreement::Wrong => Self::Wrong,
            Agreement::Convention => Self::Convention,
            Agreement::Agrees | Agreement::NotApplicable => Self::Text,
        }
    }
}

impl<'a> PageSubject<'a> {
    /// The two participants, this one first.
    pub(super) const fn participants(&self, first: Operand) -> [&'a Participant; 2] {
        match first {
            Operand::A => [self.a, self.b],
            Operand::B => [self.b, self.a],
        }
    }

    /// The names of the two, this one first.
    pub(super) fn names(&self, first: Operand) -> [&'a Name; 2] {
        self.participants(first).map(|participant| &participant.name)
    }
}

/// The medium of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// A panel of this many columns: the first is for the mark, the last stays blank, and
    /// numbers are right-aligned.
    Panel(usize),
    /// Plain lines of this many columns including the mark: numbers are left-aligned.
    Lines(usize),
}

/// With fewer rows than this, a page shows the deciding sentence first.
const FEW_ROWS: usize = 12;

/// A page of the Why view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyPage {
    /// From top to bottom.
    pub lines: Vec<PageLine>,
    /// The lines after the page, which are out of sight until the user scrolls.
    pub behind: Vec<PageLine>,
    /// The ranges of both in x and y, if the page is about the axes.
    pub ranges: Option<[Ranges; 2]>,
    /// When the two overlap on each axis, if the page is about that.
    pub intervals: Option<Intervals>,
}

/// When two overlap in x and y: from when to when within the frame, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intervals {
    /// On each axis, x first.
    pub each: [Option<[Fraction; 2]>; 2],
    /// On both axes at once.
    pub both: Option<[Fraction; 2]>,
}

/// The visible part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window<'a> {
    /// The visible lines.
    pub lines: Vec<&'a PageLine>,
    /// How many lines are above them.
    pub scrolled: usize,
    /// The most lines that can be above; 0 if the whole page is visible.
    pub most_scrolled: usize,
}

impl WhyPage {
    /// The part of the page that is visible in `rows` rows with `scrolled` lines above, or with as
    /// many as can be scrolled. The title stays.
    pub fn window(&self, rows: usize, scrolled: usize) -> Window<'_> {
        let all = self.lines_in(rows);
        let most_scrolled = all.len().saturating_sub(rows);
        let scrolled = scrolled.min(most_scrolled);
        let titles = all.iter().take_while(|line| line.role == Role::Title).count().min(1);
        let (title, rest) = all.split_at(titles);
        let lines = title.iter().chain(rest.iter().skip(scrolled)).take(rows).copied().collect();
        Window { lines, scrolled, most_scrolled }
    }

    /// Its lines, with the deciding sentence right below the title if it would otherwise be
    /// out of sight.
    fn deciding_first(&self, rows: usize) -> Vec<&PageLine> {
        let lines = &self.lines;
        let begins = lines.iter().position(|line| line.mark == Mark::Sentence);
        let Some(from) = begins.filter(|_| rows < FEW_ROWS) else { return lines.iter().collect() };
        let sentence = lines[from..].iter().take_while(|line| line.role == Role::Deciding).count();
        if from + sentence <= rows {
            return lines.iter().collect();
        }
        let title = usize::from(lines[0].role == Role::Title).min(from);
        let (head, before) = lines[..from].split_at(title);
        let (sentence, after) = lines[from..].split_at(sentence);
        head.iter().chain(sentence).chain(before).chain(after).collect()
    }

    /// All lines in order, for a panel of `rows` rows. Blank lines push the lines after the page
    /// out of sight.
    fn lines_in(&self, rows: usize) -> Vec<&PageLine> {
        let blank = if self.behind.is_empty() { 0 } else { rows.saturating_sub(self.lines.len()) };
        let blank = std::iter::repeat_n(&BLANK, blank.max(usize::from(!self.behind.is_empty())));
        self.deciding_first(rows).into_iter().chain(blank).chain(&self.behind).collect()
    }

    /// The chosen line, by the number of its sentence: `wanted` if that has a part, or else the
    /// first deciding one. `None` if no deciding line has a part.
    pub fn chosen(&self, wanted: Option<usize>) -> Option<&PageLine> {
        let lines = || self.all_lines().filter(|line| line.part.is_some());
        let is_wanted = |line: &&PageLine| Some(line.sentence) == wanted;
        lines().find(is_wanted).or_else(|| lines().find(|line| line.mark != Mark::None))
    }

    /// The sentence before or after this one that has a part.
    pub fn next_with_part(&self, from: Option<usize>, is_before: bool) -> Option<usize> {
        let mut sentences =
            self.all_lines().filter(|line| line.part.is_some()).map(|it| it.sentence);
        match (from, is_before) {
            (None, true) => None,
            (None, false) => sentences.next(),
            (Some(from), true) => sentences.filter(|&sentence| sentence < from).last(),
            (Some(from), false) => sentences.find(|&sentence| sentence > from),
        }
    }

    /// How far to scroll so that a sentence is visible in `rows` rows; unchanged if it already is.
    pub fn scrolled_to(&self, sentence: usize, rows: usize, scrolled: usize) -> usize {
        let all = self.lines_in(rows);
        let places = all.iter().enumerate();
        let mut of_it =
            places.filter(|(_, line)| line.sentence == sentence).map(|(place, _)| place);
        let Some(first) = of_it.next() else { return scrolled };
        let last = of_it.next_back().unwrap_or(first);
        scrolled.max((last + 1).saturating_sub(rows)).min(first)
    }

    /// All its lines, with a blank line before those after the page.
    pub fn all_lines(&self) -> impl Iterator<Item = &PageLine> {
        let blank = (!self.behind.is_empty()).then_some(&BLANK);
        self.lines.iter().chain(blank).chain(&self.behind)
    }
}

static BLANK: PageLine =
    PageLine { role: Role::Text, mark: Mark::None, text: String::new(), sentence: 0, part: None };

/// One line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLine {
    /// The purpose of the line.
    pub role: Role,
    /// The mark in front of it.
    pub mark: Mark,
    /// Its text, from the second column on: the first is for the mark.
    pub text: String,
    /// The number of the sentence or row that it belongs to, from 1; 0 if it is blank.
    pub sentence: usize,
    /// The part of the pair that it is about.
    pub part: Option<PairPart>,
}

/// The mark in front of a deciding line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// No mark.
    None,
    /// On the first line of a sentence.
    Sentence,
    /// On a row of a table.
    Row,
}

/// The purpose of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The subject of the page: a name, and what belongs to it.
    Title,
    /// A computation and what it means.
    Text,
    /// The deciding computation.
    Deciding,
    /// The context of a computation: the question, headings, the source.
    Dim,
    /// `-> top`: the answer of a method, and whether that agrees.
    Answer(Agreement),
    /// A method that is wrong here.
    Wrong,
    /// A method that differs where its author is free to choose.
    Convention,
    /// A row of a table about one of the two; it starts with its name.
    Object(Operand),
    /// What the two share, and whether they touch or overlap.
    Shared(TestResult),
    /// The gaps; the one along this axis decides.
    Gaps(Axis),
    /// When they overlap on this axis, to be drawn as a bar after its name.
    Interval(Axis),
}

/// A part of the pair: of the first, of the second, or between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairPart {
    /// The gap or the overlap of the two along an axis.
    Gap(Axis),
    /// The overlap of the two on both axes.
    Shared,
    /// A side of a box.
    Side(Operand, Side),
    /// Two sides of a box and the corner between them.
    Corner(Operand, Sides),
    /// An edge of a polygon: from the vertex with this index to the next one.
    Edge(Operand, usize),
    /// An end of a laser, 0 or 1.
    End(Operand, usize),
    /// A laser from end to end.
    Laser(Operand),
    /// A point: of a polygon, or where two cross.
    Point(ExactPoint),
    /// On which sides of a line two ends lie, according to a product.
    Signs([(Point, Ordering); 2]),
    /// When both overlap on an axis within the frame.
    Interval(Axis),
}

impl PairPart {
    /// An edge of a region.
    pub(super) const fn edge(of: Operand, edge: Edge, region: &Shape) -> Self {
        const CLOCKWISE: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];
        match (edge, region) {
            (Edge::Side(side), _) => Self::Side(of, side),
            (Edge::Index(index), Shape::Box(_)) if index < CLOCKWISE.len() => {
                Self::Side(of, CLOCKWISE[index])
            }
            (Edge::Index(index), _) => Self::Edge(of, index),
        }
    }

    /// The sides of a box that were met: one, or a corner. Two opposite sides stand for their axis;
    /// `None` without sides.
    pub(super) fn sides(of: Operand, sides: Sides) -> Option<Self> {
        let mut each = sides.iter();
        match (each.next(), each.next()) {
            (Some(side), None) => Some(Self::Side(of, side)),
            (Some(one), Some(other)) if one.axis() == other.axis() => Some(Self::Gap(one.axis())),
            (Some(_), Some(_)) => Some(Self::Corner(of, sides)),
            (None, _) => None,
        }
    }

    /// The part of the second box that a side method names.
    pub(super) fn named(named: Named) -> Option<Self> {
        match named {
            Named::Axis(axis) => Some(Self::Gap(axis)),
            named => Self::sides(Operand::B, named.sides()),
        }
    }
}

/// The ranges of both along one axis: the first, then the second.
pub type Ranges = [[Milli; 2]; 2];

/// The ends in a product with their signs, as drawn.
pub(super) fn signs(subject: &PageSubject<'_>, half: &Straddle) -> Option<PairPart> {
    let ends = ends_of(subject, half)?;
    let signs =
        half.orientations.map(|it| super::super::number::read_area(subject.settings, it).sign());
    Some(PairPart::Signs([(ends[0], signs[0]), (ends[1], signs[1])]))
}

/// The ranges of both in x and y.
pub(super) fn ranges(subject: &PageSubject<'_>) -> [Ranges; 2] {
    let bounds = [subject.a, subject.b].map(|participant| participant.shape.bounds());
    [bounds.map(|(min, max)| [min.x, max.x]), bounds.map(|(min, max)| [min.y, max.y])]
}

/// The two ends in a product.
fn ends_of(subject: &PageSubject<'_>, half: &Straddle) -> Option<[Point; 2]> {
    let participants = [subject.a, subject.b];
    let is_laser = |shape: &Shape| matches!(shape, Shape::Segment(_));
    let edge_of = |shape: &Shape, index: usize| {
        let vertices = shape.vertices();
        let at = |index: usize| vertices.get(index % vertices.len().max(1)).copied();
        Some([at(index)?, at(index + 1)?])
    };
    let ends = |shape: &Shape| edge_of(shape, 0);
    let place = |of| match of {
        Operand::A => 0,
        Operand::B => 1,
    };
    match (half.segments, half.ends_of) {
        (Segments::Lasers, of) => ends(&participants[place(of)].shape),
        (Segments::EdgeAndLaser(_), Operand::B) => {
            ends(&participants.into_iter().find(|it| is_laser(&it.shape))?.shape)
        }
        (Segments::EdgeAndLaser(edge), Operand::A) => {
            let region = participants.into_iter().find(|it| !is_laser(&it.shape))?;
            edge_of(&region.shape, index_of(edge))
        }
        (Segments::Edges(edges), of) => edge_of(&participants[place(of)].shape, edges[place(of)]),
    }
}

/// The index of the vertex where an edge starts; a box counts clockwise from its top.
const fn index_of(edge: Edge) -> usize {
    match edge {
        Edge::Index(index) => index,
        Edge::Side(Side::Top) => 0,
        Edge::Side(Side::Right) => 1,
        Edge::Side(Side::Bottom) => 2,
        Edge::Side(Side::Left) => 3,
    }
}

/// The least columns of text for more than the essential.
const ROOMY: usize = 44;

/// Writes a page from top to bottom.
pub(super) struct PageWriter {
    /// The medium of the page.
    pub(super) medium: Medium,
    /// The widest a line may be, in cells.
    pub(super) width: usize,
    /// Whether the reader sees ASCII alone.
    pub(super) is_ascii: bool,
    lines: Vec<PageLine>,
    /// How many lines the page has, once the rest goes after it.
    ended: Option<usize>,
    /// The ranges of both, if the page is about the axes.
    pub(super) ranges: Option<[Ranges; 2]>,
    /// When they overlap on each axis, if the page is about that.
    pub(super) intervals: Option<Intervals>,
    /// How many sentences and rows there are.
    sentences: usize,
    /// The part that the next one is about.
    next_part: Option<PairPart>,
}

impl PageWriter {
    pub(super) const fn new(medium: Medium) -> Self {
        let width = match medium {
            Medium::Panel(cols) => cols.saturating_sub(2),
            Medium::Lines(cols) => cols.saturating_sub(1),
        };
        Self {
            medium,
            width,
            is_ascii: false,
            lines: Vec::new(),
            ended: None,
            ranges: None,
            intervals: None,
            sentences: 0,
            next_part: None,
        }
    }

    /// Whether there is room for more than the essential.
    pub(super) const fn is_roomy(&self) -> bool {
        self.width >= ROOMY
    }

    /// The page, without blank lines at the end.
    pub(super) fn into_page(mut self) -> WhyPage {
        self.drop_blanks();
        let behind = self.ended.map_or_else(Vec::new, |count| self.lines.split_off(count));
        self.drop_blanks();
        WhyPage { lines: self.lines, behind, ranges: self.ranges, intervals: self.intervals }
    }

    fn drop_blanks(&mut self) {
        while self.lines.last().is_some_and(|line| line.text.is_empty()) {
            self.lines.pop();
        }
    }

    /// Ends the page; the rest goes after it.
    pub(super) fn end(&mut self) {
        self.ended = Some(self.lines.len());
    }

    /// A blank line, unless the last one is blank.
    pub(super) fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.text.is_empty()) {
            let blank = PageLine { sentence: 0, part: None, ..line(Role::Text, Mark::None, "") };
            self.lines.push(blank);
        }
    }

    /// Sets the part that the next sentence or row is about.
    pub(super) fn about(&mut self, part: impl Into<Option<PairPart>>) -> &mut Self {
        self.next_part = part.into();
        self
    }

    /// A sentence, all of its lines with one role. A deciding sentence gets the mark.
    pub(super) fn say(&mut self, role: Role, sentence: &str) {
        let mut mark = if role == Role::Deciding { Mark::Sentence } else { Mark::None };
        self.sentences += 1;
        for line in wrapped(&self.legible(sentence), self.width) {
            self.push(role, mark, line);
            mark = Mark::None;
        }
        self.next_part = None;
    }

    /// A sentence that explains.
    pub(super) fn text(&mut self, sentence: &str) {
        self.say(Role::Text, sentence);
    }

    /// A sentence that explains, and what is left out if it does not fit into one line with it.
    pub(super) fn text_with(&mut self, sentence: &str, more: &str) {
        let whole = format!("{sentence}{more}");
        let fits = text_cells(&self.legible(&whole)) <= self.width;
        self.text(if fits { &whole } else { sentence });
    }

    /// A deciding sentence.
    pub(super) fn deciding(&mut self, sentence: &str) {
        self.say(Role::Deciding, sentence);
    }

    /// A line with columns; if it is too long, its words are wrapped.
    pub(super) fn row(&mut self, role: Role, line: &str) {
        let line = self.legible(line.trim_end());
        if text_cells(&line) <= self.width {
            let mark = if role == Role::Deciding { Mark::Row } else { Mark::None };
            self.sentences += 1;
            self.push(role, mark, &line);
            self.next_part = None;
        } else {
            let words: Vec<_> = line.split(' ').filter(|word| !word.is_empty()).collect();
            self.say(role, &words.join(" "));
        }
    }

    /// A text as the reader can read it.
    pub(super) fn legible<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.is_ascii { without_japanese(text) } else { Cow::Borrowed(text) }
    }

    fn push(&mut self, role: Role, mark: Mark, text: &str) {
        let (sentence, part) = (self.sentences, self.next_part);
        self.lines.push(PageLine { sentence, part, ..line(role, mark, text) });
    }
}

fn line(role: Role, mark: Mark, text: &str) -> PageLine {
    let text = text.replace('\u{a0}', " ").trim_end().to_owned();
    PageLine { role, mark, text, sentence: 0, part: None }
}

/// The result for two shapes at their current positions, without motion.
pub(super) const fn standing(relation: Relation) -> TestResult {
    match relation {
        Relation::Disjoint => TestResult::Miss,
        Relation::Touches => TestResult::Touch,
        _ => TestResult::Hit,
    }
}

/// The end of a long name, which is where related names differ.
pub(super) fn ending(name: &Name) -> &str {
    const LONGEST: usize = 6;
    let name = name.as_str();
    &name[name.len().saturating_sub(LONGEST)..]
}

/// The role of a line that decides or does not.
pub(super) const fn role(decides: bool) -> Role {
    if decides { Role::Deciding } else { Role::Text }
}

/// `left`, or a corner with top or bottom first: `top left corner`.
pub(super) fn place(sides: Sides) -> String {
    in_words(sides) + if sides.len() == 2 { " corner" } else { "" }
}

/// The name of an edge: `top`, `edge 3`. A box counts its edges clockwise from the top.
pub(super) fn edge_name(edge: Edge, region: &Shape) -> String {
    const CLOCKWISE: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];
    match (edge, region) {
        (Edge::Side(side), _) => side.token().to_owned(),
        (Edge::Index(index), Shape::Box(_)) if index < CLOCKWISE.len() => {
            CLOCKWISE[index].token().to_owned()
        }
        (Edge::Index(index), _) => format!("edge {index}"),
    }
}

/// A point as displayed: `(1.5, -3)`.
pub(super) fn point(settings: &Settings, point: &ExactPoint) -> String {
    const COORDINATE_ROOM: usize = 9;
    number::point(settings, [point.x, point.y], COORDINATE_ROOM)
}

/// The meaning of an orientation's sign on the screen.
pub(super) fn legend(settings: &Settings) -> &'static str {
    if settings.y_grows_up() {
        "below 0 is right, above 0 left"
    } else {
        "below 0 is left, above 0 right"
    }
}

/// The side of a line on which something lies, by its orientation.
pub(super) const fn side_of_line(sign: Ordering) -> &'static str {
    match sign {
        Ordering::Less => "left",
        Ordering::Equal => "on it",
        Ordering::Greater => "right",
    }
}

/// `L.1    -12       left`: where the two ends of one of both lie.
pub(super) fn ends_rows(
    subject: &PageSubject<'_>,
    of: Operand,
    orientations: [Number; 2],
    page: &mut PageWriter,
) {
    let [name, _] = subject.names(of);
    for ((end, orientation), part) in (1..).zip(orientations).zip([0, 1]) {
        let part = PairPart::End(of, part);
        let number = plain(number::read_area(subject.settings, orientation), ROOM);
        let label = padded(&format!("{name}.{end}"), 7.max(name.as_str().len() + 4));
        let column = if text_cells(&number) < 9 { 10 } else { ROOM + 2 };
        let side = side_of_line(orientation.sign());
        let line = format!("{label}{}{side}", padded(&number, column));
        if text_cells(&line) <= page.width {
            page.about(part).row(Role::Text, &line);
        } else {
            page.about(part).row(Role::Text, &format!("{name}.{end}  {side}"));
            page.row(Role::Text, &format!("  {number}"));
        }
    }
}

/// How to get to a page from the first one: `n n`, `n x5`, or its number.
pub(super) fn place_of_page(after_first: usize, next_key: Option<char>) -> String {
    match (next_key, after_first) {
        (Some(key), 1..=3) => [key.to_string().as_str()].repeat(after_first).join(" "),
        (Some(key), _) => format!("{key} x{after_first}"),
        (None, _) => format!("page\u{a0}{}", after_first + 1),
    }
}
