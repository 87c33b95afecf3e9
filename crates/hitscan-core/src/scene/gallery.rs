//! The built-in scenes, read like any other file.

use super::Scene;

/// The built-in scenes in order: name and text.
#[must_use]
pub const fn gallery() -> &'static [(&'static str, &'static str)] {
    &[
        ("start", include_str!("gallery/start.toml")),
        ("touch", include_str!("gallery/touch.toml")),
        ("inner", include_str!("gallery/inner.toml")),
        ("halves", include_str!("gallery/halves.toml")),
        ("ends", include_str!("gallery/ends.toml")),
        ("parallel", include_str!("gallery/parallel.toml")),
        ("in-line", include_str!("gallery/in-line.toml")),
        ("point", include_str!("gallery/point.toml")),
        ("entry", include_str!("gallery/entry.toml")),
        ("inside", include_str!("gallery/inside.toml")),
        ("edge-line", include_str!("gallery/edge-line.toml")),
        ("corner", include_str!("gallery/corner.toml")),
        ("sweep", include_str!("gallery/sweep.toml")),
        ("concave", include_str!("gallery/concave.toml")),
        ("vertex", include_str!("gallery/vertex.toml")),
        ("slit", include_str!("gallery/slit.toml")),
        ("polygons", include_str!("gallery/polygons.toml")),
        ("rounding", include_str!("gallery/rounding.toml")),
        ("sums", include_str!("gallery/sums.toml")),
        ("y-up", include_str!("gallery/y-up.toml")),
        ("time", include_str!("gallery/time.toml")),
        ("graze", include_str!("gallery/graze.toml")),
        ("tunnel", include_str!("gallery/tunnel.toml")),
        ("bullet", include_str!("gallery/bullet.toml")),
        ("corridor", include_str!("gallery/corridor.toml")),
        ("landing", include_str!("gallery/landing.toml")),
        ("seam", include_str!("gallery/seam.toml")),
        ("diagonal", include_str!("gallery/diagonal.toml")),
        ("off-45", include_str!("gallery/off-45.toml")),
        ("square", include_str!("gallery/square.toml")),
        ("shallow", include_str!("gallery/shallow.toml")),
        ("convoy", include_str!("gallery/convoy.toml")),
        ("push-out", include_str!("gallery/push-out.toml")),
        ("mirror", include_str!("gallery/mirror.toml")),
        ("cradle", include_str!("gallery/cradle.toml")),
        ("three-ways", include_str!("gallery/three-ways.toml")),
        ("breakout", include_str!("gallery/breakout.toml")),
        ("breakout-relative", include_str!("gallery/breakout-relative.toml")),
        ("breakout-corner", include_str!("gallery/breakout-corner.toml")),
    ]
}

/// The built-in scene that is open where none was asked for.
pub const OPENING: &str = "start";

/// Scenes of the gallery that belong together, up to the first of the next group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GalleryGroup {
    /// The heading.
    pub title: &'static str,
    /// The name of the first scene.
    pub first: &'static str,
}

/// The groups of the built-in scenes, in order.
#[must_use]
pub const fn gallery_groups() -> &'static [GalleryGroup] {
    &[
        GalleryGroup { title: "where they stand", first: "start" },
        GalleryGroup { title: "how they move", first: "time" },
        GalleryGroup { title: "what a hit does", first: "push-out" },
    ]
}

/// The built-in scene with this name.
#[must_use]
pub fn builtin(name: &str) -> Option<Scene> {
    let (_, text) = gallery().iter().find(|(each, _)| *each == name)?;
    Scene::parse(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitscan_geom::{Milli, Shape};

    #[test]
    fn every_built_in_scene_reads_and_says_what_to_try() {
        for (name, text) in gallery() {
            let scene = Scene::parse(text).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
            assert!(!scene.title.is_empty() && !scene.expects.is_empty(), "{name}");
            assert!(scene.note.ends_with(['.', '?']), "{name}");
            assert_eq!(builtin(name), Some(scene));
        }
        assert_eq!(builtin("nowhere"), None);
    }

    #[test]
    fn every_group_begins_with_a_scene_in_order() {
        let names: Vec<_> = gallery().iter().map(|(name, _)| *name).collect();
        let first = |group: &GalleryGroup| names.iter().position(|name| *name == group.first);
        let begins: Option<Vec<_>> = gallery_groups().iter().map(first).collect();
        let begins = begins.expect("every first scene is in the gallery");
        assert!(begins[0] == 0 && begins.is_sorted(), "{begins:?}");
    }

    #[test]
    fn every_built_in_scene_fits_a_small_terminal_at_zoom_1() {
        for (name, _) in gallery() {
            for object in builtin(name).expect(name).objects {
                let (min, max) = object.shape.bounds();
                let inside = min.x >= Milli::ZERO && min.y >= Milli::ZERO;
                assert!(inside, "{name}: {}", object.name);
                // 43 columns and 20 rows of 2 units.
                let fits = max.x < Milli::from_units(43) && max.y < Milli::from_units(40);
                assert!(fits, "{name}: {}", object.name);
            }
        }
    }

    #[test]
    fn the_first_scene_has_its_objects_in_the_order_of_the_file() {
        let start = builtin("start").expect("built in");
        let names: Vec<_> = start.objects.iter().map(|object| object.name.as_str()).collect();
        assert_eq!(names, ["A", "B", "L"]);
        assert!(
            start.objects[0].is_static() && matches!(start.objects[2].shape, Shape::Segment(_))
        );
    }
}
