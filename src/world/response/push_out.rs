//! `push-out` by the exact method: everything makes its whole motion, and what
//! then stands in something it came into is put back flush through the side it
//! came in.

use super::{Body, Course, Event, MOST_CONTACTS, Resolved, flush, give_up, mover_first};
use crate::geom::{Fraction, Moving, Sides, Swept, Vector, swept};

pub(super) fn resolve(bodies: &[Body]) -> Resolved {
    let mut courses: Vec<_> = bodies.iter().map(Course::unhindered).collect();
    let mut contacts = vec![0; bodies.len()];
    let mut events = Vec::new();
    while let Some(entry) = first_entry(bodies, &courses) {
        let Entry { a, b, t, sides, judged, .. } = entry;
        contacts[a] += 1;
        if contacts[a] >= MOST_CONTACTS {
            give_up(&bodies[a], &mut courses[a]);
        } else if let Some(side) = sides.iter().next() {
            let end = flush(&courses[a].end, &courses[b].end, side);
            let made = Moving { start: bodies[a].start, motion: end.min() - bodies[a].start.min() };
            courses[a].end = end;
            courses[a].pieces = vec![(Fraction::ZERO, made)];
        }
        let velocities = [bodies[a].way, bodies[b].way];
        let (before, after) = (velocities, velocities);
        events.push(Event { a, b, t: Some(t), sides, before, after, judged });
        if contacts[a] > MOST_CONTACTS {
            break;
        }
    }
    Resolved { courses, events }
}

/// A box that has come into another and stands in it at the end.
struct Entry {
    a: usize,
    b: usize,
    t: Fraction,
    sides: Sides,
    judged: [Moving; 2],
}

/// The first of them: by time, then one-sided ones before corners, then in
/// scene order.
fn first_entry(bodies: &[Body], courses: &[Course]) -> Option<Entry> {
    let line = |k: usize| Moving {
        start: bodies[k].start,
        motion: courses[k].end.min() - bodies[k].start.min(),
    };
    let mut first: Option<Entry> = None;
    for i in (0..bodies.len()).filter(|&i| bodies[i].way != Vector::ZERO) {
        for j in (0..bodies.len()).filter(|&j| j != i) {
            if !courses[i].end.overlaps(&courses[j].end) || bodies[i].starts_in(&bodies[j]) {
                continue;
            }
            let (a, b) = mover_first(bodies, i, j);
            let judged = [line(a), line(b)];
            if let Swept::Hit { t, sides } = swept(&judged[0], &judged[1]) {
                let order = |e: &Entry| (e.t, e.sides.len(), e.a, e.b);
                let next = Entry { a, b, t, sides, judged };
                if first.as_ref().is_none_or(|first| order(&next) < order(first)) {
                    first = Some(next);
                }
            }
        }
    }
    first
}
