//! What both formats of Tiled have: objects, tilesets and layers, as a file says them.

use std::collections::BTreeMap;
use std::rc::Rc;

use hitscan_core::methods::AnyNumber;
use hitscan_core::scene::excerpt;
use hitscan_geom::Polygon;

use super::draft::Property;
use super::geometry::{Flips, Geometry, Rotation, Spot, decimal, whole, zero};
use super::report::{MapPlace, MapSubject, counted, quoted};

/// What an object looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MapForm {
    Point,
    Polygon(Vec<[String; 2]>),
    Polyline(Vec<[String; 2]>),
    /// A polygon or a polyline of too many points.
    TooLong {
        what: &'static str,
        found: usize,
    },
    /// What a scene has not, in words.
    Foreign(&'static str),
}

impl MapForm {
    /// A polygon or a polyline of so many points, which are only read if they are few enough.
    pub(super) fn outline(
        is_closed: bool,
        found: usize,
        points: impl Iterator<Item = [String; 2]>,
    ) -> Self {
        let what = if is_closed { "a polygon" } else { "a polyline" };
        match (found > Polygon::MOST_VERTICES, is_closed) {
            (true, _) => Self::TooLong { what, found },
            (false, true) => Self::Polygon(points.collect()),
            (false, false) => Self::Polyline(points.collect()),
        }
    }
}

/// An object as a file has it, with the values of its template.
#[derive(Clone, Debug)]
pub(super) struct MapObject {
    pub(super) place: MapPlace,
    /// The values of its attributes, by the names in [`MapObject::VALUES`].
    pub(super) values: BTreeMap<&'static str, String>,
    /// A rectangle if there is none.
    pub(super) form: Option<MapForm>,
    pub(super) properties: Vec<Property>,
    /// The tilesets that its `gid` is of.
    pub(super) tilesets: Rc<Vec<TilesetUse>>,
}

impl MapObject {
    /// The attributes that are read.
    pub(super) const VALUES: [&'static str; 11] =
        ["id", "name", "class", "type", "x", "y", "width", "height", "rotation", "gid", "template"];

    /// The value of an attribute; empty if there is none.
    pub(super) fn value(&self, name: &str) -> &str {
        self.values.get(name).map_or("", String::as_str)
    }

    /// Its class, by the name of the attribute that this version of Tiled has.
    pub(super) fn class(&self) -> &str {
        Some(self.value("class")).filter(|class| !class.is_empty()).unwrap_or(self.value("type"))
    }

    /// A number, or 0 if it is not there.
    pub(super) fn number(&self, name: &str) -> Result<AnyNumber, String> {
        match self.value(name) {
            "" => Ok(zero()),
            text => decimal(text).map_err(|why| format!("{name} {why}")),
        }
    }

    pub(super) fn spot(&self, names: [&str; 2]) -> Result<Spot, String> {
        Ok(Spot { x: self.number(names[0])?, y: self.number(names[1])? })
    }

    pub(super) fn rotation(&self) -> Result<Rotation, String> {
        match self.value("rotation") {
            "" => Ok(Rotation::Quarters(0)),
            text => Rotation::of(text),
        }
    }

    /// The object with the values of a template where it has none of its own.
    pub(super) fn over(mut self, template: &Self) -> Self {
        for (name, value) in &template.values {
            if *name == "gid" && !self.values.contains_key("gid") {
                self.tilesets = Rc::clone(&template.tilesets);
            }
            self.values.entry(name).or_insert_with(|| value.clone());
        }
        self.values.remove("template");
        self.properties = Property::over(&self.properties, &template.properties);
        self.form = self.form.or_else(|| template.form.clone());
        self
    }

    /// Its shape, where it lies.
    pub(super) fn geometry(&self) -> Result<NewGeometry, String> {
        let at = self.spot(["x", "y"])?;
        let rotation = self.rotation()?;
        let corners = |points: &[[String; 2]]| {
            let spot = |[x, y]: &[String; 2]| Ok(Spot { x: decimal(x)?, y: decimal(y)? });
            points.iter().map(spot).collect::<Result<Vec<_>, String>>()
        };
        let shape = match &self.form {
            None => Geometry::Box { at: Spot::zero(), size: self.spot(["width", "height"])? },
            Some(MapForm::Point) => Geometry::Point(Spot::zero()),
            Some(MapForm::Polygon(points)) => Geometry::Polygon(corners(points)?),
            Some(MapForm::Polyline(points)) if points.len() < 2 => {
                return Err("a polyline of 1 point; it has at least 2".to_owned());
            }
            Some(MapForm::Polyline(points)) => Geometry::Polyline(corners(points)?),
            Some(MapForm::TooLong { what, found }) => {
                let found = counted(*found, "vertex", "vertices");
                let most = Polygon::MOST_VERTICES;
                return Err(format!("{what} of {found}; at most {most} are read"));
            }
            Some(MapForm::Foreign(what)) => {
                return Err(format!("{what}; hitscan has boxes, polygons, lasers and points"));
            }
        };
        let angle = rotation.angle().map(str::to_owned);
        Ok(NewGeometry { shape: shape.turned(&rotation).moved(&at), angle })
    }

    /// How many objects of a scene it is, apart from the shapes of tiles.
    pub(super) fn pieces(&self) -> usize {
        match &self.form {
            Some(MapForm::Polyline(points)) => points.len().saturating_sub(1),
            _ => 1,
        }
    }

    /// What it is called in messages.
    pub(super) fn words(&self, layer: &str) -> String {
        let name = Some(self.value("name")).filter(|name| !name.is_empty());
        let name = name.map_or_else(String::new, |name| format!(" {}", quoted(name)));
        let id = Some(self.value("id")).filter(|id| !id.is_empty());
        let id = id.map_or_else(String::new, |id| format!(" {}", excerpt(id)));
        format!("object{id}{name} in layer {}", quoted(layer))
    }
}

/// A shape, and the angle that it was turned by.
pub(super) struct NewGeometry {
    pub(super) shape: Geometry,
    pub(super) angle: Option<String>,
}

/// The most properties of an object or a tile.
pub(super) const MOST_PROPERTIES: usize = 100;

/// The most shapes of a tile.
pub(super) const MOST_SHAPES: usize = 1000;

/// A tile with shapes.
#[derive(Clone, Debug)]
pub(super) struct TileKind {
    pub(super) class: String,
    pub(super) properties: Vec<Property>,
    /// Its own size, if it is not that of all.
    pub(super) size: Option<Spot>,
    pub(super) shapes: Vec<MapObject>,
}

/// A tileset.
#[derive(Debug)]
pub(super) struct Tileset {
    pub(super) tile: Spot,
    pub(super) offset: Spot,
    /// Which point of a tile object its place is; empty for the left lower corner.
    pub(super) alignment: String,
    /// Whether tiles in layers are drawn as large as their cell.
    pub(super) fits_cells: bool,
    pub(super) kinds: BTreeMap<u32, TileKind>,
}

/// A tileset in a map.
#[derive(Clone, Debug)]
pub(super) struct TilesetUse {
    /// The number of its first tile.
    pub(super) first: u32,
    pub(super) tileset: Rc<Tileset>,
}

/// A tile of a tileset.
pub(super) struct Tile<'t> {
    pub(super) tileset: &'t Tileset,
    kind: Option<&'t TileKind>,
    pub(super) flips: Flips,
}

