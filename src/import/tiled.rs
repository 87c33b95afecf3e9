//! What both formats of Tiled share: tilesets, templates, layers and objects, as either file has
//! them, and what becomes of them in a scene.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use hitscan_core::methods::AnyNumber;
use hitscan_core::scene::{excerpt, printable};
use hitscan_core::world::World;
use hitscan_geom::{Polygon, Side};

use super::cells::Grid;
use super::draft::{Draft, Piece, PieceKeys, Property, Rounded, name_of, name_of_part};
use super::files::{MapFile, MapFiles};
use super::geometry::{Flips, Geometry, Rotation, Spot, decimal, whole, zero};
use super::options::Seams;
use super::report::{Place, Subject, counted, quoted};
use super::seams::{CellShapes, NewShape, name_of_cell};
use super::{tiled_json, tiled_xml};

/// What an object looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Point,
    Polygon(Vec<[String; 2]>),
    Polyline(Vec<[String; 2]>),
    /// What a scene has not, in words.
    Foreign(&'static str),
}

/// An object as a file has it, with the values of its template.
#[derive(Clone, Debug)]
pub(super) struct MapObject {
    pub(super) place: Place,
    /// The values of its attributes, by the names in [`MapObject::VALUES`].
    pub(super) values: BTreeMap<&'static str, String>,
    /// A rectangle if there is none.
    pub(super) form: Option<Form>,
    pub(super) properties: Vec<Property>,
    /// The tilesets that its `gid` is of.
    pub(super) tilesets: Rc<Vec<TilesetUse>>,
}

impl MapObject {
    /// The attributes that are read.
    pub(super) const VALUES: [&'static str; 11] =
        ["id", "name", "class", "type", "x", "y", "width", "height", "rotation", "gid", "template"];

    /// The value of an attribute; empty if there is none.
    fn value(&self, name: &str) -> &str {
        self.values.get(name).map_or("", String::as_str)
    }

    /// Its class, by the name of the attribute that this version of Tiled has.
    fn class(&self) -> &str {
        Some(self.value("class")).filter(|class| !class.is_empty()).unwrap_or(self.value("type"))
    }

    /// A number, or 0 if it is not there.
    fn number(&self, name: &str) -> Result<AnyNumber, String> {
        match self.value(name) {
            "" => Ok(zero()),
            text => decimal(text).map_err(|why| format!("{name} {why}")),
        }
    }

    fn spot(&self, names: [&str; 2]) -> Result<Spot, String> {
        Ok(Spot { x: self.number(names[0])?, y: self.number(names[1])? })
    }

    fn rotation(&self) -> Result<Rotation, String> {
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
    fn geometry(&self) -> Result<NewGeometry, String> {
        let at = self.spot(["x", "y"])?;
        let rotation = self.rotation()?;
        let corners = |points: &[[String; 2]], what: &str| {
            let (found, most) = (points.len(), Polygon::MOST_VERTICES);
            if found > most {
                let found = counted(found, "vertex", "vertices");
                return Err(format!("{what}: {found}; at most {most} are read"));
            }
            let spot = |[x, y]: &[String; 2]| Ok(Spot { x: decimal(x)?, y: decimal(y)? });
            points.iter().map(spot).collect::<Result<Vec<_>, String>>()
        };
        let shape = match &self.form {
            None => Geometry::Box { at: Spot::zero(), size: self.spot(["width", "height"])? },
            Some(Form::Point) => Geometry::Point(Spot::zero()),
            Some(Form::Polygon(points)) => Geometry::Polygon(corners(points, "a polygon")?),
            Some(Form::Polyline(points)) => Geometry::Polyline(corners(points, "a polyline")?),
            Some(Form::Foreign(what)) => {
                return Err(format!("{what}; hitscan has boxes, polygons, lasers and points"));
            }
        };
        let angle = rotation.angle().map(str::to_owned);
        Ok(NewGeometry { shape: shape.turned(&rotation).moved(&at), angle })
    }

    /// What it is called in messages.
    fn words(&self, layer: &str) -> String {
        let name = Some(self.value("name")).filter(|name| !name.is_empty());
        let name = name.map_or_else(String::new, |name| format!(" {}", quoted(name)));
        format!("object {}{name} in layer {}", excerpt(self.value("id")), quoted(layer))
    }
}

/// A shape, and the angle that it was turned by.
struct NewGeometry {
    shape: Geometry,
    angle: Option<String>,
}

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
struct Tile<'t> {
    tileset: &'t Tileset,
    kind: Option<&'t TileKind>,
    flips: Flips,
}

impl<'t> Tile<'t> {
    /// The tile of a number in a map, in which the highest bits say how it is flipped.
    fn of(gid: u32, tilesets: &'t [TilesetUse]) -> Option<Self> {
        const HORIZONTAL: u32 = 1 << 31;
        const VERTICAL: u32 = 1 << 30;
        const DIAGONAL: u32 = 1 << 29;
        /// The three, and one for maps of hexagons.
        const ALL: u32 = 0b1111 << 28;
        let number = gid & !ALL;
        let found = tilesets.iter().filter(|each| each.first <= number);
        let found = found.max_by_key(|each| each.first)?;
        let flips = Flips {
            diagonal: gid & DIAGONAL != 0,
            horizontal: gid & HORIZONTAL != 0,
            vertical: gid & VERTICAL != 0,
        };
        let kind = found.tileset.kinds.get(&(number - found.first));
        Some(Self { tileset: &found.tileset, kind, flips })
    }

