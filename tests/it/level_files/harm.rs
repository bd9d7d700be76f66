//! Files that would do harm: too large, too deep, no text at all, torn.

use std::io::Write;
use std::sync::LazyLock;

use proptest::prelude::*;

use tabletop::text::bytes::is_blank;
use tabletop_data::ron::Reader;
use warstrike::level::data_folder::check_file;
use warstrike::level::fault::Faults;
use warstrike::level::setup::{Bundle, Setup, SourceText};
use warstrike::level::text_file::{MAX_FILE_BYTES, read_text, text_of};

use super::{SMALL, bundle, data, places};

fn faults_of_bytes(bytes: &[u8]) -> Faults {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    check_file(file.path(), &data()).unwrap_err()
}

fn check(bytes: &[u8], place: (usize, usize), part: &str) {
    let faults = faults_of_bytes(bytes);
    assert_eq!(places(&faults), [place], "{faults}");
    assert!(faults.to_string().contains(part), "{faults}");
}

#[test]
fn a_file_over_16_mib_is_refused_unread() {
    let file = tempfile::NamedTempFile::new().unwrap();
    // Sparse: were it read, it would be 100 MiB of zeros, and the fault another.
    file.as_file().set_len(100 * 1024 * 1024).unwrap();
    let faults = read_text(file.path(), "big.ron").unwrap_err();
    assert!(faults.to_string().starts_with("big.ron:1:1: this file is larger than 16 MiB"), "{faults}");
    file.as_file().set_len(MAX_FILE_BYTES + 1).unwrap();
    assert!(read_text(file.path(), "big.ron").unwrap_err().to_string().contains("larger"));
    file.as_file().set_len(MAX_FILE_BYTES).unwrap();
    assert!(read_text(file.path(), "big.ron").is_ok());
}

/// A device states no length and never ends.
#[cfg(unix)]
#[test]
fn an_endless_file_is_not_read_to_its_end() {
    let faults = read_text(std::path::Path::new("/dev/zero"), "zero").unwrap_err();
    assert!(faults.to_string().contains("larger than 16 MiB"), "{faults}");
}

#[test]
fn bad_files_give_one_clear_fault() {
    let brackets = "[".repeat(15_000_000);
    check(brackets.as_bytes(), (1, 33), "more than 32 deep");
    check(b"", (1, 1), "this file is empty");
    check(b" // only a comment", (1, 1), "this file is empty");
    check(b"Level(\n  name: \xff\xfe", (2, 9), "not UTF-8");
    check(b"\x00\x01\x02PNG", (1, 1), "the file is");
    check(b"Level(\n  about: \"never ends", (2, 10), "never closed");
    check(b"/* a /* b */", (1, 1), "comment is never closed");
    check(b"Level(name: [)", (1, 14), "closes a bracket that was opened with [");
    check(b"Level(name: \"x\"", (1, 6), "never closed");
    check(b"Level())", (1, 8), "never opened");
    check(b"Level() Level()", (1, 9), "follows the end of the file");
    check(b"#![enable(implicit_some)] Level()", (1, 1), "the file is #!");
}

#[test]
fn a_long_list_is_refused_without_being_held() {
    let text =
        format!("Level(name: \"x\", table: (width: 40, depth: 30), terrain: [{}])", "0,".repeat(7_000_000));
    let faults = faults_of_bytes(text.as_bytes());
    assert_eq!(faults.0.len(), 1, "{faults}");
    assert!(faults.to_string().contains("terrain has more than 500 values"), "{faults}");
}

#[test]
fn a_polygon_of_a_million_corners_is_refused_without_being_held() {
    let level = |corners: &str| {
        format!(
            "Level(name: \"x\", table: (width: 40, depth: 30), terrain: [\n(id: \"p\", kind: Bog, corners: [{corners}])])"
        )
    };
    // Four bytes and more a corner: what is larger the limit of 16 MiB stops.
    let text = level(&"(0,0),".repeat(1_000_000));
    let faults = faults_of_bytes(text.as_bytes());
    assert_eq!(faults.0.len(), 1, "{faults}");
    assert_eq!(faults.0[0].line, 2, "{faults}");
    assert!(faults.to_string().contains("more than 256"), "{faults}");
    let text = level(&"(0,0),".repeat(3_000_000));
    check(text.as_bytes(), (1, 1), "larger than 16 MiB");
}

