//! Paths and speeds: seams, what a bounce conserves, and where `push-out` puts a moving box among
//! fixed ones.

use proptest::prelude::*;

use crate::responses::crowds::scene;
use crate::responses::oracle::R;
use crate::responses::scenes::{
    BoxAt, box_of, boxes, config, meet, of_frame, run, world_of, world_that_tells_all,
};

/// A floor of flush tiles and a box that is pressed onto it while it moves along, rotated so that
/// the floor is any of the four sides. The box goes all the way over the seams, and touches nothing
/// but the floor.
#[test]
fn a_slide_never_catches_on_a_seam() {
    for quarter in 0..4_usize {
        let side = ["top", "right", "bottom", "left"][quarter];
        for (tile, ahead) in [1_i64, 2, 5]
            .into_iter()
            .flat_map(|tile| [-17_i64, -7, -1, 1, 2, 16].map(|ahead| (tile, ahead)))
        {
            let span = 3 * ahead.abs() / tile + 5;
            let mut tiles: Vec<_> =
                (-span..span).map(|k| placed([k * tile, 0], [tile, 3], [0, 0], true)).collect();
            if ahead % 2 == 0 {
                tiles.reverse();
            }
            for (press, height) in [(1, 0), (1, 1), (1, 2), (4, 0), (4, 3), (17, 1), (17, 5)] {
                let mut scene = vec![placed([0, -height - 2], [3, 2], [ahead, press], false)];
                scene.extend(tiles.iter().cloned());
                let scene: Vec<_> = scene.into_iter().map(|each| turned(each, quarter)).collect();
                slides_along(&scene, side, height);
            }
        }
    }
}

fn placed(at: [i64; 2], size: [i64; 2], velocity: [i64; 2], fixed: bool) -> BoxAt {
    BoxAt { at, size, velocity, fixed }
}

/// Rotated clockwise about the origin by quarter turns.
fn turned(each: BoxAt, quarters: usize) -> BoxAt {
    (0..quarters).fold(each, |BoxAt { at: [x, y], size: [w, h], velocity: [vx, vy], fixed }, _| {
        placed([-y - h, x], [h, w], [-vy, vx], fixed)
    })
}

fn slides_along(scene: &[BoxAt], side: &str, height: i64) {
    let along = usize::from(side == "left" || side == "right");
    let mut sandbox = world_of(scene, "slide", "swept");
    let mut from = scene[0].at[along];
    let press = scene[0].velocity[1 - along].abs();
    for frame in 1..=3 {
        run(&mut sandbox, &["step"]);
        let (edges, velocity) = box_of(&sandbox, "b0");
        from += scene[0].velocity[along];
        assert_eq!(edges[along], from, "{side} {:?}", scene[0]);
        let down = height <= press * frame;
        let pressing = if down { 0 } else { scene[0].velocity[1 - along] };
        assert_eq!(velocity[along], scene[0].velocity[along]);
        // Reaching the floor exactly at the end of a frame is a contact of that frame.
        assert_eq!(velocity[1 - along], pressing, "{side} {:?} {frame}", scene[0]);
        for record in of_frame(&sandbox) {
            if let Some(contact) = record.pair_result().contact {
                let sides: Vec<_> = contact.sides.iter().map(hitscan_geom::Side::token).collect();
                assert_eq!(sides, [side], "{:?}", scene[0]);
            }
        }
    }
}

/// Sums over all boxes: positions, velocities, squared speeds.
fn sums(all: &[(hitscan_core::world::Name, [i64; 4], [i64; 2])]) -> ([i64; 2], [i64; 2], i64) {
    let sum = |of: &dyn Fn(usize) -> i64| (0..all.len()).map(of).sum::<i64>();
    let places = [0, 1].map(|k| sum(&|i| all[i].1[k]));
    let velocities = [0, 1].map(|k| sum(&|i| all[i].2[k]));
    (places, velocities, sum(&|i| all[i].2.iter().map(|v| v * v).sum()))
}

