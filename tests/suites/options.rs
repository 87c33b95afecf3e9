//! One option, one meaning: compares the options of all subcommands with each other, and checks
//! what each does where it could be misunderstood.

use std::collections::BTreeMap;
use std::fs;

use clap::{Arg, Command, CommandFactory};
use hitscan::tested::cli::Args;

use crate::printed::{self, hitscan, objects, printed};
use crate::shells::shell;

/// The words of a subcommand, and one of its options.
type Declared = (String, Arg);

fn declared(command: &Command, path: &str, all: &mut BTreeMap<String, Vec<Declared>>) {
    for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
        let Some(name) = arg.get_long().filter(|name| !["help", "version"].contains(name)) else {
            continue;
        };
        all.entry(name.to_owned()).or_default().push((path.to_owned(), arg.clone()));
    }
    for each in command.get_subcommands().filter(|each| each.get_name() != "help") {
        declared(each, &format!("{path} {}", each.get_name()), all);
    }
}

fn all_declared() -> BTreeMap<String, Vec<Declared>> {
    let mut command = Args::command();
    command.build();
    let mut all = BTreeMap::new();
    declared(&command, "hitscan", &mut all);
    all
}

/// Subcommands where these options mean something else: about a course, a picture, or a single
/// answer.
const APART: [(&str, &[&str]); 7] = [
    ("output", &["hitscan try"]),
    // Steps there, seconds of experiments here.
    ("explain", &["hitscan try"]),
    ("seed", &["hitscan learn", "hitscan lesson key"]),
    ("format", &["hitscan grade", "hitscan map", "hitscan render"]),
    ("pack", &["hitscan grade", "hitscan learn", "hitscan lesson key", "hitscan try"]),
    ("methods", &["hitscan query"]),
    // Of the map to import, there of the map of answers.
    ("layer", &["hitscan import"]),
];

/// The first sentence of its help, including the default at its end.
fn sentence(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let text = help.split(". ").next().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The exit status of a command line in a folder, and what it prints.
fn told(folder: &std::path::Path, lines: &str) -> (i32, String) {
    let run = shell(folder, lines);
    let told = String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned();
    (run.status.code().expect("no signal"), told)
}

#[test]
fn a_word_that_is_no_scene_leads_to_where_it_is_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    for (word, leads_to) in [
        ("methods", "hitscan guide methods prints that page"),
        (
            "RectAndLine",
            "hitscan guide methods tells of it, and :help RectAndLine on the screen explains it: \
             RectAndLine: edges of a box and a laser, in 矩形と線分の当たり判定",
        ),
        ("velocity", ":help velocity on the screen explains it"),
        ("undo", ":help undo on the screen explains it"),
        ("xyzzy", "hitscan scenes lists those"),
    ] {
        for command in ["", "run ", "render ", "map "] {
            let expected = format!("error: {word}: no such file or built-in scene; {leads_to}\n");
            let found = told(folder.path(), &format!("hitscan {command}{word} < /dev/null"));
            assert!(found.0 == 2 && found.1.ends_with(&expected), "{command}{word}: {found:?}");
        }
    }
}

#[test]
fn a_recording_and_work_in_lessons_each_say_what_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = "echo step | hitscan run start --record r.hits > out; \
                hitscan learn --student a < /dev/null > out";
    assert_eq!(told(folder.path(), made), (0, String::new()));
    let recording = "a recording, not WHAT; hitscan run --replay makes it again, hitscan check \
                     --replay lists its predictions";
    let work = "work in lessons, not WHAT; hitscan learn --file goes on with it, hitscan grade \
                judges it";
    for (command, says, what) in [
        ("r.hits", recording, "a scene"),
        ("run r.hits", recording, "a scene"),
        ("map r.hits", recording, "a scene"),
        ("stats r.hits", recording, "a scene"),
        ("grade r.hits", recording, "work in lessons"),
        ("learn --student b --file r.hits", recording, "work in lessons"),
        ("try --file r.hits -- cat", recording, "work in lessons"),
        ("a.hits", work, "a scene"),
        ("render a.hits", work, "a scene"),
        ("check a.hits", work, "a recording"),
        ("check --replay a.hits", work, "a recording"),
        ("run --replay a.hits", work, "a recording"),
        ("render --replay a.hits", work, "a recording"),
    ] {
        let (status, said) = told(folder.path(), &format!("hitscan {command} < /dev/null"));
        let says = says.replace("WHAT", what);
        assert!(status != 0 && said.contains(&says), "{command}: {status} {said}");
        let lines = said.lines().filter(|line| line.contains(".hits") || line.contains("ERROR"));
        assert_eq!(lines.count(), 1, "{command}: {said}");
    }
}