    /// Its size, before it is flipped.
    fn size(&self) -> &Spot {
        self.kind.and_then(|kind| kind.size.as_ref()).unwrap_or(&self.tileset.tile)
    }

    fn shapes(&self) -> &[MapObject] {
        self.kind.map_or(&[], |kind| &kind.shapes)
    }

    fn class(&self) -> &str {
        self.kind.map_or("", |kind| &kind.class)
    }

    fn properties(&self) -> &[Property] {
        self.kind.map_or(&[], |kind| &kind.properties)
    }
}

/// A layer, or a group of them.
#[derive(Clone, Debug)]
pub(super) struct MapLayer {
    pub(super) name: String,
    pub(super) place: Place,
    /// Where it begins, with the groups around it.
    pub(super) offset: Spot,
    /// How many groups are around it.
    pub(super) depth: usize,
}

impl MapLayer {
    /// The map itself, around all layers.
    pub(super) fn map(place: &Place) -> Self {
        Self { name: String::new(), place: place.clone(), offset: Spot::zero(), depth: 0 }
    }

    pub(super) fn subject(&self) -> Subject {
        Subject::layer(&self.place, &self.name)
    }
}

/// A file that is read while another one waits for it.
pub(super) struct NamedFile<'f> {
    /// The file that names it, and where.
    pub(super) from: &'f MapFile,
    pub(super) place: &'f Place,
    pub(super) name: &'f str,
}

/// A map of Tiled, on its way into a scene.
pub(super) struct Tiled<'d, 'o> {
    pub(super) draft: &'d mut Draft<'o>,
    files: &'d mut MapFiles,
    cell: Spot,
    pub(super) tilesets: Rc<Vec<TilesetUse>>,
    tile_layers: usize,
    /// How many cells have been unpacked.
    cells: usize,
    known_tilesets: BTreeMap<PathBuf, Option<Rc<Tileset>>>,
    known_templates: BTreeMap<PathBuf, Option<Rc<MapObject>>>,
    /// The files that are being read.
    open: Vec<PathBuf>,
}

impl<'d, 'o> Tiled<'d, 'o> {
    pub(super) fn new(draft: &'d mut Draft<'o>, files: &'d mut MapFiles) -> Self {
        Self {
            draft,
            files,
            cell: Spot::zero(),
            tilesets: Rc::default(),
            tile_layers: 0,
            cells: 0,
            known_tilesets: BTreeMap::new(),
            known_templates: BTreeMap::new(),
            open: Vec::new(),
        }
    }

    /// Begins a map with cells of this size; whether it can be read.
    pub(super) fn begin(&mut self, place: &Place, orientation: &str, cell: [&str; 2]) -> bool {
        let map = Subject::whole(place);
        if orientation != "orthogonal" {
            let article =
                if orientation.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            let why =
                format!("{article} {} map; only orthogonal ones can be read", excerpt(orientation));
            self.draft.report.fault(&map, &why);
            return false;
        }
        match size(cell) {
            Ok(cell) => self.cell = cell,
            Err(why) => {
                self.draft.report.fault(&map, &why);
                return false;
            }
        }
        true
    }

    /// Opens a file that another one names, unless it is being read already.
    fn opened(&mut self, path: &Path, named: &NamedFile<'_>) -> Option<MapFile> {
        let subject = Subject::whole(named.place);
        if self.open.iter().any(|open| open == path) {
            let why = format!("{} needs itself to be read", quoted(named.name));
            self.draft.report.fault(&subject, &why);
            return None;
        }
        match self.files.read(path.to_owned()) {
            Ok(file) => {
                self.open.push(path.to_owned());
                Some(file)
            }
            Err(why) => {
                self.draft.report.fault(&subject, &why);
                None
            }
        }
    }

