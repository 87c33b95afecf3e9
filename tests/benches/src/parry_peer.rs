//! `parry`, in both precisions. Units.

/// Verdict bits of a side, beside [`MEETS`](crate::measure::MEETS).
pub fn side_bits(sides: hitscan_geom::Sides) -> u8 {
    sides.iter().fold(0, |bits, side| bits | side_bit(side))
}

pub fn side_bit(side: hitscan_geom::Side) -> u8 {
    use hitscan_geom::Side;
    match side {
        Side::Left => 2,
        Side::Top => 4,
        Side::Right => 8,
        Side::Bottom => 16,
    }
}

macro_rules! peer {
    ($name:ident, $parry:ident, $real:ty) => {
        pub mod $name {
            use hitscan_geom::{self, Side};
            use $parry::bounding_volume::Aabb;
            use $parry::math::{Pose, Vector};
            use $parry::query::{
                Ray, RayCast, RayIntersection, ShapeCastHit, ShapeCastOptions, cast_shapes,
            };
            use $parry::shape::Cuboid;

            use crate::measure::MEETS;

            // Whole units, and few: exact in both precisions.
            #[allow(clippy::cast_possible_truncation)]
            fn vector(x: hitscan_geom::Milli, y: hitscan_geom::Milli) -> Vector {
                let units = |length: hitscan_geom::Milli| f64::from(length.thousandths()) / 1000.0;
                Vector::new(units(x) as $real, units(y) as $real)
            }

            pub fn aabb(region: &hitscan_geom::Aabb) -> Aabb {
                let (min, max) = (region.min(), region.max());
                Aabb::new(vector(min.x, min.y), vector(max.x, max.y))
            }

            /// A ray for which parameter 1 is the end of the laser.
            pub fn ray(laser: &hitscan_geom::Segment) -> Ray {
                let way = laser.direction();
                Ray::new(vector(laser.start().x, laser.start().y), vector(way.x, way.y))
            }

            /// A box at its own origin, and a ray relative to it.
            pub struct Local {
                cuboid: Cuboid,
                ray: Ray,
            }

            impl Local {
                pub fn new(laser: &hitscan_geom::Segment, region: &hitscan_geom::Aabb) -> Self {
                    let (aabb, ray) = (aabb(region), ray(laser));
                    let cuboid = Cuboid::new(aabb.half_extents());
                    Self { cuboid, ray: Ray::new(ray.origin - aabb.center(), ray.dir) }
                }

                #[inline]
                pub fn cast(&self) -> Option<RayIntersection> {
                    self.cuboid.cast_local_ray_and_get_normal(&self.ray, 1.0, true)
                }
            }

            /// Two boxes in motion, as shapes.
            pub struct Shapes {
                boxes: [(Pose, Vector, Cuboid); 2],
                options: ShapeCastOptions,
            }

            impl Shapes {
                pub fn new(a: &hitscan_geom::Moving, b: &hitscan_geom::Moving) -> Self {
                    let boxes = [a, b].map(|moving| {
                        let start = aabb(&moving.start());
                        let at = Pose::from_translation(start.center());
                        let velocity = vector(moving.motion().x, moving.motion().y);
                        (at, velocity, Cuboid::new(start.half_extents()))
                    });
                    Self { boxes, options: ShapeCastOptions::with_max_time_of_impact(1.0) }
                }

                #[inline]
                pub fn cast(&self) -> Option<ShapeCastHit> {
                    let [(at_a, va, a), (at_b, vb, b)] = &self.boxes;
                    cast_shapes(at_a, *va, a, at_b, *vb, b, self.options)
                        .expect("cuboids are supported")
                }
            }

            /// Two boxes in motion, as bounds.
            #[derive(Clone, Copy)]
            pub struct Bounds {
                at: Aabb,
                velocity: Vector,
            }

            impl Bounds {
                pub fn new(moving: &hitscan_geom::Moving) -> Self {
                    let velocity = vector(moving.motion().x, moving.motion().y);
                    Self { at: aabb(&moving.start()), velocity }
                }

                /// A ray from the origin against the Minkowski sum, as in parry's own
                /// `intersects_moving_aabb`.
                #[inline]
                pub fn cast(&self, b: &Self) -> Option<RayIntersection> {
                    let sum = Aabb::new(b.at.mins - self.at.maxs, b.at.maxs - self.at.mins);
                    let ray = Ray::new(Vector::ZERO, self.velocity - b.velocity);
                    sum.cast_local_ray_and_get_normal(&ray, 1.0, true)
                }
            }

            pub fn verdict(hit: Option<RayIntersection>) -> u8 {
                let Some(hit) = hit else { return 0 };
                let sides = [
                    (hit.normal.x < 0.0, Side::Left),
                    (hit.normal.y < 0.0, Side::Top),
                    (hit.normal.x > 0.0, Side::Right),
                    (hit.normal.y > 0.0, Side::Bottom),
                ];
                let named = sides.into_iter().filter(|&(named, _)| named);
                named.fold(MEETS, |bits, (_, side)| bits | super::side_bit(side))
            }
        }
    };
}

peer!(single, parry2d, f32);
peer!(double, parry2d_f64, f64);
