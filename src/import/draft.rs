//! The scene that is being made: names what is added, scales it, rounds it, checks it, and writes
//! it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use hitscan_core::methods::AnyNumber;
use hitscan_core::scene::{Scene, excerpt, printable};
use hitscan_core::words::{any_of, grouped};
use hitscan_core::world::{Body, Name, Response, World};
use hitscan_geom::{Milli, Point, Polygon, Side};

use super::geometry::{Geometry, Spot, decimal, whole, zero};
use super::options::{ImportOptions, Seams, side_named};
use super::report::{MapSubject, Report, counted};
use super::{ImportError, Imported};

/// A property of an object, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) value: String,
}

impl Property {
    /// The names that mean something here.
    const KNOWN: [&str; 6] = ["one_way", "body", "response", "sensor", "velocity_x", "velocity_y"];

    fn is_known(&self) -> bool {
        Self::KNOWN.contains(&&*self.name)
    }

    /// These, and those of `others` with other names.
    pub(super) fn over(own: &[Self], others: &[Self]) -> Vec<Self> {
        let is_new = |other: &&Self| own.iter().all(|each| each.name != other.name);
        own.iter().chain(others.iter().filter(is_new)).cloned().collect()
    }
}

/// What an object is besides its shape, by its properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PieceKeys {
    body: Body,
    one_way: Option<Side>,
    response: Option<Response>,
    is_sensor: bool,
    /// In pixels a frame.
    velocity: Spot,
}

impl PieceKeys {
    /// Reads properties; a rule of the options stands in for the property `one_way`.
    ///
    /// # Errors
    /// What is wrong with one, or with two of them together.
    pub(super) fn read(properties: &[Property], rule: Option<Side>) -> Result<Self, String> {
        let value = |name: &str| {
            properties.iter().find(|each| each.name == name).map(|each| each.value.as_str())
        };
        let speed = |name: &str| {
            let why = |why: String| format!("{name} {why}");
            value(name).map_or(Ok(zero()), |text| decimal(text).map_err(why))
        };
        let keys = Self {
            body: value("body")
                .map_or(Ok(Body::Static), |text| token("body", text, &Body::ALL, Body::token))?,
            one_way: value("one_way").map_or(Ok(rule), one_way)?,
            response: { value("response") }
                .map(|text| token("response", text, &Response::ALL, Response::token))
                .transpose()?,
            is_sensor: value("sensor").map_or(Ok(false), |text| yes_or_no("sensor", text))?,
            velocity: Spot { x: speed("velocity_x")?, y: speed("velocity_y")? },
        };
        if keys.one_way.is_some() && keys.body == Body::Dynamic {
            return Err("one_way: a dynamic box; it must be static or kinematic".to_owned());
        }
        Ok(keys)
    }

    /// Whether it is anything but a static thing that stops others.
    fn misfit(&self, geometry: &Geometry) -> Option<&'static str> {
        let is_region = matches!(geometry, Geometry::Box { .. } | Geometry::Polygon(_));
        let moves = self.velocity != Spot::zero();
        if is_region {
            let is_wrong = moves && self.body == Body::Static;
            return is_wrong.then_some(
                "velocity: a static object has none; body must be kinematic or dynamic",
            );
        }
        if self.one_way.is_some() {
            return Some("one_way: only boxes and polygons have it");
        }
        if self.response.is_some() || self.is_sensor {
            return Some("response and sensor: only boxes and polygons have them");
        }
        let is_point = matches!(geometry, Geometry::Point(_));
        (moves && is_point).then_some("velocity: a point has none")
    }
}

fn one_way(text: &str) -> Result<Option<Side>, String> {
    match text {
        "true" => Ok(Some(Side::Top)),
        "false" | "" => Ok(None),
        side => side_named(side).map(Some).ok_or_else(|| {
            let sides = Side::ALL.map(Side::token).join(", ");
            format!("one_way: \"{}\" is no side; {sides}", excerpt(side))
        }),
    }
}

