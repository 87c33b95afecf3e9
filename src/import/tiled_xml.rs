//! Maps, tilesets and templates of Tiled in XML: `.tmx`, `.tsx` and `.tx`.

use std::collections::BTreeMap;
use std::rc::Rc;

use hitscan_core::scene::excerpt;
use roxmltree::{Document, Error, Node, ParsingOptions};

use super::cells::{Encoding, Extent, Grid, check_count};
use super::draft::Property;
use super::files::MapFile;
use super::geometry::{Spot, decimal, zero};
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
    let document = parsed(&file.text)?;
    let root = document.root_element();
    if root.tag_name().name() != "map" {
        let found = excerpt(root.tag_name().name());
        return Err(format!("not a map: it begins with <{found}>, not with <map>"));
    }
    let mut reader = XmlReader::new(tiled, file);
    let place = reader.place(root);
    let cell = ["tilewidth", "tileheight"].map(|name| value(root, name));
    let is_infinite = value(root, "infinite") == "1";
    let head = MapHead { orientation: value(root, "orientation"), cell, is_infinite };
    if !reader.tiled.begin(&place, &head) {
        return Ok(());
    }
    let tilesets = reader.tilesets(root);
    reader.tiled.tilesets = Rc::new(tilesets);
    reader.layers(root, &MapLayer::map(&place));
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
    let document = parsed(&file.text).map_err(|why| file.fault(&why))?;
    let root = document.root_element();
    if root.tag_name().name() != "tileset" {
        return Err(file.fault("not a tileset: it does not begin with <tileset>"));
    }
    Ok(XmlReader::new(tiled, file).tileset(root))
}

/// Reads a file with a template.
///
/// # Errors
/// When the file is none, in a line that begins with its name.
pub(super) fn read_template(
    tiled: &mut Tiled<'_, '_>,
    file: &MapFile,
) -> Result<Option<MapObject>, String> {
    let document = parsed(&file.text).map_err(|why| file.fault(&why))?;
    let root = document.root_element();
    let object = children(root, "object").next();
    let is_template = root.tag_name().name() == "template";
    let Some(object) = object.filter(|_| is_template) else {
        return Err(file.fault("not a template: it has no <object> in a <template>"));
    };
    let mut reader = XmlReader::new(tiled, file);
    let tilesets = Rc::new(reader.tilesets(root));
    Ok(reader.object(object, &tilesets))
}

/// The document, or what is wrong with it, with its line and column.
fn parsed(text: &str) -> Result<Document<'_>, String> {
    /// More than the cells of a large map take, and few enough to hold.
    const MOST_NODES: u32 = 2_500_000;
    /// Every element keeps the namespaces around it.
    const MOST_NAMESPACES: usize = 32;
    /// Attributes of an element are compared with each other.
    const MOST_ATTRIBUTES: usize = 256;
    if text.matches("xmlns").count() > MOST_NAMESPACES {
        return Err(format!("not a map: more than {MOST_NAMESPACES} namespaces"));
    }
    let is_attribute = |rest: &&str| rest.trim_start().starts_with(['"', '\'']);
    let attributes = |element: &str| element.split('=').skip(1).filter(is_attribute).count();
    if text.split('<').any(|element| attributes(element) > MOST_ATTRIBUTES) {
        return Err(format!("not a map: an element with more than {MOST_ATTRIBUTES} attributes"));
    }
    let options =
        ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, entity_resolver: None };
    Document::parse_with_options(text, options).map_err(|why| match why {
        Error::DtdDetected => "it has a DTD; maps have none, and none is read".to_owned(),
        Error::NodesLimitReached => "it has too many elements to be read".to_owned(),
        why => {
            let at = why.pos();
            let position = format!(" at {}:{}", at.row, at.col);
            let said = why.to_string();
            let said = said.strip_suffix(&position).unwrap_or(&said);
            format!("{}:{}: not XML: {}", at.row, at.col, excerpt(said))
        }
    })
}

