//! `hitscan scenes`: the built-in scenes, grouped by the articles that they come from.

use std::fmt::Write as _;
use std::io::Write;

use serde::Serialize;

use super::report::ndjson;
use super::{CliError, ExitStatus, ListFormat, print};
use crate::app::KeyMap;
use hitscan_core::scene::{GalleryGroup, Scene, builtin, gallery};
use hitscan_core::words;

/// How to list the scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::Args)]
pub struct ScenesArgs {
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ListFormat,
}

impl ScenesArgs {
    /// Lists every built-in scene; NDJSON has the notes too.
    ///
    /// # Errors
    /// When writing fails.
    pub fn run(self, output: impl Write) -> Result<ExitStatus, CliError> {
        let scenes = gallery().iter().filter_map(|(name, _)| Some((*name, builtin(name)?)));
        let text = match self.format {
            ListFormat::Text => table(&scenes.collect::<Vec<_>>()),
            ListFormat::Ndjson => ndjson(scenes.map(|(name, scene)| SceneLine::of(name, scene))),
        };
        print(text, output)
    }
}

/// ```text
/// name               title
///
/// 矩形と線分の当たり判定  Rectangle and segment
/// start              two boxes and a laser
/// ```
fn table(scenes: &[(&str, Scene)]) -> String {
    let cols = scenes.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let line = |name: &str, title: &str| format!("{name:cols$}  {title}\n");
    let mut text = line("name", "title");
    for group in GalleryGroup::all() {
        let _ = writeln!(text, "\n{}", group.headings().join("  "));
        let of_group = scenes.iter().filter(|(_, scene)| scene.group() == group);
        text.extend(of_group.map(|(name, scene)| line(name, scene.title.shown())));
    }
    text.push('\n');
    text.push_str(&words::how_to_open(scenes.len()));
    text.push('\n');
    text
}

/// One line of NDJSON.
#[derive(Serialize)]
#[serde(tag = "event", rename = "scene")]
struct SceneLine<'a> {
    name: &'a str,
    title: String,
    note: String,
    source: String,
    group: &'static str,
}

impl<'a> SceneLine<'a> {
    fn of(name: &'a str, scene: Scene) -> Self {
        let (note, group) = (KeyMap::default().filled(scene.note.shown()), scene.group().english());
        Self { name, title: scene.title.shown().to_owned(), note, source: scene.source, group }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitscan_core::words::lines::cells_of;

    fn listed(format: ListFormat) -> String {
        let mut text = Vec::new();
        ScenesArgs { format }.run(&mut text).expect("memory can be written");
        String::from_utf8(text).expect("text")
    }

    #[test]
    fn the_table_lists_every_name_and_title_under_its_article() {
        let text = listed(ListFormat::Text);
        assert!(text.lines().all(|line| cells_of(format_args!("{line}")) <= 80), "{text}");
        let mut lines = text.lines();
        let column = lines.next().and_then(|line| line.find("title")).expect("a heading");
        let mut group = None;
        for (name, _) in gallery() {
            let scene = builtin(name).expect(name);
            if group != Some(scene.group()) {
                assert_eq!(lines.next(), Some(""));
                assert_eq!(lines.next(), Some(scene.group().headings().join("  ").as_str()));
                group = Some(scene.group());
            }
            let line = lines.next().expect(name);
            assert_eq!((line[..column].trim_end(), &line[column..]), (*name, scene.title.shown()));
        }
        assert_eq!(lines.count(), 2, "a blank line, a sentence");
    }

    #[test]
    fn ndjson_has_an_object_for_each() {
        let text = listed(ListFormat::Ndjson);
        for ((name, _), line) in gallery().iter().zip(text.lines()) {
            let object: serde_json::Value = serde_json::from_str(line).expect(line);
            let scene = builtin(name).expect(name);
            assert_eq!(object["event"], "scene");
            assert_eq!(
                (&object["name"], &object["title"]),
                (&(*name).into(), &scene.title.shown().into())
            );
            assert_eq!(object["source"], scene.source);
            assert_eq!(object["group"], scene.group().english());
            assert_eq!(object["note"], KeyMap::default().filled(scene.note.shown()));
        }
        assert_eq!(text.lines().count(), gallery().len());
    }
}
