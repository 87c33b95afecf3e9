//! The truth about a pair in a whole sentence, for users who expected something else: `L and A are
//! a HIT: L lies inside A.`

use super::verdict::{
    apart_in_axes, edges_meet, end_on, entry_name, exit_name, in_words, lasers_apart, short,
    written_order,
};
use crate::world::{Name, PairResult, Participant, TestResult};
use hitscan_geom::{Direction, Fraction, Meeting, Relation, Segment, Shape, Swept};

/// The relation of two objects, whatever led to it.
pub fn standing_sentence([a, b]: [&Participant; 2], meeting: &Meeting) -> String {
    let (x, y) = written_order(a, b);
    let clause = match (&x.shape, &y.shape) {
        (Shape::Segment(xs), Shape::Segment(ys)) => lasers(&x.name, xs, &y.name, ys, meeting),
        (Shape::Segment(_), region) => laser_region(x, y, region, meeting),
        _ => regions(x, y, meeting.relation),
    };
    sentence([x, y], TestResult::at_rest(meeting.relation), &clause)
}

/// What happened to two boxes in a frame, stated about the second: `A is hit on its left.`
pub fn frame_sentence([a, b]: [&Participant; 2], pair_result: &PairResult) -> String {
    let clause = match pair_result.swept {
        Some(Swept::Hit { sides, .. }) => {
            let corner = if sides.len() == 2 { " corner" } else { "" };
            return match in_words(sides) {
                side if side.is_empty() => format!("{} is hit.", b.name),
                side => format!("{} is hit on its {side}{corner}.", b.name),
            };
        }
        Some(Swept::Overlap { .. }) => format!("{} was already inside {}", a.name, b.name),
        Some(Swept::Graze { t: Some(t), flush: None }) if t > Fraction::ZERO => {
            format!("{} passes {}'s corner at t {}", a.name, b.name, short(t))
        }
        Some(Swept::Graze { t: Some(_), flush: Some(_) }) => {
            format!("{} slides along {}", a.name, b.name)
        }
        _ => regions(a, b, pair_result.meeting.relation),
    };
    sentence([a, b], pair_result.outcome, &clause)
}

fn sentence([x, y]: [&Participant; 2], result: TestResult, clause: &str) -> String {
    format!("{} and {} are a {}: {clause}.", x.name, y.name, result.word())
}

fn lasers(x: &Name, xs: &Segment, y: &Name, ys: &Segment, meeting: &Meeting) -> String {
    match meeting.relation {
        Relation::Crosses => format!("{x} crosses {y}"),
        Relation::Overlaps => format!("{x} lies along {y}, in one line"),
        Relation::Touches => end_on(x, xs, y, ys).swap_remove(0),
        _ => {
            let apart = lasers_apart(x, xs, y, ys).swap_remove(0);
            match apart.strip_prefix("parallel to ") {
                Some(_) => format!("{x} is parallel to {y}, and never meets it"),
                None if apart.starts_with("in one line") => format!("they lie {apart}"),
                None => apart,
            }
        }
    }
}

fn laser_region(
    laser: &Participant,
    of: &Participant,
    region: &Shape,
    meeting: &Meeting,
) -> String {
    let Some(span) = meeting.span else { return apart(laser, of) };
    let (x, y) = (&laser.name, &of.name);
    let [first, last] = span.t.unwrap_or([Fraction::ZERO; 2]);
    let entry = entry_name(meeting.direction);
    match (meeting.relation, meeting.direction) {
        (Relation::Touches, _) if first != last => format!("{x} runs along {y}'s edge"),
        (Relation::Touches, _) if first == Fraction::ZERO => {
            format!("{x}.1 lies on {y}'s {entry}")
        }
        (Relation::Touches, _) if first == Fraction::ONE => format!("{x}.2 lies on {y}'s {entry}"),
        (Relation::Touches, _) => format!("{x} touches {y}'s {entry}"),
        (Relation::Within, _) => format!("{x} lies inside {y}"),
        (_, Direction::Inside) => format!("{x} starts inside {y}, and leaves it"),
        _ if last == Fraction::ONE => format!("{x} enters {y}'s {entry}, and ends inside"),
        _ => match exit_name(region, span.points[1]) {
            Some(exit) => format!("{x} enters {y}'s {entry}, and leaves its {exit}"),
            None => format!("{x} enters {y}'s {entry}, and leaves it"),
        },
    }
}

fn regions(x: &Participant, y: &Participant, relation: Relation) -> String {
    let (first, second) = (&x.name, &y.name);
    match (relation, &x.shape, &y.shape) {
        (Relation::Disjoint, ..) => apart(x, y),
        (Relation::Touches, Shape::Box(xs), Shape::Box(ys)) => edges_meet(xs, ys),
        (Relation::Touches, ..) => "only their edges meet".to_owned(),
        (Relation::Within, ..) => format!("{first} lies inside {second}"),
        (Relation::Contains, ..) => format!("{second} lies inside {first}"),
        (Relation::Equals, ..) => format!("{first} is exactly {second}"),
        (Relation::Crosses | Relation::Overlaps, ..) => format!("{first} overlaps {second}"),
    }
}

