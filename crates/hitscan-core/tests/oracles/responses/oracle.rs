//! One dynamic box among static and kinematic ones, in rational numbers of unlimited size, written
//! from the rules and not from the code: the obstacles grow by the size of the box, and its top
//! left corner is a point that moves among them. Relative to each obstacle it moves by the
//! difference of the two velocities.

use num_rational::BigRational;

pub(crate) type R = BigRational;

pub(crate) fn whole(number: i64) -> R {
    R::from_integer(number.into())
}

/// Left, top, right, bottom, in thousandths.
pub(crate) type Edges = [i64; 4];

/// A box that the moving box cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Obstacle {
    /// Its position at the start of the frame.
    pub(crate) edges: Edges,
    /// The velocity of a kinematic box; `None` for a static one.
    pub(crate) velocity: Option<[i64; 2]>,
}

impl Obstacle {
    fn moves_by(&self) -> [i64; 2] {
        self.velocity.unwrap_or_default()
    }
}

/// The response of the box when it hits another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Stop,
    Slide,
    Bounce,
}

/// A contact of the box with the obstacle of that index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contact {
    pub(crate) obstacle: usize,
    pub(crate) t: R,
    /// The sides of the obstacle, in the order left, top, right, bottom.
    pub(crate) sides: Vec<&'static str>,
    pub(crate) before: [i64; 2],
    pub(crate) after: [i64; 2],
}

/// The result of one frame for the box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Its top left corner.
    pub(crate) end: [i64; 2],
    pub(crate) velocity: [i64; 2],
    pub(crate) contacts: Vec<Contact>,
    pub(crate) gave_up: bool,
    /// The kinematic obstacle that crushed it, if any.
    pub(crate) crushed_by: Option<usize>,
    /// The word of the test with each obstacle.
    pub(crate) words: Vec<&'static str>,
}

/// A time, and the position of the corner then.
type Station = (R, [R; 2]);

/// An obstacle grown by the size of the box: where the corner may not be.
type Grown = [[i64; 2]; 2];

/// The most contacts of a box in a frame.
const MOST: usize = 64;

struct Hit {
    t: R,
    axes: [bool; 2],
    obstacle: usize,
}

/// One frame of the box `start`, which moves by `velocity` unless it is stopped.
pub(crate) fn frame(
    start: Edges,
    velocity: [i64; 2],
    obstacles: &[Obstacle],
    answer: Answer,
) -> Frame {
    let size = [start[2] - start[0], start[3] - start[1]];
    let origin = [start[0], start[1]];
    let given = velocity;
    let edges = obstacles.iter().map(|obstacle| obstacle.edges);
    let grown = edges.map(|b| [[b[0] - size[0], b[2]], [b[1] - size[1], b[3]]]);
    let grown: Vec<_> = grown.collect();
    let mut pushes: Vec<Push> = Vec::new();
    let within = |b: &Grown| (0..2).all(|i| b[i][0] < origin[i] && origin[i] < b[i][1]);
    let acting: Vec<_> = (0..grown.len()).filter(|&index| !within(&grown[index])).collect();

    let mut at = origin.map(whole);
    let mut now = whole(0);
    let mut velocity = velocity;
    let mut contacts: Vec<Contact> = Vec::new();
    let mut stations = vec![(whole(0), at.clone())];
    loop {
        let hits = acting.iter().filter_map(|&index| {
            let w = obstacles[index].moves_by();
            // Its position relative to the obstacle, as if that were stationary.
            let at = [0, 1].map(|i| &at[i] - whole(w[i]) * &now);
            hit(&at, [0, 1].map(|i| velocity[i] - w[i]), &now, &grown, index)
        });
        let first = hits.min_by(|one, other| {
            let corner = |hit: &Hit| hit.axes == [true, true];
            (&one.t, corner(one), one.obstacle).cmp(&(&other.t, corner(other), other.obstacle))
        });
        let Some(hit) = first else { break };
        if contacts.len() + 1 >= MOST {
            let words = Vec::new();
            let crushed_by = None;
            return Frame { end: origin, velocity, contacts, gave_up: true, crushed_by, words };
        }
        let passed = &hit.t - &now;
        at = [0, 1].map(|i| &at[i] + &passed * whole(velocity[i]));
        now = hit.t.clone();
        stations.push((now.clone(), at.clone()));
        let (before, w) = (velocity, obstacles[hit.obstacle].moves_by());
        let names = [["left", "right"], ["top", "bottom"]];
        let named = |i: usize| hit.axes[i].then(|| names[i][usize::from(before[i] < w[i])]);
        for i in (0..2).filter(|&i| hit.axes[i]) {
            velocity[i] = if answer == Answer::Bounce { 2 * w[i] - velocity[i] } else { w[i] };
        }
        if answer == Answer::Stop {
            velocity = w;
        }
        let mut sides: Vec<_> = [named(0), named(1)].into_iter().flatten().collect();
        let order = ["left", "top", "right", "bottom"];
        sides.sort_by_key(|side| order.iter().position(|each| each == side));
        let Hit { t, obstacle, .. } = hit;
        contacts.push(Contact { obstacle, t, sides, before, after: velocity });
        pushes.retain(|push| push.t == now);
        let undone = pushes.iter().find(|push| {
            let into = |v: i64| (v - push.w[push.axis]) * push.into;
            // The obstacle on the opposite side does not make way.
            push.obstacle != obstacle && into(velocity[push.axis]) > 0 && into(w[push.axis]) >= 0
        });
        if let Some(crushed_by) = undone.map(|push| push.obstacle) {
            // Back at its start, it overlaps everything that ends there.
            let ends_over = |index: usize| {
                let w = obstacles[index].moves_by();
                within(&[0, 1].map(|i| grown[index][i].map(|edge| edge + w[i])))
            };
            contacts.retain(|it| it.obstacle != crushed_by && !ends_over(it.obstacle));
            let (crushed_by, words) = (Some(crushed_by), Vec::new());
            let (end, velocity) = (origin, given);
            return Frame { end, velocity, contacts, gave_up: false, crushed_by, words };
        }
        if obstacles[obstacle].velocity.is_some() {
            let axes = (0..2).filter(|&axis| hit.axes[axis]);
            pushes = axes
                .map(|axis| {
                    let into = (before[axis] - w[axis]).signum();
                    Push { t: now.clone(), obstacle, w, axis, into }
                })
                .collect();
        }
    }
    let rest = whole(1) - now;
    let last = [0, 1].map(|i| &at[i] + &rest * whole(velocity[i]));
    stations.push((whole(1), last.clone()));
    let end = [0, 1].map(|i| towards(&last[i], origin[i]));
    let words = grown.iter().enumerate().map(|(index, obstacle)| {
        let w = obstacles[index].moves_by();
        let beside = |(t, at): &Station| (t.clone(), [0, 1].map(|i| &at[i] - whole(w[i]) * t));
        let stations: Vec<_> = stations.iter().map(beside).collect();
        let end = [0, 1].map(|i| end[i] - w[i]);
        let had_contact = contacts.iter().any(|contact| contact.obstacle == index);
        if had_contact { "hit" } else { word(end, obstacle, &stations, acting.contains(&index)) }
    });
    let words = words.collect();
    Frame { end, velocity, contacts, gave_up: false, crushed_by: None, words }
}