fn children<'a, 't>(node: Node<'a, 't>, name: &'static str) -> impl Iterator<Item = Node<'a, 't>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

/// The value of an attribute; empty if there is none.
fn value<'a>(node: Node<'a, '_>, name: &str) -> &'a str {
    node.attribute(name).unwrap_or_default()
}

/// A place in the text, found anew from the last one.
struct Cursor<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    column: u32,
}

impl Cursor<'_> {
    /// The line and the column of a byte.
    fn position(&mut self, to: usize) -> [u32; 2] {
        if to < self.at {
            (self.at, self.line, self.column) = (0, 1, 1);
        }
        for c in self.text.get(self.at..to).unwrap_or_default().chars() {
            if c == '\n' {
                (self.line, self.column) = (self.line.saturating_add(1), 1);
            } else {
                self.column = self.column.saturating_add(1);
            }
        }
        self.at = to;
        [self.line, self.column]
    }
}

/// Reads one file.
struct XmlReader<'r, 'd, 'o> {
    tiled: &'r mut Tiled<'d, 'o>,
    file: &'r MapFile,
    cursor: Cursor<'r>,
}

impl<'r, 'd, 'o> XmlReader<'r, 'd, 'o> {
    fn new(tiled: &'r mut Tiled<'d, 'o>, file: &'r MapFile) -> Self {
        Self { tiled, file, cursor: Cursor { text: &file.text, at: 0, line: 1, column: 1 } }
    }

    fn place(&mut self, node: Node<'_, '_>) -> MapPlace {
        let position = Some(self.cursor.position(node.range().start));
        MapPlace { file: Rc::clone(&self.file.name), position }
    }

    fn fault(&mut self, node: Node<'_, '_>, why: &str) {
        let place = self.place(node);
        self.tiled.draft.report.fault(&MapSubject::whole(&place), why);
    }

    /// The tilesets of a map or a template.
    fn tilesets(&mut self, parent: Node<'_, '_>) -> Vec<TilesetUse> {
        let mut found = Vec::new();
        for node in children(parent, "tileset") {
            let first = value(node, "firstgid");
            let Ok(first) = first.parse() else {
                let why = format!("firstgid \"{}\" is no number of a tile", excerpt(first));
                self.fault(node, &why);
                continue;
            };
            let tileset = match node.attribute("source") {
                None => self.tileset(node).map(Rc::new),
                Some(name) => {
                    let place = self.place(node);
                    self.tiled.tileset(&NamedFile { from: self.file, place: &place, name })
                }
            };
            found.extend(tileset.map(|tileset| TilesetUse { first, tileset }));
        }
        // Tiles are found by the last one that begins before them.
        found.sort_by_key(|each| each.first);
        found
    }

    fn tileset(&mut self, node: Node<'_, '_>) -> Option<Tileset> {
        let sized = size([value(node, "tilewidth"), value(node, "tileheight")]);
        let tile = sized.map_err(|why| self.fault(node, &why)).ok()?;
        let offset = children(node, "tileoffset").next();
        let offset = offset.map_or(Ok(Spot::zero()), |node| spot(node, ["x", "y"]));
        let offset = offset.map_err(|why| self.fault(node, &why)).ok()?;
        let mut kinds = BTreeMap::new();
        for tile in children(node, "tile") {
            let id = value(tile, "id");
            let Ok(id) = id.parse() else {
                self.fault(tile, &format!("tile \"{}\": its id is no number", excerpt(id)));
                continue;
            };
            if let Some(kind) = self.tile_kind(tile) {
                kinds.insert(id, kind);
            }
        }
        let alignment = value(node, "objectalignment").to_owned();
        let fits_cells = value(node, "tilerendersize") == "grid";
        Some(Tileset { tile, offset, alignment, fits_cells, kinds })
    }

