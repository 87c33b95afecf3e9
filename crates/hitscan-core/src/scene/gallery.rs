//! The built-in scenes, parsed like any other file, in groups by the article whose
//! methods they show.

use std::collections::BTreeSet;

use super::Scene;
use crate::methods::{Article, Method};

/// The heading that scenes are listed under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GalleryGroup {
    /// The article that they come from.
    Article(&'static Article),
    /// Scenes that belong to no article.
    Beyond,
}

impl GalleryGroup {
    /// All groups, in the order of the gallery.
    pub fn all() -> impl Iterator<Item = Self> {
        Article::all().iter().map(Self::Article).chain([Self::Beyond])
    }

    /// The headings, one above the other: an article's own title, and its English one.
    pub const fn headings(self) -> &'static [&'static str] {
        match self {
            Self::Article(article) => &article.headings,
            Self::Beyond => &["Beyond the articles"],
        }
    }

    /// The heading in English.
    pub fn english(self) -> &'static str {
        self.headings().last().copied().unwrap_or_default()
    }
}

impl Scene {
    /// The group of the scene, given by its source.
    pub fn group(&self) -> GalleryGroup {
        Article::with_title(&self.source).map_or(GalleryGroup::Beyond, GalleryGroup::Article)
    }

    /// The methods that the scene is about: those of its article, the one it opens or responds
    /// with, and those that it expects to be wrong.
    pub fn methods(&self) -> BTreeSet<Method> {
        let article = Article::with_title(&self.source).into_iter().flat_map(Article::methods);
        let wrong = self.expects.iter().filter_map(|expect| expect.wrong.as_ref()).flatten();
        let side = (self.settings.side != Method::SWEPT).then_some(self.settings.side);
        article.chain(self.opening.method).chain(side).chain(wrong.copied()).collect()
    }
}

/// The built-in scenes in order, group by group: name and text.
pub const fn gallery() -> &'static [(&'static str, &'static str)] {
    &[
        ("start", include_str!("gallery/start.toml")),
        ("entry", include_str!("gallery/entry.toml")),
        ("inside", include_str!("gallery/inside.toml")),
        ("edge-line", include_str!("gallery/edge-line.toml")),
        ("corner", include_str!("gallery/corner.toml")),
        ("point", include_str!("gallery/point.toml")),
        ("halves", include_str!("gallery/halves.toml")),
        ("in-line", include_str!("gallery/in-line.toml")),
        ("inner", include_str!("gallery/inner.toml")),
        ("concave", include_str!("gallery/concave.toml")),
        ("vertex", include_str!("gallery/vertex.toml")),
        ("polygons", include_str!("gallery/polygons.toml")),
        ("rounding", include_str!("gallery/rounding.toml")),
        ("time", include_str!("gallery/time.toml")),
        ("mover-two", include_str!("gallery/mover-two.toml")),
        ("tunnel", include_str!("gallery/tunnel.toml")),
        ("corridor", include_str!("gallery/corridor.toml")),
        ("push-out", include_str!("gallery/push-out.toml")),
        ("lower-left", include_str!("gallery/lower-left.toml")),
        ("convoy", include_str!("gallery/convoy.toml")),
        ("breakout-relative", include_str!("gallery/breakout-relative.toml")),
        ("demo-turn", include_str!("gallery/demo-turn.toml")),
        ("ends", include_str!("gallery/ends.toml")),
        ("parallel", include_str!("gallery/parallel.toml")),
        ("two-boxes", include_str!("gallery/two-boxes.toml")),
        ("origins", include_str!("gallery/origins.toml")),
        ("touch", include_str!("gallery/touch.toml")),
        ("strict", include_str!("gallery/strict.toml")),
        ("sums", include_str!("gallery/sums.toml")),
        ("diagonal", include_str!("gallery/diagonal.toml")),
        ("breakout-45", include_str!("gallery/breakout-45.toml")),
        ("bricks-45", include_str!("gallery/bricks-45.toml")),
        ("off-45", include_str!("gallery/off-45.toml")),
        ("square", include_str!("gallery/square.toml")),
        ("shallow", include_str!("gallery/shallow.toml")),
        ("int-halves", include_str!("gallery/int-halves.toml")),
        ("breakout-corner", include_str!("gallery/breakout-corner.toml")),
        ("y-up", include_str!("gallery/y-up.toml")),
        ("sweep", include_str!("gallery/sweep.toml")),
        ("slit", include_str!("gallery/slit.toml")),
        ("graze", include_str!("gallery/graze.toml")),
        ("bullet", include_str!("gallery/bullet.toml")),
        ("landing", include_str!("gallery/landing.toml")),
        ("seam", include_str!("gallery/seam.toml")),
        ("mirror", include_str!("gallery/mirror.toml")),
        ("cradle", include_str!("gallery/cradle.toml")),
        ("three-ways", include_str!("gallery/three-ways.toml")),
        ("breakout-swept", include_str!("gallery/breakout-swept.toml")),
        ("landing-gravity", include_str!("gallery/landing-gravity.toml")),
        ("platform", include_str!("gallery/platform.toml")),
        ("breakout", include_str!("gallery/breakout.toml")),
        ("plus-sign", include_str!("gallery/plus-sign.toml")),
        ("bounds", include_str!("gallery/bounds.toml")),
        ("notch", include_str!("gallery/notch.toml")),
        ("on-the-edge", include_str!("gallery/on-the-edge.toml")),
        ("level", include_str!("gallery/level.toml")),
        ("ramp", include_str!("gallery/ramp.toml")),
        ("valley", include_str!("gallery/valley.toml")),
        ("spike", include_str!("gallery/spike.toml")),
        ("slope-seam", include_str!("gallery/slope-seam.toml")),
        ("key", include_str!("gallery/key.toml")),
        ("one-way", include_str!("gallery/one-way.toml")),
        ("lift-up", include_str!("gallery/lift-up.toml")),
        ("tiles", include_str!("gallery/tiles.toml")),
        ("moments", include_str!("gallery/moments.toml")),
        ("through", include_str!("gallery/through.toml")),
        ("centred", include_str!("gallery/centred.toml")),
        ("two-gaps", include_str!("gallery/two-gaps.toml")),
        ("around", include_str!("gallery/around.toml")),
        ("four-looks", include_str!("gallery/four-looks.toml")),
        ("beam", include_str!("gallery/beam.toml")),
        ("beam-crowd", include_str!("gallery/beam-crowd.toml")),
        ("crowd", include_str!("gallery/crowd.toml")),
        ("crowd-clusters", include_str!("gallery/crowd-clusters.toml")),
        ("crowd-sizes", include_str!("gallery/crowd-sizes.toml")),
    ]
}

