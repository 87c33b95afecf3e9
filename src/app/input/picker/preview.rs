//! The preview of a scene that could be opened.

use crate::app::{Overlays, Viewport};
use hitscan_core::engine::{Pair, Sandbox};
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
}