proptest! {
    #![proptest_config(config(400))]

    /// Equal masses exchange velocity components, which rounds nothing: momentum and energy are
    /// conserved, and the common centre moves as if nothing had happened.
    #[test]
    fn a_bounce_among_free_boxes_conserves_momentum_and_energy(scene in scene()) {
        let scene: Vec<_> = scene.into_iter().map(|each| BoxAt { fixed: false, ..each }).collect();
        let mut sandbox = world_of(&scene, "bounce", "swept");
        for _ in 0..4 {
            let (places, velocities, energy) = sums(&boxes(&sandbox));
            run(&mut sandbox, &["step"]);
            let after = sums(&boxes(&sandbox));
            prop_assert_eq!((after.1, after.2), (velocities, energy));
            let gave_up = of_frame(&sandbox).iter().any(|record| {
                record.pair_result().contact.is_some_and(|contact| contact.gave_up())
            });
            if !gave_up {
                prop_assert_eq!(after.0, [0, 1].map(|k| places[k] + velocities[k]));
            }
        }
    }

    #[test]
    fn push_out_puts_one_mover_where_the_rules_say(scene in scene(), mover in any::<prop::sample::Index>()) {
        prop_assume!(!scene.is_empty());
        let mover = mover.index(scene.len());
        let mut scene: Vec<_> = scene;
        scene.swap(0, mover);
        for (index, each) in scene.iter_mut().enumerate() {
            (each.fixed, each.velocity) = (index > 0, if index > 0 { [0, 0] } else { each.velocity });
        }
        let obstacles: Vec<_> = scene[1..].iter().map(BoxAt::edges).collect();
        let mut sandbox = world_that_tells_all(&scene, "push-out", "swept");
        for _ in 0..3 {
            let (start, velocity) = box_of(&sandbox, "b0");
            let (end, told) = put_out(start, velocity, &obstacles);
            run(&mut sandbox, &["step"]);
            let (found, velocity_after) = box_of(&sandbox, "b0");
            prop_assert_eq!((found, velocity_after), (end, velocity));
            let mut contacts: Vec<_> = of_frame(&sandbox).into_iter().filter_map(|record| {
                let contact = record.pair_result().contact?;
                let t = contact.t.map(|t| R::new(t.numerator().into(), t.denominator().into()));
                Some((t, record.b.name.as_str()[1..].parse::<usize>().expect("a number") - 1))
            }).collect();
            contacts.sort();
            prop_assert_eq!(contacts, told);
        }
    }
}

/// When and where a box on the straight path from `start` to `end` enters an obstacle in which it
/// ends: the time, whether through a corner, and through which side first.
fn entered(start: [i64; 4], end: [i64; 4], obstacle: [i64; 4]) -> Option<(R, bool, usize)> {
    if meet(start, obstacle) || !meet(end, obstacle) {
        return None;
    }
    let way = [end[0] - start[0], end[1] - start[1]];
    let when = |axis: usize| {
        let gap = match way[axis] {
            0 => return None,
            1.. => obstacle[axis] - start[axis + 2],
            _ => start[axis] - obstacle[axis + 2],
        };
        (gap >= 0).then(|| R::new(gap.into(), way[axis].abs().into()))
    };
    let times = [when(0), when(1)];
    let t = times.iter().flatten().max()?.clone();
    let axes: Vec<_> = (0..2).filter(|&axis| times[axis].as_ref() == Some(&t)).collect();
    // Left and top come before right and bottom.
    let sides = axes.iter().map(|&axis| if way[axis] > 0 { axis } else { axis + 2 });
    Some((t, axes.len() > 1, sides.min()?))
}

/// Where `push-out` leaves a box, and which obstacles put it there. If it uses up its contacts, it
/// is back where it started.
fn put_out(
    start: [i64; 4],
    velocity: [i64; 2],
    obstacles: &[[i64; 4]],
) -> ([i64; 4], Vec<(Option<R>, usize)>) {
    let by = |edges: [i64; 4], [x, y]: [i64; 2]| {
        [edges[0] + x, edges[1] + y, edges[2] + x, edges[3] + y]
    };
    let mut end = by(start, velocity);
    let mut told = Vec::new();
    loop {
        let entries = obstacles.iter().enumerate().filter_map(|(index, &obstacle)| {
            entered(start, end, obstacle).map(|(t, corner, side)| ((t, corner, index), side))
        });
        let Some(((t, _, index), side)) = entries.min_by(|one, other| one.0.cmp(&other.0)) else {
            break;
        };
        if told.len() == 63 {
            told.push((None, index));
            told.sort();
            return (start, told);
        }
        let obstacle = obstacles[index];
        let back = match side {
            0 | 1 => obstacle[side] - end[side + 2],
            _ => obstacle[side] - end[side - 2],
        };
        end = by(end, if side % 2 == 0 { [back, 0] } else { [0, back] });
        told.push((Some(t), index));
    }
    told.sort();
    (end, told)
}
