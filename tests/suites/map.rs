//! `hitscan map` as a program: its output, every cell of which `hitscan query` must confirm.

mod own;

use std::fmt::Write as _;

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::printed::{self, hitscan, objects};

fn map(args: &[&str]) -> Command {
    hitscan(&[&["map"], args].concat())
}

fn printed(args: &[&str]) -> String {
    printed::printed(&mut map(args))
}

fn events(args: &[&str]) -> Vec<Value> {
    objects(&printed(&[args, &["--format", "ndjson"]].concat()))
}

#[test]
fn the_first_map_is_the_arena_of_the_screen() {
    let arena = "
                    ooooooooooooooooooooo
                    o...................o
                    o...┌(A)───────┐....o
                    o...│..........│....o
           ┏[B]━━━┓ o...│...iiiii..│....o
           ┃      ┃ o...│...iiiii..│....o
           ┃   ◆  ┃ o...│...iiiii..│....o
           ┗━━━━━━┛ o...│...iiiii..│....o
                    o...│...iiiii..×⣀⠤⠔⠒►
                    o...└────×⡠⠤⠔⠒⠉┘....o
                    o..⣀⡠⠤⠒⠊⠉...........o
                 ⣀⡠⠤⠒⠊⠉.................o
          ⢀⣀⠤⠔⠒⠊⠉   ooooooooooooooooooooo
   L ●⠤⠔⠒⠉⠁
";
    let text = printed(&["start", "--objects"]);
    let (drawn, legend) = text.split_at(text.find("relation, ").expect("a legend"));
    assert_eq!(drawn.trim_end(), arena.trim_end());
    assert!(legend.contains("o  touches                      64   7.4%"), "{legend}");
    let alone = printed(&["start"]);
    assert!(alone.is_ascii() && !alone.contains('L'), "{alone}");
    let rows: Vec<&str> = alone.lines().collect();
    assert_eq!((rows.len(), rows[1]), (26, "                    ooooooooooooooooooooo"));
    assert_eq!(rows[5], "                    o.......iiiii.......o");
}

#[test]
fn every_format_has_the_same_cells() {
    let csv = printed(&["off-45", "--edit", "speed", "--format", "csv"]);
    let mut lines = csv.lines();
    let heading = lines.next();
    assert_eq!(heading, Some("col,row,x,y,relation,direction,says,against,reason"));
    assert_eq!(lines.clone().count(), 43 * 20);
    let there = lines.find(|line| line.starts_with("22,8,"));
    assert_eq!(there, Some("22,8,12,10,overlaps,top,,,"));
    let events = events(&["off-45", "--edit", "speed"]);
    let of = |kind: &str| events.iter().filter(|event| event["event"] == kind).count();
    assert_eq!((of("map"), of("cell"), of("class")), (1, 43 * 20, 5));
    let counted: u64 = events.iter().filter_map(|event| event["cells"].as_u64()).sum();
    assert_eq!(counted, 43 * 20);
    assert!(printed(&["start", "--format", "svg"]).starts_with("<svg "));
    assert!(printed(&["start", "--format", "ansi", "--color", "16"]).contains('\u{1b}'));
    assert!(!printed(&["start", "--format", "ansi", "--color", "never"]).contains("\u{1b}[3"));
    let dots = printed(&["start", "--glyphs", "braille", "--size", "80x30", "--zoom", "2"]);
    assert_eq!(dots.lines().count(), 36);
    assert!(dots.contains('⣿'));
}

/// The numbers of a shape as a flat list.
fn flat(numbers: &Value) -> Vec<f64> {
    match numbers {
        Value::Array(inner) => inner.iter().flat_map(flat).collect(),
        number => number.as_f64().into_iter().collect(),
    }
}

/// The question that a cell answers, as a line for `hitscan query`.
fn question(edit: &str, [object, partner]: [&Value; 2], cell: &Value) -> Option<Value> {
    let number = |value: &Value| value.as_str()?.parse::<f64>().ok();
    // Rounded to thousandths again.
    let exact = |value: f64| (value * 1000.0).round() / 1000.0;
    let (x, y) = (number(&cell["x"])?, number(&cell["y"])?);
    let (kind, numbers) = object.as_object()?.iter().next()?;
    let numbers = flat(numbers);
    let at = |moved: Vec<f64>| match kind.as_str() {
        "polygon" => json!({ kind: moved.chunks(2).collect::<Vec<_>>() }),
        _ => json!({ kind: moved }),
    };
    let (by_x, by_y) = (exact(x - numbers[0]), exact(y - numbers[1]));
    Some(match edit {
        "speed" => {
            let mut moving = object.clone();
            moving["velocity"] = json!([x, y]);
            json!({ "a": moving, "b": partner })
        }
        // In motion from its start to the place of the cell.
        "way" => {
            let mut moving = object.clone();
            moving["velocity"] = json!([by_x, by_y]);
            json!({ "a": moving, "b": partner })
        }
        "move" => {
            let by = [by_x, by_y].into_iter().cycle();
            let moved = numbers.iter().zip(by).map(|(from, by)| exact(from + by)).collect();
            json!({ "a": at(moved), "b": partner })
        }
        "end" => json!({ "a": at(vec![numbers[0], numbers[1], x, y]), "b": partner }),
        "turn" => {
            let (sum_x, sum_y) = (numbers[0] + numbers[2], numbers[1] + numbers[3]);
            json!({ "a": at(vec![exact(sum_x - x), exact(sum_y - y), x, y]), "b": partner })
        }
        _ => return None,
    })
}

