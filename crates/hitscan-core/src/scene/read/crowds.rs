//! Reads crowds, and draws their objects.

use super::fields::{Field, Given, Reader, Table};
use super::keys::TablePlace;
use super::objects::Declared;
use crate::world::{Crowd, CrowdKind, CrowdLayout, Name, Object, World};
use hitscan_geom::{Aabb, Milli, Point};

const AREA: &str = "left, top, right and bottom in brackets, such as [-500, -500, 500, 500]";
const SIZES: &str = "the least and the greatest size in brackets, such as [1, 3]";
const SPEEDS: &str = "the least and the greatest speed in brackets, such as [0, 0.9]";
const GRID: &str = "a number above 0, such as 0.1";
const SEED: &str = "a whole number from 0 to 4294967295";

impl Reader<'_> {
    /// A crowd and its objects, if the scene has room for them.
    pub(super) fn crowd(
        &mut self,
        table: &Table<'_>,
        room: usize,
        declared: &mut Declared,
    ) -> Option<(Crowd, Vec<Object>)> {
        self.check_keys(table, TablePlace::Crowd);
        let crowd = self.crowd_as_given(table);
        let objects = crowd.as_ref().and_then(|crowd| {
            if crowd.count as usize > room {
                let most = World::MAX_OBJECTS;
                let message =
                    format!("a scene has at most {most} objects; there is room for {room}");
                self.fault(&table.span, "[[crowd]]".to_owned(), message);
                return None;
            }
            let objects: Result<Vec<_>, _> = crowd.objects().collect();
            let refused =
                |error| self.fault(&table.span, "[[crowd]]".to_owned(), format!("{error}"));
            objects.map_err(refused).ok()
        });
        declared.is_complete &= objects.is_some();
        let (crowd, objects) = crowd.zip(objects)?;
        let line = self.source.line(table.span.start);
        for object in &objects {
            let taken = declared.names.insert(object.name, (crowd.kind.shape(), line));
            if let Some((kind, first)) = taken {
                let name = object.name;
                let message =
                    format!("{name}: the {} on line {first} has that name already", kind.token());
                self.fault(&table.span, "[[crowd]]".to_owned(), message);
            }
        }
        Some((crowd, objects))
    }

    fn crowd_as_given(&mut self, table: &Table<'_>) -> Option<Crowd> {
        let who = "[[crowd]]";
        let name = self.needed(table, "name", who, "name, what the names begin with, is missing");
        let name = name.and_then(|field| self.crowd_name(&field.given()));
        let count = self.needed(table, "count", who, "count, how many objects, is missing");
        let most = u32::try_from(World::MAX_OBJECTS).unwrap_or(u32::MAX);
        let count = count.and_then(|field| {
            self.whole(&field.given(), 1..=most, &format!("a whole number from 1 to {most}"))
        });
        let area = self.needed(table, "area", who, "area, where they lie, is missing");
        let area = area.and_then(|field| self.area(&field.given()));
        let given = |key| table.field(key).map(|field: Field<'_>| field.given());
        let kind = given("kind").map_or(Some(CrowdKind::default()), |kind| {
            self.one_of(&kind, &CrowdKind::ALL, CrowdKind::token)
        });
        let layout = given("layout").map_or(Some(CrowdLayout::default()), |layout| {
            self.one_of(&layout, &CrowdLayout::ALL, CrowdLayout::token)
        });
        let size = given("size").map_or(Some(Crowd::SIZE), |size| self.range(&size, SIZES));
        let speed =
            given("speed").map_or(Some([Milli::ZERO; 2]), |speed| self.range(&speed, SPEEDS));
        let grid = given("grid")
            .map_or(Some(Crowd::GRID), |grid| self.number(&grid, GRID, Milli::parse_size));
        let apart = given("apart").map_or(Some(false), |apart| self.yes_or_no(&apart));
        let seed = given("seed").map_or(Some(0), |seed| self.whole(&seed, 0..=u32::MAX, SEED));
        Some(Crowd {
            name: name?,
            count: count?,
            kind: kind?,
            area: area?,
            size: size?,
            grid: grid?,
            speed: speed?,
            layout: layout?,
            apart: apart?,
            seed: seed?,
        })
    }

    fn crowd_name(&mut self, given: &Given<'_>) -> Option<Name> {
        let text = self.text_of(given, "a name between quotation marks, such as \"c\"")?;
        Name::new(&text).map_err(|fault| self.refuse(given, fault.to_string())).ok()
    }

    fn area(&mut self, given: &Given<'_>) -> Option<Aabb> {
        let edges = self.list(given, AREA, |reader, each| reader.number(each, AREA, Milli::parse));
        let [x1, y1, x2, y2] = *edges?.as_slice() else { return self.refused(given, AREA) };
        let axes = self.axes.unwrap_or_default();
        let [from, to] = [(x1, y1), (x2, y2)].map(|(x, y)| Point::new(x, axes.read_y(y)));
        Aabb::from_corners(from, to).map_err(|fault| self.refuse(given, fault.to_string())).ok()
    }

    /// Two numbers, the least first; the axes do not reverse them.
    fn range(&mut self, given: &Given<'_>, right: &str) -> Option<[Milli; 2]> {
        self.size(given, right).map(|range| [range.x, range.y])
    }
}