fn yes_or_no(name: &str, text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| format!("{name}: \"{}\"; it must be true or false", excerpt(text)))
}

fn token<T: Copy>(
    name: &str,
    text: &str,
    all: &[T],
    token: fn(T) -> &'static str,
) -> Result<T, String> {
    let found = all.iter().copied().find(|&each| token(each) == text);
    found.ok_or_else(|| {
        let all = any_of(all.iter().copied().map(token));
        format!("{name}: \"{}\"; it must be {all}", excerpt(text))
    })
}

/// One object of the scene, before it is scaled.
#[derive(Clone, Debug)]
pub(super) struct DraftPiece {
    /// The name that it asks for.
    pub(super) name: String,
    pub(super) geometry: Geometry,
    pub(super) keys: PieceKeys,
    /// The angle that it was turned by, if its corners have no end of digits.
    pub(super) angle: Option<String>,
}

/// Which numbers were rounded.
#[derive(Debug, Default)]
pub(super) struct Rounded {
    /// The first: as it was, and as it is read.
    first: Option<[String; 2]>,
    count: usize,
    /// The angle, if corners were turned.
    angle: Option<String>,
}

impl Rounded {
    /// What a note says about them; nothing if there are none.
    fn note(&self) -> Option<String> {
        let [was, is] = self.first.as_ref()?;
        if let Some(angle) = &self.angle {
            return Some(format!("turned by {angle} degrees; corners are rounded to thousandths"));
        }
        let more = match self.count - 1 {
            0 => String::new(),
            more => {
                format!("; {} rounded too", counted(more, "more number is", "more numbers are"))
            }
        };
        Some(format!("{was} is read as {is}{more}"))
    }

    /// What an error says about them.
    fn refusal(&self) -> Option<String> {
        let [was, _] = self.first.as_ref()?;
        Some(match &self.angle {
            Some(angle) => format!("turned by {angle} degrees; its corners are no thousandths"),
            None => format!("{was} has more than three decimals"),
        })
    }
}

/// A place in the scene.
#[derive(Clone, Copy, Debug)]
struct Placed {
    x: Milli,
    y: Milli,
}

/// The scene so far.
pub(super) struct Draft<'o> {
    pub(super) options: &'o ImportOptions,
    pub(super) report: Report,
    /// The tables of the objects.
    text: String,
    objects: usize,
    names: BTreeSet<String>,
    /// The last number behind a name that was taken.
    suffixes: BTreeMap<String, usize>,
    /// How many properties mean nothing here.
    unread_properties: usize,
    /// Every layer that `--layer` may name, and what `--solid` may.
    layers: BTreeSet<String>,
    solids: BTreeSet<String>,
}

impl<'o> Draft<'o> {
    pub(super) fn new(options: &'o ImportOptions) -> Self {
        Self {
            options,
            report: Report::new(options.skip),
            text: String::new(),
            objects: 0,
            names: BTreeSet::new(),
            suffixes: BTreeMap::new(),
            unread_properties: 0,
            layers: BTreeSet::new(),
            solids: BTreeSet::new(),
        }
    }

    /// A layer that `--layer` may name; whether it is imported.
    pub(super) fn meets_layer(&mut self, name: &str) -> bool {
        self.layers.insert(name.to_owned());
        self.options.takes_layer(name)
    }

    /// Something that `--solid` may name.
    pub(super) fn meets_solid(&mut self, name: &str) {
        if self.options.solid.iter().any(|solid| solid == name) {
            self.solids.insert(name.to_owned());
        }
    }

    /// Counts the properties that mean nothing here.
    pub(super) fn count_unread(&mut self, properties: &[Property]) {
        self.unread_properties += properties.iter().filter(|each| !each.is_known()).count();
    }

