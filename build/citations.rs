//! Finds which functions, types and tests cite which paragraph of the rulebook.
//!
//! Shared by the build script, which writes the table, and by the tests, which read it again. Knows
//! Rust syntax and doc comments, not the rulebook: whether an id exists is not asked here.

mod rule_line;
mod scan;

use std::{fmt::Write, fs, io, mem, path::Path};

/// The folders that are searched, and what a citation below them is.
pub const ROOTS: [(&str, Kind); 3] = [("src", Kind::Code), ("tests", Kind::Test), ("benches", Kind::Bench)];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Code,
    Test,
    Bench,
}

/// One place that cites one rule. The order of the fields is the order of the table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Citation {
    pub rule: String,
    pub kind: Kind,
    pub file: String,
    pub line: usize,
    pub item: String,
    pub note: Option<String>,
}

/// All citations in order, and the files that could not be read as Rust.
#[derive(Debug, Default)]
pub struct Index {
    pub citations: Vec<Citation>,
    pub unread: Vec<String>,
    test_modules: Vec<String>,
}

/// Searches the [`ROOTS`] of a package. An `Err` is a folder or file that cannot be read at all.
pub fn index(package: &Path) -> io::Result<Index> {
    let mut index = Index::default();
    for (root, kind) in ROOTS {
        if package.join(root).is_dir() {
            index.add_folder(package, root, kind)?;
        }
    }
    index.finish();
    Ok(index)
}

/// Writes the citations as a Rust expression, an array of `Citation` behind a reference.
pub fn render(citations: &[Citation]) -> String {
    let mut table = String::from("&[\n");
    for citation in citations {
        let Citation { rule, kind, file, line, item, note } = citation;
        let _infallible = writeln!(
            table,
            "    Citation {{ rule: {rule:?}, kind: CitationKind::{kind:?}, item: {item:?}, \
             file: {file:?}, line: {line}, note: {note:?} }},"
        );
    }
    table.push_str("]\n");
    table
}

impl Index {
    fn add_folder(&mut self, package: &Path, folder: &str, kind: Kind) -> io::Result<()> {
        let mut names = Vec::new();
        for entry in fs::read_dir(package.join(folder))? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        for name in names {
            let path = format!("{folder}/{name}");
            if package.join(&path).is_dir() {
                self.add_folder(package, &path, kind)?;
            } else if name.ends_with(".rs") {
                self.add_file(&path, &fs::read_to_string(package.join(&path))?, kind);
            }
        }
        Ok(())
    }

    fn add_file(&mut self, path: &str, source: &str, kind: Kind) {
        match scan::scan(path, &module_path(path), source, kind) {
            Ok(mut scanned) => {
                self.citations.append(&mut scanned.citations);
                self.test_modules.append(&mut scanned.test_modules);
            }
            Err(error) => self.unread.push(format!("{path}: {error}")),
        }
    }

    /// Turns what stands in the files of test modules into tests, and sorts the table.
    fn finish(&mut self) {
        let tests = mem::take(&mut self.test_modules);
        let is_test = |item: &str| {
            let below = |module: &String| {
                item.strip_prefix(module.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
            };
            tests.iter().any(below)
        };
        for citation in &mut self.citations {
            if citation.kind == Kind::Code && is_test(&citation.item) {
                citation.kind = Kind::Test;
            }
        }
        self.citations.sort();
    }
}

fn module_path(file: &str) -> String {
    let mut parts: Vec<&str> = file.trim_end_matches(".rs").split('/').skip(1).collect();
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
    use super::*;

    /// Compares what the files cite with `rule kind item:line note`, sorted.
    fn check(files: &[(&str, Kind, &str)], expected: &[&str]) {
        let mut index = Index::default();
        for (path, kind, source) in files {
            index.add_file(path, source, *kind);
        }
        index.finish();
        assert_eq!(index.unread, Vec::<String>::new());
        let found: Vec<String> = index.citations.iter().map(show).collect();
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
            &[("src/rules/movement.rs", Kind::Code, source)],
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
            ("src/a.rs", Kind::Code, format!("{doc}fn f() {{}}"), "A-1 Code a::f:1"),
            ("src/a.rs", Kind::Code, format!("{doc}#[test]\nfn f() {{}}"), "A-1 Test a::f:1"),
            ("src/a.rs", Kind::Code, module, "A-1 Test a::tests::helper:3"),
            ("src/a.rs", Kind::Code, all, "A-1 Test a::helper:2"),
            ("src/a.rs", Kind::Code, not, "A-1 Code a::helper:2"),
            ("tests/it/a.rs", Kind::Test, format!("{doc}fn f() {{}}"), "A-1 Test it::a::f:1"),
            ("benches/a.rs", Kind::Bench, format!("{doc}fn f() {{}}"), "A-1 Bench a::f:1"),
        ] {
            check(&[(path, kind, &source)], &[expected]);
        }
    }

    #[test]
    fn a_test_module_in_a_file_of_its_own_is_a_test() {
        let doc = "/// Rule: A-1.\nfn f() {}\n";
        check(
            &[
                ("src/a/mod.rs", Kind::Code, "#[cfg(test)]\nmod tests;\nmod tests_of_nerve;\n"),
                ("src/a/tests.rs", Kind::Code, doc),
                ("src/a/tests/deep.rs", Kind::Code, doc),
                ("src/a/tests_of_nerve.rs", Kind::Code, doc),
                ("benches/a/tests.rs", Kind::Bench, doc),
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
        check(&[("src/a.rs", Kind::Code, source)], &["A-1 Code a::helper:6 paths", "A-2 Test a::holds:9"]);
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
        check(&[("src/a.rs", Kind::Code, source)], &[]);
    }

    #[test]
    fn module_paths_come_from_file_names() {
        for (file, expected) in [
            ("src/lib.rs", ""),
            ("src/main.rs", "main"),
            ("src/rules/mod.rs", "rules"),
            ("src/rules/movement.rs", "rules::movement"),
            ("tests/it/main.rs", "it"),
            ("tests/it/rulebook.rs", "it::rulebook"),
        ] {
            assert_eq!(module_path(file), expected, "{file}");
        }
    }

    #[test]
    fn a_file_that_is_no_rust_is_named() {
        let mut index = Index::default();
        index.add_file("src/broken.rs", "fn {", Kind::Code);
        assert!(index.unread[0].starts_with("src/broken.rs: "), "{:?}", index.unread);
    }

    #[test]
    fn the_table_is_a_rust_expression() {
        let mut index = Index::default();
        index.add_file("src/a.rs", "/// Rule: A-1 (\"so\").\nfn f() {}", Kind::Code);
        let table = render(&index.citations);
        assert!(syn::parse_str::<syn::Expr>(&table).is_ok(), "{table}");
        assert!(table.contains(r#"note: Some("\"so\"")"#), "{table}");
    }
}
