//! Contacts of which one side is a polygon: velocity, then place, so that nothing sinks in.
//!
//! It is the line that is rounded, before it is tested; the end of a whole line is whole.

use super::velocity::{Hit, NoVelocity, Quotients, TouchedPlace, dot, minus, norm, square};
use super::{ContactEvent, ContactSolver, ExpectedContact, Refusal, WORK_OF_A_CONTACT};
use crate::world::limits::{Budget, EDGE_PAIRS_OF_A_TEST};
use crate::world::{Body, ContactReply, Response};
use hitscan_geom::inside::{Ratio, deciding, interiors_meet_at, next_hit};
use hitscan_geom::{
    Axis, Blocked, Fraction, Moving, MovingRegion, Normal, Point, Polygon, RegionContact, ShapeRef,
    Vector, contacts,
};

/// The boxes and polygons of a frame with a polygon, each as it starts and on its line.
#[derive(Clone, Debug, Default)]
pub(super) struct Regions {
    /// The polygons that were added, each with its index among the bodies.
    added: Vec<(usize, Polygon)>,
    /// Empty in a frame of boxes alone.
    starts: Vec<MovingRegion>,
    lines: Vec<MovingRegion>,
}

impl Regions {
    pub(super) fn clear(&mut self) {
        self.added.clear();
        self.starts.clear();
        self.lines.clear();
    }

    pub(super) fn add(&mut self, index: usize, polygon: Polygon) {
        self.added.push((index, polygon));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    fn is_polygon(&self, index: usize) -> bool {
        let region = self.lines.get(index);
        region.is_some_and(|region| matches!(region.start(), ShapeRef::Polygon(_)))
    }

    /// Fills the lists if there is a polygon at all.
    fn fill(&mut self, all: impl Iterator<Item = Moving>) {
        if self.added.is_empty() {
            return;
        }
        let mut polygons = self.added.drain(..).peekable();
        self.starts.extend(all.enumerate().map(|(index, line)| {
            let polygon = polygons.next_if(|added| added.0 == index);
            let region =
                polygon.and_then(|(_, start)| MovingRegion::new(start, line.motion()).ok());
            region.unwrap_or_else(|| line.into())
        }));
        self.lines.clone_from(&self.starts);
    }

    /// One of them on another line, which is given for its bounding box; `None` if it is out of
    /// range.
    fn on_line(&self, index: usize, from: &Moving, line: &Moving) -> Option<MovingRegion> {
        let by = from.start().displacement_to(&line.start());
        self.starts[index].continued(by, line.motion()).ok()
    }
}

/// What a mover goes into at a contact.
struct GoneInto {
    touches: Vec<TouchedPlace>,
    normals: Vec<Normal>,
}

impl ContactSolver {
    /// Starts to follow polygons.
    pub(super) fn fill_regions(&mut self) {
        self.regions.fill(self.bodies.iter().map(|body| body.line));
    }

    /// Whether one of two bodies is a polygon.
    pub(super) fn has_polygon(&self, pair: [usize; 2]) -> bool {
        pair.iter().any(|&index| self.regions.is_polygon(index))
    }

    /// Follows a line that has changed.
    pub(super) fn follow_region(&mut self, index: usize) {
        if self.regions.is_empty() {
            return;
        }
        let (from, line) = (self.bodies[index].line, self.trajectories[index].line);
        if let Some(region) = self.regions.on_line(index, &from, &line) {
            self.regions.lines[index] = region;
        }
    }

    /// Whether the interiors of two bodies meet at the start.
    pub(super) fn regions_overlap_at_start(&self, i: usize, j: usize) -> bool {
        interiors_meet_at(&self.regions.starts[i], &self.regions.starts[j], Ratio::ZERO)
    }

    /// Whether the interiors of two bodies meet where their lines end.
    pub(super) fn regions_overlap_at_end(&self, i: usize, j: usize) -> bool {
        interiors_meet_at(&self.regions.lines[i], &self.regions.lines[j], Ratio::ONE)
    }