    /// Adds the pieces of one object of the map, and notes what was rounded.
    pub(super) fn add_object(&mut self, subject: &MapSubject, pieces: &[DraftPiece]) {
        let mut rounded = Rounded::default();
        let mut tables = Vec::new();
        for piece in pieces {
            match self.table(piece, &mut rounded) {
                Ok(table) => tables.push((piece, table)),
                Err(why) => return self.report.refuse(subject, &why),
            }
        }
        if let Some(why) = rounded.refusal().filter(|_| self.options.exact) {
            return self.report.refuse(subject, &why);
        }
        self.tell(subject, &rounded);
        for (piece, table) in tables {
            self.push(&piece.name, &table);
        }
    }

    /// Adds a piece of a layer of tiles; what was rounded is told when the layer ends.
    pub(super) fn add_tile(
        &mut self,
        subject: &MapSubject,
        piece: &DraftPiece,
        rounded: &mut Rounded,
    ) {
        match self.table(piece, rounded) {
            Ok(table) => self.push(&piece.name, &table),
            Err(why) => self.report.refuse(subject, &why),
        }
    }

    /// Tells what was rounded in a layer of tiles.
    pub(super) fn tell_of_layer(&mut self, subject: &MapSubject, rounded: &Rounded) {
        match rounded.refusal().filter(|_| self.options.exact) {
            Some(why) => self.report.fault(subject, &why),
            None => self.tell(subject, rounded),
        }
    }

    fn tell(&mut self, subject: &MapSubject, rounded: &Rounded) {
        if let Some(note) = rounded.note() {
            self.report.note_about(subject, &note);
        }
    }

    /// Whether a shape of a tile can be had at all, wherever it is; tells why it cannot.
    pub(super) fn is_sound(&mut self, piece: &DraftPiece, subject: &MapSubject) -> bool {
        let table = self.table(piece, &mut Rounded::default());
        let refusal = table.map_err(|why| self.report.refuse(subject, &why));
        refusal.is_ok()
    }

    /// Counts objects that are too many to be added.
    pub(super) fn add_uncounted(&mut self, count: usize) {
        self.objects = self.objects.saturating_add(count);
    }

    /// Whether there is room for one more object.
    pub(super) fn has_room(&self) -> bool {
        self.objects < World::MAX_OBJECTS && self.text.len() <= Scene::MAX_BYTES
    }

    fn push(&mut self, name: &str, table: &[String; 2]) {
        let [header, keys] = table;
        let has_room = self.has_room();
        self.objects += 1;
        if has_room {
            let name = self.unique(name);
            let _ = write!(self.text, "\n[[{header}]]\nname = \"{name}\"\n{keys}");
        }
    }

    /// The name, with a number behind it if it is taken.
    fn unique(&mut self, name: &str) -> String {
        let cut = |most: usize| name.get(..most).unwrap_or(name);
        let mut unique = cut(Name::MAX_LEN).to_owned();
        if self.names.contains(&unique) {
            let last = self.suffixes.entry(unique.clone()).or_insert(1);
            loop {
                *last += 1;
                let suffix = format!("-{last}");
                unique = format!("{}{suffix}", cut(Name::MAX_LEN - suffix.len()));
                if !self.names.contains(&unique) {
                    break;
                }
            }
        }
        self.names.insert(unique.clone());
        unique
    }

    /// The header and the keys of a piece, except its name.
    fn table(&self, piece: &DraftPiece, rounded: &mut Rounded) -> Result<[String; 2], String> {
        if let Some(why) = piece.keys.misfit(&piece.geometry) {
            return Err(why.to_owned());
        }
        if rounded.angle.is_none() {
            rounded.angle.clone_from(&piece.angle);
        }
        let mut keys = String::new();
        let header = match &piece.geometry {
            Geometry::Box { at, size } => {
                self.check_size(size)?;
                let [place, extent] = [self.placed(at, rounded)?, self.extent(size, rounded)?];
                in_plane(place, extent)?;
                let _ = writeln!(keys, "at = {place}\nsize = {extent}");
                "box"
            }
            Geometry::Polygon(points) => {
                let placed = self.all_placed(points, rounded)?;
                check_polygon(&placed)?;
                let points: Vec<_> = placed.iter().map(Placed::to_string).collect();
                let _ = writeln!(keys, "points = [{}]", points.join(", "));
                "polygon"
            }
            Geometry::Polyline(points) => {
                let ends = self.all_placed(points, rounded)?;
                let [from, to] = *ends.as_slice() else {
                    return Err("a laser has two ends".to_owned());
                };
                let _ = writeln!(keys, "from = {from}\nto = {to}");
                "laser"
            }
            Geometry::Point(at) => {
                let _ = writeln!(keys, "at = {}", self.placed(at, rounded)?);
                "point"
            }
        };
        self.write_keys(&piece.keys, header, &mut keys, rounded)?;
        Ok([header.to_owned(), keys])
    }

