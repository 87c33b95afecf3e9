//! What `query` answers to invalid lines: each gets its own error object, and the remaining lines
//! are answered.
//!
//! The lines are in `tests/fixtures/bad/queries`, with one error each, and the answers are in the
//! snapshots.

use std::fmt::Write;
use std::fs;
use std::io::{self, BufReader, Read};
use std::path::Path;

use hitscan::tested::cli::ExitStatus;
use hitscan::tested::cli::query::{Flush, QueryOptions, run};
use serde_json::Value;

use crate::snapshots::assert_snapshot;

/// A valid line.
const GOOD: &str = r#"{"id":"good","a":{"box":[0,0,2,2]},"b":{"laser":[1,1,5,5]}}"#;

fn answers(input: impl Read) -> (ExitStatus, Vec<String>) {
    let mut output = Vec::new();
    let outcome = run(BufReader::new(input), &mut output, &QueryOptions::default())
        .expect("memory can be read and written");
    let output = String::from_utf8(output).expect("answers are UTF-8");
    (outcome, output.lines().map(str::to_owned).collect())
}

fn error_of(answer: &str) -> Option<(String, u64)> {
    let answer: Value = serde_json::from_str(answer).expect("an answer is JSON");
    let error = answer.get("error")?;
    let code = error["code"].as_str().expect("a code").to_owned();
    Some((code, error["line"].as_u64().expect("a line number")))
}

/// The answers to every bad line of a file, each followed by a good line.
fn said_to(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("tests/fixtures/bad/queries/{file}.ndjson"));
    let text = fs::read_to_string(path).expect("the corpus is there");
    let input: String = text.lines().flat_map(|line| [line, "\n", GOOD, "\n"]).collect();
    let (outcome, answers) = answers(input.as_bytes());
    assert_eq!(outcome, ExitStatus::Failure);
    assert_eq!(answers.len(), 2 * text.lines().count());
    let mut said = String::new();
    for (number, (line, pair)) in text.lines().zip(answers.chunks(2)).enumerate() {
        let (_, at) = error_of(&pair[0]).unwrap_or_else(|| panic!("{line} is no fault"));
        assert_eq!(usize::try_from(at).ok(), Some(2 * number + 1), "lines are counted");
        assert_eq!(error_of(&pair[1]), None, "the rest goes on after {line}");
        assert!(!pair[0].chars().any(char::is_control), "nothing acts on a terminal");
        write!(said, "{line}\n  {}\n", pair[0]).expect("a String takes everything");
    }
    said
}

#[test]
fn each_fault_of_a_line_has_its_answer() {
    for (file, holds) in [
        ("json", "lines_that_are_not_json_get_the_place_of_the_error"),
        ("keys", "missing_repeated_and_unknown_keys_are_named"),
        ("types", "values_of_the_wrong_kind_get_an_error_with_their_place"),
        ("numbers", "numbers_that_are_none_are_refused_with_their_field"),
        ("shapes", "invalid_shapes_get_the_reason"),
        ("ids", "an_id_that_no_strict_reader_takes_is_refused_and_not_echoed"),
    ] {
        assert_snapshot!("query/bad", holds, said_to(file));
    }
}

/// The errors of a stream with a valid line after each bad one.
fn errors_between_good_lines(bad: &[&[u8]]) -> Vec<String> {
    let input: Vec<u8> =
        bad.iter().flat_map(|line| [line, &b"\n"[..], GOOD.as_bytes(), b"\n"].concat()).collect();
    let (_, answers) = answers(&input[..]);
    assert_eq!(answers.len(), 2 * bad.len());
    let (bad, good): (Vec<_>, Vec<_>) = answers.chunks(2).map(|pair| (&pair[0], &pair[1])).unzip();
    assert!(good.into_iter().all(|answer| error_of(answer).is_none()));
    bad.into_iter().map(|answer| error_of(answer).expect("a fault").0).collect()
}

#[test]
fn bytes_that_are_not_text_get_an_error() {
    let overlong = b"{\"id\":\"\xc0\xaf\"}";
    let cut_off = b"{\"id\":\"\xe3\x81";
    let latin_1 = b"{\"id\":\"caf\xe9\",\"a\":0}";
    let utf_16 = b"\xff\xfe{\0}\0";
    let codes = errors_between_good_lines(&[overlong, cut_off, latin_1, utf_16]);
    assert_eq!(codes, ["not-utf8"; 4]);
    // A NUL is valid text, but not JSON.
    assert_eq!(errors_between_good_lines(&[b"\0", b"{\"id\":\"\0\"}"]), ["not-json"; 2]);
}

