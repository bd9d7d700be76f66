//! Notes in a page: the report that is packed for the author has them in it, to be read again.

use std::collections::BTreeMap;

use tabletop::text::markup::data_of;
use tabletop_shell::notes::{Notes, is_png};

/// The anchor of the link in a page that has the file of notes.
pub const PACKED_NOTES: &str = "packed-notes";

/// The attribute of a picture in a page that has its name; its source comes next.
pub const PACKED_PICTURES: &str = "data-picture";

/// True of the bytes of a page, false of those of a save.
pub fn is_packed(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    start.get(..9).is_some_and(|start| start.eq_ignore_ascii_case(b"<!doctype"))
}

/// The notes in a page and their pictures, by their names; `None` if it has none.
pub fn unpacked(page: &str) -> Option<(Notes, BTreeMap<String, Vec<u8>>)> {
    let (_, link) = page.split_once(&format!("id=\"{PACKED_NOTES}\""))?;
    let file = data_in(link)?;
    let begins = format!("{PACKED_PICTURES}=\"");
    let pictures = page.split(&begins).skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once('"')?;
        Some((name.to_owned(), data_in(rest).filter(|bytes| is_png(bytes))?))
    });
    Some((Notes::parse(&file), pictures.collect()))
}

/// The bytes of the first data address in an element; `text` begins inside it.
fn data_in(text: &str) -> Option<Vec<u8>> {
    let element = text.split('>').next()?;
    element.split('"').find_map(data_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_notes_has_none() {
        assert!(is_packed(b"\n<!DOCTYPE html>") && !is_packed(b"{\"sum\":") && !is_packed(b""));
        for page in [
            "<!DOCTYPE html><p>",
            "<a id=\"packed-notes\"",
            "<a id=\"packed-notes\" href=\"data:;base64,!\">",
        ] {
            assert_eq!(unpacked(page), None);
        }
    }
}
