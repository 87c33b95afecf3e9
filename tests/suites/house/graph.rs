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

    /// The circles through a folder: sets of rooms of one folder, at least one of them a folder
    /// itself, that use each other, each described by its uses. Files of one folder may.
    pub(crate) fn circles(&self) -> Vec<String> {
        let mut inside: BTreeMap<Vec<String>, BTreeSet<(String, String)>> = BTreeMap::new();
        for &(from, to) in self.uses.keys() {
            if let Some((folder, from, to)) = self.rooms_of(from, to) {
                inside.entry(folder).or_default().insert((from, to));
            }
        }
        let mut circles = Vec::new();
        for (folder, uses) in &inside {
            for circle in circles_among(uses) {
                if circle.iter().any(|room| self.is_folder(folder, room)) {
                    circles.push(self.describe(folder, &circle));
                }
            }
        }
        circles
    }

    /// The innermost folder that holds two files, and the file or folder in it that each is in.
    fn rooms_of(&self, from: usize, to: usize) -> Option<(Vec<String>, String, String)> {
        let [from, to] = [from, to].map(|file| self.parts(file));
        let common = from.iter().zip(&to).take_while(|(from, to)| from == to).count();
        // The file of a folder may use all that is in it.
        Some((from[..common].to_vec(), from.get(common)?.clone(), to.get(common)?.clone()))
    }

    /// The crate of a file, the folders around it, and its name: `engine.rs` is the folder
    /// `engine`, if there is one.
    fn parts(&self, file: usize) -> Vec<String> {
        let (krate, inside) = self.files[file].split_once(": ").unwrap_or_default();
        let inside = inside.trim_end_matches(".rs").split('/');
        std::iter::once(krate).chain(inside).map(str::to_owned).collect()
    }

    fn is_folder(&self, folder: &[String], room: &str) -> bool {
        let path = [folder, &[room.to_owned()]].concat();
        (0..self.files.len()).any(|file| {
            let parts = self.parts(file);
            parts.len() > path.len() && parts.starts_with(&path)
        })
    }

    fn describe(&self, folder: &[String], circle: &BTreeSet<String>) -> String {
        let lines = self.uses.iter().filter_map(|(&(from, to), names)| {
            let (of, one, other) = self.rooms_of(from, to)?;
            let is_of_it = of == folder && [one, other].iter().all(|room| circle.contains(room));
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            is_of_it.then(|| {
                format!("{} -> {}: {}", self.files[from], self.files[to], names.join(", "))
            })
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// The sets of names that use each other in a circle.
fn circles_among(uses: &BTreeSet<(String, String)>) -> Vec<BTreeSet<String>> {
    let names: BTreeSet<&String> = uses.iter().flat_map(|(from, to)| [from, to]).collect();
    let reached_from = |name: &String| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![name.clone()]);
        while let Some(name) = open.pop() {
            for (_, used) in uses.iter().filter(|(from, _)| *from == name) {
                if reached.insert(used.clone()) {
                    open.push(used.clone());
                }
            }
        }
        reached
    };
    let reached: BTreeMap<_, _> = names.iter().map(|name| (*name, reached_from(name))).collect();
    let mut circles: Vec<BTreeSet<String>> = Vec::new();
    for name in names {
        let is_known = circles.iter().any(|circle| circle.contains(name));
        if !is_known && reached[name].contains(name) {
            let back = reached[name].iter().filter(|other| reached[*other].contains(name));
            circles.push(back.cloned().collect());
        }
    }
    circles
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
