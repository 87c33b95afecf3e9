//! Snapping: moves that land on whole cells, or on multiples of the step.

use super::{Arrow, Reach, Stride};
use crate::app::config::Steps;
use hitscan_core::command::Nudge;
use hitscan_geom::{Milli, Point, Vector};

/// Where moves by keys and by the mouse land.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Snap {
    /// Anywhere.
    #[default]
    Off,
    /// On the grid of the step.
    On,
}

/// The grid point nearest to `p`; `p` itself without snapping.
pub(in crate::app) fn snapped(p: Point, Reach { steps, stride, snap }: Reach) -> Point {
    match snap {
        Snap::Off => p,
        Snap::On => {
            let grid = grid_of(steps, stride);
            Point::new(nearest(p.x, grid.x), nearest(p.y, grid.y))
        }
    }
}

/// How far an arrow moves across and down: a cell is 1 unit wide and 2 high.
pub(in crate::app) fn grid_of(steps: Steps, stride: Stride) -> Vector {
    let (across, down) = match steps.nudge {
        Nudge::Cell => (Milli::from_units(1), Milli::from_units(2)),
        Nudge::Units(units) => (units, units),
    };
    Vector::new(steps.scaled(across, stride), steps.scaled(down, stride))
}

/// How far an arrow moves a point from `at` to the next grid line.
pub(in crate::app) fn to_next_line(at: Point, arrow: Arrow, grid: Vector) -> Vector {
    // A line out of range leads nowhere.
    let way = |from: Milli, to: Milli| to.checked_sub(from).unwrap_or(Milli::ZERO);
    match arrow {
        Arrow::Left => Vector::new(way(at.x, before(at.x, grid.x)), Milli::ZERO),
        Arrow::Right => Vector::new(way(at.x, after(at.x, grid.x)), Milli::ZERO),
        Arrow::Up => Vector::new(Milli::ZERO, way(at.y, before(at.y, grid.y))),
        Arrow::Down => Vector::new(Milli::ZERO, way(at.y, after(at.y, grid.y))),
    }
}

fn floor(at: i32, step: i32) -> i32 {
    at.div_euclid(step) * step
}

fn before(at: Milli, step: Milli) -> Milli {
    Milli::new(floor(at.thousandths() - 1, step.thousandths())).unwrap_or(at)
}

fn after(at: Milli, step: Milli) -> Milli {
    let step = step.thousandths();
    Milli::new(floor(at.thousandths(), step) + step).unwrap_or(at)
}

fn nearest(at: Milli, step: Milli) -> Milli {
    let step = step.thousandths();
    Milli::new(floor(at.thousandths() + step / 2, step)).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_line_is_never_the_one_the_point_is_on() {
        let step = Milli::from_units(2);
        for (at, lower, higher, near) in [
            (0, -2000, 2000, 0),
            (1, 0, 2000, 0),
            (1000, 0, 2000, 2000),
            (1999, 0, 2000, 2000),
            (2000, 0, 4000, 2000),
            (-1, -2000, 0, 0),
            (-2000, -4000, 0, -2000),
        ] {
            let milli = |thousandths| Milli::new(thousandths).expect("in range");
            let found = [before(milli(at), step), after(milli(at), step), nearest(milli(at), step)];
            assert_eq!(found, [milli(lower), milli(higher), milli(near)], "{at}");
        }
    }
}
