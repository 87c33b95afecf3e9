//! Pairs for the tests.

use super::*;

/// The numbers of a pair from the line for a program, with the truth.
pub(in crate::diagnosis) fn numbers_of(kind: PairKind, line: &str) -> Numbers {
    let mut places = [vec![], vec![]];
    let mut motions = [[0; 2]; 2];
    let mut side = None;
    let mut words = line.split(' ').peekable();
    while let Some(noun) = words.next() {
        let mut here = Vec::new();
        while let Some(word) = words.next_if(|word| !word.starts_with(char::is_alphabetic)) {
            here.push(thousandths(word));
        }
        if noun == "move" {
            motions[side.expect("a shape")] = [here[0], here[1]];
            continue;
        }
        side = Some(side.map_or(0, |side: usize| side + 1));
        here.drain(..usize::from(noun == "polygon"));
        places[side.expect("a shape")] = here;
    }
    let numbers = Numbers { kind, places, motions, meets: Meets::Apart };
    numbers.with_truth().expect(line)
}

fn thousandths(word: &str) -> i64 {
    let (whole, digits) = word.split_once('.').unwrap_or((word, ""));
    format!("{whole}{digits:0<3}").parse().expect(word)
}

#[test]
fn a_line_read_is_the_line_written() {
    for (kind, line) in [
        (PairKind::BoxLaser, "box 0 0 10 5 laser -5 0.125 15 10"),
        (PairKind::PolygonPoint, "polygon 3 0 0 6 0 0 6.5 point -1.5 1"),
        (PairKind::Frame, "box 0 0 1 1 move -0.5 2 box 0 0 1 1 move 0 3"),
    ] {
        assert_eq!(numbers_of(kind, line).line(Scale::ONE), line);
    }
}
