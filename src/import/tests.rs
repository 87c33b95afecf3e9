//! Maps that are right, wrong and hostile, as texts.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use hitscan_core::methods::AnyNumber;
use hitscan_core::scene::Scene;

use super::{ImportError, ImportOptions, Imported, LevelChoice, OneWayRule, Seams, import};

fn options() -> ImportOptions {
    ImportOptions {
        units_per_pixel: AnyNumber::parse("1").expect("a number"),
        layers: Vec::new(),
        level: None,
        seams: Seams::Merge,
        solid: Vec::new(),
        one_way: Vec::new(),
        skip: false,
        exact: false,
    }
}

/// The import of the first of these files, which lie in one folder.
fn imported(files: &[[&str; 2]], options: &ImportOptions) -> Result<Imported, ImportError> {
    let folder = tempfile::tempdir().expect("a folder");
    let maps = folder.path().join("maps");
    fs::create_dir(&maps).expect("there is room");
    for [name, text] in files {
        fs::write(maps.join(name), text).expect("there is room");
    }
    import(&maps.join(files[0][0]), options)
}

fn scene(name: &str, text: &str) -> String {
    let imported = imported(&[[name, text]], &options()).expect("it can be had");
    assert_eq!(imported.notes, [""; 0]);
    imported.scene
}

fn faults(files: &[[&str; 2]], options: &ImportOptions) -> Vec<String> {
    match imported(files, options) {
        Err(ImportError::Faults(faults)) => faults,
        other => panic!("{other:?}"),
    }
}

fn no_map(name: &str, text: &str) -> String {
    match imported(&[[name, text]], &options()) {
        Err(ImportError::NotAMap(why)) => why,
        other => panic!("{other:?}"),
    }
}

/// A map in XML with tiles of 16 pixels.
fn tmx(inside: &str) -> String {
    format!("<map orientation=\"orthogonal\" tilewidth=\"16\" tileheight=\"16\">\n{inside}\n</map>")
}

/// A map in XML with one layer of objects.
fn objects(inside: &str) -> String {
    tmx(&format!("<objectgroup name=\"things\">\n{inside}\n</objectgroup>"))
}

/// A tileset whose tile 0 is a whole box.
const BLOCKS: &str = "<tileset firstgid=\"1\" tilewidth=\"16\" tileheight=\"16\">
<tile id=\"0\"><objectgroup><object id=\"1\" x=\"0\" y=\"0\" width=\"16\" height=\"16\"/></objectgroup></tile>
</tileset>";

/// A map in XML with one layer of tiles.
fn tiles(size: [u32; 2], data: &str) -> String {
    let [width, height] = size;
    tmx(&format!(
        "{BLOCKS}<layer name=\"walls\" width=\"{width}\" height=\"{height}\">{data}</layer>"
    ))
}

/// The tables of a scene, without its title.
fn tables(scene: &str) -> &str {
    scene.split_once("\n\n").map_or("", |(_, tables)| tables)
}

#[test]
fn the_samples_are_imported_to_the_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/import");
    let expected = |name: &str| fs::read_to_string(folder.join("expected").join(name)).expect(name);
    let skip = ImportOptions { skip: true, ..options() };
    let keep = ImportOptions { seams: Seams::Keep, ..options() };
    let rule = OneWayRule::parse("platform=top").expect("a rule");
    let one_way = ImportOptions { one_way: vec![rule], ..options() };
    for (file, name, options) in [
        ("objects.tmx", "objects", &skip),
        ("tiles.tmx", "tiles", &options()),
        ("tiles.tmx", "tiles.keep", &keep),
        ("infinite.tmj", "infinite", &options()),
        ("templates.tmx", "templates", &options()),
        ("level.ldtk", "level", &one_way),
    ] {
        let imported = import(&folder.join(file), options).expect(file);
        let notes: Vec<_> = imported.notes.iter().flat_map(|note| [note, "\n"]).collect();
        let notes = notes.concat();
        assert_eq!(imported.scene, expected(&format!("{name}.toml")), "{file}");
        assert_eq!(notes, expected(&format!("{name}.stderr")), "{file}");
    }
}

