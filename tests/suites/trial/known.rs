//! The named pairs, and the result of each known answer for them, from an independent
//! implementation.

use std::thread;

use hitscan::tested::cli::try_program::case_of_line;
use hitscan_core::methods::{
    Case, ClaimedSides, JudgingRules, KnownAnswer, Meets, OwnAnswer, OwnPair, OwnReply, Precision,
    Says,
};
use hitscan_core::words::concepts::Concept;
use serde_json::Value;

use super::{Tried, tried_in};

const NAMED: &str = include_str!("../../fixtures/own/named.ndjson");

fn listed() -> impl Iterator<Item = Value> {
    NAMED.lines().map(|line| serde_json::from_str(line).expect("JSON"))
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().expect("a string")
}

/// The name of a known answer in the list; `None` for those in other arithmetic or under another
/// rule.
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

/// Compares a known answer with its entry in the list.
fn is_as_listed(known: &KnownAnswer, pair: OwnPair<'_>, listed: &Value) -> bool {
    let truth = pair.truth();
    let like = |said| known.answers_like(pair, &truth, &said, JudgingRules::default());
    let [hit, miss] = [Says::Hit, Says::Miss].map(|says| like(answer(says, None)));
    match listed {
        Value::Bool(says) => hit == *says && miss != *says,
        Value::String(word) => {
            let mut words = word.split(' ');
            match words.next().expect("a word").to_lowercase().as_str() {
                "n/a" => truth.meets == Meets::Before,
                // A graze is not a hit, and a program may answer that they touch.
                "graze" => miss && like(answer(Says::Touch, None)),
                "miss" | "none" => miss && !hit || truth.meets == Meets::Before,
                "hit" => {
                    let sides: Vec<_> = words.collect();
                    let said = format!("hit {}", sides.join(" "));
                    let Some(OwnReply::Answer(said)) = OwnReply::from_text(&said) else {
                        return false;
                    };
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
fn known_answers_for_the_named_pairs_are_as_listed() {
    let mut wrong = Vec::new();
    for pair in listed() {
        let line = text(&pair, "line");
        let case = case_of_line(line).unwrap_or_else(|| panic!("{line} is a pair"));
        let own = case.pair();
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
    let here = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/cli/try_program/named.txt"));
    let listed: Vec<String> = listed()
        .map(|pair| ["kind", "name", "line"].map(|key| text(&pair, key)).join(" "))
        .collect();
    assert_eq!(here.lines().collect::<Vec<_>>(), listed);
}

/// The reply of a program that uses this known answer; `None` if it has no valid reply.
fn reply(known: &KnownAnswer, pair: OwnPair<'_>) -> Option<&'static str> {
    const WORDS: &str = "touch, hit corner, hit left top, hit right top, hit left bottom, \
        hit right bottom, hit left, hit top, hit right, hit bottom, hit inside, hit, miss";
    let truth = pair.truth();
    // Only answers about frames have sides, and only the truth distinguishes touching.
    let is_frame = matches!(pair, OwnPair::Frame(..));
    let says = WORDS.split(", ").filter(|word| match *word {
        "touch" => is_frame && *known == KnownAnswer::Truth && truth.meets == Meets::Touching,
        "hit" | "miss" => true,
        _ => is_frame,
    });
    let mut says = says.filter(|word| match OwnReply::from_text(word) {
        Some(OwnReply::Answer(said)) => {
            known.answers_like(pair, &truth, &said, JudgingRules::default())
        }
        _ => panic!("{word} is an answer"),
    });
    says.next()
}

/// Whether it gives these replies to all these pairs.
fn answers(known: &KnownAnswer, cases: &[Case], replies: &[&str]) -> bool {
    cases.iter().zip(replies).all(|(case, says)| {
        let pair = case.pair();
        let Some(OwnReply::Answer(said)) = OwnReply::from_text(says) else { return false };
        known.answers_like(pair, &pair.truth(), &said, JudgingRules::default())
    })
}

#[test]
fn a_program_with_a_known_answer_is_recognized() {
    let mut kinds: Vec<String> = listed().map(|pair| text(&pair, "kind").to_owned()).collect();
    kinds.dedup();
    let (mut programs, mut equals) = (Vec::new(), Vec::new());
    for kind in kinds {
        let lines: Vec<String> = listed()
            .filter(|pair| text(pair, "kind") == kind)
            .map(|pair| text(&pair, "line").to_owned())
            .collect();
        let cases: Vec<Case> = lines.iter().filter_map(|line| case_of_line(line)).collect();
        let mut tried: Vec<Vec<&str>> = Vec::new();
        let all = KnownAnswer::all(cases[0].pair());
        for known in &all {
            let replies: Option<Vec<&str>> =
                cases.iter().map(|case| reply(known, case.pair())).collect();
            let replies = replies.unwrap_or_else(|| panic!("{kind}: {known:?} has answers"));
            if tried.contains(&replies) {
                continue;
            }
            let first = all.iter().find(|each| answers(each, &cases, &replies));
            if first != Some(known) {
                equals.push(format!("{kind}: {}", known.name()));
            }
            let table: Vec<String> =
                lines.iter().zip(&replies).map(|(line, says)| format!("{line}\t{says}")).collect();
            let sentence = match first.expect("it answers like itself") {
                KnownAnswer::Truth => "It is right on all ".to_owned(),
                known => format!("It answers like {} on all ", known.name()),
            };
            // What is compared with under a name of its own is explained, and has a page.
            if let Some(KnownAnswer::Mistake(mistake, _)) = first {
                let name = mistake.name().trim_end_matches(" (strict)");
                assert!(Concept::find(name).is_some(), "{name}");
            }
            programs.push((kind.clone(), table.join("\n") + "\n", sentence));
            tried.push(replies);
        }
    }
    // In a frame, the truth does not decide whether touching counts.
    assert_eq!(equals, ["frame: the truth without touching"]);
    assert!(programs.len() > 40, "{} programs", programs.len());
    // Each spends most of its time waiting for answers.
    thread::scope(|scope| {
        for share in programs.chunks(programs.len().div_ceil(8)) {
            scope.spawn(|| share.iter().for_each(is_named));
        }
    });
}

/// Checks that the report of a program of this kind, which answers by this table, has this
/// sentence.
fn is_named((kind, table, sentence): &(String, String, String)) {
    let answerer = "NR == FNR { says[$1] = $2; next } \
        { print ($0 in says) ? says[$0] : \"?\"; fflush() }";
    let here = tempfile::tempdir().expect("a directory can be made");
    std::fs::write(here.path().join("answers"), table).expect("it can be written");
    // Only the name is tested, so no smaller pairs are looked for.
    let options =
        ["--kind", kind, "--pairs", "0", "--step", "0.1", "--explain", "0", "--shrink", "0"];
    let program = ["awk", "-F", "\t", answerer, "answers", "-"];
    let Tried { stdout, stderr, .. } = tried_in(here.path(), &options, &program);
    assert!(stdout.contains(sentence), "{kind}, {sentence}: {stdout}{stderr}");
    for name in ["parametric", "half-a", "half-b", "ends-in", "corners-a-in", "swept-bounds"] {
        let is_like = sentence.starts_with(&format!("It answers like {name} "));
        assert!(!is_like || stdout.contains(&format!("\n{name}: ")), "{kind}, {name}: {stdout}");
    }
}
