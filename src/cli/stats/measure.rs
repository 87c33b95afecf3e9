//! Makes the frames of a scene under one broad phase, and counts and times them.

use std::time::{Duration, Instant};

use hitscan_core::engine::{Event, Flow, Sandbox};
use hitscan_core::scene::Scene;
use hitscan_core::world::{ChangeError, Crowd, CrowdError, Settings};
use hitscan_geom::broad_phase::BroadPhase;
use hitscan_geom::{Aabb, Milli, Point};

/// The measurements of the frames of one scene under one broad phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Measured {
    pub(super) broad_phase: BroadPhase,
    /// The number of objects at the start.
    pub(super) objects: u64,
    /// The number of frames made.
    pub(super) frames: u64,
    /// The totals of all frames: pairs, candidates and pairs that meet.
    pub(super) pairs: u64,
    pub(super) candidates: u64,
    pub(super) meet: u64,
    pub(super) median: Duration,
    pub(super) worst: Duration,
    /// What stopped it early, if anything.
    pub(super) stopped: Option<String>,
}

impl Measured {
    /// A total as a rounded average per frame.
    pub(super) const fn per_frame(&self, count: u64) -> u64 {
        (count + self.frames / 2) / self.frames
    }
}

/// A step of the progress of measuring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    /// [`hitscan_core::world::WORK_BETWEEN_QUESTIONS`] of the work of a frame.
    Work,
    /// A whole frame.
    Frame,
}

/// Makes this many frames; fewer if the world refuses one. Calls `passed` after each, and during
/// their work.
///
/// # Errors
/// When not even the first frame can be made.
pub(super) fn measure(
    scene: &Scene,
    broad_phase: BroadPhase,
    frames: u32,
    passed: &mut dyn FnMut(Passed),
) -> Result<Measured, ChangeError> {
    // The start is not measured: the default broad phase finds its pairs.
    let settings = Settings { broad_phase: None, ..scene.settings };
    let mut sandbox = Sandbox::new(Scene { settings, ..scene.clone() })?;
    sandbox.set_usual_broad_phase(broad_phase);
    let objects = sandbox.world().len() as u64;
    let mut measured = Measured { broad_phase, objects, ..Measured::default() };
    let mut times = Vec::new();
    for _ in 0..frames {
        let begun = Instant::now();
        let mut hear = |event: Event<'_>| {
            if let Event::Working(_) = event {
                passed(Passed::Work);
            }
            Flow::GoOn
        };
        if let Err((_, why)) = sandbox.step(1, &mut hear) {
            if times.is_empty() {
                return Err(why);
            }
            measured.stopped = Some(why.to_string());
            break;
        }
        times.push(begun.elapsed());
        if let Some(of_frame) = sandbox.world().broad_phase_counts() {
            measured.pairs += of_frame.counts.pairs;
            measured.candidates += of_frame.counts.candidates;
            measured.meet += of_frame.counts.meet as u64;
        }
        passed(Passed::Frame);
    }
    times.sort_unstable();
    measured.frames = times.len() as u64;
    measured.median = times.get(times.len() / 2).copied().unwrap_or_default();
    measured.worst = times.last().copied().unwrap_or_default();
    Ok(measured)
}

/// The scene with a crowd of `count` objects. The area grows with it, so that the density stays the
/// same.
///
/// # Errors
/// When the scene has no crowd or several, its area would exceed the plane, or it cannot be
/// generated.
pub(super) fn of_size(scene: &Scene, count: u32) -> Result<Scene, String> {
    let not_one =
        |crowds: usize| format!("--scale needs a scene with one [[crowd]]; this has {crowds}");
    let [crowd] = scene.crowds.as_slice() else { return Err(not_one(scene.crowds.len())) };
    let place = crowd.place_among(&scene.objects).ok_or_else(|| not_one(0))?;
    let area = scaled(crowd, count).ok_or_else(|| {
        let limit = Milli::LIMIT;
        format!(
            "a crowd of {count}, as dense as this one, does not fit between -{limit} and {limit}"
        )
    })?;
    let crowd = Crowd { count, area, ..crowd.clone() };
    let drawn: Result<Vec<_>, CrowdError> = crowd.objects().collect();
    let mut objects = scene.objects.clone();
    objects.splice(place, drawn.map_err(|why| why.to_string())?);
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
