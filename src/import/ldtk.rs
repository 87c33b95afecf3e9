//! Projects of LDtk: `.ldtk`, and the levels beside it: `.ldtkl`.

use std::collections::BTreeMap;
use std::rc::Rc;

use hitscan_core::scene::printable;

use super::cells::{Encoding, Extent, Grid};
use super::draft::{Draft, DraftPiece, PieceKeys, Property, name_of};
use super::files::{MapFile, MapFiles};
use super::geometry::{Geometry, Spot, decimal, zero};
use super::json::{Json, JsonMap, parsed};
use super::options::LevelChoice;
use super::report::{MapPlace, MapSubject, counted, quoted};
use super::seams::{CellLayer, CellShapes, NewShape};

/// Reads a project.
///
/// # Errors
/// When the file is none; what is wrong with a project is reported.
pub(super) fn read_project(
    draft: &mut Draft<'_>,
    files: &mut MapFiles,
    file: &MapFile,
) -> Result<(), String> {
    let root = parsed(&file.text)?;
    let worlds = root.maps("worlds").flat_map(|world| world.maps("levels").collect::<Vec<_>>());
    let levels: Vec<_> = root.maps("levels").chain(worlds).collect();
    let defs = root.get("defs").and_then(Json::map);
    let Some(defs) = defs.filter(|_| !levels.is_empty()) else {
        return Err("not a project of LDtk: it needs defs and levels".to_owned());
    };
    let place = MapPlace { file: Rc::clone(&file.name), position: None };
    let mut reader = Ldtk { draft, files, file, place, values: values(&defs), tile_layers: 0 };
    for level in reader.chosen(&levels) {
        reader.level(level);
    }
    Ok(())
}

/// The names of the values of each layer, by its identifier.
type ValueNames = BTreeMap<String, BTreeMap<u32, String>>;

fn values(defs: &JsonMap<'_>) -> ValueNames {
    let named = |value: JsonMap<'_>| {
        let name = value.text("identifier").into_owned();
        Some((value.text("value").parse().ok()?, name)).filter(|(_, name)| !name.is_empty())
    };
    let layer = |layer: JsonMap<'_>| {
        let all = layer.maps("intGridValues").filter_map(named).collect();
        (layer.text("identifier").into_owned(), all)
    };
    defs.maps("layers").map(layer).collect()
}

/// A project, on its way into a scene.
struct Ldtk<'r, 'o> {
    draft: &'r mut Draft<'o>,
    files: &'r mut MapFiles,
    file: &'r MapFile,
    place: MapPlace,
    values: ValueNames,
    tile_layers: usize,
}

/// A layer of a level.
struct LevelLayer<'t> {
    map: JsonMap<'t>,
    name: String,
    /// Where it begins.
    offset: Spot,
}

impl Ldtk<'_, '_> {
    fn fault(&mut self, why: &str) {
        self.draft.report.fault(&MapSubject::whole(&self.place), why);
    }

