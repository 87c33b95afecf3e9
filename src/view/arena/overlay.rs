//! What is drawn beside the objects when it is asked for, one file a layer.
//!
//! A layer does not draw: it says in a [`Sketch`] what is to be drawn, and the
//! sketch is drawn in three goes, under the shapes, over them, and where there
//! is room for words. No layer decides anything: all numbers come from the
//! records and from the steps of the methods.

mod bounds;
mod construction;
mod depth;
mod ends;
mod ghosts;
mod grid;
mod normals;
mod sketch;
mod velocities;

pub(super) use self::sketch::Sketch;
pub(super) use self::velocities::{draw_heads, draw_shafts};

use super::canvas::Canvas;
use crate::app::{ArenaModel, Overlay};

/// What the layers that are shown add to the picture.
pub(super) fn sketch(model: &ArenaModel<'_>, canvas: &Canvas<'_>) -> Sketch {
    let mut sketch = Sketch::new(canvas);
    let world = model.world;
    for layer in Overlay::ALL.into_iter().filter(|&layer| model.shows(layer)) {
        match layer {
            Overlay::Construction => construction::draw(model, canvas, &mut sketch),
            Overlay::Normals => normals::draw(model, canvas, &mut sketch),
            Overlay::Depth => depth::draw(model, canvas, &mut sketch),
            Overlay::Grid => grid::draw(canvas, &mut sketch),
            Overlay::Bounds => bounds::draw(world, canvas, &mut sketch),
            Overlay::Ghosts => ghosts::draw(model, canvas, &mut sketch),
            Overlay::Ends => ends::draw(model, canvas, &mut sketch),
            // Drawn as parts of the objects that have them.
            Overlay::Velocities => {}
        }
    }
    sketch
}
