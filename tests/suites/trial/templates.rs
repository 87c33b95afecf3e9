//! The program templates: each has exactly the faults that its comment names.

use std::fs;
use std::process::Command;

use super::{Tried, claims, is_there, rows, tabled, tabled_in};
use crate::program::HITSCAN;
use crate::skips::say_skipped;

const KINDS: [&str; 8] = [
    "laser-laser",
    "box-laser",
    "box-box",
    "polygon-laser",
    "region-region",
    "box-point",
    "polygon-point",
    "frame",
];

fn template(language: &str, kind: &str) -> String {
    let words = ["try", "--template", language, "--kind", kind];
    let output = Command::new(HITSCAN).args(words).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The faults named in the comment of a template.
fn named_faults(text: &str) -> Vec<[String; 4]> {
    let fault = |line: &str| {
        let words: Vec<String> = line.split_whitespace().skip(1).map(str::to_owned).collect();
        let is_fault = words.first().is_some_and(|it| it == "wrong" || it == "convention");
        <[String; 4]>::try_from(words).ok().filter(|_| is_fault)
    };
    text.lines().filter_map(fault).collect()
}

/// Tries a template in a directory of its own; `build` compiles the file.
fn trial_of(text: &str, file: &str, build: &str, options: &[&str], run: &[&str]) -> Tried {
    let here = tempfile::tempdir().expect("a directory can be made");
    fs::write(here.path().join(file), text).expect("it can be written");
    let mut options = [&["--timeout", "60"], options].concat();
    if !build.is_empty() {
        options.extend(["--build", build]);
    }
    tabled_in(here.path(), &options, run)
}

/// Whether the tool of a language is installed. If not, prints that its templates are skipped.
fn is_there_or_skip(language: &str, build: &str, run: &[&str]) -> bool {
    let tool = build.split(' ').find(|word| !word.is_empty()).unwrap_or(run[0]);
    let is_there = is_there(tool);
    if !is_there {
        say_skipped(&format!("the templates in {language}: {tool} is not installed"));
    }
    is_there
}

/// Tries the templates of a language; `build` compiles the file.
#[track_caller]
fn have_the_faults_they_name(language: &str, file: &str, build: &str, run: &[&str]) {
    if !is_there_or_skip(language, build, run) {
        return;
    }
    read_decimals(language, file, build, run);
    for kind in KINDS {
        let text = template(language, kind);
        let options = ["--kind", kind, "--pairs", "1000"];
        let report = trial_of(&text, file, build, &options, run);
        let said = format!("{language}, {kind}: {}{}", report.stdout, report.stderr);
        let found: Vec<_> = rows(&report).into_iter().filter(|row| row[0] != "agrees").collect();
        let told = named_faults(&text);
        let is_wrong = found.iter().any(|row| row[0] == "wrong");
        // What is wrong has one row, and the mistake its paragraph.
        let mistakes: Vec<_> = told.iter().filter(|fault| fault[0] == "wrong").collect();
        assert!(claims(&report).into_iter().eq(mistakes.iter().map(|fault| &fault[1])), "{said}");
        assert_eq!(said.contains("\nOne mistake explains all "), is_wrong, "{said}");
        let in_the_table = |mut fault: [String; 4]| {
            if fault[0] == "wrong" {
                "-".clone_into(&mut fault[1]);
            }
            fault
        };
        assert_eq!(told.iter().cloned().map(in_the_table).collect::<Vec<_>>(), found, "{said}");
        assert_eq!(report.code, Some(i32::from(is_wrong)), "{language}, {kind}");
        assert_eq!(told.is_empty(), text.contains("It has no faults."), "{text}");
    }
}

/// With halves, which floats hold exactly, templates without faults are right, and others have no
/// fault that they do not have with whole numbers.
#[track_caller]
fn read_decimals(language: &str, file: &str, build: &str, run: &[&str]) {
    for kind in ["box-box", "polygon-laser"] {
        let text = template(language, kind);
        let options = ["--kind", kind, "--pairs", "500", "--step", "0.5"];
        let report = trial_of(&text, file, build, &options, run);
        let said = format!("{language}, {kind}: {}{}", report.stdout, report.stderr);
        let faults = named_faults(&text);
        let named: Vec<_> = faults.iter().map(|fault| fault[1].as_str()).collect();
        assert_eq!(claims(&report), named, "{said}");
        assert_eq!(report.code, Some(i32::from(!named.is_empty())), "{said}");
    }
}

#[test]
fn templates_in_python_have_the_faults_they_name() {
    have_the_faults_they_name("python", "my_hit.py", "", &["python3", "my_hit.py"]);
}

#[test]
fn templates_in_c_have_the_faults_they_name() {
    have_the_faults_they_name("c", "my_hit.c", "cc -Werror -o my_hit my_hit.c", &["./my_hit"]);
}

#[test]
fn templates_in_rust_have_the_faults_they_name() {
    have_the_faults_they_name("rust", "my_hit.rs", "rustc -D warnings my_hit.rs", &["./my_hit"]);
}

#[test]
fn templates_in_javascript_have_the_faults_they_name() {
    have_the_faults_they_name("javascript", "my_hit.js", "", &["node", "my_hit.js"]);
}

#[test]
fn templates_in_java_have_the_faults_they_name() {
    // With the quick compiler alone: the other spends more time than it saves in so short a run.
    let java = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "MyHit.java"];
    have_the_faults_they_name("java", "MyHit.java", "", &java);
}

