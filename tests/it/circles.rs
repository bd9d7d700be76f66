//! How modules import each other: no circle of imports grows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::layers::rust_files;

/// The largest circle of modules of each layer that import each other by `use` lines. In the engine, the trait of a game names
/// most types, and they name it. Make one smaller, never larger.
const LARGEST: [(&str, usize); 13] = [
    ("crates/lab/src", 8),
    ("crates/tabletop/src", 12),
    ("crates/tabletop-data/src", 3),
    ("crates/rules/src", 2),
    ("crates/table/src", 16),
    ("src/level", 3),
    ("src/game", 4),
    ("src/ai", 8),
    ("src/lab", 0),
    ("src/notes", 0),
    ("src/report", 3),
    ("src/ui", 3),
    ("src/map_ui", 0),
];

/// The largest circle of rooms of each layer: of the folders and files directly in it, by any path in their code. The folder's own
/// `mod.rs`, which wires its rooms, does not count. Make one smaller, never larger.
const LARGEST_OF_ROOMS: [(&str, usize); 11] = [
    ("crates/lab/src", 3),
    ("crates/tabletop-data/src", 0),
    ("crates/rules/src", 2),
    ("crates/table/src", 6),
    ("src/level", 3),
    ("src/game", 14),
    ("src/ai", 2),
    ("src/lab", 0),
    ("src/notes", 0),
    ("src/ui", 0),
    ("src/map_ui", 0),
];

type Module = Vec<String>;
type Imports = BTreeMap<Module, BTreeSet<Module>>;

fn module_of(file: &Path) -> Module {
    let path = file.with_extension("");
    let mut module: Module = path.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    let source = module.iter().rposition(|part| part == "src").unwrap();
    module.drain(..=source);
    if module.last().is_some_and(|last| last == "mod" || last == "lib") {
        module.pop();
    }
    module
}

/// The text of a file up to its unit tests, without comments.
fn code_of(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Every path that the `use` lines of a text name, groups written out.
fn used_paths(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for statement in code.split(';') {
        let Some(at) = statement.rfind("use ").filter(|at| {
            let line = statement[..*at].rsplit('\n').next().unwrap_or_default();
            line.trim().is_empty() || line.trim_start().starts_with("pub")
        }) else {
            continue;
        };
        write_out(&statement[at + 4..], "", &mut paths);
    }
    paths
}

fn write_out(group: &str, prefix: &str, paths: &mut Vec<String>) {
    let (mut depth, mut start) = (0, 0);
    let ends = group.char_indices().chain([(group.len(), ',')]);
    for (at, c) in ends {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let item = group[start..at].trim();
                start = at + 1;
                match item.split_once('{') {
                    Some((head, rest)) => {
                        let inner = rest.trim_end();
                        let inner = inner.strip_suffix('}').unwrap_or(inner);
                        write_out(inner, &format!("{prefix}{head}"), paths);
                    }
                    None if !item.is_empty() => paths.push(format!("{prefix}{item}")),
                    None => {}
                }
            }
            _ => {}
        }
    }
}

/// The module of the crate that a path leads into, seen from a module.
fn target(path: &str, from: &Module, modules: &BTreeSet<Module>) -> Option<Module> {
    let parts: Vec<&str> = path.split(" as ").next()?.split("::").map(str::trim).collect();
    let ups = parts.iter().take_while(|part| **part == "super").count();
    let mut full: Module = match *parts.first()? {
        "crate" => Vec::new(),
        "super" => from[..from.len().checked_sub(ups)?].to_vec(),
        _ => from.clone(),
    };
    let skipped = if parts[0] == "crate" || parts[0] == "self" { 1 } else { ups };
    full.extend(parts[skipped..].iter().map(|part| (*part).to_owned()));
    (1..=full.len()).rev().map(|length| full[..length].to_vec()).find(|module| modules.contains(module))
}

/// The paths inside code, outside of `use` lines: `crate::game::dispatch::check(…)`.
fn inline_paths(code: &str) -> Vec<String> {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let starts = code.match_indices("crate::").chain(code.match_indices("super::"));
    let whole = |(at, _): (usize, &str)| {
        let rest = &code[at..];
        let end = rest.find(|c| !is_path(c)).unwrap_or(rest.len());
        rest[..end].trim_end_matches(':').to_owned()
    };
    let begins = |(at, _): &(usize, &str)| !code[..*at].ends_with(is_path);
    starts.filter(begins).map(whole).collect()
}