    fn found(&mut self, named: &NamedFile<'_>) -> Option<PathBuf> {
        let found = self.files.find(named.from, named.name);
        found.map_err(|why| self.draft.report.fault(&Subject::whole(named.place), &why)).ok()
    }

    /// The tileset in a file.
    pub(super) fn tileset(&mut self, named: &NamedFile<'_>) -> Option<Rc<Tileset>> {
        let path = self.found(named)?;
        if let Some(known) = self.known_tilesets.get(&path) {
            return known.clone();
        }
        let file = self.opened(&path, named)?;
        let read = if is_json(&path) {
            tiled_json::read_tileset(self, &file)
        } else {
            tiled_xml::read_tileset(self, &file)
        };
        self.open.pop();
        let tileset = self.read(read).flatten().map(Rc::new);
        self.known_tilesets.insert(path, tileset.clone());
        tileset
    }

    /// The object in a file.
    pub(super) fn template(&mut self, named: &NamedFile<'_>) -> Option<Rc<MapObject>> {
        let path = self.found(named)?;
        if let Some(known) = self.known_templates.get(&path) {
            return known.clone();
        }
        let file = self.opened(&path, named)?;
        let read = if is_json(&path) {
            tiled_json::read_template(self, &file)
        } else {
            tiled_xml::read_template(self, &file)
        };
        self.open.pop();
        let template = self.read(read).flatten().map(Rc::new);
        self.known_templates.insert(path, template.clone());
        template
    }

    /// What was read of a file, or its fault, reported.
    fn read<T>(&mut self, read: Result<T, String>) -> Option<T> {
        read.map_err(|why| self.draft.report.fault_of_options(why)).ok()
    }

    /// A layer in another one; `None` if it is too deep, or its offset is no number.
    pub(super) fn layer(
        &mut self,
        outer: &MapLayer,
        name: &str,
        place: Place,
        offset: [&str; 2],
    ) -> Option<MapLayer> {
        /// The most groups around a layer.
        const DEEPEST: usize = 32;
        let layer = |offset| MapLayer {
            name: name.to_owned(),
            place: place.clone(),
            offset,
            depth: outer.depth + 1,
        };
        let number = |text: &str| if text.is_empty() { Ok(zero()) } else { decimal(text) };
        let found = match offset.map(number) {
            [Ok(x), Ok(y)] => Ok(layer(outer.offset.plus(&Spot { x, y }))),
            [Err(why), _] | [_, Err(why)] => Err(format!("its offset {why}")),
        };
        let too_deep = || format!("more than {DEEPEST} groups are around it");
        let found = found
            .and_then(|layer| if layer.depth > DEEPEST + 1 { Err(too_deep()) } else { Ok(layer) });
        found.map_err(|why| self.draft.report.fault(&layer(Spot::zero()).subject(), &why)).ok()
    }

    /// Whether there is room for so many more cells. Few packed bytes may be many cells, in many
    /// layers.
    pub(super) fn takes_cells(&mut self, count: usize) -> Result<(), String> {
        const MOST: usize = 1 << 28;
        self.cells = self.cells.saturating_add(count);
        if self.cells > MOST {
            return Err("its map has too many cells in all".to_owned());
        }
        Ok(())
    }

    /// Adds a layer of tiles.
    pub(super) fn add_tiles(&mut self, layer: &MapLayer, grid: &Grid) {
        self.tile_layers += 1;
        self.draft.meets_solid(&layer.name);
        let mut shapes = CellShapes::default();
        self.resolve(layer, grid, &mut shapes);
        let merge = self.draft.options.seams == Seams::Merge;
        let runs = match shapes.runs(grid, merge, World::MAX_OBJECTS) {
            Ok(runs) => runs,
            Err(why) => return self.draft.report.fault(&layer.subject(), &why),
        };
        let mut rounded = Rounded::default();
        let index = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        for run in &runs.first {
            if !self.draft.has_room() {
                break;
            }
            let shape = &shapes.all[run.shape];
            let column = grid.extent.left.saturating_add(index(run.column));
            let row = grid.extent.top.saturating_add(index(run.row));
            let at = Spot { x: whole(column), y: whole(row) }.scaled(&self.cell);
            let piece = Piece {
                name: name_of_cell(self.tile_layers, column, row, &shape.letter),
                geometry: shape.of_run(run, &at.plus(&layer.offset), &self.cell),
                keys: shape.keys.clone(),
                angle: shape.angle.clone(),
            };
            let subject = layer.subject().part(&format!("tile at {column},{row}"));
            self.draft.add_tile(&subject, &piece, &mut rounded);
        }
        self.draft.add_uncounted(runs.count - runs.first.len());
        self.draft.tells_of(&layer.subject(), &rounded);
    }

