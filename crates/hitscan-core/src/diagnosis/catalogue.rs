//! The usual mistakes of each kind of pair.

use super::numbers::PairKind;
use super::reference;

/// A usual mistake, which is a switch of the reference of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsualMistake {
    /// Its code in the catalogue, such as `rest-untested`.
    pub code: &'static str,
    /// The name that is printed; several codes that are the same thought share one.
    pub printed: &'static str,
    /// What a program with it does, in a sentence; empty if it is only a way to build the test.
    pub sentence: &'static str,
    /// The public reports that know it, such as `box2d#64`; empty if there is none.
    pub known_from: &'static str,
    /// Whether it cuts values off: then it has a form in which touching counts and one in which it
    /// does not, and no freedom between them.
    pub cuts_off: bool,
}

/// A mistake that only floats make: it is found by comparing with the replicas of methods.
pub const ZERO_BY_ZERO: UsualMistake = UsualMistake {
    code: "zero-by-zero",
    printed: "zero-by-zero",
    sentence: "Where the laser lies in one line with an edge, it divides 0 by 0: that is no number, and \
               each comparison with it is false.",
    known_from: "",
    cuts_off: false,
};

const CATALOGUE: &str = include_str!("catalogue.tsv");

/// The mistakes of a kind, in the order of the switches of its reference.
pub fn mistakes_of(kind: PairKind) -> Vec<UsualMistake> {
    let mistake = |&code| {
        let [_, _, printed, sentence, known_from] =
            row(kind, code).unwrap_or(["", code, code, "", ""]);
        let sentence = if sentence.starts_with('(') { "" } else { sentence };
        UsualMistake { code, printed, sentence, known_from, cuts_off: reference::cuts_off(code) }
    };
    reference::codes(kind).iter().map(mistake).collect()
}

/// Kind, code, printed name, sentence, reports.
fn row(kind: PairKind, code: &str) -> Option<[&'static str; 5]> {
    let mut rows = CATALOGUE.lines().filter_map(|line| {
        let cells: Vec<_> = line.split('\t').collect();
        <[&str; 5]>::try_from(cells).ok()
    });
    rows.find(|cells| cells[0] == kind.token() && cells[1] == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_switch_has_a_row_and_each_row_a_switch_in_the_same_order() {
        for kind in PairKind::ALL {
            let rows = CATALOGUE.lines().skip(1).filter_map(|line| {
                let (of, rest) = line.split_once('\t')?;
                (of == kind.token()).then(|| rest.split('\t').next())?
            });
            let rows: Vec<_> = rows.collect();
            assert_eq!(reference::codes(kind), rows, "{}", kind.token());
        }
    }
}
