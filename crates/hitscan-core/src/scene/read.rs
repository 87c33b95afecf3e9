//! Reading a scene file: text, TOML, tables, and what they mean.

mod behavior;
mod crowds;
mod expects;
mod fields;
mod keys;
mod lexical;
mod numbers;
mod objects;
mod opening;
mod source;
mod syntax;

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::DeTable;

use super::fault::{Fault, excerpt};
use super::{Expect, Scene, expect_bytes, object_bytes, size};
use crate::methods::{BoundaryRule, Method};
use crate::world::{Axes, Crowd, Object, Response, Settings, World};
pub use fields::{Field, Given, Reader, Table};
use hitscan_geom::broad_phase::BroadPhase;
use keys::{OBJECT_KINDS, Place};
use objects::Declared;
pub use source::{Dialect, Source};
pub use syntax::{cleaned, parse};

const SCENE: Dialect = Dialect { what: "a scene", example: "speed = 10", header: "[[box]]" };

/// Reads the text of a scene file and reports every fault.
pub(super) fn scene(text: &str) -> Result<Scene, Vec<Fault>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    too_large(text).map_or(Ok(()), |fault| Err(vec![fault]))?;
    let mut source = Source::new(text, &SCENE);
    let text = cleaned(&mut source);
    let document = parse(&text);
    let mut reader = Reader { source, axes: None };
    let scene = reader.scene(&document, text.len());
    if reader.source.count() > 0 {
        return Err(reader.source.into_faults());
    }
    too_large_to_write(&scene).map_or(Ok(scene), |fault| Err(vec![fault]))
}

/// What is wrong with the whole text, if it is too much to be read.
fn too_large(text: &str) -> Option<Fault> {
    let (bytes, values) = (text.len(), size::values(text));
    if bytes > Scene::MAX_BYTES {
        let most = Scene::MAX_BYTES;
        return Some(of_all(format!("{bytes} bytes"), format!("a scene file has at most {most}")));
    }
    let most = Scene::MAX_VALUES;
    let is_too_much = values > most;
    is_too_much.then(|| of_all(format!("{values} values"), format!("a scene has at most {most}")))
}

/// What is wrong with a scene that could be too long to be read once it is
/// written.
fn too_large_to_write(scene: &Scene) -> Option<Fault> {
    let objects: usize = scene.objects.iter().map(object_bytes).sum();
    let expects: usize = scene.expects.iter().map(expect_bytes).sum();
    let found = |bytes, what| format!("{bytes} bytes for all {what}");
    let right = |most| format!("as hitscan writes them, with all their decimals, at most {most}");
    if objects > Scene::MAX_OBJECT_BYTES {
        return Some(of_all(found(objects, "objects"), right(Scene::MAX_OBJECT_BYTES)));
    }
    if expects > Scene::MAX_EXPECT_BYTES {
        return Some(of_all(found(expects, "expectations"), right(Scene::MAX_EXPECT_BYTES)));
    }
    let all = objects + expects;
    let is_too_much = all > Scene::MAX_TABLE_BYTES;
    is_too_much.then(|| of_all(found(all, "tables"), right(Scene::MAX_TABLE_BYTES)))
}

/// A fault of the whole file.
const fn of_all(found: String, message: String) -> Fault {
    Fault { line: 1, column: 1, found, message }
}

