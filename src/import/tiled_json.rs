//! Maps, tilesets and templates of Tiled in JSON: `.tmj`, `.tsj` and `.tj`, or `.json`.

use std::collections::BTreeMap;
use std::rc::Rc;

use hitscan_core::scene::excerpt;

use super::cells::{Encoding, Extent, Grid};
use super::draft::Property;
use super::files::MapFile;
use super::geometry::{Spot, decimal, zero};
use super::json::{Json, JsonMap, parsed};
use super::map_parts::{
    MOST_PROPERTIES, MOST_SHAPES, MapForm, MapLayer, MapObject, TileKind, Tileset, TilesetUse, size,
};
use super::report::{MapPlace, MapSubject};
use super::tiled::{MapHead, NamedFile, Tiled};

/// Reads a map.
///
/// # Errors
/// When the file is none; what is wrong with a map is reported.
pub(super) fn read_map(tiled: &mut Tiled<'_, '_>, file: &MapFile) -> Result<(), String> {
    let root = parsed(&file.text)?;
    let is_map = root.get("layers").is_some() && ["", "map"].contains(&&*root.text("type"));
    if !is_map || root.get("tilewidth").is_none() {
        return Err("not a map of Tiled: it needs layers and a tilewidth".to_owned());
    }
    let mut reader = JsonReader { tiled, file };
    let place = reader.place();
    let cell = ["tilewidth", "tileheight"].map(|name| root.text(name));
    let orientation = &root.text("orientation");
    let cell = cell.each_ref().map(|text| &**text);
    let head = MapHead { orientation, cell, is_infinite: root.is("infinite") };
    if !reader.tiled.begin(&place, &head) {
        return Ok(());
    }
    let tilesets = reader.tilesets(root.maps("tilesets"));
    reader.tiled.tilesets = Rc::new(tilesets);
    reader.layers(&root, &MapLayer::map(&place));
    Ok(())
}

/// Reads a file with a tileset.
///
/// # Errors
/// When the file is none, in a line that begins with its name.
pub(super) fn read_tileset(
    tiled: &mut Tiled<'_, '_>,
    file: &MapFile,
) -> Result<Option<Tileset>, String> {
    let root = parsed(&file.text).map_err(|why| file.fault(&why))?;
    if root.get("tilewidth").is_none() {
        return Err(file.fault("not a tileset: it needs a tilewidth"));
    }
    Ok(JsonReader { tiled, file }.tileset(&root))
}

/// Reads a file with a template.
///
/// # Errors
/// When the file is none, in a line that begins with its name.
pub(super) fn read_template(
    tiled: &mut Tiled<'_, '_>,
    file: &MapFile,
) -> Result<Option<MapObject>, String> {
    let root = parsed(&file.text).map_err(|why| file.fault(&why))?;
    let Some(object) = root.get("object").and_then(Json::map) else {
        return Err(file.fault("not a template: it has no object"));
    };
    let mut reader = JsonReader { tiled, file };
    let tilesets = root.get("tileset").and_then(Json::map);
    let tilesets = Rc::new(reader.tilesets(tilesets.into_iter()));
    Ok(reader.object(&object, &tilesets))
}

/// Reads one file.
struct JsonReader<'r, 'd, 'o> {
    tiled: &'r mut Tiled<'d, 'o>,
    file: &'r MapFile,
}

