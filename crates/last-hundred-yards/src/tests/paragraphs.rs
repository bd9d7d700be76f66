//! Status of the paragraphs, as the sources cite them, held against a list.

use std::path::Path;

use tabletop_shell::testing::{paragraphs, status_follows_from_the_sources};

use crate::game::Lhy;

#[test]
fn the_status_of_every_paragraph_follows_from_the_sources() {
    assert_eq!(paragraphs::<Lhy>().len(), 84);
    status_follows_from_the_sources::<Lhy>(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
}