impl Reader<'_> {
    fn scene(&mut self, document: &Spanned<DeTable<'_>>, length: usize) -> Scene {
        let root = Table::root(document, length);
        self.check_keys(&root, Place::Scene);
        let settings = self.settings(&root);
        let mut line = |key| {
            let field: Option<Field<'_>> = root.field(key);
            field.and_then(|field| self.line_of_text(&field.given())).unwrap_or_default()
        };
        let [title, note, source] = ["title", "note", "source"].map(&mut line);
        let mut tables: Vec<(Place, Table<'_>)> = Vec::new();
        for place in
            OBJECT_KINDS.map(Place::Object).into_iter().chain([Place::Crowd, Place::Expect])
        {
            let found = self.tables(&root, place.header());
            tables.extend(found.into_iter().map(|table| (place, table)));
        }
        // Objects of all kinds are in the order of the file.
        tables.sort_by_key(|(_, table)| table.span.start);
        for i in 0..tables.len() {
            let next = tables.get(i + 1).map_or(length, |(_, next)| next.span.start);
            tables[i].1.extent.end = next.max(tables[i].1.span.end);
        }
        let is_strange =
            |field: Field<'_>| field.holds_tables() && !Place::Scene.keys().contains(&field.key);
        let is_complete = !root.fields().any(is_strange);
        let mut declared = Declared { names: BTreeMap::new(), is_complete };
        let (objects, crowds) = self.objects(&tables, &mut declared);
        let expects = self.expects(&tables, &declared);
        let opening = self.opening(&root, &declared);
        Scene { title, note, source, opening, settings, objects, crowds, expects }
    }

    /// The tables under one header: `[[box]]`, or a list of `{...}`.
    fn tables<'d>(&mut self, root: &Table<'d>, header: &str) -> Vec<Table<'d>> {
        let Some(field) = root.field(header) else { return Vec::new() };
        let right = format!("two brackets on each side, [[{header}]]: there may be more than one");
        let given = field.given();
        if let Some(one) = given.as_table() {
            self.fault(&given.span, excerpt(self.text(&given.span)), right);
            return vec![one];
        }
        let Some(elements) = given.elements() else {
            self.refuse(&given, right);
            return Vec::new();
        };
        let mut tables = Vec::new();
        for element in elements {
            if let Some(table) = element.as_table() {
                tables.push(table);
            } else {
                let right = format!("a table in braces, or headers [[{header}]]");
                self.refuse(&element, right);
            }
        }
        tables
    }

    /// The objects, those of crowds among them, and the crowds.
    fn objects(
        &mut self,
        tables: &[(Place, Table<'_>)],
        declared: &mut Declared,
    ) -> (Vec<Object>, Vec<Crowd>) {
        let (mut objects, mut crowds) = (Vec::new(), Vec::new());
        // Those at fault count, too.
        let mut count = 0;
        for (place, table) in tables.iter().filter(|(place, _)| *place != Place::Expect) {
            if count == World::MAX_OBJECTS {
                let message = format!("a scene has at most {count} objects, and this is one more");
                self.fault(&table.span, format!("[[{}]]", place.header()), message);
                declared.is_complete = false;
                break;
            }
            if let Place::Object(kind) = place {
                count += 1;
                objects.extend(self.object(*kind, table, declared));
            } else if let Some((crowd, drawn)) =
                self.crowd(table, World::MAX_OBJECTS - count, declared)
            {
                count += drawn.len();
                objects.extend(drawn);
                crowds.push(crowd);
            }
        }
        (objects, crowds)
    }

    fn expects(&mut self, tables: &[(Place, Table<'_>)], declared: &Declared) -> Vec<Expect> {
        let tables = tables.iter().filter(|(place, _)| *place == Place::Expect);
        tables.filter_map(|(_, table)| self.expect(table, declared)).collect()
    }

    /// The settings. One at fault keeps its default, and the file is refused.
    fn settings(&mut self, root: &Table<'_>) -> Settings {
        let mut settings = Settings::default();
        let given = |key| root.field(key).map(|field| field.given());
        self.axes = match given("axes") {
            Some(axes) => self.one_of(&axes, &Axes::ALL, Axes::token),
            // It may be in a part that could not be read.
            None => Some(Axes::default()).filter(|_| self.source.is_intact()),
        };
        settings.axes = self.axes.unwrap_or_default();
        if let Some(response) =
            given("response").and_then(|given| self.one_of(&given, &Response::ALL, Response::token))
        {
            settings.response = response;
        }
        let side_methods: Vec<_> = Method::side_methods().collect();
        if let Some(side) =
            given("side").and_then(|given| self.one_of(&given, &side_methods, Method::id))
        {
            settings.side = side;
        }
        if let Some(rule) = given("contact")
            .and_then(|given| self.one_of(&given, &BoundaryRule::ALL, BoundaryRule::token))
        {
            settings.boundary_rule = rule;
        }
        if let Some(gravity) = given("gravity")
            .and_then(|given| self.vector(&given, "two numbers in brackets, such as [0, 0.5]"))
        {
            settings.gravity = gravity;
        }
        if let Some(which) = given("broad_phase")
            .and_then(|given| self.one_of(&given, &BroadPhase::ALL, BroadPhase::token))
        {
            settings.broad_phase = which;
        }
        if let Some(given) = given("speed") {
            let (slowest, fastest) = (*Settings::SPEEDS.start(), *Settings::SPEEDS.end());
            let right = format!("a whole number of frames a second, {slowest} to {fastest}");
            let speed = self.whole(&given, slowest.into()..=fastest.into(), &right);
            settings.speed =
                speed.and_then(|speed| speed.try_into().ok()).unwrap_or(settings.speed);
        }
        settings
    }
}