#[test]
fn what_an_older_scene_can_say_is_read_back() {
    let text = objects(
        "<object id=\"1\" name=\"floor\" x=\"0\" y=\"10\" width=\"40.5\" height=\"2\"/>
         <object id=\"2\" x=\"1\" y=\"2\"><polyline points=\"0,0 3,4 5,5\"/></object>",
    );
    let parsed = Scene::parse(&scene("a.tmx", &text)).expect("a scene");
    let names: Vec<_> = parsed.objects.iter().map(|object| object.name.to_string()).collect();
    assert_eq!(names, ["floor", "o2-1", "o2-2"]);
}

#[test]
fn objects_turn_about_their_place() {
    let text = objects(
        "<object id=\"1\" x=\"10\" y=\"10\" width=\"4\" height=\"2\" rotation=\"-90\"/>
         <object id=\"2\" x=\"10\" y=\"10\" width=\"4\" height=\"2\" rotation=\"540\"/>
         <object id=\"3\" x=\"1\" y=\"1\" rotation=\"90\"><polyline points=\"0,0 3,0\"/></object>",
    );
    let scene = scene("a.tmx", &text);
    assert!(scene.contains("name = \"o1\"\nat = [10, 6]\nsize = [2, 4]\n"), "{scene}");
    assert!(scene.contains("name = \"o2\"\nat = [6, 8]\nsize = [4, 2]\n"), "{scene}");
    assert!(scene.contains("from = [1, 1]\nto = [1, 4]\n"), "{scene}");
    let text =
        objects("<object id=\"3\" x=\"0\" y=\"0\" width=\"10\" height=\"10\" rotation=\"45\"/>");
    let turned = imported(&[["a.tmx", &text]], &options()).expect("it can be had");
    let points = "points = [[0, 0], [7.071, 7.071], [0, 14.142], [-7.071, 7.071]]";
    assert!(turned.scene.contains(points), "{}", turned.scene);
    let note = "note: object 3 in layer \"things\": turned by 45 degrees; corners are rounded to \
        thousandths";
    assert_eq!(turned.notes, [note]);
}

#[test]
fn tile_objects_stand_on_their_place_scaled_and_flipped() {
    let tileset = "<tileset firstgid=\"1\" tilewidth=\"16\" tileheight=\"32\"><tile id=\"0\">
        <objectgroup><object x=\"0\" y=\"16\" width=\"8\" height=\"16\"/></objectgroup></tile></tileset>";
    let object = |gid: u32, more: &str| {
        let object = format!("<object id=\"1\" gid=\"{gid}\" x=\"100\" y=\"100\" {more}/>");
        let text = tmx(&format!("{tileset}<objectgroup name=\"o\">{object}</objectgroup>"));
        tables(&scene("a.tmx", &text)).lines().skip(2).take(2).collect::<Vec<_>>().join(" ")
    };
    let same = "width=\"16\" height=\"32\"";
    assert_eq!(object(1, same), "at = [100, 84] size = [8, 16]");
    assert_eq!(object(1, "width=\"32\" height=\"64\""), "at = [100, 68] size = [16, 32]");
    // From left to right, upside down, along the diagonal.
    assert_eq!(object(1 | 1 << 31, same), "at = [108, 84] size = [8, 16]");
    assert_eq!(object(1 | 1 << 30, same), "at = [100, 68] size = [8, 16]");
    let along = "width=\"32\" height=\"16\"";
    assert_eq!(object(1 | 1 << 29, along), "at = [116, 84] size = [16, 8]");
    assert_eq!(object(1, &format!("{same} rotation=\"90\"")), "at = [100, 100] size = [16, 8]");
}

#[test]
fn tall_tiles_stand_on_the_floor_of_their_cell() {
    let tileset = "<tileset firstgid=\"1\" tilewidth=\"16\" tileheight=\"24\">
        <tileoffset x=\"1\" y=\"2\"/><tile id=\"0\"><objectgroup>
        <object x=\"0\" y=\"0\" width=\"16\" height=\"24\"/></objectgroup></tile></tileset>";
    let layer =
        "<layer name=\"a\" width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer>";
    let scene = scene("a.tmx", &tmx(&format!("{tileset}{layer}")));
    assert!(scene.contains("at = [1, -6]\nsize = [16, 24]\n"), "{scene}");
}

