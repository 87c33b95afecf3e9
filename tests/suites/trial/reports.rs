//! The contents of reports for each reason, and the saved scenes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::{Tried, tried, tried_in};

/// Always a hit on the left side: wrong, or off by convention, in several ways.
const LEFT: &[&str] = &["awk", "{ print \"hit left\"; fflush() }"];

/// Frames, with time to find the smallest of them on a slow machine, too.
const FRAMES: [&str; 6] = ["--kind", "frame", "--pairs", "2000", "--shrink", "60"];

fn frames(options: &[&str]) -> Tried {
    tried(&[&FRAMES[..], options].concat(), LEFT)
}

/// The reasons in a table, such as `wrong, corner-tie`, with the number of pairs.
fn reasons(table: &str) -> BTreeMap<String, u64> {
    let rows = table.lines().skip_while(|line| !line.starts_with("method")).skip(1);
    let rows = rows.take_while(|line| !line.is_empty());
    let rows = rows.map(|row| row.split_whitespace().collect::<Vec<_>>());
    let count = |text: &str| text.parse::<u64>().expect("a count");
    rows.filter(|row| row[2] != "-")
        .map(|row| (format!("{}, {}", row[1], row[2]), count(row[3]) + count(row[4])))
        .collect()
}

/// The pairs of each reason in the lines of a report: the line that was sent, and what follows it.
fn pairs_of<'a>(lines: impl Iterator<Item = &'a str>) -> BTreeMap<String, Vec<[&'a str; 2]>> {
    let lines: Vec<&str> = lines.collect();
    let mut pairs: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for three in lines.windows(3) {
        let Some((reason, sentence)) = three[0].split_once(": ") else { continue };
        if reason.starts_with("convention, ") {
            assert!(sentence.ends_with(['.', '?']), "{}", three[0]);
            pairs.entry(reason.to_owned()).or_default().push([three[1], three[2]]);
        }
    }
    pairs
}

#[track_caller]
fn assert_three_each(pairs: &BTreeMap<String, Vec<[&str; 2]>>, table: &str) {
    let counts = reasons(table);
    assert!(counts.len() > 1, "{table}");
    assert!(pairs.keys().eq(counts.keys()), "{:?}\n{table}", pairs.keys());
    for (reason, pairs) in pairs {
        assert!(pairs.len() == 3 || pairs.len() as u64 >= counts[reason], "{reason}: {pairs:?}");
        let lines: BTreeSet<_> = pairs.iter().map(|[line, _]| line).collect();
        assert_eq!(lines.len(), pairs.len(), "{reason}: {pairs:?}");
        for [line, says] in pairs {
            assert!(line.starts_with("box ") && line.contains(" move "), "{line}");
            assert!(says.starts_with("  it says hit left, the truth is "), "{says}");
        }
        // The smallest of them is the example in the table.
        assert!(table.contains(&format!("\n{}\n{}\n", pairs[0][0], pairs[0][1])), "{reason}");
    }
}

/// The three smallest pairs that are wrong, each with a sentence about it: no claim about the
/// program, since that takes experiments.
#[track_caller]
fn assert_wrong_pairs<'a>(lines: impl Iterator<Item = &'a str>) {
    let lines: Vec<&str> = lines.collect();
    let wrong: Vec<_> = lines.windows(3).filter(|three| three[0].starts_with("wrong: ")).collect();
    assert_eq!(wrong.len(), 3, "{lines:?}");
    for three in wrong {
        assert!(three[0].ends_with('.') && !three[0].contains("experiment"), "{three:?}");
        assert!(three[1].starts_with("box ") && three[1].contains(" move "), "{three:?}");
        assert!(three[2].starts_with("  it says hit left, the truth is "), "{three:?}");
    }
}

#[test]
fn junit_has_the_three_smallest_pairs_of_each_reason() {
    let (table, xml) = (frames(&[]).stdout, frames(&["--format", "junit"]).stdout);
    let document = roxmltree::Document::parse(&xml).expect("XML");
    let named = |name: &'static str| document.descendants().filter(move |it| it.has_tag_name(name));
    let message =
        |it: &roxmltree::Node<'_, '_>| it.attribute("message").unwrap_or_default().to_owned();
    let failure = named("failure").find(|it| message(it).ends_with(" are wrong"));
    let failure = failure.expect("random pairs are wrong");
    assert!(message(&failure).len() < 20, "{}", message(&failure));
    let claimed = named("failure").find(|it| it.attribute("type") == Some("always-hit"));
    let claimed = claimed.expect("a mistake is a failure");
    assert_eq!(message(&claimed), "it says hit to every pair.");
    let body: Vec<&str> = claimed.text().unwrap_or_default().lines().collect();
    let [sentence, "", claim, line, says] = body[..] else { panic!("{body:?}") };
    assert_eq!(claim, format!("wrong, always-hit: {sentence}"));
    assert!(table.contains(&format!("\n{claim}\n{line}\n{says}\n")), "{table}");
    assert_wrong_pairs(failure.text().unwrap_or_default().lines());
    let beside = named("system-out").next_back().expect("what fails nothing");
    let lines = [failure, beside].map(|it| it.text().unwrap_or_default());
    let pairs = pairs_of(lines.iter().flat_map(|text| text.lines()));
    assert_three_each(&pairs, &table);
}