/// Cards and ruleset, read once.
static BUNDLE: LazyLock<Bundle> = LazyLock::new(|| bundle(SMALL));

/// Loads bytes as a level; what it finds must lie inside the file, and what it
/// takes must be RON.
fn load_bytes(bytes: Vec<u8>) {
    let lossy = String::from_utf8_lossy(&bytes).into_owned();
    let shown = if lossy.contains('\n') { lossy } else { lossy.replace('\r', "\n") };
    let checked = text_of(bytes, "level.ron").and_then(|level| {
        let text = level.text.clone();
        Setup::from_bundle(Bundle { level, ..BUNDLE.clone() }).map(|_| text)
    });
    match checked {
        Ok(text) => {
            // RON has fewer blanks than are taken.
            let ron = text.replace(|c: char| !c.is_ascii() && is_blank(c), " ");
            assert!(ron::value::RawValue::from_ron(&ron).is_ok(), "not RON, yet taken:\n{text}");
        }
        Err(faults) => {
            assert!(!faults.0.is_empty());
            let lines: Vec<&str> = shown.split('\n').collect();
            for fault in faults.0 {
                let line = lines.get(fault.line - 1).unwrap_or_else(|| panic!("no such line: {fault}"));
                assert!(fault.column <= line.chars().count() + 1, "no such column: {fault}");
            }
        }
    }
}

/// A change to a file: where (as a share of its length), and what.
#[derive(Clone, Debug)]
enum Change {
    Flip(f64, u8),
    Cut(f64, usize),
    Insert(f64, Vec<u8>),
    Repeat(f64, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let at = || 0.0..1.0_f64;
    let marks = prop::sample::select(vec![
        "(", ")", "[", "]", ",", ",,", ":", "\"", "'", "//", "/*", "*/", "-", "NaN", "inf", "1e30", "Some(",
        "r#\"", "\\u{", "é", "\u{2028}", "0x", "b'", "_",
    ]);
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, bits)| Change::Flip(at, bits)),
        (at(), 1..200_usize).prop_map(|(at, length)| Change::Cut(at, length)),
        (at(), marks).prop_map(|(at, mark)| Change::Insert(at, mark.as_bytes().to_vec())),
        (at(), prop::collection::vec(any::<u8>(), 1..20)).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        (at(), 1..300_usize).prop_map(|(at, length)| Change::Repeat(at, length)),
    ]
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    let place = |share: f64| ((bytes.len() as f64 * share) as usize).min(bytes.len().saturating_sub(1));
    match change {
        Change::Flip(at, bits) => {
            let at = place(*at);
            bytes[at] ^= bits;
        }
        Change::Cut(at, length) => {
            let at = place(*at);
            bytes.drain(at..(at + length).min(bytes.len()));
        }
        Change::Insert(at, inserted) => {
            let at = place(*at);
            bytes.splice(at..at, inserted.iter().copied());
        }
        Change::Repeat(at, length) => {
            let at = place(*at);
            let again = bytes[at..(at + length).min(bytes.len())].to_vec();
            bytes.splice(at..at, again);
        }
    }
    if bytes.is_empty() {
        bytes.push(b'(');
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_corrupted_level_loads_or_says_why(changes in prop::collection::vec(change(), 1..4)) {
        let mut bytes = SMALL.as_bytes().to_vec();
        for change in &changes {
            apply(&mut bytes, change);
        }
        load_bytes(bytes);
    }

    #[test]
    fn random_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        load_bytes(bytes);
    }

    /// The reader takes a text for well bracketed only if it can cut it up again.
    #[test]
    fn a_number_is_read_as_the_ron_crate_reads_it(text in "[-+]?[0-9_]{0,3}[.]?[0-9]{0,2}(e[0-9])?|NaN|inf|0x[0-9]|[0-9]f(32|64)") {
        let source = SourceText { name: "n".into(), text: format!("N(x: {text})") };
        let reader = Reader::new(&source);
        let read = reader.root().and_then(|root| root.named("N", &["x"])?.need("x")?.number(-1e6..=1e6, ""));
        let expected = ron::from_str::<f64>(&text).ok().filter(|number| number.abs() <= 1e6);
        prop_assert_eq!(reader.finish(read).ok(), expected);
    }
}
