//! Index of the functions, types and tests that cite each paragraph of the rulebook.
//!
//! Read at run time from the `Rule:` lines in the docs of the sources: a changed comment needs no rebuild, and the index exists only where
//! the sources do. Knows no paragraph: whether a cited id exists is a question for the rulebook.

mod rule_line;
mod scan;
mod tokens;

use std::{fmt, fs, io, path::Path};

use serde::Serialize;

/// One place in the sources that cites one paragraph. The order of the fields is the order of all citations.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Citation {
    /// The paragraph's id.
    pub rule: String,
    /// Whether it plays, checks or measures the rule.
    pub kind: CitationKind,
    /// The file, from the project's root.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// The path of the function or type, such as `rules::movement::forward_arc`.
    pub item: String,
    /// The cited part, if only part of the paragraph is cited.
    pub note: Option<String>,
}

/// The kind of code that cites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CitationKind {
    /// It plays the rule.
    Code,
    /// It checks the rule.
    Test,
    /// It measures how long the rule takes.
    Bench,
}

/// A function or type in whose body some name is read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Mention {
    /// The path of the function or type.
    pub item: String,
    /// The file, from the project's root.
    pub file: String,
}

impl fmt::Display for Mention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}", self.item, self.file)
    }
}

/// The folders that are searched, and what a citation below them is.
const ROOTS: [(&str, CitationKind); 4] = [
    ("src", CitationKind::Code),
    ("crates", CitationKind::Code),
    ("tests", CitationKind::Test),
    ("benches", CitationKind::Bench),
];

/// Every citation of the sources in a folder, in order; `None` if the folder does not hold the project's sources.
///
/// # Errors
///
/// If a folder or file cannot be read.
pub fn all_citations(project: &Path) -> io::Result<Option<Vec<Citation>>> {
    if !project.join("Cargo.toml").is_file() || !project.join(ROOTS[0].0).is_dir() {
        return Ok(None);
    }
    let mut index = Index::default();
    for (root, kind) in ROOTS {
        if project.join(root).is_dir() {
            index.add_folder(project, root, kind)?;
        }
    }
    Ok(Some(index.citations()))
}

/// Every function of the sources in a folder, but tests, in which a field of this name is read, in order; `None` if the folder does not
/// hold the project's sources. A field of another type with the same name is found, too: types are for the compiler to know.
///
/// # Errors
///
/// If a folder or file cannot be read.
pub fn readers(project: &Path, name: &str) -> io::Result<Option<Vec<Mention>>> {
    if !project.join("Cargo.toml").is_file() || !project.join(ROOTS[0].0).is_dir() {
        return Ok(None);
    }
    let mut index = Index { wanted: Some(name.to_owned()), ..Index::default() };
    for (root, kind) in ROOTS.into_iter().filter(|(_, kind)| *kind == CitationKind::Code) {
        if project.join(root).is_dir() {
            index.add_folder(project, root, kind)?;
        }
    }
    Ok(Some(index.mentions()))
}

#[derive(Debug, Default)]
struct Index {
    citations: Vec<Citation>,
    mentions: Vec<Mention>,
    test_modules: Vec<String>,
    /// The name of the field whose readers are wanted.
    wanted: Option<String>,
}

impl Index {
    fn add_folder(&mut self, project: &Path, folder: &str, kind: CitationKind) -> io::Result<()> {
        for entry in fs::read_dir(project.join(folder))? {
            let path = format!("{folder}/{}", entry?.file_name().to_string_lossy());
            if project.join(&path).is_dir() {
                self.add_folder(project, &path, kind)?;
            } else if path.ends_with(".rs") {
                self.add_file(&path, &fs::read_to_string(project.join(&path))?, kind);
            }
        }
        Ok(())
    }

    fn add_file(&mut self, path: &str, source: &str, kind: CitationKind) {
        let mut scanned = scan::scan(path, &module_path(path), source, kind, self.wanted.as_deref());
        self.citations.append(&mut scanned.citations);
        self.mentions.append(&mut scanned.mentions);
        self.test_modules.append(&mut scanned.test_modules);
    }