/// The answers to these lines.
fn answers(lines: &str) -> Vec<Value> {
    let mut query = hitscan(&["query", "--methods=all"]);
    objects(&printed::printed(query.write_stdin(lines)))
}

/// Whether an answer agrees with a cell.
fn confirms(answer: &Value, cell: &Value, [edit, method]: [&str; 2]) -> bool {
    let frame = answer.get("frame").filter(|_| matches!(edit, "speed" | "way"));
    if let Some(frame) = frame {
        let swept = &frame["swept"];
        let sides: Vec<&str> = match swept["outcome"].as_str() {
            Some("hit") => {
                swept["sides"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
            }
            Some("overlap") => vec!["inside"],
            _ => Vec::new(),
        };
        let direction = if sides.is_empty() { "none".to_owned() } else { sides.join("+") };
        let verdict = &frame[method];
        let judged = verdict.is_null()
            || (&verdict["against"], &verdict["reason"]) == (&cell["against"], &cell["reason"]);
        return cell["direction"] == direction.as_str() && judged;
    }
    let row = answer["methods"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|row| row["id"] == method && row["arithmetic"] == "exact");
    let judged = row.is_none_or(|row| {
        (&row["against"], &row["reason"]) == (&cell["against"], &cell["reason"])
            && (row["hit"] == true) == (cell["says"] == "HIT")
    });
    cell["relation"] == answer["relation"] && judged
}

#[test]
fn query_confirms_every_cell_of_every_kind_of_map() {
    let folder = tempfile::tempdir().expect("there is room");
    let box_of = |numbers: &str| format!("corners = [{numbers}]");
    let triangle = json!([[12, 6], [20, 8], [14, 15]]);
    let other_triangle = json!([[2, 4], [9, 5], [4, 10]]);
    let cases = [
        ("boxes", ["box", "box"], json!([2, 4, 6, 10]), json!([12, 6, 20, 14])),
        ("lasers", ["laser", "laser"], json!([2, 4, 14, 10]), json!([8, 2, 16, 18])),
        ("laser-box", ["laser", "box"], json!([2, 4, 14, 10]), json!([12, 6, 20, 14])),
        ("box-laser", ["box", "laser"], json!([2, 4, 6, 10]), json!([12, 6, 20, 15])),
        ("laser-polygon", ["laser", "polygon"], json!([2, 4, 14, 10]), triangle),
        ("polygon-box", ["polygon", "box"], other_triangle, json!([12, 6, 20, 14])),
    ];
    for (name, kinds, a, b) in &cases {
        let [a, b] = [&json!({ kinds[0]: a }), &json!({ kinds[1]: b })];
        let mut scene = String::new();
        for (called, kind, shape) in [("A", kinds[0], a), ("B", kinds[1], b)] {
            let numbers = flat(&shape[kind]);
            let pairs: Vec<String> =
                numbers.chunks(2).map(|at| format!("[{}, {}]", at[0], at[1])).collect();
            let shape = match kind {
                "box" => box_of(&pairs.join(", ")),
                "laser" => format!("from = {}\nto = {}", pairs[0], pairs[1]),
                _ => format!("points = [{}]", pairs.join(", ")),
            };
            let _ = writeln!(scene, "[[{kind}]]\nname = \"{called}\"\n{shape}\n");
        }
        let file = folder.path().join(format!("{name}.toml"));
        std::fs::write(&file, scene).expect("there is room");
        let file = file.to_str().expect("a plain path");
        let edits: &[&str] = match kinds[0] {
            "laser" => &["move", "end", "turn"],
            "box" if kinds[1] == "box" => &["move", "speed"],
            _ => &["move"],
        };
        for &edit in edits {
            for layer in ["relation", "side", "method"] {
                let args = [
                    file,
                    "--select",
                    "A",
                    "--partner",
                    "B",
                    "--edit",
                    edit,
                    "--end",
                    "2",
                    "--layer",
                    layer,
                ];
                let all: &[&str] =
                    if edit == "end" { &args } else { &[&args[..7], &args[9..]].concat() };
                let events = events(all);
                let method = events[0]["method"].as_str().unwrap_or("none").to_owned();
                let way = edit == "speed" || layer == "side" && kinds == &["box", "box"];
                let asked = if way && edit == "move" { "way" } else { edit };
                let cells: Vec<&Value> =
                    events.iter().filter(|event| event["event"] == "cell").collect();
                let questions: Vec<Value> =
                    cells.iter().filter_map(|cell| question(asked, [a, b], cell)).collect();
                assert_eq!(questions.len(), 43 * 20, "{name} {edit} {layer}");
                let lines: Vec<String> = questions.iter().map(Value::to_string).collect();
                let lines = lines.join(
                    "
",
                ) + "
";
                for ((cell, answer), question) in cells.iter().zip(answers(&lines)).zip(&questions)
                {
                    assert!(
                        confirms(&answer, cell, [asked, &method]),
                        "{name} {edit} {layer}: {cell}\n{question}\n{answer}"
                    );
                }
            }
        }
    }
}