    fn tile_kind(&mut self, node: Node<'_, '_>) -> Option<TileKind> {
        let none = Rc::default();
        let groups: Vec<_> = children(node, "objectgroup").collect();
        let objects = groups.iter().flat_map(|group| children(*group, "object"));
        let shapes: Vec<_> = objects.filter_map(|object| self.object(object, &none)).collect();
        if shapes.len() > MOST_SHAPES {
            let why = format!("a tile with more than {MOST_SHAPES} collision shapes");
            self.fault(node, &why);
            return None;
        }
        let properties = properties(node);
        if properties.len() > MOST_PROPERTIES {
            self.fault(node, &format!("a tile with more than {MOST_PROPERTIES} properties"));
            return None;
        }
        if !shapes.is_empty() {
            self.tiled.draft.count_unread(&properties);
        }
        for shape in &shapes {
            self.tiled.draft.count_unread(&shape.properties);
        }
        // A tile of a collection has the size of its image, or of a part of it.
        let image = children(node, "image").next();
        let of = |name: &str| {
            let own =
                node.attribute(name).or_else(|| image.and_then(|image| image.attribute(name)));
            own.unwrap_or_default()
        };
        let [width, height] = ["width", "height"].map(of);
        let own = (!width.is_empty()).then(|| size([width, height]));
        let size = own.transpose().map_err(|why| self.fault(node, &why)).ok()?;
        let class = node.attribute("class").unwrap_or(value(node, "type")).to_owned();
        Some(TileKind { class, properties, size, shapes })
    }

    /// An object with the values of its template.
    fn object(&mut self, node: Node<'_, '_>, tilesets: &Rc<Vec<TilesetUse>>) -> Option<MapObject> {
        let known = MapObject::VALUES.into_iter();
        let values = known.filter_map(|name| Some((name, node.attribute(name)?.to_owned())));
        let object = MapObject {
            place: self.place(node),
            values: values.collect(),
            form: form(node),
            properties: properties(node),
            tilesets: Rc::clone(tilesets),
        };
        if object.properties.len() > MOST_PROPERTIES {
            self.fault(node, &format!("an object with more than {MOST_PROPERTIES} properties"));
            return None;
        }
        let Some(name) = node.attribute("template") else { return Some(object) };
        let place = object.place.clone();
        let template = self.tiled.template(&NamedFile { from: self.file, place: &place, name })?;
        Some(object.over(&template))
    }

    /// Reads the layers of a map or a group, from back to front.
    fn layers(&mut self, parent: Node<'_, '_>, outer: &MapLayer) {
        for node in parent.children().filter(Node::is_element) {
            let kind = node.tag_name().name();
            if !["layer", "objectgroup", "group"].contains(&kind) {
                continue;
            }
            let place = self.place(node);
            let offset = ["offsetx", "offsety"].map(|name| value(node, name));
            let Some(layer) = self.tiled.layer(outer, value(node, "name"), &place, offset) else {
                continue;
            };
            if kind == "group" {
                self.layers(node, &layer);
            } else if self.tiled.draft.meets_layer(&layer.name) {
                self.layer(node, kind == "layer", &layer);
            } else {
                self.tiled.draft.meets_solid(&layer.name);
            }
        }
    }

    fn layer(&mut self, node: Node<'_, '_>, has_tiles: bool, layer: &MapLayer) {
        if has_tiles {
            match self.grid(node) {
                Ok(grid) => self.tiled.add_tiles(layer, &grid),
                Err(why) => self.tiled.draft.report.fault(&layer.subject(), &why),
            }
            return;
        }
        let tilesets = Rc::clone(&self.tiled.tilesets);
        self.tiled.draft.meets_solid(&layer.name);
        let mut shapeless = 0;
        for object in children(node, "object") {
            if let Some(object) = self.object(object, &tilesets) {
                shapeless += usize::from(!self.tiled.add_object(layer, &object));
            }
        }
        self.tiled.tell_of_shapeless(layer, shapeless);
    }