/// The distance of two objects that do not meet.
fn apart(x: &Participant, y: &Participant) -> String {
    let gap = x.shape.gap_to(&y.shape);
    if matches!(x.shape, Shape::Segment(_)) && gap.x.max(gap.y) <= hitscan_geom::Milli::ZERO {
        return format!("{} passes beside {}", x.name, y.name);
    }
    format!("they are {}", apart_in_axes(gap).swap_remove(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;
    use crate::engine::{Engine, Pair, expect, silent};
    use crate::scene::{Scene, SceneSource};
    use crate::world::Settings;

    /// The first object and the second after these lines.
    fn pair(lines: &[&str]) -> Pair {
        let mut engine = Engine::new(Scene::default(), SceneSource::New).expect("a world");
        for line in lines {
            let command =
                Command::parse(line, &Settings::default()).expect("a command").expect("not blank");
            engine.execute(&command, &mut silent).unwrap_or_else(|why| panic!("{line}: {why}"));
        }
        let ids: Vec<_> = engine.world().objects().map(|(id, _)| id).collect();
        expect::examine(engine.sandbox(), ids[0], ids[1]).expect("a pair").pair
    }

    #[test]
    fn the_relation_of_two_objects_is_one_sentence() {
        for (second, told) in [
            ("box B 30 0 5 5", "A and B are a MISS: they are 10 apart in x."),
            ("box B 20 0 5 5", "A and B are a TOUCH: only the edges meet, in x."),
            ("box B 20 20 5 5", "A and B are a TOUCH: only the corners meet."),
            ("box B 10 10 5 5", "A and B are a HIT: B lies inside A."),
            ("box B 10 10 50 50", "A and B are a HIT: A overlaps B."),
            ("box B 0 0 50 50", "A and B are a HIT: A lies inside B."),
            ("box B 0 0 20 20", "A and B are a HIT: A is exactly B."),
            ("laser L 5 5 15 6", "L and A are a HIT: L lies inside A."),
            ("laser L 5 5 35 5", "L and A are a HIT: L starts inside A, and leaves it."),
            ("laser L -5 5 35 5", "L and A are a HIT: L enters A's left, and leaves its right."),
            ("laser L -5 5 5 5", "L and A are a HIT: L enters A's left, and ends inside."),
            ("laser L -5 5 0 5", "L and A are a TOUCH: L.2 lies on A's left."),
            ("laser L 20 5 25 5", "L and A are a TOUCH: L.1 lies on A's right."),
            ("laser L -5 5 5 -5", "L and A are a TOUCH: L touches A's left+top."),
            ("laser L 5 0 15 0", "L and A are a TOUCH: L runs along A's edge."),
            ("laser L -5 5 -1 5", "L and A are a MISS: they are 1 apart in x."),
            ("laser L -9 5 5 -9", "L and A are a MISS: L passes beside A."),
        ] {
            let Pair { a, b, pair_result } = pair(&["box A 0 0 20 20", second]);
            assert_eq!(standing_sentence([&a, &b], &pair_result.meeting), told, "{second}");
        }
    }

    #[test]
    fn the_relation_of_two_lasers_is_one_sentence() {
        for (second, told) in [
            ("laser K 10 -5 10 5", "L and K are a HIT: L crosses K."),
            ("laser K 10 0 30 0", "L and K are a HIT: L lies along K, in one line."),
            ("laser K 10 0 10 5", "L and K are a TOUCH: K.1 lies on L."),
            ("laser K 25 0 30 0", "L and K are a MISS: they lie in one line, 5 apart."),
            ("laser K 0 5 20 5", "L and K are a MISS: L is parallel to K, and never meets it."),
            ("laser K 10 2 10 5", "L and K are a MISS: K stops short of L."),
        ] {
            let Pair { a, b, pair_result } = pair(&["laser L 0 0 20 0", second]);
            assert_eq!(standing_sentence([&a, &b], &pair_result.meeting), told, "{second}");
        }
    }

    #[test]
    fn a_frame_is_one_sentence_about_the_second_object() {
        for (place, velocity, told) in [
            ("0 25", "30 0", "A is hit on its left."),
            ("0 0", "30 30", "A is hit on its top left corner."),
            ("0 10", "30 0", "B and A are a TOUCH: B slides along A."),
            ("0 0", "9 0", "B and A are a MISS: they are 1 apart in x, 10 in y."),
            ("25 25", "5 0", "B and A are a HIT: B was already inside A."),
        ] {
            let put = format!("box B {place} 10 10");
            let velocity = format!("velocity B {velocity}");
            let lines = [&*put, "box A 20 20 20 20", &*velocity, "step"];
            let Pair { a, b, pair_result } = pair(&lines);
            assert_eq!(frame_sentence([&a, &b], &pair_result), told, "{place} {velocity}");
        }
    }
}