    /// When a body goes into another from `now` on, and through how many directions.
    pub(super) fn next_region_contact(
        &self,
        a: usize,
        b: usize,
        now: Ratio,
    ) -> Option<(Ratio, u32)> {
        let (t, hit) = next_hit(&self.regions.lines[a], &self.regions.lines[b], now)?;
        let normals = Blocked::of(&hit).normals.len();
        Some((t, u32::try_from(normals).unwrap_or(u32::MAX)))
    }

    /// The contacts of a body with another at a time, on their lines.
    fn all_contacts_at(&self, index: usize, other: usize, t: Ratio) -> Vec<RegionContact> {
        let lines = &self.regions.lines;
        let all = contacts(&lines[index], &lines[other], Fraction::from(t)).unwrap_or_default();
        deciding(&all).cloned().collect()
    }

    /// The same without what does not count at a one-way body.
    fn contacts_at(&self, index: usize, other: usize, t: Ratio) -> Vec<RegionContact> {
        self.counting([index, other], self.all_contacts_at(index, other, t))
    }

    /// Where a body starts, with its outline.
    pub(super) fn start_region(&self, index: usize) -> MovingRegion {
        let start = self.regions.starts.get(index).cloned();
        start.unwrap_or_else(|| self.bodies[index].line.into())
    }

    /// How something moves, for a body that responds to it: what is dynamic counts as at rest
    /// when it is hit.
    fn motion_against(&self, other: usize) -> Vector {
        match self.against(other) {
            Body::Static | Body::Dynamic => Vector::ZERO,
            Body::Kinematic => self.trajectories[other].line.motion(),
        }
    }

    fn entered(&self, index: usize, other: usize, t: Ratio) -> GoneInto {
        let [own, others] = [index, other].map(|k| self.trajectories[k].line.motion());
        let motion = minus(own, others);
        let mut hit = self.all_contacts_at(index, other, t);
        hit.retain(|contact| contact.is_entered_by(motion));
        let hit = self.counting([index, other], hit);
        let normals = Blocked::of(&hit).normals;
        let of = self.motion_against(other);
        let touches = hit.into_iter().map(|contact| TouchedPlace { contact, of }).collect();
        GoneInto { touches, normals }
    }

    /// Everything that a body touches then, among what it responds to.
    fn touched(&self, index: usize, hit: usize, t: Ratio, near: &[usize]) -> Vec<TouchedPlace> {
        let mut touched = Vec::new();
        for &other in near {
            let acts = self.answers(index, other) && !self.passes([index, other]);
            if !acts || self.overlap_at_start(index, other) {
                continue;
            }
            let of = if other == hit {
                self.motion_against(other)
            } else {
                self.trajectories[other].line.motion()
            };
            let all = self.contacts_at(index, other, t);
            touched.extend(all.into_iter().map(|contact| TouchedPlace { contact, of }));
        }
        touched
    }

    /// The velocity of one of a pair after a contact.
    fn region_velocity(
        &self,
        [index, other]: [usize; 2],
        t: Ratio,
        near: &[usize],
    ) -> Result<Vector, NoVelocity> {
        let before = self.trajectories[index].line.motion();
        if !self.answers(index, other) || self.trajectories[index].gave_up {
            return Ok(before);
        }
        let entered = self.entered(index, other, t);
        let response = self.bodies[index].response;
        if response == Response::Bounce && self.against(other) == Body::Dynamic {
            return Ok(self.exchanged([index, other], &entered.normals));
        }
        let touched = match response {
            Response::Slide => self.touched(index, other, t, near),
            _ => Vec::new(),
        };
        let hit = Hit {
            response,
            before,
            of: self.motion_against(other),
            normals: &entered.normals,
            entered: &entered.touches,
            touched: &touched,
        };
        hit.velocity()
    }