    /// Whether an item is in the file of a test module.
    fn is_test(test_modules: &[String], item: &str) -> bool {
        let below = |module: &String| {
            item.strip_prefix(module.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        test_modules.iter().any(below)
    }

    /// Readers of the wanted name outside test modules, sorted and without duplicates.
    fn mentions(mut self) -> Vec<Mention> {
        self.mentions.retain(|mention| !Self::is_test(&self.test_modules, &mention.item));
        self.mentions.sort();
        self.mentions.dedup();
        self.mentions
    }

    /// The citations in order; those in the files of test modules are tests.
    fn citations(mut self) -> Vec<Citation> {
        let is_test = |item: &str| Self::is_test(&self.test_modules, item);
        for citation in &mut self.citations {
            if citation.kind == CitationKind::Code && is_test(&citation.item) {
                citation.kind = CitationKind::Test;
            }
        }
        self.citations.sort();
        self.citations
    }
}

fn module_path(file: &str) -> String {
    let mut parts: Vec<&str> = file.trim_end_matches(".rs").split('/').skip(1).collect();
    // `crates/table/src/walk.rs` is `table::walk`.
    if file.starts_with("crates/") && parts.get(1) == Some(&"src") {
        parts.remove(1);
        if parts.len() > 1 && parts.last() == Some(&"lib") {
            parts.pop();
        }
    }
    if parts.len() > 1 && matches!(parts.last(), Some(&("mod" | "main"))) {
        parts.pop();
    }
    match parts[..] {
        ["lib"] => String::new(),
        _ => parts.join("::"),
    }
}

#[cfg(test)]
mod tests {
    use super::{CitationKind::*, *};

    /// A field is read by the function in whose body it stands after a point or is taken out of its struct; tests do not count.
    #[test]
    fn who_reads_a_field_is_found() {
        let source = r"
struct Rules { shaken_at: u8 }
const COMBINED: Rules = Rules { shaken_at: 6 };
impl Rules {
    fn limit(&self) -> u8 { self.shaken_at }
}
fn taken(Rules { shaken_at, .. }: &Rules) -> u8 { 2 * shaken_at }
fn other(rules: &Rules) -> u8 { rules.steadfast_shaken_at }
fn calls(rules: &Rules) -> u8 { shaken_at(rules) }
#[cfg(test)]
mod tests { fn is_six(rules: &Rules) { rules.shaken_at; } }
";
        let mut index = Index { wanted: Some("shaken_at".to_owned()), ..Index::default() };
        index.add_file("src/rules/nerve.rs", source, Code);
        let found: Vec<String> = index.mentions().iter().map(ToString::to_string).collect();
        let expected = ["rules::nerve::Rules::limit", "rules::nerve::taken"];
        assert_eq!(found, expected.map(|item| format!("{item}  src/rules/nerve.rs")));
    }

    /// Compares what the files cite with `rule kind item:line note`, sorted.
    fn check(files: &[(&str, CitationKind, &str)], expected: &[&str]) {
        let mut index = Index::default();
        for (path, kind, source) in files {
            index.add_file(path, source, *kind);
        }
        let found: Vec<String> = index.citations().iter().map(show).collect();
        assert_eq!(found, expected);
    }

    fn show(citation: &Citation) -> String {
        let Citation { rule, kind, line, item, note, .. } = citation;
        let note = note.as_ref().map(|note| format!(" {note}"));
        format!("{rule} {kind:?} {item}:{line}{}", note.unwrap_or_default())
    }

    #[test]
    fn docs_of_every_kind_of_item_are_read() {
        let source = r"//! Chapter 5.
//!
//! Rule: A-1.

/// Rule: A-2.
pub struct Path {
    /// Rule: A-3.
    legs: u8,
}
impl Path {
    /// Rule: A-4,
    /// A-5 (legs, all).
    fn length(&self) {}
}
/// Rule: A-6.
enum Going {
    /// Rule: A-7.
    Slow,
}
/// Rule: A-8.
const REACH: u8 = 1;
trait Walk {
    /// Rule: A-9.
    fn walk(&self) {
        /// Rule: A-10.
        fn inner() {}
    }
}
mod deep {
    //! Rule: A-11.
}
";
        check(
            &[("src/rules/movement.rs", Code, source)],
            &[
                "A-1 Code rules::movement:3",
                "A-10 Code rules::movement::Walk::walk::inner:25",
                "A-11 Code rules::movement::deep:30",
                "A-2 Code rules::movement::Path:5",
                "A-3 Code rules::movement::Path::legs:7",
                "A-4 Code rules::movement::Path::length:11",
                "A-5 Code rules::movement::Path::length:12 legs, all",
                "A-6 Code rules::movement::Going:15",
                "A-7 Code rules::movement::Going::Slow:17",
                "A-8 Code rules::movement::REACH:20",
                "A-9 Code rules::movement::Walk::walk:23",
            ],
        );
    }

    #[test]
    fn a_test_is_known_by_its_folder_its_attribute_or_its_module() {
        let doc = "/// Rule: A-1.\n";
        let module = format!("#[cfg(test)]\nmod tests {{\n{doc}fn helper() {{}}\n}}\n");
        let all = format!("#[cfg(all(test, unix))]\n{doc}fn helper() {{}}\n");
        let not = format!("#[cfg(not(test))]\n{doc}fn helper() {{}}\n");
        for (path, kind, source, expected) in [
            ("src/a.rs", Code, format!("{doc}fn f() {{}}"), "A-1 Code a::f:1"),
            ("src/a.rs", Code, format!("{doc}#[test]\nfn f() {{}}"), "A-1 Test a::f:1"),
            ("src/a.rs", Code, module, "A-1 Test a::tests::helper:3"),
            ("src/a.rs", Code, all, "A-1 Test a::helper:2"),
            ("src/a.rs", Code, not, "A-1 Code a::helper:2"),
            ("tests/it/a.rs", Test, format!("{doc}fn f() {{}}"), "A-1 Test it::a::f:1"),
            ("benches/a.rs", Bench, format!("{doc}fn f() {{}}"), "A-1 Bench a::f:1"),
        ] {
            check(&[(path, kind, &source)], &[expected]);
        }
    }

    #[test]
    fn a_test_module_in_a_file_of_its_own_is_a_test() {
        let doc = "/// Rule: A-1.\nfn f() {}\n";
        check(
            &[
                ("src/a/mod.rs", Code, "#[cfg(test)]\nmod tests;\nmod tests_of_nerve;\n"),
                ("src/a/tests.rs", Code, doc),
                ("src/a/tests/deep.rs", Code, doc),
                ("src/a/tests_of_nerve.rs", Code, doc),
                ("benches/a/tests.rs", Bench, doc),
            ],
            &[
                "A-1 Code a::tests_of_nerve::f:1",
                "A-1 Test a::tests::f:1",
                "A-1 Test a::tests::deep::f:1",
                "A-1 Bench a::tests::f:1",
            ],
        );
    }

    #[test]
    fn docs_inside_macro_calls_are_read() {
        let source = r"proptest! {
    #![config(1)]
    #[test]
    fn no_doc(x in 0..9) { go([x]) }

    /// Rule: A-1 (paths).
    fn helper() {}

    /// Rule: A-2.
    #[test]
    pub(crate) fn holds(x in 0..9) { check(x) }
}
";
        check(&[("src/a.rs", Code, source)], &["A-1 Code a::helper:6 paths", "A-2 Test a::holds:9"]);
    }

    #[test]
    fn text_that_is_no_doc_cites_nothing() {
        let source = r#"// Rule: A-1.
fn f() {
    let a = "
/// Rule: A-2.
";
    let b = b"
/// Rule: A-3.
";
    Rule::A
}
"#;
        check(&[("src/a.rs", Code, source)], &[]);
    }

    #[test]
    fn module_paths_come_from_file_names() {
        for (file, expected) in [
            ("src/lib.rs", ""),
            ("src/main.rs", "main"),
            ("crates/table/src/lib.rs", "table"),
            ("crates/table/src/paths/mod.rs", "table::paths"),
            ("src/rules/mod.rs", "rules"),
            ("src/rules/movement.rs", "rules::movement"),
            ("tests/it/main.rs", "it"),
            ("tests/it/rulebook.rs", "it::rulebook"),
        ] {
            assert_eq!(module_path(file), expected, "{file}");
        }
    }
}
