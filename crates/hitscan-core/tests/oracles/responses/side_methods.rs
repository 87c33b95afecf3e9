//! What the side methods name, in plain integers, written from the rules and not from the code.

use crate::responses::scenes::meet;

/// Two boxes at the end of a frame, in thousandths, and their velocities.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) edges: [[i64; 4]; 2],
    pub(super) velocities: [[i64; 2]; 2],
}

impl End {
    /// The motion of a relative to b.
    fn against(&self) -> [i64; 2] {
        let [a, b] = self.velocities;
        [a[0] - b[0], a[1] - b[1]]
    }

    /// Both after this many quarters of the frame, scaled by four.
    fn after(&self, quarters: i64) -> [[i64; 4]; 2] {
        [0, 1].map(|of| {
            let v = self.velocities[of];
            let at = |edge: usize| 4 * self.edges[of][edge] + (quarters - 4) * v[edge % 2];
            [at(0), at(1), at(2), at(3)]
        })
    }
}

fn touch([a, b]: [[i64; 4]; 2]) -> bool {
    a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

/// The side of b across an axis that a motion along that axis meets.
fn met(axis: usize, v: i64) -> Option<&'static str> {
    let sides = [["left", "right"], ["top", "bottom"]][axis];
    match v.signum() {
        1 => Some(sides[0]),
        -1 => Some(sides[1]),
        _ => None,
    }
}

/// The sides of b that a method names, in the order left, top, right, bottom.
pub(super) fn named(method: &str, end: &End) -> Vec<&'static str> {
    let mut sides = match method {
        "relative-velocity" => relative_velocity(end.edges, end.against()).into_iter().collect(),
        "least-overlap" => least_overlap(end),
        "center-angle" => center_angle(end),
        "previous-frame" => previous_frame(end),
        "axis-by-axis" => axis_by_axis(end),
        "substeps" => substeps(end),
        other => unreachable!("{other}"),
    };
    let order = ["left", "top", "right", "bottom"];
    sides.sort_by_key(|side| order.iter().position(|each| each == side));
    sides
}

/// The side of b that `relative-velocity` names, from the positions of both and the relative motion
/// of a.
fn relative_velocity([a, b]: [[i64; 4]; 2], [vx, vy]: [i64; 2]) -> Option<&'static str> {
    if !touch([a, b]) {
        return None;
    }
    let (Some(across), Some(down)) = (met(0, vx), met(1, vy)) else {
        return met(0, vx).or(met(1, vy));
    };
    // How long ago the edges met: the distance past the edge divided by the speed. The axis entered
    // last has the smaller time.
    let past_x = if vx > 0 { a[2] - b[0] } else { b[2] - a[0] };
    let past_y = if vy > 0 { a[3] - b[1] } else { b[3] - a[1] };
    let (ago_x, ago_y) = (past_x * vy.abs(), past_y * vx.abs());
    // A tie goes to the source's else, which was written for y upwards.
    let by_y = ago_x > ago_y || (ago_x == ago_y && (vx > 0) == (vy > 0));
    Some(if by_y { down } else { across })
}

fn least_overlap(end: &End) -> Vec<&'static str> {
    let [a, b] = end.edges;
    if !touch(end.edges) {
        return Vec::new();
    }
    let depths = [[a[2] - b[0], b[2] - a[0]], [a[3] - b[1], b[3] - a[1]]];
    let least = depths.into_iter().flatten().min();
    let of_axis = |axis: usize| {
        let [low, high] = [["left", "right"], ["top", "bottom"]][axis];
        match depths[axis].map(|depth| Some(depth) == least) {
            [true, true] => Some(met(axis, end.against()[axis]).unwrap_or(low)),
            [true, false] => Some(low),
            [false, true] => Some(high),
            [false, false] => None,
        }
    };
    (0..2).filter_map(of_axis).collect()
}

fn center_angle(end: &End) -> Vec<&'static str> {
    let [a, b] = end.edges;
    if !touch(end.edges) {
        return Vec::new();
    }
    let [dx, dy] = [0, 1].map(|k| (a[k] + a[k + 2]) - (b[k] + b[k + 2]));
    let [w, h] = [0, 1].map(|k| (a[k + 2] - a[k]) + (b[k + 2] - b[k]));
    let (of_x, of_y) = (dx.abs() * h, dy.abs() * w);
    // Left of b, b's left side faces it.
    let (across, down) = (met(0, -dx), met(1, -dy));
    let x = across.filter(|_| of_x >= of_y);
    let y = down.filter(|_| of_y >= of_x);
    x.into_iter().chain(y).collect()
}

fn previous_frame(end: &End) -> Vec<&'static str> {
    if !touch(end.edges) {
        return Vec::new();
    }
    let [a, b] = end.after(0);
    let outside = |k: usize| a[k] >= b[k + 2] || b[k] >= a[k + 2];
    let v = end.against();
    (0..2).filter(|&k| outside(k)).filter_map(|k| met(k, v[k])).collect()
}

fn axis_by_axis(end: &End) -> Vec<&'static str> {
    let ([mut a, b], v) = (end.after(0), end.against());
    for k in 0..2 {
        a[k] += 4 * v[k];
        a[k + 2] += 4 * v[k];
        if let Some(side) = met(k, v[k]).filter(|_| meet(a, b)) {
            return vec![side];
        }
    }
    Vec::new()
}

fn substeps(end: &End) -> Vec<&'static str> {
    let first = (1..=4).map(|part| end.after(part)).find(|&boxes| touch(boxes));
    first.and_then(|boxes| relative_velocity(boxes, end.against())).into_iter().collect()
}
