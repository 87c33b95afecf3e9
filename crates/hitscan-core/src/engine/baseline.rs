//! The scene as last opened or saved: what "unsaved" is measured against.

use super::sandbox::{Expected, Memo, Placement, Sandbox};
use crate::scene::Scene;
use crate::world::Object;

/// A scene as last opened or saved.
#[derive(Clone, Debug)]
pub(super) struct Baseline {
    /// The contents of the file.
    pub(super) scene: Scene,
    /// Where the objects were placed then, before frames of motion; `None` if that equals the file.
    placed: Option<Vec<Object>>,
    expects: Vec<Expected>,
    is_placed_otherwise: Memo<Placement, bool>,
    has_other_names: Memo<Placement, bool>,
}

impl Baseline {
    pub(super) fn new(scene: Scene, sandbox: &Sandbox) -> Self {
        let placed = || sandbox.world().placed();
        let is_in_file = placed().eq(scene.objects.iter().cloned());
        let placed = (!is_in_file).then(|| placed().collect());
        Self {
            scene,
            placed,
            expects: sandbox.expects().to_vec(),
            is_placed_otherwise: Memo::default(),
            has_other_names: Memo::default(),
        }
    }

    /// Whether a save would change anything. Frames of motion do not count.
    pub(super) fn differs(&self, sandbox: &Sandbox) -> bool {
        let world = sandbox.world();
        self.scene.title != world.title()
            || self.scene.settings != *world.settings()
            || self.expects != sandbox.expects()
            || self.is_placed_otherwise.get(sandbox.placement(), || {
                self.placed().len() != world.len() + world.broken()
                    || !world.placed().eq(self.placed().iter().cloned())
            })
    }

    fn placed(&self) -> &[Object] {
        self.placed.as_deref().unwrap_or(&self.scene.objects)
    }

    /// Whether objects were added, removed or renamed. Objects broken by frames count as present.
    pub(super) fn has_other_objects(&self, sandbox: &Sandbox) -> bool {
        self.has_other_names.get(sandbox.placement(), || {
            let now = sandbox.world().placed().map(|object| object.name);
            !self.placed().iter().map(|object| object.name).eq(now)
        })
    }

    /// The scene with its objects as they were placed.
    pub(super) fn as_placed(&self) -> Scene {
        Scene { objects: self.placed().to_vec(), ..self.scene.clone() }
    }
}