#[test]
fn cells_are_read_in_every_encoding() {
    let gids: [u32; 6] = [1, 1, 0, 0, 1, 1];
    let bytes: Vec<u8> = gids.iter().flat_map(|gid| gid.to_le_bytes()).collect();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(&bytes).expect("memory");
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    zlib.write_all(&bytes).expect("memory");
    let zstd = ruzstd::encoding::compress_to_vec(
        bytes.as_slice(),
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    let base64 = |bytes: &[u8], compression: &str| {
        let text = STANDARD.encode(bytes);
        format!("<data encoding=\"base64\" {compression}>\n  {text}\n</data>")
    };
    let cell = |gid: &u32| format!("<tile gid=\"{gid}\"/>");
    let xml: String = gids.iter().map(cell).collect();
    let expected = scene("a.tmx", &tiles([3, 2], "<data encoding=\"csv\">1,1,0,\n0,1,1</data>"));
    assert!(expected.contains("name = \"t1-1\"\nat = [16, 16]\nsize = [32, 16]"), "{expected}");
    for data in [
        format!("<data>{}</data>", xml.replace("<tile gid=\"0\"/>", "<tile/>")),
        base64(&bytes, ""),
        base64(&gzip.finish().expect("memory"), "compression=\"gzip\""),
        base64(&zlib.finish().expect("memory"), "compression=\"zlib\""),
        base64(&zstd, "compression=\"zstd\""),
    ] {
        assert_eq!(scene("a.tmx", &tiles([3, 2], &data)), expected, "{data}");
    }
}

#[test]
fn seams_join_whole_cells_only_below_equal_runs() {
    let rows = "1,1,0,1,\n1,1,0,1,\n1,1,1,1";
    let text = tiles([4, 3], &format!("<data encoding=\"csv\">{rows}</data>"));
    let merged = scene("a.tmx", &text);
    let boxes: Vec<_> = merged.lines().filter(|line| line.starts_with("size")).collect();
    assert_eq!(boxes, ["size = [32, 32]", "size = [16, 32]", "size = [64, 16]"]);
    let keep = ImportOptions { seams: Seams::Keep, ..options() };
    let kept = imported(&[["a.tmx", &text]], &keep).expect("it can be had");
    assert_eq!(kept.scene.matches("[[box]]").count(), 10);
}

#[test]
fn names_are_cut_numbered_and_begin_with_a_letter() {
    let names = ["start here", "start/here", "9 lives", "", "\u{7bb1}", "a-very-long-name-indeed"];
    let object = |name: &&str| format!("<object id=\"7\" name=\"{name}\"><point/></object>");
    let scene = scene("a.tmx", &objects(&names.iter().map(object).collect::<String>()));
    let found: Vec<_> = scene.lines().filter_map(|line| line.strip_prefix("name = ")).collect();
    assert_eq!(
        found,
        [
            "\"start-here\"",
            "\"start-here-2\"",
            "\"o9-lives\"",
            "\"o7\"",
            "\"o-\"",
            "\"a-very-long-name\""
        ]
    );
}

#[test]
fn numbers_are_scaled_before_they_are_rounded() {
    let text = objects("<object id=\"1\" x=\"8\" y=\"0.0005\" width=\"1\" height=\"2.0015\"/>");
    let half = AnyNumber::parse("1/3").expect("a number");
    let third = ImportOptions { units_per_pixel: half, ..options() };
    let found = imported(&[["a.tmx", &text]], &third).expect("it can be had");
    assert!(found.scene.contains("at = [2.667, 0]\nsize = [0.333, 0.667]\n"), "{}", found.scene);
    assert_eq!(
        found.notes,
        [
            "note: object 1 in layer \"things\": 8/3 is read as 2.667; 3 more numbers are rounded too"
        ]
    );
    // Half to even.
    let found = imported(&[["a.tmx", &text]], &options()).expect("it can be had");
    assert!(found.scene.contains("at = [8, 0]\nsize = [1, 2.002]\n"), "{}", found.scene);
    let exact = ImportOptions { exact: true, ..options() };
    assert_eq!(
        faults(&[["a.tmx", &text]], &exact),
        ["a.tmx:3:1: object 1 in layer \"things\": 0.0005 has more than three decimals"]
    );
}

#[test]
fn all_errors_are_listed_with_their_places() {
    let text = objects(
        "<object id=\"1\" x=\"NaN\"/>
<object id=\"2\" width=\"4\" height=\"0\"/>
<object id=\"3\" name=\"bow\"><polygon points=\"0,0 4,4 4,0 0,4\"/></object>
<object id=\"4\"><text>hello</text></object>
<object id=\"5\" x=\"16000\" width=\"1\" height=\"1\"/>
<object id=\"6\" width=\"1\" height=\"1\"><properties>
<property name=\"one_way\" value=\"up\"/></properties></object>
<object id=\"7\" width=\"1\" height=\"1\"><properties><property name=\"body\" value=\"dynamic\"/>
<property name=\"one_way\" value=\"top\"/></properties></object>
<object id=\"8\" x=\"1e999999999999\" width=\"1\" height=\"1\"/>
<object id=\"9\" gid=\"77\" width=\"1\" height=\"1\"/>
<object id=\"10\"><capsule/></object>",
    );
    let found = faults(&[["a.tmx", &text]], &options());
    let expected = [
        "a.tmx:3:1: object 1 in layer \"things\": x \"NaN\" is not a decimal number",
        "a.tmx:4:1: object 2 in layer \"things\": a rectangle with no height; a point or a \
            polyline is what has none",
        "a.tmx:5:1: object 3 \"bow\" in layer \"things\": the edge from vertex 1 meets the edge \
            from vertex 3; only neighbours may",
        "a.tmx:6:1: object 4 in layer \"things\": a text; hitscan has boxes, polygons, lasers and \
            points",
        "a.tmx:7:1: object 5 in layer \"things\": 16000 and 1 more is beyond 16 000 units; a \
            smaller --units-per-pixel brings it nearer",
        "a.tmx:8:1: object 6 in layer \"things\": one_way: \"up\" is no side; left, top, right, \
            bottom",
        "a.tmx:10:1: object 7 in layer \"things\": one_way: a dynamic box; it must be static or \
            kinematic",
        "a.tmx:12:1: object 8 in layer \"things\": x \"1e999999999999\" is not a decimal number",
        "a.tmx:13:1: object 9 in layer \"things\": no tileset has its tile",
        "a.tmx:14:1: object 10 in layer \"things\": a capsule; hitscan has boxes, polygons, lasers \
            and points",
    ];
    assert_eq!(found, expected);
    let skip = ImportOptions { skip: true, ..options() };
    let skipped = imported(&[["a.tmx", &text]], &skip).expect("it can be had");
    assert_eq!((skipped.scene.as_str(), skipped.notes.len()), ("title = \"a.tmx\"\n", 10));
}

#[test]
fn errors_of_layers_name_them() {
    let cells = |count: usize| vec!["1"; count].join(",");
    let data = |text: &str| format!("<data encoding=\"csv\">{text}</data>");
    for (size, data, expected) in [
        ([8, 5], data(&cells(39)), "39 cells; 8 x 5 are 40"),
        ([8, 5], data(&cells(41)), "41 cells; 8 x 5 are 40"),
        ([1, 1], data("x"), "cell 1: \"x\" is not the number of a tile"),
        ([1, 1], data("4294967296"), "cell 1: \"4294967296\" is not the number of a tile"),
        ([40_000, 25_000], data("0"), "40000 x 25000 cells; a layer has at most 4096 x 4096"),
        (
            [1, 1],
            "<data encoding=\"base32\">0</data>".to_owned(),
            "encoding \"base32\"; csv and base64 can be read",
        ),
        (
            [1, 1],
            "<data encoding=\"base64\" compression=\"lzma\">AAAA</data>".to_owned(),
            "compression \"lzma\"; gzip, zlib and zstd can be read",
        ),
        (
            [1, 1],
            "<data encoding=\"base64\">AAAAAAA=</data>".to_owned(),
            "more than 4 bytes; 1 x 1 cells are so many",
        ),
        ([1, 1], String::new(), "it has no <data>"),
    ] {
        let found = faults(&[["a.tmx", &tiles(size, &data)]], &options());
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("a.tmx:4:11: layer \"walls\": "), "{found:?}");
        assert!(found[0].ends_with(expected), "{found:?}");
    }
    let isometric = "<map orientation=\"isometric\" tilewidth=\"16\" tileheight=\"16\"/>";
    assert_eq!(
        faults(&[["a.tmx", isometric]], &options()),
        ["a.tmx:1:1: an isometric map; only orthogonal ones can be read"]
    );
    let layer = ImportOptions { layers: vec!["sky".to_owned()], ..options() };
    assert_eq!(
        faults(&[["a.tmx", &objects("")]], &layer),
        ["--layer sky: no layer has that name; there are: things"]
    );
}

