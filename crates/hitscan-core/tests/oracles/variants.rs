//! Tests with mistakes, held to answers of an implementation of each in unlimited fractions.
//!
//! The fixture has a part for each kind of pair: names of the switches, slips by number, and then
//! pairs. The letters under a pair are what the exact test and all of these say to it, first if
//! touching does not count and then if it does: `!` is the first answer listed, `"` the second.

use hitscan_core::diagnosis::{
    Form, PairKind, PairNumbers, Said, SaidMoment, Switches, Time, Variant, mistakes_of, slips_of,
};
use hitscan_core::methods::{ClaimedSides, Meets};
use hitscan_geom::Fraction;

const VARIANTS: &str = include_str!("../fixtures/variants.txt");

#[test]
fn each_test_with_a_mistake_says_what_its_twin_in_fractions_says() {
    let mut compared = 0;
    for part in VARIANTS.split("kind ").skip(1) {
        let mut lines = part.lines();
        let token = lines.next().expect("a kind");
        let kind = PairKind::ALL.into_iter().find(|it| it.token() == token).expect(token);
        let variants = variants(kind, part);
        while let Some(line) = lines.next() {
            let Some(line) = line.strip_prefix("pair ") else { continue };
            let listed = lines.next().and_then(|it| it.strip_prefix("says ")).expect("answers");
            let listed: Vec<_> = listed.split(", ").collect();
            let letters = lines.next().expect("letters").as_bytes();
            assert_eq!(letters.len(), 2 * variants.len(), "{token}: {line}");
            let pair = numbers(kind, line);
            for ((name, variant), letters) in variants.iter().zip(letters.chunks_exact(2)) {
                let expected = [letters[0], letters[1]].map(|it| listed[usize::from(it - b'!')]);
                assert_eq!(said(variant, &pair), expected, "{token} {name}: {line}");
                compared += 1;
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// The exact test and those with mistakes, each with a name.
fn variants(kind: PairKind, part: &str) -> Vec<(String, Variant)> {
    let mistakes = mistakes_of(kind);
    let switch = |code: &str| {
        let number = mistakes.iter().position(|it| it.code == code).expect(code);
        Switches::one(number)
    };
    let mut variants = vec![("exact".to_owned(), Variant::default())];
    for line in part.lines() {
        if let Some(names) = line.strip_prefix("switches ") {
            variants.extend(names.split(' ').map(|name| {
                let switches = name.split('+').map(switch).fold(Switches::NONE, Switches::with);
                (name.to_owned(), Variant { switches, ..Variant::default() })
            }));
        } else if let Some(slip) = line.strip_prefix("slip ") {
            let (number, sentence) = slip.split_once(' ').expect("a number and a sentence");
            let slip = slips_of(kind)[number.parse::<usize>().expect(number)];
            assert_eq!(slip.sentence(kind), sentence, "{}", kind.token());
            let variant = Variant { slips: vec![slip], ..Variant::default() };
            variants.push((sentence.to_owned(), variant));
        }
    }
    variants
}

/// What it says, in the words of the fixture; one of the forms alone says the same.
fn said(variant: &Variant, pair: &PairNumbers) -> [String; 2] {
    let says = variant.says(pair);
    for (form, said) in [Form::Open, Form::Closed].into_iter().zip(says) {
        assert_eq!(Variant { form, ..variant.clone() }.says(pair), [said; 2]);
    }
    says.map(words)
}

fn words(said: Said) -> String {
    let sides = match said.sides {
        _ if !said.hit => return "miss".to_owned(),
        None if said.at.is_none() => return "hit".to_owned(),
        None => "-".to_owned(),
        Some(ClaimedSides::Inside) => "inside".to_owned(),
        Some(ClaimedSides::Corner) => "corner".to_owned(),
        Some(ClaimedSides::Sides(sides)) => sides.to_string(),
    };
    let fraction = |over, under| Fraction::new(over, under).expect("a fraction");
    match said.at {
        None => format!("hit {sides}"),
        Some(SaidMoment::Share(Time::At { over, under })) => {
            format!("hit {sides} {}", fraction(over, under))
        }
        Some(SaidMoment::Share(Time::Forever)) => format!("hit {sides} forever"),
        Some(SaidMoment::Length(Time::At { over, under }, square)) => {
            // PairNumbers are thousandths here, and units in the fixture.
            let square = fraction(over * over * square, under * under * 1_000_000);
            format!("hit {sides} root:{square}")
        }
        Some(other) => panic!("{other:?}"),
    }
}

fn numbers(kind: PairKind, line: &str) -> PairNumbers {
    let mut places: [Vec<i64>; 2] = Default::default();
    let mut motions: [Vec<i64>; 2] = Default::default();
    let (mut shapes, mut moves) = (0, false);
    for word in line.split(' ') {
        match word {
            "move" => moves = true,
            "box" | "laser" | "point" => (shapes, moves) = (shapes + 1, false),
            number if moves => motions[shapes - 1].push(thousandths(number)),
            number => places[shapes - 1].push(thousandths(number)),
        }
    }
    let motions = motions.map(|it| <[i64; 2]>::try_from(it).unwrap_or_default());
    PairNumbers { kind, places, motions, meets: Meets::Apart }
}

/// A number with at most one digit behind the point.
fn thousandths(number: &str) -> i64 {
    let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
    assert_eq!(tenth.len(), 1, "{number}");
    format!("{whole}{tenth}00").parse().expect(number)
}
