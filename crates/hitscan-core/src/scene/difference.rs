//! The differences between two scenes.

use std::collections::BTreeMap;

use super::{NoteStep, Scene, SceneText};
use crate::words::SceneDifference;
use crate::world::{Name, Object};

/// How `after` differs from `before`: empty exactly if they are equal. Objects come first, in the
/// order of `after`, then removed ones.
pub fn differences(before: &Scene, after: &Scene) -> Vec<SceneDifference> {
    let mut all = objects(&before.objects, &after.objects);
    let (old, new) = (&before.settings, &after.settings);
    let others = [
        (before.title != after.title, SceneDifference::Title),
        (texts(before) != texts(after), SceneDifference::Note),
        (before.source != after.source, SceneDifference::Source),
        (old.response != new.response, SceneDifference::Response(new.response)),
        (old.side != new.side, SceneDifference::Side(new.side)),
        (old.boundary_rule != new.boundary_rule, SceneDifference::BoundaryRule(new.boundary_rule)),
        (old.axes != new.axes, SceneDifference::Axes(new.axes)),
        (old.gravity != new.gravity, SceneDifference::Gravity),
        (old.broad_phase != new.broad_phase, SceneDifference::BroadPhase(new.broad_phase)),
        (old.speed != new.speed, SceneDifference::Speed(new.speed)),
        (before.opening != after.opening, SceneDifference::Opening),
        (before.game_ends != after.game_ends, SceneDifference::GameEnds),
        (before.expects != after.expects, SceneDifference::Expects),
    ];
    all.extend(others.into_iter().filter(|(differs, _)| *differs).map(|(_, what)| what));
    all
}

/// All that the note says, and what it is found by.
const fn texts(scene: &Scene) -> (&SceneText, &[NoteStep], &[String]) {
    (&scene.note, scene.steps.as_slice(), scene.search.as_slice())
}

fn objects(before: &[Object], after: &[Object]) -> Vec<SceneDifference> {
    let by_name = |objects: &[Object]| -> BTreeMap<Name, usize> {
        objects.iter().enumerate().map(|(place, object)| (object.name, place)).collect()
    };
    let (old_places, new_places) = (by_name(before), by_name(after));
    let mut gone: Vec<&Object> =
        before.iter().filter(|object| !new_places.contains_key(&object.name)).collect();
    let mut all = Vec::new();
    let mut kept_order = Vec::new();
    for object in after {
        if let Some(&place) = old_places.get(&object.name) {
            kept_order.push(place);
            changes(&before[place], object, &mut all);
            continue;
        }
        // An object that differs only in its name has been renamed.
        match gone.iter().position(|old| Object { name: object.name, ..(*old).clone() } == *object)
        {
            Some(at) => all.push(SceneDifference::Renamed(gone.remove(at).name, object.name)),
            None => all.push(SceneDifference::Added(object.name)),
        }
    }
    all.extend(gone.iter().map(|object| SceneDifference::Removed(object.name)));
    if all.is_empty() && !kept_order.is_sorted() {
        all.push(SceneDifference::Order);
    }
    all
}

/// How an object differs from the old one with the same name.
fn changes(old: &Object, new: &Object, all: &mut Vec<SceneDifference>) {
    if old.kind() != new.kind() {
        all.push(SceneDifference::Reshaped(new.name));
    } else if old.shape != new.shape {
        let by = old.shape.bounds().0.to(new.shape.bounds().0);
        let moved = by.and_then(|by| old.shape.translated(by).ok());
        let is_moved = moved.as_ref() == Some(&new.shape);
        let what = if is_moved { SceneDifference::Moved } else { SceneDifference::Reshaped };
        all.push(what(new.name));
    }
    if old.body != new.body {
        all.push(SceneDifference::Body(new.name, new.body));
    }
    let attributes = old.behavior.attributes().into_iter().zip(new.behavior.attributes());
    let changed = attributes.filter(|(old, new)| old != new);
    all.extend(changed.map(|(_, attribute)| SceneDifference::Attribute(new.name, attribute.key())));
    if old.velocity != new.velocity {
        all.push(SceneDifference::Velocity(new.name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words;

    const BEFORE: &str = "title = \"t\"\n[[box]]\nname = \"A\"\nat = [1, 2]\nsize = [3, 4]\n\
        [[box]]\nname = \"B\"\nat = [9, 2]\nsize = [3, 4]\n\
        [[laser]]\nname = \"L\"\nfrom = [0, 0]\nto = [9, 9]\n";

    fn said(edit: &[(&str, &str)]) -> String {
        let scene = |text: &str| Scene::parse(text).expect("a scene");
        let after = edit.iter().fold(BEFORE.to_owned(), |text, (old, new)| {
            assert!(text.contains(old), "{old}");
            text.replacen(old, new, 1)
        });
        words::differences(&differences(&scene(BEFORE), &scene(&after)))
    }

    #[test]
    fn every_difference_is_reported() {
        assert_eq!(said(&[]), "");
        for (old, new, expected) in [
            ("at = [1, 2]", "at = [1, 3]", "A moved"),
            ("size = [3, 4]", "size = [3, 5]", "A reshaped"),
            ("to = [9, 9]", "to = [9, 8]", "L reshaped"),
            ("name = \"A\"", "name = \"C\"", "A renamed C"),
            ("name = \"A\"\nat = [1, 2]", "name = \"C\"\nat = [2, 2]", "C added, A removed"),
            ("at = [9, 2]", "velocity = [1, 0]\nat = [9, 2]", "B's velocity"),
            ("at = [9, 2]", "fixed = true\nat = [9, 2]", "B static"),
            (
                "at = [9, 2]",
                "body = \"kinematic\"\nsteer = [2, 0]\nat = [9, 2]",
                "B kinematic, B's steer",
            ),
            (
                "title = \"t\"",
                "title = \"u\"\nresponse = \"bounce\"\naxes = \"y-up\"",
                "A moved, B moved, L reshaped, the title, response bounce, axes y-up",
            ),
        ] {
            assert_eq!(said(&[(old, new)]), expected);
        }
        let exchanged = [
            ("name = \"A\"\nat = [1, 2]", "name = \"X\"\nat = [9, 2]"),
            ("name = \"B\"\nat = [9, 2]", "name = \"A\"\nat = [1, 2]"),
            ("name = \"X\"", "name = \"B\""),
        ];
        assert_eq!(said(&exchanged), "the order of the objects");
    }
}