    /// The cells of a layer.
    fn grid(&mut self, node: Node<'_, '_>) -> Result<Grid, String> {
        let data = children(node, "data").next().ok_or("it has no <data>")?;
        let chunks: Vec<_> = children(data, "chunk").collect();
        let is_blank = |node: Node<'_, '_>| {
            !node.is_element() && node.text().unwrap_or_default().trim().is_empty()
        };
        let is_empty = self.tiled.is_infinite && data.children().all(is_blank);
        if chunks.is_empty() && !is_empty {
            let extent = Extent::sized(value(node, "width"), value(node, "height"))?;
            self.tiled.takes_cells(extent.cells())?;
            return cells(data, data, extent);
        }
        let extents = chunks.iter().map(|&chunk| extent_of_chunk(chunk));
        let extents: Vec<_> = extents.collect::<Result<_, _>>()?;
        let mut grid = Grid::around(&extents)?;
        self.tiled.takes_cells(grid.extent.cells())?;
        for (chunk, extent) in chunks.into_iter().zip(extents) {
            let part = cells(chunk, data, extent);
            let place = format!("chunk at {},{}", extent.left, extent.top);
            grid.put(&part.map_err(|why| format!("{place}: {why}"))?);
        }
        Ok(grid)
    }
}

fn extent_of_chunk(node: Node<'_, '_>) -> Result<Extent, String> {
    let extent = Extent::sized(value(node, "width"), value(node, "height"));
    let corner = ["x", "y"].map(|name| {
        let text = value(node, name);
        text.parse().map_err(|_| format!("a chunk: {name} \"{}\" is no cell", excerpt(text)))
    });
    let [left, top] = corner;
    let extent = extent.map_err(|why| format!("a chunk: {why}"))?;
    Ok(Extent { left: left?, top: top?, ..extent })
}

/// The cells of a layer or a chunk, as the data say that they are written.
fn cells(node: Node<'_, '_>, data: Node<'_, '_>, extent: Extent) -> Result<Grid, String> {
    let text: String = node.children().filter_map(|child| child.text()).collect();
    let (text, compression) = (text.as_str(), value(data, "compression"));
    match value(data, "encoding") {
        "csv" => Encoding::Commas(text).grid(extent),
        "base64" => Encoding::Base64 { text, compression }.grid(extent),
        "" => {
            check_count(children(node, "tile").count(), &extent)?;
            let cell = |tile: Node<'_, '_>| {
                let gid = tile.attribute("gid").unwrap_or("0");
                gid.parse().map_err(|_| format!("gid \"{}\" is no tile", excerpt(gid)))
            };
            let cells = children(node, "tile").map(cell).collect::<Result<_, _>>()?;
            Ok(Grid { extent, cells })
        }
        other => Err(format!("encoding \"{}\"; csv and base64 can be read", excerpt(other))),
    }
}

fn properties(node: Node<'_, '_>) -> Vec<Property> {
    let all: Vec<_> = children(node, "properties").collect();
    let each = all.iter().flat_map(|all| children(*all, "property"));
    let property = |node: Node<'_, '_>| Property {
        name: value(node, "name").to_owned(),
        value: node.attribute("value").or(node.text()).unwrap_or_default().to_owned(),
    };
    each.map(property).take(MOST_PROPERTIES + 1).collect()
}

/// What an object looks like; a rectangle or a tile says nothing.
fn form(node: Node<'_, '_>) -> Option<MapForm> {
    node.children().filter(Node::is_element).find_map(|child| match child.tag_name().name() {
        "point" => Some(MapForm::Point),
        "polygon" => Some(outline(child, true)),
        "polyline" => Some(outline(child, false)),
        "ellipse" => Some(MapForm::Foreign("an ellipse")),
        "capsule" => Some(MapForm::Foreign("a capsule")),
        "text" => Some(MapForm::Foreign("a text")),
        _ => None,
    })
}

/// The points `0,0 64,-32`.
fn outline(node: Node<'_, '_>, is_closed: bool) -> MapForm {
    let pair = |pair: &str| {
        let (x, y) = pair.split_once(',').unwrap_or((pair, ""));
        [x.to_owned(), y.to_owned()]
    };
    let points = value(node, "points").split_ascii_whitespace();
    MapForm::outline(is_closed, points.clone().count(), points.map(pair))
}

fn spot(node: Node<'_, '_>, names: [&str; 2]) -> Result<Spot, String> {
    let number = |name: &str| match value(node, name) {
        "" => Ok(zero()),
        text => decimal(text),
    };
    Ok(Spot { x: number(names[0])?, y: number(names[1])? })
}
