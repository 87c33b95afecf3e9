//! The picture of a scene that could be opened.

use crate::app::{Overlays, Viewport};
use hitscan_core::engine::{Pair, Sandbox};
use hitscan_core::methods::Method;

/// A scene as its picture shows it.
#[derive(Clone, Debug)]
pub struct Preview {
    pub(in crate::app) sandbox: Sandbox,
    pub(in crate::app) viewport: Viewport,
    /// The layers that it opens with.
    pub(in crate::app) overlays: Overlays,
    /// The method that its log is compared with.
    pub method: Option<Method>,
    /// The pair whose result predict mode covers.
    pub(in crate::app) covered: Option<Pair>,
}

impl Preview {
    /// The most objects of a scene whose pairs are all tested for its picture. In
    /// the picture of a larger scene none is marked.
    pub const MOST_TESTED: usize = 40;
}