#[test]
fn a_language_that_a_pack_lacks_is_refused_with_those_it_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = told(folder.path(), "hitscan learn --student a --language xx < /dev/null");
    assert_eq!(refused, (2, "error: --language xx: lessons: only en\n".to_owned()));
    assert!(!folder.path().join("a.hits").exists());
    let known = told(folder.path(), "hitscan learn --student a --language en < /dev/null");
    assert_eq!(known.0, 0, "{}", known.1);
    let locale = told(folder.path(), "LC_ALL=fr_FR.UTF-8 hitscan learn --student b < /dev/null");
    assert_eq!(locale.0, 0, "{}", locale.1);
}

#[test]
fn the_look_of_a_course_is_refused_without_a_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    for option in ["--theme light", "--color 16", "--glyphs ascii"] {
        let (status, said) =
            told(folder.path(), &format!("hitscan learn --student a {option} < /dev/null"));
        let name = option.split(' ').next().expect("a word");
        let expected = format!("error: this is no terminal: {name} is for the screen\n");
        assert_eq!((status, said), (2, expected));
    }
}

#[test]
fn where_only_ascii_is_shown_an_article_has_its_english_title() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = "why L A edges\\nhelp DynamicJudge\\nhelp RectAndLine\\n";
    let (_, said) = told(folder.path(), &format!("printf '{lines}' | LC_ALL=C hitscan run start"));
    assert!(said.is_ascii() && !said.contains("??"), "{said}");
    assert!(said.contains("RectAndLine  Rectangle and segment"), "{said}");
    let help =
        "DynamicJudge: relative-velocity of two boxes, in Dynamic collision: from which side?";
    assert!(said.contains(help), "{said}");
}

#[test]
fn an_option_has_the_same_help_everywhere() {
    let all = all_declared();
    let mut shared = 0;
    for (name, places) in &all {
        let apart = APART.iter().find(|(apart, _)| apart == name).map_or(&[][..], |(_, of)| of);
        let mut held = places.iter().filter(|(path, _)| !apart.contains(&path.as_str()));
        let Some((first, one)) = held.next() else { continue };
        for (path, other) in held {
            shared += 1;
            let both = format!("--{name} of {first} and {path}");
            assert_eq!(one.get_value_names(), other.get_value_names(), "{both}");
            assert_eq!(one.get_num_args().is_some(), other.get_num_args().is_some(), "{both}");
            // Each command has its own default kind.
            if name != "kind" {
                assert_eq!(one.get_default_values(), other.get_default_values(), "{both}");
            }
            assert_eq!(sentence(one), sentence(other), "{both}");
        }
    }
    assert!(shared >= 50, "{shared} were compared");
    for (name, paths) in APART {
        for path in paths {
            let there = all.get(name).is_some_and(|of| of.iter().any(|(it, _)| it == path));
            assert!(there, "{path} --{name} is an exception of nothing");
        }
    }
}

#[test]
fn what_must_be_given_has_no_default_in_its_help() {
    let all = all_declared();
    let required = all.values().flatten().filter(|(_, arg)| arg.is_required_set());
    let mut seen = 0;
    for (path, arg) in required {
        seen += 1;
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        assert!(!help.contains("default"), "{path} --{}: {help}", arg.get_id());
    }
    assert!(seen > 0);
}

