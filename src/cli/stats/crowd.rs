//! A scene with a larger or smaller crowd, spread as densely as before.

use hitscan_core::scene::Scene;
use hitscan_core::world::{Crowd, CrowdError};
use hitscan_geom::{Aabb, Milli, Point};

/// Why a crowd of that size is impossible.
#[derive(Debug, thiserror::Error)]
pub(super) enum ScaleError {
    /// The scene has no crowd, or several.
    #[error("--scale needs a scene with one [[crowd]]; this has {0}")]
    NotOneCrowd(usize),
    /// Its area would exceed the plane.
    #[error("a crowd of {0}, as dense as this one, does not fit between -{limit} and {limit}", limit = Milli::LIMIT)]
    NoPlane(u32),
    /// It cannot be generated.
    #[error(transparent)]
    Crowd(#[from] CrowdError),
}

/// The scene with a crowd of `count` objects. The area grows with it, so that the density stays the
/// same.
pub(super) fn of_size(scene: &Scene, count: u32) -> Result<Scene, ScaleError> {
    let [crowd] = scene.crowds.as_slice() else {
        return Err(ScaleError::NotOneCrowd(scene.crowds.len()));
    };
    let place = crowd.place_among(&scene.objects).ok_or(ScaleError::NotOneCrowd(0))?;
    let area = scaled(crowd, count).ok_or(ScaleError::NoPlane(count))?;
    let crowd = Crowd { count, area, ..crowd.clone() };
    let drawn: Result<Vec<_>, _> = crowd.objects().collect();
    let mut objects = scene.objects.clone();
    objects.splice(place, drawn?);
    Ok(Scene { objects, crowds: vec![crowd], expects: Vec::new(), ..scene.clone() })
}

/// The area for `count` objects: around the same centre, with each side scaled by the square root
/// of the ratio of the counts, rounded to thousandths.
fn scaled(crowd: &Crowd, count: u32) -> Option<Aabb> {
    let side = |least: Milli, greatest: Milli| {
        let side = u128::try_from(greatest.wide() - least.wide()).ok()?;
        let square = side * side * u128::from(count) / u128::from(crowd.count.max(1));
        let middle = i128::from(least.wide() + greatest.wide()) / 2;
        let half = i128::try_from(square.isqrt().div_ceil(2)).ok()?;
        let ends = [Milli::try_from(middle - half).ok()?, Milli::try_from(middle + half).ok()?];
        ends.iter().all(|end| end.in_range()).then_some(ends)
    };
    let area = &crowd.area;
    let [left, right] = side(area.left(), area.right())?;
    let [top, bottom] = side(area.top(), area.bottom())?;
    Aabb::from_corners(Point::new(left, top), Point::new(right, bottom)).ok()
}