impl JsonReader<'_, '_, '_> {
    fn place(&self) -> MapPlace {
        MapPlace { file: Rc::clone(&self.file.name), position: None }
    }

    fn fault(&mut self, why: &str) {
        let place = self.place();
        self.tiled.draft.report.fault(&MapSubject::whole(&place), why);
    }

    /// The tilesets of a map or a template.
    fn tilesets<'t>(&mut self, all: impl Iterator<Item = JsonMap<'t>>) -> Vec<TilesetUse> {
        let mut found = Vec::new();
        for each in all {
            let first = each.text("firstgid");
            let Ok(first) = first.parse() else {
                let why = format!("firstgid \"{}\" is no number of a tile", excerpt(&first));
                self.fault(&why);
                continue;
            };
            let tileset = match each.get("source").and_then(Json::text) {
                None => self.tileset(&each).map(Rc::new),
                Some(name) => {
                    let place = self.place();
                    let named = NamedFile { from: self.file, place: &place, name: &name };
                    self.tiled.tileset(&named)
                }
            };
            found.extend(tileset.map(|tileset| TilesetUse { first, tileset }));
        }
        // Tiles are found by the last one that begins before them.
        found.sort_by_key(|each| each.first);
        found
    }

    fn tileset(&mut self, map: &JsonMap<'_>) -> Option<Tileset> {
        let tile = size([&map.text("tilewidth"), &map.text("tileheight")]);
        let tile = tile.map_err(|why| self.fault(&why)).ok()?;
        let offset = map.get("tileoffset").and_then(Json::map).unwrap_or_default();
        let offset = spot(&offset).map_err(|why| self.fault(&why)).ok()?;
        let mut kinds = BTreeMap::new();
        for tile in map.maps("tiles") {
            let id = tile.text("id");
            let Ok(id) = id.parse() else {
                self.fault(&format!("tile \"{}\": its id is no number", excerpt(&id)));
                continue;
            };
            if let Some(kind) = self.tile_kind(&tile) {
                kinds.insert(id, kind);
            }
        }
        let alignment = map.text("objectalignment").into_owned();
        let fits_cells = map.text("tilerendersize") == "grid";
        Some(Tileset { tile, offset, alignment, fits_cells, kinds })
    }

    fn tile_kind(&mut self, map: &JsonMap<'_>) -> Option<TileKind> {
        let none = Rc::default();
        let group = map.get("objectgroup").and_then(Json::map).unwrap_or_default();
        let objects = group.maps("objects");
        let shapes: Vec<_> = objects.filter_map(|object| self.object(&object, &none)).collect();
        if shapes.len() > MOST_SHAPES {
            let why = format!("a tile with more than {MOST_SHAPES} collision shapes");
            self.fault(&why);
            return None;
        }
        let properties = properties(map);
        if properties.len() > MOST_PROPERTIES {
            self.fault(&format!("a tile with more than {MOST_PROPERTIES} properties"));
            return None;
        }
        if !shapes.is_empty() {
            self.tiled.draft.count_unread(&properties);
        }
        for shape in &shapes {
            self.tiled.draft.count_unread(&shape.properties);
        }
        // A tile of a collection has the size of its image, or of a part of it.
        let of = |own: &str, image: &str| {
            let own = map.text(own);
            if own.is_empty() { map.text(image) } else { own }
        };
        let (width, height) = (of("width", "imagewidth"), of("height", "imageheight"));
        let own = (!width.is_empty()).then(|| size([&width, &height]));
        let size = own.transpose().map_err(|why| self.fault(&why)).ok()?;
        Some(TileKind { class: class(map), properties, size, shapes })
    }

    /// An object with the values of its template.
    fn object(&mut self, map: &JsonMap<'_>, tilesets: &Rc<Vec<TilesetUse>>) -> Option<MapObject> {
        let known = MapObject::VALUES.into_iter();
        let values = known.filter_map(|name| Some((name, map.get(name)?.text()?.into_owned())));
        let object = MapObject {
            place: self.place(),
            values: values.collect(),
            form: form(map),
            properties: properties(map),
            tilesets: Rc::clone(tilesets),
        };
        if object.properties.len() > MOST_PROPERTIES {
            self.fault(&format!("an object with more than {MOST_PROPERTIES} properties"));
            return None;
        }
        let Some(name) = map.get("template").and_then(Json::text) else { return Some(object) };
        let place = self.place();
        let named = NamedFile { from: self.file, place: &place, name: &name };
        let template = self.tiled.template(&named)?;
        Some(object.over(&template))
    }

    /// Reads the layers of a map or a group, from back to front.
    fn layers(&mut self, parent: &JsonMap<'_>, outer: &MapLayer) {
        for map in parent.maps("layers") {
            let kind = map.text("type");
            if !["tilelayer", "objectgroup", "group"].contains(&&*kind) {
                continue;
            }
            let (name, place) = (map.text("name"), self.place());
            let offset = [&*map.text("offsetx"), &*map.text("offsety")];
            let Some(layer) = self.tiled.layer(outer, &name, &place, offset) else { continue };
            if kind == "group" {
                self.layers(&map, &layer);
            } else if self.tiled.draft.meets_layer(&layer.name) {
                self.layer(&map, kind == "tilelayer", &layer);
            } else {
                self.tiled.draft.meets_solid(&layer.name);
            }
        }
    }

    fn layer(&mut self, map: &JsonMap<'_>, has_tiles: bool, layer: &MapLayer) {
        if has_tiles {
            match self.grid(map) {
                Ok(grid) => self.tiled.add_tiles(layer, &grid),
                Err(why) => self.tiled.draft.report.fault(&layer.subject(), &why),
            }
            return;
        }
        let tilesets = Rc::clone(&self.tiled.tilesets);
        self.tiled.draft.meets_solid(&layer.name);
        let mut shapeless = 0;
        for object in map.maps("objects") {
            if let Some(object) = self.object(&object, &tilesets) {
                shapeless += usize::from(!self.tiled.add_object(layer, &object));
            }
        }
        self.tiled.tell_of_shapeless(layer, shapeless);
    }

    /// The cells of a layer.
    fn grid(&mut self, map: &JsonMap<'_>) -> Result<Grid, String> {
        let is_empty = self.tiled.is_infinite && map.get("data").is_none();
        if map.get("chunks").is_none() && !is_empty {
            let extent = Extent::sized(&map.text("width"), &map.text("height"))?;
            self.tiled.takes_cells(extent.cells())?;
            return cells(map, map, extent);
        }
        let chunks: Vec<_> = map.maps("chunks").collect();
        let extents = chunks.iter().map(extent_of_chunk).collect::<Result<Vec<_>, _>>()?;
        let mut grid = Grid::around(&extents)?;
        self.tiled.takes_cells(grid.extent.cells())?;
        for (chunk, extent) in chunks.iter().zip(extents) {
            let part = cells(chunk, map, extent);
            let place = format!("chunk at {},{}", extent.left, extent.top);
            grid.put(&part.map_err(|why| format!("{place}: {why}"))?);
        }
        Ok(grid)
    }
}

