//! Reads the conditions of tasks and draws.

use super::LessonReader;
use crate::lab::condition::{Condition, MethodCondition, PairCondition, Setting};
use crate::lab::expression::Expression;
use crate::methods::{Agreement, Arithmetic, BoundaryRule, Method, Reason};
use crate::scene::read::{Given, Reader, Table};
use crate::scene::{Expect, SweptOutcome};
use crate::words::nearest;
use crate::world::{Name, Response, TestResult};
use hitscan_geom::{Approach, Direction, Fraction, Relation, Side, Sides};

const PAIR_KEYS: [&str; 14] = [
    "pair",
    "relation",
    "result",
    "direction",
    "outcome",
    "sides",
    "t",
    "reasons",
    "wrong",
    "method",
    "arithmetic",
    "says",
    "against",
    "reason",
];
const OTHER_KEYS: [&str; 7] = ["commands", "frames", "same", "still", "check", "any", "not"];
const OWN_KEYS: [&str; 2] = ["own", "against"];
const REASON: &str = "reason";
const RELATIONS: [Relation; 7] = [
    Relation::Disjoint,
    Relation::Touches,
    Relation::Crosses,
    Relation::Overlaps,
    Relation::Within,
    Relation::Contains,
    Relation::Equals,
];
const AGREEMENTS: [Agreement; 4] =
    [Agreement::Agrees, Agreement::Convention, Agreement::Wrong, Agreement::NotApplicable];
const ARITHMETICS: [Arithmetic; 2] = [Arithmetic::Exact, Arithmetic::F32];
const NAMES: &str = "a list of names, such as [\"A\", \"L\"]";
const TIME: &str = "a time from 0 to 1, such as \"1/2\", or a range, such as \"1/3..2/3\"";

impl LessonReader<'_, '_> {
    /// The conditions in a list.
    pub(super) fn conditions(&mut self, given: &Given<'_>) -> Vec<Condition> {
        let tables = given
            .elements()
            .map(|elements| elements.iter().map(Given::as_table).collect::<Option<Vec<_>>>());
        let Some(Some(tables)) = tables else {
            self.reader.refuse(given, "a list of conditions in braces");
            return Vec::new();
        };
        if tables.is_empty() {
            self.reader.refuse(given, "one condition at least");
        }
        tables.iter().filter_map(|table| self.condition(table, &[])).collect()
    }

    /// One condition; `besides` are keys that are read elsewhere.
    pub(super) fn condition(&mut self, table: &Table<'_>, besides: &[&str]) -> Option<Condition> {
        let given = |key: &str| table.field(key).map(|field| field.given());
        let is_pair = given("pair").is_some();
        let keys: &[&str] = if is_pair {
            &PAIR_KEYS
        } else if given("value").is_some() {
            &["value", "is", "from", "to"]
        } else if given("setting").is_some() {
            &["setting", "is"]
        } else if given("own").is_some() {
            &OWN_KEYS
        } else {
            &OTHER_KEYS
        };
        let keys: Vec<_> = keys.iter().chain(besides).copied().collect();
        self.known_keys(table, &keys);
        let own = table.fields().filter(|field| !besides.contains(&field.key)).count();
        if is_pair {
            return self.pair_condition(table);
        }
        if let Some(of) = given("value") {
            return self.value_condition(table, &of);
        }
        if let Some(setting) = given("setting") {
            return self.setting(table, &setting).map(Condition::Setting);
        }
        if let Some(pair) = given("own") {
            let against = self.needed(table, "against");
            let against =
                against.and_then(|given| self.reader.one_of(&given, &AGREEMENTS, Agreement::token));
            return Some(Condition::Own(self.pair(&pair)?, against?));
        }
        if own != 1 {
            let message = "a condition has one of pair, value, setting, commands, frames, same, still, check, own, any and not";
            self.reader.fault(&table.span, "{".to_owned(), message);
            return None;
        }
        self.other_condition(table)
    }