/// The error when it does nothing.
fn refused(args: &[&str]) -> String {
    printed::refused(hitscan(args).write_stdin(""), 2)
}

#[test]
fn errors_begin_with_error_and_have_status_2() {
    let folder = tempfile::tempdir().expect("there is room");
    let bad = folder.path().join("bad.toml");
    fs::write(&bad, "box A 0 0 1 1\nbox B 2 2 3 3\n").expect("it is written");
    let bad = bad.to_string_lossy();
    for (args, says) in [
        (&["run", "typo.toml"][..], "typo.toml: no such file or built-in scene"),
        (&["map", "typo.toml"], "typo.toml: no such file"),
        (&["stats", "typo.toml"], "typo.toml: no such file"),
        (&["render", "typo.toml"], "typo.toml: no such file"),
        (&["run", "--replay", "typo.rec"], "typo.rec: no such recording"),
        (&["run", &bad], "bad.toml:1:1: "),
        (&["render", "start", "--method", "egdes"], "did you mean edges?"),
        (&["render", "start", "--method", "slab"], "--method slab: the methods for B and A: "),
        (&["render", "start", "--select", "Z"], "Z"),
        (&["render", "--lesson", "nolesson"], "nolesson: no such lesson"),
        (&["render", "start", "--output", "x.bmp"], "choose a --format"),
        (&["grade", "--lessons", "nolesson", "."], "--lessons nolesson"),
        (&["lesson", "check", "typo"], "typo/pack.toml: there is no such file"),
    ] {
        let text = refused(args);
        // Hints that clap adds are below a blank line.
        let mut lines = text.lines().take_while(|line| !line.is_empty());
        assert!(lines.all(|line| line.starts_with("error: ")), "{args:?}: {text}");
        assert!(text.contains(says), "{args:?}: {text}");
    }
}

#[test]
fn options_that_do_not_apply_are_refused_with_the_reason() {
    for (args, says) in [
        (&["render", "--theme", "dark"][..], "--theme: --format text has no colours"),
        (&["render", "--color", "16"], "--color: --format text has no colours"),
        (&["render", "--background", "light"], "--background: only an SVG has one"),
        (&["render", "--layer", "side"], "these options are of a map: add --overlay map"),
        (&["render", "--tolerance", "0.1"], "--tolerance is for what a program says"),
        (&["render", "--lesson", "apart", "--round"], "--round is for a scene"),
        (&["map", "--format", "csv", "--objects"], "--objects: --format csv draws none"),
        (&["map", "--format", "csv", "--glyphs", "ascii"], "--glyphs: --format csv has no "),
        (&["map", "--method", "edges"], "--method: the layer relation does not depend on a method"),
        (&["map", "--edit", "speed", "--end", "2"], "--end 2 is for --edit end"),
        (&["map", "--size", "0x5"], "--size 0x5: a map has at least 1x1"),
        (&["map", "--tolerance", "0.1"], "--tolerance is for what a program says"),
        (&["run", "--format", "ndjson", "--width", "40"], "--width: lines of --format ndjson"),
        (&["check", "a.hits", "--all"], "--all is for scenes"),
        (&["check", "a.hits", "start"], "is not checked together with scenes"),
        (&["check", "--replay", "a.rec", "--format", "tap"], "--format tap and junit are for"),
        (&["compare", "--pairs", "0"], "--pairs 0: must be above 0"),
    ] {
        let text = refused(args);
        assert!(text.starts_with("error: ") && text.contains(says), "{args:?}: {text}");
    }
}

#[test]
fn a_conflict_names_both_options() {
    for args in [
        &["render", "start", "--replay", "a.rec"][..],
        &["run", "start", "--replay", "a.rec"],
        &["check", "start", "--replay", "a.rec"],
        &["try", "--template", "c", "--name", "x"],
        &["try", "--file", "a.hits", "--seed", "3", "true"],
        &["--config", "a.toml", "--no-config"],
    ] {
        let text = refused(args);
        let (_, with) = text.split_once("cannot be used with").expect("a conflict");
        let other = with.lines().find(|line| !line.trim_matches([':', ' ']).is_empty());
        assert!(other.is_some_and(|other| other.contains(['-', '['])), "{args:?}: {text}");
    }
}

