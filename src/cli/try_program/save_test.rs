//! `--save-test`: the smallest pair of each mistake as a unit test in a language.

use std::fmt::Write as _;

use clap::ValueEnum;

use super::report::TryReport;
use hitscan_core::diagnosis::{PairNumbers, ScaleFactor};
use hitscan_core::methods::Meets;
use hitscan_core::words::{claim_code, claim_sentence};

/// A language of unit tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TestLanguage {
    /// unittest
    Python,
    /// node:test
    #[value(name = "javascript")]
    JavaScript,
    /// #[test]
    Rust,
    /// assert.h
    C,
}

/// A pair, and whether its two meet.
struct PairTest {
    code: &'static str,
    sentence: String,
    /// The numbers of A and of B as they are written: those of the place, then those of the motion.
    shapes: [String; 2],
    hit: bool,
}

/// The tests of a report, with a function to fill in.
pub(super) fn tests(report: &TryReport, language: TestLanguage) -> String {
    let tests: Vec<PairTest> = report
        .findings
        .found
        .iter()
        .filter_map(|finding| {
            let pair = &finding.example.as_ref()?.pair;
            // What only touches is a matter of choice.
            let hit = pair.meets != Meets::Apart;
            (pair.meets != Meets::Touching).then(|| PairTest {
                code: claim_code(&finding.claim),
                sentence: claim_sentence(finding),
                shapes: [0, 1].map(|side| numbers(pair, side)),
                hit,
            })
        })
        .collect();
    let what = layout(report.plan.kind.token());
    match language {
        TestLanguage::Python => python(&tests, &what),
        TestLanguage::JavaScript => javascript(&tests, &what),
        TestLanguage::Rust => rust(&tests, &what),
        TestLanguage::C => c(&tests, &what),
    }
}

/// `0, 0, 1, 1`: the numbers of a shape, those of its motion last.
fn numbers(pair: &PairNumbers, side: usize) -> String {
    let line = pair.line(ScaleFactor::ONE);
    // The line names the second shape after the numbers of the first.
    let nouns = ["box", "laser", "polygon", "point"];
    let mut words = line.split(' ').skip(1).peekable();
    let mut shapes = [Vec::new(), Vec::new()];
    let mut at = 0;
    if pair.is_polygon(0) {
        words.next();
    }
    while let Some(word) = words.next() {
        if nouns.contains(&word) {
            at = 1;
            if pair.is_polygon(1) {
                words.next();
            }
        } else if word != "move" {
            shapes[at].push(word);
        }
    }
    shapes[side].join(", ")
}

/// What the numbers of the two are.
fn layout(kind: &str) -> String {
    let shape = |noun: &str| match noun {
        "laser" => "x1, y1, x2, y2",
        "point" => "x, y",
        "box" => "left, top, right, bottom",
        "polygon" => "x and y of each vertex",
        _ => "left, top, right, bottom, or x and y of each vertex",
    };
    match kind.split_once('-') {
        Some((a, b)) => format!("a: {}; b: {}", shape(a), shape(b)),
        None => "a and b: left, top, right, bottom, velocity in x and in y".to_owned(),
    }
}

/// `axis_at_rest_1`: each test has a name of its own.
fn name(test: &PairTest, number: usize) -> String {
    format!("{}_{number}", test.code.replace('-', "_"))
}

fn python(tests: &[PairTest], what: &str) -> String {
    let mut text = format!(
        "import unittest\n\n\ndef hit(a, b):\n    # {what}\n    \
         raise NotImplementedError(\"call your own test here\")\n\n\nclass Mistakes(unittest.TestCase):\n"
    );
    for (number, test) in (1..).zip(tests) {
        let (name, [a, b]) = (name(test, number), &test.shapes);
        let hit = if test.hit { "True" } else { "False" };
        // Writing to a String never fails.
        let _ = write!(
            text,
            "    def test_{name}(self):\n        # {}\n        assert hit(({a}), ({b})) is {hit}  # {}\n\n",
            test.sentence, test.code
        );
    }
    if tests.is_empty() {
        text.push_str("    pass\n\n");
    }
    text + "\nif __name__ == \"__main__\":\n    unittest.main()\n"
}

fn javascript(tests: &[PairTest], what: &str) -> String {
    let mut text = format!(
        "const test = require('node:test');\nconst assert = require('node:assert');\n\n\
         function hit(a, b) {{\n  // {what}\n  throw new Error('call your own test here');\n}}\n"
    );
    for (number, test) in (1..).zip(tests) {
        let (name, [a, b]) = (name(test, number), &test.shapes);
        let _ = write!(
            text,
            "\n// {}\ntest('{name}', () => {{\n  assert.strictEqual(hit([{a}], [{b}]), {}); // {}\n}});\n",
            test.sentence, test.hit, test.code
        );
    }
    text
}

fn rust(tests: &[PairTest], what: &str) -> String {
    let mut text = format!(
        "#[cfg(test)]\nmod mistakes {{\n    /// {what}\n    fn hit(_a: &[f64], _b: &[f64]) -> bool {{\n        \
         todo!(\"call your own test here\")\n    }}\n"
    );
    for (number, test) in (1..).zip(tests) {
        let (name, [a, b]) = (name(test, number), test.shapes.each_ref().map(|it| with_points(it)));
        let not = if test.hit { "" } else { "!" };
        let _ = write!(
            text,
            "\n    /// {}\n    #[test]\n    fn {name}() {{\n        assert!({not}hit(&[{a}], &[{b}])); // {}\n    }}\n",
            test.sentence, test.code
        );
    }
    text + "}\n"
}

/// Whole numbers as floats: `1` is `1.0`.
fn with_points(numbers: &str) -> String {
    let float = |number: &str| {
        if number.contains('.') { number.to_owned() } else { format!("{number}.0") }
    };
    numbers.split(", ").map(float).collect::<Vec<_>>().join(", ")
}

fn c(tests: &[PairTest], what: &str) -> String {
    let mut text = format!(
        "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n\n/* {what} */\n\
         static int hit(const double *a, const double *b)\n{{\n    (void)a;\n    (void)b;\n    \
         fputs(\"call your own test here\\n\", stderr);\n    exit(1);\n}}\n\nint main(void)\n{{\n"
    );
    for test in tests {
        let [a, b] = &test.shapes;
        let not = if test.hit { "" } else { "!" };
        let _ = write!(
            text,
            "    /* {}: {} */\n    {{\n        const double a[] = {{{a}}}, b[] = {{{b}}};\n        \
             assert({not}hit(a, b));\n    }}\n",
            test.code, test.sentence
        );
    }
    text + "    return 0;\n}\n"
}
