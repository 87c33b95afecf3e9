//! Reads what the file expects of pairs and of lasers.

use super::fields;
use super::fields::{Field, Given, Reader, Table};
use super::objects::{Declared, TablePlace};
use crate::methods::{FunctionPair, Method, Reason, SideClaim};
use crate::scene::excerpt;
use crate::scene::expect::{
    Expect, ExpectSubject, ExpectedTime, SweptOutcome, called, methods, methods_and_readings,
    relations,
};
use crate::words::{all_of, any_of, nearest};
use crate::world::{Name, ObjectKind, TestResult};
use hitscan_geom::{Approach, Direction, Fraction, Milli, Polygon, Relation, Side, Sides};

const NORMALS: &str = "a list of two whole numbers each, such as [[-1, -2]]";
const PAIR: &str = "the names of two objects, such as [\"A\", \"L\"]";
const COMMANDS: &str = "a list of commands, such as [\"velocity A 2 0\", \"step\"]";
const SAYS: &str = "methods with what they answer, such as { relative-velocity = \"left\" }";
const FIRST: &str = "the names of boxes and polygons, such as [\"A\"], or [] for none";
/// The keys of an expectation about a laser.
const OF_LASER: [&str; 4] = ["object", "first", "after_frames", "after"];
const TIME: &str = "a number from 0 to 1, such as 0.5, or a fraction, such as \"2/3\"";

/// A method that an expectation says is wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WrongMethod {
    Catalogued(Method),
    Own(Name),
}

impl WrongMethod {
    fn catalogued(self) -> Option<Method> {
        if let Self::Catalogued(method) = self { Some(method) } else { None }
    }

    const fn own(self) -> Option<Name> {
        if let Self::Own(name) = self { Some(name) } else { None }
    }
}

