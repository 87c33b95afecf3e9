//! The modules of a set of source files: what each defines, imports and names.
//!
//! Reads tokens, not text, so that comments and strings are ignored. Tests are ignored, too: they
//! may import anything.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A path such as `crate::world::World`, as its segments.
pub(crate) type Path = Vec<String>;

/// An import: its local name, its full path, and whether other modules can see it.
pub(crate) struct Import {
    /// `*` for a glob.
    pub(crate) alias: String,
    pub(crate) path: Path,
    pub(crate) is_public: bool,
}

#[derive(Default)]
pub(crate) struct Module {
    pub(crate) file: usize,
    pub(crate) children: BTreeSet<String>,
    pub(crate) definitions: BTreeSet<String>,
    pub(crate) imports: Vec<Import>,
    /// The paths with at least two segments outside of imports.
    pub(crate) paths: Vec<Path>,
}

/// All modules by their path; the first segment is the crate.
pub(crate) type Modules = BTreeMap<Path, Module>;

/// The module path of a source file below the root of its crate.
pub(crate) fn module_path(krate: &str, inside: &std::path::Path) -> Path {
    let mut path = vec![krate.to_owned()];
    let parts = inside.with_extension("");
    path.extend(parts.iter().map(|part| part.to_string_lossy().into_owned()));
    if path.len() > 1 && path.last().is_some_and(|last| ["lib", "main", "mod"].contains(&&**last)) {
        path.pop();
    }
    path
}

/// Reads one file into the modules that it contains.
pub(crate) fn read(modules: &mut Modules, path: Path, file: usize, tokens: TokenStream) {
    let mut reader = Reader { modules, file, path };
    reader.modules.entry(reader.path.clone()).or_default().file = file;
    reader.items(&tokens.into_iter().collect::<Vec<_>>(), Place::Module);
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Module,
    Body,
}

struct Reader<'a> {
    modules: &'a mut Modules,
    file: usize,
    path: Path,
}

impl Reader<'_> {
    fn module(&mut self) -> &mut Module {
        self.modules.entry(self.path.clone()).or_default()
    }

    fn items(&mut self, tokens: &[TokenTree], place: Place) {
        let mut at = 0;
        let mut is_public = false;
        while at < tokens.len() {
            if is_test_attribute(tokens, at) {
                at = item_end(tokens, at + 2);
                continue;
            }
            let word = word_at(tokens, at);
            match word.as_deref() {
                Some("pub") => {
                    is_public = true;
                    at += 1;
                    // The parentheses of `pub(super)` are not a path.
                    if matches!(tokens.get(at), Some(TokenTree::Group(group))
                        if group.delimiter() == Delimiter::Parenthesis)
                    {
                        at += 1;
                    }
                    continue;
                }
                // `use<'a>` in a type is not an import.
                Some("use") if !is_punct(tokens, at + 1, '<') => {
                    let end = statement_end(tokens, at);
                    let mut imports = Vec::new();
                    use_tree(&tokens[at + 1..end], &[], &mut imports);
                    let imports =
                        imports.into_iter().map(|(alias, path)| Import { alias, path, is_public });
                    self.module().imports.extend(imports);
                    at = end;
                }
                Some("mod") if place == Place::Module => {
                    let name = word_at(tokens, at + 1).expect("a module has a name");
                    self.module().children.insert(name.clone());
                    if let Some(TokenTree::Group(body)) = tokens.get(at + 2) {
                        self.path.push(name);
                        let file = self.file;
                        self.module().file = file;
                        self.items(&body.stream().into_iter().collect::<Vec<_>>(), Place::Module);
                        self.path.pop();
                    }
                    at += 3;
                }
                Some(
                    "struct" | "enum" | "trait" | "fn" | "type" | "const" | "static" | "union",
                ) if place == Place::Module => {
                    // `const fn f` gets here twice and defines `f` the second time.
                    if let Some(name) = word_at(tokens, at + 1) {
                        self.module().definitions.insert(name);
                    }
                    at += 1;
                }
                Some(_) => {
                    let (path, end) = path_at(tokens, at);
                    if path.len() > 1 {
                        self.module().paths.push(path);
                    }
                    at = end;
                }
                None => {
                    if let TokenTree::Group(group) = &tokens[at] {
                        self.items(&group.stream().into_iter().collect::<Vec<_>>(), Place::Body);
                    }
                    at += 1;
                }
            }
            is_public = false;
        }
    }
}

pub(super) fn word_at(tokens: &[TokenTree], at: usize) -> Option<String> {
    match tokens.get(at)? {
        TokenTree::Ident(word) => Some(word.to_string()),
        _ => None,
    }
}

fn is_punct(tokens: &[TokenTree], at: usize, wanted: char) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

pub(super) fn is_test_attribute(tokens: &[TokenTree], at: usize) -> bool {
    is_punct(tokens, at, '#')
        && matches!(tokens.get(at + 1), Some(TokenTree::Group(group))
            if group.stream().to_string().replace(' ', "") == "cfg(test)")
}

/// The position after the item that begins here: after its `;` or its braces.
pub(super) fn item_end(tokens: &[TokenTree], from: usize) -> usize {
    let mut at = from;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return at + 1,
            TokenTree::Punct(punct) if punct.as_char() == ';' => return at + 1,
            _ => at += 1,
        }
    }
    at
}

fn statement_end(tokens: &[TokenTree], from: usize) -> usize {
    (from..tokens.len()).find(|&at| is_punct(tokens, at, ';')).unwrap_or(tokens.len())
}

/// The longest path that begins at a word, and where it ends.
fn path_at(tokens: &[TokenTree], from: usize) -> (Path, usize) {
    let mut path: Path = word_at(tokens, from).into_iter().collect();
    let mut at = from + 1;
    while is_punct(tokens, at, ':') && is_punct(tokens, at + 1, ':') {
        let Some(word) = word_at(tokens, at + 2) else { break };
        path.push(word);
        at += 3;
    }
    (path, at)
}

/// Flattens a tree of imports into aliases and paths.
fn use_tree(tokens: &[TokenTree], prefix: &[String], found: &mut Vec<(String, Path)>) {
    for branch in tokens.split(|token| matches!(token, TokenTree::Punct(p) if p.as_char() == ',')) {
        let skipped = usize::from(is_punct(branch, 0, ':')) * 2;
        let branch = &branch[skipped..];
        if branch.is_empty() {
            continue;
        }
        let (words, mut at) = match word_at(branch, 0) {
            Some(_) => path_at(branch, 0),
            None => (Vec::new(), 0),
        };
        let mut path = [prefix, &words].concat();
        if is_punct(branch, at, ':') {
            at += 2;
        }
        match branch.get(at) {
            Some(TokenTree::Group(group)) => {
                use_tree(&group.stream().into_iter().collect::<Vec<_>>(), &path, found);
            }
            Some(TokenTree::Punct(star)) if star.as_char() == '*' => {
                found.push(("*".to_owned(), path));
            }
            _ => {
                let alias = word_at(branch, at).filter(|word| word == "as");
                let alias = alias.and_then(|_| word_at(branch, at + 1));
                if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
                    path.pop();
                }
                let alias = alias.or_else(|| path.last().cloned()).expect("an import has a name");
                found.push((alias, path));
            }
        }
    }
}