    fn other_condition(&mut self, table: &Table<'_>) -> Option<Condition> {
        let field = table.fields().find(|field| OTHER_KEYS.contains(&field.key))?;
        let given = field.given();
        match field.key {
            "commands" => self.most(&given).map(Condition::Commands),
            "frames" => self.most(&given).map(Condition::Frames),
            "same" => self.names(&given).map(Condition::Same),
            "still" => self.names(&given).map(Condition::Still),
            "check" if self.reader.yes_or_no(&given)? => Some(Condition::Check),
            "check" => {
                self.reader.refused(&given, "true; not = { check = true } asks the opposite")
            }
            "any" => {
                let lists = given.elements().unwrap_or_default();
                let is_nested = lists.iter().all(|each| each.elements().is_some());
                let lists = if is_nested {
                    lists.iter().map(|list| self.conditions(list)).collect()
                } else {
                    self.conditions(&given).into_iter().map(|one| vec![one]).collect()
                };
                Some(Condition::Any(lists))
            }
            _ => {
                let Some(inner) = given.as_table() else {
                    return self.reader.refused(&given, "one condition in braces");
                };
                self.condition(&inner, &[]).map(|inner| Condition::Not(Box::new(inner)))
            }
        }
    }

    fn most(&mut self, given: &Given<'_>) -> Option<usize> {
        let most = self.reader.whole(given, 0..=1_000_000, "a whole number, 0 to 1000000")?;
        usize::try_from(most).ok()
    }

    fn names(&mut self, given: &Given<'_>) -> Option<Vec<Name>> {
        self.reader.list(given, NAMES, |reader, each| {
            let name = each.as_text().and_then(|text| Name::new(text).ok());
            if name.is_none() {
                reader.refuse(each, NAMES);
            }
            name
        })
    }

    pub(super) fn pair(&mut self, given: &Given<'_>) -> Option<[Name; 2]> {
        match self.names(given)?.as_slice() {
            [a, b] if a != b => Some([*a, *b]),
            _ => self.reader.refused(given, "the names of two objects, such as [\"A\", \"L\"]"),
        }
    }

    fn value_condition(&mut self, table: &Table<'_>, of: &Given<'_>) -> Option<Condition> {
        let of = self.expression(of);
        let mut end = |key| {
            let given = table.field(key).map(|field| field.given());
            given.and_then(|given| self.expression(&given))
        };
        let [is, from, to]: [Option<Expression>; 3] = ["is", "from", "to"].map(&mut end);
        if table.field("is").is_some()
            == (table.field("from").is_some() || table.field("to").is_some())
        {
            self.at(table, "value", "a value has is, or from, to or both");
        }
        let (from, to) = match is {
            Some(is) => (Some(is.clone()), Some(is)),
            None => (from, to),
        };
        Some(Condition::Value { of: of?, from, to })
    }

    fn setting(&mut self, table: &Table<'_>, given: &Given<'_>) -> Option<Setting> {
        const SETTINGS: [&str; 3] = ["response", "side", "contact"];
        let setting = self.reader.one_of(given, &SETTINGS, |setting| setting)?;
        let is = self.needed(table, "is")?;
        match setting {
            "response" => {
                self.reader.one_of(&is, &Response::ALL, Response::token).map(Setting::Response)
            }
            "side" => {
                let methods: Vec<_> = Method::side_methods().collect();
                self.reader.one_of(&is, &methods, Method::id).map(Setting::Side)
            }
            _ => self
                .reader
                .one_of(&is, &BoundaryRule::ALL, BoundaryRule::token)
                .map(Setting::Contact),
        }
    }