    /// The velocity of a body that exchanges its part across the contact with another one.
    fn exchanged(&self, [index, other]: [usize; 2], normals: &[Normal]) -> Vector {
        let [own, others] = [index, other].map(|k| self.trajectories[k].line.motion());
        // The same whole vector for both, whichever asks.
        let is_first = index < other;
        let r = if is_first { minus(own, others) } else { minus(others, own) };
        let normal = normals.first().filter(|_| normals.len() == 1);
        let part = match normal {
            None => Some(r),
            Some(n) => exchange(r, if is_first { *n } else { n.opposite() }),
        };
        match part {
            None => Vector::ZERO,
            Some(part) if is_first => minus(own, part),
            Some(part) => minus(own, -part),
        }
    }

    /// Responds to a contact with a polygon.
    pub(super) fn answer_regions(
        &mut self,
        next: &ExpectedContact,
        budget: &mut Budget<'_>,
    ) -> Result<(), Refusal> {
        let ExpectedContact { t, pair, sides, .. } = *next;
        if self.pass_regions(pair, t) {
            return Ok(());
        }
        let approach = pair.map(|index| self.trajectories[index].line);
        let before = approach.map(|line| line.motion());
        let mut after = before;
        let mut refused = [None, None];
        for k in 0..2 {
            let near = self.around(pair[k], budget)?;
            match self.region_velocity([pair[k], pair[1 - k]], t, &near) {
                Ok(velocity) => after[k] = velocity,
                Err(why) => refused[k] = Some(why),
            }
            for axis in Axis::ALL {
                if !after[k].along(axis).in_range() {
                    return Err(Refusal::TooFast { body: pair[k], axis });
                }
            }
        }
        if refused == [None, None] && before == after {
            return Ok(());
        }
        let mut reply = ContactReply::Responded;
        for k in 0..2 {
            let pair = [pair[k], pair[1 - k]];
            let asked = match refused[k] {
                Some(why) => Err(why),
                None if before[k] == after[k] => continue,
                None => Ok(after[k]),
            };
            let done = self.settle(pair, asked, t, budget)?;
            if done == ContactReply::Wedged {
                after[k] = Vector::ZERO;
            }
            if done != ContactReply::Responded {
                reply = done;
            }
        }
        match reply {
            ContactReply::Crushed => {}
            ContactReply::GaveUp => self.record_return(pair, approach, reply),
            ContactReply::Responded | ContactReply::Wedged => {
                let t = Some(t);
                self.events.push(ContactEvent { pair, t, sides, reply, before, after, approach });
            }
        }
        self.expect_changed(next, budget)
    }

    /// Lets one of a pair go on with this velocity after a contact, or stops it, and says which.
    fn settle(
        &mut self,
        [index, other]: [usize; 2],
        asked: Result<Vector, NoVelocity>,
        t: Ratio,
        budget: &mut Budget<'_>,
    ) -> Result<ContactReply, Refusal> {
        let at_limit = self.trajectories[index].is_at_contact_limit();
        match asked {
            Err(NoVelocity::Crushed) => {
                let near = self.around(index, budget)?;
                let by = self.crusher([index, other], t, &near);
                self.crush(index, by);
                Ok(ContactReply::Crushed)
            }
            Ok(_) if at_limit && self.against(other) != Body::Dynamic => {
                self.wedge(index, t, budget)?;
                Ok(ContactReply::Wedged)
            }
            Ok(velocity) if !at_limit => {
                let goes_on = self.deflect_to(index, velocity, t, budget)?;
                Ok(if goes_on { ContactReply::Responded } else { ContactReply::GaveUp })
            }
            Ok(_) | Err(NoVelocity::NoneNear) => {
                self.give_up_at(index, t);
                Ok(ContactReply::GaveUp)
            }
        }
    }

    /// What pushes a body that has nowhere to go: the one that it hit, or else the first that it
    /// touches, if that is kinematic.
    fn crusher(&self, [index, other]: [usize; 2], t: Ratio, near: &[usize]) -> usize {
        let pushes = |&it: &usize| self.against(it) == Body::Kinematic;
        let touches = |it: &usize| {
            let acts = self.answers(index, *it) && !self.passes([index, *it]);
            acts && !self.overlap_at_start(index, *it)
                && !self.contacts_at(index, *it, t).is_empty()
        };
        let mut others = near.iter().copied().filter(|it| pushes(it) && touches(it));
        if pushes(&other) { other } else { others.next().unwrap_or(other) }
    }