    /// Finds the shapes of every kind of tile in a layer, and tells of those without.
    fn resolve(&mut self, layer: &MapLayer, grid: &Grid, shapes: &mut CellShapes) {
        let columns = grid.extent.columns.max(1);
        let mut known: BTreeMap<u32, bool> = BTreeMap::new();
        let mut shapeless = 0;
        let is_solid = self.draft.options.solid.contains(&layer.name);
        let tilesets = Rc::clone(&self.tilesets);
        for (place, &gid) in grid.cells.iter().enumerate().filter(|&(_, &gid)| gid != 0) {
            if let Some(has_shape) = known.get(&gid) {
                shapeless += usize::from(!has_shape);
                continue;
            }
            let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
            let column = grid.extent.left.saturating_add(number(place % columns));
            let row = grid.extent.top.saturating_add(number(place / columns));
            let subject = layer.subject().part(&format!("tile at {column},{row}"));
            let Some(tile) = Tile::of(gid, &tilesets) else {
                self.draft.report.refuse(&subject, "no tileset has it");
                known.insert(gid, true);
                continue;
            };
            let has_shape = !tile.shapes().is_empty() || is_solid;
            known.insert(gid, has_shape);
            shapeless += usize::from(!has_shape);
            let found = self.cell_shapes(&tile, is_solid, &subject);
            shapes.insert(gid, found, &self.cell, 0);
        }
        if shapeless > 0 {
            let (tiles, boxes) = match shapeless {
                1 => ("tile without a collision shape is", "it a box"),
                _ => ("tiles without a collision shape are", "them boxes"),
            };
            let tiles = counted(shapeless, tiles, tiles);
            let word = option_word(&layer.name);
            let note = format!("{tiles} left out; --solid {word} makes {boxes}");
            self.draft.report.note_about(&layer.subject(), &note);
        }
    }

    /// The shapes of a tile in a cell.
    fn cell_shapes(&mut self, tile: &Tile<'_>, is_solid: bool, subject: &Subject) -> Vec<NewShape> {
        let mut found = Vec::new();
        if tile.shapes().is_empty() && is_solid {
            let rule = self.draft.options.side_of([tile.class()].into_iter());
            match PieceKeys::read(tile.properties(), rule) {
                Ok(keys) => {
                    let geometry = Geometry::Box { at: Spot::zero(), size: self.cell.clone() };
                    found.push(NewShape { geometry, keys, angle: None });
                }
                Err(why) => self.draft.report.refuse(subject, &why),
            }
        }
        let floor = self.cell.y.minus(&tile.flips.size(tile.size()).y);
        let at = tile.tileset.offset.plus(&Spot { x: zero(), y: floor });
        for (number, shape) in (1..).zip(tile.shapes()) {
            let what = match shape.form {
                Some(Form::Polygon(_)) => "polygon",
                _ => "shape",
            };
            let subject = subject.part(&format!("{what} {number}"));
            match self.tile_shape(tile, shape) {
                Ok(NewShape { geometry, keys, angle }) => {
                    let geometry = geometry.moved(&at);
                    for geometry in edges_apart(geometry) {
                        let (keys, angle) = (keys.clone(), angle.clone());
                        let new = NewShape { geometry, keys, angle };
                        if self.is_sound(&new, &subject) {
                            found.push(new);
                        }
                    }
                }
                Err(why) => self.draft.report.refuse(&subject, &why),
            }
        }
        found
    }

    /// Whether a shape can be had wherever its tile is; its faults are told once.
    fn is_sound(&mut self, shape: &NewShape, subject: &Subject) -> bool {
        let NewShape { geometry, keys, angle } = shape.clone();
        let piece = Piece { name: String::new(), geometry, keys, angle };
        self.draft.is_sound(&piece, subject)
    }

    /// A shape of a tile, flipped, seen from the left top corner of the tile.
    fn tile_shape(&self, tile: &Tile<'_>, shape: &MapObject) -> Result<NewShape, String> {
        let NewGeometry { shape: geometry, angle } = shape.geometry()?;
        let properties = Property::over(&shape.properties, tile.properties());
        let rule = self.draft.options.side_of([shape.class(), tile.class()].into_iter());
        let geometry = geometry.flipped(tile.flips, tile.size());
        Ok(NewShape { geometry, keys: PieceKeys::read(&properties, rule)?, angle })
    }

