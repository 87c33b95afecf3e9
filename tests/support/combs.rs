//! Combs: polygons of a thousand vertices whose teeth lie between those of their counterpart, aslant,
//! so that all edges are near all others and none meet. Nothing takes longer to test.

use std::fmt::Write;

/// The vertices of one of two such combs.
pub(crate) fn comb_points(from_above: bool) -> impl Iterator<Item = [f64; 2]> {
    let ([back, root, tip], start) = if from_above { ([-1, 0, 9], 60) } else { ([11, 10, 1], 0) };
    let teeth = (0..248).flat_map(move |tooth| {
        let x = start + 120 * tooth;
        [[x, root], [x, tip], [x + 30, tip], [x + 30, root]]
    });
    let aslant = |[x, y]: [i32; 2]| [10_000 * y + x / 5, 10_000 * y - x / 5];
    let ends = [[start + 120 * 248, back], [start, back]];
    teeth.chain(ends).map(aslant).map(|point| point.map(|milli| f64::from(milli) / 1000.0))
}

/// A scene with this many pairs of combs in one place.
pub(crate) fn scene_of_combs(pairs: usize) -> String {
    let mut text = String::from("title = \"combs\"\n");
    for (name, from_above) in
        (0..pairs).flat_map(|n| [(format!("A{n}"), true), (format!("B{n}"), false)])
    {
        let points: Vec<_> = comb_points(from_above).map(|[x, y]| format!("[{x}, {y}]")).collect();
        let points = points.join(", ");
        writeln!(text, "[[polygon]]\nname = \"{name}\"\npoints = [{points}]")
            .expect("a string takes all text");
    }
    text
}
