//! Every line of `tests/fixtures/vectors`, which an independent exact implementation
//! wrote: `{"in": query, "out": answer}`. Answers have exactly these keys, and lists
//! this order.

use std::path::Path;
use std::{fs, io};

use assert_cmd::Command;
use hitscan::cli::ExitStatus;
use hitscan::cli::query::{Options, run};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::program::HITSCAN;

const FILES: [&str; 4] = ["integers", "decimals", "extremes", "directed"];

#[derive(Deserialize)]
struct Vector<'a> {
    #[serde(borrow, rename = "in")]
    query: &'a RawValue,
    #[serde(rename = "out")]
    answer: Value,
}

fn text_of(file: &str) -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/vectors/{file}.ndjson"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn vectors(text: &str) -> Vec<Vector<'_>> {
    text.lines().map(|line| serde_json::from_str(line).expect("a vector")).collect()
}

fn queries(vectors: &[Vector<'_>]) -> String {
    vectors.iter().flat_map(|vector| [vector.query.get(), "\n"]).collect()
}

fn assert_answers(output: &[u8], vectors: &[Vector<'_>]) {
    let output = std::str::from_utf8(output).expect("UTF-8");
    assert_eq!(output.lines().count(), vectors.len());
    for (line, vector) in output.lines().zip(vectors) {
        let answer: Value = serde_json::from_str(line).expect("an answer is JSON");
        assert_eq!(answer, vector.answer, "{}", vector.query);
    }
}

#[test]
fn the_engine_gives_every_answer_of_the_vectors() {
    for file in FILES {
        let text = text_of(file);
        let vectors = vectors(&text);
        let mut output = Vec::new();
        let outcome = run(queries(&vectors).as_bytes(), &mut output, Options::default());
        assert_eq!(outcome.expect("memory can be read and written"), ExitStatus::Success);
        assert_answers(&output, &vectors);
    }
}

#[test]
fn the_program_gives_the_same_answers_through_a_pipe() -> io::Result<()> {
    for file in FILES {
        let text = text_of(file);
        let vectors = vectors(&text);
        let output = Command::new(HITSCAN).arg("query").write_stdin(queries(&vectors)).output()?;
        assert_eq!(output.status.code(), Some(0));
        assert_answers(&output.stdout, &vectors);
    }
    Ok(())
}
