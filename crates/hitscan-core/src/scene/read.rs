//! Reading a scene file: its text, its TOML, its tables, and what they mean.
//!
//! | files | contents |
//! | --- | --- |
//! | `syntax` | from text to TOML, past most mistakes |
//! | `expects` `opening` `notes` | what the scene expects; how it opens; what it says about itself |
//! | `objects` | boxes, lasers, polygons and crowds, and which keys belong where |
//! | `fields` | tables and their values, by type; the text, its lines and its faults |
//!
//! Calls go down this list, and this file calls each part in turn.

mod expects;
mod fields;
mod notes;
mod objects;
mod opening;
mod syntax;

use std::ops::Range;

use super::{Expect, Fault, ReadOptions, Scene, excerpt, expect_bytes, object_bytes, write};
use crate::methods::{BoundaryRule, Method};
use crate::world::{Axes, Response, Settings, World};
pub use fields::{Dialect, Field, Given, Reader, SourceText, Table};
use hitscan_geom::broad_phase::BroadPhase;
use objects::{Declared, TablePlace};
#[cfg(test)]
pub(super) use syntax::pieces_of;
use syntax::{cleaned, cleaned_in_pieces, parse};
pub(super) use syntax::{pieces, tables_in};

const SCENE: Dialect = Dialect { what: "a scene", example: "speed = 10", header: "[[box]]" };

/// Parses the text of a scene file and reports every fault.
pub(super) fn scene(text: &str, reading: &mut ReadOptions<'_>) -> Result<Scene, Vec<Fault>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    too_large(text).map_or(Ok(()), |fault| Err(vec![fault]))?;
    divided_by(text, reading, syntax::pieces)
}

/// Parses a whole text, and returns what `read` makes of its root table.
///
/// # Errors
/// Every fault, in the order of the file.
pub fn read_toml<T>(
    dialect: &'static Dialect,
    text: &str,
    read: impl FnOnce(&mut Reader<'_>, &Table<'_>) -> T,
) -> Result<T, Vec<Fault>> {
    let mut source = SourceText::new(text, dialect);
    let text = cleaned(&mut source);
    let document = parse(&text);
    let mut reader = Reader::new(source);
    let read = read(&mut reader, &Table::of_piece(&document, 0..text.len()));
    if reader.source.count() == 0 { Ok(read) } else { Err(reader.source.into_faults()) }
}

/// The same for a configuration of at most this many bytes, which may begin with a byte order mark.
///
/// # Errors
/// That it is longer, or every fault in the order of the file.
pub fn read_config<T>(
    dialect: &'static Dialect,
    text: &str,
    most_bytes: usize,
    read: impl FnOnce(&mut Reader<'_>, &Table<'_>) -> T,
) -> Result<T, Vec<Fault>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > most_bytes {
        let found = format!("{} bytes", text.len());
        let message = format!("a configuration has at most {most_bytes}");
        return Err(vec![Fault { line: 1, column: 1, found, message }]);
    }
    read_toml(dialect, text, read)
}

/// Parses a text in pieces, or as a whole.
fn divided_by(
    text: &str,
    reading: &mut ReadOptions<'_>,
    divide: impl Fn(&str) -> Option<Vec<Range<usize>>>,
) -> Result<Scene, Vec<Fault>> {
    let mut source = SourceText::new(text, &SCENE);
    source.rounding = Some(reading.rounding);
    let (text, pieces) = cleaned_in_pieces(&mut source, divide);
    let own_methods = reading.own_methods;
    let mut reader = Reader { own_methods, ..Reader::new(source) };
    let scene = reader.scene(&text, &pieces);
    if reader.source.count() > 0 {
        return Err(reader.source.into_faults());
    }
    reading.rounding = reader.source.rounding.unwrap_or_default();
    too_large_to_write(&scene).map_or(Ok(scene), |fault| Err(vec![fault]))
}

/// The fault of a text that is too large to parse.
fn too_large(text: &str) -> Option<Fault> {
    let (bytes, values) = (text.len(), write::values(text));
    if bytes > Scene::MAX_BYTES {
        let most = Scene::MAX_BYTES;
        return Some(of_all(format!("{bytes} bytes"), format!("a scene file has at most {most}")));
    }
    let most = Scene::MAX_VALUES;
    let is_too_much = values > most;
    is_too_much.then(|| of_all(format!("{values} values"), format!("a scene has at most {most}")))
}

