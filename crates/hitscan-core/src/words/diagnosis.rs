//! What experiments show about a program, in sentences.

use std::fmt::Write as _;

use crate::diagnosis::{
    Blunder, Claim, ClaimFact, EdgeTurn, Findings, ProgramFinding, SeenOtherwise, Symmetry, Turn,
    UsualMistake, WrongClass,
};

/// How many mistakes explain how many answers: the line above their paragraphs. Empty if the
/// findings do not explain all.
pub fn all_explained(findings: &Findings) -> String {
    let [wrong, right] = findings.counts;
    let is_double = |it: &&ProgramFinding| matches!(it.claim, Claim::TwoPlaces { .. });
    let count = findings.found.len() + findings.found.iter().filter(is_double).count();
    let is_exact = |finding: &ProgramFinding| {
        matches!(
            finding.claim,
            Claim::Usual { .. } | Claim::OnePlace { .. } | Claim::TwoPlaces { .. }
        )
    };
    if count == 0 || !findings.found.iter().all(is_exact) {
        return String::new();
    }
    let mistakes = match count {
        1 => "One mistake explains".to_owned(),
        2 => "Two mistakes explain".to_owned(),
        3 => "Three mistakes explain".to_owned(),
        4 => "Four mistakes explain".to_owned(),
        more => format!("{more} mistakes explain"),
    };
    let all = if wrong == 1 {
        "the one wrong answer".to_owned()
    } else {
        format!("all {wrong} wrong answers")
    };
    match findings.rounded {
        0 => format!("{mistakes} {all}, and the {right} right ones:"),
        rounded => {
            let others = if rounded == 1 { "other" } else { "others" };
            let explained = right.saturating_sub(rounded);
            format!(
                "{mistakes} {all}, and {explained} of {right} right ones; rounding \
                 decides the {others}:"
            )
        }
    }
}

/// The codes of claims that are no usual mistake, each with its meaning.
pub const GENERAL_CLAIMS: [(&str, &str); 11] = [
    ("copied-number", "one number of a pair stands in the place of another"),
    ("one-place", "on every pair it answers like right code with this one place changed"),
    ("two-places", "on every pair it answers like right code with these two places changed"),
    ("decimals-dropped", "it answers as if every number were cut off at the point"),
    ("fixed-number", "whether it is right depends on how large the pair is"),
    ("other-edge", "along an axis its answer turns where no edge is"),
    ("time-rounded", "all times that it says are the true ones with fewer decimals"),
    ("zero-by-zero", "it divides 0 by 0: that is no number, and each comparison with it is false"),
    ("always-hit", "it says hit to every pair"),
    ("always-miss", "it says miss to every pair"),
    ("not-named", "no usual mistake fits on every pair"),
];

/// The code of a claim.
pub fn claim_code(claim: &Claim) -> &'static str {
    match claim {
        Claim::Unsteady { .. } => "unsteady",
        Claim::Always(true) => "always-hit",
        Claim::Always(false) => "always-miss",
        Claim::DecimalsDropped { .. } => "decimals-dropped",
        Claim::Rounding { .. } => "rounding",
        Claim::TimeRounded { .. } => "time-rounded",
        Claim::Usual { mistake: Blunder::Usual(mistake), .. } | Claim::Part { mistake, .. } => {
            mistake.printed
        }
        Claim::Usual { mistake: Blunder::Slip(..), .. } => "copied-number",
        Claim::OnePlace { .. } => "one-place",
        Claim::TwoPlaces { .. } => "two-places",
        Claim::OtherEdge { .. } => "other-edge",
        // A number in the code is claimed only if it is found, or larger pairs are right.
        Claim::NotNamed { .. } | Claim::FixedNumber { larger: false, turns: None, .. } => {
            "not-named"
        }
        Claim::FixedNumber { .. } => "fixed-number",
    }
}

/// The public reports that know the mistake of a claim; empty if there is none.
pub const fn known_from(claim: &Claim) -> &'static str {
    match claim {
        Claim::Usual { mistake: Blunder::Usual(mistake), .. } | Claim::Part { mistake, .. } => {
            mistake.known_from
        }
        _ => "",
    }
}