fn extent_of_chunk(map: &JsonMap<'_>) -> Result<Extent, String> {
    let extent = Extent::sized(&map.text("width"), &map.text("height"));
    let corner = ["x", "y"].map(|name| {
        let text = map.text(name);
        text.parse().map_err(|_| format!("a chunk: {name} \"{}\" is no cell", excerpt(&text)))
    });
    let [left, top] = corner;
    let extent = extent.map_err(|why| format!("a chunk: {why}"))?;
    Ok(Extent { left: left?, top: top?, ..extent })
}

/// The cells of a layer or a chunk, as the layer says that they are written.
fn cells(map: &JsonMap<'_>, layer: &JsonMap<'_>, extent: Extent) -> Result<Grid, String> {
    let data = map.get("data").ok_or("it has no data")?;
    let written = data.written();
    if let Some(list) = written.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
        return Encoding::Commas(list).grid(extent);
    }
    let text = data.text().ok_or("its data are neither a list nor a text")?;
    let compression = layer.text("compression");
    let encoding = layer.text("encoding");
    if encoding != "base64" {
        return Err(format!("encoding \"{}\"; csv and base64 can be read", excerpt(&encoding)));
    }
    Encoding::Base64 { text: &text, compression: &compression }.grid(extent)
}

fn properties(map: &JsonMap<'_>) -> Vec<Property> {
    let property = |map: JsonMap<'_>| Property {
        name: map.text("name").into_owned(),
        value: map.text("value").into_owned(),
    };
    map.maps("properties").map(property).take(MOST_PROPERTIES + 1).collect()
}

fn class(map: &JsonMap<'_>) -> String {
    let class = map.text("class");
    if class.is_empty() { map.text("type").into_owned() } else { class.into_owned() }
}

/// What an object looks like; a rectangle or a tile says nothing.
fn form(map: &JsonMap<'_>) -> Option<MapForm> {
    if map.get("polygon").is_some() {
        Some(outline(map, "polygon", true))
    } else if map.get("polyline").is_some() {
        Some(outline(map, "polyline", false))
    } else if map.is("point") {
        Some(MapForm::Point)
    } else if map.is("ellipse") {
        Some(MapForm::Foreign("an ellipse"))
    } else if map.is("capsule") {
        Some(MapForm::Foreign("a capsule"))
    } else {
        map.get("text").map(|_| MapForm::Foreign("a text"))
    }
}

fn outline(map: &JsonMap<'_>, key: &str, is_closed: bool) -> MapForm {
    let pair = |point: Json<'_>| {
        let point = point.map().unwrap_or_default();
        ["x", "y"].map(|key| point.text(key).into_owned())
    };
    let points = map.list(key);
    MapForm::outline(is_closed, points.len(), points.into_iter().map(pair))
}

fn spot(map: &JsonMap<'_>) -> Result<Spot, String> {
    let number = |key: &str| match &*map.text(key) {
        "" => Ok(zero()),
        text => decimal(text),
    };
    Ok(Spot { x: number("x")?, y: number("y")? })
}