/// The fault of a scene that could be too large to parse once it is written.
fn too_large_to_write(scene: &Scene) -> Option<Fault> {
    let objects: usize = scene.objects.iter().map(object_bytes).sum();
    let expects: usize = scene.expects.iter().map(expect_bytes).sum();
    let texts = write::text_bytes(scene);
    let found = |bytes, what| format!("{bytes} bytes for all {what}");
    let right = |most| format!("as hitscan writes them, with all their decimals, at most {most}");
    if texts > Scene::MAX_TEXT_BYTES {
        return Some(of_all(found(texts, "texts"), right(Scene::MAX_TEXT_BYTES)));
    }
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

/// Where each table below this one begins, in the order of the file.
fn table_starts(root: &Table<'_>) -> Vec<usize> {
    let fields = TablePlace::tables().filter_map(|place| root.field(place.header()));
    let mut starts: Vec<_> = fields.flat_map(|field| field.given().table_starts()).collect();
    starts.sort_unstable();
    starts
}

impl Reader<'_> {
    fn scene(&mut self, text: &str, pieces: &[Range<usize>]) -> Scene {
        let whole = 0..text.len();
        let (head, tail) = pieces.split_first().unwrap_or((&whole, &[]));
        let document = parse(&text[head.clone()]);
        let root = Table::of_piece(&document, head.clone());
        self.check_keys(&root, TablePlace::Scene);
        let settings = self.settings(&root);
        let given = |key| root.field(key).map(|field| field.given());
        let [title, note] = ["title", "note"]
            .map(|key| given(key).and_then(|given| self.scene_text(&given)).unwrap_or_default());
        let source = given("source").and_then(|given| self.line_of_text(&given));
        let source = source.unwrap_or_default();
        let search = self.search_words(&root);
        let mut steps = self.steps(&root, 0);
        let is_strange = |field: Field<'_>| {
            field.holds_tables() && !TablePlace::Scene.keys().contains(&field.key)
        };
        let is_complete = !root.fields().any(is_strange);
        let mut declared = Declared { is_complete, ..Declared::default() };
        self.objects(&root, &mut declared);
        // The tables of expectations, which are read once all names are known.
        let mut expecting = Vec::new();
        for piece in tail {
            let document = parse(&text[piece.clone()]);
            let root = Table::of_piece(&document, piece.clone());
            self.objects(&root, &mut declared);
            steps.extend(self.steps(&root, steps.len()));
            if root.field(TablePlace::Expect.header()).is_some() {
                expecting.push((document, piece));
            }
            if declared.is_too_much {
                break;
            }
        }
        let mut expects = self.expects(&root, &declared);
        for (document, piece) in &expecting {
            let root = Table::of_piece(document, (*piece).clone());
            expects.extend(self.expects(&root, &declared));
        }
        let opening = self.opening(&root, &declared);
        let game_ends = self.game_ends(&root, &declared);
        let Declared { objects, crowds, .. } = declared;
        Scene {
            title,
            note,
            steps,
            search,
            source,
            opening,
            game_ends,
            settings,
            objects,
            crowds,
            expects,
        }
    }

    /// The tables of these kinds in the order of the file.
    fn tables_of<'d>(
        &mut self,
        root: &Table<'d>,
        places: &[TablePlace],
    ) -> Vec<(TablePlace, Table<'d>)> {
        let mut tables: Vec<(TablePlace, Table<'_>)> = Vec::new();
        for &place in places {
            let found = self.tables(root, place.header());
            tables.extend(found.into_iter().map(|table| (place, table)));
        }
        tables.sort_by_key(|(_, table)| table.span.start);
        let starts = table_starts(root);
        for (_, table) in &mut tables {
            let later = starts.partition_point(|&start| start <= table.span.start);
            let next = starts.get(later).copied().unwrap_or(root.extent.end);
            table.extent.end = next.max(table.span.end);
        }
        tables
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

    /// Reads the objects, including those of crowds, and the crowds.
    fn objects(&mut self, root: &Table<'_>, declared: &mut Declared) {
        for (place, table) in &self.tables_of(root, &TablePlace::DECLARATIONS) {
            let count = declared.count;
            if count == World::MAX_OBJECTS {
                let message = format!("a scene has at most {count} objects, and this is one more");
                self.fault(&table.span, format!("[[{}]]", place.header()), message);
                declared.is_complete = false;
                declared.is_too_much = true;
                break;
            }
            if let TablePlace::Object(kind) = place {
                declared.count += 1;
                let object = self.object(*kind, table, declared);
                declared.objects.extend(object);
            } else if let Some((crowd, drawn)) =
                self.crowd(table, World::MAX_OBJECTS - count, declared)
            {
                declared.count += drawn.len();
                declared.objects.extend(drawn);
                declared.crowds.push(crowd);
            }
        }
    }

    fn expects(&mut self, root: &Table<'_>, declared: &Declared) -> Vec<Expect> {
        let tables = self.tables_of(root, &[TablePlace::Expect]);
        tables.iter().filter_map(|(_, table)| self.expect(table, declared)).collect()
    }

    /// Reads the settings. A faulty one keeps its default, and the file is refused.
    fn settings(&mut self, root: &Table<'_>) -> Settings {
        let mut settings = Settings::default();
        let given = |key| root.field(key).map(|field| field.given());
        self.axes = match given("axes") {
            Some(axes) => self.one_of(&axes, &Axes::ALL, Axes::token),
            // The key may be in a part that could not be parsed.
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
            settings.broad_phase = Some(which);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::gallery;

    fn in_pieces(text: &str) -> Result<Scene, Vec<Fault>> {
        divided_by(text, &mut ReadOptions::default(), |text| syntax::pieces_of(text, 1))
    }

    #[test]
    fn a_scene_parsed_in_pieces_equals_the_whole() {
        let mut divided = 0;
        for (name, text) in gallery() {
            let whole = divided_by(text, &mut ReadOptions::default(), |_| None);
            assert_eq!(in_pieces(text), whole, "{name}");
            divided += usize::from(syntax::pieces_of(text, 1).is_some());
        }
        assert!(divided > 10, "{divided}");
    }

    #[test]
    fn faults_have_the_same_positions_in_pieces_and_whole() {
        let text = "titel = 1\n\n[[box]]\nname = \"A\"\nat = [1, 2]\n[[expect]]\npair = [\"A\", \
                    \"C\"]\n[[box]]\nname = \"A\"\nat = [1, 2.0001]\n";
        let faults = in_pieces(text).expect_err("refused");
        assert!(syntax::pieces_of(text, 1).is_some(), "it is divided");
        assert_eq!(faults.len(), 6, "{faults:?}");
        assert_eq!(Err(faults), divided_by(text, &mut ReadOptions::default(), |_| None));
    }
}
