//! `hitscan scenes`: the built-in scenes, in the order of a course.

use std::io::Write;

use serde::Serialize;

use super::{CliError, ExitStatus, ListFormat, print};

use crate::app::KeyMap;
use hitscan_core::engine::ndjson::write_line;
use hitscan_core::scene::{Scene, builtin, gallery};
use hitscan_core::words;

/// How to list the scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::Args)]
pub struct ScenesArgs {
    /// How to print the list
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: ListFormat,
}

impl ScenesArgs {
    /// Lists every built-in scene; NDJSON has the notes too.
    ///
    /// # Errors
    /// When writing fails.
    pub fn run(self, output: impl Write) -> Result<ExitStatus, CliError> {
        let scenes = gallery().iter().filter_map(|(name, _)| Some((*name, builtin(name)?)));
        let text: String = match self.format {
            ListFormat::Table => table(&scenes.collect::<Vec<_>>()),
            ListFormat::Ndjson => scenes.map(|(name, scene)| object(name, &scene)).collect(),
        };
        print(&text, output)
    }
}

/// ```text
/// name               title
/// start              two boxes and a laser
/// ```
fn table(scenes: &[(&str, Scene)]) -> String {
    let cols = scenes.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let line = |name: &str, title: &str| format!("{name:cols$}  {title}\n");
    let mut text = line("name", "title");
    text.extend(scenes.iter().map(|(name, scene)| line(name, &scene.title)));
    text.push('\n');
    text.push_str(&words::how_to_open(scenes.len()));
    text.push('\n');
    text
}

fn object(name: &str, scene: &Scene) -> String {
    #[derive(Serialize)]
    #[serde(tag = "event", rename = "scene")]
    struct Keys<'a> {
        name: &'a str,
        title: &'a str,
        note: &'a str,
    }
    let note = &KeyMap::default().filled(&scene.note);
    let mut line = String::new();
    write_line(&Keys { name, title: &scene.title, note }, &mut line);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(format: ListFormat) -> String {
        let mut text = Vec::new();
        ScenesArgs { format }.run(&mut text).expect("memory can be written");
        String::from_utf8(text).expect("text")
    }

    #[test]
    fn the_table_has_every_name_and_title_in_columns() {
        let text = listed(ListFormat::Table);
        assert!(text.is_ascii() && text.lines().all(|line| line.len() <= 80), "{text}");
        let lines: Vec<_> = text.lines().collect();
        let column = lines[0].find("title").expect("a heading");
        for ((name, _), line) in gallery().iter().zip(&lines[1..]) {
            let title = builtin(name).expect(name).title;
            assert_eq!((line[..column].trim_end(), &line[column..]), (*name, title.as_str()));
        }
        assert_eq!(lines.len(), gallery().len() + 3, "a heading, a blank line, a sentence");
    }

    #[test]
    fn ndjson_has_an_object_for_each() {
        let text = listed(ListFormat::Ndjson);
        for ((name, _), line) in gallery().iter().zip(text.lines()) {
            let object: serde_json::Value = serde_json::from_str(line).expect(line);
            let scene = builtin(name).expect(name);
            assert_eq!(object["event"], "scene");
            assert_eq!((&object["name"], &object["title"]), (&(*name).into(), &scene.title.into()));
            assert_eq!(object["note"], KeyMap::default().filled(&scene.note));
        }
        assert_eq!(text.lines().count(), gallery().len());
    }
}