/// Nothing here recurses, so depth is only length.
#[test]
fn huge_nesting_is_a_line_like_any_other() {
    let deep = 400_000;
    let open = "[".repeat(deep);
    let nested = open.clone() + &"]".repeat(deep);
    let objects = "{\"a\":".repeat(100_000);
    let in_a = format!("{{\"a\":{nested},\"b\":{{\"box\":[0,0,1,1]}}}}");
    let codes = errors_between_good_lines(&[
        open.as_bytes(),
        nested.as_bytes(),
        objects.as_bytes(),
        in_a.as_bytes(),
    ]);
    assert_eq!(codes, ["not-json", "wrong-type", "not-json", "wrong-type"]);
    let in_id = GOOD.replace("\"good\"", &nested);
    let (outcome, answers) = answers(in_id.as_bytes());
    assert_eq!(outcome, ExitStatus::Success);
    assert!(answers[0].starts_with(&format!("{{\"id\":{nested},")), "echoed byte for byte");
}

#[test]
fn a_polygon_of_too_many_vertices_is_refused_before_it_costs_time() {
    let vertices = "[0,0],".repeat(100_000);
    let line = format!("{{\"a\":{{\"polygon\":[{vertices}[1,1]]}},\"b\":{{\"box\":[0,0,1,1]}}}}");
    assert_eq!(errors_between_good_lines(&[line.as_bytes()]), ["bad-shape"]);
}

#[test]
fn a_line_of_ten_megabytes_is_skipped() {
    let long = b"[".iter().chain(&b"1,".repeat(5 << 20)).copied().collect::<Vec<u8>>();
    assert_eq!(errors_between_good_lines(&[&long, b"0"]), ["too-long", "wrong-type"]);
}

#[test]
fn blank_lines_are_skipped_and_counted() {
    let input = format!("\n  \n{GOOD}\r\n\t\r\nfault");
    let (outcome, answers) = answers(input.as_bytes());
    assert_eq!(outcome, ExitStatus::Failure);
    assert_eq!(answers.len(), 2);
    assert_eq!(error_of(&answers[1]), Some(("not-json".to_owned(), 5)));
    let (outcome, none) = self::answers(io::empty());
    assert_eq!((outcome, none.len()), (ExitStatus::Success, 0));
}

#[test]
fn the_id_is_echoed_byte_for_byte() {
    for id in [
        "\"\\u0041\\/\"",
        "{\"b\": [1.50, 1e40], \"b\":-0}",
        "null",
        "\"\u{202e}é\"",
        "1.000",
        "\"\\ud83d\\ude00\"",
    ] {
        let (_, answers) = answers(GOOD.replace("\"good\"", id).as_bytes());
        assert!(answers[0].starts_with(&format!("{{\"id\":{id},\"pair\"")), "{}", answers[0]);
    }
    let (_, answers) = answers(GOOD.replace("\"id\":\"good\",", "").as_bytes());
    assert!(answers[0].starts_with("{\"pair\""), "{}", answers[0]);
}

#[test]
fn a_byte_order_mark_before_the_first_line_is_accepted() {
    let (outcome, marked) = answers(format!("\u{feff}{GOOD}\n{GOOD}\n").as_bytes());
    assert_eq!(outcome, ExitStatus::Success);
    assert_eq!(marked[0], marked[1]);
    // Anywhere else it is an error.
    let (outcome, marked) = answers(format!("{GOOD}\n\u{feff}{GOOD}\n").as_bytes());
    assert_eq!(outcome, ExitStatus::Failure);
    assert_eq!(error_of(&marked[1]), Some(("not-json".to_owned(), 2)));
}

fn line_feeds(bytes: &[u8]) -> usize {
    bytes.split(|byte| *byte == b'\n').count() - 1
}

/// A reader that, whenever it is asked for more, counts the answers written so far.
struct OneLineAtATime<'a> {
    lines: Vec<&'a str>,
    written: &'a std::cell::RefCell<Vec<u8>>,
    seen: &'a std::cell::RefCell<Vec<usize>>,
}

impl Read for OneLineAtATime<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let answered = line_feeds(&self.written.borrow());
        self.seen.borrow_mut().push(answered);
        if self.lines.is_empty() {
            return Ok(0);
        }
        let line = self.lines.remove(0);
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

struct Shared<'a>(&'a std::cell::RefCell<Vec<u8>>);

impl io::Write for Shared<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn each_answer_is_written_before_the_next_line_is_read() {
    let line = format!("{GOOD}\n");
    for (flush, before_each_read) in [(Flush::EachLine, [0, 1, 2]), (Flush::Blocks, [0, 0, 0])] {
        let (written, seen) = Default::default();
        let input = OneLineAtATime { lines: vec![&line; 2], written: &written, seen: &seen };
        let options = QueryOptions { flush, ..QueryOptions::default() };
        run(BufReader::new(input), Shared(&written), &options).expect("memory");
        assert_eq!(*seen.borrow(), before_each_read, "{flush:?}");
        assert_eq!(line_feeds(&written.borrow()), 2);
    }
}
