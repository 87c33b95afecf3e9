//! A map set up without keys: of this object and partner, in this part of the plane.

use super::MapFits;
use crate::app::screen::Framing;
use crate::app::{App, EditMode, Message};
use hitscan_core::command::{Command, Layer};
use hitscan_core::scene::View;
use hitscan_core::world::Name;
use hitscan_geom::{Point, ShapeKind};

/// What to map, where it differs from how the scene opens.
#[derive(Clone, Debug, Default)]
pub struct MapSetup {
    /// The selected object.
    pub select: Option<Name>,
    /// Its partner.
    pub partner: Option<Name>,
    /// The part of the object to move elsewhere.
    pub edit: EditMode,
    /// What the map shows.
    pub layer: Option<Layer>,
    /// Columns and rows of the arena; `None` leaves the screen's.
    pub size: Option<(u16, u16)>,
    /// The zoom, as an exponent of 2.
    pub zoom: Option<i8>,
    /// The point in the middle.
    pub middle: Option<Point>,
}

impl MapSetup {
    /// Turns the map of an app on with this setup, and computes all of it.
    ///
    /// # Errors
    /// Says what does not exist, or why there is no map.
    pub fn open_in(&self, app: &mut App) -> Result<(), String> {
        if let Some(name) = self.select {
            app.execute(&Command::Select(name)).map_err(|why| why.to_string())?;
        }
        let (selected, object) = app.engine.sandbox().selection().ok_or("nothing is selected")?;
        let (name, vertices) = (object.name, object.shape.vertices().len());
        if let EditMode::End(index) = self.edit
            && index >= vertices
        {
            let kind = match object.shape.kind() {
                ShapeKind::Box => "a box has corners",
                ShapeKind::Segment => "a laser has ends",
                ShapeKind::Polygon => "this polygon has vertices",
            };
            return Err(format!("end {}: {kind} 1 to {vertices}", index + 1));
        }
        app.input.edit_mode = self.edit.checked(object, &app.input.keymap)?;
        if let Some(partner) = self.partner {
            if partner == name {
                return Err(format!("{name} has another object for a partner"));
            }
            let found = app.engine.world().find(&partner);
            let partner = found.ok_or_else(|| format!("there is no object {partner}"))?;
            app.engine.pin(Some([selected, partner]));
        }
        if let Some((columns, rows)) = self.size {
            app.screen.viewport.resize(columns, rows);
            app.screen.reframe(app.engine.sandbox(), false);
        }
        let viewport = &mut app.screen.viewport;
        if let Some(zoom) = self.zoom {
            viewport.zoom_by(zoom - viewport.zoom());
        }
        if let Some(middle) = self.middle {
            viewport.show(View { middle, zoom: viewport.zoom() });
        }
        if self.zoom.is_some() || self.middle.is_some() {
            app.screen.framing = Framing::Chosen;
        }
        app.show_map(self.layer, MapFits::No)?;
        app.finish_map()?;
        match &app.screen.message {
            Some(Message::Fault(why)) => Err(why.clone()),
            _ => Ok(()),
        }
    }
}