    /// The levels that are imported; a note names the others.
    fn chosen<'l, 't>(&mut self, levels: &'l [JsonMap<'t>]) -> Vec<&'l JsonMap<'t>> {
        let names: Vec<_> = levels.iter().map(|level| level.text("identifier")).collect();
        let listed = |names: &[&str]| {
            /// More would not be read.
            const MOST: usize = 20;
            let shown: Vec<_> = names.iter().take(MOST).map(|name| quoted(name)).collect();
            let more = names.len().saturating_sub(MOST);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            shown.join(", ") + &more
        };
        match &self.draft.options.level {
            Some(LevelChoice::All) => levels.iter().collect(),
            Some(LevelChoice::Named(wanted)) => {
                let found = names.iter().position(|name| name == wanted);
                if found.is_none() {
                    let all = listed(&names.iter().map(|name| &**name).collect::<Vec<_>>());
                    let wanted = printable(wanted);
                    let line =
                        format!("--level {wanted}: no level has that name; there are: {all}");
                    self.draft.report.fault_line(line);
                }
                found.and_then(|found| levels.get(found)).into_iter().collect()
            }
            None => {
                let others: Vec<&str> = names.iter().skip(1).map(|name| &**name).collect();
                if !others.is_empty() {
                    let first = quoted(&names[0]);
                    let others = listed(&others);
                    let note = format!(
                        "this is level {first}; --level NAME takes another, all takes all: {others}"
                    );
                    self.draft.report.note(&note);
                }
                levels.first().into_iter().collect()
            }
        }
    }

    /// Reads a level, from the project or from its own file.
    fn level(&mut self, level: &JsonMap<'_>) {
        let corner = if self.draft.options.level == Some(LevelChoice::All) {
            spot(level, ["worldX", "worldY"])
        } else {
            Ok(Spot::zero())
        };
        let corner = match corner {
            Ok(corner) => corner,
            Err(why) => return self.fault(&why),
        };
        let external = level.text("externalRelPath");
        if level.get("layerInstances").is_some() || external.is_empty() {
            return self.layers(level, &corner);
        }
        let found = self.files.find(self.file, &external);
        match found.and_then(|path| self.files.read(path)) {
            Err(why) => self.fault(&why),
            Ok(file) => match parsed(&file.text) {
                Err(why) => self.fault(&format!("{}: {why}", quoted(&external))),
                Ok(level) => {
                    let place = MapPlace { file: Rc::clone(&file.name), position: None };
                    let of_project = std::mem::replace(&mut self.place, place);
                    self.layers(&level, &corner);
                    self.place = of_project;
                }
            },
        }
    }

    /// Reads the layers of a level, which lists them from front to back.
    fn layers(&mut self, level: &JsonMap<'_>, corner: &Spot) {
        let mut layers: Vec<_> = level.maps("layerInstances").collect();
        layers.reverse();
        for map in layers {
            let kind = map.text("__type");
            if !["IntGrid", "Entities"].contains(&&*kind) {
                continue;
            }
            let name = map.text("__identifier").into_owned();
            let subject = MapSubject::layer(&self.place, &name);
            let is_taken = self.draft.meets_layer(&name);
            let offset = match spot(&map, ["__pxTotalOffsetX", "__pxTotalOffsetY"]) {
                Ok(offset) => offset.plus(corner),
                Err(why) => {
                    self.draft.report.fault(&subject, &why);
                    continue;
                }
            };
            let layer = LevelLayer { map, name, offset };
            if kind == "IntGrid" {
                let read = self.values_of(&layer, is_taken, &subject);
                if let Err(why) = read {
                    self.draft.report.fault(&subject, &why);
                }
            } else if is_taken {
                for entity in layer.map.maps("entityInstances") {
                    self.entity(&layer, &entity);
                }
            }
        }
    }

    /// Adds a layer of values.
    fn values_of(
        &mut self,
        layer: &LevelLayer<'_>,
        is_taken: bool,
        subject: &MapSubject,
    ) -> Result<(), String> {
        let names = self.values.get(&layer.name).cloned().unwrap_or_default();
        for (value, name) in &names {
            self.draft.meets_solid(&value.to_string());
            self.draft.meets_solid(name);
        }
        if !is_taken {
            return Ok(());
        }
        self.tile_layers += 1;
        let grid = grid(&layer.map)?;
        let side = decimal(&layer.map.text("__gridSize"))?;
        if side <= zero() {
            return Err("its cells have no size".to_owned());
        }
        let cell = Spot { x: side.clone(), y: side };
        let mut shapes = CellShapes::default();
        let mut known: Vec<u32> = grid.cells.clone();
        known.sort_unstable();
        known.dedup();
        for value in known.into_iter().filter(|&value| value != 0) {
            let (number, name) = (value.to_string(), names.get(&value).cloned());
            self.draft.meets_solid(&number);
            let classes = [Some(&*number), name.as_deref()];
            let solid = &self.draft.options.solid;
            let is_solid =
                classes.iter().flatten().any(|class| solid.iter().any(|solid| solid == class));
            if !solid.is_empty() && !is_solid {
                continue;
            }
            let rule = self.draft.options.side_of(classes.into_iter().flatten());
            let geometry = Geometry::Box { at: Spot::zero(), size: cell.clone() };
            let shape = NewShape { geometry, keys: PieceKeys::read(&[], rule)?, angle: None };
            shapes.insert(value, vec![shape], &cell, value);
        }
        let number = self.tile_layers;
        let cells = CellLayer { number, at: layer.offset.clone(), cell, subject: subject.clone() };
        cells.add(self.draft, &grid, &shapes);
        Ok(())
    }

    fn entity(&mut self, layer: &LevelLayer<'_>, entity: &JsonMap<'_>) {
        let name = entity.text("__identifier");
        let words = format!("entity {} in layer {}", quoted(&name), quoted(&layer.name));
        let subject = MapSubject { place: self.place.clone(), words };
        if !self.draft.has_room() {
            return self.draft.add_uncounted(1);
        }
        let properties: Vec<_> =
            entity.maps("fieldInstances").filter_map(|field| property(&field)).collect();
        let rule = self.draft.options.side_of([&*name].into_iter());
        let piece = geometry(entity, &layer.offset).and_then(|geometry| {
            let keys = PieceKeys::read(&properties, rule)?;
            Ok(DraftPiece { name: name_of(&name, "o"), geometry, keys, angle: None })
        });
        match piece {
            Ok(piece) => {
                self.draft.count_unread(&properties);
                self.draft.add_object(&subject, &[piece]);
            }
            Err(why) => self.draft.report.refuse(&subject, &why),
        }
    }
}

/// A field that has a value.
fn property(field: &JsonMap<'_>) -> Option<Property> {
    let value = field.get("__value")?;
    let value = value.text().unwrap_or_default().into_owned();
    Some(Property { name: field.text("__identifier").into_owned(), value })
}

/// The box of an entity.
fn geometry(entity: &JsonMap<'_>, offset: &Spot) -> Result<Geometry, String> {
    let pair = |key: &str| {
        let numbers = entity.list(key).into_iter().filter_map(Json::text);
        let numbers: Vec<_> = numbers.collect();
        let [x, y] = numbers.as_slice() else {
            return Err(format!(
                "{key}: {}; two are right",
                counted(numbers.len(), "number", "numbers")
            ));
        };
        Ok(Spot { x: decimal(x)?, y: decimal(y)? })
    };
    let size = spot(entity, ["width", "height"])?;
    let at = pair("px")?.minus(&size.scaled(&pair("__pivot")?)).plus(offset);
    Ok(Geometry::Box { at, size })
}

fn spot(map: &JsonMap<'_>, keys: [&str; 2]) -> Result<Spot, String> {
    let number = |key: &str| match &*map.text(key) {
        "" => Ok(zero()),
        text => decimal(text).map_err(|why| format!("{key} {why}")),
    };
    Ok(Spot { x: number(keys[0])?, y: number(keys[1])? })
}

/// The values of a layer.
fn grid(map: &JsonMap<'_>) -> Result<Grid, String> {
    let extent = Extent::sized(&map.text("__cWid"), &map.text("__cHei"))?;
    let list = map.get("intGridCsv").map(Json::written).unwrap_or_default();
    let list = list.strip_prefix('[').and_then(|list| list.strip_suffix(']'));
    let list = list.ok_or("it has no intGridCsv; LDtk 1.0 and later write it")?;
    Encoding::Commas(list).grid(extent)
}