#[test]
fn what_has_too_many_parts_is_refused() {
    let points = "1,2 ".repeat(1200);
    let text = objects(&format!("<object id=\"1\"><polygon points=\"{points}\"/></object>"));
    let found = faults(&[["a.tmx", &text]], &options());
    assert!(
        found[0].ends_with(": a polygon of 1 200 vertices; at most 1000 are read"),
        "{found:?}"
    );
    let many = "<property name=\"a\" value=\"b\"/>".repeat(101);
    let text = objects(&format!("<object><properties>{many}</properties></object>"));
    let found = faults(&[["a.tmx", &text]], &options());
    assert_eq!(found, ["a.tmx:3:1: an object with more than 100 properties"]);
    let level = ImportOptions { level: Some(LevelChoice::All), ..options() };
    let why = "--level: only projects of LDtk have levels".to_owned();
    assert_eq!(imported(&[["a.tmx", &text]], &level), Err(ImportError::NotAMap(why)));
    let text = tiles([1, 1], "<data encoding=\"csv\">1</data>");
    let scaled = text.replace(
        "tilewidth=\"16\" tileheight=\"16\">\n<tile ",
        "tilewidth=\"8\" \
        tileheight=\"8\" tilerendersize=\"grid\">\n<tile ",
    );
    let found = faults(&[["a.tmx", &scaled]], &options());
    assert!(found[0].contains("tile at 0,0: its tileset scales tiles to cells"), "{found:?}");
}