#[test]
fn the_format_text_is_also_called_table() {
    for args in [&["check", "start"][..], &["compare", "--pairs", "10"], &["scenes"]] {
        let of = |format: &str| printed(&mut hitscan(&[args, &["--format", format]].concat()));
        assert_eq!(of("text"), of("table"), "{args:?}");
        assert_eq!(of("text"), printed(&mut hitscan(args)), "{args:?}");
    }
}

#[test]
fn the_default_scene_is_start() {
    for args in [&["render"][..], &["map"], &["map", "--objects", "--format", "svg"]] {
        let named = [args, &["start"]].concat();
        assert_eq!(printed(&mut hitscan(args)), printed(&mut hitscan(&named)));
    }
    assert!(printed(&mut hitscan(&["stats", "--frames", "1"])).contains("grid"));
}

#[test]
fn a_new_file_is_only_begun_on_request() {
    let folder = tempfile::tempdir().expect("there is room");
    let new = folder.path().join("new.toml");
    let new = new.to_string_lossy();
    let text = refused(&["run", &new]);
    assert!(text.contains("no such file"), "{text}");
    let mut command = hitscan(&["run", "--new", &new]);
    let text = printed(command.write_stdin("box A 0 0 1 1\nsave\n"));
    assert!(text.contains("is new; save saves it there"), "{text}");
    assert!(fs::read_to_string(&*new).expect("it was saved").contains("[[box]]"));
}

#[test]
fn methods_adds_all_or_some_methods() {
    let query = |option: &str| {
        let mut command = hitscan(&["query", option]);
        let line = r#"{"a":{"box":[0,0,2,2]},"b":{"box":[1,1,3,3]}}"#;
        objects(&printed(command.write_stdin(line)))[0]["methods"].to_string()
    };
    assert!(!query("--methods").contains("\"sat\""));
    assert_eq!(query("--methods"), query("--methods=listed"));
    assert!(query("--methods=sat").contains("\"sat\""));
    assert!(query("--methods=all").contains("\"corners-inside\""));
    let run = |options: &[&str]| {
        printed(hitscan(&[&["run", "start"], options].concat()).write_stdin("move B 6 0\n"))
    };
    assert!(!run(&[]).contains("center-distance"));
    assert!(run(&["--methods"]).contains("center-distance exact"));
    assert!(!run(&["--methods"]).contains("sat exact"));
    let with = run(&["--methods=sat"]);
    assert!(with.contains("sat exact") && !with.contains("corners-inside exact"), "{with}");
    let compared = |option: &str| {
        printed(&mut hitscan(&["compare", "--kind", "box-box", "--pairs", "50", option]))
    };
    assert!(!compared("--methods").contains("corners-inside"));
    assert!(compared("--methods=corners-inside").contains("corners-inside"));
}

#[test]
fn a_map_is_written_to_a_file_in_the_requested_look_with_a_legend() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = |name: &str| folder.path().join(name);
    for name in ["map.svg", "map.txt", "map.csv", "map.ndjson"] {
        let path = file(name);
        let output = printed(&mut hitscan(&["map", "--output", &path.to_string_lossy()]));
        assert_eq!(output, "");
        let format = name.rsplit('.').next().map(|end| if end == "txt" { "text" } else { end });
        let direct = printed(&mut hitscan(&["map", "--format", format.expect("an ending")]));
        assert_eq!(fs::read_to_string(path).expect("it was written"), direct, "{name}");
    }
    let svg = |theme: &str| printed(&mut hitscan(&["map", "--format", "svg", "--theme", theme]));
    assert_ne!(svg("light"), svg("dark"));
    let text = printed(&mut hitscan(&["map", "off-45", "--edit", "speed", "--size", "20x5"]));
    let legend: Vec<&str> = text.lines().skip(6).collect();
    assert_eq!(legend[0].trim(), "side, B's velocity", "{text}");
    for row in [" l  left", " t  top", "    none"] {
        assert!(legend.iter().any(|line| line.contains(row)), "{row} in\n{text}");
    }
    assert!(svg("dark").contains("touches"));
}