/// What is claimed, with its counts, in a sentence.
pub fn claim_sentence(finding: &ProgramFinding) -> String {
    match &finding.claim {
        Claim::Unsteady { differ: [differ, asked], .. } => format!(
            "asked again in another order, {differ} of {asked} answers differ: something is kept \
             from line to line."
        ),
        Claim::Always(hit) => format!("it says {} to every pair.", hit_or_miss(*hit)),
        Claim::DecimalsDropped { rounded, asked, should_differ } => {
            let how = if *rounded {
                "all numbers rounded"
            } else {
                "what stands behind the point cut off"
            };
            format!(
                "with {how}, all {asked} answers are the same, although {should_differ} should differ."
            )
        }
        Claim::Rounding { shows: [shows, asked], factor, .. } => format!(
            "{shows} of {asked} are right when the same pair is {factor} times as large, so that \
             all numbers are whole; 1024 times as large they stay wrong."
        ),
        Claim::FixedNumber { right, larger, turns } => {
            fixed_number(*right, *larger, turns.as_ref())
        }
        Claim::TimeRounded { decimals, cut_off, asked } => {
            let how = if *cut_off { "cut off after" } else { "rounded to" };
            let noun = if *decimals == 1 { "decimal" } else { "decimals" };
            format!("all {asked} times that it says are the true ones, {how} {decimals} {noun}.")
        }
        Claim::Usual { mistake, built, .. } => with_construction(&blunder_sentence(mistake), built),
        Claim::OnePlace { tried, .. } => format!(
            "on every pair it answers like right code with one place changed ({tried} changes tried):"
        ),
        Claim::TwoPlaces { usual: None, tried, .. } => format!(
            "on every pair it answers like right code with two places changed, of {tried} tried:"
        ),
        Claim::TwoPlaces { usual: Some(usual), tried, .. } => format!(
            "on every pair it answers like right code with one place changed ({tried} changes \
             tried) and with a usual mistake: {}",
            blunder_sentence(usual)
        ),
        Claim::Part { class, mistake, others, .. } => {
            let (all, none) = class_words(*class);
            format!(
                "all {} {all}, and none of the {others} {none}: {}",
                finding.explains,
                lowered(mistake.sentence)
            )
        }
        Claim::OtherEdge { turns } => other_edge(turns),
        Claim::NotNamed { class, state, rights, tried, .. } => {
            not_named(*class, *state, rights, *tried)
        }
    }
}

fn other_edge(turns: &[EdgeTurn]) -> String {
    let turn = |turn: &EdgeTurn| {
        format!(
            "its answer turns where {} ({} sizes tried); the truth turns at {}.",
            turn.place, turn.sizes, turn.truth
        )
    };
    turns.iter().map(turn).collect::<Vec<_>>().join(" And ")
}

fn fixed_number([right, asked]: [usize; 2], larger: bool, turns: Option<&Turn>) -> String {
    let size = if larger { "large" } else { "small" };
    let right = format!("{right} of {asked} are right when the same pair is 1024 times as {size}.");
    let turn = turns.map(|turn| {
        let Turn { pairs, quantity, value } = turn;
        format!(" In {pairs} pairs its answer turns where {quantity} is {value}.")
    });
    right + &turn.unwrap_or_default()
}

/// The mistakes of a program that have a name, a paragraph each: `wrong, axis-at-rest (165): …`.
pub fn named_mistakes(findings: &Findings) -> Vec<String> {
    let is_named = |it: &&ProgramFinding| claim_code(&it.claim) != "not-named";
    let paragraph = |finding: &ProgramFinding| {
        let (code, count) = (claim_code(&finding.claim), finding.explains);
        let mut text = format!("wrong, {code} ({count}): {}", claim_sentence(finding));
        for line in claim_lines(&finding.claim) {
            let _ = write!(text, " {line}");
        }
        text
    };
    findings.found.iter().filter(is_named).map(paragraph).collect()
}

/// The codes of these mistakes, each once.
pub fn named_codes(findings: &Findings) -> Vec<&'static str> {
    let mut codes: Vec<_> = findings.found.iter().map(|it| claim_code(&it.claim)).collect();
    codes.retain(|code| *code != "not-named");
    codes.dedup();
    codes
}

/// Lines that follow the sentence of a claim, before its example: code, and what no pair tells it
/// from.
pub fn claim_lines(claim: &Claim) -> Vec<String> {
    let told_from = |sentence: String| format!("No pair tells this from: {sentence}");
    match claim {
        Claim::Usual { same_as, .. } => {
            let both = |blunders: &Vec<Blunder>| {
                let sentences = blunders.iter().map(blunder_sentence);
                told_from(sentences.collect::<Vec<_>>().join(" and: "))
            };
            same_as.iter().map(both).collect()
        }
        Claim::Part { same_as, .. } => {
            same_as.iter().map(|mistake| told_from(lowered(mistake.sentence))).collect()
        }
        Claim::OnePlace { changes, .. } | Claim::TwoPlaces { changes, .. } => {
            let both = |[before, after]: &[String; 2]| {
                [
                    format!("where right code has  {before}"),
                    format!("it answers like       {after}"),
                ]
            };
            changes.iter().flat_map(both).collect()
        }
        _ => Vec::new(),
    }
}

