//! The named pairs, and what each known answer says of them, as an independent
//! implementation has it.

use hitscan::cli::compare::Case;
use hitscan::cli::trial::case_of_line;
use hitscan_core::methods::{
    ClaimedSides, KnownAnswer, Meets, OwnAnswer, OwnPair, Precision, Reply, Says, Tolerance,
};
use serde_json::Value;

const NAMED: &str = include_str!("../../fixtures/own/named.ndjson");

fn listed() -> impl Iterator<Item = Value> {
    NAMED.lines().map(|line| serde_json::from_str(line).expect("JSON"))
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().expect("a string")
}

/// The name of a known answer in the list; none for those in other arithmetic or
/// under another rule.
fn column(known: &KnownAnswer) -> Option<String> {
    match known {
        KnownAnswer::Truth => Some("truth".to_owned()),
        KnownAnswer::Strict => Some("strict".to_owned()),
        KnownAnswer::AlwaysHit => Some("always-hit".to_owned()),
        KnownAnswer::AlwaysMiss => Some("always-miss".to_owned()),
        KnownAnswer::Mistake(mistake, Precision::Exact) => Some(mistake.name().to_owned()),
        known => Some(known.name()).filter(|name| !name.contains(' ')),
    }
}

fn answer(says: Says, sides: Option<ClaimedSides>) -> OwnAnswer {
    OwnAnswer { says, sides, t: None }
}

/// Compares a known answer with what the list has for it.
fn is_as_listed(known: &KnownAnswer, pair: OwnPair<'_>, listed: &Value) -> bool {
    let truth = pair.truth();
    let like = |said| known.answers_like(pair, &truth, &said, Tolerance::ZERO);
    let [hit, miss] = [Says::Hit, Says::Miss].map(|says| like(answer(says, None)));
    match listed {
        Value::Bool(says) => hit == *says && miss != *says,
        Value::String(word) => {
            let mut words = word.split(' ');
            match words.next().expect("a word").to_lowercase().as_str() {
                "n/a" => truth.meets == Meets::Before,
                // A graze is no hit, and a program may say that they touch.
                "graze" => miss && like(answer(Says::Touch, None)),
                "miss" | "none" => miss && !hit || truth.meets == Meets::Before,
                "hit" => {
                    let sides: Vec<_> = words.collect();
                    let said = format!("hit {}", sides.join(" "));
                    let Some(Reply::Answer(said)) = Reply::from_text(&said) else { return false };
                    hit && like(said)
                }
                // A label of predict-corner: an axis or a corner.
                _ => hit,
            }
        }
        other => panic!("not known: {other}"),
    }
}

#[test]
fn known_answers_say_of_the_named_pairs_what_is_listed() {
    let mut wrong = Vec::new();
    for pair in listed() {
        let line = text(&pair, "line");
        let case = case_of_line(line).unwrap_or_else(|| panic!("{line} is a pair"));
        let own = match &case {
            Case::Still([a, b]) => OwnPair::Still(a, b),
            Case::Frame([a, b]) => OwnPair::Frame(a, b),
        };
        let all = KnownAnswer::all(own);
        for (name, listed) in pair["says"].as_object().expect("an object") {
            let known = all.iter().find(|known| column(known).as_deref() == Some(name));
            match known {
                None => wrong.push(format!("{name} is not known for {line}")),
                Some(known) if is_as_listed(known, own, listed) => {}
                Some(_) => wrong.push(format!("{name} of {line}: listed {listed}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_named_pairs_are_those_listed() {
    let here = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/cli/trial/named.txt"));
    let listed: Vec<String> = listed()
        .map(|pair| ["kind", "name", "line"].map(|key| text(&pair, key)).join(" "))
        .collect();
    assert_eq!(here.lines().collect::<Vec<_>>(), listed);
}