    fn pair_condition(&mut self, table: &Table<'_>) -> Option<Condition> {
        let faults_before = self.reader.source.count();
        let given = |key: &str| table.field(key).map(|field| field.given());
        let pair = given("pair").and_then(|given| self.pair(&given));
        let method = self.method_condition(table);
        let time = given("t").and_then(|given| self.time(&given));
        let reader = &mut *self.reader;
        let relation =
            given("relation").and_then(|given| reader.one_of(&given, &RELATIONS, Relation::token));
        let result = given("result")
            .and_then(|given| reader.one_of(&given, &TestResult::ALL, TestResult::token));
        let outcome = given("outcome")
            .and_then(|given| reader.one_of(&given, &SweptOutcome::ALL, SweptOutcome::token));
        let sides = given("sides").and_then(|given| {
            let right = "a list of sides, such as [\"left\"]";
            reader.set(&given, right, |reader, each| reader.one_of(each, &Side::ALL, Side::token))
        });
        let direction = given("direction").and_then(|given| {
            let right = "a list of sides, or of from-left, from-right and on-line";
            let words = reader.set(&given, right, Reader::line_of_text)?;
            let direction = Direction::parse(&words.join("+"));
            if direction.is_none() {
                let approaches = Approach::ALL.map(Approach::token);
                let meant = words.first().and_then(|word| nearest(word, approaches));
                let meant = meant.map(|word| format!("; did you mean \"{word}\"?"));
                reader.refuse(&given, format!("{right}{}", meant.unwrap_or_default()));
            }
            direction
        });
        let reasons = given("reasons").and_then(|given| {
            let right = "a list of reasons, such as [\"collinear-apart\"]";
            reader.set(&given, right, |reader, each| {
                reader.one_of(each, &Method::reasons(), Reason::code)
            })
        });
        let wrong = given("wrong").and_then(|given| {
            let methods: Vec<_> = Method::all().collect();
            let right = "a list of methods, such as [\"edges\"]";
            reader.set(&given, right, |reader, each| reader.one_of(each, &methods, Method::id))
        });
        let expect = Expect {
            relation,
            result,
            direction,
            outcome,
            sides: sides.map(|sides| sides.into_iter().collect::<Sides>()),
            reasons,
            wrong,
            ..Expect::nothing_of(pair?)
        };
        let is_intact = self.reader.source.count() == faults_before;
        if is_intact && expect.asks_nothing() && time.is_none() && method.is_none() {
            self.at(table, "pair", "nothing is asked of the pair");
        }
        Some(Condition::Pair(Box::new(PairCondition { expect, time, method })))
    }

    fn method_condition(&mut self, table: &Table<'_>) -> Option<MethodCondition> {
        let given = |key: &str| table.field(key).map(|field| field.given());
        let says = given("says").and_then(|given| self.reader.line_of_text(&given));
        let against = given("against")
            .and_then(|given| self.reader.one_of(&given, &AGREEMENTS, Agreement::token));
        let reason = given(REASON)
            .and_then(|given| self.reader.one_of(&given, &Method::reasons(), Reason::code));
        let asked = ["arithmetic", "says", "against", REASON];
        if table.field("method").is_none() {
            if let Some(key) = asked.into_iter().find(|key| table.field(key).is_some()) {
                self.at(table, key, "of which method? method is missing");
            }
            return None;
        }
        let (method, arithmetic) = self.method(table)?;
        if says.is_none() && against.is_none() && reason.is_none() {
            self.at(table, "method", "nothing is asked of the method: says, against or reason");
        }
        Some(MethodCondition { method, arithmetic, says, against, reason })
    }

    /// The method and the arithmetic under those keys.
    pub(super) fn method(&mut self, table: &Table<'_>) -> Option<(Method, Arithmetic)> {
        let methods: Vec<_> = Method::all().filter(|method| *method != Method::SWEPT).collect();
        let method = self.needed(table, "method");
        let method = method.and_then(|given| self.reader.one_of(&given, &methods, Method::id));
        let arithmetic = table
            .field("arithmetic")
            .map(|field| self.reader.one_of(&field.given(), &ARITHMETICS, Arithmetic::token));
        Some((method?, arithmetic.unwrap_or(Some(Arithmetic::Exact))?))
    }

    fn time(&mut self, given: &Given<'_>) -> Option<[Fraction; 2]> {
        let text = given.as_text().unwrap_or_else(|| self.reader.text(&given.span));
        let end = |text: &str| {
            let (over, under) = text.split_once('/').unwrap_or((text, "1"));
            let whole = |text: &str| text.parse::<u32>().ok().map(i128::from);
            Fraction::new(whole(over)?, whole(under)?).filter(|t| *t <= Fraction::ONE)
        };
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        match end(from).zip(end(to)).filter(|(from, to)| from <= to) {
            Some((from, to)) => Some([from, to]),
            None => self.reader.refused(given, TIME),
        }
    }
}
