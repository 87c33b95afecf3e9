//! What becomes of the layers and objects of Tiled, in either format; tilesets and templates in
//! files of their own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use hitscan_core::methods::AnyNumber;
use hitscan_core::scene::{excerpt, printable};
use hitscan_core::words::grouped;

use super::cells::Grid;
use super::draft::{Draft, DraftPiece, PieceKeys, Property, name_of, name_of_part};
use super::files::{MapFile, MapFiles};
use super::geometry::{Geometry, Spot, decimal, zero};
use super::map_parts::{
    MapForm, MapLayer, MapObject, NewGeometry, Tile, Tileset, TilesetUse, anchor, size,
};
use super::report::{MapPlace, MapSubject, counted, quoted};
use super::seams::{CellLayer, CellShapes, NewShape};
use super::{tiled_json, tiled_xml};

/// The most groups around a layer.
pub(super) const DEEPEST: usize = 32;

/// A file that is read while another one waits for it.
pub(super) struct NamedFile<'f> {
    /// The file that names it, and where.
    pub(super) from: &'f MapFile,
    pub(super) place: &'f MapPlace,
    pub(super) name: &'f str,
}

/// A map of Tiled, on its way into a scene.
pub(super) struct Tiled<'d, 'o> {
    pub(super) draft: &'d mut Draft<'o>,
    files: &'d mut MapFiles,
    cell: Spot,
    /// Whether layers consist of chunks; one without any is empty.
    pub(super) is_infinite: bool,
    pub(super) tilesets: Rc<Vec<TilesetUse>>,
    tile_layers: usize,
    /// How many cells have been unpacked.
    cells: usize,
    known_tilesets: BTreeMap<PathBuf, Option<Rc<Tileset>>>,
    known_templates: BTreeMap<PathBuf, Option<Rc<MapObject>>>,
    /// The files that are being read.
    open: Vec<PathBuf>,
}

/// What a map says about itself.
pub(super) struct MapHead<'t> {
    /// Empty if it does not say so.
    pub(super) orientation: &'t str,
    /// The width and the height of its cells.
    pub(super) cell: [&'t str; 2],
    /// Whether its layers have no size, and consist of chunks.
    pub(super) is_infinite: bool,
}

impl<'d, 'o> Tiled<'d, 'o> {
    pub(super) fn new(draft: &'d mut Draft<'o>, files: &'d mut MapFiles) -> Self {
        Self {
            draft,
            files,
            cell: Spot::zero(),
            is_infinite: false,
            tilesets: Rc::default(),
            tile_layers: 0,
            cells: 0,
            known_tilesets: BTreeMap::new(),
            known_templates: BTreeMap::new(),
            open: Vec::new(),
        }
    }

    /// Begins a map; whether it can be read.
    pub(super) fn begin(&mut self, place: &MapPlace, head: &MapHead<'_>) -> bool {
        let orientation = head.orientation;
        self.is_infinite = head.is_infinite;
        let cell = if ["", "orthogonal"].contains(&orientation) {
            size(head.cell)
        } else {
            let is_vowel = orientation.starts_with(['a', 'e', 'i', 'o', 'u']);
            let article = if is_vowel { "an" } else { "a" };
            let orientation = excerpt(orientation);
            Err(format!("{article} {orientation} map; only orthogonal ones can be read"))
        };
        match cell {
            Ok(cell) => self.cell = cell,
            Err(why) => {
                self.draft.report.fault(&MapSubject::whole(place), &why);
                return false;
            }
        }
        true
    }

    /// Opens a file that another one names, unless it is being read already.
    fn opened(&mut self, path: &Path, named: &NamedFile<'_>) -> Option<MapFile> {
        let subject = MapSubject::whole(named.place);
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
        found.map_err(|why| self.draft.report.fault(&MapSubject::whole(named.place), &why)).ok()
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
        read.map_err(|why| self.draft.report.fault_line(why)).ok()
    }