#[test]
fn a_faulty_tile_is_told_once_with_its_first_cell() {
    let text = tiles([3, 1], "<data encoding=\"csv\">0,1,1</data>").replace(
        "width=\"16\" height=\"16\"/></objectgroup>",
        "><polygon points=\"0,0 4,4 4,0 0,4\"/></object></objectgroup>",
    );
    let found = faults(&[["a.tmx", &text]], &options());
    let expected = "layer \"walls\": tile at 1,0: polygon 1: the edge from vertex 1 meets the edge \
        from vertex 3; only neighbours may";
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].ends_with(expected), "{found:?}");
}

#[test]
fn packed_cells_are_never_unpacked_beyond_their_number() {
    let zeros = vec![0; 64 << 20];
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(&zeros).expect("memory");
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::best());
    zlib.write_all(&zeros).expect("memory");
    let zstd = ruzstd::encoding::compress_to_vec(
        zeros.as_slice(),
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    for (compression, bytes) in [
        ("gzip", gzip.finish().expect("memory")),
        ("zlib", zlib.finish().expect("memory")),
        ("zstd", zstd),
    ] {
        let text = STANDARD.encode(&bytes);
        let data = format!("<data encoding=\"base64\" compression=\"{compression}\">{text}</data>");
        let found = faults(&[["a.tmx", &tiles([2, 2], &data)]], &options());
        assert!(found[0].ends_with("more than 16 bytes; 2 x 2 cells are so many"), "{found:?}");
        // Cut off.
        let text = STANDARD.encode(&bytes[..bytes.len() / 2]);
        let data = format!("<data encoding=\"base64\" compression=\"{compression}\">{text}</data>");
        let found = faults(&[["a.tmx", &tiles([4096, 4096], &data)]], &options());
        assert!(found[0].contains("layer \"walls\": "), "{found:?}");
    }
    let chunk = "<chunk x=\"0\" y=\"0\" width=\"4096\" height=\"4096\"></chunk>";
    let data = format!("<data encoding=\"csv\">{}</data>", chunk.repeat(2));
    let found = faults(&[["a.tmx", &tiles([1, 1], &data)]], &options());
    assert!(found[0].ends_with("its chunks have more cells than a layer may have"), "{found:?}");
    let far = |x: &str| format!("<chunk x=\"{x}\" y=\"0\" width=\"1\" height=\"1\">0</chunk>");
    for [x, expected] in [
        ["1000000", "its chunks span 1000001 x 1 cells; a layer has at most 4096 x 4096"],
        ["9223372036854775807", "a chunk is too far away"],
        ["99999999999999999999", "a chunk: x \"99999999999999999999\" is no cell"],
    ] {
        let data = format!("<data encoding=\"csv\">{}{}</data>", far("0"), far(x));
        let found = faults(&[["a.tmx", &tiles([1, 1], &data)]], &options());
        assert!(found[0].ends_with(expected), "{found:?}");
    }
}

