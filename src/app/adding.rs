//! New shapes in the middle of the view, and copies, under the first free name.

use super::{Action, App, Effect};
use crate::geom::{Aabb, Laser, Milli, Origin, Point, Polygon, Shape, Vector};
use crate::script::Command;
use crate::world::Name;

impl App {
    /// Adds a shape in the middle of the view, under the first free letter.
    pub(super) fn add(&mut self, action: Action) -> Vec<Effect> {
        let cols = i64::from(self.viewport.cols());
        let rows = i64::from(self.viewport.rows());
        let middle = self.viewport.unit_point(cols / 2, rows / 2);
        let (first, shape) = match action {
            Action::AddLaser => ('L', laser_about(middle)),
            Action::AddPolygon => ('P', triangle_about(middle)),
            _ => ('A', box_about(middle)),
        };
        if let (Some(shape), Some(name)) = (shape, self.free_name(first)) {
            return self.run(&Command::Add(name, shape));
        }
        self.fail("there is no room here for a new shape");
        Vec::new()
    }

    pub(super) fn duplicate(&mut self) -> Vec<Effect> {
        let Some((_, object)) = self.sandbox.selection() else {
            self.fail("nothing is selected");
            return Vec::new();
        };
        let name = object.name;
        match self.free_name(name.as_str().chars().next().unwrap_or('A')) {
            Some(new) => self.run(&Command::Duplicate(name, new)),
            None => Vec::new(),
        }
    }

    /// A letter from `first` on that is no name yet, else that letter with the
    /// first free number.
    pub(super) fn free_name(&self, first: char) -> Option<Name> {
        let is_free = |name: &Name| self.sandbox.world().find(name).is_none();
        let letters = (first..='Z').chain('A'..first).map(|letter| letter.to_string());
        let numbered = (1..).map(|n: u32| format!("{first}{n}"));
        letters.chain(numbered).map_while(|text| Name::new(&text).ok()).find(is_free)
    }
}

fn box_about(middle: Point) -> Option<Shape> {
    let size = Vector::new(Milli::from_units(8), Milli::from_units(8));
    Aabb::from_size(middle, size, Origin::Center).ok().map(Shape::Box)
}

fn laser_about(middle: Point) -> Option<Shape> {
    let half = Vector::new(Milli::from_units(8), Milli::ZERO);
    let laser = Laser::new(middle - half, middle + half);
    (laser.start.in_range() && laser.end.in_range()).then_some(Shape::Laser(laser))
}

fn triangle_about(middle: Point) -> Option<Shape> {
    let corner = |x, y| middle + Vector::new(Milli::from_units(x), Milli::from_units(y));
    let vertices = [corner(0, -4), corner(5, 4), corner(-5, 4)];
    let in_range = vertices.iter().all(|vertex| vertex.in_range());
    Polygon::new(&vertices).ok().filter(|_| in_range).map(Shape::Polygon)
}