/// Facts about the wrong answers of a claim, which follow its example: `at the time it says they
/// are apart in y`.
pub fn claim_facts(claim: &Claim) -> Vec<String> {
    let (Claim::Usual { facts, .. }
    | Claim::OnePlace { facts, .. }
    | Claim::TwoPlaces { facts, .. }
    | Claim::NotNamed { facts, .. }) = claim
    else {
        return Vec::new();
    };
    let sentence = |fact: &ClaimFact| match fact {
        ClaimFact::State(state) => format!("at the time it says they are {state}"),
        ClaimFact::TimeRatio([over, 1]) => format!("the time it says is {over} times the true one"),
        ClaimFact::TimeRatio([over, under]) => {
            format!("the time it says is {over}/{under} of the true one")
        }
        ClaimFact::EnteredFirst => "the side it names is on the axis entered first".to_owned(),
    };
    facts.iter().map(sentence).collect()
}

/// What a usual mistake or a slip does, in a sentence that begins small.
pub fn blunder_sentence(blunder: &Blunder) -> String {
    match blunder {
        Blunder::Usual(mistake) => lowered(mistake.sentence),
        Blunder::Slip(slip, kind) => lowered(&slip.sentence(*kind)),
    }
}

/// How answers about touching change when pairs are seen otherwise: `144 of 200 answers change when
/// mirrored left to right`.
pub fn touching_change(seen: &SeenOtherwise) -> String {
    format!("{} of {} answers change when {}", seen.count, seen.asked, seen_so(seen.symmetry))
}

const fn seen_so(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::MirrorX => "mirrored left to right",
        Symmetry::MirrorY => "mirrored top to bottom",
        Symmetry::SwapAxes => "x and y are swapped",
        Symmetry::SwapBoth => "the two are swapped",
        Symmetry::SwapEndsOfA => "the ends of A are swapped",
        Symmetry::SwapEndsOfB => "the ends of the laser are swapped",
        Symmetry::OtherOrder => "the vertices come in the other order",
        Symmetry::OtherStart => "the vertices begin with the second",
    }
}

fn not_named(
    class: WrongClass,
    state: Option<&'static str>,
    rights: &[SeenOtherwise],
    [mistakes, changes]: [usize; 2],
) -> String {
    let mut text = match class {
        WrongClass::Misses => "it says miss, the truth is hit.",
        WrongClass::Hits => "it says hit, the truth is miss.",
        WrongClass::Sides => "the side is wrong.",
        WrongClass::Times => "the time is wrong.",
        WrongClass::Slides => "it names a side, though the two only slide along each other.",
    }
    .to_owned();
    if mistakes > 0 {
        let places = if changes > 0 {
            format!(", nor any of {changes} places changed")
        } else {
            String::new()
        };
        let _ = write!(text, " None of {mistakes} usual mistakes, nor two of them{places} fits.");
    }
    if let Some(state) = state {
        let _ = write!(text, " At the time that it says they are {state}.");
    }
    for seen in rights {
        let _ = write!(
            text,
            " It is right when {}: {} of {}.",
            seen_so(seen.symmetry),
            seen.count,
            seen.asked
        );
    }
    text
}

/// The class, and the pairs that could have been in it.
const fn class_words(class: WrongClass) -> (&'static str, &'static str) {
    match class {
        WrongClass::Misses => ("misses that should be hits", "hits"),
        WrongClass::Hits => ("hits that should be misses", "misses"),
        WrongClass::Sides => ("wrong sides", "right ones"),
        WrongClass::Times => ("wrong times", "right ones"),
        WrongClass::Slides => ("sides named while they slide", "others"),
    }
}

/// The sentence of a mistake in a test that is built in another way than most.
fn with_construction(sentence: &str, built: &[UsualMistake]) -> String {
    let how = match built.first().map(|mistake| mistake.code) {
        Some("and-bounds") => "it compares the boxes around the two, and then",
        Some("winding") => "it counts how often the edges go around the point, and",
        Some("half-open") => "it takes a half of the outline for inside, and",
        Some("start-too") => "it looks at the start of the frame, and then",
        _ => return sentence.to_owned(),
    };
    match sentence.strip_prefix("it ") {
        Some(does) => format!("{how} {does}"),
        None => format!("{how}: {sentence}"),
    }
}

const fn hit_or_miss(hit: bool) -> &'static str {
    if hit { "hit" } else { "miss" }
}

/// A sentence that begins small, to follow a colon; a name keeps its letter.
fn lowered(sentence: &str) -> String {
    let mut rest = sentence.chars();
    match rest.next() {
        Some(first) if !sentence.starts_with("A ") && !sentence.starts_with("B ") => {
            first.to_lowercase().chain(rest).collect()
        }
        _ if sentence.starts_with("A vertex") => sentence.replacen('A', "a", 1),
        _ => sentence.to_owned(),
    }
}