#[test]
fn more_objects_than_a_scene_holds_are_counted() {
    let mut checkers = String::new();
    for row in 0..600 {
        checkers.push_str(if row % 2 == 0 { "1,0," } else { "0,1," }.repeat(300).as_str());
    }
    let data = format!("<data encoding=\"csv\">{checkers}</data>");
    let found = faults(&[["a.tmx", &tiles([600, 600], &data)]], &options());
    assert_eq!(
        found,
        ["a.tmx: 180 000 objects; a scene has at most 100 000. --layer NAME takes fewer"]
    );
}

#[test]
fn files_elsewhere_are_not_read() {
    let with = |source: &str| tmx(&format!("<tileset firstgid=\"1\" source=\"{source}\"/>"));
    for [source, expected] in [
        [
            "../../../../../../../../../etc/passwd",
            "is elsewhere; only files beside the map or below its parent folder are read",
        ],
        [
            "/etc/passwd",
            "is elsewhere; only files beside the map or below its parent folder are read",
        ],
        ["https://example.com/a.tsx", "is an address; only files beside the map are read"],
        ["file:///etc/passwd", "is an address; only files beside the map are read"],
        ["", "it names no file"],
        [".", "a directory, not a map"],
        ["missing.tsx", "\"missing.tsx\": no such file"],
    ] {
        let found = faults(&[["a.tmx", &with(source)]], &options());
        assert!(found[0].starts_with("a.tmx:2:1: "), "{found:?}");
        assert!(found[0].ends_with(expected), "{source}: {found:?}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("game/maps")).expect("there is room");
    fs::create_dir(at("game/tiles")).expect("there is room");
    let tileset = BLOCKS.replace("firstgid=\"1\" ", "");
    for place in ["game/tiles/blocks.tsx", "blocks.tsx"] {
        fs::write(at(place), &tileset).expect("there is room");
    }
    let map = at("game/maps/a.tmx");
    fs::write(&map, with("../tiles/blocks.tsx")).expect("there is room");
    assert!(import(&map, &options()).is_ok());
    fs::write(&map, with("../../blocks.tsx")).expect("there is room");
    assert!(matches!(import(&map, &options()), Err(ImportError::Faults(_))));
    // A link that leads out is no way, either.
    std::os::unix::fs::symlink(at("blocks.tsx"), at("game/maps/link.tsx")).expect("a link");
    fs::write(&map, with("link.tsx")).expect("there is room");
    assert!(matches!(import(&map, &options()), Err(ImportError::Faults(_))));
}

#[test]
fn templates_that_need_themselves_are_found() {
    let object = "<object id=\"1\" template=\"a.tx\" x=\"1\" y=\"2\"/>";
    let template = |name: &str| {
        format!("<template><object template=\"{name}\" width=\"1\" height=\"1\"/></template>")
    };
    let map = objects(object);
    let (a, b) = (template("b.tx"), template("a.tx"));
    let found = faults(&[["a.tmx", &map], ["a.tx", &a], ["b.tx", &b]], &options());
    assert_eq!(found, ["b.tx:1:11: \"a.tx\" needs itself to be read"]);
    let tileset = "<tileset tilewidth=\"1\" tileheight=\"1\"><tile id=\"0\"><objectgroup>
        <object template=\"a.tx\"/></objectgroup></tile></tileset>";
    let around =
        "<template><tileset firstgid=\"1\" source=\"a.tsx\"/><object gid=\"1\"/></template>";
    let found = faults(&[["a.tmx", &map], ["a.tx", around], ["a.tsx", tileset]], &options());
    assert_eq!(found, ["a.tsx:2:9: \"a.tx\" needs itself to be read"]);
    let chain: Vec<[String; 2]> =
        (0..100).map(|n| [format!("{n}.tx"), template(&format!("{}.tx", n + 1))]).collect();
    let map = objects("<object template=\"0.tx\"/>");
    let mut files = vec![["a.tmx", map.as_str()]];
    files.extend(chain.iter().map(|[name, text]| [name.as_str(), text.as_str()]));
    let found = faults(&files, &options());
    assert_eq!(found, ["62.tx:1:11: more than 64 files; a map has at most so many"]);
}

#[test]
fn templates_give_what_an_object_has_not() {
    let template = "{\"type\":\"template\",\"object\":{\"name\":\"box\",\"width\":4,\"height\":5,
        \"properties\":[{\"name\":\"body\",\"value\":\"kinematic\"},
        {\"name\":\"velocity_x\",\"value\":1},{\"name\":\"colour\",\"value\":\"red\"}]}}";
    let map = "{\"type\":\"map\",\"tilewidth\":16,\"tileheight\":16,\"layers\":[{\"type\":\"objectgroup\",
        \"name\":\"things\",\"objects\":[{\"id\":1,\"template\":\"box.tj\",\"x\":1.25,\"y\":-2e0,
        \"width\":9,\"properties\":[{\"name\":\"velocity_x\",\"value\":-0.5}]}]}]}";
    let found = imported(&[["a.tmj", map], ["box.tj", template]], &options()).expect("a map");
    assert_eq!(
        tables(&found.scene),
        "[[box]]\nname = \"box\"\nat = [1.25, -2]\nsize = [9, 5]\nbody = \"kinematic\"\n\
            velocity = [-0.5, 0]\n"
    );
    assert_eq!(
        found.notes,
        ["note: 1 property is left out; those that are read: one_way, body, response, sensor, \
            velocity_x, velocity_y"]
    );
}

#[test]
fn xml_that_is_none_or_means_harm_is_no_map() {
    let laughs = "<!DOCTYPE map [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\">]><map>&b;</map>";
    assert_eq!(no_map("a.tmx", laughs), "a.tmx: it has a DTD; maps have none, and none is read");
    let outside = "<!DOCTYPE map SYSTEM \"http://example.com/map.dtd\"><map/>";
    assert_eq!(no_map("a.tmx", outside), "a.tmx: it has a DTD; maps have none, and none is read");
    let cut = objects("<object id=\"1\"/>");
    for length in 1..cut.len() {
        let why = no_map("a.tmx", &cut[..length]);
        assert!(why.starts_with("a.tmx:"), "{why}");
    }
    assert_eq!(no_map("a.tmx", "<svg/>"), "a.tmx: not a map: it begins with <svg>, not with <map>");
    assert!(no_map("a.tmx", "<map>\n<a></b></map>").starts_with("a.tmx:2:4: not XML: "));
    assert!(no_map("a.tmx", "<map>&nbsp;</map>").starts_with("a.tmx:1:6: not XML: "));
    assert!(
        no_map("a.png", "")
            .ends_with("a.png: no map that can be read; .tmx, .tmj, .json and .ldtk can")
    );
    let many: Vec<_> = (0..2000).map(|n| format!(" a{n}=\"\"")).collect();
    let many = many.concat();
    let why = no_map("a.tmx", &format!("<map{many}/>"));
    assert_eq!(why, "a.tmx: not a map: an element with more than 256 attributes");
    let spaces: Vec<_> = (0..2000).map(|n| format!(" a{n} =\n''")).collect();
    let spaces = spaces.concat();
    assert_eq!(no_map("a.tmx", &format!("<map{spaces}/>")), why);
    let deep = tmx(&"<group>".repeat(100_000));
    assert!(no_map("a.tmx", &deep).contains("not XML"));
}

#[test]
fn groups_in_groups_add_their_offsets_and_have_an_end() {
    let nested = |depth: usize| {
        let open = "<group name=\"g\" offsetx=\"1\" offsety=\"-2\">".repeat(depth);
        let close = "</group>".repeat(depth);
        let object = "<object id=\"1\" x=\"5\"><point/></object>";
        tmx(&format!("{open}<objectgroup name=\"o\">{object}</objectgroup>{close}"))
    };
    assert!(scene("a.tmx", &nested(32)).contains("at = [37, -64]"));
    let found = faults(&[["a.tmx", &nested(33)]], &options());
    assert!(found[0].ends_with("layer \"o\": more than 32 groups are around it"), "{found:?}");
    let found = faults(&[["a.tmx", &nested(20_000)]], &options());
    assert!(found[0].ends_with("layer \"g\": more than 32 groups are around it"), "{found:?}");
}

#[test]
fn json_that_is_none_or_too_deep_is_no_map() {
    assert!(no_map("a.tmj", "{\"layers\":[").starts_with("a.tmj:1:11: not JSON: the file ends"));
    assert!(no_map("a.json", "[]").ends_with("not a map: it is no JSON object"));
    assert!(no_map("a.tmj", "{}").ends_with("it needs layers and a tilewidth"));
    assert!(no_map("a.ldtk", "{\"levels\":3}").ends_with("it needs defs and levels"));
    let deep = format!("{}{}", "[".repeat(1 << 20), "]".repeat(1 << 20));
    assert!(no_map("a.tmj", &deep).ends_with("not a map: it is no JSON object"));
}

/// A project with levels of one cell each.
fn project(levels: &[&str]) -> String {
    let level = |name: &&str| {
        format!(
            "{{\"identifier\":\"{name}\",\"worldX\":100,\"worldY\":-50,\"layerInstances\":[
            {{\"__type\":\"IntGrid\",\"__identifier\":\"Walls\",\"__cWid\":2,\"__cHei\":1,
            \"__gridSize\":8,\"intGridCsv\":[1,2]}}]}}"
        )
    };
    let levels: Vec<_> = levels.iter().map(level).collect();
    format!(
        "{{\"defs\":{{\"layers\":[{{\"identifier\":\"Walls\",\"intGridValues\":[
        {{\"value\":1,\"identifier\":\"stone\"}},{{\"value\":2,\"identifier\":null}}]}}]}},
        \"levels\":[{}]}}",
        levels.join(",")
    )
}

#[test]
fn levels_are_chosen_by_name_and_lie_in_their_world() {
    let text = project(&["one", "two"]);
    let found = imported(&[["a.ldtk", &text]], &options()).expect("a map");
    assert_eq!(found.scene.matches("[[box]]").count(), 2, "different values are not joined");
    let note = "note: this is level \"one\"; --level NAME takes another, all takes all: \"two\"";
    assert_eq!(found.notes, [note]);
    let all = ImportOptions { level: Some(LevelChoice::All), ..options() };
    let found = imported(&[["a.ldtk", &text]], &all).expect("a map");
    assert!(found.scene.contains("name = \"t0-0\"\nat = [100, -50]"), "{}", found.scene);
    assert!(found.scene.contains("name = \"t2-0-0\"\nat = [100, -50]"), "{}", found.scene);
    let named = |name: &str| {
        let level = Some(LevelChoice::Named(name.to_owned()));
        ImportOptions { level, ..options() }
    };
    assert!(imported(&[["a.ldtk", &text]], &named("two")).expect("a map").notes.is_empty());
    assert_eq!(
        faults(&[["a.ldtk", &text]], &named("three")),
        ["--level three: no level has that name; there are: \"one\", \"two\""]
    );
    for [solid, name] in [["stone", "t0-0"], ["2", "t1-0"]] {
        let solid = ImportOptions { solid: vec![solid.to_owned()], ..options() };
        let found = imported(&[["a.ldtk", &project(&["one"])]], &solid).expect("a map");
        assert_eq!(found.scene.matches("[[box]]").count(), 1);
        assert!(found.scene.contains(name), "{}", found.scene);
    }
}

#[test]
fn levels_in_files_of_their_own_are_read_beside_the_project() {
    let text = project(&["one"]);
    let start = text.find("[\n            {\"__type\"").expect("layers");
    let end = text.rfind("}]}").expect("the end");
    let layers = &text[start..end];
    let level = format!("{{\"identifier\":\"one\",\"layerInstances\":{layers}}}");
    let outer = text.replace(layers, "null,\"externalRelPath\":\"one.ldtkl\"");
    let found = imported(&[["a.ldtk", &outer], ["one.ldtkl", &level]], &options()).expect("a map");
    assert_eq!(found.scene.matches("[[box]]").count(), 2);
    let outside = outer.replace("one.ldtkl", "/etc/passwd");
    let found = faults(&[["a.ldtk", &outside]], &options());
    assert!(found[0].contains("is elsewhere"), "{found:?}");
}

#[test]
fn nothing_from_a_map_reaches_the_terminal_raw() {
    let text = objects("<object id=\"&#x1b;[31m\" name=\"a&#x9b;b\"><ellipse/></object>");
    let why = no_map("a.tmx", &text);
    assert!(!why.contains(|c: char| c.is_control()), "{why:?}");
    let json = "{\"tilewidth\":1,\"tileheight\":1,\"layers\":[{\"type\":\"objectgroup\",
        \"name\":\"\\u001b[2J\",\"objects\":[{\"id\":\"\\u009b\",\"ellipse\":true}]}]}";
    let found = faults(&[["a.tmj", json]], &options());
    assert!(!found[0].contains(|c: char| c.is_control()), "{found:?}");
}
