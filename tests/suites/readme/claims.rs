//! Every number in the prose of a page is either a claim, which is read from the page and compared
//! with what the program says, or looked at by hand, and then CONTRIBUTING lists it with the date.
//!
//! Not here: blocks of commands and of output (`commands`), generated parts, and the counts of
//! dependencies, which have tests of their own.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use clap::CommandFactory;
use hitscan::tested::app::Layout;
use hitscan::tested::cli::Args;
use hitscan::tested::cli::limits::limits;
use hitscan_core::lab::{
    BUILTIN_LESSONS, HINTS, Lesson, LessonQuestion, Pack, Room, SEEDS, StepKind, Task, builtin_file,
};
use hitscan_core::methods::Article;
use hitscan_geom::Milli;

use super::{read_by_users, text_of};
use crate::printed::{hitscan, printed};
use crate::shells::shell;

/// A sentence of a page, `{}` for each word that it claims, and what the program says there.
type Claim = (&'static str, &'static str, Vec<String>);

const WORDS: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen \
    fourteen fifteen sixteen seventeen eighteen nineteen twenty";

/// These words count as numbers; one and two are mostly none.
fn is_number(word: &str) -> bool {
    let word = word.to_lowercase();
    let is_digits = word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || ".,/x:%".contains(c));
    is_digits
        || WORDS.split(' ').skip(3).any(|it| it == word)
        || ["thirty", "forty", "sixty", "hundred", "hundreds", "thousand"].contains(&word.as_str())
}

fn in_words(number: usize) -> String {
    match number {
        60 => "sixty".into(),
        100 => "hundred".into(),
        number => WORDS.split(' ').nth(number).expect("up to twenty").into(),
    }
}

/// The sections of a page by their headings, without code blocks, generated parts, pictures' places
/// and the ends of links: each in one line, table rows and list items separated by a bar.
fn sections(page: &str) -> Vec<(String, String)> {
    let mut found = vec![(String::new(), String::new())];
    let (mut in_block, mut is_made) = (false, false);
    for line in text_of(page).lines() {
        let line = line.trim();
        if line.starts_with("```") {
            in_block = !in_block;
        } else if line.starts_with("<!-- ") {
            is_made = line.ends_with("begin -->");
        } else if !in_block && line.starts_with('#') {
            found.push((line.trim_start_matches(['#', ' ']).to_owned(), line.to_owned()));
        } else if !in_block && !is_made && !is_counted_dependency(page, line) {
            let (_, text) = found.last_mut().expect("there is one");
            let _ = write!(text, " {}", without_links(line));
        }
    }
    found
}

/// The prose of a page in one line.
pub(super) fn all_of(page: &str) -> String {
    let sections = sections(page);
    let words = sections.iter().flat_map(|(_, text)| text.split_whitespace());
    words.collect::<Vec<_>>().join(" ")
}

/// A row of the tables of dependencies, whose numbers have a test of their own.
fn is_counted_dependency(page: &str, line: &str) -> bool {
    page == super::dependencies::PAGE && line.starts_with("| `")
}

/// A line without tags, the ends of its links and the number that it has in a list.
fn without_links(line: &str) -> String {
    let mut rest = line;
    if let Some((number, item)) = line.split_once(". ")
        && number.len() < 3
        && number.chars().all(|c| c.is_ascii_digit())
    {
        rest = item;
    }
    let mut text = String::new();
    while let Some(at) = rest.find(['<', '(']) {
        let closes = if rest[at..].starts_with('<') { '>' } else { ')' };
        let is_link = closes == '>' || rest[..at].ends_with(']');
        let end = rest[at..].find(closes).filter(|_| is_link).map(|length| at + length + 1);
        let kept = if end.is_some() { at } else { at + 1 };
        text += &rest[..kept];
        rest = &rest[end.unwrap_or(at + 1)..];
    }
    text + rest
}

/// Where the words that a sentence claims are in a text.
fn places(text: &str, sentence: &str) -> Option<Vec<Range<usize>>> {
    let parts: Vec<&str> = sentence.split("{}").collect();
    let starts = text.match_indices(parts[0]).map(|(at, part)| at + part.len());
    starts.into_iter().find_map(|start| {
        let (mut at, mut found) = (start, Vec::new());
        for part in &parts[1..] {
            let rest = &text[at..];
            let length = rest.find([' ', ',', ':', ';', ')', ']', '`']).unwrap_or(rest.len());
            let length = rest[..length].trim_end_matches('.').len();
            found.push(at..at + length);
            at += length;
            at += text[at..].starts_with(part).then_some(part.len())?;
        }
        Some(found)
    })
}

