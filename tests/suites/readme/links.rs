//! Links in pages lead to existing files, and to existing headings in them.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use super::{pages_in, root, text_of};

/// The text without code blocks and inline code, which have no links.
fn prose(text: &str) -> String {
    let outside = text.split("```").step_by(2).collect::<String>();
    outside.split('`').step_by(2).collect()
}

/// The targets of the links of a page, in Markdown and in HTML.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let ends = [("](", ')'), ("href=\"", '"'), ("src=\"", '"')];
    let found = ends.iter().flat_map(|&(begin, end)| {
        prose.split(begin).skip(1).filter_map(move |rest| rest.split(end).next())
    });
    found.map(str::to_owned).collect()
}

/// The anchors of the headings, as code hosts generate them: letters, digits, `-` and `_`, in lower
/// case, with `-` for a blank, and a number after repeated ones.
fn anchors(text: &str) -> Vec<String> {
    let outside = text.split("```").step_by(2).flat_map(str::lines);
    let headings = outside.filter(|line| line.starts_with('#'));
    let mut seen = BTreeMap::new();
    let named = headings.map(|line| {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let name: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let before = seen.entry(name.clone()).or_insert(0_u32);
        let anchor = if *before == 0 { name } else { format!("{name}-{before}") };
        *before += 1;
        anchor
    });
    named.collect()
}

/// Why a link of a page in this folder is broken, if it is.
fn fault_of(page: &str, link: &str) -> Option<String> {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let folder = Path::new(page).parent().expect("a folder");
    let to = if file.is_empty() { PathBuf::from(page) } else { folder.join(file) };
    let mut path = PathBuf::new();
    for part in to.components() {
        if part == Component::ParentDir {
            path.pop();
        } else {
            path.push(part);
        }
    }
    if !root().join(&path).is_file() {
        return Some(format!("{page}: {link}: there is no such file"));
    }
    let is_there = || anchors(&text_of(&path.to_string_lossy())).iter().any(|it| it == anchor);
    (!anchor.is_empty() && !is_there()).then(|| format!("{page}: {link}: there is no such heading"))
}

#[test]
fn every_link_leads_to_a_file_and_a_heading_that_exist() {
    let pages = [pages_in(""), pages_in("docs/"), pages_in("docs/pictures/")].concat();
    let mut faults = Vec::new();
    let mut followed = 0;
    for page in pages {
        let links = links(&text_of(&page));
        let inside = links.iter().filter(|link| !link.contains("://"));
        for link in inside {
            followed += 1;
            faults.extend(fault_of(&page, link));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(followed > 50, "{followed}");
}

#[test]
fn a_broken_link_is_found() {
    for link in ["nowhere.md", "docs", "docs/tour.md#nowhere", "#nowhere"] {
        assert!(fault_of("README.md", link).is_some(), "{link}");
    }
    for link in ["docs/tour.md", "docs/teachers.md#what-a-file-proves", "#install-and-try"] {
        assert_eq!(fault_of("README.md", link), None);
    }
    assert_eq!(links("[a](b) `[c](d)` <img src=\"e\">\n```\n[f](g)\n```\n"), ["b", "e"]);
    assert_eq!(
        anchors("# A `b` (c), d!\n## e_f\n```\n# g\n```\n## E_F\n"),
        ["a-b-c-d", "e_f", "e_f-1"]
    );
}
