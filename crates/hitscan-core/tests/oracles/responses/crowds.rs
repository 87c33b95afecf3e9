//! Scenes with many moving boxes, of kinds that are hard for responses.

use proptest::prelude::*;

use crate::responses::scenes::{BoxAt, box_at, cell};

/// Scenes of all kinds.
pub(crate) fn scene() -> impl Strategy<Value = Vec<BoxAt>> {
    prop_oneof![crowd(), rows(), lattice(), passing(), channel()]
}

/// Scenes in which positions sometimes need repair.
pub(crate) fn tight() -> impl Strategy<Value = Vec<BoxAt>> {
    prop_oneof![2 => passing(), 1 => channel()]
}

/// Up to ten boxes in little room, most of them free.
fn crowd() -> impl Strategy<Value = Vec<BoxAt>> {
    cell().prop_flat_map(|cell| {
        prop::collection::vec(box_at(prop::bool::weighted(0.7), cell), 2..=10)
    })
}

/// Boxes in a row or a grid, flush or nearly so, in which each affects its neighbours.
fn rows() -> impl Strategy<Value = Vec<BoxAt>> {
    let velocity = prop_oneof![1 => Just([0, 0]), 3 => prop::array::uniform2(-20_i64..=20)];
    let one = (0..=1_i64, 0..=1_i64, velocity, prop::bool::weighted(0.85));
    (cell(), 2..=4_i64, prop::collection::vec(one, 2..=12)).prop_map(|(cell, size, all)| {
        let boxes = all.into_iter().zip(0_i64..).map(|((dx, dy, velocity, free), index)| BoxAt {
            at: [(index % 4 * (size + 1) - dx) * cell, (index / 4 * (size + 1) - dy) * cell],
            size: [size * cell; 2],
            velocity: if free { velocity.map(|n| n * cell) } else { [0, 0] },
            fixed: !free,
        });
        boxes.collect()
    })
}

/// Slots of a lattice with little between them, in cells of one thousandth: every contact is
/// rounded, and its neighbours are right there.
fn lattice() -> impl Strategy<Value = Vec<BoxAt>> {
    (1..=4_i64, 3..=5_i64, 2..=20_i64, 0..=2_i64, 0..=2_i64).prop_flat_map(
        |(size, columns, fast, gap, off)| {
            let velocity = prop::array::uniform2(-fast..=fast);
            let slots = prop::collection::vec((0..=off, 0..=off, velocity, 0..10_u8), 6..=20);
            slots.prop_map(move |slots| {
                let pitch = size + gap;
                let at = |index: i64| [index % columns * pitch, index / columns * pitch];
                let boxes =
                    slots.into_iter().zip(0..).filter_map(|((dx, dy, velocity, kind), index)| {
                        let [x, y] = at(index);
                        let fixed = kind < 4;
                        (kind < 9).then_some(BoxAt {
                            at: [x + dx, y + dy],
                            size: [size; 2],
                            velocity: if fixed { [0, 0] } else { velocity },
                            fixed,
                        })
                    });
                boxes.collect()
            })
        },
    )
}

/// Two boxes that pass each other closely, each with a wall that stops it just behind the other:
/// both are rounded back towards their starts, possibly into each other.
fn passing() -> impl Strategy<Value = Vec<BoxAt>> {
    let gaps = (2..=5_i64, 2..=3_i64, 2..=3_i64);
    let speeds = (4..=12_i64, 1..=5_i64, -1..=1_i64, -1..=1_i64);
    (2..=4_i64, gaps, 0..=1_i64, speeds, any::<bool>()).prop_map(
        |(size, (gap, far_a, far_c), lap, (ax, ay, dx, dy), turned)| {
            let (cx, cy) = (ax + dx, ay + dy);
            let free = |at, velocity| BoxAt { at, size: [size; 2], velocity, fixed: false };
            let wall =
                |at, height| BoxAt { at, size: [size, height], velocity: [0, 0], fixed: true };
            // The first moves right and up, the other left and down.
            let (right, low) = (size + gap, size - lap);
            let scene = [
                free([0, 0], [ax, -ay]),
                free([right, low], [-cx, cy]),
                wall([size + far_a, low - 2 * size], 2 * size),
                wall([right - far_c - size, size], 2 * size),
            ];
            let turn = |[x, y]: [i64; 2]| if turned { [y, x] } else { [x, y] };
            let scene = scene.into_iter().map(|each| BoxAt {
                at: turn(each.at),
                size: turn(each.size),
                velocity: turn(each.velocity),
                ..each
            });
            scene.collect()
        },
    )
}

/// A row of fast boxes between two walls, one behind the other: they use up their contacts, and a
/// box that gives up returns to a place that another may have taken.
fn channel() -> impl Strategy<Value = Vec<BoxAt>> {
    let across = prop_oneof![-300..=300_i64, -5..=5_i64];
    let one = (1..=2_i64, 0..=2_i64, across, -30..=30_i64);
    (1..=3_i64, prop::collection::vec(one, 2..=5)).prop_map(|(room, all)| {
        let wall = |x| BoxAt { at: [x, -200], size: [4, 400], velocity: [0, 0], fixed: true };
        let mut scene = vec![wall(-4), wall(1 + room)];
        let mut y = 0;
        for (height, gap, vx, vy) in all {
            y += gap;
            scene.push(BoxAt {
                at: [room / 2, y],
                size: [1, height],
                velocity: [vx, vy],
                fixed: false,
            });
            y += height;
        }
        scene
    })
}
