//! Boxes made from another program's floats: indexed, hit by a ray, swept and measured.
//!
//! `cargo run -p hitscan-geom --example strangers`

use std::error::Error;

use hitscan_geom::broad_phase::Index;
use hitscan_geom::{Aabb, Moving, Segment, Swept, Vector, closest, pass, swept};

fn main() -> Result<(), Box<dyn Error>> {
    // Left, top, right and bottom, in units; y grows down.
    let floats = [[4.0, 0.0, 6.0, 2.0], [9.1, -1.0, 11.7, 1.3], [4.0, 2.0, 6.0, 4.0_f32]];
    let mut boxes = Vec::new();
    for [left, top, right, bottom] in floats {
        let rounded = Aabb::rounded(left, top, right, bottom)?;
        println!("box {}: off by {:e} at most", boxes.len(), rounded.error);
        boxes.push(rounded.value);
    }
    let index = Index::new(&boxes);

    // The boxes that a laser enters, in order. It leaves the first box through a corner, two sides
    // at once, and only touches the box across that corner.
    let laser = Segment::try_from([3.0, 3.0, 12.0, 0.0])?;
    for hit in index.along(&laser) {
        let exit = pass(&laser, &boxes[hit.index]).expect("it is entered").exit;
        let (entry, number) = (hit.entry, hit.index);
        println!(
            "laser: box {number} in {} {}, out {} {}",
            entry.t, entry.through, exit.t, exit.through
        );
        println!("       about {:.3} of the way", entry.t.to_f64());
    }

    // A box that moves towards the first box during one frame.
    let start = Aabb::try_from([0.0, 0.5, 1.0, 1.5])?;
    let moving = Moving::new(start, Vector::try_from([12.0, 0.0])?)?;
    for number in index.meets(&moving) {
        if let Swept::Hit { t, sides } = swept(&moving, &Moving::at_rest(boxes[number])) {
            println!("sweep: box {number} at {t} on the {sides}");
        }
    }

    // Its distance from there, exactly: the square of a distance is a fraction.
    let apart = closest(&start, &boxes[1]).ok_or("they overlap")?;
    println!("distance: the root of {}, {:.3}", apart.squared, apart.squared.to_f64().sqrt());
    Ok(())
}