#[test]
fn imprecise_numbers_are_rounded_on_request_and_reported_once() {
    let line = |left: &str| {
        format!(
            "{{\"id\":1.23456,\"a\":{{\"box\":[{left},0,\"20/3\",2]}},\"b\":{{\"box\":[6,1,9,3]}}}}\n"
        )
    };
    let fine = line("3.33333334");
    let mut query = hitscan(&["query", "--round"]);
    let output = query.write_stdin(format!("{fine}{}", line("1.5e-2"))).assert().success();
    let output = output.get_output();
    let answers = objects(&printed::text(&output.stdout));
    assert!(answers.iter().all(|answer| answer["rounded"] == true), "{answers:?}");
    assert_eq!(answers[0]["id"].to_string(), "1.23456");
    let told = "3 numbers were rounded, by 0.0004 at most\n";
    assert_eq!(printed::text(&output.stderr), told);
    let exact = r#"{"a":{"box":["1/4",0,"2.5",2]},"b":{"box":[1,1,9,3]}}"#;
    let answer = |options: &[&str], line: &str| {
        let mut query = hitscan(&[&["query"], options].concat());
        printed::text(&query.write_stdin(line).output().expect("it runs").stdout)
    };
    assert_eq!(answer(&[], exact), answer(&["--round"], exact));
    assert!(answer(&[], exact).contains("\"relation\":\"overlaps\""));
    // Without it, the numbers are exact.
    let depth = "\"right\":\"34/3\"";
    let third = line("\"-7/3\"");
    assert!(answer(&[], &third).contains(depth), "{}", answer(&[], &third));
}

#[test]
fn every_command_that_reads_scenes_accepts_one_written_by_a_game_engine() {
    let folder = tempfile::tempdir().expect("there is room");
    let scene = folder.path().join("engine.toml");
    let text = "[[box]]\nname = \"A\"\ncorners = [[0.10000000149, 0], [4, 4.5e0]]\n\
                [[box]]\nname = \"B\"\ncorners = [[6, 0], [\"31/3\", 4]]\n";
    fs::write(&scene, text).expect("it is written");
    let scene = scene.to_string_lossy();
    let told = "2 numbers were rounded, by 0.0004 at most\n";
    for args in [
        &["check", &scene][..],
        &["map", &scene],
        &["render", &scene],
        &["run", &scene],
        &["run", "--new", &scene],
    ] {
        let output = hitscan(args).arg("--round").write_stdin("describe A\n").assert().success();
        let output = output.get_output();
        assert_eq!(printed::text(&output.stderr), told, "{args:?}");
        let plain = hitscan(args).write_stdin("").output().expect("it runs");
        let [out, err] = [plain.stdout, plain.stderr].map(|bytes| printed::text(&bytes));
        let said = format!("{out}{err}").replace("\n    ", " ");
        assert!(said.contains("--round rounds it"), "{args:?}: {said}");
    }
    let run = printed::text(
        &hitscan(&["run", "--round"])
            .write_stdin("box A 0 0 3.33333334 1e0\ndescribe A\n")
            .output()
            .expect("it runs")
            .stdout,
    );
    assert!(run.contains("1 number was rounded, by 0.0004 at most"), "{run}");
    assert!(run.contains("A box x 0..3.333 y 0..1"), "{run}");
}

#[test]
fn files_of_students_are_recognized_by_their_extension() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("ben.hits");
    let file = file.to_string_lossy();
    let mut run = hitscan(&["run", "start", "--predict", "--record", &file]);
    printed(run.write_stdin("predict hit\n"));
    let by_name = printed(&mut hitscan(&["check", &file]));
    assert!(by_name.contains("ben"), "{by_name}");
    assert_eq!(by_name, printed(&mut hitscan(&["check", "--replay", &file])));
}