/// A kinematic obstacle that the box responded to at `t`, and in which direction it is.
struct Push {
    t: R,
    obstacle: usize,
    w: [i64; 2],
    axis: usize,
    into: i64,
}

/// The word of the test with an obstacle without a contact.
fn word(end: [i64; 2], grown: &Grown, stations: &[Station], acts: bool) -> &'static str {
    let touches = (0..2).all(|i| grown[i][0] <= end[i] && end[i] <= grown[i][1]);
    let inside = (0..2).all(|i| grown[i][0] < end[i] && end[i] < grown[i][1]);
    let met = || stations.windows(2).find_map(|way| first_meeting(way, grown));
    if inside {
        "hit"
    } else if touches || (acts && met().is_some_and(|t| t > whole(0))) {
        "touch"
    } else {
        "miss"
    }
}

/// When the corner first meets the closed obstacle on the straight path between two stations.
fn first_meeting(way: &[Station], grown: &Grown) -> Option<R> {
    let [(from, start), (to, end)] = way else { unreachable!("two stations") };
    let (mut first, mut last) = (from.clone(), to.clone());
    for i in 0..2 {
        let [low, high] = grown[i].map(whole);
        if start[i] == end[i] {
            if start[i] < low || high < start[i] {
                return None;
            }
            continue;
        }
        let when = |place: R| from + (to - from) * (place - &start[i]) / (&end[i] - &start[i]);
        let (one, other) = (when(low), when(high));
        first = first.max(one.clone().min(other.clone()));
        last = last.min(one.max(other));
    }
    (first <= last).then_some(first)
}

/// When, from `now` to the end of the frame, the corner enters the grown obstacle, and across which
/// axes.
fn hit(at: &[R; 2], velocity: [i64; 2], now: &R, grown: &[Grown], index: usize) -> Option<Hit> {
    let mut entry: [Option<R>; 2] = [None, None];
    let mut exit: Option<R> = None;
    for i in 0..2 {
        let [low, high] = grown[index][i].map(whole);
        if velocity[i] == 0 {
            // Beside it or exactly along its side: never inside.
            if at[i] <= low || high <= at[i] {
                return None;
            }
            continue;
        }
        let (near, far) = if velocity[i] > 0 { (low, high) } else { (high, low) };
        entry[i] = Some(now + (near - &at[i]) / whole(velocity[i]));
        let leaves = now + (far - &at[i]) / whole(velocity[i]);
        exit = Some(exit.map_or(leaves.clone(), |exit| exit.min(leaves)));
    }
    let t = entry.iter().flatten().max()?.clone();
    let axes = [0, 1].map(|i| entry[i].as_ref() == Some(&t));
    let goes_in = exit.is_some_and(|exit| t < exit);
    (*now <= t && goes_in && t <= whole(1)).then_some(Hit { t, axes, obstacle: index })
}

/// The integer next to `value` on the side of `start`.
fn towards(value: &R, start: i64) -> i64 {
    let rounded = if *value > whole(start) { value.floor() } else { value.ceil() };
    i64::try_from(rounded.to_integer()).expect("a coordinate")
}
