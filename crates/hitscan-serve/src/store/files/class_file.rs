//! `class.toml`: the record of a class, which the server always rewrites as a whole.

use hitscan_core::scene::Fault;
use hitscan_core::scene::read::{Dialect, Field, Given, Reader, Table, read_toml};
use jiff::Timestamp;
use toml_edit::{Array, DocumentMut, Value};

use crate::class::{Class, ClassId, ClassState, RosterRule};
use crate::code::CodeHash;

const RECORD: Dialect = Dialect {
    what: "the record of a class",
    example: "title = \"Monday\"",
    header: "[class], of which this file has none",
};

/// The keys of the file.
const KEYS: [&str; 10] = [
    "id",
    "title",
    "pack",
    "languages",
    "state",
    "lessons",
    "due",
    "most_students",
    "roster",
    "code",
];

/// Formats a record.
pub(super) fn written(class: &Class, code: &CodeHash) -> String {
    let mut document = DocumentMut::new();
    document.decor_mut().set_prefix("# hitscan-serve writes this file whole.\n");
    let mut set = |key: &str, value: Value| drop(document.insert(key, toml_edit::value(value)));
    set("id", class.id.as_str().into());
    set("title", class.title.as_str().into());
    set("pack", class.pack.to_string().into());
    set("languages", Array::from_iter(&class.languages).into());
    set("state", class.state.token().into());
    if let Some(lessons) = &class.lessons {
        set("lessons", Array::from_iter(lessons).into());
    }
    if let Some(due) = class.due {
        set("due", due.to_string().into());
    }
    set("most_students", i64::from(class.most_students).into());
    set("roster", class.roster.token().into());
    set("code", code.to_string().into());
    document.to_string()
}

/// Parses the record of this class.
///
/// # Errors
/// Every fault, with its line and column.
pub(super) fn read(id: &ClassId, text: &str) -> Result<(Class, CodeHash), Vec<Fault>> {
    let read = read_toml(&RECORD, text, |reader, root| {
        reader.refuse_unknown(root, &KEYS, "key", "there are");
        record(reader, root, id)
    });
    read?.ok_or_else(Vec::new)
}

fn record(reader: &mut Reader<'_>, root: &Table<'_>, id: &ClassId) -> Option<(Class, CodeHash)> {
    let given = |key| root.field(key).map(|field: Field<'_>| field.given());
    for key in ["id", "title", "code"].into_iter().filter(|key| root.field(key).is_none()) {
        reader.fault(&(0..0), key.to_owned(), "this key is missing");
    }
    let named = given("id")?;
    if !named.is(id.as_str()) {
        reader.refuse(&named, format!("\"{id}\", the name of its folder"));
    }
    let title = given("title").and_then(|title| reader.line_of_text(&title));
    let code = given("code").and_then(|code| parsed(reader, &code, "sha256:SALT:DIGEST"));
    let mut class = Class::new(id.clone(), title?);
    if let Some(pack) = given("pack") {
        class.pack = parsed(reader, &pack, "\"built-in\", \"pack\", \"pack-2\" or further")?;
    }
    if let Some(languages) = given("languages") {
        let right = "a list of languages, such as [\"en\", \"de\"]";
        class.languages = reader.set(&languages, right, Reader::line_of_text)?;
    }
    if let Some(state) = given("state") {
        class.state = reader.one_of(&state, &ClassState::ALL, ClassState::token)?;
    }
    if let Some(lessons) = given("lessons") {
        let right = "a list of lessons, such as [\"inside\", \"polygons\"]";
        class.lessons = Some(reader.set(&lessons, right, Reader::line_of_text)?);
    }
    if let Some(due) = given("due") {
        let right = "a time such as \"2026-11-27T10:30:00Z\"";
        class.due = Some(parsed::<Timestamp>(reader, &due, right)?);
    }
    if let Some(most) = given("most_students") {
        let right = format!("a whole number from 1 to {}", Class::MOST_PLACES);
        class.most_students = reader.whole(&most, 1..=Class::MOST_PLACES, &right)?;
    }
    if let Some(roster) = given("roster") {
        class.roster = reader.one_of(&roster, &RosterRule::ALL, RosterRule::token)?;
    }
    Some((class, code?))
}

fn parsed<T: std::str::FromStr>(
    reader: &mut Reader<'_>,
    given: &Given<'_>,
    right: &str,
) -> Option<T> {
    match given.as_text().and_then(|text| text.parse().ok()) {
        Some(read) => Some(read),
        None => reader.refused(given, right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::PackVersion;

    fn id() -> ClassId {
        "3b".parse().expect("an id")
    }

    #[test]
    fn a_record_round_trips() {
        let mut class = Class::new(id(), "Collisions, \"Monday\" \\ 箱".to_owned());
        let text = written(&class, &CodeHash::OF_NOTHING);
        assert_eq!(read(&id(), &text), Ok((class.clone(), CodeHash::OF_NOTHING)), "{text}");
        class.pack = PackVersion::Put(2);
        class.languages = vec!["en".to_owned(), "de".to_owned()];
        class.state = ClassState::Paused;
        class.lessons = Some(vec!["inside".to_owned()]);
        class.due = Some("2026-11-27T10:30:00Z".parse().expect("a time"));
        class.most_students = 3;
        class.roster = RosterRule::Open;
        let text = written(&class, &CodeHash::OF_NOTHING);
        assert_eq!(read(&id(), &text), Ok((class, CodeHash::OF_NOTHING)), "{text}");
    }

    #[test]
    fn faults_are_reported_with_their_places() {
        let text = "id = \"3c\"\ntitel = \"x\"\nstate = \"shut\"\ncode = \"blue-otter-42\"\n";
        let faults = read(&id(), text).expect_err("faults");
        let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            faults,
            [
                "1:1: title: this key is missing",
                "1:6: id \"3c\": \"3b\", the name of its folder",
                "2:1: titel: no such key; did you mean title?",
                "4:8: code \"blue-otter-42\": sha256:SALT:DIGEST",
            ]
        );
    }
}
