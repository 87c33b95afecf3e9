//! Parsing a configuration file, reporting every fault.

use std::cmp::Ordering;
use std::ops::Range;

use crate::app::{GlyphSet, LogFilter, Mouse, ThemeName};
use hitscan_core::command::Nudge;
use hitscan_core::methods::Tolerance;
use hitscan_core::scene::read::{Dialect, Field, Given, Reader, Table, read_config};
use hitscan_core::scene::{Fault, excerpt};
use hitscan_core::words::nearest;
use hitscan_geom::Milli;
use hitscan_geom::broad_phase::BroadPhase;

use super::super::input::keymap::written;
use super::super::{ACTIONS, Action, ActionRow, KeyMap, KeyPress, Steps};
use super::{ColorChoice, Config, own_methods};

const CONFIG: Dialect =
    Dialect { what: "a configuration", example: "theme = \"dark\"", header: "[keys]" };

/// The settings and the tables below them.
const SETTINGS: [&str; 14] = [
    "theme",
    "grounds",
    "panel",
    "glyphs",
    "color",
    "mouse",
    "log",
    "nudge",
    "fine",
    "memory",
    "broad_phase",
    "tolerance",
    OWN_METHODS,
    KEYS,
];
const OWN_METHODS: &str = "own-methods";
const KEYS: &str = "keys";

pub(super) fn config(text: &str) -> Result<Config, Vec<Fault>> {
    read_config(&CONFIG, text, Config::MAX_BYTES, settings)
}