#[test]
fn tap_has_the_three_smallest_pairs_of_each_reason() {
    let (table, tap) = (frames(&[]).stdout, frames(&["--format", "tap"]).stdout);
    let mut lines: Vec<String> = Vec::new();
    let value = |line: &str| line.split_once(": ").map(|(_, json)| json.to_owned());
    let unquoted = |json: String| serde_json::from_str::<String>(&json).expect("JSON");
    let mut block = tap.lines();
    while let Some(line) = block.next() {
        if line.starts_with("    - reason: ") {
            let four: Vec<String> = block.by_ref().take(4).map(str::to_owned).collect();
            let keys = four.iter().map(|line| line.trim().split(": ").next().unwrap_or_default());
            assert!(keys.eq(["line", "expected", "found", "sentence"]), "{four:?}");
            let of = |at: usize| value(&four[at]).map(unquoted).expect("a value");
            let reason = value(line).map(unquoted).expect("a value");
            lines.push(format!("{reason}: {}", of(3)));
            lines.push(of(0));
            lines.push(format!("  it says {}, the truth is {}", of(2), of(1)));
        } else if let Some(comment) = line.strip_prefix("# ") {
            lines.push(comment.to_owned());
        }
    }
    assert_three_each(&pairs_of(lines.iter().map(String::as_str)), &table);
    assert_wrong_pairs(lines.iter().map(String::as_str));
    assert!(tap.ends_with("1..32\n") && tap.contains("not ok 32 - always-hit"), "{tap}");
}

#[test]
fn pairs_are_shown_as_they_were_sent() {
    let answers = "{ match($0, /\"id\":\"[0-9]+\"/)
        print \"{\" substr($0, RSTART, RLENGTH) \",\\\"hit\\\":true}\"; fflush() }";
    let options = ["--protocol", "ndjson", "--pairs", "200", "--format"];
    for (format, sent) in [
        ("table", "\n{\"id\":\"1\",\"a\":{\"box\":"),
        ("tap", "      line: \"{\\\"id\\\":\\\"1\\\",\\\"a\\\":{\\\"box\\\":"),
        ("junit", "\n{&quot;id&quot;:&quot;1&quot;,&quot;a&quot;:{&quot;box&quot;:"),
    ] {
        let report = tried(&[&options[..], &[format]].concat(), &["awk", answers]);
        assert_eq!(report.code, Some(1), "{}", report.stderr);
        assert!(report.stdout.contains(sent), "{sent}\n{}", report.stdout);
    }
}

#[test]
fn each_reason_is_saved_under_its_verdict_and_never_over_a_file() {
    let here = tempfile::tempdir().expect("there is room");
    let saved = || tried_in(here.path(), &[&FRAMES[..], &["--save", "out"]].concat(), LEFT);
    let first = saved();
    let names: BTreeSet<String> = fs::read_dir(here.path().join("out"))
        .expect("it is there")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    let expected: BTreeSet<String> =
        reasons(&first.stdout).keys().map(|reason| reason.replace(", ", "-") + ".toml").collect();
    let expected: BTreeSet<String> =
        expected.into_iter().chain(["wrong-always-hit.toml".to_owned()]).collect();
    assert_eq!(names, expected, "{}", first.stdout);
    let [wrong, convention] = ["wrong-", "convention-"].map(|verdict| {
        let of = names.iter().find(|name| name.starts_with(verdict));
        format!("out/{}", of.unwrap_or_else(|| panic!("{verdict}: {names:?}")))
    });
    fs::write(here.path().join(&wrong), "mine").expect("it can be written");
    let second = saved();
    let kept = fs::read_to_string(here.path().join(&wrong)).expect("it is there");
    assert_eq!(kept, "mine");
    let said = format!("hitscan: {wrong}: not saved: a different file has that name; ");
    assert!(second.stderr.contains(&said), "{}", second.stderr);
    let said = format!("{convention} exists already, unchanged\n");
    assert!(second.stdout.contains(&said), "{}", second.stdout);
}
