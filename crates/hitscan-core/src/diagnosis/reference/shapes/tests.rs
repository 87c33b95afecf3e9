//! The answers of an independent program with the same switches, in exact fractions.

use crate::diagnosis::numbers::tests::numbers_of;
use crate::diagnosis::numbers::{PairKind, PairNumbers};
use crate::diagnosis::reference::{codes, says};
use crate::diagnosis::said::Switches;

/// Kind, line, and then for no switch and each switch two digits: whether it says hit if touching
/// does not count, and if it does.
const ANSWERS: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/mistakes/shapes.tsv"));

fn digits(pair: &PairNumbers, switches: Switches) -> String {
    let digit = |touching| if says(pair, switches, touching).hit { '1' } else { '0' };
    [false, true].map(digit).iter().collect()
}

#[test]
fn each_switch_of_polygons_and_points_answers_like_an_independent_program() {
    let kinds = [PairKind::PolygonPoint, PairKind::PolygonLaser, PairKind::RegionRegion];
    for row in ANSWERS.lines() {
        let cells: Vec<_> = row.split('\t').collect();
        let kind = kinds.into_iter().find(|kind| kind.token() == cells[0]).expect("a kind");
        let pair = numbers_of(kind, cells[1]);
        let singles = (0..codes(kind).len()).map(Switches::one);
        let names = std::iter::once(&"none").chain(codes(kind));
        let all = std::iter::once(Switches::NONE).chain(singles);
        let said: Vec<_> = names.clone().zip(all.map(|switches| digits(&pair, switches))).collect();
        let want: Vec<_> = names.zip(cells[2].split(' ').map(str::to_owned)).collect();
        // Later switches have no answers of that program.
        assert_eq!(said[..want.len()], want[..], "{}", cells[1]);
    }
}

#[test]
fn switches_of_a_polygon_and_a_laser_are_those_of_shapes() {
    for (code, switch) in super::OF_LASER.iter().zip(super::WITH_LASER) {
        let number = super::CODES.iter().position(|known| known == code);
        assert_eq!(number.map(Switches::one), Some(switch), "{code}");
    }
}