impl<'t> Tile<'t> {
    /// The tile of a number in a map, in which the highest bits say how it is flipped. The
    /// tilesets are in the order of their first tiles.
    pub(super) fn of(gid: u32, tilesets: &'t [TilesetUse]) -> Option<Self> {
        const HORIZONTAL: u32 = 1 << 31;
        const VERTICAL: u32 = 1 << 30;
        const DIAGONAL: u32 = 1 << 29;
        /// The three, and one for maps of hexagons.
        const ALL: u32 = 0b1111 << 28;
        let number = gid & !ALL;
        let before = tilesets.partition_point(|each| each.first <= number);
        let found = tilesets.get(before.checked_sub(1)?)?;
        let flips = Flips {
            diagonal: gid & DIAGONAL != 0,
            horizontal: gid & HORIZONTAL != 0,
            vertical: gid & VERTICAL != 0,
        };
        let kind = found.tileset.kinds.get(&(number - found.first));
        Some(Self { tileset: &found.tileset, kind, flips })
    }

    /// One of its shapes, flipped, seen from its left top corner.
    pub(super) fn geometry(&self, shape: &MapObject) -> Result<NewGeometry, String> {
        let NewGeometry { shape, angle } = shape.geometry()?;
        Ok(NewGeometry { shape: shape.flipped(self.flips, self.size()), angle })
    }

    /// Its size, before it is flipped.
    pub(super) fn size(&self) -> &Spot {
        self.kind.and_then(|kind| kind.size.as_ref()).unwrap_or(&self.tileset.tile)
    }

    pub(super) fn shapes(&self) -> &[MapObject] {
        self.kind.map_or(&[], |kind| &kind.shapes)
    }

    pub(super) fn class(&self) -> &str {
        self.kind.map_or("", |kind| &kind.class)
    }

    pub(super) fn properties(&self) -> &[Property] {
        self.kind.map_or(&[], |kind| &kind.properties)
    }
}

/// A layer, or a group of them.
#[derive(Clone, Debug)]
pub(super) struct MapLayer {
    pub(super) name: String,
    pub(super) place: MapPlace,
    /// Where it begins, with the groups around it.
    pub(super) offset: Spot,
    /// How many groups are around it.
    pub(super) depth: usize,
}

impl MapLayer {
    /// The map itself, around all layers.
    pub(super) fn map(place: &MapPlace) -> Self {
        Self { name: String::new(), place: place.clone(), offset: Spot::zero(), depth: 0 }
    }

    pub(super) fn subject(&self) -> MapSubject {
        MapSubject::layer(&self.place, &self.name)
    }
}

/// Which point of a tile object its place is: shares of its width and height.
pub(super) fn anchor(alignment: &str) -> Result<Spot, String> {
    let half = whole(1).half();
    let [x, y] = match alignment {
        "" | "unspecified" | "bottomleft" => [zero(), whole(1)],
        "bottom" => [half, whole(1)],
        "bottomright" => [whole(1), whole(1)],
        "left" => [zero(), half],
        "center" => [half.clone(), half],
        "right" => [whole(1), half],
        "topleft" => [zero(), zero()],
        "top" => [half, zero()],
        "topright" => [whole(1), zero()],
        other => return Err(format!("its tileset is aligned \"{}\"", excerpt(other))),
    };
    Ok(Spot { x, y })
}

/// A size in pixels, both numbers above 0.
pub(super) fn size(texts: [&str; 2]) -> Result<Spot, String> {
    let number = |text: &str| {
        let number = decimal(text)?;
        if number > zero() { Ok(number) } else { Err(format!("{} is no size", excerpt(text))) }
    };
    let [width, height] = texts.map(number);
    let why = |why: String| format!("the size of its tiles: {why}");
    Ok(Spot { x: width.map_err(why)?, y: height.map_err(why)? })
}
