//! Screen regions that respond to the mouse. The view adds them; what a click does is defined
//! elsewhere.

use ratatui::layout::{Position, Rect};

use super::Tab;
use crate::app::Action;
use hitscan_core::command::Layer;
use hitscan_core::command::WhySubject;
use hitscan_core::engine::LineId;

/// What a region stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HitRegion {
    /// The name of a view of the panel.
    Tab(Tab),
    /// A line of the log: a record, by its number.
    Line(LineId),
    /// A row of Methods: a page of Why.
    Page(WhySubject),
    /// A layer of the map.
    Layer(Layer),
    /// A line of a page of Why, by the number of its sentence.
    Sentence(usize),
    /// A row of the form, counted from 0.
    Row(usize),
    /// A row of the palette, counted from 0.
    Palette(usize),
    /// A row of the menu that a prefix key opens.
    Following(Action),
    /// A scene in the picker, by its place among the matches, counted from 0.
    Scene(usize),
}

/// The hit regions of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HitRegions {
    hit_regions: Vec<(Rect, HitRegion)>,
}

impl HitRegions {
    /// Adds a region.
    pub fn put(&mut self, area: Rect, spot: HitRegion) {
        self.hit_regions.push((area, spot));
    }

    /// The region at a screen cell, counted from the top left corner. Later regions lie over
    /// earlier ones.
    #[must_use]
    pub fn at(&self, col: u16, row: u16) -> Option<HitRegion> {
        let found =
            self.hit_regions.iter().rfind(|(area, _)| area.contains(Position::new(col, row)));
        found.map(|(_, spot)| *spot)
    }
}