impl Reader<'_> {
    pub(super) fn expect(&mut self, table: &Table<'_>, declared: &Declared) -> Option<Expect> {
        let faults_before = self.source.count();
        self.check_keys(table, TablePlace::Expect);
        if table.field("object").is_some() {
            return self.expect_of_laser(table, declared, faults_before);
        }
        let pair =
            self.needed(table, "pair", "[[expect]]", "pair, the names of two objects, is missing");
        let pair = pair.and_then(|field| self.pair(&field.given(), declared));
        if let Some(first) = table.field("first").filter(|_| !self.is_lost(table, "object")) {
            let message = "of one laser; say object = \"L\" in place of pair";
            self.fault(&first.key_span, excerpt(first.key), message);
        }
        let given = |key| table.field(key).map(|field: Field<'_>| field.given());
        let after_frames = self.after_frames(table);
        let result = given("result")
            .and_then(|given| self.one_of(&given, &TestResult::ALL, TestResult::token));
        let after = given("after").and_then(|given| self.commands(&given, table));
        // If the pair is faulty, the kinds are unknown, so nothing more can be checked.
        let (pair, kinds) = pair?;
        let mut expect = Expect::nothing_of(pair);
        expect.after_frames = after_frames.unwrap_or_default();
        expect.after = after.unwrap_or_default();
        expect.result = result;
        self.expect_of_kinds(table, kinds, &mut expect);
        if expect.asks_nothing() && self.source.count() == faults_before {
            let message =
                "nothing is expected of the pair; add a relation, a result or another key";
            self.missing(table, "[[expect]]", "relation", message);
        }
        (self.source.count() == faults_before).then_some(expect)
    }

    /// Fills in what is expected in words that depend on what the pair is.
    fn expect_of_kinds(&mut self, table: &Table<'_>, kinds: FunctionPair, expect: &mut Expect) {
        let given = |key| table.field(key).map(|field: Field<'_>| field.given());
        let whose = format!("of {}, ", called(kinds));
        if let Some(given) = given("relation") {
            expect.relation = self.one_of_those(&given, &whose, relations(kinds), Relation::token);
        }
        if let Some(given) = given("direction") {
            expect.direction = self.direction(&given, kinds);
        }
        if let Some(given) = given("outcome").filter(|given| self.needs_regions(given, kinds)) {
            expect.outcome = self.one_of(&given, &SweptOutcome::ALL, SweptOutcome::token);
        }
        if let Some(given) = given("responded").filter(|given| self.needs_regions(given, kinds)) {
            expect.responded = self.one_of(&given, &[TestResult::Hit], TestResult::token);
        }
        if let Some(given) = given("sides").filter(|given| self.needs_regions(given, kinds)) {
            expect.sides = self.sides(&given);
        }
        if let Some(given) = given("edges").filter(|given| self.needs_a_polygon(given, kinds)) {
            expect.edges = self.numbers(&given);
        }
        if let Some(given) = given("corners").filter(|given| self.needs_a_polygon(given, kinds)) {
            expect.corners = self.numbers(&given);
        }
        if let Some(given) = given("normals").filter(|given| self.needs_a_polygon(given, kinds)) {
            expect.normals = self.list(&given, NORMALS, Self::normal);
        }
        if let Some(given) = given("t") {
            expect.t = self.time(&given, kinds);
        }
        if let Some(given) = given("reasons") {
            let right = "a list of reasons, such as [\"collinear-apart\"]";
            expect.reasons = self.set(&given, right, |reader, each| {
                reader.one_of(each, &Method::reasons(), Reason::code)
            });
        }
        if let Some(given) = given("wrong") {
            let right = "a list of methods, such as [\"edges\"]";
            let named = self.set(&given, right, |reader, each| {
                reader.wrong_method(each, &whose, &methods(kinds))
            });
            expect.wrong =
                named.as_ref().map(|all| all.iter().filter_map(|it| it.catalogued()).collect());
            let own = named.into_iter().flatten().filter_map(WrongMethod::own);
            expect.own_wrong = own.collect();
        }
        if let Some(given) = given("says") {
            expect.says = self.answers(&given, &whose, kinds);
        }
    }

    /// The regions that a laser enters first.
    fn expect_of_laser(
        &mut self,
        table: &Table<'_>,
        declared: &Declared,
        faults_before: usize,
    ) -> Option<Expect> {
        let given = |key| table.field(key).map(|field: Field<'_>| field.given());
        for field in table.fields().filter(|field| !OF_LASER.contains(&field.key)) {
            let message = format!("an expect of an object has {}", all_of(OF_LASER));
            self.fault(&field.key_span, excerpt(field.key), message);
        }
        let laser = given("object").and_then(|given| self.laser_named(&given, declared));
        let first =
            self.needed(table, "first", "[[expect]]", "first, what the laser enters, is missing");
        let first = first.and_then(|field| {
            self.set(&field.given(), FIRST, |reader, each| reader.region_named(each, declared))
        });
        let after_frames = self.after_frames(table);
        let after = given("after").and_then(|given| self.commands(&given, table));
        let mut expect = Expect::nothing_about(ExpectSubject::Laser(laser?));
        expect.first = Some(first?);
        expect.after_frames = after_frames.unwrap_or_default();
        expect.after = after.unwrap_or_default();
        (self.source.count() == faults_before).then_some(expect)
    }

    fn laser_named(&mut self, given: &Given<'_>, declared: &Declared) -> Option<Name> {
        let right = "the name of a laser, such as \"L\"";
        match self.declared(given, right, declared)? {
            (name, ObjectKind::Laser) => Some(name),
            _ => self.refused(given, right),
        }
    }

    fn region_named(&mut self, given: &Given<'_>, declared: &Declared) -> Option<Name> {
        match self.declared(given, FIRST, declared)? {
            (name, ObjectKind::Box | ObjectKind::Polygon) => Some(name),
            (_, ObjectKind::Laser | ObjectKind::Point) => {
                self.refused(given, "a box or a polygon; nothing else is entered")
            }
        }
    }

    fn after_frames(&mut self, table: &Table<'_>) -> Option<u32> {
        let given = table.field("after_frames")?.given();
        let most = Expect::MOST_FRAMES;
        self.whole(&given, 0..=most, &format!("a whole number of steps, 0 to {most}"))
    }

    /// A wrong method: one of these, or one of the user's own.
    fn wrong_method(
        &mut self,
        given: &Given<'_>,
        whose: &str,
        methods: &[Method],
    ) -> Option<WrongMethod> {
        let name = given.as_text().and_then(|text| Name::new(text).ok());
        let mut known = Method::all().chain(Method::readings()).map(Method::id).chain(["truth"]);
        let mut is_free = |name: &Name| known.all(|id| id != name.as_str());
        if let Some(name) = name.filter(&mut is_free) {
            let is_near = || nearest(name.as_str(), methods.iter().map(|it| it.id())).is_some();
            match self.own_methods {
                Some(known) if known.contains(&name) => return Some(WrongMethod::Own(name)),
                None if !is_near() => return Some(WrongMethod::Own(name)),
                Some(_) if !is_near() => {
                    let message =
                        format!("no method of hitscan; --method {name}=COMMAND adds your own");
                    return self.refused(given, message);
                }
                Some(_) | None => {}
            }
        }
        self.one_of_those(given, whose, methods, Method::id).map(WrongMethod::Catalogued)
    }

    /// The commands to execute first. They are parsed only when they are executed.
    fn commands(&mut self, given: &Given<'_>, table: &Table<'_>) -> Option<Vec<String>> {
        if table.field("after_frames").is_some() {
            return self.refused(given, "it has the steps in it; after_frames is too much");
        }
        let lines = self.list(given, COMMANDS, |reader, each| {
            let line = reader.line_of_text(each)?;
            if line.trim().is_empty() { reader.refused(each, COMMANDS) } else { Some(line) }
        })?;
        let most = Expect::MOST_COMMANDS;
        if lines.is_empty() || lines.len() > most {
            return self.refused(given, format!("one command at least, {most} at most"));
        }
        Some(lines)
    }

    /// The answers of methods and readings, in their order.
    fn answers(
        &mut self,
        given: &Given<'_>,
        whose: &str,
        kinds: FunctionPair,
    ) -> Option<Vec<(Method, &'static str)>> {
        let fields: Vec<_> = given.as_table().iter().flat_map(Table::fields).collect();
        if fields.is_empty() {
            return self.refused(given, SAYS);
        }
        let methods = methods_and_readings(kinds);
        let mut all = Vec::new();
        for field in fields {
            let Some(&method) = methods.iter().find(|method| method.id() == field.key) else {
                let ids = || methods.iter().map(|method| method.id());
                let meant = nearest(field.key, ids());
                let meant = meant.map(|id| format!("; did you mean {id}?")).unwrap_or_default();
                let message = format!("{whose}{}{meant}", any_of(ids()));
                self.fault(&field.key_span, format!("says {}", excerpt(field.key)), message);
                continue;
            };
            let words: &[&'static str] =
                if method.side_test().is_some() { &SideClaim::LABELS } else { &["hit", "miss"] };
            let answer = self.one_of(&field.given(), words, |word| word);
            all.extend(answer.map(|answer| (method, answer)));
        }
        all.sort_unstable();
        Some(all)
    }

    fn pair(
        &mut self,
        given: &Given<'_>,
        declared: &Declared,
    ) -> Option<([Name; 2], FunctionPair)> {
        let elements = given.elements().filter(|elements| elements.len() == 2);
        let Some([a, b]) = elements.as_deref() else {
            return self.refused(given, PAIR);
        };
        let [first, second] = [a, b].map(|name| self.declared(name, PAIR, declared));
        let ((first, a), (second, b)) = (first?, second?);
        if first == second {
            return self.refused(given, "two different objects");
        }
        let kinds = FunctionPair::of(a.shape(), b.shape());
        let has_point = [a, b].contains(&ObjectKind::Point);
        Some(([first, second], if has_point { kinds.with_point() } else { kinds }))
    }

    /// The name of an object of this file, with its kind.
    pub(super) fn declared(
        &mut self,
        given: &Given<'_>,
        right: &str,
        declared: &Declared,
    ) -> Option<(Name, ObjectKind)> {
        let text = self.text_of(given, right)?;
        self.declared_as(given, &text, declared)
    }

    /// The object with this name, which is part of a value.
    pub(super) fn declared_as(
        &mut self,
        given: &Given<'_>,
        text: &str,
        declared: &Declared,
    ) -> Option<(Name, ObjectKind)> {
        let found =
            Name::new(text).ok().and_then(|name| Some((name, declared.names.get(&name)?.0)));
        // The name may be in a part of the file that could not be parsed.
        if found.is_none() && declared.is_complete && self.source.is_intact() {
            let meant = nearest(text, declared.names.keys().map(Name::as_str));
            let meant = meant.map(|name| format!("; did you mean \"{name}\"?")).unwrap_or_default();
            self.refuse(given, format!("no object has that name{meant}"));
        }
        found
    }

    fn needs_regions(&mut self, given: &Given<'_>, kinds: FunctionPair) -> bool {
        let are_regions = matches!(kinds, FunctionPair::Boxes | FunctionPair::Regions);
        if !are_regions {
            let kinds = called(kinds);
            let why =
                format!("known for two boxes or polygons, and this is {kinds}; use direction");
            self.refuse(given, why);
        }
        are_regions
    }

    fn needs_a_polygon(&mut self, given: &Given<'_>, kinds: FunctionPair) -> bool {
        if kinds != FunctionPair::Regions {
            let instead = if kinds == FunctionPair::Boxes { "sides" } else { "direction" };
            let kinds = called(kinds);
            let why = format!("known where a polygon is hit, and this is {kinds}; use {instead}");
            self.refuse(given, why);
        }
        kinds == FunctionPair::Regions
    }

    /// Edges or corners, ascending.
    fn numbers(&mut self, given: &Given<'_>) -> Option<Vec<usize>> {
        let right = "a list of numbers from 0, such as [0, 2]";
        let last = u32::try_from(Polygon::MOST_VERTICES).unwrap_or(u32::MAX) - 1;
        let mut all = self.set(given, right, |reader, each| reader.whole(each, 0..=last, right))?;
        all.sort_unstable();
        Some(all.into_iter().filter_map(|number| usize::try_from(number).ok()).collect())
    }

    /// Two whole numbers.
    fn normal(&mut self, given: &Given<'_>) -> Option<[i32; 2]> {
        let number = |text: &str| text.trim().parse::<i32>().ok();
        let parts: Option<Vec<i32>> = given
            .elements()
            .and_then(|all| all.iter().map(|each| number(self.text(&each.span))).collect());
        match parts.as_deref() {
            Some([x, y]) => Some([*x, *y]),
            _ => self.refused(given, NORMALS),
        }
    }

    fn sides(&mut self, given: &Given<'_>) -> Option<Sides> {
        let right = "a list of sides, such as [\"left\"] or [\"left\", \"top\"]";
        let sides =
            self.set(given, right, |reader, each| reader.one_of(each, &Side::ALL, Side::token))?;
        match sides.as_slice() {
            [] | [_] => {}
            [a, b] if a.axis() != b.axis() => {}
            _ => return self.refused(given, "one side, or the two that meet at a corner"),
        }
        Some(sides.into_iter().collect())
    }

    fn direction(&mut self, given: &Given<'_>, kinds: FunctionPair) -> Option<Direction> {
        let is_empty = given.elements().is_some_and(|elements| elements.is_empty());
        let says = |word: &str| {
            given.elements().is_some_and(|all| matches!(all.as_slice(), [one] if one.is(word)))
        };
        match kinds {
            _ if is_empty => Some(Direction::None),
            FunctionPair::Boxes | FunctionPair::Regions => {
                let instead = if kinds == FunctionPair::Boxes { "; use sides" } else { "" };
                let why = format!("where a laser comes in, and this is {}{instead}", called(kinds));
                self.refused(given, why)
            }
            FunctionPair::BoxAndLaser
            | FunctionPair::PolygonAndLaser
            | FunctionPair::BoxAndPoint
            | FunctionPair::PolygonAndPoint
                if says("inside") =>
            {
                Some(Direction::Inside)
            }
            FunctionPair::Lasers => {
                let approaches =
                    self.list(given, "a list of one, such as [\"from-left\"]", |reader, each| {
                        reader.one_of(each, &Approach::ALL, Approach::token)
                    })?;
                match approaches.as_slice() {
                    [one] => Some(Direction::Approach(*one)),
                    _ => self.refused(given, "a list of one, such as [\"from-left\"]"),
                }
            }
            FunctionPair::BoxAndLaser | FunctionPair::BoxAndPoint => {
                self.sides(given).map(Direction::Sides)
            }
            FunctionPair::PolygonAndLaser | FunctionPair::PolygonAndPoint => self.edges(given),
        }
    }

    fn edges(&mut self, given: &Given<'_>) -> Option<Direction> {
        let right = "one edge by its number from 0, such as [3], two at a vertex, or [\"inside\"]";
        let last = u32::try_from(Polygon::MOST_VERTICES).unwrap_or(u32::MAX) - 1;
        let mut edges =
            self.set(given, right, |reader, each| reader.whole(each, 0..=last, right))?;
        edges.sort_unstable();
        let index = |edge: u32| usize::try_from(edge).ok();
        match edges.as_slice() {
            [one] => Some(Direction::Edges(index(*one)?, None)),
            [first, second] => Some(Direction::Edges(index(*first)?, Some(index(*second)?))),
            _ => self.refused(given, right),
        }
    }

    fn time(&mut self, given: &Given<'_>, kinds: FunctionPair) -> Option<ExpectedTime> {
        match kinds {
            FunctionPair::Boxes | FunctionPair::Regions => {
                self.fraction(given, TIME).map(ExpectedTime::Frame)
            }
            FunctionPair::BoxAndLaser | FunctionPair::PolygonAndLaser => {
                let right = "the first and the last along the laser, such as [\"1/4\", \"2/3\"]";
                let both = self.list(given, right, |reader, each| reader.fraction(each, TIME))?;
                match both.as_slice() {
                    [first, last] if first <= last => Some(ExpectedTime::Segment([*first, *last])),
                    _ => self.refused(given, right),
                }
            }
            FunctionPair::Lasers | FunctionPair::BoxAndPoint | FunctionPair::PolygonAndPoint => {
                let known = any_of(["two regions", "a laser and a region"]);
                self.refused(given, format!("known for {known}, and this is {}", called(kinds)))
            }
        }
    }

    /// A fraction between 0 and 1, as a decimal or as text.
    fn fraction(&mut self, given: &Given<'_>, right: &str) -> Option<Fraction> {
        let fraction = match given.as_text() {
            Some(text) => fields::fraction(text),
            None => Some(Fraction::from(self.number(given, right, Milli::parse)?)),
        };
        let fraction = fraction.filter(|t| (Fraction::ZERO..=Fraction::ONE).contains(t));
        if fraction.is_none() {
            self.refuse(given, right);
        }
        fraction
    }
}
