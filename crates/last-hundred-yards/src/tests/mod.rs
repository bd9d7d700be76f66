//! Tests of the crate.

use tabletop_data::ron::{Node, Reader};
use tabletop_data::source_text::SourceText;

use crate::data::ruleset::Ruleset;
use crate::data::units::read_units;

pub(crate) fn shipped<T>(name: &str, read: impl FnOnce(Node<'_>) -> Option<T>) -> T {
    let path = format!("{}/../../assets/last-hundred-yards/{name}", env!("CARGO_MANIFEST_DIR"));
    let source = SourceText { name: name.to_owned(), text: std::fs::read_to_string(path).unwrap() };
    let reader = Reader::new(&source);
    let value = reader.root().and_then(read);
    reader.finish(value).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn the_shipped_rules_and_units_are_in_order() {
    let rules = shipped("rulesets/lhy-book.ron", Ruleset::read);
    assert_eq!(rules.table.len(), 6);
    assert_eq!(rules.switches, Default::default());
    assert_eq!(shipped("units/lhy-book.ron", read_units).len(), 26);
}

mod shown;
mod whole_games;
