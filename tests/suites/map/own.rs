//! Maps of own methods, whose programs answer.

use std::fs;
use std::io::Write as _;
use std::process::Command;

use super::printed;
use crate::program::HITSCAN;

/// The map of the box of `inside`, with a program as the method.
fn of_box<'a>(method: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    [&["inside", "--layer", "method", "--method", method], rest].concat()
}

/// The cells, each as a list of fields.
fn cells(args: &[&str]) -> Vec<Vec<String>> {
    let csv = printed(&[args, &["--format", "csv"]].concat());
    let fields = |line: &str| line.split(',').map(str::to_owned).collect();
    csv.lines().skip(1).map(fields).collect()
}

#[test]
fn every_cell_is_the_answer_of_the_program() {
    let here = tempfile::tempdir().expect("there is room");
    let template = Command::new(HITSCAN).args(["try", "--template", "awk"]).output();
    let script = here.path().join("my_hit.awk");
    fs::write(&script, template.expect("it runs").stdout).expect("there is room");
    let script = script.to_str().expect("a plain path");
    let cells = cells(&of_box(&format!("my_hit=awk -f {script}"), &[]));
    assert_eq!(cells.len(), 43 * 20);
    let mut program = crate::run::piped(Command::new("awk").args(["-f", script]));
    let lines = cells.iter().map(|cell| {
        let at = |field: usize| cell[field].parse::<f64>().expect("a number");
        // The box is 16 by 8.
        let (right, low) = (at(2) + 16.0, at(3) + 8.0);
        format!("box {} {} {right:.3} {low:.3} laser 14 7 21.5 9", cell[2], cell[3])
    });
    let lines = lines.collect::<Vec<_>>().join("\n");
    let mut input = program.stdin.take().expect("a pipe");
    let writes = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = program.wait_with_output().expect("it ends");
    writes.join().expect("no panic").expect("it reads all");
    let says = String::from_utf8(output.stdout).expect("words");
    for (cell, says) in cells.iter().zip(says.lines()) {
        let [relation, said, against] = [4, 6, 7].map(|field| cell[field].as_str());
        assert_eq!(said, says.to_uppercase(), "{cell:?}");
        let is_right = match relation {
            "disjoint" => said == "MISS",
            "touches" => continue,
            _ => said == "HIT",
        };
        assert_eq!(against, if is_right { "agrees" } else { "wrong" }, "{cell:?}");
    }
}

/// Both ways in which a program may read its lines yield the same map.
#[test]
fn programs_that_read_all_first_have_the_same_map() {
    let live = printed(&of_box("own=sh -c 'while read -r l; do echo hit; done'", &[]));
    let batch = "own=awk '{ n = NR } END { for (; n > 0; n--) print \"hit\" }'";
    assert_eq!(printed(&of_box(batch, &[])), live);
    // One of them is in the legend.
    assert_eq!(live.matches('!').count(), 417);
}

#[test]
fn an_answer_about_two_moving_boxes_counts_for_speed() {
    let args = ["off-45", "--edit", "speed", "--layer", "method", "--method"];
    let knows = |frames: &str| {
        let script =
            format!("own=awk '{{ print ($6 == \"move\") ? \"{frames}\" : \"miss\"; fflush() }}'");
        cells(&[&args[..], &[&script]].concat())
    };
    let says = |cells: &[Vec<String>]| {
        let mut says: Vec<_> = cells.iter().map(|cell| cell[6].clone()).collect();
        says.dedup();
        says
    };
    let frames = knows("hit left 1/2");
    assert_eq!(says(&frames), ["hit left 1/2"]);
    let half = frames.iter().find(|cell| cell[7] == "agrees").expect("a hit at the middle");
    assert_eq!(half[5], "left", "{half:?}");
    assert_eq!(says(&knows("?")), ["MISS"], "else of where they stand in the end");
}