/// The numbers of a text, outside of code.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut at, mut in_code) = (0, false);
    for word in text.split_inclusive(|c: char| " `|-([*".contains(c)) {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '%');
        if !in_code && is_number(bare) {
            found.push(at..at + bare.len());
        }
        in_code ^= word.ends_with('`');
        at += word.len();
    }
    found
}

/// What a limit is, from the table of limits.
fn limit(of: &str) -> String {
    let all = limits();
    let row = all.iter().flat_map(|(_, rows)| rows).find(|row| row.of == of);
    let most = &row.unwrap_or_else(|| panic!("no limit of {of}")).most;
    most.split(' ').next().expect("a number").to_owned()
}

/// The default in the help of an option.
fn default_of(subcommand: &str, option: &str) -> String {
    let mut command = Args::command();
    command.build();
    let command = command.find_subcommand(subcommand).unwrap_or(&command);
    let arg = command.get_arguments().find(|arg| arg.get_long() == Some(option)).expect(option);
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let named = help.split_once("[default: ").map(|(_, rest)| rest.to_owned());
    let given = || arg.get_default_values()[0].to_string_lossy().into_owned();
    named.unwrap_or_else(given).split([',', ']']).next().expect("a value").to_owned()
}

fn rust_of(manifest_part: &str) -> String {
    let manifest = text_of("Cargo.toml");
    let part = manifest.split_once(manifest_part).expect("the part").1;
    part.split_once("rust-version = \"").expect("it says").1.split('"').next().expect("it").into()
}

fn built_in() -> Pack {
    Pack::read(&|path: &str| builtin_file(path).map(str::to_owned)).expect("it has no faults")
}

fn steps_that(is_meant: fn(&StepKind) -> bool) -> usize {
    let pack = built_in();
    let steps = pack.lessons.iter().flat_map(|lesson| &lesson.steps);
    steps.filter(|step| is_meant(&step.kind)).count()
}

fn is_question(kind: &StepKind) -> bool {
    matches!(kind, StepKind::Question(_))
}

fn is_task(kind: &StepKind) -> bool {
    matches!(kind, StepKind::Task(_))
}

/// Lessons from the first one on in which nothing has a velocity.
fn lessons_at_rest() -> usize {
    let moves = |lesson: &Lesson| {
        let file = builtin_file(&format!("{}/lesson.toml", lesson.id));
        file.expect("it is built in").contains("velocity")
    };
    built_in().lessons.iter().take_while(|lesson| !moves(lesson)).count()
}

/// The exit statuses of these lines, in a folder of their own.
fn statuses(lines: &[&str]) -> Vec<String> {
    let here = tempfile::tempdir().expect("there is room");
    let status = |line: &&str| shell(here.path(), line).status.code().expect("it ends");
    lines.iter().map(status).map(|status| status.to_string()).collect()
}

/// The angle in the words of the author on the page of Why.
fn angle_of_the_author() -> String {
    let page = printed(hitscan(&["run", "off-45"]).write_stdin("step\nwhy B A predict-corner\n"));
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    words.split_once("only at ").expect("it quotes").1.split(' ').next().expect("a number").into()
}

/// How often `Right` is pressed in the first scene until B touches A.
fn presses_until_touch() -> usize {
    let touches = |presses: &usize| {
        let moves = "move B 1 0\n".repeat(*presses);
        printed(hitscan(&["run", "start"]).write_stdin(moves)).contains("TOUCH B into A left")
    };
    (1..20).find(touches).expect("it touches")
}

/// The most decimals that a number may have.
fn decimals() -> usize {
    let is_read = |places: &usize| Milli::parse(&format!("0.{}1", "0".repeat(places - 1))).is_ok();
    (1..9).take_while(is_read).count()
}

fn claims() -> Vec<Claim> {
    [claims_of_start(), claims_of_courses(), claims_of_reference(), claims_of_serve()].concat()
}