/// All paths in code.
fn all_paths(code: &str) -> Vec<String> {
    used_paths(code).into_iter().chain(inline_paths(code)).collect()
}

fn imports(layer: &str, paths: fn(&str) -> Vec<String>) -> Imports {
    let files = rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(layer));
    assert!(!files.is_empty(), "{layer} has no files");
    let modules: BTreeSet<Module> = files.iter().map(|file| module_of(file)).collect();
    let of = |file: &PathBuf| {
        let from = module_of(file);
        let paths = paths(&code_of(file));
        let to = paths.iter().filter_map(|path| target(path, &from, &modules)).filter(|to| *to != from);
        (from.clone(), to.collect())
    };
    files.iter().map(of).collect()
}

/// All modules that a module leads to.
fn reached(imports: &Imports, from: &Module) -> BTreeSet<Module> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
    while let Some(module) = open.pop() {
        for next in imports.get(&module).into_iter().flatten() {
            if seen.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    seen
}

/// The largest set of modules each of which leads to each other.
fn largest_circle(imports: &Imports) -> Vec<Module> {
    let reach: BTreeMap<&Module, BTreeSet<Module>> =
        imports.keys().map(|module| (module, reached(imports, module))).collect();
    let circle = |module: &Module| -> Vec<Module> {
        let back = |other: &&Module| reach.get(other).is_some_and(|reached| reached.contains(module));
        reach[module].iter().filter(back).cloned().collect()
    };
    imports.keys().map(circle).max_by_key(Vec::len).unwrap_or_default()
}

#[test]
fn circles_of_imports_do_not_grow() {
    for (layer, limit) in LARGEST {
        let circle = largest_circle(&imports(layer, used_paths));
        assert!(circle.len() <= limit, "{layer}: {} modules import each other: {circle:?}", circle.len());
    }
}

/// Imports between the rooms of a layer, whose own modules all begin with the layer's path.
fn between_rooms(imports: &Imports, layer: &str) -> Imports {
    let depth = layer.split('/').skip_while(|part| *part != "src").skip(1).count();
    let room = |module: &Module| module.get(..=depth).map(<[String]>::to_vec);
    let mut rooms = Imports::new();
    for (from, to) in imports {
        let Some(from) = room(from) else { continue };
        let others = to.iter().filter_map(room).filter(|other| *other != from);
        rooms.entry(from.clone()).or_default().extend(others.collect::<Vec<_>>());
    }
    rooms
}

#[test]
fn circles_of_rooms_do_not_grow() {
    for (layer, limit) in LARGEST_OF_ROOMS {
        let circle = largest_circle(&between_rooms(&imports(layer, all_paths), layer));
        assert!(circle.len() <= limit, "{layer}: {} rooms import each other: {circle:?}", circle.len());
    }
}

#[test]
fn a_circle_is_found() {
    let module = |name: &str| vec![name.to_owned()];
    let imports: Imports = [("a", vec!["b"]), ("b", vec!["c"]), ("c", vec!["b", "d"]), ("d", vec![])]
        .into_iter()
        .map(|(from, to)| (module(from), to.into_iter().map(module).collect()))
        .collect();
    assert_eq!(largest_circle(&imports), [module("b"), module("c")]);
    let rooms = between_rooms(
        &[("game a x", "game b y"), ("game b z", "game a w"), ("game", "game a x")]
            .map(|(from, to)| [from, to].map(|path| path.split(' ').map(str::to_owned).collect::<Module>()))
            .map(|[from, to]| (from, [to].into()))
            .into(),
        "src/game",
    );
    assert_eq!(largest_circle(&rooms).len(), 2, "the folder's own file does not count");
    assert_eq!(inline_paths("f(crate::a::b(x), super::c::D)"), ["crate::a::b", "super::c::D"]);
    let used = used_paths("use a::{b, c::{d, e}};\npub(crate) use f::g as h;\nlet x = 1;");
    assert_eq!(used, ["a::b", "a::c::d", "a::c::e", "f::g as h"]);
}