fn settings(reader: &mut Reader<'_>, root: &Table<'_>) -> Config {
    reader.refuse_unknown(root, &SETTINGS, "setting", "there are");
    let mut config = Config::default();
    let given = |key| root.field(key).map(|field: Field<'_>| field.given());
    if let Some(theme) = given("theme") {
        config.theme = or_auto(reader, &theme, &ThemeName::ALL, ThemeName::token);
    }
    let grounds = given("grounds").filter(|grounds| !grounds.is("auto"));
    config.grounds = grounds.and_then(|grounds| reader.yes_or_no(&grounds));
    if let Some(panel) = given("panel") {
        let cols = reader.whole(&panel, 1..=2, "1 or 2: how many columns the panel has");
        config.has_narrow_panel = cols == Some(1);
    }
    config.glyphs = given("glyphs")
        .and_then(|glyphs| or_auto(reader, &glyphs, &GlyphSet::ALL, GlyphSet::token));
    config.color = given("color")
        .and_then(|color| or_auto(reader, &color, &ColorChoice::ALL, ColorChoice::token));
    if let Some(mouse) = given("mouse").filter(|mouse| !mouse.is("auto")) {
        let is_on = reader.yes_or_no(&mouse);
        config.mouse = is_on.map(|is_on| if is_on { Mouse::On } else { Mouse::Off });
    }
    config.log =
        given("log").and_then(|log| or_auto(reader, &log, &LogFilter::ALL, LogFilter::token));
    config.steps = steps(reader, given("nudge").as_ref(), given("fine").as_ref());
    if let Some(memory) = given("memory") {
        let limit = memory.as_text().unwrap_or_default().parse();
        let refuse = |why: String| reader.refuse(&memory, why);
        config.memory = limit.map_err(refuse).unwrap_or_default();
    }
    if let Some(which) = given("broad_phase") {
        let which = reader.one_of(&which, &BroadPhase::ALL, BroadPhase::token);
        config.broad_phase = which.unwrap_or_default();
    }
    if let Some(given) = given("tolerance") {
        let written = reader.number_as_written(&given, Tolerance::RIGHT);
        match written.map(|written| written.parse()) {
            Some(Ok(tolerance)) => config.tolerance = tolerance,
            Some(Err(_)) => reader.refuse(&given, Tolerance::RIGHT),
            None => {}
        }
    }
    if let Some(field) = root.field(OWN_METHODS) {
        match field.given().as_table() {
            Some(table) => config.own_methods = own_methods(reader, &table),
            None => reader.refuse(&field.given(), "a table under the header [own-methods]"),
        }
    }
    if let Some(field) = root.field(KEYS) {
        match field.given().as_table() {
            Some(table) => config.keys = remapped(reader, &table),
            None => reader.refuse(&field.given(), "a table under the header [keys]"),
        }
    }
    config
}

/// One of a few words; `None` for `auto`.
fn or_auto<T: Copy>(
    reader: &mut Reader<'_>,
    given: &Given<'_>,
    all: &[T],
    token: fn(T) -> &'static str,
) -> Option<T> {
    if given.is("auto") {
        return None;
    }
    reader.one_of_those(given, "\"auto\", ", all, token)
}

fn steps(reader: &mut Reader<'_>, nudge: Option<&Given<'_>>, fine: Option<&Given<'_>>) -> Steps {
    const NUDGE: &str = "\"cell\", or a number of units above 0";
    const FINE: &str = "a whole number from 2 to 1000: 10 is a tenth of a step";
    let mut steps = Steps::default();
    if let Some(nudge) = nudge.filter(|nudge| !nudge.is("cell")) {
        match reader.number(nudge, NUDGE, Milli::parse) {
            Some(units) if units > Milli::ZERO => steps.nudge = Nudge::Units(units),
            Some(_) => reader.refuse(nudge, NUDGE),
            None => {}
        }
    }
    let part = fine.and_then(|fine| reader.whole(fine, Steps::FINE_PARTS, FINE));
    if let Some(part) = part.and_then(|part| part.try_into().ok()) {
        steps.fine_part = part;
    }
    steps
}

/// A key binding that the file asks for.
struct Wish {
    action: &'static ActionRow,
    keys: Vec<KeyPress>,
    /// The keys as the file writes them.
    text: String,
    span: Range<usize>,
}

/// The key bindings, with those in the table replacing the defaults.
pub(super) fn remapped(reader: &mut Reader<'_>, table: &Table<'_>) -> KeyMap {
    let mut map = KeyMap::default();
    let mut wishes: Vec<Wish> = Vec::new();
    for field in table.fields() {
        let Some(action) = ACTIONS.iter().find(|spec| spec.id == field.key) else {
            unknown(reader, &field);
            continue;
        };
        map.set(action.action, Vec::new());
        wishes.extend(wishes_of(reader, &field, action));
    }
    for wish in wishes {
        match clash(&map, &wish) {
            Some(message) => {
                let found = format!("{} {}", wish.action.id, wish.text);
                reader.fault(&wish.span, found, message);
            }
            None => map.add(wish.action.action, wish.keys),
        }
    }
    let ways_out = [Action::Quit, Action::Interrupt, Action::CommandLine];
    if ways_out.iter().all(|&action| map.keys_of(action).next().is_none()) {
        let message = "no key is left to leave with: give quit, interrupt or command one";
        reader.fault(&table.span, "[keys]".to_owned(), message);
    }
    map
}

fn unknown(reader: &mut Reader<'_>, field: &Field<'_>) {
    let message = match nearest(field.key, ACTIONS.iter().map(|spec| spec.id)) {
        Some(meant) => format!("no such action; did you mean {meant}?"),
        None => "no such action; hitscan keys lists them".to_owned(),
    };
    reader.fault(&field.key_span, excerpt(field.key), message);
}

fn wishes_of(reader: &mut Reader<'_>, field: &Field<'_>, action: &'static ActionRow) -> Vec<Wish> {
    const RIGHT: &str = "a key between quotation marks, or a list of such keys";
    let given = field.given();
    let each = if given.as_text().is_some() { Some(vec![given.clone()]) } else { given.elements() };
    let Some(each) = each else {
        reader.refuse(&given, RIGHT);
        return Vec::new();
    };
    each.iter().filter_map(|given| wish(reader, given, action)).collect()
}

fn wish(reader: &mut Reader<'_>, given: &Given<'_>, action: &'static ActionRow) -> Option<Wish> {
    let text = reader.text_of(given, "a key between quotation marks")?;
    let keys: Option<Vec<_>> =
        text.split(' ').filter(|part| !part.is_empty()).map(KeyPress::parse).collect();
    let message = match keys.as_deref() {
        Some([]) | None => {
            "no such key; keys are written like x, X, Ctrl-X, Space, PgUp, F2 or \"b x\""
        }
        Some([_, _, _, ..]) => "at most two keys, one after the other",
        Some(keys) if keys.iter().any(|key| key.is_sent_as_another()) => {
            "terminals send Ctrl-I as Tab, Ctrl-M as Enter and Ctrl-[ as Esc"
        }
        Some([first, ..]) if first.is_fragile() => {
            "slow lines and ssh send this key by themselves; take another"
        }
        Some(_) => {
            let (keys, span, text) = (keys?, given.span.clone(), format!("\"{text}\""));
            return Some(Wish { action, keys, text, span });
        }
    };
    reader.refused(given, message)
}

/// Why the key cannot be assigned: it already has another meaning.
fn clash(map: &KeyMap, wish: &Wish) -> Option<String> {
    let (other, keys) = map.clashing(&wish.keys, wish.action.place)?;
    let other = other.row().id;
    let written = written(keys);
    let text = &wish.text;
    Some(match keys.len().cmp(&wish.keys.len()) {
        Ordering::Equal if other == wish.action.id => "given twice".to_owned(),
        Ordering::Equal => {
            format!("{text} is already the key of {other}; give {other} another one, too")
        }
        Ordering::Greater => {
            format!("{text} is the beginning of \"{written}\", the key of {other}")
        }
        Ordering::Less => {
            format!("\"{written}\" is already the key of {other}, and nothing can follow it")
        }
    })
}