fn claims_of_start() -> Vec<Claim> {
    let articles = in_words(Article::all().len());
    let libraries = text_of("docs/house.md").matches("\n| [`hitscan-").count() + 1;
    let [(columns, rows), beside] = [Layout::LEAST, Layout::LEAST_BESIDE];
    let terminal = "docs/terminal.md";
    vec![
        ("README.md", "You only need Rust {} or newer", vec![rust_of("[package]")]),
        ("README.md", "[{} Japanese articles]", vec![articles.clone()]),
        ("README.md", "; the {} articles, with credits", vec![articles.clone()]),
        ("README.md", "only at {} degrees", vec![angle_of_the_author()]),
        ("docs/house.md", "A Cargo workspace of {} libraries", vec![in_words(libraries)]),
        ("docs/methods.md", "The methods of {} articles", vec![articles]),
        ("docs/methods.md", "Breakout with a ball at {} degrees", vec![angle_of_the_author()]),
        ("docs/methods.md", "draws {} random frames", vec![frames_in_the_table().to_string()]),
        (terminal, "your own palette, {} columns", vec![in_words(beside.0.into())]),
        (terminal, "as small as {} columns and {} rows", say([columns, rows])),
        ("docs/tour.md", "Press `Right` {} times.", vec![in_words(presses_until_touch())]),
    ]
}

/// How many frames the command above the table of speeds draws.
pub(super) fn frames_in_the_table() -> u64 {
    let page = text_of("docs/methods.md");
    let line = page.lines().find(|line| line.contains("--table speeds")).expect("a command");
    let pairs = line
        .split_once("--pairs ")
        .map_or_else(|| default_of("compare", "pairs"), |it| it.1.into());
    pairs.parse().expect("a number")
}

fn say<T: ToString, const N: usize>(numbers: [T; N]) -> Vec<String> {
    numbers.map(|number| number.to_string()).to_vec()
}

fn claims_of_courses() -> Vec<Claim> {
    let lessons = in_words(BUILTIN_LESSONS);
    let [questions, tasks] = [is_question, is_task].map(steps_that);
    let [answered, right] = LessonQuestion::POINTS;
    let done = usize::try_from(Task::POINTS).expect("small");
    let points = questions * usize::try_from(right).expect("small") + tasks * done;
    let page = "docs/teachers.md";
    let Room { first, others, rows } = Room::GOAL;
    vec![
        ("README.md", "A class {} lessons let", vec![lessons.clone()]),
        ("README.md", "[{} lessons] | what each", vec![lessons.clone()]),
        ("docs/learn.md", "# {} lessons", vec![lessons.clone()]),
        ("docs/learn.md", "precision: {} questions,", say([questions])),
        ("docs/learn.md", "anything moves, and {} tasks,", say([tasks])),
        ("docs/lessons.md", "with a {} of them", vec![in_words(SEEDS)]),
        ("docs/lessons.md", "a title has {} cells with the id", say([Room::TITLE.first])),
        (
            "docs/lessons.md",
            "`win` two rows of {} and {}, others {} rows of {}.",
            say([first, others, Room::TEXT.rows, Room::TEXT.others]),
        ),
        ("docs/lessons.md", "`goal` and `win` {} rows", vec![in_words(rows)]),
        ("docs/lessons.md", "to `hint ID {}`", say([*HINTS.end()])),
        (page, "# For teachers {} lessons of hitscan", vec![lessons.clone()]),
        (page, "[{} lessons] has the", vec![lessons]),
        (page, "in {} columns and {} rows", say(<[u16; 2]>::from(Layout::LEAST_BESIDE))),
        (page, "There are {} questions and {} tasks, {} points", say([questions, tasks, points])),
        (page, "an answer, right or wrong | {} |", say([answered])),
        (page, "only the first answer counts | {} |", say([right])),
        (page, "a finished task | {} |", say([done])),
        (page, "which gives the solution | {} |", say([Task::POINTS_AFTER_LAST_HINT])),
        (page, "least carried out. {} of the {} points are for tasks", say([tasks * done, points])),
        (page, "In the first {} lessons nothing", vec![in_words(lessons_at_rest())]),
    ]
}

