//! The page of dependencies names each one, and says how many crates it brings along.

use std::collections::{BTreeMap, BTreeSet};

use super::text_of;

pub(super) const PAGE: &str = "docs/dependencies.md";

/// A manifest, and its lock file.
const MANIFESTS: [(&str, &str); 6] = [
    ("Cargo.toml", "Cargo.lock"),
    ("crates/hitscan-core/Cargo.toml", "Cargo.lock"),
    ("crates/hitscan-geom/Cargo.toml", "Cargo.lock"),
    ("crates/hitscan-wire/Cargo.toml", "Cargo.lock"),
    ("crates/hitscan-serve/Cargo.toml", "Cargo.lock"),
    ("tests/benches/Cargo.toml", "tests/benches/Cargo.lock"),
];

/// The packages of a lock file, by name and version, each with its dependencies: only by name if
/// there is a single version.
fn packages(lock: &str) -> BTreeMap<String, Vec<String>> {
    let quoted = |line: &str| line.split('"').nth(1).map(str::to_owned);
    let text = text_of(lock);
    let blocks = text.split("[[package]]\n").skip(1).map(|block| {
        let value = |key: &str| block.lines().find(|line| line.starts_with(key)).and_then(quoted);
        let (name, version) = (value("name = ").expect(lock), value("version = ").expect(lock));
        let asked = block.lines().filter(|line| line.starts_with(" \"")).filter_map(quoted);
        (format!("{name} {version}"), asked.collect())
    });
    blocks.collect()
}

/// The package with this name, or with this name and version.
fn package_of<'a>(packages: &'a BTreeMap<String, Vec<String>>, asked: &str) -> &'a str {
    let is_meant = |package: &str| package == asked || package.split(' ').next() == Some(asked);
    packages.keys().find(|package| is_meant(package)).unwrap_or_else(|| panic!("no {asked}"))
}

/// How many further packages this one brings along.
fn brought_by(packages: &BTreeMap<String, Vec<String>>, package: &str) -> usize {
    let (mut found, mut next) = (BTreeSet::new(), vec![package]);
    while let Some(package) = next.pop() {
        if found.insert(package) {
            next.extend(packages[package].iter().map(|asked| package_of(packages, asked)));
        }
    }
    found.len() - 1
}

/// The dependencies in a manifest, except for crates of the workspace.
fn named_in(manifest: &str) -> Vec<String> {
    let (mut named, mut is_inside, text) = (Vec::new(), false, text_of(manifest));
    for line in text.lines() {
        if line.starts_with('[') {
            is_inside = ["[dependencies]", "[dev-dependencies]"].contains(&line);
        } else if let Some((name, _)) = line.split_once([' ', '.']).filter(|_| is_inside) {
            named.extend((name != "#" && !name.starts_with("hitscan")).then(|| name.to_owned()));
        }
    }
    named
}

#[test]
fn every_dependency_has_a_reason_and_the_number_of_crates_it_brings() {
    let mut expected = BTreeMap::new();
    for (manifest, lock) in MANIFESTS {
        let packages = packages(lock);
        let krate = text_of(manifest);
        let krate = krate.lines().find_map(|line| line.strip_prefix("name = ")).expect("a name");
        let of_it = &packages[package_of(&packages, krate.trim_matches('"'))];
        for name in named_in(manifest) {
            let asked = of_it.iter().find(|asked| asked.split(' ').next() == Some(&name));
            let package = package_of(&packages, asked.expect("it is in the lock file"));
            expected.insert(name, brought_by(&packages, package));
        }
    }
    let page = text_of(PAGE);
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<_> = line.strip_prefix("| `")?.split(" | ").collect();
        let [name, _, brings] = cells[..] else { panic!("{line}") };
        let number = brings.split([' ', ':']).next().expect("a word").parse().ok()?;
        Some((name.trim_end_matches('`').to_owned(), number))
    });
    let found: BTreeMap<_, usize> = rows.collect();
    assert_eq!(found, expected);
}
