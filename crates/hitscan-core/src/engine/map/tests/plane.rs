//! Pairs near the edge of the plane, and places beyond it.

use super::*;

/// Shifts the pair and returns its question about the cells there. The plane ends less than 10
/// units beyond some of them.
pub(super) fn shifted(engine: &mut Engine, by: [i32; 2]) {
    for name in ["A", "B"].map(|name| Name::new(name).expect("a name")) {
        let id = engine.world().find(&name).expect("it is there");
        let first = engine.world().object(id).expect("it is there").shape.vertices()[0];
        let by = Vector::new(units(by[0]), units(by[1]));
        let to = first.checked_add(by).expect("near the plane");
        engine.execute(&Command::Put(Some(name), to), &mut silent).expect("in the plane");
    }
}

fn units(units: i32) -> Milli {
    Milli::new(1000 * units).expect("near the plane")
}

pub(super) fn shift() -> impl Strategy<Value = [i32; 2]> {
    let beside = || prop::sample::select(vec![0, 15_988, -15_992]);
    prop_oneof![2 => Just([0, 0]), 1 => [beside(), beside()]]
}

/// The question about the cells there, with the pair shifted as well.
pub(super) fn elsewhere(question: MapQuestion, by: [i32; 2]) -> MapQuestion {
    let [x, y] = by.map(|units| 1000 * i64::from(units) * Grid::PER_THOUSANDTH);
    let [left, top] = question.grid.origin;
    MapQuestion { grid: Grid { origin: [left + x, top + y], ..question.grid }, ..question }
}

/// Where `put`, `end` and `point` are refused, no layer shows anything.
#[test]
fn no_place_beyond_the_plane_has_an_answer() {
    let pairs = [
        ["box NAME 15990 0 2 2", "box NAME 15996 -4 4 8"],
        ["laser NAME 15990 0 15994 3", "box NAME 15996 -4 4 8"],
        ["polygon NAME 15990 0 15994 0 15992 3", "laser NAME 15999 -4 15999 8"],
    ];
    for lines in pairs {
        let engine = engine_of(lines, [(0, 0); 2]);
        for handle in [Handle::Move, Handle::End(0), Handle::Turn, Handle::Speed] {
            let subject = subject_of(&engine, handle);
            for layer in Layer::ALL.into_iter().filter(|_| subject.has_places()) {
                for method in methods_for(&subject, layer) {
                    let question = question(subject.clone(), layer, method, 1);
                    let map = Map::new(elsewhere(question, [16_020, 0])).completed();
                    let classes: Vec<_> = map.counts().collect();
                    assert_eq!(classes, [(CellClass::None, 96)], "{lines:?} {handle:?} {layer:?}");
                    assert_eq!(map.answer([16_004_000, 0]), None, "{lines:?} {handle:?}");
                }
            }
        }
    }
}
