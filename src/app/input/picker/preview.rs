//! The preview of a scene that could be opened.

use super::entry::Entry;
use crate::app::{Overlays, Viewport};
use hitscan_core::engine::{Compared, Engine, Pair, Sandbox};
use hitscan_core::methods::Method;

/// A scene as its preview shows it.
#[derive(Clone, Debug)]
pub struct Preview {
    pub(in crate::app) sandbox: Sandbox,
    pub(in crate::app) viewport: Viewport,
    /// The layers that it opens with.
    pub(in crate::app) overlays: Overlays,
    /// The method that its log compares with the truth.
    pub method: Option<Method>,
    /// The pair whose result predict mode covers.
    pub(in crate::app) covered: Option<Pair>,
}

impl Preview {
    /// The most objects of a scene whose pairs are all tested for the preview. In larger scenes no
    /// pair is marked.
    pub const MOST_TESTED: usize = 40;

    /// The preview of an entry's scene, with everything in view in an arena of this size; `None` if
    /// it has no scene.
    pub(in crate::app) fn of(
        entry: &Entry,
        (cols, rows): (u16, u16),
        engine: &Engine,
    ) -> Option<Self> {
        let scene = entry.scene.as_ref().ok()?;
        let is_small = scene.objects.len() <= Self::MOST_TESTED;
        let sandbox = if is_small { Sandbox::new } else { Sandbox::untested };
        let sandbox = sandbox(scene.clone()).ok()?;
        let mut viewport = Viewport::new(cols, rows);
        viewport.show_all(sandbox.world(), Viewport::MOST_FITTED_SPARING);
        let pair = sandbox.pair_in_view(None);
        let compared = Compared::of(scene.opening.method.into(), sandbox.world().settings());
        let method = pair.as_ref().and_then(|pair| compared.for_shapes(pair));
        let covered = pair.filter(|_| engine.is_predicting());
        let overlays = Overlays::of_pictures().opened_with(&scene.opening.overlays);
        Some(Self { sandbox, viewport, overlays, method, covered })
    }
}