fn claims_of_reference() -> Vec<Claim> {
    let miss = "hitscan try --pairs 9 -- sh -c 'while read l; do echo miss; done'";
    let right = "hitscan try --pairs 9 --protocol ndjson -- hitscan query";
    let [own, page, scenes] = ["docs/own.md", "docs/scripts.md", "docs/scenes.md"];
    let lines = limit("standard error").parse().expect("it");
    let limited = |of: &str| vec![limit(of)];
    vec![
        (
            own,
            "The exit status is {} if it is right, or off by convention only, {} if it is wrong, \
             and {} if the program is at fault.",
            statuses(&[right, miss, "hitscan try -- false"]),
        ),
        (own, "A time may be off by {}, or", vec![default_of("try", "tolerance")]),
        (own, "standard error. {} lines of that", vec![in_words(lines)]),
        (own, "in at most {} runs", limited("runs of `try` to find which lines crash a program")),
        (
            scenes,
            "In scenes with more than {} pairs",
            limited("pairs of a scene that `check` lists"),
        ),
        ("docs/teachers.md", "It ends with status {} while", statuses(&[miss])),
        (scenes, "Numbers have at most {} decimals", vec![in_words(decimals())]),
        (
            scenes,
            "exit status is {} if an expectation fails or a file has an error",
            statuses(&["echo '[[expect]]' > bad.toml; hitscan check bad.toml start"]),
        ),
        (
            page,
            "The exit status is {} if all is well, {} if something is wrong or not as expected, \
             and {} if the command line is wrong.",
            statuses(&["hitscan check start", "echo no | hitscan query", "hitscan check --no"]),
        ),
        (
            page,
            "changes nothing, and makes the exit status {}, as does a claim",
            statuses(&["echo 'assert B A hit' | hitscan run start"]),
        ),
        (page, "as an asciicast (version {})", vec![default_of("", "cast-version")]),
        (page, "cannot read version {}.", vec![default_of("", "cast-version")]),
    ]
}

fn same_number(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

/// The number that follows these words in a file of the server, which is a program of its own.
fn of_serve(file: &str, words: &str) -> String {
    let text = text_of(&format!("crates/hitscan-serve/{file}"));
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("{file}: no {words}"));
    rest.chars().take_while(char::is_ascii_digit).collect()
}

fn claims_of_serve() -> Vec<Claim> {
    let [page, config, stuck] = ["docs/serve.md", "src/config/default.toml", "src/board/row.rs"];
    let port = of_serve(config, "listen = [\"[::]:");
    let [tries, quiet] = ["MANY_TRIES: u32 = ", "LONG_QUIET: Duration = Duration::from_mins("]
        .map(|words| of_serve(stuck, words));
    let minutes = of_serve(stuck, "SignedDuration::from_mins(");
    let database = "src/store/postgres/database.rs";
    let of = |file: &str, words: &str| vec![of_serve(file, words)];
    let days = || of("src/store/postgres.rs", "AUDIT_DAYS: i32 = ");
    let drain = || of(config, "drain = \"");
    vec![
        (page, "a class on port {} of this computer", vec![port.clone()]),
        (page, "Open port {} in the firewall", vec![port]),
        (page, "gets a place, up to {}, or", of("src/class.rs", "MOST_STUDENTS: u32 = ")),
        (page, "finished nothing for {} minutes despite {} changes", vec![minutes, tries]),
        (page, "typed nothing for {} minutes", vec![quiet]),
        (page, "gives sessions {} s to end", drain()),
        (page, "sessions that remain end after {} s", drain()),
        (page, "shell, user {}, a root", of("dist/Containerfile", "USER ")),
        (page, "opens at most {} connections", of(database, "CONNECTIONS: usize = ")),
        (
            page,
            "each answer waits up to {} s",
            of(database, "TIME: Duration = Duration::from_secs("),
        ),
        (page, "audit log forgets after {} days", days()),
        (page, "for at most {} days", days()),
        (
            "docs/dependencies.md",
            "two address families, {} bytes at most",
            of("src/net/proxy.rs", "MOST_BYTES: usize = "),
        ),
        (page, "`connections` is {} on each", of(config, "\nconnections = ")),
    ]
}

