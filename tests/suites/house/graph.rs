//! Which file uses which: each path counts as a use of the file of the module it names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path as FilePath;

use super::modules::{Modules, Path, module_path, read};

/// The files, and for each pair of files the names that the first uses from the second.
pub(crate) struct Graph {
    pub(crate) files: Vec<String>,
    pub(crate) uses: BTreeMap<(usize, usize), BTreeSet<String>>,
}

impl Graph {
    /// The graph of files, each with its crate, its path below the crate's root, and its text.
    pub(crate) fn of(sources: &[(String, String, String)]) -> Self {
        let mut modules = Modules::new();
        for (file, (krate, inside, text)) in sources.iter().enumerate() {
            let tokens = text.parse().unwrap_or_else(|error| panic!("{inside}: {error}"));
            // A program counts as a separate crate from the library of the same name.
            let program = format!("main of {krate}");
            let krate = if inside == "main.rs" { &program } else { krate };
            read(&mut modules, module_path(krate, FilePath::new(inside)), file, tokens);
        }
        let files = sources.iter().map(|(krate, inside, _)| format!("{krate}: {inside}")).collect();
        let mut graph = Self { files, uses: BTreeMap::new() };
        for (path, module) in &modules {
            for import in &module.imports {
                let targets = Resolver::new(&modules, path).targets(path, &import.path);
                for target in targets {
                    // A parent that re-exports what a child defines does not use it.
                    let hands_on = import.is_public && target.starts_with(path);
                    if !hands_on {
                        graph.add(&modules, path, &target, &import.alias);
                    }
                }
            }
            for used in &module.paths {
                for target in Resolver::new(&modules, path).targets(path, used) {
                    graph.add(&modules, path, &target, &used[1]);
                }
            }
        }
        graph
    }

    fn add(&mut self, modules: &Modules, from: &Path, to: &Path, name: &str) {
        let (file, used) = (modules[from].file, modules[to].file);
        // A module exists for its children, which may use what it defines for them.
        if file != used && !from.starts_with(to) {
            self.uses.entry((file, used)).or_default().insert(name.to_owned());
        }
    }

    /// The sets of files that use each other in a circle, each described by its
    /// uses.
    pub(crate) fn circles(&self) -> Vec<String> {
        let reached: Vec<BTreeSet<usize>> =
            (0..self.files.len()).map(|file| self.reached_from(file)).collect();
        let mut seen = BTreeSet::new();
        let mut circles = Vec::new();
        for file in 0..self.files.len() {
            if seen.contains(&file) || !reached[file].contains(&file) {
                continue;
            }
            let circle: BTreeSet<usize> = reached[file]
                .iter()
                .copied()
                .filter(|&other| reached[other].contains(&file))
                .collect();
            circles.push(self.describe(&circle));
            seen.extend(circle);
        }
        circles
    }

    fn reached_from(&self, file: usize) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut open = vec![file];
        while let Some(file) = open.pop() {
            for &(_, used) in self.uses.range((file, 0)..(file + 1, 0)).map(|(uses, _)| uses) {
                if reached.insert(used) {
                    open.push(used);
                }
            }
        }
        reached
    }

    fn describe(&self, circle: &BTreeSet<usize>) -> String {
        let inside = |file| circle.contains(file);
        let uses = self.uses.iter().filter(|((from, to), _)| inside(from) && inside(to));
        let lines = uses.map(|(&(from, to), names)| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            format!("{} -> {}: {}", self.files[from], self.files[to], names.join(", "))
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// Resolves the paths in one module.
struct Resolver<'a> {
    modules: &'a Modules,
    source: &'a Path,
    /// The imports on the way, so that two that name each other do not recurse forever.
    visited: BTreeSet<(Path, Path)>,
}

impl<'a> Resolver<'a> {
    fn new(modules: &'a Modules, source: &'a Path) -> Self {
        Self { modules, source, visited: BTreeSet::new() }
    }

    /// The modules that a path may name, seen from a module: the one that defines or re-exports its
    /// last segment. More than one if globs leave it open.
    fn targets(&mut self, from: &Path, path: &Path) -> Vec<Path> {
        if !self.visited.insert((from.clone(), path.clone())) {
            return Vec::new();
        }
        let mut module = from.clone();
        let mut rest = path.as_slice();
        let Some(head) = rest.first() else { return Vec::new() };
        match head.as_str() {
            "crate" => module.truncate(1),
            "self" => {}
            "super" => {
                module.pop();
            }
            krate if self.modules.contains_key(&vec![krate.to_owned()]) => {
                module = vec![krate.to_owned()];
            }
            _ => return self.within(module, rest),
        }
        rest = &rest[1..];
        while rest.first().is_some_and(|next| next == "super") {
            module.pop();
            rest = &rest[1..];
        }
        self.within(module, rest)
    }

    fn within(&mut self, mut module: Path, mut rest: &[String]) -> Vec<Path> {
        loop {
            let Some(known) = self.modules.get(&module) else { return Vec::new() };
            let Some(name) = rest.first() else { return vec![module] };
            if known.children.contains(name) {
                module.push(name.clone());
                rest = &rest[1..];
                continue;
            }
            if known.definitions.contains(name) {
                return vec![module];
            }
            let mut found = Vec::new();
            for import in &known.imports {
                if import.alias == *name {
                    let path = [&import.path, &rest[1..]].concat();
                    found.extend(self.targets(&module, &path));
                } else if import.alias == "*" {
                    let path = [&import.path, rest].concat();
                    found.extend(self.targets(&module, &path));
                }
            }
            // A re-export of another module is that module's business.
            if !found.is_empty() && module != *self.source {
                return vec![module];
            }
            return found;
        }
    }
}