    /// The keys that stand behind those of the shape.
    fn write_keys(
        &self,
        keys: &PieceKeys,
        header: &str,
        text: &mut String,
        rounded: &mut Rounded,
    ) -> Result<(), String> {
        if ["box", "polygon"].contains(&header) {
            let _ = writeln!(text, "body = \"{}\"", keys.body.token());
        }
        if let Some(side) = keys.one_way {
            let _ = writeln!(text, "one_way = \"{}\"", side.token());
        }
        if keys.velocity != Spot::zero() {
            let _ = writeln!(text, "velocity = {}", self.placed(&keys.velocity, rounded)?);
        }
        if let Some(response) = keys.response {
            let _ = writeln!(text, "response = \"{}\"", response.token());
        }
        if keys.is_sensor {
            text.push_str("sensor = true\n");
        }
        Ok(())
    }

    fn check_size(&self, size: &Spot) -> Result<(), String> {
        let flat = |side: &AnyNumber| {
            side.times(&self.options.units_per_pixel).times(&whole(1000)).to_even() <= Some(0)
        };
        let what = match [flat(&size.x), flat(&size.y)] {
            [false, false] => return Ok(()),
            [true, false] => "width",
            [false, true] => "height",
            [true, true] => "width and no height",
        };
        Err(format!("a rectangle with no {what}; a point or a polyline is what has none"))
    }

    fn all_placed(&self, points: &[Spot], rounded: &mut Rounded) -> Result<Vec<Placed>, String> {
        points.iter().map(|point| self.placed(point, rounded)).collect()
    }

    /// A place, in the units of the scene.
    fn placed(&self, at: &Spot, rounded: &mut Rounded) -> Result<Placed, String> {
        let limit = Milli::LIMIT.thousandths();
        let [x, y] = [&at.x, &at.y].map(|number| self.milli(number, limit, rounded));
        Ok(Placed { x: x?, y: y? })
    }

    /// A size, in the units of the scene.
    fn extent(&self, size: &Spot, rounded: &mut Rounded) -> Result<Placed, String> {
        let limit = Milli::SIZE_LIMIT.thousandths();
        let [x, y] = [&size.x, &size.y].map(|number| self.milli(number, limit, rounded));
        Ok(Placed { x: x?, y: y? })
    }

    /// A number in the units of the scene, to the nearest thousandth.
    fn milli(
        &self,
        pixels: &AnyNumber,
        limit: i32,
        rounded: &mut Rounded,
    ) -> Result<Milli, String> {
        let exact = pixels.times(&self.options.units_per_pixel);
        let thousandths = exact.times(&whole(1000));
        let nearest = thousandths.to_even().and_then(|nearest| i32::try_from(nearest).ok());
        let nearest = nearest.filter(|nearest| nearest.unsigned_abs() <= limit.unsigned_abs());
        let found = nearest.and_then(|nearest| Milli::new(nearest).ok());
        let milli = found.ok_or_else(|| beyond(&excerpt(&exact.written())))?;
        if !thousandths.is_whole() {
            rounded.count += 1;
            if rounded.first.is_none() {
                rounded.first = Some([excerpt(&exact.written()), milli.to_string()]);
            }
        }
        Ok(milli)
    }