#[test]
fn templates_in_csharp_have_the_faults_they_name() {
    // Mono takes an older C#, and dotnet takes one file since version 10.
    let (build, run) = if is_there("mcs") {
        ("mcs -warnaserror MyHit.cs", ["mono", "MyHit.exe"].as_slice())
    } else {
        ("", ["dotnet", "run", "MyHit.cs"].as_slice())
    };
    let version = Command::new("dotnet").arg("--version").output().map(|it| it.stdout);
    let version = String::from_utf8_lossy(&version.unwrap_or_default()).into_owned();
    let major = version.split('.').next().and_then(|major| major.parse::<u32>().ok());
    if build.is_empty() && major.is_none_or(|major| major < 10) {
        say_skipped("the templates in csharp: neither mcs nor dotnet 10 is installed");
    } else {
        have_the_faults_they_name("csharp", "MyHit.cs", build, run);
    }
}

#[test]
fn templates_in_lua_have_the_faults_they_name() {
    let lua = ["lua", "luajit", "lua5.4", "lua5.1"].into_iter().find(|lua| is_there(lua));
    have_the_faults_they_name("lua", "my_hit.lua", "", &[lua.unwrap_or("lua"), "my_hit.lua"]);
}

#[test]
fn templates_in_awk_have_the_faults_they_name() {
    have_the_faults_they_name("awk", "my_hit.awk", "", &["awk", "-f", "my_hit.awk"]);
}

#[test]
fn templates_in_shell_have_the_faults_they_name() {
    have_the_faults_they_name("shell", "my_hit.sh", "", &["sh", "my_hit.sh"]);
}

#[test]
fn a_template_is_for_boxes_and_lasers_by_default_and_accepts_no_other_options() {
    let output = Command::new(HITSCAN).args(["try", "--template", "awk"]).output();
    let output = output.expect("it runs").stdout;
    assert_eq!(String::from_utf8(output).expect("UTF-8"), template("awk", "box-laser"));
    for rest in [&["--seed", "3"][..], &["--watch", "a"], &["--velocity", "3"], &["./my_hit"]] {
        let words = [&["try", "--template", "c"][..], rest].concat();
        let output = Command::new(HITSCAN).args(&words).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
    }
}

#[test]
fn only_integers_are_sent_unless_the_step_has_decimals() {
    // It exits at the first number with decimals, without an answer.
    let whole = "while read -r l; do case $l in *.*) exit 7 ;; esac; echo hit; done";
    let named = |report: &str| {
        let (_, rest) = report.split_once(", ").expect("a heading");
        rest.split(' ').next().and_then(|count| count.parse::<u64>().ok()).expect("a count")
    };
    for kind in KINDS {
        let options = ["--kind", kind, "--pairs", "300"];
        let report = tabled(&options, &["sh", "-c", whole]);
        assert_eq!(report.code, Some(1), "{kind}: {}{}", report.stdout, report.stderr);
        assert!(!report.stdout.contains("crash"), "{kind}: {}", report.stdout);
        let told = report.stdout.lines().find_map(|line| {
            line.strip_suffix(" named pairs have decimals; --step 0.1 asks them.")
        });
        let told: u64 = told.and_then(|count| count.parse().ok()).expect("a count");
        let any = "while read -r l; do echo hit; done";
        let tenths = tabled(&[&options[..], &["--step", "0.1"]].concat(), &["sh", "-c", any]);
        assert!(!tenths.stdout.contains("named pairs have"), "{}", tenths.stdout);
        assert_eq!(named(&report.stdout) + told, named(&tenths.stdout), "{kind}");
    }
}