/// The built-in scene that opens by default.
pub const OPENING: &str = "start";

/// The built-in scene with this name.
pub fn builtin(name: &str) -> Option<Scene> {
    let (_, text) = gallery().iter().find(|(each, _)| *each == name)?;
    Scene::parse(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitscan_geom::{Milli, Shape};

    #[test]
    fn every_built_in_scene_parses_and_says_what_to_try() {
        for (name, text) in gallery() {
            let scene = Scene::parse(text).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
            assert!(!scene.title.is_empty() && !scene.expects.is_empty(), "{name}");
            assert!(scene.note.shown().ends_with(['.', '?']), "{name}");
            assert_eq!(builtin(name), Some(scene));
        }
        assert_eq!(builtin("nowhere"), None);
    }

    #[test]
    fn every_built_in_scene_fits_a_small_terminal_at_zoom_1() {
        // These have the numbers of their article or of a map, for high-resolution screens, need
        // room for three walls side by side, or have their slopes around the origin; they open
        // with everything in view.
        let is_large = |name: &str| {
            matches!(name, "two-boxes" | "origins" | "lower-left" | "tiles")
                || matches!(name, "ramp" | "valley" | "spike" | "slope-seam")
        };
        for (name, _) in gallery().iter().filter(|(name, _)| !is_large(name)) {
            let scene = builtin(name).expect(name);
            // A crowd is viewed from a distance.
            let alone = if scene.crowds.is_empty() { scene.objects } else { Vec::new() };
            for object in alone {
                let (min, max) = object.shape.bounds();
                let inside = min.x >= Milli::ZERO && min.y >= Milli::ZERO;
                assert!(inside, "{name}: {}", object.name);
                // 43 columns and 20 rows of 2 units.
                let fits = max.x < Milli::from_units(43) && max.y <= Milli::from_units(40);
                assert!(fits, "{name}: {}", object.name);
            }
        }
    }

    #[test]
    fn the_scenes_of_a_group_are_consecutive_in_the_order_of_the_articles() {
        let groups = gallery().iter().map(|(name, _)| builtin(name).expect(name).group());
        let mut groups: Vec<_> = groups.collect();
        groups.dedup();
        assert_eq!(groups, GalleryGroup::all().collect::<Vec<_>>());
        for (name, _) in gallery() {
            let scene = builtin(name).expect(name);
            assert!(scene.group() != GalleryGroup::Beyond || scene.source == "hitscan", "{name}");
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