    /// The scene, or what is wrong.
    ///
    /// # Errors
    /// All faults of the map.
    pub(super) fn finish(mut self, file: &str) -> Result<Imported, ImportError> {
        self.check_options();
        if self.objects > World::MAX_OBJECTS {
            let found = grouped(u64::try_from(self.objects).unwrap_or(u64::MAX));
            let most = grouped(u64::try_from(World::MAX_OBJECTS).unwrap_or(u64::MAX));
            let help = match self.options.seams {
                Seams::Keep => "--layer NAME takes fewer, and --seams merge joins tiles",
                Seams::Merge => "--layer NAME takes fewer",
            };
            self.report
                .fault_line(format!("{file}: {found} objects; a scene has at most {most}. {help}"));
        } else if self.text.len() > Scene::MAX_BYTES {
            let help = "--layer NAME takes less of it";
            self.report
                .fault_line(format!("{file}: the scene would have more than 16 MiB. {help}"));
        }
        if self.unread_properties > 0 {
            let count = counted(self.unread_properties, "property is", "properties are");
            let known = Property::KNOWN.join(", ");
            self.report.note(&format!("{count} left out; those that are read: {known}"));
        }
        let notes = self.report.finish().map_err(ImportError::Faults)?;
        let title = serde_json::Value::from(title_of(file)).to_string();
        Ok(Imported { scene: format!("title = {title}\n{}", self.text), notes })
    }

    /// Reports options that name nothing in the map.
    fn check_options(&mut self) {
        let known = |names: &BTreeSet<String>| {
            let shown: Vec<_> = names.iter().take(10).map(|name| excerpt(name)).collect();
            shown.join(", ")
        };
        for layer in self.options.layers.iter().filter(|&layer| !self.layers.contains(layer)) {
            let (layer, known) = (printable(layer), known(&self.layers));
            let line = format!("--layer {layer}: no layer has that name; there are: {known}");
            self.report.fault_line(line);
        }
        for solid in self.options.solid.iter().filter(|&solid| !self.solids.contains(solid)) {
            let line = format!("--solid {}: no tiles have that name", printable(solid));
            self.report.fault_line(line);
        }
    }
}

/// `[16, 8.5]`.
impl std::fmt::Display for Placed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}, {}]", self.x, self.y)
    }
}

/// The name of the file as a title, of a length that a title may have.
fn title_of(file: &str) -> String {
    if file.len() <= World::MAX_TITLE_BYTES { file.to_owned() } else { excerpt(file) }
}

fn beyond(number: &str) -> String {
    let units = grouped(u64::from(Milli::LIMIT.thousandths().unsigned_abs()) / 1000);
    format!("{number} is beyond {units} units; a smaller --units-per-pixel brings it nearer")
}

fn in_plane(at: Placed, size: Placed) -> Result<(), String> {
    for [at, size] in [[at.x, size.x], [at.y, size.y]] {
        let far = at.checked_add(size).filter(|far| far.in_range());
        if far.is_none() {
            return Err(beyond(&format!("{at} and {size} more")));
        }
    }
    Ok(())
}

fn check_polygon(points: &[Placed]) -> Result<(), String> {
    let points: Vec<_> = points.iter().map(|placed| Point::new(placed.x, placed.y)).collect();
    Polygon::new(&points).map(drop).map_err(|why| why.to_string())
}

/// A name that a scene takes, or nearly: it may still be too long.
pub(super) fn name_of(name: &str, id: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let mut legal: String = if name.is_empty() { id } else { name }
        .chars()
        .take(Name::MAX_LEN)
        .map(|c| if is_part(c) { c } else { '-' })
        .collect();
    if !legal.starts_with(|c: char| c.is_ascii_alphabetic()) {
        legal.insert(0, 'o');
    }
    legal.truncate(Name::MAX_LEN);
    legal
}

/// The name of a part of something: its own is cut to make room.
pub(super) fn name_of_part(name: &str, part: usize) -> String {
    let suffix = format!("-{part}");
    let most = Name::MAX_LEN.saturating_sub(suffix.len());
    format!("{}{suffix}", name.get(..most).unwrap_or(name))
}