/// For each page and section, the numbers that no claim covers, and how claims differ.
fn read_pages(claims: &[Claim]) -> (BTreeMap<(String, String), String>, Vec<String>) {
    let (mut others, mut faults) = (BTreeMap::new(), Vec::new());
    let mut is_found = vec![false; claims.len()];
    for page in read_by_users() {
        for (heading, text) in sections(&page) {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let mut covered = Vec::new();
            for (index, (_, sentence, said)) in
                claims.iter().enumerate().filter(|it| it.1.0 == page)
            {
                let Some(places) = places(&text, sentence) else { continue };
                is_found[index] = true;
                for (place, said) in places.iter().zip(said) {
                    if !same_number(&text[place.clone()], said) {
                        let found = &text[place.clone()];
                        faults
                            .push(format!("{page}: {sentence}: {found}; the program says {said}"));
                    }
                }
                covered.extend(places);
            }
            let is_other = |at: &Range<usize>| {
                !covered.iter().any(|it| it.start <= at.start && at.end <= it.end)
            };
            let left: Vec<_> =
                numbers(&text).into_iter().filter(is_other).map(|at| text[at].to_owned()).collect();
            if !left.is_empty() {
                others.insert((page.clone(), heading), left.join(" "));
            }
        }
    }
    let missing = claims.iter().zip(is_found).filter(|(_, is_found)| !is_found);
    faults.extend(
        missing.map(|((page, sentence, _), _)| format!("{page} no longer says: {sentence}")),
    );
    (others, faults)
}

/// The numbers that CONTRIBUTING lists, by page and section; each row has a date.
fn by_hand() -> BTreeMap<(String, String), String> {
    let text = text_of("CONTRIBUTING.md");
    let part = text.split_once("## Numbers looked at by hand").expect("the list").1;
    let part = part.split("\n## ").next().expect("a part");
    let rows = part.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows = rows.map(|row| row.split(" | ").collect::<Vec<_>>()).skip(1);
    let rows = rows.filter(|row| !row[0].starts_with("---"));
    rows.map(|row| {
        let [page, section, numbers, why] = row[..] else { panic!("{row:?}") };
        let date: Vec<_> = why.split(['-', ' ', ':', ';']).take(3).collect();
        let is_dated = date.len() == 3 && date.iter().all(|it| it.parse::<u16>().is_ok());
        assert!(is_dated, "{page}, {section}: {why}: a date first, such as 2026-11-28");
        let section = if section == "its beginning" { "" } else { section };
        ((page.to_owned(), section.to_owned()), numbers.to_owned())
    })
    .collect()
}

#[test]
fn every_number_of_a_page_is_asked_of_the_program_or_listed_by_hand() {
    let (found, mut faults) = read_pages(&claims());
    let mut listed = by_hand();
    for ((page, section), numbers) in found {
        let row = listed.remove(&(page.clone(), section.clone()));
        if row.as_ref() != Some(&numbers) {
            let before = row.unwrap_or_else(|| "nothing".into());
            let section = if section.is_empty() { "its beginning".into() } else { section };
            faults.push(format!(
                "| {page} | {section} | {numbers} | DATE |\n  CONTRIBUTING lists {before}: claim \
                 the new ones in tests/suites/readme/claims.rs, or look at them and list them"
            ));
        }
    }
    faults.extend(
        listed.keys().map(|(page, section)| format!("{page}, {section}: has no such numbers")),
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_number_that_is_not_so_or_not_listed_is_found() {
    let text = "There are 38 questions, of three kinds, `in 5`, a 2D plane; 10 000 at 80x24.";
    let found: Vec<_> = numbers(text).into_iter().map(|at| &text[at]).collect();
    assert_eq!(found, ["38", "three", "10", "000", "80x24"]);
    let at = places(text, "There are {} questions, of {} kinds").expect("it is there");
    assert_eq!(at.into_iter().map(|at| &text[at]).collect::<Vec<_>>(), ["38", "three"]);
    assert_eq!(places(text, "There are {} tasks"), None);
    let wrong = ("docs/learn.md", "anything moves, and {} tasks,", vec!["35".to_owned()]);
    let gone = ("docs/learn.md", "anything moves, and {} exams,", vec!["34".to_owned()]);
    let (others, faults) = read_pages(&[wrong, gone]);
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(others[&("docs/learn.md".into(), "Sixteen lessons".into())].contains("38"));
}