    /// Adds an object of a layer.
    pub(super) fn add_object(&mut self, layer: &MapLayer, object: &MapObject) {
        let words = object.words(&layer.name);
        let subject = Subject { place: object.place.clone(), words };
        if !self.draft.has_room() {
            return self.draft.add_uncounted(1);
        }
        let found = if object.value("gid").is_empty() {
            self.shape_of(object, layer).map(|shape| vec![shape])
        } else {
            self.shapes_of_tile(object, layer)
        };
        let shapes = match found {
            Ok(shapes) => shapes,
            Err(why) => return self.draft.report.refuse(&subject, &why),
        };
        self.draft.count_unread(&object.properties);
        let id = format!("o{}", object.value("id"));
        let name = name_of(object.value("name"), &id);
        let is_many = shapes.len() > 1;
        let mut pieces = Vec::new();
        for NewShape { geometry, keys, angle } in shapes {
            let is_line = matches!(geometry, Geometry::Polyline(_));
            for geometry in edges_apart(geometry) {
                let number = pieces.len() + 1;
                let part = name_of_part(&name, number);
                let name = if is_many || is_line { part } else { name.clone() };
                pieces.push(Piece { name, geometry, keys: keys.clone(), angle: angle.clone() });
            }
        }
        if pieces.is_empty() {
            return self.draft.report.refuse(&subject, "a polyline of 1 point; it has at least 2");
        }
        self.draft.add_object(&subject, &pieces);
    }

    fn shape_of(&self, object: &MapObject, layer: &MapLayer) -> Result<NewShape, String> {
        let NewGeometry { shape, angle } = object.geometry()?;
        let rule = self.draft.options.side_of([object.class()].into_iter());
        let keys = PieceKeys::read(&object.properties, rule)?;
        Ok(NewShape { geometry: shape.moved(&layer.offset), keys, angle })
    }

    /// The shapes of an object that is a tile: scaled to its size, standing on its place.
    fn shapes_of_tile(
        &self,
        object: &MapObject,
        layer: &MapLayer,
    ) -> Result<Vec<NewShape>, String> {
        let gid = object.value("gid");
        let number = gid.parse().map_err(|_| format!("gid \"{}\" is no tile", excerpt(gid)))?;
        let tile = Tile::of(number, &object.tilesets);
        let tile = tile.filter(|_| number != 0).ok_or("no tileset has its tile")?;
        if tile.shapes().is_empty() {
            return Err("a tile without a collision shape".to_owned());
        }
        let own = tile.flips.size(tile.size());
        let or_own = |name: &str, own: &AnyNumber| match object.value(name) {
            "" => Ok(own.clone()),
            _ => object.number(name),
        };
        let size = Spot { x: or_own("width", &own.x)?, y: or_own("height", &own.y)? };
        let scale = size.over(&own).ok_or("a tile without a size")?;
        let corner = size.scaled(&anchor(&tile.tileset.alignment)?);
        let (at, rotation) = (object.spot(["x", "y"])?, object.rotation()?);
        let mut shapes = Vec::new();
        for shape in tile.shapes() {
            let NewShape { geometry, angle, .. } = self.tile_shape(&tile, shape)?;
            let properties = Property::over(&shape.properties, tile.properties());
            let properties = Property::over(&object.properties, &properties);
            let classes = [object.class(), shape.class(), tile.class()];
            let rule: Option<Side> = self.draft.options.side_of(classes.into_iter());
            let keys = PieceKeys::read(&properties, rule)?;
            let geometry = geometry.moved(&tile.tileset.offset).scaled(&scale);
            let geometry = geometry.moved(&Spot::zero().minus(&corner)).turned(&rotation);
            let geometry = geometry.moved(&at).moved(&layer.offset);
            let angle = rotation.angle().map(str::to_owned).or(angle);
            shapes.push(NewShape { geometry, keys, angle });
        }
        Ok(shapes)
    }
}

/// A polyline as its edges, anything else as it is.
fn edges_apart(geometry: Geometry) -> Vec<Geometry> {
    match geometry {
        Geometry::Polyline(points) => {
            points.windows(2).map(|edge| Geometry::Polyline(edge.to_vec())).collect()
        }
        other => vec![other],
    }
}

/// Which point of a tile object its place is: shares of its width and height.
fn anchor(alignment: &str) -> Result<Spot, String> {
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

/// A name as one word of a command line.
fn option_word(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if !name.is_empty() && name.chars().all(is_plain) {
        name.to_owned()
    } else {
        format!("'{}'", printable(&name.replace('\'', "'\\''")))
    }
}

fn is_json(path: &Path) -> bool {
    let is_one =
        |ending: &&str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
    ["tsj", "tj", "json"].iter().any(is_one)
}
