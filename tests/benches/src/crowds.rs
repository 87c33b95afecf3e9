//! Crowds, generated as in scenes, and the frames in which they move.

use hitscan_core::scene::Scene;
use hitscan_core::world::{CrowdLayout, Object};
use hitscan_geom::{Aabb, Moving};

/// A crowd with this many units of room for each object along an axis.
#[derive(Clone, Copy)]
pub struct Crowd {
    pub layout: CrowdLayout,
    pub count: u32,
    pub room: f64,
    pub apart: bool,
}

impl Crowd {
    /// Like an example crowd of the format: 10 000 objects on 1000 × 1000 units.
    pub fn uniform(count: u32) -> Self {
        Self { layout: CrowdLayout::Uniform, count, room: 10.0, apart: false }
    }

    /// Clusters in an area of the same size, and a fiftieth of all boxes outside them.
    pub fn clusters(count: u32) -> Self {
        Self { layout: CrowdLayout::Clusters, ..Self::uniform(count) }
    }

    /// Sizes from 1 to 192, with enough room for the large ones.
    pub fn mixed_sizes(count: u32) -> Self {
        Self { layout: CrowdLayout::MixedSizes, room: 20.0, ..Self::uniform(count) }
    }

    /// Half the side of its area, in units.
    pub fn half_side(&self) -> i16 {
        let half = (f64::from(self.count).sqrt() * self.room / 2.0).round();
        assert!(half <= f64::from(i16::MAX), "{half} units are beyond the plane");
        half as i16
    }

    /// A scene with the crowd, in which boxes have this response.
    pub fn scene(&self, response: &str) -> Scene {
        let half = self.half_side();
        let text = format!(
            "response = \"{response}\"\n[[crowd]]\nname = \"c\"\ncount = {}\nlayout = \"{}\"\n\
             area = [-{half}, -{half}, {half}, {half}]\nsize = [1, 3]\nspeed = [0, 0.9]\n\
             apart = {}\nseed = 7\n",
            self.count,
            self.layout.token(),
            self.apart,
        );
        Scene::parse(&text).expect("a crowd with room")
    }

    /// Its boxes in motion.
    pub fn moving(&self) -> Vec<Moving> {
        let objects = self.scene("pass").objects;
        let moving = |object: &Object| {
            let start: &Aabb = object.shape.as_box().expect("a crowd of boxes");
            Moving::new(*start, object.velocity).expect("in range")
        };
        objects.iter().map(moving).collect()
    }
}