    /// A layer in another one; `None` if it is too deep, or its offset is no number.
    pub(super) fn layer(
        &mut self,
        outer: &MapLayer,
        name: &str,
        place: &MapPlace,
        offset: [&str; 2],
    ) -> Option<MapLayer> {
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
            let most = grouped(u64::try_from(MOST).unwrap_or(u64::MAX));
            return Err(format!("with it, the layers have more than {most} cells in all"));
        }
        Ok(())
    }

    /// Adds a layer of tiles.
    pub(super) fn add_tiles(&mut self, layer: &MapLayer, grid: &Grid) {
        self.tile_layers += 1;
        self.draft.meets_solid(&layer.name);
        let mut shapes = CellShapes::default();
        self.resolve(layer, grid, &mut shapes);
        let cells = CellLayer {
            number: self.tile_layers,
            at: layer.offset.clone(),
            cell: self.cell.clone(),
            subject: layer.subject(),
        };
        cells.add(self.draft, grid, &shapes);
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
        self.tell_of_shapeless(layer, shapeless);
    }

    /// Tells how many tiles of a layer have no shape.
    pub(super) fn tell_of_shapeless(&mut self, layer: &MapLayer, count: usize) {
        let (tiles, boxes) = match count {
            0 => return,
            1 => ("tile without a collision shape is", "it a box"),
            _ => ("tiles without a collision shape are", "them boxes"),
        };
        let tiles = counted(count, tiles, tiles);
        let word = option_word(&layer.name);
        let note = format!("{tiles} left out; --solid {word} makes {boxes}");
        self.draft.report.note_about(&layer.subject(), &note);
    }

    /// The shapes of a tile in a cell.
    fn cell_shapes(
        &mut self,
        tile: &Tile<'_>,
        is_solid: bool,
        subject: &MapSubject,
    ) -> Vec<NewShape> {
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
        let is_scaled = tile.tileset.fits_cells && tile.flips.size(tile.size()) != self.cell;
        if is_scaled && !tile.shapes().is_empty() {
            let why = "its tileset scales tiles to cells; set Tile Render Size to Tile Size";
            self.draft.report.refuse(subject, why);
            return found;
        }
        let floor = self.cell.y.minus(&tile.flips.size(tile.size()).y);
        let at = tile.tileset.offset.plus(&Spot { x: zero(), y: floor });
        for (number, shape) in (1..).zip(tile.shapes()) {
            let what = match shape.form {
                Some(MapForm::Polygon(_)) => "polygon",
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
    fn is_sound(&mut self, shape: &NewShape, subject: &MapSubject) -> bool {
        let NewShape { geometry, keys, angle } = shape.clone();
        let piece = DraftPiece { name: String::new(), geometry, keys, angle };
        self.draft.is_sound(&piece, subject)
    }

    /// A shape of a tile, flipped, seen from the left top corner of the tile.
    fn tile_shape(&self, tile: &Tile<'_>, shape: &MapObject) -> Result<NewShape, String> {
        let NewGeometry { shape: geometry, angle } = tile.geometry(shape)?;
        let properties = Property::over(&shape.properties, tile.properties());
        let rule = self.draft.options.side_of([shape.class(), tile.class()].into_iter());
        Ok(NewShape { geometry, keys: PieceKeys::read(&properties, rule)?, angle })
    }

    /// Adds an object of a layer. Returns `false` for a tile without a shape, which is left out.
    pub(super) fn add_object(&mut self, layer: &MapLayer, object: &MapObject) -> bool {
        let words = object.words(&layer.name);
        let subject = MapSubject { place: object.place.clone(), words };
        if !self.draft.has_room() {
            self.draft.add_uncounted(object.pieces());
            return true;
        }
        let found = if object.value("gid").is_empty() {
            self.shape_of(object, layer).map(|shape| vec![shape])
        } else {
            self.shapes_of_tile(object, layer)
        };
        match found.map(|shapes| pieces(object, shapes)) {
            Ok(pieces) if pieces.is_empty() => return false,
            Ok(pieces) => {
                self.draft.count_unread(&object.properties);
                self.draft.add_object(&subject, &pieces);
            }
            Err(why) => self.draft.report.refuse(&subject, &why),
        }
        true
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
        let own = tile.flips.size(tile.size());
        let or_own = |name: &str, own: &AnyNumber| match object.value(name) {
            "" => Ok(own.clone()),
            _ => object.number(name),
        };
        let size = Spot { x: or_own("width", &own.x)?, y: or_own("height", &own.y)? };
        let scale = size.over(&own).ok_or("a tile without a size")?;
        let corner = size.scaled(&anchor(&tile.tileset.alignment)?);
        let (at, rotation) = (object.spot(["x", "y"])?, object.rotation()?);
        let placed = |shape: NewGeometry, properties: &[Property], classes: [&str; 2]| {
            let properties = Property::over(properties, tile.properties());
            let properties = Property::over(&object.properties, &properties);
            let classes = std::iter::once(object.class()).chain(classes);
            let keys = PieceKeys::read(&properties, self.draft.options.side_of(classes))?;
            let geometry = shape.shape.moved(&tile.tileset.offset).scaled(&scale);
            let geometry = geometry.moved(&Spot::zero().minus(&corner)).turned(&rotation);
            let geometry = geometry.moved(&at).moved(&layer.offset);
            let angle = rotation.angle().map(str::to_owned).or(shape.angle);
            Ok::<_, String>(NewShape { geometry, keys, angle })
        };
        if tile.shapes().is_empty() && self.draft.options.solid.contains(&layer.name) {
            let whole = Geometry::Box { at: Spot::zero(), size: own.clone() };
            let whole = NewGeometry { shape: whole, angle: None };
            return Ok(vec![placed(whole, &[], [tile.class(), ""])?]);
        }
        let shapes = tile.shapes().iter().map(|shape| {
            placed(tile.geometry(shape)?, &shape.properties, [shape.class(), tile.class()])
        });
        shapes.collect()
    }
}

/// The pieces of an object, each with its name.
fn pieces(object: &MapObject, shapes: Vec<NewShape>) -> Vec<DraftPiece> {
    let id = format!("o{}", object.value("id"));
    let name = name_of(object.value("name"), &id);
    let is_many = shapes.len() > 1;
    let mut pieces = Vec::new();
    for NewShape { geometry, keys, angle } in shapes {
        let is_line = matches!(geometry, Geometry::Polyline(_));
        for geometry in edges_apart(geometry) {
            let part = name_of_part(&name, pieces.len() + 1);
            let name = if is_many || is_line { part } else { name.clone() };
            pieces.push(DraftPiece { name, geometry, keys: keys.clone(), angle: angle.clone() });
        }
    }
    pieces
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
