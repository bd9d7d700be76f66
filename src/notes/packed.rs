//! Notes in a page: the report that is packed for the author has them in it, to be read again.

use std::collections::BTreeMap;

use super::reading::{Notes, is_png};

/// The anchor of the link in a page that has the file of notes.
pub const PACKED_NOTES: &str = "packed-notes";

/// The attribute of a picture in a page that has its name; its source comes next.
pub const PACKED_PICTURES: &str = "data-picture";

/// Whether the bytes of a file are a page, and no save.
pub fn is_packed(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    start.get(..9).is_some_and(|start| start.eq_ignore_ascii_case(b"<!doctype"))
}

/// The notes in a page and their pictures, by their names; `None` if it has none.
pub fn unpacked(page: &str) -> Option<(Notes, BTreeMap<String, Vec<u8>>)> {
    let (_, link) = page.split_once(&format!("id=\"{PACKED_NOTES}\""))?;
    let file = data_of(link)?;
    let begins = format!("{PACKED_PICTURES}=\"");
    let pictures = page.split(&begins).skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once('"')?;
        Some((name.to_owned(), data_of(rest).filter(|bytes| is_png(bytes))?))
    });
    Some((Notes::parse(&file), pictures.collect()))
}

/// What the first data address of a text holds.
fn data_of(text: &str) -> Option<Vec<u8>> {
    let element = text.split('>').next()?;
    let (_, data) = element.split_once(";base64,")?;
    from_base64(data.split('"').next()?)
}

/// Bytes from text of 64 signs (RFC 4648); `None` if it is none.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for four in text.chunks(4) {
        let mut bits = 0_u32;
        for place in 0..4 {
            bits = bits << 6 | four.get(place).map_or(Some(0), |sign| value_of(*sign))?;
        }
        let [_, all @ ..] = bits.to_be_bytes();
        bytes.extend_from_slice(&all[..four.len().checked_sub(1).filter(|count| *count > 0)?]);
    }
    Some(bytes)
}

fn value_of(sign: u8) -> Option<u32> {
    Some(u32::from(match sign {
        b'A'..=b'Z' => sign - b'A',
        b'a'..=b'z' => sign - b'a' + 26,
        b'0'..=b'9' => sign - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 4648, section 10, and what is none.
    #[test]
    fn text_becomes_bytes() {
        for (text, bytes) in [
            ("", Some("")),
            ("Zg==", Some("f")),
            ("Zm8=", Some("fo")),
            ("Zm9v", Some("foo")),
            ("Zm9vYg==", Some("foob")),
            ("Zm9vYmFy", Some("foobar")),
            ("Z", None),
            ("Zm9!", None),
        ] {
            assert_eq!(from_base64(text).as_deref(), bytes.map(str::as_bytes), "{text}");
        }
    }

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