    /// Lets a pair pass of which one is one-way, if nothing counts of what is gone into.
    fn pass_regions(&mut self, pair: [usize; 2], t: Ratio) -> bool {
        if self.passes(pair) {
            return true;
        }
        if !self.is_one_way(pair) || !self.entered(pair[0], pair[1], t).touches.is_empty() {
            return false;
        }
        let lines = pair.map(|index| self.trajectories[index].line.motion());
        let mut hit = self.all_contacts_at(pair[0], pair[1], t);
        hit.retain(|contact| contact.is_entered_by(minus(lines[0], lines[1])));
        self.pass_side(pair, t, Blocked::of(&hit).normals);
        true
    }

    /// Those whose lines come near the line of a body, counted.
    pub(super) fn around(
        &mut self,
        index: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<usize>, Refusal> {
        let mut found = Vec::new();
        self.find_near(index, &mut found);
        self.spend_on_neighbors(found.len(), budget)?;
        self.spend_on_outlines(index, &found, budget)?;
        Ok(found)
    }

    /// How many tests a pair counts as: at least one, by its pairs of edges.
    pub(super) fn tests_of(&self, pair: [usize; 2]) -> u64 {
        if !self.has_polygon(pair) {
            return 1;
        }
        let edges = pair.map(|index| self.regions.lines[index].vertices().len() as u64);
        (edges[0] * edges[1]).div_ceil(EDGE_PAIRS_OF_A_TEST)
    }

    /// Counts the tests of a body with these, beyond one each.
    pub(super) fn spend_on_outlines(
        &self,
        index: usize,
        others: &[usize],
        budget: &mut Budget<'_>,
    ) -> Result<(), Refusal> {
        if self.regions.is_empty() {
            return Ok(());
        }
        for &other in others {
            let more = self.tests_of([index, other]) - 1;
            budget.test(more)?;
            budget.spend(WORK_OF_A_CONTACT.saturating_mul(usize::try_from(more).unwrap_or(0)))?;
        }
        Ok(())
    }

    /// Follows a whole line with this velocity from `t` on, outside everything that the body acts
    /// on. Gives up, and returns false, if there is none.
    pub(super) fn deflect_to(
        &mut self,
        index: usize,
        velocity: Vector,
        t: Ratio,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Refusal> {
        let near = self.around(index, budget)?;
        let line = self.whole_line(index, velocity, t, &near);
        if self.trajectories[index].changes == 0 {
            self.add_segment(index, Ratio::ZERO, self.trajectories[index].line);
        }
        let Some(line) = line else {
            self.give_up_at(index, t);
            return Ok(false);
        };
        self.trajectories[index].continue_on(line);
        self.add_segment(index, t, line);
        self.follow_line(index);
        Ok(true)
    }

    /// Stays where it is, with velocity 0, and no longer responds in this frame.
    fn wedge(&mut self, index: usize, t: Ratio, budget: &mut Budget<'_>) -> Result<(), Refusal> {
        if self.deflect_to(index, Vector::ZERO, t, budget)? {
            self.trajectories[index].gave_up = true;
        } else {
            self.trajectories[index].velocity = Vector::ZERO;
        }
        Ok(())
    }

    /// The whole line that begins nearest to where it should.
    fn whole_line(
        &self,
        index: usize,
        velocity: Vector,
        t: Ratio,
        near: &[usize],
    ) -> Option<Moving> {
        let (old, start) = (self.trajectories[index].line, self.bodies[index].line.start());
        let [over, under] = t.parts().map(i128::from);
        let given_up = minus(old.motion(), velocity);
        let begins = old.start().min();
        let exact = Quotients {
            over: [(begins.x, given_up.x), (begins.y, given_up.y)].map(|(from, given_up)| {
                i128::from(from.wide()) * under + i128::from(given_up.wide()) * over
            }),
            under,
        };
        let from = Vector::new(start.min().x, start.min().y);
        let mut places = exact.near();
        places
            .sort_by_key(|&place| (exact.square_to(place), square(place, from), place.x, place.y));
        places.into_iter().find_map(|place| {
            let line = Moving::new(start.moved_to(Point::new(place.x, place.y)).ok()?, velocity);
            let line = line.ok()?;
            let region = self.regions.on_line(index, &self.bodies[index].line, &line)?;
            self.is_outside(index, &region, t, near).then_some(line)
        })
    }

    /// Whether a body on this line is outside everything then that it acts on.
    fn is_outside(&self, index: usize, region: &MovingRegion, t: Ratio, near: &[usize]) -> bool {
        near.iter().all(|&other| {
            let body = &self.bodies[other];
            // What is put back later passes through others until then.
            let goes_on = body.response == Response::PushOut && body.body != Body::Static;
            goes_on
                || !interiors_meet_at(region, &self.regions.lines[other], t)
                || !self.act_on_each_other(index, other)
        })
    }

    /// Whether rounding between two boxes led a body into a polygon.
    pub(super) fn is_in_polygon(&self, index: usize, t: Ratio, near: &[usize]) -> bool {
        let region = &self.regions.lines[index];
        let mut polygons = near.iter().filter(|&&other| self.has_polygon([index, other]));
        polygons.any(|&other| !self.is_outside(index, region, t, &[other]))
    }

    /// Queues what comes next for those of a pair whose lines have changed.
    pub(super) fn expect_changed(
        &mut self,
        next: &ExpectedContact,
        budget: &mut Budget<'_>,
    ) -> Result<(), Refusal> {
        let ExpectedContact { t, pair: [a, b], changes, .. } = *next;
        let a_changed = self.trajectories[a].changes != changes[0];
        if a_changed {
            self.expect_all(a, None, t, budget)?;
        }
        if self.trajectories[b].changes != changes[1] {
            // The pair itself has been counted.
            self.expect_all(b, a_changed.then_some(a), t, budget)?;
        }
        Ok(())
    }
}

/// What two of equal mass exchange across a normal, as a whole vector: it keeps the momentum, and
/// energy never grows. `None` if there is none.
fn exchange(r: Vector, n: Normal) -> Option<Vector> {
    let (along, n_n) = (dot(n, r), norm(n));
    let exact = Quotients { over: [n.x, n.y].map(|n| along * i128::from(n)), under: n_n };
    let part = |part: Vector| [part.x.wide(), part.y.wide()];
    let fits = |c: &Vector| {
        let ([x, y], [rx, ry]) = (part(*c), part(r));
        let across = i64::from(n.x) * (rx - 2 * x) + i64::from(n.y) * (ry - 2 * y);
        across >= 0 && x * (rx - x) + y * (ry - y) >= 0
    };
    let key = |c: &Vector| (exact.square_to(*c), square(*c, Vector::ZERO), c.x, c.y);
    exact.near().into_iter().filter(fits).min_by_key(key)
}

// `push-out` with polygons.

impl ContactSolver {
    /// How two bodies first meet on their paths, and their lines then.
    pub(super) fn regions_on_the_way(
        &self,
        pair: [usize; 2],
    ) -> Option<(Ratio, [MovingRegion; 2], Vec<RegionContact>)> {
        let [a, b] = pair.map(|index| self.region_pieces(index));
        let mut from = Ratio::ZERO;
        loop {
            let at = |pieces: &[(Ratio, MovingRegion)]| {
                pieces.iter().rposition(|piece| piece.0 <= from).unwrap_or(0)
            };
            let [i, j] = [at(&a), at(&b)];
            let next = [a.get(i + 1), b.get(j + 1)].into_iter().flatten().map(|it| it.0).min();
            let lines = [&a[i].1, &b[j].1];
            if let Some((t, hit)) = next_hit(lines[0], lines[1], from)
                && next.is_none_or(|next| t < next)
            {
                return Some((t, lines.map(MovingRegion::clone), hit));
            }
            from = next?;
        }
    }

    /// When a body first goes into another that it responds to, had nothing changed.
    pub(super) fn first_region_entry(&self, index: usize, other: usize) -> Option<Ratio> {
        let starts = &self.regions.starts;
        let acts = self.answers(index, other) && !self.overlap_at_start(index, other);
        let hit = next_hit(&starts[index], &starts[other], Ratio::ZERO).filter(|_| acts);
        hit.map(|(t, _)| t)
    }

    fn region_pieces(&self, index: usize) -> Vec<(Ratio, MovingRegion)> {
        let mut pieces = Vec::new();
        let from = self.bodies[index].line;
        self.collect_segments(index, |(t, line)| {
            pieces.extend(self.regions.on_line(index, &from, &line).map(|region| (t, region)));
        });
        if pieces.is_empty() {
            pieces.push((Ratio::ZERO, self.regions.lines[index].clone()));
        }
        pieces
    }

    /// Where a body ends that goes back out of another: along the normal to the line of the edge
    /// it came in through, or to the contact if there are several.
    pub(super) fn place_outside(&self, index: usize, other: usize) -> Option<Moving> {
        let (t, [own, others], hit) = self.regions_on_the_way([index, other])?;
        let [over, under] = t.parts().map(i128::from);
        let start = self.bodies[index].line.start();
        let [end, other_end] = [index, other].map(|k| self.trajectories[k].line.end().min());
        // From where it is at the contact, as seen from the other, to where it ends, in parts of
        // the denominator.
        let [first, other_first] = [&own, &others].map(region_min);
        let motion = own.motion_relative_to(&others);
        let back = |axis: Axis| {
            let gap = |a: Point, b: Point| i128::from(a.along(axis).wide() - b.along(axis).wide());
            let met =
                gap(first, other_first) * under + i128::from(motion.along(axis).wide()) * over;
            met - gap(end, other_end) * under
        };
        let back = [back(Axis::X), back(Axis::Y)];
        let ends = [end.x, end.y].map(|at| i128::from(at.wide()));
        let hit = self.counting([index, other], hit);
        let normals = Blocked::of(&hit).normals;
        let (exact, line) = if let [n] = normals.as_slice() {
            // A whole number: at the contact a whole vertex is on the line of a whole edge.
            let depth = (i128::from(n.x) * back[0] + i128::from(n.y) * back[1]).div_euclid(under);
            let n_n = norm(*n);
            let over =
                [(ends[0], n.x), (ends[1], n.y)].map(|(end, n)| end * n_n + depth * i128::from(n));
            (Quotients { over, under: n_n }, Some((*n, depth)))
        } else {
            let over = [0, 1].map(|axis| ends[axis] * under + back[axis]);
            (Quotients { over, under }, None)
        };
        let is_free = |place: &Vector| match line {
            Some((n, depth)) => dot(n, minus(*place, Vector::new(end.x, end.y))) >= depth,
            None => hit.iter().all(|contact| {
                let beyond = |n: Normal| {
                    let across = [(n.x, place.x, 0), (n.y, place.y, 1)].map(|(n, at, axis)| {
                        i128::from(n) * (i128::from(at.wide()) * exact.under - exact.over[axis])
                    });
                    across[0] + across[1] < 0
                };
                !contact.normals().all(beyond)
            }),
        };
        let from = Vector::new(start.min().x, start.min().y);
        let key = |at: &Vector| (exact.square_to(*at), square(*at, from), at.x, at.y);
        let place = exact.near().into_iter().filter(is_free).min_by_key(key)?;
        let end = start.moved_to(Point::new(place.x, place.y)).ok()?;
        Moving::new(start, start.displacement_to(&end)).ok()
    }
}

fn region_min(region: &MovingRegion) -> Point {
    match region.start() {
        ShapeRef::Polygon(polygon) => polygon.bounds().0,
        _ => region.vertices()[0],
    }
}
